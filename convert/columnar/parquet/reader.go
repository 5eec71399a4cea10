package parquet

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/stolb/stolb/convert/columnar"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
)

// Reader reads the games of a table games, one at a time. It is not safe for
// concurrent use.
type Reader struct {
	rows    *parquet.GenericReader[row]
	parser  *columnar.Parser
	buffer  [64]row
	pending []row
}

// row is the columns of games from which a game is read again.
type row struct {
	File   string `parquet:"file"`
	Number int32  `parquet:"number"`
	Line   int32  `parquet:"line"`
	Byte   int64  `parquet:"byte"`
	Format string `parquet:"format"`
	Record string `parquet:"record"`
}

// NewReader returns a Reader of a Parquet file of the given size in bytes.
func NewReader(r io.ReaderAt, size int64) (reader *Reader, err error) {
	// The library panics where some lengths or offsets cannot be.
	defer recovered(&err)
	file, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, wrap(err)
	}
	for _, c := range parquet.SchemaOf(row{}).Columns() {
		if _, ok := file.Schema().Lookup(c...); !ok {
			return nil, columnar.NoColumn(c[0], func(name string) bool {
				_, ok := file.Schema().Lookup(name)
				return ok
			})
		}
	}
	return &Reader{rows: parquet.NewGenericReader[row](file), parser: columnar.NewParser()}, nil
}

func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("parquet: not what Parquet should be: %v", p)
	}
}

// Read returns the next game, or io.EOF behind the last.
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
	if len(r.pending) == 0 {
		n, err := r.rows.Read(r.buffer[:])
		if n == 0 {
			if errors.Is(err, io.EOF) {
				return c, io.EOF
			}
			if err == nil {
				err = io.ErrNoProgress
			}
			return c, wrap(err)
		}
		r.pending = r.buffer[:n]
	}
	x := &r.pending[0]
	r.pending = r.pending[1:]
	recorded := columnar.Recorded{
		File: x.File, Number: int(x.Number), Line: int(x.Line), Byte: x.Byte,
		Format: x.Format, Record: x.Record,
	}
	return recorded.Chunk(), nil
}

// Close lets go of what reading took. It does not close the file.
func (r *Reader) Close() error { return wrap(r.rows.Close()) }
