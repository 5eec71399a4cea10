package notation

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Every variation is played from its place: instead of the move to which it is attached, at its
// number, or nearby if the number is absent or wrong.
func TestVariationsArePlayed(t *testing.T) {
	tests := []struct {
		name, moves string
		lines       []string // "of.ply: moves", with ! if the line is not legal
		faults      []string // "variation.ply code severity"
	}{
		{"in place of the move", "1. c3-b4 b6-c5 (1... f6-g5 2. b2-c3)", []string{"0.2: f6-g5 b2-c3"}, nil},
		{"without numbers", "c3-b4 b6-c5 (f6-g5 b2-c3)", []string{"0.2: f6-g5 b2-c3"}, nil},
		{"short words", "1. c3-b4 b6-c5 (1... fg5 2. bc3)", []string{"0.2: f6-g5 b2-c3"}, nil},
		{"nested", "1. c3-b4 b6-c5 (1... f6-g5 2. b2-c3 (2. b4-a5 (2. b4-c5)) 2... g5-h4)",
			[]string{"0.2: f6-g5 b2-c3 g5-h4", "1.2: b4-a5", "2.1: b4-c5"}, nil},
		{"before the first move", "(1. e3-d4) 1. c3-b4", []string{"0.1: e3-d4"}, nil},
		{"behind the move, by its number", "1. c3-b4 (1... f6-g5) b6-c5 (2. b4-a5 a7-b6)", []string{"0.2: f6-g5", "0.3: b4-a5 a7-b6"}, nil},
		{"before the move, by its number", "1. c3-b4 b6-c5 2. b4-a5 a7-b6 (1... b6-a5) (2. b2-c3)",
			[]string{"0.2: b6-a5", "0.3: b2-c3"}, []string{"2.1 move-number 0"}},
		{"behind the move, without a number", "c3-b4 (f6-g5 b2-c3) b6-c5", []string{"0.2: f6-g5 b2-c3"}, []string{"1.1 move-number 0"}},
		{"numbers from 1", "1. c3-b4 b6-c5 2. b4-a5 (1. b2-c3 a7-b6 2. a1-b2)", []string{"0.3: b2-c3 a7-b6 a1-b2"}, []string{"1.1 move-number 0"}},
		{"behind the last move", "1. c3-b4 b6-c5 2. (2. b4-a5)", []string{"0.3: b4-a5"}, nil},
		{"in brackets twice", "1. c3-b4 b6-c5 ((1... f6-g5))", []string{"0.2: f6-g5"}, nil},
		{"from a position", `1. c3-b4 b6-c5 (/FEN "W:Wa1:Bh8"/ 1. a1-b2 h8-g7)`, []string{"0.2: a1-b2 h8-g7"}, nil},
		{"a capture is due", "1. c3-d4 f6-g5 (1... b6-c5 2. b2-c3)", []string{"0.2!: b6-c5"}, []string{"1.2 illegal-move 2"}},
		{"not the side to move", "1. c3-b4 (1. c3-b4 e3-d4) b6-c5", []string{"0.1!: c3-b4"}, []string{"1.2 illegal-move 2"}},
		{"a variation of what is impossible", "1. c3-b4 (1. e3-d4 d6-e7 (1... f6-g5) 2. g3-h4) b6-c5",
			[]string{"0.1!: e3-d4", "1.2: f6-g5"}, []string{"1.2 illegal-move 2"}},
		{"behind what is impossible", "1. c3-b4 (1. e3-d4 d6-e7 2. g3-h4 (2. g3-f4 f6-g5)) b6-c5",
			[]string{"0.1!: e3-d4", "1.3!:"}, []string{"1.2 illegal-move 2"}},
		{"behind where the game stops", "1. c3-c4 b6-c5 (1... f6-g5) (1. c3-b4 b6-a5)",
			[]string{"0.2!:", "0.1: c3-b4 b6-a5"}, []string{"0.1 illegal-move 2", "2.1 move-number 0"}},
		{"a word that is none", "1. c3-b4 b6-c5 (1... f6-g5 2. 7xx)", []string{"0.2!: f6-g5"}, []string{"1.2 unreadable-word 3"}},
		{"a repair", "1. c3-b4 b6-c5 (1... f6:g5)", []string{"0.2: f6-g5"}, []string{"1.1 wrong-separator 1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			games := readAll(t, "[Variant \"bashni\"]\n\n"+test.moves+" *\n")
			require.Len(t, games, 1)
			r := replay.Judge(games[0], record.UnknownVariant)
			require.Equal(t, test.lines, lines(r))
			var faults []string
			worst := replay.Legal
			for _, f := range r.Faults {
				if f.Code == record.Syntax {
					continue
				}
				faults = append(faults, fmt.Sprintf("%d.%d %s %d", f.Variation, f.Ply, f.Code, f.Severity))
				worst = max(worst, [...]replay.Verdict{replay.Legal, replay.Repaired, replay.Illegal, replay.Unreadable}[f.Severity])
			}
			require.Equal(t, test.faults, faults)
			require.Equal(t, worst, r.Verdict)

			// The output has the same verdict, and the tree has every move once, played from its
			// place.
			again := readAll(t, writeAll(t, record.UnknownVariant, games[0]))[0]
			if r.Verdict < replay.Illegal {
				require.Equal(t, lines(r), lines(replay.Judge(again, record.UnknownVariant)))
			} else {
				require.GreaterOrEqual(t, replay.Judge(again, record.UnknownVariant).Verdict, replay.Illegal)
			}
			texts := make([][]string, len(r.Variations)+1)
			for i, n := range r.Tree() {
				require.Len(t, texts[n.Variation], i)
				legal := n.Before.Moves(nil)
				require.Contains(t, legal, *n.Move)
				texts[n.Variation] = append(texts[n.Variation], string(n.Before.AppendMove(nil, n.Move, legal)))
			}
			require.Equal(t, strings.Join(r.Moves, " "), strings.Join(texts[0], " "))
			for i, v := range r.Variations {
				require.Equal(t, strings.Join(v.Moves, " "), strings.Join(texts[i+1], " "))
			}
		})
	}
}

