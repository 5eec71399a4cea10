package restored

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// element is an element of an XML text, with all that is in it once it is read whole,
// or a stretch of text, which has no name.
type element struct {
	name       string
	attributes []xml.Attr
	text       string
	children   []element
}

// attribute returns an attribute, "" if absent.
func (e *element) attribute(name string) string {
	for _, a := range e.attributes {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) number(name string) float64 { return number(e.attribute(name)) }

// content returns all text in an element.
func (e *element) content() string {
	var text strings.Builder
	e.appendTo(&text, nil)
	return text.String()
}

// appendTo appends the text in an element, but for that of the elements that leave takes.
func (e *element) appendTo(text *strings.Builder, leave func(*element) bool) {
	text.WriteString(e.text)
	for i := range e.children {
		if c := &e.children[i]; leave == nil || !leave(c) {
			c.appendTo(text, leave)
		}
	}
}

// all returns the children of a name.
func (e *element) all(name string) (found []*element) {
	for i := range e.children {
		if c := &e.children[i]; c.name == name {
			found = append(found, c)
		}
	}
	return found
}

// maxInside is the most elements and stretches of text in one that is read whole.
const maxInside = 1 << 18

// walk calls visit at the elements of an XML text, as loosely as HTML is written if html is
// set. What is in an element is visited, too, unless visit reads it whole. Entities that the
// text defines itself are not known, nor is anything fetched.
func walk(data []byte, html bool, visit func(e *element, whole func() error) error) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	if html {
		d.Strict = false
		d.AutoClose = xml.HTMLAutoClose
		d.Entity = xml.HTMLEntity
	}
	d.CharsetReader = func(label string, r io.Reader) (io.Reader, error) {
		e, ok := singleByte()[plainLabel(label)]
		if !ok {
			return nil, message.Of("recognised.encoding", "name", strconv.Quote(label))
		}
		return e.NewDecoder().Reader(r), nil
	}
	depth, inside := 0, 0
	next := func() (xml.Token, error) {
		token, err := d.Token()
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
		switch {
		case err != nil && err != io.EOF:
			err = broken(err)
		case depth > maxDepth:
			err = broken(message.Of("recognised.deep", "most", maxDepth))
		case inside > maxInside:
			err = errWords
		}
		return token, err
	}
	var read func(e *element) error
	read = func(e *element) error {
		for {
			token, err := next()
			if err != nil {
				return err
			}
			inside++
			switch t := token.(type) {
			case xml.StartElement:
				child := element{name: t.Name.Local, attributes: t.Attr}
				if err := read(&child); err != nil {
					return err
				}
				e.children = append(e.children, child)
			case xml.CharData:
				e.children = append(e.children, element{text: string(t)})
			case xml.EndElement:
				return nil
			}
		}
	}
	for {
		token, err := next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if t, ok := token.(xml.StartElement); ok {
			inside = 0
			e := &element{name: t.Name.Local, attributes: t.Attr}
			if err := visit(e, func() error { return read(e) }); err != nil {
				return err
			}
		}
	}
}

// singleByte are the encodings of one byte a letter that there are, by their plain
// labels. Beside UTF-8 a recogniser of European scripts writes no others, and those
// of East Asia would bring tables of 600 kB.
var singleByte = sync.OnceValue(func() map[string]encoding.Encoding {
	all := map[string]encoding.Encoding{
		"usascii": charmap.Windows1252, "ascii": charmap.Windows1252, "latin1": charmap.ISO8859_1,
	}
	for _, e := range charmap.All {
		name := plainLabel(fmt.Sprint(e)) // "ibmcodepage866", "windows1251", "macintoshcyrillic"
		all[name] = e
		if number, ok := strings.CutPrefix(name, "ibmcodepage"); ok {
			all["ibm"+number], all["cp"+number] = e, e
		}
		if number, ok := strings.CutPrefix(name, "windows"); ok {
			all["cp"+number] = e
		}
		if script, ok := strings.CutPrefix(name, "macintosh"); ok {
			all["xmac"+script] = e
		}
	}
	return all
})

// plainLabel returns the letters and digits of an encoding's label, in small.
func plainLabel(label string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, label)
}

// number reads a number; 0 for what is none.
func number(text string) float64 {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return 0
	}
	return n
}

// maxDots is the most dots that a picture has from edge to edge.
const maxDots = 1 << 24

func dots(n float64) int { return int(min(max(n, -maxDots), maxDots)) }

// readHOCR reads hOCR (hOCR 1.2, Breuel 2010): elements are known by their class,
// boxes and confidences by their title.
func readHOCR(data []byte, p *pages) error {
	return walk(data, true, func(e *element, whole func() error) error {
		title := properties(e.attribute("title"))
		switch e.class() {
		case "ocr_page":
			p.begin(strings.Trim(title["image"], `"'`))
		case "ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat", "ocrx_line":
			p.newLine()
		case "ocrx_word", "ocr_word":
			if err := whole(); err != nil {
				return err
			}
			w := Word{Confidence: number(title["x_wconf"]) / 100, Box: boxOf(title["bbox"])}
			return p.add(e.reading(&w), w)
		}
		return nil
	})
}

