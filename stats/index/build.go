package index

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/klauspost/compress/zstd"
	"go.etcd.io/bbolt"

	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/find"
)

const (
	parts      = 256     // files in which positions are gathered, by the first byte of their hash
	blockGames = 32      // games that are packed together
	groupSize  = 256     // positions to a key, about
	maxTerm    = 1 << 14 // bytes of a term; longer ones are cut
	maxGames   = 1 << 28
)

// Game is a game ready to be added to an index. Its memory is reused by Fill.
type Game struct {
	stored  storedGame
	entries []entry
	terms   []string
	result  byte
	legal   []replay.Move
}

// storedGame is a game as a block has it.
type storedGame struct {
	File   string     `json:"file"`
	Number int        `json:"number"`
	Offset int64      `json:"offset"`
	Line   int        `json:"line"`
	Format cut.Format `json:"format"`
	Text   string     `json:"text"`
	Plies  int        `json:"plies"`
}

// Fill takes what an index keeps from a game: its text and what judging it came
// to. Positions behind the 65534th are not kept, and such a game is always looked
// at.
func (g *Game) Fill(c *cut.Chunk, r *replay.Report) {
	g.stored = storedGame{c.Source.File, c.Source.Number, c.Source.Offset, c.Source.Line, c.Format, c.Text, len(r.Moves)}
	g.entries, g.terms = g.entries[:0], g.terms[:0]
	ply := 0
	r.Moments(func(p *replay.Position, m *replay.Move) {
		e := entry{hash: hashOf(r.Variant, p.Hash()), Ref: Ref{Ply: uint16(ply), Move: NoMove}}
		if m != nil {
			g.legal = g.legal[:0]
			if m.Captures() > 0 {
				g.legal = p.Moves(g.legal)
			}
			e.Move = moveOf(m, g.legal)
		}
		if ply++; ply < 0xffff {
			g.entries = append(g.entries, e)
		}
	})
	if ply >= 0xffff {
		g.terms = append(g.terms, termLong)
	}
	game := r.Game
	outcome := find.Winner(game.Result)
	g.result = map[record.Outcome]byte{record.WhiteWins: whiteWon, record.BlackWins: blackWon, record.Draw: drawn}[outcome]
	year := ""
	if d, ok := record.ParseDate(game.Tag("Date")); ok && d.Year > 0 {
		year = strconv.Itoa(d.Year)
	}
	for _, t := range []string{
		termWhite + find.Fold(game.Tag("White")), termBlack + find.Fold(game.Tag("Black")), termEvent + find.Fold(game.Tag("Event")),
		termYear + year, termVariant + r.Variant.String(), termOutcome + strconv.Itoa(int(g.result)), termVerdict + r.Verdict.String(),
	} {
		g.terms = append(g.terms, t[:min(len(t), maxTerm)])
	}
}

// Builder makes an index. It holds the terms of all games, some 30 bytes a game,
// and keeps positions in temporary files. Not safe for concurrent use.
type Builder struct {
	path, temporary string
	db              *bbolt.DB
	folder          string // of the parts
	files           [parts]*os.File
	writers         [parts]*bufio.Writer
	counts          [parts]int
	games           uint32
	block           []storedGame
	packer          *zstd.Encoder
	results         []byte
	terms           map[string][]byte // by the term, the games in four bytes each
	room            []byte
}

// Create begins an index. The file gets its name when Close has written all of
// it; what was there before is replaced.
func Create(path string) (*Builder, error) {
	folder, err := os.MkdirTemp("", "stolb-index-")
	if err != nil {
		return nil, err
	}
	b := &Builder{path: path, folder: folder, terms: make(map[string][]byte), temporary: path + ".part"}
	if err := os.Remove(b.temporary); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, errors.Join(err, b.Abort())
	}
	if b.db, err = bbolt.Open(b.temporary, 0o666, &bbolt.Options{NoSync: true, NoFreelistSync: true, FreelistType: bbolt.FreelistMapType}); err != nil {
		return nil, errors.Join(err, b.Abort())
	}
	if b.packer, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1)); err != nil {
		return nil, errors.Join(err, b.Abort())
	}
	for i := range b.files {
		if b.files[i], err = os.Create(filepath.Join(folder, strconv.Itoa(i))); err != nil {
			return nil, errors.Join(err, b.Abort())
		}
		b.writers[i] = bufio.NewWriterSize(b.files[i], 1<<13)
	}
	err = b.db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{bucketMeta, bucketPositions, bucketGames, bucketResults, bucketTerms} {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, b.Abort())
	}
	return b, nil
}

