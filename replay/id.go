package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
)

// ID returns an identifier of the game's content: the variant, the starting position, and the
// moves. Notation, layout, format and headers make no difference. It returns false if the variant
// or the starting position is unknown. Only a report made by Judge has an ID.
//
// The ID is the first 16 bytes, in hexadecimal, of the SHA-256 of the following lines in UTF-8,
// each ended by a line feed, so that anybody can compute it:
//
//	the variant's name: bashni
//	the position before the first move as FEN, even the variant's own:
//	W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8
//	each move in full, as in Moves: c3-b4
//
// If the record sets up another position within the game, its FEN is a line before the move made in
// it. If a fault stopped the game, a line "?" follows the moves, and the FEN of a position set up
// there, and then the record's text from the first such fault on, trimmed of white space; if the
// record has no text, its remaining words with spaces between them.
func (r *Report) ID() (string, bool) {
	if r.begun.rules == nil {
		return "", false
	}
	var buf [2 << 10]byte
	text := append(append(buf[:0], r.Variant.String()...), '\n')
	if r.begun == r.begun.rules.start {
		text = append(append(text, r.begun.rules.startFEN...), '\n')
	}
	r.eachPart(func(kind byte, of string) {
		if kind == rest {
			text = append(text, "?\n"...)
		}
		text = append(append(text, of...), '\n')
	})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), true
}

// eachPart calls f with the parts of a game and their kinds: the first position, unless it is the
// variant's starting position; the moves and the rest of a stopped game, each preceded by the
// position that the record sets up before it, if any.
func (r *Report) eachPart(f func(kind byte, text string)) {
	position := func(p *Position) {
		at := p.Record()
		f(fromPosition, at.FEN())
	}
	if r.begun != r.begun.rules.start {
		position(&r.begun)
	}
	plies, stop := r.Game.Plies, slices.IndexFunc(r.Faults, func(f record.Fault) bool { return f.Stops() })
	if !slices.ContainsFunc(plies[:min(len(r.Moves)+1, len(plies))], setsUp) {
		for _, move := range r.Moves {
			f(SequencePart, move)
		}
	} else {
		for i, ply := range r.Plies() {
			bad := ply.Move == nil && stop >= 0 && r.Faults[stop].Code == record.BadPosition
			if i < len(plies) && setsUp(plies[i]) && !bad {
				position(ply.Before)
			}
			if ply.Move != nil {
				f(SequencePart, r.Moves[i])
			}
		}
	}
	if stop < 0 {
		return
	}
	text := r.Game.Text[min(max(r.Faults[stop].At, 0), len(r.Game.Text)):]
	if r.Game.Text == "" {
		var words []string
		for _, ply := range plies[min(len(r.Moves), len(plies)):] {
			words = append(words, ply.Word.Text)
		}
		text = strings.Join(words, " ")
	}
	f(rest, strings.TrimSpace(lineEnds.Replace(text)))
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// A sequence is the variant, then the parts of the game. A move in full has the bit SequencePart
// set in its first character; each other part begins with a byte that no move begins with.
const (
	// SequencePart is the least byte with which a part of a sequence begins after the variant. No
	// part has such a byte further on, except rest, which is the last.
	SequencePart = 0x80

	fromPosition  = 0xfe // a FEN follows
	endOfPosition = 0xff
	rest          = 0xfd // the game was stopped by a fault; the hash of the record's text follows
)

// AppendSequence appends bytes for comparing games. Games with the same moves from the same
// position have equal sequences. A game is the beginning of another if its sequence is a prefix of
// the other's and a byte of at least SequencePart follows there. AppendSequence appends nothing for
// a game without moves or of an unknown variant. Only a report made by Judge has a sequence.
func (r *Report) AppendSequence(dst []byte) []byte {
	if len(r.Moves) == 0 || r.begun.rules == nil {
		return dst
	}
	dst = append(dst, byte(r.Variant))
	r.eachPart(func(kind byte, text string) {
		switch kind {
		case fromPosition:
			dst = append(append(append(dst, fromPosition), text...), endOfPosition)
		case SequencePart:
			dst = append(append(dst, text[0]|SequencePart), text[1:]...)
		case rest:
			sum := sha256.Sum256([]byte(text))
			dst = append(append(dst, rest), sum[:16]...)
		}
	})
	return dst
}
