package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

var checkCommand = &command{
	name:     "check",
	synopsis: "[--variant V] [--format text|json] [--jobs N] [--encoding E] FILE...",
	short:    "judge every game",
	long: `
Plays every game of the files through the rules of its variant. Each fault is
shown with its place, the line and what was probably meant; a summary closes.
The verdict on a game is one of
  legal       every move is
  repaired    legal once its spelling is put right; each repair is told
  illegal     the rules forbid a move
  unreadable  something cannot be understood

Text lists the first 20 legal games with their final positions, and after that
only the games with faults. JSON is a line a game, in the order of the input;
"plies" is the number of legal moves in "moves", "byte" counts in the unpacked
file, and "column" counts characters.

Ctrl-C writes what is finished, says so, and exits with 130.`,
	examples: `
  stolb check sheet.txt
  stolb check --variant adiukh games/
  zcat games.pdn.gz | stolb check --format json -`,
	setup: func(flags *pflag.FlagSet) work {
		var c checker
		variantFlag(flags, &c.asked, "the variant of the games that do not name theirs")
		format := enumFlag(flags, "format", "text", "what to write", "text", "json")
		jobs := intFlag(flags, "jobs", runtime.GOMAXPROCS(0), 1, 1024, "how many games to judge at a time")
		encodingFlag(flags, &c.encoding)
		return func(s *streams, args []string) error {
			if len(args) == 0 {
				return &usageError{message: "no file to check; - stands for standard input"}
			}
			c.jobs = *jobs
			if *format == "json" {
				return c.run(s, args, func(g *record.Game) judged {
					r := replay.Judge(g, c.asked)
					return judged{verdict: r.Verdict, text: appendJSON(nil, r)}
				}, writeText)
			}
			text := textReport{}
			err := c.run(s, args, func(g *record.Game) judged {
				r := replay.Judge(g, c.asked)
				return judged{r.Verdict, r.Verdict == replay.Legal && len(r.Faults) == 0, appendText(nil, r)}
			}, text.write)
			if err == nil || errors.Is(err, errFaults) || errors.Is(err, errTold) || errors.Is(err, errInterrupted) {
				text.summary(s.out, int(c.files.Load()))
			}
			return err
		}
	},
}

// Batches, not single games, go through the pipeline, because a hand-over
// costs about as much as judging a game. A batch is full with batchGames games
// or batchBytes bytes of text, whichever comes first.
const (
	batchGames = 64
	batchBytes = 1 << 20
)

// checker judges games on several goroutines and hands the results on in the
// order of the input.
type checker struct {
	asked    record.Variant
	encoding string
	jobs     int
	files    atomic.Int64 // begun so far
}

// judged is a game's result as it will be written.
type judged struct {
	verdict replay.Verdict
	clean   bool // legal, and nothing else to tell
	text    []byte
}

// writeText writes a result as it is.
func writeText(w io.Writer, j judged) error {
	_, err := w.Write(j.text)
	return err
}

// batch is some games on their way. Who has it: the reader fills it, a worker
// turns chunks into results and closes done, the writer waits for done.
type batch struct {
	chunks  []grammar.Chunk
	bytes   int
	results []judged
	failed  error // instead of games: something that could not be read
	done    chan struct{}
}

// run hands each game of all files to judge, on any goroutine, and the results
// to write, in the order of the input. What cannot be read is told in its
// place, and errTold returned at the end; else errFaults where a game is not
// legal.
func (c *checker) run(s *streams, args []string, judge func(*record.Game) judged, write func(io.Writer, judged) error) error {
	// The queue's length bounds what is in flight: the reader waits when the
	// writer is that many batches behind.
	queue := make(chan *batch, 2*c.jobs)
	tasks := make(chan *batch, 2*c.jobs)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		defer close(queue)
		defer close(tasks)
		c.read(s, args, func(b *batch) bool {
			b.done = make(chan struct{})
			if b.failed != nil {
				close(b.done)
			}
			select {
			case queue <- b:
			case <-stop:
				return false
			}
			if b.failed == nil {
				tasks <- b // has room wherever queue had
			}
			return true
		})
	}()
	for range c.jobs {
		go func() {
			parser := grammar.NewParser()
			parser.Variant = c.asked
			for b := range tasks {
				for _, chunk := range b.chunks {
					b.results = append(b.results, judge(parser.Parse(chunk)))
				}
				b.chunks = nil
				close(b.done)
			}
		}()
	}

	games, faults, failed := 0, false, false
	for {
		if len(queue) == 0 {
			// Nothing to write for now: show what there is.
			if err := s.out.Flush(); err != nil {
				return err
			}
		}
		var b *batch
		select {
		case <-s.ctx.Done():
			s.complain("check: interrupted: %s judged, which is not all", count(games, "game", "games"))
			return errInterrupted
		case b = <-queue:
		}
		if b == nil {
			break
		}
		select {
		case <-s.ctx.Done():
			continue
		case <-b.done:
		}
		if b.failed != nil {
			s.complain("check: %v", b.failed)
			failed = true
		}
		for _, r := range b.results {
			games++
			faults = faults || r.verdict == replay.Illegal || r.verdict == replay.Unreadable
			if err := write(s.out, r); err != nil {
				return err
			}
		}
	}
	switch {
	case failed:
		return errTold
	case faults:
		return errFaults
	}
	return nil
}

// read cuts the files into batches of games, until emit returns false. A file
// without a game is a failure: nobody asks for that on purpose.
func (c *checker) read(s *streams, args []string, emit func(*batch) bool) {
	stopped := errors.New("stopped")
	fail := func(err error) error {
		if !emit(&batch{failed: err}) {
			return stopped
		}
		return nil
	}
	_ = eachFile(args, func(name string) error {
		c.files.Add(1)
		file, err := open(name, s.in)
		if err != nil {
			return fail(err)
		}
		defer file.Close()
		cutter, err := grammar.NewCutter(file, name, c.encoding)
		if err != nil {
			return fail(fmt.Errorf("%s: %w", name, err))
		}
		b, games := &batch{}, 0
		for {
			chunk, err := cutter.Next()
			if err == nil {
				games++
				b.chunks = append(b.chunks, chunk)
				b.bytes += len(chunk.Text)
				if len(b.chunks) < batchGames && b.bytes < batchBytes {
					continue
				}
			}
			if len(b.chunks) > 0 {
				if !emit(b) {
					return stopped
				}
				b = &batch{}
			}
			switch {
			case err == nil:
			case err != io.EOF:
				return fail(fmt.Errorf("%s: %w; %s before that", name, err, count(games, "game", "games")))
			case games == 0:
				return fail(fmt.Errorf("%s: no game in it", name))
			default:
				return nil
			}
		}
	}, func(err error) { _ = fail(err) })
}

// count returns a number with its noun, such as "1 game" or "2 games".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
