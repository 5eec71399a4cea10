package columnar_test

import (
	"bytes"
	"io"
	"strconv"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	arrowparquet "github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/schema"
	"github.com/stretchr/testify/require"
)

// tableOf returns a table's values as texts, column by column, as a library
// reads them that did not write them.
type tableOf map[string][]string

// Parquet is read here by Arrow's implementation, which shares no code with the
// one that wrote it.
func readParquet(t *testing.T, data []byte) tableOf {
	r, err := file.NewParquetReader(bytes.NewReader(data))
	require.NoError(t, err)
	defer r.Close()
	all := tableOf{}
	for g := range r.NumRowGroups() {
		group := r.RowGroup(g)
		for c := range r.MetaData().Schema.NumColumns() {
			name := r.MetaData().Schema.Column(c).Name()
			optional := r.MetaData().Schema.Column(c).MaxDefinitionLevel() > 0
			column, err := group.Column(c)
			require.NoError(t, err)
			levels := make([]int16, group.NumRows())
			var texts []string // of the values that are there
			switch column := column.(type) {
			case *file.BooleanColumnChunkReader:
				texts = readAll(t, levels, column.ReadBatch, strconv.FormatBool)
			case *file.Int32ColumnChunkReader:
				texts = readAll(t, levels, column.ReadBatch, func(v int32) string { return strconv.Itoa(int(v)) })
			case *file.Int64ColumnChunkReader:
				texts = readAll(t, levels, column.ReadBatch, func(v int64) string { return strconv.FormatInt(v, 10) })
			case *file.Float64ColumnChunkReader:
				texts = readAll(t, levels, column.ReadBatch, func(v float64) string {
					return strconv.FormatFloat(v, 'g', -1, 64)
				})
			case *file.ByteArrayColumnChunkReader:
				texts = readAll(t, levels, column.ReadBatch, func(v arrowparquet.ByteArray) string { return string(v) })
			default:
				t.Fatalf("column %s is %T", name, column)
			}
			if _, ok := r.MetaData().Schema.Column(c).LogicalType().(schema.DateLogicalType); ok {
				for i, days := range texts {
					n, err := strconv.Atoi(days)
					require.NoError(t, err)
					texts[i] = arrow.Date32(n).FormattedString()
				}
			}
			for i := range levels {
				if optional && levels[i] == 0 {
					all[name] = append(all[name], null)
					continue
				}
				all[name], texts = append(all[name], texts[0]), texts[1:]
			}
			require.Empty(t, texts, name)
		}
	}
	return all
}

// null is a value that is missing.
const null = array.NullValueStr

// readAll reads the rows of all levels and returns the values that are there, as texts.
func readAll[V any](t *testing.T, levels []int16,
	read func(rows int64, values []V, levels, repeated []int16) (int64, int, error), textOf func(V) string,
) (texts []string) {
	values := make([]V, len(levels))
	for left := int64(len(levels)); left > 0; {
		rows, n, err := read(left, values, levels[int64(len(levels))-left:], nil)
		require.NoError(t, err)
		require.NotZero(t, rows)
		left -= rows
		for _, v := range values[:n] {
			texts = append(texts, textOf(v))
		}
	}
	return texts
}

func readArrow(t *testing.T, format string, data []byte) tableOf {
	all := tableOf{}
	var next func() (arrow.Record, error)
	if format == "arrow" {
		r, err := ipc.NewFileReader(bytes.NewReader(data))
		require.NoError(t, err)
		next = r.Read
	} else {
		r, err := ipc.NewReader(bytes.NewReader(data))
		require.NoError(t, err)
		next = r.Read
	}
	for {
		rec, err := next()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		for i, f := range rec.Schema().Fields() {
			column := rec.Column(i)
			require.True(t, f.Nullable || column.NullN() == 0, f.Name)
			for j := range int(rec.NumRows()) {
				if column.IsNull(j) {
					all[f.Name] = append(all[f.Name], null)
				} else if d, ok := column.(*array.Dictionary); ok {
					all[f.Name] = append(all[f.Name], d.Dictionary().ValueStr(d.GetValueIndex(j)))
				} else {
					all[f.Name] = append(all[f.Name], column.ValueStr(j))
				}
			}
		}
	}
}

// known is a text, or null where there is none.
func known(text string) string {
	if text == "" {
		return null
	}
	return text
}
