package stats

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// played returns a game's record without moves.
func played(white, black, result string, tags ...string) *replay.Report {
	g := &record.Game{Tags: []record.Tag{{Name: "White", Value: white}, {Name: "Black", Value: black}}}
	for i := 0; i < len(tags); i += 2 {
		g.Tags = append(g.Tags, record.Tag{Name: tags[i], Value: tags[i+1]})
	}
	switch result {
	case "1-0":
		g.Result = record.Result{Outcome: record.WhiteWins}
	case "0-1":
		g.Result = record.Result{Outcome: record.BlackWins}
	case "=":
		g.Result = record.Result{Outcome: record.Draw}
	case "0-0":
		g.Result = record.Result{Outcome: record.Points, Manner: record.Forfeit}
	case "+-":
		g.Result = record.Result{Outcome: record.Unplayed, White: 1}
	case "-+":
		g.Result = record.Result{Outcome: record.Unplayed, Black: 1}
	case "--":
		g.Result = record.Result{Outcome: record.Unplayed}
	case "*":
		g.Result = record.Result{Outcome: record.Unfinished}
	}
	return &replay.Report{Game: g, Variant: record.Bashni}
}

// The three examples of Codex, appendix 2: points of the opponents beaten and lost to.
func TestAppendix2(t *testing.T) {
	for _, tt := range []struct {
		name         string
		beaten, lost []float64
		want         string
	}{
		{"Ivanov", []float64{6, 4.5, 4, 2}, []float64{5}, "11½"},
		{"Borisov", []float64{7.5, 4, 2.5}, nil, "14"},
		{"Stepanov", []float64{6, 5, 2.5, 2, 1.5}, []float64{7.5, 4}, "5½"},
	} {
		var meetings []meeting
		for _, p := range tt.beaten {
			meetings = append(meetings, meeting{opponent: &row{Points: half(2 * p)}, cell: cell{Points: 2}})
		}
		for _, p := range tt.lost {
			meetings = append(meetings, meeting{opponent: &row{Points: half(2 * p)}})
		}
		met := opponentsOf(meetings, 0)
		require.Equal(t, tt.want, criteria[shmulyanDvorkovich].of(&met).String(), tt.name)
	}
}

// appendix3 is the table of Codex, appendix 3: half points of each team against
// each, C, D, A, E, F, B, H.
var appendix3 = [7][7]int{
	{0, 11, 4, 10, 4, 5, 6},
	{3, 0, 1, 7, 2, 0, 1},
	{10, 13, 0, 14, 5, 7, 8},
	{4, 7, 0, 0, 0, 1, 4},
	{10, 12, 9, 14, 0, 8, 11},
	{9, 14, 7, 13, 6, 0, 8},
	{8, 13, 6, 10, 3, 6, 0},
}

func TestAppendix3(t *testing.T) {
	names := []string{"C", "D", "A", "E", "F", "B", "H"}
	tournament := NewTournament("", true)
	for i := range names {
		for j := range i {
			// Seven boards: whole points are wins, and a remaining half is a draw.
			won, drawn := appendix3[i][j]/2, appendix3[i][j]%2
			for board := range 7 {
				result := "1-0"
				switch {
				case board == won && drawn == 1:
					result = "="
				case board >= won:
					result = "0-1"
				}
				white, black := fmt.Sprint(names[i], board), fmt.Sprint(names[j], board)
				require.NoError(t, tournament.Add(played(white, black, result, "WhiteTeam", names[i], "BlackTeam", names[j])))
			}
		}
	}
	table, err := tournament.standings(Whichever, Codex)
	require.NoError(t, err)
	require.Equal(t, RoundRobin, table.System)
	var lines []string
	for _, row := range table.Rows {
		coefficient := ""
		if row.Team != nil {
			coefficient = fmt.Sprint(float64(*row.Team) / 4)
		}
		lines = append(lines, fmt.Sprintf("%d %s %v %s", row.Place, row.Name, row.Points, coefficient))
	}
	require.Equal(t, []string{
		"1 F 32 ",
		"2 B 28½ 379",
		// The Codex prints 375½ as the sum of 100, 45½, 56, 80 and 92.
		"3 A 28½ 373.5",
		"4 H 23 ",
		"5 C 20 ",
		"6 E 8 ",
		"7 D 7 ",
	}, lines)
}

// A round robin of four, worked out by hand.
//
//	      A  B  C  D
//	A     x  1  ½  0   1½
//	B     0  x  1  ½   1½
//	C     ½  0  x  1   1½
//	D     1  ½  0  x   1½
//
// Shmulyan-Dvorkovich is 0 for all, and so are the other differences; all share
// the places 1-4.
func TestAllShare(t *testing.T) {
	tournament := NewTournament("", false)
	for _, g := range [][3]string{{"A", "B", "1-0"}, {"C", "A", "="}, {"A", "D", "0-1"}, {"B", "C", "1-0"}, {"D", "B", "="}, {"D", "C", "0-1"}} {
		require.NoError(t, tournament.Add(played(g[0], g[1], g[2])))
	}
	for _, book := range []string{Codex, Ukrainian, GoCode} {
		table, err := tournament.standings(Whichever, book)
		require.NoError(t, err)
		require.Equal(t, RoundRobin, table.System)
		for _, row := range table.Rows {
			require.Equal(t, []int{1, 4}, []int{row.Place, row.Last})
			require.Equal(t, "1½ 0 1½ 4½ 4½ 3 1½", fmt.Sprint(row.Points, row.Coefficients[shmulyanDvorkovich], row.Coefficients[berger], row.Coefficients[sonnebornBerger], row.Coefficients[buchholz], row.Coefficients[shortSolkoff], row.Coefficients[medianSolkoff]))
			require.Equal(t, "13½", row.Coefficients[sosos].String())
		}
	}
}

