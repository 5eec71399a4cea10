package index

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"os"
	"slices"
	"sort"

	"github.com/klauspost/compress/zstd"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Index is an index opened for reading. Several goroutines may use it at once.
type Index struct {
	Games, Plies int
	// Asked is what is played in games that do not say it.
	Asked record.Variant

	file *reader
	zstd *zstd.Decoder
}

// maxBlock is how many bytes a block of games may take unpacked.
const maxBlock = 2 * blockGames * grammar.MaxGame

// Open opens an index. The error is ErrNoIndex where the file is none, or one of
// another version, and ErrDamaged where it is one that does not say what it should.
func Open(path string) (*Index, error) {
	file, err := openFile(path)
	if err != nil {
		return nil, err
	}
	x := &Index{Games: file.Games, Plies: file.Plies, file: file}
	x.Asked, _ = file.asked() // openFile has looked at it
	if x.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBlock)); err != nil {
		return nil, errors.Join(err, file.file.Close())
	}
	return x, nil
}

// Is says whether a file looks like an index, of whatever version.
func Is(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular() && formOf(f) != ""
}

// Close closes the file.
func (x *Index) Close() error {
	x.zstd.Close()
	return x.file.file.Close()
}

// Reached calls f with the places where a position was on the board, in the order
// of the games, until f returns false.
func (x *Index) Reached(p *replay.Position, f func(Ref) bool) error {
	return x.hashed(hashOf(p.Rules().Variant, p.Hash()), f)
}

func (x *Index) hashed(hash uint64, f func(Ref) bool) error {
	block, err := x.file.block(sectionPositions, int(hash>>(64-x.file.Group)), nil)
	if err != nil {
		return err
	}
	n := len(block) / entryBytes
	for i := sort.Search(n, func(i int) bool { return entryAt(block, i).hash >= hash }); i < n; i++ {
		e := entryAt(block, i)
		if e.hash != hash {
			return nil
		}
		if int(e.Game) >= x.Games {
			return damaged("a position's game")
		}
		if !f(e.Ref) {
			return nil
		}
	}
	return nil
}

// Tally is how games ended.
type Tally struct{ Games, WhiteWins, Draws, BlackWins int }

func (t *Tally) add(result byte) {
	t.Games++
	switch result {
	case whiteWon:
		t.WhiteWins++
	case drawn:
		t.Draws++
	case blackWon:
		t.BlackWins++
	}
}

// Moves counts what was played in a position, NoMove where a game ended, and
// returns the first games that reached it, so many at most. A game counts once for
// each move.
func (x *Index) Moves(p *replay.Position, most int) (all Tally, moves map[Move]*Tally, first []Ref, err error) {
	type played struct {
		Tally
		move Move
		last uint32 // the game, from 1, that played it last
	}
	var counts []played
	slots := make([]int32, 1<<16) // by the move, where it is in counts, from 1
	last := -1
	results, err := x.file.block(sectionResults, 0, nil)
	if err == nil && len(results) != x.Games {
		err = damaged("its results")
	}
	if err != nil {
		return Tally{}, nil, nil, err
	}
	err = x.Reached(p, func(r Ref) bool {
		result := results[r.Game]
		if int(r.Game) != last {
			last = int(r.Game)
			all.add(result)
			if len(first) < most {
				first = append(first, r)
			}
		}
		if slots[r.Move] == 0 {
			counts = append(counts, played{move: r.Move})
			slots[r.Move] = int32(len(counts))
		}
		if c := &counts[slots[r.Move]-1]; c.last != r.Game+1 {
			c.last = r.Game + 1
			c.add(result)
		}
		return true
	})
	moves = make(map[Move]*Tally, len(counts))
	for i := range counts {
		moves[counts[i].move] = &counts[i].Tally
	}
	return all, moves, first, err
}

// Chunk returns the text of a game with its place, as it was added.
func (x *Index) Chunk(game uint32) (grammar.Chunk, error) {
	block, err := x.block(game / blockGames)
	if err != nil {
		return grammar.Chunk{}, err
	}
	if int(game%blockGames) >= len(block) {
		return grammar.Chunk{}, damaged("a block of games")
	}
	return block[game%blockGames].chunk(), nil
}

