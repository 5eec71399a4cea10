// Package recognised reads what recognisers of print and of handwriting make of
// the picture of a score sheet: hOCR, ALTO 4, PAGE-XML, and lists of readings as
// JSON (schema.json). Which of them it is, the text tells.
//
// What comes out is a text, as if somebody had typed the sheet, with what the
// recogniser said of each word beside it: how sure it is, what else the word
// may be, and where on the picture it stands. The language of score sheets
// (package grammar) reads the text; nothing here knows moves.
//
// Read first: Document; then page.go, which makes the text of words in boxes.
package recognised

import (
	"bytes"
	"io"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/record/message"
)

// The limits of what is read. A file beyond them is an error.
const (
	MaxBytes        = 64 << 20 // of a file
	MaxWords        = 1 << 20  // in a file
	MaxWord         = 1 << 10  // bytes of a word's text; a longer one is cut off there
	MaxAlternatives = 16       // of a word; the others are left out
	maxDepth        = 256      // of elements within each other
)

// Document is what a recogniser read.
type Document struct {
	Text  string // line by line; between the cells of a row a tab
	Words []Word // in the order of the text
}

// Word is a word as it was recognised.
type Word struct {
	At, Len      int     // in bytes of the document's text
	Confidence   float64 // from 0 to 1; 0 where nobody says
	Alternatives []Alternative
	Page         int // from 1
	Image        string
	Box          *[4]int // left, top, right, bottom in dots of the picture; nil where nobody says
}

// Alternative is another reading of a word.
type Alternative struct {
	Text       string
	Confidence float64
}

// ErrFormat is returned for a text that is none of the formats, or breaks its
// format.
var ErrFormat error = errFormat{}

// errFormat is the type of ErrFormat; unlike a message it can be compared.
type errFormat struct{}

func (e errFormat) Error() string { return e.Message().Error() }

// Message says that the text is of none of the formats.
func (errFormat) Message() message.Message { return message.Of("recognised.no-format") }

// broken returns the error of a text that breaks its format.
func broken(why error) error { return message.Of("recognised.broken", "format", ErrFormat, "why", why) }

// sniffed is how much of a text tells what it is.
const sniffed = 4 << 10

// format is one of those that are read.
type format uint8

const (
	unknown format = iota
	hocr
	alto
	pageXML
	readings
)

// Sniff says whether a text that begins so is what a recogniser wrote. It looks
// at the first 4 KiB.
func Sniff(begin []byte) bool { return formatOf(begin) != unknown }

// SniffLen is how much of a text Sniff looks at.
const SniffLen = sniffed

func formatOf(begin []byte) format {
	begin = bytes.TrimLeft(bytes.TrimPrefix(begin[:min(len(begin), sniffed)], []byte("\ufeff")), " \t\r\n")
	if len(begin) == 0 {
		return unknown
	}
	has := func(s string) bool { return bytes.Contains(begin, []byte(s)) }
	switch begin[0] {
	case '<':
		switch {
		case has("<PcGts"), has(":PcGts"):
			return pageXML
		case has("<alto"), has(":alto"):
			return alto
		case has("ocr_page"), has("ocrx_word"), has("ocr_line"), has("ocr-system"), has("ocr-capabilities"):
			return hocr
		}
	case '{':
		if has(`"recognised"`) {
			return readings
		}
	}
	return unknown
}

// Read reads a document. The error is that of r, one that wraps ErrFormat, or
// one that tells the limit that is passed.
func Read(r io.Reader) (*Document, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxBytes {
		return nil, message.Of("recognised.too-long", "most", MaxBytes)
	}
	p := new(pages)
	switch formatOf(data) {
	case hocr:
		err = readHOCR(data, p)
	case alto:
		err = readALTO(data, p)
	case pageXML:
		err = readPAGE(data, p)
	case readings:
		err = readReadings(data, p)
	default:
		err = ErrFormat
	}
	if err != nil {
		return nil, err
	}
	return p.document(), nil
}

// Said is what a recogniser said of a stretch of the text.
type Said struct {
	Confidence   float64
	Alternatives []Alternative
	Page         int
	Image        string
	Box          *[4]int
}

// At returns what was said of length bytes of the text from byte at on: of a part
// of a word its readings that have the same beside that part, of several words
// the least confidence and the box around all.
func (d *Document) At(at, length int) (s Said) {
	end := at + length
	i := sort.Search(len(d.Words), func(i int) bool { return d.Words[i].At+d.Words[i].Len > at })
	first := i
	for ; i < len(d.Words) && d.Words[i].At < end; i++ {
		w := &d.Words[i]
		if i == first {
			s = Said{Confidence: w.Confidence, Page: w.Page, Image: w.Image}
			if w.Box != nil {
				box := *w.Box
				s.Box = &box
			}
			continue
		}
		s.Confidence = min(s.Confidence, w.Confidence)
		if w.Box != nil && s.Box != nil && w.Page == s.Page {
			*s.Box = [4]int{min(s.Box[0], w.Box[0]), min(s.Box[1], w.Box[1]), max(s.Box[2], w.Box[2]), max(s.Box[3], w.Box[3])}
		}
	}
	if i != first+1 {
		return s
	}
	w := &d.Words[first]
	text := d.Text[w.At : w.At+w.Len]
	before, behind := text[:max(at-w.At, 0)], text[min(max(end-w.At, 0), w.Len):]
	for _, a := range w.Alternatives {
		rest, ok := strings.CutPrefix(a.Text, before)
		if ok {
			rest, ok = strings.CutSuffix(rest, behind)
		}
		if ok && rest != "" {
			s.Alternatives = append(s.Alternatives, Alternative{rest, a.Confidence})
		}
	}
	return s
}

// cleaned returns the text of a word: without space, of valid UTF-8, and not too
// long.
func cleaned(text string) string {
	plain := true
	for i := 0; i < len(text) && plain; i++ {
		plain = text[i] > ' ' && text[i] < utf8.RuneSelf
	}
	if !plain {
		text = strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || unicode.IsControl(r) {
				return -1
			}
			return r
		}, strings.ToValidUTF8(text, "\ufffd"))
	}
	if len(text) > MaxWord {
		n := MaxWord
		for !utf8.RuneStart(text[n]) {
			n--
		}
		text = text[:n]
	}
	return text
}

// unit makes a probability of a number.
func unit(p float64) float64 {
	if !(p > 0) { // not a number, too
		return 0
	}
	return min(p, 1)
}
