package main

import (
	"cmp"
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
	command := ofFiles("index", "usage.no-file-index")
	var c indexer
	flags := command.Flags()
	flags.StringVarP(&c.path, "output", "o", "", "")
	variantFlag(flags, &c.Variant)
	c.input.flags(flags, false)
	command.RunE = func(_ *cobra.Command, args []string) error {
		info, err := os.Stat(c.path)
		err = cmp.Or(
			misuse(c.path == "" || c.path == "-", "usage.say-index"),
			// A device must not be replaced.
			misuse(err == nil && !info.Mode().IsRegular() && !info.IsDir(), "usage.index-file", "path", c.path),
			apart(args, "-o", c.path),
		)
		if err != nil {
			return err
		}
		return c.run(s, args, message.Of("find.no-index", "path", c.path),
			message.Of("find.no-index-interrupted", "path", c.path))
	}
	return command
}

type indexer struct {
	input
	path string
}

// run builds the index. After an interruption or a read error, it reports that there is none.
func (c *indexer) run(s *streams, args []string, none, interrupted message.Message) error {
	_, done := c.open(s, args, 1)
	defer done()
	newWorker := func() func(*convert.Entry, *find.Entry) {
		return func(in *convert.Entry, out *find.Entry) { out.Fill(&in.Chunk, in.Judge()) }
	}
	out, err := s.createNamed("-o", c.path)
	if err != nil {
		return err
	}
	if out.file.packer != nil {
		return &usageError{message: say("usage.index-packed", "path", c.path)}
	}
	err = find.BuildIndex(out.file, c.Variant, func(add func(*find.Entry) error) error {
		return each(s, &c.games, convert.Each(s.ctx, c.Input, newWorker), add, nil)
	})
	var said message.Message
	switch {
	case err == nil:
		return out.commit()
	case errors.Is(err, errReported):
		s.complain(none)
	case errors.Is(err, errInterrupted):
		s.complain(interrupted)
	case errors.As(err, &said):
		return said
	default:
		err = message.Of("files.not-writable", "file", c.path, "why", withoutPath(err))
	}
	return err
}

// indexed yields the texts of the games in an index that a query may find.
func indexed(ctx context.Context, path string, q *find.Query) iter.Seq2[convert.Text, error] {
	return func(yield func(convert.Text, error) bool) {
		x, err := find.OpenIndex(path)
		if err == nil {
			defer x.Close()
			each := func(_ int, text grammar.Chunk) bool { return yield(convert.Text{Chunk: text}, nil) }
			_, _, err = x.Find(ctx, q, 0, each)
		}
		if err != nil {
			yield(convert.Text{}, message.Of("message.path", "path", path, "why", err))
		}
	}
}
