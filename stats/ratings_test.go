package stats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// TestExpected compares each cell of table 7.1, as the book prints it, and the other side's share.
func TestExpected(t *testing.T) {
	for percent, cell := range map[int]string{
		50: "0-3", 51: "4-10", 52: "11-17", 53: "18-25", 54: "26-32", 55: "33-39", 56: "40-46", 57: "47-53", 58: "54-61", 59: "62-68",
		60: "69-76", 61: "77-83", 62: "84-91", 63: "92-98", 64: "99-106", 65: "107-113", 66: "114-121", 67: "122-129", 68: "130-137",
		69: "138-145", 70: "146-153", 71: "154-162", 72: "163-170", 73: "171-179", 74: "180-188", 75: "189-197", 76: "198-206",
		77: "207-215", 78: "216-225", 79: "226-235", 80: "236-245", 81: "246-256", 82: "257-267", 83: "268-278", 84: "279-290",
		85: "291-302", 86: "303-315", 87: "316-328", 88: "329-342", 89: "343-357", 90: "358-374", 91: "375-391", 92: "392-411",
		93: "412-432", 94: "433-456", 95: "457-484", 96: "485-517", 97: "518-559", 98: "560-619", 99: "620-735", 100: "736-3000",
	} {
		var first, last int
		_, err := fmt.Sscanf(cell, "%d-%d", &first, &last)
		require.NoError(t, err)
		for _, more := range []int{first, last} {
			require.Equal(t, percent, expectedPercent(float64(more)), cell)
			if more > 0 {
				require.Equal(t, 100-percent, expectedPercent(-float64(more)), cell)
			}
		}
	}
}

// TestNormTables compares the first, last and stepping rows of the norms with the book's.
func TestNormTables(t *testing.T) {
	for _, c := range []struct {
		title, table string
		column       int
		average      float64
		percent      int
	}{
		{"ГР", "elo-r", 0, 2575, 0}, {"ГР", "elo-r", 0, 2576, 63}, {"ГР", "elo-r", 0, 2580, 63}, {"ГР", "elo-r", 0, 2581, 62},
		{"ГР", "elo-r", 0, 2641, 56}, {"ГР", "elo-r", 0, 2700, 51}, {"ГР", "elo-r", 0, 2701, 50}, {"ГР", "elo-r", 1, 2426, 63},
		{"ГР", "elo-r", 1, 2551, 50}, {"ГР", "elo-m", 0, 2226, 63}, {"ГР", "elo-m", 0, 2290, 57}, {"ГР", "elo-m", 0, 2291, 56},
		{"ГР", "elo-m", 1, 2251, 50}, {"МС", "elo-r", 0, 2425, 0}, {"МС", "elo-r", 0, 2426, 63}, {"МС", "elo-r", 0, 2505, 55},
		{"МС", "elo-r", 0, 2506, 54}, {"МС", "elo-r", 0, 2600, 36}, {"МС", "elo-r", 0, 2601, 35}, {"МС", "elo-r", 1, 2326, 63},
		{"МС", "elo-r", 1, 2501, 35}, {"МС", "elo-m", 0, 2076, 63}, {"МС", "elo-m", 0, 2251, 35}, {"МС", "elo-m", 1, 2026, 63},
		{"МС", "elo-m", 1, 2146, 46},
	} {
		n := &norm{Title: c.title}
		n.ask(c.table, c.column, c.average)
		require.Equal(t, c.percent, n.Percent, c)
	}
	// 2.2.1: 63 % of 10 are 6.3, of 9 are 5.67, of 8 are 5.04; 55 % of 5 are 2.75.
	require.Equal(t, "6½", normPoints(63, 10).String())
	require.Equal(t, "5½", normPoints(63, 9).String())
	require.Equal(t, "5", normPoints(63, 8).String())
	require.Equal(t, "3", normPoints(55, 5).String())
	require.Equal(t, "2½", normPoints(50, 5).String())
}

