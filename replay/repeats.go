package replay

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"iter"
	"math/bits"

	"github.com/stolb/stolb/record/message"
)

// Repeats finds among many games those that repeat another: that have the same
// moves from the same position in the same variant, so that their IDs are the
// same, or that are the beginning of another. Notation and headers make no
// difference. Games without moves are not compared, and one that a fault
// stopped only with those that are written alike from there on.
//
// Memory is bounded: a game takes 24 bytes in a table that is 70 to 88 per cent
// full, some 30 bytes in all. Its sequence of squares, about two bytes a ply, goes to
// a file, since a game can be the beginning of one before it as well as of one
// behind it. When there are more games than the table takes, the rest are
// still compared with those in it, but not with each other: see Forgotten.
//
// Add the games, then iterate over Find. Not safe for concurrent use.
type Repeats struct {
	spill io.ReadWriteSeeker
	out   *bufio.Writer
	keys  *[2][256]uint64
	table repeatTable
	limit int
	games int
	lost  int
	err   error
}

// MaxRepeats is how many games a Repeats remembers: together with Go's own
// needs they take 1.4 GB.
const MaxRepeats = 1 << 25

// NewRepeats returns a Repeats that remembers up to limit games, at most
// MaxRepeats. spill is an empty file that is used for the time being; the
// caller removes it.
func NewRepeats(spill io.ReadWriteSeeker, limit int) *Repeats {
	r := &Repeats{spill: spill, out: bufio.NewWriterSize(spill, 1<<16), keys: new([2][256]uint64), limit: min(max(limit, 0), MaxRepeats)}
	// Keys that nobody can guess: else a file could be made that looks like
	// one game over and over, or that takes forever.
	random := make([]byte, 16*256)
	rand.Read(random)
	for i := range r.keys {
		for j := range r.keys[i] {
			r.keys[i][j] = binary.LittleEndian.Uint64(random[8*(256*i+j):])
		}
	}
	return r
}

// Repeat is a game that repeats another. Games are counted from 0 in the order
// in which they were added.
type Repeat struct {
	Game, Line int  // the game and its line, as it was added
	Of, OfLine int  // the other
	Plies      int  // that both have
	Beginning  bool // Game is the beginning of Of; else both are the same, and Of comes first
}

// Add adds the next game, of which sequence is what Report.AppendSequence made,
// empty for a game that is not to be compared. line, the line in which it
// begins, up to 2^32-1, is handed back in Repeat. The error is the spill's.
func (r *Repeats) Add(sequence []byte, line int) error {
	game := r.games
	r.games++
	if r.err != nil {
		return r.err
	}
	var head [2 * binary.MaxVarintLen64]byte
	n := binary.PutUvarint(head[:], uint64(len(sequence)))
	n += binary.PutUvarint(head[n:], uint64(line))
	if _, r.err = r.out.Write(head[:n]); r.err == nil {
		_, r.err = r.out.Write(sequence)
	}
	if len(sequence) > 0 && game < 1<<31 {
		if !r.table.add(r.hash(sequence), uint32(game), uint32(min(line, 1<<32-1)), r.limit) {
			r.lost++
		}
	} else if len(sequence) > 0 {
		r.lost++
	}
	return r.err
}

// Games returns how many games were added.
func (r *Repeats) Games() int { return r.games }

// Forgotten returns how many games there were beyond what is remembered: they
// are compared with those that are, but not with each other.
func (r *Repeats) Forgotten() int { return r.lost }

