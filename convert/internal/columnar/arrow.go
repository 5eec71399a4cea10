package columnar

import (
	"errors"
	"io"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/bitutil"
	"github.com/apache/arrow/go/v17/arrow/endian"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/stolb/stolb/record/message"
)

// wrap says of what is wrong that a table in Arrow's format has it.
func wrap(err error) error {
	if err == nil {
		return nil
	}
	why, ok := err.(message.Message)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		why = message.Of("columnar.ends-early", "", err)
	case !ok:
		why = message.Of("columnar.not-ipc", "", err)
	}
	return message.Of("columnar.arrow", "why", why)
}

// encoder writes a table as an IPC file or stream.
type encoder struct {
	columns []Column
	schema  *arrow.Schema
	words   []arrow.Array // of each Symbol
	writer  *ipc.Writer
}

// NewFileEncoder returns an Encoder of a table with the given columns that writes an Arrow
// IPC file, compressed with zstd. It is unreadable until Close.
func NewFileEncoder(w io.Writer, columns []Column) Encoder { return newEncoder(w, columns, true) }

// NewStreamEncoder returns an Encoder of a table with the given columns that writes an
// Arrow IPC stream, compressed with zstd.
func NewStreamEncoder(w io.Writer, columns []Column) Encoder { return newEncoder(w, columns, false) }

// arrowTypes are the types of columns as Arrow has them. Moves are plain text, though
// there are few different ones: a file may have one dictionary of a column, ahead of its
// first batch, when its words are not known yet.
var arrowTypes = [...]arrow.DataType{
	Bool: arrow.FixedWidthTypes.Boolean, Int8: arrow.PrimitiveTypes.Int8, Int16: arrow.PrimitiveTypes.Int16,
	Int32: arrow.PrimitiveTypes.Int32, Int64: arrow.PrimitiveTypes.Int64, Float64: arrow.PrimitiveTypes.Float64,
	Text: arrow.BinaryTypes.String, Date: arrow.FixedWidthTypes.Date32,
	Symbol: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String},
}

// notes are the keys that a table's metadata has.
var notes = []string{"stolb.version", "stolb.variants"}

func newEncoder(w io.Writer, columns []Column, file bool) *encoder {
	e := &encoder{columns: columns, words: make([]arrow.Array, len(columns))}
	fields := make([]arrow.Field, len(columns))
	var packs []bool
	for i, c := range columns {
		about := map[string]string{"description": c.Meaning}
		if c.Unit != "" {
			about["unit"] = c.Unit
		}
		fields[i] = arrow.Field{
			Name: c.Name, Type: arrowTypes[c.Type], Nullable: c.Optional, Metadata: arrow.MetadataFrom(about),
		}
		packs = append(packs, true, c.Type == Text || !c.Distinct) // the bits of what is missing, the values
		if c.Type == Text {
			packs = append(packs, true)
		}
		if c.Type == Symbol {
			b := array.NewStringBuilder(memory.DefaultAllocator)
			b.AppendValues(c.Words, nil)
			e.words[i] = b.NewArray()
		}
	}
	metadata := arrow.NewMetadata(notes, make([]string, len(notes)))
	e.schema = arrow.NewSchemaWithEndian(fields, &metadata, endian.LittleEndian)
	e.writer = ipc.NewWriterWithPayloadWriter(newPacker(w, file, e.schema, packs), ipc.WithSchema(e.schema))
	return e
}

// Note keeps a value under a key, one of notes, in the footer of a file; a stream has
// none. The footer has the schema as it is when the file is closed.
func (e *encoder) Note(key, value string) {
	e.schema.Metadata().Values()[slices.Index(notes, key)] = value
}

// Encode writes a batch.
func (e *encoder) Encode(t *Table) error {
	columns := make([]arrow.Array, len(e.columns))
	for i := range columns {
		columns[i] = e.array(i, &t.Vectors[i], t.Rows)
		defer columns[i].Release()
	}
	batch := array.NewRecord(e.schema, columns, int64(t.Rows))
	defer batch.Release()
	return e.writer.Write(batch)
}

// bits returns a bit for each row, and how many of them are not set.
func bits(rows int, isSet func(int) bool) (bits []byte, unset int) {
	bits = make([]byte, bitutil.BytesForBits(int64(rows)))
	for i := range rows {
		if isSet(i) {
			bitutil.SetBit(bits, i)
		} else {
			unset++
		}
	}
	return bits, unset
}

// array returns the values of column i, whose memory it shares.
func (e *encoder) array(i int, v *Vector, rows int) arrow.Array {
	buffers := make([]*memory.Buffer, 1, 3)
	missing := 0
	if slices.Contains(v.Missing, true) {
		var present []byte
		present, missing = bits(rows, func(j int) bool { return !v.Missing[j] })
		buffers[0] = memory.NewBufferBytes(present)
	}
	add := func(b []byte) { buffers = append(buffers, memory.NewBufferBytes(b)) }
	var dictionary *array.Data
	switch e.columns[i].Type {
	case Bool:
		values, _ := bits(rows, func(j int) bool { return v.Fixed[j] != 0 })
		add(values)
	case Text:
		ends := append(make([]int32, 1, rows+1), v.Ends...)
		add(arrow.Int32Traits.CastToBytes(ends))
		add(v.Bytes)
	case Symbol:
		dictionary = e.words[i].Data().(*array.Data)
		fallthrough
	default:
		add(v.Fixed)
	}
	kind := arrowTypes[e.columns[i].Type]
	data := array.NewDataWithDictionary(kind, rows, buffers, missing, 0, dictionary)
	defer data.Release()
	return array.MakeFromData(data)
}

// Close writes what makes the output whole.
func (e *encoder) Close() error { return e.writer.Close() }
