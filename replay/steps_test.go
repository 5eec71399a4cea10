package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// have is what a Census tells.
type have struct{ towers, pieces, prisoners, kings, tallest, home, away int }

func haveOf(c replay.Census) have {
	return have{c.Towers(), c.Pieces(), c.Prisoners(), c.Kings(), c.Tallest(), c.Home(), c.Away()}
}

// census counts a side's pieces from the vocabulary's position, square by
// square.
func census(pos *record.Position, v record.Variant, c record.Colour) have {
	var n have
	b := v.Board()
	for _, s := range b.Squares() {
		t := pos.At(s)
		if t == 0 || t.Owner() != c {
			continue
		}
		n.towers++
		n.pieces += t.Height()
		n.prisoners += t.Prisoners().N
		rank := s.Rank()
		if c == record.Black {
			rank = b.Ranks - 1 - rank
		}
		if v.KingMarks() && t.King() || !v.KingMarks() && rank == b.Ranks-1 {
			n.kings++
		}
		n.tallest = max(n.tallest, t.Height())
		switch {
		case 2*rank+1 < b.Ranks:
			n.home += t.Height()
		case 2*rank+1 > b.Ranks:
			n.away += t.Height()
		}
	}
	return n
}

func TestSteps(t *testing.T) {
	for _, v := range record.Variants() {
		made, err := corpus.NewGenerator(v, 7)
		require.NoError(t, err)
		var arbiter replay.Arbiter
		var r replay.Report // reused, as a stream does
		for range 20 {
			g := made.Next()
			arbiter.Judge(g, v, &r)
			start, ok := r.Start()
			require.True(t, ok)
			require.Equal(t, record.StartPosition(v), start.Record())
			// Replay resolves the words again, and so tells what must come.
			var texts []string
			var before []uint64
			r.Replay(func(i int, p *replay.Position, m *replay.Move, legal []replay.Move) {
				texts = append(texts, string(p.AppendMove(nil, m, legal)))
				before = append(before, p.Hash())
			})
			n := 0
			var last record.Position
			for i, step := range r.Steps() {
				require.Equal(t, n, i)
				n++
				require.Equal(t, before[i], step.Before)
				if i+1 < len(before) {
					require.Equal(t, before[i+1], step.After.Hash())
				}
				last = step.After.Record()
				for _, c := range []record.Colour{record.White, record.Black} {
					require.Equal(t, census(&last, v, c), haveOf(step.Have[c]), "%v: %s", v, last.FEN())
					require.Equal(t, step.Have[c], step.After.Census(c))
				}
			}
			require.Equal(t, len(r.Moves), n)
			require.Equal(t, r.Moves, texts)
			require.Equal(t, r.Final, last)
			requireJudgeSteps(t, &arbiter, g, &r)
		}
	}
}

// requireJudgeSteps judges the report's game again and compares the steps on the
// way with those of the report.
func requireJudgeSteps(t *testing.T, arbiter *replay.Arbiter, g *record.Game, r *replay.Report) {
	type step struct {
		move   replay.Move
		before uint64
		after  replay.Position
		have   [2]replay.Census
		text   string
	}
	var want, got []step
	for i, s := range r.Steps() {
		want = append(want, step{*s.Move, s.Before, *s.After, *s.Have, r.Moves[i]})
	}
	var again replay.Report
	arbiter.JudgeSteps(g, r.Variant, &again, func(i int, s replay.Step) {
		got = append(got, step{*s.Move, s.Before, *s.After, *s.Have, again.Moves[i]})
	})
	require.Equal(t, want, got)
	require.Equal(t, r.Verdict, again.Verdict)
	require.Equal(t, r.Moves, again.Moves)
	require.Equal(t, r.Final, again.Final)
}

func TestStepsOfStoppedGames(t *testing.T) {
	// A game that is not known has none, and one that is illegal those before.
	made, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(t, err)
	g := made.Next()
	g.Variant = record.UnknownVariant
	for range replay.Judge(g, record.UnknownVariant).Steps() {
		t.Fatal("a step of an unknown variant")
	}
	_, ok := replay.Judge(g, record.UnknownVariant).Start()
	require.False(t, ok)
	g.Variant = record.Bashni
	g.Plies = append(g.Plies[:4:4], g.Plies[0])
	r := replay.Judge(g, record.UnknownVariant)
	require.Equal(t, replay.Illegal, r.Verdict)
	n := 0
	for range r.Steps() {
		n++
	}
	require.Equal(t, 4, n)
	requireJudgeSteps(t, new(replay.Arbiter), g, r)
}

// The position is set up before the second move: PDN's /FEN "..."/.
func TestStepsAcrossSetUp(t *testing.T) {
	made, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(t, err)
	g := made.Next()
	g.Plies = append([]record.Ply(nil), g.Plies[0], g.Plies[0])
	start := record.StartPosition(record.Bashni)
	g.Plies[1].Note = &record.Notes{Setup: start.FEN()}
	r := replay.Judge(g, record.UnknownVariant)
	require.Equal(t, 2, len(r.Moves))
	var steps []replay.Step
	var have [][2]replay.Census
	var after []uint64
	for _, s := range r.Steps() {
		steps, after, have = append(steps, s), append(after, s.After.Hash()), append(have, *s.Have)
	}
	require.Equal(t, steps[0].Before, steps[1].Before)
	require.Equal(t, after[0], after[1])
	require.NotEqual(t, after[0], steps[1].Before)
	require.Equal(t, have[0], have[1])
	requireJudgeSteps(t, new(replay.Arbiter), g, r)
}

// One operation is a game's moves with both sides' counts after each.
func BenchmarkSteps(b *testing.B) {
	made, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(b, err)
	reports := make([]*replay.Report, 100)
	for i := range reports {
		reports[i] = replay.Judge(made.Next(), record.Bashni)
	}
	b.ReportAllocs()
	i, plies, sum := 0, 0, 0
	for b.Loop() {
		r := reports[i%len(reports)]
		for _, s := range r.Steps() {
			sum += s.Have[record.White].Pieces() + s.Have[record.Black].Pieces()
		}
		plies += len(r.Moves)
		i++
	}
	if sum == 0 {
		b.Fatal("no pieces")
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/ply")
}
