package restore_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

func cellsOf(words string) []restore.Cell {
	var cells []restore.Cell
	for _, word := range strings.Fields(words) {
		cells = append(cells, restore.Cell{Text: word})
	}
	return cells
}

// The first move is illegible, and after three of White's seven first moves the second and third
// can be played: the test covers these moves, the answers, and the final position. After the others
// c3 is empty, d4 is occupied, or White must capture g5.
func TestTie(t *testing.T) {
	rec := &restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{{Cells: cellsOf("? f6-g5 c3-d4")}}}
	r := restore.New(restore.General())
	g := r.Restore(rec, nil)
	require.Len(t, g.Plies, 3)
	require.Equal(t, restore.Open, g.Verdict)
	first := g.Plies[0]
	told := []string{first.Move}
	for _, other := range first.Alternatives[:2] {
		require.InDelta(t, first.Probability, other.Probability, 0.06)
		told = append(told, other.Text)
	}
	for _, other := range first.Alternatives[2:] {
		require.Less(t, other.Probability, 0.01)
	}
	require.ElementsMatch(t, []string{"a3-b4", "e3-f4", "g3-f4"}, told)
	require.Equal(t, 1, g.Questions[0].Ply)
	require.InDelta(t, math.Log2(3), g.Questions[0].Settles, 0.1)
	require.Contains(t, g.Reason.Error(), "ply 1")

	for _, move := range told {
		answered := r.Restore(rec, map[int]string{1: move})
		require.Equal(t, []string{move, "f6-g5", "c3-d4"}, moves(answered))
		require.Equal(t, 1.0, max(1, answered.Plies[0].Probability))
		require.Empty(t, answered.Plies[0].Alternatives)

		final := answered.Final
		with := *rec
		with.Final = &final
		require.Equal(t, move, r.Restore(&with, nil).Plies[0].Move)
	}
	unknown := r.Restore(rec, map[int]string{1: restore.CannotTell})
	require.Equal(t, moves(g), moves(unknown))
	for _, q := range unknown.Questions {
		require.NotEqual(t, 1, q.Ply)
	}
	lost := r.Restore(rec, map[int]string{1: "a1-b2"})
	require.Equal(t, restore.Lost, lost.Verdict)
	require.Contains(t, lost.Reason.Error(), "the answers")
	// A game does not end before a known move.
	lost = r.Restore(rec, map[int]string{5: "a1-a8"})
	require.Equal(t, restore.Lost, lost.Verdict)
	ended := r.Restore(rec, map[int]string{3: restore.NoMove})
	require.Len(t, ended.Plies, 2)
}

// White can lock Black's last man with a1-b2, which ends the game, or not. The result decides.
func TestResult(t *testing.T) {
	start, err := record.ParseFEN(record.Bashni, "W:Wa1,c1:Ba3")
	require.NoError(t, err)
	shut := func(result record.Result) float64 {
		g := restore.New(restore.General()).Restore(&restore.Record{
			Variant: record.Bashni, Start: &start, Result: result, Sheets: []restore.Sheet{{Cells: cellsOf("?")}},
		}, nil)
		for _, m := range append(g.Plies[0].Alternatives, restore.Candidate{Text: g.Plies[0].Move, Probability: g.Plies[0].Probability}) {
			if m.Text == "a1-b2" {
				return m.Probability
			}
		}
		return 0
	}
	require.Greater(t, shut(record.Result{Outcome: record.WhiteWins}), 0.95)
	require.Greater(t, shut(record.Result{}), 0.95, "records seldom stop where moves can be made")
	for _, other := range []record.Result{
		{Outcome: record.BlackWins}, {Outcome: record.WhiteWins, Manner: record.Resigned}, {Outcome: record.Unfinished},
	} {
		require.Less(t, shut(other), 0.6, "%v", other)
	}
}

// A move in short notation that two pieces can make is not taken for another's, misread.
func TestShortForTwo(t *testing.T) {
	start, err := record.ParseFEN(record.Bashni, "W:Wa3,c3,Ka5:Bh8")
	require.NoError(t, err)
	g := restore.New(restore.General()).Restore(&restore.Record{
		Variant: record.Bashni, Start: &start,
		Sheets: []restore.Sheet{{Cells: cellsOf("ab4 hg7 ab6 gf6 bc7 fg5")}},
	}, nil)
	require.Equal(t, []string{"a3-b4", "h8-g7", "a5-b6", "g7-f6", "b6-c7", "f6-g5"}, moves(g))
	require.Greater(t, g.Plies[0].Probability, 0.75)
}

