package grammar_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// BenchmarkRemarks parses sheets with marks and comments at every fifth move;
// "inside" has a remark inside a move in each game besides, for which the
// grammar's tree is built.
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
