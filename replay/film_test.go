package replay_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// A film shows what the positions of the game are, move by move, whether it is made
// while judging or afterwards, and with other positions set up within the game.
func TestFilm(t *testing.T) {
	for _, v := range record.Variants() {
		generator, err := corpus.NewGenerator(v, 5)
		require.NoError(t, err)
		freed := 0
		for i := range 12 {
			g := generator.Next()
			if i%3 == 1 && !v.Towers() && len(g.Plies) > 9 {
				g.Plies[7].Note = &record.Notes{Setup: "W::"}
				g.Plies[9].Note = &record.Notes{Setup: "B:WK" + v.Board().Name(v.Board().Squares()[0]) + ":B" + v.Board().Name(v.Board().Squares()[9])}
			}
			want := replay.Judge(g, record.UnknownVariant)
			var arbiter replay.Arbiter
			var quick, slow, later replay.Film
			var r replay.Report
			arbiter.JudgeFilm(g, record.UnknownVariant, &r, &quick, replay.Filming{Boards: true, Towers: true})
			require.Empty(t, r.Moves)
			require.Equal(t, want.Over, r.Over)
			arbiter.JudgeFilm(g, record.UnknownVariant, &r, &slow, replay.Filming{Boards: true, Towers: true, Claims: true, Hashes: true, Faults: true})
			require.Equal(t, want.Moves, r.Moves)
			require.Equal(t, want.Final, r.Final)
			require.Equal(t, want.Claims, r.Claims)
			require.Equal(t, want.Faults, r.Faults)
			var moves replay.Film
			arbiter.JudgeFilm(g, record.UnknownVariant, &r, &moves, replay.Filming{Claims: true})
			require.Equal(t, want.Claims, r.Claims)
			require.Len(t, moves.Boards, 1)
			require.Len(t, moves.Moves, len(want.Moves))
			want.Film(&later)
			require.Equal(t, slow.Boards, quick.Boards)
			require.Equal(t, slow.Boards, later.Boards)
			require.Equal(t, slow.Changed, quick.Changed)
			require.Equal(t, slow.Changed, later.Changed)
			require.Equal(t, slow.Hashes, later.Hashes)
			require.Len(t, later.Cuts, len(quick.Cuts))

			var scene replay.Scene
			scene.Begin(&quick)
			var spare []replay.Move
			moment := 0
			all := make([]uint64, len(quick.Boards))
			mobility := make([]uint64, len(all))
			for i := range all {
				all[i] = 1
			}
			scene.Begin(&quick)
			scene.Mobility(all, mobility, math.MaxInt, &spare)
			var bounded [4][]uint64
			for most := range bounded {
				bounded[most] = make([]uint64, len(all))
				scene.Begin(&quick)
				scene.Mobility(all, bounded[most], most, &spare)
			}
			require.Empty(t, spare)
			scene.Begin(&quick)
			for _, ply := range want.Plies() {
				p, m := ply.Before, ply.Move
				b := &quick.Boards[moment]
				scene.To(moment)
				require.Equal(t, p.Turn(), b.Turn)
				require.Equal(t, p.Hash(), slow.Hashes[moment])
				require.Equal(t, uint64(p.Kings()), b.Kings)
				for c := range b.Own {
					colour := record.Colour(c)
					census := p.Census(colour)
					require.Equal(t, uint64(p.Towers(colour)), b.Own[c])
					require.Equal(t, census.Prisoners(), int(b.Prisoners[c]))
					require.Equal(t, census.Pieces()-census.Prisoners(), int(b.Material[c]))
					p.Towers(colour).Each(func(bit int) { require.Equal(t, p.Tower(bit), scene.Tower(bit)) })
				}
				legal := p.Moves(nil)
				require.Equal(t, len(legal), int(mobility[moment]))
				require.Equal(t, len(legal), p.Mobility())
				for most := range bounded {
					if n := int(bounded[most][moment]); n <= most || len(legal) <= most {
						require.Equal(t, len(legal), n)
					}
				}
				require.Equal(t, len(legal) > 0 && legal[0].Captures() > 0, quick.MustCapture(moment))
				if m != nil {
					require.Equal(t, m.Captures(), int(b.Taken))
					require.Equal(t, m.Promotes(), b.Promotes)
					before := p.Record()
					after := *p
					after.Play(m)
					own := 0
					for _, s := range p.Captured(m) {
						if after.At(s) != 0 && after.At(s).Owner() == p.Turn() && before.At(s).Owner() != p.Turn() && s != p.To(m) {
							own += after.At(s).Own().N
							before.Put(s, 0)
						}
					}
					require.Equal(t, int(b.Freed), p.Freed(m), "%s", m)
					if v.Towers() {
						require.Equal(t, own, int(b.Freed), "%s", m)
					}
					freed += own
				}
				moment++
			}
			require.Len(t, quick.Boards, moment)
			require.Len(t, quick.Moves, moment-1)
		}
		require.Equal(t, v.Towers(), freed > 0)
	}
}
