package grammar

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/internal/pdn"
	"github.com/stolb/stolb/record"
)

// placesOf writes the squares of each move as the variant's board calls them.
func placesOf(v record.Variant, plies []record.Ply) string {
	var words []string
	for _, p := range plies {
		var squares []string
		for _, step := range p.Word.Steps {
			s, ok := step.Square(v.Board())
			if !ok {
				squares = append(squares, fmt.Sprintf("?%v", step))
				continue
			}
			squares = append(squares, v.Board().Name(s))
		}
		words = append(words, strings.Join(squares, " "))
		if p.Note != nil {
			for _, line := range p.Note.Variations {
				words = append(words, "("+placesOf(v, line)+")")
			}
		}
	}
	return strings.Join(words, ", ")
}

// PDN 3.0, GameType: boards whose squares are called otherwise than the
// variant's standard has it. What must come of them was read off a board.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		about, tags, moves string
		variant            record.Variant
		squares            string
		start              string // FEN, "" for none
	}{
		{"russian in its letters", `[GameType "25,W,8,8,A0,0"]`, "1. c3-d4 f6-g5", record.Russian, "c3 d4, f6 g5", ""},
		{"russian in the numbers of checkers", `[GameType "25,W,8,8,N2,0"]`, "1. 22-18 (23-19) 11-15 2. 18x11",
			record.Russian, "c3 d4, (e3 f4), f6 e5, d4 f6", ""},
		{"in numbers without a board", `[GameType "25"]`, "1. 22-18 11-15", record.Russian, "c3 d4, f6 e5", ""},
		{"in numbers though it says letters", `[GameType "26,W,8,8,A0,0"]`, "1. 22-18 11-15", record.Brazilian, "c3 d4, f6 e5", ""},
		{"numbers from White's left, upward", `[GameType "25,W,8,8,N0,0"]`, "1. 11-15 22-18", record.Russian, "e3 f4, d6 c5", ""},
		{"numbers from White's right, upward", `[GameType "25,W,8,8,N1,0"]`, "1. 10-14 22-17", record.Russian, "e3 f4, f6 g5", ""},
		{"and in the position", `[GameType "25,W,8,8,N0,0"][FEN "W:W11:B22,K23,1-2"]`, "1. 11-15", record.Russian, "e3 f4",
			"W:We3:Ba1,c1,d6,Kf6"},
		{"a position in letters for a board of numbers", `[GameType "21,B,8,8,A0,0"][FEN "B:Wa1,Kc3:Bb8"]`, "1. b8-a7",
			record.Checkers, "1 5", "B:WK22,29:B1"},
		{"checkers in letters", `[GameType "21,B,8,8,A0,0"]`, "1. f6-g5 c3-d4", record.Checkers, "11 16, 22 18", ""},
		{"unified pool: White begins", `[GameType "23,W,8,8,A0,0"]`, "1. c3-d4 f6-g5", record.Pool, "22 18, 11 16",
			"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
		{"numbers of a mirrored board", `[GameType "25,W,8,8,N2,1"]`, "1. 21-17 12-16", record.Russian, "g3 h4, b6 a5", ""},
		{"italian on a board that is not mirrored", `[GameType "22,W,8,8,N2,0"]`, "1. 21-17 12-15", record.Italian, "21 17, 12 15", ""},
		{"100 squares with the wrong corner", `[GameType "20,W,10,10,N1,0"]`, "1. 32-28 18-23", record.International, "32 28, 18 23", ""},
		{"and with that corner meant", `[GameType "20,W,10,10,N1,0"]`, "1. 16-21 35-30", record.International, "35 30, 16 21", ""},
		{"White begins at checkers", `[GameType "21,W,8,8,N2,0"]`, "1. 22-18 11-15", record.Checkers, "22 18, 11 15",
			"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
		{"says White, but Black does", `[GameType "21,W,8,8,N2,0"]`, "1. 11-15 22-18", record.Checkers, "11 15, 22 18", ""},
	} {
		t.Run(c.about, func(t *testing.T) {
			games := readPDN(t, strings.ReplaceAll(c.tags, "][", "]\n[")+"\n\n"+c.moves+" *\n")
			require.Len(t, games, 1)
			g := games[0]
			require.Equal(t, c.variant, g.Variant)
			require.Equal(t, c.squares, placesOf(c.variant, g.Plies))
			for _, p := range g.Plies {
				require.Contains(t, c.moves, p.Word.Text, "as written")
			}
			if c.start == "" {
				require.Nil(t, g.Start)
			} else {
				require.NotNil(t, g.Start)
				require.Equal(t, c.start, g.Start.FEN())
			}
		})
	}
}

// A position set up within a game is in the record's numbers, too.
func TestReadingOfSetups(t *testing.T) {
	g := readPDN(t, "[GameType \"25,W,8,8,N0,0\"]\n\n1. 11-15 /FEN \"B:W15:BK22\"/ 22-18 *\n")[0]
	require.Equal(t, "e3 f4, d6 c5", placesOf(record.Russian, g.Plies))
	require.Equal(t, "B:Wf4:BKd6", g.Plies[1].Note.Setup)
}

// The result's first number is the one of the side that begins.
func TestReadingOfResults(t *testing.T) {
	for tags, outcome := range map[string]record.Outcome{
		`[GameType "23"]`:              record.BlackWins,
		`[GameType "23,W,8,8,A0,0"]`:   record.WhiteWins,
		`[GameType "25"]`:              record.WhiteWins,
		`[GameType "20,W,10,10,N2,0"]`: record.WhiteWins,
	} {
		moves := "c3-d4 f6-g5"
		if strings.Contains(tags, `"20`) {
			moves = "32-28 18-23"
		}
		g := readPDN(t, tags+"\n\n"+moves+" 1-0\n")[0]
		require.Equal(t, outcome, g.Result.Outcome, tags)
	}
}

// A game type that is known but has no rules is no fault of the record's.
func TestGameTypesWithoutRules(t *testing.T) {
	for tags, message := range map[string]string{
		`[GameType "27,W,12,12,N2,0"]`: "Canadian",
		`[GameType "30"]`:              "Turkish",
		`[GameType "31"]`:              "Thai",
		`[GameType "40,W,10,10,N2,0"]`: "Frisian",
		`[GameType "41"]`:              "Spantsireti",
		`[GameType "0,W,8,8,S0"]`:      "chess",
		`[GameType "50"]`:              "Othello",
		`[GameType "99"]`:              "no game of PDN",
		`[GameType "20,W,8,8,N2,0"]`:   "international has no rules here on a board of 8 files and 8 ranks",
		`[Variant "frisian"]`:          "Frisian",
	} {
		for _, g := range readPDN(t, tags+"\n\n1. 32-28 18-23 *\n") {
			require.Equal(t, record.UnknownVariant, g.Variant, tags)
			require.Len(t, g.Plies, 2, tags)
			require.Len(t, g.Faults, 1, tags)
			require.Equal(t, record.NoRules, g.Faults[0].Code, tags)
			require.Equal(t, record.Remark, g.Faults[0].Severity, tags)
			require.Contains(t, g.Faults[0].Message.Error(), message)
			require.Equal(t, g.Faults[0].Word, g.Text[g.Faults[0].At:][:g.Faults[0].Len], tags)
		}
	}
	// The tag Variant prevails over GameType, both ways.
	g := readPDN(t, "[Variant \"turkish\"]\n[GameType \"25\"]\n\na3-a4 *\n")[0]
	require.Equal(t, record.UnknownVariant, g.Variant)
	require.Equal(t, record.NoRules, g.Faults[0].Code)
	g = readPDN(t, "[Variant \"russian\"]\n[GameType \"30\"]\n\nc3-d4 *\n")[0]
	require.Equal(t, record.Russian, g.Variant)
	require.Equal(t, record.VariantTag, g.Faults[0].Code)
}

// What the tag GameType of each variant says is the variant's board.
func TestGameTypesOfVariants(t *testing.T) {
	for _, v := range record.Variants() {
		game, err := pdn.ParseGameType(v.GameType())
		require.NoError(t, err)
		require.True(t, game.Full)
		require.Equal(t, v.Straight(), game.Variant())
		require.Equal(t, v.First(), game.First, v)
		require.Equal(t, v.Board(), game.Board, v)
	}
}
