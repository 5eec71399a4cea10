package sheet

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// finish determines the layout and fills in the game.
func (b *builder) finish() {
	b.endProse()
	if b.setup != "" {
		b.remark(setupMark + b.setup) // no move follows
	}
	b.settlePost()
	b.matchPlayers()
	b.settleDoubts()
	b.layOut()
	g := b.g
	b.outcome()
	b.settle()
	more := max(b.small-maxSmall, 0) + max(b.grave-maxGrave, 0)
	if b.small, b.grave = 0, 0; more > 0 { // what follows is listed
		b.fault(record.MoreRepairs, record.Remark, place{b.unlisted, b.unlisted}, message.Of("sheet.more-faults", "n", more))
	}
	// A game that was not played has a result, and its remarks have no moves.
	remarks := strings.Join(slices.Concat(g.Before, g.After), " ")
	if len(g.Plies) == 0 && g.Start == nil && !b.broken() &&
		(g.Result.Text == "" || b.hasMove(remarks, true) || unreadMoves().MatchString(remarks)) {
		b.fault(record.NoMoves, record.Unreadable, place{}, message.Of("sheet.no-moves"))
	}
}

// unreadMoves matches text that may be unrecognised moves: a run of squares.
var unreadMoves = word.Pattern(`(?:[a-h][1-8].{0,12}){4}|(?:\b(?:[3-9]|[1-4]\d)[-x:](?:[3-9]|[1-4]\d)\b.{0,6}){4}`)

// layOut determines the layout of the page and puts the moves in the order of the game.
func (b *builder) layOut() {
	b.sideBySide()
	blocks := b.inBlocks()
	g := b.g
	g.After = append(g.After, b.before...) // after the last number
	if b.asideAt != len(b.entries)+1 {
		g.Aside = nil // moves follow
	}
	b.firstMissing()
	first := b.position0()
	if g.Layout = Columns; b.interleave(first) {
		return
	}
	if !blocks { // a run has several numbers in a line, or the players before the moves
		g.Layout = Table
		for i := 1; i < len(b.entries) && !b.run; i++ {
			e := &b.entries[i]
			b.run = e.line == b.entries[i-1].line && e.number.end > 0 && !e.number.dots
		}
		if b.run {
			g.Layout = Run
		}
	}
	entries := b.entries
	if opening := b.drawn(); len(opening) > 0 {
		entries = append(opening, entries...)
	}
	b.sequence(entries, first)
}

// drawn returns the moves of a drawn opening, "Жребий: c3-d4 h6-g5", if those below go on from them by
// their number, and reports those that are not made below.
func (b *builder) drawn() (moves []entry) {
	i := slices.IndexFunc(b.g.Tags, func(t record.Tag) bool { return t.Is("Opening") })
	if i < 0 || len(b.entries) == 0 || b.start.end > 0 {
		return nil
	}
	t, at, same := b.g.Tags[i], 0, true
	for _, text := range strings.FieldsFunc(t.Value, func(r rune) bool { return strings.ContainsRune(" ,;()", r) }) {
		at += strings.Index(t.Value[at:], text)
		w, err := b.words.Parse(text)
		if err != nil || len(w.Steps) < 2 {
			continue
		}
		if n := len(moves); n < len(b.entries) && b.entries[n].Word != nil {
			same = same && slices.Equal(b.entries[n].Word.Steps, w.Steps)
		}
		moves = append(moves, entry{Ply: record.Ply{Word: w, At: t.At + at, Len: len(text)}})
	}
	if n := b.entries[0]; n.number.n > 1 && len(moves)/2 == n.number.n-1 && (len(moves)%2 == 1) == n.number.dots {
		return moves
	} else if !same {
		b.fault(record.Syntax, record.Remark, place{n.At, n.end()}, message.Of("sheet.second-result", "result", b.g.Text[n.At:n.end()], "first", t.Value))
	}
	return nil
}

