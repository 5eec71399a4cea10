package stats_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// find returns the results of a Repeats with the given memory for games whose lines are 10 times
// their numbers.
func find(t testing.TB, games []*replay.Report, memory int) []stats.Repeat {
	repeats := stats.NewRepeats(memory)
	defer repeats.Close()
	var sequence []byte
	for i, r := range games {
		sequence = r.AppendSequence(sequence[:0])
		require.NoError(t, repeats.Add(sequence, len(r.Moves), 10*i))
	}
	var found []stats.Repeat
	for r, err := range repeats.Find(t.Context()) {
		require.NoError(t, err)
		require.Equal(t, 10*r.Game, r.Line)
		require.Equal(t, 10*r.Of, r.OfLine)
		r.Line, r.OfLine = 0, 0
		found = append(found, r)
	}
	require.Equal(t, len(games), repeats.Games())
	return found
}

// short returns a short random game; many of these are equal.
func short(t testing.TB, random *rand.Rand, v record.Variant) *replay.Report {
	rules, err := replay.For(v)
	require.NoError(t, err)
	p := rules.Start()
	g := &record.Game{Variant: v}
	if random.IntN(8) == 0 {
		start, err := record.ParseFEN(v, "W:W3,5,7:B18,20,22")
		if v.Board().Numbering == record.Algebraic {
			start, err = record.ParseFEN(v, "W:Wa1,c3,e3:Bd6,f8,h8")
		}
		require.NoError(t, err)
		g.Start = &start
		p, err = rules.Position(&start)
		require.NoError(t, err)
	}
	for range random.IntN(7) {
		legal := p.Moves(nil)
		if len(legal) == 0 {
			break
		}
		m := &legal[random.IntN(min(2, len(legal)))]
		g.Plies = append(g.Plies, record.Ply{Word: p.Word(m, legal)})
		p.Play(m)
	}
	return replay.Judge(g, record.UnknownVariant)
}

// Repeats agrees with a comparison of all pairs of games.
func TestRepeats(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		var games []*replay.Report
		for range 1 + random.IntN(200) {
			v := []record.Variant{record.Bashni, record.BashniReverse, record.Lasca, record.International}[random.IntN(4)]
			games = append(games, short(t, random, v))
		}
		alike := func(a, b *replay.Report) bool { // a is b or its beginning
			return a.Variant == b.Variant && (a.Game.Start == nil) == (b.Game.Start == nil) &&
				len(a.Moves) <= len(b.Moves) && slices.Equal(a.Moves, b.Moves[:len(a.Moves)])
		}
		var want []stats.Repeat
		done := make(map[int]bool) // was reported as a beginning
		for of, b := range games {
			if len(b.Moves) == 0 {
				continue
			}
			first := -1 // the first equal game
			beginnings := make(map[int]int)
			for i, a := range games {
				switch {
				case len(a.Moves) == 0 || !alike(a, b):
				case len(a.Moves) == len(b.Moves):
					if first < 0 {
						first = i
					}
				default:
					if _, ok := beginnings[len(a.Moves)]; !ok {
						beginnings[len(a.Moves)] = i
					}
				}
			}
			for plies := range len(b.Moves) {
				if i, ok := beginnings[plies]; ok && !done[i] {
					done[i] = true
					want = append(want, stats.Repeat{Game: i, Of: of, Plies: plies, Beginning: true})
				}
			}
			if first < of {
				want = append(want, stats.Repeat{Game: of, Of: first, Plies: len(b.Moves)})
			}
		}
		require.Equal(t, want, find(t, games, stats.Memory))
		require.Equal(t, want, find(t, games, 500)) // mostly from a file
	}
}

// Games that a fault stopped are equal only if their text is equal from there on, and are not
// beginnings of others.
func TestRepeatsOfStoppedGames(t *testing.T) {
	judge := func(text string) *replay.Report {
		return replay.Judge(grammar.NewParser().Parse(grammar.Chunk{Text: text}), record.Bashni)
	}
	found := find(t, []*replay.Report{
		judge("1. c3-d4 d6-e5 2. g3-h4 f6-g5 3. h2-g3"),
		judge("1. cd4 de5 2. gh4 f6-g5 3. h2-g3\n\n"),
		judge("1. c3-d4 d6-e5 2. g3-h4 f6-g5 3. h2-f4"),
		judge("1. c3-d4 d6-e5 2. g3-h4"),
		judge("1. c3-d4 d6-e5 2. g3-h4 e5:c3"),
	}, stats.Memory)
	require.Equal(t, []stats.Repeat{
		{Game: 3, Of: 0, Plies: 3, Beginning: true},
		{Game: 1, Of: 0, Plies: 3},
	}, found)
}

// A failure to spill is an error, and an iteration may end early or be cancelled.
func TestRepeatsErrors(t *testing.T) {
	g, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(t, err)
	sequence := replay.Judge(g.Next(), record.UnknownVariant).AppendSequence(nil)
	repeats := stats.NewRepeats(0)
	defer repeats.Close()
	for range 3 {
		require.NoError(t, repeats.Add(sequence, 10, 0))
	}
	for range repeats.Find(t.Context()) {
		break
	}
	interrupted, stop := context.WithCancel(t.Context())
	stop()
	for _, err := range repeats.Find(interrupted) {
		require.Equal(t, context.Canceled, err)
	}
	t.Setenv("TMPDIR", "/no such folder")
	if os.TempDir() != "/no such folder" {
		return // another system's name for it
	}
	full := stats.NewRepeats(0)
	for err == nil {
		err = full.Add(sequence, 10, 0)
	}
	require.ErrorContains(t, err, "no temporary file could be made: ")
}

// BenchmarkRepeats compares 10,000 games in an operation.
func BenchmarkRepeats(b *testing.B) {
	g, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(b, err)
	sequences := make([][]byte, 10_000)
	plies := 0
	for i := range sequences {
		r := replay.Judge(g.Next(), record.UnknownVariant)
		plies += len(r.Moves)
		sequences[i] = r.AppendSequence(nil)
	}
	b.ReportAllocs()
	for b.Loop() {
		repeats := stats.NewRepeats(stats.Memory)
		for i, s := range sequences {
			require.NoError(b, repeats.Add(s, 100, i))
		}
		for _, err := range repeats.Find(b.Context()) {
			require.NoError(b, err)
		}
	}
	b.ReportMetric(float64(b.N*plies)/b.Elapsed().Seconds(), "plies/s")
}
