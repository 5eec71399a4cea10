package cut

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// encodingSheets are the sheets to detect: short, mostly ASCII.
var encodingSheets = []string{
	"Белые: Иванов\tЧерные: Петров\n1. c3-b4\tb6-c5\n2. b4-a5\ta7-b6\n3. b2-c3\tc5-b4\n",
	"1. c3-b4 b6-c5 2. b4-a5 a7-b6 Черные сдались.\n",
	"1. c3-b4 b6-c5 2. b4-a5 a7-b6 Счет 17:7.\n",
	"1. c3-b4 b6-c5 2. b4-a5 a7-b6 Ничья\n",
	"Білі: Шевченко\tЧорні: Коваль\n1. c3-b4\tb6-c5\nЧорні здалися.\n",
	"Білі: Їжак\tЧорні: Євген\n1. c3-b4\tb6-c5\nНічия.\n",
	"Рахунок 17:7",
	"1. с3-b4 b6-с5 2. b4-а5 а7-b6 3. аЗ-b4\n",
	"1. с3-b4 d6-e5\n",
	"1. cb4 de5 2. bа5\n",
	"БЕЛЫЕ: ИВАНОВ\tЧЕРНЫЕ: ПЕТРОВ\n1. c3-b4\tb6-c5\n",
	"ИВАНОВ - ПЕТРОВ: 1. c3-b4 b6-c5\n",
	"Ким - Ли: 1. c3-b4 b6-c5 2. b4-a5 a7-b6",
	"Иванов - Петров: 1. cb4 bc5",
	"Щукин - Цой: 1. cb4 bc5",
	"Юдин И. - Эхов Ю.: 1. cb4 bc5",
	"Фёдоров - Жуйков: 1. cb4 bc5 Счёт 12:12",
	"1. c3-b4 b6-c5 (диаграмма 5)\n",
	"Игрок1 - Игрок2: 1. ed4 dc5",
	"1. c3-b4 b6-c5 Cидоpов сдался", // with Latin letters
	"[White \"Jürgen Müller\"]\n[Black \"O’Neil\"]\n1. 32-28 18-23 ½-½",
	"[White \"Łukasz Woźniak\"]\n[Black \"Ján Štefan\"]\n1. 32-28 18-23 2-0",
	"[Result \"1-0\"]\n1. 32–28 18–23 2. 37—32 20—24 1-0",
	"[Result \"1-0\"]\n1. c3×e5 f6–g5 {a “good” move}",
	"1.\u00a032–28 18-23 2.\u00a037-32 20-24",
	"Партия ‹А›\n1.\u00a0cd4 fg5 2.\u00a0dc5 bd4 3.\u00a0ec5 dd6",
	"1. 32×21 18×27 {well… so}",
}

func encode(t testing.TB, name, text string) ([]byte, bool) {
	t.Helper()
	e, err := encodingByName(name)
	require.NoError(t, err)
	if e.coding == nil {
		return []byte(text), true
	}
	b, err := e.coding.NewEncoder().Bytes([]byte(text))
	return b, err == nil // some encodings have no ї
}

func TestDetect(t *testing.T) {
	for _, sheet := range encodingSheets {
		for _, name := range Encodings() {
			b, ok := encode(t, name, sheet)
			if !ok {
				continue
			}
			r, err := newTextReader(bytes.NewReader(b), "", knownWord)
			require.NoError(t, err)
			text, err := io.ReadAll(r)
			require.NoError(t, err)
			require.Equal(t, sheet, string(text), "%s: %s", name, sheet)
			require.Equal(t, int64(len(b)), int64(widthOf(r, sheet)), name)
		}
	}
}

func widthOf(r *textReader, text string) int {
	if w := r.width(); w != nil {
		return w(text)
	}
	return len(text)
}

// knownWord reports whether a word of encodingSheets occurs in headers and results of sheets.
func knownWord(word string) bool {
	switch strings.ToLower(word) {
	case "белые", "черные", "чёрные", "білі", "чорні", "ничья", "нічия", "счет", "счёт", "рахунок", "сдались", "здалися", "дата", "тур", "вид":
		return true
	}
	return false
}