// Add adds a game, in the order of the input.
func (b *Builder) Add(g *Game) error {
	if b.games >= maxGames {
		return message.Of("index.too-many-games", "most", maxGames)
	}
	for i := range g.entries {
		e := &g.entries[i]
		e.Game = b.games
		part := e.hash >> 56
		b.room = appendEntry(b.room[:0], *e)
		if _, err := b.writers[part].Write(b.room); err != nil {
			return err
		}
		b.counts[part]++
	}
	b.results = append(b.results, g.result)
	for _, t := range g.terms {
		b.terms[t] = binary.BigEndian.AppendUint32(b.terms[t], b.games)
	}
	b.games++
	b.block = append(b.block, g.stored)
	if len(b.block) == blockGames {
		return b.flush()
	}
	return nil
}

// flush writes the block of games.
func (b *Builder) flush() error {
	if len(b.block) == 0 {
		return nil
	}
	text, err := json.Marshal(b.block)
	if err != nil {
		return err
	}
	packed := b.packer.EncodeAll(text, nil)
	key := binary.BigEndian.AppendUint32(nil, (b.games-1)/blockGames)
	clear(b.block)
	b.block = b.block[:0]
	return b.put(bucketGames, key, packed)
}

// put writes one value.
func (b *Builder) put(bucket, key, value []byte) error {
	return b.db.Update(func(tx *bbolt.Tx) error {
		to := tx.Bucket(bucket)
		to.FillPercent = 1 // keys come in order
		return to.Put(key, value)
	})
}

// Abort takes back what was begun.
func (b *Builder) Abort() error {
	var errs []error
	for _, f := range b.files {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	if b.db != nil {
		errs = append(errs, b.db.Close(), os.Remove(b.temporary))
	}
	b.files, b.db = [parts]*os.File{}, nil
	return errors.Join(append(errs, os.RemoveAll(b.folder))...)
}

// Close sorts what was added and puts the file in its place.
func (b *Builder) Close() error {
	if err := b.finish(); err != nil {
		return errors.Join(err, b.Abort())
	}
	return nil
}

func (b *Builder) finish() error {
	if err := b.flush(); err != nil {
		return err
	}
	plies := 0
	for _, n := range b.counts {
		plies += n
	}
	// So many first bits of the hash tell the groups apart; a part has whole groups.
	group := max(8, bits.Len(uint(plies/groupSize)))
	for i := range b.files {
		if err := b.sort(i, group); err != nil {
			return err
		}
	}
	if err := b.db.Update(func(tx *bbolt.Tx) error {
		terms := tx.Bucket(bucketTerms)
		terms.FillPercent = 1
		for _, t := range slices.Sorted(maps.Keys(b.terms)) {
			if err := terms.Put([]byte(t), b.terms[t]); err != nil {
				return err
			}
		}
		if err := tx.Bucket(bucketResults).Put([]byte("all"), append([]byte{0}, b.results...)); err != nil {
			return err
		}
		meta := tx.Bucket(bucketMeta)
		for key, value := range map[string]string{
			"version": version, "games": strconv.Itoa(int(b.games)), "plies": strconv.Itoa(plies), "group": strconv.Itoa(group),
		} {
			if err := meta.Put([]byte(key), []byte(value)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	err := errors.Join(b.db.Sync(), b.db.Close())
	b.db = nil
	if err == nil {
		err = os.Rename(b.temporary, b.path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(b.temporary))
	}
	return errors.Join(err, b.Abort())
}

// sort sorts a part and writes its groups.
func (b *Builder) sort(part, group int) error {
	if err := b.writers[part].Flush(); err != nil {
		return err
	}
	f := b.files[part]
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	entries := make([]entry, len(text)/entryBytes)
	for i := range entries {
		entries[i] = entryAt(text, i)
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Ply, b.Ply))
	})
	return b.db.Update(func(tx *bbolt.Tx) error {
		to := tx.Bucket(bucketPositions)
		to.FillPercent = 1
		for i := 0; i < len(entries); {
			key := entries[i].hash >> (64 - group)
			var value []byte
			for ; i < len(entries) && entries[i].hash>>(64-group) == key; i++ {
				value = appendEntry(value, entries[i])
			}
			if err := to.Put(binary.BigEndian.AppendUint64(nil, key), value); err != nil {
				return err
			}
		}
		return nil
	})
}
