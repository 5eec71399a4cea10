// Package restored has what is between damaged records and package
// replay/restore: what recognisers write, the cells of a sheet, what was found for it as a
// line of JSON and as a game for the writers of other formats, with every mended, inserted
// and left-out move marked, and the answers of people.
//
// Read first: Sheet, which is what was read, and Document, what a recogniser said of it; Found, which is what came of it;
// then Line, which is the contract in JSON.
package restored

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/internal/source"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// Sheet is one record of a game as it is written. NewSheet makes one of a text.
type Sheet struct {
	Game  *record.Game // its headers, result and place; the plies are not used
	Moves grammar.Movetext
	// Recognised has what a recogniser said of the text; nil for text. Its
	// offsets are those of the document, in which Game.Text begins at Base.
	Recognised *Document
	Base       int
}

// NewSheet reads the text of a game, of which a recogniser may have said more. A
// position after the moves is where the game ended, not where it began.
func NewSheet(p *source.Parser, c grammar.Chunk, said *Document) *Sheet {
	s := &Sheet{Game: new(record.Game), Recognised: said, Base: int(c.Source.Offset)}
	p.ParseInto(c, s.Game)
	switch {
	case c.Format != grammar.JSON:
		s.Moves = p.Written().Movetext(c)
	case s.Game.Format != grammar.JSON.String() && strings.TrimSpace(s.Game.Text) != "": // the record's own
		s.Moves = p.Written().Movetext(grammar.Chunk{Text: s.Game.Text})
	default:
		s.Moves = grammar.MovetextOf(s.Game)
	}
	return s
}

// Found is a record, on one sheet or on the two of both players, and the game
// that was found for it.
type Found struct {
	Sheets  []*Sheet
	Variant record.Variant
	Guessed bool            // the variant, by Restore
	Record  *restore.Record // nil if the variant is not known
	Game    *restore.Game

	tried []*restore.Record // under each variant, until it is known
	words grammar.Words
}

// New returns what is to be restored of the sheets of one game. The variant is
// that which a sheet names, else defaultVariant, else the only one that its text can be, else
// the one that Restore finds.
func New(defaultVariant record.Variant, sheets ...*Sheet) *Found {
	f := &Found{Sheets: sheets}
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
		// The moves of a reverse game are those of the straight one.
		tried = slices.DeleteFunc(record.Variants(), record.Variant.Reversed)
	}
	for _, v := range tried {
		r := &restore.Record{Variant: v}
		for _, s := range sheets {
			add(r, s)
		}
		f.tried = append(f.tried, r)
	}
	reason := message.ID("restore.no-variant")
	switch {
	case !slices.ContainsFunc(sheets, func(s *Sheet) bool { return len(s.Moves.Written) > 0 }):
		reason, f.tried = "restore.no-moves", nil
	case len(f.tried) == 1:
		f.Record, f.tried = f.tried[0], nil
		return f
	}
	f.Game = &restore.Game{Verdict: restore.Lost, Reason: message.Of(reason)}
	return f
}

