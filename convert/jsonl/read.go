package jsonl

import (
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/grammar/sheet"
	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Reader reads games from JSON lines, one at a time; memory does not grow with
// the stream. It is not safe for concurrent use: to read on several cores, cut
// the stream with a grammar.Cutter and give each worker a Parser.
type Reader struct {
	cutter *cut.Cutter
	parser *Parser
}

// NewReader returns a Reader of r. The file's name is reported in the Source of
// games that do not say where they come from, and of lines that cannot be read.
func NewReader(r io.Reader, file string) (*Reader, error) {
	c, err := grammar.NewCutter(r, file, "utf-8") // RFC 8259, 8.1
	if err != nil {
		return nil, err
	}
	c.SetFormat(cut.JSON)
	return &Reader{c, NewParser()}, nil
}

// Read returns the next game, or io.EOF at the end of the stream, or the error
// of the underlying reader. An object that cannot be read is no error: see
// Parser.Parse.
func (r *Reader) Read() (*record.Game, error) {
	chunk, err := r.cutter.Next()
	if err != nil {
		return nil, err
	}
	return r.parser.Parse(chunk), nil
}

// Parser turns objects into games. It keeps what it has learnt of the move
// words it met, so that each distinct word is parsed once; it is not safe for
// concurrent use.
type Parser struct {
	words wordTable
	plies []record.Ply // reused
}

// NewParser returns a Parser.
func NewParser() *Parser { return new(Parser) }

// Parse reads the object of a chunk of grammar.FormatJSON.
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
func (p *Parser) Parse(chunk cut.Chunk) *record.Game {
	g := new(record.Game)
	p.ParseInto(chunk, g)
	return g
}

// ParseInto is Parse with the game's memory reused: whatever g holds of another
// game is overwritten, its slices included.
func (p *Parser) ParseInto(chunk cut.Chunk, g *record.Game) {
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
func broken(chunk cut.Chunk, g *record.Game) {
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
	chunk   cut.Chunk
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
	g.Format = cut.JSON.String()
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
			g.Result, _ = sheet.ParseResult(text)
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

// severities are those of the faults that lead to a verdict.
var severities = [...]record.Severity{
	replay.Legal:      record.Remark,
	replay.Repaired:   record.Repaired,
	replay.Unjudged:   record.Remark,
	replay.Illegal:    record.Illegal,
	replay.Unreadable: record.Unreadable,
}

// stopping reads the check's faults and takes over what stopped the game.
func (r *reader) stopping(f *record.Fault) {
	for r.begin('[', "json.array-of-faults"); r.more(']'); {
		var next record.Fault
		for r.begin('{', "json.a-fault"); r.more('}'); {
			switch name, _, _ := r.member(); name {
			case "":
			case "code":
				next.Code = record.Code(r.string())
			case "ply":
				next.Ply = int(r.int(0, maxPlace))
			case "variation":
				next.Variation = int(r.int(0, maxPlace))
			case "word":
				next.Word = r.string()
			case "message":
				next.Message = message.Verbatim(r.string())
			case "suggestions":
				next.Suggestions = r.strings()
			case "reason":
				next.Reason = record.Reason(r.string())
			case "squares":
				next.Squares = r.strings()
			case "paragraph":
				next.Paragraph = message.Rule(r.string())
			default:
				r.skip()
			}
		}
		if next.Variation > 0 {
			continue // the object does not have its moves
		}
		if next.Ply == len(r.g.Plies)+1 || next.Code == record.NoVariant || next.Code == record.NoRules || next.Code == record.BadPosition {
			next.Severity, next.Ply, next.At, next.Len = f.Severity, f.Ply, f.At, f.Len
			*f = next
		}
	}
}

// unreadable adds a fault for the first word that is none, where the record
// does not say that itself.
func (r *reader) unreadable() {
	for i, p := range r.g.Plies {
		if len(p.Word.Steps) > 0 {
			continue
		}
		for _, f := range r.g.Faults {
			if f.Ply > 0 && f.Ply <= i+1 && f.Stops() {
				return
			}
		}
		_, err := word.Parse(p.Word.Text)
		said := message.Of("json.no-move")
		if err != nil {
			said = message.From(err)
		}
		r.g.Faults = append(r.g.Faults, record.Fault{
			Code: record.UnreadableWord, Severity: record.Unreadable, Ply: i + 1, At: p.At, Len: p.Len, Word: p.Word.Text, Message: said,
		})
		return
	}
}

// startPosition reads where the record's game starts from.
func (r *reader) startPosition(at values) {
	v := at.startVariant
	if v == record.UnknownVariant {
		v = r.g.Variant
	}
	r.at = at.start
	fen := r.string()
	p, err := record.ParseFEN(v, fen)
	if err != nil {
		r.wrong(at.start, r.at-at.start, err)
		return
	}
	r.g.Start = &p
}

// taggedStart reads the position of the tag FEN, where nobody could when the game
// was recorded, for its variant was told only later.
func (r *reader) taggedStart() {
	g := r.g
	fen := strings.TrimSpace(g.Tag("FEN"))
	if fen == "" || fen == "?" || fen == "-" || g.Variant == record.UnknownVariant ||
		slices.ContainsFunc(g.Faults, func(f record.Fault) bool { return f.Code == record.BadPosition }) {
		return
	}
	p, err := record.ParseFEN(g.Variant, fen)
	if err != nil && !errors.Is(err, record.ErrUnknownTurn) {
		g.Faults = append(g.Faults, record.Fault{Code: record.BadPosition, Severity: record.Unreadable, Word: fen, Message: message.From(err)})
		return
	}
	g.Start = &p
}

// record reads the game as it was recorded.
func (r *reader) record(g *record.Game, source *record.Source, at *values) {
	g.Format = ""
	for r.begin('{', "json.a-record"); r.more('}'); {
		switch name, begin, value := r.member(); name {
		case "":
		case "escape":
			r.escape = r.string()
		case "format":
			g.Format = r.string()
		case "layout":
			g.Layout = r.string()
		case "offset":
			source.Offset = r.int(0, math.MaxInt64)
		case "encoding":
			source.Width = widthOf(encodings[r.enum(encodings[:])])
		case "shows":
			g.Shows = nil
			for r.begin('[', "json.array-of-variants"); r.more(']'); {
				g.Shows = append(g.Shows, r.variant())
			}
		case "tags":
			g.Tags = r.tags(g.Tags[:0])
		case "start":
			at.start = value
			r.string()
		case "start_variant":
			at.startVariant = r.variant()
		case "before":
			g.Before = r.strings()
		case "moves":
			g.Plies = r.moves(g.Plies[:0])
		case "after":
			g.After = r.strings()
		case "result":
			g.Result = r.result()
		case "faults":
			g.Faults = r.faults(g.Faults[:0])
		case "text":
			g.Text = r.string()
		default:
			r.unknown(begin, name)
		}
	}
}

func (r *reader) tags(tags []record.Tag) []record.Tag {
	for r.begin('[', "json.array-of-tags"); r.more(']'); {
		var t record.Tag
		for r.begin('{', "json.a-tag"); r.more('}'); {
			switch name, begin, _ := r.member(); name {
			case "":
			case "name":
				t.Name = r.string()
			case "value":
				t.Value = r.string()
			case "at":
				t.At = r.place()
			default:
				r.unknown(begin, name)
			}
		}
		tags = append(tags, t)
	}
	return tags
}

// place reads a place in a text, a length or a ply.
func (r *reader) place() int { return int(r.int(0, maxPlace)) }

func (r *reader) result() record.Result {
	var result record.Result
	for r.begin('{', "json.a-result"); r.more('}'); {
		switch name, begin, _ := r.member(); name {
		case "":
		case "outcome":
			result.Outcome = record.Outcome(r.enum(outcomeNames[:]))
		case "manner":
			result.Manner = record.Manner(r.enum(mannerNames[:]))
		case "white":
			result.White = r.float()
		case "black":
			result.Black = r.float()
		case "text":
			result.Text = r.string()
		case "at":
			result.At = r.place()
		default:
			r.unknown(begin, name)
		}
	}
	return result
}

func (r *reader) faults(faults []record.Fault) []record.Fault {
	for r.begin('[', "json.array-of-faults"); r.more(']'); {
		var f record.Fault
		for r.begin('{', "json.a-fault"); r.more('}'); {
			switch name, begin, _ := r.member(); name {
			case "":
			case "code":
				f.Code = record.Code(r.string())
			case "severity":
				f.Severity = record.Severity(r.enum(severityNames[:]))
			case "ply":
				f.Ply = r.place()
			case "variation":
				f.Variation = r.place()
			case "at":
				f.At = r.place()
			case "length":
				f.Len = r.place()
			case "word":
				f.Word = r.string()
			case "message":
				f.Message = message.Verbatim(r.string())
			case "suggestions":
				f.Suggestions = r.strings()
			case "reason":
				f.Reason = record.Reason(r.string())
			case "squares":
				f.Squares = r.strings()
			case "paragraph":
				f.Paragraph = message.Rule(r.string())
			default:
				r.unknown(begin, name)
			}
		}
		faults = append(faults, f)
	}
	return faults
}

// moves reads a line of moves and appends them to line. They are gathered first,
// so that no more memory is taken than they need.
func (r *reader) moves(line []record.Ply) []record.Ply {
	start := len(r.plies)
	for r.begin('[', "json.array-of-moves"); r.more(']'); {
		ply := r.ply()
		r.plies = append(r.plies, ply)
	}
	line = append(line, r.plies[start:]...)
	r.plies = r.plies[:start]
	return line
}

func (r *reader) ply() record.Ply {
	var (
		ply   record.Ply
		notes record.Notes
		noted bool
		word  string
		named bool // there is a word
		read  *record.Word
	)
	length := -1
	r.peek()
	object := r.at
	for r.begin('{', "json.a-move"); r.more('}'); {
		name, begin, _ := r.member()
		switch name {
		case "":
			continue
		case "word":
			word, named = r.string(), true
			continue
		case "at":
			ply.At = r.place()
			continue
		case "length":
			length = r.place()
			continue
		case "reading":
			read = r.reading()
			continue
		case "number":
			notes.Number = r.place()
		case "behind":
			notes.Behind = int(r.int(-maxPlace, maxPlace))
		case "marks":
			notes.Marks = r.strings()
		case "nags":
			notes.NAGs = nil
			for r.begin('[', "json.array-of-numbers"); r.more(']'); {
				notes.NAGs = append(notes.NAGs, int(r.int(math.MinInt, math.MaxInt)))
			}
		case "draw_offer":
			notes.DrawOffer = r.bool()
		case "before":
			notes.Before = r.strings()
		case "comments":
			notes.Comments = r.strings()
		case "inside":
			notes.Inside = r.inside()
		case "clock":
			notes.Clock = r.string()
		case "commands":
			notes.Commands = r.strings()
		case "diagram":
			notes.Diagram = r.bool()
		case "setup":
			notes.Setup = r.string()
		case "variations":
			notes.Variations = nil
			for r.begin('[', "json.array-of-variations"); r.more(']'); {
				notes.Variations = append(notes.Variations, r.moves(nil))
			}
		default:
			r.unknown(begin, name)
			continue
		}
		noted = true
	}
	if r.err != nil {
		return ply
	}
	if !named {
		r.fail(object, r.at-object, "json.no-word")
	}
	if read != nil {
		read.Text = word
		ply.Word = read
	} else {
		ply.Word = r.words.read(word)
	}
	if ply.Len = length; length < 0 {
		ply.Len = len(word)
	}
	if noted {
		note := notes // so that only these are allocated
		ply.Note = &note
	}
	return ply
}

func (r *reader) inside() []record.Inside {
	var all []record.Inside
	for r.begin('[', "json.array-of-remarks"); r.more(']'); {
		var in record.Inside
		for r.begin('{', "json.a-remark"); r.more('}'); {
			switch name, begin, _ := r.member(); name {
			case "":
			case "step":
				in.Step = int(r.int(math.MinInt32, math.MaxInt32))
			case "text":
				in.Text = r.string()
			default:
				r.unknown(begin, name)
			}
		}
		all = append(all, in)
	}
	return all
}

// reading reads how a word was read.
func (r *reader) reading() *record.Word {
	w := new(record.Word)
	for r.begin('{', "json.an-object"); r.more('}'); {
		switch name, begin, _ := r.member(); name {
		case "":
		case "steps":
			w.Steps = nil
			for r.begin('[', "json.array-of-squares"); r.more(']'); {
				if len(w.Steps) == word.MaxSteps {
					r.fail(r.at, 0, "json.too-many-squares", "most", word.MaxSteps)
				}
				w.Steps = append(w.Steps, r.step())
			}
		case "separator":
			w.Separator = record.Separator(r.enum(separatorNames[:]))
		case "promotions":
			w.Promotion = 0
			for r.begin('[', "json.array-of-numbers"); r.more(']'); {
				w.Promotion |= 1 << r.int(0, word.MaxSteps-1)
			}
		case "repairs":
			w.Repairs = r.repairs()
		default:
			r.unknown(begin, name)
		}
	}
	return w
}

// maxSide is the most files and ranks that a board can have (record.Board).
const maxSide = 12

// step reads a square, or as much of one as is written: "c3", "c", "3", or a
// number.
func (r *reader) step() record.Step {
	s := record.Step{File: -1, Rank: -1}
	if r.peek() != '"' {
		s.Number = uint8(r.int(1, math.MaxUint8))
		return s
	}
	at := r.at
	text := r.string()
	rest := text
	if rest != "" && rest[0] >= 'a' && rest[0] < 'a'+maxSide {
		s.File = int8(rest[0] - 'a')
		rest = rest[1:]
	}
	if rest != "" {
		n, err := strconv.ParseUint(rest, 10, 8)
		if err != nil || n < 1 || n > maxSide {
			r.fail(at, r.at-at, "json.no-square", "text", text)
			return s
		}
		s.Rank = int8(n - 1)
	}
	return s
}

func (r *reader) repairs() []record.Repair {
	var all []record.Repair
	for r.begin('[', "json.array-of-repairs"); r.more(']'); {
		var repair record.Repair
		for r.begin('{', "json.a-repair"); r.more('}'); {
			switch name, begin, _ := r.member(); name {
			case "":
			case "code":
				repair.Code = record.Code(r.string())
			case "from":
				repair.From = r.string()
			case "to":
				repair.To = r.string()
			default:
				r.unknown(begin, name)
			}
		}
		all = append(all, repair)
	}
	return all
}
