package cut

import (
	"cmp"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// Finder finds where games begin, from lines that it is given one by one.
type Finder interface {
	// Find is given a line without its end, or a part of a line that is longer
	// than a block; first says whether the line begins here. It returns what
	// to do, and for Here the place in the line where the game begins.
	Find(line string, first bool) (Decision, int)
	// Reset is called when a game has begun; the line that begins it is given to Find next.
	Reset()
	// Unclosed says whether the last mark is in a comment that has not been closed so far.
	Unclosed() bool
}

// Decision is what a finder decides on a line.
type Decision uint8

const (
	None   Decision = iota // the line belongs to the game so far; a mark is forgotten
	Mark                   // so it does, unless a later line says AtMark; the first mark stays
	Keep                   // as None, but the mark stays
	Here                   // a game begins in this line
	AtMark                 // a game began at the mark
	Seam                   // as None, unless the board says that a game begins with the line
)

// byLines are the Games that a Finder finds.
type byLines struct {
	finder Finder
	atLine bool  // the piece at seen begins a line
	seen   int   // up to where the text has been given to the finder
	mark   int   // where a game may have begun that the next lines decide on; 0 for none
	seams  []int // of the game, see Chunk
	torn   bool
	found  bool // a game begins where the torn text has ended
}

// MaxSeams is the most seams of a chunk.
const MaxSeams = 64

// Reset is that of Games.
func (l *byLines) Reset(torn bool) {
	l.finder.Reset()
	*l = byLines{finder: l.finder, atLine: l.atLine, torn: torn}
}

// Next is that of Games.
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
			// A game begins in a comment which turns out not to be closed.
			return l.begin(text, l.mark)
		case !ok:
			return l.take(text, len(text))
		}
		what, at := l.finder.Find(line, l.atLine)
		if l.torn && l.finder.Unclosed() {
			what, at = Here, 0 // the end of a comment is not waited for where all is passed over
		}
		if what == Here || what == AtMark {
			if at += l.seen; what == AtMark {
				at = cmp.Or(l.mark, l.seen)
			}
			if at > 0 || l.torn {
				return l.begin(text, at)
			}
			// The game begins where the text does: go on with this line as its own.
			l.finder.Reset()
			what, _ = l.finder.Find(line, l.atLine)
			l.mark = 0
		}
		switch {
		case l.torn:
			return l.take(text, end)
		case what == Mark && l.mark == 0:
			l.mark = l.seen
		case what == Seam && l.seen > 0 && len(l.seams) == MaxSeams:
			return l.begin(text, l.seen) // no game has so many: what is so far is handed out
		case what == Seam && l.seen > 0:
			l.seams, l.mark = append(l.seams, l.seen), 0
		case what == None:
			l.mark = 0
		}
		l.atLine, l.seen = end > l.seen+len(line), end
	}
}

// begin is take where another game begins at the place.
func (l *byLines) begin(text string, n int) (int, Reading, bool) {
	l.finder.Reset()
	l.found = l.torn && n > 0
	l.torn = l.found
	return l.take(text, n)
}

// take returns what Next does of the first n bytes of a text; the finder is given the rest again.
func (l *byLines) take(text string, n int) (int, Reading, bool) {
	l.seams = slices.DeleteFunc(l.seams, func(at int) bool { return at >= n })
	if l.seen, l.mark = 0, 0; n > 0 {
		l.atLine = word.IsEnd(text[n-1])
	}
	return n, nil, true
}

// Line returns the line with which a text begins, without its end, or a piece of it where it is
// long, and where what follows begins; false where more of the text is needed, or it has ended.
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
	if n < len(text) || !whole { // no word is cut, nor a character
		if j := strings.LastIndexAny(text[:n], " \t"); j > 0 {
			n = j
		} else {
			n = withinRune(text, n)
		}
	}
	return text[:n], n, true
}
