package main

import (
	"bufio"
	"compress/gzip"
	"container/list"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/stolb/stolb/record/message"
)

// maxOpen is how many files are written at a time. With more of them the one
// that has waited longest is closed and gone on with later, which .gz and .zst
// allow, too (RFC 1952, 2.2; RFC 8878, 3.1).
const maxOpen = 16

// outputs is where games are written: standard output, a file, or with --split
// a file for each key.
//
// What is written gets its name when all is done, by commit. Until then it is a
// file whose name begins with a dot, in the same folder, or such a folder with
// files; and what was there before stays as it was.
type outputs struct {
	stdout io.Writer // in place of files
	games  int       // written there
	gap    string    // between two games
	head   []byte    // before the first, of each file
	tail   []byte    // behind the last

	// One file: the path that it will have, and its mode if it is there now.
	path string
	mode fs.FileMode
	file *outputFile

	// Files: the folder that they will be in, that they are in for now, and
	// their names, with * for what differs.
	folder, staging, pattern string
	made                     bool              // the folder was made for them
	names                    map[string]string // by key
	taken                    map[string]int    // by folded name of a file, the number to try for the next of that name
	overwrite                bool              // files that are there
	open                     list.List         // of *outputFile; the one that was written last is in front
	spare                    []packer
}

// outputFile is a file that is being written.
type outputFile struct {
	name    string // in outputs.staging, with --split
	path    string // for now
	shown   string // the path that it will have, for errors
	file    *os.File
	packing packer // nil for none
	buffer  *bufio.Writer
	games   int
}

// packer packs what is written to it.
type packer interface {
	io.WriteCloser
	Reset(io.Writer)
}

// newOutputs returns the outputs for a path; "" and "-" are standard output.
// With split, the path has a * in its last part, which the name of each key
// replaces; or it is a folder, which is made where it is not there, for files
// with the given extension. Files of such names that are there are replaced only
// where overwrite is set; one that the path names is always.
func newOutputs(stdout io.Writer, path string, split bool, extension, gap string) (*outputs, error) {
	o := &outputs{path: path, gap: gap}
	info, err := os.Stat(path)
	folder := err == nil && info.IsDir()
	switch {
	case path == "" || path == "-":
		if split {
			return nil, &usageError{message: say("usage.split-where", "extension", extension)}
		}
		o.stdout = stdout
		return o, nil
	case split && !strings.Contains(filepath.Base(path), "*"):
		if err == nil && !folder {
			return nil, &usageError{message: say("usage.split-no-folder", "path", path)}
		}
		o.folder, o.pattern = path, "*"+extension
		return o, o.beginFolder()
	case split:
		o.folder, o.pattern = filepath.Dir(path), filepath.Base(path)
		return o, o.beginFolder()
	case folder:
		return nil, &usageError{message: say("usage.output-folder-split", "path", path)}
	case err == nil && !info.Mode().IsRegular(): // a pipe or a device
		o.file, err = o.openFile(path, os.O_WRONLY)
		return o, err
	case err == nil:
		o.mode = info.Mode().Perm()
		// A link stays one, and the file that it leads to is replaced.
		if o.path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, fileError(path, err)
		}
	}
	file, err := createBeside(o.path, 0o666)
	if err != nil {
		return nil, message.Of("files.not-writable", "file", path, "why", bare(err))
	}
	o.file, err = o.outputFile(file, o.path)
	return o, err
}

func (o *outputs) beginFolder() error {
	o.names, o.taken = map[string]string{}, map[string]int{}
	if _, err := os.Stat(o.folder); errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(o.folder, 0o777); err != nil {
			return fileError(o.folder, err)
		}
		o.made = true
	}
	var err error
	if o.staging, err = os.MkdirTemp(o.folder, ".stolb-"); err != nil {
		return message.Of("files.folder-not-writable", "folder", o.folder, "why", bare(err))
	}
	return nil
}

// openFile opens a file to be written.
func (o *outputs) openFile(path string, flags int) (*outputFile, error) {
	file, err := os.OpenFile(path, flags, 0o666)
	if err != nil {
		return nil, fileError(path, err)
	}
	return o.outputFile(file, path)
}

