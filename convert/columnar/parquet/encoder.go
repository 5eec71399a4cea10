// Package parquet writes and reads the tables of package columnar as Apache
// Parquet files. It is a package of its own because of what it depends on.
//
// Read first: NewEncoder, which is given to columnar.NewWriter.
package parquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/convert/columnar"
	"github.com/stolb/stolb/convert/columnar/internal/pack"
)

// A row group is closed when it has so many rows, or takes so many bytes:
// engines share work by row groups, and one is kept in memory until then. A
// page has at most so many rows, and of texts about so many bytes.
const (
	groupRows  = 1 << 18
	groupBytes = 32 << 20
	pageRows   = 1 << 16
	pageBytes  = 1 << 20
)

// A dictionary of texts has at most so many bytes. One that has more than
// trialBytes by then, or by the end of the first page, must be less than half
// as large as the texts, or they are written without.
const (
	maxDictionary = 1 << 20
	trialBytes    = 1 << 17
)

// Format is the format of a columnar.Dataset.
var Format = columnar.Format{Extension: ".parquet", Encoder: NewEncoder}

// encoder writes a table as Parquet.
//
// The library's own writer is not used: it takes values one by one and words by
// their text, which costs more than judging the games. What is used of it are
// the encodings of numbers and the descriptions of pages and of the file.
type encoder struct {
	w       io.Writer
	columns []columnar.Column
	chunks  []chunk // by column, of the row group
	rows    int64   // of the row group
	size    int     // bytes of it
	at      int64   // bytes written
	file    format.FileMetaData
	err     error

	ints     []int32 // of a page, reused, as what follows
	plain    []byte
	packed   []byte
	header   bytes.Buffer
	protocol thrift.CompactProtocol
}

// chunk is one column of a row group.
type chunk struct {
	pages     []byte // with their headers
	unpacked  int    // bytes that they take unpacked
	encodings []format.Encoding

	dictionary columnar.Vocabulary
	words      bool // some page refers to it

	bounded         bool
	least, greatest int64 // of whole numbers, where bounded says so

	// What is known of the column from one row group to the next.
	bare        bool        // texts are written as they are: a dictionary does not help
	data, terms pack.Column // of the pages, and of the dictionary
}

// NewEncoder returns an Encoder of the table with the given columns,
// columnar.Games() or columnar.Plies(), that writes a Parquet file, compressed
// with zstd. It is unreadable until Close.
func NewEncoder(w io.Writer, columns []columnar.Column) columnar.Encoder {
	e := &encoder{w: w, columns: columns, chunks: make([]chunk, len(columns))}
	e.file = format.FileMetaData{Version: 1, Schema: schemaOf(columns), CreatedBy: "stolb"}
	for range columns {
		e.file.ColumnOrders = append(e.file.ColumnOrders, format.ColumnOrder{Value: &format.TypeDefinedOrder{}})
	}
	return e
}

// fail keeps the first error.
func (e *encoder) fail(err error) {
	if e.err == nil {
		e.err = wrap(err)
	}
}

func (e *encoder) write(p []byte) {
	if e.err == nil {
		var n int
		n, e.err = e.w.Write(p)
		e.at += int64(n)
	}
}

var magic = []byte("PAR1")

func (e *encoder) Encode(t *columnar.Table) error {
	for from := 0; from < t.Rows && e.err == nil; {
		to := min(from+pageRows, t.Rows, from+int(groupRows-e.rows))
		for i := range e.columns {
			e.column(t, i, from, to)
		}
		e.rows += int64(to - from)
		if e.rows >= groupRows || e.size >= groupBytes {
			e.flush()
		}
		from = to
	}
	return e.err
}

