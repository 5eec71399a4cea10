package convert

import (
	"slices"

	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

type textParser struct{ written *grammar.Parser } // of sheets, PDN and compositions

// NewParser returns a parser of game texts in any format: its method ParseInto is like that of a
// grammar.Parser, and reads JSON, too. Games that do not name their variant
// are read as the given one (see grammar.Parser). It parses each distinct word once and keeps the
// result; it is not safe for concurrent use.
func NewParser(defaultVariant record.Variant) *textParser {
	p := &textParser{written: grammar.NewParser()}
	p.written.Variant, p.written.Rules = defaultVariant, newBoard
	return p
}

// ParseInto parses a game into g, reusing its memory. It never fails: see grammar.Parser and
// jsonl.ParseInto.
func (p *textParser) ParseInto(c grammar.Chunk, g *record.Game) {
	if c.Format == grammar.JSON {
		jsonl.ParseInto(c, g)
	} else {
		p.written.ParseInto(c, g)
	}
}

// Limits of the sample that is tried to find a file's variant. It begins with the first game that
// does not name its variant; all of it is among the first maxSample games.
const (
	maxSample      = 100
	maxSampleBytes = 1 << 20
)

// Tried returns an iterator over the texts of next. Texts that do not name their variant get the
// one under which most of a sample can be played (grammar.Chunk.Others). The sample is read
// ahead; its first game gets a fault that reports the variant found, unless each game of it shows
// this variant by itself. If there is a default variant, Tried returns next.
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
	err    error // after the held games
	others record.Variant

	parser  *textParser
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

// read reads the next text, and the rest of the sample if that text does not name its variant.
func (s *sample) read() {
	var shown []record.Variant // by each single game
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
