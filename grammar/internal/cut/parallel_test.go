package cut_test

import (
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/grammar/internal/cut"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")
var _ = debug.SetGCPercent(400) // the heaps are small, and collecting them takes time

// chunksOf returns all chunks, without their functions, which cannot be compared.
func chunksOf(t *testing.T, from interface{ Next() (cut.Chunk, error) }) (all []cut.Chunk, err error) {
	t.Helper()
	for {
		c, err := from.Next()
		if err != nil {
			_, again := from.Next()
			require.Equal(t, err, again)
			return all, err
		}
		c.Source.Width = nil
		all = append(all, c)
	}
}

// cutInParallel checks that Parallel yields the chunks of a Cutter.
func cutInParallel(t *testing.T, text io.Reader, again io.Reader, name string, size int) {
	t.Helper()
	cut.SetBlockSize(size)
	one, err := grammar.NewCutter(text, name, "")
	require.NoError(t, err)
	want, wantErr := chunksOf(t, one)
	other, err := grammar.NewCutter(again, name, "")
	require.NoError(t, err)
	parallel := other.Parallel(3)
	defer parallel.Close()
	got, gotErr := chunksOf(t, parallel)
	require.Equal(t, wantErr, gotErr)
	require.Equal(t, len(want), len(got))
	for i := range want {
		require.Equal(t, want[i], got[i], "%d, %d bytes a block", i, size)
	}
}

var parallelPieces = []string{
	"Вид: bashni\nБелые: А\tЧерные: Б\n1. c3-d4\tb6-c5\n2. d4:b6\ta7:c5\n0-1\n\n",
	"Вид: bashni\nА – Б: 1. c3-d4 b6-c5 2. d4:b6 a7:c5\n0-1\n\n",
	"Белые – А\n1. c3-d4\n2. d4:b6\n\nЧерные – Б\nb6-c5\na7:c5\n\n",
	"А – Б: 1. c3-d4 b6-c5 2. d4:b6 a7:c5 1-0\n", "А – Б: 1. c3-d4 b6-c5 1-0 В – Г: 1. c3-d4 ",
	"c3-d4 b6-c5 1-0\n", "1. c3-d4 b6-c5\n", "(a remark\n\nthat is not closed\n", "{ a comment\n", "}\n", "\n\n\n", "проза\n\n",
	"[White \"A\"]\n[Black \"B\"]\n[Variant \"bashni\"]\n\n1. c3-d4 b6-c5 2. d4:b6 a7:c5 *\n\n", "[A \"b\"]\n\n[C \"d\"]\n\n", "1. c3-d4 {[Event \"x\"]} b6-c5 1-0\n",
	"[Event \"x\"]\r\n\r\n1. c3-d4 *\r\n\r\n", "12. І. Іваненко\nВид: російські шашки\nb2, d2 | b4, f8\nI bc3(a3 А) d4\nА (e7)\nI dc3\n\n", "{\"game\":1,\"moves\":[]}\n", "Вид: башни\n\n", "Вид: ласка\n\nА – Б\n1. 9-12\t15:9\n2. 5:13\n\n", "Раздел 2. Русские шашки\n\n", "Title\n\n[Event \"y\"]\n1. c3-d4 1-0\n",
}

func TestParallel(t *testing.T) {
	defer cut.SetBlockSize(256 << 10)
	random := rand.New(rand.NewPCG(3, 4))
	cases := 20
	if *thorough {
		cases = 100
	}
	for range cases {
		kinds := make([]string, 1+random.IntN(4))
		for i := range kinds {
			kinds[i] = parallelPieces[random.IntN(len(parallelPieces))]
		}
		var b strings.Builder
		for b.Len() < 4<<10 {
			b.WriteString(kinds[random.IntN(len(kinds))])
		}
		text := b.String()
		switch random.IntN(6) {
		case 0:
			text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r")
		case 1:
			text = strings.ReplaceAll(text, " – ", " - ")
			text, _ = charmap.Windows1251.NewEncoder().String(text)
		case 2:
			text = "\ufeff" + text
		}
		cutInParallel(t, strings.NewReader(text), strings.NewReader(text), "x", 64<<random.IntN(6))
	}
	// A game over the limit, and more text after it than is kept.
	long := strings.Repeat("[A \"b\"]\n\n1. c3-d4 *\n\n", 100) + "[A \"b\"]\n\n" + strings.Repeat("1. c3-d4 b6-c5\n", 300_000) + "*\n\n" + strings.Repeat("[A \"b\"]\n\n1. c3-d4 *\n\n", 1000)
	cutInParallel(t, strings.NewReader(long), strings.NewReader(long), "x", 64<<10)
	// A stream that ends with an error.
	broken := errors.New("broken")
	text := strings.Repeat("[A \"b\"]\n\n1. c3-d4 *\n\n", 1000)
	failing := func() io.Reader { return io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)) }
	cutInParallel(t, failing(), failing(), "x", 512)
	for _, text := range []string{"", "\n\n", "x", "1. c3-d4"} {
		cutInParallel(t, strings.NewReader(text), strings.NewReader(text), "x", 512)
	}
}

