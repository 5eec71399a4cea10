package sheet

import (
	"hash/maphash"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// kind is what a line of a sheet is.
type kind uint8

const (
	lineBlank    kind = iota
	lineRow           // moves: a row of a table or a column, running text
	lineResult        // a result; what follows is read as in a row
	lineTag           // [Name "value"]
	lineKey           // Белые: Иванов
	linePosition      // towers, or FEN
	lineTurn          // who is to move
	lineNames         // Иванов – Петров, perhaps with moves or the result behind
	lineTitle         // what is played: Башни
	lineFacts         // Чемпионат Москвы, 12.03.1987
	lineRule          // ---
	lineSentence      // words around a move whose number is due: see lineLexer.sentence
	lineProse
)

// kindOf says what a line is that begins with no space, and of one with two
// names where they stand. It is the one place where that is decided: a line
// within a game that begins with a move's number, or has anything like a move
// but a sentence around it, is a row whatever else is in it.
func (l *lineLexer) kindOf(text string) (kind, players) {
	if result.IsWinLine(text) {
		return lineResult, players{}
	}
	if plainRow(text) || text[len(text)-1] >= utf8.RuneSelf && plainRow(text[:beforeBlank(text)]) {
		return lineRow, players{}
	}
	if c := text[0]; c == '"' || c == '|' {
		// A table's or a spreadsheet's row, which may be of headers.
		if inside := text[beforeCell(text):]; inside != "" {
			if _, n := matchKey(inside); n > 0 && !startsPosition(inside) {
				return lineKey, players{}
			}
		}
	}
	known := l.knownKind(text)
	if known != nil && string(known.line[:known.n]) == text {
		return known.kind, players{}
	}
	if len(text) <= maxAsked && l.asked.line == text && l.asked.state == l.state {
		return l.asked.kind, l.asked.players
	}
	k, p := l.closeKindOf(text)
	l.asked = asked{text, l.state, k, p}
	if known != nil && !p.ok && k != lineRow && k != lineSentence && k != lineProse { // these depend on more of the state
		known.n, known.kind = uint8(copy(known.line[:], text)), k
	}
	return k, p
}

// kindTable keeps what short lines are, those last met, without two names: many come again,
// such as results and the name of the game that is played. It has four states of each.
type kindTable [64][4]kindEntry

type kindEntry struct {
	line [32]byte
	n    uint8 // of them are the line; 0 for none
	kind kind
}

var kindSeed = maphash.MakeSeed()

// knownKind returns where a line is kept that comes in the present state; nil if it is too
// short or too long.
func (l *lineLexer) knownKind(line string) *kindEntry {
	if len(line) < 3 || len(line) > len(kindEntry{}.line) {
		return nil
	}
	state := 0
	if l.begun || l.column {
		state = 1
	}
	if l.ended {
		state |= 2
	}
	return &l.kinds[maphash.String(kindSeed, line)%uint64(len(l.kinds))][state]
}

// asked is what a line is, which is asked several times: by what stands before it, and
// where it begins a game.
type asked struct {
	line    string
	state   state
	kind    kind
	players players
}

// maxAsked is how many bytes a line has, at most, of which it is looked whether it is
// the same as before: many games may stand in a longer one, and each ask.
const maxAsked = 4 << 10

// closeKindOf is kindOf for a line that is not known yet.
func (l *lineLexer) closeKindOf(text string) (kind, players) {
	c := text[0]
	within := (l.begun || l.column) && !l.ended // a game
	if isMatter(text) || c == '~' && isStruck(text) {
		return lineProse, players{}
	}
	if word.IsDigit(c) && beginsRow(text) && !result.Starts(text) {
		return lineRow, players{}
	}
	switch {
	case c == '[' && cut.IsTagPair(text[:min(len(text), 256)]):
		return lineTag, players{}
	case startsFEN(text), (!l.begun || l.ended || l.state.blank) && isSquareList(text) && strings.IndexByte(text, '|') > 0 && position.Read(text[:min(len(text), position.MaxLen)]).Variants() != nil: // g5, h6 | e3, f4 (Ukrainian rules VI.7.4.2)
		return linePosition, players{}
	case isRule(text) && !(within && strings.Trim(text, "- \t") == "" && strings.ContainsAny(text[:beforeBlank(text)], " \t")), l.state.blank && strings.Trim(text, "_ ") == "":
		return lineRule, players{}
	}
	if l.state.blank && len(text) <= maxTitle && (strings.HasPrefix(text, "№") || word.IsLetter(rune(c))) && isListNumber(text) && !isRound(text) {
		return lineProse, players{} // № 2, above a game
	}
	if beginsWithHeadWord(text) {
		if k, p, ok := l.kindByWords(text); ok {
			return k, p
		}
	}
	if result.Alike(text) > 0 {
		return lineResult, players{} // l-0
	}
	if p := l.playersIn(text); p.ok && !(p.unread && within && !l.state.blank) {
		if p.white > 0 && !isListNumber(text[:p.white]) && weigh(text[:p.white], l.words).sound > 0 {
			return lineRow, players{} // they begin another game behind moves
		}
		return lineNames, p
	}
	if l.labelAt(text) > 0 {
		return lineRow, players{}
	}
	w := l.weigh(text)
	switch {
	case !within && w.inner == 1 && !w.dots && !w.leads && w.sound > manyWords && 2*(w.prose-w.heads) <= w.sound:
		return lineRow, players{} // a game behind words, perhaps its names
	case w.numbered && w.leads && !(within && l.isDue(w.number)): // 1. Лучше было c3-d4
	case !within && w.sound == 0 && !(w.numbered && l.isDue(w.number)) && !(w.moves > 1 && w.prose == 0):
	case within && w.spoken && !w.dots && l.isDue(w.inner):
		return lineProse, players{} // угрожает 3. e3-d4
	case within && w.opens && !w.dots && l.isDue(w.inner):
		return lineSentence, players{} // Теория: 3. e3-d4
	case w.numbered && (w.moves > 0 || (within || w.hurt > 0 && w.prose == 0 || l.anew != nowhere) && l.isDue(w.number)), w.moves > 0 && (w.moves >= w.prose || within && w.prose < manyWords && !w.leads):
		return lineRow, players{}
	case within && w.hurt > 0 && w.prose == 0:
		return lineRow, players{} // — —
	case within && w.inner > 0 && !w.leads && (w.inner == l.number+1 || w.dots && w.inner == l.number):
		return lineSentence, players{}
	}
	if !within && w.moves == 0 && len(text) <= maxFacts {
		if len(text) <= maxTitle && word.ParseVariantName(strings.TrimRight(text, ".:! ")) != record.UnknownVariant {
			return lineTitle, players{}
		}
		if beginsWithEvent(text) {
			return lineFacts, players{}
		}
	}
	return lineProse, players{}
}

// beforeCell returns the length of the quotation marks, bars and spaces with which
// a line of cells begins.
func beforeCell(line string) int {
	for i := range len(line) {
		if c := line[i]; c != '"' && c != '|' && c != ' ' && c != '\t' {
			return i
		}
	}
	return len(line)
}

// playersIn is findPlayers for a line that comes several times in a row, as that
// with which a game begins.
func (l *lineLexer) playersIn(line string) players {
	if len(line) > maxAsked || l.named != line {
		l.named, l.names = line, findPlayers(line)
	}
	return l.names
}

const (
	manyWords = 3   // words of prose around a move make a sentence
	maxTitle  = 96  // bytes of a title that names the variant
	maxFacts  = 160 // bytes of a line with a tournament
)

// kindByWords says what a line is whose first words tell it, and whether they
// do; of one with two names where they stand.
func (l *lineLexer) kindByWords(text string) (k kind, p players, ok bool) {
	tag, n := matchKey(text)
	if tag == "Result" && !l.begun && text[n-1] == ':' {
		return lineKey, p, true // above the moves
	}
	named := n > 0 && text[n-1] == ':' && tag != "Result" // Белые: Иванов, and no phrase such as "Белые сдались"
	if !named && result.Starts(text) && (text[0] != '*' || strings.Trim(text[1:], " .\t") == "") {
		if (!l.begun && !l.column || l.ended) && l.ofAnotherGame(text) {
			return lineProse, p, true
		}
		return lineResult, p, true
	}
	if n > 0 {
		switch {
		case tag == "Variant" && l.begun && !l.ended && word.ParseVariantName(strings.Trim(text[n:], ".,;: \t")) == record.UnknownVariant && weigh(text[n:], l.words).sound > 0:
			return 0, p, false // a variation
		case tag == "Position" && !startsPosition(text[n:]) && (l.begun || !hurtPosition(text[n-1:])):
			return lineProse, p, true
		case tag == "Position" || startsPosition(text):
			return linePosition, p, true
		case tag == "Turn":
			if _, n := matchTurn(text); n > 0 {
				return lineTurn, p, true
			}
		}
		if tag == "Round" || tag == "Board" {
			n = word.SkipBlank(text, n)
			if p := l.playersIn(text[n:]); p.ok && p.white > 0 && isListNumber(text[n:][:p.white]) {
				return lineNames, p.behind(n), true // Тур 3. Иванов – Петров
			}
		}
		return lineKey, p, true
	}
	if _, n := matchTurn(text); n > 0 {
		return lineTurn, p, true
	}
	return 0, p, false
}

// weight is what a line has beside other things: how many runs like moves, how
// many of them or other signs stand for moves that cannot be read, and how many
// words of prose.
type weight struct {
	moves, hurt, prose int
	sound              int  // moves that are words
	numbered           bool // it begins with a move's number
	number             int
	leads              bool // a word that leads a remark stands before any move
	inner              int  // the first number that stands before a move within the line, 0 for none
	dots               bool // with dots
	heads              int  // words of prose before it
	opens              bool // words of prose stand before it, and nothing else
	spoken             bool // the words before it say that what follows was not played
}

// maxWeighed is how much of a line is weighed, in bytes.
const maxWeighed = 2 << 10

// weigh weighs a line, once for all who ask.
func (l *lineLexer) weigh(text string) weight {
	if len(text) > maxAsked || l.weighed != text {
		l.weighed, l.weight = text, weigh(text, l.words)
	}
	return l.weight
}

func weigh(text string, words *word.Table) weight {
	var w weight
	speaks := false // the last word says that what follows it was not played
	text = text[:min(len(text), maxWeighed)]
	cells := cellsAt(text)
	if n := numberBefore(text); n > 0 {
		digits, end := numberAt(text[n-1:])
		if w.numbered = end > digits; w.numbered {
			w.number = numberValue(text[n-1 : n-1+digits])
			text = text[n-1+end:]
		}
	} else if cells != 0 {
		i := beforeCell(text)
		if digits, end := numberAt(text[i:]); digits > 0 && end == digits {
			if rest := strings.TrimLeft(text[i+digits:], "\" "); rest != "" && rest[0] == cells {
				w.numbered, w.number = true, numberValue(text[i:i+digits])
				text = rest
			}
		}
	}
	for i := 0; i < len(text); {
		if i = skipCells(text, i); i == len(text) {
			break
		}
		rest := text[i:]
		if c := rest[0]; c == '(' || c == '{' || c == '[' {
			if n := closing(rest); n > 0 {
				if inside := rest[1:n]; word.Illegible(inside) || strings.Trim(inside, "?. …") == "" {
					w.hurt++
				}
				i += n + 1
				continue
			}
		}
		if result.CanBegin(rest) {
			if _, n := result.Match(rest); n > 0 {
				i += n
				continue
			}
		}
		if digits, end := numberAt(rest); w.inner == 0 && end > digits {
			dots := dotsAt(rest[digits:])
			behind := rest[digits+max(dots, end-digits):]
			behind = behind[skipSpaces(behind, 0):]
			if shapeAt(behind) > 0 {
				w.inner, w.dots, w.heads = numberValue(rest[:digits]), dots > 0, w.prose
				w.spoken, w.opens = speaks && !w.numbered, w.prose > 0 && w.moves+w.hurt == 0 && !w.numbered
			}
		}
		n := rawAt(rest)
		if k := strings.IndexByte(rest[:n], cells); cells != 0 && k >= 0 {
			n = k
		}
		if n == 0 {
			_, k := utf8.DecodeRuneInString(rest)
			i += k
			continue
		}
		if isYears(rest[:n]) {
			w.prose++
			i += n
			continue
		}
		if k := shapeAt(rest); k > 0 {
			w.moves++
			n = max(n, k)
			if words == nil {
				w.sound++
			} else if _, err := words.Parse(rest[:k]); err == nil {
				w.sound++
			}
			i += n
			continue
		}
		raw := strings.TrimRight(rest[:n], ".,!?:")
		switch d := damageOf(rest[:n]); {
		case d == isSpoilt:
			w.moves++
			w.hurt++
		case d == isIllegible || d == isPerhaps && !proseFollows(rest[n:]) || dotsAt(rest) > 0 || strings.Trim(rest[:n], "?") == "":
			w.hurt++
		case utf8.RuneCountInString(raw) > 1 && strings.IndexFunc(raw, word.IsLetter) >= 0:
			if w.prose++; w.moves == 0 {
				leads, _ := word.LookUp(remarkLeads, raw)
				w.leads = w.leads || leads
				fills, _ := word.LookUp(remarkFillers, raw)
				speaks = leads || speaks && fills
			}
		}
		i += n
	}
	return w
}

// closing returns where the bracket is closed with which text begins; 0 where it
// is not.
func closing(text string) int {
	open := text[0]
	close, nested := ")}]"[strings.IndexByte("({[", open)], 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case open:
			nested++
		case close:
			if nested--; nested == 0 {
				return i
			}
		}
	}
	return 0
}

