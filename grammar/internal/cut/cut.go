// Package cut cuts a stream of any format and encoding into the texts of its games.
// The Games of the format say where a game begins, most of them by a Finder.
//
// Read first: Cutter; then Finder.
package cut

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Format is how a game is written down.
type Format uint8

// The formats that a Cutter distinguishes.
const (
	Sheet       Format = iota // a score sheet of any layout
	PDN                       // tag pairs and movetext
	JSON                      // one JSON object a line
	Composition               // problems with their solutions in abbreviated notation
)

// String returns "sheet", "pdn", "json" or "composition", the values of record.Game.Format.
func (f Format) String() string {
	return [...]string{Sheet: "sheet", PDN: "pdn", JSON: "json", Composition: "composition"}[f]
}

// The most bytes of text, as UTF-8, that one game may have, and its object in JSON, which has
// the text and what was read in it. A longer one is cut off there with a fault
// record.TooLarge; what follows is passed over up to the next place where a game can begin.
const (
	MaxGame = 4 << 20
	MaxJSON = 64 << 20
)

// Chunk is the text of one game, not yet parsed. It shares its memory with those around it.
type Chunk struct {
	Source record.Source
	Text   string
	Format Format
	Faults []record.Fault // what cutting found, such as record.TooLarge
	Last   bool           // no game follows in the stream

	Section // in which a sheet is

	// Others is what the games of the file show that name no variant, for one that can be
	// that. The cutter does not set it.
	Others record.Variant

	// Reading is what the roles of a sheet's text are, nil where that is not known yet.
	Reading Reading

	// Seams are the bytes where lines begin that begin another game if the board says so:
	// moves that cannot go on from those before them, but from the start. At most MaxSeams.
	Seams []int
}

// IsWhole says whether the text is all that reading the game depends on, but for a variant that
// the user gives. What JSON says of a game may have been changed since it was read.
func (c *Chunk) IsWhole() bool {
	return c.Format != JSON && c.Section == Section{} && c.Others == record.UnknownVariant
}

// Section is what the head of a bulletin's section says, for games that do not say it themselves.
type Section struct {
	Variant record.Variant
	Head    [len(SectionTags)]string // the values of SectionTags
}

// SectionTags are the tags that a section's head may give its games: the last is the day of the
// round, which goes before that of the tournament.
var SectionTags = [...]string{"Event", "Site", "Date", "Round", "Date"}

// Reading is what the roles of the characters of a sheet's text are.
type Reading interface {
	// Section returns the section in which the text is, and the one in which the next text
	// is, where before is that of the text before.
	Section(before Section) (here, next Section)
}

// setSection sets the chunk's Section, where before is that so far, and returns the next chunk's.
func (c *Chunk) setSection(before Section) Section {
	if c.Section = before; c.Reading != nil {
		c.Section, before = c.Reading.Section(before)
	}
	return before
}

// Cutter cuts a stream into the texts of its games. It holds no more than one game's text and a
// block of the stream. Chunks follow each other without a gap, so that their texts together are the
// stream's text, but for blank lines at its beginning and what is beyond MaxGame.
type Cutter struct {
	text   *textReader
	format Format
	known  bool // format is known
	forced bool // the user said it
	limit  int

	buf    string // text not yet handed out, which is the end of block
	atLine bool   // it begins a line
	err    error  // after which there is no more to be read

	block   strings.Builder // a part of the stream; the texts of its games share its memory
	scratch []byte          // for reading; nil before the first

	formats Formats
	games   Games
	lines   byLines // are the games of a format that has a Finder
	over    bool    // passing over the rest of a game that is too large

	// Rules makes what plays the moves of sheets where it takes that to know where a game
	// begins; nil for none. Variant is what is played where a sheet does not say it.
	Rules   func() Board
	Variant record.Variant

	section Section       // of the text so far
	source  record.Source // of the first byte of buf, and the number of the game before it
	handed  int64         // bytes of the text, as UTF-8, before buf
}

// Formats is what a Cutter has to know of the languages that it cuts.
type Formats struct {
	Sheet            func(Board, record.Variant) Games
	PDN, Composition func() Finder

	IsComposition func(text string) bool // it begins as compositions do
	Known         func(word string) bool // a word of sheets, which shows their encoding
}

// Board is what the rules of the games say. A node is the positions that may stand on a
// board. It is not safe for concurrent use.
type Board interface {
	// Start returns the node at the beginning of a game; false where it has no rules here.
	Start(v record.Variant) (node int32, ok bool)
	// Set returns the node of one of the positions, the same one of several variants.
	Set(positions []record.Position) (node int32, ok bool)
	// Play returns the node after a word, or after any move where that is nil. It is false
	// where no move is such, and node is UnknownNode where there are too many to be followed.
	Play(node int32, w *record.Word) (next int32, ok bool)
	// Forget says that no node but those of Start and Set is needed any more. It returns
	// whether these are forgotten, too, for there were many.
	Forget() bool
}

// UnknownNode is the node of a board whose position is not known.
const UnknownNode int32 = -2

// Games finds the games of a text, one after the other. What it does from where a
// game begins depends neither on the text before nor on how much of it is at hand.
type Games interface {
	// Next returns how many bytes the first game of a text has, and what the roles of its
	// text are, nil where that is not known yet. It is not ok where more of the text has to be
	// at hand to know that: then it is called again with more of it, else with what follows
	// the game. Where whole is set, there is no more of it. Of a torn text it returns how many
	// bytes are passed over, and 0 where a game may begin.
	Next(text string, whole bool) (n int, reading Reading, ok bool)
	// Reset is called before another text, which with torn begins within a game that is left out.
	Reset(torn bool)
}

