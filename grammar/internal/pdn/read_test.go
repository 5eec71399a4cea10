package pdn

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

// byGrammar reads a game of PDN with the grammar alone.
func byGrammar(text string) *record.Game {
	g := &record.Game{Text: text, Format: "pdn"}
	b := (&Reader{Words: new(word.Table)}).begin(g)
	b.readTree()
	b.finish(true)
	return g
}

// read reads a game like Parse, with its words known.
func read(r *Reader, text string) *record.Game {
	var g *record.Game
	for range 2 {
		g = &record.Game{Text: text, Format: "pdn"}
		r.Read(g, true)
	}
	if len(g.Plies) == 0 {
		g.Plies = nil // an empty slice only has capacity
	}
	return g
}

// TestPlainPDN checks that the fast path and the grammar give the same result.
func TestPlainPDN(t *testing.T) {
	pieces := []string{
		"1. ", "2. ", "1... ", "3.", "c3-b4 ", "b6-c5 ", "a3:a7 ", "9-12 ", "15x9 ", "5:13 ", "f8:a3:c1:f4:h2 ", "cb4 ", "d4 ", "32 ",
		"10-14 ", "1-5 ", "5x 14 ", "5 - 14 ", "c3 -b4 ", "c3- b4 ", "1-0 ", "0-1", "2-0 ", "1-1 ", "1/2-1/2 ", "* ", "*", "$1 ", "! ", "?",
		"{a comment} ", "(1. c3-d4 ", ") ", "\n", "\r\n", "\t", "C3-B4 ", "с3-b4 ", "c7-d8D ", ". ", "... ", "x ", "- ", ": ",
		"[%clock w 1] ", `/FEN "W:Wc3:Bh8"/ `, "; rest\n", "% line\n", "[Result \"1-0\"]\n", "7 ", "12. ",
		"zzz ", "zzz", "a9-b9 ", "h0-z1 ", "abcdefgh ", "qqq- ", "ww ", "7. zz ",
	}
	random := rand.New(rand.NewPCG(5, 6))
	p := &Reader{Words: new(word.Table)}
	swift := 0
	for range map[bool]int{false: 1500, true: 4000}[*thorough] {
		var text strings.Builder
		if random.IntN(2) == 0 {
			text.WriteString("[White \"A\"]\n[Result \"1-0\"]\n\n")
		}
		number := 1
		for range 1 + random.IntN(24) {
			// Mostly moves as in real games.
			switch random.IntN(4) {
			case 0:
				text.WriteString(pieces[random.IntN(len(pieces))])
			default:
				text.WriteString(string(rune('0'+number)) + ". " + pieces[4+random.IntN(7)] + pieces[4+random.IntN(7)])
				number = number%9 + 1
			}
		}
		want, got := byGrammar(text.String()), read(p, text.String())
		require.Equal(t, want, got, text.String())
		swift += len(got.Plies)
	}
	require.Greater(t, swift, 10_000)
}

// TestPlainLongPDN does so for long games with few irregularities.
func TestPlainLongPDN(t *testing.T) {
	others := []string{"\n", "  ", "\t", "\r\n", "{x} ", "1-0 ", "7. ", "12 ", "0. ", "1000. ", "- ", "! ", "c3- ", "012. ", "e5", "*", "zzz ", "a9-b9 ", "7. zzz ", "zz"}
	random := rand.New(rand.NewPCG(15, 16))
	p := &Reader{Words: new(word.Table)}
	for range 200 {
		text := longMovetext(random, others)
		require.Equal(t, byGrammar(text), read(p, text), text)
	}
}

