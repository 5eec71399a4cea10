// Package pdn reads and writes Portable Draughts Notation 3.0, with Stolb's
// extensions for tower games: the tag Variant, the game types 45 to 47 and
// towers in FEN.
//
// Read first: Reader, which reads everything that calls itself PDN; then
// Writer, which writes the standard's strict form.
package pdn

import (
	"io"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
)

// Reader reads games from a stream of PDN, one at a time; memory does not grow
// with the stream. It is not safe for concurrent use: to read on several cores,
// cut the stream with a grammar.Cutter and give each worker a grammar.Parser.
type Reader struct {
	cutter *grammar.Cutter
	parser *grammar.Parser
}

// NewReader returns a Reader of r. The file's name is reported in the games'
// Source. The text may be in any encoding that grammar.NewCutter finds from the
// bytes.
func NewReader(r io.Reader, file string) (*Reader, error) {
	c, err := grammar.NewCutter(r, file, "")
	if err != nil {
		return nil, err
	}
	c.SetFormat(grammar.PDN)
	return &Reader{cutter: c, parser: grammar.NewParser()}, nil
}

// Read returns the next game, or io.EOF at the end of the stream, or the error
// of the underlying reader. A game that breaks the format is no error: it has
// its text, and the reasons in its Faults.
func (r *Reader) Read() (*record.Game, error) {
	chunk, err := r.cutter.Next()
	if err != nil {
		return nil, err
	}
	return r.parser.Parse(chunk), nil
}
