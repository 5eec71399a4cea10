package main

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// A file that --partial writes is a line of JSON, partialHead, behind it what the
// statistic saved, and a CRC-32C of all that in four bytes, the greatest first.

const (
	// partialVersion is that of the format. What another version of Stolb wrote
	// is read where this is the same.
	partialVersion = 1
	// maxPartialHead is the most bytes of the first line.
	maxPartialHead = 1 << 16
)

// partialHead is the first line of such a file.
type partialHead struct {
	Partial int          `json:"partial"` // partialVersion
	Stolb   string       `json:"stolb"`   // the version that wrote it
	Kind    string       `json:"kind"`
	Asked   partialAsked `json:"asked"`
	Part    string       `json:"part,omitempty"`  // K/N
	Input   string       `json:"input,omitempty"` // of which files, with a part
	Variant string       `json:"variant,omitempty"`

	Games   int                        `json:"games"`
	LeftOut [replay.Unreadable + 1]int `json:"leftOut"` // by verdict
	Other   int                        `json:"other"`   // of another variant
	Failed  bool                       `json:"failed"`  // something could not be read
	Faults  bool                       `json:"faults"`  // some game is not legal
}

// partialAsked is what was to be counted, which has to be the same of all.
type partialAsked struct {
	Variant  string `json:"variant,omitempty"`
	Position string `json:"position,omitempty"`
	Depth    int    `json:"depth,omitempty"`
	Event    string `json:"event,omitempty"`
	Teams    bool   `json:"teams,omitempty"`
}

// kind is one of the statistics, which counts and then tells or saves.
type kind interface {
	// count counts the games of the files, and returns as countGames does.
	count(s *streams, args []string) error
	// tell writes what was counted; done is what count returned.
	tell(s *streams, done error) error
	// describe fills in what is this statistic's alone.
	describe(*partialHead)
	save(io.Writer) error
	// load adds what another has saved.
	load(*partialHead, stats.Reader) error
	close()
}

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
	done := k.count(s, args)
	switch {
	case !worthTelling(done):
		return done
	case c.partial == "":
		return k.tell(s, done)
	}
	if err := c.savePartial(k, args, done); err != nil {
		return err
	}
	return done
}

// savePartial writes what was counted to its file.
func (c *statistic) savePartial(k kind, args []string, done error) error {
	h := partialHead{
		Partial: partialVersion, Stolb: moduleVersion(), Part: c.part.String(),
		Games: int(c.tally.games.Load()), LeftOut: c.leftOut,
		Failed: errors.Is(done, errTold), Faults: errors.Is(done, errFaults),
	}
	if c.asked != record.UnknownVariant {
		h.Asked.Variant = c.asked.String()
	}
	if c.part.asked() {
		sum := sha256.Sum256([]byte(strings.Join(append(append(slices.Clone(args), c.include...), c.where.key()), "\x00")))
		h.Input = hex.EncodeToString(sum[:8])
	}
	k.describe(&h)
	first, err := json.Marshal(&h)
	if err != nil {
		return err
	}
	if len(first) >= maxPartialHead {
		return &usageError{message: say("usage.partial-long")}
	}
	out := c.saved.file.buffer
	summed := &summedWriter{out, crc32.New(castagnoli)}
	if _, err = summed.Write(append(first, '\n')); err == nil {
		err = k.save(summed)
	}
	if err == nil {
		_, err = out.Write(summed.sum.Sum(nil))
	}
	if err != nil {
		return fileError(c.partial, err)
	}
	return c.saved.commit()
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// summedWriter sums up what is written.
type summedWriter struct {
	w   io.Writer
	sum hash.Hash32
}

func (w *summedWriter) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	w.sum.Write(p[:n])
	return n, err
}

// partialFile is a file that --partial wrote, read behind its head.
type partialFile struct {
	name string
	head partialHead
	file io.Closer
	r    *bufio.Reader
	sum  uint32
}

