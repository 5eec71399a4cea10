package convert

// This file reads recognisers' output for pictures of score sheets, printed or handwritten: hOCR,
// ALTO 4, PAGE-XML, and lists of readings as JSON (readings.schema.json), detected from the
// content. The result is a text, as if the sheet had been typed, with the recogniser's confidence,
// alternatives and position in the picture for each word. Package grammar parses the text;
// nothing here depends on moves.

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// Limits of the input. Exceeding maxRecognised or maxWords is an error.
const (
	maxRecognised   = 64 << 20 // of a file
	maxWords        = 1 << 20  // in a file
	maxWord         = 1 << 10  // bytes of a word's text; longer words are cut off
	maxAlternatives = 16       // of a word; others are ignored
)

// recognised is a recogniser's output.
type recognised struct {
	Text  string           // line by line, with tabs between the cells of a row
	Words []recognisedWord // in text order
}

type recognisedWord struct {
	text         string
	At, Len      int     // in bytes of the document's text
	Confidence   float64 // from 0 to 1; 0 if absent
	Alternatives []restore.Candidate
	Page         int // from 1; 0 if unknown
	Image        string
	Box          *[4]int // left, top, right, bottom in dots of the picture; nil if absent
}

// errNotRecognised is the error for a text that is in none of the formats.
var errNotRecognised = message.Of("recognised.no-format")

// malformed returns the error for a malformed text. What a parser says becomes a message.
func malformed(data []byte, why error) error {
	switch e := why.(type) {
	case *xml.SyntaxError:
		why = message.Of("recognised.syntax", "language", "XML", "line", e.Line)
	case *json.SyntaxError:
		line := 1 + bytes.Count(data[:e.Offset], []byte{'\n'})
		why = message.Of("recognised.syntax", "language", "JSON", "line", line)
	case *json.UnmarshalTypeError:
		why = message.Of("recognised.type", "field", message.Quoted(e.Field))
	}
	return message.Of("recognised.broken", "format", errNotRecognised, "why", why)
}

// sniffLen is the number of bytes that isRecognised examines.
const sniffLen = 4 << 10

// recognisers are the formats of recognisers, each detected by its first character and one of some
// words near the beginning.
var recognisers = []struct {
	first byte
	words []string
	read  func(data []byte, p *pages) error
}{
	{'<', []string{"<PcGts", ":PcGts"}, readPAGE},
	{'<', []string{"<alto", ":alto"}, readALTO},
	{'<', []string{"ocr_page", "ocrx_word", "ocr_line", "ocr-system", "ocr-capabilities"}, readHOCR},
	{'{', []string{`"recognised"`}, readReadings},
}

// isRecognised reports whether a text is a recogniser's output.
func isRecognised(text *bufio.Reader) bool {
	begin, _ := text.Peek(sniffLen) // an error recurs when the text is read
	return readerOf(begin) != nil
}

// readerOf returns the reader for a text with this beginning, or nil if unknown.
func readerOf(begin []byte) func(data []byte, p *pages) error {
	begin = bytes.TrimPrefix(begin[:min(len(begin), sniffLen)], []byte("\ufeff"))
	begin = bytes.TrimLeft(begin, " \t\r\n")
	for _, f := range recognisers {
		for _, word := range f.words {
			if bytes.HasPrefix(begin, []byte{f.first}) && bytes.Contains(begin, []byte(word)) {
				return f.read
			}
		}
	}
	return nil
}

// readRecognised reads a recogniser's output. The error is that of r, says that the text is in
// none of the formats or malformed, or names the exceeded limit.
func readRecognised(r io.Reader) (*recognised, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxRecognised+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxRecognised {
		return nil, message.Of("recognised.too-long", "most", maxRecognised)
	}
	p := new(pages)
	read := readerOf(data)
	if read == nil {
		return nil, errNotRecognised
	}
	if err := read(data, p); err != nil {
		return nil, err
	}
	if p.words > maxWords {
		return nil, errWords
	}
	p.end()
	p.doc.Text = p.text.String()
	return &p.doc, nil
}

// at returns what the recogniser reported for length bytes of the text at offset at: for part of
// a word, the alternatives that agree with the rest of the word; for several words, the lowest
// confidence and the box around them.
func (d *recognised) at(at, length int) (said recognisedWord) {
	end := at + length
	first := sort.Search(len(d.Words), func(i int) bool { return d.Words[i].At+d.Words[i].Len > at })
	words := d.Words[first:]
	n := sort.Search(len(words), func(i int) bool { return words[i].At >= end })
	if n == 0 {
		return said
	}
	said = words[0]
	said.Alternatives = nil
	for _, w := range words[1:n] {
		said.Confidence = min(said.Confidence, w.Confidence)
		if w.Box != nil && said.Box != nil && w.Page == said.Page {
			said.Box = joined(said.Box, w.Box)
		}
	}
	if n > 1 {
		return said
	}
	w := &words[0]
	before, after := w.text[:max(at-w.At, 0)], w.text[min(max(end-w.At, 0), w.Len):]
	for _, a := range w.Alternatives {
		rest, ok := strings.CutPrefix(a.Text, before)
		if ok {
			rest, ok = strings.CutSuffix(rest, after)
		}
		if ok && rest != "" {
			said.Alternatives = append(said.Alternatives, restore.Candidate{Text: rest, Probability: a.Probability})
		}
	}
	return said
}

