package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

// rating has the options of stats ratings and stats norms.
type rating struct {
	input
	format, list, aliases string
	tournaments           stats.Tournaments
	byElo                 stats.RatingList
	isHistory             bool
	history               stats.History
}

func ratingsCommand(s *streams, kind string) *cobra.Command {
	command := &cobra.Command{Use: kind, ValidArgsFunction: completeRecords}
	flags := command.Flags()
	c := &rating{tournaments: stats.Tournaments{Eventless: true}}
	choiceFlag(flags, &c.format, "format", "text", "text", "json")
	flags.StringVar(&c.list, "list", "", "")
	flags.StringVar(&c.aliases, "aliases", "", "")
	if kind == "ratings" {
		flags.BoolVar(&c.isHistory, "history", false, "")
	}
	variantFlag(flags, &c.Variant)
	c.input.flags(flags)
	progressFlag(flags, &c.progress)
	command.RunE = func(_ *cobra.Command, args []string) error {
		err := cmp.Or(
			misuse(c.isHistory && c.list != "", "usage.one-of", "a", "--list", "b", "--history"),
			misuse(c.list == "" && !c.isHistory || len(args) == 0, "usage.rating-list"),
		)
		if err == nil && c.list != "" {
			c.byElo, err = readList(c.list, stats.ReadRatings)
		}
		if err != nil {
			return err
		}
		if c.aliases != "" {
			names, err := readAliases(c.aliases)
			if err != nil {
				return err
			}
			c.tournaments.Alias(names)
			c.history.Aliases = names
		}
		counted := c.read(s, args)
		if !isWorthReporting(counted) {
			return counted
		}
		write := c.ratings
		if kind == "norms" {
			write = c.norms
		} else if c.isHistory {
			write = c.strengths
		}
		if err := write(s); err != nil {
			return err
		}
		return counted
	}
	return command
}

// read takes in the games of files.
func (c *rating) read(s *streams, args []string) error {
	_, done := c.open(s, args, 1)
	defer done()
	failed, err := each(s, convert.Each(s.ctx, c.Input, func() func(*convert.Entry, *func() error) {
		return func(in *convert.Entry, out *func() error) {
			c.games.Add(1)
			if c.isHistory {
				*out = c.history.Read(in.Judge())
			} else {
				*out = c.tournaments.Read(in.Judge())
			}
		}
	}), nil, func(take *func() error) error { return (*take)() })
	if err != nil {
		return err
	}
	return ending(failed, false)
}

// ratingJSON is a line of "stats ratings --format json"; Steps alone is about a tournament.
type ratingJSON struct {
	Name   string             `json:"name,omitempty"`
	Title  string             `json:"title,omitempty"`
	Before float64            `json:"before"`
	Change float64            `json:"change"`
	After  float64            `json:"after"`
	Games  int                `json:"games"`
	Events []ratingEventJSON  `json:"events"`
	Steps  []ratingReasonJSON `json:"steps"`
}

type ratingEventJSON struct {
	Event      string  `json:"event"`
	Games      int     `json:"games"`
	Points     float64 `json:"points"`
	Average    float64 `json:"average"`
	Difference float64 `json:"difference"`
	Percent    int     `json:"expectedPercent"`
	Expected   float64 `json:"expected"`
	Change     float64 `json:"change"`
}

type ratingReasonJSON struct {
	Event     string `json:"event,omitempty"`
	Paragraph string `json:"paragraph"`
	Message   string `json:"message"`
}

// normJSON is a line of "stats norms --format json".
type normJSON struct {
	Name    string             `json:"name"`
	Event   string             `json:"event"`
	Title   string             `json:"title"`
	Rank    bool               `json:"rank"`
	Games   int                `json:"games"`
	Average float64            `json:"average"`
	Made    float64            `json:"made"`
	Percent int                `json:"percent,omitempty"`
	Points  float64            `json:"points,omitempty"`
	Reached bool               `json:"reached"`
	Failed  []ratingReasonJSON `json:"failed"`
}

// reasons returns steps as JSON has them.
func reasons(steps []stats.Step) []ratingReasonJSON {
	all := make([]ratingReasonJSON, 0, len(steps))
	for _, step := range steps {
		all = append(all, ratingReasonJSON{step.Event, step.Paragraph, step.Message.In(language)})
	}
	return all
}

