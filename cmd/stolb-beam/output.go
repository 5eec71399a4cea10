package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"   // gs://
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // paths
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"    // s3://
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// A worker writes a file under a unique temporary name in the folder unfinished, and emits its
// final name. A worker that dies, or is taken for dead but goes on, or repeats its work, leaves
// files there that are never renamed. At the end the emitted files, each once, are renamed, and
// summary.json comes last: if it exists, the output is complete.

const (
	unfinished     = "unfinished"
	summaryName    = "summary.json"
	provenanceName = "provenance.json" // see convert.Provenance
)

func init() {
	register.DoFn4x1[context.Context, []byte, func(*Written) bool, Summary, error](&nameFn{})
	register.Emitter1[Written]()
	register.Iter1[Written]()
}

type Written struct {
	Temporary string // the path in the output for now
	Name      string // the final path in the output
}

// write writes a file of the output and emits its names.
func (o *Options) write(ctx context.Context, name string, fill func(io.Writer) error, emit func(Written)) error {
	w := Written{unfinished + "/" + rand.Text(), name}
	if err := writeFile(ctx, within(o.Output, w.Temporary), fill); err != nil {
		return err
	}
	emit(w)
	return nil
}

// nameFn gives the files their final names.
type nameFn struct{ Options Options }

func (f *nameFn) ProcessElement(ctx context.Context, _ []byte, written func(*Written) bool, summary Summary) error {
	last := Written{unfinished + "/" + summaryName, summaryName}
	from := Written{unfinished + "/" + provenanceName, provenanceName}
	if err := f.write(ctx, from.Temporary, f.Options.Provenance.JSON()); err != nil {
		return err
	}
	sum, err := json.MarshalIndent(&summary, "", "  ")
	if err != nil {
		return err
	}
	return on(ctx, f.Options.Output, func(fs filesystem.Interface) error {
		err := f.name(ctx, fs, from)
		for w := (Written{}); written(&w); {
			err = errors.Join(err, f.name(ctx, fs, w))
		}
		if err == nil {
			err = f.write(ctx, last.Temporary, sum)
		}
		if err == nil {
			err = f.name(ctx, fs, last)
		}
		if err == nil {
			err = removeUnfinished(ctx, fs, f.Options.Output)
		}
		return err
	})
}

func (f *nameFn) write(ctx context.Context, name string, text []byte) error {
	return writeFile(ctx, within(f.Options.Output, name), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// name renames a file, unless an earlier attempt has: this step may be repeated.
func (f *nameFn) name(ctx context.Context, fs filesystem.Interface, w Written) error {
	to := within(f.Options.Output, w.Name)
	if isLocal(to) {
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
	}
	err := filesystem.Rename(ctx, fs, within(f.Options.Output, w.Temporary), to)
	if err != nil {
		if there, listed := fs.List(ctx, to); listed == nil && len(there) == 1 {
			return nil
		}
	}
	return err
}

func isLocal(name string) bool { return !strings.Contains(name, "://") }

// removeUnfinished removes the files that were not renamed.
func removeUnfinished(ctx context.Context, fs filesystem.Interface, output string) error {
	folder := within(output, unfinished)
	if isLocal(output) {
		return os.RemoveAll(folder)
	}
	names, err := fs.List(ctx, folder+"/*")
	remover, can := fs.(filesystem.Remover)
	for _, name := range names {
		if !can {
			return message.Of("files.not-writable", "file", name, "why", errors.ErrUnsupported)
		}
		err = errors.Join(err, remover.Remove(ctx, name))
	}
	return err
}

// prepare prepares an output folder that is absent or empty, and removes the files that an
// incomplete run did not rename. It returns an error if anything else is there.
func prepare(ctx context.Context, output string) error {
	if isLocal(output) {
		switch info, err := os.Stat(output); {
		case err == nil && !info.IsDir():
			return message.Of("beam.output-file", "file", output)
		case err != nil && !errors.Is(err, os.ErrNotExist):
			return err
		}
	}
	return on(ctx, output, func(fs filesystem.Interface) error {
		if err := removeUnfinished(ctx, fs, output); err != nil {
			return err
		}
		there, err := fs.List(ctx, within(output, "*"))
		if isLocal(output) {
			there = slices.DeleteFunc(there, emptyFolder)
		}
		if err == nil && len(there) > 0 {
			err = message.Of("beam.output-there", "folder", output, "file", there[0])
		}
		return err
	})
}

func emptyFolder(path string) bool {
	file := errors.New("a file")
	return filepath.WalkDir(path, func(_ string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			err = file
		}
		return err
	}) == nil
}

// on calls use with the filesystem of a name.
func on(ctx context.Context, name string, use func(filesystem.Interface) error) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	return errors.Join(use(fs), fs.Close())
}

// listFiles returns the files that a pattern matches, in lexical order.
func listFiles(ctx context.Context, pattern string) (names []string, err error) {
	err = on(ctx, pattern, func(fs filesystem.Interface) (err error) {
		names, err = fs.List(ctx, pattern)
		return err
	})
	slices.Sort(names)
	return names, err
}

type openedFile struct {
	io.ReadCloser
	fs filesystem.Interface
}

func (f *openedFile) Close() error { return errors.Join(f.ReadCloser.Close(), f.fs.Close()) }

// openGames opens a file at its beginning, or at a place in its text.
func (o *Options) openGames(ctx context.Context, name string, from *grammar.Beginning) (*convert.Input, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	read, err := fs.OpenRead(ctx, name)
	if err != nil {
		return nil, errors.Join(err, fs.Close())
	}
	file := &openedFile{read, fs}
	if seeker, ok := read.(io.Seeker); from != nil && ok {
		_, err = seeker.Seek(from.Offset, io.SeekStart)
	} else if from != nil {
		_, err = io.CopyN(io.Discard, file, from.Offset)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return convert.OpenReader(file, name, convert.Options{Variant: o.variant(), Encoding: o.Encoding, Jobs: 1, From: from}), nil
}

func within(folder, name string) string { return strings.TrimRight(folder, "/") + "/" + name }

// writeFile writes a file with the text that fill writes.
func writeFile(ctx context.Context, name string, fill func(io.Writer) error) error {
	return on(ctx, name, func(fs filesystem.Interface) error {
		file, err := fs.OpenWrite(ctx, name)
		if err != nil {
			return err
		}
		err = fill(file)
		if local, ok := file.(*os.File); ok && err == nil {
			err = local.Sync() // it must be complete on the disk when it is renamed
		}
		return errors.Join(err, file.Close())
	})
}
