package sqltest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// TestAdiukh asks what stats adiukh tells. Where pieces stand in the final
// position is read from its FEN, letter by letter.
func TestAdiukh(t *testing.T) {
	w := write(t)
	const plies = 2
	a := stats.NewAdiukh(plies, 1<<18)
	defer a.Close()
	for _, r := range w.games {
		require.NoError(t, a.Add(r))
	}
	all, _, err := a.Tables(t.Context(), 4, message.English)
	require.NoError(t, err)
	s := rowsOf(t, all)[0]
	of := func(name string) []map[string]any { return s[name].([]map[string]any) }
	w.exec(`CREATE VIEW judged AS SELECT * FROM told WHERE variant = 'adiukh' AND verdict IN ('legal', 'repaired') AND outcome <> 'unplayed'`)
	// A side has no move (5.1); else the record says how the game ended: resigned
	// (5.2), out of time (5.4), 12:12 by agreement (6.1.3).
	w.exec(`CREATE VIEW scored AS SELECT *, points > 12 AS white_won, abs(2 * points - 24) AS margin, CASE
			WHEN "over" THEN 0
			WHEN manner = 'resigned' THEN 1
			WHEN manner = 'on-time' THEN 2
			WHEN manner = 'agreed' OR points = 12 THEN 3
			ELSE 4 END AS ending
		FROM judged WHERE points IS NOT NULL`)

	t.Run("all", func(t *testing.T) {
		w := w.of(t)
		w.same(w.ask("SELECT " + tally + " FROM scored")[0], pick(s, tallied...), "all")
		w.same(w.ask("SELECT count(*) FROM judged WHERE points IS NULL")[0], pick(s, "unscored"), "without a score")
		require.NotZero(t, s["unscored"])
	})

	t.Run("scores", func(t *testing.T) {
		w := w.of(t)
		var got [][]any
		for _, row := range slices.Backward(of("scores")) {
			for ending, name := range []string{"playedOut", "resigned", "onTime", "agreed", "unknown"} {
				if row[name] != 0.0 {
					got = append(got, []any{row["white"], float64(ending), row[name]})
				}
			}
		}
		require.Equal(t, w.ask("SELECT points, ending, count(*) FROM scored GROUP BY ALL ORDER BY ALL"), got)
		want := w.ask("SELECT count(*), avg(points), stddev_pop(points) FROM scored GROUP BY ending ORDER BY ending")
		require.Len(t, want, 5, "an ending that no game has")
		for i, row := range want {
			w.same(row, pick(of("endings")[i], "games", "meanPoints", "spread"), i)
		}
	})

	t.Run("colours", func(t *testing.T) {
		w := w.of(t)
		// Black has what White lacks to 24.
		w.same(w.ask(`SELECT 24 - avg(24 - points), stddev_pop(24 - points) FROM scored`)[0], pick(s, "meanPoints", "spread"), "Black")
		for c, won := range []string{"white", "black"} {
			w.same(w.ask("SELECT won, count(*), avg(margin), stddev_pop(margin) FROM scored WHERE won = '" + won + "' GROUP BY won")[0],
				pick(of("margins")[c], "winner", "games", "mean", "spread"), won)
		}
	})

	t.Run("years", func(t *testing.T) {
		w := w.of(t)
		want := w.ask("SELECT nullif(year, 0), " + tally + " FROM scored GROUP BY year ORDER BY year")
		require.Len(t, of("years"), len(want))
		for i, y := range of("years") {
			w.same(want[i], pick(y, append([]string{"year"}, tallied...)...), y["year"])
		}
	})

	t.Run("lengths", func(t *testing.T) {
		w := w.of(t)
		want := w.ask(`SELECT least(plies // 10, 50) * 10 AS first, count(*), avg(margin), stddev_pop(margin)
			FROM scored WHERE ending = 0 GROUP BY first ORDER BY first`)
		require.Len(t, of("lengths"), len(want))
		for i, row := range of("lengths") {
			w.same(want[i], pick(row, "from", "games", "mean", "spread"), i)
		}
		w.same(w.ask("SELECT corr(plies, margin) FROM scored WHERE ending = 0")[0], pick(s, "correlation"), "correlation")
	})

	// The pieces of final positions: of each tower its square, owner, and how many
	// it has of his and of the other colour.
	w.exec(`CREATE VIEW towers AS SELECT id, side, square, side = upper(turn[1]) AS stuck,
			CASE WHEN tower = '' THEN 1 ELSE length(split_part(tower, '/', 1)) END AS own,
			length(split_part(tower, '/', 2)) AS prisoners,
			square[2] >= '5' AS upper_half
		FROM (SELECT id, turn, part[1] AS side, split_part(text, '=', 1) AS square, split_part(text, '=', 2) AS tower
			FROM (SELECT id, turn, part, unnest(string_split(part[2:], ',')) AS text
				FROM (SELECT id, turn, unnest(string_split("final", ':')[2:]) AS part FROM scored WHERE ending = 0))
			WHERE text <> '')`)

	t.Run("squares", func(t *testing.T) {
		w := w.of(t)
		// 5.1: who has which pieces on whose half is his points.
		require.Equal(t, [][]any{{0.0, 0.0}}, w.ask(`SELECT count(*) FILTER (u <> points), count(*) FILTER (all_pieces <> 24)
			FROM (SELECT id, sum(own + prisoners) FILTER (upper_half) AS u, sum(own + prisoners) AS all_pieces FROM towers GROUP BY id) JOIN scored USING (id)`))
		want := w.keyed(w.ask(`SELECT square, count(*) FILTER (side = 'W'), count(*) FILTER (side = 'B'),
			sum(CASE side WHEN 'W' THEN own ELSE prisoners END), sum(CASE side WHEN 'B' THEN own ELSE prisoners END) FROM towers GROUP BY square`))
		require.Greater(t, len(want), 20)
		for _, q := range of("squares") {
			row := want[q["square"]]
			if row == nil {
				row = []any{0.0, 0.0, 0.0, 0.0}
			}
			w.same(row, pick(q, "whiteTowers", "blackTowers", "whitePieces", "blackPieces"), q["square"])
		}
	})

	// How points arose, for each side of a game: its own pieces on the other half
	// in its towers and in the opponent's, and the opponent's likewise; and how
	// many it captured and lost.
	w.exec(`CREATE VIEW sides AS SELECT g.id, s.side, g.won = s.name AS winner,
			coalesce(sum(own) FILTER (there AND t.side = s.side), 0) AS walked,
			coalesce(sum(prisoners) FILTER (there AND t.side <> s.side), 0) AS given,
			coalesce(sum(prisoners) FILTER (there AND t.side = s.side), 0) AS taken,
			coalesce(sum(own) FILTER (there AND t.side <> s.side), 0) AS stayed,
			(SELECT coalesce(sum(captured), 0) FROM plies p WHERE p.game = g.id AND p.mover = s.name) AS captures,
			(SELECT coalesce(sum(captured), 0) FROM plies p WHERE p.game = g.id AND p.mover <> s.name) AS lost
		FROM scored g CROSS JOIN (VALUES ('W', 'white'), ('B', 'black')) s(side, name)
			JOIN (SELECT *, unnest(['W', 'B']) AS for_side, upper_half = (for_side = 'W') AS there FROM towers) t ON t.id = g.id AND t.for_side = s.side
		WHERE g.won <> 'draw' GROUP BY g.id, s.side, s.name, g.won`)

	t.Run("sources", func(t *testing.T) {
		w := w.of(t)
		for winner, object := range map[bool]string{true: "winners.", false: "losers."} {
			w.same(w.ask(`SELECT count(*), sum(walked), sum(given), sum(taken), sum(stayed), sum(captures), sum(lost)
					FROM sides WHERE winner = ?`, winner)[0],
				pick(s, object+"games", object+"walked", object+"given", object+"taken", object+"stayed", object+"captures", object+"lost"),
				winner)
		}
		w.same(w.ask(`SELECT count(*) FILTER (given > taken), count(*) FILTER (given < taken), count(*) FILTER (given = taken) FROM sides WHERE winner`)[0],
			pick(s, "givenMore", "takenMore", "asMany"), "given and taken")
	})

	t.Run("without a move", func(t *testing.T) {
		w := w.of(t)
		for c, side := range []string{"white", "black"} {
			w.same(w.ask(`SELECT count(*) FILTER (won = turn), count(*) FILTER (won = 'draw'), count(*) FILTER (won NOT IN (turn, 'draw')),
					count(*) FILTER (won = turn AND empty), count(*) FILTER (won = 'draw' AND empty), count(*) FILTER (won NOT IN (turn, 'draw') AND empty)
					FROM (SELECT *, NOT EXISTS (SELECT 1 FROM towers t WHERE t.id = s.id AND stuck) AS empty FROM scored s WHERE ending = 0) WHERE turn = ?`, side)[0],
				pick(of("blocked")[c], "wins", "draws", "losses", "winsWithoutTower", "drawsWithoutTower", "lossesWithoutTower"), side)
		}
	})

	t.Run("openings", func(t *testing.T) {
		w := w.of(t)
		rules, err := replay.For(record.Adiukh)
		require.NoError(t, err)
		p := rules.Start()
		first := p.Record()
		want := w.keyed(w.ask(`SELECT hash_after::VARCHAR, `+tally+` FROM scored JOIN plies AS p ON game = id
			WHERE ply = ? AND start = ? AND NOT EXISTS (
				SELECT 1 FROM plies a JOIN plies b ON a.game = b.game AND b.ply = a.ply + 1 WHERE a.game = p.game AND b.ply <= p.ply AND b.hash_before <> a.hash_after)
			GROUP BY hash_after HAVING count(*) >= 4`, plies, first.FEN()))
		require.NotEmpty(t, want)
		require.Len(t, of("openings"), len(want))
		for _, o := range of("openings") {
			at := *p
			for _, move := range o["line"].([]string) {
				play(t, &at, move)
			}
			w.same(want[fmt.Sprint(int64(at.Hash()))], pick(o, tallied...), o["line"])
		}
	})

	t.Run("players", func(t *testing.T) {
		w := w.of(t)
		all, _, err := a.Tables(t.Context(), 1, message.English)
		require.NoError(t, err)
		w.players("scored", rowsOf(t, all)[0]["players"].([]map[string]any))
	})
}

