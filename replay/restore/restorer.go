package restore

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Restorer finds the games behind damaged records, one after another with the
// same memory. It is not safe for concurrent use; to restore on several cores,
// give each its own. The same record, hand and answers give the same game,
// whatever was restored before.
type Restorer struct {
	// Width is how many nodes of a level the search follows, DefaultWidth where
	// it is 0. A wider search also follows what is less probable, in proportion.
	Width int
	// Certain is the probability from which a game is called certain,
	// DefaultCertain where it is 0.
	Certain float64

	hand         *Confusions
	channels     map[record.Board]*channel
	channel      *channel // of the board
	names        *names   // its own names of squares
	square       map[string]uint8
	squares      map[record.Board]map[string]uint8
	record       *Record
	streams      []stream
	answers      map[int]string
	answered     int // the last ply of which somebody knows the move
	unanswerable map[int]bool
	lattice      lattice

	anyShort  bool // some sheet may be in short notation
	longWords bool // some word is long enough for squares between

	// Memory that is reused.
	legal    []replay.Move
	moves    []candidate
	text     []byte
	ways     map[string][]uint8
	sorted   []float64
	choices  [maxStreams][]option
	cursors  [maxStreams]cursor
	from, to replay.Position
	unit     float64 // by which the final nodes' probabilities are to be multiplied
	surprise float64 // the least of the best way's weights, but for the choice of the move
	least    float64 // the least forward probability that is followed up
	scaled   float64 // the logarithm of the factors by which cells were made comparable
	left     float64 // of the options, what was too little
}

// New returns a Restorer for records by the given hand; General() is for one
// that is not known.
func New(hand *Confusions) *Restorer {
	return &Restorer{
		hand:         hand,
		channels:     make(map[record.Board]*channel),
		squares:      make(map[record.Board]map[string]uint8),
		answers:      make(map[int]string),
		unanswerable: make(map[int]bool),
	}
}

// Restore finds the game that most probably lies behind the record, given the
// answers. It never fails: a game that cannot be found is Lost, with the
// reason.
func (r *Restorer) Restore(rec *Record, answers []Answer) *Game {
	start, reason := r.begin(rec, answers)
	if !reason.IsZero() {
		return &Game{Verdict: Lost, Reason: reason}
	}
	width := r.Width
	if width == 0 {
		width = DefaultWidth
	}
	// Most games are found by looking at little; where that leaves the least
	// doubt, look again at more.
	gap := min(1, float64(DefaultWidth)/float64(width))
	r.search(start, width, narrow*gap)
	r.backward()
	g := r.result(start)
	if g.Probability < settled || g.Overlooked > 1-settled || r.surprise < plausible || g.mixed() {
		r.search(start, width, wide*gap)
		r.backward()
		g = r.result(start)
	}
	// Where nearly everything was overlooked, there is nothing to be found.
	if g.Verdict == Lost || r.surprise < credible && g.Overlooked < 0.5 {
		r.search(start, 2*width, widest*gap)
		r.backward()
		g = r.result(start)
	}
	return g
}

// mixed says whether words and plies do not correspond one to one.
func (g *Game) mixed() bool {
	for i := range g.Plies {
		if g.Plies[i].How == Inserted {
			return true
		}
	}
	return len(g.Dropped) > 0
}

// begin makes everything ready for a record. The reason is why it cannot be
// searched, or "".
func (r *Restorer) begin(rec *Record, answers []Answer) (start *replay.Position, reason message.Message) {
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
		if board.Files != 10 {
			c.other = newChannel(r.hand, board, true)
		}
		r.channels[board] = c
		r.squares[board] = make(map[string]uint8)
		for _, s := range board.Squares() {
			r.squares[board][board.Name(s)] = c.names.index[s]
		}
	}
	r.channel = r.channels[board]
	r.names, r.square = r.channel.names, r.squares[board]
	r.record = rec
	if !r.streamsOf(rec) {
		return nil, message.Of("restore.too-many-words", "most", MaxCells)
	}
	r.anyShort, r.longWords = false, false
	for i := range r.streams {
		s := &r.streams[i]
		r.anyShort = r.anyShort || s.share > 0
		for j := range s.cells[:len(s.cells)-1] {
			r.longWords = r.longWords || s.cells[j].word.length > plainLength
		}
	}
	clear(r.answers)
	r.answered = 0
	clear(r.unanswerable)
	for _, a := range answers {
		if a.Move == CannotTell {
			r.unanswerable[a.Ply] = true
		} else {
			r.answers[a.Ply] = a.Move
			if a.Move != NoMove {
				r.answered = max(r.answered, a.Ply)
			}
		}
	}
	return start, message.Message{}
}

// moveText returns a candidate's text in full.
func (r *Restorer) moveText(p *replay.Position, c *candidate) string {
	r.text = p.AppendMove(r.text[:0], &r.legal[c.move], r.legal)
	return string(r.text)
}
