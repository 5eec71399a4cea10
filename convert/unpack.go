package convert

// This file opens sources of games: text, packed or not, and columnar tables, detected by their
// first bytes instead of their names. Read first: unpack, where every text begins; then parquetIn
// and streamIn, which find tables.

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
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// maxWindow is the maximum window of a zstd stream, in bytes: the window that "zstd --long" uses
// by default.
const maxWindow = 128 << 20

// unpackedText is an unpacked text.
type unpackedText struct {
	Packing  string // "gzip", "zstd", "zip" for spreadsheets and documents, or ""
	Encoding string // of the text; "" if unknown
	reader   io.ReadCloser
	packed   *packedFile
}

// packedFile is the packed file. failed is its own read error, if any, as opposed to errors of
// unpacking.
type packedFile struct {
	io.ReadCloser
	failed error
}

func (p *packedFile) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	if err != nil && err != io.EOF {
		p.failed = err
	}
	return n, err
}

// why replaces an error of unpacking by a message that the data are damaged, unless it is the
// file's own error or an unexpected end.
func (p *packedFile) why(err error) error {
	if p.failed != nil || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return err
	}
	if errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return message.Of("files.window", "most", maxWindow>>20)
	}
	return message.Of("files.damaged")
}

// unpack returns the text of a file, unpacked from gzip or zstd, or extracted from a spreadsheet,
// a document (see officeText) or a tournament file. Errors cite name, and the kind of a file that
// is no text. Closing the Text closes the file; unpack closes it on error.
func unpack(file io.ReadCloser, name string) (*unpackedText, error) {
	t := &unpackedText{packed: &packedFile{ReadCloser: file}}
	if err := t.unpack(name); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return t, nil
}

func (t *unpackedText) unpack(name string) error {
	buffered := bufio.NewReaderSize(t.packed, 1<<16)
	magic, err := buffered.Peek(4)
	if err != nil && err != io.EOF {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err
		}
		return inFile(name, err)
	}
	switch other := noText(magic); {
	case bytes.HasPrefix(magic, []byte("PK\x03\x04")):
		text, err := officeText(buffered)
		if err != nil {
			return inFile(name, cmp.Or(t.packed.failed, err))
		}
		t.Packing, t.Encoding, t.reader = "zip", "utf-8", io.NopCloser(strings.NewReader(text))
	case isTRF(buffered, magic):
		text, err := trfText(buffered)
		if err != nil {
			return inFile(name, cmp.Or(t.packed.failed, err))
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
		t.reader, err = io.NopCloser(buffered), nil // err is io.EOF for an empty file
	}
	if err != nil {
		return message.Of("files.not-packed", "file", name, "packing", t.Packing, "why", t.packed.why(err))
	}
	return nil
}

// isPicture reports whether a file is a picture.
func isPicture(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	var magic [4]byte
	_, err = io.ReadFull(file, magic[:])
	return err == nil && noText(magic[:]) == "files.picture"
}

// noText identifies, by its first four bytes, a file such as a scan or an old document that
// people keep beside their sheets, and returns the ID of its message; "" if it is none.
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
func (t *unpackedText) Read(p []byte) (int, error) {
	n, err := t.reader.Read(p)
	if err != nil && err != io.EOF && t.Packing != "" {
		err = inFile(t.Packing, t.packed.why(err))
	}
	return n, err
}

// Close also closes the file.
func (t *unpackedText) Close() error { return errors.Join(t.reader.Close(), t.packed.Close()) }

// The first bytes of columnar tables.
const (
	arrowFile   = "ARROW1"
	arrowStream = "\xff\xff\xff\xff"
	parquetFile = "PAR1"
)

// indexFile is the beginning of an index of any version, as written by stats/find.
const indexFile = "stolb index "

// errIndex is wrapped by the error of streamIn for an index of games, which is only for searching.
var errIndex = errors.New("convert: an index of games")

// errNoPipe is wrapped by the error of streamIn for a table that must be read from its end.
var errNoPipe = errors.New("convert: a table that is read from its end")

// parquetIn returns the Parquet table in a file, or nil if it has none or is not a regular file; a
// pipe can be read only once.
func parquetIn(file io.Reader) (func() (grammar.Chunk, error), error) {
	f, ok := file.(*os.File)
	if !ok {
		return nil, nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil // the error is reported when it is read as text
	}
	begin := make([]byte, len(parquetFile))
	if n, _ := f.ReadAt(begin, 0); string(begin[:n]) != parquetFile {
		return nil, nil
	}
	r, err := columnar.NewParquetReader(f, info.Size())
	if err != nil {
		return nil, err
	}
	return r.Chunk, nil
}

// streamIn returns the Arrow table in r, or else its text. Parquet, which is read from its end,
// yields errNoPipe with all of the text; an index of games yields errIndex.
func streamIn(r io.Reader) (text *bufio.Reader, table func() (grammar.Chunk, error), err error) {
	peeked := bufio.NewReader(r)
	begin, err := peeked.Peek(len(arrowFile))
	if err == nil && strings.HasPrefix(indexFile, string(begin)) { // waits for no more bytes than necessary
		begin, err = peeked.Peek(len(indexFile))
	}
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	switch begin := string(begin); {
	case begin == indexFile:
		return nil, nil, message.Of("files.index", "", errIndex)
	case strings.HasPrefix(begin, arrowStream), strings.HasPrefix(begin, arrowFile):
		reader, err := columnar.NewArrowReader(peeked)
		if err != nil {
			return nil, nil, err
		}
		return nil, reader.Chunk, nil
	case strings.HasPrefix(begin, parquetFile):
		return peeked, nil, message.Of("files.table-from-pipe", "", errNoPipe)
	}
	if head, _ := peeked.Peek(peeked.Size()); isBinary(head) {
		return nil, nil, message.Of("files.binary")
	}
	return peeked, nil, nil
}

// isBinary reports whether the first bytes of a file, as many as one read returned, are those of
// a program or other data: at least one character in 14 is a control character that texts do
// not use. Random bytes have one in ten.
func isBinary(head []byte) bool {
	text, err := grammar.Decode(bytes.NewReader(head), "")
	controls := 0
	for _, r := range string(text) {
		if r < ' ' && !strings.ContainsRune("\a\b\t\n\v\f\r\x1a\x1b", r) {
			controls++
		}
	}
	return err == nil && controls >= 16 && 14*controls > utf8.RuneCount(text)
}
