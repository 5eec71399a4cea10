package pack

import (
	"encoding/binary"
	"slices"

	"github.com/klauspost/compress/fse"
)

// maxBits is the most bits that a code has: RFC 8878, 4.2.1.
const maxBits = 11

// huffman gives bytes codes and writes them.
type huffman struct {
	counts [256]uint32
	bits   [256]uint8 // of each byte's code; 0 for a byte that does not occur
	code   [256]uint16
	used   []uint8 // the bytes that occur
	top    int     // the greatest of them

	// pairs has the codes of two bytes, by both in the order of the text. The
	// lower 24 bits are the second's code below the first's, because a decoder
	// begins at the end; the upper eight are how many there are.
	pairs  [1 << 16]uint32
	paired bool

	nodes   []node
	weights []byte
	fse     fse.Scratch
	out     []byte
}

// count counts the bytes and returns how many different ones there are.
func (h *huffman) count(src []byte) int {
	// A table for each byte of a word, since the processor waits for a count
	// that it has just written.
	var a, b, c, d, e, f, g, k [256]uint32
	for ; len(src) >= 8; src = src[8:] {
		x := binary.LittleEndian.Uint64(src)
		a[byte(x)]++
		b[byte(x>>8)]++
		c[byte(x>>16)]++
		d[byte(x>>24)]++
		e[byte(x>>32)]++
		f[byte(x>>40)]++
		g[byte(x>>48)]++
		k[byte(x>>56)]++
	}
	for _, x := range src {
		a[x]++
	}
	h.used = h.used[:0]
	for i := range h.counts {
		h.counts[i] = a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + k[i]
		if h.counts[i] > 0 {
			h.used = append(h.used, uint8(i))
			h.top = i
		}
	}
	return len(h.used)
}

// node is a node of the tree while it is made: a byte, or two nodes.
type node struct {
	count  uint32
	parent int16
	depth  uint8
}

// codes gives codes to the bytes that were counted, two or more, of n in all.
// It is false where they would take as much room as the bytes.
func (h *huffman) codes(n int) bool {
	slices.SortFunc(h.used, func(a, b uint8) int {
		if c := int(h.counts[a]) - int(h.counts[b]); c != 0 {
			return c
		}
		return int(a) - int(b)
	})
	longest := h.lengths(0)
	for shift := 1; longest > maxBits; shift++ {
		longest = h.lengths(shift) // less difference, a flatter tree
	}
	total := 0
	var ofLength [maxBits + 1]uint16
	for _, b := range h.used {
		total += int(h.counts[b]) * int(h.bits[b])
		ofLength[h.bits[b]]++
	}
	if total/8+len(h.used) >= n {
		return false
	}
	// The longest codes come first, and among those of a length those of the
	// smaller bytes: RFC 8878, 4.2.1.3.
	var next [maxBits + 1]uint16
	for l, first := longest, uint16(0); l > 0; l-- {
		next[l] = first
		first = (first + ofLength[l]) >> 1
	}
	slices.Sort(h.used)
	for _, b := range h.used {
		l := h.bits[b]
		h.code[b] = next[l]
		next[l]++
	}
	// The pairs are worth their table where they are few.
	h.paired = 2*len(h.used)*len(h.used) <= n
	if !h.paired {
		return true
	}
	for _, second := range h.used {
		code, bits := uint32(h.code[second]), uint32(h.bits[second])
		row := h.pairs[int(second)<<8:][:256]
		for _, first := range h.used {
			row[first] = code | uint32(h.code[first])<<bits | (bits+uint32(h.bits[first]))<<24
		}
	}
	return true
}

// lengths works out how long the codes are, the counts being halved so many
// times, and returns the length of the longest. The bytes are in the order of
// their counts.
func (h *huffman) lengths(shift int) int {
	leaves := len(h.used)
	h.nodes = h.nodes[:0]
	for _, b := range h.used {
		h.nodes = append(h.nodes, node{count: max(h.counts[b]>>shift, 1)})
	}
	// Both the bytes and the nodes made of two are in the order of their counts,
	// so that the two least are at the front of the one list or the other.
	leaf, inner := 0, leaves
	for len(h.nodes) < 2*leaves-1 {
		var two [2]int
		for i := range two {
			if inner == len(h.nodes) || leaf < leaves && h.nodes[leaf].count <= h.nodes[inner].count {
				two[i] = leaf
				leaf++
			} else {
				two[i] = inner
				inner++
			}
		}
		parent := int16(len(h.nodes))
		h.nodes[two[0]].parent, h.nodes[two[1]].parent = parent, parent
		h.nodes = append(h.nodes, node{count: h.nodes[two[0]].count + h.nodes[two[1]].count})
	}
	longest := 0
	for i := len(h.nodes) - 2; i >= 0; i-- {
		h.nodes[i].depth = h.nodes[h.nodes[i].parent].depth + 1
		if i < leaves {
			h.bits[h.used[i]] = h.nodes[i].depth
			longest = max(longest, int(h.nodes[i].depth))
		}
	}
	return longest
}

