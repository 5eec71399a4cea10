package parquet

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strconv"

	"github.com/golang/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/record/message"
)

// What a page says of itself is not trusted: it takes neither more than this,
// nor more than the bytes that are there can be unpacked to.
const (
	maxPage       = 1 << 28 // bytes, unpacked, and of all texts that it gives
	maxPageValues = 1 << 24
	maxHeader     = 1 << 25 // bytes of a page's header, which may have two of its values
)

// plainDictionary is how old writers call RLE_DICTIONARY.
const plainDictionary format.Encoding = 2

// footer reads the end of a file.
func footer(r io.ReaderAt, size int64) (*format.FileMetaData, error) {
	var end [8]byte
	if size < 12 {
		return nil, wrap(message.Of("parquet.too-short", "size", size))
	}
	if _, err := r.ReadAt(end[:], size-8); err != nil {
		return nil, wrap(err)
	}
	if !bytes.Equal(end[4:], magic) {
		return nil, wrap(message.Of("parquet.end-missing"))
	}
	n := int64(binary.LittleEndian.Uint32(end[:]))
	if n > size-12 {
		return nil, wrap(message.Of("parquet.footer-size", "bytes", n, "size", size))
	}
	text := make([]byte, n)
	if _, err := r.ReadAt(text, size-8-n); err != nil {
		return nil, wrap(err)
	}
	meta := new(format.FileMetaData)
	if err := thrift.NewDecoder(protocol.NewReaderFromBytes(text)).Decode(meta); err != nil {
		return nil, wrap(message.Of("parquet.footer", "", err))
	}
	return meta, nil
}

// column reads a column of the table, row group by row group, page by page.
type column struct {
	file io.ReaderAt
	size int64 // of the file
	most int64 // bytes of a page, unpacked
	name string
	kind format.Type
	null bool // values may be missing

	codec   format.CompressionCodec
	at, end int64 // the next page, and the end of its pages
	rows    int64 // of the row group, in the pages still to come

	left       int      // values of the page
	levels     wholes   // whether each is there; nil where all are
	wholes     wholes   // of the page
	texts      texts    // likewise
	given      int64    // bytes of the page's texts so far
	words      [][]byte // of the dictionary
	numbers    []int64  // likewise
	head, body []byte   // of a page, reused
	unpacked   []byte
	dictionary []byte
	zstd       *zstd.Decoder
}

// begin begins a row group.
func (c *column) begin(m *format.ColumnMetaData, rows int64) error {
	if m.NumValues != rows || m.Type != c.kind {
		return message.Of("parquet.values", "n", m.NumValues, "rows", rows, "type", m.Type.String(), "expected", c.kind.String())
	}
	c.codec, c.rows, c.left = m.Codec, rows, 0
	c.words, c.numbers = nil, nil
	c.at = m.DataPageOffset
	if m.DictionaryPageOffset > 0 {
		c.at = min(c.at, m.DictionaryPageOffset)
	}
	c.end = c.at + m.TotalCompressedSize
	if c.at < 4 || m.TotalCompressedSize < 0 || c.end < c.at || c.end > c.size {
		return message.Of("parquet.pages-outside")
	}
	return nil
}

