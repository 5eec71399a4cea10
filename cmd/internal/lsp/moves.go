package lsp

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

const (
	maxCompletions = 200 // moves offered as completions: kings among many pieces have hundreds
	maxSpelt       = 400 // moves of a record that determine its spelling
)

// Move is a written move and its effect on the board.
type Move struct {
	From, To int    // of the word
	Ply      int    // from 1, from the beginning of the game
	Number   string // as written before a move, without a period
	Side     record.Colour
	Written  string
	Full     string          // with letters if the word has them; "" if the move is not played, since it or an earlier move is not legal
	Reached  bool            // all moves before it are legal, so that Before is known
	Before   record.Position // of the move
	After    record.Position // set if the move is played
	Legal    []string        // in full, if reached and not played; at most replay.MaxLegal
}

// linesOf returns the game's own moves, as if they were a variation, followed by its variations.
func linesOf(r *replay.Report) []replay.Variation {
	own := replay.Variation{Line: r.Game.Plies, Moves: r.Moves, Final: r.Final}
	return slices.Insert(slices.Clone(r.Variations), 0, own)
}

// MoveAt returns the move written at a byte, if any.
func (d *gameText) MoveAt(at int) (Move, bool) {
	i := d.GameAt(at)
	if i < 0 || !d.games[i].own {
		return Move{}, false
	}
	g := &d.games[i]
	r := d.read(g.chunk)
	at -= g.start + g.base
	lines := linesOf(r)
	number, n := 0, -1
	for k, l := range lines {
		for i := range l.Line {
			if p := &l.Line[i]; p.Len > 0 && p.At <= at && at <= p.At+p.Len {
				number, n = k, i // where two moves touch, the second
			}
		}
	}
	if n < 0 {
		return Move{}, false
	}
	l := &lines[number]
	ply := &l.Line[n]
	start := g.start + g.base + ply.At
	m := Move{
		From: start, To: start + ply.Len, Ply: l.Before + n + 1, Number: strings.TrimRight(r.MoveNumber(l.Before+n+1), "."),
		Written: r.Game.Text[ply.At : ply.At+ply.Len], Side: r.Game.Side(r.Variant.First(), l.Before+n+1),
	}
	positions := positionsOf(r)
	if before := positions[[2]int{number, n}]; before != nil {
		m.Reached, m.Before, m.Side = true, before.Record(), before.Turn()
		if after := positions[[2]int{number, n + 1}]; n < len(l.Moves) && after != nil {
			m.Full, m.After = l.Moves[n], after.Record()
		} else if n == len(l.Moves) {
			m.Legal = before.MoveTexts()
			m.Legal = m.Legal[:min(len(m.Legal), replay.MaxLegal)]
		}
	}
	if replay.Lettered(r.Variant, ply.Word) {
		m.Full = replay.InLetters(r.Variant.Board(), m.Full)
		for i, legal := range m.Legal {
			m.Legal[i] = replay.InLetters(r.Variant.Board(), legal)
		}
	}
	return m, true
}

// read judges the game of a chunk. The report is valid until the next call.
func (d *gameText) read(c grammar.Chunk) *replay.Report {
	d.parse(c, &d.game)
	d.arbiter.Judge(&d.game, d.defaultVariant, &d.report)
	return &d.report
}

// Completion is a legal move at a place.
type Completion struct {
	Text string // as the record would write it
	Full string // in full, with letters or numbers as in Text
	// Typed is Text with its beginning as the user typed it.
	Typed string
}

