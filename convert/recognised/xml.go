package recognised

import (
	"bytes"
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
)

// visitor is called at the elements of an XML text and at the text between.
type visitor struct {
	start func(e *xml.StartElement) error
	end   func(name string) error
	text  func(text string)
}

// walk goes through an XML text, as loosely as HTML is written where html is
// set. Entities that the text defines itself are not known, nor is anything
// fetched.
func walk(data []byte, html bool, v visitor) error {
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
	depth := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return broken(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return broken(message.Of("recognised.deep", "most", maxDepth))
			}
			err = v.start(&t)
		case xml.EndElement:
			depth--
			err = v.end(t.Name.Local)
		case xml.CharData:
			v.text(string(t))
		}
		if err != nil {
			return err
		}
	}
}

// singleByte are the encodings of one byte a letter that there are, by their plain
// labels. Beside UTF-8 a recogniser of European scripts writes no others, and those
// of East Asia would bring tables of 600 kB.
var singleByte = sync.OnceValue(func() map[string]encoding.Encoding {
	all := map[string]encoding.Encoding{"usascii": charmap.Windows1252, "ascii": charmap.Windows1252, "latin1": charmap.ISO8859_1}
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

// attribute returns an attribute, "" where there is none.
func attribute(e *xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
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

// readHOCR reads hOCR (hOCR 1.2, Breuel 2010): elements are told by their class,
// boxes and confidences by their title.
func readHOCR(data []byte, p *pages) error {
	type element struct{ class string }
	var open []element
	var word *Word
	var text, alternative strings.Builder
	at := 0      // how deep the word's element is
	silent := 0  // how deep what is no text of the word begins, 0 for nothing
	reading := 0 // and another reading
	return walk(data, true, visitor{
		start: func(e *xml.StartElement) error {
			class := attribute(e, "class")
			open = append(open, element{class})
			title := properties(attribute(e, "title"))
			switch first, _, _ := strings.Cut(class, " "); first {
			case "ocr_page":
				p.begin(strings.Trim(title["image"], `"'`))
			case "ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat", "ocrx_line":
				p.newLine()
			case "ocrx_word", "ocr_word":
				word, at = &Word{Confidence: number(title["x_wconf"]) / 100, Box: boxOf(title["bbox"])}, len(open)
				text.Reset()
			case "alt":
				// ins is what the text has, del another reading.
				if word != nil && e.Name.Local == "del" && reading == 0 {
					reading = len(open)
					alternative.Reset()
					p := number(title["nlp"]) // negative logarithm of the probability
					if title["nlp"] != "" {
						p = math.Exp(-p)
					} else {
						p = number(title["x_wconf"]) / 100
					}
					word.Alternatives = append(word.Alternatives, Alternative{Confidence: p})
				}
			}
			if id := attribute(e, "id"); silent == 0 && (strings.HasPrefix(id, "lstm_choices") || strings.HasPrefix(id, "timestep")) {
				silent = len(open)
			}
			return nil
		},
		text: func(s string) {
			switch {
			case silent > 0 || word == nil:
			case reading > 0:
				alternative.WriteString(s)
			default:
				text.WriteString(s)
			}
		},
		end: func(string) error {
			depth := len(open)
			if depth == 0 {
				return nil
			}
			open = open[:depth-1]
			if silent == depth {
				silent = 0
			}
			if reading == depth {
				reading = 0
				word.Alternatives[len(word.Alternatives)-1].Text = alternative.String()
			}
			if word != nil && at == depth {
				w := *word
				word, reading, silent = nil, 0, 0
				return p.add(text.String(), w)
			}
			return nil
		},
	})
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
	var word *Word
	content := ""
	var text strings.Builder
	inside := ""
	return walk(data, false, visitor{
		start: func(e *xml.StartElement) error {
			inside = e.Name.Local
			text.Reset()
			switch inside {
			case "Page":
				p.begin(image)
			case "TextLine":
				p.newLine()
			case "String":
				x, y := number(attribute(e, "HPOS")), number(attribute(e, "VPOS"))
				word = &Word{Confidence: number(attribute(e, "WC")),
					Box: &[4]int{dots(x), dots(y), dots(x + number(attribute(e, "WIDTH"))), dots(y + number(attribute(e, "HEIGHT")))}}
				content = attribute(e, "CONTENT")
			}
			return nil
		},
		text: func(s string) {
			if inside == "fileName" || inside == "ALTERNATIVE" {
				text.WriteString(s)
			}
		},
		end: func(name string) error {
			inside = ""
			switch name {
			case "fileName":
				image = strings.TrimSpace(text.String())
			case "ALTERNATIVE":
				if word != nil && len(word.Alternatives) < 4*MaxAlternatives {
					word.Alternatives = append(word.Alternatives, Alternative{Text: text.String()})
				}
			case "String":
				if word != nil {
					w := *word
					word = nil
					return p.add(content, w)
				}
			}
			return nil
		},
	})
}

// reading is a TextEquiv of PAGE-XML.
type reading struct {
	index      int
	text       string
	confidence float64
}

// readPAGE reads PAGE-XML (PRImA, content versions from 2013 on). Of lines
// without words the text of the line is taken, with the line's box.
func readPAGE(data []byte, p *pages) error {
	type level struct {
		box      *[4]int
		readings []reading
	}
	var word, textLine *level
	words := 0
	glyph := false
	var current *reading
	inside := false
	var text strings.Builder
	best := func(l *level) (string, Word) {
		w := Word{Box: l.box}
		main := 0
		for i, r := range l.readings {
			if r.index < l.readings[main].index {
				main = i
			}
		}
		for i, r := range l.readings {
			if i != main {
				w.Alternatives = append(w.Alternatives, Alternative{r.text, r.confidence})
			}
		}
		if len(l.readings) == 0 {
			return "", w
		}
		w.Confidence = l.readings[main].confidence
		return l.readings[main].text, w
	}
	return walk(data, false, visitor{
		start: func(e *xml.StartElement) error {
			if glyph {
				return nil // a word's characters have boxes and readings, too
			}
			switch e.Name.Local {
			case "Page":
				p.begin(attribute(e, "imageFilename"))
			case "TextLine":
				p.newLine()
				textLine, words = &level{}, 0
			case "Word":
				word = &level{}
			case "Coords":
				box := around(attribute(e, "points"))
				if word != nil {
					word.box = box
				} else if textLine != nil {
					textLine.box = box
				}
			case "Glyph":
				glyph = true
			case "TextEquiv":
				r := reading{confidence: number(attribute(e, "conf"))}
				if index := attribute(e, "index"); index != "" {
					r.index = int(min(max(number(index), -1), 1e6))
				}
				current = &r
			case "Unicode":
				inside = true
				text.Reset()
			}
			return nil
		},
		text: func(s string) {
			if inside {
				text.WriteString(s)
			}
		},
		end: func(name string) error {
			if glyph {
				glyph = name != "Glyph"
				return nil
			}
			switch name {
			case "Unicode":
				inside = false
				if current != nil {
					current.text = text.String()
				}
			case "TextEquiv":
				l := word
				if l == nil {
					l = textLine
				}
				if current != nil && l != nil && len(l.readings) < 4*MaxAlternatives {
					l.readings = append(l.readings, *current)
				}
				current = nil
			case "Word":
				if word == nil {
					return nil
				}
				said, w := best(word)
				word = nil
				words++
				return p.add(said, w)
			case "TextLine":
				if textLine == nil {
					return nil
				}
				l := textLine
				textLine = nil
				if words > 0 {
					return nil
				}
				said, w := best(l)
				for field := range strings.FieldsSeq(said) {
					if err := p.add(field, Word{Confidence: w.Confidence, Box: w.Box}); err != nil {
						return err
					}
				}
			}
			return nil
		},
	})
}

// around returns the box around points "x,y x,y".
func around(points string) *[4]int {
	var b *[4]int
	for point := range strings.FieldsSeq(points) {
		left, top, ok := strings.Cut(point, ",")
		if !ok {
			continue
		}
		x, y := dots(number(left)), dots(number(top))
		if b == nil {
			b = &[4]int{x, y, x, y}
		}
		*b = [4]int{min(b[0], x), min(b[1], y), max(b[2], x), max(b[3], y)}
	}
	return b
}
