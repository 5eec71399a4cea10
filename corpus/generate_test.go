package corpus

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

func TestGeneratedGamesAreLegal(t *testing.T) {
	for _, v := range record.Variants() {
		g, err := NewGenerator(v, 7)
		require.NoError(t, err)
		over := 0
		for range 40 {
			game := g.Next()
			r := replay.Judge(game, record.UnknownVariant)
			require.Empty(t, r.Faults, v)
			require.Equal(t, replay.Legal, r.Verdict)
			require.Len(t, r.Moves, len(game.Plies))
			for i := range r.Moves {
				require.Equal(t, game.Plies[i].Word.Text, r.Moves[i])
			}
			if r.Over {
				over++
			} else {
				require.Len(t, r.Moves, MaxPlies)
			}
		}
		require.Positive(t, over, v)
	}
}

func TestSameSeedSameGames(t *testing.T) {
	words := func(seed uint64) (all []string) {
		g, err := NewGenerator(record.Lasca, seed)
		require.NoError(t, err)
		for range 5 {
			for _, ply := range g.Next().Plies {
				all = append(all, ply.Word.Text)
			}
		}
		return all
	}
	require.Equal(t, words(1), words(1))
	require.NotEqual(t, words(1), words(2))
}

func BenchmarkGenerate(b *testing.B) {
	for _, v := range []record.Variant{record.Bashni, record.International} {
		b.Run(v.String(), func(b *testing.B) {
			g, err := NewGenerator(v, 1)
			require.NoError(b, err)
			b.ReportAllocs()
			plies := 0
			for b.Loop() {
				plies += len(g.Next().Plies)
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}
