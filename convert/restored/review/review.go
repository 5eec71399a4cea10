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

// Head returns the beginning of a page.
func Head() []byte {
	return []byte(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>Questions about damaged records</title>
<style>
` + style + diagram.StyleSheet() + `</style>
</head>
<body>
<header>
<h1>Questions about damaged records</h1>
<p id="state" role="status"></p>
<p class="tools"><button id="save">Save the answers <kbd>s</kbd></button> <button id="undo">Undo <kbd>u</kbd></button>
<span class="help"><kbd>1</kbd>–<kbd>9</kbd> choose a move, <kbd>?</kbd> it cannot be told, <kbd>0</kbd> the game had ended, <kbd>m</kbd> another move, <kbd>↓</kbd> <kbd>↑</kbd> the next, the one before</span></p>
</header>
<main>
`)
}

// Tail returns the end of a page.
func Tail() []byte {
	return []byte("</main>\n<p id=\"none\" hidden>There is nothing to ask.</p>\n<script>\n" + script + "</script>\n</body>\n</html>\n")
}

// around is how many characters of a line are shown before and behind a word.
const around = 60

// Append appends the questions about a game; nothing where there are none. The
// error is never that of a picture: one that cannot be shown is left out.
func Append(dst []byte, f *restored.Found, pictures *Pictures) ([]byte, error) {
	g := f.First()
	for i := range f.Game.Questions {
		q := &f.Game.Questions[i]
		w := f.Place(q.Ply, q.Cells)
		title := g.Source.File + ", game " + strconv.Itoa(g.Source.Number)
		if white, black := f.Tag("White"), f.Tag("Black"); white != "" || black != "" {
			title += " (" + white + " – " + black + ")"
		}
		side := "White"
		if f.Side(q.Ply) == record.Black {
			side = "Black"
		}
		dst = fmt.Appendf(dst, `<section tabindex="-1" data-file="%s" data-game="%d" data-ply="%d">`+"\n", html.EscapeString(g.Source.File), g.Source.Number, q.Ply)
		dst = fmt.Appendf(dst, "<h2>%s</h2>\n<p class=\"where\">ply %d, %s’s move %d; line %d, column %d", html.EscapeString(title), q.Ply, side, (q.Ply+1)/2, w.Line, w.Column)
		if w.Sheet > 0 {
			dst = append(dst, " of the second sheet"...)
		}
		if i > 0 {
			dst = append(dst, "; perhaps settled by the question before"...)
		}
		dst = append(dst, "</p>\n"...)
		dst = appendWritten(dst, f, q)
		for s := range f.Sheets {
			if c := f.Cell(s, q.Cells[s]); c != nil {
				dst = appendLine(dst, f.Sheets[s].Game, c)
			}
		}
		dst = append(dst, "<div class=\"views\">\n"...)
		if picture := pictures.cut(f, w); picture != "" {
			dst = fmt.Appendf(dst, `<img src="%s" alt="what is written, on the picture">`+"\n", picture)
		}
		if p, ok := f.Before(q.Ply); ok {
			dst = append(dst, diagram.Position(&p, "the board before the move, "+side+" to move")...)
		}
		dst = append(dst, "<div class=\"moves\">\n"...)
		key, ended := 0, false
		for _, c := range q.Candidates {
			label, shown := "0", "the game had ended"
			if ended = ended || c.Move == restore.NoMove; c.Move != restore.NoMove {
				if key++; key > 9 {
					continue
				}
				label, shown = strconv.Itoa(key), c.Move
			}
			dst = fmt.Appendf(dst, `<button data-move="%s" data-key="%s"><kbd>%s</kbd> %s <small>%s</small></button>`+"\n",
				html.EscapeString(c.Move), label, label, html.EscapeString(shown), html.EscapeString(restored.Percent(c.Probability, message.English)))
		}
		if !ended {
			dst = append(dst, `<button data-move="-" data-key="0"><kbd>0</kbd> the game had ended</button>`+"\n"...)
		}
		dst = append(dst, `<button data-move="?" data-key="?"><kbd>?</kbd> it cannot be told</button>
<label><kbd>m</kbd> another: <input size="10" autocomplete="off" spellcheck="false" placeholder="c3-b4"></label>
</div>
</div>
</section>
`...)
	}
	return dst, nil
}

// appendWritten says what is written for the ply.
func appendWritten(dst []byte, f *restored.Found, q *restore.Question) []byte {
	var said []string
	for s := range f.Sheets {
		switch c := f.Cell(s, q.Cells[s]); {
		case c == nil:
			said = append(said, "nothing")
		case c.Text == "":
			said = append(said, "an empty cell")
		default:
			said = append(said, "<b>"+html.EscapeString(c.Text)+"</b>")
		}
	}
	return fmt.Appendf(dst, "<p>written: %s</p>\n", strings.Join(said, "; on the second sheet "))
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
