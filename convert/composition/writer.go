// Package composition writes compositions as books print them: number, author and
// source, the position, the task where it is a draw, and the solution in
// abbreviated notation (Ukrainian rules VI.7.4.1-8). Package grammar/composition
// reads them back.
//
// Read first: Writer.
package composition

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/composition"
	"github.com/stolb/stolb/grammar/sheet"
	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Writer writes judged games as compositions, in UTF-8, with a blank line between
// them; the index of their authors is an Index's. Variations at moves
// of White's are false tries I, II, those at Black's branches А, Б. What is left out
// is what was forced; a line that could not be read back so has more.
//
// A composition that is not legal is written with its text as it is; a game of
// another format with its moves as they are in the record, of which the first that
// is not legal makes it so when it is read. It is not safe for concurrent use.
type Writer struct {
	Language message.Language

	w     *bufio.Writer
	err   error
	games int
	words word.Table
}

// NewWriter returns a Writer to w, of Ukrainian. The caller must Close it.
func NewWriter(w io.Writer) *Writer {
	return &Writer{Language: message.Ukrainian, w: bufio.NewWriter(w)}
}

// Close writes what is still buffered. It does not close the underlying writer, and
// returns the first error that any writing met.
func (w *Writer) Close() error {
	if err := w.w.Flush(); w.err == nil {
		w.err = err
	}
	return w.err
}

// text writes UTF-8: a single other byte would have the whole file taken for one in
// another encoding.
func (w *Writer) text(s string) {
	if w.err == nil {
		_, w.err = w.w.WriteString(strings.ToValidUTF8(s, "\ufffd"))
	}
}

// Write writes a composition. The error is the underlying writer's.
func (w *Writer) Write(r *replay.Report) error {
	if w.games++; w.games > 1 {
		w.text("\n")
	}
	g := r.Game
	if r.Verdict >= replay.Illegal && g.Format == "composition" {
		w.text(strings.TrimRight(g.Text, " \t\r\n") + "\n")
		return w.err
	}
	w.text(w.compose(r))
	return w.err
}

// NumberOf returns the number of a composition: the record's, else that of the game
// in its file.
func NumberOf(g *record.Game) string {
	if number := g.Tag("Number"); number != "" {
		return number
	}
	return strconv.Itoa(max(g.Source.Number, 1))
}

// compose returns the text of a composition.
func (w *Writer) compose(r *replay.Report) string {
	g := r.Game
	var b strings.Builder
	author := g.Tag("Author")
	if author == "" && g.Tag("White") != "" && g.Tag("Black") != "" {
		author = g.Tag("White") + " – " + g.Tag("Black")
	}
	b.WriteString(strings.TrimRight(NumberOf(g)+". "+oneLine(author), " ") + "\n")
	source := g.Tag("Source")
	if source == "" {
		source = g.Tag("Date")
	}
	if source != "" {
		b.WriteString(oneLine(source) + "\n")
	}
	start, ok := r.Start()
	if !ok {
		b.WriteString(strings.TrimRight(g.Text, " \t\r\n") + "\n")
		return b.String()
	}
	b.Write(sheet.AppendVariant(nil, r.Variant, sheet.Language(w.Language.String())))
	position := start.Record()
	b.WriteString(w.position(&position) + "\n")
	if g.Result.Outcome == record.Draw || g.Tag("Task") == "draw" {
		b.WriteString(message.Of("composition.draw").In(w.Language) + "\n")
	}
	s := newSolution(w, r)
	b.WriteString(s.text())
	return b.String()
}

func oneLine(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", "/")
}

