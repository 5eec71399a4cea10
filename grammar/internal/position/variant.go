package position

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// The features of variants that words of their names express, one bit each, and the variants by
// their features.
var (
	stems    = word.Vocabulary("stem")
	features = make(map[string]int)
	variants = make(map[int]record.Variant)
)

func init() {
	for name := range word.Entries("stem") {
		features[name] = 1 << len(features)
	}
	for name, said := range word.Entries("variant") {
		all := 0
		for f := range strings.SplitSeq(said, ", ") {
			all |= features[f]
		}
		variants[all] = record.VariantNamed(name)
	}
}

const maxStem = 64 // bytes

// featureOf returns the feature of a folded word, or 0. A stem of up to three letters must be the
// whole word.
func featureOf(w string) int {
	n, whole, found := 0, features[stems[w]], 0
	for i := range w[:min(len(w), maxStem)] {
		if n++; n > 4 && whole == 0 {
			found = cmp.Or(features[stems[w[:i]]], found)
		}
	}
	return cmp.Or(whole, found)
}

// featuresOf returns the features that the words of a name express, whether they say that the game
// is draughts, and the other words.
func featuresOf(name string) (said int, draughts bool, others []string) {
	for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }) {
		folded := word.Fold(w)
		f := cmp.Or(featureOf(folded), featureOf(word.Alike(folded)))
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

// ParseVariantName is grammar.ParseVariant. It also knows "русские башни (обратные)" and the names
// of record.ParseVariant.
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

// IsAnyVariant reports whether all words of a name mean draughts without a particular variant:
// "Standard", "From Position".
func IsAnyVariant(name string) bool {
	said, _, others := featuresOf(name)
	return said == 0 && len(others) == 0
}

// mentioned is featuresOf for the name of a tournament, which may have an eponym.
func mentioned(name string) (said int, draughts bool) {
	if said, draughts, _ = featuresOf(name); !draughts {
		said &^= features["eponym"]
	}
	return said, draughts
}

// VariantMentioned returns the variant that a tournament's name mentions: one of towers, a reverse
// game or "русские шашки", or record.UnknownVariant if there is no such variant or several.
func VariantMentioned(name string) record.Variant {
	said, draughts := mentioned(name)
	v := variants[said]
	if v.Towers() || v.Reversed() || v == record.Russian && draughts {
		return v
	}
	return record.UnknownVariant
}

// MentionsOther reports whether the words of a title mention a variant other than v, perhaps
// without naming one; it is false if v is record.UnknownVariant. "International" alone may describe
// the tournament.
func MentionsOther(title string, v record.Variant) bool {
	said, draughts := mentioned(title)
	other := variants[said]
	return v != record.UnknownVariant && said != 0 && other != v && (other.Towers() || other.Reversed() || draughts)
}
