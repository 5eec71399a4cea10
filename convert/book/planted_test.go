package book

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// planted are manuscripts with one impossible thing each, and the beginning of the report. The lines
// of begun are the first eight.
var planted = []struct{ text, want string }{
	// Moves that sentences mention.
	{begun + "\nХод `3. b2-c3` и `3... c5-d4` невозможен: `3... c5-e3`.", "b.md:10:44: 3... c5-e3: "},
	{begun + "\n`4. a3:c5`", "b.md:10:2: 4. a3:c5: "},
	{begun + "\n`4. e3-f4`", "b.md:10:2: 4. e3-f4: a capture was mandatory"},
	{begun + "\n`4... b8-a7`", "b.md:10:2: 4... b8-a7: a7 is occupied"},
	{begun + "\n`1. c3-b4 b6-c5 2. b4-a5 a7-b6 3. b2-b4`", "b.md:10:2: "},
	{begun + "\n`99. c3-b4`", "b.md:10:2: 99. c3-b4: the game has no move 99."},
	{begun + "\n`2... b4-a5`", "b.md:10:2: 2... b4-a5: "},
	{begun + "\n`i9-j8`", "b.md:10:2: i9-j8: "},
	{begun + "\n`c3`, `1-0`, `так`", ""}, // no moves
	{begun + "\n`g3-h4 h6-g5 h4-f6`", "b.md:10:2: g3-h4 h6-g5 h4-f6: "},
	{begun + "\nОдин `2. g3-f4`,\nдва `2... f6-g5`,\n*три* **`3. f4:h6`**", "b.md:12:10: 3. f4:h6: "},
	{begun + "\n> цитата `4. a3:a5`", "b.md:10:11: "},
	{begun + "\n- раз\n- два `4. a3:a5`", "b.md:11:8: "},
	{begun + "\n| а |\n|---|\n| `4. a3:a5` |", "b.md:12:4: "},
	{begun + "\n## Ход `4. a3:a5`", "b.md:10:9: "},
	{begun + "\n[ход `4. a3:a5`](#first)", "b.md:10:7: "},
	{"`5. c3-d4`", "b.md:1:2: 5. c3-d4: the game of these moves"},
	// Games.
	{"```game variant=bashni\n1. c3-d4 b6-c5 2. d4-e5\n```", "b.md:2:19: game 1: d4-e5: "},
	{"```game variant=bashni\n1. c3-d4 b6-c5\n2. d4:b6 a7:c6\n```", "b.md:3:10: game 1: "},
	{"```game variant=lasca\n1. 9-12 15:9\n2. 5:14\n```", "b.md:3:4: game 1: "},
	{"```game\n1. 1-2 3-4\n```", "b.md:2:4: game 1: "},
	{"```game file=bad.txt variant=bashni\n```", "bad.txt:2:19: game 1: g3-h4: a capture"},
	{"```game file=two.txt number=0\n```", "b.md:1:22: two.txt has 2 games, not 0"},
	// Variations.
	{"```game\n[Variant \"bashni\"]\n\n1. c3-d4 b6-c5 (1... b6-b5) 2. d4:b6 *\n```", "b.md:4:22: game 1: variation 1 "},
	{"```game\n[Variant \"bashni\"]\n\n1. c3-d4 (1. c3-b4 b6-c5 (1... a7-a6)) b6-c5 *\n```", "b.md:4:32: game 1: variation 2 "},
	{"```game\n[Variant \"bashni\"]\n\n1. c3-d4 b6-c5 2. d4:b6 (2. a3-b4) a7:c5 *\n```", "b.md:4:29: game 1: variation 1 "},
	// NAGs.
	{"```game\n[Variant \"bashni\"]\n\n1. c3-d4 $139 b6-c5 $22 (1... d6-e5 $255) *\n```", "b.md:4:31: game 1: $255 after the move has no meaning"},
	{"```game\n[Variant \"bashni\"]\n\n1. c3-d4 $139 b6-c5 $22 $24 $220 *\n```", ""},
	// Diagrams.
	{begun + "\n```diagram ply=7\nB:Wa1,c1,e1,g1,d2,f2,h2,c3,e3,g3,a5,a7=0/0:Bd6,f6,h6,c7,e7,g7,b8,d8,f8,h8\n```", "b.md:11:1: the diagram claims "},
	{begun + "\n```diagram ply=7\nW:Wa1,c1,e1,g1,d2,f2,h2,c3,e3,g3,a5,a7=0/00:Bd6,f6,h6,c7,e7,g7,b8,d8,f8,h8\n```", "b.md:11:1: the diagram claims W:"},
	{begun + "\n```diagram game=none ply=1\n```", "b.md:10:12: no game in the book is called \"none\""},
	{begun + "\n```diagram ply=x\n```", "b.md:10:12: ply=x: "},
	{begun + "\n```diagram ply=9\n```", "b.md:10:12: the game has 8 plies"},
	{begun + "\n```diagram ply=1 mark=\"a3:i9\"\n```", "b.md:10:18: diagram: \"i9\" is not a square"},
	{"```diagram variant=bashni\nW:Wc3=0000000000000:Bh8\n```", "b.md:2:7: position: c3: 13 pieces"},
	{"```diagram variant=lasca\nW:W26:B1\n```", "b.md:2:4: "},
	{"```diagram variant=chess\nW:W1:B2\n```", "b.md:1:12: "},
	// References.
	{begun + "\n[](#second)", "b.md:10:1: nothing in the book is called \"second\""},
	{begun + "\n*Как на [](#figure-2)*", "b.md:10:9: nothing in the book is called \"figure-2\""},
	{begun + "\n```game use=second\n```", "b.md:10:9: no game in the book is called \"second\""},
	{begun + "\n# First\n\n```diagram ply=1 id=first\n```", "b.md:12:18: \"first\" is already used at line 1"},
	// Compositions; composition_test.go has more.
	{"```position variant=russian\nc3, e3 | a7, h8\ncd4 (b6) e5 (c3)\n```", "b.md:3:14: "},
	{"```position variant=russian\nc3, e3 | a7, h8\ncd4 (b6 А)\nА (b8)\n```", "b.md:4:4: variation 1 "},
	{"```position variant=russian\nc3, e3 | a7, h8\nI cd4 (b6)\nI ee4\n```", "b.md:4:3: "},
	// Tournaments, indexes and blocks.
	{"```crosstable\n```", "b.md:1:4: a block crosstable needs file=NAME"},
	{"```bulletin file=two.txt event=None\n```", "b.md:1:26: two.txt has no game of the tournament \"None\""},
	{"```rounds file=none.txt\n```", "b.md:1:11: no such file"},
	{"```crosstable file=two.txt accept=\"near-names, near-name\"\n```", "b.md:1:28: accept=near-names, near-name: expected near-names, same-game, "},
	{"```games file=bad.txt\n```", "bad.txt:2:19: game 1: "},
	{"```index of=cats\n```", "b.md:1:10: no index of \"cats\""},
	{"```diagramm\nW:Wa1:Bh8\n```", "b.md:1:4: no block is called diagramm; did you mean diagram?"},
	{"```postion variant=russian\na1 | h8\n```", "b.md:1:4: no block is called postion; did you mean position?"},
	{"```chapter name=x\n```", "b.md:1:4: no block is called chapter; the blocks are bulletin, "},
	{"```game fille=two.txt\n```", "b.md:1:9: a block game has no fille; did you mean file?"},
	// Text that would be lost.
	{"```index of=players\n\n мусор\n```", "b.md:3:2: a block index like this one takes no text"},
	{"```game file=two.txt\n1. c3-d4\n```", "b.md:2:1: a block game like this one takes no text"},
	{begun + "\n```game use=first\nx\n```", "b.md:11:1: a block game like this one takes no text"},
	{"```crosstable file=two.txt\nx\n```", "b.md:2:1: a block crosstable like this one takes no text"},
	{"```diagram variant=lasca\nW:W25:B1\nx\n```", "b.md:3:1: a diagram has a position in one line"},
	{"```game file=two.txt number=1 number=2\n```", "b.md:1:31: number= is given twice"},
	{"```game file=two.txt show=never\n```", "b.md:1:22: show=never: expected yes or no"},
	{begun + "\n```game use=first number=2\n```", "b.md:10:19: number= has no meaning together with use="},
	{begun + "\n```diagram game=first variant=lasca\n```", "b.md:10:23: variant= has no meaning together with game="},
	{begun + "\n```game use=\n```", "b.md:10:9: use= has no value"},
	{begun + "\n[](#)", "b.md:10:1: the link has \"#\" and no name"},
	{"<div>нельзя</div>", "b.md:1:1: HTML is not printed"},
	{"![доска](board.png)", "b.md:1:1: no such file"},
}

