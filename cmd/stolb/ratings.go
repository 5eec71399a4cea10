package main

import (
	"cmp"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

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
	c.input.flags(flags, false)
	command.RunE = func(_ *cobra.Command, args []string) error {
		err := cmp.Or(
			misuse(c.isHistory && c.list != "", "usage.one-of", "a", "--list", "b", "--history"),
			misuse(c.list == "" && !c.isHistory, "usage.rating-list"),
			misuse(len(args) == 0, "usage.no-file-count"),
		)
		if err == nil {
			c.byElo, err = readList(c.list, stats.ReadRatings)
		}
		if err != nil {
			return err
		}
		if c.history.Aliases, err = readList(c.aliases, stats.ParseAliases); err != nil {
			return err
		}
		c.tournaments.Aliases = c.history.Aliases
		counted := c.read(s, args)
		if !isWorthReporting(counted) || c.games.Load() == 0 {
			return counted
		}
		write := c.ratings
		if kind == "norms" {
			write = c.norms
		} else if c.isHistory {
			write = c.strengths
		}
		return cmp.Or(write(s), counted)
	}
	return command
}

func (c *rating) read(s *streams, args []string) error {
	_, done := c.open(s, args, 1)
	defer done()
	read := c.tournaments.Read
	if c.isHistory {
		read = c.history.Read
	}
	newWorker := func() func(*convert.Entry, *func() error) {
		return func(in *convert.Entry, out *func() error) { *out = read(in.Judge()) }
	}
	return each(s, &c.games, convert.Each(s.ctx, c.Input, newWorker), func(take *func() error) error {
		return (*take)()
	}, func() { s.tell("stats.interrupted", "n", c.games.Load()) })
}

func (c *rating) ratings(s *streams) error {
	all, about, err := c.tournaments.Ratings(c.byElo, language)
	if err == nil {
		err = c.write(s, all, func(map[string]any) message.ID { return "stats.rating" })
	}
	if err != nil {
		return err
	}
	for row := range about.Rows {
		event := message.Of("stats.no-event")
		if row[0] != "" {
			event = message.Of("stats.event", "event", clean(row[0].(string), messageCells))
		}
		s.tell("stats.rating-about", "event", event, "what", row[2], "paragraph", row[1])
	}
	return nil
}

func (c *rating) strengths(s *streams) error {
	players, about := c.history.Tables()
	if c.format == "text" {
		players.Columns[2].Digits, players.Columns[3].Digits = 0, 0
	}
	err := c.write(s, players, func(cells map[string]any) message.ID {
		if cells["group"] == nil {
			return "stats.strength-none"
		}
		return "stats.strength"
	})
	if err != nil {
		return err
	}
	about.Columns[3].Digits = 0
	for row := range about.Rows {
		s.tell("stats.strengths", arguments(about, row)...)
	}
	return nil
}

// norms writes the results of players compared with the norms.
func (c *rating) norms(s *streams) error {
	all, err := c.tournaments.Norms(c.byElo, c.Variant == record.International, language)
	if err != nil {
		return err
	}
	return c.write(s, all, func(cells map[string]any) message.ID {
		return map[[2]bool]message.ID{ // whether it is a rank, and was reached
			{false, false}: "stats.norm-missed", {false, true}: "stats.norm-reached",
			{true, false}: "stats.rank-missed", {true, true}: "stats.rank-reached",
		}[[2]bool{cells["rank"] == true, cells["reached"] == true}]
	})
}

// write writes a table; as text, a message for each row, and below it the steps in its last cell.
func (c *rating) write(s *streams, t *table.Table, id func(cells map[string]any) message.ID) error {
	if c.format == "json" {
		return t.Write(s.out, "json", language)
	}
	for row := range t.Rows {
		cells := map[string]any{}
		for i, column := range t.Columns {
			cells[column.Name] = row[i]
		}
		text := clean(say(id(cells), arguments(t, row)...), messageCells) + "\n"
		if steps, ok := row[len(row)-1].(*table.Table); ok {
			for step := range steps.Rows {
				said := step[2].(string)
				if step[0] != "" {
					said = fmt.Sprint(step[0], ": ", said)
				}
				text += fmt.Sprintf("%s%s (%s)\n", indent, clean(said, messageCells), step[1])
			}
		}
		s.out.WriteString(text)
	}
	return nil
}

// arguments returns the cells of a row as arguments of a message, with "?" for NaN.
func arguments(t *table.Table, row []any) (args []any) {
	for i, column := range t.Columns {
		cell := row[i]
		if n, ok := cell.(float64); ok {
			if cell = message.Decimal(n, column.Digits); math.IsNaN(n) {
				cell = "?"
			}
		}
		args = append(args, column.Name, cell)
	}
	return args
}
