package jsonl

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Parser turns objects into games. It keeps what it has learnt of the move
// words it met, so that each distinct word is parsed once; it is not safe for
// concurrent use.
type Parser struct {
	reader  reader
	options json.Options // which ask reader
	words   grammar.Words
}

// NewParser returns a Parser.
func NewParser() *Parser {
	p := new(Parser)
	p.options = p.reader.options()
	return p
}

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
	if err := p.game(chunk, g); err != nil {
		broken(chunk, g)
		f := record.Fault{
			Code: record.Syntax, Severity: record.Unreadable,
			At: err.at, Len: err.length, Message: err.why,
		}
		f.Word = g.Text[f.At : f.At+f.Len]
		g.Faults = append(g.Faults, f)
	}
	p.reader = reader{} // let go of the line
}

// broken makes g the game of an object of which only the text can be kept.
func broken(chunk grammar.Chunk, g *record.Game) {
	*g = record.Game{
		Source: chunk.Source, Text: chunk.Text, Format: chunk.Format.String(),
		Tags: g.Tags[:0], Plies: g.Plies[:0], Faults: append(g.Faults[:0], chunk.Faults...),
	}
}

// game reads the object.
func (p *Parser) game(chunk grammar.Chunk, g *record.Game) *syntaxError {
	r := &p.reader
	*r = reader{text: chunk.Text}
	var line carried
	err := r.decode(&line, p.options)
	if err == nil && line.Record != nil && line.Record.Escape != "" {
		// The strings have to be read with the escape known.
		*r = reader{text: chunk.Text, escape: line.Record.Escape}
		line = carried{}
		err = r.decode(&line, p.options)
	}
	if err != nil {
		return err
	}
	g.Variant = record.Variant(line.Variant)
	if line.Record == nil {
		g.Format, g.Source, g.Text = grammar.JSON.String(), chunk.Source, chunk.Text
		return p.unrecorded(g)
	}
	if err := p.recorded(line.Record, g); err != nil {
		return err
	}
	width := g.Source.Width
	if line.File != nil {
		g.Source.File, g.Source.Number, g.Source.Line = *line.File, line.Game, line.Line
	} else {
		g.Source = chunk.Source
		g.Source.Width = width
	}
	unreadable(g)
	object := record.Game{Source: chunk.Source, Text: chunk.Text}
	for _, f := range r.remarks {
		// The game's text is not the object, where the remark's place is.
		place := object.Place(f.At)
		f.Message = message.Of("json.at", "file", object.Source.File,
			"line", place.Line, "column", place.Column, "what", f.Message)
		f.At, f.Len = 0, 0
		g.Faults = append(g.Faults, f)
	}
	return nil
}

// recorded makes g the game that was recorded.
func (p *Parser) recorded(from *recorded, g *record.Game) *syntaxError {
	g.Format, g.Layout, g.Text = from.Format, from.Layout, from.Text
	g.Source = record.Source{Offset: from.Offset, Column: from.Column, Width: from.Encoding.width()}
	for _, v := range from.Shows {
		g.Shows = append(g.Shows, record.Variant(v))
	}
	for _, t := range from.Tags {
		g.Tags = append(g.Tags, record.Tag{Name: t.Name, Value: t.Value, At: t.At})
	}
	g.Before, g.After = from.Before, from.After
	g.Plies = p.plies(g.Plies, from.Moves)
	if from.Aside != nil {
		aside := p.ply(from.Aside)
		g.Aside = &aside
	}
	if from.Result != nil {
		g.Result = record.Result{
			Outcome: record.Outcome(from.Result.Outcome), Manner: record.Manner(from.Result.Manner),
			White: from.Result.White, Black: from.Result.Black,
			Text: from.Result.Text, At: from.Result.At,
		}
	}
	for i := range from.Faults {
		g.Faults = append(g.Faults, from.Faults[i].fault())
	}
	if from.Start == nil {
		taggedStart(g)
		return nil
	}
	v := g.Variant
	if from.StartVariant != nil && record.Variant(*from.StartVariant) != record.UnknownVariant {
		v = record.Variant(*from.StartVariant)
	}
	start, err := record.ParseFEN(v, from.Start.text)
	if err != nil {
		return &syntaxError{from.Start.at, from.Start.length, message.From(err)}
	}
	g.Start = &start
	return nil
}

// taggedStart reads the position of the tag FEN, where nobody could when the game
// was recorded, for its variant was told only later.
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

func (f *fault) fault() record.Fault {
	return record.Fault{
		Code: record.Code(f.Code), Severity: record.Severity(f.Severity),
		Ply: f.Ply, Variation: f.Variation, At: f.At, Len: f.Length, Word: f.Word,
		Message: message.Verbatim(f.Message), Suggestions: f.Suggestions,
		Reason: record.Reason(f.Reason), Squares: f.Squares, Paragraph: message.Rule(f.Paragraph),
	}
}

// plies appends a line of moves to line.
func (p *Parser) plies(line []record.Ply, from []ply) []record.Ply {
	line = slices.Grow(line, len(from))
	for i := range from {
		line = append(line, p.ply(&from[i]))
	}
	return line
}

