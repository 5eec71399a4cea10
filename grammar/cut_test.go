package grammar

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/stolb/stolb/corpus"
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

// An object may span lines, as jq prints it. An incomplete or malformed object does not affect
// others.
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

// TestCutSheets checks the places where games begin, each marked with ¶.
func TestCutSheets(t *testing.T) {
	for name, text := range map[string]string{
		"blank line and heads":    "Белые: А\tЧерные: Б\n1. c3-b4\tb6-c5\nСчет 17:7.\n\n¶Белые: В\tЧерные: Г\n1. c3-b4\tb6-c5\n",
		"heads alone":             "Белые: А\tЧерные: Б\n1. c3-b4\tb6-c5\n¶Белые: В\tЧерные: Г\n1. c3-b4\tb6-c5\n",
		"numbers alone":           "1. c3-b4 b6-c5\n2. b4-a5\n\n¶1. c3-b4 b6-c5\n\n¶1. c3-b4\n",
		"result alone":            "1. c3-b4 b6-c5\nНичья\n¶1. c3-b4 b6-c5\n1-0\n¶1. c3-b4 b6-c5\n",
		"rows apart":              "1. c3-b4 b6-c5\n\n2. b4-a5 a7-b6\n\n3. b2-c3\n",
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

// endless repeats the same byte forever.
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
	for i, b := range []byte{'(', ' ', '1', 'a', '-', '{', '[', '\n'} {
		if !*thorough && strings.IndexByte("{[\n", b) >= 0 {
			continue // a second or more each, like the first
		}
		tail := "\n\nБелые: А\tЧерные: Б\n1. c3-b4 b6-c5\n"
		if i%2 > 0 { // so that it is read together with the preceding text
			tail = "\n\nWhite: A\tBlack: B\n1. c3-b4 b6-c5\n"
		}
		c, err := NewCutter(io.MultiReader(strings.NewReader("1. c3-b4\n"), &endless{b, size}, strings.NewReader(tail)), "x", "")
		require.NoError(t, err)
		first, err := c.Next()
		require.NoError(t, err)
		if len(first.Text) < 100 { // the rest is read as another game
			first, err = c.Next()
			require.NoError(t, err)
		}
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

// failing ends with an error.
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

// begun is a game's text with the place where it begins, if known.
type begun struct {
	Chunk
	at    Beginning
	known bool
}

func cutBegun(t testing.TB, c *Cutter) []begun {
	t.Helper()
	var all []begun
	for {
		at, known := c.Beginning()
		chunk, err := c.Next()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		all = append(all, begun{chunk, at, known})
	}
}

// FuzzResume checks that a cutter that resumes where a game begins yields the same games as one
// that read from the beginning.
func FuzzResume(f *testing.F) {
	for _, s := range append(corpus.DamageTexts("sheet-seeds"), corpus.DamageTexts("pdn-seeds")...) {
		f.Add(s + "\n\n" + s)
	}
	f.Add("[White \"A\"]\n\n1. c3-b4 {x\n\n[White \"B\"]\n1-0\n")
	f.Add("{\"game\":1}\n\n{\"game\":2}\n")
	f.Add("Белые: А\n" + strings.Repeat("1. c3-b4 b6-c5\n", 60) + "\nБелые: Б\n") // longer than the text that decides its format
	f.Add("Вид: башни\n\nА – Б\n1. c3-b4 b6-c5\n\nВ – Г\n1. c3-b4 b6-c5\n\nВид: ласка\n\nА – Б\n1. 9-12 15:9\n\nВ – Г\n1. 9-12 15:9\n")
	f.Add("1. c3-b4\r\r\n1-0\r\r1. c3-d4 b6-c5\r1. c3-b4")
	f.Fuzz(func(t *testing.T, text string) { requireResumes(t, strings.ToValidUTF8(text, "?")) })
}

func requireResumes(t testing.TB, text string) {
	t.Helper()
	c, err := NewCutter(strings.NewReader(text), "x", "utf-8")
	require.NoError(t, err)
	all := cutBegun(t, c)
	for i, b := range all {
		if i > 0 && b.known {
			require.Equal(t, b.Source.Offset, b.at.Offset)
			again := cutBegun(t, ResumeCutter(strings.NewReader(text[b.at.Offset:]), "x", b.at))
			require.Equal(t, len(all)-i, len(again), "from game %d of %.1000q", i+1, text)
			for k := range again {
				want := all[i+k]
				require.True(t, want.Text == again[k].Text, "from game %d of %.1000q", i+1, text)
				want.Source.Number, want.Source.Line = again[k].Source.Number, again[k].Source.Line
				require.Equal(t, want, again[k], "from game %d of %.1000q", i+1, text)
			}
		}
	}
}

// Lines longer than a block, and games that are too large, are cut in the same way after resuming.
func TestResumeLong(t *testing.T) {
	run := strings.Repeat("1. c3-b4 b6-c5 ", 6000)
	requireResumes(t, "А – Б: "+run+"1-0 В – Г: "+run+"\n\nБелые: Д\n1. c3-b4\n")
	requireResumes(t, "[White \"A\"]\n\n1. c3-b4 {"+strings.Repeat("x\n", 40000)+"\n[White \"B\"]\n\n1. c3-b4 *\n\n[White \"C\"]\n*\n")
}

// The format does not depend on how much text a stream returns at once.
func TestFormatOfStreams(t *testing.T) {
	games := strings.Repeat("1. c3-b4 b6-c5 2. b4-a5 a7-b6\n", 40)
	title := strings.Repeat("Собрание задач. ", 60) + "\n\n"
	for _, tt := range []struct {
		text   string
		format Format
	}{
		{"Белые: Иванов\n" + games, Sheet},
		{"[White \"A\"]\n\n" + games, PDN},
		{"{\"game\":1,\n" + strings.Repeat(" ", 9000) + "\"format\":\"sheet\"}\n", JSON},
		{title + "c3, e3 | h8\ncd4\n", Composition},
		{title + strings.Repeat(title, 10) + "c3, e3 | h8\ncd4\n", Sheet}, // after the text that is searched
		{strings.Repeat(" \n", 5000) + "Белые: Иванов\n" + games, Sheet},
	} {
		whole := cutChunks(t, strings.NewReader(tt.text))
		require.Equal(t, tt.format, whole[0].Format, "%.100q", tt.text)
		require.Equal(t, whole, cutChunks(t, iotest.OneByteReader(strings.NewReader(tt.text))), "%.100q", tt.text)
	}
}

func cutChunks(t *testing.T, r io.Reader) (games []Chunk) {
	t.Helper()
	c, err := NewCutter(r, "x", "utf-8")
	require.NoError(t, err)
	for _, b := range cutBegun(t, c) {
		b.Source.Width = nil // functions cannot be compared
		games = append(games, b.Chunk)
	}
	require.NotEmpty(t, games)
	return games
}

// FuzzCut checks that cutting neither loses nor invents text, that places are those of the file,
// and that nothing depends on how the stream is read.
func FuzzCut(f *testing.F) {
	for _, s := range corpus.DamageTexts("sheet-seeds") {
		f.Add([]byte(s))
	}
	f.Add([]byte("[White \"A\"]\n\n1. c3-b4 {x\n\n[White \"B\"]\n1-0\n"))
	f.Add([]byte("1. c3-b4 Ничья 1. c3-d4 1-0 1. e3-f4 xx 0-1\r1. c3-b4 1-0 1. c3-d4"))
	f.Add([]byte("{\"game\":1}\n\n{\"game\":2}\n"))
	f.Add([]byte("\xff\xfe1\x00.\x00 \x00\x04\x43"))
	f.Add([]byte("\xc1\xe5\xeb\xfb\xe5: \xc8\n1. cb4\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := Decode(bytes.NewReader(data), "")
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		offset := int64(-1)
		var begins []begin
		for i, read := range []io.Reader{bytes.NewReader(data), &trickle{data}} {
			c, err := NewCutter(read, "x", "")
			if err != nil {
				t.Fatal(err)
			}
			var joined strings.Builder
			for n := 1; ; n++ {
				chunk, err := c.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if chunk.Source.Number != n || chunk.Text == "" {
					t.Fatalf("chunk %d: %+v", n, chunk.Source)
				}
				if n > 1 && chunk.Source.Offset != offset {
					t.Fatalf("chunk %d is at %d, not at %d", n, chunk.Source.Offset, offset)
				}
				offset = chunk.Source.Offset + int64(len(chunk.Text))
				if w := chunk.Source.Width; w != nil {
					offset = chunk.Source.Offset + int64(w(chunk.Text))
				}
				begins = append(begins, begin{joined.Len(), chunk.Source})
				joined.WriteString(chunk.Text)
			}
			if i == 0 {
				all = joined
			} else if all.String() != joined.String() {
				t.Fatalf("%q read at once, %q by bytes", all.String(), joined.String())
			}
		}
		got, _ := Decode(strings.NewReader(all.String()), "utf-8") // with LF for CR
		if got := string(got); !strings.HasSuffix(string(text), got) || strings.TrimLeft(strings.TrimSuffix(string(text), got), " \t\r\n\f\v\u00a0\ufeff") != "" {
			t.Fatalf("%q cut from %q", got, text)
		}
		whole := record.Game{Text: string(text)}
		for _, b := range begins {
			game := record.Game{Source: b.source}
			got, want := game.Place(0), whole.Place(len(text)-all.Len()+b.at)
			if got.Line != want.Line || got.Column != want.Column {
				t.Fatalf("game %d of %q begins at %+v, not at %+v", b.source.Number, text, got, want)
			}
		}
	})
}

// begin is the place where a game begins: in the whole text, and as reported.
type begin struct {
	at     int
	source record.Source
}

// trickle returns one byte at a time.
type trickle struct{ data []byte }

func (r *trickle) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:1], r.data)
	r.data = r.data[n:]
	return n, nil
}

