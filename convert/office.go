package convert

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/stolb/stolb/record/message"
)

// Limits of spreadsheets and documents. Exceeding one is an error.
const (
	maxOffice   = 64 << 20  // bytes in the file
	maxUnzipped = 256 << 20 // bytes unpacked
	maxCells    = 32 << 20  // bytes of text
	maxColumns  = 16384     // in a row, as in spreadsheets
)

var errDamaged = message.Of("files.damaged")

// officeText returns the text of a spreadsheet (.xlsx, .ods), with a line per row and tabs
// between cells, or of a document (.docx, .odt), with a line per paragraph. Worksheets are
// separated by a blank line, so that in the first, line numbers are row numbers. Notes are in
// braces, and struck-out text is in ~~, as in Markdown.
func officeText(r io.Reader) (string, error) {
	data, err := readAll(r, maxOffice)
	if err != nil {
		return "", err
	}
	parts, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", errDamaged
	}
	var out officeRows
	d := officeDocument{out: &out, strikes: make(map[string]bool)}
	switch {
	case hasPart(parts, "xl/workbook.xml"):
		if err = checkWorksheets(parts); err == nil {
			err = readXLSX(data, &out)
		}
	case hasPart(parts, "word/document.xml"):
		d.notes = make(map[string]string)
		for _, name := range []string{"word/footnotes.xml", "word/endnotes.xml", "word/document.xml"} {
			if err = d.read(parts, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				break
			}
		}
	case hasPart(parts, "content.xml"):
		err = d.read(parts, "content.xml")
	default:
		return "", message.Of("files.zip")
	}
	if err == nil && out.full {
		err = tooLarge(maxCells)
	}
	return unindented(out.text.String()), err
}

// unindented returns a text without the blank columns before all rows.
func unindented(text string) string {
	blank := maxColumns
	for line := range strings.Lines(text) {
		if cells := strings.TrimLeft(line, "\t"); cells != "\n" {
			blank = min(blank, len(line)-len(cells))
		}
	}
	return strings.ReplaceAll("\n"+text, "\n"+strings.Repeat("\t", blank), "\n")[1:]
}

func tooLarge(most int) error { return message.Of("files.document-too-large", "most", most>>20) }

// readAll reads a file of at most the given number of bytes.
func readAll(r io.Reader, most int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err == nil && len(data) > most {
		err = tooLarge(most)
	}
	return data, err
}

func hasPart(parts *zip.Reader, name string) bool {
	return slices.ContainsFunc(parts.File, func(f *zip.File) bool { return f.Name == name })
}

// officeRows collects rows of cells as lines of text.
type officeRows struct {
	text  strings.Builder
	blank int // pending blank rows
	full  bool
}

// row adds a row. Only the text of a lone cell may contain several lines.
func (c *officeRows) row(row []string) {
	for len(row) > 0 && strings.TrimSpace(row[len(row)-1]) == "" {
		row = row[:len(row)-1]
	}
	size := c.blank + 1
	for i, cell := range row {
		if len(row) > 1 {
			cell = strings.Join(strings.Fields(cell), " ")
		}
		row[i] = strings.TrimRight(cell, " \t\r\n")
		size += len(row[i]) + 1
	}
	switch {
	case len(row) == 0:
		c.blank++
	case c.text.Len()+size > maxCells:
		c.full = true
	default:
		c.text.WriteString(strings.Repeat("\n", c.blank) + strings.Join(row, "\t") + "\n")
		c.blank = 0
	}
}

// readXLSX reads the worksheets of an Excel workbook (ECMA-376).
func readXLSX(data []byte, out *officeRows) error {
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: maxUnzipped,
	})
	if err != nil {
		return errDamaged
	}
	defer book.Close() // would remove temporary files, which are not used within the limit
	for _, name := range book.GetSheetList() {
		comments, err := book.GetComments(name)
		if err != nil {
			return errDamaged
		}
		rows, err := book.Rows(name)
		if err != nil {
			continue // a chart
		}
		for n := 1; rows.Next() && !out.full; n++ {
			row, err := rows.Columns()
			if err != nil {
				return errDamaged
			}
			comments = slices.DeleteFunc(comments, func(c excelize.Comment) bool {
				column, at, err := excelize.CellNameToCoordinates(c.Cell)
				if err != nil || at != n || column > len(row) {
					return false
				}
				row[column-1] += noteText(c.Text)
				return true
			})
			out.row(row)
		}
		if rows.Close() != nil {
			return errDamaged
		}
		for _, c := range comments { // of cells without text
			out.row([]string{noteText(c.Text)})
		}
		out.blank = max(out.blank, 1)
	}
	return nil
}

