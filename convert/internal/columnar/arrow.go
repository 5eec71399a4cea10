package columnar

import (
	"io"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/bitutil"
	"github.com/apache/arrow/go/v17/arrow/endian"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// encoder writes a table as an IPC file or stream.
type encoder struct {
	columns []Column
	schema  *arrow.Schema
	words   []arrow.ArrayData // of the columns that are symbols
	writer  interface {
		Write(arrow.Record) error
		Close() error
	}
	err error // of the writer's begin
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
	Map:    arrow.MapOf(arrow.BinaryTypes.String, arrow.BinaryTypes.String),
	Symbol: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String},
}

// notes are the keys that a table's metadata has.
var notes = []string{"stolb.version", "stolb.variants", "stolb.provenance"}

func newEncoder(w io.Writer, columns []Column, file bool) *encoder {
	fields := make([]arrow.Field, len(columns))
	words := make([]arrow.ArrayData, len(columns))
	for i, c := range columns {
		about := map[string]string{"description": c.Meaning}
		if c.Unit != "" {
			about["unit"] = c.Unit
		}
		fields[i] = arrow.Field{
			Name: c.Name, Type: arrowTypes[c.Type], Nullable: c.Optional, Metadata: arrow.MetadataFrom(about),
		}
		b := array.NewStringBuilder(memory.DefaultAllocator)
		b.AppendValues(c.Words, nil)
		words[i] = b.NewArray().Data()
	}
	metadata := arrow.NewMetadata(notes, make([]string, len(notes)))
	e := &encoder{columns: columns, words: words, schema: arrow.NewSchemaWithEndian(fields, &metadata, endian.LittleEndian)}
	options := []ipc.Option{ipc.WithSchema(e.schema), ipc.WithZstd(), ipc.WithMinSpaceSavings(0.01)}
	if file {
		e.writer, e.err = ipc.NewFileWriter(&counter{w, 0}, options...)
	} else {
		e.writer = ipc.NewWriter(w, options...)
	}
	return e
}

// counter is a place to write to that knows how far it has come, which the library seeks to
// learn.
type counter struct {
	io.Writer
	at int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	c.at += int64(n)
	return n, err
}

// Seek implements io.Seeker for the place where c is.
func (c *counter) Seek(int64, int) (int64, error) { return c.at, nil }

// Note keeps a value under a key, one of notes, in the footer of a file; a stream has
// none. The footer has the schema as it is when the file is closed.
func (e *encoder) Note(key, value string) {
	e.schema.Metadata().Values()[slices.Index(notes, key)] = value
}

// Encode writes a batch.
func (e *encoder) Encode(t *Table) error {
	if e.err != nil {
		return e.err
	}
	arrays := make([]arrow.Array, len(e.columns))
	for i, c := range e.columns {
		v := &t.Vectors[i]
		present, missing := (*memory.Buffer)(nil), 0
		if slices.Contains(v.Missing, true) {
			present, missing = bits(t.Rows, func(j int) bool { return !v.Missing[j] })
		}
		buffers := []*memory.Buffer{present, memory.NewBufferBytes(v.Fixed)}
		var children []arrow.ArrayData
		switch c.Type {
		case Bool:
			buffers[1], _ = bits(t.Rows, func(j int) bool { return v.Fixed[j] != 0 })
		case Text:
			buffers = texts(present, v)
		case Map:
			var pairs arrow.ArrayData
			buffers[1], pairs = maps(v, t.Rows)
			children = append(children, pairs)
		}
		data := array.NewData(arrowTypes[c.Type], t.Rows, buffers, children, missing, 0)
		if c.Type == Symbol {
			data.SetDictionary(e.words[i])
		}
		arrays[i] = array.MakeFromData(data)
	}
	return e.writer.Write(array.NewRecord(e.schema, arrays, int64(t.Rows)))
}

// texts returns the buffers of a vector of texts.
func texts(present *memory.Buffer, v *Vector) []*memory.Buffer {
	return []*memory.Buffer{present, ends(v.Ends), memory.NewBufferBytes(v.Bytes)}
}

// maps returns where the pairs of each row of a vector of maps end, and the pairs, whose names
// and texts are never missing.
func maps(v *Vector, rows int) (*memory.Buffer, arrow.ArrayData) {
	var sides [2]Vector
	var last []int32
	for i := range rows {
		for k, text := range v.Pairs(i) {
			side := &sides[k%2]
			side.Bytes = append(side.Bytes, text...)
			side.Ends = append(side.Ends, int32(len(side.Bytes)))
		}
		last = append(last, int32(len(sides[0].Ends)))
	}
	n := len(sides[0].Ends)
	children := make([]arrow.ArrayData, len(sides))
	for k := range sides {
		children[k] = array.NewData(arrow.BinaryTypes.String, n, texts(nil, &sides[k]), nil, 0, 0)
	}
	kind := arrowTypes[Map].(*arrow.MapType).Elem()
	return ends(last), array.NewData(kind, n, []*memory.Buffer{nil}, children, 0, 0)
}

// ends returns where values begin and end, of where each ends.
func ends(of []int32) *memory.Buffer {
	return memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(append([]int32{0}, of...)))
}

// bits returns a bit for each row, and how many of them are not set.
func bits(rows int, isSet func(int) bool) (*memory.Buffer, int) {
	bits, unset := make([]byte, bitutil.BytesForBits(int64(rows))), 0
	for i := range rows {
		if isSet(i) {
			bitutil.SetBit(bits, i)
		} else {
			unset++
		}
	}
	return memory.NewBufferBytes(bits), unset
}

// Close writes the end of the stream and, of a file, the footer, which has the schema as it
// is now.
func (e *encoder) Close() error {
	if e.err != nil {
		return e.err
	}
	return e.writer.Close()
}
