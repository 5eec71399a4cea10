package columnar

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"reflect"
	"strconv"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	packing "github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/record/message"
)

const (
	// groupRows is the number of rows that ends a row group. It is several batches, for engines
	// divide work by row groups.
	groupRows = 1 << 18
	// groupBytes is the approximate size of text, in bytes, that ends a row group earlier.
	groupBytes = 64 << 20
	// maxDictionary limits the dictionary of a column of a row group, in bytes. Names of players
	// and events stay below it; a column of mostly distinct texts exceeds it and is written plain.
	maxDictionary = 1 << 17
	// handed is the number of values passed to a column at once; a page may be too large by so many.
	handed = 1 << 10
)

type parquetEncoder struct {
	writer      *parquet.GenericWriter[any]
	rows, bytes int // in the row group so far

	words  [][]parquet.Value // by column; the words of a Symbol by index
	values []parquet.Value   // of one column, reused
}

// packed is the default compression of columns.
var packed = &packing.Codec{Level: packing.SpeedFastest}

// newParquet returns an Encoder of a Parquet file, compressed with zstd. The file is unreadable
// until Close. Its schema is derived from a struct with a field for each column.
func newParquet(w io.Writer, t []Vector) (Encoder, error) {
	e := &parquetEncoder{values: make([]parquet.Value, handed)}
	options := []parquet.WriterOption{
		parquet.Compression(packed), parquet.DictionaryMaxBytes(maxDictionary),
		parquet.CreatedBy("stolb", "", ""), parquet.DataPageStatistics(false),
		// Counts change little from row to row, so that their differences take a few bits.
		parquet.DefaultEncodingFor(parquet.Int32, &parquet.DeltaBinaryPacked),
		parquet.DefaultEncodingFor(parquet.Int64, &parquet.DeltaBinaryPacked),
		parquet.DefaultEncodingFor(parquet.Double, &parquet.RLEDictionary),
		parquet.DefaultEncodingFor(parquet.ByteArray, &parquet.RLEDictionary),
	}
	var fields []reflect.StructField
	about := map[string]map[string]string{}
	for i := range t {
		c := &t[i].Column
		tag := c.Name
		if c.Optional {
			tag += ",optional"
		}
		switch {
		case c.Type == Date:
			tag += ",date"
		case c.Type == Int64 && c.Distinct:
			tag += ",plain,uncompressed"
		case c.Type == Text && c.Distinct:
			tag += ",plain,zstd"
		}
		fields = append(fields, reflect.StructField{
			Name: "C" + strconv.Itoa(i), Type: types[c.Type].field,
			Tag: reflect.StructTag("parquet:" + strconv.Quote(tag)),
		})
		var words []parquet.Value
		for _, word := range c.Words {
			words = append(words, parquet.ByteArrayValue([]byte(word)))
		}
		e.words = append(e.words, words)
		about[c.Name] = c.about()
	}
	row := parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface())
	options = append(options, parquet.NewSchema("stolb", row))
	e.writer = parquet.NewGenericWriter[any](w, options...)
	described, err := json.Marshal(about)
	e.Note("stolb.columns", string(described))
	return e, err
}

// Note stores a value under a key in the footer.
func (e *parquetEncoder) Note(key, value string) { e.writer.SetKeyValueMetadata(key, value) }

func (e *parquetEncoder) Encode(t []Vector) error {
	columns := e.writer.ColumnWriters()
	leaf := 0 // of the schema: a Map has two
	for i := range t {
		v := &t[i]
		for from := 0; from < v.rows; from += handed {
			for k, values := range e.leaves(v, e.words[i], leaf, from, min(from+handed, v.rows)) {
				if _, err := columns[leaf+k].WriteRowValues(values); err != nil {
					return err
				}
			}
		}
		leaf += 1 + Truth(v.Type == Map)
		e.bytes += len(v.bytes)
	}
	if e.rows += t[0].rows; e.rows >= groupRows || e.bytes >= groupBytes {
		e.rows, e.bytes = 0, 0
		return e.writer.Flush()
	}
	return nil
}

