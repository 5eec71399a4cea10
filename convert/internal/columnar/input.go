package columnar

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"

	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/klauspost/compress/zstd"

	"github.com/stolb/stolb/record/message"
)

// What is read has at most so many bytes: the description of a message, or the
// footer; and a buffer unpacked, or a message's body. Writer and Dataset stay
// far below.
const (
	maxMeta = 16 << 20
	maxBody = 1 << 28
)

// arrowField is a column of what is read.
type arrowField struct {
	name       string
	utf8       bool
	bits       int    // of a number or an index
	buffer     int    // its first, among those of a batch
	dictionary *words // nil for none
}

// words is a dictionary.
type words struct {
	id   int64
	text func(int64) (string, error)
	n    int64
}

// input reads the messages of an IPC file or stream.
type input struct {
	fields  []arrowField
	stream  *bufio.Reader
	file    io.ReaderAt
	batches []block // of the file, still to be read
	zstd    *zstd.Decoder
}

func newInput(r io.Reader) (*input, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBody))
	if err != nil {
		return nil, wrap(err)
	}
	in := &input{zstd: decoder}
	if file, ok := r.(interface {
		io.ReaderAt
		io.Seeker
	}); ok {
		begin := make([]byte, len(magic))
		if n, _ := file.ReadAt(begin, 0); n == len(magic) && bytes.Equal(begin, magic) {
			size, err := file.Seek(0, io.SeekEnd)
			if err != nil {
				return nil, wrap(err)
			}
			in.file = file
			return in, in.footer(size)
		}
	}
	in.stream = bufio.NewReaderSize(r, 1<<16)
	if begin, _ := in.stream.Peek(len(magic)); bytes.Equal(begin, magic) {
		return nil, message.Of("columnar.pipe")
	}
	kind, header, _, err := in.message()
	if err == nil && kind != schemaMessage {
		err = message.Of("columnar.first-no-schema")
	}
	if err == nil {
		err = in.schema(header)
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return in, wrap(err)
}

// child returns the table to which a slot of another refers.
func child(t flatbuffers.Table, slot flatbuffers.VOffsetT) (flatbuffers.Table, bool) {
	o := t.Offset(slot)
	if o == 0 {
		return t, false
	}
	return flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(flatbuffers.UOffsetT(o) + t.Pos)}, true
}

// vector returns the place of a slot's vector and its length. It is no longer
// than the bytes that are there.
func vector(t flatbuffers.Table, slot flatbuffers.VOffsetT, size int) (flatbuffers.UOffsetT, int, error) {
	o := flatbuffers.UOffsetT(t.Offset(slot))
	if o == 0 {
		return 0, 0, nil
	}
	begin, n := t.Vector(o), t.VectorLen(o)
	if n < 0 || int(begin)+n*size > len(t.Bytes) {
		return 0, 0, message.Of("columnar.list")
	}
	return begin, n, nil
}

// footer reads what a file has at its end.
func (in *input) footer(size int64) error {
	end := make([]byte, 4+len(magic))
	if _, err := in.file.ReadAt(end, size-int64(len(end))); err != nil || !bytes.Equal(end[4:], magic) {
		return wrap(message.Of("columnar.end-missing"))
	}
	n := int64(binary.LittleEndian.Uint32(end))
	if n > maxMeta || n > size-int64(len(end)+len(magic)) {
		return wrap(message.Of("columnar.footer-size", "bytes", n, "size", size))
	}
	footer := make([]byte, n)
	if _, err := in.file.ReadAt(footer, size-int64(len(end))-n); err != nil {
		return wrap(err)
	}
	root := flatbuffers.Table{Bytes: footer, Pos: flatbuffers.GetUOffsetT(footer)}
	schema, ok := child(root, 6)
	if !ok {
		return wrap(message.Of("columnar.footer-no-schema"))
	}
	if err := in.schema(schema); err != nil {
		return wrap(err)
	}
	blocks := func(slot flatbuffers.VOffsetT) ([]block, error) {
		begin, n, err := vector(root, slot, 24)
		all := make([]block, n)
		for i := range all {
			at := begin + flatbuffers.UOffsetT(24*i)
			b := block{root.GetInt64(at), root.GetInt32(at + 8), root.GetInt64(at + 16)}
			if b.offset < 0 || b.meta < 8 || b.meta > maxMeta || b.body < 0 || b.body > maxBody || b.offset > size-int64(b.meta)-b.body {
				return nil, wrap(message.Of("columnar.footer-outside"))
			}
			all[i] = b
		}
		return all, wrap(err)
	}
	dictionaries, err := blocks(8)
	if err != nil {
		return err
	}
	for _, b := range dictionaries {
		_, header, body, err := in.at(b)
		if err == nil {
			err = in.dictionary(header, body)
		}
		if err != nil {
			return wrap(err)
		}
	}
	in.batches, err = blocks(10)
	return err
}

