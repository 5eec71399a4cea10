package grammar

import (
	"io"

	"github.com/stolb/stolb/grammar/internal/composition"
	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/pdn"
	"github.com/stolb/stolb/grammar/internal/sheet"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Cutter cuts a stream into the texts of its games, in bounded memory. Next returns the next Chunk,
// or io.EOF after the last one; before the first call, Rules and Variant may be set, as
// convert.NewCutter does. "go doc grammar/internal/cut" shows all fields and methods of this type
// and the following ones.
type Cutter = cut.Cutter

// Chunk is the text of one game, not yet parsed: Text, with its place, Source, its Format, and the
// Faults that the Cutter found. It shares some 128 KiB of memory with its
// neighbours: a program that keeps a few games of a large file should keep strings.Clone of them.
type Chunk = cut.Chunk

// Board plays the moves of a game by its rules, for a Cutter of sheets; convert.NewCutter has one.
type Board = cut.Board

// UnknownNode is the node of a Board whose position is unknown.
const UnknownNode = cut.UnknownNode

// Beginning is the place where a game begins, with the state that ResumeCutter needs.
type Beginning = cut.Beginning

// Format is the written form of a game.
type Format = cut.Format

// The formats that a Cutter distinguishes.
const (
	Sheet       = cut.Sheet       // a score sheet of any layout
	PDN         = cut.PDN         // tag pairs and movetext
	JSON        = cut.JSON        // one JSON object a line
	Composition = cut.Composition // problems with their solutions in abbreviated notation
)

// MaxGame and MaxJSON limit the text of one game, in bytes of UTF-8. A longer text is cut off there
// with a fault record.TooLarge.
const (
	MaxGame = cut.MaxGame
	MaxJSON = cut.MaxJSON // for a JSON object, which holds both the text and its parsed form
)

// ErrEncoding is wrapped by the errors of NewCutter, Decoded and Decode for an unknown encoding.
var ErrEncoding = cut.ErrEncoding

// NewCutter returns a Cutter for the text of r. The file's name is used only in reports. enc names
// the encoding (see Encodings); if it is "", the encoding is detected from the text. The error
// lists the known encodings.
func NewCutter(r io.Reader, file, enc string) (*Cutter, error) {
	return cut.New(r, file, enc, languagesToCut)
}

// ResumeCutter returns a Cutter that continues at the beginning of a game in a text that was cut
// before. r must yield the text from there on, in UTF-8. Offsets count from from.Offset, lines from
// 1, and columns from from.Column.
func ResumeCutter(r io.Reader, file string, from Beginning) *Cutter {
	return cut.Resume(r, file, from, languagesToCut)
}

// Numberings are the places of square 1 in which books of one variant differ: where the variant has
// it, or another corner of its row, column or diagonal. Chunk.Numbers is an index.
var Numberings = [...]string{"usual", "mirrored", "flipped", "turned"}

// Encodings returns the names of the encodings that NewCutter and Decode know.
func Encodings() []string { return cut.Encodings() }

// Decoded returns a reader of r as UTF-8, with LF for a CR that no LF follows. enc names the
// encoding; "" detects it as NewCutter does. width returns a record.Source.Width for the text read
// so far, and bom the length in bytes of the byte order mark before it.
func Decoded(r io.Reader, enc string) (text io.Reader, width func() func(string) int, bom func() int64, err error) {
	return cut.Decoded(r, enc, sheet.KnownWord)
}

// Decode reads all of r and returns it as UTF-8; see Decoded.
func Decode(r io.Reader, enc string) ([]byte, error) {
	text, _, _, err := Decoded(r, enc)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(text)
}

var languagesToCut = cut.Formats{
	Sheet: func(b cut.Board, v record.Variant) cut.Games { return sheet.NewSplitter(new(word.Table), b, v) },
	PDN:   func() cut.Finder { return new(pdn.Finder) },
	Known: sheet.KnownWord,

	Composition:   func() cut.Finder { return new(composition.Finder) },
	IsComposition: composition.Is,
}
