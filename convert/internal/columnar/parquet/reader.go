package parquet

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// Reader reads the games of a table games, one at a time: one that Stolb wrote, or that
// others wrote with the same columns, packed with snappy, zstd or not at all. It reads
// the columns that make a game and no others, each after guard has seen its pages. It is
// not safe for concurrent use.
type Reader struct {
	file    *parquet.File
	guard   guard
	columns [len(names)]column
	group   int   // the next row group
	rows    int64 // of the one before, still to be read
}

// names are the columns of games from which a game is read again; those from
// firstNumber on are numbers.
var names = [...]string{"file", "format", "record", "number", "line", "byte"}

const firstNumber = 3

// column reads the values of a column of a row group.
type column struct {
	at      int // among the leaves of the schema
	pages   parquet.Pages
	values  parquet.ValueReader // of a page
	buffer  [64]parquet.Value
	pending []parquet.Value
}

// NewReader returns a Reader of a Parquet file of the given size in bytes.
func NewReader(r io.ReaderAt, size int64) (reader *Reader, err error) {
	defer recovered(&err)
	if err := openable(r, size); err != nil {
		return nil, err
	}
	file, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, wrap(message.Of("parquet.footer", "", err))
	}
	reader = &Reader{file: file, guard: guard{file: r, size: size, most: maxPage}}
	has := func(name string) bool {
		_, ok := file.Schema().Lookup(name)
		return ok
	}
	for i, name := range names {
		leaf, ok := file.Schema().Lookup(name)
		if !ok {
			return nil, columnar.NoColumn(name, has)
		}
		if !leaf.Node.Leaf() || leaf.Node.Repeated() {
			return nil, inColumn(name, message.Of("parquet.list"))
		}
		kind := leaf.Node.Type().Kind()
		if text := kind == parquet.ByteArray; text != (i < firstNumber) ||
			!text && kind != parquet.Int32 && kind != parquet.Int64 {
			return nil, inColumn(name, message.Of("parquet.type", "type", kind.String()))
		}
		reader.columns[i].at = leaf.ColumnIndex
	}
	return reader, nil
}

// recovered makes an error of a panic: the library panics where some lengths or offsets
// cannot be.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = wrap(message.Of("parquet.damaged", "", fmt.Errorf("parquet: %v", p)))
	}
}

// inColumn says which column has what is wrong.
func inColumn(name string, err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = message.Of("parquet.ends-early", "", err)
	} else if _, ok := err.(message.Message); !ok {
		err = message.Of("parquet.damaged", "", err)
	}
	return message.Of("parquet.column", "column", name, "why", err)
}

// Chunk returns the text of the next game, or io.EOF after the last.
func (r *Reader) Chunk() (c grammar.Chunk, err error) {
	defer recovered(&err)
	for r.rows == 0 {
		if err := r.next(); err != nil {
			return c, err
		}
	}
	r.rows--
	var texts [firstNumber]string
	var numbers [len(names) - firstNumber]int64
	for i := range r.columns {
		v, err := r.columns[i].next()
		switch {
		case err != nil:
			return c, inColumn(names[i], err)
		case i < firstNumber:
			texts[i] = string(v.ByteArray())
		case v.Kind() == parquet.Int32:
			numbers[i-firstNumber] = int64(v.Int32())
		default:
			numbers[i-firstNumber] = v.Int64()
		}
	}
	recorded := columnar.Recorded{
		File: texts[0], Format: texts[1], Record: texts[2],
		Number: int(numbers[0]), Line: int(numbers[1]), Byte: numbers[2],
	}
	return recorded.Chunk()
}

// next returns the next value of the column, which is there until the next call.
func (c *column) next() (v parquet.Value, err error) {
	for len(c.pending) == 0 {
		if c.values == nil {
			page, err := c.pages.ReadPage()
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				return v, err
			}
			c.values = page.Values()
		}
		n, err := c.values.ReadValues(c.buffer[:])
		if c.pending = c.buffer[:n]; err == io.EOF {
			c.values = nil
		} else if err != nil {
			return v, err
		}
	}
	v = c.pending[0]
	c.pending = c.pending[1:]
	return v, nil
}

// next begins the next row group; io.EOF after the last.
func (r *Reader) next() error {
	if err := r.Close(); err != nil {
		return err
	}
	groups := r.file.RowGroups()
	if r.group == len(groups) {
		return io.EOF
	}
	g := groups[r.group]
	meta := &r.file.Metadata().RowGroups[r.group]
	r.group++
	if g.NumRows() < 0 {
		return wrap(message.Of("parquet.rows", "n", g.NumRows()))
	}
	chunks := g.ColumnChunks()
	for i := range r.columns {
		c := &r.columns[i]
		if c.at >= len(chunks) || c.at >= len(meta.Columns) {
			return inColumn(names[i], message.Of("parquet.no-group"))
		}
		if err := r.guard.column(&meta.Columns[c.at].MetaData, g.NumRows()); err != nil {
			return inColumn(names[i], err)
		}
		*c = column{at: c.at, pages: chunks[c.at].Pages()}
	}
	r.rows = g.NumRows()
	return nil
}

// Close lets go of what reading took. It does not close the file.
func (r *Reader) Close() error {
	for i := range r.columns {
		if c := &r.columns[i]; c.pages != nil {
			if err := c.pages.Close(); err != nil {
				return wrap(err)
			}
			c.pages = nil
		}
	}
	return nil
}
