package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/convert/restored"
	"github.com/stolb/stolb/replay/restore"
)

// listedChoices is how many moves are told of a ply that is not sure.
const listedChoices = 4

// sure is the probability from which a move that is not as written is told in
// one line, without its place being shown.
const sure = 0.99

// appendRestored appends what was found, for a reader: what is not as written,
// in the order of the game, each with its place; then the game.
func appendRestored(dst []byte, f *restored.Found) []byte {
	g := f.Game
	asked := make(map[int]bool)
	for i := range g.Questions {
		asked[g.Questions[i].Ply] = true
	}
	dropped := g.Dropped
	left := func(after int) {
		for len(dropped) > 0 && dropped[0].After <= after {
			dst = appendLeftOut(dst, f, dropped[0])
			dropped = dropped[1:]
		}
	}
	left(0)
	for i := range g.Plies {
		if p := &g.Plies[i]; p.How != restore.Read || p.Probability < sure || asked[i+1] || !agreed(f, p) {
			dst = appendPly(dst, f, i+1, p, asked[i+1])
		}
		left(i + 1)
	}
	dst = fmt.Appendf(dst, "%s: %v", restoredHeading(f), g.Verdict)
	if g.Verdict == restore.Lost {
		return fmt.Appendf(dst, ": %s\n", clean(g.Reason, messageCells))
	}
	c := f.Counts()
	dst = fmt.Appendf(dst, ", %s, %v, %s: %d read, %d mended, %d inserted", restored.Percent(g.Probability), f.Variant,
		count(len(g.Plies), "ply", "plies"), c.Read, c.Mended, c.Inserted)
	if c.Dropped > 0 {
		dst = fmt.Appendf(dst, "; %s left out", count(c.Dropped, "word", "words"))
	}
	dst = append(dst, '\n')
	if g.Verdict != restore.Certain {
		dst = fmt.Appendf(dst, "    %s\n", clean(g.Reason, messageCells))
	}
	dst = appendMoves(dst, f)
	return fmt.Appendf(dst, "    final position: %s\n", g.Final.FEN())
}

// restoredHeading names a game by its place, number and players, and the second
// sheet where there is one.
func restoredHeading(f *restored.Found) string {
	g := f.First()
	white, black := clean(f.Tag("White"), nameCells), clean(f.Tag("Black"), nameCells)
	name := fmt.Sprintf("game %d", g.Source.Number)
	if white != "" || black != "" {
		name += fmt.Sprintf(" (%s – %s)", nonempty(white), nonempty(black))
	}
	head := fmt.Sprintf("%s:%d: %s", clean(g.Source.File, messageCells), g.Source.Line, name)
	if len(f.Sheets) > 1 {
		s := &f.Sheets[1].Game.Source
		head += fmt.Sprintf(" with %s:%d", clean(s.File, messageCells), s.Line)
	}
	return head
}

func nonempty(name string) string {
	if name == "" {
		return "?"
	}
	return name
}

// appendPly appends what is to be said of a ply, and its line where the move is
// not sure.
func appendPly(dst []byte, f *restored.Found, n int, p *restore.Ply, asked bool) []byte {
	w := f.Place(n, p.Cells)
	side := colourName(f.Side(n))
	dst = fmt.Appendf(dst, "%s:%d:%d: ply %d (%s's move %d): ", clean(f.Sheets[w.Sheet].Game.Source.File, messageCells), w.Line, w.Column, n, side, (n+1)/2)
	dst = append(dst, saidOf(f, p)...)
	dst = fmt.Appendf(dst, " %s, %s", p.Move, restored.Percent(p.Probability))
	for i, a := range p.Alternatives {
		if i+1 == listedChoices {
			break
		}
		dst = fmt.Appendf(dst, "; %s %s", a.Move, restored.Percent(a.Probability))
	}
	if w.Page > 0 && w.Box != nil {
		dst = fmt.Appendf(dst, " (page %d, at %d,%d)", w.Page, w.Box[0], w.Box[1])
	}
	dst = append(dst, '\n')
	if p.Probability < sure || asked {
		dst = appendExcerpt(dst, f, w)
	}
	return dst
}

