package word

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
	// beginsMove are the bytes with which words may begin that are read without repairs.
	beginsMove = ByteSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
	// freshBytes cannot be a sign of the move before them.
	freshBytes = ByteSet("abcdefghij0123456789{([$!?\"%;")
)

// ByteSet returns the set of the bytes of a text.
func ByteSet(bytes string) (set [256]bool) {
	for i := range len(bytes) {
		set[bytes[i]] = true
	}
	return set
}
