package cut

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/stolb/stolb/record/message"
)

// textEncoding is an encoding in which score sheets are found.
type textEncoding struct {
	name    string
	aliases []string
	bom     string                // the byte order mark, if it has one
	coding  encoding.Encoding     // nil for UTF-8, which is not decoded
	width   func(text string) int // size of text in the file in bytes; nil if unchanged
}

var textEncodings = []*textEncoding{
	{name: "utf-8", aliases: []string{"utf8"}, bom: "\xef\xbb\xbf"},
	{name: "utf-16le", aliases: []string{"utf16le"}, bom: "\xff\xfe", coding: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), width: utf16Width},
	{name: "utf-16be", aliases: []string{"utf16be"}, bom: "\xfe\xff", coding: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), width: utf16Width},
	{name: "cp1251", aliases: []string{"windows-1251", "1251", "win-1251"}, coding: charmap.Windows1251, width: utf8.RuneCountInString},
	{name: "koi8-r", aliases: []string{"koi8r", "koi8"}, coding: charmap.KOI8R, width: utf8.RuneCountInString},
	{name: "koi8-u", aliases: []string{"koi8u"}, coding: charmap.KOI8U, width: utf8.RuneCountInString},
	{name: "cp1252", aliases: []string{"windows-1252", "1252", "latin1", "iso-8859-1"}, coding: charmap.Windows1252, width: utf8.RuneCountInString},
	{name: "cp1250", aliases: []string{"windows-1250", "1250"}, coding: charmap.Windows1250, width: utf8.RuneCountInString},
	{name: "cp866", aliases: []string{"ibm866", "866", "dos"}, coding: charmap.CodePage866, width: utf8.RuneCountInString},
	{name: "iso-8859-5", aliases: []string{"iso8859-5", "cyrillic"}, coding: charmap.ISO8859_5, width: utf8.RuneCountInString},
	{name: "cp10007", aliases: []string{"x-mac-cyrillic", "mac-cyrillic", "10007"}, coding: charmap.MacintoshCyrillic, width: utf8.RuneCountInString},
}

func utf16Width(text string) int { return 2 * len(utf16.Encode([]rune(text))) }

// Encodings returns the names of the encodings that NewCutter supports.
func Encodings() []string {
	names := make([]string, len(textEncodings))
	for i, e := range textEncodings {
		names[i] = e.name
	}
	return names
}

// ErrEncoding is returned by NewCutter for an unknown encoding.
var ErrEncoding = errors.New("grammar: unknown encoding")

func encodingByName(name string) (*textEncoding, error) {
	named := func(n string) bool { return strings.EqualFold(n, name) }
	for _, e := range textEncodings {
		if named(e.name) || slices.ContainsFunc(e.aliases, named) {
			return e, nil
		}
	}
	return nil, message.Of("grammar.unknown-encoding", "", ErrEncoding, "name", name, "names", strings.Join(Encodings(), ", "))
}

// sampleSize is the number of bytes, from the first that is not ASCII, that determine the encoding
// of a file.
const sampleSize = 64 << 10

// textReader decodes a file to UTF-8. All encodings but UTF-16 extend ASCII, so the decision waits
// for the first byte beyond ASCII: the moves of a sheet may fill megabytes before the first
// Cyrillic word.
type textReader struct {
	src     *bufio.Reader // holds a sample
	known   func(word string) bool
	enc     *textEncoding // nil until decided
	bom     int           // length of the byte order mark
	started bool
	decoded io.Reader // where Read continues once the encoding is decided
}

func newTextReader(r io.Reader, enc string, known func(string) bool) (t *textReader, err error) {
	// A MultiReader does not read on after an end of file, as of a terminal.
	t = &textReader{src: bufio.NewReaderSize(io.MultiReader(r), sampleSize), known: known}
	if enc != "" {
		t.enc, err = encodingByName(enc)
	}
	return t, err
}

