package sheet

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
