package grammar

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/result"
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

// outline writes a line of moves in a fixed form, with everything attached to them in the order of
// Notes.
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
		if n.StartOffset != 0 {
			fmt.Fprintf(&b, "%+d ", n.StartOffset)
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
		for _, c := range n.Commands {
			fmt.Fprintf(&b, " command%s", c)
		}
		if n.Diagram {
			b.WriteString(" diagram")
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

// The constructs of the standard, and text that violates it.
func TestParsePDN(t *testing.T) {
	tests := []struct {
		name, text string
		want       string   // the moves
		result     string   // as in Result.Text
		before     []string // comments before the moves
		after      []string // and after them
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
		{name: "misspelt NAGs", text: "1. 32-28 $x 19-23 $-1 2. 28x19 14x23 $нет *", want: "32-28 {$x} 19-23 {$-1} 28x19 14x23 {$нет}", result: "*",
			faults: []string{"1 syntax 0 0", "1 syntax 0 0", "1 syntax 0 0"}},
		{name: "a misspelt NAG with digits and letters", text: "1. 32-28 $1O 19-23 *", want: "32-28 $1 O 19-23", result: "*",
			faults: []string{"1 illegible-move 3 2"}},
		{name: "numbers apart from their $", text: "1. 32-28 $ 5 19-23 6$ 2. 28x19 *", want: "32-28 5 19-23 6 #2 28x19", result: "*",
			faults: []string{"1 syntax 0 0", "1 illegible-move 3 2", "1 illegible-move 3 4", "1 syntax 0 0", "1 move-number 0 0"}},
		{name: "NAGs of any number", text: "1. 32-28 $255 19-23 $902 2. 28x19 $1234567 *", want: "32-28 $255 19-23 $902 28x19 {$1234567}", result: "*",
			faults: []string{"1 syntax 0 0"}},
		{name: "$ beside moves", text: "1. $32-28 $ 19-23 $ 2. $28 x 19 $14x23 $", want: "32-28 19-23 28 x 19 14x23",
			faults: []string{"1 syntax 0 0", "1 syntax 0 0", "1 syntax 0 0", "1 syntax 0 0", "1 syntax 0 0", "1 syntax 0 0"}},
		{name: "$ before a result", text: "1. 32-28 19-23 $1-0", want: "32-28 19-23", result: "1-0", faults: []string{"1 syntax 0 0"}},
		{name: "$ before hurt moves", text: "1. c3-d4 b6-c5 2. $d4- $x3-?4 *", want: "c3-d4 b6-c5 d4- x3-?4", result: "*",
			faults: []string{"1 syntax 0 0", "1 unreadable-word 3 3", "1 syntax 0 0", "1 illegible-move 3 4"}},
		{name: "$ within moves", text: "1. 32-28 c$-d4 2. c3$d4 *", want: "32-28 c -d4 c3 d4", result: "*",
			faults: []string{"1 illegible-move 3 2", "1 syntax 0 0", "1 unreadable-word 3 3", "1 syntax 0 0"}},
		{name: "a misspelt NAG in a move's place", text: "1. 32-28 $x 2. 28x19 14x23 *", want: "32-28 {$x}  28x19 14x23", result: "*",
			faults: []string{"1 illegible-move 3 2", "1 syntax 0 0"}},
		{name: "a misspelt NAG at the end", text: "1. 32-28 $x *", want: "32-28 {$x}", result: "*", faults: []string{"1 syntax 0 0"}},
		{name: "a misspelt NAG before any move", text: "$x 1. $y 32-28 *", want: "32-28", before: []string{"$x", "$y"}, result: "*",
			faults: []string{"1 syntax 0 0", "1 syntax 0 0"}},
		{name: "misspelt NAGs in a variation", text: "1. 32-28 (33-29 $x 19-23 $999) 19-23 *", want: "32-28 (33-29 {$x} 19-23 $999) 19-23", result: "*",
			faults: []string{"1 syntax 0 0"}},
		{name: "comments", text: "{a} 1. {b} 32-28 {c}\n{ d\n  e } 19-23 * {f}", want: "32-28 {c} {d e} 19-23",
			before: []string{"a", "b"}, after: []string{"f"}, result: "*"},
		{name: "comment behind a number", text: "1. 32-28 1... {b} 19-23 *", want: "32-28 <b> 19-23", result: "*"},
		{name: "variations", text: "32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) {then} 28x19 14x23 *",
			want: "32-28 19-23 (18-23 38-32 (37-32 ? 23-29 ! {Black wins}) 12-18) <then> 28x19 14x23", result: "*"},
		{name: "numbered variation", text: "1. 32-28 19-23 (1... 18-23 2. 38-32) (1... 17-21) 2. 28x19 *",
			want: "32-28 19-23 (#1 18-23 38-32) (#1 17-21) 28x19", result: "*"},
		{name: "variation of comments", text: "1. 32-28 ({only words}) 19-23 *", want: "32-28 {only words} 19-23", result: "*"},
		{name: "variation before a move", text: "(1. 33-29) 1. 32-28 *", want: "32-28 (#1 33-29)", result: "*"},
		{name: "line comment", text: "% what is played\n1. 32-28 % then\n19-23 *", want: "32-28 {% then} 19-23",
			before: []string{"% what is played"}, result: "*"},
		{name: "clocks", text: "1. 31-26 {[%clk 1:55:21]} 19-23 {Before [%clock w0:00:10 B0:00:03] behind [%eval 1]} *",
			want: "31-26 clock[%clk 1:55:21] 19-23 clock[%clock w0:00:10 B0:00:03] command[%eval 1] {Before behind}", result: "*"},
		{name: "diagram", text: "1. 31-26 {[#]} 19-23 {here [#], too} 2. 33-28 {[# 5] [x]} *",
			want: "31-26 diagram 19-23 diagram {here , too} 33-28 {[# 5] [x]}", result: "*"},
		{name: "variation that goes on", text: "1. 31-26 (1... 19-23 2. 33-28) 19-23 2. 33-28 17-21 (2. 34-29) (1... 18-23) *",
			want: "31-26 (#1 +1 19-23 33-28) 19-23 33-28 17-21 (#2 34-29) (#1 -2 18-23)", result: "*"},
		{name: "prose in a variation", text: "1. 31-26 (better is 32-28! of course) 19-23 *",
			want: "31-26 (<better> <is> 32-28 ! {of} {course}) 19-23", faults: []string{"1 unreadable-word 0 0", "1 unreadable-word 0 0", "1 unreadable-word 0 0", "1 unreadable-word 0 0"}, result: "*"},
		{name: "known moves after a comment that may be a move", text: "1. 32-28 19-23 2. 28x19 {неразборчиво} 14x23 3. 32-28 19-23 4. 28x19 5. 32-28 19-23 *",
			want: "32-28 19-23 28x19 {неразборчиво} 14x23 32-28 19-23 28x19  32-28 19-23", result: "*", faults: []string{"1 illegible-move 3 8"}},
		{name: "known moves after a gap", text: "1. 32-28 19-23 2. 28x19 14x23 3... 19-23 4. 32-28 19-23 *",
			want: "32-28 19-23 28x19 14x23  19-23 32-28 19-23", result: "*", faults: []string{"1 illegible-move 3 5"}},
		{name: "known moves after a setup", text: "1. 32-28 19-23 /W:W32:B19/ 2. 32-28 19-23 *",
			want: "32-28 19-23 set(W:W32:B19) 32-28 19-23", result: "*"},
		{name: "draw offer", text: "1. 31-26 {(=)} *", want: "31-26 draw?", result: "*"},
		{name: "setups", text: "1.31-26 17-21 /FEN \"B:B1-16,18-21:W26,28,33-50\"/ {x} 2... 20-25 /W:W50:B1/ *",
			want: "31-26 17-21 <x> set(B:B1-16,18-21:W26,28,33-50) 20-25", after: []string{"/W:W50:B1/"}, result: "*"},
		{name: "setup of towers", text: "1. c3-d4 /FEN \"B:Wh6=10/000000:Bg7\"/ g7-f6 *",
			want: "c3-d4 set(B:Wh6=10/000000:Bg7) g7-f6", result: "*"},
		{name: "ellipses", text: "1. ... 7-12 2. 8x17 18-23 3. ... {gone} *", want: "... 7-12 8x17 18-23", after: []string{"gone"}, result: "*",
			faults: []string{"1 illegible-move 3 1"}},
		{name: "a later beginning", text: "23... 14-19 24. 3-9 *", want: "#23 14-19 3-9", result: "*"},
		{name: "a wrong number", text: "1. 32-28 19-23 3. 28x19 14x23 4. 3-9 *", want: "32-28 19-23 #3 28x19 14x23 3-9",
			result: "*", faults: []string{"1 move-number 0 0"}},
		{name: "star for a forced move", text: "1. 32-28* {only} 19-23 2. 28x19*", want: "32-28 * {only} 19-23 28x19",
			result: "*", faults: []string{"1 syntax 0 0"}},
		{name: "numeric moves like results", text: "1. 1-5 1-10 2. 2-07 10-1 3. 1-1", want: "1-5 1-10 2-07 10-1", result: "1-1",
			faults: []string{"1 syntax 0 0"}},
		{name: "result of the tag", text: "[Result \"4-6\"]\n1. 4-6 13-19 4-6", want: "4-6 13-19", result: "4-6",
			faults: []string{"2 syntax 0 0"}},
		{name: "ResultFormat", text: "[ResultFormat \"Points\"]\n[Result \"3-1\"]\n1. 32-28 3-1 *", want: "32-28", result: "3-1"},
		{name: "Adiukh's points", text: "1. e3-f4 b6-a5 10-14", want: "e3-f4 b6-a5", result: "10-14", faults: []string{"1 syntax 0 0"}},
		{name: "tag and text contradict", text: "[Result \"1-0\"]\n1. 32-28 0-1", want: "32-28", result: "1-0",
			faults: []string{"2 result-mismatch 0 0"}},
		{name: "text knows more", text: "[Result \"*\"]\n1. 32-28 0-1", want: "32-28", result: "0-1"},
		{name: "no result", text: "[Result \"0-2\"]\n1. 32-28", want: "32-28", result: "0-2"},
		{name: "halves", text: "1. 32-28 1/2-1/2", want: "32-28", result: "1/2-1/2"},
		{name: "half of a result", text: "1. 32-28 1/2- ", want: "32-28", result: "1/2", faults: []string{"1 syntax 0 0"}},
		{name: "a number without a move", text: "1. 0-2", result: "0-2", faults: []string{"1 syntax 0 0"}},
		{name: "nested comment", text: "1. 33-29 19-23 2. 35-30 { nested { comment } } *",
			want: "33-29 19-23 35-30 {nested { comment}", result: "*", faults: []string{"1 syntax 0 0"}},
		{name: "open comment", text: "1. 33-29 { 19-23 2. 35-30 1-0", want: "33-29 {19-23 2. 35-30 1-0}", faults: []string{"1 syntax 3 2"}},
		{name: "open variation", text: "1. 33-29 19-23 ( 19-24 2. 35-30 1-0", want: "33-29 19-23 (19-24 35-30 {1-0})",
			faults: []string{"1 syntax 3 3", "1 syntax 0 0"}},
		{name: "variation that is too long", text: "1. 33-29 (19-24 " + strings.Repeat("{x} ", 1<<16) + ") 19-23 *",
			want: "33-29 (19-24" + strings.Repeat(" {x}", 1<<16-4) + ")", faults: []string{"1 too-large 3 2"}},
		{name: "closed too often", text: "1. 33-29 ) 19-23 *", want: "33-29 19-23", result: "*", faults: []string{"1 syntax 0 0"}},
		{name: "stray signs", text: "1. 8-3 . , 3-9 *", want: "8-3 3-9", result: "*", faults: []string{"1 syntax 0 0", "1 syntax 0 0"}},
		{name: "unknown moves", text: "1. - - 2. - - 1/2-1/2", want: "- - - -", result: "1/2-1/2", faults: []string{"1 illegible-move 3 1"}},
		{name: "junk", text: "1. 32-28 xyz 19-23 *", want: "32-28 xyz 19-23", result: "*", faults: []string{"1 illegible-move 3 2"}},
		{name: "PGN's comment", text: "1. 32-28 ; a man\n19-23 *", want: "32-28 {a man} 19-23", result: "*", faults: []string{"1 syntax 0 0"}},
		{name: "sheet's marks", text: "1. 32-28+- 19-23= *", want: "32-28 +- 19-23 draw?", result: "*", faults: []string{"1 syntax 0 0", "1 syntax 0 0"}},
		{name: "numbers without stops", text: "1 32-28 19-23 2 28x19 *", want: "32-28 19-23 28x19", result: "*",
			faults: []string{"1 syntax 0 0", "1 syntax 0 0"}},
		{name: "a bracket before moves", text: "1. 32-28 [19-23\n[2. 28x19\n[14x23 3. 37-32\n[%clk 1] 10-14 <19,14> *",
			want: "32-28 19-23 28x19 14x23 37-32 10-14", result: "*", faults: []string{"1 syntax 0 0", "2 syntax 0 0", "3 syntax 0 0", "4 syntax 0 0", "4 syntax 0 0"}},
		{name: "brackets round moves", text: "1. 32-28 <19-23> [2. 28x19] *", want: "32-28 19-23> (#2 +1 28x19)", result: "*",
			faults: []string{"1 syntax 0 0", "1 illegible-move 3 2", "1 syntax 0 0"}},
		{name: "a variation with no move to replace", text: "1. 32-28 (1. 33-29 2. (3-9 (4-10))) 19-23 2. (34-29) *", want: "32-28 (#1 33-29 (+1 3-9 (4-10))) 19-23 (+1 34-29)",
			result: "*", faults: []string{"1 syntax 0 0", "1 syntax 0 0"}},
		{name: "too deep", text: "1. 32-28 " + strings.Repeat("(33-29 ", 102) + strings.Repeat(")", 102) + " 19-23 *",
			want: "32-28" + strings.Repeat(" (33-29", 100) + strings.Repeat(")", 100) + " 19-23", result: "*", faults: []string{"1 too-large 0 0"}},
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

// The variant: the tag Variant prevails, then GameType, then the text.
func TestVariantOfPDN(t *testing.T) {
	flat := []record.Variant{record.Bashni, record.BashniReverse, record.Adiukh, record.Russian, record.RussianReverse, record.Brazilian}
	tests := []struct {
		text   string
		want   record.Variant
		shows  []record.Variant
		faults []string
	}{
		{"[Variant \"bashni-reverse\"]\n[GameType \"45,W,8,8,A0,0\"]\n1. c3-d4 *", record.BashniReverse, nil, nil},
		{"[gametype \"46\"]\n[VARIANT \"Lasca\"]\n1. 9-12 *", record.Lasca, nil, nil},
		{"[GameType \"47,W,8,8,A0,0\"]\n1. c3-d4 *", record.Adiukh, nil, nil},
		{"[GameType \"25\"]\n*", record.Russian, nil, nil},
		{"[Variant \"adiukh\"]\n[GameType \"45\"]\n*", record.Adiukh, nil, []string{"2 variant-tag 0 0"}},
		{"[Variant \"Frisian\"]\n[GameType \"20\"]\n*", record.UnknownVariant, nil, []string{"1 no-rules 0 0"}},
		{"[Variant \"whirl\"]\n[GameType \"20\"]\n*", record.International, nil, []string{"1 variant-tag 0 0"}},
		{"[Variant \"draughts\"]\n[GameType \"20\"]\n*", record.International, nil, nil},
		{"[GameType \"40,W,10,10,N2,0\"]\n1. 32-28 *", record.UnknownVariant, nil, []string{"1 no-rules 0 0"}},
		{"[GameType \"23,W,8,8,A0,0\"]\n1. c3-d4 *", record.Pool, nil, nil},
		{"[GameType \"20,W,10,10,N1,0\"]\n1. 32-28 *", record.International, nil, []string{"1 variant-tag 0 0"}},
		{"[GameType \"draughts\"]\n1. 32-28 *", record.UnknownVariant, []record.Variant{record.International}, []string{"1 variant-tag 0 0"}},
		{"1. 11-15 23-19 *", record.UnknownVariant, []record.Variant{record.Checkers}, nil},
		{"1. 9-12 15x9 *", record.UnknownVariant, []record.Variant{record.Lasca, record.LascaReverse}, nil},
		{"1. c3-d4 *", record.UnknownVariant, flat, nil},
		{"1. c3-d4 32-28 *", record.UnknownVariant, nil, nil},
		{"[FEN \"W:WKa1,c1=00:Bh8\"]\n*", record.UnknownVariant, []record.Variant{record.Bashni, record.BashniReverse}, nil},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			g := readPDN(t, test.text)[0]
			require.Equal(t, test.want, g.Variant)
			require.Equal(t, test.shows, g.Shows)
			require.Equal(t, test.faults, sayings(g))
		})
	}
}

// The initial position: the tag FEN, or the setup before the first move.
func TestStartOfPDN(t *testing.T) {
	tests := []struct {
		text, want string
		faults     []string
	}{
		{"[Variant \"bashni\"]\n[FEN \"B:Wh6=10/000000:Bg7,Kb8.\"]\n*", "B:Wh6=10/000000:Bg7,Kb8", nil},
		{"[GameType \"20\"]\n[FEN \"W:W31-35,K1:\"]\n*", "", []string{"2 bad-position 3 0"}},
		{"[GameType \"20\"]\n[FEN \"W:W31-35,K1\"]\n*", "W:WK1,31,32,33,34,35:B", nil},
		{"[GameType \"25\"]\n[FEN \"W:W29:B1\"]\n*", "W:Wa1:Bb8", nil},
		{"[GameType \"21\"]\n[FEN \"?:W29:B1\"]\n*", "B:W29:B1", []string{"2 syntax 0 0"}},
		{"[GameType \"20\"]\n/FEN \"B:W28:B1\"/ 1... 1-6 *", "B:W28:B1", nil},
		{"[GameType \"20\"]\n/FEN \"W:W31-50:B1-20\"/\n/FEN \"B:W28:B1\"/ 01... 1-6 *", "", nil},
		{"[GameType \"20\"]\n[FEN \"\"]\n1. 32-28 *", "", nil},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			g := readPDN(t, test.text)[0]
			got := ""
			if g.Start != nil && *g.Start != record.StartPosition(g.Variant) {
				got = g.Start.FEN()
			}
			require.Equal(t, test.want, got)
			require.Equal(t, test.faults, sayings(g))
		})
	}
}

