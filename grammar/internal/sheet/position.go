package sheet

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// towersEnd returns the end of a list of towers: before moves, words for the side to move, or prose
// (Codex 1.10: "..., где под знаком «/» обозначаются плененные шашки").
func towersEnd(text string, at, end int) int {
	text = text[:end]
	last := place{} // the last word, if it names a side
	for i := at; i < end; {
		blank := i
		if i = word.SkipBlank(text, i); i > blank && text[i:] != "" && text[i] == '1' && beginsMoves(text[i:]) {
			return i
		}
		if _, n := position.ReadTurn(text[i:]); n > 0 {
			return i + n
		}
		w := text[i : end-len(strings.TrimLeftFunc(text[i:], unicode.IsLetter))]
		if w == "" {
			_, n := utf8.DecodeRuneInString(text[i:])
			i += n
			continue
		}
		if _, side := result.Side(w); side {
			last = place{i, i + len(w)}
		} else if utf8.RuneCountInString(w) >= 3 && strings.Trim(w, "OoОо") != "" && !lists["towerWords"].has(w) {
			if last.end > at && word.SkipBlank(text, last.end) == i {
				return last.at // "Белые начинают и выигрывают"
			}
			return i
		}
		i += len(w)
	}
	return end
}

// startsFEN reports whether a line begins like FEN, W:W1:B2; "B:B2:B4" would be a capture.
func startsFEN(line string) bool {
	return len(line) > 3 && line[1] == ':' && fenForm().MatchString(line)
}

var fenForm = word.Pattern(`^(?:[W?]:[WB][K:\da-lA-L]|B:W[K:\da-lA-L]|B:B[K:\da-lA-L]\S*?(?:,|:W))`)

// startsPosition reports whether text begins with FEN or a list of towers, perhaps after a colour.
func startsPosition(text string) bool {
	text = text[word.SkipBlank(text, 0):]
	if startsFEN(text) {
		return true
	}
	if tag, n := matchKey(text); tag == "White" || tag == "Black" {
		rest := text[n:]
		// A lone square, "Белые: G19", is more likely a name, and so is "1-й разряд Иванов".
		_, title := cutTitle(trimSpace(rest))
		return title == "" && isSquareList(rest) && !isLonePlace(trimSpace(rest))
	}
	return isSquareList(text)
}

// damagedPosition reports whether text after a key, from the key's last character on, is a damaged
// position: ": W:Wz9:Bb8", ": белые: ?3; черные: b8", ": нрзб".
func damagedPosition(text string) bool {
	rest := trimSpace(text[1:])
	parts := strings.FieldsFunc(rest[:min(len(rest), maxCells)], func(r rune) bool {
		return word.IsSpace(r) || strings.ContainsRune(",;:=-–/()", r)
	})
	isSquare := func(part string) bool { return !word.IsDigit(part[0]) && isLonePlace(part) }
	return text[0] == ':' && rest != "" &&
		(word.Illegible(rest) || strings.Trim(rest, "?.… ") == "" || damagedFEN().MatchString(rest) ||
			slices.ContainsFunc(parts, isSquare))
}

var damagedFEN = word.Pattern(`^[WBwb?]:[WBwb]`)

// isSquareList reports whether text begins like a list of towers: Codex 1.10, Adiukh 7.2.
func isSquareList(text string) bool {
	text = text[word.SkipBlank(text, 0):]
	i, alike := placeLen(text)
	if i == 0 {
		text = text[len(pieceWord().FindString(text)):]
		i, alike = placeLen(text)
	}
	if i == 0 || alike == 2 {
		return false // "all" is not a square, and three letters end a list (see towersEnd)
	}
	r, w := utf8.DecodeRuneInString(text[word.SkipBlank(text, i):])
	return w == 0 || word.IsDash(r) || strings.ContainsRune(",;(/.=", r)
}

// pieceWord matches the kind of the first pieces of a list: "дамки a1, c3", "Д.b8"; piecesForm a
// list after a colour without a sign: "Белые c3, e3"; squareForm a possible square of a list; and
// squaresForm squares of an illegible list: "b8д, c3".
var (
	pieceWord   = word.Pattern(`^(?:` + pieceWords + `|(?i:[dд]\.?|[kк])):?[ \t]?`)
	piecesForm  = word.Pattern(`^(?:` + pieceWords + ` ?\pL?\d{1,2}\b|\pL?\d{1,2}(?: ?[-–—=] ?[01/]+)? ?[,;] ?(?:` + pieceWords + ` ?)?\pL?\d{1,2}\b)`)
	squareForm  = word.Pattern(`(?:^|[^\pL\d])(?:[dDдДkKкК]?[a-lA-Lа-яА-Я])?\d{1,2}(?:[^\pL\d]|$)`)
	squaresForm = word.Pattern(`[a-lA-Lа-яА-Я]\d.*[,;].*[a-lA-Lа-яА-Я]\d`)
)

const pieceWords = `(?i:дам(?:ка|ки|\.)|прост(?:ая|ые|а|і)|шашк[аи]|kings?|men|man|пр\.)`

// isLonePlace reports whether run is a square or a number and nothing else.
func isLonePlace(run string) bool {
	n, _ := placeLen(run)
	return n > 0 && n == len(run)
}

// placeLen returns the length of the square or number at the start of a text, or 0 if absent, and
// how many letters replace its digits.
func placeLen(text string) (n, alike int) {
	file, digits := false, 0
	for n < len(text) {
		r, w := utf8.DecodeRuneInString(text[n:])
		_, _, digit := word.DigitOf(r)
		if _, _, ok := word.FileOf(r); digit && (file || r < utf8.RuneSelf && unicode.IsDigit(r)) {
			if digits++; unicode.IsLetter(r) {
				alike++
			}
		} else if ok && n == 0 {
			file = true
		} else {
			break
		}
		n += w
	}
	if digits == 0 || digits > 2 {
		return 0, 0
	}
	return n, alike
}
