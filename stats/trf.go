package stats

import (
	"fmt"
	"strings"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record/message"
)

// TRF returns the tournament as a file of FIDE's format TRF16, a line a row: the event and the
// players by place, with their points, 1 for a win, and what they made in each round. The
// error is that of Tables, or says what the format has no room for: a game without a round or
// a result, a second one of a player in a round, a longer name.
func (t *Tournament) TRF(system, book string) (*table.Table, error) {
	s, err := t.standings(system, book)
	if err != nil {
		return nil, err
	}
	numbers, rounds := map[string]int{}, 0
	for i, r := range s.Rows {
		if numbers[r.Name] = i + 1; len([]rune(r.Name)) > 33 {
			return nil, message.Of("stats.trf-name", "name", r.Name, "most", 33)
		}
	}
	cells := map[[2]any]string{} // by name and round
	if open := t.kept.Open; len(open) > 0 {
		return nil, message.Of("stats.trf-game", "place", open[0].At)
	}
	for _, g := range t.kept.Games {
		for c, as := range g.Sides {
			name, other := t.aliases.Name(as), t.aliases.Name(g.Sides[1-c])
			if name == "" {
				continue
			}
			if g.Round == 0 || g.Round > MaxParticipants || cells[[2]any{name, g.Round}] != "" {
				return nil, message.Of("stats.trf-game", "place", g.At)
			}
			result := map[bool]string{false: "0=1", true: "--+"}[g.Unplayed][g.Points[c]]
			made := fmt.Sprintf("  %4d %c %c", numbers[other], "wb"[c], result)
			if other == "" {
				made = fmt.Sprintf("  0000 - %c", "ZHU"[g.Points[c]]) // a bye of no, half and one point
			}
			cells[[2]any{name, g.Round}], rounds = made, max(rounds, g.Round)
		}
	}
	lines := [][]any{{"012 " + s.Event}, {fmt.Sprint("062 ", len(s.Rows))}}
	for i, r := range s.Rows {
		line := fmt.Sprintf("001 %4d      %-33s%37.1f %4d", i+1, r.Name, r.Points.value(), r.Place)
		for round := 1; round <= rounds; round++ {
			line += fmt.Sprintf("%-10s", cells[[2]any{r.Name, round}])
		}
		lines = append(lines, []any{strings.TrimRight(line, " ")})
	}
	return &table.Table{Columns: []table.Column{{Left: true}}, Rows: table.Of(lines)}, nil
}
