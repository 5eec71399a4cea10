// Package page sets tables for reading: as text for a terminal, or as one HTML
// file with pictures beside the tables. The file needs nothing else, neither
// network nor scripts, and follows the reader's choice of light or dark.
//
// Read first: Page.
package page

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record/message"
)

// Page is tables set for reading.
type Page struct {
	Language message.Language // that it is in
	Title    string
	Notes    []string
	Sections []Section
}

// Section is a table and the pictures that go with it, in HTML alone: the table
// has their numbers. It may have no table.
type Section struct {
	*table.Table
	Pictures []Picture
}

// Picture is an svg element with its caption.
type Picture struct {
	SVG     string
	Caption string
}

// WriteText writes the page for a terminal.
func (p *Page) WriteText(w io.Writer) error {
	if _, err := io.WriteString(w, lines(append([]string{p.Title}, p.Notes...))); err != nil {
		return err
	}
	for _, s := range p.Sections {
		title := "\n"
		if s.Title != "" {
			title += lines([]string{s.Title})
		}
		if _, err := io.WriteString(w, title); err != nil {
			return err
		}
		if err := s.Write(w, "text", p.Language); err != nil {
			return err
		}
		if _, err := io.WriteString(w, lines(s.Notes)); err != nil {
			return err
		}
	}
	return nil
}

func lines(texts []string) string {
	var all strings.Builder
	for _, text := range texts {
		all.WriteString(table.Printable(text) + "\n")
	}
	return all.String()
}

// WriteHTML writes the page as one HTML file.
func (p *Page) WriteHTML(w io.Writer) error { return file.Execute(w, p) }

// Style is the page's style sheet.
func (p *Page) Style() template.CSS { return template.CSS(style()) }

// HTML returns the table as an element, nothing where it has no rows.
func (s *Section) HTML(l message.Language) (template.HTML, error) {
	for range s.Rows {
		var text strings.Builder
		err := s.Write(&text, "html", l)
		return template.HTML(text.String()), err
	}
	return "", nil
}

var file = template.Must(template.New("page").Funcs(template.FuncMap{
	"printable": table.Printable,
	"svg":       func(p Picture) template.HTML { return template.HTML(p.SVG) },
}).Parse(`<!DOCTYPE html>
<html lang="{{printf "%v" .Language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{printable .Title}}</title>
<style>
{{.Style}}</style>
</head>
<body>
<h1>{{printable .Title}}</h1>
{{range .Notes}}<p>{{printable .}}</p>
{{end}}{{range .Sections}}<section>
{{if .Title}}<h2>{{printable .Title}}</h2>
{{end}}<div class="beside">
{{if .Pictures}}<div class="pictures">
{{range .Pictures}}<figure>
{{svg .}}<figcaption>{{printable .Caption}}</figcaption>
</figure>
{{end}}</div>
{{end}}<div class="numbers">
{{.HTML $.Language}}{{range .Notes}}<p>{{printable .}}</p>
{{end}}</div>
</div>
</section>
{{end}}</body>
</html>
`))

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
