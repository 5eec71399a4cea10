package record

// nagSigns are the signs that are printed for PDN's NAGs: those of a move as
// Ukrainian rules IV.4.2 and Adiukh 11 have them, two signs as the one character
// that there is of them; those of a position as Adiukh 11 has them, and where a
// side has won or it is a draw the + and = of Ukrainian rules IV.4.2.9-10, of
// which + alone does not say who has won: it is White's, and -+ Black's.
var nagSigns = map[int]string{
	1: "!", 2: "?", 3: "‼", 4: "⁇", 5: "⁉", 6: "⁈",
	7: "*", // the only move, as PDN 2.0 and books have it
	8: "*", 9: "⁇",
	10: "=", 11: "=", 12: "=", 13: "∞",
	14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+", 19: "−+", 20: "+", 21: "−+",
	140: "∆", 146: "N",
}

// NAGSign returns the sign that is printed for one of PDN's NAGs, "" where there
// is none.
func NAGSign(nag int) string { return nagSigns[nag] }

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

// NAGs that ask for a diagram of the position behind the move, the second from
// Black's side.
const (
	NAGDiagram          = 220
	NAGDiagramFromBlack = 221
)
