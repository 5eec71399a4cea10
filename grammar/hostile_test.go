package grammar

import (
	"flag"
	"io"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

// Thorough is the same for the tests from outside.
var Thorough = thorough

func TestMain(m *testing.M) {
	if flag.Parse(); flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400) // the heaps are small
	}
	m.Run()
}

// hostile are pieces of sheets whose meaning changes when they are repeated endlessly.
var hostile = []string{
	"белые: a1; ", "белые: a1; черные: b2, xyz ", "Позиция: a1 | ", "a1|b2,", "аЗО-|", "koЗ.о|", "W:Wa1:Bb2 ", "a1-0/0, ", "белые: a1\n\n",
	"Белые:", "Белые: ", "Белые\t\t\t", "Белые – ", "Тур 3 ", "Дата: 1, ", "Ход: ", "Ход белых белые: a1 ", "White to ",
	"[", "[A \"", "[A \"x\"]", "[A \"x\"]a1, ", "[A \"x\"]\n\n*\n\n", "{\"game\":1}\n", "\\", "\"",
	"(", ")", "(a", "{}", "[]", "()", "(a) ", "cb4 (a) ", "b2:d4 (x) :f6 ", "!:f6 ",
	"1. ", "1.", "1...", ":1.a1", ": 1.a1 ", "1.a1 ", "1)a1 ", "1 a1 ", "12 ", "9", "0", "1.\n", "1. cb4\n\n", "\n\n1. cb4\n\n1-0\n",
	"А – Б: 1. ", "А – Б: 1. cb4 1-0 ", "1-0 А – Б: ", "Иванов – ", "а1 b – 1.a1 ",
	"1-0 ", "0:1) ", "1:1.", "17:7 ", "½", "* ", "+ -\n", "ничья, ", "счет ", "белые ", "победа ", "по\t\t\t\t",
	"cb4", "cb4 ", "c3-b4-", "c3.b4 ", "a1 : ", "a1 - ", "a1\\times ", "x ", "х", "З", "l", "| ", "e7-",
	"$", "$1 ", "!", "?", "-+", "- ", "—", "–––", ".", "... ", "… ", ",", ";", "%", "№", "«", "a", "я ",
	" ", "\t", "\u00a0", "\u200b", "\r", "\n", "\r\n", "\n\r", "\ncb4\r", "\x00", "\xff", "\x85",
}

// hostileStarts are the texts before the pieces.
var hostileStarts = []string{"", "белые: a1", "1. cb4 ", "(", "1-0 ", "[A \"x\"]\n\n1. cb4 "}

// Long texts of each piece, of each byte, and of random pieces are cut and read. The lexer must not
// return more tokens than there are bytes. Code that searches the rest of the text at every place
// would not finish in reasonable time.
func TestHostile(t *testing.T) {
	size, long := 1<<10, 40<<10 // code that is not linear takes minutes for these, and days for a whole game
	if *thorough {
		size, long = 8<<10, MaxGame
	}
	var units []string
	for i, start := range hostileStarts {
		for k, u := range hostile {
			if !*thorough && (i+k)%7 > 0 {
				continue
			}
			units = append(units, start+strings.Repeat(u, 1+size/32/len(u))+u)
		}
	}
	for _, u := range hostile {
		units = append(units, strings.Repeat(u, 1+size/len(u)))
	}
	for _, of := range []struct{ start, u string }{{"", "\r"}, {"белые: a1", " "}, {"белые: a1, c3", " "}, {"", ":1.a1"}, {"", "[A \"x\"]"}, {"", "[]"}, {"1. cb4 ", "\t"}, {"1. cb4 ", "{[%clk 1:00:00]} "}, {"", "½ d6:b4 /"}} {
		units = append(units, of.start+strings.Repeat(of.u, long/len(of.u)-8)+"x")
	}
	for c := range 256 {
		units = append(units, strings.Repeat(string([]byte{byte(c)}), size/16))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 25 {
		var all strings.Builder
		for all.Len() < min(size, 8<<10) {
			all.WriteString(hostile[random.IntN(len(hostile))])
		}
		units = append(units, all.String())
		some := make([]string, 1+random.IntN(4))
		for i := range some {
			some[i] = hostile[random.IntN(len(hostile))]
		}
		u := strings.Join(some, "")
		units = append(units, strings.Repeat(u, 1+size/4/len(u)))
	}

	p := NewParser()
	for _, text := range units {
		head := text[:min(len(text), 64)]
		for _, f := range []Format{Sheet, PDN} {
			if f == PDN && len(text) > size {
				continue
			}
			c, err := NewCutter(strings.NewReader(text), "x", "")
			require.NoError(t, err)
			c.SetFormat(f)
			total := 0
			for {
				chunk, err := c.Next()
				if err == io.EOF {
					break
				}
				require.NoError(t, err)
				require.NotEmpty(t, chunk.Text, "a game of %q", head)
				total += len(chunk.Text)
				g := p.Parse(chunk)
				require.LessOrEqual(t, len(g.Plies)+len(g.Faults)+len(g.Tags), 2*len(chunk.Text)+8, "%q", head)
			}
			require.LessOrEqual(t, total, 3*len(text), "%q", head) // a byte of an old encoding becomes at most three
		}
	}
}
