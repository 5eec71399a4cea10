package sheet

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// lastEntry returns the entry that marks and comments attach to, or nil if there is none.
func (b *builder) lastEntry() *entry {
	if len(b.entries) == 0 {
		return nil
	}
	return &b.entries[len(b.entries)-1]
}

func (e *entry) note() *record.Notes {
	if e.Note == nil {
		e.Note = new(record.Notes)
	}
	return e.Note
}

// mark takes marks: !?, +-, $5, and the = of a draw offer.
func (b *builder) mark(p place, text string) {
	e := b.lastEntry()
	switch {
	case b.prose.end > 0: // "хорошо!"
		b.prose.end = p.end
		return
	case b.number.end > 0 || e == nil: // "5. ! b6-c5"
		b.remark(text)
		return
	}
	note := e.note()
	switch n, err := strconv.Atoi(strings.TrimPrefix(text, "$")); {
	case text[0] == '$' && err == nil:
		note.NAGs = append(note.NAGs, n)
	case text[0] == '$' || len(note.Marks) >= maxMarks: // the rest remain only in the game's text
	case text == "*":
		note.Marks = append(note.Marks, text)
	case isSolved(text):
		note.Marks = append(note.Marks, "x")
	case word.MarkAt(text) == 0: // of a footnote
		annotate(note, text)
	default:
		_, marks, draw := word.CutMarks(text)
		note.Marks = append(note.Marks, marks...)
		note.DrawOffer = note.DrawOffer || draw
	}
}

// comment takes text in brackets or a time.
func (b *builder) comment(p place, text string) {
	b.endProse()
	inner := text
	if strings.IndexByte("({[", text[0]) >= 0 {
		if isRemark(text) {
			b.remark(trimSpace(text[len(remarkOpen) : len(text)-len(remarkClose)]))
			return
		}
		inner = trimSpace(text[1 : len(text)-1])
		if fen, ok := strings.CutPrefix(inner, setupMark); ok && b.setup == "" && !b.ended {
			b.setup = fen
			return
		}
		if e := b.lastEntry(); e != nil && !b.ended && b.number.end == 0 { // "(исправлено на c3-d4)"
			if said, to := correctionTo(inner); to != "" {
				b.corrected(e, said, to)
				return
			}
		}
	}
	if r, ok := result.Parse(inner); ok && b.ended && !isOfMatch(r) {
		r.At = p.at
		b.setResult(r) // "(просрочили время)"
	}
	if inner != text {
		_, nags := nagsSaid()
		if nag, ok := nags[inner]; ok && b.lastEntry() != nil && b.number.end == 0 {
			note := b.lastEntry().note()
			note.NAGs = append(note.NAGs, nag)
			return
		}
		b.aside(p, inner)
	}
	b.remark(inner)
}

// setupMark begins a bracket with the position that is set up before the next move.
const setupMark = "FEN: "

// reply takes a move in brackets with its marks and branch names.
func (b *builder) reply(p place, text string, w *record.Word) {
	move, marks, branches, _ := replyIn(trimSpace(text[1 : len(text)-1]))
	at := p.at + strings.Index(text, move)
	b.add(place{at, at + len(move)}, w, nil)
	if len(marks) > 0 {
		b.lastEntry().note().Marks = marks
	}
	if branches != "" {
		b.lastEntry().note().Comments = []string{branches}
	}
}

// replyIn splits the content of brackets into a move, its marks and capitals that name branches.
func replyIn(inside string) (move string, marks []string, branches string, ok bool) {
	if i := strings.IndexFunc(inside, word.IsSpace); i > 0 {
		inside, branches = inside[:i], trimSpace(inside[i:])
		if utf8.RuneCountInString(branches) > 4 || branches != strings.ToUpper(branches) || strings.ContainsAny(branches, "0123456789") {
			return "", nil, "", false
		}
	}
	move, marks, _ = word.CutMarks(inside)
	return move, marks, branches, isShape(move)
}

// within takes the remarks inside a move's word.
func (b *builder) within(e *entry, text string) {
	_, inside := spacedMove(text)
	for i, p := range inside {
		before := without(text[:p.at], inside[:i])
		step := 0
		if w, err := b.words.Parse(before); err == nil {
			step = len(w.Steps) - 1
		}
		note := e.note()
		note.Inside = append(note.Inside, record.Inside{Step: step, Text: trimSpace(text[p.at+1 : p.end-1])})
	}
}

