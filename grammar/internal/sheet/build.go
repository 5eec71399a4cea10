package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// builder makes a game from the steps of a reading, in text order. The layout of the page, and so
// whose move each word is, is known only at the end.
type builder struct {
	g              *record.Game
	words          *word.Table
	defaultVariant record.Variant
	others         record.Variant
	numbers        uint8
	faults         int // number of faults of g before the sheet was read

	entries  []entry      // in text order
	spot                  // of the current step
	line     int32        // index of the current line of text
	cell     int8         // index within the row
	heads    []columnHead // of columns, in text order
	run      bool         // the names precede the first move: Иванов – Петров: 1.
	match    place        // title of the match or tournament
	start    place
	position *position.Text // parsed from start; nil if absent
	turn     record.Colour
	turned   bool // the text names the side to move

	number   number        // before the next word
	gone     place         // words before the first move that say the moves are illegible
	before   []string      // comments between the number and the next word
	prose    place         // words of the row so far that are not moves
	opening  place         // signs that may belong to the words after them
	ended    bool          // a result has been read
	over     place         // last result
	many     bool          // there are plies beyond MaxPlies
	said     record.Result // result stated by a remark after the last move
	misspelt string        // corrected spelling of said; "" if spelt correctly
	asideAt  int           // 1 + number of entries when g.Aside was set
	last     int           // last move number; 0 if none
	read     string        // the text as read, without markup
	doubted  *path         // words that make the next ply unreliable
	standIn  *path         // step in place of a ply; nil once a ply follows
	struck   bool          // standIn is struck out after a number
	passed   *path         // words that contain the next move; nil once a ply follows
	times    int           // number of times beside moves
	led      bool          // words of the line introduce moves that were not played
	clock    *path         // last time beside a move that may itself be a move
	post     []postField
	lead     lead
	setup    string // FEN of the position before the next move
	above    *path  // words with a move, before the first ply
	small    int    // faults that leave the game legal, listed or not
	grave    int    // other faults
	unlisted int    // offset of the first fault not listed
}

// place is a range of the text; end is 0 if absent.
type place struct{ at, end int }

// number is a move number with the dots after it.
type number struct {
	place
	n     int
	dots  bool
	apart bool // a space precedes the dots: "1. ...", not "1..."
}

// lead has the words before the number that begins the last row, or a footnote's sign.
type lead struct {
	text  string
	at    int // their offset if they may say that the row was not played, or -1
	plies int // entries before them
	rows  int // rows with such words
}

// entry is text in a move's place, with the data that the layout needs. Word is nil if the text
// is not a move, or only dots.
type entry struct {
	record.Ply
	number number
	spot
	line   int32
	cell   int8 // index within the row
	column bool // it is in a column, which may have its own numbers
	// slip has the code, message and suggestions for text that is not a word; nil if it is one.
	slip *record.Fault
}

// columnHead is a player's key that may head a column.
type columnHead struct {
	colour record.Colour
	plies  int // number of entries before it
}

func (b *builder) reset(g *record.Game, r *Reader) {
	*b = builder{
		g: g, words: r.words, defaultVariant: r.defaultVariant, others: r.Others, numbers: r.Numbers, faults: len(g.Faults),
		entries: b.entries[:0], heads: b.heads[:0],
		post: b.post[:0],
	}
}

// fault lists a fault, unless there are too many of its kind, and returns it.
func (b *builder) fault(code record.Code, severity record.Severity, p place, said message.Message) *record.Fault {
	f := record.Fault{Code: code, Severity: severity, At: p.at, Len: p.end - p.at, Word: b.g.Text[p.at:p.end], Message: said}
	n, most := &b.small, maxSmall
	if severity > record.Repaired {
		n, most = &b.grave, maxGrave
	}
	if *n++; *n > most {
		b.unlisted = cmp.Or(b.unlisted, p.at)
		return &f
	}
	b.g.Faults = append(b.g.Faults, f)
	return &b.g.Faults[len(b.g.Faults)-1]
}

func (b *builder) newline() {
	b.endProse()
	if b.number.dots && b.number.end > 0 {
		// Dots alone in a row: a column's first move is the other side's.
		b.append(entry{})
	}
	b.line++
	b.cell = 0
}

// moveNumber takes a move number and reports letters that were read as digits.
func (b *builder) moveNumber(p place, n int) {
	value, width, _ := numberAt(strings.TrimLeft(b.read[p.at:p.end], "("))
	digits := strings.TrimLeft(b.read[p.at:p.end], "(")[:width]
	alike := !isFigure(digits) && value == n // otherwise the row's number is a letter
	b.takeLead(p)
	b.endProse()
	b.number = number{place: p, n: n}
	if alike {
		b.fault(record.LookAlike, record.Repaired, p, message.Of("grammar.read-as", "text", b.g.Text[p.at:p.end], "to", strconv.Itoa(n)+"."))
	}
}

