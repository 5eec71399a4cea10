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

// arrowEncoder writes a table as an IPC file or stream.
type arrowEncoder struct {
	schema *arrow.Schema
	words  []arrow.ArrayData // by column; the dictionary of a Symbol
	writer interface {
		Write(arrow.Record) error
		Close() error
	}
}

// notes are the keys of a table's metadata.
var notes = []string{"stolb.version", "stolb.variants", "stolb.provenance"}

// newArrow returns an Encoder of an Arrow stream or file. A file is unreadable until Close.
func newArrow(w io.Writer, t []Vector, isStream bool) (_ Encoder, err error) {
	e := new(arrowEncoder)
	var fields []arrow.Field
	for i := range t {
		c := &t[i].Column
		fields = append(fields, arrow.Field{
			Name: c.Name, Type: types[c.Type].arrow, Nullable: c.Optional,
			Metadata: arrow.MetadataFrom(c.about()),
		})
		b := array.NewStringBuilder(memory.DefaultAllocator)
		b.AppendValues(c.Words, nil)
		e.words = append(e.words, b.NewArray().Data())
	}
	metadata := arrow.NewMetadata(notes, make([]string, len(notes)))
	e.schema = arrow.NewSchemaWithEndian(fields, &metadata, endian.LittleEndian)
	options := []ipc.Option{ipc.WithSchema(e.schema), ipc.WithZstd(), ipc.WithMinSpaceSavings(0.01)}
	if isStream {
		e.writer = ipc.NewWriter(w, options...)
	} else {
		e.writer, err = ipc.NewFileWriter(io.NewOffsetWriter(inOrder{w}, 0), options...)
	}
	return e, err
}

// inOrder is written sequentially: the library seeks only to learn its offset.
type inOrder struct{ io.Writer }

// WriteAt implements io.WriterAt; it ignores the offset.
func (w inOrder) WriteAt(b []byte, _ int64) (int, error) { return w.Write(b) }

// Note stores a value under a key, one of notes. A value stored after the schema has been written
// is only in the footer of a file, which repeats the schema; a stream has no footer.
func (e *arrowEncoder) Note(key, value string) {
	e.schema.Metadata().Values()[slices.Index(notes, key)] = value
}

// Encode writes a batch.
func (e *arrowEncoder) Encode(t []Vector) error {
	rows := t[0].rows
	arrays := make([]arrow.Array, len(t))
	for i := range t {
		v := &t[i]
		if v.Type == Map {
			arrays[i] = mapsOf(v, rows)
			continue
		}
		buffers, missing := []*memory.Buffer{nil, memory.NewBufferBytes(v.fixed)}, 0
		if slices.Contains(v.missing, true) {
			buffers[0], missing = bits(rows, func(j int) bool { return !v.missing[j] })
		}
		switch v.Type {
		case Bool:
			buffers[1], _ = bits(rows, func(j int) bool { return v.fixed[j] != 0 })
		case Text:
			ends := arrow.Int32Traits.CastToBytes(append([]int32{0}, v.ends...))
			buffers = append(buffers[:1], memory.NewBufferBytes(ends), memory.NewBufferBytes(v.bytes))
		}
		data := array.NewData(types[v.Type].arrow, rows, buffers, nil, missing, 0)
		if v.Type == Symbol {
			data.SetDictionary(e.words[i])
		}
		arrays[i] = array.MakeFromData(data)
	}
	return e.writer.Write(array.NewRecord(e.schema, arrays, int64(rows)))
}

// mapsOf returns the values of a Map, whose names and texts are never missing.
func mapsOf(v *Vector, rows int) arrow.Array {
	b := array.NewMapBuilderWithType(memory.DefaultAllocator, texts)
	sides := []*array.StringBuilder{
		b.KeyBuilder().(*array.StringBuilder), b.ItemBuilder().(*array.StringBuilder),
	}
	for i := range rows {
		b.Append(true)
		for k, text := range v.pairs(i) {
			sides[k%2].Append(string(text))
		}
	}
	return b.NewArray()
}

// bits returns a bitmap with a bit for each row, and the number of bits that are not set.
func bits(rows int, isSet func(int) bool) (*memory.Buffer, int) {
	bits := make([]byte, bitutil.BytesForBits(int64(rows)))
	for i := range rows {
		bitutil.SetBitTo(bits, i, isSet(i))
	}
	return memory.NewBufferBytes(bits), rows - bitutil.CountSetBits(bits, 0, rows)
}

// Close writes the end of the stream or the footer of the file.
func (e *arrowEncoder) Close() error { return e.writer.Close() }