// Results of PDN's tag, including ResultFormat.
func TestResultsOfPDN(t *testing.T) {
	for text, want := range map[string]record.Result{
		"1-0":         {Outcome: record.WhiteWins},
		"0-1":         {Outcome: record.BlackWins},
		"1/2-1/2":     {Outcome: record.Draw},
		"½-½":         {Outcome: record.Draw},
		"2-0":         {Outcome: record.WhiteWins, White: 2},
		"0 - 2":       {Outcome: record.BlackWins, Black: 2},
		"1-1":         {Outcome: record.Draw, White: 1, Black: 1},
		"0-0":         {Outcome: record.Points, Manner: record.Forfeit},
		"*":           {Outcome: record.Unfinished},
		"":            {},
		"?":           {},
		"draw":        {},
		"10-14":       {Outcome: record.Points, White: 10, Black: 14},
		"1 1/2 - 1/2": {Outcome: record.Points, White: 1.5, Black: 0.5},
		"1½-½":        {Outcome: record.Points, White: 1.5, Black: 0.5},
		"1+ - 1-":     {Outcome: record.Points, White: 1, Black: 1},
		"1- - 1+":     {Outcome: record.Points, White: 1, Black: 1},
		"-0.98-1.02":  {Outcome: record.Points, White: -0.98, Black: 1.02},
		"1.01-0.99":   {Outcome: record.Points, White: 1.01, Black: 0.99},
		"+/-":         {Outcome: record.Unplayed, Manner: record.Forfeit, White: 1},
		"- : +":       {Outcome: record.Unplayed, Manner: record.Forfeit, Black: 1},
		"-/-":         {Outcome: record.Unplayed, Manner: record.Forfeit},
	} {
		require.Equal(t, want, result.OfTag(text), text)
	}
	// In checkers, where Black begins, the first number is Black's (PDN 2.0).
	g := readPDN(t, "[GameType \"21\"]\n[Result \"1-0\"]\n1. 11-15 *")[0]
	require.Equal(t, record.BlackWins, g.Result.Outcome)
	// A game that was not played (Codex 3.6), by the tag, the text, or both.
	for _, text := range []string{"[Result \"-/+\"]\n*", "[Result \"-/+\"]\n", "[White \"A\"]\n-/+", "[Result \"-/+\"]\n-:+\n[White \"B\"]\n*"} {
		g := readPDN(t, text)[0]
		require.Equal(t, "-/+", g.Result.String(), text)
		require.Empty(t, g.Plies, text)
	}
	marked := readPDN(t, "[White \"A\"]\n1. 32-28+ 19-23 +- 2. 28x19 *")[0] // marks, and no result
	require.Len(t, marked.Plies, 3)
	require.Equal(t, record.Unfinished, marked.Result.Outcome)
}

