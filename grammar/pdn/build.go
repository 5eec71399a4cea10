package pdn

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/grammar/position"
	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// maxPDNRemarks is how many faults a game gets for its syntax and its words; a
// text that is no PDN at all would have one a character.
const maxPDNRemarks = 50

// pdnBuilder makes a game of the tokens of PDN in their order: it gives every
// comment, NAG and variation to its move and counts the moves.
type builder struct {
	r *Reader
	g *record.Game

	name    string // of the tag whose value comes next
	line    pdnMoves
	above   []pdnMoves // the lines of which line is a variation, outermost first
	setup   string     // the position set up before the first move
	setupAt int
	result  pdnEnd // the first result or *
	star    int    // where a * is glued to a move, -1 for nowhere
	end     int    // where the last token ends
	remarks int
	stopped bool // a fault was told that stops the game

	gameType    *GameType  // what the tag GameType says of board and notation, nil for nothing
	gameTypeTag record.Tag // the tag
	reading     reading    // how the record names its squares

	unruled     bool   // a tag names a game that has no rules here
	said        string // why the game was carried over, "" where it was not
	saidAt      int    // where the token before that ends
	misnumbered bool   // a wrong number was told
	semicolons  bool   // comments behind ; were told
}

func newPDNBuilder(r *Reader, g *record.Game) builder {
	return builder{r: r, g: g, line: pdnMoves{count: 1, plies: g.Plies[:0]}, star: -1}
}

// pdnEnd is a result as the movetext has it.
type pdnEnd struct {
	text string
	at   int
}

// pdnMoves is a line of moves, the game's or a variation's.
type pdnMoves struct {
	at         int // of the ( of a variation
	plies      []record.Ply
	number     string // a number that waits for its move, "" for none
	numberAt   int
	gap        bool     // points stand for that move
	before     []string // comments that wait for the next move
	setup      string   // a position that waits for it
	setupText  string
	variations [][]record.Ply // variations that wait for it, having none before
	varied     bool           // a variation stands behind the last move

	// The number of the next move, and whether it is the second of its pair.
	count  int
	second bool
}

// token takes the next token.
func (b *builder) token(kind lexer.TokenType, at int, text string) {
	if b.star >= 0 {
		b.starred(kind, text)
	}
	switch kind {
	case pdnTagOpen, pdnTagClose:
	case pdnTagName:
		b.name = text
	case pdnTagValue:
		b.tag(at, text)
	case pdnBadTag:
		b.badTag(at, text)
	case pdnNumber:
		b.lone()
		b.line.number, b.line.numberAt = text, at
	case pdnWord:
		b.word(at, text)
	case pdnUnknown:
		b.unknown(at, text)
	case pdnEllipsis:
		b.ellipsis()
	case pdnStrength:
		b.strength(at, text)
	case pdnNAG:
		b.nag(text)
	case pdnComment:
		b.comment(text[1 : len(text)-1])
	case pdnOpenComment:
		b.openComment(at, text)
	case pdnLine:
		b.comment(text)
	case pdnSemicolon:
		if !b.semicolons {
			b.semicolons = true
			b.remark(at, 1, text[:1], "a comment behind ; is PGN's; PDN has comments in {}")
		}
		b.comment(text[1:])
	case pdnSetup:
		b.position(at, text)
	case pdnOpen:
		b.open(at)
	case pdnClose:
		b.close()
	case pdnResult, pdnStar:
		b.ending(kind, at, text)
	case pdnTooDeep:
		b.fault(record.Fault{Code: record.TooLarge, At: at, Len: 1, Word: "(",
			Message: fmt.Sprintf("variations are nested more than %d deep; this one is left out", maxPDNDepth)})
	case pdnTooLong:
		b.stop(record.Fault{Code: record.TooLarge, Severity: record.Unreadable, At: at,
			Message: fmt.Sprintf("the game has more than %d words, signs and comments; what follows is not read", maxPDNTokens)})
	default:
		b.stray(at, text)
	}
	b.end = at + len(text)
}

