package replay

import (
	"slices"

	"github.com/stolb/stolb/record"
)

const (
	// workPerPly bounds the work beyond the rules for a game that stops or has an ambiguous word:
	// this much for each ply of its record. Looking up a quiet move costs 1, some 50 ns. A game of
	// usual length needs a quarter of the bound. Ambiguous words may cost workPerGame in addition,
	// since verdicts depend on them.
	workPerPly  = 24
	workPerGame = 256
	// maxFront is how many positions are followed at once after words that are unreadable or
	// ambiguous. A second such word in a row turns ten positions into a hundred.
	maxFront = 128
)

// The work of following a word, besides the captures that it tries.
const (
	workLookUp = 1
	workSearch = 6 // finding all moves that a word can mean
	workBranch = 3 // adding a position
)

// follower plays the rest of a record from a position that the record may have led to, to find how
// far it can be played.
type follower struct {
	plies []record.Ply
	end   int // end of the rest: the end of the record, or a position that is set up
	left  int // remaining work

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

// follow plays the words from index next on, preceded by the word with index extra unless extra is
// negative. It returns the index of the first word that cannot be played, or f.end if all can. An
// unreadable word may be any move, an ambiguous word any move it fits. open is set if following
// further would cost too much.
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
		if q := &f.now[0]; len(f.now) == 1 && (w.Separator == record.Quiet || !q.MustCapture()) { // the usual case
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

// Follow appends to after the positions to which a word can lead, each once: by any legal move if it
// has no steps, by each that it fits if it is ambiguous. In flat games its numbers are those of
// squares on a board with letters, too. It overwrites legal.
func (p *Position) Follow(w *record.Word, after []Position, legal *[]Move) []Position {
	f := follower{after: after, legal: *legal}
	if steps := p.inNumbers(w); steps != nil && !p.rules.Towers {
		w = &record.Word{Steps: steps, Separator: w.Separator}
	}
	f.branch(p, w)
	*legal = f.legal
	return f.after
}

// add adds the position after a move, unless it is already present.
func (f *follower) add(p *Position, m *Move) {
	f.left -= workBranch
	if after := p.After(m); !slices.Contains(f.after, after) {
		f.after = append(f.after, after)
	}
}
