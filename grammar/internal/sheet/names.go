package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// players is two players' names in a line: [white:whiteEnd] and
// [black:blackEnd]; end is where the moves or the result begin.
type players struct {
	white, whiteEnd, black, blackEnd, end int
	rated                                 bool // ratings stand behind the names
	unread                                bool // neither name can be read
	ok                                    bool
}

// maxName is the most bytes of a name in "Иванов – Петров: 1. cb4".
const maxName = 80

// maxFirstMoves is before how many first moves of a line names are looked for, and
// of what stands behind a result or a move.
const (
	maxFirstMoves  = 8
	nextFirstMoves = 2
)

// maxOnes is how many numbers 1 are looked at that no move stands behind.
const maxOnes = 8

// findPlayers finds the names before a game's first move, "... Иванов –
// Петров: 1. cb4", or in a line that has two names and no moves: "Иванов –
// Петров 1-0", "Иванов – Петров, Ленинград, 1987".
func findPlayers(line string) players {
	if p := plainPlayers(line); p.ok { // nearly always
		return p
	}
	return findPlayersClosely(line)
}

// findPlayersClosely is findPlayers, however the names are written.
func findPlayersClosely(line string) players {
	if p := playersBeforeMoves(line, maxFirstMoves); p.ok || len(line) > 4*maxName {
		return p
	}
	return playersAlone(line)
}

// plainPlayers is findPlayers for names as they are mostly written, each word with
// a capital or an initial, and a plain first move: "Иванов И. – Петров: 1. c3-b4".
// Of any other line it finds nothing.
func plainPlayers(line string) (p players) {
	for i := 0; i < maxName; {
		n := plainName(line[i:])
		if n == 0 || i+n > maxName {
			break
		}
		i += n
		if p.black > 0 && strings.HasPrefix(line[i:], ": 1. ") {
			p.blackEnd, p.end = i, i+len(": ")
			p.ok = plainMove(line[i+len(": 1. "):]) > 0 && !isMoveName(line[:p.whiteEnd]) && !isMoveName(line[p.black:i]) && !beginsWithGame(line)
			break
		}
		if i == len(line) || line[i] != ' ' {
			break
		}
		i++
		if sign, w := utf8.DecodeRuneInString(line[i:]); word.IsDash(sign) {
			if p.black > 0 || !strings.HasPrefix(line[i+w:], " ") {
				break
			}
			p.whiteEnd, p.black = i-1, i+w+1
			i = p.black
		}
	}
	return p
}

// beginsWithGame says whether a line begins with a word that headsNames knows.
func beginsWithGame(line string) bool {
	switch n := strings.IndexByte(line, ' '); n {
	case len("Game"), len("Гра"), len("Игра"), len("Партия"), len("Встреча"):
		return !word.IsDigit(line[n-1]) && headsNames(line[:n])
	}
	return false
}

// plainName returns the length of a word of a name with which text begins: a
// capital behind which letters and digits stand, or a full stop. I and l are none,
// for they may be a 1.
func plainName(text string) int {
	n := 0
	switch {
	case text == "":
		return 0
	case text[0]-'A' < 26 && text[0] != 'I':
		n = 1
	case text[0] == 0xd0 && len(text) > 1 && text[1]-0x90 < 0x20: // А to Я
		n = 2
	default:
		return 0
	}
	if n < len(text) && text[n] == '.' {
		return n + 1
	}
	for n < len(text) {
		if c := text[n]; (c|0x20)-'a' < 26 || word.IsDigit(c) {
			n++
		} else if (c == 0xd0 || c == 0xd1) && n+1 < len(text) && text[n+1]&0xc0 == 0x80 { // Cyrillic
			n += 2
		} else {
			break
		}
	}
	return n
}

