package convert

import (
	"context"
	"iter"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Entry is one game of an input, as passed to a worker of Each. It is valid until the worker's
// function returns; its memory is then reused.
type Entry struct {
	Text
	Game    *record.Game // as read
	Report  replay.Report
	Arbiter replay.Arbiter

	variant record.Variant
}

// Judge judges the game and returns the entry's report.
func (e *Entry) Judge() *replay.Report {
	e.Arbiter.Judge(e.Game, e.variant, &e.Report)
	return &e.Report
}

// Each reads all games of an input with several concurrent workers, which make an Out of each
// game, and yields the Outs in input order, as replay.Stream does: an Out is valid until the next
// iteration, errors are yielded in place with a nil Out, and when ctx ends its error comes last.
// newWorker is called once per worker, by several goroutines at once; the function it returns is
// called for each game. Memory use does not grow with the input.
func Each[Out any](ctx context.Context, in *Input, newWorker func() func(*Entry, *Out)) iter.Seq2[*Out, error] {
	return replay.Stream(ctx, in.o.Jobs, in.pass, func() func(Text, *Out) {
		parser := NewParser(in.o.Variant)
		e := &Entry{Game: new(record.Game), variant: in.o.Variant}
		do := newWorker()
		return func(text Text, out *Out) {
			e.Text = text
			parser.ParseInto(text.Chunk, e.Game)
			do(e, out)
		}
	})
}

// Judge yields the reports on all games of an input, in order, judged by several concurrent
// workers. The caller may keep a report. A read error is yielded in place, and reading continues
// with the next game or file; when ctx ends, its error comes last.
func Judge(ctx context.Context, in *Input) iter.Seq2[*replay.Report, error] {
	return fresh(ctx, in, func(e *Entry) *replay.Report { return new(*e.Judge()) })
}

// Games yields all games of the input, in order. It consults the rules only to find where one
// game ends and the next begins. The caller may keep a game. Errors are yielded as by Judge.
func (in *Input) Games(ctx context.Context) iter.Seq2[*record.Game, error] {
	return fresh(ctx, in, func(e *Entry) *record.Game { return e.Game })
}

// fresh yields the result of made for each entry. The memory of entries is not reused.
func fresh[Out any](ctx context.Context, in *Input, made func(*Entry) *Out) iter.Seq2[*Out, error] {
	return pointed(Each(ctx, in, func() func(*Entry, **Out) {
		return func(e *Entry, out **Out) {
			*out = made(e)
			e.Game, e.Report = new(record.Game), replay.Report{}
		}
	}))
}

// pointed dereferences the outer pointers of all, and yields nil with errors.
func pointed[T any](all iter.Seq2[**T, error]) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for p, err := range all {
			if err != nil {
				p = new(*T)
			}
			if !yield(*p, err) {
				return
			}
		}
	}
}

// Marked yields the positions of a judged game and its variations at which the record asks for a
// diagram, in text order. The key is the number of the variation, 0 for the main line, and the
// number of plies played before the position.
func Marked(r *replay.Report) iter.Seq2[[2]int, record.Position] {
	return func(yield func([2]int, record.Position) bool) {
		at := notation.Positions(r, replay.Full)
		for _, run := range notation.Runs(r, notation.Options{}) {
			place := notation.Place{Variation: run.Variation, Ply: run.Ply}
			if p, known := at[place]; known && run.Role == notation.Diagram &&
				!yield([2]int{run.Variation, run.Ply}, p.Position) {
				return
			}
		}
	}
}
