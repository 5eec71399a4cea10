package convert

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// closingFile records whether it was closed.
type closingFile struct {
	io.Reader
	closed int
}

func (c *closingFile) Close() error { c.closed++; return nil }

// Packed files are detected by their first bytes and unpacked; the file is closed with its text.
func TestUnpack(t *testing.T) {
	const text = "1. c3-b4 b6-c5\n"
	var gz, zst bytes.Buffer
	packer := gzip.NewWriter(&gz)
	_, err := packer.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, packer.Close())
	frames, err := zstd.NewWriter(&zst)
	require.NoError(t, err)
	_, err = frames.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, frames.Close())
	for packing, data := range map[string]string{"": text, "gzip": gz.String(), "zstd": zst.String()} {
		file := &closingFile{Reader: strings.NewReader(data)}
		unpacked, err := unpack(file, "x", new(counts))
		require.NoError(t, err)
		require.Equal(t, packing, unpacked.Packing)
		got, err := io.ReadAll(unpacked)
		require.NoError(t, err)
		require.Equal(t, text, string(got))
		require.NoError(t, unpacked.Close())
		require.Equal(t, 1, file.closed)

		file = &closingFile{Reader: io.MultiReader(strings.NewReader(data[:len(data)-3]), failingReader{})}
		unpacked, err = unpack(file, "x", new(counts))
		require.NoError(t, err)
		_, err = io.ReadAll(unpacked)
		require.ErrorContains(t, err, "the disk is gone")
		if packing == "" {
			continue
		}
		hurt := []byte(data)
		hurt[len(hurt)-6] ^= 0xff // within the checksum
		unpacked, err = unpack(io.NopCloser(bytes.NewReader(hurt)), "x", new(counts))
		require.NoError(t, err)
		_, err = io.ReadAll(unpacked)
		require.EqualError(t, err, packing+": the data are damaged")
		unpacked, err = unpack(io.NopCloser(strings.NewReader(data[:len(data)-3])), "x", new(counts))
		require.NoError(t, err)
		_, err = io.ReadAll(unpacked)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	}
	// A frame whose header requests a window of 3.75 TB (RFC 8878, 3.1.1.1.2).
	unpacked, err := unpack(io.NopCloser(strings.NewReader("\x28\xb5\x2f\xfd\x00\xff\x01\x00\x00")), "x", new(counts))
	require.NoError(t, err)
	_, err = io.ReadAll(unpacked)
	require.EqualError(t, err, "zstd: unpacking needs more than 128 MB of memory")
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// A file that is no text is rejected and closed.
func TestUnpackErrors(t *testing.T) {
	for data, says := range map[string]string{
		"PK\x03\x04..xl/workbook": "the data are damaged",
		"\x89PNG\r\n":             "a picture, not text",
		"\xff\xd8\xff\xe0..JFIF":  "a picture, not text",
		"II*\x00":                 "a picture, not text",
		"%PDF-1.4\n1. c3-d4":      "a PDF, not text",
		"\xd0\xcf\x11\xe0\xa1":    "an old Office document (.doc, .xls)",
		`{\rtf1\ansi c3-d4}`:      "formatted text (RTF)",
		"\x1f\x8b, a book":        "begins like gzip",
	} {
		file := &closingFile{Reader: strings.NewReader(data)}
		_, err := unpack(file, "the.file", new(counts))
		require.ErrorContains(t, err, "the.file: ")
		require.ErrorContains(t, err, says)
		require.Equal(t, 1, file.closed)
	}
	file := &closingFile{Reader: failingReader{}}
	_, err := unpack(file, "the.file", new(counts))
	require.EqualError(t, err, "the.file: the disk is gone")
	require.Equal(t, 1, file.closed)
}