// ratings writes the ratings.
func (c *rating) ratings(s *streams) error {
	all, about, err := c.tournaments.Ratings(c.byElo)
	if err != nil {
		return err
	}
	if c.format == "json" {
		for _, r := range all {
			line := ratingJSON{r.Name, r.Title, r.Before, r.Change, r.After, r.Games, []ratingEventJSON{}, reasons(r.Steps)}
			for _, e := range r.Events {
				line.Events = append(line.Events, ratingEventJSON(e))
			}
			if err := writeLine(s.out, line); err != nil {
				return err
			}
		}
	} else {
		for _, r := range all {
			if err := c.line(s, "stats.rating", r.Steps, "name", r.Name, "before", number(r.Before), "change", number(r.Change), "after", number(r.After), "n", r.Games); err != nil {
				return err
			}
		}
	}
	for _, step := range about {
		event := message.Of("stats.no-event")
		if step.Event != "" {
			event = message.Of("stats.event", "event", clean(step.Event, messageCells))
		}
		s.tell("stats.rating-about", "event", event, "what", step.Message, "paragraph", step.Paragraph)
	}
	return nil
}

// strengthJSON is a line of "stats ratings --history --format json"; of a player who is in no
// group the rating and its error are null.
type strengthJSON struct {
	Name   string   `json:"name"`
	Group  *int     `json:"group"`
	Rating *float64 `json:"rating"`
	Error  *float64 `json:"error"`
	Games  int      `json:"games"`
	Points float64  `json:"points"`
}

// strengths writes the ratings of a history.
func (c *rating) strengths(s *streams) error {
	all := c.history.Strengths()
	for _, p := range all.Players {
		line := strengthJSON{Name: p.Name, Games: p.Games, Points: p.Points}
		if p.Group > 0 {
			rating, wrong := math.Round(100*p.Rating)/100, math.Round(100*p.Error)/100
			if line.Group, line.Rating = &p.Group, &rating; !math.IsNaN(wrong) {
				line.Error = &wrong
			}
		}
		var err error
		switch {
		case c.format == "json":
			err = writeLine(s.out, line)
		case p.Group == 0:
			err = c.line(s, "stats.strength-none", nil, "name", p.Name, "points", number(p.Points), "n", p.Games)
		default:
			err = c.line(s, "stats.strength", nil, "name", p.Name, "rating", number(math.Round(p.Rating)), "error", errorText(p.Error),
				"points", number(p.Points), "n", p.Games, "group", p.Group)
		}
		if err != nil {
			return err
		}
	}
	s.tell("stats.strengths", "n", all.Games, "groups", all.Groups, "first", number(math.Round(all.First)),
		"error", errorText(all.FirstErr), "draw", number(math.Round(100*all.Draw)), "skipped", c.history.Skipped)
	return nil
}

// errorText is a standard error as a message has it, "?" where it is not known.
func errorText(of float64) message.Message {
	if math.IsNaN(of) {
		return message.Verbatim("?")
	}
	return message.Verbatim(strconv.FormatFloat(math.Round(of), 'f', -1, 64))
}

// norms writes what was made beside the norms.
func (c *rating) norms(s *streams) error {
	all, err := c.tournaments.Norms(c.byElo, c.Variant == record.International)
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, func(a, b *stats.Norm) int { return len(a.Failed) - len(b.Failed) })
	for _, n := range all {
		if c.format == "json" {
			err = writeLine(s.out, normJSON{n.Name, n.Event, n.Title, n.Rank, n.Games, n.Average, n.Made, n.Percent, n.Points, n.Reached(), reasons(n.Failed)})
		} else {
			id := message.ID("stats.norm-missed")
			switch {
			case n.Rank && n.Reached():
				id = "stats.rank-reached"
			case n.Rank:
				id = "stats.rank-missed"
			case n.Reached():
				id = "stats.norm-reached"
			}
			err = c.line(s, id, n.Failed, "name", n.Name, "title", n.Title, "made", number(n.Made), "n", n.Games, "rating", number(n.Average), "points", number(n.Points), "percent", n.Percent)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// line writes a line of text and the steps below it.
func (c *rating) line(s *streams, id message.ID, steps []stats.Step, args ...any) error {
	text := clean(say(id, args...), messageCells) + "\n"
	for _, step := range steps {
		said := step.Message.In(language)
		if step.Event != "" {
			said = step.Event + ": " + said
		}
		text += fmt.Sprintf("%s%s (%s)\n", indent, clean(said, messageCells), step.Paragraph)
	}
	_, err := s.out.WriteString(text)
	return err
}

// number is a number of a message.
func number(n float64) message.Message { return message.Decimal(n, -1) }
