package solve

import (
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"runtime/debug"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

var (
	thorough = flag.Bool("thorough", false, "all cases of the tests that else try some of them")
	small    = flag.Int("solve.positions", 10, "small positions of each variant that are compared with what brute force says")
	reached  = flag.Int("solve.reached", 1200, "positions that can follow such a one, at most")
)
var _ = debug.SetGCPercent(400) // the heaps are small, and collecting them takes time

// brute finds all positions that can follow a position, without any part of the solver. It
// distinguishes positions by FEN.
type brute struct {
	positions []*replay.Position
	after     [][]int
	index     map[string]int
}

// reach returns all positions that can follow p, or false if they exceed limit.
func reach(p *replay.Position, limit int) (*brute, bool) {
	b := &brute{index: map[string]int{}}
	var fen []byte
	var moves []replay.Move
	add := func(p *replay.Position) int {
		r := p.Record()
		fen = r.AppendFEN(fen[:0])
		n, ok := b.index[string(fen)]
		if !ok {
			n = len(b.positions)
			b.index[string(fen)] = n
			kept := *p
			b.positions = append(b.positions, &kept)
			b.after = append(b.after, nil)
		}
		return n
	}
	add(p)
	for i := 0; i < len(b.positions); i++ {
		if len(b.positions) > limit {
			return nil, false
		}
		moves = b.positions[i].Moves(moves[:0])
		for k := range moves {
			next := *b.positions[i]
			next.Play(&moves[k])
			b.after[i] = append(b.after[i], add(&next))
		}
	}
	return b, true
}

// forces returns the positions from which a side can force an end for which goal is true: it is
// certain after as many rounds as there are positions.
func (b *brute) forces(side record.Colour, goal func(p *replay.Position) bool) []bool {
	won := make([]bool, len(b.positions))
	for changed := true; changed; {
		changed = false
		for i := len(won) - 1; i >= 0; i-- {
			if won[i] {
				continue
			}
			some, all := false, true
			for _, n := range b.after[i] {
				some, all = some || won[n], all && won[n]
			}
			switch p := b.positions[i]; {
			case len(b.after[i]) == 0:
				won[i] = goal(p)
			case p.Turn() == side:
				won[i] = some
			default:
				won[i] = all
			}
			changed = changed || won[i]
		}
	}
	return won
}

// scattered returns a position with few pieces on random squares, in towers of few pieces, without
// a man where it would be a king.
func scattered(rng *rand.Rand, rules *replay.Rules) *replay.Position {
	v := rules.Variant
	p := record.Position{Variant: v, Turn: record.Colour(rng.IntN(2))}
	for side := record.White; side <= record.Black; side++ {
		for range 1 + rng.IntN(3) {
			bit := rng.IntN(64)
			s := rules.Square(bit)
			if s == record.NoSquare || p.At(s) != 0 {
				continue
			}
			far := rules.FarRank(side)>>bit&1 != 0
			t := record.Lone(side, v.KingMarks() && (far || rng.IntN(5) == 0))
			if v.Towers() && rng.IntN(3) == 0 {
				t = record.NewTower(side, record.Block{N: 1, Kings: t.Own().Kings}, record.Block{N: 1 + rng.IntN(2)})
			}
			p.Put(s, t)
		}
	}
	q, err := rules.Position(&p)
	if err != nil {
		return nil
	}
	return q
}

// TestAgainstBruteForce solves small random positions, with and without tables of endings, and
// compares the answer for every first move with a search of all positions that can follow.
func TestAgainstBruteForce(t *testing.T) {
	for _, v := range record.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			rules, err := replay.For(v)
			require.NoError(t, err)
			rng := rand.New(rand.NewPCG(uint64(v), 30))
			var said [3]int
			positions := *small
			if *thorough {
				positions *= 20
			}
			for done := 0; done < positions; {
				p := scattered(rng, rules)
				if p == nil {
					continue
				}
				all, ok := reach(p, *reached)
				if !ok || len(all.after[0]) == 0 {
					continue
				}
				done++
				task, by := record.Task{}, record.Colour(rng.IntN(2))
				attacker := by
				goal := func(p *replay.Position) bool { return p.Outcome() == wins(attacker) }
				switch rng.IntN(3) {
				case 0:
					task.Draw = true
					attacker = by ^ 1
				case 1:
					task.Any = 1 + rng.IntN(2)
					goal = func(p *replay.Position) bool {
						return p.Turn() != attacker && bits.OnesCount64(uint64(p.Towers(p.Turn()))) == task.Any
					}
				}
				won := all.forces(attacker, goal)
				want := func(n int) Answer {
					if won[n] != task.Draw {
						return Proven
					}
					return Refuted
				}
				for _, tables := range []bool{false, true} {
					g := goalOf(task, by)
					s := &solving{goal: g, draws: task.Draw, jobs: 1}
					if !tables {
						s.endings = &endings{goal: g, full: true}
					}
					s.run(t.Context(), p, 20_000)
					got := s.solution(p)
					r := p.Record()
					about := fmt.Sprintf("%s %s %+v by %v, tables %v", v, r.FEN(), task, by, tables)
					if tables {
						said[got.Answer]++
					}
					if got.Answer != Open {
						require.Equal(t, want(0), got.Answer, about)
					}
					for i := range got.Moves {
						if m := &got.Moves[i]; m.Answer != Open {
							after := *p
							after.Play(&m.Move)
							to := after.Record()
							require.Equal(t, want(all.index[to.FEN()]), m.Answer, "%s, move %s", about, text(p, &m.Move))
						}
					}
				}
			}
			t.Logf("open, proven, refuted: %d", said)
			require.Zero(t, said[Open])
			require.NotZero(t, said[Proven])
			require.NotZero(t, said[Refuted])
		})
	}
}

