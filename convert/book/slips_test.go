package book

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/record/message"
)

// slips are manuscripts with one slip each, by which something would be lost or printed wrong; those
// in planted have impossible contents. The lines of begun are the first eight.
var slips = []struct{ text, want string }{
	// Moves in various spellings.
	{begun + "\n`1 c3-d5`", "b.md:10:2: 1 c3-d5: d5 is a light square"},
	{begun + "\n`1) c3-d5`", "b.md:10:2: 1) c3-d5: d5 is a light square"},
	{begun + "\n`(1. c3-d5)`", "b.md:10:2: 1. c3-d5: d5 is a light square"},
	{begun + "\n`1. ... b6-b5`", "b.md:10:2: 1... b6-b5: b5 is a light square"},
	{begun + "\n`1. c3 - d5`", "b.md:10:2: 1. c3-d5: d5 is a light square"},
	{begun + "\n`2. b4-a5 cd4`, `c5:f8`", "b.md:10:18: c5:f8: "},
	{begun + "\n`так-то`, `ав4`, `b4`", ""}, // words, and a square
	{begun + "\n`с3-д5`", "b.md:10:2: с3-д5: "},
	{begun + "\n`c3d5`", "b.md:10:2: c3d5: d5 is a light square"},
	// Moves with typing errors, which are not moves but are meant to be.
	{begun + "\n`d8d62`", "b.md:10:2: d8d62: \"d8d62\" is not a move: no board has a square d62"},
	{begun + "\n`h6-4`", "b.md:10:2: h6-4: \"h6-4\" is not a move: "},
	{begun + "\n`1. c3-d4 = b6-c5`", "b.md:10:2: 1. c3-d4 =: = is not a move"},
	{begun + "\n`c3-b4 слово b6-c5`", "b.md:10:2: c3-b4 слово: a move that cannot be read"},
	{begun + "\n`1 c3-b4`, `1) c3-b4`, `(1. c3-b4)`, `1. ... b6-c5`, `1… b6-c5`, `2. b4 - a5`", ""},
	// Numbers within.
	{begun + "\n`2. b4-a5 3. a7-b6`", "b.md:10:2: 3. precedes a7-b6, which is move 2..."},
	{begun + "\n`2. b4-a5 a7-b6 4. b2-c3`", "b.md:10:2: 4. precedes b2-c3, which is move 3."},
	{begun + "\n`2. b4-a5 2... a7-b6 3... b2-c3`", "b.md:10:2: 3... precedes b2-c3, which is move 3."},
	{begun + "\n`2. b4-a5 2... a7-b6 3 b2-c3`, `b4-a5 a7-b6 3. b2-c3`", ""},
	// Moves in sentences that are not in code.
	{begun + "\nПосле 2. b4-c5 белые", "b.md:10:7: 2. b4-c5: c5 is occupied; perhaps b4-a5"},
	{begun + "\n**2. b4-a5 a7-b6 3. b2-b4**", "b.md:10:3: 2. b4-a5 a7-b6 3. b2-b4: "},
	{begun + "\n- раз\n- два: 2... a7-a6!", "b.md:11:8: 2... a7-a6: "},
	{begun + "\n```diagram ply=2 caption=\"Если 2. b4-c5\"\n```", "b.md:10:32: 2. b4-c5: "},
	{begun + "\nПосле 2. b4-a5 и 5. a1-b2, 17. 05-12, на с. 12. a1-h8-й, 3.2. b2-h2 и на a1-h8", "b.md:10:18: 5. a1-b2: "},
	{begun + "\n## 7. c3-d5\n\nХорошо на диаграмме 10. b4-a5", ""},                        // the number is not of a move
	{begun + "\n1. c3-b4 — раз\n2. b4-a5 — два\n3. b2-b4 — три", "b.md:12:1: 3. b2-b4: "}, // a list
	{begun + "\nТекст\n1. c3-d5", "b.md:11:1: 1. c3-d5: "},
	{begun + "\n1. раз\n2. *b4-c5*\n3. b2-c3", "b.md:11:2: 2. b4-c5: "},
	{"Начинают 1. c3-d5", ""}, // nobody knows in which game
	// Blocks.
	{"```game variant=bashni\n1. c3-d4 b6-c5\n\n1. c3-b4 b6-a5\n```", "b.md:4:1: a block game has one game, not 2"},
	{"```game file=two.txt variant=lasca\n```", "b.md:1:22: lasca is set here, but the record says bashni"},
	{"```game variant=basni\n1. c3-d4\n```", "b.md:1:9: no variant \"basni\"; did you mean bashni?"},
	{begun + "\n```diagram game=frist ply=1\n```", "b.md:10:12: no game in the book is called \"frist\"; did you mean \"first\"?"},
	{begun + "\n```diagram\tply=9\n```", "b.md:10:12: the game has 8 plies"},
	{begun + "\n```diagram{ply=1}\n```", "b.md:10:4: no block is called diagram{ply=1}; did you mean diagram?"},
	{"```диаграмма\n```", "b.md:1:4: no block is called диаграмма; the blocks are bulletin, "},
	{begun + "\n```diagram ply=1 caption='Два слова' mark='c3, d4'\n```", ""},
	{begun + "\n```diagram ply=1 caption='Два слова\n```", "b.md:10:18: caption='Два слова: expected NAME=VALUE"},
	{begun + "\n```diagram ply=1 id=\"a b\"\n```", "b.md:10:18: id=a b: expected letters, digits"},
	{begun + "\n```diagram ply=1 id=a<b\n```", "b.md:10:18: id=a<b: expected letters, digits"},
	{"```diagram variant=bashni\n\n```", "b.md:1:4: the position is missing"},
	{"```diagram\nW:Wc3:Bh8\n```", "b.md:1:4: the variant is unknown; variant= sets it"},
	{"```diagram variant=bashni\n\n  W:Wc3:Bz8\n```", "b.md:3:10: position: z8: off the board"},
	{"> ```diagram variant=bashni\n> W:Wc3:Bz8\n> ```", "b.md:2:10: position: z8: off the board"},
	{"- ```game variant=bashni\n  1. c3-d4 b6-c5 2. g3-h4\n  ```", "b.md:2:21: game 1: g3-h4: "},
	{"```index of=player\n```", "b.md:1:10: no index of \"player\"; did you mean players?"},
	{"```position variant=russian\nc3, e3 | a7, h8\ncd4 (b6 А) ef4\n```", "b.md:3:6: А after b6 announces a line that the solution does not have"},
	{"```position variant=russian\nc3, e3 | a7, h8\ncd4 (b6 АБ)\nА (hg7) de5\n```", "b.md:3:6: Б after b6 announces"},
	{begun + "\n```diagram ply=1 mark='c3, a3:e5'\n```", "b.md:10:18: diagram: no diagonal joins a3 and e5"},
	// Details of a game.
	{"```game variant=russian\n[Result \"1-0\"]\n[FEN \"W:Wc3:Bd4\"]\n\n1. c3xe5 0-1\n```", "b.md:5:10: game 1: the game ends with 0-1, but its tag Result says 1-0"},
	{"```game variant=russian\n[Result \"0-1\"]\n[FEN \"W:Wc3:Bd4\"]\n\n1. c3xe5 1-0\n```", "b.md:5:10: game 1: the game ends with 1-0, but its tag Result says 0-1"},
	{"```game variant=russian\n[Result \"0-1\"]\n[FEN \"W:Wc3:Bd4\"]\n\n1. c3xe5 0-1\n```", "b.md:2:10: game 1: Black has no move, so White wins"},
	{"```game variant=russian\n1. c3-d4 b6-c5 2. d4xb6 a7xc5 (2... c7xa5 3. b2-c3 a5-b4 4. c3-d5 d6-c5 5. a1-b2 (5. e3-f4 c5-d4 6. g1-f2) 5... c5-d4) 3. b2-c3\n```", "b.md:2:32: game 1: 2... c7xa5 3. b2-c3 a5-b4 4. c3-d5: d5 is a light square"},
	// Names and links.
	{"```game file=two.txt id=x show=no\n```\n\n```game file=two.txt number=2 id=x show=no\n```", "b.md:4:31: \"x\" is already used at line 1"},
	{"```game file=two.txt id=x show=no\n```\n\n[](#x)", "b.md:4:1: the game \"x\" is not printed"},
	{begun + "\n[тут](#frist)", "b.md:10:1: the link leads to #frist; did you mean #first?"},
	{begun + "\n[тут](first)", "b.md:10:1: the link leads to first; did you mean #first?"},
	{begun + "\n# Глава\n\n[](#Глава)", "b.md:12:1: the link leads to #Глава; did you mean #глава?"},
	{begun + "\n# Глава\n\n[](#%D0%B3лава), [](https://example.org), <a@example.org>", ""},
	{"[сюда](other.md)", "b.md:1:1: the link leads to other.md; expected #NAME"},
	{"[сюда](javascript:alert(1))", "b.md:1:1: the link leads to javascript:alert(1); expected #NAME"},
	// Text.
	{"[^1]: Сноска", "b.md:1:1: nothing refers to the footnote [^1]"},
	{"> [^1]: Сноска", "b.md:1:3: nothing refers to the footnote [^1]"},
	{"    ~~~\n\n[^1]: Сноска", "b.md:3:1: nothing refers to the footnote [^1]"},
	{"Слово[^1].\n\n[^1]: Сноска из слов.\n    И еще.\n\n    Абзац.", ""},
	{"Слово[^1], `[^2]`, \\[^3].\n\n[^1]: Сноска.", ""},
	{"Слово[^1], [^2].\n\n[^1]: Сноска.", "b.md:1:12: there is no footnote [^2]"},
	{"Слово[^1].\n\n[^1]: Сноска.\n[^1]: Вторая.", "b.md:4:1: \"^1\" is already used at line 3"},
	{"# Слово[^1]\n\n[^1]: Сноска.", "b.md:1:8: a heading or another footnote cannot refer"},
	{"Слово[^1]\n\n[^1]: Сноска[^1].", "b.md:3:13: a heading or another footnote cannot refer"},
	{"Слово[^1]\n\n[^1]: - Сноска", "b.md:3:7: a footnote has paragraphs only"},
	{begun + "\nСлово[^1]\n\n[^1]: Нет: `2. b4-c5`", "b.md:12:13: 2. b4-c5: c5 is occupied"},
	{begun + "\nСлово[^1]\n\n```game file=two.txt\n```\n\n[^1]: Да: `2. b4-a5`", ""}, // of the game above
	{"![доска](dot.png \"Точка\")", ""},
	{"![доска](no.png)", "b.md:1:1: no such file"},
	{"![доска](bad.txt)", "b.md:1:1: bad.txt: a picture has to be PNG, JPEG or GIF"},
	{"![доска](cut.png)", "b.md:1:1: cut.png: the picture is damaged: "},
	{"![доска](wide.gif)", "b.md:1:1: wide.gif: a picture has at most 16 MB and 50 million pixels"},
	{"![доска](https://example.org/a.png)", "b.md:1:1: https://example.org/a.png: a picture has to be in a file"},
	{"Тут ![доска](dot.png)", "b.md:1:5: a picture has to be a paragraph of its own"},
	{begun + "\n![доска](dot.png \"После 2. b4-c5\")", "b.md:10:1: 2. b4-c5: c5 is occupied"},
	{"| а |\n|---|\n| б | лишнее |", "b.md:3:7: лишнее: the table has 1 column"},
	{"| а | б |\n|---|---|\n| в |  |\n| г |  | x | y |", "b.md:4:10: x | y: the table has 2 columns"},
	{"Раз\x07", "b.md:1:4: the control character U+0007"},
	{"Раз\xff два", "b.md:1:4: the byte FF is not UTF-8"},
}

