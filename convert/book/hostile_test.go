package book

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Reading a hostile manuscript takes time proportional to its length, and reports a bounded number of
// faults.
func TestHostile(t *testing.T) {
	game := begun + "\n"
	games := func(n int) (text string) {
		for i := range n {
			text += fmt.Sprintf("```game id=a%d\n1. c3-b4\n```\n", i)
		}
		return text
	}
	notes := ""
	for i := range 2 * maxNotes {
		notes += fmt.Sprintf("[^a%d]: b\n\n", i)
	}
	many := 8_000
	if *thorough {
		many = 100_000
	}
	for name, test := range map[string]struct {
		text string
		told int // faults; MaxFaults where it is as many as are told
	}{
		"quotations":             {strings.Repeat(">", 10*many), 1},
		"quotations with spaces": {strings.Repeat("> ", many) + "a", 1},
		"lists":                  {strings.Repeat("- ", many) + "a", 1},
		"stars":                  {strings.Repeat("*", 3*many) + "a" + strings.Repeat("*", 3*many), 1},
		"open emphasis":          {strings.Repeat("*a ", many), 1},
		"brackets":               {strings.Repeat("[", many), 1},
		"open links":             {strings.Repeat("[a](", many), 1},
		"links":                  {strings.Repeat("[](#a)\n\n", many/2), MaxFaults},
		"links of a list":        {"# A\n" + strings.Repeat("- [](#a)\n", many/5), 0},
		"ticks":                  {strings.Repeat("` `` ", many/2), 1},
		"ticks in a row":         {strings.Repeat("`", 10*many), 0},
		"no fence":               {"``` `a`\n" + strings.Repeat("[", many), 1},
		"a fence in a fence":     {"~~~\n    ~~~\n~~~\n" + strings.Repeat("[", many), 1},
		"lines with marks":       {"a\n" + strings.Repeat(" "+strings.Repeat("[", maxMarks)+"\n1", many/500), 1},
		"bars with marks":        {"a\n" + strings.Repeat("|"+strings.Repeat("[", maxMarks)+"\n", many/500), 1},
		"fences of quotations":   {"a\n    ~~~\n" + strings.Repeat(">", 10*many), 1},
		"numbers":                {strings.Repeat("11-15 22-18 ", many), 0},
		"links to headings":      {strings.Repeat("# abc\n", maxNear-1) + strings.Repeat("[](#abd)\n\n", many), MaxFaults},
		"uses of games":          {games(maxNear/10) + strings.Repeat("```game use=b\n```\n", many), MaxFaults},
		"headings":               {strings.Repeat("# a\n", many/2), 0},
		"empty games":            {strings.Repeat("```game\n```\n", many/2), MaxFaults},
		"variations":             {"```game variant=bashni\nW:WKa1:BKb8\n" + strings.Repeat("a1-b2 (a1-b2 {a1-b2}) b8-a7 b2-a1 a7-b8 ", 2_500) + "*\n```\n", 0},
		"footnotes":              {strings.Repeat("a[^a0]\n\n", many) + notes, 1},
		"tags":                   {strings.Repeat("<a>", many), 1},
		"tags of paragraphs":     {strings.Repeat("a <a>\n\n", many), MaxFaults},
		"entities":               {strings.Repeat("&amp;", many), 0},
		"front matter":           {"---\n" + strings.Repeat("title: a\n", many) + "---\n", MaxFaults},
		"a table":                {"|a|\n|-|\n" + strings.Repeat("|[b](https://b)|\n", many/5), 0},
		"mentions":               {game + strings.Repeat("`c3-b4`\n\n", many/8), 0},
		"impossible mentions":    {game + strings.Repeat("`c3-b5`\n\n", many/8), MaxFaults},
		"diagrams":               {game + strings.Repeat("```diagram ply=3\n```\n", many/8), 0},
		"bytes":                  {strings.Repeat("\xff\x00`\r\n", many), 6},
	} {
		_, faults := Read("b.md", []byte(test.text), options())
		require.Len(t, faults, test.told, name)
	}
}

// Without the functions of Options, what needs them is a fault.
func TestNoFunctions(t *testing.T) {
	for _, text := range []string{"```game file=x\n```\n", "```games file=x\n```\n", "```crosstable file=x\n```\n", "![x](y.png)\n"} {
		_, faults := Read("b.md", []byte(text), Options{})
		require.Len(t, faults, 1, text)
	}
	_, _, err := Collect("", []string{"x"}, Options{})
	require.ErrorIs(t, err, errNil)
	o := options()
	o.Crosstable = nil
	_, faults := Read("b.md", []byte("```crosstable file=two.txt\n```\n"), o)
	require.Len(t, faults, 1)
}
