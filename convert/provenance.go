package convert

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"github.com/stolb/stolb/record/message"
)

// Provenance says where an output comes from. It has no time and no name of a machine: the
// same program makes the same of the same files.
type Provenance struct {
	Program string   `json:"program"` // "stolb", by which ReadProvenance finds it
	Version string   `json:"version,omitempty"`
	Commit  string   `json:"commit,omitempty"` // and "+changed" if the source was
	Command []string `json:"command,omitempty"`

	Files  int               `json:"files,omitempty"`
	Bytes  int64             `json:"bytes,omitempty"`
	SHA256 string            `json:"sha256,omitempty"` // of what sha256sum prints of all files
	Inputs []checksum        `json:"inputs,omitempty"` // the first files
	From   []json.RawMessage `json:"from,omitempty"`   // provenances of the first files, see AddFrom

	Games    *int           `json:"games,omitempty"`    // that were read; nil if that is not known yet
	Written  *int           `json:"written,omitempty"`  // or counted
	LeftOut  map[string]int `json:"leftOut,omitempty"`  // by why
	Verdicts map[string]int `json:"verdicts,omitempty"` // of the games that were written, or counted
}

// checksum is a file of the input, packed as it is. It has no sum if it can be read once only.
type checksum struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256,omitempty"`
}

// listedInputs is how many files are listed.
const listedInputs = 100

// NewProvenance returns the provenance of what a command makes of an input, whose files it
// reads. The error is the context's; a file that cannot be read has no sum.
func NewProvenance(ctx context.Context, command []string, in *Input) (*Provenance, error) {
	p := &Provenance{Program: "stolb", Command: command}
	if info, ok := debug.ReadBuildInfo(); ok {
		p.Version = info.Main.Version
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				p.Commit = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				p.Commit += "+changed"
			}
		}
	}
	all := sha256.New()
	for name, err := range in.Files() {
		if err != nil {
			continue // an error when the games are read
		}
		sum := in.checksum(ctx, name)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.Files, p.Bytes = p.Files+1, p.Bytes+sum.Bytes
		fmt.Fprintf(all, "%s  %s\n", sum.SHA256, name)
		if len(p.Inputs) < listedInputs {
			p.Inputs = append(p.Inputs, sum)
		}
	}
	if p.Files > 0 {
		p.SHA256 = hex.EncodeToString(all.Sum(nil))
	}
	return p, nil
}

// AddFrom adds the provenance that a file of the input has, unless there are too many for
// ReadProvenance. Of nil, or nothing, it adds nothing.
func (p *Provenance) AddFrom(from json.RawMessage) {
	if p == nil || len(from) == 0 {
		return
	}
	size := len(from)
	for _, other := range p.From {
		size += len(other)
	}
	if size <= maxProvenance/2 {
		p.From = append(p.From, from)
	}
}

// checksum reads a file for its sum, of which there is none where it cannot be read, or only once.
func (in *Input) checksum(ctx context.Context, name string) (sum checksum) {
	sum.Name = name
	_, again := in.o.Stdin.(*io.SectionReader)
	if !in.isFile(name) && !(again && name == "-" && in.reader == nil) {
		return sum // of a pipe
	}
	file, err := in.openFile(name)
	if err != nil {
		return sum
	}
	defer file.Close()
	hash := sha256.New()
	for n := int64(1); n > 0 && ctx.Err() == nil; sum.Bytes += n {
		if n, err = io.CopyN(hash, file, 1<<20); err == io.EOF {
			err = nil
		}
	}
	if err == nil {
		sum.SHA256 = hex.EncodeToString(hash.Sum(nil))
	}
	return sum
}

// JSON returns the provenance as an object of JSON, in a line that HTML can have in a
// script; nothing of nil.
func (p *Provenance) JSON() []byte {
	if p == nil {
		return nil
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // it consists of strings and numbers
	}
	return text
}

// Line returns the line with which JSON lines say where they come from; nothing of nil.
func (p *Provenance) Line() []byte {
	if p == nil {
		return nil
	}
	return slices.Concat([]byte(`{"provenance":`), p.JSON(), []byte("}\n"))
}

// provenanceBegins is how an object of JSON begins that is a provenance, and
// provenanceLine the line of JSON that has one.
const (
	provenanceBegins = `{"program":"stolb",`
	provenanceLine   = `{"provenance":` + provenanceBegins
)

// maxProvenance is the most bytes of a provenance.
const maxProvenance = 1 << 20

// ErrNoProvenance is returned, in words, for a file that has none.
var ErrNoProvenance = errors.New("convert: no provenance is in the file")

// ReadProvenance returns the provenance that a file of any format has, packed or not, as the
// object of JSON that was written: the last, where a file was put together of several.
func ReadProvenance(name string) (json.RawMessage, error) {
	text, err := OpenPacked(name)
	if err != nil { // it is no text, but may have one: EPUB, PDF
		if text, err = os.Open(name); err != nil {
			return nil, FileError(name, err)
		}
	}
	defer text.Close()
	var found json.RawMessage
	for r := bufio.NewReaderSize(text, maxProvenance); ; {
		window, err := r.Peek(maxProvenance)
		at := bytes.Index(window, []byte(provenanceBegins))
		passed := at
		switch {
		case at == 0:
			var p json.RawMessage
			passed = len(window)
			if err := json.NewDecoder(bytes.NewReader(window)).Decode(&p); err == nil {
				found, passed = p, len(p)
			} else if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
				passed = max(int(wrong.Offset)-1, len(provenanceBegins))
			}
		case at > 0:
		case err == io.EOF && found == nil:
			return nil, message.Of("files.no-provenance", "", ErrNoProvenance, "file", name)
		case err == io.EOF:
			return found, nil
		case err != nil:
			return nil, inFile(name, err)
		default:
			passed = len(window) - len(provenanceBegins)
		}
		_, _ = r.Discard(min(passed, len(window))) // which are there
	}
}
