// Package parquet writes and reads the tables of package columnar as Apache
// Parquet files.
//
// Pages, row groups and the footer are put together here, of the format's
// structures and encodings in parquet-go. Its own writer and reader are not
// used: they are given value by value and bring every codec, with an HTTP
// server, and protocol buffers into the command. The tests have Arrow's and
// DuckDB's readers read what is written here.
//
// Read first: NewEncoder, which is given to columnar.NewWriter.
package parquet

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/record/message"
)

const (
	// groupRows is how many rows a row group has before it is closed: several
	// batches, for engines share work by row groups.
	groupRows = 1 << 18
	// groupBytes closes a row group whose pages take as much.
	groupBytes = 64 << 20
	// pageRows is the most rows of a page, and pageBytes about the most bytes.
	pageRows  = 1 << 17
	pageBytes = 1 << 20
	// maxDictionary is how many bytes the different values of a column of a row
	// group may have that is written with a dictionary. Players and events stay
	// below it; what hardly repeats, such as positions, soon exceeds it and is
	// written as it is.
	maxDictionary = 1 << 17
)

var magic = []byte("PAR1")

// Format is the format of a columnar.Dataset.
var Format = columnar.Format{Extension: ".parquet", Encoder: NewEncoder}

// encoder writes a table as Parquet.
type encoder struct {
	w       io.Writer
	at      int64 // bytes written
	columns []columnar.Column
	chunks  []chunk // of the row group
	rows    int64   // in the row group so far
	groups  []format.RowGroup
	indexes [][]index // of the row groups, by column
	total   int64     // rows of them
	notes   []format.KeyValue
	err     error
}

// index is what is told of the pages of a column of a row group behind all row
// groups, by which engines pass pages over.
type index struct {
	bounds *format.ColumnIndex // nil where it is not told
	places format.OffsetIndex
}

// NewEncoder returns an Encoder of the table with the given columns,
// columnar.Games() or columnar.Plies(), that writes a Parquet file, compressed
// with zstd. It is unreadable until Close.
func NewEncoder(w io.Writer, columns []columnar.Column) columnar.Encoder {
	e := &encoder{w: w, columns: columns, chunks: make([]chunk, len(columns))}
	packer := func(level zstd.EncoderLevel) *zstd.Encoder {
		p, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
			zstd.WithAllLitEntropyCompression(true))
		e.err = errors.Join(e.err, err)
		return p
	}
	// Records and positions are most of the bytes, and take well to more work. In
	// symbols, squares first of all, there is little that comes again: what is
	// gained is gained by giving frequent ones fewer bits.
	texts, symbols, others := packer(zstd.SpeedBetterCompression), packer(zstd.SpeedFastest), packer(zstd.SpeedDefault)
	for i, c := range columns {
		switch {
		case c.Type == columnar.Text && c.Distinct:
			e.chunks[i] = newChunk(c, texts)
		case c.Type == columnar.Symbol:
			e.chunks[i] = newChunk(c, symbols)
		default:
			e.chunks[i] = newChunk(c, others)
		}
	}
	return e
}

// Note keeps a value under a key in the footer.
func (e *encoder) Note(key, value string) {
	e.notes = append(e.notes, format.KeyValue{Key: key, Value: value})
}

// describe returns what the columns mean, by their names.
func (e *encoder) describe() map[string]map[string]string {
	all := make(map[string]map[string]string, len(e.columns))
	for _, c := range e.columns {
		about := map[string]string{"description": c.Meaning}
		if c.Unit != "" {
			about["unit"] = c.Unit
		}
		all[c.Name] = about
	}
	return all
}

// Encode writes a batch. The error is remembered.
func (e *encoder) Encode(t *columnar.Table) error {
	for from := 0; from < t.Rows && e.err == nil; {
		to := t.Rows
		if most := groupRows - int(e.rows); to-from > most+groupRows/4 { // else there would be a group of hardly any
			to = from + most
		}
		size := int64(0)
		for i := range e.chunks {
			e.chunks[i].add(&t.Vectors[i], from, to)
			size += int64(e.chunks[i].pages.Len())
		}
		e.rows += int64(to - from)
		from = to
		if e.rows >= groupRows || size >= groupBytes {
			e.err = e.group()
		}
	}
	return wrap(e.err)
}

