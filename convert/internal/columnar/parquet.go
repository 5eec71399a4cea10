package columnar

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

const (
	// groupRows is the number of rows that ends a row group. It is several batches, for engines
	// divide work by row groups.
	groupRows = 1 << 18
	// groupBytes is the approximate size of text, in bytes, that ends a row group earlier.
	groupBytes = 64 << 20
	// maxDictionary limits the dictionary of a column of a row group, in bytes. Names of players
	// and events stay below it; a column of mostly distinct texts exceeds it and is written plain.
	maxDictionary = 1 << 17
	// handed is the number of values passed to a column at once; a page may be too large by so many.
	handed = 1 << 10
)

// parquetEncoder writes a table as Parquet.
type parquetEncoder struct {
	writer      *parquet.GenericWriter[any]
	rows, bytes int // in the row group so far

	words  [][]parquet.Value // by column; the words of a Symbol by index
	values []parquet.Value   // of one column, reused
}

// packed is the default compression of columns.
var packed = &zstd.Codec{Level: zstd.SpeedFastest}

// newParquet returns an Encoder of a Parquet file, compressed with zstd. The file is unreadable
// until Close. Its schema is derived from a struct with a field for each column.
func newParquet(w io.Writer, t []Vector) (Encoder, error) {
	e := &parquetEncoder{values: make([]parquet.Value, handed)}
	options := []parquet.WriterOption{
		parquet.Compression(packed), parquet.DictionaryMaxBytes(maxDictionary),
		parquet.CreatedBy("stolb", "", ""), parquet.DataPageStatistics(false),
		// Counts change little from row to row, so that their differences take a few bits.
		parquet.DefaultEncodingFor(parquet.Int32, &parquet.DeltaBinaryPacked),
		parquet.DefaultEncodingFor(parquet.Int64, &parquet.DeltaBinaryPacked),
		parquet.DefaultEncodingFor(parquet.Double, &parquet.RLEDictionary),
		parquet.DefaultEncodingFor(parquet.ByteArray, &parquet.RLEDictionary),
	}
	var fields []reflect.StructField
	about := map[string]map[string]string{}
	for i := range t {
		c := &t[i].Column
		tag := c.Name
		if c.Optional {
			tag += ",optional"
		}
		switch {
		case c.Type == Date:
			tag += ",date"
		case c.Type == Int64 && c.Distinct:
			tag += ",plain,uncompressed"
		case c.Type == Text && c.Distinct:
			tag += ",plain,zstd"
		}
		fields = append(fields, reflect.StructField{
			Name: "C" + strconv.Itoa(i), Type: types[c.Type].field,
			Tag: reflect.StructTag("parquet:" + strconv.Quote(tag)),
		})
		var words []parquet.Value
		for _, word := range c.Words {
			words = append(words, parquet.ByteArrayValue([]byte(word)))
		}
		e.words = append(e.words, words)
		about[c.Name] = c.about()
	}
	row := parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface())
	options = append(options, parquet.NewSchema("stolb", row))
	e.writer = parquet.NewGenericWriter[any](w, options...)
	described, err := json.Marshal(about)
	e.Note("stolb.columns", string(described))
	return e, err
}

// Note stores a value under a key in the footer.
func (e *parquetEncoder) Note(key, value string) { e.writer.SetKeyValueMetadata(key, value) }

// Encode writes a batch.
func (e *parquetEncoder) Encode(t []Vector) error {
	columns := e.writer.ColumnWriters()
	leaf := 0 // of the schema: a Map has two
	for i := range t {
		v := &t[i]
		for from := 0; from < v.rows; from += handed {
			for k, values := range e.leaves(v, e.words[i], leaf, from, min(from+handed, v.rows)) {
				if _, err := columns[leaf+k].WriteRowValues(values); err != nil {
					return err
				}
			}
		}
		leaf += 1 + Truth(v.Type == Map)
		e.bytes += len(v.bytes)
	}
	if e.rows += t[0].rows; e.rows >= groupRows || e.bytes >= groupBytes {
		e.rows, e.bytes = 0, 0
		return e.writer.Flush()
	}
	return nil
}

// leaves returns, for each leaf of a column, the values of the rows from <= row < to. The number of
// the first leaf is leaf. The values are valid until the next call.
func (e *parquetEncoder) leaves(v *Vector, words []parquet.Value, leaf, from, to int) [][]parquet.Value {
	if v.Type == Map {
		return pairs(v, leaf, from, to)
	}
	values := e.values[:to-from]
	numbers := v.fixed[from*types[v.Type].size:]
	for j := range values {
		switch v.Type {
		case Text:
			values[j] = parquet.ByteArrayValue(v.text(from + j))
		case Symbol:
			values[j] = words[numbers[j]]
		case Bool:
			values[j] = parquet.BooleanValue(numbers[j] != 0)
		case Int8:
			values[j] = parquet.Int32Value(int32(int8(numbers[j])))
		case Int16:
			values[j] = parquet.Int32Value(int32(int16(binary.LittleEndian.Uint16(numbers[2*j:]))))
		case Int32, Date:
			values[j] = parquet.Int32Value(int32(binary.LittleEndian.Uint32(numbers[4*j:])))
		case Int64:
			values[j] = parquet.Int64Value(int64(binary.LittleEndian.Uint64(numbers[8*j:])))
		case Float64:
			number := math.Float64frombits(binary.LittleEndian.Uint64(numbers[8*j:]))
			values[j] = parquet.DoubleValue(number)
		}
		switch {
		case !v.Optional:
		case v.missing[from+j]:
			values[j] = parquet.Value{}.Level(0, 0, leaf)
		default:
			values[j] = values[j].Level(0, 1, leaf)
		}
	}
	return [][]parquet.Value{values}
}

// pairs returns the names and the texts of a Map in the rows from <= row < to.
func pairs(v *Vector, leaf, from, to int) [][]parquet.Value {
	sides := make([][]parquet.Value, 2)
	for row := from; row < to; row++ {
		pairs := v.pairs(row)
		for k, text := range pairs {
			again := min(k/2, 1) // repetition level: 1 for further pairs of a row
			sides[k%2] = append(sides[k%2], parquet.ByteArrayValue(text).Level(again, 1, leaf+k%2))
		}
		if len(pairs) == 0 {
			for k := range sides {
				sides[k] = append(sides[k], parquet.Value{}.Level(0, 0, leaf+k))
			}
		}
	}
	return sides
}

// Close writes the last row group and the footer.
func (e *parquetEncoder) Close() error { return e.writer.Close() }
