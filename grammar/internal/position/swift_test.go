package position

import (
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/internal/word"
)

// requireSwift holds that what is read by hand reads as by the grammar, and says
// whether it was.
func requireSwift(t *testing.T, text string) bool {
	if len(text) > MaxLen {
		return false
	}
	tokens := newPositionLexer(text).tokens
	tree := swift(tokens)
	if tree == nil {
		return false
	}
	stream := word.TokenList(tokens)
	upgraded, err := lexer.Upgrade(&stream)
	require.NoError(t, err)
	want, err := Grammar().ParseFromLexer(upgraded)
	require.NoError(t, err, text)
	require.Equal(t, want, tree, text)
	return true
}

func TestSwift(t *testing.T) {
	for text, plain := range map[string]bool{
		"белые: с1 - 1/0000, d6 – 000000, f4 – 0000; черные: а1 – 110101/1 и b2 – 00.": true,
		"Black - 2, 5, 8, 10 - 0/0; White: D. c3, men: d4, Kf6":                        true,
		"белые: 21-32":                     true,
		"белые: нет; черные: a1":           false,
		"белые: a1 (1); черные: b2":        false,
		"белые: a1; черные: b2. Ход белых": false,
		"D.b8, пр. h6 | c3, h8":            false,
		"белые: a1 - ; черные: b2":         false,
		"белые:; черные: b2":               false,
		"":                                 false,
	} {
		require.Equal(t, plain, requireSwift(t, text), text)
	}
}

func FuzzSwift(f *testing.F) {
	for _, text := range []string{"белые: с1 - 1/0000, Kd6; черные: а1 – 110101/1", "White 21-32, D. 5 Black: men - 7 and 8.", "белые: a1(2/3)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { requireSwift(t, text) })
}
