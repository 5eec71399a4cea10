package sheet

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

var testDecoder = NewDecoder()

// decodeChecked has a text decoded and holds what is true of any: every character but
// spaces has a role, one after the other, and every ply of a game stands in the text.
func decodeChecked(t *testing.T, text string) {
	text = unmarked(text)
	reading := testDecoder.search.read(text, record.Bashni)
	at := 0
	for i := range reading {
		a := &reading[i]
		if a.role == roleGame || a.role == roleMissing {
			continue
		}
		require.LessOrEqual(t, at, int(a.at))
		require.Empty(t, strings.TrimFunc(text[at:a.at], word.IsSpace), "%q", text)
		require.Less(t, a.at, a.end)
		at = int(a.end)
	}
	for _, g := range games(text, record.Bashni, reading) {
		for _, p := range g.Plies {
			require.LessOrEqual(t, p.At+p.Len, len(text))
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		"Белые: Иванов\tЧерные: Петров\n1. c3-b4\tb6-c5\n2. b4:d6 ...\n1-0\n",
		"A – B: 1. c3-d4 ((b6 2) 0:15 e?-f? [нрзб] {x} 2. a1 – b2!? Ничья\n",
		"1. c3-b4 b6-c5   5. a1-b2 c5:a3\n2. d2-c3 | f6-g5 | 3 ;;; $4 №7. 9\n",
		"\"\"\"((((\n\n\n*** ____ ......\n\t\t\t<td>\xff\xfe 1.1.1.1 ---- ■■",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { decodeChecked(t, text[:min(len(text), 1<<12)]) })
}

// The time for a text grows with its length alone, whatever it is of.
func TestDecodeHostile(t *testing.T) {
	pieces := []string{
		"\"", "(", ")", "[{", "a", "я", "1", "1.", ".", "-", "–", "?", "!", "|", ";", ",", "\t", " ", "\n", "a\n", "a\n\n", "\xff", "\u00a0",
		"c3-b4", "c3-b4 ", "c3-b4\n", "c3-b4\n\n", "1. c3-b4 b6-c5\n", "1. ", "a-", "c3", "Белые: ", "A – B ", "A - B: 1. ", "1-0 ", "№", "нрзб ",
		"c3-b4 (c3-d4) ", "слово ", "слово", "0:15 ", "<td>", "<a", "■", "5 5 5 5\n", "ход ", "Ничья ", "=", "+", "*", "* * ",
	}
	size := 10_000
	if *thorough {
		size = 100_000
	}
	for _, piece := range pieces {
		begin := time.Now()
		decodeChecked(t, strings.Repeat(piece, size/len(piece)))
		took := time.Since(begin)
		t.Logf("%-16q %.2f MB/s", piece, float64(size)/1e6/took.Seconds())
		require.Less(t, took, 20*time.Second, "%q", piece)
	}
}
