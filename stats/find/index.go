package find

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"hash/crc32"
	"io"
	"maps"
	"math/bits"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Index is a file of games in which positions and header values are found without reading the
// games. It is safe for concurrent use. BuildIndex writes one.
type Index struct {
	Games, Plies int
	// DefaultVariant is the variant of games that name none.
	DefaultVariant record.Variant

	file    *os.File
	size    int64
	summary summary
	zstd    *zstd.Decoder
}

// The file of an index: header; blocks, each followed by the checksum of its section, number and
// bytes; the summary, in gob, followed by its checksum and length in four bytes each; trailer.
// Numbers are big-endian.
const (
	header  = "stolb index 11\n\x00"
	trailer = "stolb index end\n"
	// headerKind is the beginning of the header of any version.
	headerKind = "stolb index "
)

// section is a kind of block.
type section uint8

const (
	sectionGames     section = iota // games, packed
	sectionPositions                // sorted entries, by the leading bits of their hash
	sectionHeaders                  // header values, a line per game, packed: see headed
	sections
)

// summary is the part of an index that is read when it is opened.
type summary struct {
	Games, Plies int
	Group        int               // the number of leading bits of a hash that are its block's number
	Default      string            // the variant of games that name none
	Results      []byte            // a byte per game: the outcome up to record.Draw, or record.NoResult
	Begins, Ends [sections][]int64 // the offsets of each block
}

