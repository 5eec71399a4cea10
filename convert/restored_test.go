package convert

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// restoredFrom restores the sheets of one game.
func restoredFrom(t testing.TB, texts ...string) *Restored {
	t.Helper()
	var sheets []*sheet
	p := NewParser(record.UnknownVariant)
	for _, text := range texts {
		c, err := grammar.NewCutter(strings.NewReader(text), "x.txt", "")
		require.NoError(t, err)
		chunk, err := c.Next()
		require.NoError(t, err)
		_, err = c.Next()
		require.ErrorIs(t, err, io.EOF)
		sheets = append(sheets, newSheet(p, chunk, nil))
	}
	f := newRestored(record.Bashni, sheets...)
	f.Restore(restore.New(restore.General()), nil)
	return f
}

// In hurt, b?-a5 has an illegible character, c7-h6 is meant as c7-b6, and row 3 is repeated.
const hurt = "Белые: Иванов\tЧерные: Петров\n1. c3-d4\tb?-a5\n2. b2-c3\tc7-h6\n3. g3-h4\tb6-c5\n3. g3-h4\tb6-c5\n4. d4:b6\ta7:c5\n"

func TestRestoredLine(t *testing.T) {
	f := restoredFrom(t, hurt)
	l := f.line(message.English)
	require.Equal(t, []string{"c3-d4", "b6-a5", "b2-c3", "c7-b6", "g3-h4", "b6-c5", "d4:b6", "a7:c5"}, l.Moves)
	require.Equal(t, "mended", l.Plies[1].How)
	require.Equal(t, "b?-a5", l.Plies[1].Written)
	require.Equal(t, "read", l.Plies[2].How)
	require.Len(t, l.Dropped, 2)
	read, mended, inserted, dropped := f.Counts()
	require.Equal(t, [4]int{6, 2, 0, 2}, [4]int{read, mended, inserted, dropped})
	line, err := f.AppendJSON(nil, message.English)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(line), `{"game":1,"file":"x.txt","line":1,"variant":"bashni","white":"Иванов","black":"Петров","verdict":"`))
	require.True(t, json.Valid(line))
	w := f.Place(2, f.Game.Plies[1].Cells)
	require.Equal(t, [2]int{2, 10}, [2]int{w.Line, w.Column})
	p, ok := f.Before(3)
	require.True(t, ok)
	before := p.Record()
	require.Equal(t, "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Ba5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8", before.FEN())
	require.Equal(t, record.Black, f.Side(2))
}

// A restored game is legal when read back, and marks the moves that differ from the written text;
// the text of the record is kept.
func TestRestoredReport(t *testing.T) {
	f := restoredFrom(t, hurt)
	for name, write := range map[string]func([]byte, *replay.Report) []byte{
		"pdn":   new(notation.PDN).Append,
		"sheet": (&notation.Sheet{Language: message.Russian}).Append,
	} {
		for l, told := range map[message.Language][]string{
			message.English:   {"restored: written b?-a5, ", "restored: ignored g3-h4, written twice", "6 read, 2 corrected, 0 inserted, 2 ignored", "restored from: Белые: Иванов"},
			message.Russian:   {"восстановлено: написано b?-a5, ", "восстановлено: пропущено g3-h4, написано дважды", "прочитано 6, исправлено 2, вставлено 0, пропущено 2", "восстановлено из записи: Белые: Иванов"},
			message.Ukrainian: {"відновлено: написано b?-a5, ", "відновлено: пропущено g3-h4, написано двічі", "прочитано 6, виправлено 2, вставлено 0, пропущено 2", "відновлено із запису: Белые: Иванов"},
		} {
			t.Run(name+" "+l.String(), func(t *testing.T) {
				b := write(nil, f.Report(l))
				text := strings.Join(strings.Fields(string(b)), " ")
				for _, said := range told {
					require.Contains(t, text, said)
				}
				c, err := grammar.NewCutter(bytes.NewReader(b), "", "")
				require.NoError(t, err)
				chunk, err := c.Next()
				require.NoError(t, err)
				r := replay.Judge(grammar.NewParser().Parse(chunk), record.UnknownVariant)
				require.Equal(t, replay.Legal, r.Verdict, "%v", r.Faults)
				require.Equal(t, f.line(message.English).Moves, r.Moves)
			})
		}
	}
}

// A lost game is the record as read.
func TestLost(t *testing.T) {
	f := restoredFrom(t, "Белые: Иванов\nНичего больше нет.\n")
	require.Equal(t, restore.Lost, f.Game.Verdict)
	require.Equal(t, "there is no move in this text", f.Game.Reason.Error())
	require.Contains(t, f.Report(message.English).Game.Text, "Ничего")
	line, err := f.AppendJSON(nil, message.English)
	require.NoError(t, err)
	require.Contains(t, string(line), `"moves":[],"final":"","plies":[],"dropped":[],"questions":[],"reason":"there is no move`)
	_, ok := f.Before(1)
	require.False(t, ok)
}

