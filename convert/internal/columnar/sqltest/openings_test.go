package sqltest

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// followed is the plies that lead on from a position, of the games that count:
// those of the variant that are legal, or so once their spelling is put right,
// and were played. A game is followed from the first time that the position is on
// the board, before a move or after one, for so many plies, or until a position
// is set up on the board.
const followed = `WITH
	sound AS (SELECT * FROM told WHERE variant = $variant AND verdict IN ('legal', 'repaired') AND outcome <> 'unplayed'),
	moments AS (
		SELECT game, 2 * ply - 1 AS moment, hash_before AS position FROM plies
		UNION ALL SELECT game, 2 * ply, hash_after FROM plies),
	begun AS (
		SELECT game, min(moment) // 2 + 1 AS ply FROM moments WHERE position = $root AND game IN (SELECT id FROM sound) GROUP BY game
		UNION ALL SELECT id, 1 FROM sound WHERE plies = 0 AND start = $fen),
	near AS (
		SELECT p.game, p.ply, p.hash_before, p.hash_after, p.move,
			coalesce(lag(hash_after) OVER (PARTITION BY p.game ORDER BY p.ply), $root) AS expected
		FROM plies p JOIN begun b ON b.game = p.game AND p.ply >= b.ply AND p.ply < b.ply + $depth),
	followed AS (
		SELECT * FROM (
			SELECT *, count(*) FILTER (hash_before <> expected) OVER (PARTITION BY game ORDER BY ply) AS broken FROM near)
		WHERE broken = 0),
	reached AS (
		SELECT game, $root AS position FROM begun
		UNION SELECT game, hash_after FROM followed)
	`

func TestOpenings(t *testing.T) {
	w := write(t)
	for _, v := range counted {
		rules, err := replay.For(v)
		require.NoError(t, err)
		roots := []*replay.Position{rules.Start()}
		// Positions that a game comes to, one of them where another begins.
		for _, r := range w.games {
			if r.Variant == v && r.Game.Tag("Event") != "" {
				for i, ply := range r.Plies() {
					if root := *ply.Before; i == 1 || i == 3 {
						roots = append(roots, &root)
					}
				}
				break
			}
		}
		for i, root := range roots {
			for _, of := range []struct{ depth, least int }{{0, 1}, {3, 2}, {12, 1}} {
				if i > 0 && of.depth == 0 {
					continue
				}
				t.Run(fmt.Sprint(v, i, of.depth, of.least), func(t *testing.T) {
					at := *w
					at.T = t
					at.openings(v, root, of.depth, of.least)
				})
			}
		}
	}
}

func (w *written) openings(v record.Variant, root *replay.Position, depth, least int) {
	o := stats.NewOpenings(root, depth, 1<<18)
	defer o.Close()
	for _, r := range w.games {
		require.NoError(w, o.Add(r))
	}
	tree, err := o.Tree(w.Context(), least)
	require.NoError(w, err)
	first := root.Record()
	args := []any{
		sql.Named("variant", v.String()), sql.Named("root", int64(root.Hash())), sql.Named("fen", first.FEN()), sql.Named("depth", int64(depth)),
	}
	positions := w.keyed(w.ask(followed+"SELECT position::VARCHAR, "+tally+" FROM reached JOIN sound ON id = game GROUP BY position", args...))
	type move struct {
		after, text string
		games       int
	}
	moves, ways := map[string][]move{}, 0 // by the position before
	for _, row := range w.ask(followed+"SELECT hash_before::VARCHAR, hash_after::VARCHAR, min(move), count(DISTINCT game) FROM followed GROUP BY ALL", args...) {
		before := row[0].(string)
		moves[before] = append(moves[before], move{row[1].(string), row[2].(string), int(row[3].(float64))})
		ways++
	}

	// Every position of the tree and every move in it is in SQL's.
	key := func(n *stats.Node) string { return fmt.Sprint(int64(n.Hash)) }
	inTree, found := map[string]bool{}, 0
	for i := range tree.Positions {
		n := &tree.Positions[i]
		require.False(w, inTree[key(n)], "%s is in the tree twice", n.Position.FEN())
		inTree[key(n)] = true
		if row, ok := positions[key(n)]; ok {
			w.same(row, numbersOf(&n.Tally), n.Position.FEN())
		} else { // the root is in the tree though no game reached it
			require.Equal(w, root.Hash(), n.Hash)
			require.Zero(w, n.Tally.Games)
		}
		var want, got []move
		rareMoves, rareGames := 0, 0
		for _, m := range moves[key(n)] {
			if m.games < least {
				rareMoves++
				rareGames += m.games
			} else {
				want = append(want, m)
			}
		}
		for _, e := range n.Moves {
			got = append(got, move{key(&tree.Positions[e.To]), e.Move, e.Games})
		}
		require.ElementsMatch(w, want, got, n.Position.FEN())
		require.Equal(w, []int{rareMoves, rareGames}, []int{n.RareMoves, n.RareGames})
		found += len(got)
	}
	if least == 1 {
		require.Len(w, tree.Positions, max(len(positions), 1))
		require.Equal(w, ways, found)
	}
	// All are there that moves of enough games lead to.
	want := map[string]bool{}
	var lead func(to string)
	lead = func(to string) {
		if want[to] {
			return
		}
		want[to] = true
		for _, m := range moves[to] {
			if m.games >= least {
				lead(m.after)
			}
		}
	}
	lead(fmt.Sprint(int64(root.Hash())))
	require.Equal(w, want, inTree)
	w.openingsTable(tree, args)
	if v == record.Bashni && depth == 12 && tree.Positions[0].Tally.Games > 50 {
		require.Greater(w, ways, len(positions)-1, "no position is reached on two ways: nothing was asked about them")
	}
}