// sideBySide drops the moves of a second game, whose rows have the same numbers and are beside
// those of the first, and reports that it cannot be read.
func (b *builder) sideBySide() {
	var right number // first number of the second game
	lines, from := 0, 0
	dropped := int32(-1) // line whose remaining entries are dropped
	kept := make([]entry, 0, len(b.entries))
	for i, e := range b.entries {
		row, n := &b.entries[from], e.number
		if row.line != e.line {
			from = i
		} else if (n.n > 0 && n.n == row.number.n || n.n == 1 && from == 0) && !n.dots && i-from > 1 {
			if lines++; lines == 1 {
				right = n
			}
			dropped = e.line
		}
		if e.line != dropped {
			kept = append(kept, e)
		}
	}
	if lines < 2 {
		return
	}
	b.entries = kept
	b.fault(record.Syntax, record.Unreadable, right.place, message.Of("sheet.side-by-side"))
}

// firstMissing adds an illegible first ply for dots in its place, "1. … b6-c5", or for words that
// say that all moves are illegible. "1... b6-c5" means that the other side begins.
func (b *builder) firstMissing() {
	switch {
	case b.start.end > 0 || b.turned:
	case len(b.entries) == 0:
		if b.gone.end > 0 && b.g.Result.Manner != record.Forfeit {
			b.entries = append(b.entries, entry{Ply: record.Ply{At: b.gone.at, Len: b.gone.end - b.gone.at}, slip: noMove})
		}
	case b.entries[0].number.apart:
		e := &b.entries[0]
		at := word.SkipBlank(b.g.Text, e.number.end)
		missing := *e
		missing.Ply = record.Ply{At: at, Len: max(dotsLen(b.g.Text[at:]), 1)}
		missing.slip, missing.number.dots, missing.number.apart = noMove, false, false
		if e.Word == nil && e.slip == nil {
			*e = missing
			return
		}
		e.number = number{}
		b.entries = slices.Insert(b.entries, 0, missing)
	}
}

var noMove = &record.Fault{Code: record.IllegibleMove, Message: word.CannotBeRead}

// unplayedMove replaces a move that words may say was not played.
var unplayedMove = &record.Fault{Code: record.IllegibleMove, Message: message.Of("sheet.unplayed")}

// startUnread reports words above the moves that say where the game begins, a list of squares, FEN or
// odds, and were not read as a position.
func (b *builder) startUnread() {
	if len(b.entries) == 0 {
		return
	}
	above := b.read[:min(b.entries[0].At, maxHeadLine)]
	at, end, said := position.Unread(above)
	if strings.ContainsAny(above, ",;") {
		if m := squaresListed().FindStringSubmatchIndex(above); m != nil {
			at, end, said = m[2], m[3], position.NotRead
		}
	}
	if at >= 0 {
		b.fault(record.BadPosition, record.Unreadable, place{at, end}, said)
	}
}

var squaresListed = word.Pattern(`(?:^|[^\pL\d:` + word.Dashes + `])(` + listed + `(?: ?[,;] ?` + listed + `)+)(?:[^\pL\d:` + word.Dashes + `]|$)`)

const listed = `[a-lA-LасеАСЕвВнН][1-9]\d?(?: ?[` + word.Dashes + `=] ?[\d/]+)?`

// position0 reads the starting position and returns the side that moves first.
func (b *builder) position0() record.Colour {
	g := b.g
	v := b.variant()
	first := v.First()
	if len(b.entries) > 0 && b.entries[0].number.dots {
		first = first.Other()
	}
	if b.turned {
		first = b.turn
	}
	if b.start.end == 0 {
		b.startUnread()
		return first
	}
	text := g.Text[b.start.at:b.start.end]
	b.position = position.Read(text)
	if v == record.UnknownVariant {
		v = record.Bashni // its error is reported if no variant fits
		if all := b.position.Variants(); len(all) > 0 {
			v = all[0]
		}
	}
	pos, faults, err := b.position.As(v)
	for _, f := range faults {
		f.At += b.start.at
		g.Faults = append(g.Faults, f)
	}
	if err != nil && !errors.Is(err, record.ErrUnknownTurn) {
		at := b.start
		if e, ok := err.(*record.PositionError); ok {
			at.at += min(e.Offset, len(text))
		}
		b.fault(record.BadPosition, record.Unreadable, at, message.From(err))
		return first
	}
	if b.position.NamesTurn() && !b.turned {
		first = pos.Turn
	}
	pos.Turn = first
	g.Start = &pos
	return first
}

