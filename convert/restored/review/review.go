// Package review writes the questions about restored games as one HTML page,
// which needs no network: each with the line and what is written, the cut-out of
// the picture where there is one, the board before the move, and the moves that
// may have been made, each with a key. From the page a file of answers is saved
// as package restored reads it.
//
// A page is Head, what Append appends of each game, and Tail; so it can be
// written as the games come.
package review

import (
	_ "embed"
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/restored"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

//go:embed page.css
var style string

//go:embed page.js
var script string

// words puts a page into words.
type words struct{ language message.Language }

// tell says something in the page's language, as HTML.
func (w words) tell(id message.ID, args ...any) string {
	return html.EscapeString(message.Of(id, args...).In(w.language))
}

// Head returns the beginning of a page.
func Head(language message.Language) []byte {
	w := words{language}
	title := w.tell("review.title")
	return []byte(`<!DOCTYPE html>
<html lang="` + language.String() + `">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>` + title + `</title>
<style>
` + style + diagram.StyleSheet() + `</style>
</head>
<body>
<header>
<h1>` + title + `</h1>
<p id="state" role="status" data-answered="` + w.tell("review.answered", "n", "$n", "all", "$all") + `" data-unsaved="` + w.tell("review.unsaved") + `"></p>
<p class="tools"><button id="save">` + w.tell("review.save") + ` <kbd>s</kbd></button> <button id="undo">` + w.tell("review.undo") + ` <kbd>u</kbd></button>
<span class="help"><kbd>1</kbd>–<kbd>9</kbd> ` + w.tell("review.choose") + `, <kbd>?</kbd> ` + w.tell("review.cannot-be-told") + `, <kbd>0</kbd> ` + w.tell("restore.had-ended") + `, <kbd>m</kbd> ` + w.tell("review.another-move") + `, <kbd>↓</kbd> <kbd>↑</kbd> ` + w.tell("review.next") + `</span></p>
</header>
<main>
`)
}

// Tail returns the end of a page.
func Tail(language message.Language) []byte {
	return []byte("</main>\n<p id=\"none\" hidden>" + words{language}.tell("review.nothing") + "</p>\n<script>\n" + script + "</script>\n</body>\n</html>\n")
}

// around is how many characters of a line are shown before and behind a word.
const around = 60

// Append appends the questions about a game; nothing where there are none. The
// error is never that of a picture: one that cannot be shown is left out.
func Append(dst []byte, f *restored.Found, pictures *Pictures, language message.Language) ([]byte, error) {
	say := words{language}
	g := f.First()
	for i := range f.Game.Questions {
		q := &f.Game.Questions[i]
		w := f.Place(q.Ply, q.Cells)
		title := html.EscapeString(g.Source.File) + ", " + say.tell("check.game", "number", g.Source.Number)
		if white, black := f.Tag("White"), f.Tag("Black"); white != "" || black != "" {
			title += html.EscapeString(" (" + white + " – " + black + ")")
		}
		side, move := message.White, message.Of("review.white-move", "number", (q.Ply+1)/2)
		if f.Side(q.Ply) == record.Black {
			side, move = message.Black, message.Of("review.black-move", "number", (q.Ply+1)/2)
		}
		dst = fmt.Appendf(dst, `<section tabindex="-1" data-file="%s" data-game="%d" data-ply="%d">`+"\n", html.EscapeString(g.Source.File), g.Source.Number, q.Ply)
		dst = fmt.Appendf(dst, "<h2>%s</h2>\n<p class=\"where\">%s", title, say.tell("review.where", "ply", q.Ply, "move", move, "line", w.Line, "column", w.Column))
		if w.Sheet > 0 {
			dst = append(dst, " "+say.tell("review.of-second")...)
		}
		if i > 0 {
			dst = append(dst, "; "+say.tell("review.perhaps-settled")...)
		}
		dst = append(dst, "</p>\n"...)
		dst = say.appendWritten(dst, f, q)
		for s := range f.Sheets {
			if c := f.Cell(s, q.Cells[s]); c != nil {
				dst = appendLine(dst, f.Sheets[s].Game, c)
			}
		}
		dst = append(dst, "<div class=\"views\">\n"...)
		if picture := pictures.cut(f, w); picture != "" {
			dst = fmt.Appendf(dst, `<img src="%s" alt="%s">`+"\n", picture, say.tell("review.picture"))
		}
		if p, ok := f.Before(q.Ply); ok {
			dst = append(dst, diagram.Position(&p, message.Of("review.board", "turn", message.Of("show.to-move", "side", side)).In(language))...)
		}
		dst = append(dst, "<div class=\"moves\">\n"...)
		key, ended := 0, false
		for _, c := range q.Candidates {
			label, shown := "0", say.tell("restore.had-ended")
			if ended = ended || c.Text == restore.NoMove; c.Text != restore.NoMove {
				if key++; key > 9 {
					continue
				}
				label, shown = strconv.Itoa(key), html.EscapeString(c.Text)
			}
			dst = fmt.Appendf(dst, `<button data-move="%s" data-key="%s"><kbd>%s</kbd> %s <small>%s</small></button>`+"\n",
				html.EscapeString(c.Text), label, label, shown, html.EscapeString(restored.Percent(c.Probability, language)))
		}
		if !ended {
			dst = append(dst, `<button data-move="-" data-key="0"><kbd>0</kbd> `+say.tell("restore.had-ended")+"</button>\n"...)
		}
		dst = append(dst, `<button data-move="?" data-key="?"><kbd>?</kbd> `+say.tell("review.cannot-be-told")+`</button>
<label><kbd>m</kbd> `+say.tell("review.another")+`: <input size="10" autocomplete="off" spellcheck="false" placeholder="c3-b4"></label>
</div>
</div>
</section>
`...)
	}
	return dst, nil
}

// appendWritten says what is written for the ply.
func (w words) appendWritten(dst []byte, f *restored.Found, q *restore.Question) []byte {
	var said []string
	for s := range f.Sheets {
		switch c := f.Cell(s, q.Cells[s]); {
		case c == nil:
			said = append(said, w.tell("restore.nothing"))
		case c.Text == "":
			said = append(said, w.tell("restore.empty-cell"))
		default:
			said = append(said, "<b>"+html.EscapeString(c.Text)+"</b>")
		}
	}
	return fmt.Appendf(dst, "<p>%s: %s</p>\n", w.tell("review.written"), strings.Join(said, "; "+w.tell("review.on-second")+" "))
}

// appendLine appends the line in which a cell stands, with the word marked.
func appendLine(dst []byte, g *record.Game, c *restore.Cell) []byte {
	line := g.Line(c.At)
	at := c.At - (strings.LastIndexAny(g.Text[:min(c.At, len(g.Text))], "\r\n") + 1)
	at = min(max(at, 0), len(line))
	end := min(at+c.Len, len(line))
	before, behind := tail(line[:at], around), head(line[end:], around)
	return fmt.Appendf(dst, "<pre>%s<mark>%s</mark>%s</pre>\n", html.EscapeString(before), html.EscapeString(line[at:end]), html.EscapeString(behind))
}

func head(text string, characters int) string {
	for i := range text {
		if characters--; characters < 0 {
			return text[:i] + "…"
		}
	}
	return text
}

func tail(text string, characters int) string {
	i := len(text)
	for ; i > 0 && characters > 0; characters-- {
		_, n := utf8.DecodeLastRuneInString(text[:i])
		i -= n
	}
	if i > 0 {
		return "…" + text[i:]
	}
	return text
}
