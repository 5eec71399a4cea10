package grammar_test

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

func readSheets(t testing.TB, text string) []*record.Game {
	t.Helper()
	c, err := grammar.NewCutter(strings.NewReader(text), "written", "")
	require.NoError(t, err)
	p := grammar.NewParser()
	var games []*record.Game
	for {
		chunk, err := c.Next()
		if err == io.EOF {
			return games
		}
		require.NoError(t, err)
		games = append(games, p.Parse(chunk))
	}
}

var results = []record.Result{
	{Outcome: record.WhiteWins},
	{Outcome: record.BlackWins},
	{Outcome: record.WhiteWins, Manner: record.Resigned},
	{Outcome: record.BlackWins, Manner: record.OnTime},
	{Outcome: record.WhiteWins, Manner: record.Forfeit},
	{Outcome: record.WhiteWins, White: 2},
	{Outcome: record.BlackWins, Black: 2, Manner: record.Resigned},
	{Outcome: record.WhiteWins, White: 2, Manner: record.OnTime},
	{Outcome: record.Draw},
	{Outcome: record.Draw, Manner: record.Agreed},
	{Outcome: record.Draw, White: 1, Black: 1},
	{Outcome: record.Draw, White: 1, Black: 1, Manner: record.Agreed},
	{Outcome: record.Points, White: 17, Black: 7},
	{Outcome: record.Points, White: 24, Manner: record.Resigned},
	{Outcome: record.Points, Black: 24, Manner: record.OnTime},
	{Outcome: record.Points, White: 12, Black: 12, Manner: record.Agreed},
	{Outcome: record.Unfinished},
	{Outcome: record.Unplayed, Manner: record.Forfeit, White: 1},
	{Outcome: record.Unplayed, Manner: record.Forfeit},
	{},
}

// Written sheets are read back unchanged: the moves of every variant in every notation, layout and
// language, the players, the headers and the result.
func TestWrittenSheets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	games := 2
	if *grammar.Thorough {
		games = 4
	}
	for _, v := range record.Variants() {
		g, err := corpus.NewGenerator(v, 5)
		require.NoError(t, err)
		for i, layout := range []string{grammar.Table, grammar.Run, grammar.Columns} {
			for j, lang := range []message.Language{message.Russian, message.Ukrainian, message.English} {
				for k, notation := range []replay.Notation{replay.Full, replay.Short} {
					if !*grammar.Thorough && (i+j+k+int(v))%2 > 0 {
						continue // of each variant half, each of half of the variants
					}
					var text []byte
					var all []*record.Game
					var moves [][]string
					for range games {
						game := g.Next()
						game.Result = results[random.IntN(len(results))]
						game.Tags = tags[random.IntN(len(tags))]
						report := replay.Judge(game, v)
						texts := report.Spell(notation)
						text = grammar.AppendSheet(text, game, v, texts, nil, layout, lang)
						text = append(text, '\n')
						all, moves = append(all, game), append(moves, texts)
					}
					read := readSheets(t, string(text))
					require.Len(t, read, len(all), "%s", text)
					for i, got := range read {
						want := all[i]
						require.Empty(t, got.Faults, "%s", got.Text)
						require.Equal(t, v, got.Variant)
						if len(want.Plies) > 2 {
							require.Equal(t, layout, got.Layout)
						}
						var words []string
						for _, p := range got.Plies {
							words = append(words, p.Word.Text)
						}
						require.Equal(t, moves[i], words)
						for _, tag := range want.Tags {
							require.Equal(t, tag.Value, got.Tag(tag.Name), "%s", got.Text)
						}
						r := got.Result
						r.Text, r.At = "", 0
						require.Equal(t, want.Result, r, "%s", got.Text)
					}
				}
			}
		}
	}
}

