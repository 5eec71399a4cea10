package source

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// list is a table of games as spreadsheets and databases save it: a heading, then a game a row,
// whose moves are in one cell. A row is read as PDN, with the other cells as tags.
type list struct {
	text    *bufio.Reader           // as UTF-8
	width   func() func(string) int // as grammar.Decoded returns it
	limit   *io.LimitedReader       // of a line
	comma   rune
	name    string // of the file
	title   string // above the heading
	heading []string
	tags    []string // of the columns, as grammar.ColumnTags returns them
	moves   int      // their column

	ahead  []string // lines that are read and in no row yet
	line   int      // of the next row, from 1
	offset int64    // where it begins
	number int      // of the game before it
}

const (
	listHead    = 4 << 10 // bytes in which the heading is, and the first row begins
	maxRowLines = 200     // lines of a row, in quotation marks
	maxTitles   = 4       // rows above the heading, of one cell
)

// ListIn returns the table of games that a text is, a game a row below a heading; nil if it
// is no such table.
func ListIn(text *bufio.Reader, name, encoding string) (Table, error) {
	head, err := text.Peek(listHead)
	if err != nil && err != io.EOF {
		return nil, nil // reading it as text reports the error
	}
	for _, comma := range "\t;,|" {
		l := list{comma: comma, name: name}
		if ok, err := l.begin(bytes.NewReader(head), encoding); !ok || err != nil {
			continue // an unknown encoding is reported for a text
		}
		row, err := l.filled()
		if l.moves = l.movesColumn(row); err != nil || l.moves < 0 {
			continue
		}
		_, err = l.begin(text, encoding)
		return l.next, err
	}
	return nil, nil
}

// begin reads the heading, and says whether it is one.
func (l *list) begin(text io.Reader, encoding string) (bool, error) {
	decoded, width, err := grammar.Decoded(text, encoding)
	if err != nil {
		return false, err
	}
	l.width = width
	l.limit = &io.LimitedReader{R: decoded, N: grammar.MaxGame}
	l.text, l.line, l.offset, l.ahead, l.title = bufio.NewReader(l.limit), 1, 0, nil, ""
	for range maxTitles {
		row, err := l.row()
		tags, ok := grammar.ColumnTags(row.cells)
		l.heading, l.tags = row.cells, tags
		title := strings.Trim(row.text, " \t\r\n\ufeff"+string(l.comma))
		if err != nil || ok || strings.ContainsRune(title, l.comma) {
			return ok, err
		}
		l.title = strings.TrimSpace(l.title + " " + title)
	}
	return false, nil
}

// movesColumn returns the column of the moves by a row that has some; -1 if it has none.
func (l *list) movesColumn(r listRow) int {
	for i, cell := range r.cells {
		if i < len(l.tags) && l.tags[i] == "Moves" {
			for word := range strings.FieldsSeq(cell) {
				if word = grammar.CutNumber(word); word == "" {
					continue
				}
				if move, err := grammar.ParseMove(word); err == nil && len(move.Steps) > 1 {
					return i
				}
				break
			}
		}
	}
	return -1
}

// listRow is a row of a list.
type listRow struct {
	cells  []string
	text   string
	line   int
	offset int64
	at     func(cell int) (line, column int) // as csv.Reader.FieldPos
}

// row reads the next row. Quotation marks that are not closed within maxRowLines, or
// where no cell ends, are none.
func (l *list) row() (listRow, error) {
	var text strings.Builder
	open, n := false, 0
	for n == 0 || open && n < maxRowLines && text.Len() < grammar.MaxGame {
		line, err := l.lineAhead(n)
		if err == io.EOF && n > 0 {
			break
		}
		if err != nil {
			return listRow{}, err
		}
		text.WriteString(line)
		open = l.isOpen(line, open)
		n++
	}
	r := listRow{text: text.String(), line: l.line, offset: l.offset}
	err := l.cut(&r, r.text)
	if open || err != nil {
		r.text, n = l.ahead[0], 1
		err = l.cut(&r, strings.ReplaceAll(r.text, `"`, noMark))
		for i := range r.cells {
			r.cells[i] = strings.ReplaceAll(r.cells[i], noMark, `"`)
		}
	}
	l.ahead = l.ahead[n:]
	l.line += n
	l.offset += l.bytes(r.text)
	return r, err
}

// bytes returns how many bytes of the file a text takes.
func (l *list) bytes(text string) int64 {
	if width := l.width(); width != nil {
		return int64(width(text))
	}
	return int64(len(text))
}

// noMark is in the place of quotation marks that are none, as long as they.
const noMark = "\x01"

