package parquet

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/convert/internal/columnar"
)

// chunk is a column of the row group that is being written.
type chunk struct {
	column columnar.Column
	packer *zstd.Encoder

	pages     bytes.Buffer // finished, with their headers
	places    []format.PageLocation
	low, high []int64 // of the pages, where these tell it
	nulls     []int64 // of the pages
	values    int64
	unpacked  int64             // bytes of the pages with their headers before packing
	used      []format.Encoding // by the pages

	// words are the different texts of a column with a dictionary; plain says that
	// they have become too many.
	words columnar.Vocabulary
	plain bool
	// numbers are those of a column of whole numbers with a dictionary; different
	// says that their differences are written.
	numbers   numbers
	different bool
	// longs are those of 8 bytes, written as the first page of the row group was smallest.
	longs longs
	bits  []int64 // of fractions, reused
	// measured says that it was seen whether indices of more than 8 bits are wide.
	measured, wide bool
	known          [128]int32 // of a Symbol, by the index of a word: its own in words, and 1

	body, packed []byte // of a page, reused
	spare        []byte // another way to write it
	indices      []int32
	levels       []uint8         // whether each row has a value
	there        columnar.Vector // those that are there
}

func newChunk(c columnar.Column, packer *zstd.Encoder) chunk {
	k := chunk{column: c, packer: packer}
	k.reset()
	return k
}

// reset makes the chunk ready for another row group.
func (k *chunk) reset() {
	k.pages.Reset()
	k.places, k.used = nil, nil
	k.values, k.unpacked = 0, 0
	k.low, k.high, k.nulls = k.low[:0], k.high[:0], k.nulls[:0]
	k.words, k.plain = columnar.Vocabulary{}, k.column.Type == columnar.Text && k.column.Distinct
	k.known = [128]int32{}
	k.numbers.reset()
	k.longs.reset()
	k.measured = false
}

// bounded says whether a column's pages tell their least and greatest value, by
// which engines pass pages over. Of a hash, of small counts and of texts these
// are much the same in every page, and take longer to find than to write.
func bounded(c columnar.Column) bool {
	switch c.Type {
	case columnar.Int16, columnar.Int32, columnar.Int64, columnar.Date:
		return !c.Distinct
	}
	return false
}

// add writes the rows from up to to as pages.
func (k *chunk) add(v *columnar.Vector, from, to int) {
	for from < to {
		next := to
		if to-from > pageRows+pageRows/4 { // else there would be a page of hardly any
			next = from + pageRows
		}
		if k.column.Type == columnar.Text {
			begin := 0
			if from > 0 {
				begin = int(v.Ends[from-1])
			}
			// As many texts as stay below, at least one.
			n, _ := slices.BinarySearch(v.Ends[from:next], int32(min(begin+pageBytes, math.MaxInt32)))
			next = from + max(n, 1)
		}
		k.optional(v, from, next)
		from = next
	}
}

// optional writes a page of the rows from up to to, of which those that are
// missing have a level and no value.
func (k *chunk) optional(v *columnar.Vector, from, to int) {
	if !k.column.Optional {
		k.page(v, from, to)
		return
	}
	k.levels = k.levels[:0]
	for _, missing := range v.Missing[from:to] {
		level := uint8(1)
		if missing {
			level = 0
		}
		k.levels = append(k.levels, level)
	}
	k.there.Bools, k.there.Int8s = kept(k.there.Bools, v.Bools, v.Missing, from, to), kept(k.there.Int8s, v.Int8s, v.Missing, from, to)
	k.there.Int16s, k.there.Int32s = kept(k.there.Int16s, v.Int16s, v.Missing, from, to), kept(k.there.Int32s, v.Int32s, v.Missing, from, to)
	k.there.Int64s, k.there.Float64s = kept(k.there.Int64s, v.Int64s, v.Missing, from, to), kept(k.there.Float64s, v.Float64s, v.Missing, from, to)
	n := to - from
	for _, missing := range v.Missing[from:to] {
		if missing {
			n--
		}
	}
	k.there.Bytes, k.there.Ends = k.there.Bytes[:0], k.there.Ends[:0]
	switch k.column.Type {
	case columnar.Text:
		for i := from; i < to; i++ {
			if !v.Missing[i] {
				k.there.Bytes = append(k.there.Bytes, v.Text(i)...)
				k.there.Ends = append(k.there.Ends, int32(len(k.there.Bytes)))
			}
		}
	case columnar.Dictionary: // whose numbers refer to them
		k.there.Bytes, k.there.Ends = append(k.there.Bytes, v.Bytes...), append(k.there.Ends, v.Ends...)
	}
	k.page(&k.there, 0, n)
}

