package sheet

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

func TestParseResult(t *testing.T) {
	for _, c := range []struct {
		text         string
		outcome      record.Outcome
		manner       record.Manner
		white, black float64
	}{
		{"Счет 17:7.", record.Points, record.Unstated, 17, 7},
		{"Счёт: 12–12", record.Points, record.Unstated, 12, 12},
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
		{"0,5:0,5", record.Draw, record.Unstated, 0, 0},
		{"1/2", record.Draw, record.Unstated, 0, 0},
		{"½", record.Draw, record.Unstated, 0, 0},
		{"*", record.Unfinished, record.Unstated, 0, 0},
		{"+ -", record.Unplayed, record.Forfeit, 1, 0},
		{"—/+", record.Unplayed, record.Forfeit, 0, 1},
		{"-:-", record.Unplayed, record.Forfeit, 0, 0},
		{"Черные сдались.", record.WhiteWins, record.Resigned, 0, 0},
		{"Чёрные сдались", record.WhiteWins, record.Resigned, 0, 0},
		{"Белые сдались", record.BlackWins, record.Resigned, 0, 0},
		{"Сдались черные", record.WhiteWins, record.Resigned, 0, 0},
		{"Чорні здалися", record.WhiteWins, record.Resigned, 0, 0},
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
		{"Draw agreed", record.Draw, record.Agreed, 0, 0},
		{"Результат: 1-0", record.WhiteWins, record.Unstated, 0, 0},
		{"Неявка белых", record.BlackWins, record.Forfeit, 0, 0},
	} {
		r, ok := ParseResult(c.text)
		require.True(t, ok, c.text)
		require.Equal(t, c.outcome, r.Outcome, c.text)
		require.Equal(t, c.manner, r.Manner, c.text)
		require.Equal(t, [2]float64{c.white, c.black}, [2]float64{r.White, r.Black}, c.text)
	}
}

func TestNoResult(t *testing.T) {
	// Moves of every notation, names and prose.
	for _, text := range []string{
		"", "9-12", "2-1", "1-5", "1: 9", "2:10", "c3-b4", "cb4", "aa7", "11-15 1-0", "Белые", "Белые: Иванов",
		"победа", "Ничьяев", "белые начинают", "1-01", "1-0-2", "25", "+", "=", "-",
	} {
		_, n := matchResult(text)
		require.Zero(t, n, text)
	}
	for _, text := range []string{"17:7", "10-14", "9-12"} { // moves, unless a word says that they are points
		_, n := matchResult(text)
		require.Zero(t, n, text)
	}
}

// What resultCanBegin rules out, the grammar of results does, too.
func FuzzResultCanBegin(f *testing.F) {
	for _, text := range []string{
		"1-0", "1-5", "1-10", "2:0", "0,5-0,5", "½-½", "c3-b4", "cb4", "c:b4", "a draw", "by agreement draw",
		"Black resigned", "draw", "d4:b6", "l", "1 - 0", "0-0", "2-3½", "Белые сдались", "+ -", "*",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" || !word.IsDigit(text[0]) && (text[0] < 'a' || text[0] > 'z') {
			return // a * before a move is a sign of capture
		}
		if strings.ContainsAny(text, "\t\v\f") {
			return // nor is a score torn apart by tabs
		}
		if _, n := matchResult(text); n > 0 {
			require.True(t, resultCanBegin(text), text)
		}
	})
}
