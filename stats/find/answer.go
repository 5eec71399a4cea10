package find

import (
	"context"
	"math/bits"
	"slices"
)

// source tells in which games a condition may be true: an Index without reading its games, or the
// single game of a Searcher before its moments are searched.
type source struct {
	ctx   context.Context
	games int // number of games
	index *Index
	game  *game // nil for an index
}

// gameSet is a set of games.
type gameSet []uint64

func (s gameSet) add(game int) { s[game>>6] |= 1 << (game & 63) }

func (s gameSet) has(game int) bool { return s[game>>6]>>(game&63)&1 != 0 }

func (s gameSet) count() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// answer holds the games in which a condition may be true at some moment. It is sure if the
// condition is true in all of them, and whole if it is the same at all moments of a game.
type answer struct {
	games gameSet
	sure  bool
	whole bool
	// places has an element for each moment at which the condition is true: its game. It is
	// complete if counted is set.
	places  []int
	counted bool
}

// answer returns the answer for a condition.
func (s source) answer(c condition) (answer, error) {
	if err := s.ctx.Err(); err != nil {
		return answer{}, err
	}
	if c.known == nil {
		return s.anything(), nil
	}
	return c.known(s)
}

// none returns the answer that a condition is true in no game.
func (s source) none() answer {
	return answer{games: make(gameSet, (s.games+63)/64), sure: true, whole: true}
}

// anything returns the answer if nothing is known: any game may match.
func (s source) anything() answer {
	a := s.contrary(s.none())
	a.sure, a.whole = false, false
	return a
}

func (s source) contrary(a answer) answer {
	if !a.sure || !a.whole {
		return s.anything()
	}
	for i := range a.games {
		a.games[i] = ^a.games[i]
	}
	if n := s.games & 63; n != 0 {
		a.games[len(a.games)-1] &= 1<<n - 1
	}
	return a
}

// allOf returns the answer for "and". It is not sure if several parts are about moments, since
// they may be true at different moments.
func (s source) allOf(parts []answer) answer {
	out := s.contrary(s.none())
	var moments []answer
	for _, a := range parts {
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
		out.places = slices.DeleteFunc(slices.Clone(moments[0].places), func(game int) bool { return !out.games.has(game) })
	}
	return out
}

func (s source) anyOf(parts []answer) answer {
	out := s.none()
	for _, a := range parts {
		for i := range out.games {
			out.games[i] |= a.games[i]
		}
		out.sure, out.whole = out.sure && a.sure, out.whole && a.whole
	}
	return out
}

func (x *Index) answer(ctx context.Context, q *Query) (answer, error) {
	return source{ctx: ctx, games: x.Games, index: x}.answer(q.root)
}

// Found returns a function that reports whether a query may find a game, from 0 to Games-1. It surely does if
// the query is about tags and results alone. The error may be that of ctx.
func (x *Index) Found(ctx context.Context, q *Query) (func(game int) bool, error) {
	a, err := x.answer(ctx, q)
	return a.games.has, err
}

// Count returns how many games a query finds and at how many moments, 0 for a query about games
// as a whole. known is false if the index cannot tell for sure. The error may be that of ctx.
func (x *Index) Count(ctx context.Context, q *Query) (games, places int, known bool, err error) {
	a, err := x.answer(ctx, q)
	if err != nil || !a.sure || !a.whole && !a.counted {
		return 0, 0, false, err
	}
	return a.games.count(), len(a.places), true, nil
}
