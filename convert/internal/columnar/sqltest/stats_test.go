package sqltest

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// counted are the variants of the collection.
var counted = []record.Variant{
	record.Bashni, record.BashniReverse, record.Lasca, record.LascaReverse, record.Adiukh,
	record.Russian, record.Checkers, record.International,
}

// collection returns the games of the rule books, and made ones of several
// variants with players, years, events and rounds: with results and without, not
// played, not finished, illegal, beginning from a position of their own, or with
// a position set up on the way. Games of Adiukh end in each of the ways that
// there are.
func collection(t *testing.T) []*replay.Report {
	var all []*replay.Report
	parser := grammar.NewParser()
	for _, c := range corpus.Games() {
		cutter, err := grammar.NewCutter(strings.NewReader(c.Text), c.File, "")
		require.NoError(t, err)
		for {
			chunk, err := cutter.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			all = append(all, replay.Judge(parser.Parse(chunk), c.Variant))
		}
	}
	for _, v := range counted {
		made, err := corpus.NewGenerator(v, 17)
		require.NoError(t, err)
		games := 120
		if v == record.Adiukh {
			games = 360
		}
		var middle record.Position // of a game before
		for i := range games {
			g := made.Next()
			g.Tags = []record.Tag{
				{Name: "White", Value: []string{"А", "Б", " В ", "Г", "?", "Д", "Е"}[i%7]},
				{Name: "Black", Value: []string{"Б", "Г", "Д", "А", "-", "В", "Ж", "Е", "", "А", "З"}[i%11]},
				{Name: "WhiteTeam", Value: []string{"Север", "Юг", "Восток", "", "Запад", "Юг", "Центр"}[i%7]},
				{Name: "BlackTeam", Value: []string{"Юг", "Запад", "Север", "Юг"}[i%4]},
				{Name: "Event", Value: []string{"Кубок", "Матч", " кубок", "Матч", "Кубок", "Команды"}[i%26/4%6]},
				{Name: "Round", Value: fmt.Sprint(1+i%5, []string{"", ".1"}[i%3/2])},
				{Name: "Date", Value: []string{"1998.05.17", "2003.??.??", "", "????.??.??", "31.12.2011"}[i%5]},
			}
			short := func(plies int, result record.Result) {
				g.Plies = g.Plies[:min(plies, len(g.Plies))]
				g.Result = result
			}
			switch i % 15 {
			case 1:
				g.Result = record.Result{}
			case 2:
				g.Result = record.Result{Outcome: record.Unfinished}
			case 3:
				short(7, record.Result{Outcome: record.Unfinished})
			case 4:
				short(0, record.Result{Outcome: record.Unplayed, White: float64(i % 2), Manner: record.Forfeit})
			case 5:
				short(0, record.Result{Outcome: record.WhiteWins})
			case 6:
				g.Plies[3] = g.Plies[0] // which nobody can play
			case 7:
				short(8, record.Result{Outcome: record.BlackWins, Manner: record.Resigned})
			case 8:
				short(9, record.Result{Outcome: record.WhiteWins, Manner: record.OnTime})
			case 9:
				short(10, record.Result{Outcome: record.Draw, Manner: record.Agreed})
			case 10:
				short(11, record.Result{Outcome: record.Draw})
			case 11:
				begin := middle
				g.Start = &begin
				short(0, record.Result{Outcome: record.BlackWins})
			case 12:
				// The first plies, then all of the game again.
				again := append([]record.Ply{}, g.Plies...)
				first := record.StartPosition(v)
				again[0].Note = &record.Notes{Setup: first.FEN()}
				g.Plies = append(append([]record.Ply{}, g.Plies[:2+i%4]...), again...)
			case 13:
				if v == record.Adiukh {
					short(12, record.Result{
						Outcome: record.Points, White: []float64{24, 0, 12, 7, 7.5, 17}[i/15%6], Black: []float64{0, 24, 12, 17, 16.5, 5}[i/15%6],
					})
				}
			}
			r := replay.Judge(g, record.UnknownVariant)
			if i == 0 {
				for i, ply := range r.Plies() {
					if i == 3 {
						middle = ply.Before.Record()
					}
				}
			}
			all = append(all, r)
		}
	}
	return all
}

// written is a collection as Parquet, which DuckDB has as the views games and
// plies, and the games as stats reads them from there.
type written struct {
	*testing.T
	db    *sql.DB
	games []*replay.Report
}

