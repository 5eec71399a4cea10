package columnar

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/bitutil"
	"github.com/apache/arrow/go/v17/arrow/endian"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/klauspost/compress/zstd"
)

// encoder writes a table as an IPC file or stream. The library makes the messages of the
// schema and of the words of symbols. Those of batches are made here: it packs them at no
// other level of zstd than the default, which takes more time than judging the games and
// making their rows.
type encoder struct {
	w       io.Writer
	file    bool // else a stream
	columns []Column
	schema  *arrow.Schema
	begin   []byte                 // the message of the schema, once it is written
	written int64                  // bytes
	blocks  [kindBatch + 1][]int64 // of the messages of a kind: where each is, the bytes of its description and of its body
	zstd    *zstd.Encoder
	body    []byte  // of a message, reused
	buffers []int64 // in the body: where each is, and its bytes
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
	for i, c := range columns {
		about := map[string]string{"description": c.Meaning}
		if c.Unit != "" {
			about["unit"] = c.Unit
		}
		fields[i] = arrow.Field{
			Name: c.Name, Type: arrowTypes[c.Type], Nullable: c.Optional, Metadata: arrow.MetadataFrom(about),
		}
	}
	metadata := arrow.NewMetadata(notes, make([]string, len(notes)))
	e := &encoder{w: w, file: file, columns: columns, schema: arrow.NewSchemaWithEndian(fields, &metadata, endian.LittleEndian)}
	// Entropy coding takes little time, and a tenth of the bytes, of what hardly repeats. The
	// error is of wrong options.
	e.zstd, _ = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithAllLitEntropyCompression(true), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false), zstd.WithWindowSize(1<<17))
	return e
}

// Note keeps a value under a key, one of notes, in the footer of a file; a stream has
// none. The footer has the schema as it is when the file is closed.
func (e *encoder) Note(key, value string) {
	e.schema.Metadata().Values()[slices.Index(notes, key)] = value
}

// start writes the schema and the words of the symbols: all messages of a batch without rows
// but its own.
func (e *encoder) start() error {
	if e.begin != nil {
		return nil
	}
	batch := array.NewRecordBuilder(memory.DefaultAllocator, e.schema)
	for i, c := range e.columns {
		if c.Type == Symbol {
			words := array.NewStringBuilder(memory.DefaultAllocator)
			words.AppendValues(c.Words, nil)
			if err := batch.Field(i).(*array.BinaryDictionaryBuilder).InsertStringDictValues(words.NewStringArray()); err != nil {
				return err
			}
		}
	}
	return ipc.NewWriterWithPayloadWriter(e, ipc.WithSchema(e.schema)).Write(batch.NewRecord())
}

// Encode writes a batch.
func (e *encoder) Encode(t *Table) error {
	if err := e.start(); err != nil {
		return err
	}
	e.body, e.buffers = e.body[:0], e.buffers[:0]
	var nodes []int64 // of each column: the rows, and how many of them have no value
	for i, c := range e.columns {
		v := &t.Vectors[i]
		var present []byte
		missing := 0
		if slices.Contains(v.Missing, true) {
			present, missing = bits(t.Rows, func(j int) bool { return !v.Missing[j] })
		}
		nodes = append(nodes, int64(t.Rows), int64(missing))
		e.pack(present, true)
		switch c.Type {
		case Bool:
			values, _ := bits(t.Rows, func(j int) bool { return v.Fixed[j] != 0 })
			e.pack(values, true)
		case Text:
			e.packTexts(v)
		case Map:
			nodes = append(nodes, e.packMap(v, t.Rows)...)
		default:
			e.pack(v.Fixed, !c.Distinct)
		}
	}
	b := flatbuffers.NewBuilder(1 << 12)
	b.StartObject(1)
	b.PrependByteSlot(0, codecZstd, 0)
	compression := b.EndObject()
	described, buffers := structs(b, 2, nodes), structs(b, 2, e.buffers)
	b.StartObject(4)
	b.PrependInt64Slot(0, int64(t.Rows), 0)
	b.PrependUOffsetTSlot(1, described, 0)
	b.PrependUOffsetTSlot(2, buffers, 0)
	b.PrependUOffsetTSlot(3, compression, 0)
	batch := b.EndObject()
	b.StartObject(4)
	b.PrependInt16Slot(0, metadataV5, 0)
	b.PrependByteSlot(1, kindBatch, 0)
	b.PrependUOffsetTSlot(2, batch, 0)
	b.PrependInt64Slot(3, int64(len(e.body)), 0)
	b.Finish(b.EndObject())
	return e.message(kindBatch, b.FinishedBytes(), e.body)
}

// packTexts adds the ends of texts, and their bytes.
func (e *encoder) packTexts(v *Vector) {
	e.pack(arrow.Int32Traits.CastToBytes(append([]int32{0}, v.Ends...)), true)
	e.pack(v.Bytes, true)
}