// of is the same for a part of a test.
func (w *written) of(t *testing.T) *written {
	part := *w
	part.T = t
	return &part
}

// play plays a move by its text.
func play(t *testing.T, p *replay.Position, text string) {
	legal := p.Moves(nil)
	for i := range legal {
		if string(p.AppendMove(nil, &legal[i], legal)) == text {
			p.Play(&legal[i])
			return
		}
	}
	require.Fail(t, "no such move", text)
}

// players asks what each player has in the games of a view.
func (w *written) players(view string, got []map[string]any) {
	// A name without the blanks around; ? and - are none.
	w.exec(`CREATE OR REPLACE VIEW seats AS
		SELECT *, CASE WHEN name IN ('', '?', '-') THEN NULL ELSE name END AS player
		FROM (SELECT *, 'white' AS seat, trim(white) AS name, points AS own FROM ` + view + `
			UNION ALL SELECT *, 'black', trim(black), 24 - points FROM ` + view + `)`)
	want := w.keyed(w.ask(`SELECT player, count(*), count(*) FILTER (won = seat), count(*) FILTER (won = 'draw'), count(*) FILTER (won NOT IN (seat, 'draw')),
			avg(CASE won WHEN seat THEN 1.0 WHEN 'draw' THEN 0.5 WHEN NULL THEN NULL ELSE 0.0 END) FILTER (won IS NOT NULL),
			count(own), avg(own), stddev_pop(own)
		FROM seats WHERE player IS NOT NULL GROUP BY player`))
	colours := w.keyed(w.ask(`SELECT seat || ' ' || player, ` + tally + ` FROM seats WHERE player IS NOT NULL GROUP BY seat, player`))
	require.Greater(w, len(want), 5)
	none := []any{0.0, 0.0, 0.0, 0.0, nil, nil, 0.0, nil, nil, 0.0, 0.0}
	last := ""
	for _, p := range got {
		name := p["name"].(string)
		require.Less(w, last, name)
		last = name
		row := want[name]
		require.NotNil(w, row, name)
		delete(want, name)
		w.same(row, pick(p, "games", "wins", "draws", "losses", "share", "scored", "meanPoints", "spread"), name)
		for seat, object := range map[string]string{"white": "asWhite.", "black": "asBlack."} {
			row := colours[seat+" "+name]
			if row == nil {
				row = none
			}
			var numbers []any
			for _, column := range tallied {
				numbers = append(numbers, p[object+column])
			}
			if seat == "black" { // whose share and points are Black's
				for i, all := range map[int]float64{4: 1, 7: 24} {
					if x, ok := numbers[i].(float64); ok {
						numbers[i] = all - x
					}
				}
			}
			w.same(row, numbers, seat+" "+name)
		}
	}
	require.Empty(w, want, "players that stats does not have")
}

// TestPlayers asks what stats players tells: a result stands, whatever became of
// the moves.
func TestPlayers(t *testing.T) {
	w := write(t)
	p := stats.NewPlayers(1 << 16)
	defer p.Close()
	for _, r := range w.games {
		require.NoError(t, p.Add(r))
	}
	w.exec("CREATE VIEW played AS SELECT * FROM told WHERE outcome <> 'unplayed'")
	w.players("played", rowsOf(t, p.Table(t.Context(), 1)))
}
