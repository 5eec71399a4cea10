package pdn

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// movetext writes the moves with all that is attached to them; of a game whose text
// follows only the legal ones, which end before what stops it.
func (w *Writer) movetext(r *replay.Report, asText bool) {
	g := r.Game
	for _, c := range g.Before {
		w.comment(c)
	}
	l := line{first: record.White, number: 1}
	turn := firstToMove(g, r.Variant.First())
	if r.Variant.First() == record.Black {
		l.first = turn // so checkers number their problems, too
	}
	l.second = turn != l.first
	sign := separator(r)
	plies, texts := g.Plies, r.Spell(replay.Landings)
	for i := range texts {
		texts[i] = strings.ReplaceAll(texts[i], ":", sign)
	}
	if asText {
		plies = plies[:len(texts)]
	}
	texts = append(texts, spellAll(plies[len(texts):], sign)...)
	w.variations = r.Variations
	w.spelt = r.SpellVariations(replay.Landings)
	w.plies(l, plies, texts, sign, false)
	if asText {
		return
	}
	for _, c := range g.After {
		if isSetup(c) {
			w.token(c)
			continue
		}
		w.comment(c)
	}
}

// isSetup says whether a comment is a setup that nothing follows.
func isSetup(c string) bool {
	return len(c) > 2 && c[0] == '/' && c[len(c)-1] == '/' && (strings.HasPrefix(c, `/FEN "`) || strings.Count(c, "/") == 2)
}

// firstToMove returns the side that makes the first move.
func firstToMove(g *record.Game, first record.Colour) record.Colour {
	if g.Start != nil {
		return g.Start.Turn
	}
	if fen := g.Tag("FEN"); fen != "" {
		return turnOf(fen, first)
	}
	return first
}

// turnOf returns the side to move of a FEN, other where it says none.
func turnOf(fen string, other record.Colour) record.Colour {
	switch fen = strings.TrimLeft(fen, " "); {
	case strings.HasPrefix(fen, "W"), strings.HasPrefix(fen, "w"):
		return record.White
	case strings.HasPrefix(fen, "B"), strings.HasPrefix(fen, "b"):
		return record.Black
	}
	return other
}

// separator returns the sign of captures of the report's game type.
func separator(r *replay.Report) string {
	if r.Variant.Towers() || r.Variant.Straight() == record.Russian {
		return ":"
	}
	if n, err := grammar.GameTypeNumber(r.Game.Tag("GameType")); err == nil && n == 41 {
		return ":" // Spantsiretti
	}
	return "x"
}

// plies writes a line of moves, whose texts are given: "" for a word that could
// not be read.
func (w *Writer) plies(l line, plies []record.Ply, texts []string, sign string, variation bool) {
	for i := range plies {
		p := &plies[i]
		n := p.Note
		if n == nil {
			n = &record.Notes{}
		}
		if n.Setup != "" {
			w.token(`/FEN "` + clean(n.Setup) + `"/`)
			before := l.second
			l.second = turnOf(n.Setup, l.first) != l.first
			if before && !l.second {
				l.number++
			}
			l.told = false
		}
		if i == 0 && n.Number > 0 && !variation || n.Setup != "" && n.Number > 0 {
			l.number = n.Number
		}
		number, dots, text := "", "", texts[i]
		switch {
		case len(n.Before) > 0:
			w.number(l)
			for _, c := range n.Before {
				w.comment(c)
			}
		case !l.second:
			number, dots = strconv.Itoa(l.number), ". "
		case !l.told && (l.first == record.White || l.dots):
			number, dots = strconv.Itoa(l.number), "... "
		}
		l.told, l.dots = true, false
		switch {
		case text == "":
			w.token(number, dots, asWord(p.Word.Text))
		default:
			mark := ""
			if i := strength(n); i >= 0 {
				mark = n.Marks[i]
			}
			w.token(number, dots, text, mark)
		}
		w.notes(n)
		for _, v := range n.Variations {
			w.glue = "("
			inner, texts := w.variation(l, i, v, sign)
			w.plies(inner, v, texts, sign, true)
			w.close()
			l.told = false
		}
		if len(n.Comments)+len(n.Inside)+len(n.Commands) > 0 || n.Clock != "" || n.DrawOffer || n.Diagram {
			l.told = false
		}
		if l.second {
			l.number++
		}
		l.second = !l.second
	}
}