// sequence makes plies from entries in the order of the game. An illegible entry becomes a ply
// without steps and a fault, and the entries after it are still read.
func (b *builder) sequence(entries []entry, first record.Colour) {
	g := b.g
	var numbers numberCheck
	if len(entries) > 0 && entries[0].number.dots && first == record.Black {
		numbers.second = 1
	}
	g.Plies = slices.Grow(g.Plies[:0], len(entries))
	unreadable := func(p record.Ply, slip *record.Fault) {
		at := place{p.At, p.At + p.Len}
		p.Word = &record.Word{Text: g.Text[at.at:at.end]}
		g.Plies = append(g.Plies, p)
		f := b.fault(slip.Code, record.Unreadable, at, slip.Message)
		f.Ply, f.Suggestions = len(g.Plies), slip.Suggestions
	}
	for i := range entries {
		e := &entries[i]
		if e.Word == nil && e.slip == nil {
			if i+1 < len(entries) && entries[i+1].number.n == e.number.n {
				continue
			}
			e.slip, e.At, e.Len = noMove, e.number.at, e.number.end-e.number.at // "4. --"
			e.number.dots = false
		}
		if n := e.number; n.end > 0 {
			if missing, why := numbers.missing(len(g.Plies), n); missing > 0 && !e.column {
				at := e.At
				if i > 0 && !n.dots {
					at = entries[i-1].end()
				}
				if missing > 1 {
					at = b.tornFrom(at, n.at, n.n-missing/2)
					if i == 0 || missing > 2*maxTornRows || at == 0 {
						missing = 0
					}
				}
				for range missing {
					unreadable(record.Ply{At: at}, &record.Fault{Code: record.IllegibleMove, Message: why})
				}
			}
			if wrongly := numbers.check(len(g.Plies), n, g.Start != nil, e.column); !wrongly.IsZero() {
				b.fault(record.MoveNumber, record.Remark, n.place, wrongly).Ply = len(g.Plies) + 1
				if e.Word != nil {
					e.note().Number = n.n
				}
			}
		}
		if e.Word == nil {
			if e.Len == 0 && e.number.end == 0 && i > 0 && i+1 < len(entries) {
				if missing, why := numbers.missing(len(g.Plies), entries[i+1].number); missing == 1 && !e.column {
					e.slip.Message, e.At = why, entries[i-1].end()
				}
			}
			unreadable(e.Ply, e.slip)
		} else {
			g.Plies = append(g.Plies, e.Ply)
		}
	}
}

// end returns the offset of the entry's end, or of its number's end if the entry is empty.
func (e *entry) end() int { return max(e.At+e.Len, e.number.end) }

// numberCheck compares move numbers with those expected.
type numberCheck struct {
	second   int // 1 if the first ply is the second of a number
	base     int // the first number
	n, index int // the previous number, and the ply after it
}

// missing infers from a ply's number how many plies are missing before it, and why.
func (c *numberCheck) missing(index int, number number) (plies int, why message.Message) {
	at, n := index+c.second, number.n
	due := c.n + at/2 - c.index/2
	switch {
	case c.base == 0, !number.dots && at%2 == 0 && n == c.base+at/2:
	case at%2 == 0 && number.dots && n == due:
		return 1, message.Of("grammar.missing-dots", "number", n)
	case !number.dots && n > due && (at%2 == 0 || n == due+1):
		return 2*(n-due) - at%2, message.Of("grammar.missing-before", "number", due, "next", n)
	}
	return 0, why
}

