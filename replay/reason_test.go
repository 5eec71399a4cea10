package replay

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Checks each reason's data for programs and its message in each language.
func TestReasons(t *testing.T) {
	for _, test := range []struct {
		reason    record.Code
		variant   record.Variant
		fen       string
		move      string
		squares   string
		paragraph string
		says      [3]string // English, Russian, Ukrainian
	}{
		{record.OffBoard, record.Lasca, "", "11-26", "", "", [3]string{"no square 26", "поля 26 нет", "поля 26 немає"}},
		{record.OffBoard, record.Lasca, "", "c3-h8", "", "", [3]string{"h8 is not on the board, which ends at g7", "поля h8 нет: последнее поле доски — g7", "поля h8 немає: останнє поле дошки — g7"}},
		{record.LightSquare, record.Bashni, "", "c3-c4", "", "", [3]string{"c4 is a light square", "c4 — светлое поле", "c4 — світле поле"}},
		{record.OtherNames, record.Bashni, "", "9-12", "", "", [3]string{"9 is a number", "9 — число", "9 — число"}},
		{record.CaptureMissed, record.Bashni, "W:Wc3,g1:Bd4,h8", "g1-h2", "c3", "Codex 1.6.1",
			[3]string{"a capture was mandatory (Codex 1.6.1): c3:e5", "взятие обязательно (Кодекс 1.6.1): c3:e5", "взяття обов'язкове (Кодекс 1.6.1): c3:e5"}},
		{record.UnfinishedCapture, record.Bashni, "W:Wc3:Bd4,d6,h8", "c3:e5", "c3 e5", "Codex 1.6.3",
			[3]string{"goes on from e5", "с e5 взятие надо продолжать", "з e5 взяття треба продовжувати"}},
		{record.WrongLanding, record.Bashni, "W:WKa1:Bb2,e3,h8", "a1:f6", "a1 f6", "Codex 1.6.3", [3]string{"a king that has several", "дамка", "дамка"}},
		{record.OtherCapture, record.Bashni, "W:Wc3:Bd4,h8", "c3:a5", "c3", "", [3]string{"the piece on c3 captures", "шашка на c3 бьет так", "шашка на c3 б'є так"}},
		{record.Majority, record.Brazilian, "W:Wc3:Bb4,d4,d6,h8", "c3:a5", "c3 a5", "Ukrainian rules II.3.8.4",
			[3]string{"the most pieces must be captured: c3:c7", "надо взять наибольшее число шашек: c3:c7", "найбільшу кількість шашок: c3:c7"}},
		{record.Majority, record.International, "W:W28,46:B22,33,44,5", "28x17", "28 17", "Ukrainian rules III.3.10", [3]string{"preferred", "предпочесть другое взятие", "віддати перевагу іншому взяттю"}},
		{record.TurnsStraightBack, record.Bashni, "W:Wc3:Bd4=00,h8", "c3:e5:c3", "e5", "", [3]string{"turn back", "назад по той же диагонали", "назад тією самою діагоналлю"}},
		{record.TurnsStraightBack, record.Adiukh, "W:Wc3:Bd4=00,h8", "c3:e5:c3", "e5", "Adiukh 3.14", [3]string{"(Adiukh 3.14)", "(Правила адиюх 3.14)", "(Правила адіюх 3.14)"}},
		{record.NoSuchPiece, record.Bashni, "", "d4-e5", "d4", "", [3]string{"there is no piece on d4", "на d4 нет шашки", "на d4 немає шашки"}},
		{record.NoSuchPiece, record.Russian, "", "d4-e5", "d4", "", [3]string{"there is no piece on d4", "на d4 нет шашки", "на d4 немає шашки"}},
		{record.OtherSide, record.Bashni, "", "b6-c5", "b6", "",
			[3]string{"is Black's, and White is to move", "шашка на b6 принадлежит черным, а ход белых", "шашка на b6 належить чорним, а хід білих"}},
		{record.Occupied, record.Bashni, "", "b2-c3", "c3", "", [3]string{"c3 is occupied", "поле c3 занято", "поле c3 зайняте"}},
		{record.NotADiagonal, record.Bashni, "W:Wc3:Bh8", "c3-c5", "c3 c5", "", [3]string{"not on one diagonal", "не лежат на одной диагонали", "не лежать на одній діагоналі"}},
		{record.ManMovesBack, record.Bashni, "W:Wc3:Bh8", "c3-b2", "c3 b2", "Codex 1.5.2", [3]string{"moves forward only", "ходит только вперед", "ходить тільки вперед"}},
		{record.ManCapturesBack, record.Lasca, "W:W13:B10,25", "13:7", "13 7", "Codex 2.4.1", [3]string{"captures forward only", "бьет только вперед", "б'є тільки вперед"}},
		{record.TooFar, record.Bashni, "W:Wc3:Bh8", "c3-e5", "c3 e5", "Codex 1.5.2", [3]string{"one square only", "на соседнее поле", "на суміжне поле"}},
		{record.TooFar, record.Lasca, "W:WK4:B25", "4-13", "4 13", "Codex 2.4.1", [3]string{"one square only", "на соседнее поле", "на суміжне поле"}},
		{record.WayBlocked, record.Bashni, "W:WKa1,d4:Bh8", "a1-e5", "a1 e5 d4", "", [3]string{"White's piece", "стоит шашка белых", "стоїть шашка білих"}},
		{record.NothingToCapture, record.Bashni, "W:Wc3:Bh8", "c3:e5", "c3 e5", "", [3]string{"nothing to capture", "у шашки на c3 нет взятия", "у шашки на c3 немає взяття"}},
		{record.OwnPiece, record.Bashni, "W:Wc3,d4:Bh8", "c3:e5", "c3 e5 d4", "", [3]string{"White's own", "самим белым", "самим білим"}},
		{record.KingHasNoQuietMove, record.Adiukh, "W:Wd8,c3:Bh6", "d8-e7", "d8 e7", "Adiukh 3.5", [3]string{"no quiet move", "нет тихих ходов", "немає тихих ходів"}},

		// A legal move in another spelling is not explained by a rule that it obeys.
		{record.OtherSpelling, record.Bashni, "W:Wc3:Bd4,h8", "c3:d4", "", "", [3]string{"this names the captured square", "названо поле, с которого берут", "названо поле, з якого беруть"}},
		{record.OtherSpelling, record.Bashni, "W:Wc3:Bd4,d6,h8", "c3:d4:d6", "", "", [3]string{"c3:c7", "c3:c7", "c3:c7"}},
		{record.OtherSpelling, record.Bashni, "W:Wc3:Bd4,h8", "e5:c3", "", "", [3]string{"start and end are swapped; expected c3:e5", "переставлены", "переставлено"}},
		{record.OtherSpelling, record.Bashni, "W:Wc3:Bd4,h8", "c3 e5", "", "", [3]string{"with the following e5 it is c3:e5", "со следующим, e5, это c3:e5", "із наступним, e5, це c3:e5"}},
		{record.OtherSpelling, record.Russian, "W:Wc3:Bd4,h8", "22:15", "", "", [3]string{"in numbers it is c3:e5", "по номерам полей это c3:e5", "за номерами полів це c3:e5"}},

		// A word in letters gets a message in letters; programs get the board's own names.
		{record.CaptureMissed, record.Checkers, "B:W15,30:B10,1", "b8-a7", "10", "Ukrainian rules II.3.3", [3]string{"d6:f4", "d6:f4", "d6:f4"}},
	} {
		t.Run(string(test.reason)+" "+test.move, func(t *testing.T) {
			g := gameOf(t, test.variant, test.move)
			if test.fen != "" {
				from(t, g, test.fen)
			}
			r := Judge(g, record.UnknownVariant)
			require.Equal(t, Illegal, r.Verdict)
			f := r.Faults[0]
			require.Equal(t, test.reason, f.Reason, f.Message.Error())
			require.Equal(t, test.squares, strings.Join(f.Squares, " "))
			require.Equal(t, test.paragraph, f.Paragraph)
			for i, l := range message.Languages() {
				require.Contains(t, f.Message.In(l), test.says[i])
			}
			if test.reason == record.OtherSpelling {
				require.NotContains(t, f.Message.Error(), "mandatory")
			}
		})
	}
}

// The message names a guessed variant with the move that it forbids.
func TestGuessedIsTold(t *testing.T) {
	g := gameOf(t, record.UnknownVariant, "9-12 15:9 1-25")
	g.Shows = []record.Variant{record.Lasca}
	f := Judge(g, record.UnknownVariant).Faults[0]
	require.Equal(t, record.IllegalMove, f.Code)
	require.Contains(t, f.Message.Error(), "guessed lasca; --variant sets another")
	require.Contains(t, f.Message.In(message.Russian), "предположено: международные столбовые шашки")
}
