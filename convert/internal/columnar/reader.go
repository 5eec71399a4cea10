package columnar

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// recorded has the columns of the table games from which a game is restored.
type recorded struct {
	File   string `parquet:"file"`
	Format string `parquet:"format"`
	Record string `parquet:"record"`
	Number int64  `parquet:"number"`
	Line   int64  `parquet:"line"`
	Byte   int64  `parquet:"byte"`
}

// recordedColumns are the names of those columns; from firstNumber on they are whole numbers.
var recordedColumns = [...]string{"file", "format", "record", "number", "line", "byte"}

const firstNumber = 3

// ErrNoGames is wrapped by the error for a table plies or faults, from which no game can be read.
var ErrNoGames = errors.New("columnar: this is not the table games")

// Columns that only plies or faults have. Any of them may be missing, for the user can choose
// columns; the columns moves and plies do not count, because openings has them too.
var (
	ofPlies  = []string{"game", "mover", "from", "to", "hash_before", "hash_after"}
	ofFaults = []string{"code", "severity", "word", "message", "suggestions"}
)

// locate returns the places of recordedColumns in a table. Find returns the place of a column, or -1
// if absent, and the kind of its values. The error is that of a table other than games.
func locate(find func(name string) (at int, isText, isWhole bool)) (
	places [len(recordedColumns)]int, err error,
) {
	has := func(name string) bool { at, _, _ := find(name); return at >= 0 }
	for i, name := range recordedColumns {
		at, isText, isWhole := find(name)
		switch {
		case at < 0 && slices.ContainsFunc(ofFaults, has):
			return places, message.Of("columnar.faults", "", ErrNoGames)
		case at < 0 && slices.ContainsFunc(ofPlies, has):
			return places, message.Of("columnar.plies", "", ErrNoGames)
		case at < 0:
			return places, message.Of("columnar.no-column", "column", name)
		}
		reject(i >= firstNumber && !isWhole, message.Of("columnar.no-number", "column", name))
		reject(i < firstNumber && !isText, message.Of("columnar.no-text", "column", name))
		places[i] = at
	}
	return places, nil
}

// Reader reads the games of a table games, one at a time. It is not safe for concurrent use.
type Reader struct {
	next  func() (recorded, error) // io.EOF after the last
	wrong func(error) error        // adds the kind of table to the error of a panic
}

// Chunk returns the text of the next game, or io.EOF after the last. Workers can parse it: with
// jsonl.ParseInto if its format is JSON, else with a grammar.Parser. Chunk returns an error if the
// table is damaged, or if the text is too long for a game.
func (r *Reader) Chunk() (c grammar.Chunk, err error) {
	defer recovered(&err, r.wrong)
	g, err := r.next()
	if err != nil {
		return c, err
	}
	if len(g.Record) > grammar.MaxJSON {
		return c, message.Of("columnar.too-long", "game", g.Number, "file", g.File,
			"bytes", len(g.Record), "most", grammar.MaxJSON)
	}
	return grammar.Chunk{
		Source: record.Source{File: g.File, Number: int(g.Number), Offset: g.Byte, Line: int(g.Line)},
		Text:   g.Record, Last: true,
		Format: grammar.Format(max(slices.Index(formatWords, g.Format), 0)),
	}, nil
}

// recovered turns a panic into an error, to be deferred. The libraries panic on invalid lengths and
// offsets, and so do the checks in this package, with messages.
func recovered(err *error, wrong func(error) error) {
	if p := recover(); p != nil {
		why, ok := p.(error)
		if !ok {
			why = fmt.Errorf("columnar: %v", p)
		}
		*err = wrong(why)
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// reject panics with the message if an input is wrong.
func reject(isWrong bool, why message.Message) {
	if isWrong {
		panic(why)
	}
}

// whyOf returns the message of an error, or damaged for other errors of a library.
func whyOf(err error, damaged message.Message) (why message.Message) {
	switch {
	case errors.As(err, &why): // the library may have wrapped it
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		why = message.Of("columnar.ends-early", "", err)
	default:
		why = damaged
	}
	return why
}
