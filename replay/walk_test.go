package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// census counts a side's pieces in a record.Position, square by square.
func census(pos *record.Position, v record.Variant, c record.Colour) replay.Census {
	var n replay.Census
	b := v.Board()
	for _, s := range b.Squares() {
		t := pos.At(s)
		if t == 0 || t.Owner() != c {
			continue
		}
		n.Towers++
		n.Pieces += t.Height()
		n.Prisoners += t.Prisoners().N
		rank := s.Rank()
		if c == record.Black {
			rank = b.Ranks - 1 - rank
		}
		if v.KingMarks() && t.King() || !v.KingMarks() && rank == b.Ranks-1 {
			n.Kings++
		}
		n.Tallest = max(n.Tallest, t.Height())
		switch {
		case 2*rank+1 < b.Ranks:
			n.Home += t.Height()
		case 2*rank+1 > b.Ranks:
			n.Away += t.Height()
		}
	}
	return n
}

// Plies yields the positions of a game: in each the move is legal and is the one in the report,
// each results from the move before, and the last is Final.
func TestPlies(t *testing.T) {
	for _, v := range record.Variants() {
		made, err := corpus.NewGenerator(v, 7)
		require.NoError(t, err)
		var arbiter replay.Arbiter
		var r replay.Report // reused, as in a stream
		for range replay.Some(60) {
			arbiter.Judge(made.Next(), v, &r)
			start, ok := r.Start()
			require.True(t, ok)
			require.Equal(t, record.StartPosition(v), start.Record())
			after, n := *start, 0
			for i, ply := range r.Plies() {
				require.Equal(t, n, i)
				n++
				require.Zero(t, ply.Variation)
				require.Equal(t, after, *ply.Before)
				at := ply.Before.Record()
				for _, c := range []record.Colour{record.White, record.Black} {
					require.Equal(t, census(&at, v, c), ply.Before.Census(c), "%v: %s", v, at.FEN())
				}
				if ply.Move == nil {
					require.Equal(t, r.Final, at)
					continue
				}
				legal := ply.Before.Moves(nil)
				require.Contains(t, legal, *ply.Move)
				require.Equal(t, len(legal), int(ply.Before.Perft(1)))
				require.Equal(t, legal[0].Captures() > 0, ply.Before.MustCapture())
				require.Equal(t, r.Moves[i], string(ply.Before.AppendMove(nil, ply.Move, legal)))
				after = ply.After()
			}
			require.Equal(t, len(r.Moves)+1, n)
		}
	}
}

func TestPliesOfStoppedGames(t *testing.T) {
	// An unknown game has no plies, and an illegal one those before the fault.
	made, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(t, err)
	g := made.Next()
	g.Variant = record.UnknownVariant
	for range replay.Judge(g, record.UnknownVariant).Plies() {
		t.Fatal("a ply of an unknown variant")
	}
	_, ok := replay.Judge(g, record.UnknownVariant).Start()
	require.False(t, ok)
	g.Variant = record.Bashni
	g.Plies = append(g.Plies[:4:4], g.Plies[0])
	r := replay.Judge(g, record.UnknownVariant)
	require.Equal(t, replay.Illegal, r.Verdict)
	n := 0
	for _, ply := range r.Plies() {
		if ply.Move != nil {
			n++
		}
	}
	require.Equal(t, 4, n)
}

// Positions are set up before the second move, and before a word that is not a move: PDN's /FEN
// "..."/.
func TestPliesAcrossSetUp(t *testing.T) {
	made, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(t, err)
	g := made.Next()
	first := g.Plies[0]
	setUp := first
	start := record.StartPosition(record.Bashni)
	setUp.Note = &record.Notes{Setup: start.FEN()}
	wrong := record.Ply{Word: &record.Word{Text: "?"}, Note: setUp.Note}
	g.Plies = []record.Ply{first, setUp, wrong}
	r := replay.Judge(g, record.UnknownVariant)
	require.Equal(t, 2, len(r.Moves))
	require.Equal(t, start, r.Final)
	var before []record.Position
	for _, ply := range r.Plies() {
		before = append(before, ply.Before.Record())
	}
	require.Equal(t, []record.Position{start, start, start}, before)
	ids := map[string]bool{}
	for n := 1; n <= 3; n++ {
		g.Plies = []record.Ply{first, setUp, wrong}[:n]
		id, ok := replay.Judge(g, record.UnknownVariant).ID()
		require.True(t, ok)
		ids[id] = true
	}
	require.Len(t, ids, 3)
}

// A search for one move of the tree can stop at any move.
func TestTreeStops(t *testing.T) {
	text := "1. c3-d4 b6-c5 (1... b6-a5 2. d4-c5 (2. d4-e5 d6:f4) d6:b4) (1... d6-c5) 2. d4:b6 a7:c5"
	g := grammar.NewParser().Parse(grammar.Chunk{Text: text, Format: grammar.PDN, Last: true})
	r := replay.Judge(g, record.Bashni)
	require.Equal(t, replay.Legal, r.Verdict)
	all := 0
	for range r.Tree() {
		all++
	}
	require.Equal(t, 10, all)
	for stop := range all {
		n := 0
		for range r.Tree() {
			if n++; n > stop {
				break
			}
		}
		require.Equal(t, stop+1, n)
	}
}

// One operation replays a game's moves, with a census of both sides after each.
func BenchmarkPlies(b *testing.B) {
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
		for _, ply := range r.Plies() {
			sum += ply.Before.Census(record.White).Pieces + ply.Before.Census(record.Black).Pieces
		}
		plies += len(r.Moves)
		i++
	}
	if sum == 0 {
		b.Fatal("no pieces")
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/ply")
}
