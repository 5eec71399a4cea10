package find

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// build returns an index of games of several variants, and the reports on the games.
func build(t testing.TB, each int) (string, []*replay.Report) {
	t.Helper()
	var file bytes.Buffer
	w, err := convert.NewWriter("pdn", &file, convert.WriteOptions{})
	require.NoError(t, err)
	years := []string{"1998.05.12", "1999", "", "2003.??.??"}
	n := 0
	for _, v := range []record.Variant{record.Bashni, record.Adiukh, record.Lasca, record.Russian} {
		generator, err := corpus.NewGenerator(v, 5)
		require.NoError(t, err)
		for i := range each {
			g := generator.Next()
			if year := years[i%4]; year != "" {
				g.Tags = append(g.Tags, record.Tag{Name: "Date", Value: year})
			}
			if elo := []string{"", "2100", "1999.5", "?"}[i%5%4]; elo != "" {
				g.Tags = append(g.Tags, record.Tag{Name: "WhiteElo", Value: elo})
			}
			if i == 13 {
				g.Tags = append(g.Tags, record.Tag{Name: "Annotator", Value: strings.Repeat("long ", 1<<11)}, record.Tag{Name: "Round", Value: "3"})
			}
			if i%7 == 6 {
				g.Plies[4].Word = g.Plies[0].Word // a fault
			}
			require.NoError(t, w.Write(replay.Judge(g, record.UnknownVariant)))
			n++
		}
	}
	require.NoError(t, w.Close())
	path := filepath.Join(t.TempDir(), "games.idx")
	cutter, err := grammar.NewCutter(&file, "games.pdn", "")
	require.NoError(t, err)
	var reports []*replay.Report
	create(t, path, func(add func(*Entry) error) error {
		var game Entry
		for range n {
			c, err := cutter.Next()
			require.NoError(t, err)
			g := grammar.NewParser().Parse(c)
			if len(reports)%9 == 4 { // Fold makes these equal to the players and the date
				g.Tags = append([]record.Tag{{Name: " white", Value: "игрок1"}, {Name: "date ", Value: "1999"}}, g.Tags...)
			}
			r := replay.Judge(g, record.UnknownVariant)
			reports = append(reports, r)
			game.Fill(&c, r)
			require.NoError(t, add(&game))
		}
		return nil
	})
	return path, reports
}

// The index agrees with a search of all games: the games found are among its candidates, and
// are all of them if it is sure.
func TestCandidates(t *testing.T) {
	path, reports := build(t, 60)
	x, err := OpenIndex(path)
	require.NoError(t, err)
	defer x.Close()
	require.Equal(t, len(reports), x.Games)
	some := reports[17]
	var fens []string
	for _, ply := range some.Plies() {
		at := ply.Before.Record()
		fens = append(fens, at.FEN())
	}
	atoms := []string{
		`player "игрок1"`, `white player "Игрок 3"`, `black player "4"`, `year = 1998`, `tag WhiteElo >= 2000`, `tag whiteelo != 2100`, `tag WhiteElo`, `tag Round is "3"`, `tag Date "98"`, `date = "1998.05.12"`, `date > "1999"`, `year > 1998`, `year != 1999`, `white wins`, `black wins`, `draw`,
		`verdict legal`, `verdict illegal, repaired`, `variant bashni, lasca`, `variant adiukh`,
		`position "` + fens[0] + `"`, `position "` + fens[3] + `"`, `position "?` + fens[4][1:] + `"`, `position "` + fens[9] + `"`, "hash 0x1",
		"white king", "captures 3", "start", "sometime white promotes",
	}
	sures, counts := 0, 0
	random := rand.New(rand.NewPCG(1, 2))
	var write func(depth int) string
	write = func(depth int) string {
		of := func() string { return "(" + write(depth-1) + ")" }
		switch n := random.IntN(11); {
		case depth == 0 || n < 2:
			return atoms[random.IntN(len(atoms))]
		case n < 5:
			return of() + " and " + of()
		case n < 7:
			return of() + " or " + of()
		case n < 8:
			return []string{"not ", "mirrored ", "either colour "}[random.IntN(3)] + of()
		case n < 9:
			return []string{"never", "sometime", "always", "first", "last"}[random.IntN(5)] + " " + of()
		case n < 10:
			return of() + " then " + of()
		}
		return of() + " until " + of()
	}
	queries := 200
	if *thorough {
		queries = 600
	}
	for i := range queries {
		text := write(i % 4)
		if i < len(atoms) {
			text = atoms[i]
		}
		c, err := Parse(text, nil)
		require.NoError(t, err, text)
		a, err := x.answer(context.Background(), c)
		require.NoError(t, err)
		if a.sure {
			sures++
		}
		searcher := NewSearcher(c, false)
		inGames, inPlaces, counted, err := x.Count(context.Background(), c)
		require.NoError(t, err)
		if counted {
			counts++
			require.True(t, a.sure, text)
		}
		for n, r := range reports {
			found := searcher.Judged(r)
			if counted && found {
				inGames--
				inPlaces -= len(searcher.Moments)
			}
			among := a.games[n>>6]>>(n&63)&1 != 0
			if found {
				require.True(t, among, "%s: game %d is not among the candidates", text, n)
			} else if a.sure {
				require.False(t, among, "%s: game %d is not found", text, n)
			}
		}
		if counted {
			require.Zero(t, inGames, "%s: games", text)
			require.Zero(t, inPlaces, "%s: places", text)
		}
	}
	require.Greater(t, sures, queries/3)
	require.Greater(t, counts, queries/8)
}