// column writes the values of a column in the rows from up to to into its
// chunk.
func (e *encoder) column(t *columnar.Table, i, from, to int) {
	v, c := &t.Vectors[i], &e.chunks[i]
	switch e.columns[i].Type {
	case columnar.Bool:
		e.plain = append(e.plain[:0], make([]byte, (to-from+7)/8)...)
		for j, set := range v.Bools[from:to] {
			if set {
				e.plain[j>>3] |= 1 << (j & 7)
			}
		}
		e.page(c, format.Plain, to-from, e.plain, true)
	case columnar.Int8:
		// Without bounds, which are the same in every row group.
		e.ints = widened(e.ints, v.Int8s[from:to])
		e.differences(c, e.ints)
	case columnar.Int16:
		e.ints = widened(e.ints, v.Int16s[from:to])
		bound(c, e.ints)
		e.differences(c, e.ints)
	case columnar.Int32:
		bound(c, v.Int32s[from:to])
		e.differences(c, v.Int32s[from:to])
	case columnar.Int64:
		e.longs(c, v.Int64s[from:to], e.columns[i].Hash)
	case columnar.Float64:
		e.plain = e.plain[:0]
		for _, x := range v.Float64s[from:to] {
			e.plain = binary.LittleEndian.AppendUint64(e.plain, math.Float64bits(x))
		}
		e.page(c, format.Plain, to-from, e.plain, true)
	case columnar.Symbol:
		if c.dictionary.Len() == 0 {
			for _, w := range e.columns[i].Words {
				c.dictionary.Add([]byte(w))
			}
		}
		e.ints = widened(e.ints, v.Int8s[from:to])
		e.indices(c)
	case columnar.Dictionary:
		e.ints = c.dictionary.Indices(e.ints[:0], v, from, to)
		e.indices(c)
	case columnar.Text:
		e.texts(c, v, from, to)
	}
}

func widened[T int8 | int16](dst []int32, src []T) []int32 {
	dst = dst[:0]
	for _, x := range src {
		dst = append(dst, int32(x))
	}
	return dst
}

// differences writes a page of ints as their differences: counts differ little
// from row to row, so that these take a few bits.
func (e *encoder) differences(c *chunk, values []int32) {
	var err error
	e.plain, err = parquet.DeltaBinaryPacked.EncodeInt32(e.plain, values)
	e.fail(err)
	e.page(c, format.DeltaBinaryPacked, len(values), e.plain, true)
}

func (e *encoder) longs(c *chunk, values []int64, hash bool) {
	if hash {
		// Its bits are as good as drawn by lot, so nothing makes it smaller and
		// the least of them tells nothing.
		e.plain = e.plain[:0]
		for _, x := range values {
			e.plain = binary.LittleEndian.AppendUint64(e.plain, uint64(x))
		}
		e.page(c, format.Plain, len(values), e.plain, false)
		return
	}
	bound(c, values)
	var err error
	e.plain, err = parquet.DeltaBinaryPacked.EncodeInt64(e.plain, values)
	e.fail(err)
	e.page(c, format.DeltaBinaryPacked, len(values), e.plain, true)
}

// bound keeps the least and the greatest value of a column.
func bound[T int32 | int64](c *chunk, values []T) {
	least, greatest := values[0], values[0]
	for _, x := range values {
		least, greatest = min(least, x), max(greatest, x)
	}
	if !c.bounded {
		c.bounded, c.least, c.greatest = true, int64(least), int64(greatest)
	}
	c.least, c.greatest = min(c.least, int64(least)), max(c.greatest, int64(greatest))
}

// indices writes a page of ints that are indices of the dictionary's words.
func (e *encoder) indices(c *chunk) {
	var err error
	e.plain, err = parquet.RLEDictionary.EncodeInt32(e.plain, e.ints)
	e.fail(err)
	c.words = true
	e.page(c, format.RLEDictionary, len(e.ints), e.plain, true)
}

// texts writes pages of texts.
func (e *encoder) texts(c *chunk, v *columnar.Vector, from, to int) {
	if !c.bare && e.repeat(c, v, from, to) {
		e.indices(c)
		return
	}
	for from < to {
		e.plain = e.plain[:0]
		begin := from
		for ; from < to && len(e.plain) < pageBytes; from++ {
			text := v.Text(from)
			e.plain = binary.LittleEndian.AppendUint32(e.plain, uint32(len(text)))
			e.plain = append(e.plain, text...)
		}
		e.page(c, format.Plain, from-begin, e.plain, true)
	}
}

// repeat makes ints the indices of texts in the dictionary and says whether
// they are few enough to have one.
func (e *encoder) repeat(c *chunk, v *columnar.Vector, from, to int) bool {
	e.ints = e.ints[:0]
	size := 0
	var last []byte
	for row := from; row < to; row++ {
		text := v.Text(row)
		size += len(text)
		if row > from && string(text) == string(last) {
			e.ints = append(e.ints, e.ints[len(e.ints)-1])
			continue
		}
		e.ints = append(e.ints, c.dictionary.Add(text))
		last = text
		if n := len(c.dictionary.Words.Bytes); n > maxDictionary || !c.words && 2*n > size && (n > trialBytes || row == to-1) {
			c.bare = true
			if !c.words {
				c.dictionary = columnar.Vocabulary{}
			}
			return false
		}
	}
	return true
}