// playersBeforeMoves finds the names before a game's first move, of which so many
// are looked at.
func playersBeforeMoves(line string, moves int) players {
	for from := 0; moves > 0; moves-- {
		i, head := firstMove(line, from)
		if i < 0 {
			break
		}
		from = i + 1
		colon := len(head) < i && strings.IndexByte(line[len(head):i], ':') >= 0
		if end := resultAt(head); end < len(head) {
			head, i = beforeResult(head[:end]), end
		}
		if p := splitNames(head, true, colon); p.ok {
			p.end = i
			return p
		}
	}
	if p := playersBeforeTorn(line); p.ok {
		return p
	}
	if i := strings.Index(line, ": "); i > 0 && i <= 3*maxName {
		// The first number, or the first move, cannot be read.
		if p := splitNames(line[:i], true, true); p.ok {
			rest := line[i+1 : min(len(line), i+maxName)]
			if !hasSquare(rest) {
				return players{} // no moves: spares weighing
			}
			if w := weigh(rest, nil); w.moves > w.prose && w.moves > 1 {
				p.end = i + 1
				return p
			}
		}
	}
	return players{}
}

// playersBeforeTorn finds the names before moves whose first row is torn off, or is
// nothing that can be read: "Иванов – Петров 2. b4-a5 a7-b6".
func playersBeforeTorn(line string) players {
	if !hasSquare(line) {
		return players{}
	}
	for i := 1; i < min(len(line), 3*maxName); i++ {
		if !word.IsDigit(line[i]) || !word.IsSpace(rune(line[i-1])) {
			continue
		}
		digits, end := numberAt(line[i:])
		rest := line[i+end:]
		rest = rest[word.SkipBlank(rest, 0):]
		rest = rest[:min(len(rest), word.MaxTableWordLen)]
		if end == digits || numberValue(line[i:i+digits]) < 2 || shapeAt(rest) == 0 {
			continue
		}
		head := line[:i]
		if first := strings.Index(head, " 1."); first > 0 {
			head = head[:first]
		}
		for n := -1; n != len(head); { // what is left of the row
			n = len(head)
			head = strings.TrimRight(head, " \t.…?_—–-:;,")
			if k := strings.LastIndexAny(head, "[("); k > 0 && strings.IndexByte(")]", head[len(head)-1]) >= 0 {
				head = head[:k]
			}
		}
		p := splitNames(head, true, false)
		p.end = len(head)
		return p
	}
	return players{}
}

// hasSquare says, at little cost, whether a text may have a square in it: a digit
// behind a letter or a sign.
func hasSquare(text string) bool {
	for i := 1; i < len(text); i++ {
		if before := text[i-1]; text[i]-'1' < 8 && (before >= 'A' || before == '-' || before == ':') {
			return true
		}
	}
	return false
}

// mayBegin says, at little cost, whether two names can stand in a text from byte at on:
// words that begin as names do, up to a sign between them.
func (run *nameRun) mayBegin(text string, at int) bool {
	if at < run.from || at >= run.to || at > run.from && (at == 0 || text[at-1] != ' ') {
		*run = nameRun{at, at}
	}
	if run.to > at {
		at = word.SkipBlank(text, run.to)
	}
	for ; at < len(text); run.to = at {
		end := at + strings.IndexByte(text[at:], ' ')
		if end < at {
			end = len(text)
		}
		first, _ := utf8.DecodeRuneInString(text[at:])
		if !isNameStart(first) && nameWordOf(text[at:end]) == noName {
			if word.IsDash(first) || strings.IndexByte("/:,(", text[at]) >= 0 || word.IsSpace(first) {
				return true
			}
			known, _ := word.LookUp(versusWords, strings.TrimRight(text[at:min(end, at+maxVersus)], "."))
			return known
		}
		for i, r := range text[at:end] {
			next, _ := utf8.DecodeRuneInString(text[min(len(text), at+i+utf8.RuneLen(r)):])
			if r == ':' {
				return false // no sign here, and no name has one
			}
			if r == ',' || r == '/' || r == '(' || r == '[' || r == '<' || r == '\t' || r >= utf8.RuneSelf && word.IsSpace(r) || word.IsDash(r) && (isNameStart(next) || word.IsSpace(next)) {
				return true
			}
		}
		if end == len(text) {
			return false // the word may be longer
		}
		at = word.SkipBlank(text, end)
	}
	return false
}

