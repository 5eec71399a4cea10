package composition

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Read reads the composition in g.Text. variant and task are the defaults if the text names none.
func Read(g *record.Game, words *word.Table, variant record.Variant, task record.Task) {
	b := builder{g: g, words: words, variant: variant, noted: make(map[string]place)}
	g.Solution = &record.Solution{Lines: []record.SolutionLine{{Of: -1}}}
	tree, at, err := word.ParseTokens(Grammar(), tokensOf(g.Text))
	if err != nil {
		b.fault(record.Syntax, record.Unreadable, at, "", message.Of("composition.stray", "text", g.Text[at:min(len(g.Text), at+1)]))
		return
	}
	g.Solution.Task = task
	b.head(tree.Head)
	for _, p := range tree.Solution {
		if p.Single != nil {
			b.token(*p.Single, false)
		}
		// White's forced moves between Black's are omitted.
		for _, t := range p.Within {
			b.token(t, true)
		}
		if p.Open != nil && p.Close == nil {
			b.fault(record.Syntax, record.Unreadable, p.Open.Pos.Offset, p.Open.Value, message.Of("composition.open-bracket"))
		}
	}
	b.finish()
	b.position(tree.Position)
}

// builder builds a game from the tree of a composition.
type builder struct {
	g       *record.Game
	words   *word.Table
	variant record.Variant // the default

	line    int // index of the line being read
	noted   map[string]place
	waiting []lexer.Token // labels that wait for White's next move
	fresh   bool          // a line may begin here with its label
	task    lexer.Token
	turn    *record.Colour // the side to move, if a line names it
	ended   bool           // the main line has its final sign
	faults  [record.Unreadable + 1]int
}

// place identifies a move by its line and its index.
type place struct{ line, move int }

// maxFaults limits the faults of a composition of each severity.
const maxFaults = 50

func (b *builder) fault(code record.Code, severity record.Severity, at int, text string, m message.Message) {
	if b.faults[severity]++; b.faults[severity] <= maxFaults {
		b.g.Faults = append(b.g.Faults, record.Fault{Code: code, Severity: severity, At: at, Len: len(text), Word: text, Message: m})
	}
}

// stray reports misplaced tokens.
func (b *builder) stray(severity record.Severity, tokens ...lexer.Token) {
	for _, t := range tokens {
		b.fault(record.Syntax, severity, t.Pos.Offset, t.Value, message.Of("composition.stray", "text", t.Value))
	}
}

var (
	heading = word.Pattern(`^[ \t]*(?:№[ \t]*)?(\d{1,6})[.)]?(?:[ \t]+(.*?))?[ \t]*$`)
	year    = word.Pattern(`\b(1[5-9]\d\d|20\d\d)\b`)
	variant = word.Pattern(`(?i)^[ \t]*(?:вид(?: игры| гри)?|variant|шашки|игра|гра)[ \t]*:[ \t]*(.*?)[ \t]*$`)
)

// head reads the lines above the position: number and author (VI.7.4.1), the variant, the source.
func (b *builder) head(lines []lexer.Token) {
	tag := func(name, value string, at int) {
		if value != "" {
			b.g.Tags = append(b.g.Tags, record.Tag{Name: name, Value: value, At: at})
		}
	}
	begun := false
	for _, t := range lines {
		text, at := t.Value, t.Pos.Offset
		if t.Type != tokenHeading {
			b.token(t, false)
			continue
		}
		named := text
		if m := variant().FindStringSubmatchIndex(text); m != nil {
			named = text[m[2]:m[3]]
		}
		if b.plays(position.ParseVariantName(named)) {
			continue
		}
		m, first := heading().FindStringSubmatchIndex(text), !begun
		if begun = true; first && m != nil {
			tag("Number", text[m[2]:m[3]], at+m[2])
			if m[4] >= 0 {
				tag("Author", text[m[4]:m[5]], at+m[4])
			}
			continue
		}
		value := strings.TrimSpace(text)
		at += strings.Index(text, value)
		if b.g.Tag("Author") == "" && !year().MatchString(value) {
			tag("Author", value, at)
			continue
		}
		if m := year().FindStringIndex(value); m != nil && b.g.Tag("Date") == "" {
			tag("Date", value[m[0]:m[1]], at+m[0])
		}
		tag("Source", value, at)
	}
}