// Programs and random bytes are no text; UTF-16 and output of old word processors are.
func TestBinary(t *testing.T) {
	random := make([]byte, 4096)
	source := rand.NewChaCha8([32]byte{1})
	for range 100 {
		_, _ = source.Read(random) // never fails
		_, err := new(openedFile).textIn(bytes.NewReader(random), nil)
		require.EqualError(t, err, "not a text")
	}
	program := append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 200)...)
	_, err := new(openedFile).textIn(bytes.NewReader(program), nil)
	require.EqualError(t, err, "not a text")

	sheet := "Вид: БАШНИ\nБелые: Иванов\tЧерные: Петров\n1. c3-d4\td6-e5\n2. g3-h4\te5:c3\n"
	utf16 := func(text string, order binary.AppendByteOrder) (b []byte) {
		for _, r := range text {
			b = order.AppendUint16(b, uint16(r))
		}
		return b
	}
	latin := "1. c3-d4 d6-e5 2. g3-h4 e5:c3\n"
	for _, text := range [][]byte{
		utf16(sheet, binary.LittleEndian), utf16(sheet, binary.BigEndian), utf16(latin, binary.LittleEndian), utf16(latin, binary.BigEndian),
		[]byte(strings.Repeat("\x02Партия\x02 № 5. Белые сдались.\x1a\r\n\f", 20)), // WordStar bold
	} {
		unpacked, err := new(openedFile).textIn(bytes.NewReader(text), nil)
		require.NoError(t, err)
		got, err := io.ReadAll(unpacked)
		require.NoError(t, err)
		require.Equal(t, text, got)
	}
}

// A table is detected by its first bytes, and read from a file or from a pipe.
func TestTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	for _, format := range []string{"arrow", "arrow-stream", "parquet"} {
		made, err := corpus.NewGenerator(record.Lasca, 3)
		require.NoError(t, err)
		var written bytes.Buffer
		w := columnar.NewWriter(columnar.Format{Name: format}, map[string]io.Writer{"games": &written})
		for range 3 {
			var rows columnar.Rows
			rows.Fill(replay.Judge(made.Next(), record.UnknownVariant))
			require.NoError(t, w.WriteRows(&rows))
		}
		require.NoError(t, w.Close())
		require.NoError(t, os.WriteFile(path, written.Bytes(), 0o666))
		local, err := os.Open(path)
		require.NoError(t, err)
		defer local.Close()
		for _, whole := range []*os.File{local, nil} {
			var file openedFile
			text, err := file.textIn(bytes.NewReader(written.Bytes()), whole)
			require.NoError(t, err)
			require.Nil(t, text)
			require.True(t, file.byGames)
			games := 0
			for ; err != io.EOF; games++ {
				if _, err = file.next(); err != io.EOF {
					require.NoError(t, err)
				}
			}
			require.Equal(t, 3, games-1)
			require.Equal(t, format == "parquet" && whole == nil, len(file.closers) > 0)
			require.NoError(t, file.Close())
		}
	}
	var file openedFile
	text, err := file.textIn(strings.NewReader("1. c3-b4"), nil)
	require.NoError(t, err)
	require.Nil(t, file.next)
	all, err := io.ReadAll(text)
	require.NoError(t, err)
	require.Equal(t, "1. c3-b4", string(all))
}

// An index of games is detected by its first bytes, packed or not and in reads of any size,
// unlike a text with a similar beginning.
func TestStreamOfIndex(t *testing.T) {
	text, err := new(openedFile).textIn(iotest.OneByteReader(strings.NewReader("stolb index 2\n\x00\x00rest")), nil)
	require.ErrorIs(t, err, errIndex)
	require.Nil(t, text)
	for _, s := range []string{"", "s", "stolb", "stolb index", "stolb indexes", "stolb games"} {
		text, err := new(openedFile).textIn(iotest.OneByteReader(strings.NewReader(s)), nil)
		require.NoError(t, err)
		got, err := io.ReadAll(text)
		require.NoError(t, err)
		require.Equal(t, s, string(got))
	}
	_, err = new(openedFile).textIn(io.MultiReader(strings.NewReader("stolb in"), failingReader{}), nil)
	require.ErrorContains(t, err, "the disk is gone")
}
