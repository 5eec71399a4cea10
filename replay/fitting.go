package replay

import (
	"cmp"
	"iter"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// maxTried is how many plies of a record are tried under each variant to find the variants that
// fit. Few games are longer, and a game of a million plies must not be played for every variant.
const maxTried = 300

// variant returns the variant to judge the game under: the one that the record names, else the
// default, else the only one that its text fits. If there is none, it reports a fault with the
// variants under which the record's moves are legal.
func (j *Arbiter) variant(defaultVariant record.Variant) record.Variant {
	g := j.report.Game
	v, guessed := variantOf(g, defaultVariant)
	if j.report.Guessed = guessed; v != record.UnknownVariant {
		return v
	}
	// If nothing could be read, or no variant has such a position, naming a variant would not help.
	if slices.ContainsFunc(g.Faults, func(f record.Fault) bool {
		return f.Code == record.NoVariant || f.Code == record.BadPosition && g.Format == "composition" ||
			f.Code == record.Syntax && f.Severity == record.Unreadable && len(g.Plies) == 0
	}) {
		return record.UnknownVariant
	}
	variants, plies := j.variants(g)
	if plies == 0 {
		variants = g.Shows
	}
	names, said := namesOf(variants), message.Of("replay.no-variant")
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

// variantOf returns the variant that a game names, else the default, else the only one that its
// text fits, with guessed set; or record.UnknownVariant if there is none.
func variantOf(g *record.Game, defaultVariant record.Variant) (v record.Variant, guessed bool) {
	if v = cmp.Or(g.Variant, defaultVariant); v == record.UnknownVariant && len(g.Shows) == 1 {
		return g.Shows[0], true
	}
	return v, false
}

// doubt notes that the variant was guessed, if not all of the record is legal under it.
func (j *Arbiter) doubt() {
	r := j.report
	g := r.Game
	if !r.Guessed || len(r.played) >= min(len(g.Plies), maxTried) {
		return
	}
	if variants, plies := j.variants(g); plies == min(len(g.Plies), maxTried) {
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

// legalIn returns a message that this many of all plies are legal under the variants.
func legalIn(variants []string, plies, all int) message.Message {
	switch {
	case plies == all && all == 1:
		return message.Of("replay.move-legal-in", "variants", message.And(variants...))
	case plies == all:
		return message.Of("replay.legal-in", "variants", message.And(variants...))
	}
	return message.Of("replay.some-legal-in", "n", plies, "all", all, "variants", message.And(variants...))
}

func namesOf(variants []record.Variant) (names []string) {
	for _, v := range variants {
		names = append(names, v.String())
	}
	return names
}

// variants returns the variants under which the most plies of the record are legal, up to the first
// ply that is illegal or unreadable, and the number of these plies, at most maxTried. Among equal
// variants it prefers those whose rules do not contradict the recorded result, if there are any.
func (j *Arbiter) variants(g *record.Game) (variants []record.Variant, plies int) {
	var t trial
	j.add(g, &t)
	if variants = t.best(); len(variants) > 0 {
		plies = t.fits[variants[0]].plies
	}
	return variants, plies
}

// Tried returns the variant under which most can be played of the games of a file that name no
// variant, provided that this is at least half of all plies, and a message about the result; or
// record.UnknownVariant if there is no single such variant. A variant known only from PDN must beat
// all others, and so must a reverse game if there are manyGames games. Games that have no moves, or
// whose record names their game, do not count. If only is a variant, no other is tried.
func (j *Arbiter) Tried(games iter.Seq[*record.Game], only record.Variant) (record.Variant, message.Message) {
	t := trial{only: only}
	for g := range games {
		j.add(g, &t)
	}
	v := t.variant()
	said := message.Of("replay.tried", "variant", v.Term(), "n", t.fits[v].games, "all", t.games)
	var second record.Variant // the next best under other rules
	for _, other := range record.Variants() {
		if other.Straight() != v.Straight() && t.fits[other].compare(t.fits[second]) > 0 {
			second = other
		}
	}
	if second == record.UnknownVariant {
		return v, said
	}
	return v, message.Then(said, message.Of("replay.tried-next", "variant", second.Term(), "n", t.fits[second].games))
}

// trial counts how much of the games can be played under each variant.
type trial struct {
	only  record.Variant // or all
	games int
	plies int // of all games, at most maxTried of each
	fits  [256]fit
}

// fit counts what can be played under a variant.
type fit struct {
	games        int // played in full
	plies        int
	contradicted int // results contradicted by the board
}

// compare returns a positive number if f is better than other.
func (f fit) compare(other fit) int {
	return cmp.Or(cmp.Compare(f.games, other.games), cmp.Compare(f.plies, other.plies), cmp.Compare(other.contradicted, f.contradicted))
}

// add adds a game to a trial, unless it has no moves or its record names what is played.
func (j *Arbiter) add(g *record.Game, t *trial) {
	if len(g.Plies) == 0 || g.Variant != record.UnknownVariant || hasFault(g, record.NoRules) {
		return
	}
	t.games++
	t.plies += min(len(g.Plies), maxTried)
	var p Position
	n := 0
	for _, v := range record.Variants() {
		if t.only != record.UnknownVariant && v.Straight() != t.only.Straight() {
			continue
		}
		if !v.Reversed() { // the moves of a reverse game are those of its straight game, which comes first
			n = j.try(g, v, &p)
		}
		f := &t.fits[v]
		f.plies += n
		if n == min(len(g.Plies), maxTried) {
			f.games++
		}
		if n == len(g.Plies) {
			p.rules = rulesOf[v]
			if p.Over() && p.contradicts(g.Result) {
				f.contradicted++
			}
		}
	}
}

// best returns the variants under which the most can be played.
func (t *trial) best() []record.Variant {
	best := slices.MaxFunc(t.fits[:], fit.compare)
	return slices.DeleteFunc(record.Variants(), func(v record.Variant) bool {
		return t.fits[v].plies == 0 || t.fits[v] != best || t.only != record.UnknownVariant && v != t.only
	})
}

// manyGames is how many games it takes to assume that one of them would name the reverse game.
const manyGames = 5

// variant returns the variant for Tried.
func (t *trial) variant() record.Variant {
	best := t.best()
	if i := slices.IndexFunc(best, record.Variant.PDNAlone); i > 0 {
		best = best[:i] // those known only from PDN come last
	}
	if len(best) == 2 && t.games >= manyGames && best[1].Straight() == best[0] {
		best = best[:1]
	}
	if len(best) != 1 || 2*t.fits[best[0]].plies < t.plies {
		return record.UnknownVariant
	}
	return best[0]
}

// try plays a record under a variant on p, and returns the number of legal plies.
func (j *Arbiter) try(g *record.Game, v record.Variant, p *Position) (plies int) {
	numeric := v.Board().Numbering == record.Numeric
	rules, err := For(v)
	if err != nil || !namedBy(g.Plies[0].Word, numeric) {
		return 0
	}
	if g.Start != nil && g.Start.Variant != v {
		// Set up the same towers on the squares with the same names, if v allows that.
		start, err := record.ParseFEN(v, g.Start.FEN())
		if err != nil || v.Board().Numbering != g.Start.Variant.Board().Numbering {
			return 0
		}
		game := *g
		game.Start, g = &start, &game
	}
	if _, ok := p.begin(rules, g); !ok {
		return 0
	}
	stop, _ := readable(g)
	for ; plies < min(stop, maxTried); plies++ {
		if _, ok := p.setUpBefore(g.Plies, plies); !ok {
			break
		}
		w := g.Plies[plies].Word
		if !namedBy(w, numeric) || rules.KingByRank && w.Promotion != 0 { // Adiukh marks no kings (3.5)
			break
		}
		j.legal, _ = p.meaning(w, j.legal[:0])
		m := p.resolve(w, j.legal).move
		if m == nil {
			break
		}
		p.Play(m)
	}
	return plies
}

// namedBy reports whether a word names squares by numbers if numeric is set, else by letters.
func namedBy(w *record.Word, numeric bool) bool {
	return len(w.Steps) > 0 && (w.Steps[0].Number > 0) == numeric
}
