package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/klauspost/compress/zstd"
)

// schemaOf returns the Arrow schema of a table.
func schemaOf(columns []Column) *arrow.Schema {
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		fields[i] = arrow.Field{Name: c.Name, Type: arrowType(c.Type)}
		meta := map[string]string{"description": c.Meaning}
		if c.Unit != "" {
			meta["unit"] = c.Unit
		}
		fields[i].Metadata = arrow.MetadataFrom(meta)
	}
	return arrow.NewSchema(fields, nil)
}

var (
	symbolType     = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	dictionaryType = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}
)

func arrowType(t Type) arrow.DataType {
	return [...]arrow.DataType{
		Bool: arrow.FixedWidthTypes.Boolean, Int8: arrow.PrimitiveTypes.Int8, Int16: arrow.PrimitiveTypes.Int16,
		Int32: arrow.PrimitiveTypes.Int32, Int64: arrow.PrimitiveTypes.Int64, Float64: arrow.PrimitiveTypes.Float64,
		Text: arrow.BinaryTypes.String, Symbol: symbolType, Dictionary: dictionaryType,
	}[t]
}

// wordsOf returns a dictionary. It has at least one word, because some readers
// take none of none.
func wordsOf(v *Vocabulary) arrow.Array {
	offsets := append([]int32{0}, v.Words.Ends...)
	if v.Len() == 0 {
		offsets = append(offsets, 0)
	}
	return array.MakeFromData(array.NewData(arrow.BinaryTypes.String, len(offsets)-1, []*memory.Buffer{
		nil, memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(offsets)), memory.NewBufferBytes(v.Words.Bytes),
	}, nil, 0, 0))
}

func wrap(err error) error {
	if err != nil {
		return fmt.Errorf("columnar: %w", err)
	}
	return nil
}

// encoder writes a table as an IPC file or stream.
//
// What the library writes is the schema, the dictionaries and the footer. The
// batches are written here: the library compresses every buffer at a level that
// costs more than judging the games, hashes included, which cannot be made
// smaller; and it can write a file only if all dictionaries are known before
// the first batch, while which moves there are is known at the end. The format
// lets the dictionaries of a file stand anywhere, since the footer says where.
type encoder struct {
	w            io.Writer
	at           int64 // bytes written
	file         bool  // else a stream
	columns      []Column
	schema       *arrow.Schema
	vocabularies []Vocabulary // by column
	told         int          // words in the dictionaries that the stream has
	batches      []block
	zstd         *zstd.Encoder
	body         []byte  // of a batch, reused
	plain        []byte  // a buffer of it, reused
	indices      []int32 // likewise
}

// NewFileEncoder returns an Encoder of the table with the given columns,
// Games() or Plies(), that writes an Arrow IPC file, compressed with zstd. It
// is unreadable until Close.
func NewFileEncoder(w io.Writer, columns []Column) Encoder { return newEncoder(w, columns, true) }

// NewStreamEncoder returns an Encoder of the table with the given columns,
// Games() or Plies(), that writes an Arrow IPC stream, compressed with zstd. A
// dictionary that has grown is written again, before the batch that needs it.
func NewStreamEncoder(w io.Writer, columns []Column) Encoder { return newEncoder(w, columns, false) }

func newEncoder(w io.Writer, columns []Column, file bool) *encoder {
	e := &encoder{w: w, file: file, columns: columns, schema: schemaOf(columns), vocabularies: make([]Vocabulary, len(columns))}
	for i, c := range columns {
		for _, word := range c.Words {
			e.vocabularies[i].Add([]byte(word))
		}
	}
	return e
}

func (e *encoder) write(p []byte) error {
	n, err := e.w.Write(p)
	e.at += int64(n)
	return err
}

var magic = []byte("ARROW1")

// begin writes what stands before the first batch.
func (e *encoder) begin() error {
	if e.at > 0 {
		return nil
	}
	var err error
	e.zstd, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		return wrap(err)
	}
	if e.file {
		if err := e.write(append(magic[:len(magic):len(magic)], 0, 0)); err != nil { // padded to 8 bytes
			return err
		}
	}
	_, err = e.library(schemaMessage)
	return err
}

// Encode writes a batch.
func (e *encoder) Encode(t *Table) error {
	if err := e.begin(); err != nil {
		return err
	}
	meta, body := e.batch(t)
	if words := e.words(); !e.file && words > e.told {
		e.told = words
		if _, err := e.library(dictionaryMessage); err != nil {
			return err
		}
	}
	b, err := e.message(meta, body)
	e.batches = append(e.batches, b)
	return err
}

// words returns how many words the dictionaries have.
func (e *encoder) words() int {
	n := 0
	for i := range e.vocabularies {
		n += e.vocabularies[i].Len()
	}
	return n
}