// class returns the first class of an element.
func (e *element) class() string {
	first, _, _ := strings.Cut(e.attribute("class"), " ")
	return first
}

// reading returns the text of a word of hOCR, and adds its other readings: ins is what the
// text has, del another reading.
func (e *element) reading(w *Word) string {
	var text strings.Builder
	e.appendTo(&text, func(c *element) bool {
		if id := c.attribute("id"); strings.HasPrefix(id, "lstm_choices") ||
			strings.HasPrefix(id, "timestep") {
			return true // choices for each character
		}
		if c.name != "del" || c.class() != "alt" {
			return false
		}
		title := properties(c.attribute("title"))
		p := number(title["x_wconf"]) / 100
		if nlp := title["nlp"]; nlp != "" { // negative logarithm of the probability
			p = math.Exp(-number(nlp))
		}
		other := restore.Candidate{Text: c.content(), Probability: p}
		w.Alternatives = append(w.Alternatives, other)
		return true
	})
	return text.String()
}

// properties reads a title: "bbox 1 2 3 4; x_wconf 93".
func properties(title string) map[string]string {
	all := make(map[string]string, 4)
	for part := range strings.SplitSeq(title, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		if len(all) < 32 {
			all[name] = strings.TrimSpace(value)
		}
	}
	return all
}

// boxOf reads "left top right bottom".
func boxOf(text string) *[4]int {
	fields := strings.Fields(text)
	if len(fields) < 4 {
		return nil
	}
	var b [4]int
	for i := range b {
		b[i] = dots(number(fields[i]))
	}
	return &b
}

// readALTO reads ALTO (Library of Congress, versions 2 to 4).
func readALTO(data []byte, p *pages) error {
	image := ""
	return walk(data, false, func(e *element, whole func() error) error {
		switch e.name {
		case "fileName":
			err := whole()
			image = strings.TrimSpace(e.content())
			return err
		case "Page":
			p.begin(image)
		case "TextLine":
			p.newLine()
		case "String":
			if err := whole(); err != nil {
				return err
			}
			x, y := e.number("HPOS"), e.number("VPOS")
			right, bottom := x+e.number("WIDTH"), y+e.number("HEIGHT")
			w := Word{
				Confidence: e.number("WC"),
				Box:        &[4]int{dots(x), dots(y), dots(right), dots(bottom)},
			}
			for _, a := range e.all("ALTERNATIVE") {
				w.Alternatives = append(w.Alternatives, restore.Candidate{Text: a.content()})
			}
			return p.add(e.attribute("CONTENT"), w)
		}
		return nil
	})
}

// readPAGE reads PAGE-XML (PRImA, content versions from 2013 on). Of lines
// without words the text of the line is taken, with the line's box.
func readPAGE(data []byte, p *pages) error {
	return walk(data, false, func(e *element, whole func() error) error {
		switch e.name {
		case "Page":
			p.begin(e.attribute("imageFilename"))
		case "TextLine":
			p.newLine()
			if err := whole(); err != nil {
				return err
			}
			words := e.all("Word")
			for _, word := range words {
				if err := p.add(word.equivalents()); err != nil {
					return err
				}
			}
			if len(words) > 0 {
				return nil
			}
			text, w := e.equivalents()
			for field := range strings.FieldsSeq(text) {
				if err := p.add(field, Word{Confidence: w.Confidence, Box: w.Box}); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// equivalents returns what a line or a word of PAGE-XML says: of its readings the one with
// the lowest index, the others as alternatives, and the box around its points.
func (e *element) equivalents() (text string, w Word) {
	for _, c := range e.all("Coords") {
		w.Box = around(c.attribute("points"))
	}
	lowest := math.Inf(1)
	var all []restore.Candidate
	main := 0
	for i, reading := range e.all("TextEquiv") {
		c := restore.Candidate{Probability: reading.number("conf")}
		for _, u := range reading.all("Unicode") {
			c.Text = u.content()
		}
		all = append(all, c)
		if index := reading.number("index"); index < lowest {
			lowest, main = index, i
		}
	}
	if len(all) == 0 {
		return "", w
	}
	w.Confidence = all[main].Probability
	w.Alternatives = append(append(w.Alternatives, all[:main]...), all[main+1:]...)
	return all[main].Text, w
}

// around returns the box around points "x,y x,y".
func around(points string) (b *[4]int) {
	for point := range strings.FieldsSeq(points) {
		if left, top, ok := strings.Cut(point, ","); ok {
			x, y := dots(number(left)), dots(number(top))
			b = joined(b, &[4]int{x, y, x, y})
		}
	}
	return b
}

// joined returns the box around two, of which any may be nil.
func joined(a, b *[4]int) *[4]int {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return &[4]int{min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])}
}
