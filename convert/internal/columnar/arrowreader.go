package columnar

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// What is read has at most so many bytes: the description of a message, or the footer;
// and the body of a message. The library may take so many for a table at a time, and as
// many again for unpacking it. A Writer stays far below.
const (
	maxMeta   = 16 << 20
	maxBody   = 1 << 28
	maxMemory = 1 << 29
)

// ArrowReader reads the games of a table games in Arrow's IPC format, one at a time. It is
// not safe for concurrent use.
type ArrowReader struct {
	batches *ipc.Reader
	at      [len(recordedColumns)]int // of the columns in the schema
	batch   arrow.Record              // nil before the first
	row     int
}

// NewArrowReader returns a Reader of r, which has an IPC stream.
func NewArrowReader(r io.Reader) (*ArrowReader, error) {
	return newArrowReader(&messages{bufio.NewReaderSize(r, 1<<16), false})
}

func newArrowReader(in *messages) (reader *ArrowReader, err error) {
	defer recovered(&err, arrowError)
	memory := &limited{Allocator: memory.NewGoAllocator()}
	batches, err := ipc.NewReaderFromMessageReader(in, ipc.WithAllocator(memory))
	if err != nil {
		return nil, arrowError(err)
	}
	reader = &ArrowReader{batches: batches}
	for i, name := range recordedColumns {
		at := batches.Schema().FieldIndices(name)
		if len(at) == 0 {
			return nil, noColumn(name, batches.Schema().HasField)
		}
		reader.at[i] = at[0]
		kind := batches.Schema().Field(at[0]).Type
		if d, ok := kind.(*arrow.DictionaryType); ok {
			kind = d.ValueType
		}
		switch id := kind.ID(); {
		case i >= firstNumber && !arrow.IsInteger(id):
			return nil, arrowError(message.Of("columnar.no-number", "column", name))
		case i < firstNumber && id != arrow.STRING && id != arrow.LARGE_STRING:
			return nil, arrowError(message.Of("columnar.no-text", "column", name))
		}
	}
	return reader, nil
}

// magic is how a file of Arrow begins, padded, and how it ends, not padded.
const magic = "ARROW1\x00\x00"

// NewArrowFileReader returns a Reader of an IPC file of that size in bytes, which is a
// stream of the messages that its end names: the dictionaries first, wherever they are.
func NewArrowFileReader(r io.ReaderAt, size int64) (reader *ArrowReader, err error) {
	defer recovered(&err, arrowError)
	end := make([]byte, 4+len("ARROW1"))
	last := size - int64(len(end))
	if _, err := r.ReadAt(end, last); err != nil || !strings.HasPrefix(magic, string(end[4:])) {
		return nil, arrowError(message.Of("columnar.end-missing"))
	}
	n := int64(binary.LittleEndian.Uint32(end))
	if n < 8 || n > maxMeta || n > last-int64(len(magic)) {
		return nil, arrowError(message.Of("columnar.footer-size", "bytes", n, "size", size))
	}
	footer, begin := make([]byte, n), make([]byte, 8)
	_, err = r.ReadAt(footer, last-n)
	if _, wrong := r.ReadAt(begin, int64(len(magic))); err != nil || wrong != nil {
		return nil, arrowError(cmp.Or(err, wrong))
	}
	schema := int64(len(begin)) + int64(binary.LittleEndian.Uint32(begin[4:]))
	parts := []io.Reader{io.NewSectionReader(r, int64(len(magic)), schema)}
	for _, slot := range []flatbuffers.VOffsetT{footerDictionaries, footerBatches} {
		at, n := list(root(footer), slot, 24)
		for i := range n {
			block := footer[int(at)+24*i:]
			at, meta := flatbuffers.GetInt64(block), int64(flatbuffers.GetInt32(block[8:]))
			body := flatbuffers.GetInt64(block[16:])
			if at < 8 || at > size {
				return nil, arrowError(message.Of("columnar.footer-outside"))
			}
			parts = append(parts, io.NewSectionReader(r, at, meta+body))
		}
	}
	return newArrowReader(&messages{io.MultiReader(parts...), true})
}

// Chunk returns the text of the next game, or io.EOF after the last. The error may say
// that the table is not whole.
func (r *ArrowReader) Chunk() (c grammar.Chunk, err error) {
	defer recovered(&err, arrowError)
	for r.batch == nil || r.row == int(r.batch.NumRows()) {
		r.row = 0
		if r.batch, err = r.batches.Read(); err == io.EOF {
			return c, err
		} else if err != nil {
			return c, arrowError(err)
		}
	}
	var texts [len(recordedColumns)]string
	var numbers [len(recordedColumns)]int64
	for i, at := range r.at {
		switch column := r.batch.Column(at); {
		case column.IsNull(r.row):
		case i < firstNumber:
			texts[i] = strings.Clone(column.ValueStr(r.row)) // its own would keep the batch
		default:
			numbers[i], err = strconv.ParseInt(column.ValueStr(r.row), 10, 64)
		}
		if err != nil {
			return c, arrowError(message.Of("columnar.no-number", "column", recordedColumns[i]))
		}
	}
	r.row++
	game := recorded{texts[0], texts[1], texts[2], numbers[3], numbers[4], numbers[5]}
	return game.chunk()
}

