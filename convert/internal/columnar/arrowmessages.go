package columnar

import (
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
	stream io.Reader
	file   io.ReaderAt // nil for a stream
	places []int64     // of the file's messages that are still to be read
}

// Message implements ipc.MessageReader; io.EOF is the end of the stream or file.
func (in *messages) Message() (*ipc.Message, error) {
	if in.file != nil {
		if len(in.places) == 0 {
			return nil, io.EOF
		}
		in.stream = io.NewSectionReader(in.file, in.places[0], maxMeta+maxBody)
		in.places = in.places[1:]
	}
	begin := make([]byte, 8)
	if n, err := io.ReadFull(in.stream, begin); err != nil {
		if n > 0 || in.file != nil {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	n := binary.LittleEndian.Uint32(begin[4:])
	switch {
	case binary.LittleEndian.Uint32(begin) != 0xffffffff, n == 0 && in.file != nil:
		return nil, message.Of("columnar.no-message")
	case n == 0:
		return nil, io.EOF
	case n > maxMeta:
		return nil, message.Of("columnar.description-size", "bytes", int64(n))
	}
	meta, err := read(in.stream, int64(n))
	if err != nil {
		return nil, err
	}
	body, err := read(in.stream, check(meta))
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

// Slots of the format's flatbuffers (Message.fbs, Schema.fbs, File.fbs).
const (
	messageKind, messageHeader, messageBody = 6, 8, 10
	schemaFields, schemaMetadata            = 6, 8
	fieldChildren, fieldMetadata            = 14, 16
	footerDictionaries, footerBatches       = 8, 10

	kindSchema, kindDictionary, kindBatch = 1, 2, 3
	metadataV5, codecZstd                 = 4, 1
)

// root returns the table that a flatbuffer has. These functions panic where offsets cannot
// be, as the library does.
func root(b []byte) flatbuffers.Table {
	return flatbuffers.Table{Bytes: b, Pos: flatbuffers.GetUOffsetT(b)}
}

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
func vector(t flatbuffers.Table, slot flatbuffers.VOffsetT, size int) (begin flatbuffers.UOffsetT, n int) {
	if o := flatbuffers.UOffsetT(t.Offset(slot)); o > 0 {
		begin, n = t.Vector(o), t.VectorLen(o)
	}
	if n < 0 || int64(begin)+int64(n)*int64(size) > int64(len(t.Bytes)) {
		panic(message.Of("columnar.list"))
	}
	return begin, n
}

// check returns the size of a message's body, and checks the lengths of a schema: lists
// in it may refer to the same bytes again and again, but not to more than there are.
func check(meta []byte) (size int64) {
	m := root(meta)
	header, ok := child(m, messageHeader)
	if size = m.GetInt64Slot(messageBody, 0); !ok || size < 0 || size > maxBody {
		panic(message.Of("columnar.body-size", "bytes", size))
	}
	if m.GetByteSlot(messageKind, 0) != kindSchema {
		return size
	}
	_, all := vector(header, schemaMetadata, 4)
	var checkFields func(of flatbuffers.Table, slot flatbuffers.VOffsetT, depth int)
	checkFields = func(of flatbuffers.Table, slot flatbuffers.VOffsetT, depth int) {
		begin, fields := vector(of, slot, 4)
		if fields > 0 && depth > mapDepth {
			panic(message.Of("columnar.type"))
		}
		all += fields
		for i := range fields {
			f := flatbuffers.Table{Bytes: meta, Pos: of.Indirect(begin + flatbuffers.UOffsetT(4*i))}
			_, n := vector(f, fieldMetadata, 4)
			if all += n; all > len(meta)/4 {
				panic(message.Of("columnar.list"))
			}
			checkFields(f, fieldChildren, depth+1)
		}
	}
	checkFields(header, schemaFields, 0)
	return size
}

// mapDepth is how deep the deepest fields of a schema are, those of a map: its pairs have
// names and texts.
const mapDepth = 2

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
	in.file, in.places = file, []int64{8} // the schema, after the padded magic
	for _, slot := range []flatbuffers.VOffsetT{footerDictionaries, footerBatches} {
		begin, n := vector(root(footer), slot, 24)
		for i := range n {
			at := flatbuffers.GetInt64(footer[int(begin)+24*i:])
			if at < 8 || at > size {
				return message.Of("columnar.footer-outside")
			}
			in.places = append(in.places, at)
		}
	}
	return nil
}