// plays sets the variant, or changes the one named before to its reverse game, and reports whether
// it did: "Вид: русские шашки", and "Поддавки" below it (Codex 5.1.4).
func (b *builder) plays(v record.Variant) bool {
	if b.g.Variant != record.UnknownVariant {
		if !v.Reversed() {
			return false
		}
		v = record.VariantNamed(b.g.Variant.String() + "-reverse")
	}
	if v == record.UnknownVariant {
		return false
	}
	b.g.Variant = v
	return true
}

// position reads the position for the variant that the text or the caller names.
func (b *builder) position(t *lexer.Token) {
	g := b.g
	if t == nil {
		b.fault(record.BadPosition, record.Unreadable, 0, "", message.Of("composition.no-position"))
		return
	}
	text, at := t.Value, t.Pos.Offset
	read, v := position.Read(text), g.Variant
	if v == record.UnknownVariant {
		g.Shows = read.Variants()
		if v = b.variant; v == record.UnknownVariant && len(g.Shows) == 1 {
			v = g.Shows[0]
		}
	}
	if v == record.UnknownVariant {
		if len(read.Variants()) > 0 {
			return
		}
		// No variant fits: let one give the reason.
		if v = record.Bashni; !strings.ContainsFunc(text, unicode.IsLetter) {
			v = record.International
		}
	}
	p, faults, err := read.As(v)
	if err != nil {
		var refused *record.PositionError
		if errors.As(err, &refused) && refused.Offset > 0 && refused.Offset < len(text) {
			at, text = at+refused.Offset, text[refused.Offset:]
			if i := strings.IndexAny(text, ",;|/ \t"); i > 0 {
				text = text[:i] // the item of the list
			}
		}
		b.fault(record.BadPosition, record.Unreadable, at, text, message.From(err))
		return
	}
	if p.Variant = v; !read.NamesTurn() {
		p.Turn = record.White // White begins in all but a few problems (Codex 5.1.3, 5.1.4)
	}
	if b.turn != nil {
		p.Turn = *b.turn
	}
	for _, f := range faults {
		f.At += at
		g.Faults = append(g.Faults, f)
	}
	g.Start = &p
}

// current returns the line that is being read.
func (b *builder) current() *record.SolutionLine { return &b.g.Solution.Lines[b.line] }

// token handles the next token; within reports whether it is in brackets.
func (b *builder) token(t lexer.Token, within bool) {
	switch at, text := t.Pos.Offset, t.Value; t.Type {
	case tokenWord:
		b.move(t, within)
	case tokenLabel:
		if within {
			b.attach([]lexer.Token{t})
		} else {
			b.label(t)
		}
	case tokenTask:
		b.task = t
		task, turn, ok := ParseTask(text)
		if b.turn = cmp.Or(turn, b.turn); ok {
			b.g.Solution.Task = task
		}
	case tokenBreak:
		b.fresh = b.fresh || !within
	case tokenEnd:
		b.sign(t)
		b.fresh = true
	case tokenMark:
		if n := b.note(); n != nil {
			_, marks, draw := word.CutMarks(text)
			if n.Marks = append(n.Marks, marks...); draw {
				n.Marks = append(n.Marks, "=")
			}
		}
	case tokenComment:
		comments := &b.g.Before
		if n := b.note(); n != nil {
			comments = &n.Comments
		}
		*comments = append(*comments, strings.TrimSpace(text[1:len(text)-1]))
	case tokenTooLong:
		b.fault(record.TooLarge, record.Unreadable, at, "", message.Of("composition.too-many", "most", maxTokens))
	case tokenClose:
		if at > 0 && b.fresh && len(b.current().Moves) == 0 {
			return // А) before a line
		}
		b.stray(record.Remark, t)
	case tokenStray:
		if IsTask(text) {
			b.fault(record.Syntax, record.Unreadable, at, text, message.Of("composition.no-task", "text", strings.TrimSpace(text)))
			return
		}
		b.stray(record.Unreadable, t)
	}
}

// labelScript converts a label to one script: А for A, I for І.
var labelScript = strings.NewReplacer(
	"A", "А", "B", "В", "C", "С", "E", "Е", "H", "Н", "K", "К", "M", "М", "O", "О", "P", "Р", "T", "Т", "І", "I", "Х", "X")

// number matches the label of a false try, in digits or Roman numerals.
var number = word.Pattern(`^(?:\d+|[IVXІХ]+)$`)

