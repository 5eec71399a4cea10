package cut

import (
	"math"
	"strings"
)

// maxIndent is how many blanks before the first word of a text are kept with it,
// in bytes; what is blank before them is dropped as blank lines are.
const maxIndent = 4 << 10

// How much of a text's beginning, in bytes from its first word on, says in which
// format it is: no more is looked at, however much the stream gives at once, so
// that a text is the same thing from a file and from a pipe.
const (
	formatHead      = 512
	compositionHead = 8 << 10
)

// begin drops blank lines, finds the format and says whether there is any text.
func (c *Cutter) begin() bool {
	for {
		rest := strings.TrimLeft(c.buf, " \t\r\n\f\v\u00a0\ufeff")
		blank := len(c.buf) - len(rest)
		n := strings.LastIndexAny(c.buf[:blank], "\r\n") + 1 // keep the first line's indentation
		if blank-n > maxIndent {
			n = blank
		}
		c.skip(n)
		if f, looked, ok := c.findFormat(rest); ok {
			c.handed += int64(c.text.bom)
			if c.reach(blank - n + looked); looked > len(rest) {
				c.reached = math.MaxInt64
			}
			if len(rest) == 0 {
				c.skip(len(c.buf))
				return false
			}
			c.start(f)
			return true
		}
		c.read()
	}
}

// findFormat finds the format of a text that begins with rest, and how many bytes
// were looked at, more than there are where the text's end had a part in it; false
// where too little has been read to say.
func (c *Cutter) findFormat(rest string) (f Format, looked int, ok bool) {
	head := func(most int) bool {
		looked = min(most, len(rest)+1)
		return c.eof || len(rest) >= most
	}
	if !head(formatHead) {
		return 0, 0, false
	}
	switch {
	case c.forced || len(rest) == 0:
		return c.format, looked, true
	default:
		f = formatOf(rest[:min(len(rest), formatHead)])
	}
	switch {
	case f != Sheet:
	case !head(compositionHead):
		return 0, 0, false
	case c.rooms.IsComposition(rest[:min(len(rest), compositionHead)]):
		f = Composition
	case isPDNName(c.file):
		f = PDN // movetext without tags looks like a sheet
	}
	return f, looked, true
}

// isPDNName says whether a file's name ends in .pdn, perhaps compressed.
func isPDNName(name string) bool {
	name = strings.ToLower(name)
	for _, packed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	return strings.HasSuffix(name, ".pdn")
}

// SetFormat says what the text's format is, whatever it looks like. It must be
// called before the first Next.
func (c *Cutter) SetFormat(f Format) { c.format, c.forced = f, true }

func (c *Cutter) start(f Format) {
	c.format, c.known = f, true
	if f == JSON && c.limit == MaxGame {
		c.limit = MaxJSON
	}
	c.finder = c.newFinder()
}

// newFinder returns a Finder for the format.
func (c *Cutter) newFinder() Finder {
	switch c.format {
	case PDN:
		return c.rooms.PDN()
	case Composition:
		return c.rooms.Composition()
	case JSON:
		return new(jsonFinder)
	}
	return c.rooms.Sheet()
}

// formatOf finds the format from the beginning of a file, blank lines passed
// over: an object or an array of them, a tag pair or PDN's % line, else a sheet.
func formatOf(text string) Format {
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	switch {
	case text[0] == '{' && strings.HasPrefix(rest, `"`), text[0] == '[' && strings.HasPrefix(rest, `{`):
		return JSON
	case text[0] == '%' || IsTagPair(strings.TrimLeft(text, "> ")): // quoted in a letter
		return PDN
	}
	return Sheet
}