// remark attaches a comment to the current place: the last move, the next one, or the game.
func (b *builder) remark(text string) {
	if text == "" {
		return
	}
	e := b.lastEntry()
	switch {
	case b.ended:
		b.g.After = append(b.g.After, text)
	case b.number.end > 0 && e != nil:
		b.before = append(b.before, text)
	case e == nil:
		b.g.Before = append(b.g.Before, text)
	default:
		annotate(e.note(), text)
	}
}

// saysResult keeps a result that a remark after the moves states, "Победил Иванов", or ends with,
// "Белые остановили часы. 1-0". It becomes the game's result if the text has no other.
func (b *builder) saysResult(p place) {
	if len(b.entries) == 0 || p.end-p.at > result.MaxLen {
		return
	}
	text := b.read[p.at:p.end]
	whole := strings.TrimRight(text, ".!")
	if i := strings.LastIndexAny(whole, ".,") + len(". "); i > len(". ") && i < len(whole) && whole[i-1] == ' ' && (whole[i-len(". ")] == '.' || word.IsDigit(text[i])) {
		r, n := result.Match(whole[i:])
		sure := word.IsDigit(text[i]) || r.Outcome == record.Draw ||
			r.Outcome != record.NoResult && !strings.ContainsAny(text, "0123456789") // otherwise of a variation
		if sure && n > 0 && i+n == len(whole) && !isOfMatch(r) {
			if text[i-len(". ")] == '.' {
				r.At = p.at + i
				b.said = r
				return
			}
			text = text[:i-len(", ")] // "Петров сдался, 1-0"
		}
	}
	words := nameWords(text)
	for k, tag := range colours {
		player, other := nameWords(b.g.Tag(tag)), nameWords(b.g.Tag(colours[1-k]))
		said, named := "", false
		for _, w := range words {
			name := strings.Trim(w, ".,!")
			switch {
			case partOf(player, name) && !partOf(other, name):
				said, named = said+" "+strings.ToLower(tag), true
			case named && slices.ContainsFunc(other, func(n string) bool { return len(n) > len("И.") && strings.HasPrefix(name, n) }):
				// "Иванов победил Петрова"
			default:
				said += " " + w
			}
		}
		r, ok := result.Parse(said)
		if !ok {
			r, ok = result.Parse("1-0" + said) // "1-0", "в пользу Петрова"
		}
		if ok && named {
			r.At, r.Text = p.at, text
			b.said = r
			return
		}
	}
	// "Черные сдались: теряется столб", "Через несколько ходов черные сдались."
	first := text
	if i := strings.IndexAny(text, ",:;(–—"); i > 0 {
		first = trimRight(text[:i])
	}
	end := cmp.Or(endOf(text), endOf(first))
	words = append(strings.Fields(text), "")
	if endOf(first).Manner == record.Resigned {
		words = append(strings.Fields(first), "") // "Белые сдались, не дожидаясь конца"
	}
	for i, w := range words[:len(words)-1] {
		w, next := strings.Trim(w, ".,:;"), strings.Trim(words[i+1], ".,:;")
		kind, lead := word.LookUp(lists["leads"], w)
		offered := lists["offers"].has(w) && end.Manner != record.Agreed && (len(w) > len("на") || KnownWord(next)) // "на ничью", and not "на этом"
		if offered || lists["supposed"].has(w) || lists["refusals"].has(w) || lead && kind != "why" || strings.ContainsAny(w, "0123456789") && !lists["moveWords"].has(next) {
			return
		}
	}
	r, n := result.Match(first)
	if n == 0 || word.IsDigit(first[0]) || n < len(first) && r.Outcome != record.Draw && r.Manner != record.Resigned {
		r = end
	}
	if b.misspelt = ""; r.Outcome == record.NoResult {
		if b.misspelt = result.Misspelt(text); b.misspelt == "" {
			return
		}
		r, _ = result.Parse(b.misspelt)
	}
	r.At, r.Text = p.at, text
	b.said = r
}

