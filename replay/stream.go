package replay

import (
	"context"
	"iter"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// The size of a batch: so many pieces of work, or so many bytes of them, whichever is reached
// first. Handing over single games costs more than judging them.
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
	in    []In
	out   []Out
	err   error         // of the source, after the batch's work
	done  chan struct{} // capacity 1; one token when the results are there
	slots int           // of those under way that it takes, more than one where it is large
}

// Stream does the work that in yields, such as parsing and judging games, with
// several workers at once, and yields the results in the order of the work.
//
// In says by its method Size how many bytes of work it is. jobs is the number of workers,
// 0 for one a processor. newWorker is called once for each of them and returns its
// function, which does one piece of work and puts the result into *Out; each may have state
// of its own, such as a parser. in is iterated in a goroutine of its own.
//
// A result belongs to the stream: it is valid until the next is requested, and
// is then handed to a worker again with what it holds, so that its buffers
// can be reused. What a caller keeps, it copies.
//
// Only a fixed number of batches is under way at any time, which bounds memory and makes a slow
// consumer slow the source down: at most 4*jobs+4 of 64 pieces or 128 KiB. One of a larger piece
// counts as several, so that no more than 2*jobs of a megabyte and more are under way.
//
// An error of in is yielded in its place, with a nil result; the stream continues after it as long
// as in does. When ctx ends, the work that has been handed to workers is finished and yielded as
// long as that takes no more than a second (a single game of many megabytes may), then ctx.Err().
// When the caller stops, or that second is over, each worker ends after its current piece of work;
// a source that is blocked in a read ends when that returns.
func Stream[In sized, Out any](ctx context.Context, jobs int, in iter.Seq2[In, error], newWorker func() func(In, *Out)) iter.Seq2[*Out, error] {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	return func(yield func(*Out, error) bool) {
		work, stop := context.WithCancel(ctx)
		defer stop()
		var left atomic.Bool // no caller waits for results any more
		defer left.Store(true)
		flight := 4*jobs + 4 // so many that no worker waits for one that the scheduler stopped
		c := cutter[In, Out]{
			ctx: work, slots: make(chan struct{}, flight), most: (flight-1)/(2*jobs) + 1,
			free: make(chan *batch[In, Out], flight), todo: make(chan *batch[In, Out], flight), queue: make(chan *batch[In, Out], flight),
		}
		var workers sync.WaitGroup
		for range jobs {
			workers.Go(func() {
				do := newWorker()
				for b := range c.todo {
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
		go c.cut(in)

		late := make(chan struct{}) // closed when what is under way is waited for no more
		defer context.AfterFunc(ctx, func() { time.AfterFunc(maxPatience, func() { close(late) }) })()
		for {
			var b *batch[In, Out]
			select {
			case b = <-c.queue:
				if b == nil {
					workers.Wait()
				}
			case <-ctx.Done():
				// The source may be blocked: give out what it has handed over.
				select {
				case b = <-c.queue:
				default:
				}
			}
			done := b != nil
			if done {
				select {
				case <-b.done:
				case <-late:
					done = false
				}
			}
			if !done {
				if ctx.Err() != nil {
					yield(nil, ctx.Err())
				}
				return
			}
			for i := range b.out {
				if !yield(&b.out[i], nil) {
					return
				}
			}
			if b.err != nil && !yield(nil, b.err) {
				return
			}
			slots := b.slots
			c.free <- b // before its slots are free, so that there are no more batches than slots
			for range slots {
				<-c.slots
			}
		}
	}
}

// cutter hands over work in batches. Its channels can hold all batches that there are.
type cutter[In sized, Out any] struct {
	ctx   context.Context
	slots chan struct{}        // one token for each that is taken
	most  int                  // slots of a batch
	free  chan *batch[In, Out] // whose memory is to be used again
	todo  chan *batch[In, Out] // for the workers
	queue chan *batch[In, Out] // for the caller
}

// take takes a slot, and says whether it could before the end.
func (c *cutter[In, Out]) take() bool {
	select {
	case c.slots <- struct{}{}:
		return true
	case <-c.ctx.Done():
		return false
	}
}

// cut cuts the work of in. A batch of more than batchBytes takes as many slots as are as large.
func (c *cutter[In, Out]) cut(in iter.Seq2[In, error]) {
	defer close(c.queue)
	defer close(c.todo)
	var b *batch[In, Out] // that is being filled; nil for none
	size := 0             // of its work in bytes
	hand := func() {
		// Results keep what they hold, for reuse.
		n := len(b.in)
		b.out = slices.Grow(b.out[:cap(b.out)], max(0, n-cap(b.out)))[:n]
		for b.slots < min(size/batchBytes, c.most) && c.take() {
			b.slots++
		}
		c.todo <- b
		c.queue <- b
		b, size = nil, 0
	}
	for w, err := range in {
		if b == nil {
			if !c.take() {
				return
			}
			select {
			case b = <-c.free:
				clear(b.in) // let go of the texts
			default:
				b = &batch[In, Out]{done: make(chan struct{}, 1)}
			}
			b.in, b.slots = b.in[:0], 1
		}
		if b.err = err; err == nil {
			b.in = append(b.in, w)
			size += w.Size()
		}
		if err != nil || len(b.in) == batchGames || size >= batchBytes {
			hand()
		}
		if c.ctx.Err() != nil {
			break
		}
	}
	if b != nil {
		hand()
	}
}
