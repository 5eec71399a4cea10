package pdn

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// moves is a line of moves: the main line or a variation.
type moves struct {
	outer      *moves // the line that it is a variation of, or nil
	at         int    // offset of its (
	variation  int    // its number, in the order of the text
	plies      []record.Ply
	number     string // a number that waits for its move, or ""
	numberAt   int
	gap        bool     // points are in place of the first move
	before     []string // comments that wait for the next move
	setup      string   // a position that waits for the next move
	setupText  string
	variations [][]record.Ply // variations that wait for the next move, with no move before them
	varied     bool           // a variation follows the last move

	variedAt, variedEnd int // where the variations are that wait

	due int // twice the number of the next move, plus one if it is the second of its pair
}

// second reports whether the next move is the second of its pair.
func (m *moves) second() bool { return m.due&1 == 1 }

// note returns the notes of the line's last move.
func (m *moves) note() *record.Notes { return m.noteOf(len(m.plies) - 1) }

// noteOf returns the notes of the move with the given index.
func (m *moves) noteOf(i int) *record.Notes {
	p := &m.plies[i]
	if p.Note == nil {
		p.Note = new(record.Notes)
	}
	return p.Note
}

// lone reports a number without a move.
func (b *builder) lone() {
	m := b.line
	if m.number != "" && !m.gap {
		b.remark(m.numberAt, m.number, message.Of("pdn.lone-number", "number", m.number))
	}
	m.number, m.gap = "", false
}

func (b *builder) word(at int, text string) {
	m := b.line
	if b.placed && m.outer == nil && len(m.plies) > 0 {
		// 3. O-O c5-b4: a result followed by moves is in the place of a move.
		b.unplace()
		m.due = 2*b.placedAt + 1
	}
	if m.number == "" && !m.second() && b.bareNumber(at, text) {
		return
	}
	switch w, err := b.r.Words.ParseGlued(text); {
	case err == nil && len(w.Steps) == 1 && w.Steps[0].Number > 0:
		b.unreadable(at, text, record.IllegibleMove, message.Of("grammar.one-number", "text", text))
	case err == nil:
		b.ply(w, at, len(text))
	case m.outer != nil && m.number == "" && strings.TrimFunc(text, unicode.IsLetter) == "" && !word.Illegible(text):
		// (better is 18-23): a move has digits.
		b.say(record.UnreadableWord, at, text, message.Later(err))
		b.attach(text)
	default:
		code, why := word.Unread(text, err)
		b.unreadable(at, text, code, why)
	}
}

// bareNumber reads a word as the number that is due, without its full stop or with look-alike
// letters for its digits: l. c3-b4. It reports whether it did.
func (b *builder) bareNumber(at int, text string) bool {
	const most = 6 // bytes, three letters
	m := b.line
	if len(text) > most || !beginsNumber[text[0]] {
		return false
	}
	plain := result.PlainScore(text)
	if leading(plain, digits) != len(plain) || numberOf(plain) != m.due>>1 {
		return false
	}
	switch stop := strings.HasPrefix(b.g.Text[at+len(text):], "."); {
	case plain == text:
		b.remark(at, text, message.Of("pdn.number-without-stop"))
	case stop:
		b.repair(record.LookAlike, at, text+".", plain+".", message.Of("grammar.read-as", "text", text, "to", plain+"."))
	default:
		return false
	}
	b.pairBegins(at, plain)
	b.stopAt = at + len(text)
	return true
}

// beginsNumber are the first bytes of digits and of look-alike letters.
var beginsNumber = word.ByteSet("0123456789OolI|\xd0\xd1")

// unreadable adds an unreadable move. In a variation it ends only the variation.
func (b *builder) unreadable(at int, text string, code record.Code, said message.Message) {
	b.fault(&record.Fault{Code: code, Severity: record.Unreadable, At: at, Len: len(text), Word: text, Message: said,
		Ply: len(b.line.plies) + 1, Variation: b.line.variation})
	b.ply(&record.Word{Text: text}, at, len(text))
}

