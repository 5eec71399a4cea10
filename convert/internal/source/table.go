package source

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/convert/internal/columnar/parquet"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// Table returns the texts of the games of a table in columns one by one, and io.EOF
// at the end.
type Table func() (grammar.Chunk, error)

// The first bytes of tables in columns.
const (
	arrowFile   = "ARROW1"
	arrowStream = "\xff\xff\xff\xff"
	parquetFile = "PAR1"
)

// indexFile is how an index of any version begins, as stats/find writes it.
const indexFile = "stolb index "

// ErrIndex is returned, in words, by Stream for an index of games: it is searched,
// and not read.
var ErrIndex = errors.New("source: an index of games")

// ErrNoPipe is returned, in words, by Stream for a table that is read from its end.
var ErrNoPipe = errors.New("source: a table that is read from its end")

// OpenTable returns the table that a file has; nil where it has none, or is no
// regular file. The file is to be closed at the end, and is nil without a table.
func OpenTable(name string) (Table, io.Closer, error) {
	// A pipe can be opened once.
	info, err := os.Stat(name)
	if name == "-" || err != nil || !info.Mode().IsRegular() {
		return nil, nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, nil // reading it as text reports the error
	}
	begin := make([]byte, 8)
	n, _ := file.ReadAt(begin, 0)
	var r interface{ Chunk() (grammar.Chunk, error) }
	switch begin := string(begin[:n]); {
	case strings.HasPrefix(begin, arrowFile), strings.HasPrefix(begin, arrowStream):
		r, err = columnar.NewReader(file)
	case strings.HasPrefix(begin, parquetFile):
		r, err = parquet.NewReader(file, info.Size())
	default:
		return nil, nil, file.Close()
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return r.Chunk, file, nil
}

// Stream returns the table that r has, or nil, and what is to be read as text then.
// Of a pipe a table can only be read as Arrow's stream: the other formats are read
// from their end, and the error is ErrNoPipe with all of the text. Of an index of games it is ErrIndex.
func Stream(r io.Reader) (text io.Reader, table Table, err error) {
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
		reader, err := columnar.NewReader(peeked)
		if err != nil {
			return nil, nil, err
		}
		return nil, reader.Chunk, nil
	case strings.HasPrefix(begin, arrowFile), strings.HasPrefix(begin, parquetFile):
		return peeked, nil, message.Of("files.table-from-pipe", "", ErrNoPipe)
	}
	return peeked, nil, nil
}
