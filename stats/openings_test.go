package stats

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// generated returns random judged games of a variant. Every fifth has no date, every seventh no
// recorded result.
func generated(t testing.TB, v record.Variant, seed uint64, n int) []*replay.Report {
	g, err := corpus.NewGenerator(v, seed)
	require.NoError(t, err)
	reports := make([]*replay.Report, n)
	for i := range reports {
		game := g.Next()
		game.Tags = []record.Tag{
			{Name: "White", Value: fmt.Sprintf("P%d", i%6)}, {Name: "Black", Value: fmt.Sprintf("P%d", 6+i%5)},
		}
		if i%5 > 0 {
			game.Tags = append(game.Tags, record.Tag{Name: "Date", Value: fmt.Sprintf("%d.01.31", 1990+i*7%30)})
		}
		if i%7 == 0 {
			game.Result = record.Result{}
		}
		reports[i] = replay.Judge(game, v)
	}
	return reports
}

// won returns the outcome of a generated game, by the side left without a move or, in Adiukh, by
// the pieces of the final position: '+' for White, '-' for Black, '=' for a draw, '?' if unknown.
func won(r *replay.Report) byte {
	if !r.Over {
		if r.Game.Result.Outcome == record.NoResult {
			return '?'
		}
		return '=' // the generator gave it up
	}
	white := r.Final.Turn == record.Black
	if r.Variant.Reversed() {
		white = !white
	}
	if r.Variant == record.Adiukh {
		upper := upperHalf(r)
		if upper == 12 {
			return '='
		}
		white = upper > 12
	}
	if white {
		return '+'
	}
	return '-'
}

// upperHalf counts the pieces on the ranks 5 to 8 of the final position.
func upperHalf(r *replay.Report) int {
	n := 0
	for _, s := range r.Variant.Board().Squares() {
		if s.Rank() >= 4 {
			n += r.Final.At(s).Height()
		}
	}
	return n
}

// recount computes a Tally in another way.
func recount(reports []*replay.Report, games []int) Tally {
	var t Tally
	var years []int
	for _, g := range games {
		r := reports[g]
		t.Games++
		t.Plies += len(r.Game.Plies)
		switch won(r) {
		case '+':
			t.WhiteWins++
		case '-':
			t.BlackWins++
		case '=':
			t.Draws++
		}
		if r.Variant == record.Adiukh && won(r) != '?' {
			points := 12
			if r.Over {
				points = upperHalf(r)
			}
			t.Scored++
			t.Points += points
			t.Squares += points * points
		}
		if date := r.Game.Tag("Date"); date != "" {
			var year int
			fmt.Sscanf(date, "%d", &year)
			years = append(years, year)
		}
	}
	if years != nil {
		t.FirstYear, t.LastYear = slices.Min(years), slices.Max(years)
	}
	return t
}

// slowTree is a tree of openings by FEN, computed naively.
type slowTree struct {
	nodes map[string][]int            // games by position
	edges map[string]map[string][]int // games by position and next position
	moves map[string]map[string]string
}

func slowly(t *testing.T, reports []*replay.Report, root string, depth int) slowTree {
	slow := slowTree{map[string][]int{}, map[string]map[string][]int{}, map[string]map[string]string{}}
	add := func(to *[]int, game int) {
		if !slices.Contains(*to, game) {
			*to = append(*to, game)
		}
	}
	for i, r := range reports {
		rules, err := replay.For(r.Variant)
		require.NoError(t, err)
		p := rules.Start()
		record := p.Record()
		fens := []string{record.FEN()}
		type moveTo struct{ move, to string }
		var texts [][]moveTo // the legal moves of each position, with the next positions
		for _, ply := range r.Game.Plies {
			legal := p.Moves(nil)
			at := slices.IndexFunc(legal, func(m replay.Move) bool {
				return string(p.AppendMove(nil, &m, legal)) == ply.Word.Text
			})
			require.GreaterOrEqual(t, at, 0)
			var all []moveTo
			for i := range legal {
				next := *p
				next.Play(&legal[i])
				record := next.Record()
				all = append(all, moveTo{string(p.AppendMove(nil, &legal[i], legal)), record.FEN()})
			}
			slices.SortFunc(all, func(a, b moveTo) int { return strings.Compare(a.move, b.move) })
			texts = append(texts, all)
			p.Play(&legal[at])
			record := p.Record()
			fens = append(fens, record.FEN())
		}
		from := slices.Index(fens, root)
		if from < 0 {
			continue
		}
		for ply := from; ply < len(fens) && ply <= from+depth; ply++ {
			games := slow.nodes[fens[ply]]
			add(&games, i)
			slow.nodes[fens[ply]] = games
			if ply > from {
				before := fens[ply-1]
				if slow.edges[before] == nil {
					slow.edges[before], slow.moves[before] = map[string][]int{}, map[string]string{}
				}
				games := slow.edges[before][fens[ply]]
				add(&games, i)
				slow.edges[before][fens[ply]] = games
				// They are sorted; take the first.
				for _, text := range slices.Backward(texts[ply-1]) {
					if text.to == fens[ply] {
						slow.moves[before][fens[ply]] = text.move
					}
				}
			}
		}
	}
	return slow
}

