package index

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/find"
)

// answer is what an index knows of a condition: the games in which it may be true
// at some moment; sure where it is in all of them, and whole where it is the same
// at all moments of a game.
type answer struct {
	games Set
	sure  bool
	whole bool
	// places are the games of the moments at which the condition is true, one for each,
	// where counted says that all of them are known.
	places  []uint32
	counted bool
}

// Candidates returns the games that a query may find, and whether it is sure that
// it finds all of them. What the index does not know of is left to be searched. A query may
// ask it for much: where the context ends meanwhile, the error is the context's.
func (x *Index) Candidates(ctx context.Context, c query.Condition) (games Set, sure bool, err error) {
	a, err := x.answer(ctx, c)
	return a.games, a.sure, err
}

// Count returns how many games a query finds and in how many places, which are none
// where it is about games as a whole; false where the index does not know it for sure.
func (x *Index) Count(ctx context.Context, c query.Condition) (games, places int, known bool, err error) {
	a, err := x.answer(ctx, c)
	if err != nil || !a.sure || !a.whole && !a.counted {
		return 0, 0, false, err
	}
	return a.games.Count(), len(a.places), true, nil
}

// anything is the answer where the index knows nothing.
func (x *Index) anything() answer {
	a := answer{games: x.none()}
	for i := range a.games {
		a.games[i] = ^uint64(0)
	}
	x.trim(a.games)
	return a
}

// trim takes out of a set what is behind the last game.
func (x *Index) trim(s Set) {
	if n := x.Games & 63; n != 0 && len(s) > 0 {
		s[len(s)-1] &= 1<<n - 1
	}
}

func (x *Index) contrary(a answer) answer {
	if !a.sure || !a.whole {
		return x.anything()
	}
	for i := range a.games {
		a.games[i] = ^a.games[i]
	}
	x.trim(a.games)
	return a
}

func (x *Index) answer(ctx context.Context, c query.Condition) (answer, error) {
	if err := ctx.Err(); err != nil {
		return answer{}, err
	}
	known := answer{games: x.none(), sure: true, whole: true}
	switch c := c.(type) {
	case *query.All:
		return x.all(ctx, c.Of)
	case *query.Any:
		for _, of := range c.Of {
			a, err := x.answer(ctx, of)
			if err != nil {
				return a, err
			}
			for i := range known.games {
				known.games[i] |= a.games[i]
			}
			known.sure, known.whole = known.sure && a.sure, known.whole && a.whole
		}
		return known, nil
	case *query.Not:
		a, err := x.answer(ctx, c.Of)
		return x.contrary(a), err
	case *query.Whole:
		a, err := x.answer(ctx, c.Of)
		if c.How == query.Always && !a.whole {
			a.sure = false
		}
		a.places, a.counted = nil, false
		if a.whole = a.sure; c.How == query.Never {
			return x.contrary(a), err
		}
		return a, err
	case *query.Occurrence:
		a, err := x.answer(ctx, c.Of)
		a.whole, a.counted = false, false
		return a, err
	case *query.Then:
		a, err := x.answer(ctx, c.First)
		if c.How == query.Sometime && err == nil {
			a, err = x.all(ctx, []query.Condition{c.First, c.Next})
		}
		a.sure, a.whole, a.counted = false, false, false
		return a, err
	case *query.Until:
		a, err := x.answer(ctx, c.Goal)
		a.whole, a.counted = false, false
		return a, err
	case *query.Player:
		err := x.players(&known, c.Side, find.Fold(c.Text))
		return known, err
	case *query.Outcome:
		outcome := map[query.Side]int{query.AnySide: drawn, query.White: whiteWon, query.Black: blackWon}[c.Winner]
		return known, x.termed(known.games, termOutcome, func(value string) bool { return value == strconv.Itoa(outcome) })
	case *query.Verdict:
		return known, x.termed(known.games, termVerdict, func(value string) bool { return slices.Contains(c.Of, value) })
	case *query.Variant:
		return known, x.termed(known.games, termVariant, func(value string) bool {
			return slices.ContainsFunc(c.Of, func(v record.Variant) bool { return v.String() == value })
		})
	case *query.Compare:
		return x.year(c, known)
	case *query.Hash:
		if err := x.long(&known); err != nil {
			return known, err
		}
		for _, v := range record.Variants() {
			if err := x.hashed(hashOf(v, c.Hash), known.reached); err != nil {
				return known, err
			}
		}
		return known, nil
	case *query.Position:
		return x.position(c, known)
	}
	return x.anything(), nil
}

