package word

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
)

// Fold returns a word in small letters with ё as е, as vocabularies have it.
func Fold(w string) string { return strings.Map(fold, w) }

func fold(r rune) rune {
	switch r {
	case 'ё', 'Ё':
		return 'е'
	case '’', 'ʼ':
		return '\''
	case '\u00a0':
		return ' '
	}
	return unicode.ToLower(r)
}

// LookUp looks a word up in a vocabulary, in any case, and with Latin letters among Cyrillic ones
// that look like those: Бiлi.
func LookUp[V any](vocabulary map[string]V, word string) (v V, ok bool) {
	if len(word) > maxWord {
		return v, false
	}
	var memory [2 * maxWord]byte
	folded, alike := memory[:0], false
	for _, r := range word {
		alike = alike || isCyrillic(r)
		folded = utf8.AppendRune(folded, fold(r))
	}
	if v, ok = vocabulary[string(folded)]; ok || !alike {
		return v, ok
	}
	v, ok = vocabulary[latinAlike.Replace(string(folded))]
	return v, ok
}

// latinAlike has the Latin letters that look like Cyrillic ones, in its second line as capitals.
var latinAlike = strings.NewReplacer("a", "а", "c", "с", "e", "е", "i", "і", "o", "о", "p", "р", "x", "х", "y", "у",
	"b", "в", "h", "н", "k", "к", "m", "м", "t", "т")

//go:embed vocabulary.txt
var vocabularyText string

// vocabulary is what vocabulary.txt says.
var vocabulary = readVocabulary(vocabularyText)

// Headers are the words with which the lines at the head of a record begin,
// in Russian, Ukrainian, English and other languages, and PDN's name for their values. The
// first word of each language is the one that is written.
var Headers = vocabulary.headers

// Header is the words of one header, with commas between.
type Header struct{ Tag, Russian, Ukrainian, English string }

type vocabularies struct {
	headers   []Header
	tags      map[string]string      // by the key of a header, as written and folded
	foreign   map[string]string      // those of other languages, in capital letters, too
	features  map[string]int         // the features of variants, a bit each, by name
	stems     []stem                 // of their words
	variants  map[int]record.Variant // by their features
	columns   map[string]string      // what heads the columns of tables of games, beside keys, and what they have
	illegible map[string]string      // what the words for what cannot be read do there
}

// stem is the beginning of a word that says a feature of a variant.
type stem struct {
	text    string
	feature int
}

func readVocabulary(text string) *vocabularies {
	v := &vocabularies{tags: make(map[string]string), foreign: make(map[string]string), features: make(map[string]int),
		variants: make(map[int]record.Variant), columns: make(map[string]string), illegible: make(map[string]string)}
	for line := range strings.Lines(text) {
		entry, list, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch what, name, _ := strings.Cut(entry, " "); what {
		case "header":
			words := strings.Split(list, " | ")
			v.headers = append(v.headers, Header{name, words[0], words[1], words[2]})
			for language, keys := range words {
				for key := range strings.SplitSeq(keys, ", ") {
					if language < 3 {
						v.tags[key], v.tags[Fold(key)] = name, name
					} else {
						v.foreign[key], v.foreign[Fold(key)], v.foreign[strings.ToUpper(key)] = name, name, name
					}
				}
			}
		case "stem":
			v.features[name] = 1 << len(v.features)
			for w := range strings.FieldsSeq(list) {
				v.stems = append(v.stems, stem{w, v.features[name]})
			}
		case "variant":
			features := 0
			for f := range strings.FieldsSeq(list) {
				features |= v.features[f]
			}
			v.variants[features], _ = record.ParseVariant(name)
		case "column":
			for w := range strings.SplitSeq(list, ", ") {
				v.columns[Fold(w)] = name
			}
		case "illegible":
			for w := range strings.FieldsSeq(list) {
				v.illegible[Fold(w)] = name
			}
		}
	}
	return v
}

// IsVerdict says whether the value of the tag Verdict is that of a game that is carried
// over: "illegal: e3-f4: a capture was mandatory".
func IsVerdict(value string) bool {
	verdict, _, _ := strings.Cut(value, ":")
	return verdict == "illegal" || verdict == "unreadable"
}

// HeaderTag returns PDN's name for the key of a header, in any case; "" if it is not a key.
func HeaderTag(key string) string {
	tag, ok := vocabulary.tags[key]
	if !ok {
		tag, _ = LookUp(vocabulary.tags, key)
	}
	return tag
}

// MisspeltTag returns the tag of a player or the result by a key with a slip, and the key: Черныс.
func MisspeltTag(key string) (tag, meant string) {
	if utf8.RuneCountInString(key) < len("Белые")/2 || utf8.RuneCountInString(key) > maxWord || HeaderTag(key) != "" {
		return "", ""
	}
	for _, h := range Headers {
		if h.Tag != "White" && h.Tag != "Black" && h.Tag != "Result" {
			continue
		}
		for meant := range strings.SplitSeq(h.Russian+", "+h.Ukrainian+", "+h.English, ", ") {
			if utf8.RuneCountInString(meant) >= len("Белые")/2 && IsSlip(key, meant) {
				return h.Tag, Fold(meant)
			}
		}
	}
	return "", ""
}

