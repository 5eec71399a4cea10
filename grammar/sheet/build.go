package sheet

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/pdn"
	"github.com/stolb/stolb/grammar/position"
	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// sheetBuilder makes a game of a sheet's parts, which come in the order of the
// text. Only at the end is it known how the words stand on the page, and so
// whose move each is.
type sheetBuilder struct {
	g        *record.Game
	words    *word.Table
	results  *resultTable
	variants *variantTable
	asked    record.Variant
	faults   int // of g before the sheet

	plies   []sheetPly   // in the order of the text
	order   []sheetPly   // of columns, in the order of the game
	line    int32        // of the text, from 0
	heads   []columnHead // of columns, in the order of the text
	players bool         // the names stand before the first move: Иванов – Петров: 1.
	start   sheetPlace
	turn    record.Colour
	turned  bool // turn is said

	number sheetNumberOf // before the next word
	before []string      // comments between the number and the next word
	loose  int           // comments behind the last word's last part: a part behind them makes them remarks inside
	prose  sheetPlace    // words of a row that are no moves, so far
	ended  bool          // there has been a result
	open   int           // brackets that are not closed
	wrong  int           // results that do not agree
	many   int           // plies beyond MaxPlies
	small  int           // small faults of headers and numbers, told or not
	untold int           // where the first is that is not told
}

// maxSmall is how many small faults of headers and numbers are told one by one.
const maxSmall = 1000

// tell counts a small fault at byte at and says whether it is to be told.
func (b *sheetBuilder) tell(at int) bool {
	if b.small++; b.small == maxSmall+1 {
		b.untold = at
	}
	return b.small <= maxSmall
}

// sheetPlace is a stretch of the text; end is 0 where there is none.
type sheetPlace struct{ at, end int }

// sheetNumberOf is a move number with its place and the dots behind it. Numbers
// and plies are many, and kept small.
type sheetNumberOf struct {
	at, end int32
	n       int32
	dots    bool
}

func (n sheetNumberOf) place() sheetPlace { return sheetPlace{int(n.at), int(n.end)} }

// sheetPly is a word with what the layout needs to know of it. A place without
// a word has none: dots, or something spoilt.
type sheetPly struct {
	record.Ply
	number sheetNumberOf
	line   int32
	column bool       // it stands in a column, which may have numbers of its own
	spoilt *sheetSlip // why it is no word; nil where it is one
}

// sheetSlip says why something that stands in a move's place is no move, and
// what was probably meant.
type sheetSlip struct{ why, meant string }

// columnHead is a column's head.
type columnHead struct {
	colour record.Colour
	plies  int // that were there before it
}

func (b *sheetBuilder) reset(g *record.Game, s *Reader) {
	*b = sheetBuilder{
		g: g, words: s.words, results: &s.results, variants: &s.variants, asked: s.asked, faults: len(g.Faults),
		plies: b.plies[:0], order: b.order, heads: b.heads[:0],
	}
}

// part takes a part of the grammar's tree.
func (b *sheetBuilder) part(p *sheetPart) {
	switch {
	case p.Move != nil:
		b.move(place(p.Move.Word), nil)
		for _, t := range p.Move.Tail {
			b.token(t)
		}
	case p.Number != nil:
		b.moveNumber(place(p.Number.Number))
		if p.Number.Ellipsis {
			b.dots()
		}
	case p.Tag != nil:
		b.tagPair(p.Tag)
	case p.Header != nil:
		b.header(p.Header.Key, p.Header.Value)
	case p.Players != nil:
		b.names(p.Players.White, p.Players.Black)
	default:
		b.token(p.Token)
	}
}

// token takes what is said by one token.
func (b *sheetBuilder) token(t lexer.Token) {
	switch t.Type {
	case sheetNewline:
		b.newline()
	case sheetMark:
		b.mark(t)
	case sheetComment:
		b.comment(t)
	case sheetMore:
		b.more(t)
	case sheetResult:
		b.result(place(t))
	case sheetText:
		b.text(place(t))
	case sheetSpoilt:
		b.spoilt(place(t))
	case sheetEllipsis:
		b.dots()
	case sheetPosition:
		b.start = place(t)
	case sheetTurn:
		b.turn, _ = matchTurn(t.Value)
		b.turned = true
	}
}

