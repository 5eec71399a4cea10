package main

import (
	"fmt"
	"slices"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

// repeatsMemory is how many bytes of games are compared in memory before they spill to a file.
const repeatsMemory = 4 << 20

// duplicates finds the games of several files that repeat others.
type duplicates struct {
	repeats *stats.Repeats
	files   []string
	firsts  []int // the indices, over all files, of their first games

	same, beginnings int // found
}

// add adds the next game: its sequence for stats.Repeats and its number of plies.
func (d *duplicates) add(source record.Source, sequence []byte, plies int) error {
	if source.Number == 1 || len(d.files) == 0 {
		d.files, d.firsts = append(d.files, source.File), append(d.firsts, d.repeats.Games())
	}
	return d.repeats.Add(sequence, plies, source.Line)
}

type gamePlace struct {
	Game int    `json:"game"` // number in the file, from 1
	File string `json:"file"`
	Line int    `json:"line"`
}

// place returns the place of a game by its index, from 0, in order of add.
func (d *duplicates) place(game, line int) gamePlace {
	i, found := slices.BinarySearch(d.firsts, game)
	if !found {
		i--
	}
	return gamePlace{game - d.firsts[i] + 1, d.files[i], line}
}

func (p gamePlace) String() string {
	return say("check.place", "place", placeText(p.File, p.Line), "number", p.Game)
}

// find calls f with the games that repeat others, in order, and counts them. After an interruption
// it writes that message.
func (d *duplicates) find(s *streams, interrupted message.ID, f func(stats.Repeat)) error {
	return each(s, nil, d.repeats.Find(s.ctx), func(r stats.Repeat) error {
		if r.Beginning {
			d.beginnings++
		} else {
			d.same++
		}
		f(r)
		return nil
	}, func() { s.tell(interrupted) })
}

// write writes the games that repeat others, and how many there are. The names in the JSON lines
// and their order are a contract.
func (d *duplicates) write(s *streams, asJSON bool) error {
	err := d.find(s, "check.repeats-interrupted", func(r stats.Repeat) {
		game, of := d.place(r.Game, r.Line), d.place(r.Of, r.OfLine)
		kind, text := "same", say("check.same", "game", game.String(), "of", of.String())
		if r.Beginning {
			kind, text = "beginning", say("check.beginning", "game", game.String(), "n", r.Plies, "of", of.String())
		}
		s.writeLine(asJSON, struct {
			Repeats string `json:"repeats"`
			gamePlace
			Plies int       `json:"plies"` // that the games share
			Of    gamePlace `json:"of"`
		}{kind, game, r.Plies, of}, text)
	})
	if err == nil && !asJSON && d.repeats.Games() > 0 {
		fmt.Fprintln(s.out, say("check.repeats", "same", d.same, "beginnings", d.beginnings))
	}
	return err
}

// repeated reads the games and compares those that --where selects. It returns for each game
// whether it repeats another or is its beginning.
func (c *converter) repeated(s *streams) (d duplicates, isRepeated []bool, err error) {
	d.repeats = stats.NewRepeats(repeatsMemory)
	defer d.repeats.Close()
	newWorker := func() func(*convert.Entry, *[]byte) {
		chosen := c.where.chosen()
		return func(in *convert.Entry, out *[]byte) {
			*out = (*out)[:0]
			if report := c.judge(s.ctx, in); chosen(report) {
				*out = report.AppendSequence(*out)
			}
		}
	}
	for sequence, err := range convert.Each(s.ctx, c.Input, newWorker) {
		if err != nil {
			continue // reported when the files are read again
		}
		if err := d.repeats.Add(*sequence, 0, 0); err != nil {
			return d, nil, err
		}
	}
	isRepeated = make([]bool, d.repeats.Games())
	err = d.find(s, "convert.unique-interrupted", func(r stats.Repeat) { isRepeated[r.Game] = true })
	return d, isRepeated, err
}

// writeSlips writes the probable mistakes in the records of tournaments.
func writeSlips(s *streams, t *stats.Tournaments, asJSON bool) {
	for event, slip := range t.Slips() {
		said := slip.Message.In(language)
		s.writeLine(asJSON, struct {
			Event   string      `json:"event"`
			Code    record.Code `json:"code"`
			Message string      `json:"message"`
		}{event, slip.Code, said}, clean(event+": "+said, messageCells))
	}
}
