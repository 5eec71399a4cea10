package replay_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Checks the reference itself against leaf counts made by neither it nor the engine. Those of the
// tower games were counted by a separate program; those of the flat games are published:
// international and checkers by Aart Bik (aartbik.blogspot.com, label perft), the others by Rein
// Halbersma after the Russian draughts programmers' and the FMJD forum (github.com/rhalbersma/dctl,
// test/src/algo/traversal/initial/board_08x08.cpp, italian/gilbert.cpp).
func TestReferencePerft(t *testing.T) {
	const start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
	for _, c := range []struct {
		game, fen string
		leaves    []int
	}{
		{"bashni", start, []int{7, 49, 302, 1469, 7482}},
		{"adiukh", start, []int{7, 49, 302, 1469, 7482}},
		{"lasca", "W:W1,2,3,4,5,6,7,8,9,10,11:B15,16,17,18,19,20,21,22,23,24,25", []int{6, 6, 18, 54, 116, 324, 846}},
		{"russian", start, []int{7, 49, 302, 1469, 7482}},
		{"brazilian", start, []int{7, 49, 302, 1469, 7473}},
		{"checkers", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", []int{7, 49, 302, 1469, 7361}},
		{"international", "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
			[]int{9, 81, 658, 4265}},
		// Positions from the same source, file international/fmjd.cpp: majority and kings.
		{"international", "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24", []int{14, 55, 1168, 5432}},
		{"international", "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", []int{6, 12, 30, 73, 215, 590, 1944}},
		{"international", "W:WK31,K32,K33,K34,K35,K36,K37,K38,K39,K40,K41,K42,K43,K44,K45,K46,K47,K48,K49,K50:BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20",
			[]int{17, 79, 352, 1399}},
		{"pool", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", []int{7, 49, 302, 1469, 7482}},
		{"spanish", "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32", []int{7, 49, 302, 1469, 7361}},
		{"czech", start, []int{7, 49, 302, 1469, 7361}},
		{"italian", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", []int{7, 49, 302, 1469, 7361}},
		{"italian", "W:W17,18,20,22,23,24,26,27,30:B1,3,5,6,9,11,14,15,16", []int{5, 13, 42, 107, 360, 1099}},
		{"italian", "B:WK6,17,20,21,22,30:B1,3,5,9,25,28", []int{6, 47, 271, 1916}},
		{"italian", "W:W8,9,K12,17,20,K27,K28:B4,K11,K13,14,K19,21,24", []int{13, 112, 828, 6756}},
	} {
		d := readDiagram(c.game, c.fen)
		for i, leaves := range c.leaves {
			if leaves > replay.Some(20_000) {
				break
			}
			require.Equal(t, leaves, d.perft(i+1), "%s, depth %d, %s", c.game, i+1, c.fen)
		}
	}
}

// Checks the reference against the sample data, which another program made; TestSamplePositions
// checks the engine against them.
func TestReferenceSamples(t *testing.T) {
	files, err := filepath.Glob("../../shared/data/towers/*-positions.ndjson")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("the sample data are not at ../shared/data")
	}
	for _, name := range files {
		f, err := os.Open(name)
		require.NoError(t, err)
		defer f.Close()
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			var s struct {
				Variant, FEN string
				Moves        []string
				Perft3       int
			}
			require.NoError(t, json.Unmarshal(lines.Bytes(), &s))
			d := readDiagram(s.Variant, s.FEN)
			require.Equal(t, s.FEN, d.fen())
			texts := []string{}
			for _, ways := range d.texts(d.moves()) {
				require.Len(t, ways, 1)
				texts = append(texts, ways[0])
			}
			slices.Sort(texts)
			require.Equal(t, s.Moves, texts, "%s %s", s.Variant, s.FEN)
			require.Equal(t, s.Perft3, d.perft(3), "%s %s", s.Variant, s.FEN)
		}
		require.NoError(t, lines.Err())
	}
}

func position(t *testing.T, variant, fen string) *replay.Position {
	t.Helper()
	v, err := record.ParseVariant(variant)
	require.NoError(t, err)
	rules, err := replay.For(v)
	require.NoError(t, err)
	set, err := record.ParseFEN(v, fen)
	require.NoError(t, err, fen)
	p, err := rules.Position(&set)
	require.NoError(t, err, fen)
	return p
}

// compare checks the engine's moves of a position against the reference's: there must be as many,
// each with one of the reference's names for a move, and with the same position after it. It
// returns the reference's moves.
func compare(t *testing.T, variant string, d diagram) []slowMove {
	t.Helper()
	fen := d.fen()
	p := position(t, variant, fen)
	moves := d.moves()
	names := d.texts(moves)
	byText := map[string]int{}
	for i, ways := range names {
		for _, way := range ways {
			_, twice := byText[way]
			require.False(t, twice, "%s %s: two moves are called %s", variant, fen, way)
			byText[way] = i
		}
	}
	legal := p.Moves(nil)
	texts := p.MoveTexts()
	require.Len(t, legal, len(moves), "%s %s: the engine has %v, the reference %v", variant, fen, texts, names)
	require.Equal(t, len(moves) == 0, p.Over(), "%s %s", variant, fen)
	require.Equal(t, len(moves) > 0 && len(moves[0].taken) > 0, p.MustCapture(), "%s %s", variant, fen)
	seen := map[int]bool{}
	own := []string{}
	for i := range legal {
		text := string(p.AppendMove(nil, &legal[i], legal))
		own = append(own, text)
		j, ok := byText[text]
		require.True(t, ok, "%s %s: the engine has %s, the reference %v", variant, fen, text, names)
		require.False(t, seen[j], "%s %s: the engine has %s twice", variant, fen, text)
		seen[j] = true
		require.Equal(t, len(moves[j].taken), legal[i].Captures(), "%s %s %s", variant, fen, text)
		after := *p
		after.Play(&legal[i])
		set := after.Record()
		require.Equal(t, d.play(moves[j]).fen(), set.FEN(), "%s %s after %s", variant, fen, text)
		again := position(t, variant, set.FEN())
		require.Equal(t, again.Hash(), after.Hash(), "%s %s: the hash after %s", variant, fen, text)
		require.Equal(t, *again, after, "%s %s after %s", variant, fen, text)
	}
	slices.Sort(own)
	require.Equal(t, own, texts, "%s %s", variant, fen)
	return moves
}

// pieces returns the number of pieces of each side.
func (d diagram) pieces() int {
	return map[string]int{"lasca": 11, "international": 20}[d.game] + map[bool]int{true: 12}[d.game != "lasca" && d.game != "international"]
}

// hunt sets up a position with long captures: a few towers of the side to move among the
// opponent's, which are spaced apart and may be captured from more than once.
func hunt(r *rand.Rand, game string) diagram {
	d := diagram{strings.TrimSuffix(game, "-reverse"), "wb"[r.IntN(2)], map[spot]string{}}
	opponent := 'w' + 'b' - d.turn
	left := map[byte]int{'w': d.pieces(), 'b': d.pieces()}
	kings := r.Float64()
	block := func(paint byte, n int) string {
		tower := ""
		for range min(n, left[paint]) {
			piece := string(rune(paint))
			if d.game != "adiukh" && r.Float64() < kings {
				piece = strings.ToUpper(piece)
			}
			tower += piece
			left[paint]--
		}
		return tower
	}
	squares := d.spots()
	r.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	odd := r.IntN(2)
	hunted := 3 + r.IntN(8)
	for _, s := range squares {
		inside := s.file > 1 && s.rank > 1 && s.file < d.size() && s.rank < d.size()
		if !inside || s.file%2 == odd && r.IntN(8) > 0 || hunted == 0 || left[opponent] == 0 {
			continue
		}
		hunted--
		d.towers[s] = block(opponent, 1)
		if d.tower() {
			d.towers[s] += block(opponent, r.IntN(3)) + block(d.turn, r.IntN(2))
		}
	}
	hunters := 1 + r.IntN(3)
	for _, s := range squares {
		if hunters == 0 || left[d.turn] == 0 || d.towers[s] != "" {
			continue
		}
		hunters--
		d.towers[s] = block(d.turn, 1)
		if d.tower() {
			d.towers[s] += block(d.turn, r.IntN(3))
		}
	}
	for s, tower := range d.towers {
		if !d.tower() && d.farRank(owner(tower), s) {
			d.towers[s] = strings.ToUpper(tower) // a man never stands there
		}
	}
	return d
}

// random sets up a position: any number of pieces, towers low or high, few or many kings, one side
// strong or weak.
func random(r *rand.Rand, game string) diagram {
	d := diagram{strings.TrimSuffix(game, "-reverse"), "wb"[r.IntN(2)], map[spot]string{}}
	left := map[byte]int{'w': r.IntN(d.pieces() + 1), 'b': r.IntN(d.pieces() + 1)}
	high := 1 + r.IntN(6) // the most pieces of a colour in a tower
	kings := r.Float64()  // the share of marked pieces
	squares := d.spots()
	crowd := 1 + r.IntN(len(squares)) // the most squares that are occupied
	r.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	block := func(paint byte, n int) string {
		tower := ""
		for range n {
			piece := string(rune(paint))
			if d.game != "adiukh" && r.Float64() < kings {
				piece = strings.ToUpper(piece)
			}
			tower += piece
		}
		left[paint] -= n
		return tower
	}
	for _, s := range squares[:crowd] {
		paint := "wb"[r.IntN(2)]
		if left[paint] == 0 {
			continue
		}
		own, prisoners := 1, 0
		if d.tower() {
			own = 1 + r.IntN(min(left[paint], high))
			prisoners = r.IntN(min(left['w'+'b'-paint], high-1) + 1)
		}
		tower := block(paint, own) + block('w'+'b'-paint, prisoners)
		if !d.tower() && d.farRank(paint, s) {
			tower = strings.ToUpper(tower) // a man never stands there
		}
		d.towers[s] = tower
	}
	return d
}

func variants() []string {
	var names []string
	for _, v := range record.Variants() {
		names = append(names, v.String())
	}
	return names
}

// sameMoves reports whether the variant has the same moves as another.
func sameMoves(variant string) bool {
	return strings.HasSuffix(variant, "-reverse") || variant == "portuguese"
}

func TestRandomPositions(t *testing.T) {
	for i, variant := range variants() {
		t.Run(variant, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 1998))
			n := 800
			if sameMoves(variant) {
				n = 100
			}
			for range replay.Some(n) {
				compare(t, variant, random(r, variant))
				compare(t, variant, hunt(r, variant))
			}
		})
	}
}

func TestRandomGames(t *testing.T) {
	for i, variant := range variants() {
		t.Run(variant, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 2013))
			n := 25
			if sameMoves(variant) {
				n = 4
			}
			for range replay.Some(n) {
				v, err := record.ParseVariant(variant)
				require.NoError(t, err)
				start := record.StartPosition(v)
				d := readDiagram(variant, start.FEN())
				for range 120 {
					moves := compare(t, variant, d)
					if len(moves) == 0 {
						break
					}
					// The reference lists moves in the order of a map: sort by text.
					slices.SortFunc(moves, func(a, b slowMove) int {
						return strings.Compare(d.write(a.path, ":"), d.write(b.path, ":"))
					})
					d = d.play(moves[r.IntN(len(moves))])
				}
			}
		})
	}
}
