package stats

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Players counts what each player achieved. A player is his name, as the tags
// White and Black have it without the spaces around; a game counts for those
// that it names, whatever the verdict on it: a result stands though a move
// cannot be read. Games that were not played (Codex 3.6) do not count. Not safe
// for concurrent use.
type Players struct{ groups *groups }

// Player is what one player achieved.
type Player struct {
	Name string
	As   [2]Tally // with the white pieces, and with the black
}

// Games returns how many games the player played.
func (p *Player) Games() int { return p.As[record.White].Games + p.As[record.Black].Games }

// Wins returns how many the player won.
func (p *Player) Wins() int { return p.As[record.White].WhiteWins + p.As[record.Black].BlackWins }

// Draws returns how many the player drew.
func (p *Player) Draws() int { return p.As[record.White].Draws + p.As[record.Black].Draws }

// Losses returns how many the player lost.
func (p *Player) Losses() int { return p.As[record.White].BlackWins + p.As[record.Black].WhiteWins }

// Share returns the player's share, from 0 to 1, of the games with a known
// outcome, a draw being half a win; NaN where there is none.
func (p *Player) Share() float64 {
	return (float64(p.Wins()) + float64(p.Draws())/2) / float64(p.Wins()+p.Draws()+p.Losses())
}

// Scored returns how many of the games have Adiukh's points.
func (p *Player) Scored() int { return p.As[record.White].Scored + p.As[record.Black].Scored }

// Points returns the sum of the player's own points in Adiukh, and of their
// squares.
func (p *Player) Points() (sum, squares int) {
	w, b := &p.As[record.White], &p.As[record.Black]
	// Black has what White lacks to 24.
	sum = w.Points + adiukhPoints*b.Scored - b.Points
	squares = w.Squares + adiukhPoints*adiukhPoints*b.Scored - 2*adiukhPoints*b.Points + b.Squares
	return sum, squares
}

// MeanPoints returns the mean of the player's own points in Adiukh, 0 to 24; NaN
// where no game has any.
func (p *Player) MeanPoints() float64 {
	sum, _ := p.Points()
	return float64(sum) / float64(p.Scored())
}

// Spread returns the standard deviation of the player's own points.
func (p *Player) Spread() float64 {
	sum, squares := p.Points()
	return spread(p.Scored(), sum, squares)
}

// MeanPlies returns the mean length of the player's games.
func (p *Player) MeanPlies() float64 {
	w, b := &p.As[record.White], &p.As[record.Black]
	return float64(w.Plies+b.Plies) / float64(w.Games+b.Games)
}

// Years returns the first and the last year of the player's games, 0 where none
// has a date.
func (p *Player) Years() (first, last int) {
	both := p.As[record.White]
	both.Merge(&p.As[record.Black])
	return both.FirstYear, both.LastYear
}

// NewPlayers returns players that hold about so many bytes in memory.
func NewPlayers(memory int) *Players { return &Players{newGroups(memory)} }

// Add counts a game for its players. The error is that of a temporary file.
func (p *Players) Add(r *replay.Report) error {
	if r.Game.Result.Outcome == record.Unplayed {
		return nil
	}
	return countPlayers(p.groups, r)
}

// Merge takes over what other has counted; other is empty then.
func (p *Players) Merge(other *Players) error { return p.groups.take(other.groups) }

// All yields each player of at least so many games, in order of name. The player
// may not be kept.
func (p *Players) All(ctx context.Context, minGames int) iter.Seq2[*Player, error] {
	return p.groups.players(ctx, minGames)
}

// Close removes temporary files. The players are empty then.
func (p *Players) Close() error { return p.groups.close() }

// playerTags are the tags with the players' names, by colour.
var playerTags = [2]string{"White", "Black"}

// playerOf returns the player's name, "" where the record has none; PDN writes
// "?" for that.
func playerOf(g *record.Game, c record.Colour) string {
	name := strings.TrimSpace(g.Tag(playerTags[c]))
	if name == "?" || name == "-" {
		return ""
	}
	return strings.ReplaceAll(name, "\x00", "\ufffd") // see countPlayers
}

// countPlayers counts a game for the players it names. A key is the name, a byte
// 0 and the colour, so that a player's two keys follow one another.
func countPlayers(to *groups, r *replay.Report) error {
	var one Tally
	one.Count(r)
	for c := record.White; c <= record.Black; c++ {
		name := playerOf(r.Game, c)
		if name == "" {
			continue
		}
		t, err := to.of(append([]byte(name), 0, byte(c)))
		if err != nil {
			return err
		}
		t.Merge(&one)
	}
	return nil
}

// errStop ends an iteration that is left early.
var errStop = errors.New("stats: stop")

// players yields the players that countPlayers has counted.
func (g *groups) players(ctx context.Context, minGames int) iter.Seq2[*Player, error] {
	return func(yield func(*Player, error) bool) {
		var p Player
		give := func() error {
			if p.Games() >= max(minGames, 1) && !yield(&p, nil) {
				return errStop
			}
			return nil
		}
		err := g.each(ctx, func(key []byte, t *Tally) error {
			name, colour := key[:len(key)-2], key[len(key)-1]
			if !bytes.Equal(name, []byte(p.Name)) {
				if err := give(); err != nil {
					return err
				}
				p = Player{Name: string(name)}
			}
			p.As[colour] = *t
			return nil
		})
		if err == nil {
			err = give()
		}
		if err != nil && err != errStop {
			yield(nil, err)
		}
	}
}
