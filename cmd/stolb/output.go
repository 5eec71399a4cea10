package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// outputFlag is the help for -o.
const outputFlag = "write to this file, which is there only when it is whole; - is standard output"

// writeTo has write write to the file named, or to standard output for "" and
// "-". A file is written under another name beside it and takes its own only
// when it is whole, so that nobody finds half of one: at an error of write's
// nothing is left of it, but for errFaults and errTold, which say that the work
// is done. What is no regular file, such as /dev/null or a pipe, is written to
// as it is.
func (s *streams) writeTo(path string, write func(w *bufio.Writer) error) error {
	if path == "" || path == "-" {
		return write(s.out)
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // the link stays one
	}
	mode := fs.FileMode(0o666)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s: is a folder; -o names a file", path)
	case err == nil && !info.Mode().IsRegular():
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return fileError(path, err)
		}
		return fill(file, write)
	case err == nil:
		mode = info.Mode().Perm()
	}
	file, err := createBeside(path, mode)
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, bare(err))
	}
	err = fill(file, write)
	if err != nil && !errors.Is(err, errFaults) && !errors.Is(err, errTold) {
		os.Remove(file.Name())
		return err
	}
	if renamed := os.Rename(file.Name(), path); renamed != nil {
		os.Remove(file.Name())
		return fmt.Errorf("%s: cannot be written: %w", path, bare(renamed))
	}
	return err
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

// fill has write write to the file and closes it.
func fill(file *os.File, write func(w *bufio.Writer) error) error {
	w := bufio.NewWriterSize(file, 1<<16)
	err := write(w)
	if flushed := w.Flush(); flushed != nil {
		err = fmt.Errorf("%s: %w", file.Name(), bare(flushed))
	}
	if closed := file.Close(); closed != nil && err == nil {
		err = fmt.Errorf("%s: %w", file.Name(), bare(closed))
	}
	return err
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