const (
	blockGames  = 32      // games in a block
	headerGames = 1024    // games in a block of headers, or fewer with
	maxHeaders  = 1 << 22 // bytes
	maxGames    = 1 << 28
	// maxBlock is the maximum size of an unpacked block in bytes.
	maxBlock = 2 * blockGames * grammar.MaxGame
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum returns the checksum of a block and its place.
func checksum(s section, n int, block []byte) uint32 {
	var key [9]byte
	key[0] = byte(s)
	binary.BigEndian.PutUint64(key[1:], uint64(n))
	return crc32.Update(crc32.Checksum(key[:], castagnoli), castagnoli, block)
}

var (
	// ErrNoIndex is wrapped by the error of OpenIndex for a file that is not an index, or is one
	// of another version.
	ErrNoIndex = errors.New("index: not an index that stolb index has made")
	// ErrDamaged is wrapped by errors about an index with wrong or truncated contents.
	ErrDamaged = errors.New("index: the file is damaged; make it anew")

	errDamaged = message.Of("index.damaged", "", ErrDamaged)
)

// startsWith reports whether a file begins with a text.
func startsWith(file *os.File, text string) bool {
	head := make([]byte, len(text))
	_, err := file.ReadAt(head, 0)
	return err == nil && string(head) == text
}

// IsIndex reports whether a file looks like an index, of any version.
func IsIndex(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() { // opening a pipe takes its text
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return startsWith(f, headerKind)
}

// OpenIndex opens an index. The error is ErrNoIndex if the file is not an index or is one of
// another version, and ErrDamaged if its contents are wrong or truncated.
func OpenIndex(path string) (*Index, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	x := &Index{file: file}
	if err := x.begin(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return x, nil
}

// Close closes the file.
func (x *Index) Close() error {
	x.zstd.Close()
	return x.file.Close()
}

// begin reads the summary.
func (x *Index) begin() error {
	info, err := x.file.Stat()
	if err != nil {
		return err
	}
	if x.size = info.Size(); !info.Mode().IsRegular() || !startsWith(x.file, header) {
		return message.Of("index.no-index", "", ErrNoIndex)
	}
	end, err := x.read(x.size-int64(len(trailer))-8, x.size)
	if err != nil {
		return err
	}
	begin := x.size - int64(len(end)) - int64(binary.BigEndian.Uint32(end[4:]))
	text, err := x.read(begin, x.size-int64(len(end)))
	if err != nil {
		return err
	}
	sum := &x.summary
	if string(end[8:]) != trailer || crc32.Checksum(text, castagnoli) != binary.BigEndian.Uint32(end) ||
		gob.NewDecoder(bytes.NewReader(text)).Decode(sum) != nil {
		return errDamaged
	}
	x.Games, x.Plies, x.DefaultVariant = sum.Games, sum.Plies, record.VariantNamed(sum.Default)
	holds := func(of section, blocks int) bool { return len(sum.Begins[of]) == blocks && len(sum.Ends[of]) == blocks }
	if sum.Games > maxGames || sum.Games != len(sum.Results) || sum.Plies < 0 || sum.Group < 8 || sum.Group > 40 ||
		!holds(sectionGames, (sum.Games+blockGames-1)/blockGames) ||
		!holds(sectionHeaders, len(sum.Begins[sectionHeaders])) ||
		!holds(sectionPositions, 1<<sum.Group) || sum.Default != "" && x.DefaultVariant == record.UnknownVariant {
		return errDamaged
	}
	x.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBlock))
	return err
}

// read returns the bytes from offset begin to end.
func (x *Index) read(begin, end int64) ([]byte, error) {
	if begin < 0 || end < begin || end > x.size {
		return nil, errDamaged
	}
	text := make([]byte, end-begin)
	_, err := x.file.ReadAt(text, begin)
	if err == io.EOF {
		err = errDamaged
	}
	return text, err
}

// block returns the n-th block of a section.
func (x *Index) block(s section, n int) ([]byte, error) {
	text, err := x.read(x.summary.Begins[s][n], x.summary.Ends[s][n])
	if err != nil {
		return nil, err
	}
	block := text[:max(len(text)-4, 0)]
	if len(text) < 4 || checksum(s, n, block) != binary.BigEndian.Uint32(text[len(block):]) {
		return nil, errDamaged
	}
	return block, nil
}

// unpacked returns the n-th block of a packed section, decompressed.
func (x *Index) unpacked(s section, n int) ([]byte, error) {
	packed, err := x.block(s, n)
	if err != nil {
		return nil, err
	}
	text, err := x.zstd.DecodeAll(packed, nil)
	if err != nil {
		return nil, errDamaged
	}
	return text, nil
}

// headed answers a condition by headers. A line in a block of headers has, separated by tabs, the
// numbers of the variant, verdict and winner, the result as in PDN, and the names and values of tags
// in turn, folded.
func (x *Index) headed(s source, is func(*game) bool) (answer, error) {
	var r replay.Report
	var g record.Game
	most := [...]int{len(record.Variants()), int(replay.Unreadable), int(record.Unplayed)}
	found, next := s.none(), 0
	for n := range x.summary.Begins[sectionHeaders] {
		lines, err := x.unpacked(sectionHeaders, n)
		if err != nil {
			return found, err
		}
		for line := range strings.Lines(string(lines)) {
			fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			var numbers [len(most)]int
			ok := next < x.Games && len(fields)%2 == 0 && len(fields) > len(most)
			for i := 0; i < len(most) && ok; i++ {
				numbers[i], err = strconv.Atoi(fields[i])
				ok = err == nil && numbers[i] >= 0 && numbers[i] <= most[i]
			}
			if !ok {
				return found, errDamaged
			}
			r.Variant, r.Verdict = record.Variant(numbers[0]), replay.Verdict(numbers[1])
			g.Result = record.Result{Outcome: record.Outcome(numbers[2]), Text: fields[len(most)]}
			g.Tags = g.Tags[:0]
			for tag := range slices.Chunk(fields[len(most)+1:], 2) {
				g.Tags = append(g.Tags, record.Tag{Name: tag[0], Value: tag[1]})
			}
			if is(&game{record: &g, report: &r, isIndex: true}) {
				found.games.add(next)
			}
			next++
		}
	}
	if next < x.Games {
		return found, errDamaged
	}
	return found, nil
}

// entry is a position in a game.
type entry struct {
	hash uint64   // see hashOf
	game uint32   // in the index, from 0
	ply  uint16   // number of moves before, or the greatest number if there are more
	move moveCode // the move made
}

// entryBytes is the size of an entry.
const entryBytes = 16

func (e entry) append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, e.hash)
	dst = binary.BigEndian.AppendUint32(dst, e.game)
	dst = binary.BigEndian.AppendUint16(dst, e.ply)
	return binary.BigEndian.AppendUint16(dst, uint16(e.move))
}

func entryAt(block []byte, i int) entry {
	b := block[i*entryBytes:]
	return entry{
		binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:]), binary.BigEndian.Uint16(b[12:]), moveCode(binary.BigEndian.Uint16(b[14:])),
	}
}

// hashOf makes the hash of a position depend on the variant too.
func hashOf(v record.Variant, hash uint64) uint64 {
	return hash ^ uint64(v)*0x9e3779b97f4a7c15
}

// moveCode identifies a move among the legal moves of a position: its first and last square, and
// its number among those with the same squares.
type moveCode uint16

// noMove marks the end of a game.
const noMove moveCode = 0xffff

// codeOf returns a move's code. legal may be nil for a quiet move.
func codeOf(m *replay.Move, legal []replay.Move) moveCode {
	from, to := m.Bits()
	which := 0
	for i := range legal {
		if f, t := legal[i].Bits(); f == from && t == to {
			if legal[i] == *m {
				break
			}
			which++
		}
	}
	return moveCode(from<<10 | to<<4 | min(which, 14))
}

