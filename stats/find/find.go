// Package find says at which moments of a game a query is true: the language is
// grammar/query, defined by its FIND.md.
//
// A query is compiled once for each variant. Judging a game leaves a film of it, which
// has of each moment who owns what; what the query says of a position and a move alone
// is looked for in all of them at once, and comes to a word for each moment. What it
// says of time is worked out of these words, and every part is asked only of the
// moments at which those before it have left open what comes out, so that all takes
// time in proportion to the game's length. What the headers rule out is not judged, and
// what nobody asks about, such as draws that could be claimed, is not looked for.
//
// Read first: Searcher; then node, which is what a query is compiled to.
package find

import (
	"slices"

	"github.com/stolb/stolb/grammar/query"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Query is a query ready to be searched for. Several goroutines may use it at
// once.
type Query struct {
	of       query.Condition
	subject  bool // there is a tower that it finds
	whole    bool // it is about games as a whole
	asks     replay.Filming
	possible guess
}

// New returns a query that grammar/query has parsed.
func New(c query.Condition) *Query {
	asks := query.AsksOf(c)
	p := compile(c, record.Bashni, false)
	return &Query{
		of: c, subject: query.Subject(c), possible: guessOf(c, false), whole: p.root.whole(),
		asks: replay.Filming{
			Boards: !p.root.whole() || p.leaves > 0,
			Towers: asks.Towers, Claims: asks.Claims, Hashes: asks.Hashes, Moves: asks.Opening, Faults: asks.Verdict,
		},
	}
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
	wanted   Wanted
	arbiter  replay.Arbiter
	film     replay.Film
	programs map[record.Variant]*program
	frame    frame
	spare    [][]uint64 // columns that are free
	all      []uint64   // of truth
	game     game
	found    Found
}

// Wanted is what is wanted of the games that are found, besides where.
type Wanted struct {
	Report  bool // what judging them comes to: see Search
	Squares bool // those of the towers that the query finds
}

// NewSearcher returns a Searcher.
func NewSearcher(q *Query, wanted Wanted) *Searcher {
	wanted.Squares = wanted.Squares && q.subject
	s := &Searcher{query: q, wanted: wanted, programs: make(map[record.Variant]*program)}
	s.game.names = make(map[string]string)
	return s
}

// Search judges a game as an Arbiter's Judge does and searches it. What neither the
// query asks for nor is wanted is not looked for: draws that could be claimed are left
// out where the query has none, and where no report is wanted what is said of faults,
// variations, and the verdict. Where the headers alone say that the query is never
// true of the game, it is not judged, and Search returns nil: the report then has no
// more than the game; and so it is where they say that it is true of the game as a
// whole, and no report is wanted.
func (s *Searcher) Search(g *record.Game, asked record.Variant, r *replay.Report) *Found {
	s.game.begin(g)
	p := s.query.possible(&s.game)
	if !p.may || !p.mayNot && s.query.whole && !s.wanted.Report {
		*r = replay.Report{Game: g, Moves: r.Moves[:0]}
		if !p.may {
			return nil
		}
		s.found = Found{Any: true, Moments: s.found.Moments[:0], Squares: s.found.Squares[:0]}
		return &s.found
	}
	what := s.query.asks
	what.Faults = what.Faults || s.wanted.Report
	s.arbiter.JudgeFilm(g, asked, r, &s.film, what)
	return s.search(r)
}

// Judged searches a game by the report that Judge made of it.
func (s *Searcher) Judged(r *replay.Report) *Found {
	s.game.begin(r.Game)
	if s.query.possible(&s.game).may {
		r.Film(&s.film)
		return s.search(r)
	}
	s.found = Found{Moments: s.found.Moments[:0], Squares: s.found.Squares[:0]}
	return &s.found
}

// maxWords is how many words for moments are kept for a game: of one with so
// many moves that there would be more, the rest is not looked at. No query that
// is written by hand, and no game that is played, comes near.
const maxWords = 16 << 20

// search works out where the query is true.
func (s *Searcher) search(r *replay.Report) *Found {
	s.game.report, s.game.film = r, &s.film
	p := s.programs[r.Variant]
	if p == nil {
		p = compile(s.query.of, r.Variant, s.wanted.Squares)
		s.programs[r.Variant] = p
	}
	s.frame.begin(p, &s.film)
	n := min(max(1, len(s.film.Boards)), maxWords/max(1, p.leaves))
	s.found = Found{Moments: s.found.Moments[:0], Squares: s.found.Squares[:0]}
	words := s.eval(p.root, s.everything(n))
	if s.query.whole {
		s.found.Any = words[0] != 0
	} else {
		moments := slices.Grow(s.found.Moments, len(words))[:len(words)]
		found := 0
		for i, word := range words {
			if word != 0 {
				moments[found] = i
				found++
			}
		}
		s.found.Moments, s.found.Any = moments[:found], found > 0
	}
	if s.wanted.Squares && s.found.Any {
		towers := s.eval(p.subject, words)
		for _, at := range s.found.Moments {
			var set uint64
			if towers[at] != 0 {
				s.frame.track.seek(at)
				set = s.frame.track.squaresOf(towers[at])
			}
			s.found.Squares = append(s.found.Squares, replay.Squares(set))
		}
		s.release(towers)
	}
	s.release(words)
	return &s.found
}
