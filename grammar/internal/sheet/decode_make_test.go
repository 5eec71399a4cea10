package sheet

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Read returns the games of a text.
func (d *Decoder) Read(text string) []*record.Game {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	text = strings.NewReplacer("│", "|", "┃", "|", "║", "|", "─", "-", "┌", "-", "┬", "-", "┐", "-", "└", "-", "┴", "-", "┘", "-", "├", "-", "┼", "-", "┤", "-", "\u00a0", " ", "\u2009", " ", "\f", "\n", "\u202f", " ", "\ufeff", "").Replace(text)
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	list := d.decode(text)
	var games []*record.Game
	var b *maker
	for i, a := range list {
		if a.role == rGame {
			if b != nil {
				games = append(games, b.finish(a.at))
			}
			b = &maker{g: &record.Game{Text: text, Format: "sheet"}, from: a.at, asked: d.Variant}
			b.g.Source.Line = 1
			continue
		}
		b.take(&list[i])
	}
	if b != nil {
		games = append(games, b.finish(len(text)))
	}
	// A game with nothing in it is the text before or behind another.
	kept := games[:0]
	for _, g := range games {
		if len(g.Plies) > 0 || g.Result.Text != "" || g.Tag("White") != "" || len(games) == 1 {
			kept = append(kept, g)
		}
	}
	for i, g := range kept {
		g.Source.Number = i + 1
	}
	return kept
}

// maxSilent is how dear a role may be that is not told.
const maxSilent = 2.2

type madePly struct {
	arc
	n, side int
	line    int
}

type maker struct {
	g       *record.Game
	from    int
	entries []madePly
	split   int // where the second column begins
	layout  int
	number  int
	line    int
	pend    bool
	ones    int
	seen    map[string]bool
	white   int // which colour heads the first column: 1 white, 2 black
	result  bool
	asked   record.Variant
	correct bool // words say that the move is to be another
	doubted bool // the next ply is not to be trusted
}

func (m *maker) take(a *arc) {
	g := m.g
	if a.role == rText {
		if is, _ := word.LookUp(corrections, strings.Trim(g.Text[a.at:a.end], ".,:")); is {
			m.correct = true
		}
	}
	if a.role == rText && a.n > 0 {
		m.correct = false // of another ply
	}
	if n := len(m.entries); n > 0 && (a.role == rText && a.said > 0 && m.correct || a.role == rBracket && a.lead && a.said > 0) {
		m.entries[n-1].role = rUnread
	}
	if a.role == rNewline || a.role == rNumber {
		m.correct = false
	}
	if a.surprise >= maxSilent && len(m.entries) > 0 && (a.clock > 1 || a.role == rText && (a.cost >= 1.2 || a.surprise >= 3.5) || a.role == rNumber || a.role == rStray || a.role == rProse && a.said > 0 || a.role == rMark || a.role == rKey) {
		if a.role == rText && a.said > 0 && !a.due {
			m.entries[len(m.entries)-1].role = rUnread // which of the two nobody knows
		}
		m.fault(record.Fault{Code: record.Syntax, Severity: record.Repaired, At: a.at, Len: a.end - a.at, Word: g.Text[a.at:a.end], Message: message.Of("grammar.no-meaning", "text", g.Text[a.at:a.end])})
	}
	if a.role == rText && a.said > 0 && a.surprise >= maxSilent && (a.due || len(m.entries) == 0) || a.role == rProse && a.said > 0 && a.surprise >= maxSilent {
		m.doubted = true
	}
	if a.glued {
		m.fault(record.Fault{Code: record.Syntax, Severity: record.Repaired, At: a.at, Len: a.end - a.at, Word: g.Text[a.at:a.end], Message: message.Of("grammar.no-meaning", "text", g.Text[a.at:a.end])})
	}
	switch a.role {
	case rNewline:
		m.line++
	case rNumber:
		m.number, m.pend = a.n, true
	case rPly, rUnread, rMissing:
		m.entries = append(m.entries, madePly{arc: *a, n: m.number, line: m.line})
		if m.doubted {
			m.entries[len(m.entries)-1].role, m.doubted = rUnread, false
		}
		m.pend = false
	case rResult:
		if !m.result || a.result.Text != "" && len(m.entries) > 0 {
			g.Result = a.result
			g.Result.At = a.at
			m.result = true
		}
	case rNames:
		if g.Tag("White") == "" {
			m.tag("White", a.value, a.valueAt)
			m.tag("Black", a.black, a.valueAt)
		}
	case rKey:
		if a.tag == "Result" {
			if a.result.Text != "" {
				g.Result = a.result
				g.Result.At = a.valueAt
				m.result = true
			}
			return
		}
		if a.tag == "Variant" {
			g.Variant = word.ParseVariantName(a.value)
		}
		if a.tag == "Black" && len(m.entries) == 0 && g.Tag("White") == "" {
			m.white = 2
		}
		if g.Tag(a.tag) == "" {
			m.tag(a.tag, a.value, a.valueAt)
		}
	case rStray:
		m.fault(record.Fault{Code: record.Syntax, Severity: record.Remark, At: a.at, Len: a.end - a.at, Message: message.Of("grammar.no-meaning", "text", g.Text[a.at:a.end])})
	}
}