// Tags in spellings that occur.
func TestTagsOfPDN(t *testing.T) {
	text := strings.Join([]string{
		`[Event "a \"b\" \\ c:\d"]`, `[ Site  "x" ]`, `[date"1.1.1965"]`, `[White   "["][Black "]"]`,
		`[Round "two`, `lines"]`, `[Annotator "the "Big" one"]`, `[Opening "no end`, `[Board 7]`, `[Section ""]`, "", "1. 32-28 *",
	}, "\n")
	games := readPDN(t, text)
	require.Len(t, games, 1)
	g := games[0]
	var got [][2]string
	for _, tag := range g.Tags {
		got = append(got, [2]string{tag.Name, tag.Value})
	}
	require.Equal(t, [][2]string{
		{"Event", `a "b" \ c:\d`}, {"Site", "x"}, {"date", "1965.01.01"}, {"White", "["}, {"Black", "]"},
		{"Round", "two lines"}, {"Annotator", `the "Big" one`}, {"Opening", "no end"}, {"Board", "7"}, {"Section", ""},
	}, got)
	require.Equal(t, []string{"3 date-form 1 0", "7 syntax 0 0", "8 syntax 0 0", "9 syntax 0 0"}, sayings(g))
	require.Equal(t, "1965.01.01", g.Tag("Date"))
	require.Equal(t, "two lines", readPDN(t, "[Round \"two\r\nlines\"]\r\n1. 32-28 *")[0].Tag("Round"))
	require.Equal(t, "32-28", outline(g.Plies))
}

