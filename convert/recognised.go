package convert

// This file reads recognisers' output for pictures of score sheets, printed or handwritten: hOCR,
// ALTO 4, PAGE-XML, and lists of readings as JSON (readings.schema.json), detected from the
// content. The result is a text, as if the sheet had been typed, with the recogniser's confidence,
// alternatives and position in the picture for each word. Package grammar parses the text;
// nothing here depends on moves.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
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

// recognisedWord is a recognised word.
type recognisedWord struct {
	At, Len      int     // in bytes of the document's text
	Confidence   float64 // from 0 to 1; 0 if absent
	Alternatives []restore.Candidate
	Page         int // from 1; 0 if unknown
	Image        string
	Box          *[4]int // left, top, right, bottom in dots of the picture; nil if absent
}

// errNotRecognised is the error for a text that is in none of the formats.
var errNotRecognised = message.Of("recognised.no-format")

// malformed returns the error for a malformed text.
func malformed(why error) error {
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

// isRecognised reports whether a text with this beginning is a recogniser's output.
func isRecognised(begin []byte) bool { return readerOf(begin) != nil }

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
	text := d.Text[w.At : w.At+w.Len]
	before, after := text[:max(at-w.At, 0)], text[min(max(end-w.At, 0), w.Len):]
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

// readingsJSON is a list of readings.
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
			return malformed(err)
		}
		if doc.Recognised != 1 {
			return malformed(message.Of("recognised.version", "version", doc.Recognised))
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
