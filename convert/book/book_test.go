package book

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// files are the files that the tests' manuscripts refer to.
var files = map[string]string{
	"two.txt": "Вид: bashni\nБелые: Иванов\tЧерные: Петров\n1. c3-d4 b6-c5\n1-0\n\nВид: bashni\nБелые: Петров\tЧерные: Сидоров\n1. c3-b4 b6-a5\nНичья\n",
	"bad.txt": "Вид: bashni\n1. c3-d4 b6-c5 2. g3-h4 f6-g5\n",
}

var errNoFile = errors.New("no such file")

// dot is a picture of one pixel.
const dot = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\b\x00\x00\x00\x00:~\x9bU" +
	"\x00\x00\x00\nIDATx\x9cch\x00\x00\x00\x82\x00\x81w\xcdr\xb6\x00\x00\x00\x00IEND\xaeB`\x82"

func options() Options {
	picture := func(name string) ([]byte, error) {
		switch name {
		case "dot.png":
			return []byte(dot), nil
		case "cut.png":
			return []byte(dot[:len(dot)-20]), nil
		case "wide.gif":
			return []byte("GIF89a\xff\xff\xff\xff\x00\x00\x00,"), nil
		}
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, errNoFile
	}
	return Options{Picture: picture, Crosstable: crosstable, Games: func(name string, asked record.Variant, each func(*replay.Report) error) error {
		text, ok := files[name]
		if !ok {
			return errors.Join(errNoFile, errors.New(name))
		}
		return gamesIn(strings.NewReader(text), name, asked, each)
	}}
}

