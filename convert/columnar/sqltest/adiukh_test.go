package sqltest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
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
	s := a.Summary()
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
		w.same(w.ask("SELECT " + tally + " FROM scored")[0], numbersOf(&s.Tally), "all")
		w.same(w.ask("SELECT count(*) FROM judged WHERE points IS NULL")[0], []any{float64(s.Unscored)}, "without a score")
		require.NotZero(t, s.Unscored)
	})

	t.Run("scores", func(t *testing.T) {
		w := w.of(t)
		var got [][]any
		var endings [5]bool
		for points, row := range s.Scores {
			for ending, games := range row {
				if games > 0 {
					got = append(got, []any{float64(points), float64(ending), float64(games)})
					endings[ending] = true
				}
			}
		}
		require.Equal(t, [5]bool{true, true, true, true, true}, endings, "an ending that no game has")
		require.Equal(t, w.ask("SELECT points, ending, count(*) FROM scored GROUP BY ALL ORDER BY ALL"), got)
		for _, row := range w.ask("SELECT ending, count(*), avg(points), stddev_pop(points) FROM scored GROUP BY ending") {
			e := s.Ending(stats.Ending(row[0].(float64)))
			w.same(row[1:], []any{float64(e.Games), number(e.Mean()), number(e.Spread())}, row[0])
		}
	})

	t.Run("colours", func(t *testing.T) {
		w := w.of(t)
		// Black has what White lacks to 24.
		w.same(w.ask(`SELECT avg(24 - points), stddev_pop(24 - points) FROM scored`)[0],
			[]any{stats.AdiukhPoints - s.Tally.MeanPoints(), s.Tally.Spread()}, "Black")
		for c, won := range []string{"white", "black"} {
			m := &s.Margins[c]
			w.same(w.ask("SELECT count(*), avg(margin), stddev_pop(margin) FROM scored WHERE won = '" + won + "'")[0],
				[]any{float64(m.Games), number(m.Mean()), number(m.Spread())}, won)
		}
	})

	t.Run("years", func(t *testing.T) {
		w := w.of(t)
		want := w.ask("SELECT year, " + tally + " FROM scored GROUP BY year ORDER BY year")
		require.Len(t, s.Years, len(want))
		for i, y := range s.Years {
			w.same(want[i], append([]any{float64(y.Year)}, numbersOf(&y.Tally)...), y.Year)
		}
	})

	t.Run("lengths", func(t *testing.T) {
		w := w.of(t)
		want := w.ask(`SELECT least(plies // 10, 50) * 10 AS first, count(*), avg(margin), stddev_pop(margin)
			FROM scored WHERE ending = 0 GROUP BY first ORDER BY first`)
		var got [][]any
		for _, l := range s.Lengths {
			if l.Margin.Games > 0 {
				got = append(got, []any{float64(l.From), float64(l.Margin.Games), l.Margin.Mean(), l.Margin.Spread()})
			}
		}
		require.Len(t, got, len(want))
		for i := range want {
			w.same(want[i], got[i], want[i][0])
		}
		w.same(w.ask("SELECT corr(plies, margin) FROM scored WHERE ending = 0")[0], []any{s.Relation.Correlation()}, "correlation")
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
		for _, q := range s.Squares {
			row := want[q.Square.Algebraic()]
			if row == nil {
				row = []any{0.0, 0.0, 0.0, 0.0}
			}
			w.same(row, []any{float64(q.Towers[0]), float64(q.Towers[1]), float64(q.Pieces[0]), float64(q.Pieces[1])}, q.Square.Algebraic())
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
		for winner, got := range map[bool]stats.Sources{true: s.Winners, false: s.Losers} {
			w.same(w.ask(`SELECT count(*), sum(walked), sum(given), sum(taken), sum(stayed), sum(captures), sum(lost), sum(walked + given + taken + stayed)
					FROM sides WHERE winner = ?`, winner)[0],
				[]any{float64(got.Games), float64(got.Walked), float64(got.Given), float64(got.Taken), float64(got.Stayed), float64(got.Captures), float64(got.Lost), float64(got.Points())},
				winner)
		}
		w.same(w.ask(`SELECT count(*) FILTER (given > taken), count(*) FILTER (given < taken), count(*) FILTER (given = taken) FROM sides WHERE winner`)[0],
			[]any{float64(s.GivenMore), float64(s.TakenMore), float64(s.Equal)}, "given and taken")
	})

	t.Run("without a move", func(t *testing.T) {
		w := w.of(t)
		for c, side := range []string{"white", "black"} {
			b := &s.Blocked[c]
			w.same(w.ask(`SELECT count(*), count(*) FILTER (won = turn), count(*) FILTER (won = 'draw'), count(*) FILTER (won NOT IN (turn, 'draw')),
					count(*) FILTER (won = turn AND empty), count(*) FILTER (won = 'draw' AND empty), count(*) FILTER (won NOT IN (turn, 'draw') AND empty)
					FROM (SELECT *, NOT EXISTS (SELECT 1 FROM towers t WHERE t.id = s.id AND stuck) AS empty FROM scored s WHERE ending = 0) WHERE turn = ?`, side)[0],
				[]any{float64(b.Games()), float64(b.Wins), float64(b.Draws), float64(b.Losses), float64(b.WinsWithout), float64(b.DrawsWithout), float64(b.LossesWithout)},
				side)
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
		openings, err := a.Openings(t.Context(), 4)
		require.NoError(t, err)
		require.Len(t, openings, len(want))
		for _, o := range openings {
			at := *p
			for _, move := range o.Line {
				play(t, &at, move)
			}
			w.same(want[fmt.Sprint(int64(at.Hash()))], numbersOf(&o.Tally), o.Line)
		}
	})

	t.Run("players", func(t *testing.T) {
		w := w.of(t)
		w.players("scored", func(f func(*stats.Player) error) error { return a.Players(t.Context(), 1, f) })
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
func (w *written) players(view string, each func(func(*stats.Player) error) error) {
	// A name without the blanks around; ? and - are none.
	w.exec(`CREATE OR REPLACE VIEW seats AS
		SELECT *, CASE WHEN name IN ('', '?', '-') THEN NULL ELSE name END AS player
		FROM (SELECT *, 'white' AS seat, trim(white) AS name, points AS own FROM ` + view + `
			UNION ALL SELECT *, 'black', trim(black), 24 - points FROM ` + view + `)`)
	want := w.keyed(w.ask(`SELECT player, count(*), count(*) FILTER (won = seat), count(*) FILTER (won = 'draw'), count(*) FILTER (won NOT IN (seat, 'draw')),
			avg(CASE won WHEN seat THEN 1.0 WHEN 'draw' THEN 0.5 WHEN NULL THEN NULL ELSE 0.0 END) FILTER (won IS NOT NULL),
			avg(plies), count(own), avg(own), stddev_pop(own),
			coalesce(min(year) FILTER (year > 0), 0), coalesce(max(year) FILTER (year > 0), 0)
		FROM seats WHERE player IS NOT NULL GROUP BY player`))
	colours := w.keyed(w.ask(`SELECT seat || ' ' || player, ` + tally + ` FROM seats WHERE player IS NOT NULL GROUP BY seat, player`))
	require.Greater(w, len(want), 5)
	none := []any{0.0, 0.0, 0.0, 0.0, nil, nil, 0.0, nil, nil, 0.0, 0.0}
	last := ""
	require.NoError(w, each(func(p *stats.Player) error {
		require.Less(w, last, p.Name)
		last = strings.Clone(p.Name)
		row := want[p.Name]
		require.NotNil(w, row, p.Name)
		delete(want, last)
		first, latest := p.Years()
		w.same(row, []any{
			float64(p.Games()), float64(p.Wins()), float64(p.Draws()), float64(p.Losses()), number(p.Share()),
			number(p.MeanPlies()), float64(p.Scored()), number(p.MeanPoints()), number(p.Spread()), float64(first), float64(latest),
		}, p.Name)
		for c, seat := range []string{"white ", "black "} {
			row := colours[seat+p.Name]
			if row == nil {
				row = none
			}
			w.same(row, numbersOf(&p.As[c]), seat+p.Name)
		}
		return nil
	}))
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
	w.players("played", func(f func(*stats.Player) error) error { return p.Each(t.Context(), 1, f) })
}
