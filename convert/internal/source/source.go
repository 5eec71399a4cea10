// Package source opens what games are in: text, packed or not, and tables in columns, each
// known by its first bytes and not by its name. It parses games of any format that is text.
//
// Read first: Unpack, which is where every text begins; TableIn and Stream, which find
// tables; then Parser.
package source

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// maxWindow is the most memory that a zstd stream can make its reader take,
// in bytes; it is what "zstd --long" writes without a number.
const maxWindow = 128 << 20

// Text is a text, freed from what it is packed in.
type Text struct {
	Packing  string // "gzip", "zstd", "zip" of a spreadsheet or a document, or ""
	Encoding string // of the text; "" where that is not known
	reader   io.ReadCloser
	packed   *packed
}

// packed is the file that a text is packed in, and the error with which reading it
// ended, if there was one: others are of the packing.
type packed struct {
	io.ReadCloser
	failed error
}

func (p *packed) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	if err != nil && err != io.EOF {
		p.failed = err
	}
	return n, err
}

// why says of an error of unpacking that the data are damaged, unless it is the file's
// or says that it ends too early.
func (p *packed) why(err error) error {
	if p.failed != nil || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return err
	}
	if errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return message.Of("files.window", "most", maxWindow>>20)
	}
	return message.Of("files.damaged")
}

// Unpack returns the text that file has, freed from gzip or zstd, or that of a spreadsheet
// or a document (see officeText). The name is said in errors; file is closed with the text,
// and where an error is returned. That says what file is where it is no text.
func Unpack(file io.ReadCloser, name string) (*Text, error) {
	t := &Text{packed: &packed{ReadCloser: file}}
	if err := t.unpack(name); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return t, nil
}

func (t *Text) unpack(name string) error {
	inPath := func(err error) error { return message.Of("message.path", "path", name, "why", err) }
	buffered := bufio.NewReaderSize(t.packed, 1<<16)
	magic, err := buffered.Peek(4)
	if err != nil && err != io.EOF {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err
		}
		return inPath(err)
	}
	switch other := noText(magic); {
	case bytes.HasPrefix(magic, []byte("PK\x03\x04")):
		text, err := officeText(buffered)
		if err != nil {
			return inPath(cmp.Or(t.packed.failed, err))
		}
		t.Packing, t.Encoding, t.reader = "zip", "utf-8", io.NopCloser(strings.NewReader(text))
	case isTRF(buffered, magic):
		text, err := trfText(buffered)
		if err != nil {
			return inPath(cmp.Or(t.packed.failed, err))
		}
		t.Encoding, t.reader = "utf-8", io.NopCloser(strings.NewReader(text))
	case other != "":
		return message.Of(other, "file", name)
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}): // RFC 1952, 2.3.1
		t.Packing = "gzip"
		t.reader, err = gzip.NewReader(buffered)
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}), // RFC 8878, 3.1.1
		len(magic) == 4 && magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:], []byte{0x2a, 0x4d, 0x18}): // 3.1.2
		t.Packing = "zstd"
		var unpacked *zstd.Decoder
		if unpacked, err = zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow)); err == nil {
			t.reader = unpacked.IOReadCloser()
		}
	default:
		t.reader, err = io.NopCloser(buffered), nil // of an empty file it was io.EOF
	}
	if err != nil {
		return message.Of("files.not-packed", "file", name, "packing", t.Packing, "why", t.packed.why(err))
	}
	return nil
}

// IsPicture reports whether a file is a picture.
func IsPicture(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	var magic [4]byte
	_, err = io.ReadFull(file, magic[:])
	return err == nil && noText(magic[:]) == "files.picture"
}

// noText names the message on a file of another kind that people have beside their
// sheets, a scan or a document, by its first four bytes; "" where it is none.
func noText(magic []byte) message.ID {
	switch string(magic) {
	case "\x89PNG", "\xff\xd8\xff\xe0", "\xff\xd8\xff\xe1", "\xff\xd8\xff\xdb", "\xff\xd8\xff\xee", "GIF8", "II*\x00", "MM\x00*", "AT&T", "RIFF":
		return "files.picture"
	case "%PDF":
		return "files.pdf"
	case "\xd0\xcf\x11\xe0":
		return "files.office-old"
	case `{\rt`:
		return "files.rtf"
	}
	return ""
}

