package columnar

import (
	"encoding/binary"
	"io"
	"math"
	"slices"

	"github.com/apache/arrow/go/v17/arrow/bitutil"
	"github.com/klauspost/compress/zstd"

	"github.com/stolb/stolb/record/message"
)

// wrap says of what is wrong that a table in Arrow's format has it.
func wrap(err error) error {
	switch err {
	case nil:
		return nil
	case io.EOF, io.ErrUnexpectedEOF:
		err = message.Of("columnar.ends-early", "", err)
	}
	return message.Of("columnar.arrow", "why", err)
}

// encoder writes a table as an IPC file or stream.
//
// Arrow's own writer is not used: it compresses every buffer at a level that
// costs more than judging the games, hashes included, which cannot be made
// smaller; and it can write a file only if all dictionaries are known before
// the first batch, while which moves there are is known at the end. The format
// lets the dictionaries of a file stand anywhere, since the footer says where.
type encoder struct {
	w            io.Writer
	at           int64 // bytes written
	file         bool  // else a stream
	columns      []Column
	vocabularies []Vocabulary // by column
	told         int          // words in the dictionaries that the stream has
	batches      []block
	notes        [][2]string
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
	e := &encoder{w: w, file: file, columns: columns, vocabularies: make([]Vocabulary, len(columns))}
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
	_, err = e.message(schemaMeta(e.columns), nil)
	return err
}

// Note keeps a value under a key in the footer of a file; a stream has none.
func (e *encoder) Note(key, value string) { e.notes = append(e.notes, [2]string{key, value}) }

// Encode writes a batch.
func (e *encoder) Encode(t *Table) error {
	if err := e.begin(); err != nil {
		return err
	}
	meta, body := e.batch(t)
	if words := e.words(); !e.file && words > e.told {
		e.told = words
		if _, err := e.dictionaries(); err != nil {
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
		if dictionaries, err = e.dictionaries(); err != nil {
			return err
		}
	}
	// The end of the stream, which a file has in it, too.
	if err := e.write([]byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}); err != nil || !e.file {
		return err
	}
	footer := footerOf(e.columns, dictionaries, e.batches, e.notes)
	footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
	return e.write(append(footer, magic...))
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

// dictionaries writes all dictionaries as they are now, and returns where they
// are.
func (e *encoder) dictionaries() ([]block, error) {
	var blocks []block
	for i, c := range e.columns {
		if c.Type != Symbol && c.Type != Dictionary {
			continue
		}
		v := &e.vocabularies[i]
		words := body{encoder: e}
		words.add(nil, false)
		e.indices = append(append(e.indices[:0], 0), v.Words.Ends...)
		if v.Len() == 0 { // some readers take no dictionary of no words
			e.indices = append(e.indices, 0)
		}
		words.add(e.int32s(e.indices), true)
		words.add(v.Words.Bytes, true)
		b, err := e.message(dictionaryMeta(i, len(e.indices)-1, words.buffers, len(words.bytes)), words.bytes)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, b)
	}
	return blocks, nil
}

// body is the buffers of a batch, one behind the other.
type body struct {
	encoder *encoder
	bytes   []byte
	buffers [][2]int64 // offset and length of each
}

// add adds a buffer, packed if that is wanted.
func (b *body) add(plain []byte, packed bool) {
	begin := len(b.bytes)
	if len(plain) > 0 {
		b.bytes = b.encoder.buffer(b.bytes, plain, packed)
	}
	b.buffers = append(b.buffers, [2]int64{int64(begin), int64(len(b.bytes) - begin)})
	b.bytes = append(b.bytes, make([]byte, -len(b.bytes)&7)...)
}

// batch returns the metadata and the body of a record batch.
func (e *encoder) batch(t *Table) (meta, bytes []byte) {
	b := body{encoder: e, bytes: e.body[:0]}
	nulls := make([]int64, len(e.columns)) // by column
	for i := range e.columns {
		v := &t.Vectors[i]
		b.add(e.present(v, &nulls[i]), true)
		switch e.columns[i].Type {
		case Bool:
			e.plain = append(e.plain[:0], make([]byte, (t.Rows+7)/8)...)
			for j, set := range v.Bools {
				if set {
					bitutil.SetBit(e.plain, j)
				}
			}
			b.add(e.plain, true)
		case Int8, Symbol:
			e.plain = e.plain[:0]
			for _, x := range v.Int8s {
				e.plain = append(e.plain, byte(x))
			}
			b.add(e.plain, true)
		case Int16:
			e.plain = e.plain[:0]
			for _, x := range v.Int16s {
				e.plain = binary.LittleEndian.AppendUint16(e.plain, uint16(x))
			}
			b.add(e.plain, true)
		case Int32, Date:
			b.add(e.int32s(v.Int32s), true)
		case Int64:
			e.plain = e.plain[:0]
			for _, x := range v.Int64s {
				e.plain = binary.LittleEndian.AppendUint64(e.plain, uint64(x))
			}
			b.add(e.plain, !e.columns[i].Distinct)
		case Float64:
			e.plain = e.plain[:0]
			for _, x := range v.Float64s {
				e.plain = binary.LittleEndian.AppendUint64(e.plain, math.Float64bits(x))
			}
			b.add(e.plain, true)
		case Dictionary:
			e.indices = e.vocabularies[i].Indices(e.indices[:0], v, 0, t.Rows)
			b.add(e.int32s(e.indices), true)
		case Text:
			e.indices = append(append(e.indices[:0], 0), v.Ends...)
			b.add(e.int32s(e.indices), true)
			b.add(v.Bytes, true)
		}
	}
	e.body = b.bytes
	return batchMeta(t.Rows, nulls, b.buffers, len(b.bytes)), b.bytes
}

// present returns a bit for each value that is there, nil where all are, valid
// until plain is needed again; nulls counts those that are missing.
func (e *encoder) present(v *Vector, nulls *int64) []byte {
	if !slices.Contains(v.Missing, true) {
		return nil
	}
	e.plain = append(e.plain[:0], make([]byte, (len(v.Missing)+7)/8)...)
	for i, missing := range v.Missing {
		if missing {
			*nulls++
		} else {
			bitutil.SetBit(e.plain, i)
		}
	}
	return e.plain
}

// int32s returns numbers as the format has them, valid until plain is needed
// again.
func (e *encoder) int32s(numbers []int32) []byte {
	e.plain = e.plain[:0]
	for _, x := range numbers {
		e.plain = binary.LittleEndian.AppendUint32(e.plain, uint32(x))
	}
	return e.plain
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