func TestLost(t *testing.T) {
	r := restore.New(restore.General())
	sheet := restore.Sheet{Cells: cellsOf("c3-d4")}
	bad := record.Position{Variant: record.Lasca}
	for name, c := range map[string]struct {
		rec    restore.Record
		reason string
	}{
		"no variant": {restore.Record{Sheets: []restore.Sheet{sheet}}, "no rules"},
		"no sheet":   {restore.Record{Variant: record.Bashni}, "0 sheets"},
		"three":      {restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{sheet, sheet, sheet}}, "3 sheets"},
		"start":      {restore.Record{Variant: record.Bashni, Start: &bad, Sheets: []restore.Sheet{sheet}}, "is impossible"},
		"too long":   {restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{{Cells: make([]restore.Cell, restore.MaxCells+1)}}}, "more than 1000 words"},
	} {
		g := r.Restore(&c.rec, nil)
		require.Equal(t, restore.Lost, g.Verdict, name)
		require.Contains(t, g.Reason.Error(), c.reason, name)
		require.Empty(t, g.Plies)
	}
	empty := r.Restore(&restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{{}}}, nil)
	require.NotEqual(t, restore.Lost, empty.Verdict)
	require.Empty(t, empty.Plies)
}

// A recogniser's second reading counts, and so does its confidence.
func TestAlternatives(t *testing.T) {
	first := func(confidence, other float64) restore.Ply {
		cells := cellsOf("a3-b4 d6-c5")
		cells[0].Confidence = confidence
		cells[0].Alternatives = []restore.Candidate{{Text: "c3-b4", Probability: other}}
		return restoreSheet(record.Bashni, cells...).Plies[0]
	}
	require.Equal(t, "a3-b4", first(0.9, 0.1).Move)
	require.InDelta(t, 0.9, first(0.9, 0.1).Probability, 0.02)
	require.Equal(t, "c3-b4", first(0.2, 0.8).Move)
	require.InDelta(t, 0.8, first(0.2, 0.8).Probability, 0.02)
	require.Equal(t, restore.Mended, first(0.2, 0.8).How)
}

// Two sheets of one game yield more than either, in any notation.
func TestTogether(t *testing.T) {
	want, full := written(t, record.Bashni, 11, 3, 60)
	random := rand.New(rand.NewPCG(3, 4))
	var one, other restore.Sheet
	for i, c := range full.Cells {
		c.Number, c.Sided = 0, false
		if i != 7 {
			c.Text = hurt(want[i], 0.1, random)
			one.Cells = append(one.Cells, c)
		}
		if i != 20 && i != 21 {
			c.Text = hurt(want[i], 0.1, random)
			other.Cells = append(other.Cells, c)
		}
	}
	r := restore.New(restore.General())
	g := r.Restore(&restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{one, other}}, nil)
	require.Equal(t, want, moves(g))
	require.Greater(t, g.Probability, 0.9)
	require.Equal(t, [restore.MaxSheets]int{-1, 7}, g.Plies[7].Cells)
	require.Equal(t, [restore.MaxSheets]int{19, -1}, g.Plies[20].Cells)
	for _, sheet := range []restore.Sheet{one, other} {
		alone := r.Restore(&restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{sheet}}, nil)
		require.Less(t, alone.Probability, g.Probability)
	}
}

// A page that one sheet lacks, at the beginning, in the middle or at the end, is read from the other.
func TestTogetherWithoutPage(t *testing.T) {
	want, full := written(t, record.Bashni, 11, 3, 60)
	for _, from := range []int{0, 12, 24} {
		rest := restore.Sheet{Cells: slices.Delete(slices.Clone(full.Cells), from, from+24)}
		for _, sheets := range [][]restore.Sheet{{full, rest}, {rest, full}} {
			g := restore.New(restore.General()).Restore(&restore.Record{Variant: record.Bashni, Sheets: sheets}, nil)
			require.Equal(t, want, moves(g), from)
			require.Empty(t, g.Dropped)
			require.Equal(t, restore.Certain, g.Verdict)
		}
	}
}

// If the columns are apart, a word lost in one shifts only that column.
func TestApart(t *testing.T) {
	want, sheet := written(t, record.Adiukh, 11, 4, 60)
	sheet.Cells = slices.Delete(sheet.Cells, 20, 21)
	for i := range sheet.Cells {
		sheet.Cells[i].Number = 0
	}
	sheet.Apart = true
	g := restore.New(restore.General()).Restore(&restore.Record{Variant: record.Adiukh, Sheets: []restore.Sheet{sheet}}, nil)
	require.Equal(t, want, moves(g))
	require.Equal(t, restore.Inserted, g.Plies[20].How)
}