// Complete returns the moves that can be played at a byte, sorted by their full text, and the range
// that they replace: the word written there so far, or nothing. There are none if an earlier move
// is not legal, or if no move can be written there.
func (d *gameText) Complete(at int) (from, to int, moves []Completion) {
	var g Game
	if i := d.GameAt(at); i >= 0 {
		g = d.games[i]
	} else { // nothing is written yet
		g = Game{judgement: &judgement{chunk: grammar.Chunk{Format: grammar.Sheet}, own: true}, start: at}
	}
	if !g.own || g.base != 0 {
		return at, at, nil
	}
	text := g.chunk.Text
	at -= g.start
	begin, end, ok := wordAround(text, at)
	// Moves in JSON are strings; elsewhere, strings are values of tags.
	if !ok || (g.chunk.Format == grammar.JSON) != (begin > 0 && text[begin-1] == '"') {
		return at + g.start, at + g.start, nil
	}
	from, to = g.start+begin, g.start+end
	s, known := d.spelling(&g)
	position := d.before(&g, begin, end, s.letters)
	if position == nil {
		return from, to, nil
	}
	board := position.Rules().Variant.Board()
	if !known {
		s = usual(&d.report)
	}
	legal := position.Moves(nil)
	for i := range legal[:min(len(legal), maxCompletions)] {
		c := Completion{Text: s.spell(position, &legal[i], legal), Full: string(position.AppendMove(nil, &legal[i], legal))}
		if s.letters {
			c.Full = replay.InLetters(board, c.Full)
		}
		c.Typed = c.Text
		if so := text[begin:at]; so != "" {
			if n, ok := typed(so, c.Text); ok {
				c.Typed = so + c.Text[n:]
			}
		}
		moves = append(moves, c)
	}
	slices.SortFunc(moves, func(a, b Completion) int { return cmp.Compare(a.Full, b.Full) })
	return from, to, moves
}

// before returns the position before a move at bytes begin to end of the text of g, or nil if no
// move can be there or an earlier one is not legal. letters is true if squares of a numeric board
// are written with letters. It leaves the report of the game with the move in d.report.
// It reads the text with a placeholder for the move: after a result the move belongs to another
// game, and in columns its number depends on the rest of the text.
func (d *gameText) before(g *Game, begin, end int, letters bool) *replay.Position {
	placeholder := "a1-b2"
	if v := cmp.Or(g.Variant, d.defaultVariant); v != record.UnknownVariant && v.Board().Numbering == record.Numeric && !letters {
		placeholder = "1-2"
	}
	text, tail := g.chunk.Text[:begin]+placeholder, g.chunk.Text[end:]
	if wordStartsAt(tail) && g.chunk.Format != grammar.JSON {
		text += " "
	}
	text += tail
	in := convert.OpenReader(strings.NewReader(text), d.name, convert.Options{
		Variant: d.defaultVariant, From: &grammar.Beginning{Format: g.chunk.Format, Line: true, Section: g.chunk.Section, Others: g.chunk.Others, Numbers: g.chunk.Numbers},
	})
	for t, err := range in.Texts() {
		from := int(t.Source.Offset)
		switch {
		case err != nil:
			return nil
		case begin < from+len(t.Text):
			variant := d.defaultVariant
			if variant == record.UnknownVariant && t.Source.Number == 1 {
				variant = g.Variant // as inferred from the whole game
			}
			return d.beforeIn(t.Chunk, begin-from, variant)
		}
	}
	return nil
}

// beforeIn returns the position before the move at byte begin of a game's text, or nil.
func (d *gameText) beforeIn(c grammar.Chunk, begin int, variant record.Variant) *replay.Position {
	d.parse(c, &d.game)
	isIt := func(p record.Ply) bool { return p.At == begin && p.Len > 0 }
	if n := slices.IndexFunc(d.game.Plies, isIt); n >= 0 { // drop the game's later moves
		d.game.Plies = d.game.Plies[:n+1]
	}
	d.arbiter.Judge(&d.game, variant, &d.report)
	for number, l := range linesOf(&d.report) {
		if n := slices.IndexFunc(l.Line, isIt); n >= 0 && d.game.Text == c.Text {
			return positionsOf(&d.report)[[2]int{number, n}]
		}
	}
	return nil
}

// spelling returns the spelling of a game's moves or, if it has none, of the previous game's.
// known is false if neither has any.
func (d *gameText) spelling(g *Game) (s spelling, known bool) {
	r := d.read(g.chunk)
	hasMoves := func() bool {
		return slices.ContainsFunc(r.Game.Plies, func(p record.Ply) bool { return len(p.Word.Steps) > 0 })
	}
	if known = hasMoves(); !known && g.Number > 1 {
		r = d.read(d.games[g.Number-2].chunk)
		known = r.Variant == g.Variant && hasMoves()
	}
	if known {
		s = spellingOf(r)
	}
	return s, known
}

