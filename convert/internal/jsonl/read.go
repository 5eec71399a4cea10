package jsonl

import (
	"math"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Parser turns objects into games. It keeps what it has learnt of the move
// words it met, so that each distinct word is parsed once; it is not safe for
// concurrent use.
type Parser struct {
	words wordTable
	plies []record.Ply // reused
}

// NewParser returns a Parser.
func NewParser() *Parser { return new(Parser) }

// Parse reads the object of a chunk of grammar.JSON.
//
// An object with the name "record" is what Writer writes: the game is the one
// that was recorded, and its Source and Text are those of the file that it was
// recorded in; what judging it came to is passed over. Any other object, such
// as a line of "stolb check --format json", is read as a game of its "moves",
// and the object itself is the game's Text. It stays illegal or unreadable if
// its "verdict" says so, for then "moves" does not have all of it.
//
// A null is as good as nothing. Names that the schema does not have are passed
// over with a remark. Parse never fails: where the object breaks the format the
// game has its text and the reason in its Faults.
func (p *Parser) Parse(chunk grammar.Chunk) *record.Game {
	g := new(record.Game)
	p.ParseInto(chunk, g)
	return g
}

// ParseInto is Parse with the game's memory reused: whatever g holds of another
// game is overwritten, its slices included.
func (p *Parser) ParseInto(chunk grammar.Chunk, g *record.Game) {
	*g = record.Game{Tags: g.Tags[:0], Plies: g.Plies[:0], Faults: g.Faults[:0]}
	if len(chunk.Faults) > 0 { // it is not whole
		broken(chunk, g)
		return
	}
	r := reader{cursor: cursor{text: chunk.Text}, chunk: chunk, words: &p.words, plies: p.plies[:0], g: g}
	r.game()
	if r.escape != "" && r.err == nil {
		// The strings before the escape was known have to be read once more.
		*g = record.Game{Tags: g.Tags[:0], Plies: g.Plies[:0], Faults: g.Faults[:0]}
		r = reader{cursor: cursor{text: chunk.Text, escape: r.escape}, chunk: chunk, words: &p.words, plies: r.plies[:0], g: g}
		r.game()
	}
	if r.err != nil {
		broken(chunk, g)
		f := record.Fault{Code: record.Syntax, Severity: record.Unreadable, At: r.err.at, Len: r.err.length, Message: r.err.why}
		f.Word = g.Text[f.At : f.At+f.Len]
		g.Faults = append(g.Faults, f)
	}
	clear(r.plies[:cap(r.plies)]) // let go of the line
	p.plies = r.plies[:0]
}

// broken makes g the game of an object of which only the text can be kept.
func broken(chunk grammar.Chunk, g *record.Game) {
	*g = record.Game{
		Source: chunk.Source, Text: chunk.Text, Format: chunk.Format.String(),
		Tags: g.Tags[:0], Plies: g.Plies[:0], Faults: append(g.Faults[:0], chunk.Faults...),
	}
}

// maxPlace is the largest place in a text, length, number or ply that is read.
const maxPlace = math.MaxInt32

// maxRemarks is how many names a game gets a remark on that the schema does not
// have.
const maxRemarks = 20

// reader reads one object.
type reader struct {
	cursor
	chunk   grammar.Chunk
	words   *wordTable
	plies   []record.Ply // lines of moves that are being read, each behind that which it varies
	g       *record.Game
	remarks []record.Fault
}

// unknown notes a name that the schema does not have, at the given place, and
// passes over its value.
func (r *reader) unknown(at int, name string) {
	r.skip()
	if r.err == nil && len(r.remarks) < maxRemarks {
		r.remarks = append(r.remarks, record.Fault{
			Code: record.Syntax, At: at, Len: r.at - at, Word: name,
			Message: message.Of("json.no-name", "name", name),
		})
	}
}

// member reads the name of a member that has a value and returns the place of
// the name and of the value; "" for a member that is null.
func (r *reader) member() (name string, at, value int) {
	r.peek()
	at = r.at
	name = r.name()
	if r.null() || r.err != nil {
		return "", at, at
	}
	if name == "" { // which no member that is read has
		r.unknown(at, name)
	}
	r.peek()
	return name, at, r.at
}

// values are the places of the object's values that are read when it is known
// whether there is a record; 0 for none.
type values struct {
	white, black, result, moves, verdict, faults int
	start                                        int
	startVariant                                 record.Variant
}

func (r *reader) game() {
	g := r.g
	g.Format = grammar.JSON.String()
	source := record.Source{}
	var at values
	recorded, located := false, false
	for r.begin('{', "json.a-game"); r.more('}'); {
		switch name, begin, value := r.member(); name {
		case "":
		case "game":
			source.Number = int(r.int(0, maxPlace))
		case "file":
			source.File, located = r.string(), true
		case "line":
			source.Line = int(r.int(0, maxPlace))
		case "variant":
			g.Variant = r.variant()
		case "white":
			at.white = value
			r.skip()
		case "black":
			at.black = value
			r.skip()
		case "result":
			at.result = value
			r.skip()
		case "verdict":
			at.verdict = value
			r.skip()
		case "moves":
			at.moves = value
			r.skip()
		case "faults":
			at.faults = value
			r.skip()
		case "plies", "final", "over", "score", "claims", "legal", "more_legal", "id", "restored", "variations": // what judging it came to, or restoring
			r.skip()
		case "record":
			recorded = true
			r.record(g, &source, &at)
		default:
			r.unknown(begin, name)
		}
	}
	if r.peek(); r.at < len(r.text) {
		r.unexpected("json.the-end")
	}
	if r.err != nil {
		return
	}
	if !recorded {
		r.unrecorded(at)
		return
	}
	if at.start > 0 {
		r.startPosition(at)
	} else {
		r.taggedStart()
	}
	if located {
		g.Source = source
	} else {
		g.Source = r.chunk.Source
		g.Source.Width = source.Width
	}
	r.unreadable()
	object := record.Game{Source: r.chunk.Source, Text: r.text}
	for _, f := range r.remarks {
		// The game's text is not the object, where the remark's place is.
		place := object.Place(f.At)
		f.Message = message.Of("json.at", "file", object.Source.File, "line", place.Line, "column", place.Column, "what", f.Message)
		f.At, f.Len = 0, 0
		g.Faults = append(g.Faults, f)
	}
}

var opposite = [...]record.Outcome{
	record.NoResult: record.NoResult, record.WhiteWins: record.BlackWins, record.BlackWins: record.WhiteWins, record.Draw: record.Draw,
	record.Points: record.Points, record.Unfinished: record.Unfinished, record.Unplayed: record.Unplayed,
}

func (r *reader) variant() record.Variant {
	r.peek()
	at := r.at
	name := r.string()
	if name == record.UnknownVariant.String() || r.err != nil {
		return record.UnknownVariant
	}
	for v := record.UnknownVariant + 1; ; v++ { // no table: names are few and short
		if s := v.String(); s == name {
			return v
		} else if strings.HasPrefix(s, "Variant(") {
			break
		}
	}
	_, err := record.ParseVariant(name)
	if err == nil {
		err = message.Of("json.small-letters")
	}
	r.wrong(at, r.at-at, err)
	return record.UnknownVariant
}

// unrecorded reads a game of what the object has instead of a record.
func (r *reader) unrecorded(at values) {
	g := r.g
	g.Source, g.Text = r.chunk.Source, r.text
	if at.moves == 0 {
		var has []string
		for _, f := range r.remarks {
			has = append(has, strconv.Quote(f.Word))
		}
		if has != nil {
			r.fail(0, 0, "json.no-game-but", "names", strings.Join(has, ", "))
		} else {
			r.fail(0, 0, "json.no-game")
		}
		return
	}
	for _, tag := range [...]struct {
		name  string
		value int
	}{{"White", at.white}, {"Black", at.black}} {
		if r.at = tag.value; r.at > 0 {
			if value := r.string(); value != "" {
				g.Tags = append(g.Tags, record.Tag{Name: tag.name, Value: value, At: tag.value + 1})
			}
		}
	}
	if r.at = at.result; r.at > 0 {
		if text := r.string(); text != "" {
			g.Result, _ = grammar.ParseResult(text)
			g.Result.Text, g.Result.At = text, at.result+1
			if g.Variant.First() == record.Black { // as PDN has it, see record.Result.String
				g.Result.Outcome = opposite[g.Result.Outcome]
				g.Result.White, g.Result.Black = g.Result.Black, g.Result.White
			}
		}
	}
	r.at = at.moves
	for r.begin('[', "json.array-of-moves"); r.more(']'); {
		r.peek()
		begin := r.at + 1
		if word := r.string(); r.err == nil {
			g.Plies = append(g.Plies, record.Ply{Word: r.words.read(word), At: begin, Len: r.at - 1 - begin})
		}
	}
	g.Faults = append(g.Faults, r.remarks...)
	r.unreadable()
	if r.at = at.verdict; r.at > 0 {
		begin := r.at
		verdict := replay.Verdict(r.enum(verdictNames[:]))
		if verdict >= replay.Unjudged {
			f := record.Fault{
				Severity: severities[verdict], Ply: len(g.Plies) + 1, At: begin, Len: r.at - begin,
				Message: message.Of("json.no-moves-on"),
			}
			switch verdict {
			case replay.Unjudged:
				f.Code, f.Ply = record.NoRules, 0
			case replay.Illegal:
				f.Code = record.IllegalMove
			default:
				f.Code = record.UnreadableWord
			}
			if r.at = at.faults; r.at > 0 {
				r.stopping(&f)
			}
			g.Faults = append(g.Faults, f)
		}
	}
}
