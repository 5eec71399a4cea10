package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

func generateCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use:   "generate --variant V --games N [--seed S] [--to sheet|pdn|json] [--layout table|run|columns] [--notation full|short] [--spoil RATE] [--truth PATH] [--progress auto|never] [-o PATH]",
		Short: "make legal games for tests and load",
		Long: `
Writes random legal games: each move is drawn evenly from the legal ones, until
the side to move has none or 300 plies are played, which is a draw. The same
variant, seed and number of the game give the same game on every machine, in
every layout and however many jobs work at it; of more games the first are the
same.

--to pdn writes Portable Draughts Notation and --to json what convert writes,
else score sheets are written, by --layout as tables, as running text or in
columns. Every game names its variant.

--spoil plants one fault into a share of the games: RATE 0.01 spoils one of a
hundred. The others stay as they are without it. The kinds, and what check must
say to them:
  illegal     capture-missed, wrong-square, other-side (its tower is moved),
              after-end (a move behind the last), unfinished-capture
  repaired    wrong-separator, look-alike (a Cyrillic letter), letter-case,
              dash-kind
  unreadable  unreadable-word
There check finds that fault at that ply and no other; where several letters are
respelt, one for each of them. The truth, a line of JSON a spoilt game, goes to
--truth, or beside the file of -o as PATH.truth.jsonl:
  {"game":3,"kind":"other-side","ply":12,"word":"c3-b4","verdict":"illegal","code":"illegal-move"}

Ctrl-C ends standard output behind a whole game. A file of -o is there only when
it is whole; it is packed if its name ends in .gz or .zst.`,
		Example: `
  stolb generate --variant lasca --games 3 --seed 1
  stolb generate --variant bashni --games 1000000 --to pdn -o million.pdn
  stolb generate --variant adiukh --games 1000 --spoil 0.1 -o spoilt.txt`,
	}
	flags := command.Flags()
	var g generation
	variantFlag(flags, &g.variant, "what is played")
	games := intFlag(flags, "games", -1, 0, math.MaxInt32, "how many games")
	flags.VarP((*seedValue)(&g.seed), "seed", "", "a number; other games for every other")
	to := enumFlag(flags, "to", "sheet", "the format", "sheet", "pdn", "json")
	layout := enumFlag(flags, "layout", "table", "of sheets", "table", "run", "columns")
	notation := enumFlag(flags, "notation", "full", "of sheets", "full", "short")
	flags.Var((*rateValue)(&g.spoil), "spoil", "the share of games that get a fault, 0 to 1")
	truth := flags.String("truth", "", "where the planted faults are told, as JSON lines")
	var path string
	flags.StringVarP(&path, "output", "o", "", "write to `PATH` instead of standard output")
	jobs := jobsFlag(flags, "make")
	mode := progressFlag(flags)
	command.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) > 0:
			return &usageError{message: strconv.Quote(args[0]) + " is one argument too many; -o names the file to write"}
		case g.variant == record.UnknownVariant:
			return needVariant()
		case *games < 0:
			return &usageError{message: "say how many games: --games N"}
		case *to != "sheet" && (flags.Changed("layout") || flags.Changed("notation")):
			return &usageError{message: "--layout and --notation are of score sheets, not of --to " + *to}
		case *truth != "" && *truth == path:
			return &usageError{message: "--truth and -o name the same file"}
		}
		g.games, g.jobs, g.layout, g.json = *games, *jobs, corpus.Layout(*layout), *to == "json"
		defer useProcessors(g.jobs)()
		gap := "\n"
		switch *to {
		case "pdn":
			g.layout = corpus.PDN
		case "json":
			gap = ""
		}
		if *notation == "short" {
			g.notation = replay.Short
		}
		if *truth == "" && path != "" && path != "-" && g.spoil > 0 {
			*truth = path + ".truth.jsonl"
		}
		out, err := newOutputs(s.out, path, false, "", gap)
		if err != nil {
			return err
		}
		defer out.discard()
		var told *outputs
		if *truth != "" {
			if told, err = newOutputs(s.out, *truth, false, "", ""); err != nil {
				return err
			}
			defer told.discard()
		}
		p := s.showProgress(*mode, func() int64 { return int64(g.games) }, false, func() (int64, string) {
			return g.made.Load(), "games"
		})
		err = g.run(s, out, told)
		p.finish()
		if err != nil {
			return err
		}
		if told != nil {
			if err := told.commit(); err != nil {
				return err
			}
		}
		return out.commit()
	}
	return command
}

// generation is what is to be generated.
type generation struct {
	variant  record.Variant
	games    int
	seed     uint64
	layout   corpus.Layout
	notation replay.Notation
	json     bool // of what the layout's text is read as
	spoil    float64
	jobs     int
	made     atomic.Int64 // so far
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

// newWorker returns what makes games on one goroutine.
func (g *generation) newWorker() func(gameNumber, *generated) {
	generator, err := corpus.NewGenerator(g.variant, g.seed)
	if err != nil {
		panic(err) // run has made one
	}
	writer := corpus.NewWriter(generator)
	writer.Layout, writer.Notation, writer.Spoil = g.layout, g.notation, g.spoil
	if !g.json {
		return func(number gameNumber, out *generated) {
			out.text, out.planted = writer.Append(out.text[:0], int(number))
		}
	}
	// A record with its faults and places is what reading its text makes of it.
	parser := grammar.NewParser()
	var arbiter replay.Arbiter
	var report replay.Report
	var game record.Game
	var text []byte
	var line bytes.Buffer
	lines := jsonl.NewWriter(&line)
	return func(number gameNumber, out *generated) {
		text, out.planted = writer.Append(text[:0], int(number))
		parser.ParseInto(cut.Chunk{Source: record.Source{Number: int(number), Line: 1}, Text: string(text)}, &game)
		arbiter.Judge(&game, record.UnknownVariant, &report)
		line.Reset()
		// A buffer takes everything.
		_ = lines.Write(&report)
		_ = lines.Close()
		out.text = append(out.text[:0], line.Bytes()...)
	}
}

// run writes the games to out, and the planted faults to truth, which may be
// nil.
func (g *generation) run(s *streams, out, truth *outputs) error {
	if _, err := corpus.NewGenerator(g.variant, g.seed); err != nil {
		return err
	}
	var numbers iter.Seq2[gameNumber, error] = func(yield func(gameNumber, error) bool) {
		for n := 1; n <= g.games; n++ {
			if !yield(gameNumber(n), nil) {
				return
			}
		}
	}
	for game, err := range replay.Stream(s.ctx, g.jobs, numbers, g.newWorker) {
		switch {
		case errors.Is(err, context.Canceled):
			s.complain("interrupted: %s", out.kept(fmt.Sprintf("%s made of %d", count(int(g.made.Load()), "game", "games"), g.games)))
			return errInterrupted
		case err != nil:
			return err
		}
		g.made.Add(1)
		if err := out.write(game.text); err != nil {
			return err
		}
		if game.planted == nil || truth == nil {
			continue
		}
		line, err := json.Marshal(game.planted)
		if err != nil {
			return err
		}
		if err := truth.write(append(line, '\n')); err != nil {
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