// position returns a position, White's men first: kings with D., and men with пр.
// where there are kings; towers before both.
func (w *Writer) position(p *record.Position) string {
	fen := p.FEN()
	var sides []string
	for _, side := range strings.Split(fen, ":")[1:] {
		var kings, men, towers []string
		for _, item := range strings.Split(side[1:], ",") {
			square, pieces, tower := strings.Cut(item, "=")
			name, king := strings.CutPrefix(square, "K")
			switch {
			case tower:
				towers = append(towers, square+" - "+pieces)
			case king:
				kings = append(kings, "D."+name)
			case item != "":
				men = append(men, item)
			}
		}
		if len(towers) > 0 {
			sides = append(sides, strings.Join(slices.Concat(towers, men, kings), ", "))
			continue
		}
		if len(kings) > 0 && len(men) > 0 {
			men[0] = "пр. " + men[0]
		}
		sides = append(sides, strings.Join(append(kings, men...), ", "))
	}
	text := strings.Join(sides, " | ")
	if p.Turn == record.Black {
		text += map[message.Language]string{message.English: " Black to move", message.Russian: " Ход черных", message.Ukrainian: " Хід чорних"}[w.Language]
	}
	return text
}

// node is a move of a line, with the position before it.
type node struct {
	before replay.Position
	move   replay.Move
	legal  []replay.Move
}

// solution writes the solution of a composition.
type solution struct {
	w      *Writer
	r      *replay.Report
	lines  [][]node            // by the variation's number
	labels []string            // of the variations, by their numbers; "" for one that has none
	at     map[[2]int][]string // the labels by line and move
}

// letters are those of branches: the letters that Russian and Ukrainian share, but
// for those that could be taken for numbers.
var letters = []rune("АБВГДЕЖЗИКЛМНОПРСТУФЦЧШЩЮЯ")

// tries are the numbers of false tries.
var tries = []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX"}

func newSolution(w *Writer, r *replay.Report) *solution {
	s := &solution{w: w, r: r, lines: make([][]node, len(r.Variations)+1), labels: make([]string, len(r.Variations)+1), at: make(map[[2]int][]string)}
	for n := range r.Tree() {
		s.lines[n.Variation] = append(s.lines[n.Variation], node{*n.Before, *n.Move, n.Before.Moves(nil)})
	}
	branches, false_ := 0, 0
	for i := range r.Variations {
		v := &r.Variations[i]
		at := s.lines[v.Of]
		switch {
		case v.Ply > len(at) || v.Ply < 1:
			// It stands at no move that could be played.
		case at[v.Ply-1].before.Turn() == record.Black && branches < len(letters):
			s.labels[i+1] = string(letters[branches])
			branches++
		case at[v.Ply-1].before.Turn() == record.White && false_ < len(tries):
			s.labels[i+1] = tries[false_]
			false_++
		}
		if label := s.labels[i+1]; label != "" {
			place := [2]int{v.Of, v.Ply - 1}
			s.at[place] = append(s.at[place], label)
		}
	}
	return s
}

// text returns the main line and the others, each in a line of its own.
func (s *solution) text() string {
	text := s.line(0, s.r.Game.Plies) + "\n"
	for i := range s.r.Variations {
		line := s.line(i+1, s.r.Variations[i].Line)
		if label := s.labels[i+1]; label != "" {
			text += label + " " + line + "\n"
		} else {
			text += "{" + strings.NewReplacer("{", "(", "}", ")").Replace(line) + "}\n"
		}
	}
	return text
}

// How much is written of a line: all that books leave out is left out; White's
// forced captures are not; none is; and every move is in full.
const (
	brief = iota
	whiteAll
	allMoves
	inFull
)

// line returns a line of moves in the shortest form that is read back.
func (s *solution) line(number int, plies []record.Ply) string {
	for how := brief; ; how++ {
		text := s.written(number, plies, how)
		if how == inFull || s.readsBack(number, text) {
			return text
		}
	}
}

// readsBack says whether a line is read as its moves.
func (s *solution) readsBack(number int, text string) bool {
	nodes := s.lines[number]
	if len(nodes) == 0 {
		return true
	}
	start := nodes[0].before.Record()
	g := &record.Game{Text: s.w.position(&start) + "\n" + text + "\n", Variant: s.r.Variant, Format: "composition"}
	reader := composition.Reader{Words: &s.w.words, Variant: s.r.Variant}
	reader.Read(g)
	g.Start = &start
	again := replay.Judge(g, s.r.Variant)
	moves := s.r.Moves
	if number > 0 {
		moves = s.r.Variations[number-1].Moves
	}
	return slices.Equal(moves, again.Moves)
}

