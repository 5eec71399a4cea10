package cut

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/stolb/stolb/record/message"
)

// textEncoding is one of the encodings in which score sheets are found.
type textEncoding struct {
	name    string
	aliases []string
	coding  encoding.Encoding     // nil for UTF-8, which is not decoded
	width   func(text string) int // bytes that the text takes in the file; nil where it takes what it takes here
}

var textEncodings = []*textEncoding{
	{name: "utf-8", aliases: []string{"utf8"}},
	{name: "utf-16le", aliases: []string{"utf16le"}, coding: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), width: utf16Width},
	{name: "utf-16be", aliases: []string{"utf16be"}, coding: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), width: utf16Width},
	{name: "cp1251", aliases: []string{"windows-1251", "1251", "win-1251"}, coding: charmap.Windows1251, width: utf8.RuneCountInString},
	{name: "koi8-r", aliases: []string{"koi8r", "koi8"}, coding: charmap.KOI8R, width: utf8.RuneCountInString},
	{name: "koi8-u", aliases: []string{"koi8u"}, coding: charmap.KOI8U, width: utf8.RuneCountInString},
	{name: "cp866", aliases: []string{"ibm866", "866", "dos"}, coding: charmap.CodePage866, width: utf8.RuneCountInString},
}

func utf16Width(text string) int {
	n := 0
	for _, r := range text {
		n += 2
		if r >= 0x10000 {
			n += 2
		}
	}
	return n
}

// Encodings returns the names of the encodings that NewCutter knows.
func Encodings() []string {
	names := make([]string, len(textEncodings))
	for i, e := range textEncodings {
		names[i] = e.name
	}
	return names
}

// ErrEncoding is returned by NewCutter for an encoding that it does not know.
var ErrEncoding = errors.New("grammar: unknown encoding")

func encodingByName(name string) (*textEncoding, error) {
	for _, e := range textEncodings {
		if strings.EqualFold(e.name, name) {
			return e, nil
		}
		for _, a := range e.aliases {
			if strings.EqualFold(a, name) {
				return e, nil
			}
		}
	}
	return nil, message.Of("grammar.unknown-encoding", "", ErrEncoding, "name", name, "names", strings.Join(Encodings(), ", "))
}

// sampleSize is how many bytes, from the first that is not ASCII on, decide
// in which encoding a file is.
const sampleSize = 64 << 10

// textReader reads a file as UTF-8. All encodings but UTF-16 write ASCII as
// ASCII, so the decision waits for the first byte that is not: a sheet's
// moves may fill megabytes before the first Cyrillic word.
type textReader struct {
	src     io.Reader
	known   func(word string) bool
	enc     *textEncoding // nil until decided
	bom     int           // bytes of the byte order mark
	started bool
	ahead   []byte    // read from src, not yet handed out
	decoded io.Reader // what Read goes on with once decided
	err     error     // of src
}

func newTextReader(r io.Reader, enc string, known func(string) bool) (*textReader, error) {
	t := &textReader{src: r, known: known}
	if enc != "" {
		e, err := encodingByName(enc)
		if err != nil {
			return nil, err
		}
		t.enc = e
	}
	return t, nil
}

// fill reads ahead until there are at least n bytes or the source ends.
func (t *textReader) fill(n int) {
	for empty := 0; len(t.ahead) < n && t.err == nil; {
		if cap(t.ahead)-len(t.ahead) < 4096 {
			t.ahead = append(make([]byte, 0, max(2*cap(t.ahead), sampleSize)), t.ahead...)
		}
		k, err := t.src.Read(t.ahead[len(t.ahead):cap(t.ahead)])
		t.ahead = t.ahead[:len(t.ahead)+k]
		t.err = err
		if empty++; k > 0 {
			empty = 0
		} else if empty == 100 && err == nil {
			t.err = io.ErrNoProgress
		}
	}
}

