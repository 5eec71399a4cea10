package word

import (
	"strings"

	"github.com/stolb/stolb/record"
)

// A name of what is played is made of words that each tell a feature.
const (
	towers = 1 << iota
	lasca
	adiukh
	reverse
	russian
	brazilian
	checkers
	international
	noFeature // шашки, which tells nothing
)

// variantStems are the beginnings of such words in Russian, Ukrainian and
// English, in whatever case: "столбовые шашки", "по столбовым шашкам".
var variantStems = []struct {
	feature int
	stems   string
}{
	{towers, "столб стовп башн башен вежі вежа column tower bashni"},
	{lasca, "ласк lasca laska lasker"},
	{adiukh, "адиюх адіюх adiukh adiyukh"},
	{reverse, "обратн зворотн поддавк піддавк poddavki reverse"},
	{russian, "русск російськ russian"},
	{brazilian, "бразил brazil"},
	{checkers, "чекерс английск англійськ checkers english"},
	{international, "международн міжнародн стоклет стокліт international"},
	{noFeature, "шашк шашок draughts игр гра гри game the вид в"},
}

// stemFeatures has what the stems tell.
var stemFeatures = func() map[string]int {
	features := make(map[string]int)
	for _, f := range variantStems {
		for stem := range strings.SplitSeq(f.stems, " ") {
			features[stem] = f.feature
		}
	}
	return features
}()

// featureOf returns the feature that a word in small letters tells, 0 for none.
func featureOf(w string) int {
	if f := stemFeatures[w]; f != 0 {
		return f
	}
	letters := 0
	for i := range w {
		if letters++; letters > 4 { // a shorter stem is the whole word
			if f := stemFeatures[w[:i]]; f != 0 {
				return f
			}
		}
		if i > longestStem {
			break
		}
	}
	return 0
}

// longestStem is more bytes than any stem has.
const longestStem = 32

// featuresOf returns what the words of a name tell, and whether there are others
// among them; up to the first of those, where no more is asked.
func featuresOf(name string, all bool) (features int, others bool) {
	for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return !IsLetter(r) && r != '\'' && r != '’' }) {
		f := featureOf(Fold(w))
		if features |= f; f == 0 && !all {
			return features, true
		}
		others = others || f == 0
	}
	return features &^ noFeature, others
}

// variantsByFeatures are the variants by what their names tell.
var variantsByFeatures = map[int]record.Variant{
	towers:                           record.Bashni,
	towers | russian:                 record.Bashni,
	towers | reverse:                 record.BashniReverse,
	towers | russian | reverse:       record.BashniReverse,
	lasca:                            record.Lasca,
	towers | international:           record.Lasca,
	lasca | reverse:                  record.LascaReverse,
	towers | international | reverse: record.LascaReverse,
	adiukh:                           record.Adiukh,
	russian:                          record.Russian,
	reverse:                          record.RussianReverse,
	russian | reverse:                record.RussianReverse,
	brazilian:                        record.Brazilian,
	checkers:                         record.Checkers,
	international:                    record.International,
}

// ParseVariantName returns the variant that words name, in Russian,
// Ukrainian or English: "столбовые шашки", "русские башни", "ласка (7х7)", or as
// record.ParseVariant has it; record.UnknownVariant for other words.
func ParseVariantName(name string) record.Variant {
	whole := name
	if i := strings.IndexByte(name, '('); i > 0 {
		name = name[:i]
	}
	if strings.IndexByte(name, "а"[0]) < 0 && strings.IndexByte(name, "я"[0]) < 0 { // they have no Cyrillic letter
		if v, err := record.ParseVariant(whole); err == nil {
			return v
		}
		if v, err := record.ParseVariant(strings.TrimFunc(name, IsSpace)); err == nil {
			return v
		}
	}
	features, others := featuresOf(name, false)
	if others {
		return record.UnknownVariant
	}
	return variantsByFeatures[features]
}

// VariantMentioned returns the variant of towers, or the reverse game, that the
// name of a tournament mentions; record.UnknownVariant where that is none, or
// several.
func VariantMentioned(name string) record.Variant {
	features, _ := featuresOf(name, true)
	if features&(towers|lasca|adiukh|reverse) == 0 {
		return record.UnknownVariant
	}
	return variantsByFeatures[features]
}
