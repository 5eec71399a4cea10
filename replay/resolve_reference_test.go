package replay_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// word returns a move of the reference as a word of a record.
func (d diagram) word(squares []spot, separator record.Separator) *record.Word {
	sign := map[record.Separator]string{record.Quiet: "-", record.Take: ":"}[separator]
	w := &record.Word{Text: d.write(squares, sign), Separator: separator}
	for _, s := range squares {
		step := record.Step{File: int8(s.file - 1), Rank: int8(s.rank - 1)}
		if n, err := strconv.Atoi(d.name(s)); err == nil {
			step = record.Step{File: -1, Rank: -1, Number: uint8(n)}
		}
		w.Steps = append(w.Steps, step)
	}
	return w
}

// judge replays a game of one word from the position.
func judge(t *testing.T, variant string, d diagram, w *record.Word) *replay.Report {
	t.Helper()
	v, err := record.ParseVariant(variant)
	require.NoError(t, err)
	start, err := record.ParseFEN(v, d.fen())
	require.NoError(t, err)
	return replay.Judge(&record.Game{
		Text: w.Text, Variant: v, Start: &start,
		Plies: []record.Ply{{Word: w, Len: len(w.Text)}},
	}, v)
}

// Every legal move is understood with any number of its squares and in any order of capture; every
// other word of two squares is illegal.
func TestWordsAgainstReference(t *testing.T) {
	for i, variant := range variants() {
		if sameMoves(variant) {
			continue
		}
		t.Run(variant, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 1939))
			for n := range replay.Some(120) {
				d := random(r, variant)
				if n%2 == 0 {
					d = hunt(r, variant)
				}
				words(t, r, variant, d)
			}
		})
	}
}

func words(t *testing.T, r *rand.Rand, variant string, d diagram) {
	moves := d.all()
	legal := map[string]bool{}
	for _, m := range moves {
		separator := record.Take
		if len(m.taken) == 0 {
			separator = record.Quiet
		}
		after := d.play(m).fen()
		short := d.word([]spot{m.from(), m.to()}, separator)
		legal[short.Text] = true
		// The turning squares identify the move.
		turns := d.word(m.turns(), separator)
		report := judge(t, variant, d, turns)
		require.Equal(t, replay.Legal, report.Verdict, "%s %s: %s: %+v", variant, d.fen(), turns.Text, report.Faults)
		require.Equal(t, after, report.Final.FEN(), "%s %s: %s", variant, d.fen(), turns.Text)
		// So do all squares where it may be said to have stopped.
		full := d.word(m.path, separator)
		report = judge(t, variant, d, full)
		require.Equal(t, replay.Legal, report.Verdict, "%s %s: %s: %+v", variant, d.fen(), full.Text, report.Faults)
		require.Equal(t, after, report.Final.FEN(), "%s %s: %s", variant, d.fen(), full.Text)
		// Start and end identify it if no other capture has the same ones and another result, or if
		// it is the straight one.
		tells := len(m.turns()) == 2
		others, straight := false, false
		for _, o := range moves {
			if o.from() == m.from() && o.to() == m.to() {
				others = others || d.play(o).fen() != after
				straight = straight || len(o.turns()) == 2
			}
		}
		report = judge(t, variant, d, short)
		switch {
		case tells || !others:
			require.Equal(t, replay.Legal, report.Verdict, "%s %s: %s: %+v", variant, d.fen(), short.Text, report.Faults)
			require.Equal(t, after, report.Final.FEN(), "%s %s: %s", variant, d.fen(), short.Text)
		case !straight:
			require.Equal(t, replay.Unreadable, report.Verdict, "%s %s: %s", variant, d.fen(), short.Text)
			require.Equal(t, record.AmbiguousMove, report.Faults[0].Code)
			require.Greater(t, len(report.Faults[0].Suggestions), 1)
		}
		// A wrong separator between the same squares is a repair.
		report = judge(t, variant, d, d.word(m.turns(), record.Quiet+record.Take-separator))
		require.Equal(t, replay.Repaired, report.Verdict, "%s %s: %s", variant, d.fen(), turns.Text)
		require.Equal(t, record.WrongSeparator, report.Faults[0].Code)
		require.Equal(t, after, report.Final.FEN(), "%s %s: %s", variant, d.fen(), turns.Text)
	}
	squares := d.spots()
	for range 20 {
		pair := []spot{squares[r.IntN(len(squares))], squares[r.IntN(len(squares))]}
		quiet, take := d.word(pair, record.Quiet), d.word(pair, record.Take)
		if legal[quiet.Text] || legal[take.Text] {
			continue
		}
		for _, w := range []*record.Word{quiet, take} {
			report := judge(t, variant, d, w)
			require.Equal(t, replay.Illegal, report.Verdict, "%s %s: %s", variant, d.fen(), w.Text)
			require.Equal(t, record.IllegalMove, report.Faults[0].Code, "%s %s: %s", variant, d.fen(), w.Text)
			require.Equal(t, 1, report.Faults[0].Ply)
			require.NotEmpty(t, report.Faults[0].Message)
			require.Empty(t, report.Moves)
			require.Equal(t, d.fen(), report.Final.FEN())
		}
	}
}

