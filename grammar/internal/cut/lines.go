package cut

import (
	"cmp"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// Finder finds where games begin from lines passed to it one by one.
type Finder interface {
	// Find is passed a line without its end, or a piece of a line longer than piece; first says
	// that the line begins here. It returns a decision, and for Here the offset in the line at
	// which the game begins.
	Find(line string, first bool) (Decision, int)
	// Reset is called when a game has begun, before Find with the line that begins it.
	Reset()
	// Unclosed reports whether the last mark is in a comment that is still open.
	Unclosed() bool
}

// Decision is a Finder's decision on a line.
type Decision uint8

const (
	None   Decision = iota // the line belongs to the current game; the mark is dropped
	Mark                   // as None, but a later AtMark may begin a game here; the first mark counts
	Keep                   // as None, but the mark is kept
	Here                   // a game begins in this line
	AtMark                 // a game began at the mark
)

// byLines implements Games with a Finder.
type byLines struct {
	finder Finder
	atLine bool // the text at seen begins a line
	seen   int  // the text up to here has been passed to the finder
	mark   int  // start of a possible game that later lines decide on; 0 for none
	torn   bool
	found  bool // a game begins where the torn text ended
}

// Reset implements Games.
func (l *byLines) Reset(torn bool) {
	l.finder.Reset()
	*l = byLines{finder: l.finder, atLine: l.atLine, torn: torn}
}

// Next implements Games.
func (l *byLines) Next(text string, whole bool) (n int, _ Reading, ok bool) {
	if l.found {
		l.found, l.torn = false, false
		return 0, nil, true
	}
	for {
		line, n, ok := Line(text[l.seen:], whole)
		end := l.seen + n
		switch {
		case !ok && !whole:
			return 0, nil, false
		case !ok && l.finder.Unclosed() && l.mark > 0:
			// The game begins in a comment that turns out to be unclosed.
			return l.begin(text, l.mark)
		case !ok:
			return l.take(text, len(text))
		}
		what, at := l.finder.Find(line, l.atLine)
		if l.torn && l.finder.Unclosed() {
			what, at = Here, 0 // skipped text need not wait for the end of a comment
		}
		if what == Here || what == AtMark {
			if at += l.seen; what == AtMark {
				at = cmp.Or(l.mark, l.seen)
			}
			if at > 0 || l.torn {
				return l.begin(text, at)
			}
			// The game begins at the start of the text: continue with this line as its own.
			l.finder.Reset()
			what, _ = l.finder.Find(line, l.atLine)
			l.mark = 0
		}
		switch {
		case l.torn:
			return l.take(text, end)
		case what == Mark && l.mark == 0:
			l.mark = l.seen
		case what == None:
			l.mark = 0
		}
		l.atLine, l.seen = end > l.seen+len(line), end
	}
}

// begin is take up to the start of another game.
func (l *byLines) begin(text string, n int) (int, Reading, bool) {
	l.finder.Reset()
	l.found = l.torn && n > 0
	l.torn = l.found
	return l.take(text, n)
}

// take returns the result of Next for n bytes; the finder will get the rest again.
func (l *byLines) take(text string, n int) (int, Reading, bool) {
	if l.seen, l.mark = 0, 0; n > 0 {
		l.atLine = word.IsEnd(text[n-1])
	}
	return n, nil, true
}

// Line returns the first line of text without its end, or a piece of a long line, and the offset of
// the text after it. It is not ok if more text is needed, or if the text has ended.
func Line(text string, whole bool) (line string, end int, ok bool) {
	n := min(len(text), piece)
	if i := word.FirstLineEnd(text[:n]); i >= 0 && (text[i] == '\n' || i+1 < len(text) || whole) {
		if end = i + 1; text[i] == '\r' && end < len(text) && text[end] == '\n' {
			end++
		}
		return text[:i], end, true
	}
	if n == 0 || len(text) <= piece && !whole {
		return "", 0, false
	}
	if n < len(text) || !whole { // do not split words or characters
		if j := strings.LastIndexAny(text[:n], " \t"); j > 0 {
			n = j
		} else {
			n = withinRune(text, n)
		}
	}
	return text[:n], n, true
}
