package columnar

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/stolb/stolb/record/message"
)

// Limits in bytes. A Writer stays far below them.
const (
	maxMeta   = 16 << 20 // of a message's metadata
	maxBody   = 1 << 28  // of a message's body
	maxMemory = 1 << 29  // that the library may allocate at a time
)

func arrowError(err error) error {
	return message.Of("columnar.arrow", "why", whyOf(err, message.Of("columnar.not-ipc", "", err)))
}

// magic is the beginning of an Arrow file; without its padding, also the end.
const magic = "ARROW1\x00\x00"

// NewArrowFileReader returns a Reader of an IPC file of size bytes. It reads the file as a stream:
// the schema, then the messages that the footer lists, all dictionaries first.
func NewArrowFileReader(r io.ReaderAt, size int64) (reader *Reader, err error) {
	defer recovered(&err, arrowError)
	bytesAt := func(at, n int64) []byte {
		if at < 0 || n < 8 || n > maxMeta {
			panic(message.Of("columnar.end-missing"))
		}
		b := make([]byte, n)
		_, err := r.ReadAt(b, at)
		must(err)
		return b
	}
	last := size - int64(4+len("ARROW1"))
	end := bytesAt(last, size-last)
	if !strings.HasPrefix(magic, string(end[4:])) {
		panic(message.Of("columnar.end-missing"))
	}
	last -= int64(binary.LittleEndian.Uint32(end))
	footer := bytesAt(last, int64(binary.LittleEndian.Uint32(end)))
	begin := int64(len(magic))
	schema := 8 + int64(binary.LittleEndian.Uint32(bytesAt(begin, 8)[4:]))
	parts := []io.Reader{io.NewSectionReader(r, begin, schema)}
	left := last // bytes that further blocks may have, so that they cannot all be the same
	root := flatbuffers.Table{Bytes: footer, Pos: flatbuffers.GetUOffsetT(footer)}
	for _, slot := range []flatbuffers.VOffsetT{footerDictionaries, footerBatches} {
		o := flatbuffers.UOffsetT(root.Offset(slot))
		for i := 0; o > 0 && i < root.VectorLen(o); i++ {
			block := footer[int(root.Vector(o))+24*i:]
			at, meta := flatbuffers.GetInt64(block), int64(flatbuffers.GetInt32(block[8:]))
			body := flatbuffers.GetInt64(block[16:])
			if at < begin || at > last || meta < 8 || body < 0 || body > last-at-meta || meta+body > left {
				panic(message.Of("columnar.footer-outside"))
			}
			left -= meta + body
			parts = append(parts, io.NewSectionReader(r, at, meta+body))
		}
	}
	return NewArrowReader(io.MultiReader(parts...))
}

// NewArrowReader returns a Reader of an IPC stream.
func NewArrowReader(r io.Reader) (reader *Reader, err error) {
	defer recovered(&err, arrowError)
	batches, err := ipc.NewReaderFromMessageReader(&messages{bufio.NewReaderSize(r, 1<<16)},
		ipc.WithAllocator(&limited{Allocator: memory.NewGoAllocator()}))
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
type messages struct{ io.Reader }

// Message implements ipc.MessageReader; io.EOF is the end of the stream.
func (in *messages) Message() (*ipc.Message, error) {
	begin := make([]byte, 8)
	if _, err := io.ReadFull(in, begin); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(begin[4:])
	switch {
	case binary.LittleEndian.Uint32(begin) != 0xffffffff:
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

// Slots of the format's flatbuffers (Message.fbs, Schema.fbs, File.fbs), and the kind of a schema
// message.
const (
	messageKind, messageHeader, messageBody = 6, 8, 10
	schemaFields, schemaMetadata            = 6, 8
	fieldChildren, fieldMetadata            = 14, 16
	footerDictionaries, footerBatches       = 8, 10

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
	if size = m.GetInt64Slot(messageBody, 0); header == 0 || size < 0 || size > maxBody {
		panic(message.Of("columnar.body-size", "bytes", size))
	}
	left := len(meta) / 4 // elements that further lists may have
	var walk func(of flatbuffers.Table, fields, metadata flatbuffers.VOffsetT, depth int)
	walk = func(of flatbuffers.Table, fields, metadata flatbuffers.VOffsetT, depth int) {
		for _, slot := range []flatbuffers.VOffsetT{metadata, fields} {
			o := flatbuffers.UOffsetT(of.Offset(slot))
			if o == 0 {
				continue
			}
			n := of.VectorLen(o)
			if left -= n; left < 0 {
				panic(message.Of("columnar.list"))
			}
			if slot == fields && n > 0 && depth > mapDepth {
				panic(message.Of("columnar.type"))
			}
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