// kept puts those of the values that are there into dst.
func kept[T any](dst, values []T, missing []bool, from, to int) []T {
	dst = dst[:0]
	if len(values) == 0 {
		return dst
	}
	for i := from; i < to; i++ {
		if !missing[i] {
			dst = append(dst, values[i])
		}
	}
	return dst
}

// page writes a page of the rows from up to to, which all have values.
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
		encoding = whole(k, v.Int8s[from:to])
	case columnar.Int16:
		encoding = whole(k, v.Int16s[from:to])
	case columnar.Int32, columnar.Date:
		encoding = whole(k, v.Int32s[from:to])
	case columnar.Int64:
		bound(k, v.Int64s[from:to])
		encoding = k.long(v.Int64s[from:to])
	case columnar.Float64:
		k.bits = k.bits[:0]
		for _, x := range v.Float64s[from:to] {
			k.bits = append(k.bits, int64(math.Float64bits(x)))
		}
		encoding = k.long(k.bits)
	case columnar.Symbol:
		encoding = k.symbols(v.Int8s[from:to])
	case columnar.Dictionary:
		k.indices = k.words.Indices(k.indices[:0], v, from, to)
		encoding = k.indexed(k.indices, k.words.Len())
	case columnar.Text:
		encoding = k.texts(v, from, to)
	}
	k.finish(encoding, to-from)
}

// must is for encodings, which take all values of their type.
func must(body []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return body
}

// symbols writes words of a Symbol. The dictionary has those that occur, so that an
// index takes no more bits than it needs.
func (k *chunk) symbols(symbols []int8) format.Encoding {
	k.indices = k.indices[:0]
	for _, x := range symbols {
		if k.known[x] == 0 {
			k.known[x] = 1 + k.words.Add([]byte(k.column.Words[x]))
		}
		k.indices = append(k.indices, k.known[x]-1)
	}
	return k.indexed(k.indices, k.words.Len())
}

// indexed writes indices of the dictionary, which has so many words by now.
func (k *chunk) indexed(indices []int32, words int) format.Encoding {
	k.body = appendIndices(k.body, indices, k.width(indices, words))
	return format.RLEDictionary
}

