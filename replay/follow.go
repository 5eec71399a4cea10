package replay

import (
	"math/bits"

	"github.com/stolb/stolb/record"
)

const (
	// workPerPly bounds what is done beyond the rules for a game that stops, or has
	// a word that fits several moves: so much for each ply of its record, of which
	// a quiet move that is looked up takes 1, some 50 ns. A game of usual length
	// needs a quarter of it. Words that fit several moves may take workPerGame
	// besides, since verdicts hang on them.
	workPerPly  = 24
	workPerGame = 256
	// maxFront is how many positions are followed at once where words that cannot
	// be read, or fit several moves, leave it open which it is. A second such word
	// in a row makes a hundred of ten.
	maxFront = 128
)

// What following a word takes of the work, besides the captures that it meets.
const (
	workLookUp = 1
	workSearch = 6 // all moves that a word can mean
	workBranch = 3 // a position more
)

// follower plays on what a record has written, to find how far it can be played
// from a position that the record may have led to.
type follower struct {
	plies []record.Ply
	end   int // where the rest ends: the record, or a position that is set up anew
	left  int // work that may still be done

	now, after []Position
	hashes     []uint64 // of after
	legal      []Move
}

// begin makes ready to follow a game's words behind the i-th.
func (f *follower) begin(plies []record.Ply, i int) {
	f.plies, f.end = plies, i+1
	for f.end < len(plies) && (plies[f.end].Note == nil || plies[f.end].Note.Setup == "") {
		f.end++
	}
}

// follow plays the words from the one with the index next on, and before it that
// with the index extra where this is not negative. It returns the index of the
// first that cannot be played, f.end where all can. A word that cannot be read may
// be any move, one that fits several moves any of them. The answer is open where
// it would take too much to know more than that the game can be played so far.
func (f *follower) follow(p *Position, extra, next int) (reach int, open bool) {
	f.now = append(f.now[:0], *p)
	for {
		at := extra
		if extra = -1; at < 0 {
			at = next
			next++
		}
		if at >= f.end {
			return f.end, false
		}
		w := f.plies[at].Word
		if len(f.now) == 1 {
			f.left -= workLookUp
			var m Move
			q := &f.now[0]
			if f.quick(q, w) && q.lookup(w, &m, &f.legal) {
				q.Play(&m)
				continue
			}
			if len(w.Steps) > 0 { // the position is played on where it is, as nearly always
				if f.left <= 0 {
					return at, true
				}
				found := f.means(q, w)
				switch {
				case len(found.fit) > 0:
					f.after, f.hashes = f.after[:0], f.hashes[:0]
					f.addAll(q, &found)
					f.now, f.after = f.after, f.now
				case found.move == nil:
					return at, false
				default:
					f.left -= workBranch
					q.Play(found.move)
				}
				continue
			}
		}
		f.after, f.hashes = f.after[:0], f.hashes[:0]
		for i := range f.now {
			if f.left <= 0 || len(f.after) > maxFront {
				return at, true
			}
			f.branch(&f.now[i], w)
		}
		if len(f.after) == 0 {
			return at, false
		}
		f.now, f.after = f.after, f.now
	}
}

// quick says whether looking the word up takes little whatever stands on the board.
func (f *follower) quick(p *Position, w *record.Word) bool {
	return len(w.Steps) == 2 && (w.Separator == record.Quiet || p.capturers() == 0)
}

// branch adds the positions to which the word can lead.
func (f *follower) branch(p *Position, w *record.Word) {
	if f.legal = f.legal[:0]; len(w.Steps) == 0 {
		g := generator{p: p, moves: f.legal}
		g.all()
		f.legal = g.moves
		f.left -= workSearch + g.steps
		for i := range f.legal {
			f.add(p, &f.legal[i])
		}
		return
	}
	found := f.means(p, w)
	f.addAll(p, &found)
}

// addAll adds the positions to which the moves lead that a word can mean.
func (f *follower) addAll(p *Position, found *resolution) {
	if found.move != nil {
		f.add(p, found.move)
	}
	for _, i := range found.fit {
		f.add(p, &f.legal[i])
	}
}

// means finds what the word means; the moves it can mean are left in legal.
func (f *follower) means(p *Position, w *record.Word) resolution {
	f.legal = f.legal[:0]
	starts, ends := p.meant(w)
	if starts &= p.own[p.turn]; starts == 0 || ends == 0 {
		f.left -= workLookUp
		return resolution{}
	}
	var m Move
	if p.rules.Prefer == nil && w.Separator == record.Take && len(w.Steps) == 2 && starts&(starts-1) == 0 && ends&(ends-1) == 0 &&
		p.takesOne(uint8(bits.TrailingZeros64(starts)), uint8(bits.TrailingZeros64(ends)), &m) {
		f.left -= 2 * workLookUp
		f.legal = append(f.legal, m)
		return resolution{move: &f.legal[0]}
	}
	if starts&(starts-1) == 0 && ends&(ends-1) == 0 && p.capturers() == 0 &&
		!p.steps(uint8(bits.TrailingZeros64(starts)), uint8(bits.TrailingZeros64(ends)), &m) {
		f.left -= workSearch // for all quiet moves, of which it is none
		return resolution{}
	}
	var steps int
	f.legal, steps = p.meaning(w, f.legal)
	f.left -= workSearch + steps
	if len(w.Steps) > 2 && !p.rules.Towers {
		f.left -= steps // which looks for all ways of them
	}
	return p.resolve(w, f.legal)
}

// add adds the position that a move leads to, where it is not there already.
func (f *follower) add(p *Position, m *Move) {
	if len(f.after) > maxFront {
		return
	}
	f.left -= workBranch
	f.after = append(f.after, *p)
	n := len(f.after) - 1
	q := &f.after[n]
	q.Play(m)
	for i, hash := range f.hashes {
		if hash == q.hash && f.after[i] == *q {
			f.after = f.after[:n]
			return
		}
	}
	f.hashes = append(f.hashes, q.hash)
}
