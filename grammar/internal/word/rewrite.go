package word

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
)

// rewritings correct the squares and the signs of a text that the grammar does not take as
// it is spelled: each returns the text that is meant and its changes, nil if there are
// none. No square becomes another: of two characters there is only one square. A repair's
// To is "" if the board decides which sign it is.
var rewritings = []func(text string) (meant string, repairs []record.Repair){rewriteSquares, rewriteSigns}

// maxRewritten is the most bytes of a text that is rewritten.
const maxRewritten = 32

// rewritten reads a text with the first of the rewritings that gives a move, nil if none does.
func rewritten(text string) *record.Word {
	if len(text) > maxRewritten {
		return nil
	}
	for _, rewrite := range rewritings {
		meant, repairs := rewrite(text)
		if repairs == nil {
			continue
		}
		if w, _ := read(meant, IsDigit(meant[0])); w != nil && len(w.Steps) > 1 {
			w.Text, w.Plain, w.Repairs = text, false, append(repairs, w.Repairs...)
			if repairs[0].To == "" {
				w.Separator = record.NoSeparator
			}
			return w
		}
	}
	return nil
}

var (
	// wholeSquare is a square of a letter and a digit, in either order, between signs.
	wholeSquare = Pattern(`(?:^|[-:x])(?:[a-h][0-9]|[0-9][a-h])(?:$|[-:x])`)
	// placeInWord is the text between signs.
	placeInWord = Pattern(`[^-:x]+`)
)

// rewriteSquares puts the file before the rank, 7a-b6, and a b for a 6, c5-64, in a text
// that has a square of a letter and a digit.
func rewriteSquares(text string) (meant string, repairs []record.Repair) {
	if !wholeSquare().MatchString(text) {
		return text, nil
	}
	meant = placeInWord().ReplaceAllStringFunc(text, func(place string) string {
		to, code := place, record.SquareOrder
		switch {
		case len(place) != 2 || !IsDigit(place[0]):
			return place
		case place[1] >= 'a' && place[1] <= 'h':
			to = place[1:] + place[:1]
		case place[0] == '6' && place[1] >= '1' && place[1] <= '8':
			to, code = "b"+place[1:], record.LookAlike
		default:
			return place
		}
		repairs = append(repairs, record.Repair{Code: code, From: place, To: to})
		return to
	})
	return meant, repairs
}

// rewriteSigns writes dashes for the signs between squares if one of them is not a move's:
// e5;c3. The board decides whether that is a quiet move or a capture.
func rewriteSigns(text string) (meant string, repairs []record.Repair) {
	end, signs := missigned(text)
	if end < len(text) {
		return text, nil
	}
	at := 0
	for _, s := range signs {
		meant += text[at:s.at] + "-"
		if at = s.end; s.wrong {
			repairs = append(repairs, record.Repair{Code: record.WrongSeparator, From: text[s.at:s.end]})
		}
	}
	return meant + text[at:], repairs
}

// missigns are the characters between two squares in place of a sign where a key was
// struck wrongly or a print is torn: those on the keys beside the colon's and the
// dash's, Ж among them, which is the colon's key in Russian, and those that look like a
// colon or an arrow.
const missigns = ";.,=_~+>/\\|'^%&#@*!?Жж→⇒÷·•⁚¦˸ː"

// listSigns are those of missigns that part squares in a list as well.
const listSigns = ".,/|;"

// Missigned returns the length of the squares that text begins with, if a sign between
// them is not a move's: e5;c3, е5.с3, e5^c3, 12;16; 0 if there are none. Numbers, which
// are numbers of moves, dates and times as well, are taken for squares between fewer
// signs. Of a list no more than two squares are taken.
func Missigned(text string) int {
	n, _ := missigned(text)
	return n
}

// signSpan is the place of a sign in a text, and whether the sign is not a move's.
type signSpan struct {
	at, end int
	wrong   bool
}

// missigned is Missigned, with the signs.
func missigned(text string) (end int, signs []signSpan) {
	place, numeric := squareAt, false
	if end = place(text); end == 0 {
		place, numeric = numberAt, true
		if end = place(text); end == 0 {
			return 0, nil
		}
	}
	list := numeric
	for {
		sign := missignAt(text, end, numeric)
		next := place(text[sign.end:])
		if sign.end == end || next == 0 {
			break
		}
		list = list || strings.ContainsAny(text[end:sign.end], listSigns)
		first, _ := utf8.DecodeRuneInString(text[end:])
		if !sign.wrong && (signs == nil || IsDash(first)) || len(signs)+1 == MaxSteps || list && signs != nil {
			return 0, nil // with a mark between, c3-b4!d6-e5, there are two moves
		}
		signs = append(signs, sign)
		end = sign.end + next
	}
	if r, w := utf8.DecodeRuneInString(text[end:]); signs == nil || w > 0 && (IsLetter(r) || IsDigit(text[end]) || IsDash(r)) {
		return 0, nil
	}
	return end, signs
}

// squareAt returns the length of the one square of a letter and a digit with which text
// begins.
func squareAt(text string) int {
	r, w := utf8.DecodeRuneInString(text)
	if _, _, file := FileOf(r); !file || w == len(text) || text[w] < '1' || text[w] > '9' || w+1 < len(text) && IsDigit(text[w+1]) {
		return 0
	}
	return w + 1
}

// numberAt returns the length of the one number of a square with which text begins.
func numberAt(text string) (n int) {
	for n < len(text) && IsDigit(text[n]) {
		n++
	}
	if n > 2 || n > 0 && text[0] == '0' {
		return 0
	}
	return n
}

// missignAt returns the sign or two at byte at of a text, between two squares.
func missignAt(text string, at int, numeric bool) signSpan {
	s := signSpan{at: at, end: at}
	for range 2 {
		r, w := utf8.DecodeRuneInString(text[s.end:])
		_, take := TakeOf(r)
		switch {
		case w == 0 || r == utf8.RuneError:
			return s
		case numeric && strings.ContainsRune(".,/|'*+!?", r):
			return signSpan{at: at, end: at}
		case strings.ContainsRune(missigns, r):
			s.wrong = true
		case !take && !IsDash(r):
			return s
		}
		s.end += w
	}
	return s
}

// IsNumber says whether text is the number of a square, or two digits for one, and
// nothing else.
func IsNumber(text string) bool { return text != "" && numberAt(text) == len(text) }
