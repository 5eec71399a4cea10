package jsonl

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Parser turns objects into games. It keeps what it has learnt of the move
// words it met, so that each distinct word is parsed once; it is not safe for
// concurrent use.
type Parser struct {
	words  grammar.Words
	reader reader // reused
}

// NewParser returns a Parser.
func NewParser() *Parser { return new(Parser) }

// ParseInto reads the object of a chunk of grammar.JSON with the memory of a game
// reused: whatever g holds of another game is overwritten, its slices included.
//
// An object with the name "record" is what Writer writes: the game is the one
// that was recorded, and its Source and Text are those of the file that it was
// recorded in; what judging it came to is passed over. Any other object, such
// as a line of "stolb check --format json", is read as a game of its "moves",
// and the object itself is the game's Text. It stays illegal or unreadable if
// its "verdict" says so, for then "moves" does not have all of it.
//
// A null is as good as nothing. Names that the schema does not have are passed
// over with a remark. ParseInto never fails: if the object breaks the format the
// game has its text and the reason in its Faults.
func (p *Parser) ParseInto(chunk grammar.Chunk, g *record.Game) {
	r := &p.reader
	r.escape, r.err = "", nil
	if len(chunk.Faults) == 0 { // the object is whole
		p.game(chunk, g)
		if r.escape != "" && r.err == nil {
			p.game(chunk, g) // for the strings that come before the escape
		}
	}
	if len(chunk.Faults) > 0 || r.err != nil {
		*g = record.Game{
			Source: chunk.Source, Text: chunk.Text, Format: chunk.Format.String(),
			Tags: g.Tags[:0], Plies: g.Plies[:0], Faults: append(g.Faults[:0], chunk.Faults...),
		}
		if r.err != nil {
			g.Faults = append(g.Faults, *r.err)
		}
	}
}

// judging has the members of an object that say what judging the game came to, or
// restoring it. Some are read if there is no record.
var judging = []string{
	"white", "black", "result", "verdict", "plies", "moves", "final", "over", "score", "faults",
	"variations", "id", "claims", "legal", "more_legal", "restored",
}

// game reads an object.
func (p *Parser) game(chunk grammar.Chunk, g *record.Game) {
	*g = record.Game{Tags: g.Tags[:0], Plies: g.Plies[:0], Faults: g.Faults[:0]}
	r := &p.reader
	c := &coder{in: r, words: &p.words, escape: &r.escape}
	r.text, r.remarks = chunk.Text, nil
	r.start(value{text: r.text})
	if r.decoder.PeekKind() != jsontext.KindBeginObject {
		r.next(jsontext.KindBeginObject, "json.a-game")
		return
	}
	var (
		parts                 = make(map[string]value)
		start                 opening
		isRecorded, isLocated bool
	)
	c.object(func() {
		isRecorded = isRecorded || c.reads("record")
		isLocated = isLocated || c.reads("file")
		required(c, "game", &g.Source.Number, place)
		required(c, "file", &g.Source.File, text)
		required(c, "line", &g.Source.Line, place)
		required(c, "variant", &g.Variant, variant)
		required(c, "record", &start, func(c *coder, start *opening) {
			*start = recorded(c, g, record.UnknownVariant)
		})
		if slices.Contains(judging, r.name) {
			name := r.name
			r.name = ""
			parts[name] = r.any()
		}
	})
	if r.err != nil {
		return
	}
	if rest := strings.TrimLeft(r.text[r.offset():], " \t\r\n"); rest != "" {
		r.unexpected(len(r.text)-len(rest), "json.the-end")
		return
	}
	if !isRecorded {
		g.Source, g.Text, g.Format = chunk.Source, chunk.Text, chunk.Format.String()
		unrecorded(c, parts, g)
		return
	}
	if start.written.text == "" {
		taggedStart(g)
	} else {
		if start.variant == record.UnknownVariant {
			start.variant = g.Variant
		}
		position, err := record.ParseFEN(start.variant, start.fen)
		if err != nil {
			r.fail(start.written, message.From(err))
			return
		}
		g.Start = &position
	}
	if !isLocated {
		width := g.Source.Width
		g.Source = chunk.Source
		g.Source.Width = width
	}
	addUnreadable(g)
	object := record.Game{Source: chunk.Source, Text: chunk.Text}
	for _, f := range r.remarks {
		// The game's text is not the object that the remark's place is in.
		at := object.Place(f.At)
		f.Message = message.Of("json.at", "file", object.Source.File,
			"line", at.Line, "column", at.Column, "what", f.Message)
		f.At, f.Len = 0, 0
		g.Faults = append(g.Faults, f)
	}
}

