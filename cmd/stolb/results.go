package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// results are the results of solve that a file keeps, so that a composition is not solved
// again: a JSON line for each, added when it is known.
type results struct {
	file *os.File
	has  map[string]keptResult
}

type keptResult struct {
	Key   string `json:"key"`    // of the question
	Limit int    `json:"limit"`  // of --nodes
	Begin int    `json:"begins"` // the line of the file in which the record begins
	Sound bool   `json:"sound"`
	solved
	Lines [][]string `json:"lines"` // of the first moves
}

// begin is how each line of results begins.
const begin = `{"key":"`

// openResults opens a file of results, or begins one. A last line that is not whole is removed.
func openResults(path string) (*results, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, convert.FileError(path, err)
	}
	r := &results{file: file, has: map[string]keptResult{}}
	if err := r.read(path); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return r, nil
}

func (r *results) read(path string) error {
	in, at := bufio.NewReader(r.file), int64(0)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		var kept keptResult
		switch {
		case err != nil && err != io.EOF:
			return convert.FileError(path, err)
		case len(line) == 0:
			return nil
		case err == io.EOF && (bytes.HasPrefix(line, []byte(begin)) || strings.HasPrefix(begin, string(line))):
			return r.file.Truncate(at)
		case err == io.EOF || json.Unmarshal(line, &kept) != nil || kept.Key == "":
			return message.Of("solve.no-results", "file", path, "n", n)
		}
		at += int64(len(line))
		r.has[kept.Key] = kept
	}
}

// find returns the result of a question, searched in as many positions as now; nil for none.
func (r *results) find(key string, limit int) *keptResult {
	if r == nil {
		return nil
	}
	kept, ok := r.has[key]
	if !ok || kept.Limit < limit {
		return nil
	}
	return &kept
}

func (r *results) add(line []byte) error {
	if r == nil || line == nil {
		return nil
	}
	_, err := r.file.Write(append(line, '\n'))
	return err
}

// keyOf names a question about a record: all that the answer depends on, but for --nodes.
func keyOf(r *replay.Report, task string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s", r.Variant, task, language, r.Game.Text))
	return hex.EncodeToString(sum[:16])
}
