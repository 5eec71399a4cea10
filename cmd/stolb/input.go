package main

import (
	"context"
	"errors"
	"iter"
	"path"
	"strings"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
)

var (
	fileError = convert.FileError
	nearest   = grammar.Nearest
)

// each takes what became of the games of an input, in order, until there is an
// error. What cannot be read is told in its place, and failed then; where Ctrl-C ends
// the work the error is errInterrupted, which is not told.
func each[Out any](s *streams, made iter.Seq2[*Out, error], note func(error), take func(*Out) error) (failed bool, err error) {
	for out, err := range made {
		switch {
		case errors.Is(err, context.Canceled):
			return failed, errInterrupted
		case err != nil:
			s.complain("%v", err)
			if note != nil {
				note(err)
			}
			failed = true
			continue
		}
		if err := take(out); err != nil {
			return failed, err
		}
	}
	return failed, nil
}

// patterns are the flag --include: see convert.Included.
type patterns []string

// includeFlag declares --include.
func includeFlag(flags *pflag.FlagSet, p *patterns) {
	flags.Var(p, "include", "")
}

func (p *patterns) Type() string   { return say("help-flags.value-pattern") }
func (p *patterns) String() string { return strings.Join(*p, " ") }

func (p *patterns) Set(s string) error {
	if _, err := path.Match(s, ""); err != nil || s == "" {
		return &usageError{message: say("usage.expected-pattern")}
	}
	*p = append(*p, s)
	return nil
}
