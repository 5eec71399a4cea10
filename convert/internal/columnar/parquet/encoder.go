// Package parquet writes and reads the tables of package columnar as Apache
// Parquet files, by the writer and reader of parquet-go.
//
// Read first: NewEncoder, which is given to columnar.NewWriter; then guard, which
// says what a file may ask of its reader.
package parquet

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/record/message"
)

const (
	// groupRows closes a row group: several batches, for engines share work by row
	// groups.
	groupRows = 1 << 18
	// groupBytes closes a row group of fewer rows: about so many bytes of text.
	groupBytes = 64 << 20
	// maxDictionary is how many bytes the different texts of a column of a row group may
	// have that is written with a dictionary. Players and events stay below it; what
	// hardly repeats soon exceeds it and is written plainly.
	maxDictionary = 1 << 17
	// handed is how many values a column is given at once, by which a page can be too
	// large.
	handed = 1 << 10
)

// Format is the format of Parquet files.
var Format = columnar.Format{Extension: ".parquet", Encoder: NewEncoder}

// encoder writes a table as Parquet.
type encoder struct {
	columns     []columnar.Column
	writer      *parquet.GenericWriter[any]
	rows, bytes int // in the row group so far

	words  [][]parquet.Value // of each Symbol, by their index
	leaves []int             // the first leaf column of each
	values []parquet.Value   // of one column, reused
	err    error
}

// packed is how columns are packed; records and positions are more of the bytes, and get
// more work.
var packed = &zstd.Codec{Level: zstd.SpeedFastest}

// NewEncoder returns an Encoder of a table with the given columns that writes a Parquet
// file, compressed with zstd. It is unreadable until Close.
func NewEncoder(w io.Writer, columns []columnar.Column) columnar.Encoder {
	options := []parquet.WriterOption{
		schemaOf(columns), parquet.Compression(packed), parquet.DictionaryMaxBytes(maxDictionary),
		parquet.CreatedBy("stolb", "", ""), parquet.DataPageStatistics(false),
		// Counts differ little from row to row, so that their differences take a few bits.
		parquet.DefaultEncodingFor(parquet.Int32, &parquet.DeltaBinaryPacked),
		parquet.DefaultEncodingFor(parquet.Int64, &parquet.DeltaBinaryPacked),
		parquet.DefaultEncodingFor(parquet.Double, &parquet.RLEDictionary),
		parquet.DefaultEncodingFor(parquet.ByteArray, &parquet.RLEDictionary),
	}
	e := &encoder{
		columns: columns, words: make([][]parquet.Value, len(columns)),
		values: make([]parquet.Value, handed),
	}
	about := make(map[string]map[string]string, len(columns))
	leaf := 0
	for i, c := range columns {
		e.leaves = append(e.leaves, leaf)
		if leaf++; c.Type == columnar.Map {
			leaf++
			options = append(options, parquet.SkipPageBounds(c.Name, "key_value", "value"))
		}
		for _, word := range c.Words {
			e.words[i] = append(e.words[i], parquet.ByteArrayValue([]byte(word)))
		}
		if !bounded(c) {
			options = append(options, parquet.SkipPageBounds(c.Name))
		}
		about[c.Name] = map[string]string{"description": c.Meaning}
		if c.Unit != "" {
			about[c.Name]["unit"] = c.Unit
		}
	}
	e.writer = parquet.NewGenericWriter[any](w, options...)
	described, err := json.Marshal(about)
	e.err = err
	e.Note("stolb.columns", string(described))
	return e
}

// goTypes are the types of the fields of which the library makes columns.
var goTypes = [...]reflect.Type{
	columnar.Bool: reflect.TypeFor[bool](), columnar.Int8: reflect.TypeFor[int8](), columnar.Int16: reflect.TypeFor[int16](),
	columnar.Int32: reflect.TypeFor[int32](), columnar.Int64: reflect.TypeFor[int64](), columnar.Float64: reflect.TypeFor[float64](),
	columnar.Map:  reflect.TypeFor[map[string]string](),
	columnar.Text: reflect.TypeFor[string](), columnar.Symbol: reflect.TypeFor[string](), columnar.Date: reflect.TypeFor[int32](),
}

// schemaOf returns the schema of a table: that of a struct with a field for each column.
func schemaOf(columns []columnar.Column) *parquet.Schema {
	fields := make([]reflect.StructField, len(columns))
	for i, c := range columns {
		tag := c.Name
		if c.Optional {
			tag += ",optional"
		}
		switch {
		case c.Type == columnar.Date:
			tag += ",date"
		case c.Type == columnar.Int64 && c.Distinct:
			tag += ",plain,uncompressed"
		case c.Type == columnar.Text && c.Distinct:
			tag += ",plain,zstd"
		}
		fields[i] = reflect.StructField{
			Name: "C" + strconv.Itoa(i), Type: goTypes[c.Type], Tag: reflect.StructTag("parquet:" + strconv.Quote(tag)),
		}
	}
	row := reflect.New(reflect.StructOf(fields)).Interface()
	return parquet.NewSchema("stolb", parquet.SchemaOf(row))
}