// Squares may have the board's other names.
func TestOtherNames(t *testing.T) {
	// PDN counts from the far rank: 1 is b8, 23 is e3.
	g := restoreSheet(record.Bashni, cellsOf("23-18 9-14 18:9 5:14 26-23 14-18")...)
	require.Equal(t, []string{"e3-d4", "b6-c5", "d4:b6", "a7:c5", "d2-e3", "c5-d4"}, moves(g))
	require.Empty(t, hows(g))
	// And lasca's 9 is c3, its 17 is e5.
	g = restoreSheet(record.Lasca, cellsOf("c3-d4 e5:c3 b2:d4")...)
	require.Equal(t, []string{"9-13", "17:9", "5:13"}, moves(g))
	require.Empty(t, hows(g))
	// In short notation, and without a sign; with the wrong sign it is a mistake.
	g = restoreSheet(record.Lasca, cellsOf("cd4 ec3 b2d4")...)
	require.Equal(t, []string{"9-13", "17:9", "5:13"}, moves(g))
	require.Empty(t, hows(g))
	g = restoreSheet(record.Bashni, cellsOf("ed4 b6c5 d:b6 ac5 d2-e3 c5-d4")...)
	require.Empty(t, hows(g))
	g = restoreSheet(record.Lasca, cellsOf("c3:d4 e5-c3 bd4")...)
	require.Equal(t, map[int]string{1: restore.Mended, 2: restore.Mended}, hows(g))
}

// A hand that writes 3 as 5 is detected, and then read.
func TestLearn(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var records []*restore.Record
	var truth [][]string
	for i := range 12 {
		want, sheet := written(t, record.Bashni, 21, i+1, 80)
		for j := range sheet.Cells {
			b := []byte(sheet.Cells[j].Text)
			for k := range b {
				if b[k] == '3' && random.Float64() < 0.4 {
					b[k] = '5'
				}
			}
			sheet.Cells[j].Text = string(b)
		}
		truth = append(truth, want)
		records = append(records, &restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{sheet}})
	}
	hand, err := restore.Learn(t.Context(), restore.General(), records, 3, 1)
	require.NoError(t, err)
	text, err := hand.MarshalText()
	require.NoError(t, err)
	var three string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "char 3 ") {
			three = line
		}
	}
	var right, wrong float64
	var digit string
	_, err = fmt.Sscanf(three, "char 3 3 %g %s %g", &right, &digit, &wrong)
	require.NoError(t, err, three)
	require.Equal(t, "5", digit)
	require.InDelta(t, 0.4, wrong, 0.06)
	require.InDelta(t, 0.6, right, 0.06)

	probability := func(hand *restore.Confusions) float64 {
		r := restore.New(hand)
		total := 0.0
		for i, rec := range records {
			if g := r.Restore(rec, nil); slices.Equal(moves(g), truth[i]) {
				total += g.Probability
			}
		}
		return total / float64(len(records))
	}
	require.Greater(t, probability(hand), probability(restore.General()))
}

// The result, and the hand learned, are the same in any order and on any number of cores.
func TestSameAnyhow(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var records []*restore.Record
	for i := range 8 {
		_, sheet := written(t, record.Lasca, 31, i+1, 60)
		for j := range sheet.Cells {
			sheet.Cells[j].Text = hurt(sheet.Cells[j].Text, 0.08, random)
		}
		records = append(records, &restore.Record{Variant: record.Lasca, Sheets: []restore.Sheet{sheet}})
	}
	hand, err := restore.Learn(t.Context(), restore.General(), records, 2, 1)
	require.NoError(t, err)
	r := restore.New(hand)
	var games []*restore.Game
	for _, rec := range records {
		games = append(games, r.Restore(rec, nil))
	}
	slices.Reverse(records)
	other, err := restore.Learn(t.Context(), restore.General(), records, 2, 3)
	require.NoError(t, err)
	require.Equal(t, hand, other)
	again := make([]*restore.Game, len(records))
	var group sync.WaitGroup
	for core := range 2 {
		group.Go(func() {
			r := restore.New(other)
			for i := core; i < len(records); i += 2 {
				again[len(again)-1-i] = r.Restore(records[i], nil)
			}
		})
	}
	group.Wait()
	require.Equal(t, games, again)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	_, err = restore.Learn(stopped, hand, records, 1, 1)
	require.ErrorIs(t, err, context.Canceled)
}