// A wrong move hides none of those after it.
func TestSeveralSlips(t *testing.T) {
	for text, want := range map[string][]string{
		"```game\n[Variant \"bashni\"]\n\n1. c3-d4 b6-a5 (1... b6-c5 2. d4-e5 {и 3. a1-h8}) 2. b2-c3 {нет 2. b2-a3} *\n```": {
			"b.md:4:31: game 1: variation 1 (1... b6-c5), ply 2: d4-e5: a capture was mandatory", "b.md:4:65: game 1: 2. b2-a3: "},
		"```game variant=bashni\n1. c3-d4 b6-a5 2. b2-c3 f6-g5\n```\n\nПлохо 1... d6-e6. После 2. b2-c3 f6-g5 было не 2. b2-c4.": {
			"b.md:5:7: 1... d6-e6: e6 is a light square", "b.md:5:48: 2. b2-c4: "},
	} {
		_, faults := Read("b.md", []byte(text), options())
		require.Len(t, faults, len(want), text)
		for i := range want {
			require.Contains(t, faults[i].In(message.English), want[i])
		}
	}
}

func TestSlips(t *testing.T) {
	for _, s := range slips {
		t.Run(s.want, func(t *testing.T) { found(t, s.text, s.want) })
	}
}

// Line ends may be of any kind, and front matter may follow empty lines.
func TestLineEnds(t *testing.T) {
	for _, text := range []string{"\n\n---\ntitle: Ж\n---\n`1. c3-d4`", "\r\r---\rtitle: Ж\r---\r`1. c3-d4`", "\r\n\r\n---\r\ntitle: Ж\r\n---\r\n`1. c3-d4`"} {
		b, faults := Read("b.md", []byte(text), options())
		require.Len(t, faults, 1, text)
		require.Equal(t, "b.md:6:2: 1. c3-d4: the game of these moves is unknown; a block game before them names it", faults[0].In(message.English))
		require.Equal(t, "Ж", b.Title)
	}
	b, faults := Read("b.md", []byte("\n---\n\nТекст\n"), options())
	require.Empty(t, faults)
	require.Equal(t, ast.KindThematicBreak, b.root.FirstChild().Kind())
}

