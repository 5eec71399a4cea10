// Package parquet writes and reads the tables of package columnar as Apache
// Parquet files. It is a package of its own because of what it depends on.
//
// Read first: NewEncoder, which is given to columnar.NewWriter.
package parquet

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/stolb/stolb/convert/columnar"
)

// groupRows is how many rows a row group has before it is closed: several
// batches, for engines share work by row groups.
const groupRows = 1 << 19

// chunk is how many values a column is handed at once, which is also the most
// rows by which a page can be too large.
const chunk = 1 << 10

// codec is shared: it keeps the encoders that nobody uses.
var codec compress.Codec = &zstd.Codec{Level: zstd.SpeedFastest}

// Format is the format of a columnar.Dataset.
var Format = columnar.Format{Extension: ".parquet", Encoder: NewEncoder}

// encoder writes a table as Parquet.
type encoder struct {
	columns []columnar.Column
	writer  *parquet.GenericWriter[any]
	rows    int64           // in the row group so far
	values  []parquet.Value // of one column, reused
	words   [][]parquet.Value
	err     error
}

// NewEncoder returns an Encoder of the table with the given columns,
// columnar.Games() or columnar.Plies(), that writes a Parquet file, compressed
// with zstd. It is unreadable until Close.
func NewEncoder(w io.Writer, columns []columnar.Column) columnar.Encoder {
	options := []parquet.WriterOption{
		schemaOf(columns), parquet.Compression(codec), parquet.DictionaryMaxBytes(1 << 20), parquet.CreatedBy("stolb", "", ""),
	}
	for _, c := range columns {
		if c.Type == columnar.Symbol || c.Type == columnar.Dictionary {
			// The least and the greatest word of a page help nobody, and take
			// longer to find than the page to write.
			options = append(options, parquet.SkipPageBounds(c.Name))
		}
	}
	return &encoder{
		columns: columns, writer: parquet.NewGenericWriter[any](w, options...),
		values: make([]parquet.Value, chunk),
		words:  wordsOf(columns),
	}
}

// wordsOf returns the words of the symbols as values, by column.
func wordsOf(columns []columnar.Column) [][]parquet.Value {
	words := make([][]parquet.Value, len(columns))
	for i, c := range columns {
		for _, w := range c.Words {
			words[i] = append(words[i], parquet.ByteArrayValue([]byte(w)).Level(0, 0, i))
		}
	}
	return words
}

func (e *encoder) Encode(t *columnar.Table) error {
	if e.err != nil {
		return e.err
	}
	for i, w := range e.writer.ColumnWriters() {
		for from := 0; from < t.Rows; from += chunk {
			to := min(from+chunk, t.Rows)
			if _, err := w.WriteRowValues(e.column(t, i, from, to)); err != nil {
				e.err = fmt.Errorf("parquet: column %s: %w", e.columns[i].Name, err)
				return e.err
			}
		}
	}
	if e.rows += int64(t.Rows); e.rows >= groupRows {
		e.rows = 0
		e.err = wrap(e.writer.Flush())
	}
	return e.err
}

// column returns the values of column i in the rows from up to to.
func (e *encoder) column(t *columnar.Table, i, from, to int) []parquet.Value {
	v, values := &t.Vectors[i], e.values[:to-from]
	switch e.columns[i].Type {
	case columnar.Bool:
		for j, x := range v.Bools[from:to] {
			values[j] = parquet.BooleanValue(x)
		}
	case columnar.Int8:
		for j, x := range v.Int8s[from:to] {
			values[j] = parquet.Int32Value(int32(x))
		}
	case columnar.Int16:
		for j, x := range v.Int16s[from:to] {
			values[j] = parquet.Int32Value(int32(x))
		}
	case columnar.Int32:
		for j, x := range v.Int32s[from:to] {
			values[j] = parquet.Int32Value(x)
		}
	case columnar.Int64:
		for j, x := range v.Int64s[from:to] {
			values[j] = parquet.Int64Value(x)
		}
	case columnar.Float64:
		for j, x := range v.Float64s[from:to] {
			values[j] = parquet.DoubleValue(x)
		}
	case columnar.Symbol:
		for j, x := range v.Int16s[from:to] {
			values[j] = e.words[i][x]
		}
	default:
		for j := range values {
			values[j] = parquet.ByteArrayValue(v.Text(from + j))
		}
	}
	return values
}

func (e *encoder) Close() error {
	if e.err != nil {
		return e.err
	}
	return wrap(e.writer.Close())
}

func wrap(err error) error {
	if err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}
