package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/solve"
)

func solveCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "solve", ValidArgsFunction: completeRecords}
	flags := command.Flags()
	var c solving
	from := positionFlags(flags, &c.Variant)
	flags.Var(&value{kind: "win|draw|lock:N", known: []string{"win", "draw", "lock:"}, set: c.setTask}, "task", "")
	intFlag(flags, &c.options.Nodes, "nodes", solve.DefaultNodes, 1, math.MaxInt32)
	choiceFlag(flags, &c.format, "format", "text", "text", "json")
	c.input.flags(flags, false)
	var path string
	flags.StringVar(&path, "results", "", "")
	flags.StringVar(&c.proof, "proof", "", "")
	command.RunE = func(_ *cobra.Command, args []string) error {
		err := cmp.Or(
			misuse((len(args) > 0) == (from.text != ""), "usage.position-or-files"),
			misuse(from.text != "" && path != "", "usage.results-of-files"),
			misuse(from.text == "" && c.proof != "", "usage.proof-of-position"),
		)
		if err != nil {
			return err
		}
		if from.text != "" {
			p, err := from.position(s, "--position")
			if err != nil {
				return err
			}
			return c.position(s, p)
		}
		if path != "" {
			if err = c.results.open(path); err != nil {
				return err
			}
			defer c.results.file.Close()
		}
		return c.files(s, args)
	}
	return command
}

type solving struct {
	input
	format  string
	task    *record.Task // from --task; if nil, the record's task, or else a win
	options solve.Options
	results results
	proof   string // the file of --proof, or ""
}

// lockTask matches what to lock: a number of pieces, of men (m), of kings (k), or of both.
var lockTask = regexp.MustCompile(`(?i)^lock:(?:(\d{1,2})|(?:(\d{1,2})m)?\+?(?:(\d{1,2})k)?)$`)

// tasks lists the values of --task.
var tasks = message.Or("win", "draw", "lock:N", "lock:Nm", "lock:Nk", "lock:Nm+Nk")

func (c *solving) setTask(text string) error {
	var task record.Task
	switch m := lockTask.FindStringSubmatch(text); {
	case strings.EqualFold(text, "win"):
	case strings.EqualFold(text, "draw"):
		task.Draw = true
	case m != nil:
		for i, n := range []*int{&task.Any, &task.Men, &task.Kings} {
			*n, _ = strconv.Atoi(m[i+1]) // two digits, or none
		}
		if !task.Locks() {
			return expected(say("usage.expected", "what", tasks), text)
		}
	default:
		return expected(say("usage.expected", "what", tasks), text, "win", "draw", "lock:1")
	}
	c.task = &task
	return nil
}

// solved is the result for a position, in JSON.
type solved struct {
	File     string          `json:"file,omitempty"`
	Game     int             `json:"game,omitempty"`
	Variant  string          `json:"variant"`
	Position string          `json:"position"`
	Task     string          `json:"task"`
	Answer   string          `json:"answer"`
	Line     []string        `json:"line"`
	Moves    []solvedMove    `json:"moves"`
	Nodes    int             `json:"nodes"`
	Tabled   int             `json:"tabled,omitempty"`
	Findings []solvedFinding `json:"findings"`
}

type solvedMove struct {
	Move   string `json:"move"`
	Answer string `json:"answer"`
}

type solvedFinding struct {
	Code      record.Code `json:"code"`
	Variation int         `json:"variation,omitempty"`
	Ply       int         `json:"ply,omitempty"`
	Moves     []string    `json:"moves,omitempty"`
	Squares   []string    `json:"squares,omitempty"`
	Paragraph string      `json:"paragraph,omitempty"`
	Line      int         `json:"line,omitempty"` // of the file
	Allowed   bool        `json:"allowed,omitempty"`
	Message   string      `json:"message"`
}

func (c *solving) position(s *streams, p *replay.Position) error {
	c.options.Jobs, c.options.Proof = c.Jobs, c.proof != ""
	if c.task != nil {
		c.options.Task = *c.task
	}
	defer useProcessors(c.Jobs)()
	e := solve.Composition(s.ctx, p, nil, c.options)
	out := c.describe(p, nil, e, c.options)
	text, err := c.text(&out, linesOf(p, e))
	if err == nil {
		_, err = s.out.Write(text)
	}
	if err == nil && s.ctx.Err() == nil && c.proof != "" {
		err = c.prove(s, p, e)
	}
	if err == nil && s.ctx.Err() != nil {
		s.tell("solve.interrupted")
		err = errInterrupted
	}
	return ending(err, e.Answer != solve.Proven)
}

// prove writes a line for each position in which the side with the task moves, with its move.
func (c *solving) prove(s *streams, p *replay.Position, e *solve.Solution) error {
	moves, ok := e.Proof(p)
	if !ok {
		s.tell("solve.no-proof", "file", c.proof)
		return nil
	}
	out, err := s.createNamed("--proof", c.proof)
	if err != nil {
		return err
	}
	for _, fen := range slices.Sorted(maps.Keys(moves)) {
		fmt.Fprintf(out, "%s\t%s\n", fen, moves[fen])
	}
	return out.commit() // returns any earlier write error
}

