package replay_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// thicket writes random games with variations in variations, in which many a word is
// illegal, misspelt, of the wrong alphabet or none at all.
type thicket struct {
	random *rand.Rand
	legal  []replay.Move
	seen   []string // moves that were legal somewhere
}

// line writes so many words from a position on.
func (t *thicket) line(p replay.Position, words, depth int) string {
	var text strings.Builder
	for range words {
		before := p
		t.legal = p.Moves(t.legal[:0])
		if len(t.legal) == 0 {
			break
		}
		m := t.legal[t.random.IntN(len(t.legal))]
		move := string(p.AppendMove(nil, &m, t.legal))
		t.seen = append(t.seen, move)
		p.Play(&m)
		if depth > 0 {
			move = t.spoiled(move)
		} else if t.random.IntN(6) == 0 {
			move = strings.NewReplacer("a", "а", "c", "с", "e", "е").Replace(move)
		}
		fmt.Fprintf(&text, "%s ", move)
		for depth < 3 && t.random.IntN(3) == 0 {
			number := ""
			if t.random.IntN(4) == 0 {
				number = fmt.Sprintf("%d. ", 1+t.random.IntN(9))
			}
			fmt.Fprintf(&text, "(%s%s) ", number, t.line(before, 1+t.random.IntN(4), depth+1))
		}
	}
	return text.String()
}

// spoiled returns a word of a variation in place of a legal move.
func (t *thicket) spoiled(move string) string {
	switch t.random.IntN(12) {
	case 0, 1, 2:
		return t.seen[t.random.IntN(len(t.seen))]
	case 3:
		return "a1-h8"
	case 4:
		return strings.ToUpper(move)
	case 5:
		return strings.ReplaceAll(strings.ReplaceAll(move, "a", "а"), "-", ":")
	case 6:
		return "x9x"
	case 7:
		return "???"
	case 8:
		return move[:1] + move[2:]
	}
	return move
}

// What is told of the first faults of each kind is told in full, and all else that is
// said of a game is the same, however few of its faults somebody reads.
func TestAlike(t *testing.T) {
	for _, v := range []record.Variant{record.Bashni, record.Lasca, record.Russian, record.Adiukh} {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			rules, err := replay.For(v)
			require.NoError(t, err)
			grower := &thicket{random: rand.New(rand.NewPCG(3, uint64(v)))}
			parser := grammar.NewParser()
			arbiters := [...]replay.Arbiter{{Alike: 1}, {Alike: 3}, {Alike: 1000}}
			var short replay.Report
			spared := 0
			for range 60 {
				text := grower.line(*rules.Start(), 30, 0)
				g := parser.Parse(grammar.Chunk{Text: text, Format: grammar.PDN, Last: true})
				whole := replay.Judge(g, v)
				for i := range arbiters {
					arbiters[i].Judge(g, v, &short)
					spared += requireAlike(t, whole, &short, arbiters[i].Alike, text)
				}
			}
			require.Greater(t, spared, 1000)
		})
	}
}

// requireAlike holds a report that tells so many faults of a kind to the whole one, and
// returns how many faults it spared.
func requireAlike(t *testing.T, whole, short *replay.Report, limit int, text string) (spared int) {
	t.Helper()
	require.Len(t, short.Faults, len(whole.Faults), text)
	alike := map[record.Code]int{}
	for i, f := range whole.Faults {
		if alike[f.Code]++; alike[f.Code] > limit && !reflect.DeepEqual(f, short.Faults[i]) {
			spared++
			f.Message, f.Suggestions, f.Reason, f.Squares, f.Paragraph = message.Message{}, nil, "", nil, ""
		}
		require.Equal(t, f, short.Faults[i], text)
	}
	require.Equal(t, whole.Verdict, short.Verdict, text)
	require.Equal(t, whole.Moves, short.Moves, text)
	require.Equal(t, whole.Legal, short.Legal, text)
	require.Equal(t, whole.Final, short.Final, text)
	require.Len(t, short.Variations, len(whole.Variations), text)
	for i := range whole.Variations {
		a, b := &whole.Variations[i], &short.Variations[i]
		require.Equal(t, []any{a.Of, a.Ply, a.Before, a.Line, a.Legal}, []any{b.Of, b.Ply, b.Before, b.Line, b.Legal}, text)
		require.Equal(t, strings.Join(a.Moves, " "), strings.Join(b.Moves, " "), text)
		if b.Final.Variant != record.UnknownVariant {
			require.Equal(t, a.Final, b.Final, text)
		}
	}
	require.Equal(t, nodes(whole), nodes(short), text)
	return spared
}

// nodes returns the moves of a report's tree with their places.
func nodes(r *replay.Report) []string {
	var all []string
	for i, n := range r.Tree() {
		all = append(all, fmt.Sprintf("%d/%d %s %x", n.Variation, i, n.Before.AppendMove(nil, n.Move, nil), n.Before.Hash()))
	}
	return all
}
