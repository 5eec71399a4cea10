// Package page sets tables for reading: as text for a terminal, or as one HTML
// file with pictures beside the tables. The file needs nothing else, neither
// network nor scripts, and follows the reader's choice of light or dark.
//
// Read first: Page.
package page

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"

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
func (p *Page) WriteHTML(w io.Writer) error { return file().Execute(w, p) }

// Boards is the style sheet of drawings of boards. That of the page sets their
// colours at night, and those of charts.
func (p *Page) Boards() template.CSS { return template.CSS(diagram.StyleSheet()) }

// HTML returns the table as an element, nothing where it has no rows.
func (s *Section) HTML(l message.Language) (template.HTML, error) {
	for range s.Rows {
		var text strings.Builder
		err := s.Write(&text, "html", l)
		return template.HTML(text.String()), err
	}
	return "", nil
}

//go:embed page.html
var source string

var file = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"printable": table.Printable,
		"svg":       func(p Picture) template.HTML { return template.HTML(p.SVG) },
	}).Parse(source))
})
