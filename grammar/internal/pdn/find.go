package pdn

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/word"
)

// Finder finds where games of PDN begin: at a tag section after movetext; after a result or * that
// ends a game, since files may have games without tags; and after a blank line if a tag of the
// section is repeated or moves begin again with number 1. It uses the scanner that reads games, and
// skips comments and variations; but an unclosed comment ends where a line begins with a tag pair.
type Finder struct {
	scan    scanner
	tags    []string     // names of the section's first maxFinderTags tags
	bare    bool         // tags of the section have no quotation marks
	blank   bool         // a blank line follows the tags or the moves so far
	moves   bool         // movetext has begun
	value   bool         // in a tag value that continues on the next line
	comment bool         // in a comment
	marked  bool         // in a comment with a line that begins with a tag pair, where the mark is
	ended   bool         // a result or * was read
	same    bool         // ended was set in this line
	pending bool         // remarks follow in lines of their own; the mark is at the first
	here    int          // their offset in this line, or -1 if they began in another
	number  int          // the last move number
	result  cut.Decision // on the line so far
}

// Unclosed implements cut.Finder.
func (f *Finder) Unclosed() bool { return f.marked }

// Reset implements cut.Finder.
func (f *Finder) Reset() { *f = Finder{tags: f.tags[:0]} }

// Find implements cut.Finder.
func (f *Finder) Find(line string, first bool) (what cut.Decision, at int) {
	if first && f.moves && f.blank && !f.comment && !f.value && !f.ended && !f.pending && f.scan.depth == 0 &&
		firstMoves().MatchString(line) {
		return cut.Here, 0
	}
	f.here, f.same = -1, f.same && !first
	s := &f.scan
	s.text, s.at, s.count, s.within, s.titles = line, 0, 0, !first, false
	f.result = cut.None
	if f.marked || f.pending {
		f.result = cut.Keep
	}
	if f.comment && f.inComment(line, first) || f.value && f.inValue(line) {
		return f.result, 0
	}
	if first && s.at == 0 {
		ended := f.ended || f.moves && s.depth == 0 && line != "" && !squareBytes[line[0]] && s.said(0) == 0
		if (ended || !f.moves && len(f.tags) == 0) && isTitle(line) {
			if f.pending = f.pending || ended; ended {
				f.result = cut.Mark
			}
			return f.result, 0
		}
	}
	blank := s.at == 0 // nothing but spaces so far
	for {
		kind, at, end := s.next()
		if kind == lexer.EOF {
			f.blank = f.blank || first && blank
			return f.result, 0
		}
		if kind == tokenMarkup {
			continue
		}
		if blank && first {
			at = 0
		}
		blank = false
		begins := false
		switch kind {
		case tokenComment, tokenOpenComment, tokenLine:
			if f.ended && !f.same && !f.pending {
				f.pending, f.here, f.result = true, at, cut.Mark
			}
			f.comment = kind == tokenOpenComment
		case tokenTag, tokenBadTag:
			begins = f.tag(line, at, kind == tokenBadTag)
		case tokenStar, tokenResult:
			if s.depth == 0 {
				if !f.ended { // a line of words above was no title
					f.pending, f.result = false, cut.None
				}
				f.ended, f.same = true, true
			}
		case tokenStray:
			if at == 0 && line[end-1] == '"' && first && !f.moves && !f.ended {
				return f.result, 0 // the value of a tag whose name is on the previous line
			}
		case tokenUnknown:
			if strings.IndexByte("[</", line[at]) < 0 { // otherwise perhaps a remark
				begins = f.move(line, at, end, kind)
			}
		case tokenRow, tokenNumber, tokenWord, tokenSetup, tokenOpen, tokenTooDeep:
			begins = f.move(line, at, end, kind)
		}
		if begins {
			return f.begin(at)
		}
	}
}

