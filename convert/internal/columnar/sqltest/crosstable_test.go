package sqltest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

// TestCrosstable asks for the table of a tournament: the points and every
// coefficient of every participant, what each pair did, and the places where
// coefficients alone decide them. Those that games of equals with one another
// decide (Ukrainian rules IV.12.3.1, Go code 8.2.1) are not asked for.
func TestCrosstable(t *testing.T) {
	for _, tt := range []struct {
		name, event  string
		white, black string // what names the participants
		teams        bool
		system       string
		order        string // of the places, by columns of SQL's
	}{
		{"Swiss", "Кубок", "white", "black", false, stats.Swiss, "points, buchholz"},
		{"round robin", "матч", "white", "black", false, stats.RoundRobin, "points, shmulyan, berger, sonneborn"},
		// The table games has no teams, but the record in it has.
		{"teams", "команды", tag("WhiteTeam"), tag("BlackTeam"), true, stats.RoundRobin, "points, team"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := write(t)
			tournament := stats.NewTournament(tt.event, tt.teams)
			for _, r := range w.games {
				require.NoError(t, tournament.Add(r))
			}
			about, _, err := tournament.Tables(tt.system, stats.Codex, false, message.English)
			require.NoError(t, err)
			table := rowsOf(t, about)[0]
			rows := table["rows"].([]map[string]any)

			w.exec(`CREATE TABLE meant AS
				SELECT id, outcome = 'unplayed' AS unplayed, won, points, result, regexp_extract(trim(round), '^[0-9]+')::INT AS round,
					CASE WHEN white_name NOT IN ('', '?', '-') THEN white_name END AS first, CASE WHEN black_name NOT IN ('', '?', '-') THEN black_name END AS second
				FROM (SELECT *, coalesce(trim(` + tt.white + `), '') AS white_name, coalesce(trim(` + tt.black + `), '') AS black_name
					FROM told WHERE lower(trim(event)) = lower('` + tt.event + `'))`)
			// Who did not play anybody is not in the table, but a plus may be one over
			// nobody (Ukrainian rules IV.12.5).
			w.exec(`CREATE VIEW nameless AS SELECT * FROM meant WHERE first IS NULL AND second IS NULL OR first = second
				OR (first IS NULL OR second IS NULL) AND NOT unplayed`)
			w.exec(`CREATE VIEW unfinished AS SELECT * FROM meant WHERE won IS NULL AND NOT unplayed AND id NOT IN (SELECT id FROM nameless)`)
			// A game from each side. A plus is a win and a minus a loss (Codex 3.6).
			w.exec(`CREATE TABLE seats AS SELECT *, CASE WHEN unplayed THEN (sign = '+')::INT WHEN won = 'draw' THEN 0.5 ELSE (won = side)::INT END::DOUBLE AS got
				FROM (SELECT id, 'white' AS side, first AS who, second AS other, unplayed, won, round, split_part(result, '/', 1) AS sign, points AS scored, 24 - points AS against FROM meant
					UNION ALL SELECT id, 'black', second, first, unplayed, won, round, split_part(result, '/', 2), 24 - points, points FROM meant)
				WHERE who IS NOT NULL AND id NOT IN (SELECT id FROM nameless UNION SELECT id FROM unfinished)`)
			w.exec("CREATE TABLE sums AS SELECT who, sum(got) AS points FROM seats GROUP BY who")
			w.exec(`CREATE TABLE meetings AS SELECT s.*, coalesce(p.points, (SELECT min(points) FROM sums)) AS theirs FROM seats s LEFT JOIN sums p ON p.who = s.other`)
			w.exec(`CREATE TABLE coefficients AS SELECT who,
					count(*) AS games, count(*) FILTER (got = 1) AS wins, count(*) FILTER (got = 0.5) AS draws, count(*) FILTER (got = 0) AS losses,
					count(*) FILTER (got = 1 AND unplayed) AS pluses, sum(got) AS points,
					count(scored) FILTER (NOT unplayed) AS scores, coalesce(sum(scored) FILTER (NOT unplayed), 0) AS score_for, coalesce(sum(against) FILTER (NOT unplayed), 0) AS score_against,
					coalesce(sum(theirs) FILTER (got = 1), 0) AS beaten, coalesce(sum(theirs) FILTER (got = 0.5), 0) AS drawn, coalesce(sum(theirs) FILTER (got = 0), 0) AS lost,
					beaten - lost AS shmulyan, beaten + drawn - lost AS berger, 2 * beaten + drawn AS sonneborn, sum(theirs) AS buchholz,
					list_sort(list(theirs)) AS all_points,
					coalesce(list_sum(all_points[2:]), 0) AS shortened, coalesce(list_sum(all_points[3:]), 0) AS sos2,
					[coalesce(list_sum(all_points[k + 1:len(all_points) - 1]), 0) FOR k IN range(1, len(all_points))] AS medians
				FROM meetings GROUP BY who`)
			w.exec(`CREATE TABLE teams AS SELECT a.who, sum(m.got * m.theirs) AS team FROM sums a JOIN meetings m ON m.who = a.who
				WHERE ` + fmt.Sprint(tt.teams) + ` AND m.other IS NOT NULL AND m.theirs <> a.points AND EXISTS (SELECT 1 FROM sums b WHERE b.points = a.points AND b.who <> a.who) GROUP BY a.who`)
			require.Equal(t, w.ask("SELECT (SELECT count(*) FROM unfinished), (SELECT count(*) FROM nameless)"), [][]any{pick(table, "unfinished", "withoutNames")})
			require.NotZero(t, table["unfinished"])
			require.NotZero(t, table["withoutNames"])

			want := w.keyed(w.ask(`SELECT c.who, games, wins, draws, losses, c.points, c.points - pluses, CASE WHEN scores > 0 THEN score_for END, CASE WHEN scores > 0 THEN score_against END,
					shmulyan, berger, sonneborn, buchholz, shortened, sos2, beaten,
					(SELECT sum(o.buchholz) FROM meetings m JOIN coefficients o ON o.who = m.other WHERE m.who = c.who),
					(SELECT sum(got) FROM meetings m, generate_series(1, (SELECT max(round) FROM meetings)) AS after(round) WHERE m.who = c.who AND m.round <= after.round),
					array_to_string(medians, ' '), team, rank() OVER (ORDER BY ` + strings.ReplaceAll(strings.Replace(tt.order, "points", "c.points", 1), ",", " DESC,") + ` DESC NULLS LAST)
				FROM coefficients c LEFT JOIN teams USING (who)`))
			require.Len(t, rows, len(want))
			require.Greater(t, len(want), 3)
			shared := false
			for _, r := range rows {
				text, err := json.Marshal(r["medians"])
				require.NoError(t, err)
				var medians []float64
				require.NoError(t, json.Unmarshal(text, &medians))
				var words []string
				for _, m := range medians {
					words = append(words, fmt.Sprintf("%.1f", m))
				}
				r["medians"] = strings.Join(words, " ")
				shared = shared || r["team"] != nil
				w.same(want[r["name"]], pick(r, "games", "wins", "draws", "losses", "points", "norm", "scoreFor", "scoreAgainst",
					"shmulyanDvorkovich", "berger", "sonnebornBerger", "buchholz", "shortSolkoff", "sos2", "sodos", "sosos", "progress",
					"medians", "team", "place"), r["name"])
			}
			require.Equal(t, tt.teams, shared, "whether teams share their points, which their coefficient is for")
			pairs := w.keyed(w.ask(`SELECT who || ' ' || other, string_agg(CASE WHEN unplayed THEN sign WHEN got = 0.5 THEN '½' ELSE got::INT::VARCHAR END, ' ' ORDER BY id)
				FROM meetings WHERE other IS NOT NULL GROUP BY ALL`))
			for _, r := range rows {
				for j, results := range r["results"].([][]any) {
					var words []string
					for _, result := range results {
						words = append(words, fmt.Sprint(result))
					}
					key := fmt.Sprint(r["name"], " ", rows[j]["name"])
					if len(words) == 0 {
						require.NotContains(t, pairs, key)
						continue
					}
					require.Equal(t, []any{strings.Join(words, " ")}, pairs[key], key)
				}
			}
		})
	}
}

// tag is a tag of the record in SQL, which no column has.
func tag(name string) string {
	return "(SELECT value ->> 'value' FROM json_each(record, '$.record.tags') WHERE value ->> 'name' = '" + name + "')"
}