// leaves returns, for each leaf of a column, the values of the rows from <= row < to. The number of
// the first leaf is leaf. The values are valid until the next call.
func (e *parquetEncoder) leaves(v *Vector, words []parquet.Value, leaf, from, to int) [][]parquet.Value {
	if v.Type == Map {
		return pairs(v, leaf, from, to)
	}
	values := e.values[:to-from]
	numbers := v.fixed[from*types[v.Type].size:]
	for j := range values {
		switch v.Type {
		case Text:
			values[j] = parquet.ByteArrayValue(v.text(from + j))
		case Symbol:
			values[j] = words[numbers[j]]
		case Bool:
			values[j] = parquet.BooleanValue(numbers[j] != 0)
		case Int8:
			values[j] = parquet.Int32Value(int32(int8(numbers[j])))
		case Int16:
			values[j] = parquet.Int32Value(int32(int16(binary.LittleEndian.Uint16(numbers[2*j:]))))
		case Int32, Date:
			values[j] = parquet.Int32Value(int32(binary.LittleEndian.Uint32(numbers[4*j:])))
		case Int64:
			values[j] = parquet.Int64Value(int64(binary.LittleEndian.Uint64(numbers[8*j:])))
		case Float64:
			number := math.Float64frombits(binary.LittleEndian.Uint64(numbers[8*j:]))
			values[j] = parquet.DoubleValue(number)
		}
		switch {
		case !v.Optional:
		case v.missing[from+j]:
			values[j] = parquet.Value{}.Level(0, 0, leaf)
		default:
			values[j] = values[j].Level(0, 1, leaf)
		}
	}
	return [][]parquet.Value{values}
}

// pairs returns the names and the texts of a Map in the rows from <= row < to.
func pairs(v *Vector, leaf, from, to int) [][]parquet.Value {
	sides := make([][]parquet.Value, 2)
	for row := from; row < to; row++ {
		pairs := v.pairs(row)
		for k, text := range pairs {
			again := min(k/2, 1) // repetition level: 1 for further pairs of a row
			sides[k%2] = append(sides[k%2], parquet.ByteArrayValue(text).Level(again, 1, leaf+k%2))
		}
		if len(pairs) == 0 {
			for k := range sides {
				sides[k] = append(sides[k], parquet.Value{}.Level(0, 0, leaf+k))
			}
		}
	}
	return sides
}

// Close writes the last row group and the footer.
func (e *parquetEncoder) Close() error { return e.writer.Close() }

// NewParquetReader returns a Reader of a Parquet file of the given size in bytes, written by Stolb or
// by other programs with the same columns, uncompressed or compressed with snappy or zstd. It reads
// only the columns that make a game, each after guard has checked its pages.
func NewParquetReader(r io.ReaderAt, size int64) (*Reader, error) {
	return newParquetReader(guard{file: r, size: size, most: maxPage})
}

func newParquetReader(g guard) (reader *Reader, err error) {
	defer recovered(&err, parquetError)
	g.footer()
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
	maxSchema     = 1 << 10 // columns and groups of them, of which the library keeps all paths
	maxChunks     = 1 << 22 // columns of all row groups, which it allocates even if they are absent
)

var errLimits = errors.New("columnar: a list is longer than its bytes, or there are too many columns or levels")

// guard checks the pages of a column of a row group. Its methods panic on errors.
type guard struct {
	file io.ReaderAt
	size int64
	most int64 // maximum size of a page, uncompressed
	zstd *zstd.Decoder
}

// footer checks the footer, which is at the end of the file.
func (g *guard) footer() {
	var end [8]byte
	reject(g.size < 12, message.Of("parquet.too-short", "size", g.size))
	_, err := g.file.ReadAt(end[:], g.size-8)
	must(err)
	size := int64(binary.LittleEndian.Uint32(end[:]))
	reject(string(end[4:]) != "PAR1" || size > g.size-12, message.Of("parquet.end-missing"))
	var meta format.FileMetaData
	_, err = decode(g.bytes(g.size-8-size, size), &meta)
	if n := len(meta.Schema); err == nil && (n > maxSchema || n*len(meta.RowGroups) > maxChunks) {
		err = errLimits
	}
	if err != nil {
		panic(message.Of("parquet.footer", "", err))
	}
}