// A line above the tags is a remark; a tag pair may lack its bracket or be malformed.
func TestTitlesOfPDN(t *testing.T) {
	for _, test := range []struct{ text, white, before, faults string }{
		{"Game 2\n\nКиев, 1987\n----\n[White \"A\"]\n1. 32-28 *", "A", "Game 2|Киев, 1987|----", ""},
		{strings.Repeat("А потом пили чай. ", 20) + "\n[White \"A\"]\n1. 32-28 *", "A", strings.TrimSpace(strings.Repeat("А потом пили чай. ", 20)), ""},
		{"White \"A\"]\n[Black \"B\"]\n1. 32-28 *", "A", "", "1 syntax 0 0"},
		{"[White\n\"A\"]\n[Black \"B\"]\n1. 32-28 *", "A", "", "1 syntax 0 0"},
	} {
		g := readPDN(t, test.text)[0]
		require.Equal(t, test.white, g.Tag("White"))
		require.Equal(t, test.before, strings.Join(g.Before, "|"))
		require.Equal(t, test.faults, strings.Join(sayings(g), ", "))
		require.Equal(t, "32-28", outline(g.Plies))
	}
}

// Dates in other orders and with other separators are converted to PDN's form with a repair. Text
// that is not a date is left unchanged, with a remark.
func TestDatesOfPDN(t *testing.T) {
	for _, test := range []struct{ written, want, fault string }{
		{"12.03.1987", "1987.03.12", "1 date-form 1 0"},
		{"03.04.1987", "1987.04.03", "1 date-form 1 0"}, // the day comes first, as in Russian
		{"29-2-1988", "1988.02.29", "1 date-form 1 0"},
		{"12 марта 1987 г.", "1987.03.12", "1 date-form 1 0"},
		{"1987.3.2", "1987.03.02", "1 date-form 1 0"},
		{"1987-03-12", "1987.03.12", "1 date-form 1 0"},
		{"29.02.1987", "29.02.1987", "1 date-form 0 0"}, // not a leap year
		{"03/13/1987", "03/13/1987", "1 date-form 0 0"},
		{"1987.13.01", "1987.13.01", "1 date-form 0 0"},
		{"12.03.87", "12.03.87", "1 date-form 0 0"},
		{"1987.03.12", "1987.03.12", ""},
		{"1987.03.??", "1987.03.??", ""},
		{"????.??.??", "????.??.??", ""},
		{"1987", "1987", ""},
		{"12.03.1987 18:30", "1987.03.12", "1 date-form 1 0"},
		{"1987.03.12 18:30", "1987.03.12", ""},
		{"?", "?", ""},
		{"", "", ""},
	} {
		for _, tag := range []string{"Date", "EventDate", "Data"} {
			if tag == "EventDate" && strings.Contains(test.written, ":") {
				continue // of days
			}
			text := fmt.Sprintf("[%s \"%s\"]\n1. 32-28 *", tag, test.written)
			g := readPDN(t, text)[0]
			if tag == "Data" {
				tag = "Date"
			}
			require.Equal(t, test.want, g.Tag(tag), text)
			require.Equal(t, test.fault, strings.Join(sayings(g), ", "), text)
			for _, f := range g.Faults {
				require.Equal(t, test.written, g.Text[f.At:f.At+f.Len])
			}
		}
	}
	require.Equal(t, "18:30", readPDN(t, "[Date \"12.03.1987, 18:30\"]\n1. 32-28 *")[0].Tag("Time"))
}

