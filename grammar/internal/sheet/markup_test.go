package sheet

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Cells stay where they are; what is no table stays as it is.
func TestTabCells(t *testing.T) {
	for line, want := range map[string]string{
		`"Белые","Гончар"`:       " Белые \t Гончар ",
		`Белые;Гончар;;`:         "Белые\tГончар\t\t",
		`White,"Smith, J.",`:     "White\t Smith, J. \t",
		`"1";"c3-d4";"a ""b"" "`: ` 1 ` + "\t c3-d4 \t" + ` a "b"    `,
		`;1-0;`:                  "\t1-0\t",
		`Белые, как всегда`:      `Белые, как всегда`,
		`"Кубок" и "Приз"`:       `"Кубок" и "Приз"`,
		`"1","c3-d4`:             `"1","c3-d4`,
		`1;c3-d4;f6-g5`:          `1;c3-d4;f6-g5`,
	} {
		require.Equal(t, want, tabCells(line), line)
	}
}
