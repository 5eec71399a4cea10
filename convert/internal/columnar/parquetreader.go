package columnar

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// ParquetReader reads the games of a table games, one at a time: one that Stolb wrote, or that
// others wrote with the same columns, packed with snappy, zstd or not at all. It reads
// the columns that make a game and no others, each after guard has seen its pages. It is
// not safe for concurrent use.
type ParquetReader struct {
	file   *parquet.File
	guard  guard
	leaves [len(recordedColumns)]int        // of the columns among those of the schema
	group  int                              // the next row group
	rows   *parquet.GenericReader[recorded] // of the group before it; nil before and after
	row    [1]recorded
}

// NewParquetReader returns a Reader of a Parquet file of the given size in bytes.
func NewParquetReader(r io.ReaderAt, size int64) (reader *ParquetReader, err error) {
	defer recovered(&err, parquetDamaged)
	if err := openable(r, size); err != nil {
		return nil, parquetError(err)
	}
	file, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, parquetError(message.Of("parquet.footer", "", err))
	}
	reader = &ParquetReader{file: file, guard: guard{file: r, size: size, most: maxPage}}
	has := func(name string) bool {
		_, ok := file.Schema().Lookup(name)
		return ok
	}
	for i, name := range recordedColumns {
		leaf, ok := file.Schema().Lookup(name)
		if !ok {
			return nil, noColumn(name, has)
		}
		if !leaf.Node.Leaf() || leaf.Node.Repeated() {
			return nil, inColumn(name, message.Of("parquet.list"))
		}
		kind := leaf.Node.Type().Kind()
		if text := kind == parquet.ByteArray; text != (i < firstNumber) ||
			!text && kind != parquet.Int32 && kind != parquet.Int64 {
			return nil, inColumn(name, message.Of("parquet.type", "type", kind.String()))
		}
		reader.leaves[i] = leaf.ColumnIndex
	}
	return reader, nil
}

func parquetDamaged(err error) error {
	return parquetError(message.Of("parquet.damaged", "", err))
}

// inColumn says which column has what is wrong.
func inColumn(name string, err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = message.Of("parquet.ends-early", "", err)
	} else if _, ok := err.(message.Message); !ok {
		err = message.Of("parquet.damaged", "", err)
	}
	return message.Of("parquet.column", "column", name, "why", err)
}

// Chunk returns the text of the next game, or io.EOF after the last.
func (r *ParquetReader) Chunk() (c grammar.Chunk, err error) {
	defer recovered(&err, parquetDamaged)
	for {
		if r.rows == nil {
			if err := r.next(); err != nil {
				return c, err
			}
		}
		switch n, err := r.rows.Read(r.row[:]); {
		case n > 0:
			return r.row[0].chunk()
		case err != io.EOF:
			return c, parquetDamaged(err)
		}
		err := r.rows.Close()
		if r.rows = nil; err != nil {
			return c, parquetError(err)
		}
	}
}

// next begins the next row group; io.EOF after the last.
func (r *ParquetReader) next() error {
	groups := r.file.RowGroups()
	if r.group == len(groups) {
		return io.EOF
	}
	g := groups[r.group]
	meta := &r.file.Metadata().RowGroups[r.group]
	r.group++
	if g.NumRows() < 0 {
		return parquetError(message.Of("parquet.rows", "n", g.NumRows()))
	}
	for i, leaf := range r.leaves {
		if leaf >= len(g.ColumnChunks()) || leaf >= len(meta.Columns) {
			return inColumn(recordedColumns[i], message.Of("parquet.no-group"))
		}
		if err := r.guard.column(&meta.Columns[leaf].MetaData, g.NumRows()); err != nil {
			return inColumn(recordedColumns[i], err)
		}
	}
	r.rows = parquet.NewGenericRowGroupReader[recorded](g)
	return nil
}

// The library allocates as much memory as lengths in the file say, and unpacks without a
// limit. So the pages of a column are checked before they are read: they may be neither
// larger than this, nor than what their bytes can unpack to.
const (
	maxPage       = 1 << 28 // bytes, unpacked
	maxPageValues = 1 << 24
	maxHeader     = 1 << 25 // bytes of a page's header, which may have two of its values
)

// openable says what is wrong with the end of a file.
func openable(r io.ReaderAt, size int64) error {
	var end [8]byte
	if size < 12 {
		return message.Of("parquet.too-short", "size", size)
	}
	if _, err := r.ReadAt(end[:], size-8); err != nil {
		return err
	}
	if string(end[4:]) != "PAR1" {
		return message.Of("parquet.end-missing")
	}
	if n := int64(binary.LittleEndian.Uint32(end[:])); n > size-12 {
		return message.Of("parquet.footer-size", "bytes", n, "size", size)
	}
	return nil
}