// add adds what a sheet says to the record. What two sheets say differently of
// how the game ended is not used.
func add(r *restore.Record, s *Sheet) {
	g := s.Game
	if g.Start != nil && g.Start.Variant == r.Variant && r.Start == nil {
		r.Start = g.Start
	}
	if s.Moves.Final != "" && r.Final == nil {
		// One that cannot be read is no evidence.
		if p, err := s.Moves.ReadFinal(r.Variant); err == nil {
			r.Final = &p
		}
	}
	result := g.Result
	for _, w := range s.Moves.Written {
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
	// Where columns have no heads, and in rows, the side that begins is first.
	first := record.White
	if s.Moves.Apart && !s.Moves.Headed {
		first = (&record.Game{Start: r.Start}).Side(r.Variant.First(), 1)
	}
	cells := make([]restore.Cell, len(s.Moves.Written))
	for i, w := range s.Moves.Written {
		side := first
		if w.Column != grammar.FirstColumn {
			side = first.Other()
		}
		cells[i] = restore.Cell{
			Text: w.Text, Number: w.Number, At: w.At, Len: w.Len, Sided: w.Column != grammar.AnyColumn, Side: side,
		}
		if d := s.Recognised; d != nil {
			said := d.At(s.Base+w.At, w.Len)
			cells[i].Confidence, cells[i].Alternatives = said.Confidence, said.Alternatives
		}
	}
	r.Sheets = append(r.Sheets, restore.Sheet{Cells: cells, Apart: s.Moves.Apart})
}

// Restore finds the game of the record, given answers.
func (f *Found) Restore(r *restore.Restorer, answers map[int]string) {
	if f.tried != nil {
		f.guess(r, answers)
	}
	if f.Record != nil {
		f.Game = r.Restore(f.Record, answers)
	}
}

// muchLess is the logarithm of how much less probable what is written must be under all other
// variants for one to be guessed.
const muchLess = -7

// guess tries each variant. If what is written is far more probable under one than under the
// others, that is the game's.
func (f *Found) guess(r *restore.Restorer, answers map[int]string) {
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

// First returns the record's first sheet, by whose file and number the game goes.
func (f *Found) First() *record.Game { return f.Sheets[0].Game }

// Key returns what identifies the game.
func (f *Found) Key() Key { return Key{f.First().Source.File, f.First().Source.Number} }

// Tag returns the value of a tag of the first sheet that has it.
func (f *Found) Tag(name string) string {
	for _, s := range f.Sheets {
		if v := s.Game.Tag(name); v != "" {
			return v
		}
	}
	return ""
}

// Cell returns the cell of a sheet with the given index; nil for -1.
func (f *Found) Cell(sheet, index int) *restore.Cell {
	if f.Record == nil || index < 0 || index >= len(f.Record.Sheets[sheet].Cells) {
		return nil
	}
	return &f.Record.Sheets[sheet].Cells[index]
}

// written returns what is written for a ply on a sheet; "" where nothing is.
func (f *Found) written(sheet int, cells [restore.MaxSheets]int) string {
	return cmp.Or(f.Cell(sheet, cells[sheet]), new(restore.Cell)).Text
}

// Where is the place of a cell: in the file, or in what a recogniser read, and there on the page.
type Where struct {
	Sheet        int // from 0
	Line, Column int
	Word         // its bytes are those of the text of the sheet's game
}

// Place returns where a ply is written: its cell, on the first sheet that has one,
// else after the cell of the ply before it that has one, with the length 0.
func (f *Found) Place(ply int, cells [restore.MaxSheets]int) Where {
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

func (f *Found) where(i, at, length int) Where {
	s := f.Sheets[i]
	place := s.Game.Place(at)
	w := Where{Sheet: i, Line: place.Line, Column: place.Column}
	if s.Recognised != nil {
		w.Word = s.Recognised.At(s.Base+at, length)
	}
	w.At, w.Len = at, length
	return w
}

// Side returns whose move a ply is.
func (f *Found) Side(ply int) record.Colour {
	var g record.Game
	if f.Record != nil {
		g.Start = f.Record.Start
	}
	return g.Side(f.Variant.First(), ply)
}

// Before returns the position before a ply, and false if there is none, as in a game
// that is lost.
func (f *Found) Before(ply int) (*replay.Position, bool) {
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

// Says reports whether a ply has a word on a sheet, and whether that word can be the
// ply's move: its first and last square are the move's.
func (f *Found) Says(sheet int, p *restore.Ply) (word, move bool) {
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
	return true, last.Matches(b, to) && (len(written.Steps) == 1 || first.Matches(b, from)) // :e5
}

// Disagree reports whether the two sheets of a game have words for a ply that say
// different moves.
func (f *Found) Disagree(p *restore.Ply) bool {
	if len(f.Sheets) < 2 {
		return false
	}
	word, first := f.Says(0, p)
	other, second := f.Says(1, p)
	return word && other && first != second
}
