package book

import (
	_ "embed"
	"strings"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record/message"
)

//go:embed book.css
var css string

// darkCSS makes pages dark where the reader's screen is.
const darkCSS = `@media screen and (prefers-color-scheme: dark) {
  body { color: #ece8e2; background: #171614; }
  .author, .about, .number, figcaption { color: #b3aba0; }
  a { color: #8fc1f5; }
  .board { --board-text: #cfc6b8; --board-light: #d8ccb6; --board-dark: #a5855a; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav { display: none; }
  a { color: inherit; text-decoration: none; }
  h1 { break-before: page; }
  header h1, h1:first-child { break-before: auto; }
  .text { columns: 2; column-gap: 8mm; }
  figure svg { width: 45mm; }
}
`

// AppendHTML appends the book as one page, which needs no network and prints well.
func (b *Book) AppendHTML(dst []byte) []byte {
	x := xhtml{book: b, dst: dst}
	x.add(`<!DOCTYPE html>
<html lang="%v">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<title>%s</title>
<style>
%s%s%s</style>
</head>
<body>
`, b.Language, escape(b.called()), css, darkCSS, diagram.StyleSheet())
	x.titlePage()
	x.add("<nav aria-label=\"%s\">\n<h2>%s</h2>\n", escape(b.say("book.contents")), escape(b.say("book.contents")))
	x.contents(b.contents())
	x.add("</nav>\n<main>\n")
	x.blocks(b.body())
	x.add("</main>\n</body>\n</html>\n")
	return x.dst
}

func (b *Book) say(id message.ID) string { return message.Of(id).In(b.Language) }

func (x *xhtml) titlePage() {
	b := x.book
	x.add("<header>\n")
	if strings.TrimSpace(printable(b.Title)) != "" {
		x.add("<h1>%s</h1>\n", escape(b.Title))
	}
	for _, line := range []string{b.Author, b.Date} {
		if line != "" {
			x.add("<p class=\"author\">%s</p>\n", escape(line))
		}
	}
	x.add("</header>\n")
}

// body returns the blocks without a first heading that is the title, which stands
// before them.
func (b *Book) body() []Block {
	if len(b.Blocks) > 0 && b.Blocks[0].Kind == Heading && b.Blocks[0].Level == 1 && textOf(b.Blocks[0].Inlines) == b.Title {
		return b.Blocks[1:]
	}
	return b.Blocks
}

// Chapter is a line of the contents.
type chapter struct {
	level    int
	id, name string
	below    []chapter
}

// contents returns the headings and games of the book, down to the second level.
func (b *Book) contents() []chapter {
	var all []chapter
	add := func(c chapter) {
		if strings.TrimSpace(printable(c.name)) == "" {
			return // a heading without a text
		}
		if c.level > 1 && len(all) > 0 && all[len(all)-1].level < c.level {
			last := &all[len(all)-1]
			last.below = append(last.below, c)
			return
		}
		all = append(all, c)
	}
	for i := range b.body() {
		switch block := &b.body()[i]; {
		case block.Kind == Heading && block.Level <= 2:
			add(chapter{level: block.Level, id: block.ID, name: textOf(block.Inlines)})
		case block.Kind == GameText:
			add(chapter{level: block.Level, id: block.Game.ID, name: number(block.Game.Number) + ". " + b.gameName(block.Game)})
		}
	}
	return all
}

func (x *xhtml) contents(chapters []chapter) {
	x.add("<ol>\n")
	for _, c := range chapters {
		x.add("<li><a href=\"%s\">%s</a>", x.address(c.id), escape(c.name))
		if len(c.below) > 0 {
			x.add("\n")
			x.contents(c.below)
		}
		x.add("</li>\n")
	}
	x.add("</ol>\n")
}
