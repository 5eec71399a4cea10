package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record/message"
)

// packedFile is a file being written, compressed according to its extension.
type packedFile struct {
	*bufio.Writer
	file   *os.File
	name   string         // for errors
	packer io.WriteCloser // nil if not compressed
}

func newPackedFile(file *os.File, name string) (f *packedFile, err error) {
	f = &packedFile{Writer: bufio.NewWriterSize(file, 1<<16), file: file, name: name}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		f.packer = gzip.NewWriter(file)
	case ".zst":
		f.packer, err = zstd.NewWriter(file, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	}
	if f.packer != nil {
		f.Reset(f.packer)
	}
	return f, err
}

func (f *packedFile) close() error {
	err := f.Flush()
	if f.packer != nil {
		err = errors.Join(err, f.packer.Close())
	}
	return convert.FileError(f.name, errors.Join(err, f.file.Close()))
}

// output is standard output, a file or a folder. Until commit, files and folders are staged in a
// folder at their destination whose name begins with a dot; existing files stay unchanged.
type output struct {
	w     io.Writer   // standard output, or file
	file  *packedFile // nil for standard output, a folder, and after commit
	games int
	gap   []byte // between two games

	path      string // the destination; of split files, that of their folder
	folder    string // the folder that will contain the output
	staging   string // the staging folder; "" if written in place
	overwrite bool   // replace existing files
	*split           // nil unless split
}

func (o *output) Write(text []byte) (int, error) {
	n, err := o.w.Write(text)
	if o.file != nil {
		err = convert.FileError(o.path, err)
	}
	return n, err
}

// write writes a game's text, after a gap unless it is the first.
func (o *output) write(text []byte) error {
	if o.games++; o.games > 1 {
		if _, err := o.Write(o.gap); err != nil {
			return err
		}
	}
	_, err := o.Write(text)
	return err
}

// stage returns an output that is discarded when the command ends, unless it is committed. Until
// then the contents of folder are in a staging folder in above.
func (s *streams) stage(path, folder, above string, overwrite bool) (*output, error) {
	o := &output{path: path, folder: folder, overwrite: overwrite}
	s.outputs = append(s.outputs, o)
	var err error
	if o.staging, err = beside(filepath.Join(above, filepath.Base(filepath.Clean(path))), 0o777); err != nil {
		err = message.Of("files.not-writable", "file", path, "why", withoutPath(err))
	}
	return o, err
}

// standing returns the innermost folder of a path that exists.
func standing(path string) string {
	for _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist); _, err = os.Stat(path) {
		path = filepath.Dir(path)
	}
	return path
}

// create returns the output for a path, "" or "-" for standard output, which is not a folder.
func (s *streams) create(path string) (o *output, err error) {
	if path == "" || path == "-" {
		return &output{w: s.out}, nil
	}
	var file *os.File
	at := path
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular(): // a pipe or a device
		o = &output{path: path}
		s.outputs = append(s.outputs, o)
		err = interruptible(s, func() (err error) { // a pipe waits for its reader
			file, err = os.OpenFile(path, os.O_WRONLY, 0)
			return err
		})
		if errors.Is(err, errInterrupted) {
			s.tell("files.stopped")
			return nil, err
		}
	default:
		if err == nil { // keep a link, and replace the file that it leads to
			if at, err = filepath.EvalSymlinks(path); err != nil {
				break
			}
		}
		folder := filepath.Dir(at)
		if o, err = s.stage(at, folder, folder, true); err != nil {
			return nil, err
		}
		// Unlike a file of os.CreateTemp, it may be read by other users.
		file, err = os.OpenFile(filepath.Join(o.staging, filepath.Base(at)), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	}
	if err != nil {
		return nil, convert.FileError(path, err)
	}
	o.file, err = newPackedFile(file, at)
	o.w = o.file
	return o, err
}

// createNamed is create for a flag. Without a path, flags other than -o discard the output.
func (s *streams) createNamed(flag, path string) (*output, error) {
	if path == "" && flag != "-o" {
		return &output{w: io.Discard}, nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, &usageError{message: say("usage.output-folder", "flag", flag, "path", path)}
	}
	if flag == "--html" && path == "-" {
		return nil, &usageError{message: say("usage.html-file")}
	}
	return s.create(path)
}

// apart returns an error if two flags name the same file, or a file that is written is one of the
// inputs. files are flags, each with its path, which may be "".
func apart(inputs []string, files ...string) error {
	flags := map[string]string{} // by path
	for file := range slices.Chunk(files, 2) {
		flag, path := file[0], realPath(file[1])
		if info, err := os.Stat(path); file[1] == "" || err == nil && !info.Mode().IsRegular() {
			continue
		}
		if other := flags[path]; other != "" && other != flag {
			return &usageError{message: say("usage.same-file", "a", other, "b", flag)}
		}
		flags[path] = flag
	}
	for _, name := range inputs {
		_, missing := os.Stat(name)
		if flag := flags[realPath(name)]; flag != "" && missing == nil && name != "-" {
			return &usageError{message: say("usage.writes-input", "flag", flag, "path", name)}
		}
	}
	return nil
}

