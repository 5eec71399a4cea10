package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stolb/stolb/cmd/internal/partial"
	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

// carryOut counts, and tells what was counted or saves it.
func (c *statistic) carryOut(s *streams, k kind, args []string) error {
	defer k.close()
	if err := c.part.check(args); err != nil {
		return err
	}
	if c.partial != "" {
		for _, name := range []string{"output", "html", "format", "min-games", "system", "rules", "win"} {
			if f := c.flags.Lookup(name); f != nil && f.Changed {
				return &usageError{message: say("usage.for-merge", "flag", name, "command", "stolb stats merge")}
			}
		}
		if c.partial == "-" {
			return &usageError{message: say("usage.partial-file")}
		}
	}
	var input, files string
	if c.partial != "" { // before it is counted, for it may change meanwhile
		input, files = c.inputOf(args)
	}
	done := c.count(s, k, args)
	switch {
	case !worthTelling(done):
		return done
	case c.partial == "":
		return c.tell(s, k, done)
	}
	if err := c.savePartial(k, input, files, done); err != nil {
		return err
	}
	return done
}

// inputOf returns what tells an input from others: of parts, which machines may have
// in different folders, by names as they are given, and by where the files are. That
// is empty where some are read once, and others may be there in their place later.
func (c *statistic) inputOf(args []string) (input, files string) {
	chosen := append(append(slices.Clone(c.include), c.where.key()), c.encoding)
	sizes, places := []string{}, []string{}
	for name, err := range convert.Open(args, convert.Options{Include: c.include}).Files() {
		size := "0" // of what has none
		if info, statErr := os.Stat(name); err == nil && statErr == nil && info.Mode().IsRegular() {
			size = fmt.Sprint(info.Size())
			if path, err := filepath.Abs(name); err == nil {
				places = append(places, path, size)
			}
		}
		sizes = append(sizes, size)
	}
	if len(places) == 2*len(sizes) {
		files = hashOf(places, chosen)
	}
	if c.part.asked() {
		input = hashOf(args, sizes, chosen)
	}
	return input, files
}

