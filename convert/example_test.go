package convert_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// A few calls open, judge and write any input that the command reads.
func Example() {
	files := []string{"testdata/sheet.txt"}
	if err := judge(context.Background(), files); err != nil {
		fmt.Println(err)
	}
	// Output:
	// testdata/sheet.txt 1 legal W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,b4:Bc5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8
	// testdata/sheet.txt 2 illegal B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,b4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8
}

func judge(ctx context.Context, files []string) error {
	in := convert.Open(files, convert.Options{Variant: record.Bashni})
	for report, err := range convert.Judge(ctx, in) {
		if err != nil {
			return err // or report it and continue with the next file
		}
		game := report.Game.Source
		fmt.Println(game.File, game.Number, report.Verdict, report.Final.FEN())
	}
	return nil
}

// Each processes the games where they are judged, on all processors; the results come in input
// order.
func ExampleEach() {
	in := convert.Open([]string{"testdata/sheet.txt"}, convert.Options{Variant: record.Bashni})
	newWorker := func() func(*convert.Entry, *int) {
		return func(in *convert.Entry, plies *int) {
			*plies = 0
			if in.Judge().Verdict == replay.Legal {
				*plies = len(in.Report.Moves)
			}
		}
	}
	for plies, err := range convert.Each(context.Background(), in, newWorker) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		fmt.Println(*plies)
	}
	// Output:
	// 2
	// 0
}

// Damaged records are restored with a hand learned from them. The second line of this one has an
// unreadable character and a square that c7 does not reach.
func ExampleRestore() {
	ctx := context.Background()
	options := convert.Options{Variant: record.Bashni, Damaged: true}
	in := convert.Open([]string{"testdata/damaged.txt"}, options)
	hand, err := convert.LearnHand(ctx, in, restore.General())
	if err != nil {
		fmt.Println(err)
		return
	}
	for restored, err := range convert.Restore(ctx, in, hand, nil) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		for _, ply := range restored.Game.Plies {
			fmt.Println(ply.Move, ply.How)
		}
	}
	// Output:
	// c3-d4 read
	// b6-a5 read
	// b2-c3 mended
	// c7-b6 mended
	// g3-h4 read
	// b6-c5 read
	// d4:b6 read
	// a7:c5 read
}

// A web page on which games are played through is also their text.
func ExampleNewWriter_html() {
	g, _ := grammar.NewParser().ParseGame("[White \"Ли\"]\n[Variant \"bashni\"]\n\n1. c3-d4 b6-a5 *", grammar.PDN)
	var page strings.Builder
	w, err := convert.NewWriter("html", &page, convert.WriteOptions{})
	if err == nil {
		err = errors.Join(w.Write(replay.Judge(g, record.UnknownVariant)), w.Close())
	}
	if err != nil {
		fmt.Println(err)
	}
	_, moves, _ := strings.Cut(page.String(), `<p class="moves">`)
	moves, _, _ = strings.Cut(moves, "</p>")
	fmt.Println(moves)
	// Output: 1. c3-d4 b6-a5
}

// Games can be written in any format.
func ExampleNewWriter() {
	in := convert.Open([]string{"testdata/sheet.txt"}, convert.Options{Variant: record.Bashni})
	w, err := convert.NewWriter("sheet", os.Stdout, convert.WriteOptions{Layout: grammar.Run})
	if err != nil {
		fmt.Println(err)
		return
	}
	for report, err := range convert.Judge(context.Background(), in) {
		if err == nil && report.Verdict == replay.Legal {
			err = w.Write(report)
		}
		if err != nil {
			fmt.Println(err)
		}
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Variant: bashni
	// 1. c3-b4 b6-c5
}
