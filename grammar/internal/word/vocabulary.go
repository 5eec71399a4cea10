package word

import (
	_ "embed"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold returns a word as in vocabularies: in small letters, with ё as е.
func Fold(w string) string { return strings.Map(fold, w) }

func fold(r rune) rune {
	switch {
	case r >= 'а' && r <= 'я', r >= 'a' && r <= 'z': // most are
		return r
	case r == 'ё', r == 'Ё':
		return 'е'
	case r == '’', r == 'ʼ':
		return '\''
	case r == '\u00a0':
		return ' '
	}
	return unicode.ToLower(r)
}

// LookUp looks a word up in a vocabulary, in any case; Latin letters among Cyrillic ones are read
// as their Cyrillic look-alikes: Бiлi.
func LookUp[V any](vocabulary map[string]V, word string) (v V, ok bool) {
	if len(word) > maxWord {
		return v, false
	}
	var memory [2 * maxWord]byte
	folded, latin, other := memory[:0], false, false
	for _, r := range word {
		r = fold(r)
		latin, other = latin || r >= 'a' && r <= 'z', other || r >= utf8.RuneSelf
		folded = utf8.AppendRune(folded, r)
	}
	if v, ok = vocabulary[string(folded)]; !ok && latin && other {
		v, ok = vocabulary[Alike(string(folded))]
	}
	return v, ok
}

// Alike returns a folded word with the Latin letters among Cyrillic ones as their look-alikes.
func Alike(folded string) string {
	if !strings.ContainsAny(folded, "aceiopxybhkmt") || !strings.ContainsFunc(folded, isCyrillic) {
		return folded
	}
	return latinAlike.Replace(folded)
}

// latinAlike maps Latin letters to Cyrillic look-alikes, in its second line those of capitals.
var latinAlike = strings.NewReplacer("a", "а", "c", "с", "e", "е", "i", "і", "o", "о", "p", "р", "x", "х", "y", "у",
	"b", "в", "h", "н", "k", "к", "m", "м", "t", "т")

//go:embed vocabulary.txt
var vocabularyText string

// Entries yields the entries of vocabulary.txt of one kind, in order: the name of each and its
// words, separated by commas.
func Entries(what string) iter.Seq2[string, string] {
	return func(yield func(name, words string) bool) {
		for line := range strings.Lines(vocabularyText) {
			if entry, is := strings.CutPrefix(line, what+" "); is {
				if name, words, _ := strings.Cut(strings.TrimSpace(entry), ": "); !yield(name, words) {
					return
				}
			}
		}
	}
}

// Vocabulary maps the folded words of a kind of entry to the names of their entries.
func Vocabulary(what string) map[string]string {
	names := make(map[string]string)
	for name, words := range Entries(what) {
		for w := range strings.SplitSeq(strings.ReplaceAll(words, " | ", ", "), ", ") {
			names[Fold(w)] = name
		}
	}
	return names
}

var (
	tags       = Vocabulary("header")
	foreign    = Vocabulary("foreign")
	columns    = Vocabulary("column")
	illegibles = Vocabulary("illegible")
)

// Header has the words of one header, separated by commas.
type Header struct{ Tag, Russian, Ukrainian, English string }

// Headers are the keys of the lines at the head of a record, with PDN's names for their values. The
// first word of each language is the one used in writing.
var Headers = func() (all []Header) {
	for tag, words := range Entries("header") {
		w := strings.Split(words, " | ")
		all = append(all, Header{tag, w[0], w[1], w[2]})
	}
	return all
}()

// HeaderTag returns PDN's name for a header key in Russian, Ukrainian or English, in any case, or
// "" if unknown.
func HeaderTag(key string) string { return valueOf(tags, key) }

// ForeignTag is HeaderTag for other languages.
func ForeignTag(key string) string { return valueOf(foreign, key) }

// ColumnTag returns the tag of a column in a table of games, by its heading: PDN's name, "Moves" or
// "Players", or "" if the vocabulary lacks it.
func ColumnTag(text string) string { return valueOf(columns, text) }

func valueOf(names map[string]string, text string) string {
	name, _ := LookUp(names, text)
	return name
}

// IsSlip reports whether, ignoring case, text differs from meant by at most one wrong, missing or
// extra letter or one swapped pair.
func IsSlip(text, meant string) bool {
	a, b := []rune(Fold(text)), []rune(Fold(meant))
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return max(len(a), len(b)) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// Illegible reports whether text marks something as illegible, such as нрзб, perhaps in brackets.
func Illegible(text string) bool {
	text = strings.Trim(strings.TrimSuffix(strings.TrimPrefix(text, "«"), "»"), "<>*/[](){}._- \t")
	if len(text) < len("gap") {
		return false
	}
	if what, _ := LookUp(illegibles, text); what == "alone" || text[0] == '#' && sheetError().MatchString(text) {
		return true
	}
	return strings.IndexByte(text, ' ') > 0 && len(text) <= maxPhrase && isIllegiblePhrase(text)
}

// sheetError matches a spreadsheet's text for an invalid value or a column that is too narrow:
// #NAME?, #ДЕЛ/0!, #####.
var sheetError = Pattern(`^#(?:#*|\p{Lu}[\p{Lu}\p{Nd}/]{0,22})[?!]*$`)

// isIllegiblePhrase reports whether text consists of words for something illegible: "ход не
// читается", "дальнейшие ходы неразборчивы", "move missing".
func isIllegiblePhrase(text string) bool {
	said := ""
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return IsSpace(r) || strings.ContainsRune(",.:;!?", r) }) {
		what, known := LookUp(illegibles, w)
		if strings.Trim(w, "0123456789") == "" {
			what, known = "number", true
		}
		if said += what + " "; !known {
			return false
		}
	}
	return decides().MatchString(said)
}

// decides matches the roles that the words of such a phrase need.
var decides = Pattern(`alone|itself|negation .*negated|number .*counted`)
