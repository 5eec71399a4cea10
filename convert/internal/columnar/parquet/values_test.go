package parquet

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/stretchr/testify/require"
)

// Numbers come out as the library wrote them: runs and not, of all widths, up to
// the greatest and least, whose differences overflow.
func TestNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 7, 8, 9, 33, 127, 128, 129, 1000} {
		for width := range 64 {
			long, short, indices := make([]int64, n), make([]int32, n), make([]int32, n)
			for i := range n {
				x := random.Uint64() >> (63 - width)
				if i > 0 && random.IntN(3) > 0 {
					x = uint64(long[i-1])
				}
				long[i], short[i] = int64(x), int32(x)
				indices[i] = int32(x & (1<<min(width, 31) - 1))
			}
			require.Equal(t, long, all(t, n, must(new(delta.BinaryPackedEncoding).EncodeInt64(nil, long)), 8))
			require.Equal(t, widened64(short), all(t, n, must(new(delta.BinaryPackedEncoding).EncodeInt32(nil, short)), 4))
			if width > 31 {
				continue
			}
			packed := must((&rle.Encoding{BitWidth: width}).EncodeInt32(nil, indices))
			r, err := newHybrid(packed, width)
			require.NoError(t, err)
			require.Equal(t, widened64(indices), take(t, n, r))
		}
	}
	extremes := []int64{math.MaxInt64, math.MinInt64, 0, math.MinInt64, math.MaxInt64, -1, 1}
	require.Equal(t, extremes, all(t, len(extremes), must(new(delta.BinaryPackedEncoding).EncodeInt64(nil, extremes)), 8))
}

func widened64(numbers []int32) []int64 {
	wide := make([]int64, len(numbers))
	for i, x := range numbers {
		wide[i] = int64(x)
	}
	return wide
}

func all(t *testing.T, n int, data []byte, size int) []int64 {
	r, err := newDeltas(data, size)
	require.NoError(t, err)
	got := take(t, n, r)
	_, err = r.next()
	require.Error(t, err)
	return got
}

func take(t *testing.T, n int, r wholes) []int64 {
	got := make([]int64, n)
	for i := range got {
		x, err := r.next()
		require.NoError(t, err)
		got[i] = x
	}
	return got
}
