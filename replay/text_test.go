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

// TestWordsReadBack: the grammar parses a generated move's text to its word, and its short text to
// the same move.
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
				read, err := grammar.ParseMove(w.Text)
				require.NoError(t, err)
				require.Equal(t, w, read)
				short, err := grammar.ParseMove(string(p.Append(nil, m, legal, Short)))
				require.NoError(t, err)
				require.Equal(t, m, p.resolve(short, legal).move, "%s for %s", short.Text, w.Text)
				p.Play(m)
			}
		}
	}
}

// PDN 3.0, restrictions: its own example of a capture that start and end leave ambiguous.
func TestLandings(t *testing.T) {
	for full, landings := range map[string]string{
		"47:20:9:36":  "47:38:20:9:36",
		"47:24:13:36": "47:38:24:13:36",
	} {
		g := from(t, gameOf(t, record.International, landings), "W:WK47:B42,29,14,19,31")
		r := Judge(g, record.UnknownVariant)
		require.Equal(t, Legal, r.Verdict)
		require.Equal(t, []string{full}, r.Moves)
		require.Equal(t, []string{landings}, r.Spell(Landings))
	}
	g := from(t, gameOf(t, record.International, "47x36"), "W:WK47:B42,29,31,14")
	require.Equal(t, []string{"47:36"}, Judge(g, record.UnknownVariant).Spell(Landings))
}

func TestSpellBehindSetup(t *testing.T) {
	g := gameOf(t, record.Russian, "c3-d4 g7-f6")
	g.Plies[1].Note = &record.Notes{Setup: "B:Wc3:Bg7"}
	require.Equal(t, []string{"cd4", "gf6"}, Judge(g, record.UnknownVariant).Spell(Short))
}
