package replay_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

func spill(t testing.TB) *os.File {
	f, err := os.Create(filepath.Join(t.TempDir(), "spill"))
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

// find returns what a Repeats finds among the games, whose lines are 10 times
// their numbers.
func find(t testing.TB, games []*replay.Report, limit int) ([]replay.Repeat, *replay.Repeats) {
	repeats := replay.NewRepeats(spill(t), limit)
	var sequence []byte
	for i, r := range games {
		sequence = r.AppendSequence(sequence[:0])
		require.NoError(t, repeats.Add(sequence, 10*i))
	}
	var found []replay.Repeat
	for r, err := range repeats.Find() {
		require.NoError(t, err)
		require.Equal(t, 10*r.Game, r.Line)
		require.Equal(t, 10*r.Of, r.OfLine)
		r.Line, r.OfLine = 0, 0
		found = append(found, r)
	}
	require.Equal(t, len(games), repeats.Games())
	return found, repeats
}

// short returns a short random game in which many are alike.
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

// Against the plain way: every game is compared with every other.
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
		var want []replay.Repeat
		done := make(map[int]bool) // is told to be a beginning
		for of, b := range games {
			if len(b.Moves) == 0 {
				continue
			}
			first := -1 // the first that is the same
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
					want = append(want, replay.Repeat{Game: i, Of: of, Plies: plies, Beginning: true})
				}
			}
			if first < of {
				want = append(want, replay.Repeat{Game: of, Of: first, Plies: len(b.Moves)})
			}
		}
		found, repeats := find(t, games, replay.MaxRepeats)
		require.Equal(t, want, found)
		require.Zero(t, repeats.Forgotten())
	}
}

// Games that a fault stopped are the same only if they are written alike from
// there on, and are no beginnings.
func TestRepeatsOfStoppedGames(t *testing.T) {
	judge := func(text string) *replay.Report {
		return replay.Judge(grammar.NewParser().Parse(grammar.Chunk{Text: text}), record.Bashni)
	}
	found, _ := find(t, []*replay.Report{
		judge("1. c3-d4 d6-e5 2. g3-h4 f6-g5 3. h2-g3"),
		judge("1. cd4 de5 2. gh4 f6-g5 3. h2-g3\n\n"),
		judge("1. c3-d4 d6-e5 2. g3-h4 f6-g5 3. h2-f4"),
		judge("1. c3-d4 d6-e5 2. g3-h4"),
		judge("1. c3-d4 d6-e5 2. g3-h4 e5:c3"),
	}, 10)
	require.Equal(t, []replay.Repeat{
		{Game: 3, Of: 0, Plies: 3, Beginning: true},
		{Game: 1, Of: 0, Plies: 3},
	}, found)
}

// What is remembered is bounded, and what is not is counted.
func TestRepeatsForget(t *testing.T) {
	g, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(t, err)
	var games []*replay.Report
	for range 100 {
		games = append(games, replay.Judge(g.Next(), record.UnknownVariant))
	}
	games = append(games, games...) // number 150 repeats 50
	found, repeats := find(t, games, 30)
	require.Len(t, found, 30)
	for i, r := range found {
		require.Equal(t, 100+i, r.Game)
		require.Equal(t, i, r.Of)
	}
	require.Equal(t, 140, repeats.Forgotten())
}

// A file that is not what was written is an error.
func TestRepeatsOfChangedFile(t *testing.T) {
	f := spill(t)
	repeats := replay.NewRepeats(f, 10)
	g, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(t, err)
	for range 1000 {
		require.NoError(t, repeats.Add(replay.Judge(g.Next(), record.UnknownVariant).AppendSequence(nil), 0))
	}
	var failed error
	for _, err := range repeats.Find() {
		if err != nil {
			failed = err
		}
	}
	require.NoError(t, failed)

	repeats = replay.NewRepeats(brokenFile{}, 10)
	for i := 0; failed == nil && i < 1e6; i++ {
		failed = repeats.Add([]byte(strings.Repeat("x", 100)), 0)
	}
	require.ErrorIs(t, failed, os.ErrPermission)
	require.ErrorIs(t, repeats.Add(nil, 0), os.ErrPermission)
	for _, err := range repeats.Find() {
		require.ErrorIs(t, err, os.ErrPermission)
	}
}

type brokenFile struct{}

func (brokenFile) Read([]byte) (int, error)       { return 0, os.ErrPermission }
func (brokenFile) Write([]byte) (int, error)      { return 0, os.ErrPermission }
func (brokenFile) Seek(int64, int) (int64, error) { return 0, os.ErrPermission }

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
		repeats := replay.NewRepeats(spill(b), replay.MaxRepeats)
		for i, s := range sequences {
			require.NoError(b, repeats.Add(s, i))
		}
		for _, err := range repeats.Find() {
			require.NoError(b, err)
		}
	}
	b.ReportMetric(float64(b.N*plies)/b.Elapsed().Seconds(), "plies/s")
}
