package replay

import (
	"iter"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// From returns the start square of the move.
func (p *Position) From(m *Move) record.Square { return p.rules.geometry.square[m.from] }

// To returns the end square of the move.
func (p *Position) To(m *Move) record.Square { return p.rules.geometry.square[m.to] }

// Captured returns the squares of the captured pieces in order, or none for a quiet move.
func (p *Position) Captured(m *Move) []record.Square { return p.rules.squares(m.taken[:m.n]) }

// Landed returns the landing squares of the move's captures in order, ending with its end square,
// or none for a quiet move. On a straight flight between two captures any of the free squares would
// do; it returns one of them.
func (p *Position) Landed(m *Move) []record.Square { return p.rules.squares(m.land[:m.n]) }

func (r *Rules) squares(bits []uint8) []record.Square {
	squares := make([]record.Square, len(bits))
	for i, n := range bits {
		squares[i] = r.geometry.square[n]
	}
	return squares
}

// Promotes reports whether the move makes a man a marked king.
func (m *Move) Promotes() bool { return m.promotes }

// Captures returns the number of pieces that the move captures.
func (m *Move) Captures() int { return int(m.n) }

// TakesAs reports whether two moves start on the same square and capture the same pieces.
func (m *Move) TakesAs(other *Move) bool {
	return m.from == other.from && m.n == other.n && m.takenSet() == other.takenSet()
}

// leg returns the direction of the move's i-th capture.
func (g *geometry) leg(m *Move, i int) direction {
	from := m.from
	if i > 0 {
		from = m.land[i-1]
	}
	return g.toward[from&63][m.taken[i]&63]
}

// named appends the squares that the full text of a legal move names (Codex 1.10): its start and
// end, and, if other legal captures have the same ones, the turning squares between. Different
// captures have different turning squares: otherwise they would follow the same path.
func (p *Position) named(dst []uint8, m *Move, legal []Move) []uint8 {
	dst = append(dst, m.from)
	for i := range legal {
		if o := &legal[i]; o.from == m.from && o.to == m.to && *o != *m {
			dst = p.rules.Turns(m, dst)
			break
		}
	}
	return append(dst, m.to)
}

// maxNames is the most squares that the text of a move names.
const maxNames = maxTaken + 1

// AppendMove appends the full text of a legal move.
func (p *Position) AppendMove(dst []byte, m *Move, legal []Move) []byte {
	return p.Append(dst, m, legal, Full)
}

// MoveTexts returns the full text of each legal move, sorted bytewise.
func (p *Position) MoveTexts() []string {
	legal := p.Moves(nil)
	return p.texts(legal, p.likely(nil, legal, len(legal)))
}

// Notation is a way of writing moves.
type Notation uint8

// The notations.
const (
	Full     Notation = iota // c3-b4, a3:a7, f8:a3:c1:f4:h2 (Codex 1.10)
	Short                    // cb4, a:a7: the file of the start, ":" for a capture, the end (Codex 1.10)
	Landings                 // as Full, but with every landing square if any is needed (PDN 3.0)
	Brief                    // as in solutions of compositions: b4, cb4, a:a7 (Ukrainian rules VI.7.4.2, 6)
	Numeric                  // as Full, with square numbers in flat draughts even on lettered boards: 22-18
)

// Append appends the text of a legal move in the given notation. Short and Brief fall back to the
// full text if theirs would fit another legal move; so does Short on numeric boards, which have no
// short notation (Codex 2.3).
func (p *Position) Append(dst []byte, m *Move, legal []Move, n Notation) []byte {
	g := p.rules.geometry
	var buf [maxNames]uint8
	squares, names := p.named(buf[:0], m, legal), &g.name
	switch n {
	case Short, Brief:
		// alone reports whether no other legal move goes from one of the squares to the end of m.
		alone := func(from uint64) bool {
			return !slices.ContainsFunc(legal, func(o Move) bool { return o.to == m.to && from>>o.from&1 != 0 && o != *m })
		}
		end := g.name[m.to]
		if n == Brief && alone(g.playing) {
			return append(dst, end...)
		}
		if g.board.Numbering == record.Algebraic && alone(g.file[g.square[m.from].File()]) {
			if dst = append(dst, g.name[m.from][0]); m.n > 0 {
				dst = append(dst, ':')
			}
			return append(dst, end...)
		}
	case Numeric:
		if !p.rules.Variant.Towers() {
			names = &g.number
		}
	case Landings:
		if len(squares) == 2 {
			break
		}
		// The turning square, or on a straight flight the square just beyond the captured piece.
		squares = squares[:1]
		for i := range int(m.n) - 1 {
			square := m.land[i]
			if d := g.leg(m, i); d == g.leg(m, i+1) {
				square = g.next[m.taken[i]][d]
			}
			squares = append(squares, square)
		}
		squares = append(squares, m.to)
	}
	sign := byte('-')
	if m.n > 0 {
		sign = ':'
	}
	for i, n := range squares {
		if i > 0 {
			dst = append(dst, sign)
		}
		dst = append(dst, names[n]...)
	}
	return dst
}

// Spell returns the texts of the report's moves in the given notation.
func (r *Report) Spell(n Notation) []string {
	return spell(n, r.Plies(), [][]string{slices.Clone(r.Moves)})[0]
}

// SpellVariations returns the move texts of each variation in the given notation.
func (r *Report) SpellVariations(n Notation) [][]string {
	texts := make([][]string, 1, 1+len(r.Variations))
	for i := range r.Variations {
		texts = append(texts, slices.Clone(r.Variations[i].Moves))
	}
	return spell(n, r.Tree(), texts)[1:]
}

// spell replaces full texts of moves, by variation, by those in the given notation.
func spell(n Notation, plies iter.Seq2[int, Ply], texts [][]string) [][]string {
	differs := func(text string) bool { return n != Full && (n != Landings || strings.Count(text, ":") > 1) }
	if !slices.ContainsFunc(texts, func(line []string) bool { return slices.ContainsFunc(line, differs) }) {
		return texts
	}
	var legal []Move
	for i, ply := range plies {
		if line := texts[ply.Variation]; i < len(line) && differs(line[i]) {
			legal = ply.Before.Moves(legal[:0])
			line[i] = string(ply.Before.Append(nil, ply.Move, legal, n))
		}
	}
	return texts
}

// Word returns a legal move as a word written in full.
func (p *Position) Word(m *Move, legal []Move) *record.Word {
	w := &record.Word{Text: string(p.AppendMove(nil, m, legal)), Separator: record.Quiet}
	if m.n > 0 {
		w.Separator = record.Take
	}
	var buf [maxNames]uint8
	g := p.rules.geometry
	for _, n := range p.named(buf[:0], m, legal) {
		step := record.Step{File: int8(g.square[n].File()), Rank: int8(g.square[n].Rank())}
		if g.board.Numbering == record.Numeric {
			step = record.Step{File: -1, Rank: -1, Number: uint8(g.board.Number(g.square[n]))}
		}
		w.Steps = append(w.Steps, step)
	}
	w.Plain = len(w.Steps) == 2
	return w
}

// describe names the written and the understood text, with their scripts unless these are the same.
func describe(from, to string) (message.Message, message.Message) {
	name := func(text string) message.Message {
		script := scriptOf(text)
		if script == "" || scriptOf(from) == scriptOf(to) {
			return message.Of("replay.sign", "text", text)
		}
		return message.Of("replay.letter", "script", message.Term(script), "text", text)
	}
	return name(from), name(to)
}

// scriptOf returns the script of a text's letters, or "" if it has none.
func scriptOf(text string) (script string) {
	for _, c := range text {
		switch {
		case c >= 0x400 && c < 0x530:
			return "cyrillic"
		case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
			script = "latin"
		}
	}
	return script
}
