package corpus_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

// planted is the ground truth of a game with a planted fault.
type planted struct {
	Game, Ply           int
	Kind, Word, Verdict string
	Code                record.Code
}

// write returns a number of games as a text, and the faults planted in it by game number.
func write(t testing.TB, v record.Variant, layout string, notation replay.Notation, games int, spoil float64) ([]byte, map[int]*planted) {
	w, err := corpus.NewGenerator(v, 5)
	require.NoError(t, err)
	w.Layout, w.Notation, w.Spoil = layout, notation, spoil
	truth := make(map[int]*planted)
	var text []byte
	for n := 1; n <= games; n++ {
		if n > 1 {
			text = append(text, '\n')
		}
		var line []byte
		if text, line = w.Append(text, n); line != nil {
			p := new(planted)
			require.NoError(t, json.Unmarshal(line, p))
			require.Equal(t, n, p.Game)
			truth[n] = p
		}
	}
	return text, truth
}

// Every planted fault is found at its ply with its verdict and code, and no other fault is.
func TestPlantedFaultsAreFound(t *testing.T) {
	const games = 40
	kinds := make(map[string]int)
	for _, v := range record.Variants() {
		for i, layout := range corpus.Layouts() {
			if !*thorough && (i+int(v))%2 > 0 {
				continue // of each variant half the layouts, each of half of the variants
			}
			for _, notation := range []replay.Notation{replay.Full, replay.Short} {
				if notation == replay.Short && (layout == corpus.PDN || v.Board().Numbering == record.Numeric) {
					continue
				}
				t.Run(fmt.Sprintf("%v/%s/%d", v, layout, notation), func(t *testing.T) {
					text, truth := write(t, v, layout, notation, games, 0.7)
					cutter, err := grammar.NewCutter(bytes.NewReader(text), "", "")
					require.NoError(t, err)
					parser := grammar.NewParser()
					number := 0
					for {
						chunk, err := cutter.Next()
						if err == io.EOF {
							break
						}
						require.NoError(t, err)
						number++
						r := replay.Judge(parser.Parse(chunk), record.UnknownVariant)
						require.Equal(t, v, r.Variant, chunk.Text)
						p := truth[number]
						if p == nil {
							require.Equal(t, replay.Legal, r.Verdict, "%v\n%s", r.Faults, chunk.Text)
							require.Empty(t, r.Faults, chunk.Text)
							continue
						}
						kinds[p.Kind]++
						require.Equal(t, p.Verdict, r.Verdict.String(), "%+v\n%v\n%s", p, r.Faults, chunk.Text)
						require.NotEmpty(t, r.Faults)
						for _, f := range r.Faults {
							require.Equal(t, p.Ply, f.Ply, "%+v\n%v\n%s", p, r.Faults, chunk.Text)
							require.Equal(t, p.Code, f.Code, "%+v\n%v\n%s", p, r.Faults, chunk.Text)
							require.Equal(t, p.Word, f.Word)
						}
						if r.Verdict >= replay.Illegal {
							require.Len(t, r.Moves, p.Ply-1)
						}
					}
					require.Equal(t, games, number)
					require.Greater(t, len(truth), games/2)
					require.Less(t, len(truth), games)
				})
			}
		}
	}
	require.Len(t, kinds, 10, "every kind is met: %v", kinds)
}

// Games without a planted fault are the same as without spoiling.
func TestSpoilingLeavesTheRest(t *testing.T) {
	const games = 50
	clean, err := corpus.NewGenerator(record.Bashni, 9)
	require.NoError(t, err)
	spoilt, err := corpus.NewGenerator(record.Bashni, 9)
	require.NoError(t, err)
	spoilt.Spoil = 0.5
	changed := 0
	for n := 1; n <= games; n++ {
		a, _ := clean.Append(nil, n)
		b, planted := spoilt.Append(nil, n)
		if planted == nil {
			require.Equal(t, string(a), string(b))
		} else {
			require.NotEqual(t, string(a), string(b))
			changed++
		}
	}
	require.NotZero(t, changed)
}

// A game depends only on its number, not on the games made before.
func TestGamesByNumber(t *testing.T) {
	first, err := corpus.NewGenerator(record.Lasca, 3)
	require.NoError(t, err)
	second, err := corpus.NewGenerator(record.Lasca, 3)
	require.NoError(t, err)
	for range 9 {
		first.Next()
	}
	require.Equal(t, first.Next(), second.Game(10))
}

// The output for a seed is a promise: breaking this test changes data that others refer to by seed.
func TestSeedIsStable(t *testing.T) {
	text, _ := write(t, record.Adiukh, corpus.Table, replay.Full, 1, 0)
	require.Contains(t, string(text), "Вид: adiukh\nБелые: Игрок1\tЧерные: Игрок2\n"+
		"1. g3-h4\th6-g5\n2. c3-d4\tb6-c5\n3. d4:b6\tc7:a5\n4. e3-d4\tg7-h6\n5. d4-c5\td6:b4\n6. a3:c5\ta5:c3\n")
}

// BenchmarkWrite makes and writes one game per operation.
func BenchmarkWrite(b *testing.B) {
	for _, layout := range corpus.Layouts() {
		b.Run(layout, func(b *testing.B) {
			w, err := corpus.NewGenerator(record.Bashni, 1)
			require.NoError(b, err)
			w.Layout = layout
			b.ReportAllocs()
			var text []byte
			size := 0
			for n := 1; b.Loop(); n++ {
				text, _ = w.Append(text[:0], n)
				size += len(text)
			}
			b.ReportMetric(float64(size)/1e6/b.Elapsed().Seconds(), "MB/s")
		})
	}
}
