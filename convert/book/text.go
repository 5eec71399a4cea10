package book

import (
	"io"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/internal/notation"
)

// markup is how an output writes the text of a game: what opens and closes a paragraph
// and what is bold, and the parts of it.
type markup struct {
	open, close        string
	bold               [2]string
	trim               string    // characters that a paragraph does not end with
	inline             bool      // how the game ended is in the paragraph before
	beside             [3]string // what opens a paragraph before a diagram, parts them, and ends both
	comment            [2]string
	text, move, ending func(string) string
}

// write writes the text of a game as paragraphs with figures between, by the indexes of
// their runs. The game's own moves are bold where there are others, or remarks.
func (m *markup) write(w io.Writer, runs []notation.Run, figures map[int]*figure, draw func(*figure) error) error {
	var text strings.Builder // of the paragraph that is open
	open, bold := false, false
	aside := slices.ContainsFunc(runs, func(r notation.Run) bool {
		return r.Role == notation.Open || r.Role == notation.Comment || r.Role == notation.Label
	})
	strong := func(wanted bool) {
		if wanted != bold {
			text.WriteString(m.bold[map[bool]int{true: 0, false: 1}[wanted]])
			bold = wanted
		}
	}
	end := func(before, after string) error {
		if strong(false); open {
			after = before + m.open + strings.TrimRight(text.String(), m.trim) + m.close + after
			open = false
			text.Reset()
		}
		_, err := io.WriteString(w, after)
		return err
	}
	for i := 0; i < len(runs); i++ {
		run := &runs[i]
		var err error
		switch {
		case run.Role == notation.NewLine:
			err = end("", "")
		case run.Role == notation.Space && !open, run.Role == notation.Command:
		case run.Role == notation.Diagram:
			f, beside := figures[i], m.beside
			if f == nil {
				break
			}
			if !open {
				beside = [3]string{}
			}
			if err = end(beside[0], beside[1]); err == nil {
				err = draw(f)
			}
			if err == nil {
				_, err = io.WriteString(w, beside[2])
			}
		case run.Role == notation.Ending && m.inline:
			open = true
			strong(false)
			text.WriteString(m.ending(run.Text))
			err = end("", "")
		case run.Role == notation.Ending:
			err = end("", m.ending(run.Text))
		default:
			open = true
			strong(aside && mainly(run) || bold && run.Role == notation.Space && i+1 < len(runs) && mainly(&runs[i+1]))
			switch {
			case isUnbroken(runs, i):
				text.WriteString(m.text("\u00a0"))
			case run.Role == notation.Comment:
				text.WriteString(m.comment[0])
				for piece, isMove := range pieces(run.Text) {
					if isMove {
						text.WriteString(m.move(together(piece)))
					} else {
						text.WriteString(m.text(piece))
					}
				}
				text.WriteString(m.comment[1])
			case run.Role == notation.Main, run.Role == notation.Side:
				move, marks := marked(runs, i)
				text.WriteString(m.move(move)) // a line does not end at its dash
				i += marks
			default:
				text.WriteString(m.text(run.Text))
			}
		}
		if err != nil {
			return err
		}
	}
	return end("", "")
}

// isUnbroken says whether a run is a space at which no line ends: after the number of a
// move, or before a sign.
func isUnbroken(runs []notation.Run, i int) bool {
	if runs[i].Role != notation.Space {
		return false
	}
	return i > 0 && runs[i-1].Role == notation.Number ||
		i+1 < len(runs) && runs[i+1].Role == notation.Mark && !strings.Contains(runs[i+1].Text, " ")
}

// marked returns the text of a move with the marks right after it, and how many
// these are.
func marked(runs []notation.Run, i int) (text string, marks int) {
	text = runs[i].Text
	for _, run := range runs[i+1:] {
		if run.Role != notation.Mark || mainly(&run) != mainly(&runs[i]) {
			break
		}
		text += run.Text
		marks++
	}
	return text, marks
}

// mainly says whether a run is of the game's own moves, or names a line.
func mainly(run *notation.Run) bool {
	return run.Role == notation.Label || run.Depth == 0 && (run.Role == notation.Number || run.Role == notation.Main || run.Role == notation.Mark && !strings.Contains(run.Text, " "))
}
