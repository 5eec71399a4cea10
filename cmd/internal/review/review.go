// Package review writes the questions about restored games as one HTML page,
// which needs no network: each with the line and what is written, the cut-out of
// the picture if there is one, the board before the move, and the moves that
// may have been made, each with a key. From the page a file of answers is saved
// as convert.ReadAnswers reads it.
//
// A page is its Frame around what Append appends of each game; so it can be written
// as the games come.
package review

import (
	"bytes"
	_ "embed"
	"html/template"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed page.html
var pageHTML string

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Parse(pageHTML))
})

// texts are the texts of a page that are the same for all games.
var texts = map[string]message.Message{
	"title":        message.Of("review.title"),
	"answered":     message.Of("review.answered", "n", "$n", "all", "$all"),
	"unsaved":      message.Of("review.unsaved"),
	"save":         message.Of("review.save"),
	"undo":         message.Of("review.undo"),
	"choose":       message.Of("review.choose"),
	"cannot-tell":  message.Of("review.cannot-be-told"),
	"ended":        message.Of("restore.had-ended"),
	"another-move": message.Of("review.another-move"),
	"another":      message.Of("review.another"),
	"next":         message.Of("review.next"),
	"nothing":      message.Of("review.nothing"),
	"written":      message.Of("review.written"),
	"on-second":    message.Of("review.on-second"),
	"picture":      message.Of("review.picture"),
}

// words puts a page into words.
type words struct{ Language message.Language }

// Text returns one of texts in the page's language.
func (w words) Text(name string) string { return texts[name].In(w.Language) }

// Style returns the page's style sheet.
func (words) Style() template.CSS { return template.CSS(style + diagram.StyleSheet()) }

// Script returns the page's script.
func (words) Script() template.JS { return template.JS(script) }

// Frame returns the beginning and the end of a page.
func Frame(language message.Language) (head, tail []byte, err error) {
	head, err = part("head", words{language})
	if err == nil {
		tail, err = part("tail", words{language})
	}
	return head, tail, err
}

func part(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	err := page().ExecuteTemplate(&b, name, data)
	return b.Bytes(), err
}

// question is a question as the page has it.
type question struct {
	words
	Source       record.Source
	Ply          int
	Title, Where string
	Written      []written   // by sheet
	Lines        [][3]string // before the word, the word, after it
	Picture      template.URL
	Board        template.HTML
	Choices      []choice
	Ended        bool // one of the choices is that the game had ended
}

// written is the text of a cell, or what is said if it has none.
type written struct{ Text, Instead string }

// choice is a move with its key and its share.
type choice struct{ Move, Key, Shown, Share string }

// Append appends the questions about a game; nothing if there are none. A picture
// that cannot be shown is left out.
func Append(dst []byte, f *convert.Restored, pictures *Pictures, language message.Language) ([]byte, error) {
	for i := range f.Game.Questions {
		q := newQuestion(f, &f.Game.Questions[i], i == 0, pictures, words{language})
		section, err := part("question", q)
		if err != nil {
			return dst, err
		}
		dst = append(dst, section...)
	}
	return dst, nil
}

func newQuestion(f *convert.Restored, q *restore.Question, first bool, pictures *Pictures, w words) *question {
	tell := func(m message.Message) string { return m.In(w.Language) }
	g := f.First()
	at := f.Place(q.Ply, q.Cells)
	out := &question{words: w, Source: g.Source, Ply: q.Ply}

	out.Title = g.Source.File + ", " + tell(message.Of("check.game", "number", g.Source.Number))
	if white, black := f.Tag("White"), f.Tag("Black"); white != "" || black != "" {
		out.Title += " (" + white + " – " + black + ")"
	}
	side, move := message.White, message.Of("review.white-move", "number", (q.Ply+1)/2)
	if f.Side(q.Ply) == record.Black {
		side, move = message.Black, message.Of("review.black-move", "number", (q.Ply+1)/2)
	}
	out.Where = tell(message.Of("review.where", "ply", q.Ply, "move", move, "line", at.Line, "column", at.Column))
	if at.Sheet > 0 {
		out.Where += " " + tell(message.Of("review.of-second"))
	}
	if !first {
		out.Where += "; " + tell(message.Of("review.perhaps-settled"))
	}

	for s := range f.Sheets {
		c := f.Cell(s, q.Cells[s])
		if c == nil {
			out.Written = append(out.Written, written{"", tell(message.Of("restore.nothing"))})
			continue
		}
		out.Written = append(out.Written, written{c.Text, tell(message.Of("restore.empty-cell"))})
		out.Lines = append(out.Lines, lineOf(f.Sheets[s].Game, c))
	}
	out.Picture = pictures.cut(f.Sheets[at.Sheet].Game.Source.File, at.Image, at.Box)
	if p, ok := f.Before(q.Ply); ok {
		board := p.Record()
		turn := message.Of("show.to-move", "side", side)
		out.Board = template.HTML(diagram.Position(&board, tell(message.Of("review.board", "turn", turn))))
	}

	key := 0
	for _, c := range q.Candidates {
		share := convert.Percent(c.Probability, w.Language)
		if c.Text == restore.NoMove {
			out.Ended = true
			out.Choices = append(out.Choices, choice{c.Text, "0", w.Text("ended"), share})
		} else if key++; key <= 9 {
			out.Choices = append(out.Choices, choice{c.Text, strconv.Itoa(key), c.Text, share})
		}
	}
	return out
}

// around is how many characters of a line are shown before and after a word.
const around = 60

// lineOf returns the line in which a cell is: what is before it, the cell, and what
// is after it.
func lineOf(g *record.Game, c *restore.Cell) [3]string {
	line := g.Line(c.At)
	at := c.At - (strings.LastIndexAny(g.Text[:min(c.At, len(g.Text))], "\r\n") + 1)
	at = min(max(at, 0), len(line))
	end := min(at+c.Len, len(line))
	return [3]string{tail(line[:at], around), line[at:end], head(line[end:], around)}
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
