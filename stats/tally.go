package stats

import (
	"cmp"
	"encoding/binary"
	"io"
	"math"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Tally counts games and their outcomes. The zero Tally is empty.
type Tally struct {
	Games int // including those without a known outcome

	WhiteWins, Draws, BlackWins int

	Plies int // legal plies, summed over all games

	// Adiukh's points, 24 a game: Scored is the number of games with points, Points the sum of
	// White's, and Squares the sum of their squares.
	Scored, Points, Squares int

	FirstYear, LastYear int // 0 if no game has a date
}

// Count adds a game.
func (t *Tally) Count(r *replay.Report) {
	t.Games++
	switch Outcome(r) {
	case record.WhiteWins:
		t.WhiteWins++
	case record.Draw:
		t.Draws++
	case record.BlackWins:
		t.BlackWins++
	}
	t.Plies += len(r.Moves)
	if white, _, ok := Points(r); ok {
		t.Scored++
		t.Points += white
		t.Squares += white * white
	}
	if year := r.Game.Year(); year > 0 {
		t.years(year, year)
	}
}

// Merge adds the counts of o.
func (t *Tally) Merge(o *Tally) {
	own, others := t.numbers(), o.numbers()
	for i := range numSums {
		*own[i] += *others[i]
	}
	if o.FirstYear > 0 {
		t.years(o.FirstYear, o.LastYear)
	}
}

func (t *Tally) years(first, last int) {
	t.FirstYear = min(cmp.Or(t.FirstYear, first), first)
	t.LastYear = max(t.LastYear, last)
}

// Decided returns the number of games with a known outcome, including draws.
func (t *Tally) Decided() int { return t.WhiteWins + t.Draws + t.BlackWins }

// Share returns White's share, from 0 to 1, of the games with a known outcome, with a draw as
// half a win, or NaN if there are none.
func (t *Tally) Share() float64 {
	return (float64(t.WhiteWins) + float64(t.Draws)/2) / float64(t.Decided())
}

// MeanPlies returns the mean length in plies, or NaN without games.
func (t *Tally) MeanPlies() float64 { return float64(t.Plies) / float64(t.Games) }

// MeanPoints returns the mean of White's points in Adiukh, 0 to 24, or NaN if no game has
// points. Black's mean is 24 less that.
func (t *Tally) MeanPoints() float64 { return float64(t.Points) / float64(t.Scored) }

// Spread returns the population standard deviation of White's points, which is also that of
// Black's, or NaN if no game has points.
func (t *Tally) Spread() float64 { return spread(t.Scored, t.Points, t.Squares) }

// spread returns the population standard deviation of n integers by their sum and sum of squares.
func spread(n, sum, squares int) float64 {
	return math.Sqrt(float64(n)*float64(squares)-float64(sum)*float64(sum)) / float64(n)
}

// numSums is how many of Tally.numbers are sums.
const numSums = 8

// numbers lists the fields, the sums first.
func (t *Tally) numbers() [10]*int {
	return [...]*int{
		&t.Games, &t.WhiteWins, &t.Draws, &t.BlackWins, &t.Plies,
		&t.Scored, &t.Points, &t.Squares, &t.FirstYear, &t.LastYear,
	}
}

func (t *Tally) append(dst []byte) []byte {
	for _, n := range t.numbers() {
		dst = binary.AppendUvarint(dst, uint64(*n))
	}
	return dst
}

// maxNumber is the maximum value of a number in a tally.
const maxNumber = 1 << 50

// read decodes the output of append. The error is ErrPartial.
func (t *Tally) read(from io.ByteReader) error {
	for _, n := range t.numbers() {
		u, err := binary.ReadUvarint(from)
		if err != nil || u > maxNumber {
			return ErrPartial
		}
		*n = int(u)
	}
	return nil
}

// Outcome returns record.WhiteWins, BlackWins or Draw, or NoResult if unknown. In Adiukh the
// points decide (Adiukh 5.1), see Points; so do those on the board of a study with fewer pieces
// than a game. In other variants the record decides or, without a recorded result, the board if
// the game is over there. A game that was not played (Codex 3.6) or is lost for both has none.
func Outcome(r *replay.Report) record.Outcome {
	if white, black, ok := Points(r); ok || r.Score != nil {
		return byPoints(float64(white), float64(black))
	}
	switch recorded := r.Game.Result; recorded.Outcome {
	case record.WhiteWins, record.BlackWins, record.Draw:
		return recorded.Outcome
	case record.Points:
		if recorded.White+recorded.Black == 0 {
			return record.NoResult
		}
		return byPoints(recorded.White, recorded.Black)
	case record.Unplayed:
		return record.NoResult
	}
	return r.Outcome()
}

func byPoints(white, black float64) record.Outcome {
	return [...]record.Outcome{record.BlackWins, record.Draw, record.WhiteWins}[1+cmp.Compare(white, black)]
}

// Points returns the points of a game of Adiukh, which sum to 24, and whether they are known:
// those on the board if the game is over (Adiukh 5.1), 24:0 if a side resigned or lost on time
// (5.2, 5.4), 12:12 for a recorded draw (6.1), and otherwise the recorded points. A study without
// exactly 24 pieces has none: 8:0 is not a score by 5.1, and not 8:16.
func Points(r *replay.Report) (white, black int, ok bool) {
	rules, err := replay.For(r.Variant)
	if err != nil || !rules.Points {
		return 0, 0, false
	}
	all := 2 * r.Variant.Pieces()
	if r.Score != nil {
		return r.Score[0], r.Score[1], r.Score[0]+r.Score[1] == all
	}
	switch recorded := r.Game.Result; recorded.Outcome {
	case record.Draw:
		return all / 2, all / 2, true
	case record.Points:
		white, black = int(recorded.White), int(recorded.Black)
		whole := float64(white) == recorded.White && float64(black) == recorded.Black
		return white, black, whole && white >= 0 && black >= 0 && white+black == all
	}
	return 0, 0, false
}
