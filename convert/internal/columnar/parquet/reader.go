package parquet

import (
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Reader reads the games of a table games, one at a time: one that Stolb wrote,
// or that others wrote with the same columns, packed with snappy, zstd or not at
// all. It reads the columns that make a game and no others. It is not safe for
// concurrent use.
type Reader struct {
	meta    *format.FileMetaData
	columns [len(names)]column
	group   int   // the next row group
	rows    int64 // of the one before, still to be read
	parser  *columnar.Parser
}

// names are the columns of games from which a game is read again; those from
// number on are numbers.
var names = [...]string{"file", "format", "record", "number", "line", "byte"}

const firstNumber = 3

// NewReader returns a Reader of a Parquet file of the given size in bytes.
func NewReader(r io.ReaderAt, size int64) (*Reader, error) {
	meta, err := footer(r, size)
	if err != nil {
		return nil, err
	}
	unpacker, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, wrap(err)
	}
	reader := &Reader{meta: meta, parser: columnar.NewParser()}
	fields, err := topLevel(meta.Schema)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		e, ok := fields[name]
		if !ok {
			return nil, columnar.NoColumn(name, func(name string) bool { return fields[name] != nil })
		}
		kind := e.Type.V
		switch {
		case e.NumChildren.V > 0 || e.RepetitionType.V == format.Repeated:
			return nil, message.Of("parquet.column", "column", name, "why", message.Of("parquet.list"))
		case i < firstNumber && kind != format.ByteArray, i >= firstNumber && kind != format.Int32 && kind != format.Int64:
			return nil, message.Of("parquet.column", "column", name, "why", message.Of("parquet.type", "type", kind.String()))
		}
		reader.columns[i] = column{
			file: r, size: size, most: maxPage, name: name, kind: kind, null: e.RepetitionType.V == format.Optional, zstd: unpacker,
		}
	}
	return reader, nil
}

// topLevel returns the columns of a schema, which is a tree whose nodes stand
// before their children.
func topLevel(schema []format.SchemaElement) (map[string]*format.SchemaElement, error) {
	fields := make(map[string]*format.SchemaElement)
	if len(schema) == 0 {
		return nil, wrap(message.Of("parquet.no-schema"))
	}
	deeper := int64(0) // elements of the column before that are still to come
	for i := 1; i < len(schema); i++ {
		e := &schema[i]
		if deeper == 0 {
			fields[e.Name] = e
		} else {
			deeper--
		}
		if e.NumChildren.V < 0 {
			return nil, wrap(message.Of("parquet.children", "n", int64(e.NumChildren.V)))
		}
		deeper += int64(e.NumChildren.V)
	}
	return fields, nil
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
	for r.rows == 0 {
		if err := r.next(); err != nil {
			return c, err
		}
	}
	r.rows--
	var texts [firstNumber]string
	var numbers [len(names) - firstNumber]int64
	for i := range r.columns {
		if i < firstNumber {
			texts[i], err = r.columns[i].text()
		} else {
			numbers[i-firstNumber], err = r.columns[i].whole()
		}
		if err != nil {
			return c, err
		}
	}
	recorded := columnar.Recorded{
		File: texts[0], Format: texts[1], Record: texts[2],
		Number: int(numbers[0]), Line: int(numbers[1]), Byte: numbers[2],
	}
	return recorded.Chunk()
}

// next begins the next row group; io.EOF behind the last.
func (r *Reader) next() error {
	if r.group == len(r.meta.RowGroups) {
		return io.EOF
	}
	g := &r.meta.RowGroups[r.group]
	r.group++
	if g.NumRows < 0 {
		return wrap(message.Of("parquet.rows", "n", g.NumRows))
	}
	for i := range r.columns {
		c := &r.columns[i]
		m := chunkOf(g, c.name)
		if m == nil {
			return c.wrap(message.Of("parquet.no-group"))
		}
		if err := c.begin(m, g.NumRows); err != nil {
			return c.wrap(err)
		}
	}
	r.rows = g.NumRows
	return nil
}

// chunkOf returns a column of a row group; nil where it has none.
func chunkOf(g *format.RowGroup, name string) *format.ColumnMetaData {
	for i := range g.Columns {
		if m := &g.Columns[i].MetaData; len(m.PathInSchema) == 1 && m.PathInSchema[0] == name {
			return m
		}
	}
	return nil
}

// Close lets go of what reading took. It does not close the file.
func (r *Reader) Close() error {
	r.columns[0].zstd.Close()
	return nil
}
