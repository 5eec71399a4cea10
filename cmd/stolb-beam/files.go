package main

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"   // gs://
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // paths
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"    // s3://

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
)

// on uses the filesystem of a name.
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

// openGames opens a file from its beginning, or from a place in its text.
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

// writeFile writes a file by what fill writes.
func writeFile(ctx context.Context, name string, fill func(io.Writer) error) error {
	return on(ctx, name, func(fs filesystem.Interface) error {
		file, err := fs.OpenWrite(ctx, name)
		if err != nil {
			return err
		}
		err = fill(file)
		if local, ok := file.(*os.File); ok && err == nil {
			err = local.Sync() // it is to be there whole once it has its name
		}
		return errors.Join(err, file.Close())
	})
}