// takeLead takes the words before a move number in its line, or before a ply without one. They may
// say that what follows was not played: settleDoubts decides about the last row.
func (b *builder) takeLead(number place) {
	said, last := b.prose, b.lastEntry()
	arePlayed := func(text string) (is bool) {
		before := ""
		for w := range strings.FieldsSeq(text) {
			is, before = is || isPlayed(w, before), w
		}
		return is
	}
	if said.end > 0 && b.read[said.end-1] == ':' && last != nil && !arePlayed(b.read[said.at:said.end-1]) {
		b.noMeaning(&path{arc: arc{role: roleText, at: int32(said.at), end: int32(said.end)}}) // "Иванов:" may lead to other moves
		return
	} else if last != nil && last.line == b.line {
		return
	}
	from := max(0, number.at-maxEdge)
	if m := noteSign().FindStringSubmatchIndex(b.read[from:number.at]); said.end == 0 && m != nil {
		said = place{from + m[2], from + m[3]}
	}
	text := b.read[said.at:said.end]
	before := b.lead.text // the row before
	b.lead.text, b.lead.at = text, -1
	words := func(text string) string { return strings.Join(strings.FieldsFunc(text, unicode.IsDigit), "") }
	_, over := result.Match(text) // "Ничья отклонена 3. a1-b2"
	begins := !strings.Contains(text, "\n") && strings.HasSuffix(strings.TrimRight(b.read[:said.at], " \t"), "\n")
	ended := rowEnd().MatchString(text[max(0, len(text)-len("ходом.")):])
	if last != nil && text != "" && begins && !ended && over == 0 && words(text) != words(before) && (supposes(text) || !arePlayed(text)) {
		b.lead.at, b.lead.plies = said.at, len(b.entries)
		b.lead.rows++
	}
}

// lacksNumber reports whether the next ply begins a line with words but no number, though rows have
// numbers.
func (b *builder) lacksNumber() bool {
	said := func(w string) bool { return isWord(w) && !lists["numberHeads"].has(w) }
	return b.last > 0 && b.number.end == 0 && b.lastEntry().line != b.line &&
		slices.ContainsFunc(strings.FieldsFunc(b.read[b.prose.at:b.prose.end], notLetter), said)
}

// add adds an entry in a move's place: a word, or the reason why it is not one.
func (b *builder) add(p place, w *record.Word, slip *record.Fault) {
	e := entry{Ply: record.Ply{Word: w, At: p.at, Len: p.end - p.at}, slip: slip}
	if len(b.before) > 0 || b.setup != "" {
		e.Note = &record.Notes{Before: b.before, Setup: b.setup}
		b.before, b.setup = nil, ""
	}
	if len(b.entries) == MaxPlies {
		if !b.many {
			b.many = true
			b.fault(record.TooLarge, record.Unreadable, place{e.At, e.At + e.Len}, message.Of("sheet.too-many-moves", "most", MaxPlies)).Ply = MaxPlies + 1
		}
		b.number = number{}
		return
	}
	b.append(e)
}

// append adds an entry with the pending number and the current line, cell and spot.
func (b *builder) append(e entry) {
	e.number, e.line, e.cell, e.spot = b.number, b.line, b.cell, b.spot
	b.entries = append(b.entries, e)
	b.last = cmp.Or(b.number.n, b.last)
	b.number, b.said = number{}, record.Result{}
}

// MaxPlies is the maximum number of plies read from a sheet; no game comes near it.
const MaxPlies = 1 << 14

// spoilt takes text in a move's place that is not a move.
func (b *builder) spoilt(p place) {
	b.endProse()
	text := b.read[p.at:p.end]
	_, err := b.words.Parse(text)
	code, why := word.Unread(text, err)
	slip := &record.Fault{Code: code, Message: why}
	if e, ok := err.(*word.Error); ok && code == record.UnreadableWord && e.Meant() != "" {
		slip.Suggestions = []string{e.Meant()}
	}
	b.add(p, nil, slip)
}

// Reading assigns a role to every character of a game's text.
type Reading struct {
	text  string // as far as it was read, without markup
	steps []path // nil if the game is plain
}

// String returns a line for each step: its role, text, cost in this reading and layout.
func (r *Reading) String() string {
	var b strings.Builder
	for _, a := range r.steps {
		fmt.Fprintf(&b, "%-8s %-24q %6.2f %d\n", Roles[a.role].Name, r.text[a.at:a.end], a.surprise, a.layout)
	}
	return b.String()
}

