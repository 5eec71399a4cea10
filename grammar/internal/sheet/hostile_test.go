package sheet

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

// drawn puts pieces together that are drawn by lot.
func drawn(random *rand.Rand, most int, pieces ...string) string {
	var b strings.Builder
	for range 1 + random.IntN(most) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

// What gives up early where no move can be says the same as what reads on.
func TestShapeGivesUp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	shaped, cases := 0, 30_000
	if *thorough {
		cases = 200_000
	}
	for range cases {
		text := drawn(random, 8, "c3", "b4", "12", "-", ":", ",", ".", "*", "|", "x", "х", "З", "б", "–", "+", "e", "(", " ", "¹", "l", "m", "×")
		n := wordAt(text)
		if n > 0 && !isShape(text[:n]) {
			n = 0
		}
		require.Equal(t, n, shapeAt(text), "%q", text)
		if n > 0 {
			shaped++
		}
		run := runAt(text)
		require.Equal(t, isShape(text[:run]), isShape(text[:runOf(text, true)]), "%q", text)
	}
	require.Greater(t, shaped, cases/20)
}

// Where names and moves stand behind each other a game may begin, for all that is
// known, wherever before that was asked.
func TestBeginsWithin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	named, cases := 0, 2000
	if *thorough {
		cases = 50_000
	}
	for range cases {
		text := drawn(random, 24, "Иванов", "А", "неизв", "???", "[нрзб]", "(Тула)", " ", " ", " – ", "-", "–", " vs ", " против. ", ": ", ",", "/", "1. ", "(1) ", "l. ", "І. ", "2. ", "c3-b4", "cb4 ", "слово ", "2100", "\u00a0", "\t", "ааааааааааааааааааааааааааааа")
		var b begins
		for at := 0; at < len(text); at++ {
			if text[at]&0xc0 == 0x80 || random.IntN(3) == 0 {
				continue
			}
			if random.IntN(8) == 0 { // a game begins there
				b.carry(at, min(len(text), at+200))
				text, at = text[at:], 0
			}
			end := min(len(text), at+4*maxName)
			p := playersBeforeMoves(text[at:end], nextFirstMoves)
			within := b.within(text, at, end)
			if text[at] <= ' ' || text[at] == "\u00a0"[0] {
				continue // no token
			}
			may := b.names.mayBegin(text[:end], at)
			if anew := (&nameRun{}).mayBegin(text[at:end], 0); anew != may {
				require.Equal(t, anew, may, "%q from %d", text, at)
			}
			if p.ok && p.white == 0 && may {
				require.True(t, within, "%q from %d", text, at)
				named++
			}
		}
	}
	require.Greater(t, named, cases/100)
}

// What is known of the remarks of a line is what would be found at each bracket.
func TestRemarkWithin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	cases := 300
	if *thorough {
		cases = 2000
	}
	for range cases {
		text := drawn(random, 300, "(", "(", ")", "{", "}", "[", "]", " ", "1)", "a")
		f, anew := NewFinder(), NewFinder()
		f.remarks.reset()
		from, end := 0, 0
		for from < len(text) {
			end = min(len(text), max(end, from)+1+random.IntN(len(text))) // it only grows
			part := text[from:end]
			for i := range len(part) {
				if strings.IndexByte("({[", part[i]) >= 0 && random.IntN(3) > 0 {
					f.open, anew.open = 0, 0
					f.remarkWithin(part, i)
					anew.remark(part[i:])
					require.Equal(t, anew.open, f.open, "%q from %d, at %d", text, from, i)
					if f.open != 0 {
						require.Equal(t, anew.nested, f.nested, "%q from %d, at %d", text, from, i)
					}
				}
			}
			by := 1 + random.IntN(len(part))
			from += by
			f.remarks.carry(text[from:], by)
		}
	}
}

// What a list of towers begins with is a square to both who look for it, the
// one that says that a list begins and the one that says where it ends: else
// the lexer stands still, as it did at аЗО, which looks like a30.
func TestSquareListBegins(t *testing.T) {
	for text, want := range map[string]bool{
		"a1, b2": true, "а1-0/0": true, "аЗ": true, "аЗ-b4": true, "12, 13": true, "a1О,": true, "кО, b2": false,
		"аЗО-b2|c3": false, "koЗ.о|": false, "all, b2": false, "cb4|b2": false, "x, 1": false,
	} {
		require.Equal(t, want, isSquareList(text), text)
		if want {
			require.Positive(t, towersEnd(text, 0, len(text)), text)
		}
	}
}