// Any text yields a game, with probabilities.
func FuzzRestore(f *testing.F) {
	f.Add("c3-d4 b6-a5 d4-c5", uint8(0))
	f.Add("e3d4\x00?\xff[неразб.] a:a7 12. cb4 … f8:a3:c1:f4:h2", uint8(1))
	f.Add("11-15 ...  22-18", uint8(2))
	f.Fuzz(func(t *testing.T, text string, kind uint8) {
		variants := record.Variants()
		v := variants[int(kind)%len(variants)]
		words := strings.Split(text, " ")
		words = words[:min(len(words), 12)]
		var sheet restore.Sheet
		for i, word := range words {
			c := restore.Cell{Text: word, Number: i % 5, Sided: i%3 > 0, Side: record.Colour(i % 3 / 2)}
			if i%4 == 3 {
				c.Alternatives = []restore.Candidate{{Text: words[i-1], Probability: float64(i) / 7}}
			}
			sheet.Cells = append(sheet.Cells, c)
		}
		sheet.Apart = kind&64 != 0
		rec := &restore.Record{Variant: v, Sheets: []restore.Sheet{sheet}}
		if kind&128 != 0 {
			rec.Sheets = append(rec.Sheets, restore.Sheet{Cells: sheet.Cells[len(sheet.Cells)/2:]})
		}
		r := restore.New(restore.General())
		r.Width = 60
		g := r.Restore(rec, nil)
		if g.Verdict == restore.Lost {
			require.NotEmpty(t, g.Reason.Error())
			return
		}
		playable(t, rec, g)
		require.True(t, g.Probability >= 0 && g.Probability <= 1, "%v", g.Probability)
		for _, ply := range g.Plies {
			require.True(t, ply.Probability >= 0 && ply.Probability <= 1, "%v", ply)
		}
		hand, err := restore.Learn(t.Context(), restore.General(), []*restore.Record{rec}, 1, 1)
		require.NoError(t, err)
		text2, err := hand.MarshalText()
		require.NoError(t, err)
		var back restore.Confusions
		require.NoError(t, back.UnmarshalText(text2))
	})
}

// A circular capture: two legal moves have the same first and last square, and the word has every
// landing of one of them, as PDN requires.
func TestLandings(t *testing.T) {
	start, err := record.ParseFEN(record.Bashni, "W:Wb2,d2=000,h2,g3,h4:Be3=0/0,b4,c5=0/00,e5=0/00,g5,b6,f6,a7,e7=00,g7,b8")
	require.NoError(t, err)
	rec := &restore.Record{Variant: record.Bashni, Start: &start, Sheets: []restore.Sheet{{Cells: cellsOf("d2:f4:h6:f8:d6:f4 f6:f2 g3:e1")}}}
	g := restore.New(restore.General()).Restore(rec, nil)
	require.Equal(t, []string{"d2:h6:f8:d6:f4", "f6:f2", "g3:e1"}, moves(g))
	require.Equal(t, restore.Read, g.Plies[0].How)
}

// A game is not certain, however probable, if a clear move with a number is left out; a word
// without a number, an unclear word and a repeated row may be slips.
func TestIgnoredMove(t *testing.T) {
	_, sheet := written(t, record.Bashni, 5, 1, 40)
	for name, c := range map[string]struct {
		stray   []restore.Cell
		verdict restore.Verdict
	}{
		"numbered":       {[]restore.Cell{{Text: "h4-g7", Number: 31, Sided: true}}, restore.Likely},
		"reply":          {[]restore.Cell{{Number: 31, Sided: true}, {Text: "h4-g7", Sided: true, Side: record.Black}}, restore.Likely},
		"short":          {[]restore.Cell{{Text: "h:g7", Number: 31, Sided: true}}, restore.Likely},
		"without number": {[]restore.Cell{{Text: "h4-g7", Sided: true}}, restore.Certain},
		"not clear":      {[]restore.Cell{{Text: "h4-g", Number: 31, Sided: true}}, restore.Certain},
		"no square":      {[]restore.Cell{{Text: "h9-g7", Number: 31, Sided: true}}, restore.Certain},
		"a row twice":    {sheet.Cells[8:10], restore.Certain},
	} {
		cells := slices.Concat(sheet.Cells[:10], c.stray, sheet.Cells[10:])
		r := restore.New(restore.General())
		r.Certain = 0.3
		g := r.Restore(&restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{{Cells: cells}}}, nil)
		require.Len(t, g.Dropped, len(c.stray), name)
		require.Equal(t, name == "a row twice", g.Dropped[0].Repeats)
		require.Equal(t, c.verdict, g.Verdict, name)
		require.Equal(t, c.verdict == restore.Likely, g.Reason.ID() == "restore.ignored-move", name)
	}
}

func TestPercent(t *testing.T) {
	for p, want := range map[float64]string{1: "100 %", 0.99999: "> 99.99 %", 0.99: "99.00 %", 0.98999: "98.9 %", 0.5: "50.0 %", 0.0001: "< 0.1 %"} {
		require.Equal(t, want, restore.Percent(p).In(message.English))
	}
}