// checkWorksheets returns errDamaged if a worksheet is not well-formed: excelize would end it there
// without an error.
func checkWorksheets(parts *zip.Reader) error {
	for _, part := range parts.File {
		if !strings.HasPrefix(part.Name, "xl/worksheets/") || !strings.HasSuffix(part.Name, ".xml") {
			continue
		}
		file, err := part.Open()
		if err != nil {
			return errDamaged
		}
		d := xml.NewDecoder(io.LimitReader(file, maxUnzipped))
		d.CharsetReader = decoded
		for err == nil {
			_, err = d.Token()
		}
		if file.Close() != nil || err != io.EOF {
			return errDamaged
		}
	}
	return nil
}

// noteText returns a note in braces, or "" if it is blank.
func noteText(text string) string {
	text = strings.Join(strings.Fields(braces.Replace(text)), " ")
	if text == "" {
		return ""
	}
	return " {" + text + "}"
}

// officeEffects are those of the XML elements of documents on the text in them, by local name: of
// WordprocessingML (ECMA-376, part 1: 17.3, 17.4, 17.11) and OpenDocument 1.3 (part 3: 5, 6, 9,
// 16).
var officeEffects = map[string]string{
	"p": "paragraph", "h": "paragraph",
	"tbl": "table", "table": "table", "tr": "row", "table-row": "row",
	"tc": "cell", "table-cell": "cell", "covered-table-cell": "cell", "t": "text",
	"footnote": "note", "endnote": "note", "note-body": "note", "annotation": "note",
	"footnoteReference": "reference", "endnoteReference": "reference", // by the note's id
	"tab": "tab", "br": "break", "cr": "break", "line-break": "break", "s": "spaces",
	"r": "run", "strike": "struck", "dstrike": "struck", "vertAlign": "raised", // within the run
	"style": "style", "text-properties": "properties", // of the style
	"pPr": "ignored", "Fallback": "ignored", // the same text, for older programs
	"note-citation": "ignored", "creator": "ignored", "date": "ignored",
	"tracked-changes": "ignored", "forms": "ignored",
}

// maxNested is the maximum nesting depth of a document's elements.
const maxNested = 64

// officeDocument reads the XML of a document.
type officeDocument struct {
	out     *officeRows
	within  int               // depth of rows and notes
	cells   []string          // of the outermost row
	empty   int               // pending blank cells of that row
	notes   map[string]string // in Word, by element name and id; nil in OpenDocument
	style   string            // whose properties are being read
	strikes map[string]bool   // names of styles that strike out
	struck  bool              // the run is struck out
	raised  bool              // the run is superscript, like the reference number of a note
}

func (d *officeDocument) read(parts *zip.Reader, name string) error {
	part, err := parts.Open(name)
	if err != nil {
		return err
	}
	defer part.Close()
	limited := &io.LimitedReader{R: part, N: maxUnzipped}
	rest, err := d.inside(xml.NewDecoder(limited), 0, false)
	switch {
	case limited.N == 0:
		return tooLarge(maxUnzipped)
	case err != io.EOF:
		return errDamaged
	}
	if rest = strings.TrimSpace(rest); rest != "" {
		d.out.row([]string{rest})
	}
	return nil
}

var plainSpace = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