// variation returns what is known of a variation that is attached to the i-th
// move of line l, and the texts of its moves: in full as far as they can be
// played, then as they are in the record.
func (w *Writer) variation(l line, i int, plies []record.Ply, sign string) (line, []string) {
	texts, behind := spellAll(plies, sign), 0
	if len(plies) > 0 && plies[0].Note != nil {
		behind = plies[0].Note.Behind
	}
	if len(w.variations) > 0 { // else nobody knows what is played
		v := &w.variations[0]
		if v.Final.Variant != record.UnknownVariant {
			behind = v.Ply - 1 - i
			for k, text := range w.spelt[0] {
				texts[k] = strings.ReplaceAll(text, ":", sign)
			}
		}
		w.variations, w.spelt = w.variations[1:], w.spelt[1:]
	}
	n := 2 * l.number
	if l.second {
		n++
	}
	n += behind
	l.number, l.second, l.told, l.dots = n>>1, n&1 != 0, false, behind != 0
	return l, texts
}

// asWord returns what stands for a move that cannot be read as one word of PDN.
func asWord(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("{}()[];%$\"", r) {
			return -1
		}
		return r
	}, clean(text))
	if text == "" {
		return "--" // which is a move that nobody knows
	}
	return text
}

// number writes the number of the next move as a token of its own.
func (w *Writer) number(l line) {
	dots := "."
	if l.second {
		dots = "..."
	}
	w.token(strconv.Itoa(l.number) + dots)
}

// close writes the bracket that ends a variation, glued to what is before it.
func (w *Writer) close() {
	if w.column+1 > width {
		w.newline()
	}
	w.text(")")
	w.column++
}

// notes writes what stands behind a move, but for its variations.
func (w *Writer) notes(n *record.Notes) {
	glued := strength(n)
	for i, m := range n.Marks {
		if nag := markNAGs[m]; nag > 0 && i != glued {
			w.token("$" + strconv.Itoa(nag))
		}
	}
	for _, nag := range n.NAGs {
		w.token("$" + strconv.Itoa(nag))
	}
	for i, m := range n.Marks {
		if markNAGs[m] == 0 && i != glued {
			w.comment(m)
		}
	}
	if n.DrawOffer {
		w.comment("(=)")
	}
	if n.Diagram {
		w.comment("[#]")
	}
	if n.Clock != "" {
		w.comment(n.Clock)
	}
	for _, c := range n.Commands {
		w.comment(c)
	}
	for _, in := range n.Inside {
		w.comment(in.Text)
	}
	for _, c := range n.Comments {
		w.comment(c)
	}
}

// strength returns the index of the mark that is written glued to its move: the
// first that PDN has, which allows one; -1 for none.
func strength(n *record.Notes) int {
	return slices.IndexFunc(n.Marks, func(m string) bool {
		return strings.Trim(m, "!?") == "" || len(m) > 2 && m[0] == '(' && m[len(m)-1] == ')' && strings.Trim(m, "!?()") == ""
	})
}

// markNAGs are the NAGs for the marks that are not written glued to their move.
var markNAGs = map[string]int{
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "*": 7,
	"+=": 14, "⩲": 14, "=+": 15, "⩱": 15, "±": 16, "∓": 17, "+-": 18, "-+": 19,
}

// spellAll returns the words of a line as PDN has them.
func spellAll(plies []record.Ply, sign string) []string {
	texts := make([]string, len(plies))
	for i := range plies {
		texts[i] = spell(plies[i].Word, sign)
	}
	return texts
}

// spell returns a word as PDN has it, "" where it could not be read.
func spell(word *record.Word, sign string) string {
	if word.Separator != record.Take {
		sign = "-"
	}
	var b strings.Builder
	for i, s := range word.Steps {
		if !s.Whole() {
			return clean(word.Text) // short notation, as written
		}
		if i > 0 {
			b.WriteString(sign)
		}
		if s.Number > 0 {
			b.WriteString(strconv.Itoa(int(s.Number)))
		} else {
			b.WriteString(record.SquareAt(int(s.File), int(s.Rank)).Algebraic())
		}
	}
	return b.String()
}
