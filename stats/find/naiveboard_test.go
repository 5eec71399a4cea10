package find

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// mustCapture plays no move: where a capture is legal only captures are.
func (n *naive) mustCapture(m *naiveMoment) bool {
	rules, err := replay.For(n.report.Variant)
	if err != nil {
		return false
	}
	p, err := rules.Position(&m.at)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(p.Moves(nil), func(m replay.Move) bool { return m.Captures() > 0 })
}

// onBoard evaluates a condition on a position other than towers and numbers.
func (n *naive) onBoard(c *onBoard, i int) bool {
	m := &n.moments[i]
	switch {
	case c.Turn != "":
		return m.at.Turn == n.colour(c.Turn, i)
	case c.Must:
		return n.mustCapture(m)
	case c.Boundary == "start":
		return i == 0
	case c.Boundary == "end":
		return i == len(n.moments)-1
	case c.Position != nil:
		return n.position(unescaped(c.Position.Text), m)
	case c.Pattern != nil:
		return n.pattern(readPattern(c.Pattern), i)
	}
	return fmt.Sprintf("%x", m.hash) == strings.TrimLeft(strings.ToLower(c.Hash)[2:], "0")
}

func (n *naive) position(fen string, m *naiveMoment) bool {
	want, err := record.ParseFEN(n.report.Variant, fen)
	either := errors.Is(err, record.ErrUnknownTurn)
	if err != nil && !either || n.right != 0 || n.up != 0 {
		return false
	}
	for _, s := range n.board.Squares() {
		t := want.At(n.seen(s))
		if t != 0 && n.exchanged {
			t = record.NewTower(t.Owner().Other(), t.Own(), t.Prisoners())
		}
		if t != m.at.At(s) {
			return false
		}
	}
	return either || (want.Turn == m.at.Turn) != n.exchanged
}

// pattern is a position in which only some squares matter.
type pattern struct {
	turn  string // white, black, or "" for either side
	items []item
}

// item is a square of a pattern.
type item struct {
	at             squarePart
	side           string // white, black, "" for either, or - for none
	own, prisoners string
}

// readPattern parses a valid pattern.
func readPattern(q *quoted) (p pattern) {
	text := strings.TrimSuffix(strings.Join(strings.Fields(unescaped(q.Text)), ""), ".")
	sides := map[string]string{"W": "white", "B": "black", "-": "-"}
	turn, sections, _ := strings.Cut(text, ":")
	p.turn = sides[strings.ToUpper(turn)]
	for _, section := range strings.Split(sections, ":") {
		if len(section) < 2 {
			continue
		}
		for _, text := range strings.Split(section[1:], ",") {
			name, made, isTower := strings.Cut(text, "=")
			one := item{side: sides[strings.ToUpper(section[:1])], own: "0"}
			if isTower {
				one.own, one.prisoners, _ = strings.Cut(made, "/")
			} else if strings.ContainsAny(name[:1], "Kk") {
				name, one.own = name[1:], "1"
			}
			if one.at.Name = name; strings.Trim(name, "0123456789") == "" {
				one.at = squarePart{Number: strings.TrimLeft(name, "0")} // 01 is 1, as in FEN
			}
			p.items = append(p.items, one)
		}
	}
	return p
}

func (n *naive) pattern(c pattern, i int) bool {
	m := &n.moments[i]
	if c.turn != "" && n.colour(c.turn, i) != m.at.Turn {
		return false
	}
	for _, item := range c.items {
		found := false
		for _, s := range n.board.Squares() {
			if n.isPart(item.at, s, record.White) {
				t := m.at.At(s)
				own, prisoners, _ := strings.Cut(t.String(), "/")
				switch {
				case item.side == "-":
					found = t == 0
				case t == 0 || item.side != "" && n.colour(item.side, i) != t.Owner():
				default:
					found = like(own, item.own) && like(prisoners, item.prisoners)
				}
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// day returns the first or last day of a date, whose unknown parts take their extreme values.
func day(d record.Date, last bool) time.Time {
	switch {
	case !last:
		return time.Date(d.Year, time.Month(max(d.Month, 1)), max(d.Day, 1), 0, 0, 0, 0, time.UTC)
	case d.Month == 0:
		return time.Date(d.Year, 12, 31, 0, 0, 0, 0, time.UTC)
	case d.Day == 0:
		return time.Date(d.Year, time.Month(d.Month)+1, 0, 0, 0, 0, 0, time.UTC)
	}
	return time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC)
}
