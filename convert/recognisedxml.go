package convert

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// Limits of an XML text.
const (
	maxDepth  = 256     // of nested elements
	maxInside = 1 << 18 // tokens in an element that is read whole
)

// limitedDecoder is a decoder that enforces the limits.
type limitedDecoder struct {
	*xml.Decoder
	depth, inside int
}

func (l *limitedDecoder) Token() (xml.Token, error) {
	token, err := l.Decoder.Token()
	switch token.(type) {
	case xml.StartElement:
		l.depth++
	case xml.EndElement:
		l.depth--
	}
	if l.inside++; l.inside > maxInside {
		return nil, errWords
	}
	if l.depth > maxDepth {
		return nil, message.Of("recognised.deep", "most", maxDepth)
	}
	return token, err
}

// walkXML calls visit for each element of an XML text. It descends into an element unless visit
// reads it. If loose is not nil, it receives the text that visit has not read, and the parser is
// as lenient as for HTML. Entities defined in the text are unknown, and nothing is fetched.
func walkXML(data []byte, loose *bytes.Buffer, visit func(*xml.Decoder, xml.StartElement) error) error {
	text := xml.NewDecoder(bytes.NewReader(data))
	if loose != nil {
		text.Strict = false
		text.AutoClose = xml.HTMLAutoClose
		text.Entity = xml.HTMLEntity
	}
	text.CharsetReader = decoded
	tokens := &limitedDecoder{Decoder: text}
	d := xml.NewTokenDecoder(tokens)
	for {
		tokens.inside = 0
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = visit(d, t)
		case xml.CharData:
			if loose != nil {
				loose.Write(t)
			}
		}
		switch {
		case tokens.inside > maxInside:
			return errWords
		case err != nil:
			return malformed(data, err)
		}
	}
}

// decoded returns the text of an XML file in an encoding, by its label.
func decoded(label string, r io.Reader) (io.Reader, error) {
	e, err := htmlindex.Get(label)
	if err != nil {
		return nil, message.Of("recognised.encoding", "name", message.Quoted(label))
	}
	return e.NewDecoder().Reader(r), nil
}

// attribute returns an attribute of an element, or "" if absent.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// number parses a number, or returns 0 for other text.
func number(text string) float64 {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return 0
	}
	return n
}

// maxDots is the maximum absolute coordinate in a picture, in dots.
const maxDots = 1 << 24

func dots(n float64) int { return int(min(max(n, -maxDots), maxDots)) }

// readHOCR reads hOCR (hOCR 1.2, Breuel 2010): elements are identified by their class; boxes and
// confidences are in their title. Text outside words gets the box of its line.
func readHOCR(data []byte, p *pages) error {
	var loose bytes.Buffer
	var line recognisedWord
	flush := func() {
		for field := range strings.FieldsSeq(loose.String()) {
			p.add(field, line)
		}
		loose.Reset()
	}
	err := walkXML(data, &loose, func(d *xml.Decoder, e xml.StartElement) error {
		title := propertiesOf(attribute(e, "title"))
		w := recognisedWord{Confidence: number(title["x_wconf"]) / 100, Box: boxOf(title["bbox"])}
		switch cmp.Or(classOf(e), strings.ToLower(e.Name.Local)) {
		case "head", "script", "style":
			return d.Skip()
		case "ocr_page":
			flush()
			p.begin(strings.Trim(title["image"], `"'`))
			line = recognisedWord{}
		case "ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat", "ocrx_line",
			"ocr_carea", "ocr_par", "div", "p", "br", "li", "tr":
			flush()
			p.newLine()
			line = w
		case "ocrx_word", "ocr_word":
			flush()
			var text strings.Builder
			if err := readWord(d, &text, &w); err != nil {
				return err
			}
			p.add(text.String(), w)
		}
		return nil
	})
	flush()
	return err
}

// classOf returns the first class of an element.
func classOf(e xml.StartElement) string {
	first, _, _ := strings.Cut(attribute(e, "class"), " ")
	return first
}

// readWord reads the text of an hOCR word to its end, and adds its alternatives: ins holds the
// text, del an alternative.
func readWord(d *xml.Decoder, text *strings.Builder, w *recognisedWord) error {
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.EndElement:
			return nil
		case xml.StartElement:
			id := attribute(t, "id")
			if strings.HasPrefix(id, "lstm_choices") || strings.HasPrefix(id, "timestep") {
				err = d.Skip() // alternatives for single characters
			} else if t.Name.Local == "del" && classOf(t) == "alt" {
				title := propertiesOf(attribute(t, "title"))
				p := number(title["x_wconf"]) / 100
				if nlp := title["nlp"]; nlp != "" { // negative logarithm of the probability
					p = math.Exp(-number(nlp))
				}
				var other strings.Builder
				err = readWord(d, &other, w)
				w.Alternatives = append(w.Alternatives,
					restore.Candidate{Text: other.String(), Probability: p})
			} else {
				err = readWord(d, text, w)
			}
			if err != nil {
				return err
			}
		}
	}
}

