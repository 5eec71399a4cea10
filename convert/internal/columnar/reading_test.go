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
			n := group.NumRows()
			levels := make([]int16, n)
			var texts []string // of the values that are there
			switch column := column.(type) {
			case *file.BooleanColumnChunkReader:
				buffer := make([]bool, n)
				got := readAll(t, n, func(from, m int64, values int) (int64, int, error) {
					return column.ReadBatch(m, buffer[values:], levels[from:], nil)
				})
				for _, v := range buffer[:got] {
					texts = append(texts, strconv.FormatBool(v))
				}
			case *file.Int32ColumnChunkReader:
				buffer := make([]int32, n)
				got := readAll(t, n, func(from, m int64, values int) (int64, int, error) {
					return column.ReadBatch(m, buffer[values:], levels[from:], nil)
				})
				for _, v := range buffer[:got] {
					texts = append(texts, strconv.Itoa(int(v)))
				}
			case *file.Int64ColumnChunkReader:
				buffer := make([]int64, n)
				got := readAll(t, n, func(from, m int64, values int) (int64, int, error) {
					return column.ReadBatch(m, buffer[values:], levels[from:], nil)
				})
				for _, v := range buffer[:got] {
					texts = append(texts, strconv.FormatInt(v, 10))
				}
			case *file.Float64ColumnChunkReader:
				buffer := make([]float64, n)
				got := readAll(t, n, func(from, m int64, values int) (int64, int, error) {
					return column.ReadBatch(m, buffer[values:], levels[from:], nil)
				})
				for _, v := range buffer[:got] {
					texts = append(texts, strconv.FormatFloat(v, 'g', -1, 64))
				}
			case *file.ByteArrayColumnChunkReader:
				buffer := make([]arrowparquet.ByteArray, n)
				got := readAll(t, n, func(from, m int64, values int) (int64, int, error) {
					return column.ReadBatch(m, buffer[values:], levels[from:], nil)
				})
				for _, v := range buffer[:got] {
					texts = append(texts, string(v))
				}
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
			for i := range n {
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

// readAll reads all of n rows and returns how many of them have values.
func readAll(t *testing.T, n int64, read func(from, left int64, values int) (int64, int, error)) (values int) {
	for from := int64(0); from < n; {
		rows, got, err := read(from, n-from, values)
		require.NoError(t, err)
		require.NotZero(t, rows)
		from += rows
		values += got
	}
	return values
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
