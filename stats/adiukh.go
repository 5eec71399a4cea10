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

// ending is how a game of Adiukh came to its score.
type ending uint8

const (
	playedOut ending = iota // the side to move had no move (Adiukh 5.1)
	resignation
	timeLoss      // Adiukh 5.4
	agreedDraw    // 12:12 before the end (Adiukh 6.1.3)
	unknownEnding // the record gives the score and nothing else
	numEndings
)

// adiukhPoints is what both sides have together in every game (Adiukh 5.1).
const adiukhPoints = 24

// adiukhSquares is how many squares the board has.
const adiukhSquares = 32

// lengthStep is how many plies of length Adiukh puts together; what has
// maxLengths of them or more is put together, too.
const (
	lengthStep = 10
	maxLengths = 50
)

// Adiukh counts scores of games of Adiukh draughts. Games that are legal, or
// repaired, were played and have a score are counted. Not safe for concurrent use.
type Adiukh struct {
	opening *Openings
	players *Players
	summary adiukhSummary
}

// adiukhSummary is what Adiukh has counted.
type adiukhSummary struct {
	Tally    Tally // of the games with a score
	Unscored int   // legal games whose record gives none

	// Scores counts games by White's points, 0 to 24, and by ending.
	Scores [adiukhPoints + 1][numEndings]int

	Years    map[int]Tally           // 0 for those without a date
	Margins  [2]moments              // of White's wins, and of Black's
	Lengths  [maxLengths + 1]moments // margins of played-out games by steps of so many plies, 0 for a draw
	Relation relation

	// Of games that were played out:
	Blocked [2]blocked   // by the side that was left without a move
	Winners pointSources // how the winners' points arose, wins alone
	Losers  pointSources
	// Given are wins in which fewer, as many and more of the winner's points were
	// given away as were taken, see pointSources.
	Given   [3]int
	Squares [adiukhSquares]squareTally // in board order
}

// ending returns White's points in the games that ended so.
func (s *adiukhSummary) ending(e ending) (t moments) {
	for points, row := range s.Scores {
		t.Games += row[e]
		t.Sum += points * row[e]
		t.Squares += points * points * row[e]
	}
	return t
}

// moments are the sums from which the mean and the standard deviation of a number
// are computed: of White's points, or of the margin, the difference of the
// points, 2 to 24 in a game that was won.
type moments struct{ Games, Sum, Squares int }

// Mean returns the mean; NaN without games.
func (m *moments) Mean() float64 { return float64(m.Sum) / float64(m.Games) }

// Spread returns the standard deviation; NaN without games.
func (m *moments) Spread() float64 { return spread(m.Games, m.Sum, m.Squares) }

func (m *moments) add(n int) {
	m.Games++
	m.Sum += n
	m.Squares += n * n
}

// relation has the sums for the correlation of length and margin of played-out games.
type relation struct{ Games, Plies, Margins, PliesSquares, MarginSquares, Products int }

// Correlation returns Pearson's coefficient, -1 to 1; NaN where either never changes.
func (r *relation) Correlation() float64 {
	n := float64(r.Games)
	covariance := n*float64(r.Products) - float64(r.Plies)*float64(r.Margins)
	plies := n*float64(r.PliesSquares) - float64(r.Plies)*float64(r.Plies)
	margins := n*float64(r.MarginSquares) - float64(r.Margins)*float64(r.Margins)
	return covariance / math.Sqrt(plies*margins)
}

// blocked counts the games in which a side was left without a move, those that it lost, drew
// and won. Without is in how many of these it had no tower left; else
// its towers could not move, locked or kings without a capture.
type blocked [3]struct{ Games, Without int }

// pointSources says how a side's points arose. A point is a piece of either colour
// on the opponent's half of the board in the final position (Adiukh 5.1). It is
// there in one of four ways, and each of the side's points is counted in one:
//
//   - Walked: an own piece, in a tower of its own.
//   - Given: an own piece, a prisoner of the opponent's: given away, and left or
//     carried there.
//   - Taken: a piece of the opponent's, a prisoner: captured and carried there.
//   - Stayed: a piece of the opponent's in the opponent's own tower.
//
// Captures and Lost count the pieces captured by the side and by its opponent
// in the course of the game, each time anew.
type pointSources struct {
	Games                        int
	Walked, Given, Taken, Stayed int
	Captures, Lost               int
}

