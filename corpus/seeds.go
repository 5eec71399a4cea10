package corpus

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// SheetSeeds are score sheets with what is awkward in them, from which fuzz targets
// begin.
func SheetSeeds() []string { return slices.Clone(DamageTexts("sheet-seeds")) }

// PDNSeeds are the same in PDN.
func PDNSeeds() []string {
	return append(slices.Clone(DamageTexts("pdn-seeds")), strings.Repeat("( 1-5 ", 120)+") 2-6")
}

// LongMovetext returns movetext of up to 120 rows of words that look like moves, some
// followed by one of others.
func LongMovetext(random *rand.Rand, others []string) string {
	moves := []string{"c3-b4", "b6:d4", "9-12", "15x9", "cb4", "f8:a3:c1"}
	var text strings.Builder
	for number := range random.IntN(120) {
		fmt.Fprintf(&text, "%d. %s %s", number+1, moves[random.IntN(len(moves))], moves[random.IntN(len(moves))])
		text.WriteString([]string{" ", "\n"}[min(1, random.IntN(5)/4)])
		if random.IntN(20) == 0 {
			text.WriteString(others[random.IntN(len(others))])
		}
	}
	return text.String()
}