func place(t lexer.Token) sheetPlace {
	return sheetPlace{t.Pos.Offset, t.Pos.Offset + len(t.Value)}
}

func (b *sheetBuilder) fault(code record.Code, severity record.Severity, p sheetPlace, format string, args ...any) {
	b.g.Faults = append(b.g.Faults, record.Fault{
		Code: code, Severity: severity, At: p.at, Len: p.end - p.at, Word: b.g.Text[p.at:p.end], Message: fmt.Sprintf(format, args...),
	})
}

func (b *sheetBuilder) newline() {
	b.endProse(false)
	if b.number.dots && b.number.end > 0 {
		// Dots alone in a row: a column's first move is the other side's.
		b.plies = append(b.plies, sheetPly{number: b.number, line: b.line})
		b.number = sheetNumberOf{}
	}
	b.line++
}

// header takes a line of the head: Дата: 12.03.2021.
func (b *sheetBuilder) header(key lexer.Token, value *lexer.Token) {
	tag := keyTag(key.Value)
	text, at := "", key.Pos.Offset+len(key.Value)
	if value != nil {
		text, at = value.Value, value.Pos.Offset
	}
	switch tag {
	case "White":
		b.heads = append(b.heads, columnHead{record.White, len(b.plies)})
		b.player("White", text, at)
	case "Black":
		b.heads = append(b.heads, columnHead{record.Black, len(b.plies)})
		b.player("Black", text, at)
	case "Position":
	default:
		b.tag(tag, text, at)
	}
}

// tag adds a tag and takes what the parser needs from it.
func (b *sheetBuilder) tag(name, value string, at int) {
	if value == "" {
		return
	}
	b.g.Tags = append(b.g.Tags, record.Tag{Name: name, Value: value, At: at})
	switch strings.ToLower(name) {
	case "variant":
		if v := b.variants.parse(value); v != record.UnknownVariant {
			b.g.Variant = v
		} else if b.tell(at) {
			b.fault(record.VariantTag, record.Remark, sheetPlace{at, at + len(value)},
				"%q is no variant; the variants are %s", value, variantList())
		}
	case "gametype":
		if t, err := pdn.ParseGameType(value); err == nil && b.g.Variant == record.UnknownVariant {
			b.g.Variant = t.Variant()
		}
	case "result":
		if r, ok := ParseResult(value); ok {
			r.At = at
			b.setResult(r)
		}
	case "fen":
		b.start = sheetPlace{at, at + len(value)}
	}
}

func variantList() string {
	var names []string
	for _, v := range record.Variants() {
		names = append(names, v.String())
	}
	return strings.Join(names, ", ")
}

func (b *sheetBuilder) player(tag, text string, at int) {
	name, title := cutTitle(text)
	if name == "" {
		return
	}
	b.g.Tags = append(b.g.Tags, record.Tag{Name: tag, Value: name, At: at + strings.Index(text, name)})
	if title != "" {
		b.g.Tags = append(b.g.Tags, record.Tag{Name: tag + "Title", Value: title, At: at + strings.Index(text, title)})
	}
}

func (b *sheetBuilder) names(white, black lexer.Token) {
	b.endProse(false)
	b.player("White", white.Value, white.Pos.Offset)
	b.player("Black", black.Value, black.Pos.Offset)
	b.players = true
}

func (b *sheetBuilder) tagPair(t *sheetTagPair) {
	value := t.Value.Value
	if strings.IndexByte(value, '\\') >= 0 {
		value = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(value)
	}
	if value == "" {
		value = " " // kept, though empty
	}
	b.tag(t.Name.Value, strings.TrimSpace(value), t.Value.Pos.Offset)
}

// numbered takes the number of the next move.
func (b *sheetBuilder) numbered(p sheetPlace, n int) {
	b.endProse(false)
	b.number = sheetNumberOf{at: int32(p.at), end: int32(p.end), n: int32(n)}
}