// Each is reported once, at its place, in every language. The command does not write a book with a
// fault: cmd/stolb's script book.txt tests that.
func TestPlanted(t *testing.T) {
	require.GreaterOrEqual(t, len(planted), 30)
	for i, p := range planted {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) { found(t, p.text, p.want) })
	}
}

func found(t *testing.T, text, want string) {
	for _, l := range message.Languages() {
		o := options()
		o.Language = l
		_, faults := Read("b.md", []byte(text+"\n"), o)
		var told []string
		for i := range faults {
			told = append(told, faults[i].In(l))
		}
		if want == "" {
			require.Empty(t, told, text)
			continue
		}
		require.Len(t, told, 1, "%s\n%s", text, strings.Join(told, "\n"))
		if l == message.English {
			require.True(t, strings.HasPrefix(told[0], want), "%s\n%s", text, told[0])
		} else {
			place := strings.Join(strings.SplitAfterN(want, ":", 4)[:3], "")
			require.True(t, strings.HasPrefix(told[0], place), "%s\n%s", text, told[0])
		}
	}
	// The surrounding text does not hide it, and has its own places.
	_, faults := Read("b.md", []byte("Текст ж.\n\n"+text+"\n\nДальше `код`.\n"), options())
	require.Len(t, faults, map[bool]int{true: 0, false: 1}[want == ""], text)
}