// check returns the fault of the number before the ply with an index, or a zero message if it is
// correct or continues from a wrong one. If anywhere is set, the first number may be any; if column
// is set, numbers do not indicate the side.
func (c *numberCheck) check(index int, number number, anywhere, column bool) message.Message {
	at, n := index+c.second, number.n
	if c.base == 0 {
		c.base = 1
		if anywhere && n > 0 { // a game from a position may begin with any number
			c.base = n - at/2
		}
	}
	due := c.base + at/2
	goesOn := c.n > 0 && n-c.n == at/2-c.index/2
	wrongSide := !column && number.dots != (at%2 == 1)
	before := c.n
	c.n, c.index = n, at
	switch {
	case n != due && !goesOn:
		return message.Of("sheet.other-number", "number", n, "due", due)
	case wrongSide && number.dots:
		return message.Of("sheet.dots", "number", n)
	case wrongSide && n == due && n != before:
		return message.Of("sheet.number-late", "number", n)
	case wrongSide && n == due:
		return message.Of("sheet.number-again", "number", n)
	case wrongSide:
		return message.Of("sheet.number-too-early", "number", n, "due", due)
	}
	return message.Message{}
}

// inBlocks puts the moves of side-by-side blocks in order, and reports whether there are any.
func (b *builder) inBlocks() bool {
	if !slices.ContainsFunc(b.entries, func(e entry) bool { return e.layout >= inBlocks }) {
		return false
	}
	back := -1 // offset of the first number lower than the one before it in its line
	for i := 1; i < len(b.entries) && back < 0; i++ {
		if last, e := &b.entries[i-1], &b.entries[i]; e.row < last.row && e.line == last.line {
			back = e.At
		}
	}
	slices.SortStableFunc(b.entries, func(a, b entry) int { return int(a.row) - int(b.row) })
	if i := slices.IndexFunc(b.entries, func(e entry) bool { return e.At == back }); i >= 0 {
		number := &b.entries[i].number
		b.fault(record.MoveNumber, record.Repaired, number.place, message.Of("sheet.number-back", "number", number.n)).Ply = i + 1
	}
	return true
}

// interleave makes plies from two columns and the rows after them, and reports whether it did.
func (b *builder) interleave(first record.Colour) bool {
	var columns [2][]entry // finally in the order of moving
	var rows []entry
	for _, e := range b.entries {
		if e.column = e.layout == inFirst || e.layout == inSecond; e.column {
			columns[e.layout-inFirst] = append(columns[e.layout-inFirst], e)
		} else {
			rows = append(rows, e)
		}
	}
	if len(columns[0]) == 0 || len(columns[1]) == 0 {
		return false
	}
	colour := b.variant().First() // of the first column
	for _, h := range b.heads {
		if h.plies == len(columns[0]) {
			colour = h.colour.Other()
		} else if len(b.heads) == 1 { // otherwise both may only be named above
			colour = h.colour
		}
	}
	if b.g.Start == nil && !b.turned && b.variant() == record.UnknownVariant {
		first = colour
	}
	if colour != first {
		slices.Reverse(columns[:])
	}
	b.evenColumns(&columns, len(rows) > 0, first)
	var plies []entry
	for i := range columns[0] {
		if plies = append(plies, columns[0][i]); i < len(columns[1]) {
			plies = append(plies, columns[1][i])
		}
	}
	b.sequence(append(plies, rows...), first)
	return true
}

// evenColumns gives the side that begins as many moves as the other, or one more if no rows follow
// the columns. It reports uneven columns. If dropping one repeated word evens them, it does so;
// otherwise it drops the moves without a partner.
func (b *builder) evenColumns(columns *[2][]entry, rows bool, first record.Colour) {
	k, sides := 0, [2]record.Colour{first, first.Other()}
	if len(columns[1]) > len(columns[0]) {
		k = 1
	}
	long, even := columns[k], len(columns[1-k])
	uneven := message.Of("sheet.column-length", "side", sides[k].Term(), "n", len(long), "other", sides[1-k].Term(), "m", even)
	if k == 0 && !rows {
		even++
	}
	if len(long) <= even {
		return
	}
	var twice []int
	for i := 1; i < len(long); i++ {
		if p, q := long[i-1].Word, long[i].Word; p != nil && q != nil && p.Text == q.Text {
			twice = append(twice, i)
		}
	}
	i, severity, what := even, record.Illegal, message.Of("sheet.no-partner")
	if columns[k] = long[:even]; len(long) == even+1 && len(twice) == 1 {
		i, severity = twice[0], record.Repaired
		what = message.Of("sheet.twice", "word", long[i].Word.Text)
		columns[k] = slices.Delete(slices.Clone(long), i, i+1)
	}
	at := place{long[i].At, long[i].At + long[i].Len}
	b.fault(record.ColumnLength, severity, at, message.Of("sheet.column", "lengths", uneven, "what", what)).Ply = 2*i + 1 + k
}

