package parquet

import (
	"encoding/binary"
	"io"
	"math"
	"strconv"

	"github.com/stolb/stolb/record/message"
)

// The values of a page are read one by one, so that a page takes the memory of
// its bytes, whatever it says of itself. Every reader's next fails at the end
// of the bytes.

// wholes gives whole numbers.
type wholes interface{ next() (int64, error) }

// texts gives texts, each valid until the next.
type texts interface{ next() ([]byte, error) }

// plainWholes are numbers of 4 or 8 bytes.
type plainWholes struct {
	data []byte
	size int
}

func (r *plainWholes) next() (int64, error) {
	if len(r.data) < r.size {
		return 0, io.ErrUnexpectedEOF
	}
	data := r.data
	r.data = data[r.size:]
	if r.size == 4 {
		return int64(int32(binary.LittleEndian.Uint32(data))), nil
	}
	return int64(binary.LittleEndian.Uint64(data)), nil
}

// splitWholes are numbers of BYTE_STREAM_SPLIT: the first bytes of all, then
// the second ones.
type splitWholes struct {
	data  []byte
	size  int
	given int
}

func (r *splitWholes) next() (int64, error) {
	n := len(r.data) / r.size
	if r.given >= n {
		return 0, io.ErrUnexpectedEOF
	}
	x := uint64(0)
	for i := range r.size {
		x |= uint64(r.data[i*n+r.given]) << (8 * i)
	}
	r.given++
	if r.size == 4 {
		return int64(int32(x)), nil
	}
	return int64(x), nil
}

// hybrid reads RLE's runs and packed bits: levels, and indices of dictionaries.
type hybrid struct {
	data  []byte
	width int // bits of a value, at most 32

	left  int // values of the run
	value int64
	run   []byte // packed bits; nil where all values are the same
	bit   int    // of run, the next
}

func newHybrid(data []byte, width int) (*hybrid, error) {
	if width > 32 {
		return nil, message.Of("parquet.bits", "bits", width)
	}
	return &hybrid{data: data, width: width}, nil
}

func (r *hybrid) next() (int64, error) {
	for r.left == 0 {
		head, n := binary.Uvarint(r.data)
		if n <= 0 || head > math.MaxInt32 {
			return 0, io.ErrUnexpectedEOF
		}
		r.data = r.data[n:]
		r.left, r.run, r.bit = int(head>>1), nil, 0
		size := (r.width + 7) / 8
		if head&1 != 0 {
			// The last group may be cut off where its values are not needed.
			size = min(r.left*r.width, len(r.data))
			r.left *= 8
			r.run = r.data[:size:size]
		}
		if len(r.data) < size {
			return 0, io.ErrUnexpectedEOF
		}
		if head&1 == 0 {
			r.value = 0
			for i := range size {
				r.value |= int64(r.data[i]) << (8 * i)
			}
		}
		r.data = r.data[size:]
	}
	r.left--
	if r.run == nil {
		return r.value, nil
	}
	if r.bit+r.width > 8*len(r.run) {
		return 0, io.ErrUnexpectedEOF
	}
	x := unpackBits(r.run, r.bit, r.width)
	r.bit += r.width
	return int64(x), nil
}

// unpackBits returns the number of so many bits, at most 64, at a bit.
func unpackBits(data []byte, at, width int) uint64 {
	x := uint64(0)
	for got := 0; got < width; {
		b := uint64(data[at>>3]) >> (at & 7)
		n := min(8-at&7, width-got)
		x |= b & (1<<n - 1) << got
		got += n
		at += n
	}
	return x
}

// deltas are numbers of DELTA_BINARY_PACKED.
type deltas struct {
	data        []byte
	left        int // values that are still to come
	value       int64
	first       bool
	most        int    // values of a miniblock
	minis       int    // miniblocks of a block
	least       int64  // of the block's differences
	widths      []byte // of the block's miniblocks still to come
	run         []byte // the miniblock
	bit, inRun  int
	width, size int // of the numbers: bits of a difference; 4 or 8 bytes
}

func newDeltas(data []byte, size int) (*deltas, error) {
	r := &deltas{data: data, size: size, first: true}
	var head [3]uint64
	for i := range head {
		var err error
		if head[i], err = r.uvarint(); err != nil {
			return nil, err
		}
	}
	block, minis, total := head[0], head[1], head[2]
	if block == 0 || block > 1<<16 || minis == 0 || minis > block || block%minis != 0 || block/minis%8 != 0 || total > math.MaxInt32 {
		return nil, message.Of("parquet.blocks", "values", strconv.FormatUint(block, 10), "parts", strconv.FormatUint(minis, 10))
	}
	r.left, r.most, r.minis = int(total), int(block/minis), int(minis)
	var err error
	r.value, err = r.varint()
	return r, err
}

