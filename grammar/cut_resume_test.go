package grammar

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
)

// begun is a game's text with where it begins, where that is known, and up to
// where finding its end looked.
type begun struct {
	Chunk
	at      Beginning
	known   bool
	reached int64
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
		all = append(all, begun{chunk, at, known, c.Reached()})
	}
}

// FuzzResume holds what an editor rests on: a cutter that goes on from where a game
// begins gives the games that one does which came there from the beginning; and a
// game stays what it is, whatever stands behind the place up to which the cutter
// looked.
func FuzzResume(f *testing.F) {
	for _, s := range append(corpus.SheetSeeds(), corpus.PDNSeeds()...) {
		f.Add(s+"\n\n"+s, "c3-b4")
		f.Add(s, "{")
	}
	f.Add("[White \"A\"]\n\n1. c3-b4 {x\n\n[White \"B\"]\n1-0\n", "}")
	f.Add("{\"game\":1}\n\n{\"game\":2}\n", "}\n{")
	f.Add("Белые: А\n"+strings.Repeat("1. c3-b4 b6-c5\n", 60)+"\nБелые: Б\n", "{?") // longer than what says its format
	f.Add("1. c3-b4\r\r\n1-0\r\r1. c3-d4 b6-c5\r1. c3-b4", "\n")
	f.Fuzz(func(t *testing.T, text, other string) {
		text, other = strings.ToValidUTF8(text, "?"), strings.ToValidUTF8(other, "?")
		requireResumes(t, text, other)
	})
}

func requireResumes(t testing.TB, text, other string) {
	t.Helper()
	c, err := NewCutter(strings.NewReader(text), "x", "utf-8")
	require.NoError(t, err)
	all := cutBegun(t, c)
	reached := int64(0) // of all games so far: each has to begin where it does
	for i, b := range all {
		reached = max(reached, b.reached)
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
		if reached > int64(len(text)) || i > 0 && !b.known {
			continue
		}
		changed := text[:reached] + other
		c, err := NewCutter(strings.NewReader(changed), "x", "utf-8")
		require.NoError(t, err)
		again := cutBegun(t, c)
		require.Greater(t, len(again), i)
		require.Equal(t, b, again[i], "%.1000q behind %.1000q", other, text[:reached])
	}
}

// Lines longer than a block, and texts too large for a game, are cut the same from
// where a game begins.
func TestResumeLong(t *testing.T) {
	run := strings.Repeat("1. c3-b4 b6-c5 ", 6000)
	requireResumes(t, "А – Б: "+run+"1-0 В – Г: "+run+"\n\nБелые: Д\n1. c3-b4\n", "x")
	requireResumes(t, "[White \"A\"]\n\n1. c3-b4 {"+strings.Repeat("x\n", 40000)+"\n[White \"B\"]\n\n1. c3-b4 *\n\n[White \"C\"]\n*\n", "}")
}

// What a text is does not hang on how much of it a stream gives at once.
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
		{title + strings.Repeat(title, 10) + "c3, e3 | h8\ncd4\n", Sheet}, // behind what is looked at
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
		b.Source.Width = nil // functions are not compared
		games = append(games, b.Chunk)
	}
	require.NotEmpty(t, games)
	return games
}
