package replay_test

import (
	"fmt"
	"log"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Lists the legal moves of the starting position of Lasca and counts its lines of four plies.
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
