// Package page sets what package stats has counted as a page: its numbers as
// tables, as text for a terminal or as one HTML file with pictures beside the
// tables. The file needs nothing else, neither network nor scripts, and follows
// the reader's choice of light or dark.
//
// Read first: Page. Then Openings, Adiukh, Players and Tournament, which make
// pages.
package page

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record/message"
)

// Page is a statistic set for reading.
type Page struct {
	Language message.Language // that it is in
	Title    string
	Notes    []string
	Sections []Section
}

// Section is a table and the pictures that go with it.
type Section struct {
	Title    string // "" where it needs none
	Notes    []string
	Columns  []Column
	Rows     [][]string
	Pictures []Picture // in HTML alone; the table has their numbers
}

// Column is a column of a table.
type Column struct {
	Title string
	Left  bool // set at the left, as words are; numbers stand at the right
}

// Picture is an svg element with its caption.
type Picture struct {
	SVG     string
	Caption string
}

// MaxRows is the most rows that a table of a page has; what is beyond is told in
// a note.
const MaxRows = 2000

// WriteText writes the page for a terminal.
func (p *Page) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, printable(p.Title))
	for _, note := range p.Notes {
		fmt.Fprintln(out, printable(note))
	}
	for i := range p.Sections {
		s := &p.Sections[i]
		fmt.Fprintln(out)
		if s.Title != "" {
			fmt.Fprintln(out, printable(s.Title))
		}
		s.writeText(out)
		for _, note := range s.Notes {
			fmt.Fprintln(out, printable(note))
		}
	}
	return out.Flush()
}

func (s *Section) writeText(out *bufio.Writer) {
	titles := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		titles[i] = c.Title
	}
	rows := s.Rows
	if strings.Join(titles, "") != "" {
		rows = append([][]string{titles}, s.Rows...)
	}
	wide := make([]int, len(s.Columns))
	for _, row := range rows {
		for i, cell := range row {
			wide[i] = max(wide[i], cells(cell))
		}
	}
	for _, row := range rows {
		line := strings.Builder{}
		for i, cell := range row {
			if i > 0 {
				line.WriteString("  ")
			}
			cell = printable(cell)
			fill := strings.Repeat(" ", max(wide[i]-cells(cell), 0))
			if s.Columns[i].Left {
				line.WriteString(cell + fill)
			} else {
				line.WriteString(fill + cell)
			}
		}
		fmt.Fprintln(out, strings.TrimRight(line.String(), " "))
	}
}

// cells returns how many cells of a terminal a text takes.
func cells(text string) int {
	n := 0
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

// maxCell is the most characters of a name that a table shows.
const maxCell = 60

// printable makes text from files fit for a terminal, which it must not
// command, and for a table.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return utf8.RuneError
		}
		return r
	}, text)
}

// short cuts a name that is too long for a table.
func short(name string) string { return cutAt(name, maxCell) }

// cutAt cuts a text behind so many characters.
func cutAt(name string, most int) string {
	n := 0
	for i := range name {
		if n++; n > most {
			return name[:i] + "…"
		}
	}
	return name
}