// page reads on to the next page that has values.
func (c *column) page() error {
	for c.left == 0 {
		if c.rows == 0 {
			return io.ErrUnexpectedEOF
		}
		h, length, err := c.header(c.at, c.end)
		if err != nil {
			return err
		}
		c.at += length
		packed := int64(h.CompressedPageSize)
		if packed < 0 || packed > c.end-c.at {
			return message.Of("parquet.page-outside")
		}
		n, levels, codec := int64(-1), int64(0), c.codec
		switch {
		case h.Type == format.DataPage && h.DataPageHeader.Valid:
			n = int64(h.DataPageHeader.V.NumValues)
		case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
			// The levels stand before what is packed, if it is.
			v2 := &h.DataPageHeaderV2.V
			if n = int64(v2.NumValues); v2.RepetitionLevelsByteLength != 0 {
				return message.Of("parquet.list")
			}
			levels = int64(v2.DefinitionLevelsByteLength)
			if v2.IsCompressed.Valid && !v2.IsCompressed.V {
				codec = format.Uncompressed
			}
		case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
			n = int64(h.DictionaryPageHeader.V.NumValues)
		}
		if n < 0 || n > maxPageValues || n > c.rows && h.Type != format.DictionaryPage || levels < 0 || levels > packed {
			return message.Of("parquet.page-values", "n", n, "levels", levels, "rows", c.rows, "bytes", packed)
		}
		c.body = slices.Grow(c.body[:0], int(packed))[:packed]
		if _, err := c.file.ReadAt(c.body, c.at); err != nil {
			return err
		}
		c.at += packed
		plain, err := c.unpack(codec, c.body[levels:], int64(h.UncompressedPageSize)-levels)
		if err != nil {
			return err
		}
		switch h.Type {
		case format.DictionaryPage:
			err = c.readDictionary(plain, int(n))
		case format.DataPage:
			err = c.firstPage(&h.DataPageHeader.V, plain)
		default:
			err = c.secondPage(&h.DataPageHeaderV2.V, c.body[:levels], plain)
		}
		if err != nil {
			return err
		}
		if h.Type != format.DictionaryPage {
			c.left, c.given = int(n), 0
			c.rows -= n
		}
	}
	return nil
}

// readDictionary reads the page of a dictionary with so many words.
func (c *column) readDictionary(plain []byte, n int) error {
	if c.words != nil || c.numbers != nil {
		return message.Of("parquet.two-dictionaries")
	}
	c.dictionary = append(c.dictionary[:0], plain...) // the words are in it
	words, numbers := plainTexts{c.dictionary}, plainWholes{c.dictionary, width(c.kind)}
	for range n {
		if c.kind == format.ByteArray {
			word, err := words.next()
			if err != nil {
				return err
			}
			c.words = append(c.words, word)
			continue
		}
		number, err := numbers.next()
		if err != nil {
			return err
		}
		c.numbers = append(c.numbers, number)
	}
	return nil
}

// firstPage begins a page of the first version, in which levels stand behind
// their length.
func (c *column) firstPage(h *format.DataPageHeader, plain []byte) error {
	c.levels = nil
	if c.null {
		if h.DefinitionLevelEncoding != format.RLE || len(plain) < 4 {
			return message.Of("parquet.levels", "encoding", h.DefinitionLevelEncoding.String())
		}
		n := binary.LittleEndian.Uint32(plain)
		if uint64(n) > uint64(len(plain)-4) {
			return io.ErrUnexpectedEOF
		}
		c.levels = &hybrid{data: plain[4:][:n], width: 1}
		plain = plain[4+n:]
	}
	return c.encoded(h.Encoding, plain, int(h.NumValues))
}

// secondPage begins a page of the second version.
func (c *column) secondPage(h *format.DataPageHeaderV2, levels, plain []byte) error {
	c.levels = nil
	if c.null {
		c.levels = &hybrid{data: levels, width: 1}
	}
	return c.encoded(h.Encoding, plain, int(h.NumValues))
}

// width returns how many bytes a number takes.
func width(kind format.Type) int {
	if kind == format.Int64 {
		return 8
	}
	return 4
}

// encoded begins to read at most so many values.
func (c *column) encoded(encoding format.Encoding, data []byte, most int) (err error) {
	c.texts, c.wholes = nil, nil
	text := c.kind == format.ByteArray
	switch {
	case encoding == plainDictionary || encoding == format.RLEDictionary:
		var indices wholes
		if len(data) > 0 { // else all values are missing
			indices, err = newIndices(data)
		} else {
			indices = &hybrid{}
		}
		if text {
			c.texts = &indexed[[]byte]{indices, c.words}
		} else {
			c.wholes = &indexed[int64]{indices, c.numbers}
		}
	case encoding == format.Plain && text:
		c.texts = &plainTexts{data}
	case encoding == format.Plain:
		c.wholes = &plainWholes{data, width(c.kind)}
	case encoding == format.DeltaLengthByteArray && text, encoding == format.DeltaByteArray && text:
		c.texts, err = newLengthTexts(data, most, encoding == format.DeltaByteArray)
	case encoding == format.DeltaBinaryPacked && !text:
		c.wholes, err = newDeltas(data, width(c.kind))
	case encoding == format.ByteStreamSplit && !text:
		c.wholes = &splitWholes{data: data, size: width(c.kind)}
	default:
		return message.Of("parquet.encoding", "encoding", encoding.String())
	}
	return err
}

