package word

import "math/bits"

// Plain returns the length of the run of letters, digits and signs with
// which text begins, or of the run up to a space, and its key in the table of
// words, which is 0 where it is longer than eight bytes.
func Plain(text string) (n int, key uint64) {
	if len(text) > 8 {
		key = uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
			uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
		// The lowest high bit is of the first byte that is a space or a control
		// character. What else but letters, digits and signs stands before it makes
		// a key that no word has.
		const each = 0x0101010101010101
		if blank := (key - '!'*each) &^ key & (0x80 * each); blank != 0 {
			n = bits.TrailingZeros64(blank) / 8
			return n, key & (1<<(8*n) - 1)
		}
		key = 0
	}
	for n < len(text) && wordBytes[text[n]] {
		key |= uint64(text[n]) << (8 * n)
		n++
	}
	if n > 8 {
		key = 0
	}
	return n, key
}

// SkipPlainSpace returns the offset of the first byte from i on that is no plain
// space or line's end.
func SkipPlainSpace(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t') {
		i++
	}
	return i
}

var (
	// wordBytes are the bytes of plain words.
	wordBytes = ByteSet("abcdefghijklmnopqrstuvwxyz0123456789:-")
	// FreshBytes cannot be a sign of the move before them.
	FreshBytes = ByteSet("abcdefghij0123456789{([$!?\"%;")
)

// ByteSet returns the set of the bytes of a text.
func ByteSet(bytes string) (set [256]bool) {
	for i := range len(bytes) {
		set[bytes[i]] = true
	}
	return set
}