// A block can accept each of the slips that there are.
func TestSlipCodes(t *testing.T) {
	var codes []string
	for _, code := range stats.SlipCodes {
		codes = append(codes, string(code))
	}
	require.Equal(t, codes, slipCodes)
}

// For a manuscript with all of them, all are reported, each at its place.
func TestPlantedTogether(t *testing.T) {
	var text strings.Builder
	want := 0
	for _, p := range planted {
		if strings.HasPrefix(p.text, begun) {
			p.text = strings.TrimPrefix(p.text, begun)
			continue
		}
		text.WriteString(p.text + "\n\n")
		if p.want != "" {
			want++
		}
	}
	_, faults := Read("b.md", []byte(text.String()), options())
	require.Len(t, faults, want-1) // the game of bad.txt is there twice
	for i := 1; i < len(faults); i++ {
		a, b := faults[i-1], faults[i]
		require.True(t, a.File != b.File || a.Line < b.Line, "%v %v", a, b)
	}
}

// A head says what it can; a block or a head that is not closed is told, for what is
// behind it would not be in the book.
func TestHeadsAndEnds(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"---\ntitel: Моя книга\nlanguage: deutsch\n---\nТекст", []string{
			"b.md:2:1: the head has no titel; did you mean title?", "b.md:3:11: ",
		}},
		{"---\nprinter: X\n---\n", []string{"b.md:2:1: the head has no printer; it has title, subtitle, author, date, publisher, place, isbn, imprint or language"}},
		{"---\ntitle: А\n title: Б\n---\n", []string{"b.md:3:2: title is given twice, first at line 2"}},
		{"---\nlang: ru\nlanguage: uk\n---\n", []string{"b.md:3:1: language is given twice, first at line 2"}},
		{"---\nМоя книга\n---\n", []string{"b.md:2:1: Моя книга: expected NAME: VALUE; the names are title, subtitle, author, date, publisher, place, isbn, imprint or language"}},
		{"---\ntitle: x\n\nHi `1. c3-d4`", []string{"b.md:1:1: the head is not closed"}},
		{"---\n\nHi\n", nil}, // a line across the page
		{"---\n# so\n\ntitle: Ж: з\r\nauthor: 'А'\n---", nil},
		{"---\r\ntitle: Ж\r\n---\r\n`1. c3-d4`", []string{"b.md:4:2: 1. c3-d4: the game of these"}},
		{"\ufeff---\ntitle: Ж\n---\n`1. c3-d4`", []string{"b.md:4:2: 1. c3-d4: the game of these"}},
		{"Текст\n\n```game file=two.txt\n\nВажный текст", []string{"b.md:3:4: the block is not closed"}},
		{"```game file=two.txt", []string{"b.md:1:4: the block is not closed"}},
		{"```\ncode\n", []string{"b.md:1:1: the block is not closed"}},
		{"> ```go\n> code\n\nТекст", []string{"b.md:1:6: the block is not closed"}},
		{"> ```go\n> code\n> ```\n\n- ~~~\n  код\n  ~~~\n\n```\n```\n\n````go\n```\n````", nil},
	} {
		b, faults := Read("b.md", []byte(test.text), options())
		var got []string
		for i := range faults {
			got = append(got, faults[i].In(message.English))
		}
		require.Len(t, got, len(test.want), "%s: %q", test.text, got)
		for i, want := range test.want {
			require.True(t, strings.HasPrefix(got[i], want), "%s: %s", test.text, got[i])
		}
		if strings.Contains(test.text, "Ж: з") {
			require.Equal(t, []string{"Ж: з", "А"}, []string{b.Title, b.Author})
		}
	}
}

