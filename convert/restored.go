package convert

// This file connects damaged records to package replay/restore. Read first: sheet, the text of a
// record, and recognised, a recogniser's output; Restored, the result; then lineJSON, the contract
// in JSON.

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// sheet is one written record of a game. newSheet makes one from a text.
type sheet struct {
	Game  *record.Game // headers, result and place; the plies are not used
	moves grammar.Movetext
	// recognised is the recogniser's output, or nil for plain text. Its offsets refer to the
	// document, in which Game.Text begins at base.
	recognised *recognised
	base       int
}

// newSheet reads the text of a game, with the recogniser's output if any. A position after the
// moves is the final position, not the start.
func newSheet(p *textParser, c grammar.Chunk, said *recognised) *sheet {
	s := &sheet{Game: new(record.Game), recognised: said, base: int(c.Source.Offset)}
	p.ParseInto(c, s.Game)
	switch {
	case c.Format != grammar.JSON:
		s.moves = p.written.Movetext(c)
	case s.Game.Format != grammar.JSON.String() && strings.TrimSpace(s.Game.Text) != "": // the record's own text
		s.moves = p.written.Movetext(grammar.Chunk{Text: s.Game.Text})
	default:
		s.moves = grammar.MovetextOf(s.Game)
	}
	return s
}

// Restored is a damaged record, from one sheet or from both players' sheets, with the most
// probable legal game. AppendJSON appends it as the line of JSON that the command writes; Report
// is the game for a writer.
type Restored struct {
	Sheets  []*sheet
	Variant record.Variant
	Guessed bool            // Variant was guessed by Restore
	Record  *restore.Record // nil if the variant is unknown
	Game    *restore.Game

	tried []*restore.Record // one for each variant, until it is known
	words grammar.Words
}

// newRestored prepares the sheets of one game for restoring. The variant is the one that a sheet
// names, or else defaultVariant, the only one that a sheet's text allows, or the one that Restore
// guesses.
func newRestored(defaultVariant record.Variant, sheets ...*sheet) *Restored {
	f := &Restored{Sheets: sheets}
	for _, s := range sheets {
		f.Variant = cmp.Or(f.Variant, s.Game.Variant)
	}
	f.Variant = cmp.Or(f.Variant, defaultVariant)
	for _, s := range sheets {
		if len(s.Game.Shows) == 1 {
			f.Variant = cmp.Or(f.Variant, s.Game.Shows[0])
		}
	}
	tried := []record.Variant{f.Variant}
	if f.Variant == record.UnknownVariant {
		// A reverse game has the same moves as the straight one.
		tried = slices.DeleteFunc(record.Variants(), record.Variant.Reversed)
	}
	for _, v := range tried {
		r := &restore.Record{Variant: v}
		for _, s := range sheets {
			s.addTo(r)
		}
		f.tried = append(f.tried, r)
	}
	reason := message.ID("restore.no-variant")
	switch {
	case !slices.ContainsFunc(sheets, func(s *sheet) bool { return len(s.moves.Written) > 0 }):
		reason, f.tried = "restore.no-moves", nil
	case len(f.tried) == 1:
		f.Record, f.tried = f.tried[0], nil
		return f
	}
	f.Game = &restore.Game{Verdict: restore.Lost, Reason: message.Of(reason)}
	return f
}

// addTo adds a sheet to the record. If two sheets differ in the result, it is ignored.
func (s *sheet) addTo(r *restore.Record) {
	g := s.Game
	if g.Start != nil && g.Start.Variant == r.Variant && r.Start == nil {
		r.Start = g.Start
	}
	if s.moves.Final != "" && r.Final == nil {
		// An unreadable position is no evidence.
		if p, err := s.moves.ReadFinal(r.Variant); err == nil {
			r.Final = &p
		}
	}
	result := g.Result
	for _, w := range s.moves.Written {
		if result.At >= w.At && result.At < w.At+w.Len {
			result = record.Result{} // it is a damaged move
		}
	}
	switch {
	case len(r.Sheets) == 0, r.Result.Outcome == record.NoResult:
		r.Result = result
	case result.Outcome != record.NoResult && result.Outcome != r.Result.Outcome:
		r.Result = record.Result{}
	}
	// In rows, and in columns without headings, the side that begins comes first.
	first := record.White
	if s.moves.Apart && !s.moves.Headed {
		first = (&record.Game{Start: r.Start}).Side(r.Variant.First(), 1)
	}
	cells := make([]restore.Cell, len(s.moves.Written))
	for i, w := range s.moves.Written {
		side := first
		if w.Column != grammar.FirstColumn {
			side = first.Other()
		}
		cells[i] = restore.Cell{
			Text: w.Text, Number: w.Number, At: w.At, Len: w.Len, Sided: w.Column != grammar.AnyColumn, Side: side,
		}
		if d := s.recognised; d != nil {
			said := d.at(s.base+w.At, w.Len)
			cells[i].Confidence, cells[i].Alternatives = said.Confidence, said.Alternatives
		}
	}
	r.Sheets = append(r.Sheets, restore.Sheet{Cells: cells, Apart: s.moves.Apart})
}

// Restore restores the game, given answers.
func (f *Restored) Restore(r *restore.Restorer, answers map[int]string) {
	if f.tried != nil {
		f.guess(r, answers)
	}
	if f.Record != nil {
		f.Game = r.Restore(f.Record, answers)
	}
}

// muchLess is the log-probability, relative to the best variant, at or below which a variant is
// ruled out.
const muchLess = -7

