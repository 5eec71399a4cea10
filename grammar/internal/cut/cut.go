// Package cut splits a stream of any format and encoding into the texts of its games. The Games of
// a format find where games begin, most of them with a Finder.
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

// Format is the format of a game's text.
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

// MaxGame is the maximum size of a game's text in bytes of UTF-8, MaxJSON that of a JSON object,
// which has the text and its interpretation. A longer game is cut off there with a fault
// record.TooLarge, and the text is skipped up to the next place where a game can begin.
const (
	MaxGame = 4 << 20
	MaxJSON = 64 << 20
)

// most returns the maximum size of a game's text in the format.
func (f Format) most() int {
	if f == JSON {
		return MaxJSON
	}
	return MaxGame
}

// Chunk is the unparsed text of one game. It shares memory with the chunks around it.
type Chunk struct {
	Source record.Source
	Text   string
	Format Format
	Faults []record.Fault // found by the Cutter, such as record.TooLarge
	Last   bool           // no game follows in the stream

	Section // the section of a bulletin that a sheet is in

	// Others is the variant shown by the other games of the file, if this game names none and may
	// be of it. The Cutter does not set it.
	Others record.Variant

	// Numbers is how the corner of the file's square 1 differs from that of its variant's own
	// numbers, as an index of grammar.Numberings. The Cutter does not set it.
	Numbers uint8

	// Reading has the roles of a sheet's text; nil if not known yet.
	Reading Reading
}

// IsWhole reports whether the game depends on nothing but its text and a variant given by the user.
// JSON does not qualify: its data may have been edited since the text was read.
func (c *Chunk) IsWhole() bool {
	return c.Format != JSON && c.Section == Section{} && c.Others == record.UnknownVariant && c.Numbers == 0
}

// Section is the head of a bulletin's section, for games that lack these data.
type Section struct {
	Variant record.Variant
	Head    [len(SectionTags)]string // values of SectionTags
}

// SectionTags are the tags that a section's head may give its games. The last one, the day of the
// round, takes precedence over the date of the tournament.
var SectionTags = [...]string{"Event", "Site", "Date", "Round", "Date"}

// Reading has the roles of the characters in a sheet's text.
type Reading interface {
	// Section returns the sections of this text and of the next one, given that of the text before.
	Section(before Section) (here, next Section)
}

// setSection sets the chunk's Section, given the one so far, and returns the next chunk's.
func (c *Chunk) setSection(before Section) Section {
	if c.Section = before; c.Reading != nil {
		c.Section, before = c.Reading.Section(before)
	}
	return before
}

// Cutter splits a stream into the texts of its games. It holds at most one game's text and a block
// of the stream. Consecutive chunks leave no gap: joined, they are the text of the stream, without
// leading blank lines and text beyond MaxGame.
type Cutter struct {
	text   *textReader
	format Format
	known  bool // format is known
	forced bool // given by the user

	buf    string // pending text, the end of block
	atLine bool   // buf begins a line
	err    error  // returned once buf is empty

	block   strings.Builder // part of the stream; the texts of its games share its memory
	scratch []byte          // read buffer; nil before the first read

	formats Formats
	games   Games
	lines   byLines // the Games of a format that has a Finder
	over    bool    // skipping the rest of a game that is too large

	// Rules makes the Board that plays the moves of sheets where finding a game needs it; nil for
	// none. Variant applies if a sheet names no variant.
	Rules   func() Board
	Variant record.Variant

	section Section       // of the text so far
	source  record.Source // of the first byte of buf, with the number of the last game
	handed  int64         // bytes of text, as UTF-8, before buf
}

// Formats supplies a Cutter with the languages of the formats.
type Formats struct {
	Sheet            func(Board, record.Variant) Games
	PDN, Composition func() Finder

	IsComposition func(text string) bool // text begins like a composition
	Known         func(word string) bool // reports whether sheets use a word, to detect their encoding
}