// Misspelled moves are printed correctly; the author's choices, such as dashes, are unchanged.
func TestMisspelled(t *testing.T) {
	for written, want := range map[string]string{
		"2... f6:g5":               "2... f6-g5",
		"2... С5-d4":               "2... c5-d4",
		"2... с5-d4!":              "2... c5-d4!",
		"2.B2-C3  f6:g5?":          "2. b2-c3 f6-g5?",
		"2... f6–g5":               "2... f6–g5",
		"2. b2-c3 f6-g5 3. cd4":    "2. b2-c3 f6-g5 3. cd4",
		"2. b2-c3 f6-g5 3. сd4 g7": "",
	} {
		b, faults := Read("b.md", []byte(begun+"\n`2. b4-a5`, `"+written+"`\n"), options())
		if want == "" {
			require.Len(t, faults, 1, written)
			continue
		}
		require.Empty(t, faults, written)
		require.Equal(t, want, b.textOf(lastOf(b).LastChild()))
	}
	// Without a number, too.
	_, faults := Read("b.md", []byte(begun+"\n`С5-d8`\n"), options())
	require.Len(t, faults, 1)
}

// Two games of a pair are separate in the table, and rounds and dates are in words.
func TestPairs(t *testing.T) {
	files["pairs.pdn"] = "[Event \"Кубок\"]\n[Round \"2.1\"]\n[Date \"1998.05.??\"]\n[White \"А\"]\n[Black \"Б\"]\n[Variant \"bashni\"]\n[Result \"1-0\"]\n\n1. c3-d4 b6-c5 1-0\n\n" +
		"[Event \"Кубок\"]\n[Round \"2.2\"]\n[Date \"1998.05.17\"]\n[White \"Б\"]\n[Black \"А\"]\n[Variant \"bashni\"]\n[Result \"1/2-1/2\"]\n\n1. c3-b4 b6-a5 1/2-1/2\n"
	defer delete(files, "pairs.pdn")
	o := options()
	o.Language = message.Russian
	b, faults := Read("b.md", []byte("```bulletin file=pairs.pdn\n```\n"), o)
	require.Empty(t, faults)
	page := pageOf(t, b)
	text := strings.Join(strings.Fields(wellFormed(t, []byte(strings.Replace(page[strings.Index(page, "<main>"):], "</body>\n</html>\n", "", 1)))), " ")
	for _, want := range []string{"1 А 1 ½ 1½ 2 Б 0 ½ ½", "Кубок, русские столбовые шашки Место", "2-й тур А – Б 1:0 Б – А ½:½ 1. А – Б май 1998 1. c3-d4", "2. Б – А 17 мая 1998 1. c3-b4"} {
		require.Contains(t, text, want)
	}
}

func TestWhen(t *testing.T) {
	for _, test := range []struct{ date, en, ru, uk string }{
		{"1998.05.??", "May 1998", "май 1998", "травень 1998"},
		{"1998.05.17", "17 May 1998", "17 мая 1998", "17 травня 1998"},
		{"1998.??.??", "1998", "1998", "1998"},
		{"1998", "1998", "1998", "1998"},
		{"12.03.2021", "12 March 2021", "12 марта 2021", "12 березня 2021"},
		{"весна 98", "весна 98", "весна 98", "весна 98"},
	} {
		for i, l := range message.Languages() {
			require.Equal(t, []string{test.en, test.ru, test.uk}[i], dateInWords(test.date, l), test.date)
		}
	}
	for _, test := range []struct{ round, en, ru, uk string }{
		{"2", "round 2", "2-й тур", "2-й тур"}, {"2.1", "round 2, board 1", "2-й тур, доска 1", "2-й тур, дошка 1"},
		{"2.1.3", "round 2.1.3", "тур 2.1.3", "тур 2.1.3"}, {"финал", "финал", "финал", "финал"},
	} {
		for i, l := range message.Languages() {
			require.Equal(t, []string{test.en, test.ru, test.uk}[i], roundInWords(test.round, l), test.round)
		}
	}
}