// Find yields the games that repeat others, each at most once for either
// reason: those that are the same as one before, and, with the first game that
// goes on from there, those that are a beginning. The order is that of the
// games that repeat one before, or that go on. The error is the spill's.
func (r *Repeats) Find() iter.Seq2[Repeat, error] {
	return func(yield func(Repeat, error) bool) {
		if r.err == nil {
			r.err = r.out.Flush()
		}
		if r.err == nil {
			_, r.err = r.spill.Seek(0, io.SeekStart)
		}
		in := bufio.NewReaderSize(r.spill, 1<<16)
		var sequence []byte
		for game := 0; game < r.games && r.err == nil; game++ {
			var line int
			if sequence, line, r.err = nextSequence(in, sequence); r.err != nil {
				break
			}
			if len(sequence) > 0 && !r.find(sequence, game, line, yield) {
				return
			}
		}
		if r.err != nil {
			yield(Repeat{}, r.err)
		}
	}
}

// nextSequence reads what Add wrote, with the memory of another sequence.
func nextSequence(in *bufio.Reader, sequence []byte) ([]byte, int, error) {
	n, err := binary.ReadUvarint(in)
	if err != nil {
		return nil, 0, message.Of("replay.repeats-changed", "", err)
	}
	line, err := binary.ReadUvarint(in)
	if err != nil {
		return nil, 0, message.Of("replay.repeats-changed", "", err)
	}
	if uint64(cap(sequence)) < n {
		sequence = make([]byte, n)
	}
	sequence = sequence[:n]
	if _, err := io.ReadFull(in, sequence); err != nil {
		return nil, 0, message.Of("replay.repeats-changed", "", err)
	}
	return sequence, int(line), nil
}

// find looks for what the game repeats and for what it goes on from.
func (r *Repeats) find(sequence []byte, game, line int, yield func(Repeat, error) bool) bool {
	h := r.begin()
	plies := 0
	for i := 0; i < len(sequence); {
		// Up to i is a beginning, if a move has ended there.
		if plies > 0 {
			if e := r.table.find(h); e != nil && e.game&longer == 0 {
				e.game |= longer
				if !yield(Repeat{int(e.game &^ longer), int(e.line), game, line, plies, true}, nil) {
					return false
				}
			}
		}
		var move bool
		var end int
		if move, end = partOf(sequence, i); move {
			plies++
		}
		for ; i < end; i++ {
			h = r.step(h, sequence[i])
		}
	}
	e := r.table.find(h)
	if e == nil || int(e.game&^longer) == game {
		return true
	}
	return yield(Repeat{game, line, int(e.game &^ longer), int(e.line), plies, false}, nil)
}

// A sequence is the variant and what it begins from, then the moves. Each
// square of a move takes a byte, the first of them with the bit firstSquare set.
// The other parts begin with bytes that no square has.
const (
	firstSquare   = 0x80
	fromPosition  = 0xfe // a FEN follows
	endOfPosition = 0xff
	rest          = 0xfd // stopped by a fault; the hash of the record's text follows
)

// partOf returns where the part of a sequence ends that begins at byte i, and
// whether it is a move.
func partOf(sequence []byte, i int) (move bool, end int) {
	switch c := sequence[i]; {
	case c == rest:
		return false, len(sequence)
	case c == fromPosition:
		for end = i + 1; end < len(sequence) && sequence[end] != endOfPosition; end++ {
		}
		return false, min(end+1, len(sequence))
	case c >= firstSquare:
		for end = i + 1; end < len(sequence) && sequence[end] < firstSquare; end++ {
		}
		return true, end
	}
	return false, i + 1 // the variant
}

// AppendSequence appends what Repeats compares games by. It appends nothing
// where there is nothing to compare: no move, or it is not known what is
// played. Only a report that Judge made has a sequence.
func (r *Report) AppendSequence(dst []byte) []byte {
	if len(r.Moves) == 0 || len(r.played) != len(r.Moves) {
		return dst
	}
	begin := len(dst)
	dst = append(dst, byte(r.Variant))
	whole := r.eachMove(func(p *Position, move string) {
		if p != nil {
			dst = append(p.appendFEN(append(dst, fromPosition)), endOfPosition)
		}
		if move != "" {
			dst = appendSquares(dst, move)
		}
	})
	if !whole {
		return dst[:begin]
	}
	if text, stopped := r.rest(); stopped {
		sum := sha256.Sum256([]byte(text))
		dst = append(append(dst, rest), sum[:16]...)
	}
	return dst
}

