package grammar

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

func cutAll(t testing.TB, text, enc string) []Chunk {
	t.Helper()
	c, err := NewCutter(strings.NewReader(text), "test", enc)
	require.NoError(t, err)
	var chunks []Chunk
	for {
		chunk, err := c.Next()
		if err == io.EOF {
			return chunks
		}
		require.NoError(t, err)
		chunks = append(chunks, chunk)
	}
}

func joined(chunks []Chunk) string {
	var b strings.Builder
	for _, c := range chunks {
		b.WriteString(c.Text)
	}
	return b.String()
}

func TestCutPDN(t *testing.T) {
	text := "[White \"A\"]\n[Black \"B\"]\n\n1. c3-b4 *\n\n[White \"C\"]\r\n\r\n1. c3-b4\r\n1-0\r\n\r\n"
	chunks := cutAll(t, text, "")
	require.Len(t, chunks, 2)
	require.Equal(t, text, joined(chunks))
	require.Equal(t, PDN, chunks[1].Format)
	require.Equal(t, 6, chunks[1].Source.Line)
	require.Equal(t, int64(strings.Index(text, "[White \"C")), chunks[1].Source.Offset)
	require.Equal(t, 2, chunks[1].Source.Number)
}

func TestCutJSON(t *testing.T) {
	chunks := cutAll(t, "{\"game\":1}\n{\"game\":2}\n\n{\"game\":3}", "")
	require.Len(t, chunks, 3)
	require.Equal(t, "{\"game\":2}\n\n", chunks[1].Text)
	require.Equal(t, JSON, chunks[2].Format)
}

// An object may be spread over lines, as jq prints it; what breaks off or is
// no object takes no other with it.
func TestCutJSONOverLines(t *testing.T) {
	for _, test := range []struct {
		name string
		want []string
	}{
		{"a line each", []string{"{\"game\":1}\n", "{\"game\":2}\n"}},
		{"over lines", []string{"{\n  \"tags\": [\n    {\n    }\n  ]\n}\n", "{\n  \"game\": 2\n}\n", "{\"game\":3}\n", "{\n  \"game\": 4\n}"}},
		{"CRLF", []string{"{\r\n  \"game\": 1\r\n}\r\n\r\n", "{\r\n  \"game\": 2\r\n}\r\n"}},
		{"broken off", []string{"{\"game\":1,\"moves\":[\n", "{\"game\":2}\n", "{\n \"game\":\n", "{\"game\":3}\n"}},
		{"something between", []string{"{\"game\":1}\n", "what?\n", "{\"game\":2}\n"}},
		{"an array", []string{"[\n", "{\"game\":1},\n", "{\"game\":2}\n", "]\n"}},
		{"an array in a line", []string{"[{\"game\":1},{\"game\":2}]\n"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var texts []string
			for _, c := range cutAll(t, strings.Join(test.want, ""), "") {
				require.Equal(t, JSON, c.Format)
				texts = append(texts, c.Text)
			}
			require.Equal(t, test.want, texts)
		})
	}
}

