package word

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
)

// rewritings correct the squares and the signs of a text that the grammar does not take as
// it is spelled: each returns the text that is meant and its changes, nil if there are
// none. No square becomes another: of two characters there is only one square. A repair's
// To is "" if the board decides which sign it is.
var rewritings = []func(text string) (meant string, repairs []record.Repair){rewriteSquares, rewriteSigns}

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
		if w, _ := read(meant); w != nil && len(w.Steps) > 1 {
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
	squares := missigned(text)
	if squares == nil || squares[len(squares)-1][1] < len(text) {
		return text, nil
	}
	for i, s := range squares {
		if i > 0 {
			meant += "-"
			if sign := text[squares[i-1][1]:s[0]]; strings.ContainsAny(sign, missigns+" ") {
				repairs = append(repairs, record.Repair{Code: record.WrongSeparator, From: sign})
			}
		}
		meant += text[s[0]:s[1]]
	}
	return meant, repairs
}

// The characters between two squares in place of a sign where a key was struck wrongly or a
// print is torn: those on the keys beside the colon's and the dash's, Ж among them, which is
// the colon's key in Russian, and those that look like a colon or an arrow.
const (
	missigns     = numberSigns + partSigns + "?!+*'"
	numberSigns  = ";=_~>\\^%&#@Жж→⇒÷·•⁚¦˸ː" // between the numbers of squares, too, which are those of moves, dates and times as well
	partSigns    = ".,/|"                    // parts of a date, too, and squares of a list
	listSigns    = ";" + partSigns
	properSigns  = Dashes + `:xX×∶：✕`                 // of a move, for TakeOf
	squareLetter = `[a-lA-LаАбБвВсСцЦдДеЕфФгГжЖнНхХ]` // for FileOf
)

// missignedKinds are squares of letters and digits, and of numbers, and where two or more of
// them are consecutive with a sign or two between them, or of letters a space.
var missignedKinds = func() (kinds [2]struct{ square, all func() *regexp.Regexp }) {
	for i, k := range [...]struct{ square, signs, none string }{{squareLetter + `[1-9]`, missigns, `| {1,2}`}, {`[1-9][0-9]?`, numberSigns, ``}} {
		kinds[i].square = Pattern(k.square)
		kinds[i].all = Pattern(`^` + k.square + `(?:(?:[` + regexp.QuoteMeta(k.signs) + properSigns + `]{1,2}` + k.none + `)` + k.square + `)+`)
	}
	return kinds
}()

// Missigned returns the length of the squares that text begins with, if a sign between
// them is not a move's: e5;c3, е5.с3, e5^c3, 12;16; 0 if there are none. Of a list no more
// than two squares are taken.
func Missigned(text string) int {
	if squares := missigned(text); squares != nil {
		return squares[len(squares)-1][1]
	}
	return 0
}

// missigned returns where these squares are. The first sign is wrong, and none of the others
// a dash: with a mark between, c3-b4!d6-e5, there are two moves.
func missigned(text string) [][]int {
	for numbers, kind := range missignedKinds {
		all := kind.all().FindString(text)
		if r, w := utf8.DecodeRuneInString(text[len(all):]); all == "" || w > 0 && (IsLetter(r) || IsDash(r) || r < utf8.RuneSelf && IsDigit(byte(r))) {
			continue
		}
		squares, isList := kind.square().FindAllStringIndex(all, MaxSteps+1), numbers == 1
		for i := range squares[1:] {
			sign := text[squares[i][1]:squares[i+1][0]]
			first, _ := utf8.DecodeRuneInString(sign)
			isWrong := strings.ContainsAny(sign, missigns+" ")
			isList = isList || strings.ContainsAny(sign, listSigns)
			if i > 0 && strings.Contains(sign, " ") {
				return squares[:i+1] // another move is after it
			}
			if !isWrong && (i == 0 || IsDash(first)) || isList && i > 0 || i+2 > MaxSteps {
				return nil
			}
		}
		return squares
	}
	return nil
}
