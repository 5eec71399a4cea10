package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// variantNames are the names that sheets have for the variants, beside those
// of record.ParseVariant. Words such as "шашки" are dropped before (see
// ParseVariantName).
var variantNames = map[string]record.Variant{
	"столбовые":          record.Bashni,
	"русские столбовые":  record.Bashni,
	"русские столбы":     record.Bashni,
	"столбы":             record.Bashni,
	"башни":              record.Bashni,
	"стовпові":           record.Bashni,
	"російські стовпові": record.Bashni,
	"вежі":               record.Bashni,
	"башні":              record.Bashni,
	"columns":            record.Bashni,
	"column":             record.Bashni,
	"russian columns":    record.Bashni,
	"russian column":     record.Bashni,
	"towers":             record.Bashni,
	"tower":              record.Bashni,
	"обратные столбовые": record.BashniReverse,
	"обратные русские столбовые": record.BashniReverse,
	"столбовые поддавки":         record.BashniReverse,
	"обратные башни":             record.BashniReverse,
	"зворотні стовпові":          record.BashniReverse,
	"reverse columns":            record.BashniReverse,
	"reverse bashni":             record.BashniReverse,
	"ласка":                      record.Lasca,
	"ласкер":                     record.Lasca,
	"международные столбовые":    record.Lasca,
	"международные столбы":       record.Lasca,
	"міжнародні стовпові":        record.Lasca,
	"international columns":      record.Lasca,
	"international column":       record.Lasca,
	"laska":                      record.Lasca,
	"lasker":                     record.Lasca,
	"обратная ласка":             record.LascaReverse,
	"обратные международные столбовые": record.LascaReverse,
	"зворотна ласка":                   record.LascaReverse,
	"reverse lasca":                    record.LascaReverse,
	"адиюх":                            record.Adiukh,
	"адіюх":                            record.Adiukh,
	"adiyukh":                          record.Adiukh,
	"русские":                          record.Russian,
	"російські":                        record.Russian,
	"обратные":                         record.RussianReverse,
	"обратные русские":                 record.RussianReverse,
	"поддавки":                         record.RussianReverse,
	"русские поддавки":                 record.RussianReverse,
	"піддавки":                         record.RussianReverse,
	"зворотні":                         record.RussianReverse,
	"poddavki":                         record.RussianReverse,
	"reverse russian":                  record.RussianReverse,
	"бразильские":                      record.Brazilian,
	"бразильські":                      record.Brazilian,
	"чекерс":                           record.Checkers,
	"английские":                       record.Checkers,
	"англійські":                       record.Checkers,
	"english":                          record.Checkers,
	"международные":                    record.International,
	"стоклеточные":                     record.International,
	"міжнародні":                       record.International,
	"стоклітинні":                      record.International,
}

// ParseVariantName returns the variant that a sheet's words name, in Russian,
// Ukrainian or English: "столбовые шашки", "Шашки адиюх", "ласка (7х7)", or as
// record.ParseVariant has it; record.UnknownVariant for other words.
func ParseVariantName(name string) record.Variant {
	if v, err := record.ParseVariant(name); err == nil {
		return v
	}
	name = foldWord(name)
	if i := strings.IndexByte(name, '('); i > 0 {
		name = name[:i]
	}
	var words []string
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return !word.IsLetter(r) && r != '\'' && r != '-' }) {
		switch w {
		case "шашки", "шашок", "шашках", "draughts", "game", "игра", "гра", "the":
		default:
			words = append(words, w)
		}
	}
	short := strings.Join(words, " ")
	if v, err := record.ParseVariant(short); err == nil {
		return v
	}
	return variantNames[short]
}

// variantTable is ParseVariantName for each distinct name once.
type variantTable struct {
	known map[string]record.Variant
}

// maxTableVariants is how many names a variantTable keeps.
const maxTableVariants = 1 << 8

func (t *variantTable) parse(name string) record.Variant {
	v, ok := t.known[name]
	if ok {
		return v
	}
	if t.known == nil || len(t.known) >= maxTableVariants {
		t.known = make(map[string]record.Variant)
	}
	v = ParseVariantName(name)
	t.known[strings.Clone(name)] = v
	return v
}

// variantNamed returns the variant that a line by itself names, a title;
// record.UnknownVariant where it is anything else.
func variantNamed(line string) record.Variant {
	return ParseVariantName(strings.TrimRight(line, ".:! "))
}

// variantStems are the beginnings of words by which a tournament's name says
// what was played there, in whatever case: "по столбовым шашкам".
var variantStems = []struct {
	stem    string
	variant record.Variant
}{
	{"столбов", record.Bashni}, {"башн", record.Bashni}, {"стовпов", record.Bashni},
	{"ласк", record.Lasca}, {"lasca", record.Lasca}, {"адиюх", record.Adiukh}, {"адіюх", record.Adiukh}, {"adiukh", record.Adiukh},
	{"поддавк", record.RussianReverse}, {"піддавк", record.RussianReverse}, {"bashni", record.Bashni},
}

// variantMentioned returns the variant of draughts that a tournament's name
// mentions; record.UnknownVariant where that is none, or several.
func variantMentioned(name string) record.Variant {
	found := record.UnknownVariant
	for _, w := range strings.FieldsFunc(foldWord(name), func(r rune) bool { return !word.IsLetter(r) }) {
		for _, s := range variantStems {
			if !strings.HasPrefix(w, s.stem) {
				continue
			}
			if found != record.UnknownVariant && found != s.variant {
				return record.UnknownVariant
			}
			found = s.variant
		}
	}
	return found
}
