package main

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// repeated returns a text n times between a beginning and an end.
func repeated(before, text string, n int, after string) io.Reader {
	block := min(n, 1+1<<16/len(text))
	many := strings.Repeat(text, block)
	readers := []io.Reader{strings.NewReader(before)}
	for ; n > 0; n -= block {
		readers = append(readers, strings.NewReader(many[:min(n, block)*len(text)]))
	}
	return io.MultiReader(append(readers, strings.NewReader(after))...)
}

// Any input is judged to its end and its faults reported; the text after it is judged, too.
func TestHostileInput(t *testing.T) {
	const tooLong = "the game's text is longer than 4194304 bytes; the rest, up to the next game, is skipped\n"
	const over = 4<<20 + 1<<16
	const legal = "\n\n[Event \"next\"]\n[Variant \"bashni\"]\n[Result \"1-0\"]\n\n1. c3-d4 1-0\n"
	allBytes := make([]byte, 256)
	for i := range allBytes {
		allBytes[i] = byte(i)
	}
	for _, test := range []struct {
		name  string
		in    io.Reader
		code  int
		wants []string
	}{
		{"no line end", repeated("", "x", over, ""), exitFaults, []string{
			"-:1:1: game 1, unreadable: this text has no moves and no position\n", "-:1:4194305: game 1, unreadable: " + tooLong}},
		{"no line end, in moves", repeated("", "c3-d4 b6-c5 ", over/12, ""), exitFaults, []string{
			"-:1:13: game 1, ply 3 (White's move 2), illegal: c3-d4: ", "game 1, ply 16385 (White's move 8193), unreadable: a game has at most 16384 moves of both sides\n", tooLong}},
		{"many plies in PDN", repeated("[Variant \"bashni\"]\n\n", "1. c3-d4 b6-c5\n", over/15, legal), exitFaults, []string{
			"game 1, ply 3 (White's move 2), illegal: c3-d4: ", "unreadable: the game has more than 65536 words, signs and comments; the rest is not read\n", tooLong,
			"2 games in 1 file: 1 legal, 0 repaired, 0 illegal, 1 unreadable\n"}},
		{"deep variations", repeated("[Variant \"bashni\"]\n\n1. c3-d4 ", "(1. c3-d4 ", over/10, legal), exitFaults, []string{
			"unreadable: a variation without ), which may contain moves of the game\n", "variations are nested more than 100 deep", tooLong, "2 games in 1 file: 1 legal"}},
		{"deep objects", repeated(`{"game":1,"moves":`, "[", 1<<20, ""), exitFaults, []string{"unreadable: not JSON: exceeded max depth\n"}},
		{"a comment without an end", repeated("[Variant \"bashni\"]\n\n1. c3-d4 ", "{", over, legal), exitFaults, []string{
			"unreadable: a comment without }, which may contain moves\n", tooLong, "2 games in 1 file: 1 legal"}},
		{"empty games", repeated("", "[Event \"x\"]\n\n*\n\n", 20_000, ""), exitFine, []string{"20000 games in 1 file: 20000 legal, 0 repaired, 0 illegal, 0 unreadable\n"}},
		{"empty sheets", repeated("", "Белые: А\nЧерные: Б\n\n1-0\n\n", 300, ""), exitFine, []string{"300 games in 1 file: 300 legal, 0 repaired, 0 illegal, 0 unreadable\n"}},
		{"results", repeated("1. c3-d4 ", "1-0 ", 10_000, ""), exitFine, []string{"\"1-0\" has no meaning here\n", "1 game in 1 file: 0 legal, 1 repaired"}},
		{"all bytes, after text", repeated(strings.Repeat("1. c3-d4\n", 1<<12), string(allBytes), 100, ""), exitFaults, []string{" unreadable\n"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := run([]string{"check", "--variant", "bashni", "-"}, test.in, &out, &errs)
			require.Equal(t, test.code, code, "%s%s", &out, &errs)
			require.Empty(t, errs.String())
			require.Less(t, out.Len(), 1<<17)
			for _, want := range test.wants {
				require.Contains(t, out.String(), want)
			}
		})
	}
	var out, errs bytes.Buffer
	require.Equal(t, exitFailed, run([]string{"check", "-"}, bytes.NewReader(allBytes), &out, &errs))
	require.Equal(t, "stolb: -: not a text\n", errs.String())
}

// Each of several games with the same text is reported in its place.
func TestSameGames(t *testing.T) {
	var out bytes.Buffer
	text := strings.Repeat("1. c3-c5 *\n\n", 3)
	require.Equal(t, exitFaults, run([]string{"check", "--variant", "bashni", "--jobs", "1", "-"}, strings.NewReader(text), &out, io.Discard))
	games := strings.SplitAfter(out.String(), "g7,b8,d8,f8,h8\n") // where the position ends
	require.Len(t, games, 4)
	for i, game := range games[:3] {
		line, number := strconv.Itoa(1+2*i), strconv.Itoa(i+1)
		require.True(t, strings.HasPrefix(game, "-:"+line+":4: game "+number+", ply 1 (White's move 1), illegal: c3-c5: "), game)
		require.Contains(t, game, "\n-:"+line+": game "+number+": illegal, bashni, 0 plies of 1, *\n")
		require.Len(t, game, len(games[0]))
	}
}

// BenchmarkHostile judges 16 kB of each hostile input and reports on it as text and as JSON. One
// operation is the text once.
func BenchmarkHostile(b *testing.B) {
	for _, in := range hostileInputs {
		for _, format := range []string{"text", "json"} {
			b.Run(in.name+"/"+format, func(b *testing.B) {
				text := in.text(1 << 14)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if code := run([]string{"check", "--jobs", "1", "--format", format, "-"}, strings.NewReader(text), io.Discard, io.Discard); code > exitFailed { // as for a text without a game
						b.Fatal(code)
					}
				}
			})
		}
	}
}
