package book

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A manuscript that is made to hurt is read in a time that grows with its length, and
// says what is wrong with it a bounded number of times.
func TestHostile(t *testing.T) {
	game := begun + "\n"
	for name, test := range map[string]struct {
		text string
		told int // faults; MaxFaults where it is as many as are told
	}{
		"quotations":             {strings.Repeat(">", 1_000_000), 1},
		"quotations with spaces": {strings.Repeat("> ", 100_000) + "a", 1},
		"lists":                  {strings.Repeat("- ", 100_000) + "a", 1},
		"stars":                  {strings.Repeat("*", 300_000) + "a" + strings.Repeat("*", 300_000), 1},
		"open emphasis":          {strings.Repeat("*a ", 100_000), 1},
		"brackets":               {strings.Repeat("[", 100_000), 1},
		"open links":             {strings.Repeat("[a](", 100_000), 1},
		"links":                  {strings.Repeat("[](#a)\n\n", 50_000), MaxFaults},
		"links of a list":        {"# A\n" + strings.Repeat("- [](#a)\n", 20_000), 0},
		"ticks":                  {strings.Repeat("` `` ", 50_000), 1},
		"ticks in a row":         {strings.Repeat("`", 1_000_000), 0},
		"no fence":               {"``` `a`\n" + strings.Repeat("[", 100_000), 1},
		"headings":               {strings.Repeat("# a\n", 50_000), 0},
		"empty games":            {strings.Repeat("```game\n```\n", 50_000), MaxFaults},
		"tags":                   {strings.Repeat("<a>", 100_000), 1},
		"tags of paragraphs":     {strings.Repeat("a <a>\n\n", 100_000), MaxFaults},
		"entities":               {strings.Repeat("&amp;", 100_000), 0},
		"front matter":           {"---\n" + strings.Repeat("title: a\n", 100_000) + "---\n", MaxFaults},
		"a table":                {"|a|\n|-|\n" + strings.Repeat("|[b](https://b)|\n", 20_000), 0},
		"mentions":               {game + strings.Repeat("`c3-b4`\n\n", 5_000), 0},
		"impossible mentions":    {game + strings.Repeat("`c3-b5`\n\n", 5_000), MaxFaults},
		"diagrams":               {game + strings.Repeat("```diagram ply=3\n```\n", 5_000), 0},
		"bytes":                  {strings.Repeat("\xff\x00`\r\n", 100_000), 6},
	} {
		_, faults := Read("b.md", []byte(test.text), options())
		require.Len(t, faults, test.told, name)
	}
}
