package replay

import (
	"bytes"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// From returns the square that the move starts from.
func (p *Position) From(m *Move) record.Square { return p.rules.geometry.square[m.from] }

// To returns the square that the move ends on.
func (p *Position) To(m *Move) record.Square { return p.rules.geometry.square[m.to] }

// Captured returns the squares of the captured pieces in the order in which
// they are taken; none for a quiet move.
func (p *Position) Captured(m *Move) []record.Square {
	squares := make([]record.Square, m.n)
	for i := range squares {
		squares[i] = p.rules.geometry.square[m.taken[i]]
	}
	return squares
}

// Landed returns the squares on which the move's captures land, in order; the
// last is where it ends, and there are none for a quiet move. On a straight
// flight between two captures any of the free squares would do; it is one.
func (p *Position) Landed(m *Move) []record.Square {
	squares := make([]record.Square, m.n)
	for i := range squares {
		squares[i] = p.rules.geometry.square[m.land[i]]
	}
	return squares
}

// Promotes says whether the move makes a man a marked king.
func (m *Move) Promotes() bool { return m.promotes }

// Captures returns the number of pieces that the move captures.
func (m *Move) Captures() int { return int(m.n) }

// leg returns the direction of the move's i-th capture.
func (g *geometry) leg(m *Move, i int) direction {
	from := m.from
	if i > 0 {
		from = m.land[i-1]
	}
	return g.toward[from&63][m.taken[i]&63]
}

// way returns the bit numbers of the squares that a capture's text may name
// between its start and end: the turning squares, or every landing.
func (g *geometry) way(m *Move, every bool, dst []uint8) []uint8 {
	for i := 0; i+1 < int(m.n); i++ {
		if every || g.leg(m, i) != g.leg(m, i+1) {
			dst = append(dst, m.land[i])
		}
	}
	return dst
}

// AppendMove appends the text of a legal move in full (Codex 1.10): start, "-"
// or ":", end; where start and end leave more than one of the legal captures,
// the turning squares between; where those still do not tell, every landing.
func (p *Position) AppendMove(dst []byte, m *Move, legal []Move) []byte {
	g := p.rules.geometry
	if m.n == 0 {
		dst = append(dst, g.name[m.from]...)
		dst = append(dst, '-')
		return append(dst, g.name[m.to]...)
	}
	var room, other [maxTaken]uint8
	var turns []uint8
	tell, every := true, false // start and end tell the move; turning squares do not, either
	for i := range legal {
		o := &legal[i]
		if o.from != m.from || o.to != m.to || *o == *m {
			continue
		}
		if tell {
			turns = g.way(m, false, room[:0])
		}
		tell = false
		if slices.Equal(turns, g.way(o, false, other[:0])) {
			every = true
			break
		}
	}
	return g.appendCapture(dst, m, !tell, every)
}

// appendCapture appends a capture with its turning squares, if they are wanted, or
// with every landing.
func (g *geometry) appendCapture(dst []byte, m *Move, turns, every bool) []byte {
	dst = append(dst, g.name[m.from]...)
	if turns {
		var room [maxTaken]uint8
		for _, n := range g.way(m, every, room[:0]) {
			dst = append(dst, ':')
			dst = append(dst, g.name[n]...)
		}
	}
	dst = append(dst, ':')
	return append(dst, g.name[m.to]...)
}

// MoveTexts returns the text in full of each legal move, sorted bytewise.
func (p *Position) MoveTexts() []string {
	legal := p.Moves(nil)
	all := make([]int, len(legal))
	for i := range all {
		all[i] = i
	}
	return p.texts(legal, all)
}

// Divide returns, for each legal move in the order of MoveTexts, its text and
// the leaves below it at the given depth, which is 1 or more.
func (p *Position) Divide(depth int) ([]string, []uint64) {
	legal := p.Moves(nil)
	texts := make([]string, len(legal))
	leaves := make(map[string]uint64, len(legal))
	for i := range legal {
		texts[i] = string(p.AppendMove(nil, &legal[i], legal))
		next := *p
		next.Play(&legal[i])
		leaves[texts[i]] += next.Perft(depth - 1)
	}
	slices.Sort(texts)
	counts := make([]uint64, len(texts))
	for i, text := range texts {
		counts[i] = leaves[text]
	}
	return texts, counts
}

// Notation is a way of spelling moves.
type Notation uint8

// The notations.
const (
	Full     Notation = iota // c3-b4, a3:a7, f8:a3:c1:f4:h2 (Codex 1.10)
	Short                    // cb4, a:a7; in full where that is ambiguous (Codex 1.10)
	Landings                 // as Full, but with every landing where any is needed (PDN 3.0)
)

// AppendShort appends the text of a legal move in short notation: the file of
// its start, ":" for a capture, its end. Where that fits more than one legal
// move, and on numeric boards, which have no short notation (Codex 2.3), the
// text is in full.
func (p *Position) AppendShort(dst []byte, m *Move, legal []Move) []byte {
	g := p.rules.geometry
	if g.board.Numbering != record.Algebraic {
		return p.AppendMove(dst, m, legal)
	}
	file := g.square[m.from].File()
	for i := range legal {
		o := &legal[i]
		if o.to == m.to && g.square[o.from].File() == file && *o != *m {
			return p.AppendMove(dst, m, legal)
		}
	}
	dst = append(dst, 'a'+byte(file))
	if m.n > 0 {
		dst = append(dst, ':')
	}
	return append(dst, g.name[m.to]...)
}

// AppendBrief appends the text of a legal move as solutions of compositions have
// it (Ukrainian rules VI.7.4.2, 6): the square of arrival; where other moves go
// there, too, the file of the start before it, and a colon between for a capture;
// where that does not tell, and on numeric boards, in full.
func (p *Position) AppendBrief(dst []byte, m *Move, legal []Move) []byte {
	g := p.rules.geometry
	from, to := g.square[m.from], g.square[m.to]
	step := record.Step{File: int8(to.File()), Rank: int8(to.Rank())}
	if g.board.Numbering == record.Numeric {
		step = record.Step{File: -1, Rank: -1, Number: uint8(g.board.Number(to))}
	}
	tells := func(w *record.Word) bool {
		found := p.resolve(w, legal)
		return found.move != nil && !found.loose && *found.move == *m
	}
	if tells(&record.Word{Steps: []record.Step{step}}) {
		return append(dst, g.name[m.to]...)
	}
	if g.board.Numbering == record.Algebraic {
		w := &record.Word{Steps: []record.Step{{File: int8(from.File()), Rank: -1}, step}}
		if m.n > 0 {
			w.Separator = record.Take
		}
		if tells(w) {
			dst = append(dst, 'a'+byte(from.File()))
			if m.n > 0 {
				dst = append(dst, ':')
			}
			return append(dst, g.name[m.to]...)
		}
	}
	return p.AppendMove(dst, m, legal)
}

// AppendLandings appends the text of a legal move as PDN 3.0 wants it: in full
// as AppendMove has it, but where that names any square between start and end,
// every one where the capture turns or, where it flies straight on, the one
// right behind the captured piece.
func (p *Position) AppendLandings(dst []byte, m *Move, legal []Move) []byte {
	begin := len(dst)
	dst = p.AppendMove(dst, m, legal)
	if m.n < 2 || bytes.Count(dst[begin:], []byte{':'}) < 2 {
		return dst
	}
	g := p.rules.geometry
	dst = append(dst[:begin], g.name[m.from]...)
	for i := range int(m.n) - 1 {
		n := m.land[i]
		if d := g.leg(m, i); d == g.leg(m, i+1) {
			n = g.next[d][m.taken[i]]
		}
		dst = append(dst, ':')
		dst = append(dst, g.name[n]...)
	}
	dst = append(dst, ':')
	return append(dst, g.name[m.to]...)
}

// Append appends the text of a legal move in the given notation.
func (p *Position) Append(dst []byte, m *Move, legal []Move, n Notation) []byte {
	switch n {
	case Short:
		return p.AppendShort(dst, m, legal)
	case Landings:
		return p.AppendLandings(dst, m, legal)
	}
	return p.AppendMove(dst, m, legal)
}

// Spell returns the texts of the report's moves in the given notation.
func (r *Report) Spell(n Notation) []string {
	texts := slices.Clone(r.Moves)
	plain := func(text string) bool { return strings.Count(text, ":") < 2 }
	if n == Full || len(texts) == 0 || n == Landings && !slices.ContainsFunc(texts, func(s string) bool { return !plain(s) }) {
		return texts
	}
	var legal []Move
	for i, ply := range r.Plies() {
		if ply.Move == nil || n == Landings && plain(texts[i]) {
			continue
		}
		legal = ply.Before.Moves(legal[:0])
		texts[i] = string(ply.Before.Append(nil, ply.Move, legal, n))
	}
	return texts
}

// Word returns a legal move as a record has it that writes every move in full.
func (p *Position) Word(m *Move, legal []Move) *record.Word {
	g := p.rules.geometry
	text := string(p.AppendMove(nil, m, legal))
	w := &record.Word{Text: text, Separator: record.Quiet}
	names := strings.Split(text, "-")
	if m.n > 0 {
		w.Separator = record.Take
		names = strings.Split(text, ":")
	}
	for _, name := range names {
		s := g.named[name]
		step := record.Step{File: int8(s.File()), Rank: int8(s.Rank())}
		if g.board.Numbering == record.Numeric {
			step = record.Step{File: -1, Rank: -1, Number: uint8(g.board.Number(s))}
		}
		w.Steps = append(w.Steps, step)
	}
	w.Plain = len(w.Steps) == 2
	return w
}

// describe names what is written and what it is read as: by their scripts where they
// look alike, and not where it is the script that both have.
func describe(from, to string) (message.Message, message.Message) {
	script, other := scriptOf(from), scriptOf(to)
	if script == other {
		script, other = "", ""
	}
	name := func(text string, script message.Term) message.Message {
		if script == "" {
			return message.Of("replay.sign", "text", text)
		}
		return message.Of("replay.letter", "script", script, "text", text)
	}
	return name(from, script), name(to, other)
}

// scriptOf names the script of a text's letters, "" where it has none.
func scriptOf(text string) (script message.Term) {
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
