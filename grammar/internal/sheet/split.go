package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Splitter finds the games of a text of sheets, one after the other, of which ever more is
// at hand. It is not safe for concurrent use.
type Splitter struct {
	search search
	asked  record.Variant
	torn   bool // the text begins within a game

	plain *plain          // nil where plain games are decoded, too
	begun bool            // the search has
	done  int             // how much of the text is in clean
	clean string          // the text without markup, which is the end of block
	block strings.Builder // the readings of its games share its memory
}

// NewSplitter returns a Splitter. asked is what is played where a text does not say it.
func NewSplitter(words *word.Table, board Board, asked record.Variant) *Splitter {
	return &Splitter{search: NewDecoder(words, board).search, plain: &plain{words: words}, asked: asked}
}

// Reset makes ready for another text; torn says that it does not begin with a game, but
// within one, and that another may begin anywhere.
func (s *Splitter) Reset(torn bool) {
	s.torn, s.begun, s.done, s.clean = torn, false, 0, ""
}

// Next returns how many bytes the first game of a text has, and its reading. It is not ok
// where more of the text has to be at hand to know that: then it is called again with more
// of it, else with what follows the game. Where whole is set, there is no more of it. n is 0
// where the text does not begin within a game, though it is torn: the next call reads it.
func (s *Splitter) Next(text string, whole bool) (n int, reading any, ok bool) {
	if !s.begun {
		if !s.torn && s.plain != nil {
			if n := s.plain.read(text, whole); n > 0 {
				s.forget(text, n)
				return n, plainReading, true
			} else if s.plain.short {
				return 0, nil, false
			}
		}
		s.search.reset(s.asked, s.torn)
		s.torn, s.begun = false, true
	}
	for !s.search.goOn(s.clean, whole && s.done == len(text)) {
		if !s.unmark(text, whole) {
			return 0, nil, false
		}
	}
	steps, n := s.search.first()
	r := &Reading{text: s.clean[:n], steps: steps}
	s.begun = false
	if n = min(n, len(text)); n > 0 {
		s.forget(text, n)
	}
	return n, r, true
}

// plainReading is that of a game that is plain.
var plainReading = new(Reading)

// forget forgets the first bytes of a text.
func (s *Splitter) forget(text string, n int) {
	if n >= s.done || !word.IsEnd(text[n-1]) {
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
	maxPiece    = 16 << 10 // of a line
	maxReach    = 128
)

// unmark takes the markup out of more of the text, and says whether there is any.
func (s *Splitter) unmark(text string, whole bool) bool {
	rest := text[s.done:]
	if rest == "" {
		return false
	}
	n := len(rest)
	if !whole {
		n = max(n-maxReach, 0)
	}
	if most := min(max(minUnmarked, len(s.clean)), maxUnmarked); n > most || !whole {
		if n = lastLine(rest[:min(n, most)]); n == 0 { // a long line
			n = lastLine(rest[:min(len(rest), maxPiece)])
		}
		if n == 0 && len(rest) >= maxPiece {
			n = cutLine(rest[:maxPiece])
		} else if n == 0 && whole {
			n = len(rest)
		} else if n == 0 || n > len(rest)-maxReach && !whole {
			return false
		}
	}
	clean := unmarked(rest[:min(len(rest), n+maxReach)])
	if s.done += n; s.done < len(text) || !whole {
		clean = clean[:n]
	}
	if s.block.Cap()-s.block.Len() < len(clean) {
		s.block = strings.Builder{}
		s.block.Grow(max(2*(len(s.clean)+len(clean)), maxUnmarked))
		s.block.WriteString(s.clean)
	}
	s.block.WriteString(clean)
	s.clean = s.block.String()[s.block.Len()-len(s.clean)-len(clean):]
	return true
}

// lastLine returns where the last line of a text ends that is whole, with its end; 0 where
// none is.
func lastLine(text string) int {
	for i := len(text) - 2; i >= 0; i-- {
		if text[i] == '\n' || text[i] == '\r' && text[i+1] != '\n' {
			return i + 1
		}
	}
	return 0
}

// cutLine returns where a long line is cut.
func cutLine(text string) int {
	if n := strings.LastIndexByte(text, ' '); n > 0 {
		return n
	}
	n := len(text)
	for n > len(text)-4 && text[n-1]&0xc0 == 0x80 {
		n--
	}
	return n - 1
}

// noRules is a Board for which no variant has rules.
type noRules struct{}

func (noRules) Start(record.Variant) (int32, bool)     { return 0, false }
func (noRules) Set([]record.Position) (int32, bool)    { return 0, false }
func (noRules) Play(int32, *record.Word) (int32, bool) { return 0, false }
func (noRules) Forget()                                {}
