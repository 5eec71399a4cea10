package replay

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
)

// TestSpellShort: Codex 1.10 prints the same game both ways.
func TestSpellShort(t *testing.T) {
	r := Judge(gameOf(t, record.Bashni, codexFull), record.UnknownVariant)
	short := strings.Fields(codexShort)
	texts := r.Spell(Short)
	require.Equal(t, short[:20], texts[:20])
	require.Equal(t, "b:h6", texts[20], "the book writes the whole way where the end would do")
	require.Equal(t, r.Moves, r.Spell(Full))
}

// TestWordsReadBack: a generated move's word is what the grammar reads in its
// text, and its short text means the same move.
func TestWordsReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, v := range record.Variants() {
		rules, err := For(v)
		require.NoError(t, err)
		for range 20 {
			p := rules.Start()
			for range 120 {
				legal := p.Moves(nil)
				if len(legal) == 0 {
					break
				}
				m := &legal[random.IntN(len(legal))]
				w := p.Word(m, legal)
				read, err := grammar.ParseWord(w.Text)
				require.NoError(t, err)
				require.Equal(t, w, read)
				short, err := grammar.ParseWord(string(p.AppendShort(nil, m, legal)))
				require.NoError(t, err)
				require.Equal(t, m, p.resolve(short, legal).move, "%s for %s", short.Text, w.Text)
				p.Play(m)
			}
		}
	}
}