// inside returns the text in an element up to its end; isText reports whether its character data
// is text. Complete rows, and paragraphs outside rows, go to d.out.
func (d *officeDocument) inside(x *xml.Decoder, depth int, isText bool) (string, error) {
	var said strings.Builder
	for {
		token, err := x.Token()
		if err != nil {
			return said.String(), err
		}
		if depth > maxNested {
			return "", errDamaged
		}
		switch t := token.(type) {
		case xml.EndElement:
			return said.String(), nil
		case xml.CharData:
			if isText {
				said.WriteString(plainSpace.Replace(string(t)))
			}
		case xml.StartElement:
			if err := d.element(x, t, depth+1, isText, &said); err != nil {
				return said.String(), err
			}
		}
	}
}

// element reads an element and appends its text to said.
func (d *officeDocument) element(x *xml.Decoder, start xml.StartElement, depth int, isText bool, said *strings.Builder) error {
	what := officeEffects[start.Name.Local]
	attr := func(name string) string { return attribute(start, name) }
	times := func(name string) int {
		n, _ := strconv.Atoi(attr(name)) // 1 if absent
		return min(max(n, 1), maxCells)
	}
	switch what {
	case "ignored":
		return x.Skip()
	case "row", "note":
		if d.within++; what == "row" && d.within == 1 {
			d.cells, d.empty = nil, 0
		}
		defer func() { d.within-- }()
	case "run":
		d.struck, d.raised = false, false
	case "style":
		d.style = attr("name")
	}
	inner, err := d.inside(x, depth, what == "text" || isText && what != "note" || what == "paragraph" && d.notes == nil)
	if err != nil {
		return err
	}
	if s := strings.TrimSpace(inner); s != "" && (what == "run" && d.struck || d.strikes[attr("style-name")]) {
		inner = "~~" + s + "~~"
	}
	if what == "run" && d.raised {
		inner = superscript.Replace(inner)
	}
	switch what {
	case "paragraph":
		if d.within == 0 {
			d.out.row([]string{inner})
			return nil
		}
		inner += "\n"
	case "table":
		if d.within == 0 {
			d.out.blank = max(d.out.blank, 1)
		}
	case "row":
		if d.within == 1 {
			n := times("number-rows-repeated")
			if len(d.cells) == 0 {
				d.out.blank += n
			}
			for rows := cellLines(d.cells); len(d.cells) > 0 && n > 0 && !d.out.full; n-- {
				for _, cells := range rows {
					d.out.row(cells)
				}
			}
			return nil
		}
	case "cell":
		if d.within == 1 {
			n := times("number-columns-repeated")
			if strings.TrimSpace(inner) == "" {
				d.empty += n
				return nil
			}
			if len(d.cells)+d.empty+n > maxColumns {
				return errDamaged
			}
			d.cells = append(append(d.cells, make([]string, d.empty)...), slices.Repeat([]string{inner}, n)...)
			d.empty = 0
			return nil
		}
	case "note":
		inner = noteText(inner)
		if d.notes != nil {
			d.notes[start.Name.Local+attr("id")] = inner
			return nil
		}
	case "reference":
		inner = d.notes[strings.TrimSuffix(start.Name.Local, "Reference")+attr("id")]
	case "tab":
		inner = "\t"
	case "break":
		inner = "\n"
	case "spaces":
		inner = strings.Repeat(" ", min(times("c"), maxColumns))
	case "struck":
		val := attr("val")
		d.struck = val != "0" && val != "false" && val != "off"
	case "raised":
		d.raised = attr("val") == "superscript"
	case "properties":
		if line := attr("text-line-through-style"); line != "" && line != "none" {
			d.strikes[d.style] = true
		}
	}
	said.WriteString(inner)
	return nil
}

// cellLines splits a row whose cells hold several lines each, as in columns typed by hand, into
// rows. It returns the row unchanged if its filled cells have different numbers of lines.
func cellLines(cells []string) (rows [][]string) {
	for i, cell := range cells {
		if cell == "" {
			continue
		}
		of := strings.Split(strings.TrimSpace(cell), "\n")
		if rows == nil {
			rows = make([][]string, len(of))
		}
		if len(of) != len(rows) {
			return [][]string{slices.Clone(cells)}
		}
		for k, line := range of {
			rows[k] = append(append(rows[k], make([]string, i-len(rows[k]))...), line)
		}
	}
	return rows
}

var superscript = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
