package book

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/convert/internal/notation"
)

// markup is how an output writes the text of a game: what opens and closes a paragraph
// and what is bold, and the parts of it.
type markup struct {
	open, close  string
	bold         [2]string
	trim         string    // characters that a paragraph does not end with
	inline       bool      // how the game ended is in the paragraph before
	beside       [3]string // what opens a paragraph before a diagram, parts them, and ends both
	comment      [2]string
	text, ending func(string) string
	word         func(class, text string) string // at which no line ends
}

// moves writes a text in which there may be moves, whose dashes end no line.
func (m *markup) moves(text string) string {
	var all strings.Builder
	for piece, isMove := range pieces(text) {
		if isMove {
			all.WriteString(m.word("m", together(piece)))
		} else {
			all.WriteString(m.text(piece))
		}
	}
	return all.String()
}

// names writes players, who are never parted from their initials.
func (m *markup) names(text string) string {
	first, second, several := strings.Cut(text, " – ")
	switch {
	case !strings.ContainsAny(first+second, " -"): // no line ends in them
		return m.text(text)
	case !several:
		return m.word("name", text)
	}
	return m.word("name", first+" –") + m.text(" ") + m.word("name", second)
}

// name writes what a line of an index or of the contents names.
func (m *markup) name(l *line) string {
	if l.players {
		return m.names(l.Name)
	}
	return m.moves(l.Name)
}

// unbroken writes words at which no line ends.
func (m *markup) unbroken(n *unbroken) string {
	if n.class == "name" {
		return m.names(n.text)
	}
	var words []string
	for word := range strings.SplitSeq(together(n.text), " ") {
		words = append(words, m.word(n.class, word))
	}
	return strings.Join(words, m.text(" "))
}

// besideLength is how many characters of a paragraph there is space for beside a diagram.
const besideLength = 400

// paragraphs returns the text of a game as paragraphs with figures between, by the indexes of
// their runs, which draw returns. The game's own moves are bold where there are others, or
// remarks.
func (m *markup) paragraphs(runs []notation.Run, figures map[int]*figure, draw func(*figure) string) string {
	var w, text strings.Builder // text is that of the paragraph that is open
	open, bold := false, false
	length := 0 // in characters
	type place struct {
		at, length int
		bold       bool
	}
	var numbers []place // before those of the game's own moves
	aside := slices.ContainsFunc(runs, func(r notation.Run) bool {
		return r.Role == notation.Open || r.Role == notation.Comment || r.Role == notation.Label
	})
	strong := func(wanted bool) {
		if wanted != bold {
			text.WriteString(m.bold[map[bool]int{true: 0, false: 1}[wanted]])
			bold = wanted
		}
	}
	end := func(before, after string) {
		if strong(false); open {
			after = before + m.open + strings.TrimRight(text.String(), m.trim) + m.close + after
			open, length, numbers = false, 0, nil
			text.Reset()
		}
		w.WriteString(after)
	}
	for i := 0; i < len(runs); i++ {
		run, next := &runs[i], &notation.Run{Role: notation.NewLine}
		if i+1 < len(runs) {
			next = &runs[i+1]
		}
		switch {
		case run.Role == notation.NewLine:
			end("", "")
		case run.Role == notation.Space && !open, run.Role == notation.Command:
		case run.Role == notation.Diagram:
			f, beside := figures[i], m.beside
			if f == nil {
				break
			}
			if !open {
				beside = [3]string{}
			}
			// Of a long paragraph the end is beside the diagram.
			k := slices.IndexFunc(numbers, func(n place) bool { return length-n.length <= besideLength })
			if beside[0] != "" && length > besideLength*5/4 && k > 0 {
				strong(false)
				n, whole := numbers[k], text.String()
				first, last := whole[:n.at], whole[n.at:]
				if n.bold {
					first, last = first+m.bold[1], m.bold[0]+last
				}
				w.WriteString(m.open + first + m.close)
				text.Reset()
				text.WriteString(last)
			}
			end(beside[0], beside[1])
			w.WriteString(draw(f) + beside[2])
		case run.Role == notation.Ending && m.inline:
			open = true
			strong(false)
			text.WriteString(m.ending(run.Text))
			if next.Role != notation.Diagram { // which it is beside
				end("", "")
			}
		case run.Role == notation.Ending:
			end("", m.ending(run.Text))
		default:
			open = true
			if run.Role == notation.Number && run.Depth == 0 {
				numbers = append(numbers, place{text.Len(), length, bold})
			}
			length += utf8.RuneCountInString(run.Text)
			strong(aside && mainly(run) || bold && run.Role == notation.Space && mainly(next))
			switch {
			case run.Role == notation.Space && (i > 0 && runs[i-1].Role == notation.Number || isSign(next)):
				text.WriteString(m.text("\u00a0"))
			case run.Role == notation.Comment:
				text.WriteString(m.comment[0] + m.moves(run.Text) + m.comment[1])
			case run.Role == notation.Main, run.Role == notation.Side:
				move := run.Text
				for i+1 < len(runs) && runs[i+1].Role == notation.Mark && mainly(&runs[i+1]) == mainly(run) {
					i++
					move += runs[i].Text
				}
				text.WriteString(m.word("m", move)) // a line does not end at its dash
			default:
				text.WriteString(m.text(run.Text))
			}
		}
	}
	end("", "")
	return w.String()
}

// isSign says whether a run is a mark that is not words.
func isSign(run *notation.Run) bool {
	return run.Role == notation.Mark && !strings.Contains(run.Text, " ")
}

// mainly says whether a run is of the game's own moves, or names a line.
func mainly(run *notation.Run) bool {
	return run.Role == notation.Label || run.Depth == 0 && (run.Role == notation.Number || run.Role == notation.Main || isSign(run))
}