// BuildIndex returns the error of the function that adds games.
func TestFailingBuild(t *testing.T) {
	failing := errors.New("failing")
	err := BuildIndex(io.Discard, record.UnknownVariant, func(add func(*Entry) error) error {
		require.NoError(t, add(new(Entry)))
		return failing
	})
	require.ErrorIs(t, err, failing)
}

// An index is the same if positions are spilled for lack of memory.
func TestSpilledBuild(t *testing.T) {
	_, reports := build(t, 2)
	var whole, spilled bytes.Buffer
	for out, memory := range map[*bytes.Buffer]int{&whole: maxMemory, &spilled: 1000} {
		require.NoError(t, buildIndex(out, record.UnknownVariant, memory, func(add func(*Entry) error) error {
			var game Entry
			for _, r := range reports {
				game.Fill(&grammar.Chunk{Text: r.Game.Text}, r)
				require.NoError(t, add(&game))
			}
			return nil
		}))
	}
	require.Equal(t, whole.Bytes(), spilled.Bytes())
}

// create writes an index to a file.
func create(t testing.TB, path string, each func(add func(*Entry) error) error) {
	t.Helper()
	var index bytes.Buffer
	require.NoError(t, BuildIndex(&index, record.UnknownVariant, each))
	require.NoError(t, os.WriteFile(path, index.Bytes(), 0o666))
}

// A cancelled context ends an answer.
func TestCancelled(t *testing.T) {
	path, _ := build(t, 2)
	x, err := OpenIndex(path)
	require.NoError(t, err)
	defer x.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, text := range []string{"draw", `not player "1" or (player "2" and year > 1998)`, "never draw", "start until draw", "first draw then draw"} {
		c, err := Parse(text, nil)
		require.NoError(t, err)
		_, err = x.answer(ctx, c)
		require.ErrorIs(t, err, context.Canceled, text)
		_, _, _, err = x.Count(ctx, c)
		require.ErrorIs(t, err, context.Canceled, text)
	}
}

// Played returns the moves that the games have.
func TestMoves(t *testing.T) {
	path, reports := build(t, 40)
	x, err := OpenIndex(path)
	require.NoError(t, err)
	defer x.Close()
	p, ok := reports[0].Start()
	require.True(t, ok)
	for range 3 {
		at := p.Record()
		want, ended := map[string]int{}, 0
		for _, r := range reports {
			last := ""
			if r.Variant != at.Variant {
				continue
			}
			for i, ply := range r.Plies() {
				if ply.Before.Record() == at && last == "" {
					if last = "none"; ply.Move != nil {
						last = r.Moves[i]
					}
				}
			}
			if last == "none" {
				ended++
			} else if last != "" {
				want[last]++
			}
		}
		all, moves, first, err := x.Played(p, 5, func(int) bool { return true })
		require.NoError(t, err)
		legal := p.Moves(nil)
		require.Len(t, moves, len(legal)+1)
		got, sum, best := map[string]int{}, 0, 0
		for i, tally := range moves {
			sum += tally[0]
			require.Equal(t, tally[0], tally[1]+tally[2]+tally[3])
			if i == len(legal) {
				require.Equal(t, ended, tally[0])
			} else if tally[0] > 0 {
				got[string(p.AppendMove(nil, &legal[i], legal))] = tally[0]
				if tally[0] > moves[best][0] {
					best = i
				}
			}
		}
		require.Equal(t, want, got)
		require.Equal(t, all[0], sum)
		require.Len(t, first, min(5, all[0]))
		p.Play(&legal[best])
	}
}

// The index returns the games unchanged.
func TestChunks(t *testing.T) {
	path, reports := build(t, 20)
	x, err := OpenIndex(path)
	require.NoError(t, err)
	defer x.Close()
	for n, r := range reports {
		c, err := x.Chunk(n)
		require.NoError(t, err)
		require.Equal(t, r.Game.Text, c.Text)
		require.Equal(t, r.Game.Source.Line, c.Source.Line)
	}
}

// OpenIndex rejects a file that is not an index, or is one of another version.
func TestNoIndex(t *testing.T) {
	path, _ := build(t, 5)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for name, text := range map[string][]byte{
		"moves": []byte("1. c3-d4\n"), "another version": bytes.Replace(text, []byte("stolb index 11"), []byte("stolb index 99"), 1),
		"nothing": nil, "short": text[:9],
	} {
		none := filepath.Join(t.TempDir(), "none")
		require.NoError(t, os.WriteFile(none, text, 0o666))
		_, err = OpenIndex(none)
		require.ErrorIs(t, err, ErrNoIndex, name)
		require.Equal(t, name != "moves" && name != "nothing" && name != "short", IsIndex(none), name)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, left, 1, "something temporary remains")
}