// taggedStart reads the position of the tag FEN, which could not be read when the
// game was recorded if its variant was given only later.
func taggedStart(g *record.Game) {
	fen := strings.TrimSpace(g.Tag("FEN"))
	if fen == "" || fen == "?" || fen == "-" || g.Variant == record.UnknownVariant ||
		slices.ContainsFunc(g.Faults, func(f record.Fault) bool { return f.Code == record.BadPosition }) {
		return
	}
	p, err := record.ParseFEN(g.Variant, fen)
	if err != nil && !errors.Is(err, record.ErrUnknownTurn) {
		g.Faults = append(g.Faults, record.Fault{
			Code: record.BadPosition, Severity: record.Unreadable, Word: fen, Message: message.From(err),
		})
		return
	}
	g.Start = &p
}

// addUnreadable adds a fault for the first word that is none, if the record does
// not say that itself.
func addUnreadable(g *record.Game) {
	i := slices.IndexFunc(g.Plies, func(p record.Ply) bool { return len(p.Word.Steps) == 0 })
	if i < 0 || slices.ContainsFunc(g.Faults, func(f record.Fault) bool {
		return f.Ply > 0 && f.Ply <= i+1 && f.Stops()
	}) {
		return
	}
	p := &g.Plies[i]
	said := message.Of("json.no-move")
	if _, err := grammar.ParseMove(p.Word.Text); err != nil {
		said = message.From(err)
	}
	g.Faults = append(g.Faults, record.Fault{
		Code: record.UnreadableWord, Severity: record.Unreadable, Ply: i + 1,
		At: p.At, Len: p.Len, Word: p.Word.Text, Message: said,
	})
}

var opposite = [...]record.Outcome{
	record.NoResult: record.NoResult, record.WhiteWins: record.BlackWins,
	record.BlackWins: record.WhiteWins, record.Draw: record.Draw, record.Points: record.Points,
	record.Unfinished: record.Unfinished, record.Unplayed: record.Unplayed,
}

// unrecorded reads a game of what the object has instead of a record.
func unrecorded(c *coder, parts map[string]value, g *record.Game) {
	r := c.in
	if parts["moves"].text == "" {
		var has []string
		for _, f := range r.remarks {
			has = append(has, strconv.Quote(f.Word))
		}
		why := message.Of("json.no-game")
		if has != nil {
			why = message.Of("json.no-game-but", "names", strings.Join(has, ", "))
		}
		r.fail(value{}, why)
		return
	}
	for _, tag := range [...]record.Tag{{Name: "White"}, {Name: "Black"}} {
		if part := parts[strings.ToLower(tag.Name)]; part.text != "" && part.text != `""` {
			r.start(part)
			tag.Value, _ = r.string()
			tag.At = part.at + 1
			g.Tags = append(g.Tags, tag)
		}
	}
	if part := parts["result"]; part.text != "" && part.text != `""` {
		r.start(part)
		written, _ := r.string()
		g.Result, _ = grammar.ParseResult(written)
		g.Result.Text, g.Result.At = written, part.at+1
		if g.Variant.First() == record.Black { // as in PDN, see record.Result.String
			g.Result.Outcome = opposite[g.Result.Outcome]
			g.Result.White, g.Result.Black = g.Result.Black, g.Result.White
		}
	}
	r.start(parts["moves"])
	array(c, &g.Plies, func(c *coder, p *record.Ply) {
		written, at := r.string()
		p.Word, p.At, p.Len = wordOf(c.words, written), at.at+1, len(at.text)-len(`""`)
	})
	g.Faults = append(g.Faults, r.remarks...)
	if r.err == nil {
		addUnreadable(g)
		addStopping(c, parts["verdict"], parts["faults"], g)
	}
}

// addStopping adds the fault that stopped the game after the object's moves, if
// the verdict says that there was one.
func addStopping(c *coder, verdict, faults value, g *record.Game) {
	if verdict.text == "" {
		return
	}
	var of replay.Verdict
	c.in.start(verdict)
	named(c, &of, verdictNames)
	f := record.Fault{
		Ply: len(g.Plies) + 1, At: verdict.at, Len: len(verdict.text),
		Message: message.Of("json.no-moves-on"),
	}
	switch of {
	case replay.Unjudged:
		f.Code, f.Severity, f.Ply = record.NoRules, record.Remark, 0
	case replay.Illegal:
		f.Code, f.Severity = record.IllegalMove, record.Illegal
	case replay.Unreadable:
		f.Code, f.Severity = record.UnreadableWord, record.Unreadable
	default:
		return
	}
	var all []record.Fault
	if faults.text != "" {
		c.in.start(faults)
		array(c, &all, fault)
	}
	for _, next := range all {
		if next.Variation > 0 {
			continue // the object does not have its moves
		}
		if next.Ply == len(g.Plies)+1 || next.Code == record.NoVariant ||
			next.Code == record.NoRules || next.Code == record.BadPosition {
			next.Severity, next.Ply, next.At, next.Len = f.Severity, f.Ply, f.At, f.Len
			f = next
		}
	}
	g.Faults = append(g.Faults, f)
}
