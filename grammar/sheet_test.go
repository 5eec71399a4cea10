package grammar

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

func parseAll(t testing.TB, text string) []*record.Game {
	t.Helper()
	p := NewParser()
	var games []*record.Game
	for _, c := range cutAll(t, text, "") {
		games = append(games, p.Parse(c))
	}
	return games
}

func words(g *record.Game) []string {
	all := []string{}
	for _, p := range g.Plies {
		all = append(all, p.Word.Text)
	}
	return all
}

// TestSamples reads the samples of a separate program and compares the result with what it wrote.
func TestSamples(t *testing.T) {
	files, _ := filepath.Glob("../../shared/data/towers/*.txt")
	if len(files) == 0 {
		t.Skip("../../shared/data/towers is not there")
	}
	for _, file := range files {
		if strings.HasSuffix(file, "-pdn.txt") {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		games := parseAll(t, string(text))
		f, err := os.Open(strings.TrimSuffix(file, ".txt") + ".ndjson")
		require.NoError(t, err)
		defer f.Close()
		n := 0
		for s := bufio.NewScanner(f); s.Scan(); n++ {
			var truth struct {
				White, Black string
				Plies        int
				Moves        []string
				Score        []float64
			}
			require.NoError(t, json.Unmarshal(s.Bytes(), &truth))
			require.Less(t, n, len(games), file)
			g := games[n]
			require.Equal(t, truth.White, g.Tag("White"), file)
			require.Equal(t, truth.Black, g.Tag("Black"), file)
			require.Empty(t, g.Faults, file)
			require.Len(t, g.Plies, truth.Plies, file)
			if !strings.Contains(file, "short") {
				require.Equal(t, truth.Moves, words(g), file)
			}
			if truth.Score != nil && g.Result.Outcome == record.Points {
				require.Equal(t, truth.Score, []float64{g.Result.White, g.Result.Black}, file)
				require.Equal(t, []record.Variant{record.Adiukh}, g.Shows)
			}
		}
		require.Len(t, games, n, file)
	}
}

// Sheets as printed in the rule books, with the expected results.
func TestSheets(t *testing.T) {
	for _, c := range []struct {
		name, text, layout, words string
		players                   [2]string
		result                    record.Result // Text and At are not compared
		faults                    []record.Code
		check                     func(t *testing.T, g *record.Game)
	}{
		{
			name: "table", layout: "table", words: "c3-b4 b6-c5 b4-a5",
			text:    "Белые: Иванов\tЧерные: Петров\r\n1. c3-b4\tb6-c5\r\n2. b4-a5\r\n\r\nСчет 17:7.\r\n",
			players: [2]string{"Иванов", "Петров"},
			result:  record.Result{Outcome: record.Points, White: 17, Black: 7},
			check: func(t *testing.T, g *record.Game) {
				require.Equal(t, []record.Variant{record.Adiukh}, g.Shows)
				require.Equal(t, "Счет 17:7", g.Result.Text)
				require.Equal(t, "Счет 17:7", g.Text[g.Result.At:g.Result.At+len(g.Result.Text)])
			},
		},
		{
			name: "table without numbers, spaces, CR", layout: "table", words: "c3-b4 b6-c5 b4-a5 a7-b6",
			text:    "Белые: Иванов  Черные: Петров\rc3-b4   b6-c5\rb4-a5\u00a0a7-b6\r1-0",
			players: [2]string{"Иванов", "Петров"},
			result:  record.Result{Outcome: record.WhiteWins},
		},
		{
			name: "numbers without points", layout: "table", words: "9-12 15:9 5:13 18-14",
			text: "1 9-12 15:9\n2 5:13 18-14\n", check: func(t *testing.T, g *record.Game) {
				require.Equal(t, []record.Variant{record.Lasca}, g.Shows)
			},
		},
		{
			name: "run", layout: "run", words: "cb4 bc5 ba5 ab6 aa7",
			text:    "Эту же партию можно записать так: Иванов – Петров: 1. cb4 bc5 2. ba5 ab6\n3. aa7. Черные сдались.",
			players: [2]string{"Иванов", "Петров"},
			result:  record.Result{Outcome: record.WhiteWins, Manner: record.Resigned},
			check: func(t *testing.T, g *record.Game) {
				require.Equal(t, []string{"Эту же партию можно записать так:"}, g.Before)
			},
		},
		{
			name: "initials, glued dash", layout: "run", words: "c3-b4 b6-c5",
			text:    "Ничья. Иванов И. И.–Петров-Водкин К.: 1.c3-b4 b6-c5",
			players: [2]string{"Иванов И. И.", "Петров-Водкин К."},
			result:  record.Result{Outcome: record.Draw},
		},
		{
			name: "a number of the game, towns", layout: "run", words: "c3-b4 b6-c5",
			text:    "№ 5. Иванов И.И. (Москва) – Петров П.П. (Тула), 2001 г.\n1. c3-b4 b6-c5",
			players: [2]string{"Иванов И.И.", "Петров П.П."},
			check: func(t *testing.T, g *record.Game) {
				require.Equal(t, []string{"№ 5.", "(Москва)", "(Тула)"}, g.Before)
				require.Equal(t, "2001 г.", g.Tag("Date"))
			},
		},
		{
			name: "x between spaces", layout: "table", words: "C3 - D4|E5 х C3|5x 14|5 X 14", text: "C3 - D4  E5 х C3\n5x 14 5 X 14\n",
		},
		{
			name: "two names in a line", layout: "run", words: "c3-b4 b6-c5",
			text:    "Иванов - Петров\n1. c3-b4 b6-c5",
			players: [2]string{"Иванов", "Петров"},
		},
		{
			name: "columns", layout: "columns", words: "9-12 15:9 5:13 18-14 10:18",
			text:    "Белые - Иванов\n1. 9-12\n\n2. 5:13\n\n3.10:18\n\nЧерные – Петров\n   15:9\n\n   18-14\n",
			players: [2]string{"Иванов", "Петров"},
		},
		{
			name: "columns with numbers in both", layout: "columns", words: "c3-b4 b6-c5 b4-a5 a7-b6",
			text: "Белые\n1. c3-b4\n2. b4-a5\nЧерные\n1. b6-c5\n2. a7-b6\nНичья",
			result: record.Result{
				Outcome: record.Draw,
			},
		},
		{
			name: "columns without heads", layout: "columns", words: "c3-b4 b6-c5 b4-a5 a7-b6",
			text: "1. c3-b4\n2. b4-a5\nb6-c5\na7-b6\n",
		},
		{
			name: "Codex 1.10: a word twice, a move behind the columns", layout: "columns",
			words: "a1:c3 d8-c7 g3-f4 e5:g3 h2:f4 f4:b4 b2:d4:f6:d8D:а5:d2:h6",
			text: "Белые – Иванов\n1.a1:c3\n\n2.g3-f4\n\n3.h2:f4\nЧерные – Петров\nd8-c7 \n\nd8-c7\n\ne5:g3 \nf4:b4 (диаграмма 5)\nДиаграмма 6\n\n" +
				"4.b2:d4 (взята одиночная фигура):f6 (взята шашка):d8D:а5 (взяты башни) :d2 (так как поле с3 свободно):h6 (диаграмма 6). Черные сдались.\n",
			players: [2]string{"Иванов", "Петров"},
			result:  record.Result{Outcome: record.WhiteWins, Manner: record.Resigned},
			faults:  []record.Code{record.ColumnLength},
			check: func(t *testing.T, g *record.Game) {
				require.Equal(t, record.Repaired, g.Faults[0].Severity)
				require.Equal(t, "d8-c7", g.Faults[0].Word)
				require.Equal(t, record.Place{Line: 10, Column: 1, Byte: int64(strings.LastIndex(g.Text, "d8-c7"))}, g.Place(g.Faults[0].At))
				require.Equal(t, []record.Inside{{Step: 1, Text: "взята одиночная фигура"}, {Step: 2, Text: "взята шашка"},
					{Step: 4, Text: "взяты башни"}, {Step: 5, Text: "так как поле с3 свободно"}}, g.Plies[6].Note.Inside)
				require.Equal(t, []string{"диаграмма 6"}, g.Plies[6].Note.Comments)
				require.Equal(t, []string{"диаграмма 5", "Диаграмма 6"}, g.Plies[5].Note.Comments)
			},
		},
		{
			name: "a column too long", layout: "columns", words: "c3-b4 b6-c5 b4-a5",
			text:   "Белые - А\n1. c3-b4\n2. b4-a5\n3. b2-c3\n4. a1-b2\nЧерные - Б\nb6-c5\n",
			faults: []record.Code{record.ColumnLength}, players: [2]string{"А", "Б"},
			check: func(t *testing.T, g *record.Game) {
				f := g.Faults[0]
				require.Equal(t, record.Illegal, f.Severity)
				require.Equal(t, "b2-c3", f.Word)
				require.Equal(t, 5, f.Ply)
				require.Contains(t, f.Message.Error(), "White's column has 4 moves where Black's has 1")
			},
		},
		{
			name: "Black begins", layout: "run", words: "e5-g7 f6-h8", text: "1... e5-g7 2. f6-h8",
		},
		{
			name: "dots apart", layout: "run", words: "c3-b4 b6-c5 b4-a5", text: "1. c3-b4 (сильно) 1. ... b6-c5 2. b4-a5",
		},
		{
			name: "wrong numbers", layout: "run", words: "c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4",
			text: "1. c3-b4 b6-c5 3. b4-a5 a7-b6 4. b2-c3 c5-b4", faults: []record.Code{record.MoveNumber},
			check: func(t *testing.T, g *record.Game) {
				require.Equal(t, "the number is 3; by counting this is move 2", g.Faults[0].Message.Error())
				require.Equal(t, record.Remark, g.Faults[0].Severity)
				require.Equal(t, 3, g.Plies[2].Note.Number)
				require.Nil(t, g.Plies[4].Note)
			},
		},
		{
			name: "marks and remarks", layout: "run", words: "cb4 bc5 ba5 ab6",
			text: "1. cb4!? bc5 += (лучше (a5)) 2. {план} ba5 = ab6 $14 +- и белым плохо\n",
			check: func(t *testing.T, g *record.Game) {
				require.Equal(t, []string{"!?"}, g.Plies[0].Note.Marks)
				require.Equal(t, []string{"+="}, g.Plies[1].Note.Marks)
				require.Equal(t, []string{"лучше (a5)"}, g.Plies[1].Note.Comments)
				require.Equal(t, []string{"план"}, g.Plies[2].Note.Before)
				require.True(t, g.Plies[2].Note.DrawOffer)
				require.Equal(t, []int{14}, g.Plies[3].Note.NAGs)
				require.Equal(t, []string{"+-"}, g.Plies[3].Note.Marks)
				require.Equal(t, []string{"и белым плохо"}, g.Plies[3].Note.Comments)
			},
		},
		{
			name: "a word that cannot be read", layout: "table", words: "c3-b4 b6-c5 b4-a5 a7-бэ6 b2-c3 c5-b4",
			text: "1. c3-b4 b6-c5\n2. b4-a5 a7-бэ6\n3. b2-c3 c5-b4\nБелые сдались",
			result: record.Result{
				Outcome: record.BlackWins, Manner: record.Resigned,
			},
			faults: []record.Code{record.UnreadableWord},
			check: func(t *testing.T, g *record.Game) {
				f := g.Faults[0]
				require.Equal(t, 4, f.Ply)
				require.Equal(t, "a7-бэ6", f.Word)
				require.Equal(t, record.Unreadable, f.Severity)
			},
		},
		{
			name: "no word at all", layout: "table", words: "c3-b4 b6-c5 неразб. a7-b6",
			text: "1. c3-b4 b6-c5\n2. неразб. a7-b6\n", faults: []record.Code{record.IllegibleMove},
			check: func(t *testing.T, g *record.Game) { require.Equal(t, "неразб", g.Faults[0].Word[:12]) },
		},
		{
			name: "question marks", layout: "run", words: "c3-b4 b6-c5 ??? a7-b6",
			text: "1. c3-b4 b6-c5 2. ??? a7-b6\n", faults: []record.Code{record.IllegibleMove},
		},
		{
			name: "headers", layout: "table", words: "c3-b4 b6-c5",
			text: "Событие: Кубок Москвы\nМесто: Москва, ЦДШ\nДата: 12.03.2021 18:30  Тур 3, стол 5\nВид: столбовые шашки\n" +
				"Белые: Иванов И. (МС)\tЧерные: Петров П., КМС\n1. c3-b4 b6-c5\nРезультат: 2-0 (черные просрочили время)\n",
			players: [2]string{"Иванов И.", "Петров П."},
			result:  record.Result{Outcome: record.WhiteWins, Manner: record.OnTime, White: 2},
			check: func(t *testing.T, g *record.Game) {
				for tag, value := range map[string]string{"Event": "Кубок Москвы", "Site": "Москва, ЦДШ", "Date": "12.03.2021",
					"Time": "18:30", "Round": "3", "Board": "5", "WhiteTitle": "МС", "BlackTitle": "КМС"} {
					require.Equal(t, value, g.Tag(tag), tag)
				}
				for _, tag := range g.Tags {
					require.Equal(t, tag.Value, g.Text[tag.At:tag.At+len(tag.Value)], tag.Name)
				}
				require.Equal(t, record.Bashni, g.Variant)
			},
		},
		{
			name: "Ukrainian", layout: "table", words: "c3-b4 b6-c5",
			text:    "Змагання: Кубок Києва\nГра: шашки адіюх\nБілі: Шевченко\tЧорні: Коваль\n1. c3-b4 b6-c5\nРахунок 13:11\n",
			players: [2]string{"Шевченко", "Коваль"},
			result:  record.Result{Outcome: record.Points, White: 13, Black: 11},
			check: func(t *testing.T, g *record.Game) {
				require.Equal(t, record.Adiukh, g.Variant)
			},
		},
		{
			name: "English", layout: "table", words: "9-12 15:9",
			text:    "Event: Open\nRound: 2\nWhite: Smith (GMI)  Black: Jones\n1. 9-12 15:9\nBlack resigned\n",
			players: [2]string{"Smith", "Jones"},
			result:  record.Result{Outcome: record.WhiteWins, Manner: record.Resigned},
		},
		{
			name: "tag pairs before a sheet", layout: "table", words: "c3-b4 b6-c5",
			text:    "Кубок\n[White \"Иванов\"]\n[Black \"Петров\"]\n[Variant \"adiukh\"]\n\n1. c3-b4 b6-c5\nБелые сдались.\n",
			players: [2]string{"Иванов", "Петров"},
			result:  record.Result{Outcome: record.BlackWins, Manner: record.Resigned},
		},
		{
			name: "not played", layout: "table",
			text:    "Белые: Иванов\tЧерные: Петров\nРезультат: + -\n",
			players: [2]string{"Иванов", "Петров"},
			result:  record.Result{Outcome: record.Unplayed, Manner: record.Forfeit, White: 1},
		},
		{
			name: "a score without a word", layout: "table", words: "cb4 bc5",
			text: "1. cb4 bc5 12:12", result: record.Result{Outcome: record.Points, White: 12, Black: 12},
		},
		{
			name: "out of time, by whose turn it is", layout: "run", words: "cb4 bc5 ba5",
			text: "1. cb4 bc5 2. ba5 просрочка времени", result: record.Result{Outcome: record.WhiteWins, Manner: record.OnTime},
		},
		{
			name: "a position, the Codex's way", layout: "table", words: "d6-e5 f4:d6",
			text: "белые:  с1 - 1/0000, d6 – 000000, f4 – 0000 (3); черные: а1 – 110101/1, b2 – 00 (2). Ход белых\n1. d6-e5 f4:d6",
			check: func(t *testing.T, g *record.Game) {
				require.NotNil(t, g.Start)
				require.Equal(t, "W:Wc1=1/0000,f4=0000,d6=000000:Ba1=110101/1,b2=00", g.Start.FEN())
			},
			faults: []record.Code{record.LookAlike, record.LookAlike},
		},
		{
			name: "a position on two lines, Black to move by the dots", layout: "table", words: "b6:d4",
			text: "Вид: адиюх\nБелые: a5-1, c5-2/1\nЧерные: b6-2/3\n1... b6:d4",
			check: func(t *testing.T, g *record.Game) {
				require.NotNil(t, g.Start)
				require.Equal(t, "B:Wa5,c5=00/0:Bb6=00/000", g.Start.FEN())
			},
		},
		{
			name: "FEN", layout: "table", words: "9-12",
			text: "Вид: ласка\nПозиция: W:W9,1:B15\n1. 9-12", check: func(t *testing.T, g *record.Game) {
				require.Equal(t, "W:W1,9:B15", g.Start.FEN())
			},
		},
		{
			name: "a position that cannot be", layout: "table", words: "9-12",
			text: "Вид: ласка\nПозиция: W:W9,1:B99\n1. 9-12", faults: []record.Code{record.BadPosition},
			check: func(t *testing.T, g *record.Game) {
				require.Equal(t, "99", g.Text[g.Faults[0].At:g.Faults[0].At+2])
			},
		},
		{
			name: "a composition", layout: "run", words: "bc3 a3 d4 c5",
			text: "1. bc3(a3 АБ) 2. d4(c5)", check: func(t *testing.T, g *record.Game) {
				require.Equal(t, []string{"АБ"}, g.Plies[1].Note.Comments)
				require.Equal(t, "a3", g.Text[g.Plies[1].At:g.Plies[1].At+g.Plies[1].Len])
			},
		},
		{
			name: "an open bracket", layout: "table", words: "c3-b4 b6-c5 b4-a5",
			text: "1. c3-b4 b6-c5 (диаграмма 1\n2. b4-a5\n", faults: []record.Code{record.Syntax},
		},
		{
			name: "nothing", text: "Пустой бланк\n", layout: "table", faults: []record.Code{record.NoMoves},
		},
		{
			name: "prose is no game", layout: "run", words: "cb4 bc5",
			text: "Если на рисунке 10 ход белых, то у них 4 хода: b4-a5.\nА. Б. – В. Г.: 1. cb4 bc5 Ничья", players: [2]string{"А. Б.", "В. Г."},
			result: record.Result{Outcome: record.Draw},
		},
		{
			name: "spaces in words, look-alikes", layout: "run", words: "1: 9|3- 6|17: 3D|c3 – b4|аЗ-b4|5 x 14|З:ЗЗ|ЗО-ЗЗ",
			text:   "1. 1: 9 3- 6 2. 17: 3D c3 – b4 3. аЗ-b4 5 x 14 4. З:ЗЗ ЗО-ЗЗ I–II О:О",
			faults: []record.Code{record.IllegibleMove, record.Syntax}, // I–II is 1-11, too: a third move
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			games := parseAll(t, c.text)
			require.Len(t, games, 1)
			g := games[0]
			var codes []record.Code
			for _, f := range g.Faults {
				codes = append(codes, f.Code)
			}
			require.Equal(t, c.faults, codes, "%+v", g.Faults)
			split := " "
			if strings.Contains(c.words, "|") {
				split = "|"
			}
			require.Equal(t, c.words, strings.Join(words(g), split))
			require.Equal(t, c.layout, g.Layout)
			require.Equal(t, c.players, [2]string{g.Tag("White"), g.Tag("Black")})
			r := g.Result
			r.Text, r.At = "", 0
			require.Equal(t, c.result, r)
			if c.check != nil {
				c.check(t, g)
			}
		})
	}
}

