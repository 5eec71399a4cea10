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

// Provenance records how an output was made. It contains no time and no machine name, so that the
// same program makes the same output from the same files.
type Provenance struct {
	Program string   `json:"program"` // "stolb", by which ReadProvenance finds it
	Version string   `json:"version,omitempty"`
	Commit  string   `json:"commit,omitempty"` // with "+changed" if the source was modified
	Command []string `json:"command,omitempty"`

	Files  int               `json:"files,omitempty"`
	Bytes  int64             `json:"bytes,omitempty"`
	SHA256 string            `json:"sha256,omitempty"` // of the lines that sha256sum prints for all files
	Inputs []checksum        `json:"inputs,omitempty"` // at most listedInputs files
	From   []json.RawMessage `json:"from,omitempty"`   // provenances of the first files; see AddFrom

	Games    *int           `json:"games,omitempty"`    // read; nil if not yet known
	Written  *int           `json:"written,omitempty"`  // or counted
	LeftOut  map[string]int `json:"leftOut,omitempty"`  // by reason
	Verdicts map[string]int `json:"verdicts,omitempty"` // of the games written or counted
}

// checksum describes an input file as stored. SHA256 is "" if it can be read only once.
type checksum struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256,omitempty"`
}

// listedInputs is the maximum number of files listed.
const listedInputs = 100

// NewProvenance returns the provenance of a command's output from an input, whose files it reads.
// The error is that of ctx; a file that cannot be read has no checksum.
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
			continue // reported when the games are read
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

// AddFrom adds the provenance found in an input file, unless the total would be too large for
// ReadProvenance. It does nothing if p is nil or from is empty.
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

// checksum hashes a file. It leaves the sum empty if the file cannot be read, or only once.
func (in *Input) checksum(ctx context.Context, name string) (sum checksum) {
	sum.Name = name
	_, again := in.o.Stdin.(*io.SectionReader)
	if !in.isFile(name) && !(again && name == "-" && in.reader == nil) {
		return sum // a pipe
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

// JSON returns the provenance as a JSON object on one line, safe within an HTML script element,
// or nil if p is nil.
func (p *Provenance) JSON() []byte {
	if p == nil {
		return nil
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // impossible: only strings and numbers
	}
	return text
}

// Line returns the provenance as a line of a JSON Lines file, or nil if p is nil.
func (p *Provenance) Line() []byte {
	if p == nil {
		return nil
	}
	return slices.Concat([]byte(`{"provenance":`), p.JSON(), []byte("}\n"))
}

// provenanceBegins is the beginning of a provenance's JSON object, and provenanceLine that of the
// JSON line with a provenance.
const (
	provenanceBegins = `{"program":"stolb",`
	provenanceLine   = `{"provenance":` + provenanceBegins
)

// maxProvenance is the maximum size of a provenance in bytes.
const maxProvenance = 1 << 20

// ErrNoProvenance is wrapped by the error of ReadProvenance for a file without a provenance.
var ErrNoProvenance = errors.New("convert: no provenance is in the file")

// ReadProvenance returns the provenance embedded in a file of any format, packed or not, as the
// JSON object that was written. If several files were concatenated, it returns the last one.
func ReadProvenance(name string) (json.RawMessage, error) {
	text, err := OpenPacked(name)
	if err != nil { // not a text, but it may contain one: EPUB, PDF
		if text, err = os.Open(name); err != nil {
			return nil, FileError(name, err)
		}
	}
	defer text.Close()
	var found json.RawMessage
	for r := bufio.NewReaderSize(text, 2*maxProvenance); ; {
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
			return nil, FileError(name, err)
		default:
			passed = len(window) - len(provenanceBegins)
		}
		_, _ = r.Discard(min(passed, len(window))) // these bytes are buffered
	}
}
