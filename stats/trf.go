package stats

import (
	"fmt"
	"strings"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record/message"
)

// maxTRFName is how many characters a name may have in a tournament's file.
const maxTRFName = 33

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
		if numbers[r.Name] = i + 1; len([]rune(r.Name)) > maxTRFName {
			return nil, message.Of("stats.trf-name", "name", r.Name, "most", maxTRFName)
		}
	}
	cells := map[string]map[int]string{}
	for i := range t.kept.Open {
		return nil, message.Of("stats.trf-game", "place", t.kept.Open[i].At)
	}
	for _, g := range t.kept.Games {
		for c, as := range g.Sides {
			name, other := t.aliases.Name(as), t.aliases.Name(g.Sides[1-c])
			if name == "" {
				continue
			}
			if g.Round == 0 || cells[name][g.Round] != "" {
				return nil, message.Of("stats.trf-game", "place", g.At)
			}
			result := map[bool]string{false: "0=1", true: "--+"}[g.Unplayed][g.Points[c]]
			cell := fmt.Sprintf("  %4d %c %c", numbers[other], "wb"[c], result)
			if other == "" {
				cell = "  0000 - U" // a bye, as pairing gives it
			}
			if cells[name] == nil {
				cells[name] = map[int]string{}
			}
			cells[name][g.Round], rounds = cell, max(rounds, g.Round)
		}
	}
	lines := [][]any{{"012 " + s.Event}, {fmt.Sprint("062 ", len(s.Rows))}}
	for i, r := range s.Rows {
		line := fmt.Sprintf("001 %4d      %-*s%37.1f %4d", i+1, maxTRFName, r.Name, r.Points.value(), r.Place)
		for round := 1; round <= rounds; round++ {
			line += fmt.Sprintf("%-10s", cells[r.Name][round])
		}
		lines = append(lines, []any{strings.TrimRight(line, " ")})
	}
	return &table.Table{Columns: []table.Column{{Left: true}}, Rows: table.Of(lines)}, nil
}