// cut cuts a row's text into cells.
func (l *list) cut(r *listRow, text string) (err error) {
	if r.cells = nil; strings.TrimSpace(text) == "" {
		return nil
	}
	cells := csv.NewReader(strings.NewReader(text))
	cells.Comma, cells.FieldsPerRecord = l.comma, -1
	r.cells, err = cells.Read()
	r.at = cells.FieldPos
	return err
}

// lineAhead returns the n-th line from the next row on, with its end.
func (l *list) lineAhead(n int) (string, error) {
	if n < len(l.ahead) {
		return l.ahead[n], nil
	}
	l.limit.N = grammar.MaxGame
	line, err := l.text.ReadString('\n')
	switch {
	case err == io.EOF && l.limit.N == 0:
		return "", message.Of("grammar.too-long", "most", grammar.MaxGame)
	case err == io.EOF && line != "":
	case err != nil:
		return "", err
	}
	l.ahead = append(l.ahead, line)
	return line, nil
}

// isOpen says whether a cell in quotation marks goes on after a line, as before it if open is set.
func (l *list) isOpen(line string, open bool) bool {
	begins, closed := !open, false // a cell, just now
	for _, r := range line {
		switch {
		case open:
			open, begins = r != '"', false
			closed = !open
			continue
		case r == '"':
			open = begins || closed // two together are one in the cell
		}
		begins, closed = r == l.comma, false
	}
	return open
}

// movesOf returns the moves of a row: those in the last column may be in several cells.
func (l *list) movesOf(r listRow) string {
	from, to := min(l.moves, len(r.cells)), min(l.moves+1, len(r.cells))
	if l.moves == len(l.heading)-1 {
		to = len(r.cells)
	}
	return strings.Join(r.cells[from:to], " ")
}

// filled reads the next row that is neither blank nor a rule.
func (l *list) filled() (listRow, error) {
	for {
		if r, err := l.row(); err != nil || strings.Trim(r.text, " \t\r\n-=:;,|\"") != "" {
			return r, err
		}
	}
}

// next is a Table.
func (l *list) next() (grammar.Chunk, error) {
	r, err := l.filled()
	if err != nil {
		return grammar.Chunk{}, err
	}
	return l.chunk(r), nil
}

// chunk returns the game of a row as PDN. Places in its moves are those of the file, places in
// other cells are in its line.
func (l *list) chunk(r listRow) grammar.Chunk {
	var tags, said strings.Builder
	l.number++
	if l.title != "" {
		fmt.Fprintf(&tags, "[Event \"%s\"] ", escape.Replace(l.title))
	}
	for i, cell := range r.cells {
		cell = strings.Join(strings.Fields(cell), " ")
		switch {
		case cell == "" || i == l.moves || i > l.moves && l.moves == len(l.heading)-1:
		case i < len(l.tags) && l.tags[i] != "" && l.tags[i] != "Moves":
			if _, ok := grammar.ParseResult(cell); ok && l.tags[i] == "Result" && !strings.ContainsFunc(cell, unicode.IsLetter) {
				cell = scores.Replace(cell)
			} else if strings.HasSuffix(l.tags[i], "Date") {
				cell, _ = grammar.DateInPDN(cell)
			}
			fmt.Fprintf(&tags, "[%s \"%s\"] ", l.tags[i], escape.Replace(cell))
		case cell == strconv.Itoa(l.number): // the row's
		case i < len(l.heading) && strings.TrimSpace(l.heading[i]) != "":
			fmt.Fprintf(&said, "{%s: %s} ", braces.Replace(strings.TrimSpace(l.heading[i])), braces.Replace(cell))
		default:
			fmt.Fprintf(&said, "{%s} ", braces.Replace(cell))
		}
	}
	before, moves := tags.String()+said.String(), l.movesOf(r)
	source := record.Source{File: l.name, Number: l.number, Offset: r.offset, Line: r.line, Width: l.width()}
	if l.moves < len(r.cells) {
		line, column := r.at(l.moves)
		at := 0
		for range line - 1 {
			at += strings.IndexByte(r.text[at:], '\n') + 1
		}
		cell := at + column - 1
		if strings.HasPrefix(r.text[cell:], `"`) {
			cell++
			if written, _, _ := strings.Cut(r.text[cell:], `"`); strings.ReplaceAll(written, "\r\n", "\n") == moves {
				moves = written
			}
		}
		source.Line += line - 1
		source.Column = 1 + utf8.RuneCountInString(r.text[at:cell]) - utf8.RuneCountInString(before)
		source.Offset += l.bytes(r.text[:cell]) - l.bytes(before)
	}
	return grammar.Chunk{Format: grammar.PDN, Text: before + moves + "\n", Source: source, Last: true}
}

var (
	escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	scores = strings.NewReplacer(":", "-", "–", "-", "—", "-", " ", "", "0,5", "1/2", "0.5", "1/2", "½", "1/2")
	braces = strings.NewReplacer("{", "(", "}", ")")
)
