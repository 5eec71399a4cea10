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
