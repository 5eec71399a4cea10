package convert

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// gameList is a table of games as saved by spreadsheets and databases: a heading, then one game per
// row, with its moves in one cell. A row is read as a sheet whose tag pairs are the other cells.
// If the first row is a game, there is no heading. Titles may precede headings and rows.
type gameList struct {
	text    *bufio.Reader           // in UTF-8
	width   func() func(string) int // as returned by grammar.Decoded
	limit   *io.LimitedReader       // of a line
	page    *html.Tokenizer         // of an HTML page
	comma   rune                    // between cells, or inHTML
	name    string                  // of the file
	heading []string
	tags    []string // of the columns, as returned by grammar.ColumnTags
	moves   int      // their column

	titles    record.Game     // tags of the titles, for the games below
	remarks   strings.Builder // other text of the titles, for the next game
	since     strings.Builder // text of the titles after the last game, at most MaxGame bytes of a page
	sinceRows int             // number of those titles
	parser    *grammar.Parser // of titles
	held      *grammar.Chunk  // the last game, which gets since if no other follows
	failed    error           // reported after it

	ahead  []string // lines read, not yet in a row
	line   int      // of the next row, from 1
	column int      // of the next row of a page in that line, from 0, in characters
	offset int64    // of the next row
	number int      // of the previous game
}

const (
	inHTML      = '<'
	commas      = "\t;,|" + string(inHTML)
	listHead    = 4 << 10  // bytes that must contain the heading
	maxListHead = 64 << 10 // bytes that must contain the first moves
	maxTitles   = 20       // rows above the heading
	maxRowLines = 200      // lines of a row with quoted line breaks
)

// listIn returns the table if text is a list with one game per row below a heading; otherwise it
// returns nil and the unread text.
func listIn(text *bufio.Reader, name, encoding string) (func() (grammar.Chunk, error), *bufio.Reader, error) {
	head, err := text.Peek(listHead)
	if err != nil && err != io.EOF || !mayHaveHeading(head, encoding) {
		return nil, text, nil // the error is reported when the text is read
	}
	text = bufio.NewReaderSize(text, maxListHead)
	if head, err = text.Peek(maxListHead); err != nil && err != io.EOF {
		return nil, text, nil
	}
	for _, comma := range commas {
		l := gameList{comma: comma, name: name, parser: grammar.NewParser()}
		if ok, err := l.begin(bytes.NewReader(head), encoding); !ok || err != nil {
			continue // an unknown encoding is reported later
		}
		for range maxTitles {
			row, err := l.filled()
			if err != nil {
				break
			}
			if moves := l.findMoves(row); moves >= 0 {
				next, end := l.filled()
				if strings.Join(l.heading, "") == "" && end == nil && tagsOf(next.cells) == nil {
					break
				}
				_, err := l.begin(text, encoding)
				l.moves = moves
				return l.next, nil, err
			}
		}
	}
	return nil, text, nil
}

// mayHaveHeading reports whether one of the first lines may be a heading. Nearly all texts are no
// lists, and cost only this test.
func mayHaveHeading(head []byte, encoding string) bool {
	if !bytes.ContainsAny(head, commas) {
		return false
	}
	text, err := grammar.Decode(bytes.NewReader(head), encoding)
	if err != nil {
		return false
	}
	lines := 0
	for line := range strings.Lines(string(text)) {
		if lines++; lines > maxTitles*2 {
			break
		}
		if pageTag().MatchString(line) {
			return true
		}
		for _, comma := range commas {
			if !strings.ContainsRune(line, comma) {
				continue
			}
			cells := strings.Split(strings.ReplaceAll(strings.TrimSpace(line), `"`, ""), string(comma))
			if _, ok := grammar.ColumnTags(cells); ok || lines == 1 && slices.ContainsFunc(cells[1:], beginsMoves) {
				return true
			}
		}
	}
	return false
}

