package stats

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// Groups spill often, with some keys recurring, the empty one among them.
func TestGroups(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	want := map[string]Tally{}
	g, other := newGroups(8*groupCost, nil), newGroups(5*groupCost, nil)
	defer g.Close()
	defer other.Close()
	for i := range 6000 {
		key := fmt.Sprint(random.IntN(900))
		if key == "7" {
			key = ""
		}
		one := Tally{Games: 1, WhiteWins: i % 2, Draws: i % 3, BlackWins: i % 5, Plies: i, Scored: 1, Points: i % 25, Squares: i, FirstYear: i % 40, LastYear: i % 40}
		sum := want[key]
		sum.Games++
		sum.WhiteWins += i % 2
		sum.Draws += i % 3
		sum.BlackWins += i % 5
		sum.Plies += i
		sum.Scored++
		sum.Points += i % 25
		sum.Squares += i
		if year := i % 40; year > 0 { // 0 is none
			if sum.FirstYear == 0 || year < sum.FirstYear {
				sum.FirstYear = year
			}
			sum.LastYear = max(sum.LastYear, year)
		}
		want[key] = sum
		require.NoError(t, []*groups{g, other}[i%2].add([]byte(key), &one))
	}
	require.NoError(t, g.take(other))
	require.True(t, g.spilled.Spilled())
	require.False(t, other.spilled.Spilled())
	for range 2 { // reading consumes nothing
		got := map[string]Tally{}
		last := ""
		require.NoError(t, g.each(t.Context(), func(key []byte, t2 *Tally) error {
			require.True(t, len(got) == 0 || string(key) > last)
			last = string(key)
			got[last] = *t2
			return nil
		}))
		require.Equal(t, want, got)
	}
}

// A closed statistic leaves no files.
func TestGroupsClose(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	g := newGroups(groupCost, nil)
	for i := range 9 {
		require.NoError(t, g.add([]byte{byte(i)}, new(Tally)))
	}
	require.NoError(t, g.Close())
	entries, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	require.Empty(t, entries)
	require.NoError(t, g.Close())
}

func BenchmarkSpill(b *testing.B) {
	g := newGroups(1<<20, nil)
	defer g.Close()
	b.ReportAllocs()
	i := uint64(0)
	key := make([]byte, 8)
	for b.Loop() { // a new key
		for k := range key {
			key[k] = byte(i * 0x9e3779b97f4a7c15 >> (8 * k))
		}
		i++
		if err := g.add(key, new(Tally)); err != nil {
			b.Fatal(err)
		}
	}
}
