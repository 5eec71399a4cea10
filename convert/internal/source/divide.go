package source

import (
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Cutter yields the texts of games one by one: those of its source, divided where the
// board shows that a text holds two games.
type Cutter struct {
	cutter  Source
	divider *Divider

	queue []grammar.Chunk // the parts of a game that are still to be given
	more  int             // games that came of dividing
}

// Source yields the texts of games one by one, as a grammar.Cutter does, or its
// Parallel.
type Source interface {
	Next() (grammar.Chunk, error)
}

// NewCutter returns a Cutter of the texts of cutter. Texts that do not name their
// variant are judged as games of defaultVariant.
func NewCutter(cutter Source, defaultVariant record.Variant) *Cutter {
	return &Cutter{cutter: cutter, divider: NewDivider(defaultVariant)}
}

// Next returns the next game's text, as grammar.Cutter's does.
func (c *Cutter) Next() (grammar.Chunk, error) {
	if len(c.queue) == 0 {
		chunk, err := c.cutter.Next()
		if err != nil {
			return chunk, err
		}
		chunk.Source.Number += c.more
		if len(chunk.Seams) == 0 {
			return chunk, nil
		}
		c.queue = c.divider.Divide(c.queue, chunk)
		c.more += len(c.queue) - 1
	}
	next := c.queue[0]
	c.queue = c.queue[1:]
	return next, nil
}

// Divider divides texts that hold two games or more: moves that cannot follow those
// before them, but can be played from the start, belong to another game. Only texts
// with seams are examined. It is not safe for concurrent use.
type Divider struct {
	defaultVariant record.Variant

	parser  *Parser // made when it is first needed
	arbiter replay.Arbiter
	game    record.Game
	report  replay.Report

	format  grammar.Format // of the text that is divided
	left    int            // bytes that may still be judged of the text that is divided
	stopped int            // where the moves before a seam stop; none while they go on
	variant record.Variant // of the text in which the moves stopped
}

const (
	none = -1 // no place

	// A text is divided by the board while no more bytes are judged than these
	// and so many times its own, which no text with games in it needs.
	minJudged, maxJudged = 1 << 16, 4
)

// NewDivider returns a Divider that judges games which do not name their variant as
// defaultVariant.
func NewDivider(defaultVariant record.Variant) *Divider {
	return &Divider{defaultVariant: defaultVariant, arbiter: replay.Arbiter{SkipDiagnosis: true}}
}

// Divide appends the texts of the games that a text holds: the text itself unless the
// board shows that it holds several.
func (d *Divider) Divide(parts []grammar.Chunk, c grammar.Chunk) []grammar.Chunk {
	if len(c.Seams) == 0 {
		return append(parts, c)
	}
	if d.parser == nil {
		d.parser = NewParser(d.defaultVariant)
	}
	from, number, start := 0, c.Source.Number, c.Source
	part := func(to int) grammar.Chunk {
		p := c
		p.Text, p.Seams = c.Text[from:to], nil
		p.Source = start
		p.Source.Number = number
		p.Last = c.Last && to == len(c.Text)
		if from > 0 {
			p.Faults = nil
		}
		return p
	}
	d.format, d.variant = c.Format, record.UnknownVariant
	d.left, d.stopped = minJudged+maxJudged*len(c.Text), none
	if d.judge(c.Text); d.report.Verdict < replay.Illegal {
		return append(parts, c) // as nearly always
	}
	for i, seam := range c.Seams {
		next, ahead := "", linesAt(c.Text, seam.Row, maxAhead)
		if i+1 < len(c.Seams) {
			row := c.Seams[i+1].Row
			next = linesAt(c.Text, row, 1)
			ahead = ahead[:min(len(ahead), row-seam.Row)]
		}
		at := seam.At
		if at <= from {
			at = seam.Row // the head is that of the game before
		}
		if at <= from || !d.begins(c.Text[from:seam.Row+len(linesAt(c.Text, seam.Row, 1))], seam.Row-from, ahead, next) {
			continue
		}
		d.stopped = none
		parts = append(parts, part(at))
		rest := record.Game{Source: start, Text: c.Text[from:]}
		start = rest.SourceAt(at - from)
		from = at
		number++
	}
	return append(parts, part(len(c.Text)))
}

// begins reports whether the line at byte seam of a text, its last line, begins another
// game: its moves cannot follow those before it, but can be played from the start.
// All of them can, or more than chance explains before a damaged word or together with
// the following lines, with which ahead begins; or the next line is a game from the
// start, too.
func (d *Divider) begins(text string, seam int, ahead, next string) bool {
	if d.left < 0 || d.stopped == none && !d.stops(text, seam) {
		return false
	}
	d.judge(text[seam:])
	whole, played := d.report.Verdict < replay.Illegal, len(d.report.Moves)
	if d.stopped < seam { // so whether the line could follow is unknown
		if !whole || played <= noChance {
			d.judge(ahead)
			played = len(d.report.Moves)
		}
		return played > noChance
	}
	return played > 0 && (whole || played >= noChance || d.isGame(next))
}

// stops reports whether the moves of a text, whose last line is at byte seam, stop
// before that line or at its first move; with more lines they would stop there, too.
func (d *Divider) stops(text string, seam int) bool {
	d.judge(text)
	played := len(d.report.Moves)
	if d.report.Verdict < replay.Illegal || played == len(d.game.Plies) || d.game.Start != nil ||
		played > 0 && d.game.Plies[played-1].At >= seam {
		return false
	}
	d.stopped, d.variant = d.game.Plies[played].At, d.report.Variant
	return true
}

// isGame reports whether a line is a whole game from the start.
func (d *Divider) isGame(line string) bool {
	if line == "" {
		return false
	}
	d.judge(line)
	return d.report.Verdict < replay.Illegal && len(d.report.Moves) > noChance
}

// linesAt returns the line at byte at and those that follow it up to a blank one, at most
// so many lines in all.
func linesAt(text string, at, lines int) string {
	end := at
	for range lines {
		next := end
		if end > at {
			next = end + 1
			if strings.HasPrefix(text[end:], "\r\n") {
				next++
			}
		}
		n := strings.IndexAny(text[min(next, len(text)):], "\r\n")
		if n < 0 {
			return text[at:]
		}
		if n == 0 {
			break
		}
		end = next + n
	}
	return text[at:end]
}

// maxAhead is how many lines are examined to see whether a game begins.
const maxAhead = 4

// noChance is a number of moves from the middle of a game that can hardly all be
// played from the start, too.
const noChance = 3

// judge reads and judges a text as a game of its own, and deducts it from d.left.
func (d *Divider) judge(text string) {
	d.left -= len(text)
	d.parser.ParseInto(grammar.Chunk{Text: text, Format: d.format, Source: record.Source{Line: 1}}, &d.game)
	variant := d.defaultVariant
	switch {
	case variant != record.UnknownVariant:
	case d.variant != record.UnknownVariant:
		variant = d.variant
	case len(d.game.Shows) > 0:
		variant = d.game.Shows[0]
	}
	d.arbiter.Judge(&d.game, variant, &d.report)
}
