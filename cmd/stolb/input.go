package main

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record/message"
)

// input is what a command reads, as its flags say.
type input struct {
	convert.Options
	*convert.Input              // once it is opened
	progress       string       // --progress
	games          atomic.Int64 // that are done; the progress bar reads it
}

// flags declares the flags of what is read, by how many, and how far that is; --part if parted.
func (in *input) flags(flags *pflag.FlagSet, parted bool) {
	jobsFlag(flags, &in.Jobs)
	encodingFlag(flags, &in.Encoding)
	includeFlag(flags, &in.Include)
	if parted {
		partFlag(flags, &in.Options)
	}
	progressFlag(flags, &in.progress)
}

func (in *input) checkPart(args []string) error {
	return misuse(in.Parts > 0 && slices.Contains(args, "-"), "usage.part-input")
}

// open opens the files that the arguments name, to be read so often, and begins to show
// how far that is, with as many processors as there are jobs; done ends that.
func (in *input) open(s *streams, args []string, times int64) (p *progress, done func()) {
	undo := useProcessors(in.Jobs)
	in.Stdin = s.in
	in.Input = convert.Open(args, in.Options)
	p = s.showProgress(in.progress, func() int64 { return times * in.Size() }, true, func() (int64, string) {
		about := say("check.games", "n", int(in.games.Load()))
		if n := in.BytesUnpacked(); n > 0 {
			about = say("progress.unpacked", "games", about, "amount", bytesOf(float64(n)))
		}
		return in.BytesRead(), about
	})
	return p, func() {
		p.finish()
		undo()
	}
}

// each counts and takes what became of the games of an input, in order, until there is an error.
// What cannot be read is reported in its place, and errReported returned in the end; where Ctrl-C
// ends the work interrupted is called, and the error is errInterrupted. games and interrupted may
// be nil.
func each[Out any](
	s *streams, games *atomic.Int64, made iter.Seq2[Out, error], take func(Out) error, interrupted func(),
) (err error) {
	for out, unread := range made {
		switch {
		case errors.Is(unread, context.Canceled):
			if interrupted != nil {
				interrupted()
			}
			return errInterrupted
		case unread != nil:
			s.complain(unread)
			if s.note != nil {
				s.note(unread)
			}
			err = errReported
			continue
		}
		if games != nil {
			games.Add(1)
		}
		if err := take(out); err != nil {
			return err
		}
	}
	return err
}

// readFrom has a plain file read. An error names it.
func readFrom(path string, read func(io.Reader) error) error {
	if err := convert.Regular(path); err != nil {
		return err
	}
	file, err := os.Open(path)
	if err == nil {
		defer file.Close()
		err = read(file)
	}
	if err != nil {
		return convert.FileError(path, err)
	}
	return nil
}

// readFile returns at most so many bytes of a file.
func readFile(path string, most int64) (text []byte, err error) {
	err = readFrom(path, func(file io.Reader) error {
		text, err = io.ReadAll(io.LimitReader(file, most))
		return err
	})
	return text, err
}

// interruptible runs do, for whose end an interrupt does not wait: it returns errInterrupted.
func interruptible(s *streams, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-s.ctx.Done():
		return errInterrupted
	}
}

// keepInput puts standard input, if it is among the arguments, into a temporary file, to be read
// twice; done removes the file, and a crash, too, where the system can remove an open one.
func keepInput(s *streams, args []string) (done func(), err error) {
	if !slices.Contains(args, "-") {
		return func() {}, nil
	}
	file, err := os.CreateTemp("", "stolb-")
	if err != nil {
		return nil, message.Of("files.no-spill", "why", err)
	}
	_ = os.Remove(file.Name())
	done = func() {
		file.Close()
		_ = os.Remove(file.Name()) // as Windows wants it
	}
	var size int64
	err = interruptible(s, func() (err error) {
		size, err = io.Copy(file, s.in)
		return err
	})
	switch {
	case errors.Is(err, errInterrupted):
		s.tell("convert.input-interrupted")
		return nil, err // the file goes with the process
	case err != nil:
		done()
		return nil, message.Of("message.path", "path", "-", "why", err)
	}
	s.in = io.NewSectionReader(file, 0, size)
	return done, nil
}

// useProcessors leaves the processors that are more than the jobs to others, until undo.
func useProcessors(jobs int) (undo func()) {
	all := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(min(jobs, all))
	return func() { runtime.GOMAXPROCS(all) }
}
