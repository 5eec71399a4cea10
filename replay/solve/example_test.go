package solve_test

import (
	"context"
	"fmt"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/solve"
)

// White locks the man: after f2-e3 it has no move.
func Example() {
	at, err := record.ParseFEN(record.Russian, "W:Wg1,f2:Bh2")
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := replay.For(at.Variant)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := rules.Position(&at)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := solve.Position(context.Background(), p, solve.Options{Task: record.Task{Men: 1}})
	fmt.Println(s.Answer, solve.Texts(p, s.Line))
	// Output: proven [f2-e3]
}
