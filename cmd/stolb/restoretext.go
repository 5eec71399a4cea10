package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// listedChoices is how many moves are listed for a ply that is not sure.
const listedChoices = 4

// sure is the probability from which a move that is not as written is reported in
// one line, without its place being shown.
const sure = 0.99

// appendRestored appends what was found, for a reader: what is not as written,
// in the order of the game, each with its place; then the game.
func appendRestored(dst []byte, f *convert.Restored) []byte {
	g := f.Game
	questions := make(map[int]bool)
	for i := range g.Questions {
		questions[g.Questions[i].Ply] = true
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
		if p := &g.Plies[i]; p.How != restore.Read || p.Probability < sure || questions[i+1] || !agreed(f, p) {
			dst = appendPly(dst, f, i+1, p, questions[i+1])
		}
		left(i + 1)
	}
	if g.Verdict == restore.Lost {
		return appendLine(dst, "", message.Of("restore.lost", "game", message.Verbatim(restoredHeading(f)), "verdict", paintedVerdict(g.Verdict), "why", reasonOf(g)))
	}
	read, mended, inserted, gone := f.Counts()
	found := message.Of("restore.found", "game", message.Verbatim(restoredHeading(f)), "verdict", paintedVerdict(g.Verdict),
		"share", convert.Percent(g.Probability, language), "variant", f.Variant.Term(), "n", len(g.Plies),
		"read", read, "mended", mended, "inserted", inserted)
	if gone > 0 {
		found = message.Of("restore.left-out-too", "found", found, "n", gone)
	}
	dst = appendLine(dst, "", found)
	if g.Verdict != restore.Certain {
		dst = appendLine(dst, indent, reasonOf(g))
	}
	dst = appendMoves(dst, f)
	return appendLine(dst, indent, message.Of("check.final-position", "fen", g.Final.FEN()))
}

// reasonOf says why a game is lost, or less than certain.
func reasonOf(g *restore.Game) message.Message {
	return message.Verbatim(clean(g.Reason.In(language), messageCells))
}

// restoredTerm names a verdict on what was restored.
func restoredTerm(v restore.Verdict) message.Term { return message.Term("restored-" + v.String()) }

// paintedVerdict is the verdict's term in its colour.
func paintedVerdict(v restore.Verdict) message.Message {
	return message.Verbatim(painted(restoredColours[v], say("check.the-verdict", "verdict", restoredTerm(v))))
}

// restoredHeading names a game by its place, number and players, and the second
// sheet where there is one.
func restoredHeading(f *convert.Restored) string {
	g := f.First()
	head := painted(placeColour, fmt.Sprintf("%s:%d:", clean(g.Source.File, messageCells), g.Source.Line)) + " " +
		titleOf(g.Source.Number, f.Tag("White"), f.Tag("Black"))
	if len(f.Sheets) > 1 {
		s := &f.Sheets[1].Game.Source
		head = say("restore.with", "game", message.Verbatim(head), "place", fmt.Sprintf("%s:%d", clean(s.File, messageCells), s.Line))
	}
	return head
}

// appendPly appends what is to be said of a ply, and its line where the move is
// not sure.
func appendPly(dst []byte, f *convert.Restored, n int, p *restore.Ply, question bool) []byte {
	w := f.Place(n, p.Cells)
	dst = message.Of("restore.ply", "place", placeOf(f, w.Sheet, w.Line, w.Column), "ply", n, "move", moveNumber(f, n), "what", saidOf(f, p)).AppendIn(dst, language)
	for i, a := range p.Alternatives {
		if i+1 == listedChoices {
			break
		}
		dst = fmt.Appendf(dst, "; %s %s", a.Text, convert.Percent(a.Probability, language))
	}
	dst = append(appendBox(dst, w.Page, w.Box), '\n')
	if p.Probability < sure || question {
		dst = appendExcerpt(dst, f.Sheets[w.Sheet].Game, w.At, w.Len, nil)
	}
	return dst
}

// placeOf names a place: the file, line and column.
func placeOf(f *convert.Restored, sheet, line, column int) string {
	file := clean(f.Sheets[sheet].Game.Source.File, messageCells)
	return fmt.Sprintf("%s:%d:%d", file, line, column)
}

// moveNumber says whose move a ply is, and which by his count.
func moveNumber(f *convert.Restored, ply int) string {
	return say("check.move-of", "side", f.Side(ply).Term(), "number", (ply+1)/2)
}

// appendBox appends where on a page something is, if that is known.
func appendBox(dst []byte, page int, box *[4]int) []byte {
	if page == 0 || box == nil {
		return dst
	}
	dst = append(dst, ' ')
	return message.Of("restore.on-page", "page", page, "x", box[0], "y", box[1]).AppendIn(dst, language)
}

// agreed says whether two sheets have the same move for a ply.
func agreed(f *convert.Restored, p *restore.Ply) bool {
	if len(f.Sheets) == 2 {
		for i := range f.Sheets {
			if _, move := f.Says(i, p); !move {
				return false
			}
		}
	}
	return true
}

// saidOf says what is written for a ply, and what move is meant.
func saidOf(f *convert.Restored, p *restore.Ply) message.Message {
	var texts [2]any
	some := false
	for i := range f.Sheets {
		texts[i] = message.Of("restore.nothing")
		if c := f.Cell(i, p.Cells[i]); c != nil {
			some = true
			texts[i] = cellText(c)
		}
	}
	share := convert.Percent(p.Probability, language)
	switch {
	case !some:
		return message.Of("restore.not-written", "move", p.Move, "share", share)
	case f.Disagree(p):
		return message.Of("restore.disagree", "first", texts[0], "second", texts[1], "move", p.Move, "share", share)
	case p.How == restore.Read && agreed(f, p):
		return message.Of("restore.perhaps-not", "move", p.Move, "share", share)
	case len(f.Sheets) == 2:
		return message.Of("restore.stand-for", "first", texts[0], "second", texts[1], "move", p.Move, "share", share)
	}
	return message.Of("restore.stands-for", "first", texts[0], "move", p.Move, "share", share)
}

// cellText is what is written in a cell.
func cellText(c *restore.Cell) any {
	if text := clean(c.Text, nameCells); text != "" {
		return text
	}
	return message.Of("restore.empty-cell")
}

func appendLeftOut(dst []byte, f *convert.Restored, d restore.Dropped) []byte {
	c := f.Cell(d.Sheet, d.Cell)
	g := f.Sheets[d.Sheet].Game
	at := g.Place(c.At)
	place := fmt.Sprintf("%s:%d:%d", clean(g.Source.File, messageCells), at.Line, at.Column)
	where := message.Of("restore.behind", "ply", d.After)
	if d.After == 0 {
		where = message.Of("restore.before-all")
	}
	if d.Repeats {
		return appendLine(dst, "", message.Of("restore.left-out-twice", "place", place, "where", where, "word", cellText(c)))
	}
	return appendLine(dst, "", message.Of("restore.left-out", "place", place, "where", where, "word", cellText(c)))
}

// appendMoves appends the moves with their numbers, * after one that was mended
// and + after one that is not written, in lines that fit a terminal.
func appendMoves(dst []byte, f *convert.Restored) []byte {
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
func boardBefore(dst []byte, f *convert.Restored, ply int) []byte {
	p, ok := f.Before(ply)
	if !ok {
		return dst
	}
	for line := range strings.Lines(string(appendBoard(nil, p.Record()))) {
		if line == "\n" {
			continue
		}
		dst = append(append(dst, "    "...), line...)
	}
	return dst
}