// Tag pairs may precede a sheet of any layout.
func TestTaggedSheets(t *testing.T) {
	tags := "[White \"Иванов\"]\n[Black \"Петров\"]\n[GameType \"45\"]\n\n"
	for text, layout := range map[string]string{
		"1. c3-b4\tb6-c5\n2. b4-a5\ta7-b6 (диаграмма 5)\nБелые сдались.\n": "table",
		"Белые\n1. c3-b4\n2. b4-a5\nЧерные\nb6-c5\na7-b6\n0-1\n":           "columns",
		"1. c3-b4\n2. b4-a5\n\n1. b6-c5\n2. a7-b6\n0-1\n":                  "columns",
		"1. c3-b4 b6-c5\t3. b2-c3\r2. b4-a5 a7-b6\r0-1\r":                  "columns",
		"Иванов – Петров: 1. c3-b4 b6-c5 2. b4-a5 a7-b6. Белые сдались.\n": "run",
	} {
		games := parseAll(t, tags+text+"\n"+tags+"1. c3-b4 *\n")
		require.Len(t, games, 2, layout)
		g := games[0]
		require.Empty(t, g.Faults, layout)
		require.Equal(t, layout, g.Layout)
		require.Equal(t, strings.Fields("c3-b4 b6-c5 b4-a5 a7-b6"), words(g)[:4], text)
		require.Equal(t, record.BlackWins, g.Result.Outcome, layout)
		require.Equal(t, record.Bashni, g.Variant, layout)
		require.Equal(t, "pdn", games[1].Format)
	}
}

