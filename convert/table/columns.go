package table

import (
	"fmt"
	"io"
	"math"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/convert/internal/columnar/parquet"
)

// The types of a column in Arrow and Parquet. Cells of numbers and of a Symbol, its index, are ints or int64s,
// those of texts strings.
const (
	Bool    = columnar.Bool
	Int8    = columnar.Int8
	Int16   = columnar.Int16
	Int32   = columnar.Int32
	Int64   = columnar.Int64
	Float64 = columnar.Float64
	Text    = columnar.Text
	Symbol  = columnar.Symbol // one of the column's Words, at most 128
)

// batchRows is how many rows are encoded at a time.
const batchRows = 1 << 14

// writeColumns writes the named columns as Arrow or Parquet.
func (t *Table) writeColumns(w io.Writer, format string) error {
	encoders := map[string]func(io.Writer, []columnar.Column) columnar.Encoder{
		"arrow": columnar.NewFileEncoder, "arrow-stream": columnar.NewStreamEncoder,
		"parquet": parquet.NewEncoder,
	}
	encoder := encoders[format]
	if encoder == nil {
		return fmt.Errorf("table: no format %q", format)
	}
	var columns []columnar.Column
	var places []int // of them among all
	for i, c := range t.Columns {
		if c.Name != "" {
			columns = append(columns, columnar.Column{
				Name: c.Name, Type: c.Type, Unit: c.Unit, Meaning: c.Meaning, Words: c.Words,
				Distinct: c.Distinct, Optional: c.Optional,
			})
			places = append(places, i)
		}
	}
	e := encoder(w, columns)
	columnar.NoteProvenance(e, string(t.Provenance))
	batch := &columnar.Table{Columns: columns, Vectors: make([]columnar.Vector, len(columns))}
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		for i, place := range places {
			if err := add(&batch.Vectors[i], &columns[i], row[place]); err != nil {
				return err
			}
		}
		if batch.Rows++; batch.Rows == batchRows {
			if err := e.Encode(batch); err != nil {
				return err
			}
			batch.Reset()
		}
	}
	if batch.Rows > 0 {
		if err := e.Encode(batch); err != nil {
			return err
		}
	}
	columnar.NoteVersion(e, t.Variants...)
	return e.Close()
}

// add adds a cell to a column.
func add(v *columnar.Vector, c *columnar.Column, cell any) error {
	none := missing(cell)
	var to columnar.Cell
	fits := none && c.Optional
	switch cell := cell.(type) {
	case string:
		to.Text, fits = cell, fits || c.Type == Text
	case bool:
		to.Known, fits = true, c.Type == Bool
		if cell {
			to.Number = 1
		}
	case float64:
		fits = fits || c.Type == Float64
		if !none {
			to.Known, to.Number = true, int64(math.Float64bits(cell))
		}
	case int:
		to.Number, fits = int64(cell), fits || isWhole(c.Type)
	case int64:
		to.Number, to.Known, fits = cell, true, isWhole(c.Type)
	}
	if !fits {
		return fmt.Errorf("table: column %s: %T is no %v", c.Name, cell, c.Type)
	}
	columnar.Add(v, c, []columnar.Cell{to}, func(cell *columnar.Cell) columnar.Cell { return *cell })
	return nil
}

// isWhole reports whether the values of a type are whole numbers, or indices of words.
func isWhole(t columnar.Type) bool { return t != Text && t != Bool && t != Float64 }
