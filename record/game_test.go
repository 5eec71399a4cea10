package record

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestPlace(t *testing.T) {
	g := &Game{
		Source: Source{Offset: 1000, Line: 5},
		Text:   "Белые\r\n1. c3-b4\rb6-a5\n\n2. d2",
	}
	for _, c := range []struct {
		word, line   string
		number, cols int
	}{
		{"Белые", "Белые", 5, 1},
		{"лые", "Белые", 5, 3}, // characters, not bytes
		{"\r\n", "Белые", 5, 6},
		{"\n1", "Белые", 5, 6}, // within the line end
		{"1.", "1. c3-b4", 6, 1},
		{"c3", "1. c3-b4", 6, 4},
		{"b6", "b6-a5", 7, 1}, // CR alone ends a line
		{"\n2", "", 8, 1},
		{"d2", "2. d2", 9, 4},
	} {
		at := strings.Index(g.Text, c.word)
		require.Equal(t, Place{Line: c.number, Column: c.cols, Byte: 1000 + int64(at)}, g.Place(at), c.word)
		start, end := g.LineBounds(at)
		require.Equal(t, c.line, g.Text[start:end], c.word)
	}
	require.Equal(t, g.Place(len(g.Text)), g.Place(len(g.Text)+7))
	require.Equal(t, g.Place(0), g.Place(-1))
	start, end := g.LineBounds(len(g.Text) + 7)
	require.Equal(t, "2. d2", g.Text[start:end])
}

// An eight-bit encoding takes one byte per letter.
func TestPlaceWidth(t *testing.T) {
	g := &Game{
		Source: Source{Offset: 10, Line: 1, Width: func(s string) int { return len([]rune(s)) }},
		Text:   "Белые",
	}
	require.Equal(t, Place{Line: 1, Column: 4, Byte: 13}, g.Place(len("Бел")))
}

func TestTag(t *testing.T) {
	g := &Game{Tags: []Tag{{Name: "White", Value: "Иванов"}, {Name: "white", Value: "Петров"}}}
	require.Equal(t, "Иванов", g.Tag("WHITE"))
	require.Equal(t, "", g.Tag("Black"))
}

func TestStep(t *testing.T) {
	a1, lasca := Bashni.Board(), Lasca.Board()
	c3 := SquareAt(2, 2)
	for _, c := range []struct {
		step    Step
		board   Board
		whole   bool
		square  Square // NoSquare if it names none
		matches bool   // c3
	}{
		{Step{File: 2, Rank: 2}, a1, true, c3, true},
		{Step{File: 1, Rank: 3}, a1, true, SquareAt(1, 3), false},
		{Step{File: 2, Rank: 3}, a1, true, NoSquare, false}, // light
		{Step{File: 2, Rank: -1}, a1, false, NoSquare, true},
		{Step{File: 1, Rank: -1}, a1, false, NoSquare, false},
		{Step{File: -1, Rank: 2}, a1, false, NoSquare, true},
		{Step{File: -1, Rank: 3}, a1, false, NoSquare, false},
		{Step{File: -1, Rank: -1, Number: 9}, lasca, true, c3, true}, // Codex diagram 7
		{Step{File: -1, Rank: -1, Number: 8}, lasca, true, SquareAt(0, 2), false},
		{Step{File: -1, Rank: -1, Number: 26}, lasca, true, NoSquare, false},
		{Step{File: -1, Rank: -1, Number: 9}, a1, true, NoSquare, false}, // no numbers there
	} {
		s, ok := c.step.Square(c.board)
		require.Equal(t, c.square != NoSquare, ok, "%+v", c.step)
		if ok {
			require.Equal(t, c.square, s, "%+v", c.step)
		}
		require.Equal(t, c.whole, c.step.Whole(), "%+v", c.step)
		require.Equal(t, c.matches, c.step.Matches(c.board, c3), "%+v", c.step)
	}
}

// Places found in one pass equal those found one by one from the beginning, even within characters
// and invalid bytes.
func TestPlaces(t *testing.T) {
	g := Game{
		Text:   "Бел\r\n\r1. c3–b4\n\xd0\xd0\x80\x80\x80\x80\x80\r\xe6\xbc\r\n漢字\n",
		Source: Source{Line: 7, Offset: 100},
	}
	alone := func(at int) Place {
		head := g.Text[:min(max(at, 0), len(g.Text))]
		p := Place{Line: 7, Column: 1, Byte: 100 + int64(len(head))}
		for i, r := range head {
			crlf := r == '\r' && strings.HasPrefix(g.Text[i+1:], "\n")
			if r == '\n' || r == '\r' && !crlf {
				p.Line, p.Column = p.Line+1, 1
			} else if !crlf {
				p.Column++
			}
		}
		if g.Source.Width != nil {
			p.Byte = 100 + int64(g.Source.Width(head))
		}
		return p
	}
	for _, width := range []func(string) int{nil, utf8.RuneCountInString} {
		g.Source.Width = width
		for step := 1; step < 6; step++ {
			var at []int
			var want []Place
			for a := -1; a <= len(g.Text)+1; a += step {
				at = append(at, a)
				want = append(want, alone(a))
			}
			require.Equal(t, want, g.Places(at...))
			slices.Reverse(at)
			slices.Reverse(want)
			require.Equal(t, want, g.Places(at...))
		}
	}
}

func TestSourceAt(t *testing.T) {
	g := Game{Source: Source{File: "x", Number: 3, Line: 7, Column: 5, Offset: 40}, Text: "д1\nб xc"}
	require.Equal(t, Source{File: "x", Number: 3, Line: 7, Column: 5, Offset: 40}, g.SourceAt(0))
	require.Equal(t, Source{File: "x", Number: 3, Line: 7, Column: 6, Offset: 42}, g.SourceAt(len("д")))
	require.Equal(t, Source{File: "x", Number: 3, Line: 8, Offset: 44}, g.SourceAt(len("д1\n")))
	require.Equal(t, Source{File: "x", Number: 3, Line: 8, Column: 3, Offset: 47}, g.SourceAt(len("д1\nб ")))
}
