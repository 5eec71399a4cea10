package stats_test

import (
	"fmt"
	"os"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// The table of a tournament of three games without moves.
func Example() {
	t := stats.NewTournament("", false)
	for _, g := range []struct {
		white, black string
		result       record.Outcome
	}{{"Ivanov", "Petrov", record.WhiteWins}, {"Petrov", "Sidorov", record.Draw}, {"Sidorov", "Ivanov", record.BlackWins}} {
		game := &record.Game{Result: record.Result{Outcome: g.result}, Tags: []record.Tag{
			{Name: "White", Value: g.white}, {Name: "Black", Value: g.black},
		}}
		if err := t.Add(replay.Judge(game, record.Lasca)); err != nil {
			fmt.Println(err)
			return
		}
	}
	_, printed, err := t.Tables(stats.RoundRobin, stats.Codex, false, message.English)
	if err == nil {
		err = printed[0].Write(os.Stdout, "text", message.English)
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// place  player   1  2  3  games  won  drawn  lost  points
	//     1  Ivanov   ×  1  1      2    2      0     0       2
	//   2-3  Petrov   0  ×  ½      2    0      1     1       ½
	//   2-3  Sidorov  0  ½  ×      2    0      1     1       ½
}