// hashOf returns a hash of lists of texts.
func hashOf(lists ...[]string) string {
	sum := sha256.New()
	for _, list := range lists {
		fmt.Fprintf(sum, "%q\n", list)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// savePartial writes what was counted to its file.
func (c *statistic) savePartial(k kind, input, files string, done error) error {
	h := partial.Head{
		Stolb: moduleVersion(), Part: c.part.String(), Input: input, Files: files,
		Games: int(c.tally.games.Load()), LeftOut: c.leftOut, Other: c.other,
		Failed: errors.Is(done, errTold), Faults: errors.Is(done, errFaults),
	}
	if c.asked != record.UnknownVariant {
		h.Asked.Variant = c.asked.String()
	}
	k.describe(&h)
	switch err := partial.Write(c.saved.file.buffer, h, k.save); {
	case errors.Is(err, partial.ErrLong):
		return &usageError{message: say("usage.partial-long")}
	case err != nil:
		return fileError(c.partial, err)
	}
	return c.saved.commit()
}

// partialFile is a file that --partial wrote, read behind its head.
type partialFile struct {
	name string
	head partial.Head
	part partValue
	file io.Closer
	r    *partial.Reader
}

// openPartial opens such a file, packed or not, and reads its head. It is opened
// twice, so that it cannot be one that is read once.
func openPartial(name string) (*partialFile, error) {
	switch info, err := os.Stat(name); {
	case name == "-":
		return nil, &usageError{message: say("usage.merge-input")}
	case err == nil && !info.Mode().IsRegular() && !info.IsDir():
		return nil, message.Of("part.no-file", "file", name)
	}
	text, err := convert.OpenPacked(name)
	if err != nil {
		return nil, err
	}
	p := &partialFile{name: name, file: text}
	p.r, err = partial.NewReader(text)
	if err == nil {
		if p.head = p.r.Head; p.head.Part != "" && p.part.Set(p.head.Part) != nil {
			err = message.Of("part.no-partial", "command", "stolb stats --partial")
		}
	}
	if err != nil {
		return nil, errors.Join(message.Of("message.path", "path", name, "why", err), text.Close())
	}
	return p, nil
}

// load adds what was saved to the statistic.
func (p *partialFile) load(k kind) error {
	err := p.r.Load(func(r *bufio.Reader) error { return k.load(&p.head, r) })
	if errors.Is(err, stats.ErrPartial) {
		return message.Of("part.not-whole", "file", p.name)
	}
	if err != nil {
		return message.Of("message.path", "path", p.name, "why", err)
	}
	return nil
}

// inOrder puts the parts of an input into their order; what is no part stays where
// it is named. The error says what is missing or there twice, or not alike.
func inOrder(files []*partialFile) ([]*partialFile, error) {
	first := files[0]
	for _, f := range files[1:] {
		switch {
		case f.head.Kind != first.head.Kind:
			return nil, message.Of("part.other-kind", "first", first.name, "kind", first.head.Kind, "second", f.name, "other", f.head.Kind)
		case f.head.Asked != first.head.Asked:
			return nil, message.Of("part.other-flags", "first", first.name, "second", f.name, "flags", askedFlags(first.head.Asked), "other", askedFlags(f.head.Asked))
		}
	}
	parts := map[input]map[int]*partialFile{}
	counted := map[string]*partialFile{} // the first, by where the files are
	for _, f := range files {
		of := f.input()
		if other := counted[f.head.Files]; f.head.Files != "" && other != nil && (of.n == 0 || other.input() != of) {
			return nil, message.Of("part.same-files", "first", other.name, "second", f.name)
		}
		counted[f.head.Files] = f
		if parts[of] == nil {
			parts[of] = map[int]*partialFile{}
		}
		if other := parts[of][f.part.k]; of.n > 0 && other != nil {
			return nil, message.Of("part.twice", "first", other.name, "second", f.name, "part", f.head.Part)
		}
		parts[of][f.part.k] = f
	}
	var sorted []*partialFile
	for _, f := range files {
		of := f.input()
		switch all := parts[of]; {
		case of.n == 0:
			sorted = append(sorted, f)
		case all == nil: // they are where the first is named
		case len(all) < of.n:
			return nil, missingParts(f, files, all)
		default:
			for k := 1; k <= of.n; k++ {
				sorted = append(sorted, all[k])
			}
			delete(parts, of)
		}
	}
	return sorted, nil
}

// input is what a file is a part of, of how many; n is 0 for no part.
type input struct {
	files string
	n     int
}

func (p *partialFile) input() input { return input{p.head.Input, p.part.n} }

// missingParts returns the error that some parts are not there beside those that
// are, of which f is one; or that they are, of another input.
func missingParts(f *partialFile, files []*partialFile, there map[int]*partialFile) error {
	of := f.input()
	for _, other := range files {
		if with := other.input(); with.n == of.n && with != of && there[other.part.k] == nil {
			return message.Of("part.other-input", "first", f.name, "part", f.head.Part, "second", other.name, "other", other.head.Part)
		}
	}
	var missing []string
	for k := 1; k <= of.n && len(missing) < 5; k++ {
		if there[k] == nil {
			missing = append(missing, fmt.Sprintf("%d/%d", k, of.n))
		}
	}
	return message.Of("part.missing", "file", f.name, "part", f.head.Part, "n", of.n-len(there), "all", of.n, "parts", strings.Join(missing, ", "))
}

// askedFlags lists what was asked for as flags.
func askedFlags(a partial.Asked) message.Message {
	var flags []string
	for _, f := range []struct {
		name, value string
		given       bool
	}{
		{"variant", a.Variant, a.Variant != ""}, {"position", a.Position, a.Position != ""},
		{"depth", fmt.Sprint(a.Depth), a.Depth > 0}, {"event", a.Event, a.Event != ""}, {"teams", "", a.Teams},
	} {
		if f.given {
			flags = append(flags, strings.TrimSpace("--"+f.name+" "+f.value))
		}
	}
	if flags == nil {
		return message.Of("part.no-flags")
	}
	return message.Verbatim(strings.Join(flags, " "))
}
