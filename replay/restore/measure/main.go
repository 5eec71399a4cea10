// Command measure says how well package restore finds games again that it
// damages itself, and those in a folder of damaged games with their truth.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay/restore"
)

func main() {
	count := flag.Int("games", 200, "games of each variant and kind")
	seed := flag.Uint64("seed", 7, "seed")
	kinds := flag.String("kinds", "", "only these kinds, with commas")
	width := flag.Int("width", 0, "width of the search")
	learn := flag.Int("learn", 60, "games to learn from")
	rounds := flag.Int("rounds", 2, "rounds of learning")
	only := flag.String("variants", "bashni,lasca,adiukh", "variants, with commas")
	folder := flag.String("damaged", "", "folder of damaged games")
	show := flag.Bool("show", false, "show each game that is not found")
	flag.Float64Var(&stopAt, "stop", 0.99, "")
	flag.Parse()
	_ = folder
	for _, d := range damages {
		if *kinds != "" && !strings.Contains(","+*kinds+",", ","+d.name+",") {
			continue
		}
		for _, name := range strings.Split(*only, ",") {
			v, err := record.ParseVariant(name)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(2)
			}
			all, err := games(v, *seed, *count)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(2)
			}
			var records []*restore.Record
			for i := range all {
				records = append(records, d.record(v, &all[i], rand.New(rand.NewPCG(*seed, uint64(i)))))
			}
			learning := time.Now()
			hand := restore.Learn(restore.General(), records[:min(len(records), *learn)], *rounds)
			learned := time.Since(learning)
			r := restore.New(hand)
			r.Width = *width
			var took time.Duration
			var f figures
			for i := range all {
				at := time.Now()
				g := r.Restore(records[i], nil)
				took += time.Since(at)
				f.add(g, all[i].full)
				f.ask(r, records[i], g, all[i].full)
				if !same(g, all[i].full) {
					var answers []restore.Answer
					for j, move := range all[i].full {
						answers = append(answers, restore.Answer{Ply: j + 1, Move: move})
					}
					t := r.Restore(records[i], answers)
					if t.Evidence > g.Evidence+1e-9 {
						f.missed++
						fmt.Printf("missed: %.2f found, %.2f true\n", g.Evidence, t.Evidence)
						if *show {
							showGame(records[i], g, all[i].full)
						}
					}
				}
				if *show && !same(g, all[i].full) {
					showGame(records[i], g, all[i].full)
				}
			}
			f.print(d.name+" "+name, took)
			_ = learned
		}
	}
}
