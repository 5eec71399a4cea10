package book

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/solve"
)

// positionFence returns a composition: its diagram and its solution, which are kept together
// (Ukrainian rules VI.7.4.1, 7.4.9).
func (m *manuscript) positionFence(f *fence) []ast.Node {
	task, _ := grammar.ParseTask(f.values["task"]) // attributes has checked it
	text, end, ok := m.compositionText(f)
	if !ok {
		return nil
	}
	r, abbreviated := m.solved(f, text, end, task) // nil if its solution is written like a game
	last := -1                                     // offset of the last reported fault
	for _, fault := range r.Faults {
		// A position without moves may be left for the reader to solve. A solution that does not
		// fulfil its task is a fault in a book, though not in a record.
		if fault.Code == record.NoMoves || fault.Severity < record.Illegal && fault.Code != record.ResultMismatch {
			continue
		}
		if fault.At != last { // a word that is unreadable is also reported as illegal
			m.inRecord(r.Game, fault.At, fault.Message)
		}
		last = fault.At
	}
	if last >= 0 {
		m.flow = flow{}
		return nil
	}
	start, ok := r.Start()
	if !ok {
		return m.failed(f.at, message.Of("book.unknown-variant", "name", "variant"))
	}
	if !m.played(f, r) || !m.branches(r, abbreviated) {
		m.flow = flow{}
		return nil
	}
	g, p := r.Game, start.Record()
	either := func(attribute, tag string) string {
		return cmp.Or(f.values[attribute], strings.TrimSpace(g.Tag(tag)))
	}
	source := either("source", "Source")
	if year := either("year", "Date"); year != "" && !strings.Contains(source, year) {
		source = strings.TrimPrefix(source+", "+year, ", ")
	}
	if task == (record.Task{}) {
		var unread string
		if task, unread = grammar.TaskOf(g); unread != "" {
			m.wrong(f.at, message.Of("composition.no-task", "text", unread))
		}
	}
	if m.Solve != nil {
		m.unsound(f, r, m.Solve(start, r, task))
	}
	drawn := m.addFigure(f, &p, figure{
		ID: f.values["id"], Composition: true, Author: either("author", "Author"), Source: source, Caption: task.In(m.Language),
	})[0].(*part) // only marks can be invalid, and a composition has none
	whole := &part{name: "Composition"}
	whole.AppendChild(whole, drawn)
	if len(r.Moves) > 0 {
		runs := notation.Solution(r, &m.words, m.Language)
		if abbreviated == nil {
			runs = notation.Runs(r, notation.Options{Notation: m.Notation, Language: m.Language})
		}
		if f.values["solution"] == "back" {
			of := drawn.content.(*figure)
			m.solutions = append(m.solutions, &part{name: "Solution", content: &solution{runs, of}})
		} else {
			whole.AppendChild(whole, &part{name: "Solution", content: &solution{runs: runs}})
		}
	} else if f.values["solution"] != "" {
		m.wrong(f.place("solution"), message.Of("book.no-solution"))
	}
	m.flow.follow(r)
	return []ast.Node{whole}
}

// atBack appends the solutions that are not beneath their diagrams after the text, before the
// footnotes.
func (m *manuscript) atBack() {
	if len(m.solutions) == 0 {
		return
	}
	title := m.book.say("book.solutions")
	head := m.section(1, "solutions", title, 0)
	root := m.book.root
	notes, _ := root.LastChild().(*tables.FootnoteList)
	for _, n := range append([]ast.Node{head}, m.solutions...) {
		if notes != nil {
			root.InsertBefore(root, notes, n)
		} else {
			root.AppendChild(root, n)
		}
	}
}

// unsound records violations of the Codex's requirements for compositions as faults, and a
// composition that could not be solved.
func (m *manuscript) unsound(f *fence, r *replay.Report, e *solve.Solution) {
	if e.Answer == solve.Open {
		m.wrong(f.at, message.Of("book.unsolved", "n", e.Nodes))
	}
	for i := range e.Findings {
		switch found := &e.Findings[i]; {
		case found.Severity == record.Remark:
		case found.Len > 0:
			m.inRecord(r.Game, found.At, found.Message)
		default:
			m.wrong(f.at, found.Message)
		}
	}
}

// branches reports whether the branch or false try that each label of a solution announces is
// present; a missing one is a fault (Ukrainian rules VI.7.4.3, 7.4.4). A solution without any
// labelled lines may break off at its labels, as the rules' examples do.
func (m *manuscript) branches(r *replay.Report, solution *record.Solution) bool {
	if solution == nil {
		return true
	}
	lines := map[string]bool{}
	for _, line := range solution.Lines[1:] {
		lines[line.Label] = true
	}
	all := true
	for _, line := range solution.Lines {
		for k, move := range line.Moves {
			for _, label := range move.Labels {
				brokenOff := len(lines) == 0 && (!move.Black || k == len(line.Moves)-1)
				if !lines[label] && !brokenOff {
					all = false
					m.inRecord(r.Game, move.At, message.Of("book.no-branch", "move", move.Word.Text, "label", label))
				}
			}
		}
	}
	return all
}

