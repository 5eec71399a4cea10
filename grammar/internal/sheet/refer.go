package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// refersElsewhere says whether words in the place of a move refer to another one or to
// where it is to be found, or say that more was played: "см. выше", "то же самое",
// "id.", "см. диаграмму", "и т.д.", "теория".
func refersElsewhere(text string) bool {
	if len(text) > maxReferring {
		return false
	}
	var all referral
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(".,:;!?\"«»", r) }) {
		says, known := word.LookUp(referring, w)
		if !known {
			return false
		}
		all |= says
	}
	return all&refers != 0 || all&soOn == soOn || all&leadsOn != 0 && all&ledTo != 0
}

// maxReferring is how long such words are, in bytes.
const maxReferring = 120

// referral is what a word of such a text says; 0 is nothing by itself.
type referral uint8

const (
	refers  referral = 1 << iota // to another move, or to more of them
	leadsOn                      // to what one of ledTo says: "см.", "дальше"
	ledTo                        // "диаграмму"; by itself it is a remark
	so                           // "так" of "так далее"
	far                          // "далее"

	soOn = so | far
)

var referring = func() map[string]referral {
	words := make(map[string]referral)
	for says, list := range map[referral]string{
		0:       "то тот те там как ход хода ходы самое самый самые в по и партии указано з та той і як хід ходи та as move moves the in and",
		so:      "так so",
		far:     "далее далі on",
		leadsOn: "см смотри смотрите дальше далее дальнейшее див дивись далі see then further",
		ledTo:   "диаграмму диаграмме диаграмма диагр рис рисунок неясно непонятно діаграму діаграма діагр незрозуміло diagram figure unclear",
		refers: "же выше ранее повтор повторение вышеуказанный саме само самий самі вище раніше повторення id idem ibid ditto same above repeat repeated etc тд тп д т " +
			"теория теории теорія теорії theory",
	} {
		for w := range strings.FieldsSeq(list) {
			words[w] |= says
		}
	}
	return words
}()
