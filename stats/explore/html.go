package explore

import (
	"cmp"
	_ "embed"
	"html"
	"strconv"
	"strings"

	"github.com/stolb/stolb/convert/diagram"
)

// markup is text that goes into a page as it is. A constant is markup where it is
// wanted; a string that comes from a record or a request is not of this type, and
// can only be put in by text and attribute, which escape it.
type markup string

// head is what stands before the title, css what stands behind the style of boards.
const head markup = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`

//go:embed page.css
var css string

// writer writes a page.
type writer struct{ b strings.Builder }

// put writes markup.
func (w *writer) put(m ...markup) {
	for _, m := range m {
		w.b.WriteString(string(m))
	}
}

// text writes text, escaped.
func (w *writer) text(s string) { w.b.WriteString(html.EscapeString(s)) }

// attribute writes an attribute with its value, in quotes and escaped.
func (w *writer) attribute(name markup, value string) {
	w.put(" ", name, `="`)
	w.text(value)
	w.put(`"`)
}

// element writes a text in an element, which has no attribute but its class, "" for
// none.
func (w *writer) element(name, class markup, text string) {
	w.put("<", name)
	if class != "" {
		w.put(` class="`, class, `"`)
	}
	w.put(">")
	w.text(text)
	w.put("</", name, ">")
}

// filled writes an element where there is a text.
func (w *writer) filled(name, class markup, text string) {
	if text != "" {
		w.element(name, class, text)
		w.put("\n")
	}
}

// link writes a link, to a page of ours: its address begins with a single slash.
func (w *writer) link(to string, here bool, text string) {
	w.put("<a")
	w.attribute("href", "/"+strings.TrimLeft(to, "/"))
	if here {
		w.put(` aria-current="true" class="here"`)
	}
	w.put(">")
	w.text(text)
	w.put("</a>")
}

// cells writes a row of a table: those from the number first on are numbers.
func (w *writer) cells(name markup, first int, texts ...string) {
	for i, text := range texts {
		w.put("<", name)
		if name == "th" {
			w.put(` scope="col"`)
		}
		if i >= first {
			w.put(` class="n"`)
		}
		w.put(">")
		w.text(text)
		w.put("</", name, ">")
	}
}

// write writes the page.
func (p *page) write(w *writer, label func(string) string) {
	w.put("<!DOCTYPE html>\n<html")
	w.attribute("lang", p.Language)
	w.put(">\n<head>\n", head)
	title := p.Title
	if about := cmp.Or(p.names(), p.Query, p.FEN); about != "" {
		title += " – " + about
	}
	w.element("title", "", title)
	w.put("\n<style>\n", markup(diagram.StyleSheet()), markup(css), "</style>\n</head>\n<body>\n<h1>")
	w.link("/", false, p.Title)
	w.put("</h1>\n")
	if !p.Refused {
		w.element("p", "", p.All)
		w.put("\n<form action=\"/find\" method=\"get\" role=\"search\">\n<label>")
		w.text(label("query"))
		w.put(` <input type="search" name="q"`)
		w.attribute("value", p.Query)
		w.put(" maxlength=\"8192\"></label>\n")
		w.element("button", "", label("search"))
		w.put("\n</form>\n")
	}
	if p.Fault != "" {
		w.put(`<p class="fault" role="alert">`)
		w.text(p.Fault)
		w.put("</p>\n")
	}
	w.filled("pre", "", p.Excerpt)
	if len(p.Variants) > 0 {
		w.nav(label("variants"))
		for _, v := range p.Variants {
			w.link("/?variant="+v.Name, v.Here, v.Name+" ("+strconv.Itoa(v.Games)+")")
		}
		w.put("</nav>\n")
	}
	p.writeChoice(w, label)
	if h := p.Head; h != nil {
		w.element("h2", "", p.names())
		w.put("<p>")
		w.text(h.Event + " " + h.Date + " ")
		w.element("span", "fen", h.Place)
		w.put("</p>\n")
	}
	w.put("<main>\n")
	p.writePosition(w, label)
	w.put("<section class=\"tables\">\n")
	p.writeTables(w, label)
	w.put("</section>\n</main>\n</body>\n</html>\n")
}

