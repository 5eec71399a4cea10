package replay

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Variation is a line of a record beside the game's own moves, judged from its place.
type Variation struct {
	Of     int          // the number of the variation that it is attached to; 0 for the game's own moves
	Ply    int          // the ply of that line, from 1, that it replaces; one more than the last if it continues after that
	Before int          // the number of plies from the beginning of the game to it
	Line   []record.Ply // as recorded
	Moves  []string     // the legal moves in full, up to the first fault
	Legal  bool         // every move of the line is legal
	Final  record.Position

	at     int      // the index of the ply that it is attached to
	from   Position // the position from which it was judged, if known
	played []Move
}

// maxBefore is how many plies before the move that it is attached to a variation may begin
// according to its number. It may also begin one ply after that move.
const maxBefore = 16

// variations judges all variations of the game, each from its place: in place of the move that it
// is attached to, or where its number says. If the number is missing or wrong, as with variations
// that begin with 1 again, the place is the nearby one from which the whole line can be played.
func (j *Arbiter) variations() {
	r := j.report
	if j.tree == nil {
		j.tree = &tree{unjudged: map[int][]record.Fault{}}
	}
	t := j.tree
	if t.report = r; r.begun.rules == nil {
		return
	}
	clear(t.unjudged)
	r.Faults = slices.DeleteFunc(r.Faults, func(f record.Fault) bool {
		if f.Variation > 0 {
			t.unjudged[f.Variation] = append(t.unjudged[f.Variation], f)
		}
		return f.Variation > 0
	})
	t.line(0, 0, r.Game.Plies, r.played, &r.begun)
	for n := range t.unjudged { // faults in variations that the game does not have
		r.Faults = append(r.Faults, t.unjudged[n]...)
	}
}

// tree is a game whose variations are being judged. Its memory is reused from game to game.
type tree struct {
	report   *Report
	unjudged map[int][]record.Fault // faults of reading, by the number of each variation not judged yet
	arbiter  Arbiter
	trial    Report
	game     record.Game
}

// varies reports whether variations are attached to a ply.
func varies(p record.Ply) bool { return p.Note != nil && len(p.Note.Variations) > 0 }

// line judges the variations of a line that begins at start, nil if unknown, after before plies.
func (t *tree) line(number, before int, plies []record.Ply, played []Move, start *Position) {
	if !slices.ContainsFunc(plies, varies) {
		return
	}
	var near [maxBefore + 2]Position // the position before the i-th move, at i modulo the length
	known := -1                      // the index of the last known position
	vary := func(i int) {
		if plies[i].Note == nil {
			return
		}
		for _, line := range plies[i].Note.Variations {
			t.variation(number, before, i, line, func(at int) *Position {
				if at < max(0, i-maxBefore) || at > known {
					return nil
				}
				return &near[at%len(near)]
			})
		}
	}
	if start != nil {
		for i, ply := range walk(plies, played, start) {
			if near[i%len(near)], known = *ply.Before, i; i > 0 {
				vary(i - 1)
			}
		}
	}
	for i := max(known, 0); i < len(plies); i++ {
		vary(i)
	}
}

// variation judges a variation attached to the i-th ply of a line with the given positions.
func (t *tree) variation(of, before, i int, line []record.Ply, position func(int) *Position) {
	r := t.report
	number := len(r.Variations) + 1
	r.Variations = slices.Grow(r.Variations, 1)[:number]
	v := &r.Variations[number-1]
	*v = Variation{Of: of, Ply: i + 1, Before: before + i, Line: line, at: i}
	if len(line) == 0 {
		v.Legal = true
		return
	}
	faults := t.unjudged[number]
	delete(t.unjudged, number)
	// Likeliest first: where its number says; without a number or with a wrong one, in place of the
	// ply, of the one before, or after it.
	n := cmp.Or(line[0].Note, &record.Notes{})
	places := []int{i + n.StartOffset, i, i - 1, i + 1}
	if n.Number > 0 && n.StartOffset == 0 {
		places = places[1:3] // "2. c3-d4" after Black's second move, too, can be an alternative to White's
	}
	best, reach, whole := -1, -1, false
	for k, at := range places {
		p := position(at)
		if whole || p == nil || slices.Contains(places[:k], at) {
			continue
		}
		if whole = t.try(line, faults, p, true); whole || len(t.trial.Moves) > reach {
			best, reach = at, len(t.trial.Moves)
		}
	}
	stopped := places[0] >= max(0, i-maxBefore) && places[0] <= i+1 && position(places[0]) == nil
	if best < 0 || stopped && !whole {
		// The game stops before the place from which the variation could be played.
		r.Faults = append(r.Faults, faults...)
		t.line(number, before, line, nil, nil)
		return
	}
	if !whole {
		t.try(line, faults, position(best), false)
	}
	v.Ply, v.Before = best+1, before+best
	v.Moves, v.played = slices.Clone(t.trial.Moves), slices.Clone(t.trial.played)
	v.Final, v.Legal, v.from = t.trial.Final, whole, *position(best)
	if whole && best != places[0] {
		t.trial.Faults = append(t.trial.Faults, record.Fault{
			Code: record.MoveNumber, Ply: 1, At: line[0].At, Len: line[0].Len, Word: line[0].Word.Text,
			Message: message.Of("replay.variation-elsewhere", "move", r.MoveNumber(max(before+places[0]+1, 1))),
		})
	}
	for i := range t.trial.Faults {
		f := &t.trial.Faults[i]
		f.Variation = number
		begins := r.MoveNumber(v.Before+1) + " " + line[0].Word.Text
		if f.Ply > 1 {
			f.Message = message.Of("replay.in-variation-at",
				"number", number, "begins", begins, "ply", f.Ply, "what", f.Message)
		} else {
			f.Message = message.Of("replay.in-variation", "number", number, "begins", begins, "what", f.Message)
		}
		r.Faults = append(r.Faults, *f)
	}
	start := v.from // a copy, because v may move when r.Variations grows
	t.line(number, v.Before, line, v.played, &start)
}

// try judges a line from a position and reports whether all of it can be played. If briefly is set,
// the report does not diagnose what stops the line.
func (t *tree) try(line []record.Ply, faults []record.Fault, from *Position, briefly bool) bool {
	t.game = record.Game{Text: t.report.Game.Text, Variant: t.report.Variant, Plies: line, Faults: t.game.Faults[:0]}
	for _, f := range faults {
		f.Variation = 0
		t.game.Faults = append(t.game.Faults, f)
	}
	t.arbiter.from, t.arbiter.SkipDiagnosis = from, briefly
	t.arbiter.judge(&t.game, t.report.Variant, &t.trial)
	return !slices.ContainsFunc(t.trial.Faults, func(f record.Fault) bool { return f.Stops() })
}

// MoveNumber returns the move number of a ply, counted from 1, as written before a move: "12." for
// a ply of the side that begins, else "12...". Where games begin with Black's move, a position in
// which White is to move begins with "1." as well. Only a game from a position may begin with
// another number than 1.
func (r *Report) MoveNumber(ply int) string {
	n := ply - 1
	if r.begun.rules != nil && r.begun.turn == record.Black && r.Variant.First() == record.White {
		n++
	}
	if plies := r.Game.Plies; r.Game.Start != nil && len(plies) > 0 && plies[0].Note != nil && plies[0].Note.Number > 0 {
		n += 2 * (plies[0].Note.Number - 1)
	}
	if n%2 == 0 {
		return strconv.Itoa(n/2+1) + "."
	}
	return strconv.Itoa(n/2+1) + "..."
}