// compositionText returns the text of a composition, with its position in a form that package
// grammar reads, and the offset at which the position ends. A position in another form must be
// in the first nonblank line, and is rewritten as FEN.
func (m *manuscript) compositionText(f *fence) (text string, end int, ok bool) {
	if _, end, found := grammar.FindPosition(f.body); found {
		return f.body, end, true
	}
	p, ok := m.claimed(f, m.variantOf(f))
	if !ok {
		return "", 0, false
	}
	blank := len(f.body) - len(strings.TrimLeft(f.body, "\n"))
	_, rest, _ := strings.Cut(f.body[blank:], "\n")
	text = f.body[:blank] + p.FEN() + "\n"
	return text + rest, len(text), true
}

// solved judges a composition. It also returns its solution if that is in abbreviated notation, or
// nil if it is written like a game.
func (m *manuscript) solved(f *fence, text string, end int, task record.Task) (r *replay.Report, abbreviated *record.Solution) {
	g := &record.Game{
		Text: text, Format: "composition", Source: record.Source{File: m.book.File, Number: 1, Line: f.line}, Variant: f.variant(),
	}
	defaultVariant := m.variantOf(f)
	grammar.ReadComposition(g, &m.words, defaultVariant, task)
	r = replay.Judge(g, defaultVariant)
	solution := text[end:]
	if g.Start == nil || strings.TrimSpace(solution) == "" || !likeGame(solution) {
		return r, g.Solution
	}
	moves, sign := solution, ""
	if found := solutionEnds().FindStringSubmatchIndex(solution); found != nil {
		moves, sign = solution[:found[2]], solution[found[2]:found[3]]
	}
	game, numbered := m.judged(g.Start, moves), numberedMove().MatchString(solution)
	if read, played := r.Verdict <= replay.Repaired, game.Verdict <= replay.Repaired; read && (sign != "" || !(played && numbered)) || !played && !numbered {
		return r, g.Solution
	}
	// There, the solution follows tags: convert offsets to those of the block.
	head := strings.Index(game.Game.Text, "\n\n") + len("\n\n")
	for i := range game.Faults {
		game.Faults[i].At = end + max(game.Faults[i].At-head, 0)
	}
	if plies := game.Game.Plies; sign != "" && len(plies) > 0 {
		last := &plies[len(plies)-1]
		last.Note = cmp.Or(last.Note, new(record.Notes))
		last.Note.Marks = append(last.Note.Marks, map[bool]string{true: sign, false: "x"}[sign == "=" || sign == "+"])
		for _, f := range r.Faults { // does the sign contradict the task?
			if f.Code == record.ResultMismatch {
				game.Faults = append(game.Faults, f)
			}
		}
	}
	game.Game.Text, game.Game.Source, game.Game.Tags = text, g.Source, g.Tags
	return game, nil
}

// solutionEnds matches the sign at the end of a solution (Ukrainian rules VI.7.4.1).
var solutionEnds = pattern(`\s([xх×=+])\.?\s*$`)

// numberedMove matches the beginning of a solution that is written like a game.
var numberedMove = pattern(`^\s*(?:\{[^}]*\}\s*)?[0-9]{1,3}\s*\.`)

// likeGame reports whether a solution is written like a game: it begins with a move number and
// Black's reply is not in parentheses, or it has no parentheses.
func likeGame(solution string) bool {
	if strings.IndexByte(solution, '(') < 0 {
		return true
	}
	number := numberedMove().FindString(solution)
	if number == "" {
		return false
	}
	rest := strings.TrimLeftFunc(strings.TrimLeft(solution[len(number):], "."), unicode.IsSpace)
	_, reply, _ := strings.Cut(strings.NewReplacer("(", " (", "\n", " ").Replace(rest), " ")
	bracket, found := strings.CutPrefix(strings.TrimLeftFunc(reply, unicode.IsSpace), "(")
	return !found || numberedMove().MatchString(bracket)
}

// Above returns the lines above a composition's diagram: the number and author, then the source,
// if any (Ukrainian rules VI.7.4.1).
func (f *figure) Above() []string {
	if !f.Composition {
		return nil
	}
	lines := []string{strings.TrimRight(strconv.Itoa(f.Number)+". "+f.Author, " ")}
	if f.Source != "" {
		lines = append(lines, f.Source)
	}
	return lines
}