// players adds the games of the players of a side, or of both at once, who have a text
// in their names.
func (x *Index) players(a *answer, side query.Side, text string) error {
	if side != query.AnySide {
		return x.player(a, map[query.Side]string{query.White: termWhite, query.Black: termBlack}[side], text)
	}
	black := answer{games: x.none(), sure: true}
	failed := make(chan error, 1)
	go func() { failed <- x.player(&black, termBlack, text) }()
	err := errors.Join(x.player(a, termWhite, text), <-failed)
	for i := range a.games {
		a.games[i] |= black.games[i]
	}
	a.sure = a.sure && black.sure
	return err
}

// player adds the games of those of a side.
func (x *Index) player(a *answer, side, text string) error {
	if !x.file.Cut {
		return x.containing(a.games, side, text)
	}
	return x.termed(a.games, side, func(name string) bool {
		cut := len(name) >= maxTerm
		a.sure = a.sure && !cut
		return cut || strings.Contains(name, text)
	})
}

// long begins an answer about positions with the games of which not all are kept.
func (x *Index) long(a *answer) error {
	a.whole, a.counted = false, true
	return x.termed(a.games, termLong, func(string) bool {
		a.sure = false
		return true
	})
}

// reached adds a game.
func (a *answer) reached(r Ref) bool {
	a.games.add(r.Game)
	a.places = append(a.places, r.Game)
	return true
}

// all is and: it is sure where no more than one part is about moments, for two
// may be true at different ones.
func (x *Index) all(ctx context.Context, of []query.Condition) (answer, error) {
	out := x.anything()
	out.sure, out.whole = true, true
	var moments []answer
	for _, part := range of {
		a, err := x.answer(ctx, part)
		if err != nil {
			return a, err
		}
		for i := range out.games {
			out.games[i] &= a.games[i]
		}
		if !a.whole {
			moments = append(moments, a)
		}
		out.sure, out.whole = out.sure && a.sure, out.whole && a.whole
	}
	out.sure = out.sure && len(moments) <= 1
	if len(moments) == 1 && moments[0].counted {
		out.counted = true
		for _, game := range moments[0].places {
			if out.games.has(game) {
				out.places = append(out.places, game)
			}
		}
	}
	return out, nil
}

// year answers a comparison of the year with a number.
func (x *Index) year(c *query.Compare, known answer) (answer, error) {
	plain := func(s query.Sum) (t query.Term, ok bool) {
		return s[0], len(s) == 1 && !s[0].Minus && s[0].Towers == nil
	}
	left, ok := plain(c.Left)
	right, ok2 := plain(c.Right)
	if !ok || !ok2 || left.Measure != "year" || right.Measure != "" {
		return x.anything(), nil
	}
	return known, x.termed(known.games, termYear, func(value string) bool {
		year, err := strconv.Atoi(value)
		return err == nil && query.Holds(year, c.Op, right.Number)
	})
}

// position answers what a whole position is, of whatever variant.
func (x *Index) position(c *query.Position, known answer) (answer, error) {
	if err := x.long(&known); err != nil {
		return known, err
	}
	for _, v := range record.Variants() {
		p, err := query.ReadFEN(v, c.FEN)
		if err != nil {
			continue
		}
		rules, err := replay.For(v)
		if err != nil {
			continue
		}
		for range 2 {
			at, err := rules.Position(&p.Position)
			if err != nil {
				break
			}
			if err := x.Reached(at, known.reached); err != nil {
				return known, err
			}
			if !p.EitherTurn {
				break
			}
			p.Turn = p.Turn.Other()
		}
	}
	return known, nil
}