// ply adds a move with everything that waits for it, or appends further captures to the last move:
// 23x16 16x7.
func (b *builder) ply(w *record.Word, at, n int) {
	m := b.line
	if last := len(m.plies) - 1; last >= 0 && m.number == "" && word.GoesOn(m.plies[last].Word, w) {
		p := &m.plies[last]
		if text := b.g.Text[p.At : at+n]; strings.TrimSpace(text[p.Len:len(text)-n]) == "" {
			p.Word, p.Len = word.Joined(p.Word, w, text), len(text)
			return
		}
	}
	number, offset := 0, 0
	if m.number != "" {
		number, offset = b.number()
	}
	m.plies = append(m.plies, record.Ply{Word: w, At: at, Len: n})
	m.varied = false
	if number != 0 || m.before != nil || m.variations != nil || m.setup != "" {
		note := m.note()
		note.Number, note.Before, note.Variations, note.Setup = number, m.before, m.variations, m.setup
		note.StartOffset = offset
		m.before, m.variations, m.setup, m.setupText = nil, nil, "", ""
	}
	m.due++
}

// number consumes the number before a move. It returns it if it differs from the count, otherwise
// 0. For the first move of a variation it always returns it, with the offset in plies of the
// variation from the place of the last move.
func (b *builder) number() (number, offset int) {
	m := b.line
	text, was := m.number, m.due
	n, plies := numberOf(text), len(m.plies)
	m.number, m.gap, m.due = "", false, dueOf(text)
	if n == was>>1 {
		m.due |= was & 1
	}
	if m.outer != nil {
		if plies == 0 {
			return n, m.due - was
		}
		plies = -1
	}
	switch {
	case n == was>>1 && (m.due == was || plies == 0 || m.setup != ""):
		return 0, 0
	case plies == 0 || m.setup != "":
		// Play from a position may begin with any number.
	case plies == 1 && n == was>>1+1:
		// If Black begins, "1. 35-40 2. 45x34" gives the first number to a single move.
	case !b.misnumbered:
		b.misnumbered = true
		b.fault(new(wrongNumber(m.numberAt, text, was)))
	}
	return n, offset
}

// wrongNumber returns the fault of a number that differs from the count.
func wrongNumber(at int, text string, due int) record.Fault {
	dots := "."
	if due&1 == 1 {
		dots = "..."
	}
	return record.Fault{Code: record.MoveNumber, At: at, Len: len(text), Word: text,
		Message: message.Of("pdn.wrong-number", "number", text, "expected", strconv.Itoa(due>>1)+dots)}
}

// ellipsis reads the three points in place of the other side's move: after the number of a pair
// whose first move has been read, or at the beginning of a game or of a position that is set up, if
// the second side begins. Elsewhere they are an unreadable move, unless they end the game with a
// comment.
func (b *builder) ellipsis(at int, text string) {
	m := b.line
	begins := m.setup != "" || len(m.plies) == 0 && (b.fen() != "" || b.waiting() != 1)
	if !begins {
		end := at + len(text)
		next := skipSpace(b.g.Text, end)
		b.doubtful(doubt{at: at, end: end, strong: text[0] != '.' || next == len(b.g.Text) || b.g.Text[next] != '{'})
	}
	switch {
	case m.number == "":
		m.due |= 1
	case m.second() || begins || m.outer != nil:
		m.number, m.gap = strings.TrimRight(m.number, ".…")+"...", true
	default:
		m.gap = true
	}
}

