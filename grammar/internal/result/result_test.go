package result

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text         string
		outcome      record.Outcome
		manner       record.Manner
		white, black float64
	}{
		{"Счет 17:7.", record.Points, record.Unstated, 17, 7},
		{"Счёт: 12–12", record.Points, record.Unstated, 12, 12},
		{"Результат партии: 17:7", record.Points, record.Unstated, 17, 7},
		{"Итог партии – победа белых", record.WhiteWins, record.Unstated, 0, 0},
		{"Рахунок 13:11", record.Points, record.Unstated, 13, 11},
		{"Score 24:0", record.Points, record.Unstated, 24, 0},
		{"10-14", record.Points, record.Unstated, 10, 14},
		{"1-0", record.WhiteWins, record.Unstated, 0, 0},
		{"0 : 1", record.BlackWins, record.Unstated, 0, 0},
		{"2-0", record.WhiteWins, record.Unstated, 2, 0},
		{"0:2", record.BlackWins, record.Unstated, 0, 2},
		{"1-1", record.Draw, record.Unstated, 1, 1},
		{"0-0", record.Points, record.Unstated, 0, 0},
		{"1/2-1/2", record.Draw, record.Unstated, 0, 0},
		{"½-½", record.Draw, record.Unstated, 0, 0},
		{"½ : ½", record.Draw, record.Unstated, 0, 0},
		{"0,5:0,5", record.Draw, record.Unstated, 0, 0},
		{"1/2", record.Draw, record.Unstated, 0, 0},
		{"Белые: 1, черные: 0", record.WhiteWins, record.Unstated, 0, 0},
		{"Белые – 1, черные – 0", record.WhiteWins, record.Unstated, 0, 0},
		{"білі ½, чорні ½", record.Draw, record.Unstated, 0, 0},
		{"White 7, Black 17", record.Points, record.Unstated, 7, 17},
		{"½", record.Draw, record.Unstated, 0, 0},
		{"2:0 в пользу черных", record.BlackWins, record.Unstated, 0, 2},
		{"0-1 в пользу черных", record.BlackWins, record.Unstated, 0, 0},
		{"0:1 на користь білих", record.WhiteWins, record.Unstated, 0, 0},
		{"Счет 17:7 в пользу черных", record.Points, record.Unstated, 7, 17},
		{"1-0 in favour of White", record.WhiteWins, record.Unstated, 0, 0},
		{"*", record.Unfinished, record.Unstated, 0, 0},
		{"+ -", record.Unplayed, record.Forfeit, 1, 0},
		{"—/+", record.Unplayed, record.Forfeit, 0, 1},
		{"-:-", record.Unplayed, record.Forfeit, 0, 0},
		{"Черные сдались.", record.WhiteWins, record.Resigned, 0, 0},
		{"Чёрные сдались", record.WhiteWins, record.Resigned, 0, 0},
		{"Белые сдались", record.BlackWins, record.Resigned, 0, 0},
		{"Сдались черные", record.WhiteWins, record.Resigned, 0, 0},
		{"Чорні здалися", record.WhiteWins, record.Resigned, 0, 0},
		{"Белые сложили оружие.", record.BlackWins, record.Resigned, 0, 0},
		{"Чорні склали зброю", record.WhiteWins, record.Resigned, 0, 0},
		{"Черные признали поражение", record.WhiteWins, record.Unstated, 0, 0},
		{"Черные прекратили сопротивление", record.WhiteWins, record.Unstated, 0, 0},
		{"Белые добились победы", record.WhiteWins, record.Unstated, 0, 0},
		{"У черных кончилось время", record.WhiteWins, record.OnTime, 0, 0},
		{"Соперники разошлись миром", record.Draw, record.Agreed, 0, 0},
		{"Бел. сдались", record.BlackWins, record.Resigned, 0, 0},
		{"Согл. на ничью", record.Draw, record.Agreed, 0, 0},
		{"Weiß gewinnt", record.WhiteWins, record.Unstated, 0, 0},
		{"Czarne wygrały", record.BlackWins, record.Unstated, 0, 0},
		{"Unentschieden", record.Draw, record.Unstated, 0, 0},
		{"Zwart wint", record.BlackWins, record.Unstated, 0, 0},
		{"Black resigned", record.WhiteWins, record.Resigned, 0, 0},
		{"White wins on time", record.WhiteWins, record.OnTime, 0, 0},
		{"Белые просрочили время", record.BlackWins, record.OnTime, 0, 0},
		{"Просрочка времени у черных", record.WhiteWins, record.OnTime, 0, 0},
		{"просрочка времени", record.NoResult, record.OnTime, 0, 0},
		{"Білі прострочили час", record.BlackWins, record.OnTime, 0, 0},
		{"Победа белых", record.WhiteWins, record.Unstated, 0, 0},
		{"Черные проиграли (просрочили время)", record.WhiteWins, record.OnTime, 0, 0},
		{"Ничья", record.Draw, record.Unstated, 0, 0},
		{"Нічия", record.Draw, record.Unstated, 0, 0},
		{"Ничья по соглашению", record.Draw, record.Agreed, 0, 0},
		{"Согласились на ничью", record.Draw, record.Agreed, 0, 0},
		{"Соперники согласились на ничью", record.Draw, record.Agreed, 0, 0}, {"Суперники погодилися на нічию", record.Draw, record.Agreed, 0, 0},
		{"Draw agreed", record.Draw, record.Agreed, 0, 0},
		{"По соглашению ничья", record.Draw, record.Agreed, 0, 0}, {"По соглашению сторон – ничья", record.Draw, record.Agreed, 0, 0},
		{"Партия закончилась вничью.", record.Draw, record.Unstated, 0, 0}, {"Закончилась вничью", record.Draw, record.Unstated, 0, 0},
		{"Партия завершилась победой белых", record.WhiteWins, record.Unstated, 0, 0}, {"Гра закінчилась перемогою чорних", record.BlackWins, record.Unstated, 0, 0},
		{"Партию выиграли белые", record.WhiteWins, record.Unstated, 0, 0}, {"Белые выиграли партию", record.WhiteWins, record.Unstated, 0, 0},
		{"Партия выиграна черными", record.BlackWins, record.Unstated, 0, 0},
		{"Score of the game: 1-0", record.WhiteWins, record.Unstated, 0, 0},
		{"+ : -", record.Unplayed, record.Forfeit, 1, 0},
		{"Результат: 1-0", record.WhiteWins, record.Unstated, 0, 0},
		{"Счет – 17:7", record.Points, record.Unstated, 17, 7},
		{"Agreed to a draw", record.Draw, record.Agreed, 0, 0},
		{"Белые отсутствуют", record.BlackWins, record.Forfeit, 0, 0},
		{"Поражение белых", record.BlackWins, record.Unstated, 0, 0},
		{"Win for the white", record.WhiteWins, record.Unstated, 0, 0},
		{"White wins due to time", record.WhiteWins, record.OnTime, 0, 0},
		{"Победа белых за неявку", record.WhiteWins, record.Forfeit, 0, 0},
		{"White wins (resigned)", record.WhiteWins, record.Resigned, 0, 0},
		{"Неявка белых", record.BlackWins, record.Forfeit, 0, 0},
		{"Черные не явились", record.WhiteWins, record.Forfeit, 0, 0}, {"Білі не з’явилися", record.BlackWins, record.Forfeit, 0, 0},
		{"У черных упал флаг", record.WhiteWins, record.OnTime, 0, 0}, {"У білих упав прапорець", record.BlackWins, record.OnTime, 0, 0},
		{"Техническая победа белых", record.WhiteWins, record.Forfeit, 0, 0},
		{"Белым засчитано техническое поражение", record.BlackWins, record.Forfeit, 0, 0},
		{"Белые одержали победу", record.WhiteWins, record.Unstated, 0, 0}, {"Победу одержали черные", record.BlackWins, record.Unstated, 0, 0},
		{"Чорні здобули перемогу", record.BlackWins, record.Unstated, 0, 0},
		{"The game was drawn.", record.Draw, record.Unstated, 0, 0}, {"It was a draw", record.Draw, record.Unstated, 0, 0}, {"Game drawn", record.Draw, record.Unstated, 0, 0}, {"Game was drawn", record.Draw, record.Unstated, 0, 0}, {"The game was a draw", record.Draw, record.Unstated, 0, 0},
		{"Draw was agreed", record.Draw, record.Agreed, 0, 0}, {"The game ended in a draw", record.Draw, record.Unstated, 0, 0},
		{"White has won", record.WhiteWins, record.Unstated, 0, 0}, {"Winner: White", record.WhiteWins, record.Unstated, 0, 0},
		{"Черные согласились на ничью", record.Draw, record.Agreed, 0, 0}, {"Белые согласились на ничью", record.Draw, record.Agreed, 0, 0},
		{"Черным – поражение", record.WhiteWins, record.Unstated, 0, 0}, {"Время белых истекло", record.BlackWins, record.OnTime, 0, 0},
		{"У черных нет ходов", record.WhiteWins, record.Unstated, 0, 0}, {"Белые остались без ходов", record.BlackWins, record.Unstated, 0, 0},
		{"Присуждена ничья", record.Draw, record.Unstated, 0, 0}, {"Зафиксирована ничья.", record.Draw, record.Unstated, 0, 0},
		{"Присуждена победа белых", record.WhiteWins, record.Unstated, 0, 0}, {"Черные признали себя побежденными", record.WhiteWins, record.Unstated, 0, 0},
		{"Чорні визнали поразку", record.WhiteWins, record.Unstated, 0, 0},
		{"White was lost", record.BlackWins, record.Unstated, 0, 0},
		{"Бiлi здалися", record.BlackWins, record.Resigned, 0, 0}, // with Latin letters
	} {
		r, ok := Parse(c.text)
		require.True(t, ok, c.text)
		require.Equal(t, c.outcome, r.Outcome, c.text)
		require.Equal(t, c.manner, r.Manner, c.text)
		require.Equal(t, [2]float64{c.white, c.black}, [2]float64{r.White, r.Black}, c.text)
	}
}

