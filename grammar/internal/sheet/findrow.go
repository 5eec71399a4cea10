package sheet

import (
	"github.com/stolb/stolb/grammar/internal/word"
)

// row is what a line of moves has.
type row struct {
	first, last int // the numbers, 0 for none
	plies       int // before the second number
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
