package parquet

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/convert/columnar"
)

// chunk is a column of the row group that is being written.
type chunk struct {
	column columnar.Column
	packer *zstd.Encoder
	codec  format.CompressionCodec

	pages     bytes.Buffer // finished, with their headers
	places    []format.PageLocation
	low, high []int64 // of the pages, where these tell it
	values    int64
	unpacked  int64             // bytes of the pages with their headers before packing
	used      []format.Encoding // by the pages

	// words are the different texts of a column with a dictionary, of which a
	// Symbol has all beforehand; plain says that they have become too many.
	words columnar.Vocabulary
	plain bool

	body, packed []byte // of a page, reused
	indices      []int32
}

func newChunk(c columnar.Column, packer *zstd.Encoder) chunk {
	k := chunk{column: c, packer: packer, codec: format.Zstd}
	if c.Type == columnar.Int64 && c.Distinct {
		k.codec = format.Uncompressed
	}
	k.reset()
	return k
}

// reset makes the chunk ready for another row group.
func (k *chunk) reset() {
	k.pages.Reset()
	k.places, k.used = nil, nil
	k.values, k.unpacked = 0, 0
	k.low, k.high = k.low[:0], k.high[:0]
	k.words, k.plain = columnar.Vocabulary{}, k.column.Type == columnar.Text && k.column.Distinct
	for _, word := range k.column.Words {
		k.words.Add([]byte(word))
	}
}

// bounded says whether a column's pages tell their least and greatest value, by
// which engines pass pages over. Of a hash, of small counts and of texts these
// are much the same in every page, and take longer to find than to write.
func bounded(c columnar.Column) bool {
	switch c.Type {
	case columnar.Int16, columnar.Int32, columnar.Int64:
		return !c.Distinct
	}
	return false
}

// add writes the rows from up to to as pages.
func (k *chunk) add(v *columnar.Vector, from, to int) {
	for from < to {
		next := min(from+pageRows, to)
		if k.column.Type == columnar.Text {
			begin := 0
			if from > 0 {
				begin = int(v.Ends[from-1])
			}
			// As many texts as stay below, at least one.
			n, _ := slices.BinarySearch(v.Ends[from:next], int32(min(begin+pageBytes, math.MaxInt32)))
			next = from + max(n, 1)
		}
		k.page(v, from, next)
		from = next
	}
}

// page writes a page of the rows from up to to.
func (k *chunk) page(v *columnar.Vector, from, to int) {
	k.body = k.body[:0]
	encoding := format.Plain
	switch k.column.Type {
	case columnar.Bool:
		k.body = append(k.body, make([]byte, (to-from+7)/8)...)
		for i, set := range v.Bools[from:to] {
			if set {
				k.body[i>>3] |= 1 << (i & 7)
			}
		}
	case columnar.Int8:
		encoding = k.whole(widened(k.indices[:0], v.Int8s[from:to]))
	case columnar.Int16:
		encoding = k.whole(widened(k.indices[:0], v.Int16s[from:to]))
	case columnar.Int32:
		encoding = k.whole(v.Int32s[from:to])
	case columnar.Int64:
		if bound(k, v.Int64s[from:to]); !k.column.Distinct {
			encoding = format.DeltaBinaryPacked
			k.body = must(new(delta.BinaryPackedEncoding).EncodeInt64(k.body, v.Int64s[from:to]))
			break
		}
		for _, x := range v.Int64s[from:to] {
			k.body = binary.LittleEndian.AppendUint64(k.body, uint64(x))
		}
	case columnar.Float64:
		for _, x := range v.Float64s[from:to] {
			k.body = binary.LittleEndian.AppendUint64(k.body, math.Float64bits(x))
		}
	case columnar.Symbol:
		encoding = k.indexed(widened(k.indices[:0], v.Int8s[from:to]))
	case columnar.Dictionary:
		encoding = k.indexed(k.words.Indices(k.indices[:0], v, from, to))
	case columnar.Text:
		encoding = k.texts(v, from, to)
	}
	k.finish(encoding, to-from)
}

// widened appends numbers to others of 32 bits.
func widened[T int8 | int16](dst []int32, numbers []T) []int32 {
	dst = slices.Grow(dst, len(numbers))
	for _, x := range numbers {
		dst = append(dst, int32(x))
	}
	return dst
}

// must is for encodings, which take all values of their type.
func must(body []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return body
}

// whole writes whole numbers.
func (k *chunk) whole(numbers []int32) format.Encoding {
	bound(k, numbers)
	k.body = must(new(delta.BinaryPackedEncoding).EncodeInt32(k.body, numbers))
	return format.DeltaBinaryPacked
}

// indexed writes indices of the dictionary.
func (k *chunk) indexed(indices []int32) format.Encoding {
	k.indices = indices[:0]
	width := bits.Len32(uint32(max(k.words.Len()-1, 0)))
	k.body = append(k.body, byte(width))
	k.body = append(k.body, must((&rle.Encoding{BitWidth: width}).EncodeInt32(nil, indices))...)
	return format.RLEDictionary
}

