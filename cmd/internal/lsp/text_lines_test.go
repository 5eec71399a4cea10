package lsp

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// offset returns the offset of a byte of a line, from 0, or of the line's end.
func offset(text string, line, byte int) int {
	at := 0
	for ; line > 0; line-- {
		i := strings.IndexAny(text[at:], "\r\n")
		if i < 0 {
			return len(text)
		}
		at += i + 1
		if text[at-1] == '\r' && strings.HasPrefix(text[at:], "\n") {
			at++
		}
	}
	end := len(text)
	if i := strings.IndexAny(text[at:], "\r\n"); i >= 0 {
		end = at + i
	}
	return min(at+byte, end)
}

func TestChange(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	ends := []string{"", "\n", "\r", "\r\n", "x", "x\r", "\ny", "a\r\nb\n\rc", "\n\n"}
	for range 300 {
		text := strings.Repeat(ends[random.IntN(len(ends))], random.IntN(4))
		d := newGameText("x", text, record.Bashni)
		for range 30 {
			place := func() position { return position{random.IntN(6), random.IntN(4)} }
			start, end, with := place(), place(), ends[random.IntN(len(ends))]
			from, to := offset(text, start.Line, start.Character), offset(text, end.Line, end.Character)
			require.Equal(t, from, newPlaces(d, "utf-8").place(start))
			require.Equal(t, to, newPlaces(d, "utf-8").place(end))
			want := text[:min(from, to)] + with + text[max(from, to):]
			d.Change(from, to, with)
			require.Equal(t, want, d.text, "%q, from %v to %v %q", text, from, to, with)
			text = want
			for line, at := range d.starts {
				require.Equal(t, offset(text, line, 0), at)
				require.Equal(t, offset(text, line, len(text)), d.lineEnd(at))
			}
			require.Equal(t, len(text), offset(text, len(d.starts), 0))
		}
	}
}
