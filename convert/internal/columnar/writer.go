package columnar

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// A batch is encoded when it has so many rows, or takes so many bytes. An array of bytes of
// so many rows is packed as one block, which takes less work.
const (
	batchRows  = 1 << 15
	batchBytes = 4 << 20
)

// The most that one file of a partition holds, and that all partitions gather together
// before the largest is written.
const (
	partRows  = 1 << 20
	partBytes = 32 << 20
	allBytes  = 96 << 20
)

// Encoder writes one table in some format. Encode may keep nothing of the table
// that it is given. Note keeps something about the table with it, where the format
// has a place for that. Close writes what makes the output whole.
type Encoder interface {
	Encode(*Table) error
	Note(key, value string)
	Close() error
}

// Arrow is the format of IPC files.
var Arrow = Format{Extension: ".arrow", Encoder: NewFileEncoder}

// Format is how tables are written.
type Format struct {
	Extension string // of files, with its full stop
	Encoder   func(io.Writer, []Column) Encoder
	// Wanted says which columns are written of a table. Of a table of which none is, all
	// but those on request are. Where it is nil all columns are written.
	Wanted func(Column) bool
	// Tags are those that games have columns of their own for, see tagColumn.
	Tags []string
	// Provenance, if it is not nil, returns what is noted as stolb.provenance: when a table is
	// begun, for a stream, and again at its end.
	Provenance func() string
}

// begin returns the encoder of a table.
func (f *Format) begin(w io.Writer, columns []Column) Encoder {
	e := f.Encoder(w, columns)
	f.note(e)
	return e
}

// note notes the provenance, if there is one.
func (f *Format) note(e Encoder) {
	if f.Provenance != nil {
		NoteProvenance(e, f.Provenance())
	}
}

// NoteProvenance notes where a table comes from, unless it is "".
func NoteProvenance(e Encoder, text string) {
	if text != "" {
		e.Note("stolb.provenance", text)
	}
}

// Version is the version of the tables, which Writer notes as
// stolb.version. Since 2 what is not known is missing, where it was 0, -1 or empty;
// there is played; hashes before moves are written on demand, see Format; and there is
// the table faults.
const Version = 2

// NoteVersion notes with a table what is noted with every one: the version, as
// stolb.version, and of which variants the games are, as stolb.variants.
func NoteVersion(e Encoder, variants ...string) {
	e.Note("stolb.version", strconv.Itoa(Version))
	e.Note("stolb.variants", strings.Join(variants, " "))
}

// Writer writes judged games as rows of tables. It gathers rows into batches; memory does
// not grow with the number of games. It is not safe for concurrent use.
type Writer struct {
	format Format
	folder string   // of a dataset
	by     []string // the columns by which it is partitioned
	parts  map[key]*part
	size   int // bytes gathered in all partitions
	id     int64
	err    error
}

// key is the values of the columns by which a dataset can be partitioned; 0 for a column
// by which it is not.
type key struct {
	variant record.Variant
	year    int
}

// part is what is gathered of a partition, or of all games if there are no partitions.
type part struct {
	path     string // variant=lasca/year=1998
	outputs  []output
	files    int // written so far
	size     int
	variants map[record.Variant]bool // of the games
}

// output is where the rows of a table go: a file that is opened to be written whole, in a
// tree of partitions, else what is open all the time.
type output struct {
	batch   *batch
	encoder Encoder
	file    *os.File // if the Writer has opened one
	buffer  *bufio.Writer
}

// NewWriter returns a Writer of tables, each by its name to its own io.Writer: games, plies
// and faults, or some of them. Close must be called, for the end of what was written and to
// learn whether it could be.
func NewWriter(f Format, to map[string]io.Writer) *Writer {
	w := &Writer{format: f, parts: make(map[key]*part)}
	p := w.newPart(key{})
	p.outputs = slices.DeleteFunc(p.outputs, func(o output) bool { return to[o.batch.table.name] == nil })
	for i := range p.outputs {
		o := &p.outputs[i]
		o.encoder = f.begin(to[o.batch.table.name], o.batch.Columns)
	}
	return w
}

// Partitions are the columns of games by which a dataset can be partitioned.
func Partitions() []string { return []string{"variant", "year"} }

