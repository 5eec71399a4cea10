// Package columnar writes judged games as columnar tables, games, plies and faults, and reads the
// games back. The formats are Apache Arrow IPC, as a file or a stream, and Apache Parquet.
// convert/TABLES.md documents every column, with its unit and meaning, and example queries.
//
// Read columns.txt first, the columns, and cells.go, which fills them; then Rows, which converts a
// judged game to rows; Writer, which collects rows in tables; Encoder, on which the formats differ;
// then Reader, and arrow.go and parquet.go, the formats.
package columnar

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"reflect"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
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

// types hold the name of each type, the size of a value in Vector.fixed in bytes, the Arrow type,
// and the type of the struct field for parquet-go. Moves are plain text in Arrow, though few are
// distinct: a file can have only one dictionary per column, before the first batch, when its words
// are not known yet.
var types = [...]struct {
	name  string
	size  int
	arrow arrow.DataType
	field reflect.Type
}{
	Bool:    {"bool", 1, arrow.FixedWidthTypes.Boolean, reflect.TypeFor[bool]()},
	Int8:    {"int8", 1, arrow.PrimitiveTypes.Int8, reflect.TypeFor[int8]()},
	Int16:   {"int16", 2, arrow.PrimitiveTypes.Int16, reflect.TypeFor[int16]()},
	Int32:   {"int32", 4, arrow.PrimitiveTypes.Int32, reflect.TypeFor[int32]()},
	Int64:   {"int64", 8, arrow.PrimitiveTypes.Int64, reflect.TypeFor[int64]()},
	Float64: {"float64", 8, arrow.PrimitiveTypes.Float64, reflect.TypeFor[float64]()},
	Text:    {"text", 0, arrow.BinaryTypes.String, reflect.TypeFor[string]()},
	Symbol:  {"symbol", 1, words, reflect.TypeFor[string]()},
	Date:    {"date", 4, arrow.FixedWidthTypes.Date32, reflect.TypeFor[int32]()},
	Map:     {"map", 0, texts, reflect.TypeFor[map[string]string]()},
}

// The Arrow types of Symbol and Map.
var (
	words = &arrow.DictionaryType{
		IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String,
	}
	texts = arrow.MapOf(arrow.BinaryTypes.String, arrow.BinaryTypes.String)
)

// String returns the type's name in the documentation.
func (t Type) String() string { return types[t].name }

// Column describes a column, here and of package table, whose CSV, JSON, Arrow and Parquet omit a
// column named "".
type Column struct {
	Name    string
	Type    Type
	Unit    string   // of a number, or ""
	Words   []string // of a Symbol: its possible values, by index
	Meaning string   // a sentence

	// In columns.txt, the words distinct, null and on request after the type.
	Distinct  bool // hardly any two values are equal
	Optional  bool // "", a whole number of 0 and NaN are missing
	OnRequest bool

	Omit bool // JSON omits the name if the value is missing; columns a.x and a.y become an object a

	// Text and HTML contain the columns that have a Title or are Left.
	Title   string
	Left    bool // aligned left, like words; numbers are aligned right
	Digits  int  // of a float64 after the decimal point
	Percent bool // print a float64 from 0 to 1 as a percentage
	Short   bool // print at most table.MaxName characters of a string

	fill func(*Vector, *Rows) // adds a game's values; for games, plies and faults
	cell func(*game) Cell     // for games
}

// about returns the metadata of a column in a file.
func (c *Column) about() map[string]string {
	about := map[string]string{"description": c.Meaning}
	if c.Unit != "" {
		about["unit"] = c.Unit
	}
	return about
}

//go:embed columns.txt
var described string

// tableNames are the tables that games are written as.
var tableNames = []string{"games", "plies", "faults"}

var tables = func() map[string][]Column {
	all, table := map[string][]Column{}, ""
	for line := range strings.Lines(described) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "table "); ok {
			table = name
		}
		parts := strings.Split(line, " | ")
		if len(parts) < 4 {
			continue
		}
		kind, is, _ := strings.Cut(parts[1], ", ")
		c := Column{
			Name: parts[0], Unit: parts[2], Meaning: parts[3],
			Distinct: strings.Contains(is, "distinct"), Optional: strings.Contains(is, "null"),
			OnRequest: strings.Contains(is, "on request"),
			Words:     wordsOf[parts[0]], // of a Symbol
			fill:      fillOf(table, parts[0], len(all[table])), cell: gameCells[parts[0]],
		}
		for i, t := range types {
			if t.name == kind {
				c.Type = Type(i)
			}
		}
		all[table] = append(all[table], c)
	}
	return all
}()

// Columns returns the columns of a table: games, with a row per game; plies, with a row per legal
// move; faults, with a row per fault; or openings, which package stats fills. The first column of
// the former three is the number of the game.
func Columns(table string) []Column { return slices.Clone(tables[table]) }

// Cell is a value of a column: a text, or a number, which may be a word's index or 0 or 1 of a Bool.
type Cell struct {
	Number int64
	Text   string
	Known  bool // not missing, even if it is 0 or "" in an Optional column
}

func number[N ~int | ~int8 | ~int64 | ~uint8 | ~uint64](n N) Cell { return Cell{Number: int64(n)} }

// known returns the cell of a number that may be 0, or the zero Cell if it is not known.
func known[N ~int | ~int64 | ~uint8 | ~uint64](n N, isKnown bool) Cell {
	if !isKnown {
		return Cell{}
	}
	return Cell{Number: int64(n), Known: true}
}

// text returns the cell of a text. It replaces invalid UTF-8 by U+FFFD.
func text(s string) Cell { return Cell{Text: strings.ToValidUTF8(s, "\ufffd")} }

// Truth returns 1 if b is true, else 0.
func Truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Vector is a column and its values.
type Vector struct {
	Column
	rows    int
	fixed   []byte  // values of all types but Text and Map, little-endian; of a Symbol, indexes
	bytes   []byte  // the texts, concatenated
	ends    []int32 // the end of each text in bytes
	missing []bool  // of an Optional column: the value is only a placeholder
}

// Add adds a cell.
func (v *Vector) Add(c Cell) {
	if v.rows++; v.Type == Text || v.Type == Map {
		v.bytes = append(v.bytes, c.Text...)
		v.ends = append(v.ends, int32(len(v.bytes)))
	}
	number := binary.LittleEndian.AppendUint64(v.fixed, uint64(c.Number))
	v.fixed = number[:len(v.fixed)+types[v.Type].size]
	if v.Optional {
		v.missing = append(v.missing, c.Number == 0 && c.Text == "" && !c.Known)
	}
}

func (v *Vector) text(i int) []byte {
	begin := int32(0)
	if i > 0 {
		begin = v.ends[i-1]
	}
	return v.bytes[begin:v.ends[i]]
}

// pairs returns the names and texts of the i-th value of a Map, alternately.
func (v *Vector) pairs(i int) [][]byte {
	pairs := bytes.Split(v.text(i), []byte{0})
	return pairs[:len(pairs)-1]
}
