package replay

import (
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// maxTried is how many plies of a record are tried under each variant, to say
// which of them it can be. Hardly a game is longer, and one of a million must
// not be played for every variant.
const maxTried = 300

// variant returns what the game is judged under: what the record says, else what
// is asked, else what alone its text shows. Where none tells it is a fault, with
// the variants under which the record's moves are legal.
func (j *Arbiter) variant(asked record.Variant) record.Variant {
	g := j.report.Game
	switch {
	case g.Variant != record.UnknownVariant:
		return g.Variant
	case asked != record.UnknownVariant:
		return asked
	case len(g.Shows) == 1:
		j.report.Guessed = true
		return g.Shows[0]
	}
	for i := range g.Faults {
		f := &g.Faults[i]
		// Where nothing could be read, a variant would not help.
		if f.Code == record.BadPosition && g.Format == "composition" {
			return record.UnknownVariant // no variant has such a position
		}
		if f.Code == record.NoVariant || f.Code == record.Syntax && f.Severity == record.Unreadable && len(g.Plies) == 0 {
			return record.UnknownVariant
		}
	}
	variants, plies := j.variants(g)
	if plies == 0 {
		variants = g.Shows
	}
	names := namesOf(variants)
	said := message.Of("replay.no-variant")
	switch {
	case names == nil:
	case plies == 0:
		said = message.Of("replay.no-variant-looks", "variants", message.Or(names...))
	default:
		said = message.Of("replay.no-variant-fits", "fits", legalIn(names, plies, len(g.Plies)))
	}
	j.fault(record.Fault{Code: record.NoVariant, Severity: record.Unreadable, Message: said, Suggestions: names})
	return record.UnknownVariant
}

// doubt notes where a variant that was guessed from the text forbids what others
// allow, or what is written at all.
func (j *Arbiter) doubt() {
	r := j.report
	g := r.Game
	if !r.Guessed || len(r.played) >= min(len(g.Plies), maxTried) {
		return
	}
	variants, plies := j.variants(g)
	if plies == min(len(g.Plies), maxTried) {
		names := namesOf(variants)
		r.Faults = slices.Insert(r.Faults, 0, record.Fault{
			Code: record.VariantGuessed, Severity: record.Remark, Suggestions: names,
			Message: message.Of("replay.variant-guessed", "variant", r.Variant.Term(), "fits", legalIn(names, plies, len(g.Plies))),
		})
		return
	}
	at := slices.IndexFunc(r.Faults, func(f record.Fault) bool { return f.Code == record.IllegalMove && f.Stops() })
	if at >= 0 {
		f := &r.Faults[at]
		f.Message = message.Then(f.Message, message.Of("replay.guessed", "variant", r.Variant.Term()))
	}
}

// legalIn says under which variants so many of all plies are legal.
func legalIn(variants []string, plies, all int) message.Message {
	switch {
	case plies == all && all == 1:
		return message.Of("replay.move-legal-in", "variants", message.And(variants...))
	case plies == all:
		return message.Of("replay.legal-in", "variants", message.And(variants...))
	}
	return message.Of("replay.some-legal-in", "n", plies, "all", all, "variants", message.And(variants...))
}

func namesOf(variants []record.Variant) []string {
	var names []string
	for _, v := range variants {
		names = append(names, v.String())
	}
	return names
}

// variants returns the variants under which most plies of the record are legal, up
// to the first that is not or cannot be read, and how many these are, at most
// maxTried. Of variants that agree in this those are left out whose rules
// contradict the recorded result, if that does not hold for all.
func (j *Arbiter) variants(g *record.Game) (variants []record.Variant, plies int) {
	if j.trial == nil {
		j.trial = &trial{variants: make([]record.Variant, 0, len(record.Variants()))}
	}
	t := j.trial
	variants = t.variants[:0]
	if len(g.Plies) == 0 {
		return variants, 0
	}
	defer func() { t.variants = variants }()
	t.game = *g
	t.report = Report{Game: &t.game}
	t.arbiter.report = &t.report
	contradicted := false
	for _, v := range record.Variants() {
		if !v.Reversed() { // else the moves are those of the straight game, which comes before
			t.play(g, v)
		}
		n := t.plies
		if n == 0 || n < plies {
			continue
		}
		contradicts := n == len(g.Plies) && t.contradicts(g.Result, v)
		if n == plies && contradicts && !contradicted {
			continue
		}
		if n > plies || contradicted && !contradicts {
			variants, plies, contradicted = variants[:0], n, contradicts
		}
		variants = append(variants, v)
	}
	return variants, plies
}

// trial plays a record that does not say what is played under one variant after
// another.
type trial struct {
	arbiter  Arbiter
	report   Report
	game     record.Game
	plies    int              // that are legal
	variants []record.Variant // that fit, until the next trial
}

// play plays the record under a variant.
func (t *trial) play(g *record.Game, v record.Variant) {
	t.plies = 0
	numeric := v.Board().Numbering == record.Numeric
	rules, err := For(v)
	if err != nil || !namedBy(g.Plies[0].Word, numeric) {
		return
	}
	t.game.Start = g.Start
	if g.Start != nil && g.Start.Variant != v {
		start, ok := positionOf(g.Start, v)
		if !ok {
			return
		}
		t.game.Start = &start
	}
	t.report.Variant = v
	if !t.arbiter.begin(rules) {
		return
	}
	stop := min(len(g.Plies), maxTried)
	for i := range g.Faults {
		if f := &g.Faults[i]; f.Stops() && f.Ply >= 1 {
			stop = min(stop, f.Ply-1)
		}
	}
	p, legal := &t.arbiter.p, &t.arbiter.legal
	var m Move
	for t.plies < stop && t.arbiter.setUpBefore(t.plies) {
		w := g.Plies[t.plies].Word
		if !namedBy(w, numeric) || rules.KingByRank && w.Promotion != 0 { // Adiukh marks no kings (3.5)
			return
		}
		if !p.lookup(w, &m, legal) {
			*legal, _ = p.meaning(w, (*legal)[:0])
			found := p.resolve(w, *legal).move
			if found == nil {
				return
			}
			m = *found
		}
		p.Play(&m)
		t.plies++
	}
}

// namedBy says whether a word calls squares by numbers, or by letters.
func namedBy(w *record.Word, numeric bool) bool {
	return len(w.Steps) > 0 && (w.Steps[0].Number > 0) == numeric
}

// contradicts says whether the game is over with another result than the recorded
// one, under the variant or its reverse.
func (t *trial) contradicts(recorded record.Result, v record.Variant) bool {
	p := &t.arbiter.p
	if !p.Over() {
		return false
	}
	switch recorded.Outcome {
	case record.WhiteWins, record.BlackWins:
		return v.Reversed() != (recorded.Outcome != p.Outcome())
	case record.Draw:
		return recorded.Outcome != p.Outcome()
	case record.Points:
		white, black := p.Points()
		return !p.rules.Points || recorded.White != float64(white) || recorded.Black != float64(black)
	}
	return false
}

// positionOf returns the position that has the same towers on the squares of the
// same names in another variant, if there can be one.
func positionOf(from *record.Position, v record.Variant) (record.Position, bool) {
	board, own := v.Board(), from.Variant.Board()
	to := record.Position{Variant: v, Turn: from.Turn}
	for _, s := range own.Squares() {
		t := from.At(s)
		if t == 0 {
			continue
		}
		if own.Numbering == record.Numeric {
			s = board.Numbered(own.Number(s))
		}
		if board.Numbering != own.Numbering || !board.Has(s) {
			return record.Position{}, false
		}
		to.Put(s, t)
	}
	return to, to.Validate() == nil
}
