package stats

import (
	"bufio"
	"bytes"
	"container/heap"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
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
)

// groups has a tally for each key. What is beyond its memory goes into
// temporary files, each sorted by key, which are merged when all is counted:
// the sums are exact however many there are.
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

// spill writes the groups that are held to a temporary file, sorted.
func (g *groups) spill() error {
	if len(g.runs) >= maxRuns {
		if err := g.mergeRuns(); err != nil {
			return err
		}
	}
	err := g.writeRun(func(write func(key []byte, t *Tally) error) error {
		for _, key := range g.sortedKeys() {
			if err := write([]byte(key), g.held[key]); err != nil {
				return err
			}
		}
		return nil
	})
	clear(g.held)
	g.size = 0
	return err
}

func (g *groups) sortedKeys() []string {
	keys := make([]string, 0, len(g.held))
	for key := range g.held {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// writeRun makes a temporary file of what fill writes, in order of key.
func (g *groups) writeRun(fill func(write func(key []byte, t *Tally) error) error) (err error) {
	file, err := os.CreateTemp("", "stolb-stats-*")
	if err != nil {
		return message.Of("stats.no-temporary", "why", err)
	}
	g.runs = append(g.runs, file)
	// Where the system lets it, the file has no name from now on, and is gone
	// with the process whatever ends it. Close tries again.
	_ = os.Remove(file.Name())
	w := bufio.NewWriterSize(file, runBuffer)
	var line []byte
	err = fill(func(key []byte, t *Tally) error {
		line = binary.AppendUvarint(line[:0], uint64(len(key)))
		line = append(line, key...)
		_, err := w.Write(t.append(line))
		return err
	})
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return message.Of("stats.temporary", "why", err)
	}
	return nil
}

// mergeRuns makes one file of all.
func (g *groups) mergeRuns() error {
	old := &groups{runs: g.runs}
	g.runs = nil
	err := g.writeRun(old.all(context.Background()))
	return errors.Join(err, old.close())
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

// all returns each with its context.
func (g *groups) all(ctx context.Context) func(func(key []byte, t *Tally) error) error {
	return func(f func(key []byte, t *Tally) error) error { return g.each(ctx, f) }
}

// stride is how many groups are passed over before somebody looks whether they
// are still wanted.
const stride = 1 << 12

// each calls f with every key and its tally, in ascending order of the keys.
// Neither may be kept. The error is f's, that of a file, or the context's.
func (g *groups) each(ctx context.Context, f func(key []byte, t *Tally) error) error {
	for len(g.runs) > maxRuns {
		some := &groups{runs: slices.Clone(g.runs[:maxRuns])}
		g.runs = slices.Delete(g.runs, 0, maxRuns)
		if err := errors.Join(g.writeRun(some.all(ctx)), some.close()); err != nil {
			return err
		}
	}
	var sources sources
	for _, file := range g.runs {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return message.Of("stats.temporary", "why", err)
		}
		sources = append(sources, &source{file: bufio.NewReaderSize(file, runBuffer)})
	}
	sources = append(sources, &source{keys: g.sortedKeys(), held: g.held})
	for _, s := range slices.Clone(sources) {
		if err := s.next(); err == io.EOF {
			sources = slices.DeleteFunc(sources, func(o *source) bool { return o == s })
		} else if err != nil {
			return err
		}
	}
	heap.Init(&sources)
	var key []byte
	var sum Tally
	begun := false
	for n := 0; len(sources) > 0; n++ {
		if n%stride == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s := sources[0]
		if begun && !bytes.Equal(key, s.key) {
			if err := f(key, &sum); err != nil {
				return err
			}
			begun = false
		}
		if !begun {
			key, sum, begun = append(key[:0], s.key...), Tally{}, true
		}
		sum.Merge(&s.tally)
		if err := s.next(); err == io.EOF {
			heap.Pop(&sources)
		} else if err != nil {
			return err
		} else {
			heap.Fix(&sources, 0)
		}
	}
	if begun {
		return f(key, &sum)
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

// source yields groups in ascending order of key, from a file or from memory.
type source struct {
	file *bufio.Reader
	keys []string
	held map[string]*Tally

	key   []byte
	tally Tally
}

// next moves to the next group; io.EOF says that there is none.
func (s *source) next() error {
	if s.file == nil {
		if len(s.keys) == 0 {
			return io.EOF
		}
		s.key = append(s.key[:0], s.keys[0]...)
		s.tally = *s.held[s.keys[0]]
		s.keys = s.keys[1:]
		return nil
	}
	n, err := binary.ReadUvarint(s.file)
	if err == io.EOF {
		return io.EOF
	} else if err != nil || n > math.MaxInt32 {
		return changed()
	}
	s.key = slices.Grow(s.key[:0], int(n))[:n]
	if _, err := io.ReadFull(s.file, s.key); err != nil {
		return changed()
	}
	return s.tally.read(s.file)
}

// sources is a heap with the least key on top.
type sources []*source

func (s sources) Len() int           { return len(s) }
func (s sources) Less(i, j int) bool { return bytes.Compare(s[i].key, s[j].key) < 0 }
func (s sources) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *sources) Push(x any)        { *s = append(*s, x.(*source)) }
func (s *sources) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}
