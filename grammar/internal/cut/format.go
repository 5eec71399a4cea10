package cut

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// maxIndent is the number of leading blanks, in bytes, to keep with the first word of a text. More
// are dropped like blank lines.
const maxIndent = 4 << 10

// The number of bytes, from the first word of a text, that determine its format. No more are
// examined, even if available, so that a file and a pipe give the same result.
const (
	formatHead      = 512
	compositionHead = 8 << 10
)

// begin drops blank lines, finds the format and reports whether there is any text.
func (c *Cutter) begin() bool {
	for {
		rest := strings.TrimLeft(c.buf, " \t\r\n\f\v\u00a0\ufeff")
		blank := len(c.buf) - len(rest)
		n := strings.LastIndexAny(c.buf[:blank], "\r\n") + 1 // keep the first line's indentation
		if blank-n > maxIndent {
			n = blank
		}
		c.skip(n)
		if f, ok := c.findFormat(rest); ok {
			c.handed += int64(c.text.bom)
			c.source.Offset += int64(c.text.bom)
			if len(rest) == 0 {
				c.skip(len(c.buf))
				return false
			}
			c.format, c.known, c.atLine = f, true, true
			return true
		}
		c.read()
	}
}

// findFormat finds the format of a text that begins with rest; ok is false if rest is too short.
func (c *Cutter) findFormat(rest string) (f Format, ok bool) {
	enough := func(most int) bool { return c.err != nil || len(rest) >= most }
	if !enough(formatHead) {
		return 0, false
	}
	if c.forced || len(rest) == 0 {
		return c.format, true
	}
	f = formatOf(rest[:min(len(rest), formatHead)])
	switch {
	case f != Sheet:
	case !enough(compositionHead):
		return 0, false
	case c.formats.IsComposition(rest[:min(len(rest), compositionHead)]):
		f = Composition
	case pdnName().MatchString(c.source.File) && !keyed().MatchString(rest[:min(len(rest), formatHead)]):
		f = PDN // movetext without tags looks like a sheet
	}
	return f, true
}

// pdnName matches the name of a PDN file, possibly compressed.
var pdnName = word.Pattern(`(?i)\.pdn(?:\.zst)?(?:\.gz)?$`)

// keyed matches a text that begins with a header of a sheet and has no tag.
var keyed = word.Pattern(`^\pL[\pL ]*:[^\[]*$`)

// SetFormat sets the text's format, instead of guessing it. It must be called before the first
// Next.
func (c *Cutter) SetFormat(f Format) { c.format, c.forced = f, true }

// makeGames makes the Games of the format.
func (c *Cutter) makeGames() {
	if c.format == Sheet {
		var board Board
		if c.Rules != nil {
			board = c.Rules()
		}
		c.games = c.formats.Sheet(board, c.Variant)
		return
	}
	c.games, c.lines.atLine = &c.lines, c.atLine
	switch c.format {
	case PDN:
		c.lines.finder = c.formats.PDN()
	case Composition:
		c.lines.finder = c.formats.Composition()
	default:
		c.lines.finder = new(jsonFinder)
	}
}

// formatOf guesses the format from the start of a text without blank lines: JSON from an object or
// an array of them, PDN from a tag pair, perhaps after comments, or a % line, otherwise a sheet.
func formatOf(text string) Format {
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	for _, comment := range []string{";\r\n", "{}"} {
		if end := strings.IndexAny(text, comment[1:]); text[0] == comment[0] && end > 0 {
			after := strings.TrimLeft(text[end+1:], " \t\r\n")
			if after != "" && formatOf(after) == PDN {
				return PDN
			}
		}
	}
	switch {
	case text[0] == '{' && strings.HasPrefix(rest, `"`), text[0] == '[' && strings.HasPrefix(rest, `{`):
		return JSON
	case text[0] == '%' || beginsTag(strings.TrimLeft(text, "> ")) || beginsTag(preformatted().ReplaceAllString(text, "")): // quoted in a letter
		return PDN
	}
	return Sheet
}

// beginsTag reports whether text begins like a tag pair, or like one of PDN's with wrong signs.
func beginsTag(text string) bool { return IsTagPair(text) || likeTag().MatchString(text) }

var (
	likeTag      = word.Pattern(`^\[[ \t]*(?:Event|Site|Date|Round|White|Black|Result|GameType|Variant|FEN)(?:[ \t]*[:=][ \t]*"|[ \t]*[:=]?[ \t]*['“”„«‘’])`)
	preformatted = word.Pattern(`^<[a-z]{2,12}>\s*`)
)

// jsonFinder finds one game per object. An object spread over lines, as jq prints it, ends with a
// line that begins with its "}"; otherwise each line is an object. A line that begins with "{"
// always begins an object, so that a truncated one does not swallow the next.
type jsonFinder struct {
	whole bool // the object so far is complete
	head  byte // first byte of the last such line
	last  byte // its last byte that is not blank; 0 for none
}

func (f *jsonFinder) Unclosed() bool { return false }

func (f *jsonFinder) Reset() { *f = jsonFinder{} }

func (f *jsonFinder) Find(line string, first bool) (Decision, int) {
	if first {
		f.whole = f.last == '}' && (f.head == '{' || f.head == '}')
	}
	text := strings.TrimSpace(line)
	if len(text) == 0 {
		return None, 0
	}
	if first {
		if f.last != 0 && (f.whole || line[0] == '{') {
			return Here, 0
		}
		f.head = line[0]
	}
	f.last = text[len(text)-1]
	return None, 0
}

// IsTagPair reports whether line begins like a PDN tag pair: [Name "value"].
func IsTagPair(line string) bool {
	_, value := TagPair(line)
	return value > 0
}

// TagPair returns the name in a tag pair at the start of text, [Name "value"], and the offset of
// its value; 0 if there is no tag pair.
func TagPair(text string) (name string, value int) {
	i := word.SkipBlank(text, 0)
	if i == len(text) || text[i] != '[' {
		return "", 0
	}
	i = word.SkipBlank(text, i+1)
	at := i
	for i < len(text) && nameBytes[text[i]] {
		i++
	}
	name = text[at:i]
	if i = word.SkipBlank(text, i); name == "" || i == len(text) || text[i] != '"' {
		return "", 0
	}
	return name, i + 1
}

// nameBytes are the bytes of names in PDN, and of the Cyrillic and Latin letters that people use in
// them.
var nameBytes = func() [256]bool {
	set := word.ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
	for c := 0x80; c < 0xc0; c++ {
		set[c] = true
	}
	for _, c := range []byte{0xc3, 0xc4, 0xc5, 0xd0, 0xd1, 0xd2} {
		set[c] = true
	}
	return set
}()
