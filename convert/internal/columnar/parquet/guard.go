package parquet

import (
	"encoding/binary"
	"io"
	"slices"
	"strconv"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/record/message"
)

// The library takes as much memory as lengths in the file say, and unpacks to whatever
// there is. So the pages of a column are looked at before they are read: they may be
// neither larger than this, nor than what the bytes that are there can unpack to.
const (
	maxPage       = 1 << 28 // bytes, unpacked
	maxPageValues = 1 << 24
	maxHeader     = 1 << 25 // bytes of a page's header, which may have two of its values
)

// openable says what is wrong with the end of a file.
func openable(r io.ReaderAt, size int64) error {
	var end [8]byte
	if size < 12 {
		return wrap(message.Of("parquet.too-short", "size", size))
	}
	if _, err := r.ReadAt(end[:], size-8); err != nil {
		return wrap(err)
	}
	if string(end[4:]) != "PAR1" {
		return wrap(message.Of("parquet.end-missing"))
	}
	if n := int64(binary.LittleEndian.Uint32(end[:])); n > size-12 {
		return wrap(message.Of("parquet.footer-size", "bytes", n, "size", size))
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
	// Nearly all are short; those with long words for their least and greatest value
	// are not.
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

// unpackable says whether a page can be unpacked to so many bytes, and to no more than
// it may have.
func (g *guard) unpackable(codec format.CompressionCodec, body []byte, size int64) error {
	most := int64(len(body))
	switch codec {
	case format.Uncompressed:
	case format.Snappy:
		// No two bytes of it give more than 64.
		n, err := snappy.DecodedLen(body)
		if err != nil {
			return message.Of("parquet.unpack", "", err)
		}
		if most *= 64; int64(n) > most {
			return message.Of("parquet.unpacks-to", "bytes", len(body), "size", n, "most", most)
		}
		most = int64(n)
	case format.Zstd:
		var err error
		if most, err = zstdMost(body, g.most); err != nil {
			return err
		}
	default:
		return message.Of("parquet.codec", "codec", codec.String())
	}
	if size < 0 || size > most || most > g.most {
		return message.Of("parquet.unpacks-to", "bytes", len(body), "size", size, "most", min(most, g.most))
	}
	return nil
}

// zstdMost returns how many bytes zstd frames can unpack to at most; an error where that
// is more than the limit.
func zstdMost(body []byte, limit int64) (int64, error) {
	const block = 128 << 10 // RFC 8878, 3.1.1.2.4
	most := int64(0)
	for len(body) > 0 {
		var h zstd.Header
		rest, err := h.DecodeAndStrip(body)
		if err != nil {
			return 0, message.Of("parquet.unpack", "", err)
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
				return 0, message.Of("parquet.zstd-size", "most", limit)
			}
			rest = rest[size:]
		}
		if h.HasFCS && h.FrameContentSize > uint64(most-before) {
			size := strconv.FormatUint(h.FrameContentSize, 10)
			return 0, message.Of("parquet.zstd-frame", "size", size, "most", most-before)
		}
		if h.HasCheckSum {
			rest = rest[min(4, len(rest)):]
		}
		body = rest
	}
	return most, nil
}