func (b *builder) fault(f record.Fault) {
	if f.Code == record.Syntax && f.Severity == record.Remark || f.Code == record.UnreadableWord {
		if b.remarks++; b.remarks > maxPDNRemarks && (f.Severity < record.Illegal || b.stopped) {
			return
		}
	}
	b.stopped = b.stopped || f.Severity >= record.Illegal && f.Ply > 0
	b.g.Faults = append(b.g.Faults, f)
}

func (b *builder) remark(at, n int, word, message string) {
	b.fault(record.Fault{Code: record.Syntax, At: at, Len: n, Word: word, Message: message})
}

// stop adds a fault that stops the game where the reading has come to.
func (b *builder) stop(f record.Fault) {
	f.Ply = len(b.main().plies) + 1
	b.fault(f)
}

// main returns the line of the game itself.
func (b *builder) main() *pdnMoves {
	if len(b.above) > 0 {
		return &b.above[0]
	}
	return &b.line
}

func (b *builder) tag(at int, text string) {
	value := text
	if strings.ContainsAny(text, "\\\"") {
		var bare bool
		if value, bare = pdnUnescape(text); bare {
			b.remark(at, len(text), text, `a quotation mark within a tag's value is written \"`)
		}
	}
	b.g.Tags = append(b.g.Tags, record.Tag{Name: b.name, Value: value, At: at})
}

// pdnUnescape returns what a string between quotation marks says, and whether
// it has a quotation mark that is not escaped. Only these and backslashes are:
// any other backslash stands for itself.
func pdnUnescape(text string) (value string, bare bool) {
	var s strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\') {
			i++
			c = text[i]
		} else if c == '"' {
			bare = true
		}
		s.WriteByte(c)
	}
	return s.String(), bare
}

// badTag takes what can be taken of a line that begins like a tag pair.
func (b *builder) badTag(at int, text string) {
	if b.begun() {
		b.remark(at, len(text), text, "a tag among the moves; tags stand before them")
		b.comment(text)
		return
	}
	b.remark(at, len(text), text, `not a tag pair; expected [Name "value"]`)
	i := skipPDNBlanks(text, 1)
	name := i
	for i < len(text) && isTagByte(text[i]) {
		i++
	}
	value := strings.Trim(text[i:], " \t")
	value = strings.TrimRight(strings.TrimSuffix(value, "]"), " \t")
	value = strings.TrimSuffix(strings.TrimPrefix(value, `"`), `"`)
	value, _ = pdnUnescape(value)
	b.g.Tags = append(b.g.Tags, record.Tag{Name: text[name:i], Value: value, At: at + i})
}

// begun says whether the movetext has begun.
func (b *builder) begun() bool {
	m := b.main()
	return len(b.above) > 0 || len(m.plies) > 0 || m.number != "" || b.result.text != ""
}

// note returns the notes of the line's last move.
func (m *pdnMoves) note() *record.Notes { return plyNotes(&m.plies[len(m.plies)-1]) }

func plyNotes(p *record.Ply) *record.Notes {
	if p.Note == nil {
		p.Note = new(record.Notes)
	}
	return p.Note
}

// lone tells of a number that has no move.
func (b *builder) lone() {
	if n := b.line.number; n != "" && !b.line.gap {
		b.remark(b.line.numberAt, len(n), n, fmt.Sprintf("the number %s has no move", n))
	}
	b.line.number, b.line.gap = "", false
}

func (b *builder) word(at int, text string) {
	m := &b.line
	if m.number == "" && len(text) <= 3 && strings.Trim(text, "0123456789") == "" {
		if n, _ := strconv.Atoi(text); n == m.count && !m.second && n > 0 {
			b.remark(at, len(text), text, "a move's number without its full stop")
			m.number, m.numberAt = text, at
			return
		}
	}
	w, err := b.r.Words.Parse(text)
	if err != nil {
		if w = fourDigits(b.r.Words, text); w == nil {
			w = &record.Word{Text: text}
			b.unreadable(at, text, err.Error())
		}
	}
	b.ply(w, at, len(text))
}

// unreadable tells of a word that is no move. One in a variation harms
// nothing.
func (b *builder) unreadable(at int, text, message string) {
	f := record.Fault{Code: record.UnreadableWord, At: at, Len: len(text), Word: text, Message: message}
	if len(b.above) > 0 {
		b.fault(f)
		return
	}
	f.Severity = record.Unreadable
	b.stop(f)
}

