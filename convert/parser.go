package convert

import (
	"cmp"
	"regexp"
	"slices"
	"sync"

	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
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

	maxNumbered = 20 // games that are tried to find the numbers of squares
	minNumbered = 20 // plies
)

// Tried returns an iterator over the texts of next. Unless o names a variant, texts that do not name
// theirs get the one under which most of a sample can be played (grammar.Chunk.Others). Unless o
// says which square has number 1, texts get another corner than usual if little can be played
// otherwise (grammar.Chunk.Numbers). The sample is read ahead; its first game gets a fault that
// reports what was found, unless each game of it shows its variant by itself.
func Tried(next func() (grammar.Chunk, error), o Options) func() (grammar.Chunk, error) {
	s := &sample{next: next, left: maxSample, variant: o.Variant, parser: NewParser(o.Variant)}
	s.known = slices.Index(grammar.Numberings[:], o.Numbers) >= 0
	s.numbers = uint8(max(slices.Index(grammar.Numberings[:], o.Numbers), 0))
	return s.Next
}

// sample is the games of a file that are tried.
type sample struct {
	next    func() (grammar.Chunk, error)
	left    int // games that may still be read
	size    int // of the held games, in bytes
	held    []grammar.Chunk
	err     error          // after the held games
	variant record.Variant // the default
	others  record.Variant
	numbers uint8
	known   bool // the numbers are

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
	c.Others, c.Numbers = s.others, s.numbers
	return c, err
}

// hold reads a text ahead, unless the sample is complete.
func (s *sample) hold() bool {
	if s.left == 0 || s.size >= maxSampleBytes {
		return false
	}
	c, err := s.next()
	if s.err = err; err != nil || c.Format == grammar.JSON {
		s.left = 1
	}
	s.left--
	if err == nil {
		s.held, s.size = append(s.held, c), s.size+len(c.Text)
	}
	return err == nil
}

// parse parses a held text.
func (s *sample) parse(c grammar.Chunk) *record.Game {
	c.Others, c.Numbers = s.others, s.numbers
	s.parser.ParseInto(c, &s.game)
	return &s.game
}

// read reads the next text, and the rest of the sample if that text does not name its variant or has
// other numbers than usual.
func (s *sample) read() {
	first := s.left == maxSample
	var shown []record.Variant // by each single game
	v, said := s.arbiter.Tried(func(yield func(*record.Game) bool) {
		for s.hold() && s.variant == record.UnknownVariant {
			g := s.parse(s.held[len(s.held)-1])
			if !yield(g) {
				return
			}
			if len(g.Shows) == 1 {
				shown = append(shown, g.Shows[0])
			} else if g.Variant == record.UnknownVariant {
				shown = append(shown, record.UnknownVariant)
			} else if len(shown) == 0 {
				return
			}
		}
		if s.variant == record.UnknownVariant {
			s.left = 0
		}
	}, record.UnknownVariant)
	if v != record.UnknownVariant {
		s.others = v
		if slices.ContainsFunc(shown, func(w record.Variant) bool { return w != v }) {
			s.report(v, said)
		}
	}
	if first && !s.known && len(s.held) > 0 {
		s.number()
	}
	if s.variant != record.UnknownVariant {
		s.left = 0
	}
}

// report reports to the sample's first game what was found.
func (s *sample) report(v record.Variant, said message.Message) {
	s.held[0].Faults = append(s.held[0].Faults, record.Fault{
		Code: record.VariantGuessed, Severity: record.Remark, Suggestions: []string{v.String()}, Message: said,
	})
}

// number finds the corner of square 1 if the file's first game has numbers and cannot be played with
// the usual ones.
func (s *sample) number() {
	if lettered().MatchString(s.held[0].Text) {
		return // nearly always, and faster than parsing
	}
	g := s.parse(s.held[0])
	if len(g.Plies) == 0 || len(g.Plies[0].Word.Steps) == 0 || g.Plies[0].Word.Steps[0].Number == 0 {
		return
	}
	named := cmp.Or(g.Variant, s.variant, s.others)
	candidates := []record.Variant{named}
	if named == record.UnknownVariant {
		candidates = slices.DeleteFunc(record.Variants(), func(v record.Variant) bool {
			return v.Reversed() || v.Board().Numbering != record.Numeric
		})
	}
	// The usual numbers are tried with the first game alone, which is nearly always enough, then with
	// several games; then the others, by how common they are.
	few := s.held[:1]
	for _, numbers := range [...]uint8{0, 0, 3, 1, 2} {
		s.numbers = numbers
		for _, v := range candidates {
			plays, said := s.tried(v, few)
			if !plays {
				continue
			}
			if numbers > 0 && named == record.UnknownVariant {
				s.others = v
				s.report(v, said)
			}
			if numbers > 0 {
				s.report(v, message.Of("convert.numbers", "variant", v.Term(), "numbers", grammar.Numberings[numbers]))
			}
			return
		}
		for len(s.held) < maxNumbered && s.hold() {
		}
		few = s.held[:min(len(s.held), maxNumbered)]
	}
	s.numbers = 0
}

// lettered matches a square that has no number.
var lettered = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[a-l][1-9]`) })

// tried reports whether the texts can be played under a variant, with numbers as they are assumed,
// and are enough to assume other numbers than usual; see Arbiter.Tried.
func (s *sample) tried(v record.Variant, texts []grammar.Chunk) (bool, message.Message) {
	s.parser.written.Variant = v
	plies := 0
	tried, said := s.arbiter.Tried(func(yield func(*record.Game) bool) {
		for _, c := range texts {
			g := s.parse(c)
			plies += len(g.Plies)
			if g.Variant == v {
				g.Variant = record.UnknownVariant // which are tried
			}
			if !yield(g) {
				return
			}
		}
	}, v)
	s.parser.written.Variant = s.variant
	return tried == v && (s.numbers == 0 || plies >= minNumbered), said
}
