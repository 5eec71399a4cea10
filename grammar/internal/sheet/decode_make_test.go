package sheet

import (
	"fmt"
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
func NewDecoder() *Decoder {
	return &Decoder{search{arcs: arcs{words: new(word.Table)}, board: new(boards)}}
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
	text = strings.NewReplacer("\r", "\n", "\f", "\n").Replace(text)
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

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
		m = &maker{g: &record.Game{Text: text, Format: "sheet"}, asked: asked}
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
	result  bool
	correct bool // words say that the last ply is to be another
	doubted bool // the next ply is not to be trusted
}

// take takes a step more.
func (m *maker) take(a *path) {
	g := m.g
	text := g.Text[a.at:a.end]
	if a.role == roleText {
		if is, _ := word.LookUp(corrections, strings.Trim(text, ".,:")); is {
			m.correct = true
		}
		if a.n > 0 {
			m.correct = false // of another ply
		}
	}
	last := len(m.plies) - 1
	if last >= 0 && a.said > 0 && (a.role == roleText && m.correct || a.role == roleBracket && a.lead) {
		m.plies[last].role = roleUnread
	}
	if a.role == roleNewline || a.role == roleNumber {
		m.correct = false
	}
	if last >= 0 && a.isDoubtful() {
		if a.role == roleText && a.said > 0 && !a.due {
			m.plies[last].role = roleUnread // which of the two nobody knows
		}
		m.noMeaning(a, record.Repaired)
	}
	if a.said > 0 && a.surprise >= maxSilent && (a.role == roleText && (a.due || last < 0) || a.role == roleProse) {
		m.doubted = true
	}
	if a.glued {
		m.noMeaning(a, record.Repaired)
	}
	switch a.role {
	case roleNumber:
		m.n = a.n
	case rolePly, roleUnread, roleMissing:
		p := madePly{path: a, n: m.n, role: a.role}
		if m.doubted {
			p.role, m.doubted = roleUnread, false
		}
		m.plies = append(m.plies, p)
	case roleResult:
		if !m.result || a.head.result.Text != "" && len(m.plies) > 0 {
			m.ended(a.head.result, int(a.at))
		}
	case roleNames:
		if g.Tag("White") == "" {
			m.tag("White", a.head.value, a.head.valueAt)
			m.tag("Black", a.head.black, a.head.valueAt)
		}
	case roleKey:
		m.key(a.head)
	case roleStray:
		m.noMeaning(a, record.Remark)
	}
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
	case roleNumber, roleStray, roleMark, roleKey:
		return true
	}
	return false
}

// key takes a header.
func (m *maker) key(h *headArc) {
	switch {
	case h.tag == "Result":
		if h.result.Text != "" {
			m.ended(h.result, h.valueAt)
		}
		return
	case h.tag == "Variant":
		m.g.Variant = h.variant
	case h.tag == "Black" && len(m.plies) == 0 && m.g.Tag("White") == "":
		m.flipped = true
	}
	if m.g.Tag(h.tag) == "" {
		m.tag(h.tag, h.value, h.valueAt)
	}
}

func (m *maker) ended(r record.Result, at int) {
	m.g.Result, m.result = r, true
	m.g.Result.At = at
}

// noMeaning tells of a step that it has no meaning.
func (m *maker) noMeaning(a *path, s record.Severity) {
	text := m.g.Text[a.at:a.end]
	m.fault(record.Fault{Code: record.Syntax, Severity: s, At: int(a.at), Len: len(text), Word: text, Message: message.Of("grammar.no-meaning", "text", text)})
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
	if n := len(m.plies); n > 0 && m.doubted {
		m.plies[n-1].role = roleUnread
	}
	m.cutForm()
	for _, p := range m.inOrder() {
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
	n := len(m.plies)
	for n > 0 && m.plies[n-1].role != rolePly && strings.Trim(m.g.Text[m.plies[n-1].at:m.plies[n-1].end], "_.…-–— ") == "" {
		n--
	}
	if len(m.plies)-n >= 4 {
		m.plies = m.plies[:n]
	}
}

// unreadable tells of a ply that cannot be read.
func (m *maker) unreadable(p madePly, ply int, code record.Code, s record.Severity) {
	m.fault(record.Fault{Code: code, Severity: s, Ply: ply, At: int(p.at), Len: int(p.end - p.at), Word: m.g.Text[p.at:p.end], Message: message.Of("grammar.cannot-be-read")})
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
