package columnar

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// maxMemory is how many bytes the library may take for a table at a time, and as many
// again for unpacking it. Writer and Dataset stay far below.
const maxMemory = 1 << 29

// Reader reads the games of a table games in Arrow's IPC format, one at a time. It is
// not safe for concurrent use.
type Reader struct {
	in      *messages
	batches *ipc.Reader
	rows    int // of the batch
	row     int
	texts   [len(recorded)]func(int) string
	places  [len(places)]func(int) int64
}

// recorded are the names of Recorded's texts, and places those of its numbers.
var (
	recorded = [...]string{"file", "format", "record"}
	places   = [...]string{"number", "line", "byte"}
)

// NewReader returns a Reader of r, which has an IPC stream; or an IPC file, if r can
// seek and read anywhere, as an *os.File can.
func NewReader(r io.Reader) (reader *Reader, err error) {
	defer recovered(&err)
	in := &messages{}
	if file, ok := r.(interface {
		io.ReaderAt
		io.Seeker
	}); ok {
		begin := make([]byte, len(magic))
		if n, _ := file.ReadAt(begin, 0); n == len(magic) && bytes.Equal(begin, magic) {
			size, err := file.Seek(0, io.SeekEnd)
			if err != nil {
				return nil, wrap(err)
			}
			if err := in.open(file, size); err != nil {
				return nil, wrap(err)
			}
		}
	}
	if in.file == nil {
		in.stream = bufio.NewReaderSize(r, 1<<16)
		if begin, _ := in.stream.Peek(len(magic)); bytes.Equal(begin, magic) {
			return nil, message.Of("columnar.pipe")
		}
	}
	batches, err := ipc.NewReaderFromMessageReader(in, ipc.WithAllocator(&limited{Allocator: memory.NewGoAllocator()}))
	if in.err != nil {
		err = in.err
	}
	if err != nil {
		return nil, wrap(err)
	}
	for _, names := range [][]string{recorded[:], places[:]} {
		for _, name := range names {
			if !batches.Schema().HasField(name) {
				return nil, NoColumn(name, batches.Schema().HasField)
			}
		}
	}
	return &Reader{in: in, batches: batches}, nil
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
	switch p := recover().(type) {
	case nil:
	case message.Message:
		*err = wrap(p)
	default:
		*err = wrap(fmt.Errorf("arrow: %v", p))
	}
}

// Chunk returns the text of the next game, or io.EOF after the last. The error may say
// that the table is not whole.
func (r *Reader) Chunk() (c grammar.Chunk, err error) {
	defer recovered(&err)
	for r.row == r.rows {
		batch, err := r.batches.Read()
		switch {
		case r.in.err != nil:
			err = r.in.err
		case err == io.EOF:
			return c, err
		}
		if err == nil {
			err = r.columns(batch)
		}
		if err != nil {
			return c, wrap(err)
		}
	}
	var texts [len(recorded)]string
	for i := range texts {
		texts[i] = strings.Clone(r.texts[i](r.row)) // or it would keep its batch
	}
	var numbers [len(places)]int64
	for i := range numbers {
		numbers[i] = r.places[i](r.row)
	}
	r.row++
	recorded := Recorded{
		File: texts[0], Format: texts[1], Record: texts[2],
		Number: int(numbers[0]), Line: int(numbers[1]), Byte: numbers[2],
	}
	return recorded.Chunk()
}

// columns finds the columns of a batch that make a game.
func (r *Reader) columns(batch arrow.Record) error {
	column := func(name string) arrow.Array { return batch.Column(batch.Schema().FieldIndices(name)[0]) }
	for i, name := range recorded {
		if r.texts[i] = textsOf(column(name)); r.texts[i] == nil {
			return message.Of("columnar.no-text", "column", name)
		}
	}
	for i, name := range places {
		if r.places[i] = numbersOf(column(name)); r.places[i] == nil {
			return message.Of("columnar.no-number", "column", name)
		}
	}
	r.rows, r.row = int(batch.NumRows()), 0
	return nil
}

// textsOf returns what gives the texts of a column by the row; nil where it has none.
func textsOf(column arrow.Array) func(int) string {
	switch column := column.(type) {
	case *array.String:
		return column.Value
	case *array.LargeString:
		return column.Value
	case *array.Dictionary:
		if words := textsOf(column.Dictionary()); words != nil {
			return func(row int) string { return words(column.GetValueIndex(row)) }
		}
	}
	return nil
}

// numbersOf returns what gives the whole numbers of a column by the row; nil where it
// has none.
func numbersOf(column arrow.Array) func(int) int64 {
	switch column := column.(type) {
	case *array.Int8:
		return func(row int) int64 { return int64(column.Value(row)) }
	case *array.Int16:
		return func(row int) int64 { return int64(column.Value(row)) }
	case *array.Int32:
		return func(row int) int64 { return int64(column.Value(row)) }
	case *array.Int64:
		return column.Value
	}
	return nil
}