// arrowError says of what is wrong that a table in Arrow's format has it.
func arrowError(err error) error {
	var why message.Message // which the library may have wrapped
	switch {
	case errors.As(err, &why):
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		why = message.Of("columnar.ends-early", "", err)
	default:
		why = message.Of("columnar.not-ipc", "", err)
	}
	return message.Of("columnar.arrow", "why", why)
}

// recovered makes an error of a panic: the libraries panic where lengths or offsets cannot be.
func recovered(err *error, wrap func(error) error) {
	if p := recover(); p != nil {
		why, ok := p.(error)
		if !ok {
			why = fmt.Errorf("columnar: %v", p)
		}
		*err = wrap(why)
	}
}

// limited allocates no more than maxMemory: the library believes every length that it finds.
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

// messages hands the messages of a stream to the library, which believes the lengths in
// them: those that it takes memory by are checked here.
type messages struct {
	io.Reader
	file bool // which ends with its last message, and not with one of no length
}

// Message implements ipc.MessageReader; io.EOF is the end of the stream or file.
func (in *messages) Message() (*ipc.Message, error) {
	begin := make([]byte, 8)
	if _, err := io.ReadFull(in, begin); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(begin[4:])
	switch {
	case binary.LittleEndian.Uint32(begin) != 0xffffffff, n == 0 && in.file:
		return nil, message.Of("columnar.no-message")
	case n == 0:
		return nil, io.EOF
	case n > maxMeta:
		return nil, message.Of("columnar.description-size", "bytes", int64(n))
	}
	meta, err := read(in, int64(n))
	if err != nil {
		return nil, err
	}
	body, err := read(in, check(meta))
	if err != nil {
		return nil, err
	}
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(body)), nil
}

// Retain and Release implement ipc.MessageReader; there is nothing to count.
func (in *messages) Retain()  {}
func (in *messages) Release() {}

// read reads so many bytes, and takes no more memory than there are.
func read(r io.Reader, n int64) ([]byte, error) {
	var b bytes.Buffer
	_, err := io.CopyN(&b, r, n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return b.Bytes(), err
}

// Slots of the format's flatbuffers (Message.fbs, Schema.fbs, File.fbs), and the kind of a
// message that is a schema.
const (
	messageKind, messageHeader, messageBody = 6, 8, 10
	schemaFields, schemaMetadata            = 6, 8
	fieldChildren, fieldMetadata            = 14, 16
	footerDictionaries, footerBatches       = 8, 10

	kindSchema = 1
)

// root returns a flatbuffer's table. As the library, these functions panic at wrong offsets.
func root(b []byte) flatbuffers.Table {
	return flatbuffers.Table{Bytes: b, Pos: flatbuffers.GetUOffsetT(b)}
}

// list returns the place of a slot's list and its length, for which there are enough bytes.
func list(t flatbuffers.Table, slot flatbuffers.VOffsetT, size int) (at flatbuffers.UOffsetT, n int) {
	if o := flatbuffers.UOffsetT(t.Offset(slot)); o > 0 {
		at, n = t.Vector(o), t.VectorLen(o)
	}
	if n < 0 || int64(at)+int64(n)*int64(size) > int64(len(t.Bytes)) {
		panic(message.Of("columnar.list"))
	}
	return at, n
}

// mapDepth is how deep the deepest fields are: a map has pairs, which have names and texts.
const mapDepth = 2

// check returns the size of a message's body, and checks the lengths of a schema: lists
// in it may refer to the same bytes again and again, but not to more than there are.
func check(meta []byte) (size int64) {
	m := root(meta)
	header := flatbuffers.UOffsetT(m.Offset(messageHeader))
	if size = m.GetInt64Slot(messageBody, 0); header == 0 || size < 0 || size > maxBody {
		panic(message.Of("columnar.body-size", "bytes", size))
	}
	if m.GetByteSlot(messageKind, 0) != kindSchema {
		return size
	}
	schema := flatbuffers.Table{Bytes: meta, Pos: m.Indirect(header + m.Pos)}
	_, all := list(schema, schemaMetadata, 4)
	var checkFields func(of flatbuffers.Table, slot flatbuffers.VOffsetT, depth int)
	checkFields = func(of flatbuffers.Table, slot flatbuffers.VOffsetT, depth int) {
		at, fields := list(of, slot, 4)
		if fields > 0 && depth > mapDepth {
			panic(message.Of("columnar.type"))
		}
		all += fields
		for i := range fields {
			f := flatbuffers.Table{Bytes: meta, Pos: of.Indirect(at + flatbuffers.UOffsetT(4*i))}
			_, n := list(f, fieldMetadata, 4)
			if all += n; all > len(meta)/4 {
				panic(message.Of("columnar.list"))
			}
			checkFields(f, fieldChildren, depth+1)
		}
	}
	checkFields(schema, schemaFields, 0)
	return size
}
