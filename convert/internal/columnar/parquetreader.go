package columnar

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/record/message"
)

// NewParquetReader returns a Reader of a Parquet file of the given size in bytes, written by Stolb or
// by other programs with the same columns, uncompressed or compressed with snappy or zstd. It reads
// only the columns that make a game, each after guard has checked its pages.
func NewParquetReader(r io.ReaderAt, size int64) (*Reader, error) {
	return newParquetReader(guard{file: r, size: size, most: maxPage})
}

func newParquetReader(g guard) (reader *Reader, err error) {
	defer recovered(&err, parquetError)
	g.end()
	file, err := parquet.OpenFile(g.file, g.size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		panic(message.Of("parquet.footer", "", err))
	}
	leaves, err := locate(func(name string) (at int, isText, isWhole bool) {
		leaf, ok := file.Schema().Lookup(name)
		if !ok {
			return -1, false, false
		}
		if !leaf.Node.Leaf() || leaf.Node.Repeated() {
			return leaf.ColumnIndex, false, false
		}
		kind := leaf.Node.Type().Kind()
		return leaf.ColumnIndex, kind == parquet.ByteArray, kind == parquet.Int32 || kind == parquet.Int64
	})
	if err != nil {
		return nil, err
	}
	groups, row := 0, make([]recorded, 1)
	var rows *parquet.GenericReader[recorded] // of the current row group, or nil
	next := func() (game recorded, err error) {
		for rows != nil || groups < len(file.RowGroups()) {
			if rows == nil {
				meta := &file.Metadata().RowGroups[groups]
				for i, leaf := range leaves {
					if err := g.column(recordedColumns[i], meta, leaf); err != nil {
						return game, err
					}
				}
				rows = parquet.NewGenericRowGroupReader[recorded](file.RowGroups()[groups])
				groups++
			}
			n, err := rows.Read(row)
			if n > 0 {
				return row[0], nil
			}
			if err != io.EOF {
				must(err)
			}
			must(rows.Close())
			rows = nil
		}
		return game, io.EOF
	}
	return &Reader{next, parquetError}, nil
}

func parquetError(err error) error {
	return message.Of("parquet.table", "why", whyOf(err, message.Of("parquet.damaged", "", err)))
}

// The library allocates as much memory as the lengths in a file demand, and decompresses without a
// limit. So the pages of a column are checked before they are read: they must not exceed these
// limits, nor the size to which their bytes decompress.
const (
	maxPage       = 1 << 28 // bytes, uncompressed
	maxPageValues = 1 << 24
	maxHeader     = 1 << 25 // bytes of a page's header, which may contain its minimum and maximum
)

// guard checks the pages of a column of a row group. Its methods panic on errors.
type guard struct {
	file io.ReaderAt
	size int64
	most int64 // maximum size of a page, uncompressed
	zstd *zstd.Decoder
}

// end checks the end of the file.
func (g *guard) end() {
	var end [8]byte
	if g.size < 12 {
		panic(message.Of("parquet.too-short", "size", g.size))
	}
	_, err := g.file.ReadAt(end[:], g.size-8)
	must(err)
	if string(end[4:]) != "PAR1" || int64(binary.LittleEndian.Uint32(end[:])) > g.size-12 {
		panic(message.Of("parquet.end-missing"))
	}
}

// column checks the pages of a column. The error names the column.
func (g *guard) column(name string, group *format.RowGroup, leaf int) (err error) {
	defer recovered(&err, func(err error) error {
		why := whyOf(err, message.Of("parquet.damaged", "", err))
		return message.Of("parquet.column", "column", name, "why", why)
	})
	if leaf >= len(group.Columns) {
		panic(message.Of("parquet.no-group"))
	}
	m, rows := &group.Columns[leaf].MetaData, group.NumRows
	if rows < 0 || m.NumValues != rows {
		panic(message.Of("parquet.values", "n", m.NumValues, "rows", rows))
	}
	at := m.DataPageOffset
	if m.DictionaryPageOffset > 0 {
		at = min(at, m.DictionaryPageOffset)
	}
	end := at + m.TotalCompressedSize
	if at < 4 || m.TotalCompressedSize < 0 || end < at || end > g.size {
		panic(message.Of("parquet.pages-outside"))
	}
	for values := int64(0); values < rows; {
		h, length := g.header(at, end)
		at += length
		packed := int64(h.CompressedPageSize)
		if packed < 0 || packed > end-at {
			panic(message.Of("parquet.page-outside"))
		}
		n, levels, codec := int64(-1), int64(0), m.Codec
		switch v1, v2, words := &h.DataPageHeader, &h.DataPageHeaderV2, &h.DictionaryPageHeader; {
		case h.Type == format.DataPage && v1.Valid:
			n = int64(v1.V.NumValues)
			values += n
		case h.Type == format.DataPageV2 && v2.Valid: // the levels precede the values and are never compressed
			n = int64(v2.V.NumValues)
			values += n
			levels = int64(v2.V.RepetitionLevelsByteLength) + int64(v2.V.DefinitionLevelsByteLength)
			if v2.V.IsCompressed.Valid && !v2.V.IsCompressed.V {
				codec = format.Uncompressed
			}
		case h.Type == format.DictionaryPage && words.Valid:
			n = int64(words.V.NumValues)
		}
		if n < 0 || n > maxPageValues || values > rows || levels < 0 || levels > packed {
			panic(message.Of("parquet.page-values", "n", n, "levels", levels, "rows", rows, "bytes", packed))
		}
		body := make([]byte, packed)
		_, err := g.file.ReadAt(body, at)
		must(err)
		g.unpack(codec, body[levels:], int64(h.UncompressedPageSize)-levels)
		at += packed
	}
	return nil
}

// header returns the header of the page at offset at, and the header's length.
func (g *guard) header(at, end int64) (h format.PageHeader, length int64) {
	// Headers are short unless their minimum and maximum are long texts.
	var wrong error
	for _, most := range []int64{1 << 9, 1 << 16, maxHeader} {
		head := make([]byte, min(most, end-at))
		_, err := g.file.ReadAt(head, at)
		must(err)
		var protocol thrift.CompactProtocol
		reader := protocol.NewReaderFromBytes(head)
		if wrong = thrift.NewDecoder(reader).Decode(&h); wrong == nil {
			return h, int64(reader.BytesRead())
		}
	}
	panic(message.Of("parquet.page-header", "", wrong))
}

// unpack checks that a page can decompress to size bytes, and that it does not exceed the limit.
func (g *guard) unpack(codec format.CompressionCodec, body []byte, size int64) {
	most, err := int64(len(body)), error(nil)
	switch codec {
	case format.Uncompressed:
	case format.Snappy:
		var n int
		if n, err = snappy.DecodedLen(body); int64(n) > 64*most { // no byte yields more
			err = snappy.ErrCorrupt
		}
		most = int64(n)
	case format.Zstd:
		most, err = g.zstdSize(body)
	default:
		panic(message.Of("parquet.codec", "codec", codec.String()))
	}
	if err != nil {
		panic(message.Of("parquet.unpack", "", err))
	}
	if size < 0 || size > most || most > g.most {
		panic(message.Of("parquet.unpacks-to", "bytes", len(body), "size", size, "most", min(most, g.most)))
	}
}

// zstdSize decompresses zstd and returns the number of bytes, but stops at g.most+1.
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