// Close writes what makes the output whole.
func (e *encoder) Close() error {
	if err := e.begin(); err != nil {
		return err
	}
	defer e.zstd.Close()
	var dictionaries []block
	if e.file || len(e.batches) == 0 {
		var err error
		if dictionaries, err = e.library(dictionaryMessage); err != nil {
			return err
		}
	}
	// The end of the stream, which a file has in it, too.
	if err := e.write([]byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}); err != nil || !e.file {
		return err
	}
	footer, err := emptyFooter(e.schema)
	if err != nil {
		return wrap(err)
	}
	// Footer: version, schema, dictionaries, recordBatches, custom_metadata.
	footer = putBlocks(footer, 8, dictionaries)
	footer = putBlocks(footer, 10, e.batches)
	footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
	return e.write(append(footer, magic...))
}

// block is where a message is in the file: the format's Block.
type block struct {
	offset int64
	meta   int32
	body   int64
}

// message writes an encapsulated message: a sign, the length of the metadata,
// which is padded to 8 bytes, the metadata, and the body, which is padded.
func (e *encoder) message(meta, body []byte) (block, error) {
	padded := (len(meta) + 7) &^ 7
	b := block{e.at, int32(8 + padded), int64(len(body))}
	head := binary.LittleEndian.AppendUint32([]byte{0xff, 0xff, 0xff, 0xff}, uint32(padded))
	head = append(append(head, meta...), make([]byte, padded-len(meta))...)
	if err := e.write(head); err != nil {
		return b, err
	}
	return b, e.write(body)
}

// The format's kinds of messages.
const (
	schemaMessage     = 1
	dictionaryMessage = 2
	batchMessage      = 3
)

// library has the library write the schema or the dictionaries, and returns
// where they are.
func (e *encoder) library(kind byte) ([]block, error) {
	arrays := make([]arrow.Array, len(e.columns))
	for i, field := range e.schema.Fields() {
		if d, ok := field.Type.(*arrow.DictionaryType); ok {
			none := array.MakeFromData(array.NewData(d.IndexType, 0, []*memory.Buffer{nil, nil}, nil, 0, 0))
			arrays[i] = array.NewDictionaryArray(d, none, wordsOf(&e.vocabularies[i]))
			continue
		}
		buffers := []*memory.Buffer{nil, nil, nil}
		if e.columns[i].Type != Text {
			buffers = buffers[:2]
		}
		arrays[i] = array.MakeFromData(array.NewData(field.Type, 0, buffers, nil, 0, 0))
	}
	m := &messages{encoder: e, wanted: kind}
	w := ipc.NewWriterWithPayloadWriter(m, ipc.WithSchema(e.schema), ipc.WithZstd())
	err := w.Write(array.NewRecord(e.schema, arrays, 0))
	return m.blocks, wrap(errors.Join(err, w.Close()))
}

// messages takes the library's messages and writes those of one kind.
type messages struct {
	encoder *encoder
	wanted  byte
	blocks  []block
}

func (m *messages) Start() error { return nil }
func (m *messages) Close() error { return nil }

func (m *messages) WritePayload(p ipc.Payload) error {
	meta := p.Meta()
	defer meta.Release()
	// Message: version, header_type, header, bodyLength, custom_metadata.
	message := flatbuffers.Table{Bytes: meta.Bytes(), Pos: flatbuffers.GetUOffsetT(meta.Bytes())}
	if message.GetByteSlot(6, 0) != m.wanted {
		return nil
	}
	var body bytes.Buffer
	if err := p.SerializeBody(&body); err != nil {
		return err
	}
	b, err := m.encoder.message(meta.Bytes(), body.Bytes())
	m.blocks = append(m.blocks, b)
	return err
}

// batch returns the metadata and the body of a record batch.
func (e *encoder) batch(t *Table) (meta, body []byte) {
	e.body = e.body[:0]
	var buffers [][2]int64 // offset and length of each in the body
	add := func(plain []byte, packed bool) {
		begin := len(e.body)
		if len(plain) > 0 {
			e.body = e.buffer(e.body, plain, packed)
		}
		buffers = append(buffers, [2]int64{int64(begin), int64(len(e.body) - begin)})
		e.body = append(e.body, make([]byte, -len(e.body)&7)...)
	}
	for i := range e.columns {
		v := &t.Vectors[i]
		add(nil, false) // nothing is missing
		switch e.columns[i].Type {
		case Bool:
			e.plain = append(e.plain[:0], make([]byte, (t.Rows+7)/8)...)
			for j, set := range v.Bools {
				if set {
					e.plain[j>>3] |= 1 << (j & 7)
				}
			}
			add(e.plain, true)
		case Int8, Symbol:
			add(arrow.Int8Traits.CastToBytes(v.Int8s), true)
		case Int16:
			add(arrow.Int16Traits.CastToBytes(v.Int16s), true)
		case Int32:
			add(arrow.Int32Traits.CastToBytes(v.Int32s), true)
		case Int64:
			add(arrow.Int64Traits.CastToBytes(v.Int64s), !e.columns[i].Distinct)
		case Float64:
			add(arrow.Float64Traits.CastToBytes(v.Float64s), true)
		case Dictionary:
			e.indices = e.vocabularies[i].Indices(e.indices[:0], v, 0, t.Rows)
			add(arrow.Int32Traits.CastToBytes(e.indices), true)
		case Text:
			e.indices = append(append(e.indices[:0], 0), v.Ends...)
			add(arrow.Int32Traits.CastToBytes(e.indices), true)
			add(v.Bytes, true)
		}
	}
	return batchMeta(t.Rows, len(e.columns), buffers, len(e.body)), e.body
}