// wordAround returns the start and end of the word around byte at of a text, as far as it can be
// a move. ok is false for a move number.
func wordAround(text string, at int) (begin, end int, ok bool) {
	begin = len(strings.TrimRightFunc(text[:at], ofMove))
	end = len(text) - len(strings.TrimLeftFunc(text[at:], ofMove))
	if end < len(text) && text[end] == '.' && end > begin && isNumber(text[begin:end]) {
		return at, at, false
	}
	return begin, end, true
}

// ofMove reports whether a character can occur in a move word.
func ofMove(r rune) bool {
	return unicode.IsLetter(r) || r >= '0' && r <= '9' || r == ':' || r == '×' || r == '?' || r == '…' || grammar.IsDash(r)
}

// wordStartsAt reports whether a text begins with a character that would continue a word.
func wordStartsAt(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size > 0 && !grammar.IsSpace(r) && r != '\n' && r != '\r' && r != '\t'
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// spelling is how a record writes its moves.
type spelling struct {
	notation replay.Notation // full or short
	take     string          // between the squares of a capture
	quiet    string          // between the squares of another move in full
	// letters is true if squares of a numeric board are written with letters and digits.
	letters bool
}

// usual returns the spelling of a record that has no moves yet.
func usual(r *replay.Report) spelling {
	s := spelling{take: ":", quiet: "-"}
	if r.Game.Format == "pdn" && !r.Variant.Towers() && r.Variant.Straight() != record.Russian {
		s.take = "x" // PDN 3.0
	}
	return s
}

// spellingOf returns the spelling of most moves of a record, with the signs of the last ones.
func spellingOf(r *replay.Report) spelling {
	s, plies := usual(r), r.Game.Plies
	full, short, letters, words := 0, 0, 0, 0
	for i := range plies[:min(len(plies), maxSpelt)] {
		w := plies[i].Word
		if len(w.Steps) > 0 {
			words++
		}
		if replay.Lettered(r.Variant, w) {
			letters++
		}
		if len(w.Steps) < 2 || len(w.Repairs) > 0 {
			continue
		}
		capture := w.Separator == record.Take
		if i < len(r.Moves) {
			capture = strings.Contains(r.Moves[i], ":")
		}
		if capture == (w.Separator == record.Quiet) && w.Separator != record.NoSeparator {
			continue // the wrong sign
		}
		if !w.Steps[0].Whole() {
			short++
		} else if full++; !capture {
			s.quiet = between(w.Text)
		}
		if capture {
			s.take = between(w.Text)
		}
	}
	if s.letters = 2*letters > words; short > full {
		s.notation = replay.Short
	}
	return s
}

// between returns the sign between the first two squares of a word, without blanks, or "" if
// there is none or it is not one of these.
func between(word string) string {
	for _, sign := range [...]string{":", "-", "x", "×"} {
		if before, after, _ := strings.Cut(word, sign); before != "" && after != "" {
			return sign
		}
	}
	return ""
}

func (s spelling) spell(p *replay.Position, m *replay.Move, legal []replay.Move) string {
	text := string(p.Append(nil, m, legal, s.notation))
	if s.letters {
		text = replay.InLetters(p.Rules().Variant.Board(), text)
	}
	sign, other := "-", s.quiet
	if m.Captures() > 0 {
		sign, other = ":", s.take
		if other == "" && !(s.notation == replay.Short && strings.Count(text, sign) == 1 && !isNumber(text[1:2])) {
			other = sign // only "aa7" can be read without a sign
		}
	}
	return strings.ReplaceAll(text, sign, other)
}

// typed returns the length of the prefix of text that matches so, the text typed so far, where
// look-alike letters of other alphabets match. ok is false if not all of so matches.
func typed(so, text string) (n int, ok bool) {
	for len(so) > 0 {
		r, size := utf8.DecodeRuneInString(so)
		want, wide := utf8.DecodeRuneInString(text[n:])
		if wide == 0 || !grammar.CanStandFor(r, want) {
			return n, false
		}
		so, n = so[size:], n+wide
	}
	return n, true
}