// rated takes in lines such as "Cup 1 A B 1-0".
func rated(t *testing.T, list, games string) (*Tournaments, RatingList) {
	read, err := ReadRatings(list)
	require.NoError(t, err)
	all := &Tournaments{Eventless: true}
	outcomes := map[string]record.Result{
		"1-0": {Outcome: record.WhiteWins}, "0-1": {Outcome: record.BlackWins}, "½": {Outcome: record.Draw},
		"+-": {Outcome: record.Unplayed, White: 1},
	}
	for line := range strings.Lines(games) {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		g := &record.Game{Variant: record.Russian, Result: outcomes[f[4]]}
		for i, tag := range []string{"Event", "Round", "White", "Black"} {
			g.Tags = append(g.Tags, record.Tag{Name: tag, Value: f[i]})
		}
		require.NoError(t, all.Read(replay.Judge(g, record.Russian))())
	}
	return all, read
}

// changes returns "name change after" for each rating, the greatest first.
func changes(t *testing.T, list, games string) (said []string, all []*rating, about []step) {
	tournaments, read := rated(t, list, games)
	all, about, err := tournaments.ratings(read)
	require.NoError(t, err)
	for _, r := range all {
		said = append(said, fmt.Sprint(r.Name, " ", r.Change, " ", r.After))
	}
	return said, all, about
}

const six = `name,rating,title
A,2500,МС
B,2450,МС
C,2400,MS
D,2420,КМС
E,2380,КМС
F,2350,КМС
`

const sixGames = `
Cup 1 A B ½
Cup 2 A C ½
Cup 3 A D 1-0
Cup 4 A E 1-0
Cup 5 A F 1-0
Cup 3 B C ½
Cup 4 B D ½
Cup 5 B E ½
Cup 2 B F ½
Cup 5 C D 1-0
Cup 1 C E ½
Cup 4 C F ½
Cup 2 D E ½
Cup 1 F D 0-1
Cup 3 E F ½
`

// TestRoundRobin is a round robin by hand.
//
//	   points  mean of the opponents   difference  expected     change
//	A  4       12000 / 5 = 2400        +100        64 %, 3.2     +8
//	B  2½      12050 / 5 = 2410         +40        56 %, 2.8     -3
//	C  3       12100 / 5 = 2420         -20        47 %, 2.35    +6.5
//	D  2       12080 / 5 = 2416          +4        51 %, 2.55    -5.5
//	E  2       12120 / 5 = 2424         -44        44 %, 2.2     -2
//	F  1½      12150 / 5 = 2430         -80        39 %, 1.95    -4.5
func TestRoundRobin(t *testing.T) {
	said, _, about := changes(t, six, sixGames)
	require.Equal(t, []string{"A 8 2508", "B -3 2447", "D -5.5 2415", "C 6.5 2407", "E -2 2378", "F -4.5 2346"}, said)
	require.Empty(t, about)
}

