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

// Cutter cuts a stream into the texts of its games, in bounded memory.
type Cutter = cut.Cutter

// Chunk is the text of one game, not yet parsed. The text shares its memory with those around it,
// some 128 KiB: a program that keeps a few games of a large file keeps strings.Clone of them.
type Chunk = cut.Chunk

// Board is what the rules of the games say, for a Cutter of sheets.
type Board = cut.Board

// UnknownNode is the node of a Board whose position is not known.
const UnknownNode = cut.UnknownNode

// Beginning is a place where a game begins, and what ResumeCutter has to know to go on from there.
type Beginning = cut.Beginning

// Format is how a game is written down.
type Format = cut.Format

// The formats that a Cutter distinguishes.
const (
	Sheet       = cut.Sheet       // a score sheet of any layout
	PDN         = cut.PDN         // tag pairs and movetext
	JSON        = cut.JSON        // one JSON object a line
	Composition = cut.Composition // problems with their solutions in abbreviated notation
)

// The most bytes that the text of one game may have, as UTF-8. A longer one is cut
// off there with a fault record.TooLarge.
const (
	MaxGame = cut.MaxGame
	MaxJSON = cut.MaxJSON // of an object of JSON, which has the text and what was read in it
)

// ErrEncoding is the error of NewCutter for an encoding that it does not know.
var ErrEncoding = cut.ErrEncoding

// NewCutter returns a Cutter for the text of r. The file's name is only
// reported. enc names the encoding (see Encodings); with "" it is found from
// the strings. The error says which encodings there are.
func NewCutter(r io.Reader, file, enc string) (*Cutter, error) {
	return cut.New(r, file, enc, languagesToCut)
}

// ResumeCutter returns a Cutter that goes on from where a game begins in a text
// that was cut before. The text has to be UTF-8, and r to give it from there on;
// places are counted on from from.Offset, lines from 1, columns from from.Column.
func ResumeCutter(r io.Reader, file string, from Beginning) *Cutter {
	return cut.Resume(r, file, from, languagesToCut)
}

// Encodings returns the names of the encodings that NewCutter and Decode know.
func Encodings() []string { return cut.Encodings() }

// Decoded returns what gives r as UTF-8, from the encoding with that name, which for "" is
// found as NewCutter finds it, and what return record.Source.Width for what has been read of it,
// and how many bytes are before it, of a byte order mark.
func Decoded(r io.Reader, enc string) (text io.Reader, width func() func(string) int, bom func() int64, err error) {
	return cut.Decoded(r, enc, sheet.KnownWord)
}

// Decode reads all of r as UTF-8: see Decoded.
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
