package stats

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Ending is how a game of Adiukh came to its score.
type Ending uint8

// The endings.
const (
	PlayedOut Ending = iota // the side to move had no move (Adiukh 5.1)
	Resignation
	TimeLoss      // Adiukh 5.4
	AgreedDraw    // 12:12 before the end (Adiukh 6.1.3)
	UnknownEnding // the record gives the score and nothing else
	numEndings
)

// Endings returns the endings.
func Endings() []Ending {
	return []Ending{PlayedOut, Resignation, TimeLoss, AgreedDraw, UnknownEnding}
}

// String returns the ending in words.
func (e Ending) String() string {
	return [...]string{"played out", "resigned", "lost on time", "drawn by agreement", "not told"}[e]
}

// AdiukhPoints is what both sides have together in every game (Adiukh 5.1).
const AdiukhPoints = 24

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
	players *groups
	summary AdiukhSummary
}

// AdiukhSummary is what Adiukh has counted.
type AdiukhSummary struct {
	Tally    Tally // of the games with a score
	Unscored int   // legal games whose record gives none

	// Scores counts games by White's points, 0 to 24, and by ending.
	Scores [AdiukhPoints + 1][numEndings]int

	Years    []YearTally
	Margins  [2]Margin // of White's wins, and of Black's
	Lengths  []Length
	Relation Relation

	// Of games that were played out:
	Blocked [2]Blocked // by the side that was left without a move
	Winners Sources    // how the winners' points arose, wins alone
	Losers  Sources
	// GivenMore, TakenMore and Equal are wins by whether more of the winner's
	// points were given away or more were taken, see Sources.
	GivenMore, TakenMore, Equal int
	Squares                     []SquareTally
}

// EndingTally is what White's points come to in the games of one ending.
type EndingTally struct{ Games, Sum, Squares int }

// Mean returns the mean of White's points, 0 to 24; NaN without games. Black's is
// 24 less it.
func (e *EndingTally) Mean() float64 { return float64(e.Sum) / float64(e.Games) }

// Spread returns the standard deviation of the points; NaN without games.
func (e *EndingTally) Spread() float64 { return spread(e.Games, e.Sum, e.Squares) }

// Ending returns White's points in the games that ended so.
func (s *AdiukhSummary) Ending(e Ending) EndingTally {
	var t EndingTally
	for points, row := range s.Scores {
		t.Games += row[e]
		t.Sum += points * row[e]
		t.Squares += points * points * row[e]
	}
	return t
}

// YearTally is a tally of the games of a year, 0 for those without a date.
type YearTally struct {
	Year  int
	Tally Tally
}

// Margin is by how much games were won: the difference of the points, 2 to 24.
type Margin struct{ Games, Sum, Squares int }

// Mean returns the mean margin; NaN without games.
func (m *Margin) Mean() float64 { return float64(m.Sum) / float64(m.Games) }

// Spread returns the standard deviation of the margin.
func (m *Margin) Spread() float64 { return spread(m.Games, m.Sum, m.Squares) }

func (m *Margin) add(margin int) {
	m.Games++
	m.Sum += margin
	m.Squares += margin * margin
}

func (m *Margin) merge(o Margin) {
	m.Games += o.Games
	m.Sum += o.Sum
	m.Squares += o.Squares
}

// Length has the margins of played-out games of similar length, 0 for a draw.
type Length struct {
	From, To int // plies; To is 0 where there is no end
	Margin   Margin
}

// Relation holds the sums from which the correlation of length and margin is
// worked out, of played-out games.
type Relation struct{ Games, Plies, Margins, PliesSquares, MarginSquares, Products int }

// Correlation returns Pearson's coefficient, -1 to 1; NaN where either never
// changes.
func (r *Relation) Correlation() float64 {
	n := float64(r.Games)
	covariance := n*float64(r.Products) - float64(r.Plies)*float64(r.Margins)
	plies := n*float64(r.PliesSquares) - float64(r.Plies)*float64(r.Plies)
	margins := n*float64(r.MarginSquares) - float64(r.Margins)*float64(r.Margins)
	return covariance / math.Sqrt(plies*margins)
}

// Blocked counts the games in which a side was left without a move, by what
// that side came to. Without is how many of these it had no tower left; else
// its towers could not move, locked or kings without a capture.
type Blocked struct {
	Wins, Draws, Losses                      int
	WinsWithout, DrawsWithout, LossesWithout int
}

// Games returns how many games they are.
func (b *Blocked) Games() int { return b.Wins + b.Draws + b.Losses }

