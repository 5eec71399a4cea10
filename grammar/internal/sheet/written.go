package sheet

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Written is one thing in a move's place as it is written: a word, a mark for what could
// not be read, or nothing, where a move is missing. It is what a damaged record is restored
// from, so that here, other than in a record.Ply, in doubt a thing is one.
type Written struct {
	Text    string // as written; "" where a move is missing
	At, Len int    // in bytes of the text
	Number  int    // the move number before it, 0 for none or for one whose move is the other side's
	Column  Column
	Row     int // the line of the text, from 0

	numbered, cell int // the number of its row, and the cell in which it is from that on
}

// Column is the column in which a thing is written.
type Column uint8

// The columns. In running text, and in a table without signs between its cells,
// nothing but the number tells whose move it is.
const (
	AnyColumn Column = iota
	FirstColumn
	SecondColumn
)

// Movetext is what a game's text has of its moves, as it is written.
type Movetext struct {
	Written []Written // in the order of the game
	// Apart says that each side's moves stand apart: all of the one column and
	// then all of the other.
	Apart  bool
	Headed bool // the columns have heads: the first is White's
	// Final is the position after the moves, "" where there is none, and FinalAt its byte
	// in the text.
	Final   string
	FinalAt int
}

// MovetextOf returns the moves of a game as they are written in it.
func MovetextOf(g *record.Game) (m Movetext) {
	for i := range g.Plies {
		p := &g.Plies[i]
		m.Written = append(m.Written, Written{Text: p.Word.Text, At: p.At, Len: p.Len})
	}
	return m
}

// Written returns what is in the places of moves in the text of a game, which has
// been read so; reading is nil where it has not been read.
func (r *Reader) Written(text string, reading *Reading) (m Movetext) {
	if reading == nil || reading == plainReading {
		plain := unmarked(text)
		steps, n := r.search.read(plain, r.defaultVariant)
		reading = &Reading{plain[:n], steps}
	}
	w := writing{text: text + reading.text[min(len(text), len(reading.text)):], first: record.White}
	for i := range reading.steps {
		if w.take(&reading.steps[i]); len(w.things) >= maxWritten {
			break
		}
	}
	m.Final, m.FinalAt = w.text[w.final.at:w.final.end], w.final.at
	m.Apart, m.Headed = w.apart, w.heads > 0
	m.Written = w.inOrder()
	return m
}

// writing collects what is written of a game from the steps of its reading.
type writing struct {
	text   string
	things []Written
	end    int // of the last step
	tied   int // where that ends whose word begins at from
	from   int
	line   int
	number int  // before the next thing
	last   int  // number
	again  bool // it was there before
	cell   int  // of the line
	base   int  // the cell of the last number, where rows stand beside each other
	onLine int  // things
	cells  bool
	apart  bool
	blocks bool
	heads  int
	first  record.Colour // of the column that is first
	over   bool          // a result has been read
	final  place         // of the position after the moves
}

func (w *writing) take(a *path) {
	if a.role == roleMissing { // it is before what was read last, perhaps
		w.add(a)
		return
	}
	w.cell += strings.Count(w.text[w.end:a.at], "\t")
	hangs := w.end == int(a.at) && (a.role == roleUnread || a.role == roleStray || a.role == roleText && a.damaged)
	w.end = int(a.end)
	if n := len(w.things) - 1; n >= 0 && hangs && w.things[n].At+w.things[n].Len == int(a.at) { // a part of its word
		last := &w.things[n]
		last.Len = w.end - last.At
		last.Text = w.text[last.At:w.end]
		return
	}
	if w.tied != int(a.at) {
		w.tied, w.from = int(a.at), int(a.at)
	}
	if a.role == roleNumber && a.bare || a.role == roleSign && !a.point {
		w.tied = w.end // it may belong to the word of a move right after it
	}
	dear := float64(a.surprise) >= maxSilent
	switch a.role {
	case roleNewline:
		w.line++
		w.cell, w.base, w.onLine = 0, 0, 0
	case roleCell:
		w.cell++
	case roleLabel:
		w.number, _ = word.NumberAt(w.text, int(a.at))
	case roleNumber:
		w.again = int(a.n) == w.last
		if w.number, w.last = int(a.n), int(a.n); w.onLine > 0 {
			w.base = w.cell
		}
	case roleDots:
		if !w.again && (word.IsDash(firstRune(w.text[a.at:])) || strings.IndexByte(" \t", w.text[a.at-1]) >= 0) {
			w.add(a) // they stand for a move
		}
		w.number = 0
	case rolePly, roleUnread:
		w.add(a)
	case roleProse:
		if a.said > 0 && dear {
			w.prose(a)
		}
	case roleText:
		if !w.over && dear && a.end-a.at <= maxDamaged && (a.said > 0 || a.due && a.damaged) {
			w.add(a) // it may be a move as well
		}
	case roleResult:
		w.over = len(w.things) > 0
	case rolePosition:
		if len(w.things) > 0 {
			w.final, _ = a.head.value("FEN")
		}
	case roleKey:
		if a.head.tag == "White" || a.head.tag == "Black" {
			if w.heads == 0 && len(w.things) == 0 && a.head.tag == "Black" {
				w.first = record.Black
			}
			w.heads++
		}
	}
}

