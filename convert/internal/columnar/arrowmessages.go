package columnar

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/stolb/stolb/record/message"
)

// What is read has at most so many bytes: the description of a message, or the footer;
// and the body of a message.
const (
	maxMeta = 16 << 20
	maxBody = 1 << 28
)

var magic = []byte("ARROW1")

// messages hands the messages of a stream or of a file to the library, which believes
// the lengths in them: those that it takes memory by are checked here. Of a file the
// dictionaries come first, wherever they are in it.
type messages struct {
	stream *bufio.Reader
	file   io.ReaderAt
	blocks []block // of the file, still to be read
	err    error   // with which reading ended, which the library wraps
}

// block is where a message is in a file.
type block struct {
	offset int64
	meta   int64 // bytes
	body   int64 // bytes
}

// Message implements ipc.MessageReader.
func (in *messages) Message() (*ipc.Message, error) {
	stream := io.Reader(in.stream)
	if in.file != nil {
		if len(in.blocks) == 0 {
			return nil, io.EOF
		}
		b := in.blocks[0]
		in.blocks = in.blocks[1:]
		stream = io.NewSectionReader(in.file, b.offset, b.meta+maxBody)
	}
	m, err := next(stream)
	if err == io.EOF && in.file != nil {
		err = io.ErrUnexpectedEOF
	}
	if err != nil && err != io.EOF {
		in.err = err
	}
	return m, err
}

// Retain and Release implement ipc.MessageReader; there is nothing to count.
func (in *messages) Retain()  {}
func (in *messages) Release() {}

// next reads a message; io.EOF at the end of the stream.
func next(r io.Reader) (*ipc.Message, error) {
	begin := make([]byte, 8)
	if n, err := io.ReadFull(r, begin); err != nil {
		if n > 0 {
			err = io.ErrUnexpectedEOF
		}
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
	meta, err := read(r, int64(n))
	if err != nil {
		return nil, err
	}
	size, err := check(meta)
	if err != nil {
		return nil, err
	}
	body, err := read(r, size)
	if err != nil {
		return nil, err
	}
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(body)), nil
}

// read reads so many bytes, and takes no more memory than there are.
func read(r io.Reader, n int64) ([]byte, error) {
	var b bytes.Buffer
	_, err := io.CopyN(&b, r, n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return b.Bytes(), err
}

// Slots of the format's flatbuffers (Message.fbs, Schema.fbs, File.fbs).
const (
	messageKind, messageHeader, messageBody = 6, 8, 10
	schemaFields, schemaMetadata            = 6, 8
	fieldChildren, fieldMetadata            = 14, 16
	footerDictionaries, footerBatches       = 8, 10
	batchLength, batchNodes, batchBuffers   = 4, 6, 8

	kindSchema, kindDictionary, kindBatch = 1, 2, 3
	metadataV5, codecZstd                 = 4, 1
)

// child returns the table to which a slot of another refers.
func child(t flatbuffers.Table, slot flatbuffers.VOffsetT) (flatbuffers.Table, bool) {
	o := t.Offset(slot)
	if o == 0 {
		return t, false
	}
	return flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(flatbuffers.UOffsetT(o) + t.Pos)}, true
}

// vector returns the place of a slot's vector and its length, which is no longer than
// the bytes that are there.
func vector(t flatbuffers.Table, slot flatbuffers.VOffsetT, size int) (flatbuffers.UOffsetT, int, error) {
	o := flatbuffers.UOffsetT(t.Offset(slot))
	if o == 0 {
		return 0, 0, nil
	}
	begin, n := t.Vector(o), t.VectorLen(o)
	if n < 0 || int64(begin)+int64(n)*int64(size) > int64(len(t.Bytes)) {
		return 0, 0, message.Of("columnar.list")
	}
	return begin, n, nil
}

// check returns the size of a message's body, and checks the lengths of a schema: lists
// in it may refer to the same bytes again and again, but not to more than there are.
func check(meta []byte) (size int64, err error) {
	m := flatbuffers.Table{Bytes: meta, Pos: flatbuffers.GetUOffsetT(meta)}
	header, ok := child(m, messageHeader)
	if size = m.GetInt64Slot(messageBody, 0); !ok || size < 0 || size > maxBody {
		return 0, message.Of("columnar.body-size", "bytes", size)
	}
	if m.GetByteSlot(messageKind, 0) != kindSchema {
		return size, nil
	}
	_, all, err := vector(header, schemaMetadata, 4)
	if err != nil {
		return 0, err
	}
	begin, fields, err := vector(header, schemaFields, 4)
	if err != nil {
		return 0, err
	}
	all += fields
	for i := range fields {
		f := flatbuffers.Table{Bytes: meta, Pos: header.Indirect(begin + flatbuffers.UOffsetT(4*i))}
		_, children, err := vector(f, fieldChildren, 4)
		if err == nil && children > 0 {
			err = message.Of("columnar.type")
		}
		if err != nil {
			return 0, err
		}
		_, n, err := vector(f, fieldMetadata, 4)
		if err != nil {
			return 0, err
		}
		if all += n; all > len(meta)/4 {
			return 0, message.Of("columnar.list")
		}
	}
	return size, nil
}

// open reads where the messages of a file are, from its end.
func (in *messages) open(file io.ReaderAt, size int64) error {
	end := make([]byte, 4+len(magic))
	if _, err := file.ReadAt(end, size-int64(len(end))); err != nil || !bytes.Equal(end[4:], magic) {
		return message.Of("columnar.end-missing")
	}
	n := int64(binary.LittleEndian.Uint32(end))
	if n < 8 || n > maxMeta || n > size-int64(len(end)+len(magic)) {
		return message.Of("columnar.footer-size", "bytes", n, "size", size)
	}
	footer := make([]byte, n)
	if _, err := file.ReadAt(footer, size-int64(len(end))-n); err != nil {
		return err
	}
	root := flatbuffers.Table{Bytes: footer, Pos: flatbuffers.GetUOffsetT(footer)}
	in.file = file
	in.blocks = []block{{offset: 8, meta: maxMeta}} // the schema, after the padded magic
	for _, slot := range []flatbuffers.VOffsetT{footerDictionaries, footerBatches} {
		begin, n, err := vector(root, slot, 24)
		if err != nil {
			return err
		}
		for i := range n {
			at := begin + flatbuffers.UOffsetT(24*i)
			b := block{offset: root.GetInt64(at), meta: int64(root.GetInt32(at + 8))}
			if b.offset < 8 || b.offset > size || b.meta < 8 || b.meta > maxMeta {
				return message.Of("columnar.footer-outside")
			}
			in.blocks = append(in.blocks, b)
		}
	}
	return nil
}
