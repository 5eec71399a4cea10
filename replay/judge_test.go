package replay

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// gameOf returns a record of moves separated by spaces.
func gameOf(t testing.TB, v record.Variant, moves string) *record.Game {
	t.Helper()
	g := &record.Game{Text: moves, Variant: v}
	at := 0
	for _, text := range strings.Fields(moves) {
		at += strings.Index(moves[at:], text)
		w, err := grammar.ParseMove(text)
		require.NoError(t, err)
		g.Plies = append(g.Plies, record.Ply{Word: w, At: at, Len: len(text)})
		at += len(text)
	}
	return g
}

func from(t testing.TB, g *record.Game, fen string) *record.Game {
	t.Helper()
	p, err := record.ParseFEN(g.Variant, fen)
	require.NoError(t, err)
	g.Start = &p
	return g
}

const (
	// Codex 1.10, the full and the short notation of the same game.
	codexFull  = "c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4 a3:a7 c7-b6 a5:e5 f6:b2 a1:c3 d8-c7 g3-f4 e5:g3 h2:f4 g3:e5 e3:g5 h6:f4 d2-e3 f4:b4 b2:d4:f6:d8D:a5:d2:h6"
	codexShort = "cb4 bc5 ba5 ab6 bc3 cb4 a:a7 cb6 a:e5 f:b2 a:c3 dc7 gf4 e:g3 h:f4 g:e5 e:g5 h:f4 de3 f:b4 b2:d4:f6:d8D:a5:d2:h6"
	codexFinal = "B:Wc1,e1,g1,f2,b4=000,e5=00,h6=10/000000,a7=0/00:Bg7,b8,f8,h8"

	// Adiukh 7.2.
	adiukhFull  = "c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4 a3:a7 c7-b6 a5:e5 f6:b2 a1:c3 d8-c7 g3-f4 e5:g3 h2:f4 g3:e5 e3:g5 h6:f4 d2-e3 f4:b4 b2:h6 g7-f6 e5:g7 h8:f6 g7:e5 f8-e7 f6:d8 b8-c7 d8:a5"
	adiukhShort = "cb4 bc5 ba5 ab6 bc3 cb4 aa7 cb6 ae5 fb2 ac3 dc7 gf4 eg3 hf4 ge5 eg5 hf4 de3 fb4 bh6 gf6 eg7 hf6 ge5 fe7 fd8 bc7 da5"

	// Codex 2.3, where the last move is a capture misprinted as 3-11.
	laskaFull = "9-12 15:9 5:13 18-14 10:18 16:10 6:14 13:5 1:9 17-13 10:16 19:13 9:17 16:10 7:13 20-16 13:19 21:7 4:10 22:16 14:20 17-13 3-6 23:17 11-14 17:3D 6-9"
)

func TestBookGames(t *testing.T) {
	for _, test := range []struct {
		name    string
		variant record.Variant
		moves   string
		final   string
		over    bool
		score   *[2]int
	}{
		{"Codex 1.10 in full", record.Bashni, codexFull, codexFinal, false, nil},
		{"Codex 1.10 in short", record.Bashni, codexShort, codexFinal, false, nil},
		{"Adiukh 7.2 in full", record.Adiukh, adiukhFull, "", true, &[2]int{17, 7}},
		{"Adiukh 7.2 in short", record.Adiukh, adiukhShort, "", true, &[2]int{17, 7}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := Judge(gameOf(t, test.variant, test.moves), record.UnknownVariant)
			require.Empty(t, r.Faults)
			require.Equal(t, Legal, r.Verdict)
			require.Len(t, r.Moves, len(strings.Fields(test.moves)))
			require.Equal(t, test.over, r.Over)
			require.Equal(t, test.score, r.Score)
			if test.final != "" {
				require.Equal(t, test.final, r.Final.FEN())
			}
		})
	}
	full := Judge(gameOf(t, record.Adiukh, adiukhFull), record.UnknownVariant)
	short := Judge(gameOf(t, record.Adiukh, adiukhShort), record.UnknownVariant)
	require.Equal(t, full.Moves, short.Moves)
	require.Equal(t, full.Final, short.Final)
}

// TestMisprint: Codex 2.3 prints ply 28 as 3-11.
func TestMisprint(t *testing.T) {
	r := Judge(gameOf(t, record.Lasca, laskaFull+" 3-11 9:23D"), record.UnknownVariant)
	require.Equal(t, Repaired, r.Verdict)
	require.Len(t, r.Faults, 1)
	require.Equal(t, record.WrongSeparator, r.Faults[0].Code)
	require.Equal(t, 28, r.Faults[0].Ply)
	require.Equal(t, "3-11", r.Faults[0].Word)
	require.Equal(t, []string{"3:11"}, r.Faults[0].Suggestions)
	// Diagram 10.
	require.Equal(t, "B:W2,5,8,10=0/0,18=0/0,23=1/00:B11=1/0000,16=0/0,19=00,20,24,25", r.Final.FEN())
}