// The list of tokens yields their names by kind.
func TestTokensAreInOrder(t *testing.T) {
	for i, token := range Tokens {
		require.EqualValues(t, i+1, token.Kind, token.Name)
	}
}

func TestNoResult(t *testing.T) {
	// Moves of every notation, names and prose.
	for _, text := range []string{
		"", "9-12", "2-1", "1-5", "1: 9", "2:10", "c3-b4", "cb4", "aa7", "11-15 1-0", "Белые", "Белые: Иванов",
		"победа", "На ничью", "Техническая победа", "Черные не сдались", "Черные явились", "У белых лучше", "Ничьяев", "белые начинают", "Black is lost", "White is won", "1-01", "1-0-2", "25", "+", "=", "-",
		strings.Repeat("(", 13), // more than the limit of tokens
	} {
		_, n := Match(text)
		require.Zero(t, n, text)
	}
	for _, text := range []string{"17:7", "10-14", "9-12"} { // moves, unless a word makes them points
		_, n := Match(text)
		require.Zero(t, n, text)
	}
}

// resultPieces are the parts of results, and text next to them.
var resultPieces = []string{
	"1", "0", "2", "17", "0,5", "1/2", "½", "0½", "-", "–", ":", "/", "+", "*", "(", ")", ",", ".", "рез.", "счет", "Result:", "белые", "Черных", "Black",
	"сдались", "выиграли", "победа", "проиграли", "просрочили", "время", "неявка", "ничья", "на ничью", "согласились", "по соглашению", "on time", "agreed",
	"по", "у", "и", "Иванов", "финала", "1/2 final", "l-0", "О–1", "1–І финал", "\xd0", "½\xc2", "c3-b4", "1.", "\n", "",
}