// reached calls f with the entries of a hash, in the order of games.
func (x *Index) reached(hash uint64, f func(entry)) error {
	block, err := x.block(sectionPositions, int(hash>>(64-x.summary.Group)))
	if err != nil {
		return err
	}
	n := len(block) / entryBytes
	for i := sort.Search(n, func(i int) bool { return entryAt(block, i).hash >= hash }); i < n; i++ {
		e := entryAt(block, i)
		switch {
		case e.hash != hash:
			return nil
		case int(e.game) >= x.Games:
			return errDamaged
		}
		f(e)
	}
	return nil
}

// Played counts the chosen games that reached a position: all of them, White's wins, draws, and
// Black's wins. moves has the same counts for each legal move, in the order of p.Moves, and finally
// for games that ended there; a game counts once for each. first has the numbers, from 0, of at most
// the given number of games that reached the position first, each with the number of moves before.
func (x *Index) Played(p *replay.Position, most int, chosen func(game int) bool) (
	all [4]int, moves [][4]int, first [][2]int, err error) {
	legal := p.Moves(nil)
	which := make(map[moveCode]int) // index in legal
	for i := range legal {
		which[codeOf(&legal[i], legal)] = i
	}
	moves = make([][4]int, len(legal)+1)
	last := make([]int, len(moves)+1) // the game, from 1, counted last for each move; then for all
	count := func(of *[4]int, k, game int) bool {
		if last[k] == game+1 {
			return false
		}
		last[k] = game + 1
		of[0]++
		if place := [4]int{record.WhiteWins: 1, record.Draw: 2, record.BlackWins: 3}[x.summary.Results[game]&3]; place > 0 {
			of[place]++
		}
		return true
	}
	err = x.reached(hashOf(p.Rules().Variant, p.Hash()), func(e entry) {
		if !chosen(int(e.game)) {
			return
		}
		if count(&all, len(moves), int(e.game)) && len(first) < most {
			first = append(first, [2]int{int(e.game), int(e.ply)})
		}
		k, ok := which[e.move]
		if !ok {
			k = len(legal)
		}
		count(&moves[k], k, int(e.game))
	})
	return all, moves, first, err
}

// Find calls f with the number and the text of each game that a query may find, in order,
// beginning with number from, until f returns false. It returns the number of all such games,
// and of those before from. The error may be that of ctx, since an index may take long to answer.
func (x *Index) Find(ctx context.Context, q *Query, from int, f func(int, grammar.Chunk) bool) (all, before int, err error) {
	a, err := x.answer(ctx, q)
	if err != nil {
		return 0, 0, err
	}
	all = a.games.count()
	var block []grammar.Chunk
	last := -1
	for i, word := range a.games {
		for ; word != 0; word &= word - 1 {
			game := i<<6 | bits.TrailingZeros64(word)
			if game < from {
				before++
				continue
			}
			if n := game / blockGames; n != last {
				if block, err = x.gamesIn(n); err != nil {
					return all, before, err
				}
				last = n
			}
			if !f(game, block[game%blockGames]) {
				return all, before, nil
			}
		}
	}
	return all, before, nil
}

// Chunk returns the text of a game, from 0 to Games-1, and its place, as added.
func (x *Index) Chunk(game int) (grammar.Chunk, error) {
	block, err := x.gamesIn(game / blockGames)
	if err != nil {
		return grammar.Chunk{}, err
	}
	return block[game%blockGames], nil
}

// Variants returns the variants of the games, most frequent first, and the number of games of each.
func (x *Index) Variants() (variants []record.Variant, games map[record.Variant]int, err error) {
	games = make(map[record.Variant]int)
	_, err = x.headed(source{games: x.Games, index: x}, func(g *game) bool {
		games[g.report.Variant]++
		return false
	})
	delete(games, record.UnknownVariant)
	most := func(a, b record.Variant) int { return cmp.Or(games[b]-games[a], cmp.Compare(a, b)) }
	return slices.SortedFunc(maps.Keys(games), most), games, err
}

// stored is a game in a block.
type stored struct {
	Source  record.Source
	Text    string
	Format  grammar.Format
	Variant record.Variant // of the game's section in the text
	Head    [len(grammar.Chunk{}.Head)]string
	Others  record.Variant // see grammar.Chunk
}

// gamesIn returns a block of games.
func (x *Index) gamesIn(n int) ([]grammar.Chunk, error) {
	text, err := x.unpacked(sectionGames, n)
	if err != nil {
		return nil, err
	}
	block := make([]grammar.Chunk, min(blockGames, x.Games-n*blockGames))
	games := gob.NewDecoder(bytes.NewReader(text))
	for i := range block {
		var g stored
		if games.Decode(&g) != nil || int(max(g.Variant, g.Others)) > len(record.Variants()) {
			return nil, errDamaged
		}
		block[i] = grammar.Chunk{Source: g.Source, Text: g.Text, Format: g.Format, Others: g.Others}
		block[i].Variant, block[i].Head = g.Variant, g.Head
	}
	return block, nil
}
