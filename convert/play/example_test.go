package play_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/play"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

func Example() {
	g, _ := grammar.NewParser().ParseGame("[White \"Ли\"]\n[Variant \"bashni\"]\n\n1. c3-d4 b6-a5 *", grammar.PDN)
	report := replay.Judge(g, record.UnknownVariant)
	l := message.English
	page := string(slices.Concat(play.Head(l), play.AppendGame(nil, report, l), play.Tail(l)))
	_, moves, _ := strings.Cut(page, `<p class="moves">`)
	moves, _, _ = strings.Cut(moves, "</p>")
	fmt.Println(strings.TrimSpace(moves))
	// Output: 1. c3-d4 b6-a5
}
