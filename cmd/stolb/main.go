// Command stolb judges, converts and shows game records of tower draughts.
//
// Read first: run, which turns whatever happens into an exit code, and the
// table of commands; then check.go, the main job. What a library user would
// need is not here but in packages grammar, replay and convert.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/pflag"
)

// The exit codes of every command.
const (
	exitFine        = 0   // every game is legal, or legal once its spelling is put right
	exitFaults      = 1   // the work is done, and some game is illegal or unreadable
	exitFailed      = 2   // it could not work, or not on all that it was given
	exitInterrupted = 130 // stopped by Ctrl-C, as shells have it: 128 and the signal; also by SIGTERM and SIGHUP
	exitClosed      = 141 // nobody read standard output to its end, as shells have it for SIGPIPE
)

var (
	// errFaults is returned by a command that found illegal or unreadable games.
	errFaults = errors.New("some game is not legal")
	// errTold is returned by a command that could not do all of its work and
	// has said so on standard error already.
	errTold = errors.New("not all could be done")
	// errInterrupted is returned by a command that Ctrl-C stopped.
	errInterrupted = errors.New("interrupted")
)

// ending is how a run over games ends: failed says that something could not be
// read, which was told, and faults that some game is not legal.
func ending(failed, faults bool) error {
	switch {
	case failed:
		return errTold
	case faults:
		return errFaults
	}
	return nil
}

// outputError is what went wrong with writing to standard output.
type outputError struct{ err error }

func (e *outputError) Error() string {
	if errors.Is(e.err, syscall.EPIPE) {
		return "standard output was closed by what reads it, which has not got all"
	}
	return fmt.Sprintf("standard output: %v; not all is written", bare(e.err))
}

func (e *outputError) Unwrap() error { return e.err }

// standardOutput tells its errors from those of other files.
type standardOutput struct{ io.Writer }

func (w standardOutput) Write(text []byte) (int, error) {
	n, err := w.Writer.Write(text)
	if err != nil {
		err = &outputError{err}
	}
	return n, err
}

// usageError is a mistake in the command line.
type usageError struct {
	message string
	meant   string // what was probably meant, "" where nothing comes near
}

func (e *usageError) Error() string {
	if e.meant == "" {
		return e.message
	}
	return fmt.Sprintf("%s; did you mean %s?", e.message, e.meant)
}

// command is one of stolb's commands. Its setup declares the flags and returns
// the work, which is called with the arguments that are not flags.
type command struct {
	name     string
	synopsis string // of flags and arguments
	short    string // one line
	long     string // what a user has to know
	examples string
	setup    func(*pflag.FlagSet) work
	kinds    []*command // of a command that has kinds, each with its own flags, instead of setup
}

type work func(s *streams, args []string) error

// streams is where a command reads and writes. Out is buffered and flushed
// when the command is done.
type streams struct {
	ctx context.Context // cancelled by Ctrl-C and the like, see endings
	in  io.Reader
	out *bufio.Writer
	err io.Writer

	stdout io.Writer // what is behind out
}

// complain writes one line to standard error, with the program's name before.
func (s *streams) complain(format string, args ...any) {
	fmt.Fprintf(s.err, "stolb: "+format+"\n", args...)
}

func commands() []*command {
	return []*command{
		checkCommand, restoreCommand, convertCommand, generateCommand, movesCommand, perftCommand, showCommand, statsCommand, grammarCommand,
		helpCommand(), versionCommand(),
	}
}

func main() {
	// Without this the runtime kills the process at a write to a closed pipe,
	// and "stolb check ... | head" would end as if something were wrong.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes a command line and returns the exit code. It is the only place
// that turns errors into exit codes.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C does not wait for what is under way
	s := &streams{ctx: ctx, in: stdin, out: bufio.NewWriterSize(standardOutput{stdout}, 1<<16), err: stderr, stdout: stdout}
	err := dispatch(s, args)
	var output *outputError
	switch flushed := s.out.Flush(); {
	case flushed == nil || errors.As(err, &output):
	case err == nil || errors.Is(err, errFaults):
		err = flushed
	default:
		s.complain("%v", flushed)
	}
	var usage *usageError
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &output) && errors.Is(output.err, syscall.EPIPE):
		s.complain("%v", output)
		return exitClosed
	case errors.As(err, &output):
		s.complain("%v", output)
		return exitFailed
	case errors.Is(err, errFaults):
		return exitFaults
	case errors.Is(err, errInterrupted):
		return exitInterrupted
	case errors.Is(err, errTold):
		return exitFailed
	case errors.As(err, &usage):
		s.complain("%v", err)
		if c, _ := commandOf(args); c != nil && c.name != "help" {
			fmt.Fprintf(stderr, "usage: %s\n", c.usage())
			fmt.Fprintf(stderr, "\"stolb help %s\" tells more.\n", c.name)
		} else {
			fmt.Fprintln(stderr, "\"stolb help\" lists the commands.")
		}
		return exitFailed
	default:
		s.complain("%v", err)
		return exitFailed
	}
}

