package sheet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Cells keep their offsets, and lines outside of tables are unchanged.
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
		`1;c3-d4;f6-g5`:          "1\tc3-d4\tf6-g5",
		`5;13`:                   `5;13`,
		`0,5-0,5`:                `0,5-0,5`,
	} {
		require.Equal(t, want, tabCells(line), line)
	}
}

// Removing markup keeps the offset of every word.
func TestUnmarkedKeepsPlaces(t *testing.T) {
	for _, text := range []string{
		"<!-- партия\nпервая -->\n1. c3-b4\n", "&nbsp;&laquo;А&raquo;\n", "{| class=x\n| я || ё\n|}\n",
		"│я│\u2028── \u0085\n", "[[Иванов]] [Ёж](https://x)\n", "\uff11.\u200bс3\u00ad-b4\n", "**я** _c3-b4_ __я__\n", "<td>я</td>\n",
		"1:15 Ли: c3-b4\n10:15:05 Ли: c3-b4\n10:15:05 Ли c3-b4\n",
	} {
		require.Len(t, unmarked(text), len(text), text)
	}
	n, _, ok := NewSplitter(new(word.Table), nil, record.Bashni).Next("<!-- партия -->\n1. c3-b4\n", true)
	require.True(t, ok)
	require.Equal(t, len("<!-- партия -->\n1. c3-b4\n"), n)
}
