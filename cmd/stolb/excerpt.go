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
	// The most terminal cells for a source line, contextCells of them around the word, and the
	// most characters of a name and of a message.
	lineCells    = 76
	contextCells = 16
	nameCells    = 60
	messageCells = 600
	maxPerCell   = 16 // the most bytes that are read for a cell
)

// appendExcerpt appends the line of byte at of a game's text, unless it is blank, with coloured
// carets below the length bytes there.
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
// with an ellipsis where the line is cut, and a line of carets to put below them. It reads only
// as much of the line as it can show, since the line may be long.
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
	return shown, carets + cmp.Or(word, "^") // even below text that takes no cell
}

// under replaces each cell of a text with sign, but keeps tabs, so that both end in one column.
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

// forward returns the number of cells of line[from:to], at most limit, and the offset where it
// stopped. It also stops after too many characters that take no cell.
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

// backward returns the first offset that is at most limit cells before byte at.
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

// cells returns how many cells of a terminal a character takes, at most eight for a tab.
func cells(r rune) int {
	if r == '\t' {
		return 8
	}
	return table.Cells(string(r))
}

// clean makes text from a file fit for one line of a terminal, of at most limit characters: text of
// an untrusted file must not control the terminal.
func clean(text string, limit int) string { return table.Printable(table.Cut(text, limit)) }
