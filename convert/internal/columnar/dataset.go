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

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// The most that one file of a partition holds, and that all partitions gather
// together before the largest is written, beside the one that is being written.
const (
	partRows  = 1 << 20
	partBytes = 32 << 20
	allBytes  = 96 << 20
)

// Arrow is the format of IPC files.
var Arrow = Format{Extension: ".arrow", Encoder: NewFileEncoder}

// Partitions are the columns of games by which a Dataset can be partitioned.
func Partitions() []string { return []string{"variant", "year"} }

// Dataset writes the tables into a folder: games.arrow, plies.arrow and
// faults.arrow, say.
// With partitions it writes trees as Hive has them,
//
//	games/variant=lasca/year=1998/part-0.arrow
//	plies/variant=lasca/year=1998/part-0.arrow
//
// in which the columns that the path tells are not in the files, and where there is
// nothing wrong there is no file of faults.
//
// Files that are there are not overwritten; what is written remains when there is an error.
// A Dataset is not safe for concurrent use.
type Dataset struct {
	folder string
	format Format

	// Without partitions.
	writer *Writer
	files  []*outputFile

	by      []string // the partition columns
	parts   map[key]*part
	size    int        // bytes gathered in all parts
	writing chan error // that of the part that is being written; nil for none
	id      int64
}

// part is what is gathered of a partition.
type part struct {
	path     string // variant=lasca/year=1998
	batches  [len(tables)]*batch
	files    int // written so far
	size     int
	variants variants
}

// CreateDataset begins a dataset in a folder, which is made if it is not there. The error
// may say that by names no partition.
func CreateDataset(folder string, format Format, by ...string) (*Dataset, error) {
	d := &Dataset{folder: folder, format: format, parts: make(map[key]*part)}
	for _, name := range by {
		if !slices.Contains(Partitions(), name) || slices.Contains(d.by, name) {
			return nil, message.Of("columnar.no-partition", "name", name)
		}
		d.by = append(d.by, name)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	if len(d.by) > 0 {
		return d, nil
	}
	to := make(map[string]io.Writer)
	for _, table := range tables {
		f, err := createFile(filepath.Join(d.folder, table.name+format.Extension))
		if err != nil {
			d.Abort()
			return nil, err
		}
		d.files = append(d.files, f)
		to[table.name] = f.buffer
	}
	d.writer = NewWriter(format, to)
	return d, nil
}

// outputFile is a file that is being written.
type outputFile struct {
	file   *os.File
	buffer *bufio.Writer
}

func createFile(path string) (*outputFile, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	return &outputFile{file, bufio.NewWriterSize(file, 1<<18)}, nil
}

// close waits until the file is on the disk: once the folder has its name the file is
// whole, even after a crash.
func (f *outputFile) close() error {
	err := f.buffer.Flush()
	if err == nil {
		err = f.file.Sync()
	}
	return errors.Join(err, f.file.Close())
}

// Skip leaves out so many numbers of games: see Writer.Skip.
func (d *Dataset) Skip(games int64) {
	if d.writer != nil {
		d.writer.Skip(games)
	}
	d.id += games
}

// key is the values of the columns by which a Dataset can be partitioned; 0 for a column
// by which it is not.
type key struct {
	variant record.Variant
	year    int
}

// WriteRows writes a game, which gets its number.
func (d *Dataset) WriteRows(rows *Rows) error {
	if d.writer != nil {
		return d.writer.WriteRows(rows)
	}
	d.id++
	rows.id = d.id
	game := &rows.games[0]
	var k key
	for _, name := range d.by {
		if name == "variant" {
			k.variant = game.variant
		} else {
			k.year = game.date.Year
		}
	}
	p := d.parts[k]
	if p == nil {
		p = &part{path: d.path(k)}
		d.begin(p)
		d.parts[k] = p
	}
	d.size -= p.size
	p.size, p.variants[game.variant] = 0, true
	full := false
	for _, b := range p.batches {
		b.add(rows)
		p.size += b.bytes()
		full = full || b.Rows >= partRows
	}
	d.size += p.size
	if full || p.size >= partBytes {
		return d.flush(p)
	}
	if d.size < allBytes {
		return nil
	}
	largest := p
	for _, other := range d.parts {
		if c := cmp.Compare(other.size, largest.size); c > 0 || c == 0 && other.path < largest.path {
			largest = other
		}
	}
	return d.flush(largest)
}

// path returns where the files of a partition lie: variant=lasca/year=1998.
func (d *Dataset) path(k key) string {
	path := ""
	for _, name := range d.by {
		text := strconv.Itoa(k.year)
		if name == "variant" {
			text = k.variant.String()
		}
		path = filepath.Join(path, name+"="+text)
	}
	return path
}

// begin begins with nothing gathered, in batches of its own.
func (d *Dataset) begin(p *part) {
	p.size = 0
	for i := range tables {
		p.batches[i] = tables[i].chosen(d.format.Wanted)
	}
	p.batches[0] = tables[0].chosen(d.format.Wanted, d.by...) // games
}

// flush has what is gathered of a partition written to files of its own, when
// those before it are. The error may be theirs.
func (d *Dataset) flush(p *part) error {
	if err := d.wait(); err != nil || p.size == 0 {
		return err
	}
	gathered := *p
	done := make(chan error, 1)
	d.writing = done
	go func() { done <- d.write(&gathered) }()
	// The memory goes to the partitions that come.
	d.size -= p.size
	d.begin(p)
	p.files++
	return nil
}

// write writes what is gathered of a partition to files of its own.
func (d *Dataset) write(p *part) error {
	name := fmt.Sprintf("part-%d%s", p.files, d.format.Extension)
	for _, b := range p.batches {
		if b.Rows == 0 && b.table.name == "faults" {
			continue
		}
		folder := filepath.Join(d.folder, b.table.name, p.path)
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		file, err := createFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		e := d.format.Encoder(file.buffer, b.Columns)
		if err = e.Encode(&b.Table); err == nil {
			p.variants.note(e)
			err = e.Close()
		}
		if err = errors.Join(err, file.close()); err != nil {
			return err
		}
	}
	return nil
}

// wait waits until nothing is being written in a tree.
func (d *Dataset) wait() error {
	if d.writing == nil {
		return nil
	}
	err := <-d.writing
	d.writing = nil
	return err
}

// Close writes what is still gathered.
func (d *Dataset) Close() error {
	var err error
	if d.writer != nil {
		err = d.writer.Close()
		d.writer = nil
	}
	for _, f := range d.files {
		err = errors.Join(err, f.close())
	}
	d.files = nil
	for _, p := range d.parts {
		if err == nil {
			err = d.flush(p)
		}
	}
	return errors.Join(err, d.wait())
}

// Abort closes the files, which are not whole, where Close is not called.
func (d *Dataset) Abort() {
	if d.writer != nil {
		d.writer.Abort()
		d.writer = nil
	}
	for _, f := range d.files {
		_ = f.file.Close()
	}
	d.files = nil
	_ = d.wait()
}
