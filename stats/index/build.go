package index

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"maps"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/klauspost/compress/zstd"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/find"
)

const (
	parts      = 256     // files in which positions are gathered, by the first byte of their hash
	blockGames = 32      // games that are packed together
	groupSize  = 256     // positions to a key, about
	maxTerm    = 1 << 14 // bytes of a text; longer ones are cut
	maxGames   = 1 << 28
)

// Game is a game ready to be added to an index. Its memory is reused by Fill.
type Game struct {
	stored  storedGame
	entries []entry
	terms   []term
	result  byte
	legal   []replay.Move
}

// storedGame is a game as a block has it.
type storedGame struct {
	File   string
	Number int
	Offset int64
	Line   int
	Format grammar.Format
	Text   string
}

// Fill takes what an index keeps from a game: its text and what judging it came
// to. Positions behind the 65534th are not kept, and such a game is always looked
// at.
func (g *Game) Fill(c *grammar.Chunk, r *replay.Report) {
	g.stored = storedGame{c.Source.File, c.Source.Number, c.Source.Offset, c.Source.Line, c.Format, c.Text}
	g.entries, g.terms = g.entries[:0], g.terms[:0]
	for i, ply := range r.Plies() {
		if i+1 >= 0xffff {
			g.terms = append(g.terms, term{termLong, ""})
			break
		}
		e := entry{hash: hashOf(r.Variant, ply.Before.Hash()), Ref: Ref{Ply: uint16(i), Move: NoMove}}
		if m := ply.Move; m != nil {
			g.legal = g.legal[:0]
			if m.Captures() > 0 {
				g.legal = ply.Before.Moves(g.legal)
			}
			e.Move = moveOf(m, g.legal)
		}
		g.entries = append(g.entries, e)
	}
	game := r.Game
	outcome := find.Winner(game.Result)
	g.result = map[record.Outcome]byte{record.WhiteWins: whiteWon, record.BlackWins: blackWon, record.Draw: drawn}[outcome]
	year := ""
	if d, ok := record.ParseDate(game.Tag("Date")); ok && d.Year > 0 {
		year = strconv.Itoa(d.Year)
	}
	g.terms = append(g.terms,
		term{termWhite, find.Fold(game.Tag("White"))}, term{termBlack, find.Fold(game.Tag("Black"))}, term{termYear, year},
		term{termVariant, r.Variant.String()}, term{termOutcome, strconv.Itoa(int(g.result))}, term{termVerdict, r.Verdict.String()})
}

// term is something that is said of a game.
type term struct{ kind, text string }

// Builder makes an index. It holds the terms of all games, some 30 bytes a game,
// and keeps positions in temporary files. Not safe for concurrent use.
type Builder struct {
	path    string
	file    *os.File // which gets its name in the end
	to      *writer
	folder  string // of the parts
	files   [parts]*os.File
	writers [parts]*bufio.Writer
	counts  [parts]int
	summary summary
	block   []byte // of games, packed one by one
	packer  *zstd.Encoder
	results []byte
	terms   map[string]map[string][]byte // by kind and text, the games in four bytes each
	room    []byte
}

// Create begins an index of games, of which asked says what is played where they do
// not. The file gets its name when Close has written all of it; what was there before
// is replaced, and who reads it reads on.
func Create(path string, asked record.Variant) (*Builder, error) {
	b := &Builder{path: path, terms: make(map[string]map[string][]byte)}
	if asked != record.UnknownVariant {
		b.summary.Asked = asked.String()
	}
	if err := b.begin(); err != nil {
		return nil, errors.Join(err, b.Abort())
	}
	return b, nil
}

func (b *Builder) begin() (err error) {
	if b.file, err = os.CreateTemp(filepath.Dir(b.path), "."+filepath.Base(b.path)+".*.part"); err != nil {
		return err
	}
	if b.to, err = newWriter(b.file); err != nil {
		return err
	}
	if b.folder, err = os.MkdirTemp("", "stolb-index-"); err != nil {
		return temporary(err)
	}
	if b.packer, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1)); err != nil {
		return err
	}
	for i := range b.files {
		if b.files[i], err = os.Create(filepath.Join(b.folder, strconv.Itoa(i))); err != nil {
			return temporary(err)
		}
		b.writers[i] = bufio.NewWriterSize(b.files[i], 1<<13)
	}
	return nil
}

// temporary is the error that the positions could not be gathered: that a part has a name
// is nothing to be told.
func temporary(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return message.Of("index.temporary", "folder", os.TempDir(), "why", err)
}

// Add adds a game, in the order of the input.
func (b *Builder) Add(g *Game) error {
	number := uint32(b.summary.Games)
	if number >= maxGames {
		return message.Of("index.too-many-games", "most", maxGames)
	}
	for i := range g.entries {
		e := &g.entries[i]
		e.Game = number
		part := e.hash >> 56
		b.room = appendEntry(b.room[:0], *e)
		if _, err := b.writers[part].Write(b.room); err != nil {
			return temporary(err)
		}
		b.counts[part]++
	}
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
func (b *Builder) flush() error {
	if len(b.block) == 0 {
		return nil
	}
	b.room = b.packer.EncodeAll(b.block, b.room[:0])
	b.block = b.block[:0]
	return b.to.block(sectionGames, b.room)
}

// Abort takes back what was begun.
func (b *Builder) Abort() error {
	var errs []error
	for _, f := range b.files {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	if b.file != nil {
		errs = append(errs, b.file.Close(), os.Remove(b.file.Name()))
	}
	if b.folder != "" {
		errs = append(errs, os.RemoveAll(b.folder))
	}
	b.files, b.file, b.folder = [parts]*os.File{}, nil, ""
	return errors.Join(errs...)
}

// Close sorts what was added and puts the file in its place.
func (b *Builder) Close() error {
	err := b.finish()
	if err == nil {
		err = errors.Join(b.file.Chmod(0o644), b.file.Close())
		name := b.file.Name()
		b.file = nil
		if err == nil {
			err = os.Rename(name, b.path)
		}
		if err != nil {
			err = errors.Join(err, os.Remove(name))
		}
	}
	return errors.Join(err, b.Abort())
}

// finish writes all that remains.
func (b *Builder) finish() error {
	if err := b.flush(); err != nil {
		return err
	}
	sum := &b.summary
	for _, n := range b.counts {
		sum.Plies += n
	}
	// So many first bits of the hash tell the groups apart; a part has whole groups.
	sum.Group = max(8, bits.Len(uint(sum.Plies/groupSize)))
	for i := range b.files {
		if err := b.sort(i); err != nil {
			return err
		}
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

// sort sorts a part and writes its groups, those without a position, too.
func (b *Builder) sort(part int) error {
	if err := b.writers[part].Flush(); err != nil {
		return temporary(err)
	}
	f := b.files[part]
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return temporary(err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return temporary(err)
	}
	entries := make([]entry, len(text)/entryBytes)
	for i := range entries {
		entries[i] = entryAt(text, i)
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Ply, b.Ply))
	})
	groups := uint64(1) << (b.summary.Group - 8)
	for group := uint64(part) * groups; group < uint64(part+1)*groups; group++ {
		b.room = b.room[:0]
		for len(entries) > 0 && entries[0].hash>>(64-b.summary.Group) == group {
			b.room = appendEntry(b.room, entries[0])
			entries = entries[1:]
		}
		if err := b.to.block(sectionPositions, b.room); err != nil {
			return err
		}
	}
	return nil
}
