// Package convert reads and writes game records: a few calls open files of any format that the
// command reads, yield their games in order, judge them in parallel, and write them in any
// format.
//
// Read first: Open, then Judge, which is all that most programs need; Each runs custom code in
// the workers that judge the games.
package convert

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Options select the input and control how it is read. The zero value reads everything, detects
// encodings, and takes each game's variant from its record.
type Options struct {
	Variant  record.Variant // of games that do not name theirs
	Encoding string         // of text, a name of grammar.Encodings; "" to detect it
	Numbers  string         // of squares, one of grammar.Numberings; "" to try which can be played
	Include  []string       // patterns of the files to read in folders; none for all
	Jobs     int            // workers; 0 for one per processor

	// Stdin is read for the name "-"; nil is os.Stdin. An *io.SectionReader is read from its start each time that
	// the input is read.
	Stdin io.Reader

	// Part selects one of Parts roughly equal parts of the input, counted from 1. A part consists
	// of whole games. If Parts is 0, everything is read. Readers and texts cannot be divided.
	Part, Parts int

	// From makes OpenReader resume at a place in a text, from Input.Place. The text must be
	// unpacked UTF-8, and the reader must begin at that place. Game numbers and line numbers
	// continue from there.
	From *grammar.Beginning

	// Damaged keeps the texts as replay/restore needs them: recognisers' output is accepted, too,
	// and a record that seems to end at something illegible is not split.
	Damaged bool

	// Certain is the probability from which a restored game counts as certain,
	// restore.DefaultCertain if 0. Together pairs the n-th games of two files as two sheets of
	// one game; exactly two files must be named.
	Certain  float64
	Together bool
}

// Input is a list of files, a reader or a sequence of texts. Only a reader cannot be read twice.
type Input struct {
	names    []string
	o        Options
	from, to int // the parts to read, of o.Parts
	texts    iter.Seq2[Text, error]
	reader   io.Reader // of the only file

	scans  *sync.Map       // *recognised by name; see openScan
	texted map[string]bool // without extension, the pictures whose text is in the input

	*counts
	place *grammar.Beginning // see Place; nil if unknown
}

// counts tracks the progress of reading: see FilesRead and the methods that follow it.
type counts struct{ files, read, fromPacked, records atomic.Int64 }

// Open returns the input of the named files; of all files in the named folders and their
// subfolders, in lexical order, without those whose names begin with a dot; and of standard input
// for "-". Files may be packed with gzip or zstd. The format is detected from the content: score
// sheets, PDN, compositions, JSON, Arrow and Parquet tables, spreadsheets (.xlsx, .ods, or saved
// as CSV) with one sheet or with a game per row, and documents (.docx, .odt). A file is opened
// only when it is read; a read error is yielded in place. Parquet, which must be read from its end,
// is copied to a temporary file if it is packed or from a pipe.
func Open(names []string, o Options) *Input {
	if o.Stdin == nil {
		o.Stdin = os.Stdin
	}
	o.Jobs = max(o.Jobs, 0)
	return &Input{
		names: names, o: o, from: o.Part - 1, to: o.Part, counts: new(counts),
		scans: new(sync.Map),
	}
}

// OpenReader returns an input that reads from r; errors and games cite it as name. It can be read
// once, and is then closed if it is an io.Closer.
func OpenReader(r io.Reader, name string, o Options) *Input {
	in := Open([]string{name}, o)
	in.reader = r
	return in
}

// OpenTexts returns the input of texts that are not in files of their own. Of the options only
// Variant, Jobs and Certain apply.
func OpenTexts(texts iter.Seq2[Text, error], o Options) *Input {
	return &Input{texts: texts, o: o, counts: new(counts)}
}

// Before returns the input that precedes the part; it is empty if the input is not divided. Its
// read errors are yielded, too.
func (in *Input) Before() *Input {
	before := Open(in.names, in.o)
	before.from, before.to = 0, in.from
	if in.o.Parts == 0 {
		before.names = nil
	}
	return before
}

// FilesRead returns the number of files opened since reading began.
func (in *Input) FilesRead() int { return int(in.files.Load()) }

// Records returns the number of records that LearnHand has read; with Together, of pairs.
func (in *Input) Records() int { return int(in.records.Load()) }

// BytesRead returns the number of bytes read from the files, before unpacking, in all passes over
// the input.
func (in *Input) BytesRead() int64 { return in.read.Load() }

// BytesUnpacked returns the number of bytes unpacked so far. It can grow long after the last
// packed byte was read.
func (in *Input) BytesUnpacked() int64 { return in.fromPacked.Load() }

// Size returns the total size of the files in bytes, before unpacking, or -1 if unknown, as of a
// reader or texts.
func (in *Input) Size() int64 {
	if in.reader != nil || in.texts != nil {
		return -1
	}
	total := int64(0)
	for name, err := range in.Files() {
		if err != nil {
			continue
		}
		info, err := os.Stat(name)
		if name == "-" {
			file, ok := in.o.Stdin.(*os.File)
			if !ok {
				return -1
			}
			info, err = file.Stat()
		}
		switch {
		case err != nil: // reported when the file is read
		case !info.Mode().IsRegular():
			return -1
		default:
			total += info.Size()
		}
	}
	return total
}