// IsSlip says whether one letter is wrong, missing or too many in a word, or two are exchanged, however
// they are capitalized.
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

// ForeignTag is HeaderTag for the keys of other languages than Russian, Ukrainian and English.
func ForeignTag(key string) string { return vocabulary.foreign[key] }

// ColumnTag returns what a column of a table of games has, by the text at its head: PDN's name, "Moves"
// or "Players"; "" for texts that are not in the vocabulary for that.
func ColumnTag(text string) string {
	tag, _ := LookUp(vocabulary.columns, text)
	return tag
}

// featureOf returns the feature that a folded word names, 0 for none. A stem of up to
// three letters is the whole word.
func featureOf(w string) int {
	for _, s := range vocabulary.stems {
		if strings.HasPrefix(w, s.text) && (w == s.text || utf8.RuneCountInString(s.text) > 3) {
			return s.feature
		}
	}
	return 0
}

// featuresOf returns the features that the words of a name say, and the other words
// among them. Unless all is set it stops at the second of those.
func featuresOf(name string, all bool) (features int, others []string) {
	for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return !IsLetter(r) && r != '\'' && r != '’' }) {
		folded := Fold(w)
		f := featureOf(folded)
		if f == 0 && strings.ContainsFunc(folded, isCyrillic) {
			f = featureOf(latinAlike.Replace(folded))
		}
		if features |= f; f == 0 {
			others = append(others, w)
		}
		if len(others) > 1 && !all {
			break
		}
	}
	return features, others
}

// telling returns those of the features that say which variant is played.
func telling(features int) int {
	features &^= vocabulary.features["any"] | vocabulary.features["draughts"]
	if checkers := vocabulary.features["checkers"]; features != checkers {
		features &^= checkers
	}
	return features
}

// ParseVariantName is grammar.ParseVariant: "русские башни (обратные)" and the names that
// record.ParseVariant has are known, too.
func ParseVariantName(name string) record.Variant {
	name, beside, _ := strings.Cut(name, "(")
	features, others := featuresOf(name, false)
	switch features = telling(features); {
	case len(others) == 0:
		if said, _ := featuresOf(beside, true); features != 0 {
			features |= said & vocabulary.features["reverse"]
		}
		return vocabulary.variants[features]
	case len(others) == 1 && (features == 0 || features == vocabulary.features["checkers"]):
		return record.VariantNamed(others[0])
	}
	return record.UnknownVariant
}

// IsAnyVariant says whether all words of a name say that draughts are played and not of
// which variant: "Standard", "From Position".
func IsAnyVariant(name string) bool {
	features, others := featuresOf(name, false)
	return telling(features) == 0 && len(others) == 0
}

// VariantMentioned returns the variant of towers, the reverse game or "русские шашки" that the name
// of a tournament mentions; record.UnknownVariant where that is none, or several.
func VariantMentioned(name string) record.Variant {
	features, _ := featuresOf(name, true)
	v := vocabulary.variants[telling(features)]
	if v.Towers() || v.Reversed() || v == record.Russian && features&vocabulary.features["draughts"] != 0 {
		return v
	}
	return record.UnknownVariant
}

// MentionsOther says whether the words of a title mention another variant than v, perhaps
// without naming one; never where v is record.UnknownVariant. "International" alone may be
// what a tournament is.
func MentionsOther(title string, v record.Variant) bool {
	features, _ := featuresOf(title, true)
	other := vocabulary.variants[telling(features)]
	return v != record.UnknownVariant && telling(features) != 0 && other != v &&
		(other.Towers() || other.Reversed() || features&vocabulary.features["draughts"] != 0)
}

// Illegible says whether text is what is written for something that cannot be
// read, нрзб, perhaps in brackets.
func Illegible(text string) bool {
	text = strings.Trim(strings.TrimSuffix(strings.TrimPrefix(text, "«"), "»"), "<>*/[](){}._- \t")
	if len(text) < len("gap") {
		return false
	}
	if what, _ := LookUp(vocabulary.illegible, text); what == "alone" || text[0] == '#' && sheetError().MatchString(text) {
		return true
	}
	return strings.IndexByte(text, ' ') > 0 && len(text) <= maxPhrase && isIllegiblePhrase(text)
}

// sheetError is what a spreadsheet shows for a value that it could not make, or that its
// column is too narrow for: #NAME?, #ДЕЛ/0!, #####.
var sheetError = Pattern(`^#(?:#*|\p{Lu}[\p{Lu}\p{Nd}/]{0,22})[?!]*$`)

// isIllegiblePhrase says whether words say that something cannot be read, and
// nothing else: "ход не читается", "дальнейшие ходы неразборчивы", "move missing".
func isIllegiblePhrase(text string) bool {
	said := ""
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return IsSpace(r) || strings.ContainsRune(",.:;!?", r) }) {
		what, known := LookUp(vocabulary.illegible, w)
		if strings.Trim(w, "0123456789") == "" {
			what, known = "number", true
		}
		if said += what + " "; !known {
			return false
		}
	}
	return decides().MatchString(said)
}

// decides has what the words of a phrase have to do in it.
var decides = Pattern(`alone|itself|negation .*negated|number .*counted`)