// page appends a page with so many values to a chunk.
func (e *encoder) page(c *chunk, encoding format.Encoding, values int, plain []byte, packed bool) {
	if !slices.Contains(c.encodings, encoding) {
		c.encodings = append(c.encodings, encoding)
	}
	body := plain
	if packed {
		e.packed = pack.Append(e.packed[:0], plain, &c.data)
		body = e.packed
	}
	before := len(c.pages)
	c.pages = e.described(c.pages, &format.PageHeader{
		Type: format.DataPage,
		DataPageHeader: thrift.New(format.DataPageHeader{
			// Nothing is missing and nothing repeated, so that no page has levels.
			NumValues: int32(values), Encoding: encoding, DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
		}),
	}, body, len(plain))
	c.unpacked += len(c.pages) - before - len(body) + len(plain)
	e.size += len(c.pages) - before
}

// described appends a page with its header.
func (e *encoder) described(dst []byte, h *format.PageHeader, body []byte, unpacked int) []byte {
	h.UncompressedPageSize, h.CompressedPageSize = int32(unpacked), int32(len(body))
	h.CRC = int32(crc32.ChecksumIEEE(body))
	return append(append(dst, e.encoded(h)...), body...)
}

// encoded returns a description as the format writes it.
func (e *encoder) encoded(description any) []byte {
	e.header.Reset()
	if err := thrift.NewEncoder(e.protocol.NewWriter(&e.header)).Encode(description); err != nil {
		e.fail(err)
	}
	return e.header.Bytes()
}

// flush writes the row group.
func (e *encoder) flush() {
	if e.rows == 0 {
		return
	}
	if e.at == 0 {
		e.write(magic)
	}
	group := format.RowGroup{NumRows: e.rows, FileOffset: e.at, Ordinal: int16(len(e.file.RowGroups))}
	for i := range e.chunks {
		c := &e.chunks[i]
		d := format.ColumnMetaData{
			Type: typeOf(e.columns[i].Type), PathInSchema: []string{e.columns[i].Name}, Codec: format.Zstd,
			NumValues: e.rows, Encoding: append(slices.Clone(c.encodings), format.RLE),
		}
		if e.columns[i].Hash {
			d.Codec = format.Uncompressed
		}
		begin := e.at
		if c.words {
			d.DictionaryPageOffset = e.at
			c.unpacked += e.terms(c)
		}
		d.DataPageOffset = e.at
		e.write(c.pages)
		d.TotalCompressedSize, d.TotalUncompressedSize = e.at-begin, int64(c.unpacked)
		if c.bounded {
			d.Statistics.MinValue, d.Statistics.MaxValue = bytesOf(d.Type, c.least), bytesOf(d.Type, c.greatest)
		}
		group.Columns = append(group.Columns, format.ColumnChunk{MetaData: d})
		group.TotalByteSize += d.TotalUncompressedSize
		group.TotalCompressedSize += d.TotalCompressedSize
		*c = chunk{pages: c.pages[:0], encodings: c.encodings[:0], bare: c.bare, data: c.data, terms: c.terms}
	}
	e.file.RowGroups = append(e.file.RowGroups, group)
	e.file.NumRows += e.rows
	e.rows, e.size = 0, 0
}

// terms writes the dictionary of a chunk and returns how many bytes it takes
// unpacked.
func (e *encoder) terms(c *chunk) int {
	e.plain = e.plain[:0]
	for i := range c.dictionary.Len() {
		word := c.dictionary.Words.Text(i)
		e.plain = binary.LittleEndian.AppendUint32(e.plain, uint32(len(word)))
		e.plain = append(e.plain, word...)
	}
	body := pack.Append(nil, e.plain, &c.terms)
	e.packed = e.described(e.packed[:0], &format.PageHeader{
		Type:                 format.DictionaryPage,
		DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(c.dictionary.Len()), Encoding: format.Plain}),
	}, body, len(e.plain))
	e.write(e.packed)
	return len(e.packed) - len(body) + len(e.plain)
}

// bytesOf returns a whole number as statistics have it.
func bytesOf(t format.Type, x int64) []byte {
	if t == format.Int64 {
		return binary.LittleEndian.AppendUint64(nil, uint64(x))
	}
	return binary.LittleEndian.AppendUint32(nil, uint32(x))
}

func (e *encoder) Close() error {
	e.flush()
	if e.at == 0 {
		e.write(magic)
	}
	footer := bytes.Clone(e.encoded(&e.file))
	footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
	e.write(append(footer, magic...))
	return e.err
}

func wrap(err error) error {
	if err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}
