package grammar_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// written returns generated games of bashni as text.
func written(b *testing.B, layout string, games int) []byte {
	g, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(b, err)
	w := g
	w.Layout = layout
	var text []byte
	for n := 1; n <= games; n++ {
		text, _ = w.Append(text, n)
		text = append(text, '\n')
	}
	return text
}

// chunks cuts a text into games.
func chunks(b *testing.B, text []byte) []grammar.Chunk {
	cutter, err := grammar.NewCutter(bytes.NewReader(text), "", "")
	require.NoError(b, err)
	var all []grammar.Chunk
	for {
		c, err := cutter.Next()
		if err == io.EOF {
			return all
		}
		require.NoError(b, err)
		all = append(all, c)
	}
}

const benchmarkGames = 500

// BenchmarkCut cuts 500 games from a text without parsing them.
func BenchmarkCut(b *testing.B) {
	for _, layout := range corpus.Layouts() {
		b.Run(layout, func(b *testing.B) {
			text := written(b, layout, benchmarkGames)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				require.Len(b, chunks(b, text), benchmarkGames)
			}
		})
	}
}

// BenchmarkParse parses 500 games that are already cut; nearly all of their words are known from
// earlier games.
func BenchmarkParse(b *testing.B) {
	for _, layout := range corpus.Layouts() {
		b.Run(layout, func(b *testing.B) {
			text := written(b, layout, benchmarkGames)
			games := chunks(b, text)
			parser := grammar.NewParser()
			var game record.Game
			words := 0
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for _, c := range games {
					parser.ParseInto(c, &game)
					words += len(game.Plies)
				}
			}
			b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
		})
	}
}

// BenchmarkRemarks parses sheets with marks and comments at every fifth move. The games of "inside"
// also have a remark within a move, which requires the grammar's tree.
func BenchmarkRemarks(b *testing.B) {
	for _, inside := range []bool{false, true} {
		name := "behind"
		if inside {
			name = "inside"
		}
		b.Run(name, func(b *testing.B) {
			g, err := corpus.NewGenerator(record.Bashni, 1)
			require.NoError(b, err)
			var text []byte
			for range benchmarkGames {
				game := g.Next()
				for i := 4; i < len(game.Plies); i += 5 {
					n := &record.Notes{Marks: []string{"!?"}, Comments: []string{"диаграмма 5"}}
					if inside && i == 4 {
						n.Inside = []record.Inside{{Step: 0, Text: "сильно"}}
					}
					game.Plies[i].Note = n
				}
				text = grammar.AppendSheet(text, game, record.Bashni, nil, nil, grammar.Run, message.Russian)
				text = append(text, '\n')
			}
			games := chunks(b, text)
			parser := grammar.NewParser()
			var game record.Game
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for _, c := range games {
					parser.ParseInto(c, &game)
				}
			}
		})
	}
}
