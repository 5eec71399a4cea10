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

// locate returns where a table has these columns, by what says of a name at which place a column
// is, -1 for none, and what its values are. The error is that of a table that is not games.
func locate(find func(name string) (at int, isText, isWhole bool)) (
	places [len(recordedColumns)]int, err error,
) {
	for i, name := range recordedColumns {
		at, isText, isWhole := find(name)
		switch {
		case at < 0:
			return places, noColumn(name, func(name string) bool { at, _, _ := find(name); return at >= 0 })
		case i >= firstNumber && !isWhole:
			panic(message.Of("columnar.no-number", "column", name))
		case i < firstNumber && !isText:
			panic(message.Of("columnar.no-text", "column", name))
		}
		places[i] = at
	}
	return places, nil
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

// Reader reads the games of a table games, one at a time. It is not safe for concurrent use.
type Reader struct {
	next  func() (recorded, error) // io.EOF after the last
	wrong func(error) error        // says of a panic's error in which table it is
}

// Chunk returns the text of the next game, or io.EOF after the last, and what it is to be
// read as, so that reading can go to workers: by a jsonl.Parser where its format is JSON, else
// by a grammar.Parser. The error may say that the table is not whole, or that the text is
// longer than a game can be.
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

// recovered makes an error of a panic: the libraries panic where lengths or offsets cannot be,
// and so does what checks them here, with messages.
func recovered(err *error, wrong func(error) error) {
	if p := recover(); p != nil {
		why, ok := p.(error)
		if !ok {
			why = fmt.Errorf("columnar: %v", p)
		}
		*err = wrong(why)
	}
}

// must panics with an error.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// whyOf returns what is wrong by an error; damaged if a library says it in its own words.
func whyOf(err error, damaged message.Message) (why message.Message) {
	switch {
	case errors.As(err, &why): // which the library may have wrapped
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		why = message.Of("columnar.ends-early", "", err)
	default:
		why = damaged
	}
	return why
}
