package columnar

import "slices"

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

// Vector is the values of one column: that of its fields has them that the
// column's type tells. The values of a Symbol are indices, in Int8s.
type Vector struct {
	Bools    []bool
	Int8s    []int8
	Int16s   []int16
	Int32s   []int32
	Int64s   []int64
	Float64s []float64
	Bytes    []byte  // the texts, consecutive
	Ends     []int32 // where each text ends in Bytes
	Missing  []bool  // of an Optional column: the value, though there is one, is none
}

// Text returns the i-th text of a Text column.
func (v *Vector) Text(i int) []byte { return v.Bytes[v.begin(i):v.Ends[i]] }

// begin returns where the i-th text begins in Bytes.
func (v *Vector) begin(i int) int32 {
	if i == 0 {
		return 0
	}
	return v.Ends[i-1]
}

// AddText adds a text to a Text column.
func (v *Vector) AddText(s string) {
	v.Bytes = append(v.Bytes, s...)
	v.Ends = append(v.Ends, int32(len(v.Bytes)))
}

// add appends the rows from up to to of another vector.
func (v *Vector) add(o *Vector, from, to int) {
	if o.Ends != nil {
		begin := o.begin(from)
		shift := int32(len(v.Bytes)) - begin
		for _, end := range o.Ends[from:to] {
			v.Ends = append(v.Ends, end+shift)
		}
		v.Bytes = append(v.Bytes, o.Bytes[begin:o.begin(to)]...)
	}
	v.Bools = appendRows(v.Bools, o.Bools, from, to)
	v.Int8s = appendRows(v.Int8s, o.Int8s, from, to)
	v.Int16s = appendRows(v.Int16s, o.Int16s, from, to)
	v.Int32s = appendRows(v.Int32s, o.Int32s, from, to)
	v.Int64s = appendRows(v.Int64s, o.Int64s, from, to)
	v.Float64s = appendRows(v.Float64s, o.Float64s, from, to)
	v.Missing = appendRows(v.Missing, o.Missing, from, to)
}

func appendRows[T any](dst, rows []T, from, to int) []T {
	if rows == nil {
		return dst
	}
	return append(dst, rows[from:to]...)
}

// Table is rows of one of the tables in columns.
type Table struct {
	Columns []Column
	Vectors []Vector // by column
	Rows    int
	places  []int // of the columns in the tables that are added; nil for all
}

func newTable(columns []Column) *Table {
	return &Table{Columns: columns, Vectors: make([]Vector, len(columns))}
}

// without returns an empty table like t, but for some columns.
func (t *Table) without(names []string) *Table {
	made := &Table{}
	for i, c := range t.Columns {
		if !slices.Contains(names, c.Name) {
			made.Columns, made.places = append(made.Columns, c), append(made.places, i)
		}
	}
	made.Vectors = make([]Vector, len(made.Columns))
	return made
}

// reset empties the table and keeps its memory.
func (t *Table) reset() {
	t.Rows = 0
	for i := range t.Vectors {
		v := &t.Vectors[i]
		*v = Vector{
			v.Bools[:0], v.Int8s[:0], v.Int16s[:0], v.Int32s[:0], v.Int64s[:0], v.Float64s[:0],
			v.Bytes[:0], v.Ends[:0], v.Missing[:0],
		}
	}
}

// bytes returns about how many bytes the rows take.
func (t *Table) bytes() int {
	n := t.Rows * 4 * len(t.Columns)
	for i := range t.Vectors {
		n += len(t.Vectors[i].Bytes)
	}
	return n
}

// add appends the rows from up to to of another table, whose games, in the first
// column, are numbered on from id.
func (t *Table) add(o *Table, from, to int, id int64) {
	if from == to {
		return
	}
	for i := range t.Vectors {
		place := i
		if t.places != nil {
			place = t.places[i]
		}
		t.Vectors[i].add(&o.Vectors[place], from, to)
	}
	games := t.Vectors[0].Int64s[t.Rows:]
	for i := range games {
		games[i] += id
	}
	t.Rows += to - from
}

// column is a column and how it is filled from rows.
type column[Row any] struct {
	Column
	fill filler[Row]
	// known says that an optional value is there; where it is nil, that is a text
	// that is not empty, and a number that is not 0.
	known func(*Row) bool
}

// filler appends the values of rows to a vector; where they are optional, those that
// are empty or 0 are missing.
type filler[Row any] func(v *Vector, t Type, rows []Row, optional bool)

func columnsOf[Row any](columns []column[Row]) []Column {
	all := make([]Column, len(columns))
	for i, c := range columns {
		all[i] = c.Column
	}
	return all
}

// fillRows appends rows to a table.
func fillRows[Row any](t *Table, columns []column[Row], rows []Row) {
	for i := range columns {
		c, v := &columns[i], &t.Vectors[i]
		c.fill(v, c.Type, rows, c.Optional && c.known == nil)
		if c.known != nil {
			for j := range rows {
				v.Missing = append(v.Missing, !c.known(&rows[j]))
			}
		}
	}
	t.Rows += len(rows)
}

func texts[Row any](value func(*Row) string) filler[Row] {
	return func(v *Vector, _ Type, rows []Row, optional bool) {
		for i := range rows {
			text := value(&rows[i])
			v.AddText(text)
			if optional {
				v.Missing = append(v.Missing, text == "")
			}
		}
	}
}

func numbers[Row any](value func(*Row) int64) filler[Row] {
	return func(v *Vector, t Type, rows []Row, optional bool) {
		switch t {
		case Int8, Symbol:
			v.Int8s = appendNumbers(v.Int8s, rows, value)
		case Int16:
			v.Int16s = appendNumbers(v.Int16s, rows, value)
		case Int32, Date:
			v.Int32s = appendNumbers(v.Int32s, rows, value)
		case Int64:
			v.Int64s = appendNumbers(v.Int64s, rows, value)
		}
		for i := 0; optional && i < len(rows); i++ {
			v.Missing = append(v.Missing, value(&rows[i]) == 0)
		}
	}
}

func appendNumbers[T ~int8 | ~int16 | ~int32 | ~int64, Row any](dst []T, rows []Row, value func(*Row) int64) []T {
	n := len(dst)
	dst = slices.Grow(dst, len(rows))[:n+len(rows)]
	for i := range rows {
		dst[n+i] = T(value(&rows[i]))
	}
	return dst
}

func fractions[Row any](value func(*Row) float64) filler[Row] {
	return func(v *Vector, _ Type, rows []Row, optional bool) {
		for i := range rows {
			x := value(&rows[i])
			v.Float64s = append(v.Float64s, x)
			if optional {
				v.Missing = append(v.Missing, x == 0)
			}
		}
	}
}

func truths[Row any](value func(*Row) bool) filler[Row] {
	return func(v *Vector, _ Type, rows []Row, optional bool) {
		for i := range rows {
			x := value(&rows[i])
			v.Bools = append(v.Bools, x)
			if optional {
				v.Missing = append(v.Missing, !x)
			}
		}
	}
}