// moveNumber takes a move number, which is told of only where it is wrong.
func (b *sheetBuilder) moveNumber(p sheetPlace) {
	n, alike := 0, false
	for _, r := range b.g.Text[p.at:p.end] {
		d, code, ok := word.DigitOf(r)
		if !ok {
			break
		}
		alike = alike || code != ""
		n = n*10 + int(d-'0')
	}
	b.numbered(p, n)
	if alike && b.tell(p.at) {
		b.fault(record.LookAlike, record.Repaired, p, "%s: read as %d.", b.g.Text[p.at:p.end], n)
	}
}

func (b *sheetBuilder) dots() { b.number.dots = true }

// move takes a move word. word is what the lexer has read it as, nil where that
// is not known any more.
func (b *sheetBuilder) move(p sheetPlace, reply *record.Word) {
	b.endProse(true)
	if reply != nil && b.before == nil && len(b.plies) < MaxPlies { // nearly always
		b.plies = append(b.plies, sheetPly{Ply: record.Ply{Word: reply, At: p.at, Len: p.end - p.at}, number: b.number, line: b.line})
		b.number, b.loose = sheetNumberOf{}, 0
		return
	}
	if reply != nil {
		b.add(sheetPly{Ply: record.Ply{Word: reply, At: p.at, Len: p.end - p.at}})
		return
	}
	w, err := b.words.Parse(b.g.Text[p.at:p.end])
	if err != nil { // the lexer has read it already
		b.spoilt(p)
		return
	}
	b.add(sheetPly{Ply: record.Ply{Word: w, At: p.at, Len: p.end - p.at}})
}

func (b *sheetBuilder) add(ply sheetPly) {
	ply.number, ply.line = b.number, b.line
	b.number = sheetNumberOf{}
	if len(b.before) > 0 {
		ply.Note = &record.Notes{Before: b.before}
		b.before = nil
	}
	b.loose = 0
	if len(b.plies) == MaxPlies {
		b.many++
		if b.many == 1 {
			b.fault(record.TooLarge, record.Unreadable, sheetPlace{ply.At, ply.At + ply.Len}, "a game has at most %d moves of both sides", MaxPlies)
			b.g.Faults[len(b.g.Faults)-1].Ply = MaxPlies + 1
		}
		return
	}
	b.plies = append(b.plies, ply)
}

// MaxPlies is the most plies that are read of a sheet; no game comes near it.
const MaxPlies = 1 << 14

// spoilt takes what stands in a move's place and is none.
func (b *sheetBuilder) spoilt(p sheetPlace) {
	b.endProse(true)
	slip := &sheetSlip{why: "this is no move"}
	if _, err := b.words.Parse(b.g.Text[p.at:p.end]); err != nil {
		slip.why = err.Error()
		if e, ok := err.(*word.Error); ok {
			slip.meant = e.Meant
		}
	}
	b.add(sheetPly{Ply: record.Ply{At: p.at, Len: p.end - p.at}, spoilt: slip})
}

// lastPly is the ply that marks and comments belong to; nil where there is
// none.
func (b *sheetBuilder) lastPly() *sheetPly {
	if len(b.plies) == 0 {
		return nil
	}
	return &b.plies[len(b.plies)-1]
}

func (p *sheetPly) note() *record.Notes {
	if p.Note == nil {
		p.Note = new(record.Notes)
	}
	return p.Note
}

// mark takes marks: !?, +-, $5, and the = of an offered draw.
func (b *sheetBuilder) mark(t lexer.Token) {
	ply := b.lastPly()
	if b.number.end > 0 { // "5. ??? b6-c5"
		if strings.Trim(t.Value, "?") == "" {
			b.spoilt(place(t))
		}
		return
	}
	if ply == nil {
		return
	}
	if rest, ok := strings.CutPrefix(t.Value, "$"); ok {
		if n, err := strconv.Atoi(rest); err == nil {
			note := ply.note()
			note.NAGs = append(note.NAGs, n)
		}
		return
	}
	// CutMarks takes what may stand behind a reply, a few marks at once.
	for text := t.Value; text != ""; {
		n := 0
		for n < len(text) {
			k := word.MarkAt(text[n:])
			if k == 0 || n+k > word.MaxMarksLen {
				break
			}
			n += k
		}
		if n == 0 {
			return
		}
		_, marks, draw := word.CutMarks(text[:n])
		note := ply.note()
		if len(note.Marks) >= maxMarks {
			return // the game's text has them
		}
		note.Marks = append(note.Marks, marks...)
		note.DrawOffer = note.DrawOffer || draw
		text = text[n:]
	}
}

