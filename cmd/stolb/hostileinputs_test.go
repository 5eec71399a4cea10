package main

import (
	"math/rand/v2"
	"strings"
	"unicode/utf16"
)

// hostileInput is a kind of hostile text, of any size.
type hostileInput struct {
	name string
	text func(size int) string
}

// again returns an input that repeats a text.
func again(name, text string) hostileInput {
	return hostileInput{name, func(size int) string { return strings.Repeat(text, 1+size/len(text)) }}
}

// behind returns an input that repeats a text after another.
func behind(name, before, text string) hostileInput {
	return hostileInput{name, func(size int) string { return before + strings.Repeat(text, 1+size/len(text)) }}
}

// drawn returns an input of random pieces, always the same.
func drawn(name string, draw func(r *rand.Rand) string) hostileInput {
	return hostileInput{name, func(size int) string {
		r := rand.New(rand.NewPCG(1, 2))
		var text strings.Builder
		for text.Len() < size {
			text.WriteString(draw(r))
		}
		return text.String()
	}}
}

// oneOf draws one of the bytes.
func oneOf(r *rand.Rand, bytes string) string { i := r.IntN(len(bytes)); return bytes[i : i+1] }

const (
	// crowded is a position with many kings of each side.
	crowded = `W:WKa1,Kb2,Kc1,Kd2,Ke1,Kf2,Kg1,Kh2,Ka3,Kc3,Ke3,Kg3:BKb8,Ka7,Kd8,Kc7,Kf8,Ke7,Kh8,Kg7,Kb6,Kd6,Kf6,Kh6`
	// bashniTags, bashniOpening and bashniMoves are the beginning of a legal game.
	bashniTags    = "[Variant \"bashni\"]\n\n"
	bashniOpening = "1. c3-d4 b6-c5 2. d4:b6 a7:c5 3. a3-b4 c5:a3 4. e3-f4 f6-e5 5. f2-e3 h6-g5\n"
	bashniMoves   = "6. f4:h6 b6-a5 7. b2-c3 b8-a7 8. e3-d4 d6-c5 9. d4:b6 a7:c5 10. g3-h4 e7-d6\n"
	// tall is a position with towers of many pieces.
	tall = `W:Wa1=000000/000000,c1=000000/000000:Bh8=0/0,b8=00`
)

