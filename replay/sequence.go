package replay

import "crypto/sha256"

// A sequence is the variant and what it begins from, then the moves in full, the first
// character of each with the bit SequencePart set. The other parts begin with bytes that no
// move has then.
const (
	// SequencePart is the least byte with which a part of a sequence begins after the
	// variant; no part has such a byte within it, but for rest, which is the last.
	SequencePart = 0x80

	fromPosition  = 0xfe // a FEN follows
	endOfPosition = 0xff
	rest          = 0xfd // stopped by a fault; the hash of the record's text follows
)

// AppendSequence appends bytes by which games are compared: those of games with the same
// moves from the same position are the same, and a game is the beginning of another where
// its bytes are, and a byte of SequencePart or more follows there. It appends nothing where
// there is nothing to compare: no move, or it is not known what is played. Only a report
// that Judge made has a sequence.
func (r *Report) AppendSequence(dst []byte) []byte {
	if len(r.Moves) == 0 || len(r.played) != len(r.Moves) {
		return dst
	}
	begin := len(dst)
	dst = append(dst, byte(r.Variant))
	whole := r.eachPart(func(kind part, text string) {
		switch kind {
		case positionPart:
			dst = append(append(append(dst, fromPosition), text...), endOfPosition)
		case movePart:
			dst = append(append(dst, text[0]|SequencePart), text[1:]...)
		case restPart:
			sum := sha256.Sum256([]byte(text))
			dst = append(append(dst, rest), sum[:16]...)
		}
	})
	if !whole {
		return dst[:begin]
	}
	return dst
}
