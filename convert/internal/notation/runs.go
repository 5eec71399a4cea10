// Package notation writes judged games for people and for other programs: as PDN, as score
// sheets, as compositions, and as book text. Package grammar reads them back.
//
// Book text has the main line, variations in brackets, nested to any depth, with their move
// numbers (5... c7-b6), signs for marks and NAGs, comments, and the result in words. It is a
// sequence of runs with roles, so that a writer of HTML, EPUB or Typst can print the main line
// bold and place diagrams; AppendText joins them as plain text. Commands in comments, such as
// clocks, are for programs and are not printed.
//
// Read first: Run, then Runs; PDN, Sheet and Composition each write a game by their Append.
package notation

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Role is the role of a run.
type Role uint8

// The roles.
const (
	Space    Role = iota // a space between other runs
	Number               // a move number: 5. or 5...
	Main                 // a move of the game
	Side                 // a move of a variation
	Mark                 // !, ‼, +=, words for a NAG without a sign, and (=) for a draw offer
	Comment              // a remark
	Position             // a position set up on the board, as FEN
	Diagram              // a place for a diagram; it has no text
	Open                 // the bracket before a variation
	Close                // the bracket after it
	Ending               // the result, in words
	Label                // of a composition's branch or false try: А, II
	Comma                // between Black's moves in a solution
	NewLine              // the end of a solution's line
	Command              // a command for programs in a comment, such as a clock time; it has no text
)

// Run is a piece of a game's text.
type Run struct {
	Role Role
	Text string

	// For a move, and for a diagram of the position after it: the number of the variation in
	// replay.Report.Variations, from 1, or 0 for the main line, and the ply in it, from 1, or 0
	// for a diagram before the first move. For the bracket before a variation: its number, and
	// the ply of the parent line to which it is attached.
	Variation, Ply int

	PDN string // PDN's notation of a mark, a diagram or a command: "$14", "[%clk 1:00]"

	Depth    int  // nesting depth of variations
	Unplayed bool // for a move that is not legal: its text is the record's
}

// Options control how a game is printed.
type Options struct {
	Notation replay.Notation
	Language message.Language
}

// Runs returns the text of a judged game: leading comments, moves, result and trailing comments,
// without headers.
func Runs(r *replay.Report, o Options) []Run {
	w := writer{r: r, sides: r.SpellVariations(o.Notation), language: o.Language}
	g := r.Game
	w.comments(g.Before, 0, 0, 0)
	w.line(0, 0, startOf(r), g.Plies, r.Spell(o.Notation))
	if text := Result(g.Result, o.Language); text != "" {
		w.add(Run{Role: Ending, Text: text})
	}
	w.comments(g.After, 0, len(g.Plies), 0)
	return w.runs
}

// Place identifies a position of a game: after Ply plies of the variation with the given number,
// or of the main line if that is 0.
type Place struct{ Variation, Ply int }

// Reached is a position and the move that led to it, or "" for the first.
type Reached struct {
	Position record.Position
	Move     string
}

// Positions returns all positions of a judged game and of its variations.
func Positions(r *replay.Report, n replay.Notation) map[Place]Reached {
	all := map[Place]Reached{}
	if start, ok := r.Start(); ok {
		all[Place{}] = Reached{Position: start.Record()}
	}
	var legal []replay.Move
	for i, ply := range r.Tree() {
		legal = ply.Before.Moves(legal[:0])
		if at := (Place{ply.Variation, i}); i == 0 {
			all[at] = Reached{Position: ply.Before.Record()}
		}
		after := ply.After()
		move := string(ply.Before.Append(nil, ply.Move, legal, n))
		all[Place{ply.Variation, i + 1}] = Reached{after.Record(), move}
	}
	return all
}

// AppendText appends the runs as plain text.
func AppendText(dst []byte, runs []Run) []byte {
	for i := range runs {
		dst = append(dst, runs[i].Text...)
	}
	return dst
}

type writer struct {
	r     *replay.Report
	sides [][]string // moves of the variations
	next  int        // index of the next variation
	runs  []Run

	language message.Language
}

var noNotes record.Notes

// line is the state of move numbering in a line of moves.
type line struct {
	first    record.Colour // the side that begins each number
	number   int
	second   bool // the next move is the second of its number
	numbered bool // the next move needs no number
	dots     bool // PDN: a second move may need its number whichever side begins
}

