// Package table writes tables as aligned text, HTML, JSON, CSV, Arrow and Parquet. A table's columns
// are described once, for all formats.
//
// Read Table and Column first, then Table.Write.
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

// Table is a table: rows, and descriptions of its columns.
type Table struct {
	Title   string
	Notes   []string // sentences about the table
	Columns []Column
	// Rows yields the rows, each with a cell for every column. A row is valid until the next. A cell
	// is a string, an int, an int64, a float64 (NaN is missing), nil if absent, a fmt.Stringer for
	// text and HTML that is also a json.Marshaler, another *Table, which becomes a JSON array, or
	// any other value that encoding/json supports.
	Rows iter.Seq2[[]any, error]
	// Variants are the variants of the counted games, stored in Arrow and Parquet as stolb.variants.
	Variants []string
	// Provenance is a JSON object, stored in Arrow and Parquet as stolb.provenance.
	Provenance []byte
}

// Column describes a column of a Table: its Name in JSON, CSV, Arrow and Parquet, its Type, which
// only Arrow and Parquet need, and its Title in text and HTML. "go doc convert/internal/columnar"
// shows all fields.
type Column = columnar.Column

// Described returns the columns of a table that convert/TABLES.md describes.
func Described(name string) []Column { return columnar.Columns(name) }

// Of returns an iterator over rows in memory.
func Of(rows [][]any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// Write writes the table in a format: "text" or "html", a table element, with the decimal separator
// of the language; "json", one object per line; "csv"; "arrow", "arrow-stream" or "parquet". It
// returns errors of the writer and of the rows.
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

// choose returns the columns that isChosen selects, and their places.
func (t *Table) choose(isChosen func(*Column) bool) (columns []Column, places []int) {
	for i, c := range t.Columns {
		if isChosen(&c) {
			columns, places = append(columns, c), append(places, i)
		}
	}
	return columns, places
}

// isNamed reports whether a column is in the formats for programs.
func isNamed(c *Column) bool { return c.Name != "" }

// printed returns the columns of text and HTML, their headings and the rows as text.
func (t *Table) printed(l message.Language) (
	columns []Column, head []string, rows [][]string, err error) {
	columns, places := t.choose(func(c *Column) bool { return c.Title != "" || c.Left })
	for _, c := range columns {
		head = append(head, Printable(c.Title))
	}
	for row, err := range t.Rows {
		if err != nil {
			return nil, nil, nil, err
		}
		var cells []string
		for k, i := range places {
			cells = append(cells, Printable(textOf(columns[k], row[i], l)))
		}
		rows = append(rows, cells)
	}
	return columns, head, rows, nil
}

func textOf(c Column, cell any, l message.Language) string {
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

// MaxName is the maximum number of characters printed of a name.
const MaxName = 60

// Cut truncates a text of more than most characters and appends "…".
func Cut(text string, most int) string {
	n := 0
	for i := range text {
		if n++; n > most {
			return text[:i] + "…"
		}
	}
	return text
}

// Printable replaces control characters, which terminals would obey, and invisible ones by U+FFFD.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return utf8.RuneError
		}
		return r
	}, text)
}

// writeText writes aligned columns, under their headings, if any.
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

// Cells returns the width of a text in terminal cells.
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
	var lines bytes.Buffer
	err := t.writeJSON(&lines)
	rows := bytes.ReplaceAll(bytes.TrimSpace(lines.Bytes()), []byte("\n"), []byte(","))
	return fmt.Appendf(nil, "[%s]", rows), err
}

func (t *Table) appendJSON(dst []byte, row []any) ([]byte, error) {
	dst = append(dst, '{')
	object := "" // the object that is open
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

// marshal returns a cell in JSON. It rounds floats to six decimals, and returns null for NaN and
// infinities, which JSON lacks.
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

// writeCSV writes the named columns under their names. Missing values are empty; composite values
// are JSON.
func (t *Table) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var line []string
	columns, places := t.choose(isNamed)
	for _, c := range columns {
		line = append(line, c.Name)
	}
	err := out.Write(line)
	for row, wrong := range t.Rows {
		if err = cmp.Or(err, wrong); err != nil {
			out.Flush()
			return err
		}
		line = line[:0]
		for i, c := range columns {
			cell := row[places[i]]
			text, ok := cell.(string)
			if !ok && !((c.Omit || c.Optional) && missing(cell)) {
				value, err := marshal(cell)
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

// The types of columns in Arrow and Parquet. Cells of whole numbers are ints or int64s, as are
// those of a Symbol, which are indexes into Words.
const (
	Bool    = columnar.Bool
	Int8    = columnar.Int8
	Int16   = columnar.Int16
	Int32   = columnar.Int32
	Int64   = columnar.Int64
	Float64 = columnar.Float64
	Text    = columnar.Text
	Symbol  = columnar.Symbol // one of the column's Words, of which there are at most 128
)

// batchRows is the number of rows that are encoded at a time.
const batchRows = 1 << 14

// writeColumns writes the named columns as Arrow or Parquet.
func (t *Table) writeColumns(w io.Writer, format string) error {
	columns, places := t.choose(isNamed)
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

// isWhole reports whether the values of a type are whole numbers or indexes into Words.
func isWhole(t columnar.Type) bool { return t != Text && t != Bool && t != Float64 }
