package columnar

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the tables of TABLES.md")

// The README has every column, as it is here.
func TestReadme(t *testing.T) {
	have, err := os.ReadFile("../../TABLES.md")
	require.NoError(t, err)
	want := string(have)
	for _, name := range []string{"games", "plies", "faults"} {
		columns := Columns(name)
		begin := strings.Index(want, "<!-- "+name+" -->")
		require.GreaterOrEqual(t, begin, 0)
		end := begin + strings.Index(want[begin:], "\n## ")
		want = want[:begin] + tableText(name, columns) + want[end:]
	}
	if *update {
		require.NoError(t, os.WriteFile("../../TABLES.md", []byte(want), 0o666))
		return
	}
	require.Equal(t, want, string(have), "go test ./convert/internal/columnar -run Readme -update writes it anew")
}

func tableText(name string, columns []Column) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- %s -->\n| column | type | unit | meaning |\n|---|---|---|---|\n", name)
	for _, c := range columns {
		meaning := c.Meaning
		if c.Words != nil && len(c.Words) < 10 {
			var words []string
			for _, w := range c.Words {
				switch {
				case w == "" && c.Optional:
					continue // it is missing
				case w == "":
					w = "empty"
				}
				words = append(words, w)
			}
			meaning += ": " + strings.Join(words, ", ")
		}
		kind := c.Type.String()
		if c.Optional {
			kind += ", null"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.Name, kind, c.Unit, meaning)
	}
	return b.String()
}

// Columns have different names and a meaning, symbols their words.
func TestColumns(t *testing.T) {
	for _, columns := range [][]Column{Columns("games"), Columns("plies"), Columns("faults")} {
		names := map[string]bool{}
		for _, c := range columns {
			require.False(t, names[c.Name], c.Name)
			names[c.Name] = true
			require.NotEmpty(t, c.Meaning)
			require.Equal(t, c.Type == Symbol, c.Words != nil, c.Name)
		}
	}
}
