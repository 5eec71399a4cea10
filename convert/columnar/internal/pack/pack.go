// Package pack packs columns as zstd does, in less time than it takes to look
// for repetitions where those save little.
//
// Counts, squares and the text of games have few different bytes but repeat
// little: a search for what was there before, even zstd's quickest, takes ten
// times as long as it takes to give each byte a code as long as it is rare, and
// more than it takes to judge the games. So what is packed here is a zstd frame
// (RFC 8878) with nothing but Huffman-coded literals, unless the bytes are seen
// to repeat much: then looking is quick and saves most.
//
// Read first: Append; then huffman.go, which makes a block.
package pack

import (
	"encoding/binary"
	"sync"

	"github.com/klauspost/compress/zstd"
)

const (
	// maxBlock is how many bytes a block of a frame holds at most: RFC 8878,
	// 3.1.1.2.4.
	maxBlock = 128 << 10

	// least is how many bytes are worth a code of their own.
	least = 1 << 10

	// A column's bytes repeat much if a sample of them gets smaller than by this
	// factor. The sample is a part of the bytes, and is taken of every so many
	// buffers only.
	much        = 5
	samplePart  = 32
	leastSample = 4 << 10
	sampleEvery = 8
)

// packer is the memory that packing takes, of which there is so much that it
// must not be had for each file anew.
type packer struct {
	search *zstd.Encoder
	huffman
	sample []byte
}

var packers = sync.Pool{New: func() any {
	search, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		panic(err) // the options are constants
	}
	return &packer{search: search}
}}

// Column is what the buffers of a column have shown of it. The zero Column has
// seen none.
type Column struct {
	repeats bool
	buffers int
}

// Append appends the frame of a buffer of the column to dst.
func Append(dst, src []byte, c *Column) []byte {
	p := packers.Get().(*packer)
	defer packers.Put(p)
	if len(src) < least {
		return p.search.EncodeAll(src, dst)
	}
	if c.buffers%sampleEvery == 0 {
		n := min(max(leastSample, len(src)/samplePart), len(src))
		p.sample = p.search.EncodeAll(src[len(src)-n:], p.sample[:0])
		c.repeats = len(p.sample)*much < n
	}
	c.buffers++
	if c.repeats {
		return p.search.EncodeAll(src, dst)
	}
	// Magic number; a single segment, whose size follows in four bytes.
	dst = append(dst, 0x28, 0xb5, 0x2f, 0xfd, 0xa0)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(src)))
	for len(src) > maxBlock {
		dst = p.block(dst, src[:maxBlock], 0)
		src = src[maxBlock:]
	}
	return p.block(dst, src, 1)
}

// The types of blocks: RFC 8878, 3.1.1.2.2.
const (
	rawBlock        = 0
	runBlock        = 1
	compressedBlock = 2
)

// header is a block's.
func header(kind, size int, last byte) [3]byte {
	h := uint32(last) | uint32(kind)<<1 | uint32(size)<<3
	return [3]byte{byte(h), byte(h >> 8), byte(h >> 16)}
}

// block appends a block with src, which is not empty.
func (h *huffman) block(dst, src []byte, last byte) []byte {
	begin := len(dst)
	used := h.count(src)
	if used == 1 {
		head := header(runBlock, len(src), last)
		return append(append(dst, head[:]...), src[0])
	}
	if h.codes(len(src)) {
		dst = h.literals(append(dst, 0, 0, 0), src)
		dst = append(dst, 0) // no sequences
		if size := len(dst) - begin - 3; size < len(src) {
			head := header(compressedBlock, size, last)
			copy(dst[begin:], head[:])
			return dst
		}
	}
	head := header(rawBlock, len(src), last)
	return append(append(dst[:begin], head[:]...), src...)
}
