package find

import (
	"testing"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Every valid query can be searched for, and both evaluators agree.
func FuzzSearch(f *testing.F) {
	for _, e := range examples() {
		f.Add(e.query)
	}
	short := games(f, 3, 1, 12)
	for _, g := range short { // the page's long queries take seconds
		g.Plies = g.Plies[:min(len(g.Plies), 24)]
	}
	reports, naives := judged(short)
	f.Fuzz(func(t *testing.T, text string) {
		values := map[string]string{"who": "1", "least": "2"}
		q, err := Parse(text, values)
		if err != nil || len(text) > 300 {
			return
		}
		means := naively(t, text, values)
		searcher := NewSearcher(q, true)
		var again replay.Report
		for i, r := range reports {
			found := searcher.Search(r.Game, record.UnknownVariant, &again)
			want := false
			for at := range naives[i].moments {
				want = want || naives[i].is(means, at, nil)
			}
			if found != want {
				t.Fatalf("%s: game %d: %v, and %v by the page", text, i, found, want)
			}
		}
	})
}
