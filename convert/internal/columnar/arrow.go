package columnar

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/bitutil"
	"github.com/apache/arrow/go/v17/arrow/endian"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/stolb/stolb/record/message"
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

// Limits in bytes. A Writer stays far below them.
const (
	maxMeta   = 16 << 20 // of a message's metadata
	maxBody   = 1 << 28  // of a message's body
	maxMemory = 1 << 29  // that the library may allocate at a time
)

func arrowError(err error) error {
	return message.Of("columnar.arrow", "why", whyOf(err, message.Of("columnar.not-ipc", "", err)))
}

// magic is the beginning of an Arrow file, before a stream; without its padding, also the end.
const magic = "ARROW1\x00\x00"

// NewArrowReader returns a Reader of an IPC stream, or of an IPC file, which is a stream between its
// magic and a footer; the footer is not needed, but that it is there shows that nothing is missing.
func NewArrowReader(r io.Reader) (reader *Reader, err error) {
	defer recovered(&err, arrowError)
	in := &messages{Reader: bufio.NewReaderSize(r, 1<<16)}
	if begin, _ := in.Peek(len(magic)); string(begin) == magic {
		in.isFile = true
		_, _ = in.Discard(len(magic)) // these bytes are buffered
	}
	memory := &limited{Allocator: memory.NewGoAllocator()}
	batches, err := ipc.NewReaderFromMessageReader(in, ipc.WithAllocator(memory))
	must(err)
	columns, err := locate(func(name string) (at int, isText, isWhole bool) {
		places := batches.Schema().FieldIndices(name)
		if len(places) == 0 {
			return -1, false, false
		}
		kind := batches.Schema().Field(places[0]).Type
		if d, ok := kind.(*arrow.DictionaryType); ok {
			kind = d.ValueType
		}
		return places[0], kind.ID() == arrow.STRING || kind.ID() == arrow.LARGE_STRING, arrow.IsInteger(kind.ID())
	})
	if err != nil {
		return nil, err
	}
	var batch arrow.Record
	row := 0
	next := func() (g recorded, err error) {
		for batch == nil || row == int(batch.NumRows()) {
			row = 0
			if batch, err = batches.Read(); err == io.EOF {
				return g, err
			}
			must(err)
		}
		texts := [...]*string{&g.File, &g.Format, &g.Record}
		numbers := [...]*int64{&g.Number, &g.Line, &g.Byte}
		for i, at := range columns {
			switch column := batch.Column(at); {
			case column.IsNull(row):
			case i < firstNumber:
				*texts[i] = strings.Clone(column.ValueStr(row)) // without a copy it would keep the batch in memory
			default:
				*numbers[i-firstNumber], err = strconv.ParseInt(column.ValueStr(row), 10, 64)
				must(err)
			}
		}
		row++
		return g, nil
	}
	return &Reader{next, arrowError}, nil
}

// limited allocates at most maxMemory bytes, for the library trusts every length in its input.
type limited struct {
	memory.Allocator
	used int64
}

func (l *limited) take(n int64) {
	if l.used += n; l.used > maxMemory || n > maxMemory {
		panic(message.Of("columnar.memory", "bytes", l.used, "most", int64(maxMemory)))
	}
}

func (l *limited) Allocate(size int) []byte {
	l.take(int64(size))
	return l.Allocator.Allocate(size)
}

func (l *limited) Reallocate(size int, b []byte) []byte {
	l.take(int64(size) - int64(len(b)))
	return l.Allocator.Reallocate(size, b)
}

func (l *limited) Free(b []byte) {
	l.used -= int64(len(b))
	l.Allocator.Free(b)
}

// messages passes the messages of a stream to the library, which trusts the lengths in them. It
// checks the lengths that determine how much memory the library allocates.
type messages struct {
	*bufio.Reader
	isFile bool         // a footer follows the messages
	held   *ipc.Message // a batch whose dictionaries may follow it, as in files of version 1
	failed error        // after the batch
}