func (b *builder) strength(at int, text string) {
	m := b.line
	d := doubt{at: at, end: at + len(text)}
	if len(m.plies) == 0 || m.number != "" {
		if m.number != "" && m.outer != nil && b.isDoubtful(at, text) {
			b.unreadable(at, text, record.IllegibleMove, word.CannotBeRead)
			return
		}
		d.strong, d.reported = true, true
		if !b.isDoubtful(at, text) || !b.doubtful(d) {
			b.stray(at, text)
		}
		return
	}
	if b.isDoubtful(at, text) {
		d.strong, d.mark = len(text) > 2 || text[0] == '#', true
		b.doubtful(d)
	}
	note := m.note()
	switch {
	case text == "*":
		b.remark(at, text, message.Of("pdn.star"))
	case !strings.ContainsAny(text, "!?"):
		b.remark(at, text, message.Of("pdn.sheet-mark"))
	}
	if text == "=" {
		note.DrawOffer = true
	} else {
		note.Marks = append(note.Marks, text)
	}
}

// nag attaches a NAG. Before the first move it is kept as a comment.
func (b *builder) nag(_ int, text string) {
	if m := b.line; len(m.plies) > 0 {
		n, _ := strconv.Atoi(text[1:])
		note := m.note()
		note.NAGs = append(note.NAGs, n)
		return
	}
	b.attach(text)
}

// variation reads a variation that replaces the last move, or the next if its number has been read.
func (b *builder) variation(v *pdnVariation) {
	m := b.line
	b.variations++
	inner := moves{outer: m, at: v.Open.Pos.Offset, variation: b.variations, due: m.due}
	if len(m.plies) > 0 && m.number == "" {
		inner.due--
	}
	if v.Open.Value == "[" {
		b.remark(inner.at, "[", message.Of("grammar.read-as", "text", "[", "to", "("))
	}
	b.line, b.end = &inner, inner.at+1
	b.walk(v.Moves, v.Variations)
	end := len(b.g.Text)
	if v.Close.Type != 0 {
		end = v.Close.Pos.Offset + 1
		b.end = end
	}
	b.settle()
	b.line = m
	b.close(&inner, end)
	if v.Close.Type == 0 && m.outer == nil && !b.tooLong {
		b.stop(inner.at, "(", message.Of("pdn.open-variation"))
	}
}

// close attaches a variation that ends at byte end.
func (b *builder) close(inner *moves, end int) {
	for _, line := range inner.variations {
		// A variation within one without moves takes its place.
		b.vary(inner.at, line, end)
	}
	if len(inner.plies) > 0 {
		if inner.before != nil {
			note := inner.note()
			note.Comments = append(note.Comments, inner.before...)
		}
		b.vary(inner.at, inner.plies, end)
		return
	}
	b.variations-- // the inner ones move up
	for i := range b.g.Faults {
		if f := &b.g.Faults[i]; f.Variation > inner.variation {
			f.Variation--
		}
	}
	if inner.variations != nil {
		b.line.before = append(b.line.before, inner.before...)
		return
	}
	for _, text := range inner.before {
		b.attach(text)
	}
	if inner.before == nil && !b.tooLong {
		b.remark(inner.at, "(", message.Of("pdn.empty-variation"))
	}
}

// vary attaches the variation from byte at to end to the last move, or to the next if its number
// has been read.
func (b *builder) vary(at int, line []record.Ply, end int) {
	m := b.line
	if len(m.plies) == 0 || m.number != "" {
		if m.variations == nil {
			m.variedAt = at
		}
		m.variations, m.variedEnd = append(m.variations, line), end
		return
	}
	note := m.note()
	note.Variations, m.varied = append(note.Variations, line), true
}

// position reads a setup. The first one, before any move, is the initial position unless there is a
// tag FEN.
func (b *builder) position(at int, text string) {
	parts := setup().FindStringSubmatchIndex(text)
	from, to := max(parts[2], parts[4]), max(parts[3], parts[5])
	m := b.line
	if m.outer == nil && len(m.plies) == 0 && b.setup == "" && m.setup == "" && b.g.Tag("FEN") == "" {
		b.setup, b.setupAt = text[from:to], at+from
		return
	}
	m.drop()
	m.setup, m.setupText = text[from:to], folded(text)
}

// drop turns a position into a comment if no moves follow it.
func (m *moves) drop() {
	if m.setup != "" {
		m.before = append(m.before, m.setupText)
	}
}

