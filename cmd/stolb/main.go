// Command stolb judges, converts and shows game records of tower draughts.
//
// Start with run, which turns errors into exit codes, and newRoot, the tree of commands; then
// check.go, the main job. Code of use to other programs is in packages grammar, replay and
// convert.
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

	"github.com/stolb/stolb/record/message"
)

// The exit codes of every command.
const (
	exitFine        = 0   // every game is legal, or legal once its spelling is corrected
	exitFaults      = 1   // finished, but some game is illegal or unreadable
	exitFailed      = 2   // failed, or could not read all of its input
	exitInterrupted = 130 // stopped by Ctrl-C, SIGTERM or SIGHUP; 128 plus SIGINT, as in shells
	exitClosed      = 141 // standard output was closed early; 128 plus SIGPIPE, as in shells
)

var (
	errFaults      = errors.New("some game is not legal") // or is unreadable
	errReported    = errors.New("not all could be done")  // already reported on standard error
	errInterrupted = errors.New("interrupted")            // by Ctrl-C
)

// ending returns err, or errFaults if err is nil and there are faults.
func ending(err error, faults bool) error {
	if err == nil && faults {
		err = errFaults
	}
	return err
}

// outputError is an error in writing to standard output.
type outputError struct{ message.Message }

// standardOutput returns outputErrors, to distinguish them from errors of other files.
type standardOutput struct{ io.Writer }

func (w standardOutput) Write(text []byte) (int, error) {
	n, err := w.Writer.Write(text)
	switch {
	case errors.Is(err, syscall.EPIPE):
		err = outputError{message.Of("files.closed", "", err)}
	case err != nil:
		err = outputError{message.Of("files.output", "", err, "why", withoutPath(err))}
	}
	return n, err
}

// usageError is a mistake in the command line.
type usageError struct {
	message string
	meant   string // what was probably meant, or "" if nothing is close
}

func (e *usageError) Error() string {
	if e.meant == "" {
		return e.message
	}
	return say("usage.did-you-mean", "what", e.message, "meant", e.meant)
}

// misuse returns a usageError if the mistake was made, or else nil.
func misuse(made bool, id message.ID, args ...any) error {
	if !made {
		return nil
	}
	return &usageError{message: say(id, args...)}
}

// streams are the input and outputs of a command. out is flushed when the command ends.
type streams struct {
	ctx context.Context // cancelled by Ctrl-C or another signal that ends the work
	in  io.Reader
	out *bufio.Writer
	err io.Writer

	stdout io.Writer // the destination of out

	coloured bool        // whether err is coloured
	note     func(error) // also receives each read error; may be nil
	outputs  []*output   // every output except out
}

// complain writes an error or a one-line text to standard error, after the program's name.
func (s *streams) complain(what any) {
	if err, ok := what.(error); ok {
		what = message.Say(err, language)
	}
	name := "stolb:"
	if s.coloured {
		name = errorColour.Sprint(name)
	}
	fmt.Fprintln(s.err, name, what)
}

// tell writes a message as complain does.
func (s *streams) tell(id message.ID, args ...any) {
	s.complain(message.Of(id, args...))
}

func main() {
	// Otherwise a write to a closed pipe kills the process, and "stolb check ... | head" would
	// end as if something were wrong.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes a command line, and is the only place that turns errors into exit codes.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	// These end the work, unless nohup or a shell that runs it in the background ignores them.
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
	ctx, stop := signal.NotifyContext(context.Background(), slices.DeleteFunc(ends, signal.Ignored)...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C kills the process at once
	s := &streams{ctx: ctx, in: stdin, out: bufio.NewWriterSize(standardOutput{stdout}, 1<<16), err: stderr, stdout: stdout}
	var unknown error
	if language, unknown = message.ParseLanguage(flagBefore(args, "lang")); unknown != nil {
		language = message.Detect(os.Getenv)
	}
	coloured, s.coloured = inColour(args, stdout, os.Getenv), inColour(args, stderr, os.Getenv)
	defer func() {
		for _, o := range s.outputs {
			o.discard()
		}
	}()
	command, err := execute(s, args)
	var output outputError
	switch flushed := s.out.Flush(); {
	case flushed == nil || errors.As(err, &output):
	case err == nil || errors.Is(err, errFaults):
		err = flushed
	default:
		s.complain(flushed)
	}
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &output):
		s.complain(output.Message)
		if errors.Is(err, syscall.EPIPE) {
			return exitClosed
		}
		return exitFailed
	case errors.Is(err, errFaults):
		return exitFaults
	case errors.Is(err, errInterrupted):
		return exitInterrupted
	case errors.Is(err, errReported):
		return exitFailed
	}
	s.complain(err)
	switch _, isUsage := errors.AsType[*usageError](err); {
	case isUsage && command.HasParent() && command.Name() != "help":
		describe(command)
		fmt.Fprintln(stderr, say("help.usage", "use", command.UseLine()))
		about := strings.TrimPrefix(command.CommandPath(), "stolb ")
		fmt.Fprintln(stderr, say("usage.tells-more", "command", about))
	case isUsage:
		fmt.Fprintln(stderr, say("usage.lists-commands"))
	}
	return exitFailed
}