// maxMarks is about how many marks are kept of a move.
const maxMarks = 64

// comment takes text in brackets.
func (b *sheetBuilder) comment(t lexer.Token) {
	b.endProse(false)
	inner := t.Value[1:]
	if n := len(inner); n > 0 && strings.IndexByte(")}]", inner[n-1]) >= 0 {
		inner = inner[:n-1]
	} else {
		if b.open++; b.open <= maxTold {
			b.fault(record.Syntax, record.Remark, place(t), "the bracket is not closed; it is read as a comment up to the end of its line")
		}
	}
	inner = trimSpace(inner)
	if b.reply(t, inner) {
		return
	}
	if b.ended {
		if r, ok := ParseResult(inner); ok {
			r.At = t.Pos.Offset
			b.setResult(r) // "(просрочили время)"
		}
	}
	b.remark(inner)
}

// reply takes a move in brackets that stands at a move without a space, which
// is how compositions write Black's replies: 1. bc3(a3 АБ) d4 (Ukrainian rules
// VI.7.4.2-4); capitals behind it name branches.
func (b *sheetBuilder) reply(t lexer.Token, inner string) bool {
	ply := b.lastPly()
	at := t.Pos.Offset
	if t.Value[0] != '(' || ply == nil || ply.Word == nil || at == 0 || word.IsSpace(rune(b.g.Text[at-1])) || b.number.end > 0 || b.prose.end > 0 {
		return false
	}
	reply, branches := inner, ""
	if i := strings.IndexFunc(inner, word.IsSpace); i > 0 {
		reply, branches = inner[:i], trimSpace(inner[i:])
		if utf8.RuneCountInString(branches) > 4 || branches != strings.ToUpper(branches) || strings.ContainsAny(branches, "0123456789") {
			return false
		}
	}
	reply, marks, _ := word.CutMarks(reply)
	w, err := b.words.Parse(reply)
	if err != nil || !isShape(reply) {
		return false
	}
	b.add(sheetPly{Ply: record.Ply{Word: w, At: at + 1 + strings.Index(t.Value[1:], reply), Len: len(reply)}})
	if len(marks) > 0 {
		b.lastPly().note().Marks = marks
	}
	if branches != "" {
		b.lastPly().note().Comments = []string{branches}
	}
	return true
}

// remark attaches a comment to where it stands.
func (b *sheetBuilder) remark(text string) {
	if text == "" {
		return
	}
	ply := b.lastPly()
	switch {
	case b.ended:
		b.g.After = append(b.g.After, text)
	case b.number.end > 0 && ply != nil:
		b.before = append(b.before, text)
	case ply == nil:
		b.g.Before = append(b.g.Before, text)
	default:
		note := ply.note()
		note.Comments = append(note.Comments, text)
		b.loose++
	}
}

// more takes what of a word stands behind a remark inside it.
func (b *sheetBuilder) more(t lexer.Token) {
	ply := b.lastPly()
	if ply == nil || ply.Word == nil {
		b.text(place(t))
		return
	}
	var whole strings.Builder
	whole.WriteString(ply.Word.Text)
	for _, r := range t.Value {
		if !word.IsSpace(r) {
			whole.WriteRune(r)
		}
	}
	w, err := b.words.Parse(whole.String())
	if err != nil {
		b.spoilt(place(t))
		return
	}
	if n := ply.Note; n != nil && b.loose > 0 {
		for _, c := range n.Comments[len(n.Comments)-b.loose:] {
			n.Inside = append(n.Inside, record.Inside{Step: len(ply.Word.Steps) - 1, Text: c})
		}
		n.Comments = n.Comments[:len(n.Comments)-b.loose]
	}
	b.loose = 0
	ply.Word = w
	ply.Len = t.Pos.Offset + len(t.Value) - ply.At
}

