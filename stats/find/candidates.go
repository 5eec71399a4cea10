package find

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// answer is what an index knows of a condition: the games in which it may be true
// at some moment; sure where it is in all of them, and whole where it is the same
// at all moments of a game.
type answer struct {
	games gameSet
	sure  bool
	whole bool
	// places are the games of the moments at which the condition is true, one for each,
	// where counted says that all of them are known.
	places  []int
	counted bool
}

// candidates returns the games that a query may find, and whether it is sure that
// it finds all of them. What the index does not know of is left to be searched.
func (x *Index) candidates(ctx context.Context, q *Query) (games gameSet, sure bool, err error) {
	a, err := x.answer(ctx, q.what)
	return a.games, a.sure, err
}

// Count returns how many games a query finds and in how many places, which are none
// where it is about games as a whole; false where the index does not know it for sure.
// Where the context ends meanwhile, the error is the context's.
func (x *Index) Count(ctx context.Context, q *Query) (games, places int, known bool, err error) {
	a, err := x.answer(ctx, q.what)
	if err != nil || !a.sure || !a.whole && !a.counted {
		return 0, 0, false, err
	}
	return a.games.count(), len(a.places), true, nil
}

// anything is the answer where the index knows nothing.
func (x *Index) anything() answer {
	a := answer{games: x.none()}
	x.invert(a.games)
	return a
}

// invert makes a set that of all other games.
func (x *Index) invert(s gameSet) {
	for i := range s {
		s[i] = ^s[i]
	}
	if n := x.Games & 63; n != 0 {
		s[len(s)-1] &= 1<<n - 1
	}
}

func (x *Index) contrary(a answer) answer {
	if !a.sure || !a.whole {
		return x.anything()
	}
	x.invert(a.games)
	return a
}

func (x *Index) answer(ctx context.Context, c condition) (answer, error) {
	if err := ctx.Err(); err != nil {
		return answer{}, err
	}
	switch c := c.(type) {
	case *andPart:
		return x.all(ctx, partsOf(c))
	case *orPart:
		known := answer{games: x.none(), sure: true, whole: true}
		for _, of := range partsOf(c) {
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
	case *unary:
		return x.unary(ctx, c)
	case then:
		a, err := x.answer(ctx, c.first())
		if c.part().How == "" && err == nil {
			a, err = x.all(ctx, partsOf(c))
		}
		a.sure, a.whole, a.counted = false, false, false
		return a, err
	case *untilPart:
		a, err := x.answer(ctx, c.Goal.condition())
		a.whole, a.counted = false, false
		return a, err
	case *aboutGame:
		return x.ofGame(c)
	case *onBoard:
		return x.onBoard(c)
	}
	if s := c.(*statement); s.Right != nil {
		return x.year(s)
	}
	return x.anything(), nil
}

// all is and: it is sure where no more than one part is about moments, for two
// may be true at different ones.
func (x *Index) all(ctx context.Context, of []condition) (answer, error) {
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

func (x *Index) unary(ctx context.Context, u *unary) (answer, error) {
	if u.isImage() {
		return x.anything(), nil
	}
	a, err := x.answer(ctx, u.Of.condition())
	if err != nil {
		return a, err
	}
	switch u.Prefix {
	case "not":
		return x.contrary(a), nil
	case "first", "last":
		a.whole, a.counted = false, false
		return a, nil
	}
	if u.Prefix == "always" && !a.whole {
		a.sure = false
	}
	a.places, a.counted = nil, false
	if a.whole = a.sure; u.Prefix == "never" {
		return x.contrary(a), nil
	}
	return a, nil
}

// ofGame answers a condition on the game.
func (x *Index) ofGame(c *aboutGame) (answer, error) {
	known := answer{games: x.none(), sure: true, whole: true}
	oneOf := func(kind string) (answer, error) {
		return known, x.termed(known.games, kind, func(value string) bool { return slices.Contains(c.words, value) })
	}
	switch {
	case c.Player != "":
		for kind, other := range map[string]string{termWhite: "black", termBlack: "white"} {
			if c.Colour == other {
				continue
			}
			err := x.termed(known.games, kind, func(name string) bool {
				isCut := x.summary.Cut && len(name) >= maxTerm
				known.sure = known.sure && !isCut
				return isCut || strings.Contains(name, c.text)
			})
			if err != nil {
				return known, err
			}
		}
		return known, nil
	case c.Winner != "" || c.Draw:
		outcome := strconv.Itoa(map[string]int{"": drawn, "white": whiteWon, "black": blackWon}[c.Winner])
		return known, x.termed(known.games, termOutcome, func(value string) bool { return value == outcome })
	case c.Verdicts != nil:
		return oneOf(termVerdict)
	case c.Variants != nil:
		return oneOf(termVariant)
	}
	return x.anything(), nil
}

// year answers a comparison of the year with a number.
func (x *Index) year(s *statement) (answer, error) {
	year, isNumber := s.Right.First.number()
	if s.Left.First.measure() != "year" || !isNumber || s.Left.Minus || s.Right.Minus || len(s.Left.Rest)+len(s.Right.Rest) > 0 {
		return x.anything(), nil
	}
	known := answer{games: x.none(), sure: true, whole: true}
	return known, x.termed(known.games, termYear, func(value string) bool {
		of, err := strconv.Atoi(value)
		return err == nil && compare(of, s.Op, year)
	})
}

// onBoard answers what a whole position is, of whatever variant, or its hash.
func (x *Index) onBoard(c *onBoard) (answer, error) {
	var hashes []uint64
	switch {
	case c.Hash != "":
		for _, v := range record.Variants() {
			hashes = append(hashes, hashOf(v, c.hash()))
		}
	case c.Position != nil:
		hashes = hashesOf(unquote(c.Position.Text))
	default:
		return x.anything(), nil
	}
	known := answer{games: x.none(), sure: true, counted: true}
	err := x.termed(known.games, termLong, func(string) bool { // not all of their positions are kept
		known.sure = false
		return true
	})
	for i := 0; i < len(hashes) && err == nil; i++ {
		err = x.reached(hashes[i], func(e entry) {
			known.games.add(int(e.game))
			known.places = append(known.places, int(e.game))
		})
	}
	return known, err
}

// hashesOf returns the hashes of a position in each variant that can have it.
func hashesOf(fen string) (hashes []uint64) {
	for _, v := range record.Variants() {
		p, either, err := readFEN(v, fen)
		if err != nil {
			continue
		}
		rules, err := replay.For(v)
		if err != nil {
			continue
		}
		at, err := rules.Position(&p)
		if err != nil {
			continue
		}
		hashes = append(hashes, hashOf(v, at.Hash()))
		if p.Turn = p.Turn.Other(); either {
			if at, err = rules.Position(&p); err == nil {
				hashes = append(hashes, hashOf(v, at.Hash()))
			}
		}
	}
	return hashes
}
