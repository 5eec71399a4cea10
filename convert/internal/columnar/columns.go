// Package columnar writes what many games are as tables in columns, games, plies and faults, and
// reads the games back: Apache Arrow's IPC format, as a file and as a stream, and Apache Parquet.
// convert/TABLES.md has every column, with its unit and meaning, and what to ask of them.
//
// Read first: columns.txt, which has the columns, and cells.go, which says how each is
// filled; Rows, which makes rows of a judged game; Writer, which gathers them into tables;
// Encoder, which is where the formats differ; then Reader, arrowreader.go and parquetreader.go.
package columnar

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

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

// types are what the types are called, how many bytes a value takes in Vector.fixed, what
// they are in Arrow, and the field of which parquet-go makes a column. Moves are plain text
// in Arrow, though there are few different ones: a file may have one dictionary of a
// column, ahead of its first batch, when its words are not known yet.
var types = [...]struct {
	name  string
	size  int
	arrow arrow.DataType
	field reflect.Type
	// bounded: pages of Parquet have their least and greatest value, by which engines pass
	// pages over. Those of a hash, of small counts and of texts are much the same in every page.
	bounded bool
}{
	Bool:    {"bool", 1, arrow.FixedWidthTypes.Boolean, reflect.TypeFor[bool](), false},
	Int8:    {"int8", 1, arrow.PrimitiveTypes.Int8, reflect.TypeFor[int8](), false},
	Int16:   {"int16", 2, arrow.PrimitiveTypes.Int16, reflect.TypeFor[int16](), true},
	Int32:   {"int32", 4, arrow.PrimitiveTypes.Int32, reflect.TypeFor[int32](), true},
	Int64:   {"int64", 8, arrow.PrimitiveTypes.Int64, reflect.TypeFor[int64](), true},
	Float64: {"float64", 8, arrow.PrimitiveTypes.Float64, reflect.TypeFor[float64](), false},
	Text:    {"text", 0, arrow.BinaryTypes.String, reflect.TypeFor[string](), false},
	Symbol:  {"symbol", 1, words, reflect.TypeFor[string](), false},
	Date:    {"date", 4, arrow.FixedWidthTypes.Date32, reflect.TypeFor[int32](), true},
	Map:     {"map", 0, texts, reflect.TypeFor[map[string]string](), false},
}

// The types of Arrow for Symbol and Map.
var (
	words = &arrow.DictionaryType{
		IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String,
	}
	texts = arrow.MapOf(arrow.BinaryTypes.String, arrow.BinaryTypes.String)
)

// String returns the type's name in the documentation.
func (t Type) String() string { return types[t].name }

// Column is what a column is called and means.
type Column struct {
	Name    string
	Type    Type
	Unit    string   // of a number; "" where there is none
	Words   []string // of a Symbol: all that it can be, by its index
	Meaning string   // a sentence

	// What columns.txt says after the type: distinct, null and on request.
	Distinct, Optional, OnRequest bool

	fill func(*Vector, *Rows) // adds a game's values, to the tables that games are written as
	cell func(*game) Cell     // of a column of games
}

// about is what is noted of a column in a file.
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

// tables have the columns of each.
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

// Columns returns the columns of a table: games, in which a row is a game; plies, in which
// it is a legal move; faults, in which it is something wrong with a game: the first is the
// number of the game; or openings, which package stats fills.
func Columns(table string) []Column { return slices.Clone(tables[table]) }

// Cell is a value of a column: a number, which a word's index and a Bool's 0 or 1 are, or a text.
type Cell struct {
	Number int64
	Text   string
	Known  bool // though it is 0 or "" in an Optional column, it is not missing
}

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

// Truth returns a Bool as a number.
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
	fixed   []byte  // those of any type but Text and Map, little-endian; a Symbol's are indices
	bytes   []byte  // the texts, consecutive
	ends    []int32 // where each text ends in bytes
	missing []bool  // of an Optional column: the value, though there is one, is none
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

// text returns the i-th text.
func (v *Vector) text(i int) []byte {
	begin := int32(0)
	if i > 0 {
		begin = v.ends[i-1]
	}
	return v.bytes[begin:v.ends[i]]
}

// pairs returns the names and texts of the i-th value of a Map, in turn.
func (v *Vector) pairs(i int) [][]byte {
	pairs := bytes.Split(v.text(i), []byte{0})
	return pairs[:len(pairs)-1]
}
