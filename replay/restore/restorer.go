package restore

import (
	"cmp"
	"math"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Restorer restores the games of damaged records, one after another, reusing its memory. It is not
// safe for concurrent use: give each goroutine its own. The same record, hand and answers give the
// same game, independently of earlier records.
type Restorer struct {
	// Width is the number of nodes of a level that the search follows; 0 means DefaultWidth. A
	// wider search also follows less probable nodes, in proportion.
	Width int
	// Certain is the least probability of a certain game; 0 means DefaultCertain.
	Certain float64
	// Narrow stops after the first search, which is enough to compare variants by Evidence.
	Narrow bool

	hand     *Confusions
	channels map[record.Board]*channel
	channel  *channel // of the board, with its own square names
	record   *Record
	streams  []stream
	answers  map[int]string
	answered bool // some answer is a move or NoMove
	last     int  // the last ply with a known move, 0 for none
	lattice  lattice

	longWords bool // some word may name squares between start and end

	// Reused memory.
	legal    []replay.Move
	moves    []candidate
	sorted   []float64
	from, to replay.Position

	total    float64 // sum over the final nodes, by which their probabilities are divided
	surprise float64 // the least weight on the best way, leaving aside the choice of the move
	scaled   float64 // logarithm of the factors that make cells comparable
}

// New returns a Restorer for records by the given hand; General() is an unknown one.
func New(hand *Confusions) *Restorer {
	return &Restorer{hand: hand, channels: make(map[record.Board]*channel)}
}

// Restore finds the legal game that most probably underlies the record, given answers by ply, from
// 1: the move in full, like Ply.Move, CannotTell or NoMove. It never fails: a game that cannot be
// found is Lost, with the reason.
func (r *Restorer) Restore(rec *Record, answers map[int]string) *Game {
	start, reason := r.begin(rec, answers)
	if !reason.IsZero() {
		return &Game{Verdict: Lost, Reason: reason}
	}
	width := cmp.Or(max(r.Width, 0), DefaultWidth)
	gap := min(1, float64(DefaultWidth)/float64(width))
	// A narrow search finds most games; if it leaves doubt, search again more widely.
	g := r.find(start, width, narrow*gap)
	if r.Narrow || len(r.lattice.edges) == 0 { // no record; a wider search finds none either
		return g
	}
	// Words and plies that do not correspond one to one are a reason for doubt.
	mixed := len(g.Dropped) > 0 || slices.ContainsFunc(g.Plies, func(p Ply) bool { return p.How == Inserted })
	if mixed || g.Probability < settled || g.Overlooked > 1-settled || r.surprise < plausible {
		g = r.find(start, width, wide*gap)
	}
	// If nearly everything was overlooked, there is nothing to find.
	if g.Verdict == Lost || r.surprise < credible && g.Overlooked < 0.5 {
		g = r.find(start, 2*width, widest*gap)
	}
	return g
}

// find finds the game by one search.
func (r *Restorer) find(start *replay.Position, width int, gap float64) *Game {
	if !r.search(start, width, gap) {
		return &Game{Verdict: Lost, Reason: message.Of("restore.by-chance")}
	}
	r.backward()
	return r.result(start)
}

// begin prepares for a record. The reason is why it cannot be searched, or "".
func (r *Restorer) begin(rec *Record, answers map[int]string) (
	start *replay.Position, reason message.Message,
) {
	r.lattice.reset(0)
	rules, err := replay.For(rec.Variant)
	if err != nil {
		return nil, message.From(err)
	}
	start = rules.Start()
	if rec.Start != nil {
		if start, err = rules.Position(rec.Start); err != nil {
			return nil, message.Of("restore.no-position", "why", err)
		}
	}
	if n := len(rec.Sheets); n == 0 || n > MaxSheets {
		return nil, message.Of("restore.too-many-sheets", "n", n, "most", MaxSheets)
	}
	board := rec.Variant.Board()
	if r.channels[board] == nil {
		c := newChannel(r.hand, board, false)
		if board.Files != 10 { // a hundred squares have numbers only
			c.other = newChannel(r.hand, board, true)
		}
		r.channels[board] = c
	}
	r.channel, r.record = r.channels[board], rec
	if !r.streamsOf(rec) {
		return nil, message.Of("restore.too-many-words", "most", MaxCells)
	}
	r.answers, r.answered, r.last = answers, false, 0
	for ply, move := range answers {
		r.answered = r.answered || move != CannotTell
		if move != CannotTell && move != NoMove {
			r.last = max(r.last, ply)
		}
	}
	return start, message.Message{}
}

// moveText returns a candidate's text in full.
func (r *Restorer) moveText(p *replay.Position, c *candidate) string {
	return string(p.AppendMove(nil, &r.legal[c.move], r.legal))
}

// result returns the game of the lattice.
func (r *Restorer) result(start *replay.Position) *Game {
	l := &r.lattice
	way, best := l.bestWay()
	switch {
	case best == 0 && r.answered:
		return &Game{Verdict: Lost, Reason: message.Of("restore.no-game-answers")}
	case best == 0:
		return &Game{Verdict: Lost, Reason: message.Of("restore.no-game")}
	}
	g := &Game{Evidence: math.Log(best) + l.scale - r.scaled, Overlooked: l.overlooked()}
	g.Overlooked /= 1 + g.Overlooked
	g.Probability = min(l.together(way)/r.total, 1) * (1 - g.Overlooked)
	marginals := r.marginals()
	if !r.plies(g, way, marginals, start) {
		return &Game{Verdict: Lost, Reason: message.Of("restore.none-likelier")}
	}
	ignored := r.ignoredMove(g)
	switch {
	case g.Probability >= cmp.Or(r.Certain, DefaultCertain) && ignored.IsZero():
		g.Verdict = Certain
	case g.Probability >= 0.5:
		g.Verdict = Likely
	default:
		g.Verdict = Open
	}
	if g.Verdict != Certain {
		g.Questions = r.questions(g, marginals)
		g.Reason = g.doubt()
		if !ignored.IsZero() {
			g.Reason = ignored
		}
	}
	return g
}

// ignoredMove returns a message about a dropped cell of a numbered row that reads as a move, or
// the zero Message. However improbable any other game is, such a move was hardly written without
// reason.
func (r *Restorer) ignoredMove(g *Game) message.Message {
	for _, d := range g.Dropped {
		cells := r.record.Sheets[d.Sheet].Cells
		c := &cells[d.Cell]
		number := cmp.Or(c.Number, cells[max(d.Cell-1, 0)].Number)
		i := slices.IndexFunc(r.streams, func(s stream) bool { return s.sheet == d.Sheet })
		text := ""
		symbols, whole := fold(c.Text)
		for _, s := range symbols {
			text += string(written[s])
		}
		if number > 0 && !d.Repeats && whole && r.streams[i].channel.names.move.MatchString(text) {
			return message.Of("restore.ignored-move", "word", c.Text, "number", number)
		}
	}
	return message.Message{}
}

// tied is the ratio from which two candidates explain the text equally well.
const tied = 0.97

// doubt returns a message about the least certain ply.
func (g *Game) doubt() message.Message {
	if len(g.Questions) == 0 || len(g.Questions[0].Candidates) < 2 {
		return message.Of("restore.small-doubts")
	}
	q := &g.Questions[0]
	a, b := q.Candidates[0], q.Candidates[1]
	if b.Probability >= tied*a.Probability {
		return message.Of("restore.equally-well", "ply", q.Ply, "move", a.Text, "other", b.Text)
	}
	return message.Of("restore.likelier", "ply", q.Ply, "move", a.Text, "other", b.Text,
		"first", Percent(a.Probability), "second", Percent(b.Probability))
}

// Percent returns a probability for people; only certainty is 100 %.
func Percent(p float64) message.Message {
	sign, percent, digits := "", min(100*p, 98.9), 1
	switch {
	case p >= 1:
		percent, digits = 100, 0
	case p > 0.9999:
		sign, percent, digits = "> ", 99.99, 2
	case p >= 0.99:
		percent, digits = min(100*p, 99.99), 2
	case p < 0.001:
		sign, percent = "< ", 0.1
	}
	return message.Of("restore.percent", "sign", sign, "percent", message.Decimal(percent, digits))
}

// plies fills in the moves of the way, and reports whether each has a probability. In a long record
// that agrees with hardly any game, some are too small for floating point.
func (r *Restorer) plies(g *Game, way []int32, marginals [][]marginal, start *replay.Position) bool {
	l, p := &r.lattice, *start
	r.surprise = 1
	for _, i := range way {
		e := &l.edges[i]
		from, to := &l.nodes[e.from], &l.nodes[e.to]
		ply := Ply{How: Inserted, Cells: [MaxSheets]int{-1, -1}}
		for j := range r.streams {
			s := &r.streams[j]
			cells, effect := s.cells[from.cursors[j].next:], &effects[e.done[j]]
			if effect.shown != none {
				ply.Cells[s.sheet] = cells[effect.shown].index
			}
			for _, i := range effect.gone {
				g.Dropped = append(g.Dropped, Dropped{s.sheet, cells[i].index, int(to.ply), effect.repeats})
			}
		}
		if e.move == noMove {
			r.surprise = min(r.surprise, e.weight)
			continue
		}
		if int(from.ply) >= len(marginals) || len(marginals[from.ply]) == 0 {
			return false
		}
		moves := r.candidates(&p)
		r.surprise = min(r.surprise, e.weight*float64(len(moves)))
		m := &moves[slices.IndexFunc(moves, func(m candidate) bool { return m.id == e.move })]
		ply.Move = r.moveText(&p, m)
		r.how(&ply, &p, m, e)
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
	return true
}

// spells reports whether a text is a move without any mistake, with the square names n. Between
// names with letters there may be no sign.
func (r *Restorer) spells(n *names, p *replay.Position, m *candidate, text []symbol) bool {
	var all [][]symbol
	for _, notation := range []replay.Notation{replay.Full, replay.Landings} {
		inFull := string(p.Append(nil, &r.legal[m.move], r.legal, notation))
		all = append(all, n.spell(r.channel.names, m.sign, inFull))
	}
	if n.files > 0 && m.short {
		all = append(all, n.spellShort(m.sign, m.from, m.to))
	}
	return slices.ContainsFunc(all, func(spelled []symbol) bool {
		if slices.Equal(spelled, text) {
			return true
		}
		bare := slices.DeleteFunc(spelled, func(s symbol) bool { return s == symbolDash+symbol(m.sign) })
		return n.files > 0 && slices.Equal(bare, text)
	})
}

// how sets the origin of a move.
func (r *Restorer) how(ply *Ply, p *replay.Position, m *candidate, e *edge) {
	for j := range r.streams {
		s, effect := &r.streams[j], &effects[e.done[j]]
		if effect.shown == none {
			continue
		}
		written, _ := fold(r.record.Sheets[s.sheet].Cells[ply.Cells[s.sheet]].Text)
		switch {
		case len(effect.words) > 0 && r.spells(s.channel.names, p, m, written):
			ply.How = Read
		case ply.How == Inserted:
			ply.How = Mended
		}
	}
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
