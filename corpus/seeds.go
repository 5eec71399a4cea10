package corpus

import (
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
