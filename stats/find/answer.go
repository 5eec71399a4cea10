package find

import (
	"context"
	"math/bits"
	"slices"
)

// source is what says in which games a condition may be true: an Index of its games without
// reading them, or of the one game of a Searcher what is known before its moments are looked at.
type source struct {
	ctx   context.Context
	games int // how many there are
	index *Index
	game  *game // nil where there is an index
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

// answer is what is known of a condition: the games in which it may be true at some moment; sure
// where it is in all of them, and whole where it is the same at all moments of a game.
type answer struct {
	games gameSet
	sure  bool
	whole bool
	// places are the games of the moments at which the condition is true, one for each,
	// where counted says that all of them are known.
	places  []int
	counted bool
}

// answer answers a condition.
func (s source) answer(c condition) (answer, error) {
	if err := s.ctx.Err(); err != nil {
		return answer{}, err
	}
	if c.known == nil {
		return s.anything(), nil
	}
	return c.known(s)
}

// none is the answer that a condition is true of no game.
func (s source) none() answer {
	return answer{games: make(gameSet, (s.games+63)/64), sure: true, whole: true}
}

// anything is the answer where nothing is known.
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

// allOf is and: not sure where several parts are about moments, which may be different ones.
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

// Count returns how many games a query finds and in how many places, which are none
// where it is about games as a whole; false where the index does not know it for sure.
// Where the context ends meanwhile, the error is the context's.
func (x *Index) Count(ctx context.Context, q *Query) (games, places int, known bool, err error) {
	a, err := x.answer(ctx, q)
	if err != nil || !a.sure || !a.whole && !a.counted {
		return 0, 0, false, err
	}
	return a.games.count(), len(a.places), true, nil
}