// Points returns the sum of the points.
func (s *pointSources) Points() int { return s.Walked + s.Given + s.Taken + s.Stayed }

// squareTally counts what was on a square in final positions.
type squareTally struct {
	Towers [2]int // games with a tower of White's there, and of Black's
	Pieces [2]int // pieces of either colour, of all games
}

// NewAdiukh returns scores by opening of so many plies, that hold about so many bytes in memory.
func NewAdiukh(plies, memory int) *Adiukh {
	rules, err := replay.For(record.Adiukh)
	if err != nil {
		panic(err) // its rules are built in
	}
	opening, players := NewOpenings(rules.Start(), plies, memory/2), NewPlayers(memory/2)
	return &Adiukh{opening, players, adiukhSummary{Years: make(map[int]Tally)}}
}

// Add counts a game, if it is to be counted. The error is that of a temporary file.
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

// endingOf says how a scored game ended.
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
	for i, at := range boards[record.Adiukh] {
		square, t := &s.Squares[i], r.Final.At(at)
		if t == 0 {
			continue
		}
		towers[t.Owner()]++
		square.Towers[t.Owner()]++
		for c := range square.Pieces {
			square.Pieces[c] += t.Count(record.Colour(c))
		}
		side := record.Black // to whom pieces on this square count
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

	stuck := r.Final.Turn
	b := &s.Blocked[stuck][1]
	if margin > 0 {
		won := &sides[winner]
		addTo(&s.Winners, won)
		addTo(&s.Losers, &sides[winner.Other()])
		s.Given[1+cmp.Compare(won.Given, won.Taken)]++
		if b = &s.Blocked[stuck][0]; stuck == winner {
			b = &s.Blocked[stuck][2]
		}
	}
	b.Games++
	if towers[stuck] == 0 {
		b.Without++
	}
}

// merge adds what another has counted.
func (s *adiukhSummary) merge(other *adiukhSummary) {
	addTo(s, other) // all but the years
	for year, games := range other.Years {
		s.count(year, func(t *Tally) { t.Merge(&games) })
	}
}

// count counts games of a year.
func (s *adiukhSummary) count(year int, add func(*Tally)) {
	t := s.Years[year]
	add(&t)
	s.Years[year] = t
}

// addTo adds the numbers of src to those of dst, both a struct, or an array, of one type.
func addTo[T any](dst, src *T) { addValues(reflect.ValueOf(dst).Elem(), reflect.ValueOf(src).Elem()) }

func addValues(dst, src reflect.Value) {
	if to, is := dst.Addr().Interface().(*Tally); is {
		to.Merge(src.Addr().Interface().(*Tally)) // its years are no sums
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

// Merge takes over what other has counted, with openings of as many plies.
// Other is not to be used any more, but for Close.
func (a *Adiukh) Merge(other *Adiukh) error {
	a.summary.merge(&other.summary)
	return errors.Join(a.opening.Merge(other.opening), a.players.Merge(other.players))
}

// lineTally counts the outcomes of a way to begin the game.
type lineTally struct {
	line  []string // the moves
	tally Tally
}

// openings returns the openings that at least so many games began with, the most
// frequent first: each position after as many plies as NewAdiukh was given.
func (a *Adiukh) openings(ctx context.Context, minGames int) ([]lineTally, error) {
	tree, err := a.opening.Tree(ctx, 1)
	if err != nil {
		return nil, err
	}
	var all []lineTally
	for i := range tree.Positions {
		if n := &tree.Positions[i]; n.Ply == tree.Depth && n.Tally.Games >= minGames {
			all = append(all, lineTally{tree.Line(i), n.Tally})
		}
	}
	slices.SortStableFunc(all, func(a, b lineTally) int {
		return cmp.Or(cmp.Compare(b.tally.Games, a.tally.Games), slices.Compare(a.line, b.line))
	})
	return all, nil
}

// Games returns how many games were counted, and how many legal ones have no score.
func (a *Adiukh) Games() (counted, unscored int) { return a.summary.Tally.Games, a.summary.Unscored }

// Close removes temporary files.
func (a *Adiukh) Close() error { return errors.Join(a.opening.Close(), a.players.Close()) }
