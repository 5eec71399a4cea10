package grammar

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// What stands in a move's place and cannot be read is a ply, and the rest is
// read on: faults are told as ply and word.
func TestIllegibleInPDN(t *testing.T) {
	for _, test := range []struct{ text, want, faults string }{
		{"1. c3-d4 f6-g5 2.??? b6-a5 3. a1-b2 *", "c3-d4 f6-g5 ??? b6-a5 a1-b2", "3:???"},
		{"1. c3-d4 f6-g5 2. ??? b6-a5 3. zz-z9 a1-b2 4. e?-f? *", "c3-d4 f6-g5 ??? b6-a5 zz-z9 a1-b2 e?-f?", "3:??? 5:zz-z9 7:e?-f?"},
		{"1. c3-d4 f6-g5 2. [нрзб] g7:e5 *", "c3-d4 f6-g5 [нрзб] g7:e5", "3:[нрзб]"},
		{"1. c3-d4 f6-g5 2. {нрзб} g7:e5 3. a1-b2 *", "c3-d4 f6-g5 {нрзб} <нрзб> g7:e5 a1-b2", "3:{нрзб}"},
		{"1. cb b6-a5 2. c3-b4 *", "cb b6-a5 c3-b4", "1:cb"},
		{"1. c3-d4 a-b 2. нрзб f6-g5 3. - c5-d4 4. a1-b2 *", "c3-d4 a-b нрзб f6-g5 - c5-d4 a1-b2", "2:a-b 3:нрзб 5:-"},
		{"1. c3-d4 — 2. a1-b2 — *", "c3-d4 — a1-b2 —", "2:— 4:—"},
		{"1. c3-d4 20 2. a1-b2 20 *", "c3-d4 20 a1-b2 20", "2:20 4:20"},
		{"1. c3-d4 ... 2. a1-b2 f6-g5 3. ... g5-h4 4. b2-c3 … *", "c3-d4 ... a1-b2 f6-g5 ... g5-h4 b2-c3 …", "2:... 5:... 8:…"},
		{"1. … b6-a5 2. … … 3. a1-b2 *", "… b6-a5 … … a1-b2", "1:… 3:… 4:…"},
		{"1. c3-d4 f6-g5 2.... *", "c3-d4 f6-g5 ...", "3:..."},
		{"1. c3-d4 f6-g5 2. … *", "c3-d4 f6-g5 …", "3:…"},
		{"1. c3-d4 ??? *", "c3-d4 ???", "2:???"},
		{"1. c3-d4 f6-g5 2. a1-b2 # *", "c3-d4 f6-g5 a1-b2 #", "4:#"},
		{"1. c3-d4 [...] 2. a1-b2 <?> 3. b2-c3 // 4. ?3-d4 *", "c3-d4 [...] a1-b2 <?> b2-c3 // ?3-d4", "2:[...] 4:<?> 6:// 7:?3-d4"},
		{"1. c3-d4 н/р 2. a1-b2 ??-?? 3. ж *", "c3-d4 н/р a1-b2 ??-?? ж", "2:н/р 4:??-?? 5:ж"},
		{"1. 32-28 20 2. 19 18-23 *", "32-28 20 19 18-23", "2:20 3:19"},
		{"1. c3-d4 f6-g5 2. 2-0 *", "c3-d4 f6-g5 2-0", "3:2-0"},
		{"[Result \"2-0\"]\n1. c3-d4 f6-g5 2. 2-0 *", "c3-d4 f6-g5", ""},
		{"1. c3-d4 f6-g5 2. * 2-0", "c3-d4 f6-g5", ""},
		{"1. c3-d4 f6-g5 2. 2-0", "c3-d4 f6-g5", ""},
		{"c3-d4 [нрзб] a1-b2 *", "c3-d4 [нрзб] a1-b2", "2:[нрзб]"},

		// The numbers tell that a move is missing.
		{"1. c3-d4 f6-g5 2. a1-b2 3. b2-c3 g5-h4 4. c3-b4 *", "c3-d4 f6-g5 a1-b2  b2-c3 g5-h4 c3-b4", "4:"},
		{"1. c3-d4 2. b2-c3 g5-h4 3. c3-b4 *", "c3-d4  b2-c3 g5-h4 c3-b4", "2:"},
		{"1. c3-d4 f6-g5 2. a1-b2 3. b2-c3 g5-h4 *", "c3-d4 f6-g5 a1-b2  b2-c3 g5-h4", "4:"},
		{"1. c3-d4 f6-g5 2... g5-h4 3. b2-c3 *", "c3-d4 f6-g5  g5-h4 b2-c3", "3:"},

		// They do not.
		{"1. c3-d4 2. f6-g5 3. a1-b2 4. g5-h4 *", "c3-d4 #2 f6-g5 #3 a1-b2 #4 g5-h4", ""},
		{"1. c3-d4 f6-g5 2. a1-b2 3. g5-h4 *", "c3-d4 f6-g5 a1-b2 #3 g5-h4", ""},
		{"1. c3-d4 f6-g5 3. a1-b2 g5-h4 4. b2-c3 *", "c3-d4 f6-g5 #3 a1-b2 g5-h4 b2-c3", ""},
		{"[FEN \"B:WKa1:Bh8\"]\n1. h8-g7 2. a1-b2 g7-f6 3. b2-c3 *", "h8-g7 #2 a1-b2 g7-f6 b2-c3", ""},
		{"[FEN \"B:WKa1:Bh8\"]\n1. ... h8-g7 2. a1-b2 *", "h8-g7 a1-b2", ""},

		{".. 2. c3-d4 *", "#2 c3-d4", ""},

		// What stands apart is a mark or a remark where no move is missing.
		{"1. c3-d4 ? f6-g5 ?? 2. a1-b2 ?! *", "c3-d4 ? f6-g5 ?? a1-b2 ?!", ""},
		{"1. c3-d4 ? f6-g5 ! ? 2. a1-b2 ? *", "c3-d4 ? f6-g5 ! ? a1-b2 ?", ""},
		{"1. c3-d4 f6-g5 [...] 2. a1-b2 g5-h4 [нрзб] 3. b2-c3 *", "c3-d4 f6-g5 a1-b2 g5-h4 b2-c3", ""},
		{"1. c3-d4 f6-g5 2. ... {the next} *", "c3-d4 f6-g5", ""},
		{"1. 32-28?19-23 2. 28x19?$1 14x23?! *", "32-28 ? 19-23 28x19 ? $1 14x23 ?!", ""},
		{"1. c3-d4 (1. ??? f6-g5) f6-g5 *", "c3-d4 (#1 ??? f6-g5) f6-g5", "v1:???"},
		{"1. c3-d4 (1. e3-d4 --) (1. g3-h4 ?-g5) f6-g5 *", "c3-d4 (#1 e3-d4 --) (#1 g3-h4 ?-g5) f6-g5", "v2:-- v2:?-g5"},
	} {
		g := readPDN(t, test.text)[0]
		var faults []string
		for _, f := range g.Faults {
			if f.Severity >= record.Illegal {
				require.Equal(t, record.Unreadable, f.Severity)
				require.Equal(t, record.IllegibleMove, f.Code, test.text)
				require.Equal(t, g.Text[f.At:f.At+f.Len], f.Word)
				line, name := g.Plies, ""
				if f.Variation > 0 {
					line, name = g.Plies[0].Note.Variations[f.Variation-1], "v"
				}
				require.Equal(t, line[f.Ply-1].At, f.At, test.text)
				require.Empty(t, line[f.Ply-1].Word.Steps)
				faults = append(faults, name+string(rune('0'+f.Ply))+":"+f.Word)
			}
		}
		require.Equal(t, test.want, outline(g.Plies), test.text)
		require.Equal(t, test.faults, strings.Join(faults, " "), test.text)
	}
}

// A text of nothing but what cannot be read has bounded faults.
func TestManyIllegibleInPDN(t *testing.T) {
	g := readPDN(t, "1. c3-d4 "+strings.Repeat("нрзб f6-g5 ", 1000))[0]
	require.Len(t, g.Plies, 2001)
	require.Len(t, g.Faults, 256)
}