// buffer appends a buffer with its length before it, -1 where it is as it was:
// where it is of no column that is to be packed, or gets no smaller.
func (e *encoder) buffer(dst, plain []byte, packed bool) []byte {
	begin := len(dst)
	if packed {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(len(plain)))
		if dst = e.zstd.EncodeAll(plain, dst); len(dst)-begin-8 < len(plain) {
			return dst
		}
	}
	return append(binary.LittleEndian.AppendUint64(dst[:begin], math.MaxUint64), plain...)
}

// batchMeta returns a Message with a RecordBatch of columns without nulls.
func batchMeta(rows, columns int, buffers [][2]int64, body int) []byte {
	b := flatbuffers.NewBuilder(4096)
	b.StartVector(16, len(buffers), 8)
	for i := len(buffers) - 1; i >= 0; i-- { // Buffer: offset, length
		b.Prep(8, 16)
		b.PrependInt64(buffers[i][1])
		b.PrependInt64(buffers[i][0])
	}
	bufferVector := b.EndVector(len(buffers))
	b.StartVector(16, columns, 8)
	for range columns { // FieldNode: length, null_count
		b.Prep(8, 16)
		b.PrependInt64(0)
		b.PrependInt64(int64(rows))
	}
	nodes := b.EndVector(columns)
	b.StartObject(2) // BodyCompression: codec, method, of which 0 is buffer by buffer
	b.PrependInt8Slot(0, 1, 0)
	compression := b.EndObject()
	b.StartObject(4) // RecordBatch: length, nodes, buffers, compression
	b.PrependInt64Slot(0, int64(rows), 0)
	b.PrependUOffsetTSlot(1, nodes, 0)
	b.PrependUOffsetTSlot(2, bufferVector, 0)
	b.PrependUOffsetTSlot(3, compression, 0)
	batch := b.EndObject()
	b.StartObject(5) // Message, see messages; version 4 is V5
	b.PrependInt16Slot(0, 4, 0)
	b.PrependByteSlot(1, batchMessage, 0)
	b.PrependUOffsetTSlot(2, batch, 0)
	b.PrependInt64Slot(3, int64(body), 0)
	b.Finish(b.EndObject())
	return b.FinishedBytes()
}

// emptyFooter returns the footer that the library writes for a file of the
// schema without rows.
func emptyFooter(schema *arrow.Schema) ([]byte, error) {
	var file seeker
	w, err := ipc.NewFileWriter(&file, ipc.WithSchema(schema))
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	// At the end are the footer, its length in four bytes, and the magic.
	end := len(file.bytes) - len(magic) - 4
	n := int(binary.LittleEndian.Uint32(file.bytes[end:]))
	return file.bytes[end-n : end : end], nil
}

// putBlocks puts a vector of blocks behind a footer and has the root's field in
// the given slot refer to it, in place of the empty one.
func putBlocks(footer []byte, slot flatbuffers.VOffsetT, blocks []block) []byte {
	root := flatbuffers.Table{Bytes: footer, Pos: flatbuffers.GetUOffsetT(footer)}
	field := root.Pos + flatbuffers.UOffsetT(root.Offset(slot))
	for len(footer)%8 != 4 { // the first block is at a multiple of 8
		footer = append(footer, 0)
	}
	flatbuffers.WriteUOffsetT(footer[field:], flatbuffers.UOffsetT(len(footer))-field)
	footer = binary.LittleEndian.AppendUint32(footer, uint32(len(blocks)))
	for _, b := range blocks {
		footer = binary.LittleEndian.AppendUint64(footer, uint64(b.offset))
		footer = binary.LittleEndian.AppendUint64(footer, uint64(uint32(b.meta))) // with padding
		footer = binary.LittleEndian.AppendUint64(footer, uint64(b.body))
	}
	return footer
}

// seeker is a file in memory, which is only written at its end.
type seeker struct{ bytes []byte }

func (s *seeker) Write(p []byte) (int, error) {
	s.bytes = append(s.bytes, p...)
	return len(p), nil
}

func (s *seeker) Seek(int64, int) (int64, error) { return int64(len(s.bytes)), nil }