// fourDigits reads a move in numbers without a sign, 3228, which is met in
// practice though no grammar has it; nil where the text is none.
func fourDigits(words *word.Table, text string) *record.Word {
	if len(text) != 4 || strings.Trim(text, "0123456789") != "" {
		return nil
	}
	w, err := words.Parse(text[:2] + "-" + text[2:])
	if err != nil {
		return nil
	}
	return &record.Word{Text: text, Steps: w.Steps}
}

// unknown reads a dash in place of a move that nobody knows. A row of them is
// told of once.
func (b *builder) unknown(at int, text string) {
	m := &b.line
	again := false
	if n := len(m.plies); n > 0 {
		last := m.plies[n-1].Word
		again = len(last.Steps) == 0 && strings.Trim(last.Text, "-–—−") == ""
	}
	if !again {
		b.unreadable(at, text, "a dash for a move that is not known; a game can be replayed only up to there")
	}
	b.ply(&record.Word{Text: text}, at, len(text))
}

// ply adds a move to the line, with all that waits for it.
func (b *builder) ply(w *record.Word, at, n int) {
	m := &b.line
	number := b.number()
	m.plies = append(m.plies, record.Ply{Word: w, At: at, Len: n})
	m.varied = false
	if number != 0 || m.before != nil || m.variations != nil || m.setup != "" {
		note := m.note()
		note.Number, note.Before, note.Variations, note.Setup = number, m.before, m.variations, m.setup
		m.before, m.variations, m.setup, m.setupText = nil, nil, "", ""
	}
	if m.second {
		m.count++
	}
	m.second = !m.second
}

// number takes the number that stands before a move, and returns it where it
// is not the one that counting gives.
func (b *builder) number() int {
	m := &b.line
	if m.number == "" {
		return 0
	}
	digits := strings.TrimRight(m.number, ".")
	dots := len(m.number) - len(digits)
	n, _ := strconv.Atoi(digits)
	text := m.number
	m.number, m.gap = "", false
	second := dots >= 3 || m.second && n == m.count
	if n == m.count && second == m.second {
		return 0
	}
	if first := len(b.above) == 0 && len(m.plies) == 0; first || m.setup != "" {
		// What goes on from a position may begin with any number.
		odd := n != m.count
		m.count, m.second = n, second
		if !odd {
			return 0
		}
		return n
	}
	// Where Black begins, "1. 35-40 2. 45x34" gives the first number to one
	// move.
	if !b.misnumbered && !(len(b.above) == 0 && len(m.plies) == 1 && n == m.count+1) {
		b.misnumbered = true
		b.fault(record.Fault{Code: record.MoveNumber, At: m.numberAt, Len: len(text), Word: text,
			Message: fmt.Sprintf("the number %s where %s was expected", text, pdnNumberText(m.count, m.second))})
	}
	m.count, m.second = n, second
	return n
}

func pdnNumberText(n int, second bool) string {
	if second {
		return strconv.Itoa(n) + "..."
	}
	return strconv.Itoa(n) + "."
}

// ellipsis reads the three points that stand for the other side's move.
func (b *builder) ellipsis() {
	m := &b.line
	if m.number != "" {
		m.number = strings.TrimRight(m.number, ".") + "..."
		m.gap = true
		return
	}
	m.second = true
}

func (b *builder) strength(at int, text string) {
	m := &b.line
	if len(m.plies) == 0 || m.number != "" {
		b.stray(at, text)
		return
	}
	note := m.note()
	if strings.ContainsAny(text, "!?") {
		note.Marks = append(note.Marks, text)
		return
	}
	b.remark(at, len(text), text, "a sheet's mark; PDN has NAGs for it")
	if text == "=" {
		note.DrawOffer = true
	} else {
		note.Marks = append(note.Marks, text)
	}
}