// outputFile returns what is written to the file, packed as the name says.
func (o *outputs) outputFile(file *os.File, name string) (*outputFile, error) {
	f := &outputFile{path: file.Name(), shown: name, file: file}
	if o.staging != "" {
		f.shown = filepath.Join(o.folder, filepath.Base(name))
	}
	var w io.Writer = file
	var err error
	if n := len(o.spare); n > 0 {
		f.packing, o.spare = o.spare[n-1], o.spare[:n-1]
		f.packing.Reset(file)
	} else if f.packing, err = newPacker(name, file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if f.packing != nil {
		w = f.packing
	}
	f.buffer = bufio.NewWriterSize(w, 1<<16)
	return f, nil
}

// newPacker returns what packs a file of that name; nil for nothing.
func newPacker(path string, w io.Writer) (packer, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".gz":
		return gzip.NewWriter(w), nil
	case ".zst":
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	}
	return nil, nil
}

// Write writes to standard output or to the file, and nothing between.
func (o *outputs) Write(text []byte) (int, error) {
	if o.stdout != nil {
		return o.stdout.Write(text)
	}
	n, err := o.file.buffer.Write(text)
	if err != nil {
		err = fileError(o.file.shown, err)
	}
	return n, err
}

// write writes a game's text to standard output or to the file.
func (o *outputs) write(text []byte) error {
	if o.stdout != nil {
		before := o.head
		if o.games++; o.games > 1 {
			before = []byte(o.gap)
		}
		if _, err := o.stdout.Write(before); err != nil {
			return err
		}
		_, err := o.stdout.Write(text)
		return err
	}
	return o.file.write(o, text)
}

func (f *outputFile) write(o *outputs, text []byte) error {
	before := o.head
	if f.games++; f.games > 1 {
		before = []byte(o.gap)
	}
	if _, err := f.buffer.Write(before); err != nil {
		return fileError(f.shown, err)
	}
	if _, err := f.buffer.Write(text); err != nil {
		return fileError(f.shown, err)
	}
	return nil
}

// writeAlone writes a game's text to a file of that name, in which there will
// be no other.
func (o *outputs) writeAlone(name string, text []byte) error {
	file := o.named(name)
	if _, err := o.modeOf(file); err != nil {
		return err
	}
	f, err := o.openFile(filepath.Join(o.staging, file), os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return err
	}
	return errors.Join(f.write(o, text), f.end(o), o.close(f))
}

func (o *outputs) named(name string) string { return strings.Replace(o.pattern, "*", name, 1) }

// free returns a file's name for a key that none has: the given one, or that and
// a number. Names are compared as the strangest of file systems do.
func (o *outputs) free(name string) string {
	if reserved(o.named(name)) {
		name += "-event"
	}
	wanted := folded(o.named(name))
	file := o.named(name)
	n := o.taken[wanted]
	for ; n > 0; n++ {
		file = o.named(fmt.Sprintf("%s-%d", name, n))
		if o.taken[folded(file)] == 0 {
			o.taken[folded(file)] = 2
			break
		}
	}
	o.taken[wanted] = max(n+1, 2)
	return file
}

// modeOf returns the mode of the file in the folder that one of that name is going
// to replace, 0 where there is none. The error is that it must not.
func (o *outputs) modeOf(name string) (fs.FileMode, error) {
	path := filepath.Join(o.folder, name)
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, fileError(path, err)
	case !o.overwrite:
		return 0, message.Of("files.there-already", "file", path)
	case !info.Mode().IsRegular():
		return 0, message.Of("files.not-plain", "file", path)
	default:
		return info.Mode().Perm(), nil
	}
}

// writeTo writes a game's text to the file of a key, which is called by the
// given name, or by that and a number where another key has it.
func (o *outputs) writeTo(key, name string, text []byte) error {
	flags, games := os.O_WRONLY|os.O_APPEND, 1
	file, known := o.names[key]
	if !known {
		file = o.free(name)
		o.names[key] = file
		flags, games = os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0
	}
	for e := o.open.Front(); e != nil; e = e.Next() {
		if f := e.Value.(*outputFile); f.name == file {
			o.open.MoveToFront(e)
			return f.write(o, text)
		}
	}
	if o.open.Len() == maxOpen {
		if err := o.close(o.open.Remove(o.open.Back()).(*outputFile)); err != nil {
			return err
		}
	}
	f, err := o.openFile(filepath.Join(o.staging, file), flags)
	if err != nil {
		return err
	}
	f.name, f.games = file, games
	o.open.PushFront(f)
	return f.write(o, text)
}

// end writes what stands behind the last game, and before it what stands before
// the first where there is none.
func (f *outputFile) end(o *outputs) error {
	text := o.tail
	if f.games == 0 {
		text = slices.Concat(o.head, o.tail)
	}
	if _, err := f.buffer.Write(text); err != nil {
		return fileError(f.shown, err)
	}
	return nil
}

