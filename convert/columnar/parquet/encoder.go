// Package parquet writes and reads the tables of package columnar as Apache
// Parquet files. It is a package of its own because of what it depends on.
//
// Read first: NewEncoder, which is given to columnar.NewWriter.
package parquet

import (
	"bytes"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/stolb/stolb/convert/columnar"
)

// groupRows is how many rows a row group has before it is closed: several
// batches, for engines share work by row groups.
const groupRows = 1 << 18

// handed is how many values a column is handed at once, which is also the most
// rows by which a page can be too large.
const handed = 1 << 10

// maxDictionary is how many bytes the different texts of a column of a row
// group may have that is written with a dictionary. Players and events stay
// below it; what hardly repeats, such as positions, soon exceeds it and is
// written as it is.
const maxDictionary = 1 << 17

// codec is shared: it keeps the encoders that nobody uses.
var codec compress.Codec = &zstd.Codec{Level: zstd.SpeedFastest}

// Format is the format of a columnar.Dataset.
var Format = columnar.Format{Extension: ".parquet", Encoder: NewEncoder}

// encoder writes a table as Parquet.
type encoder struct {
	columns []columnar.Column
	writer  *parquet.GenericWriter[any]
	rows    int // in the row group so far
	err     error

	// The words of each column's dictionary as values, by their index, and where
	// those of a Dictionary get it, in this row group.
	words        [][]parquet.Value
	vocabularies []columnar.Vocabulary

	values  []parquet.Value // of one column, reused
	indices []int32         // likewise
}

// NewEncoder returns an Encoder of the table with the given columns,
// columnar.Games() or columnar.Plies(), that writes a Parquet file, compressed
// with zstd. It is unreadable until Close.
func NewEncoder(w io.Writer, columns []columnar.Column) columnar.Encoder {
	options := []parquet.WriterOption{
		schemaOf(columns), parquet.Compression(codec), parquet.DictionaryMaxBytes(maxDictionary), parquet.CreatedBy("stolb", "", ""),
		// What the index of pages has, of the columns that are bounded, is enough.
		parquet.DataPageStatistics(false),
	}
	e := &encoder{
		columns: columns, words: make([][]parquet.Value, len(columns)), vocabularies: make([]columnar.Vocabulary, len(columns)),
		values: make([]parquet.Value, handed),
	}
	for i, c := range columns {
		for _, word := range c.Words {
			e.words[i] = append(e.words[i], parquet.ByteArrayValue([]byte(word)))
		}
		if !bounded(c) {
			options = append(options, parquet.SkipPageBounds(c.Name))
		}
	}
	e.writer = parquet.NewGenericWriter[any](w, options...)
	return e
}

// bounded says whether a column's pages tell their least and greatest value, by
// which engines pass pages over. Of a hash, of small counts and of texts these
// are much the same in every page, and take longer to find than to write.
func bounded(c columnar.Column) bool {
	switch c.Type {
	case columnar.Int16, columnar.Int32, columnar.Int64:
		return !c.Distinct
	}
	return false
}

func (e *encoder) Encode(t *columnar.Table) error {
	if e.err != nil {
		return e.err
	}
	for i, w := range e.writer.ColumnWriters() {
		for from := 0; from < t.Rows; from += handed {
			to := min(from+handed, t.Rows)
			if _, err := w.WriteRowValues(e.column(t, i, from, to)); err != nil {
				e.err = fmt.Errorf("parquet: column %s: %w", e.columns[i].Name, err)
				return e.err
			}
		}
	}
	if e.rows += t.Rows; e.rows >= groupRows {
		e.rows = 0
		e.err = wrap(e.writer.Flush())
		for i, c := range e.columns {
			if c.Type == columnar.Dictionary {
				e.vocabularies[i], e.words[i] = columnar.Vocabulary{}, e.words[i][:0]
			}
		}
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
		for j, x := range v.Int8s[from:to] {
			values[j] = e.words[i][x]
		}
	case columnar.Dictionary:
		known := &e.vocabularies[i]
		e.indices = known.Indices(e.indices[:0], v, from, to)
		for n := len(e.words[i]); n < known.Len(); n++ {
			e.words[i] = append(e.words[i], parquet.ByteArrayValue(bytes.Clone(known.Words.Text(n))))
		}
		for j, x := range e.indices {
			values[j] = e.words[i][x]
		}
	case columnar.Text:
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