// begin reads to the heading, and reports whether there is one with no moves above it.
func (l *gameList) begin(text io.Reader, encoding string) (bool, error) {
	decoded, width, bom, err := grammar.Decoded(text, encoding)
	if err != nil {
		return false, err
	}
	l.width = width
	l.limit = &io.LimitedReader{R: decoded, N: grammar.MaxGame}
	l.text, l.line, l.column, l.offset, l.ahead = bufio.NewReader(l.limit), 1, 0, 0, nil
	l.page = html.NewTokenizer(l.limit)
	l.titles = record.Game{}
	l.endTitles()
	for i := range maxTitles {
		row, err := l.filled()
		if i == 0 {
			l.offset += bom()
		}
		if err != nil || l.isHeading(row) {
			return err == nil, err
		}
		if tags := tagsOf(row.cells); i == 0 && tags != nil && l.comma != inHTML {
			l.heading, l.tags = make([]string, len(tags)), tags
			l.moves = slices.Index(tags, "Moves")
			l.ahead = slices.Insert(l.ahead, 0, slices.Collect(strings.Lines(row.text))...)
			l.line, l.offset = row.line, row.offset+bom()
			return true, nil
		}
		for _, cell := range row.cells {
			if hasMoves(cell) && !unicode.IsDigit(rune(cell[0])) { // otherwise perhaps the days of a tournament
				return false, nil
			}
		}
		l.title(row)
	}
	return false, nil
}

// isHeading reports whether a row is a heading, and if so applies it to the rows below.
func (l *gameList) isHeading(r listRow) bool {
	tags, ok := grammar.ColumnTags(r.cells)
	if !ok {
		return false
	}
	again := slices.Equal(tags, l.tags)
	if l.heading, l.tags = r.cells, tags; !again {
		l.moves = slices.Index(tags, "Moves")
	}
	return true
}

// tagsOf infers the columns' tags of a table without heading from a game's cells: moves from move
// 1 on, two names, perhaps a result, a date and a number. It returns nil if they do not fit.
func tagsOf(cells []string) []string {
	tags, others := make([]string, len(cells)), []string{"White", "Black"}
	for i, cell := range cells {
		cell = strings.TrimSpace(cell)
		_, isDate := record.ParseDate(cell)
		_, err := strconv.Atoi(cell)
		first, _ := utf8.DecodeRuneInString(cell)
		switch {
		case beginsMoves(cell):
			tags[i] = "Moves"
		case isDate && err != nil:
			tags[i] = "Date"
		case isResult(cell):
			tags[i] = "Result"
		case len(others) > 0 && unicode.IsUpper(first) && !strings.ContainsAny(cell, "0123456789:"):
			tags[i], others = others[0], others[1:]
		case cell != "" && err != nil:
			return nil
		}
	}
	if slices.Contains(tags, "Moves") && len(others) == 0 {
		return tags
	}
	return nil
}

// findMoves returns the column of a row's moves, or -1 if absent.
func (l *gameList) findMoves(r listRow) int {
	for i, cell := range r.cells {
		if i < len(l.tags) && l.tags[i] == "Moves" && hasMoves(cell) {
			return i
		}
	}
	return -1
}

func beginsMoves(cell string) bool {
	return strings.HasPrefix(strings.TrimSpace(cell), "1.") && hasMoves(cell)
}

// hasMoves reports whether one of the first words of a text is a move.
func hasMoves(text string) bool {
	words := strings.FieldsFunc(text[:min(len(text), 100)], func(r rune) bool { return grammar.IsSpace(r) || strings.ContainsRune(".)`*;", r) })
	return slices.ContainsFunc(words[:min(len(words), 4)], func(w string) bool {
		move, err := grammar.ParseMove(w)
		return err == nil && len(move.Steps) > 1
	})
}

// title takes the tournament, round, date or variant of the games below from a row without a
// game.
func (l *gameList) title(r listRow) {
	cells := r.filled()
	if len(cells) == 0 {
		return
	}
	text := strings.Join(cells, ", ")
	l.sinceRows++
	writeRemark(&l.since, text)
	if len(cells) > 1 && grammar.HeaderTag(strings.Trim(cells[0], " :")) != "" {
		text = cells[0] + ": " + strings.Join(cells[1:], ", ")
	}
	said := l.parser.Parse(grammar.Chunk{Text: text + "\n", Format: grammar.Sheet})
	if len(said.Plies) > 0 { // not a title
		writeRemark(&l.remarks, text)
		return
	}
	if len(said.Tags) == 0 && l.titles.Tag("Event") == "" && len(said.Before) == 1 && !strings.HasSuffix(text, ".") {
		said.Tags = []record.Tag{{Name: "Event", Value: said.Before[0]}}
		said.Before = nil
	}
	if said.Variant != record.UnknownVariant && said.Tag("Variant") == "" {
		said.Tags = append(said.Tags, record.Tag{Name: "Variant", Value: said.Variant.String()})
	}
	for _, t := range said.Tags {
		l.titles.Tags = append(slices.DeleteFunc(l.titles.Tags, func(old record.Tag) bool { return old.Is(t.Name) }), t)
	}
	for _, text := range said.Before {
		writeRemark(&l.remarks, text)
	}
}

