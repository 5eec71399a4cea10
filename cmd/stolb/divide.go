package main

import (
	"strings"

	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// divider gives the games of a cutter, those divided that the board tells are
// two: moves that cannot go on from those before them, but from the start, are
// another game's. Only games with seams are looked at.
type divider struct {
	cutter  *cut.Cutter
	asked   record.Variant
	parser  *parser
	arbiter replay.Arbiter
	game    record.Game
	report  replay.Report

	queue []cut.Chunk // the parts of a game that are still to be given
	more  int         // games that came of dividing
}

func newDivider(cutter *cut.Cutter, asked record.Variant) *divider {
	return &divider{cutter: cutter, asked: asked, parser: newParser(asked)}
}

// Next returns the next game, as cut.Cutter's does.
func (d *divider) Next() (cut.Chunk, error) {
	if len(d.queue) == 0 {
		chunk, err := d.cutter.Next()
		if err != nil {
			return chunk, err
		}
		chunk.Source.Number += d.more
		if len(chunk.Seams) == 0 {
			return chunk, nil
		}
		d.queue = d.divide(chunk, d.queue)
		d.more += len(d.queue) - 1
	}
	next := d.queue[0]
	d.queue = d.queue[1:]
	return next, nil
}

// divide appends the games of which a text consists.
func (d *divider) divide(c cut.Chunk, parts []cut.Chunk) []cut.Chunk {
	whole := record.Game{Source: c.Source, Text: c.Text}
	places := whole.Places(c.Seams...)
	from, number := 0, c.Source.Number
	part := func(to int) cut.Chunk {
		p := c
		p.Text, p.Seams = c.Text[from:to], nil
		p.Source.Number = number
		p.Last = c.Last && to == len(c.Text)
		if from > 0 {
			p.Faults = nil
		}
		return p
	}
	start := c.Source
	for i, seam := range c.Seams {
		line := len(c.Text)
		if n := strings.IndexAny(c.Text[seam:], "\r\n"); n >= 0 {
			line = seam + n
		}
		if !d.begins(part(line).Text, seam-from) {
			continue
		}
		p := part(seam)
		p.Source.Line, p.Source.Offset = start.Line, start.Offset
		parts = append(parts, p)
		from = seam
		number++
		start.Line, start.Offset = places[i].Line, places[i].Byte
	}
	p := part(len(c.Text))
	p.Source.Line, p.Source.Offset = start.Line, start.Offset
	return append(parts, p)
}

// begins says whether the line at byte seam of a text, which ends with it, is
// another game's: it cannot be played behind what stands before it, but from the
// start, whole or so far that it is no chance, up to a word that is hurt.
func (d *divider) begins(text string, seam int) bool {
	d.judge(text)
	stopped := len(d.report.Moves)
	if d.report.Verdict < replay.Illegal || stopped == len(d.game.Plies) ||
		stopped > 0 && d.game.Plies[stopped-1].At >= seam || d.game.Start != nil {
		return false
	}
	before := d.game.Plies[stopped].At < seam // nobody knows whether it could go on
	d.judge(text[seam:])
	whole, played := d.report.Verdict < replay.Illegal, len(d.report.Moves)
	if before {
		return whole && played > noChance
	}
	return played > 0 && (whole || played >= noChance)
}

// noChance is how many moves in the middle of a game hardly can be played from the
// start, too.
const noChance = 3

func (d *divider) judge(text string) {
	d.parser.parseInto(cut.Chunk{Text: text, Source: record.Source{Line: 1}}, &d.game)
	asked := d.asked
	if d.game.Variant == record.UnknownVariant && asked == record.UnknownVariant && len(d.game.Shows) > 0 {
		asked = d.game.Shows[0]
	}
	d.arbiter.Judge(&d.game, asked, &d.report)
}
