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

// The size limits of a batch, by items and by bytes. Handing over single games costs more than
// judging them.
const (
	batchGames = 64
	batchBytes = 128 << 10
)

// maxPatience is how long Stream waits for batches in progress after its context ends.
const maxPatience = time.Second

// sized is an item of work, such as the text of a game.
type sized interface {
	Size() int // bytes
}

// batch is a future: items of work, and their results once done.
type batch[In sized, Out any] struct {
	in    []In
	out   []Out
	err   error         // from the source, after the batch's work
	done  chan struct{} // capacity 1; receives a token when the results are ready
	slots int           // slots that it occupies, more than one if it is large
}

// Stream processes the work that in yields, such as parsing and judging games, with several workers
// at once, and yields the results in the order of the work.
//
// The method Size of In returns the size of an item in bytes. jobs is the number of workers, or 0
// for one per processor. newWorker is called once per worker, by several goroutines at once, and
// returns its function, which processes one item and stores the result in *Out; each function may
// have its own state, such as a parser. in is iterated in a separate goroutine.
//
// A result belongs to the stream: it is valid until the next one is requested. It is then passed to
// a worker again with its contents, so that its buffers can be reused. Callers must copy what
// they keep.
//
// Only a fixed number of batches is in progress at any time, which bounds memory and makes a slow
// consumer slow the source down: at most 4*jobs+4 of 64 items or 128 KiB. A batch with a larger
// item counts as several, so that at most 2*jobs batches of a megabyte or more are in progress.
//
// An error of in is yielded in its place, with a nil result; the stream continues after it as long
// as in does. When ctx ends, work already handed to workers is finished and yielded if that takes
// no more than a second (a single game of many megabytes may take longer), then ctx.Err() is
// yielded. When the caller stops, or that second is over, each worker ends after its current item;
// a source that is blocked in a read ends when the read returns.
func Stream[In sized, Out any](ctx context.Context, jobs int, in iter.Seq2[In, error], newWorker func() func(In, *Out)) iter.Seq2[*Out, error] {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	return func(yield func(*Out, error) bool) {
		work, stop := context.WithCancel(ctx)
		defer stop()
		var left atomic.Bool // the caller no longer waits for results
		defer left.Store(true)
		flight := 4*jobs + 4 // enough that no worker waits for one that the scheduler preempted
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

		late := make(chan struct{}) // closed when batches in progress are no longer waited for
		defer context.AfterFunc(ctx, func() { time.AfterFunc(maxPatience, func() { close(late) }) })()
		for {
			var b *batch[In, Out]
			select {
			case b = <-c.queue:
				if b == nil {
					workers.Wait()
				}
			case <-ctx.Done():
				// The source may be blocked: yield the work that it has handed over.
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
			c.free <- b // before its slots are free, so that there are never more batches than slots
			for range slots {
				<-c.slots
			}
		}
	}
}

// cutter hands over work in batches. Each of its channels can hold all batches that exist.
type cutter[In sized, Out any] struct {
	ctx   context.Context
	slots chan struct{}        // one token per slot taken
	most  int                  // the most slots of a batch
	free  chan *batch[In, Out] // batches whose memory can be reused
	todo  chan *batch[In, Out] // for the workers
	queue chan *batch[In, Out] // for the caller
}

// take takes a slot, and reports whether it could before the context ended.
func (c *cutter[In, Out]) take() bool {
	select {
	case c.slots <- struct{}{}:
		return true
	case <-c.ctx.Done():
		return false
	}
}

// cut cuts in into batches. A batch of more than batchBytes takes a slot for each batchBytes.
func (c *cutter[In, Out]) cut(in iter.Seq2[In, error]) {
	defer close(c.queue)
	defer close(c.todo)
	var b *batch[In, Out] // the batch being filled, or nil if absent
	size := 0             // bytes of its work
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
				clear(b.in) // release the texts
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