// openingsTable asks whether the table of the tree says of each position what the
// plies say.
func (w *written) openingsTable(tree *stats.Tree, args []any) {
	path := filepath.Join(w.TempDir(), "openings.parquet")
	file, err := os.Create(path)
	require.NoError(w, err)
	require.NoError(w, tree.Table().Write(file, "parquet", message.English))
	require.NoError(w, file.Close())
	w.exec(fmt.Sprintf("CREATE OR REPLACE VIEW openings AS SELECT * FROM read_parquet('%s')", path))
	const columns = `games, white_wins, draws, black_wins, share, mean_plies, scored, mean_points, spread_points,
		coalesce(first_year, 0), coalesce(last_year, 0)` // as tally has them
	got := w.keyed(w.ask(`SELECT hash::VARCHAR, ` + columns + ` FROM openings WHERE games > 0`))
	for key, row := range w.keyed(w.ask(followed+`SELECT position::VARCHAR, `+tally+` FROM reached JOIN sound ON id = game GROUP BY position`, args...)) {
		if got[key] == nil {
			continue // too few games for the tree
		}
		w.same(row, got[key], key)
		delete(got, key)
	}
	require.Empty(w, got)
	// What the rows say of one another: the path is that of the parent and the
	// move, which some games played there; no other way is shorter.
	require.Equal(w, [][]any{{0.0, 0.0, 0.0, 0.0, 1.0, float64(len(tree.Positions))}}, w.ask(followed+`, played AS (
			SELECT hash_before, hash_after, count(DISTINCT game) AS games, min(move) AS move FROM followed GROUP BY ALL
			HAVING count(DISTINCT game) >= (SELECT $least))
		SELECT
			count(*) FILTER (o.ply > 0 AND o.path <> ltrim(p.path || ' ' || o.move)),
			count(*) FILTER (o.ply > 0 AND o.ply <> p.ply + 1),
			count(*) FILTER (o.ply > 0 AND (o.move, o.played) IS DISTINCT FROM (SELECT (move, games) FROM played WHERE hash_before = o.parent AND hash_after = o.hash)),
			count(*) FILTER (o.ways <> (SELECT count(*) FROM played WHERE hash_after = o.hash AND hash_before IN (SELECT hash FROM openings))
				OR o.ply > 0 AND o.ply - 1 <> (SELECT min(b.ply) FROM played JOIN openings b ON hash_before = b.hash WHERE hash_after = o.hash)),
			count(*) FILTER (o.ply = 0), count(*)
		FROM openings o JOIN openings p ON p.hash = o.parent`, append(args, sql.Named("least", int64(tree.MinGames)))...))
}
