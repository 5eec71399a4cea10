package stats

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

func TestPlayers(t *testing.T) {
	for _, v := range []record.Variant{record.Bashni, record.Adiukh, record.LascaReverse} {
		for _, memory := range []int{Memory, 1500} {
			reports := generated(t, v, 9, 120)
			for i := range 4 { // names with spaces around them, and none
				reports[i].Game.Tags[0].Value = [...]string{" P1 ", "?", "", "-"}[i]
			}
			unplayed := *reports[8].Game
			unplayed.Result = record.Result{Outcome: record.Unplayed, White: 1}
			p, q := NewPlayers(memory), NewPlayers(memory)
			defer p.Close()
			defer q.Close()
			for i, r := range reports {
				require.NoError(t, []*Players{p, q}[i%2].Add(r))
			}
			require.NoError(t, p.Add(replay.Judge(&unplayed, v)))
			require.NoError(t, p.Merge(q))
			require.Equal(t, memory < Memory, p.groups.spilled.Spilled())

			names := map[string]int{}
			for _, r := range reports {
				for c := range 2 {
					names[strings.TrimSpace(r.Game.Tags[c].Value)]++
				}
			}
			for _, none := range []string{"?", "", "-"} {
				delete(names, none)
			}
			least := 21
			for name, games := range names {
				if games < least {
					delete(names, name)
				}
			}
			require.NotEmpty(t, names)
			for p, err := range p.all(t.Context(), least) {
				require.NoError(t, err)
				all := p.all()
				var games, wins, draws, losses, plies int
				first, last := math.MaxInt, 0
				for _, r := range reports {
					for c, sign := range "+-" {
						if strings.TrimSpace(r.Game.Tags[c].Value) != p.Name {
							continue
						}
						games++
						plies += len(r.Moves)
						switch w := won(r); {
						case w == byte(sign):
							wins++
						case w == '=':
							draws++
						case w != '?':
							losses++
						}
						if date := r.Game.Tag("Date"); date != "" {
							var year int
							fmt.Sscan(date[:4], &year)
							first, last = min(first, year), max(last, year)
						}
					}
				}
				require.Equal(t, games, names[p.Name])
				delete(names, p.Name)
				require.Equal(t, []int{games, wins, draws, losses}, []int{all.Games, all.WhiteWins, all.Draws, all.BlackWins}, p.Name)
				require.InDelta(t, (float64(wins)+float64(draws)/2)/float64(wins+draws+losses), all.Share(), 1e-12)
				require.InDelta(t, float64(plies)/float64(games), all.MeanPlies(), 1e-12)
				f, l := all.FirstYear, all.LastYear
				if last == 0 { // P6 has the games without a date
					first = 0
				}
				require.Equal(t, []int{first, last}, []int{f, l})
			}
			require.Empty(t, names)
		}
	}
}

func TestYear(t *testing.T) {
	for date, year := range map[string]int{
		"2003.05.23": 2003, "23.05.2003": 2003, "1998": 1998, "????.??.??": 0, "": 0, "03.05.23": 0, "199811": 0, "2003.13.45": 0, "12 марта 2021 г.": 2021,
	} {
		r := &replay.Report{Game: &record.Game{Tags: []record.Tag{{Name: "Date", Value: date}}}}
		require.Equal(t, year, r.Game.Year(), date)
	}
}

func TestOutcome(t *testing.T) {
	final := func(v record.Variant, fen string) record.Position {
		p, err := record.ParseFEN(v, fen)
		require.NoError(t, err)
		return p
	}
	over := final(record.Bashni, "B:Wc1,b4:B")
	overReverse := final(record.BashniReverse, "B:Wc1,b4:B")
	for _, tt := range []struct {
		name   string
		report replay.Report
		result record.Result
		want   record.Outcome
	}{
		{"as recorded", replay.Report{Variant: record.Bashni, Final: over, Over: true}, record.Result{Outcome: record.Draw}, record.Draw},
		{"as PDN's 2-0", replay.Report{Variant: record.International}, record.Result{Outcome: record.WhiteWins, White: 2}, record.WhiteWins},
		{"points of another game", replay.Report{}, record.Result{Outcome: record.Points, White: 0.5, Black: 1.5}, record.BlackWins},
		{"the board's", replay.Report{Variant: record.Bashni, Final: over, Over: true}, record.Result{}, record.WhiteWins},
		{"the board's, unfinished", replay.Report{Variant: record.Bashni, Final: over, Over: true}, record.Result{Outcome: record.Unfinished}, record.WhiteWins},
		{"the board's, reverse", replay.Report{Variant: record.BashniReverse, Final: overReverse, Over: true}, record.Result{}, record.BlackWins},
		{"not over", replay.Report{Variant: record.Bashni, Final: over}, record.Result{}, record.NoResult},
		{"not played", replay.Report{Variant: record.Bashni}, record.Result{Outcome: record.Unplayed, White: 1}, record.NoResult},
		{"no variant", replay.Report{Over: true}, record.Result{}, record.NoResult},
		{"Adiukh's score", replay.Report{Variant: record.Adiukh, Score: &[2]int{11, 13}}, record.Result{Outcome: record.WhiteWins}, record.BlackWins},
		{"Adiukh's record", replay.Report{Variant: record.Adiukh}, record.Result{Outcome: record.WhiteWins}, record.WhiteWins},
		{"Adiukh's draw", replay.Report{Variant: record.Adiukh}, record.Result{Outcome: record.Draw}, record.Draw},
	} {
		tt.report.Game = &record.Game{Result: tt.result}
		require.Equal(t, tt.want, Outcome(&tt.report), tt.name)
	}
}
