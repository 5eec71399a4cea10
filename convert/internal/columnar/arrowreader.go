package columnar

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// maxMemory is how many bytes the library may take for a table at a time, and as many
// again for unpacking it. A Writer stays far below.
const maxMemory = 1 << 29

// Reader reads the games of a table games in Arrow's IPC format, one at a time. It is
// not safe for concurrent use.
type Reader struct {
	batches *ipc.Reader
	at      [len(RecordedColumns)]int // of the columns in the schema
	batch   arrow.Record              // nil before the first
	row     int
}

// wrap says of what is wrong that a table in Arrow's format has it.
func wrap(err error) error {
	if err == nil {
		return nil
	}
	var why message.Message // which the library may have wrapped
	switch {
	case errors.As(err, &why):
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		why = message.Of("columnar.ends-early", "", err)
	default:
		why = message.Of("columnar.not-ipc", "", err)
	}
	return message.Of("columnar.arrow", "why", why)
}

// NewReader returns a Reader of r, which has an IPC stream; or an IPC file, if r can
// seek and read anywhere, as an *os.File can.
func NewReader(r io.Reader) (reader *Reader, err error) {
	defer recovered(&err)
	in := &messages{stream: bufio.NewReaderSize(r, 1<<16)}
	if file, ok := r.(interface {
		io.ReaderAt
		io.Seeker
	}); ok {
		begin := make([]byte, len(magic))
		if n, _ := file.ReadAt(begin, 0); n == len(magic) && bytes.Equal(begin, magic) {
			size, err := file.Seek(0, io.SeekEnd)
			if err == nil {
				err = in.open(file, size)
			}
			if err != nil {
				return nil, wrap(err)
			}
		}
	}
	batches, err := ipc.NewReaderFromMessageReader(in, ipc.WithAllocator(&limited{Allocator: memory.NewGoAllocator()}))
	if err != nil {
		return nil, wrap(err)
	}
	reader = &Reader{batches: batches}
	for i, name := range RecordedColumns {
		at := batches.Schema().FieldIndices(name)
		if len(at) == 0 {
			return nil, NoColumn(name, batches.Schema().HasField)
		}
		reader.at[i] = at[0]
		kind := batches.Schema().Field(at[0]).Type
		if i >= FirstNumber && !arrow.IsInteger(kind.ID()) {
			return nil, wrap(message.Of("columnar.no-number", "column", name))
		}
		if d, ok := kind.(*arrow.DictionaryType); ok {
			kind = d.ValueType
		}
		if i < FirstNumber && kind.ID() != arrow.STRING && kind.ID() != arrow.LARGE_STRING {
			return nil, wrap(message.Of("columnar.no-text", "column", name))
		}
	}
	return reader, nil
}

// limited allocates no more than maxMemory: the library believes every length that it
// finds.
type limited struct {
	memory.Allocator
	used int64
}

func (l *limited) take(n int64) {
	if l.used += n; l.used > maxMemory || n > maxMemory {
		panic(message.Of("columnar.memory", "bytes", l.used, "most", int64(maxMemory)))
	}
}

func (l *limited) Allocate(size int) []byte {
	l.take(int64(size))
	return l.Allocator.Allocate(size)
}

func (l *limited) Reallocate(size int, b []byte) []byte {
	l.take(int64(size) - int64(len(b)))
	return l.Allocator.Reallocate(size, b)
}

func (l *limited) Free(b []byte) {
	l.used -= int64(len(b))
	l.Allocator.Free(b)
}

// recovered makes an error of a panic: the library panics where lengths or offsets
// cannot be.
func recovered(err *error) {
	if p := recover(); p != nil {
		why, ok := p.(error)
		if !ok {
			why = fmt.Errorf("arrow: %v", p)
		}
		*err = wrap(why)
	}
}

// Chunk returns the text of the next game, or io.EOF after the last. The error may say
// that the table is not whole.
func (r *Reader) Chunk() (c grammar.Chunk, err error) {
	defer recovered(&err)
	for r.batch == nil || r.row == int(r.batch.NumRows()) {
		r.row = 0
		if r.batch, err = r.batches.Read(); err == io.EOF {
			return c, err
		} else if err != nil {
			return c, wrap(err)
		}
	}
	var texts [len(RecordedColumns)]string
	var numbers [len(RecordedColumns)]int64
	for i, at := range r.at {
		column := r.batch.Column(at)
		if column.IsNull(r.row) {
			continue
		}
		if texts[i] = strings.Clone(column.ValueStr(r.row)); i >= FirstNumber { // its own would keep the batch
			if numbers[i], err = strconv.ParseInt(texts[i], 10, 64); err != nil {
				return c, wrap(message.Of("columnar.no-number", "column", RecordedColumns[i]))
			}
		}
	}
	r.row++
	recorded := Recorded{texts[0], texts[1], texts[2], numbers[3], numbers[4], numbers[5]}
	return recorded.Chunk()
}
