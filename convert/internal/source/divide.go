package source

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Cutter gives the texts of games one by one: what a grammar.Cutter gives, divided
// where the board tells that it is two games.
type Cutter struct {
	cutter  Source
	divider *Divider

	queue []grammar.Chunk // the parts of a game that are still to be given
	more  int             // games that came of dividing
}

// Source gives the texts of games one by one, as a grammar.Cutter does or a
// its Parallel.
type Source interface {
	Next() (grammar.Chunk, error)
}

// NewCutter returns a Cutter of what cutter gives, which is judged as asked where
// it does not say what is played.
func NewCutter(cutter Source, asked record.Variant) *Cutter {
	return &Cutter{cutter: cutter, divider: NewDivider(asked)}
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

// Divider divides texts that are two games or more: moves that cannot go on from
// those before them, but from the start, are another game's. Only texts with seams
// are looked at. It is not safe for concurrent use.
type Divider struct {
	asked   record.Variant
	parser  *Parser // made when it is first needed
	arbiter replay.Arbiter
	game    record.Game
	report  replay.Report

	format  grammar.Format // of the text that is divided
	left    int            // bytes that may still be judged of the text that is divided
	stopped int            // where the moves stop that stand before a seam; none while they go on
	within  int            // how many moves of the line behind a seam go on from those before, where not all do

	variant record.Variant // under which they do
}

const (
	none = -1 // no place

	// A text is divided by the board while no more bytes are judged than these
	// and so many times its own, which no text with games in it needs.
	minJudged, maxJudged = 1 << 16, 4
)

// NewDivider returns a Divider for games of the variant that was asked for, or of
// whatever they say they are.
func NewDivider(asked record.Variant) *Divider {
	return &Divider{asked: asked, arbiter: replay.Arbiter{SkipDiagnosis: true}}
}

// Divide appends the games of which a text consists, which is that text alone
// where nothing tells that it is more.
func (d *Divider) Divide(parts []grammar.Chunk, c grammar.Chunk) []grammar.Chunk {
	if len(c.Seams) == 0 {
		return append(parts, c)
	}
	if d.parser == nil {
		d.parser = NewParser(d.asked)
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
	stops := none // where the moves of the whole text do, if that is known
	if !slices.ContainsFunc(c.Seams, func(seam grammar.Division) bool { return !seam.Due }) {
		if stops = d.stopOf(c.Text); stops == none {
			return append(parts, c) // as nearly always
		}
	}
	for i, seam := range c.Seams {
		if from == 0 && stops >= seam.Row+len(linesAt(c.Text, seam.Row, 1)) {
			continue
		}
		next, ahead := "", linesAt(c.Text, seam.Row, maxAhead)
		if k := slices.IndexFunc(c.Seams[i+1:], func(s grammar.Division) bool { return !s.Due }); k >= 0 {
			row := c.Seams[i+1+k].Row
			next = linesAt(c.Text, row, 1)
			ahead = ahead[:min(len(ahead), row-seam.Row)]
		}
		at := seam.At
		if at <= from {
			at = seam.Row // the head is that of the game before
		}
		if at <= from || !d.begins(c.Text[from:seam.Row+len(linesAt(c.Text, seam.Row, 1))], seam.Row-from, seam, ahead, next) {
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

// begins says whether the line at byte seam of a text, which ends with it, is
// another game's: it cannot be played behind what stands before it, but from the
// start, whole or so far that it is no chance, up to a word that is hurt, or with
// the lines behind it, which ahead begins with, or where the next line, too, is a
// game that begins from there. Where it is Ended it need not go from the start; where
// it is Due, or goes on for a move, some moves must.
func (d *Divider) begins(text string, seam int, what grammar.Division, ahead, next string) bool {
	if d.left < 0 || d.stopped == none && !d.stops(text, seam) {
		return (what.Ended || what.Due) && d.left >= 0 && d.within > 0 && d.playedFromStart(text[seam:], ahead) > max(noChance, d.within)
	}
	if what.Due {
		return d.playedFromStart(text[seam:], ahead) > noChance
	}
	before := d.stopped < seam // nobody knows whether it could go on
	if what.Ended && !before {
		return true
	}
	d.judge(text[seam:])
	whole, played := d.report.Verdict < replay.Illegal, len(d.report.Moves)
	if before {
		if !whole || played <= noChance {
			d.judge(ahead)
			played = len(d.report.Moves)
		}
		return played > noChance
	}
	return played > 0 && (whole || played >= noChance || d.isGame(next))
}

// stopOf returns where the moves of a text stop; none where they go on to its end.
func (d *Divider) stopOf(text string) int {
	d.judge(text)
	played := len(d.report.Moves)
	if d.report.Verdict < replay.Illegal || played == len(d.game.Plies) {
		return none
	}
	return d.game.Plies[played].At
}

// playedFromStart returns how many moves of a line can be played from the start, with
// the lines behind it, which ahead begins with; 0 where not all of the line's can.
func (d *Divider) playedFromStart(line, ahead string) int {
	d.judge(line)
	if d.report.Verdict >= replay.Illegal {
		return 0
	}
	d.judge(ahead)
	return len(d.report.Moves)
}

// stops says whether the moves of a text, which ends with the line at byte seam,
// stop before that or with its first. Behind other lines they do so, too. Where they
// stop behind that, d.within is how many of the line's can be played.
func (d *Divider) stops(text string, seam int) bool {
	d.judge(text)
	played := len(d.report.Moves)
	d.within = 0
	if d.report.Verdict < replay.Illegal || played == len(d.game.Plies) || d.game.Start != nil {
		return false
	}
	for played > d.within && d.game.Plies[played-1-d.within].At >= seam {
		d.within++
	}
	if d.within > 0 {
		return false
	}
	d.stopped, d.variant = d.game.Plies[played].At, d.report.Variant
	return true
}

// isGame says whether a line is a game from the start, whole.
func (d *Divider) isGame(line string) bool {
	if line == "" {
		return false
	}
	d.judge(line)
	return d.report.Verdict < replay.Illegal && len(d.report.Moves) > noChance
}

// linesAt returns the line that begins at byte at, and those behind it that are
// not blank, so many at most.
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

// maxAhead is how many lines are looked at to see whether a game begins.
const maxAhead = 4

// noChance is how many moves in the middle of a game hardly can be played from the
// start, too.
const noChance = 3

func (d *Divider) judge(text string) {
	d.left -= len(text)
	d.parser.ParseInto(grammar.Chunk{Text: text, Format: d.format, Source: record.Source{Line: 1}}, &d.game)
	asked := d.asked
	switch {
	case asked != record.UnknownVariant:
	case d.variant != record.UnknownVariant:
		asked = d.variant
	case len(d.game.Shows) > 0:
		asked = d.game.Shows[0]
	}
	d.arbiter.Judge(&d.game, asked, &d.report)
}
