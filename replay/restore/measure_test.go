package restore_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay/restore"
)

var (
	measureGames = flag.Int("measure.games", 0, "games of each variant and kind of damage; 0 for one of one variant")
	measureSeed  = flag.Uint64("measure.seed", 7, "seed of the games and of the damage")
	measureKinds = flag.String("measure.kinds", "", "only these kinds, with commas between")
	measureWide  = flag.Bool("measure.wide", false, "compare with a search 16 times as wide")
)

// TestMeasure measures how well randomly made and damaged games are restored, from a seed, and
// checks that as many are restored as the probabilities promise. RESTORE.md uses its output:
//
//	go test ./replay/restore -run TestMeasure -v -timeout 0 -measure.games 1000
func TestMeasure(t *testing.T) {
	fmt.Fprintln(t.Output(), header)
	variants := []record.Variant{record.Bashni, record.Lasca, record.Adiukh}
	for k, kind := range corpus.Damages("measure") {
		d := damage{kind}
		if *measureKinds != "" && !slices.Contains(strings.Split(*measureKinds, ","), d.Name) {
			continue
		}
		var all figures
		for i, v := range variants {
			if *measureGames == 0 && i != k%len(variants) {
				continue
			}
			made := games(t, v, *measureSeed, max(*measureGames, 1))
			records := make([]*restore.Record, len(made))
			for i := range made {
				records[i] = d.record(v, &made[i], rand.New(rand.NewPCG(*measureSeed, uint64(i))))
			}
			f := measure(t, records, made)
			fmt.Fprintln(t.Output(), f.row(d.Name+" "+v.String()))
			all.merge(f)
		}
		fmt.Fprintln(t.Output(), all.row(d.Name+" all"))
		require.InDelta(t, all.expected, all.whole, 1+4*math.Sqrt(all.variance), "whole games of %s", d.Name)
		require.LessOrEqual(t, all.wrong, 1+all.certain/30, "games called certain of %s", d.Name)
	}
}

// The number of games of a set, and of rounds, from which the hand is learned.
const (
	learnedGames  = 60
	learnedRounds = 2
)

// measure restores the games of a set.
func measure(t *testing.T, records []*restore.Record, games []truth) *figures {
	f := new(figures)
	hand, err := restore.Learn(context.Background(), restore.General(), records[:min(len(records), learnedGames)], learnedRounds, 1)
	require.NoError(t, err)
	r, wide := restore.New(hand), restore.New(hand)
	wide.Width = 16 * restore.DefaultWidth
	for i, rec := range records {
		truth := games[i].full
		begun := time.Now()
		g := r.Restore(rec, nil)
		f.took += time.Since(begun)
		f.add(g, truth)
		if *measureWide && better(wide.Restore(rec, nil), g) {
			f.improved++
		}
		if !same(g, truth) {
			f.compare(r, rec, g, truth)
		}
		f.askAbout(r, rec, g, truth)
	}
	return f
}

// better reports whether a game is more probable than another of the same record.
func better(g, than *restore.Game) bool { return g.Evidence > than.Evidence+1e-6 }

// figures are the results of restoring games.
type figures struct {
	games, whole    int
	plies, right    int
	certain, wrong  int // games with the verdict certain, and wrong ones among them
	sure, sureWrong int // moves with 0.99 or more, and wrong ones among them
	improved        int // games for which a wider search finds a more probable one
	missed          int // games whose true moves are more probable than those found
	ties            int // wrong games whose true moves are at least half as probable
	questions       int // questions until games were certain
	afterwards      int // correct games after the questions
	expected        float64
	variance        float64 // of the number of correct games, if the probabilities are right
	bins            [20]bin // moves by stated probability
	took            time.Duration
}

type bin struct{ n, right, sum float64 }

// same reports whether a game is the true one, move by move.
func same(g *restore.Game, truth []string) bool {
	if len(g.Plies) != len(truth) {
		return false
	}
	for i := range truth {
		if g.Plies[i].Move != truth[i] {
			return false
		}
	}
	return true
}

