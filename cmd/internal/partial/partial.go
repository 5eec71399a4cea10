// Package partial creates the statistics of package stats from their parameters, and writes them
// to files, so that the counts of several runs can be merged.
//
// A file is a line of JSON, Head, followed by the saved statistic and a big-endian CRC-32C of
// all that.
package partial

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

const (
	// Version is the version of the format. Other versions are not read.
	Version = 3
	// maxHead is the most bytes of the first line.
	maxHead = 1 << 16
)

// Head is the first line of such a file.
type Head struct {
	Partial int    `json:"partial"` // Version
	Stolb   string `json:"stolb"`   // the version of Stolb that wrote the file
	Kind    string `json:"kind"`
	Params  Params `json:"params"`
	Part    string `json:"part,omitempty"`  // K/N
	Input   string `json:"input,omitempty"` // identifies the files, with a part
	Files   string `json:"files,omitempty"` // identifies their paths; "" if unknown
	Variant string `json:"variant,omitempty"`

	Games   int                        `json:"games"`
	LeftOut [replay.Unreadable + 1]int `json:"leftOut"` // by verdict
	Other   int                        `json:"other"`   // of another variant
	Failed  bool                       `json:"failed"`  // something could not be read
	Faults  bool                       `json:"faults"`  // some game is not legal

	Provenance json.RawMessage `json:"provenance,omitempty"` // see convert.Provenance
}

// Params are the parameters of a statistic, which must be the same in all parts.
type Params struct {
	Variant  string `json:"variant,omitempty"`
	Position string `json:"position,omitempty"`
	Depth    int    `json:"depth,omitempty"`
	Event    string `json:"event,omitempty"`
	Teams    bool   `json:"teams,omitempty"`
}

// Counter is a statistic of package stats.
type Counter interface {
	Add(*replay.Report) error
	Save(io.Writer) error
	Load(*bufio.Reader) error
	Close() error
}

// Tournament is a stats.Tournament as a Counter.
type Tournament struct{ *stats.Tournament }

// Close does nothing.
func (Tournament) Close() error { return nil }

// New returns an empty statistic as defined by a head; openings are those of h.Variant. It holds
// at most memory bytes before it spills. The error reports an unknown kind or variant, or a wrong
// position.
func New(h *Head, memory int) (Counter, error) {
	switch h.Kind {
	case "players":
		return stats.NewPlayers(memory), nil
	case "adiukh":
		return stats.NewAdiukh(h.Params.Depth, memory), nil
	case "crosstable":
		return Tournament{stats.NewTournament(h.Params.Event, h.Params.Teams)}, nil
	case "openings":
		v := record.VariantNamed(h.Variant)
		rules, err := replay.For(v)
		if err != nil {
			return nil, err
		}
		root := rules.Start()
		if h.Params.Position != "" {
			p, err := record.ParseFEN(v, h.Params.Position)
			if err != nil {
				return nil, err
			}
			if root, err = rules.Position(&p); err != nil {
				return nil, err
			}
		}
		return stats.NewOpenings(root, h.Params.Depth, memory), nil
	}
	return nil, fmt.Errorf("no statistic %q", h.Kind)
}

// Merge moves the counts of b to a, which must be of the same kind.
func Merge(a, b Counter) error {
	switch a := a.(type) {
	case *stats.Openings:
		return a.Merge(b.(*stats.Openings))
	case *stats.Adiukh:
		return a.Merge(b.(*stats.Adiukh))
	case *stats.Players:
		return a.Merge(b.(*stats.Players))
	}
	return errors.ErrUnsupported
}

// ErrLong is returned for a head that is too long.
var ErrLong = errors.New("partial: the head is too long")

// Write writes the head, whose Partial it sets, and what save writes. The error is ErrLong, or
// that of w or save.
func Write(w io.Writer, h Head, save func(io.Writer) error) error {
	h.Partial = Version
	first, err := json.Marshal(&h)
	if err == nil && len(first) >= maxHead {
		err = ErrLong
	}
	sum := crc32.New(castagnoli)
	summed := io.MultiWriter(w, sum)
	if err == nil {
		_, err = summed.Write(append(first, '\n'))
	}
	if err == nil {
		err = save(summed)
	}
	if err == nil {
		_, err = w.Write(sum.Sum(nil))
	}
	return err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Reader reads a file written by Write.
type Reader struct {
	Head Head
	r    *bufio.Reader // its buffer has maxHead bytes
	sum  hash.Hash32   // of all bytes read by r
}

// NewReader returns a Reader of r, whose contents need not be trusted. It returns an error if r
// is not such a file, or has another version.
func NewReader(r io.Reader) (*Reader, error) {
	p := &Reader{sum: crc32.New(castagnoli)}
	p.r = bufio.NewReaderSize(io.TeeReader(r, p.sum), maxHead)
	first, err := p.r.ReadSlice('\n')
	if err != nil || json.Unmarshal(first, &p.Head) != nil || p.Head.Partial == 0 {
		return nil, message.Of("part.no-partial", "command", "stolb stats --partial")
	}
	if h := &p.Head; h.Partial != Version {
		return nil, message.Of("part.other-version", "version", h.Partial, "stolb", h.Stolb, "own", Version)
	}
	return p, nil
}

// Load calls load to add the saved counts to a statistic. The error is load's, or
// stats.ErrPartial if the file is incomplete, damaged or too long, in which case load may have
// added counts.
func (p *Reader) Load(load func(*bufio.Reader) error) error {
	if err := load(p.r); err != nil {
		return err
	}
	sum, err := io.ReadAll(io.LimitReader(p.r, crc32.Size+1))
	if err != nil || len(sum) != crc32.Size || crc32.Update(binary.BigEndian.Uint32(sum), castagnoli, sum) != p.sum.Sum32() {
		return stats.ErrPartial
	}
	return nil
}
