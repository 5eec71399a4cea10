package restore

import (
	"math"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Verdict is how sure it is that the game that was found is the one that was
// played.
type Verdict uint8

// The verdicts, from best to worst.
const (
	Certain Verdict = iota // the whole game, with a probability of Certain or more
	Likely                 // with a half or more
	Open                   // less than that: it is the likeliest of several
	Lost                   // no legal game was found
)

// DefaultCertain is the probability from which a game is certain.
const DefaultCertain = 0.99

// String returns the verdict's name in the JSON contract.
func (v Verdict) String() string {
	return [...]string{"certain", "likely", "open", "lost"}[min(v, Lost)]
}

// How is where a move of a restored game comes from.
type How uint8

// The ways in which a move comes to be in a restored game.
const (
	Read     How = iota // it is what is written
	Mended              // something else is written, or what cannot be read
	Inserted            // nothing is written
)

// String returns the name in the JSON contract.
func (h How) String() string { return [...]string{"read", "mended", "inserted"}[min(h, Inserted)] }

// Game is what was found behind a record.
type Game struct {
	Verdict     Verdict
	Reason      message.Message // why it is lost, or less than certain; "" where it is certain
	Probability float64         // of the whole game, as it is here
	// Overlooked is the share of all games that the search is estimated not to
	// have followed; it is allowed for in Probability.
	Overlooked float64
	// Evidence is the natural logarithm of the probability of the most probable
	// game and of all that is written, given the hand: what is to be compared
	// where two searches of the same record found different games.
	Evidence  float64
	Plies     []Ply
	Dropped   []Dropped
	Questions []Question // what to ask, what settles most first
	Final     record.Position
	Over      bool // the side to move in Final has no move
}

// Ply is a move of a restored game.
type Ply struct {
	Move        string // in full
	Probability float64
	How         How
	// Cells is for each sheet the index of the cell that was written for the
	// move, -1 where there is none. Where two cells were, it is the first.
	Cells [MaxSheets]int
	// Alternatives are the other moves that may have been made at this ply, the
	// likeliest first: those with a probability of MinAlternative or more, at
	// most MaxMoves.
	Alternatives []Candidate
}

// The limits of what is told of other moves.
const (
	MinAlternative = 1e-4
	MaxMoves       = 10
)

// Candidate is a move with its probability.
type Candidate struct {
	Move        string
	Probability float64
}

// Dropped is a written cell for which there was no move.
type Dropped struct {
	Sheet int // from 0
	Cell  int // its index
	After int // the ply behind which it stands, from 1; 0 before the first
	// Repeats says that it is a move written once more, not a stray one.
	Repeats bool
}

// result makes the game of the lattice.
func (r *Restorer) result(start *replay.Position) *Game {
	l := &r.lattice
	way, ok := l.bestWay()
	if !ok {
		reason := message.Of("restore.no-game")
		if len(r.answers) > 0 {
			reason = message.Of("restore.no-game-answers")
		}
		return &Game{Verdict: Lost, Reason: reason}
	}
	g := &Game{}
	total, best := 0.0, 0.0
	for i := range l.nodes {
		if n := &l.nodes[i]; n.ending > 0 {
			total += n.forward * n.ending
			best = max(best, n.best*n.ending)
		}
	}
	g.Evidence = math.Log(best) + l.scale - r.scaled
	g.Overlooked = l.overlooked()
	g.Overlooked /= 1 + g.Overlooked
	g.Probability = min(l.together(way)/total, 1) * (1 - g.Overlooked)
	marginals := r.marginals()
	if !r.known(way, marginals) {
		return &Game{Verdict: Lost, Reason: message.Of("restore.none-likelier")}
	}
	r.plies(g, way, marginals, start)
	certain := r.Certain
	if certain == 0 {
		certain = DefaultCertain
	}
	switch {
	case g.Probability >= certain:
		g.Verdict = Certain
	case g.Probability >= 0.5:
		g.Verdict = Likely
	default:
		g.Verdict = Open
	}
	if g.Verdict != Certain {
		g.Questions = r.questions(g, marginals)
		g.Reason = g.doubt()
	}
	return g
}

// known says whether every move of the way has a probability. Where next to
// nothing in a long record agrees with any game, some are too small to be had in
// floating point.
func (r *Restorer) known(way []int32, marginals [][]marginal) bool {
	for _, i := range way {
		e := &r.lattice.edges[i]
		if ply := int(r.lattice.nodes[e.from].ply); e.move != noMove && (ply >= len(marginals) || len(marginals[ply]) == 0) {
			return false
		}
	}
	return true
}

// tied is how near to the likeliest another candidate must be for neither to
// explain what is written better.
const tied = 0.97

// doubt says what it is that is not certain.
func (g *Game) doubt() message.Message {
	if len(g.Questions) == 0 || len(g.Questions[0].Candidates) < 2 {
		return message.Of("restore.small-doubts")
	}
	q := &g.Questions[0]
	a, b := q.Candidates[0], q.Candidates[1]
	if b.Probability >= tied*a.Probability {
		return message.Of("restore.equally-well", "ply", q.Ply, "move", a.Move, "other", b.Move)
	}
	return message.Of("restore.likelier", "ply", q.Ply, "move", a.Move, "other", b.Move,
		"first", message.Decimal{Value: a.Probability, Digits: 2}, "second", message.Decimal{Value: b.Probability, Digits: 2})
}

// plies fills in the moves of the way.
func (r *Restorer) plies(g *Game, way []int32, marginals [][]marginal, start *replay.Position) {
	l := &r.lattice
	p := *start
	r.surprise = 1
	for _, i := range way {
		e := &l.edges[i]
		weight := e.weight
		from, to := &l.nodes[e.from], &l.nodes[e.to]
		ply := Ply{How: Inserted, Cells: [MaxSheets]int{-1, -1}}
		for j := range r.streams {
			s := &r.streams[j]
			at := from.cursors[j].next()
			gone := func(k int, repeats bool) {
				g.Dropped = append(g.Dropped, Dropped{s.sheet, s.cells[k].index, int(to.ply), repeats})
			}
			switch e.done[j] {
			case matched, torn, togetherFirst, togetherSecond:
				ply.Cells[s.sheet] = s.cells[at].index
			case swappedFirst:
				ply.Cells[s.sheet] = s.cells[at+1].index
			case swappedSecond:
				ply.Cells[s.sheet] = s.cells[at].index
			case twice:
				ply.Cells[s.sheet] = s.cells[at].index
				gone(at+1, true)
			case dropped:
				gone(at, false)
			case droppedRow:
				gone(at, true)
				gone(at+1, true)
			}
		}
		if e.move == noMove {
			r.surprise = min(r.surprise, weight)
			continue
		}
		moves := r.candidates(&p)
		r.surprise = min(r.surprise, weight*float64(len(moves)))
		k := slices.IndexFunc(moves, func(m candidate) bool { return m.id == e.move })
		m := &moves[k]
		ply.Move = r.moveText(&p, m)
		r.how(&ply, &p, m, e, from)
		for _, c := range marginals[from.ply] {
			switch {
			case c.move == e.move:
				ply.Probability = min(c.probability, 1) * (1 - g.Overlooked)
			case c.probability >= MinAlternative && len(ply.Alternatives) < MaxMoves:
				ply.Alternatives = append(ply.Alternatives, Candidate{r.textOf(c.move), min(c.probability, 1)})
			}
		}
		g.Plies = append(g.Plies, ply)
		p.Play(&r.legal[m.move])
	}
	g.Final, g.Over = p.Record(), p.Over()
}

// how says where a move comes from.
func (r *Restorer) how(ply *Ply, p *replay.Position, m *candidate, e *edge, from *node) {
	var texts [3][]symbol
	spelled := false
	for j := range r.streams {
		s := &r.streams[j]
		if e.done[j] == untouched || e.done[j] == lost {
			continue
		}
		ply.How = min(ply.How, Mended)
		if e.done[j] != matched && e.done[j] != twice && e.done[j] != swappedFirst && e.done[j] != swappedSecond {
			continue
		}
		cell := &r.record.Sheets[s.sheet].Cells[ply.Cells[s.sheet]]
		if !spelled {
			move := &r.legal[m.move]
			for i, append := range []func([]byte, *replay.Move, []replay.Move) []byte{p.AppendMove, p.AppendShort, p.AppendLandings} {
				texts[i], _ = fold(texts[i], string(append(nil, move, r.legal)))
			}
			spelled = true
		}
		word, _ := fold(nil, cell.Text)
		for _, text := range texts {
			if slices.Equal(text, word) {
				ply.How = Read
			}
		}
	}
}

type marginal struct {
	move        moveID
	probability float64
}

// marginals returns for each ply the moves that may have been made, the
// likeliest first: a confusion network over the plies (Mangu, Brill and Stolcke
// 2000).
func (r *Restorer) marginals() [][]marginal {
	l := &r.lattice
	var plies [][]marginal
	for i := range l.edges {
		e := &l.edges[i]
		if e.move == noMove {
			continue
		}
		p := l.posterior(e)
		if p < 1e-9 {
			continue
		}
		ply := int(l.nodes[e.from].ply)
		for len(plies) <= ply {
			plies = append(plies, nil)
		}
		k := slices.IndexFunc(plies[ply], func(m marginal) bool { return m.move == e.move })
		if k < 0 {
			k = len(plies[ply])
			plies[ply] = append(plies[ply], marginal{move: e.move})
		}
		plies[ply][k].probability += p
	}
	for _, moves := range plies {
		slices.SortStableFunc(moves, func(a, b marginal) int {
			switch {
			case a.probability > b.probability:
				return -1
			case a.probability < b.probability:
				return 1
			}
			return 0
		})
	}
	return plies
}

// textOf returns the text of a move in full.
func (r *Restorer) textOf(m moveID) string {
	if n := m.text(); n > 0 && n <= len(r.lattice.texts) {
		return r.lattice.texts[n-1]
	}
	from, to, sign := m.squares()
	board := r.record.Variant.Board()
	squares := board.Squares()
	return board.Name(squares[from]) + "-:"[sign:sign+1] + board.Name(squares[to])
}
