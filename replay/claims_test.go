package replay

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// Draw claims: Codex 1.13.1, Ukrainian rules II.5.3-5.4 and III.5.3-5.6. A move is one ply of each
// side (IV.5.1), so 15 moves are 30 plies. The expected plies are counted by hand, from the ply
// that started the count or from the start of the game.
func TestClaims(t *testing.T) {
	const (
		codex     = "Codex 1.13.1"
		repeated  = "Ukrainian rules II.5.3.3"
		few       = "Ukrainian rules II.5.3.1"
		many      = "Ukrainian rules II.5.3.2"
		kingsOnly = "Ukrainian rules II.5.3.4.1"
		long      = "Ukrainian rules II.5.3.4.2"
	)
	// Each cycle of four plies repeats the position, so in a game of cycles from the start it
	// occurs for the third time after 8.
	cycles := func(cycle string, n int) string { return strings.Repeat(cycle+" ", n) }
	// White's king steps while Black's steps in its corner, off the main road, or goes from end to
	// end of the road.
	const corner, road = "c1-d2 b8-a7 d2-c1 a7-b8", "g1-h2 a1-h8 h2-g1 h8-a1"
	for _, test := range []struct {
		name    string
		variant record.Variant
		fen     string
		moves   string
		claims  []Claim
	}{
		{"two kings wander", record.Bashni, "W:WKa1:BKb8", cycles("a1-b2 b8-a7 b2-a1 a7-b8", 8), []Claim{
			{Repetition, codex, 8}, {NoProgress, codex, 30},
		}},
		{"a man's move does not start the fifteen moves again", record.Bashni, "W:WKa1,e1:BKb8",
			cycles("a1-b2 b8-a7 b2-a1 a7-b8", 7) + "e1-d2 b8-a7", []Claim{
				{Repetition, codex, 8}, {NoProgress, codex, 30},
			}},
		{"a promotion does", record.Bashni, "W:WKa1,e7:BKb8",
			cycles("a1-b2 b8-a7 b2-a1 a7-b8", 7) + "e7-f8 b8-a7", []Claim{{Repetition, codex, 8}}},
		{"note a: any number of moves between, captures and moves of men too", record.Bashni, "B:WKa1,e7=1/1:BKd8",
			cycles("d8:g5 a1-c3 e7-d8 c3-e1 g5-f6 e1-h4 d8-a5 h4:e7 a5-d8 f6-a1", 3), []Claim{{Repetition, codex, 20}}},
		{"Adiukh knows none", record.Adiukh, "", adiukhFull, nil},

		{"5.3.1.1: three, one a man, against a king on the main road", record.Russian, "W:WKg1,Kc1,h4:BKa1", cycles(road, 8),
			[]Claim{{Repetition, repeated, 8}, {Ending, few, 10}}},
		{"5.3.1.1: a ply less", record.Russian, "W:WKg1,Kc1,h4:BKa1", cycles(road, 2) + "g1-h2",
			[]Claim{{Repetition, repeated, 8}}},
		{"5.3.1.1: one king and two men", record.Russian, "W:WKg1,a3,h4:BKa1", cycles(road, 8),
			[]Claim{{Repetition, repeated, 8}, {Ending, few, 10}}},
		{"5.3.1.1 does not hold for four; 5.3.4 does", record.Russian, "W:WKg1,Kc1,a3,h4:BKa1", cycles(road, 16),
			[]Claim{{Repetition, repeated, 8}, {KingMovesOnly, kingsOnly, 30}, {LongEnding, long, 60}}},
		{"5.3.1.1: the three may be Black's", record.Russian, "B:WKa1:BKg1,Kc1,h6", cycles(road, 3),
			[]Claim{{Repetition, repeated, 8}, {Ending, few, 10}}},
		{"5.3.1.2: two kings", record.Russian, "W:WKc1,Ka5:BKb8", cycles(corner, 8),
			[]Claim{{Repetition, repeated, 8}, {Ending, few, 10}}},
		{"5.3.1.2: king and man; the road does not matter", record.Russian, "W:WKg1,h4:BKa1", cycles(road, 8),
			[]Claim{{Repetition, repeated, 8}, {Ending, few, 10}}},
		{"5.3.1.2: the count begins again when the man becomes a king", record.Russian, "W:WKc1,g7:BKb8",
			corner + " g7-h8 " + cycles("b8-a7 c1-d2 a7-b8 d2-c1", 3),
			[]Claim{{Repetition, repeated, 13}, {Ending, few, 15}}},
		{"5.3.1.3: king against king", record.Russian, "W:WKa1:BKb8", "a1-b2 b8-a7 b2-c3 a7-b8 c3-d4 b8-a7 d4-e5 a7-b8 e5-f6 b8-a7",
			[]Claim{{Ending, few, 10}}},
		{"5.3.1.3: from the capture on that brings it about", record.Russian, "W:WKa5:Bb6,Kb8",
			"a5:d8 " + cycles("b8-a7 d8-e7 a7-b8 e7-d8", 3), []Claim{{Repetition, repeated, 9}, {Ending, few, 11}}},

		{"5.3.2: three kings against one off the main road", record.Russian, "W:WKc1,Ka5,Ka3:BKb8", cycles(corner, 16),
			[]Claim{{Repetition, repeated, 8}, {LongDiagonal, many, 30}}},
		{"5.3.2: a ply less", record.Russian, "W:WKc1,Ka5,Ka3:BKb8", cycles(corner, 7) + "c1-d2",
			[]Claim{{Repetition, repeated, 8}}},
		{"5.3.2: or more", record.Russian, "W:WKc1,Ka5,Ka3,Kh4,Kh6:BKb8", cycles(corner, 31),
			[]Claim{{Repetition, repeated, 8}, {LongDiagonal, many, 30}}},
		{"5.3.2: not while it stands on the road", record.Russian, "W:WKc1,Ka5,Ka3:BKb8",
			cycles(corner, 7) + "c1-d2 b8-e5 d2-c1 e5-b8 " + cycles(corner, 8),
			[]Claim{{Repetition, repeated, 8}, {LongDiagonal, many, 61}}},
		{"5.3.2: three kings, not two and a man; 5.3.4 does", record.Russian, "W:WKc1,Ka5,a3:BKb8", cycles(corner, 16),
			[]Claim{{Repetition, repeated, 8}, {KingMovesOnly, kingsOnly, 30}, {LongEnding, long, 60}}},

		{"5.3.4.1: a man's move starts the fifteen again", record.Russian, "W:WKc1,Ka5,a3,h2,h4:BKb8,h6",
			cycles(corner, 7) + "a3-b4 b8-a7 " + cycles("c1-d2 a7-b8 d2-c1 b8-a7", 8),
			[]Claim{{Repetition, repeated, 8}, {KingMovesOnly, kingsOnly, 59}}},
		{"5.3.4.2: two kings and three men against king and man are seven", record.Russian, "W:WKc1,Ka5,a3,h2,h4:BKb8,h6", cycles(corner, 31),
			[]Claim{{Repetition, repeated, 8}, {KingMovesOnly, kingsOnly, 30}, {LongEnding, long, 120}}},
		{"5.3.4.2: a man's move does not start them again", record.Russian, "W:WKc1,Ka5,a3,h2,h4:BKb8,h6",
			cycles(corner, 7) + "a3-b4 b8-a7 " + cycles("c1-d2 a7-b8 d2-c1 b8-a7", 23),
			[]Claim{{Repetition, repeated, 8}, {KingMovesOnly, kingsOnly, 59}, {LongEnding, long, 120}}},
		{"5.3.4.2: a promotion does", record.Russian, "W:WKc1,g7:BKb8,a3",
			cycles(corner, 14) + "g7-h8 " + cycles("b8-a7 c1-d2 a7-b8 d2-c1", 16),
			[]Claim{{Repetition, repeated, 8}, {KingMovesOnly, kingsOnly, 30}, {LongEnding, long, 117}}},
		{"5.3.4.2: six", record.Russian, "W:WKc1,Ka5,a3,h4:BKb8,h6", cycles(corner, 31),
			[]Claim{{Repetition, repeated, 8}, {KingMovesOnly, kingsOnly, 30}, {LongEnding, long, 120}}},
		{"5.3.4.2: five", record.Russian, "W:WKc1,Ka5,a3:BKb8,h6", cycles(corner, 16),
			[]Claim{{Repetition, repeated, 8}, {KingMovesOnly, kingsOnly, 30}, {LongEnding, long, 60}}},
		{"5.3.4.2: a ply less", record.Russian, "W:WKc1,Ka5,a3:BKb8,h6", cycles(corner, 14) + "c1-d2 b8-a7 d2-c1",
			[]Claim{{Repetition, repeated, 8}, {KingMovesOnly, kingsOnly, 30}}},
		{"5.3.4.2: eight are too many", record.Russian, "W:WKc1,Ka5,a3,h2,h4:BKb8,f8,h6", cycles(corner, 31),
			[]Claim{{Repetition, repeated, 8}, {KingMovesOnly, kingsOnly, 30}}},
		{"the same in brazilian", record.Brazilian, "W:WKc1,Ka5,a3:BKb8", cycles(corner, 16),
			[]Claim{{Repetition, repeated, 8}, {KingMovesOnly, kingsOnly, 30}, {LongEnding, long, 60}}},

		{"5.4.1, 5.4.2: forty moves", record.Checkers, "B:WK29:BK1", cycles("1-5 29-25 5-1 25-29", 21),
			[]Claim{{Repetition, "Ukrainian rules II.5.4.1", 8}, {NoProgress, "Ukrainian rules II.5.4.2", 80}}},
		{"5.4.2: a man's move does not start them again", record.Checkers, "B:WK29,32:BK1",
			cycles("1-5 29-25 5-1 25-29", 19) + "1-5 32-28 5-1 29-25",
			[]Claim{{Repetition, "Ukrainian rules II.5.4.1", 8}, {NoProgress, "Ukrainian rules II.5.4.2", 80}}},
		{"5.4.2: a promotion does", record.Checkers, "B:WK29,7:BK1",
			cycles("1-5 29-25 5-1 25-29", 19) + "1-5 7-2 5-1 29-25",
			[]Claim{{Repetition, "Ukrainian rules II.5.4.1", 8}}},
		{"5.4.2: a capture does", record.Checkers, "B:WK29,14:BK1",
			cycles("1-5 29-25 5-1 25-29", 19) + "1-6 14-10 6:15 29-25",
			[]Claim{{Repetition, "Ukrainian rules II.5.4.1", 8}}},

		{"5.3.1 on 100 squares", record.International, "W:WK1,K2,36:BK46", cycles("1-6 46-5 6-1 5-46", 5),
			[]Claim{{Repetition, "Ukrainian rules III.5.5", 8}, {Ending, "Ukrainian rules III.5.3", 10}}},
		{"5.3.2 on 100 squares", record.International, "W:WK1,36:BK45", cycles("1-6 45-50 6-1 50-45", 5),
			[]Claim{{Repetition, "Ukrainian rules III.5.5", 8}, {Ending, "Ukrainian rules III.5.3", 10}}},
		{"5.3.3 on 100 squares", record.International, "W:WK46:BK1", cycles("46-41 1-7 41-36 7-1 36-41 1-7 41-46 7-1", 2),
			[]Claim{{Repetition, "Ukrainian rules III.5.5", 9}, {Ending, "Ukrainian rules III.5.3", 10}}},
		{"5.4: sixteen moves of three, one a man, against a king off the main road; 5.6: twenty-five of kings alone",
			record.International, "W:WK1,K2,36:BK45", cycles("1-6 45-50 6-1 50-45", 14), []Claim{
				{Repetition, "Ukrainian rules III.5.5", 8}, {LongDiagonal, "Ukrainian rules III.5.4", 32},
				{KingMovesOnly, "Ukrainian rules III.5.6", 50},
			}},
		{"5.4 does not hold for four", record.International, "W:WK1,K2,K3,36:BK45", cycles("1-6 45-50 6-1 50-45", 14),
			[]Claim{{Repetition, "Ukrainian rules III.5.5", 8}, {KingMovesOnly, "Ukrainian rules III.5.6", 50}}},
		{"5.6: a man's move starts them again, but not the sixteen of 5.4", record.International, "W:WK1,K2,36:BK45",
			cycles("1-6 45-50 6-1 50-45", 7) + "36-31 45-50 1-6 50-45 " + cycles("6-1 45-50 1-6 50-45", 12), []Claim{
				{Repetition, "Ukrainian rules III.5.5", 8}, {LongDiagonal, "Ukrainian rules III.5.4", 32},
				{KingMovesOnly, "Ukrainian rules III.5.6", 79},
			}},
		{"the books have none for the games of PDN", record.Czech, "W:WKa1:BKb8", cycles("a1-b2 b8-a7 b2-a1 a7-b8", 8), nil},
	} {
		t.Run(test.variant.String()+" "+test.name, func(t *testing.T) {
			g := gameOf(t, test.variant, test.moves)
			if test.fen != "" {
				from(t, g, test.fen)
			}
			r := Judge(g, record.UnknownVariant)
			require.Empty(t, r.Faults)
			require.Equal(t, test.claims, r.Claims)
		})
	}
}

// A position that is set up during a game starts the counts again; the plies are still the game's.
// A ground that was there before is not listed twice.
func TestClaimsBehindSetup(t *testing.T) {
	cycle := "a1-b2 b8-a7 b2-a1 a7-b8 "
	g := from(t, gameOf(t, record.Bashni, strings.Repeat(cycle, 5)), "W:WKa1:BKb8")
	g.Plies[4].Note = &record.Notes{Setup: "W:WKa1:BKb8"}
	r := Judge(g, record.UnknownVariant)
	require.Empty(t, r.Faults)
	require.Equal(t, []Claim{{Repetition, "Codex 1.13.1", 12}}, r.Claims)

	g = from(t, gameOf(t, record.Bashni, strings.Repeat(cycle, 18)), "W:WKa1:BKb8")
	g.Plies[36].Note = &record.Notes{Setup: "W:WKa1:BKb8"}
	r = Judge(g, record.UnknownVariant)
	require.Equal(t, []Claim{{Repetition, "Codex 1.13.1", 8}, {NoProgress, "Codex 1.13.1", 30}}, r.Claims)
}