// readAs fills in a game from the reading of its text.
func (r *Reader) readAs(g *record.Game, reading *Reading) {
	b := &r.build
	b.reset(g, r)
	b.read = reading.text
	for i := range reading.steps {
		a := &reading.steps[i]
		if a.role == roleProse || a.role == roleOthers {
			a.end = a.at + int32(len(withoutTail(g.Text[a.at:a.end]))) // of the text as written
		}
		b.take(a)
	}
	b.newline()
	b.finish()
	if at := len(b.read); at < len(g.Text) && strings.TrimSpace(g.Text[at:]) != "" {
		b.fault(record.TooLarge, record.Unreadable, place{at, at}, message.Of("grammar.too-long", "most", maxSearched))
	}
	// Judging the game replaces the verdict in a Verdict tag that was carried over.
	g.Tags = slices.DeleteFunc(g.Tags, func(t record.Tag) bool { return t.Is("Verdict") && result.IsVerdict(t.Value) })
	record.SortFaults(g.Faults)
	wrong := -1 // offset of a number already reported as wrong; one fault is enough
	for i := len(g.Faults) - 1; i >= 0; i-- {
		switch f := &g.Faults[i]; {
		case f.Code == record.MoveNumber:
			wrong = f.At
		case f.Code == record.Syntax && f.At == wrong:
			g.Faults = slices.Delete(g.Faults, i, i+1)
		}
	}
}

func (b *builder) take(a *path) {
	p := a.place()
	text := b.read[p.at:p.end]
	b.spot = a.spot
	if b.twice(a, p) {
		return
	}
	b.doubt(a)
	switch a.role {
	case roleNewline:
		b.newline()
	case rolePly, roleUnread, roleMissing:
		b.ply(a, p)
	case roleNumber:
		b.moveNumber(p, int(a.n))
		b.number.dots = a.side == blackTurn
	case roleDots:
		if b.number.end > 0 { // else between the moves of a row
			b.number.dots, b.number.apart = true, p.at > b.number.end
		}
	case roleMark:
		b.mark(p, text)
	case roleBracket:
		if a.clock >= isDay {
			b.endProse()
			days := strings.TrimRight(text, ".")
			if isDash(days) {
				days = "-"
			}
			b.post = append(b.post, postField{p, days, len(b.entries), b.line})
			break
		}
		if raw := b.textOf(a); raw[0] == text[0] && raw[len(raw)-1] == text[len(text)-1] {
			text = raw // including its markup
		}
		if said := clockCommand(a, text); said != "" && b.lastEntry() != nil && !b.ended && b.number.end == 0 {
			b.endProse()
			word.AddCommands(b.lastEntry().note(), said)
			break
		}
		b.comment(p, text)
	case roleText, roleProse, roleOthers, roleLabel:
		b.text(p)
	case roleCorrection:
		b.endProse()
		n := word.SkipBlank(text, correction(text, false))
		b.corrected(b.lastEntry(), trimSpace(text[:n]), text[n:])
	case roleResult:
		b.result(p, a.head.result)
	case roleKey, roleNames, rolePosition, roleTurn:
		b.endProse()
		if a.role == rolePosition && len(b.entries) > 0 {
			b.remark(trimSpace(b.textOf(a))) // a position within the game
			break
		}
		if r := a.head.result; r.Text != "" && len(b.entries) > 0 {
			r.Text = text
			b.result(p, r)
			break
		}
		if b.run = b.run || a.role == roleNames; (a.head.tag == "White" || a.head.tag == "Black") && !a.head.pair {
			b.heads = append(b.heads, columnHead{colourOf(a.head.tag), len(b.entries)})
		}
		if n := strings.IndexFunc(text, func(r rune) bool { return r == ':' || word.IsDash(r) }); n > 0 && a.role == roleKey && !a.head.pair {
			key := trimRight(text[:n])
			if _, meant := misspeltTag(key); meant != "" {
				b.fault(record.Syntax, record.Repaired, place{p.at, p.at + len(key)}, message.Of("grammar.read-as", "text", key, "to", meant))
			}
		}
		for _, part := range a.head.parts {
			if p := part.place; a.head.pair {
				b.tag(part.tag, strings.TrimSpace(unescaped.Replace(b.g.Text[p.at:p.end])), p)
			} else {
				if part.tag == "" && b.hasMove(b.read[p.at:p.end], false) { // it may be of a game
					beside := *a
					beside.at, beside.end = int32(p.at), int32(p.end)
					b.noMeaning(&beside)
				}
				b.head(part.tag, p)
			}
		}
		b.endProse()
	case roleCell:
		b.cell = min(b.cell+1, 100)
	case roleSign:
		b.sign(p)
	case roleStray:
		if !a.isDoubtful() || len(b.entries) == 0 { // otherwise reported already
			b.noMeaning(a)
		}
	}
}

// hasMove reports whether text has a move of two or more squares, in letters if inLetters is set.
func (b *builder) hasMove(text string, inLetters bool) bool {
	return slices.ContainsFunc(strings.Fields(text), func(text string) bool {
		w, err := b.words.Parse(text)
		return err == nil && len(w.Steps) > 1 && !(inLetters && w.Steps[0].Number > 0)
	})
}

// twice takes a ply of a column that repeats the one in the line before. The length of the other
// column decides later whether it is superfluous.
func (b *builder) twice(a *path, p place) bool {
	last := b.lastEntry()
	if a.role != roleProse || !a.again || a.layout != inFirst && a.layout != inSecond || last == nil || last.Word == nil ||
		!strings.HasSuffix(b.read[p.at:p.end], b.read[last.At:last.At+last.Len]) {
		return false
	}
	if n := last.number; n.end > 0 {
		b.moveNumber(place{p.at, p.at + n.end - n.at}, n.n)
	}
	b.endProse()
	b.add(place{p.end - last.Len, p.end}, last.Word, nil)
	return true
}

