package find

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record/message"
)

// Every example of the page is a valid query, and every word of the language occurs in one.
func TestPage(t *testing.T) {
	examples := examples()
	require.Len(t, examples, strings.Count(page, "```find\n"))
	for _, e := range examples {
		_, err := Parse(e.query, map[string]string{"who": "Иванов", "least": "20"})
		require.NoError(t, err, e.query)
	}
	var shown strings.Builder
	for _, e := range examples {
		shown.WriteString(e.query + "\n")
	}
	for _, word := range keywords() {
		require.Regexp(t, `\b`+word+`\b`, shown.String())
	}
}

// A fault gives its place, the expected words and the probably intended ones.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want, under string }{
		{"", "query, column 1: the query is empty; expected a condition", ""},
		{"white kng captures 3", `column 7: unexpected "kng"; expected and, or, then, until, what belongs to the preceding condition or the end; did you mean king?`, "kng"},
		{"only white kings", `column 1: "only" is neither a word of the language nor a defined name`, "only"},
		{"white king and onse black king", `"onse" is neither`, "onse"},
		{"white loses", `did you mean wins?`, "loses"},
		{"promotion", `did you mean promotes?`, "promotion"},
		{"captures > 3", "did you mean more than 3?", ">"},
		{"white tower of >= 3", "did you mean at least 3?", ">="},
		{"captures = 3", "did you mean 3?", "="},
		{"tower with < 2 prisoners", "did you mean fewer than 2?", "<"},
		{"captures two", `did you mean 2?`, "two"},
		{"ply 10 and white king", `did you mean = 10?`, "10"},
		{"king moves quietly on main road", `did you mean to?`, "on"},
		{"white king then black captures within 3 moves", `did you mean plies?`, "moves"},
		{"let a be draw; a b", `unexpected "b"`, "b"},
		{"captures at least", "column 18: the query ends, but something should follow: a number", ""},
		{"(white king", `belongs to the preceding condition or ")"`, ""},
		{"white king)", `column 11: unexpected ")"`, ")"},
		{"white king on a2", `column 15: "a2" is a light square`, "a2"},
		{"белый", `column 1: "белый" is neither a word of the language nor a defined name`, "белый"},
		{"player Иванов", `column 8: unexpected "Иванов"; expected a text in quotes`, "Иванов"},
		{`player "Иванов`, `the text that begins here does not end`, `"Иванов`},
		{"verdict legl", "did you mean legal?", "legl"},
		{"tag WhiteElo >=", "expected a number, or a text in quotes, after this sign", "WhiteElo"},
		{"tag Round is", "expected a number, or a text in quotes, after this sign", "Round"},
		{`opening ""`, "is not a full move; expected moves such as c3-d4", `""`},
		{`opening "c3-d4 dc5"`, `"dc5" is not a full move`, `"c3-d4 dc5"`},
		{"rank 8", `column 1: "rank" cannot begin a condition`, "rank"},
		{"frees then promotes within 6", "follow: ply or plies; did you mean plies?", ""},
		{"a3", "did you mean tower on a3?", "a3"},
		{"tower a3", "did you mean on a3?", "a3"},
		{"king moves a3", "did you mean to a3?", "a3"},
		{"claim foo", "expected repetition, no-progress, king-moves, ending, long-ending or road-not-taken; and, or, then, until, or the end", "foo"},
		{"mobility => 3", "did you mean >=?", ">"},
		{"capture 3", `"capture" cannot begin a condition; expected a condition, such as white king, captures 3 or player "…" (stolb grammar find lists them); did you mean captures?`, "capture"},
		{"(white king", `follow: and, or, then, until, what belongs to the preceding condition or ")"`, ""},
		{"start then (white king", `column 23: the query ends, but something should follow: and, or`, ""},
		{"(start then (white king x))", `column 25: unexpected "x"`, "x"},
		{"draw until start until end", `column 18: unexpected "until"; expected and, or, then, what belongs`, "until"},
		{"let x be white king and man y; x", `column 29: unexpected "y"; expected and, or, then, until, what belongs to the preceding condition or ";"`, "y"},
		{"let x be king and (man; x", `column 23: unexpected ";"; expected and, or, then, until, what belongs to the preceding condition or ")"`, ";"},
		{"let x be squares", "column 17: the query ends, but something should follow: squares", ""},
		{"let x be king; let y = man; y", `column 22: unexpected "="; expected be`, "="},
		{"let 3 be king; king", `column 5: unexpected "3"; expected a name`, "3"},
		{`date "1998"`, `column 6: unexpected the text "1998"; expected = != <`, `"1998"`},
		{"hash 12", `column 6: unexpected "12"; expected 0x`, "12"},
		{"must move", `column 6: unexpected "move"; expected capture`, "move"},
		{"either color king", `column 8: unexpected "color"; expected colour; did you mean colour?`, "color"},
		{"mobility atleast 3", "did you mean at least?", "atleast"},
		{"white king & black king", "did you mean and?", "&"},
		{"mobility ≥ 3", "did you mean >=?", "≥"},
		{"mobility = 3 – 2", "did you mean -?", "–"},
		{"white king on a9", `"a9" is not a square`, "a9"},
		{"white king on i1", `"i1" is not a square`, "i1"},
		{"tower on 51", `"51" is not a square`, "51"},
		{"tower on rank 11", `no board has a rank 11`, "rank"},
		{"tower on file k", `no board has a file "k"`, "file"},
		{"- 3", "a number alone is not a condition", "-"},
		{"- white kings", "a number alone is not a condition", "-"},
		{strings.Repeat("white king and ", 250) + "wite king", `"wite" is neither`, "wite"},
		{`opening "e2-e4"`, `"e2-e4" is not a full move`, `"e2-e4"`},
		{"variant bashny", "did you mean bashni?", "bashny"},
		{"mobility", "mobility is a number; expected = != < <= > or >= and another number after it", "mobility"},
		{"3", "a number alone is not a condition", "3"},
		{"white", "expected towers, kings or men after white", "white"},
		{"the same tower moves", "no earlier step has a tower", "the"},
		{"white to move then the same tower moves", "no earlier step has a tower", "the"},
		{"(white king or white to move) then the same tower moves", "the same tower is undefined", "then"},
		{"white king then first the same tower moves", "refer to the whole game", "first"},
		{"white king then the same tower moves then the same piece is top", "not of both", "the"},
		{"white king then never black king then draw", "never applies to the last part of a sequence only", "then"},
		{"captures $n", "$n has no value: --set n=…", "$n"},
		{"plies > 10000000", "the largest is 1000000", "10000000"},
		{"let king be draw; king", `"king" is a word of the language and cannot be a name`, "king"},
		{"let a be b; a", `"b" is neither`, "b"},
		{"let a be squares c3; a", "is a set of squares", "a"},
		{`tower like "2"`, "is not a pattern of a tower", "like"},
		{`position "x"`, "not a position of any variant", `"x"`},
		{`pattern "W:Wa2"`, "light square", `"W:Wa2"`},
		{"white king of 3 of 4", "this is repeated", "of"},
		{"captures prisoners", "captures takes pieces, kings or men", "prisoners"},
		{"white tower with", "a number and own, prisoners, kings or captive kings", ""},
		{"white ! king", `"!" alone`, "!"},
		{"white \xff king", "no text in UTF-8", ""},
		{"draw then draw within 0 plies", "within 0 plies is empty", "then"},
		{strings.Repeat("(", 50) + "draw", "brackets nested more than 40 deep", "("},
		{strings.Repeat("draw or ", 600) + "draw", "more than 1024 words and signs", "draw"},
		{strings.Repeat("draw   ", 2000), "too long for a query", ""},
		{doubling(13), "more than 4096 conditions", ""},
	} {
		_, err := Parse(c.text, nil)
		require.Error(t, err, c.text)
		require.Contains(t, err.Error(), c.want)
		fault, ok := err.(*Error)
		require.True(t, ok)
		if c.under != "" {
			require.Equal(t, c.under, c.text[fault.At:fault.At+fault.Len], c.text)
		}
	}
}

