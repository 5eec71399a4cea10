package find

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
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
)

const (
	parts     = 256 // files in which positions are gathered, by the first byte of their hash
	groupSize = 256 // positions to a block, about
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
// memory, some 30 bytes a game, and positions are kept in temporary files.
func BuildIndex(w io.Writer, variant record.Variant, each func(add func(*Entry) error) error) (err error) {
	b := &builder{terms: make(map[string]map[string][]byte)}
	if variant != record.UnknownVariant {
		b.summary.Default = variant.String()
	}
	defer func() { err = errors.Join(err, b.close()) }()
	err = b.begin(w)
	if err == nil {
		err = each(b.add)
	}
	if err == nil {
		err = b.finish()
	}
	return err
}

// builder makes an index.
type builder struct {
	to      *indexWriter
	folder  string // of the parts
	files   [parts]*os.File
	writers [parts]*bufio.Writer
	summary summary
	block   []byte // of games, packed one by one
	packer  *zstd.Encoder
	results []byte
	terms   map[string]map[string][]byte // by kind and text, the games in four bytes each
	room    []byte
}

func (b *builder) begin(w io.Writer) (err error) {
	b.to = &indexWriter{to: bufio.NewWriterSize(w, 1<<18)}
	if err := b.to.write([]byte(header)); err != nil {
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

// close removes the temporary files.
func (b *builder) close() error {
	var errs []error
	for _, f := range b.files {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	if b.folder != "" {
		errs = append(errs, os.RemoveAll(b.folder))
	}
	return errors.Join(errs...)
}

// temporary is the error that the positions could not be gathered: the name of a part
// would not help the user.
func temporary(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return message.Of("index.temporary", "folder", os.TempDir(), "why", err)
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
		if _, err := b.writers[e.hash>>56].Write(b.room); err != nil {
			return temporary(err)
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
func (b *builder) sort(part int) error {
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
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.game, b.game), cmp.Compare(a.ply, b.ply))
	})
	groups := uint64(1) << (b.summary.Group - 8)
	for group := uint64(part) * groups; group < uint64(part+1)*groups; group++ {
		b.room = b.room[:0]
		for len(entries) > 0 && entries[0].hash>>(64-b.summary.Group) == group {
			b.room = entries[0].append(b.room)
			entries = entries[1:]
		}
		if err := b.to.block(sectionPositions, b.room); err != nil {
			return err
		}
	}
	return nil
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