// A link without text shows its address.
func TestAddresses(t *testing.T) {
	b, faults := Read("b.md", []byte("[](https://example.org) <a@example.org>\n"), options())
	require.Empty(t, faults)
	page, text := pageOf(t, b), typstOf(t, b)
	require.Contains(t, page, `<a href="https://example.org">https://example.org</a> <a href="mailto:a@example.org">a@example.org</a>`)
	require.Contains(t, text, `link("https://example.org", {"https://example.org"; }); " "; link("mailto:a@example.org", {"a@example.org"; }); `)
}

// No line begins with a mark of the previous move or ends with a move number.
func TestTied(t *testing.T) {
	b, faults := Read("b.md", []byte("```game\n[Variant \"bashni\"]\n\n1. c3-d4!! $16 b6-c5 (1... d6-e5 $4 $14) *\n```\n\n```diagram ply=2\n```\n\n[](#figure-1)\n"), options())
	require.Empty(t, faults)
	page := pageOf(t, b)
	require.Contains(t, page, "<b>1.\u00a0<span class=\"m\">c3-d4‼</span>\u00a0± <span class=\"m\">b6-c5</span></b> (1...\u00a0<span class=\"m\">d6-e5⁇</span>\u00a0+=)")
	require.Contains(t, page, "<figcaption>Diagram\u00a01. After <span class=\"m\">1...\u00a0b6-c5</span>. White\u00a0to\u00a0move</figcaption>")
	document := typstOf(t, b)
	require.Contains(t, document, "{\"Diagram\u00a01. After \"; box(\"1...\u00a0b6-c5\"); \". White\u00a0to\u00a0move\"; }")
	require.Contains(t, document, "box(\"c3-d4‼\"); \"\u00a0\"; \"±\"")
	require.Contains(t, document, "box(\"d6-e5⁇\"); \"\u00a0\"; \"+=\"")
}

