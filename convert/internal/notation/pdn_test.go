package notation

import (
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

func readAll(t testing.TB, text string) []*record.Game { return readAs(t, text, grammar.PDN) }

func readAs(t testing.TB, text string, format grammar.Format) []*record.Game {
	cutter, err := grammar.NewCutter(strings.NewReader(text), "test", "")
	require.NoError(t, err)
	cutter.SetFormat(format)
	parser := grammar.NewParser()
	var games []*record.Game
	for {
		chunk, err := cutter.Next()
		if err == io.EOF {
			return games
		}
		require.NoError(t, err)
		games = append(games, parser.Parse(chunk))
	}
}

func writeAll(t testing.TB, asked record.Variant, games ...*record.Game) string {
	var reports []*replay.Report
	for _, g := range games {
		reports = append(reports, replay.Judge(g, asked))
	}
	return textOf(new(PDN), reports...)
}

// textOf returns a writer's output for games, separated by blank lines.
func textOf(w interface {
	Append([]byte, *replay.Report) []byte
}, reports ...*replay.Report,
) string {
	var text []byte
	for i, r := range reports {
		if i > 0 {
			text = append(text, '\n')
		}
		text = w.Append(text, r)
	}
	return string(text)
}

// describe formats a game without its spelling and places.
func describe(g *record.Game) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %v %v %g-%g %q\n", g.Variant, g.Result.Outcome, g.Result.Manner, g.Result.White, g.Result.Black, g.Before)
	if g.Start != nil {
		fmt.Fprintln(&b, g.Start.FEN())
	}
	describePlies(&b, g.Plies, false)
	fmt.Fprintf(&b, "\n%q", g.After)
	return b.String()
}

// describePlies omits the number of a variation's first move, which may be absent before writing.
func describePlies(b *strings.Builder, plies []record.Ply, variation bool) {
	for i, p := range plies {
		fmt.Fprintf(b, "%v %v", p.Word.Steps, p.Word.Separator)
		n := p.Note
		if n != nil && i == 0 && variation && n.StartOffset == 0 {
			rest := *n
			if rest.Number = 0; reflect.DeepEqual(rest, record.Notes{}) {
				n = nil
			} else {
				n = &rest
			}
		}
		if n != nil {
			fmt.Fprintf(b, " %d %d %q %v %q %v %v %q %q %q %q", n.Number, n.StartOffset, n.Marks, n.Diagram, n.Commands, n.NAGs, n.DrawOffer, n.Before, n.Comments, n.Clock, n.Setup)
			for _, v := range n.Variations {
				b.WriteString(" (")
				describePlies(b, v, true)
				b.WriteString(")")
			}
		}
		b.WriteString("; ")
	}
}

// annotate adds random notes to a line of moves, in the form produced by the reader.
func annotate(random *rand.Rand, plies []record.Ply, depth int) {
	texts := []string{"a", "белые лучше", "two  spaces and (brackets)", "a { b", "see 1. c3-d4 *", "[# 5]", "% 5", `"quoted"`,
		"a long text that goes over the end of a line, and over the end of the next line as well, any way it is broken"}
	some := func(list []string) []string {
		var out []string
		for range random.IntN(3) {
			out = append(out, list[random.IntN(len(list))])
		}
		return out
	}
	for i := range plies {
		if random.IntN(4) > 0 {
			continue
		}
		n := &record.Notes{Comments: some(texts), DrawOffer: random.IntN(5) == 0}
		if random.IntN(3) == 0 {
			n.NAGs = append(n.NAGs, random.IntN(200))
		}
		if random.IntN(2) == 0 {
			n.Marks = []string{[]string{"!", "??", "(!?)"}[random.IntN(3)]}
		}
		if random.IntN(5) == 0 {
			n.Commands, n.Diagram = []string{"[%eval 1]", "[%cal Gc3d4]"}, random.IntN(2) == 0
		}
		if random.IntN(5) == 0 {
			n.Clock = "[%clock w0:00:10 B0:00:03]"
		}
		if i > 0 || depth > 0 {
			n.Before = some(texts)
		}
		if depth < 3 && i+1 < len(plies) {
			for range random.IntN(3) {
				v := append([]record.Ply(nil), plies[i:min(len(plies), i+1+random.IntN(5))]...)
				for j := range v {
					v[j].Note = nil
				}
				annotate(random, v, depth+1)
				n.Variations = append(n.Variations, v)
			}
		}
		if n.Comments != nil || n.Marks != nil || n.DrawOffer || n.NAGs != nil || n.Clock != "" || n.Commands != nil || n.Before != nil || n.Variations != nil {
			plies[i].Note = n
		}
	}
}

