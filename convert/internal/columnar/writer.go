package columnar

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// A table is encoded when it has so many rows, or takes so many bytes. An array of bytes of
// so many rows is packed as one block, which takes less work.
const (
	batchRows  = 1 << 15
	batchBytes = 4 << 20
)

// The most that a file of a partition holds, and that all gather before the largest is written.
const (
	partBytes = 32 << 20
	allBytes  = 96 << 20
)

// Encoder writes a table in some format. Encode writes some rows. Note keeps something about
// the table with it, where the format has a place for that. Close writes what makes the
// output whole.
type Encoder interface {
	Encode([]Vector) error
	Note(key, value string)
	Close() error
}

// Version is the version of the tables, which is noted with each as stolb.version. Since 2 what
// is not known is missing, where it was 0, -1 or empty; there is played; hashes before moves are
// written on demand, see Format; and there is the table faults.
const Version = 2

// Output is a table that is written.
type Output struct {
	Vectors []Vector // with the rows that are not encoded yet
	name    string   // of a table that games are written as
	format  *Format
	encoder Encoder
	file    *os.File // if a Writer has opened one
	buffer  *bufio.Writer
}

// NewOutput returns an Output of a table of these columns without rows.
func NewOutput(columns []Column) *Output {
	o := new(Output)
	for _, c := range columns {
		o.Vectors = append(o.Vectors, Vector{Column: c})
	}
	return o
}

// Rows returns how many rows are not encoded yet, 0 without columns.
func (o *Output) Rows() int {
	if len(o.Vectors) == 0 {
		return 0
	}
	return o.Vectors[0].rows
}

// size returns how many bytes their values take.
func (o *Output) size() (n int) {
	for i := range o.Vectors {
		v := &o.Vectors[i]
		n += len(v.fixed) + len(v.bytes) + 4*len(v.ends) + len(v.missing)
	}
	return n
}

// Begin begins to write the table. The error says that there is no such format.
func (o *Output) Begin(f *Format, w io.Writer) (err error) {
	switch o.format = f; f.Name {
	case "arrow", "arrow-stream":
		o.encoder, err = newArrow(w, o.Vectors, f.Name == "arrow-stream")
	case "parquet":
		o.encoder, err = newParquet(w, o.Vectors)
	default:
		err = fmt.Errorf("table: no format %q", f.Name)
	}
	if err == nil {
		o.noteProvenance()
	}
	return err
}

func (o *Output) noteProvenance() {
	if o.format.Provenance == nil {
		return
	}
	if text := o.format.Provenance(); text != "" {
		o.encoder.Note("stolb.provenance", text)
	}
}

// Flush writes the rows that the table has, if any, and removes them from it.
func (o *Output) Flush() error {
	if o.Rows() == 0 {
		return nil
	}
	err := o.encoder.Encode(o.Vectors)
	for i := range o.Vectors { // keeps their memory
		v := &o.Vectors[i]
		*v = Vector{v.Column, 0, v.fixed[:0], v.bytes[:0], v.ends[:0], v.missing[:0]}
	}
	return err
}

// Close writes the end of a table, with what is noted with every one: where it comes from,
// the version, and as stolb.variants of which the games are. It waits until a file is on
// the disk: once the folder has its name the file is whole, even after a crash.
func (o *Output) Close(variants []string) error {
	if err := o.Flush(); err != nil {
		return err
	}
	o.noteProvenance()
	o.encoder.Note("stolb.version", strconv.Itoa(Version))
	o.encoder.Note("stolb.variants", strings.Join(variants, " "))
	err := o.encoder.Close()
	if o.file == nil {
		return err
	}
	file := o.file
	o.file = nil
	return errors.Join(err, o.buffer.Flush(), file.Sync(), file.Close())
}

// Format is how tables are written.
type Format struct {
	Name string // arrow, arrow-stream or parquet; files have it as their extension
	// Columns are the names of those that are written, "all" for all; tag:NAME is one of games
	// with a tag. Of a table of which none is named, all but those on request are.
	Columns []string
	// Provenance, if it is not nil, returns what is noted as stolb.provenance: when a table is
	// begun, for a stream, and again at its end.
	Provenance func() string
}

// Wants reports whether a column is named.
func (f *Format) Wants(column string) bool {
	return slices.Contains(f.Columns, column) || slices.Contains(f.Columns, "all")
}

// Tags returns the tags that have columns of their own.
func (f *Format) Tags() (names []string) {
	for _, c := range f.Columns {
		if name, ok := strings.CutPrefix(c, TagPrefix); ok {
			names = append(names, name)
		}
	}
	return names
}

// output returns an Output of the wanted columns of a table, but for some.
func (f *Format) output(name string, except []string) *Output {
	in := func(c Column) bool { return slices.Contains(except, c.Name) }
	all := slices.DeleteFunc(Columns(name), in)
	wanted := slices.DeleteFunc(slices.Clone(all), func(c Column) bool { return !f.Wants(c.Name) })
	if name == "games" {
		for i, tag := range f.Tags() {
			wanted = append(wanted, Column{
				Name: TagPrefix + tag, Type: Text, Optional: true,
				Meaning: "the tag " + tag + " of the record, as written",
				fill:    fillOf(name, tag, len(tables[name])+i),
			})
		}
	}
	if len(wanted) == 0 {
		wanted = slices.DeleteFunc(all, func(c Column) bool { return c.OnRequest })
	}
	o := NewOutput(wanted)
	o.name = name
	return o
}

