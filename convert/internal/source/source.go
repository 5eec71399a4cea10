// Package source opens what games are in: text, packed or not, and tables in columns, each
// known by its first bytes and not by its name. It divides a text where the board shows that
// it is two games, and parses games of any format that is text.
//
// Read first: Unpack, which is where every text begins; TableIn and Stream, which find
// tables; then Divided, which gives the texts of games one by one, and Parser.
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