// text takes words that are no moves: "диагр.9".
func (b *sheetBuilder) text(p sheetPlace) {
	if b.prose.end > 0 && strings.IndexFunc(b.g.Text[b.prose.end:max(p.at, b.prose.end)], unicode.IsLetter) >= 0 {
		b.endProse(false)
	}
	if b.prose.end == 0 {
		b.prose = p
	}
	b.prose.end = p.end
}

// endProse attaches the text that has ended; a move follows it in its line or
// not.
func (b *sheetBuilder) endProse(move bool) {
	if b.prose.end == 0 {
		return
	}
	p := b.prose
	b.prose = sheetPlace{}
	if move && b.number.end > 0 && !b.number.dots && int(b.number.end) <= p.at {
		// "5. неразб. b6-c5": it stands where a move should.
		slip := &sheetSlip{why: "a move was expected behind the number"}
		b.add(sheetPly{Ply: record.Ply{At: p.at, Len: p.end - p.at}, spoilt: slip})
		return
	}
	b.remark(b.g.Text[p.at:p.end])
}

// result takes a result.
func (b *sheetBuilder) result(p sheetPlace) {
	b.endProse(false)
	r, _ := b.results.match(b.g.Text[p.at:])
	r.At = p.at
	b.setResult(r)
	b.ended = true
	b.number = sheetNumberOf{}
}

// setResult takes a result; a second one adds to the first what that does not
// say, as in "Черные сдались. Счет 24:0".
func (b *sheetBuilder) setResult(r record.Result) {
	old := &b.g.Result
	if old.Text == "" {
		*old = r
		return
	}
	if old.Manner == record.Unstated {
		old.Manner = r.Manner
	}
	switch {
	case r.Outcome == record.NoResult || r.Outcome == old.Outcome && r.Outcome != record.Points:
	case old.Outcome == record.NoResult || old.Outcome == record.Unfinished:
		r.Manner = old.Manner
		*old = r
	case resultSign(*old) == resultSign(r) && (old.Outcome != record.Points || r.Outcome != record.Points || old.White == r.White && old.Black == r.Black):
		if r.Outcome == record.Points {
			r.Manner = old.Manner
			*old = r
		}
	default:
		if b.wrong++; b.wrong > maxTold {
			return
		}
		b.fault(record.ResultMismatch, record.Remark, sheetPlace{r.At, r.At + len(r.Text)},
			"the record says %s, and %s before", r.Text, old.Text)
	}
}

// resultSign says who has more of a result: 1 for White, -1 for Black.
func resultSign(r record.Result) int {
	switch r.Outcome {
	case record.WhiteWins:
		return 1
	case record.BlackWins:
		return -1
	}
	switch {
	case r.White > r.Black:
		return 1
	case r.White < r.Black:
		return -1
	}
	return 0
}

// finish works out the layout and fills in the game.
func (b *sheetBuilder) finish() {
	b.endProse(false)
	g := b.g
	b.scoreAtEnd()
	first := b.position0()
	if c := b.columns(); c != nil {
		g.Layout = "columns"
		b.interleave(c, first)
	} else {
		g.Layout = b.layoutOf()
		b.sequence(b.plies, first)
	}
	b.outcome()
	if b.asked == record.UnknownVariant {
		b.settle()
	}
	if more := b.small - maxSmall; more > 0 {
		b.fault(record.MoreRepairs, record.Remark, sheetPlace{b.untold, b.untold},
			"%d more headers and move numbers from here on that are not as they should be; the first %d are told one by one", more, maxSmall)
	}
	if len(g.Plies) == 0 && g.Start == nil && g.Result.Text == "" && !b.broken() {
		b.fault(record.NoMoves, record.Unreadable, sheetPlace{}, "there is no move in this text, nor a position")
	}
}