// Of two with the same points the Codex looks at the coefficients, the Ukrainian
// rules at their game first. By hand:
//
//	      A  B  C  D  E
//	A     x  1  1  0  0   2    beat B (2), C (1); lost to D (2½), E (2½): 3 - 5 = -2
//	B     0  x  0  1  1   2    beat D, E; lost to A (2), C (1): 5 - 3 = 2
//	C     0  1  x  0  0   1    beat B (2); lost to A, D, E: 2 - 7 = -5
//	D     1  0  1  x  ½   2½   beat A (2), C (1); lost to B (2): 1
//	E     1  0  1  ½  x   2½   the same
func TestEncounter(t *testing.T) {
	tournament := NewTournament("", false)
	for _, g := range [][3]string{
		{"A", "B", "1-0"}, {"A", "C", "1-0"}, {"D", "A", "1-0"}, {"E", "A", "1-0"}, {"B", "C", "0-1"},
		{"B", "D", "1-0"}, {"B", "E", "1-0"}, {"C", "D", "0-1"}, {"C", "E", "0-1"}, {"D", "E", "="},
	} {
		require.NoError(t, tournament.Add(played(g[0], g[1], g[2])))
	}
	order := func(book string) string {
		table, err := tournament.standings(Whichever, book)
		require.NoError(t, err)
		var names []string
		for _, row := range table.Rows {
			names = append(names, fmt.Sprintf("%d-%d %s %v", row.Place, row.Last, row.Name, row.Coefficients[shmulyanDvorkovich]))
		}
		return strings.Join(names, ", ")
	}
	require.Equal(t, "1-2 D 1, 1-2 E 1, 3-3 B 2, 4-4 A -2, 5-5 C -5", order(Codex))
	require.Equal(t, "1-2 D 1, 1-2 E 1, 3-3 A -2, 4-4 B 2, 5-5 C -5", order(Ukrainian))
	require.Equal(t, "1-2 D 1, 1-2 E 1, 3-3 A -2, 4-4 B 2, 5-5 C -5", order(GoCode))
}

// Codex 3.6: plus and minus; Ukrainian rules IV.12.5: a plus without an opponent counts as one
// over the last.
func TestUnplayed(t *testing.T) {
	tournament := NewTournament("Кубок", false)
	for _, r := range []*replay.Report{
		played("A", "B", "+-", "Event", "Кубок"),
		played("C", "A", "-+", "Event", "кубок "),
		played("C", "B", "--", "Event", "Кубок"),
		played("B", "", "+-", "Event", "Кубок"),
		played("?", "C", "-+", "Event", "Кубок"),
		played("B", "A", "1-0", "Event", "Кубок"),
		played("B", "A", "*", "Event", "Кубок"),
		played("B", "", "1-0", "Event", "Кубок"),
		played("X", "Y", "1-0", "Event", "Матч"),
	} {
		require.NoError(t, tournament.Add(r))
	}
	table, err := tournament.standings(Whichever, Codex)
	require.NoError(t, err)
	require.Equal(t, Swiss, table.System)
	require.Equal(t, 1, tournament.kept.Unfinished)
	require.Equal(t, 1, tournament.kept.MissingPlayers)
	require.Equal(t, "Кубок", table.Event)
	var lines []string
	for _, row := range table.Rows {
		var cells [][]cell
		for _, other := range table.Rows {
			cells = append(cells, row.Against[other])
		}
		lines = append(lines, fmt.Sprintf("%d-%d %s %v, norm %v: %v; %d %d %d %d; Buchholz %v", row.Place, row.Last, row.Name,
			row.Points, row.Norm(), cells, len(row.meetings), row.Results[beaten], row.Results[drawn], row.Results[lost], row.Coefficients[buchholz]))
	}
	require.Equal(t, []string{
		// A met B (2), C (1) and B; B met A (2), C (1), nobody (1) and A.
		"1-1 B 2, norm 1: [[] [- 1] [-]]; 4 2 0 2; Buchholz 6",
		"2-2 A 2, norm 0: [[+ 0] [] [+]]; 3 2 0 1; Buchholz 5",
		"3-3 C 1, norm 0: [[-] [-] []]; 3 1 0 2; Buchholz 5",
	}, lines)
}

