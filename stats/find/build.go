package find

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/bits"

	"github.com/klauspost/compress/zstd"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/internal/spill"
)

const (
	groupSize = 1024    // approximate positions in a block
	maxMemory = 8 << 20 // bytes of positions held before they are spilled
)

// Entry is a game ready to be added to an index. Fill reuses its memory.
type Entry struct {
	game    stored
	entries []entry
	headers []byte // a line
	result  byte
	legal   []replay.Move
}

// Fill sets the entry from a game's text and its report.
func (g *Entry) Fill(c *grammar.Chunk, r *replay.Report) {
	g.game = stored{c.Source, c.Text, c.Format, c.Variant, c.Head, c.Others}
	g.entries = g.entries[:0]
	g.result = 0
	result := r.Game.Result
	if outcome := winner(result); outcome <= record.Draw {
		g.result = byte(outcome)
	}
	for i, ply := range r.Plies() {
		p, m := ply.Before, ply.Move
		e := entry{hash: hashOf(r.Variant, p.Hash()), ply: uint16(min(i, math.MaxUint16)), move: noMove}
		if m != nil {
			g.legal = g.legal[:0]
			if m.Captures() > 0 {
				g.legal = p.Moves(g.legal)
			}
			e.move = codeOf(m, g.legal)
		}
		g.entries = append(g.entries, e)
	}
	var tags, first []record.Tag
	for _, t := range r.Game.Tags {
		tags = append(tags, record.Tag{Name: fold(t.Name), Value: fold(t.Value)})
	}
	// If Fold changes which of the tags is found or how a date is read, that comes first.
	for _, name := range []string{"White", "Black", "Date"} {
		value := fold(r.Game.Tag(name))
		if date, _ := record.ParseDate(r.Game.Tag(name)); name == "Date" {
			if again, _ := record.ParseDate(value); again != date {
				value = date.String()
			}
		}
		if (&record.Game{Tags: tags}).Tag(name) != value {
			first = append(first, record.Tag{Name: name, Value: value})
		}
	}
	g.headers = fmt.Appendf(g.headers[:0], "%d\t%d\t%d\t%s", r.Variant, r.Verdict, winner(result), result)
	for _, t := range append(first, tags...) {
		g.headers = append(append(append(append(g.headers, '\t'), t.Name...), '\t'), t.Value...)
	}
	g.headers = append(g.headers, '\n')
}

// BuildIndex writes an index of the games that each passes to add, in that order. variant applies
// to games that name none. If each fails, BuildIndex returns its error and the output is not a
// valid index. The positions of many games are sorted in a temporary file.
func BuildIndex(w io.Writer, variant record.Variant, each func(add func(*Entry) error) error) error {
	return buildIndex(w, variant, maxMemory, each)
}

func buildIndex(w io.Writer, variant record.Variant, memory int, each func(add func(*Entry) error) error) (err error) {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	b := &builder{to: bufio.NewWriterSize(w, 1<<18), positions: spill.New(memory), packer: packer}
	if variant != record.UnknownVariant {
		b.summary.Default = variant.String()
	}
	defer func() { err = errors.Join(err, b.positions.Close()) }()
	b.write([]byte(header))
	if err := each(b.add); err != nil {
		return err
	}
	return b.finish()
}

// builder writes an index; after an error it writes nothing more.
type builder struct {
	to        *bufio.Writer
	at        int64
	err       error
	positions *spill.Sorter // entries as keys
	summary   summary
	games     bytes.Buffer // the current block of games
	encoder   *gob.Encoder // into games
	headers   []byte       // the current block of headers
	packer    *zstd.Encoder
	room      []byte
}

// add adds a game.
func (b *builder) add(g *Entry) error {
	number := uint32(b.summary.Games)
	if number >= maxGames {
		return message.Of("index.too-many-games", "most", maxGames)
	}
	for i := range g.entries {
		e := &g.entries[i]
		e.game = number
		b.room = e.append(b.room[:0])
		if err := b.positions.Add(b.room, nil); err != nil {
			return err
		}
	}
	b.summary.Plies += len(g.entries)
	b.summary.Results = append(b.summary.Results, g.result)
	if b.encoder == nil {
		b.encoder = gob.NewEncoder(&b.games)
	}
	if err := b.encoder.Encode(&g.game); err != nil {
		return err
	}
	b.headers = append(b.headers, g.headers...)
	b.summary.Games++
	b.pack(blockGames, headerGames)
	return b.err
}

// pack writes the current blocks that are full, or with 1 and 1 all that are not empty.
func (b *builder) pack(games, headers int) {
	if b.summary.Games%games == 0 && b.games.Len() > 0 {
		b.block(sectionGames, b.packer.EncodeAll(b.games.Bytes(), nil))
		b.games.Reset()
		b.encoder = nil // each block repeats the types
	}
	if b.summary.Games%headers == 0 && len(b.headers) > 0 || len(b.headers) > maxHeaders {
		b.block(sectionHeaders, b.packer.EncodeAll(b.headers, nil))
		b.headers = b.headers[:0]
	}
}

// finish writes the remaining blocks, the positions, the summary and the trailer.
func (b *builder) finish() error {
	b.pack(1, 1)
	sum := &b.summary
	// The number of leading bits of a hash that select its group.
	sum.Group = max(8, bits.Len(uint(sum.Plies/groupSize)))
	// A block for each group of positions, including empty ones.
	group := uint64(0)
	b.room = b.room[:0] // the current group
	writeUpTo := func(next uint64) {
		for ; group < next; group++ {
			b.block(sectionPositions, b.room)
			b.room = b.room[:0]
		}
	}
	err := b.positions.Each(context.Background(), func(entry, _ []byte) error {
		writeUpTo(entryAt(entry, 0).hash >> (64 - sum.Group))
		b.room = append(b.room, entry...)
		return b.err
	})
	if err != nil {
		return err
	}
	writeUpTo(1 << sum.Group)
	var text bytes.Buffer
	if err := gob.NewEncoder(&text).Encode(sum); err != nil {
		return err
	}
	end := binary.BigEndian.AppendUint32(text.Bytes(), crc32.Checksum(text.Bytes(), castagnoli))
	end = binary.BigEndian.AppendUint32(end, uint32(text.Len()))
	b.write(append(end, trailer...))
	return b.to.Flush() // with the first error of write, if any
}

func (b *builder) write(text []byte) {
	_, b.err = b.to.Write(text) // after an error, the same without writing
	b.at += int64(len(text))
}

func (b *builder) block(s section, text []byte) {
	begins, ends := &b.summary.Begins[s], &b.summary.Ends[s]
	*begins = append(*begins, b.at)
	b.write(text)
	b.write(binary.BigEndian.AppendUint32(nil, checksum(s, len(*ends), text)))
	*ends = append(*ends, b.at)
}
