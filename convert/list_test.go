package convert

import (
	"bufio"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
)

// listed returns the games of a list, or nil if the text is no list.
func listed(t testing.TB, text string) []*record.Game {
	next, _, err := listIn(bufio.NewReader(strings.NewReader(text)), "x.csv", "")
	require.NoError(t, err)
	if next == nil {
		return nil
	}
	games := []*record.Game{}
	for {
		chunk, err := next()
		if err == io.EOF {
			return games
		}
		require.NoError(t, err)
		games = append(games, grammar.NewParser().Parse(chunk))
	}
}

// Each cell of a row is a tag, a comment or the moves; places in the moves refer to the file.
func TestList(t *testing.T) {
	games := listed(t, "Кубок;;;\n№;Белые;Черные;Дата;Ходы;Зритель\n"+
		"1;\"Иванов; \"\"И\"\"\";Петров;12.03.1987;\"1. c3-d4 d6-c5\r\n2. b2-c3 f6-g5\";Рак\n\n;А;Б;;1. cb4 ba5;\n")
	require.Len(t, games, 2)
	first, second := games[0], games[1]
	require.Equal(t, []string{"Кубок", `Иванов; "И"`, "Петров", "1987.03.12"},
		[]string{first.Tag("Event"), first.Tag("White"), first.Tag("Black"), first.Tag("Date")})
	require.Equal(t, []string{"Зритель: Рак"}, first.Before)
	require.Len(t, first.Plies, 4)
	require.Equal(t, record.Place{Line: 3, Column: 41, Byte: 128}, first.Place(first.Plies[0].At))
	require.Equal(t, record.Place{Line: 4, Column: 4, Byte: 144}, first.Place(first.Plies[2].At))
	require.Empty(t, first.Faults)
	require.Equal(t, record.Place{Line: 6, Column: 10, Byte: 176}, second.Place(second.Plies[0].At))
	require.Equal(t, 2, second.Source.Number)
	require.Equal(t, record.Place{Line: 2, Column: 1, Byte: 18}, listed(t, "White,Black,Moves\nA,B,1. c3-d4 d6-c5\n")[0].Place(0)) // not before its row
}

// A result may be White's points or the side that won.
func TestListResults(t *testing.T) {
	for cell, want := range map[string]record.Outcome{
		"2:0": record.WhiteWins, "0 – 1": record.BlackWins, "\"0,5-0,5\"": record.Draw, "½:½": record.Draw, "1-1": record.Draw,
		"белые выиграли": record.WhiteWins, "черные": record.BlackWins, "1": record.WhiteWins, "0": record.BlackWins, "=": record.Draw,
		"+:-": record.Unplayed, "": record.NoResult,
	} {
		games := listed(t, "White,Result,Moves\nA,"+cell+",c3-d4\n")
		require.Equal(t, want, games[0].Result.Outcome, cell)
		require.Empty(t, games[0].Faults, cell)
	}
	for _, cell := range []string{"x", "+"} {
		unknown := listed(t, "White,Result,Moves\nA,"+cell+",c3-d4 (so)\n")[0]
		require.Equal(t, []string{cell}, unknown.Before)
		require.Len(t, unknown.Faults, 1)
	}
	// A game without moves has its result all the same.
	require.Equal(t, record.Draw, listed(t, "White,Result,Moves\nA,1-0,c3-d4\nB,1:1,\n")[1].Result.Outcome)
}

// A database's columns are named like variables, and have the side that won or a word.
func TestListOfDatabase(t *testing.T) {
	const heading = "id,rated,winner,white_id,white_rating,black_id,black_elo,moves"
	for cell, want := range map[string]record.Outcome{
		"white": record.WhiteWins, "black": record.BlackWins, "draw": record.Draw, "": record.NoResult, "a-00": record.NoResult,
	} {
		games := listed(t, heading+"\nZ4,TRUE,"+cell+",a-00,1500,b,1400,c3-d4 d6-c5\n")
		require.Len(t, games, 1)
		g := games[0]
		require.Equal(t, want, g.Result.Outcome, cell)
		require.Empty(t, g.Faults, cell)
		require.Equal(t, []string{"a-00", "b", "1500", "1400", "Z4", "TRUE"}, []string{g.Tag("White"), g.Tag("Black"),
			g.Tag("WhiteRating"), g.Tag("BlackRating"), g.Tag("id"), g.Tag("rated")})
	}
	require.Len(t, listed(t, "game_id,moves\n1,c3-d4 d6-c5 b2-c3\n2,c3-d4 d6-c5\n"), 2)
	kept := listed(t, heading+"\n,,a-00,a-00,,b,,c3-d4\n")[0]
	require.Equal(t, "a-00", kept.Tag("winner"))
	both := listed(t, "white,result,winner,moves\nA,1-0,white,c3-d4\n")[0]
	require.Equal(t, "white", both.Tag("winner"))
}