// texts writes texts, in the dictionary as long as that is small enough.
func (k *chunk) texts(v *columnar.Vector, from, to int) format.Encoding {
	if !k.plain {
		k.indices = k.indices[:0]
		for i := from; i < to; i++ {
			k.indices = append(k.indices, k.words.Add(v.Text(i)))
		}
		if k.size() <= maxDictionary {
			return k.indexed(k.indices)
		}
		// What this page has added beyond stays, for it is in no page before.
		k.plain = true
	}
	for i := from; i < to; i++ {
		text := v.Text(i)
		k.body = binary.LittleEndian.AppendUint32(k.body, uint32(len(text)))
		k.body = append(k.body, text...)
	}
	return format.Plain
}

// size returns how many bytes the dictionary takes.
func (k *chunk) size() int { return len(k.words.Words.Bytes) + 4*k.words.Len() }

// bound notes the least and the greatest of a page's numbers.
func bound[T int32 | int64](k *chunk, numbers []T) {
	if bounded(k.column) {
		k.low, k.high = append(k.low, int64(slices.Min(numbers))), append(k.high, int64(slices.Max(numbers)))
	}
}

// finish packs the page that is in body and puts it behind the others.
func (k *chunk) finish(encoding format.Encoding, rows int) {
	begin := k.pages.Len()
	k.places = append(k.places, format.PageLocation{Offset: int64(begin), FirstRowIndex: k.values})
	h := format.PageHeader{
		Type: format.DataPageV2, UncompressedPageSize: int32(len(k.body)),
		DataPageHeaderV2: thrift.New(format.DataPageHeaderV2{
			NumValues: int32(rows), NumRows: int32(rows), Encoding: encoding, IsCompressed: thrift.New(k.codec != format.Uncompressed),
		}),
	}
	packed := k.pack(k.body)
	h.CompressedPageSize = int32(len(packed))
	appendHeader(&k.pages, &h)
	k.unpacked += int64(k.pages.Len()-begin) + int64(len(k.body))
	k.pages.Write(packed)
	k.places[len(k.places)-1].CompressedPageSize = int32(k.pages.Len() - begin)
	k.values += int64(rows)
	if !slices.Contains(k.used, encoding) {
		k.used = append(k.used, encoding)
	}
}

// pack returns bytes as the chunk's codec packs them, valid until the next.
func (k *chunk) pack(plain []byte) []byte {
	if k.codec == format.Uncompressed {
		return plain
	}
	k.packed = k.packer.EncodeAll(plain, k.packed[:0])
	return k.packed
}

// end returns what is told of the chunk, which will be written at a place in the
// file, and the page with its dictionary, which stands before its pages; empty
// where it has none.
func (k *chunk) end(at int64) (meta format.ColumnMetaData, about index, dictionary []byte) {
	meta = format.ColumnMetaData{
		Type: physical(k.column.Type), PathInSchema: []string{k.column.Name}, Codec: k.codec,
		NumValues: k.values, TotalUncompressedSize: k.unpacked,
	}
	if slices.Contains(k.used, format.RLEDictionary) {
		var b bytes.Buffer
		size := k.appendDictionary(&b)
		dictionary = b.Bytes()
		meta.DictionaryPageOffset = at
		meta.TotalUncompressedSize += size
		k.used = append(k.used, format.Plain) // of the dictionary
	}
	slices.Sort(k.used)
	meta.Encoding = slices.Compact(k.used)
	meta.DataPageOffset = at + int64(len(dictionary))
	meta.TotalCompressedSize = int64(len(dictionary)) + int64(k.pages.Len())
	for i := range k.places {
		k.places[i].Offset += meta.DataPageOffset
	}
	about.places.PageLocations = k.places
	if len(k.low) > 0 {
		about.bounds = k.index()
		meta.Statistics.MinValue, meta.Statistics.MaxValue = k.number(slices.Min(k.low)), k.number(slices.Max(k.high))
	}
	return meta, about, dictionary
}

// index returns the least and greatest values of the pages.
func (k *chunk) index() *format.ColumnIndex {
	x := &format.ColumnIndex{NullPages: make([]bool, len(k.low)), NullCounts: make([]int64, len(k.low))}
	for i := range k.low {
		x.MinValues, x.MaxValues = append(x.MinValues, k.number(k.low[i])), append(x.MaxValues, k.number(k.high[i]))
	}
	if slices.IsSorted(k.low) && slices.IsSorted(k.high) {
		x.BoundaryOrder = format.Ascending
	}
	return x
}

// number returns a whole number as statistics have it.
func (k *chunk) number(x int64) []byte {
	if physical(k.column.Type) == format.Int32 {
		return binary.LittleEndian.AppendUint32(nil, uint32(x))
	}
	return binary.LittleEndian.AppendUint64(nil, uint64(x))
}

// appendDictionary appends the page of the dictionary, and returns its size
// before packing.
func (k *chunk) appendDictionary(b *bytes.Buffer) int64 {
	k.body = k.body[:0]
	for i := range k.words.Len() {
		word := k.words.Words.Text(i)
		k.body = binary.LittleEndian.AppendUint32(k.body, uint32(len(word)))
		k.body = append(k.body, word...)
	}
	packed := k.pack(k.body)
	appendHeader(b, &format.PageHeader{
		Type: format.DictionaryPage, UncompressedPageSize: int32(len(k.body)), CompressedPageSize: int32(len(packed)),
		DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(k.words.Len()), Encoding: format.Plain}),
	})
	size := int64(b.Len() + len(k.body))
	b.Write(packed)
	return size
}