// realPath returns the absolute path, without links, of a file that need not exist.
func realPath(path string) string {
	path, _ = filepath.Abs(path) // fails only without a working folder
	if at, err := filepath.EvalSymlinks(path); err == nil {
		return at
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(folder, filepath.Base(path))
	}
	return path
}

// writeFile replaces the contents of a file.
func (s *streams) writeFile(path string, text []byte) error {
	o, err := s.create(path)
	if err != nil {
		return err
	}
	_, _ = o.Write(text) // commit returns its error
	return o.commit()
}

// commit moves the output to its destination, once it is on the disk.
func (o *output) commit() error {
	if o.split != nil {
		for _, f := range o.files {
			o.hold(f, o.tail)
		}
		if err := o.flush(); err != nil {
			return err
		}
	}
	if o.file != nil {
		if err := o.file.close(); err != nil {
			return err
		}
		o.file = nil
	}
	if o.staging == "" {
		return nil
	}
	if err := os.MkdirAll(o.folder, 0o777); err != nil {
		return err
	}
	if o.w == nil && o.split == nil {
		// Not every system lets a folder replace an empty one.
		if err := os.Remove(o.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		err := place(o.staging, o.path, 0)
		_ = syncPath(o.folder)
		return err
	}
	for {
		folder, err := os.Open(o.staging)
		if err != nil {
			return err
		}
		names, err := folder.Readdirnames(1000) // some at a time, since there may be millions
		folder.Close()
		if err == io.EOF {
			break
		}
		for _, name := range names {
			mode, wrong := o.modeOf(name) // the file may have appeared meanwhile
			if err = cmp.Or(err, wrong); err == nil {
				err = place(filepath.Join(o.staging, name), filepath.Join(o.folder, name), mode)
			}
		}
		if err != nil {
			return err
		}
	}
	_ = syncPath(o.folder) // the files are already in place
	o.discard()
	o.staging = ""
	return nil
}

func (o *output) discard() {
	if o.file != nil {
		o.file.file.Close()
	}
	if o.staging != "" {
		os.RemoveAll(o.staging)
	}
}

// kept returns written if output is not staged, or else the message that nothing was written.
func (o *output) kept(written string) string {
	if o.staging == "" { // standard output, a pipe or a device
		return written
	}
	return say("files.nothing-written", "path", o.path)
}

// createFolder returns the output for a folder, which must be empty or absent.
func (s *streams) createFolder(path string) (*output, error) {
	entries, err := os.ReadDir(path)
	switch {
	case err == nil && len(entries) > 0:
		return nil, message.Of("columnar.folder-not-empty", "folder", path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, convert.FileError(path, err)
	}
	path = filepath.Clean(path)
	folder := filepath.Dir(path)
	return s.stage(path, folder, standing(folder), false)
}

// maxHeld is how many bytes are held before they are written, since thousands of files cannot be
// open at once. Compressed files consist of concatenated parts (RFC 1952, 2.2; RFC 8878, 3.1).
const maxHeld = 4 << 20

// split is the files of an output among which games are split.
type split struct {
	head, tail []byte               // of each file, before the first game and after the last
	pattern    string               // of their names, with * for the variable part
	files      map[string]*heldFile // by key
	taken      map[string]int       // by folded file name, the number to try for its next use
	held       []*heldFile          // files with unwritten text, which has so many
	bytes      int
}

type heldFile struct {
	name  string
	begun bool
	text  []byte
}

// createSplit returns an output of files: for a path with a * in its last part, which the name of
// each key replaces, or for a folder, with the extension. Replacing files needs overwrite.
func (s *streams) createSplit(path, extension string, overwrite bool) (*output, error) {
	info, err := os.Stat(path)
	switch {
	case path == "" || path == "-":
		return nil, &usageError{message: say("usage.split-where", "extension", extension)}
	case strings.Contains(filepath.Base(path), "*"):
		path, extension = filepath.Dir(path), filepath.Base(path)
	case err == nil && !info.IsDir():
		return nil, &usageError{message: say("usage.split-no-folder", "path", path)}
	default:
		extension = "*" + extension
	}
	o, err := s.stage(path, path, standing(path), overwrite)
	if err != nil {
		return nil, err
	}
	o.split = &split{pattern: extension, files: map[string]*heldFile{}, taken: map[string]int{}}
	return o, nil
}

// appendFile writes a text to a new file, or appends it to an existing one.
func (o *output) appendFile(name string, text []byte, isNew bool) error {
	flags := os.O_APPEND
	if isNew {
		flags = os.O_CREATE | os.O_EXCL
	}
	path := filepath.Join(o.staging, name)
	file, err := os.OpenFile(path, os.O_WRONLY|flags, 0o666)
	if err != nil {
		return convert.FileError(path, err)
	}
	f, err := newPackedFile(file, filepath.Join(o.folder, name))
	if err != nil {
		return errors.Join(err, file.Close())
	}
	_, _ = f.Write(text) // close returns its error
	return f.close()
}

// writeAlone writes a game's text to a file of its own.
func (o *output) writeAlone(name string, text []byte) error {
	file := o.named(name)
	if _, err := o.modeOf(file); err != nil {
		return err
	}
	return o.appendFile(file, slices.Concat(o.head, text, o.tail), true)
}

func (o *output) named(name string) string { return strings.Replace(o.pattern, "*", name, 1) }

// free returns an unused file name: the given one, or that with a number.
func (o *output) free(name string) string {
	if reserved.MatchString(o.named(name)) {
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

// modeOf returns the mode of a file to be replaced, 0 if absent, or an error if it must stay.
func (o *output) modeOf(name string) (fs.FileMode, error) {
	path := filepath.Join(o.folder, name)
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, convert.FileError(path, err)
	case !o.overwrite:
		return 0, message.Of("files.there-already", "file", path)
	case !info.Mode().IsRegular():
		return 0, message.Of("files.not-plain", "file", path)
	default:
		return info.Mode().Perm(), nil
	}
}

// writeTo writes a game's text to the file of a key. free derives its name from name.
func (o *output) writeTo(key, name string, text []byte) error {
	f, before := o.files[key], o.gap
	if f == nil {
		f, before = &heldFile{name: o.free(name)}, o.head
		if _, err := o.modeOf(f.name); err != nil {
			return err
		}
		o.files[key] = f
	}
	o.hold(f, slices.Concat(before, text))
	if o.bytes < maxHeld {
		return nil
	}
	return o.flush()
}

// hold holds text of a file until flush writes it.
func (o *output) hold(f *heldFile, text []byte) {
	if f.text == nil {
		o.held = append(o.held, f)
	}
	f.text = append(f.text, text...)
	o.bytes += len(text)
}

func (o *output) flush() error {
	for _, f := range o.held {
		if err := o.appendFile(f.name, f.text, !f.begun); err != nil {
			return err
		}
		f.begun, f.text = true, nil
	}
	o.held, o.bytes = nil, 0
	return nil
}

// place moves a file or a folder to its path, and sets its mode unless mode is 0.
func place(from, to string, mode fs.FileMode) error {
	err := syncPath(from)
	if err == nil && mode != 0 {
		err = os.Chmod(from, mode)
	}
	if err == nil {
		err = os.Rename(from, to)
	}
	if err != nil {
		return message.Of("files.not-writable", "file", to, "why", withoutPath(err))
	}
	return nil
}

// syncPath flushes a file to the disk, or the entries of a folder if the system can.
func syncPath(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		return errors.Join(f.Sync(), f.Close())
	}
	if f, err = os.Open(path); err == nil {
		_ = f.Sync()
		err = f.Close()
	}
	return err
}

// beside makes a folder next to path, with the number of this process in its name. It first
// removes the folders left there by processes that were killed.
func beside(path string, mode fs.FileMode) (name string, err error) {
	folder, base := filepath.Dir(path), "."+filepath.Base(path)+"."
	entries, _ := os.ReadDir(folder) // if this fails, so does Mkdir
	for _, entry := range entries {
		rest, ok := strings.CutPrefix(entry.Name(), base)
		process, _, both := strings.Cut(rest, "-")
		pid, err := strconv.Atoi(process)
		if !ok || !both || err != nil {
			continue
		}
		if of, err := os.FindProcess(pid); err != nil || errors.Is(of.Signal(syscall.Signal(0)), os.ErrProcessDone) {
			_ = os.RemoveAll(filepath.Join(folder, entry.Name())) // if this fails, the folder stays
		}
	}
	name = filepath.Join(folder, fmt.Sprintf("%s%d-%s", base, os.Getpid(), strings.ToLower(rand.Text()[:8])))
	return name, os.Mkdir(name, mode)
}

// withoutPath returns the cause of an error, without the file name, which messages have anyway.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}

// maxSlug is the most bytes of an event's name in a file name.
const maxSlug = 100

func slug(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r == utf8.RuneError || !unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark)
	})
	name := strings.Join(words, "-")
	name = strings.ToValidUTF8(name[:min(len(name), maxSlug)], "")
	return cmp.Or(strings.TrimRight(name, "-"), "no-event")
}

// folded returns equal strings for names that some file system treats as equal: NTFS and APFS
// ignore case, and APFS equates a letter with an accent and its two characters.
func folded(name string) string {
	return norm.NFD.String(cases.Fold().String(norm.NFD.String(strings.ToUpper(name))))
}

// reserved matches file names that Windows reserves for devices, with any extension:
// learn.microsoft.com, Naming Files, Paths, and Namespaces.
var reserved = regexp.MustCompile(`(?i)^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[1-9¹²³]) *(?:\.|$)`)