func requireTree(t *testing.T, reports []*replay.Report, slow slowTree, root string, tree *Tree) {
	reached := map[string]bool{root: true}
	for i, n := range tree.Positions {
		fen := n.Position.FEN()
		if i == 0 {
			require.Equal(t, root, fen)
		}
		require.True(t, reached[fen], "no way leads to it: %s", fen)
		require.Equal(t, recount(reports, slow.nodes[fen]), n.Tally, fen)
		require.LessOrEqual(t, n.Ply, tree.Depth)
		rareMoves, rareGames, often := 0, 0, map[string]int{}
		for next, games := range slow.edges[fen] {
			if len(games) < tree.MinGames {
				rareMoves++
				rareGames += len(games)
			} else {
				often[next] = len(games)
			}
		}
		require.Equal(t, rareMoves, n.RareMoves)
		require.Equal(t, rareGames, n.RareGames)
		last := -1
		for _, e := range n.Moves {
			next := tree.Positions[e.To].Position.FEN()
			require.Equal(t, often[next], e.Games)
			require.Equal(t, slow.moves[fen][next], e.Move)
			require.True(t, last < 0 || e.Games <= last)
			last = e.Games
			delete(often, next)
			reached[next] = true
		}
		require.Empty(t, often)
	}
	require.Len(t, reached, len(tree.Positions))
}

func TestOpenings(t *testing.T) {
	for _, tt := range []struct {
		variant          record.Variant
		games, plies     int // the plies at which the root is taken from the first game
		depth, minGames  int
		memory, statists int
	}{
		{record.Bashni, 100, 0, 4, 1, Memory, 1},
		{record.Bashni, 100, 0, 6, 2, 4000, 1}, // spills
		{record.Bashni, 25, 0, 200, 1, 20_000, 3},
		{record.BashniReverse, 100, 2, 5, 1, Memory, 2},
		{record.Lasca, 150, 0, 6, 3, 20_000, 3},
		{record.Lasca, 150, 3, 4, 1, Memory, 1},
		{record.Adiukh, 150, 1, 5, 2, 2000, 2},
		{record.International, 60, 0, 3, 1, Memory, 1},
		{record.Checkers, 100, 0, 0, 1, Memory, 1},
		{record.Russian, 5, 0, 3, 10, Memory, 1}, // the root stays in the tree though rare
	} {
		t.Run(fmt.Sprint(tt.variant, tt.depth, tt.minGames), func(t *testing.T) {
			reports := generated(t, tt.variant, 11, tt.games)
			rules, err := replay.For(tt.variant)
			require.NoError(t, err)
			root := rules.Start()
			for i, text := range reports[0].Moves[:tt.plies] {
				legal := root.Moves(nil)
				at := slices.IndexFunc(legal, func(m replay.Move) bool { return string(root.AppendMove(nil, &m, legal)) == text })
				require.GreaterOrEqual(t, at, 0, i)
				root.Play(&legal[at])
			}
			all := NewOpenings(root, tt.depth, tt.memory)
			defer all.Close()
			others := []*Openings{all}
			for range tt.statists - 1 {
				other := NewOpenings(root, tt.depth, tt.memory)
				defer other.Close()
				others = append(others, other)
			}
			for i, r := range reports {
				require.NoError(t, others[i%len(others)].Add(r))
			}
			for _, other := range others[1:] {
				require.NoError(t, all.Merge(other))
			}
			tree, err := all.Tree(t.Context(), tt.minGames)
			require.NoError(t, err)
			record := root.Record()
			requireTree(t, reports, slowly(t, reports, record.FEN(), tt.depth), record.FEN(), tree)
			if tt.memory < Memory {
				require.True(t, all.groups.spilled.Spilled(), "nothing was spilled")
			}
			interrupted, stop := context.WithCancel(t.Context())
			stop()
			_, err = all.Tree(interrupted, tt.minGames)
			require.ErrorIs(t, err, context.Canceled)
			// The counts are unchanged.
			again, err := all.Tree(t.Context(), tt.minGames)
			require.NoError(t, err)
			require.Equal(t, tree, again)
		})
	}
}