// Italian tags are found under PDN's names.
func TestItalianTags(t *testing.T) {
	g := readPDN(t, `[Evento "E"][Luogo "L"][Data "2005.06.12"][Turno "1"][Bianco "B"][Nero "N"][Risultato "4-6"][Gioco "x"]`+"\n1. 32-28 4-6")[0]
	for name, want := range map[string]string{
		"Event": "E", "Site": "L", "Date": "2005.06.12", "Round": "1", "White": "B", "Black": "N", "Result": "4-6", "Gioco": "x", "Bianco": "",
	} {
		require.Equal(t, want, g.Tag(name), name)
	}
	require.Equal(t, 6.0, g.Result.Black)
	require.Equal(t, "32-28", outline(g.Plies))
}

// A result may have a letter for a digit, or another dash.
func TestLookAlikeResults(t *testing.T) {
	for text, want := range map[string]string{
		"1-O": "1-0 look-alike", "О-1": "0-1 look-alike", "l-0": "1-0 look-alike", "I-I": "1-1 look-alike", "1–0": "1-0 dash-kind",
		"0 - 2": "0-2",
	} {
		for _, start := range []string{"1. 32-28 19-23 ", "[Result \"" + text + "\"]\n1. 32-28 19-23 "} {
			games := readPDN(t, start+text+"\n1. 33-29 *")
			require.Len(t, games, 2, text)
			g := games[0]
			require.Equal(t, "32-28 19-23", outline(g.Plies), text)
			require.Equal(t, text, g.Result.Text)
			require.Equal(t, result.OfTag(strings.Fields(want)[0]).Outcome, g.Result.Outcome)
			for _, f := range g.Faults {
				require.Equal(t, record.Repaired, f.Severity)
				require.Equal(t, want, f.Suggestions[0]+" "+string(f.Code))
				require.Equal(t, text, g.Text[f.At:f.At+f.Len])
			}
			require.Equal(t, strings.Contains(want, "l") || strings.Contains(want, "k"), len(g.Faults) > 0, text)
		}
	}
}

// Where games of PDN end and begin.
func TestWherePDNIsCut(t *testing.T) {
	tests := []struct {
		name  string
		games []string
	}{
		{"results alone", []string{"1. 32-28 1-0 ", "1. 33-29 2-0\n", "32-27 * ", "33-28\n\n0-0"}},
		{"tags", []string{"[A \"1\"]\n\n[B \"2\"]\n1. 32-28 1-0\n\n", "[A \"1\"]\n1. 33-29\n", "[A \"1\"]\n"}},
		{"tags alone", []string{"[A \"1\"]\n[B \"1\"]\n\n", "[A \"2\"]\n[B \"1\"]\n\n", "[A \"3\"]\n*"}},
		{"a tag behind a result", []string{"1. 32-28 1-0", "[A \"1\"]\n1. 33-29 *"}},
		{"a result in a comment", []string{"1. 32-28 {1-0} 19-23 { or\n* } 2. 28x19 1-0\n", "1. 33-29 *"}},
		{"a result in a variation", []string{"1. 32-28 (1. 33-29 1-0\n0-1) 19-23 1-0\n", "1. 33-29 *"}},
		{"a result in a tag", []string{"[A \"1-0 *\"]\n1. 32-28 1-0\n", "1. 33-29 *"}},
		{"a tag in a comment", []string{"1. 32-28 { see\n[A \"1\"]\n} 1-0\n", "1. 33-29 *"}},
		{"a command at a line's beginning", []string{"1. 32-28 {\n[%clk 1:00]\n} 1-0\n", "1. 33-29 *"}},
		{"a comment without its end", []string{"[A \"1\"]\n1. 32-28 { oh 1-0\n\n", "[A \"2\"]\n1. 33-29 { x } *\n", "[A \"3\"]\n*"}},
		{"a comment without its end, and none behind", []string{"[A \"1\"]\n1. 32-28 { oh 1-0\n\n", "[A \"2\"]\n1. 33-29 *\n", "[A \"3\"]\n*"}},
		{"a variation without its end", []string{"[A \"1\"]\n1. 32-28 ( 19-23 1-0\n\n", "[A \"2\"]\n1. 33-29 *\n"}},
		{"comments behind a result", []string{"1. 32-28 1-0 {well} {played}\n", "{next}\n% line\n1. 33-29 * {bye}\n{bye}"}},
		{"a star as a mark", []string{"1. 32-28* 19-23* {only}\n2. 28x19 14x23*\n", "1. 33-29* (1. 34-29) 19-23 *"}},
		{"a star within a move, and before its mark", []string{"1. 32-28 19-*23 2. 28-19*! 14x23 1-0\n", "1. 33-29 *"}},
		{"two results", []string{"1. 32-28 1-0 *\n", "1. 33-29 *"}},
		{"a broken tag pair begins a game", []string{"[A \"1\"]\n1. 32-28 1-0\n\n", "[A) \"2\"]\n[B \"2\"]\n1. 33-29 *\n", "[Ab \"]\n1. 34-29 *"}},
		{"a result with spaces", []string{"1. 32-28 1 - 0\n", "1. 33-29 0 -1"}},
		{"lines ending with CR", []string{"[A \"1\"]\r1. 32-28 1-0\r\r", "[A \"1\"]\r1. 33-29 *\r"}},
		{"titles above the tags", []string{"Партия 1\n----\n\n[A \"1\"]\n1. 32-28 *\n", "Game 2, 12.03.1987\n[A \"2\"]\n[B \"2\"]\n*\n", "Game 3\n[A\n\"3\"]\n1. 32-28 *"}},
		{"a tag without its bracket", []string{"[A \"1\"]\n1. 32-28 *\n\n", "White \"2\"]\n[B \"2\"]\n1. 32-28 *"}},
		{"a tag in two lines", []string{"[A \"1\"]\n1. 32-28 *\n\n", "[White\n\"2\"]\n[B\r\n \"2\"]\n1. 32-28 *"}},
		{"a tag's value over lines", []string{"[A \"1\n1-0\"]\n1. 32-28 1-0\n", "1. 33-29 *"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := NewCutter(strings.NewReader(strings.Join(test.games, "")), "x.pdn", "utf-8")
			require.NoError(t, err)
			var got []string
			for {
				chunk, err := c.Next()
				if err != nil {
					break
				}
				require.False(t, len(got) > 0 && strings.TrimSpace(chunk.Text) == "")
				got = append(got, chunk.Text)
			}
			require.Equal(t, test.games, got)
		})
	}
}