// ply takes a ply: legible, illegible or missing.
func (b *builder) ply(a *path, p place) {
	if b.ended {
		b.ended = false
		b.fault(record.ResultMismatch, record.Remark, b.over, message.Of("grammar.goes-on"))
	}
	n := len(b.entries)
	switch a.role {
	case rolePly:
		text := b.textOf(a)
		if text[0] == '(' {
			b.reply(p, text, a.word)
			break
		}
		if b.lacksNumber() {
			b.takeLead(p)
		}
		if said := b.read[b.prose.at:b.prose.end]; n > 0 && unplayedAfter(said) == "would" && b.hasMove(said, false) {
			b.noMeaning(&path{arc: arc{role: roleText, at: int32(b.prose.at), end: int32(b.prose.end)}}) // "3. a1-b2 would win. 3. g3-h4"
		}
		b.endProse()
		unplayed := b.number.end > 0 && supposes(remarks().ReplaceAllString(b.read[b.number.end:p.at], "")) // "3. лучше a1-b2"
		if b.add(p, a.word, nil); unplayed {
			b.lastEntry().Word, b.lastEntry().slip = nil, unplayedMove
		} else if strings.IndexByte(text, '(') > 0 {
			b.within(b.lastEntry(), text)
		}
	case roleUnread:
		b.spoilt(p)
	default:
		b.add(p, nil, &record.Fault{Code: record.IllegibleMove, Message: message.Of("sheet.number-without-move")})
	}
	if doubted := b.doubted; doubted != nil && len(b.entries) > n {
		switch first := &b.entries[n]; {
		case n == 0 && doubted.figures && !a.figures: // a score before moves in letters
		case first.number.n != n/2+1 || !b.isOfWords(doubted, n):
			first.Word, first.slip = nil, noMove
		case n == 0: // otherwise it is reported already
			b.noMeaning(doubted)
		}
		b.doubted = nil
	}
}

// doubt examines a step before it is taken. It reports a step that costs at least maxSilent even
// in the cheapest reading, and makes a ply beside it illegible if it may not have been played.
func (b *builder) doubt(a *path) {
	last := b.lastEntry()
	dear := a.isDoubtful()
	beside := last != nil && !b.ended
	if last != nil && dear {
		switch {
		case a.role != roleText || a.said == 0 || a.due || b.ended:
		case last.line == b.line:
			last.Word, last.slip = nil, noMove // it is unknown which of the two
		default:
			b.doubted = a
		}
		b.noMeaning(a)
	}
	if last == nil && dear && a.role == roleText && a.said > 0 {
		b.above = a
	}
	switch {
	case a.said > 0 && float64(a.surprise)-float64(a.extra) >= maxSilent && (a.role == roleText && (a.due || last == nil) || a.role == roleProse && !a.again) &&
		(beside || last == nil && len(b.heads) > 0 || last == nil && b.g.Tag("White") != ""),
		a.role == roleText && beside && dear && word.Illegible(b.textOf(a)):
		b.doubted = a
	case b.standIn == nil && b.isStandIn(a):
		b.standIn = a
	case a.isPly():
		if b.standIn = nil; b.passed != nil && b.passed.layout == a.layout {
			b.passed = nil
		}
	}
	switch {
	case a.isPly(), a.role == roleNumber, a.role == roleNewline:
		b.led = false
	case a.role == roleText && a.lead:
		b.led = true
	case !beside:
	case a.clock > 0:
		b.times++
	case b.goesOn(a), a.role == roleText && last.line == b.line && (b.isNumbered(a) || a.said > 0 && last.isFirst()):
		b.passed = a
	case a.role == roleText && !dear && a.said == 0 && !b.led && b.isOdd(a):
		if w, err := b.words.Parse(b.textOf(a)); err == nil && len(w.Steps) == 1 && last.line == b.line {
			last.Word, last.slip = nil, noMove // c3-d4 b4: it is unknown which of the two
		}
		b.noMeaning(a)
	}
	switch {
	case a.glued:
		b.noMeaning(a)
	case a.together:
		b.fault(record.Syntax, record.Repaired, a.place(), message.Of("sheet.together", "word", b.textOf(a)))
	}
	if a.clock == isTimeOrMove && last != nil && last.line == b.line {
		b.clock = a
	}
}

