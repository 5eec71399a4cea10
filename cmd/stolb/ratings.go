package main

import (
	"fmt"
	"slices"

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
}

func ratingsCommand(s *streams, kind string) *cobra.Command {
	command := &cobra.Command{Use: kind, ValidArgsFunction: completeRecords}
	flags := command.Flags()
	c := &rating{tournaments: stats.Tournaments{Eventless: true}}
	choiceFlag(flags, &c.format, "format", "text", "text", "json")
	flags.StringVar(&c.list, "list", "", "")
	flags.StringVar(&c.aliases, "aliases", "", "")
	variantFlag(flags, &c.Variant)
	c.input.flags(flags)
	progressFlag(flags, &c.progress)
	command.RunE = func(_ *cobra.Command, args []string) error {
		if err := misuse(c.list == "" || len(args) == 0, "usage.rating-list"); err != nil {
			return err
		}
		var err error
		if c.byElo, err = readList(c.list, stats.ReadRatings); err != nil {
			return err
		}
		if c.aliases != "" {
			names, err := readAliases(c.aliases)
			if err != nil {
				return err
			}
			c.tournaments.Alias(names)
		}
		counted := c.read(s, args)
		if !isWorthReporting(counted) {
			return counted
		}
		write := c.ratings
		if kind == "norms" {
			write = c.norms
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
			*out = c.tournaments.Read(in.Judge())
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

// norms writes what was made beside the norms.
func (c *rating) norms(s *streams) error {
	all, err := c.tournaments.Norms(c.byElo, c.Variant == record.International)
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, func(a, b *stats.Norm) int { return len(a.Failed) - len(b.Failed) })
	for _, n := range all {
		if c.format == "json" {
			err = writeLine(s.out, normJSON{n.Name, n.Event, n.Title, n.Games, n.Average, n.Made, n.Percent, n.Points, n.Reached(), reasons(n.Failed)})
		} else {
			id := message.ID("stats.norm-missed")
			if n.Reached() {
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
func number(n float64) message.Decimal { return message.Decimal{Value: n, Digits: -1} }