func (m *maker) variant(g *record.Game) record.Variant {
	if g.Variant != record.UnknownVariant {
		return g.Variant
	}
	return m.asked
}

func (m *maker) tag(name, value string, at int) {
	m.g.Tags = append(m.g.Tags, record.Tag{Name: name, Value: strings.TrimSpace(value), At: at})
}

func (m *maker) fault(f record.Fault) { m.g.Faults = append(m.g.Faults, f) }

// finish puts the plies in the order of the game. layout is of the decoder's last
// state; the split is where it took the second column to begin.
func (m *maker) finish(end int) *record.Game {
	g := m.g
	if n := len(m.entries); n > 0 && m.doubted {
		m.entries[n-1].role = rUnread
	}
	// The rest of a form that nobody has filled in.
	n := len(m.entries)
	for n > 0 && m.entries[n-1].role != rPly && strings.Trim(g.Text[m.entries[n-1].at:m.entries[n-1].end], "_.…-–— ") == "" {
		n--
	}
	if len(m.entries)-n >= 4 {
		m.entries = m.entries[:n]
	}
	blocks := false
	var order, first, second, rows []madePly
	for _, e := range m.entries {
		switch e.layout {
		case 1:
			first = append(first, e)
		case 2:
			second = append(second, e)
		default:
			blocks = blocks || e.layout == inBlocks
			rows = append(rows, e)
		}
	}
	if blocks {
		slices.SortStableFunc(rows, func(a, b madePly) int { return a.n - b.n })
	}
	if len(first) > 0 {
		if (m.white == 2) != (m.variant(g).First() == record.Black) {
			first, second = second, first
		}
		for i := range max(len(first), len(second)) {
			if i < len(first) {
				order = append(order, first[i])
			}
			if i < len(second) {
				order = append(order, second[i])
			}
		}
		if n := len(first) - len(second); n < 0 || n > 1 {
			i := min(len(first), len(second))
			long, ply := first, 2*i+1
			if n < 0 {
				long, ply = second, 2*i+2
			}
			e := long[i]
			order = order[:min(len(order), ply-1)]
			m.fault(record.Fault{Code: record.ColumnLength, Severity: record.Illegal, Ply: ply, At: e.at, Len: e.end - e.at, Message: message.Of("grammar.cannot-be-read")})
		}
		g.Layout = "columns"
	}
	order = append(order, rows...)
	for _, e := range order {
		ply := record.Ply{Word: e.w, At: e.at, Len: e.end - e.at}
		if e.role != rPly {
			ply.Word = &record.Word{Text: g.Text[e.at:e.end]}
			m.fault(record.Fault{Code: record.IllegibleMove, Severity: record.Unreadable, Ply: len(g.Plies) + 1, At: e.at, Len: e.end - e.at, Word: ply.Word.Text, Message: message.Of("grammar.cannot-be-read")})
		}
		g.Plies = append(g.Plies, ply)
	}
	if g.Result.Text == "" && len(g.Plies) == 0 {
		m.fault(record.Fault{Code: record.NoMoves, Severity: record.Unreadable, Message: message.Of("sheet.no-moves")})
	}
	record.SortFaults(g.Faults)
	return g
}

var _ = result.Match

// DecodeGames returns the games that the decoder reads in a text.
func DecodeGames(text string, asked record.Variant) []*record.Game {
	d := Decoder{Rules: boards{}, Variant: asked}
	return d.Read(text)
}