func (p *Parser) ply(from *ply) record.Ply {
	ply := record.Ply{At: from.At, Len: len(*from.Word)}
	if from.Length != nil {
		ply.Len = *from.Length
	}
	if from.Reading != nil {
		ply.Word = from.Reading.word(*from.Word)
	} else {
		ply.Word = wordOf(&p.words, *from.Word)
	}
	if n := from.Notes; n != nil {
		ply.Note = &record.Notes{
			Number: n.Number, Behind: int(n.Behind), Marks: n.Marks, DrawOffer: n.DrawOffer,
			Before: n.Before, Comments: n.Comments, Clock: n.Clock, Commands: n.Commands,
			Diagram: n.Diagram, Setup: n.Setup,
		}
		for _, nag := range n.NAGs {
			ply.Note.NAGs = append(ply.Note.NAGs, int(nag))
		}
		for _, in := range n.Inside {
			ply.Note.Inside = append(ply.Note.Inside, record.Inside{Step: int(in.Step), Text: in.Text})
		}
		for _, v := range n.Variations {
			ply.Note.Variations = append(ply.Note.Variations, p.plies(nil, v))
		}
	}
	return ply
}

// word returns the word that was read so.
func (from *reading) word(text string) *record.Word {
	w := &record.Word{Text: text, Separator: record.Separator(from.Separator)}
	for _, s := range from.Steps {
		w.Steps = append(w.Steps, record.Step(s))
	}
	for _, i := range from.Promotions {
		w.Promotion |= 1 << i
	}
	for _, r := range from.Repairs {
		w.Repairs = append(w.Repairs, record.Repair{Code: record.Code(r.Code), From: r.From, To: r.To})
	}
	return w
}

// wordOf returns what the grammar makes of a text: the word, or one without
// steps where the text is no move. It must not be changed.
func wordOf(words *grammar.Words, text string) *record.Word {
	w, err := words.Parse(text)
	if err != nil {
		w = &record.Word{Text: text}
	}
	return w
}

// unreadable adds a fault for the first word that is none, where the record
// does not say that itself.
func unreadable(g *record.Game) {
	for i, p := range g.Plies {
		if len(p.Word.Steps) > 0 {
			continue
		}
		for _, f := range g.Faults {
			if f.Ply > 0 && f.Ply <= i+1 && f.Stops() {
				return
			}
		}
		_, err := grammar.ParseMove(p.Word.Text)
		said := message.Of("json.no-move")
		if err != nil {
			said = message.From(err)
		}
		g.Faults = append(g.Faults, record.Fault{
			Code: record.UnreadableWord, Severity: record.Unreadable, Ply: i + 1,
			At: p.At, Len: p.Len, Word: p.Word.Text, Message: said,
		})
		return
	}
}

var opposite = [...]record.Outcome{
	record.NoResult: record.NoResult, record.WhiteWins: record.BlackWins,
	record.BlackWins: record.WhiteWins, record.Draw: record.Draw,
	record.Points: record.Points, record.Unfinished: record.Unfinished, record.Unplayed: record.Unplayed,
}

// unrecorded reads a game of what the object has instead of a record.
func (p *Parser) unrecorded(g *record.Game) *syntaxError {
	r := &p.reader
	remarks := r.remarks
	var line verdict
	if err := r.decode(&line, p.options); err != nil {
		return err
	}
	if line.Moves == nil {
		var has []string
		for _, f := range remarks {
			has = append(has, strconv.Quote(f.Word))
		}
		if has != nil {
			return &syntaxError{0, 0, message.Of("json.no-game-but", "names", strings.Join(has, ", "))}
		}
		return &syntaxError{0, 0, message.Of("json.no-game")}
	}
	for _, tag := range [...]struct {
		name  string
		value located
	}{{"White", line.White}, {"Black", line.Black}} {
		if tag.value.text != "" {
			g.Tags = append(g.Tags, record.Tag{Name: tag.name, Value: tag.value.text, At: tag.value.at + 1})
		}
	}
	if text := line.Result.text; text != "" {
		g.Result, _ = grammar.ParseResult(text)
		g.Result.Text, g.Result.At = text, line.Result.at+1
		if g.Variant.First() == record.Black { // as PDN has it, see record.Result.String
			g.Result.Outcome = opposite[g.Result.Outcome]
			g.Result.White, g.Result.Black = g.Result.Black, g.Result.White
		}
	}
	for _, word := range *line.Moves {
		g.Plies = append(g.Plies, record.Ply{
			Word: wordOf(&p.words, word.text), At: word.at + 1, Len: word.length - 2,
		})
	}
	g.Faults = append(g.Faults, remarks...)
	unreadable(g)
	return stopped(&line, g)
}

// stopped adds the fault that the verdict says was found behind the moves.
func stopped(line *verdict, g *record.Game) *syntaxError {
	if line.Verdict.length == 0 {
		return nil
	}
	v := slices.Index(verdicts[:], line.Verdict.text)
	if v < 0 {
		return &syntaxError{line.Verdict.at, line.Verdict.length, message.Of("json.one-of",
			"found", line.Verdict.text, "names", strings.Join(verdicts[:], ", "))}
	}
	f := record.Fault{
		Ply: len(g.Plies) + 1, At: line.Verdict.at, Len: line.Verdict.length,
		Message: message.Of("json.no-moves-on"),
	}
	switch replay.Verdict(v) {
	case replay.Unjudged:
		f.Code, f.Severity, f.Ply = record.NoRules, record.Remark, 0
	case replay.Illegal:
		f.Code, f.Severity = record.IllegalMove, record.Illegal
	case replay.Unreadable:
		f.Code, f.Severity = record.UnreadableWord, record.Unreadable
	default:
		return nil
	}
	for i := range line.Faults {
		next := line.Faults[i].fault()
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
	return nil
}