// endTitles forgets the text of the titles, which a game has.
func (l *gameList) endTitles() {
	l.remarks.Reset()
	l.since.Reset()
	l.sinceRows = 0
}

func writeRemark(to *strings.Builder, text string) { fmt.Fprintf(to, "{%s} ", braces.Replace(text)) }

// notPlain matches moves that are not in plain letter notation.
var notPlain = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\d. ]*[^a-h\d. ]|[^a-h\d\s.:-]|(?:^|\s)\d+[-:]`) })

type listRow struct {
	cells  []string
	text   string
	line   int
	column int
	offset int64
	at     func(cell int) int // byte offset of a cell in text
}

// filled returns the cells that are not blank.
func (r listRow) filled() []string {
	return slices.DeleteFunc(slices.Clone(r.cells), func(cell string) bool { return strings.TrimSpace(cell) == "" })
}

// row reads the next row. Quotation marks are taken literally if unclosed within maxRowLines or
// not at a cell's edges.
func (l *gameList) row() (listRow, error) {
	if l.comma == inHTML {
		return l.pageRow()
	}
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
		open = open != (strings.Count(line, `"`)%2 > 0) // a doubled mark is a mark within a cell
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

// pageTag matches the start of an HTML page or table row.
var pageTag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)<(?:html|!doctype html|tr)[ >]`) })

// titleTag matches HTML elements, other than table cells, that may hold a title.
var titleTag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:h[1-6]|caption)$`) })

// pageRow reads the next row of an HTML table, or the next title, with the text before it. Other
// text with moves counts as a row, so that it is reported.
func (l *gameList) pageRow() (listRow, error) {
	r := listRow{line: l.line, column: l.column, offset: l.offset}
	var text strings.Builder
	var places []int // byte offsets of the cells
	l.limit.N = int64(grammar.MaxGame - l.since.Len())
	var cell []byte // more text of the last cell
	flush := func() {
		if len(r.cells) > 0 {
			r.cells[len(r.cells)-1] += string(cell)
		}
		cell = cell[:0]
	}
	hidden := false // in a script or a style
	for within, ended := false, false; !ended; {
		kind := l.page.Next()
		raw := string(l.page.Raw())
		begins := text.Len()
		text.WriteString(raw)
		tag, _ := l.page.TagName()
		name := string(tag)
		isCell := name == "td" || name == "th"
		if kind == html.StartTagToken || kind == html.EndTagToken {
			hidden = kind == html.StartTagToken && (name == "script" || name == "style")
		}
		switch {
		case kind == html.ErrorToken && l.limit.N <= 0:
			return r, message.Of("grammar.too-long", "most", grammar.MaxGame)
		case kind == html.ErrorToken && len(r.cells) == 0:
			return r, l.page.Err()
		case kind == html.ErrorToken:
			ended = true
		case kind == html.StartTagToken && name == "tr":
			flush()
			if ended = len(r.filled()) > 0; !ended {
				r.cells, places, within = nil, nil, false
			}
		case within && (name == "br" || name == "p" || name == "div" || name == "li"):
			cell = append(cell, ' ')
		case kind == html.StartTagToken && (isCell || titleTag().MatchString(name)):
			flush()
			r.cells, places = append(r.cells, ""), append(places, text.Len())
			within = true
		case kind == html.TextToken && within:
			cell = append(cell, l.page.Text()...)
		case kind == html.TextToken && slices.ContainsFunc(strings.Fields(raw), hasMoves):
			flush()
			r.cells, places = append(r.cells, string(l.page.Text())), append(places, begins)
			ended = len(r.cells) == 1
		case kind == html.TextToken && !hidden && strings.TrimSpace(raw) != "":
			beside := strings.Join(strings.Fields(string(l.page.Text())), " ")
			writeRemark(&l.since, beside)
			writeRemark(&l.remarks, beside) // on the next game; if there is none, it is one on the last
		case kind == html.EndTagToken && len(r.cells) > 0:
			within, ended = within && !isCell, name == "tr" || name == "table" || titleTag().MatchString(name)
		}
	}
	flush()
	r.text = text.String()
	r.at = func(cell int) int { return places[cell] }
	newline := strings.LastIndexByte(r.text, '\n') + 1
	if newline > 0 {
		l.column = 0
	}
	l.column += utf8.RuneCountInString(r.text[newline:])
	l.line += strings.Count(r.text, "\n")
	l.offset += l.bytes(r.text)
	return r, nil
}