// Two sheets disagree if both have words for different moves.
func TestDisagree(t *testing.T) {
	f := restoredFrom(t, "1. c3-d4\tb6-a5\n2. b2-c3\tc7-b6\n", "1. cd4\tba5\n2. dc3\tcb6\n")
	require.Len(t, f.Game.Plies, 4)
	for i := range f.Game.Plies {
		require.Equal(t, i == 2, f.Disagree(&f.Game.Plies[i]), "ply %d", i+1)
	}
	require.Equal(t, "dc3", *f.line(message.English).Plies[2].Second)
	require.Contains(t, f.Report(message.English).Game.Plies[2].Note.Comments[0], "restored: written b2-c3, on the second sheet dc3, ")
}

// A numeric result between moves is a damaged move, and no evidence; a position after the moves
// is.
func TestEvidence(t *testing.T) {
	require.Equal(t, record.NoResult, restoredFrom(t, "1. c3-d4\tb6-a5\n2. 1-0\tc7-b6\n3. c1-b2\tb8-c7\n").Record.Result.Outcome)
	require.Equal(t, record.WhiteWins, restoredFrom(t, "1. c3-d4\tb6-a5\n2. b2-c3\t1-0\n").Record.Result.Outcome)
	f := restoredFrom(t, "1. c3-d4\t?\nПозиция: белые: a1, c1, e1, g1, b2, d2, f2, h2, a3, e3, g3, d4; черные: a5, d6, f6, h6, a7, c7, e7, g7, b8, d8, f8, h8\n")
	require.NotNil(t, f.Record.Final)
	require.Nil(t, f.Record.Start)
	require.Equal(t, []string{"c3-d4", "b6-a5"}, f.line(message.English).Moves)
}

func TestReadAnswers(t *testing.T) {
	answers, err := ReadAnswers(strings.NewReader("\ufeff" + `{"file":"x.txt","game":1,"ply":2,"move":"b6-c5"}

{"file":"x.txt","game":1,"ply":3,"move":"?"}
{"file":"x.txt","game":1,"ply":2,"move":" B6-A5 "}
{"file":"y.txt","game":2,"ply":9,"move":"-"}`))
	require.NoError(t, err)
	require.Equal(t, Answers{
		{File: "x.txt", Game: 1}: {2: "b6-a5", 3: restore.CannotTell},
		{File: "y.txt", Game: 2}: {9: restore.NoMove},
	}, answers)
	for text, told := range map[string]string{
		"{\"file\":\"x\",\"game\":1,\"ply\":1,\"move\":\"?\"}\nno": "line 2: not an answer",
		`{"file":"x","game":1,"ply":0,"move":"?"}`:                 "line 1: ply 0",
		`{"file":"x","game":0,"ply":1,"move":"?"}`:                 "line 1: game 0",
		`{"file":"x","game":1,"ply":1,"move":" "}`:                 "line 1: no move",
		strings.Repeat("x", maxAnswerLine+1):                       "is not an answer",
	} {
		_, err := ReadAnswers(strings.NewReader(text))
		require.ErrorContains(t, err, told)
	}
	line, err := gameKey{File: "a <b>.txt", Game: 1}.Line(2, "b6-a5")
	require.NoError(t, err)
	require.Equal(t, "{\"file\":\"a <b>.txt\",\"game\":1,\"ply\":2,\"move\":\"b6-a5\"}\n", string(line))
}

// A damaged move that looks like a result does not end a game, nor do its parts begin another.
func TestOneGame(t *testing.T) {
	tests := []struct {
		text  string
		games int
	}{
		{"Вид: ласка\n1. 9-13 18-14 2. 1-0 17-13 3. 5-9 21-17\n", 1},
		{"1. c3-d4 b6-a5\nПозиция: белые: a1, c1; черные: a5, d6\n", 1},
		{"Белые: Иванов\n1. 9-13\n2. 1-0\n3. 5-9\nЧерные: Петров\n1. 18-14\n2. 17-13\n", 1},
		{"Белые: Иванов\nЧерные: Петров\n1. 9-13 18-14\nБелые: Сидоров\nЧерные: Петров\n1. 9-13\n", 2},
		{"1. 9-13 17:9 2. 5:13 16-12\nИванов – Петров: 1. 9-13 17:9\n", 2},
		{"1. 9-13 17:9\nЧерные сдались\n1. 9-13 17:9\n", 2},
	}
	for _, test := range tests {
		c, err := grammar.NewCutter(strings.NewReader(test.text), "", "")
		require.NoError(t, err)
		c.Rules, c.Variant = newBoard, record.Lasca
		games := 0
		for {
			if _, err := c.Next(); err == io.EOF {
				break
			}
			require.NoError(t, err)
			games++
		}
		require.Equal(t, test.games, games, test.text)
	}
}
