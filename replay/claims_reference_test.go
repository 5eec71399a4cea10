package replay_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// roundTrips lead through captures, and some through moves of men, back to the position in which
// they begin, as in Codex 1.13 note a.
var roundTrips = []struct {
	variant    record.Variant
	fen, moves string
}{
	{record.Bashni, "B:WKa1,e7=1/1:BKd8", "d8:g5 a1-c3 e7-d8 c3-e1 g5-f6 e1-h4 d8-a5 h4:e7 a5-d8 f6-a1"},
	{record.Bashni, "B:We1=1/1,Kh4:Bh2=1/1", "h2-f4 e1-c3 f4-d6 c3-e5 d6:g3 h4:e1 e5:h2 g3-h4"},
	{record.Bashni, "B:WKc1,e1=1/1:Ba7=1/1", "a7-g1 e1-f2 g1:e3 c1:f4 f2:a7 e3-c1 a7-g1 f4-d2 g1-a7 d2-e1"},
	{record.Bashni, "W:WKa5:Bf6=1/1,Ke7", "a5-e1 e7-c5 e1-h4 c5-g1 h4:e7 g1-b6 f6-c3 b6-d8 c3-a5 d8:f6"},
	{record.Bashni, "B:Wf4=0/1,g5,Kc7:BKe1", "e1-d2 c7-a5 d2-c1 g5-h6 c1:g5 a5-b6 f4-d2 h6:f4 d2-e1 b6-c7"},
	{record.Bashni, "B:WKg5:Bh2=1/1,b6", "b6-a5 g5-c1 h2-f4 c1:g5 a5-b4 g5-e7 b4-a3 e7-b4 a3:c5 f4-e3 b4-e1 e3:b6 e1-a5 c5-a3 a5:c7 a3-c1 c7-h2 c1-g5"},
	{record.Bashni, "W:WKc1:Ba5,g7=1/0", "c1-e3 g7-d4 e3:b6 a5:c7 d4-e5 b6-f2 e5-f6 f2-e1 f6-e7 c7-d6 e7:c5 e1-f2 c5-b6 f2:a7 d6-h2 b6-a5 h2-f4 a7-d4 f4-c1 d4-g7"},
	{record.Lasca, "B:WK4,17=1/1:BK20", "20:14 4-7 14-11 7-3 11-7 3:11 17-13 7-4 13-16 11-14 16-20 14-17"},
	{record.Lasca, "W:W12=1/1,K17:BK7", "12-9 7-3 9-6 3:9 17-14 6-2 14-10 9-13 10:16 2-6 13-17 6-3 16-12 3-7"},
	{record.Lasca, "W:WK5,14=1/1:B13=1/1", "5-2 13-16 2-6 16-13 14-17 13:21 6-10 17-20 10-14 21-17 14-18 17-14 18:10 20-16 10-6 16-12 6-9 12:6 14-10 6:14 10:18 9-6 14-10 6:14 10-6 14-17 6-2 17-13 2-5 13-16 18-14 16-13"},
	{record.Lasca, "B:WK12,19=0/1:BK17", "17-20 12-8 20-23 8-5 23:15 5-1 15-12 1-5 12-8 5-1 8-5 1:9 19-16 9-6 16-13 6-9 13-17 9-12 17-21 12-16 21-24 16-20 24:16 5-9 16-12 9:15 20-17 15-19"},
	{record.Lasca, "W:WK9,23=1/0:BK22", "23-19 22:16 9-6 19-15 6-10 16-12 10-14 12-9 14-18 9-13 18-21 13-17 21:13 15-12 13-9 12:6 17-14 9-5 14-10 5-8 10:2 8-12 2-5 12-15 5-9 15-19 9-13 19-15 6-9 15-19 13-17 19-15 17-20 15-19 20-23 19-22"},
}

// travel returns a game that makes a round trip three times, with a detour there and back before
// each move with the given probability.
func travel(t *testing.T, random *rand.Rand, v record.Variant, fen, moves string, detour float64) *record.Game {
	t.Helper()
	start, err := record.ParseFEN(v, fen)
	require.NoError(t, err)
	rules, err := replay.For(v)
	require.NoError(t, err)
	p, err := rules.Position(&start)
	require.NoError(t, err)
	g := &record.Game{Variant: v, Start: &start}
	play := func(m *replay.Move, legal []replay.Move) {
		g.Plies = append(g.Plies, record.Ply{Word: p.Word(m, legal)})
		p.Play(m)
	}
	for _, text := range slices.Repeat(strings.Fields(moves), 3) {
		if random.Float64() < detour {
			for _, move := range thereAndBack(random, p) {
				legal := p.Moves(nil)
				play(named(t, p, move, legal), legal)
			}
		}
		legal := p.Moves(nil)
		play(named(t, p, text, legal), legal)
	}
	require.Equal(t, start, p.Record())
	return g
}

func named(t *testing.T, p *replay.Position, text string, legal []replay.Move) *replay.Move {
	t.Helper()
	i := slices.IndexFunc(legal, func(m replay.Move) bool { return string(p.AppendMove(nil, &m, legal)) == text })
	require.NotEqual(t, -1, i, text)
	return &legal[i]
}

