package columnar

import "slices"

// Type is what a column's values are. No value of any column is missing.
type Type uint8

// The types. Whole numbers are signed, because some engines have no others.
const (
	Bool Type = iota
	Int8
	Int16
	Int32
	Int64
	Float64
	Text       // UTF-8
	Symbol     // one of the column's Words
	Dictionary // text of which there are few different ones, which the format writes once
)

// String returns the type's name in the documentation.
func (t Type) String() string {
	return [...]string{"bool", "int8", "int16", "int32", "int64", "float64", "text", "symbol", "dictionary"}[t]
}

// Column is what a column is called and means.
type Column struct {
	Name    string
	Type    Type
	Unit    string   // of a number; "" where there is none
	Meaning string   // a sentence
	Words   []string // of a Symbol: all that it can be, by its index
}

// Table is rows of one of the two tables in columns.
type Table struct {
	Columns []Column
	Vectors []Vector // by column
	Rows    int
	text    int // bytes of it
}

// Vector is the values of one column: that of its fields has them that the
// column's type tells. The values of a Symbol are indices, in Int16s.
type Vector struct {
	Bools    []bool
	Int8s    []int8
	Int16s   []int16
	Int32s   []int32
	Int64s   []int64
	Float64s []float64
	Bytes    []byte  // the texts one behind the other
	Ends     []int32 // where each text ends in Bytes
}

func newTable(columns []Column) *Table {
	return &Table{Columns: columns, Vectors: make([]Vector, len(columns))}
}

// Text returns the i-th text of a Text or Dictionary column.
func (v *Vector) Text(i int) []byte {
	begin := int32(0)
	if i > 0 {
		begin = v.Ends[i-1]
	}
	return v.Bytes[begin:v.Ends[i]]
}

func (v *Vector) addText(s string) {
	v.Bytes = append(v.Bytes, s...)
	v.Ends = append(v.Ends, int32(len(v.Bytes)))
}

// truncate drops the rows behind the first n.
func (t *Table) truncate(n int) {
	t.Rows = n
	for i := range t.Vectors {
		v := &t.Vectors[i]
		switch t.Columns[i].Type {
		case Bool:
			v.Bools = v.Bools[:n]
		case Int8:
			v.Int8s = v.Int8s[:n]
		case Int16, Symbol:
			v.Int16s = v.Int16s[:n]
		case Int32:
			v.Int32s = v.Int32s[:n]
		case Int64:
			v.Int64s = v.Int64s[:n]
		case Float64:
			v.Float64s = v.Float64s[:n]
		default:
			v.Ends = v.Ends[:min(n, len(v.Ends))] // see addPlies
		}
	}
}

// reset empties the table and keeps its memory.
func (t *Table) reset() {
	t.truncate(0)
	t.text = 0
	for i, c := range t.Columns {
		if c.Type == Text || c.Type == Dictionary {
			t.Vectors[i].Bytes = t.Vectors[i].Bytes[:0]
		}
	}
}

// bytes returns about how many bytes the rows take.
func (t *Table) bytes() int {
	return t.text + t.Rows*4*len(t.Columns)
}

// add appends the rows from up to to of another table, whose columns in the
// given places are this table's; nil where they are the same.
func (t *Table) add(o *Table, from, to int, places []int) {
	t.Rows += to - from
	for i := range t.Vectors {
		v, w := &t.Vectors[i], &o.Vectors[i]
		if places != nil {
			w = &o.Vectors[places[i]]
		}
		switch t.Columns[i].Type {
		case Bool:
			v.Bools = append(v.Bools, w.Bools[from:to]...)
		case Int8:
			v.Int8s = append(v.Int8s, w.Int8s[from:to]...)
		case Int16, Symbol:
			v.Int16s = append(v.Int16s, w.Int16s[from:to]...)
		case Int32:
			v.Int32s = append(v.Int32s, w.Int32s[from:to]...)
		case Int64:
			v.Int64s = append(v.Int64s, w.Int64s[from:to]...)
		case Float64:
			v.Float64s = append(v.Float64s, w.Float64s[from:to]...)
		default:
			if from == to {
				continue
			}
			begin := int32(0)
			if from > 0 {
				begin = w.Ends[from-1]
			}
			shift := int32(len(v.Bytes)) - begin
			v.Bytes = append(v.Bytes, w.Bytes[begin:w.Ends[to-1]]...)
			t.text += int(w.Ends[to-1] - begin)
			n := len(v.Ends)
			v.Ends = append(v.Ends, w.Ends[from:to]...)
			for j := range v.Ends[n:] {
				v.Ends[n+j] += shift
			}
		}
	}
}

// grown makes a slice n longer and returns it with the new part.
func grown[T any](s *[]T, n int) []T {
	*s = slices.Grow(*s, n)
	*s = (*s)[:len(*s)+n]
	return (*s)[len(*s)-n:]
}
