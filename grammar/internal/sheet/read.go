package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Reader reads score sheets. It is not safe for concurrent use.
type Reader struct {
	words          *word.Table
	Others         record.Variant // that the other games of the file show
	Rules          func() Board   // makes the board for what no Splitter has read; nil for none
	defaultVariant record.Variant
	search         search
	build          builder
	plain          plain
	things         []thing // reused by Written
}

// NewReader returns a Reader that looks words up in the table.
func NewReader(words *word.Table) *Reader {
	return &Reader{words: words, search: newSearch(words, nil)}
}

// Read fills in the game whose text is in g, which a Splitter has read so; reading is nil where
// none has. It never fails: what cannot be read is a fault of the game. defaultVariant is what
// the user says is played; it decides only how a position is read where the record does not
// say that.
func (r *Reader) Read(g *record.Game, defaultVariant record.Variant, reading *Reading) {
	r.defaultVariant = defaultVariant
	if reading == nil || reading.steps == nil { // none, or plain
		if r.readPlain(g) {
			return
		}
		if r.Rules != nil && r.search.board == nil {
			r.search.board = r.Rules()
		}
		text := unmarked(g.Text)
		steps, n := r.search.read(text, defaultVariant)
		reading = &Reading{text[:n], steps}
	}
	r.readAs(g, reading)
}

// Splitter finds the games of a text of sheets, one after the other, of which ever more is
// at hand. It is not safe for concurrent use.
type Splitter struct {
	search search
	torn   bool // the text is passed over, as far as pass knows it
	pass   pass
	long   *Reading // of a game of which more follows that is not read

	plain *plain // nil where plain games are decoded, too
	begun bool   // the search has
	done  int    // how much of the text is in clean
	clean string // the text without markup
}

// NewSplitter returns a Splitter. defaultVariant is what is played where a text does not say it.
func NewSplitter(words *word.Table, board Board, defaultVariant record.Variant) *Splitter {
	s := &Splitter{search: newSearch(words, board), plain: &plain{words: words}}
	s.search.defaultVariant = defaultVariant
	return s
}

// Reset makes ready for another text. Where torn is set, it begins within a game that is
// passed over.
func (s *Splitter) Reset(torn bool) {
	s.torn, s.begun, s.done, s.clean, s.long, s.pass = torn, false, 0, "", nil, pass{within: true}
}

// Next returns how many bytes the first game of a text has, and its reading. It is not ok
// where more of the text has to be at hand to know that: then it is called again with more
// of it, else with what follows the game. Where whole is set, there is no more of it. What
// is passed over of a torn text has no reading, and 0 bytes where that has ended.
func (s *Splitter) Next(text string, whole bool) (n int, reading cut.Reading, ok bool) {
	switch {
	case s.torn:
		n, ended := s.pass.over(text, whole)
		s.pass.at = 0
		s.torn = !ended || n > 0
		return n, nil, n > 0 || ended
	case s.long != nil:
		n, ended := s.pass.over(text, whole)
		if !ended && !whole {
			return 0, nil, false
		}
		r := s.long
		s.Reset(false)
		return n, r, true
	case !s.begun:
		if s.plain != nil {
			if n := s.plain.read(text, whole); n > 0 {
				s.forget(n)
				return n, plainReading, true
			} else if s.plain.short {
				return 0, nil, false
			}
		}
		s.search.reset()
		s.begun = true
	}
	for !s.search.goOn(s.clean, whole && s.done == len(text)) {
		if !s.unmark(text, whole) {
			return 0, nil, false
		}
	}
	steps, n := s.search.first()
	r := &Reading{text: s.clean[:n], steps: steps}
	if s.begun = false; s.search.long {
		s.long, s.pass = r, pass{at: n, within: true}
		return s.Next(text, whole)
	}
	if n = min(n, len(text)); n > 0 {
		s.forget(n)
	}
	return n, r, true
}

// pass is how far a text is passed over up to its next paragraph.
type pass struct {
	at     int
	within bool // a line
	blank  bool // the last line was blank
}

// over goes on with a text, and returns how much of it is passed over, and whether the next
// paragraph begins there.
func (p *pass) over(text string, whole bool) (n int, ended bool) {
	for {
		line, n, ok := cut.Line(text[p.at:], whole)
		if !ok {
			return p.at, false
		}
		ends := n > len(line)
		if strings.TrimSpace(line) == "" {
			p.blank = p.blank || ends && !p.within
		} else if p.blank {
			return p.at, true
		}
		p.at, p.within = p.at+n, !ends
	}
}

// plainReading is that of a game that is plain.
var plainReading = new(Reading)

// forget forgets the first bytes of a text.
func (s *Splitter) forget(n int) {
	if n >= s.done {
		s.done, s.clean = 0, ""
	} else {
		s.done, s.clean = s.done-n, s.clean[n:]
	}
}

// How much of a text is looked at when more of it is needed, and the most that markup
// reaches from one line into others.
const (
	minUnmarked = 4 << 10
	maxUnmarked = 64 << 10
	maxReach    = 128
)

// unmark takes the markup out of more of the text, and says whether there is any.
func (s *Splitter) unmark(text string, whole bool) bool {
	rest, n := text[s.done:], 0
	for most := min(max(minUnmarked, len(s.clean)), maxUnmarked); n < most; {
		_, k, ok := cut.Line(rest[n:], whole)
		if !ok || !whole && n+k > len(rest)-maxReach {
			break
		}
		n += k
	}
	if n == 0 {
		return false
	}
	clean := unmarked(rest[:min(len(rest), n+maxReach)])
	if s.done += n; s.done < len(text) || !whole {
		clean = clean[:n]
	}
	s.clean += clean
	return true
}
