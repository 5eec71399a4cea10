package sheet

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Decoder reads sheets by decoding. It is not safe for concurrent use.
type Decoder struct {
	search search
}

// NewDecoder returns a Decoder.
func NewDecoder(words *word.Table, board Board) *Decoder {
	if board == nil {
		board = noRules{}
	}
	return &Decoder{search{arcs: arcs{words: words}, board: board}}
}

// Games returns the games of a text. asked is what is played where it does not say that.
func (d *Decoder) Games(text string, asked record.Variant) []*record.Game {
	text = unmarked(text)
	return games(text, asked, d.search.read(text, asked))
}

// Path returns the reading of a text, a line for each step: its role, the text, what it
// costs there, the layout.
func (d *Decoder) Path(text string, asked record.Variant) string {
	text = unmarked(text)
	var b strings.Builder
	for _, a := range d.search.read(text, asked) {
		fmt.Fprintf(&b, "%-8s %-24q %6.2f %d\n", roleTexts[a.role], text[a.at:a.end], a.surprise, a.layout)
	}
	return b.String()
}

// unmarked returns a text without what is no part of a record: every character stays where
// it is.
func unmarked(text string) string {
	text = strings.ReplaceAll(withoutMarkup(text, 0), "\r\n", " \n")
	text = strings.NewReplacer("\r", "\n", "\f", "\n", "`", " ", "**", "  ").Replace(text)
	text = stressed.ReplaceAllString(text, " $1 ")
	text = escaped.ReplaceAllString(text, "$1 ")
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

// stressed is a move between stars.
var stressed = regexp.MustCompile("\\*([a-h0-9][^* \t\n]{2,12})\\*")

// escaped is a sign before which Markdown puts a backslash.
var escaped = regexp.MustCompile(`\\([.*_)-])`)

// games makes games of a reading.
func games(text string, asked record.Variant, reading []path) []*record.Game {
	var games []*record.Game
	var m *maker
	for i := range reading {
		if a := &reading[i]; a.role != roleGame {
			m.take(a)
			continue
		}
		if m != nil {
			games = append(games, m.finish())
		}
		m = &maker{between: -1, g: &record.Game{Text: text, Format: "sheet"}, asked: asked}
		m.g.Source.Line = 1
	}
	games = append(games, m.finish())
	// A game with nothing in it is the text before or after another.
	if kept := slices.DeleteFunc(slices.Clone(games), func(g *record.Game) bool {
		return len(g.Plies) == 0 && g.Result.Text == "" && g.Tag("White") == ""
	}); len(kept) > 0 {
		games = kept
	}
	for i, g := range games {
		g.Source.Number = i + 1
	}
	return games
}

// madePly is a ply where it stands in the text.
type madePly struct {
	*path
	n    int16 // the number before it
	role role
}

// maker makes a game of the steps of a reading.
type maker struct {
	g       *record.Game
	asked   record.Variant
	plies   []madePly
	n       int16 // the last number
	flipped bool  // Black's name heads the first column
	between int   // where words stand after the last ply; negative for nowhere
	result  bool
	goesOn  bool  // plies after it
	correct bool  // words say that the last ply is to be another
	odd     *path // what may be a ply before any is read
	doubted *path // words for which the next ply is not to be trusted
	struck  *path // what is struck out where a ply is due
}

// take takes a step more.
func (m *maker) take(a *path) {
	g := m.g
	text := g.Text[a.at:a.end]
	if a.role == roleText {
		if is, _ := word.LookUp(corrections, strings.Trim(text, ".,:")); is {
			m.correct = true
		}
		if is, _ := word.LookUp(formers, strings.Trim(text, ".,:")); is || a.n > 0 {
			m.correct = false // of another ply
		}
	}
	if a.role == roleText {
		if is, _ := word.LookUp(leads, strings.Trim(text, ".,:")); is && strings.HasPrefix(g.Text[a.end:], ":") {
			m.correct = true
		}
	}
	last := len(m.plies) - 1
	if last >= 0 && a.said > 0 && (a.role == roleText && m.correct || a.role == roleBracket && a.lead) {
		m.plies[last].role = roleUnread
	}
	if a.role == roleNewline || a.role == roleNumber {
		m.correct = false
	}
	again := a.role == roleNames && m.value(a.head, "White") == g.Tag("White") && m.value(a.head, "Black") == g.Tag("Black")
	if last >= 0 && a.isDoubtful() && !again {
		if a.role == roleText && a.said > 0 && !a.due {
			m.plies[last].role = roleUnread // which of the two nobody knows
		}
		m.noMeaning(a, record.Repaired)
	}
	if a.said > 0 && a.surprise >= maxSilent && (a.role == roleText && (a.due || last < 0) || a.role == roleProse) &&
		(last >= 0 || m.flipped || g.Tag("White") != "") {
		m.doubted = a
	}
	if a.role == roleBracket && a.slight && a.due {
		m.struck = a
	}
	if m.struck != nil && a.role == roleNewline {
		m.plies = append(m.plies, madePly{path: m.struck, n: m.n, role: roleUnread})
	}
	if a.role == roleNewline || a.isPly() {
		m.struck = nil
	}
	if a.role == roleText && last >= 0 && a.isDoubtful() && word.Illegible(text) {
		m.doubted = a
	}
	if m.doubted != nil && m.doubted.due && a.role == roleNumber && m.n != 0 && a.n == m.n+1 && last%2 == 0 {
		m.plies = append(m.plies, madePly{path: m.doubted, n: m.n, role: roleUnread})
		m.doubted = nil
	}
	if a.glued {
		m.noMeaning(a, record.Repaired)
	}
	if m.odd == nil && last < 0 && !m.result && g.Tag("White") != "" && a.mayBePly() {
		m.odd = a
	}
	switch a.role {
	case roleNumber:
		m.n = a.n
	case rolePly, roleUnread, roleMissing:
		m.torn(a)
		if m.result && !m.goesOn {
			m.goesOn = true
			m.fault(record.Fault{
				Code: record.ResultMismatch, Severity: record.Remark, At: g.Result.At, Len: len(g.Result.Text),
				Message: message.Of("sheet.second-result", "result", g.Result.Text, "first", g.Result.Text),
			})
		}
		p := madePly{path: a, n: m.n, role: a.role}
		if m.doubted != nil {
			p.role, m.doubted = roleUnread, nil
		}
		m.plies = append(m.plies, p)
	case roleResult:
		if !m.result || a.head.result.Text != "" && len(m.plies) > 0 {
			m.ended(a.head.result, int(a.at))
		}
	case roleNames:
		if g.Tag("White") == "" {
			m.tag("White", m.value(a.head, "White"), int(a.at))
			m.tag("Black", m.value(a.head, "Black"), int(a.at))
		}
	case roleKey:
		m.key(a.head)
	case roleStray:
		m.noMeaning(a, record.Remark)
	}
	switch {
	case a.isPly():
		m.between = -1
	case m.between < 0 && (a.role == roleProse || a.role == roleText || a.role == roleBracket && a.clock == 0):
		m.between = int(a.at)
	}
}

// torn adds the plies of rows that are missing by the number before a ply, where words stand
// for them.
func (m *maker) torn(a *path) {
	last := len(m.plies) - 1
	if last < 0 || m.between < 0 || a.layout != inRows || m.flipped {
		return
	}
	rows := int(m.n - m.plies[last].n - 1)
	if m.plies[last].n == 0 || rows < 1 || rows > maxTornRows || last%2 == 0 {
		return
	}
	for i := range 2 * rows {
		missing := &path{arc: arc{role: roleMissing, at: int32(m.between), end: int32(m.between)}, layout: a.layout}
		m.plies = append(m.plies, madePly{path: missing, n: m.n - int16(rows) + int16(i/2), role: roleMissing})
	}
}

// mayBePly says whether something between names and a result may be all that is left of
// plies.
func (a *path) mayBePly() bool {
	return a.role == roleText && (a.hurt || a.said > 0) || a.role == roleRule && a.cost > 0
}

// isDoubtful says whether a step is so dear that it is told.
func (a *path) isDoubtful() bool {
	if a.surprise < maxSilent {
		return false
	}
	switch a.role {
	case roleText:
		return a.cost >= 1.2 || a.surprise >= 3.5
	case roleProse:
		return a.said > 0
	case roleBracket:
		return a.clock > 1
	case roleNumber, roleStray, roleMark, roleKey, roleNames:
		return true
	}
	return false
}

// key takes a header.
func (m *maker) key(h *headArc) {
	if h.variant != record.UnknownVariant {
		m.g.Variant = h.variant
	}
	switch {
	case h.tag == "Result":
		if h.result.Text != "" {
			m.ended(h.result, 0)
		}
		return
	case h.tag == "Black" && len(m.plies) == 0 && m.g.Tag("White") == "":
		m.flipped = true
	}
	if m.g.Tag(h.tag) == "" {
		m.tag(h.tag, m.value(h, h.tag), 0)
	}
}

func (m *maker) value(h *headArc, tag string) string {
	p, _ := h.value(tag)
	return m.g.Text[p.at:p.end]
}

func (m *maker) ended(r record.Result, at int) {
	m.g.Result, m.result = r, true
	m.g.Result.At = at
}

// noMeaning tells of a step that it has no meaning.
func (m *maker) noMeaning(a *path, s record.Severity) {
	text := m.g.Text[a.at:a.end]
	m.fault(record.Fault{
		Code: record.Syntax, Severity: s, At: int(a.at), Len: len(text), Word: text,
		Message: message.Of("grammar.no-meaning", "text", text),
	})
}

// variant is what is played.
func (m *maker) variant() record.Variant {
	if m.g.Variant != record.UnknownVariant {
		return m.g.Variant
	}
	return m.asked
}

func (m *maker) tag(name, value string, at int) {
	m.g.Tags = append(m.g.Tags, record.Tag{Name: name, Value: strings.TrimSpace(value), At: at})
}

func (m *maker) fault(f record.Fault) { m.g.Faults = append(m.g.Faults, f) }

// finish puts the plies in the order of the game.
func (m *maker) finish() *record.Game {
	g := m.g
	if n := len(m.plies); n > 0 && m.doubted != nil {
		if m.doubted.due {
			m.plies = append(m.plies, madePly{path: m.doubted, n: m.n})
			n++
		}
		m.plies[n-1].role = roleUnread
	}
	if len(m.plies) == 0 && m.odd != nil && m.result {
		m.plies = append(m.plies, madePly{path: m.odd, role: roleUnread})
	}
	m.cutForm()
	last := int16(0)
	for i, p := range m.inOrder() {
		if p.layout == inRows && i%2 == 0 && p.n != 0 && p.n != last && p.n != last+1 {
			m.fault(record.Fault{
				Code: record.MoveNumber, Severity: record.Remark, Ply: i + 1, At: int(p.at),
				Message: message.Of("grammar.missing-before", "number", i/2+1, "next", int(p.n)),
			})
		}
		last = p.n
		ply := record.Ply{Word: p.word, At: int(p.at), Len: int(p.end - p.at)}
		if p.role != rolePly {
			ply.Word = &record.Word{Text: g.Text[p.at:p.end]}
			m.unreadable(p, len(g.Plies)+1, record.IllegibleMove, record.Unreadable)
		}
		g.Plies = append(g.Plies, ply)
	}
	if g.Result.Text == "" && len(g.Plies) == 0 {
		m.fault(record.Fault{Code: record.NoMoves, Severity: record.Unreadable, Message: message.Of("sheet.no-moves")})
	}
	record.SortFaults(g.Faults)
	return g
}

// cutForm takes off the rest of a form that nobody has filled in.
func (m *maker) cutForm() {
	n, rows := len(m.plies), 0
	for ; n > 0; n-- {
		p := &m.plies[n-1]
		if p.role == rolePly || strings.Trim(m.g.Text[p.at:p.end], "_.…-–— ") != "" {
			break
		}
		if n == len(m.plies) || p.n != m.plies[n].n {
			rows++
		}
	}
	if len(m.plies)-n >= 4 || rows > 1 {
		m.plies = m.plies[:max(1, n)] // that nothing is filled in has to be told
	}
}

// unreadable tells of a ply that cannot be read.
func (m *maker) unreadable(p madePly, ply int, code record.Code, s record.Severity) {
	m.fault(record.Fault{
		Code: code, Severity: s, Ply: ply, At: int(p.at), Len: int(p.end - p.at), Word: m.g.Text[p.at:p.end],
		Message: message.Of("grammar.cannot-be-read"),
	})
}

// inOrder returns the plies as they were played.
func (m *maker) inOrder() []madePly {
	var columns [2][]madePly
	var rows []madePly
	blocks := false
	for _, p := range m.plies {
		switch p.layout {
		case inFirst:
			columns[0] = append(columns[0], p)
		case inSecond:
			columns[1] = append(columns[1], p)
		default:
			blocks = blocks || p.layout == inBlocks
			rows = append(rows, p)
		}
	}
	if blocks {
		slices.SortStableFunc(rows, func(a, b madePly) int { return int(a.n) - int(b.n) })
	}
	if len(columns[0]) == 0 {
		return rows
	}
	m.g.Layout = "columns"
	if m.flipped != (m.variant().First() == record.Black) {
		columns[0], columns[1] = columns[1], columns[0]
	}
	var order []madePly
	even := min(len(columns[0]), len(columns[1]))
	for i := range even {
		order = append(order, columns[0][i], columns[1][i])
	}
	switch n := len(columns[0]) - even; {
	case n == 1:
		order = append(order, columns[0][even])
	case n > 1:
		m.unreadable(columns[0][even], 2*even+1, record.ColumnLength, record.Illegal)
	case len(columns[1]) > even:
		m.unreadable(columns[1][even], 2*even+2, record.ColumnLength, record.Illegal)
	}
	return append(order, rows...)
}
