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
	file   *parquet.File
	guard  guard
	leaves [len(columnar.RecordedColumns)]int // of the columns among those of the schema
	group  int                                // the next row group
	rows   *parquet.GenericReader[columnar.Recorded]
	row    [1]columnar.Recorded
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
	for i, name := range columnar.RecordedColumns {
		leaf, ok := file.Schema().Lookup(name)
		if !ok {
			return nil, columnar.NoColumn(name, has)
		}
		if !leaf.Node.Leaf() || leaf.Node.Repeated() {
			return nil, inColumn(name, message.Of("parquet.list"))
		}
		kind := leaf.Node.Type().Kind()
		if text := kind == parquet.ByteArray; text != (i < columnar.FirstNumber) ||
			!text && kind != parquet.Int32 && kind != parquet.Int64 {
			return nil, inColumn(name, message.Of("parquet.type", "type", kind.String()))
		}
		reader.leaves[i] = leaf.ColumnIndex
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
	for {
		if r.rows != nil {
			n, err := r.rows.Read(r.row[:])
			if n > 0 {
				return r.row[0].Chunk()
			}
			if err != io.EOF {
				return c, wrap(message.Of("parquet.damaged", "", err))
			}
		}
		if err := r.next(); err != nil {
			return c, err
		}
	}
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
	for i, leaf := range r.leaves {
		if leaf >= len(g.ColumnChunks()) || leaf >= len(meta.Columns) {
			return inColumn(columnar.RecordedColumns[i], message.Of("parquet.no-group"))
		}
		if err := r.guard.column(&meta.Columns[leaf].MetaData, g.NumRows()); err != nil {
			return inColumn(columnar.RecordedColumns[i], err)
		}
	}
	r.rows = parquet.NewGenericRowGroupReader[columnar.Recorded](g)
	return nil
}

// Close lets go of what reading took. It does not close the file.
func (r *Reader) Close() error {
	if r.rows == nil {
		return nil
	}
	rows := r.rows
	r.rows = nil
	return wrap(rows.Close())
}
