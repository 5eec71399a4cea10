package convert

import (
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/record/message"
)

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
	words []pageWord
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

// pageWord is a word that is not yet placed in the text.
type pageWord struct {
	text string
	recognisedWord
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
	w.Page, w.Image = max(p.page, 1), p.image
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
	l.words = append(l.words, pageWord{text, w})
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
func rowsOf(lines []pageLine) (rows [][]pageWord) {
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
		var row []pageWord
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
func (p *pages) write(row []pageWord) {
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
		p.doc.Words = append(p.doc.Words, w.recognisedWord)
	}
	p.text.WriteByte('\n')
}
