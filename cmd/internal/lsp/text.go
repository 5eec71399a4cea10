package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// maxText is the most bytes of text that a document keeps judged: some forty
// thousand games. People do not edit larger files.
const maxText = 32 << 20

// errTooLarge is returned by Judge for a text of more than maxText bytes.
var errTooLarge = errors.New("editor: the text is too large to be judged while it is edited")

// gameText is a text of games in any format that package grammar reads, and their
// verdicts. Change it, then Judge it, then ask: the answers are of the text as it
// was judged last. It is not safe for concurrent use.
type gameText struct {
	name  string
	asked record.Variant
	text  lines

	units  []*unit // in order
	starts []int   // where the lines begin, of the text as it was judged
	judged bool    // all that follows from the text is known
	games  []Game
	done   map[unitKey]*unit // what may be in the text still, while it is being judged

	parse   func(grammar.Chunk, *record.Game)
	divide  func(parts []grammar.Chunk, c grammar.Chunk) []grammar.Chunk
	arbiter replay.Arbiter
	game    record.Game
	report  replay.Report
}

// newGameText returns a text with the given text. The name tells what is PDN without
// tags, by its ending. The games are judged as of the variant that is asked for where
// they do not say what they are.
func newGameText(name, text string, asked record.Variant) *gameText {
	d := &gameText{name: name, text: newLines(text)}
	d.SetVariant(asked)
	return d
}

// SetVariant says which variant is asked for.
func (d *gameText) SetVariant(asked record.Variant) {
	if d.parse != nil && d.asked == asked {
		return
	}
	d.asked = asked
	parser := convert.NewParser(asked)
	d.parse, d.divide = parser.ParseInto, parser.Divide
	d.units, d.games, d.done, d.judged = nil, nil, nil, false
}

// Change puts text in place of what stands between two places.
func (d *gameText) Change(from, to Place, text string) {
	d.text.change(from, to, text)
	d.judged = false
}

// Replace puts another text in place of all.
func (d *gameText) Replace(text string) {
	d.text.replace(text)
	d.judged = false
}

// Lines returns the number of lines.
func (d *gameText) Lines() int { return len(d.text.all) }

// Line returns a line without its end; "" where there is none.
func (d *gameText) Line(n int) string {
	if n < 0 || n >= len(d.text.all) {
		return ""
	}
	return d.text.content(n)
}

// Text returns the whole text.
func (d *gameText) Text() string { return strings.Join(d.text.all, "") }

// Judge brings the verdicts up to date with the text. It does again what the changes
// since the last time touch, and no more. Where ctx ends, it returns its error; what
// was done is not lost, and the next Judge goes on from there.
func (d *gameText) Judge(ctx context.Context) error {
	if d.judged {
		return nil
	}
	starts := d.text.starts(make([]int, 0, len(d.text.all)+1))
	if size := starts[len(starts)-1]; size > maxText {
		d.units, d.games, d.done = nil, nil, nil
		return fmt.Errorf("%w: %d bytes, and the most is %d", errTooLarge, size, maxText)
	}
	units, err := d.cut(ctx, starts)
	if err != nil {
		return err
	}
	d.units, d.starts, d.done = d.units[:0], starts, nil
	d.games = d.games[:0]
	for _, u := range units {
		u.unit.start = u.start
		d.units = append(d.units, u.unit)
		for _, j := range u.games {
			d.games = append(d.games, Game{j, len(d.games) + 1, u.start + int(j.chunk.Source.Offset)})
		}
	}
	d.text.settle()
	d.judged = true
	return nil
}

// Games returns the games in order, with their verdicts; none where the text has
// changed since they were judged. They are valid until the next Judge.
func (d *gameText) Games() []Game {
	if !d.judged {
		return nil
	}
	return d.games
}

// place returns the place of a byte of the text as it was judged.
func (d *gameText) place(at int) Place {
	line, found := slices.BinarySearch(d.starts, at)
	if !found {
		line--
	}
	line = min(max(line, 0), len(d.text.all)-1)
	return d.text.clip(Place{line, at - d.starts[line]})
}

// offset returns the byte at which a place stands.
func (d *gameText) offset(p Place) int {
	p = d.text.clip(p)
	return d.starts[p.Line] + p.Byte
}