// inComment continues a comment of the lines above, and reports whether the whole line is in it.
func (f *Finder) inComment(line string, first bool) bool {
	if first && !f.marked && cut.IsTagPair(line) {
		f.marked, f.result = true, cut.Mark
	}
	inside, _, closed := strings.Cut(line, "}")
	if f.marked && strings.Contains(inside, "{") {
		f.result = cut.AtMark
		return true
	}
	if !closed {
		return true
	}
	if f.comment = false; f.marked && !f.pending {
		f.result = cut.None
	}
	f.marked, f.scan.at = false, len(inside)+1
	return false
}

// inValue continues a tag's value, and reports whether the whole line is in it.
func (f *Finder) inValue(line string) bool {
	if strings.HasPrefix(strings.TrimLeft(line, " \t"), "[") {
		f.value = false
		return false
	}
	f.scan.at, f.value = valueEnd(line, 0)
	return f.scan.at == 0
}

// tag takes a tag pair, and reports whether it begins a game.
func (f *Finder) tag(line string, at int, bad bool) bool {
	name, value := cut.TagPair(line[at:])
	quoted := strings.ContainsAny(line, otherQuotes+`"`)
	if value == 0 && !f.ended && !(f.moves && (quoted || f.bare && f.blank)) {
		f.bare = f.bare || !f.moves && !quoted
		return false // a malformed tag pair, among others or as a remark
	}
	again := slices.Contains(f.tags, name)
	if f.ended || f.moves || again && f.blank {
		return true
	}
	if !again && len(f.tags) < maxFinderTags {
		f.tags = append(f.tags, name)
	}
	if f.blank = false; bad {
		_, f.value = valueEnd(line, at+value)
	}
	return false
}

// move takes a part of the movetext, and reports whether it begins a game.
func (f *Finder) move(line string, at, end int, kind lexer.TokenType) bool {
	n, last := 0, 0 // the numbers of the first and the last move, 0 if without
	switch kind {
	case tokenNumber:
		n = numberOf(line[at:end])
		last = n
	case tokenRow:
		n, _ = word.NumberAt(line, at)
		last = lastNumber(line[at:end])
	}
	if f.ended && n != f.number+1 && !(n == 0 && f.goesOn(line[at:])) || f.moves && (f.ended || f.pending) && n == 1 {
		return true
	}
	f.moves, f.blank = true, false
	f.number = cmp.Or(last, f.number)
	if f.ended || f.pending { // the numbering continues after a result
		f.ended, f.pending, f.result = false, false, cut.None
	}
	return false
}

// lastNumber returns the last move number of a row of moves, or 0 if it has none.
func lastNumber(row string) int {
	before := row[:max(0, strings.LastIndexByte(row, '.'))]
	n, _ := strconv.Atoi(before[strings.LastIndexByte(before, ' ')+1:])
	return n
}

// goesOn reports whether a line that begins with a move after a result continues the game: its next
// number is the one due, as in "3. O-O c5-b4 4. a3:a7".
func (f *Finder) goesOn(line string) bool {
	m := nextNumber().FindStringSubmatch(line[:min(len(line), 2*maxUnread+8)])
	return m != nil && f.number > 0 && numberOf(m[1]) == f.number+1
}

// firstMoves matches a line with the first moves of both sides; in columns, a line has one move.
var firstMoves = word.Pattern(`^(?:\{[^}]*\} *)?1(?:\. ?| [a-h])[^ .]+ +[^ ]`)

// nextNumber matches one or two moves and the number after them.
var nextNumber = word.Pattern(`^[^ ]+ +(?:[^ ]+ +)?(\d{1,6})\.`)

// begin returns the decision to begin a game at a byte of the line, or at the remarks before it.
func (f *Finder) begin(at int) (cut.Decision, int) {
	switch {
	case f.pending && f.here >= 0:
		return cut.Here, f.here
	case f.pending:
		return cut.AtMark, 0
	}
	return cut.Here, at
}
