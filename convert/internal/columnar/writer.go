package columnar

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// A batch is handed to its encoder when it has so many rows, or takes so many
// bytes.
const (
	batchRows  = 1 << 17
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

// Version is the version of the tables, which Writer and Dataset note as
// stolb.version. Since 2 what is not known is missing, where it was 0, -1 or empty;
// there is played; hashes before moves are written on demand, see Chosen; and there is
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

// Writer writes judged games as rows of three tables. It gathers rows into
// batches, which each table's encoder writes in a goroutine of its own; memory
// does not grow with the number of games. It is not safe for concurrent use.
type Writer struct {
	games, plies, faults *lane
	id                   int64
	variants             variants
}

// NewWriter returns a Writer that writes each table with its encoder; nil for a
// table that is not wanted. Close must be called, for the end of what was
// written and to learn whether it could be.
func NewWriter(games, plies, faults Encoder) *Writer {
	w := &Writer{}
	if games != nil {
		w.games = newLane(Games(), games)
	}
	if plies != nil {
		w.plies = newLane(Plies(), plies)
	}
	if faults != nil {
		w.faults = newLane(Faults(), faults)
	}
	return w
}

// Skip leaves out so many numbers of games: the next game has the one behind
// them. A table that is a part of a larger one goes on so behind the parts before.
func (w *Writer) Skip(games int64) { w.id += games }

// WriteRows writes games that were added to rows, which are not changed.
func (w *Writer) WriteRows(rows *Rows) error {
	if len(rows.ends) == 0 {
		return nil
	}
	for _, variant := range rows.games.Vectors[placeOf("variant")].Int8s {
		w.variants[variant] = true
	}
	id := w.id
	w.id += int64(len(rows.ends))
	for _, to := range []struct {
		lane *lane
		rows *Table
	}{{w.games, rows.games}, {w.plies, rows.plies}, {w.faults, rows.faults}} {
		if to.lane == nil {
			continue
		}
		if err := to.lane.add(to.rows, id); err != nil {
			return err
		}
	}
	return nil
}

// placeOf returns the place of a column among those of games.
func placeOf(name string) int {
	return slices.IndexFunc(gameColumns, func(c column[game]) bool { return c.Name == name })
}

// Close writes what is still gathered and closes the encoders, but not what
// they write to.
func (w *Writer) Close() error {
	return errors.Join(w.games.close(&w.variants), w.plies.close(&w.variants), w.faults.close(&w.variants))
}

// Abort ends the writing of what nobody wants any more.
func (w *Writer) Abort() {
	w.games.abort()
	w.plies.abort()
	w.faults.abort()
}

// lane is one table's way to its encoder; nil for a table that is not wanted.
type lane struct {
	encoder Encoder
	batch   *Table
	free    chan *Table
	todo    chan *Table
	done    chan struct{} // closed when the goroutine has ended
	failed  atomic.Pointer[error]
}

func newLane(columns []Column, e Encoder) *lane {
	l := &lane{
		encoder: e, batch: newTable(columns),
		free: make(chan *Table, 2), todo: make(chan *Table), done: make(chan struct{}),
	}
	l.free <- newTable(columns)
	go func() {
		defer close(l.done)
		for t := range l.todo {
			if l.failed.Load() == nil {
				if err := e.Encode(t); err != nil {
					l.failed.Store(&err)
				}
			}
			t.reset()
			l.free <- t
		}
	}()
	return l
}

// error returns what the encoder has met.
func (l *lane) error() error {
	if err := l.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// add adds rows to the batch, and hands it over where it has become full.
func (l *lane) add(rows *Table, id int64) error {
	l.batch.add(rows, 0, rows.Rows, id)
	if l.batch.Rows >= batchRows || l.batch.bytes() >= batchBytes {
		l.todo <- l.batch
		l.batch = <-l.free
	}
	return l.error()
}

// end waits for the encoder to have written all but the last batch, which it
// hands over unless it is not wanted.
func (l *lane) end(wanted bool) error {
	if wanted && l.batch.Rows > 0 {
		l.todo <- l.batch
	}
	close(l.todo)
	<-l.done
	return l.error()
}

func (l *lane) close(of *variants) error {
	if l == nil {
		return nil
	}
	if err := l.end(true); err != nil {
		return err
	}
	of.note(l.encoder)
	return l.encoder.Close()
}

func (l *lane) abort() {
	if l != nil {
		_ = l.end(false)
	}
}
