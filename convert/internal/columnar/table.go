package columnar

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"
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
	Map    // texts by name: a name, a zero byte, its text, a zero byte, and so on
)

// String returns the type's name in the documentation.
func (t Type) String() string {
	return [...]string{"bool", "int8", "int16", "int32", "int64", "float64", "text", "symbol", "date", "map"}[t]
}

// Size returns how many bytes a value takes in Vector.Fixed.
func (t Type) Size() int { return [...]int{1, 1, 2, 4, 8, 8, 0, 1, 4, 0}[t] }

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
	// OnRequest: the column is written where Format.Wanted says so. It can be worked out of
	// others, and would make the table much larger.
	OnRequest bool
}

// Vector is the values of one column.
type Vector struct {
	Fixed   []byte  // those of any type but Text, little-endian; a Symbol's are indices
	Bytes   []byte  // the texts, consecutive
	Ends    []int32 // where each text ends in Bytes
	Missing []bool  // of an Optional column: the value, though there is one, is none
}

// Cell is a value of a column: a number, the index of a word and 0 or 1 of a Bool among
// them, or a text.
type Cell struct {
	Number int64
	Text   string
	Known  bool // though it is 0 or "" in an Optional column, it is not missing
}

// Add adds a column's cells of rows to a vector.
func Add[Row any](v *Vector, c *Column, rows []Row, cellOf func(*Row) Cell) {
	size, at := c.Type.Size(), len(v.Fixed)
	// Each is written as eight bytes, of which the next takes back those that are too many.
	fixed := slices.Grow(v.Fixed, size*len(rows)+8)[:at+size*len(rows)+8]
	isText, optional := c.Type == Text || c.Type == Map, c.Optional
	for i := range rows {
		cell := cellOf(&rows[i])
		if isText {
			v.Bytes = append(v.Bytes, cell.Text...)
			v.Ends = append(v.Ends, int32(len(v.Bytes)))
		}
		binary.LittleEndian.PutUint64(fixed[at:], uint64(cell.Number))
		at += size
		if optional {
			v.Missing = append(v.Missing, cell.Number == 0 && cell.Text == "" && !cell.Known)
		}
	}
	v.Fixed = fixed[:at]
}

// Pairs returns the names and texts of the i-th value of a Map column, in turn.
func (v *Vector) Pairs(i int) [][]byte {
	pairs := bytes.Split(v.Text(i), []byte{0})
	return pairs[:len(pairs)-1]
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

// Reset removes the rows and keeps their memory.
func (t *Table) Reset() {
	t.Rows = 0
	for i := range t.Vectors {
		v := &t.Vectors[i]
		*v = Vector{v.Fixed[:0], v.Bytes[:0], v.Ends[:0], v.Missing[:0]}
	}
}

// bytes returns how many bytes the values take.
func (t *Table) bytes() (n int) {
	for i := range t.Vectors {
		v := &t.Vectors[i]
		n += len(v.Fixed) + len(v.Bytes) + 4*len(v.Ends) + len(v.Missing)
	}
	return n
}

// table is one of the tables that games are written as.
type table struct {
	name    string
	columns []Column
	rows    func(*Rows) int                       // how many of them a game has
	fill    func(v *Vector, column int, of *Rows) // adds a game's values of a column
}

// column is a column and what its value is in a row; that of the first is the number of the
// game, which Writer gives.
type column[Row any] struct {
	Column
	value func(*Row) Cell
}

// columnsOf returns what the columns are called and mean.
func columnsOf[Row any](columns []column[Row]) (all []Column) {
	for _, c := range columns {
		all = append(all, c.Column)
	}
	return all
}

// batch is rows of a table that are gathered.
type batch struct {
	Table
	table *table
	from  []int // of the columns, among all of the table
}

// chosen returns an empty batch of those columns of a table that are wanted, but for some.
func (t *table) chosen(f *Format, except ...string) *batch {
	b := &batch{table: t}
	choose := func(by func(Column) bool) {
		for i, c := range t.columns {
			if (by == nil || by(c)) && !slices.Contains(except, c.Name) {
				b.Columns, b.from = append(b.Columns, c), append(b.from, i)
			}
		}
	}
	choose(f.Wanted)
	if t.name == "games" {
		for i, name := range f.Tags {
			b.Columns, b.from = append(b.Columns, tagColumn(name)), append(b.from, len(t.columns)+i)
		}
	}
	if len(b.from) == 0 {
		choose(func(c Column) bool { return !c.OnRequest })
	}
	return b.another()
}

// another returns an empty batch of the same columns.
func (b *batch) another() *batch {
	return &batch{Table{Columns: b.Columns, Vectors: make([]Vector, len(b.Columns))}, b.table, b.from}
}

// add adds the rows of a game with this number.
func (b *batch) add(rows *Rows, game int64) {
	n := b.table.rows(rows)
	for i, from := range b.from {
		if from == 0 {
			Add(&b.Vectors[i], &b.Columns[i], make([]struct{}, n), func(*struct{}) Cell { return number(game) })
		} else {
			b.table.fill(&b.Vectors[i], from, rows)
		}
	}
	b.Rows += n
}

// itself is the cell of what is a cell already.
func itself(c *Cell) Cell { return *c }

// number returns the cell of a number.
func number[N ~int | ~int8 | ~int64 | ~uint8 | ~uint64](n N) Cell { return Cell{Number: int64(n)} }

// known returns the cell of a number that may be 0, if it is known.
func known[N ~int | ~int64 | ~uint8 | ~uint64](n N, isKnown bool) Cell {
	if !isKnown {
		return Cell{}
	}
	return Cell{Number: int64(n), Known: true}
}

// text returns the cell of a text.
func text(s string) Cell {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	return Cell{Text: s}
}

// truth returns a Bool as a number.
func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
