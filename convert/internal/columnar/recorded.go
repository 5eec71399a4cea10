package columnar

import (
	"errors"
	"slices"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// recorded is the columns of games from which a game is read again.
type recorded struct {
	File   string `parquet:"file"`
	Format string `parquet:"format"`
	Record string `parquet:"record"`
	Number int64  `parquet:"number"`
	Line   int64  `parquet:"line"`
	Byte   int64  `parquet:"byte"`
}

// recordedColumns are the names of these columns; those from firstNumber on are whole numbers.
var recordedColumns = [...]string{"file", "format", "record", "number", "line", "byte"}

const firstNumber = 3

// chunk returns the text of the game and what it is to be read as, so that
// reading can go to workers: by a jsonl.Parser where its format is JSON, else
// by a grammar.Parser. The error says that it is longer than a game can be.
func (r *recorded) chunk() (grammar.Chunk, error) {
	if len(r.Record) > grammar.MaxJSON {
		return grammar.Chunk{}, message.Of("columnar.too-long", "game", r.Number, "file", r.File,
			"bytes", len(r.Record), "most", grammar.MaxJSON)
	}
	return grammar.Chunk{
		Source: record.Source{File: r.File, Number: int(r.Number), Offset: r.Byte, Line: int(r.Line)},
		Text:   r.Record, Last: true,
		Format: grammar.Format(max(slices.Index(formatWords, r.Format), 0)),
	}, nil
}

// ErrNoGames is what is wrong with a table plies or faults, from which no game can be
// read: what says so in words wraps it.
var ErrNoGames = errors.New("columnar: this is not the table games")

// noColumn returns the error of a table that has not the named column of games:
// ErrNoGames where it is plies or faults, or some columns of them. A table of openings has
// moves and plies, too, and of chosen columns any may be missing.
func noColumn(name string, has func(string) bool) error {
	some := func(of ...string) bool { return slices.ContainsFunc(of, has) }
	switch {
	case some("code", "severity", "word", "message", "suggestions"):
		return message.Of("columnar.faults", "", ErrNoGames)
	case some("game", "mover", "from", "to", "hash_before", "hash_after"):
		return message.Of("columnar.plies", "", ErrNoGames)
	}
	return message.Of("columnar.no-column", "column", name)
}