// Read implements io.Reader.
func (t *textReader) Read(p []byte) (int, error) {
	if !t.started {
		t.start()
	}
	if t.decoded != nil {
		return t.decoded.Read(p)
	}
	if _, err := t.src.Peek(1); err != nil {
		return 0, err
	}
	ahead, _ := t.src.Peek(t.src.Buffered())
	if i := firstHigh(ahead); i > 0 { // ASCII so far
		return t.src.Read(p[:min(i, len(p))])
	}
	sample, err := t.src.Peek(sampleSize)
	e := textEncodings[0]
	if whole := err != nil; !validUTF8(sample, whole) {
		e = detectOneByte(sample, t.known)
	}
	t.decide(e)
	return t.decoded.Read(p)
}

// start detects a byte order mark, or UTF-16 by its zeros.
func (t *textReader) start() {
	t.started = true
	first, _ := t.src.Peek(3)
	for _, e := range textEncodings {
		if e.bom != "" && bytes.HasPrefix(first, []byte(e.bom)) && (t.enc == nil || t.enc == e) {
			t.bom, _ = t.src.Discard(len(e.bom))
			t.enc = e
			break
		}
	}
	if t.enc == nil {
		sample, _ := t.src.Peek(4096)
		t.enc = detectUTF16(sample)
	}
	if t.enc != nil {
		t.decide(t.enc)
	}
}

func (t *textReader) decide(e *textEncoding) {
	t.enc, t.decoded = e, t.src
	if e.coding != nil {
		t.decoded = transform.NewReader(t.src, e.coding.NewDecoder())
	}
}

// width returns record.Source.Width for the text read so far.
func (t *textReader) width() func(string) int {
	if t.enc == nil {
		return nil
	}
	return t.enc.width
}

// firstHigh returns the index of the first byte that is not ASCII, or len(b).
func firstHigh(b []byte) (i int) {
	for i < len(b) && b[i] < 0x80 {
		i++
	}
	return i
}

// detectUTF16 detects UTF-16 without a byte order mark by the high bytes of its units: 0 for ASCII,
// 4 for Cyrillic, 0x20 for punctuation.
func detectUTF16(sample []byte) *textEncoding {
	var high [2]int // units whose byte at an even or odd offset can be a high byte
	units := len(sample) / 2
	if units == 0 || bytes.IndexByte(sample, 0) < 0 {
		return nil
	}
	for i := 0; i+1 < len(sample); i += 2 {
		for j := range high {
			if h, l := sample[i+j], sample[i+1-j]; h == 4 || h == 0x20 || h == 0 && l != 0 {
				high[j]++
			}
		}
	}
	for j, name := range [...]string{"utf-16be", "utf-16le"} {
		if high[j]*10 >= units*9 && high[j] > high[1-j] {
			e, _ := encodingByName(name)
			return e
		}
	}
	return nil
}

// validUTF8 reports whether the sample is UTF-8, except for some damage and for a character that is
// cut by the end of a sample that is not whole. Text in another encoding has hardly any valid
// sequences.
func validUTF8(sample []byte, whole bool) bool {
	valid, wrong := 0, 0
	for len(sample) > 0 {
		r, n := utf8.DecodeRune(sample)
		switch {
		case r == utf8.RuneError && n == 1:
			if whole || utf8.FullRune(sample) {
				wrong++
			}
		case n > 1:
			valid++
			if n > 2 {
				valid += 7 // a dash: no other encoding has three such bytes in a row
			}
		}
		sample = sample[n:]
	}
	return valid >= 8*wrong || wrong == 1 && valid > 0
}

// Decoded is grammar.Decoded; known reports whether sheets use a word.
func Decoded(r io.Reader, enc string, known func(word string) bool) (text io.Reader, width func() func(string) int, bom func() int64, err error) {
	t, err := newTextReader(r, enc, known)
	if err != nil {
		return nil, nil, nil, err
	}
	return lineFeeds{bufio.NewReader(t)}, t.width, func() int64 { return int64(t.bom) }, nil
}

// lineFeeds reads a CR without LF, which ends the lines of old Mac files, as LF.
type lineFeeds struct{ *bufio.Reader }

func (f lineFeeds) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	for i, c := range p[:n] {
		next := p[i+1 : n]
		if c == '\r' && len(next) == 0 {
			next, _ = f.Peek(1)
		}
		if c == '\r' && !bytes.HasPrefix(next, []byte("\n")) {
			p[i] = '\n'
		}
	}
	return n, err
}