// gamesIn yields the judged games of a text.
func gamesIn(r io.Reader, name string, asked record.Variant, each func(*replay.Report) error) error {
	in := convert.OpenReader(r, name, convert.Options{Variant: asked})
	for r, err := range convert.Judge(context.Background(), in) {
		if err == nil {
			err = each(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// crosstable returns the table of a tournament.
func crosstable(attributes map[string]string, games []*replay.Report, _ message.Language) (*Crosstable, error) {
	tournament := stats.NewTournament(attributes["event"], attributes["teams"] == "yes")
	for _, r := range games {
		if err := tournament.Add(r); err != nil {
			return nil, err
		}
	}
	_, tables, err := tournament.Tables(stats.Whichever, stats.Codex, false, message.Russian)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for row := range tables[0].Rows {
		var cells []string
		for i, c := range tables[0].Columns {
			if !slices.Contains([]string{"games", "wins", "draws", "losses"}, c.Name) {
				cells = append(cells, strings.Trim(fmt.Sprint(row[i]), "×"))
			}
			if c.Name == "points" {
				break
			}
		}
		cells[0], _, _ = strings.Cut(cells[0], "-")
		rows = append(rows, cells)
	}
	return &Crosstable{Rows: rows}, nil
}

// pageOf returns a book as a page.
func pageOf(t testing.TB, b *Book) string {
	var page strings.Builder
	require.NoError(t, b.WriteHTML(&page))
	return page.String()
}

// typstOf returns a book as a document for Typst.
func typstOf(t testing.TB, b *Book) string {
	var text strings.Builder
	require.NoError(t, b.WriteTypst(&text))
	return text.String()
}

// lastOf returns the last block of a book.
func lastOf(b *Book) ast.Node { return b.root.LastChild() }

// begun is a manuscript with a game, for lines about it.
const begun = "```game id=first\nВид: bashni\nБелые: Иванов\tЧерные: Петров\n1. c3-b4 b6-c5\n2. b4-a5 a7-b6\n3. b2-c3 c5-b4\n4. a3:a7 c7-b6\n```\n"

// Faults are reported with their places. The lines after begun are the tenth and following.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string // the beginnings of the faults
	}{
		{"moves of no game", "Ход `1. c3-d4`.", []string{"b.md:1:6: 1. c3-d4: the game of these moves"}},
		{"the game's moves", begun + "\n`1. c3-b4`, `1... b6-c5`, `2. b4-a5 a7-b6`, `c5-b4`, `4. a3:a7! c7-b6?`", nil},
		{"what could have been played", begun + "\n`2. g3-f4 f6-g5`, `3. h2-g3`, then `2. b4-a5`, `3. b2-c3`", nil},
		{"a move that goes on from what could have been", begun + "\n`2. b2-c3 f6-g5` `3. c3-d4` `3... g7-f6`", nil},
		{"no such move", begun + "\nИ `2. b4-c5`, тогда\n  `3. b2-b4` все.", []string{
			"b.md:10:4: 2. b4-c5: c5 is occupied", "b.md:11:4: 3. b2-b4: b2 and b4"}},
		{"moves after a mark", begun + "\nИ 2. b4-a5! a7-b6 3. b2-c3!? c5-b4, но не 2. b4-a5! a7-b5.", []string{"b.md:10:43: 2. b4-a5! a7-b5: b5 is a light"}},
		{"no such number", begun + "\n`12. a1-b2`", []string{"b.md:10:2: 12. a1-b2: the game has no move 12."}},
		{"not a move behind a number", begun + "\n`2. hello`", []string{"b.md:10:2: 2. hello: a move that cannot be read"}},
		{"code that is not a move", begun + "\n`stolb check`, `c3`, `1-0`, `7-3`, `x`, `12.`", nil},
		{"an illegal game", "```game\nВид: bashni\n1. c3-d4 b6-c5\n2. g3-h4 f6-g5\n```\n\n`2. g3-h4`", []string{
			"b.md:4:4: game 1: g3-h4: a capture was mandatory"}}, // and what follows from it is no fault of its own
		{"names of an illegal game", "```game id=a\nВид: bashni\n1. c3-d4 b6-c5\n2. g3-h4 f6-g5\n```\n\n[](#a), [](#d), `3. g1-h2`\n\n```diagram ply=4 id=d\n```\n\n```diagram ply=1\n```", []string{
			"b.md:4:4: game 1: g3-h4: a capture was mandatory"}},
		{"moves in comments", "```game\n[Variant \"bashni\"]\n\n1. c3-b4 {1... a1-h8. Здесь 1... b6-c5 2. b4-a5} b6-c5 (1... b6-a5 {2. e3-f4. Или 2. e3-e4}) 2. b4-a5 {3. c3-c4} *\n```", []string{
			"b.md:4:11: game 1: 1... a1-h8: ", "b.md:4:83: game 1: 2. e3-e4: ", "b.md:4:104: game 1: 3. c3-c4: "}},
		{"a result and another in the tag", "```game\n[Variant \"bashni\"]\n[Result \"1-0\"]\n\n1. c3-b4 b6-c5 0-1\n```", []string{"b.md:5:16: game 1: the game ends with 0-1, but its tag Result says 1-0"}},
		{"an illegal game of a file", "```game file=bad.txt\n```", []string{"bad.txt:2:19: game 1: g3-h4: a capture"}},
		{"an illegal variation", "```game\n[GameType \"45,W,8,8,A0,0\"]\n\n1. c3-d4 (1. c3-c4) b6-c5 *\n```", []string{"b.md:4:14: game 1: variation 1"}},
		{"games of files", "```game file=two.txt number=2\n```\n```game file=two.txt number=3\n```\n```game file=none.txt\n```\n```game number=2\n```\n```game\n```", []string{
			"b.md:3:22: two.txt has 2 games, not 3", "b.md:5:9: no such file", "b.md:7:9: number=2 counts the games of a file", "b.md:9:4: name the game"}},
		{"a diagram of the game", begun + "\n```diagram ply=1\nB:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,b4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8\n```\n```diagram\n```", nil},
		{"another position", begun + "\n```diagram ply=2\nB:Wa1:Bh8\n```", []string{"b.md:11:1: the diagram claims B:Wa1:Bh8, but the position there is W:Wa1,c1,"}},
		{"no such ply", begun + "\n```diagram ply=9\n```", []string{"b.md:10:12: the game has 8 plies, so there is no position after ply 9"}},
		{"no such position", "```diagram variant=bashni\nW:Wa1:Bb9\n```", []string{"b.md:2:8: position: b9: "}},
		{"a solution", "```position variant=bashni\nW:Wc3:Bd4,h8\n1. c3:e5 h8-g7\n2. e5-f6\n```\n`2... g7:e5`", []string{}},
		{"no solution", "```position variant=bashni\nW:Wc3:Bd4,h8\n1. c3:e5 h8-g7\n2. e5-d4\n```", []string{"b.md:4:4: e5-d4: "}},
		{"references", begun + "\n[so](#first) [](#head) [](#none) [x](#none)\n\n# Head", []string{
			"b.md:10:24: nothing in the book is called \"none\"", "b.md:10:34: nothing in the book is called \"none\""}},
		{"an ID twice", begun + begun, []string{"b.md:9:9: \"first\" is already used at line 1"}},
		{"blocks", "```index of=cats\n```\n```game color=red\n```\n```gmae file=x\n```\n```go\nx = 1\n```\n```game x\n```\n```game id=\"x\n```", []string{
			"b.md:1:10: no index of \"cats\"; the indexes are players, openings, authors or figures", "b.md:3:9: a block game has no attribute color",
			"b.md:5:4: no block is called gmae; did you mean game?", "b.md:10:9: x: expected NAME=VALUE", "b.md:12:9: id=\"x: expected NAME=VALUE"}},
		{"what is not printed", "a <b>b</b> ![c](d.png) <!-- e -->\n\n<!-- f -->\n\n<table>\n</table>", []string{
			"b.md:1:3: HTML is not printed", "b.md:1:7: HTML is not printed", "b.md:1:12: a picture has to be a paragraph", "b.md:5:1: HTML is not printed"}},
		{"marks", begun + "\n```diagram mark=c9\n```\n```diagram from=left\n```", []string{"b.md:10:12: diagram: \"c9\" is not a square", "b.md:12:12: from=left: expected white or black"}},
		{"front matter", "---\ntitle: Ш\nlanguage: ru\n---\n`1. c3-d4`", []string{"b.md:5:2: 1. c3-d4: the game of these"}},
	} {
		_, faults := Read("b.md", []byte(test.text), options())
		var got []string
		for i := range faults {
			got = append(got, faults[i].In(message.English))
		}
		require.Len(t, got, len(test.want), "%s: %s", test.name, strings.Join(got, "\n"))
		for i, want := range test.want {
			require.True(t, strings.HasPrefix(got[i], want), "%s: %s", test.name, got[i])
		}
	}
}

const whole = "---\ntitle: \"Шашки & <башни>\"\nauthor: А. Б. Автор\nlanguage: ru\n---\n\n# Первая\n\nСм. [](#end) и [здесь](#first), *так* **и** так: `c3`.\\\nДальше <https://example.org>.\n\n" +
	begun + "\nХод `2. b4-a5`.\n\n```diagram ply=8 id=end mark=\"a7, c7-b6\" from=black\n```\n\n> Цитата \\* &amp; \"кавычки\"\n\n1. раз\n2. два\n   - три\n\n| а | б |\n|---|---|\n| 1 | 2 |\n\n```go\nx := \"\\n\"\n```\n\n---\n\n" +
	"```position variant=bashni author=\"В. Г. Раков\" year=1901 task=draw\nW:Wc3:Bd4,h8\n1. c3:e5 h8-g7 (1... h8-g7 {ход}) 2. e5-f6\n```\n\n# Вторая\n\n" +
	"```crosstable file=two.txt\n```\n```rounds file=two.txt\n```\n```index of=players\n```\n```index of=openings\n```\n```index of=authors\n```\n```index of=figures\n```\n"

func read(t *testing.T) *Book {
	b, faults := Read("b.md", []byte(whole), options())
	require.Empty(t, faults)
	return b
}

// wellFormed reads XML to its end and returns its text.
func wellFormed(t *testing.T, text []byte) string {
	var out strings.Builder
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Entity = map[string]string{}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return out.String()
		}
		require.NoError(t, err)
		if chars, ok := token.(xml.CharData); ok {
			out.Write(chars)
		}
	}
}