// resultAt returns where the result begins that ends a line, perhaps in brackets; its length
// where none does.
func resultAt(line string) int {
	near := len(strings.TrimRight(line, " .\t")) - result.MaxLen
	for i := 0; i < len(line); {
		next := i + strings.IndexFunc(line[i:], word.IsSpace)
		if next < i {
			break
		}
		if i = word.SkipBlank(line, next); i < near {
			continue
		}
		rest, ends := line[i:], " .\t"
		if strings.HasPrefix(rest, "(") {
			rest, ends = rest[1:], " .\t)"
		}
		if result.CanBegin(rest) {
			if _, n := result.Match(rest); n > 0 && strings.Trim(rest[n:], ends) == "" {
				return i
			}
		}
	}
	return len(line)
}

// beforeResult takes the signs off two names after which a result stands: "Иванов – Петров –".
func beforeResult(head string) string {
	if strings.Count(head, " – ")+strings.Count(head, " - ")+strings.Count(head, " — ") == 0 {
		return head
	}
	return strings.TrimRight(head, " -–—:;,.")
}

// playersAlone finds the names in a line that has no moves.
func playersAlone(line string) players {
	end := resultAt(line)
	settled := end < len(line)
	if i := strings.Index(line[:end], ": "); i > 0 && standsForGame(line[i+1:end]) {
		end = i + 1 // "Иванов – Петров: запись утрачена"
	}
	head := strings.TrimRightFunc(line[:end], func(r rune) bool { return word.IsSpace(r) })
	if settled {
		head = beforeResult(head)
	}
	colon := strings.HasSuffix(head, ":")
	head = strings.TrimRight(head, ":;, ")
	last := behindBlank(head)
	if before, _ := utf8.DecodeLastRuneInString(head[:beforeBlank(head[:last])]); !word.IsDash(before) || !isUnreadName(head[last:]) {
		head = strings.TrimRight(head, ":;, *=~_")
		if last := head[behindBlank(head):]; strings.HasSuffix(last, ".") && utf8.RuneCountInString(last) > 5 {
			head = strings.TrimRight(head, ". ") // a sentence's end, not an initial's
		}
	}
	p := splitNames(head, false, colon)
	if !p.ok || !colon && end == len(line) && !isListNumber(line[:p.white]) && !introduces(line[:p.white]) &&
		word.ParseVariantName(strings.TrimRight(line[:p.white], ".: ")) == record.UnknownVariant ||
		beginsWithEvent(line[p.white:]) || hasScore(line[:p.white]) { // "Матч Москва – Ленинград", "Итоги: Ким – Ли 1:0, Ян – Орт 0:1"
		return players{}
	}
	p.end = end
	if !colon && hasSquare(line[p.black:]) {
		p.movesBehind(line)
	}
	return p
}

// hasScore says whether a score stands among words.
func hasScore(text string) bool {
	for w := range strings.FieldsSeq(text) {
		if w = strings.TrimRight(w, ".,;"); w != "" && word.IsDigit(w[0]) {
			if _, ok := result.Parse(w); ok {
				return true
			}
		}
	}
	return false
}