// schema notes the fields.
func (in *input) schema(schema flatbuffers.Table) error {
	begin, n, err := vector(schema, 6, 4)
	if err != nil {
		return err
	}
	buffers := 0
	for i := range n {
		f := flatbuffers.Table{Bytes: schema.Bytes, Pos: schema.Indirect(begin + flatbuffers.UOffsetT(4*i))}
		field := arrowField{buffer: buffers}
		if o := f.Offset(4); o != 0 {
			field.name = f.String(flatbuffers.UOffsetT(o) + f.Pos)
		}
		kind := f.GetByteSlot(8, 0)
		detail, _ := child(f, 10)
		buffers += 2
		if d, ok := child(f, 12); ok {
			field.dictionary = &words{id: d.GetInt64Slot(4, 0)}
			field.bits = 32
			if index, ok := child(d, 6); ok {
				field.bits = int(index.GetInt32Slot(4, 0))
			}
			field.utf8 = kind == typeUTF8
			in.fields = append(in.fields, field)
			continue
		}
		switch kind {
		case typeInt:
			field.bits = int(detail.GetInt32Slot(4, 0))
		case typeUTF8:
			field.utf8 = true
			buffers++
		case typeFloat, typeBool, typeDate:
		default:
			return message.Of("columnar.type", "column", field.name)
		}
		in.fields = append(in.fields, field)
	}
	return nil
}

func (in *input) field(name string) *arrowField {
	for i := range in.fields {
		if in.fields[i].name == name {
			return &in.fields[i]
		}
	}
	return nil
}

// message reads the next message of a stream: its kind, header and body; io.EOF
// at the end.
func (in *input) message() (kind byte, header flatbuffers.Table, body []byte, err error) {
	begin := make([]byte, 8)
	if n, err := io.ReadFull(in.stream, begin); err != nil {
		if n > 0 {
			err = io.ErrUnexpectedEOF
		}
		return 0, header, nil, err
	}
	n := binary.LittleEndian.Uint32(begin[4:])
	switch {
	case binary.LittleEndian.Uint32(begin) != 0xffffffff:
		return 0, header, nil, message.Of("columnar.no-message")
	case n == 0:
		return 0, header, nil, io.EOF
	case n > maxMeta:
		return 0, header, nil, message.Of("columnar.description-size", "bytes", int64(n))
	}
	meta, err := in.bytes(int64(n))
	if err != nil {
		return 0, header, nil, err
	}
	kind, header, size, err := parts(meta)
	if err == nil {
		body, err = in.bytes(size)
	}
	return kind, header, body, err
}

