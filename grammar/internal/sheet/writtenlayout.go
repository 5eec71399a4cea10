package sheet

import (
	"errors"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// laidOut finds how the things stand on the page, and returns them with their
// columns and with the empty cells of a table.
func (w *writing) laidOut() ([]Written, bool) {
	if split := w.columns(); split > 0 {
		out := make([]Written, 0, len(w.things))
		for i := range w.things {
			t := w.things[i].Written
			t.Column = FirstColumn
			if (i >= split) != (w.first == record.Black) {
				t.Column = SecondColumn
			}
			if t.Text != "" {
				out = append(out, t)
			}
		}
		return out, true
	}
	first, second, ok := w.cells()
	out := make([]Written, 0, len(w.things)+8)
	if !ok {
		for i := range w.things {
			if t := &w.things[i]; t.cell >= 0 {
				out = append(out, t.Written)
			} else { // a number alone
				out = append(out, t.Written, Written{At: t.At, Row: t.Row})
			}
		}
		return trimmed(out), false
	}
	for i := 0; i < len(w.things); {
		end := i + 1
		for end < len(w.things) && w.things[end].Row == w.things[i].Row && w.things[end].Number == 0 {
			end++
		}
		row := w.things[i:end]
		number := row[0].Number
		for column, cell := range [...]int8{first, second} {
			any := false
			for k := range row {
				t := row[k]
				if t.cell != cell && !(t.cell > second && column == 1) && !(t.cell < first && column == 0) && !(t.cell > first && t.cell < second && column == 0) || t.cell < 0 {
					continue
				}
				t.Column = FirstColumn + Column(column)
				if t.Number = 0; !any && column == 0 {
					t.Number = number
				}
				any = true
				out = append(out, t.Written)
			}
			if !any && (number > 0 || len(row) > 0 && row[0].cell >= 0) {
				blank := Written{At: row[0].At, Row: row[0].Row, Column: FirstColumn + Column(column)}
				if column == 0 {
					blank.Number = number
				} else {
					blank.At = row[len(row)-1].At + row[len(row)-1].Len
				}
				out = append(out, blank)
			}
		}
		i = end
	}
	return trimmed(out), false
}

// trimmed leaves out the empty cells behind the last thing: the form has more
// rows than the game.
func trimmed(out []Written) []Written {
	for len(out) > 0 && out[len(out)-1].Text == "" {
		out = out[:len(out)-1]
	}
	return out
}

// cells returns the cells of a row in which the moves of either side stand,
// where the rows have cells.
func (w *writing) cells() (first, second int8, ok bool) {
	var counts [101]int
	rows := 0
	for i := range w.things {
		t := &w.things[i]
		if t.sure && t.cell >= 0 {
			counts[t.cell]++
		}
		if i == 0 || w.things[i-1].Row != t.Row {
			rows++
		} else if t.Number > 0 && w.things[i-1].Row == t.Row {
			return 0, 0, false // several numbers in a line
		}
	}
	a, b := -1, -1
	for i, n := range counts {
		switch {
		case a < 0 || n > counts[a]:
			a, b = i, a
		case b < 0 || n > counts[b]:
			b = i
		}
	}
	if b < 0 || 3*counts[b] < counts[a] || rows < 2 {
		return 0, 0, false
	}
	return int8(min(a, b)), int8(max(a, b)), true
}

// columns returns where the second of two columns begins, 0 where there are
// none: at the head of one, or, where lines have a move each, where the numbers
// begin again or leave off.
func (w *writing) columns() int {
	if 4*w.wide > w.lines {
		return 0
	}
	for i, n := range w.heads {
		if n > 1 && n < len(w.things)-1 && (i == 0 || w.heads[i-1] == 0) {
			return n
		}
	}
	if len(w.things) < 4 || w.lines < 4 {
		return 0
	}
	n := 1
	for n < len(w.things) && w.things[n].Number > 0 && w.things[n].Row > w.things[n-1].Row && (w.things[n].Number > 2 || n < 3) {
		n++
	}
	if w.things[0].Number == 0 || 3*n < len(w.things) || n > len(w.things)-2 {
		return 0
	}
	for i := n; i < len(w.things); i++ {
		if w.things[i].Row == w.things[i-1].Row {
			return 0
		}
	}
	return n
}

// GoesOn says whether the text of what was taken for another game is the rest of
// the game before it: it was cut in the middle of a line, at a word that looked
// like a result and is a move that is hurt, and no names stand before its moves;
// or its numbers go on where those before left off.
func (r *Reader) GoesOn(before, text string) bool {
	if before == "" || text == "" {
		return false
	}
	tail := before[max(0, len(before)-maxWeighed):]
	last, next := 0, 0
	l := r.lex
	l.reset(tail)
	l.begun = true
	words := false
	for t := l.next(); t.kind != lexer.EOF; t = l.next() {
		switch t.kind {
		case tokenNumber:
			last, words = l.number, false
		case tokenResult:
			words = strings.IndexFunc(tail[t.at:t.end], word.IsLetter) >= 0
		}
	}
	if words {
		return false // it has ended
	}
	if isSecondColumn(before, text) {
		return true
	}
	if _, from := finalLine(text); from > 0 && strings.Count(trimSpace(text), "\n") < 2 {
		return true // the position at its end
	}
	head := text[:min(len(text), maxWeighed)]
	l.reset(head)
	l.begun = true
	for next == 0 {
		switch t := l.next(); t.kind {
		case tokenNumber:
			next = l.number
		case tokenKey, tokenPlayer, tokenTagName, tokenVariant, tokenPosition, tokenFact, lexer.EOF:
			return false
		}
	}
	return next == last+1 && next > 1
}

// isSecondColumn says whether a text is the other side's column of the game
// before it: it begins with the head of that column, and the text before has one
// of the other, alone.
func isSecondColumn(before, text string) bool {
	headOf := func(line string) string {
		line = line[word.SkipBlank(line, 0):]
		tag, n := matchKey(line)
		if tag != "White" && tag != "Black" || strings.ContainsAny(line[n:], ":\t") {
			return ""
		}
		return tag
	}
	second := headOf(text[:word.LineEnd(text, 0)])
	if second == "" || len(before) > maxColumns {
		return false
	}
	first := ""
	for line := range strings.Lines(before) {
		if tag := headOf(strings.TrimRight(line, "\r\n")); tag != "" {
			if first != "" {
				return false
			}
			first = tag
		}
	}
	return first != "" && first != second
}

// maxColumns is the most bytes of a sheet in which the heads of columns are
// looked for.
const maxColumns = 1 << 16

// maxFinalLines is in how many lines at the end of a text the position is looked
// for that was reached.
const maxFinalLines = 4

// finalLine finds the line near the end of a text that is nothing but a position:
// "Конечная позиция: белые: ...", "Position: W:Wa1:Bb2", or without a word before
// it. It returns where the line begins and where the position does, 0 where
// there is none.
func finalLine(text string) (at, from int) {
	end := len(text)
	for range maxFinalLines {
		end = len(strings.TrimRight(text[:end], " \t\r\n"))
		at = strings.LastIndexAny(text[:end], "\r\n") + 1
		line := text[at:end]
		if end == 0 || len(line) > position.MaxLen {
			return 0, 0
		}
		from = word.SkipBlank(line, 0)
		headed := false
		if i := strings.IndexByte(line, ':'); i > 0 && i < 64 {
			if said := word.Fold(line[:i]); strings.Contains(said, "позиц") || strings.Contains(said, "position") || strings.Contains(said, "final") {
				from, headed = word.SkipBlank(line, i+1), true
			}
		}
		if tag, _ := matchKey(line[from:]); startsFEN(line[from:]) || (headed || tag == "White" || tag == "Black") && startsPosition(line[from:]) {
			return at, at + from
		}
		end = at
	}
	return 0, 0
}

// ReadFinal reads the position that stands behind a game's moves. The error is
// that of position.Parse.
func (m *Movetext) ReadFinal(v record.Variant) (record.Position, error) {
	p, _, err := position.Parse(m.Final, v)
	if errors.Is(err, record.ErrUnknownTurn) {
		err = nil
	}
	return p, err
}
