// Package table writes tables: rows under described columns, as aligned text, HTML, JSON, CSV,
// Arrow and Parquet. A table is described once, and every format follows from that.
//
// Read first: Table and Column, then Table.Write.
package table

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"iter"
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/record/message"
)

// Table is rows under described columns.
type Table struct {
	Title   string
	Notes   []string // sentences about the table
	Columns []Column
	// Rows yields the rows, each with a cell for every column; a row is valid until the next. A
	// cell is a string, an int, an int64, a float64, of which NaN is missing, nil for nothing, a
	// fmt.Stringer for text and HTML that is also a json.Marshaler, another *Table, which is an
	// array in JSON, or anything else that encoding/json writes.
	Rows iter.Seq2[[]any, error]
	// Variants are those of the games that were counted, which Arrow and Parquet
	// note as stolb.variants.
	Variants []string
	// Provenance is an object of JSON, which Arrow and Parquet note as stolb.provenance.
	Provenance []byte
}

// Column describes a column of a Table.
type Column struct {
	// Name is the column's in JSON, CSV, Arrow and Parquet; "" for one that is
	// only printed. In JSON consecutive columns a.x and a.y are an object a.
	Name string
	Omit bool // JSON leaves the name out of a row where the value is missing

	// Text and HTML have the columns with a Title and those that are Left.
	Title   string
	Left    bool // aligned left, as words are; numbers are aligned right
	Digits  int  // of a float64 after the decimal point
	Percent bool // a float64 from 0 to 1 is printed as a percentage
	Short   bool // no more than MaxName characters of a text are printed

	// Arrow, Parquet:
	Type     columnar.Type
	Unit     string
	Meaning  string   // a sentence
	Words    []string // of a Symbol: all that it can be, by its index
	Distinct bool     // hardly two values are equal
	Optional bool     // "", 0 and NaN are missing
}

// Described returns the columns of one of the tables that convert/TABLES.md describes.
func Described(name string) (columns []Column) {
	for _, c := range columnar.Columns(name) {
		columns = append(columns, Column{
			Name: c.Name, Type: c.Type, Unit: c.Unit, Meaning: c.Meaning, Words: c.Words,
			Distinct: c.Distinct, Optional: c.Optional,
		})
	}
	return columns
}

// Of returns rows that are held in memory.
func Of(rows [][]any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// Write writes the table in a format: "text" and "html", a table element, with the decimal sign
// of the language; "json", an object on a line for each row; "csv", "arrow", "arrow-stream" and
// "parquet". The error is the writer's, or that of the rows.
func (t *Table) Write(w io.Writer, format string, l message.Language) error {
	switch format {
	case "text":
		return t.writeText(w, l)
	case "html":
		columns, head, rows, err := t.printed(l)
		if err != nil {
			return err
		}
		return element().Execute(w, map[string]any{"Columns": columns, "Head": head, "Rows": rows})
	case "json":
		return t.writeJSON(w)
	case "csv":
		return t.writeCSV(w)
	}
	return t.writeColumns(w, format)
}

// printed returns the columns that text and HTML have, their headings and the rows as text.
func (t *Table) printed(l message.Language) (
	columns []Column, head []string, rows [][]string, err error) {
	var places []int
	for i, c := range t.Columns {
		if c.Title != "" || c.Left {
			columns, places = append(columns, c), append(places, i)
			head = append(head, Printable(c.Title))
		}
	}
	for row, err := range t.Rows {
		if err != nil {
			return nil, nil, nil, err
		}
		var cells []string
		for k, i := range places {
			cells = append(cells, Printable(columns[k].text(row[i], l)))
		}
		rows = append(rows, cells)
	}
	return columns, head, rows, nil
}

func (c *Column) text(cell any, l message.Language) string {
	switch cell := cell.(type) {
	case nil:
		return ""
	case string:
		if c.Short {
			return Cut(cell, MaxName)
		}
		return cell
	case float64:
		switch {
		case math.IsNaN(cell) || math.IsInf(cell, 0):
			return "-"
		case c.Percent:
			return message.Decimal(100*cell, 1).In(l) + "%"
		}
		return message.Decimal(cell, c.Digits).In(l)
	}
	return fmt.Sprint(cell)
}

// MaxName is the most characters of a name that are printed.
const MaxName = 60

// Cut cuts a text that has more characters.
func Cut(text string, most int) string {
	n := 0
	for i := range text {
		if n++; n > most {
			return text[:i] + "…"
		}
	}
	return text
}

// Printable replaces what a terminal would take for commands, and what is invisible, by U+FFFD.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return utf8.RuneError
		}
		return r
	}, text)
}