// TestMicroMatches is a tournament of women in micro-matches, with a foreigner and a plus, by hand. U has no rating and
// begins with 2350 (7.8); W, a foreigner, has Elo-M 2300: 2300 + 250 + 50 = 2600 (7.11.2).
// Z is 2750: her opponents' mean is (2350 + 2250 + 2250 + 2250 + 2600) / 5 = 2340, the
// difference 410, expected 92 % of 5 = 4.6. She makes 4½: -1, but is first alone
// (7.12.1). U: (2750 + 2250·3 + 2600) / 5 = 2420, -70: 40 %, 2; makes 4: +20. X plays
// only four, for V did not come: no change (7.10). Nor is V's 4 enough.
// Y: (2750 + 2350 + 2250·2 + 2600) / 5 = 2440, -190: 25 %, 1.25; makes 1½: +2.5.
func TestMicroMatches(t *testing.T) {
	list := "name;title;rating;sex;country;elo-m\nZ;ГР;2750;f;;\nU;МС;;ж;;\nV;КМС;2250;f;RUS;\nX;КМС;2250;f;RUS;\nY;КМС;2250;f;;\nW;МГ;;f;LAT;2300\n"
	said, all, _ := changes(t, list, `
Cup 1 Z U ½
Cup 1 U Z ½
Cup 2 Z V 1-0
Cup 2 V Z ½
Cup 3 Z X 1-0
Cup 3 X Z 0-1
Cup 4 Z Y 1-0
Cup 4 Y Z 1-0
Cup 4 Z Y 1-0
Cup 5 Z W 1-0
Cup 2 U X 1-0
Cup 3 U Y 1-0
Cup 4 U W ½
Cup 5 U V 1-0
Cup 1 V X +-
Cup 3 V W ½
Cup 4 V X +-
Cup 1 Y V ½
Cup 2 Y W 0-1
Cup 5 Y X 1-0
Cup 1 X W 0-1
`)
	require.Equal(t, []string{"Z 0 2750", "W 0 2600", "U 20 2370", "Y 2.5 2253", "V 0 2250", "X 0 2250"}, said)
	paragraphs := map[string]string{}
	for _, r := range all {
		for _, s := range r.Steps {
			paragraphs[r.Name] += s.Paragraph + " "
		}
	}
	require.Equal(t, map[string]string{
		"Z": "7.2 7.3 7.4 7.5 7.12.1 7.6 ", "U": "7.8 7.2 7.3 7.4 7.5 7.6 ", "W": "7.8 ",
		"Y": "7.2 7.3 7.4 7.5 7.6 ", "V": "7.10 ", "X": "7.10 ",
	}, paragraphs)
}

// TestWeakFields: the men's mean is below 2375, so that half counts (7.5). All have 2300: 50 %
// of 5 games, 2½. A makes 5: +25, half of it 12.5; F none: -25, half of it -12.5. Nine
// such tournaments are 45 games: 9 · 12.5 · 40 / 45 = 100 (7.13).
func TestWeakFields(t *testing.T) {
	list := "name,rating,title,idle\n"
	for _, name := range strings.Fields("A B C D E F") {
		list += name + ",2300,КМС,0\n"
	}
	games, names := "", strings.Fields("A B C D E F")
	for cup := range 9 {
		for i, white := range names {
			for k, black := range names[:i] {
				result := "½"
				switch {
				case k == 0:
					result = "0-1"
				case i == 5:
					result = "0-1"
				}
				games += fmt.Sprintf("Cup%d %d %s %s %s\n", cup, i*6+k, white, black, result)
			}
		}
	}
	said, _, _ := changes(t, list, games)
	require.Equal(t, "A 100 2400", said[0])
	require.Equal(t, "F -100 2200", said[5])
	// Seven years without a tournament are three after four; never more than fifty (7.14).
	said, _, _ = changes(t, "name,rating,title,idle\nA,2500,ГР,7\nB,2450,ГР,20\nC,2350,ГР,4\n", "")
	require.Equal(t, []string{"A -30 2470", "B -50 2400", "C 0 2350"}, said)
}

func TestFewTitled(t *testing.T) {
	said, _, about := changes(t, strings.Replace(six, "2350,КМС", "2350,I", 1), sixGames)
	require.Equal(t, "A 0 2500", said[0])
	require.Len(t, about, 1)
	require.Equal(t, "7.9", about[0].Paragraph)
}

func TestPrize(t *testing.T) {
	e := &row{Name: "A", Place: 2, Points: 7, player: &ratedPlayer{Name: "A", Elo: 2700, Title: "ГР"}}
	for range 5 {
		e.rated = append(e.rated, ratedMeeting{&ratedPlayer{Elo: 2449, Title: "КМС"}, 1})
	}
	lead := &row{Place: 1, Points: 8}
	r := &rating{ratedPlayer: e.player, Before: 2700}
	r.add("Cup", e, []*row{lead, e}) // 251: 81 %, 4.05 of 5, made 2½
	require.Equal(t, "7.12.2", r.Steps[4].Paragraph)
	require.Zero(t, r.Change)
	e.player.Elo = 2699
	r = &rating{ratedPlayer: e.player, Before: 2699}
	r.add("Cup", e, []*row{lead, e})
	require.InDelta(t, -15.5, r.Change, 1e-9)
}

