package convert

// This file and playgame.go write games as a web page on which they can be played through: one
// HTML file that loads nothing from the network. Moves are resolved here. The page contains the
// changes that each makes on the board, so that its script needs no rules. Without scripts, the
// page is the games' text, for reading and printing. Read appendArticle first; then changes, the
// changes that a move makes.

import (
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

//go:embed play.css
var playStyle string

//go:embed play.js
var playScript string

//go:embed play.html
var playTemplates string

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Parse(playTemplates))
})

// playPage is the data of the templates.
type playPage struct{ Language message.Language }

// Say returns a text of the page.
func (p playPage) Say(id message.ID) string { return message.Of(id).In(p.Language) }

// Style returns the page's style sheets.
func (playPage) Style() template.CSS { return template.CSS(playStyle + diagram.StyleSheet()) }

// Script returns the page's script.
func (playPage) Script() template.JS { return template.JS(playScript) }

// Seconds returns the text of a delay between positions.
func (p playPage) Seconds(n float64) string {
	return message.Of("play.seconds", "n", message.Decimal(n, -1)).In(p.Language)
}

// Source returns the script source that a Content-Security-Policy must allow.
func (playPage) Source() template.HTML {
	sum := sha256.Sum256([]byte("\n" + playScript))
	return template.HTML("'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
}

// PagePart returns a part of a page that shows games on a board, as the format html writes it:
// "head" and "tail" are the text before and after the games. Other pages contain "styles" in the
// head, "player" beside a section of class "games" that contains articles, "index" after the
// section, and "scripts" at the end; their Content-Security-Policy must allow "source" as a script
// source. An article is the text of a game in the format html, or has a variant in data-v, a FEN
// in data-s, a heading, and a paragraph of class "moves" that may be empty. In the latter case,
// links of class "way" are moves from the position: making a move on the board follows its link,
// and the right arrow key follows the first. A link with the ID "here" leads to the URL in its
// data-to, with the variant and the position shown as parameters.
func PagePart(name string, l message.Language) template.HTML {
	return template.HTML(executePlay(name, playPage{l}))
}

func executePlay(name string, data any) string {
	var text strings.Builder
	if err := templates().ExecuteTemplate(&text, name, data); err != nil {
		panic(err) // the templates are part of the program and match their data
	}
	return text.String()
}

// playData is the script's data other than the games.
type playData struct {
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

// Data returns the script's data other than the games.
func (p playPage) Data() playData {
	l := p.Language
	d := playData{Text: playTexts(l), Tags: map[string]string{}, Boards: map[string]boardData{}, Variants: map[string]variantData{}}
	for _, t := range playHeaders {
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

// playSaid are the texts that the script shows. It refers to them without the prefix "play.".
var playSaid = []message.ID{
	"play.play", "play.pause", "play.copied-fen", "play.copied-pdn", "play.copied-link",
	"play.found", "play.start", "play.played", "play.white", "play.black", "play.captured",
	"play.promoted", "play.white-to-move", "play.black-to-move", "play.end",
	"play.end-of-line", "play.empty", "play.white-man", "play.black-man", "play.white-king",
	"play.black-king", "play.white-tower", "play.black-tower", "play.white-king-tower",
	"play.black-king-tower", "play.own", "play.prisoners", "play.kings",
}

// playTexts returns the texts that the script shows, with placeholders such as {n}.
func playTexts(l message.Language) map[string]string {
	var places []any
	for _, name := range []string{"n", "of", "number", "side", "move", "result", "square"} {
		places = append(places, name, "{"+name+"}")
	}
	all := make(map[string]string, len(playSaid))
	for _, id := range playSaid {
		all[strings.TrimPrefix(string(id), "play.")] = message.Of(id, places...).In(l)
	}
	return all
}