// answers returns the games of an index, the moves played in some positions, and the results
// of some queries.
func answers(path string, start []*replay.Position) (all string, err error) {
	x, err := OpenIndex(path)
	if err != nil {
		return "", err
	}
	defer x.Close()
	var text strings.Builder
	for n := range x.Games {
		c, err := x.Chunk(n)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&text, c.Source, c.Format, c.Text)
	}
	for _, p := range start {
		all, moves, first, err := x.Played(p, 100, func(int) bool { return true })
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&text, all, moves, first)
	}
	for _, q := range []string{`player "игрок1"`, `black player "2"`, "year > 1998", "white wins", "verdict legal", "variant lasca", "hash 0x1"} {
		c, err := Parse(q, nil)
		if err != nil {
			return "", err
		}
		a, err := x.answer(context.Background(), c)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&text, q, a.games, a.sure)
	}
	return text.String(), nil
}

// A damaged file either gives the same answers as before or is reported as damaged.
func TestDamaged(t *testing.T) {
	path, reports := build(t, 3)
	var positions []*replay.Position
	for _, r := range reports {
		for i, ply := range r.Plies() {
			if at := *ply.Before; i%4 == 0 {
				positions = append(positions, &at)
			}
		}
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	want, err := answers(path, positions)
	require.NoError(t, err)
	hurt := filepath.Join(t.TempDir(), "hurt.idx")
	damaged := 0
	try := func(what string, at int, text []byte) {
		require.NoError(t, os.WriteFile(hurt, text, 0o666))
		got, err := answers(hurt, positions)
		if err == nil {
			require.Equal(t, want, got, "%s at %d", what, at)
			return
		}
		damaged++
		require.True(t, errors.Is(err, ErrDamaged) || errors.Is(err, ErrNoIndex), "%s at %d: %v", what, at, err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	step, wanted := len(text)/70+1, 250
	if !*thorough {
		step, wanted = step*10, 30
	}
	for at := 0; at < len(text); at += step {
		page := slices.Clone(text)
		clear(page[at:min(at+step, len(page))])
		try("a page of zeros", at, page)
		bit := slices.Clone(text)
		flip := at + random.IntN(min(step, len(text)-at))
		bit[flip] ^= 1 << random.IntN(8)
		try("a bit", flip, bit)
		try("cut short", at, text[:at])
		try("cut out", at, slices.Delete(slices.Clone(text), at, min(at+step, len(text))))
	}
	for at := len(text) - 1200; at < len(text); at += 4 * step / (len(text)/70 + 1) { // the places and the summary
		bit := slices.Clone(text)
		bit[at] ^= 1 << random.IntN(8)
		try("a bit", at, bit)
	}
	require.Greater(t, damaged, wanted)
}

// Players are found by any part of their names, in several blocks of names with the same
// beginning.
func TestPlayers(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	path := filepath.Join(t.TempDir(), "games.idx")
	name := func() string {
		begin := []string{"игрок ", "игрок иванов ", "петров ", "", "и"}[random.IntN(5)]
		name := begin + fmt.Sprint(random.IntN(4000))
		if random.IntN(9) == 0 {
			name += " младший"
		}
		return name
	}
	var players [][2]string
	create(t, path, func(add func(*Entry) error) error {
		var game Entry
		for range 4000 {
			g := &record.Game{Variant: record.Bashni}
			players = append(players, [2]string{name(), name()})
			g.Tags = []record.Tag{{Name: "White", Value: players[len(players)-1][0]}, {Name: "Black", Value: players[len(players)-1][1]}}
			game.Fill(&grammar.Chunk{}, replay.Judge(g, record.UnknownVariant))
			require.NoError(t, add(&game))
		}
		return nil
	})
	x, err := OpenIndex(path)
	require.NoError(t, err)
	defer x.Close()
	for _, text := range []string{"", "и", "игрок", "игрок иванов 1", "рок", "7", "77", "петров", "ов 2", "младший", "0 младший", "nobody", " ", "иг"} {
		for side, who := range map[string][]int{"white ": {0}, "black ": {1}, "": {0, 1}} {
			c, err := Parse(side+`player "`+text+`"`, nil)
			require.NoError(t, err)
			a, err := x.answer(context.Background(), c)
			require.NoError(t, err)
			require.True(t, a.sure)
			wanted := fold(text)
			for n, names := range players {
				has := slices.ContainsFunc(who, func(i int) bool { return strings.Contains(fold(names[i]), wanted) })
				require.Equal(t, has, a.games[n>>6]>>(n&63)&1 != 0, "%s%q: %q", side, text, names)
			}
		}
	}
}