func (p *partialFile) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	p.sum = crc32.Update(p.sum, castagnoli, b[:n])
	return n, err
}

func (p *partialFile) ReadByte() (byte, error) {
	b, err := p.r.ReadByte()
	if err == nil {
		p.sum = crc32.Update(p.sum, castagnoli, []byte{b})
	}
	return b, err
}

// openPartial opens such a file, packed or not, and reads its head.
func openPartial(name string) (*partialFile, error) {
	var read atomic.Int64 // nobody asks how far it is
	text, err := open(name, nil, &read)
	if err != nil {
		return nil, err
	}
	p := &partialFile{name: name, file: text, r: bufio.NewReaderSize(text, maxPartialHead)}
	if p.head, err = p.readHead(); err != nil {
		return nil, errors.Join(message.Of("message.path", "path", name, "why", err), text.Close())
	}
	return p, nil
}

// readHead reads the first line.
func (p *partialFile) readHead() (h partialHead, err error) {
	first, err := p.r.ReadSlice('\n')
	if err != nil || json.Unmarshal(first, &h) != nil || h.Partial == 0 {
		return h, message.Of("part.no-partial", "command", "stolb stats --partial")
	}
	p.sum = crc32.Update(0, castagnoli, first)
	if h.Partial != partialVersion {
		return h, message.Of("part.other-version", "version", h.Partial, "stolb", h.Stolb, "own", partialVersion)
	}
	if h.Part != "" {
		var part partValue
		if err := part.Set(h.Part); err != nil {
			return h, message.Of("part.no-partial", "command", "stolb stats --partial")
		}
	}
	return h, nil
}

// load adds what was saved to the statistic.
func (p *partialFile) load(k kind) error {
	err := k.load(&p.head, p)
	if err == nil {
		var sum [5]byte // and no more
		n, _ := io.ReadFull(p.r, sum[:])
		if n != 4 || binary.BigEndian.Uint32(sum[:]) != p.sum {
			err = stats.ErrPartial
		}
	}
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
			return nil, message.Of("part.other-flags", "first", first.name, "second", f.name, "flags", first.head.Asked.flags(), "other", f.head.Asked.flags())
		}
	}
	type input struct {
		files string
		n     int
	}
	seen := map[input]map[int]string{} // files by part
	at := map[input]int{}              // where the first is named
	key := func(f *partialFile) (input, int) {
		var part partValue
		_ = part.Set(f.head.Part) // see readHead
		return input{f.head.Input, part.n}, part.k
	}
	for i, f := range files {
		of, k := key(f)
		if of.n == 0 {
			continue
		}
		if seen[of] == nil {
			seen[of], at[of] = map[int]string{}, i
		}
		if other, ok := seen[of][k]; ok {
			return nil, message.Of("part.twice", "first", other, "second", f.name, "part", f.head.Part)
		}
		seen[of][k] = f.name
	}
	for _, f := range files {
		of, _ := key(f)
		var missing []string
		for k := 1; k <= of.n && len(seen[of]) < of.n && len(missing) < 5; k++ {
			if seen[of][k] == "" {
				missing = append(missing, fmt.Sprintf("%d/%d", k, of.n))
			}
		}
		if len(missing) > 0 {
			return nil, message.Of("part.missing", "file", f.name, "part", f.head.Part, "n", of.n-len(seen[of]), "all", of.n, "parts", strings.Join(missing, ", "))
		}
	}
	type placed struct {
		*partialFile
		at, k int
	}
	order := make([]placed, len(files))
	for i, f := range files {
		order[i] = placed{f, i, 0}
		if of, k := key(f); of.n > 0 {
			order[i].at, order[i].k = at[of], k
		}
	}
	slices.SortStableFunc(order, func(a, b placed) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.k, b.k)) })
	sorted := make([]*partialFile, len(files))
	for i := range order {
		sorted[i] = order[i].partialFile
	}
	return sorted, nil
}

// flags lists what was asked for as flags.
func (a partialAsked) flags() message.Message {
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