// nag reads a NAG. One that stands before any move is kept as a comment.
func (b *builder) nag(text string) {
	m := &b.line
	if len(m.plies) == 0 {
		b.comment(text)
		return
	}
	n, _ := strconv.Atoi(text[1:])
	note := m.note()
	note.NAGs = append(note.NAGs, n)
}

// comment reads a comment, without its brackets. It belongs to the move before
// it; but one behind a move's number, a variation or a position set up to the
// move behind it.
func (b *builder) comment(text string) {
	if b.said != "" {
		b.g.After = append(b.g.After, text) // as it is: its lines are the record's
		return
	}
	text = foldPDNLines(text)
	m := &b.line
	switch {
	case len(b.above) == 0 && b.carried(text):
		b.said, b.saidAt = text, b.end
		b.g.After = append(b.g.After, text)
	case b.result.text != "" && len(b.above) == 0:
		b.g.After = appendText(b.g.After, text)
	case len(b.above) == 0 && len(m.plies) == 0 && m.setup == "":
		b.g.Before = appendText(b.g.Before, text)
	case len(m.plies) == 0 || m.number != "" || m.varied || m.setup != "":
		m.before = appendText(m.before, text)
	default:
		annotate(m.note(), text)
	}
}

// carried says whether the comment is the one with which a game is carried over:
// it has the verdict of the tag Verdict, the format of the text behind it and a
// line of that.
func (b *builder) carried(text string) bool {
	said, ok := strings.CutPrefix(text, b.g.Tag("Verdict")+": ")
	if _, stopped := cut.VerdictOf(text); !ok || !stopped {
		return false
	}
	_, rest, _ := strings.Cut(said, " ")
	return strings.HasPrefix(rest, "line ")
}

func appendText(list []string, text string) []string {
	if text == "" {
		return list
	}
	return append(list, text)
}

// foldPDNLines returns the text without spaces at its ends and with its lines
// joined: where PDN's lines end means nothing.
func foldPDNLines(text string) string {
	text = strings.Trim(text, " \t\r\n")
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\r' || r == '\n' })
	for i := range lines {
		lines[i] = strings.Trim(lines[i], " \t")
	}
	lines = slices.DeleteFunc(lines, func(s string) bool { return s == "" })
	return strings.Join(lines, " ")
}

// pdnDrawOffer is the comment that stands for an offered draw.
const pdnDrawOffer = "(=)"

// annotate adds a comment to a move. Clock commands are taken out of it.
func annotate(note *record.Notes, text string) {
	switch text {
	case pdnDrawOffer:
		note.DrawOffer = true
		return
	case "~", "+": // marks that have no NAG
		note.Marks = append(note.Marks, text)
		return
	}
	clock, rest := cutClocks(text)
	note.Clock += clock
	note.Comments = appendText(note.Comments, rest)
}

// pdnClocks are the commands of PDN 3.0 that say what a clock shows.
var pdnClocks = []string{"clk", "clock", "emt", "egt", "mct"}

// cutClocks takes the clock commands out of a comment: [%clock w0:00:10
// B0:00:03]. It returns them, and what is left of the text.
func cutClocks(text string) (clock, rest string) {
	if !strings.Contains(text, "[%") {
		return "", text
	}
	var left strings.Builder
	for {
		i := strings.Index(text, "[%")
		if i < 0 {
			break
		}
		end := strings.IndexByte(text[i:], ']')
		if end < 0 {
			break
		}
		end += i + 1
		name, _, _ := strings.Cut(text[i+2:end-1], " ")
		if slices.Contains(pdnClocks, name) {
			left.WriteString(strings.TrimRight(text[:i], " "))
			clock += text[i:end]
			if text = strings.TrimLeft(text[end:], " "); text != "" && left.Len() > 0 && text[0] != '[' {
				left.WriteByte(' ')
			}
			continue
		}
		left.WriteString(text[:end])
		text = text[end:]
	}
	left.WriteString(text)
	return clock, left.String()
}

func (b *builder) openComment(at int, text string) {
	message := "a comment without its }"
	if b.result.text != "" {
		b.remark(at, 1, "{", message)
	} else {
		b.stop(record.Fault{Code: record.Syntax, Severity: record.Unreadable, At: at, Len: 1, Word: "{",
			Message: message + ", which may have swallowed moves"})
	}
	b.comment(text[1:])
}

