package notation

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// FuzzWrite: any input is written as PDN 3.0; the output is read as the same number of games with
// the same legal moves and verdicts, and is then written unchanged.
func FuzzWrite(f *testing.F) {
	for _, text := range []string{
		"[Event \"a \\\" b\"]\n[Result \"1-0\"]\n\n{c} 1. 32-28! $1 19-23 (1... 18-23 {x} (1... 17-21)) {[%clk 1:00] y} 2. 28x19 1-0 {z}",
		"[Variant \"bashni\"]\n[FEN \"B:Wh6=10/000000:Bg7,Kb8.\"]\n1... g7-f6 /FEN \"W:Wh6:Bb8\"/ {a } 2. h6-g7 *",
		"% head\n1.a3b4 c5xd4:e5 - - ; rest\n2. 3228* 19-23* <4> ) } { { } (",
		"[GameType \"21\"]\n[FEN \"W:W27:B5\"]\n27-23 5-9 1-0", "[Termination \"unplayed\"]\n[Variant \"lasca\"]\n1-0",
		"[GameType \"99\"]\n1. 1-5 ({only}) 7-8 ~ + = (2. 5-6 - /W:W1/) *", "[Variant \"adiukh\"]\n1. c3-b4 b6-c5 10-14",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 || !utf8.ValidString(text) {
			return
		}
		games := readAll(t, text)
		once := writeAll(t, record.UnknownVariant, games...)
		back := readAll(t, once)
		require.Len(t, back, len(games), once)
		if strings.Contains(once, "[Verdict ") {
			return // the text within is arbitrary
		}
		requireTags(t, once)
		twice := writeAll(t, record.UnknownVariant, back...)
		if strings.Contains(twice, "[Verdict ") {
			return
		}
		require.Equal(t, twice, writeAll(t, record.UnknownVariant, readAll(t, twice)...))
	})
}

// requireTags checks the beginning of each game against the standard's grammar.
func requireTags(t testing.TB, text string) {
	for text != "" {
		m := strictTag.FindString(text)
		if m == "" {
			break
		}
		text = text[len(m):]
	}
	require.True(t, text == "" || text[0] == '\n', text)
}