func (r *deltas) uvarint() (uint64, error) {
	x, n := binary.Uvarint(r.data)
	if n <= 0 {
		return 0, io.ErrUnexpectedEOF
	}
	r.data = r.data[n:]
	return x, nil
}

func (r *deltas) varint() (int64, error) {
	x, err := r.uvarint()
	return int64(x>>1) ^ -int64(x&1), err
}

func (r *deltas) next() (int64, error) {
	if r.left == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	r.left--
	if r.first {
		r.first = false
		return r.narrow(), nil
	}
	if r.inRun == 0 {
		if err := r.miniblock(); err != nil {
			return 0, err
		}
	}
	r.inRun--
	if r.bit+r.width > 8*len(r.run) {
		return 0, io.ErrUnexpectedEOF
	}
	r.value += r.least + int64(unpackBits(r.run, r.bit, r.width))
	r.bit += r.width
	return r.narrow(), nil
}

// narrow returns the value, whose differences may overflow on purpose.
func (r *deltas) narrow() int64 {
	if r.size == 4 {
		return int64(int32(r.value))
	}
	return r.value
}

// miniblock begins the next miniblock.
func (r *deltas) miniblock() error {
	if len(r.widths) == 0 {
		var err error
		if r.least, err = r.varint(); err != nil {
			return err
		}
		if len(r.data) < r.minis {
			return io.ErrUnexpectedEOF
		}
		r.widths, r.data = r.data[:r.minis], r.data[r.minis:]
	}
	r.width, r.widths = int(r.widths[0]), r.widths[1:]
	if r.width > 64 {
		return message.Of("parquet.bits", "bits", r.width)
	}
	// The last may be cut off where its values are not needed.
	size := min(r.most*r.width/8, len(r.data))
	r.run, r.data = r.data[:size], r.data[size:]
	r.bit, r.inRun = 0, r.most
	return nil
}

// behind reads all values, and returns what stands behind them: a text's bytes do
// behind their lengths.
func (r *deltas) behind(most int) ([]byte, error) {
	if r.left > most {
		return nil, message.Of("parquet.lengths", "lengths", r.left, "values", most)
	}
	for r.left > 0 {
		if _, err := r.next(); err != nil {
			return nil, err
		}
	}
	return r.data, nil
}

// plainTexts are texts behind their lengths.
type plainTexts struct{ data []byte }

func (r *plainTexts) next() ([]byte, error) {
	if len(r.data) < 4 {
		return nil, io.ErrUnexpectedEOF
	}
	n := binary.LittleEndian.Uint32(r.data)
	if uint64(n) > uint64(len(r.data)-4) {
		return nil, io.ErrUnexpectedEOF
	}
	text := r.data[4:][:n]
	r.data = r.data[4+n:]
	return text, nil
}

// lengthTexts are texts of DELTA_LENGTH_BYTE_ARRAY, and with prefixes those of
// DELTA_BYTE_ARRAY.
type lengthTexts struct {
	lengths  *deltas
	prefixes *deltas // nil for none
	data     []byte
	before   []byte
}

// newLengthTexts returns what reads at most so many texts.
func newLengthTexts(data []byte, most int, shared bool) (*lengthTexts, error) {
	r := &lengthTexts{data: data}
	lengths := func() (*deltas, error) {
		all, err := newDeltas(r.data, 4)
		if err != nil {
			return nil, err
		}
		again := *all
		r.data, err = all.behind(most)
		return &again, err
	}
	var err error
	if shared {
		if r.prefixes, err = lengths(); err != nil {
			return nil, err
		}
	}
	r.lengths, err = lengths()
	return r, err
}

func (r *lengthTexts) next() ([]byte, error) {
	n, err := r.lengths.next()
	if err != nil {
		return nil, err
	}
	if n < 0 || n > int64(len(r.data)) {
		return nil, message.Of("parquet.text", "bytes", n, "left", len(r.data))
	}
	text := r.data[:n]
	r.data = r.data[n:]
	if r.prefixes == nil {
		return text, nil
	}
	prefix, err := r.prefixes.next()
	if err != nil {
		return nil, err
	}
	if prefix < 0 || prefix > int64(len(r.before)) {
		return nil, message.Of("parquet.prefix", "bytes", prefix, "size", len(r.before))
	}
	r.before = append(r.before[:prefix], text...)
	return r.before, nil
}

// indexed gives words of a dictionary.
type indexed[T any] struct {
	indices wholes
	words   []T
}

func (r *indexed[T]) next() (word T, err error) {
	i, err := r.indices.next()
	if err != nil {
		return word, err
	}
	if i < 0 || i >= int64(len(r.words)) {
		return word, message.Of("parquet.word", "word", i, "n", len(r.words))
	}
	return r.words[i], nil
}

// newIndices returns what reads the indices of a page.
func newIndices(data []byte) (wholes, error) {
	if len(data) == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	return newHybrid(data[1:], int(data[0]))
}
