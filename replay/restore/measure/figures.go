package main

import (
	"fmt"
	"time"

	"github.com/stolb/stolb/replay/restore"
)

// figures is how well games were found.
type figures struct {
	games, whole    int
	plies, right    int
	certain, wrong  int // games called certain, and wrong of them
	sure, sureWrong int // moves given 0.99 or more, and wrong of them
	bins            [20]struct{ n, right, sum float64 }
	gameBins        [10]struct{ n, right, sum float64 }
	lostGames       int
	asked, answered int
	missed          int
	over            float64
}

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

func (f *figures) add(g *restore.Game, truth []string) {
	f.games++
	f.over += g.Overlooked
	ok := same(g, truth)
	if ok {
		f.whole++
	}
	if g.Verdict == restore.Lost {
		f.lostGames++
	}
	if g.Verdict == restore.Certain {
		f.certain++
		if !ok {
			f.wrong++
		}
	}
	b := &f.gameBins[min(int(g.Probability*10), 9)]
	b.n++
	b.sum += g.Probability
	if ok {
		b.right++
	}
	f.plies += len(truth)
	for i, ply := range g.Plies {
		hit := i < len(truth) && truth[i] == ply.Move
		if hit {
			f.right++
		}
		if ply.Probability >= 0.99 {
			f.sure++
			if !hit {
				f.sureWrong++
			}
		}
		b := &f.bins[min(int(ply.Probability*20), 19)]
		b.n++
		b.sum += ply.Probability
		if hit {
			b.right++
		}
	}
}

func (f *figures) ece() float64 {
	e, n := 0.0, 0.0
	for _, b := range f.bins {
		d := b.sum - b.right
		if d < 0 {
			d = -d
		}
		e += d
		n += b.n
	}
	return e / n
}

func (f *figures) gameECE() float64 {
	e, n := 0.0, 0.0
	for _, b := range f.gameBins {
		d := b.sum - b.right
		if d < 0 {
			d = -d
		}
		e += d
		n += b.n
	}
	return e / n
}

func (f *figures) print(name string, took time.Duration) {
	fmt.Printf("%-18s moves %7.3f%% whole %6.2f%%  certain %d (%d wrong)  >=.99 %d (%d wrong)  ece %.3f%% games %.1f%%  %.1f games/s lost %d, mean p %.4f overlooked %.5f missed %d; asked %.2f%% of plies, then whole %.2f%%\n", name,
		100*float64(f.right)/float64(f.plies), 100*float64(f.whole)/float64(f.games), f.certain, f.wrong, f.sure, f.sureWrong,
		100*f.ece(), 100*f.gameECE(), float64(f.games)/took.Seconds(), f.lostGames, f.meanP(), f.over/float64(f.games), f.missed, 100*float64(f.asked)/float64(f.plies), 100*float64(f.answered)/float64(f.games))
}

// showGame tells where a game that was found is another than the true one.
func showGame(rec *restore.Record, g *restore.Game, truth []string) {
	fmt.Printf("  %s %v p=%.4f overlooked=%.2g plies %d/%d evidence %.1f\n", rec.Variant, g.Verdict, g.Probability, g.Overlooked, len(g.Plies), len(truth), g.Evidence)
	shown := 0
	for i := range max(len(g.Plies), len(truth)) {
		var have, want, word string
		var p float64
		var how restore.How
		if i < len(g.Plies) {
			have, p, how = g.Plies[i].Move, g.Plies[i].Probability, g.Plies[i].How
			for s, c := range g.Plies[i].Cells {
				if c >= 0 {
					word += " " + rec.Sheets[s].Cells[c].Text
				}
			}
		}
		if i < len(truth) {
			want = truth[i]
		}
		if have != want {
			if shown++; shown <= 6 {
				fmt.Printf("    %d: %s %.3f (%v), true %s, written%s\n", i+1, have, p, how, want, word)
			}
		}
	}
}

func (f *figures) meanP() float64 {
	t := 0.0
	for _, b := range f.gameBins {
		t += b.sum
	}
	return t / float64(f.games)
}

// ask answers truthfully what is asked about a game until it is certain, or
// nothing is asked any more.
func (f *figures) ask(r *restore.Restorer, rec *restore.Record, g *restore.Game, truth []string) {
	var answers []restore.Answer
	for g.Probability < stopAt && len(g.Questions) > 0 {
		q := g.Questions[0]
		a := restore.Answer{Ply: q.Ply, Move: restore.NoMove}
		if q.Ply <= len(truth) {
			a.Move = truth[q.Ply-1]
		}
		answers = append(answers, a)
		f.asked++
		g = r.Restore(rec, answers)
	}
	if same(g, truth) {
		f.answered++
	}
}

var stopAt = 0.99