// startOf returns the initial numbering of a game. Numbers begin with White or, if Black begins
// by the rules, with the side to move, so that problems are numbered as games are.
func startOf(r *replay.Report) line {
	g := r.Game
	l := line{first: r.Variant.First(), number: 1}
	turn := l.first
	if g.Start != nil {
		turn = g.Start.Turn
	} else if fen := g.Tag("FEN"); fen != "" {
		turn = turnOf(fen, turn)
	}
	if l.first == record.Black {
		l.first = turn
	}
	l.second = turn != l.first
	if plies := g.Plies; len(plies) > 0 && plies[0].Note != nil && plies[0].Note.Number > 0 {
		l.number = plies[0].Note.Number
	}
	return l
}

// turnOf returns the side to move in a FEN, or other if absent.
func turnOf(fen string, other record.Colour) record.Colour {
	switch fen = strings.TrimLeft(fen, " ") + " "; fen[0] {
	case 'W', 'w':
		return record.White
	case 'B', 'b':
		return record.Black
	}
	return other
}

// plus returns the numbering after the given number of plies.
func (l line) plus(plies int) line {
	n := 2*l.number + plies
	if l.second {
		n++
	}
	l.number, l.second = n>>1, n&1 != 0
	return l
}

// setUp continues from a position set up on the board.
func (l *line) setUp(n *record.Notes) {
	before := l.second
	l.second, l.numbered = turnOf(n.Setup, l.first) != l.first, false
	switch {
	case n.Number > 0:
		l.number = n.Number
	case before && !l.second:
		l.number++
	}
}

// reread parses and judges a writer's output, to check that it means the same. It returns nil if it is
// not one game.
func reread(text string, format grammar.Format) (*record.Game, *replay.Report) {
	g, alone := grammar.NewParser().ParseGame(text, format)
	if !alone {
		return nil, nil
	}
	return g, replay.Judge(g, record.UnknownVariant)
}

// add adds a run, after a space if another run precedes it.
func (w *writer) add(run Run) {
	if run.Role == Diagram { // several signs may request the same one
		for i := len(w.runs) - 1; i >= 0 && w.runs[i].Role != Main && w.runs[i].Role != Side; i-- {
			if before := &w.runs[i]; before.Role == Diagram && before.Variation == run.Variation && before.Ply == run.Ply {
				return
			}
		}
	}
	if n := len(w.runs); n > 0 && run.Role != Mark && run.Role != Close && w.runs[n-1].Role != Open && run.Text != "" {
		w.runs = append(w.runs, Run{Role: Space, Text: " ", Depth: run.Depth})
	}
	w.runs = append(w.runs, run)
}

// Patterns of words in comments, compiled on first use.
var (
	diagramWords  = Pattern(`^\s*(?i:диагр|діагр|рис(унок|\.)|diagram|figure|fig\.)`)
	diagramNumber = Pattern(`^(\pL*[. ]*(?:№ ?)?)\d{0,4}\s*$`)
	number        = Pattern(`^\d{1,4}$`)
)

// Pattern returns a function that compiles a regular expression at its first call.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// comments adds comments without their commands, and a diagram for each [#] or diagram caption:
// "диагр.9", "рис. 3: белые выигрывают". The caption's number is dropped, since the page numbers
// its own diagrams.
func (w *writer) comments(comments []string, variation, ply, depth int) {
	named := "" // the diagram caption in the previous comment
	for _, c := range comments {
		text, commands := grammar.CutCommands(c)
		before := named
		if named = diagramWords().FindString(text); named != "" {
			commands = append(commands, "[#]")
		}
		switch {
		case named != "" && diagramNumber().MatchString(text[len(named):]), before != "" && number().MatchString(text):
		case text != "":
			w.add(Run{Role: Comment, Text: strings.Join(strings.Fields(text), " "), Depth: depth})
		}
		for _, command := range commands {
			run := Run{Role: Command, Depth: depth, PDN: "{" + command + "}"}
			if command == "[#]" {
				run.Role, run.Variation, run.Ply = Diagram, variation, ply
			}
			w.add(run)
		}
	}
}