// TestJobs checks that solutions do not depend on the number of first moves searched at once, and
// that no more nodes are searched than the limit.
func TestJobs(t *testing.T) {
	for _, v := range record.Variants() {
		rules, err := replay.For(v)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(uint64(v), 33))
		var p *replay.Position
		for p == nil {
			p = scattered(rng, rules)
		}
		positions := []*replay.Position{p}
		if v == record.Russian { // its first moves lead to the same endings
			set, err := record.ParseFEN(v, "W:Wa1,c3,e3,g3:Bb8,d8,f8")
			require.NoError(t, err)
			p, err = rules.Position(&set)
			require.NoError(t, err)
			positions = append(positions, p, p, p)
		}
		for i, p := range positions {
			o := Options{Nodes: []int{2_000, 1, 10, 3_000}[i]}
			one := Position(t.Context(), p, o)
			o.Jobs = 4
			four := Position(t.Context(), p, o)
			r := p.Record()
			about := fmt.Sprint(v, " ", r.FEN())
			require.Equal(t, one.Answer, four.Answer, about)
			require.Equal(t, one.Nodes, four.Nodes, about)
			require.LessOrEqual(t, one.Nodes, o.Nodes, about)
			require.Equal(t, one.Tabled, four.Tabled, about)
			require.Equal(t, Texts(p, one.Line), Texts(p, four.Line), about)
			require.Len(t, four.Moves, len(one.Moves))
			for i := range one.Moves {
				require.Equal(t, one.Moves[i].Answer, four.Moves[i].Answer, about)
				require.Equal(t, Texts(p, one.Moves[i].Line), Texts(p, four.Moves[i].Line), about)
			}
		}
	}
}

// TestTry checks that the best try in a position that cannot be won loses least: the other moves
// lose a man or more at once, or two.
func TestTry(t *testing.T) {
	rules, err := replay.For(record.Russian)
	require.NoError(t, err)
	for _, fen := range []string{"W:Wc3,e1:Be5,Kh8", "W:Wc3,e1:Be5,Kc7", "W:Wa3,c3:Be5,a7,c7"} {
		set, err := record.ParseFEN(record.Russian, fen)
		require.NoError(t, err)
		p, err := rules.Position(&set)
		require.NoError(t, err)
		s := Position(t.Context(), p, Options{Nodes: 2_000})
		require.NotEqual(t, Proven, s.Answer)
		require.Equal(t, "c3-b4", Texts(p, s.Line)[0], fen)
	}
}