// names returns the labels of a token: АБ is two, but II and 12 are one each.
func names(t lexer.Token) []string {
	text := t.Value
	if number().MatchString(text) {
		return []string{labelScript.Replace(text)}
	}
	var all []string
	for _, r := range text {
		all = append(all, labelScript.Replace(string(r)))
	}
	return all
}

// label reads a label outside brackets: that of the line it begins, or of a false try that replaces
// White's next move.
func (b *builder) label(t lexer.Token) {
	name, lines := names(t), b.g.Solution.Lines
	taken := slices.ContainsFunc(lines, func(l record.SolutionLine) bool { return l.Label == name[0] })
	at, noted := b.noted[name[0]]
	if len(name) > 1 || len(lines[0].Moves) == 0 || (taken || !noted) && !b.fresh {
		b.waiting = append(b.waiting, t)
		return
	}
	b.settle()
	line := record.SolutionLine{Label: name[0], At: t.Pos.Offset, Of: -1}
	switch {
	case taken:
		b.fault(record.Syntax, record.Unreadable, t.Pos.Offset, t.Value, message.Of("composition.label-twice", "label", t.Value))
	case noted:
		line.Of, line.Move = at.line, at.move
	}
	b.g.Solution.Lines = append(lines, line)
	b.line, b.fresh = len(lines), true
}

// attach adds labels to the last move.
func (b *builder) attach(labels []lexer.Token) {
	line := b.current()
	if len(line.Moves) == 0 {
		b.stray(record.Remark, labels...)
		return
	}
	m := &line.Moves[len(line.Moves)-1]
	for _, t := range labels {
		for _, name := range names(t) {
			m.Labels = append(m.Labels, name)
			if _, ok := b.noted[name]; !ok {
				b.noted[name] = place{b.line, len(line.Moves) - 1}
			}
		}
	}
}

// move adds a move to the line.
func (b *builder) move(t lexer.Token, black bool) {
	at, text := t.Pos.Offset, t.Value
	w, err := b.words.ParseGlued(word.WithoutSpace(text))
	if err != nil {
		w = &record.Word{Text: text}
		b.fault(record.UnreadableWord, record.Unreadable, at, text, message.Later(err))
	}
	line := b.current()
	line.Moves = append(line.Moves, record.SolutionMove{Ply: record.Ply{Word: w, At: at, Len: len(text)}, Black: black})
	b.fresh = false
	if b.waiting != nil {
		b.attach(b.waiting)
		b.waiting = nil
	}
}

// note returns the notes of the line's last move, or nil if absent.
func (b *builder) note() *record.Notes {
	line := b.current()
	if len(line.Moves) == 0 {
		return nil
	}
	m := &line.Moves[len(line.Moves)-1]
	if m.Note == nil {
		m.Note = new(record.Notes)
	}
	return m.Note
}

// sign reads the sign at the end of a line.
func (b *builder) sign(t lexer.Token) {
	n, text := b.note(), t.Value
	if n == nil {
		b.stray(record.Remark, t)
		return
	}
	if text == "х" || text == "×" { // Cyrillic
		text = "x"
	}
	n.Marks = append(n.Marks, text)
	if b.line > 0 || b.ended {
		return
	}
	b.ended = true
	b.g.Result = record.Result{Outcome: record.WhiteWins, Text: text, At: t.Pos.Offset}
	if text == "=" {
		b.g.Result.Outcome = record.Draw
	}
}

// settle ends a line and reports labels that still wait for a move.
func (b *builder) settle() {
	b.stray(record.Remark, b.waiting...)
	b.waiting = nil
}

// finish ends the composition and reports a solution that contradicts its task.
func (b *builder) finish() {
	b.settle()
	g := b.g
	if task := g.Solution.Task; task != (record.Task{}) {
		g.Tags = append(g.Tags, record.Tag{Name: "Task", Value: strings.ToLower(task.In(message.English)), At: b.task.Pos.Offset})
	}
	if len(g.Solution.Lines[0].Moves) == 0 {
		b.fault(record.NoMoves, record.Unreadable, len(g.Text), "", message.Of("composition.no-solution"))
		return
	}
	if r, draw := g.Result, g.Solution.Task.Draw; b.ended && (r.Outcome == record.Draw) != draw {
		said := message.Of("composition.win-task")
		if draw {
			said = message.Of("composition.draw-task")
		}
		b.fault(record.ResultMismatch, record.Remark, r.At, r.Text, message.Of("composition.task", "task", said, "end", r.Text))
	}
}
