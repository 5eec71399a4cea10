// Package find finds the moments of games at which a query is true, and stores games in an
// index that answers most of a query without a search. FIND.md defines the language.
//
// Read first: FIND.md; then grammar.go, whose types are a query's only tree; compile.go,
// which compiles it to tests that run at each move of a judged game; Query and Index.
package find

import (
	"context"
	"iter"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Query is a compiled query. It is safe for concurrent use.
type Query struct {
	text   string
	tokens []lexer.Token
	tree   *query
	names  map[string]*let
	root   condition // for any variant: its test and words are not used
}

// HasSubject reports whether the query finds towers, whose squares a Searcher can return.
func (q *Query) HasSubject() bool { return q.root.subject != nil }

// Searcher searches one game after another. It is not safe for concurrent use.
type Searcher struct {
	// Moments are the moments of the last game searched at which the query is true, in order,
	// each given by the number of moves before it. Empty if the query is about whole games.
	Moments []int
	// Squares, if wanted, are the squares of the towers that the query finds at each of Moments.
	Squares []replay.Squares

	query    *Query
	squares  bool
	arbiter  replay.Arbiter
	programs map[record.Variant]*program
	moment   moment
	game     game
}

// NewSearcher returns a Searcher for a query; squares requests its Squares.
func NewSearcher(q *Query, squares bool) *Searcher {
	return &Searcher{query: q, squares: squares && q.HasSubject(), programs: make(map[record.Variant]*program)}
}

// Incomplete reports whether the last game searched is so long, or has so many variations, that
// only a part of it was searched.
func (s *Searcher) Incomplete() bool { return s.game.cut }

// Search judges a game as Arbiter.Judge does, and reports whether the query finds it. If the
// headers alone rule it out, the game is not judged, and the report contains only the game.
func (s *Searcher) Search(g *record.Game, variant record.Variant, r *replay.Report) bool {
	s.begin(g)
	if mayFind, _ := s.known(); !mayFind {
		*r = replay.Report{Game: g, Moves: r.Moves[:0]}
		return false
	}
	s.arbiter.Judge(g, variant, r)
	return s.search(r)
}

// Judged reports whether the query finds a game that Judge has judged.
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
	// A single game never returns an error.
	a, _ := source{ctx: context.Background(), games: 1, game: &s.game}.answer(s.query.root)
	return a.games.has(0), a.sure && a.whole
}

// maxWords is the maximum number of words kept for a game; moments that would exceed it are not
// searched. No handwritten query on a played game comes near it.
const maxWords = 16 << 20

// search finds the moments at which the query is true.
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
		if p.root = root.words; s.squares {
			p.subject = root.subject(sameTower).words
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

// run returns the root's words for the moments of a game.
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
		if s.game.cut = s.game.cut || i == most; i == most {
			break
		}
		for k, is := range p.tests {
			p.kept[k] = append(p.kept[k], is(&s.moment))
		}
	}
	return p.root()
}

// maxVaried is the maximum number of moves searched in the variations of a game, including those
// before each variation.
const maxVaried = 1 << 18

// variations sets the words of the moments of a game at which variations begin in which the
// program's query is true, and reports whether it searched all variations. Each is searched as a
// game of the moves before it and its own moves up to the first fault.
func (s *Searcher) variations(p *program, r *replay.Report, out []uint64) bool {
	if len(r.Variations) == 0 {
		return true
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
			return false
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
	return true
}

// moments yields the moments of a game; s.moment is the current one.
func (s *Searcher) moments(p *program, r *replay.Report) iter.Seq[int] {
	return func(yield func(int) bool) {
		m := &s.moment
		*m = moment{game: &s.game, rules: p.rules, legal: m.legal, track: m.track}
		expected := uint64(0) // hash of the position after the last move, or 0 if not needed
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
		if m.p == nil { // a game without a board has one moment
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
		var set replay.Squares
		for square, tower := range s.moment.track.tower {
			if towers[i]&bitOf(tower) != 0 {
				set |= 1 << square
			}
		}
		s.Squares = append(s.Squares, set)
		if len(s.Squares) == len(s.Moments) {
			return
		}
	}
}
