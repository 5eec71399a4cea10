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
	// groupRows closes a row group: several batches, for engines share work by row groups.
	groupRows = 1 << 18
	// groupBytes closes a row group of fewer rows: about so many bytes of text.
	groupBytes = 64 << 20
	// maxDictionary is how many bytes the different texts of a column of a row group may
	// have that is written with a dictionary. Players and events stay below it; what
	// hardly repeats soon exceeds it and is written plainly.
	maxDictionary = 1 << 17
	// handed is how many values a column is given at once, by which a page can be too large.
	handed = 1 << 10
)

// parquetEncoder writes a table as Parquet.
type parquetEncoder struct {
	writer      *parquet.GenericWriter[any]
	rows, bytes int // in the row group so far

	words  [][]parquet.Value // of each Symbol, by their index
	values []parquet.Value   // of one column, reused
}

// packed is how columns are packed; records and positions, which take most bytes, get more work.
var packed = &zstd.Codec{Level: zstd.SpeedFastest}

// newParquet returns an Encoder of a Parquet file, compressed with zstd. It is unreadable
// until Close. Its schema is that of a struct with a field for each column.
func newParquet(w io.Writer, t []Vector) (Encoder, error) {
	e := &parquetEncoder{values: make([]parquet.Value, handed)}
	options := []parquet.WriterOption{
		parquet.Compression(packed), parquet.DictionaryMaxBytes(maxDictionary),
		parquet.CreatedBy("stolb", "", ""), parquet.DataPageStatistics(false),
		// Counts differ little from row to row, so that their differences take a few bits.
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
		case c.Type == Map:
			options = append(options, parquet.SkipPageBounds(c.Name, "key_value", "value"))
		}
		if c.Distinct || !types[c.Type].bounded {
			options = append(options, parquet.SkipPageBounds(c.Name))
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

// Note keeps a value under a key in the footer.
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

// leaves returns the values that each leaf of a column, the first of which is given, has in
// the rows from up to to, valid until the next are.
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

// pairs returns the names and the texts of a Map in the rows from up to to.
func pairs(v *Vector, leaf, from, to int) [][]parquet.Value {
	sides := make([][]parquet.Value, 2)
	for row := from; row < to; row++ {
		pairs := v.pairs(row)
		for k, text := range pairs {
			again := min(k/2, 1) // in the same row
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

// Close writes the last row group and what makes the output whole.
func (e *parquetEncoder) Close() error { return e.writer.Close() }