// settleDoubts decides, at the end of the game, which doubtful steps become illegible plies.
func (b *builder) settleDoubts() {
	if a, n := b.doubted, len(b.entries); a != nil && n > 0 && (b.last != n/2 || !b.isOfWords(a, n)) {
		if a.due {
			b.addIllegible(a)
		}
		last := b.lastEntry()
		last.Word, last.slip = nil, noMove
	}
	if a := b.standIn; a != nil && (!a.slight || a.role != roleBracket || b.struck) {
		b.addIllegible(a)
	}
	switch a := b.passed; {
	case a == nil || a == b.doubted:
	case a.role == roleKey, a.role == roleText && !b.hasLeadBefore(a), (a.said > 1 || a.role == roleProse && a.damaged) && !hasLead(b.textOf(a)) && !noteForm().MatchString(b.textOf(a)):
		b.addIllegible(a) // a row in its value, or in a sentence
	default:
		b.noMeaning(a)
	}
	if b.above != nil && b.g.Tag("White") == "" && len(b.heads) == 0 {
		b.noMeaning(b.above) // without a head it is no title: it may be another game's
	}
	switch l := &b.lead; {
	case l.rows != 1 || l.at < 0:
	case supposes(l.text) && l.plies < len(b.entries):
		b.entries[l.plies].Word, b.entries[l.plies].slip = nil, unplayedMove
	default: // it may say that the row was not played
		b.noMeaning(&path{arc: arc{role: roleText, at: int32(l.at), end: int32(l.at + len(l.text))}})
	}
	if last := b.lastEntry(); last != nil {
		said, _, _ := strings.Cut(b.read[last.At+last.Len:], "\n")
		said = strings.TrimLeft(said, "!? ")
		if unicode.IsLower(firstRune(said)) && unplayedAfter(said) == "would" && !strings.ContainsAny(said, "0123456789") {
			last.Word, last.slip = nil, unplayedMove // "3. a1-b2 would win"
		}
	}
	if b.clock != nil && b.times < 2 && b.clock.surprise < maxSilent {
		b.noMeaning(b.clock) // a time alone may be a move
	}
}

// isStandIn reports whether a step is in place of a ply: after its number or in a cell of its own.
// If no ply follows, it becomes an illegible one.
func (b *builder) isStandIn(a *path) bool {
	if !a.due {
		return false
	}
	last := b.lastEntry()
	waits := b.number.end > 0
	cell := last != nil && last.line == b.line && b.cell > last.cell
	switch a.role {
	case roleBracket:
		if a.clock > 0 { // a time alone may be a move
			return waits || cell && b.times == 0
		}
		b.struck = waits
		return a.slight
	case roleText:
		return waits || cell && !b.led && !lists["remarkLeads"].has(b.textOf(a))
	case roleMark:
		return waits || cell && b.textOf(a)[0] == '?'
	case roleSign, roleStray:
		return waits && !a.point && b.textOf(a) != "_"
	}
	return false
}

// goesOn reports whether words contain the next move: its number, or, where rows lack numbers, a
// move at their end. Words that introduce moves not played count only beside the last move.
func (b *builder) goesOn(a *path) bool {
	if a.role != roleKey && (a.role != roleProse || a.said == 0 && !a.damaged || a.again) {
		return false
	}
	text := b.textOf(a)
	if (a.layout != inRows && a.due || b.last == 0) && a.role == roleProse {
		last := text[strings.LastIndexByte(text, ' ')+1:]
		_, n := word.NumberAt(last, 0)
		return isShape(last[n:]) && !hasLead(text)
	}
	if last := b.lastEntry(); a.role == roleProse && last.line == b.line && last.isFirst() {
		return true // they may end before the reply
	}
	due := strconv.Itoa(b.last + 1)
	for at := 0; ; at++ {
		n := strings.Index(text[at:], due)
		if n < 0 {
			return false
		}
		at += n
		before, rest := text[:at], text[at+len(due):]
		if at > 0 && strings.IndexByte(" ([", text[at-1]) < 0 || rest == "" {
			continue
		}
		if next := strings.TrimLeft(rest, " "); strings.IndexByte(".)]", rest[0]) >= 0 || next != rest && shapeAt(next) > 0 {
			last := b.lastEntry()
			begun := last.line == b.line || strings.ContainsFunc(b.read[last.At+last.Len:a.at], unicode.IsLetter) // beside the last move
			return !hasLead(before) || begun
		}
	}
}

// isFirst reports whether an entry is the first ply of its row, so that a reply is due.
func (e *entry) isFirst() bool { return e.number.n != 0 && !e.number.dots }

// isNumbered reports whether the next move number precedes a step that has a move, or digits after
// the number's full stop.
func (b *builder) isNumbered(a *path) bool {
	before, number := trimRight(b.read[:a.at]), " "+strconv.Itoa(b.last+1)
	if a.said == 0 {
		return strings.HasSuffix(before, number+".") && strings.ContainsAny(b.textOf(a), "0123456789")
	}
	return strings.HasSuffix(strings.TrimRight(before, " ."), number)
}

// hasLeadBefore reports whether the sentence up to a step introduces moves not played.
func (b *builder) hasLeadBefore(a *path) bool {
	last, said := b.lastEntry(), b.read[:a.at]
	if end := last.At + last.Len; end < len(said) {
		said = said[end:]
	}
	if ends := longSentenceEnd().FindAllStringIndex(said, -1); ends != nil {
		said = said[ends[len(ends)-1][1]:]
	}
	return hasLead(said)
}