// tornFrom returns the offset of a line of words, or of the due number in brackets, that replaces
// missing rows between two offsets, or 0 if absent: then the next number may be a slip.
func (b *builder) tornFrom(from, to, due int) int {
	if from > to {
		return 0 // the second column moves first
	}
	between := b.g.Text[from:to]
	line := word.LineEnd(between, 0)
	note := strings.TrimFunc(between[line:], word.IsSpace)
	if strings.ContainsFunc(note, unicode.IsLetter) {
		return from + strings.Index(between, note)
	}
	if at := noteNumber().FindStringSubmatchIndex(between[:line]); at != nil && between[at[2]:at[3]] == strconv.Itoa(due) {
		return from + at[0]
	}
	return 0
}

// noteNumber matches a remark in brackets that begins with a move number.
var noteNumber = word.Pattern(`[(\[{](\d+)[.)]`)

// sheetShows returns the variants that fit the game's squares and first move (see position.Shows),
// narrowed down by the sheet's own signs.
func (b *builder) sheetShows() []record.Variant {
	g := b.g
	shows := position.Shows(g, "", b.others, b.numbers)
	if b.position != nil {
		shows = b.position.Shows(g.Plies)
	}
	only := func(v record.Variant) bool {
		if slices.Contains(shows, v) {
			shows = []record.Variant{v}
			return true
		}
		return false
	}
	var words []*record.Word // legible ones
	for i := range g.Plies {
		if w := g.Plies[i].Word; len(w.Steps) > 0 {
			words = append(words, w)
		}
	}
	marked := slices.ContainsFunc(words, func(w *record.Word) bool { return w.Promotion != 0 })
	numeric := len(words) > 0 && !slices.ContainsFunc(words, func(w *record.Word) bool { return w.Steps[0].Number == 0 })
	unsigned := slices.ContainsFunc(words, func(w *record.Word) bool { // aa7: only a capture returns to its file
		return len(w.Steps) == 2 && w.Separator == record.NoSeparator && w.Steps[0].Rank < 0 && w.Steps[0].File == w.Steps[1].File
	})
	numbers := []record.Variant{record.Lasca, record.Checkers, record.International} // numbered up to 25, 32 and 50
	points := g.Result.Outcome == record.Points && g.Result.White+g.Result.Black == float64(2*record.Adiukh.Pieces())
	if len(shows) == 0 && b.start.end == 0 && len(words) > 0 {
		// Not even the first move fits a variant; the size of the numbers is still evidence.
		shows = []record.Variant{record.Bashni, record.Adiukh, record.Russian, record.Brazilian}
		if numeric {
			shows = slices.DeleteFunc(slices.Clone(numbers), func(v record.Variant) bool {
				off := func(s record.Step) bool { return v.Board().Numbered(int(s.Number)) == record.NoSquare }
				return slices.ContainsFunc(words, func(w *record.Word) bool { return slices.ContainsFunc(w.Steps, off) })
			})
		}
	}
	switch {
	case only(b.others), numeric && slices.ContainsFunc(numbers, only):
	case !marked && (points || unsigned) && only(record.Adiukh): // Adiukh 5.1, 7.2
	case marked: // Adiukh marks no kings (3.5)
		shows = slices.DeleteFunc(shows, func(v record.Variant) bool { return !v.KingMarks() })
	}
	return shows
}

// settle rereads the position if the moves determine the variant.
func (b *builder) settle() {
	g := b.g
	if g.Variant != record.UnknownVariant || b.defaultVariant != record.UnknownVariant {
		return
	}
	g.Shows = b.sheetShows()
	if g.Start == nil || len(g.Shows) != 1 || g.Start.Variant == g.Shows[0] {
		return
	}
	if p, _, err := b.position.As(g.Shows[0]); err == nil {
		p.Turn = g.Start.Turn
		g.Start = &p
	}
}