func TestEvents(t *testing.T) {
	tournament := NewTournament("", false)
	require.NoError(t, tournament.Add(played("A", "B", "1-0", "Event", "One")))
	require.NoError(t, tournament.Add(played("A", "B", "1-0", "Event", "Two")))
	_, err := tournament.standings(Whichever, Codex)
	require.EqualError(t, err, `the games belong to several events: "One" and "Two"`)
}

func TestTooMany(t *testing.T) {
	tournament := NewTournament("", false)
	var err error
	for i := 0; err == nil && i < MaxParticipants; i++ {
		err = tournament.Add(played(fmt.Sprint(i), fmt.Sprint(-i-1), "1-0"))
	}
	require.EqualError(t, err, "more than 1000 participants in one tournament")
}

// TestCoefficients compares those of random tournaments with the rule books'
// words, worked out from the list of games alone.
func TestCoefficients(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 2 + random.IntN(7)
		type game struct {
			white, black int
			result       string
		}
		var games []game
		rounds := 1 + random.IntN(6)
		tournament := NewTournament("", false)
		for round := 1; round <= rounds; round++ {
			order := random.Perm(n)
			for i := 0; i+1 < n; i += 2 {
				g := game{order[i], order[i+1], []string{"1-0", "0-1", "=", "+-", "-+", "--", "0-0"}[random.IntN(7)]}
				games = append(games, g)
				require.NoError(t, tournament.Add(played(fmt.Sprint(g.white), fmt.Sprint(g.black), g.result, "Round", fmt.Sprint(round))))
			}
		}
		value := func(g game, who int) float64 {
			switch {
			case g.result == "=":
				return 0.5
			case strings.HasPrefix(g.result, "1") || strings.HasPrefix(g.result, "+"):
				if g.white == who {
					return 1
				}
			case strings.HasSuffix(g.result, "1") || strings.HasSuffix(g.result, "+"):
				if g.black == who {
					return 1
				}
			}
			return 0
		}
		points := make([]float64, n)
		for _, g := range games {
			points[g.white] += value(g, g.white)
			points[g.black] += value(g, g.black)
		}
		opponents := func(who int) (all []int, results []float64) {
			for _, g := range games {
				switch who {
				case g.white:
					all, results = append(all, g.black), append(results, value(g, who))
				case g.black:
					all, results = append(all, g.white), append(results, value(g, who))
				}
			}
			return all, results
		}
		sum := func(who int, weights map[float64]float64) (s float64) {
			all, results := opponents(who)
			for i, o := range all {
				s += weights[results[i]] * points[o]
			}
			return s
		}
		all := map[float64]float64{1: 1, 0.5: 1, 0: 1}
		table, err := tournament.standings(Whichever, Ukrainian)
		require.NoError(t, err)
		require.True(t, table.Rounds)
		for at, row := range table.Rows {
			var who int
			fmt.Sscan(row.Name, &who)
			met, _ := opponents(who)
			half := func(h half) float64 { return float64(h) / 2 }
			require.Equal(t, points[who], half(row.Points))
			require.Equal(t, sum(who, map[float64]float64{1: 1, 0: -1}), half(row.Coefficients[shmulyanDvorkovich]))
			require.Equal(t, sum(who, map[float64]float64{1: 1, 0.5: 1, 0: -1}), half(row.Coefficients[berger]))
			require.Equal(t, sum(who, map[float64]float64{1: 2, 0.5: 1}), half(row.Coefficients[sonnebornBerger]))
			require.Equal(t, sum(who, all), half(row.Coefficients[buchholz]))
			require.Equal(t, sum(who, map[float64]float64{1: 1}), half(row.Coefficients[sodos]))
			secondary := 0.0
			theirs := []float64{}
			for _, o := range met {
				secondary += sum(o, all)
				theirs = append(theirs, points[o])
			}
			require.Equal(t, secondary, half(row.Coefficients[sosos]))
			slices.Sort(theirs)
			without := func(worst, best int) (s float64) {
				for i, p := range theirs {
					if i >= worst && i < len(theirs)-best {
						s += p
					}
				}
				return s
			}
			require.Equal(t, without(1, 0), half(row.Coefficients[shortSolkoff]))
			require.Equal(t, without(2, 0), half(row.Coefficients[sos2]))
			for k, median := range row.Medians {
				require.Equal(t, without(k+1, 1), half(median))
			}
			afterAll := 0.0
			for after := 1; after <= rounds; after++ {
				for _, g := range games[:after*(n/2)] {
					if g.white == who || g.black == who {
						afterAll += value(g, who)
					}
				}
			}
			require.Equal(t, afterAll, half(row.Coefficients[progress]))
			if at > 0 {
				require.GreaterOrEqual(t, table.Rows[at-1].Points, row.Points)
				require.True(t, table.Rows[at-1].Place == row.Place || table.Rows[at-1].Last == row.Place-1)
			}
			for other, cells := range row.Against {
				require.Len(t, other.Against[row], len(cells))
			}
		}
	}
}

func TestHalf(t *testing.T) {
	for h, want := range map[half]string{0: "0", 1: "½", 2: "1", 15: "7½", -1: "-½", -3: "-1½", -4: "-2"} {
		require.Equal(t, want, h.String())
	}
}
