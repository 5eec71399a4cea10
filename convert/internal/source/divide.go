package source

import (
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Divided returns what gives the texts of games one by one, as next does, those divided of
// which the board shows that they hold several. Texts that do not name their variant are
// judged as games of defaultVariant.
func Divided(next func() (grammar.Chunk, error), defaultVariant record.Variant) func() (grammar.Chunk, error) {
	var parser *Parser        // made when it is first needed
	var queue []grammar.Chunk // the parts of a game that are still to be given
	more := 0                 // games that came of dividing
	return func() (grammar.Chunk, error) {
		if len(queue) == 0 {
			chunk, err := next()
			chunk.Source.Number += more
			if err != nil || len(chunk.Seams) == 0 {
				return chunk, err
			}
			if parser == nil {
				parser = NewParser(defaultVariant)
			}
			queue = parser.Divide(queue, chunk)
			more += len(queue) - 1
		}
		first := queue[0]
		queue = queue[1:]
		return first, nil
	}
}

// divider is what a Parser knows of the text that it divides: moves that cannot follow those
// before them, but can be played from the start, belong to another game. Only texts
// with seams are examined.
type divider struct {
	arbiter replay.Arbiter
	game    record.Game
	report  replay.Report

	format  grammar.Format // of the text
	left    int            // bytes that may still be judged of the text
	stopped int            // where the moves before a seam stop; none while they go on
	variant record.Variant // of the text in which the moves stopped
}

const (
	none = -1 // no place

	// A text is divided by the board while no more bytes are judged than these
	// and so many times its own, which no text with games in it needs.
	minJudged, maxJudged = 1 << 16, 4
)

// Divide appends the texts of the games that a text holds: the text itself unless the
// board shows that it holds several.
func (p *Parser) Divide(parts []grammar.Chunk, c grammar.Chunk) []grammar.Chunk {
	if len(c.Seams) == 0 {
		return append(parts, c)
	}
	if p.divider == nil {
		p.divider = &divider{arbiter: replay.Arbiter{SkipDiagnosis: true}}
	}
	d := p.divider
	d.format, d.variant = c.Format, record.UnknownVariant
	d.left, d.stopped = minJudged+maxJudged*len(c.Text), none
	if p.judge(c.Text); d.report.Verdict < replay.Illegal {
		return append(parts, c) // as nearly always
	}
	from, start := 0, c.Source
	part := func(to int) {
		of := c
		of.Text, of.Seams, of.Source = c.Text[from:to], nil, start
		of.Last = c.Last && to == len(c.Text)
		if from > 0 {
			of.Faults = nil
		}
		parts = append(parts, of)
		of.Source.Number++
		rest := record.Game{Source: of.Source, Text: c.Text[from:]}
		start, from = rest.SourceAt(to-from), to
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
		if at > from && p.begins(c.Text[from:seam.Row+len(linesAt(c.Text, seam.Row, 1))], seam.Row-from, ahead, next) {
			d.stopped = none
			part(at)
		}
	}
	part(len(c.Text))
	return parts
}

// begins reports whether the line at byte seam of a text, its last line, begins another
// game: its moves cannot follow those before it, but can be played from the start.
// All of them can, or more than chance explains before a damaged word or together with
// the following lines, with which ahead begins; or the next line is a game from the
// start, too.
func (p *Parser) begins(text string, seam int, ahead, next string) bool {
	d := p.divider
	if d.left < 0 || d.stopped == none && !p.stops(text, seam) {
		return false
	}
	p.judge(text[seam:])
	whole, played := d.report.Verdict < replay.Illegal, len(d.report.Moves)
	if d.stopped < seam { // so whether the line could follow is unknown
		if !whole || played <= noChance {
			p.judge(ahead)
			played = len(d.report.Moves)
		}
		return played > noChance
	}
	return played > 0 && (whole || played >= noChance || p.isGame(next))
}

// stops reports whether the moves of a text, whose last line is at byte seam, stop
// before that line or at its first move; with more lines they would stop there, too.
func (p *Parser) stops(text string, seam int) bool {
	d := p.divider
	p.judge(text)
	played := len(d.report.Moves)
	if d.report.Verdict < replay.Illegal || played == len(d.game.Plies) || d.game.Start != nil ||
		played > 0 && d.game.Plies[played-1].At >= seam {
		return false
	}
	d.stopped, d.variant = d.game.Plies[played].At, d.report.Variant
	return true
}

// isGame reports whether a line is a whole game from the start.
func (p *Parser) isGame(line string) bool {
	if line == "" {
		return false
	}
	p.judge(line)
	return p.divider.report.Verdict < replay.Illegal && len(p.divider.report.Moves) > noChance
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

// judge reads and judges a text as a game of its own, and deducts it from what is left.
func (p *Parser) judge(text string) {
	d := p.divider
	d.left -= len(text)
	p.ParseInto(grammar.Chunk{Text: text, Format: d.format, Source: record.Source{Line: 1}}, &d.game)
	variant := p.written.Variant
	switch {
	case variant != record.UnknownVariant:
	case d.variant != record.UnknownVariant:
		variant = d.variant
	case len(d.game.Shows) > 0:
		variant = d.game.Shows[0]
	}
	d.arbiter.Judge(&d.game, variant, &d.report)
}
