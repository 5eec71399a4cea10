package record

import (
	"strconv"

	"github.com/stolb/stolb/record/message"
)

// nagSigns are the signs that are printed for PDN's NAGs, which are PGN's: those of
// a move as Ukrainian rules IV.4.2 and Adiukh 11 have them, two signs as the one
// character that there is of them; those of a position as Adiukh 11 has them, and
// where a side has won or it is a draw the + and = of Ukrainian rules IV.4.2.9-10, of
// which + alone does not say who has won: it is White's, and -+ Black's; all else as
// books of chess have it, which have one sign for both sides. From 140 on the
// numbers are those on which programs have agreed besides.
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

// nagWords are what those of White's say for which there is no sign; Black's have
// the next number.
var nagWords = map[int]message.ID{
	24: "nag.space-slight", 28: "nag.space-decisive", 30: "nag.time-slight",
	34: "nag.time-decisive", 38: "nag.initiative", 42: "nag.compensation-short",
	46: "nag.compensation-more", 48: "nag.centre-slight", 50: "nag.centre-moderate",
	52: "nag.centre-decisive", 54: "nag.kingside-slight", 56: "nag.kingside-moderate",
	58: "nag.kingside-decisive", 60: "nag.queenside-slight", 62: "nag.queenside-moderate",
	64: "nag.queenside-decisive", 66: "nag.rank-weak", 68: "nag.rank-strong",
	70: "nag.king-open", 72: "nag.king-safe", 74: "nag.king-bad", 76: "nag.king-good",
	78: "nag.men-very-weak", 80: "nag.men-weak", 82: "nag.men-strong",
	84: "nag.men-very-strong", 86: "nag.knight-bad", 88: "nag.knight-good",
	90: "nag.bishop-bad", 92: "nag.bishop-good", 94: "nag.rook-bad", 96: "nag.rook-good",
	98: "nag.queen-bad", 100: "nag.queen-good", 102: "nag.together-bad",
	104: "nag.together-good", 106: "nag.opening-very-bad", 108: "nag.opening-bad",
	110: "nag.opening-good", 112: "nag.opening-very-good", 114: "nag.middlegame-very-bad",
	116: "nag.middlegame-bad", 118: "nag.middlegame-good", 120: "nag.middlegame-very-good",
	122: "nag.ending-very-bad", 124: "nag.ending-bad", 126: "nag.ending-good",
	128: "nag.ending-very-good", 130: "nag.counterplay-slight",
	134: "nag.counterplay-decisive", 136: "nag.short-of-time",
}

// NAGText returns what is printed for one of PDN's NAGs: a sign, or words; "" for
// those that nothing is printed for, such as one that asks for a diagram. Of a number
// that means nothing it returns that as PDN writes it, $255, and false.
func NAGText(nag int, l message.Language) (text string, known bool) {
	if sign := nagSigns[nag]; sign != "" {
		return sign, true
	}
	switch nag {
	case 0, NAGDiagram, NAGDiagramFromBlack:
		return "", true
	case 147, 244:
		return message.Of("nag.weak-point").In(l), true
	}
	side := White
	if nag&1 != 0 {
		side = Black
	}
	if words, ok := nagWords[nag&^1]; ok {
		return message.Of(words, "side", side.Term()).In(l), true
	}
	return "$" + strconv.Itoa(nag), false
}

// NAGs that ask for a diagram of the position after the move, the second from
// Black's side.
const (
	NAGDiagram          = 220
	NAGDiagramFromBlack = 221
)
