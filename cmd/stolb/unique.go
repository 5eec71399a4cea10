package main

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

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
// read is not told here: the files are read once more.
func (c *converter) repeated(s *streams) (*repeatedGames, error) {
	d, err := newDuplicates(false)
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
	for sequence, err := range convert.Each(s.ctx, c.in, newWorker) {
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
			return nil, message.Of("check.spill", "why", bare(err))
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

// keepInput puts standard input, if it is among the arguments, into a temporary
// file, so that it can be read twice; done removes the file.
func keepInput(s *streams, args []string) (done func(), err error) {
	if !slices.Contains(args, "-") {
		return func() {}, nil
	}
	file, err := os.CreateTemp("", "stolb-")
	if err != nil {
		return nil, message.Of("files.no-spill", "why", err)
	}
	_ = os.Remove(file.Name()) // as in newDuplicates
	var size int64
	copied := make(chan error, 1)
	go func() {
		var err error
		size, err = io.Copy(file, s.in)
		copied <- err
	}()
	select {
	case err = <-copied:
	case <-s.ctx.Done():
		s.tell("convert.input-interrupted")
		return nil, errInterrupted // the file goes with the process
	}
	done = func() {
		file.Close()
		_ = os.Remove(file.Name())
	}
	if err != nil {
		done()
		return nil, message.Of("message.path", "path", "-", "why", err)
	}
	s.in = io.NewSectionReader(file, 0, size)
	return done, nil
}
