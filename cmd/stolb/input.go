package main

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert/columnar"
	"github.com/stolb/stolb/convert/source"
	"github.com/stolb/stolb/record/message"
)

// eachFile calls visit with each file that the arguments name, in their order:
// the file itself, "-" for standard input, and of a folder all files in it and
// in its folders, in lexical order, but those whose names begin with a dot and
// those that include leaves out. What cannot be read is handed to fail, and the
// others follow. It stops at the first error that visit or fail returns, and
// returns that, but for errPassedOver of a file in a folder.
func eachFile(args []string, include patterns, visit func(name string) error, fail func(error) error) error {
	for _, arg := range args {
		if err := eachFileOf(arg, include, visit, fail); err != nil {
			return err
		}
	}
	return nil
}

// errPassedOver is what visit of eachFile returns for a file that nobody has named
// and that is known to have no games to read.
var errPassedOver = errors.New("no records are in this file")

// passedOver says whether a file that cannot be opened for this reason is passed over
// unless it is named: the tables of a dataset in which no games are, and indices.
func passedOver(err error, args []string, name string) bool {
	return (errors.Is(err, columnar.ErrNoGames) || errors.Is(err, source.ErrIndex)) && !slices.Contains(args, name)
}

func eachFileOf(arg string, include patterns, visit func(name string) error, fail func(error) error) error {
	if arg == "-" {
		return visit(arg)
	}
	info, err := os.Stat(arg)
	if err != nil {
		return fail(fileError(arg, err))
	}
	if !info.IsDir() {
		return visit(arg)
	}
	found, passed := false, false
	err = filepath.WalkDir(arg, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fail(fileError(path, err))
		case path != arg && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir() || !include.match(arg, path):
			return nil
		}
		// Through links to files, but not into devices and pipes, which may
		// never end, nor through links to folders, which may go round.
		info, err := os.Stat(path)
		if err != nil {
			return fail(fileError(path, err))
		}
		if !info.Mode().IsRegular() {
			return nil
		}
		err = visit(path)
		if errors.Is(err, errPassedOver) {
			passed = true
			return nil
		}
		found = true
		return err
	})
	if err == nil && !found {
		if passed {
			return fail(message.Of("files.no-records", "folder", arg))
		}
		if len(include) > 0 {
			return fail(message.Of("files.none-called-so", "folder", arg, "names", message.Or(include...)))
		}
		return fail(message.Of("files.empty-folder", "folder", arg))
	}
	return err
}

// patterns say which files of folders are read: those that one of them matches,
// or all where there are none. A pattern is path.Match's. One with a slash is
// for the path within the folder that was named, another for the file's name.
type patterns []string

func (p patterns) match(folder, file string) bool {
	if len(p) == 0 {
		return true
	}
	within, err := filepath.Rel(folder, file)
	if err != nil {
		within = file
	}
	within = filepath.ToSlash(within)
	for _, pattern := range p {
		name := within
		if !strings.Contains(pattern, "/") {
			name = path.Base(within)
		}
		if ok, _ := path.Match(pattern, name); ok { // Set has tried it
			return true
		}
	}
	return false
}

// includeFlag declares --include.
func includeFlag(flags *pflag.FlagSet, p *patterns) {
	flags.Var(p, "include", "")
}

func (p *patterns) Type() string   { return say("help-flags.value-pattern") }
func (p *patterns) String() string { return strings.Join(*p, " ") }

func (p *patterns) Set(s string) error {
	if _, err := path.Match(s, ""); err != nil || s == "" {
		return &usageError{message: say("usage.expected-pattern")}
	}
	*p = append(*p, s)
	return nil
}

// fileError says what is wrong with a file, and names the one that was
// probably meant where there is none of that name.
func fileError(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return message.Of("message.path", "path", name, "why", err)
	}
	if to, err := os.Readlink(name); err == nil {
		return message.Of("files.link", "", fs.ErrNotExist, "file", name, "to", to)
	}
	folder, base := filepath.Split(name)
	entries, _ := os.ReadDir(cmp.Or(folder, ".")) // no entries, nothing meant
	var names []string
	for _, entry := range entries {
		if entry.Type()&fs.ModeSymlink != 0 {
			if _, err := os.Stat(filepath.Join(folder, entry.Name())); err != nil {
				continue // nobody means a link that leads nowhere
			}
		}
		names = append(names, entry.Name())
	}
	if meant := nearest(base, names); meant != "" {
		return message.Of("files.meant", "", fs.ErrNotExist, "file", name, "meant", folder+meant)
	}
	return message.Of("files.not-there", "", fs.ErrNotExist, "file", name)
}

// open returns the text of a file, or of standard input for "-", freed from
// gzip or zstd, both known by their first bytes and not by the name. What is
// read of the file itself is added to read.
func open(name string, stdin io.Reader, read *atomic.Int64) (*source.Text, error) {
	file := io.NopCloser(stdin)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fileError(name, err)
		}
		file = f
	}
	return source.Unpack(&countingReader{file, read}, name)
}

// countingReader counts what is read.
type countingReader struct {
	io.ReadCloser
	read *atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.read.Add(int64(n))
	return n, err
}
