package sheet

import (
	"encoding/csv"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// Tables that spreadsheets save as text have ';' or ',' between their cells, and cells in
// quotation marks (RFC 4180). A line of such a table is read as one with tabs.

// mayHaveCells says whether a line that begins with a byte may be one that separatorOf
// knows.
func mayHaveCells(c byte) bool {
	return c >= 'A' && c < 0xe2 || c == '"' || c == ';' || c == ','
}

// separatorOf returns what parts the cells of a line that is certainly one of a table:
// it begins with a quoted cell, an empty one or the key of a header. It returns 0 for any
// other line.
func separatorOf(line string) rune {
	if c := line[0]; (c == ';' || c == ',') && len(line) > 1 && line[1] != ' ' {
		return rune(c)
	}
	quoted := line[0] == '"'
	first := line
	if quoted {
		first = line[1:]
	}
	first = first[:min(len(first), maxKey+1)]
	end := strings.IndexAny(first, `";,`)
	if end < 0 || !quoted && (first[end] == '"' || word.HeaderTag(trimSpace(first[:end])) == "") {
		return 0
	}
	rest := first[end:]
	if quoted {
		if rest = strings.TrimPrefix(rest, `"`); rest == "" || !strings.ContainsAny(rest[:1], ";,\t") {
			return 0
		}
	}
	separator, _ := utf8.DecodeRuneInString(rest)
	if strings.HasPrefix(rest, ", ") {
		return 0 // words, and no cells
	}
	return separator
}

// tabCells puts tabs between the cells of a line of a table, and spaces for their quotation
// marks: every cell stays where it is.
func tabCells(line []byte) {
	indent := word.SkipBlank(string(line[:min(len(line), maxMarked)]), 0)
	if indent >= len(line) || !mayHaveCells(line[indent]) {
		return
	}
	text := string(line[indent:])
	separator := separatorOf(text)
	if separator == 0 {
		return
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = separator
	cells, err := r.Read()
	if err != nil || r.InputOffset() < int64(len(text)) || len(cells) < 2 {
		return
	}
	line = line[indent:]
	for i := range line {
		line[i] = ' '
	}
	for i, cell := range cells {
		_, column := r.FieldPos(i) // from 1, of its quotation mark
		at := column - 1
		if i > 0 {
			line[at-1] = '\t'
		}
		if cell != "" && text[at] == '"' {
			at++
		}
		copy(line[at:], cell)
	}
}
