package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// The library takes as much memory as lengths in the file tell it to, and
// unpacks to whatever there is. So what a row group's pages need is looked up
// before they are read: neither more than this, nor more than the bytes that
// are there can be unpacked to.
const (
	maxPage       = 1 << 28 // bytes, unpacked
	maxPageValues = 1 << 24
	maxHeader     = 1 << 25 // bytes of a page's header, which may have two of its values
)

// openable says what is wrong with the end of a file, which the library would
// find out with as much memory as the end says that it needs.
func openable(r io.ReaderAt, size int64) error {
	var end [8]byte
	if size < 12 {
		return fmt.Errorf("parquet: a file of %d bytes is not a whole Parquet file", size)
	}
	if _, err := r.ReadAt(end[:], size-8); err != nil {
		return wrap(err)
	}
	if string(end[4:]) != "PAR1" {
		return errors.New("parquet: not a whole Parquet file: its end is missing")
	}
	if n := int64(binary.LittleEndian.Uint32(end[:])); n > size-12 {
		return fmt.Errorf("parquet: a footer of %d bytes in a file of %d", n, size)
	}
	return nil
}

// guard looks at the pages of the columns that are read of a row group. What
// it refuses is said with the column.
type guard struct {
	file  io.ReaderAt
	size  int64
	names []string
	most  int64  // bytes of a page, unpacked
	head  []byte // of a page, reused
	body  []byte // likewise
}

func (g *guard) rowGroup(group *format.RowGroup) error {
	for i := range group.Columns {
		m := &group.Columns[i].MetaData
		if len(m.PathInSchema) != 1 || !slices.Contains(g.names, m.PathInSchema[0]) {
			continue
		}
		if err := g.column(m, group.NumRows); err != nil {
			return fmt.Errorf("parquet: column %s: %w", m.PathInSchema[0], err)
		}
	}
	return nil
}

// column walks from page to page.
func (g *guard) column(m *format.ColumnMetaData, rows int64) error {
	if m.NumValues != rows {
		return fmt.Errorf("%d values in %d rows", m.NumValues, rows)
	}
	at := m.DataPageOffset
	if m.DictionaryPageOffset > 0 {
		at = min(at, m.DictionaryPageOffset)
	}
	end := at + m.TotalCompressedSize
	if at < 4 || m.TotalCompressedSize < 0 || end < at || end > g.size {
		return errors.New("its pages are not in the file")
	}
	for values := int64(0); values < rows; {
		h, length, err := g.header(at, end)
		if err != nil {
			return err
		}
		at += length
		packed := int64(h.CompressedPageSize)
		if packed < 0 || packed > end-at {
			return errors.New("a page is longer than its column")
		}
		n, levels, codec := int64(-1), int64(0), m.Codec
		switch {
		case h.Type == format.DataPage && h.DataPageHeader.Valid:
			n = int64(h.DataPageHeader.V.NumValues)
			values += n
		case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
			// The levels stand before what is packed, if it is.
			v2 := &h.DataPageHeaderV2.V
			n, levels = int64(v2.NumValues), int64(v2.RepetitionLevelsByteLength)+int64(v2.DefinitionLevelsByteLength)
			if v2.IsCompressed.Valid && !v2.IsCompressed.V {
				codec = format.Uncompressed
			}
			values += n
		case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
			n = int64(h.DictionaryPageHeader.V.NumValues)
		}
		if n < 0 || n > maxPageValues || values > rows || levels < 0 || levels > packed {
			return fmt.Errorf("a page with %d values and %d bytes of levels, of %d rows and %d bytes", n, levels, rows, packed)
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

// header reads the header of the page that begins there, and returns it with its
// length.
func (g *guard) header(at, end int64) (h format.PageHeader, length int64, err error) {
	// Nearly all are short; those with long words for their least and greatest
	// value are not.
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
	return h, 0, fmt.Errorf("the header of a page: %w", err)
}

// unpackable says whether a page can be unpacked to so many bytes, and to no
// more than it may have.
func (g *guard) unpackable(codec format.CompressionCodec, body []byte, size int64) error {
	most := int64(len(body))
	switch codec {
	case format.Uncompressed:
	case format.Snappy:
		// No two bytes of it give more than 64.
		n, err := snappy.DecodedLen(body)
		if err != nil {
			return err
		}
		if most *= 64; int64(n) > most {
			return fmt.Errorf("a page of %d bytes is said to unpack to %d", len(body), n)
		}
		most = int64(n)
	case format.Zstd:
		var err error
		if most, err = zstdMost(body, g.most); err != nil {
			return err
		}
	default:
		return fmt.Errorf("it is packed with %v; Stolb reads snappy and zstd", codec)
	}
	if size < 0 || size > most || most > g.most {
		return fmt.Errorf("a page of %d bytes is said to unpack to %d, and can to %d; %d are read at most", len(body), size, most, g.most)
	}
	return nil
}

// zstdMost returns how many bytes zstd frames can unpack to at most; an error
// where that is more than the limit.
func zstdMost(body []byte, limit int64) (int64, error) {
	const block = 128 << 10 // RFC 8878, 3.1.1.2.4
	most := int64(0)
	for len(body) > 0 {
		var h zstd.Header
		rest, err := h.DecodeAndStrip(body)
		if err != nil {
			return 0, fmt.Errorf("zstd: %w", err)
		}
		if h.Skippable {
			if uint64(len(rest)) < uint64(h.SkippableSize) {
				return 0, io.ErrUnexpectedEOF
			}
			body = rest[h.SkippableSize:]
			continue
		}
		before := most
		for last := false; !last; {
			if len(rest) < 3 {
				return 0, io.ErrUnexpectedEOF
			}
			head := int(rest[0]) | int(rest[1])<<8 | int(rest[2])<<16
			last = head&1 != 0
			size := head >> 3
			switch rest = rest[3:]; head >> 1 & 3 {
			case 0:
				most += int64(size)
			case 1:
				most += int64(size)
				size = 1
			default:
				most += block
			}
			if len(rest) < size || most > limit {
				return 0, fmt.Errorf("zstd: a page of more than %d bytes, or not a whole one", limit)
			}
			rest = rest[size:]
		}
		if h.HasFCS && h.FrameContentSize > uint64(most-before) {
			return 0, fmt.Errorf("zstd: a frame that says of itself that it has %d bytes, and can have %d", h.FrameContentSize, most-before)
		}
		if h.HasCheckSum {
			rest = rest[min(4, len(rest)):]
		}
		body = rest
	}
	return most, nil
}
