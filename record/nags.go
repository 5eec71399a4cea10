package record

import (
	"cmp"
	"strconv"

	"github.com/stolb/stolb/record/message"
)

// nagSigns are the printed signs of PDN's NAGs, which are PGN's: for moves those of Ukrainian rules
// IV.4.2 and Adiukh 11, with two signs as a single character if there is one; for positions those
// of Adiukh 11, and for wins and draws the + and = of Ukrainian rules IV.4.2.9-10, where + alone
// does not name the winner: here + is White's win and -+ Black's; all others as in books of chess,
// which have one sign for both sides. The numbers from 140 on are conventions of programs.
var nagSigns = map[int]string{
	1: "!", 2: "?", 3: "‼", 4: "⁇", 5: "⁉", 6: "⁈",
	7: "*", // the only move, as in PDN 2.0 and books
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

// NAGText returns the printed sign or words of one of PDN's NAGs, or "" if nothing is printed, as
// for a request for a diagram. For a number without a meaning it returns PDN's spelling, $255, and
// false.
func NAGText(nag int, l message.Language) (text string, known bool) {
	if sign := nagSigns[nag]; sign != "" {
		return sign, true
	}
	switch {
	case nag == 0, nag == NAGDiagram, nag == NAGDiagramFromBlack:
		return "", true
	case nag == 147, nag == 244:
		return message.Of("nag.weak-point").In(l), true
	case nag >= 24 && nag <= 137: // White's; the next number is Black's
		words := message.ID("nag." + strconv.Itoa(nag&^1))
		return message.Of(words, "side", Colour(nag&1).Term()).In(l), true
	}
	return "$" + strconv.Itoa(nag), false
}

// NAGs that request a diagram of the position after the move, the second from Black's side.
const (
	NAGDiagram          = 220
	NAGDiagramFromBlack = 221
)

// markSigns are the single characters printed for marks of several.
var markSigns = map[string]string{
	"!!": "‼", "??": "⁇", "!?": "⁉", "?!": "⁈", "(!!)": "(‼)", "(??)": "(⁇)", "(!?)": "(⁉)", "(?!)": "(⁈)",
	"+-": "+−", "-+": "−+",
}

// MarkSign returns the printed sign of a mark.
func MarkSign(mark string) string {
	return cmp.Or(markSigns[mark], mark)
}
