package stats

import (
	"flag"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// plainTower is a tower as written in a FEN.
type plainTower struct {
	white          bool
	own, prisoners int
}

// plainBoard parses the towers of an Adiukh FEN by its letters alone.
func plainBoard(fen string) map[string]plainTower {
	board := map[string]plainTower{}
	for _, part := range strings.Split(fen, ":")[1:] {
		for _, text := range strings.Split(part[1:], ",") {
			if text == "" {
				continue
			}
			square, tower, _ := strings.Cut(text, "=")
			own, prisoners, _ := strings.Cut(tower, "/")
			board[square] = plainTower{part[0] == 'W', max(len(own), 1), len(prisoners)}
		}
	}
	return board
}

// fens returns the positions of a game.
func fens(r *replay.Report) []string {
	rules, _ := replay.For(r.Variant)
	p := rules.Start()
	record := p.Record()
	all := []string{record.FEN()}
	for _, text := range r.Moves {
		legal := p.Moves(nil)
		at := slices.IndexFunc(legal, func(m replay.Move) bool { return string(p.AppendMove(nil, &m, legal)) == text })
		p.Play(&legal[at])
		record := p.Record()
		all = append(all, record.FEN())
	}
	return all
}

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")
var _ = debug.SetGCPercent(400) // the heaps are small, and collecting them takes time

// TestAdiukh compares the counts with slow, separate computations.
func TestAdiukh(t *testing.T) {
	games := 80
	if *thorough {
		games = 240
	}
	reports := generated(t, record.Adiukh, 3, games)
	// Some games stop before the end, with each of the endings.
	for i, result := range []record.Result{
		{Outcome: record.BlackWins, Manner: record.Resigned},
		{Outcome: record.WhiteWins, Manner: record.OnTime},
		{Outcome: record.Draw, Manner: record.Agreed},
		{Outcome: record.Points, White: 0, Black: 24},
		{Outcome: record.Points, White: 12, Black: 12},
		{Outcome: record.Points, White: 3, Black: 4},
		{},
		{Outcome: record.WhiteWins},
	} {
		g := *reports[i].Game
		g.Plies, g.Result = g.Plies[:10], result
		reports[i] = replay.Judge(&g, record.Adiukh)
	}
	bashni := generated(t, record.Bashni, 3, 1)
	illegal := *reports[9].Game
	illegal.Plies = slices.Insert(slices.Clone(illegal.Plies), 3, illegal.Plies[0])

	a, b := NewAdiukh(2, 3000), NewAdiukh(2, Memory)
	defer a.Close()
	defer b.Close()
	for i, r := range reports {
		require.NoError(t, []*Adiukh{a, b}[i%2].Add(r))
	}
	require.NoError(t, a.Add(bashni[0]))
	require.NoError(t, a.Add(replay.Judge(&illegal, record.Adiukh)))
	unplayed := *reports[10].Game
	unplayed.Plies, unplayed.Result = nil, record.Result{Outcome: record.Unplayed, White: 1}
	require.NoError(t, a.Add(replay.Judge(&unplayed, record.Adiukh)))
	require.NoError(t, a.Merge(b))
	s := &a.summary

	// The first eight by hand: White's points and the ending.
	byHand := map[int]struct {
		points int
		ending ending
	}{
		0: {0, resignation}, 1: {24, timeLoss}, 2: {12, agreedDraw}, 3: {0, unknownEnding}, 4: {12, agreedDraw},
	}
	scored := func(i int) (points int, ending ending, ok bool) {
		if i < 8 {
			hand, ok := byHand[i]
			return hand.points, hand.ending, ok
		}
		if !reports[i].Over {
			return 0, 0, false
		}
		return upperHalf(reports[i]), playedOut, true
	}
	var all []int
	for i := range reports {
		if _, _, ok := scored(i); ok {
			all = append(all, i)
		}
	}
	require.Equal(t, len(reports)-len(all), s.Unscored)
	require.Equal(t, 3, s.Unscored)

	where := func(keep func(i int) bool) []int {
		var some []int
		for _, i := range all {
			if keep(i) {
				some = append(some, i)
			}
		}
		return some
	}
	playedOut := func(i int) bool { return i >= 8 }
	points := func(i int) int { p, _, _ := scored(i); return p }
	margin := func(i int) int { return int(math.Abs(float64(2*points(i) - 24))) }
	tally := func(games []int) Tally {
		var sum Tally
		sum.Games, sum.Scored = len(games), len(games)
		for _, i := range games {
			p := points(i)
			sum.Points += p
			sum.Squares += p * p
			sum.Plies += len(reports[i].Moves)
			switch {
			case p > 12:
				sum.WhiteWins++
			case p == 12:
				sum.Draws++
			default:
				sum.BlackWins++
			}
			if date := reports[i].Game.Tag("Date"); date != "" {
				year := 0
				fmt.Sscan(date[:4], &year)
				if sum.FirstYear == 0 || year < sum.FirstYear {
					sum.FirstYear = year
				}
				sum.LastYear = max(sum.LastYear, year)
			}
		}
		return sum
	}
	// Mean and spread by their definitions.
	meanOf := func(games []int, of func(int) int) (mean, spread float64) {
		for _, i := range games {
			mean += float64(of(i)) / float64(len(games))
		}
		for _, i := range games {
			spread += (float64(of(i)) - mean) * (float64(of(i)) - mean) / float64(len(games))
		}
		return mean, math.Sqrt(spread)
	}

	require.Equal(t, tally(all), s.Tally)
	mean, spread := meanOf(all, points)
	require.InDelta(t, mean, s.Tally.MeanPoints(), 1e-9)
	require.InDelta(t, spread, s.Tally.Spread(), 1e-9)
	for p := range s.Scores {
		for e := range numEndings {
			require.Len(t, where(func(i int) bool { q, f, _ := scored(i); return p == q && f == e }), s.Scores[p][e], "%d %v", p, e)
		}
	}

	for e := range numEndings {
		games := where(func(i int) bool { _, f, _ := scored(i); return f == e })
		mean, spread := meanOf(games, points)
		of := s.ending(e)
		require.Len(t, games, of.Games)
		require.InDelta(t, mean, of.Mean(), 1e-9)
		require.InDelta(t, spread, of.Spread(), 1e-9)
	}

	years := 0
	for year, counted := range s.Years {
		games := where(func(i int) bool {
			date := reports[i].Game.Tag("Date")
			return year == 0 && date == "" || strings.HasPrefix(date, fmt.Sprint(year))
		})
		require.Equal(t, tally(games), counted, year)
		years += len(games)
	}
	require.Equal(t, len(all), years)

	for c, won := range []func(i int) bool{
		func(i int) bool { return points(i) > 12 }, func(i int) bool { return points(i) < 12 },
	} {
		mean, spread := meanOf(where(won), margin)
		require.InDelta(t, mean, s.Margins[c].Mean(), 1e-9)
		require.InDelta(t, spread, s.Margins[c].Spread(), 1e-9)
		require.Len(t, where(won), s.Margins[c].Games)
	}

	sum := 0
	for i, l := range s.Lengths {
		from, to := 10*i, 10*i+9
		games := where(func(i int) bool {
			plies := len(reports[i].Moves)
			return playedOut(i) && plies >= from && (from == 500 || plies <= to)
		})
		sum += len(games)
		require.Len(t, games, l.Games)
		if games != nil {
			mean, spread := meanOf(games, margin)
			require.InDelta(t, mean, l.Mean(), 1e-9)
			require.InDelta(t, spread, l.Spread(), 1e-9)
		}
	}
	finished := where(playedOut)
	require.Equal(t, len(finished), sum)
	meanPlies, spreadPlies := meanOf(finished, func(i int) int { return len(reports[i].Moves) })
	meanMargin, spreadMargin := meanOf(finished, margin)
	covariance := 0.0
	for _, i := range finished {
		covariance += (float64(len(reports[i].Moves)) - meanPlies) * (float64(margin(i)) - meanMargin) / float64(len(finished))
	}
	require.InDelta(t, covariance/spreadPlies/spreadMargin, s.Relation.Correlation(), 1e-9)

	// The blocked sides, the sources of points and the towers on squares, from the letters of
	// the FEN.
	var blocked [2]blocked
	var winners, losers pointSources
	given, taken, equal := 0, 0, 0
	towers, pieces := map[string][2]int{}, map[string][2]int{}
	for _, i := range finished {
		final := reports[i].Final.FEN()
		board := plainBoard(final)
		count := map[bool]int{} // towers by colour
		points := map[bool]int{}
		var sources [2]pointSources
		for square, tower := range board {
			count[tower.white]++
			side, mine := 1, !tower.white // Black's points are in the lower half
			if square[1] >= '5' {
				side, mine = 0, tower.white
			}
			points[side == 0] += tower.own + tower.prisoners
			if mine {
				sources[side].Walked += tower.own
				sources[side].Taken += tower.prisoners
			} else {
				sources[side].Stayed += tower.own
				sources[side].Given += tower.prisoners
			}
			n, p := towers[square], pieces[square]
			if tower.white {
				n[0]++
				p[0] += tower.own
				p[1] += tower.prisoners
			} else {
				n[1]++
				p[1] += tower.own
				p[0] += tower.prisoners
			}
			towers[square], pieces[square] = n, p
		}
		all := fens(reports[i])
		for ply := 1; ply < len(all); ply++ {
			white := ply%2 == 1
			// A side has captured pieces below its own; it did not have
			// those that the capture frees.
			before, after := plainBoard(all[ply-1]), plainBoard(all[ply])
			from, to := "", ""
			if fields := strings.Split(reports[i].Moves[ply-1], ":"); len(fields) > 1 {
				from, to = fields[0], fields[len(fields)-1]
			} else {
				continue
			}
			n := after[to].prisoners - before[from].prisoners
			side := map[bool]int{true: 0, false: 1}[white]
			sources[side].Captures += n
			sources[1-side].Lost += n
		}
		sources[0].Games, sources[1].Games = 1, 1

		stuckWhite := final[0] == 'W'
		b := &blocked[map[bool]int{true: 0, false: 1}[stuckWhite]]
		without := 0
		if count[stuckWhite] == 0 {
			without = 1
		}
		switch mine := points[stuckWhite]; {
		case mine > 12:
			b[2].Games++
			b[2].Without += without
		case mine < 12:
			b[0].Games++
			b[0].Without += without
		default:
			b[1].Games++
			b[1].Without += without
			continue
		}
		w := 0
		if points[false] > 12 {
			w = 1
		}
		addTo(&winners, &sources[w])
		addTo(&losers, &sources[1-w])
		switch {
		case sources[w].Given > sources[w].Taken:
			given++
		case sources[w].Given < sources[w].Taken:
			taken++
		default:
			equal++
		}
	}
	require.Equal(t, blocked, s.Blocked)
	require.Equal(t, winners, s.Winners)
	require.Equal(t, losers, s.Losers)
	require.Equal(t, [3]int{taken, equal, given}, s.Given)
	require.Len(t, s.Squares, 32)
	for i, square := range s.Squares {
		name := record.Adiukh.Board().Squares()[i].Algebraic()
		require.Equal(t, towers[name], square.Towers)
		require.Equal(t, pieces[name], square.Pieces)
	}

	tree, openings, err := a.openings(t.Context(), 3)
	require.NoError(t, err)
	require.NotEmpty(t, openings)
	found := 0
	for _, at := range openings {
		o := tree.Line(at)
		after := func(i int) string { return fens(reports[i])[2] }
		games := where(func(i int) bool {
			line := reports[i].Moves[:2]
			return slices.Equal(line, o) || after(i) == after(where(func(i int) bool { return slices.Equal(reports[i].Moves[:2], o) })[0])
		})
		require.Equal(t, tally(games), tree.Positions[at].Tally, o)
		found += len(games)
	}
	rare := map[string]int{}
	for _, i := range all {
		rare[fens(reports[i])[2]]++
	}
	for _, n := range rare {
		if n < 3 {
			found += n
		}
	}
	require.Equal(t, len(all), found)

	var names []string
	for p, err := range a.players.all(t.Context(), 1) {
		require.NoError(t, err)
		names = append(names, p.Name)
		games := where(func(i int) bool {
			return reports[i].Game.Tag("White") == p.Name || reports[i].Game.Tag("Black") == p.Name
		})
		own := func(i int) int {
			if reports[i].Game.Tag("White") == p.Name {
				return points(i)
			}
			return 24 - points(i)
		}
		mean, spread := meanOf(games, own)
		all := p.all()
		require.Equal(t, len(games), all.Games)
		require.InDelta(t, mean, all.MeanPoints(), 1e-9)
		require.InDelta(t, spread, all.Spread(), 1e-9)
	}
	require.Equal(t, []string{"P0", "P1", "P10", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9"}, names)
}

// The book's game (Adiukh 7): 17:7, Black without a tower, so that White won by
// taking and not by giving. Its final position is a picture of the book's.
func TestAdiukhBook(t *testing.T) {
	r := &replay.Report{Variant: record.Adiukh, Over: true, Score: &[2]int{17, 7}}
	final, err := record.ParseFEN(record.Adiukh, "B:Wc1,e1,g1,f2,b4=000,a5=0/00,e5=0/00,h6=00/000000,a7=0/00:B")
	require.NoError(t, err)
	r.Final = final
	r.Game = &record.Game{}
	a := NewAdiukh(1, Memory)
	defer a.Close()
	a.summary.playedOut(r, record.White, 10)
	require.Equal(t, pointSources{Games: 1, Walked: 1 + 1 + 2 + 1, Taken: 2 + 2 + 6 + 2}, a.summary.Winners)
	require.Equal(t, pointSources{Games: 1, Stayed: 7}, a.summary.Losers)
	require.Equal(t, 17, a.summary.Winners.Points())
}

// Figure 13 of Adiukh 11 is a study of eight pieces, in which White takes all. The points do not
// sum to 24, so the game has no score.
func TestAdiukhStudy(t *testing.T) {
	at := slices.IndexFunc(corpus.Games(), func(c corpus.Case) bool { return c.Name == "adiukh-11-figure-13" })
	cut, err := grammar.NewCutter(strings.NewReader(corpus.Games()[at].Text), "", "")
	require.NoError(t, err)
	chunk, err := cut.Next()
	require.NoError(t, err)
	r := replay.Judge(grammar.NewParser().Parse(chunk), record.Adiukh)
	require.Equal(t, &[2]int{8, 0}, r.Score)
	_, _, ok := Points(r)
	require.False(t, ok)
	require.Equal(t, record.WhiteWins, Outcome(r))
	a := NewAdiukh(1, Memory)
	defer a.Close()
	require.NoError(t, a.Add(r))
	require.Zero(t, a.summary.Tally.Games)
	require.Equal(t, 1, a.summary.Unscored)
}
