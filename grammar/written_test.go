package grammar

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// writtenAs shows what is written with its numbers, and empty cells as _.
func writtenAs(m Movetext) string {
	var b strings.Builder
	for _, w := range m.Written {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if w.Number > 0 {
			b.WriteString(strings.Repeat("#", 1))
		}
		text := strings.ReplaceAll(w.Text, " ", "·")
		if text == "" {
			text = "_"
		}
		b.WriteString(text)
	}
	return b.String()
}

func TestWritten(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a table", "1. c3-b4\tb6-a5\n2. b2-c3\ta7-b6\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"an empty cell", "1. c3-b4\tb6-a5\n2. \ta7-b6\n3. a1-b2\tb8-a7\n", "#c3-b4 b6-a5 #_ a7-b6 #a1-b2 b8-a7"},
		{"the other cell", "1. c3-b4\tb6-a5\n2. b2-c3\t\n3. a1-b2\tb8-a7\n", "#c3-b4 b6-a5 #b2-c3 _ #a1-b2 b8-a7"},
		{"rows of the form that were not needed", "1. c3-b4\tb6-a5\n2. b2-c3\ta7-b6\n3.\t\n4.\t\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"an empty row", "1. c3-b4\tb6-a5\n2.\t\n3. a1-b2\tb8-a7\n", "#c3-b4 b6-a5 #_ _ #a1-b2 b8-a7"},
		{"words that look like prose", "1. ghe4 b6-a5 2. eh5:d4 a7-b6 3. c?-b4 b8-a7 4. a1-b2 cc", "#ghe4 b6-a5 #eh5:d4 a7-b6 #c?-b4 b8-a7 #a1-b2 cc"},
		{"marks for what cannot be read", "1. ? b6-a5 2. … a7-b6 3. [неразб.] b8-a7 4. — a5-b4", "#? b6-a5 #… a7-b6 #[неразб.] b8-a7 #— a5-b4"},
		{"marks of moves", "1. c3-b4! b6-a5 ? 2. b2-c3 (лучше 2. f2-g3) a7-b6", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"an illegible character in the middle and at the end", "1. c3-b? b?-a5 2. b2?c3 a7-b6", "#c3-b? b?-a5 #b2?c3 a7-b6"},
		{"a number without a sign", "1. 9-13 2118 2. 1013 17-14", "#9-13 2118 #1013 17-14"},
		{"a word that looks like a result", "1. 9-13 18-14 2. 1-0 17-13 3. 5-9 21-17", "#9-13 18-14 #1-0 17-13 #5-9 21-17"},
		{"the result", "1. c3-b4 b6-a5 2. b2-c3 1-0", "#c3-b4 b6-a5 #b2-c3"},
		{"the result in a line of its own", "1. c3-b4 b6-a5\n2. b2-c3 a7-b6\n1-0\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"behind the end", "1. c3-b4 b6-a5. Черные сдались. 2. b2-c3 выигрывало", "#c3-b4 b6-a5"},
		{"signs that join two words", "1. cb4 ba5 2. b:d6 :e5", "#cb4 ba5 #b:d6 :e5"},
		{"a sign that joins a word and a number", "1. 9-13 18-14 2. 5-9 2- 3. 10-14 21-17", "#9-13 18-14 #5-9 2- #10-14 21-17"},
		{"a sign at the end of a word", "1. 9-13 18-14 2. 13: 4:10 3. 10-14 21-17", "#9-13 18-14 #13: 4:10 #10-14 21-17"},
		{"spaces within a word", "1. c3 - b4 b6 - a5", "#c3·-·b4 b6·-·a5"},
		{"a word written twice", "1. c3-b4 c3-b4 b6-a5 2. b2-c3 a7-b6", "#c3-b4 c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"a remark within a word", "1. b2:d4 (взята) :f6 g7:e5", "#b2:d4:f6 g7:e5"},
		{"Black's move behind a remark", "1. c3-b4 {хорошо} 1... b6-a5 2. b2-c3", "#c3-b4 b6-a5 #b2-c3"},
		{"PDN", "[White \"A\"]\n[Result \"*\"]\n\n1. c3-b4 {x 12. c3-b4} b6-? 2. (2. f2-g3) b2-c3 *\n", "#c3-b4 b6-? #b2-c3"},
		{"times", "1. c3-b4 0:05 b6-a5 0:07\n2. b2-c3 0:09 a7-b6 0:11\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"a table of rules", "| 1 | c3-b4 | b6-a5 |\n| 2 |  | a7-b6 |\n| 3 | a1-b2 | b8-a7 |\n", "#c3-b4 b6-a5 #_ a7-b6 #a1-b2 b8-a7"},
		{"names", "Белые: Иванов\tЧерные: Петров\n1. c3-b4\tb6-a5\n2. b2-c3\ta7-b6\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
		{"a line of prose", "1. c3-b4 b6-a5\nЗдесь белые думали над ходом полчаса.\n2. b2-c3 a7-b6\n", "#c3-b4 b6-a5 #b2-c3 a7-b6"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := NewParser().Movetext(Chunk{Text: test.text})
			require.Equal(t, test.want, writtenAs(m))
			require.False(t, m.Apart)
		})
	}
}

func TestWrittenColumns(t *testing.T) {
	for _, text := range []string{
		"Белые – Иванов\n1. c3-b4\n2. b2-c3\n3. a1-b2\n4. c3-d4\nЧерные – Петров\n1. b6-a5\n2. a?-b6\n3. b8-a7\n",
		"1. c3-b4\n2. b2-c3\n3. a1-b2\n4. c3-d4\nb6-a5\na?-b6\nb8-a7\n",
	} {
		m := NewParser().Movetext(Chunk{Text: text})
		require.True(t, m.Apart)
		require.Equal(t, "c3-b4 b2-c3 a1-b2 c3-d4 b6-a5 a?-b6 b8-a7", strings.ReplaceAll(writtenAs(m), "#", ""))
		require.Equal(t, FirstColumn, m.Written[3].Column)
		require.Equal(t, SecondColumn, m.Written[4].Column)
	}
}

func TestWrittenFinal(t *testing.T) {
	for _, said := range []string{
		"Позиция: белые: с1 - 1/0000, d6; черные: b2\n", "белые: с1 - 1/0000, d6; черные: b2\n",
		"Конечная позиция: W:Wc1=1/0000,d6:Bb2\n", "W:Wc1=1/0000,d6:Bb2\n1-0\n", "\nFinal position: W:Wc1=1/0000,d6:Bb2",
	} {
		m := NewParser().Movetext(Chunk{Text: "1. c3-b4 b6-a5\n2. b2-c3 a7-b6\n" + said})
		require.Equal(t, "#c3-b4 b6-a5 #b2-c3 a7-b6", writtenAs(m), said)
		p, err := m.ReadFinal(record.Bashni)
		require.NoError(t, err, said)
		require.Equal(t, "Wc1=1/0000,d6:Bb2", p.FEN()[2:])
	}
	m := NewParser().Movetext(Chunk{Text: "W:Wc1,d6:Bb2\n1. c1-d2 b2-a1\n"})
	require.Empty(t, m.Final)
}

func TestGoesOn(t *testing.T) {
	p := NewParser()
	text := func(s string) Chunk { return Chunk{Text: s} }
	require.True(t, p.Continues(text("1. 9-13 18-14 2. 1-0 "), text("17-13 3. 5-9 21-17")))
	require.True(t, p.Continues(text("1. c3-d4 b6-a5\n"), text("Позиция: белые: a1, c1; черные: a5, d6\n")))
	require.True(t, p.Continues(text("Белые: Иванов\n1. 9-13\n2. 1-0\n3. 5-9\n"), text("Черные: Петров\n1. 18-14\n2. 17-13\n")))
	require.False(t, p.Continues(text("Белые: Иванов\nЧерные: Петров\n1. 9-13 18-14\n"), text("Белые: Сидоров\nЧерные: Петров\n1. 9-13\n")))
	require.False(t, p.Continues(text("1. 9-13 18-14 2. 10-14 "), text("Иванов – Петров: 1. 5-9 21-17")))
	require.False(t, p.Continues(text("1. 9-13 18-14\nЧерные сдались\n"), text("1. 5-9 21-17")))
}

// FuzzWritten holds that whatever is read stands where it says.
func FuzzWritten(f *testing.F) {
	for _, text := range []string{"1. c3-b4\tb6-a5\n2. \ta7-b6\n", "1. b2:d4 (x) :f6 g?-?5 2. b:d6 :e5 1-0", "Белые\n1. c3-b4\n2. b2-c3\nЧерные\n1. b6-a5\n"} {
		f.Add(text)
	}
	p := NewParser()
	f.Fuzz(func(t *testing.T, text string) {
		m := p.Movetext(Chunk{Text: text})
		for _, w := range m.Written {
			require.LessOrEqual(t, w.At+w.Len, len(text))
			require.GreaterOrEqual(t, min(w.At, w.Len), 0)
			if w.Text != "" {
				require.Equal(t, text[w.At], w.Text[0])
			}
		}
		p.Continues(Chunk{Text: text}, Chunk{Text: text})
	})
}