// texts writes texts, in the dictionary as long as that is small enough.
func (k *chunk) texts(v *columnar.Vector, from, to int) format.Encoding {
	if !k.plain {
		k.indices = k.indices[:0]
		for i := from; i < to; i++ {
			k.indices = append(k.indices, k.words.Add(v.Text(i)))
		}
		// A dictionary pays where words come again.
		if k.size() <= maxDictionary && (k.values > 0 || k.words.Len() <= 16+(to-from)/2) {
			return k.indexed(k.indices, k.words.Len())
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
func bound[T int8 | int16 | int32 | int64](k *chunk, numbers []T) {
	switch {
	case !bounded(k.column):
	case len(numbers) == 0: // all are missing
		k.low, k.high = append(k.low, math.MaxInt64), append(k.high, math.MinInt64)
	default:
		k.low, k.high = append(k.low, int64(slices.Min(numbers))), append(k.high, int64(slices.Max(numbers)))
	}
}

// finish packs the page that is in body and puts it behind the others.
func (k *chunk) finish(encoding format.Encoding, values int) {
	begin := k.pages.Len()
	rows, levels := values, []byte(nil)
	if k.column.Optional {
		rows = len(k.levels)
		levels = must((&rle.Encoding{BitWidth: 1}).EncodeLevels(nil, k.levels))
	}
	k.nulls = append(k.nulls, int64(rows-values))
	k.places = append(k.places, format.PageLocation{Offset: int64(begin), FirstRowIndex: k.values})
	h := format.PageHeader{
		Type: format.DataPageV2, UncompressedPageSize: int32(len(levels) + len(k.body)),
		DataPageHeaderV2: thrift.New(format.DataPageHeaderV2{
			NumValues: int32(rows), NumNulls: int32(rows - values), NumRows: int32(rows),
			DefinitionLevelsByteLength: int32(len(levels)), Encoding: encoding, IsCompressed: thrift.New(true),
		}),
	}
	packed := k.pack(k.body)
	if len(packed) >= len(k.body) { // hashes, of which few come again
		packed = k.body
		h.DataPageHeaderV2.V.IsCompressed.V = false
	}
	h.CompressedPageSize = int32(len(levels) + len(packed))
	appendHeader(&k.pages, &h)
	k.pages.Write(levels) // which are never packed
	k.unpacked += int64(k.pages.Len()-begin) + int64(len(k.body))
	k.pages.Write(packed)
	k.places[len(k.places)-1].CompressedPageSize = int32(k.pages.Len() - begin)
	k.values += int64(rows)
	if !slices.Contains(k.used, encoding) {
		k.used = append(k.used, encoding)
	}
}

// pack returns bytes packed, valid until the next.
func (k *chunk) pack(plain []byte) []byte {
	k.packed = k.packer.EncodeAll(plain, k.packed[:0])
	return k.packed
}

// end returns what is told of the chunk, which will be written at a place in the
// file, and the page with its dictionary, which stands before its pages; empty
// where it has none.
func (k *chunk) end(at int64) (meta format.ColumnMetaData, about index, dictionary []byte) {
	meta = format.ColumnMetaData{
		Type: physical(k.column.Type), PathInSchema: []string{k.column.Name}, Codec: format.Zstd,
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
	if k.column.Optional {
		k.used = append(k.used, format.RLE) // of what is missing
	}
	slices.Sort(k.used)
	meta.Encoding = slices.Compact(k.used)
	meta.DataPageOffset = at + int64(len(dictionary))
	meta.TotalCompressedSize = int64(len(dictionary)) + int64(k.pages.Len())
	for i := range k.places {
		k.places[i].Offset += meta.DataPageOffset
	}
	about.places.PageLocations = k.places
	for _, n := range k.nulls {
		meta.Statistics.NullCount += n
	}
	if len(k.low) > 0 {
		about.bounds = k.index()
		if low, high := slices.Min(k.low), slices.Max(k.high); low <= high {
			meta.Statistics.MinValue, meta.Statistics.MaxValue = k.number(low), k.number(high)
		}
	}
	return meta, about, dictionary
}

// index returns the least and greatest values of the pages.
func (k *chunk) index() *format.ColumnIndex {
	x := &format.ColumnIndex{NullPages: make([]bool, len(k.low)), NullCounts: slices.Clone(k.nulls)}
	for i := range k.low {
		if k.low[i] > k.high[i] {
			x.NullPages[i] = true
			x.MinValues, x.MaxValues = append(x.MinValues, nil), append(x.MaxValues, nil)
			continue
		}
		x.MinValues, x.MaxValues = append(x.MinValues, k.number(k.low[i])), append(x.MaxValues, k.number(k.high[i]))
	}
	if slices.IsSorted(k.low) && slices.IsSorted(k.high) && !slices.Contains(x.NullPages, true) {
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
	n := k.words.Len()
	switch physical(k.column.Type) {
	case format.Int64, format.Double:
		n = len(k.longs.words)
		for _, x := range k.longs.words {
			k.body = binary.LittleEndian.AppendUint64(k.body, uint64(x))
		}
	case format.Int32:
		n = len(k.numbers.words)
		for _, x := range k.numbers.words {
			k.body = binary.LittleEndian.AppendUint32(k.body, uint32(x))
		}
	}
	for i := range k.words.Len() {
		word := k.words.Words.Text(i)
		k.body = binary.LittleEndian.AppendUint32(k.body, uint32(len(word)))
		k.body = append(k.body, word...)
	}
	packed := k.pack(k.body)
	appendHeader(b, &format.PageHeader{
		Type: format.DictionaryPage, UncompressedPageSize: int32(len(k.body)), CompressedPageSize: int32(len(packed)),
		DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(n), Encoding: format.Plain}),
	})
	size := int64(b.Len() + len(k.body))
	b.Write(packed)
	return size
}
