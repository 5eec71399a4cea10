// Package find says at which moments of games a query is true, and keeps games in an
// index in which most of that need not be looked for. FIND.md defines the language.
//
// Read first: FIND.md; then grammar.go, whose types are a query's only tree; compile.go,
// which makes tests of it that are called at each move of a judged game; Query and Index.
package find

import (
	"context"
	"iter"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Query is a query ready to be searched for. Several goroutines may use it at once.
type Query struct {
	text   string
	tokens []lexer.Token
	tree   *query
	names  map[string]*let
	root   condition // of no variant in particular: what of it is not its test or words
}

// HasSubject reports whether the query finds towers, of which Found has the squares.
func (q *Query) HasSubject() bool { return q.root.subject != nil }

// Searcher searches one game after another. It is not safe for concurrent use.
type Searcher struct {
	// Moments are those of the last game that was found at which the query is true, in order,
	// each the number of moves made before. None where it is about the game as a whole.
	Moments []int
	// Squares are, if wanted, those of the towers that the query finds at each of the Moments.
	Squares []replay.Squares

	query    *Query
	squares  bool
	arbiter  replay.Arbiter
	programs map[record.Variant]*program
	moment   moment
	game     game
}

// NewSearcher returns a Searcher for a query; squares says that its Squares are wanted.
func NewSearcher(q *Query, squares bool) *Searcher {
	return &Searcher{query: q, squares: squares && q.HasSubject(), programs: make(map[record.Variant]*program)}
}

// Search judges a game as an Arbiter's Judge does, and says whether it is found. Where the
// headers alone say that the query is never true of the game, it is not judged: the report
// then has no more than the game.
func (s *Searcher) Search(g *record.Game, variant record.Variant, r *replay.Report) bool {
	s.begin(g)
	if mayFind, _ := s.known(); !mayFind {
		*r = replay.Report{Game: g, Moves: r.Moves[:0]}
		return false
	}
	s.arbiter.Judge(g, variant, r)
	return s.search(r)
}

// Judged reports whether a game is found by the report that Judge made of it.
func (s *Searcher) Judged(r *replay.Report) bool {
	s.begin(r.Game)
	return s.search(r)
}

func (s *Searcher) begin(g *record.Game) {
	s.game = game{record: g}
	s.Moments, s.Squares = s.Moments[:0], s.Squares[:0]
}

// known reports whether the game may be found, and whether that is sure, without its moments.
func (s *Searcher) known() (mayFind, sure bool) {
	// A game cannot fail to answer.
	a, _ := source{ctx: context.Background(), games: 1, game: &s.game}.answer(s.query.root)
	return a.games.has(0), a.sure && a.whole
}

// maxWords is how many words for moments are kept for a game: of one with so
// many moves that there would be more, the rest is not looked at. No query that
// is written by hand, and no game that is played, comes near.
const maxWords = 16 << 20

// search works out where the query is true.
func (s *Searcher) search(r *replay.Report) bool {
	s.game.report = r
	if mayFind, sure := s.known(); !mayFind || sure {
		return mayFind
	}
	p := s.programs[r.Variant]
	if p == nil {
		c := newCompiler(s.query, r.Variant)
		root := c.sequence(&s.query.tree.What)
		p = c.program
		if p.root = c.words(root); s.squares {
			p.subject = c.words(root.subject(sameTower))
		}
		s.programs[r.Variant] = p
	}
	words := s.run(p, r)
	if s.query.root.whole {
		return words[0] != falsehood
	}
	for i, word := range words {
		if word != falsehood {
			s.Moments = append(s.Moments, i)
		}
	}
	if len(s.Moments) > 0 && s.squares {
		s.place(p, r)
	}
	return len(s.Moments) > 0
}

// run returns the words of the moments of a game.
func (s *Searcher) run(p *program, r *replay.Report) []uint64 {
	p.games++
	for _, work := range p.constants {
		work(&s.game)
	}
	for k := range p.kept {
		p.kept[k] = p.kept[k][:0]
	}
	most := maxWords / max(1, p.columns)
	for i := range s.moments(p, r) {
		if i == most {
			break
		}
		for k, is := range p.tests {
			p.kept[k] = append(p.kept[k], is(&s.moment))
		}
	}
	return p.root()
}

// maxVaried is how many moves of variations of a game, and before them, are looked at.
const maxVaried = 1 << 18

// variations sets the words of the moments of a game in place of whose moves there are
// variations in which the program's query is true. Each variation is looked at as a game that
// has the moves before it, and its own up to the first fault.
func (s *Searcher) variations(p *program, r *replay.Report, out []uint64) {
	if len(r.Variations) == 0 {
		return
	}
	own := slices.Clone(r.Game.Plies[:len(r.Moves)])
	for i, ply := range own {
		if ply.Note != nil {
			own[i].Note = &record.Notes{Setup: ply.Note.Setup}
		}
	}
	lines, roots := [][]record.Ply{own}, []int{0}
	looked := 0
	for i := range r.Variations {
		v := &r.Variations[i]
		before, root := min(v.Before, len(lines[v.Of])), roots[v.Of]
		if v.Of == 0 {
			root = before
		}
		if looked += before + len(v.Moves); looked > maxVaried {
			return
		}
		line := slices.Concat(lines[v.Of][:before], v.Line[:len(v.Moves)])
		lines, roots = append(lines, line), append(roots, root)
		if len(v.Moves) == 0 || root >= len(out) || out[root] != falsehood {
			continue
		}
		g := *r.Game
		g.Plies, g.Solution = line, nil
		var judged replay.Report
		s.arbiter.Judge(&g, r.Variant, &judged)
		judged.Verdict = r.Verdict
		s.game = game{record: &g, report: &judged}
		words := s.run(p, &judged)
		out[root] = wordOf(slices.ContainsFunc(words[min(before, len(words)):], func(w uint64) bool { return w != falsehood }))
	}
}

// moments goes to one moment of a game after another.
func (s *Searcher) moments(p *program, r *replay.Report) iter.Seq[int] {
	return func(yield func(int) bool) {
		m := &s.moment
		*m = moment{game: &s.game, rules: p.rules, legal: m.legal, track: m.track}
		expected := uint64(0) // the hash that the moves led to
		for i, ply := range r.Plies() {
			m.show(i, ply.Before, ply.Move)
			switch {
			case !p.tracks:
			case i == 0:
				m.track.begin(ply.Before)
			case expected != 0 && ply.Before.Hash() != expected:
				m.track.lose()
			}
			if !yield(i) {
				return
			}
			if plies := r.Game.Plies; p.tracks && ply.Move != nil {
				expected = 0
				if next := i + 1; next < len(plies) && plies[next].Note != nil && plies[next].Note.Setup != "" {
					after := ply.After()
					expected = after.Hash()
				}
				m.track.play(ply.Move, p.rules.Towers)
			}
		}
		if m.p == nil { // there is one moment without a board
			yield(0)
		}
	}
}

// place finds the squares of the towers that the query finds at the moments found.
func (s *Searcher) place(p *program, r *replay.Report) {
	towers := p.subject()
	for i := range s.moments(p, r) {
		if i != s.Moments[len(s.Squares)] {
			continue
		}
		s.Squares = append(s.Squares, replay.Squares(s.moment.track.squaresOf(towers[i])))
		if len(s.Squares) == len(s.Moments) {
			return
		}
	}
}