// hostileInputs are inputs of which each byte, line or game costs as much as a larger part of a
// regular record.
var hostileInputs = []hostileInput{
	// Games of a few bytes.
	again("tag and result", `[A "b"] 1-0 `),
	again("tag and result, lines", "[A \"b\"]\n1-0\n\n"),
	again("tags alone", "[A \"b\"]\n\n"),
	again("tags in one game", "[Event \"x\"]\n"),
	again("tags of one line", `[A "b"]`),
	again("results alone", "1-0 "),
	again("results, a line each", "1-0\n"),
	again("results, a paragraph each", "*\n\n"),
	again("results in words", "Белые сдались.\n\n"),
	again("results in words, one line", "Белые сдались. "),
	again("draws", "ничья "),
	again("results and signs of names", "Ничья / "),
	again("results and names, one line", "1-0 А – Б: "),
	behind("results behind a move", "1. c3-d4 ", "1-0 "),
	drawn("results of all kinds", func(r *rand.Rand) string {
		return []string{"1-0 ", "½-½ ", "1-O ", "ничья", "Белые ", "сдались ", "по ", "соглашению", "счет ", "17:7", ", ", ". ", "\n", "победа ", "черных "}[r.IntN(15)]
	}),
	again("names and a number", "А – Б: 1. "),
	again("names and a number, lines", "А – Б: 1.\n"),
	again("names and a move", "А – Б: 1. c3-b4 1-0\n"),
	again("names alone", "Иванов – Петров\n"),
	again("names, a paragraph each", "Иванов – Петров\n\n"),
	again("short games", "1. c3-b4 1-0\n"),
	again("short games, a paragraph each", "1. c3-b4 1-0\n\n"),
	again("short games in numbers", "1. 9-13 1-0\n\n"),
	again("short games of one line", "1. c3-b4 1-0 "),
	again("games of one illegal move", "1. a1-h8\n\n"),
	again("games of one illegal move in PDN", "[Event \"x\"]\n\n1. a1-h8 *\n\n"),
	again("games of one illegal move, named", "[Variant \"bashni\"]\n\n1. a1-h8 *\n\n"),
	again("games that cannot be read", "[Variant \"bashni\"]\n\n1. c3-b *\n\n"),
	again("games of a word without sense", "[Event \"x\"]\n\nzz *\n\n"),
	again("headers alone", "Белые: А\n"),
	again("headers, a paragraph each", "Белые: А\nЧерные: Б\n\n"),
	again("heads and moves", "Белые: А\nЧерные: Б\n1. c3-b4 b6-a5\n\n"),
	again("heads of columns", "Белые – А\nЧерные – Б\n"),
	again("variants", "Башни\n"),
	again("dates", "12.03.1987\n"),
	again("texts of games", "[Text \"pdn\"]\n\n1. c3-b4 --\n% 1. c3-b4 {x *\n*\n\n"),

	// Positions.
	again("positions in lines", crowded+"\n"),
	again("positions, a paragraph each", crowded+"\n\n"),
	again("small positions", "W:Wa1:Bh8\n\n"),
	again("small positions in lines", "W:Wa1:Bh8\n"),
	again("open positions", "W:W"),
	again("towers", tall+"\n\n"),
	behind("a tower without an end", "W:Wa1=", "0"),
	again("towers of a thousand", "W:Wa1="+strings.Repeat("0", 1000)+":Bh8\n"),
	again("positions in words", "белые: с1 - 1/0000, d6 – 000000; черные: a7, b8\n"),
	again("positions in words, a paragraph each", "белые: с1 - 1/0000, d6 – 000000; черные: a7, b8\n\n"),
	again("positions in numbers", "W:W1,2,3,4,5:B20,21,22,23\n\n"),
	again("positions in tags", "[FEN \"W:W1,2,3,4,5:B20,21,22,23\"]\n\n*\n\n"),
	again("positions in the movetext", "1. c3-b4 /FEN \"W:Wa1:Bh8\"/ *\n\n"),
	again("illegal among kings", "[Variant \"bashni\"]\n[FEN \""+crowded+"\"]\n\n1. a3-h8 *\n\n"),
	again("illegal among kings, no variant", "[FEN \""+crowded+"\"]\n\n1. a3-h8 *\n\n"),
	again("illegal among kings in a sheet", crowded+"\n1. a3-h8\n\n"),
	again("illegal among kings of numbers", "[Variant \"international\"]\n[FEN \"W:WK46,K47,K48,K49,K50,K41,K42,K43,K44,K45:B6,7,8,9,10,1,2\"]\n\n1. 46-5 *\n\n"),
	again("long capture, illegal", "[Variant \"bashni\"]\n[FEN \"W:WKa1:Bb2,d2,f2,b4,d4,f4,b6,d6,f6,g7\"]\n\n1. a1:h8 *\n\n"),
	again("wrong results", "[Variant \"adiukh\"]\n[FEN \"W:Wa1:Bh8\"]\n[Result \"0-24\"]\n\n1. a1-b2 1-0\n\n"),

	// Moves, numbers and marks without sense.
	again("numbers", "1."),
	again("numbers with spaces", "1. "),
	again("numbers, a line each", "1.\n"),
	again("numbers, a paragraph each", "1.\n\n"),
	again("digits", "1"),
	again("digits with spaces", "1 "),
	again("a move", "c3-b4 "),
	again("a move, a line each", "c3-b4\n"),
	again("a move, a paragraph each", "c3-b4\n\n"),
	again("a move and its number", "1. c3-b4 "),
	again("a move without spaces", "c3-b4"),
	again("captures without end", "a1:"),
	again("dashes", "-"),
	again("dashes with spaces", "- "),
	again("question marks", "?"),
	again("question marks with spaces", "? "),
	again("question marks, a line each", "?\n"),
	again("full stops", "."),
	again("dots", "... "),
	again("marks of PDN", "$1 "),
	again("marks without spaces", "$1"),
	again("stars", "*"),
	again("stars with spaces", "* "),
	again("zeros", "0"),
	again("times", "0:05 "),
	again("colons", ":"),
	again("slashes", "/"),
	again("quotation marks", "\""),
	again("illegible", "нрзб "),
	again("illegible, a line each", "нрзб\n"),
	again("illegible, a paragraph each", "1. нрзб\n\n"),
	again("look-alikes", "сЗ-Ь4 "),
	again("look-alike words", "бббб"),
	again("fractions and captures, one line", "½ d6:b4 /"),
	again("squares, one line", "c3 d4 "),
	again("numbers and results, one line", "1) 2:0 "),
	again("squares with commas between, without spaces", "c3,b4"),
	again("numbers and what is not a move, without spaces", "1.e4"),
	again("moves of chess", "1.e4 "),
	again("half words", "c3- "),
	again("misspelt rows", "1. c3-b b6-\n"),
	again("misspelt rows without a number", "c3-b b6-c\n"),
	drawn("words of squares", func(r *rand.Rand) string {
		return oneOf(r, "abcdefgh") + oneOf(r, "12345678") + oneOf(r, "-:x ") + oneOf(r, "abcdefgh") + oneOf(r, "12345678") + oneOf(r, " \n")
	}),
	drawn("distinct words", func(r *rand.Rand) string {
		return oneOf(r, "abcdefgh") + oneOf(r, "123456789") + oneOf(r, "-:xХх–") + oneOf(r, "abcdefgh") + oneOf(r, "123456789") + oneOf(r, "-:") + oneOf(r, "abcdefghц") + oneOf(r, "123456789O") + " "
	}),

	again("unreadable words in PDN", "[White \"A\"]\n\n"+strings.Repeat("1. a9-b9 h0-z1 ", 39)+"*\n\n"),
	drawn("distinct unreadable words in PDN", func(r *rand.Rand) string {
		if r.IntN(60) == 0 {
			return "*\n\n[White \"A\"]\n\n"
		}
		return oneOf(r, "abcz09-") + oneOf(r, "abcz09-") + oneOf(r, "-:.") + oneOf(r, "abcz09-") + oneOf(r, "abcz09-") + " "
	}),
	drawn("unreadable words of letters in PDN", func(r *rand.Rand) string {
		if r.IntN(80) == 0 {
			return "*\n\n[White \"A\"]\n\n"
		}
		return oneOf(r, "klmnop") + oneOf(r, "aeiou") + oneOf(r, "rstuv") + oneOf(r, "aeiou") + oneOf(r, "wyzk") + " "
	}),
	drawn("distinct words like moves in PDN", func(r *rand.Rand) string {
		if r.IntN(80) == 0 {
			return "*\n\n[White \"A\"]\n\n"
		}
		word := ""
		for range 5 {
			word += oneOf(r, "abcdefgh12345678-:x")
		}
		return word + " "
	}),

	// PDN that looks regular.
	again("PDN, illegal at ply 3", bashniTags+"1. c3-d4 b6-c5 2. a1-h8 a7:c5 "+bashniMoves+"*\n\n"),
	again("PDN, illegal at each ply", bashniTags+strings.Repeat("1. a1-h8 a1-h8 ", 20)+"*\n\n"),
	again("PDN, a wrong result", "[Result \"1-0\"]\n"+bashniTags+bashniOpening+bashniMoves+"0-1\n\n"),
	again("PDN, wrong tags", "[Date \"32.13.19\"]\n[Round \"x\"]\n[GameType \"99,W\"]\n"+bashniTags+bashniOpening+bashniMoves+"*\n\n"),
	again("PDN, a repair", bashniTags+strings.Replace(bashniOpening, "c5:a3", "с5:a3", 1)+bashniMoves+"*\n\n"),
	again("PDN, ten repairs", bashniTags+strings.ReplaceAll(strings.ReplaceAll(bashniOpening+bashniMoves, "c5", "с5"), "e5", "е5")+"*\n\n"),
	again("PDN, an unknown variant", "[Variant \"nonsense\"]\n\n"+bashniOpening+bashniMoves+"*\n\n"),
	again("PDN, no variant", "[White \"A\"]\n\n"+bashniOpening+bashniMoves+"*\n\n"),
	again("PDN, a wrong position", "[FEN \"W:Wa1,b9,c3,z1:Bh8,h8,g7=\"]\n"+bashniTags+bashniOpening+bashniMoves+"*\n\n"),
	again("PDN, a comment without its end", bashniTags+bashniOpening+"{open "+bashniMoves+"*\n\n"),
	again("PDN, a variation without its end", bashniTags+bashniOpening+"(open "+bashniMoves+"*\n\n"),
	again("PDN, marks that are none", bashniTags+strings.ReplaceAll(bashniOpening+bashniMoves, " ", " $999 $x ")+"*\n\n"),
	again("PDN, illegal variations", bashniTags+strings.ReplaceAll(bashniOpening+bashniMoves, " ", " (1. a1-h8) ")+"*\n\n"),

	behind("games of PDN without heads", "[Variant \"bashni\"]\n\n", "1. c3-d4 b6-c5\n1. c3-b4 b6-a5\n"),
	behind("games of PDN without heads, illegal", "[Variant \"bashni\"]\n\n", "1. c3-d4 b6-c5 2. d4-e5\n1. a1-h8 b6-a5 2. d4-e5\n"),
	again("games of sheets without heads", "1. c3-d4 b6-c5\n1. c3-b4 b6-a5\n"),
	again("games of sheets without heads, illegal", "1. c3-d4 b6-c5 2. d4-e5\n1. a1-h8 b6-a5 2. d4-e5\n"),
	again("heads with moves in their line", "Белые: А, Черные: Б. 1. c3-b4 b6-a5\n"),
	again("comments behind ;", "; 2. g3-f4 e5:g3\n"),
	behind("comments behind ; in PDN", "[Variant \"bashni\"]\n\n1. c3-d4 ", "; 2. g3-f4 e5:g3\n"),

	// Brackets.
	again("(", "("),
	again("( with spaces", "( "),
	again("(, a line each", "(\n"),
	again(")", ")"),
	again("()", "()"),
	again("[", "["),
	again("[]", "[]"),
	again("[, a line each", "[\n"),
	again("{", "{"),
	again("{, a line each", "{\n"),
	again("{}", "{} "),
	again("{ among moves", "1. c3-b4 {\n"),
	again("( among moves", "1. c3-b4 (\n"),
	again("<", "<"),
	again("all brackets", "([{<"),
	again("all brackets, a line each", "([{<\n"),
	again("remarks", "1. c3-b4 (a) b6-c5 {b}\n"),
	again("remarks, a paragraph each", "(a)\n\n"),
	behind("nested variations", "[Variant \"bashni\"]\n\n", "1. c3-d4 (1. c3-b4 "),
	behind("variations side by side", "[Variant \"bashni\"]\n\n1. c3-d4 ", "(1. c3-b4) "),
	behind("empty variations", "[Variant \"bashni\"]\n\n1. c3-d4 ", "() "),
	behind("variations of an illegal move", "[Variant \"bashni\"]\n\n1. c3-d4 ", "(1. a1-h8) "),
	again("variations, a game each", "[Variant \"bashni\"]\n\n1. c3-d4 (1. c3-b4 (1. e3-d4)) *\n\n"),
	behind("brackets of all kinds in PDN", "[Variant \"bashni\"]\n\n1. c3-d4 ", "({[<"),
	behind("brackets closed in PDN", "[Variant \"bashni\"]\n\n1. c3-d4 ", ")}]>"),
	again("comments without an end, a game each", "[Event \"x\"]\n\n1. c3-d4 {open\n\n"),
	behind("a comment without an end", "[Variant \"bashni\"]\n\n1. c3-d4 {", "x"),
	behind("a tag without an end", "[Event \"", "x"),
	again("tags without an end", "[Event \"\n"),
	again("escapes", "[E \"\\\\"),

	again("remarks behind a move", "cb4 (a) "),
	again("games in brackets that are open", "c3-b4\n* \n({!:f6 "),
	again("games of a line in brackets that are open", "1. c3-b4 (1. e3-d4А – Б: 1. cb4 1-0 "),
	again("games of a line behind remarks", "(a) 1. 4-6 победа cb4 1-0 2. cb4 "),
	behind("clocks", "1. cb4 ", "{[%clk 1:00:00]} "),

	// Tables.
	behind("tabs behind a move", "1. cb4 ", "\t"),
	again("separators", ";"),
	again("separators, a line each", ";;;;\n"),
	again("commas", ",,,,\n"),
	again("pipes", "|"),
	again("pipes, a line each", "||||\n"),
	again("tabs", "\t"),
	again("rules of a table", "|---|---|\n"),
	again("rows of a table", "| 1 | c3-b4 | b6-a5 |\n"),
	again("rows of quoted cells", "\"1\";\"c3-b4\";\"b6-a5\"\n"),
	again("rows of a blank cell", "1;;b6-a5\n"),
	again("rows of too many cells", "1;c3-b4;b6-a5;c3-b4;b6-a5;c3-b4;b6-a5;c3-b4\n"),
	again("rows of a thousand cells", strings.Repeat("c3-b4;", 1000)+"\n"),
	again("rows of a thousand tabs", strings.Repeat("1\tc3-b4\t", 500)+"\n"),

	// Bytes.
	again("NUL", "\x00"),
	again("spaces", " "),
	again("line ends", "\n"),
	again("carriage returns", "\r"),
	again("spaces and line ends", " \n"),
	again("byte order marks", "\ufeff"),
	again("spaces without a width", "\u200b"),
	again("half characters", "\xd0"),
	again("wide characters", "𝟙"),
	again("letters", "x"),
	again("letters with spaces", "x "),
	again("letters, a line each", "x\n"),
	again("Cyrillic letters", "ж"),
	again("prose", "Белые вскоре получили подавляющее преимущество, и черные сдались. "),
	again("prose, a line each", "Белые вскоре получили подавляющее преимущество.\n"),
	again("prose, a paragraph each", "Белые вскоре получили подавляющее преимущество.\n\n"),
	again("prose among moves", "1. c3-b4 Белые вскоре получили подавляющее преимущество, хотя 2. b6-c5\n"),
	drawn("random bytes", func(r *rand.Rand) string { return string([]byte{byte(r.Uint32())}) }),
	drawn("random letters", func(r *rand.Rand) string { return oneOf(r, "abcdefghijklmnopqrstuvwxyz     \n") }),
	drawn("random signs", func(r *rand.Rand) string { return oneOf(r, "abcdefgh12345678-:x. \n()[]{}\"*!?$;|\t") }),
	drawn("random PDN", func(r *rand.Rand) string {
		return []string{"[Event \"x\"]", "\n", "\n\n", "1. ", "c3-b4 ", "{", "}", "(", ")", "1-0", "*", "$1", "[", "; x\n", "/FEN"}[r.IntN(15)]
	}),
	again("carriage returns behind rows", "1. c3-b4 b6-a5\r"),
	again("NUL among moves", "1. c3-b4\x00b6-a5\n"),
	behind("half pairs of UTF-16", "\xff\xfe", "1\x00.\x00 \x00\x00\xd8"),
	{"UTF-16", func(size int) string {
		text := []byte("\xff\xfe")
		for _, u := range utf16.Encode([]rune(strings.Repeat("1. c3-b4 b6-c5\n", 1+size/30))) {
			text = append(text, byte(u), byte(u>>8))
		}
		return string(text)
	}},

	// Other formats.
	again("objects", "{}\n"),
	again("objects of a game", "{\"game\":1,\"moves\":[]}\n"),
	again("objects of a wrong move", "{\"game\":1,\"variant\":\"bashni\",\"moves\":[\"a1-h8\"]}\n"),
	again("broken objects", "{\"game\":\n"),
	behind("deep objects", `{"game":1,"moves":`, "["),
	behind("a string of JSON", `{"game":1,"moves":["`, "a"),
	behind("escapes of JSON", `{"game":1,"white":"`, `\ud800`),
	behind("a number of JSON", `{"game":`, "9"),
	behind("keys of JSON", `{"game":1`, `,"k":1`),
	behind("titles of a page", "<table><tr><th>White<th>Moves</tr><tr><td>A<td>c3-d4</tr>", "x<tr><th>White<th>Moves</tr>\n"),
	behind("words of hOCR", "<html><body><div class='ocr_page' title='bbox 0 0 9 9'>", "<span class='ocrx_word' title='bbox 1 1 9 9; x_wconf 50'>c3-b4</span>\n"),
	behind("pages of hOCR", "<html><body>", "<div class='ocr_page' title='bbox 0 0 9 9'>"),
	behind("words of ALTO", `<alto><Layout><Page><PrintSpace><TextBlock>`, `<TextLine><String CONTENT="c3-b4" HPOS="1" VPOS="1" WIDTH="9" HEIGHT="9"/></TextLine>`),
	behind("variations of a composition", "Белые: a1. Черные: h8. Выигрыш. 1. b2 ", "(1... g7 2. c3) "),
	again("compositions", "Белые: a1. Черные: h8. Выигрыш. 1. b2\n"),
}