// position reads a setup. The first one before any move is where the game
// begins, if no tag FEN says that.
func (b *builder) position(at int, text string) {
	fen, offset := setupFEN(text)
	m := &b.line
	if len(b.above) == 0 && len(m.plies) == 0 && b.setup == "" && m.setup == "" && b.g.Tag("FEN") == "" {
		b.setup, b.setupAt = fen, at+offset
		return
	}
	if m.setup != "" { // nothing was played from it
		m.before = append(m.before, m.setupText)
	}
	m.setup, m.setupText = fen, foldPDNLines(text)
}

// open begins a variation: in place of the last move.
func (b *builder) open(at int) {
	m := &b.line
	inner := pdnMoves{at: at, count: m.count, second: m.second}
	if len(m.plies) > 0 {
		if inner.second = !m.second; inner.second {
			inner.count--
		}
	}
	b.above = append(b.above, *m)
	b.line = inner
}

// close ends a variation.
func (b *builder) close() {
	b.lone()
	inner := b.line
	n := len(b.above) - 1
	b.line, b.above = b.above[n], b.above[:n]
	m := &b.line
	if inner.setup != "" {
		inner.before = append(inner.before, inner.setupText)
	}
	switch {
	case len(inner.plies) == 0:
		for _, text := range inner.before {
			b.comment(text)
		}
		if inner.before == nil {
			b.remark(inner.at, 1, "(", "a variation without moves")
		}
		return
	case inner.before != nil:
		note := inner.note()
		note.Comments = append(note.Comments, inner.before...)
	}
	if len(m.plies) == 0 || m.number != "" {
		m.variations = append(m.variations, inner.plies)
		return
	}
	note := m.note()
	note.Variations = append(note.Variations, inner.plies)
	m.varied = true
}

// ending reads a result or *.
func (b *builder) ending(kind lexer.TokenType, at int, text string) {
	m := &b.line
	switch {
	case len(b.above) > 0:
		b.lone()
		b.remark(at, len(text), text, "a result in a variation")
		b.comment(text)
	case kind == pdnStar && at == b.end && len(m.plies) > 0 && m.number == "" && b.result.text == "":
		b.star = at
	case b.result.text != "":
		b.remark(at, len(text), text, fmt.Sprintf("a second result, behind %s", b.result.text))
	default:
		b.lone()
		b.result = pdnEnd{text, at}
	}
}

// starred decides what a * glued to a move is: the old mark of a forced move
// where moves follow, else the end of the game. The standard wants NAG $7 for
// the mark.
func (b *builder) starred(kind lexer.TokenType, text string) {
	switch kind {
	case pdnComment, pdnLine, pdnSemicolon, pdnNAG:
		return
	case pdnNumber, pdnWord, pdnEllipsis, pdnOpen, pdnClose, pdnStrength, pdnResult, pdnStar, pdnUnknown, pdnSetup:
		note := b.main().note()
		note.Marks = append(note.Marks, "*")
		b.remark(b.star, 1, "*", "* for a forced move; PDN 3.0 ends a game with it, and has $7 for the mark")
		b.star = -1
	}
}

// stray tells of what PDN has no use for.
func (b *builder) stray(at int, text string) {
	message := fmt.Sprintf("%q has no meaning here", text)
	switch text[0] {
	case '}':
		message = "} closes no comment; comments do not nest, so that a comment ends at the first }"
	case ')':
		message = ") closes no variation"
	case '.':
		message = "a full stop that belongs to no number"
	case '<':
		message = "captured squares in <> are not PDN 3.0; they are passed over"
	}
	b.remark(at, len(text), text, message)
}

