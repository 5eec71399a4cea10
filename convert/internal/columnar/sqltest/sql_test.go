// Package sqltest asks DuckDB about the tables that Stolb writes, and compares
// what it says with Stolb's own answers: sums, and what package stats tells, but
// for places that games of equals with one another decide. It is a module of its
// own because DuckDB is a library of 55 MB that needs a C++ compiler to be linked,
// which nothing else here does: "go test ./..." in the root leaves it out, and
// .ci/run runs it where there is a compiler.
package sqltest

import (
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// reports returns made games of a few variants, with dates, of which every
// tenth has a move that is illegal.
func reports(t *testing.T) []*replay.Report {
	var all []*replay.Report
	for _, v := range []record.Variant{record.Bashni, record.Lasca, record.Adiukh, record.Russian, record.Checkers} {
		made, err := corpus.NewGenerator(v, 11)
		require.NoError(t, err)
		for i := range 100 {
			g := made.Next()
			if i%4 < 3 {
				g.Tags = append(g.Tags, record.Tag{Name: "WhiteElo", Value: []string{"2100", "1987", "?"}[i%4]})
				g.Plies[0].Note = &record.Notes{Clock: "[%clk 1:15:20]"}
			}
			g.Tags = append(g.Tags, record.Tag{Name: "Event", Value: "Ход"}, record.Tag{Name: "Date", Value: []string{"1998.05.17", "2003.??.??", ""}[i%3]})
			if i%10 == 0 && len(g.Plies) > 6 {
				g.Plies[5] = g.Plies[0]
			}
			all = append(all, replay.Judge(g, record.UnknownVariant))
		}
	}
	return all
}

// dataset writes the reports and returns the folder.
func dataset(t *testing.T, all []*replay.Report, by ...string) string {
	folder := filepath.Join(t.TempDir(), "dataset")
	format := columnar.Format{Name: "parquet", Columns: []string{"all", "tag:WhiteElo"}}
	d, err := columnar.CreateDataset(folder, format, by...)
	require.NoError(t, err)
	for _, r := range all {
		rows := columnar.Rows{Tags: format.Tags(), FEN: true}
		rows.Fill(r)
		require.NoError(t, d.WriteRows(&rows))
	}
	require.NoError(t, d.Close())
	return folder
}

func open(t *testing.T) *sql.DB {
	db, err := sql.Open("duckdb", "")
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

func ask(t *testing.T, db *sql.DB, query string, args ...any) []int64 {
	rows, err := db.Query(query, args...)
	require.NoError(t, err, query)
	defer rows.Close()
	names, err := rows.Columns()
	require.NoError(t, err)
	require.True(t, rows.Next(), query)
	values, places := make([]int64, len(names)), make([]any, len(names))
	for i := range values {
		places[i] = &values[i]
	}
	require.NoError(t, rows.Scan(places...), query)
	require.False(t, rows.Next(), query)
	return values
}

// Sums that DuckDB makes are ours.
func TestSums(t *testing.T) {
	all := reports(t)
	var want struct {
		plies, legal, over, white, captured, promoted       int64
		towers, pieces, prisoners, kings, tallest, away     int64
		moves, quiet, hashes, starts, bashni, year, written int64
		undated, rated, elo, first, clocks                  int64
	}
	positions := map[int64]bool{}
	for _, r := range all {
		want.plies += int64(len(r.Moves))
		want.written += int64(len(r.Game.Plies))
		if r.Verdict == replay.Legal {
			want.legal++
		}
		if r.Over {
			want.over++
		}
		if r.Game.Result.Outcome == record.WhiteWins {
			want.white++
		}
		if r.Variant == record.Bashni {
			want.bashni++
		}
		if strings.HasPrefix(r.Game.Tag("Date"), "1998") {
			want.year++
		}
		if r.Game.Year() == 0 {
			want.undated++
		}
		if elo, err := strconv.Atoi(r.Game.Tag("WhiteElo")); err == nil {
			want.rated++
			want.elo += int64(elo)
		}
		if r.Game.Tag("WhiteElo") != "" {
			want.clocks++
		}
		// In checkers Black moves first.
		first := map[bool]record.Outcome{true: record.BlackWins, false: record.WhiteWins}[r.Variant == record.Checkers]
		if r.Game.Result.Outcome == first {
			want.first++
		}
		for _, ply := range r.Plies() {
			m := ply.Move
			if m == nil {
				break
			}
			want.captured += int64(m.Captures())
			if m.Promotes() {
				want.promoted++
			}
			if m.Captures() == 0 {
				want.quiet++
			}
			after := ply.After()
			positions[int64(after.Hash())] = true
			for _, c := range []record.Colour{record.White, record.Black} {
				have := after.Census(c)
				want.towers += int64(have.Towers)
				want.pieces += int64(have.Pieces)
				want.prisoners += int64(have.Prisoners)
				want.kings += int64(have.Kings)
				want.tallest += int64(have.Tallest)
				want.away += int64(have.Away)
			}
		}
	}
	db := open(t)
	for _, by := range [][]string{nil, {"variant"}, {"variant", "year"}, {"year"}} {
		folder := dataset(t, all, by...)
		games, plies := filepath.Join(folder, "games.parquet"), filepath.Join(folder, "plies.parquet")
		if by != nil {
			games, plies = filepath.Join(folder, "games", "**", "*.parquet"), filepath.Join(folder, "plies", "**", "*.parquet")
		}
		require.Equal(t, []int64{int64(len(all)), int64(len(all)), want.plies, want.written, want.legal, want.over, want.white, want.bashni, want.year,
			want.undated, want.rated, want.elo, want.first},
			ask(t, db, `SELECT count(*), count(DISTINCT id), sum(plies), sum(written), count(*) FILTER (verdict = 'legal'), count(*) FILTER ("over"),
				count(*) FILTER (outcome = 'white'), count(*) FILTER (variant = 'bashni'), count(*) FILTER (year = 1998),
				count(*) FILTER (year IS NULL), count(try_cast(tags['WhiteElo'] AS INT)), sum(try_cast("tag:WhiteElo" AS INT))::BIGINT, count(*) FILTER (outcome_by_order = 'first')
				FROM read_parquet(?, hive_partitioning = true)`, games))
		require.Equal(t, []int64{want.plies, want.captured, want.promoted, want.quiet, int64(len(positions)), want.towers, want.pieces, want.prisoners, want.kings, want.tallest, want.away, want.clocks},
			ask(t, db, `SELECT count(*), sum(captured), count(*) FILTER (promotion), count(*) FILTER (move NOT LIKE '%:%'), count(DISTINCT hash_after),
				sum(white_towers + black_towers), sum(white_pieces + black_pieces), sum(white_prisoners + black_prisoners),
				sum(white_kings + black_kings), sum(white_tallest + black_tallest), sum(white_away + black_away), count(clock)
				FROM read_parquet(?, hive_partitioning = true)`, plies))
		require.Equal(t, []int64{0}, ask(t, db, `SELECT count(*) FROM read_parquet(?, hive_partitioning = true) g
			JOIN read_parquet(?, hive_partitioning = true) p ON p.game = g.id AND p.ply = g.plies WHERE p.fen IS DISTINCT FROM g.final`, games, plies))
		// Each game has its plies, numbered from 1, and they hang together.
		require.Equal(t, []int64{0, 0}, ask(t, db, `SELECT
			(SELECT count(*) FROM read_parquet(?, hive_partitioning = true) g LEFT JOIN
				(SELECT game, count(*) n, max(ply) longest FROM read_parquet(?, hive_partitioning = true) GROUP BY game) p ON p.game = g.id
				WHERE g.plies != coalesce(p.n, 0) OR g.plies != coalesce(p.longest, 0)),
			(SELECT count(*) FROM (SELECT hash_before, lag(hash_after) OVER (PARTITION BY game ORDER BY ply) earlier
				FROM read_parquet(?, hive_partitioning = true)) WHERE earlier != hash_before)`, games, plies, plies))
	}
}

// DuckDB sees each fault, with all that is suggested.
func TestFaults(t *testing.T) {
	all := reports(t)
	type fault struct {
		game                       int64
		code, severity, word, said string
	}
	var want []fault
	suggestions := 0
	for i, r := range all {
		for _, f := range r.Faults {
			want = append(want, fault{int64(i + 1), string(f.Code), map[record.Severity]string{record.Illegal: "illegal", record.Remark: "remark"}[f.Severity], f.Word, f.Message.In(message.English)})
			suggestions += len(f.Suggestions)
		}
	}
	require.NotEmpty(t, want)
	require.NotZero(t, suggestions)
	db, path := open(t), filepath.Join(dataset(t, all), "faults.parquet")
	rows, err := db.Query("SELECT game, code, severity, coalesce(word, ''), message FROM read_parquet(?)", path)
	require.NoError(t, err)
	var got []fault
	for rows.Next() {
		var f fault
		require.NoError(t, rows.Scan(&f.game, &f.code, &f.severity, &f.word, &f.said))
		got = append(got, f)
	}
	require.NoError(t, rows.Err())
	require.Equal(t, want, got)
	require.Equal(t, []int64{int64(suggestions)}, ask(t, db, "SELECT sum(len(string_split(suggestions, chr(10)))) FROM read_parquet(?)", path))
}

// DuckDB sees the columns that are documented, in their order, and no NULL.
func TestColumns(t *testing.T) {
	types := map[columnar.Type]string{
		columnar.Bool: "BOOLEAN", columnar.Int8: "TINYINT", columnar.Int16: "SMALLINT", columnar.Int32: "INTEGER", columnar.Int64: "BIGINT",
		columnar.Float64: "DOUBLE", columnar.Text: "VARCHAR", columnar.Symbol: "VARCHAR",
		columnar.Date: "DATE", columnar.Map: "MAP(VARCHAR, VARCHAR)",
	}
	db := open(t)
	folder := dataset(t, reports(t))
	for _, table := range []string{"games", "plies", "faults"} {
		columns := columnar.Columns(table)
		if table == "games" { // see dataset
			columns = append(columns, columnar.Column{Name: "tag:WhiteElo", Type: columnar.Text, Optional: true})
		}
		path := filepath.Join(folder, table+".parquet")
		rows, err := db.Query("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet(?))", path)
		require.NoError(t, err)
		i := 0
		for rows.Next() {
			var name, kind string
			require.NoError(t, rows.Scan(&name, &kind))
			require.Equal(t, columns[i].Name, name)
			require.Equal(t, types[columns[i].Type], kind, name)
			missing := ask(t, db, `SELECT count(*) FROM read_parquet(?) WHERE "`+name+`" IS NULL`, path)
			require.True(t, columns[i].Optional || missing[0] == 0, name)
			i++
		}
		require.NoError(t, rows.Err())
		require.Equal(t, len(columns), i)
	}
}

// Every query of the README runs and answers something.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "TABLES.md"))
	require.NoError(t, err)
	all := reports(t)
	folder, tree := dataset(t, all), dataset(t, all, "variant", "year")
	db := open(t)
	rules, err := replay.For(record.Bashni)
	require.NoError(t, err)
	o := stats.NewOpenings(rules.Start(), 3, stats.Memory)
	defer o.Close()
	for _, r := range all {
		require.NoError(t, o.Add(r))
	}
	openings, err := o.Tree(t.Context(), 1)
	require.NoError(t, err)
	file, err := os.Create(filepath.Join(folder, "openings.parquet"))
	require.NoError(t, err)
	require.NoError(t, openings.Table().Write(file, "parquet", message.English))
	require.NoError(t, file.Close())
	queries := regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, queries)
	for _, q := range queries {
		query := strings.NewReplacer("'dataset/", "'"+folder+"/", "'tree/", "'"+tree+"/", "'openings.parquet", "'"+folder+"/openings.parquet").Replace(q[1])
		rows, err := db.Query(query)
		require.NoError(t, err, q[1])
		require.True(t, rows.Next(), q[1])
		require.NoError(t, rows.Close())
	}
}
