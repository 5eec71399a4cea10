package diagram_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
)

// A position is drawn once, and the drawing written in each format that is wanted.
func Example() {
	p, err := record.ParseFEN(record.Bashni, "W:Wa1=00/1,Kc3:Bd4,h8")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	marks, err := diagram.ParseMarks("c3:e5, h8", p.Variant.Board())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	drawing := diagram.Draw(&p, diagram.Options{Title: "White wins", Marks: marks})
	svg := string(drawing.AppendSVG(nil, diagram.Length{Value: 45, Unit: "mm"}))
	begin, _, _ := strings.Cut(svg, " viewBox")
	fmt.Println(begin)
	fmt.Println(strings.Count(svg, "<circle"), "circles,", strings.Count(svg, `class="arrow"`), "arrow")
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" width="45mm" height="43.09mm"
	// 6 circles, 1 arrow
}
