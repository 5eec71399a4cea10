package replay_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// crowds are positions with more captures than games produce.
var crowds = map[string]string{
	"bashni": "W:WKa1,c1=111,g1=111,Ka3,Ka7,Kb8,Kh8:Bc3=11,Ke3,Kg3,g5=11,b6=11,d6=111,Kg7",
	"adiukh": "W:Wb8,d8,f8=00,h8:Bc3=0/0,e3=00/00,g3,c5=00,e5=00,g5,c7=00,e7",
}

// If there are many legal moves, a report lists some of them and their correct number.
func TestToldMovesAgainstReference(t *testing.T) {
	many, ambiguous := 0, 0
	for i, variant := range variants() {
		if sameMoves(variant) {
			continue
		}
		r := rand.New(rand.NewPCG(uint64(i), 1913))
		for n := range max(150, replay.Some(300)) { // enough for some to have many moves
			d := hunt(r, variant)
			if fen, ok := crowds[variant]; ok && n < replay.Some(30) {
				d = readDiagram(variant, fen)
			}
			moves := d.moves()
			if len(moves) == 0 {
				continue
			}
			var names []string
			for _, ways := range d.texts(moves) {
				names = append(names, ways...)
			}
			from, to := moves[r.IntN(len(moves))].from(), d.spots()[r.IntN(len(d.spots()))]
			if r.IntN(2) == 0 {
				to = moves[r.IntN(len(moves))].to()
			}
			report := judge(t, variant, d, d.word([]spot{from, to}, record.Take))
			if report.Verdict < replay.Illegal {
				require.Empty(t, report.Legal)
				require.Zero(t, report.MoreLegal)
				continue
			}
			f := report.Faults[0]
			require.Len(t, report.Legal, min(len(moves), replay.MaxLegal))
			require.Equal(t, len(moves), len(report.Legal)+report.MoreLegal)
			require.True(t, slices.IsSorted(report.Legal))
			require.Subset(t, names, report.Legal)
			if f.Code == record.IllegalMove {
				require.ElementsMatch(t, report.Legal, f.Suggestions)
				if report.MoreLegal > 0 {
					many++
				}
				continue
			}
			fit := 0
			for _, m := range moves {
				if m.from() == from && m.to() == to {
					fit++
				}
			}
			require.Len(t, f.Suggestions, min(fit, replay.MaxLegal))
			require.Subset(t, names, f.Suggestions)
			if fit > 6 {
				require.Contains(t, f.Message.Error(), fmt.Sprintf(" or %d more: write the move in full", fit-6))
				ambiguous++
			} else {
				require.NotContains(t, f.Message.Error(), "more")
			}
		}
	}
	require.Greater(t, many, replay.Some(10))
	require.GreaterOrEqual(t, ambiguous, replay.Some(3))
}