// numberBefore returns where the digits of a number with a point stand at the
// beginning of a row, from 1, behind signs and "ход"; 0 where there is none.
func numberBefore(text string) int {
	i := 0
	for i < len(text) {
		r, w := utf8.DecodeRuneInString(text[i:])
		if word.IsLetter(r) {
			n := strings.IndexFunc(text[i:], func(r rune) bool { return !word.IsLetter(r) })
			if n < 0 {
				return 0
			}
			if is, _ := word.LookUp(numberWords, text[i:i+n]); is {
				i += n
				continue
			}
		}
		if digits, end := numberAt(text[i:]); end > digits && numberValue(text[i:i+digits]) > 0 {
			return i + 1
		}
		if word.IsLetter(r) || word.IsDigit(text[i]) {
			return 0
		}
		i += w
	}
	return 0
}

// numberWords are the words before the number of a move.
var numberWords = word.Vocabulary("ход хід move")

// beginsRow says whether a line, without space before it, begins like moves.
func beginsRow(line string) bool {
	digits, end := numberAt(line)
	if end > digits { // 12.
		rest := line[end:]
		rest = rest[word.SkipBlank(rest, 0):]
		if rest == "" || rest[0] == '(' || rest[0] == '{' || dotsAt(rest) > 0 || result.Starts(rest) || rest[0] == '?' {
			return true
		}
		for range 3 { // a word, perhaps behind something spoilt
			n, raw := runAt(rest), rawAt(rest)
			if n == 0 {
				if n = raw; n == 0 {
					_, n = utf8.DecodeRuneInString(rest)
				}
			}
			if leads, _ := word.LookUp(remarkLeads, rest[:n]); leads {
				return false // 1. Лучше было c3-d4
			}
			if isShape(rest[:n]) || damageOf(rest[:max(raw, n)]) >= isIllegible || raw > 1 && strings.Trim(rest[:raw], "?") == "" {
				return true
			}
			rest = rest[n:]
			rest = rest[word.SkipBlank(rest, 0):]
			if rest == "" {
				break
			}
		}
		return false
	}
	if digits > 0 {
		// 12 c3-b4: a number without its point, before a whole move.
		if rest := line[digits:]; len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
			rest = rest[word.SkipBlank(rest, 0):]
			n := runAt(rest)
			if r, _ := utf8.DecodeRuneInString(rest); n > 1 && !word.IsDash(r) && r != ':' && isShape(rest[:n]) {
				return true
			}
		}
	}
	return shapeAt(line) > 0
}

