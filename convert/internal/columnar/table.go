package columnar

import (
	"encoding/binary"
	"slices"
)

// Type is what a column's values are.
type Type uint8

// The types. Whole numbers are signed, because some engines have no others.
const (
	Bool Type = iota
	Int8
	Int16
	Int32
	Int64
	Float64
	Text   // UTF-8
	Symbol // one of the column's Words, of which there are at most 128
	Date   // days since 1970-01-01
)

// String returns the type's name in the documentation.
func (t Type) String() string {
	return [...]string{"bool", "int8", "int16", "int32", "int64", "float64", "text", "symbol", "date"}[t]
}

// Size returns how many bytes a value takes in Vector.Fixed.
func (t Type) Size() int { return [...]int{1, 1, 2, 4, 8, 8, 0, 1, 4}[t] }

// Column is what a column is called and means.
type Column struct {
	Name    string
	Type    Type
	Unit    string   // of a number; "" where there is none
	Words   []string // of a Symbol: all that it can be, by its index
	Meaning string   // a sentence
	// Distinct: hardly two values are alike. The bits of a number are as good as
	// drawn by lot, so that nothing makes it smaller, and a dictionary of texts
	// would be as large as they are.
	Distinct bool
	// Optional: a value may be missing, which says that it is not known, or that
	// there is none.
	Optional bool
}

// Vector is the values of one column.
type Vector struct {
	Fixed   []byte  // those of any type but Text, little-endian; a Symbol's are indices
	Bytes   []byte  // the texts, consecutive
	Ends    []int32 // where each text ends in Bytes
	Missing []bool  // of an Optional column: the value, though there is one, is none
}

// AddNumber adds a value to a column of a type that is not Text.
func (v *Vector) AddNumber(t Type, n int64) {
	v.Fixed = binary.LittleEndian.AppendUint64(v.Fixed, uint64(n))[:len(v.Fixed)+t.Size()]
}

// AddText adds a text to a Text column.
func (v *Vector) AddText(s string) {
	v.Bytes = append(v.Bytes, s...)
	v.Ends = append(v.Ends, int32(len(v.Bytes)))
}

// Text returns the i-th text of a Text column.
func (v *Vector) Text(i int) []byte {
	begin := int32(0)
	if i > 0 {
		begin = v.Ends[i-1]
	}
	return v.Bytes[begin:v.Ends[i]]
}

// Table is rows of one of the tables in columns.
type Table struct {
	Columns []Column
	Vectors []Vector // by column
	Rows    int
}

// table is one of the tables that games are written as.
type table struct {
	name    string
	columns []column
	rows    func(*Rows) int // how many of them a game has
}

// column is a column and how it is filled.
type column struct {
	Column
	fill func(*Vector, *Rows) // appends the values of a game's rows
}

// batch is rows of a table that are gathered.
type batch struct {
	Table
	table *table
	fill  []func(*Vector, *Rows) // by column
}

// chosen returns an empty batch of those columns of a table that are wanted, see Format,
// but for some.
func (t *table) chosen(wanted func(Column) bool, except ...string) *batch {
	b := &batch{table: t}
	for _, by := range []func(Column) bool{wanted, func(c Column) bool { return !Derived(c) }} {
		for _, c := range t.columns {
			if (by == nil || by(c.Column)) && !slices.Contains(except, c.Name) {
				b.Columns, b.fill = append(b.Columns, c.Column), append(b.fill, c.fill)
			}
		}
		if len(b.fill) > 0 {
			break
		}
	}
	return b.another()
}

// another returns an empty batch of the same columns.
func (b *batch) another() *batch {
	return &batch{Table{Columns: b.Columns, Vectors: make([]Vector, len(b.Columns))}, b.table, b.fill}
}

// Derived reports whether a column can be worked out of others: hash_before, which is
// hash_after of the ply before, and a third of the table plies.
func Derived(c Column) bool { return c.Name == "hash_before" }

// add adds the rows of a game.
func (b *batch) add(rows *Rows) {
	for i, fill := range b.fill {
		fill(&b.Vectors[i], rows)
	}
	b.Rows += b.table.rows(rows)
}

// reset empties the batch and keeps its memory.
func (b *batch) reset() {
	b.Rows = 0
	for i := range b.Vectors {
		v := &b.Vectors[i]
		*v = Vector{v.Fixed[:0], v.Bytes[:0], v.Ends[:0], v.Missing[:0]}
	}
}

// bytes returns how many bytes the values take.
func (b *batch) bytes() (n int) {
	for i := range b.Vectors {
		v := &b.Vectors[i]
		n += len(v.Fixed) + len(v.Bytes) + 4*len(v.Ends) + len(v.Missing)
	}
	return n
}

// rowsOf returns a game's rows of a table. Its methods describe columns of that.
type rowsOf[Row any] func(*Rows) []Row

// number describes a column of numbers; where one is optional, 0 is missing.
func (of rowsOf[Row]) number(c Column, value func(*Row) int64) column {
	return column{c, func(v *Vector, rows *Rows) { addNumbers(v, &c, of(rows), value) }}
}

func addNumbers[Row any](v *Vector, c *Column, rows []Row, value func(*Row) int64) {
	size, at, optional := c.Type.Size(), len(v.Fixed), c.Optional
	// Each is written as eight bytes, of which the next takes back those that are too many.
	fixed := slices.Grow(v.Fixed, size*len(rows)+8)[:at+size*len(rows)+8]
	for i := range rows {
		n := value(&rows[i])
		binary.LittleEndian.PutUint64(fixed[at:], uint64(n))
		at += size
		if optional {
			v.Missing = append(v.Missing, n == 0)
		}
	}
	v.Fixed = fixed[:at]
}

// optional describes a column of numbers that may be missing, of which value says whether
// there is one.
func (of rowsOf[Row]) optional(c Column, value func(*Row) (int64, bool)) column {
	c.Optional = true
	return column{c, func(v *Vector, rows *Rows) {
		all := of(rows)
		for i := range all {
			n, known := value(&all[i])
			v.AddNumber(c.Type, n)
			v.Missing = append(v.Missing, !known)
		}
	}}
}

// index describes a column of numbers that follow from a row's index among the game's.
func (of rowsOf[Row]) index(c Column, value func(rows *Rows, i int) int64) column {
	return column{c, func(v *Vector, rows *Rows) {
		i := -1
		addNumbers(v, &c, of(rows), func(*Row) int64 { i++; return value(rows, i) })
	}}
}

// text describes a column of texts; where one is optional, "" is missing.
func (of rowsOf[Row]) text(c Column, value func(*Row) string) column {
	c.Type = Text
	return column{c, func(v *Vector, rows *Rows) {
		all := of(rows)
		for i := range all {
			text := value(&all[i])
			v.AddText(text)
			if c.Optional {
				v.Missing = append(v.Missing, text == "")
			}
		}
	}}
}

// truth returns a Bool as a number.
func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
