package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// trimForm leaves out the rows of a printed form that were not filled in, behind the
// last move: numbers with lines or dots for moves, or with nothing. A blank row
// before a filled one is one that is missing, and so is the only one of a game
// that says no result, or that has dots for both moves.
func (b *builder) trimForm() {
	cut, rows := len(b.entries), 0
	for cut > 0 && b.isBlank(&b.entries[cut-1]) {
		if cut--; b.entries[cut].number.end > 0 {
			rows++
		}
	}
	waits := b.number.end > 0 && !b.number.dots && b.numberIsDue() // the last number has nothing behind it
	if waits {
		rows++
	}
	if rows < 2 && !(rows == 1 && !waits && b.g.Result.Text != "" && !b.isDotted(cut)) || cut == 0 {
		return
	}
	b.entries = b.entries[:cut]
	if waits {
		b.number = number{}
	}
}

// isDotted says whether the last row, from an entry on, has dots for both moves. One such
// row alone stands for moves that cannot be read as well as for none.
func (b *builder) isDotted(from int) bool {
	last := b.entries[from:]
	if len(last) == 0 || b.g.Result.At < last[len(last)-1].At {
		return false // behind the result there is nothing to be played
	}
	cells := len(last)
	if e := &last[0]; e.number.dots && e.slip != nil {
		cells++ // the dots behind the number, and those behind them
	}
	for i := range last {
		if text := b.g.Text[last[i].At : last[i].At+last[i].Len]; strings.Trim(text, formDots) != "" {
			return false
		}
	}
	return cells == 2
}

// isBlank says whether an entry is a blank of a form.
func (b *builder) isBlank(e *entry) bool {
	if e.Word != nil || e.Note != nil {
		return false
	}
	if e.slip != nil && e.slip.blank {
		return true
	}
	text := b.g.Text[e.At : e.At+e.Len]
	switch {
	case e.slip == nil: // dots alone behind a number
		text = dotsAround(b.g.Text, word.SkipBlank(b.g.Text, int(e.number.end)), int(e.number.end))
	case text != "" && strings.Trim(text, formDots) == "":
		text = dotsAround(b.g.Text, e.At, int(e.number.end))
	}
	switch {
	case strings.Trim(text, "_") == "":
		return len(text) > 1
	case strings.Trim(text, ".") == "":
		return len(text) > len("...")
	}
	return strings.Trim(text, "…") == "" && len(text) > len("…")
}

// formDots are what the blanks of a form may be made of beside lines.
const formDots = "…."

// dotsAround returns the dots that stand together round byte at of a text, from a
// byte on, so far as it is of interest.
func dotsAround(text string, at, from int) string {
	from = max(from, at-maxDamaged)
	text = text[from+len(strings.TrimRight(text[from:at], formDots)) : min(len(text), at+maxDamaged)]
	return text[:len(text)-len(strings.TrimLeft(text, formDots))]
}

// isFormRow says whether a text is a row of a form that nobody has filled in, or dots: "3. .....".
func isFormRow(text string) bool {
	rest := text[leadingDigits(text):]
	if strings.Trim(rest, "._… \t|)") != "" {
		return false
	}
	return len(rest) == len(text) || strings.Contains(rest, "..") || strings.ContainsAny(rest, "…_")
}
