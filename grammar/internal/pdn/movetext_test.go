package pdn

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFolded(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		" a b\t":                      "a b",
		"a  b\tc":                     "a  b\tc",
		"a\nb":                        "a b",
		"a \t\r\n\r\n \tb  c\r d\n\n": "a b  c d",
		"\n a\n":                      "a",
		"a\xff \n\xffb":               "a\xff \xffb",
	} {
		require.Equal(t, want, folded(text), "%q", text)
	}
}

// A comment has only moves, and goes on from move 3 if its first number agrees with the count.
func TestAreMoves(t *testing.T) {
	for _, c := range []struct {
		text               string
		second, moves, due bool
	}{
		{"3. c3-d4 d6-c5", false, true, true},
		{"3... d6-c5", true, true, true},
		{"d6-c5 4. e3-f4", true, true, true},
		{"d6-c5 3. e3-f4", true, true, false},
		{"c3-d4 d6-c5 4. e3-f4", false, true, true},
		{"c3-d4 3... d6-c5", false, true, true},
		{"4. c3-d4", false, true, false},
		{"3. c3-d4", true, true, false},
		{"c3-d4", false, true, false},
		{"3. c3-d4! 1-0", false, true, true},
		{"3. c3-d4 wins", false, false, false},
		{"3.", false, false, false},
		{"3. 1-0", false, false, false},
		{"", false, false, false},
	} {
		next := 2 * 3
		if c.second {
			next++
		}
		moves, due := areMoves(c.text, next)
		require.Equal(t, [2]bool{c.moves, c.due}, [2]bool{moves, due}, "%q, second %t", c.text, c.second)
	}
}
