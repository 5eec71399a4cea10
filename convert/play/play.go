// Package play writes games as a web page on which they can be played through: one HTML file that
// loads nothing from the network. Moves are resolved here. The page contains the changes that each
// makes on the board, so that its script needs no rules. Without scripts, the page is the games'
// text, for reading and printing.
//
// A page is Head, then each game as AppendGame appends it, then Tail, so that games can be
// formatted on many goroutines and written in order. Part adds the same board to other pages.
// Read AppendGame first; then changes, the changes that a move makes.
package play

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed page.html
var pages string

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Parse(pages))
})

// page is the data of the templates.
type page struct{ Language message.Language }

// Say returns a text of the page.
func (p page) Say(id message.ID) string { return message.Of(id).In(p.Language) }

// Style returns the page's style sheets.
func (page) Style() template.CSS { return template.CSS(style + diagram.StyleSheet()) }

// Script returns the page's script, and Data the script's data other than the games.
func (page) Script() template.JS { return template.JS(script) }
func (p page) Data() data        { return pageData(p.Language) }

// Seconds returns the text of a delay between positions.
func (p page) Seconds(n float64) string {
	return message.Of("play.seconds", "n", message.Decimal(n, -1)).In(p.Language)
}

// Head returns the beginning of a page.
func Head(l message.Language) []byte { return execute("head", page{l}) }

// Tail returns the end of a page.
func Tail(l message.Language) []byte { return execute("tail", page{l}) }

// Part returns a part of another page that shows games on the board: "styles" for the head,
// "player" beside a section of class "games" that contains articles, "index" after the section,
// and "scripts" at the end. An article is the output of AppendGame, or has a variant in data-v, a
// FEN in data-s, a heading, and a paragraph of class "moves" that may be empty. In the latter case,
// links of class "way" are moves from the position: making a move on the board follows its link,
// and the right arrow key follows the first. A link with the ID "here" leads to the URL in its
// data-to, with the variant and the position shown as parameters.
func Part(name string, l message.Language) template.HTML {
	return template.HTML(execute(name, page{l}))
}

// ScriptSource returns the script source that a Content-Security-Policy must allow.
func ScriptSource() string {
	sum := sha256.Sum256([]byte("\n" + script))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func execute(name string, data any) []byte {
	var text bytes.Buffer
	if err := templates().ExecuteTemplate(&text, name, data); err != nil {
		panic(err) // the templates are part of the program and match their data
	}
	return text.Bytes()
}

// data is the script's data other than the games.
type data struct {
	Text     map[string]string      `json:"text"`
	Tags     map[string]string      `json:"tags"` // PDN tag names by the page's names
	Boards   map[string]boardData   `json:"boards"`
	Variants map[string]variantData `json:"variants"`
}

type boardData struct {
	Files    int    `json:"files"`
	Ranks    int    `json:"ranks"`
	Squares  string `json:"squares"` // algebraic names, in board order
	Numbered bool   `json:"numbered"`
}

type variantData struct {
	Board  string `json:"board"`
	Type   string `json:"type"` // PDN's GameType
	Start  string `json:"start"`
	First  string `json:"first"` // w or b
	Towers bool   `json:"towers"`
	Marks  bool   `json:"marks"` // kings are marked
}

func pageData(l message.Language) data {
	d := data{Text: texts(l), Tags: map[string]string{}, Boards: map[string]boardData{}, Variants: map[string]variantData{}}
	for _, t := range headers {
		d.Tags[message.Of(t.name).In(l)] = t.tag
	}
	for _, v := range record.Variants() {
		b := v.Board()
		name := fmt.Sprintf("%d%c%d%v", b.Files, b.Numbering, b.Corner, b.Mirrored)
		if _, known := d.Boards[name]; !known {
			var squares []string
			for _, s := range b.Squares() {
				squares = append(squares, s.Algebraic())
			}
			d.Boards[name] = boardData{b.Files, b.Ranks, strings.Join(squares, " "), b.Numbering == record.Numeric}
		}
		start := record.StartPosition(v)
		d.Variants[v.String()] = variantData{
			name, v.GameType(), start.FEN(), strings.ToLower(string(v.First().Letter())), v.Towers(), v.KingMarks(),
		}
	}
	return d
}

// said are the texts that the script shows. It refers to them without the prefix "play.".
var said = []message.ID{
	"play.play", "play.pause", "play.copied-fen", "play.copied-pdn", "play.copied-link",
	"play.found", "play.start", "play.played", "play.white", "play.black", "play.captured",
	"play.promoted", "play.white-to-move", "play.black-to-move", "play.end",
	"play.end-of-line", "play.empty", "play.white-man", "play.black-man", "play.white-king",
	"play.black-king", "play.white-tower", "play.black-tower", "play.white-king-tower",
	"play.black-king-tower", "play.own", "play.prisoners", "play.kings",
}

// texts returns the texts that the script shows, with placeholders such as {n}.
func texts(l message.Language) map[string]string {
	var places []any
	for _, name := range []string{"n", "of", "number", "side", "move", "result", "square"} {
		places = append(places, name, "{"+name+"}")
	}
	all := make(map[string]string, len(said))
	for _, id := range said {
		all[strings.TrimPrefix(string(id), "play.")] = message.Of(id, places...).In(l)
	}
	return all
}
