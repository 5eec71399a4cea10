package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/stolb/stolb/record"
)

// ID returns the name of the game by its content: what is played, from where,
// and the moves. Notation, layout, format and headers make no difference. It
// is false where it is not known what is played, or from where. Only a report
// that Judge made has an ID.
//
// The ID is the first 16 bytes of the SHA-256, in hexadecimal digits, of these lines in UTF-8, each
// ended by a line feed, so that anybody can compute it:
//
//	the variant's name: bashni
//	the position before the first move as FEN, the variant's own, too:
//	W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8
//	each move in full, as in Moves: c3-b4
//
// Where the record sets up another position within the game, its FEN is a line
// before the move that is made in it. Where a fault stopped the game, a line
// "?" follows the moves, and then the record's text from the first such fault on, blanks
// around it cut off, since it is unknown what was played there.
func (r *Report) ID() (string, bool) {
	var room [2 << 10]byte
	text, ok := r.appendContent(room[:0])
	if !ok {
		return "", false
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), true
}

func (r *Report) appendContent(dst []byte) ([]byte, bool) {
	rules, err := For(r.Variant)
	if err != nil || r.Final.Variant == record.UnknownVariant || len(r.played) != len(r.Moves) {
		return nil, false
	}
	dst = append(append(dst, r.Variant.String()...), '\n')
	if r.isPlain() {
		dst = append(append(dst, rules.startFEN...), '\n')
	}
	whole := r.eachMove(func(p *Position, move string) {
		if p != nil {
			dst = append(p.appendFEN(dst), '\n')
		}
		if move != "" {
			dst = append(append(dst, move...), '\n')
		}
	})
	if !whole {
		return nil, false
	}
	if rest, stopped := r.rest(); stopped {
		dst = append(append(append(dst, "?\n"...), rest...), '\n')
	}
	return dst, true
}

// eachMove calls f with the moves of a game in full. If the game does not begin from the
// variant's starting position, it calls it first with the position without a move; and
// with each move before which the record sets up another position, with that. It says
// whether it could; else the game was changed since it was judged.
func (r *Report) eachMove(f func(set *Position, move string)) bool {
	if r.isPlain() {
		for _, move := range r.Moves {
			f(nil, move)
		}
		return true
	}
	start, ok := r.Start()
	if !ok {
		return false
	}
	f(start, "")
	n := 0
	for i, ply := range r.Plies() {
		if ply.Move == nil {
			break
		}
		set := ply.Before
		if note := r.Game.Plies[i].Note; note == nil || note.Setup == "" {
			set = nil
		}
		f(set, r.Moves[i])
		n++
	}
	return n == len(r.Moves)
}

// isPlain says whether the game begins from the variant's starting position and
// no other is set up in it.
func (r *Report) isPlain() bool {
	g := r.Game
	if g.Start != nil || g.Tag("FEN") != "" {
		return false
	}
	for i := range r.Moves {
		if n := g.Plies[i].Note; n != nil && n.Setup != "" {
			return false
		}
	}
	return true
}

// rest returns the record's text from the fault on that stopped the game, and
// whether there is one.
func (r *Report) rest() (string, bool) {
	if r.Verdict < Illegal {
		return "", false
	}
	for i := range r.Faults {
		if f := &r.Faults[i]; f.Stops() {
			text := r.Game.Text
			return strings.TrimSpace(text[min(max(f.At, 0), len(text)):]), true
		}
	}
	return "", false
}

func (p *Position) appendFEN(dst []byte) []byte {
	position := p.Record()
	return position.AppendFEN(dst)
}
