package main

import (
	"cmp"
	"iter"
	"math"
	"strconv"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

func generateCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "generate", Args: atMost(0, "usage.too-many-output")}
	flags := command.Flags()
	var g generation
	variantFlag(flags, &g.variant)
	intFlag(flags, &g.games, "games", -1, 0, math.MaxInt32)
	flags.Var(&value{kind: "S", text: "0", set: func(text string) (err error) {
		g.seed, err = strconv.ParseUint(text, 10, 64)
		most := strconv.FormatUint(math.MaxUint64, 10)
		return misuse(err != nil, "usage.expected-number", "least", 0, "most", most)
	}}, "seed", "")
	var to, notation, truth, path, mode string
	choiceFlag(flags, &to, "to", "sheet", "sheet", "pdn", "json")
	choiceFlag(flags, &g.layout, "layout", "table", "table", "run", "columns")
	choiceFlag(flags, &notation, "notation", "full", "full", "short", "numeric")
	shareFlag(flags, &g.spoil, "spoil", say("help-flags.value-share"), "usage.expected-share",
		func(f float64) bool { return f >= 0 && f <= 1 })
	flags.StringVar(&truth, "truth", "", "")
	flags.StringVarP(&path, "output", "o", "", "")
	jobsFlag(flags, &g.jobs)
	choiceFlag(flags, &mode, "progress", "auto", "auto", "never")
	command.RunE = func(_ *cobra.Command, args []string) error {
		err := cmp.Or(
			needVariant(g.variant),
			misuse(g.games < 0, "usage.say-games"),
			misuse(to != "sheet" && (flags.Changed("layout") || flags.Changed("notation")), "usage.layout-of-sheets", "format", to),
			apart(nil, "--truth", truth, "-o", cmp.Or(path, "-")),
		)
		if err != nil {
			return err
		}
		g.json = to == "json"
		defer useProcessors(g.jobs)()
		if to == "pdn" {
			g.layout = corpus.PDN
		}
		g.notation = notations[notation]
		if truth == "" && path != "" && path != "-" && g.spoil > 0 {
			truth = path + ".truth.jsonl"
		}
		out, err := s.createNamed("-o", path)
		if err != nil {
			return err
		}
		if !g.json {
			out.gap = []byte("\n")
		}
		planted, err := s.createNamed("--truth", truth)
		if err != nil {
			return err
		}
		p := s.showProgress(mode, func() int64 { return int64(g.games) }, false, func() (int64, string) {
			return g.made.Load(), say("progress.games")
		})
		err = g.run(s, out, planted)
		p.finish()
		if err == nil {
			err = planted.commit()
		}
		if err != nil {
			return err
		}
		return out.commit()
	}
	return command
}

type generation struct {
	variant  record.Variant
	seed     uint64
	layout   string
	notation replay.Notation
	json     bool // of the game as read from its text
	spoil    float64
	jobs     int
	games    int
	made     atomic.Int64 // the number of games made so far
}

// gameNumber is the number of a game to make, as a unit of work.
type gameNumber int

// Size returns the approximate number of bytes of the game.
func (gameNumber) Size() int { return 600 }

// generated is the text of a game, reused, and the truth about its planted fault.
type generated struct {
	text, truth []byte
}

func (g *generation) newWorker() func(gameNumber, *generated) {
	writer, err := corpus.NewGenerator(g.variant, g.seed)
	if err != nil {
		panic(err) // the flag accepts only known variants
	}
	writer.Layout, writer.Notation, writer.Spoil = g.layout, g.notation, g.spoil
	if !g.json {
		return func(number gameNumber, out *generated) {
			out.text, out.truth = writer.Append(out.text[:0], int(number))
		}
	}
	// Its text is read back, so that the record has faults and places.
	parser, write := grammar.NewParser(), gameWriter("json", convert.WriteOptions{Language: language})
	return func(number gameNumber, out *generated) {
		text, truth := writer.Append(nil, int(number))
		game, line := new(record.Game), convert.Part{Text: out.text[:0]}
		parser.ParseInto(grammar.Chunk{Source: record.Source{Number: int(number), Line: 1}, Text: string(text)}, game)
		write(replay.Judge(game, record.UnknownVariant), &line)
		out.text, out.truth = line.Text, truth
	}
}

// run writes the games to out, and the planted faults to truth.
func (g *generation) run(s *streams, out, truth *output) error {
	var numbers iter.Seq2[gameNumber, error] = func(yield func(gameNumber, error) bool) {
		for n := 1; n <= g.games; n++ {
			if !yield(gameNumber(n), nil) {
				return
			}
		}
	}
	return each(s, &g.made, replay.Stream(s.ctx, g.jobs, numbers, g.newWorker), func(game *generated) error {
		if err := out.write(game.text); err != nil {
			return err
		}
		_, err := truth.Write(game.truth)
		return err
	}, func() {
		s.tell("files.interrupted", "what", out.kept(say("convert.made", "n", int(g.made.Load()), "all", g.games)))
	})
}
