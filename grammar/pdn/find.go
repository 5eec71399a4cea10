package pdn

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/cut"
)

// pdnFinder finds where games of PDN begin: at a tag section behind movetext,
// at whatever follows a result or * that ends a game (files can have games
// without any tags), and behind a blank line where a tag comes again that the
// section has already. What is in comments and variations is passed over; but a
// comment that is never closed ends where a line begins with a tag pair, as the
// lexer of PDN has it.
type Finder struct {
	tags    []string // names of the section's tags, the first maxFinderTags
	blank   bool     // a blank line stands behind the tags so far
	moves   bool     // movetext has begun
	value   bool     // in the value of a tag that goes on on the next line
	comment bool     // in a comment
	marked  bool     // in a comment in which a line began with a tag pair; the mark is there
	depth   int      // variations open
	ended   bool     // a result or * was read
	same    bool     // that was in this line
	glued   bool     // that was a * glued to a move, which can be a mark of it
	pending bool     // remarks follow, in lines of their own; the mark is at the first
	here    int      // where they begin in this line; -1 where they began in another
}

const maxFinderTags = 64

func (f *Finder) Unclosed() bool { return f.marked }

func (f *Finder) Reset() { *f = Finder{tags: f.tags[:0]} }

func (f *Finder) Find(line string, first bool) (cut.Decision, int) {
	if first {
		f.same = false
	}
	f.here = -1
	if !f.comment && !f.value && !f.ended && !f.pending && isPlainMovetext(line) {
		f.moves = true
		return cut.None, 0
	}
	result := cut.None
	if f.marked || f.pending {
		result = cut.Keep
	}
	blank := true // nothing but spaces so far
	for i := 0; i < len(line); {
		if f.comment {
			if i == 0 && first && !f.marked && cut.IsTagPair(line) {
				f.marked = true
				result = cut.Mark
			}
			n := strings.IndexAny(line[i:], "{}")
			if n < 0 {
				return result, 0
			}
			i += n + 1
			if line[i-1] == '}' {
				f.comment = false
				if f.marked && !f.pending {
					result = cut.None
				}
				f.marked = false
			} else if f.marked {
				return cut.AtMark, 0
			}
			continue
		}
		if f.value {
			f.value = false
			if t := strings.TrimLeft(line, " \t"); i == 0 && len(t) > 0 && t[0] != '[' {
				i = f.tagValue(line, 0)
				continue
			}
		}
		c := line[i]
		if c == ' ' || c == '\t' {
			i++
			continue
		}
		at := i
		if blank && first {
			at = 0
		}
		atLine := blank && first
		blank = false
		switch {
		case c == '{' || c == '%' || c == ';':
			if f.ended && !f.same && !f.pending {
				f.pending = true
				f.here = at
				result = cut.Mark
			}
			if c != '{' {
				return result, 0
			}
			f.comment = true
			i++
			continue
		case c == '[' && cut.IsTagPair(line[i:]) && (f.depth == 0 || atLine):
			if f.ended || f.moves {
				return f.begin(at)
			}
			name := TagName(line[i:])
			again := slices.Contains(f.tags, name)
			if again && f.blank {
				return cut.Here, at
			}
			if !again && len(f.tags) < maxFinderTags {
				f.tags = append(f.tags, name)
			}
			f.blank = false
			i += strings.IndexByte(line[i:], '"') + 1
			i = f.tagValue(line, i)
			continue
		case c == '[' && atLine && !f.moves && !f.ended && len(strings.TrimLeft(line[i+1:], " \t")) > 0 &&
			isTagByte(strings.TrimLeft(line[i+1:], " \t")[0]):
			return result, 0 // a tag pair that is none, which the lexer passes over, too
		case c == '(':
			n := i + 1
			for n < len(line) && (line[n] == '!' || line[n] == '?') {
				n++
			}
			if n > i+1 && n < len(line) && line[n] == ')' {
				i = n + 1
				continue
			}
			if f.ended && f.other(false) {
				return f.begin(at)
			}
			f.moves = true
			f.depth++
			i++
			continue
		case c == ')':
			f.depth = max(0, f.depth-1)
			i++
			continue
		case c == '*':
			if f.depth == 0 && !f.ended {
				f.ended, f.same = true, true
				f.glued = f.moves && i > 0 && line[i-1] != ' ' && line[i-1] != '\t'
			}
			i++
			continue
		case pdnDelimiters[c]:
			i++
			continue
		}
		end, number, ends := f.run(line, i)
		switch {
		case ends && f.depth == 0:
			if f.ended && f.glued {
				f.glued = false
			}
			f.ended, f.same = true, true
		case f.ended && f.other(number && strings.TrimRight(line[i:end], ".") == "1"):
			return f.begin(at)
		default:
			if f.pending { // the * was a mark
				f.pending = false
				result = cut.None
			}
			f.moves = true
		}
		i = end
	}
	if first && blank && !f.moves && len(strings.TrimSpace(line)) == 0 {
		f.blank = true
	}
	return result, 0
}

