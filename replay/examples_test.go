package replay_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The examples of captures in the Ukrainian rules, II.3.10 and III.3.11, as far as the text gives
// the position (its diagrams are missing). The legal moves are those that the text names, and the
// board after a move is as it says. Both the engine and the reference are tested.
func TestExamplesOfCaptures(t *testing.T) {
	for _, c := range []struct {
		where, variant, fen string
		moves               []string
		after               map[string]string // by move, if the text says where the captor ends
	}{
		{"II.3.10.1, russian: any of the captures; the man becomes a king on e1 and goes on as one",
			"russian", "B:Wb2,d2,f2,b4:Ba5", []string{"a5:a1", "a5:g3", "a5:h4"},
			map[string]string{"a5:g3": "W:Wb2:BKg3"}},
		{"II.3.10.1, brazilian: the most, and it goes on from e1 as a man",
			"brazilian", "B:Wb2,d2,f2,b4:Ba5", []string{"a5:g3"}, map[string]string{"a5:g3": "W:Wb2:Bg3"}},
		{"II.3.10.5, russian: four choices (the text names one of the king's twice)",
			"russian", "W:Wa3,Kh4:Bb2,d2,f2,b4,d6", []string{"a3:e7", "a3:g1", "h4:a1", "h4:a5"}, nil},
		{"II.3.10.5, brazilian: the most are three",
			"brazilian", "W:Wa3,Kh4:Bb2,d2,f2,b4,d6", []string{"a3:g1", "h4:a1", "h4:a5"}, nil},
		{"II.3.10.5, brazilian: whatever they are",
			"brazilian", "W:Wa3,Kh4:Bb2,d2,f2,Kb4,d6", []string{"a3:g1", "h4:a1", "h4:a5"}, nil},
		{"II.3.10.7, russian: on from d8 as a king, to d2 or e1",
			"russian", "W:Wh4:Bc3,g5,c7,e7", []string{"h4:d2", "h4:e1"}, map[string]string{"h4:d2": "B:WKd2:B"}},
		{"II.3.10.7, brazilian: on from d8 as a man, which it stays on b6",
			"brazilian", "W:Wh4:Bc3,g5,c7,e7", []string{"h4:b6"}, map[string]string{"h4:b6": "B:Wb6:Bc3"}},
		{"II.3.10.8, russian: b6 is captured by the king that the man has become",
			"russian", "W:Wh4:Bc3,g5,b6,e7", []string{"h4:d2", "h4:e1"}, nil},
		{"II.3.10.8, brazilian: only a king could go on, so it stops and is one",
			"brazilian", "W:Wh4:Bc3,g5,b6,e7", []string{"h4:d8"}, map[string]string{"h4:d8": "B:WKd8:Bc3,b6"}},
		{"II.3.10.9, brazilian: c3 is not jumped again",
			"brazilian", "B:Wf2,c3,e5,g5:BKb4", []string{"b4:d4"}, map[string]string{"b4:d4": "W:W:BKd4"}},
		{"II.3.10.10, checkers: a man does not capture back",
			"checkers", "B:W22,23:B17", []string{"17:26"}, nil},
		{"II.3.10.11, checkers: a man stops on the far rank",
			"checkers", "B:W17,25,26,27:B13", []string{"13:29", "13:31"}, map[string]string{"13:31": "W:W25,27:BK31"}},
		{"II.3.10.12, checkers: a man captures forward",
			"checkers", "B:W10,19,K20:B6,23", []string{"6:24"}, map[string]string{"6:24": "W:WK20:B23,24"}},
		{"II.3.10.12, checkers: then the king's capture",
			"checkers", "W:WK20:B23,24", []string{"20:18"}, nil},
		{"III.3.11.1: man and king may both capture, and both three",
			"international", "W:W26,K45:B21,22,23", []string{"26:19", "45:16"}, nil},
		{"III.3.11.3: a man that passes the far rank stays one",
			"international", "W:W35:B7,8,19,30", []string{"35:11"}, map[string]string{"35:11": "B:W11:B"}},
		{"III.3.11.4: one that could go on only as a king stops and is one",
			"international", "W:W35:B8,11,19,30", []string{"35:2"}, map[string]string{"35:2": "B:WK2:B11"}},
		{"III.3.11.5: 28 is not jumped again",
			"international", "B:W19,20,28,34:BK22", []string{"22:23"}, map[string]string{"22:23": "W:W:BK23"}},
	} {
		t.Run(c.where, func(t *testing.T) {
			d := readDiagram(c.variant, c.fen)
			var texts []string
			moves := compare(t, c.variant, d)
			for i, ways := range d.texts(moves) {
				texts = append(texts, ways[0])
				if after, ok := c.after[ways[0]]; ok {
					require.Equal(t, after, d.play(moves[i]).fen())
				}
			}
			slices.Sort(texts)
			require.Equal(t, c.moves, texts)
			require.Subset(t, texts, slices.Collect(maps.Keys(c.after)))
			require.Equal(t, c.moves, position(t, c.variant, c.fen).MoveTexts())
		})
	}
}