// Writer writes judged games as rows of tables. It gathers rows into batches; memory does
// not grow with the number of games. It is not safe for concurrent use.
type Writer struct {
	format Format
	folder string           // of a dataset
	by     []string         // the columns by which it is partitioned
	parts  map[string]*part // by their path
	size   int              // bytes gathered in all partitions
	id     int64
	err    error
}

// part is what is gathered of a partition, or of all games if there are no partitions.
type part struct {
	path     string    // variant=lasca/year=1998
	outputs  []*Output // those of a tree have no encoder until they are written
	files    int       // written so far
	size     int
	variants map[record.Variant]bool // of the games
}

// NewWriter returns a Writer of tables, each by its name to its own io.Writer: games, plies
// and faults, or some of them. Close must be called, for the end of what was written and to
// learn whether it could be.
func NewWriter(f Format, to map[string]io.Writer) *Writer {
	w := &Writer{format: f, parts: make(map[string]*part)}
	p := w.newPart("")
	p.outputs = slices.DeleteFunc(p.outputs, func(o *Output) bool { return to[o.name] == nil })
	for _, o := range p.outputs {
		w.err = cmp.Or(w.err, o.Begin(&w.format, to[o.name]))
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
	w := &Writer{format: format, folder: folder, by: by, parts: make(map[string]*part)}
	for i, name := range by {
		if !slices.Contains(Partitions(), name) || slices.Contains(by[:i], name) {
			return nil, message.Of("columnar.no-partition", "name", name)
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil || len(by) > 0 {
		return w, err
	}
	p := w.newPart("")
	for _, o := range p.outputs {
		if err := w.open(o, ""); err != nil {
			w.Abort()
			return nil, err
		}
	}
	return w, nil
}

// unknownPartition is what Hive, and engines like it, read as no value.
const unknownPartition = "__HIVE_DEFAULT_PARTITION__"

// path returns the path of the partition to which a game belongs, "" if there are none.
func (w *Writer) path(rows *Rows) (path string) {
	for _, name := range w.by {
		value := rows.variant.String()
		if name == "year" {
			value = unknownPartition
			if rows.year != 0 {
				value = strconv.Itoa(rows.year)
			}
		}
		path = filepath.Join(path, name+"="+value)
	}
	return path
}

// newPart begins a partition of a dataset.
func (w *Writer) newPart(path string) *part {
	p := &part{path: path, variants: make(map[record.Variant]bool)}
	for _, name := range tableNames {
		p.outputs = append(p.outputs, w.format.output(name, w.by))
	}
	w.parts[path] = p
	return p
}

// open creates the file of a table, whose path below the table's name has no extension.
func (w *Writer) open(o *Output, path string) error {
	extension, _, _ := strings.Cut(w.format.Name, "-")
	path = filepath.Join(w.folder, o.name, path) + "." + extension
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	o.file, o.buffer = file, bufio.NewWriterSize(file, 1<<18)
	return o.Begin(&w.format, o.buffer)
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
	rows.game[0] = number(w.id)
	path := w.path(rows)
	p := w.parts[path]
	if p == nil {
		p = w.newPart(path)
	}
	p.variants[rows.variant] = true
	w.size -= p.size
	p.size = 0
	for _, o := range p.outputs {
		for k := range o.Vectors {
			o.Vectors[k].fill(&o.Vectors[k], rows)
		}
		p.size += o.size()
		if w.by == nil && (o.Rows() >= batchRows || o.size() >= batchBytes) {
			if w.err = o.Flush(); w.err != nil {
				return w.err
			}
		}
	}
	if w.size += p.size; w.by != nil && (p.size >= partBytes || w.size >= allBytes) {
		largest := func(a, b *part) int { return cmp.Or(b.size-a.size, strings.Compare(a.path, b.path)) }
		w.err = w.flush(slices.SortedFunc(maps.Values(w.parts), largest)[0])
	}
	return w.err
}

// flush writes what is gathered of a partition and the end of its files; of a tree it opens them.
func (w *Writer) flush(p *part) error {
	variants := namesOf(slices.Sorted(maps.Keys(p.variants))...)
	for _, o := range p.outputs {
		if w.by != nil {
			if o.Rows() == 0 && o.name == "faults" {
				continue
			}
			path := filepath.Join(p.path, fmt.Sprintf("part-%d", p.files))
			if err := w.open(o, path); err != nil {
				return err
			}
		}
		if err := o.Close(variants); err != nil {
			return err
		}
		*o = *w.format.output(o.name, w.by) // the memory goes to the partitions that come
	}
	w.size -= p.size
	p.size = 0
	p.files++
	return nil
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
