package sheet

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
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

// saysOf is what a word says of a move behind it.
type saysOf uint8

const (
	corrects       saysOf = iota + 1 // it is put in the place of the one before
	correctsBeside                   // it is, but not in brackets, where the word says how sure one is
	correctsColon                    // it is, where a colon stands behind the word
	correctsIs                       // it is, behind "то": "то есть", "т. е."
	goesWith                         // nothing, beside a word that says so
)

// correction returns how many bytes at the beginning of a text say that what follows is
// put in the place of the move before it: "исправлено на", "recte", "т.е.", "→".
func correction(text string, brackets bool) int {
	n, _ := correctionWith(text, brackets)
	return n
}

// correctionWith is correction; colon says that nothing but words that may be said of
// the move before, "верно:", make it one.
func correctionWith(text string, brackets bool) (n int, colon bool) {
	said, sure, that := false, false, false
	for i := 0; i < len(text) && i < maxCorrection; {
		i = skipSpaces(text, i)
		k := strings.IndexAny(text[i:], " \t")
		if k < 0 {
			k = len(text) - i
		}
		if k == 0 {
			break // a cell ends, or the text
		}
		w := text[i : i+k]
		core := strings.Trim(w, ".,:;!?«»\"'")
		switch says, known := word.LookUp(correctionWords, core); {
		case !known && slices.Contains(arrows, w), says == corrects, says == correctsBeside && !brackets, says == correctsIs && that:
			said, sure = true, true
		case says == correctsColon:
			if !strings.HasSuffix(w, ":") {
				return n, !sure
			}
			said = true
		case !known && strings.Trim(w, "-–—,.") != "":
			return n, !sure
		}
		if i += k; said {
			n = i
		}
		that = core == "то" || core == "т"
	}
	return n, !sure
}

// maxCorrection is how long the words of a correction are, in bytes.
const maxCorrection = 120

// correctionWords are the words of a correction.
var correctionWords = func() map[string]saysOf {
	words := make(map[string]saysOf)
	for says, list := range map[saysOf]string{
		corrects: "исправлено исправлен исправлена исправление испр исправ поправка описка читай читать читается т.е тоесть " +
			"виправлено виправлений виправлення випр читай читати описка тобто corrected correction corr recte lege emend i.e ie",
		correctsBeside: "должно должен має should",
		correctsColon:  "верно правильно надо нужно следует вірно треба слід потрібно correctly rightly properly",
		correctsIs:     "есть е",
		goesWith:       "на ход хід to as be move как як sic т то быть бути вместо",
	} {
		for w := range strings.FieldsSeq(list) {
			words[w] = says
		}
	}
	return words
}()

// correctionAt returns the length of the words of a correction with which text begins,
// behind a move, and behind which one stands; 0 where it begins with none.
func correctionAt(text string) int {
	if first, _ := utf8.DecodeRuneInString(text); !word.IsLetter(first) && !word.IsDash(first) {
		return 0
	}
	text = text[:min(len(text), maxCorrection+word.MaxTableWordLen)]
	text = text[:word.LineEnd(text, 0)]
	if n := correction(text, false); n > 0 && shapeAt(text[skipSpaces(text, n):]) > 0 {
		return n
	}
	return 0
}

// corrects takes a move, at a place, that stands behind words which say that it is put
// in the place of the last one: which of them was played nobody can say.
func (b *builder) corrects(p place) bool {
	e := b.lastEntry()
	text := b.g.Text[b.prose.at:b.prose.end]
	if e == nil || b.ended || b.number.end > 0 || e.line != b.line {
		return false
	}
	n, colon := correctionWith(text, false)
	if n < len(text) || colon && !b.replaces(e, p) {
		return false
	}
	b.prose = place{}
	b.corrected(e, text, b.g.Text[p.at:p.end])
	return true
}

// replaces says whether a move at a place, behind words that may praise the move before
// it, is put in its place, and is not the reply: a reply stands behind it, or before, or
// it begins or ends as the one before.
func (b *builder) replaces(e *entry, p place) bool {
	if e.number.end == 0 || e.number.dots {
		return true
	}
	rest := strings.TrimLeft(b.g.Text[p.end:min(len(b.g.Text), p.end+maxCorrection)], " \t!?.,") // nothing is trimmed over a line's end
	if shapeAt(rest) > 0 {
		return true
	}
	w, err := b.words.Parse(b.read[p.at:p.end])
	if err != nil || e.Word == nil {
		return false
	}
	last, to := e.Word.Steps, w.Steps
	return last[0] == to[0] || last[len(last)-1] == to[len(to)-1]
}

// corrected makes a move that cannot be read of one that was corrected; where its
// correction is the same move it is a remark.
func (b *builder) corrected(e *entry, text, to string) {
	annotate(e.note(), text+" "+to)
	if w, err := b.words.Parse(to); err == nil && e.Word != nil && sameMove(e.Word.Steps, w.Steps) {
		return
	}
	e.Word = nil
	e.slip = &slip{why: message.Of("sheet.corrected", "word", to), code: record.IllegibleMove, meant: to}
}

// sameMove says whether two words say the same move, one of them perhaps with less of
// its squares: cd4 and c3-d4.
func sameMove(a, b []record.Step) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(s record.Step) bool { return s.Number > 0 }) && slices.EqualFunc(a, b, func(s, t record.Step) bool {
		return (s.File == t.File || s.File < 0 || t.File < 0) && (s.Rank == t.Rank || s.Rank < 0 || t.Rank < 0)
	})
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
	n := correction(text, true)
	to = strings.TrimRight(trimSpace(text[n:]), ".!?")
	if n == 0 || to == "" || wordAt(to) != len(to) || !isShape(to) {
		return "", ""
	}
	return text[:n], to
}

// isCorrection says whether a text is nothing but a correction.
func isCorrection(text string) bool {
	_, to := correctionTo(text)
	return to != ""
}