// cleaned returns the text of a word without spaces, as valid UTF-8 of limited length.
func cleaned(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	return strings.ToValidUTF8(text[:min(len(text), maxWord)], "")
}

// unit clamps a probability to [0, 1].
func unit(p float64) float64 { return min(max(p, 0), 1) }

type readingsJSON struct {
	Recognised int    `json:"recognised"`
	Image      string `json:"image"`
	Pages      []struct {
		Image string `json:"image"`
		Lines []struct {
			Words []struct {
				Text         string      `json:"text"`
				Confidence   float64     `json:"confidence"`
				Box          *[4]float64 `json:"box"`
				Alternatives []struct {
					Text        string  `json:"text"`
					Probability float64 `json:"confidence"`
				} `json:"alternatives"`
			} `json:"words"`
		} `json:"lines"`
	} `json:"pages"`
}

// readReadings reads one or more consecutive objects.
func readReadings(data []byte, p *pages) error {
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		var doc readingsJSON
		if err := d.Decode(&doc); err == io.EOF {
			return nil
		} else if err != nil {
			return malformed(data, err)
		}
		if doc.Recognised != 1 {
			return malformed(data, message.Of("recognised.version", "version", doc.Recognised))
		}
		for _, page := range doc.Pages {
			p.begin(cmp.Or(page.Image, doc.Image))
			for _, line := range page.Lines {
				p.newLine()
				for _, w := range line.Words {
					word := recognisedWord{Confidence: w.Confidence}
					if b := w.Box; b != nil {
						word.Box = &[4]int{dots(b[0]), dots(b[1]), dots(b[2]), dots(b[3])}
					}
					for _, a := range w.Alternatives {
						word.Alternatives = append(word.Alternatives, restore.Candidate(a))
					}
					p.add(w.Text, word)
				}
			}
		}
	}
}

// tesseract returns the path of Tesseract, or "" if absent, and the language arguments for those
// of the sheets' languages that it knows.
var tesseract = sync.OnceValues(func() (path string, language []string) {
	path, err := exec.LookPath("tesseract")
	if err != nil {
		return "", nil
	}
	listed, err := exec.Command(path, "--list-langs").CombinedOutput() // older versions list on stderr
	if err != nil {
		return path, nil
	}
	known := slices.DeleteFunc([]string{"rus", "ukr", "eng"}, func(l string) bool {
		return !slices.Contains(strings.Fields(string(listed)), l)
	})
	if len(known) > 0 {
		language = []string{"-l", strings.Join(known, "+")}
	}
	return path, language
})

