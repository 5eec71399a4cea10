package find_test

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// mustCapture plays no move: where a capture is legal only captures are.
func (n *naive) mustCapture(m *moment) bool {
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

func (n *naive) position(c *query.Position, m *moment) bool {
	want, err := record.ParseFEN(n.report.Variant, c.FEN)
	either := errors.Is(err, record.ErrUnknownTurn)
	if err != nil && !either {
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

func (n *naive) pattern(c *query.Pattern, i int) bool {
	m := &n.moments[i]
	if c.Turn != query.AnySide && n.colour(c.Turn, i) != m.at.Turn {
		return false
	}
	for _, item := range c.Items {
		found := false
		for _, s := range n.board.Squares() {
			if n.isPart(item.At, s, record.White) {
				t := m.at.At(s)
				own, prisoners, _ := strings.Cut(t.String(), "/")
				switch {
				case item.Empty:
					found = t == 0
				case t == 0 || item.Side != query.AnySide && n.colour(item.Side, i) != t.Owner():
				default:
					found = like(own, item.Stack.Own) && like(prisoners, item.Stack.Prisoners)
				}
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// day is a day of a date, with the parts that are not known at an end.
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