// thereAndBack returns four moves that lead back to the position, or nil if absent.
func thereAndBack(random *rand.Rand, p *replay.Position) []string {
	legal := p.Moves(nil)
	for _, i := range random.Perm(len(legal)) {
		q := *p
		moves := []string{string(q.AppendMove(nil, &legal[i], legal))}
		q.Play(&legal[i])
		replies := q.Moves(nil)
		for _, j := range random.Perm(len(replies)) {
			s := q
			line := append(slices.Clone(moves), string(s.AppendMove(nil, &replies[j], replies)))
			s.Play(&replies[j])
			// Each side moves back to where it came from.
			for k := range 2 {
				way := strings.FieldsFunc(line[k], func(r rune) bool { return r == '-' || r == ':' })
				back := way[len(way)-1] + "-" + way[0]
				again := s.Moves(nil)
				n := slices.IndexFunc(again, func(m replay.Move) bool { return string(s.AppendMove(nil, &m, again)) == back })
				if n < 0 {
					break
				}
				line = append(line, back)
				s.Play(&again[n])
			}
			if len(line) == 4 && s.Hash() == p.Hash() {
				return line
			}
		}
	}
	return nil
}

// handful returns a position of a few towers, most of which are kings and contain kings.
func handful(random *rand.Rand, v record.Variant) record.Position {
	squares := v.Board().Squares()
	p := record.Position{Variant: v, Turn: record.Colour(random.IntN(2))}
	block := func(n int) record.Block { return record.Block{N: n, Kings: uint16(random.Uint32() | random.Uint32())} }
	for i := range 2 + random.IntN(3) {
		s := squares[random.IntN(len(squares))]
		colour := record.Colour(i % 2)
		tower := record.NewTower(colour, block(1), block(0))
		if v.Towers() {
			tower = record.NewTower(colour, block(1+random.IntN(2)), block(random.IntN(3)))
		}
		if far := []int{v.Board().Ranks - 1, 0}[colour]; s.Rank() == far {
			tower = tower.Promoted()
		}
		p.Put(s, tower)
	}
	return p
}

// wander returns a game of the given number of plies from the position, or a shorter one if none is
// found: moves that lead to an end are taken back. With probability back it chooses a move that
// returns to an earlier position, if there is one.
func wander(t *testing.T, random *rand.Rand, start record.Position, plies int, back float64) *record.Game {
	t.Helper()
	rules, err := replay.For(start.Variant)
	require.NoError(t, err)
	first, err := rules.Position(&start)
	require.NoError(t, err, start.FEN())
	g := &record.Game{Variant: start.Variant, Start: &start}
	way := []replay.Position{*first}
	seen := map[uint64]bool{first.Hash(): true}
	for tries := 0; len(way) <= plies && tries < 3*plies; tries++ {
		p := way[len(way)-1]
		legal := p.Moves(nil)
		if len(legal) == 0 {
			if len(way) == 1 {
				break
			}
			n := max(1, len(way)-1-random.IntN(8))
			way, g.Plies = way[:n], g.Plies[:n-1]
			continue
		}
		m := &legal[random.IntN(len(legal))]
		if random.Float64() < back {
			for i := range legal {
				next := p
				if next.Play(&legal[i]); seen[next.Hash()] {
					m = &legal[i]
				}
			}
		}
		g.Plies = append(g.Plies, record.Ply{Word: p.Word(m, legal)})
		p.Play(m)
		way = append(way, p)
		seen[p.Hash()] = true
	}
	return g
}

// thirdTime returns the ply after which a position, compared by its FEN, has occurred three times
// with the same side to move, or 0 if none has; far reports whether a capture or a move of a man
// lies between the first occurrence and the third.
func thirdTime(t *testing.T, r *replay.Report) (ply int, far bool) {
	t.Helper()
	start, ok := r.Start()
	require.True(t, ok)
	at := start.Record()
	times := map[string][]int{at.FEN(): {0}}
	p := *start
	last := 0 // the ply of the last capture or move of a man
	for i, ply := range r.Plies() {
		if ply.Move == nil {
			break
		}
		if ply.Move.Captures() > 0 || !p.At(p.From(ply.Move)).King() {
			last = i + 1
		}
		p = ply.After()
		at := p.Record()
		fen := at.FEN()
		if times[fen] = append(times[fen], i+1); len(times[fen]) == 3 {
			return i + 1, last > times[fen][0]
		}
	}
	return 0, false
}

// Compares repetition claims with a reference that remembers all positions of a game, on generated
// games and on games made to return to earlier positions.
func TestRepetitionAgainstReference(t *testing.T) {
	for _, v := range record.Variants() {
		rules, err := replay.For(v)
		require.NoError(t, err)
		if rules.Repetition == "" {
			continue
		}
		t.Run(v.String(), func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 13))
			var arbiter replay.Arbiter
			var report replay.Report
			near, far := 0, 0 // number of repetitions found
			check := func(g *record.Game) {
				arbiter.Judge(g, record.UnknownVariant, &report)
				require.Empty(t, report.Faults)
				want, across := thirdTime(t, &report)
				got := 0
				for _, c := range report.Claims {
					if c.Kind == replay.Repetition {
						require.Zero(t, got)
						got = c.Ply
					}
				}
				require.Equal(t, want, got, "%v", report.Moves)
				switch {
				case across:
					far++
				case want > 0:
					near++
				}
			}
			generator, err := corpus.NewGenerator(v, 13)
			require.NoError(t, err)
			for range replay.Some(200) {
				check(generator.Next())
			}
			for range replay.Some(200) {
				check(wander(t, random, handful(random, v), 30+random.IntN(300), random.Float64()))
			}
			for range replay.Some(3) { // long games, which fill the memory of positions
				check(wander(t, random, record.StartPosition(v), 5000, 0))
			}
			for _, trip := range roundTrips {
				if trip.variant != v.Straight() {
					continue
				}
				for range replay.Some(20) {
					check(travel(t, random, v, trip.fen, trip.moves, 0.1*random.Float64()))
				}
			}
			require.Greater(t, near, replay.Some(50))
			if v.Towers() {
				require.Greater(t, far, replay.Some(50))
			} else {
				require.Zero(t, far)
			}
		})
	}
}
