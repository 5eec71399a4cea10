package convert

// This file opens sources of games: text, packed or not, and columnar tables, detected by their
// first bytes instead of their names. Read first: unpack, where every text begins; then textIn,
// which finds tables.

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// maxWindow is the maximum window of a zstd stream, in bytes: the window that "zstd --long" uses
// by default.
const maxWindow = 128 << 20

type unpackedText struct {
	Packing  string // "gzip", "zstd", "zip" for spreadsheets and documents, or ""
	Encoding string // of the text; "" if unknown
	reader   io.ReadCloser
	packed   *packedFile
	counts   *counts
}

// packedFile counts the bytes read from a file, packed or not. failed is its own read error, if
// any, as opposed to errors of unpacking.
type packedFile struct {
	io.ReadCloser
	read   *atomic.Int64
	failed error
}

func (p *packedFile) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	p.read.Add(int64(n))
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
// is no text. Closing the text closes the file; unpack closes it on error.
func unpack(file io.ReadCloser, name string, c *counts) (*unpackedText, error) {
	t := &unpackedText{packed: &packedFile{ReadCloser: file, read: &c.read}, counts: c}
	if err := t.unpack(name); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return t, nil
}

func (t *unpackedText) unpack(name string) error {
	buffered := bufio.NewReaderSize(t.packed, 1<<16)
	magic, err := buffered.Peek(4)
	if err != nil && err != io.EOF {
		return FileError(name, err)
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

func (t *unpackedText) Read(p []byte) (int, error) {
	n, err := t.reader.Read(p)
	if t.Packing != "" {
		t.counts.fromPacked.Add(int64(n))
		if err != nil && err != io.EOF {
			err = inFile(t.Packing, t.packed.why(err))
		}
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

// errIndex is wrapped by the error of textIn for an index of games, which is only for searching.
var errIndex = errors.New("convert: an index of games")

// textIn returns the text in r; if it is a columnar table instead, f reads its games, and the text
// is nil. whole is the file if it is regular and r its unpacked text. An index of games yields
// errIndex.
func (f *openedFile) textIn(r io.Reader, whole *os.File) (text *bufio.Reader, err error) {
	peeked := bufio.NewReader(r)
	begin, err := peeked.Peek(len(arrowFile))
	if err == nil && strings.HasPrefix(indexFile, string(begin)) { // waits for no more bytes than necessary
		begin, err = peeked.Peek(len(indexFile))
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	var table *columnar.Reader
	switch begin := string(begin); {
	case begin == indexFile:
		return nil, message.Of("files.index", "", errIndex)
	case strings.HasPrefix(begin, arrowStream), strings.HasPrefix(begin, arrowFile):
		table, err = columnar.NewArrowReader(peeked)
	case strings.HasPrefix(begin, parquetFile):
		table, err = f.parquet(peeked, whole)
	default:
		if head, _ := peeked.Peek(peeked.Size()); isBinary(head) {
			return nil, message.Of("files.binary")
		}
		return peeked, nil
	}
	if err == nil {
		f.next, f.byGames = table.Chunk, true
	}
	return nil, err
}

// parquet opens a Parquet table, which is read from its end, in a file, or in a text that is copied
// to a temporary file.
func (f *openedFile) parquet(text io.Reader, file *os.File) (*columnar.Reader, error) {
	if file == nil {
		var err error
		if file, err = os.CreateTemp("", "stolb-table-*"); err != nil {
			return nil, err
		}
		remove := func() error { return os.RemoveAll(file.Name()) } // no error if it has been removed
		_ = remove()                                                // if the system allows it, so that nothing remains even if the process is killed
		f.closers = append(f.closers, file.Close, remove)
		if _, err := io.Copy(file, text); err != nil {
			return nil, err
		}
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	return columnar.NewParquetReader(file, size)
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
