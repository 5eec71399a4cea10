package main

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
)

const (
	// lineCells is the most of a source line that is shown, in cells of the terminal, contextCells
	// of them beside the word; nameCells is the most of a name, messageCells of a message.
	lineCells    = 76
	contextCells = 16
	nameCells    = 60
	messageCells = 600
	maxPerCell   = 16 // bytes
)

// appendExcerpt appends the line of byte at of a game's text, unless it is empty, with carets in
// a colour below the length bytes there.
func appendExcerpt(dst []byte, g *record.Game, at, length int, c *color.Color) []byte {
	start, end := g.LineBounds(at)
	line := g.Text[start:end]
	if strings.TrimSpace(line) == "" {
		return dst
	}
	shown, carets := excerpt(line, at-start, length)
	return fmt.Appendf(dst, "%s%s\n%s%s\n", indent, shown, indent, painted(c, carets))
}

// excerpt returns the part of a line around the length bytes at byte at, at most lineCells wide,
// with an ellipsis where the line is cut, and a line of carets to put under them. Only as much
// of the line is looked at as can be shown: it may be long.
func excerpt(line string, at, length int) (shown, carets string) {
	at = min(max(at, 0), len(line))
	end := min(at+max(length, 0), len(line))
	if end == at && at < len(line) { // a place between characters
		_, size := utf8.DecodeRuneInString(line[at:])
		end = at + size
	}
	wide, wordEnd := forward(line, at, end, lineCells-contextCells)
	room := lineCells - wide
	after, _ := forward(line, wordEnd, len(line), room)
	left := backward(line, at, room-min(after, room/2))
	_, right := forward(line, left, len(line), lineCells)
	right = max(right, wordEnd)

	parts := strings.Split(line[left:right], "\t")
	for i, part := range parts {
		parts[i] = table.Printable(part)
	}
	shown, carets = strings.Join(parts, "\t"), under(line[left:at], " ")
	if left > 0 {
		shown, carets = "…"+shown, " "+carets
	}
	if right < len(line) {
		shown += "…"
	}
	word := strings.TrimRight(under(line[at:min(end, right)], "^"), "\t")
	return shown, carets + cmp.Or(word, "^") // under what takes no cell, too
}

// under returns as many signs as a text has cells, and its tabs, so that both end in one column.
func under(text, sign string) string {
	var line strings.Builder
	for _, r := range text {
		if r == '\t' {
			line.WriteByte('\t')
		} else {
			line.WriteString(strings.Repeat(sign, table.Cells(table.Printable(string(r)))))
		}
	}
	return line.String()
}

// forward returns how many cells line has from byte from to byte to, but at most limit, and
// where it stopped. Too many characters that take no cell end it, too.
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

// backward returns the offset of the first byte that is at most limit cells before byte at.
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

// cells returns how many cells of a terminal a character takes, a tab up to eight.
func cells(r rune) int {
	if r == '\t' {
		return 8
	}
	return table.Cells(string(r))
}

// clean makes text from a file fit for one line of a terminal, at most limit
// cells wide: no text of a stranger's file may command the terminal.
func clean(text string, limit int) string {
	_, stop := forward(text, 0, len(text), limit)
	short := table.Printable(text[:stop])
	if stop < len(text) {
		short += "…"
	}
	return short
}