// packMap adds where the pairs of each row end, and the names and texts of all, which are
// never missing; it returns the nodes of pairs, names and texts.
func (e *encoder) packMap(v *Vector, rows int) []int64 {
	var sides [2]Vector
	ends := []int32{0}
	for i := range rows {
		for k, text := range v.Pairs(i) {
			side := &sides[k%2]
			side.Bytes = append(side.Bytes, text...)
			side.Ends = append(side.Ends, int32(len(side.Bytes)))
		}
		ends = append(ends, int32(len(sides[0].Ends)))
	}
	e.pack(arrow.Int32Traits.CastToBytes(ends), true)
	e.pack(nil, true)
	for i := range sides {
		e.pack(nil, true)
		e.packTexts(&sides[i])
	}
	n := int64(ends[rows])
	return []int64{n, 0, n, 0, n, 0}
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

// pack adds a buffer to the body, packed if that makes it smaller.
func (e *encoder) pack(buffer []byte, packs bool) {
	begin := len(e.body)
	if packs && len(buffer) > 0 {
		e.body = binary.LittleEndian.AppendUint64(e.body, uint64(len(buffer)))
		e.body = e.zstd.EncodeAll(buffer, e.body)
	}
	if len(buffer) > 0 && (!packs || len(e.body)-begin-8 >= len(buffer)) {
		e.body = append(binary.LittleEndian.AppendUint64(e.body[:begin], math.MaxUint64), buffer...)
	}
	e.buffers = append(e.buffers, int64(begin), int64(len(e.body)-begin))
	e.body = append(e.body, make([]byte, -len(e.body)&7)...)
}

// structs adds a vector of structs, of as many numbers of 64 bits each.
func structs(b *flatbuffers.Builder, width int, numbers []int64) flatbuffers.UOffsetT {
	b.StartVector(8*width, len(numbers)/width, 8)
	for _, n := range slices.Backward(numbers) {
		b.PrependInt64(n)
	}
	return b.EndVector(len(numbers) / width)
}

// Start implements ipc.PayloadWriter.
func (e *encoder) Start() error { return nil }

// WritePayload implements ipc.PayloadWriter.
func (e *encoder) WritePayload(payload ipc.Payload) error {
	var body bytes.Buffer
	if err := payload.SerializeBody(&body); err != nil {
		return err
	}
	buffer := payload.Meta()
	defer buffer.Release()
	described := root(buffer.Bytes())
	kind := described.GetByteSlot(messageKind, 0)
	switch kind {
	case kindSchema:
		if e.begin = slices.Clone(buffer.Bytes()); e.file {
			if err := e.write([]byte("ARROW1\x00\x00")); err != nil {
				return err
			}
		}
	case kindBatch:
		return nil // without rows
	}
	return e.message(kind, buffer.Bytes(), body.Bytes())
}

// message writes a message.
func (e *encoder) message(kind byte, meta, body []byte) error {
	padding := make([]byte, -len(meta)&7)
	size := len(meta) + len(padding)
	e.blocks[kind] = append(e.blocks[kind], e.written, int64(8+size), int64(len(body)))
	return e.write(binary.LittleEndian.AppendUint32([]byte{0xff, 0xff, 0xff, 0xff}, uint32(size)), meta, padding, body)
}

func (e *encoder) write(all ...[]byte) error {
	for _, b := range all {
		e.written += int64(len(b))
		if _, err := e.w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// Close writes the end of the stream and, of a file, the footer, which has the schema as it
// is now.
func (e *encoder) Close() error {
	if err := e.start(); err != nil {
		return err
	}
	if err := e.write([]byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}); err != nil || !e.file {
		return err
	}
	again := &encoder{w: io.Discard}
	if err := ipc.NewWriterWithPayloadWriter(again, ipc.WithSchema(e.schema)).Close(); err != nil {
		return err
	}
	b := flatbuffers.NewBuilder(2 * len(again.begin))
	b.Prep(8, len(again.begin))
	begin := b.CreateByteVector(again.begin) - flatbuffers.SizeUOffsetT
	schema, _ := child(root(again.begin), messageHeader)
	dictionaries, batches := structs(b, 3, e.blocks[kindDictionary]), structs(b, 3, e.blocks[kindBatch])
	b.StartObject(4)
	b.PrependInt16Slot(0, metadataV5, 0)
	b.PrependUOffsetTSlot(1, begin-schema.Pos, 0)
	b.PrependUOffsetTSlot(2, dictionaries, 0)
	b.PrependUOffsetTSlot(3, batches, 0)
	b.Finish(b.EndObject())
	footer := b.FinishedBytes()
	return e.write(footer, binary.LittleEndian.AppendUint32(nil, uint32(len(footer))), magic)
}