// broken says whether a fault has stopped the reading.
func (b *sheetBuilder) broken() bool {
	for _, f := range b.g.Faults[b.faults:] {
		if f.Severity >= record.Illegal {
			return true
		}
	}
	return false
}

// scoreAtEnd takes a score without a reply, "17:7" behind moves in letters and
// digits, for what it is.
func (b *sheetBuilder) scoreAtEnd() {
	n := len(b.plies)
	if n < 2 || b.g.Result.Text != "" {
		return
	}
	last, before := &b.plies[n-1], &b.plies[n-2]
	if last.Word == nil || before.Word == nil || len(last.Word.Steps) != 2 ||
		last.Word.Steps[0].Number == 0 || before.Word.Steps[0].Number > 0 {
		return
	}
	if r, ok := ParseResult(last.Word.Text); ok {
		r.At = last.At
		b.g.Result = r
		if last.Note != nil {
			b.g.After = append(b.g.After, last.Note.Comments...)
		}
		b.plies = b.plies[:n-1]
	}
}

// variant is what the position is read for.
func (b *sheetBuilder) variant() record.Variant {
	if b.g.Variant != record.UnknownVariant {
		return b.g.Variant
	}
	return b.asked
}

// position0 reads the position that the game starts from and returns the side
// that moves first.
func (b *sheetBuilder) position0() record.Colour {
	g := b.g
	v := b.variant()
	first := v.First()
	if len(b.plies) > 0 && b.plies[0].number.dots {
		first = first.Other()
	}
	if b.turned {
		first = b.turn
	}
	if b.start.end == 0 {
		return first
	}
	text := g.Text[b.start.at:b.start.end]
	if v == record.UnknownVariant {
		v = record.Bashni // whose error is told where none can have it
		if all := position.Variants(text); len(all) > 0 {
			v = all[0]
		}
	}
	pos, faults, err := position.Parse(text, v)
	for _, f := range faults {
		f.At += b.start.at
		g.Faults = append(g.Faults, f)
	}
	if errors.Is(err, record.ErrUnknownTurn) {
		err = nil
	}
	if err != nil {
		at := b.start
		if e, ok := err.(*record.PositionError); ok {
			at.at += min(e.Offset, len(text))
		}
		b.fault(record.BadPosition, record.Unreadable, at, "%s", err)
		return first
	}
	if len(text) >= 2 && (text[0] == 'W' || text[0] == 'B' || text[0] == 'w' || text[0] == 'b') && !b.turned {
		first = pos.Turn // FEN says it
	}
	pos.Turn = first
	g.Start = &pos
	return first
}

// columns returns the plies of the two columns and those of the rows behind
// them; nil where the sheet has no columns.
func (b *sheetBuilder) columns() *sheetColumns {
	c := b.headedColumns()
	if c == nil {
		c = b.plainColumns()
	}
	return c
}

// sheetColumns is a sheet written in columns: first that which stands first.
type sheetColumns struct {
	first, second, rows []sheetPly
	colour              record.Colour // of the first column
}

// headedColumns finds columns by their heads: "Черные – Петров" behind moves.
func (b *sheetBuilder) headedColumns() *sheetColumns {
	split := -1
	colour := record.White
	for i, h := range b.heads {
		if h.plies > 0 && h.plies < len(b.plies) && (i == 0 || b.heads[i-1].plies == 0) {
			split = h.plies
			colour = h.colour.Other()
			break
		}
	}
	if split < 0 {
		return nil
	}
	c := &sheetColumns{first: b.plies[:split], second: b.plies[split:], colour: colour}
	// Rows behind the columns go on with the numbers (Codex 1.10, move 11).
	for i, p := range c.second {
		if i > 0 && int(p.number.n) == len(c.first)+1 && c.second[0].number.n == 0 && c.second[i-1].number.n == 0 {
			c.second, c.rows = c.second[:i], c.second[i:]
			break
		}
	}
	return c
}

