package find_test

import (
	"testing"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/find"
)

// Whatever is a query can be searched for, by both evaluators alike.
func FuzzSearch(f *testing.F) {
	for _, e := range query.Examples() {
		f.Add(e.Query)
	}
	reports, naives := judged(games(f, 3, 1, 12))
	f.Fuzz(func(t *testing.T, text string) {
		c, err := query.Parse(text, map[string]string{"who": "1", "least": "2"})
		if err != nil || len(text) > 300 {
			return
		}
		searcher := find.NewSearcher(find.New(c), find.Wanted{Report: true, Squares: true})
		var again replay.Report
		for i, r := range reports {
			found := searcher.Search(r.Game, record.UnknownVariant, &again)
			want := false
			for at := range naives[i].moments {
				want = want || naives[i].is(c, at, nil)
			}
			if got := found != nil && found.Any; got != want {
				t.Fatalf("%s: game %d: %v, and %v by the page", text, i, got, want)
			}
		}
	})
}
