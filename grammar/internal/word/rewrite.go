package word

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
)

// rewritings correct the squares and the signs of a text that the grammar rejects. Each returns the
// corrected text and its repairs, nil if there are none. They never change one square into another:
// each pair of characters can mean only one square. A repair's To is "" if the board decides which
// sign it is.
var rewritings = []func(text string) (meant string, repairs []record.Repair){rewriteSquares, rewriteSigns}

// rewritten reads a text with the first rewriting that yields a move, or returns nil.
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
	// wholeSquare matches a square of a letter and a digit, in either order, between signs.
	wholeSquare = Pattern(`(?:^|[-:x])(?:[a-h][0-9]|[0-9][a-h])(?:$|[-:x])`)
	// placeInWord matches the text between signs.
	placeInWord = Pattern(`[^-:x]+`)
)

// rewriteSquares moves the file before the rank, 7a-b6, and reads a 6 as b, c5-64, in a text that
// contains a square of a letter and a digit.
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

// rewriteSigns writes dashes for the signs between squares if one of them is not a move's: e5;c3.
// The board decides between a quiet move and a capture.
func rewriteSigns(text string) (meant string, repairs []record.Repair) {
	if n := Missigned(text); n == 0 || n < len(text) {
		return text, nil
	}
	square, end := missigned[0].square, 0
	if IsDigit(text[0]) {
		square = missigned[1].square
	}
	for _, s := range square().FindAllStringIndex(text, -1) {
		if sign := text[end:s[0]]; sign != "" {
			meant += "-"
			if strings.ContainsAny(sign, missigns+" ") {
				repairs = append(repairs, record.Repair{Code: record.WrongSeparator, From: sign})
			}
		}
		meant, end = meant+text[s[0]:s[1]], s[1]
	}
	return meant, repairs
}

// The characters that a mistyped key or a torn print leaves between two squares in place of a sign:
// those on the keys next to the colon and the dash, including Ж on the Russian colon key, and
// look-alikes of a colon or an arrow.
const (
	missigns      = numberSigns + partSigns + "?!+'"
	numberSigns   = "*;=_~>\\^%&#@Жж→⇒÷·•⁚¦˸ː" // also between square numbers, which may be those of moves, dates and times as well
	partSigns     = ".,/|"                     // also between the parts of a date and the squares of a list
	listSigns     = ";" + partSigns
	takeSigns     = `:xX×∶：✕`                        // for TakeOf
	squareLetters = `a-lA-LаАбБвВсСцЦдДеЕфФгГжЖнНхХ` // for FileOf
)

// missigned matches squares of letters and digits, or of numbers, separated by one or two signs, or
// for letters also by a space. The first sign is wrong; the further ones, in the group, are not
// dashes: with a mark between them, c3-b4!d6-e5, there are two moves.
var missigned = func() (kinds [2]struct{ square, all func() *regexp.Regexp }) {
	for i, k := range [...]struct{ square, signs, none string }{{`[` + squareLetters + `][1-9]`, missigns, `| {1,2}`}, {`[1-9][0-9]?`, numberSigns, ``}} {
		wrong := regexp.QuoteMeta(k.signs)
		sign, more := `[`+wrong+takeSigns+Dashes+`]`, `[`+wrong+takeSigns+`]`
		kinds[i].square = Pattern(k.square)
		kinds[i].all = Pattern(`^` + k.square + `(?:[` + wrong + `]` + sign + `?|` + sign + `[` + wrong + `]` + k.none + `)` + k.square +
			`((?:` + more + sign + `?` + k.square + `)*)`)
	}
	return kinds
}()

// Missigned returns the length of the squares at the beginning of text if a sign between them is
// not a move's, e5;c3, е5.с3, e5^c3, 12;16, or 0 if there are none. It accepts only two squares if
// they may be a list or are numbers.
func Missigned(text string) int {
	for i, kind := range missigned {
		m := kind.all().FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		next, w := utf8.DecodeRuneInString(text[m[1]:])
		if w > 0 && (unicode.IsLetter(next) || IsDash(next) || next >= '0' && next <= '9') ||
			m[2] < m[1] && (i == 1 || strings.ContainsAny(text[:m[1]], listSigns)) {
			continue
		}
		return m[1]
	}
	return 0
}
