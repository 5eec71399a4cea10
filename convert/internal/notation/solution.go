package notation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Solution returns the solution of a judged composition in abbreviated notation (Ukrainian rules
// VI.7.4.2-6): one line of moves per text line, the main one first, with Black's moves in
// brackets. Variations at White's moves are false tries I, II, those at Black's are branches А,
// Б. Only forced moves are omitted, and fewer in a line that could not be read back. The language
// l affects only words for NAGs. words caches parsed words.
func Solution(r *replay.Report, words *grammar.Words, l message.Language) []Run {
	s := &solution{
		r: r, words: words, language: l, lines: make([][]step, len(r.Variations)+1),
		labels: make([]string, len(r.Variations)+1), at: make(map[[2]int][]string),
	}
	for _, n := range r.Tree() {
		s.lines[n.Variation] = append(s.lines[n.Variation], step{*n.Before, *n.Move, n.Before.Moves(nil)})
	}
	s.label()
	s.line(0, r.Game.Plies)
	for i := range r.Variations {
		s.runs = append(s.runs, Run{Role: NewLine, Text: "\n"})
		s.line(i+1, r.Variations[i].Line)
	}
	return s.runs
}

// AppendSolution appends the runs of Solution as text that parses as the same solution: comments
// are in braces.
func AppendSolution(dst []byte, runs []Run) []byte {
	for i := range runs {
		text := runs[i].Text
		if runs[i].Role == Comment {
			text = "{" + strings.NewReplacer("{", "(", "}", ")", "|", "/").Replace(text) + "}"
		}
		dst = append(dst, text...)
	}
	return dst
}

// step is a move of a line, with the position before it.
type step struct {
	before replay.Position
	move   replay.Move
	legal  []replay.Move
}

type solution struct {
	r      *replay.Report
	words  *grammar.Words
	runs   []Run
	lines  [][]step            // by variation number
	labels []string            // by variation number; "" if absent
	at     map[[2]int][]string // labels of the variations that replace a move, by its line and index

	language message.Language
}

// labels are those of variations by the side whose move they replace: numbers for White's false
// tries; for Black's branches, letters common to Russian and Ukrainian that are not numbers.
var labels = [...][]string{
	record.White: strings.Fields("I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX"),
	record.Black: strings.Split("АБВГДЕЖЗИКЛМНОПРСТУФЦЧШЩЮЯ", ""),
}

func (s *solution) label() {
	free := labels
	for i := range s.r.Variations {
		v := &s.r.Variations[i]
		at, k := s.lines[v.Of], v.Ply-1
		if k < 0 || k >= len(at) {
			continue // attached to a move that is not legal
		}
		if turn := at[k].before.Turn(); len(free[turn]) > 0 {
			s.labels[i+1], free[turn] = free[turn][0], free[turn][1:]
			place := [2]int{v.Of, k}
			s.at[place] = append(s.at[place], s.labels[i+1])
		}
	}
}

// Levels of detail of a line: omit all that books omit; keep White's forced captures; keep all
// moves; write every move in full.
const (
	brief = iota
	whiteAll
	allMoves
	inFull
)

// line adds a line of moves, after its label, in the shortest form that can be read back. A line
// without a label becomes a comment.
func (s *solution) line(number int, plies []record.Ply) {
	var runs []Run
	for how := brief; ; how++ {
		runs = s.written(number, plies, how)
		if how == inFull || s.readsBack(number, runs) {
			break
		}
	}
	switch label := s.labels[number]; {
	case number == 0:
		s.runs = append(s.runs, runs...)
	case label != "":
		s.runs = append(append(s.runs, Run{Role: Label, Text: label, Depth: 1}, Run{Text: " ", Depth: 1}), runs...)
	default:
		s.runs = append(s.runs, Run{Role: Comment, Text: string(AppendText(nil, runs)), Depth: 1})
	}
}

// readsBack reports whether the runs parse as the moves of the line.
func (s *solution) readsBack(number int, runs []Run) bool {
	steps := s.lines[number]
	if len(steps) == 0 {
		return true
	}
	start := steps[0].before.Record()
	g := &record.Game{Text: start.FEN() + "\n" + string(AppendSolution(nil, runs)) + "\n", Variant: s.r.Variant, Format: "composition"}
	grammar.ReadComposition(g, s.words, s.r.Variant, record.Task{})
	g.Start = &start
	again := replay.Judge(g, s.r.Variant)
	moves := s.r.Moves
	if number > 0 {
		moves = s.r.Variations[number-1].Moves
	}
	return slices.Equal(moves, again.Moves)
}

// leftOut reports for each move of a line whether it is omitted.
func (s *solution) leftOut(number int, plies []record.Ply, how int) []bool {
	steps := s.lines[number]
	out := make([]bool, len(plies))
	for k := range steps {
		n := &steps[k]
		if k+1 == len(plies) || !n.forced() || how >= allMoves || len(s.at[[2]int{number, k}]) > 0 || plies[k].Note != nil {
			continue
		}
		if n.before.Turn() == record.Black {
			out[k] = true
			continue
		}
		// White's move is omitted only before a move of Black's that is written.
		out[k] = how == brief && (k == 0 || !out[k-1]) && k+1 < len(steps) && !steps[k+1].forced()
	}
	return out
}

// forced reports whether all legal moves capture the same pieces with the same piece.
func (s *step) forced() bool {
	return s.move.Captures() > 0 && !slices.ContainsFunc(s.legal, func(m replay.Move) bool { return !m.TakesAs(&s.move) })
}

func (s *solution) written(number int, plies []record.Ply, how int) []Run {
	steps, leftOut := s.lines[number], s.leftOut(number, plies, how)
	depth, role := 0, Main
	if number > 0 {
		depth, role = 1, Side
	}
	var runs []Run
	add := func(role Role, text string) { runs = append(runs, Run{Role: role, Text: text, Depth: depth}) }
	space := func() {
		if len(runs) > 0 {
			add(Space, " ")
		}
	}
	open, ended := false, false // ended: after an end sign, a label would begin a line
	closed := func() {
		if open {
			add(Close, ")")
			open = false
		}
	}
	for k := range plies {
		if leftOut[k] {
			continue
		}
		labels := s.at[[2]int{number, k}]
		if s.turn(number, k) == record.Black {
			if open {
				add(Comma, ",")
				space()
			} else {
				space()
				add(Open, "(")
			}
			open = true
		} else {
			closed()
			space()
			for _, label := range labels {
				if !ended {
					add(Label, label)
					space()
				}
			}
		}
		move := Run{Role: role, Variation: number, Ply: k + 1, Depth: depth, Text: plies[k].Word.Text, Unplayed: k >= len(steps)}
		if k < len(steps) {
			n, spelling := &steps[k], replay.Brief
			if how == inFull {
				spelling = replay.Full
			}
			move.Text = string(n.before.Append(nil, &n.move, n.legal, spelling))
		}
		runs = append(runs, move)
		end := ""
		var remarks []string
		n := cmp.Or(plies[k].Note, &noNotes)
		for _, m := range n.Marks {
			if m == "x" || m == "=" || m == "+" || m == "*" {
				end = m
			} else {
				add(Mark, m)
			}
		}
		for _, nag := range n.NAGs {
			switch text, _ := record.NAGText(nag, s.language); {
			case text == "":
			case grammar.IsMark(text) || text == "*":
				add(Mark, text)
			default: // words are not part of a solution
				remarks = append(remarks, text)
			}
		}
		if bracket := ended && !open; (open || bracket) && len(labels) > 0 {
			if space(); bracket {
				add(Open, "(")
				open = true
			}
			add(Label, strings.Join(labels, ""))
			if bracket {
				closed()
			}
		}
		if end == "" && number == 0 && k == len(plies)-1 {
			end = map[record.Outcome]string{record.WhiteWins: "x", record.Draw: "="}[s.r.Game.Result.Outcome]
		}
		if ended = end != ""; ended {
			closed()
			space()
			add(Mark, end)
		}
		for _, c := range append(remarks, n.Comments...) {
			if c != end { // in PDN, the sign is a comment
				space()
				add(Comment, strings.Join(strings.Fields(c), " "))
			}
		}
	}
	closed()
	return runs
}

// turn returns the side that makes the k-th move of a line.
func (s *solution) turn(number, k int) record.Colour {
	if steps := s.lines[number]; len(steps) > 0 {
		return new(record.Game).Side(steps[0].before.Turn(), k+1)
	}
	return s.r.Game.Side(record.White, k+1)
}
