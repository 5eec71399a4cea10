package record_test

import (
	"fmt"
	"log"

	"github.com/stolb/stolb/record"
)

// The end of the Codex's game (1.10): a tower of a king and a man over six prisoners
// is on h6.
func ExampleParseFEN() {
	p, err := record.ParseFEN(record.Bashni, "B:Wc1,e1,g1,f2,b4=000,e5=00,h6=10/000000,a7=0/00:Bg7,b8,f8,h8")
	if err != nil {
		log.Fatal(err)
	}
	tower := p.At(record.SquareAt(7, 5))
	fmt.Println(p.Turn, "to move;", tower.Owner(), tower.King(), tower.Height(), tower.Prisoners().N)
	// Output:
	// black to move; white true 8 6
}