// writeText writes the columns aligned, under their headings if there are any.
func (t *Table) writeText(w io.Writer, l message.Language) error {
	columns, head, rows, err := t.printed(l)
	if err != nil {
		return err
	}
	if strings.Join(head, "") != "" {
		rows = append([][]string{head}, rows...)
	}
	widths := make([]int, len(columns))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], Cells(cell))
		}
	}
	out := bufio.NewWriter(w)
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			if i > 0 {
				line += "  "
			}
			fill := strings.Repeat(" ", widths[i]-Cells(cell))
			if columns[i].Left {
				line += cell + fill
			} else {
				line += fill + cell
			}
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
	return out.Flush()
}

// Cells returns how many cells of a terminal a text takes.
func Cells(text string) (n int) {
	for _, r := range text {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

var element = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("table").Parse(`{{$columns := .Columns}}<table>
<thead><tr>{{range $i, $text := .Head}}<th{{if (index $columns $i).Left}} class="left"{{end}}>{{$text}}</th>{{end}}</tr></thead>
<tbody>
{{range .Rows}}<tr>{{range $i, $text := .}}<td{{if (index $columns $i).Left}} class="left"{{end}}>{{$text}}</td>{{end}}</tr>
{{end}}</tbody>
</table>
`))
})

func (t *Table) writeJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	var line []byte
	for row, err := range t.Rows {
		if err != nil {
			return errors.Join(out.Flush(), err)
		}
		if line, err = t.appendJSON(line[:0], row); err == nil {
			_, err = out.Write(append(line, '\n'))
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// MarshalJSON returns an array of the rows.
func (t *Table) MarshalJSON() ([]byte, error) {
	all := []byte{'['}
	for row, err := range t.Rows {
		if err == nil {
			all, err = t.appendJSON(all, row)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, ',')
	}
	return append(bytes.TrimSuffix(all, []byte{','}), ']'), nil
}

func (t *Table) appendJSON(dst []byte, row []any) ([]byte, error) {
	dst = append(dst, '{')
	object := "" // that the last column is in
	for i, c := range t.Columns {
		if c.Name == "" || c.Omit && missing(row[i]) {
			continue
		}
		of, name, found := strings.Cut(c.Name, ".")
		if !found {
			of, name = "", c.Name
		}
		if of != object && object != "" {
			dst = append(dst, '}')
		}
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		if of != object && of != "" {
			dst = fmt.Appendf(dst, "%q:{", of)
		}
		object = of
		value, err := marshal(row[i])
		if err != nil {
			return nil, err
		}
		dst = append(fmt.Appendf(dst, "%q:", name), value...)
	}
	if object != "" {
		dst = append(dst, '}')
	}
	return append(dst, '}'), nil
}

// missing reports whether a cell has no value.
func missing(cell any) bool {
	if x, ok := cell.(float64); ok {
		return math.IsNaN(x) || math.IsInf(x, 0)
	}
	return cell == nil || cell == "" || cell == 0
}

// marshal returns a cell in JSON, numbers rounded to six decimals, and null for
// NaN, which JSON does not have.
func marshal(cell any) ([]byte, error) {
	if x, ok := cell.(float64); ok {
		if missing(x) {
			return []byte("null"), nil
		}
		cell = math.Round(x*1e6) / 1e6
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(cell)
	return bytes.TrimSuffix(text.Bytes(), []byte{'\n'}), err
}

// writeCSV writes the named columns under their names: texts and numbers plainly,
// nothing for what is missing, and JSON for what has parts.
func (t *Table) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var line []string
	for _, c := range t.Columns {
		if c.Name != "" {
			line = append(line, c.Name)
		}
	}
	err := out.Write(line)
	for row, wrong := range t.Rows {
		if err = cmp.Or(err, wrong); err != nil {
			return err
		}
		line = line[:0]
		for i, c := range t.Columns {
			if c.Name == "" {
				continue
			}
			text, ok := row[i].(string)
			if !ok && !((c.Omit || c.Optional) && missing(row[i])) {
				value, err := marshal(row[i])
				if err != nil {
					return err
				}
				text = strings.TrimPrefix(string(value), "null")
			}
			line = append(line, text)
		}
		err = out.Write(line)
	}
	out.Flush()
	return out.Error()
}

// The types of a column in Arrow and Parquet. Cells of numbers and of a Symbol, its index, are
// ints or int64s, those of texts strings.
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
	out := columnar.NewOutput(columns)
	about := columnar.Format{Name: format, Provenance: func() string { return string(t.Provenance) }}
	if err := out.Begin(&about, w); err != nil {
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
	return out.Close(t.Variants)
}

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