// Moves of an opening are parsed as in sheets.
func TestOpening(t *testing.T) {
	q, err := Parse(`opening "1. с3-d4 d6xb4 2. a3:c5 3...11-15"`, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"c3-d4", "d6:b4", "a3:c5", "11-15"}, new(compiler).opening(only(q).Game.Opening))
}

// doubling returns a query whose meaning doubles in size with each name.
func doubling(n int) string {
	text := "let x0 be draw; "
	for i := range n {
		a, b := "x"+strings.Repeat("i", i), "x"+strings.Repeat("i", i+1)
		if i == 0 {
			a = "x0"
		}
		text += "let " + b + " be " + a + " and " + a + "; "
	}
	return text + "x" + strings.Repeat("i", n)
}

// A value is always one token, for any contents.
func TestValues(t *testing.T) {
	q, err := Parse("player $who and captures $n to $where", map[string]string{"who": `x" or draw or player "`, "n": "3", "where": "c3, e5"})
	require.NoError(t, err)
	all := q.tree.What.First.Hold.Of[0].Of
	require.Equal(t, `"x\" or draw or player \""`, all[0].Game.Player)
	move := all[1].State.Move
	require.Equal(t, "3", move.Count.N)
	require.Equal(t, []squarePart{{Name: "c3"}, {Name: "e5"}}, move.Details[0].To.all)
	_, err = Parse("player $whom", map[string]string{"who": "x"})
	require.ErrorContains(t, err, "did you mean $who?")
}

// only returns the first condition of a query.
func only(q *Query) *unary { return &q.tree.What.First.Hold.Of[0].Of[0] }