// propertiesOf parses a title: "bbox 1 2 3 4; x_wconf 93".
func propertiesOf(title string) map[string]string {
	all := make(map[string]string, 4)
	for part := range strings.SplitSeq(title, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		if len(all) < 32 {
			all[name] = strings.TrimSpace(value)
		}
	}
	return all
}

// boxOf parses "left top right bottom".
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
	return walkXML(data, nil, func(d *xml.Decoder, e xml.StartElement) error {
		switch e.Name.Local {
		case "fileName":
			return d.DecodeElement(&image, &e)
		case "Page":
			p.begin(strings.TrimSpace(image))
		case "TextLine":
			p.newLine()
		case "String", "HYP": // a hyphen at the end of a line
			var inside struct {
				Alternatives []string `xml:"ALTERNATIVE"`
			}
			if err := d.DecodeElement(&inside, &e); err != nil {
				return err
			}
			of := func(name string) float64 { return number(attribute(e, name)) }
			left, top := of("HPOS"), of("VPOS")
			w := recognisedWord{
				Confidence: of("WC"),
				Box:        &[4]int{dots(left), dots(top), dots(left + of("WIDTH")), dots(top + of("HEIGHT"))},
			}
			for _, a := range inside.Alternatives {
				w.Alternatives = append(w.Alternatives, restore.Candidate{Text: a})
			}
			p.add(attribute(e, "CONTENT"), w)
		}
		return nil
	})
}

// readPAGE reads PAGE-XML (PRImA, content versions from 2013 on). If the words of a line have no
// text, the line's is read, with its box for each word; so is a region's if its lines have none.
func readPAGE(data []byte, p *pages) error {
	before := 0 // the number of words at the beginning of the region
	whole := func(text string, w recognisedWord) {
		for line := range strings.Lines(text) {
			p.newLine()
			for field := range strings.FieldsSeq(line) {
				p.add(field, recognisedWord{Confidence: w.Confidence, Box: w.Box})
			}
		}
	}
	return walkXML(data, nil, func(d *xml.Decoder, e xml.StartElement) error {
		switch e.Name.Local {
		case "Page":
			p.begin(attribute(e, "imageFilename"))
		case "TextRegion":
			before = p.words
		case "TextEquiv": // of a region
			var region struct{ Unicode string }
			if err := d.DecodeElement(&region, &e); err != nil {
				return err
			}
			if p.words == before {
				whole(region.Unicode, recognisedWord{})
			}
		case "TextLine":
			p.newLine()
			var line struct {
				pageXML
				Words []pageXML `xml:"Word"`
			}
			if err := d.DecodeElement(&line, &e); err != nil {
				return err
			}
			first := p.words
			for _, word := range line.Words {
				p.add(word.equivalents())
			}
			if p.words == first {
				whole(line.equivalents())
			}
		}
		return nil
	})
}

// pageXML is a line or a word of PAGE-XML.
type pageXML struct {
	Coords struct {
		Points string `xml:"points,attr"`
	}
	Readings []struct {
		Index      string `xml:"index,attr"`
		Confidence string `xml:"conf,attr"`
		Text       string `xml:"Unicode"`
	} `xml:"TextEquiv"`
}

// equivalents returns the reading with the lowest index, with the other readings as alternatives
// and the box around the points.
func (t *pageXML) equivalents() (text string, w recognisedWord) {
	w.Box = around(t.Coords.Points)
	main := 0
	for i, reading := range t.Readings {
		w.Alternatives = append(w.Alternatives,
			restore.Candidate{Text: reading.Text, Probability: number(reading.Confidence)})
		if number(reading.Index) < number(t.Readings[main].Index) {
			main = i
		}
	}
	if len(t.Readings) == 0 {
		return "", w
	}
	said := w.Alternatives[main]
	w.Confidence = said.Probability
	w.Alternatives = slices.Delete(w.Alternatives, main, main+1)
	return said.Text, w
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

// joined returns the box around two boxes, either of which may be nil.
func joined(a, b *[4]int) *[4]int {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return &[4]int{min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])}
}
