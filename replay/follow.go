package replay

import (
	"github.com/stolb/stolb/record"
)

const (
	// workPerPly bounds what is done beyond the rules for a game that stops, or has a word that
	// fits several moves: so much for each ply of its record, of which a quiet move that is looked
	// up takes 1, some 50 ns. A game of usual length needs a quarter of it. Words that fit several
	// moves may take workPerGame besides, since verdicts hang on them.
	workPerPly  = 24
	workPerGame = 256
	// maxFront is how many positions are followed at once where words that cannot be read, or fit
	// several moves, leave it open which it is. A second such word in a row makes a hundred of ten.
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
	legal      []Move
}

// begin prepares to follow a game's words after the i-th.
func (f *follower) begin(plies []record.Ply, i int) {
	f.plies, f.end = plies, i+1
	for f.end < len(plies) && !setsUp(plies[f.end]) {
		f.end++
	}
}

// follow plays the words from the one with the index next on, and before it that with the index
// extra where this is not negative. It returns the index of the first that cannot be played, f.end
// where all can. A word that cannot be read may be any move, one that fits several moves any of
// them. The answer is open where to know more would take too much.
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
		var m Move
		if q := &f.now[0]; len(f.now) == 1 && (w.Separator == record.Quiet || !q.MustCapture()) { // as nearly always
			f.left -= workLookUp
			if q.lookup(w, &m, &f.legal) {
				q.Play(&m)
				continue
			}
		}
		f.after = f.after[:0]
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

// branch adds the positions to which the word can lead.
func (f *follower) branch(p *Position, w *record.Word) {
	f.legal = f.legal[:0]
	if len(w.Steps) == 0 {
		f.legal = p.Moves(f.legal)
		f.left -= workSearch + len(f.legal)
		for i := range f.legal {
			f.add(p, &f.legal[i])
		}
		return
	}
	var work int
	f.legal, work = p.meaning(w, f.legal)
	f.left -= work
	found := p.resolve(w, f.legal)
	if found.move != nil {
		f.add(p, found.move)
	}
	for _, i := range found.fit {
		f.add(p, &f.legal[i])
	}
}

// add adds the position that a move leads to, where it is not there already.
func (f *follower) add(p *Position, m *Move) {
	f.left -= workBranch
	after := p.after(m)
	for i := range f.after {
		if f.after[i] == after {
			return
		}
	}
	f.after = append(f.after, after)
}
