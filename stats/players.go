package stats

import (
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Players counts the results of each player. A player is identified by the name in the tags White
// and Black, without surrounding spaces. A game counts for the players that it names, with any
// verdict: a result counts even if a move cannot be read. Games that were not played (Codex 3.6)
// do not count. It is not safe for concurrent use.
type Players struct{ *groups }

// player holds the results of one player.
type player struct {
	Name string
	As   [2]Tally // as White and as Black
}

// all returns the tally of all games from the player's side: its numbers for White are the
// player's, and those for Black the opponents'.
func (p *player) all() Tally {
	b := p.As[record.Black]
	b.WhiteWins, b.BlackWins = b.BlackWins, b.WhiteWins
	// Black's points are 24 less White's.
	b.Squares += adiukhPoints*adiukhPoints*b.Scored - 2*adiukhPoints*b.Points
	b.Points = adiukhPoints*b.Scored - b.Points
	b.Merge(&p.As[record.White])
	return b
}

func (p *player) games() int { return p.As[record.White].Games + p.As[record.Black].Games }

// NewPlayers returns a Players that holds about memory bytes in memory.
func NewPlayers(memory int) *Players {
	return &Players{newGroups(memory, func(key []byte) bool { // see Add
		n := len(key)
		return n > 2 && key[n-2] == 0 && record.Colour(key[n-1]) <= record.Black
	})}
}

// Add counts a game for its players. An error comes from a temporary file.
func (p *Players) Add(r *replay.Report) error {
	if r.Game.Result.Outcome == record.Unplayed {
		return nil
	}
	var one Tally
	one.Count(r)
	for c := record.White; c <= record.Black; c++ {
		name := playerOf(r.Game, c)
		if name == "" {
			continue
		}
		// A key is the name, a 0 and the colour, so that a player's two keys are adjacent.
		if err := p.add(append([]byte(name), 0, byte(c)), &one); err != nil {
			return err
		}
	}
	return nil
}

// Merge moves the counts of other and leaves other empty.
func (p *Players) Merge(other *Players) error { return p.take(other.groups) }

// playerTags are the tags with the players' names, by colour.
var playerTags = [2]string{"White", "Black"}

// playerOf returns the player's name, or "" if unknown, which PDN writes as "?".
func playerOf(g *record.Game, c record.Colour) string {
	name := strings.TrimSpace(g.Tag(playerTags[c]))
	if name == "?" || name == "-" {
		return ""
	}
	return strings.ReplaceAll(name, "\x00", "\ufffd") // see Add
}

// errStop ends an iteration early.
var errStop = errors.New("stats: stop")

// all yields the players of at least minGames games in order of name, reusing the pointer.
func (p *Players) all(ctx context.Context, minGames int) iter.Seq2[*player, error] {
	return func(yield func(*player, error) bool) {
		var one player
		give := func() bool { return one.games() < max(minGames, 1) || yield(&one, nil) }
		err := p.each(ctx, func(key []byte, t *Tally) error {
			name, colour := key[:len(key)-2], key[len(key)-1]
			if string(name) != one.Name {
				if !give() {
					return errStop
				}
				one = player{Name: string(name)}
			}
			one.As[colour] = *t
			return nil
		})
		switch {
		case err == nil:
			give()
		case err != errStop:
			yield(&one, err)
		}
	}
}
