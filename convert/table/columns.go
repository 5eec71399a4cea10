package table

import (
	"fmt"
	"io"

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
	empty := func() *columnar.Table {
		return &columnar.Table{Columns: columns, Vectors: make([]columnar.Vector, len(columns))}
	}
	batch := empty()
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
			batch = empty()
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
	if c.Optional {
		v.Missing = append(v.Missing, none)
	}
	var number int64
	fits := true
	switch cell := cell.(type) {
	case int:
		number = int64(cell)
	case int64:
		number = cell
	default:
		fits = none && c.Optional
	}
	switch c.Type {
	case columnar.Bool:
		value, ok := cell.(bool)
		v.Bools, fits = append(v.Bools, value), ok || none && c.Optional
	case columnar.Int8, columnar.Symbol:
		v.Int8s = append(v.Int8s, int8(number))
	case columnar.Int16:
		v.Int16s = append(v.Int16s, int16(number))
	case columnar.Int32:
		v.Int32s = append(v.Int32s, int32(number))
	case columnar.Int64:
		v.Int64s = append(v.Int64s, number)
	case columnar.Float64:
		value, ok := cell.(float64)
		if none {
			value = 0
		}
		v.Float64s, fits = append(v.Float64s, value), ok || none && c.Optional
	default:
		text, ok := cell.(string)
		fits = ok || none && c.Optional
		v.AddText(text)
	}
	if !fits {
		return fmt.Errorf("table: column %s: %T is no %v", c.Name, cell, c.Type)
	}
	return nil
}
