package sheet

import (
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// ply writes a move with what is attached to it.
func (w *sheetWriter) ply(i int) {
	p := &w.g.Plies[i]
	w.ending = i == len(w.g.Plies)-1
	text := p.Word.Text
	switch {
	case i < len(w.moves):
		text = w.moves[i]
	case len(p.Word.Steps) > 0:
		text = word.WithoutSpace(text) // which a sheet has in few places
	}
	n := p.Note
	if n == nil {
		w.text(text)
		return
	}
	for _, c := range n.Before {
		w.text(bracketed(inWords(w.lang, c)) + " ")
	}
	if n.Setup != "" {
		w.text(bracketed(n.Setup) + " ")
	}
	inside := w.inside(text, p)
	if !inside {
		w.text(text)
	}
	for j, m := range n.Marks {
		if j > 0 || strings.Trim(m, "!?*") != "" { // a * by itself ends a game
			w.text(" ")
		}
		w.text(m)
	}
	if n.DrawOffer {
		w.text(" =")
	}
	for _, nag := range n.NAGs {
		w.nag(nag)
	}
	if !inside {
		for _, in := range n.Inside {
			w.comment(in.Text)
		}
	}
	for _, c := range n.Comments {
		w.comment(c)
	}
	if n.Diagram {
		w.comment(diagramWord(w.lang))
	}
	if n.Clock != "" {
		for _, c := range strings.SplitAfter(n.Clock, "]") {
			if c != "" {
				w.comment(commandText(w.lang, c))
			}
		}
	}
	for _, c := range n.Commands {
		w.comment(commandText(w.lang, c))
	}
	for k, v := range n.Variations {
		if k < len(w.asides[i]) {
			w.comment(w.asides[i][k])
			continue
		}
		w.comment(string(appendVariation(nil, v, 1)))
	}
}

// nag writes one of PDN's NAGs as the sign that stands for it, in brackets where
// behind a move it would be read as another, or in words; as it is where it means
// nothing.
func (w *sheetWriter) nag(nag int) {
	switch sign, known := record.NAGText(nag, w.lang); {
	case nag == record.NAGDiagram:
		w.comment(diagramWord(w.lang))
	case sign == "" || !known:
		w.text(" $" + strconv.Itoa(nag))
	case sign == "*" || sign == "=" || word.MarkAt(sign) != len(sign):
		w.comment(sign)
	case strings.Trim(sign, "!?‼⁇⁉⁈") != "":
		w.text(" " + sign)
	default:
		w.text(sign)
	}
}

// appendVariation appends a variation with all that is attached to its moves as
// the text of a comment, as PDN writes it: marks and NAGs behind the moves,
// comments in braces, variations of it in brackets, but not so deep that they
// would not be read.
func appendVariation(dst []byte, line []record.Ply, depth int) []byte {
	part := func(open, text, close string) {
		if n := len(dst); n > 0 && dst[n-1] != '(' {
			dst = append(dst, ' ')
		}
		dst = append(append(append(dst, open...), text...), close...)
	}
	for _, p := range line {
		n := p.Note
		if n == nil {
			part("", p.Word.Text, "")
			continue
		}
		for _, c := range n.Before {
			part("{", c, "}")
		}
		if n.Setup != "" {
			part("{", n.Setup, "}")
		}
		if n.Number > 0 {
			part("", strconv.Itoa(n.Number), ".")
		}
		part("", p.Word.Text, strings.Join(n.Marks, ""))
		for _, nag := range n.NAGs {
			part("$", strconv.Itoa(nag), "")
		}
		if n.DrawOffer {
			part("", "=", "")
		}
		for _, in := range n.Inside {
			part("{", in.Text, "}")
		}
		for _, c := range n.Comments {
			part("{", c, "}")
		}
		if n.Diagram {
			part("{", "[#]", "}")
		}
		if n.Clock != "" {
			part("", n.Clock, "")
		}
		for _, c := range n.Commands {
			part("", c, "")
		}
		for _, v := range n.Variations {
			if depth >= maxNested/2 {
				dst = appendVariation(dst, v, depth)
				continue
			}
			part("(", "", "")
			dst = append(appendVariation(dst, v, depth+1), ')')
		}
	}
	return dst
}

// inside writes a word with the remarks inside it, and says whether it did: the
// word must have the squares of that of the record.
func (w *sheetWriter) inside(text string, p *record.Ply) bool {
	remarks := p.Note.Inside
	if len(remarks) == 0 {
		return false
	}
	var parts []string
	from := 0
	for i, r := range text {
		if i > 0 && (r == ':' || word.IsDash(r)) {
			parts = append(parts, text[from:i])
			from = i
		}
	}
	parts = append(parts, text[from:])
	if len(parts) != len(p.Word.Steps) {
		return false
	}
	for i, part := range parts {
		w.text(part)
		more := false
		for _, r := range remarks {
			if r.Step == i {
				w.comment(r.Text)
				more = true
			}
		}
		if more && i < len(parts)-1 {
			w.text(" ")
		}
	}
	return true
}

// comment writes a remark behind a move.
func (w *sheetWriter) comment(text string) {
	if w.ending {
		w.text(" " + w.certain(text))
		return
	}
	w.text(" " + bracketed(text))
}

// bracketed returns a comment in brackets that pair around it: those of another
// kind where it has unpaired ones of its own.
func bracketed(text string) string {
	text = trimSpace(text)
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	lines = slices.DeleteFunc(lines, func(l string) bool { return trimSpace(l) == "" }) // a blank line would end it
	text = strings.Join(lines, "\n")
	for _, b := range []string{"()", "{}", "[]"} {
		depth, pairs := 0, true
		for i := 0; i < len(text); i++ {
			switch text[i] {
			case b[0]:
				depth++
			case b[1]:
				depth--
			}
			pairs = pairs && depth >= 0 && depth < maxNested-1
		}
		if pairs && depth == 0 {
			return b[:1] + text + b[1:]
		}
	}
	return "(" + strings.NewReplacer("(", "<", ")", ">").Replace(text) + ")"
}

// end writes the result and what stands behind it.
func (w *sheetWriter) end(layout Layout) {
	result := w.result()
	switch {
	case result != "" && layout == Run && len(w.g.Plies) > 0:
		w.text(" " + result)
		w.text("\n")
	case result != "":
		w.line(result)
	case layout == Run:
		w.text("\n")
	}
	for _, c := range w.g.After {
		w.line(bracketed(c))
	}
}

// result returns the result in words.
func (w *sheetWriter) result() string {
	r := &w.g.Result
	l := w.lang
	loser := inLanguage(l, "Черные", "Чорні", "Black")
	ofLoser := inLanguage(l, "черных", "чорних", "Black")
	if r.Outcome == record.BlackWins || r.Outcome == record.Points && r.White < r.Black {
		loser = inLanguage(l, "Белые", "Білі", "White")
		ofLoser = inLanguage(l, "белых", "білих", "White")
	}
	manner := ""
	switch r.Manner {
	case record.Resigned:
		manner = loser + " " + inLanguage(l, "сдались", "здалися", "resigned")
	case record.OnTime:
		manner = loser + " " + inLanguage(l, "просрочили время", "прострочили час", "lost on time")
	case record.Forfeit:
		manner = inLanguage(l, "Неявка "+ofLoser, "Неявка "+ofLoser, loser+" forfeits")
	case record.Agreed:
		manner = inLanguage(l, "по соглашению", "за згодою", "by agreement")
	}
	number := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
	switch r.Outcome {
	case record.WhiteWins, record.BlackWins:
		score := ""
		if r.White+r.Black == 2 {
			score = number(r.White) + "-" + number(r.Black)
		}
		switch {
		case manner == "" && score == "" && r.Outcome == record.WhiteWins:
			return "1-0"
		case manner == "" && score == "":
			return "0-1"
		case manner == "":
			return score
		case score == "" && r.Manner != record.Agreed:
			return manner + "."
		case score == "" && r.Outcome == record.WhiteWins:
			return "1-0 " + manner
		case score == "":
			return "0-1 " + manner
		case r.Manner == record.Agreed:
			return score + " " + manner
		}
		return score + " " + manner + "."
	case record.Draw:
		score := inLanguage(l, "Ничья", "Нічия", "Draw")
		if r.White == 1 && r.Black == 1 {
			score = "1-1"
		}
		switch r.Manner {
		case record.Unstated:
			return score
		case record.Agreed:
			return score + " " + manner
		}
		return score + " (" + inLanguage(l, "просрочка времени", "прострочення часу", "on time") + ")"
	case record.Points:
		score := inLanguage(l, "Счет", "Рахунок", "Score") + " " + number(r.White) + ":" + number(r.Black)
		switch {
		case manner == "":
			return score + "."
		case r.Manner == record.Agreed || r.White == r.Black:
			return score + " " + inLanguage(l, "по соглашению", "за згодою", "by agreement")
		}
		return score + ". " + manner + "."
	case record.Unfinished:
		return "*"
	case record.Unplayed:
		sign := func(n float64) string {
			if n > 0 {
				return "+"
			}
			return "-"
		}
		return inLanguage(l, "Результат", "Результат", "Result") + ": " + sign(r.White) + " " + sign(r.Black)
	}
	return ""
}