// appendSquares appends the squares of a move in full: their numbers, or file
// and rank in four bits each, which are less than firstSquare, for boards with
// letters have eight files. The sign between them tells nothing that the
// position does not.
func appendSquares(dst []byte, move string) []byte {
	square, first := byte(0), byte(firstSquare)
	for i := range len(move) {
		switch c := move[i]; {
		case c >= 'a':
			square = (c - 'a') << 4
		case c < '0' || c > '9':
			dst = append(dst, square|first)
			square, first = 0, 0
		case i > 0 && move[i-1] >= 'a':
			square |= c - '0'
		default:
			square = 10*square + c - '0'
		}
	}
	return append(dst, square|first)
}

// sequenceHash is a hash of a sequence, or of the beginning of one.
type sequenceHash [2]uint64

func (r *Repeats) begin() sequenceHash { return sequenceHash{r.keys[0][0], r.keys[1][0]} }

// step goes on by a byte: of each half the random key of the byte is mixed in
// by a multiplication of which both halves are kept, as wyhash does.
func (r *Repeats) step(h sequenceHash, c byte) sequenceHash {
	for i := range h {
		high, low := bits.Mul64(h[i]^r.keys[i][c], 0x9e3779b97f4a7c15)
		h[i] = high ^ low
	}
	return h
}

func (r *Repeats) hash(sequence []byte) sequenceHash {
	h := r.begin()
	for _, c := range sequence {
		h = r.step(h, c)
	}
	return h
}

// repeatTable has the first game of each hash. It is made of many small tables
// with open addressing, so that when one grows little is there twice. The zero
// repeatTable is empty and ready.
type repeatTable struct {
	games  int
	shards [256]repeatShard
}

type repeatShard struct {
	entries []repeatEntry
	n       int
}

// repeatEntry is a game; its hash is zero where there is none.
type repeatEntry struct {
	hash sequenceHash
	game uint32 // with the bit longer
	line uint32
}

// longer is set in the number of a game that is known to be a beginning.
const longer = 1 << 31

// place returns the entry of the hash, or the free one where it belongs. There
// is always a free one.
func (s *repeatShard) place(h sequenceHash) *repeatEntry {
	high, _ := bits.Mul64(h[1], uint64(len(s.entries)))
	for i := int(high); ; {
		e := &s.entries[i]
		if e.hash == h || e.hash == (sequenceHash{}) {
			return e
		}
		if i++; i == len(s.entries) {
			i = 0
		}
	}
}

func (t *repeatTable) shard(h sequenceHash) *repeatShard { return &t.shards[h[0]>>56] }

// find returns the entry of the hash, or nil.
func (t *repeatTable) find(h sequenceHash) *repeatEntry {
	s := t.shard(h)
	if s.n == 0 {
		return nil
	}
	if e := s.place(h); e.hash == h {
		return e
	}
	return nil
}

// add notes a game under its hash, unless there is one. It returns false where
// there is none and no room.
func (t *repeatTable) add(h sequenceHash, game, line uint32, limit int) bool {
	s := t.shard(h)
	if s.n*8 >= len(s.entries)*7 {
		if t.find(h) != nil {
			return true
		}
		if t.games >= limit {
			return false
		}
		old := s.entries
		s.entries = make([]repeatEntry, max(16, len(old)*5/4))
		for i := range old {
			if old[i].hash != (sequenceHash{}) {
				*s.place(old[i].hash) = old[i]
			}
		}
	}
	e := s.place(h)
	switch {
	case e.hash == h:
		return true
	case t.games >= limit:
		return false
	}
	*e = repeatEntry{h, game, line}
	s.n++
	t.games++
	return true
}
