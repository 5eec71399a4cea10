package sheet

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// What is known of the brackets of a text is what would be found in the part of it
// that is looked at anew, and what follows it, whatever was asked before.
func TestPairsCarried(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	cases := 300
	if *thorough {
		cases = 2000
	}
	for range cases {
		var b strings.Builder
		for range 1 + random.IntN(200) {
			b.WriteString([]string{"(", ")", "{", "}", "[", "]", "((", " ", "1)", "12", "a"}[random.IntN(11)])
		}
		text := b.String()
		var p pairs
		p.reset()
		from, end := 0, 0
		for from < len(text) {
			end = min(len(text), max(end, from)+1+random.IntN(len(text))) // it only grows
			part := text[from:end]
			var anew pairs
			anew.reset()
			for i := range len(part) {
				if strings.IndexByte("({[", part[i]) >= 0 && random.IntN(3) > 0 {
					require.Equal(t, anew.close(part, i), p.close(part, i), "%q from %d, at %d", text, from, i)
				}
			}
			by := 1 + random.IntN(len(part))
			from += by
			p.carry(text[from:], by)
		}
	}
}

// A bracket with too many in it pairs with none, those in it with their own.
func TestPairsNestedDeep(t *testing.T) {
	text := strings.Repeat("(", maxNested+1) + strings.Repeat(")", maxNested+1)
	var p pairs
	p.reset()
	require.Zero(t, p.close(text, 0))
	require.Equal(t, len(text)-1, p.close(text, 1))
	require.Equal(t, maxNested+2, p.close(text, maxNested))
}

// What may be a sheet is read only as far as it can be one.
func TestTryGivesUp(t *testing.T) {
	r := NewReader(new(word.Table))
	for n, want := range map[int]bool{0: true, maxSpoilt: true, maxSpoilt + 1: false} {
		text := "1. c3-b4 b6-a5\n2. " + strings.Repeat("c3-b ", n) + "\nЧерные сдались\n"
		require.Equal(t, want, r.Try(&record.Game{Text: text}, record.Bashni), n)
	}
	g := &record.Game{Text: "1. c3-b4 b6-a5\n"}
	r.Read(g, record.Bashni) // as ever behind what was given up
	require.Len(t, g.Plies, 2)
	require.Empty(t, g.Faults)
}
