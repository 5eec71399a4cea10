package source

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

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