// step goes on to the next value, and says whether it is there.
func (c *column) step() (there bool, err error) {
	if err := c.page(); err != nil {
		return false, err
	}
	c.left--
	if c.levels == nil {
		return true, nil
	}
	level, err := c.levels.next()
	return level != 0, err
}

// text returns the next text; empty where it is missing.
func (c *column) text() (string, error) {
	there, err := c.step()
	if err != nil || !there {
		return "", c.wrap(err)
	}
	text, err := c.texts.next()
	if err == nil {
		if c.given += int64(len(text)); c.given > c.most {
			err = message.Of("parquet.texts", "most", c.most)
		}
	}
	return string(text), c.wrap(err)
}

// whole returns the next number; 0 where it is missing.
func (c *column) whole() (int64, error) {
	there, err := c.step()
	if err != nil || !there {
		return 0, c.wrap(err)
	}
	x, err := c.wholes.next()
	return x, c.wrap(err)
}

func (c *column) wrap(err error) error {
	if err != nil {
		return message.Of("parquet.column", "column", c.name, "why", ended(err))
	}
	return nil
}

// header reads the header of the page that begins there, and returns it with its
// length.
func (c *column) header(at, end int64) (h format.PageHeader, length int64, err error) {
	// Nearly all are short; those with long words for their least and greatest
	// value are not.
	for _, most := range []int64{1 << 9, 1 << 16, maxHeader} {
		n := min(most, end-at)
		c.head = slices.Grow(c.head[:0], int(n))[:n]
		if _, err := c.file.ReadAt(c.head, at); err != nil {
			return h, 0, err
		}
		reader := protocol.NewReaderFromBytes(c.head)
		if err = thrift.NewDecoder(reader).Decode(&h); err == nil {
			return h, int64(reader.BytesRead()), nil
		}
	}
	return h, 0, message.Of("parquet.page-header", "", err)
}

// unpack returns a page unpacked to so many bytes, after making sure that it can
// be, and that these are no more than it may have. They are valid until the next.
func (c *column) unpack(codec format.CompressionCodec, body []byte, size int64) ([]byte, error) {
	most := int64(len(body))
	switch codec {
	case format.Uncompressed:
	case format.Snappy:
		// No two bytes of it give more than 64.
		n, err := snappy.DecodedLen(body)
		if err != nil {
			return nil, message.Of("parquet.unpack", "", err)
		}
		if most *= 64; int64(n) > most {
			return nil, message.Of("parquet.unpacks-to", "bytes", len(body), "size", n, "most", most)
		}
		most = int64(n)
	case format.Zstd:
		var err error
		if most, err = zstdMost(body, c.most); err != nil {
			return nil, err
		}
	default:
		return nil, message.Of("parquet.codec", "codec", codec.String())
	}
	if size < 0 || size > most || most > c.most {
		return nil, message.Of("parquet.unpacks-to", "bytes", len(body), "size", size, "most", min(most, c.most))
	}
	var err error
	switch codec {
	case format.Uncompressed:
		return body[:size], nil
	case format.Snappy:
		c.unpacked, err = snappy.Decode(slices.Grow(c.unpacked[:0], int(size))[:size], body)
	default:
		c.unpacked, err = c.zstd.DecodeAll(body, c.unpacked[:0])
	}
	switch {
	case err != nil:
		return nil, message.Of("parquet.unpack", "", err)
	case int64(len(c.unpacked)) != size:
		return nil, message.Of("parquet.unpacked", "bytes", len(c.unpacked), "size", size)
	}
	return c.unpacked, nil
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
			return 0, message.Of("parquet.zstd-frame", "size", strconv.FormatUint(h.FrameContentSize, 10), "most", most-before)
		}
		if h.HasCheckSum {
			rest = rest[min(4, len(rest)):]
		}
		body = rest
	}
	return most, nil
}
