package word

import (
	"strings"

	"github.com/stolb/stolb/record"
)

// respelt reads a text that is no word as one whose squares are written rank
// first, 7a-b6, or with a 6 for a b, c5-64; nil where it is none. What is read
// otherwise than it is written is named, and no square is another for it: of two
// characters there is only one square.
func respelt(text string) *record.Word {
	if len(text) > maxRespelt || !mayRespell(text) {
		return nil
	}
	var b strings.Builder
	var repairs []record.Repair
	whole := false // a square as it should be
	for rest := text; rest != ""; {
		n := strings.IndexAny(rest, "-:x")
		part := rest
		if n >= 0 {
			part = rest[:n]
		}
		to, code := part, record.Code("")
		if len(part) == 2 {
			first, second := part[0], part[1]
			switch {
			case IsDigit(first) && second >= 'a' && second <= 'h':
				to, code = string([]byte{second, first}), record.SquareOrder
			case first == '6' && second >= '1' && second <= '8':
				to, code = "b"+part[1:], record.LookAlike
			default:
				whole = whole || first >= 'a' && first <= 'h' && IsDigit(second)
			}
		}
		if code != "" {
			repairs = append(repairs, record.Repair{Code: code, From: part, To: to})
			whole = whole || code == record.SquareOrder
		}
		b.WriteString(to)
		if n < 0 {
			break
		}
		b.WriteByte(rest[n])
		rest = rest[n+1:]
	}
	if repairs == nil || !whole {
		return nil
	}
	w, err := parseWord(b.String(), false)
	if err != nil || len(w.Steps) < 2 {
		return nil
	}
	w.Text, w.Plain, w.Repairs = text, false, append(repairs, w.Repairs...)
	return w
}

// mayRespell says whether something in a text may be respelt: as nearly nothing that
// is no word is.
func mayRespell(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if next := text[i+1]; IsDigit(text[i]) && (next >= 'a' && next <= 'h' || text[i] == '6' && next >= '1' && next <= '8') {
			return true
		}
	}
	return false
}

// maxRespelt is the most bytes of a word that is looked at for squares that are
// spelled otherwise.
const maxRespelt = 32
