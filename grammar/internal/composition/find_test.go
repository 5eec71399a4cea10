package composition

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The position at the beginning of a line ends before the solution; a misspelt one is still a
// position, which cannot be read.
func TestFindPosition(t *testing.T) {
	const none, slip, sound = "none", "slip", "sound"
	for _, c := range []struct{ line, is, position string }{
		{"c3, e3 | b6, h8", sound, "c3, e3 | b6, h8"},
		{"c3, e3 | b6 h8", sound, "c3, e3 | b6 h8"},
		{"c3, e3 | b6, h8 Ход черных", sound, "c3, e3 | b6, h8 Ход черных"},
		{"c3, e3 | b6, h8 1. cd4 (a5) c5 =", sound, "c3, e3 | b6, h8"},
		{"D.b8, пр. h6|c3, h8, f4 (g7, b2) g7! x", sound, "D.b8, пр. h6|c3, h8, f4"},
		{"c3, e3 | b6, h8 / cd4 (a5)", sound, "c3, e3 | b6, h8"},
		{"c3-00/1 | b6; cd4 (a5)", slip, "c3-00/1 | b6; cd4 (a5)"},
		{"e5, g3 / d6, h2", sound, "e5, g3 / d6, h2"},
		{"W:Wc3,e3:Bb6", sound, "W:Wc3,e3:Bb6"},

		{"c3, e3 | b6, c3", slip, "c3, e3 | b6, c3"},
		{"c3, e9 | b6, h8", slip, "c3, e9 | b6, h8"},
		{"c3, e3? | b6, h8", slip, "c3, e3? | b6, h8"},
		{"e5, g3 / d6, h9", slip, "e5, g3 / d6, h9"},
		{"W:Wc3,c3:Bb6", slip, "W:Wc3,c3:Bb6"},

		{"12. М. Абацієв", none, ""},
		{"«Шашки», 12/1975", none, ""},
		{"24/3, 1975", none, ""},
		{"e5 / d6", none, ""},
		{"| 1 | c3-b4 | d6-c5 |", none, ""},
		{"cd4 (a5 А) c5 =", none, ""},
	} {
		text, end := findPosition(c.line)
		is := none
		if text != nil {
			is = sound
		} else if end > 0 {
			is = slip
		}
		require.Equal(t, c.is, is, c.line)
		require.Equal(t, c.position, c.line[:end])
	}
}