// The page has all contents of the manuscript, in order.
func TestHTML(t *testing.T) {
	b := read(t)
	page := pageOf(t, b)
	text := strings.Join(strings.Fields(wellFormed(t, []byte(strings.Replace(page, "<!DOCTYPE html>", "", 1)))), " ")
	at := 0
	for _, want := range []string{
		"Шашки & <башни>", "А. Б. Автор", "Содержание", "Первая", "1. Иванов – Петров", "Вторая", // the title and the contents
		"См. Диаграмма 1 и здесь, так и так: c3.", "Дальше https://example.org.",
		"1. Иванов – Петров", "русские столбовые шашки", "1. c3-b4 b6-c5 2. b4-a5 a7-b6 3. b2-c3 c5-b4 4. a3:a7 c7-b6", "Ход 2. b4-a5.",
		"Диаграмма 1. После 4... c7-b6. Ход белых", `Цитата * & "кавычки"`, "раз", "два", "три", "а б 1 2", `x := "\n"`,
		"1. В. Г. Раков", "1901", "Ничья", "Решение", "1. c3:e5 h8-g7 (1... h8-g7 ход) 2. e5-f6",
		"Вторая", "1 Иванов 1 1", "Указатель игроков", "Иванов – 1", "Петров – 1", "Указатель начал", "1. c3-b4 b6-c5 2. b4-a5 a7-b6 – 1",
		"Указатель авторов", "Раков В. – 1", "Указатель диаграмм", "Диаграмма 1. После 4... c7-b6. Ход белых – 1", "Композиция 1. В. Г. Раков – 1",
	} {
		i := strings.Index(text[at:], want)
		require.GreaterOrEqual(t, i, 0, "%s is not behind what is before it in: %s", want, text[at:])
		at += i + len(want)
	}
	require.Contains(t, page, "<span class=\"move\">2.\u00a0b4-a5</span>")
	require.Contains(t, page, "<p class=\"text\">1.\u00a0<span class=\"m\">c3-b4</span> <span class=\"m\">b6-c5</span> 2.\u00a0") // bold is for games with remarks
	require.Contains(t, page, "<desc>"+b.figures[0].Position.FEN()+"</desc>")
	for _, address := range strings.Split(page, `href="#`)[1:] {
		id, _, _ := strings.Cut(address, `"`)
		require.Equal(t, 1, strings.Count(page, ` id="`+id+`"`), id)
	}
}