// No line ends within a hyphenated name.
func TestNames(t *testing.T) {
	b, faults := Read("b.md", []byte("```game\n[Variant \"bashni\"]\n[White \"Козловский-Задунайский С. П.\"]\n[Black \"Иванов\"]\n\n1. c3-d4 *\n```\n"), options())
	require.Empty(t, faults)
	require.Contains(t, pageOf(t, b), "<span class=\"name\">Козловский-Задунайский\u00a0С.\u00a0П. –</span> <span class=\"name\">Иванов</span></h2>")
	require.Contains(t, typstOf(t, b), "{box(\"Козловский-Задунайский\u00a0С.\u00a0П. –\"); \" \"; box(\"Иванов\"); }")
}

// Adjacent diagrams and exercises are side by side.
func TestRow(t *testing.T) {
	diagram := "```diagram variant=bashni\nW:Wa1:Bh8\n```\n"
	exercise := "```position variant=russian solution=back\nc3 | h8\nd4 x\n```\n"
	b, faults := Read("b.md", []byte(diagram+"\nOne.\n\n"+diagram+exercise+diagram+"# Two\n"+diagram), options())
	require.Empty(t, faults)
	order := regexp.MustCompile(`(?m)^(?:stolb-row|stolb-figure|stolb-composition|par\(|\[#heading|\}, \{|\}\))`).FindAllString(typstOf(t, b), -1)
	require.Contains(t, strings.Join(order, " "), " stolb-figure par( stolb-row stolb-figure }, { stolb-figure }, { stolb-figure }) [#heading stolb-figure [#heading")
	page := pageOf(t, b)
	require.Equal(t, 1, strings.Count(page, "<div class=\"row\">"))
	require.Equal(t, 3, strings.Count(page[strings.Index(page, "<div class=\"row\">"):strings.Index(page, "<h1 id=\"two\"")], "<figure"))
}

