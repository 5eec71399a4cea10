package stats

import (
	"cmp"
	"context"
	"errors"
	"math"
	"reflect"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// ending is the way in which a game of Adiukh reached its score.
type ending uint8

const (
	playedOut ending = iota // the side to move had no move (Adiukh 5.1)
	resignation
	timeLoss      // Adiukh 5.4
	agreedDraw    // 12:12 before the end (Adiukh 6.1.3)
	unknownEnding // the record gives only the score
	numEndings
)

// adiukhPoints is the sum of both sides' points in every game (Adiukh 5.1).
const adiukhPoints = 24

// adiukhSquares is the number of squares on the board.
const adiukhSquares = 32

// Adiukh groups games by length in steps of lengthStep plies; games of maxLengths steps or
// more form one group.
const (
	lengthStep = 10
	maxLengths = 50
)

// Adiukh counts the scores of games of Adiukh draughts. It counts games that are legal or
// repaired, were played and have a score. It is not safe for concurrent use.
type Adiukh struct {
	opening *Openings
	players *Players
	summary adiukhSummary
}

// adiukhSummary holds the counts of Adiukh, except for openings and players.
type adiukhSummary struct {
	Tally    Tally // of the games with a score
	Unscored int   // legal or repaired games without a score

	// Scores counts games by White's points, 0 to 24, and by ending.
	Scores [adiukhPoints + 1][numEndings]int

	Years    map[int]Tally           // by year, 0 if unknown
	Margins  [2]moments              // of White's wins and of Black's
	Lengths  [maxLengths + 1]moments // margins of played-out games by length, 0 for a draw
	Relation relation

	// Games that were played out:
	Blocked [2]blocked   // by the side that was left without a move
	Winners pointSources // sources of the winners' points; draws are left out
	Losers  pointSources
	// Given counts wins in which the winner's given points were fewer than, equal to and
	// more than the taken ones; see pointSources.
	Given   [3]int
	Squares [adiukhSquares]squareTally // in board order
}

// ending returns White's points in the games with a given ending.
func (s *adiukhSummary) ending(e ending) (t moments) {
	for points, row := range s.Scores {
		t.Games += row[e]
		t.Sum += points * row[e]
		t.Squares += points * points * row[e]
	}
	return t
}

// moments holds the sums from which the mean and standard deviation of a number are computed:
// White's points, or the margin, which is the difference of points, 2 to 24 in a won game.
type moments struct{ Games, Sum, Squares int }

// Mean returns the mean, or NaN without games.
func (m *moments) Mean() float64 { return float64(m.Sum) / float64(m.Games) }

// Spread returns the standard deviation, or NaN without games.
func (m *moments) Spread() float64 { return spread(m.Games, m.Sum, m.Squares) }

func (m *moments) add(n int) {
	m.Games++
	m.Sum += n
	m.Squares += n * n
}

// relation holds the sums for the correlation of length and margin in played-out games.
type relation struct{ Games, Plies, Margins, PliesSquares, MarginSquares, Products int }

// Correlation returns Pearson's coefficient, -1 to 1, or NaN if either number is constant.
func (r *relation) Correlation() float64 {
	n := float64(r.Games)
	covariance := n*float64(r.Products) - float64(r.Plies)*float64(r.Margins)
	plies := n*float64(r.PliesSquares) - float64(r.Plies)*float64(r.Plies)
	margins := n*float64(r.MarginSquares) - float64(r.Margins)*float64(r.Margins)
	return covariance / math.Sqrt(plies*margins)
}

// blocked counts the games in which a side was left without a move: those that it lost, drew
// and won. Without counts the games among them in which it had no tower left; in the others
// its towers could not move, being locked or kings without a capture.
type blocked [3]struct{ Games, Without int }

// pointSources counts a side's points by their source. A point is a piece of either colour
// on the opponent's half of the board in the final position (Adiukh 5.1). Each point has one
// of four sources:
//
//   - Walked: the side's own piece, in a tower of its own.
//   - Given: the side's own piece, a prisoner of the opponent: given away, and left or
//     carried there.
//   - Taken: an opponent's piece, a prisoner: captured and carried there.
//   - Stayed: an opponent's piece in the opponent's own tower.
//
// Captures and Lost count the captures by the side and by its opponent during the game; a
// piece captured twice counts twice.
type pointSources struct {
	Games                        int
	Walked, Given, Taken, Stayed int
	Captures, Lost               int
}

// Points returns the side's total.
func (s *pointSources) Points() int { return s.Walked + s.Given + s.Taken + s.Stayed }

// squareTally counts the towers and pieces on a square in final positions.
type squareTally struct {
	Towers [2]int // games with a white tower there, and with a black one
	Pieces [2]int // white and black pieces, summed over all games
}

// NewAdiukh returns an Adiukh that counts openings to a depth of plies and holds about memory
// bytes in memory.
func NewAdiukh(plies, memory int) *Adiukh {
	rules, err := replay.For(record.Adiukh)
	if err != nil {
		panic(err) // its rules are built in
	}
	opening, players := NewOpenings(rules.Start(), plies, memory/2), NewPlayers(memory/2)
	return &Adiukh{opening, players, adiukhSummary{Years: make(map[int]Tally)}}
}

// Add counts a game if it qualifies. An error comes from a temporary file.
func (a *Adiukh) Add(r *replay.Report) error {
	if r.Variant != record.Adiukh || !sound(r) {
		return nil
	}
	s := &a.summary
	white, black, ok := Points(r)
	if !ok {
		s.Unscored++
		return nil
	}
	s.Tally.Count(r)
	s.Scores[white][endingOf(r)]++
	s.count(r.Game.Year(), func(t *Tally) { t.Count(r) })
	winner, margin := record.White, white-black
	if margin < 0 {
		winner, margin = record.Black, -margin
	}
	if margin > 0 {
		s.Margins[winner].add(margin)
	}
	if r.Over {
		s.playedOut(r, winner, margin)
	}
	return errors.Join(a.opening.Add(r), a.players.Add(r))
}

// endingOf returns the ending of a scored game.
func endingOf(r *replay.Report) ending {
	recorded := r.Game.Result
	switch {
	case r.Over:
		return playedOut
	case recorded.Manner == record.Resigned:
		return resignation
	case recorded.Manner == record.OnTime:
		return timeLoss
	case recorded.Manner == record.Agreed, recorded.Outcome == record.Draw,
		recorded.Outcome == record.Points && recorded.White == recorded.Black:
		return agreedDraw
	}
	return unknownEnding
}

// playedOut counts a game by its final position; a margin of 0 has no winner.
func (s *adiukhSummary) playedOut(r *replay.Report, winner record.Colour, margin int) {
	plies := len(r.Moves)
	s.Lengths[min(plies/lengthStep, maxLengths)].add(margin)
	addTo(&s.Relation, &relation{1, plies, margin, plies * plies, margin * margin, plies * margin})

	sides := [2]pointSources{{Games: 1}, {Games: 1}}
	towers := [2]int{}
	for i, at := range record.Adiukh.Board().Squares() {
		square, t := &s.Squares[i], r.Final.At(at)
		if t == 0 {
			continue
		}
		towers[t.Owner()]++
		square.Towers[t.Owner()]++
		for c := range square.Pieces {
			square.Pieces[c] += t.Count(record.Colour(c))
		}
		side := record.Black // the side for which pieces on this square count
		if at.Rank() >= r.Variant.Board().Ranks/2 {
			side = record.White
		}
		if of := &sides[side]; t.Owner() == side {
			of.Walked += t.Own().N
			of.Taken += t.Prisoners().N
		} else {
			of.Stayed += t.Own().N
			of.Given += t.Prisoners().N
		}
	}
	for _, ply := range r.Plies() {
		if ply.Move != nil {
			sides[ply.Before.Turn()].Captures += ply.Move.Captures()
			sides[ply.Before.Turn().Other()].Lost += ply.Move.Captures()
		}
	}

	if margin > 0 {
		won := &sides[winner]
		addTo(&s.Winners, won)
		addTo(&s.Losers, &sides[winner.Other()])
		s.Given[1+cmp.Compare(won.Given, won.Taken)]++
	}
	stuck := r.Final.Turn
	b := &s.Blocked[stuck][1+cmp.Compare(sides[stuck].Points(), sides[stuck.Other()].Points())]
	b.Games++
	if towers[stuck] == 0 {
		b.Without++
	}
}

// merge adds the counts of other.
func (s *adiukhSummary) merge(other *adiukhSummary) {
	addTo(s, other) // all but the years
	for year, games := range other.Years {
		s.count(year, func(t *Tally) { t.Merge(&games) })
	}
}

// count calls add with the tally of a year.
func (s *adiukhSummary) count(year int, add func(*Tally)) {
	t := s.Years[year]
	add(&t)
	s.Years[year] = t
}

// addTo adds the numbers of src to those of dst: structs or arrays of the same type.
func addTo[T any](dst, src *T) { addValues(reflect.ValueOf(dst).Elem(), reflect.ValueOf(src).Elem()) }

func addValues(dst, src reflect.Value) {
	if to, is := dst.Addr().Interface().(*Tally); is {
		to.Merge(src.Addr().Interface().(*Tally)) // its years are not sums
		return
	}
	switch dst.Kind() {
	case reflect.Int:
		dst.SetInt(dst.Int() + src.Int())
	case reflect.Struct:
		for i := range dst.NumField() {
			addValues(dst.Field(i), src.Field(i))
		}
	case reflect.Array:
		for i := range dst.Len() {
			addValues(dst.Index(i), src.Index(i))
		}
	}
}

// Merge takes over the counts of other, whose openings have the same number of plies. After
// that, other may only be closed.
func (a *Adiukh) Merge(other *Adiukh) error {
	a.summary.merge(&other.summary)
	return errors.Join(a.opening.Merge(other.opening), a.players.Merge(other.players))
}

// openings returns the tree of openings, and in it the indices of those of at least minGames
// games, most frequent first: the positions at the depth passed to NewAdiukh.
func (a *Adiukh) openings(ctx context.Context, minGames int) (tree *Tree, all []int, err error) {
	if tree, err = a.opening.Tree(ctx, 1); err != nil {
		return nil, nil, err
	}
	for i := range tree.Positions {
		if n := &tree.Positions[i]; n.Ply == tree.Depth && n.Tally.Games >= minGames {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int {
		more := cmp.Compare(tree.Positions[b].Tally.Games, tree.Positions[a].Tally.Games)
		return cmp.Or(more, slices.Compare(tree.Line(a), tree.Line(b)))
	})
	return tree, all, nil
}

// Games returns the number of games counted, and of legal or repaired games without a score.
func (a *Adiukh) Games() (counted, unscored int) { return a.summary.Tally.Games, a.summary.Unscored }

// Close removes temporary files.
func (a *Adiukh) Close() error { return errors.Join(a.opening.Close(), a.players.Close()) }
