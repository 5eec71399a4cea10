package replay_test

import (
	"fmt"
	"log"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// The legal moves of the first position of Lasca, and how many lines of four plies there
// are.
func ExampleFor() {
	rules, err := replay.For(record.Lasca)
	if err != nil {
		log.Fatal(err)
	}
	start := rules.Start()
	fmt.Println(start.MoveTexts(), start.Perft(4))
	// Output:
	// [10-13 10-14 11-14 8-12 9-12 9-13] 54
}
