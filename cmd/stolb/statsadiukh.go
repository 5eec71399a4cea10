package main

import (
	"context"
	"io"
	"sync"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
	"github.com/stolb/stolb/stats/page"
	"github.com/stolb/stolb/stats/partial"
)

// maxOpeningPlies is the most plies by which stats adiukh tells openings apart:
// with more of them the table would be stats openings.
const maxOpeningPlies = 5

func adiukhCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "adiukh",
		Example: `
  stolb stats adiukh games/
  stolb stats adiukh --min-games 20 --html scores.html games.pdn`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	c := statisticFlags(flags)
	c.asked = record.Adiukh
	depth := intFlag(flags, "depth", 2, 1, maxOpeningPlies)
	minGames := minGamesFlag(flags)
	command.RunE = c.counts(s, func(args []string) error { return c.carryOut(s, newAdiukh(c, *depth, *minGames), args) })
	return command
}

// adiukh counts scores with a stats.Adiukh for each worker.
type adiukh struct {
	*statistic
	depth, minGames int
	all             *stats.Adiukh
	others          int // games of other variants

	mutex sync.Mutex
	parts []*stats.Adiukh
}

func newAdiukh(c *statistic, depth, minGames int) *adiukh {
	return &adiukh{statistic: c, depth: depth, minGames: minGames, all: stats.NewAdiukh(depth, c.memory())}
}

func (a *adiukh) close() {
	for _, part := range append(a.parts, a.all) {
		part.Close() // what was counted is told, or an error is
	}
}

func (a *adiukh) count(s *streams, args []string) error {
	newWorker := func() func(*replay.Report, *bool) error {
		part := stats.NewAdiukh(a.depth, a.memory())
		a.mutex.Lock()
		a.parts = append(a.parts, part)
		a.mutex.Unlock()
		return func(r *replay.Report, other *bool) error {
			*other = r.Verdict <= replay.Repaired && r.Variant != record.Adiukh
			return part.Add(r)
		}
	}
	return countGames(a.statistic, s, args, newWorker, func(other *bool) error {
		if *other {
			a.others++
		}
		return nil
	})
}

// merge puts together what the workers have counted.
func (a *adiukh) merge() error {
	for _, part := range a.parts {
		if err := a.all.Merge(part); err != nil {
			return err
		}
	}
	return nil
}

func (a *adiukh) tell(s *streams, done error) error {
	a.tellLeftOut(s, a.others)
	if err := a.merge(); err != nil {
		return err
	}
	if summary := a.all.Summary(); summary.Tally.Games == 0 {
		return a.nothing(s, done, "stats.no-adiukh", "n", summary.Unscored)
	}
	openings, err := a.all.Openings(s.ctx, a.minGames)
	if err != nil {
		return message.Of("stats.with-flags", "why", err, "flags", "--depth")
	}
	players, more, err := mostGames(func(f func(*stats.Player) error) error { return a.all.Players(s.ctx, a.minGames, f) })
	if err != nil {
		return err
	}
	err = a.write(s, page.Adiukh(a.all.Summary(), openings, players, more, language), func(w io.Writer) error {
		return writeAdiukh(s.ctx, w, a.all, openings, a.minGames)
	})
	if err != nil {
		return err
	}
	return done
}

func (a *adiukh) describe(h *partial.Head) {
	h.Kind, h.Asked.Depth, h.Other = "adiukh", a.depth, a.others
}

func (a *adiukh) save(w io.Writer) error {
	if err := a.merge(); err != nil {
		return err
	}
	return a.all.Save(w)
}

func (a *adiukh) load(h *partial.Head, r stats.Reader) error {
	a.others += h.Other
	return a.all.Load(r)
}

// adiukhJSON is all that is told of Adiukh but the players.
type adiukhJSON struct {
	tallyJSON
	Unscored    int           `json:"unscored"` // legal games without a score
	Scores      []scoreJSON   `json:"scores"`   // those that occur, from 24:0 down
	Endings     []endingJSON  `json:"endings"`  // those that occur
	Margins     []marginJSON  `json:"margins"`  // of the wins, by winner
	Lengths     []lengthJSON  `json:"lengths"`
	Correlation *float64      `json:"correlation"` // of length and margin
	Blocked     []blockedJSON `json:"blocked"`     // by the side left without a move
	Winners     sourcesJSON   `json:"winners"`     // how the points arose, sums
	Losers      sourcesJSON   `json:"losers"`
	GivenMore   int           `json:"givenMore"` // wins with more points given than taken
	TakenMore   int           `json:"takenMore"`
	AsMany      int           `json:"asMany"`
	Squares     []squareJSON  `json:"squares"`
	Years       []yearJSON    `json:"years"`
	Openings    []openingJSON `json:"openings"`
	Players     []playerJSON  `json:"players"`
}