// Sources says how a side's points arose. A point is a piece of either colour
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
type Sources struct {
	Games                        int
	Walked, Given, Taken, Stayed int
	Captures, Lost               int
}

// Points returns the sum of the points.
func (s *Sources) Points() int { return s.Walked + s.Given + s.Taken + s.Stayed }

func (s *Sources) merge(o Sources) {
	s.Games += o.Games
	s.Walked += o.Walked
	s.Given += o.Given
	s.Taken += o.Taken
	s.Stayed += o.Stayed
	s.Captures += o.Captures
	s.Lost += o.Lost
}

// SquareTally counts what stood on a square in final positions.
type SquareTally struct {
	Square record.Square
	Towers [2]int // games with a tower of White's there, and of Black's
	Pieces [2]int // pieces of either colour, of all games
}

// AdiukhOpening is what became of a way to begin the game.
type AdiukhOpening struct {
	Line  []string // the moves
	Tally Tally
}

// NewAdiukh returns scores by opening of so many plies, that hold about so many
// bytes in memory.
func NewAdiukh(plies, memory int) *Adiukh {
	rules, err := replay.For(record.Adiukh)
	if err != nil {
		panic(err) // its rules are built in
	}
	a := &Adiukh{opening: NewOpenings(rules.Start(), plies, memory/2), players: newGroups(memory / 2)}
	for _, s := range record.Adiukh.Board().Squares() {
		a.summary.Squares = append(a.summary.Squares, SquareTally{Square: s})
	}
	return a
}

// Add counts a game, if it is to be counted. The error is that of a temporary
// file.
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
	s.year(Year(r)).Count(r)
	switch {
	case white > black:
		s.Margins[record.White].add(white - black)
	case white < black:
		s.Margins[record.Black].add(black - white)
	}
	if r.Over {
		s.playedOut(r, white, black)
	}
	return errors.Join(a.opening.Add(r), countPlayers(a.players, r))
}

// endingOf says how a scored game ended.
func endingOf(r *replay.Report) Ending {
	recorded := r.Game.Result
	switch {
	case r.Over:
		return PlayedOut
	case recorded.Manner == record.Resigned:
		return Resignation
	case recorded.Manner == record.OnTime:
		return TimeLoss
	case recorded.Manner == record.Agreed, recorded.Outcome == record.Draw,
		recorded.Outcome == record.Points && recorded.White == recorded.Black:
		return AgreedDraw
	}
	return UnknownEnding
}

func (s *AdiukhSummary) year(year int) *Tally {
	at, found := slices.BinarySearchFunc(s.Years, year, func(y YearTally, year int) int { return cmp.Compare(y.Year, year) })
	if !found {
		s.Years = slices.Insert(s.Years, at, YearTally{Year: year})
	}
	return &s.Years[at].Tally
}

// length returns the margins of the games of about so many plies.
func (s *AdiukhSummary) length(plies int) *Margin {
	at := min(plies/lengthStep, maxLengths)
	for len(s.Lengths) <= at {
		from := len(s.Lengths) * lengthStep
		l := Length{From: from, To: from + lengthStep - 1}
		if len(s.Lengths) == maxLengths {
			l.To = 0
		}
		s.Lengths = append(s.Lengths, l)
	}
	return &s.Lengths[at].Margin
}

func (s *AdiukhSummary) playedOut(r *replay.Report, white, black int) {
	plies, margin := len(r.Moves), max(white, black)-min(white, black)
	s.length(plies).add(margin)
	s.Relation.merge(Relation{1, plies, margin, plies * plies, margin * margin, plies * margin})

	sides := sourcesOf(r)
	towers := [2]int{}
	for i := range s.Squares {
		square := &s.Squares[i]
		t := r.Final.At(square.Square)
		if t == 0 {
			continue
		}
		towers[t.Owner()]++
		square.Towers[t.Owner()]++
		for c := range square.Pieces {
			square.Pieces[c] += t.Count(record.Colour(c))
		}
	}

	stuck := r.Final.Turn
	points := [2]int{white, black}
	b := &s.Blocked[stuck]
	without := 0
	if towers[stuck] == 0 {
		without = 1
	}
	switch mine, other := points[stuck], points[stuck.Other()]; {
	case mine > other:
		b.Wins++
		b.WinsWithout += without
	case mine < other:
		b.Losses++
		b.LossesWithout += without
	default:
		b.Draws++
		b.DrawsWithout += without
		return
	}
	winner := record.White
	if black > white {
		winner = record.Black
	}
	won := sides[winner]
	s.Winners.merge(won)
	s.Losers.merge(sides[winner.Other()])
	switch {
	case won.Given > won.Taken:
		s.GivenMore++
	case won.Given < won.Taken:
		s.TakenMore++
	default:
		s.Equal++
	}
}