// bounded reports whether a column's pages have their least and greatest value, by which
// engines pass pages over. Those of a hash, of small counts and of texts are much the
// same in every page.
func bounded(c columnar.Column) bool {
	switch c.Type {
	case columnar.Int16, columnar.Int32, columnar.Int64, columnar.Date:
		return !c.Distinct
	}
	return false
}

// Note keeps a value under a key in the footer.
func (e *encoder) Note(key, value string) { e.writer.SetKeyValueMetadata(key, value) }

// Encode writes a batch. The error is remembered.
func (e *encoder) Encode(t *columnar.Table) error {
	if e.err != nil {
		return e.err
	}
	writers := e.writer.ColumnWriters()
	for i, c := range e.columns {
		v := &t.Vectors[i]
		for from := 0; from < t.Rows; from += handed {
			to := min(from+handed, t.Rows)
			var leaves [][]parquet.Value
			if c.Type == columnar.Map {
				leaves = e.pairs(v, i, from, to)
			} else {
				leaves = append(leaves, e.column(v, i, from, to))
			}
			for k, values := range leaves {
				if _, err := writers[e.leaves[i]+k].WriteRowValues(values); err != nil {
					e.err = wrap(err)
					return e.err
				}
			}
		}
		e.bytes += len(v.Bytes)
	}
	if e.rows += t.Rows; e.rows >= groupRows || e.bytes >= groupBytes {
		e.rows, e.bytes = 0, 0
		e.err = wrap(e.writer.Flush())
	}
	return e.err
}

// column returns the values of column i in the rows from up to to, valid until the
// next are.
func (e *encoder) column(v *columnar.Vector, i, from, to int) []parquet.Value {
	values := e.values[:to-from]
	kind := e.columns[i].Type
	numbers := v.Fixed[from*kind.Size():]
	for j := range values {
		switch kind {
		case columnar.Text:
			values[j] = parquet.ByteArrayValue(v.Text(from + j))
		case columnar.Symbol:
			values[j] = e.words[i][numbers[j]]
		case columnar.Bool:
			values[j] = parquet.BooleanValue(numbers[j] != 0)
		case columnar.Int8:
			values[j] = parquet.Int32Value(int32(int8(numbers[j])))
		case columnar.Int16:
			values[j] = parquet.Int32Value(int32(int16(binary.LittleEndian.Uint16(numbers[2*j:]))))
		case columnar.Int32, columnar.Date:
			values[j] = parquet.Int32Value(int32(binary.LittleEndian.Uint32(numbers[4*j:])))
		case columnar.Int64:
			values[j] = parquet.Int64Value(int64(binary.LittleEndian.Uint64(numbers[8*j:])))
		case columnar.Float64:
			values[j] = parquet.DoubleValue(math.Float64frombits(binary.LittleEndian.Uint64(numbers[8*j:])))
		}
	}
	if e.columns[i].Optional {
		for j, missing := range v.Missing[from:to] {
			if missing {
				values[j] = parquet.Value{}.Level(0, 0, e.leaves[i])
			} else {
				values[j] = values[j].Level(0, 1, e.leaves[i])
			}
		}
	}
	return values
}

// pairs returns the names and the texts of a map, column i, in the rows from up to to.
func (e *encoder) pairs(v *columnar.Vector, i, from, to int) [][]parquet.Value {
	sides := make([][]parquet.Value, 2)
	for row := from; row < to; row++ {
		pairs := v.Pairs(row)
		for k, text := range pairs {
			again := 0 // in the same row
			if k > 1 {
				again = 1
			}
			sides[k%2] = append(sides[k%2], parquet.ByteArrayValue(text).Level(again, 1, e.leaves[i]+k%2))
		}
		if len(pairs) == 0 {
			for k := range sides {
				sides[k] = append(sides[k], parquet.Value{}.Level(0, 0, e.leaves[i]+k))
			}
		}
	}
	return sides
}

// Close writes the last row group and what makes the output whole.
func (e *encoder) Close() error {
	if e.err == nil {
		e.err = wrap(e.writer.Close())
	}
	return e.err
}

func wrap(err error) error {
	if err == nil {
		return nil
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = message.Of("parquet.ends-early", "", err)
	}
	return message.Of("parquet.table", "why", err)
}