// remarks matches a remark in brackets, which says nothing of the move after it.
var remarks = word.Pattern(`\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\}|\[[^][]*\]`)

// noteSign matches a footnote's sign that begins a line, at the end of a text.
var noteSign = word.Pattern(`\n([(\[]\d{1,2}[)\]]|[` + footnoteMarks + `]+)[ \t]*$`)

// rowEnd matches the end of a sentence or of a move.
var rowEnd = word.Pattern(`(?:\pL{4}|\d)[.!?]$`)

// longSentenceEnd matches the end of a sentence, not of an abbreviation.
var longSentenceEnd = word.Pattern(`\pL{4}[.!?]`)

// hasLead reports whether a text contains a word that introduces or supposes moves not played.
func hasLead(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		w = strings.TrimRight(w, ".,:;")
		return lists["leads"].has(w) || lists["supposed"].has(w) || lists["wishes"].has(w) || lists["unplayed"][word.Fold(w)] == "would"
	})
}

// supposes reports whether a text has a word that introduces moves not played and neither judges a
// move nor gives a reason.
func supposes(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		w = strings.TrimRight(w, ".,:;")
		says, leads := word.LookUp(lists["leads"], w)
		return utf8.RuneCountInString(w) > 2 && (leads && says != "why" && !lists["judging"].has(w) || lists["supposed"].has(w) || lists["wishes"].has(w))
	})
}

// isOdd reports whether a word resembles a damaged move: one with digits or question marks, a
// number where a ply is due, or a word of up to three letters alone in its line.
func (b *builder) isOdd(a *path) bool {
	text := b.textOf(a)
	switch {
	case isYear(text):
		return false
	case strings.Trim(text, "0123456789") == "":
		return a.damaged && a.due
	case utf8.RuneCountInString(text) < 4 && b.isAlone(a):
		return true
	}
	return a.damaged && strings.ContainsAny(text, "0123456789?") && damageCost(text) < maxOdd
}

// isAlone reports whether a step is the only text of a short line.
func (b *builder) isAlone(a *path) bool {
	from := max(0, int(a.at)-maxEdge)
	before := b.read[from:a.at]
	n := strings.LastIndexByte(before, '\n') + 1
	after, _, ends := strings.Cut(b.read[a.end:min(len(b.read), int(a.end)+maxEdge)], "\n")
	return ends && (n > 0 || from == 0) && strings.TrimSpace(before[n:]+after) == ""
}

// isOfWords reports whether a step after n plies, which fill their rows, has numbers beside words
// and no move in letters: "стр. 12-14".
func (b *builder) isOfWords(a *path, n int) bool {
	text, before := b.textOf(a), b.read[max(0, a.at-maxRun):a.at]
	line, _, _ := strings.Cut(b.read[a.at:min(len(b.read), int(a.end)+maxRun)], "\n")
	line = before[strings.LastIndexByte(before, '\n')+1:] + line
	return n%2 == 0 && !a.due && strings.ContainsAny(text, "0123456789") && strings.ContainsFunc(line, isOfWord) &&
		!squaresInside().MatchString(text) && !b.hasMove(text, true)
}

// isOfWord reports whether a character is a letter, or a sign for a word.
func isOfWord(r rune) bool { return unicode.IsLetter(r) || r == '№' || r == '§' }

// addIllegible adds an illegible ply for a step in place of one.
func (b *builder) addIllegible(a *path) {
	b.add(a.place(), nil, noMove)
	b.lastEntry().spot = a.spot
}

// noMeaning reports a step that has no meaning.
func (b *builder) noMeaning(a *path) {
	text := b.textOf(a)
	severity := record.Repaired
	if a == b.passed || a.role == roleNumber || a.role == roleStray && (len(b.entries) == 0 || !a.isDoubtful()) || !squaresInside().MatchString(text) && (a.role == roleKey || a.role == roleProse && a.said == 0 || a.role == roleText && a.said == 0 && !a.damaged) {
		severity = record.Remark
	}
	said := message.Of("grammar.no-meaning", "text", text)
	if a.role == roleProse && a.again {
		said = message.Of("sheet.twice", "word", text)
	} else if a.role == roleNumber && a.side == blackTurn {
		said = message.Of("sheet.counts-plies")
	} else if a.role == roleStray && strings.Contains("([{", text) {
		said = message.Of("sheet.open-bracket")
	}
	b.fault(record.Syntax, severity, a.place(), said)
}

// squaresInside matches two adjacent squares, perhaps with a misplaced sign.
var squaresInside = word.Pattern(`[a-h][-:]?[1-8][-:]?[a-h][-:]?[1-8]`)

func (b *builder) textOf(a *path) string { return b.g.Text[a.at:a.end] }

func (a *path) place() place { return place{int(a.at), int(a.end)} }