// Output is PDN 3.0, reads back the same with any notes on the moves, and is then written
// unchanged.
func TestWrittenIsReadBack(t *testing.T) {
	for _, v := range record.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, uint64(v)))
			gen, err := corpus.NewGenerator(v, 7)
			require.NoError(t, err)
			var games []*record.Game
			for range 12 {
				g := gen.Next()
				annotate(random, g.Plies, 0)
				if random.IntN(3) == 0 {
					g.Before = []string{"before", "[%clk 1:00:00] it begins"}
				}
				if random.IntN(3) == 0 {
					g.Tags = append(g.Tags, record.Tag{Name: "Annotator", Value: `a "b" \ c`})
				}
				if v == record.International && g.Result.Outcome == record.WhiteWins {
					g.Result.White = 2
				}
				if v == record.International && g.Result.Outcome == record.BlackWins {
					g.Result.Black = 2
				}
				if v == record.International && g.Result.Outcome == record.Draw {
					g.Result.White, g.Result.Black = 1, 1
				}
				games = append(games, g)
			}
			text := writeAll(t, record.UnknownVariant, games...)
			requireStrict(t, text)
			back := readAll(t, text)
			require.Len(t, back, len(games))
			for i, g := range back {
				require.Equal(t, describe(games[i]), describe(g))
				for _, tag := range games[i].Tags {
					require.Equal(t, tag.Value, g.Tag(tag.Name))
				}
				require.Empty(t, g.Faults)
				require.Equal(t, replay.Legal, replay.Judge(g, record.UnknownVariant).Verdict)
			}
			require.Equal(t, text, writeAll(t, record.UnknownVariant, back...))
		})
	}
}

// The standard's writing grammar, at the level of characters: consecutive tokens, tags before
// movetext, a * between games. Captures of Russian draughts and of tower games have ":", as in
// its table of game types.
var (
	strictTag  = regexp.MustCompile(`^\[([A-Z][A-Za-z0-9_]*) "((?:[^"\\]|\\.)*)"\]\n`)
	strictMove = regexp.MustCompile(`^(([0-9]+\.(\.\.)? )?((([a-h][1-8]|[1-9][0-9]?)(-([a-h][1-8]|[1-9][0-9]?)|([x:]([a-h][1-8]|[1-9][0-9]?))+)))([!?]+|\([!?]+\))*|[0-9]+\.(\.\.)?(?:[ \n])\{[^}]*\}|\$[0-9]+|\{[^}]*\}|/[^/]*/|\(|\)|%[^\n]*)[ \n]*`)
)

func requireStrict(t testing.TB, text string) {
	require.True(t, utf8.ValidString(text))
	for n, l := range strings.Split(text, "\n") {
		require.True(t, utf8.RuneCountInString(l) < 80 || strings.HasPrefix(l, "["), "line %d: %s", n+1, l)
	}
	rest := text
	for rest != "" {
		tags := 0
		for strictTag.MatchString(rest) {
			rest = rest[len(strictTag.FindString(rest)):]
			tags++
		}
		require.Positive(t, tags, "%.100q", rest)
		rest = strings.TrimPrefix(rest, "\n")
		depth := 0
		for !strings.HasPrefix(rest, "*\n") {
			m := strictMove.FindString(rest)
			require.NotEmpty(t, m, "%.100q", rest)
			switch m[0] {
			case '(':
				depth++
			case ')':
				depth--
			}
			rest = rest[len(m):]
		}
		require.Zero(t, depth)
		rest = strings.TrimPrefix(rest[2:], "\n")
	}
}