// TestExplanations checks the explanations of illegal moves.
func TestExplanations(t *testing.T) {
	for _, test := range []struct {
		name    string
		variant record.Variant
		fen     string
		move    string
		says    string
		nearest string // the first suggestion
	}{
		{"empty square", record.Bashni, "", "d4-e5", "there is no piece on d4", ""},
		{"the opponent's", record.Bashni, "", "b6-c5", "the piece on b6 is Black's, and White is to move", ""},
		{"light square", record.Bashni, "", "c3-c4", "c4 is a light square", "c3-b4"},
		{"off the board", record.Lasca, "", "11-26", "there is no square 26, the board of lasca has 1 to 25", "11-14"},
		{"number on letters", record.Bashni, "", "9-12", "bashni names its squares by letter and number", ""},
		{"square taken", record.Bashni, "", "b2-c3", "c3 is occupied", ""},
		{"backward", record.Bashni, "W:Wc3:Bh8", "c3-b2", "a man and moves forward only (Codex 1.5.2)", "c3-b4"},
		{"too far", record.Bashni, "W:Wc3:Bh8", "c3-e5", "moves one square only (Codex 1.5.2)", ""},
		{"not a diagonal", record.Bashni, "W:Wc3:Bh8", "c3-c5", "c3 and c5 are not on one diagonal", "c3-b4"},
		{"nothing to capture", record.Bashni, "W:Wc3:Bh8", "c3:e5", "the piece on c3 has nothing to capture", ""},
		{"own tower", record.Bashni, "W:Wc3,d4:Bh8", "c3:e5", "the piece on d4 is White's own", ""},
		{"capture mandatory", record.Bashni, "W:Wc3,g1:Bd4,h8", "g1-h2", "a capture was mandatory (Codex 1.6.1): c3:e5", "c3:e5"},
		{"other tower captures", record.Adiukh, "W:Wc3,g1:Bd4,h8", "g1-h2", "a capture was mandatory (Adiukh 3.6): c3:e5", "c3:e5"},
		{"goes on", record.Bashni, "W:Wc3:Bd4,d6,h8", "c3:e5", "the capture goes on from e5 (Codex 1.6.3): c3:c7", "c3:c7"},
		{"king lands where it goes on", record.Bashni, "W:WKa1:Bb2,e3,h8", "a1:f6",
			"must take one from which the capture goes on (Codex 1.6.3)", ""},
		{"captures elsewhere", record.Bashni, "W:Wc3:Bd4,h8", "c3:a5", "the piece on c3 captures c3:e5", "c3:e5"},
		{"king in the way", record.Bashni, "W:WKa1,d4:Bh8", "a1-e5", "White's piece on d4 blocks the way", ""},
		{"Adiukh king stands", record.Adiukh, "W:Wd8,c3:Bh6", "d8-e7", "a king has no quiet move (Adiukh 3.5)", ""},
		{"Lasca king far", record.Lasca, "W:WK4:B25", "4-13", "the king on 4 moves one square only (Codex 2.4.1)", ""},
		{"Lasca man captures back", record.Lasca, "W:W13:B10,25", "13:7", "captures forward only (Codex 2.4.1)", ""},
		{"short and hopeless", record.Bashni, "W:Wc3,e3:Bh8", "gf4", "no piece of White's can move this way", ""},
		{"short, one tower", record.Bashni, "W:Wc3:Bb4,d4,e7", "cb4", "a capture was mandatory", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := gameOf(t, test.variant, test.move)
			if test.fen != "" {
				from(t, g, test.fen)
			}
			r := Judge(g, record.UnknownVariant)
			require.Equal(t, Illegal, r.Verdict)
			require.Len(t, r.Faults, 1)
			f := r.Faults[0]
			require.Equal(t, record.IllegalMove, f.Code)
			require.Equal(t, 1, f.Ply)
			require.Contains(t, f.Message.Error(), test.says)
			require.NotEmpty(t, f.Suggestions)
			if test.nearest != "" {
				require.Equal(t, test.nearest, f.Suggestions[0])
			}
			require.Empty(t, r.Moves)
			require.Subset(t, r.Legal, f.Suggestions)
		})
	}
}

