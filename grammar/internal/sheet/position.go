package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// towersEnd returns where a list of towers that begins at byte at ends: before
// words that say who is to move, or before prose (Codex 1.10: "..., где под
// знаком «/» обозначаются плененные шашки").
func towersEnd(text string, at, end int) int {
	for i := at; i < end; {
		i = word.SkipBlank(text, i)
		n := strings.IndexFunc(text[i:end], func(r rune) bool { return !word.IsLetter(r) })
		if n < 0 {
			n = end - i
		}
		if n == 0 {
			if i < end {
				_, w := utf8.DecodeRuneInString(text[i:end])
				i += w
			}
			continue
		}
		if _, k := matchTurn(text[i:end]); k > 0 {
			return i
		}
		w := text[i : i+n]
		_, side := result.Side(w)
		if !side && utf8.RuneCountInString(w) >= 3 && !towerWords.has(w) {
			return i
		}
		i += n
	}
	return end
}

// startsFEN says whether the line begins like PDN's FEN: W:W1:B2. "B:B2:B4"
// would be a capture in capitals.
func startsFEN(line string) bool {
	if len(line) < 4 || line[1] != ':' || strings.IndexByte("WB?", line[0]) < 0 || strings.IndexByte("WB", line[2]) < 0 ||
		line[3] != 'K' && line[3] != ':' && !word.IsDigit(line[3]) && !isFileByte(line[3]) {
		return false
	}
	end := strings.IndexFunc(line, word.IsSpace)
	if end < 0 {
		end = len(line)
	}
	return line[0] != 'B' || line[2] != 'B' || strings.Contains(line[3:end], ":W") || strings.IndexByte(line[:end], ',') > 0
}

// startsPosition says whether text begins with FEN or a list of towers, with
// a colour before it or none.
func startsPosition(text string) bool {
	text = text[word.SkipBlank(text, 0):]
	if startsFEN(text) {
		return true
	}
	if tag, n := matchKey(text); tag == "White" || tag == "Black" {
		rest := text[n:]
		// A square by itself is rather a name: "Белые: G19".
		return isSquareList(rest) && !isLonePlace(trimSpace(rest))
	}
	return isSquareList(text)
}

// hurtPosition says whether what stands after a key before any move, the key's last
// character first, stands for a position, though it does not begin like one:
// ": W:Wz9:Bb8", ": белые: ?3; черные: b8", ": нрзб".
func hurtPosition(text string) bool {
	rest := trimSpace(text[1:])
	if text[0] != ':' || rest == "" || word.Illegible(rest) || strings.Trim(rest, "?.… ") == "" {
		return text[0] == ':' && rest != ""
	}
	if len(rest) > 2 && rest[1] == ':' && strings.IndexByte("WBwb?", rest[0]) >= 0 && strings.IndexByte("WBwb", rest[2]) >= 0 {
		return true
	}
	for part := range strings.FieldsFuncSeq(rest[:min(len(rest), maxCells)], func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(",;:=-–/()", r) }) {
		if !word.IsDigit(part[0]) && isLonePlace(part) {
			return true // a square
		}
	}
	return false
}

// isSquareList says whether text begins with a square and what may follow one
// in a list of towers: Codex 1.10, Adiukh 7.2.
func isSquareList(text string) bool {
	text = text[word.SkipBlank(text, 0):]
	i, letters, digits, alike := 0, 0, 0, 0
	for i < len(text) {
		r, w := utf8.DecodeRuneInString(text[i:])
		if _, _, ok := word.DigitOf(r); ok && (letters > 0 || r < utf8.RuneSelf && unicode.IsDigit(r)) {
			digits++
			if word.IsLetter(r) {
				alike++
			}
		} else if _, _, ok := word.FileOf(r); ok && letters == 0 && digits == 0 {
			letters++
		} else {
			break
		}
		i += w
	}
	if digits == 0 || digits > 2 || alike == 2 {
		return false // "all" is no square, and three letters end a list (see towersEnd)
	}
	r, w := utf8.DecodeRuneInString(text[word.SkipBlank(text, i):])
	return w == 0 || word.IsDash(r) || strings.ContainsRune(",;(/.", r)
}

// matchTurn reads who is to move: "Ход белых", "Хід: чорних", "White to move".
// It returns how many bytes of text say so, or 0.
func matchTurn(text string) (c record.Colour, n int) {
	var kinds [3]string // the first words
	count := 0
	i := 0
	for count < len(kinds) && i < len(text) && i < maxKey {
		i = word.SkipBlank(text, i)
		k := strings.IndexFunc(text[i:], func(r rune) bool { return !word.IsLetter(r) })
		if k < 0 {
			k = len(text) - i
		}
		if k == 0 {
			break
		}
		kinds[count] = text[i : i+k]
		count++
		i += k
		if tag := word.HeaderTag(kinds[0]); count == 1 && tag != "Turn" {
			if _, ok := result.Side(kinds[0]); !ok {
				return 0, 0
			}
		} else if count == 2 && tag == "Turn" {
			break
		}
		if strings.HasPrefix(text[i:], ":") {
			i++
		}
	}
	switch {
	case count == 2: // the first word is a key, see above
		if c, ok := result.Side(kinds[1]); ok {
			return c, i
		}
	case count == 3 && strings.EqualFold(kinds[1], "to") && (strings.EqualFold(kinds[2], "move") || strings.EqualFold(kinds[2], "play")):
		if c, ok := result.Side(kinds[0]); ok {
			return c, i
		}
	}
	return 0, 0
}