// Read implements io.Reader.
func (t *textReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if !t.started {
		t.start()
	}
	if t.decoded != nil {
		return t.decoded.Read(p)
	}
	t.fill(1)
	if len(t.ahead) == 0 {
		return 0, t.err
	}
	if i := firstHigh(t.ahead); i != 0 { // ASCII so far
		if i < 0 {
			i = len(t.ahead)
		}
		n := copy(p, t.ahead[:i])
		t.ahead = t.ahead[n:]
		return n, nil
	}
	t.fill(sampleSize)
	t.decide(detect(t.ahead[:min(len(t.ahead), sampleSize)], len(t.ahead) <= sampleSize && t.err != nil, t.known))
	return t.decoded.Read(p)
}

// start looks for a byte order mark or the zeros of UTF-16.
func (t *textReader) start() {
	t.started = true
	t.fill(3)
	mark := func(bom, name string) bool {
		if !bytes.HasPrefix(t.ahead, []byte(bom)) || t.enc != nil && t.enc.name != name {
			return false
		}
		t.bom = len(bom)
		t.ahead = t.ahead[t.bom:]
		t.enc, _ = encodingByName(name)
		return true
	}
	if mark("\xef\xbb\xbf", "utf-8") || mark("\xff\xfe", "utf-16le") || mark("\xfe\xff", "utf-16be") || t.enc != nil {
		t.decide(t.enc)
		return
	}
	t.fill(4096)
	if e := detectUTF16(t.ahead); e != nil {
		t.decide(e)
	}
}

func (t *textReader) decide(e *textEncoding) {
	t.enc = e
	rest := io.MultiReader(bytes.NewReader(t.ahead), &restReader{t})
	t.decoded = rest
	if e.coding != nil {
		t.decoded = transform.NewReader(rest, e.coding.NewDecoder())
	}
}

// restReader reads the source after what was read ahead, and returns the error
// that reading ahead met.
type restReader struct{ t *textReader }

func (r *restReader) Read(p []byte) (int, error) {
	if r.t.err != nil {
		return 0, r.t.err
	}
	n, err := r.t.src.Read(p)
	r.t.err = err
	return n, err
}

// width is record.Source.Width for what has been read so far.
func (t *textReader) width() func(string) int {
	if t.enc == nil {
		return nil
	}
	return t.enc.width
}

func firstHigh(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		if binary.LittleEndian.Uint64(b[i:])&0x8080808080808080 != 0 {
			break
		}
	}
	for ; i < len(b); i++ {
		if b[i] >= 0x80 {
			return i
		}
	}
	return -1
}

// detectUTF16 finds UTF-16 without a byte order mark by the high bytes of its
// units: 0 for ASCII, 4 for Cyrillic.
func detectUTF16(sample []byte) *textEncoding {
	var high [2]int // units whose byte at the even, odd place can be a high byte
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
	name := ""
	switch {
	case high[1]*10 >= units*9 && high[1] > high[0]:
		name = "utf-16le"
	case high[0]*10 >= units*9 && high[0] > high[1]:
		name = "utf-16be"
	default:
		return nil
	}
	e, _ := encodingByName(name)
	return e
}

// detect names the encoding of a sample that begins with a byte that is not
// ASCII; whole says that the file ends with it.
func detect(sample []byte, whole bool, known func(string) bool) *textEncoding {
	if validUTF8(sample, whole) {
		return textEncodings[0]
	}
	return detectCyrillic(sample, known)
}

// validUTF8 says whether the sample is UTF-8: all of it, but for a character
// that its end cuts where it is not the whole file, or so much of it that the
// rest is damage. Text in another encoding has hardly any valid sequence.
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
				valid += 7 // a dash: no other encoding has three such bytes together
			}
		}
		sample = sample[n:]
	}
	return valid >= 8*wrong
}

// Decode reads all of r as UTF-8, from the encoding with that name, which for "" is
// found as New finds it.
func Decode(r io.Reader, enc string, known func(word string) bool) ([]byte, error) {
	t, err := newTextReader(r, enc, known)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(t)
}
