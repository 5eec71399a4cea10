package cut

import "io"

// What a Cutter does from where a game begins depends on nothing that stands
// before. So a text that was cut and has changed since need not be cut from its
// beginning: a game is the same as long as nothing changed from its beginning up
// to where the cutter looked to find its end (Reached), and behind the change the
// games are the same again from the first on that begins where one began before
// (Beginning).

// Beginning is a place where a game begins, and what a Cutter has to know to go on
// from there. Those of two texts that are alike behind the place are alike.
type Beginning struct {
	Offset int64 // in bytes of the text as UTF-8
	Format Format
	Line   bool // a line begins there, too
	Column int  // of the place in its line, from 1; 0 where the line begins there
}

// Beginning returns where the next game begins. It is false before the first
// game, whose format is not known yet, and behind a text that was cut off: there
// a game has to be looked for.
func (c *Cutter) Beginning() (Beginning, bool) {
	return Beginning{c.handed, c.format, c.atLine, c.column}, c.known && !c.over
}

// Reached returns up to where the text had to be looked at to find where the game
// that Next gave begins and ends, in bytes of the text as UTF-8. It is
// greater than the text is long where that the text ends there had a part in it.
func (c *Cutter) Reached() int64 { return c.reached }

// reach notes that buf was looked at up to byte n.
func (c *Cutter) reach(n int) { c.reached = max(c.reached, c.handed+int64(n)) }

// Resume returns a Cutter that goes on from where a game begins. The text has to be
// UTF-8, and r to give it from there on; places are counted on
// from from.Offset, lines from 1, columns from from.Column.
func Resume(r io.Reader, file string, from Beginning, rooms Rooms) *Cutter {
	utf8 := textEncodings[0]
	text := &textReader{src: r, known: rooms.Known, enc: utf8, started: true, decoded: r}
	c := &Cutter{rooms: rooms, text: text, file: file, limit: MaxGame, mark: -1, atLine: from.Line, line: 1, column: from.Column}
	c.start(from.Format)
	c.finder.Reset()
	c.handed, c.offset = from.Offset, from.Offset
	return c
}