// isDoubtful reports whether a step costs so much that it is reported.
func (a *path) isDoubtful() bool {
	if a.role == roleProse && float64(a.extra) >= costNamesAsText {
		return true // names, or a header
	}
	if float64(a.surprise)-float64(a.extra) < maxSilent {
		return false
	}
	switch a.role {
	case roleText:
		return a.cost >= 1.2 || float64(a.surprise) >= 3.5
	case roleProse:
		return a.said > 0 || a.n > 0 // the number that is due
	case roleKey:
		return a.head.tag != "Result" // it ends the game even after a blank line
	case roleBracket, roleNumber, roleStray, roleMark: // not roleNames: b.name reports other players
		return true
	}
	return false
}

// head takes one value of a header.
func (b *builder) head(tag string, p place) {
	text := b.read[p.at:p.end]
	if begun := len(b.entries) > 0; tag == "" || tag == tagFact && begun {
		b.text(p)
		return
	} else if (tag == "White" || tag == "Black") && word.IsDigit(text[0]) && begun {
		tag += "Time" // "Белые: 10 минут"
	}
	switch tag {
	case "FEN":
		b.start = p
		return
	case "Turn":
		if len(b.entries) == 0 {
			side, ok := result.Side(text) // "To move: black"
			if !ok {
				side, _ = position.ReadTurn(text)
			}
			b.turn, b.turned = side, true
		}
		return
	}
	switch b.endProse(); tag {
	case tagFact:
		b.fact(p, text)
	case "White", "Black":
		b.name(tag, text, p.at)
	case "Position":
	default:
		b.tag(tag, plainSpaces(text), p)
	}
}

// fact takes a tournament, place or date without a key.
func (b *builder) fact(p place, text string) {
	tag, value := factTag(text)
	if tag == "Event" && b.g.Variant == record.UnknownVariant {
		b.g.Variant = position.VariantMentioned(value)
	}
	if at := p.at + strings.Index(text, value); b.g.Tag(tag) == "" {
		p = place{at, at + len(value)}
		b.tag(tag, plainSpaces(value), p)
		if tag == "Event" {
			b.match = p
		}
	} else {
		b.remark(text)
	}
}

// matchPlayers takes the players from a match title if nothing else names them.
func (b *builder) matchPlayers() {
	if b.match.end == 0 || b.g.Tag("White") != "" || b.g.Tag("Black") != "" {
		return
	}
	text := b.g.Text[b.match.at:b.match.end]
	n := strings.IndexFunc(text, word.IsSpace) + 1
	if p := splitNames(text[n:], false, false); p.ok && p.white == 0 {
		b.name("White", text[n:][:p.whiteEnd], b.match.at+n)
		b.name("Black", text[n:][p.black:p.blackEnd], b.match.at+n+p.black)
	}
}

// tag adds a tag and applies its variant, result or position to the game.
func (b *builder) tag(name, value string, p place) {
	if value == "" {
		return
	}
	if _, err := position.ParseGameType(value); err == nil && strings.EqualFold(name, "Variant") && word.IsDigit(value[0]) {
		name = "GameType" // "Вид: 40"
	}
	if name == "Variant" && len(b.entries) > 0 && b.g.Variant != record.UnknownVariant && position.ParseVariantName(value) != b.g.Variant {
		b.remark(value) // on the edge of a page
		return
	}
	old := b.g.Tag("Variant")
	b.g.AddTag(record.Tag{Name: name, Value: value, At: p.at})
	switch strings.ToLower(name) {
	case "variant":
		if v := position.ParseVariantName(value); v != record.UnknownVariant {
			if before := position.ParseVariantName(old); before != record.UnknownVariant && before != v {
				b.fault(record.VariantTag, record.Remark, p, message.Of("sheet.second-result", "result", value, "first", old))
			}
			b.g.Variant = v
		} else if why, ok := position.Unruled(value); ok {
			b.fault(record.NoRules, record.Remark, p, why)
		} else if !position.IsAnyVariant(value) {
			_, err := record.ParseVariant(value)
			b.fault(record.VariantTag, record.Remark, p, message.From(err))
		}
	case "gametype":
		t, err := position.ParseGameType(value)
		switch {
		case err != nil || b.g.Variant != record.UnknownVariant:
		case t.Variant() == record.UnknownVariant:
			why, _ := position.Unruled(value)
			b.fault(record.NoRules, record.Remark, p, why)
		default:
			b.g.Variant = t.Variant()
		}
	case "result":
		r, rest, ok := result.Find(value)
		if r.At = p.at; ok {
			b.setResult(r)
		} else if rest = value; strings.Trim(value, "?*-–—−_.… ") != "" && !slices.ContainsFunc(strings.Fields(value), lists["unfinished"].has) {
			b.fault(record.Syntax, record.Remark, p, message.Of("grammar.no-meaning", "text", value))
		}
		b.remark(rest)
	case "fen":
		b.start = p
	}
}