// TestParallelStops checks that Next ends after Close even if goroutines are still running.
func TestParallelStops(t *testing.T) {
	defer cut.SetBlockSize(256 << 10)
	cut.SetBlockSize(512)
	c, err := grammar.NewCutter(strings.NewReader(strings.Repeat("[A \"b\"]\n\n1. c3-d4 *\n\n", 10_000)), "x", "")
	require.NoError(t, err)
	p := c.Parallel(2)
	for range 100 {
		_, err := p.Next()
		require.NoError(t, err)
	}
	require.NoError(t, p.Close())
	for {
		if _, err = p.Next(); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, io.ErrClosedPipe)
}

// endless repeats a text a number of times, and calls asked at the end.
type endless struct {
	text  string
	left  int
	asked func()
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := 0
	for ; e.left > 0 && n+len(e.text) <= len(p); e.left-- {
		n += copy(p[n:], e.text)
	}
	if e.left == 0 {
		e.asked()
	}
	return n, nil
}

// A text in which no game begins takes no more memory than a game may.
func TestParallelKeepsLittle(t *testing.T) {
	for name, text := range map[string]string{
		"lines": "Белые сдались. Ничья. 1-0\n", "one line": "Белые сдались. ", "a remark": "( лучше было c3-d4, и если e5-f4, то не c3-d4, а нечто другое, чего никто не знает\n", "PDN": "c3-d4 { [ \n",
	} {
		if !*thorough && name != "a remark" {
			continue // the others take longer
		}
		t.Run(name, func(t *testing.T) {
			const size = 64 << 20
			kept := uint64(0)
			source := &endless{text: text, left: size / len(text), asked: func() {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				kept = m.HeapAlloc
			}}
			begin := strings.NewReader("[Event \"x\"]\n\n")
			if name != "PDN" {
				begin = strings.NewReader("Белые: А\n\n")
			}
			c, err := grammar.NewCutter(io.MultiReader(begin, source), "", "")
			require.NoError(t, err)
			parallel := c.Parallel(2)
			defer parallel.Close()
			chunks, err := chunksOf(t, parallel)
			require.Equal(t, io.EOF, err)
			require.NotEmpty(t, chunks)
			require.NotZero(t, kept)
			require.Less(t, kept, uint64(size/2))
		})
	}
}

// counted finds games at lines that say "game", and counts the lines passed to it.
type counted struct {
	lines *atomic.Int64
	fresh bool
}

func (c *counted) Find(line string, _ bool) (cut.Decision, int) {
	c.lines.Add(1)
	if line == "game" && !c.fresh {
		return cut.Here, 0
	}
	c.fresh = false
	return cut.None, 0
}

func (c *counted) Reset()         { c.fresh = true }
func (c *counted) Unclosed() bool { return false }

// A line of a game that spans many blocks is examined at most three times: with its block, with the
// block before, and with the game.
func TestParallelLongGame(t *testing.T) {
	defer cut.SetBlockSize(256 << 10)
	cut.SetBlockSize(32 << 10)
	one := "game\n" + strings.Repeat("and so on\n", 500_000) // 5 MB
	text := one + strings.Repeat("game\nof few lines\n", 20_000)
	for _, text := range []string{one, text} {
		lines := new(atomic.Int64)
		formats := cut.Formats{
			PDN:           func() cut.Finder { return &counted{lines: lines} },
			IsComposition: func(string) bool { return false },
			Known:         func(string) bool { return false },
		}
		cutter, err := cut.New(strings.NewReader(text), "a.pdn", "", formats)
		require.NoError(t, err)
		want, _ := chunksOf(t, cutter)
		once := lines.Swap(0)
		cutter, err = cut.New(strings.NewReader(text), "a.pdn", "", formats)
		require.NoError(t, err)
		parallel := cutter.Parallel(3)
		got, _ := chunksOf(t, parallel)
		require.NoError(t, parallel.Close())
		require.Equal(t, want, got)
		require.LessOrEqual(t, lines.Load(), 3*once)
	}
}

func FuzzParallel(f *testing.F) {
	for i, p := range parallelPieces {
		f.Add(strings.Repeat(p, 3), parallelPieces[(i+1)%len(parallelPieces)], uint8(i))
	}
	f.Fuzz(func(t *testing.T, a, b string, size uint8) {
		text := a + b + a + a + b
		if len(text) > 1<<14 {
			return
		}
		cutInParallel(t, strings.NewReader(text), strings.NewReader(text), "x", 16+int(size))
	})
}
