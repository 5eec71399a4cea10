package composition

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Tasks are read in three languages; other text is not read as a task.
func TestParseTask(t *testing.T) {
	for text, want := range map[string]record.Task{
		"ничья": {Draw: true}, "Нічия.": {Draw: true}, "(draw)": {Draw: true}, "Задание: ничья": {Draw: true},
		"Белые начинают и делают ничью": {Draw: true}, "Білі починають і роблять нічию.": {Draw: true}, "White to move and draw": {Draw: true},
		"выигрыш": {}, "Завдання: виграш": {}, "win": {}, "Белые начинают и выигрывают": {}, "White begins and wins": {},
		"Запереть 2 простые и дамку":           {Men: 2, Kings: 1},
		"запирание 3 простых":                  {Men: 3},
		"Запереть дамку":                       {Kings: 1},
		"Запереть 2 дамки с 4 простыми":        {Men: 4, Kings: 2},
		"Замкнути просту та 2 дамки":           {Men: 1, Kings: 2},
		"білі починають і замикають 5 простих": {Men: 5},
		"Запереть две дамочные башни":          {Kings: 2}, "Белые запирают три простые шашки": {Men: 3}, "замкнути дві прості та дамку": {Men: 2, Kings: 1}, "запереть одну шашку": {Any: 1},
		"Белые выигрывают": {}, "Білі роблять нічию": {Draw: true}, "Выигрыш белых.": {}, "Ход черных. Ничья": {Draw: true}, "Ход чёрных, белые выигрывают": {}, "Хід білих: виграш": {},
		"lock 3 men": {Men: 3}, "lock two towers": {Any: 2}, "Task: lock a man and 2 kings": {Men: 1, Kings: 2},
	} {
		got, _, ok := ParseTask(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
		for _, l := range message.Languages() {
			if line := got.In(l); line != "" {
				again, _, ok := ParseTask(line)
				require.True(t, ok, line)
				require.Equal(t, got, again, line)
			}
		}
	}
	for text, begins := range map[string]bool{
		"": false, "запереть": false, "ничья была бы": false, "cd4 (b6) =": false, "winter": false, "Ход черных": false, "Этюд": false, "Белые: c3": false,
		"запереть все": true, "запереть 0 простых": true, "lock 2": true, "lock 2 men and 3 men": true, "запереть 2 простые и башню": true, "Белые начинают": true,
		"Выигрыш независимо от очереди хода": true, "Ход белых – выигрыш, ход черных – ничья": true, "Кооперативный выигрыш": true, "Black to play and draw": true, "Черные начинают и выигрывают": true,
	} {
		_, _, ok := ParseTask(text)
		require.False(t, ok, text)
		require.Equal(t, begins, IsTask(text), text)
	}
}
