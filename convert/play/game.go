package play

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

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
	t.comments(r.Game.Before)
	if played {
		t.line(0, 0, g.Plies, r.Moves)
		dst = fmt.Appendf(dst, ` data-v="%v"`, r.Variant)
		if start, ok := r.Start(); ok {
			if p := start.Record(); p != record.StartPosition(r.Variant) {
				dst = fmt.Appendf(dst, ` data-s="%s"`, escape(p.FEN()))
			}
		}
		dst = fmt.Appendf(dst, ` data-c="%s"`, t.changes)
	}
	t.comments(g.After)
	name := func(tag string) string {
		if v := strings.TrimSpace(g.Tag(tag)); v != "" {
			return escape(v)
		}
		return "?"
	}
	dst = fmt.Appendf(dst, ">\n<h2><b>%s</b> – <b>%s</b></h2>\n", name("White"), name("Black"))
	dst = appendHeaders(dst, g, l)
	dst = fmt.Appendf(dst, "<p class=\"moves\">%s</p>\n", t.dst)
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
	report    *replay.Report
	dst       []byte
	changes   []byte
	of        [][][]byte // what each move of each variation changes, of the game's own first
	variation int        // the number of the last variation
}

// resolve finds what each move changes.
func (t *text) resolve() {
	t.of = make([][][]byte, len(t.report.Variations)+1)
	for node := range t.report.Tree() {
		t.of[node.Variation] = append(t.of[node.Variation], appendChange(nil, node.Before, node.Move))
	}
}

// line appends the moves of a line that are legal, with what is attached to them;
// number is that of the variation, before how many plies are played before it.
func (t *text) line(number, before int, plies []record.Ply, moves []string) {
	if t.of == nil {
		t.resolve()
	}
	moves = moves[:min(len(moves), len(plies), len(t.of[number]))]
	told := false // the next move has no number before it but White's
	for i := range moves {
		note := plies[i].Note
		if note == nil {
			note = &record.Notes{}
		}
		if len(note.Before) > 0 {
			t.comments(note.Before)
			told = false
		}
		if s := t.report.MoveNumber(before + i + 1); !told || !strings.HasSuffix(s, "...") {
			t.word(s)
		}
		t.word(moves[i] + suffix(note))
		told = true
		if note.Setup != "" {
			t.changes = fmt.Appendf(t.changes, "{%s}", escape(note.Setup))
		}
		t.changes = append(t.changes, t.of[number][i]...)
		for _, n := range note.NAGs {
			if n > len(suffixes) {
				t.word(fmt.Sprintf(`<sup data-n="%d">%s</sup>`, n, escape(sign(n))))
			}
		}
		t.comments(others(note))
		if len(note.Comments) > 0 {
			t.comments(note.Comments)
			told = false
		}
		for _, line := range note.Variations {
			t.branch(i, line)
			told = false
		}
	}
	if number > 0 && len(moves) < len(plies) {
		words := make([]string, 0, len(plies)-len(moves))
		for _, ply := range plies[len(moves):] {
			words = append(words, ply.Word.Text)
		}
		t.comments([]string{"(" + strings.Join(words, " ") + ")"})
		t.variation += variations(plies[len(moves):])
	}
}

// branch appends a variation that is attached to the i-th ply of a line.
func (t *text) branch(i int, line []record.Ply) {
	t.variation++
	if t.variation > len(t.report.Variations) || len(line) == 0 {
		return
	}
	number := t.variation
	v := &t.report.Variations[number-1]
	t.word(`<span class="v">(`)
	if behind := v.Ply - 1 - i; behind != 0 {
		t.changes = strconv.AppendInt(t.changes, int64(behind), 10)
	}
	t.changes = append(t.changes, '(')
	t.line(number, v.Before, line, v.Moves)
	t.dst = append(t.dst, ")</span>"...)
	t.changes = append(t.changes, ')')
}

// variations counts those that are attached to the moves of a line.
func variations(plies []record.Ply) int {
	n := 0
	for i := range plies {
		if plies[i].Note != nil {
			for _, line := range plies[i].Note.Variations {
				n += 1 + variations(line)
			}
		}
	}
	return n
}

// word appends a word of the page, behind a space but at the beginning of the
// text and of a variation.
func (t *text) word(s string) {
	if n := len(t.dst); n > 0 && t.dst[n-1] != '(' {
		t.dst = append(t.dst, ' ')
	}
	t.dst = append(t.dst, s...)
}

func (t *text) comments(comments []string) {
	for _, c := range comments {
		if c = strings.TrimSpace(c); c != "" {
			t.word("<i>" + escape(c) + "</i>")
		}
	}
}

// others are what is attached to a move besides comments and signs.
func others(note *record.Notes) []string {
	var all []string
	for _, m := range note.Marks {
		if !slices.Contains(suffixes, m) {
			all = append(all, m)
		}
	}
	for _, in := range note.Inside {
		all = append(all, in.Text)
	}
	return all
}

// suffixes are the signs that PDN's first NAGs stand for.
var suffixes = []string{"!", "?", "!!", "??", "!?", "?!"}

// suffix returns the signs behind a move.
func suffix(note *record.Notes) string {
	for _, m := range note.Marks {
		if slices.Contains(suffixes, m) {
			return m
		}
	}
	for _, n := range note.NAGs {
		if n >= 1 && n <= len(suffixes) {
			return suffixes[n-1]
		}
	}
	return ""
}

// sign returns what is printed for a NAG of PDN.
func sign(nag int) string {
	if s, ok := signs[nag]; ok {
		return s
	}
	return fmt.Sprintf("$%d", nag)
}

// signs are what the NAGs are that books have a sign for; those of an advantage
// as Adiukh 11 and the Ukrainian rules IV.4.2 have them.
var signs = map[int]string{
	7: "□", 10: "=", 11: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+",
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