func (g *guard) bytes(at, n int64) []byte {
	b := make([]byte, n)
	_, err := g.file.ReadAt(b, at)
	must(err)
	return b
}

// decode decodes a footer or a header of Parquet and returns its length.
func decode(b []byte, to any) (int, error) {
	var protocol thrift.CompactProtocol
	reader := &bounded{protocol.NewReaderFromBytes(b).(skipping), len(b), []int32{1}}
	err := thrift.NewDecoder(reader).Decode(to)
	return reader.BytesRead(), err
}

// bounded reads values whose lists are not longer than the bytes that follow and whose structs are
// not nested deeply, for the library allocates the memory of a list at once and skips unknown
// fields recursively. Parquet has neither lists of lists nor sets nor maps.
type bounded struct {
	skipping
	size int
	open []int32 // by nesting depth, the number of structs that have not ended
}

// skipping is a reader that can skip unknown fields.
type skipping interface {
	thrift.Reader
	Discard(int) (int, error)
}

// maxNested is the maximum nesting depth of structs, of which Parquet's own need about ten.
const maxNested = 64

func (r *bounded) ReadList() (thrift.List, error) {
	l, err := r.skipping.ReadList()
	switch {
	case err != nil:
	case l.Type == thrift.LIST || l.Type == thrift.SET || l.Type == thrift.MAP || int(l.Size) > r.size-r.BytesRead():
		err = errLimits
	case l.Type == thrift.STRUCT && l.Size > 0:
		r.open = append(r.open, l.Size)
	}
	return l, err
}

func (r *bounded) ReadField() (thrift.Field, error) {
	f, err := r.skipping.ReadField()
	switch last := len(r.open) - 1; {
	case err != nil:
	case f.Type == thrift.SET || f.Type == thrift.MAP || last > maxNested:
		err = errLimits
	case f.Type == thrift.STRUCT:
		r.open = append(r.open, 1)
	case f.Type == thrift.STOP:
		if r.open[last]--; r.open[last] == 0 {
			r.open = r.open[:last]
		}
	}
	return f, err
}

// column checks the pages of a column. The error names the column.
func (g *guard) column(name string, group *format.RowGroup, leaf int) (err error) {
	defer recovered(&err, func(err error) error {
		why := whyOf(err, message.Of("parquet.damaged", "", err))
		return message.Of("parquet.column", "column", name, "why", why)
	})
	reject(leaf >= len(group.Columns), message.Of("parquet.no-group"))
	m, rows := &group.Columns[leaf].MetaData, group.NumRows
	reject(rows < 0 || m.NumValues != rows,
		message.Of("parquet.values", "n", m.NumValues, "rows", rows))
	at := m.DataPageOffset
	if m.DictionaryPageOffset > 0 {
		at = min(at, m.DictionaryPageOffset)
	}
	end := at + m.TotalCompressedSize
	reject(at < 4 || m.TotalCompressedSize < 0 || end < at || end > g.size,
		message.Of("parquet.pages-outside"))
	for values := int64(0); values < rows; {
		h, length := g.header(at, end)
		at += length
		packed := int64(h.CompressedPageSize)
		reject(packed < 0 || packed > end-at, message.Of("parquet.page-outside"))
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
		reject(n < 0 || n > maxPageValues || values > rows || levels < 0 || levels > packed,
			message.Of("parquet.page-values", "n", n, "levels", levels, "rows", rows, "bytes", packed))
		g.unpack(codec, g.bytes(at, packed)[levels:], int64(h.UncompressedPageSize)-levels)
		at += packed
	}
	return nil
}

// header returns the header of the page at offset at, and the header's length.
func (g *guard) header(at, end int64) (h format.PageHeader, length int64) {
	// Headers are short unless their minimum and maximum are long texts.
	var err error
	for _, most := range []int64{1 << 9, 1 << 16, maxHeader} {
		var n int
		if n, err = decode(g.bytes(at, min(most, end-at)), &h); err == nil {
			return h, int64(n)
		}
	}
	panic(message.Of("parquet.page-header", "", err))
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
	reject(size < 0 || size > most || most > g.most,
		message.Of("parquet.unpacks-to", "bytes", len(body), "size", size, "most", min(most, g.most)))
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