// A table that is too wide for a page is split, and its last part has the totals.
func TestDivided(t *testing.T) {
	table := results{Heads: []string{"Место", "Имя", "1", "2", "3", "4", "5", "Очки"}, Crossed: 5, Rows: [][]string{{"1", "А", "a", "b", "c", "d", "e", "7"}}}
	var got [][]string
	for _, part := range table.In(8) {
		require.Len(t, part.Heads, len(part.Rows[0]))
		got = append(got, part.Rows[0])
	}
	require.Equal(t, [][]string{{"1", "А", "a", "b"}, {"1", "А", "c", "d"}, {"1", "А", "e", "7"}}, got)
	require.Equal(t, []results{table}, table.In(16))
}

// A diagram has a description in words for readers who cannot see it.
func TestDescribe(t *testing.T) {
	manuscript := []byte("```diagram variant=bashni\nB:Wa1,Kc1,c3=10/00,e3=00:Bh8,b8=0/1\n```\n")
	for i, l := range message.Languages() {
		o := options()
		o.Language = l
		b, faults := Read("b.md", manuscript, o)
		require.Empty(t, faults)
		require.Equal(t, []string{
			"Black to move. White: a1, king c1, king tower c3 (2 of its own, prisoners 2), tower e3 (2 of its own). Black: h8, tower b8 (1 of its own, prisoners 1). ",
			"Ход черных. Белые: a1, дамка c1, башня-дамка c3 (своих 2, плененных 2), башня e3 (своих 2). Черные: h8, башня b8 (своих 1, плененных 1). ",
			"Хід чорних. Білі: a1, дамка c1, вежа-дамка c3 (своїх 2, полонених 2), вежа e3 (своїх 2). Чорні: h8, вежа b8 (своїх 1, полонених 1). ",
		}[i]+b.figures[0].Position.FEN(), b.figures[0].Drawn.Title)
	}
}