// finish ends the game: what waits for a move that does not come, the variant,
// the position, the result.
func (b *builder) finish(last bool) {
	g := b.g
	for len(b.above) > 0 {
		at := b.line.at
		f := record.Fault{Code: record.Syntax, Severity: record.Unreadable, At: at, Len: 1, Word: "(",
			Message: "a variation without its ), which may have swallowed moves of the game"}
		b.close()
		if len(b.above) == 0 {
			b.stop(f)
		}
	}
	if b.star >= 0 {
		b.result = pdnEnd{"*", b.star}
	}
	b.lone()
	m := &b.line
	if m.setup != "" {
		m.before = append(m.before, m.setupText)
	}
	g.After = append(m.before, g.After...)
	if m.variations != nil {
		for _, v := range m.variations {
			b.remark(v[0].At, v[0].Len, v[0].Word.Text, "a variation of no move")
			var words []string
			for _, p := range v {
				words = append(words, p.Word.Text)
			}
			g.After = append(g.After, strings.Join(words, " "))
		}
	}
	g.Plies = m.plies
	if b.said != "" {
		// Its moves are all legal, for they end before the one that is not.
		b.fault(cut.CarriedFault(b.said, b.saidAt, len(g.Plies)))
	}
	b.variant()
	b.start()
	b.conclude(last)
	slices.SortStableFunc(g.Faults, func(x, y record.Fault) int { return x.At - y.At })
}

// variant finds out what is played: the tag Variant prevails over GameType.
func (b *builder) variant() {
	g := b.g
	contradict := func(t record.Tag, message string) {
		b.fault(record.Fault{Code: record.VariantTag, At: t.At, Len: len(t.Value), Word: t.Value, Message: message})
	}
	var byType record.Variant
	for _, t := range g.Tags {
		if !strings.EqualFold(t.Name, "Variant") || t.Value == "" || g.Variant != record.UnknownVariant {
			continue
		}
		v, err := record.ParseVariant(t.Value)
		if err != nil {
			if n, ok := unruledNumber(t.Value); ok {
				b.noRules(t, withoutRules(n))
				return
			}
			contradict(t, strings.TrimPrefix(err.Error(), "record: "))
			continue
		}
		g.Variant = v
	}
	for _, t := range g.Tags {
		if !strings.EqualFold(t.Name, "GameType") || t.Value == "" || byType != record.UnknownVariant {
			continue
		}
		game, err := ParseGameType(t.Value)
		if err != nil {
			contradict(t, strings.TrimPrefix(err.Error(), "grammar: "))
			continue
		}
		byType = game.Variant()
		own := byType.Board()
		misfit := game.Full && (game.Board.Files != own.Files || game.Board.Ranks != own.Ranks)
		switch {
		case g.Variant != record.UnknownVariant && byType != g.Variant.Straight():
			contradict(t, fmt.Sprintf("the tag Variant says %v, whose game type is %s", g.Variant, g.Variant.GameType()))
		case g.Variant != record.UnknownVariant && misfit:
			contradict(t, fmt.Sprintf("%v is played on the board of game type %s, and read so", byType, byType.GameType()))
		case byType == record.UnknownVariant:
			b.noRules(t, withoutRules(game.Number))
		case misfit:
			b.noRules(t, fmt.Sprintf("%v has no rules here on a board of %d files and %d ranks", byType, game.Board.Files, game.Board.Ranks))
			byType = record.UnknownVariant
		case game.Full:
			b.gameType, b.gameTypeTag = &game, t
		}
		if g.Variant == record.UnknownVariant {
			g.Variant = byType
		}
	}
	if g.Variant == record.UnknownVariant && !b.unruled {
		g.Shows = position.Shows(g, b.fen())
	}
	b.findReading()
	if b.gameType != nil && !b.gameType.Short && b.gameType.Board.Numbering == record.Numeric && b.gameType.Board != b.reading.board {
		contradict(b.gameTypeTag, fmt.Sprintf("the moves are those of game type %s, and read so", byType.GameType()))
	}
}

// fen returns the position that the game begins from, as written.
func (b *builder) fen() string {
	if fen := b.g.Tag("FEN"); strings.TrimSpace(fen) != "" && fen != "?" && fen != "-" {
		return fen
	}
	return b.setup
}

// played returns the variant that the game will be judged under, as far as it
// is known here.
func (b *builder) played() record.Variant {
	switch {
	case b.g.Variant != record.UnknownVariant:
		return b.g.Variant
	case b.r.Variant != record.UnknownVariant:
		return b.r.Variant
	case len(b.g.Shows) == 1:
		return b.g.Shows[0]
	}
	return record.UnknownVariant
}

