package columnar

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"

	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
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
// by a grammar.Parser.
func (r *Recorded) Chunk() grammar.Chunk {
	c := grammar.Chunk{
		Source: record.Source{File: r.File, Number: r.Number, Offset: r.Byte, Line: r.Line},
		Text:   r.Record, Last: true,
	}
	switch r.Format {
	case "json":
		c.Format = grammar.FormatJSON
	case "pdn":
		c.Format = grammar.FormatPDN
	}
	return c
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
	if c.Format == grammar.FormatJSON {
		return p.json.Parse(c)
	}
	return p.written.Parse(c)
}

// ErrPlies is returned for a table plies, from which no game can be read.
var ErrPlies = errors.New("columnar: this is the table plies; the games are in the table games")

// Reader reads the games of a table games in Arrow's IPC format, one at a time.
// It is not safe for concurrent use.
type Reader struct {
	next   func() (arrow.Record, error) // io.EOF behind the last
	parser *Parser
	batch  arrow.Record
	row    int
	values [len(recorded)]func(int) string
	places [3]func(int) int64
}

// recorded are the names of Recorded's texts, and places those of its numbers.
var (
	recorded = [...]string{"file", "format", "record"}
	places   = [...]string{"number", "line", "byte"}
)

// NewReader returns a Reader of r, which has an IPC stream; or an IPC file, if
// r can seek as an *os.File does.
func NewReader(r io.Reader) (reader *Reader, err error) {
	// The library panics where some lengths or offsets cannot be.
	defer recovered(&err)
	reader = &Reader{parser: NewParser()}
	if file, ok := r.(ipc.ReadAtSeeker); ok {
		begin := make([]byte, len(magic))
		if n, _ := file.ReadAt(begin, 0); n == len(magic) && bytes.Equal(begin, magic) {
			f, err := ipc.NewFileReader(file)
			if err != nil {
				return nil, wrap(err)
			}
			reader.next = f.Read
			return reader, checkSchema(f.Schema())
		}
	}
	buffered := bufio.NewReader(r)
	if begin, _ := buffered.Peek(len(magic)); bytes.Equal(begin, magic) {
		return nil, errors.New("columnar: this is an Arrow file and no stream, and a file is read from its end: give its name, no pipe")
	}
	s, err := ipc.NewReader(buffered)
	if err != nil {
		return nil, wrap(err)
	}
	reader.next = s.Read
	return reader, checkSchema(s.Schema())
}

// checkSchema returns an error where a table is not games.
func checkSchema(schema *arrow.Schema) error {
	for _, names := range [][]string{recorded[:], places[:]} {
		for _, name := range names {
			if !schema.HasField(name) {
				return NoColumn(name, schema.HasField)
			}
		}
	}
	return nil
}

// NoColumn returns the error of a table that has not the named column of games:
// ErrPlies where it is plies.
func NoColumn(name string, has func(string) bool) error {
	for _, c := range plyColumns {
		if !has(c.Name) {
			return fmt.Errorf("columnar: no column %s: this is not a table of games that Stolb wrote", name)
		}
	}
	return ErrPlies
}

func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("columnar: not what Arrow IPC should be: %v", p)
	}
}

// Read returns the next game, or io.EOF behind the last. The error may say that
// the table is not games, or not whole.
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
	for r.batch == nil || r.row == int(r.batch.NumRows()) {
		batch, err := r.next()
		if err == io.EOF || err == nil && batch == nil {
			return c, io.EOF
		}
		if err != nil {
			return c, wrap(err)
		}
		if err := r.columns(batch); err != nil {
			return c, err
		}
		r.batch, r.row = batch, 0
	}
	i := r.row
	r.row++
	recorded := Recorded{
		File: r.values[0](i), Format: r.values[1](i), Record: r.values[2](i),
		Number: int(r.places[0](i)), Line: int(r.places[1](i)), Byte: r.places[2](i),
	}
	return recorded.Chunk(), nil
}

// columns finds the columns of a batch that make a game.
func (r *Reader) columns(batch arrow.Record) error {
	find := func(name string) arrow.Array { return batch.Column(batch.Schema().FieldIndices(name)[0]) }
	misfit := func(name string, a arrow.Array) error {
		return fmt.Errorf("columnar: the column %s is %v, which it is not in a table of games that Stolb wrote", name, a.DataType())
	}
	for i, name := range recorded {
		switch a := find(name).(type) {
		case *array.String:
			r.values[i] = func(i int) string { return string([]byte(a.Value(i))) }
		case *array.Dictionary:
			words, ok := a.Dictionary().(*array.String)
			if !ok {
				return misfit(name, a)
			}
			r.values[i] = func(i int) string { return string([]byte(words.Value(a.GetValueIndex(i)))) }
		default:
			return misfit(name, find(name))
		}
	}
	for i, name := range places {
		switch a := find(name).(type) {
		case *array.Int32:
			r.places[i] = func(i int) int64 { return int64(a.Value(i)) }
		case *array.Int64:
			r.places[i] = a.Value
		default:
			return misfit(name, find(name))
		}
	}
	return nil
}
