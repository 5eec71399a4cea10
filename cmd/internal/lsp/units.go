package lsp

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar"
)

// unit is a piece of the text as a cutter cuts it, and the games in it, of which
// there are several where the board divides them. The games depend on nothing but
// the piece, and the piece on nothing but what begins it and the text from there up
// to reached: see grammar.Beginning.
type unit struct {
	key     unitKey
	seams   []grammar.Division
	start   int               // in the text, in bytes
	reached int               // in bytes from start
	at      grammar.Beginning // of the unit, but for its Offset
	known   bool              // at is; else the unit had to be looked for
	next    grammar.Beginning // of what follows, but for its Offset
	follows bool              // next is known
	games   []*judgement
}

// unitKey tells units with different games apart, but for their seams.
type unitKey struct {
	text   string
	format grammar.Format
	last   bool
}

const (
	// lookEvery is after how many units it is looked whether the work is still wanted.
	lookEvery = 16
	// maxDone is how many units are kept that may come up again while a text is
	// judged that changes all the time.
	maxDone = 1 << 17
)

// changes says what of the text is as it was judged last: the bytes before from, and
// those from to on, which stand shift bytes further now.
type changes struct{ from, to, shift int }

func (d *gameText) changes(starts []int) changes {
	if len(d.units) == 0 {
		return changes{0, math.MaxInt, 0}
	}
	lines := len(d.starts) - 1
	return changes{
		from:  d.starts[min(d.text.same, lines)],
		to:    d.starts[lines-min(d.text.sameLast, lines)],
		shift: starts[len(starts)-1] - d.starts[lines],
	}
}

// moved returns where a unit begins now, or -1 where nobody knows.
func (c changes) moved(u *unit) int {
	switch {
	case u.start >= c.to:
		return u.start + c.shift
	case u.start < c.from:
		return u.start
	}
	return -1
}

// same says whether nothing changed in what makes the unit what it is.
func (c changes) same(u *unit) bool {
	return (u.start >= c.to || u.reached <= c.from-u.start) && u.known && (u.follows || u.key.last)
}

// placed is a unit of the text and where it begins.
type placed struct {
	*unit
	start int
}

// cut returns the units of the text, whose lines begin at starts. Units that are the
// same as the last time are taken over; the others are cut again, and judged unless
// their text was judged before.
func (d *gameText) cut(ctx context.Context, starts []int) ([]placed, error) {
	was, old := d.changes(starts), d.units
	units := make([]placed, 0, len(old)+1)
	var at grammar.Beginning // of the next unit
	known := false
	if len(old) > 0 && old[0].reached <= was.from-old[0].start { // and with it the text's format
		at, known = old[0].at, true
		at.Offset = int64(old[0].start)
	}
	var cutter *grammar.Cutter // stands at the next unit
	k := 0                     // old units before are none of those to come
	for n := 1; ; n++ {
		if n%lookEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for known && k < len(old) && was.moved(old[k]) < int(at.Offset) {
			k++
		}
		if known && k < len(old) && was.moved(old[k]) == int(at.Offset) && was.same(old[k]) &&
			old[k].at.Format == at.Format && old[k].at.Line == at.Line {
			u := old[k]
			units = append(units, placed{u, int(at.Offset)})
			if u.key.last {
				return units, nil
			}
			end := at.Offset + int64(len(u.key.text))
			at, cutter = u.next, nil
			at.Offset = end
			continue
		}
		if cutter == nil {
			var err error
			if cutter, err = d.cutter(at, known, starts); err != nil {
				return nil, err
			}
		}
		chunk, err := cutter.Next()
		if errors.Is(err, io.EOF) {
			return units, nil
		}
		if err != nil {
			return nil, err
		}
		if len(units) == 0 {
			at, known = grammar.Beginning{Format: chunk.Format, Line: true}, true
		}
		start := int(chunk.Source.Offset)
		u := &unit{start: start, at: at, known: known, reached: int(cutter.Reached()) - start}
		at, known = cutter.Beginning()
		u.next, u.follows = at, known
		units = append(units, placed{d.unit(u, chunk), start})
	}
}

// cutter returns a cutter of the text from where a game begins, or from the text's
// beginning where that is not known.
func (d *gameText) cutter(at grammar.Beginning, known bool, starts []int) (*grammar.Cutter, error) {
	if !known {
		return grammar.NewCutter(d.text.reader(Place{}), d.name, "utf-8")
	}
	line, found := slices.BinarySearch(starts, int(at.Offset))
	if !found {
		line--
	}
	line = min(line, len(d.text.all)-1)
	return grammar.ResumeCutter(d.text.reader(Place{line, int(at.Offset) - starts[line]}), d.name, at), nil
}

// unit gives u, which was cut, its games.
func (d *gameText) unit(u *unit, c grammar.Chunk) *unit {
	u.key, u.seams = unitKey{c.Text, c.Format, c.Last}, c.Seams
	if d.done == nil {
		d.remember()
	}
	if same := d.done[u.key]; same != nil && slices.Equal(same.seams, c.Seams) && len(c.Faults) == 0 {
		u.key, u.games = same.key, same.games
		return u
	}
	c.Text = strings.Clone(c.Text) // it shares its memory with others
	c.Source.Number, c.Source.Line, c.Source.Offset = 1, 1, 0
	u.key.text = c.Text
	for _, part := range d.divide(nil, c) {
		d.parse(part, &d.game)
		d.arbiter.Judge(&d.game, d.asked, &d.report)
		u.games = append(u.games, judge(part, &d.report))
	}
	if len(d.done) < maxDone && len(c.Faults) == 0 {
		d.done[u.key] = u
	}
	return u
}

// remember puts into done what was judged of the text that changed.
func (d *gameText) remember() {
	d.done = make(map[unitKey]*unit)
	lines := len(d.starts) - 1
	if len(d.units) == 0 || lines < 0 {
		return
	}
	was := d.changes(d.starts)
	for _, u := range d.units {
		if !was.same(u) && u.games != nil && len(d.done) < maxDone {
			d.done[u.key] = u
		}
	}
}