// start reads the position that the game begins from, if it is known for which
// variant. Where that is not known the tag FEN says it to whoever finds out.
func (b *builder) start() {
	g := b.g
	fen := b.fen()
	v := b.played()
	if fen == "" && v != record.UnknownVariant && b.reading.begins != v.First() {
		p := record.StartPosition(v)
		p.Turn = b.reading.begins
		g.Start = &p
	}
	if fen == "" || v == record.UnknownVariant {
		if b.setup != "" && g.Tag("FEN") == "" {
			g.Tags = append(g.Tags, record.Tag{Name: "FEN", Value: b.setup, At: b.setupAt})
		}
		return
	}
	at := b.setupAt
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, "FEN") {
			at = t.At
			break
		}
	}
	p, faults := b.readFEN(fen)
	for _, f := range faults {
		f.At += at
		b.fault(f)
	}
	if p != nil {
		g.Start = p
	}
}

// readFEN reads a FEN of the variant played; nil where it is not a position.
func (b *builder) readFEN(fen string) (*record.Position, []record.Fault) {
	p, err := position.ParseFEN(b.played(), b.reading.board, fen)
	if err == nil {
		return &p, nil
	}
	f := record.Fault{Code: record.BadPosition, Severity: record.Unreadable, Len: len(fen), Word: fen, Message: err.Error()}
	var fault *record.PositionError
	if errors.As(err, &fault) && fault.Offset < len(fen) {
		f.At, f.Len = fault.Offset, 1
	}
	if errors.Is(err, record.ErrUnknownTurn) {
		f.Code, f.Severity = record.Syntax, record.Remark
		return &p, []record.Fault{f}
	}
	return nil, []record.Fault{f}
}

// conclude works out the result from the tag and from the end of the movetext;
// last says that no game follows in the file.
func (b *builder) conclude(last bool) {
	b.outcome(last)
	r := &b.g.Result
	if r.Outcome == record.NoResult || r.Outcome == record.Unfinished {
		return
	}
	switch strings.ToLower(b.g.Tag("Termination")) {
	case "resigned":
		r.Manner = record.Resigned
	case "time forfeit":
		r.Manner = record.OnTime
	case "agreed":
		r.Manner = record.Agreed
	case "forfeit":
		r.Manner = record.Forfeit
	case "unplayed":
		switch {
		case r.Outcome == record.WhiteWins:
			r.White, r.Black = 1, 0
		case r.Outcome == record.BlackWins:
			r.White, r.Black = 0, 1
		}
		r.Outcome, r.Manner = record.Unplayed, record.Forfeit
	}
}

// outcome finds the result.
func (b *builder) outcome(last bool) {
	g := b.g
	tag, told := pdnEnd{}, record.Result{}
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, "Result") {
			tag = pdnEnd{strings.TrimFunc(t.Value, word.IsSpace), t.At}
			told = b.resultOf(tag)
			break
		}
	}
	if b.result.text == "" {
		b.points()
	}
	if b.result.text == "" {
		if !last && (len(g.Plies) > 0 || b.begun()) {
			b.remark(b.end, 0, "", "the game ends without a result or *, and another follows")
		}
		g.Result = told
		return
	}
	ended := b.resultOf(b.result)
	standard := isPDNResult(word.WithoutSpace(b.result.text)) || ended.Outcome == record.Draw || b.result.text == "*"
	if !standard && g.Tag("ResultFormat") == "" && g.Variant.Straight() != record.Adiukh {
		b.remark(b.result.at, len(b.result.text), b.result.text,
			"not one of PDN's results; read as one because the tag Result says the same")
	}
	known := func(r record.Result) bool { return r.Outcome != record.NoResult && r.Outcome != record.Unfinished }
	switch {
	case !known(told) && (known(ended) || told.Outcome == record.NoResult):
		g.Result = ended
	case known(ended) && (ended.Outcome != told.Outcome || ended.White != told.White || ended.Black != told.Black) &&
		!(ended.Outcome == told.Outcome && ended.Outcome != record.Points):
		b.fault(record.Fault{Code: record.ResultMismatch, At: b.result.at, Len: len(b.result.text), Word: b.result.text,
			Message: fmt.Sprintf("the game ends with %s, but its tag Result says %s", b.result.text, tag.text)})
		g.Result = told
	default:
		g.Result = told
	}
}