// add counts a game. A move is right if it is the true one at the same ply, so one extra ply makes
// all later moves wrong.
func (f *figures) add(g *restore.Game, truth []string) {
	ok := same(g, truth)
	f.games++
	f.expected += g.Probability
	f.variance += g.Probability * (1 - g.Probability)
	if ok {
		f.whole++
	}
	if g.Verdict == restore.Certain {
		f.certain++
		if !ok {
			f.wrong++
		}
	}
	f.plies += len(truth)
	for i, ply := range g.Plies {
		hit := i < len(truth) && truth[i] == ply.Move
		b := &f.bins[min(int(ply.Probability*float64(len(f.bins))), len(f.bins)-1)]
		b.n++
		b.sum += ply.Probability
		if hit {
			f.right++
			b.right++
		}
		if ply.Probability >= 0.99 {
			f.sure++
			if !hit {
				f.sureWrong++
			}
		}
	}
}

// compare finds the true game by giving all its moves as answers, and returns its probability
// relative to the one found.
func (f *figures) compare(r *restore.Restorer, rec *restore.Record, g *restore.Game, truth []string) {
	answers := map[int]string{len(truth) + 1: restore.NoMove}
	for i, move := range truth {
		answers[i+1] = move
	}
	t := r.Restore(rec, answers)
	switch {
	case t.Verdict == restore.Lost:
		f.missed++
	case better(t, g):
		f.missed++
	case t.Evidence > g.Evidence-math.Ln2:
		f.ties++
	}
}

// askAbout answers the questions about a game truthfully until it is certain or no questions are
// left.
func (f *figures) askAbout(r *restore.Restorer, rec *restore.Record, g *restore.Game, truth []string) {
	answers := make(map[int]string)
	for g.Verdict != restore.Certain && len(g.Questions) > 0 {
		ply := g.Questions[0].Ply
		answers[ply] = restore.NoMove
		if ply <= len(truth) {
			answers[ply] = truth[ply-1]
		}
		f.questions++
		g = r.Restore(rec, answers)
	}
	if same(g, truth) {
		f.afterwards++
	}
}

func (f *figures) merge(o *figures) {
	for _, sum := range [][2]*int{
		{&f.games, &o.games}, {&f.whole, &o.whole}, {&f.plies, &o.plies}, {&f.right, &o.right},
		{&f.certain, &o.certain}, {&f.wrong, &o.wrong}, {&f.sure, &o.sure}, {&f.sureWrong, &o.sureWrong},
		{&f.improved, &o.improved}, {&f.missed, &o.missed}, {&f.ties, &o.ties},
		{&f.questions, &o.questions}, {&f.afterwards, &o.afterwards},
	} {
		*sum[0] += *sum[1]
	}
	f.expected += o.expected
	f.variance += o.variance
	f.took += o.took
	for i := range f.bins {
		f.bins[i].n += o.bins[i].n
		f.bins[i].right += o.bins[i].right
		f.bins[i].sum += o.bins[i].sum
	}
}

// calibration returns the expected calibration error of the moves.
func (f *figures) calibration() float64 {
	e, n := 0.0, 0.0
	for _, b := range f.bins {
		e += math.Abs(b.sum - b.right)
		n += b.n
	}
	return e / max(n, 1)
}

const header = `| set | games | moves right % | whole games % | expected % | moves >= 0.99, wrong | certain games, wrong | calibration error % | wrong games, tied | true game missed | wider better | questions, % of plies | whole then % | games/s |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|`

func (f *figures) row(name string) string {
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	return fmt.Sprintf("| %s | %d | %.3f | %.2f | %.2f | %d, %d | %d, %d | %.3f | %d, %d | %d | %d | %.2f | %.2f | %.0f |",
		name, f.games, share(f.right, f.plies), share(f.whole, f.games), 100*f.expected/float64(f.games),
		f.sure, f.sureWrong, f.certain, f.wrong, 100*f.calibration(), f.games-f.whole, f.ties, f.missed, f.improved,
		share(f.questions, f.plies), share(f.afterwards, f.games), float64(f.games)/f.took.Seconds())
}
