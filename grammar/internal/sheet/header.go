package sheet

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// matchKey reads the header key at the start of text: "Белые:", "Дата:", "Черные –", "Тур 3" (the
// number is the value), or a colour that ends the line or the table cell. It returns the tag and
// the length of the key with its sign, or 0. The text must be one line without a leading space.
func matchKey(text string) (tag string, n int) {
	digit := min(leadingDigits(text), 1) // "6елые:", as recognisers read it
	i := digit + strings.IndexFunc(text[digit:], func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' && r != '№' })
	if i < digit || i > maxKey {
		i = min(len(text), maxKey)
	}
	if i == digit {
		return "", 0
	}
	if i < len(text) && strings.IndexByte("(.,", text[i]) >= 0 {
		if m := formKey().FindStringSubmatch(text); m != nil {
			if side, ok := result.Side(m[1] + m[2]); ok {
				return colours[side], len(m[0])
			}
		}
	}
	key := trimRight(text[:i])
	if i < len(text) && (text[i] == ':' || text[i] == '=') {
		if tag = cmp.Or(word.HeaderTag(key), word.ForeignTag(key)); tag != "" {
			return tag, i + 1
		}
		if tag, _ = misspeltTag(key); tag != "" && text[i] == ':' {
			value, _, _ := strings.Cut(trimLeft(text[i+1:]), "\t")
			if _, _, ok := result.Find(trimRight(value)); tag == "Result" && ok || tag != "Result" && isPlayer(value) {
				return tag, i + 1
			}
		}
	}
	sign := strings.TrimPrefix(text[i:], ".")
	if name := strings.TrimPrefix(sign, " "); strings.HasPrefix(sign, ": ") || len(name) < len(sign) && utf8.RuneCountInString(key) > 1 && unicode.IsUpper(firstRune(name)) {
		if tag, _ = word.LookUp(lists["shortKeys"], key); tag == "" && isPlayer(name) {
			tag = sideTag(key, false)
		}
		if tag != "" {
			return tag, len(text) - len(sign) + 1 // "Б: Иванов", "Бел. Иванов", "Белые. Иванов"
		}
	}
	first := key // "Ходы белых"
	if len(trimRight(text)) > len(key) || word.HeaderTag(key) == "" {
		first = key[:len(key)-len(strings.TrimLeftFunc(key, func(r rune) bool { return !word.IsSpace(r) }))]
	}
	n = len(first)
	after := trimLeft(text[n:])
	gap := len(text) - n - len(after)
	r, w := utf8.DecodeRuneInString(after)
	inCell := r == '|' || strings.IndexByte(text[n:n+gap], '\t') >= 0
	tag = word.HeaderTag(first)
	if tag == "" && word.IsDash(r) && unicode.IsLower(firstRune(first)) && isPlayer(trimLeft(after[w:])) {
		tag, _ = misspeltTag(first) // "Белые – Иванов, чериые – Петров"
	}
	if tag == "" || isRound(tag) && word.IsDash(r) && isPlayer(trimLeft(after[w:])) { // "Тур – Петров"
		return "", 0
	}
	if word.IsDash(r) && gap > 0 && tag != "Position" && tag != "Turn" {
		if next, w2 := utf8.DecodeRuneInString(after[w:]); w2 == 0 || word.IsSpace(next) {
			return tag, n + gap + w
		}
	}
	switch {
	case tag == "White" || tag == "Black":
		if after == "" || inCell || leader(after) > 0 || piecesForm().MatchString(after) || gap > 0 && isPlayer(after[:lenTo(after, "\t|")]) {
			return tag, n
		}
	case tag == "Date" && gap > 0:
		if day, _, _ := strings.Cut(after, "  "); isWhen(trimRight(day)) {
			return tag, n
		}
	case isRound(tag) && r >= '0' && r <= '9' && gap > 0:
		return tag, n
	case isRound(tag) && r == '№':
		return tag, len(text) - len(after) + w
	case inCell && after != "" && strings.IndexByte(trimRight(after), '\t') < 0 && word.HeaderTag(trimRight(after)) == "":
		return tag, n
	}
	return "", 0
}

// formKey matches a player's key on printed forms, "Белые (Ф.И.О.):", "Фамилия, имя белых:", or of a
// number of pieces: "Белые (3):".
var formKey = word.Pattern(`^(?i:(\pL+) \((?:\d{1,2}|` + fullName + `)\)|` + fullName + ` (\pL+)) ?(?::|__)`)

const fullName = `(?:ф\. ?и\. ?о\.|п\. ?і\. ?б\.|фамилия|прізвище|имя|name|surname)(?:,[\pL ',’]{1,32})?`

// isRound reports whether a tag's value is the number of a round or a board.
func isRound(tag string) bool { return tag == "Round" || tag == "Board" }

// isPlayer reports whether the rest of a line is a player's name.
func isPlayer(rest string) bool {
	name, _ := cutTitle(trimRight(rest))
	words := strings.Fields(name)
	return len(words) > 0 && len(words) <= 4 && beginsName(name) && !KnownWord(words[0]) &&
		!slices.ContainsFunc(words, func(w string) bool {
			return nameWordOf(strings.TrimRight(w, ",")) == noName || strings.ContainsAny(w, "0123456789")
		})
}

// isKey reports whether text begins with a key and a colon, so that the key before it has no value.
func isKey(text string) bool {
	i := strings.IndexByte(text[:min(len(text), maxKey)], ':')
	_, n := matchKey(text)
	return i >= 0 && n == i+1
}

// leader returns the length of a form's dots or lines before a value: "Белые ....Бондарь....".
func leader(text string) int {
	if n := len(text) - len(strings.TrimLeft(text, "._…")); n > 2 {
		return n
	}
	return 0
}

// NamesSides reports whether a line names the player of White or Black: "Белые: Иванов".
func NamesSides(line string) bool {
	line = trimLeft(line)
	tag, n := matchKey(line)
	return (tag == "White" || tag == "Black") && !startsPosition(line) && !startsPosition(trimLeft(line[n:]))
}

func trimSpace(s string) string { return strings.TrimFunc(s, word.IsSpace) }
func trimLeft(s string) string  { return strings.TrimLeftFunc(s, word.IsSpace) }
func trimRight(s string) string { return strings.TrimRightFunc(s, word.IsSpace) }

// cutTitle separates a player's name from a title: "Иванов И. (МС)", "Иванов И., 1-й разряд".
func cutTitle(name string) (player, title string) {
	if i := titleAt(name); i < len(name) {
		return trimRight(name[:i]), strings.Trim(name[i:], " (),")
	}
	player = name
	for i, r := range name {
		if word.IsSpace(r) && isTitle(name[:i]) {
			player, title = trimSpace(name[i:]), name[:i] // the longest: "Мастер спорта" rather than "Мастер"
		}
	}
	return player, title
}

// titleAt returns the offset of the sign before a title that ends a name, or len(name).
func titleAt(name string) int {
	i := strings.LastIndexAny(name, ",(")
	if i <= 0 || titleEnd(name, i) < len(trimRight(name)) {
		return len(name)
	}
	return i
}

// titleEnd returns the end of the title after a comma or bracket at i, or i if absent.
func titleEnd(text string, i int) int {
	switch text[i] {
	case '(':
		if n := strings.IndexByte(text[i:], ')'); n > 0 && isTitle(text[i+1:i+n]) {
			return i + n + 1
		}
	case ',':
		if end := i + 1 + lenTo(text[i+1:], ",([;"); isTitle(text[i+1 : end]) {
			return end
		}
	}
	return i
}

// isTitle reports whether a text is a player's title or rank.
func isTitle(text string) bool {
	if len(text) > maxKey {
		return false
	}
	text = trimSpace(text)
	return lists["playerTitles"].has(titleSigns.Replace(text)) ||
		strings.ContainsRune("123Ii", firstRune(text)) && rank().MatchString(text)
}

// titleSigns removes the signs within titles: м.с., к/м/с, мастер спорта.
var titleSigns = strings.NewReplacer(".", "", "/", "", " ", "")

// rank matches a rank of Soviet sport: 1-й разряд, I р.
var rank = word.Pattern(`^(?i:(?:[1-3]|I{1,3})(?:-?[йиі])? ?(?:сп[а-я]*\.? )?(?:разряд|розряд|разр|розр|р)\.?)$`)

// KnownWord reports whether a word is a header key or a word of results.
func KnownWord(w string) bool {
	folded := word.Fold(w)
	return word.HeaderTag(folded) != "" || result.Words[folded] != ""
}

// skipCells returns the offset of the first character from i on that is no space or separator.
func skipCells(text string, i int) int {
	parts := func(r rune) bool { return word.IsSpace(r) || r == '|' || r == ';' }
	return len(text) - len(strings.TrimLeftFunc(text[i:], parts))
}

// valueEnd returns the end of a value: before the next key of the line or its first move.
func valueEnd(text string, at int) int {
	for i := at; i < len(text); {
		r, w := utf8.DecodeRuneInString(text[i:])
		if r == '1' && i > at && !word.IsDigit(text[i-1]) && beginsMoves(text[i:]) {
			return i // "Петров1. c3-d4"
		}
		if !word.IsSpace(r) && !strings.ContainsRune("|;,_.", r) {
			i += w
			continue
		}
		next := skipCells(text, i)
		switch r {
		case '.':
			next = i + w // "Иванов А.Черные: Петров"
		case ',':
			next = skipCells(text, i+1)
		case '_':
			next = len(text) - len(strings.TrimLeft(text[i:], "_ "))
		}
		apart := strings.ContainsRune(",.", r) || next-i >= 2 || text[max(i-1, at)] == '.'
		if tag, n := matchKey(text[next:]); n > 0 {
			sign, _ := utf8.DecodeLastRuneInString(text[next : next+n])
			between := strings.ContainsAny(text[i:next], "\t|;_") || apart && (isRound(tag) || tag == "Date")
			if sign == ':' || word.IsDash(sign) || between || text[max(i-1, at)] == ')' {
				return next
			}
		}
		i = next
	}
	return len(text)
}

// misspeltTag returns the tag of a player or the result for a misspelt key, Черныс, and that key.
func misspeltTag(key string) (tag, meant string) {
	if utf8.RuneCountInString(key) < len("Белые")/2-1 || len(key) > maxKey || word.HeaderTag(key) != "" || lists["shortKeys"].has(strings.TrimRight(key, ".")) {
		return "", ""
	}
	for _, h := range word.Headers {
		if h.Tag != "White" && h.Tag != "Black" && h.Tag != "Result" {
			continue
		}
		for meant := range strings.SplitSeq(h.Russian+", "+h.Ukrainian+", "+h.English, ", ") {
			if utf8.RuneCountInString(meant) >= len("Белые")/2 && word.IsSlip(key, meant) {
				return h.Tag, word.Fold(meant)
			}
		}
	}
	return "", ""
}
