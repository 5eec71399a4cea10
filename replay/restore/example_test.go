package restore_test

import (
	"fmt"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay/restore"
)

// Of a sheet's eight words one has an illegible character, and one a wrong character: c7 cannot
// reach h6.
func Example() {
	var sheet restore.Sheet
	for _, word := range strings.Fields("c3-d4 b?-a5 b2-c3 c7-h6 g3-h4 b6-c5 d4:b6 a7:c5") {
		sheet.Cells = append(sheet.Cells, restore.Cell{Text: word})
	}
	rec := &restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{sheet}}
	game := restore.New(restore.General()).Restore(rec, nil)
	for i, ply := range game.Plies {
		fmt.Println(i+1, ply.Move, ply.How)
	}
	// Output:
	// 1 c3-d4 read
	// 2 b6-a5 mended
	// 3 b2-c3 read
	// 4 c7-b6 mended
	// 5 g3-h4 read
	// 6 b6-c5 read
	// 7 d4:b6 read
	// 8 a7:c5 read
}
