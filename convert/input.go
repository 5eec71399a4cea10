// Package convert reads and writes game records: a few calls open files of any format that
// the command reads, yield their games in order, judge them in parallel, and write them in
// any format.
//
// Read first: Open, then Judge, which is all that most programs need; Each has work done
// where the games are judged.
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
	"sync/atomic"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/convert/internal/restored"
	"github.com/stolb/stolb/convert/internal/source"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Options say what is read and how. The zero value reads all, and takes games for what
// they say they are.
type Options struct {
	Variant  record.Variant // of games that do not name theirs
	Encoding string         // of text, as grammar.Encodings names them; "" to detect it
	Include  []string       // patterns of the files that are read of folders; none for all
	Jobs     int            // workers; 0 for one a processor

	// Stdin is read for the name "-". An *io.SectionReader is read anew each time
	// that the input is.
	Stdin io.Reader

	// Part and Parts choose the Part-th, from 1, of so many parts of about the same size
	// into which the input is divided, each of them whole games. No Parts is all.
	Part, Parts int

	// From has a reader read on from a place in its text, which is UTF-8 and not packed,
	// and of which it gives what follows the place: see Input.Place. Numbers and
	// lines are counted on from there.
	From *grammar.Beginning

	// Damaged has the texts kept as replay/restore needs them: what recognisers write is read,
	// too, and a record that something illegible seems to end is kept in one piece.
	Damaged bool

	// Certain is the probability from which a restored game is certain,
	// restore.DefaultCertain if 0. Together has the n-th games of two files restored
	// as two sheets of one game; there must be two.
	Certain  float64
	Together bool
}

// Input is what files have. It may be read more than once.
type Input struct {
	names    []string
	o        Options
	from, to int // of the o.Parts parts
	texts    iter.Seq2[Text, error]
	reader   io.Reader // of the only file

	scans  map[string]*restored.Document // by name; see openScan
	texted map[string]map[string]bool    // by folder and stem, the pictures whose text is there

	*counts
	place func() (grammar.Beginning, bool) // see Place
}

// counts are how much was read so far: see FilesRead and what follows it.
type counts struct{ files, read, fromPacked, records atomic.Int64 }

// Open returns the input of files, of folders with all files in them and in their folders,
// in lexical order, but for those whose names begin with a dot, and of standard input for
// "-". Files may be packed by gzip or zstd; what is in them is known by looking at it:
// score sheets, PDN, compositions, JSON, tables of Arrow and Parquet, spreadsheets (.xlsx,
// .ods, or saved as CSV), a sheet in their cells or a game in each row, and documents (.docx,
// .odt). Nothing is opened before it is read, and what cannot be read is an error in its place.
func Open(names []string, o Options) *Input {
	return &Input{
		names: names, o: o, from: o.Part - 1, to: o.Part, counts: new(counts),
		scans: make(map[string]*restored.Document), texted: make(map[string]map[string]bool),
	}
}

// OpenReader returns the input that a reader has; name is what errors and games call it.
// It is read once, and closed then if it is an io.Closer. A table that is read from its
// end is copied to a temporary file.
func OpenReader(r io.Reader, name string, o Options) *Input {
	in := Open([]string{name}, o)
	in.reader = r
	return in
}

// OpenTexts returns the input of texts that are not in files of their own.
func OpenTexts(texts iter.Seq2[Text, error], o Options) *Input {
	return &Input{texts: texts, o: o, counts: new(counts)}
}

// Before returns the input that is before the part, which has nothing where there are
// no parts. What cannot be read of it is an error there, too.
func (in *Input) Before() *Input {
	before := Open(in.names, in.o)
	before.from, before.to = 0, in.from
	if in.o.Parts == 0 {
		before.names = nil
	}
	return before
}

// FilesRead returns how many files were opened since reading began.
func (in *Input) FilesRead() int { return int(in.files.Load()) }

// Records returns how many records LearnHand has read, with Together pairs of them.
func (in *Input) Records() int { return int(in.records.Load()) }

// BytesRead returns how many bytes of the files were read, packed as they are, by all
// who have read the input.
func (in *Input) BytesRead() int64 { return in.read.Load() }

// BytesUnpacked returns how many bytes packed files have given so far, which can go on for
// long after the last of their own bytes was read.
func (in *Input) BytesUnpacked() int64 { return in.fromPacked.Load() }

// Size returns how many bytes the files have, packed as they are; -1 if that is not known.
func (in *Input) Size() int64 {
	total := int64(0)
	for name, err := range in.Files() {
		if err != nil {
			continue
		}
		var info os.FileInfo
		if name == "-" {
			file, ok := in.o.Stdin.(*os.File)
			if !ok {
				return -1
			}
			info, err = file.Stat()
		} else {
			info, err = os.Stat(name)
		}
		switch {
		case err != nil: // it is returned when the file is read
		case !info.Mode().IsRegular():
			return -1
		default:
			total += info.Size()
		}
	}
	return total
}

// Place returns the place from which reading can go on, with the text that was yielded
// last: see Options.From. It is false in what is packed or no UTF-8, in tables, and for a file's
// first text.
func (in *Input) Place() (grammar.Beginning, bool) {
	if in.place == nil {
		return grammar.Beginning{}, false
	}
	return in.place()
}

// Files yields the names of the files, in order, and errors in their place.
func (in *Input) Files() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, root := range in.names {
			if !in.filesOf(root, yield) {
				return
			}
		}
	}
}

// passedOver reports whether a file that cannot be opened for this reason is passed over
// unless it is named: the tables of a dataset in which no games are, and indices; and
// pictures whose text is read.
func (in *Input) passedOver(err error, name string) bool {
	known := errors.Is(err, columnar.ErrNoGames) || errors.Is(err, source.ErrIndex)
	return known && !slices.Contains(in.names, name) || errors.Is(err, errRead)
}

// filesOf yields the file of a name, or the files in its folder and an error if it has none,
// and says whether to go on.
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
			// Through links to files, but not into devices and pipes, which may
			// never end, nor through links to folders, which may go round.
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

// Included reports whether one of the patterns, which are those of path.Match, has a file
// of a folder read; with none, every file is. One with a slash is for the path within the
// folder, another for the file's name.
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
		ok, _ := path.Match(pattern, name) // a bad pattern matches nothing
		return ok
	})
}

// Regular returns an error, in words, for a name that is neither that of a regular file nor
// that of a folder: a pipe may have no writer, and a device no end.
func Regular(name string) error {
	if info, err := os.Stat(name); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return message.Of("files.not-regular", "file", name)
	}
	return nil
}

// inFile says which file has what is wrong.
func inFile(name string, err error) error {
	return message.Of("message.path", "path", name, "why", err)
}

// FileError says what is wrong with a file, and names the one that was probably meant if
// there is none of that name.
func FileError(name string, err error) error {
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
	entries, _ := os.ReadDir(cmp.Or(folder, ".")) // without entries, nothing was meant
	var names []string
	for _, entry := range entries {
		if entry.Type()&fs.ModeSymlink != 0 {
			if _, err := os.Stat(filepath.Join(folder, entry.Name())); err != nil {
				continue // a link that leads nowhere was not meant
			}
		}
		names = append(names, entry.Name())
	}
	if meant := grammar.Nearest(base, names); meant != "" {
		return message.Of("files.meant", "", fs.ErrNotExist, "file", name, "meant", folder+meant)
	}
	return message.Of("files.not-there", "", fs.ErrNotExist, "file", name)
}