// GameAt returns the index in Games of the game in which a place stands, or -1.
func (d *gameText) GameAt(p Place) int {
	if !d.judged {
		return -1
	}
	at := d.offset(p)
	i, found := slices.BinarySearchFunc(d.games, at, func(g Game, at int) int { return g.start - at })
	if !found {
		i--
	}
	if i < 0 || at > d.games[i].start+len(d.games[i].chunk.Text) {
		return -1
	}
	return i
}

// Place is a place in a document: the line, and in it the byte of its UTF-8, both
// from 0. One after the end of its line stands for that end, and one after the
// last line for the end of the text.
type Place struct{ Line, Byte int }

// Before says whether the place stands before another.
func (p Place) Before(other Place) bool {
	return p.Line < other.Line || p.Line == other.Line && p.Byte < other.Byte
}

// lines is a text as its lines, each with its end, so that a change costs what it
// changes. There is always a last one without an end, which may be empty. Lines end
// with LF, CRLF or CR alone, as they do to grammar and to the protocol of editors.
type lines struct {
	all []string

	// The first same lines, and the last, are what they were when settle was called.
	same, sameLast int
}

func newLines(text string) lines { return lines{all: splitLines(nil, text)} }

// splitLines appends the lines of a text.
func splitLines(dst []string, text string) []string {
	for {
		i := strings.IndexAny(text, "\r\n")
		if i < 0 {
			return append(dst, text)
		}
		end := i + 1
		if text[i] == '\r' && end < len(text) && text[end] == '\n' {
			end++
		}
		dst = append(dst, text[:end])
		text = text[end:]
	}
}

// content returns a line without its end.
func (l *lines) content(line int) string { return strings.TrimRight(l.all[line], "\r\n") }

// clip returns the place in the text that p stands for.
func (l *lines) clip(p Place) Place {
	switch last := len(l.all) - 1; {
	case p.Line < 0:
		return Place{}
	case p.Line > last:
		return Place{last, len(l.all[last])}
	}
	return Place{p.Line, min(max(p.Byte, 0), len(l.content(p.Line)))}
}

// change puts text in place of what stands between two places.
func (l *lines) change(from, to Place, text string) {
	from, to = l.clip(from), l.clip(to)
	if to.Before(from) {
		from, to = to, from
	}
	first, last := from.Line, to.Line
	text = l.all[first][:from.Byte] + text + l.all[last][to.Byte:]
	if first > 0 && strings.HasPrefix(text, "\n") && strings.HasSuffix(l.all[first-1], "\r") {
		first-- // they are one end
		text = l.all[first] + text
	}
	with := splitLines(nil, text)
	if last+1 < len(l.all) {
		with = with[:len(with)-1] // what stands after the last end is the next line
	}
	l.same, l.sameLast = min(l.same, first), min(l.sameLast, len(l.all)-1-last)
	if len(with) == last+1-first {
		copy(l.all[first:], with)
	} else {
		l.all = slices.Replace(l.all, first, last+1, with...)
	}
}

// replace puts another text in place of all, which mostly differs in a few lines.
func (l *lines) replace(text string) {
	with := splitLines(make([]string, 0, len(l.all)+1), text)
	least := min(len(with), len(l.all))
	same, last := 0, 0
	for same < least && with[same] == l.all[same] {
		same++
	}
	for last < least-same && with[len(with)-1-last] == l.all[len(l.all)-1-last] {
		last++
	}
	l.same, l.sameLast, l.all = min(l.same, same), min(l.sameLast, last), with
}

// settle makes the text the one that same and sameLast are counted against.
func (l *lines) settle() { l.same, l.sameLast = len(l.all), len(l.all) }

// starts appends where each line begins, in bytes, and where the text ends.
func (l *lines) starts(dst []int) []int {
	at := 0
	for _, line := range l.all {
		dst = append(dst, at)
		at += len(line)
	}
	return append(dst, at)
}

// reader reads the text from a place on.
func (l *lines) reader(from Place) io.Reader {
	return &linesReader{l.all[from.Line][from.Byte:], l.all[from.Line+1:]}
}

type linesReader struct {
	line string
	next []string
}

func (r *linesReader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if r.line == "" {
			if len(r.next) == 0 {
				break
			}
			r.line, r.next = r.next[0], r.next[1:]
			continue
		}
		k := copy(p[n:], r.line)
		n += k
		r.line = r.line[k:]
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

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

// moved returns where a unit begins now, or -1 if that is not known.
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
