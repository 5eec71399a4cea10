// Package find says at which moments of a game a query is true: the language is
// grammar/query, defined by its FIND.md.
//
// A query is compiled once for each variant. What it says of a position and a
// move alone is a test of bitboards, done while the game is judged, whose outcome
// is a word for each moment; what it says of time is worked out of these words
// afterwards, so that all takes time in proportion to the game's length. What the
// headers rule out is not judged.
//
// Read first: Searcher; then node, which is what a query is compiled to.
package find

import (
	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Query is a query ready to be searched for. Several goroutines may use it at
// once.
type Query struct {
	of       query.Condition
	subject  bool // there is a tower that it finds
	claims   bool // it asks for draws that could be claimed
	possible guess
}

// New returns a query that grammar/query has parsed.
func New(c query.Condition) *Query {
	return &Query{of: c, subject: query.Subject(c), claims: query.Claims(c), possible: guessOf(c, false)}
}

// HasSubject says whether the query finds towers, of which Found has the squares.
func (q *Query) HasSubject() bool { return q.subject }

// Found is what a search comes to. It is valid until the Searcher's next one.
type Found struct {
	Any bool // the game is found
	// Moments are those at which the query is true, in order, each the number of
	// moves made before. None where it is about the game as a whole.
	Moments []int
	// Squares are, where they were asked for, those of the towers that the query
	// finds at each of the Moments.
	Squares []replay.Squares
}

// Searcher searches one game after another. It is not safe for concurrent use.
type Searcher struct {
	query    *Query
	squares  bool // those of the towers are wanted, too
	arbiter  replay.Arbiter
	programs map[record.Variant]*program
	program  *program // that of the game at hand
	begun    bool
	frame    frame
	columns  [][]uint64  // by leaf, a word for each moment
	places   [][64]uint8 // by moment, the towers of the squares
	most     int         // moments that are looked at
	spare    [][]uint64  // columns that are free
	visit    func(*replay.Position, *replay.Move)
	game     game
	found    Found
}

// NewSearcher returns a Searcher; squares says that those of the towers found are
// wanted, which takes longer.
func NewSearcher(q *Query, squares bool) *Searcher {
	s := &Searcher{query: q, squares: squares && q.subject, programs: make(map[record.Variant]*program)}
	s.visit = s.moment
	s.game.names = make(map[string]string)
	return s
}

// Search judges a game as an Arbiter's Judge does and searches it. Draws that
// could be claimed are looked for only where the query asks for them. Where the
// headers alone say that the query is never true of the game, it is not judged, and
// Search returns nil: the report then has no more than the game.
func (s *Searcher) Search(g *record.Game, asked record.Variant, r *replay.Report) *Found {
	s.game.begin(g)
	if !s.query.possible(&s.game).may {
		*r = replay.Report{Game: g, Moves: r.Moves[:0]}
		return nil
	}
	s.begun = false
	s.arbiter.JudgeMoments(g, asked, r, s.query.claims, s.visit)
	return s.finish(r)
}

// Judged searches a game by the report that Judge made of it.
func (s *Searcher) Judged(r *replay.Report) *Found {
	s.game.begin(r.Game)
	s.begun = false
	if s.query.possible(&s.game).may {
		r.Moments(s.visit)
		return s.finish(r)
	}
	s.found = Found{Moments: s.found.Moments[:0], Squares: s.found.Squares[:0]}
	return &s.found
}

// maxWords is how many words for moments are kept for a game: of one with so
// many moves that there would be more, the rest is not looked at. No query that
// is written by hand, and no game that is played, comes near.
const maxWords = 16 << 20

// begin makes ready for a game of a variant.
func (s *Searcher) begin(v record.Variant) {
	s.begun = true
	s.program = s.programs[v]
	if s.program == nil {
		s.program = compile(s.query.of, v, s.squares)
		s.programs[v] = s.program
	}
	for len(s.columns) < len(s.program.leaves) {
		s.columns = append(s.columns, nil)
	}
	for i := range s.columns {
		s.columns[i] = s.columns[i][:0]
	}
	s.most = maxWords / max(1, len(s.program.leaves))
	s.places = s.places[:0]
	s.frame.begin(s.program, s.game.record.Plies)
}

// moment looks at a position and the move that is made in it; nil at the end.
func (s *Searcher) moment(p *replay.Position, m *replay.Move) {
	if !s.begun {
		s.begin(p.Rules().Variant)
	}
	f := &s.frame
	if f.ply >= s.most {
		return
	}
	f.show(p, m)
	for i := range s.program.leaves {
		s.columns[i] = append(s.columns[i], s.program.leaves[i].word(f))
	}
	if s.squares {
		s.places = append(s.places, f.track.tower)
	}
	f.leave()
}

// finish works out what the words come to.
func (s *Searcher) finish(r *replay.Report) *Found {
	s.game.report = r
	if !s.begun {
		s.begin(r.Variant)
	}
	if s.frame.ply == 0 { // there is no board
		for i := range s.program.leaves {
			s.columns[i] = append(s.columns[i], s.program.leaves[i].none)
		}
		if s.squares {
			s.places = append(s.places, [64]uint8{})
		}
	}
	s.found = Found{Moments: s.found.Moments[:0], Squares: s.found.Squares[:0]}
	n := max(1, s.frame.ply)
	root := s.program.root
	truth := s.eval(root, n)
	if root.whole() {
		s.found.Any = truth[0] != 0
	} else {
		for i, word := range truth {
			if word != 0 {
				s.found.Moments = append(s.found.Moments, i)
			}
		}
		s.found.Any = len(s.found.Moments) > 0
	}
	if s.squares && s.found.Any {
		towers := s.eval(s.program.subject, n)
		for _, at := range s.found.Moments {
			var set replay.Squares
			for bit, id := range s.places[at] {
				if id != 0 && towers[at]>>(id-1)&1 != 0 {
					set |= 1 << bit
				}
			}
			s.found.Squares = append(s.found.Squares, set)
		}
		s.release(s.program.subject, towers)
	}
	s.release(root, truth)
	return &s.found
}
