package parquet

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/columnar"
)

// Indices of every width come out of the library as they went in, and take no more
// than their bits.
func TestIndices(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for width := range 25 {
		for n := range 70 {
			indices := make([]int32, n)
			for i := range indices {
				indices[i] = random.Int32N(1 << width)
			}
			got := appendIndices([]byte("before"), indices, width)
			require.Equal(t, "before", string(got[:6]))
			require.Equal(t, byte(width), got[6])
			if width > 0 {
				_, head := binary.Uvarint(got[7:])
				require.Len(t, got[7+head:], (n+7)/8*width, "%d of %d bits", n, width)
			}
			back, err := (&rle.Encoding{BitWidth: width}).DecodeInt32(nil, got[7:])
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(back), n)
			require.Equal(t, indices, append(make([]int32, 0), back[:n]...), "%d of %d bits", n, width)
		}
	}
}

// Batches have a few rows more than a page, and tables of trees more than row groups:
// there are neither pages nor groups of the rest.
func TestNoRests(t *testing.T) {
	columns := []columnar.Column{{Name: "n", Type: columnar.Int32}}
	table := func(rows int) *columnar.Table {
		numbers := make([]int32, rows)
		for i := range numbers {
			numbers[i] = int32(i % 71)
		}
		return &columnar.Table{Columns: columns, Vectors: []columnar.Vector{{Int32s: numbers}}, Rows: rows}
	}
	for _, c := range []struct {
		name    string
		batches []int
		groups  []int64
		pages   []int
	}{
		{"batches", []int{pageRows + 28, pageRows + 90, pageRows + 1, pageRows, pageRows, 5}, []int64{groupRows + 118, groupRows + 1, pageRows + 5}, []int{2, 2, 2}},
		{"a tree's table", []int{4*groupRows + 60}, []int64{groupRows, groupRows, groupRows, groupRows + 60}, []int{2, 2, 2, 2}},
		{"a large batch", []int{groupRows + groupRows/2}, []int64{groupRows, groupRows / 2}, []int{2, 1}},
	} {
		var file bytes.Buffer
		e := NewEncoder(&file, columns)
		for _, rows := range c.batches {
			require.NoError(t, e.Encode(table(rows)), c.name)
		}
		require.NoError(t, e.Close(), c.name)
		meta, err := footer(bytes.NewReader(file.Bytes()), int64(file.Len()))
		require.NoError(t, err, c.name)
		var groups []int64
		var pages []int
		for _, g := range meta.RowGroups {
			groups = append(groups, g.NumRows)
			at := g.Columns[0].OffsetIndexOffset
			var places format.OffsetIndex
			require.NoError(t, thrift.Unmarshal(&protocol, file.Bytes()[at:at+int64(g.Columns[0].OffsetIndexLength)], &places), c.name)
			pages = append(pages, len(places.PageLocations))
		}
		require.Equal(t, c.groups, groups, c.name)
		require.Equal(t, c.pages, pages, c.name)
	}
}