// recognise runs Tesseract on a picture. It is an error if Tesseract is not installed.
func recognise(picture string) (*recognised, error) {
	path, language := tesseract()
	if path == "" {
		return nil, message.Of("recognised.no-tesseract", "file", picture)
	}
	var hocr []byte
	var doc *recognised
	absolute, err := filepath.Abs(picture) // so that it cannot be taken for a flag
	if err == nil {
		hocr, err = exec.Command(path, slices.Concat([]string{absolute, "stdout"}, language, []string{"hocr"})...).Output()
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(bytes.TrimSpace(exit.Stderr)) > 0 {
		first, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		err = errors.New(first)
	}
	if err == nil {
		doc, err = readRecognised(bytes.NewReader(hocr))
	}
	if err != nil {
		return nil, message.Of("recognised.tesseract", "file", picture, "why", err)
	}
	return doc, nil
}

// pages collects the words of a document, by page and line.
type pages struct {
	image string // of the current page
	page  int
	lines []pageLine // of the current page
	words int
	doc   recognised
	text  strings.Builder
}

// pageLine is a line as reported by the recogniser.
type pageLine struct {
	words []recognisedWord
	box   *[4]int
}

// Limits of the search for a page's slope, the fall in dots per dot to the right.
const (
	maxSlope   = 0.1
	slopes     = 80      // tried to either side
	slopeWords = 1 << 12 // on which they are tried
)

// slopeOf returns the slope of a page, which shows how far it is rotated: of all slopes, beginning
// with the least, the one at which most words are level with others.
func slopeOf(lines []pageLine) (slope float64) {
	var words []*[4]int
	height := 0.0 // of the words, on average
	for _, l := range lines {
		for _, w := range l.words {
			if w.Box != nil && len(words) < slopeWords {
				words = append(words, w.Box)
				height += (float64(w.Box[3]-w.Box[1]) - height) / float64(len(words))
			}
		}
	}
	most := 0
	for k := range 2*slopes + 1 {
		tried, score := maxSlope/slopes*float64((k+1)/2*(k%2*2-1)), 0
		levels := make(map[int]int) // the number of words on each, in quarters of a height
		for _, b := range words {
			middle := float64(b[1]+b[3]) - tried*float64(b[0]+b[2])
			at := int(math.Floor(2 * middle / height))
			score += levels[at] + levels[at+1]
			levels[at]++
			levels[at+1]++
		}
		if score > most+most/50 {
			most, slope = score, tried
		}
	}
	return slope
}

var errWords = message.Of("recognised.too-many-words")

func (p *pages) begin(image string) {
	p.end()
	p.page++
	p.image = image
}

func (p *pages) newLine() { p.lines = append(p.lines, pageLine{}) }

// add adds a word to the line. It ignores blank words, and words beyond maxWords, which make the
// document fail.
func (p *pages) add(text string, w recognisedWord) {
	if text = cleaned(text); text == "" {
		return
	}
	if p.words++; p.words > maxWords {
		return
	}
	if len(p.lines) == 0 {
		p.newLine()
	}
	l := &p.lines[len(p.lines)-1]
	w.text, w.Page, w.Image = text, max(p.page, 1), p.image
	alternatives := w.Alternatives[:0]
	for _, a := range w.Alternatives {
		a.Text, a.Probability = cleaned(a.Text), unit(a.Probability)
		if a.Text != "" && a.Text != text && len(alternatives) < maxAlternatives {
			alternatives = append(alternatives, a)
		}
	}
	w.Alternatives, w.Confidence = alternatives, unit(w.Confidence)
	if b := w.Box; b != nil && (b[2] <= b[0] || b[3] <= b[1]) {
		w.Box = nil
	}
	l.box = joined(l.box, w.Box)
	l.words = append(l.words, w)
}

// end writes the page's lines. Short lines side by side are the cells of a row, which many
// recognisers mistake for columns of text.
func (p *pages) end() {
	rows := rowsOf(p.lines)
	for _, r := range rows {
		p.write(r)
	}
	if len(rows) > 0 {
		p.text.WriteByte('\n')
	}
	p.lines = p.lines[:0]
}

// maxCellWords is the maximum number of words in a line that can be a cell.
const maxCellWords = 5

// rowsOf joins lines that would be side by side on an unrotated page. A row takes the place of
// its first line.
func rowsOf(lines []pageLine) (rows [][]recognisedWord) {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l pageLine) bool { return len(l.words) == 0 })
	var cells []int                  // lines that can be cells, later sorted by their middle
	rowOf := make([]int, len(lines)) // first line of each line's row
	for i, l := range lines {
		rowOf[i] = i
		if l.box != nil && len(l.words) <= maxCellWords {
			cells = append(cells, i)
		}
	}
	slope := slopeOf(lines)
	// level returns how far the middle of a line has sunk because of the slope.
	level := func(i int) int { return int(math.Round(slope * float64(lines[i].box[0]+lines[i].box[2]) / 2)) }
	middle := func(i int) int { return lines[i].box[1] + lines[i].box[3] - 2*level(i) }
	slices.SortStableFunc(cells, func(a, b int) int { return middle(a) - middle(b) })
	for k := 1; k < len(cells); k++ {
		a, b := cells[k-1], cells[k]
		x, y := lines[a].box, lines[b].box
		apart := x[2] <= y[0] || y[2] <= x[0]
		height := min(x[3]-x[1], y[3]-y[1])
		if apart && min(x[3]-level(a), y[3]-level(b))-max(x[1]-level(a), y[1]-level(b)) > height/2 {
			rowOf[b] = rowOf[a]
		}
	}
	members := make(map[int][]pageLine)
	for i, l := range lines {
		members[rowOf[i]] = append(members[rowOf[i]], l)
	}
	for i := range lines {
		cells := members[rowOf[i]]
		delete(members, rowOf[i])
		slices.SortStableFunc(cells, func(a, b pageLine) int { return a.box[0] - b.box[0] })
		var row []recognisedWord
		for _, c := range cells {
			row = append(row, c.words...)
		}
		if row != nil {
			rows = append(rows, row)
		}
	}
	return rows
}

// write writes a row: words separated by a space, or by a tab if the gap is wider than one and a
// half line heights.
func (p *pages) write(row []recognisedWord) {
	for i := range row {
		w := &row[i]
		if i > 0 {
			between := byte(' ')
			if a, b := row[i-1].Box, w.Box; a != nil && b != nil {
				if height := max(a[3]-a[1], b[3]-b[1]); b[0]-a[2] > height+height/2 {
					between = '\t'
				}
			}
			p.text.WriteByte(between)
		}
		w.At, w.Len = p.text.Len(), len(w.text)
		p.text.WriteString(w.text)
		p.doc.Words = append(p.doc.Words, *w)
	}
	p.text.WriteByte('\n')
}
