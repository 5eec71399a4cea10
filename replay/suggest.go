package replay

import (
	"cmp"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

const (
	// minFollowing is how many written moves must follow a place for it to be evidence that they
	// can be played: after most moves, the next one or two are legal.
	minFollowing = 3
	// maxBack is how many plies before the place where a game stops are searched for an earlier
	// slip, and maxSlips how many slips are named.
	maxBack  = 48
	maxSlips = 2
)

// reading is an interpretation of the word at which a game stops, given a move in its place.
type reading uint8

const (
	instead reading = iota // the move should be written instead
	missing                // the move is missing, and the word is the next move
	swapped                // the move is written next, in the wrong order
	surplus                // the move is written next, and the word is superfluous
)

// prospect is a legal move where a game stops, or at an earlier ply, with how far the rest of the
// record can be played after it.
type prospect struct {
	ply      int // index of the ply, if earlier
	move     int // index in the legal moves where the game stops
	text     string
	distance int // from the written word to text
	reach    int // the index of the first written word that cannot be played
	reading  reading
	open     bool // reach may be greater
}

// stopAt lists the legal moves where the game stops at a word, and returns those listed.
func (j *Arbiter) stopAt(w *record.Word) []prospect {
	r, named := j.report, j.p.likely(w, j.legal, MaxLegal)
	prospects := make([]prospect, len(named))
	for k, n := range named {
		text := string(j.p.AppendMove(nil, &j.legal[n], j.legal))
		prospects[k] = prospect{move: n, text: text}
		r.Legal = append(r.Legal, text)
	}
	slices.Sort(r.Legal)
	r.MoreLegal = len(j.legal) - len(named)
	return prospects
}

// unread suggests moves for the i-th ply if its word could not be read.
func (j *Arbiter) unread(i int) {
	g := j.report.Game
	if j.SkipDiagnosis || i >= len(g.Plies) || len(g.Plies[i].Word.Steps) > 0 || setsUp(g.Plies[i]) {
		return
	}
	for n := range j.report.Faults {
		f := &j.report.Faults[n]
		if f.Ply != i+1 || f.Code != record.UnreadableWord && f.Code != record.IllegibleMove {
			continue
		}
		if j.legal = j.p.Moves(j.legal[:0]); len(j.legal) > 0 {
			j.suggest(i, f, j.stopAt(g.Plies[i].Word))
		}
		return
	}
}

// aside reports moves in brackets after the last ply if the first of them can be the next move: an
// editor may have completed them, so the game may not end before them.
func (j *Arbiter) aside(a *record.Ply) {
	g := j.report.Game
	f := record.Fault{
		Code: record.IllegibleMove, Severity: record.Unreadable, Ply: len(g.Plies) + 1,
		At: a.At, Len: a.Len, Word: a.Word.Text, Message: message.Of("replay.aside"),
	}
	var m Move
	switch j.legal = j.p.Moves(j.legal[:0]); {
	case len(j.legal) == 0:
		return
	case len(a.Word.Steps) > 1:
		if !j.p.lookup(a.Word, &m, &j.legal) {
			return // a remark
		}
		f.Suggestions = []string{string(j.p.AppendMove(nil, &m, j.legal))}
	}
	j.fault(f)
}

// share allots work to the follower, within the game's limit. The returned function takes back the
// work that the follower has not done.
func (j *Arbiter) share(work int) (unspent func()) {
	j.follower.left = max(min(work, workPerGame+workPerPly*len(j.report.Game.Plies)-j.work), 0)
	j.work += j.follower.left
	return func() { j.work -= max(j.follower.left, 0) }
}

// suggest sets the fault's suggestions to the moves that stopAt listed for the i-th ply, where the
// game stops. Moves after which most of the rest can be played come first, then those spelled most
// like the word. If only one allows all of the rest, or another move at an earlier ply does, the
// message says so.
func (j *Arbiter) suggest(i int, fault *record.Fault, prospects []prospect) {
	g := j.report.Game
	w := g.Plies[i].Word
	spelt := j.p.rules.geometry.spellingOf(w)
	for k := range prospects {
		c := &prospects[k]
		c.distance, c.reach = spelt.distance(c.text), i+1
		if slices.Contains(fault.Suggestions, c.text) {
			c.distance = asSaid
		}
	}
	slices.SortFunc(prospects, compareProspects)
	f := &j.follower
	if f.begin(g.Plies, i); i+1 < f.end {
		unspent := j.share(workPerPly / 2 * len(g.Plies))
		j.follow(i, prospects)
		unspent()
		slices.SortFunc(prospects, compareProspects)
	}
	fault.Suggestions = make([]string, len(prospects))
	for k := range prospects {
		fault.Suggestions[k] = prospects[k].text
	}
	hint := j.typingSlip(i, prospects)
	if hint.IsZero() {
		hint = j.hint(i, prospects)
	}
	if hint.IsZero() {
		hint = j.likeliest(w, prospects, fault.Message)
	}
	fault.Message = message.Then(fault.Message, hint)
}

// hint explains what the rest of the record shows about the i-th ply, if anything.
func (j *Arbiter) hint(i int, prospects []prospect) (hint message.Message) {
	f := &j.follower
	if f.end < len(j.report.Game.Plies) {
		return hint // the rest ends at a position that is set up
	}
	whole, open := 0, len(prospects) < len(j.legal)
	for k := range prospects {
		open = open || prospects[k].open
		if prospects[k].reach == f.end {
			whole++
		}
	}
	tells := f.end-(i+1) >= minFollowing
	if whole == 1 && !open && tells {
		hint = message.Of([...]message.ID{instead: "replay.only-move", missing: "replay.move-missing",
			swapped: "replay.moves-swapped", surplus: "replay.move-too-many"}[prospects[0].reading],
			"move", j.p.rules.asWritten(prospects[0].text, f.plies[i].Word))
	}
	if w := f.plies[i].Word; whole == 0 && !open || tells && whole > 0 && prospects[0].reading == instead && len(w.Steps) > 0 {
		hint = message.Then(hint, j.earlier(i, prospects))
	}
	return hint
}

// maxSlip is the greatest distance of a word from the move named as its meaning: one character.
const maxSlip = 2

// asSaid is the distance of a move that the record itself gives as a correction beside the word,
// nearer than the corrected word itself.
const asSaid = -1

// likeliest names the first prospect if it is spelled most like the word and no other goes as far,
// unless said already names it.
func (j *Arbiter) likeliest(w *record.Word, prospects []prospect, said message.Message) (hint message.Message) {
	if len(prospects) == 0 || prospects[0].distance > maxSlip || prospects[0].reading != instead {
		return hint
	}
	text := j.p.rules.asWritten(prospects[0].text, w)
	near := func(other prospect) bool { return other.distance <= prospects[0].distance }
	if !slices.ContainsFunc(prospects[1:], near) && !strings.Contains(said.In(message.English), text) {
		hint = message.Of("replay.perhaps", "move", text)
	}
	return hint
}

// compareProspects orders the better prospect first.
func compareProspects(a, b prospect) int {
	return cmp.Or(cmp.Compare(b.reach, a.reach), cmp.Compare(a.reading, b.reading), cmp.Compare(a.distance, b.distance), cmp.Compare(a.text, b.text))
}

// follow finds how far the game can be played after each prospect for the i-th ply.
func (j *Arbiter) follow(i int, prospects []prospect) {
	f := &j.follower
	w, next := f.plies[i].Word, f.plies[i+1].Word
	for k := range prospects {
		c := &prospects[k]
		m := &j.legal[c.move]
		p := j.p.After(m)
		try := func(as reading, extra, from int) {
			if c.reach == f.end || c.open {
				return
			}
			// A reading other than instead must explain many more moves.
			reach, open := f.follow(&p, extra, from)
			c.open = c.open || open
			if as == instead || reach == f.end || reach > c.reach+minFollowing {
				c.reach, c.reading = max(reach, i+1), as
			}
		}
		try(instead, -1, i+1)
		if len(w.Steps) == 0 {
			continue
		}
		try(missing, -1, i)
		if len(next.Steps) == 0 || j.p.fits(next, m) {
			try(swapped, i, i+2)
			if len(next.Steps) > 0 {
				try(surplus, -1, i+2)
			}
		}
	}
}

// readOn returns the only move that the i-th word fits after which the rest of the game can be
// played, and its text. If none can be played to the end, it returns the move that goes further
// than all others by minFollowing words, or nil if there is none.
func (j *Arbiter) readOn(i int, fit []int) (*Move, string) {
	f, g := &j.follower, j.report.Game
	if f.begin(g.Plies, i); i+1 >= f.end || len(fit) > MaxLegal {
		return nil, ""
	}
	defer j.share(workPerGame + workPerPly*len(g.Plies))()
	best, reach, second := -1, -1, -1
	for _, n := range fit {
		p := j.p.After(&j.legal[n])
		to, open := f.follow(&p, -1, i+1)
		if open {
			return nil, ""
		}
		if to > reach {
			best, to, reach = n, reach, to
		}
		second = max(second, to)
	}
	if reach == second || reach < f.end && reach < second+minFollowing {
		return nil, ""
	}
	return &j.legal[best], string(j.p.AppendMove(nil, &j.legal[best], j.legal))
}

// earlier names moves at earlier plies, with the start or end of those played, after which more can
// be played than after the prospects, or as much if the prospects are less like the word.
func (j *Arbiter) earlier(i int, prospects []prospect) message.Message {
	f, best, near := &j.follower, i, 0
	if len(prospects) > 0 {
		best, near = prospects[0].reach, prospects[0].distance
	}
	line, first := j.line(i)
	defer j.share(workPerPly / 2 * len(f.plies))()
	var slips []prospect
	for n := i - 1; n >= first && f.left > 0; n-- {
		p, played := &line[n-first], &j.report.played[n]
		j.legal = p.Moves(j.legal[:0])
		f.left -= workSearch + len(j.legal)
		for k := range j.legal {
			m := &j.legal[k]
			if *m == *played || m.from != played.from && m.to != played.to {
				continue
			}
			q := p.After(m)
			reach, _ := f.follow(&q, -1, n+1)
			if reach <= i || reach <= n+minFollowing || reach < best || reach < f.end && reach < best+minFollowing {
				continue
			}
			text := string(p.AppendMove(nil, m, j.legal))
			if d := p.rules.geometry.spellingOf(f.plies[n].Word).distance(text); reach > best || d <= near {
				slips = append(slips, prospect{ply: n, text: text, distance: d, reach: reach})
			}
		}
	}
	if len(slips) == 0 {
		return message.Message{}
	}
	slices.SortStableFunc(slips, func(a, b prospect) int {
		return cmp.Or(cmp.Compare(b.reach, a.reach), cmp.Compare(a.distance, b.distance))
	})
	var all []message.Message
	for _, s := range slips[:min(len(slips), maxSlips)] {
		if s.reach == slips[0].reach && s.distance == slips[0].distance {
			all = append(all, message.Of("replay.slip", "ply", s.ply+1, "word", f.plies[s.ply].Word.Text, "move", s.text))
		}
	}
	named := message.Or(all...)
	switch reach := slips[0].reach; {
	case reach < f.end:
		return message.Of("replay.earlier-up-to", "slips", named, "ply", reach)
	case reach == best:
		return message.Of("replay.earlier-too", "slips", named)
	}
	return message.Of("replay.earlier", "slips", named)
}

// line returns the positions before the plies from index first to before the i-th.
func (j *Arbiter) line(i int) (line []Position, first int) {
	first = max(i-maxBack, 0)
	for n := i; n > first; n-- {
		if setsUp(j.report.Game.Plies[n]) {
			first = n
		}
	}
	for n, ply := range walk(j.report.Game.Plies, j.report.played, &j.report.begun) {
		if n >= first && n < i {
			line = append(line, *ply.Before)
		}
	}
	return line, first
}
