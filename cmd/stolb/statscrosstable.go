package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
	"github.com/stolb/stolb/stats/page"
	"github.com/stolb/stolb/stats/partial"
)

func crosstableCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "crosstable",
		Example: `
  stolb stats crosstable tournament.pdn
  stolb stats crosstable --event 'WK 2003' --rules ukrainian --html table.html games/`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	c := statisticFlags(flags)
	variantFlag(flags, &c.asked)
	var event string
	flags.StringVar(&event, "event", "", "")
	teams := flags.Bool("teams", false, "")
	system := choiceFlag(flags, "system", "auto", "auto", "round-robin", "swiss")
	rules := choiceFlag(flags, "rules", "codex", "codex", "ukrainian", "go")
	win := intFlag(flags, "win", 1, 1, 2)
	command.RunE = c.counts(s, func(args []string) error {
		return c.carryOut(s, newCrosstable(c, event, *teams, *system, *rules, *win), args)
	})
	return command
}

// crosstable collects the games of a tournament.
type crosstable struct {
	*statistic
	event         string
	teams         bool
	system, rules string // by the words of the flags
	win           int
	tournament    *stats.Tournament
}

func newCrosstable(c *statistic, event string, teams bool, system, rules string, win int) *crosstable {
	return &crosstable{c, event, teams, system, rules, win, stats.NewTournament(event, teams)}
}

func (t *crosstable) close() {}

func (t *crosstable) count(s *streams, args []string) error {
	// The games of two participants are listed in their order.
	newWorker := func() func(*replay.Report, *stats.Result) error {
		return func(r *replay.Report, result *stats.Result) error {
			*result = t.tournament.Read(r)
			return nil
		}
	}
	return countGames(t.statistic, s, args, newWorker, func(result *stats.Result) error { return t.tournament.Add(*result) })
}

func (t *crosstable) tell(s *streams, done error) error {
	systems := map[string]stats.System{"auto": stats.Whichever, "round-robin": stats.RoundRobin, "swiss": stats.Swiss}
	books := map[string]stats.Book{"codex": stats.Codex, "ukrainian": stats.Ukrainian, "go": stats.GoCode}
	table, err := t.tournament.Table(systems[t.system], books[t.rules])
	var several *stats.EventsError
	if errors.As(err, &several) {
		events := slices.Clone(several.Events)
		if i := slices.Index(events, ""); i >= 0 {
			events[i] = say("stats.no-event")
		}
		return message.Of("stats.several-events", "events", clean(strings.Join(events, "; "), messageCells))
	} else if err != nil {
		return err
	}
	if len(table.Rows) == 0 {
		if t.event != "" {
			return t.nothing(s, done, "stats.no-result-of", "event", clean(t.event, messageCells))
		}
		return t.nothing(s, done, "stats.no-result")
	}
	err = t.write(s, page.Tournament(table, t.win == 2, language), func(w io.Writer) error {
		return writeLine(w, tableOf(table, t.win))
	})
	if err != nil {
		return err
	}
	return done
}

func (t *crosstable) describe(h *partial.Head) {
	h.Kind, h.Asked.Event, h.Asked.Teams = "crosstable", t.event, t.teams
}

func (t *crosstable) save(w io.Writer) error { return t.tournament.Save(w) }

func (t *crosstable) load(_ *partial.Head, r stats.Reader) error { return t.tournament.Load(r) }

// tableJSON is a tournament's table.
type tableJSON struct {
	Event      string    `json:"event"`
	Teams      bool      `json:"teams"`
	System     string    `json:"system"`
	Rules      string    `json:"rules"`
	Criteria   []string  `json:"criteria"`
	Unfinished int       `json:"unfinished"` // games without a result
	Nameless   int       `json:"nameless"`   // games that do not say who played
	Rows       []rowJSON `json:"rows"`
}

// rowJSON is a participant, in the order of the places. Points of all kinds are
// counted as --win says.
type rowJSON struct {
	Place   int     `json:"place"`
	Last    int     `json:"last"` // of the places that are shared
	Name    string  `json:"name"`
	Points  float64 `json:"points"`
	Norm    float64 `json:"norm"` // points without pluses
	Games   int     `json:"games"`
	Wins    int     `json:"wins"`
	Draws   int     `json:"draws"`
	Losses  int     `json:"losses"`
	Results [][]any `json:"results"` // against each row: points, "+" or "-"

	ScoreFor     *int `json:"scoreFor,omitempty"` // Adiukh's points
	ScoreAgainst *int `json:"scoreAgainst,omitempty"`

	ShmulyanDvorkovich float64   `json:"shmulyanDvorkovich"`
	Berger             float64   `json:"berger"`
	SonnebornBerger    float64   `json:"sonnebornBerger"`
	Buchholz           float64   `json:"buchholz"`
	ShortSolkoff       float64   `json:"shortSolkoff"`
	Medians            []float64 `json:"medians"`
	SOS2               float64   `json:"sos2"`
	SODOS              float64   `json:"sodos"`
	SOSOS              float64   `json:"sosos"`
	Progress           *float64  `json:"progress,omitempty"` // where all games say their round
	Team               *float64  `json:"team,omitempty"`     // where the place is shared by points
}

func tableOf(t *stats.Table, win int) tableJSON {
	points := func(h stats.Half) float64 { return float64(h) * float64(win) / 2 }
	out := tableJSON{
		Event: t.Event, Teams: t.Teams, System: t.System.String(), Rules: t.Book.String(), Criteria: []string{},
		Unfinished: t.Unfinished, Nameless: t.Nameless, Rows: []rowJSON{},
	}
	for _, c := range t.Criteria {
		out.Criteria = append(out.Criteria, c.String())
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		row := rowJSON{
			Place: r.Place, Last: r.Last, Name: r.Name, Points: points(r.Points), Norm: points(r.Norm()),
			Games: r.Games, Wins: r.Wins, Draws: r.Draws, Losses: r.Losses,
			ShmulyanDvorkovich: points(r.ShmulyanDvorkovich), Berger: points(r.Berger), SonnebornBerger: points(r.SonnebornBerger),
			Buchholz: points(r.Buchholz), ShortSolkoff: points(r.ShortSolkoff), SOS2: points(r.SOS2),
			SODOS: points(r.SODOS), SOSOS: points(r.SOSOS), Medians: []float64{},
		}
		for _, m := range r.Medians {
			row.Medians = append(row.Medians, points(m))
		}
		if t.Rounds {
			progress := points(r.Progress)
			row.Progress = &progress
		}
		if r.Scored > 0 {
			row.ScoreFor, row.ScoreAgainst = &r.ScoreFor, &r.ScoreAgainst
		}
		if r.Team != nil {
			team := float64(*r.Team) * float64(win*win) / 4
			row.Team = &team
		}
		for _, cells := range r.Cells {
			results := []any{}
			for _, cell := range cells {
				if cell.Unplayed {
					results = append(results, cell.String())
				} else {
					results = append(results, points(cell.Points))
				}
			}
			row.Results = append(row.Results, results)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
