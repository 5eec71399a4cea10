package word

import (
	_ "embed"
	"iter"
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

// Entries yields the names of those entries of vocabulary.txt that are for something, in order, and
// their words, with commas between.
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

// Vocabulary returns the names of the entries for something by their words, as Fold has those.
func Vocabulary(what string) map[string]string {
	names := make(map[string]string)
	for name, words := range Entries(what) {
		for w := range strings.SplitSeq(strings.ReplaceAll(words, " | ", ", "), ", ") {
			names[Fold(w)] = name
		}
	}
	return names
}

// spelled is Vocabulary with the words as they are written and in capital letters, too, so that
// those of most records need not be folded.
func spelled(what string) map[string]string {
	names := Vocabulary(what)
	for name, words := range Entries(what) {
		for w := range strings.SplitSeq(strings.ReplaceAll(words, " | ", ", "), ", ") {
			names[w], names[strings.ToUpper(w)] = name, name
		}
	}
	return names
}

var (
	tags       = spelled("header")
	foreign    = spelled("foreign")
	columns    = Vocabulary("column")
	stems      = Vocabulary("stem")
	illegibles = Vocabulary("illegible")
)

// Header is the words of one header, with commas between.
type Header struct{ Tag, Russian, Ukrainian, English string }

// Headers are the words with which the lines at the head of a record begin, and PDN's name for
// their values. The first word of each language is the one that is written.
var Headers = func() (all []Header) {
	for tag, words := range Entries("header") {
		w := strings.Split(words, " | ")
		all = append(all, Header{tag, w[0], w[1], w[2]})
	}
	return all
}()

// IsVerdict says whether the value of the tag Verdict is that of a game that is carried
// over: "illegal: e3-f4: a capture was mandatory".
func IsVerdict(value string) bool {
	verdict, _, _ := strings.Cut(value, ":")
	return verdict == "illegal" || verdict == "unreadable"
}

// HeaderTag returns PDN's name for the key of a header in Russian, Ukrainian or English, in any
// case; "" if it is not a key.
func HeaderTag(key string) string {
	if tag := tags[key]; tag != "" {
		return tag
	}
	return valueOf(tags, key)
}

// ForeignTag is HeaderTag for the keys of other languages, in small or capital letters or as written there.
func ForeignTag(key string) string { return foreign[key] }

// ColumnTag returns what a column of a table of games has, by the text at its head: PDN's name, "Moves"
// or "Players"; "" for texts that are not in the vocabulary for that.
func ColumnTag(text string) string { return valueOf(columns, text) }

func valueOf(names map[string]string, text string) string {
	name, _ := LookUp(names, text)
	return name
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

// The features of variants that the words of their names say, a bit each, and the variants by them.
var (
	features = make(map[string]int)
	variants = make(map[int]record.Variant)
)

func init() {
	for name := range Entries("stem") {
		features[name] = 1 << len(features)
	}
	for name, said := range Entries("variant") {
		all := 0
		for f := range strings.SplitSeq(said, ", ") {
			all |= features[f]
		}
		variants[all] = record.VariantNamed(name)
	}
}

// featureOf returns the feature that a folded word says, 0 for none. A stem of up to three
// letters is the whole word.
func featureOf(w string) int {
	n := 0
	for i := range w[:min(len(w), maxWord)] {
		if name, is := stems[w[:i]]; is && n > 3 {
			return features[name]
		}
		n++
	}
	return features[stems[w]]
}

// featuresOf returns the features that the words of a name say of which variant is played, whether
// they say that it is draughts, and the other words among them.
func featuresOf(name string) (said int, draughts bool, others []string) {
	for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return !IsLetter(r) && r != '\'' && r != '’' }) {
		folded := Fold(w)
		f := featureOf(folded)
		if f == 0 && strings.ContainsFunc(folded, isCyrillic) {
			f = featureOf(latinAlike.Replace(folded))
		}
		if said |= f; f == 0 {
			others = append(others, w)
		}
	}
	draughts = said&features["draughts"] != 0
	said &^= features["any"] | features["draughts"]
	if said != features["checkers"] {
		said &^= features["checkers"]
	}
	return said, draughts, others
}

// ParseVariantName is grammar.ParseVariant: "русские башни (обратные)" and the names that
// record.ParseVariant has are known, too.
func ParseVariantName(name string) record.Variant {
	name, beside, _ := strings.Cut(name, "(")
	switch said, _, others := featuresOf(name); {
	case len(others) == 0 && said != 0:
		more, _, _ := featuresOf(beside)
		return variants[said|more&features["reverse"]]
	case len(others) == 1 && (said == 0 || said == features["checkers"]):
		return record.VariantNamed(others[0])
	}
	return record.UnknownVariant
}

// IsAnyVariant says whether all words of a name say that draughts are played and not of
// which variant: "Standard", "From Position".
func IsAnyVariant(name string) bool {
	said, _, others := featuresOf(name)
	return said == 0 && len(others) == 0
}

// VariantMentioned returns the variant of towers, the reverse game or "русские шашки" that the name
// of a tournament mentions; record.UnknownVariant where that is none, or several.
func VariantMentioned(name string) record.Variant {
	said, draughts, _ := featuresOf(name)
	v := variants[said]
	if v.Towers() || v.Reversed() || v == record.Russian && draughts {
		return v
	}
	return record.UnknownVariant
}

// MentionsOther says whether the words of a title mention another variant than v, perhaps
// without naming one; never where v is record.UnknownVariant. "International" alone may be
// what a tournament is.
func MentionsOther(title string, v record.Variant) bool {
	said, draughts, _ := featuresOf(title)
	other := variants[said]
	return v != record.UnknownVariant && said != 0 && other != v && (other.Towers() || other.Reversed() || draughts)
}

// Illegible says whether text is what is written for something that cannot be
// read, нрзб, perhaps in brackets.
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

// sheetError is what a spreadsheet shows for a value that it could not make, or that its
// column is too narrow for: #NAME?, #ДЕЛ/0!, #####.
var sheetError = Pattern(`^#(?:#*|\p{Lu}[\p{Lu}\p{Nd}/]{0,22})[?!]*$`)

// isIllegiblePhrase says whether words say that something cannot be read, and
// nothing else: "ход не читается", "дальнейшие ходы неразборчивы", "move missing".
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

// decides has what the words of a phrase have to do in it.
var decides = Pattern(`alone|itself|negation .*negated|number .*counted`)
