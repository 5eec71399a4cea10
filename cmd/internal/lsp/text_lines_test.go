package lsp

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// naive makes a change in a text as a whole.
func naive(text string, from, to Place, with string) string {
	offset := func(p Place) int {
		at := 0
		for ; p.Line > 0; p.Line-- {
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
		return min(at+p.Byte, end)
	}
	a, b := offset(from), offset(to)
	if b < a {
		a, b = b, a
	}
	return text[:a] + with + text[b:]
}

func TestChange(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	ends := []string{"", "\n", "\r", "\r\n", "x", "x\r", "\ny", "a\r\nb\n\rc", "\n\n"}
	for range 300 {
		text := strings.Repeat(ends[random.IntN(len(ends))], random.IntN(4))
		d := newGameText("x", text, record.Bashni)
		for range 30 {
			place := func() Place { return Place{random.IntN(6), random.IntN(4)} }
			from, to, with := place(), place(), ends[random.IntN(len(ends))]
			want := naive(text, from, to, with)
			d.Change(from, to, with)
			require.Equal(t, want, d.Text(), "%q, from %v to %v %q", text, from, to, with)
			require.Equal(t, splitLines(want), d.lines)
			text = want
		}
	}
}