// plainColumns finds columns without heads: a word a line, numbered ones, then
// as many without numbers or with the same again.
func (b *sheetBuilder) plainColumns() *sheetColumns {
	n := 0
	for n < len(b.plies) && b.plies[n].number.n > 0 && (n == 0 || b.plies[n].line > b.plies[n-1].line && b.plies[n].number.n > b.plies[n-1].number.n) {
		n++
	}
	if n < 2 || n == len(b.plies) {
		return nil
	}
	again := b.plies[n].number.n == b.plies[0].number.n
	if !again && b.plies[n].number.n != 0 {
		return nil
	}
	for i := n; i < len(b.plies); i++ {
		if b.plies[i].line == b.plies[i-1].line || (b.plies[i].number.n > 0) != again {
			return nil
		}
	}
	return &sheetColumns{first: b.plies[:n], second: b.plies[n:]}
}

// interleave makes the game's plies of columns.
func (b *sheetBuilder) interleave(c *sheetColumns, first record.Colour) {
	if b.g.Start == nil && !b.turned && b.variant() == record.UnknownVariant {
		first = c.colour
	}
	mover, other := c.first, c.second
	if c.colour != first {
		if p := &mover[0]; p.Word == nil && p.spoilt == nil {
			mover = mover[1:] // "1. ..." in the column of the side that does not begin
		}
		mover, other = other, mover
	}
	even := b.evenColumns(&mover, &other, len(c.rows) > 0, first)
	plies := slices.Grow(b.order[:0], len(mover)+len(other)+len(c.rows))
	for i := range mover {
		plies = append(plies, mover[i])
		if i < len(other) {
			plies = append(plies, other[i])
		}
	}
	for i := range plies {
		plies[i].column = true
	}
	if even {
		plies = append(plies, c.rows...)
	}
	b.order = plies
	b.sequence(plies, first)
}

// evenColumns sees to it that the side that begins has as many moves as the
// other, or, where no rows follow the columns, one more. A column one word too
// long in which one word stands twice in a row is read with that word once, as
// the only way to even them that changes no move, and says so; else what has
// no partner is left out and it returns false.
func (b *sheetBuilder) evenColumns(mover, other *[]sheetPly, rows bool, first record.Colour) bool {
	long, short, colour, excess := other, mover, first.Other(), len(*other)-len(*mover)
	spare := 0 // moves that the longer column may have more
	if excess <= 0 {
		long, short, colour, excess = mover, other, first, -excess
		if !rows {
			spare = 1
		}
	}
	if excess -= spare; excess <= 0 {
		return true
	}
	var twice []int
	for i := 1; i < len(*long); i++ {
		p, q := &(*long)[i-1], &(*long)[i]
		if p.Word != nil && q.Word != nil && p.Word.Text == q.Word.Text {
			twice = append(twice, i)
		}
	}
	ply := func(i int) int {
		if colour == first {
			return 2*i + 1
		}
		return 2*i + 2
	}
	told := fmt.Sprintf("%s's column has %d moves where %s's has %d", colourName(colour), len(*long), colourName(colour.Other()), len(*short))
	fault := record.Fault{Code: record.ColumnLength}
	if excess == 1 && len(twice) == 1 {
		i := twice[0]
		p := (*long)[i]
		fault.Severity, fault.Ply, fault.At, fault.Len, fault.Word = record.Repaired, ply(i), p.At, p.Len, p.Word.Text
		fault.Message = told + ": " + p.Word.Text + " stands twice in a row and is read once"
		b.g.Faults = append(b.g.Faults, fault)
		*long = append(append([]sheetPly(nil), (*long)[:i]...), (*long)[i+1:]...)
		return true
	}
	i := len(*short) + spare
	p := (*long)[i]
	fault.Severity, fault.Ply, fault.At, fault.Len = record.Illegal, ply(i), p.At, p.Len
	fault.Word = b.g.Text[p.At : p.At+p.Len]
	fault.Message = told + ": from here on a move has no partner; a word is missing in the one or too many in the other"
	for _, i := range twice {
		fault.Suggestions = append(fault.Suggestions, (*long)[i].Word.Text)
	}
	if len(twice) > 0 {
		fault.Message += "; these stand twice in a row: " + strings.Join(fault.Suggestions, ", ")
	}
	b.g.Faults = append(b.g.Faults, fault)
	*long = (*long)[:i]
	return false
}