// An EPUB begins with its uncompressed MIME type; all its files are well-formed XML and are listed;
// the same book yields the same bytes.
func TestEPUB(t *testing.T) {
	b := read(t)
	b.Provenance = "{}"
	write := func() []byte {
		var file bytes.Buffer
		require.NoError(t, b.WriteEPUB(&file, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)))
		return file.Bytes()
	}
	file := write()
	require.Equal(t, file, write())
	require.Equal(t, "mimetypeapplication/epub+zip", string(file[30:58]))
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	contents := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		contents[f.Name] = string(text)
		require.False(t, f.Method == zip.Store && f.Flags&8 > 0, f.Name) // a size after the text is for deflated files
		if strings.HasSuffix(f.Name, "html") || strings.HasSuffix(f.Name, ".opf") || strings.HasSuffix(f.Name, ".xml") {
			wellFormed(t, text)
		}
	}
	require.Contains(t, contents["EPUB/book.opf"], `<dc:title>Шашки &amp; &lt;башни&gt;</dc:title>`)
	require.Contains(t, contents["EPUB/book.opf"], `<meta property="dcterms:modified">2026-01-02T03:04:05Z</meta>`)
	require.Contains(t, contents["EPUB/book.opf"], `href="part-1.xhtml" media-type="application/xhtml+xml"/>`)
	require.Contains(t, contents["EPUB/book.opf"], `<item id="diagram-1" href="diagram-1.svg" media-type="image/svg+xml"/>`)
	require.Contains(t, contents["EPUB/part-1.xhtml"], `<img src="diagram-1.svg" alt="Ход белых. Белые: a1, c1, e1, g1, d2, f2, h2, c3, e3, g3, a5, башня a7 (своих 1, плененных 2). Черные: b6, d6, f6, h6, e7, g7, b8, d8, f8, h8. `+b.figures[0].Position.FEN()+`"/>`)
	require.Contains(t, contents["EPUB/diagram-1.svg"], "<desc>"+b.figures[0].Position.FEN()+"</desc>")
	require.Contains(t, contents["EPUB/part-2.xhtml"], `<a href="part-1.xhtml#first">1</a>`)
	require.Contains(t, contents["EPUB/nav.xhtml"], `<a href="part-1.xhtml#first">1.`+"\u00a0"+`Иванов – Петров</a>`)
	require.NotContains(t, contents["EPUB/part-1.xhtml"], "var(")
	require.Contains(t, contents["EPUB/book.opf"], `<item id="cover" href="cover.svg" media-type="image/svg+xml" properties="cover-image"/>`)
	require.Contains(t, wellFormed(t, []byte(contents["EPUB/cover.svg"])), "Шашки & <башни>")
}