// names are who played the game, and its result; "" where there is none.
func (p *page) names() string {
	switch h := p.Head; {
	case h == nil:
		return ""
	case h.Result == "":
		return h.White + " – " + h.Black
	default:
		return h.White + " – " + h.Black + ", " + h.Result
	}
}

// nav begins links that belong together.
func (w *writer) nav(name string) {
	w.put("<nav")
	w.attribute("aria-label", name)
	w.put(">")
}

// writeChoice writes a box for a position.
func (p *page) writeChoice(w *writer, label func(string) string) {
	if !p.Choice {
		return
	}
	w.put("<form action=\"/\" method=\"get\">\n<input type=\"hidden\" name=\"variant\"")
	w.attribute("value", p.Variant)
	w.put(">\n<label>")
	w.text(label("position"))
	w.put(` <input type="search" name="fen"`)
	w.attribute("value", cmp.Or(p.Typed, p.FEN))
	w.put("></label>\n")
	w.element("button", "", label("show"))
	w.put("\n</form>\n")
}

func (p *page) writePosition(w *writer, label func(string) string) {
	if p.Board == "" {
		return
	}
	w.put("<section class=\"position\">\n", p.Board, "\n")
	w.element("p", "", p.Turn)
	w.put("\n")
	w.element("p", "fen", p.FEN)
	w.put("\n")
	if len(p.Steps) > 0 {
		w.nav(label("steps"))
		for _, s := range p.Steps {
			w.link(s.Link, false, label(s.Say))
		}
		w.put("</nav>\n")
	}
	w.put("</section>\n")
}

func (p *page) writeTables(w *writer, label func(string) string) {
	if len(p.Game) > 0 {
		w.put(`<p class="moves">`)
		for _, m := range p.Game {
			w.text(m.Number + " ")
			w.link(m.Link, m.Here, m.Move)
		}
		w.put("</p>\n")
	}
	w.filled("p", "", p.Reached)
	if len(p.Moves) > 0 {
		w.filled("h2", "", label("moves"))
		w.put("<table>\n<thead><tr>")
		w.cells("th", 1, label("move"), label("games"), label("white-wins"), label("draws"), label("black-wins"), label("share"))
		w.put("</tr></thead>\n<tbody>")
		for _, m := range p.Moves {
			w.put("<tr>")
			if m.Link != "" {
				w.put("<td>")
				w.link(m.Link, false, m.Move)
				w.put("</td>")
			} else {
				w.element("td", "", m.Move)
			}
			w.cells("td", 0, strconv.Itoa(m.Games), strconv.Itoa(m.WhiteWins), strconv.Itoa(m.Draws), strconv.Itoa(m.BlackWins), m.Share)
			w.put("</tr>\n")
		}
		w.put("</tbody></table>\n")
	}
	w.filled("p", "", p.Searched)
	if len(p.List) > 0 {
		w.filled("h2", "", label("title"))
		w.put("<table>\n<thead><tr>")
		w.cells("th", 5, label("white"), label("black"), label("result"), label("date"), label("event"), label("plies"))
		w.put("</tr></thead>\n<tbody>")
		for _, g := range p.List {
			w.put("<tr>")
			for _, name := range []string{g.White, g.Black} {
				w.put("<td>")
				w.link(g.Link, false, name)
				w.put("</td>")
			}
			w.cells("td", 3, g.Result, g.Date, g.Event, strconv.Itoa(g.Plies))
			w.put("</tr>\n")
		}
		w.put("</tbody></table>\n")
	}
	w.filled("p", "", p.More)
	if p.GoOn != "" {
		w.put("<p>")
		w.link(p.GoOn, false, label("go-on"))
		w.put("</p>\n")
	}
}
