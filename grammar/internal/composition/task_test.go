package composition

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Tasks are read in three languages; what is none is not taken for one.
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
		"lock 3 men": {Men: 3}, "Task: lock a man and 2 kings": {Men: 1, Kings: 2},
	} {
		got, ok := ParseTask(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
		for _, l := range message.Languages() {
			if line := got.In(l); line != "" {
				again, ok := ParseTask(line)
				require.True(t, ok, line)
				require.Equal(t, got, again, line)
			}
		}
	}
	for _, text := range []string{"", "запереть", "запереть все", "запереть 0 простых", "lock 2", "lock 2 men and 3 men", "ничья была бы", "cd4 (b6) =", "winter", "Белые начинают"} {
		_, ok := ParseTask(text)
		require.False(t, ok, text)
	}
}
