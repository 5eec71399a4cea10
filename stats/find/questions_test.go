package find

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// The answers in QUESTIONS.md are those of the searcher and of the independent evaluator, which
// was written from FIND.md alone.
func TestQuestions(t *testing.T) {
	page, err := os.ReadFile("QUESTIONS.md")
	require.NoError(t, err)
	questions := regexp.MustCompile("(?m)^## (\\d+)\\. .*\n\n```find\n((?:.*\n)*?)```\n\n(.+)$").FindAllStringSubmatch(string(page), -1)
	require.Len(t, questions, 20)
	const games = 150
	reports, naives := map[string][]*replay.Report{}, map[string][]*naive{}
	for _, q := range questions {
		var variant string
		_, err := fmt.Sscanf(q[3], "%s", &variant)
		require.NoError(t, err)
		variant = variant[:len(variant)-1]
		if reports[variant] == nil {
			v, err := record.ParseVariant(variant)
			require.NoError(t, err)
			generator, err := corpus.NewGenerator(v, 12)
			require.NoError(t, err)
			var made []*record.Game
			for range games {
				made = append(made, generator.Next())
			}
			reports[variant], naives[variant] = judged(made)
		}
		query, err := Parse(q[2], nil)
		require.NoError(t, err, q[2])
		means := naively(t, q[2], nil)
		searcher := NewSearcher(query, false)
		found, places := 0, 0
		for i, r := range reports[variant] {
			is := searcher.Judged(r)
			if is {
				found++
				places += len(searcher.Moments)
			}
			if i%5 > 0 && !*thorough {
				continue // searcher only
			}
			n := 0
			for at := range naives[variant][i].moments {
				if naives[variant][i].is(means, at, nil) {
					n++
				}
			}
			require.Equal(t, n > 0, is, "%s: game %d", q[2], i)
			if len(searcher.Moments) > 0 {
				require.Len(t, searcher.Moments, n, "%s: game %d", q[2], i)
			}
		}
		answer := fmt.Sprintf("%s: %d of %d games", variant, found, games)
		if places > 0 {
			answer += fmt.Sprintf(", %d places", places)
		}
		require.Equal(t, answer+".", q[3], "question %s", q[1])
	}
}