// settle ends a line: everything that waits for a move becomes a comment.
func (b *builder) settle() {
	b.lone()
	m := b.line
	m.drop()
	if m.variations != nil && len(m.plies) > 0 {
		// They continue after the last move.
		note := m.note()
		for _, line := range m.variations {
			(&moves{plies: line}).noteOf(0).StartOffset++
			note.Variations = append(note.Variations, line)
		}
		m.variations = nil
	} else if m.variations != nil && m.outer == nil {
		text := b.g.Text[m.variedAt:m.variedEnd]
		b.remark(m.variedAt, text, message.Of("pdn.variation-of-nothing"))
		for i := range b.g.Faults {
			b.g.Faults[i].Variation = 0 // the game has none
		}
		m.before = append(m.before, folded(text))
	}
}

// ending reads a result or *.
func (b *builder) ending(at int, text string) {
	switch m := b.line; {
	case m.outer != nil:
		b.lone()
		b.remark(at, text, message.Of("pdn.result-in-variation"))
		b.attach(text)
	case b.result.text != "" && b.placed && len(m.plies) > 0: // 8. 2-0 *
		b.unplace()
		b.result = ending{text, at}
	case b.result.text != "":
		b.remark(at, text, message.Of("pdn.second-result", "first", b.result.text))
	default:
		b.settleRow()
		b.placed = m.number != "" && !m.gap && text != "*" && text != b.g.Tag("Result")
		b.placedAt = b.waiting()
		b.lone()
		b.result = ending{text, at}
	}
}

// unplace turns a result in the place of a move into an unreadable move.
func (b *builder) unplace() {
	b.insert(len(b.line.plies), b.result.at, b.result.at+len(b.result.text), word.CannotBeRead)
	b.placed, b.result = false, ending{}
}

// stray reports text that has no meaning in PDN.
func (b *builder) stray(at int, text string) {
	switch id, known := strays[text[0]]; {
	case b.remarks > maxRemarks || text[0] == '.' && at == b.stopAt: // part of a number
	case known:
		b.remark(at, text, message.Of(id))
	case text[0] == '$':
		b.remark(at, text, message.Of("pdn.no-nag", "text", text, "most", nagDigits))
		if len(text) > 1 {
			b.attach(text)
		}
	default:
		b.remark(at, text, message.Of("grammar.no-meaning", "text", text))
	}
}

var strays = map[byte]message.ID{
	'}': "pdn.stray-brace", ')': "pdn.stray-parenthesis", '.': "pdn.stray-stop", '<': "pdn.captured-squares",
}

// moves reads cached plain moves, with their numbers if these agree with the count, from byte at up
// to byte limit. It returns the end of the last one.
func (b *builder) moves(at, limit int) (end int) {
	m := b.line
	if b.placed || len(b.doubts) > 0 || b.gap != nil || m.number != "" ||
		m.before != nil || m.variations != nil || m.setup != "" || // something waits for a move
		m.outer != nil && len(m.plies) == 0 { // the number of its first move places a variation
		return at
	}
	text := b.g.Text[:limit]
	end = at
	if at = skipSpace(text, at); at == limit || text[at] == '[' {
		return end
	}
	if len(m.plies) == 0 { // most moves take nine bytes, numbers included
		m.plies = slices.Grow(m.plies, min((len(b.g.Text)-at)/9+8, maxTokens/2))
	}
	for {
		row, numbers := b.r.Words.Row(m.plies[:len(m.plies):cap(m.plies)], text, at, m.due)
		if len(row) == len(m.plies) {
			return end
		}
		m.due += len(row) - len(m.plies)
		m.plies, m.varied, b.begun = row, false, true
		b.numbered = b.numbered || numbers > 0
		end = row[len(row)-1].At + row[len(row)-1].Len
		b.end = end
		at = skipSpace(text, end)
	}
}

