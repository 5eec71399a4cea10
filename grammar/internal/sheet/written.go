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

// Written is text in a move's place, verbatim: a word, a sign for an illegible move, or "" for a
// missing one. Damaged records are restored from it, so in case of doubt, unlike a record.Ply, it
// includes text that may be a move.
type Written struct {
	Text    string // as written; "" if a move is missing
	At, Len int    // in bytes
	Number  int    // the move number before it; 0 if absent or followed by dots
	Column  Column

	numbered int16 // the number of its row
}

// Column is the column of a move on a sheet.
type Column uint8

// The columns. In rows only the number shows whose move it is.
const (
	AnyColumn Column = iota
	FirstColumn
	SecondColumn
)

// Movetext is the moves of a game as written.
type Movetext struct {
	Written []Written // in the order of the game
	// Apart is set if the text has all moves of one side's column before those of the other's.
	Apart  bool
	Headed bool // the columns have heads: the first is White's
	// Final is the position after the moves, or "" if absent, and FinalAt is its offset.
	Final   string
	FinalAt int
}

// MovetextOf returns the moves of a parsed game as written.
func MovetextOf(g *record.Game) (m Movetext) {
	for i := range g.Plies {
		p := &g.Plies[i]
		m.Written = append(m.Written, Written{Text: p.Word.Text, At: p.At, Len: p.Len})
	}
	return m
}

// Written returns the text in the places of moves of a game. A nil reading means that the text has
// not been read yet.
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

// writing collects the moves of a game as written from the steps of its reading.
type writing struct {
	text   string
	things []Written
	end    int // of the last step
	tied   int // end of text whose word begins at from
	from   int
	number int  // pending move number
	last   int  // last move number
	again  bool // last was repeated
	apart  bool
	blocks bool
	heads  int
	first  record.Colour // of the first column
	over   bool          // a result has been read
	final  place         // place of the position after the moves
}

func (w *writing) take(a *path) {
	if a.role == roleMissing { // it may precede the last step
		w.add(a)
		return
	}
	hangs := w.end == int(a.at) && (a.role == roleUnread || a.role == roleStray || a.role == roleText && a.damaged)
	w.end = int(a.end)
	if n := len(w.things) - 1; n >= 0 && hangs && w.things[n].At+w.things[n].Len == int(a.at) { // a part of the last move's word
		last := &w.things[n]
		last.Len = w.end - last.At
		last.Text = w.text[last.At:w.end]
		return
	}
	if w.tied != int(a.at) {
		w.tied, w.from = int(a.at), int(a.at)
	}
	if a.role == roleNumber && a.bare || a.role == roleSign && !a.point {
		w.tied = w.end // it may belong to the word of a move that follows without a space
	}
	dear := float64(a.surprise) >= maxSilent
	switch a.role {
	case roleLabel:
		w.number, _ = word.NumberAt(w.text, int(a.at))
	case roleNumber:
		w.again = int(a.n) == w.last
		w.number, w.last = int(a.n), int(a.n)
	case roleDots:
		if !w.again && (word.IsDash(firstRune(w.text[a.at:])) || strings.IndexByte(" \t", w.text[a.at-1]) >= 0) {
			w.add(a) // they replace a move
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
			w.add(a) // it may be a move
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

// prose adds the moves of a line that is expensive to read as words.
func (w *writing) prose(a *path) {
	for at := int(a.at); at < int(a.end); {
		n, end := word.NumberAt(w.text, at)
		if n > 0 {
			w.number, w.last = n, n
		} else if end = at + lenTo(w.text[at:a.end], " \t|"); end > at && damageCost(w.text[at:end]) <= maxPly {
			w.add(&path{arc: arc{role: roleUnread, at: int32(at), end: int32(end)}, spot: a.spot})
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
	t := Written{Text: text, At: at, Len: int(a.end) - at, Number: w.number, numbered: a.row}
	switch {
	case a.layout >= inBlocks:
		w.blocks = true
	case a.layout != inRows:
		t.Column = FirstColumn
		if (a.layout == inSecond) != (w.first == record.Black) {
			t.Column = SecondColumn
		}
		w.apart = w.apart || a.layout == inSecond
	}
	w.number = 0
	w.things = append(w.things, t)
}

// inOrder returns the moves in the order of the game. It drops empty places after the last move: a
// form has more rows than the game.
func (w *writing) inOrder() []Written {
	if w.blocks {
		slices.SortStableFunc(w.things, func(a, b Written) int { return cmp.Compare(a.numbered, b.numbered) })
	}
	n := len(w.things)
	for n > 0 && w.things[n-1].Text == "" {
		n--
	}
	return w.things[:n]
}

// ReadFinal parses the position after a game's moves. It returns the errors of position.Parse, but
// not ErrUnknownTurn.
func (m *Movetext) ReadFinal(v record.Variant) (record.Position, error) {
	p, _, err := position.Parse(m.Final, v)
	if errors.Is(err, record.ErrUnknownTurn) {
		err = nil
	}
	return p, err
}