// WriteHTML writes the page as one HTML file.
func (p *Page) WriteHTML(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<!DOCTYPE html>
<html lang="%v">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<style>
%s</style>
</head>
<body>
<h1>%s</h1>
`, p.Language, escape(p.Title), style(), escape(p.Title))
	writeNotes(out, p.Notes)
	for i := range p.Sections {
		p.Sections[i].writeHTML(out)
	}
	fmt.Fprint(out, "</body>\n</html>\n")
	return out.Flush()
}

func (s *Section) writeHTML(out *bufio.Writer) {
	fmt.Fprint(out, "<section>\n")
	if s.Title != "" {
		fmt.Fprintf(out, "<h2>%s</h2>\n", escape(s.Title))
	}
	fmt.Fprint(out, "<div class=\"beside\">\n")
	if len(s.Pictures) > 0 {
		fmt.Fprint(out, "<div class=\"pictures\">\n")
		for _, picture := range s.Pictures {
			fmt.Fprintf(out, "<figure>\n%s<figcaption>%s</figcaption>\n</figure>\n", picture.SVG, escape(picture.Caption))
		}
		fmt.Fprint(out, "</div>\n")
	}
	fmt.Fprint(out, "<div class=\"numbers\">\n")
	if len(s.Rows) > 0 {
		fmt.Fprint(out, "<table>\n")
		s.writeRow(out, "thead", "th", nil)
		fmt.Fprint(out, "<tbody>\n")
		for _, row := range s.Rows {
			s.writeRow(out, "", "td", row)
		}
		fmt.Fprint(out, "</tbody>\n</table>\n")
	}
	writeNotes(out, s.Notes)
	fmt.Fprint(out, "</div>\n</div>\n</section>\n")
}

// writeRow writes a row of a table; the titles where row is nil.
func (s *Section) writeRow(out *bufio.Writer, around, cell string, row []string) {
	if around != "" {
		fmt.Fprintf(out, "<%s>", around)
	}
	fmt.Fprint(out, "<tr>")
	for i, c := range s.Columns {
		text, class := c.Title, ""
		if row != nil {
			text = row[i]
		}
		if c.Left {
			class = ` class="left"`
		}
		fmt.Fprintf(out, "<%s%s>%s</%s>", cell, class, escape(text), cell)
	}
	fmt.Fprint(out, "</tr>")
	if around != "" {
		fmt.Fprintf(out, "</%s>", around)
	}
	fmt.Fprintln(out)
}

func writeNotes(out *bufio.Writer, notes []string) {
	for _, note := range notes {
		fmt.Fprintf(out, "<p>%s</p>\n", escape(note))
	}
}

func escape(text string) string { return html.EscapeString(printable(text)) }

// dark are the colours of drawings of boards at night.
var dark = [][2]string{
	{"--board-light", "#4a4238"}, {"--board-dark", "#7d6546"}, {"--board-line", "#a08a6a"}, {"--board-text", "#b8b2a8"},
	{"--board-label", "#fff6e6"}, {"--board-count", "#fff6e6"}, {"--board-shade", "#ff6f61"}, {"--piece-white", "#f4efe4"}, {"--piece-black", "#14110f"},
	{"--piece-white-line", "#14110f"}, {"--piece-black-line", "#b9ab98"},
}

// style is the page's style sheet. Charts and boards take their colours from
// its custom properties.
func style() string {
	var s strings.Builder
	s.WriteString(`:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1c1b1a; --soft: #5f5b57; --grid: #d9d5d0; --stripe: #f6f4f1;
`)
	write := func(name, colour string) { fmt.Fprintf(&s, "  %s: %s;\n", name, colour) }
	for i, c := range seriesColours {
		write(fmt.Sprintf("--series-%d", i), c.light)
	}
	s.WriteString("}\n@media (prefers-color-scheme: dark) {\n  :root {\n")
	s.WriteString("  --page: #171614; --ink: #ece8e2; --soft: #a9a39b; --grid: #45413c; --stripe: #211f1c;\n")
	for i, c := range seriesColours {
		write(fmt.Sprintf("--series-%d", i), c.dark)
	}
	for _, d := range dark {
		write(d[0], d[1])
	}
	s.WriteString(`  }
}
body { background: var(--page); color: var(--ink); font: 15px/1.45 system-ui, "Segoe UI", "Liberation Sans", Arial, sans-serif; margin: 1.5rem auto; max-width: 1180px; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; }
p { color: var(--soft); margin: .3rem 0; }
.beside { display: flex; flex-wrap: wrap; gap: 1.2rem 2rem; align-items: flex-start; }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; flex: 1 1 420px; }
.numbers { overflow-x: auto; max-width: 100%; }
figure { margin: 0; } figcaption { color: var(--soft); font-size: .87rem; max-width: 34rem; }
figure:has(svg.board) figcaption { max-width: 270px; }
svg { max-width: 100%; height: auto; display: block; }
svg.board { width: 270px; }
svg.chart text { font-family: system-ui, "Segoe UI", "Liberation Sans", Arial, sans-serif !important; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .12rem .55rem; text-align: right; white-space: pre; }
th { border-bottom: 1px solid var(--soft); font-weight: 600; line-height: 1.2; max-width: 7.2rem; vertical-align: bottom; white-space: normal; }
.left { text-align: left; }
tbody tr:nth-child(even) { background: var(--stripe); }
`)
	s.WriteString(diagram.StyleSheet())
	return s.String()
}
