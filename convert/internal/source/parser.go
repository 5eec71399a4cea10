package source

import (
	"cmp"
	"slices"

	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Parser turns the texts of games of any format into games. It parses each distinct
// word once and keeps the result; it is not safe for concurrent use.
type Parser struct {
	written *grammar.Parser
	json    jsonl.Parser
	divider divider
}

// NewParser returns a parser that reads games which do not name their variant as
// defaultVariant (see grammar.Parser).
func NewParser(defaultVariant record.Variant) *Parser {
	p := &Parser{written: grammar.NewParser()}
	p.written.Variant, p.written.Rules, p.divider.arbiter.SkipDiagnosis = defaultVariant, NewBoard, true
	return p
}

// ParseInto reads a game with the memory of another reused. It never fails: see
// grammar.Parser and jsonl.Parser.
func (p *Parser) ParseInto(c grammar.Chunk, g *record.Game) {
	if c.Format == grammar.JSON {
		p.json.ParseInto(c, g)
	} else {
		p.written.ParseInto(c, g)
	}
}

// Written returns the parser of what is written by hand, sheets and PDN.
func (p *Parser) Written() *grammar.Parser { return p.written }

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

// divider is what a Parser judges the parts of a text with.
type divider struct {
	arbiter replay.Arbiter
	game    record.Game
	report  replay.Report
	left    int // bytes that may still be judged of the text

	// Of the moves from a place of the text on: where the last of them is that can be played,
	// and the first that cannot, with which variant. More text does not change that.
	from, last, stop int
	variant          record.Variant
}

const (
	// A text is divided by the board while no more bytes are judged than these
	// and so many times its own, which no text with games in it needs.
	minJudged, maxJudged = 1 << 16, 4

	// byChance is how many moves from the middle of a game can be played from the start,
	// too, as a rule at most.
	byChance = 2
)

// Divide appends the texts of the games that a text holds: the text itself unless the board shows
// that it holds several, of which one begins at a seam. Only texts with seams are judged.
func (p *Parser) Divide(parts []grammar.Chunk, c grammar.Chunk) []grammar.Chunk {
	p.divider.left, p.divider.from = minJudged+maxJudged*len(c.Text), -1
	rest := record.Game{Source: c.Source, Text: c.Text}
	from := 0
	part := func(to int) {
		of := c
		of.Text, of.Seams, of.Source = c.Text[from:to], nil, rest.Source
		of.Last = c.Last && to == len(c.Text)
		if from > 0 {
			of.Faults = nil
		}
		parts = append(parts, of)
		rest.Source.Number++
		rest.Source, rest.Text, from = rest.SourceAt(to-from), c.Text[to:], to
	}
	for i, seam := range c.Seams {
		next := len(c.Text)
		if i+1 < len(c.Seams) {
			next = c.Seams[i+1]
		}
		if p.begins(c, from, seam, next) {
			part(seam)
		}
	}
	part(len(c.Text))
	return parts
}

// begins reports whether another game begins at a seam of a text: the moves from there to
// the next seam cannot follow those from another place to the seam, but all of them can be
// played from the start, or more than chance explains.
func (p *Parser) begins(c grammar.Chunk, from, seam, next int) bool {
	d := &p.divider
	if d.left < 0 {
		return false
	}
	if d.from != from {
		p.judge(c, from, next, record.UnknownVariant)
		played := len(d.report.Moves)
		if d.report.Verdict < replay.Illegal || played == len(d.game.Plies) || d.game.Start != nil {
			return false
		}
		d.from, d.last, d.stop, d.variant = from, -1, from+d.game.Plies[played].At, d.report.Variant
		if played > 0 {
			d.last = from + d.game.Plies[played-1].At
		}
	}
	if d.last >= seam {
		return false
	}
	most, stopped := byChance, d.stop < seam // before: whether the moves could follow is unknown
	if stopped {
		most++
	}
	p.judge(c, seam, next, d.variant)
	played := len(d.report.Moves)
	return played > most || played > 0 && !stopped && d.report.Verdict < replay.Illegal
}

// judge reads and judges a part of a text as a game of its own, and deducts it from what is
// left. Where neither the text nor the parser has a variant, it is the other one, or the first
// that the text shows.
func (p *Parser) judge(c grammar.Chunk, from, to int, other record.Variant) {
	d := &p.divider
	d.left -= to - from
	p.ParseInto(grammar.Chunk{Text: c.Text[from:to], Format: c.Format, Source: record.Source{Line: 1}}, &d.game)
	variant := cmp.Or(p.written.Variant, other)
	if len(d.game.Shows) > 0 {
		variant = cmp.Or(variant, d.game.Shows[0])
	}
	d.arbiter.Judge(&d.game, variant, &d.report)
}

// A sample of the games of a file, by which is found out what is played: those among the
// first maxSample, of at most so many bytes, from the first on that does not say it.
const (
	maxSample      = 100
	maxSampleBytes = 1 << 20
)

// Tried returns what gives the texts of games one by one, as next does, with the variant
// under which the most of the sample can be played (grammar.Chunk.Others). The sample is
// read before its first game is given, which has a fault that says what was found, unless
// each game of it shows the same by itself. Nothing is tried where a default is given.
func Tried(next func() (grammar.Chunk, error), defaultVariant record.Variant) func() (grammar.Chunk, error) {
	if defaultVariant != record.UnknownVariant {
		return next
	}
	return (&sample{next: next, left: maxSample, parser: NewParser(record.UnknownVariant)}).Next
}

// sample is the games of a file that are tried.
type sample struct {
	next   func() (grammar.Chunk, error)
	left   int // games that may still be read
	held   []grammar.Chunk
	err    error // after those
	others record.Variant

	parser  *Parser
	arbiter replay.Arbiter
	game    record.Game
}

// Next returns the next text.
func (s *sample) Next() (c grammar.Chunk, err error) {
	if s.left > 0 {
		s.read()
	}
	switch {
	case len(s.held) > 0:
		c, s.held = s.held[0], s.held[1:]
	case s.err != nil:
		err, s.err = s.err, nil
	default:
		c, err = s.next()
	}
	c.Others = s.others
	return c, err
}

// read reads the next text, and the rest of the sample if it does not say what is played.
func (s *sample) read() {
	var shown []record.Variant // by single games
	v, said := s.arbiter.Tried(func(yield func(*record.Game) bool) {
		for size := 0; s.left > 0 && size < maxSampleBytes; {
			c, err := s.next()
			if s.err = err; err != nil || c.Format == grammar.JSON {
				s.left = 1
			}
			s.left--
			if err != nil {
				break
			}
			s.held = append(s.held, c)
			size += len(c.Text)
			s.parser.ParseInto(c, &s.game)
			if !yield(&s.game) {
				return
			}
			if shows := s.game.Shows; len(shows) == 1 {
				shown = append(shown, shows[0])
			} else if s.game.Variant == record.UnknownVariant {
				shown = append(shown, record.UnknownVariant)
			} else if len(shown) == 0 {
				return
			}
		}
		s.left = 0
	})
	if v == record.UnknownVariant {
		return
	}
	s.others = v
	if slices.ContainsFunc(shown, func(w record.Variant) bool { return w != v }) {
		s.held[0].Faults = append(s.held[0].Faults, record.Fault{
			Code: record.VariantGuessed, Severity: record.Remark, Suggestions: []string{v.String()}, Message: said,
		})
	}
}
