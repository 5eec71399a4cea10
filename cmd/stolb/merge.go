package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/cmd/internal/partial"
	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

// inputHashes returns hashes that identify an input: of parts by the names given, since machines
// may have them in different folders, and of files by their paths, or "" if some are not regular.
func (c *statistic) inputHashes(args []string) (parts, files string) {
	chosen := append(append(slices.Clone(c.Include), c.where.key()), c.Encoding, c.Numbers)
	sizes, places := []string{}, []string{}
	for name, err := range convert.Open(args, convert.Options{Include: c.Include}).Files() {
		size := "0" // if it has none
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
	if c.Parts > 0 {
		parts = hashOf(args, sizes, chosen)
	}
	return parts, files
}

func hashOf(lists ...[]string) string {
	sum := sha256.New()
	for _, list := range lists {
		fmt.Fprintf(sum, "%q\n", list)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// save writes the counts to the file of --partial; done is the error of the counting.
func (c *statistic) save(done error) error {
	h := c.head
	h.Provenance = c.counts()
	h.Stolb, h.Part = moduleVersion(), partText(c.Part, c.Parts)
	h.Games, h.LeftOut, h.Other = int(c.games.Load()), c.verdicts, c.other
	h.Failed, h.Faults = errors.Is(done, errReported), errors.Is(done, errFaults)
	if c.Variant != record.UnknownVariant {
		h.Params.Variant = c.Variant.String()
	}
	save := func(io.Writer) error { return nil } // no opening was counted
	if !c.isSingle() || c.counted != record.UnknownVariant {
		whole, err := c.whole()
		if err != nil {
			return err
		}
		save = whole.Save
	}
	if h.Kind == "openings" && c.counted != record.UnknownVariant {
		h.Variant = c.counted.String()
	}
	switch err := partial.Write(c.saved.file, h, save); {
	case errors.Is(err, partial.ErrLong):
		return &usageError{message: say("usage.partial-long")}
	case err != nil:
		return convert.FileError(c.partial, err)
	}
	return c.saved.commit()
}

var mergeFlags = map[string][]string{
	"min-games": {"openings", "adiukh", "players"}, "output": {"openings"},
	"system": {"crosstable"}, "rules": {"crosstable"}, "win": {"crosstable"}, "aliases": {"crosstable"},
}

func mergeCommand(s *streams) *cobra.Command {
	command := ofFiles("merge", "usage.no-file-merge")
	flags := command.Flags()
	c := &statistic{flags: flags}
	choiceFlag(flags, &c.format, "format", "text", "text", "json", "arrow", "parquet", "trf")
	flags.StringVar(&c.html, "html", "", "")
	flags.StringVarP(&c.path, "output", "o", "", "")
	minGamesFlag(flags, &c.minGames)
	c.tournamentFlags(flags)
	command.RunE = func(_ *cobra.Command, args []string) error {
		return c.perform(s, command, args, c.merge)
	}
	return command
}

// merge adds up the counts of files, and writes the result.
func (c *statistic) merge(s *streams, args []string) error {
	files, err := readHeads(args)
	if err != nil {
		return err
	}
	first := files[0]
	c.head.Kind, c.head.Params = first.head.Kind, first.head.Params
	kind, params := c.head.Kind, &c.head.Params
	for _, name := range slices.Sorted(maps.Keys(mergeFlags)) {
		if c.flags.Changed(name) && !slices.Contains(mergeFlags[name], kind) {
			return &usageError{message: say("usage.not-for-kind", "flag", name, "kind", kind, "file", first.name)}
		}
	}
	wanted := map[string]string{"arrow": "openings", "parquet": "openings", "trf": "crosstable"}[c.format]
	if wanted != "" && wanted != kind {
		return &usageError{message: say("usage.format-openings", "wanted", wanted,
			"format", c.format, "kind", kind, "file", first.name)}
	}
	if params.Variant != "" {
		if c.Variant, err = record.ParseVariant(params.Variant); err != nil {
			return message.Of("message.path", "path", first.name, "why", err)
		}
	}
	switch kind {
	case "openings", "players", "crosstable":
	case "adiukh":
		params.Depth = min(max(params.Depth, 1), maxOpeningPlies)
	default:
		return message.Of("part.unknown-kind", "file", first.name, "kind", message.Quoted(kind))
	}
	if err := c.begin(s); err != nil {
		return err
	}
	var done error
	for _, f := range files {
		if err := c.load(f); err != nil {
			return err
		}
		if done = ending(done, f.head.Faults); f.head.Failed {
			done = errReported
		}
	}
	return c.write(s, done)
}

func (c *statistic) load(f *partialFile) error {
	return readPartial(f.name, func(r *partial.Reader) error {
		h := &r.Head
		if !reflect.DeepEqual(*h, f.head) {
			return message.Of("part.changed", "file", f.name)
		}
		c.provenance.AddFrom(h.Provenance)
		c.games.Add(int64(h.Games))
		c.other += h.Other
		for i, n := range h.LeftOut {
			c.verdicts[i] += n
		}
		err := r.Load(func(r *bufio.Reader) error {
			if c.head.Kind == "openings" {
				if h.Variant == "" {
					return nil
				}
				v, err := record.ParseVariant(h.Variant)
				if err == nil {
					err = c.take(v)
				}
				if err != nil {
					return err
				}
			}
			whole, err := c.whole()
			if err != nil {
				return err
			}
			return whole.Load(r)
		})
		switch {
		case errors.Is(err, stats.ErrPartial):
			return message.Of("part.not-whole", "file", f.name)
		case err != nil:
			return message.Of("message.path", "path", f.name, "why", err)
		}
		return nil
	})
}

type partialFile struct {
	name string
	head partial.Head
	k    int // the number of the part, or 0
	of   wholeInput
}

// readPartial reads the head of a file of --partial, compressed or not, and calls read to go on.
func readPartial(name string, read func(*partial.Reader) error) error {
	if name == "-" {
		return &usageError{message: say("usage.merge-input")}
	}
	if err := convert.Regular(name); err != nil {
		return err
	}
	text, err := convert.OpenPacked(name)
	if err != nil {
		return err
	}
	defer text.Close()
	r, err := partial.NewReader(text)
	if err != nil {
		return message.Of("message.path", "path", name, "why", err)
	}
	return read(r)
}

// readHeads reads the heads of the files, and puts the files in order. They are opened again to be
// loaded, since there may be more than can be open at a time.
func readHeads(names []string) ([]*partialFile, error) {
	var files []*partialFile
	for _, name := range names {
		f := &partialFile{name: name}
		files = append(files, f)
		err := readPartial(name, func(r *partial.Reader) (err error) {
			f.head, f.of.files = r.Head, r.Head.Input
			if f.head.Part != "" {
				f.k, f.of.n, err = parsePart(f.head.Part)
			}
			if err != nil {
				why := message.Of("part.no-partial", "command", "stolb stats --partial")
				err = message.Of("message.path", "path", name, "why", why)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return inOrder(files)
}

// wholeInput is the input that a file is a part of, in n parts; n is 0 for no part.
type wholeInput struct {
	files string
	n     int
}

// inOrder sorts the parts of inputs. The error names parts that are missing, repeated or different.
func inOrder(files []*partialFile) ([]*partialFile, error) {
	first := files[0]
	for _, f := range files[1:] {
		switch {
		case f.head.Kind != first.head.Kind:
			return nil, message.Of("part.other-kind", "first", first.name, "kind", first.head.Kind, "second", f.name, "other", f.head.Kind)
		case f.head.Params != first.head.Params:
			return nil, message.Of("part.other-flags", "first", first.name, "second", f.name, "flags", paramFlags(first.head.Params), "other", paramFlags(f.head.Params))
		}
	}
	parts := map[wholeInput]map[int]*partialFile{}
	counted := map[string]*partialFile{} // by the hash of the input's paths
	for _, f := range files {
		of, where := f.of, f.head.Files
		if other := counted[where]; where != "" && other != nil && (of.n == 0 || other.of != of) {
			return nil, message.Of("part.same-files", "first", other.name, "second", f.name)
		}
		counted[where] = f
		if parts[of] == nil {
			parts[of] = map[int]*partialFile{}
		}
		if other := parts[of][f.k]; of.n > 0 && other != nil {
			return nil, message.Of("part.twice", "first", other.name, "second", f.name, "part", f.head.Part)
		}
		parts[of][f.k] = f
	}
	var sorted []*partialFile
	for _, f := range files {
		switch of, all := f.of, parts[f.of]; {
		case of.n == 0:
			sorted = append(sorted, f)
		case all == nil: // sorted already, with the first
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

// missingParts returns the error for missing parts, or for parts of another input.
func missingParts(f *partialFile, files []*partialFile, there map[int]*partialFile) error {
	of := f.of
	for _, other := range files {
		if other.of.n == of.n && other.of != of && there[other.k] == nil {
			return message.Of("part.other-input", "first", f.name, "part", f.head.Part, "second", other.name, "other", other.head.Part)
		}
	}
	var missing []string
	for k := 1; k <= of.n && len(missing) < 5; k++ {
		if there[k] == nil {
			missing = append(missing, partText(k, of.n))
		}
	}
	return message.Of("part.missing", "file", f.name, "part", f.head.Part, "n", of.n-len(there), "all", of.n, "parts", strings.Join(missing, ", "))
}

// paramFlags returns parameters, whose names in JSON are those of the flags.
func paramFlags(p partial.Params) message.Message {
	values, flags := map[string]any{}, []string{}
	if text, err := json.Marshal(p); err != nil || json.Unmarshal(text, &values) != nil || len(values) == 0 {
		return message.Of("part.no-flags")
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		flags = append(flags, strings.TrimSuffix(fmt.Sprintf("--%s %v", name, values[name]), " true"))
	}
	return message.Verbatim(strings.Join(flags, " "))
}