var codings = map[string]encoding.Encoding{
	"utf-8": unicode.UTF8, "utf-16le": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "utf-16be": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	"cp1251": charmap.Windows1251, "koi8-r": charmap.KOI8R, "koi8-u": charmap.KOI8U, "cp866": charmap.CodePage866,
}

func encode(t testing.TB, name, text string) ([]byte, bool) {
	t.Helper()
	b, err := codings[name].NewEncoder().Bytes([]byte(text))
	return b, err == nil // some encodings have no ї
}

func TestByteOrderMarks(t *testing.T) {
	text := "Белые: Иванов\n1. c3-b4 b6-c5\n\nБелые: Петров\n1. c3-d4 ничья"
	for _, c := range []struct {
		name string
		bom  string
	}{{"utf-8", "\xef\xbb\xbf"}, {"utf-16le", "\xff\xfe"}, {"utf-16be", "\xfe\xff"}} {
		b, _ := encode(t, c.name, text)
		cutter, err := NewCutter(strings.NewReader(c.bom+string(b)), "x", "")
		require.NoError(t, err)
		first, err := cutter.Next()
		require.NoError(t, err)
		second, err := cutter.Next()
		require.NoError(t, err)
		require.Equal(t, text, first.Text+second.Text)
		g := NewParser().Parse(second)
		at := strings.Index(second.Text, "ничья")
		tail, _ := encode(t, c.name, "ничья")
		require.Equal(t, int64(len(c.bom)+len(b)-len(tail)), g.Place(at).Byte, c.name)
		require.Equal(t, 5, g.Place(at).Line)
	}
}

