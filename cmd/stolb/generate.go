package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"runtime"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

var generateCommand = &command{
	name:     "generate",
	synopsis: "--variant V --games N [--seed S] [--to sheet|pdn] [--layout table|run|columns] [--notation full|short] [--spoil RATE] [--truth PATH] [-o PATH]",
	short:    "make legal games for tests and load",
	long: `
Writes random legal games: each move is drawn evenly from the legal ones, until
the side to move has none or 300 plies are played, which is a draw. The same
variant, seed and number of the game give the same game on every machine, in
every layout and however many jobs work at it; of more games the first are the
same.

--to pdn writes Portable Draughts Notation, else score sheets are written, by
--layout as tables, as running text or in columns. Every game names its variant.

--spoil plants one fault into a share of the games: RATE 0.01 spoils one of a
hundred. The others stay as they are without it. The kinds, and what check must
say to them:
  illegal     capture-missed, wrong-square, other-side (its tower is moved),
              after-end (a move behind the last), unfinished-capture
  repaired    wrong-separator, look-alike (a Cyrillic letter), letter-case,
              dash-kind
  unreadable  unreadable-word
The truth, a line of JSON a spoilt game, goes to --truth, or beside the file of
-o as PATH.truth.jsonl:
  {"game":3,"kind":"other-side","ply":12,"word":"c3-b4","verdict":"illegal","code":"illegal-move"}

Ctrl-C ends standard output behind a whole game; a file of -o is not written.`,
	examples: `
  stolb generate --variant lasca --games 3 --seed 1
  stolb generate --variant bashni --games 1000000 --to pdn -o million.pdn
  stolb generate --variant adiukh --games 1000 --spoil 0.1 -o spoilt.txt`,
	setup: func(flags *pflag.FlagSet) work {
		var g generation
		variantFlag(flags, &g.variant, "what is played")
		games := intFlag(flags, "games", -1, 0, math.MaxInt32, "how many games")
		flags.VarP((*seedValue)(&g.seed), "seed", "", "a number; other games for every other")
		to := enumFlag(flags, "to", "sheet", "the format", "sheet", "pdn")
		layout := enumFlag(flags, "layout", "table", "of sheets", "table", "run", "columns")
		notation := enumFlag(flags, "notation", "full", "of sheets", "full", "short")
		flags.Var((*rateValue)(&g.spoil), "spoil", "the share of games that get a fault, 0 to 1")
		truth := flags.String("truth", "", "where the planted faults are told, as JSON lines")
		output := flags.StringP("output", "o", "", outputFlag)
		jobs := intFlag(flags, "jobs", runtime.GOMAXPROCS(0), 1, 1024, "how many games to make at a time")
		return func(s *streams, args []string) error {
			switch {
			case len(args) > 0:
				return &usageError{message: strconv.Quote(args[0]) + " is one argument too many; -o names the file to write"}
			case g.variant == record.UnknownVariant:
				return needVariant()
			case *games < 0:
				return &usageError{message: "say how many games: --games N"}
			case *to == "pdn" && (flags.Changed("layout") || flags.Changed("notation")):
				return &usageError{message: "PDN has one layout and one notation; --layout and --notation are for --to sheet"}
			case *truth != "" && *truth == *output:
				return &usageError{message: "--truth and -o name the same file"}
			}
			g.games, g.jobs, g.layout = *games, *jobs, corpus.Layout(*layout)
			if *to == "pdn" {
				g.layout = corpus.PDN
			}
			if *notation == "short" {
				g.notation = replay.Short
			}
			toFile := *output != "" && *output != "-"
			if *truth == "" && toFile && g.spoil > 0 {
				*truth = *output + ".truth.jsonl"
			}
			return s.writeTo(*output, func(w *bufio.Writer) error {
				if *truth == "" {
					return g.run(s, w, nil)
				}
				return s.writeTo(*truth, func(truth *bufio.Writer) error { return g.run(s, w, truth) })
			})
		}
	},
}

// generation is what is to be generated.
type generation struct {
	variant  record.Variant
	games    int
	seed     uint64
	layout   corpus.Layout
	notation replay.Notation
	spoil    float64
	jobs     int
}

// gameNumber is the number of a game to make, as a piece of work.
type gameNumber int

// Size returns about how many bytes the game will have.
func (gameNumber) Size() int { return 600 }

// generated is the text of a game, which is reused, and its fault.
type generated struct {
	text    []byte
	planted *corpus.Planted
}

// run writes the games to w, and the planted faults to truth, which may be nil.
func (g *generation) run(s *streams, w, truth *bufio.Writer) error {
	if _, err := corpus.NewGenerator(g.variant, g.seed); err != nil {
		return err
	}
	newWorker := func() func(gameNumber, *generated) {
		generator, _ := corpus.NewGenerator(g.variant, g.seed) // as above
		writer := corpus.NewWriter(generator)
		writer.Layout, writer.Notation, writer.Spoil = g.layout, g.notation, g.spoil
		return func(number gameNumber, out *generated) {
			out.text = out.text[:0]
			if number > 1 {
				out.text = append(out.text, '\n')
			}
			out.text, out.planted = writer.Append(out.text, int(number))
		}
	}
	var numbers iter.Seq2[gameNumber, error] = func(yield func(gameNumber, error) bool) {
		for n := 1; n <= g.games; n++ {
			if !yield(gameNumber(n), nil) {
				return
			}
		}
	}
	games := 0
	for game, err := range replay.Stream(s.ctx, g.jobs, numbers, newWorker) {
		switch {
		case errors.Is(err, context.Canceled):
			s.complain("interrupted: %s made of %d", count(games, "game", "games"), g.games)
			return errInterrupted
		case err != nil:
			return err
		}
		games++
		if _, err := w.Write(game.text); err != nil {
			return err
		}
		if game.planted == nil || truth == nil {
			continue
		}
		line, err := json.Marshal(game.planted)
		if err != nil {
			return err
		}
		if _, err := truth.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// seedValue is a flag with a number that needs 64 bits.
type seedValue uint64

func (v *seedValue) Type() string   { return "S" }
func (v *seedValue) String() string { return strconv.FormatUint(uint64(*v), 10) }

func (v *seedValue) Set(s string) error {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return &usageError{message: "expected a number from 0 to 18446744073709551615"}
	}
	*v = seedValue(n)
	return nil
}

// rateValue is a flag with a share.
type rateValue float64

func (v *rateValue) Type() string   { return "RATE" }
func (v *rateValue) String() string { return strconv.FormatFloat(float64(*v), 'g', -1, 64) }

func (v *rateValue) Set(s string) error {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || !(f >= 0 && f <= 1) {
		return &usageError{message: "expected a share from 0 to 1, such as 0.01"}
	}
	*v = rateValue(f)
	return nil
}