// TestCutSheets has the places where games begin, each marked with ¶.
func TestCutSheets(t *testing.T) {
	for name, text := range map[string]string{
		"blank line and heads":    "Белые: А\tЧерные: Б\n1. c3-b4\tb6-c5\nСчет 17:7.\n\n¶Белые: В\tЧерные: Г\n1. c3-b4\tb6-c5\n",
		"heads alone":             "Белые: А\tЧерные: Б\n1. c3-b4\tb6-c5\n¶Белые: В\tЧерные: Г\n1. c3-b4\tb6-c5\n",
		"numbers alone":           "1. c3-b4 b6-c5\n2. b4-a5\n\n¶1. c3-b4 b6-c5\n\n¶1. c3-b4\n",
		"result alone":            "1. c3-b4 b6-c5\nНичья\n¶1. c3-b4 b6-c5\n1-0\n¶1. c3-b4 b6-c5\n",
		"rows apart":              "1. c3-b4 b6-c5\n\n2. b4-a5 a7-b6\n\n3. b2-c3\n",
		"rows without numbers":    "c3-b4 b6-c5\nb4-a5 a7-b6\n\n¶c3-b4 b6-c5\nb4-a5 a7-b6\n",
		"runs":                    "А - Б: 1. cb4 bc5 Ничья\n\n¶В - Г: 1. cb4 bc5\n2. ba5\n¶Д - Е: 1. cb4",
		"runs in a line":          "А - Б: 1. cb4 bc5 Ничья. ¶В - Г: 1. cb4 bc5 2. ba5 Счет 17:7. ¶Д - Е: 1. cb4\n",
		"titles":                  "Кубок\n\nТур 1\nА - Б: 1. cb4 bc5\n\n¶Тур 2\n\nВ - Г: 1. cb4\n",
		"titles behind a result":  "А - Б: 1. cb4 bc5 Ничья\n¶Второй тур\nВ - Г: 1. cb4\n",
		"prose in a game":         "1. c3-b4 b6-c5\n\nБелые стоят хуже.\n\n2. b4-a5 a7-b6\n",
		"prose at the end":        "1. c3-b4 b6-c5\nНичья\n\nПартию прислал А. Б.\n",
		"columns":                 "Белые – А\n1.c3-b4\n\n2.b4-a5\nЧерные – Б\nb6-c5 \n\na7-b6\n\nДиаграмма 6\n\n3.b2-c3. Черные сдались.\n\n¶Белые – В\n1.c3-b4\n\nЧерные – Г\n\n1. b6-c5 \nНичья\n",
		"columns, Black first":    "Черные – А\n1. 11-15\n\nБелые – Б\n23-19\n\n¶Черные – А\n1. 11-15\n\nБелые – Б\n23-19\n",
		"a head per line":         "Белые: А\nЧерные: Б\n1. c3-b4 b6-c5\n\n¶Белые: В\nЧерные: Г\n1. c3-b4 b6-c5\n",
		"tags":                    "Лист\n[White \"А\"]\n[Black \"Б\"]\n\n1. c3-b4 b6-c5 1-0\n\n¶[White \"В\"]\n[Black \"Г\"]\n\n1. c3-b4 *\n",
		"not played":              "Белые: А\tЧерные: Б\nРезультат: + -\n\n¶Белые: В\tЧерные: Г\n\n¶Белые: Д\tЧерные: Е\n1. cb4\n",
		"positions":               "белые: a5-1; черные: b6\n1. a5:c7\n\n¶белые: a5-1; черные: b6\n1. a5:c7\n",
		"dots":                    "1. c3-b4 (сильно)\n\n1... b6-c5\n\n2. b4-a5\n",
		"trailing headers":        "Белые: А\tЧерные: Б\n1. c3-b4 b6-c5\nСудья: В\n\n¶Дата: 1.1.2020\nБелые: А\tЧерные: Б\n1. c3-b4\n",
		"a result in several":     "1. c3-b4 b6-c5\nЧерные сдались.\nСчет 24:0\n\n¶1. c3-b4 b6-c5\n",
		"numbers of ten and more": "9. c3-b4 b6-c5\n10. b4-a5 a7-b6\n\n11. b2-c3 c5-b4\n",
		"list numbers":            "1. А – Б: 1. cb4 bc5\n\n¶2. В – Г: 1. cb4 bc5\n",
	} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			want := strings.Split(strings.ReplaceAll(text, "\n", end), "¶")
			chunks := cutAll(t, strings.Join(want, ""), "")
			var got []string
			for _, c := range chunks {
				got = append(got, c.Text)
			}
			require.Equal(t, want, got, name)
			line := 1
			for i, c := range chunks {
				require.Equal(t, line, c.Source.Line, name)
				require.Equal(t, i+1, c.Source.Number, name)
				line += strings.Count(strings.ReplaceAll(c.Text, "\r\n", "\n"), "\n")
				if end == "\r" {
					line += strings.Count(c.Text, "\r")
				}
			}
		}
	}
}

// endless gives the same byte over and over.
type endless struct {
	b    byte
	left int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	for i := range p[:n] {
		p[i] = e.b
	}
	e.left -= n
	return n, nil
}

func TestTooLarge(t *testing.T) {
	const size = MaxGame + 1<<20
	for _, b := range []byte{'(', ' ', '1', 'a', '-', '{', '[', '\n'} {
		if !*thorough && strings.IndexByte("{[\n", b) >= 0 {
			continue // a second or more each, as the first
		}
		tail := "\n\nБелые: А\tЧерные: Б\n1. c3-b4 b6-c5\n"
		c, err := NewCutter(io.MultiReader(strings.NewReader("1. c3-b4\n"), &endless{b, size}, strings.NewReader(tail)), "x", "")
		require.NoError(t, err)
		first, err := c.Next()
		require.NoError(t, err)
		require.Len(t, first.Faults, 1)
		require.Equal(t, record.TooLarge, first.Faults[0].Code)
		require.Len(t, first.Text, MaxGame)
		g := NewParser().Parse(first)
		require.NotEmpty(t, g.Faults)
		second, err := c.Next()
		require.NoError(t, err)
		require.Equal(t, tail[2:], second.Text, "%c", b)
		require.Equal(t, int64(len("1. c3-b4\n")+size+2), second.Source.Offset)
		_, err = c.Next()
		require.ErrorIs(t, err, io.EOF)
	}
}

// failing breaks off with an error.
type failing struct{ r io.Reader }

func (f failing) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func TestReadError(t *testing.T) {
	c, err := NewCutter(failing{strings.NewReader("1. c3-b4 b6-c5\n")}, "x", "")
	require.NoError(t, err)
	chunk, err := c.Next()
	require.NoError(t, err)
	require.Equal(t, "1. c3-b4 b6-c5\n", chunk.Text)
	_, err = c.Next()
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}
