package grammar_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Games are cut from a stream, parsed and judged one by one.
func Example() {
	if err := judge(strings.NewReader("1. c3-b4 b6-c5\n\n1. c3-b4 c5-d4\n")); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 legal W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,b4:Bc5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8
	// 2 illegal B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,b4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8
}

func judge(file io.Reader) error {
	cutter, err := grammar.NewCutter(file, "sheet.txt", "")
	if err != nil {
		return err
	}
	parser := grammar.NewParser()
	for {
		chunk, err := cutter.Next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		report := replay.Judge(parser.Parse(chunk), record.Bashni)
		fmt.Println(report.Game.Source.Number, report.Verdict, report.Final.FEN())
	}
}

// A move is read in any notation, and the corrections of its spelling are listed.
func ExampleParseMove() {
	for _, text := range []string{"c3-b4", "С3:е5", "3-11", "c3-z9"} {
		move, err := grammar.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(text, len(move.Steps), move.Repairs)
	}
	// Output:
	// c3-b4 2 []
	// С3:е5 2 [{look-alike С c} {look-alike е e}]
	// 3-11 2 []
	// "c3-z9" is not a move: "z" (character 4) does not belong here; expected a square such as c3
}

// A position is read as printed in rule books.
func ExampleParsePosition() {
	position, _, err := grammar.ParsePosition("белые: с1 - 1/0000, d6; черные: b8. Ход черных", record.Bashni)
	fmt.Println(position.FEN(), err)
	// Output: B:Wc1=1/0000,d6:Bb8 <nil>
}