func TestNorms(t *testing.T) {
	tournaments, list := rated(t, six, sixGames)
	norms, err := tournaments.norms(list, false)
	require.NoError(t, err)
	require.Len(t, norms, 12)
	var paragraphs []string
	for _, n := range norms[:2] { // of A: no norm at 2400
		for _, f := range n.Failed {
			paragraphs = append(paragraphs, n.Title+" "+f.Paragraph)
		}
	}
	require.Equal(t, []string{"ГР 2.1", "ГР 5.1", "ГР 5.2", "ГР 5.2", "ГР 5.3", "МС 2.1", "МС 6.2", "МС 6.2"}, paragraphs)

	// A round robin of ten, all of 2500: the mean is 2500, for which МС asks 56 % of 9 =
	// 5.04, so 5. P0 makes 5, P1 4½ and no norm.
	text, games := "name,rating,title\n", ""
	for i := range 10 {
		text += fmt.Sprintf("P%d,2500,МС\n", i)
		for k := range i {
			result := "½"
			if k == 0 && i == 9 {
				result = "0-1"
			}
			games += fmt.Sprintf("Cup %d P%d P%d %s\n", (i+k)%9+1, i, k, result)
		}
	}
	tournaments, list = rated(t, text, games)
	norms, err = tournaments.norms(list, false)
	require.NoError(t, err)
	for _, n := range norms {
		require.Equal(t, n.Name == "P0" && n.Title == "МС", n.Reached(), "%+v", n)
		if n.Title == "МС" {
			require.Equal(t, 56, n.Percent)
			require.Equal(t, 5.0, n.Points)
		}
	}
}

// TestRanks has a round robin of eight, by hand: X, of rank II, meets two КМС, two I and three II,
// whose coefficients 0, 1 and 2 make 8/7. I asks 2·35 + 2·50 + 3·65 % = 3.65, so 3½ points, and a
// coefficient of 2; КМС 2·50 + 2·65 + 3·80 % = 4.7, so 4½, and 1. X makes 4.
func TestRanks(t *testing.T) {
	text, games := "name,title\nX,II\n", ""
	for i, rank := range strings.Split("кмс кмс i 1 II II 2 ", " ")[:7] {
		text += fmt.Sprintf("P%d,%s\n", i, rank)
		result := "1-0"
		if i >= 4 {
			result = "0-1"
		}
		games += fmt.Sprintf("Cup %d X P%d %s\n", i+1, i, result)
		for k := range i {
			games += fmt.Sprintf("Cup %d P%d P%d ½\n", (i+k)%7+1, i, k)
		}
	}
	ofX := func(games string) (said []string) {
		tournaments, list := rated(t, text, games)
		norms, err := tournaments.norms(list, false)
		require.NoError(t, err)
		for _, n := range norms {
			if n.Name == "X" && n.Rank {
				said = append(said, fmt.Sprint(n.Title, " ", n.Made, " of ", n.Games, ", needs ", n.Points, " at ", n.Average))
				for _, f := range n.Failed {
					said = append(said, f.Paragraph+": "+f.Message.In(message.English))
				}
			}
		}
		return said
	}
	require.Equal(t, []string{
		"КМС 4 of 7, needs 4.5 at 1.14",
		"4, 2: the opponents' mean coefficient is 1.14, at most 1 is needed",
		"4, 3: 4 points in 7 games that count, 4.5 are needed",
		"I 4 of 7, needs 3.5 at 1.14",
	}, ofX(games))
	// Juniors without a rank do not count for I (an empty cell), nor do those who are not in the list.
	text = strings.Replace(text, "P0,кмс", "P0,б/р юн", 1)
	require.Equal(t, []string{
		"КМС 3 of 6, needs 4 at 2", "4, 2: the opponents' mean coefficient is 2, at most 1 is needed", "4, 3: 3 points in 6 games that count, 4 are needed",
		"I 3 of 6, needs 3.5 at 2", "4, 3: 3 points in 6 games that count, 3.5 are needed",
	}, ofX(games))
	text = strings.Replace(text, "P0,б/р юн\n", "", 1)
	require.Contains(t, ofX(games), "4, 2: 1 game with opponents who are not in the list")
	text = strings.Replace(text, "X,II", "X,III юн", 1)
	require.Len(t, slices.DeleteFunc(ofX("Cup 1 X P1 1-0\n"), func(s string) bool { return s[0] == '4' }), 6)
}