// lines formats the variations of a report.
func lines(r *replay.Report) []string {
	var all []string
	for _, v := range r.Variations {
		wrong := "!"
		if v.Legal {
			wrong = ""
		}
		all = append(all, strings.TrimSpace(fmt.Sprintf("%d.%d%s: %s", v.Of, v.Ply, wrong, strings.Join(v.Moves, " "))))
	}
	return all
}

// All 66 variations of the annotated Dutch championship are playable from their places; three
// have the numbers of other places, see TestFiles.
func TestVariationsOfFiles(t *testing.T) {
	found, behind := 0, 0
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(filesDir, f.name))
		if os.IsNotExist(err) {
			t.Skipf("%s is not there", filesDir)
		}
		require.NoError(t, err)
		for _, g := range readAll(t, string(data)) {
			for _, v := range replay.Judge(g, f.variant).Variations {
				require.True(t, v.Legal, "%s, game %d, line %d", f.name, g.Source.Number, g.Place(v.Line[0].At).Line)
				require.Len(t, v.Moves, len(v.Line))
				found++
				if n := v.Line[0].Note; n != nil && n.StartOffset != 0 {
					behind++
				}
			}
		}
	}
	require.Equal(t, 66, found)
	require.Equal(t, 3, behind)
}

// The time for a tree of maximum depth and width is proportional to its text.
func TestHostileVariations(t *testing.T) {
	deep := strings.Repeat("(1. c3-b4 ", 100) + strings.Repeat(")", 100)
	wide := strings.Repeat("(1. c3-b4 b6-c5 2. b4-a5 h1)", 20_000)
	for _, text := range []string{deep, wide, strings.Repeat("(", 100_000), strings.Repeat("(1. c3-b4 b6-c5 (1... ", 5_000)} {
		g := readAll(t, "[Variant \"bashni\"]\n\n1. c3-d4 "+text+" *\n")[0]
		r := replay.Judge(g, record.UnknownVariant)
		require.LessOrEqual(t, len(r.Variations), strings.Count(text, "("))
	}
}
