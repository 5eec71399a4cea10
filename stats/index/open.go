package index

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"os"
	"runtime/debug"
	"slices"
	"sort"
	"strconv"
	"time"

	"github.com/klauspost/compress/zstd"
	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Index is an index opened for reading. Several goroutines may use it at once.
type Index struct {
	Games, Plies int

	db    *bbolt.DB
	group int
	zstd  *zstd.Decoder
}

// maxBlock is how many bytes a block of games may take unpacked.
const maxBlock = 2 * blockGames * cut.MaxGame

// Open opens an index. The error is ErrNoIndex where the file is none.
func Open(path string) (*Index, error) {
	if !Is(path) {
		return nil, noIndex()
	}
	db, err := bbolt.Open(path, 0, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	var system *fs.PathError
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return nil, message.Of("index.locked", "", err)
	case errors.As(err, &system):
		return nil, err
	case err != nil:
		return nil, damaged(err.Error())
	}
	x := &Index{db: db}
	if x.zstd, err = zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxBlock)); err == nil {
		err = x.view(x.begin)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return x, nil
}

// Is says whether a file looks like an index.
func Is(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	head := make([]byte, 20)
	n, _ := f.ReadAt(head, 0)
	return n == len(head) && binary.LittleEndian.Uint32(head[16:]) == 0xED0CDAED // bbolt's
}

func (x *Index) begin(tx *bbolt.Tx) error {
	for _, name := range [][]byte{bucketMeta, bucketPositions, bucketGames, bucketResults, bucketTerms} {
		if tx.Bucket(name) == nil {
			return noIndex()
		}
	}
	meta := tx.Bucket(bucketMeta)
	if string(meta.Get([]byte("version"))) != version {
		return noIndex()
	}
	for key, to := range map[string]*int{"games": &x.Games, "plies": &x.Plies, "group": &x.group} {
		n, err := strconv.Atoi(string(meta.Get([]byte(key))))
		if err != nil || n < 0 {
			return damaged(key)
		}
		*to = n
	}
	if x.group < 8 || x.group > 64 || x.Games > maxGames || len(tx.Bucket(bucketResults).Get([]byte("all"))) != x.Games+1 {
		return damaged("its counts")
	}
	return nil
}

// view reads the file. A damaged one leads bbolt out of its pages.
func (x *Index) view(read func(*bbolt.Tx) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if fault := recover(); fault != nil {
			err = damaged(fmt.Sprint(fault))
		}
	}()
	return x.db.View(read)
}

// Close closes the file.
func (x *Index) Close() error {
	x.zstd.Close()
	return x.db.Close()
}

// Reached calls f with the places where a position was on the board, in the order
// of the games, until f returns false.
func (x *Index) Reached(p *replay.Position, f func(Ref) bool) error {
	return x.hashed(hashOf(p.Rules().Variant, p.Hash()), f)
}

func (x *Index) hashed(hash uint64, f func(Ref) bool) error {
	return x.view(func(tx *bbolt.Tx) error {
		block := tx.Bucket(bucketPositions).Get(binary.BigEndian.AppendUint64(nil, hash>>(64-x.group)))
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
	})
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
	err = x.view(func(tx *bbolt.Tx) error {
		results := tx.Bucket(bucketResults).Get([]byte("all"))[1:]
		return x.Reached(p, func(r Ref) bool {
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
	})
	moves = make(map[Move]*Tally, len(counts))
	for i := range counts {
		moves[counts[i].move] = &counts[i].Tally
	}
	return all, moves, first, err
}

// Chunk returns the text of a game with its place, as it was added.
func (x *Index) Chunk(game uint32) (cut.Chunk, error) {
	block, err := x.block(game / blockGames)
	if err != nil {
		return cut.Chunk{}, err
	}
	if int(game%blockGames) >= len(block) {
		return cut.Chunk{}, damaged("a block of games")
	}
	return block[game%blockGames].chunk(), nil
}

func (g *storedGame) chunk() cut.Chunk {
	return cut.Chunk{
		Source: record.Source{File: g.File, Number: g.Number, Offset: g.Offset, Line: g.Line}, Text: g.Text, Format: g.Format,
	}
}

func (x *Index) block(n uint32) (block []storedGame, err error) {
	err = x.view(func(tx *bbolt.Tx) error {
		packed := tx.Bucket(bucketGames).Get(binary.BigEndian.AppendUint32(nil, n))
		text, err := x.zstd.DecodeAll(packed, nil)
		if err != nil || packed == nil {
			return damaged("a block of games")
		}
		if json.Unmarshal(text, &block) != nil {
			return damaged("a block of games")
		}
		return nil
	})
	return block, err
}

// Chunks calls f with the text of each of the games, in order, until f returns
// false.
func (x *Index) Chunks(games Set, f func(uint32, cut.Chunk) bool) error {
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

// Count is how many games there are in the set.
func (s Set) Count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
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

// termed adds the games of all terms that begin with a kind and of which is says
// that they are wanted.
func (x *Index) termed(set Set, kind string, is func(value string) bool) error {
	return x.view(func(tx *bbolt.Tx) error {
		c := tx.Bucket(bucketTerms).Cursor()
		for key, value := c.Seek([]byte(kind)); bytes.HasPrefix(key, []byte(kind)); key, value = c.Next() {
			if !is(string(key[len(kind):])) {
				continue
			}
			for ; len(value) >= 4; value = value[4:] {
				game := binary.BigEndian.Uint32(value)
				if int(game) >= x.Games {
					return damaged("a term's game")
				}
				set.add(game)
			}
		}
		return nil
	})
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
