package stats

import (
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Players counts what each player achieved. A player is his name, as the tags White and Black
// have it without the spaces around; a game counts for those that it names, of any verdict: a
// result counts though a move cannot be read. Games that were not played (Codex 3.6) do not
// count. Not safe for concurrent use.
type Players struct{ *groups }

// player is what one player achieved.
type player struct {
	Name string
	As   [2]Tally // with the white pieces, and with the black
}

// all returns the tally of all games from the player's side: what it says of White
// is the player's, what it says of Black the opponents'.
func (p *player) all() Tally {
	b := p.As[record.Black]
	b.WhiteWins, b.BlackWins = b.BlackWins, b.WhiteWins
	// Black has what White lacks to 24.
	b.Squares += adiukhPoints*adiukhPoints*b.Scored - 2*adiukhPoints*b.Points
	b.Points = adiukhPoints*b.Scored - b.Points
	b.Merge(&p.As[record.White])
	return b
}

func (p *player) games() int { return p.As[record.White].Games + p.As[record.Black].Games }

// NewPlayers returns players that hold about so many bytes in memory.
func NewPlayers(memory int) *Players {
	return &Players{newGroups(memory, func(key []byte) bool { // see Add
		n := len(key)
		return n > 2 && key[n-2] == 0 && record.Colour(key[n-1]) <= record.Black
	})}
}

// Add counts a game for its players. The error is that of a temporary file.
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
		// A key is the name, a 0 and the colour, so that a player's two follow one another.
		if err := p.add(append([]byte(name), 0, byte(c)), &one); err != nil {
			return err
		}
	}
	return nil
}

// Merge takes over what other has counted; other is empty then.
func (p *Players) Merge(other *Players) error { return p.take(other.groups) }

// playerTags are the tags with the players' names, by colour.
var playerTags = [2]string{"White", "Black"}

// playerOf returns the player's name, "" where the record has none; PDN writes "?" for that.
func playerOf(g *record.Game, c record.Colour) string {
	name := strings.TrimSpace(g.Tag(playerTags[c]))
	if name == "?" || name == "-" {
		return ""
	}
	return strings.ReplaceAll(name, "\x00", "\ufffd") // see Add
}

// errStop ends an iteration that is left early.
var errStop = errors.New("stats: stop")

// all yields each player of at least so many games, in order of name. The player may not be kept.
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