// guess restores the record under each variant. It adopts a variant if the text is far more
// probable under it than under every other.
func (f *Restored) guess(r *restore.Restorer, answers map[int]string) {
	games := make([]*restore.Game, len(f.tried))
	best := math.Inf(-1)
	r.Narrow = true
	for i, rec := range f.tried {
		if games[i] = r.Restore(rec, answers); games[i].Verdict != restore.Lost {
			best = max(best, games[i].Evidence)
		}
	}
	r.Narrow = false
	var fits []string
	at := 0
	for i, g := range games {
		if g.Verdict != restore.Lost && g.Evidence > best+muchLess {
			fits, at = append(fits, f.tried[i].Variant.String()), i
		}
	}
	if len(fits) > 1 {
		f.Game = &restore.Game{Verdict: restore.Lost,
			Reason: message.Of("restore.variants", "variants", message.And(fits...))}
		return
	}
	f.Game = games[at]
	if len(fits) == 1 {
		f.Variant, f.Guessed, f.Record, f.tried = f.tried[at].Variant, true, f.tried[at], nil
	}
}

// First returns the game of the first sheet, whose file and number identify the record.
func (f *Restored) First() *record.Game { return f.Sheets[0].Game }

// Key returns the key that identifies the game.
func (f *Restored) Key() gameKey { return gameKey{f.First().Source.File, f.First().Source.Number} }

// Tag returns the value of a tag from the first sheet that has it, or "" if absent.
func (f *Restored) Tag(name string) string {
	for _, s := range f.Sheets {
		if v := s.Game.Tag(name); v != "" {
			return v
		}
	}
	return ""
}

// Cell returns a cell of a sheet by index, or nil if absent, as for -1.
func (f *Restored) Cell(sheet, index int) *restore.Cell {
	if f.Record == nil || index < 0 || index >= len(f.Record.Sheets[sheet].Cells) {
		return nil
	}
	return &f.Record.Sheets[sheet].Cells[index]
}

// written returns the text of a ply's cell on a sheet, or "" if absent.
func (f *Restored) written(sheet int, cells [restore.MaxSheets]int) string {
	return cmp.Or(f.Cell(sheet, cells[sheet]), new(restore.Cell)).Text
}

// cellPlace is the place of a cell in the file or the recogniser's text, and on the page.
type cellPlace struct {
	Sheet          int // from 0
	Line, Column   int
	recognisedWord // At and Len refer to the text of the sheet's game
}

// Place returns the place of a ply: its cell on the first sheet that has one, or else, with
// length 0, the end of the cell of the nearest earlier ply that has one.
func (f *Restored) Place(ply int, cells [restore.MaxSheets]int) cellPlace {
	for i := range f.Sheets {
		if c := f.Cell(i, cells[i]); c != nil {
			return f.where(i, c.At, c.Len)
		}
	}
	for p := min(ply-1, len(f.Game.Plies)); p > 0; p-- {
		for i := range f.Sheets {
			if c := f.Cell(i, f.Game.Plies[p-1].Cells[i]); c != nil {
				w := f.where(i, c.At+c.Len, 0)
				w.Box = nil
				return w
			}
		}
	}
	return f.where(0, cmp.Or(f.Cell(0, 0), new(restore.Cell)).At, 0)
}

func (f *Restored) where(i, at, length int) cellPlace {
	s := f.Sheets[i]
	place := s.Game.Place(at)
	w := cellPlace{Sheet: i, Line: place.Line, Column: place.Column}
	if s.recognised != nil {
		w.recognisedWord = s.recognised.at(s.base+at, length)
	}
	w.At, w.Len = at, length
	return w
}

// Side returns the side that makes a ply.
func (f *Restored) Side(ply int) record.Colour {
	var g record.Game
	if f.Record != nil {
		g.Start = f.Record.Start
	}
	return g.Side(f.Variant.First(), ply)
}

// Before returns the position before a ply. It is false if there is none, as in a lost game.
func (f *Restored) Before(ply int) (*replay.Position, bool) {
	if f.Record == nil || f.Game.Verdict == restore.Lost {
		return nil, false
	}
	for i, p := range f.Report(message.English).Plies() {
		if i == ply-1 {
			return new(*p.Before), true
		}
	}
	return nil, false
}

// Says reports whether a ply has a readable move word on a sheet, and whether the word can denote
// the ply's move: its first and last squares match.
func (f *Restored) Says(sheet int, p *restore.Ply) (word, move bool) {
	c := f.Cell(sheet, p.Cells[sheet])
	if c == nil {
		return false, false
	}
	written, err := f.words.Parse(c.Text)
	meant, wrong := f.words.Parse(p.Move)
	if err != nil || wrong != nil || len(written.Steps) == 0 {
		return false, false
	}
	b := f.Variant.Board()
	from, _ := meant.Steps[0].Square(b)
	to, _ := meant.Steps[len(meant.Steps)-1].Square(b)
	first, last := written.Steps[0], written.Steps[len(written.Steps)-1]
	return true, last.Matches(b, to) && (len(written.Steps) == 1 || first.Matches(b, from)) // a word such as :e5 has only the last square
}

// Disagree reports whether the two sheets of a game have words for different moves at a ply.
func (f *Restored) Disagree(p *restore.Ply) bool {
	if len(f.Sheets) < 2 {
		return false
	}
	word, first := f.Says(0, p)
	other, second := f.Says(1, p)
	return word && other && first != second
}
