package sheet

import (
	"strings"
	"unicode"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Reader reads score sheets. It is not safe for concurrent use.
type Reader struct {
	words          *word.Table
	Others         record.Variant   // shown by the other games of the file
	Numbers        uint8            // of the file; see cut.Chunk
	Rules          func() cut.Board // makes the board for texts without a Splitter's reading; nil for none
	defaultVariant record.Variant
	search         search
	build          builder
	plain          plain
}

// NewReader returns a Reader that looks up words in a table.
func NewReader(words *word.Table) *Reader {
	return &Reader{words: words, search: newSearch(words, nil)}
}

// Read fills in the game whose text is in g. reading is the Splitter's, or nil. Read never fails:
// unreadable text becomes a fault of the game. defaultVariant is the variant that the user names;
// it only decides how to read a position if the record does not say.
func (r *Reader) Read(g *record.Game, defaultVariant record.Variant, reading *Reading) {
	r.defaultVariant = defaultVariant
	if reading == nil || reading.steps == nil { // no reading, or a plain game
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

// Splitter finds consecutive games in a text of sheets that arrives in parts. It is not safe for
// concurrent use.
type Splitter struct {
	search search
	torn   bool // the text is being skipped, as far as pass has got
	pass   pass
	long   *Reading // the reading of a game whose remaining text is skipped unread

	plain *plain // nil to decode plain games, too
	begun bool   // the search has begun
	done  int    // bytes of the text that are in clean
	clean string // the text without markup
}

// NewSplitter returns a Splitter. defaultVariant applies if a text names no variant.
func NewSplitter(words *word.Table, board cut.Board, defaultVariant record.Variant) *Splitter {
	s := &Splitter{search: newSearch(words, board), plain: &plain{words: words}}
	s.search.defaultVariant = defaultVariant
	return s
}

// Reset prepares for another text. If torn is set, the text begins within a game that is skipped.
func (s *Splitter) Reset(torn bool) {
	s.torn, s.begun, s.done, s.clean, s.long, s.pass = torn, false, 0, "", nil, pass{within: true}
}

// Next returns the length in bytes of the first game of a text, and its reading. If it needs more
// text, ok is false: it is then called again with a longer text, otherwise with the text after the
// game. whole says that the text is complete. A skipped part of a torn text has no reading; its
// length is 0 once it has ended.
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

// pass is how far a text has been skipped, up to the next paragraph.
type pass struct {
	at     int
	within bool // a line is not complete
	blank  bool // the last line was blank
}

// over skips more of a text, and returns how much, and whether the next paragraph begins there.
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

// plainReading is the reading of any plain game.
var plainReading = new(Reading)

// forget drops the first n bytes of a text.
func (s *Splitter) forget(n int) {
	if n >= s.done {
		s.done, s.clean = 0, ""
	} else {
		s.done, s.clean = s.done-n, s.clean[n:]
	}
}

// The least and the most text to unmark at a time, and how far markup reaches into other lines, in
// bytes.
const (
	minUnmarked = 4 << 10
	maxUnmarked = 64 << 10
	maxReach    = 128
)

// openFrom returns where lines begin that can only be read with those after a text: an HTML comment
// or a wiki table without its end, and the sides' rows of moves; the length of the text if none do.
func openFrom(text string) int {
	comment, table, sides := len(text), len(text), len(text)
	at := 0
	for line := range strings.Lines(text) {
		after := line[strings.LastIndex(line, "-->")+1:]
		if len(after) < len(line) {
			comment = len(text)
		}
		if strings.Contains(after, "<!--") {
			comment = min(comment, at)
		}
		switch begin := strings.TrimLeft(line, " \t"); {
		case strings.HasPrefix(begin, "{|"):
			table = min(table, at)
		case strings.HasPrefix(begin, "|}"):
			table = len(text)
		}
		if key := strings.TrimLeft(line, "*_#>|- \t"); sideTag(key[:lenToFunc(key, notLetter)], false) != "" {
			sides = min(sides, at)
		} else if strings.TrimSpace(line) != "" {
			sides = len(text)
		}
		at += len(line)
	}
	return min(comment, table, sides)
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// unmark removes the markup from more of the text, and reports whether there is any more.
func (s *Splitter) unmark(text string, whole bool) bool {
	rest, n := text[s.done:], 0
	for most := min(max(minUnmarked, len(s.clean)), maxUnmarked); n < most; {
		_, k, ok := cut.Line(rest[n:], whole)
		if !ok || !whole && n+k > len(rest)-maxReach {
			break
		}
		if n += k; n >= most && openFrom(rest[:n]) == 0 {
			most = min(2*n, maxUnmarked)
		}
	}
	if open := openFrom(rest[:n]); open < n && n < maxUnmarked && !(whole && n == len(rest)) {
		n = open
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