// group writes the row group.
func (e *encoder) group() error {
	if err := e.begin(); err != nil || e.rows == 0 {
		return err
	}
	g := format.RowGroup{NumRows: e.rows, FileOffset: e.at, Ordinal: int16(min(len(e.groups), math.MaxInt16))}
	indexes := make([]index, len(e.chunks))
	for i := range e.chunks {
		c := &e.chunks[i]
		meta, index, dictionary := c.end(e.at)
		g.Columns = append(g.Columns, format.ColumnChunk{MetaData: meta})
		g.TotalByteSize += meta.TotalUncompressedSize
		g.TotalCompressedSize += meta.TotalCompressedSize
		indexes[i] = index
		if err := e.write(dictionary, c.pages.Bytes()); err != nil {
			return err
		}
		c.reset()
	}
	e.groups, e.indexes = append(e.groups, g), append(e.indexes, indexes)
	e.total += e.rows
	e.rows = 0
	return nil
}

// begin writes what stands before the first row group.
func (e *encoder) begin() error {
	if e.at > 0 {
		return nil
	}
	return e.write(magic)
}

func (e *encoder) write(parts ...[]byte) error {
	for _, p := range parts {
		n, err := e.w.Write(p)
		e.at += int64(n)
		if err != nil {
			return err
		}
	}
	return nil
}

// Close writes the last row group and what makes the output whole.
func (e *encoder) Close() error {
	if e.err == nil {
		e.err = e.close()
	}
	return wrap(e.err)
}

func (e *encoder) close() error {
	if err := e.begin(); err != nil {
		return err
	}
	if err := e.group(); err != nil {
		return err
	}
	if err := e.writeIndexes(); err != nil {
		return err
	}
	orders := make([]format.ColumnOrder, len(e.columns))
	for i := range orders {
		orders[i].Value = &format.TypeDefinedOrder{}
	}
	about, err := json.Marshal(e.describe())
	if err != nil {
		return err
	}
	footer, err := thrift.Marshal(&protocol, &format.FileMetaData{
		Version: 2, Schema: schemaOf(e.columns), NumRows: e.total, RowGroups: e.groups,
		CreatedBy: "stolb", ColumnOrders: orders,
		KeyValueMetadata: append(e.notes, format.KeyValue{Key: "stolb.columns", Value: string(about)}),
	})
	if err != nil {
		return err
	}
	return e.write(footer, binary.LittleEndian.AppendUint32(nil, uint32(len(footer))), magic)
}

// writeIndexes writes the indexes of all row groups, and notes in these where.
func (e *encoder) writeIndexes() error {
	for i := range e.groups {
		for j := range e.indexes[i] {
			if bounds := e.indexes[i][j].bounds; bounds != nil {
				c := &e.groups[i].Columns[j]
				var err error
				if c.ColumnIndexOffset, c.ColumnIndexLength, err = e.structure(bounds); err != nil {
					return err
				}
			}
		}
	}
	for i := range e.groups {
		for j := range e.indexes[i] {
			c := &e.groups[i].Columns[j]
			var err error
			if c.OffsetIndexOffset, c.OffsetIndexLength, err = e.structure(&e.indexes[i][j].places); err != nil {
				return err
			}
		}
	}
	return nil
}

// structure writes a structure of the format, and returns where it is.
func (e *encoder) structure(v any) (at int64, length int32, err error) {
	text, err := thrift.Marshal(&protocol, v)
	if err != nil {
		return 0, 0, err
	}
	at = e.at
	return at, int32(len(text)), e.write(text)
}

// protocol is how the format's structures are written.
var protocol thrift.CompactProtocol

// appendHeader appends the header of a page.
func appendHeader(b *bytes.Buffer, h *format.PageHeader) {
	// A buffer takes everything, and the structure is one of the format's.
	if err := thrift.NewEncoder(protocol.NewWriter(b)).Encode(h); err != nil {
		panic(err)
	}
}

func wrap(err error) error {
	if err != nil {
		return message.Of("parquet.table", "why", ended(err))
	}
	return nil
}

// ended puts into words that there is less of something than it says.
func ended(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return message.Of("parquet.ends-early", "", err)
	}
	return err
}
