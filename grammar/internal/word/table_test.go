package word

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWordTable(t *testing.T) {
	var table Table
	game := "1. c3-b4 b6-c5 2. b4-a5"
	first, err := table.Parse(game[3:8])
	require.NoError(t, err)
	require.Equal(t, "c3-b4", first.Text)
	again, err := table.Parse("c3-b4")
	require.NoError(t, err)
	require.Same(t, first, again)

	// Errors are cached, too.
	_, err1 := table.Parse("c3-")
	_, err2 := table.Parse("c3-")
	require.Error(t, err1)
	require.Same(t, err1, err2)

	// A look-up does not allocate.
	require.Zero(t, testing.AllocsPerRun(10, func() { _, _ = table.Parse(game[9:14]) }))
}

func TestWordTableBound(t *testing.T) {
	var table Table
	long := strings.Repeat("a1:c3:", 10) + "e5"
	w, err := table.Parse(long)
	require.NoError(t, err)
	require.Len(t, w.Steps, 21)
	require.Empty(t, table.words)

	_, err = table.Parse(strings.Repeat("a", 1<<20))
	var e *Error
	require.ErrorAs(t, err, &e)
	require.Less(t, len(e.Text), 40)
	require.Empty(t, table.words)

	for i := range maxTableWords + 10 {
		_, err := table.Parse(fmt.Sprintf("no%d", i))
		require.Error(t, err)
	}
	require.LessOrEqual(t, len(table.words), maxTableWords)
}

// benchmarkWords are the words of the Codex's game (1.10), of Adiukh's short record of it (7.2) and
// of the Codex's game of Lasca (2.3).
var benchmarkWords = strings.Fields(`c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4 a3:a7 c7-b6 a5:e5 f6:b2 a1:c3 d8-c7
	g3-f4 e5:g3 h2:f4 g3:e5 e3:g5 h6:f4 d2-e3 f4:b4 b2:d4:f6:d8D:a5:d2:h6
	cb4 bc5 ba5 ab6 bc3 aa7 cb6 ae5 fb2 ac3 dc7 gf4 eg3 hf4 ge5 eg5 de3 fb4 bh6 gf6 eg7 hf6 fe7 fd8 da5
	9-12 15:9 5:13 18-14 10:18 16:10 6:14 13:5 17-13 9:17 20-16 7:13 21:7 22:16 4:10 23:17 17:3D 9:23D`)

func BenchmarkParseWord(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, w := range benchmarkWords {
			if _, err := Parse(w); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(benchmarkWords)*b.N)/b.Elapsed().Seconds(), "words/s")
}

func BenchmarkWordTable(b *testing.B) {
	var table Table
	b.ReportAllocs()
	for b.Loop() {
		for _, w := range benchmarkWords {
			if _, err := table.Parse(w); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(benchmarkWords)*b.N)/b.Elapsed().Seconds(), "words/s")
}