// write writes the collection and reads it again.
func write(t *testing.T) *written {
	folder := dataset(t, collection(t))
	file, err := os.Open(filepath.Join(folder, "games.parquet"))
	require.NoError(t, err)
	defer file.Close()
	info, err := file.Stat()
	require.NoError(t, err)
	r, err := columnar.NewParquetReader(file, info.Size())
	require.NoError(t, err)
	w := &written{T: t, db: open(t)}
	written := grammar.NewParser()
	w.db.SetMaxOpenConns(1) // the views are of one connection
	for {
		chunk, err := r.Chunk()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		g := new(record.Game)
		if chunk.Format == grammar.JSON {
			jsonl.ParseInto(chunk, g)
		} else {
			written.ParseInto(chunk, g)
		}
		w.games = append(w.games, replay.Judge(g, record.UnknownVariant))
	}
	for _, table := range []string{"games", "plies"} {
		w.exec(fmt.Sprintf("CREATE VIEW %s AS SELECT * FROM read_parquet('%s')", table, filepath.Join(folder, table+".parquet")))
	}
	// What a game came to. Adiukh is won by points (5.1): those of the board or
	// of who resigned or lost on time, which the table has; 12 each where a draw
	// was agreed (6.1); else those of the record. A score is 24 points together,
	// which those of a study with fewer pieces are not. The
	// other games are won by what the record says, and where it says nothing by
	// who has no move left: he has lost (Codex 1.11), and won in a reverse game.
	w.exec(`CREATE VIEW told AS
		SELECT *, CASE
			WHEN white_score > black_score THEN 'white'
			WHEN white_score < black_score THEN 'black'
			WHEN white_score >= 0 THEN 'draw'
			WHEN points IS NOT NULL THEN CASE WHEN points > 12 THEN 'white' WHEN points < 12 THEN 'black' ELSE 'draw' END
			WHEN outcome IN ('white', 'black', 'draw') THEN outcome
			WHEN outcome = 'points' THEN CASE WHEN white_points > black_points THEN 'white' WHEN white_points < black_points THEN 'black' ELSE 'draw' END
			WHEN outcome = 'unplayed' OR "over" IS NOT TRUE THEN NULL
			WHEN (turn = 'black') = (variant NOT LIKE '%-reverse') THEN 'white'
			ELSE 'black' END AS won
		FROM (SELECT * REPLACE (coalesce(year, 0) AS year, coalesce(outcome, '') AS outcome, coalesce(manner, '') AS manner), CASE
			WHEN variant <> 'adiukh' THEN NULL
			WHEN white_score >= 0 AND white_score + black_score <> 24 THEN NULL
			WHEN white_score >= 0 THEN white_score
			WHEN outcome = 'draw' THEN 12
			WHEN outcome = 'points' AND white_points + black_points = 24 AND white_points IN (SELECT range FROM range(25)) THEN white_points::INT
			END AS points
		FROM games)`)
	return w
}

func (w *written) exec(query string) {
	_, err := w.db.Exec(query)
	require.NoError(w, err, query)
}

// ask returns the rows of an answer: NULL as nil, every number as float64, which
// the counts of a test fit.
func (w *written) ask(query string, args ...any) [][]any {
	rows, err := w.db.Query(query, args...)
	require.NoError(w, err, query)
	defer rows.Close()
	names, err := rows.Columns()
	require.NoError(w, err)
	var all [][]any
	for rows.Next() {
		values, places := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			places[i] = &values[i]
		}
		require.NoError(w, rows.Scan(places...), query)
		for i, v := range values {
			switch v := v.(type) {
			case int8:
				values[i] = float64(v)
			case int16:
				values[i] = float64(v)
			case int32:
				values[i] = float64(v)
			case int64:
				values[i] = float64(v)
			case *big.Int:
				values[i], _ = new(big.Float).SetInt(v).Float64()
			}
		}
		all = append(all, values)
	}
	require.NoError(w, rows.Err(), query)
	return all
}

// number returns what a mean is where there is nothing: nil in SQL, NaN in Go.
func number(x float64) any {
	if math.IsNaN(x) {
		return nil
	}
	return x
}

// same says that two rows have the same values, numbers within rounding.
func (w *written) same(want, got []any, of any) {
	w.Helper()
	require.Len(w, got, len(want), "%v", of)
	for i := range want {
		a, ok := want[i].(float64)
		b, both := got[i].(float64)
		if ok && both {
			require.InDelta(w, a, b, 1e-9*max(1, math.Abs(a)), "column %d of %v: %v, but stats says %v", i, of, want, got)
			continue
		}
		require.Equal(w, want[i], got[i], "column %d of %v: %v, but stats says %v", i, of, want, got)
	}
}

// tally is what a stats.Tally says of the rows of told.
const tally = `count(*), count(*) FILTER (won = 'white'), count(*) FILTER (won = 'draw'), count(*) FILTER (won = 'black'),
	avg(CASE won WHEN 'white' THEN 1.0 WHEN 'draw' THEN 0.5 WHEN 'black' THEN 0.0 END)::DOUBLE, avg(plies),
	count(points), avg(points), stddev_pop(points),
	coalesce(min(year) FILTER (year > 0), 0), coalesce(max(year) FILTER (year > 0), 0)`

func numbersOf(t *stats.Tally) []any {
	return []any{
		float64(t.Games), float64(t.WhiteWins), float64(t.Draws), float64(t.BlackWins),
		number(t.Share()), number(t.MeanPlies()),
		float64(t.Scored), number(t.MeanPoints()), number(t.Spread()),
		float64(t.FirstYear), float64(t.LastYear),
	}
}

// rowsOf returns the rows of a table by the names of its columns, every number as
// float64 and none as nil.
func rowsOf(t *testing.T, made *table.Table) (rows []map[string]any) {
	for cells, err := range made.Rows {
		require.NoError(t, err)
		row := map[string]any{}
		for i, c := range made.Columns {
			switch cell := cells[i].(type) {
			case int:
				row[c.Name] = float64(cell)
			case float64:
				row[c.Name] = number(cell)
			case json.Marshaler:
				if of, ok := cell.(*table.Table); ok {
					row[c.Name] = rowsOf(t, of)
					continue
				}
				var x float64 // points
				text, err := cell.MarshalJSON()
				require.NoError(t, err)
				require.NoError(t, json.Unmarshal(text, &x))
				row[c.Name] = x
			default:
				row[c.Name] = cell
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// pick returns what a row has under names.
func pick(row map[string]any, names ...string) (values []any) {
	for _, name := range names {
		values = append(values, row[name])
	}
	return values
}

// tallied are the columns of a table that tally asks for.
var tallied = []string{
	"games", "whiteWins", "draws", "blackWins", "share", "meanPlies", "scored", "meanPoints", "spread", "firstYear", "lastYear",
}

// keyed makes a map of rows by their first value, which is left out of them.
func (w *written) keyed(rows [][]any) map[any][]any {
	all := make(map[any][]any, len(rows))
	for _, row := range rows {
		require.NotContains(w, all, row[0])
		all[row[0]] = row[1:]
	}
	return all
}