// The decision waits for the first non-ASCII byte, however late.
func TestDetectLate(t *testing.T) {
	one := "1. c3-b4 b6-c5\n2. b4-a5 a7-b6\n\n"
	text := strings.Repeat(one, 3000) + "1. c3-b4 b6-c5\nЧерные сдались.\n"
	for _, name := range []string{"cp1251", "cp866", "koi8-r", "koi8-u"} {
		b, _ := encode(t, name, text)
		chunks := cutAll(t, string(b), "")
		require.Equal(t, 3001, len(chunks))
		require.Equal(t, text, joined(chunks))
		last := chunks[3000]
		require.Equal(t, int64(3000*len(one)), last.Source.Offset)
		require.Equal(t, len(b)-3000*len(one), last.Source.Width(last.Text))
	}
}

func TestEncodingByName(t *testing.T) {
	b, _ := encode(t, "koi8-r", "Ц")
	for name, want := range map[string]string{"koi8-r": "Ц", "KOI8-R": "Ц", "cp1251": "г", "windows-1251": "г"} {
		chunks := cutAll(t, string(b), name)
		require.Equal(t, want, chunks[0].Text, name)
	}
	_, err := NewCutter(strings.NewReader(""), "x", "latin-7")
	require.True(t, errors.Is(err, ErrEncoding))
	require.ErrorContains(t, err, `"latin-7"; the encodings are utf-8, utf-16le`)
}

func TestInvalidUTF8(t *testing.T) {
	// Too late for the sample: the bytes remain unchanged.
	text := "Белые: Иванов\n" + strings.Repeat("1. c3-b4 b6-c5\n", 6000) + "\xff\n"
	require.Equal(t, text, joined(cutAll(t, text, "")))
}

func TestDamagedUTF8(t *testing.T) {
	text := "Белые: Иванов\tЧерные: Пет\xd1ов\n1. c3-b4 b6-c5\n"
	require.Equal(t, text, joined(cutAll(t, text, "")))
}

func TestUTF16Surrogates(t *testing.T) {
	text := "{😀} 1. c3-b4"
	b, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(text))
	require.NoError(t, err)
	chunks := cutAll(t, string(b), "")
	require.Equal(t, text, joined(chunks))
	require.Equal(t, len(b)-2, chunks[0].Source.Width(text))
}
