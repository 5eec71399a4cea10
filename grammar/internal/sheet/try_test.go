package sheet

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// hasMore says whether a sheet has what PDN does not have, columns or a result in words,
// and nothing in it that cannot be read.
func hasMore(g *record.Game) bool {
	for _, f := range g.Faults {
		if f.Severity == record.Unreadable || f.Code == record.Syntax {
			return false
		}
	}
	r, _ := utf8.DecodeRuneInString(g.Result.Text)
	return len(g.Plies) > 0 && (g.Layout == "columns" || unicode.IsLetter(r))
}

var tried = []string{
	"1. c3-b4 b6-a5\n2. b4-c5 Белые сдались\n",
	"[White \"A\"]\n\n1. c3-b4\n2. b4-c5\nb6-a5\nd6:b4\n",
	"[White \"A\"]\n\n1. c3-b4\n2. b4-c5\n1. b6-a5\n2. d6:b4\n",
	"1. c3-b4 b6-a5 3. a3-b4 c5-b6\n2. b4-c5 d6:b4 4. b4-c5 d6:b4\n",
	"Белые: А\n1. c3-b4\n2. b4-c5\nЧерные: Б\n1. b6-a5\n2. d6:b4\n",
	"[Result \"White resigned\"]\n\n1. c3-b4 b6-a5 l-0",
	"1. c3-b4 b6-a5 2. b4-c5\nнез'явлення чорних\n",
	"1. 9-13 22-18\n2. 17-22 1:30\n3. 1-5 O-1\n",
	"1. ... b6-a5\n2. c3-b zzz\n3. a1-b2 — 4. b2-c3\n",
	"| 1 | c3-b4 | b6-a5 |\n| 2 | b4-c5 | d6:b4 |\nDraw agreed",
}

// What Try gives up is no sheet that has more than PDN.
func FuzzTry(f *testing.F) {
	for _, text := range tried {
		f.Add(text)
	}
	r := NewReader(new(word.Table))
	f.Fuzz(func(t *testing.T, text string) {
		read, tried := record.Game{Text: text}, record.Game{Text: text}
		r.Read(&read, record.UnknownVariant)
		if r.Try(&tried, record.UnknownVariant) {
			require.Equal(t, read, tried)
		} else {
			require.False(t, hasMore(&read), "%q", text)
		}
	})
}

// What has more than PDN is read whole; what shows early that it has not is given up.
func TestTry(t *testing.T) {
	r := NewReader(new(word.Table))
	for _, text := range tried {
		read, tried := record.Game{Text: text}, record.Game{Text: text}
		r.Read(&read, record.UnknownVariant)
		if hasMore(&read) {
			require.True(t, r.Try(&tried, record.UnknownVariant), text)
			require.Equal(t, read, tried)
		}
	}
	for text, want := range map[string]bool{
		"[White \"A\"]\n\n1. c3-b4 b6-a5 2. b4-c5 d6:b4 *\n":             false, // one line
		"[White \"A\"]\n\n1. c3-b4 b6-a5\n2. b4-c5 d6:b4\n*\n":           false, // rows
		"[White \"A\"]\n\n1. c3-b4 b6-a5\n2. b4-c5 d6:b4 ничья\n":        true,
		"[White \"A\"]\n\n1. c3-b4\n2. b4-c5\nb6-a5\nd6:b4\n":            true,
		"1. c3-b4 b6-a5 3. a3-b4 c5-b6\n2. b4-c5 d6:b4 4. b4-c5 d6:b4\n": true,  // blocks
		"1. c3-b4 b6-a5 " + strings.Repeat("zzz ", 100):                  false, // one line
	} {
		require.Equal(t, want, r.Try(&record.Game{Text: text}, record.Bashni), text)
	}
}
