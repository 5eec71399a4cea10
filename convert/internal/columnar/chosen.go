package columnar

import "io"

// Chosen returns what makes encoders that write those columns of a table that are
// wanted, and leave out the others. Of a table of which none is, all but those are
// written that can be worked out of others: see Derived.
func Chosen(encoder func(io.Writer, []Column) Encoder, wanted func(Column) bool) func(io.Writer, []Column) Encoder {
	return func(w io.Writer, columns []Column) Encoder {
		c := new(chosen)
		for _, by := range []func(Column) bool{wanted, func(c Column) bool { return !Derived(c) }} {
			for i := range columns {
				if by(columns[i]) {
					c.columns, c.places = append(c.columns, columns[i]), append(c.places, i)
				}
			}
			if len(c.places) > 0 {
				break
			}
		}
		c.Encoder = encoder(w, c.columns)
		return c
	}
}

// Derived says whether a column can be worked out of others: hash_before, which is
// hash_after of the ply before, and a third of the table plies.
func Derived(c Column) bool { return c.Name == "hash_before" }

// chosen writes some columns of a table.
type chosen struct {
	Encoder
	columns []Column
	places  []int // of them in the table
	part    Table // reused
}

func (c *chosen) Encode(t *Table) error {
	c.part = Table{Columns: c.columns, Vectors: c.part.Vectors[:0], Rows: t.Rows}
	for _, i := range c.places {
		c.part.Vectors = append(c.part.Vectors, t.Vectors[i])
	}
	return c.Encoder.Encode(&c.part)
}
