package grammar

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// readPDN cuts a text and parses its games.
func readPDN(t testing.TB, text string) []*record.Game {
	c, err := NewCutter(strings.NewReader(text), "test.pdn", "utf-8")
	require.NoError(t, err)
	p := NewParser()
	var games []*record.Game
	for {
		chunk, err := c.Next()
		if err != nil {
			return games
		}
		games = append(games, p.Parse(chunk))
	}
}

// outline writes what was read of a line of moves in a fixed form: moves with
// everything attached to them, in the order of Notes.
func outline(plies []record.Ply) string {
	var b strings.Builder
	for i, p := range plies {
		if i > 0 {
			b.WriteByte(' ')
		}
		n := p.Note
		if n == nil {
			n = new(record.Notes)
		}
		for _, c := range n.Before {
			fmt.Fprintf(&b, "<%s> ", c)
		}
		if n.Setup != "" {
			fmt.Fprintf(&b, "set(%s) ", n.Setup)
		}
		if n.Number != 0 {
			fmt.Fprintf(&b, "#%d ", n.Number)
		}
		b.WriteString(p.Word.Text)
		for _, m := range n.Marks {
			fmt.Fprintf(&b, " %s", m)
		}
		for _, m := range n.NAGs {
			fmt.Fprintf(&b, " $%d", m)
		}
		if n.DrawOffer {
			b.WriteString(" draw?")
		}
		if n.Clock != "" {
			fmt.Fprintf(&b, " clock%s", n.Clock)
		}
		for _, c := range n.Comments {
			fmt.Fprintf(&b, " {%s}", c)
		}
		for _, v := range n.Variations {
			fmt.Fprintf(&b, " (%s)", outline(v))
		}
	}
	return b.String()
}

// sayings writes a game's faults: line, code, severity, ply.
func sayings(g *record.Game) []string {
	var all []string
	for _, f := range g.Faults {
		all = append(all, fmt.Sprintf("%d %s %d %d", g.Place(f.At).Line, f.Code, f.Severity, f.Ply))
	}
	return all
}

