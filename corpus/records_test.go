package corpus

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSplitEntries(t *testing.T) {
	entries, err := splitEntries("x.rec", "# about\nname: a: b\nnote: one\n+  two\n\n\n# of c\nname: c\n")
	require.NoError(t, err)
	require.Equal(t, []entry{
		{"x.rec", 2, []field{{"name", "a: b", 2}, {"note", "one two", 3}}},
		{"x.rec", 8, []field{{"name", "c", 8}}},
	}, entries)
}

func TestSplitEntriesErrors(t *testing.T) {
	for _, tt := range []struct{ content, err string }{
		{"+ more\n", `x.rec:1: nothing to go on with; expected "name: value"`},
		{"name: a\n\n+ more\n", `x.rec:3: nothing to go on with; expected "name: value"`},
		{"name: a\nname\n", `x.rec:2: "name"; expected "name: value", "+ more", "# comment" or an empty line`},
		{"a name: b\n", `x.rec:1: "a name: b"; expected "name: value", "+ more", "# comment" or an empty line`},
	} {
		_, err := splitEntries("x.rec", tt.content)
		require.EqualError(t, err, tt.err, "%q", tt.content)
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, tt := range []struct{ content, err string }{
		{"source: a\n", `x.rec:1: an entry begins with "source"; expected "position"`},
		{"position: a\nvariant: bashni\nsource: b\n", `x.rec:1: position a has no "fen"`},
		{"position: a\ncolour: red\n", `x.rec:2: no field "colour" in an entry that begins with "position"`},
		{"position: a\nfen: b\nfen: c\n", `x.rec:3: fen: a second time`},
		{"position: a\nstart: perhaps\n", `x.rec:2: start: "perhaps"; expected yes or no`},
		{"position: a\nmove: c3-b4\n", `x.rec:2: move: 1 parts between bars in "c3-b4"`},
		{"position: a\nline: c3-b4 | W:W:B | over | 17-7\n", `x.rec:2: line: "17-7"; expected White's points, a colon, Black's points`},
	} {
		entries, err := splitEntries("x.rec", tt.content)
		require.NoError(t, err)
		_, err = decodePosition(&entries[0])
		require.EqualError(t, err, tt.err, "%q", tt.content)
	}
}

func TestDecodeDamage(t *testing.T) {
	entries, err := splitEntries("x.rec", `damage: a
by: text
text: " b\n"
text: c d
replace: - " - " : ""
rate: lost 0.5
confuse: 3 5 0.25
trait: table
trait: two-sheets
`)
	require.NoError(t, err)
	d, err := decodeDamage(&entries[0])
	require.NoError(t, err)
	require.Equal(t, Damage{
		Name: "a", By: "text", Texts: []string{" b\n", "c d"}, replace: []string{"-", " - ", ":", ""},
		Rates: map[string]float64{"lost": 0.5, "3": 0.25}, Hand: map[string]string{"3": "5"}, Traits: []string{"table", "two-sheets"},
	}, d)
	for text, want := range map[string]string{
		"damage: a\n":                 `x.rec:1: damage a has no "by"`,
		"damage: a\ntext: \"b\n":      `x.rec:2: text: invalid syntax`,
		"damage: a\nreplace: \"b\n":   `x.rec:2: replace: "\"b": invalid syntax`,
		"damage: a\nrate: lost 1.5\n": `x.rec:2: rate: "lost 1.5"; expected a probability`,
		"damage: a\nconfuse: 3 0.5\n": `x.rec:2: confuse: "3 0.5"; expected two characters and a probability`,
	} {
		entries, err := splitEntries("x.rec", text)
		require.NoError(t, err)
		_, err = decodeDamage(&entries[0])
		require.EqualError(t, err, want)
	}
}
