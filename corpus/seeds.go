package corpus

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// SheetSeeds are score sheets with what is awkward in them, from which fuzz targets
// begin.
func SheetSeeds() []string {
	return []string{
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
}

// PDNSeeds are the same in PDN.
func PDNSeeds() []string {
	return []string{
		"",
		"[Event \"a \\\" b\"]\n[Result \"1-0\"]\n\n{c} 1. 32-28! $1 5x 14 (1. 33-29 ... {x} (2. 3-9)) 1... 3-9 {[%clk 1:00] y} 1-0 {z}",
		"[Result \"4-6\"]\n[GameType \"20,W,10,10,N2,0\"]\n1. 32-28 19-23 4-6",
		"[Variant \"bashni\"]\n[FEN \"B:Wh6=10/000000:Bg7,Kb8.\"]\n1... g7-f6 /FEN \"W:Wh6:B\"/ 2. h6-g7 *",
		"% head\n1.a3b4 c5xd4:e5 - - ; rest\n2. 3228* 19-23* <4> ) } { { } (",
		"[A \"x\n[B y]\n[C \"1\"] [D \"2\"]\n\n[A \"3\"]\n1-0 1/2-1/2 ½-½ 0-0 *",
		"1. c3-b4 b6-c5 10-14",
		"((((1. 1-5) 2) 3) 4 ( {only} ) ()",
		"1. 1-5 (1. 2-6 (3-7 4-8 1-0", strings.Repeat("( 1-5 ", 120) + ") 2-6",
		"Title\n\n[White\n\"A\"]\nBlack \"B\"]\n1. ??? e?-f? 2. 1-5 [...] 3. ... 2-6 4. 3-7 5. 4-8 <?> 6. // н/р",
		"23... 14-19 24. 3-9 26. 1-5 1-10",
	}
}

// LongMovetext makes movetext of up to 120 rows of words that look like moves, some
// with one of others behind them.
func LongMovetext(random *rand.Rand, others []string) string {
	moves := []string{"c3-b4", "b6:d4", "9-12", "15x9", "cb4", "f8:a3:c1"}
	var text strings.Builder
	for number := range random.IntN(120) {
		fmt.Fprintf(&text, "%d. %s %s", number+1, moves[random.IntN(len(moves))], moves[random.IntN(len(moves))])
		text.WriteString([]string{" ", "\n"}[min(1, random.IntN(5)/4)])
		if random.IntN(20) == 0 {
			text.WriteString(others[random.IntN(len(others))])
		}
	}
	return text.String()
}
