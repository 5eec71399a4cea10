package replay

import (
	"context"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// The size of a batch: so many pieces of work, or so many bytes of them,
// whichever is reached first. Handing over single games costs more than
// judging them.
const (
	batchGames = 64
	batchBytes = 128 << 10
)

// maxPatience is how long what is under way is waited for when it is to end.
const maxPatience = time.Second

// sized is a piece of work, such as the text of a game.
type sized interface {
	Size() int // bytes
}

// batch is a future: work, and the results that it will have once done.
type batch[In sized, Out any] struct {
	in   []In
	out  []Out
	err  error             // of the source, behind the batch's work
	done chan struct{}     // capacity 1; one token when the results are there
	room []*batch[In, Out] // others that must wait for it, because it is large
}

// Stream does the work that in yields, such as parsing and judging games, with
// several workers at once, and yields the results in the order of the work.
//
// In says by its method Size how many bytes of work it is. jobs is the number of workers, 0 for one a processor. newWorker is called
// once for each of them and returns its function, which does one piece of
// work and puts the result into *Out; each may have state of its own, such as
// a parser. in is iterated in a goroutine of its own.
//
// A result belongs to the stream: it is valid until the next is asked for, and
// is then handed to a worker again with what it holds, so that its buffers
// can be reused. What a caller keeps, it copies.
//
// Only a fixed number of batches is under way at any time, which bounds memory
// and makes a slow consumer slow the source down: at most 8*jobs+8 of 64 pieces
// or 128 KiB. One of a larger piece takes the room of several, so that no more
// than 2*jobs of a megabyte and more are under way.
//
// An error of in is yielded in its place, with a nil result; the stream goes on
// behind it as long as in does. When ctx ends, the work that has been handed
// to workers is finished and yielded as long as that takes no more than a second
// (a single game of many megabytes may), then ctx.Err(). When the caller stops, or
// that second is over, each worker ends behind the piece of work that it does; a
// source that is blocked in a read ends when that returns.
func Stream[In sized, Out any](ctx context.Context, jobs int, in iter.Seq2[In, error], newWorker func() func(In, *Out)) iter.Seq2[*Out, error] {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	return func(yield func(*Out, error) bool) {
		work, stop := context.WithCancel(ctx)
		defer stop()
		var left atomic.Bool // nobody waits for results any more
		defer left.Store(true)
		flight := 8*jobs + 8 // so many that nobody waits while another is given no processor
		free := make(chan *batch[In, Out], flight)
		for range flight {
			free <- &batch[In, Out]{done: make(chan struct{}, 1)}
		}
		todo := make(chan *batch[In, Out], flight)
		queue := make(chan *batch[In, Out], flight)

		var workers sync.WaitGroup
		for range jobs {
			workers.Go(func() {
				do := newWorker()
				for b := range todo {
					for i := range b.in {
						if left.Load() {
							return
						}
						do(b.in[i], &b.out[i])
					}
					b.done <- struct{}{}
				}
			})
		}
		go func() {
			defer close(queue)
			defer close(todo)
			cutBatches(work, in, free, (flight-1)/(2*jobs), func(b *batch[In, Out]) {
				// Both have room for all batches that there are.
				todo <- b
				queue <- b
			})
		}()

		var patience <-chan time.Time // from when ctx has ended
		isDone := func(b *batch[In, Out]) bool {
			select {
			case <-b.done:
				return true
			default:
			}
			select {
			case <-b.done:
				return true
			case <-ctx.Done():
			}
			if patience == nil {
				patience = time.After(maxPatience)
			}
			select {
			case <-b.done:
				return true
			case <-patience:
				return false
			}
		}
		deliver := func(b *batch[In, Out]) bool {
			if !isDone(b) {
				yield(nil, ctx.Err())
				return false
			}
			for i := range b.out {
				if !yield(&b.out[i], nil) {
					return false
				}
			}
			if b.err != nil && !yield(nil, b.err) {
				return false
			}
			for _, r := range b.room {
				free <- r
			}
			clear(b.room)
			b.room = b.room[:0]
			free <- b
			return true
		}
		for {
			select {
			case b, ok := <-queue:
				if !ok {
					workers.Wait()
					if ctx.Err() != nil {
						yield(nil, ctx.Err())
					}
					return
				}
				if !deliver(b) {
					return
				}
			case <-ctx.Done():
				// The source may be blocked: give out what it has handed over.
				for {
					select {
					case b, ok := <-queue:
						if ok {
							if !deliver(b) {
								return
							}
							continue
						}
					default:
					}
					yield(nil, ctx.Err())
					return
				}
			}
		}
	}
}

// cutBatches groups the work of in into batches taken from free and hands each
// over when it is full. A batch of more than batchBytes takes others with it, as
// many as are as large, but at most the given number.
func cutBatches[In sized, Out any](ctx context.Context, in iter.Seq2[In, error], free <-chan *batch[In, Out], room int, hand func(*batch[In, Out])) {
	var b *batch[In, Out]
	size := 0
	ready := func() bool {
		if b != nil {
			return true
		}
		select {
		case b = <-free:
			clear(b.in) // let go of the texts
			b.in, b.err, size = b.in[:0], nil, 0
			return true
		case <-ctx.Done():
			return false
		}
	}
	full := func() {
		// Results keep what they hold, for reuse.
		if n := len(b.in); n <= cap(b.out) {
			b.out = b.out[:n]
		} else {
			b.out = append(b.out[:cap(b.out)], make([]Out, n-cap(b.out))...)
		}
		for n := size / batchBytes; n > 1 && len(b.room) < room; n-- {
			select {
			case r := <-free:
				b.room = append(b.room, r)
			case <-ctx.Done():
				n = 0
			}
		}
		hand(b)
		b = nil
	}
	for w, err := range in {
		if !ready() {
			return
		}
		if err != nil {
			b.err = err
			full()
		} else {
			b.in = append(b.in, w)
			if size += w.Size(); len(b.in) == batchGames || size >= batchBytes {
				full()
			}
		}
		if ctx.Err() != nil {
			break
		}
	}
	if b != nil && len(b.in) > 0 {
		full()
	}
}