// begin says that a game begins at a place in the line, or with the remarks
// before it.
func (f *Finder) begin(at int) (cut.Decision, int) {
	switch {
	case f.pending && f.here >= 0:
		return cut.Here, f.here
	case f.pending:
		return cut.AtMark, 0
	}
	return cut.Here, at
}

// other says whether movetext behind a result or * is another game's. Behind a *
// glued to a move it is so only if it begins with the first move; one says that.
func (f *Finder) other(one bool) bool {
	if f.glued && !one {
		f.ended, f.glued = false, false
		return false
	}
	return true
}

// run returns where the run ends that begins at byte i of the line, and whether
// it is a move's number or a result.
func (f *Finder) run(line string, i int) (end int, number, result bool) {
	end = i
	for end < len(line) && line[end] >= '0' && line[end] <= '9' {
		end++
	}
	if end > i && end < len(line) && line[end] == '.' {
		for end < len(line) && line[end] == '.' {
			end++
		}
		return end, true, false
	}
	if strings.HasPrefix(line[i:], "1/2") {
		if end = pdnHalf(line[i:min(len(line), i+16)], 0); end > 0 {
			return i + end, false, true
		}
	}
	for end = i; end < len(line) && !pdnDelimiters[line[end]]; end++ {
	}
	return end, false, end-i <= 6 && isPDNResult(line[i:end])
}

// tagValue returns where the tag ends whose value goes on at byte i of the line:
// the end of the line where it has no end.
func (f *Finder) tagValue(line string, i int) int {
	for ; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			for i++; i < len(line) && (line[i] == ' ' || line[i] == '\t'); i++ {
			}
			if i < len(line) && line[i] == ']' {
				return i + 1
			}
			return len(line)
		}
	}
	f.value = !strings.HasSuffix(strings.TrimRight(line, " \t"), "]")
	return len(line)
}

func TagName(line string) string {
	line = strings.TrimLeft(line, " \t[")
	if i := strings.IndexAny(line, " \t\""); i >= 0 {
		line = line[:i]
	}
	return line
}

// isPlainMovetext says whether a line is of moves and their numbers alone, as
// nearly all are, so that no game ends or begins in it.
func isPlainMovetext(line string) bool {
	kinds := uint8(0) // all that there are
	rest := line
	for ; len(rest) >= 8; rest = rest[8:] {
		kinds |= PlainMovetext[rest[0]] | PlainMovetext[rest[1]] | PlainMovetext[rest[2]] | PlainMovetext[rest[3]] |
			PlainMovetext[rest[4]] | PlainMovetext[rest[5]] | PlainMovetext[rest[6]] | PlainMovetext[rest[7]]
	}
	for i := range len(rest) {
		kinds |= PlainMovetext[rest[i]]
	}
	if kinds&NotPlain != 0 || kinds&plainByte == 0 {
		return false
	}
	// All results that are written in such characters are like 1-0.
	for i := 0; ; i++ {
		n := strings.IndexByte(line[i:], '-')
		if n < 0 {
			return true
		}
		i += n
		if i > 0 && PlainMovetext[line[i-1]] == plainByte && (i == 1 || PlainMovetext[line[i-2]] == plainSpace) &&
			i+1 < len(line) && PlainMovetext[line[i+1]] == plainByte && (i+2 == len(line) || PlainMovetext[line[i+2]] == plainSpace) {
			return false
		}
	}
}

// The kinds of characters of movetext.
const (
	plainByte = 1 << iota
	plainSpace
	NotPlain
)

var PlainMovetext = func() (set [256]uint8) {
	for c := range set {
		set[c] = NotPlain
	}
	for _, c := range "abcdefghx0123456789:-" {
		set[c] = plainByte
	}
	set[' '], set['.'] = plainSpace, plainSpace
	return set
}()
