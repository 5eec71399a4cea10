package pdn

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// requireAccounted checks that the spans cover the text, and that all text that looks like a move
// or is misplaced is a move of the game or reported.
func requireAccounted(t *testing.T, text string) {
	g := &record.Game{Text: text, Format: "pdn"}
	(&Reader{Words: new(word.Table)}).Read(g, true)
	known := map[int]bool{g.Result.At: true}
	var line func(plies []record.Ply)
	line = func(plies []record.Ply) {
		for _, p := range plies {
			known[p.At] = true
			if p.Note != nil {
				for _, v := range p.Note.Variations {
					line(v)
				}
			}
		}
	}
	line(g.Plies)
	told := map[int]bool{} // each byte that a fault names
	for _, f := range g.Faults {
		for i := range max(f.Len, 1) {
			told[f.At+i] = true
		}
	}
	end := 0
	scanned := newScanner(text)
	scanned.single = true
	for kind, at, next := scanned.next(); kind != lexer.EOF; kind, at, next = scanned.next() {
		require.Empty(t, strings.TrimFunc(text[end:at], word.IsSpace), "%q before byte %d", text, at)
		require.Greater(t, next, at)
		end = next
		if len(g.Faults) >= maxRemarks {
			continue // no more are reported
		}
		part := text[at:next]
		switch kind {
		case tokenWord, tokenEllipsis:
			ellipsis := strings.Trim(part, ".…") == ""
			require.True(t, ellipsis || known[at] || told[at], "%q in %q is not a move, and no fault", part, text)
		case tokenBadTag, tokenUnknown, tokenOpenComment, tokenStray, tokenTooDeep, tokenTooLong:
			require.True(t, known[at] || told[at], "%q in %q is told of nowhere", part, text)
		}
	}
	require.Empty(t, strings.TrimFunc(text[end:], word.IsSpace), text)
}

// TestSpans checks that every character of a game is accounted for.
func TestSpans(t *testing.T) {
	for _, text := range append(corpus.DamageTexts("pdn-seeds"),
		"1. c3-b4 [b6-c5 2. b4-a5 1-0", "[c3-b4 b6-c5\n2. b4-a5 a7-b6 *", "1. 32-28 <19-23> 2. 28x19 <23> *",
		"[Event x\n[Eve\"nt \"y\"]\n{a [B \"c\"]\n(1. 32-28 $12345678 ) ] 1-O",
	) {
		requireAccounted(t, text)
	}
	names, err := filepath.Glob("../../../shared/data/pdn/*/*.pdn")
	require.NoError(t, err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		requireAccounted(t, string(data)) // several games as one: each further beginning is reported
	}
}

// FuzzSpans does so for any text.
func FuzzSpans(f *testing.F) {
	for _, text := range corpus.DamageTexts("pdn-seeds") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) <= 4<<10 {
			requireAccounted(t, text)
		}
	})
}