// endings are the signals that end the work: Ctrl-C, SIGTERM and the end of the
// terminal, unless nohup or a shell that put it into the background had them
// ignored.
func endings() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}

// commandOf returns the command that a command line names, by one word or two,
// and what follows; nil where there is none.
func commandOf(args []string) (named *command, rest []string) {
	of := commands()
	rest = args
	for depth := 0; len(rest) > 0; depth++ {
		at := slices.IndexFunc(of, func(c *command) bool { return strings.Fields(c.name)[depth] == rest[0] })
		if at < 0 {
			break
		}
		named, rest = of[at], rest[1:]
		of = named.kinds
	}
	return named, rest
}

func dispatch(s *streams, args []string) error {
	if len(args) == 0 {
		writeHelp(s.err)
		return errTold
	}
	switch args[0] {
	case "--help", "-h":
		return help(s, args[1:])
	case "--version":
		args = append([]string{"version"}, args[1:]...)
	}
	c, rest := commandOf(args)
	switch {
	case c == nil:
		return unknownCommand(args[0])
	case c.kinds != nil && len(rest) > 0 && (rest[0] == "--help" || rest[0] == "-h"):
		return help(s, []string{c.name})
	case c.kinds != nil:
		return unknownKind(c, rest)
	}
	flags, do := c.flags()
	if err := flags.Parse(rest); errors.Is(err, pflag.ErrHelp) {
		return help(s, strings.Fields(c.name))
	} else if err != nil {
		return flagError(flags, err)
	}
	return do(s, flags.Args())
}

// flags returns the command's flags, and its work, which sees what Parse makes
// of them.
func (c *command) flags() (*pflag.FlagSet, work) {
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.Usage = func() {}
	flags.SortFlags = false
	return flags, c.setup(flags)
}

func (c *command) usage() string {
	return strings.TrimSpace("stolb " + c.name + " " + c.synopsis)
}

func unknownCommand(name string) error {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	what := "command"
	if strings.HasPrefix(name, "-") {
		what = "flag" // flags stand behind the command
	}
	return &usageError{fmt.Sprintf("no %s %q", what, name), nearest(name, names)}
}

// unknownKind says which kinds of the command there are; args[0], if there is
// one, is not among them.
func unknownKind(c *command, args []string) error {
	var names []string
	for _, kind := range c.kinds {
		names = append(names, strings.TrimPrefix(kind.name, c.name+" "))
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return &usageError{message: fmt.Sprintf("say which: stolb %s %s", c.name, strings.Join(names, "|"))}
	}
	return &usageError{fmt.Sprintf("no %s %q; there are %s", c.name, args[0], strings.Join(names, ", ")), nearest(args[0], names)}
}

// flagError says in our own words what pflag found wrong with a command line.
func flagError(flags *pflag.FlagSet, err error) error {
	var (
		unknown *pflag.NotExistError
		bare    *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.As(err, &unknown):
		if unknown.GetSpecifiedShortnames() != "" {
			return &usageError{message: fmt.Sprintf("no flag -%s", unknown.GetSpecifiedName())}
		}
		var names []string
		flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		e := &usageError{message: "no flag --" + unknown.GetSpecifiedName()}
		if meant := nearest(unknown.GetSpecifiedName(), names); meant != "" {
			e.meant = "--" + meant
		}
		return e
	case errors.As(err, &bare):
		return &usageError{message: fmt.Sprintf("--%s needs a value: %s", bare.GetSpecifiedName(), bare.GetFlag().Usage)}
	case errors.As(err, &invalid):
		var usage *usageError
		if errors.As(invalid.Unwrap(), &usage) {
			return &usageError{fmt.Sprintf("--%s %s: %s", invalid.GetFlag().Name, invalid.GetValue(), usage.message), usage.meant}
		}
		return &usageError{message: fmt.Sprintf("--%s %s: expected %s", invalid.GetFlag().Name, invalid.GetValue(), invalid.GetFlag().Value.Type())}
	}
	return &usageError{message: err.Error()}
}
