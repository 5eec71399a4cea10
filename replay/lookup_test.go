package replay

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
)

// TestLookup checks, over some 50,000 plies and ten times as many with -thorough, that lookup
// agrees with resolving among all legal moves, and that the incremental hash equals the hash
// computed from scratch.
func TestLookup(t *testing.T) {
	games := Some(2000) / 4
	for _, v := range record.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, uint64(v)))
			rules, err := For(v)
			require.NoError(t, err)
			words := map[string]*record.Word{}
			var all []*record.Word
			word := func(text string) *record.Word {
				w := words[text]
				if w == nil {
					w, err = grammar.ParseMove(text)
					require.NoError(t, err)
					words[text], all = w, append(all, w)
				}
				return w
			}
			var quick Move
			var legal, spare []Move
			found, briefly, plies := 0, 0, 0
			for game := range games {
				p := rules.Start()
				for range 150 {
					if legal = p.Moves(legal[:0]); len(legal) == 0 {
						break
					}
					m := &legal[random.IntN(len(legal))]
					text := string(p.AppendMove(nil, m, legal))
					w := word(text)
					if resolved := p.resolve(w, legal).move; resolved != m {
						require.Equal(t, m, resolved, text)
					}
					if p.lookup(w, &quick, &spare) {
						found++
						if quick != *m || string(p.AppendMove(nil, &quick, spare)) != text || p.text(&quick) != text {
							require.Equal(t, *m, quick, text)
							require.Equal(t, text, string(p.AppendMove(nil, &quick, spare)))
							require.Equal(t, text, p.text(&quick))
						}
					} else if len(w.Steps) == 2 {
						// A straight capture and another with turns between the same squares.
						same := 0
						for i := range legal {
							if legal[i].from == m.from && legal[i].to == m.to {
								same++
							}
						}
						require.Greater(t, same, 1, text)
					}
					// A numeric board has no squares named by letters.
					if v.Board().Numbering == record.Numeric && p.lookup(word(InLetters(v.Board(), text)), &quick, &spare) {
						require.Fail(t, "found in letters", text)
					}
					// In short notation, with a separator or without (Adiukh 7.2).
					short := string(p.Append(nil, m, legal, Short))
					for _, short := range []string{short, strings.Replace(short, ":", "", 1)} {
						if v.Board().Numbering == record.Numeric || short[1] >= '0' && short[1] <= '9' { // in full
							continue
						}
						w := word(short)
						resolved := p.resolve(w, legal).move
						if p.lookup(w, &quick, &spare) {
							briefly++
							if resolved == nil || quick != *resolved || p.text(&quick) != text {
								require.Equal(t, resolved, &quick, short)
								require.Equal(t, text, p.text(&quick), short)
							}
						} else if rules.Prefer == nil {
							require.Nil(t, resolved, short)
						}
					}
					// A word of another position is found only if it is legal here.
					for range 3 {
						other := all[random.IntN(len(all))]
						if p.lookup(other, &quick, &spare) {
							o := p.resolve(other, legal)
							require.NotNil(t, o.move, other.Text)
							if quick != *o.move {
								require.Equal(t, quick, *o.move, other.Text)
							}
						}
					}
					p.Play(m)
					plies++
					if at := p.Record(); p.rules.set(&at).hash != p.hash {
						require.Equal(t, p.rules.set(&at).hash, p.hash)
					}
					if game%50 == 0 {
						again := p.Record()
						set, err := rules.Position(&again)
						require.NoError(t, err)
						require.Equal(t, p, set)
					}
				}
			}
			require.Greater(t, found, plies*9/10)
			if rules.Prefer == nil && v.Board().Numbering == record.Algebraic {
				require.Greater(t, briefly, plies)
			}
		})
	}
}
