package sheet

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// isWide says whether rows have two moves, so that they are no columns.
func (f *Finder) isWide() bool { return 2*f.wide > f.rows }

// row is what a line of moves has.
type row struct {
	first, last int // the numbers, 0 for none
	dots        bool
	plies       int  // before the second number
	head        bool // words stand before the first number
	over        bool // the result stands behind the first number, and no move
}

// rowOf takes a row and says whether another game begins with it.
func (f *Finder) rowOf(r row, text string) cut.Decision {
	if n := len(text); n > 0 && (text[n-1] <= ' ' || text[n-1] >= utf8.RuneSelf) {
		text = text[:beforeBlank(text)]
	}
	if f.lex.ended {
		words := f.words
		f.words = noWords
		if r.first == f.lex.state.number+1 && r.plies > 0 && !f.second && f.lex.anew == nowhere {
			return f.behindResult(r, text, words)
		}
	}
	number := f.lex.state.number
	if r.first > 1 && r.first == number+1 && !f.lex.ended && !f.pending { // nearly always
		words := (f.marked || r.head) && r.plies > 0 && !f.second
		f.lex.anew, f.marked, f.apart = nowhere, false, false
		f.keepRow(r, text)
		if words {
			return cut.SeamDue
		}
		return cut.None
	}
	blank := f.blank
	again := !blank && !f.headed && !f.lex.ended && f.row != "" && f.row == text // a row that was written twice
	f.blank = false
	n, begun, ended, anew := r.first, f.lex.begun || f.hurt, f.lex.ended, f.lex.anew
	f.lex.anew = nowhere
	if f.pending {
		if n != number+1 && !(n == number && r.dots) {
			return cut.AtMark
		}
		listed := f.listed
		f.pending, f.listed, f.placed = false, false, 0
		if listed { // the board says whether their moves follow
			f.marked, f.apart = false, false
			f.keepRow(r, text)
			return cut.SeamEnded
		}
	}
	if begun && (n == 1 && anew != nowhere || n > 1 && anew == anywhere && (ended || n != number+1)) {
		return cut.AtMark // behind other names
	}
	if n == 1 && !r.dots && !again && begun {
		switch {
		case ended, f.second && f.isWide():
			return cut.AtMark
		case f.second && blank && r.plies > 1:
			return cut.AtMark // rows behind columns
		case f.second:
		case !f.isWide() && r.plies < 2 && f.rows > 1 && !r.head:
			f.second = true // the second column has numbers, too
		case blank, f.marked, r.head:
			return cut.AtMark
		}
	}
	switch {
	case ended && blank && r.plies > 1 && n > 1 && n != number+1 && !r.dots && !f.second, // whose first rows are torn off
		ended && n == 0 && r.plies > 0 && !f.second,                       // behind a result, a row without number
		(f.marked || ended) && n > 1 && n <= 3 && n < number && !f.second, // its first row is hurt
		n == 0 && begun && anew == anywhere && r.plies > 1 && f.second && !f.isWide(),
		n == 0 && begun && number == 0 && (f.headed || blank && f.close >= 1 && r.plies > 1):
		return cut.AtMark
	}
	seam := begun && !f.second && !again && r.plies > 1 && (n == 1 && !r.dots || n == 0 && f.headed ||
		n == 0 && opens(text) && (number == 0 && (r.plies > 2 || f.apart) || number > 0 && (blank || f.marked)))
	what := cut.None
	switch {
	case f.marked && !f.second && n != number+1 && (n > 0 && n <= 3 || n == 0 && number > 1):
		what = cut.Keep
	case begun && !f.second && (n == 0 && blank && number > 1 || n == 1 && !r.dots && number > 1 && !again && f.isWide()):
		// Perhaps another game's: the next row tells by its number.
		f.marked = true
		what = cut.Mark
	default:
		f.marked, f.apart = false, false
	}
	if seam {
		what = map[cut.Decision]cut.Decision{cut.None: cut.Seam, cut.Keep: cut.SeamKeep, cut.Mark: cut.SeamMark}[what]
	}
	f.blank = blank
	f.keepRow(r, text)
	return what
}