// longMovetext returns up to 120 rows of words that look like moves, some followed by other words.
func longMovetext(random *rand.Rand, others []string) string {
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

func FuzzPlainPDN(f *testing.F) {
	f.Add("[White \"A\"]\n\n1. c3-b4 b6-c5 2. b4-a5 {x} a7-b6 (2... c5-d4) 1-0")
	f.Add("1. 32-28 19x23 2. 28 x 19 14x23 *")
	f.Add("1. 9-12 15:9 2. 5:13 1-1")
	f.Add("[GameType \"25,W,8,8,N0,0\"]\n[FEN \"W:W11:B22,K23\"]\n\n1. 11-15 (c3-d4) /FEN \"B:W15:BK22\"/ 22-18 *")
	f.Add("[GameType \"23,W,8,8,A1,1\"]\n\n1. c3-d4 99-18 2. 10x17 1-0")
	f.Add("[GameType \"20,B,8,12,N3,1\"]\n\n1. 32-28 *")
	for _, text := range corpus.DamageTexts("pdn-seeds") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 16<<10 {
			return
		}
		want, r := byGrammar(text), &Reader{Words: new(word.Table)}
		for range 3 { // in the end, all its words are cached
			require.Equal(t, want, read(r, text), text)
		}
	})
}

// TestGrammarPlaces checks that reading continues after any token among the tags, in a line or
// after a variation.
func TestGrammarPlaces(t *testing.T) {
	for _, part := range []string{"{x}", "!", `/FEN "W:W31:B20"/`, "}"} {
		g := byGrammar("[White \"A\"]\n" + part + "\n[Black \"B\"]\n1. 32-28 *")
		require.Equal(t, "B", g.Tag("Black"), part)
	}
	for _, part := range []string{"19-23 ", "{x}", "1... ", "e?-f? ", "!", "1-0", `/FEN "W:W31:B20"/`, "\n[A \"b\"]", "}"} {
		for _, before := range []string{"1. 32-28 {y} ", "1. 32-28 (1. 33-29) "} {
			g := byGrammar(before + part + " {the end}")
			all := fmt.Sprint(g.Before, g.After, outline(g.Plies))
			require.Contains(t, all, "the end", before+part)
		}
	}
}

// outline returns the comments of plies.
func outline(plies []record.Ply) (comments []string) {
	for _, p := range plies {
		if p.Note != nil {
			comments = append(append(comments, p.Note.Before...), p.Note.Comments...)
		}
	}
	return comments
}

// requireRows checks that a row consists of the tokens of its numbers and words.
func requireRows(t *testing.T, text string) (words int) {
	rows, single := newScanner(text), newScanner(text)
	single.single = true
	for {
		kind, at, end := rows.next()
		if kind == tokenRow {
			for single.at < end {
				kind, at, next := single.next()
				require.Contains(t, []lexer.TokenType{tokenNumber, tokenWord}, kind, "%q in %q", text[at:next], text)
				words++
			}
		} else {
			oneKind, oneAt, oneEnd := single.next()
			require.Equal(t, []any{oneKind, oneAt, oneEnd}, []any{kind, at, end}, text)
		}
		require.Equal(t, []int{single.at, single.depth, single.count}, []int{rows.at, rows.depth, rows.count}, text)
		if kind == lexer.EOF {
			return words
		}
	}
}

// TestRows checks that rows contain the tokens that scan finds.
func TestRows(t *testing.T) {
	pieces := []string{
		"zzz ", "1. ", "12. ", "0. ", "01. ", "99999. ", "1... ", "a9-b9 ", "c3-b4 ", "cb4 ", "qqq- ", "l-0 ", "1-0 ", "o ", "e5;", "x ", "xx ",
		"h0-z1 ", "zz  ", "zz\t", "zz!", "a3:a7 ", "c3 - b4 ", "zz. ", "* ", "(", ") ", "\u0430 ", "zz\r", "32-28 ", "1x5 ", "5:5\n", "12\n", "c3-d4) ", "b4\u00a0-c5 ",
	}
	random := rand.New(rand.NewPCG(25, 26))
	words := 0
	for range 20000 {
		var text strings.Builder
		for range 1 + random.IntN(8) {
			text.WriteString(pieces[random.IntN(1+random.IntN(len(pieces)))])
		}
		words += requireRows(t, text.String())
	}
	require.Greater(t, words, 10_000)
}

func FuzzRows(f *testing.F) {
	for _, text := range corpus.DamageTexts("pdn-seeds") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) <= 16<<10 {
			requireRows(t, text)
		}
	})
}