// Transpositions lead to one position.
func TestOpeningsTranspose(t *testing.T) {
	game := func(words ...string) *replay.Report {
		g := &record.Game{Variant: record.Bashni, Result: record.Result{Outcome: record.WhiteWins}}
		for _, w := range words {
			from, to, _ := cutMove(w)
			g.Plies = append(g.Plies, record.Ply{Word: &record.Word{Text: w, Steps: []record.Step{from, to}, Separator: record.Quiet}})
		}
		return replay.Judge(g, record.Bashni)
	}
	rules, err := replay.For(record.Bashni)
	require.NoError(t, err)
	o := NewOpenings(rules.Start(), 4, Memory)
	defer o.Close()
	for _, r := range []*replay.Report{
		game("c3-b4", "d6-e5", "g3-h4", "e7-d6"),
		game("g3-h4", "d6-e5", "c3-b4"),
		game("g3-h4", "d6-e5"),
		game("e3-d4"),
		game("e3-e5"), // illegal, and not counted
		replay.Judge(&record.Game{Variant: record.Bashni, Result: record.Result{Outcome: record.Unplayed}}, record.Bashni),
	} {
		require.NoError(t, o.Add(r))
	}
	tree, err := o.Tree(t.Context(), 1)
	require.NoError(t, err)
	type line struct {
		line  string
		games int
		moves []Edge
	}
	var lines []line
	for i, n := range tree.Positions {
		lines = append(lines, line{fmt.Sprint(tree.Line(i)), n.Tally.Games, n.Moves})
	}
	require.Equal(t, []line{
		{"[]", 4, []Edge{{"g3-h4", 2, 1}, {"c3-b4", 1, 2}, {"e3-d4", 1, 3}}},
		{"[g3-h4]", 2, []Edge{{"d6-e5", 2, 4}}},
		{"[c3-b4]", 1, []Edge{{"d6-e5", 1, 5}}},
		{"[e3-d4]", 1, []Edge{}},
		{"[g3-h4 d6-e5]", 2, []Edge{{"c3-b4", 1, 6}}},
		{"[c3-b4 d6-e5]", 1, []Edge{{"g3-h4", 1, 6}}},
		{"[g3-h4 d6-e5 c3-b4]", 2, []Edge{{"e7-d6", 1, 7}}},
		{"[g3-h4 d6-e5 c3-b4 e7-d6]", 1, []Edge{}},
	}, lines)
}

// forge gives a position another's hash, as in a collision of Zobrist hashes.
func forge(p *replay.Position, hash uint64) {
	field := reflect.ValueOf(p).Elem().FieldByName("hash")
	*(*uint64)(field.Addr().UnsafePointer()) = hash
}

// Different positions with the same hash stay distinct: the root and another, two of a game, and
// those after two moves from one position.
func TestOpeningsCollision(t *testing.T) {
	rules, err := replay.For(record.Bashni)
	require.NoError(t, err)
	root := rules.Start()
	const hash = 7
	forge(root, hash)
	require.Equal(t, uint64(hash), root.Hash())
	o := NewOpenings(root, 10, Memory)
	defer o.Close()
	for _, line := range []string{"c3-b4 d6-e5", "c3-b4 f6-e5", "g3-h4"} {
		o.tally, o.met = Tally{Games: 1}, map[string]bool{}
		// Not the root, despite its hash: nothing is counted before it.
		p := *rules.Start()
		legal := p.Moves(nil)
		p.Play(&legal[0])
		forge(&p, hash)
		o.left = -1
		require.NoError(t, o.visit(&p))
		require.Equal(t, -1, o.left)

		p = *rules.Start()
		forge(&p, hash)
		require.NoError(t, o.visit(&p))
		require.Equal(t, 10, o.left)
		for _, text := range strings.Fields(line) {
			legal := p.Moves(nil)
			p.Play(&legal[slices.IndexFunc(legal, func(m replay.Move) bool { return string(p.AppendMove(nil, &m, legal)) == text })])
			forge(&p, hash)
			require.NoError(t, o.visit(&p))
		}
	}
	tree, err := o.Tree(t.Context(), 1)
	require.NoError(t, err)
	var lines []string
	for i, n := range tree.Positions {
		lines = append(lines, fmt.Sprint(tree.Line(i), n.Tally.Games))
	}
	require.Equal(t, []string{"[] 3", "[c3-b4] 2", "[g3-h4] 1", "[c3-b4 d6-e5] 1", "[c3-b4 f6-e5] 1"}, lines)
}

