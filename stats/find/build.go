package find

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"maps"
	"math/bits"
	"slices"
	"strconv"

	"github.com/klauspost/compress/zstd"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/internal/spill"
)

const (
	groupSize = 256     // positions to a block, about
	maxMemory = 8 << 20 // bytes of positions that are held before they are spilled
)

// Entry is a game ready to be added to an index. Its memory is reused by Fill.
type Entry struct {
	stored  storedGame
	entries []entry
	terms   []headerTerm
	result  byte
	legal   []replay.Move
}

// headerTerm is something that is said of a game.
type headerTerm struct{ kind, text string }

// Fill takes what an index keeps from a game: its text and what judging it came
// to. Positions after the 65534th are not kept, and such a game is always looked
// at.
func (g *Entry) Fill(c *grammar.Chunk, r *replay.Report) {
	g.stored = storedGame{c.Source, c.Format, c.Text}
	g.entries, g.terms = g.entries[:0], g.terms[:0]
	for i, ply := range r.Plies() {
		if i+1 >= 0xffff {
			g.terms = append(g.terms, headerTerm{termLong, ""})
			break
		}
		p, m := ply.Before, ply.Move
		e := entry{hash: hashOf(r.Variant, p.Hash()), ply: uint16(i), move: noMove}
		if m != nil {
			g.legal = g.legal[:0]
			if m.Captures() > 0 {
				g.legal = p.Moves(g.legal)
			}
			e.move = codeOf(m, g.legal)
		}
		g.entries = append(g.entries, e)
	}
	game := r.Game
	g.result = resultBytes[winner(game.Result)]
	year := ""
	if d, ok := record.ParseDate(game.Tag("Date")); ok && d.Year > 0 {
		year = strconv.Itoa(d.Year)
	}
	g.terms = append(g.terms,
		headerTerm{termWhite, Fold(game.Tag("White"))}, headerTerm{termBlack, Fold(game.Tag("Black"))}, headerTerm{termYear, year},
		headerTerm{termVariant, r.Variant.String()}, headerTerm{termOutcome, strconv.Itoa(int(g.result))},
		headerTerm{termVerdict, r.Verdict.String()})
}

// BuildIndex writes an index of the games that each calls add with, in the order of the
// calls; variant is that of games that name none. Where each returns an error, what was
// written is no index, and BuildIndex returns that. The terms of all games are held in
// memory, some 30 bytes a game; of many games the positions are sorted in a temporary file.
func BuildIndex(w io.Writer, variant record.Variant, each func(add func(*Entry) error) error) error {
	return buildIndex(w, variant, maxMemory, each)
}

func buildIndex(w io.Writer, variant record.Variant, memory int, each func(add func(*Entry) error) error) (err error) {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	b := &builder{
		to:        &indexWriter{to: bufio.NewWriterSize(w, 1<<18)},
		positions: spill.New(memory), packer: packer, terms: make(map[string]map[string][]byte),
	}
	if variant != record.UnknownVariant {
		b.summary.Default = variant.String()
	}
	defer func() { err = errors.Join(err, b.positions.Close()) }()
	if err = b.to.write([]byte(header)); err == nil {
		err = each(b.add)
	}
	if err == nil {
		err = b.finish()
	}
	return err
}

// builder makes an index.
type builder struct {
	to        *indexWriter
	positions *spill.Sorter // entries as keys
	summary   summary
	block     []byte // of games, packed one by one
	packer    *zstd.Encoder
	results   []byte
	terms     map[string]map[string][]byte // by kind and text, the games in four bytes each
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
	b.results = append(b.results, g.result)
	for _, t := range g.terms {
		if len(t.text) > maxTerm {
			t.text, b.summary.Cut = t.text[:maxTerm], true
		}
		of := b.terms[t.kind]
		if of == nil {
			of = make(map[string][]byte)
			b.terms[t.kind] = of
		}
		of[t.text] = binary.BigEndian.AppendUint32(of[t.text], number)
	}
	b.block = g.stored.pack(b.block)
	if b.summary.Games++; b.summary.Games%blockGames == 0 {
		return b.flush()
	}
	return nil
}

// flush writes the block of games.
func (b *builder) flush() error {
	if len(b.block) == 0 {
		return nil
	}
	b.room = b.packer.EncodeAll(b.block, b.room[:0])
	b.block = b.block[:0]
	return b.to.block(sectionGames, b.room)
}

// finish writes all that remains.
func (b *builder) finish() error {
	if err := b.flush(); err != nil {
		return err
	}
	sum := &b.summary
	// So many first bits of the hash distinguish the groups.
	sum.Group = max(8, bits.Len(uint(sum.Plies/groupSize)))
	if err := b.writePositions(); err != nil {
		return err
	}
	sum.Terms = make(map[string][2]int)
	for _, kind := range slices.Sorted(maps.Keys(b.terms)) {
		blocks, err := b.to.terms(slices.Sorted(maps.Keys(b.terms[kind])), b.terms[kind])
		if err != nil {
			return err
		}
		sum.Terms[kind] = blocks
	}
	if err := b.to.block(sectionResults, b.results); err != nil {
		return err
	}
	return b.to.finish(sum)
}

// writePositions writes the groups of positions, those without any, too.
func (b *builder) writePositions() error {
	group := uint64(0)
	b.room = b.room[:0] // the group
	writeUpTo := func(next uint64) error {
		for ; group < next; group++ {
			if err := b.to.block(sectionPositions, b.room); err != nil {
				return err
			}
			b.room = b.room[:0]
		}
		return nil
	}
	err := b.positions.Each(context.Background(), func(entry, _ []byte) error {
		err := writeUpTo(entryAt(entry, 0).hash >> (64 - b.summary.Group))
		b.room = append(b.room, entry...)
		return err
	})
	if err != nil {
		return err
	}
	return writeUpTo(1 << b.summary.Group)
}

// indexWriter writes a file. The blocks of a section are written one after another.
type indexWriter struct {
	to     *bufio.Writer
	at     int64
	places [sections][]int64 // where blocks begin, and the last ends
}

func (w *indexWriter) write(text []byte) error {
	n, err := w.to.Write(text)
	w.at += int64(n)
	return err
}

func (w *indexWriter) block(s section, text []byte) error {
	if len(w.places[s]) == 0 {
		w.places[s] = append(w.places[s], w.at)
	}
	sum := checksum(s, len(w.places[s])-1, text)
	if err := errors.Join(w.write(text), w.write(binary.BigEndian.AppendUint32(nil, sum))); err != nil {
		return err
	}
	w.places[s] = append(w.places[s], w.at)
	return nil
}

// finish writes what follows the blocks.
func (w *indexWriter) finish(sum *summary) error {
	for s, places := range w.places {
		sum.Sections[s] = extent{w.at, max(0, len(places)-1)}
		for _, at := range places {
			if err := w.write(binary.BigEndian.AppendUint64(nil, uint64(at))); err != nil {
				return err
			}
		}
	}
	text, err := json.Marshal(sum)
	if err != nil {
		return err
	}
	end := binary.BigEndian.AppendUint32(text, crc32.Checksum(text, castagnoli))
	end = binary.BigEndian.AppendUint32(end, uint32(len(text)))
	if err := w.write(append(end, trailer...)); err != nil {
		return err
	}
	return w.to.Flush()
}
