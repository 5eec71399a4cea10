package word

// Kind says what a part of a record's text is.
type Kind uint8

// The kinds. Every character of a record that is no space is of one of them.
const (
	Move      Kind = iota // a move word, or what stands for a move that is not written
	Number                // a move's number
	Mark                  // !, ?, +-, $3 and other marks of a move
	Header                // a tag pair, a line of a sheet's head
	Result                // 1-0, *, "Черные сдались"
	Position              // a position set up
	Remark                // a comment
	Variation             // a bracket round moves that could have been played
	Fault                 // what has no place where it stands
)

// Span is a part of a record's text: what a reader took the bytes from At up to
// End for.
type Span struct {
	At, End int
	Kind    Kind
}
