package replay

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// Finds the variants under which a game that names none can be played.
func TestFitting(t *testing.T) {
	for _, test := range []struct {
		name, fen, moves string
		result           record.Outcome
		says             string
		suggestions      []string
	}{
		{"a man that captures forward only: czech", "W:Wc5:Bb4,h8", "c5-d6", record.NoResult,
			"(its move is legal in czech)", []string{"czech"}},
		{"the second ply tells", "", "c3-d4 b6-c5 d4:b6 a7:c5", record.NoResult,
			"(its moves are legal in bashni, bashni-reverse", nil},
		{"by the plies that are legal", "", "c3-d4 b6-c5 d4:b6 a7-b8", record.NoResult,
			"(3 of its 4 plies are legal in bashni, bashni-reverse", nil},
		{"numbers on three boards", "", "9-13", record.NoResult,
			"(its move is legal in lasca, lasca-reverse, checkers, pool, spanish and portuguese)", nil},
		{"a tower of two men", "W:Wc3:Bd4=00,f6,g7", "c3:e5 d4-c3", record.NoResult,
			"(its moves are legal in bashni, bashni-reverse and adiukh)", []string{"bashni", "bashni-reverse", "adiukh"}},
		{"the side without a move has won", "W:WKa1:Bb2=0,d2", "a1:e1", record.BlackWins,
			"(its move is legal in bashni-reverse and russian-reverse)", []string{"bashni-reverse", "russian-reverse"}},
		{"no game has such a move", "", "a1-a2", record.NoResult, "set it with --variant", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := gameOf(t, record.UnknownVariant, test.moves)
			if test.fen != "" {
				g.Tags = []record.Tag{{Name: "FEN", Value: test.fen}}
			}
			g.Result.Outcome = test.result
			r := Judge(g, record.UnknownVariant)
			require.Equal(t, Unreadable, r.Verdict)
			require.Len(t, r.Faults, 1)
			require.Equal(t, record.NoVariant, r.Faults[0].Code)
			require.Contains(t, r.Faults[0].Message.Error(), test.says)
			if test.suggestions != nil {
				require.Equal(t, test.suggestions, r.Faults[0].Suggestions)
			}
		})
	}
}

// Generated games that do not name their variant fit it, and no named variant contradicts them.
func TestFittingOfGeneratedGames(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for _, v := range record.Variants() {
		rules, err := For(v)
		require.NoError(t, err)
		for range 40 {
			g := &record.Game{}
			p := rules.Start()
			for legal := p.Moves(nil); len(legal) > 0 && len(g.Plies) < 200; legal = p.Moves(nil) {
				m := &legal[random.IntN(len(legal))]
				g.Plies = append(g.Plies, record.Ply{Word: p.Word(m, legal)})
				p.Play(m)
			}
			if p.Over() {
				g.Result.Outcome = p.Outcome()
			}
			variants, plies := new(Arbiter).variants(g)
			require.Equal(t, len(g.Plies), plies)
			require.Contains(t, variants, v)
			for _, other := range variants {
				r := Judge(g, other)
				require.Equal(t, Legal, r.Verdict)
				require.Empty(t, r.Faults, "%v as %v", v, other)
			}
		}
	}
}

// A guess is doubted if other rules allow everything that its own forbid.
func TestDoubtedGuess(t *testing.T) {
	g := gameOf(t, record.UnknownVariant, "9-13")
	g.Shows = []record.Variant{record.Checkers}
	r := Judge(g, record.UnknownVariant)
	require.True(t, r.Guessed)
	require.Equal(t, Legal, r.Verdict)
	require.Empty(t, r.Faults)

	// In checkers a man captures only forward, in pool also backward.
	g = gameOf(t, record.UnknownVariant, "14:7")
	g.Shows = []record.Variant{record.Checkers}
	g.Tags = []record.Tag{{Name: "FEN", Value: "B:W10,32:B14"}}
	r = Judge(g, record.UnknownVariant)
	require.Equal(t, Illegal, r.Verdict)
	require.Len(t, r.Faults, 2)
	require.Equal(t, record.VariantGuessed, r.Faults[0].Code)
	require.Equal(t, record.Remark, r.Faults[0].Severity)
	require.Equal(t, []string{"pool"}, r.Faults[0].Suggestions)
	require.Contains(t, r.Faults[0].Message.Error(), "guessed checkers, but its move is legal in pool; set it with --variant")
	require.Equal(t, record.IllegalMove, r.Faults[1].Code)

	r = Judge(g, record.Checkers)
	require.False(t, r.Guessed)
	require.Len(t, r.Faults, 1)
}

// A game of a million plies is not played for each variant.
func TestFittingIsBounded(t *testing.T) {
	g := gameOf(t, record.UnknownVariant, strings.Repeat("a1-b2 b8-a7 b2-a1 a7-b8 ", 250))
	g.Tags = []record.Tag{{Name: "FEN", Value: "W:WKa1:BKb8"}}
	r := Judge(g, record.UnknownVariant)
	require.Contains(t, r.Faults[0].Message.Error(), "(300 of its 1000 plies are legal in bashni,")
}

// A position listed in a sheet is set up in each variant that is tried.
func TestFittingFromPosition(t *testing.T) {
	g := gameOf(t, record.UnknownVariant, "c3:e5")
	start, err := record.ParseFEN(record.Bashni, "W:Wc3:Bd4=0/0")
	require.NoError(t, err)
	g.Start = &start
	r := Judge(g, record.UnknownVariant)
	require.Equal(t, []string{"bashni", "bashni-reverse", "adiukh"}, r.Faults[0].Suggestions)
}
