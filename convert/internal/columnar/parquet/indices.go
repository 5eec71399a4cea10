package parquet

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/convert/internal/columnar"
)

// whole writes whole numbers: indices of a dictionary, or their differences. Small
// ones are left to the dictionary; of others both are tried with the first page of a
// row group.
func whole[T int8 | int16 | int32](k *chunk, values []T) format.Encoding {
	bound(k, values)
	first := k.values == 0
	if first {
		k.different = false
	}
	if !k.different && !indexNumbers(&k.numbers, values) {
		k.different = true
	}
	if first && !k.different && k.column.Type != columnar.Int8 {
		k.different = k.smaller(widened(values[:min(len(values), tried)]), len(values))
	}
	if !k.different {
		return k.indexed(k.numbers.indices, len(k.numbers.words))
	}
	k.body = must(new(delta.BinaryPackedEncoding).EncodeInt32(k.body, widened(values)))
	return format.DeltaBinaryPacked
}

// widened returns numbers with 32 bits.
func widened[T int8 | int16 | int32](values []T) []int32 {
	if wide, ok := any(values).([]int32); ok {
		return wide
	}
	wide := make([]int32, len(values))
	for i, x := range values {
		wide[i] = int32(x)
	}
	return wide
}

// tried is how many numbers of a page are written in two ways, to see which is smaller.
const tried = 1 << 14

// smaller says whether differences take less than the indices, with their dictionary,
// by the beginning of a page of so many.
func (k *chunk) smaller(beginning []int32, page int) bool {
	n := len(beginning)
	k.spare = must(new(delta.BinaryPackedEncoding).EncodeInt32(k.spare[:0], beginning))
	differences := len(k.pack(k.spare))
	k.spare = appendIndices(k.spare[:0], k.numbers.indices[:n], k.width(k.numbers.indices, len(k.numbers.words)))
	indices := len(k.pack(k.spare))
	return differences*page < indices*page+4*len(k.numbers.words)*n
}

// numbers are the different numbers of a column, of which there are few and small
// ones.
type numbers struct {
	words   []int32
	places  []int32 // by number, from -1<<15 on: its place in words, and 1
	indices []int32 // of the numbers that were last given
}

// maxNumbers is the most numbers of a dictionary.
const maxNumbers = 1 << 12

// indexNumbers makes the indices of numbers; false says that they are no numbers for a
// dictionary.
func indexNumbers[T int8 | int16 | int32](n *numbers, values []T) bool {
	if n.places == nil {
		n.places = make([]int32, 1<<16)
	}
	n.indices = slices.Grow(n.indices[:0], len(values))
	for _, value := range values {
		x := int32(value)
		at := uint32(x + 1<<15)
		if at >= 1<<16 {
			return false
		}
		place := n.places[at]
		if place == 0 {
			if len(n.words) == maxNumbers {
				return false
			}
			n.words = append(n.words, x)
			place = int32(len(n.words))
			n.places[at] = place
		}
		n.indices = append(n.indices, place-1)
	}
	return true
}

// reset forgets the numbers.
func (n *numbers) reset() {
	for _, x := range n.words {
		n.places[x+1<<15] = 0
	}
	n.words = n.words[:0]
}

// width returns how many bits an index of a dictionary of so many words has. Indices
// that begin anywhere within a byte are in the way of what packs the page: they have
// 1, 2, 4 or 8 bits. Those of more words have 16 where a few of the words are nearly
// all that is there, as of moves, and no more than they need where that is not so, as
// of players: both are tried with the beginning of a page.
func (k *chunk) width(indices []int32, words int) int {
	width := bits.Len32(uint32(max(words-1, 0)))
	if width <= 8 {
		return [...]int{0, 1, 2, 4, 4, 8, 8, 8, 8}[width]
	}
	if width >= 16 {
		return width
	}
	if !k.measured {
		indices = indices[:min(len(indices), tried)]
		k.spare = appendIndices(k.spare[:0], indices, width)
		least := len(k.pack(k.spare))
		k.spare = appendIndices(k.spare[:0], indices, 16)
		k.measured, k.wide = true, len(k.pack(k.spare)) < least
	}
	if k.wide {
		return 16
	}
	return width
}

// appendIndices appends indices of a dictionary of so many bits, behind their number:
// all packed as bits, in a single run of RLE's, for runs of equal indices in between
// would be in the way of what packs the page, too.
func appendIndices(dst []byte, indices []int32, width int) []byte {
	dst = append(dst, byte(width))
	if width == 0 {
		return binary.AppendUvarint(dst, uint64(len(indices))<<1)
	}
	groups := (len(indices) + 7) / 8
	dst = slices.Grow(binary.AppendUvarint(dst, uint64(groups)<<1|1), groups*width+8)
	// Of the widths that are nearly all there are, so many make whole bytes in a word
	// of the machine.
	many, left := 8, 8*groups
	if width == 16 {
		many = 4
	}
	for ; width*many <= 64 && len(indices) >= many; left -= many {
		packed := uint64(0)
		for i, x := range indices[:many] {
			packed |= uint64(x) << (i * width & 63)
		}
		dst = binary.LittleEndian.AppendUint64(dst, packed)
		dst = dst[:len(dst)-8+many*width/8]
		indices = indices[many:]
	}
	packed, held := uint64(0), 0
	for i := range left {
		if i < len(indices) {
			packed |= uint64(indices[i]) << held
		}
		for held += width; held >= 8; held -= 8 {
			dst = append(dst, byte(packed))
			packed >>= 8
		}
	}
	return dst
}
