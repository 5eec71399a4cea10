package parquet_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	arrowparquet "github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/convert/internal/columnar/parquet"
)

// Numbers of 8 bytes are written in the way that takes the least, and Arrow reads what
// was given: few that come again by a dictionary, places in a file by their differences,
// what is all different as it is; and a dictionary that becomes too large is left.
func TestLongs(t *testing.T) {
	plain, words, difference := arrowparquet.Encodings.Plain, arrowparquet.Encodings.RLEDict, arrowparquet.Encodings.DeltaBinaryPacked
	random := rand.New(rand.NewPCG(5, 6))
	any64 := func(int) int64 { return int64(random.Uint64()) }
	var few [50]int64
	for i := range few {
		few[i] = any64(i)
	}
	for _, c := range []struct {
		name   string
		n      int
		of     func(i int) int64
		column columnar.Column
		want   []arrowparquet.Encoding
	}{
		{"few", 5000, func(int) int64 { return few[random.IntN(len(few))] }, columnar.Column{Type: columnar.Int64}, []arrowparquet.Encoding{plain, words}},
		{"places", 5000, func(i int) int64 { return int64(700*i) + random.Int64N(9) }, columnar.Column{Type: columnar.Int64}, []arrowparquet.Encoding{difference}},
		{"far apart", 5000, func(i int) int64 { return []int64{math.MaxInt64, math.MinInt64}[i&1] + int64(i) }, columnar.Column{Type: columnar.Int64}, []arrowparquet.Encoding{difference}},
		{"different", 5000, any64, columnar.Column{Type: columnar.Int64}, []arrowparquet.Encoding{plain}},
		{"hashes", 5000, func(i int) int64 { return few[i%7] }, columnar.Column{Type: columnar.Int64, Distinct: true}, []arrowparquet.Encoding{plain}},
		{"few, then different", 1 << 18, func(i int) int64 {
			if i < 1<<17 {
				return few[random.IntN(len(few))]
			}
			return any64(i)
		}, columnar.Column{Type: columnar.Int64}, []arrowparquet.Encoding{plain, words}},
		{"one", 1, any64, columnar.Column{Type: columnar.Int64}, []arrowparquet.Encoding{plain}},
		{"few fractions", 5000, func(int) int64 { return int64(random.IntN(20)) }, columnar.Column{Type: columnar.Float64}, []arrowparquet.Encoding{plain, words}},
		{"fractions", 5000, any64, columnar.Column{Type: columnar.Float64}, []arrowparquet.Encoding{plain}},
		{"some are missing", 5000, func(int) int64 { return int64(random.IntN(20)) }, columnar.Column{Type: columnar.Float64, Optional: true}, []arrowparquet.Encoding{plain, words, arrowparquet.Encodings.RLE}},
		{"all are missing", 50, nil, columnar.Column{Type: columnar.Int64, Optional: true}, []arrowparquet.Encoding{plain, arrowparquet.Encodings.RLE}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.column.Name = "n"
			var v columnar.Vector
			var want []string
			for i := range c.n {
				missing := c.of == nil || c.column.Optional && random.IntN(3) == 0
				x, text := int64(0), null
				if !missing {
					x = c.of(i)
				}
				if c.column.Optional {
					v.Missing = append(v.Missing, missing)
				}
				if c.column.Type == columnar.Float64 {
					v.Float64s = append(v.Float64s, float64(x)/7)
					text = strconv.FormatFloat(float64(x)/7, 'g', -1, 64)
				} else {
					v.Int64s = append(v.Int64s, x)
					text = strconv.FormatInt(x, 10)
				}
				if missing {
					text = null
				}
				want = append(want, text)
			}
			var out bytes.Buffer
			e := parquet.NewEncoder(&out, []columnar.Column{c.column})
			require.NoError(t, e.Encode(&columnar.Table{Columns: []columnar.Column{c.column}, Vectors: []columnar.Vector{v}, Rows: c.n}))
			require.NoError(t, e.Close())
			require.Equal(t, want, readParquet(t, out.Bytes())["n"])
			r, err := file.NewParquetReader(bytes.NewReader(out.Bytes()))
			require.NoError(t, err)
			defer r.Close()
			chunk, err := r.MetaData().RowGroup(0).ColumnChunk(0)
			require.NoError(t, err)
			require.ElementsMatch(t, c.want, chunk.Encodings())
		})
	}
}