// keepRow keeps of a row of the game what those behind it are seen by.
func (f *Finder) keepRow(r row, text string) {
	if (f.lex.begun || f.hurt) && !f.blank {
		f.close++
	}
	f.blank = false
	f.hurt = f.hurt || r.first > 0 && (r.plies > 0 || r.over)
	f.headed = false
	if !f.second {
		f.rows++
		if r.plies > 1 {
			f.wide++
		}
	}
	f.section = false
	f.row = ""
	if len(text) < 64 {
		f.row = text
	}
	if f.sample == "" {
		f.sample = text
	}
}

// plainLine returns what a line has that is nothing but moves and their numbers;
// no moves where there may be more to it.
func plainLine(line string) (r row) {
	i, _ := skipTabs(line, 0)
	if n, end := word.NumberAt(line, i); end > i {
		r.first, r.last = n, n
		i, _ = skipTabs(line, end)
	}
	numbered := false // by a number within the line
	for {
		if !numbered {
			r.plies++
		}
		if rest := line[i:]; len(rest) >= 8 && word.IsSpacedMove(word.Eight(rest)) {
			if i += len("c3-b4 "); line[i] > '9' {
				continue
			}
		} else {
			n := plainMove(rest)
			if n == 0 {
				return row{}
			}
			if i, _ = skipTabs(line, i+n); i == len(line) {
				return r
			}
			if !word.IsDigit(line[i]) {
				continue
			}
		}
		if rest := line[i:]; len(rest) >= 8 {
			if n, width := word.SpacedNumber(word.Eight(rest)); n > 1 && (r.plies > 1 || r.first > 0) && rest[width] > ' ' {
				numbered, r.last = true, n
				i += width
				continue
			}
		}
		if n, end := word.NumberAt(line, i); end > i {
			if n == 1 || r.plies == 1 && r.first == 0 || end == len(line) || !plainNumberEnd[line[end]] {
				return row{}
			}
			numbered, r.last = true, n
			if i = end + 1; i == len(line) || line[end] != ' ' || line[i] <= ' ' {
				i, _ = skipTabs(line, end)
			}
		}
	}
}

// wonRow returns what a row has that begins with a number and a move in letters, is
// nothing but moves and their numbers, and ends with a usual win: "2. c3-b4 b6-c5 1-0".
// There are no moves where there may be more to it.
func wonRow(line string) (r row) {
	n := len(line) - len(" 1-0")
	if n < len("1. cb4") || n > maxAsked || line[n] != ' ' || !word.IsDigit(line[0]) || !result.IsWinLine(line[n+1:]) {
		return row{}
	}
	if _, end := word.NumberAt(line, 0); end == 0 || line[word.SkipBlank(line, end)] < 'a' {
		return row{}
	}
	return plainLine(line[:n])
}

// won takes such a row.
func (f *Finder) won(r row, text string) cut.Decision {
	f.above = false
	after := f.lex.state
	what := f.rowOf(r, text)
	if what != cut.AtMark {
		after.begun, after.ended, after.closed, after.anew, after.number = true, true, false, nowhere, r.last
		f.lex.state = after
	}
	return what
}

// opens says whether a row of a game without numbers begins like a game, with a
// man's first move: c3-b4, cb4, 9-12.
func opens(row string) bool {
	row = row[word.SkipBlank(row, 0):]
	n := runAt(row)
	switch run := row[:n]; {
	case n == 5 && run[0] >= 'a':
		return run[1] == '3' && run[2] == '-' && run[4] == '4'
	case n == 3 && run[0] >= 'a':
		return run[2] == '4'
	default:
		return n > 2 && word.IsDigit(run[0]) && strings.IndexByte(run, '-') > 0
	}
}