// endAll does that with the files of all keys.
func (o *outputs) endAll() error {
	if len(o.tail) == 0 {
		return nil
	}
	for o.open.Len() > 0 {
		if err := o.close(o.open.Remove(o.open.Back()).(*outputFile)); err != nil {
			return err
		}
	}
	for _, name := range o.names {
		f, err := o.openFile(filepath.Join(o.staging, name), os.O_WRONLY|os.O_APPEND)
		if err != nil {
			return err
		}
		f.games = 1
		if err := errors.Join(f.end(o), o.close(f)); err != nil {
			return err
		}
	}
	return nil
}

// close writes what is left and closes the file.
func (o *outputs) close(f *outputFile) error {
	err := f.buffer.Flush()
	if f.packing != nil {
		err = errors.Join(err, f.packing.Close())
		o.spare = append(o.spare, f.packing)
	}
	if err = errors.Join(err, f.file.Close()); err != nil {
		return fileError(f.shown, err)
	}
	return nil
}

// commit gives what was written its name, once it is on the disk.
func (o *outputs) commit() error {
	switch {
	case o.stdout != nil:
		text := o.tail
		if o.games == 0 {
			text = slices.Concat(o.head, o.tail)
		}
		_, err := o.stdout.Write(text)
		return err
	case o.staging == "":
		if err := errors.Join(o.file.end(o), o.close(o.file)); err != nil {
			return err
		}
		if o.file.path != o.path {
			if err := place(o.file.path, o.path, o.mode); err != nil {
				return err
			}
		}
		o.file = nil
		_ = syncPath(filepath.Dir(o.path)) // not every system can, and the file has its name
		return nil
	}
	if err := o.endAll(); err != nil {
		return err
	}
	for o.open.Len() > 0 {
		if err := o.close(o.open.Remove(o.open.Back()).(*outputFile)); err != nil {
			return err
		}
	}
	// Some at a time, for there may be millions.
	for {
		folder, err := os.Open(o.staging)
		if err != nil {
			return err
		}
		names, err := folder.Readdirnames(1000)
		folder.Close()
		if err != nil && err != io.EOF {
			return err
		}
		if len(names) == 0 {
			break
		}
		for _, name := range names {
			mode, err := o.modeOf(name) // which may have come meanwhile
			if err != nil {
				return err
			}
			if err := place(filepath.Join(o.staging, name), filepath.Join(o.folder, name), mode); err != nil {
				return err
			}
		}
	}
	o.made = false
	_ = syncPath(o.folder)
	return nil
}

// place moves a file to its path, with the mode where that is not 0.
func place(from, to string, mode fs.FileMode) error {
	err := syncPath(from)
	if err == nil && mode != 0 {
		err = os.Chmod(from, mode)
	}
	if err == nil {
		err = os.Rename(from, to)
	}
	if err != nil {
		return message.Of("files.not-writable", "file", to, "why", bare(err))
	}
	return nil
}

// syncPath waits until a file, or a folder's list of files, is on the disk.
func syncPath(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil { // a folder
		if f, err = os.Open(path); err != nil {
			return err
		}
	}
	return errors.Join(f.Sync(), f.Close())
}

// discard removes what is not committed.
func (o *outputs) discard() {
	if o.file != nil {
		o.file.file.Close()
		if o.file.path != o.path {
			os.Remove(o.file.path)
		}
	}
	for e := o.open.Front(); e != nil; e = e.Next() {
		e.Value.(*outputFile).file.Close()
	}
	if o.staging != "" {
		os.RemoveAll(o.staging)
	}
	if o.made {
		os.Remove(o.folder) // if it is empty
	}
}

// kept says what has become of the games so far where they are not committed:
// in files nothing.
func (o *outputs) kept(written string) string {
	switch {
	case o.staging != "":
		return say("files.nothing-written", "path", o.folder)
	case o.stdout != nil || o.file.path == o.path: // a pipe or a device
		return written
	}
	return say("files.nothing-written", "path", o.path)
}

// createBeside creates a file with a name of its own in the folder of path. It
// is not os.CreateTemp, whose files nobody else may read.
func createBeside(path string, mode fs.FileMode) (*os.File, error) {
	for i := 0; ; i++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d-%d", filepath.Base(path), os.Getpid(), i))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) && i < 1000 {
			continue
		}
		return file, err
	}
}

// bare is the reason of an error without the file's name, which is told anyhow.
func bare(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
