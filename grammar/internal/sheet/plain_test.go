package sheet

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// plainGames are plain games of each form.
var plainGames = []string{
	"Вид: bashni\nБелые: Иванов\tЧерные: Петров И.\n1. c3-b4\tb6-c5\n2. b4-a5\ta7-b6\n0-1\n\n",
	"Белые: Иванов\nЧерные: Петров\n1. c3-b4 b6-c5\n2. b4-a5 a7-b6\n3. b2-c3\nНичья\n\n\n",
	"Турнир: Кубок 1987 Санкт-Петербург\nИванов А. – Петров: 1. c3-b4 b6-c5 2. b4-a5 a7-b6\n3. b2-c3 c5-b4 4. a1-b2\n1/2-1/2\n\n",
	"Вид: башни\nБелые: Игрок1\n1. cb4\n2. ba5\n3. bc3\nЧерные: Игрок2\n1. bc5\n2. ab6\n3. cb4\nБелые сдались.\n\n",
	"White: Smith\tBlack: Brown\n1. 9-13\t22-17\n2. 13x22\t25x18\n\n",
}

// requirePlain checks that the search reads plain games the same way, and reports if there are any.
func requirePlain(t *testing.T, text string, asked record.Variant) (any bool) {
	t.Helper()
	decoded := NewSplitter(new(word.Table), nil, asked)
	decoded.plain = nil
	p := plain{words: new(word.Table)}
	reader := NewReader(new(word.Table))
	for text != "" {
		n := p.read(text, true)
		decoded.Reset(false)
		k, reading, ok := decoded.Next(text, true)
		require.True(t, ok)
		if n > 0 {
			any = true
			require.Equal(t, text[:k], text[:n], "%q", text)
			want, got := record.Game{Text: text[:n]}, record.Game{Text: text[:n]}
			reader.defaultVariant = asked
			reader.readAs(&want, reading.(*Reading))
			if reader.readPlain(&got) {
				require.Equal(t, normal(want), normal(got), "%q", text[:n])
			}
		}
		text = text[k:]
	}
	return any
}

// normal returns a game for comparison, with nil for empty lists.
func normal(g record.Game) record.Game {
	if len(g.Plies) == 0 {
		g.Plies = nil
	}
	if len(g.Faults) == 0 {
		g.Faults = nil
	}
	if len(g.Tags) == 0 {
		g.Tags = nil
	}
	return g
}

func TestPlain(t *testing.T) {
	for _, text := range plainGames {
		require.True(t, requirePlain(t, text, record.Bashni), "%q", text)
	}
	for _, a := range plainGames {
		for _, b := range plainGames {
			require.True(t, requirePlain(t, a+b+a, record.UnknownVariant))
		}
	}
	for _, text := range corpus.DamageTexts("sheet-seeds") {
		requirePlain(t, text, record.UnknownVariant)
		requirePlain(t, text+"\n"+text, record.Bashni)
	}
	files, err := filepath.Glob("../../../cmd/stolb/testdata/script/reader-*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for i, file := range files {
		if i%4 > 0 && !*thorough {
			continue
		}
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for part := range strings.SplitSeq(string(data), "\n-- ") {
			_, text, _ := strings.Cut(part, " --\n")
			requirePlain(t, text+"\n", record.Bashni)
		}
	}
}

// FuzzPlain checks that the search reads plain games the way plain does.
func FuzzPlain(f *testing.F) {
	for _, text := range append(corpus.DamageTexts("sheet-seeds"), plainGames...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { requirePlain(t, text[:min(len(text), 1<<11)], record.Bashni) })
}
