package sheet

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// arrows lead from a move to what it was corrected to.
var arrows = []string{"→", "⟶", "⇒", "->", "=>"}

// arrowAt returns the length of the arrow with which text begins, and behind which is a
// space; 0 where there is none.
func arrowAt(text string) int {
	for _, arrow := range arrows {
		if strings.HasPrefix(text, arrow) && len(text) > len(arrow) && text[len(arrow)] == ' ' {
			return len(arrow)
		}
	}
	return 0
}

// correction returns how many bytes at the beginning of a text say that what follows is
// put in the place of the move before it: "исправлено на", "recte", "→".
func correction(text string) int {
	said, end := false, 0
	for i := 0; i < len(text); {
		i = skipSpaces(text, i)
		n := strings.IndexAny(text[i:], " \t")
		if n < 0 {
			n = len(text) - i
		}
		w := text[i : i+n]
		decides, known := word.LookUp(correctionWords, strings.Trim(w, ".,:;!?«»\"'"))
		if !known && !slices.Contains(arrows, w) {
			break
		}
		said = said || decides || !known
		i += n
		end = i
	}
	if !said {
		return 0
	}
	return end
}

// correctionWords are the words of a correction; true are those that say that it is one.
var correctionWords = func() map[string]bool {
	words := map[string]bool{"на": false, "ход": false, "хід": false, "следует": false, "слід": false, "to": false, "as": false, "move": false, "как": false, "як": false, "sic": false}
	for w := range strings.FieldsSeq("исправлено исправлен исправлена исправление испр исправ поправка читай читать читается виправлено виправлений виправлення випр читай читати corrected correction corr recte lege emend") {
		words[w] = true
	}
	return words
}()

// corrects takes a move, at a place, that stands behind words which say that it is put
// in the place of the last one: which of them was played nobody can say.
func (b *builder) corrects(p place) bool {
	e := b.lastEntry()
	text := b.g.Text[b.prose.at:b.prose.end]
	if e == nil || b.ended || b.number.end > 0 || e.line != b.line || correction(text) < len(text) {
		return false
	}
	b.prose = place{}
	b.corrected(e, text, b.g.Text[p.at:p.end])
	return true
}

func (b *builder) corrected(e *entry, text, to string) {
	annotate(e.note(), text+" "+to)
	e.Word = nil
	e.slip = &slip{why: message.Of("sheet.corrected", "word", to), code: record.IllegibleMove, meant: to}
}

// correctedIn takes a remark that stands behind a move and corrects it: "(исправлено на
// c3-d4)".
func (b *builder) correctedIn(inner string) bool {
	e := b.lastEntry()
	if e == nil || b.ended || b.number.end > 0 || b.prose.end > 0 {
		return false
	}
	said, to := correctionTo(inner)
	if to != "" {
		b.corrected(e, said, to)
	}
	return to != ""
}

// correctionTo divides a text which is nothing but a correction: "исправлено на", "c3-d4".
func correctionTo(text string) (said, to string) {
	n := correction(text)
	to = strings.TrimRight(trimSpace(text[n:]), ".!?")
	if n == 0 || to == "" || wordAt(to) != len(to) || !isShape(to) {
		return "", ""
	}
	return text[:n], to
}

// refersBack says whether words in the place of a move refer to another one: "см.
// выше", "то же самое", "id."
func refersBack(text string) bool {
	refers := false
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(".,:;!?\"«»", r) }) {
		decides, known := word.LookUp(referring, w)
		if !known {
			return false
		}
		refers = refers || decides
	}
	return refers
}

// referring are the words that refer to another move; true are those that do so alone.
var referring = func() map[string]bool {
	words := make(map[string]bool)
	for w := range strings.FieldsSeq("то тот те там так см смотри смотрите как ход хода ходы самое самый самые в партии указано " +
		"той та див дивись як хід ходи see as move moves the in") {
		words[w] = false
	}
	for w := range strings.FieldsSeq("же выше ранее повтор повторение вышеуказанный саме само самий самі вище раніше повторення id idem ibid ditto same above repeat repeated etc тд тп д т") {
		words[w] = true
	}
	return words
}()

// isCorrection says whether a text is nothing but a correction.
func isCorrection(text string) bool {
	_, to := correctionTo(text)
	return to != ""
}