// FuzzParsePDN checks that any text is cut into games that together are the text, and that all
// places of their parse lie within it.
func FuzzParsePDN(f *testing.F) {
	for _, text := range corpus.DamageTexts("pdn-seeds") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 16<<10 || !utf8.ValidString(text) {
			return
		}
		c, err := NewCutter(strings.NewReader(text), "x.pdn", "utf-8")
		require.NoError(t, err)
		c.SetFormat(PDN)
		p := NewParser()
		all := ""
		for {
			chunk, err := c.Next()
			if err != nil {
				break
			}
			all += chunk.Text
			g := p.Parse(chunk)
			require.Equal(t, chunk.Text, g.Text)
			for _, p := range g.Plies {
				require.Equal(t, p.Word.Text, g.Text[p.At:p.At+p.Len])
			}
			for _, fault := range g.Faults {
				require.True(t, fault.At >= 0 && fault.Len >= 0 && fault.At+fault.Len <= len(g.Text), "%+v", fault)
			}
		}
		require.True(t, strings.HasSuffix(text, all))
		require.Empty(t, strings.Trim(strings.TrimSuffix(text, all), " \t\r\n\f\v\u00a0\ufeff"))
	})
}

// placesOf writes the squares of each move with the names of the variant's board.
func placesOf(v record.Variant, plies []record.Ply) string {
	var words []string
	for _, p := range plies {
		var squares []string
		for _, step := range p.Word.Steps {
			s, ok := step.Square(v.Board())
			if !ok {
				squares = append(squares, fmt.Sprintf("?%v", step))
				continue
			}
			squares = append(squares, v.Board().Name(s))
		}
		words = append(words, strings.Join(squares, " "))
		if p.Note != nil {
			for _, line := range p.Note.Variations {
				words = append(words, "("+placesOf(v, line)+")")
			}
		}
	}
	return strings.Join(words, ", ")
}