// Message implements ipc.MessageReader; io.EOF is the end of the stream. Dictionaries come before the
// batch that they follow.
func (in *messages) Message() (*ipc.Message, error) {
	for {
		m, err := in.next()
		if err == nil && m.Type() != ipc.MessageRecordBatch {
			return m, nil
		}
		before := in.held
		in.held, in.failed = m, err
		switch {
		case before != nil:
			return before, nil
		case err != nil:
			return nil, err
		}
	}
}

// next reads the next message.
func (in *messages) next() (_ *ipc.Message, err error) {
	defer recovered(&err, func(err error) error { return err })
	must(in.failed)
	begin := make([]byte, 8)
	read, err := io.ReadFull(in, begin)
	isMessage := err == nil && binary.LittleEndian.Uint32(begin) == 0xffffffff
	n := binary.LittleEndian.Uint32(begin[4:])
	switch {
	case in.isFile && !(isMessage && n > 0): // the footer, or a sign of the end before it
		rest, err := io.ReadAll(io.LimitReader(in, maxMeta))
		must(err)
		if !strings.HasSuffix(string(begin[:read])+string(rest), magic[:len("ARROW1")]) {
			return nil, message.Of("columnar.end-missing")
		}
		return nil, io.EOF
	case err != nil:
		return nil, err
	case !isMessage:
		return nil, message.Of("columnar.no-message")
	case n == 0:
		return nil, io.EOF
	case n > maxMeta:
		return nil, message.Of("columnar.description-size", "bytes", int64(n))
	}
	meta := in.bytes(int64(n))
	body := in.bytes(check(meta))
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(body)), nil
}

// Retain and Release implement ipc.MessageReader; there are no references to count.
func (in *messages) Retain()  {}
func (in *messages) Release() {}

// bytes returns the next n bytes. It allocates memory in proportion to the bytes that exist.
func (in *messages) bytes(n int64) []byte {
	var b bytes.Buffer
	if _, err := io.CopyN(&b, in, n); err == io.EOF {
		panic(io.ErrUnexpectedEOF)
	} else {
		must(err)
	}
	return b.Bytes()
}

// Slots of the format's flatbuffers (Message.fbs, Schema.fbs), and the kind of a schema
// message.
const (
	messageKind, messageHeader, messageBody = 6, 8, 10
	schemaFields, schemaMetadata            = 6, 8
	fieldChildren, fieldMetadata            = 14, 16

	kindSchema = 1
)

// mapDepth is the maximum nesting depth of fields: a map has pairs, which have names and texts.
const mapDepth = 2

// check returns the size of a message's body, and checks the lists of a schema. They may overlap,
// but all together may have no more elements than fit in the metadata. Like the library, it panics
// on invalid offsets.
func check(meta []byte) (size int64) {
	m := flatbuffers.Table{Bytes: meta, Pos: flatbuffers.GetUOffsetT(meta)}
	header := flatbuffers.UOffsetT(m.Offset(messageHeader))
	size = m.GetInt64Slot(messageBody, 0)
	reject(header == 0 || size < 0 || size > maxBody, message.Of("columnar.body-size", "bytes", size))
	left := len(meta) / 4 // elements that further lists may have
	var walk func(of flatbuffers.Table, fields, metadata flatbuffers.VOffsetT, depth int)
	walk = func(of flatbuffers.Table, fields, metadata flatbuffers.VOffsetT, depth int) {
		for _, slot := range []flatbuffers.VOffsetT{metadata, fields} {
			o := flatbuffers.UOffsetT(of.Offset(slot))
			if o == 0 {
				continue
			}
			n := of.VectorLen(o)
			left -= n
			reject(left < 0, message.Of("columnar.list"))
			reject(slot == fields && n > 0 && depth > mapDepth, message.Of("columnar.type"))
			for i := 0; i < n && slot == fields; i++ {
				at := of.Indirect(of.Vector(o) + flatbuffers.UOffsetT(4*i))
				walk(flatbuffers.Table{Bytes: meta, Pos: at}, fieldChildren, fieldMetadata, depth+1)
			}
		}
	}
	if m.GetByteSlot(messageKind, 0) == kindSchema {
		schema := flatbuffers.Table{Bytes: meta, Pos: m.Indirect(header + m.Pos)}
		walk(schema, schemaFields, schemaMetadata, 0)
	}
	return size
}