// firstMove finds the first move of a game from byte from of the line on: a
// number 1 in any spelling before a move, with something before it. It returns
// where the number stands and what stands before it without its last sign; -1
// where there is none.
func firstMove(line string, from int) (at int, head string) {
	ones := 0
	for i := max(from, 1); i < len(line); i++ {
		switch line[i] {
		case '1', 'l', 'I', '(':
		case "І"[0]:
			if !strings.HasPrefix(line[i:], "І") {
				continue
			}
		default:
			continue
		}
		if before, _ := utf8.DecodeLastRuneInString(line[:i]); !word.IsSpace(before) && before != ':' {
			continue // glued: a part of something else
		}
		digits := i
		if line[i] == '(' {
			digits++
		}
		width, end := numberAt(line[digits:])
		if width == 0 || numberValue(line[digits:digits+width]) != 1 || utf8.RuneCountInString(line[digits:digits+width]) != 1 {
			continue
		}
		rest := line[digits+end:]
		plain := end > width && line[i] == '1'
		if !plain && rest != "" && strings.IndexByte(",:).", rest[0]) >= 0 {
			rest = rest[1:]
		} else if !plain && !strings.HasPrefix(rest, "…") && end == width && (line[i] != '1' || word.SkipBlank(rest, 0) == 0) {
			continue
		}
		if ones++; ones > maxOnes {
			break
		}
		rest = rest[word.SkipBlank(rest, 0):]
		rest = rest[:min(len(rest), word.MaxTableWordLen)] // a first move is short, and this is done at each 1
		move := shapeAt(rest) > 0 || plain && line[i-1] == ' ' && i > 1 && line[i-2] == ':' && goesOn(line[digits+end:], '2') || damageOf(rest[:rawAt(rest)]) >= isIllegible || dotsAt(rest) > 0 || strings.HasPrefix(rest, "?") || strings.HasPrefix(rest, "[")
		if !move && !(plain && rest == "") {
			continue
		}
		head = strings.TrimRightFunc(line[:i], word.IsSpace)
		return i, strings.TrimRightFunc(strings.TrimRight(head, ":;,"), word.IsSpace)
	}
	return -1, ""
}

// behindBlank returns the offset behind the last space of text; 0 where it has
// none.
func behindBlank(text string) int {
	for i := len(text); i > 0; {
		c := text[i-1]
		if c < utf8.RuneSelf {
			if word.IsSpace(rune(c)) {
				return i
			}
			i--
			continue
		}
		if i > 1 && text[i-2] >= 0xd0 && text[i-2] <= 0xd4 { // Cyrillic
			i -= 2
			continue
		}
		r, w := utf8.DecodeLastRuneInString(text[:i])
		if word.IsSpace(r) {
			return i
		}
		i -= w
	}
	return 0
}

// beforeBlank returns the length of text without the spaces at its end.
func beforeBlank(text string) int {
	n := len(text)
	for n > 0 && text[n-1] == ' ' {
		n--
	}
	if n > 0 && text[n-1] > ' ' && text[n-1] < utf8.RuneSelf || n > 1 && (text[n-2] == 0xd0 || text[n-2] == 0xd1) && text[n-1] >= utf8.RuneSelf {
		return n
	}
	return len(strings.TrimRightFunc(text[:n], word.IsSpace))
}

// eventWords are the words with which the name of a tournament begins.
var eventWords = word.Vocabulary("чемпионат первенство кубок турнир матч соревнование соревнования финал полуфинал спартакиада мемориал " +
	"чемпіонат першість турнір змагання фінал півфінал меморіал championship cup tournament match open memorial")

// beginsWithEvent says whether a line begins with the name of a tournament and
// is no sentence.
func beginsWithEvent(line string) bool {
	n := strings.IndexFunc(line, func(r rune) bool { return !word.IsLetter(r) })
	if n < 0 {
		n = len(line)
	}
	first, _ := utf8.DecodeRuneInString(line)
	is, _ := word.LookUp(eventWords, line[:n])
	return is && unicode.IsUpper(first) && !strings.Contains(strings.TrimRight(line, ". "), ". ")
}

// factTag returns the tag of what stands between commas without a key: a date,
// a tournament, a round, else a place.
func factTag(text string) (tag, value string) {
	if _, ok := record.ParseDate(text); ok {
		return "Date", text
	}
	if tag, n := matchKey(text); n > 0 && n < len(text) {
		return tag, trimSpace(text[n:])
	}
	if beginsWithEvent(text) {
		return "Event", text
	}
	return "Site", text
}
