package play

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/convert/typeset"
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
}

// unseen are the tags that the page does not show: it says what they say besides,
// or they were of the file that the game was read from.
var unseen = []string{"White", "Black", "Result", "GameType", "Variant", "FEN", "SetUp", "Verdict"}

// AppendGame appends a judged game: an article with its headers, its moves with
// all that the record attaches to them, and as data what they change. Of a game
// that is not legal it has the moves up to the fault, what is wrong, and the
// record's own text.
func AppendGame(dst []byte, r *replay.Report, l message.Language) []byte {
	g := r.Game
	dst = append(dst, "<article"...)
	played := r.Variant != record.UnknownVariant && r.Final.Variant != record.UnknownVariant
	t := text{report: r}
	if played {
		t.make(l)
		dst = fmt.Appendf(dst, ` data-v="%v"`, r.Variant)
		if start, ok := r.Start(); ok {
			if p := start.Record(); p != record.StartPosition(r.Variant) {
				dst = fmt.Appendf(dst, ` data-s="%s"`, escape(p.FEN()))
			}
		}
		dst = fmt.Appendf(dst, ` data-c="%s"`, t.changes)
	}
	name := func(tag string) string {
		if v := strings.TrimSpace(g.Tag(tag)); v != "" {
			return escape(v)
		}
		return "?"
	}
	dst = fmt.Appendf(dst, ">\n<h2><b>%s</b> – <b>%s</b></h2>\n", name("White"), name("Black"))
	dst = appendHeaders(dst, g, l)
	dst = fmt.Appendf(dst, "<p class=\"moves\">%s</p>\n", t.dst)
	if t.result != "" {
		dst = fmt.Appendf(dst, "<p class=\"result\">%s</p>\n", escape(t.result))
	}
	for i := range r.Faults {
		if f := &r.Faults[i]; f.Severity >= record.Illegal {
			why := message.Of("play.stopped", "why", f.Message).In(l)
			dst = fmt.Appendf(dst, "<p class=\"verdict\">%s</p>\n<details><summary>%s</summary><pre>%s</pre></details>\n",
				escape(why), escape(message.Of("play.as-recorded").In(l)), escape(g.Text))
			break
		}
	}
	return append(dst, "</article>\n"...)
}

// appendHeaders appends a list of the game's tags: those of headers by their
// names in the language, what else there is as the record has it.
func appendHeaders(dst []byte, g *record.Game, l message.Language) []byte {
	from := len(dst)
	dst = append(dst, "<dl>"...)
	empty := len(dst)
	add := func(name, value string) {
		if value = strings.TrimSpace(value); value != "" && value != "?" {
			dst = fmt.Appendf(dst, "<div><dt>%s<dd>%s</div>", escape(name), escape(value))
		}
	}
	for _, h := range headers {
		value := g.Tag(h.tag)
		if h.tag == "Result" {
			value = g.Result.String()
		}
		add(message.Of(h.name).In(l), value)
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
	if len(dst) == empty {
		return dst[:from]
	}
	return append(dst, "</dl>\n"...)
}

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
	runs := typeset.Runs(r, typeset.Options{Language: l})
	for i := range runs {
		run := &runs[i]
		switch {
		case run.Role == typeset.Ending:
			if r.Game.Result.Manner != record.Unstated { // else the headers have it
				t.result = run.Text
			}
		case t.lost == 0: // the record's own text has it
		case t.lost > 0 && !(run.Role == typeset.Close && run.Depth == t.lost):
			t.dst = append(t.dst, escape(run.Text)...)
		default:
			t.run(run)
		}
	}
	t.dst = bytes.TrimSuffix(t.dst, []byte(" "))
	t.changed("")
}

// changed appends to the changes, behind the number of plain moves before.
func (t *text) changed(code string) {
	if t.plain > 0 {
		t.changes = strconv.AppendInt(t.changes, int64(t.plain), 10)
		t.plain = 0
	}
	t.changes = append(t.changes, code...)
}

// run appends a part of the text, and what it changes.
func (t *text) run(run *typeset.Run) {
	add := func(format string, args ...any) { t.dst = fmt.Appendf(t.dst, format, args...) }
	switch run.Role {
	case typeset.Main, typeset.Side:
		line := t.of[run.Variation]
		if run.Unplayed || run.Ply > len(line) {
			if t.lost = run.Depth; t.lost == 0 && t.number >= 0 {
				t.dst = t.dst[:t.number]
			} else if t.lost > 0 {
				add("<i>%s", escape(run.Text))
			}
			return
		}
		add("%s", escape(run.Text))
		t.number = -1
		if code := line[run.Ply-1].beside(run.Text); code != plain {
			t.changed(code)
		} else {
			t.plain++
		}
	case typeset.Position:
		add("<span data-p=\"/FEN %s/\">%s</span>", escape(`"`+run.Text+`"`), escape(run.Text))
		t.changed("{" + escape(run.Text) + "}")
	case typeset.Open:
		v := &t.report.Variations[run.Variation-1]
		if behind := v.Ply - run.Ply; behind != 0 {
			t.changed("~" + strconv.Itoa(behind))
		}
		t.changed("(")
		add("<span class=\"v\">(")
	case typeset.Close:
		if t.lost > 0 {
			t.lost = -1
			add("</i>")
		}
		t.changed(")")
		add(")</span>")
	case typeset.Comment:
		add("<i>%s</i>", escape(run.Text))
	case typeset.Mark, typeset.Diagram, typeset.Command:
		add("<span data-p=\"%s\">%s</span>", escape(run.PDN), escape(run.Text))
	case typeset.Number:
		t.number = len(t.dst)
		add("%s", escape(run.Text))
	default:
		add("%s", escape(run.Text))
	}
}

// escape escapes text for HTML, in which control characters cannot stand.
func escape(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd")))
}