// endOf returns the result at the end of a sentence: "В этой позиции белые сдались".
func endOf(text string) record.Result {
	if _, known := word.LookUp(result.Words, strings.Trim(text[afterBlank(text):], ".!")); !known {
		return record.Result{} // the usual case
	}
	words, draw := strings.Fields(text), ""
	for _, w := range words {
		if w = strings.Trim(w, ".,"); result.Words[word.Fold(w)] == "Draw" {
			draw = " " + w
		}
	}
	for n := 2; n <= min(len(words), len("1234")); n++ {
		last := strings.TrimRight(strings.Join(words[len(words)-n:], " "), ".!")
		r, ok := result.Parse(last)
		if !ok { // "Белые предложили ничью, черные согласились"
			r, ok = result.Parse(last + draw)
		}
		if ok && (r.Manner == record.Resigned || r.Manner == record.Agreed) {
			return r
		}
	}
	return record.Result{}
}

// initials matches the initials of a name.
var initials = word.Pattern(`(?:^|[ \t])(?:\p{Lu}\. ?)+`)

// nameWords returns the words of a text without initials.
func nameWords(text string) []string {
	return strings.Fields(initials().ReplaceAllString(text, " "))
}

// partOf reports whether a word is one of a name, or its genitive: "Победа Петрова".
func partOf(name []string, w string) bool {
	return utf8.RuneCountInString(w) > 1 && (slices.Contains(name, w) || slices.Contains(name, strings.TrimSuffix(w, "а")))
}

// text takes words that are not moves, with everything between them in the line.
func (b *builder) text(p place) {
	if b.prose.end == 0 {
		b.prose = p
		if o := b.opening; o.end > 0 && o.at < p.at && trimSpace(b.g.Text[o.end:p.at]) == "" {
			b.prose.at = o.at
		}
	}
	b.prose.end = p.end
}

// sign takes a sign without a meaning of its own; it may belong to words.
func (b *builder) sign(p place) {
	switch {
	case b.prose.end == p.at && p.at > 0:
		b.prose.end = p.end
	case b.opening.end == p.at && p.at > 0:
		b.opening.end = p.end
	case p.at == 0 || word.IsSpace(rune(b.g.Text[p.at-1])):
		b.opening = p
	}
}

// endProse ends the current prose and attaches it.
func (b *builder) endProse() {
	if b.prose.end == 0 {
		return
	}
	p := b.prose
	b.prose = place{}
	p.end = p.at + len(trimRight(b.read[p.at:p.end])) // without markup at its end
	text := b.g.Text[p.at:p.end]
	isOther := func(w string) bool { return !lists["postForm"].has(strings.TrimRight(w, ".:")) }
	if len(b.entries) == 0 && !slices.ContainsFunc(strings.Fields(text), isOther) {
		return // the printed head of a form for games by post: "На ход"
	}
	b.saysResult(p)
	if len(b.entries) == 0 && b.gone.end == 0 && word.Illegible(text) {
		b.gone = p
	}
	b.remark(text)
}

// clockParts matches a time beside a move, perhaps followed by the other side's clock.
var clockParts = word.Pattern(`^(\d+)[:.-](\d\d(?::\d\d)?)(?:/(\d+)[:.-](\d\d))?$`)

// clockCommand returns PDN's command for a time with hours, or both clocks, beside a move; else "".
func clockCommand(a *path, text string) string {
	m := clockParts().FindStringSubmatch(strings.Trim(text, "()[]{}"))
	if a.clock == noClock || m == nil {
		return ""
	} else if m[3] != "" {
		return "[%clock w" + m[1] + ":" + m[2] + " b" + m[3] + ":" + m[4] + "]"
	}
	return "[%clk " + m[1] + ":" + m[2] + "]"
}

// commands are PDN's commands that sheets write in words; the first timeCommands have times.
var commands = []string{"clk", "clock", "emt", "egt", "mct", "post", "eval", "cal", "csl"}

const timeCommands = 5

// command matches a command with a value, such as [%clk 1:55:21].
var command = word.Pattern(`\[%(\w+) ([^\]]*)\]`)

