package main

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fatih/color"
	"golang.org/x/text/width"
)

const (
	// lineCells is the most of a source line that is shown, in cells of the
	// terminal; contextCells of them are not the word's. nameCells is the most
	// of a name, messageCells of a message.
	lineCells    = 76
	contextCells = 16
	nameCells    = 60
	messageCells = 600
	maxPerCell   = 16 // bytes
)

// excerpt returns the part of a line around the length bytes at byte at, at
// most lineCells wide, and below it a line of carets under them. Where the
// line is cut there is an ellipsis.
func excerpt(line string, at, length int) (shown, carets string) {
	at, end := within(line, at, length)
	if e, ok := plainExcerpt(line, at, end); ok {
		return e.shown(), blanks[:e.before] + underlines[:e.carets]
	}
	return anyExcerpt(line, at, end)
}

// appendPointed appends an excerpt as two lines, indented, with the carets in a colour.
func appendPointed(dst []byte, line string, at, length int, c *color.Color) []byte {
	at, end := within(line, at, length)
	e, ok := plainExcerpt(line, at, end)
	if !ok || coloured {
		shown, carets := excerpt(line, at, length)
		return fmt.Appendf(dst, "%s%s\n%s%s\n", indent, shown, indent, painted(c, carets))
	}
	dst = append(dst, indent...)
	dst = e.append(dst)
	dst = append(append(dst, '\n'), indent...)
	dst = append(append(dst, blanks[:e.before]...), underlines[:e.carets]...)
	return append(dst, '\n')
}

// within returns where length bytes at byte at of a line begin and end, those of a
// character where there are none.
func within(line string, at, length int) (start, end int) {
	at = min(max(at, 0), len(line))
	end = min(at+max(length, 0), len(line))
	if end == at && at < len(line) { // a place between characters
		_, size := utf8.DecodeRuneInString(line[at:])
		end = at + size
	}
	return at, end
}