func colourName(c record.Colour) string {
	if c == record.White {
		return "White"
	}
	return "Black"
}

// maxTold is how many faults of a kind are told of a game.
const maxTold = 8

// sequence makes the game's plies of words in the order of the game, up to the
// first that could not be read.
func (b *sheetBuilder) sequence(plies []sheetPly, first record.Colour) {
	g := b.g
	numbers := numberCheck{second: 0}
	if len(plies) > 0 && plies[0].number.dots && first == record.Black {
		numbers.second = 1
	}
	wrong := 0
	g.Plies = slices.Grow(g.Plies[:0], len(plies))
	for i := range plies {
		p := &plies[i]
		if p.Word == nil && p.spoilt == nil {
			continue
		}
		if n := p.number; n.end > 0 {
			if told := numbers.check(len(g.Plies), n, g.Start != nil, p.column); told != "" {
				if wrong++; wrong <= maxTold {
					b.fault(record.MoveNumber, record.Remark, n.place(), "%s", told)
					g.Faults[len(g.Faults)-1].Ply = len(g.Plies) + 1
				}
				if p.Word != nil {
					p.note().Number = int(n.n)
				}
			}
		}
		if p.Word == nil {
			b.fault(record.UnreadableWord, record.Unreadable, sheetPlace{p.At, p.At + p.Len}, "%s", p.spoilt.why)
			f := &g.Faults[len(g.Faults)-1]
			f.Ply = len(g.Plies) + 1
			if p.spoilt.meant != "" {
				f.Suggestions = []string{p.spoilt.meant}
			}
			return
		}
		g.Plies = append(g.Plies, p.Ply)
	}
}

// numberCheck compares move numbers with what is due.
type numberCheck struct {
	second   int // 1 where the first ply is a number's second
	base     int // the first number
	n, index int // of the number before
}

// check returns what is wrong with the number before the ply with the given
// index, or "". A number that goes on rightly from a wrong one is not told
// again.
// anywhere says that the first number may be any; column that the number does
// not tell whose move it is.
func (c *numberCheck) check(index int, number sheetNumberOf, anywhere, column bool) string {
	at, n := index+c.second, int(number.n)
	if c.base == 0 {
		c.base = 1
		if anywhere && n > 0 { // a game from a position may begin with any number
			c.base = n - at/2
		}
	}
	due := c.base + at/2
	goesOn := c.n > 0 && n-c.n == at/2-c.index/2
	wrongSide := !column && number.dots != (at%2 == 1)
	c.n, c.index = n, at
	switch {
	case n != due && !goesOn:
		return fmt.Sprintf("move number %d where %d is due", n, due)
	case wrongSide && number.dots:
		return fmt.Sprintf("dots behind number %d, but the move is of the side that begins", n)
	case wrongSide:
		return fmt.Sprintf("move number %d stands before the second move of %d", n, due)
	}
	return ""
}

// layoutOf names the layout of a sheet without columns: a run has more than
// one number, or its players, in a line.
func (b *sheetBuilder) layoutOf() string {
	if b.players {
		return "run"
	}
	for i := 1; i < len(b.plies); i++ {
		if b.plies[i].line == b.plies[i-1].line && b.plies[i].number.end > 0 && !b.plies[i].number.dots {
			return "run"
		}
	}
	return "table"
}

// outcome works out who has lost where the record only says why: it is the
// side to move that resigns or oversteps the time.
func (b *sheetBuilder) outcome() {
	r := &b.g.Result
	if r.Text == "" || r.Outcome != record.NoResult || b.broken() {
		return
	}
	toMove := record.White
	if b.g.Start != nil {
		toMove = b.g.Start.Turn
	} else if v := b.variant(); v != record.UnknownVariant {
		toMove = v.First()
	}
	if len(b.g.Plies)%2 == 1 {
		toMove = toMove.Other()
	}
	r.Outcome = record.BlackWins
	if toMove == record.Black {
		r.Outcome = record.WhiteWins
	}
}