// A capture may be written with the squares that it jumps, each before the landing beyond it;
// dashes there are a wrong separator, and nothing else.
func TestJumpedSquares(t *testing.T) {
	for i, variant := range []string{"lasca", "lasca-reverse", "bashni"} {
		r := rand.New(rand.NewPCG(uint64(i), 1911))
		captures := 0
		for range 200 {
			d := hunt(r, variant)
			moves := d.all()
			texts := map[string]int{}
			written := make([][]spot, len(moves))
			for i, m := range moves {
				for j, taken := range m.taken {
					written[i] = append(written[i], m.path[j], taken)
				}
				written[i] = append(written[i], m.to())
				texts[d.word(written[i], record.Take).Text]++
			}
			for i, m := range moves {
				take, quiet := d.word(written[i], record.Take), d.word(written[i], record.Quiet)
				if len(m.taken) == 0 || texts[take.Text] > 1 {
					continue
				}
				captures++
				report := judge(t, variant, d, take)
				require.Equal(t, replay.Legal, report.Verdict, "%s %s: %s: %+v", variant, d.fen(), take.Text, report.Faults)
				require.Equal(t, d.play(m).fen(), report.Final.FEN(), "%s %s: %s", variant, d.fen(), take.Text)
				report = judge(t, variant, d, quiet)
				require.Equal(t, replay.Repaired, report.Verdict, "%s %s: %s: %+v", variant, d.fen(), quiet.Text, report.Faults)
				require.Len(t, report.Faults, 1)
				require.Equal(t, record.WrongSeparator, report.Faults[0].Code)
				require.Equal(t, d.play(m).fen(), report.Final.FEN(), "%s %s: %s", variant, d.fen(), quiet.Text)
				// A square that is not jumped does not fit.
				other := append([]spot(nil), written[i]...)
				if other[1] = other[len(other)-1]; other[1] == written[i][1] {
					continue
				}
				report = judge(t, variant, d, d.word(other, record.Take))
				require.NotEqual(t, d.play(m).fen(), report.Final.FEN(), "%s %s: %s", variant, d.fen(), report.Game.Text)
				require.GreaterOrEqual(t, report.Verdict, replay.Illegal, "%s %s: %s", variant, d.fen(), report.Game.Text)
			}
		}
		require.Greater(t, captures, 200, variant)
	}
}

// Words that this comparison once found misjudged.
func TestWordsMisjudged(t *testing.T) {
	for _, c := range []struct{ about, variant, fen, word, final string }{
		{"the other way round: the same pieces, start and end, in another order",
			"russian", "W:WKa1,Kd2,Kb8:Bc3,e3,g3,Kc5,g5,c7,Ke7", "a1 d4 f2 h4 d8 b6 d4", "B:WKd2,Kd4,Kb8:B"},
		{"and the first way",
			"russian", "W:WKa1,Kd2,Kb8:Bc3,e3,g3,Kc5,g5,c7,Ke7", "a1 d4 b6 d8 h4 f2 d4", "B:WKd2,Kd4,Kb8:B"},
		{"a king that steps, the other way round",
			"checkers", "W:WK1,K3,K27:BK6,K7,K8,K14,K15,K16,K22,K23,K24", "27 9 2 11 25", "B:WK1,K3,K25:BK8,K16,K24"},
		{"straight on from e5; the way by f6 only passes there",
			"bashni", "B:Wc3=1/1,e3=11/1,g3=1/0,g5=11/0,c7,e7=01/0,g7=001/0:Bb2=11,b6=10", "b2 e5 h8",
			"W:We3=11/1,g3=1/0,g5=11/0,c7,e7=01/0,g7=01/0:BKc3,b6=10,h8=11/10"},
	} {
		d := readDiagram(c.variant, c.fen)
		var squares []spot
		for _, name := range strings.Fields(c.word) {
			for _, s := range d.spots() {
				if d.name(s) == name {
					squares = append(squares, s)
				}
			}
		}
		report := judge(t, c.variant, d, d.word(squares, record.Take))
		require.Equal(t, replay.Legal, report.Verdict, "%s: %+v", c.about, report.Faults)
		require.Equal(t, c.final, report.Final.FEN(), c.about)
	}
}
