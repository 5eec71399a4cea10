package main

import (
	"context"
	"errors"
	"iter"
	"os"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats/find"
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
	var c indexer
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
		c.open(s, args)
		p := s.showProgress(*mode, c.in.Size, true, c.progress)
		err := c.run(s)
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

// run makes the index. Where not all could be read there is none, and the error is
// errTold, or errInterrupted.
func (c *indexer) run(s *streams) error {
	newWorker := func() func(*convert.Entry, *find.Entry) {
		return func(in *convert.Entry, out *find.Entry) { out.Fill(&in.Chunk, in.Judge()) }
	}
	out, err := newOutputs(nil, c.path, false, "", "")
	if err != nil {
		return err
	}
	defer out.discard()
	if out.file.packing != nil {
		return &usageError{message: say("usage.index-packed", "path", c.path)}
	}
	err = find.BuildIndex(out.file.buffer, c.asked, func(add func(*find.Entry) error) error {
		failed, err := each(s, convert.Each(s.ctx, c.in, newWorker), nil, func(game *find.Entry) error {
			c.tally.games.Add(1)
			return add(game)
		})
		if err == nil && failed {
			return errTold
		}
		return err
	})
	if err != nil && !errors.Is(err, errTold) && !errors.Is(err, errInterrupted) {
		return c.unwritten(err)
	}
	if err != nil {
		return err
	}
	return out.commit()
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
func indexed(ctx context.Context, path string, q *find.Query) iter.Seq2[convert.Text, error] {
	return func(yield func(convert.Text, error) bool) {
		x, err := find.OpenIndex(path)
		if err != nil {
			yield(convert.Text{}, message.Of("message.path", "path", path, "why", err))
			return
		}
		defer x.Close()
		each := func(_ int, text grammar.Chunk) bool { return yield(convert.Text{Chunk: text}, nil) }
		if _, _, err := x.Find(ctx, q, 0, each); err != nil {
			yield(convert.Text{}, message.Of("message.path", "path", path, "why", err))
		}
	}
}
