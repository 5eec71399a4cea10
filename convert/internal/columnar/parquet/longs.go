package parquet

import (
	"encoding/binary"

	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/convert/internal/columnar"
)

// longs are the different numbers of 8 bytes of a column, whole or the bits of fractions,
// as long as these are few, and how they are written.
type longs struct {
	words    []int64
	places   map[int64]int32 // in words
	indices  []int32         // of a page, reused
	encoding format.Encoding
}

func (l *longs) reset() {
	l.words = l.words[:0]
	clear(l.places)
}

// index makes the indices of numbers; false says that these have become too many for a
// dictionary.
func (l *longs) index(values []int64) bool {
	if l.places == nil {
		l.places = make(map[int64]int32)
	}
	l.indices = l.indices[:0]
	for _, x := range values {
		place, ok := l.places[x]
		if !ok {
			if len(l.words) == maxNumbers {
				return false
			}
			place = int32(len(l.words))
			l.words = append(l.words, x)
			l.places[x] = place
		}
		l.indices = append(l.indices, place)
	}
	return true
}

// long writes numbers of 8 bytes, or the bits of fractions: as they are, as differences or
// as indices of a dictionary, of which the smallest is taken by the beginning of the
// first page of a row group. Hashes, which are all different, stand as they are.
func (k *chunk) long(values []int64) format.Encoding {
	l := &k.longs
	if k.values == 0 {
		l.encoding = k.smallestLong(values[:min(len(values), tried)])
	}
	if l.encoding == format.RLEDictionary {
		if l.index(values) {
			return k.indexed(l.indices, len(l.words))
		}
		l.encoding = format.Plain // the words of this page stay, for they are in no page before
	}
	k.body = appendLongs(k.body, values, l.encoding)
	return l.encoding
}

// smallestLong says how numbers take the least, with the dictionary, if they have one.
func (k *chunk) smallestLong(values []int64) format.Encoding {
	encoding := format.Plain
	if k.column.Distinct || len(values) == 0 {
		return encoding
	}
	size := func(how format.Encoding) int {
		k.spare = appendLongs(k.spare[:0], values, how)
		return len(k.pack(k.spare))
	}
	least := size(format.Plain)
	if k.column.Type == columnar.Int64 { // those of fractions say nothing
		if n := size(format.DeltaBinaryPacked); n <= least {
			encoding, least = format.DeltaBinaryPacked, n
		}
	}
	if l := &k.longs; l.index(values) {
		k.spare = appendLongs(k.spare[:0], l.words, format.Plain)
		n := len(k.pack(k.spare))
		k.spare = appendIndices(k.spare[:0], l.indices, k.width(l.indices, len(l.words)))
		if n += len(k.pack(k.spare)) + dictionaryHeader; n < least {
			return format.RLEDictionary
		}
	}
	k.longs.reset()
	k.measured = false
	return encoding
}

// dictionaryHeader is about how many bytes a dictionary takes beside its words: the header
// of its page, and where that stands.
const dictionaryHeader = 24

// appendLongs appends numbers as they are, or as differences.
func appendLongs(dst []byte, values []int64, how format.Encoding) []byte {
	if how == format.DeltaBinaryPacked {
		return must(new(delta.BinaryPackedEncoding).EncodeInt64(dst, values))
	}
	for _, x := range values {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(x))
	}
	return dst
}