func (g *storedGame) chunk() grammar.Chunk {
	return grammar.Chunk{
		Source: record.Source{File: g.File, Number: g.Number, Offset: g.Offset, Line: g.Line}, Text: g.Text, Format: g.Format,
	}
}

// block returns a block of games.
func (x *Index) block(n uint32) ([]storedGame, error) {
	packed, err := x.file.block(sectionGames, int(n), nil)
	if err != nil {
		return nil, err
	}
	text, err := x.zstd.DecodeAll(packed, nil)
	if err != nil {
		return nil, damaged("a block of games")
	}
	block := make([]storedGame, 0, blockGames)
	u := unpacker{text: string(text)}
	for u.text != "" && !u.failed {
		block = append(block, u.game())
	}
	if u.failed || len(block) != min(blockGames, x.Games-int(n)*blockGames) {
		return nil, damaged("a block of games")
	}
	return block, nil
}

// pack appends a game as a block has it.
func (g *storedGame) pack(dst []byte) []byte {
	for _, n := range []uint64{uint64(g.Number), uint64(g.Offset), uint64(g.Line), uint64(g.Format), uint64(len(g.File)), uint64(len(g.Text))} {
		dst = binary.AppendUvarint(dst, n)
	}
	return append(append(dst, g.File...), g.Text...)
}

// unpacker takes what is packed from the front of a text.
type unpacker struct {
	text   string
	failed bool
}

func (u *unpacker) number() int {
	n, size := binary.Uvarint([]byte(u.text[:min(len(u.text), binary.MaxVarintLen64)]))
	if size <= 0 || n > 1<<62 {
		u.failed = true
		return 0
	}
	u.text = u.text[size:]
	return int(n)
}

func (u *unpacker) string(n int) string {
	if n > len(u.text) {
		u.failed = true
		return ""
	}
	s := u.text[:n]
	u.text = u.text[n:]
	return s
}

func (u *unpacker) game() (g storedGame) {
	g.Number, g.Offset, g.Line = u.number(), int64(u.number()), u.number()
	g.Format = grammar.Format(u.number())
	file, text := u.number(), u.number()
	g.File, g.Text = u.string(file), u.string(text)
	return g
}

// Chunks calls f with the text of each of the games, in order, until f returns
// false.
func (x *Index) Chunks(games Set, f func(uint32, grammar.Chunk) bool) error {
	var block []storedGame
	at := -1
	for game := range games.All() {
		if n := int(game / blockGames); n != at {
			var err error
			if block, err = x.block(uint32(n)); err != nil {
				return err
			}
			at = n
		}
		if int(game%blockGames) >= len(block) {
			return damaged("a block of games")
		}
		if !f(game, block[game%blockGames].chunk()) {
			return nil
		}
	}
	return nil
}

// Set is a set of games.
type Set []uint64

func (x *Index) none() Set { return make(Set, (x.Games+63)/64) }

func (s Set) add(game uint32) { s[game>>6] |= 1 << (game & 63) }

func (s Set) has(game uint32) bool { return s[game>>6]>>(game&63)&1 != 0 }

// Count is how many games there are in the set.
func (s Set) Count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Before takes the games before one out of the set, and returns how many these were.
func (s Set) Before(game uint32) int {
	n, at := 0, int(game>>6)
	for i := range min(at, len(s)) {
		n += bits.OnesCount64(s[i])
		s[i] = 0
	}
	if at < len(s) {
		n += bits.OnesCount64(s[at] & (1<<(game&63) - 1))
		s[at] &^= 1<<(game&63) - 1
	}
	return n
}

// All yields the games in order.
func (s Set) All() func(func(uint32) bool) {
	return func(yield func(uint32) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(uint32(i<<6 | bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// Variant is a variant of which there are games.
type Variant struct {
	Variant record.Variant
	Games   int
}

// Variants returns the variants of the games, the one of most games first.
func (x *Index) Variants() ([]Variant, error) {
	var all []Variant
	for _, v := range record.Variants() {
		set := x.none()
		if err := x.termed(set, termVariant, func(value string) bool { return value == v.String() }); err != nil {
			return nil, err
		}
		if n := set.Count(); n > 0 {
			all = append(all, Variant{v, n})
		}
	}
	slices.SortStableFunc(all, func(a, b Variant) int { return b.Games - a.Games })
	return all, nil
}
