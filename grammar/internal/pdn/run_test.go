package pdn

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// joinedExpression is what joined reads.
var joinedExpression = func() *regexp.Regexp {
	const square, space = `[a-lA-L]?\d{1,2}`, `[\s\p{Z}]*`
	return regexp.MustCompile(`^(` + square + space + `[-–—−]` + space + square + `|` +
		square + `(?:` + space + `[x:X×х]` + space + square + `)+)(?:[^\d./]|$)`)
}()

func FuzzJoined(f *testing.F) {
	for _, text := range []string{
		"c3 - d4", "5x 14", "c3:d4 : e5", "c3:d4 : e5.", "c3 - d4 - e5", "c3:d4 - e5", "L12\u2003—\u00a0a1 2.", "c3-d456", "c3-d4.", "5 x 14 23 x 3/", "1:2х3×4X5 ", "c3\v-d4", "c3 -", "c3 - \xff", "c3:d4:", "123-4",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		if m := joinedExpression.FindStringSubmatchIndex(text); m != nil {
			n = m[3]
		}
		require.Equal(t, n, joined(text), "%q", text)
	})
}
