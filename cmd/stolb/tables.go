package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/columnar"
	"github.com/stolb/stolb/convert/columnar/parquet"
	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/record/message"
)

// tableFormat is a format of tables in columns.
type tableFormat struct {
	name   string
	folder columnar.Format
	stream func(io.Writer, []columnar.Column) columnar.Encoder // of one table, to standard output
}

var tableFormats = []tableFormat{
	{"arrow", columnar.Arrow, columnar.NewStreamEncoder},
	{"parquet", parquet.Format, parquet.NewEncoder},
}

// tables are what games are written to in columns.
type tables struct {
	tableFormat
	path      string
	table     string // "games" or "plies" for one of them, "" for both
	partition []string
	dataset   *columnar.Dataset // of both
	writer    *columnar.Writer  // of one
}

// newTables returns what to convert to, nil for a format that is not of tables,
// or what is wrong with the flags.
func newTables(to, table string, partition, columns []string, path, split string) (*tables, error) {
	for _, f := range tableFormats {
		if f.name != to {
			continue
		}
		wanted, err := wantedColumns(columns)
		if err != nil {
			return nil, err
		}
		f.folder.Encoder, f.stream = columnar.Chosen(f.folder.Encoder, wanted), columnar.Chosen(f.stream, wanted)
		t := &tables{f, path, table, partition, nil, nil}
		switch {
		case split != "":
			return nil, &usageError{message: say("usage.split-texts", "format", to)}
		case table != "" && partition != nil:
			return nil, &usageError{message: say("usage.partition-or-table")}
		case table == "" && (path == "" || path == "-"):
			return nil, &usageError{message: say("usage.two-tables")}
		}
		return t, nil
	}
	for name, given := range map[string]bool{"table": table != "", "partition": partition != nil, "columns": columns != nil} {
		if given {
			return nil, &usageError{message: say("usage.for-tables", "flag", name)}
		}
	}
	return nil, nil
}

// wantedColumns returns which columns are wanted by their names; "all" is all of
// them. The error names one that no table has.
func wantedColumns(names []string) (func(columnar.Column) bool, error) {
	var known []string
	for _, c := range append(columnar.Games(), columnar.Plies()...) {
		known = append(known, c.Name)
	}
	all := slices.Contains(names, "all")
	for _, name := range names {
		if name != "all" && !slices.Contains(known, name) {
			return nil, &usageError{say("usage.no-column", "column", name), nearest(name, known)}
		}
	}
	return func(c columnar.Column) bool { return all || slices.Contains(names, c.Name) }, nil
}

// begin opens what is written to.
func (t *tables) begin(out *outputs) error {
	if t.table == "" {
		var err error
		t.dataset, err = columnar.CreateDataset(t.path, t.folder, t.partition...)
		if err != nil {
			return &usageError{message: "-o " + err.Error()}
		}
		return nil
	}
	var w io.Writer = out.stdout
	encoder := t.stream
	if out.stdout == nil {
		w, encoder = out.file.buffer, t.folder.Encoder
	}
	if t.table == "games" {
		t.writer = columnar.NewWriter(encoder(w, columnar.Games()), nil)
	} else {
		t.writer = columnar.NewWriter(nil, encoder(w, columnar.Plies()))
	}
	return nil
}

func (t *tables) WriteRows(rows *columnar.Rows) error {
	if t.dataset != nil {
		return t.dataset.WriteRows(rows)
	}
	return t.writer.WriteRows(rows)
}

// skip has the games numbered from behind so many.
func (t *tables) skip(games int64) {
	if t.dataset != nil {
		t.dataset.Skip(games)
	} else {
		t.writer.Skip(games)
	}
}

func (t *tables) Close() error {
	if t.dataset != nil {
		return t.dataset.Close()
	}
	w := t.writer
	t.writer = nil
	return w.Close()
}

// Abort drops what was written; after Close it does nothing.
func (t *tables) Abort() {
	if t.dataset != nil {
		t.dataset.Abort()
	} else if t.writer != nil {
		t.writer.Abort()
	}
}

// chunkReader yields the texts of games one by one, and io.EOF at the end.
type chunkReader interface {
	Next() (cut.Chunk, error)
}

type tableReader struct {
	chunk func() (cut.Chunk, error)
}

func (r tableReader) Next() (cut.Chunk, error) { return r.chunk() }

// The first bytes of tables in columns.
const (
	arrowFile   = "ARROW1"
	arrowStream = "\xff\xff\xff\xff"
	parquetFile = "PAR1"
)

// openTable returns a reader of a file that is a table in columns, by its first
// bytes; nil where it is none. The file must stay open while it is read.
func openTable(name string) (chunkReader, io.Closer, error) {
	// A pipe can be opened once.
	if info, err := os.Stat(name); name == "-" || err != nil || !info.Mode().IsRegular() {
		return nil, nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, nil // whoever reads it as text says what is wrong
	}
	begin := make([]byte, 8)
	n, _ := file.ReadAt(begin, 0)
	switch begin := string(begin[:n]); {
	case strings.HasPrefix(begin, arrowFile), strings.HasPrefix(begin, arrowStream):
		r, err := columnar.NewReader(file)
		if err != nil {
			return nil, nil, errors.Join(err, file.Close())
		}
		return tableReader{r.Chunk}, file, nil
	case strings.HasPrefix(begin, parquetFile):
		info, err := file.Stat()
		if err != nil {
			return nil, nil, errors.Join(err, file.Close())
		}
		r, err := parquet.NewReader(file, info.Size())
		if err != nil {
			return nil, nil, errors.Join(err, file.Close())
		}
		return tableReader{r.Chunk}, file, nil
	}
	return nil, nil, file.Close()
}

// openStream returns a reader of what is a table in columns, by its first bytes,
// or nil, and what is to be read as text then. Of a pipe a table can only be
// read as Arrow's stream: the other formats are read from their end.
func openStream(r io.Reader) (text io.Reader, table chunkReader, err error) {
	begin := make([]byte, 6)
	n, err := io.ReadFull(r, begin)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, nil, err
	}
	begin = begin[:n]
	text = io.MultiReader(bytes.NewReader(begin), r)
	switch begin := string(begin); {
	case strings.HasPrefix(begin, arrowStream):
		reader, err := columnar.NewReader(text)
		if err != nil {
			return nil, nil, err
		}
		return nil, tableReader{reader.Chunk}, nil
	case strings.HasPrefix(begin, arrowFile), strings.HasPrefix(begin, parquetFile):
		return nil, nil, message.Of("files.table-from-pipe")
	}
	return text, nil, nil
}