// guard looks at the pages of a column of a row group.
type guard struct {
	file io.ReaderAt
	size int64
	most int64  // bytes of a page, unpacked
	head []byte // of a page, reused
	body []byte // likewise
	zstd *zstd.Decoder
}

// column walks from page to page.
func (g *guard) column(m *format.ColumnMetaData, rows int64) error {
	if m.NumValues != rows {
		return message.Of("parquet.values", "n", m.NumValues, "rows", rows)
	}
	at := m.DataPageOffset
	if m.DictionaryPageOffset > 0 {
		at = min(at, m.DictionaryPageOffset)
	}
	end := at + m.TotalCompressedSize
	if at < 4 || m.TotalCompressedSize < 0 || end < at || end > g.size {
		return message.Of("parquet.pages-outside")
	}
	for values := int64(0); values < rows; {
		h, length, err := g.header(at, end)
		if err != nil {
			return err
		}
		at += length
		packed := int64(h.CompressedPageSize)
		if packed < 0 || packed > end-at {
			return message.Of("parquet.page-outside")
		}
		n, levels, codec := int64(-1), int64(0), m.Codec
		switch {
		case h.Type == format.DataPage && h.DataPageHeader.Valid:
			n = int64(h.DataPageHeader.V.NumValues)
			values += n
		case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
			// The levels are before what is packed, if it is.
			v2 := &h.DataPageHeaderV2.V
			n = int64(v2.NumValues)
			levels = int64(v2.RepetitionLevelsByteLength) + int64(v2.DefinitionLevelsByteLength)
			if v2.IsCompressed.Valid && !v2.IsCompressed.V {
				codec = format.Uncompressed
			}
			values += n
		case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
			n = int64(h.DictionaryPageHeader.V.NumValues)
		}
		if n < 0 || n > maxPageValues || values > rows || levels < 0 || levels > packed {
			return message.Of("parquet.page-values", "n", n, "levels", levels, "rows", rows, "bytes", packed)
		}
		g.body = slices.Grow(g.body[:0], int(packed))[:packed]
		if _, err := g.file.ReadAt(g.body, at); err != nil {
			return err
		}
		if err := g.unpackable(codec, g.body[levels:], int64(h.UncompressedPageSize)-levels); err != nil {
			return err
		}
		at += packed
	}
	return nil
}

// header reads the header of the page that begins there, and returns its length, too.
func (g *guard) header(at, end int64) (h format.PageHeader, length int64, err error) {
	// Nearly all are short; those with long words for their least and greatest value are not.
	for _, most := range []int64{1 << 9, 1 << 16, maxHeader} {
		n := min(most, end-at)
		g.head = slices.Grow(g.head[:0], int(n))[:n]
		if _, err := g.file.ReadAt(g.head, at); err != nil {
			return h, 0, err
		}
		var protocol thrift.CompactProtocol
		reader := protocol.NewReaderFromBytes(g.head)
		if err = thrift.NewDecoder(reader).Decode(&h); err == nil {
			return h, int64(reader.BytesRead()), nil
		}
	}
	return h, 0, message.Of("parquet.page-header", "", err)
}

// unpackable says why a page cannot be unpacked to so many bytes, or may not have so many.
func (g *guard) unpackable(codec format.CompressionCodec, body []byte, size int64) error {
	most, err := int64(len(body)), error(nil)
	switch codec {
	case format.Uncompressed:
	case format.Snappy:
		var n int
		if n, err = snappy.DecodedLen(body); int64(n) > 64*most { // no two bytes of it give more
			err = snappy.ErrCorrupt
		}
		most = int64(n)
	case format.Zstd:
		most, err = g.zstdSize(body)
	default:
		return message.Of("parquet.codec", "codec", codec.String())
	}
	if err != nil {
		return message.Of("parquet.unpack", "", err)
	}
	if size < 0 || size > most || most > g.most {
		return message.Of("parquet.unpacks-to", "bytes", len(body), "size", size, "most", min(most, g.most))
	}
	return nil
}

// zstdSize unpacks zstd and returns the number of bytes, or the first that is too large.
func (g *guard) zstdSize(body []byte) (size int64, err error) {
	if g.zstd == nil {
		g.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(uint64(g.most)))
	}
	if err == nil {
		err = g.zstd.Reset(bytes.NewReader(body))
	}
	if err == nil {
		size, err = io.Copy(io.Discard, io.LimitReader(g.zstd, g.most+1))
	}
	return size, err
}