// Board applies the rules of the games. A node is a set of positions that may be on a board. A
// Board is not safe for concurrent use.
type Board interface {
	// Start returns the node of the initial position; ok is false if there are no rules for v.
	Start(v record.Variant) (node int32, ok bool)
	// Set returns the node of a position, given once for each variant that it may be of.
	Set(positions []record.Position) (node int32, ok bool)
	// Play returns the node after a move written as w, or after any move if w is nil. It is false
	// if there is no such move, and next is UnknownNode if there are too many to follow.
	Play(node int32, w *record.Word) (next int32, ok bool)
	// Forget drops all nodes but those of Start and Set. It reports whether it dropped these, too,
	// because there were many.
	Forget() bool
}

// UnknownNode is the node of a board with an unknown position.
const UnknownNode int32 = -2

// Games finds consecutive games in a text. From the start of a game on, its results depend neither
// on the preceding text nor on how much text is available.
type Games interface {
	// Next returns the length in bytes of the first game of a text, and the roles of its text, nil
	// if not known yet. If it needs more text, ok is false: it is then called again with a longer
	// text, otherwise with the text after the game. whole says that the text is complete. For a
	// torn text it returns how many bytes to skip, and 0 where a game may begin.
	Next(text string, whole bool) (n int, reading Reading, ok bool)
	// Reset precedes another text, which begins within a skipped game if torn is set.
	Reset(torn bool)
}

// New is grammar.NewCutter with the given formats.
func New(r io.Reader, file, enc string, formats Formats) (*Cutter, error) {
	t, err := newTextReader(r, enc, formats.Known)
	if err != nil {
		return nil, err
	}
	return &Cutter{formats: formats, text: t, atLine: true,
		source: record.Source{File: file, Line: 1}}, nil
}

// piece is the most text to read at once, and the longest piece of a line to pass to a Finder.
const piece = 64 << 10

// Next returns the next game's text. After the last one it returns io.EOF, or the error of the
// underlying reader.
func (c *Cutter) Next() (Chunk, error) {
	if !c.known && !c.begin() {
		return Chunk{}, c.err
	}
	if c.games == nil {
		c.makeGames()
	}
	most := c.format.most()
	for {
		text, large := c.buf, len(c.buf) > most
		if large {
			text = text[:withinRune(text, most)]
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
		c.source.Number++
		c.source.Width = c.text.width()
		chunk := Chunk{Text: c.buf[:n], Format: c.format, Source: c.source, Reading: reading}
		c.skip(n)
		c.section = chunk.setSection(c.section)
		if c.over {
			chunk.Faults = append(chunk.Faults, record.Fault{Code: record.TooLarge,
				Severity: record.Unreadable, At: n,
				Message: message.Of("grammar.too-long", "most", most)})
		}
		chunk.Last = c.err != nil && c.buf == ""
		return chunk, nil
	}
}

// withinRune returns the last offset up to n at which a character of text begins.
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

// From the start of a game on, a Cutter does not depend on the preceding text, so that several can
// share a text, and one can resume it later.

// Beginning is the start of a game and all that a Cutter needs to resume there. Texts that are
// equal from there on are split equally.
type Beginning struct {
	Offset int64 // in bytes of the text as UTF-8
	Format Format
	Line   bool // a line begins there
	Column int  // of the place in its line, 1-based; 0 if the line begins there

	// Section is that of the text so far. It does not affect how the text is split.
	Section
	Others  record.Variant // likewise
	Numbers uint8          // likewise
}

// Beginning returns where the next game begins. It is false before the first game, whose format is
// not known yet, and after a text that was cut off, where the next game has yet to be found.
func (c *Cutter) Beginning() (Beginning, bool) {
	at, ok := c.place()
	at.Section = c.section
	return at.Beginning, ok
}

// Resume is grammar.ResumeCutter with the given formats.
func Resume(r io.Reader, file string, from Beginning, formats Formats) *Cutter {
	text := &textReader{enc: textEncodings[0], started: true, decoded: r}
	return &Cutter{
		format: from.Format, known: true,
		formats: formats, text: text, atLine: from.Line, section: from.Section,
		source: record.Source{File: file, Offset: from.Offset, Line: 1, Column: from.Column},
		handed: from.Offset,
	}
}

// OfText returns a Cutter for a UTF-8 text of a known format.
func OfText(text string, f Format, formats Formats) *Cutter {
	c := Resume(strings.NewReader(""), "", Beginning{Format: f, Line: true}, formats)
	c.buf, c.err = text, io.EOF
	return c
}