func (b *builder) name(tag, text string, at int) {
	name, title := cutTitle(text)
	p := at + strings.Index(text, name)
	if known := b.g.Tag(tag); known != "" {
		said := message.Of("sheet.second-result", "result", name, "first", known)
		if len(b.entries) > 0 { // as at the head of a second page
			said = message.Of("sheet.other-players", "name", name, "known", known)
		}
		if otherName(known, name) {
			b.fault(record.Syntax, record.Remark, place{p, p + len(name)}, said)
		}
		if len(b.entries) > 0 {
			return
		}
	}
	b.g.Tags = append(b.g.Tags, record.Tag{Name: tag, Value: plainSpaces(name), At: p})
	if title != "" {
		b.g.Tags = append(b.g.Tags, record.Tag{Name: tag + "Title", Value: title, At: at + strings.Index(text, title)})
	}
}

// plainSpaces returns a header's value with one space between words and no invisible characters.
func plainSpaces(value string) string {
	return strings.Join(strings.FieldsFunc(strings.Map(func(r rune) rune {
		if unseen(r) || r == 0x200b {
			return -1
		}
		return r
	}, value), word.IsSpace), " ")
}

// unescaped resolves the escapes in the quoted value of a tag pair, whose spaces are kept.
var unescaped = strings.NewReplacer(`\"`, `"`, `\\`, `\`, "\u00a0", " ", "\u200b", "")

func (b *builder) result(p place, r record.Result) {
	b.endProse()
	if n := b.number; n.end > 0 && len(b.entries) > 0 && isFigure(b.read[n.at:n.end]) && strings.IndexByte(b.read[n.end:p.at], '\n') >= 0 {
		b.number = number{}
		b.spoilt(n.place) // a number alone in its line, without a point, may be of a move
	}
	r.At = p.at
	if result.Alike(r.Text) > 0 {
		b.fault(record.LookAlike, record.Repaired, p, message.Of("grammar.read-as", "text", r.Text, "to", result.PlainScore(r.Text)))
	}
	b.setResult(r)
	b.ended, b.over = b.ended || len(b.entries) > 0, p
	b.number = number{}
}

// setResult takes a result. A second one completes the first: "Черные сдались. Счет 24:0".
func (b *builder) setResult(r record.Result) {
	old := &b.g.Result
	if old.Text == "" {
		*old = r
		return
	}
	agree := r.Outcome == record.NoResult || old.Outcome == record.NoResult || old.Outcome == record.Unfinished || resultSign(*old) == resultSign(r)
	if old.Manner == record.Unstated && agree {
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
		b.fault(record.ResultMismatch, record.Remark, place{r.At, r.At + len(r.Text)},
			message.Of("sheet.second-result", "result", r.Text, "first", old.Text))
	}
}

// resultSign returns 1 if White has more points, -1 if Black has, and 0 if they are equal.
func resultSign(r record.Result) int {
	switch r.Outcome {
	case record.WhiteWins:
		return 1
	case record.BlackWins:
		return -1
	}
	return cmp.Compare(r.White, r.Black)
}

// variant returns the variant for which the position is read.
func (b *builder) variant() record.Variant { return cmp.Or(b.g.Variant, b.defaultVariant) }

// outcome infers the loser if the record states only the manner: the side or player named earlier
// in the sentence, otherwise the side to move, resigns or oversteps the time.
func (b *builder) outcome() {
	r := &b.g.Result
	if won := b.said.Outcome == record.WhiteWins || b.said.Outcome == record.BlackWins; won && r.Text != "" {
		b.setResult(b.said)
	} else if r.Text == "" {
		if *r = b.said; r.Text != "" && b.misspelt != "" {
			b.fault(record.Syntax, record.Repaired, place{r.At, r.At + len(r.Text)}, message.Of("grammar.read-as", "text", r.Text, "to", b.misspelt))
		}
	}
	if r.Text == "" || r.Outcome != record.NoResult || b.broken() {
		return
	}
	toMove := b.variant().First()
	if b.g.Start != nil {
		toMove = b.g.Start.Turn
	}
	if len(b.g.Plies)%2 == 1 {
		toMove = toMove.Other()
	}
	r.Outcome = record.BlackWins
	if b.namedBefore(r.At, toMove) == record.Black {
		r.Outcome = record.WhiteWins
	}
}

// namedBefore returns the side whose colour or player the sentence names before an offset, or
// side if it names neither or both.
func (b *builder) namedBefore(at int, side record.Colour) record.Colour {
	said := b.g.Text[:min(at, len(b.g.Text))]
	said = said[max(strings.LastIndexByte(said, '\n'), strings.LastIndex(said, ". "))+1:]
	var named [2]bool
	parts := func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }
	for w := range strings.FieldsFuncSeq(said, parts) {
		for side, tag := range colours {
			names := strings.FieldsFunc(b.g.Tag(tag), parts)
			named[side] = named[side] || word.HeaderTag(w) == tag || len(w) > 3 && slices.Contains(names, w)
		}
	}
	if named[record.White] != named[record.Black] {
		return record.Colour(slices.Index(named[:], true))
	}
	return side
}

// broken reports whether the sheet has a fault of severity Illegal or worse.
func (b *builder) broken() bool {
	stops := func(f record.Fault) bool { return f.Severity >= record.Illegal }
	return slices.ContainsFunc(b.g.Faults[b.faults:], stops)
}