var tags = [][]record.Tag{
	{},
	{{Name: "White", Value: "Иванов"}, {Name: "Black", Value: "Петров"}},
	{{Name: "White", Value: "Иванов И. И."}, {Name: "Black", Value: "Петров-Водкин К."}, {Name: "WhiteTitle", Value: "МС"}, {Name: "BlackTitle", Value: "GMI"}},
	{{Name: "White", Value: "іванов"}, {Name: "Black", Value: "O'Neil, P."}, {Name: "BlackTitle", Value: "чемпион"}},
	{{Name: "Black", Value: "Сидоров"}, {Name: "Event", Value: "Кубок, тур 3: финал"}, {Name: "Date", Value: "2021.03.12"}, {Name: "Round", Value: "3.1"}},
	{{Name: "White", Value: "Белые: \"все\""}, {Name: "Black", Value: "1. c3-b4"}, {Name: "Site", Value: "Москва  Тур 5"}, {Name: "Opening", Value: "a\tb"}},
	{{Name: "Event", Value: "Первенство"}, {Name: "Site", Value: "Київ"}, {Name: "Board", Value: "12"}, {Name: "ECO", Value: "x"}, {Name: "White", Value: "А – Б"}, {Name: "Black", Value: "В"}},
}

// So are positions, with either side to move, and everything attached to moves.
func TestWrittenNotes(t *testing.T) {
	const fen = "B:Wc1,e1,g1,f2,b4=000,e5=00,h6=10/000000,a7=0/00:Bg7,b8,f8,h8"
	start, err := record.ParseFEN(record.Bashni, fen)
	require.NoError(t, err)
	word := func(text string) *record.Word {
		w, err := grammar.ParseMove(text)
		require.NoError(t, err)
		return w
	}
	for _, layout := range []string{grammar.Table, grammar.Run, grammar.Columns} {
		g := &record.Game{
			Start:  &start,
			Before: []string{"первая", "вторая (в скобках)"},
			Plies: []record.Ply{
				{Word: word("b8:h2"), Note: &record.Notes{Marks: []string{"!?", "+-"}, Comments: []string{"a) b", "c\n\nd"}, NAGs: []int{902, 300}, Clock: "[%clk 1:55:21][%emt 0:10]", Commands: []string{"[%eval 0.5]"}, Diagram: true}},
				{Word: word("b2:d4:f6:d8D:a5"), Note: &record.Notes{
					Inside: []record.Inside{{Step: 1, Text: "раз"}, {Step: 3, Text: "два"}}, Comments: []string{"три"}, DrawOffer: true,
				}},
				{Word: word("cb4"), Note: &record.Notes{Marks: []string{"!", "?"}, Before: []string{"до"}}},
				{Word: word("aa7"), Note: &record.Notes{Marks: []string{"=+"}}},
				{Word: word("d4-c5"), Note: &record.Notes{Marks: []string{"!", "~"}}},
			},
			Result: record.Result{Outcome: record.Draw},
			After:  []string{"конец"},
		}
		text := string(grammar.AppendSheet(nil, g, record.Bashni, nil, nil, layout, message.Russian))
		read := readSheets(t, text)
		require.Len(t, read, 1, "%s", text)
		got := read[0]
		require.Empty(t, got.Faults, "%s", text)
		require.Equal(t, fen, got.Start.FEN())
		require.Equal(t, []string{"первая", "вторая (в скобках)"}, got.Before)
		require.Equal(t, []string{"конец"}, got.After)
		require.Len(t, got.Plies, len(g.Plies), "%s", text)
		g.Plies[0].Note.Comments[1] = "c\nd" // a blank line would end it
		for i, p := range got.Plies {
			require.Equal(t, g.Plies[i].Word, p.Word)
			require.Equal(t, g.Plies[i].Note, p.Note, "%s\n%d", text, i)
		}
	}
}

// NAGs are written as their printed signs, and read back as these if they are marks of moves.
func TestWrittenSigns(t *testing.T) {
	w, err := grammar.ParseMove("c3-b4")
	require.NoError(t, err)
	for nags, want := range map[int]string{
		1: "c3-b4 (! 1)", 3: "c3-b4‼", 6: "c3-b4⁈", 14: "c3-b4+=", 18: "c3-b4+-", 19: "c3-b4-+", 10: "c3-b4 (= 10)", 7: "c3-b4 (* 7)", 140: "c3-b4 (∆)",
		220: "c3-b4 (диаграмма 220)", 902: "c3-b4 $902",
	} {
		g := &record.Game{Variant: record.Bashni, Plies: []record.Ply{{Word: w, Note: &record.Notes{NAGs: []int{nags}}}}}
		text := string(grammar.AppendSheet(nil, g, record.Bashni, nil, nil, grammar.Run, message.Russian))
		require.Equal(t, "Вид: столбовые шашки\n1. "+want+"\n", text)
	}
}
