package convert

import (
	"cmp"
	"context"
	"iter"
	"runtime"
	"slices"
	"strings"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// Restore yields the game restored from each record of an input opened with Damaged, in order,
// given the hand and the answers; see package replay/restore. Errors are yielded as by Judge.
func Restore(ctx context.Context, in *Input, hand *restore.Confusions, answers Answers) iter.Seq2[*Restored, error] {
	return pointed(EachRestored(ctx, in, hand, answers, func() func(*Restored, **Restored) {
		return func(f *Restored, out **Restored) { *out = f }
	}))
}

// EachRestored restores the records with several concurrent workers, which make an Out of each:
// it is to Restore what Each is to Judge.
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

// NewRestorer returns a Restorer for Restored.Restore, to restore a record of an input again with
// other answers.
func NewRestorer(in *Input, hand *restore.Confusions) *restore.Restorer {
	r := restore.New(hand)
	r.Certain = in.o.Certain
	return r
}

// The sample of LearnHand: at most maxLearned records, learned in learnRounds rounds.
const (
	maxLearned  = 256
	learnRounds = 2
)

// LearnHand learns the hand that wrote the records of an input, starting from the given hand,
// from a sample spread evenly over the input. Records that cannot be read are skipped. The error
// is that of ctx.
func LearnHand(ctx context.Context, in *Input, hand *restore.Confusions) (*restore.Confusions, error) {
	var learned []*restore.Record
	step, n := 1, 0
	all := eachDamaged(ctx, in, func() func(*Restored, **restore.Record) {
		r := NewRestorer(in, hand)
		return func(f *Restored, out **restore.Record) {
			if f.Record == nil {
				f.Restore(r, nil) // to infer its variant
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

// damaged is one record to restore: its texts, one or two.
type damaged []Text

// Size keeps batches small: restoring one record takes as long as judging thousands of games.
func (damaged) Size() int { return 48 << 10 }

// eachDamaged reads the records of an input with several workers, which make an Out of each; the
// records are not restored yet.
func eachDamaged[Out any](ctx context.Context, in *Input, newWorker func() func(*Restored, *Out)) iter.Seq2[*Out, error] {
	return replay.Stream(ctx, in.o.Jobs, in.damaged, func() func(damaged, *Out) {
		parser, do := NewParser(in.o.Variant), newWorker()
		return func(texts damaged, out *Out) {
			sheets := make([]*sheet, len(texts))
			for i, t := range texts {
				t.Chunk.Text = strings.Clone(t.Chunk.Text) // do not retain the texts around it
				sheets[i] = newSheet(parser, t.Chunk, t.Recognised)
			}
			do(newRestored(in.o.Variant, sheets...), out)
		}
	})
}

// damaged yields the records; with Together, the n-th records of both files as one. A record
// without a counterpart is yielded alone, and reported as an error at the end.
func (in *Input) damaged(yield func(damaged, error) bool) {
	if !in.o.Together {
		for t, err := range in.pass {
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