// solvedGame is the result for a record.
type solvedGame struct {
	text  []byte
	kept  []byte // for the file of results, if it is new
	sound bool
	err   error
}

func (c *solving) files(s *streams, args []string) error {
	_, done := c.open(s, args, 1)
	unsound := false
	newWorker := func() func(*convert.Entry, *solvedGame) {
		return func(in *convert.Entry, out *solvedGame) { *out = c.solve(s.ctx, in.Judge()) }
	}
	err := each(s, &c.games, convert.Each(s.ctx, c.Input, newWorker), func(g *solvedGame) error {
		if g.err != nil {
			return g.err
		}
		unsound = unsound || !g.sound
		if _, err := s.out.Write(g.text); err != nil {
			return err
		}
		if g.kept != nil {
			_, err := c.results.file.Write(append(g.kept, '\n'))
			return err
		}
		return nil
	}, func() { s.tell("solve.interrupted") })
	done()
	return ending(err, unsound)
}

func (c *solving) solve(ctx context.Context, r *replay.Report) solvedGame {
	p, ok := r.Start()
	if !ok || r.Game.Start == nil { // nothing to solve; the faults say why
		none := solvedFinding{Code: "no-position", Message: say("solve.no-position")}
		text, err := c.text(&solved{
			File: r.Game.Source.File, Game: r.Game.Source.Number, Variant: r.Variant.String(),
			Answer: solve.Open.String(), Findings: append(faultsOf(r), none),
		}, nil)
		return solvedGame{text: text, err: err}
	}
	task, unread := grammar.TaskOf(r.Game)
	if c.task != nil {
		task, unread = *c.task, ""
	}
	// The result depends on all this, and on --nodes.
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s", r.Variant, taskName(task), language, r.Game.Text))
	key := hex.EncodeToString(sum[:16])
	if kept, ok := c.results.has[key]; ok && kept.Limit >= c.options.Nodes { // searched at least as far
		kept.File, kept.Game = r.Game.Source.File, r.Game.Source.Number // the record may have moved
		kept.Findings = slices.Clone(kept.Findings)                     // the record may occur twice
		for i := range kept.Findings {
			if f := &kept.Findings[i]; f.Line > 0 {
				f.Line += r.Game.Source.Line - kept.Begin
			}
		}
		text, err := c.text(&kept.solved, kept.Lines)
		return solvedGame{text: text, sound: kept.Sound, err: err}
	}
	o := solvedBy(c.options, r, task)
	e := solve.Composition(ctx, p, r, o)
	out := c.describe(p, r, e, o)
	if unread != "" {
		out.Findings = append(out.Findings, solvedFinding{Code: "unknown-task", Message: say("composition.no-task", "text", unread)})
	}
	lines := linesOf(p, e)
	text, err := c.text(&out, lines)
	g := solvedGame{text: text, sound: e.Sound() && unread == "" && r.Verdict <= replay.Repaired, err: err}
	if c.results.file != nil && ctx.Err() == nil && err == nil {
		g.kept, g.err = json.Marshal(keptResult{key, c.options.Nodes, r.Game.Source.Line, g.sound, out, lines})
	}
	return g
}

func linesOf(p *replay.Position, e *solve.Solution) [][]string {
	lines := make([][]string, len(e.Moves))
	for i := range e.Moves {
		lines[i] = solve.Texts(p, e.Moves[i].Line)
	}
	return lines
}

// solvedBy returns the options for a record: White has the task, unless Black wins.
func solvedBy(o solve.Options, r *replay.Report, task record.Task) solve.Options {
	o.Task = task
	if r.Game.Result.Outcome == record.BlackWins {
		o.By = record.Black
	}
	return o
}

// faultsOf returns the faults for which a record is illegal or unreadable.
func faultsOf(r *replay.Report) []solvedFinding {
	found := []solvedFinding{}
	for i, at := range r.Places() {
		if f := &r.Faults[i]; f.Severity >= record.Illegal {
			found = append(found, findingOf(f, at.Line))
		}
	}
	return found
}

// findingOf converts a fault to a finding; line is 0 if it has no place.
func findingOf(f *record.Fault, line int) solvedFinding {
	return solvedFinding{
		f.Code, f.Variation, f.Ply, f.Suggestions, f.Squares, f.Paragraph, line, f.Severity == record.Remark, f.Message.In(language),
	}
}