// inWords returns a comment with its commands in words where the vocabulary has them.
func inWords(l message.Language, comment string) string {
	return command().ReplaceAllStringFunc(comment, func(text string) string {
		m := command().FindStringSubmatch(text)
		if !slices.Contains(commands, m[1]) {
			return text
		}
		return written[m[1]][l] + ": " + m[2]
	})
}

// commandOf returns the command that a comment expresses in words, if any.
func commandOf(comment string) (string, bool) {
	words, value, ok := strings.Cut(comment, ": ")
	i := slices.IndexFunc(commands, func(name string) bool { return slices.Contains(written[name], words) })
	if !ok || i < 0 || strings.ContainsAny(value, "[]\r\n") || i < timeCommands && strings.Trim(value, "0123456789:.wb ") != "" {
		return "", false // "часы: идут" is not a command
	}
	return "[%" + commands[i] + " " + value + "]", true
}

// annotate adds a comment to a move, or the command or diagram that it expresses.
func annotate(note *record.Notes, text string) {
	if said, ok := commandOf(text); ok {
		word.AddCommands(note, said)
		return
	}
	if rest, taken := word.Commands(text); rest == "" {
		word.AddCommands(note, taken...)
		return
	}
	if slices.Contains(written["diagram"], text) {
		note.Diagram = true
		return
	}
	note.Comments = append(note.Comments, text)
}

// aside records bracketed text after the last move so far if it contains only moves and words of
// certainty: the game may continue with them. The board decides (record.Aside).
func (b *builder) aside(p place, inner string) {
	if b.ended || b.number.end > 0 || b.asideAt == len(b.entries)+1 || len(inner) > maxAside {
		return
	}
	from := 0
	if e := b.lastEntry(); e != nil {
		from = e.At + e.Len
	}
	// From the end: the line before it may be long.
	before := strings.TrimRight(b.g.Text[from:p.at], " \t\u00a0|;,.\"?!")
	if before != "" && !word.IsEnd(before[len(before)-1]) {
		return
	}
	due, second := b.last, true
	if n := len(b.entries); n == 0 || b.entries[n-1].number.n == 0 || b.entries[n-1].number.dots {
		due, second = due+1, false
	}
	w, said, ok := asideMoves(inner, due, second, b.words.Parse)
	if !ok {
		return
	}
	if w == nil {
		w = &record.Word{Text: said}
	}
	at := p.at + max(strings.Index(b.g.Text[p.at:p.end], said), 0)
	b.g.Aside, b.asideAt = &record.Ply{Word: w, At: at, Len: len(said)}, len(b.entries)+1
}

// asideMoves parses brackets that contain only moves and returns the first one and its text. Its
// number, if any, must be the next one, with dots if second is set. w is nil if it is illegible.
func asideMoves(text string, due int, second bool, parse func(string) (*record.Word, error)) (w *record.Word, said string, ok bool) {
	for i := 0; i < len(text); {
		if strings.IndexByte(" \t\r\n,;|.\"'?!()[]", text[i]) >= 0 {
			i++
			continue
		}
		rest := text[i:]
		if n, digits, end := numberAt(rest); end > digits {
			dots := dotsLen(rest[digits:])
			if !ok && (n != due || dots > 0 != second) {
				return nil, "", false
			}
			i += max(end, digits+dots)
			continue
		}
		n := shapeAt(rest)
		if n == 0 {
			n = lenTo(rest, " \t\r\n,;|\"()[]")
			_, result := result.Parse(strings.TrimRight(rest[:n], "?!"))
			if result || lists["asideWords"].has(strings.TrimRight(rest[:n], ".:?!")) || clockForm().MatchString(rest[:n]) {
				i += n
				continue
			}
			if valueForm().MatchString(rest[:n]) || !strings.ContainsAny(rest[:n], "0123456789") || damageCost(strings.TrimRight(rest[:n], ".,;!")) >= maxOdd {
				return nil, "", false
			}
		}
		if !ok {
			ok, said = true, rest[:n]
			move, _, _ := word.CutMarks(said)
			w, _ = parse(move) // nil if illegible
		}
		i += n
	}
	return w, said, ok
}

