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

// The answers of QUESTIONS.md are what the evaluator says that was written from
// the language's page alone, and what the searcher says.
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
		found, places, foundToo, placesToo := 0, 0, 0, 0
		for i, r := range reports[variant] {
			n := 0
			for at := range naives[variant][i].moments {
				if naives[variant][i].is(means, at, nil) {
					n++
				}
			}
			if places += n; n > 0 {
				found++
			}
			if searcher.Judged(r) {
				foundToo++
				placesToo += len(searcher.Moments)
			}
		}
		require.Equal(t, found, foundToo, q[2])
		answer := fmt.Sprintf("%s: %d of %d games", variant, found, games)
		if placesToo > 0 {
			require.Equal(t, places, placesToo, q[2])
			answer += fmt.Sprintf(", %d places", places)
		}
		require.Equal(t, answer+".", q[3], "question %s", q[1])
	}
}
