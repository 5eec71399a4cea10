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

	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// A batch is encoded when it has so many rows or bytes. An array of one byte per row is then
// compressed as a single block, which takes less time.
const (
	batchRows  = 1 << 15
	batchBytes = 4 << 20
)

// The size at which a partition is written to a file, and the total size of all partitions in
// memory at which the largest is.
const (
	partBytes = 32 << 20
	allBytes  = 96 << 20
)

// Encoder writes a table in some format. Encode writes a batch of rows. Note stores metadata of the
// table, if the format supports it. Close completes the output.
type Encoder interface {
	Encode([]Vector) error
	Note(key, value string)
	Close() error
}

// Version is the version of the tables, stored with each as stolb.version. Since version 2, unknown
// values are missing rather than 0, -1 or empty; the column played and the table faults exist; and
// hashes before moves are written only on request, see Format.
const Version = 2

// Output is a table being written.
type Output struct {
	Vectors []Vector // with the rows that are not encoded yet
	name    string   // games, plies or faults; "" for other tables
	format  *Format
	encoder Encoder
	file    *os.File // if a Writer has opened one, else nil
	buffer  *bufio.Writer
}

// NewOutput returns an Output of a table with these columns and no rows.
func NewOutput(columns []Column) *Output {
	o := new(Output)
	for _, c := range columns {
		o.Vectors = append(o.Vectors, Vector{Column: c})
	}
	return o
}

// Rows returns the number of rows that are not encoded yet, or 0 if there are no columns.
func (o *Output) Rows() int {
	if len(o.Vectors) == 0 {
		return 0
	}
	return o.Vectors[0].rows
}

// size returns the size of those rows in bytes.
func (o *Output) size() (n int) {
	for i := range o.Vectors {
		v := &o.Vectors[i]
		n += len(v.fixed) + len(v.bytes) + 4*len(v.ends) + len(v.missing)
	}
	return n
}

// Begin begins writing the table to w. It returns an error if the format is unknown.
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

// Flush encodes the rows of the table, if any, and removes them.
func (o *Output) Flush() error {
	if o.Rows() == 0 {
		return nil
	}
	err := o.encoder.Encode(o.Vectors)
	for i := range o.Vectors { // keep their memory
		v := &o.Vectors[i]
		*v = Vector{v.Column, 0, v.fixed[:0], v.bytes[:0], v.ends[:0], v.missing[:0]}
	}
	return err
}

// Close completes the table and its metadata: its provenance, the version and, as stolb.variants,
// the variants of its games. If the Output has a file, Close syncs it to disk, so that it is complete
// even after a crash.
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

// Format describes how tables are written.
type Format struct {
	Name string // arrow, arrow-stream or parquet; up to a hyphen, the extension of files
	// Columns are the names of the columns to write, or "all"; tag:NAME adds a column with a tag
	// to games. A table of which none is named gets all columns except those on request.
	Columns []string
	// Provenance, if not nil, returns the text stored as stolb.provenance. It is called when a table
	// is begun, for streams, and again at its end.
	Provenance func() string
}

// Wants reports whether a column is named.
func (f *Format) Wants(column string) bool {
	return slices.Contains(f.Columns, column) || slices.Contains(f.Columns, "all")
}

// Tags returns the names of the tags that have columns of their own.
func (f *Format) Tags() (names []string) {
	for _, c := range f.Columns {
		if name, ok := strings.CutPrefix(c, TagPrefix); ok {
			names = append(names, name)
		}
	}
	return names
}

// output returns an Output of the wanted columns of a table, without those in except.
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

// Writer writes judged games as rows of tables. It collects rows in batches, so that memory does not
// grow with the number of games. It is not safe for concurrent use.
type Writer struct {
	format Format
	folder string           // of a dataset
	by     []string         // the columns by which it is partitioned
	parts  map[string]*part // by path
	size   int              // bytes collected in all partitions
	id     int64
	err    error
}

// part is a partition, or the whole of a dataset without partitions.
type part struct {
	path     string    // variant=lasca/year=1998
	outputs  []*Output // those of a partition have no encoder until they are written
	files    int       // written so far
	size     int
	variants map[record.Variant]bool // of the games
}

// NewWriter returns a Writer of the tables games, plies and faults, or some of them, each to its own
// io.Writer, by name. Close must be called: it completes the output and returns any error.
func NewWriter(f Format, to map[string]io.Writer) *Writer {
	w := &Writer{format: f, parts: make(map[string]*part)}
	p := w.newPart("")
	p.outputs = slices.DeleteFunc(p.outputs, func(o *Output) bool { return to[o.name] == nil })
	for _, o := range p.outputs {
		w.err = cmp.Or(w.err, o.Begin(&w.format, to[o.name]))
	}
	return w
}

// Partitions returns the columns of games by which a dataset can be partitioned.
func Partitions() []string { return []string{"variant", "year"} }

// CreateDataset returns a Writer of all tables to files in a folder, such as games.arrow,
// plies.arrow and faults.arrow. It creates the folder if necessary. With partitions it writes trees
// in the layout of Hive,
//
//	games/variant=lasca/year=1998/part-0.arrow
//	plies/variant=lasca/year=1998/part-0.arrow
//
// whose files lack the columns that are in the path. A partition without faults has no file of
// faults.
//
// It does not overwrite existing files, and leaves files that it has written if there is an error.
// It returns an error if by contains a name that is not in Partitions or is repeated.
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

// unknownPartition is read as a missing value by Hive and similar engines.
const unknownPartition = "__HIVE_DEFAULT_PARTITION__"

// path returns the path of the partition of a game, or "" if there are no partitions.
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

func (w *Writer) newPart(path string) *part {
	p := &part{path: path, variants: make(map[record.Variant]bool)}
	for _, name := range tableNames {
		p.outputs = append(p.outputs, w.format.output(name, w.by))
	}
	w.parts[path] = p
	return p
}

// open creates a file of a table. The path is below the table's folder, without an extension; "" is
// the table's name itself.
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

// Skip skips so many game numbers, so that a table that is a part of a larger one continues the
// numbers of the previous parts.
func (w *Writer) Skip(games int64) { w.id += games }

// WriteRows writes a game and numbers it. After an error, all later calls return it.
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

// flush completes the files of a part, after creating them if the dataset is partitioned.
func (w *Writer) flush(p *part) error {
	variants := jsonl.NamesOf(slices.Sorted(maps.Keys(p.variants))...)
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
		*o = *w.format.output(o.name, w.by) // release the memory for other partitions
	}
	w.size -= p.size
	p.size = 0
	p.files++
	return nil
}

// Close writes the remaining rows and completes the output. It does not close the writers that were
// passed to NewWriter.
func (w *Writer) Close() error {
	for _, p := range w.parts {
		if w.err == nil && (p.size > 0 || w.by == nil) {
			w.err = w.flush(p)
		}
	}
	w.Abort()
	return w.err
}

// Abort closes the files without completing them. It may be called instead of Close.
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
