package word

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVocabulary checks vocabulary.txt for misspelt and repeated entries.
func TestVocabulary(t *testing.T) {
	kinds := map[string]int{}
	said := map[string]string{}
	for line := range strings.Lines(vocabularyText) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		entry, list, ok := strings.Cut(line, ": ")
		require.True(t, ok, line)
		what, name, ok := strings.Cut(entry, " ")
		require.True(t, ok, line)
		kinds[what]++
		switch what {
		case "header":
			require.Len(t, strings.Split(list, " | "), 3, line)
		case "foreign", "stem", "variant", "result", "position", "numeral":
		case "column":
			for w := range strings.SplitSeq(list, ", ") {
				require.Equal(t, name, ColumnTag(strings.ToUpper(w)), w)
			}
		case "illegible":
			require.Contains(t, []string{"alone", "itself", "negation", "negated", "counted", "filler"}, name)
			for _, w := range strings.Split(list, ", ") {
				if said[Fold(w)] != name {
					require.NotContains(t, said, Fold(w))
				}
				said[Fold(w)] = name
			}
		default:
			require.Fail(t, line)
		}
	}
	require.Len(t, kinds, 9)
}
