package replay

import (
	"errors"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Verdict is the outcome of replaying a game.
type Verdict uint8

// The verdicts, from best to worst.
const (
	Legal      Verdict = iota // every move is legal as written
	Repaired                  // every move is legal once its spelling is corrected
	Unjudged                  // the record is readable, but its game has no rules here
	Illegal                   // the rules forbid a move
	Unreadable                // a move or the whole game cannot be understood
)

// String returns the verdict's name in the JSON contract.
func (v Verdict) String() string {
	return [...]string{"legal", "repaired", "unjudged", "illegal", "unreadable"}[v]
}

// Report is a judged game.
type Report struct {
	Game    *record.Game
	Variant record.Variant
	Verdict Verdict
	Moves   []string        // the legal moves in full, up to the first fault that stops the game
	Final   record.Position // after Moves
	Over    bool            // the side to move in Final has no move
	Score   *[2]int         // Adiukh's points, White first, or nil if the game has none
	Claims  []Claim         // draws that could have been claimed
	Faults  []record.Fault  // in order of place
	Legal   []string        // the legal moves where the game stopped, at most MaxLegal

	MoreLegal int  // number of legal moves not in Legal
	Guessed   bool // the record does not name Variant: the text fits no other

	Variations []Variation // of the record, in text order; numbered from 1

	begun  Position // before the first move; zero if unknown
	played []Move   // the moves of Moves, for Plies
}

// Places returns the places of the faults in the file.
func (r *Report) Places() []record.Place {
	at := make([]int, len(r.Faults))
	for i := range r.Faults {
		at[i] = r.Faults[i].At
	}
	return r.Game.Places(at...)
}

// Judge replays the game under its variant's rules. If the record names no variant, defaultVariant
// applies; if there is no default either, the game is judged only if its text fits exactly one
// variant. A game whose record says that it has no rules here (record.NoRules) is Unjudged. Judge
// does not change the game and never fails: every fault is in the report.
func Judge(g *record.Game, defaultVariant record.Variant) *Report {
	r := new(Report)
	new(Arbiter).Judge(g, defaultVariant, r)
	return r
}

// Arbiter judges one game after another, reusing its memory. The zero Arbiter is ready for use. It
// must not be used concurrently.
type Arbiter struct {
	report *Report
	p      Position
	legal  []Move
	claims claims

	repaired   int          // repairs found, reported or not
	unreported record.Fault // the first repair that was not reported

	follower follower // plays the words after a doubtful place
	work     int      // work spent on following words in this game
	tree     *tree    // of the game's variations; nil before the first game that has any

	from   *Position // where a variation begins, or nil for a game
	varied bool      // the game has variations
	posted bool      // the game was played by post: dates accompany its moves
	marked bool      // the record marks at least one promotion, so each must have its mark

	// SkipDiagnosis limits a report to how far the game's own moves can be played: it does not
	// explain why the game stops or suggest what was meant, which can take many times as long, and
	// variations are not judged.
	SkipDiagnosis bool
}

// maxRepairs is how many repairs of a game are reported individually. A sheet typed in the wrong
// script has one or two per move; a malicious file may have a million.
const maxRepairs = 1000

// Judge is like the function Judge, but reuses r's memory: it overwrites everything that r holds of
// another game, including its slices.
//
// The report on a composition describes the game that Solve makes of its solution.
func (j *Arbiter) Judge(g *record.Game, defaultVariant record.Variant, r *Report) {
	solution := g.Solution
	if solution != nil {
		g = Solve(g, defaultVariant)
	}
	j.judge(g, defaultVariant, r)
	j.report = r
	if j.varied && !j.SkipDiagnosis {
		j.variations()
		r.settle()
	}
	if solution != nil && r.Verdict <= Repaired {
		j.composition(solution.Task)
		r.settle()
	}
	j.report = nil
}

// judge judges the game's own moves.
func (j *Arbiter) judge(g *record.Game, defaultVariant record.Variant, r *Report) {
	moves, claims, legal, variations, played, faults := r.Moves, r.Claims, r.Legal, r.Variations, r.played, r.Faults
	*r = Report{} // assigned in place, because it holds a board
	r.Game, r.Moves, r.Claims, r.Legal = g, moves[:0], claims[:0], legal[:0]
	r.Variations, r.played, r.Faults = variations[:0], played[:0], append(faults[:0], g.Faults...)
	j.report, j.repaired, j.work, j.varied, j.posted = r, 0, 0, false, false
	j.marked = slices.ContainsFunc(g.Plies, func(p record.Ply) bool { return p.Word.Promotion != 0 })
	j.run(defaultVariant)
	j.doubt()
	if more := j.repaired - maxRepairs; more > 0 {
		f := j.unreported
		f.Code, f.Severity, f.Suggestions = record.MoreRepairs, record.Remark, nil
		f.Message = message.Of("replay.more-repairs", "n", more, "listed", maxRepairs)
		j.fault(f)
	}
	j.report = nil
	r.settle()
}

// settle sorts the faults and derives the verdict from them.
func (r *Report) settle() {
	record.SortFaults(r.Faults)
	for i := range r.Faults {
		r.Verdict = max(r.Verdict, verdictOf[r.Faults[i].Severity])
	}
}

var verdictOf = [...]Verdict{record.Remark: Legal, record.Repaired: Repaired,
	record.Illegal: Illegal, record.Unreadable: Unreadable}

func (j *Arbiter) run(defaultVariant record.Variant) {
	r := j.report
	g := r.Game
	if g.Variant == record.UnknownVariant && hasFault(g, record.NoRules) {
		r.Verdict = Unjudged // under any default: the record says that it is another game
		return
	}
	if r.Variant = j.variant(defaultVariant); r.Variant == record.UnknownVariant {
		return
	}
	rules, err := For(r.Variant)
	if err != nil {
		j.fault(record.Fault{Code: record.NoVariant, Severity: record.Unreadable, Message: message.From(err)})
		return
	}
	if j.from != nil {
		j.p = *j.from
	} else if !j.could(j.p.begin(rules, g)) {
		return
	}
	if hasFault(g, record.BadPosition) {
		return
	}
	r.begun = j.p
	stop, stopped := readable(g)
	j.claims.found = r.Claims
	j.claims.begin(&j.p, 0)
	r.Moves, r.played = slices.Grow(r.Moves, stop), slices.Grow(r.played, stop)
	played, i := true, 0
	for plies := g.Plies[:stop]; i < len(plies) && played; {
		from := i
		if note := plies[i].Note; note != nil {
			j.varied = j.varied || len(note.Variations) > 0
			if _, ok := besideOf(note); ok {
				j.posted = true
			}
			if played = j.could(j.p.setUpBefore(plies, i)); !played {
				break
			}
			if note.Setup != "" {
				j.claims.repetition(rules)
				j.claims.begin(&j.p, i)
			}
		}
		if i = j.plainly(plies, i); i < len(plies) && (i == from || plies[i].Note == nil) {
			played = j.ply(i)
			i++
		}
	}
	j.varied = j.varied || slices.ContainsFunc(g.Plies[i:], varies)
	switch {
	case played && stopped:
		j.unread(stop)
	case played && g.Aside != nil && j.from == nil:
		j.aside(g.Aside)
	}
	j.claims.repetition(rules)
	r.Final, r.Over, r.Claims = j.p.Record(), j.p.Over(), j.claims.found
	j.result(played && !stopped)
	if j.posted && j.from == nil && !j.SkipDiagnosis {
		j.post()
	}
}

func (j *Arbiter) fault(f record.Fault) { j.report.Faults = append(j.report.Faults, f) }

// could records the faults of setting up a position, and returns ok.
func (j *Arbiter) could(faults []record.Fault, ok bool) bool {
	j.report.Faults = append(j.report.Faults, faults...)
	return ok
}

// begin sets p to a game's first position. It returns any faults and whether it succeeded.
func (p *Position) begin(rules *Rules, g *record.Game) (faults []record.Fault, ok bool) {
	*p = rules.start
	if g.Start != nil {
		start, err := rules.Position(g.Start)
		if err != nil {
			return []record.Fault{{Code: record.BadPosition, Severity: record.Unreadable, Message: message.From(err)}}, false
		}
		*p = *start
		return nil, true
	}
	// The reader leaves a tag FEN unread if it cannot tell which variant the FEN is for.
	fen := strings.TrimSpace(g.Tag("FEN"))
	if fen == "" || fen == "?" || fen == "-" || hasFault(g, record.BadPosition) {
		return nil, true
	}
	tag := &g.Tags[slices.IndexFunc(g.Tags, func(t record.Tag) bool { return t.Is("FEN") })]
	return p.setUp(fen, record.Fault{At: tag.At, Len: len(tag.Value)})
}

// setsUp reports whether a record sets up another position before a ply.
func setsUp(p record.Ply) bool { return p.Note != nil && p.Note.Setup != "" }

// readable returns the number of plies before the first fault of reading that stops the game, and
// whether there is such a fault.
func readable(g *record.Game) (plies int, stopped bool) {
	plies = len(g.Plies)
	for i := range g.Faults {
		if f := &g.Faults[i]; f.Stops() && f.Ply >= 1 {
			plies, stopped = min(plies, f.Ply-1), true
		}
	}
	return plies, stopped
}

// hasFault reports whether reading the game found a fault with this code.
func hasFault(g *record.Game, code record.Code) bool {
	return slices.ContainsFunc(g.Faults, func(f record.Fault) bool { return f.Code == code })
}

// setUpBefore sets p to the position that the record sets up before the i-th ply with PDN's /FEN
// "..."/, if any. It returns any faults and whether it succeeded.
func (p *Position) setUpBefore(plies []record.Ply, i int) (faults []record.Fault, ok bool) {
	if setsUp(plies[i]) {
		return p.setUp(plies[i].Note.Setup, record.Fault{Ply: i + 1, At: plies[i].At})
	}
	return nil, true
}

// setUp sets p to the position of a FEN at a place; "W::" and "B::" change only the turn.
func (p *Position) setUp(fen string, place record.Fault) (faults []record.Fault, ok bool) {
	place.Word = fen
	pos, err := p.Record(), error(nil)
	switch fen {
	case "W::":
		pos.Turn = record.White
	case "B::":
		pos.Turn = record.Black
	default:
		if pos, err = record.ParseFEN(p.rules.Variant, fen); errors.Is(err, record.ErrUnknownTurn) {
			place.Code, place.Message = record.Syntax, message.From(err)
			faults, err = append(faults, place), nil
		}
	}
	if err == nil {
		var set *Position
		if set, err = p.rules.Position(&pos); err == nil {
			*p = *set
			return faults, true
		}
	}
	place.Code, place.Severity, place.Message = record.BadPosition, record.Unreadable, message.From(err)
	return append(faults, place), false
}

// ply plays the i-th ply of the record, repairing it if need be, and reports whether it could.
func (j *Arbiter) ply(i int) bool {
	r := j.report
	ply := &r.Game.Plies[i]
	w := ply.Word
	fault := record.Fault{Ply: i + 1, At: ply.At, Len: ply.Len, Word: w.Text}
	if len(w.Steps) == 0 {
		fault.Code, fault.Severity, fault.Message = record.UnreadableWord, record.Unreadable, message.Of("replay.not-a-move", "word", w.Text)
		j.fault(fault)
		j.unread(i)
		return false
	}
	if fault.Len == 0 {
		fault.Len = len(w.Text)
	}
	j.legal = j.p.Moves(j.legal[:0])
	found := j.p.resolve(w, j.legal)
	m := found.move
	var text string
	switch n := len(found.fit); {
	case m != nil && found.loose:
		text = string(j.p.AppendMove(nil, m, nil))
	case m != nil:
		text = string(j.p.AppendMove(nil, m, j.legal))
	case n > 0:
		fault.Code, fault.Severity = record.AmbiguousMove, record.Unreadable
		fault.Suggestions = j.p.texts(j.legal, found.fit[:min(n, MaxLegal)])
		fault.Suggestions = j.p.rules.allAsWritten(fault.Suggestions, w)
		moves := message.Some(fault.Suggestions, maxNamed, n)
		if m, text = j.readOn(i, found.fit); m != nil {
			fault.Severity, fault.Suggestions = record.Repaired, nil
			meant := j.p.rules.asWritten(text, w)
			j.repair(fault, meant, message.Of("replay.only-with-the-rest", "word", w.Text, "moves", moves, "move", meant))
			break
		}
		fault.Message = message.Of("replay.ambiguous", "word", w.Text, "moves", moves)
		j.stopAt(w)
	default:
		fault.Code, fault.Severity = record.IllegalMove, record.Illegal
		if j.SkipDiagnosis {
			break
		}
		prospects := j.stopAt(w)
		e := explainer{p: &j.p, w: w, legal: j.legal, listed: r.Legal, fault: &fault}
		if i+1 < len(r.Game.Plies) {
			e.next = r.Game.Plies[i+1].Word
		}
		fault.Message = message.Of("replay.word", "word", w.Text, "why", e.why())
		j.suggest(i, &fault, prospects)
		fault.Suggestions = j.p.rules.allAsWritten(fault.Suggestions, w)
	}
	if m == nil {
		j.fault(fault)
		return false
	}
	j.repairs(fault, w, m, text)
	r.Moves, r.played = append(r.Moves, text), append(r.played, *m)
	j.play(i, m)
	return true
}

// plainly plays the i-th and following plies up to the next with notes, as long as lookup finds
// their moves, and returns the index of the first ply that it did not play.
func (j *Arbiter) plainly(plies []record.Ply, i int) int {
	r := j.report
	moves, played := r.Moves[:len(plies)], r.played[:len(plies)]
	for from := i; i < len(plies) && (plies[i].Note == nil || i == from); i++ {
		w, m := plies[i].Word, &played[i] // the move is stored in place
		if !w.Plain && (w.Repairs != nil || w.Promotion != 0) || !j.p.lookup(w, m, &j.legal) || m.promotes && j.marked {
			break
		}
		moves[i] = w.Text
		if !w.Plain {
			moves[i] = j.p.text(m)
		}
		j.play(i, m)
	}
	r.Moves, r.played = moves[:i], played[:i]
	return i
}

// play plays a move that is already in r.played and r.Moves.
func (j *Arbiter) play(i int, m *Move) {
	man := j.p.kings>>(m.from&63)&1 == 0
	j.p.Play(m)
	j.claims.after(&j.p, i+1, m, man)
}
