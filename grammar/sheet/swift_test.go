package sheet

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// readSheet reads a sheet with every word looked at closely, or with those that
// are known read as swift reads them.
func readSheet(r *Reader, text string, closely bool) *record.Game {
	r.lex.closely = closely
	g := &record.Game{Text: text, Format: "sheet"}
	r.Read(g, record.UnknownVariant)
	return g
}

// sheetPieces are what sheets are made of, the awkward included.
var sheetPieces = []string{
	"1. ", "2. ", "3.", "1... ", "4 ", "c3-b4 ", "b6-c5 ", "a3:a7\t", "9-12 ", "15:9 ", "24x15 ", "f8:a3:c1:f4:h2 ", "cb4 ", "a:a7 ", "aa7 ",
	"5: 13 ", "1: 9 ", "3- 6 ", "c3 - b4 ", "c3 -b4 ", "1-0 ", "1 - 0", "1:0 ", "2:1 ", "0-1 ", "1/2 ", "1.5-0.5 ", "0.5:1.5 ", "1-1 ", "Счет 17:7. ",
	"Ничья. ", "draw ", "Black resigned ", "Черные сдались. ", "Иванов – Петров: ", "A - B: 1. cb4 ", "! ", "?! ", "=", "(дем. 3) ", "d8D ", "с3-b4 ",
	"C3-B4 ", "c3–b4 ", "d4 ", "32 ", "x ", "- ", ": ", "\n", "\n\n", "\r\n", "\t", "Белые: Иванов\tЧерные: Петров\n", "bad ", "head ", "де ",
}

func randomSheet(random *rand.Rand) string {
	var text strings.Builder
	number := 1
	for range 1 + random.IntN(20) {
		switch random.IntN(3) {
		case 0:
			text.WriteString(sheetPieces[random.IntN(len(sheetPieces))])
		default:
			text.WriteString(string(rune('0'+number)) + ". " + sheetPieces[5+random.IntN(10)] + sheetPieces[5+random.IntN(10)])
			if random.IntN(3) == 0 {
				text.WriteString("\n")
			}
			number = number%9 + 1
		}
	}
	return text.String()
}

// TestSwiftSheet: what is read by hand reads as what is looked at closely.
func TestSwiftSheet(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	p := NewReader(new(word.Table))
	plies := 0
	for range 4000 {
		text := randomSheet(random)
		want := readSheet(p, text, true)
		require.Equal(t, want, readSheet(p, text, false), text)
		plies += len(want.Plies)
	}
	require.Greater(t, plies, 10_000)
}

func FuzzSwiftSheet(f *testing.F) {
	for _, text := range fuzzSheets {
		f.Add(text)
	}
	p := NewReader(new(word.Table))
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 {
			return
		}
		want := readSheet(p, text, true)
		require.Equal(t, want, readSheet(p, text, false))
	})
}

// TestSkipPlainMoves: no result begins in what is skipped.
func TestSkipPlainMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	skipped := 0
	for range 20_000 {
		line, _, _ := strings.Cut(randomSheet(random), "\n")
		n := skipPlainMoves(line, 0)
		skipped += n
		for i := range n {
			if i > 0 && line[i-1] != ' ' {
				continue
			}
			_, length := matchResult(line[i:])
			require.Zero(t, length, "%q at %d", line, i)
		}
	}
	require.Greater(t, skipped, 100_000)
}

// FuzzPlainSheetLines: the Cutter looks at a line that has nothing but moves and
// their numbers as it looks at any line.
func FuzzPlainSheetLines(f *testing.F) {
	f.Add("1. c3-b4 b6-c5", "2. b4:d6 e7:c5 3. d2-c3")
	f.Add("c3-b4 b6-c5 2. b4:d6", "1. 9-12 15:9")
	f.Add("1. cb4 12. a:a7", "12.03.2021")
	f.Add("1. 1-0 c3-b4", "cd4 1. cb4 1.c3-d4")
	f.Fuzz(func(t *testing.T, a, b string) {
		if strings.ContainsAny(a+b, "\r\n") {
			return
		}
		plain, slow := new(Finder), new(Finder)
		for _, line := range []string{a, "", b, a, b} {
			what, at := plain.Find(line, true)
			closely := line
			if _, words := plainLine(line); words > 0 {
				closely += "\u00a0" // a space that is no plain one makes the finder look closely
			}
			close, closeAt := slow.Find(closely, true)
			require.Equal(t, close, what, line)
			if what == cut.Here {
				require.Equal(t, closeAt, at)
			}
			for _, f := range []*Finder{plain, slow} {
				f.line, f.lineKind, f.versus, f.results = "", lineBlank, versus{}, resultTable{}
			}
			require.Equal(t, slow, plain, line)
		}
	})
}

var fuzzSheets = []string{
	"Белые: Иванов\tЧерные: Петров\n1. c3-b4\tb6-c5\n2. b4-a5\na7-b6\nСчет 17:7.\n\nБелые: А\n",
	"А – Б: 1. cb4 bc5 2. ba5 (диаграмма 5) Черные сдались. В – Г: 1... e5-g7 ничья",
	"Белые – А\n1.c3-b4\n\n2.b4-a5\nЧерные – Б\nb6-c5 \nb6-c5\n\na7-b6\n3.b2:d4 (взята):f6 (так) :h8D. Черные сдались",
	"белые:  с1 - 1/0000, d6 (2); черные: а1 – 110101/1. Ход белых\n1. d6-e5!? +- $5 = {x}",
	"Дата: 1.1.2020, Тур 3\nВид: ласка\nПозиция: W:W1:B9\n1. 1: 9 3- 6 17: 3D диагр.9\r\n\r+ -",
	"[White \"A\"]\n1 c3-b4 x\n2. ??? b6-c5 ( [ {\n\n1. bc3(a3 АБ)",
	"12.03.2021\n1. c3-b4 1-0 17:7",
	"5 x 14 1/2 ½-½ 0-0 З. аЗ-b4 с3",
	"аЗО-b2|c3 (1)\nall, | a1\n[A \"x\"]аЗО-|",
	"1...\n1. ... b6-c5 [A \"\"] Ход белых\nb2:d4 (x) :f6? :h8",
}
