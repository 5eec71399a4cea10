package word

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
)

// missigns are what stands between two squares in place of a sign where a key was
// struck wrongly or a print is torn: what is on the keys beside those of the colon and
// the dash, Ж among them, which is the colon's key in Russian, and what looks like a
// colon or an arrow.
const missigns = ";.,=_~+>/\\|'^%&#@*!?Жж→⇒÷·•⁚¦˸ː"

// listSigns are those of missigns that part squares in a list as well.
const listSigns = ".,/|;"

// Missigned returns the length of squares with which text begins and between which
// something stands that is no sign of a move: e5;c3, е5.с3, e5^c3, 12;16; 0 where there
// are none. Numbers, which are numbers of moves, dates and times as well, are taken for
// squares between fewer signs. No more than two squares of a list are.
func Missigned(text string) int { return missignedUpTo(text, nil) }

// missignedUpTo is Missigned, and gives each square and what stands before it to each.
func missignedUpTo(text string, each func(sign string, wrong bool, square string)) int {
	n, numeric := placeAt(text, false)
	if n == 0 {
		if n, numeric = placeAt(text, true); n == 0 {
			return 0
		}
	}
	if each != nil {
		each("", false, text[:n])
	}
	begin := n
	list := false
	for squares := 1; ; squares++ {
		width, wrong := missignAt(text[n:], numeric)
		k := 0
		if width > 0 {
			k, _ = placeAt(text[n+width:], numeric)
		}
		if k == 0 {
			break
		}
		sign, square := text[n:n+width], text[n+width:n+width+k]
		list = list || numeric || strings.ContainsAny(sign, listSigns)
		first, _ := utf8.DecodeRuneInString(sign)
		if !wrong && (squares == 1 || IsDash(first)) || squares == MaxSteps || list && squares > 1 {
			return 0 // with a mark between, c3-b4!d6-e5, there are two moves
		}
		if each != nil {
			each(sign, wrong, square)
		}
		n += width + k
	}
	if r, w := utf8.DecodeRuneInString(text[n:]); n == begin || w > 0 && (IsLetter(r) || IsDigit(text[n]) || IsDash(r)) {
		return 0
	}
	return n
}

// placeAt returns the length of the one square of a letter and a digit, or of the one
// number, with which text begins.
func placeAt(text string, numeric bool) (n int, isNumber bool) {
	if numeric {
		for n < len(text) && IsDigit(text[n]) {
			n++
		}
		if n == 0 || n > 2 || text[0] == '0' {
			return 0, true
		}
		return n, true
	}
	r, w := utf8.DecodeRuneInString(text)
	if _, _, file := FileOf(r); !file || w == len(text) || text[w] < '1' || text[w] > '9' || w+1 < len(text) && IsDigit(text[w+1]) {
		return 0, false
	}
	return w + 1, false
}

// missignAt returns the length of what stands between two squares with which text
// begins, one sign or two, and whether it is none of a move.
func missignAt(text string, numeric bool) (n int, wrong bool) {
	for range 2 {
		r, w := utf8.DecodeRuneInString(text[n:])
		_, take := TakeOf(r)
		switch {
		case w == 0 || r == utf8.RuneError:
			return n, wrong
		case numeric && strings.ContainsRune(".,/|'*+!?", r):
			return 0, false
		case strings.ContainsRune(missigns, r):
			wrong = true
		case !take && !IsDash(r):
			return n, wrong
		}
		n += w
	}
	return n, wrong
}

// missigned reads a text of squares with something between them that is no sign; nil
// where it is none. Whether the move is quiet or a capture, the board tells.
func missigned(text string) *record.Word {
	if len(text) > maxRespelt {
		return nil
	}
	var b strings.Builder
	var repairs []record.Repair
	n := missignedUpTo(text, func(sign string, wrong bool, square string) {
		if b.Len() > 0 {
			b.WriteByte(':')
		}
		b.WriteString(square)
		if wrong {
			repairs = append(repairs, record.Repair{Code: record.WrongSeparator, From: sign})
		}
	})
	if n == 0 || n < len(text) {
		return nil
	}
	w, err := parseWord(b.String(), IsDigit(text[0]))
	if err != nil {
		return nil
	}
	for i := 1; i < len(w.Steps); i++ {
		if w.Steps[i] == w.Steps[i-1] {
			return nil // a1;a1 goes nowhere
		}
	}
	w.Text, w.Plain, w.Separator, w.Repairs = text, false, record.NoSeparator, append(repairs, w.Repairs...)
	return w
}
