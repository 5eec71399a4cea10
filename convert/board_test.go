package convert

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
)

// Moves that are impossible after the preceding ones, but possible from the start, form another
// game with its own number and place; a number 1 within a continuous game does not. In PDN, a
// blank line must precede the other game.
func TestCutter(t *testing.T) {
	for _, test := range []struct {
		name, text string
		lines      []int // where the games begin
	}{
		{"three, and one with a head", "c3-b4 b6-c5 b4-a5 a7-b6\nc3-d4 f6-g5 d4-c5 d6:b4\n\nБелые: А\n1. c3-d4\n", []int{1, 2, 4}},
		{"two under one head", "1. c3-b4 b6-c5\n2. b4-a5 a7-b6\nзаметка\nc3-d4 f6-g5\ne3-d4 f6-e5\n", []int{1, 3, 5}},
		{"one, numbered anew", "1. c3-b4 b6-c5 2. b4-a5 a7-b6\n1. b2-c3 c5-b4\n", []int{1}},
		{"two of PDN under the tags of one", "[White \"A\"]\n\n1. c3-b4 b6-c5 2. b4-a5 a7-b6\n\n1. c3-d4 f6-g5 2. d4-c5 d6:b4\n", []int{1, 5}},
		{"one of PDN, a line written twice", "[White \"A\"]\n\n1. c3-b4 b6-c5\n1. c3-b4 b6-c5\n2. b4-a5 a7-b6\n", []int{1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			cutter, err := grammar.NewCutter(strings.NewReader(test.text), "x", "")
			require.NoError(t, err)
			cutter.Rules, cutter.Variant = newBoard, record.Bashni
			parser := NewParser(record.Bashni)
			var lines []int
			whole := ""
			for n := 1; ; n++ {
				chunk, err := cutter.Next()
				if err == io.EOF {
					break
				}
				require.NoError(t, err)
				require.Equal(t, n, chunk.Source.Number)
				require.Equal(t, int64(len(whole)), chunk.Source.Offset)
				var g record.Game
				parser.ParseInto(chunk, &g)
				require.NotEmpty(t, g.Plies)
				lines = append(lines, chunk.Source.Line)
				whole += chunk.Text
			}
			require.Equal(t, test.lines, lines)
			require.Equal(t, test.text, whole)
		})
	}
}