// TestEnding continues small positions with random moves, and compares the remarks of Ending on
// each move and on the last position with a search of all positions that can follow.
func TestEnding(t *testing.T) {
	var found atomic.Int32 // blunders and endings
	t.Cleanup(func() { require.Greater(t, found.Load(), int32(50)) })
	for _, v := range record.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			rules, err := replay.For(v)
			require.NoError(t, err)
			rng := rand.New(rand.NewPCG(uint64(v), 36))
			positions, limit := *small, 3**reached
			if *thorough {
				positions, limit = 80, 8**reached
			}
			for done := 0; done < positions; {
				p := scattered(rng, rules)
				if p == nil {
					continue
				}
				all, ok := reach(p, limit)
				if !ok || len(all.after[0]) == 0 {
					continue
				}
				done++
				white := all.forces(record.White, func(p *replay.Position) bool { return p.Outcome() == record.WhiteWins })
				black := all.forces(record.Black, func(p *replay.Position) bool { return p.Outcome() == record.BlackWins })
				worth := func(p *replay.Position) int { // for White
					r := p.Record()
					n := all.index[r.FEN()]
					switch {
					case white[n]:
						return 1
					case black[n]:
						return -1
					}
					return 0
				}
				start := p.Record()
				g := &record.Game{Variant: v, Start: &start, Result: record.Result{Outcome: record.Draw}}
				want := map[int]bool{} // the plies with blunders
				at := *p
				for range 1 + rng.IntN(8) {
					legal := at.Moves(nil)
					if len(legal) == 0 {
						break
					}
					m := legal[rng.IntN(len(legal))]
					before, side := worth(&at), 1-2*int(at.Turn())
					g.Plies = append(g.Plies, record.Ply{Word: at.Word(&m, legal)})
					at.Play(&m)
					if worth(&at)*side < before*side {
						want[len(g.Plies)] = true
					}
				}
				r := replay.Judge(g, v)
				require.Len(t, r.Moves, len(g.Plies))
				about := fmt.Sprint(start.FEN(), r.Moves)
				got, end := map[int]bool{}, false
				for _, f := range Ending(t.Context(), r, 64, 20_000) {
					if f.Code == record.EndingResult {
						end = true
						continue
					}
					require.Equal(t, record.Blunder, f.Code)
					require.NotEmpty(t, f.Suggestions)
					got[f.Ply] = true
				}
				require.Equal(t, want, got, about)
				require.Equal(t, worth(&at) != 0 && !at.Over(), end, about)
				if found.Add(int32(len(want))); end {
					found.Add(1)
				}
			}
		})
	}
}

// TestProof follows proofs of small positions and of compositions without the solver: every reply
// has an answer, the task's end is reached without repetition if it was proven, and never reached
// if it was refuted.
func TestProof(t *testing.T) {
	for _, v := range record.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			rules, err := replay.For(v)
			require.NoError(t, err)
			rng := rand.New(rand.NewPCG(uint64(v), 32))
			positions := 10
			if *thorough {
				positions = 120
			}
			var said [3]int
			for done := 0; done < positions; {
				p := scattered(rng, rules)
				if p == nil || p.Over() {
					continue
				}
				if _, ok := reach(p, *reached); !ok {
					continue
				}
				task, by := record.Task{Draw: rng.IntN(3) == 0}, record.Colour(rng.IntN(2))
				s := Position(t.Context(), p, Options{Task: task, By: by, Nodes: 20_000, Proof: true})
				answer := s.Answer
				if said[answer]++; answer == Open {
					continue
				}
				done++
				r := p.Record()
				moves, ok := s.Proof(p)
				require.True(t, ok, r.FEN())
				checkProof(t, p, moves, by, task.Draw, answer)
				s.searched = nil // as without Options.Proof
				_, ok = s.Proof(p)
				require.False(t, ok)
			}
			require.NotZero(t, said[Proven])
			require.NotZero(t, said[Refuted])
		})
	}
}

// checkProof replays a proof. The winner is By, or the other side for a task to draw.
func checkProof(t *testing.T, p *replay.Position, moves map[string]string, by record.Colour, draw bool, answer Answer) {
	winner := by
	if draw {
		winner = by ^ 1
	}
	forces := (answer == Proven) != draw // the winner does
	mover := winner
	if !forces {
		mover ^= 1
	}
	const open, done = 1, 2
	seen := map[string]int{}
	var follow func(p replay.Position)
	follow = func(p replay.Position) {
		r := p.Record()
		fen := r.FEN()
		if seen[fen] > 0 {
			require.True(t, !forces || seen[fen] == done, "%s comes back", fen)
			return
		}
		seen[fen] = open
		legal := p.Moves(nil)
		if len(legal) == 0 {
			require.Equal(t, forces, p.Outcome() == wins(winner), fen)
		}
		for _, m := range legal {
			next := p
			next.Play(&m)
			if p.Turn() != mover || text(&p, &m) == moves[fen] {
				follow(next)
			}
		}
		if p.Turn() == mover && len(legal) > 0 {
			require.Contains(t, moves, fen)
		}
		seen[fen] = done
	}
	follow(*p)
}