// cellsAt returns what parts the cells of a row beside tabs: '|' in a table of
// rules, ';' or ',' as spreadsheets write them; 0 where it is prose's sign.
func cellsAt(line string) byte {
	line = line[:min(len(line), maxWeighed)]
	if i := strings.IndexByte(line, '|'); i >= 0 {
		if strings.Count(line, "|") > 1 || i == 0 || i+1 == len(line) || word.SkipBlank(line[i-1:], 0) > 0 || word.SkipBlank(line, i+1) > i+1 {
			return '|'
		}
	}
	for i := 0; ; i++ {
		n := strings.IndexByte(line[i:], ';')
		if n < 0 {
			break
		}
		if i += n; (i+1 == len(line) || line[i+1] != ' ' && line[i+1] != '\t') && !missignedAt(line, i) {
			return ';'
		}
	}
	if strings.Contains(line, `,"`) || strings.Contains(line, `",`) {
		return ','
	}
	if i := strings.IndexByte(line, ','); i > 0 && !strings.ContainsAny(line, " \t.") && !missignedAt(line, i) {
		return ','
	}
	return 0
}

// missignedAt says whether what stands at byte i of a line stands between two squares
// in place of a sign: e5;c3.
func missignedAt(line string, i int) bool {
	from := i
	for from > 0 && i-from < len("c3") && word.SkipBlank(line[from-1:i], 0) == 0 && strings.IndexByte(";,.|", line[from-1]) < 0 {
		from--
	}
	return word.Missigned(line[from:]) > i-from && (from == 0 || line[from-1] == '.' || word.SkipBlank(line, from-1) >= from)
}
