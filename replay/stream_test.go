package replay

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

type number int

func (n number) Size() int { return 1 }

type large int

func (n large) Size() int { return batchBytes }

type huge int

func (n huge) Size() int { return 100 * batchBytes }

func count(n int) iter.Seq2[number, error] {
	return func(yield func(number, error) bool) {
		for i := range n {
			if !yield(number(i), nil) {
				return
			}
		}
	}
}

func squares() func(number, *int) {
	return func(n number, out *int) { *out = int(n) * int(n) }
}

func TestStreamKeepsTheOrder(t *testing.T) {
	for _, jobs := range []int{0, 1, 2, 7} {
		for _, n := range []int{0, 1, batchGames - 1, batchGames, batchGames + 1, 10_000} {
			i := 0
			for square, err := range Stream(t.Context(), jobs, count(n), squares) {
				require.NoError(t, err)
				require.Equal(t, i*i, *square)
				i++
			}
			require.Equal(t, n, i)
		}
	}
}

func TestStreamYieldsErrorsInTheirPlace(t *testing.T) {
	broken := errors.New("broken")
	in := func(yield func(number, error) bool) {
		_ = yield(1, nil) && yield(2, nil) && yield(0, broken) && yield(3, nil)
	}
	var got []any
	for square, err := range Stream(t.Context(), 2, in, squares) {
		if err != nil {
			require.Nil(t, square)
			got = append(got, err)
		} else {
			got = append(got, *square)
		}
	}
	require.Equal(t, []any{1, 4, broken, 9}, got)
}

func TestStreamStopsWithItsCaller(t *testing.T) {
	var made atomic.Int64
	in := func(yield func(large, error) bool) {
		for yield(large(made.Add(1)), nil) {
		}
	}
	worker := func() func(large, *int) { return func(n large, out *int) { *out = int(n) } }
	i := 0
	for n := range Stream(t.Context(), 2, in, worker) {
		i++
		require.Equal(t, i, *n)
		// One large item is a batch; there are no more than the batches in progress, one being
		// handed over by the source and one being yielded.
		require.LessOrEqual(t, made.Load(), int64(i+8*2+8+1))
		if i == 100 {
			break
		}
	}
	require.Equal(t, 100, i)
}

// Of items larger than a batch, only two per worker are in progress.
func TestStreamHoldsFewLargePieces(t *testing.T) {
	for _, jobs := range []int{1, 2, 5} {
		var made atomic.Int64
		in := func(yield func(huge, error) bool) {
			for made.Load() < 100 && yield(huge(made.Add(1)), nil) {
			}
		}
		worker := func() func(huge, *int) { return func(n huge, out *int) { *out = int(n) } }
		i := 0
		for n, err := range Stream(t.Context(), jobs, in, worker) {
			require.NoError(t, err)
			i++
			require.Equal(t, i, *n)
			// And one in the source, waiting for a slot.
			require.LessOrEqual(t, made.Load(), int64(i+2*jobs+1))
		}
		require.Equal(t, 100, i)
	}
}

func TestStreamEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	block := make(chan struct{})
	defer close(block)
	// The source hands over a few batches and then blocks, like a terminal.
	in := func(yield func(number, error) bool) {
		for i := range 3 * batchGames {
			yield(number(i), nil)
		}
		<-block
	}
	i := 0
	var last error
	for square, err := range Stream(ctx, 2, in, squares) {
		if err != nil {
			last = err
			break
		}
		require.Equal(t, i*i, *square)
		i++
		if i == 3*batchGames {
			cancel()
		}
	}
	require.Equal(t, 3*batchGames, i, "what was handed over is finished")
	require.ErrorIs(t, last, context.Canceled)
}

// A slow item, such as a game of many megabytes, is awaited for a second. Items after it are not
// started.
func TestStreamEndsThoughAPieceTakesLong(t *testing.T) {
	const until = time.Minute // when the context is canceled
	for _, c := range []struct {
		takes, ends time.Duration
		seen, begun int
	}{
		{until + maxPatience/2, until + maxPatience/2, 5, 5},
		{time.Hour, until + maxPatience, 2, 3},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			var begun atomic.Int64
			newWorker := func() func(large, *int) {
				return func(n large, out *int) {
					if begun.Add(1); n == 2 {
						time.Sleep(c.takes)
					}
					*out = int(n)
				}
			}
			in := func(yield func(large, error) bool) {
				for i := range 5 {
					yield(large(i), nil)
				}
				<-ctx.Done()
			}
			time.AfterFunc(until, cancel)
			begin := time.Now()
			seen := 0
			var last error
			for n, err := range Stream(ctx, 1, in, newWorker) {
				if last = err; err == nil {
					require.Equal(t, seen, *n)
					seen++
				}
			}
			require.ErrorIs(t, last, context.Canceled)
			require.Equal(t, c.seen, seen)
			require.Equal(t, c.ends, time.Since(begin))
			time.Sleep(c.takes)
			synctest.Wait()
			require.EqualValues(t, c.begun, begun.Load())
		})
	}
}

func TestStreamEndsThoughSourceGoesOn(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	in := func(yield func(number, error) bool) {
		for i := 0; yield(number(i), nil); i++ {
		}
	}
	i := 0
	var last error
	for square, err := range Stream(ctx, 2, in, squares) {
		if last = err; err == nil {
			require.Equal(t, i*i, *square)
			i++
		}
	}
	require.ErrorIs(t, last, context.DeadlineExceeded)
}

func BenchmarkStream(b *testing.B) {
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for range Stream(b.Context(), 2, count(100_000), squares) {
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "pieces/s")
}
