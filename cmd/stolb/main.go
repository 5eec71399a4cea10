// Command stolb judges, converts and shows game records of tower draughts.
//
// Read first: run, which turns what happens into an exit code, and newRoot,
// the tree of commands; then check.go, the main job. What a library user would
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

	"github.com/stolb/stolb/record/message"
)

// The exit codes of every command.
const (
	exitFine        = 0   // every game is legal, or legal once its spelling is put right
	exitFaults      = 1   // the work is done, and some game is illegal or unreadable
	exitFailed      = 2   // it failed, or could not read all of its input
	exitInterrupted = 130 // stopped by Ctrl-C, as shells have it: 128 and the signal; also by SIGTERM and SIGHUP
	exitClosed      = 141 // standard output was closed before its end, as shells have it for SIGPIPE
)

var (
	errFaults      = errors.New("some game is not legal") // or it is unreadable
	errReported    = errors.New("not all could be done")  // which is said on standard error already
	errInterrupted = errors.New("interrupted")            // by Ctrl-C
)

// ending is the error of a run over games, if one ended it or something could not be read, else
// errFaults if there are faults.
func ending(err error, faults bool) error {
	if err == nil && faults {
		err = errFaults
	}
	return err
}

// outputError is what went wrong with writing to standard output.
type outputError struct{ message.Message }

// standardOutput tells its errors from those of other files.
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
	meant   string // what was probably meant, "" where nothing comes near
}

func (e *usageError) Error() string {
	if e.meant == "" {
		return e.message
	}
	return say("usage.did-you-mean", "what", e.message, "meant", e.meant)
}

// misuse returns the usageError of a mistake that was made, else nil.
func misuse(made bool, id message.ID, args ...any) error {
	if !made {
		return nil
	}
	return &usageError{message: say(id, args...)}
}

// streams is where a command reads and writes. Out is flushed when the command is done.
type streams struct {
	ctx context.Context // cancelled by Ctrl-C and the like
	in  io.Reader
	out *bufio.Writer
	err io.Writer

	stdout io.Writer // to which out writes

	coloured bool        // what goes to err
	note     func(error) // is reported what cannot be read, too; nil for nothing
	outputs  []*output   // all but out
}

// complain writes an error or a text in one line to standard error, after the program's name.
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

// tell says a message as complain does.
func (s *streams) tell(id message.ID, args ...any) {
	s.complain(message.Of(id, args...))
}

func main() {
	// Without this the runtime kills the process at a write to a closed pipe,
	// and "stolb check ... | head" would end as if something were wrong.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes a command line, and is the only place that turns errors into exit codes.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	// What ends the work, unless nohup or a shell that put it into the background has it ignored.
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
	ctx, stop := signal.NotifyContext(context.Background(), slices.DeleteFunc(ends, signal.Ignored)...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C does not wait for what is under way
	s := &streams{ctx: ctx, in: stdin, out: bufio.NewWriterSize(standardOutput{stdout}, 1<<16), err: stderr, stdout: stdout}
	s.settle(args)
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