// New is grammar.NewCutter, for texts of the formats.
func New(r io.Reader, file, enc string, formats Formats) (*Cutter, error) {
	t, err := newTextReader(r, enc, formats.Known)
	if err != nil {
		return nil, err
	}
	return &Cutter{formats: formats, text: t, limit: MaxGame, atLine: true,
		source: record.Source{File: file, Line: 1}}, nil
}

// piece is the most that is read at once, and the most of a line that a Finder is given.
const piece = 64 << 10

// Next returns the next game's text, or io.EOF at the end, or the error of
// the underlying reader once all text before it has been handed out.
func (c *Cutter) Next() (Chunk, error) {
	if !c.known && !c.begin() {
		return Chunk{}, c.err
	}
	if c.games == nil {
		c.makeGames()
	}
	for {
		text, large := c.buf, len(c.buf) > c.limit
		if large {
			text = text[:withinRune(text, c.limit)]
		}
		if text == "" && c.err != nil {
			return Chunk{}, c.err
		}
		n, reading, ok := c.games.Next(text, c.err != nil || large)
		if !ok {
			c.read()
			continue
		}
		if c.over {
			c.over = n > 0
			c.skip(n)
			continue
		}
		c.over = large && n == len(text)
		if large {
			c.games.Reset(c.over)
		}
		chunk := c.take(n)
		chunk.Reading = reading
		c.section = chunk.setSection(c.section)
		if c.over {
			chunk.Faults = append(chunk.Faults, record.Fault{Code: record.TooLarge,
				Severity: record.Unreadable, At: n,
				Message: message.Of("grammar.too-long", "most", c.limit)})
		}
		chunk.Last = c.err != nil && c.buf == ""
		return chunk, nil
	}
}

// withinRune returns the last place in a text up to n where a character begins.
func withinRune(text string, n int) int {
	for n > 1 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}

// read appends a block of the stream to c.buf.
func (c *Cutter) read() {
	if c.block.Cap()-c.block.Len() < piece/2 {
		c.block = strings.Builder{}
		c.block.Grow(max(2*len(c.buf), 2*piece))
		c.block.WriteString(c.buf)
	}
	if c.scratch == nil {
		c.scratch = make([]byte, piece)
	}
	for range 100 {
		n, err := c.text.Read(c.scratch[:min(len(c.scratch), c.block.Cap()-c.block.Len())])
		c.block.Write(c.scratch[:n])
		c.buf = c.block.String()[c.block.Len()-len(c.buf)-n:]
		if c.err = err; n > 0 || err != nil {
			return
		}
	}
	c.err = io.ErrNoProgress
}

// skip drops the first n bytes of c.buf and counts their lines.
func (c *Cutter) skip(n int) {
	if n == 0 {
		return
	}
	c.source.Width = c.text.width()
	c.source = (&record.Game{Source: c.source, Text: c.buf}).SourceAt(n)
	c.atLine = word.IsEnd(c.buf[n-1])
	c.handed += int64(n)
	c.buf = c.buf[n:]
}

// take hands out the first n bytes of c.buf as a game's text.
func (c *Cutter) take(n int) Chunk {
	c.source.Number++
	c.source.Width = c.text.width()
	chunk := Chunk{Text: c.buf[:n], Format: c.format, Source: c.source}
	chunk.Seams = append([]int(nil), c.lines.seams...)
	c.lines.seams = c.lines.seams[:0]
	c.skip(n)
	return chunk
}

// What a Cutter does from where a game begins does not depend on the text before, so
// that several can share a text, and one can go on with it later.

// Beginning is a place where a game begins, and what a Cutter has to know to go on
// from there. Texts that are alike after the place are cut alike from there.
type Beginning struct {
	Offset int64 // in bytes of the text as UTF-8
	Format Format
	Line   bool // a line begins there, too
	Column int  // of the place in its line, from 1; 0 where the line begins there

	// Section is that of the text so far. It does not bear on how the text is cut.
	Section
	Others record.Variant // likewise
}

// Beginning returns where the next game begins. It is false before the first game, whose format is
// not known yet, and after a text that was cut off: there a game has to be looked for.
func (c *Cutter) Beginning() (Beginning, bool) {
	at, ok := c.place()
	at.Section = c.section
	return at.Beginning, ok
}

// Resume is grammar.ResumeCutter, for texts of the formats.
func Resume(r io.Reader, file string, from Beginning, formats Formats) *Cutter {
	text := &textReader{enc: textEncodings[0], started: true, decoded: r}
	c := &Cutter{
		formats: formats, text: text, limit: MaxGame, atLine: from.Line, section: from.Section,
		source: record.Source{File: file, Offset: from.Offset, Line: 1, Column: from.Column},
		handed: from.Offset,
	}
	c.start(from.Format)
	return c
}

// OfText returns a Cutter of a text of the format that is at hand, as UTF-8.
func OfText(text string, f Format, formats Formats) *Cutter {
	c := Resume(strings.NewReader(""), "", Beginning{Format: f, Line: true}, formats)
	c.buf, c.err = text, io.EOF
	return c
}
