package stats

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/stolb/stolb/record/message"
)

// Memory is how many bytes, about, a statistic holds before it spills to
// temporary files what it has counted. Reading those back takes as much again
// at most.
const Memory = 64 << 20

const (
	// groupCost is what a group costs beside its key: the tally, and its place
	// in the map.
	groupCost = 160
	// maxRuns is how many temporary files are merged at a time.
	maxRuns = 64
	// runBuffer is for reading and writing one of them.
	runBuffer = 64 << 10
	// stride is after how many groups the context is looked at.
	stride = 1 << 12
	// maxKey is the most bytes of a key: a position, two of them, or a name, which
	// may be as long as a game.
	maxKey = 1 << 23
)

// groups has a tally for each key. What is beyond its memory goes into
// temporary files, runs, each as save writes it and sorted by key, which are merged
// when all is counted: the sums are exact however many there are.
type groups struct {
	memory int // bytes
	held   map[string]*Tally
	size   int // bytes held, about
	runs   []*os.File
}

// newGroups returns groups that hold at most so many bytes in memory.
func newGroups(memory int) *groups { return &groups{memory: memory, held: make(map[string]*Tally)} }

// of returns the tally of a key, to be added to before the next call.
func (g *groups) of(key []byte) (*Tally, error) {
	if t := g.held[string(key)]; t != nil {
		return t, nil
	}
	if g.size > g.memory {
		if err := g.spill(); err != nil {
			return nil, err
		}
	}
	t := new(Tally)
	g.held[string(key)] = t
	g.size += len(key) + groupCost
	return t, nil
}

// spill writes the groups that are held to a run.
func (g *groups) spill() error {
	if len(g.runs) >= maxRuns {
		if err := g.mergeRuns(); err != nil {
			return err
		}
	}
	err := g.addRun(&groups{held: g.held})
	clear(g.held)
	g.size = 0
	return err
}

// mergeRuns makes one of the first runs, as many as are merged at a time.
func (g *groups) mergeRuns() error {
	some := &groups{runs: slices.Clone(g.runs[:maxRuns])}
	g.runs = slices.Delete(g.runs, 0, maxRuns)
	return errors.Join(g.addRun(some), some.close())
}

// addRun writes other groups to a run.
func (g *groups) addRun(from *groups) error {
	file, err := os.CreateTemp("", "stolb-stats-*")
	if err != nil {
		return message.Of("stats.no-temporary", "why", err)
	}
	g.runs = append(g.runs, file)
	// Where the system lets it, the file has no name from now on, and is gone
	// with the process whatever ends it. Close tries again.
	_ = os.Remove(file.Name())
	w := bufio.NewWriterSize(file, runBuffer)
	if err = from.save(w); err == nil {
		err = w.Flush()
	}
	if err != nil {
		return message.Of("stats.temporary", "why", err)
	}
	return nil
}

// save writes the groups in order of their keys, each with the length of its key
// and 1 before it, and a 0 at the end.
func (g *groups) save(w io.Writer) error {
	var line []byte
	err := g.each(context.Background(), func(key []byte, t *Tally) error {
		line = binary.AppendUvarint(line[:0], uint64(len(key))+1)
		line = append(line, key...)
		_, err := w.Write(t.append(line))
		return err
	})
	if err != nil {
		return err
	}
	_, err = w.Write([]byte{0})
	return err
}

// load adds what save wrote; valid says whether a key is one of these groups. The
// error is ErrPartial, or a temporary file's.
func (g *groups) load(r *bufio.Reader, valid func(key []byte) bool) error {
	from := source{r: r}
	for {
		switch err := from.next(); {
		case err == io.EOF:
			return nil
		case err != nil || !valid(from.key):
			return ErrPartial
		}
		mine, err := g.of(from.key)
		if err != nil {
			return err
		}
		mine.Merge(&from.tally)
	}
}

// take makes another's groups its own; the other is empty then.
func (g *groups) take(o *groups) error {
	g.runs = append(g.runs, o.runs...)
	o.runs = nil
	for key, t := range o.held {
		mine, err := g.of([]byte(key))
		if err != nil {
			return err
		}
		mine.Merge(t)
	}
	clear(o.held)
	o.size = 0
	return nil
}

// each calls f with every key and its tally, in ascending order of the keys.
// Neither may be kept. The error is f's, that of a file, or the context's.
func (g *groups) each(ctx context.Context, f func(key []byte, t *Tally) error) error {
	n := 0
	give := func(key []byte, t *Tally) error {
		if n++; n%stride == 1 && ctx.Err() != nil {
			return ctx.Err()
		}
		return f(key, t)
	}
	if len(g.runs) == 0 {
		for _, key := range slices.Sorted(maps.Keys(g.held)) {
			if err := give([]byte(key), g.held[key]); err != nil {
				return err
			}
		}
		return nil
	}
	if len(g.held) > 0 {
		if err := g.spill(); err != nil {
			return err
		}
	}
	for len(g.runs) > maxRuns {
		if err := g.mergeRuns(); err != nil {
			return err
		}
	}
	var sources []*source // by their keys, the least first
	add := func(s *source) error {
		if err := s.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return message.Of("stats.temporary-changed", "", err)
		}
		at, _ := slices.BinarySearchFunc(sources, s.key, func(o *source, key []byte) int { return bytes.Compare(o.key, key) })
		sources = slices.Insert(sources, at, s)
		return nil
	}
	for _, file := range g.runs {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return message.Of("stats.temporary", "why", err)
		}
		if err := add(&source{r: bufio.NewReaderSize(file, runBuffer)}); err != nil {
			return err
		}
	}
	var key []byte
	for len(sources) > 0 {
		key = append(key[:0], sources[0].key...)
		var sum Tally
		for len(sources) > 0 && bytes.Equal(sources[0].key, key) {
			s := sources[0]
			sum.Merge(&s.tally)
			sources = slices.Delete(sources, 0, 1)
			if err := add(s); err != nil {
				return err
			}
		}
		if err := give(key, &sum); err != nil {
			return err
		}
	}
	return nil
}

// close removes the temporary files.
func (g *groups) close() error {
	var errs []error
	for _, file := range g.runs {
		errs = append(errs, file.Close())
		if err := os.Remove(file.Name()); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	g.runs = nil
	clear(g.held)
	return errors.Join(errs...)
}

// source reads groups that were saved.
type source struct {
	r     *bufio.Reader
	key   []byte
	tally Tally
}

// next reads the next group; io.EOF says that there is none, errTally that these
// are no groups.
func (s *source) next() error {
	n, err := binary.ReadUvarint(s.r)
	switch {
	case err != nil || n > maxKey:
		return errTally
	case n == 0:
		return io.EOF
	}
	s.key = slices.Grow(s.key[:0], int(n)-1)[:n-1]
	if _, err := io.ReadFull(s.r, s.key); err != nil {
		return errTally
	}
	return s.tally.read(s.r)
}