func TestMoveAfterTheEnd(t *testing.T) {
	r := Judge(from(t, gameOf(t, record.Bashni, "c3:e5 f8-e7"), "W:Wc3:Bd4"), record.UnknownVariant)
	require.Equal(t, Illegal, r.Verdict)
	require.Equal(t, []string{"c3:e5"}, r.Moves)
	require.True(t, r.Over)
	require.Contains(t, r.Faults[0].Message.Error(), "the game was over: Black has no move (Codex 1.11)")
	require.Equal(t, 2, r.Faults[0].Ply)
}

// TestWays: Adiukh 7.2, figure 5, gives three ways of one king's capture. The figure is lost; this
// position has the fewest pieces that allow those three.
func TestWays(t *testing.T) {
	const fen = "W:Wf8:Bb2,c3,e3,g3,c5"
	set, err := record.ParseFEN(record.Adiukh, fen)
	require.NoError(t, err)
	rules, err := For(record.Adiukh)
	require.NoError(t, err)
	p, err := rules.Position(&set)
	require.NoError(t, err)
	require.Equal(t, []string{"f8:a3:c1:f4:h2", "f8:b4:d2:f4:h2", "f8:h4"}, p.MoveTexts())
	for written, full := range map[string]string{
		"f8:a3:c1:f4:h2": "f8:a3:c1:f4:h2",
		"f8:b4:d2:f4:h2": "f8:b4:d2:f4:h2",
		"f8:b4:e1:h4":    "f8:h4",
		"f8:h4":          "f8:h4",
		"f8:a3:h2":       "f8:a3:c1:f4:h2", // incomplete, but unambiguous
		"f8:d2:h2":       "f8:b4:d2:f4:h2",
		"f:h4":           "f8:h4",
	} {
		r := Judge(from(t, gameOf(t, record.Adiukh, written), fen), record.UnknownVariant)
		require.Equal(t, Legal, r.Verdict, written)
		require.Equal(t, []string{full}, r.Moves)
	}
	for _, written := range []string{"f8:h2", "f:h2", "f8:f4:h2"} {
		r := Judge(from(t, gameOf(t, record.Adiukh, written), fen), record.UnknownVariant)
		require.Equal(t, Unreadable, r.Verdict, written)
		require.Equal(t, record.AmbiguousMove, r.Faults[0].Code)
		require.Equal(t, []string{"f8:a3:c1:f4:h2", "f8:b4:d2:f4:h2"}, r.Faults[0].Suggestions)
	}
}

func TestShortIsAmbiguous(t *testing.T) {
	r := Judge(from(t, gameOf(t, record.Bashni, "cd4"), "W:Wc3,c5:Bh8"), record.UnknownVariant)
	require.Equal(t, Legal, r.Verdict, "the man on c5 cannot move back")
	r = Judge(from(t, gameOf(t, record.Bashni, "cd4"), "W:Wc3,Kc5:Bh8"), record.UnknownVariant)
	require.Equal(t, Unreadable, r.Verdict)
	require.Equal(t, record.AmbiguousMove, r.Faults[0].Code)
	require.Equal(t, []string{"c3-d4", "c5-d4"}, r.Faults[0].Suggestions)
	require.Empty(t, r.Moves)
}

func TestSpelling(t *testing.T) {
	for _, test := range []struct {
		name  string
		fen   string
		moves string
		code  record.Code
		says  string
	}{
		{"colon for a dash", "W:Wc3:Bh8", "c3:b4", record.WrongSeparator, "captures nothing"},
		{"dash for a colon", "W:Wc3:Bd4,h8", "c3-e5", record.WrongSeparator, "is a capture"},
		{"Cyrillic", "W:Wc3:Bh8", "с3-b4", record.LookAlike, `Cyrillic "с" read as Latin "c"`},
		{"capitals", "W:Wc3:Bh8", "C3-B4", record.LetterCase, `"C" read as "c"`},
		{"dash", "W:Wc3:Bh8", "c3–b4", record.DashKind, `"–" read as "-"`},
		{"mark too many", "W:Wc3:Bh8", "c3-b4D", record.PromotionMark, "but no man is promoted"},
		{"mark missing", "W:Wc7,a7:Bh8", "c7-d8D h8-g7 a7-b8", record.PromotionMark, "its mark D is missing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := Judge(from(t, gameOf(t, record.Bashni, test.moves), test.fen), record.UnknownVariant)
			require.Equal(t, Repaired, r.Verdict)
			require.NotEmpty(t, r.Faults)
			require.Equal(t, test.code, r.Faults[0].Code)
			require.Contains(t, r.Faults[0].Message.Error(), test.says)
			require.Len(t, r.Moves, len(strings.Fields(test.moves)))
		})
	}
}