// An EPUB states the known part of a date.
func TestDay(t *testing.T) {
	for date, want := range map[string]string{"2026": "2026", "2026.03": "2026-03", "12.03.2021": "2021-03-12", "весна": ""} {
		require.Equal(t, want, (&Book{Date: date}).day(), date)
	}
}

// A book without a title is named after its file, and one without headings has an entry in its
// contents: an EPUB requires both.
func TestUntitled(t *testing.T) {
	for _, text := range []string{"", "Текст\n", "# \n\n## \n", begun, "---\ntitle: \" \"\n---\nТекст\n"} {
		for name, called := range map[string]string{"dir/nt.3.md": "nt.3", ".md": "A book"} {
			b, faults := Read(name, []byte(text), options())
			require.Empty(t, faults)
			var file bytes.Buffer
			require.NoError(t, b.WriteEPUB(&file, time.Time{}))
			z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
			require.NoError(t, err)
			contents := func(name string) string {
				f, err := z.Open(name)
				require.NoError(t, err)
				text, err := io.ReadAll(f)
				require.NoError(t, err)
				return string(text)
			}
			require.Contains(t, contents("EPUB/book.opf"), "<dc:title>"+called+"</dc:title>", text)
			require.Contains(t, contents("EPUB/part-1.xhtml"), "<title>"+called+"</title>")
			require.NotContains(t, contents("EPUB/part-1.xhtml"), "<h1></h1>")
			require.Contains(t, contents("EPUB/nav.xhtml"), "<li><a href=\"part-1.xhtml#")
			require.NotContains(t, contents("EPUB/nav.xhtml"), "\"></a>")
			require.Contains(t, pageOf(t, b), "<title>"+called+"</title>")
		}
	}
}

// Brackets and strings of the Typst code are closed, whatever the book contains.
func TestTypst(t *testing.T) {
	text := typstOf(t, read(t))
	require.Contains(t, text, `stolb-book.with(title: "Шашки & <башни>", author: "А. Б. Автор", date: "", lang: "ru"`)
	require.Contains(t, text, `par({"1."; " "; box("c3-b4"); " "; `)
	require.Contains(t, text, `raw(block: true, ("x := \"\\n\"",).join("\n"))`)
	depth := map[rune]int{}
	inString, escaped, comment := false, false, false
	for i, r := range text {
		switch {
		case comment:
			comment = r != '\n'
		case escaped:
			escaped = false
		case inString:
			escaped, inString = r == '\\', r != '"'
		case r == '"':
			inString = true
		case r == '/' && strings.HasPrefix(text[i:], "//"):
			comment = true
		case strings.ContainsRune("([{", r):
			depth[map[rune]rune{'(': ')', '[': ']', '{': '}'}[r]]++
		case strings.ContainsRune(")]}", r):
			depth[r]--
			require.GreaterOrEqual(t, depth[r], 0, text[max(0, i-200):i+1])
		}
	}
	require.Equal(t, map[rune]int{')': 0, ']': 0, '}': 0}, depth)
	require.False(t, inString)
}