// A sheet with very many small faults is reported in bounded space.
func TestManySmallFaults(t *testing.T) {
	for text, told := range map[string]string{
		"1. c3-b4 b6-c5\n" + strings.Repeat("l. b4-c5\n", 2000): " more faults",
		strings.Repeat("Вид: го\n", 2000) + "1. c3-b4 b6-c5\n":  "1000 more faults",
	} {
		g := NewParser().Parse(Chunk{Text: text})
		more, small := 0, 0
		for _, f := range g.Faults {
			switch f.Code {
			case record.MoreRepairs:
				more++
				require.Contains(t, f.Message.Error(), told)
			default:
				small++
			}
		}
		require.Equal(t, 1, more)
		require.Equal(t, 1000, small)
	}
}

// writtenAs writes the text of moves with their numbers, and empty cells as _.
func writtenAs(m Movetext) string {
	var b strings.Builder
	for _, w := range m.Written {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if w.Number > 0 {
			b.WriteString(strings.Repeat("#", 1))
		}
		text := strings.ReplaceAll(w.Text, " ", "·")
		if text == "" {
			text = "_"
		}
		b.WriteString(text)
	}
	return b.String()
}

func TestWritten(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a table", "1. c3-b4\tb6-a5\n2. b2-c3\ta7-b6\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"an empty cell", "1. c3-b4\tb6-a5\n2. \ta7-b6\n3. a1-b2\tb8-a7\n", "#c3-b4 b6-a5 #_ a7-b6 #a1-b2 b8-a7"},
		{"the other cell", "1. c3-b4\tb6-a5\n2. b2-c3\t\n3. a1-b2\tb8-a7\n", "#c3-b4 b6-a5 #b2-c3 _ #a1-b2 b8-a7"},
		{"rows of the form that were not needed", "1. c3-b4\tb6-a5\n2. b2-c3\ta7-b6\n3.\t\n4.\t\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"an empty row", "1. c3-b4\tb6-a5\n2.\t\n3. a1-b2\tb8-a7\n", "#c3-b4 b6-a5 #_ _ #a1-b2 b8-a7"},
		{"words that look like prose", "1. ghe4 b6-a5 2. eh5:d4 a7-b6 3. c?-b4 b8-a7 4. a1-b2 cc", "#ghe4 b6-a5 #eh5:d4 a7-b6 #c?-b4 b8-a7 #a1-b2 cc"},
		{"marks for what cannot be read", "1. ? b6-a5 2. … a7-b6 3. [неразб.] b8-a7 4. — a5-b4", "#? b6-a5 #… a7-b6 #[неразб.] b8-a7 #— a5-b4"},
		{"marks of moves", "1. c3-b4! b6-a5 ? 2. b2-c3 (лучше 2. f2-g3) a7-b6", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"an illegible character in the middle and at the end", "1. c3-b? b?-a5 2. b2?c3 a7-b6", "#c3-b? b?-a5 #b2?c3 a7-b6"},
		{"a number without a sign", "1. 9-13 2118 2. 10-14 1713 3. 5-9 21-17", "#9-13 2118 #10-14 1713 #5-9 21-17"},
		{"a word that looks like a result", "1. 9-13 18-14 2. 1-0 17-13 3. 5-9 21-17", "#9-13 18-14 #1-0 17-13 #5-9 21-17"},
		{"the result", "1. c3-b4 b6-a5 2. b2-c3 1-0", "#c3-b4 b6-a5 #b2-c3"},
		{"the result in a line of its own", "1. c3-b4 b6-a5\n2. b2-c3 a7-b6\n1-0\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"behind the end", "1. c3-b4 b6-a5. Черные сдались. 2. b2-c3 выигрывало", "#c3-b4 b6-a5 #b2-c3"}, // as it is parsed, with a fault
		{"signs that join two words", "1. cb4 ba5 2. b:d6 :e5 3. dc3 fc5", "#cb4 ba5 #b:d6 :e5 #dc3 fc5"},
		{"a sign that joins a word and a number", "1. 9-13 18-14 2. 5-9 2- 3. 10-14 21-17", "#9-13 18-14 #5-9 2- #10-14 21-17"},
		{"a sign at the end of a word", "1. 9-13 18-14 2. 13: 4:10 3. 10-14 21-17", "#9-13 18-14 #13: 4:10 #10-14 21-17"},
		{"spaces within a word", "1. c3 - b4 b6 - a5", "#c3·-·b4 b6·-·a5"},
		{"a word written twice", "1. c3-b4 c3-b4 b6-a5 2. b2-c3 a7-b6", "#c3-b4 c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"a remark within a word", "1. b2:d4 (взята) :f6 g7:e5", "#b2:d4:f6 g7:e5"},
		{"Black's move behind a remark", "1. c3-b4 {хорошо} 1... b6-a5 2. b2-c3", "#c3-b4 b6-a5 #b2-c3"},
		{"PDN", "[White \"A\"]\n[Result \"*\"]\n\n1. c3-b4 {x 12. c3-b4} b6-? 2. (2. f2-g3) b2-c3 *\n", "#c3-b4 b6-? #b2-c3"},
		{"times", "1. c3-b4 0:05 b6-a5 0:07\n2. b2-c3 0:09 a7-b6 0:11\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"a table of rules", "| 1 | c3-b4 | b6-a5 |\n| 2 |  | a7-b6 |\n| 3 | a1-b2 | b8-a7 |\n", "#c3-b4 b6-a5 #_ a7-b6 #a1-b2 b8-a7"},
		{"names", "Белые: Иванов\tЧерные: Петров\n1. c3-b4\tb6-a5\n2. b2-c3\ta7-b6\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"a line of prose", "1. c3-b4 b6-a5\nЗдесь белые думали над ходом полчаса.\n2. b2-c3 a7-b6\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := NewParser().Movetext(Chunk{Text: test.text})
			require.Equal(t, test.want, writtenAs(m))
			require.False(t, m.Apart)
		})
	}
}

func TestWrittenColumns(t *testing.T) {
	for _, text := range []string{
		"Белые – Иванов\n1. c3-b4\n2. b2-c3\n3. a1-b2\n4. c3-d4\nЧерные – Петров\n1. b6-a5\n2. a?-b6\n3. b8-a7\n",
		"1. c3-b4\n2. b2-c3\n3. a1-b2\n4. c3-d4\nb6-a5\na?-b6\nb8-a7\n",
	} {
		m := NewParser().Movetext(Chunk{Text: text})
		require.True(t, m.Apart)
		require.Equal(t, "c3-b4 b2-c3 a1-b2 c3-d4 b6-a5 a?-b6 b8-a7", strings.ReplaceAll(writtenAs(m), "#", ""))
		require.Equal(t, FirstColumn, m.Written[3].Column)
		require.Equal(t, SecondColumn, m.Written[4].Column)
	}
}

func TestWrittenFinal(t *testing.T) {
	for _, said := range []string{
		"Позиция: белые: с1 - 1/0000, d6; черные: b2\n", "белые: с1 - 1/0000, d6; черные: b2\n",
		"Конечная позиция: W:Wc1=1/0000,d6:Bb2\n", "W:Wc1=1/0000,d6:Bb2\n1-0\n", "\nFinal position: W:Wc1=1/0000,d6:Bb2",
	} {
		m := NewParser().Movetext(Chunk{Text: "1. c3-b4 b6-a5\n2. b2-c3 a7-b6\n" + said})
		require.Equal(t, "#c3-b4 b6-a5 #b2-c3 a7-b6", writtenAs(m), said)
		p, err := m.ReadFinal(record.Bashni)
		require.NoError(t, err, said)
		require.Equal(t, "Wc1=1/0000,d6:Bb2", p.FEN()[2:])
	}
	m := NewParser().Movetext(Chunk{Text: "W:Wc1,d6:Bb2\n1. c1-d2 b2-a1\n"})
	require.Empty(t, m.Final)
}

// FuzzWritten checks that each reading is at its reported place.
func FuzzWritten(f *testing.F) {
	for _, text := range []string{"1. c3-b4\tb6-a5\n2. \ta7-b6\n", "1. b2:d4 (x) :f6 g?-?5 2. b:d6 :e5 1-0", "Белые\n1. c3-b4\n2. b2-c3\nЧерные\n1. b6-a5\n"} {
		f.Add(text)
	}
	p := NewParser()
	f.Fuzz(func(t *testing.T, text string) {
		m := p.Movetext(Chunk{Text: text})
		for _, w := range m.Written {
			require.LessOrEqual(t, w.At+w.Len, len(text))
			require.GreaterOrEqual(t, min(w.At, w.Len), 0)
			if w.Text != "" {
				require.Equal(t, text[w.At], w.Text[0])
			}
		}
	})
}
