package grammar

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// With ReuseNotes a game's notes are those of the game alone, whatever the one before had.
func TestReuseNotes(t *testing.T) {
	texts := []string{
		"[White \"A\"]\n\n1. c3-b4! {x} b6-a5 $3 7. b4-c5 (7. e3-d4 $5) *\n",
		"[White \"B\"]\n\n" + strings.Repeat("1. c3-b4 ? b6-a5 ", 200) + "*\n",
		"[White \"C\"]\n\n1. c3-b4 b6-a5 2. b4-c5 {y} *\n",
	}
	p := NewParser()
	p.ReuseNotes = true
	var g record.Game
	for range 2 {
		for _, text := range texts {
			c := Chunk{Text: text, Format: PDN}
			p.ParseInto(c, &g)
			want := NewParser().Parse(c)
			require.Equal(t, want.Plies, g.Plies)
		}
	}
}