type scoreJSON struct {
	White     int `json:"white"`
	Black     int `json:"black"`
	Games     int `json:"games"`
	PlayedOut int `json:"playedOut"`
	Resigned  int `json:"resigned"`
	OnTime    int `json:"onTime"`
	Agreed    int `json:"agreed"`
	Untold    int `json:"untold"`
}

type endingJSON struct {
	Ending     string   `json:"ending"`
	Games      int      `json:"games"`
	MeanPoints *float64 `json:"meanPoints"` // White's
	Spread     *float64 `json:"spread"`
}

type marginJSON struct {
	Winner string   `json:"winner,omitempty"`
	Games  int      `json:"games"`
	Mean   *float64 `json:"mean"`
	Spread *float64 `json:"spread"`
}

type lengthJSON struct {
	From int `json:"from"`         // plies
	To   int `json:"to,omitempty"` // left out where there is no end
	marginJSON
}

type blockedJSON struct {
	Side          string `json:"side"`
	Wins          int    `json:"wins"`
	Draws         int    `json:"draws"`
	Losses        int    `json:"losses"`
	WinsWithout   int    `json:"winsWithoutTower"`
	DrawsWithout  int    `json:"drawsWithoutTower"`
	LossesWithout int    `json:"lossesWithoutTower"`
}

type sourcesJSON struct {
	Games    int `json:"games"`
	Walked   int `json:"walked"`
	Given    int `json:"given"`
	Taken    int `json:"taken"`
	Stayed   int `json:"stayed"`
	Captures int `json:"captures"`
	Lost     int `json:"lost"`
}

type squareJSON struct {
	Square      string `json:"square"`
	WhiteTowers int    `json:"whiteTowers"`
	BlackTowers int    `json:"blackTowers"`
	WhitePieces int    `json:"whitePieces"`
	BlackPieces int    `json:"blackPieces"`
}

type yearJSON struct {
	Year int `json:"year"` // 0 for games without a date
	tallyJSON
}

type openingJSON struct {
	Line []string `json:"line"`
	tallyJSON
}

func writeAdiukh(ctx context.Context, w io.Writer, all *stats.Adiukh, openings []stats.AdiukhOpening, minGames int) error {
	s := all.Summary()
	out := adiukhJSON{
		tallyJSON: tallyOf(&s.Tally), Unscored: s.Unscored,
		Scores: []scoreJSON{}, Endings: []endingJSON{}, Lengths: []lengthJSON{}, Years: []yearJSON{}, Openings: []openingJSON{}, Players: []playerJSON{},
		Correlation: number(s.Relation.Correlation()), Winners: sourcesJSON(s.Winners), Losers: sourcesJSON(s.Losers),
		GivenMore: s.GivenMore, TakenMore: s.TakenMore, AsMany: s.Equal,
	}
	for points := stats.AdiukhPoints; points >= 0; points-- {
		row := s.Scores[points]
		score := scoreJSON{
			White: points, Black: stats.AdiukhPoints - points, PlayedOut: row[stats.PlayedOut], Resigned: row[stats.Resignation],
			OnTime: row[stats.TimeLoss], Agreed: row[stats.AgreedDraw], Untold: row[stats.UnknownEnding],
		}
		for _, n := range row {
			score.Games += n
		}
		if score.Games > 0 {
			out.Scores = append(out.Scores, score)
		}
	}
	for _, e := range stats.Endings() {
		if t := s.Ending(e); t.Games > 0 {
			out.Endings = append(out.Endings, endingJSON{e.String(), t.Games, number(t.Mean()), number(t.Spread())})
		}
	}
	margin := func(m *stats.Margin, winner string) marginJSON {
		return marginJSON{winner, m.Games, number(m.Mean()), number(m.Spread())}
	}
	for c := record.White; c <= record.Black; c++ {
		out.Margins = append(out.Margins, margin(&s.Margins[c], c.String()))
		b := s.Blocked[c]
		out.Blocked = append(out.Blocked, blockedJSON{
			c.String(), b.Wins, b.Draws, b.Losses, b.WinsWithout, b.DrawsWithout, b.LossesWithout,
		})
	}
	for i := range s.Lengths {
		if l := &s.Lengths[i]; l.Margin.Games > 0 {
			out.Lengths = append(out.Lengths, lengthJSON{l.From, l.To, margin(&l.Margin, "")})
		}
	}
	for _, q := range s.Squares {
		out.Squares = append(out.Squares, squareJSON{
			record.Adiukh.Board().Name(q.Square), q.Towers[0], q.Towers[1], q.Pieces[0], q.Pieces[1],
		})
	}
	for i := range s.Years {
		out.Years = append(out.Years, yearJSON{s.Years[i].Year, tallyOf(&s.Years[i].Tally)})
	}
	for i := range openings {
		out.Openings = append(out.Openings, openingJSON{openings[i].Line, tallyOf(&openings[i].Tally)})
	}
	err := all.Players(ctx, minGames, func(p *stats.Player) error {
		out.Players = append(out.Players, playerNumbers(p))
		return nil
	})
	if err != nil {
		return err
	}
	return writeLine(w, &out)
}
