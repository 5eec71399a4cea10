package main

import (
	"io"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/columnar"
	"github.com/stolb/stolb/convert/columnar/parquet"
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
	table     string // "games", "plies" or "faults" for one of them, "" for all
	partition []string
	dataset   *columnar.Dataset // of all
	writer    *columnar.Writer  // of one
}

// newTables returns what to convert to, nil for a format that is not of tables,
// or what is wrong with the flags.
func newTables(to, table string, partition, columns []string, path, split string) (*tables, error) {
	for _, f := range tableFormats {
		if f.name != to {
			continue
		}
		wanted, err := wantedColumns(columns, table)
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
// them. The error names one that no table has, or the only table that is written
// where it has none of them.
func wantedColumns(names []string, table string) (func(columnar.Column) bool, error) {
	columns := map[string][]columnar.Column{"games": columnar.Games(), "plies": columnar.Plies(), "faults": columnar.Faults()}
	var known, own []string
	for name, columns := range columns {
		for _, c := range columns {
			known = append(known, c.Name)
			if name == table {
				own = append(own, c.Name)
			}
		}
	}
	slices.Sort(known) // which is meant is the same each time
	if names != nil && len(names) == 0 {
		names = []string{""}
	}
	all, has := slices.Contains(names, "all"), len(names) == 0 || table == ""
	for _, name := range names {
		if name != "all" && !slices.Contains(known, name) {
			return nil, &usageError{say("usage.no-column", "column", name), nearest(name, known)}
		}
		has = has || all || slices.Contains(own, name)
	}
	if !has {
		return nil, &usageError{message: say("usage.no-column-of", "table", table, "columns", strings.Join(names, ", "))}
	}
	return func(c columnar.Column) bool { return all || slices.Contains(names, c.Name) }, nil
}

// begin opens what is written to.
func (t *tables) begin(out *outputs) error {
	if t.table == "" {
		var err error
		t.dataset, err = columnar.CreateDataset(t.path, t.folder, t.partition...)
		if err != nil {
			flag := "-o"
			if message.From(err).ID() == "columnar.no-partition" {
				flag = "--partition"
			}
			return &usageError{message: flag + " " + message.Say(err, language)}
		}
		return nil
	}
	var w io.Writer = out.stdout
	encoder := t.stream
	if out.stdout == nil {
		w, encoder = out.file.buffer, t.folder.Encoder
	}
	switch t.table {
	case "games":
		t.writer = columnar.NewWriter(encoder(w, columnar.Games()), nil, nil)
	case "plies":
		t.writer = columnar.NewWriter(nil, encoder(w, columnar.Plies()), nil)
	case "faults":
		t.writer = columnar.NewWriter(nil, nil, encoder(w, columnar.Faults()))
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