// points takes the last word for the result where it is numbers among moves
// that are not: Adiukh's 10-14.
func (b *builder) points() {
	g := b.g
	n := len(g.Plies) - 1
	if n < 1 || g.Plies[n].Note != nil {
		return
	}
	w, first := g.Plies[n].Word, g.Plies[0].Word
	if len(w.Steps) != 2 || w.Steps[0].Number == 0 || w.Separator != record.Quiet || len(first.Steps) == 0 || first.Steps[0].Number != 0 {
		return
	}
	b.result = pdnEnd{w.Text, g.Plies[n].At}
	g.Plies = g.Plies[:n]
}

// resultOf returns what a result says. Its first number is the one of the side
// that begins: in checkers, where Black does, 1-0 is a win for Black (PDN 2.0).
func (b *builder) resultOf(end pdnEnd) record.Result {
	r := ParseResult(end.text)
	r.Text, r.At = end.text, end.at
	if b.reading.begins == record.Black {
		r.White, r.Black = r.Black, r.White
		switch r.Outcome {
		case record.WhiteWins:
			r.Outcome = record.BlackWins
		case record.BlackWins:
			r.Outcome = record.WhiteWins
		}
	}
	return r
}

// ParseResult reads a result as PDN's tag Result has it, those of
// ResultFormat included: 1-0, 2-0, 1/2-1/2, 1.01-0.99, "1 1/2 - 1/2", and
// "1+ - 1-" for a draw with the better position. Two numbers that are no usual
// result are points.
func ParseResult(text string) record.Result {
	switch word.WithoutSpace(text) {
	case "*":
		return record.Result{Outcome: record.Unfinished}
	case "1-0":
		return record.Result{Outcome: record.WhiteWins}
	case "0-1":
		return record.Result{Outcome: record.BlackWins}
	case "1/2-1/2", "½-½", "1/2", "½":
		return record.Result{Outcome: record.Draw}
	case "2-0":
		return record.Result{Outcome: record.WhiteWins, White: 2}
	case "0-2":
		return record.Result{Outcome: record.BlackWins, Black: 2}
	case "1-1":
		return record.Result{Outcome: record.Draw, White: 1, Black: 1}
	case "0-0":
		// Lost for both players.
		return record.Result{Outcome: record.Points, Manner: record.Forfeit}
	}
	if len(text) > 40 {
		return record.Result{}
	}
	for i := 1; i < len(text); i++ {
		if text[i] != '-' && text[i] != ':' {
			continue
		}
		white, ok := pdnPoints(text[:i])
		if !ok {
			continue
		}
		if black, ok := pdnPoints(text[i+1:]); ok {
			return record.Result{Outcome: record.Points, White: white, Black: black}
		}
	}
	return record.Result{}
}

// pdnPoints reads one side's points: 2, 0.98, 1/2, 1 1/2, 1½, 1+, 1-.
func pdnPoints(text string) (float64, bool) {
	text = strings.TrimFunc(text, word.IsSpace)
	if n := len(text); n > 1 && (text[n-1] == '+' || text[n-1] == '-') && word.IsDigit(text[n-2]) {
		text = text[:n-1]
	}
	whole, half := text, 0.0
	for _, h := range []string{"1/2", "½"} {
		if rest, ok := strings.CutSuffix(text, h); ok {
			whole, half = strings.TrimFunc(rest, word.IsSpace), 0.5
			if h == "1/2" && whole == rest && whole != "" { // 11/2
				return 0, false
			}
			break
		}
	}
	if whole == "" {
		return half, half > 0
	}
	digits := strings.TrimPrefix(whole, "-")
	if digits == "" || !word.IsDigit(digits[0]) || len(digits) != len(whole) && !strings.Contains(digits, ".") ||
		strings.Trim(digits, "0123456789.") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(whole, 64)
	return n + half, err == nil
}