// bytes returns the length of a text in the file, in bytes.
func (l *gameList) bytes(text string) int64 {
	if width := l.width(); width != nil {
		return int64(width(text))
	}
	return int64(len(text))
}

// noMark replaces literal quotation marks; it has the same length.
const noMark = "\x01"

func (l *gameList) cut(r *listRow, text string) (err error) {
	if r.cells = nil; strings.TrimSpace(text) == "" {
		return nil
	}
	cells := csv.NewReader(strings.NewReader(text))
	cells.Comma, cells.FieldsPerRecord = l.comma, -1
	r.cells, err = cells.Read()
	r.at = func(cell int) (at int) {
		line, column := cells.FieldPos(cell)
		for range line - 1 {
			at += strings.IndexByte(text[at:], '\n') + 1
		}
		return at + column - 1
	}
	return err
}

// lineAhead returns the n-th line of the next row, with its line end.
func (l *gameList) lineAhead(n int) (string, error) {
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

// filled reads the next row that is neither blank nor a rule.
func (l *gameList) filled() (listRow, error) {
	for {
		if r, err := l.row(); err != nil || strings.Trim(strings.Join(r.cells, ""), " \u00a0\t\r\n-=:;,|\"") != "" {
			return r, err
		}
	}
}

// next returns the next game, or io.EOF after the last.
func (l *gameList) next() (grammar.Chunk, error) {
	for {
		if l.failed != nil {
			return grammar.Chunk{}, l.failed
		}
		r, err := l.filled()
		before := l.held
		switch {
		case err != nil && before != nil:
			l.failed = err
			l.held = nil
			before.Text = strings.TrimRight(before.Text+l.since.String(), " \n") + "\n"
			return *before, nil
		case err != nil:
			return grammar.Chunk{}, err
		case l.isHeading(r):
		case l.sinceRows < maxTitles && len(r.filled()) == 1 && !hasMoves(r.filled()[0]):
			l.title(r)
		default:
			chunk := l.chunk(r)
			if l.held = &chunk; before != nil {
				return *before, nil
			}
		}
	}
}

// chunk returns a row's game as a sheet. Places in its moves are exact in the file; places in
// other cells are only in the right line.
func (l *gameList) chunk(r listRow) grammar.Chunk {
	from, end := min(l.moves, len(r.cells)), min(l.moves+1, len(r.cells))
	last := strings.TrimSpace(strings.Join(l.heading[l.moves+1:], "")) == "" // no later column has a heading
	further := func(i int) bool { return last || i < len(l.tags) && l.tags[i] == "Moves" }
	for end < len(r.cells) && hasMoves(r.cells[end]) && further(end) { // the moves may be in several cells
		end++
	}
	moves := strings.Join(r.cells[from:end], " ")
	l.number++
	tags, said := l.cellsOf(r, end)
	var before strings.Builder
	for _, t := range tags {
		fmt.Fprintf(&before, "[%s \"%s\"] ", t.Name, tagEscape.Replace(t.Value))
	}
	before.WriteString(l.remarks.String() + said)
	l.endTitles()
	head := before.String()
	source := record.Source{File: l.name, Number: l.number, Offset: r.offset, Line: r.line, Width: l.width()}
	if l.moves < len(r.cells) {
		cell := r.at(l.moves)
		line := strings.LastIndexByte(r.text[:cell], '\n') + 1
		if strings.HasPrefix(r.text[cell:], `"`) {
			cell++
			if written, _, _ := strings.Cut(r.text[cell:], `"`); strings.ReplaceAll(written, "\r\n", "\n") == moves {
				moves = written
			}
		}
		if source.Line += strings.Count(r.text[:line], "\n"); line == 0 {
			source.Column = r.column
		}
		source.Column += 1 + utf8.RuneCountInString(r.text[line:cell]) - utf8.RuneCountInString(head)
		source.Offset += l.bytes(r.text[:cell]) - l.bytes(head)
	}
	format := grammar.Sheet
	worded := func(t record.Tag) bool { return t.Name == "Result" && strings.Trim(t.Value, "0123456789/½-*") != "" }
	elsewhere := strings.TrimSpace(moves) == "" && slices.ContainsFunc(strings.Fields(said), hasMoves)
	if !elsewhere && !notPlain().MatchString(moves) && !slices.ContainsFunc(tags, worded) {
		format = grammar.PDN // the PDN parser gives the same game, ten times as fast
	}
	return grammar.Chunk{Format: format, Text: head + moves + "\n", Source: source, Last: true}
}

// cellsOf returns the tags and remarks of a row's cells outside its moves, which end before cell
// end, with the tags of the titles.
func (l *gameList) cellsOf(r listRow, end int) (tags []record.Tag, said string) {
	var rest strings.Builder
	add := func(name, value string) { tags = append(tags, record.Tag{Name: name, Value: value}) }
	named := slices.Contains(l.tags, "White")
	none := l.moves >= len(r.cells) || strings.TrimSpace(r.cells[l.moves]) == ""
	for i, cell := range r.cells {
		cell = strings.Join(strings.Fields(cell), " ")
		tag, heading := "", ""
		if i < len(l.tags) {
			tag, heading = l.tags[i], strings.TrimSpace(l.heading[i])
		}
		if l.comma == '|' {
			cell = strings.Trim(cell, "*`") // Markdown emphasis
		}
		white, black, isPair := cutNames(cell)
		_, err := strconv.Atoi(cell)
		isNumber := err == nil
		switch {
		case cell == "", i >= l.moves && i < end:
		case none && strings.Contains(cell, " ") && slices.ContainsFunc(strings.Fields(cell), hasMoves): // its moves are in the wrong column
			writeRemark(&rest, cell)
		case isPair && !named && (tag == "" || tag == "Players" || tag == "Moves"):
			add("White", white)
			add("Black", black)
		case tag == "Result", tag == "Winner" && !slices.Contains(l.tags, "Result") && isResult(resultIn(cell)):
			add("Result", resultIn(cell))
		case strings.HasSuffix(tag, "Date"):
			cell, _ = grammar.DateInPDN(cell)
			add(tag, cell)
		case tag != "" && tag != "Moves" && tag != "Players" && !(tag == "Variant" && isNumber) &&
			!(tag == "FEN" && !strings.ContainsAny(cell, "123456789")):
			add(tag, cell)
		case isNumber && utf8.RuneCountInString(heading) < 4 && cell == strconv.Itoa(l.number): // the row number
		case heading != "":
			writeRemark(&rest, heading+": "+cell)
		default:
			writeRemark(&rest, cell)
		}
	}
	for _, t := range l.titles.Tags {
		if !slices.ContainsFunc(tags, func(own record.Tag) bool { return own.Is(t.Name) }) {
			tags = append(tags, t)
		}
	}
	return tags, rest.String()
}

// cutNames splits two names at the dash between them.
func cutNames(cell string) (white, black string, ok bool) {
	for _, dash := range []string{" – ", " — ", " - "} {
		if white, black, ok = strings.Cut(cell, dash); ok {
			break
		}
	}
	return white, black, ok && white != "" && black != "" && !strings.ContainsAny(cell, "0123456789")
}

func isResult(text string) bool {
	_, ok := grammar.ParseResult(text)
	return ok
}

// resultIn returns the result in a cell, which may be White's points or the side that won.
func resultIn(cell string) string {
	return cmp.Or(map[string]string{
		"1": "1-0", "0": "0-1", "0,5": "1/2-1/2", "0.5": "1/2-1/2", "½": "1/2-1/2", "1/2": "1/2-1/2", "=": "1/2-1/2",
		"White": "1-0", "Black": "0-1",
	}[cmp.Or(grammar.HeaderTag(cell), cell)], cell)
}

var (
	tagEscape = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	braces    = strings.NewReplacer("{", "(", "}", ")")
)
