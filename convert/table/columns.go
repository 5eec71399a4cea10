package table

import (
	"fmt"
	"io"
	"math"

	"github.com/stolb/stolb/convert/internal/columnar"
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
	out, err := columnar.NewOutput(format, w, columnar.NewTable(columns), string(t.Provenance))
	if err != nil {
		return err
	}
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		for i, place := range places {
			if err := add(&out.Vectors[i], row[place]); err != nil {
				return err
			}
		}
		if out.Rows() == batchRows {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	return out.Close(string(t.Provenance), t.Variants)
}

// add adds a cell to a column.
func add(to *columnar.Vector, cell any) error {
	none := missing(cell)
	var is columnar.Cell
	fits := none && to.Optional
	switch cell := cell.(type) {
	case string:
		is.Text, fits = cell, fits || to.Type == Text
	case bool:
		is.Number, is.Known, fits = int64(columnar.Truth(cell)), true, to.Type == Bool
	case float64:
		fits = fits || to.Type == Float64
		if !none {
			is.Known, is.Number = true, int64(math.Float64bits(cell))
		}
	case int:
		is.Number, fits = int64(cell), fits || isWhole(to.Type)
	case int64:
		is.Number, is.Known, fits = cell, true, isWhole(to.Type)
	}
	if !fits {
		return fmt.Errorf("table: column %s: %T is no %v", to.Name, cell, to.Type)
	}
	to.Add(is)
	return nil
}

// isWhole reports whether the values of a type are whole numbers, or indices of words.
func isWhole(t columnar.Type) bool { return t != Text && t != Bool && t != Float64 }
