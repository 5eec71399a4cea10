package find

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// source is what knows of some games in which of them a condition may be true: an Index of
// its games without reading them, a Searcher of the one game before its moments are
// looked at.
type source interface {
	games() int
	// leaf answers a condition that is not made of others.
	leaf(c condition, image image) (answer, error)
}

// image is how a condition is looked at.
type image struct{ exchanged, mirrored bool }

// prefixed is the image of an image.
func (i image) prefixed(prefix string) image {
	if prefix == "mirrored" {
		i.mirrored = !i.mirrored
	} else {
		i.exchanged = !i.exchanged
	}
	return i
}

// answer is what is known of a condition: the games in which it may be true
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
	a, err := answerOf(ctx, x, q.what, image{})
	return a.games, a.sure, err
}

// Count returns how many games a query finds and in how many places, which are none
// where it is about games as a whole; false where the index does not know it for sure.
// Where the context ends meanwhile, the error is the context's.
func (x *Index) Count(ctx context.Context, q *Query) (games, places int, known bool, err error) {
	a, err := answerOf(ctx, x, q.what, image{})
	if err != nil || !a.sure || !a.whole && !a.counted {
		return 0, 0, false, err
	}
	return a.games.count(), len(a.places), true, nil
}

// none is the answer that a condition is true of no game.
func none(s source) answer {
	return answer{games: make(gameSet, (s.games()+63)/64), sure: true, whole: true}
}

// anything is the answer where nothing is known.
func anything(s source) answer {
	a := contrary(s, none(s))
	a.sure, a.whole = false, false
	return a
}

func contrary(s source, a answer) answer {
	if !a.sure || !a.whole {
		return anything(s)
	}
	for i := range a.games {
		a.games[i] = ^a.games[i]
	}
	if n := s.games() & 63; n != 0 {
		a.games[len(a.games)-1] &= 1<<n - 1
	}
	return a
}

// answerOf answers a condition.
func answerOf(ctx context.Context, s source, c condition, image image) (answer, error) {
	if err := ctx.Err(); err != nil {
		return answer{}, err
	}
	var parts []answer
	for _, part := range partsOf(c) {
		a, err := answerOf(ctx, s, part, image)
		if err != nil {
			return a, err
		}
		parts = append(parts, a)
	}
	switch c := c.(type) {
	case *andPart:
		return allOf(s, parts), nil
	case *orPart:
		return anyOf(s, parts), nil
	case *unary:
		if !c.isImage() {
			return c.answer(s, parts[0]), nil
		}
		a, err := answerOf(ctx, s, c.Of.condition(), image.prefixed(c.Prefix))
		return anyOf(s, append(parts, a)), err
	case then:
		a := parts[0]
		if c.part().How == "" {
			a = allOf(s, parts)
		}
		a.sure, a.whole, a.counted = false, false, false
		return a, nil
	case *untilPart:
		goal := parts[1]
		goal.whole, goal.counted = false, false
		return goal, nil
	}
	return s.leaf(c, image)
}

// allOf is and: it is sure where no more than one part is about moments, for two
// may be true at different ones.
func allOf(s source, parts []answer) answer {
	out := contrary(s, none(s))
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
		for _, game := range moments[0].places {
			if out.games.has(game) {
				out.places = append(out.places, game)
			}
		}
	}
	return out
}

func anyOf(s source, parts []answer) answer {
	out := none(s)
	for _, a := range parts {
		for i := range out.games {
			out.games[i] |= a.games[i]
		}
		out.sure, out.whole = out.sure && a.sure, out.whole && a.whole
	}
	return out
}

// answer answers a condition with a prefix that makes no images; a is the answer of what
// follows it.
func (u *unary) answer(s source, a answer) answer {
	switch u.Prefix {
	case "not":
		return contrary(s, a)
	case "first", "last":
		a.whole, a.counted = false, false
		return a
	case "always":
		a.sure = a.sure && a.whole
	}
	a.places, a.counted = nil, false
	if a.whole = a.sure; u.Prefix == "never" {
		return contrary(s, a)
	}
	return a
}

func (x *Index) games() int { return x.Games }

// leaf answers what the index knows of: headers, and what whole positions are.
func (x *Index) leaf(c condition, image image) (answer, error) {
	switch c := c.(type) {
	case *aboutGame:
		return x.ofGame(c, image)
	case *statement:
		return x.year(c)
	case *onBoard:
		if image.exchanged || image.mirrored {
			break
		}
		return x.onBoard(c)
	}
	return anything(x), nil
}

// ofGame answers a condition on the game.
func (x *Index) ofGame(c *aboutGame, image image) (answer, error) {
	known, colour, winner := none(x), c.Colour, c.Winner
	if image.exchanged {
		colour, winner = exchanged(colour), exchanged(winner)
	}
	oneOf := func(kind string) (answer, error) {
		return known, x.termed(known.games, kind, func(value string) bool { return slices.Contains(c.words, value) })
	}
	switch {
	case c.Player != "":
		for kind, other := range map[string]string{termWhite: "black", termBlack: "white"} {
			if colour == other {
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
		outcome := strconv.Itoa(map[string]int{"": drawn, "white": whiteWon, "black": blackWon}[winner])
		return known, x.termed(known.games, termOutcome, func(value string) bool { return value == outcome })
	case c.Verdicts != nil:
		return oneOf(termVerdict)
	case c.Variants != nil:
		return oneOf(termVariant)
	}
	return anything(x), nil
}

// year answers a comparison of the year with a number.
func (x *Index) year(s *statement) (answer, error) {
	if s.Right == nil {
		return anything(x), nil
	}
	year, ok := s.limitOf("year")
	if !ok {
		return anything(x), nil
	}
	known := none(x)
	return known, x.termed(known.games, termYear, func(value string) bool {
		of, err := strconv.Atoi(value)
		return err == nil && compare(of, s.Op, year)
	})
}

// onBoard answers what a whole position is, of any variant, or its hash.
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
		return anything(x), nil
	}
	known := none(x)
	known.whole, known.counted = false, true
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
