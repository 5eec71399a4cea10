// Package spill sorts more records than fit in memory.
package spill

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/stolb/stolb/record/message"
)

const (
	minBuffer = 4 << 10 // bytes read or written at a time
	maxBuffer = 64 << 10
)

// Sorter collects records and returns them in ascending order of their keys, and records with
// equal keys in the order in which they were added. Records that exceed its memory go to a single
// temporary file, as sorted runs that are merged when read; otherwise there is no file. A Sorter
// is not safe for concurrent use.
type Sorter struct {
	memory int    // bytes
	data   []byte // the keys and values of held, each value after its key
	held   []place
	file   *os.File // nil if nothing was spilled
	size   int64    // the size of file
	runs   []run
}

// place is the place of a record in memory.
type place struct {
	prefix         uint64 // the first bytes of the key, enough to compare most keys
	at, key, value int32
}

const placeBytes = 24

// run is the place of sorted records in the file, each preceded by the lengths of key and value.
type run struct {
	at, bytes int64
	records   int
}

// New returns a Sorter that holds at most so many bytes, and never more than 1 GB, in memory.
// Merging takes at most as much, or 4 kB per run if that is more.
func New(memory int) *Sorter { return &Sorter{memory: min(memory, 1<<30)} }

// Spilled reports whether there is a temporary file.
func (s *Sorter) Spilled() bool { return len(s.runs) > 0 }

// Add adds a record. It returns an error if it cannot write the temporary file.
func (s *Sorter) Add(key, value []byte) error {
	n := len(key) + len(value)
	if len(s.data)+n+placeBytes*len(s.held) > s.memory && len(s.held) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	var first [8]byte
	copy(first[:], key)
	prefix := binary.BigEndian.Uint64(first[:])
	s.held = append(s.held, place{prefix, int32(len(s.data)), int32(len(key)), int32(len(value))})
	s.data = append(append(s.data, key...), value...)
	return nil
}

func (s *Sorter) keyOf(p *place) []byte { return s.data[p.at : p.at+p.key] }

// sorted sorts the records in memory and yields them.
func (s *Sorter) sorted() iter.Seq2[[]byte, []byte] {
	slices.SortFunc(s.held, func(a, b place) int {
		if c := cmp.Compare(a.prefix, b.prefix); c != 0 {
			return c
		}
		return cmp.Or(bytes.Compare(s.keyOf(&a), s.keyOf(&b)), cmp.Compare(a.at, b.at))
	})
	return func(yield func(key, value []byte) bool) {
		for i := range s.held {
			p := &s.held[i]
			if value := p.at + p.key; !yield(s.keyOf(p), s.data[value:value+p.value]) {
				return
			}
		}
	}
}

// spill writes the records in memory to the temporary file.
func (s *Sorter) spill() error {
	if len(s.held) == 0 {
		return nil
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "stolb-*")
		if err != nil {
			return message.Of("stats.no-temporary", "why", err)
		}
		// If the system allows it, the file has no name from now on and is deleted even when
		// the process is killed. Close tries again.
		_ = os.Remove(file.Name())
		s.file = file
	}
	w := bufio.NewWriterSize(io.NewOffsetWriter(s.file, s.size), maxBuffer)
	var head []byte
	r := run{at: s.size}
	for key, value := range s.sorted() {
		head = binary.AppendUvarint(head[:0], uint64(len(key)))
		head = binary.AppendUvarint(head, uint64(len(value)))
		r.bytes += int64(len(head) + len(key) + len(value))
		r.records++
		w.Write(head) // Flush returns the first error
		w.Write(key)
		w.Write(value)
	}
	if err := w.Flush(); err != nil {
		return message.Of("stats.temporary", "why", err)
	}
	s.runs, s.size = append(s.runs, r), s.size+r.bytes
	s.data, s.held = s.data[:0], s.held[:0]
	return nil
}

// Each calls f with the records in order; it can be called repeatedly. key and value are valid
// until f returns. The error is f's, the context's or that of the temporary file.
func (s *Sorter) Each(ctx context.Context, f func(key, value []byte) error) error {
	give := func(key, value []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return f(key, value)
	}
	if len(s.runs) == 0 {
		for key, value := range s.sorted() {
			if err := give(key, value); err != nil {
				return err
			}
		}
		return nil
	}
	if err := s.spill(); err != nil {
		return err
	}
	s.data, s.held = nil, nil // the buffers take over their memory
	size := min(max(s.memory/len(s.runs), minBuffer), maxBuffer)
	var sources []*source // sorted by their next records
	add := func(of *source) error {
		switch err := of.next(); {
		case err == io.EOF:
			return nil
		case err != nil:
			return message.Of("stats.temporary-changed", "", err)
		}
		at, _ := slices.BinarySearchFunc(sources, of, (*source).compare)
		sources = slices.Insert(sources, at, of)
		return nil
	}
	for i, r := range s.runs {
		text := io.NewSectionReader(s.file, r.at, r.bytes)
		if err := add(&source{number: i, left: r.records, most: uint64(r.bytes), r: bufio.NewReaderSize(text, size)}); err != nil {
			return err
		}
	}
	for len(sources) > 0 {
		first := sources[0]
		if err := give(first.key, first.value); err != nil {
			return err
		}
		sources = slices.Delete(sources, 0, 1)
		if err := add(first); err != nil {
			return err
		}
	}
	return nil
}

// Close empties the Sorter and removes the temporary file.
func (s *Sorter) Close() error {
	file := s.file
	if *s = (Sorter{memory: s.memory}); file == nil {
		return nil
	}
	return errors.Join(file.Close(), os.RemoveAll(file.Name())) // no error if it has been removed
}

// source reads a run.
type source struct {
	number     int    // of the run
	left       int    // records
	most       uint64 // bytes of a record
	r          *bufio.Reader
	key, value []byte
}

func (s *source) compare(o *source) int {
	return cmp.Or(bytes.Compare(s.key, o.key), cmp.Compare(s.number, o.number))
}

// next reads the next record. It returns io.EOF if there is none.
func (s *source) next() error {
	if s.left--; s.left < 0 {
		return io.EOF
	}
	key, wrong := binary.ReadUvarint(s.r)
	value, err := binary.ReadUvarint(s.r)
	if wrong != nil || err != nil || key > s.most || value > s.most-key {
		return io.ErrUnexpectedEOF
	}
	s.key = slices.Grow(s.key[:0], int(key+value))[:key+value]
	if _, err := io.ReadFull(s.r, s.key); err != nil {
		return io.ErrUnexpectedEOF
	}
	s.key, s.value = s.key[:key], s.key[key:key+value]
	return nil
}
