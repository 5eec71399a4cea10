package replay

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// crowded are positions with many captures, which a search found, and a move
// that is none of them.
var crowded = []struct {
	variant   record.Variant
	fen, move string
}{
	{record.Bashni, "W:WKa1,c1=111,g1=111,Ka3,Ka7,Kb8,Kh8:Bc3=11,Ke3,Kg3,g5=11,b6=11,d6=111,Kg7", "b2-c3"},
	{record.Bashni, "W:WKa1,c1=111,g1=111,Ka3,Ka7,Kb8,Kh8:Bc3=11,Ke3,Kg3,g5=11,b6=11,d6=111,Kg7", "a1:c1"},
	{record.Lasca, "W:WK16,17=11:BK5,K6,K7,K12,13=11/111,K14,19=1/1,20=11/1,K21", "1-5"},
	{record.Adiukh, "W:Wb8,d8,f8=00,h8:Bc3=0/0,e3=00/00,g3,c5=00,e5=00,g5,c7=00,e7", "b2-c3"},
	{record.Russian, "W:WKa1,Kc1,Kh2,Kh4,Kb8,Kh8:BKb2,Ke3,Kg3,Kb4,Ke5,Kg5,Kb6,Ke7,Kg7", "b2-c3"},
	{record.International, "W:WK2,K4,K5,K15,K36,K46,K47,K48,K49:BK8,K9,K18,K19,K22,K24,K27,K30,K31,K40,K41,K42,K43,K44", "1-2"},
}

// The texts of many moves are those of each.
func TestTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	check := func(p *Position) {
		legal := p.Moves(nil)
		named := random.Perm(len(legal))[:random.IntN(len(legal)+1)]
		want := make([]string, len(named))
		for k, i := range named {
			want[k] = string(p.AppendMove(nil, &legal[i], legal))
		}
		slices.Sort(want)
		require.Equal(t, want, p.texts(legal, named))
	}
	for _, c := range crowded {
		rules, err := For(c.variant)
		require.NoError(t, err)
		p, err := rules.Position(from(t, gameOf(t, c.variant, ""), c.fen).Start)
		require.NoError(t, err)
		check(p)
	}
	for _, v := range record.Variants() {
		rules, err := For(v)
		require.NoError(t, err)
		for range 10 {
			p := rules.Start()
			for legal := p.Moves(nil); len(legal) > 0 && random.IntN(200) > 0; legal = p.Moves(nil) {
				check(p)
				p.Play(&legal[random.IntN(len(legal))])
			}
		}
	}
}

// levenshtein is the distance of two words by its definition, a dash being a
// colon.
func levenshtein(a, b string) int {
	b = strings.ReplaceAll(b, "-", ":")
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func TestDistance(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	word := func(n int) string {
		b := make([]byte, random.IntN(n+1))
		for i := range b {
			b[i] = "abc123:"[random.IntN(7)]
		}
		return string(b)
	}
	for range 3000 {
		a, b, c := word(64), strings.ReplaceAll(word(80), ":", "-"), word(6)
		var p pattern
		p.set(a)
		require.Equal(t, levenshtein(a, b+c), p.distance(b, c), "%s %s%s", a, b, c)
		require.Equal(t, levenshtein(a, c), p.distance(c, ""), "%s %s", a, c)
	}
}

// BenchmarkIllegal judges one illegal move in a position with many captures.
func BenchmarkIllegal(b *testing.B) {
	for _, c := range crowded {
		b.Run(c.variant.String()+" "+c.move, func(b *testing.B) {
			g := from(b, gameOf(b, c.variant, c.move), c.fen)
			var arbiter Arbiter
			var r Report
			b.ReportAllocs()
			for b.Loop() {
				arbiter.Judge(g, record.UnknownVariant, &r)
			}
			require.Equal(b, Illegal, r.Verdict)
		})
	}
}
