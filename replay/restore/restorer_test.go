package restore_test

import (
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

var _ = debug.SetGCPercent(400) // the heaps are small, and collecting them takes time

// written returns a game in full, as a sheet without a fault.
func written(t testing.TB, v record.Variant, seed uint64, number, most int) (moves []string, sheet restore.Sheet) {
	t.Helper()
	generator, err := corpus.NewGenerator(v, seed)
	require.NoError(t, err)
	for i, ply := range generator.Game(number).Plies {
		if i == most {
			break
		}
		moves = append(moves, ply.Word.Text)
		c := restore.Cell{Text: ply.Word.Text, Sided: true, Side: record.Colour(i % 2)}
		if i%2 == 0 {
			c.Number = i/2 + 1
		}
		sheet.Cells = append(sheet.Cells, c)
	}
	return moves, sheet
}

// hurt replaces characters, each with the given probability.
func hurt(text string, share float64, random *rand.Rand) string {
	b := []byte(text)
	for i := range b {
		if random.Float64() < share {
			b[i] = "abcdefgh0123456789-:"[random.IntN(20)]
		}
	}
	return string(b)
}

// moves returns the moves of a restored game.
func moves(g *restore.Game) []string {
	var all []string
	for _, ply := range g.Plies {
		all = append(all, ply.Move)
	}
	return all
}

// hows returns the origins of the moves.
func hows(g *restore.Game) map[int]string {
	all := make(map[int]string)
	for i, ply := range g.Plies {
		if ply.How != restore.Read {
			all[i+1] = ply.How
		}
	}
	return all
}

// playable checks that the moves are legal in sequence, and that the final position is right.
func playable(t testing.TB, rec *restore.Record, g *restore.Game) {
	t.Helper()
	rules, err := replay.For(rec.Variant)
	require.NoError(t, err)
	p := rules.Start()
	if rec.Start != nil {
		p, err = rules.Position(rec.Start)
		require.NoError(t, err)
	}
	for i, ply := range g.Plies {
		legal := p.Moves(nil)
		at := slices.IndexFunc(legal, func(m replay.Move) bool { return string(p.AppendMove(nil, &m, legal)) == ply.Move })
		require.GreaterOrEqual(t, at, 0, "ply %d, %s, is not legal", i+1, ply.Move)
		p.Play(&legal[at])
	}
	final := p.Record()
	require.Equal(t, final, g.Final)
	require.Equal(t, p.Over(), g.Over)
}

func restoreSheet(v record.Variant, cells ...restore.Cell) *restore.Game {
	return restore.New(restore.General()).Restore(&restore.Record{Variant: v, Sheets: []restore.Sheet{{Cells: cells}}}, nil)
}

// Faultless sheets are read as written, in every variant.
func TestClean(t *testing.T) {
	r := restore.New(restore.General())
	for _, v := range record.Variants() {
		for number := range 4 {
			want, sheet := written(t, v, 5, number+1, 80)
			rec := &restore.Record{Variant: v, Sheets: []restore.Sheet{sheet}}
			g := r.Restore(rec, nil)
			require.Equal(t, want, moves(g), "%v %d", v, number)
			require.Empty(t, hows(g), "%v %d", v, number)
			require.Empty(t, g.Dropped)
			require.Greater(t, g.Probability, 0.7, "%v %d", v, number)
			playable(t, rec, g)
			if number == 0 {
				narrow := restore.New(restore.General())
				narrow.Width = -1 // as 0
				require.Equal(t, g, narrow.Restore(rec, nil))
			}
		}
	}
}

// Each kind of damage, in the game of Codex 1.10, whose moves are known from the book.
func TestFaults(t *testing.T) {
	var game corpus.Case
	for _, g := range corpus.Games() {
		if g.Source == "Codex 1.10" && len(g.Moves) > 20 {
			game = g
		}
	}
	require.NotEmpty(t, game.Moves)
	all := game.Moves
	none := map[int]string{}
	for name, c := range map[string]struct {
		damage  func(words []string) []string
		hows    map[int]string
		dropped []restore.Dropped
	}{
		"nothing":   {func(w []string) []string { return w }, none, nil},
		"character": {func(w []string) []string { w[9] = "z" + w[9][1:]; return w }, map[int]string{10: restore.Mended}, nil},
		"cyrillic": {func(w []string) []string {
			w[0] = strings.NewReplacer("c", "с", "b", "в", "d", "д", "e", "е", "a", "а").Replace(w[0])
			return w
		}, none, nil},
		"illegible":  {func(w []string) []string { w[5] = "[неразб.]"; return w }, map[int]string{6: restore.Mended}, nil},
		"blank":      {func(w []string) []string { w[5] = ""; return w }, map[int]string{6: restore.Mended}, nil},
		"lost":       {func(w []string) []string { return slices.Delete(w, 8, 9) }, map[int]string{9: restore.Inserted}, nil},
		"twice":      {func(w []string) []string { return slices.Insert(w, 8, w[8]) }, none, []restore.Dropped{{Cell: 9, After: 9, Repeats: true}}},
		"row twice":  {func(w []string) []string { return slices.Insert(w, 10, w[8], w[9]) }, none, []restore.Dropped{{Cell: 10, After: 10, Repeats: true}, {Cell: 11, After: 10, Repeats: true}}},
		"swapped":    {func(w []string) []string { w[10], w[11] = w[11], w[10]; return w }, none, nil},
		"together":   {func(w []string) []string { w[10] += w[11]; return slices.Delete(w, 11, 12) }, map[int]string{11: restore.Mended, 12: restore.Mended}, nil},
		"torn":       {func(w []string) []string { w[10] = w[10][:3]; return slices.Insert(w, 11, all[10][3:]) }, map[int]string{11: restore.Mended}, nil},
		"row lost":   {func(w []string) []string { return slices.Delete(w, 8, 10) }, map[int]string{9: restore.Inserted, 10: restore.Inserted}, nil},
		"stray word": {func(w []string) []string { return slices.Insert(w, 8, "h8-g1") }, none, []restore.Dropped{{Cell: 8, After: 8}}},
	} {
		var cells []restore.Cell
		for _, word := range c.damage(slices.Clone(all)) {
			cells = append(cells, restore.Cell{Text: word})
		}
		g := restoreSheet(game.Variant, cells...)
		require.Equal(t, all, moves(g), name)
		require.Equal(t, c.hows, hows(g), name)
		require.Equal(t, c.dropped, g.Dropped, name)
		require.Greater(t, g.Probability, 0.5, name)
		require.Equal(t, game.Final, g.Final.FEN(), name)
	}
}

// BenchmarkRestore restores games of Russian columns of at most 100 plies; one operation is one
// game.
func BenchmarkRestore(b *testing.B) {
	for name, share := range map[string]float64{"clean": 0, "1%": 0.01, "10%": 0.1} {
		b.Run(name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			var records []*restore.Record
			for i := range 200 {
				_, sheet := written(b, record.Bashni, 1, i+1, 100)
				for j := range sheet.Cells {
					sheet.Cells[j].Text = hurt(sheet.Cells[j].Text, share, random)
				}
				records = append(records, &restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{sheet}})
			}
			hand, err := restore.Learn(b.Context(), restore.General(), records[:60], 2, 1)
			require.NoError(b, err)
			r := restore.New(hand)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if g := r.Restore(records[i%len(records)], nil); g.Verdict == restore.Lost {
					b.Fatal(g.Reason.Error())
				}
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// A game is not certain if it leaves out legible moves of numbered rows.
func TestLeftOut(t *testing.T) {
	r := restore.New(restore.General())
	r.Certain = 0.5
	cells := cellsOf("c3-d4 b6-a5 b2-c3 c7-b6 g3-h4 b6-c5 d4:b6 a7:c5")
	for i := range cells {
		if i%2 == 0 {
			cells[i].Number = i/2 + 1
		}
	}
	g := r.Restore(&restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{{Cells: cells}}}, nil)
	require.Equal(t, restore.Certain, g.Verdict)
	row := []restore.Cell{{Text: "h8-a1", Number: 9}, {Text: "a1-h8"}}
	g = r.Restore(&restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{{Cells: slices.Insert(cells, 4, row...)}}}, nil)
	require.Len(t, g.Plies, 8)
	require.Len(t, g.Dropped, 2)
	require.Equal(t, restore.Likely, g.Verdict)
	require.Equal(t, message.ID("restore.ignored-move"), g.Reason.ID())
}

// Random words that look like moves are no record: they are soon lost, and nothing is learned from
// them, while games among them are learned from and restored.
func TestNoRecord(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	junk := func() *restore.Record {
		var cells []restore.Cell
		for range 60 {
			word := "??-??"
			word = strings.Map(func(r rune) rune {
				if r == '-' {
					return r
				}
				return rune("abcdefgh12345678"[random.IntN(16)])
			}, word)
			cells = append(cells, restore.Cell{Text: word})
		}
		return &restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{{Cells: cells}}}
	}
	general := restore.General()
	restorer := restore.New(general)
	var records []*restore.Record
	for range 2 {
		records = append(records, junk())
		g := restorer.Restore(records[len(records)-1], nil)
		require.Equal(t, restore.Lost, g.Verdict)
		require.Equal(t, message.ID("restore.by-chance"), g.Reason.ID())
	}
	hand, err := restore.Learn(t.Context(), general, records, 2, 1)
	require.NoError(t, err)
	require.Equal(t, general, hand)

	_, sheet := written(t, record.Bashni, 5, 1, 60)
	for range 2 {
		records = append(records, &restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{sheet}})
	}
	hand, err = restore.Learn(t.Context(), general, records, 2, 1)
	require.NoError(t, err)
	only, err := restore.Learn(t.Context(), general, records[2:], 2, 1)
	require.NoError(t, err)
	require.Equal(t, only, hand)
	require.Equal(t, restore.Lost, restore.New(hand).Restore(records[0], nil).Verdict)
}

// The first words decide whether a text is a record: blank cells after them, which fit any game, do
// not make it less likely.
func TestRecordBeforeBlanks(t *testing.T) {
	random := rand.New(rand.NewPCG(0, 0))
	_, sheet := written(t, record.Bashni, 5, 1, 44)
	for i := range sheet.Cells {
		sheet.Cells[i].Text = hurt(sheet.Cells[i].Text, 0.5, random)
	}
	sheet.Cells = append(sheet.Cells, make([]restore.Cell, 100)...)
	rec := &restore.Record{Variant: record.Bashni, Sheets: []restore.Sheet{sheet}}
	g := restore.New(restore.General()).Restore(rec, nil)
	require.NotEqual(t, restore.Lost, g.Verdict, "%v", g.Reason.ID())
}