func TestVariant(t *testing.T) {
	g := gameOf(t, record.UnknownVariant, "c3-b4")
	r := Judge(g, record.UnknownVariant)
	require.Equal(t, Unreadable, r.Verdict)
	require.Equal(t, record.NoVariant, r.Faults[0].Code)
	require.Contains(t, r.Faults[0].Message.Error(), "--variant")

	require.Equal(t, record.Bashni, Judge(g, record.Bashni).Variant)
	g.Shows = []record.Variant{record.Adiukh}
	require.Equal(t, record.Adiukh, Judge(g, record.UnknownVariant).Variant)
	require.Equal(t, record.Bashni, Judge(g, record.Bashni).Variant)
	g.Variant = record.Adiukh
	require.Equal(t, record.Adiukh, Judge(g, record.Bashni).Variant, "the record's own variant prevails")
}

func TestResults(t *testing.T) {
	result := func(o record.Outcome, text string) record.Result { return record.Result{Outcome: o, Text: text} }
	points := func(w, b float64, text string) record.Result {
		return record.Result{Outcome: record.Points, White: w, Black: b, Text: text}
	}
	const lost = "W:Wc3:Bd4" // after c3:e5 Black has no piece
	for _, test := range []struct {
		name     string
		variant  record.Variant
		fen      string
		moves    string
		result   record.Result
		mismatch bool
		score    *[2]int
	}{
		{"won and recorded so", record.Bashni, lost, "c3:e5", result(record.WhiteWins, "1-0"), false, nil},
		{"won and recorded lost", record.Bashni, lost, "c3:e5", result(record.BlackWins, "0-1"), true, nil},
		{"won and recorded drawn", record.Bashni, lost, "c3:e5", result(record.Draw, "1/2"), true, nil},
		{"reverse: the side without moves wins", record.BashniReverse, lost, "c3:e5", result(record.BlackWins, "0-1"), false, nil},
		{"reverse, contradicted", record.BashniReverse, lost, "c3:e5", result(record.WhiteWins, "1-0"), true, nil},
		{"resigned before the end", record.Bashni, "W:Wc3:Bh8", "c3-b4", result(record.BlackWins, "0-1"), false, nil},
		{"Adiukh's score", record.Adiukh, "", adiukhFull, points(17, 7, "17:7"), false, &[2]int{17, 7}},
		{"Adiukh's score miscounted", record.Adiukh, "", adiukhFull, points(16, 8, "16:8"), true, &[2]int{17, 7}},
		{"Adiukh's score reversed", record.Adiukh, "", adiukhFull, result(record.BlackWins, "0-1"), true, &[2]int{17, 7}},
		{"Adiukh's score of a game not over", record.Adiukh, "", "c3-b4", points(17, 7, "17:7"), true, nil},
		{"Adiukh: resigned (5.2)", record.Adiukh, "", "c3-b4",
			record.Result{Outcome: record.WhiteWins, Manner: record.Resigned, Text: "Черные сдались"}, false, &[2]int{24, 0}},
		{"Adiukh: out of time (5.4)", record.Adiukh, "", "c3-b4",
			record.Result{Outcome: record.BlackWins, Manner: record.OnTime, Text: "просрочка времени"}, false, &[2]int{0, 24}},
		{"Adiukh: resigned after the final position (5.5)", record.Adiukh, "", adiukhFull,
			record.Result{Outcome: record.WhiteWins, Manner: record.Resigned, Text: "Черные сдались"}, false, &[2]int{17, 7}},
		{"Adiukh: agreed draw", record.Adiukh, "", "c3-b4", points(12, 12, "12:12"), false, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := gameOf(t, test.variant, test.moves)
			if test.fen != "" {
				from(t, g, test.fen)
			}
			g.Result = test.result
			r := Judge(g, record.UnknownVariant)
			require.Equal(t, Legal, r.Verdict)
			require.Equal(t, test.score, r.Score)
			if !test.mismatch {
				require.Empty(t, r.Faults)
				return
			}
			require.Len(t, r.Faults, 1)
			require.Equal(t, record.ResultMismatch, r.Faults[0].Code)
			require.Equal(t, test.result.Text, r.Faults[0].Word)
		})
	}
}