// literals appends a section of literals with src: RFC 8878, 3.1.1.3.1. The
// last byte of the head and the jump table come when the sizes are known.
func (h *huffman) literals(dst, src []byte) []byte {
	begin := len(dst)
	dst = append(dst, 0, 0, 0, 0, 0)
	dst, ok := h.tree(dst)
	if !ok {
		return append(dst, src...) // more than the bytes, which are taken instead
	}
	jump := len(dst)
	dst = append(dst, 0, 0, 0, 0, 0, 0)
	part := (len(src) + 3) / 4
	if need := part*maxBits/8 + 16; len(h.out) < need {
		h.out = make([]byte, need)
	}
	for i := range 4 {
		n := h.write(src[part*i : min(part*(i+1), len(src))])
		dst = append(dst, h.out[:n]...)
		if i < 3 {
			binary.LittleEndian.PutUint16(dst[jump+2*i:], uint16(n))
		}
	}
	// Compressed literals in four streams, the sizes in 18 bits each.
	head := uint64(2|3<<2) | uint64(len(src))<<4 | uint64(len(dst)-begin-5)<<22
	dst[begin+4] = byte(head >> 32)
	binary.LittleEndian.PutUint32(dst[begin:], uint32(head))
	return dst
}

// tree appends the codes' lengths: RFC 8878, 4.2.1. It cannot where all are
// alike and there are many.
func (h *huffman) tree(dst []byte) ([]byte, bool) {
	longest := uint8(0)
	for _, b := range h.used {
		longest = max(longest, h.bits[b])
	}
	h.weights = append(h.weights[:0], make([]byte, h.top)...)
	for _, b := range h.used {
		if int(b) < h.top { // the last is known from the others
			h.weights[b] = longest + 1 - h.bits[b]
		}
	}
	if h.top > 32 {
		h.fse.TableLog = 6
		packed, err := fse.Compress(h.weights, &h.fse)
		if err == nil && len(packed) < 128 && len(packed) < h.top/2 {
			return append(append(dst, byte(len(packed))), packed...), true
		}
	}
	if h.top > 128 {
		return dst, false
	}
	dst = append(dst, byte(127+h.top))
	h.weights = append(h.weights, 0)
	for i := 0; i < h.top; i += 2 {
		dst = append(dst, h.weights[i]<<4|h.weights[i+1])
	}
	return dst, true
}

// write writes the codes of src into out, from the last byte to the first, and
// returns how many bytes that takes.
func (h *huffman) write(src []byte) int {
	var bits uint64
	var n uint // in bits
	out, at := h.out, 0
	i := len(src)
	for ; i&3 != 0; i-- {
		b := src[i-1]
		bits |= uint64(h.code[b]) << n
		n += uint(h.bits[b])
	}
	for {
		binary.LittleEndian.PutUint64(out[at:], bits)
		at += int(n >> 3)
		bits >>= n &^ 7 & 63
		n &= 7
		if i == 0 {
			break
		}
		i -= 4
		x := binary.LittleEndian.Uint32(src[i:])
		if !h.paired {
			for shift := 24; shift >= 0; shift -= 8 {
				b := byte(x >> shift)
				bits |= uint64(h.code[b]) << (n & 63)
				n += uint(h.bits[b])
			}
			continue
		}
		second, first := h.pairs[x>>16], h.pairs[x&0xffff]
		bits |= uint64(second&0xffffff) << n
		n += uint(second >> 24)
		bits |= uint64(first&0xffffff) << (n & 63)
		n += uint(first >> 24)
	}
	// A one tells where the last byte ends.
	out[at] = byte(bits | 1<<n)
	return at + 1
}