// prose adds the moves of a line of words that is dear to read as one.
func (w *writing) prose(a *path) {
	for at := int(a.at); at < int(a.end); {
		n, end := word.NumberAt(w.text, at)
		if n > 0 {
			w.number, w.last = n, n
		} else if end = at + lenTo(w.text[at:a.end], " \t|"); end > at && damageCost(w.text[at:end]) <= maxPly {
			w.add(&path{arc: arc{role: roleUnread, at: int32(at), end: int32(end)}, layout: a.layout})
		}
		at = word.SkipBlank(w.text, max(end, at+1))
	}
}

func (w *writing) add(a *path) {
	w.final = place{}
	at := int(a.at)
	if w.tied == at {
		at = w.from
	}
	text := w.text[at:a.end]
	if a.word != nil && strings.IndexByte(text, '(') > 0 {
		inside := word.WithoutSpace(a.word.Text) // without the remark inside it
		at += max(0, strings.IndexByte(text, inside[0]))
		text = inside
	}
	t := Written{Text: text, At: at, Len: int(a.end) - at, Number: w.number, numbered: w.last, cell: w.cell - w.base}
	t.Row = w.line - strings.Count(w.text[a.at:max(w.end, int(a.at))], "\n")
	w.cells = w.cells || w.cell > 0
	switch a.layout {
	case inFirst, inSecond:
		t.Column = FirstColumn
		if (a.layout == inSecond) != (w.first == record.Black) {
			t.Column = SecondColumn
		}
		w.apart = w.apart || a.layout == inSecond
	case inBlocks, inBlocks + 1, inBlocks + 2:
		w.blocks = true
	}
	w.number = 0
	w.onLine++
	w.things = append(w.things, t)
}

// inOrder returns the things in the order of the game, with the columns of a table. Empty
// places after the last are left out: a form has more rows than the game.
func (w *writing) inOrder() []Written {
	if w.blocks {
		slices.SortStableFunc(w.things, func(a, b Written) int { return cmp.Compare(a.numbered, b.numbered) })
	}
	if w.cells && !w.apart {
		w.columns()
	}
	n := len(w.things)
	for n > 0 && w.things[n-1].Text == "" {
		n--
	}
	return w.things[:n]
}

// columns finds the column of each thing of a table: the first is the cell in which most rows begin.
func (w *writing) columns() {
	counts := map[int]int{}
	home := -1
	begins := func(i int) bool { return i == 0 || w.things[i-1].Row != w.things[i].Row || w.things[i].Number > 0 }
	for i, t := range w.things {
		if t.Text != "" && begins(i) {
			if counts[t.cell]++; home < 0 || counts[t.cell] > counts[home] {
				home = t.cell
			}
		}
	}
	for i := range w.things {
		t := &w.things[i]
		if t.Column = FirstColumn; t.Text == "" && !begins(i) || t.Text != "" && t.cell > home {
			t.Column = SecondColumn
		}
	}
}

// ReadFinal reads the position after a game's moves. The error is that of position.Parse.
func (m *Movetext) ReadFinal(v record.Variant) (record.Position, error) {
	p, _, err := position.Parse(m.Final, v)
	if errors.Is(err, record.ErrUnknownTurn) {
		err = nil
	}
	return p, err
}