// A game that the record says has no rules here is Unjudged under any default; faults of reading
// are still reported.
func TestUnjudged(t *testing.T) {
	g := gameOf(t, record.UnknownVariant, "32-28 19-23")
	g.Faults = []record.Fault{{Code: record.NoRules, Message: message.Verbatim("Frisian")}}
	g.Shows = []record.Variant{record.International}
	for _, asked := range []record.Variant{record.UnknownVariant, record.International} {
		r := Judge(g, asked)
		require.Equal(t, Unjudged, r.Verdict)
		require.Equal(t, "unjudged", r.Verdict.String())
		require.Equal(t, record.UnknownVariant, r.Variant)
		require.Empty(t, r.Moves)
		require.Equal(t, g.Faults, r.Faults)
	}
	require.Less(t, Unjudged, Illegal, "it is no fault of the record's")

	g.Faults = append(g.Faults, record.Fault{Code: record.UnreadableWord, Severity: record.Unreadable, Ply: 2})
	require.Equal(t, Unreadable, Judge(g, record.UnknownVariant).Verdict)
}

func BenchmarkJudge(b *testing.B) {
	for _, game := range []struct {
		name    string
		variant record.Variant
		moves   string
	}{
		{"bashni-full", record.Bashni, strings.Join(strings.Fields(codexFull)[:20], " ")},
		{"bashni-short", record.Bashni, codexShort},
		{"adiukh-full", record.Adiukh, adiukhFull},
		{"lasca", record.Lasca, strings.TrimSuffix(laskaFull, " 17:3D 6-9")},
	} {
		b.Run(game.name, func(b *testing.B) {
			g := gameOf(b, game.variant, game.moves)
			b.ReportAllocs()
			plies := 0
			for b.Loop() {
				plies += len(Judge(g, record.UnknownVariant).Moves)
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}

// PDN 3.0, setup commands: a position may be set up anywhere. In the standard's example White
// played 32-28 and, out of turn, 37-32.
func TestSetups(t *testing.T) {
	g := gameOf(t, record.International, "32-28 20-25")
	g.Plies[1].Note = &record.Notes{Setup: "B:W28,31-36,38-50:B1-20"}
	r := Judge(g, record.UnknownVariant)
	require.Equal(t, Legal, r.Verdict)
	require.Equal(t, []string{"32-28", "20-25"}, r.Moves)
	require.Equal(t, "W:W28,31,32,33,34,35,36,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,25", r.Final.FEN())

	// Changing only the turn is a null move.
	g = gameOf(t, record.International, "32-28 31-27")
	g.Plies[1].Note = &record.Notes{Setup: "W::"}
	require.Equal(t, Legal, Judge(g, record.UnknownVariant).Verdict)

	g = gameOf(t, record.International, "32-28 31-27")
	g.Plies[1].Note = &record.Notes{Setup: "W:W51"}
	r = Judge(g, record.UnknownVariant)
	require.Equal(t, Unreadable, r.Verdict)
	require.Equal(t, []string{"32-28"}, r.Moves)
	require.Equal(t, record.BadPosition, r.Faults[0].Code)
	require.Equal(t, 2, r.Faults[0].Ply)
}

// If the record does not name the variant, its tag FEN is read under the default.
func TestPositionOfTag(t *testing.T) {
	g := gameOf(t, record.UnknownVariant, "27-23")
	g.Tags = []record.Tag{{Name: "FEN", Value: "W:W27:B5"}}
	r := Judge(g, record.Checkers)
	require.Equal(t, Legal, r.Verdict)
	require.Equal(t, "B:W23:B5", r.Final.FEN())

	g.Tags[0].Value = "W:W33:B5"
	r = Judge(g, record.Checkers)
	require.Equal(t, Unreadable, r.Verdict)
	require.Equal(t, record.BadPosition, r.Faults[0].Code)
}

// A game with too many repairs to read is reported in bounded space.
func TestManyRepairs(t *testing.T) {
	g := from(t, gameOf(t, record.Bashni, strings.Repeat("c3–d4 h6–g5 d4–c3 g5–h6 ", 600)), "W:WKc3:BKh6")
	r := Judge(g, record.UnknownVariant)
	require.Equal(t, Repaired, r.Verdict)
	require.Len(t, r.Moves, 2400)
	require.Len(t, r.Faults, 1001)
	for i, f := range r.Faults[:1000] {
		require.Equal(t, record.DashKind, f.Code)
		require.Equal(t, i+1, f.Ply)
	}
	last := r.Faults[1000]
	require.Equal(t, record.MoreRepairs, last.Code)
	require.Equal(t, record.Remark, last.Severity)
	require.Equal(t, 1001, last.Ply)
	require.Equal(t, g.Plies[1000].At, last.At)
	require.Equal(t, "1400 more repairs from here on; only the first 1000 of a game are listed", last.Message.Error())

	// If all repairs are reported, no summary is added.
	g.Plies = g.Plies[:1000]
	require.Len(t, Judge(g, record.UnknownVariant).Faults, 1000)
}