// sourcesOf returns how the points of each side arose.
func sourcesOf(r *replay.Report) [2]Sources {
	sides := [2]Sources{{Games: 1}, {Games: 1}}
	half := r.Variant.Board().Ranks / 2
	for _, square := range squaresOf(r.Variant) {
		t := r.Final.At(square)
		if t == 0 {
			continue
		}
		side := record.Black // to whom pieces on this square count
		if square.Rank() >= half {
			side = record.White
		}
		s := &sides[side]
		if t.Owner() == side {
			s.Walked += t.Own().N
			s.Taken += t.Prisoners().N
		} else {
			s.Stayed += t.Own().N
			s.Given += t.Prisoners().N
		}
	}
	for _, ply := range r.Plies() {
		if ply.Move != nil {
			sides[ply.Before.Turn()].Captures += ply.Move.Captures()
			sides[ply.Before.Turn().Other()].Lost += ply.Move.Captures()
		}
	}
	return sides
}

func (r *Relation) merge(o Relation) {
	r.Games += o.Games
	r.Plies += o.Plies
	r.Margins += o.Margins
	r.PliesSquares += o.PliesSquares
	r.MarginSquares += o.MarginSquares
	r.Products += o.Products
}

func (b *Blocked) merge(o Blocked) {
	b.Wins += o.Wins
	b.Draws += o.Draws
	b.Losses += o.Losses
	b.WinsWithout += o.WinsWithout
	b.DrawsWithout += o.DrawsWithout
	b.LossesWithout += o.LossesWithout
}

// Merge takes over what other has counted, with openings of as many plies.
// Other is not to be used any more, but for Close.
func (a *Adiukh) Merge(other *Adiukh) error {
	s, o := &a.summary, &other.summary
	s.Tally.Merge(&o.Tally)
	s.Unscored += o.Unscored
	for points := range s.Scores {
		for e := range s.Scores[points] {
			s.Scores[points][e] += o.Scores[points][e]
		}
	}
	for i := range o.Years {
		s.year(o.Years[i].Year).Merge(&o.Years[i].Tally)
	}
	for c := range s.Margins {
		s.Margins[c].merge(o.Margins[c])
		s.Blocked[c].merge(o.Blocked[c])
	}
	for _, l := range o.Lengths {
		s.length(l.From).merge(l.Margin)
	}
	s.Relation.merge(o.Relation)
	s.Winners.merge(o.Winners)
	s.Losers.merge(o.Losers)
	s.GivenMore += o.GivenMore
	s.TakenMore += o.TakenMore
	s.Equal += o.Equal
	for i := range s.Squares {
		for c := range 2 {
			s.Squares[i].Towers[c] += o.Squares[i].Towers[c]
			s.Squares[i].Pieces[c] += o.Squares[i].Pieces[c]
		}
	}
	return errors.Join(a.opening.Merge(other.opening), a.players.take(other.players))
}

// Summary returns what was counted so far. It shares memory with a.
func (a *Adiukh) Summary() *AdiukhSummary { return &a.summary }

// Openings returns the tallies of the openings that at least so many games
// began with, the most frequent first: of each position after as many plies as
// NewAdiukh was given.
func (a *Adiukh) Openings(ctx context.Context, minGames int) ([]AdiukhOpening, error) {
	tree, err := a.opening.Tree(ctx, 1)
	if err != nil {
		return nil, err
	}
	var all []AdiukhOpening
	for i := range tree.Positions {
		if n := &tree.Positions[i]; n.Ply == tree.Depth && n.Tally.Games >= minGames {
			all = append(all, AdiukhOpening{tree.Line(i), n.Tally})
		}
	}
	slices.SortStableFunc(all, func(a, b AdiukhOpening) int {
		return cmp.Or(cmp.Compare(b.Tally.Games, a.Tally.Games), slices.Compare(a.Line, b.Line))
	})
	return all, nil
}

// Players calls f with each player of at least so many scored games, in order of
// name. The player may not be kept.
func (a *Adiukh) Players(ctx context.Context, minGames int, f func(*Player) error) error {
	return eachPlayer(ctx, a.players, minGames, f)
}

// Close removes temporary files.
func (a *Adiukh) Close() error { return errors.Join(a.opening.Close(), a.players.close()) }