func cutMove(w string) (from, to record.Step, ok bool) {
	step := func(s string) record.Step { return record.Step{File: int8(s[0] - 'a'), Rank: int8(s[1] - '1')} }
	return step(w[:2]), step(w[3:]), true
}

// Each position has bytes of its own, and no position's bytes are a prefix of another's.
func TestPositionBytes(t *testing.T) {
	for _, v := range record.Variants() {
		of := map[string]record.Position{}
		for _, r := range generated(t, v, 5, 3) {
			rules, err := replay.For(v)
			require.NoError(t, err)
			o := NewOpenings(rules.Start(), 3, Memory)
			defer o.Close()
			for _, ply := range r.Plies() {
				key, at := string(o.appendPosition(nil, ply.Before)), ply.Before.Record()
				if other, known := of[key]; known {
					require.Equal(t, other, at)
				}
				of[key] = at
			}
		}
		last, seen := "none", map[record.Position]bool{}
		for _, key := range slices.Sorted(maps.Keys(of)) {
			require.False(t, strings.HasPrefix(key, last))
			require.False(t, seen[of[key]])
			last, seen[of[key]] = key, true
		}
	}
}

func BenchmarkOpenings(b *testing.B) {
	for _, v := range []record.Variant{record.Bashni, record.International} {
		b.Run(v.String(), func(b *testing.B) {
			reports := generated(b, v, 1, 500)
			rules, err := replay.For(v)
			require.NoError(b, err)
			o := NewOpenings(rules.Start(), 8, Memory)
			defer o.Close()
			b.ReportAllocs()
			i := 0
			for b.Loop() { // a game, to 8 plies
				if err := o.Add(reports[i%len(reports)]); err != nil {
					b.Fatal(err)
				}
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// A position has its name by any order of moves: that of a real game (PDN 3.0 project,
// abatsiev.pdn, game 38) differs from the line.
func TestOpeningsName(t *testing.T) {
	g := &record.Game{Variant: record.Russian}
	for _, w := range strings.Fields("e3-d4 f6-g5 d2-e3 g5-h4 c3-b4 d6-c5 b4:d6 e7:c5 b2-c3 g7-f6 g3-f4") {
		from, to, _ := cutMove(w)
		sign := map[byte]record.Separator{'-': record.Quiet, ':': record.Take}[w[2]]
		g.Plies = append(g.Plies, record.Ply{Word: &record.Word{Text: w, Steps: []record.Step{from, to}, Separator: sign}})
	}
	rules, err := replay.For(record.Russian)
	require.NoError(t, err)
	o := NewOpenings(rules.Start(), 20, Memory)
	defer o.Close()
	require.NoError(t, o.Add(replay.Judge(g, record.Russian)))
	tree, err := o.Tree(t.Context(), 1)
	require.NoError(t, err)
	line := strings.Fields("c3-d4 f6-g5 b2-c3 d6-c5 c3-b4 g7-f6 b4:d6 e7:c5 d2-c3 g5-h4")
	require.NoError(t, tree.Name("Городская партия", line))
	require.NoError(t, tree.Name("its second name", line))
	require.NoError(t, tree.Name("Игра Филиппова", []string{"e3-d4", "d6-c5"}))
	require.Len(t, tree.Positions, 12)
	for i, n := range tree.Positions {
		require.Equal(t, map[bool]string{true: "Городская партия"}[i == 10], n.Name, i)
	}
	require.EqualError(t, tree.Name("Игра", []string{"e3-d4", "e3-d4"}), "stats: opening Игра: move 2: e3-d4 cannot be played")
	require.EqualError(t, tree.Name("Игра", []string{"e3-d4", "junk"}), "stats: opening Игра: move 2: junk cannot be played")
}
