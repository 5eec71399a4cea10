package main

import (
	"cmp"
	"container/heap"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
	"github.com/stolb/stolb/stats/page"
	"github.com/stolb/stolb/stats/partial"
)

func playersCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "players",
		Example: `
  stolb stats players --min-games 10 games/
  stolb stats players --format json games.pdn`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	c := statisticFlags(flags)
	variantFlag(flags, &c.asked)
	minGames := minGamesFlag(flags)
	command.RunE = c.counts(s, func(args []string) error {
		return c.carryOut(s, &players{statistic: c, minGames: *minGames, all: stats.NewPlayers(c.memory())}, args)
	})
	return command
}

// players counts what players achieved with a stats.Players for each worker.
type players struct {
	*statistic
	minGames int
	all      *stats.Players

	mutex sync.Mutex
	parts []*stats.Players
}

func (p *players) close() {
	for _, part := range append(p.parts, p.all) {
		part.Close() // what was counted is told, or an error is
	}
}

func (p *players) count(s *streams, args []string) error {
	newWorker := func() func(*replay.Report, *struct{}) error {
		part := stats.NewPlayers(p.memory())
		p.mutex.Lock()
		p.parts = append(p.parts, part)
		p.mutex.Unlock()
		return func(r *replay.Report, _ *struct{}) error { return part.Add(r) }
	}
	return countGames(p.statistic, s, args, newWorker, func(*struct{}) error { return nil })
}

// merge puts together what the workers have counted.
func (p *players) merge() error {
	for _, part := range p.parts {
		if err := p.all.Merge(part); err != nil {
			return err
		}
	}
	return nil
}

func (p *players) tell(s *streams, done error) error {
	if err := p.merge(); err != nil {
		return err
	}
	switch err := p.all.Each(s.ctx, 1, func(*stats.Player) error { return errAny }); {
	case err == nil:
		return p.nothing(s, done, "stats.no-player")
	case !errors.Is(err, errAny):
		return err
	}
	var shown *page.Page
	if *p.format == "text" || p.html != "" {
		top, more, err := mostGames(func(f func(*stats.Player) error) error { return p.all.Each(s.ctx, p.minGames, f) })
		if err != nil {
			return err
		}
		shown = page.Players(top, more, language)
	}
	err := p.write(s, shown, func(w io.Writer) error {
		return p.all.Each(s.ctx, p.minGames, func(p *stats.Player) error { return writeLine(w, playerNumbers(p)) })
	})
	if err != nil {
		return err
	}
	return done
}

func (p *players) describe(h *partial.Head) { h.Kind = "players" }

func (p *players) save(w io.Writer) error {
	if err := p.merge(); err != nil {
		return err
	}
	return p.all.Save(w)
}

func (p *players) load(_ *partial.Head, r stats.Reader) error { return p.all.Load(r) }

// errAny ends the passing over players at the first.
var errAny = errors.New("there is one")

// mostGames returns the players with the most games, as many as a page shows,
// those of equal games in the order of their names; and how many more there are.
func mostGames(each func(func(*stats.Player) error) error) (top []stats.Player, more int, err error) {
	var h playerHeap
	err = each(func(p *stats.Player) error {
		heap.Push(&h, *p)
		if len(h) > page.MaxRows {
			heap.Pop(&h)
			more++
		}
		return nil
	})
	slices.SortFunc(h, morePlayed)
	return h, more, err
}

// morePlayed orders players by games, then by name.
func morePlayed(a, b stats.Player) int {
	return cmp.Or(cmp.Compare(b.Games(), a.Games()), strings.Compare(a.Name, b.Name))
}

// playerHeap has the player on top who comes last.
type playerHeap []stats.Player

func (h playerHeap) Len() int           { return len(h) }
func (h playerHeap) Less(i, j int) bool { return morePlayed(h[i], h[j]) > 0 }
func (h playerHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *playerHeap) Push(x any)        { *h = append(*h, x.(stats.Player)) }
func (h *playerHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// playerJSON is a player. As White and as Black, the share and the points are the
// player's, and the other numbers are of the games, "whiteWins" being those that
// White won.
type playerJSON struct {
	Name       string    `json:"name"`
	Games      int       `json:"games"`
	Wins       int       `json:"wins"`
	Draws      int       `json:"draws"`
	Losses     int       `json:"losses"`
	Share      *float64  `json:"share"`
	Scored     int       `json:"scored,omitempty"` // games with Adiukh's points
	MeanPoints *float64  `json:"meanPoints,omitempty"`
	Spread     *float64  `json:"spread,omitempty"`
	AsWhite    tallyJSON `json:"asWhite"`
	AsBlack    tallyJSON `json:"asBlack"`
}

func playerNumbers(p *stats.Player) playerJSON {
	asBlack := tallyOf(&p.As[record.Black]) // whose share and points are White's
	asBlack.Share = number(1 - p.As[record.Black].Share())
	asBlack.MeanPoints = number(stats.AdiukhPoints - p.As[record.Black].MeanPoints())
	return playerJSON{
		Name: p.Name, Games: p.Games(), Wins: p.Wins(), Draws: p.Draws(), Losses: p.Losses(), Share: number(p.Share()),
		Scored: p.Scored(), MeanPoints: number(p.MeanPoints()), Spread: number(p.Spread()),
		AsWhite: tallyOf(&p.As[record.White]), AsBlack: asBlack,
	}
}
