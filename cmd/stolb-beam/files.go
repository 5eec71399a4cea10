package main

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"   // gs://
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // paths
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"    // s3://

	"github.com/stolb/stolb/convert/records"
	"github.com/stolb/stolb/convert/source"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// listFiles returns the files that a pattern matches, in lexical order.
func listFiles(ctx context.Context, pattern string) ([]string, error) {
	fs, err := filesystem.New(ctx, pattern)
	if err != nil {
		return nil, err
	}
	names, err := fs.List(ctx, pattern)
	slices.Sort(names)
	return names, errors.Join(err, fs.Close())
}

// opened is a file whose games are read.
type opened struct {
	games   records.Source
	cutter  *grammar.Cutter // of a text, which is games then; nil for a table
	packing string
	read    atomic.Int64 // bytes of the file
	close   func() error
}

func (o *opened) Close() error { return o.close() }

// openFile opens a file of any filesystem; what is read of it is counted.
func openFile(ctx context.Context, name string, read *atomic.Int64) (io.ReadCloser, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	file, err := fs.OpenRead(ctx, name)
	if err != nil {
		return nil, errors.Join(err, fs.Close())
	}
	return &openedFile{file, fs, read}, nil
}

type openedFile struct {
	io.ReadCloser
	fs   filesystem.Interface
	read *atomic.Int64
}

func (f *openedFile) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	f.read.Add(int64(n))
	return n, err
}

func (f *openedFile) Close() error { return errors.Join(f.ReadCloser.Close(), f.fs.Close()) }

// skip passes over so many bytes, without reading them where the filesystem can.
func (f *openedFile) skip(n int64) error {
	if seeker, ok := f.ReadCloser.(io.Seeker); ok {
		_, err := seeker.Seek(n, io.SeekCurrent)
		return err
	}
	_, err := io.CopyN(io.Discard, f.ReadCloser, n)
	return err
}

// openGames opens a file from its beginning: text, packed or not, or a table in
// columns.
func openGames(ctx context.Context, name, encoding string) (*opened, error) {
	o := new(opened)
	file, err := openFile(ctx, name, &o.read)
	if err != nil {
		return nil, err
	}
	text, err := source.Unpack(file, name)
	if err != nil {
		return nil, err
	}
	o.packing, o.close = text.Packing, text.Close
	rest, table, err := source.Stream(text)
	var id interface{ ID() message.ID }
	switch {
	case errors.As(err, &id) && id.ID() == "files.table-from-pipe":
		// It is read from its end.
		if err := text.Close(); err != nil {
			return nil, err
		}
		return openTable(ctx, name)
	case err != nil:
		return nil, errors.Join(message.Of("message.path", "path", name, "why", err), text.Close())
	case table != nil:
		o.games = table
		return o, nil
	}
	if o.cutter, err = grammar.NewCutter(rest, name, encoding); err != nil {
		return nil, errors.Join(message.Of("message.path", "path", name, "why", err), text.Close())
	}
	o.games = o.cutter
	return o, nil
}

// openTable opens a table in columns, which is copied to this machine.
func openTable(ctx context.Context, name string) (*opened, error) {
	o := new(opened)
	file, err := openFile(ctx, name, &o.read)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	local, err := os.CreateTemp("", "stolb-table-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(local.Name())
	if _, err := io.Copy(local, file); err != nil {
		return nil, errors.Join(err, local.Close())
	}
	if err := local.Close(); err != nil {
		return nil, err
	}
	table, closer, err := source.OpenTable(local.Name())
	if err != nil {
		return nil, message.Of("message.path", "path", name, "why", err)
	}
	if table == nil {
		return nil, message.Of("files.table-from-pipe")
	}
	o.games, o.close = table, closer.Close
	return o, nil
}

// resumeGames opens a text from where a game begins in it. It is UTF-8, not packed.
func resumeGames(ctx context.Context, name string, from grammar.Beginning) (*opened, error) {
	o := new(opened)
	file, err := openFile(ctx, name, &o.read)
	if err != nil {
		return nil, err
	}
	if err := file.(*openedFile).skip(from.Offset); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	o.close = file.Close
	o.games = grammar.ResumeCutter(file, name, from)
	return o, nil
}

// within returns the name of a file in a folder.
func within(folder, name string) string { return strings.TrimRight(folder, "/") + "/" + name }

// writeFile writes a file by what fill writes.
func writeFile(ctx context.Context, name string, fill func(io.Writer) error) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	file, err := fs.OpenWrite(ctx, name)
	if err != nil {
		return errors.Join(err, fs.Close())
	}
	err = fill(file)
	if local, ok := file.(*os.File); ok && err == nil {
		err = local.Sync() // it is to be there whole once it has its name
	}
	return errors.Join(err, file.Close(), fs.Close())
}