// bracketed formats a condition with all brackets, and its leaves by their first word.
func bracketed(s *sentence) string {
	var of []string
	for _, part := range s.of {
		of = append(of, bracketed(part))
	}
	switch s.kind {
	case "and", "or", "until":
		return "(" + strings.Join(of, " "+s.kind+" ") + ")"
	case "then":
		return fmt.Sprintf("(%s then %s%s within %d)", of[0], s.how, of[1], s.within)
	case "leaf":
		switch leaf := s.leaf.(type) {
		case *aboutGame:
			return fmt.Sprint("game ", leaf.Draw)
		case *onBoard:
			return leaf.Boundary
		}
		towers, _, _, _ := said(s.leaf.(*statement))
		text := towers.Colour + " " + towers.kind().Tower
		for _, p := range towers.Properties {
			text += " on " + p.On.all[0].Name
		}
		return text
	}
	return "(" + s.kind + " " + of[0] + ")"
}

// The precedence of operators.
func TestPrecedence(t *testing.T) {
	same := func(a, b string) {
		t.Helper()
		require.Equal(t, bracketed(naively(t, b, nil)), bracketed(naively(t, a, nil)))
	}
	same("not draw and start or end until start then end", "((((not draw) and start) or end) until start) then end")
	same("start then end then draw within 3 plies", "start then (end then draw within 3 plies)")
	same("start then end within 2 plies then draw", "start then (end then draw) within 2 plies")
	same("let a be start or end; a and draw", "(start or end) and draw")
	same("never start or end and first draw then mirrored king or man", "((never start) or (end and (first draw))) then ((mirrored king) or man)")
	same("either colour not white king and man", "(either colour (not white king)) and man")
	require.Equal(t, "(first white king on a3)", bracketed(naively(t, "FIRST White King on A3", nil)))
	require.Equal(t, "(start then (end then never(game true until start) within 3) within 0)",
		bracketed(naively(t, "start then end then never draw until start within 3 plies", nil)))
}

// A value can be squares written as in a query.
func TestSquareValues(t *testing.T) {
	squares := func(text string, values map[string]string) (all []squarePart) {
		t.Helper()
		q, err := Parse(text, values)
		require.NoError(t, err, text)
		for _, s := range only(q).State.Left.First.Towers.Properties[0].On.all {
			s.Pos = lexer.Position{}
			all = append(all, s)
		}
		return all
	}
	for value, wanted := range map[string]string{
		"far rank": "far rank", "rank 8, a1": "rank 8, a1", "main road": "main road", "edge": "edge",
		"c3 e5": "c3, e5", "file a,12": "file a, 12",
	} {
		require.Equal(t, squares("white king on "+wanted, nil), squares("white king on $sq", map[string]string{"sq": value}), value)
	}
	for _, value := range []string{"", "b1", "far", `"c3"`, "rank 99", "c3 or draw"} {
		_, err := Parse("white king on $sq", map[string]string{"sq": value})
		require.Error(t, err, value)
		fault, ok := err.(*Error)
		require.True(t, ok)
		require.Equal(t, 14, fault.At, value)
	}
}

func FuzzParse(f *testing.F) {
	for _, e := range examples() {
		f.Add(e.query)
	}
	f.Add("let a be squares c3; white king on a then the same piece is")
	f.Add(doubling(9))
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text, map[string]string{"a": "c3", "n": "5"})
		if err == nil {
			require.NotNil(t, c)
			return
		}
		fault, ok := err.(*Error)
		require.True(t, ok)
		require.LessOrEqual(t, fault.At+fault.Len, len(text))
		require.False(t, fault.What.IsZero())
		require.NotEmpty(t, fault.Error())
	})
}

// A fault is rendered in the reader's language, including the expected words.
func TestErrorInLanguages(t *testing.T) {
	_, err := Parse("white king on", nil)
	require.EqualError(t, err, "query, column 14: the query ends, but something should follow: squares, such as a3, rank 8 or far side")
	require.Equal(t, "запрос, 14-й знак: запрос кончается раньше времени; ожидается: поля, например «a3», «rank 8» или «far side»", message.Say(err, message.Russian))
	require.Equal(t, "запит, 14-й знак: запит закінчується передчасно; очікується: поля, наприклад «a3», «rank 8» або «far side»", message.Say(err, message.Ukrainian))
}

// The suggestions for words that people use consist of words of the language.
func TestOtherwise(t *testing.T) {
	for word, says := range otherwise() {
		require.NotContains(t, keywords(), word)
		if tag, is := strings.CutPrefix(says, "tag "); is {
			require.Equal(t, word, strings.ToLower(tag))
			continue
		}
		for _, part := range strings.Fields(says) {
			require.True(t, !strings.ContainsAny(part, "abcdefghijklmnopqrstuvwxyz") || slices.Contains(keywords(), part), "%s: %s", word, says)
		}
	}
}