// anyExcerpt is excerpt whatever the line has, for the bytes from at to end. Only as
// much of the line is looked at as can be shown: it may be long.
func anyExcerpt(line string, at, end int) (shown, carets string) {
	word, wordEnd := forward(line, at, end, lineCells-contextCells)
	room := lineCells - word
	after, _ := forward(line, wordEnd, len(line), room)
	left := backward(line, at, room-min(after, room/2))
	_, right := forward(line, left, len(line), lineCells)
	right = max(right, wordEnd)

	var text, under strings.Builder
	text.Grow(right - left + 2*len("…"))
	under.Grow(right - left)
	if left > 0 {
		text.WriteString("…")
		under.WriteString(" ")
	}
	before := 0 // bytes of carets before the word's
	for i := left; i < right; {
		if i == at {
			before = under.Len()
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		fill := " "
		if i >= at && i < end {
			fill = "^"
		}
		switch {
		case isCommon(r):
			text.WriteString(line[i : i+size])
			under.WriteString(fill)
		case r == '\t':
			text.WriteByte('\t')
			under.WriteByte('\t') // ends in the same column in both lines
		default:
			r = printable(r)
			text.WriteRune(r)
			under.WriteString(strings.Repeat(fill, cells(r)))
		}
		i += size
	}
	if right < len(line) {
		text.WriteString("…")
	}
	if at == len(line) {
		under.WriteByte('^')
	}
	carets = strings.TrimRight(under.String(), " \t")
	if !strings.Contains(carets, "^") { // under what takes no cell
		carets = under.String()[:before] + "^"
	}
	return text.String(), carets
}

// plain is an excerpt of characters of one byte and one cell alone.
type plain struct {
	text           string // of the line
	cut, torn      bool   // the line has more before it, and behind it
	before, carets int    // how many blanks there are in the line below, and carets
}

// plainExcerpt is excerpt for what stands among characters of one byte and one cell
// alone, from byte at to end, as nearly all does.
func plainExcerpt(line string, at, end int) (e plain, ok bool) {
	wordEnd := min(end, at+lineCells-contextCells)
	room := lineCells - (wordEnd - at)
	left := max(0, at-room+min(len(line)-wordEnd, room/2))
	right := max(min(len(line), left+lineCells), wordEnd)
	if !isPlain(line[max(left-1, 0):min(right+1, len(line))]) { // what takes no cell may stand beside it
		return plain{}, false
	}
	e = plain{text: line[left:right], cut: left > 0, torn: right < len(line), before: at - left, carets: max(min(end, right)-at, 1)}
	if e.cut {
		e.before++
	}
	return e, true
}

func (e *plain) shown() string { return string(e.append(nil)) }

func (e *plain) append(dst []byte) []byte {
	if e.cut {
		dst = append(dst, "…"...)
	}
	dst = append(dst, e.text...)
	if e.torn {
		dst = append(dst, "…"...)
	}
	return dst
}

var blanks, underlines = strings.Repeat(" ", lineCells+1), strings.Repeat("^", lineCells)

// forward returns how many cells line has from byte from to byte to, but at
// most limit, and the byte where it stopped. Characters that take no cell end
// it, too, where they are too many for a text.
func forward(line string, from, to, limit int) (n, stop int) {
	to = min(to, from+maxPerCell*limit)
	for from < to {
		r, size := utf8.DecodeRuneInString(line[from:])
		c := cells(r)
		if n+c > limit {
			break
		}
		n += c
		from += size
	}
	return n, from
}

// backward returns the byte that stands at most limit cells before byte at.
func backward(line string, at, limit int) int {
	least := max(at-maxPerCell*limit, 0)
	for at > least {
		r, size := utf8.DecodeLastRuneInString(line[:at])
		limit -= cells(r)
		if limit < 0 {
			break
		}
		at -= size
	}
	return at
}

// cells returns how many cells of a terminal a character takes. A tab takes up
// to eight.
func cells(r rune) int {
	switch {
	case r == '\t':
		return 8
	case isCommon(r):
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// isPlain says whether a text has nothing but characters of ASCII that print.
func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7f {
			return false
		}
	}
	return true
}

// cleanedFrom is clean for what a text has from byte from on.
func cleanedFrom(dst []byte, from, limit int) []byte {
	n := 0 // cells
	for len(dst)-from-n >= 8 && arePlain(binary.LittleEndian.Uint64(dst[from+n:])) {
		n += 8
	}
	for i := from + n; i < len(dst); n++ {
		if dst[i] >= ' ' && dst[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(dst[i:])
		if !isCommon(r) {
			return append(dst[:from], clean(string(dst[from:]), limit)...)
		}
		i += size
	}
	if n <= limit {
		return dst
	}
	return append(dst[:from], clean(string(dst[from:]), limit)...)
}

// arePlain says whether eight bytes are all characters of ASCII that print.
func arePlain(x uint64) bool {
	const ones, high = 0x01_01_01_01_01_01_01_01, 0x80_80_80_80_80_80_80_80
	return ((x-' '*ones)&^x|x|x+ones)&high == 0
}

// isCommon says whether r is plainly a character of one cell, without a look at
// Unicode's tables: of ASCII or Cyrillic, or a dash or a quotation mark of theirs.
func isCommon(r rune) bool {
	return r >= ' ' && r < 0x7f || r >= 0x400 && r < 0x482 || r == '«' || r == '»' || r == '–' || r == '—'
}

// printable returns r, or a replacement where it would not show or would
// command the terminal: no text of a stranger's file may do that.
func printable(r rune) rune {
	if !isCommon(r) && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
		return utf8.RuneError
	}
	return r
}

// clean makes text from a file fit for one line of a terminal, at most limit
// cells wide.
func clean(text string, limit int) string {
	if len(text) <= limit && isPlain(text) {
		return text
	}
	_, stop := forward(text, 0, len(text), limit)
	short := strings.Map(printable, text[:stop])
	if stop < len(text) {
		short += "…"
	}
	return short
}
