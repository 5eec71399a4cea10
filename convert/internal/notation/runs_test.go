package notation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

func judged(t testing.TB, text string) *replay.Report {
	g, alone := grammar.NewParser().ParseGame(text, grammar.PDN)
	require.True(t, alone)
	return replay.Judge(g, record.UnknownVariant)
}

const annotated = `[Variant "bashni"]
[Result "1-0"]
[Termination "resigned"]

{Играна в Киеве [%clk 1:00]} 1. c3-b4! $3 {[%clk 0:59]} b6-c5 $6 $18 (1... f6-g5 {хуже} 2. b2-c3 $2 (2. b4-a5
(2. b4-c5 d6:b4) g5-h4 $902) 2... g5-h4 $14) 2. b4-a5 {[#] на край [%eval 0.3]} a7-b6 {(=)} (2... d6-e5 3. a5-b8)
3. b2-c3 {конец} *
`

// The text of a game as in a book, written by hand.
func TestText(t *testing.T) {
	r := judged(t, annotated)
	for _, test := range []struct {
		o    Options
		want string
	}{
		{Options{Language: message.Russian},
			"Играна в Киеве 1. c3-b4! ‼ b6-c5⁈ + (1... f6-g5 хуже 2. b2-c3? (2. b4-a5 (2. b4-c5 d6:b4) 2... g5-h4 $902) 2... g5-h4 +=) " +
				"2. b4-a5 на край 2... a7-b6 (=) (2... d6-e5 3. a5-b8) 3. b2-c3 конец Черные сдались"},
		{Options{Notation: replay.Short, Language: message.Ukrainian},
			"Играна в Киеве 1. cb4! ‼ bc5⁈ + (1... fg5 хуже 2. bc3? (2. ba5 (2. bc5 d:b4) 2... gh4 $902) 2... gh4 +=) " +
				"2. ba5 на край 2... ab6 (=) (2... de5 3. a5-b8) 3. bc3 конец Чорні здалися"},
	} {
		require.Equal(t, test.want, string(AppendText(nil, Runs(r, test.o))))
	}
}

// Runs have their roles, and moves their places in the tree.
func TestRuns(t *testing.T) {
	r := judged(t, annotated)
	counts := map[Role]int{}
	depth, diagrams := 0, []Run(nil)
	for _, run := range Runs(r, Options{Language: message.English}) {
		counts[run.Role]++
		switch run.Role {
		case Open:
			depth++
		case Main, Side:
			require.Equal(t, depth, run.Depth)
			moves := r.Moves
			if run.Variation > 0 {
				moves = r.Variations[run.Variation-1].Moves
			}
			if run.Unplayed {
				require.Len(t, moves, run.Ply-1)
			} else {
				require.Equal(t, moves[run.Ply-1], run.Text)
			}
		case Diagram:
			diagrams = append(diagrams, run)
		}
		if run.Role == Close {
			depth--
		}
	}
	require.Equal(t, []Run{{Role: Diagram, Ply: 3, PDN: "$220"}}, diagrams)
	require.Equal(t, 5, counts[Main])
	require.Equal(t, 9, counts[Side])
	require.Equal(t, 4, counts[Open])
}

// Black begins in checkers, and either side may begin in problems.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"[Variant \"checkers\"]\n\n1. 11-15 23-19 (1... 22-18) 2. 8-11 *":                                  "1. 11-15 23-19 (1... 22-18) 2. 8-11",
		"[Variant \"bashni\"]\n[FEN \"B:Wc3:Bb6,h8\"]\n\n1... b6-a5 (1... h8-g7 {so} 2. c3-d4) 2. c3-d4 *": "1... b6-a5 (1... h8-g7 so 2. c3-d4) 2. c3-d4",
		"[Variant \"bashni\"]\n\n1. c3-b4 {диагр.9} b6-c5 {диагр 10} *":                                    "1. c3-b4 1... b6-c5",
		"[Variant \"bashni\"]\n\n1. c3-b4 (1... f6-g5) b6-c5 *":                                            "1. c3-b4 (1... f6-g5) 1... b6-c5",
	} {
		require.Equal(t, want, string(AppendText(nil, Runs(judged(t, text), Options{Language: message.English}))))
	}
}

// A comment with a diagram caption marks a diagram and its other text is printed; several signs
// at a move request one diagram.
func TestDiagrams(t *testing.T) {
	r := judged(t, "[Variant \"bashni\"]\n\n1. c3-b4 $220 {[#] рис. 3: белые сильнее} b6-c5 {диагр} {10} 2. b4-a5 {10} *")
	var places []int
	runs := Runs(r, Options{Language: message.Russian})
	for _, run := range runs {
		if run.Role == Diagram {
			places = append(places, run.Ply)
		}
	}
	require.Equal(t, []int{1, 2}, places)
	require.Equal(t, "1. c3-b4 рис. 3: белые сильнее 1... b6-c5 2. b4-a5 10", string(AppendText(nil, runs)))
}
