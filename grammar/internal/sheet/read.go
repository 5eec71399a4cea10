package sheet

import (
	"slices"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Reader reads score sheets. It is not safe for concurrent use.
type Reader struct {
	words   *word.Table
	asked   record.Variant
	lex     *lineLexer
	decoder *Decoder
	build   builder
	things  []thing // reused by Written
}

// NewReader returns a Reader that looks words up in the table.
func NewReader(words *word.Table) *Reader {
	r := &Reader{words: words}
	r.lex = newLineLexer(words)
	r.decoder = NewDecoder(words, noRules{})
	return r
}

// Read reads the game whose text is in g. It never fails: what cannot be read is
// a fault of the game. asked is what the user says is played; it decides only
// how a position is read where the record does not say that.
func (r *Reader) Read(g *record.Game, asked record.Variant) {
	r.asked = asked
	text := unmarked(g.Text)
	r.readAs(g, &Reading{text, r.decoder.search.read(text, asked)})
}

// ReadAs fills in the game whose text is in g and has been read so by a Splitter.
func (r *Reader) ReadAs(g *record.Game, asked record.Variant, reading *Reading) {
	r.asked = asked
	r.readAs(g, reading)
}

// dropVerdict takes the tag Verdict out of a game that was carried over, for judging
// tells anew what it says.
func dropVerdict(g *record.Game) {
	g.Tags = slices.DeleteFunc(g.Tags, func(t record.Tag) bool { return t.Name == "Verdict" && word.IsVerdict(t.Value) })
}

// begins says whether the steps of a text, beside the game's beginning, begin with these.
func (r *Reader) begins(text string, roles ...role) bool {
	steps := r.decoder.search.read(text, record.UnknownVariant)[1:]
	return len(steps) >= len(roles) && slices.EqualFunc(steps[:len(roles)], roles, func(s path, what role) bool { return s.role == what })
}

// plainRows reads moves that stand one behind the other in a line or in rows, as
// word.Table.Move reads them, with or without their numbers, and gives them to b:
// the most of what there is to read. It leaves off before anything else.
func (l *lineLexer) plainRows(b *builder) {
	if l.closely || l.begin || l.queued < len(l.queue) || l.at < l.prose || l.at < l.notPlain || l.row.result {
		return
	}
	text := l.text
	for {
		at, cells := l.at, 0
		line := 0 // where the next begins
		if at < len(text) && text[at] != '\n' {
			at, cells = skipTabs(text, at)
		}
		if at < len(text) && word.IsEnd(text[at]) {
			if line = at + 1; text[at] == '\r' && line < len(text) && text[line] == '\n' {
				line++
			}
			at, cells = line, 0
		}
		var number place
		n := 0
		if at < len(text) && word.IsDigit(text[at]) {
			end := 0
			if n, end = word.NumberAt(text, at); n > 0 && end < len(text) && plainNumberEnd[text[end]] {
				number = place{at, end}
				if at = end + 1; at >= len(text) || text[end] != ' ' || text[at] <= ' ' {
					more := 0
					at, more = skipTabs(text, end)
					cells += more
				}
			} else if line > 0 && result.IsWin(text[at:]) {
				return
			}
		}
		w, end, next := l.words.Move(text, at)
		if line > 0 {
			if n == 0 && !l.begun && !l.headed {
				return // it may be a title
			}
			if (w == nil || !beginsPlainRow(w)) && !plainRow(text[line:]) {
				return
			}
			b.newline()
			l.row = rowState{brackets: l.row.brackets, start: line}
			l.at, l.last = line, tokenNewline
		}
		if w == nil {
			if cells > fewTabs {
				l.notPlain = at
			}
			return
		}
		if cells > 0 {
			b.unfold()
			b.cell, b.cells = int8(min(int(b.cell)+cells, 100)), true
		}
		inOrder := b.mayBeInOrder() && b.takesInOrder(number, n, place{at, end}, w)
		if number.end > 0 {
			if !inOrder {
				b.numbered(number, n)
			}
			l.ended = l.ended && n != l.number+1
			l.number, l.row.plies = n, 0
		}
		l.at, l.last, l.begun = end, tokenWord, true
		l.row.any = true
		l.row.plies++
		if !inOrder {
			b.move(place{at, end}, w)
		}
		if next == end+1 && text[end] == ' ' {
			l.spacedMoves(b, next)
		}
	}
}

// spacedMoves goes on with plainRows behind a move, as long as moves follow and numbers,
// each behind one space.
func (l *lineLexer) spacedMoves(b *builder, at int) {
	text := l.text
	for {
		if end := l.usualMoves(b, at); end > 0 {
			if at = end + 1; text[end] != ' ' {
				return
			}
		}
		var number place
		from, n := at, 0
		if at < len(text) && word.IsDigit(text[at]) {
			if n, at = word.NumberAt(text, at); n > 0 {
				number = place{from, at}
				if at++; at >= len(text) || text[at-1] != ' ' || text[at] <= ' ' {
					return
				}
			} else if at > from {
				return // 0. is looked at closely
			}
		}
		w, end, next := l.words.Move(text, at)
		if w == nil {
			return
		}
		inOrder := b.mayBeInOrder() && b.takesInOrder(number, n, place{at, end}, w)
		if n > 0 {
			if !inOrder {
				b.numbered(number, n)
			}
			l.ended = l.ended && n != l.number+1
			l.number, l.row.plies = n, 0
		}
		l.at = end
		l.row.plies++
		if !inOrder {
			b.move(place{at, end}, w)
		}
		if next != end+1 || text[end] != ' ' {
			return
		}
		at = next
	}
}

// maxPlain is how many moves usualMoves reads at once.
const maxPlain = 32

// usualMoves goes on with spacedMoves as long as all words are known and all numbers those
// that are due, and returns where the last move ends; 0 where there is none.
func (l *lineLexer) usualMoves(b *builder, at int) (end int) {
	if l.ended || b.ended || len(b.entries)+maxPlain > MaxPlies {
		return 0
	}
	if b.ordered {
		return l.rowInOrder(b, at)
	}
	due := 2*l.number + l.row.plies
	if b.plain == nil {
		b.plain = make([]record.Ply, 0, maxPlain)
	}
	plies, _ := l.words.Row(b.plain[:0], l.text, at, due)
	if len(plies) == 0 {
		return 0
	}
	entries := slices.Grow(b.entries, len(plies))
	for i := range plies {
		p := &plies[i]
		entries = entries[:len(entries)+1]
		e := &entries[len(entries)-1]
		e.Ply, e.number = *p, number{}
		e.line, e.cell, e.column, e.slip = b.line, b.cell, false, nil
		if due&1 == 0 && l.text[p.At-2] == '.' {
			from := p.At - 3
			for word.IsDigit(l.text[from-1]) {
				from--
			}
			e.number = number{at: int32(from), end: int32(p.At - 1), n: int32(due >> 1)}
			l.number, l.row.plies = due>>1, 0
		}
		l.row.plies++
		due++
	}
	b.entries = entries
	last := &plies[len(plies)-1]
	l.at = last.At + last.Len
	return l.at
}

// fewTabs are how many tabs plainRows looks past again at each of them, where what
// stands behind them is nothing plain.
const fewTabs = 8

// skipTabs returns the offset of the first byte from i on that is neither space
// nor tab, and how many tabs there are before it.
func skipTabs(text string, i int) (at, tabs int) {
	for ; i < len(text); i++ {
		if text[i] == '\t' {
			tabs++
		} else if text[i] != ' ' {
			break
		}
	}
	return i, tabs
}

// beginsPlainRow says of a plain move whether plainRow sees one, too.
func beginsPlainRow(w *record.Word) bool {
	a, b := w.Steps[0], w.Steps[1]
	return w.Plain && (a.Number > 0 || a.File < 8 && a.Rank < 9 && b.File < 8 && b.Rank < 9)
}

// plainNumberEnd are the bytes that may stand behind a move number's full stop
// where it is one beyond doubt: 12.03.2021 and 1... are looked at closely.
var plainNumberEnd = word.ByteSet(" \tabcdefgh")