// agreed says whether two sheets have the same move for a ply.
func agreed(f *restored.Found, p *restore.Ply) bool {
	if len(f.Sheets) == 2 {
		for i := range f.Sheets {
			if _, move := f.Says(i, p); !move {
				return false
			}
		}
	}
	return true
}

// saidOf says what is written for a ply, up to the move that is meant.
func saidOf(f *restored.Found, p *restore.Ply) string {
	var texts []string
	some := false
	for i := range f.Sheets {
		text := "nothing"
		if c := f.Cell(i, p.Cells[i]); c != nil {
			some = true
			if text = clean(c.Text, nameCells); text == "" {
				text = "an empty cell"
			}
		}
		texts = append(texts, text)
	}
	switch {
	case !some:
		return "nothing is written;"
	case f.Disagree(p):
		return "the sheets disagree, " + texts[0] + " and " + texts[1] + ":"
	case p.How == restore.Read && agreed(f, p):
		return "perhaps not"
	case len(texts) == 2:
		return texts[0] + " and " + texts[1] + " stand for"
	}
	return texts[0] + " stands for"
}

func appendLeftOut(dst []byte, f *restored.Found, d restore.Dropped) []byte {
	c := f.Cell(d.Sheet, d.Cell)
	g := f.Sheets[d.Sheet].Game
	place := g.Place(c.At)
	text := clean(c.Text, nameCells)
	if text == "" {
		text = "an empty cell"
	}
	dst = fmt.Appendf(dst, "%s:%d:%d: behind ply %d: %s is left out", clean(g.Source.File, messageCells), place.Line, place.Column, d.After, text)
	if d.Repeats {
		dst = append(dst, ": it is written twice"...)
	}
	return append(dst, '\n')
}

// appendExcerpt appends the line in which a place is, with ^ under it.
func appendExcerpt(dst []byte, f *restored.Found, w restored.Where) []byte {
	g := f.Sheets[w.Sheet].Game
	line := g.Line(w.At)
	if strings.TrimSpace(line) == "" {
		return dst
	}
	start := strings.LastIndexAny(g.Text[:min(w.At, len(g.Text))], "\r\n") + 1
	shown, carets := excerpt(line, w.At-start, w.Len)
	return fmt.Appendf(dst, "    %s\n    %s\n", shown, carets)
}

// appendMoves appends the moves with their numbers, * behind one that was mended
// and + behind one that is not written, in lines that fit a terminal.
func appendMoves(dst []byte, f *restored.Found) []byte {
	column := 0
	put := func(text string) {
		n := utf8.RuneCountInString(text)
		switch {
		case column == 0:
			dst = append(dst, "    "...)
			column = 4
		case column+1+n > lineCells+4:
			dst = append(dst, "\n    "...)
			column = 4
		default:
			dst = append(dst, ' ')
			column++
		}
		dst = append(dst, text...)
		column += n
	}
	first := f.Variant.First()
	if f.Record.Start != nil {
		first = f.Record.Start.Turn
	}
	second := first != f.Variant.First()
	for i := range f.Game.Plies {
		p := &f.Game.Plies[i]
		text := p.Move
		switch p.How {
		case restore.Mended:
			text += "*"
		case restore.Inserted:
			text += "+"
		}
		switch n := i; {
		case second && i == 0:
			text = "1... " + text
		case second:
			n++
			fallthrough
		default:
			if n%2 == 0 {
				text = fmt.Sprintf("%d. %s", n/2+1, text)
			}
		}
		put(text)
	}
	if column > 0 {
		dst = append(dst, '\n')
	}
	return dst
}

// boardBefore appends the board before a ply of what was found; nothing where
// the moves up to there cannot be played.
func boardBefore(dst []byte, f *restored.Found, ply int) []byte {
	p, ok := f.Before(ply)
	if !ok {
		return dst
	}
	for line := range strings.Lines(string(appendBoard(nil, p))) {
		if line == "\n" {
			continue
		}
		dst = append(append(dst, "    "...), line...)
	}
	return dst
}
