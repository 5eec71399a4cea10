package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// duplicates gathers the games of several files and says which of them repeat
// others.
type duplicates struct {
	repeats *replay.Repeats
	files   []numberedFile
	percent int    // of garbage before the collector runs, as it was before
	remove  func() // removes the file
}

// numberedFile is a file and the number, over all files, of its first game.
type numberedFile struct {
	name  string
	first int
}

// newDuplicates begins a comparison. Its close must be called.
func newDuplicates() (*duplicates, error) {
	file, remove, err := temporaryFile()
	if err != nil {
		return nil, message.Of("check.no-spill", "why", err)
	}
	// The table stays, so that half as much again as garbage would be much; and
	// the collector has no pointers to follow in it.
	percent := debug.SetGCPercent(20)
	return &duplicates{repeats: replay.NewRepeats(file, replay.MaxRepeats), percent: percent, remove: remove}, nil
}

func (d *duplicates) close() {
	debug.SetGCPercent(d.percent)
	d.remove()
}

// add adds the next game, with its sequence for replay.Repeats. The games of a
// file are counted from 1.
func (d *duplicates) add(source record.Source, sequence []byte) error {
	if source.Number == 1 || len(d.files) == 0 {
		d.files = append(d.files, numberedFile{source.File, d.repeats.Games()})
	}
	if err := d.repeats.Add(sequence, source.Line); err != nil {
		return message.Of("check.spill", "why", withoutPath(err))
	}
	return nil
}

// gamePlace is where a game stands.
type gamePlace struct {
	Game int    `json:"game"` // number in the file, from 1
	File string `json:"file"`
	Line int    `json:"line"`
}

// place returns where the game stands that was added so many games after the
// first.
func (d *duplicates) place(game, line int) gamePlace {
	i, found := slices.BinarySearchFunc(d.files, game, func(f numberedFile, game int) int { return f.first - game })
	if !found {
		i--
	}
	return gamePlace{game - d.files[i].first + 1, d.files[i].name, line}
}

func (p gamePlace) String() string {
	return say("check.place", "place", fmt.Sprintf("%s:%d", clean(p.File, messageCells), p.Line), "number", p.Game)
}

// repeatJSON is a line of "check --duplicates --format json". Names and order
// are a contract with those who read it.
type repeatJSON struct {
	Repeats string `json:"repeats"` // "same" or "beginning"
	gamePlace
	Plies int       `json:"plies"` // that both have
	Of    gamePlace `json:"of"`
}

// write writes which games repeat others, and says where memory did not do for
// all.
func (d *duplicates) write(s *streams, asJSON bool) error {
	same, beginnings := 0, 0
	for r, err := range d.repeats.Find() {
		if err == nil && s.ctx.Err() != nil {
			s.tell("check.repeats-interrupted")
			return errInterrupted
		}
		if err != nil {
			return message.Of("check.spill", "why", withoutPath(err))
		}
		game, of := d.place(r.Game, r.Line), d.place(r.Of, r.OfLine)
		kind, text := "same", say("check.same", "game", game.String(), "of", of.String())
		if r.Beginning {
			kind, text = "beginning", say("check.beginning", "game", game.String(), "n", r.Plies, "of", of.String())
			beginnings++
		} else {
			same++
		}
		if asJSON {
			err = writeLine(s.out, repeatJSON{kind, game, r.Plies, of})
		} else {
			_, err = fmt.Fprintln(s.out, text)
		}
		if err != nil {
			return err
		}
	}
	if !asJSON && d.repeats.Games() > 0 {
		fmt.Fprintln(s.out, say("check.repeats", "same", same, "beginnings", beginnings))
	}
	d.complain(s)
	return nil
}

// complain says where memory did not do for all games.
func (d *duplicates) complain(s *streams) {
	if n := d.repeats.Forgotten(); n > 0 {
		s.tell("check.forgotten", "n", n, "first", replay.MaxRepeats)
	}
}

// repeatedGames says which of the games of several files, counted from 0, need
// not be kept, because they repeat another or are its beginning.
type repeatedGames struct {
	set              []uint64 // a bit a game
	games            int
	same, beginnings int
}

// has says whether a game need not be kept. It is false for all of nil.
func (r *repeatedGames) has(game int) bool {
	return r != nil && game>>6 < len(r.set) && r.set[game>>6]>>(game&63)&1 != 0
}

// repeated reads the games and compares those that are chosen. What cannot be
// read is not reported here: the files are read once more.
func (c *converter) repeated(s *streams) (*repeatedGames, error) {
	d, err := newDuplicates()
	if err != nil {
		return nil, err
	}
	defer d.close()
	newWorker := func() func(*convert.Entry, *[]byte) {
		chosen := c.where.chosen()
		return func(in *convert.Entry, out *[]byte) {
			*out = (*out)[:0]
			if report := in.Judge(); chosen(report) {
				*out = report.AppendSequence(*out)
			}
		}
	}
	for sequence, err := range convert.Each(s.ctx, c.Input, newWorker) {
		switch {
		case errors.Is(err, context.Canceled):
			s.tell("convert.unique-interrupted")
			return nil, errInterrupted
		case err != nil:
			continue
		}
		if err := d.add(record.Source{}, *sequence); err != nil {
			return nil, err
		}
	}
	r := &repeatedGames{games: d.repeats.Games()}
	r.set = make([]uint64, r.games/64+1)
	for repeat, err := range d.repeats.Find() {
		if err != nil {
			return nil, message.Of("check.spill", "why", withoutPath(err))
		}
		if repeat.Beginning {
			r.beginnings++
		} else {
			r.same++
		}
		r.set[repeat.Game>>6] |= 1 << (repeat.Game & 63)
	}
	d.complain(s)
	return r, nil
}
