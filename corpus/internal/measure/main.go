// Command measure says how well package restore finds games again that it makes and
// damages itself, from a seed. RESTORE.md is written from what it prints:
//
//	go run ./corpus/internal/measure -games 1000
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay/restore"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(2)
	}
}

func run() error {
	count := flag.Int("games", 200, "games of each variant and kind")
	seed := flag.Uint64("seed", 7, "seed of the games and of the damage")
	kinds := flag.String("kinds", "", "only these kinds, with commas between")
	variants := flag.String("variants", "bashni,lasca,adiukh", "variants, with commas between")
	learn := flag.Int("learn", 60, "games of each set from which the hand is learned")
	rounds := flag.Int("rounds", 2, "rounds of learning")
	width := flag.Int("width", restore.DefaultWidth, "width of the search")
	wide := flag.Bool("wide", false, "compare with a search 16 times as wide")
	ask := flag.Bool("ask", true, "answer questions truthfully until the game is certain")
	certain := flag.Float64("certain", restore.DefaultCertain, "probability from which a game is called certain and has no questions")
	flag.Parse()
	m := measurement{learn: *learn, rounds: *rounds, width: *width, certain: *certain, wide: *wide, ask: *ask}

	fmt.Println(header)
	for _, kind := range corpus.Damages("measure") {
		d := damage{kind}
		if *kinds != "" && !slices.Contains(strings.Split(*kinds, ","), d.Name) {
			continue
		}
		var all figures
		for _, name := range strings.Split(*variants, ",") {
			v, err := record.ParseVariant(name)
			if err != nil {
				return err
			}
			made, err := games(v, *seed, *count)
			if err != nil {
				return err
			}
			records := make([]*restore.Record, len(made))
			for i := range made {
				records[i] = d.record(v, &made[i], rand.New(rand.NewPCG(*seed, uint64(i))))
			}
			f := m.measure(records, made)
			f.print(d.Name + " " + name)
			all.merge(f)
		}
		all.print(d.Name + " all")
	}
	return nil
}

// measurement is how a set is measured.
type measurement struct {
	learn, rounds, width int
	certain              float64
	wide, ask            bool
}

// measure restores the records of games.
func (m *measurement) measure(records []*restore.Record, games []truth) *figures {
	f := new(figures)
	hand, err := restore.Learn(context.Background(), restore.General(),
		records[:min(len(records), m.learn)], m.rounds, 1)
	if err != nil { // nothing stops it
		panic(err)
	}
	r := restore.New(hand)
	r.Width, r.Certain = m.width, m.certain
	wide := restore.New(hand)
	wide.Width = 16 * m.width
	for i, rec := range records {
		truth := games[i].full
		begun := time.Now()
		g := r.Restore(rec, nil)
		f.took += time.Since(begun)
		f.add(g, truth)
		if m.wide && better(wide.Restore(rec, nil), g) {
			f.improved++
		}
		if !same(g, truth) {
			f.compare(r, rec, g, truth)
		}
		if m.ask {
			f.askAbout(r, rec, g, truth)
		}
	}
	return f
}

// better reports whether a game is more probable than another of the same record.
func better(g, than *restore.Game) bool { return g.Evidence > than.Evidence+1e-6 }