// The meanings of NAGs are in the book, in every format.
func TestNAGs(t *testing.T) {
	o := options()
	o.Language = message.Russian
	b, faults := Read("b.md", []byte("```game\n[Variant \"bashni\"]\n\n1. c3-d4 $22 $36 $44 b6-c5 $40 $132 $138 $25 (1... d6-e5 $24) *\n```\n"), o)
	require.Empty(t, faults)
	var epub bytes.Buffer
	require.NoError(t, b.WriteEPUB(&epub, time.Time{}))
	z, err := zip.NewReader(bytes.NewReader(epub.Bytes()), int64(epub.Len()))
	require.NoError(t, err)
	part, err := z.Open("EPUB/part-1.xhtml")
	require.NoError(t, err)
	text, err := io.ReadAll(part)
	require.NoError(t, err)
	for _, text := range []string{pageOf(t, b), typstOf(t, b), string(text)} {
		for _, want := range []string{"⨀", "↑", "=∞", "→", "⇆", "⊕", "у черных небольшой перевес в пространстве", "у белых небольшой перевес в пространстве"} {
			require.Contains(t, text, want)
		}
	}
}

const tournament = "[Event \"Кубок\"]\n[Round \"2\"]\n[White \"А\"]\n[Black \"Б\"]\n[Variant \"bashni\"]\n[Result \"1-0\"]\n\n1. c3-d4 b6-c5 1-0\n\n" +
	"[Event \"Кубок\"]\n[Round \"10\"]\n[White \"Б\"]\n[Black \"В\"]\n[Variant \"bashni\"]\n[Result \"1/2-1/2\"]\n\n1. c3-b4 b6-a5 1/2-1/2\n\n" +
	"[Event \"Другой\"]\n[Round \"1\"]\n[White \"Г\"]\n[Black \"Д\"]\n[Variant \"bashni\"]\n[Result \"0-1\"]\n\n1. g3-h4 b6-a5 0-1\n\n" +
	"[Event \"Кубок\"]\n[Round \"1\"]\n[White \"В\"]\n[Black \"А\"]\n[Variant \"bashni\"]\n[Result \"0-1\"]\n\n1. e3-f4 b6-a5 0-1\n"

// A block that orders games leaves their numbers in the file as they are.
func TestGamesInOrder(t *testing.T) {
	files["cup.pdn"] = tournament
	defer delete(files, "cup.pdn")
	b, faults := Read("b.md", []byte("```games file=cup.pdn\n```\n```game file=cup.pdn number=1\n```\n"), options())
	require.Empty(t, faults)
	require.Equal(t, "Г – Д", b.games[0].Heading())
	require.Equal(t, "А – Б", b.games[4].Heading())
}

// A bulletin has the table, and the rounds in order, whose results refer to the games below
// them. What the games have in common is above all of them.
func TestBulletin(t *testing.T) {
	files["cup.pdn"] = tournament
	defer delete(files, "cup.pdn")
	o := options()
	o.Language = message.Russian
	b, faults := Read("b.md", []byte("# Бюллетень\n\n```bulletin file=cup.pdn event=Кубок\n```\n\n```index of=players\n```\n"), o)
	require.Empty(t, faults)
	page := pageOf(t, b)
	text := strings.Join(strings.Fields(wellFormed(t, []byte(strings.Replace(page[strings.Index(page, "<main>"):], "</body>\n</html>\n", "", 1)))), " ")
	require.Contains(t, text, "Кубок, русские столбовые шашки Место Имя 1 2 3 Очки 1 А 1 1 2 2 Б 0 ½ ½ 2 В 0 ½ ½ Система: "+
		"1-й тур В – А 0:1 1. В – А 1. e3-f4 b6-a5 Черные выиграли 2-й тур А – Б 1:0 2. А – Б ")
	require.NotContains(t, text, "Г – Д")
	require.Contains(t, page, `<td><a href="#game-1">В – А</a></td>`)
	require.Len(t, b.games, 3)
	require.Contains(t, text, "А – 1, 2 Б – 2, 3 В – 1, 3")
}

// A bulletin prints the names of its crosstable, also for a tag in another case.
func TestBulletinNames(t *testing.T) {
	files["cup.pdn"] = strings.Replace(tournament, `[White "В"]`, `[WHITE "В"]`, 1)
	defer delete(files, "cup.pdn")
	o := options()
	o.Crosstable = func(attributes map[string]string, games []*replay.Report, l message.Language) (*Crosstable, error) {
		made, err := crosstable(attributes, games, l)
		made.Names = map[string]string{"В": "Вера"}
		return made, err
	}
	b, faults := Read("b.md", []byte("```bulletin file=cup.pdn event=Кубок\n```\n\n```index of=players\n```\n"), o)
	require.Empty(t, faults)
	page := pageOf(t, b)
	require.Contains(t, page, `<td><a href="#game-1">Вера – А</a></td>`)
	require.Contains(t, page, "<li>Вера")
}