func randomResult(random *rand.Rand) string {
	var text strings.Builder
	for range 1 + random.IntN(9) {
		text.WriteString(resultPieces[random.IntN(len(resultPieces))])
		text.WriteString([]string{" ", " ", " ", "", ", ", "  "}[random.IntN(6)])
	}
	return text.String()
}

// A cached phrase gives the same result as a parsed one.
func TestMemo(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	found := 0
	for range 20_000 {
		text := randomResult(random)
		tokens := cut(text)
		tree, _, err := word.ParseTokens(Grammar(), list(tokens.kinds, tokens.n), participle.AllowTrailing(true))
		if err != nil {
			tree = nil
		}
		for range 2 {
			require.Equal(t, tree, parse(&tokens), text)
		}
		if tree != nil {
			found++
		}
	}
	require.Greater(t, found, 4_000)
}

// The grammar rejects everything that CanBegin rejects.
func FuzzCanBegin(f *testing.F) {
	for _, text := range []string{
		"1-0", "1-5", "1-10", "2:0", "0,5-0,5", "½-½", "c3-b4", "cb4", "c:b4", "a draw", "by agreement draw",
		"Black resigned", "draw", "d4:b6", "l", "1 - 0", "0-0", "2-3½", "Белые сдались", "+ -", "*",
		"0-1 1-0", "1-0\nпо времени", "1-0 2. c3-b4", "0-1\r", "1-0 (время)", "1-0 1/2 финала",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" || !word.IsDigit(text[0]) && (text[0] < 'a' || text[0] > 'z') {
			return // a * before a move is a capture sign
		}
		if strings.ContainsAny(text, "\t\v\f") {
			return // nor is a score that tabs split
		}
		if _, n := Match(text); n > 0 {
			require.True(t, CanBegin(text), text)
		}
	})
}
