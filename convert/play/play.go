// Package play writes games as a page on which they are played through: one HTML
// file that needs no network. The moves are resolved here; what each changes on
// the board is in the page, and its script knows no rules. Without a script the
// page is the games' text, to be read and printed.
//
// A page is Head, what AppendGame appends of each game, and Tail; so it can be
// written as the games come, on any number of goroutines. Writer does that on one.
//
// Read first: AppendGame; then code.go, how a move's changes are written.
package play

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

//go:embed page.css
var style string

//go:embed page.js
var script string

// Head returns the beginning of a page.
func Head(l message.Language) []byte {
	say := func(id message.ID) string { return html.EscapeString(message.Of(id).In(l)) }
	dst := fmt.Appendf(nil, `<!DOCTYPE html>
<html lang="%v">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>%s</title>
<style>
%s%s</style>
</head>
<body>
<header><h1>%s</h1></header>
<main>
<section id="player" aria-label="%s" hidden>
<div id="board" class="board" role="grid" aria-label="%s"></div>
<p id="state" role="status"></p>
`, l, say("play.title"), style, diagram.StyleSheet(), say("play.title"), say("play.controls"), say("play.board"))
	button := func(id string, name message.ID, sign string) {
		dst = fmt.Appendf(dst, "<button type=\"button\" id=\"%s\" aria-label=\"%s\" title=\"%s\">%s</button>\n", id, say(name), say(name), sign)
	}
	named := func(id string, name message.ID) {
		dst = fmt.Appendf(dst, "<button type=\"button\" id=\"%s\">%s</button>\n", id, say(name))
	}
	dst = fmt.Appendf(dst, "<div class=\"tools\" role=\"group\" aria-label=\"%s\">\n", say("play.controls"))
	button("first", "play.first", "«")
	button("back", "play.back", "‹")
	button("play", "play.play", "▶")
	button("forward", "play.forward", "›")
	button("last", "play.last", "»")
	button("flip", "play.flip", "⇅")
	dst = fmt.Appendf(dst, "<label>%s <select id=\"speed\">", say("play.speed"))
	for _, seconds := range []float64{0.5, 1, 2, 4} {
		chosen := ""
		if seconds == 1 {
			chosen = " selected"
		}
		digits := 0
		if seconds < 1 {
			digits = 1
		}
		text := message.Of("play.seconds", "n", message.Decimal{Value: seconds, Digits: digits}).In(l)
		dst = fmt.Appendf(dst, `<option value="%g"%s>%s</option>`, seconds, chosen, html.EscapeString(text))
	}
	dst = append(dst, "</select></label>\n</div>\n<div class=\"tools\">\n"...)
	named("fen", "play.copy-fen")
	named("pdn", "play.copy-pdn")
	named("link", "play.copy-link")
	return fmt.Appendf(dst, `</div>
<p class="help">%s</p>
</section>
<section class="games" aria-label="%s" tabindex="0">
`, say("play.help"), say("play.games"))
}

// Tail returns the end of a page.
func Tail(l message.Language) []byte {
	say := func(id message.ID) string { return html.EscapeString(message.Of(id).In(l)) }
	dst := fmt.Appendf(nil, `</section>
<nav id="index" aria-label="%s" hidden>
<p><label for="filter">%s</label> <input id="filter" type="search" autocomplete="off"> <span id="found" role="status"></span></p>
<ol id="list"></ol>
</nav>
</main>
<script type="application/json" id="data">`, say("play.list"), say("play.filter"))
	data, err := json.Marshal(pageData(l)) // which escapes <, > and &
	if err != nil {
		panic(err) // it is made of maps and strings
	}
	dst = append(dst, data...)
	dst = append(dst, "</script>\n<script>\n"...)
	dst = append(dst, script...)
	return append(dst, "</script>\n</body>\n</html>\n"...)
}

// data is what the script has to know besides the games.
type data struct {
	Text     map[string]string      `json:"text"`
	Tags     map[string]string      `json:"tags"` // PDN's names by those of the page
	Boards   map[string]boardData   `json:"boards"`
	Variants map[string]variantData `json:"variants"`
}

type boardData struct {
	Files    int    `json:"files"`
	Ranks    int    `json:"ranks"`
	Squares  string `json:"squares"` // by file and rank, in board order
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

// texts returns what the script says, with the places of what it puts in.
func texts(l message.Language) map[string]string {
	say := func(id message.ID, args ...any) string { return message.Of(id, args...).In(l) }
	return map[string]string{
		"play":           say("play.play"),
		"pause":          say("play.pause"),
		"copiedFEN":      say("play.copied-fen"),
		"copiedPDN":      say("play.copied-pdn"),
		"copiedLink":     say("play.copied-link"),
		"found":          say("play.found", "n", "{n}", "of", "{of}"),
		"start":          say("play.start"),
		"played":         say("play.played", "number", "{number}", "side", "{side}", "move", "{move}"),
		"white":          say("play.white"),
		"black":          say("play.black"),
		"captured":       say("play.captured", "n", "{n}"),
		"promoted":       say("play.promoted"),
		"whiteToMove":    say("play.white-to-move"),
		"blackToMove":    say("play.black-to-move"),
		"end":            say("play.end", "result", "{result}"),
		"endOfLine":      say("play.end-of-line"),
		"empty":          say("play.empty", "square", "{square}"),
		"whiteMan":       say("play.white-man"),
		"blackMan":       say("play.black-man"),
		"whiteKing":      say("play.white-king"),
		"blackKing":      say("play.black-king"),
		"whiteTower":     say("play.white-tower"),
		"blackTower":     say("play.black-tower"),
		"whiteKingTower": say("play.white-king-tower"),
		"blackKingTower": say("play.black-king-tower"),
		"own":            say("play.own", "n", "{n}"),
		"prisoners":      say("play.prisoners", "n", "{n}"),
		"kings":          say("play.kings", "n", "{n}"),
	}
}

// Writer writes judged games as one page. It is not safe for concurrent use.
type Writer struct {
	Language message.Language

	w     *bufio.Writer
	err   error
	begun bool
	game  []byte
}

// NewWriter returns a Writer to w. The caller must Close it.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, 64<<10)} }

// Write writes a game. The error is the underlying writer's.
func (w *Writer) Write(r *replay.Report) error {
	w.begin()
	w.game = AppendGame(w.game[:0], r, w.Language)
	w.write(w.game)
	return w.err
}

// Close writes the end of the page. It does not close the underlying writer. It
// returns the first error that any writing met.
func (w *Writer) Close() error {
	w.begin()
	w.write(Tail(w.Language))
	if err := w.w.Flush(); w.err == nil {
		w.err = err
	}
	return w.err
}

func (w *Writer) begin() {
	if !w.begun {
		w.begun = true
		w.write(Head(w.Language))
	}
}

func (w *Writer) write(text []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(text)
	}
}