// Read implements io.Reader.
func (t *Text) Read(p []byte) (int, error) {
	n, err := t.reader.Read(p)
	if err != nil && err != io.EOF && t.Packing != "" {
		err = message.Of("message.path", "path", t.Packing, "why", t.packed.why(err))
	}
	return n, err
}

// Close closes the file, too.
func (t *Text) Close() error { return errors.Join(t.reader.Close(), t.packed.Close()) }

// Table returns the texts of the games of a table in columns one by one, and io.EOF at the end.
type Table func() (grammar.Chunk, error)

// The first bytes of tables in columns.
const (
	arrowFile   = "ARROW1"
	arrowStream = "\xff\xff\xff\xff"
	parquetFile = "PAR1"
)

// indexFile is how an index of any version begins, as stats/find writes it.
const indexFile = "stolb index "

// ErrIndex is returned, in words, by Stream for an index of games: it is searched, and not read.
var ErrIndex = errors.New("source: an index of games")

// ErrNoPipe is returned, in words, by Stream for a table that is read from its end.
var ErrNoPipe = errors.New("source: a table that is read from its end")

// TableIn returns the table that a file has; nil if it has none, or is no regular file,
// as a pipe, which can be read once.
func TableIn(file io.Reader) (Table, error) {
	f, ok := file.(*os.File)
	if !ok {
		return nil, nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil // reading it as text reports the error
	}
	begin := make([]byte, 8)
	n, _ := f.ReadAt(begin, 0)
	var r interface{ Chunk() (grammar.Chunk, error) }
	switch begin := string(begin[:n]); {
	case strings.HasPrefix(begin, arrowFile):
		r, err = columnar.NewArrowFileReader(f, info.Size())
	case strings.HasPrefix(begin, arrowStream):
		r, err = columnar.NewArrowReader(f)
	case strings.HasPrefix(begin, parquetFile):
		r, err = columnar.NewParquetReader(f, info.Size())
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return r.Chunk, nil
}

// Stream returns the table that r has, or nil, and what is to be read as text then.
// Of a pipe a table can only be read as Arrow's stream: the other formats are read
// from their end, and the error is ErrNoPipe with all of the text. Of an index of games it is ErrIndex.
func Stream(r io.Reader) (text *bufio.Reader, table Table, err error) {
	peeked := bufio.NewReader(r)
	begin, err := peeked.Peek(len(arrowFile))
	if err == nil && strings.HasPrefix(indexFile, string(begin)) { // no more is waited for than that takes to know
		begin, err = peeked.Peek(len(indexFile))
	}
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	switch begin := string(begin); {
	case begin == indexFile:
		return nil, nil, message.Of("files.index", "", ErrIndex)
	case strings.HasPrefix(begin, arrowStream):
		reader, err := columnar.NewArrowReader(peeked)
		if err != nil {
			return nil, nil, err
		}
		return nil, reader.Chunk, nil
	case strings.HasPrefix(begin, arrowFile), strings.HasPrefix(begin, parquetFile):
		return peeked, nil, message.Of("files.table-from-pipe", "", ErrNoPipe)
	}
	if head, _ := peeked.Peek(peeked.Buffered()); isBinary(head) { // these bytes are there
		return nil, nil, message.Of("files.binary")
	}
	return peeked, nil, nil
}

// isBinary reports whether the beginning of a file, as much as one read gives of it, is that
// of a program or of other data: one byte in twenty is a control character that texts do not
// have. Random bytes have one in ten. In UTF-16 every other byte is 0 or 4, for Latin and
// Cyrillic letters, and the bytes between them hardly ever are.
func isBinary(head []byte) bool {
	controls, high := 0, [2]int{}
	for i, b := range head {
		if b == 0 || b == 4 {
			high[i%2]++
		}
		if b < ' ' && !bytes.ContainsRune([]byte("\a\b\t\n\v\f\r\x1a\x1b"), rune(b)) {
			controls++
		}
	}
	most, least := max(high[0], high[1]), min(high[0], high[1])
	isUTF16 := 3*most > len(head) && 5*least < most
	return controls >= 16 && 20*controls > len(head) && !isUTF16
}