// An unclosed quotation mark affects no other row; moves in the last column may contain commas; a
// rule in a Markdown table is no row.
func TestListRows(t *testing.T) {
	for text, plies := range map[string][]int{
		"White,Moves\nA,c3-d4,d6-c5,b2-c3\nB,\"c3-d4\nC,c3-d4 d6-c5\n":                                                    {3, 1, 2},
		"White;Moves\n\"Чайка\" клуб;c3-d4 d6-c5\nС \"Чайкой;c3-d4\n":                                                     {2, 1},
		"| **White** | Moves: |\n|:--|--:|\n| A | 1. c3-d4 d6-c5 |\n":                                                     {2},
		"White\tBlack\tGame\nA\tB\t1. c3-d4 d6-c5\nC\tD\t\n":                                                              {2, 0},
		"Cup\n2 тур;1987\nWhite;Moves;Site\nA;;X\nB;1) c3-d4 (so) d6-c5\n\nWhite;Moves\nC;c3-d4\n":                        {0, 2, 1},
		"White;Moves;;\nA;c3-d4;d6-c5;good\nNotes by B;\n":                                                                {2},
		"Игроки;Рез.;Запись\nИванов – Петров;0,5;1. cb4 ba5 и т. д.\n":                                                    {2},
		"Game,White,Moves\n1,A,c3-d4 d6-c5\n":                                                                             {2},
		"Партия;White;Moves\n1;A;c3-d4\n\nПартия;White;Moves\n2;B;c3-d4,d6-c5\n":                                          {1, 2},
		"Ход;Белые;Черные\n1;c3-d4;d6-c5\n":                                                                               nil,
		"Ходы;Белые;Черные\n1;c3-d4;d6-c5\n":                                                                              nil,
		"<table><tr><th>Moves<th>White<tr><td>c3-d4<td>A</tr>\n<tr><td></td><td>&nbsp;</td></tr><tr><td>c3-d4 d6-c5<td>B": {1, 2},
		"White,Black,Moves\nA,B,nothing\n":                                                                                nil,
		"Белые: Иванов, Черные: Петров\n\n1. c3-d4 d6-c5\n2. b2-c3 f6-g5\n":                                               nil,
	} {
		games := listed(t, text)
		require.Equal(t, plies == nil, games == nil, text)
		var counts []int
		for _, g := range games {
			counts = append(counts, len(g.Plies))
		}
		require.Equal(t, plies, counts, text)
	}
}

// Text below an HTML table is no part of its last cell, even if that is not closed.
func TestListBelow(t *testing.T) {
	games := listed(t, "<table><tr><th>Moves<th>White<tr><td>c3-d4<td>A</table><p>Two games</p>")
	require.Len(t, games, 1)
	require.Equal(t, "A", games[0].Tag("White"))
}

// No input makes a list panic or lose a row that is not blank.
func FuzzList(f *testing.F) {
	f.Add("A,c3-d4\n\"B,\"\"x\",c3-d4 d6-c5\n")
	f.Add("\"\n\"\r\n;\"a\"b\n")
	f.Fuzz(func(t *testing.T, rows string) {
		requireRows(t, "White,Moves\nA,c3-d4\n", rows, rows)
	})
}

// FuzzPage is FuzzList for an HTML table, with arbitrary cells.
func FuzzPage(f *testing.F) {
	f.Add("<tr><td>B<td>c3-d4 d6-c5</table>c3-d4<p>")
	f.Add("<tr>\n<td>&lt;<td\nx><b>c3-d4</b> &amp; d6-c5</tr>c3-d4<tr>")
	f.Fuzz(func(t *testing.T, rows string) {
		said := ""
		for page := html.NewTokenizer(strings.NewReader(rows)); page.Next() != html.ErrorToken; {
			if token := page.Token(); token.Type == html.TextToken && slices.Contains(strings.Fields(token.Data), "c3-d4") {
				said += " c3-d4"
			}
		}
		requireRows(t, "<table><tr><th>White<th>Moves</tr><tr><td>A<td>c3-d4</tr>", rows, said)
	})
}

// requireRows reads a table with one game and further rows, and requires that its games have the
// moves in those rows.
func requireRows(t *testing.T, head, rows, said string) {
	next, _, err := listIn(bufio.NewReader(strings.NewReader(head+rows)), "x.csv", "utf-8")
	require.NoError(t, err)
	require.NotNil(t, next)
	letters := func(text string) int { return strings.Count(text, "c3-d4") }
	kept, games := 0, 0
	for {
		chunk, err := next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		games++
		require.Equal(t, games, chunk.Source.Number)
		kept += letters(chunk.Text)
		grammar.NewParser().Parse(chunk)
	}
	require.GreaterOrEqual(t, kept, letters(said)+1)
}

// Text between rows that are no games is kept for the next game, and longer text than that of a
// game is an error, which ends the list.
func TestLongTextBesideRows(t *testing.T) {
	const heading = "<tr><th>White<th>Moves</tr>"
	page := "<table>" + heading + "<tr><td>A<td>c3-d4</tr>" + strings.Repeat(strings.Repeat(strings.Repeat("x", 1<<10)+" ", 1<<6)+heading, 1<<7)
	next, _, err := listIn(bufio.NewReader(strings.NewReader(page)), "x.html", "utf-8")
	require.NoError(t, err)
	game, err := next()
	require.NoError(t, err)
	require.LessOrEqual(t, len(game.Text), 2*grammar.MaxGame)
	for range 2 {
		_, err = next()
		require.ErrorContains(t, err, "longer than 4194304 bytes")
	}
}