// written returns the text of a line.
func (s *solution) written(number int, plies []record.Ply, how int) string {
	nodes := s.lines[number]
	leftOut := make([]bool, len(plies))
	for k := range nodes {
		n := &nodes[k]
		forced := len(n.legal) == 1 && n.move.Captures() > 0 && k+1 < len(plies)
		if !forced || how >= allMoves || len(s.labelsAt(number, k)) > 0 || plies[k].Note != nil {
			continue
		}
		if n.before.Turn() == record.Black {
			leftOut[k] = true
			continue
		}
		// White's is left out between moves of Black's that are written.
		leftOut[k] = how == brief && k > 0 && !leftOut[k-1] && k+1 < len(nodes) && len(nodes[k+1].legal) > 1
	}
	var b strings.Builder
	open := false
	for k := range plies {
		if leftOut[k] {
			continue
		}
		black, text := s.turn(number, k) == record.Black, plies[k].Word.Text
		if k < len(nodes) {
			n := &nodes[k]
			if how == inFull {
				text = string(n.before.AppendMove(nil, &n.move, n.legal))
			} else {
				text = string(n.before.AppendBrief(nil, &n.move, n.legal))
			}
		}
		labels := s.labelsAt(number, k)
		switch {
		case black && open:
			b.WriteString(", ")
		case black:
			if b.Len() > 0 {
				b.WriteString(" ")
			}
			b.WriteString("(")
		case b.Len() > 0:
			b.WriteString(map[bool]string{true: ") ", false: " "}[open])
		}
		open = black
		if !black && len(labels) > 0 {
			b.WriteString(strings.Join(labels, " ") + " ")
		}
		end := ""
		b.WriteString(text)
		if n := plies[k].Note; n != nil {
			for _, m := range n.Marks {
				if m == "x" || m == "=" || m == "+" || m == "*" {
					end = " " + m
				} else {
					b.WriteString(m)
				}
			}
			for _, nag := range n.NAGs {
				b.WriteString(record.NAGSign(nag))
			}
		}
		if black && len(labels) > 0 {
			b.WriteString(" " + strings.Join(labels, ""))
		}
		if end == "" && number == 0 && k == len(plies)-1 {
			switch s.r.Game.Result.Outcome {
			case record.WhiteWins:
				end = " x"
			case record.Draw:
				end = " ="
			}
		}
		if end != "" && open {
			b.WriteString(")")
			open = false
		}
		b.WriteString(end)
		if n := plies[k].Note; n != nil {
			for _, c := range n.Comments {
				b.WriteString(" {" + strings.NewReplacer("{", "(", "}", ")").Replace(oneLine(c)) + "}")
			}
		}
	}
	if open {
		b.WriteString(")")
	}
	return b.String()
}

// turn returns whose the k-th move of a line is.
func (s *solution) turn(number, k int) record.Colour {
	nodes := s.lines[number]
	if k < len(nodes) {
		return nodes[k].before.Turn()
	}
	first := record.White
	switch {
	case len(nodes) > 0:
		first = nodes[0].before.Turn()
	case number > 0:
		v := &s.r.Variations[number-1]
		if at := s.lines[v.Of]; v.Ply >= 1 && v.Ply <= len(at) {
			first = at[v.Ply-1].before.Turn()
		}
	case s.r.Game.Start != nil:
		first = s.r.Game.Start.Turn
	}
	if k%2 == 1 {
		first = first.Other()
	}
	return first
}

// labelsAt returns the labels of the variations in place of the k-th move of a
// line.
func (s *solution) labelsAt(number, k int) []string { return s.at[[2]int{number, k}] }
