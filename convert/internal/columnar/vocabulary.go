package columnar

// A plain move is one that is written with its start and its end. Nearly all
// are, and there are not many, so that each has a number by which it is found
// in a table. Squares are numbered by their place in squareWords.
const (
	squareBits = 7
	plainMoves = 1 << (2*squareBits + 1)
)

// plainMove returns the number of a plain move.
func plainMove(from, to int8, capture bool) int32 {
	n := int32(from)<<squareBits | int32(to)
	if capture {
		n |= plainMoves / 2
	}
	return n
}

func appendPlainMove(dst []byte, n int32) []byte {
	separator := byte('-')
	if n >= plainMoves/2 {
		separator = ':'
	}
	dst = append(dst, squareWords[n>>squareBits&(1<<squareBits-1)]...)
	dst = append(dst, separator)
	return append(dst, squareWords[n&(1<<squareBits-1)]...)
}

// Vocabulary is the different words of a column in the order in which they
// came. The zero Vocabulary is ready.
type Vocabulary struct {
	Words Vector  // their text
	plain []int32 // by the number of a plain move, its index and 1
	index map[string]int32
	text  []byte
}

// Len returns the number of words.
func (v *Vocabulary) Len() int { return len(v.Words.Ends) }

// Add returns the index of a word, which is added where it is new.
func (v *Vocabulary) Add(word []byte) int32 {
	i, ok := v.index[string(word)]
	if !ok {
		i = int32(v.Len())
		if v.index == nil {
			v.index = make(map[string]int32)
		}
		v.index[string(word)] = i
		v.Words.Bytes = append(v.Words.Bytes, word...)
		v.Words.Ends = append(v.Words.Ends, int32(len(v.Words.Bytes)))
	}
	return i
}

// Indices appends the indices of the words of a Dictionary column in the rows
// from up to to.
func (v *Vocabulary) Indices(dst []int32, column *Vector, from, to int) []int32 {
	if v.plain == nil {
		v.plain = make([]int32, plainMoves)
	}
	for _, n := range column.Int32s[from:to] {
		if n < 0 {
			dst = append(dst, v.Add(column.Text(int(^n))))
			continue
		}
		i := v.plain[n] - 1
		if i < 0 {
			v.text = appendPlainMove(v.text[:0], n)
			i = v.Add(v.text)
			v.plain[n] = i + 1
		}
		dst = append(dst, i)
	}
	return dst
}