// CreateDataset returns a Writer of all tables into a folder, which is made if it is not
// there: games.arrow, plies.arrow and faults.arrow, say. With partitions it writes trees as
// Hive has them,
//
//	games/variant=lasca/year=1998/part-0.arrow
//	plies/variant=lasca/year=1998/part-0.arrow
//
// in which the columns that the path tells are not in the files, and where there is
// nothing wrong there is no file of faults.
//
// Files that are there are not overwritten; what is written remains when there is an error.
// The error may say that by names no partition.
func CreateDataset(folder string, format Format, by ...string) (*Writer, error) {
	w := &Writer{format: format, folder: folder, by: by, parts: make(map[key]*part)}
	for i, name := range by {
		if !slices.Contains(Partitions(), name) || slices.Contains(by[:i], name) {
			return nil, message.Of("columnar.no-partition", "name", name)
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil || len(by) > 0 {
		return w, err
	}
	p := w.newPart(key{})
	for i := range p.outputs {
		if err := w.open(&p.outputs[i], tables[i].name); err != nil {
			w.Abort()
			return nil, err
		}
	}
	return w, nil
}

// unknownPartition is what Hive, and engines like it, read as no value.
const unknownPartition = "__HIVE_DEFAULT_PARTITION__"

// newPart begins a partition of a dataset.
func (w *Writer) newPart(k key) *part {
	p := &part{variants: make(map[record.Variant]bool)}
	for i := range tables {
		p.outputs = append(p.outputs, output{batch: tables[i].chosen(&w.format, w.by...)})
	}
	for _, name := range w.by {
		text := strconv.Itoa(k.year)
		switch {
		case name == "variant":
			text = k.variant.String()
		case k.year == 0:
			text = unknownPartition
		}
		p.path = filepath.Join(p.path, name+"="+text)
	}
	w.parts[k] = p
	return p
}

// open creates the file of an output, whose path in the folder has no extension.
func (w *Writer) open(o *output, path string) error {
	path = filepath.Join(w.folder, path+w.format.Extension)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	o.file, o.buffer = file, bufio.NewWriterSize(file, 1<<18)
	o.encoder = w.format.begin(o.buffer, o.batch.Columns)
	return nil
}

// Skip leaves out so many numbers of games: the next game has the one after them. A table
// that is a part of a larger one goes on so after the parts before.
func (w *Writer) Skip(games int64) { w.id += games }

// WriteRows writes a game, which gets its number. An error is that of all later calls.
func (w *Writer) WriteRows(rows *Rows) error {
	if w.err != nil {
		return w.err
	}
	w.id++
	var k key
	if slices.Contains(w.by, "variant") {
		k.variant = rows.variant
	}
	if slices.Contains(w.by, "year") {
		k.year = rows.year
	}
	p := w.parts[k]
	if p == nil {
		p = w.newPart(k)
	}
	p.variants[rows.variant] = true
	before, full := p.size, false
	p.size = 0
	for i := range p.outputs {
		b := p.outputs[i].batch
		b.add(rows, w.id)
		bytes := b.bytes()
		if w.by == nil && (b.Rows >= batchRows || bytes >= batchBytes) {
			if w.err = p.outputs[i].encode(); w.err != nil {
				return w.err
			}
		}
		p.size += bytes
		full = full || b.Rows >= partRows
	}
	if w.by == nil {
		return nil
	}
	if w.size += p.size - before; full || p.size >= partBytes {
		w.err = w.flush(p)
	} else if w.size >= allBytes {
		for _, other := range w.parts {
			if c := cmp.Compare(other.size, p.size); c > 0 || c == 0 && other.path < p.path {
				p = other
			}
		}
		w.err = w.flush(p)
	}
	return w.err
}

// encode encodes what is gathered.
func (o *output) encode() error {
	defer o.batch.Reset()
	return o.encoder.Encode(&o.batch.Table)
}

// flush writes what is gathered of a partition and the end of its files, which it opens in a
// tree.
func (w *Writer) flush(p *part) error {
	for i := range p.outputs {
		o := &p.outputs[i]
		if name := o.batch.table.name; w.by != nil {
			if o.batch.Rows == 0 && name == "faults" {
				continue
			}
			if err := w.open(o, filepath.Join(name, p.path, fmt.Sprintf("part-%d", p.files))); err != nil {
				return err
			}
		}
		if o.batch.Rows > 0 {
			if err := o.encode(); err != nil {
				return err
			}
		}
		w.format.note(o.encoder)
		if err := o.close(p); err != nil {
			return err
		}
		o.batch = o.batch.another() // the memory goes to the partitions that come
	}
	w.size -= p.size
	p.size = 0
	p.files++
	return nil
}

// close writes the end of a table. It waits until a file is on the disk: once the folder
// has its name the file is whole, even after a crash.
func (o *output) close(p *part) error {
	var variants []string
	for v, name := range variantWords {
		if p.variants[record.Variant(v)] {
			variants = append(variants, name)
		}
	}
	NoteVersion(o.encoder, variants...)
	err := o.encoder.Close()
	if o.file == nil {
		return err
	}
	file := o.file
	o.file = nil
	return errors.Join(err, o.buffer.Flush(), file.Sync(), file.Close())
}

// Close writes what is still gathered and what makes the output whole. It does not close
// what NewWriter was given.
func (w *Writer) Close() error {
	for _, p := range w.parts {
		if w.err == nil && (p.size > 0 || w.by == nil) {
			w.err = w.flush(p)
		}
	}
	w.Abort()
	return w.err
}

// Abort closes the files, which are not whole, if Close is not called.
func (w *Writer) Abort() {
	for _, p := range w.parts {
		for _, o := range p.outputs {
			if o.file != nil {
				_ = o.file.Close()
			}
		}
	}
	w.parts = nil
}