// line adds a line of moves: the main line, or the variation with the given number.
func (w *writer) line(number, depth int, l line, plies []record.Ply, texts []string) {
	role := Main
	if number > 0 {
		role = Side
	}
	for i := range plies {
		p, n := &plies[i], cmp.Or(plies[i].Note, &noNotes)
		w.comments(n.Before, number, i, depth)
		l.numbered = l.numbered && len(n.Before) == 0
		if n.Setup != "" {
			w.add(Run{Role: Position, Text: n.Setup, Depth: depth})
			l.setUp(n)
		}
		if !l.second || !l.numbered {
			dots := map[bool]string{false: ".", true: "..."}[l.second]
			w.add(Run{Role: Number, Text: strconv.Itoa(l.number) + dots, Depth: depth})
		}
		l.numbered = true
		move := Run{Role: role, Text: p.Word.Text, Variation: number, Ply: i + 1, Depth: depth, Unplayed: i >= len(texts)}
		if !move.Unplayed {
			move.Text = texts[i]
		}
		w.add(move)
		w.marks(n, depth)
		for _, command := range append([]string{n.Clock}, n.Commands...) {
			if command != "" {
				w.add(Run{Role: Command, Depth: depth, PDN: "{" + command + "}"})
			}
		}
		end := len(w.runs)
		for _, in := range n.Inside {
			w.comments([]string{in.Text}, number, i+1, depth)
		}
		w.comments(n.Comments, number, i+1, depth)
		// The diagram follows the comments on the move, so that no line begins with one.
		if n.Diagram || slices.Contains(n.NAGs, record.NAGDiagram) || slices.Contains(n.NAGs, record.NAGDiagramFromBlack) {
			w.add(Run{Role: Diagram, Variation: number, Ply: i + 1, Depth: depth, PDN: "$" + strconv.Itoa(record.NAGDiagram)})
		}
		for range n.Variations {
			w.variation(i+1, depth)
		}
		l = l.plus(1)
		l.numbered = len(w.runs) == end
	}
}

// suffixes are the marks that PDN allows after a move.
var suffixes = []string{"!", "?", "!!", "??", "!?", "?!"}

// marks adds the signs and words for a move's marks and NAGs, each once.
func (w *writer) marks(n *record.Notes, depth int) {
	from := len(w.runs)
	add := func(sign, pdn string) {
		if sign == "" || slices.ContainsFunc(w.runs[from:], func(run Run) bool { return run.Text == sign }) {
			return
		}
		// Evaluations of the position are separated from the move.
		if strings.Trim(sign, "!?‼⁇⁉⁈*") != "" || len(w.runs) > from {
			w.runs = append(w.runs, Run{Role: Space, Text: " ", Depth: depth})
		}
		w.runs = append(w.runs, Run{Role: Mark, Text: sign, Depth: depth, PDN: pdn})
	}
	for _, m := range n.Marks {
		if slices.Contains(suffixes, m) {
			add(record.MarkSign(m), m)
		} else {
			add(record.MarkSign(m), "{"+m+"}")
		}
	}
	for _, nag := range n.NAGs {
		text, _ := record.NAGText(nag, w.language)
		add(text, "$"+strconv.Itoa(nag))
	}
	if n.DrawOffer {
		add("(=)", "{(=)}")
	}
}

// variation adds the next variation in brackets, attached to a ply.
func (w *writer) variation(ply, depth int) {
	if w.next >= len(w.r.Variations) {
		return // the game changed after it was judged, or its variant is unknown
	}
	v := &w.r.Variations[w.next]
	texts := w.sides[w.next]
	w.next++
	depth++
	w.add(Run{Role: Open, Text: "(", Depth: depth, Variation: w.next, Ply: ply})
	w.line(w.next, depth, startOf(w.r).plus(v.Before), v.Line, texts)
	w.add(Run{Role: Close, Text: ")", Depth: depth})
}

// Result returns a result in words: "Черные сдались", "Ничья по соглашению", "Счет 17:7"; "" if
// absent or unfinished.
func Result(r record.Result, l message.Language) string {
	say := func(id message.ID, args ...any) string { return message.Of(id, args...).In(l) }
	winner := record.Black
	if r.Outcome == record.WhiteWins || r.White > r.Black {
		winner = record.White
	}
	how, isStated := endings[r.Manner]
	if !isStated {
		how = [...]message.ID{"typeset.white-won", "typeset.black-won"}
	}
	switch r.Outcome {
	case record.WhiteWins, record.BlackWins:
		return say(how[winner])
	case record.Draw:
		if r.Manner == record.Agreed {
			return say("typeset.draw-agreed")
		}
		return say("typeset.draw")
	case record.Points:
		score := say("typeset.score", "white", message.Decimal(r.White, -1),
			"black", message.Decimal(r.Black, -1))
		if isStated && r.White != r.Black {
			score += ". " + say(how[winner])
		}
		return score
	case record.Unplayed:
		if r.White == r.Black {
			return say("typeset.unplayed")
		}
		return say([...]message.ID{"typeset.unplayed-white", "typeset.unplayed-black"}[winner])
	}
	return ""
}

// endings are the messages for White's and Black's wins.
var endings = map[record.Manner][2]message.ID{
	record.Resigned: {"typeset.black-resigned", "typeset.white-resigned"},
	record.OnTime:   {"typeset.black-on-time", "typeset.white-on-time"},
	record.Forfeit:  {"typeset.black-forfeited", "typeset.white-forfeited"},
}
