package main

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"path"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// input is the input of a command, as its flags define it.
type input struct {
	convert.Options
	*convert.Input              // set by open
	progress       string       // --progress
	games          atomic.Int64 // processed so far; the progress bar reads it
}

// flags declares the flags for the input, jobs and progress, and --part if parted.
func (in *input) flags(flags *pflag.FlagSet, parted bool) {
	jobsFlag(flags, &in.Jobs)
	encodingFlag(flags, &in.Encoding)
	choiceFlag(flags, &in.Numbers, "numbers", "", grammar.Numberings[:]...)
	flags.Var(&value{kind: say("help-flags.value-pattern"), set: func(text string) error { // see convert.Included
		_, err := path.Match(text, "")
		in.Include = append(in.Include, text)
		return misuse(err != nil || text == "", "usage.expected-pattern")
	}}, "include", "")
	if parted {
		flags.Var(&value{kind: "K/N", set: func(text string) (err error) {
			in.Part, in.Parts, err = parsePart(text)
			return err
		}}, "part", "")
	}
	choiceFlag(flags, &in.progress, "progress", "auto", "auto", "never")
}

func (in *input) checkPart(args []string) error {
	return misuse(in.Parts > 0 && slices.Contains(args, "-"), "usage.part-input")
}

// open opens the files named by args, which will be read so many times, shows progress, and
// limits the processors to the number of jobs; done ends both.
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

// each passes the results for the games of an input to take, in order, until there is an error,
// and counts them in games. It reports read errors in order and returns errReported at the end;
// on Ctrl-C it calls interrupted and returns errInterrupted. games and interrupted may be nil.
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

// readFile returns at most the first most bytes of a regular file. Errors name the file.
func readFile(path string, most int64) (text []byte, err error) {
	if err := convert.Regular(path); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err == nil {
		defer file.Close()
		text, err = io.ReadAll(io.LimitReader(file, most))
	}
	return text, convert.FileError(path, err)
}

// interruptible runs do. On an interrupt it returns errInterrupted without waiting for do.
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

// keepInput makes sure that the input can be read twice: it copies standard input, if args has it,
// to a temporary file, and rejects pipes. done removes the file; where open files can be removed,
// so does a crash.
func keepInput(s *streams, args []string) (done func(), err error) {
	for _, name := range args {
		if err := convert.Regular(name); err != nil {
			return nil, err
		}
	}
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
		_ = os.Remove(file.Name()) // Windows cannot remove open files
	}
	var size int64
	err = interruptible(s, func() (err error) {
		size, err = io.Copy(file, s.in)
		return err
	})
	switch {
	case errors.Is(err, errInterrupted):
		s.tell("convert.input-interrupted")
		return nil, err // the file disappears with the process
	case err != nil:
		done()
		return nil, message.Of("message.path", "path", "-", "why", err)
	}
	s.in = io.NewSectionReader(file, 0, size)
	return done, nil
}

// useProcessors limits the process to as many processors as jobs, until undo is called.
func useProcessors(jobs int) (undo func()) {
	all := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(min(jobs, all))
	return func() { runtime.GOMAXPROCS(all) }
}
