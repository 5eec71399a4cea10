package play

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// headers are the tags that a game's heading shows, in that order.
var headers = []struct {
	tag  string
	name message.ID
}{
	{"Event", "play.event"}, {"Site", "play.site"}, {"Date", "play.date"}, {"Round", "play.round"}, {"Result", "play.result"},
	{"EventDate", "play.event-date"}, {"TimeControl", "play.time-control"}, {"WhiteElo", "play.white-elo"}, {"BlackElo", "play.black-elo"},
	{"Opening", "play.opening"}, {"Annotator", "play.annotator"},
}

// unseen are the tags that the page does not show: it says what they say besides,
// or they were of the file that the game was read from.
var unseen = []string{"White", "Black", "Result", "GameType", "Variant", "FEN", "SetUp", "Verdict"}

// AppendGame appends a judged game: an article with its headers, its moves with all that the
// record attaches to them, and as data what they change. Of a game that is not legal it has the
// moves up to the fault, what is wrong, and the record's own text.
func AppendGame(dst []byte, r *replay.Report, l message.Language) []byte {
	g := article{page: page{l}, Report: r}
	if g.Played() {
		t := text{report: r}
		t.make(l)
		g.Moves, g.Changes, g.Result = template.HTML(t.dst), string(t.changes), t.result
	}
	return append(dst, diagram.Printable(string(execute("game", &g)))...)
}

// article is a game as its template has it.
type article struct {
	page
	Report  *replay.Report
	Moves   template.HTML // the text of the moves
	Changes string        // what they change
	Result  string        // in words how the game ended, where the headers do not say it all
}

// Played says whether it is known what is played, and from which position.
func (a *article) Played() bool {
	return a.Report.Variant != record.UnknownVariant && a.Report.Final.Variant != record.UnknownVariant
}

// Start returns the position from which the game is played, "" for the usual one.
func (a *article) Start() string {
	if start, ok := a.Report.Start(); ok {
		if p := start.Record(); p != record.StartPosition(a.Report.Variant) {
			return p.FEN()
		}
	}
	return ""
}

// Name returns who played, by the tag.
func (a *article) Name(tag string) string {
	return cmp.Or(strings.TrimSpace(a.Report.Game.Tag(tag)), "?")
}

// Stopped says what keeps the game from being legal; "" for nothing.
func (a *article) Stopped() string {
	for i := range a.Report.Faults {
		if f := &a.Report.Faults[i]; f.Severity >= record.Illegal {
			return message.Of("play.stopped", "why", f.Message).In(a.Language)
		}
	}
	return ""
}

// Headers returns the game's tags: those of headers by their names in the language,
// what else there is as the record has it.
func (a *article) Headers() []header {
	var all []header
	add := func(name, value string) {
		if value = strings.TrimSpace(value); value == "" || value == "?" {
			return
		}
		h := header{Name: name, Value: value}
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
	for _, h := range headers {
		value := g.Tag(h.tag)
		if h.tag == "Result" {
			value = g.Result.String()
		}
		add(message.Of(h.name).In(a.Language), value)
	}
	for _, t := range g.Tags {
		known := slices.ContainsFunc(unseen, func(s string) bool { return strings.EqualFold(s, t.Name) })
		for _, h := range headers {
			known = known || strings.EqualFold(h.tag, t.Name)
		}
		if !known {
			add(t.Name, t.Value)
		}
	}
	return all
}

// header is a tag as a page shows it; Recorded is its value where the page spells it otherwise.
type header struct{ Name, Value, Recorded string }

// text makes the text of a game's moves, and beside it what they change.
type text struct {
	report  *replay.Report
	dst     []byte
	changes []byte
	plain   int         // how many moves of the last changes are plain, which are not written yet
	of      [][]changes // of the moves of each variation, the game's own first
	result  string      // in words

	number int // the byte at which the number of the next move begins; -1 where it has none
	lost   int // in how many variations the moves stand that cannot be played, and are a remark; -1 for none
}

// make makes the text as books have it, package typeset. Of the game's own moves it
// has those that are legal.
func (t *text) make(l message.Language) {
	r := t.report
	t.of = make([][]changes, len(r.Variations)+1)
	for _, node := range r.Tree() {
		t.of[node.Variation] = append(t.of[node.Variation], changesOf(node.Before, node.Move))
	}
	t.lost, t.number = -1, -1
	for _, run := range notation.Runs(r, notation.Options{Language: l}) {
		switch {
		case run.Role == notation.Ending:
			if r.Game.Result.Manner != record.Unstated { // else the headers have it
				t.result = run.Text
			}
		case t.lost == 0: // the record's own text has it
		case t.lost > 0 && !(run.Role == notation.Close && run.Depth == t.lost):
			t.dst = append(t.dst, diagram.Escape(run.Text)...)
		default:
			t.run(&run)
		}
	}
	t.dst = bytes.TrimSuffix(t.dst, []byte(" "))
	t.changed("")
}

// changed appends a code to the changes, after the number of plain moves before it.
func (t *text) changed(code string) {
	if t.plain > 0 {
		t.changes = strconv.AppendInt(t.changes, int64(t.plain), 10)
		t.plain = 0
	}
	t.changes = append(t.changes, code...)
}

// run appends a part of the text, and what it changes.
func (t *text) run(run *notation.Run) {
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
		if code := line[run.Ply-1].beside(run.Text); code != plain {
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

// What the moves of a game change on the board is written beside its text. The
// first and the last square that a move's text names are where it starts and ends;
// a tower between them on a diagonal loses its top piece. Most moves change no
// more, and so many of them in a row are their number:
//
//	12      so many moves change that
//	?       a move that does, and makes a king
//	:NU     one that takes the top pieces of these squares, in that order: d4, b6
//	!:NU    and makes a king
//	=AB:NU  from a1 to c1, even if the text names others
//	(…)     a variation in place of the move before, ~1(…) of the one so many plies after it
//	{FEN}   the next move is played from this position
//
// On the board of Russian columns "2:RU" is c3-d4, b6-c5, and a move that takes from c5 and b6.

// letters name the squares of a board in its order.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"

// plain is the change of a move that its text gives in full.
const plain = ""

type changes struct {
	from, to string // where it starts and ends
	code     string // where its text names these; plain where that is all
	full     string // and where it does not
}

func changesOf(p *replay.Position, m *replay.Move) changes {
	b := p.Rules().Variant.Board()
	letter := func(s record.Square) string { n := b.Number(s); return letters[n-1 : n] }
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
	case len(taken) > 1: // one alone is between them
		c.code = king + squares
	case m.Promotes():
		c.code = "?"
	}
	return c
}

// beside returns the code that is written beside a move's text.
func (c *changes) beside(text string) string {
	squares := strings.FieldsFunc(text, func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'l') })
	if len(squares) > 1 && squares[0] == c.from && squares[len(squares)-1] == c.to {
		return c.code
	}
	return c.full
}
