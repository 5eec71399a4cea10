package convert

import (
	"context"
	"iter"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/convert/internal/source"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Entry is a game of an input as a worker of Each gets it. All of it is valid until the
// worker's function returns, and its memory is reused then.
type Entry struct {
	Text
	Game    *record.Game // as it was read
	Report  replay.Report
	Arbiter replay.Arbiter

	variant record.Variant
}

// Judge judges the game, and returns the entry's report.
func (e *Entry) Judge() *replay.Report {
	e.Arbiter.Judge(e.Game, e.variant, &e.Report)
	return &e.Report
}

// NewParser returns what turns the texts of games of any format into games, of the variant
// that is given or that they name (see grammar.Parser). It parses each distinct word once
// and keeps the result; it is not safe for concurrent use.
func NewParser(variant record.Variant) *source.Parser { return source.NewParser(variant) }

// Each reads all games of an input with several workers at once, has them make an Out of each
// game, and yields these in the order of the input, as replay.Stream does: an Out is valid until
// the next iteration, which reuses it, errors are yielded in their place with nil, and when ctx
// ends its error comes last. NewWorker is called once for each worker, and the function that it
// returns for each of its games. Memory does not grow with the input.
func Each[Out any](ctx context.Context, in *Input, newWorker func() func(*Entry, *Out)) iter.Seq2[*Out, error] {
	return replay.Stream(ctx, in.o.Jobs, in.Texts(), func() func(Text, *Out) {
		parser := source.NewParser(in.o.Variant)
		e := &Entry{Game: new(record.Game), variant: in.o.Variant}
		do := newWorker()
		return func(text Text, out *Out) {
			e.Text = text
			parser.ParseInto(text.Chunk, e.Game)
			do(e, out)
		}
	})
}

// Judge yields the reports on all games of an input, in order, which are judged by several
// workers at once. A report is the caller's to keep. What cannot be read is an error
// in its place, and the next game or file follows; where ctx ends its error comes last.
func Judge(ctx context.Context, in *Input) iter.Seq2[*replay.Report, error] {
	return fresh(ctx, in, func(e *Entry) *replay.Report { return new(*e.Judge()) })
}

// Games yields all games of the input, in order; nothing is judged but where one ends and the
// next begins. A game is the caller's to keep. Errors are as those of Judge.
func (in *Input) Games(ctx context.Context) iter.Seq2[*record.Game, error] {
	return fresh(ctx, in, func(e *Entry) *record.Game { return e.Game })
}

// fresh yields what is made of entries whose memory is not reused.
func fresh[Out any](ctx context.Context, in *Input, made func(*Entry) *Out) iter.Seq2[*Out, error] {
	return pointed(Each(ctx, in, func() func(*Entry, **Out) {
		return func(e *Entry, out **Out) {
			*out = made(e)
			e.Game, e.Report = new(record.Game), replay.Report{}
		}
	}))
}

// pointed yields what the pointers point to, and nil with errors.
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

// Marked yields the positions of a judged game and of its variations at which the record
// wants a diagram, in the order of the text. The place of each is the number of the
// variation, 0 for the game's own moves, and how many of its plies stand before it.
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