// TestRankTable compares the rows of section 4 with the book's, from the greatest title.
func TestRankTable(t *testing.T) {
	for rank, row := range map[string]string{
		"ГР": "-2 20 5 0 0 0 0 0", "МС": "-1 35 20 5 0 0 0 0", "КМС": "0 50 35 20 5 5 0 0", "I": "1 65 50 35 20 20 5 0",
		"II": "2 80 65 50 35 35 20 5", "III": "3 95 80 65 50 50 35 20", "I юн": "3 95 80 65 50 50 35 20", "б/р": "4 0 95 80 65 65 50 35",
		"II юн": "4 0 95 80 65 65 50 35", "III юн": "5 0 0 95 80 80 65 50", "б/р юн": "6 0 0 0 95 95 75 60", "": "4 0 95 80 65 65 50 35",
	} {
		p := &ratedPlayer{Rank: rank}
		require.Equal(t, row, strings.Trim(fmt.Sprint(p.rank()), "[]"), rank)
	}
}

func TestReadRatings(t *testing.T) {
	list, err := ReadRatings("\ufeffИмя\tРейтинг\tЗвание\tПол\tСтрана\tЭло-М\tБез игр\nИванова А.\t2401,5\tмс\tж\tРоссия\t\t2\n")
	require.NoError(t, err)
	require.Equal(t, &ratedPlayer{Name: "Иванова А.", Elo: 2401.5, Title: "МС", Rank: "МС", Column: 1, Idle: 2}, list["Иванова А."])
	for _, text := range []string{"\n\t\nname\trating\nA, B \"b\"\t2400\n", "\r\n;\r\nname;rating\r\n\"A, B \"\"b\"\"\";2400", "имя,rating,фамилия\nA,2400,\"B \"\"b\"\"\""} {
		list, err := ReadRatings(text)
		require.NoError(t, err)
		require.Len(t, list, 1)
		require.Equal(t, 2400.0, list[map[bool]string{true: "A, B \"b\"", false: "A B \"b\""}[strings.Contains(text, "A, B")]].Elo)
	}
	for text, want := range map[string]string{
		"name;rating\n\"A;2400\nB;2300\nC\";2200\n": "line 2, column name: A;2400 is not allowed there",
		"name\nA\n\"B\nC\n":                         "line 3, column name: B is not allowed there",
		"name,rating\nA,1\n\"B,2\nC,3\n":            "line 3: expected 2 cells",
		"\n\nname,rating,elo-r\nA,1,2\n":            "line 3, column rating: elo-r is not allowed there",
		"\n\nname,elo\n":                            "line 3: unknown column elo",

		"":                          "line 1: expected headings",
		"rating\n1\n":               "line 1: expected headings",
		"name,elo\n":                "line 1: unknown column elo",
		"name,rating\nA,x\n":        "line 2, column rating: x is not allowed there",
		"name,title\nA,xx\n":        "line 2, column title: xx is not allowed there",
		"name,rating\nA,1\nA,2\n":   "line 3: expected a name that is not there yet: A",
		"name,rating\nA,1,2\n":      "line 2: expected 2 cells",
		"name,rating\nA,1\nB,-30\n": "line 3, column rating: -30 is not allowed there",
	} {
		_, err := ReadRatings(text)
		require.ErrorContains(t, err, want, text)
	}
}

// Events that differ in case are one tournament, also with İ, which Unicode's case folding does not
// change.
func TestEventCase(t *testing.T) {
	tournaments := new(Tournaments)
	for _, event := range []string{"İzmir", "izmir"} {
		require.NoError(t, tournaments.Read(played("А", "Б", "1-0", "Event", event))())
	}
	_, _, err := tournaments.Ratings(RatingList{}, message.English)
	require.NoError(t, err)
}