// What the standard's constructs are read as, and what becomes of text that
// breaks it.
func TestParsePDN(t *testing.T) {
	tests := []struct {
		name, text string
		want       string   // the moves
		result     string   // as in Result.Text
		before     []string // comments before the moves
		after      []string // and behind them
		faults     []string
	}{
		{name: "plain", text: "1. 32-28 19-23 2. 28x19 14x23 *", want: "32-28 19-23 28x19 14x23", result: "*"},
		{name: "numbers glued", text: "1.32-28 19-23 2.28x19 *", want: "32-28 19-23 28x19", result: "*"},
		{name: "spaces in words", text: "1. 1- 6 5x 14 2. 3 -8 c3 : e5 3. 40 x 9 12-\n 8 *", want: "1- 6 5x 14 3 -8 c3 : e5 40 x 9 12-\n 8", result: "*"},
		{name: "full ways", text: "1. 26x17x10x1 a3:c5:e7 *", want: "26x17x10x1 a3:c5:e7", result: "*"},
		{name: "no separators", text: "1. a3b4 3228 *", want: "a3b4 3228", result: "*"},
		{name: "leading zeros", text: "01. 34-29 02x07 *", want: "34-29 02x07", result: "*"},
		{name: "strength", text: "1.32-28!? 19-23(!?!!!) 2. 28x19 ! *", want: "32-28 !? 19-23 (!?!!!) 28x19 !", result: "*"},
		{name: "NAGs", text: "$9 1. 32-28 $1$13 19-23 $2 *", want: "32-28 $1 $13 19-23 $2", before: []string{"$9"}, result: "*"},
		{name: "comments", text: "{a} 1. {b} 32-28 {c}\n{ d\n  e } 19-23 * {f}", want: "32-28 {c} {d e} 19-23",
			before: []string{"a", "b"}, after: []string{"f"}, result: "*"},
		{name: "comment behind a number", text: "1. 32-28 1... {b} 19-23 *", want: "32-28 <b> 19-23", result: "*"},
		{name: "variations", text: "32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) {then} 28x19 14x23 *",
			want: "32-28 19-23 (18-23 38-32 (37-32 ? 23-29 ! {Black wins}) 12-18) <then> 28x19 14x23", result: "*"},
		{name: "numbered variation", text: "1. 32-28 19-23 (1... 18-23 2. 38-32) (1... 17-21) 2. 28x19 *",
			want: "32-28 19-23 (18-23 38-32) (17-21) 28x19", result: "*"},
		{name: "variation of comments", text: "1. 32-28 ({only words}) 19-23 *", want: "32-28 {only words} 19-23", result: "*"},
		{name: "variation before a move", text: "(1. 33-29) 1. 32-28 *", want: "32-28 (33-29)", result: "*"},
		{name: "line comment", text: "% what is played\n1. 32-28 % then\n19-23 *", want: "32-28 {% then} 19-23",
			before: []string{"% what is played"}, result: "*"},
		{name: "clocks", text: "1. 31-26 {[%clk 1:55:21]} 19-23 {Before [%clock w0:00:10 B0:00:03] behind [%eval 1]} *",
			want: "31-26 clock[%clk 1:55:21] 19-23 clock[%clock w0:00:10 B0:00:03] {Before behind [%eval 1]}", result: "*"},
		{name: "draw offer", text: "1. 31-26 {(=)} *", want: "31-26 draw?", result: "*"},
		{name: "setups", text: "1.31-26 17-21 /FEN \"B:B1-16,18-21:W26,28,33-50\"/ {x} 2... 20-25 /W:W50:B1/ *",
			want: "31-26 17-21 <x> set(B:B1-16,18-21:W26,28,33-50) 20-25", after: []string{"/W:W50:B1/"}, result: "*"},
		{name: "setup of towers", text: "1. c3-d4 /FEN \"B:Wh6=10/000000:Bg7\"/ g7-f6 *",
			want: "c3-d4 set(B:Wh6=10/000000:Bg7) g7-f6", result: "*"},
		{name: "ellipses", text: "1. ... 7-12 2. 8x17 18-23 3. ... {gone} *", want: "7-12 8x17 18-23", after: []string{"gone"}, result: "*"},
		{name: "a later beginning", text: "23... 14-19 24. 3-9 *", want: "#23 14-19 3-9", result: "*"},
		{name: "a wrong number", text: "1. 32-28 19-23 3. 28x19 14x23 4. 3-9 *", want: "32-28 19-23 #3 28x19 14x23 3-9",
			result: "*", faults: []string{"1 move-number 0 0"}},
		{name: "star for a forced move", text: "1. 32-28* {only} 19-23 2. 28x19*", want: "32-28 * {only} 19-23 28x19",
			result: "*", faults: []string{"1 syntax 0 0"}},
		{name: "numeric moves like results", text: "1. 1-5 1-10 2. 2-07 10-1 3. 1-1", want: "1-5 1-10 2-07 10-1", result: "1-1",
			faults: []string{"1 syntax 0 0"}},
		{name: "result of the tag", text: "[Result \"4-6\"]\n1. 4-6 13-19 4-6", want: "4-6 13-19", result: "4-6",
			faults: []string{"2 syntax 0 0"}},
		{name: "ResultFormat", text: "[ResultFormat \"Plus draw\"]\n[Result \"1+ - 1-\"]\n1. 32-28 1+ - 1-", want: "32-28", result: "1+ - 1-"},
		{name: "Adiukh's points", text: "1. e3-f4 b6-a5 10-14", want: "e3-f4 b6-a5", result: "10-14", faults: []string{"1 syntax 0 0"}},
		{name: "tag and text contradict", text: "[Result \"1-0\"]\n1. 32-28 0-1", want: "32-28", result: "1-0",
			faults: []string{"2 result-mismatch 0 0"}},
		{name: "text knows more", text: "[Result \"*\"]\n1. 32-28 0-1", want: "32-28", result: "0-1"},
		{name: "no result", text: "[Result \"0-2\"]\n1. 32-28", want: "32-28", result: "0-2"},
		{name: "halves", text: "1. 32-28 1/2-1/2", want: "32-28", result: "1/2-1/2"},
		{name: "a number without a move", text: "1. 0-2", result: "0-2", faults: []string{"1 syntax 0 0"}},
		{name: "nested comment", text: "1. 33-29 19-23 2. 35-30 { nested { comment } } *",
			want: "33-29 19-23 35-30 {nested { comment}", result: "*", faults: []string{"1 syntax 0 0"}},
		{name: "open comment", text: "1. 33-29 { 19-23 2. 35-30 1-0", want: "33-29 {19-23 2. 35-30 1-0}", faults: []string{"1 syntax 3 2"}},
		{name: "open variation", text: "1. 33-29 19-23 ( 19-24 2. 35-30 1-0", want: "33-29 19-23 (19-24 35-30 {1-0})",
			faults: []string{"1 syntax 3 3", "1 syntax 0 0"}},
		{name: "closed too often", text: "1. 33-29 ) 19-23 *", want: "33-29 19-23", result: "*", faults: []string{"1 syntax 0 0"}},
		{name: "stray signs", text: "1. 8-3 . , 3-9 *", want: "8-3 3-9", result: "*", faults: []string{"1 syntax 0 0", "1 syntax 0 0"}},
		{name: "unknown moves", text: "1. - - 2. - - 1/2-1/2", want: "- - - -", result: "1/2-1/2", faults: []string{"1 unreadable-word 3 1"}},
		{name: "junk", text: "1. 32-28 xyz 19-23 *", want: "32-28 xyz 19-23", result: "*", faults: []string{"1 unreadable-word 3 2"}},
		{name: "PGN's comment", text: "1. 32-28 ; a man\n19-23 *", want: "32-28 {a man} 19-23", result: "*", faults: []string{"1 syntax 0 0"}},
		{name: "sheet's marks", text: "1. 32-28+- 19-23= *", want: "32-28 +- 19-23 draw?", result: "*", faults: []string{"1 syntax 0 0", "1 syntax 0 0"}},
		{name: "numbers without stops", text: "1 32-28 19-23 2 28x19 *", want: "32-28 19-23 28x19", result: "*",
			faults: []string{"1 syntax 0 0", "1 syntax 0 0"}},
		{name: "no text", text: "[Event \"\"]", faults: nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			games := readPDN(t, test.text)
			require.Len(t, games, 1)
			g := games[0]
			require.Equal(t, test.want, outline(g.Plies))
			require.Equal(t, test.result, g.Result.Text)
			require.Equal(t, test.before, g.Before)
			require.Equal(t, test.after, g.After)
			require.Equal(t, test.faults, sayings(g))
			require.Equal(t, test.text, g.Text)
			for _, p := range g.Plies {
				require.Equal(t, p.Word.Text, g.Text[p.At:p.At+p.Len])
			}
		})
	}
}
