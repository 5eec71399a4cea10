package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// duplicates gathers the games of several files and says which of them repeat
// others.
type duplicates struct {
	repeats *replay.Repeats
	spill   *os.File
	json    bool
	files   []numberedFile
	percent int // of garbage before the collector runs, as it was before
}

// numberedFile is a file and the number, over all files, of its first game.
type numberedFile struct {
	name  string
	first int
}

// newDuplicates begins a comparison. Its close must be called.
func newDuplicates(json bool) (*duplicates, error) {
	spill, err := os.CreateTemp("", "stolb-")
	if err != nil {
		return nil, message.Of("check.no-spill", "why", err)
	}
	// Without a name nothing is left of it, whatever happens. Where a file that
	// is open cannot be removed, close does it.
	_ = os.Remove(spill.Name())
	// The table stays, so that half as much again as garbage would be much; and
	// the collector has no pointers to follow in it.
	percent := debug.SetGCPercent(20)
	return &duplicates{repeats: replay.NewRepeats(spill, replay.MaxRepeats), spill: spill, json: json, percent: percent}, nil
}

func (d *duplicates) close() {
	debug.SetGCPercent(d.percent)
	d.spill.Close()
	_ = os.Remove(d.spill.Name())
}

// add adds the next game, with its sequence for replay.Repeats. The games of a
// file are counted from 1.
func (d *duplicates) add(source record.Source, sequence []byte) error {
	if source.Number == 1 || len(d.files) == 0 {
		d.files = append(d.files, numberedFile{source.File, d.repeats.Games()})
	}
	if err := d.repeats.Add(sequence, source.Line); err != nil {
		return message.Of("check.spill", "why", bare(err))
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
func (d *duplicates) write(s *streams) error {
	same, beginnings := 0, 0
	for r, err := range d.repeats.Find() {
		if err == nil && s.ctx.Err() != nil {
			s.tell("check.repeats-interrupted")
			return errInterrupted
		}
		if err != nil {
			return message.Of("check.spill", "why", bare(err))
		}
		game, of := d.place(r.Game, r.Line), d.place(r.Of, r.OfLine)
		kind := "same"
		if r.Beginning {
			kind = "beginning"
			beginnings++
		} else {
			same++
		}
		switch {
		case d.json:
			encoder := json.NewEncoder(s.out)
			encoder.SetEscapeHTML(false)
			err = encoder.Encode(repeatJSON{kind, game, r.Plies, of})
		case r.Beginning:
			_, err = fmt.Fprintln(s.out, say("check.beginning", "game", game.String(), "n", r.Plies, "of", of.String()))
		default:
			_, err = fmt.Fprintln(s.out, say("check.same", "game", game.String(), "of", of.String()))
		}
		if err != nil {
			return err
		}
	}
	if !d.json && d.repeats.Games() > 0 {
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