// bytes reads so many bytes of a stream, and takes no more memory than there
// are.
func (in *input) bytes(n int64) ([]byte, error) {
	var b bytes.Buffer
	_, err := io.CopyN(&b, in.stream, n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return b.Bytes(), err
}

// parts returns the kind, the header and the size of the body of a message.
func parts(meta []byte) (kind byte, header flatbuffers.Table, size int64, err error) {
	m := flatbuffers.Table{Bytes: meta, Pos: flatbuffers.GetUOffsetT(meta)}
	header, ok := child(m, 8)
	size = m.GetInt64Slot(10, 0)
	if !ok || size < 0 || size > maxBody {
		err = message.Of("columnar.body-size", "bytes", size)
	}
	return m.GetByteSlot(6, 0), header, size, err
}

// at reads a message of a file.
func (in *input) at(b block) (kind byte, header flatbuffers.Table, body []byte, err error) {
	meta := make([]byte, b.meta)
	if _, err := in.file.ReadAt(meta, b.offset); err != nil {
		return 0, header, nil, err
	}
	kind, header, size, err := parts(meta[8:])
	if err == nil && size > b.body {
		err = message.Of("columnar.place")
	}
	if err != nil {
		return 0, header, nil, err
	}
	body = make([]byte, size)
	_, err = in.file.ReadAt(body, b.offset+int64(b.meta))
	return kind, header, body, err
}

// next returns the next batch; io.EOF behind the last.
func (in *input) next() (*batch, error) {
	for {
		var kind byte
		var header flatbuffers.Table
		var body []byte
		var err error
		if in.file != nil {
			if len(in.batches) == 0 {
				return nil, io.EOF
			}
			kind, header, body, err = in.at(in.batches[0])
			in.batches = in.batches[1:]
		} else if kind, header, body, err = in.message(); err == io.EOF {
			return nil, io.EOF
		}
		if err == nil && kind == dictionaryMessage {
			err = in.dictionary(header, body)
		}
		switch {
		case err != nil:
			return nil, wrap(err)
		case kind == batchMessage:
			b, err := in.batch(header, body)
			return b, wrap(err)
		}
	}
}

// dictionary notes the words of a dictionary.
func (in *input) dictionary(header flatbuffers.Table, body []byte) error {
	id := header.GetInt64Slot(4, 0)
	data, ok := child(header, 6)
	if !ok || header.GetBoolSlot(8, false) {
		return message.Of("columnar.dictionary")
	}
	b, err := in.batch(data, body)
	if err != nil {
		return err
	}
	for i := range in.fields {
		f := &in.fields[i]
		if f.dictionary == nil || f.dictionary.id != id || !f.utf8 {
			continue
		}
		f.dictionary.n = b.rows
		if f.dictionary.text, err = b.texts(&arrowField{name: f.name, utf8: true}); err != nil {
			return err
		}
	}
	return nil
}

// batch is a record batch.
type batch struct {
	in      *input
	rows    int64
	buffers [][2]int64 // offset and length in body
	packed  bool
	body    []byte
}

func (in *input) batch(header flatbuffers.Table, body []byte) (*batch, error) {
	begin, n, err := vector(header, 8, 16)
	if err != nil {
		return nil, err
	}
	b := &batch{in: in, rows: header.GetInt64Slot(4, 0), body: body, buffers: make([][2]int64, n)}
	for i := range b.buffers {
		at := begin + flatbuffers.UOffsetT(16*i)
		offset, length := header.GetInt64(at), header.GetInt64(at+8)
		if offset < 0 || length < 0 || offset > int64(len(body)) || length > int64(len(body))-offset {
			return nil, message.Of("columnar.buffer-outside")
		}
		b.buffers[i] = [2]int64{offset, length}
	}
	if c, ok := child(header, 10); ok {
		if c.GetByteSlot(4, 0) != 1 {
			return nil, message.Of("columnar.lz4")
		}
		b.packed = true
	}
	if b.rows < 0 || b.rows > maxBody {
		return nil, message.Of("columnar.rows", "n", b.rows)
	}
	return b, nil
}

// buffer returns the i-th buffer, unpacked, of which at least so many bytes are
// needed.
func (b *batch) buffer(i int, least int64) ([]byte, error) {
	if i >= len(b.buffers) {
		return nil, message.Of("columnar.few-buffers")
	}
	data := b.body[b.buffers[i][0]:][:b.buffers[i][1]]
	if b.packed && len(data) >= 8 {
		size := int64(binary.LittleEndian.Uint64(data))
		data = data[8:]
		if size >= 0 {
			if size > maxBody {
				return nil, message.Of("columnar.buffer-size", "bytes", size)
			}
			var err error
			if data, err = b.in.zstd.DecodeAll(data, nil); err != nil {
				return nil, message.Of("columnar.unpack", "", err)
			}
		}
	}
	if int64(len(data)) < least {
		return nil, message.Of("columnar.buffer-short")
	}
	return data, nil
}

// texts returns what gives the texts of a column by the row.
func (b *batch) texts(f *arrowField) (func(int64) (string, error), error) {
	switch {
	case f.dictionary != nil && f.utf8:
		index, err := b.numbers(f)
		if err != nil {
			return nil, err
		}
		d := f.dictionary
		return func(row int64) (string, error) {
			i, err := index(row)
			if err != nil || i < 0 || i >= d.n {
				return "", wrap(message.Of("columnar.word", "column", f.name, "word", i, "n", d.n))
			}
			return d.text(i)
		}, nil
	case !f.utf8:
		return nil, message.Of("columnar.no-text", "column", f.name)
	}
	ends, err := b.buffer(f.buffer+1, 0)
	if err == nil && b.rows > 0 && int64(len(ends)) < 4*(b.rows+1) {
		err = message.Of("columnar.buffer-short")
	}
	if err != nil {
		return nil, err
	}
	text, err := b.buffer(f.buffer+2, 0)
	if err != nil {
		return nil, err
	}
	return func(row int64) (string, error) {
		begin, end := binary.LittleEndian.Uint32(ends[4*row:]), binary.LittleEndian.Uint32(ends[4*row+4:])
		if begin > end || int64(end) > int64(len(text)) {
			return "", wrap(message.Of("columnar.text-outside", "column", f.name))
		}
		return string(text[begin:end]), nil
	}, nil
}

// numbers returns what gives the numbers of a column, or its indices.
func (b *batch) numbers(f *arrowField) (func(int64) (int64, error), error) {
	size := int64(f.bits / 8)
	if size == 0 {
		return nil, message.Of("columnar.no-number", "column", f.name)
	}
	data, err := b.buffer(f.buffer+1, b.rows*size)
	if err != nil {
		return nil, err
	}
	return func(row int64) (int64, error) {
		switch at := data[row*size:]; size {
		case 1:
			return int64(int8(at[0])), nil
		case 2:
			return int64(int16(binary.LittleEndian.Uint16(at))), nil
		case 4:
			return int64(int32(binary.LittleEndian.Uint32(at))), nil
		case 8:
			return int64(binary.LittleEndian.Uint64(at)), nil
		}
		return 0, wrap(message.Of("columnar.bits", "column", f.name, "bits", f.bits))
	}, nil
}