// In a book of records, each game is a section with the diagrams that it requests, or else one of
// its last position.
func TestCollect(t *testing.T) {
	b, faults, err := Collect("", []string{"two.txt"}, options())
	require.NoError(t, err)
	require.Empty(t, faults)
	require.Len(t, b.games, 2)
	require.Len(t, b.figures, 2)
	require.Equal(t, b.games[1].Report.Final, b.figures[1].Position)
	require.Equal(t, "Games", b.Title)
	require.Equal(t, []line{
		{Name: "1. c3-b4 b6-a5", To: []line{{ID: "game-2", Name: "2"}}},
		{Name: "1. c3-d4 b6-c5", To: []line{{ID: "game-1", Name: "1"}}},
	}, lastOf(b).(*part).content.(*index).Entries)

	_, faults, err = Collect("x", []string{"two.txt", "bad.txt"}, options())
	require.NoError(t, err)
	require.Len(t, faults, 1)
	_, _, err = Collect("x", []string{"none.txt"}, options())
	require.ErrorIs(t, err, errNoFile)
}

// The book of the corpus's games has no fault, and its diagrams are those of the
// rule books.
func TestCorpusBook(t *testing.T) {
	source, err := os.ReadFile("../../corpus/book/book.md")
	require.NoError(t, err)
	o := options()
	o.Games = func(name string, asked record.Variant, each func(*replay.Report) error) error {
		file, err := os.Open(filepath.Join("../../corpus/book", name))
		if err != nil {
			return err
		}
		defer file.Close()
		return gamesIn(file, name, asked, each)
	}
	b, faults := Read("book.md", source, o)
	require.Empty(t, faults)
	require.Len(t, b.games, 3)
	require.Equal(t, "B:Wc1,e1,g1,f2,b4=000,e5=00,h6=10/000000,a7=0/00:Bg7,b8,f8,h8", b.figures[1].Position.FEN())   // Codex, diagram 6
	require.Equal(t, "B:W2,5,8,10=0/0,18=0/0,23=1/00:B11=1/0000,16=0/0,19=00,20,24,25", b.figures[3].Position.FEN()) // diagram 10
}

// Games of every variant become books, in all languages, with all figures drawn.
func TestAllVariants(t *testing.T) {
	for _, l := range message.Languages() {
		o := Options{Language: l, Notation: replay.Short, BlackInk: true}
		o.Games = func(_ string, _ record.Variant, each func(*replay.Report) error) error {
			for _, v := range record.Variants() {
				g, err := corpus.NewGenerator(v, 1)
				if err != nil {
					continue
				}
				if err := each(replay.Judge(g.Next(), v)); err != nil {
					return err
				}
			}
			return nil
		}
		b, faults, err := Collect("", []string{"all"}, o)
		require.NoError(t, err)
		require.Empty(t, faults)
		page := pageOf(t, b)
		wellFormed(t, []byte(strings.Replace(page, "<!DOCTYPE html>", "", 1)))
		require.NotContains(t, page, "book.", "a text that no catalogue has")
		require.Equal(t, len(b.games), strings.Count(page, "<svg "))
	}
}

// Reading any manuscript terminates, and the page is well-formed XML.
func FuzzRead(f *testing.F) {
	f.Add(whole)
	f.Add(begun + "`2. b4-c5` ![](x) <b> [](#x)\n```diagram ply=1\nx\n```")
	f.Add("```game use=x\n```\n```rounds file=two.txt\n```\n---\n```position variant=lasca\n1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return
		}
		b, faults := Read("b.md", []byte(text), options())
		require.LessOrEqual(t, len(faults), MaxFaults)
		wellFormed(t, []byte(strings.Replace(pageOf(t, b), "<!DOCTYPE html>", "", 1)))
		typstOf(t, b)
	})
}