// valueForm matches a number or an engine's evaluation: -0.35/14, #-5.
var valueForm = word.Pattern(`^[-+−–±#]*\d+(?:[.,]\d+)?(?:/\d+)?$`)

// A remark that would be read as a continuation of the game has braces in its brackets: ({h6-g5}).
const remarkOpen, remarkClose = "({", "})"

// isRemark reports whether text in brackets is certain to be a remark.
func isRemark(text string) bool {
	return len(text) > len(remarkOpen)+len(remarkClose) && strings.HasPrefix(text, remarkOpen) && strings.HasSuffix(text, remarkClose)
}

// certain returns a comment in brackets that make it read as a comment even if it could be a
// result, a correction or a placeholder for a move, or, at the end of the game, a move played.
func (w *sheetWriter) certain(text string) string {
	whole := bracketed(text)
	inside := whole[1 : len(whole)-1]
	r, sure := result.Parse(inside)
	sure = sure && r.Outcome != record.Unfinished || w.vacant || isRemark(whole) || isCorrection(inside) || word.Illegible(inside) ||
		(whole[0] == '[' || w.ending) && isShape(inside) ||
		strings.Trim(inside, "?.…-–— ") == "" && (whole[0] != '(' || w.ending || strings.Trim(inside, "?") != "" || inside == "")
	if _, damaged := moveAside(inside); w.ending && damaged {
		sure = true
	} else if w.ending && !sure {
		next, leads := w.number(len(w.g.Plies))
		_, _, sure = asideMoves(inside, next, !leads, word.Parse)
	}
	if !sure {
		return whole
	}
	said := remarkOpen + inside + remarkClose
	if pairs := (&arcs{text: said}); pairs.partner(0) == len(said) && pairs.partner(1) == len(said)-1 {
		return said
	}
	return whole
}

// correction returns the length of words at the start of a text that introduce a correction of
// the move before it: "исправлено на", "recte", "т.е.", "→".
func correction(text string, brackets bool) (n int) {
	said, that := false, false
	for i, words := 0, 0; i < len(text) && words < maxCorrectionWords; words++ {
		i = word.SkipBlank(text, i)
		k := lenTo(text[i:], " \t")
		w := text[i : i+k]
		core := strings.Trim(w, ".,:;!?«»\"'")
		switch says, known := word.LookUp(lists["corrections"], core); {
		case !known && slices.Contains([]string{"→", "⟶", "⇒", "->", "=>"}, w), says == "corrects", says == "beside" && !brackets, says == "is" && that,
			says == "colon" && strings.HasSuffix(w, ":"):
			said = true
		case says == "colon", !known && strings.Trim(w, "-–—,.") != "":
			return n
		}
		if i += k; said {
			n = i
		}
		that = core == "то" || core == "т"
	}
	return n
}

// corrected makes a corrected move illegible, unless the correction is the same move.
func (b *builder) corrected(e *entry, text, to string) {
	annotate(e.note(), text+" "+to)
	if w, err := b.words.Parse(to); err == nil && e.Word != nil && sameMove(e.Word.Steps, w.Steps) {
		return
	}
	e.Word = nil
	e.slip = &record.Fault{Code: record.IllegibleMove, Message: message.Of("sheet.corrected", "word", to), Suggestions: []string{to}}
}

// sameMove reports whether two words are the same move, one perhaps abbreviated: cd4, c3-d4.
func sameMove(a, b []record.Step) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(s record.Step) bool { return s.Number > 0 }) && slices.EqualFunc(a, b, func(s, t record.Step) bool {
		return (s.File == t.File || s.File < 0 || t.File < 0) && (s.Rank == t.Rank || s.Rank < 0 || t.Rank < 0)
	})
}

// correctionTo splits a text that is only a correction: "исправлено на", "c3-d4".
func correctionTo(text string) (said, to string) {
	n := correction(text, true)
	to = strings.TrimRight(trimSpace(text[n:]), ".!?")
	if n == 0 || strings.Trim(to, "0123456789") == "" || damageCost(to) >= maxOdd { // "→ 41" is a NAG
		return "", ""
	}
	return text[:n], to
}

// isCorrection reports whether a text is only a correction.
func isCorrection(text string) bool {
	_, to := correctionTo(text)
	return to != ""
}