// comment reads a comment in braces.
func (b *builder) comment(at int, text string) {
	inside := text[1 : len(text)-1]
	if word.Illegible(inside) {
		b.doubtful(doubt{at: at, end: at + len(text)})
	}
	if said, _, another := strings.Cut(inside, "{"); another && slices.ContainsFunc(strings.Fields(said), isMoveWord) {
		b.notClosed(at, true)
	}
	b.attach(inside)
}

// isMoveWord reports whether a text is a move with its start.
func isMoveWord(text string) bool {
	w, err := word.Parse(text)
	return err == nil && len(w.Steps) > 1
}

// moveLike matches text that hardly occurs outside moves.
var moveLike = word.Pattern(`\pL[1-9]|\d[-x:]\d\d|\d\d[-x:]\d`)

// restOfLine reads a comment from % or, as in PGN, from ; to the end of the line. A comment of
// moves alone stops the game, since it was probably meant as moves, if its first number is due or
// no other moves follow.
func (b *builder) restOfLine(at int, text string) {
	sign, comment := text[:1], text
	if sign == ";" {
		comment = text[1:]
		if !b.semicolons {
			b.semicolons = true
			b.remark(at, sign, message.Of("pdn.semicolon"))
		}
	}
	if b.line.outer == nil && b.result.text == "" && !b.stopped {
		moves, due := areMoves(text[1:], b.line.due)
		if due || moves && len(b.line.plies) > 0 && !moveLike().MatchString(b.g.Text[at+len(text):]) {
			b.stop(at, sign, message.Of("pdn.semicolon-moves", "sign", sign))
		}
	}
	b.attach(comment)
}

// areMoves reports whether a text consists of moves and their numbers, and whether the first number
// is that of the next move, whose due is next.
func areMoves(text string, next int) (moves, due bool) {
	numbered := false
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(",;!?*", r) }) {
		number := part[:strings.LastIndexByte(part[:leading(part, digits+".")], '.')+1]
		if number != "" {
			if !numbered {
				numbered, due = true, dueOf(number) == next
			}
			part = part[len(number):]
		}
		if _, isResult := result.Usual(part); isResult || part == "" {
			continue
		}
		if !isMoveWord(part) {
			return false, false
		}
		moves = true
		next++
	}
	return moves, moves && due
}

// folded returns the trimmed text with its lines joined, since line ends have no meaning in PDN.
func folded(text string) string {
	if text = strings.Trim(text, " \t\r\n"); !strings.ContainsAny(text, "\r\n") {
		return text
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\r' || r == '\n' })
	for i, line := range lines {
		lines[i] = strings.Trim(line, " \t")
	}
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), " ")
}

// attach adds a comment to the last move, or to the next one if it follows a move number, a
// variation or a setup.
func (b *builder) attach(text string) {
	text = folded(text)
	switch m := b.line; {
	case text == "":
		return
	case b.result.text != "" && m.outer == nil:
		b.g.After = append(b.g.After, text)
	case m.outer == nil && len(m.plies) == 0 && m.setup == "":
		b.g.Before = append(b.g.Before, text)
	case len(m.plies) == 0 || m.number != "" || m.varied || m.setup != "":
		m.before = append(m.before, text)
	default:
		annotate(m.note(), text)
	}
}

// annotate adds a comment to a move. The comment (=) is an offered draw, a mark without a NAG
// remains a mark, and commands are removed.
func annotate(note *record.Notes, text string) {
	switch text {
	case "(=)":
		note.DrawOffer = true
		return
	case "~", "+":
		note.Marks = append(note.Marks, text)
		return
	}
	text, taken := word.Commands(text)
	word.AddCommands(note, taken...)
	if text != "" {
		note.Comments = append(note.Comments, text)
	}
}

// notClosed reports an unclosed comment; moves tells whether it may contain moves.
func (b *builder) notClosed(at int, moves bool) {
	if moves {
		b.stop(at, "{", message.Of("pdn.open-comment-moves"))
	} else {
		b.remark(at, "{", message.Of("pdn.open-comment"))
	}
}
