package columnar

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/klauspost/compress/zstd"
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
		return nil, errors.New("columnar: this is an Arrow file and no stream, and a file is read from its end: give its name, no pipe")
	}
	kind, header, _, err := in.message()
	if err == nil && kind != schemaMessage {
		err = errors.New("the first message is no schema")
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
		return 0, 0, errors.New("a list is longer than what it is in")
	}
	return begin, n, nil
}

// footer reads what a file has at its end.
func (in *input) footer(size int64) error {
	end := make([]byte, 4+len(magic))
	if _, err := in.file.ReadAt(end, size-int64(len(end))); err != nil || !bytes.Equal(end[4:], magic) {
		return errors.New("columnar: an Arrow file that is not whole: its end is missing")
	}
	n := int64(binary.LittleEndian.Uint32(end))
	if n > maxMeta || n > size {
		return fmt.Errorf("columnar: a footer of %d bytes in a file of %d", n, size)
	}
	footer := make([]byte, n)
	if _, err := in.file.ReadAt(footer, size-int64(len(end))-n); err != nil {
		return wrap(err)
	}
	root := flatbuffers.Table{Bytes: footer, Pos: flatbuffers.GetUOffsetT(footer)}
	schema, ok := child(root, 6)
	if !ok {
		return errors.New("columnar: a footer without a schema")
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
				return nil, errors.New("columnar: the footer refers to what is not in the file")
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
			return fmt.Errorf("the column %s is of a type that no table of Stolb's has", field.name)
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
		return 0, header, nil, errors.New("this is no message of Arrow's")
	case n == 0:
		return 0, header, nil, io.EOF
	case n > maxMeta:
		return 0, header, nil, fmt.Errorf("a message with a description of %d bytes", n)
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
	message := flatbuffers.Table{Bytes: meta, Pos: flatbuffers.GetUOffsetT(meta)}
	header, ok := child(message, 8)
	size = message.GetInt64Slot(10, 0)
	if !ok || size < 0 || size > maxBody {
		err = fmt.Errorf("a message with a body of %d bytes", size)
	}
	return message.GetByteSlot(6, 0), header, size, err
}

// at reads a message of a file.
func (in *input) at(b block) (kind byte, header flatbuffers.Table, body []byte, err error) {
	meta := make([]byte, b.meta)
	if _, err := in.file.ReadAt(meta, b.offset); err != nil {
		return 0, header, nil, err
	}
	kind, header, size, err := parts(meta[8:])
	if err == nil && size > b.body {
		err = errors.New("a message is longer than its place in the file")
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
		return errors.New("a dictionary without words, or only the end of one")
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
			return nil, errors.New("a buffer is not in its batch")
		}
		b.buffers[i] = [2]int64{offset, length}
	}
	if c, ok := child(header, 10); ok {
		if c.GetByteSlot(4, 0) != 1 {
			return nil, errors.New("it is packed with LZ4; Stolb reads zstd")
		}
		b.packed = true
	}
	if b.rows < 0 || b.rows > maxBody {
		return nil, fmt.Errorf("a batch of %d rows", b.rows)
	}
	return b, nil
}

// buffer returns the i-th buffer, unpacked, of which at least so many bytes are
// needed.
func (b *batch) buffer(i int, least int64) ([]byte, error) {
	if i >= len(b.buffers) {
		return nil, errors.New("a batch has fewer buffers than its columns")
	}
	data := b.body[b.buffers[i][0]:][:b.buffers[i][1]]
	if b.packed && len(data) >= 8 {
		size := int64(binary.LittleEndian.Uint64(data))
		data = data[8:]
		if size >= 0 {
			if size > maxBody {
				return nil, fmt.Errorf("a buffer of %d bytes", size)
			}
			var err error
			if data, err = b.in.zstd.DecodeAll(data, nil); err != nil {
				return nil, err
			}
		}
	}
	if int64(len(data)) < least {
		return nil, errors.New("a buffer is shorter than its column")
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
				return "", fmt.Errorf("columnar: the column %s has the word %d of %d", f.name, i, d.n)
			}
			return d.text(i)
		}, nil
	case !f.utf8:
		return nil, fmt.Errorf("the column %s is no text", f.name)
	}
	ends, err := b.buffer(f.buffer+1, 0)
	if err == nil && b.rows > 0 && int64(len(ends)) < 4*(b.rows+1) {
		err = errors.New("a buffer is shorter than its column")
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
			return "", fmt.Errorf("columnar: a text of the column %s is not in its buffer", f.name)
		}
		return string(text[begin:end]), nil
	}, nil
}

// numbers returns what gives the numbers of a column, or its indices.
func (b *batch) numbers(f *arrowField) (func(int64) (int64, error), error) {
	size := int64(f.bits / 8)
	if size == 0 {
		return nil, fmt.Errorf("the column %s is no whole number", f.name)
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
		return 0, fmt.Errorf("columnar: the column %s has numbers of %d bits", f.name, f.bits)
	}, nil
}
