package convert

// This file writes games as a web page on which they can be played through: one HTML file that
// loads nothing from the network. Moves are resolved here. The page contains the changes that each
// makes on the board, so that its script needs no rules. Without scripts, the page is the games'
// text, for reading and printing. Read appendArticle first; then changes, the changes that a move
// makes.

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
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

func (playPage) Style() template.CSS { return template.CSS(playStyle + diagram.StyleSheet()) }

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

// Data returns the script's data other than the games: its texts; PDN tag names by the page's names;
// and boards and variants by their names.
func (p playPage) Data() object {
	tags, boards, variants := object{}, object{}, object{}
	for _, t := range playHeaders {
		tags[p.Say(t.name)] = t.tag
	}
	for _, v := range record.Variants() {
		b := v.Board()
		name := fmt.Sprintf("%d%c%d%v", b.Files, b.Numbering, b.Corner, b.Mirrored)
		if boards[name] == nil {
			var squares []string
			for _, s := range b.Squares() {
				squares = append(squares, s.Algebraic())
			}
			boards[name] = object{
				"files": b.Files, "ranks": b.Ranks, "numbered": b.Numbering == record.Numeric,
				"squares": strings.Join(squares, " "), // in board order
			}
		}
		start := record.StartPosition(v)
		variants[v.String()] = object{
			"board": name, "type": v.GameType(), "start": start.FEN(),
			"first": strings.ToLower(string(v.First().Letter())), "towers": v.Towers(),
			"marks": v.KingMarks(), // whether kings are marked
		}
	}
	return object{"text": playTexts(p.Language), "tags": tags, "boards": boards, "variants": variants}
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
func playTexts(l message.Language) object {
	var places []any
	for _, name := range []string{"n", "of", "number", "side", "move", "result", "square"} {
		places = append(places, name, "{"+name+"}")
	}
	all := make(object, len(playSaid))
	for _, id := range playSaid {
		all[strings.TrimPrefix(string(id), "play.")] = message.Of(id, places...).In(l)
	}
	return all
}

// playHeaders are the tags that are shown first, in this order.
var playHeaders = []struct {
	tag  string
	name message.ID
}{
	{"Event", "play.event"}, {"Site", "play.site"}, {"Date", "play.date"}, {"Round", "play.round"}, {"Result", "play.result"},
	{"EventDate", "play.event-date"}, {"TimeControl", "play.time-control"}, {"WhiteElo", "play.white-elo"}, {"BlackElo", "play.black-elo"},
	{"Opening", "play.opening"}, {"Annotator", "play.annotator"},
}

// playUnseen are the tags that the page does not show by name: their contents are shown elsewhere,
// or they concern the file that the game was read from.
var playUnseen = []string{"White", "Black", "Result", "GameType", "Variant", "FEN", "SetUp", "Verdict"}

// appendArticle appends a judged game as an article: headers, moves with their notes, and as data
// the changes that the moves make on the board. A game that is not legal is appended with the
// moves up to the fault, the fault's message and the record's own text.
func appendArticle(dst []byte, r *replay.Report, l message.Language) []byte {
	g := article{playPage: playPage{l}, Report: r}
	if g.Played() {
		t := playText{report: r}
		t.make(l)
		g.Moves, g.Changes, g.Result = template.HTML(t.dst), string(t.changes), t.result
	}
	return append(dst, diagram.Printable(executePlay("game", &g))...)
}

// article is the data of the template "game".
type article struct {
	playPage
	Report  *replay.Report
	Moves   template.HTML // the text of the moves
	Changes string        // the changes that they make, see changes
	Result  string        // the ending in words, unless the headers state it in full
}

// Played reports whether the variant and the starting position are known.
func (a *article) Played() bool {
	return a.Report.Variant != record.UnknownVariant && a.Report.Final.Variant != record.UnknownVariant
}

// Start returns the FEN of the starting position, or "" if it is the variant's usual one.
func (a *article) Start() string {
	if start, ok := a.Report.Start(); ok {
		if p := start.Record(); p != record.StartPosition(a.Report.Variant) {
			return p.FEN()
		}
	}
	return ""
}

// Name returns the name of a player, given the tag, or "?" if absent.
func (a *article) Name(tag string) string {
	return cmp.Or(strings.TrimSpace(a.Report.Game.Tag(tag)), "?")
}

// Stopped returns the message of the first fault that makes the game illegal, or "" if there is
// none.
func (a *article) Stopped() string {
	for i := range a.Report.Faults {
		if f := &a.Report.Faults[i]; f.Severity >= record.Illegal {
			return message.Of("play.stopped", "why", f.Message).In(a.Language)
		}
	}
	return ""
}

// Headers returns the game's tags: those in playHeaders, with names in the page's language, then
// the others, with the record's names.
func (a *article) Headers() []playHeader {
	var all []playHeader
	add := func(name, value string) {
		if value = strings.TrimSpace(value); value == "" || value == "?" {
			return
		}
		h := playHeader{Name: name, Value: value}
		if d, ok := record.ParseDate(value); ok && d.Valid() && d.String() == value {
			h.Value, h.Recorded = d.ISO(), value
			if a.Language != message.English { // 12.05.1998 for 1998-05-12
				parts := strings.Split(h.Value, "-")
				slices.Reverse(parts)
				h.Value = strings.Join(parts, ".")
			}
		}
		all = append(all, h)
	}
	g := a.Report.Game
	for _, h := range playHeaders {
		value := g.Tag(h.tag)
		if h.tag == "Result" {
			value = g.Result.String()
		}
		add(message.Of(h.name).In(a.Language), value)
	}
	for _, t := range g.Tags {
		known := slices.ContainsFunc(playUnseen, func(s string) bool { return strings.EqualFold(s, t.Name) })
		for _, h := range playHeaders {
			known = known || strings.EqualFold(h.tag, t.Name)
		}
		if !known {
			add(t.Name, t.Value)
		}
	}
	return all
}

// playHeader is a tag on the page; Recorded is its value in the record if the page shows another
// form.
type playHeader struct{ Name, Value, Recorded string }

// playText builds the text of a game's moves and the changes that they make.
type playText struct {
	report  *replay.Report
	dst     []byte
	changes []byte
	plain   int         // trailing plain moves that are not yet in changes
	of      [][]changes // of the moves of each variation, the main line first
	result  string      // in words

	number int // offset in dst of the next move's number, or -1 if it has none
	lost   int // depth of the line whose moves can no longer be played, or -1 if none
}

// make builds the text from the runs of package notation. It drops the moves of the main line from
// the first illegal one on; in a variation these are italic.
func (t *playText) make(l message.Language) {
	r := t.report
	t.of = make([][]changes, len(r.Variations)+1)
	for _, node := range r.Tree() {
		t.of[node.Variation] = append(t.of[node.Variation], changesOf(node.Before, node.Move))
	}
	t.lost, t.number = -1, -1
	for _, run := range notation.Runs(r, notation.Options{Language: l}) {
		switch {
		case run.Role == notation.Ending:
			if r.Game.Result.Manner != record.Unstated { // else the headers state it
				t.result = run.Text
			}
		case t.lost == 0: // the record's own text shows the rest
		case t.lost > 0 && !(run.Role == notation.Close && run.Depth == t.lost):
			t.dst = append(t.dst, diagram.Escape(run.Text)...)
		default:
			t.run(&run)
		}
	}
	t.dst = bytes.TrimSuffix(t.dst, []byte(" "))
	t.changed("")
}

// changed appends the number of preceding plain moves, if any, and a code to the changes.
func (t *playText) changed(code string) {
	if t.plain > 0 {
		t.changes = strconv.AppendInt(t.changes, int64(t.plain), 10)
		t.plain = 0
	}
	t.changes = append(t.changes, code...)
}

// run appends a run of the text, and the changes that it makes.
func (t *playText) run(run *notation.Run) {
	add := func(format string, args ...any) { t.dst = fmt.Appendf(t.dst, format, args...) }
	switch run.Role {
	case notation.Main, notation.Side:
		line := t.of[run.Variation]
		if run.Unplayed || run.Ply > len(line) {
			if t.lost = run.Depth; t.lost == 0 && t.number >= 0 {
				t.dst = t.dst[:t.number]
			} else if t.lost > 0 {
				add("<i>%s", diagram.Escape(run.Text))
			}
			return
		}
		add("%s", diagram.Escape(run.Text))
		t.number = -1
		if code := line[run.Ply-1].beside(run.Text); code != plainMove {
			t.changed(code)
		} else {
			t.plain++
		}
	case notation.Position:
		add("<span data-p=\"/FEN %s/\">%s</span>", diagram.Escape(`"`+run.Text+`"`), diagram.Escape(run.Text))
		t.changed("{" + run.Text + "}")
	case notation.Open:
		v := &t.report.Variations[run.Variation-1]
		if offset := v.Ply - run.Ply; offset != 0 {
			t.changed("~" + strconv.Itoa(offset))
		}
		t.changed("(")
		add("<span class=\"v\">(")
	case notation.Close:
		if t.lost > 0 {
			t.lost = -1
			add("</i>")
		}
		t.changed(")")
		add(")</span>")
	case notation.Comment:
		add("<i>%s</i>", diagram.Escape(run.Text))
	case notation.Mark, notation.Diagram, notation.Command:
		add("<span data-p=\"%s\">%s</span>", diagram.Escape(run.PDN), diagram.Escape(run.Text))
	case notation.Number:
		t.number = len(t.dst)
		add("%s", diagram.Escape(run.Text))
	default:
		add("%s", diagram.Escape(run.Text))
	}
}

// The changes that the moves of a game make on the board are encoded separately from its text. A
// plain move goes from the first to the last square that its text names; a tower between them on a
// diagonal loses its top piece. Consecutive plain moves are encoded as their number:
//
//	12      so many plain moves
//	?       a plain move with promotion
//	:NU     a move that captures the top pieces of these squares, in that order: d4, b6
//	!:NU    the same with promotion
//	=AB:NU  the same from a1 to c1, even if the text names others
//	(…)     a variation in place of the previous move; ~1(…) of the move so many plies later
//	{FEN}   the next move is played from this position
//
// On the board of Russian columns "2:RU" is c3-d4, b6-c5, and a capture from c5 and b6.

// squareLetters name the squares of a board, in board order.
const squareLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"

// plainMove is the code of a plain move.
const plainMove = ""

type changes struct {
	from, to string // names of its first and last square
	code     string // if its text names these squares
	full     string // otherwise
}

func changesOf(p *replay.Position, m *replay.Move) changes {
	b := p.Rules().Variant.Board()
	letter := func(s record.Square) string { n := b.Number(s); return squareLetters[n-1 : n] }
	from, to, taken := p.From(m), p.To(m), p.Captured(m)
	c := changes{from: b.Name(from), to: b.Name(to)}
	king, squares := "", ":"
	if m.Promotes() {
		king = "!"
	}
	for _, s := range taken {
		squares += letter(s)
	}
	c.full = king + "=" + letter(from) + letter(to) + squares
	switch {
	case len(taken) > 1: // a single one is between the squares
		c.code = king + squares
	case m.Promotes():
		c.code = "?"
	}
	return c
}

// beside returns the code of a move with the given text.
func (c *changes) beside(text string) string {
	squares := strings.FieldsFunc(text, func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'l') })
	if len(squares) > 1 && squares[0] == c.from && squares[len(squares)-1] == c.to {
		return c.code
	}
	return c.full
}