// PDN 3.0, GameType: boards whose square names differ from the variant's own. The expected squares
// were read off a board.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		about, tags, moves string
		variant            record.Variant
		squares            string
		start              string // FEN, or ""
	}{
		{"russian in its letters", `[GameType "25,W,8,8,A0,0"]`, "1. c3-d4 f6-g5", record.Russian, "c3 d4, f6 g5", ""},
		{"russian in the numbers of checkers", `[GameType "25,W,8,8,N2,0"]`, "1. 22-18 (23-19) 11-15 2. 18x11",
			record.Russian, "c3 d4, (e3 f4), f6 e5, d4 f6", ""},
		{"in numbers without a board", `[GameType "25"]`, "1. 22-18 11-15", record.Russian, "c3 d4, f6 e5", ""},
		{"in numbers though it says letters", `[GameType "26,W,8,8,A0,0"]`, "1. 22-18 11-15", record.Brazilian, "c3 d4, f6 e5", ""},
		{"numbers from White's left, upward", `[GameType "25,W,8,8,N0,0"]`, "1. 11-15 22-18", record.Russian, "e3 f4, d6 c5", ""},
		{"numbers from White's right, upward", `[GameType "25,W,8,8,N1,0"]`, "1. 10-14 22-17", record.Russian, "e3 f4, f6 g5", ""},
		{"and in the position", `[GameType "25,W,8,8,N0,0"][FEN "W:W11:B22,K23,1-2"]`, "1. 11-15", record.Russian, "e3 f4",
			"W:We3:Ba1,c1,d6,Kf6"},
		{"a position in letters for a board of numbers", `[GameType "21,B,8,8,A0,0"][FEN "B:Wa1,Kc3:Bb8"]`, "1. b8-a7",
			record.Checkers, "1 5", "B:WK22,29:B1"},
		{"checkers in letters", `[GameType "21,B,8,8,A0,0"]`, "1. f6-g5 c3-d4", record.Checkers, "11 16, 22 18", ""},
		{"unified pool: White begins", `[GameType "23,W,8,8,A0,0"]`, "1. c3-d4 f6-g5", record.Pool, "22 18, 11 16",
			"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
		{"numbers of a mirrored board", `[GameType "25,W,8,8,N2,1"]`, "1. 21-17 12-16", record.Russian, "g3 h4, b6 a5", ""},
		{"italian on a board that is not mirrored", `[GameType "22,W,8,8,N2,0"]`, "1. 21-17 12-15", record.Italian, "21 17, 12 15", ""},
		{"100 squares with the wrong corner", `[GameType "20,W,10,10,N1,0"]`, "1. 32-28 18-23", record.International, "32 28, 18 23", ""},
		{"and with that corner meant", `[GameType "20,W,10,10,N1,0"]`, "1. 16-21 35-30", record.International, "35 30, 16 21", ""},
		{"White begins at checkers", `[GameType "21,W,8,8,N2,0"]`, "1. 22-18 11-15", record.Checkers, "22 18, 11 15",
			"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
		{"says White, but Black does", `[GameType "21,W,8,8,N2,0"]`, "1. 11-15 22-18", record.Checkers, "11 15, 22 18", ""},
	} {
		t.Run(c.about, func(t *testing.T) {
			games := readPDN(t, strings.ReplaceAll(c.tags, "][", "]\n[")+"\n\n"+c.moves+" *\n")
			require.Len(t, games, 1)
			g := games[0]
			require.Equal(t, c.variant, g.Variant)
			require.Equal(t, c.squares, placesOf(c.variant, g.Plies))
			for _, p := range g.Plies {
				require.Contains(t, c.moves, p.Word.Text, "as written")
			}
			if c.start == "" {
				require.Nil(t, g.Start)
			} else {
				require.NotNil(t, g.Start)
				require.Equal(t, c.start, g.Start.FEN())
			}
		})
	}
}

// A setup within a game also has the record's numbers.
func TestReadingOfSetups(t *testing.T) {
	g := readPDN(t, "[GameType \"25,W,8,8,N0,0\"]\n\n1. 11-15 /FEN \"B:W15:BK22\"/ 22-18 *\n")[0]
	require.Equal(t, "e3 f4, d6 c5", placesOf(record.Russian, g.Plies))
	require.Equal(t, "B:Wf4:BKd6", g.Plies[1].Note.Setup)
}

// The first number of a result belongs to the side that begins.
func TestReadingOfResults(t *testing.T) {
	for tags, outcome := range map[string]record.Outcome{
		`[GameType "23"]`:              record.BlackWins,
		`[GameType "23,W,8,8,A0,0"]`:   record.WhiteWins,
		`[GameType "25"]`:              record.WhiteWins,
		`[GameType "20,W,10,10,N2,0"]`: record.WhiteWins,
	} {
		moves := "c3-d4 f6-g5"
		if strings.Contains(tags, `"20`) {
			moves = "32-28 18-23"
		}
		g := readPDN(t, tags+"\n\n"+moves+" 1-0\n")[0]
		require.Equal(t, outcome, g.Result.Outcome, tags)
	}
}

// A known game type without rules is not a fault of the record.
func TestGameTypesWithoutRules(t *testing.T) {
	for tags, message := range map[string]string{
		`[GameType "27,W,12,12,N2,0"]`: "Canadian",
		`[GameType "30"]`:              "Turkish",
		`[GameType "31"]`:              "Thai",
		`[GameType "40,W,10,10,N2,0"]`: "Frisian",
		`[GameType "41"]`:              "Spantsireti",
		`[GameType "0,W,8,8,S0"]`:      "chess",
		`[GameType "50"]`:              "Othello",
		`[GameType "95"]`:              "not defined by PDN",
		`[GameType "20,W,8,8,N2,0"]`:   "international has no rules here on a board of 8 files and 8 ranks",
		`[Variant "frisian"]`:          "Frisian",
	} {
		for _, g := range readPDN(t, tags+"\n\n1. 32-28 18-23 *\n") {
			require.Equal(t, record.UnknownVariant, g.Variant, tags)
			require.Len(t, g.Plies, 2, tags)
			require.Len(t, g.Faults, 1, tags)
			require.Equal(t, record.NoRules, g.Faults[0].Code, tags)
			require.Equal(t, record.Remark, g.Faults[0].Severity, tags)
			require.Contains(t, g.Faults[0].Message.Error(), message)
			require.Equal(t, g.Faults[0].Word, g.Text[g.Faults[0].At:][:g.Faults[0].Len], tags)
		}
	}
	// The tag Variant prevails over GameType, both ways.
	g := readPDN(t, "[Variant \"turkish\"]\n[GameType \"25\"]\n\na3-a4 *\n")[0]
	require.Equal(t, record.UnknownVariant, g.Variant)
	require.Equal(t, record.NoRules, g.Faults[0].Code)
	g = readPDN(t, "[Variant \"russian\"]\n[GameType \"30\"]\n\nc3-d4 *\n")[0]
	require.Equal(t, record.Russian, g.Variant)
	require.Equal(t, record.VariantTag, g.Faults[0].Code)
}

// The tag GameType of each variant describes the variant's board.
func TestGameTypesOfVariants(t *testing.T) {
	for _, v := range record.Variants() {
		game, err := position.ParseGameType(v.GameType())
		require.NoError(t, err)
		require.True(t, game.Full)
		require.Equal(t, v.Straight(), game.Variant())
		require.Equal(t, v.First(), game.First, v)
		require.Equal(t, v.Board(), game.Board, v)
	}
}

// Unreadable text in the place of a move is a ply, and reading continues: faults are listed as ply
// and word.
func TestIllegibleInPDN(t *testing.T) {
	for _, test := range []struct{ text, want, faults string }{
		{"1. c3-d4 f6-g5 2.??? b6-a5 3. a1-b2 *", "c3-d4 f6-g5 ??? b6-a5 a1-b2", "3:???"},
		{"1. c3-d4 f6-g5 2. ??? b6-a5 3. zz-z9 a1-b2 4. e?-f? *", "c3-d4 f6-g5 ??? b6-a5 zz-z9 a1-b2 e?-f?", "3:??? 5:zz-z9 7:e?-f?"},
		{"1. c3-d4 f6-g5 2. [нрзб] g7:e5 *", "c3-d4 f6-g5 [нрзб] g7:e5", "3:[нрзб]"},
		{"1. c3-d4 f6-g5 2. {нрзб} g7:e5 3. a1-b2 *", "c3-d4 f6-g5 {нрзб} <нрзб> g7:e5 a1-b2", "3:{нрзб}"},
		{"1. cb b6-a5 2. c3-b4 *", "cb b6-a5 c3-b4", "1:cb"},
		{"1. c3-d4 a-b 2. нрзб f6-g5 3. - c5-d4 4. a1-b2 *", "c3-d4 a-b нрзб f6-g5 - c5-d4 a1-b2", "2:a-b 3:нрзб 5:-"},
		{"1. c3-d4 — 2. a1-b2 — *", "c3-d4 — a1-b2 —", "2:— 4:—"},
		{"1. c3-d4 20 2. a1-b2 20 *", "c3-d4 20 a1-b2 20", "2:20 4:20"},
		{"1. c3-d4 ... 2. a1-b2 f6-g5 3. ... g5-h4 4. b2-c3 … *", "c3-d4 ... a1-b2 f6-g5 ... g5-h4 b2-c3 …", "2:... 5:... 8:…"},
		{"1. … b6-a5 2. … … 3. a1-b2 *", "… b6-a5 … … a1-b2", "1:… 3:… 4:…"},
		{"1. c3-d4 f6-g5 2.... *", "c3-d4 f6-g5 ...", "3:..."},
		{"1. c3-d4 f6-g5 2. … *", "c3-d4 f6-g5 …", "3:…"},
		{"1. c3-d4 ??? *", "c3-d4 ???", "2:???"},
		{"1. c3-d4 f6-g5 2. a1-b2 # *", "c3-d4 f6-g5 a1-b2 #", "4:#"},
		{"1. c3-d4 [...] 2. a1-b2 <?> 3. b2-c3 // 4. ?3-d4 *", "c3-d4 [...] a1-b2 <?> b2-c3 // ?3-d4", "2:[...] 4:<?> 6:// 7:?3-d4"},
		{"1. c3-d4 н/р 2. a1-b2 ??-?? 3. ж *", "c3-d4 н/р a1-b2 ??-?? ж", "2:н/р 4:??-?? 5:ж"},
		{"1. 32-28 20 2. 19 18-23 *", "32-28 20 19 18-23", "2:20 3:19"},
		{"1. c3-d4 f6-g5 2. 2-0 *", "c3-d4 f6-g5 2-0", "3:2-0"},
		{"[Result \"2-0\"]\n1. c3-d4 f6-g5 2. 2-0 *", "c3-d4 f6-g5", ""},
		{"1. c3-d4 f6-g5 2. * 2-0", "c3-d4 f6-g5", ""},
		{"1. c3-d4 f6-g5 2. 2-0", "c3-d4 f6-g5", ""},
		{"c3-d4 [нрзб] a1-b2 *", "c3-d4 [нрзб] a1-b2", "2:[нрзб]"},

		// The numbers show that a move is missing.
		{"1. c3-d4 f6-g5 2. a1-b2 3. b2-c3 g5-h4 4. c3-b4 *", "c3-d4 f6-g5 a1-b2  b2-c3 g5-h4 c3-b4", "4:"},
		{"1. c3-d4 2. b2-c3 g5-h4 3. c3-b4 *", "c3-d4  b2-c3 g5-h4 c3-b4", "2:"},
		{"1. c3-d4 f6-g5 2. a1-b2 3. b2-c3 g5-h4 *", "c3-d4 f6-g5 a1-b2  b2-c3 g5-h4", "4:"},
		{"1. c3-d4 f6-g5 2... g5-h4 3. b2-c3 *", "c3-d4 f6-g5  g5-h4 b2-c3", "3:"},

		// They do not.
		{"1. c3-d4 2. f6-g5 3. a1-b2 4. g5-h4 *", "c3-d4 #2 f6-g5 #3 a1-b2 #4 g5-h4", ""},
		{"1. c3-d4 f6-g5 2. a1-b2 3. g5-h4 *", "c3-d4 f6-g5 a1-b2 #3 g5-h4", ""},
		{"1. c3-d4 f6-g5 3. a1-b2 g5-h4 4. b2-c3 *", "c3-d4 f6-g5 #3 a1-b2 g5-h4 b2-c3", ""},
		{"[FEN \"B:WKa1:Bh8\"]\n1. h8-g7 2. a1-b2 g7-f6 3. b2-c3 *", "h8-g7 #2 a1-b2 g7-f6 b2-c3", ""},
		{"[FEN \"B:WKa1:Bh8\"]\n1. ... h8-g7 2. a1-b2 *", "h8-g7 a1-b2", ""},

		{".. 2. c3-d4 *", "#2 c3-d4", ""},

		// Separate marks are marks or remarks if no move is missing.
		{"1. c3-d4 ? f6-g5 ?? 2. a1-b2 ?! *", "c3-d4 ? f6-g5 ?? a1-b2 ?!", ""},
		{"1. c3-d4 ? f6-g5 ! ? 2. a1-b2 ? *", "c3-d4 ? f6-g5 ! ? a1-b2 ?", ""},
		{"1. c3-d4 f6-g5 [...] 2. a1-b2 g5-h4 [нрзб] 3. b2-c3 *", "c3-d4 f6-g5 a1-b2 g5-h4 b2-c3", ""},
		{"1. c3-d4 f6-g5 2. ... {the next} *", "c3-d4 f6-g5", ""},
		{"1. 32-28?19-23 2. 28x19?$1 14x23?! *", "32-28 ? 19-23 28x19 ? $1 14x23 ?!", ""},
		{"1. c3-d4 (1. ??? f6-g5) f6-g5 *", "c3-d4 (#1 ??? f6-g5) f6-g5", "v1:???"},
		{"1. c3-d4 (1. e3-d4 --) (1. g3-h4 ?-g5) f6-g5 *", "c3-d4 (#1 e3-d4 --) (#1 g3-h4 ?-g5) f6-g5", "v2:-- v2:?-g5"},
	} {
		g := readPDN(t, test.text)[0]
		var faults []string
		for _, f := range g.Faults {
			if f.Severity >= record.Illegal {
				require.Equal(t, record.Unreadable, f.Severity)
				require.Equal(t, record.IllegibleMove, f.Code, test.text)
				require.Equal(t, g.Text[f.At:f.At+f.Len], f.Word)
				line, name := g.Plies, ""
				if f.Variation > 0 {
					line, name = g.Plies[0].Note.Variations[f.Variation-1], "v"
				}
				require.Equal(t, line[f.Ply-1].At, f.At, test.text)
				require.Empty(t, line[f.Ply-1].Word.Steps)
				faults = append(faults, name+string(rune('0'+f.Ply))+":"+f.Word)
			}
		}
		require.Equal(t, test.want, outline(g.Plies), test.text)
		require.Equal(t, test.faults, strings.Join(faults, " "), test.text)
	}
}

// A text of unreadable words has a bounded number of faults.
func TestManyIllegibleInPDN(t *testing.T) {
	g := readPDN(t, "1. c3-d4 "+strings.Repeat("нрзб f6-g5 ", 1000))[0]
	require.Len(t, g.Plies, 2001)
	require.Len(t, g.Faults, 256)
}
