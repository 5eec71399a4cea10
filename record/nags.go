package record

import (
	"strconv"

	"github.com/stolb/stolb/record/message"
)

// nagSigns are the signs that are printed for PDN's NAGs, which are PGN's: those of a move as
// Ukrainian rules IV.4.2 and Adiukh 11 have them, two signs as the one character that there is
// of them; those of a position as Adiukh 11 has them, and where a side has won or it is a draw
// the + and = of Ukrainian rules IV.4.2.9-10, of which + alone does not say who has won: it is
// White's, and -+ Black's; all else as books of chess have it, which have one sign for both
// sides. From 140 on the numbers are those on which programs have agreed besides.
var nagSigns = map[int]string{
	1: "!", 2: "?", 3: "‼", 4: "⁇", 5: "⁉", 6: "⁈",
	7: "*", // the only move, as PDN 2.0 and books have it
	8: "*", 9: "⁇",
	10: "=", 11: "=", 12: "=", 13: "∞",
	14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+", 19: "−+", 20: "+", 21: "−+",
	22: "⨀", 23: "⨀", // zugzwang
	26: "○", 27: "○", // more space
	32: "⟳", 33: "⟳", // better development
	36: "↑", 37: "↑", // initiative
	40: "→", 41: "→", // attack
	44: "=∞", 45: "=∞", // compensation
	132: "⇆", 133: "⇆", // counterplay
	138: "⊕", 139: "⊕", // time trouble
	140: "∆", 141: "∇", 142: "⌓", 143: "≤", 144: "=", 145: "RR", 146: "N",
	148: "⊥", 149: "⇔", 150: "⇗",
	238: "○", 239: "⇔", 240: "⇗", 241: "⊞", 242: "⟫", 243: "⟪", 245: "⊥",
}

// NAGText returns what is printed for one of PDN's NAGs: a sign, or words; "" for
// those that nothing is printed for, such as one that asks for a diagram. Of a number
// that means nothing it returns that as PDN writes it, $255, and false.
func NAGText(nag int, l message.Language) (text string, known bool) {
	if sign := nagSigns[nag]; sign != "" {
		return sign, true
	}
	switch {
	case nag == 0, nag == NAGDiagram, nag == NAGDiagramFromBlack:
		return "", true
	case nag == 147, nag == 244:
		return message.Of("nag.weak-point").In(l), true
	case nag >= 24 && nag <= 137: // of White's, or Black's, which have the next number
		words := message.ID("nag." + strconv.Itoa(nag&^1))
		return message.Of(words, "side", Colour(nag&1).Term()).In(l), true
	}
	return "$" + strconv.Itoa(nag), false
}

// NAGs that ask for a diagram of the position after the move, the second from Black's side.
const (
	NAGDiagram          = 220
	NAGDiagramFromBlack = 221
)

// markSigns are the single characters that are printed for marks of several.
var markSigns = map[string]string{
	"!!": "‼", "??": "⁇", "!?": "⁉", "?!": "⁈", "(!!)": "(‼)", "(??)": "(⁇)", "(!?)": "(⁉)", "(?!)": "(⁈)",
	"+-": "+−", "-+": "−+",
}

// MarkSign returns the sign that is printed for a mark.
func MarkSign(mark string) string {
	if sign, ok := markSigns[mark]; ok {
		return sign
	}
	return mark
}
