package find

import (
	"flag"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// games returns games of several variants with various headers, cut off after a number of plies.
func games(t testing.TB, seed uint64, each, most int) []*record.Game {
	t.Helper()
	var all []*record.Game
	variants := []record.Variant{
		record.Bashni, record.Lasca, record.Adiukh, record.Russian, record.LascaReverse, record.Checkers, record.International,
		record.BashniReverse, record.RussianReverse, record.Brazilian,
	}
	for _, v := range variants {
		generator, err := corpus.NewGenerator(v, seed)
		require.NoError(t, err)
		for i := range each {
			g := generator.Next()
			switch i % 6 {
			case 3: // continues another game
				other := middle(t, generator.Next(), 1+i%11)
				other.Plies[0].Note = &record.Notes{Setup: other.Start.FEN()}
				g.Plies = append(g.Plies[:min(len(g.Plies), 7):7], other.Plies...)
			case 5: // begins at a position in the middle of one
				g = middle(t, g, 10+i%31)
			}
			if len(g.Plies) > most && i%3 > 0 {
				g.Plies = g.Plies[:most]
			}
			for name, values := range map[string][]string{"Date": {"1998.05.12", "1998.??.??", "1999.01.??", ""}, "Event": {"", "Чемпионат", "Cup"},
				"WhiteElo": {"2100", "", "1999", "2100,5", "-5", "?", "20 00", "+2100.0", "2.", "2e3"}, "Белые е": {"а", "В", "", "б"}, "Round": {"3", "3.1", "", "10"},
			} {
				if value := values[(i+int(v))%len(values)]; value != "" {
					g.Tags = append(g.Tags, record.Tag{Name: name, Value: value})
				}
			}
			if i%4 == 3 && len(g.Plies) > 8 { // a fault
				g.Plies[8].Word = g.Plies[0].Word
			}
			if i%5 == 4 && len(g.Plies) > 6 && !v.Towers() { // another position
				g.Plies[6].Note = &record.Notes{Setup: "B::"}
			}
			if i%3 != 1 {
				vary(g, v, rand.New(rand.NewPCG(seed, uint64(i))))
			}
			all = append(all, g)
		}
	}
	all = append(all, &record.Game{Tags: []record.Tag{{Name: "White", Value: "Игрок1"}}})
	return all
}

// vary adds variations of a few moves to a game: one for a move of the game, and one for a move
// of a variation.
func vary(g *record.Game, v record.Variant, lot *rand.Rand) {
	line := func(p replay.Position) (plies []record.Ply) {
		for range 1 + lot.IntN(5) {
			legal := p.Moves(nil)
			if len(legal) == 0 {
				break
			}
			m := &legal[lot.IntN(len(legal))]
			plies = append(plies, record.Ply{Word: p.Word(m, legal)})
			p.Play(m)
		}
		return plies
	}
	for i, ply := range replay.Judge(g, v).Plies() {
		if ply.Move == nil || lot.IntN(6) > 0 {
			continue
		}
		first := line(*ply.Before)
		if second := line(*ply.Before); lot.IntN(2) == 0 {
			first[0].Note = &record.Notes{Variations: [][]record.Ply{second}}
		}
		note := record.Notes{}
		if g.Plies[i].Note != nil {
			note = *g.Plies[i].Note
		}
		note.Variations = [][]record.Ply{first}
		g.Plies[i].Note = &note
	}
}

// middle returns a game that begins after a number of moves of another, or in its middle.
func middle(t testing.TB, g *record.Game, moves int) *record.Game {
	t.Helper()
	moves = min(moves, len(g.Plies)/2)
	out := *g
	out.Plies = slices.Clone(g.Plies[moves:])
	for i, ply := range replay.Judge(g, record.UnknownVariant).Plies() {
		if i == moves {
			start := ply.Before.Record()
			out.Start = &start
		}
	}
	require.NotNil(t, out.Start)
	return &out
}

// agree searches all games with both evaluators, and returns the number of games found.
func agree(t *testing.T, text string, reports []*replay.Report, naives []*naive) int {
	t.Helper()
	values := map[string]string{"who": "Игрок1", "least": "20", "zone": "rank 4, far rank, c3"}
	q, err := Parse(text, values)
	require.NoError(t, err, text)
	means := naively(t, text, values)
	searcher, bare := NewSearcher(q, true), NewSearcher(q, false)
	found := 0
	for i, r := range reports {
		var want []int
		for at := range naives[i].moments {
			if naives[i].is(means, at, nil) {
				want = append(want, at)
			}
		}
		var again replay.Report
		got := searcher.Search(r.Game, record.UnknownVariant, &again)
		require.Equal(t, len(want) > 0, got, "%s: game %d of %v", text, i, r.Variant)
		moments := slices.Clone(searcher.Moments)
		if len(moments) > 0 {
			require.Equal(t, want, moments, "%s: game %d of %v", text, i, r.Variant)
		} else if got {
			require.Len(t, want, len(naives[i].moments), "%s: it is about the game as a whole", text)
		}
		if got {
			found++
		}
		if q.HasSubject() {
			for k, at := range moments {
				var want replay.Squares
				rules, err := replay.For(r.Variant)
				require.NoError(t, err)
				for _, one := range naives[i].subjects(means, at, false) {
					want |= 1 << rules.Bit(one.on)
				}
				require.Equal(t, want, searcher.Squares[k], "%s: squares at moment %d of game %d of %v", text, at, i, r.Variant)
			}
		}
		require.Equal(t, got, bare.Judged(r), "%s: game %d of %v, judged before", text, i, r.Variant)
		require.Equal(t, moments, slices.Clone(bare.Moments), "%s: game %d of %v, judged before", text, i, r.Variant)
	}
	return found
}

func judged(games []*record.Game) (reports []*replay.Report, naives []*naive) {
	for _, g := range games {
		r := replay.Judge(g, record.UnknownVariant)
		reports, naives = append(reports, r), append(naives, newNaive(r))
	}
	return reports, naives
}

func TestExamples(t *testing.T) {
	each, most := 7, 2 // games per variant; queries that may find none
	if *thorough {
		each, most = 25, 1
	}
	reports, naives := judged(games(t, 1, each, 300))
	none := 0
	for _, e := range examples() {
		reports, naives := reports, naives
		if strings.Contains(e.query, "within variations") || strings.HasPrefix(e.query, "shifted") { // slow: many moves or places
			reports, naives = reports[:len(reports)/6], naives[:len(naives)/6]
		}
		if agree(t, e.query, reports, naives) == 0 {
			t.Log("nothing found:", e.query)
			none++
		}
	}
	require.LessOrEqual(t, none, most)
}

// A game with more variations than are searched is reported.
func TestIncomplete(t *testing.T) {
	generator, err := corpus.NewGenerator(record.Bashni, 7)
	require.NoError(t, err)
	g := generator.Next()
	last := &g.Plies[len(g.Plies)-1]
	q, err := Parse("within variations captures at least 12", nil)
	require.NoError(t, err)
	s := NewSearcher(q, false)
	for _, more := range []int{0, 1} {
		last.Note = &record.Notes{Variations: slices.Repeat([][]record.Ply{{{Word: last.Word}}}, maxVaried/len(g.Plies)+more)}
		require.False(t, s.Judged(replay.Judge(g, g.Variant)))
		require.Equal(t, more > 0, s.Incomplete())
	}
}

// Negative numbers are ordinary numbers, and the tallest tower can be expressed by towers only
// where that means the same.
func TestNumbers(t *testing.T) {
	reports, naives := judged(games(t, 3, 6, 30))
	none := len(reports) // games with a board
	for text, want := range map[string]int{
		"plies >= -5":                     none - 1,
		"-plies > -10000":                 none - 1,
		"-plies >= 0":                     0,
		"plies = -3":                      0,
		"-5 < plies":                      none - 1,
		"year > -2000":                    agree(t, "year > 0", reports, naives),
		"-year < -1998":                   agree(t, "year > 1998", reports, naives),
		"tallest >= 0":                    none - 1,
		"tallest > -1":                    none - 1,
		"white tallest < 1":               agree(t, "no white towers", reports, naives),
		"white tallest <= 0":              agree(t, "no white towers", reports, naives),
		"tallest <= -1":                   0,
		"always tallest < 2":              agree(t, "always no towers of at least 2", reports, naives),
		"mover tallest > 2":               agree(t, "mover tower of at least 3", reports, naives),
		"tallest = 2":                     agree(t, "tower of 2 and no towers of at least 3", reports, naives),
		"tallest != 1":                    agree(t, "tower of at least 2 or no towers", reports, naives),
		"-mobility > -2":                  agree(t, "mobility < 2", reports, naives),
		"mobility = -1":                   0,
		"-mobility + 3 = -1":              agree(t, "mobility = 4", reports, naives),
		"either colour -white kings < -1": agree(t, "2 white kings or white kings > 2 or black kings > 1", reports, naives),
	} {
		require.Equal(t, want, agree(t, text, reports, naives), text)
	}
}

// thorough makes the tests run all of their cases.
var thorough = flag.Bool("thorough", false, "all cases of the tests that else try some of them")
var _ = debug.SetGCPercent(400) // the heaps are small, and collecting them takes time

func TestRandom(t *testing.T) {
	queries := 100
	if *thorough {
		queries = 800
	}
	reports, naives := judged(games(t, 2, 6, 36))
	found := 0
	for i := range queries {
		w := writer{rand.New(rand.NewPCG(7, uint64(i)))}
		text := w.query(i % 4)
		// A few of the games for each, and all of them in turn.
		few := 3
		if strings.Contains(text, "within variations") { // slow: many moves
			few = 1
		}
		at := i * few % (len(reports) - few)
		if agree(t, text, reports[at:at+few], naives[at:at+few]) > 0 {
			found++
		}
	}
	require.Greater(t, found, queries/3, "most queries find nothing")
}
