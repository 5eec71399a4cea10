package parquet

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/stolb/stolb/convert/columnar"
	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/record"
)

// Reader reads the games of a table games, one at a time: one that Stolb wrote,
// or that others wrote with the same columns. A row group is looked at before it
// is read, see guard. It is not safe for concurrent use.
type Reader struct {
	file    *parquet.File
	guard   guard
	group   int                         // the next row group
	rows    *parquet.GenericReader[row] // of the one before, nil where that is done
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
	if err := openable(r, size); err != nil {
		return nil, err
	}
	file, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, wrap(err)
	}
	reader = &Reader{file: file, guard: guard{file: r, size: size, most: maxPage}, parser: columnar.NewParser()}
	for _, c := range parquet.SchemaOf(row{}).Columns() {
		column, ok := file.Schema().Lookup(c...)
		if !ok {
			return nil, columnar.NoColumn(c[0], func(name string) bool {
				_, ok := file.Schema().Lookup(name)
				return ok
			})
		}
		if !column.Node.Leaf() || column.Node.Repeated() {
			return nil, fmt.Errorf("parquet: column %s is a list, and a game has one", c[0])
		}
		reader.guard.names = append(reader.guard.names, c[0])
	}
	return reader, nil
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
func (r *Reader) Chunk() (c cut.Chunk, err error) {
	defer recovered(&err)
	for len(r.pending) == 0 {
		if r.rows == nil {
			if err := r.next(); err != nil {
				return c, err
			}
		}
		n, err := r.rows.Read(r.buffer[:])
		r.pending = r.buffer[:n]
		switch {
		case n > 0:
		case errors.Is(err, io.EOF):
			err = r.rows.Close()
			r.rows = nil
			if err != nil {
				return c, wrap(err)
			}
		case err == nil:
			return c, wrap(io.ErrNoProgress)
		default:
			return c, wrap(err)
		}
	}
	x := &r.pending[0]
	r.pending = r.pending[1:]
	recorded := columnar.Recorded{
		File: x.File, Number: int(x.Number), Line: int(x.Line), Byte: x.Byte,
		Format: x.Format, Record: x.Record,
	}
	return recorded.Chunk()
}

// next begins the next row group; io.EOF behind the last.
func (r *Reader) next() error {
	groups := r.file.RowGroups()
	if r.group == len(groups) {
		return io.EOF
	}
	if err := r.guard.rowGroup(&r.file.Metadata().RowGroups[r.group]); err != nil {
		return err
	}
	r.rows = parquet.NewGenericRowGroupReader[row](groups[r.group])
	r.group++
	return nil
}

// Close lets go of what reading took. It does not close the file.
func (r *Reader) Close() error {
	if r.rows == nil {
		return nil
	}
	return wrap(r.rows.Close())
}