// Place returns the place of the text that Texts yielded last, from which reading can resume: see
// Options.From. It is false for packed input, for text that is not UTF-8, for tables, and for the
// first text of a file.
func (in *Input) Place() (grammar.Beginning, bool) {
	return *cmp.Or(in.place, new(grammar.Beginning)), in.place != nil
}

// Files yields the names of the files, in order, and errors in place.
func (in *Input) Files() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for i, root := range in.names {
			if root == "-" && slices.Contains(in.names[:i], root) {
				if !yield("", message.Of("files.input-twice")) {
					return
				}
			} else if !in.filesOf(root, yield) {
				return
			}
		}
	}
}

// passedOver reports whether a file that failed to open with err is skipped in silence: a picture
// whose text is in the input, or, unless named itself, an index or a dataset's table without
// games.
func (in *Input) passedOver(err error, name string) bool {
	known := errors.Is(err, columnar.ErrNoGames) || errors.Is(err, errIndex)
	return known && !slices.Contains(in.names, name) || errors.Is(err, errRead)
}

// filesOf yields the named file, or the files in the named folder and an error if it has none,
// and reports whether to continue.
func (in *Input) filesOf(root string, yield func(string, error) bool) bool {
	if root == "-" || in.reader != nil {
		return yield(root, nil)
	}
	switch info, err := os.Stat(root); {
	case err != nil:
		return yield("", FileError(root, err))
	case !info.IsDir():
		return yield(root, nil)
	}
	found, goesOn := false, true
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch hidden := path != root && strings.HasPrefix(entry.Name(), "."); {
		case err != nil:
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir() || !Included(in.o.Include, root, path):
			return nil
		default:
			// Links to files are followed, but not devices and pipes, which may never end, nor
			// links to folders, which may form a cycle.
			var info fs.FileInfo
			if info, err = os.Stat(path); err == nil && !info.Mode().IsRegular() {
				return nil
			}
		}
		if err != nil {
			path, err = "", FileError(path, err)
		}
		found = found || err == nil
		if goesOn = yield(path, err); !goesOn {
			return fs.SkipAll
		}
		return nil
	})
	switch {
	case found || !goesOn:
		return goesOn
	case len(in.o.Include) > 0:
		return yield("", message.Of("files.none-called-so",
			"folder", root, "names", message.Or(in.o.Include...)))
	}
	return yield("", message.Of("files.empty-folder", "folder", root))
}

// Included reports whether a file in a folder matches one of the patterns, with the syntax of
// path.Match; without patterns, every file does. A pattern with a slash is matched against the
// path within the folder, any other against the file's name.
func Included(patterns []string, folder, file string) bool {
	if len(patterns) == 0 {
		return true
	}
	within, err := filepath.Rel(folder, file)
	if err != nil {
		within = file
	}
	within = filepath.ToSlash(within)
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		name := within
		if !strings.Contains(pattern, "/") {
			name = path.Base(within)
		}
		ok, _ := path.Match(pattern, name) // a malformed pattern matches nothing
		return ok
	})
}

// Regular returns an error if the name is that of neither a regular file nor a folder: a pipe may
// have no writer, and a device no end. It returns nil if there is no such file, which is reported
// when it is opened.
func Regular(name string) error {
	if info, err := os.Stat(name); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return message.Of("files.not-regular", "file", name)
	}
	return nil
}

// isRegular reports whether a name is that of a regular file.
func isRegular(name string) bool {
	info, err := os.Stat(name)
	return name != "-" && err == nil && info.Mode().IsRegular()
}

// inFile adds a file's name to an error.
func inFile(name string, err error) error {
	return message.Of("message.path", "path", name, "why", err)
}

// FileError adds a file's name to an error, or returns nil if that is nil. If no such file exists, it
// suggests the nearest name in the folder.
func FileError(name string, err error) error {
	if err == nil {
		return nil
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return inFile(name, err)
	}
	if to, err := os.Readlink(name); err == nil {
		return message.Of("files.link", "", fs.ErrNotExist, "file", name, "to", to)
	}
	folder, base := filepath.Split(name)
	entries, _ := os.ReadDir(cmp.Or(folder, ".")) // without entries, there is no suggestion
	var names []string
	for _, entry := range entries {
		if entry.Type()&fs.ModeSymlink != 0 {
			if _, err := os.Stat(filepath.Join(folder, entry.Name())); err != nil {
				continue // a dangling link is no suggestion
			}
		}
		names = append(names, entry.Name())
	}
	if meant := grammar.Nearest(base, names); meant != "" {
		return message.Of("files.meant", "", fs.ErrNotExist, "file", name, "meant", folder+meant)
	}
	return message.Of("files.not-there", "", fs.ErrNotExist, "file", name)
}
