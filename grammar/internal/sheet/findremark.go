package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/word"
)

// remark begins a remark with whose bracket text begins and that is not closed
// there.
func (f *Finder) remark(text string) {
	if f.open != 0 {
		return
	}
	f.open, f.nested, f.frozen, f.again = ")}]"[strings.IndexByte("({[", text[0])], 0, false, 0
	if end := f.closeRemark(text); end > 0 {
		f.open = 0
		return
	}
	if f.before == (game{}) && f.outer == (state{}) {
		f.outer, f.before = f.lex.state, f.game
	}
}

// remarkWithin is remark for a bracket at byte at of a line in which there may be many.
func (f *Finder) remarkWithin(text string, at int) {
	if f.open != 0 {
		return
	}
	f.nested, f.frozen, f.again = 0, false, 0
	if f.remarks.close(text, at) == 0 {
		f.open, f.nested = ")}]"[bracketKind[text[at]]-1], f.remarks.opened(text, at)
	}
}

// closeRemark returns where the remark is closed in text, behind its bracket; 0
// where it is not.
func (f *Finder) closeRemark(text string) int {
	open := "({["[strings.IndexByte(")}]", f.open)]
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case open:
			f.nested++
		case f.open:
			if text[i] == ')' && endsNumber(text, i) {
				continue
			}
			if f.nested--; f.nested <= 0 {
				return i + 1
			}
		}
	}
	return 0
}

// maxAgain is in how many lines brackets of the same kind may open that nothing closes
// there, behind where a game begins in a remark that is not closed so far: with more
// of them it is taken for one that is never closed, so that no text is looked through
// for each of many brackets.
const maxAgain = 2

// inRemark looks at a line that may belong to a remark which is not closed so
// far.
func (f *Finder) inRemark(text string, first bool) (cut.Decision, int) {
	if first && word.SkipBlank(text, 0) == len(text) {
		frozen := f.frozen
		f.open, f.frozen, f.before, f.outer = 0, false, game{}, state{}
		if frozen {
			return cut.AtMark, 0
		}
		return f.find(text, first, first && f.isAgain(text))
	}
	nested := f.nested
	if end := f.closeRemark(text); end > 0 {
		// What stood in it counts for nothing.
		f.lex.state, f.game = f.outer, f.before
		f.open, f.frozen, f.before, f.outer = 0, false, game{}, state{}
		if what, at := f.tokens(text, word.SkipBlank(text, end), false); what == cut.Here {
			return what, at
		}
		if f.marked {
			return cut.Keep, 0
		}
		return cut.None, 0
	}
	if f.frozen {
		if f.nested > nested {
			f.again++
		}
		if f.again > maxAgain {
			return cut.AtMark, 0
		}
		return cut.Keep, 0
	}
	what, _ := f.find(text, first, first && f.isAgain(text))
	switch what {
	case cut.Here, cut.AtMark:
		f.frozen = true
		return cut.Mark, 0
	case cut.Mark:
		return cut.Mark, 0
	}
	return cut.Keep, 0
}

// tagName returns the name in a tag pair.
func tagName(line string) string {
	line = strings.TrimLeft(line, " \t[")
	if i := strings.IndexAny(line, " \t\""); i >= 0 {
		line = line[:i]
	}
	return line
}
