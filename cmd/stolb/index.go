package main

import (
	"context"
	"errors"
	"iter"
	"math"
	"os"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert/records"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/index"
)

func indexCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "index",
		Example: `
  stolb index -o games.idx archive/
  stolb find 'position "W:Wc1,e3:Bg7" and player "Иванов"' games.idx
  stolb explore games.idx`,
		ValidArgsFunction: completeRecords,
	}
	c := indexer{checker: checker{plies: math.MaxInt}}
	flags := command.Flags()
	flags.StringVarP(&c.path, "output", "o", "", "")
	variantFlag(flags, &c.asked)
	jobs := jobsFlag(flags)
	encodingFlag(flags, &c.encoding)
	includeFlag(flags, &c.include)
	mode := progressFlag(flags)
	command.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return &usageError{message: say("usage.no-file-index")}
		case c.path == "" || c.path == "-":
			return &usageError{message: say("usage.say-index")}
		}
		switch info, err := os.Stat(c.path); {
		case err != nil || info.Mode().IsRegular():
		case info.IsDir():
			return &usageError{message: say("usage.output-folder", "flag", "-o", "path", c.path)}
		default: // a device, which nothing must take the place of
			return &usageError{message: say("usage.index-file", "path", c.path)}
		}
		c.jobs = *jobs
		defer useProcessors(c.jobs)()
		p := s.showProgress(*mode, func() int64 { return totalSize(args, c.include, s.in) }, true, c.progress)
		err := c.run(s, args)
		p.finish()
		switch {
		case errors.Is(err, errTold):
			s.complain("%s", say("find.no-index", "path", c.path))
		case errors.Is(err, errInterrupted):
			s.tell("find.no-index-interrupted", "path", c.path)
		}
		return err
	}
	return command
}

// indexer makes an index of the games of files.
type indexer struct {
	checker
	path string
}

func (c *indexer) newWorker() func(chunk, *index.Game) {
	parser := records.NewParser(c.asked)
	var arbiter replay.Arbiter
	var report replay.Report
	var game record.Game
	return func(in chunk, out *index.Game) {
		parser.ParseInto(in.Chunk, &game)
		arbiter.Judge(&game, c.asked, &report)
		out.Fill(&in.Chunk, &report)
	}
}

// run makes the index. Where not all could be read there is none, and the error is
// errTold, or errInterrupted.
func (c *indexer) run(s *streams, args []string) error {
	builder, err := index.Create(c.path, c.asked)
	if err != nil {
		return c.unwritten(err)
	}
	failed := false
	for game, err := range replay.Stream(s.ctx, c.jobs, c.chunks(s, args), c.newWorker) {
		switch {
		case errors.Is(err, context.Canceled):
			return errors.Join(builder.Abort(), errInterrupted)
		case err != nil:
			s.complain("%v", err)
			failed = true
			continue
		}
		c.tally.games.Add(1)
		if err := builder.Add(game); err != nil {
			return errors.Join(c.unwritten(err), builder.Abort())
		}
	}
	if failed {
		return errors.Join(builder.Abort(), errTold)
	}
	if err := builder.Close(); err != nil {
		return c.unwritten(err)
	}
	return nil
}

// unwritten is the error that the index could not be written, unless it says more.
func (c *indexer) unwritten(err error) error {
	var said message.Message
	if errors.As(err, &said) {
		return said
	}
	return message.Of("files.not-writable", "file", c.path, "why", bare(err))
}

// indexed yields the games of an index that a query may find, as texts.
func indexed(ctx context.Context, path string, c query.Condition) iter.Seq2[chunk, error] {
	return func(yield func(chunk, error) bool) {
		x, err := index.Open(path)
		if err != nil {
			yield(chunk{}, message.Of("message.path", "path", path, "why", err))
			return
		}
		defer x.Close()
		games, _, err := x.Candidates(ctx, c)
		if err == nil {
			err = x.Chunks(games, func(_ uint32, text grammar.Chunk) bool { return yield(chunk{text}, nil) })
		}
		if err != nil {
			yield(chunk{}, message.Of("message.path", "path", path, "why", err))
		}
	}
}
