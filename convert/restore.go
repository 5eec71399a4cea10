package convert

import (
	"cmp"
	"context"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/internal/restored"
	"github.com/stolb/stolb/convert/internal/source"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// Restored is a damaged record, on one sheet or on those of both players, with
// the legal game that most probably underlies it. Its AppendJSON appends it as
// the line of JSON that the command writes; its Report is the game for a writer.
type Restored = restored.Found

// Answers are the answers of people about games, by ply: a move in full,
// restore.CannotTell or restore.NoMove.
type Answers = restored.Answers

// ReadAnswers reads a file of answers, a line of JSON each. A later answer about a
// ply takes the place of an earlier one. The error has the line.
func ReadAnswers(r io.Reader) (Answers, error) { return restored.ReadAnswers(r) }

// Percent returns a probability as a person reads it; only what is certain is 100 %.
func Percent(p float64, in message.Language) string { return restored.Percent(p, in) }

// Restore yields the game of each record of an input that was opened with Damaged, in order, by
// the given hand and with the answers; see package replay/restore. Errors are as those of Judge.
func Restore(ctx context.Context, in *Input, hand *restore.Confusions, answers Answers) iter.Seq2[*Restored, error] {
	return pointed(EachRestored(ctx, in, hand, answers, func() func(*Restored, **Restored) {
		return func(f *Restored, out **Restored) { *out = f }
	}))
}

// EachRestored has the records restored by several workers at once, which make
// something of each: it is to Restore what Each is to Judge.
func EachRestored[Out any](ctx context.Context, in *Input, hand *restore.Confusions, answers Answers,
	newWorker func() func(*Restored, *Out),
) iter.Seq2[*Out, error] {
	return eachDamaged(ctx, in, func() func(*Restored, *Out) {
		r, do := NewRestorer(in, hand), newWorker()
		return func(f *Restored, out *Out) {
			f.Restore(r, answers[f.Key()])
			do(f, out)
		}
	})
}

// NewRestorer returns what restores a record of an input once more, with other
// answers, by Restored.Restore.
func NewRestorer(in *Input, hand *restore.Confusions) *restore.Restorer {
	r := restore.New(hand)
	r.Certain = in.o.Certain
	return r
}

// The hand is learned from so many records, and in so many rounds.
const (
	maxLearned  = 256
	learnRounds = 2
)

// LearnHand returns the hand that wrote the records of an input, learned from
// some that are spread evenly over it, beginning with the given one. What cannot be
// read is passed over. The error is that of ctx.
func LearnHand(ctx context.Context, in *Input, hand *restore.Confusions) (*restore.Confusions, error) {
	var learned []*restore.Record
	step, n := 1, 0
	all := eachDamaged(ctx, in, func() func(*Restored, **restore.Record) {
		r := NewRestorer(in, hand)
		return func(f *Restored, out **restore.Record) {
			if f.Record == nil {
				f.Restore(r, nil) // for its variant
			}
			*out = f.Record
		}
	})
	in.records.Store(0)
	for rec, err := range all {
		if err == nil {
			in.records.Add(1)
		}
		if err != nil || *rec == nil {
			continue
		}
		if n++; (n-1)%step != 0 {
			continue
		}
		if learned = append(learned, *rec); len(learned) > maxLearned {
			odd := true
			learned = slices.DeleteFunc(learned, func(*restore.Record) bool { odd = !odd; return odd })
			step *= 2
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return restore.Learn(ctx, hand, learned, learnRounds, cmp.Or(in.o.Jobs, runtime.GOMAXPROCS(0)))
}

// damaged is a record as a piece of work: its texts, one or two.
type damaged []Text

// Size makes a batch of a few games: to restore one takes as long as to judge thousands.
func (damaged) Size() int { return 48 << 10 }

// eachDamaged has the records of an input read by several workers, which make
// something of each; it is not restored yet.
func eachDamaged[Out any](ctx context.Context, in *Input, newWorker func() func(*Restored, *Out)) iter.Seq2[*Out, error] {
	return replay.Stream(ctx, in.o.Jobs, in.damaged, func() func(damaged, *Out) {
		parser, do := source.NewParser(in.o.Variant), newWorker()
		return func(texts damaged, out *Out) {
			sheets := make([]*restored.Sheet, len(texts))
			for i, t := range texts {
				t.Chunk.Text = strings.Clone(t.Chunk.Text) // and not the texts around it
				sheets[i] = restored.NewSheet(parser, t.Chunk, t.Recognised)
			}
			do(restored.New(in.o.Variant, sheets...), out)
		}
	})
}

// damaged yields the records, with Together the n-th of both files as one. One that
// has no partner is yielded alone, and reported as an error after them.
func (in *Input) damaged(yield func(damaged, error) bool) {
	if !in.o.Together {
		for t, err := range in.Texts() {
			if err != nil && !yield(nil, err) || err == nil && !yield(damaged{t}, nil) {
				return
			}
		}
		return
	}
	if n := len(in.names); n != 2 {
		yield(nil, message.Of("usage.together-two", "n", n))
		return
	}
	in.files.Store(0)
	var next [2]func() (Text, error, bool)
	for i := range next {
		player := Open(in.names[i:i+1], in.o)
		player.counts, player.scans = in.counts, in.scans
		var stop func()
		next[i], stop = iter.Pull2(player.fileTexts)
		defer stop()
	}
	var counts [2]int
	for {
		var texts damaged
		for i := range next {
			t, err, ok := next[i]()
			for ; err != nil; t, err, ok = next[i]() {
				if !yield(nil, err) {
					return
				}
			}
			if ok {
				texts, counts[i] = append(texts, t), counts[i]+1
			}
		}
		if len(texts) == 0 {
			break
		}
		if !yield(texts, nil) {
			return
		}
	}
	for i, n := range counts {
		if n -= counts[1-i]; n > 0 {
			yield(nil, message.Of("restore.alone", "file", in.names[i], "n", n, "other", in.names[1-i]))
		}
	}
}