// describe returns the result for a position; r is its record, or nil.
func (c *solving) describe(p *replay.Position, r *replay.Report, e *solve.Solution, o solve.Options) solved {
	at := p.Record()
	out := solved{
		Variant: p.Rules().Variant.String(), Position: at.FEN(), Task: taskName(o.Task), Answer: e.Answer.String(),
		Line: solve.Texts(p, e.Line), Moves: []solvedMove{}, Nodes: e.Nodes, Tabled: e.Tabled, Findings: []solvedFinding{},
	}
	if r != nil {
		out.File, out.Game, out.Findings = r.Game.Source.File, r.Game.Source.Number, faultsOf(r)
	}
	legal := p.Moves(nil)
	for _, m := range e.Moves {
		out.Moves = append(out.Moves, solvedMove{string(p.AppendMove(nil, &m.Move, legal)), m.Answer.String()})
	}
	for _, f := range e.Findings {
		line := 0
		if f.Len > 0 {
			line = r.Game.Place(f.At).Line
		}
		out.Findings = append(out.Findings, findingOf(&f, line))
	}
	return out
}

// taskName returns a task as --task spells it.
func taskName(t record.Task) string {
	switch {
	case t.Draw:
		return "draw"
	case t.Any > 0:
		return fmt.Sprintf("lock:%d", t.Any)
	case t.Kings == 0 && t.Men > 0:
		return fmt.Sprintf("lock:%dm", t.Men)
	case t.Men == 0 && t.Kings > 0:
		return fmt.Sprintf("lock:%dk", t.Kings)
	case t.Locks():
		return fmt.Sprintf("lock:%dm+%dk", t.Men, t.Kings)
	}
	return "win"
}

// answers maps answers to their messages about a position and about a move.
var answers = map[string]struct{ whole, move message.ID }{
	solve.Open.String():    {"solve.open", "solve.move-open"},
	solve.Proven.String():  {"solve.proven", "solve.move-proven"},
	solve.Refuted.String(): {"solve.refuted", "solve.move-refuted"},
}

// text formats the result for a position; lines has the line of each of its moves.
func (c *solving) text(out *solved, lines [][]string) (dst []byte, err error) {
	if c.format == "json" {
		text, err := json.Marshal(out)
		return append(text, '\n'), err
	}
	if out.File != "" {
		dst = appendLine(dst, "", message.Of("solve.game", "file", clean(out.File, messageCells), "n", out.Game))
	}
	if out.Position != "" {
		dst = fmt.Appendln(dst, out.Position)
		dst = appendLine(dst, "", message.Of(answers[out.Answer].whole, "task", out.Task, "n", out.Nodes))
		if len(out.Line) > 0 {
			dst = appendLine(dst, indent, message.Of("solve.line", "moves", strings.Join(out.Line, " ")))
		}
		for i, m := range out.Moves {
			dst = fmt.Appendf(dst, "%s%s: %s", indent, m.Move, say(answers[m.Answer].move))
			if line := lines[i]; m.Answer == solve.Refuted.String() && len(line) > 1 {
				dst = fmt.Appendf(dst, ": %s", strings.Join(line[1:min(len(line), 1+shownPlies)], " "))
			}
			dst = append(dst, '\n')
		}
	}
	for _, f := range out.Findings {
		said := f.Message
		if f.Line > 0 {
			said = message.Of("solve.at", "line", f.Line, "what", said).In(language)
		}
		dst = fmt.Appendf(dst, "%s%s\n", indent, said)
		if len(f.Moves) > 1 && (f.Code == solve.NoSolution || f.Code == solve.WrongMove || f.Code == solve.UnfinishedLine || f.Code == solve.WrongTask) {
			dst = fmt.Appendf(dst, "%s%s%s\n", indent, indent, strings.Join(f.Moves[:min(len(f.Moves), shownPlies)], " "))
		}
	}
	return append(dst, '\n'), nil
}

// shownPlies is how many moves are shown of a line that is not the solution.
const shownPlies = 12

// results is a file of results, which saves solving a composition again. Each result is a line
// of JSON, added when it is known.
type results struct {
	file *os.File // nil if results are not kept
	has  map[string]keptResult
}

type keptResult struct {
	Key   string `json:"key"`    // a hash of the record and of what else the result depends on
	Limit int    `json:"limit"`  // --nodes
	Begin int    `json:"begins"` // the line of the file where the record begins
	Sound bool   `json:"sound"`
	solved
	Lines [][]string `json:"lines"` // one for each first move
}

// begin is the beginning of each line of results.
const begin = `{"key":"`

// open opens or creates a file of results, and removes an incomplete last line.
func (r *results) open(path string) (err error) {
	text, err := readFile(path, math.MaxInt64)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if r.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return convert.FileError(path, err)
	}
	r.has = map[string]keptResult{}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		var kept keptResult
		isWhole := bytes.HasSuffix(line, []byte("\n"))
		switch {
		case !isWhole && (bytes.HasPrefix(line, []byte(begin)) || strings.HasPrefix(begin, string(line))):
			return r.file.Truncate(int64(len(text) - len(line)))
		case !isWhole || json.Unmarshal(line, &kept) != nil || kept.Key == "":
			return message.Of("solve.no-results", "file", path, "n", n)
		}
		r.has[kept.Key] = kept
	}
	return nil
}
