package restored

import (
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/record/message"
)

// pages collects the words of a document, page by page and line by line.
type pages struct {
	image string // of the page
	page  int
	lines []line // of the page
	words int
	doc   Document
	text  strings.Builder
}

// line is a line as the recogniser found it.
type line struct {
	words []found
	box   *[4]int
}

// minAcross is how far apart the first and the last word of a line have to be to show its
// slope, in heights.
const minAcross = 2

// slopeOf returns the median slope of a page's lines, by how much one falls for each dot to
// the right: how far the page is turned.
func slopeOf(lines []line) float64 {
	var slopes []float64
	for i := range lines {
		words := lines[i].words
		if len(words) == 0 || words[0].Box == nil || words[len(words)-1].Box == nil {
			continue
		}
		a, b := words[0].Box, words[len(words)-1].Box
		across, down := b[0]+b[2]-a[0]-a[2], b[1]+b[3]-a[1]-a[3]
		if across > 2*minAcross*(a[3]-a[1]) {
			slopes = append(slopes, float64(down)/float64(across))
		}
	}
	if len(slopes) == 0 {
		return 0
	}
	slices.Sort(slopes)
	return slopes[len(slopes)/2]
}

// found is a word that has no place in the text yet.
type found struct {
	text string
	Word
}

var errWords = message.Of("recognised.too-many-words")

func (p *pages) begin(image string) {
	p.end()
	p.page++
	p.image = image
}

func (p *pages) newLine() { p.lines = append(p.lines, line{}) }

// add adds a word to the line. Words without text are left out, and those beyond MaxWords,
// with which there is no document.
func (p *pages) add(text string, w Word) {
	if text = cleaned(text); text == "" {
		return
	}
	if p.words++; p.words > MaxWords {
		return
	}
	if len(p.lines) == 0 {
		p.newLine()
	}
	l := &p.lines[len(p.lines)-1]
	w.Page, w.Image = max(p.page, 1), p.image
	alternatives := w.Alternatives[:0]
	for _, a := range w.Alternatives {
		a.Text, a.Probability = cleaned(a.Text), unit(a.Probability)
		if a.Text != "" && a.Text != text && len(alternatives) < MaxAlternatives {
			alternatives = append(alternatives, a)
		}
	}
	w.Alternatives, w.Confidence = alternatives, unit(w.Confidence)
	if b := w.Box; b != nil && (b[2] <= b[0] || b[3] <= b[1]) {
		w.Box = nil
	}
	l.box = joined(l.box, w.Box)
	l.words = append(l.words, found{text, w})
}

// end writes the page's lines. Lines of a few words that are beside each other are
// the cells of a row, which many recognisers take for columns of text.
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

// maxCellWords is the most words that a line has which may be part of a row.
const maxCellWords = 5

// rowsOf puts lines that are beside each other together, as on a page that is not turned. A
// row takes the place of its first line.
func rowsOf(lines []line) (rows [][]found) {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return len(l.words) == 0 })
	var cells []int                  // the lines that may be, by their middle
	rowOf := make([]int, len(lines)) // the line with which a line's row begins
	for i, l := range lines {
		rowOf[i] = i
		if l.box != nil && len(l.words) <= maxCellWords {
			cells = append(cells, i)
		}
	}
	slope := slopeOf(lines)
	// level is by how much a line is too low, its middle.
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
	members := make(map[int][]line)
	for i, l := range lines {
		members[rowOf[i]] = append(members[rowOf[i]], l)
	}
	for i := range lines {
		cells := members[rowOf[i]]
		delete(members, rowOf[i])
		slices.SortStableFunc(cells, func(a, b line) int { return a.box[0] - b.box[0] })
		var row []found
		for _, c := range cells {
			row = append(row, c.words...)
		}
		if row != nil {
			rows = append(rows, row)
		}
	}
	return rows
}

// write writes a row: words with a space between, or a tab where the gap is wider than one
// and a half times the height of the line.
func (p *pages) write(row []found) {
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
		p.doc.Words = append(p.doc.Words, w.Word)
	}
	p.text.WriteByte('\n')
}
