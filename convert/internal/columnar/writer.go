package columnar

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"sync/atomic"
)

// A batch is handed to its encoder when it has so many rows, or takes so many bytes. An
// array of bytes of so many rows is packed as one block, which takes less work.
const (
	batchRows  = 1 << 16
	batchBytes = 8 << 20
)

// Encoder writes one table in some format. Encode may keep nothing of the table
// that it is given. Note keeps something about the table with it, where the format
// has a place for that. Close writes what makes the output whole.
type Encoder interface {
	Encode(*Table) error
	Note(key, value string)
	Close() error
}

// Format is how tables are written.
type Format struct {
	Extension string // of files, with its full stop
	Encoder   func(io.Writer, []Column) Encoder
	// Wanted says which columns are written of a table. Of a table of which none is, all
	// but those are that can be worked out of others: see Derived. Where it is nil all
	// columns are written.
	Wanted func(Column) bool
}

// Version is the version of the tables, which Writer and Dataset note as
// stolb.version. Since 2 what is not known is missing, where it was 0, -1 or empty;
// there is played; hashes before moves are written on demand, see Format; and there is
// the table faults.
const Version = 2

// variants are those of a table's games, which are noted as stolb.variants.
type variants [1 << 7]bool // by the index of a Symbol

func (v *variants) note(e Encoder) {
	var names []string
	for i, here := range v {
		if here {
			names = append(names, variantWords[i])
		}
	}
	NoteVersion(e, names...)
}

// NoteVersion notes with a table what is noted with every one: the version, as
// stolb.version, and of which variants the games are, as stolb.variants.
func NoteVersion(e Encoder, variants ...string) {
	e.Note("stolb.version", strconv.Itoa(Version))
	e.Note("stolb.variants", strings.Join(variants, " "))
}

// Writer writes judged games as rows of tables. It gathers rows into batches, which each
// table's encoder writes in a goroutine of its own; memory does not grow with the number
// of games. It is not safe for concurrent use.
type Writer struct {
	tables   []*tableWriter
	id       int64
	variants variants
}

// NewWriter returns a Writer of tables, each by its name to its own io.Writer: games, plies
// and faults, or some of them. Close must be called, for the end of what was written and to
// learn whether it could be.
func NewWriter(f Format, to map[string]io.Writer) *Writer {
	w := &Writer{}
	for i := range tables {
		if out := to[tables[i].name]; out != nil {
			w.tables = append(w.tables, newTableWriter(f, &tables[i], out))
		}
	}
	return w
}

// Skip leaves out so many numbers of games: the next game has the one after them. A table
// that is a part of a larger one goes on so after the parts before.
func (w *Writer) Skip(games int64) { w.id += games }

// WriteRows writes a game, which gets its number.
func (w *Writer) WriteRows(rows *Rows) error {
	w.id++
	rows.id = w.id
	w.variants[rows.games[0].variant] = true
	for _, t := range w.tables {
		if err := t.add(rows); err != nil {
			return err
		}
	}
	return nil
}

// Close writes what is still gathered and closes the encoders, but not what
// they write to.
func (w *Writer) Close() error {
	var all error
	for _, t := range w.tables {
		err := t.end(true)
		if err == nil {
			w.variants.note(t.encoder)
			err = t.encoder.Close()
		}
		all = errors.Join(all, err)
	}
	return all
}

// Abort ends the writing of what is not wanted any more.
func (w *Writer) Abort() {
	for _, t := range w.tables {
		_ = t.end(false)
	}
}

// tableWriter hands the batches of a table to its encoder.
type tableWriter struct {
	encoder Encoder
	batch   *batch
	free    chan *batch
	todo    chan *batch
	done    chan struct{} // closed when the goroutine has ended
	failed  atomic.Pointer[error]
}

func newTableWriter(f Format, table *table, out io.Writer) *tableWriter {
	t := &tableWriter{
		batch: table.chosen(f.Wanted), free: make(chan *batch, 2),
		todo: make(chan *batch), done: make(chan struct{}),
	}
	t.encoder = f.Encoder(out, t.batch.Columns)
	t.free <- table.chosen(f.Wanted)
	go func() {
		defer close(t.done)
		for b := range t.todo {
			if t.failed.Load() == nil {
				if err := t.encoder.Encode(&b.Table); err != nil {
					t.failed.Store(&err)
				}
			}
			b.reset()
			t.free <- b
		}
	}()
	return t
}

// error returns what the encoder has met.
func (t *tableWriter) error() error {
	if err := t.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// add adds a game's rows to the batch, and hands it over where it has become full.
func (t *tableWriter) add(rows *Rows) error {
	t.batch.add(rows)
	if t.batch.Rows >= batchRows || t.batch.bytes() >= batchBytes {
		t.todo <- t.batch
		t.batch = <-t.free
	}
	return t.error()
}

// end waits for the encoder to have written all but the last batch, which it
// hands over unless it is not wanted.
func (t *tableWriter) end(wanted bool) error {
	if wanted && t.batch.Rows > 0 {
		t.todo <- t.batch
	}
	close(t.todo)
	<-t.done
	return t.error()
}
