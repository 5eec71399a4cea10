package columnar

import (
	"errors"
	"fmt"
	"io"

	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Recorded is the columns of games from which a game is read again.
type Recorded struct {
	File         string
	Number, Line int
	Byte         int64
	Format       string
	Record       string
}

// Chunk returns the text of the game and what it is to be read as, so that
// reading can go to workers: by a jsonl.Parser where its format is JSON, else
// by a grammar.Parser. The error says that it is longer than a game can be.
func (r *Recorded) Chunk() (grammar.Chunk, error) {
	if len(r.Record) > grammar.MaxJSON {
		return grammar.Chunk{}, message.Of("columnar.too-long", "game", r.Number, "file", r.File, "bytes", len(r.Record), "most", grammar.MaxJSON)
	}
	c := grammar.Chunk{
		Source: record.Source{File: r.File, Number: r.Number, Offset: r.Byte, Line: r.Line},
		Text:   r.Record, Last: true,
	}
	switch r.Format {
	case "json":
		c.Format = grammar.JSON
	case "pdn":
		c.Format = grammar.PDN
	}
	return c, nil
}

// Parser turns what was recorded into games. It is not safe for concurrent use.
type Parser struct {
	written *grammar.Parser
	json    *jsonl.Parser
}

// NewParser returns a Parser.
func NewParser() *Parser { return &Parser{grammar.NewParser(), jsonl.NewParser()} }

// Parse reads a game. All of it comes back as it was: its place, text, tags,
// moves as written with all that is attached to them, positions, result and
// faults. If the record did not say what was played, the game says what it was
// judged as. Parse never fails: what cannot be read is a fault of the game.
func (p *Parser) Parse(c grammar.Chunk) *record.Game {
	if c.Format == grammar.JSON {
		return p.json.Parse(c)
	}
	return p.written.Parse(c)
}

// ErrNoGames is what is wrong with a table plies or faults, from which no game can be
// read: what says so in words wraps it.
var ErrNoGames = errors.New("columnar: this is not the table games")

// Reader reads the games of a table games in Arrow's IPC format, one at a time.
// It reads the columns that make a game and no others, of tables that Stolb
// wrote or that are written like them: packed with zstd or not at all. It is
// not safe for concurrent use.
//
// The library's own reader is not used: it believes every length that it finds
// and takes as much memory.
type Reader struct {
	input  *input
	parser *Parser
	rows   int64
	row    int64
	texts  [len(recorded)]func(int64) (string, error)
	places [len(places)]func(int64) (int64, error)
}

// recorded are the names of Recorded's texts, and places those of its numbers.
var (
	recorded = [...]string{"file", "format", "record"}
	places   = [...]string{"number", "line", "byte"}
)

// NewReader returns a Reader of r, which has an IPC stream; or an IPC file, if
// r can seek and read anywhere, as an *os.File can.
func NewReader(r io.Reader) (reader *Reader, err error) {
	defer recovered(&err)
	in, err := newInput(r)
	if err != nil {
		return nil, err
	}
	for _, names := range [][]string{recorded[:], places[:]} {
		for _, name := range names {
			if in.field(name) == nil {
				return nil, NoColumn(name, func(name string) bool { return in.field(name) != nil })
			}
		}
	}
	return &Reader{input: in, parser: NewParser()}, nil
}

// recovered turns the panic of a flatbuffer that refers to what it has not into
// an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = wrap(message.Of("columnar.not-ipc", "", fmt.Errorf("flatbuffers: %v", p)))
	}
}

// NoColumn returns the error of a table that has not the named column of games:
// ErrNoGames where it is plies or faults, or some columns of them.
func NoColumn(name string, has func(string) bool) error {
	for _, place := range []int{faultCode, faultSeverity, faultWord, faultMessage, faultSuggestions} {
		if has(faultColumns[place].Name) {
			return message.Of("columnar.faults", "", ErrNoGames)
		}
	}
	// A table of openings has moves and plies, too, and of chosen columns any may be
	// missing.
	for _, place := range []int{plyGame, plyMover, plyFrom, plyTo, plyHashBefore, plyHashAfter} {
		if has(plyColumns[place].Name) {
			return message.Of("columnar.plies", "", ErrNoGames)
		}
	}
	return message.Of("columnar.no-column", "column", name)
}

// Read returns the next game, or io.EOF behind the last. The error may say that
// the table is not whole.
func (r *Reader) Read() (*record.Game, error) {
	c, err := r.Chunk()
	if err != nil {
		return nil, err
	}
	return r.parser.Parse(c), nil
}

// Chunk is Read without the reading of the game's text.
func (r *Reader) Chunk() (c grammar.Chunk, err error) {
	defer recovered(&err)
	for r.row == r.rows {
		batch, err := r.input.next()
		if err != nil {
			return c, err
		}
		if err := r.columns(batch); err != nil {
			return c, err
		}
	}
	var texts [len(recorded)]string
	for i := range texts {
		if texts[i], err = r.texts[i](r.row); err != nil {
			return c, err
		}
	}
	var numbers [len(places)]int64
	for i := range numbers {
		if numbers[i], err = r.places[i](r.row); err != nil {
			return c, err
		}
	}
	r.row++
	recorded := Recorded{
		File: texts[0], Format: texts[1], Record: texts[2],
		Number: int(numbers[0]), Line: int(numbers[1]), Byte: numbers[2],
	}
	return recorded.Chunk()
}

// columns finds the columns of a batch that make a game.
func (r *Reader) columns(b *batch) error {
	for i, name := range recorded {
		var err error
		if r.texts[i], err = b.texts(r.input.field(name)); err != nil {
			return wrap(err)
		}
	}
	for i, name := range places {
		var err error
		if r.places[i], err = b.numbers(r.input.field(name)); err != nil {
			return wrap(err)
		}
	}
	r.rows, r.row = b.rows, 0
	return nil
}
