package sheet

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// players holds the offsets of two names in a line, [white:whiteEnd] and [black:blackEnd], and the
// end, where the moves or the result begin. [score:scoreEnd] is a result between the names, if any.
type players struct {
	white, whiteEnd, black, blackEnd, end int
	score, scoreEnd                       int
	rated                                 bool // ratings follow the names
	swapped                               bool // the first player has Black, according to the text
	ok                                    bool
}

// findPlayers is the function findPlayers for a line, which several roles search.
func (a *arcs) findPlayers(line string) players {
	if line != a.named {
		a.named, a.found = line, findPlayers(line)
	}
	return a.found
}

// findPlayers finds the names before a game's first move, "... Иванов – Петров: 1. cb4", or in a
// line that has two names and no moves: "Иванов – Петров 1-0", "Иванов – Петров, Ленинград, 1987".
func findPlayers(line string) players {
	if p := playersBeforeMoves(line, maxFirstMoves); p.ok || len(line) > 4*maxName {
		return p
	}
	if m := wrapped().FindStringSubmatchIndex(line); m != nil {
		at := max(m[2], m[4], m[6])
		p := playersAlone(line[at:max(m[3], m[5], m[7])])
		for _, of := range []*int{&p.white, &p.whiteEnd, &p.black, &p.blackEnd, &p.score, &p.scoreEnd} {
			*of += at
		}
		p.end = len(line)
		return p
	}
	return playersAlone(line)
}

// wrapped matches a line in quotation marks or brackets: «Иванов – Петров».
var wrapped = word.Pattern(`^(?:[«“„"]([^«»“”„"]+)[»”“"]|\(([^()]+)\)|\[([^\[\]]+)\])[ .]*$`)

// playersBeforeMoves finds the names before a game's first move, trying up to moves candidates.
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
			words := strings.Fields(line[i+1 : min(len(line), i+maxName)])
			isOther := func(w string) bool { return shapeAt(w) == 0 && damageCost(strings.TrimRight(w, ".,")) >= maxPly }
			if len(slices.DeleteFunc(words, isOther)) > 1 {
				p.end = i + 1
				return p
			}
		}
	}
	return players{}
}

// playersBeforeTorn finds the names before moves without the first row: "Иванов – Петров 2. b4-a5".
func playersBeforeTorn(line string) players {
	for i := 1; i < min(len(line), 3*maxName); i++ {
		if !word.IsDigit(line[i]) || !word.IsSpace(rune(line[i-1])) {
			continue
		}
		n, digits, end := numberAt(line[i:])
		rest := line[word.SkipBlank(line, i+end):]
		rest = rest[:min(len(rest), word.MaxTableWordLen)]
		if end == digits || n < 2 || shapeAt(rest) == 0 {
			continue
		}
		end = 1 + tornRow().FindStringIndex(line[1:i])[0]
		p := splitNames(line[:end], true, false)
		p.end = end
		return p
	}
	return players{}
}

// tornRow matches the remains of a row at the end of a text.
var tornRow = word.Pattern(`(?:[ \t.…?_—–:;,-]|[\[(][^\[(]*[)\]])*$`)

// mayNamePlayers is a cheap check: it reports whether a line may begin with two names.
func mayNamePlayers(line string) bool {
	if first, _, _ := strings.Cut(line[:min(len(line), maxName)], " "); nameWordOf(first) == noName {
		return false
	}
	i := strings.IndexFunc(line, func(r rune) bool { return strings.ContainsRune(":,/(", r) || word.IsDash(r) })
	parts := func(r rune) bool { return r == ' ' || r == '.' }
	return i >= 0 && (line[i] != ':' || slices.ContainsFunc(strings.FieldsFunc(line[:i], parts), lists["versusWords"].has))
}

// resultAt returns the offset of the result, with its bracket, that ends a line, or len(line).
func resultAt(line string) int {
	near := len(strings.TrimRight(line, " .\t")) - result.MaxLen
	blank := false
	for i, r := range line {
		before := blank
		if blank = word.IsSpace(r); !before || i < near {
			continue
		}
		rest, ends := line[i:], " .\t"
		if strings.IndexByte("([", rest[0]) >= 0 {
			rest, ends = rest[1:], " .\t)]"
		}
		if result.CanBegin(rest) {
			if _, n := result.Match(rest); n > 0 && strings.Trim(rest[n:], ends) == "" {
				return i
			}
		}
	}
	return len(line)
}

// beforeResult strips the signs between two names and a result: "Иванов – Петров –".
func beforeResult(head string) string {
	if strings.Count(head, " – ")+strings.Count(head, " - ")+strings.Count(head, " — ") == 0 {
		return trimRight(head)
	}
	name := strings.TrimRight(head, " -–—:;,.")
	if len(name) < len(head) && initialEnd().MatchString(head[:len(name)+1]) {
		return head[:len(name)+1]
	}
	return name
}

// initialEnd matches an initial with its full stop at the end of a text.
var initialEnd = word.Pattern(`(?:^|[ .])\pL\.$`)

// beginsInitial matches an initial with its full stop before a name.
var beginsInitial = word.Pattern(`^\pL\. ?\pL`)

// playersAlone finds the names in a line without moves.
func playersAlone(line string) players {
	end := resultAt(line)
	settled := end < len(line)
	if i := strings.Index(line[:end], ": "); i > 0 && standsForGame(line[i+1:end]) {
		end = i + 1 // "Иванов – Петров: запись утрачена"
	}
	head := trimRight(line[:end])
	if settled {
		head = beforeResult(head)
	}
	colon := strings.HasSuffix(head, ":")
	head = strings.TrimRight(head, ":;, ")
	last := afterBlank(head)
	if before, _ := utf8.DecodeLastRuneInString(trimRight(head[:last])); !word.IsDash(before) || !isUnreadName(head[last:]) {
		head = strings.TrimRight(head, ":;, *=~_")
		if last := head[afterBlank(head):]; strings.HasSuffix(last, ".") && utf8.RuneCountInString(last) > 5 {
			head = strings.TrimRight(head, ". ") // the end of a sentence, not of an initial
		}
	}
	p := splitNames(head, false, colon)
	titled := p.ok && namesEvent(line[:p.white]) && word.HeaderTag(line[p.white:p.whiteEnd]) == "" && !hasScore(line[p.blackEnd:end])
	if !p.ok || settled && p.swapped || !colon && end == len(line) && p.scoreEnd == 0 && !isListNumber(line[:p.white]) && !introduces(line[:p.white]) && !titled &&
		position.ParseVariantName(strings.TrimRight(line[:p.white], ".: ")) == record.UnknownVariant ||
		beginsWithEvent(line[p.white:]) || hasScore(line[:p.white]) { // "Матч Москва – Ленинград", "Итоги: Ким – Ли 1:0, Ян – Орт 0:1"
		return players{}
	}
	p.end = end
	return p
}

// hasScore reports whether one of the words is a score.
func hasScore(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		w = strings.TrimRight(w, ".,;")
		_, ok := result.Parse(w)
		return ok && word.IsDigit(w[0]) && w != "1/2" // of a final
	})
}

// firstMove finds a game's first move at or after an offset: a number 1 in any spelling before a
// move. It returns the number's offset, or -1, and the text before it without its final sign.
func firstMove(line string, from int) (at int, head string) {
	ones := 0
	for i := max(from, 1); i < len(line); i++ {
		if c := line[i]; c < utf8.RuneSelf && strings.IndexByte("(1lI", c) < 0 {
			continue
		}
		if before, n := utf8.DecodeLastRuneInString(line[:i]); !word.IsSpace(before) && (before != ':' || i > n && word.IsDigit(line[i-n-1])) {
			continue // glued: a part of something else
		}
		digits := len(line) - len(strings.TrimPrefix(line[i:], "("))
		n, width, end := numberAt(line[digits:])
		if n != 1 || utf8.RuneCountInString(line[digits:digits+width]) != 1 {
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
		rest = trimLeft(rest)
		rest = rest[:min(len(rest), word.MaxTableWordLen)] // a first move is short, and this is done at each 1
		after := plain && line[i-1] == ' ' && i > 1 && line[i-2] == ':' &&
			(hasSecondRow(line[digits+end:]) || shapeAt(trimLeft(rest[runEnd(rest):])) > 0)
		if after || isFirstMove(rest) || plain && rest == "" {
			return i, trimRight(strings.TrimRight(trimRight(line[:i]), ":;,"))
		}
	}
	return -1, ""
}

// isFirstMove reports whether the text after the number 1 may be a move or replace one.
func isFirstMove(text string) bool {
	return shapeAt(text) > 0 || word.Illegible(text[:rawAt(text)]) || isSpoilt(text[:rawAt(text)]) || dotsLen(text) > 0 || strings.HasPrefix(text, "?") || strings.HasPrefix(text, "[")
}

// afterBlank returns the offset after the last space of text, or 0 if it has none.
func afterBlank(text string) int {
	return word.SkipBlank(text, max(strings.LastIndexFunc(text, word.IsSpace), 0))
}

// beginsWithEvent reports whether a line begins with a tournament's name and is not a sentence.
func beginsWithEvent(line string) bool {
	if first := firstRune(line); !unicode.IsUpper(first) && !unicode.IsDigit(first) {
		return false
	}
	rest := line
	isOther := func(w string) bool { return !epithet().MatchString(w) }
	for before := 0; !lists["eventWords"].has(rest[:len(rest)-len(strings.TrimLeftFunc(rest, unicode.IsLetter))]); before++ {
		w, others, _ := strings.Cut(rest, " ")
		if before == 2 || slices.ContainsFunc(strings.Fields(w), isOther) {
			return false
		}
		rest = others
	}
	_, after, _ := strings.Cut(strings.TrimRight(unabbreviated(line), ". "), ". ")
	round, _, _ := roundAt(after)
	return after == "" || round != ""
}

// unabbreviated replaces the full stops that end no sentence by spaces.
func unabbreviated(line string) string {
	if !strings.Contains(line, ". ") {
		return line // nothing follows a full stop
	}
	return ofTown().ReplaceAllStringFunc(line, func(s string) string { return strings.ReplaceAll(s, ".", " ") })
}

// ofTown matches an abbreviation before a town, but not after a year, or before a tournament's
// eponym: "Мемориал им. В. Н. Русских".
var ofTown = word.Pattern(`\PN (?:(?:г|гор|обл|пос|им|\p{Lu})\. ?)+`)

// epithet matches a word that may precede the word for a tournament: Командное, 37-й, XX, Moscow.
var epithet = word.Pattern(`^(?:(?:\d{1,3}|[IVX]+)(?:-?(?:[йяе]|ый|ий|ой|st|nd|rd|th))?|[А-ЯЁІЇЄа-яёіїє]+(?:[ыио]й|[оеи]е|[ая]я|на|не)|[A-Z][a-z]+)$`)

// namesEvent reports whether the text before two names is an event, date or round: "1/4 финала. ".
func namesEvent(text string) bool {
	text = trimSpace(text)
	fields := strings.FieldsFunc(strings.TrimRight(text, ".: "), func(r rune) bool { return word.IsSpace(r) || r == '.' || r == ',' })
	if len(fields) == 0 || strings.IndexByte(".:", text[len(text)-1]) < 0 || !unicode.IsUpper(firstRune(text)) && !word.IsDigit(text[0]) {
		return false
	}
	says := func(w string) bool {
		_, dated := record.ParseDate(w)
		return dated || lists["eventWords"].has(w) || isRound(word.HeaderTag(w))
	}
	return slices.ContainsFunc(fields, says) && !slices.ContainsFunc(fields, lists["remarkLeads"].has)
}

// factTag returns the tag of text without a key: a date, event, round, variant, score, else a site.
func factTag(text string) (tag, value string) {
	if tag, n, _ := roundAt(text); tag != "" {
		return tag, text[n.at:n.end]
	}
	switch {
	case isWhen(text):
		return "Date", text
	case dayTime().MatchString(text):
		return "Time", text
	case beginsWithEvent(text):
		return "Event", text
	case position.ParseVariantName(text) != record.UnknownVariant:
		return "Variant", text
	}
	if r, ok := result.Parse(text); ok && word.IsDigit(text[0]) && !isOfMatch(r) && r.Outcome != record.Points {
		return "Result", text
	}
	return "Site", text
}

// oldDate matches a date with the month in Roman numerals: 12/III–87 г.
var oldDate = word.Pattern(`\d{1,2}[./][IVX]{1,4}[-–—./]\d{2,4}(?: ?гг?\.?)?`)

// dayTime matches the time of day after a date and a comma.
var dayTime = word.Pattern(`^[0-2]?\d:[0-5]\d(?::[0-5]\d)?$`)

// isWhen reports whether a text is only a date, perhaps of several days or without the century.
func isWhen(text string) bool {
	_, ok := record.ParseDate(text)
	return ok || daysOfYear().MatchString(text) ||
		text != "" && word.IsDigit(text[0]) && strings.ContainsAny(text, "IVX") && len(oldDate().FindString(text)) == len(text)
}

var daysOfYear = word.Pattern(`^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2}|\d{1,2}(?:\.\d{1,2})?[-–—]\d{1,2}(?:\.\d{1,2}\.| \pL+ )\d{4})(?: ?[гр]\.?)?$`)

// roundAt reads a round or board at the start of a text, "Тур 3", "3-й тур". It returns its tag,
// the place of its number, and its end.
func roundAt(text string) (tag string, number place, end int) {
	m := ordinalOf().FindStringSubmatchIndex(text[:min(len(text), maxKey)])
	if m == nil {
		return "", place{}, 0
	}
	named, number := place{max(m[2], m[10]), max(m[3], m[11])}, place{max(m[4], m[6], m[8]), max(m[5], m[7], m[9])}
	tag = cmp.Or(word.HeaderTag(text[named.at:named.end]), word.ForeignTag(text[named.at:named.end]))
	end = max(named.end, number.end)
	if !isRound(tag) || m[8] >= 0 && (lists["halves"].has(text[named.at:named.end]) || !lists["ordinals"].has(text[number.at:number.end]) || unicode.IsLetter(firstRune(trimLeft(text[end:])))) { // a sentence
		return "", place{}, 0
	}
	return tag, number, end
}

// isOnlyRound reports whether a text is a round or board, with spaces around it.
func isOnlyRound(text string) bool {
	text = trimSpace(text)
	tag, _, end := roundAt(text)
	return tag != "" && end == len(text)
}

// ordinalOf matches a number beside its noun: Тур III, Runda 2, 3-й тур, II стол, третий тур.
var ordinalOf = word.Pattern(`^(?i)(?:(\pL+):?[ \x{a0}](?:№ ?)?(\d{1,3}|[IVX]+)|(?:(\d{1,3}|[IVX]+)(?:\.|-?(?:[йяе]|ый|ий|ой|e|st|nd|rd|th))?|([\pL'’]+))[ \x{a0}](\pL+))(?:[^\pL\d]|$)`)

// splitNames splits the end of head into two names with a sign between them. If inLine is set,
// prose may precede them and moves may follow; if colon is set, a colon ends them.
func splitNames(head string, inLine, colon bool) (p players) {
	from := max(0, len(head)-3*maxName)
	head = head[from:]
	sign, width := signBetween(head, inLine, colon)
	if sign < 0 {
		return players{}
	}
	p.black = word.SkipBlank(head, sign+width)
	p.whiteEnd = len(trimRight(head[:sign]))
	named := p.cutAfterWhite(head)
	p.blackEnd = len(head)
	p.cutAfterBlack(head, inLine)
	if colon {
		p.cutSentence(head)
	}
	if !named {
		p.cutBeforeWhite(head)
	}
	white, black := head[p.white:p.whiteEnd], head[p.black:p.blackEnd]
	first, _, _ := strings.Cut(white, " ")
	blackName, _ := cutTitle(black)
	p.ok = white != "" && black != "" && !lists["rankWords"].has(first) && !isTitle(white) && beginsName(blackName) && len(white) <= maxName && len(black) <= maxName &&
		!strings.ContainsAny(white, ":;=\"") && !strings.ContainsAny(black, ":;=\"") &&
		(!isMoveName(white) && !isMoveName(black) || (colon || isLightSquare(white) || isLightSquare(black)) && unicode.IsUpper(firstRune(white)) && unicode.IsUpper(firstRune(black)))
	p.swapped = sideTag(strings.Trim(head[p.whiteEnd:sign], " ,()"), true) == "Black"
	if n := scoreBetween(head[sign+1:]); n > 0 {
		p.ok = p.ok && !p.swapped // it is unknown whose score it is
		p.score, p.scoreEnd = from+sign+1, from+sign+1+n
	}
	p.white, p.whiteEnd, p.black, p.blackEnd = p.white+from, p.whiteEnd+from, p.black+from, p.blackEnd+from
	return p
}

// cutAfterWhite strips a town in brackets and a rating from White's name, "Иванов (Москва) – Петров
// (Тула)". It reports whether the name itself is in brackets.
func (p *players) cutAfterWhite(head string) (named bool) {
	if i := strings.LastIndexByte(head[:p.whiteEnd], ','); i > 0 && isSide(head[i+1:p.whiteEnd]) {
		p.whiteEnd = len(trimRight(head[:i])) // "Иванов, белые – Петров, черные"
	}
	for range 2 { // in either order
		if i := strings.LastIndexAny(head[:p.whiteEnd], "([<"); i >= 0 && strings.IndexAny(head[i:p.whiteEnd], ")]>") == p.whiteEnd-i-1 {
			before := len(trimRight(head[:i]))
			switch last := head[afterBlank(head[:before]):before]; {
			case titleAt(head[:p.whiteEnd]) == i:
			case nameWordOf(last) != noName:
				p.whiteEnd = before
			case isUnreadName(head[i:p.whiteEnd]):
				p.white = i
				return true
			}
		}
		i := afterBlank(head[:p.whiteEnd])
		before := strings.TrimRight(head[:i], ", ")
		if isRating(head[i:p.whiteEnd]) && (strings.HasSuffix(before, ")") || nameWordOf(before[afterBlank(before):]) != noName) {
			p.whiteEnd, p.rated = len(before), true
		}
	}
	return false
}

// reversed reports whether White's first name follows a comma: "Smith, J. – Brown, T.".
func (p *players) reversed(head string) bool {
	i := strings.LastIndexByte(head[:p.whiteEnd], ',')
	after := strings.Fields(head[i+1 : p.whiteEnd])
	return i > 0 && len(after) > 0 && len(after) < 3 && beginsName(after[0]) && !strings.Contains(head[i:p.whiteEnd], ". ") &&
		!strings.ContainsAny(head[p.black:], "0123456789") && titleAt(head[:p.whiteEnd]) == p.whiteEnd
}

// isSide reports whether a text names a side and nothing else.
func isSide(text string) bool {
	_, ok := result.Side(trimSpace(text))
	return ok || sideTag(trimSpace(text), true) != ""
}

// cutAfterBlack strips a town, tournament, date or rating from Black's name.
func (p *players) cutAfterBlack(head string, inLine bool) {
	black := head[p.black:]
	open := unreadBracket(black)
	if i := strings.IndexAny(black[open:], ",([;"); i > 0 || i == 0 && open > 0 {
		i += open
		end := titleEnd(black, i)
		if end == i && black[i] == ',' && p.reversed(head) { // "Smith, J. – Brown, T."
			end = i + 1 + lenTo(black[i+1:], ",([;")
		}
		p.blackEnd = p.black + len(trimRight(black[:end])) // "Петров, кмс"
	}
	if i := strings.Index(head[p.black:p.blackEnd]+" ", ". "); i > 0 && (!inLine || p.black+i < p.blackEnd) {
		last := head[max(p.black, afterBlank(head[:p.black+i])) : p.black+i]
		if says, _ := word.LookUp(lists["nameWords"], last); utf8.RuneCountInString(last) > 3 && nameWord(says) != nameBefore && strings.Trim(last, "0123456789") == last {
			p.blackEnd = p.black + i // "Петров. Тур 3"
		}
	}
	if i := strings.Index(head[p.black:p.blackEnd], " /"); i > 0 {
		p.blackEnd = p.black + i // "Петров / Москва, 1987 /"
	}
	numbered := nameNumber().MatchString(head[afterBlank(head[:p.whiteEnd]):p.whiteEnd])
	named := p.black + titleAt(head[p.black:p.blackEnd])
	for i := p.black + open; i < named && (!inLine || p.rated); i++ {
		next := word.SkipBlank(head[:p.blackEnd], i)
		if next == i {
			continue
		}
		digit := next < p.blackEnd && word.IsDigit(head[next])
		last := head[next:named]
		switch {
		case digit && p.rated && isRating(last), !inLine && (next > i+2 || head[i] == '\t' || digit && !(numbered && nameNumber().MatchString(last))):
			p.blackEnd = i // "Иванов – Петров   12.03.1987"
			return
		}
		i = next - 1
	}
}

// cutSentence ends Black's name before words that introduce moves: "Иванов – Петров сыграли так:".
func (p *players) cutSentence(head string) {
	for i := p.black; i < p.blackEnd; {
		end := min(i+max(rawAt(head[i:]), 1), p.blackEnd)
		if r := firstRune(head[i:end]); i > p.black && unicode.IsLetter(r) && !unicode.IsUpper(r) && utf8.RuneCountInString(head[i:end]) > 3 && nameWordOf(head[i:end]) == noName {
			p.blackEnd = len(trimRight(head[:i]))
			return
		}
		i = word.SkipBlank(head, end)
	}
}

// cutBeforeWhite finds the start of White's name: after a word that is in no name, or a sentence.
func (p *players) cutBeforeWhite(head string) {
	named := false
	p.white = p.whiteEnd
	for at := titleAt(head[:p.white]); at > 0; {
		end := len(trimRight(head[:at]))
		start := afterBlank(head[:end])
		w := head[start:end]
		kind := nameWordOf(w)
		last, _ := utf8.DecodeLastRuneInString(w)
		ends := p.white < p.whiteEnd && (strings.ContainsRune(":;!?)»", last) || last == '.' && (utf8.RuneCountInString(w) > 4 && kind != nameBefore || lists["eventWords"].has(w[:len(w)-1])) || strings.Trim(w, "*_?.…[]") == "")
		if before := trimRight(head[:start]); (w == "г." || w == "р.") && before != "" && word.IsDigit(before[len(before)-1]) {
			ends = true // abbreviates "year"
		}
		switch {
		case w == "" || ends || kind == nameAfter && named, named && len(w) > len("I.") && strings.Trim(w, "IVX") == ".": // II. Иванов
			at = 0
		case kind == noName && named && lists["joints"].has(w) && p.white == at &&
			slices.ContainsFunc(strings.Fields(head[p.black:p.blackEnd]), lists["joints"].has):
			at = start // "Иванов и Сидоров – Петров и Ким"
		case kind == noName:
			at = 0
		default:
			named = named || kind == nameItself
			p.white, at = start, start
		}
	}
	if !named {
		p.white = p.whiteEnd
	}
	for i := range p.white {
		if (i == 0 || head[i-1] == ' ') && isTitle(head[i:p.white]) {
			p.white = i // "Мастер спорта Иванов"
			break
		}
	}
}

// introduces reports whether a text before two names introduces them: "Играли:", "Белые – черные:".
func introduces(text string) bool {
	if len(text) > maxName {
		return false
	}
	text, colon := strings.CutSuffix(trimSpace(text), ":")
	sides := strings.FieldsFunc(text, func(r rune) bool { return word.IsSpace(r) || word.IsDash(r) || r == '/' })
	return colon && (lists["introducing"].has(text) || len(sides) == 2 && isSide(sides[0]) && isSide(sides[1]))
}

// isMoveName reports whether a name is more likely a move or a result.
func isMoveName(name string) bool { return isShape(name) || len(name) == 1 && word.IsDigit(name[0]) }

// isLightSquare reports whether a text is a light square, which no game uses.
func isLightSquare(text string) bool {
	w, err := word.Parse(text)
	return err == nil && len(w.Steps) == 1 && w.Steps[0].File >= 0 && w.Steps[0].Rank >= 0 && (w.Steps[0].File+w.Steps[0].Rank)%2 == 1
}

// nameWord is the role of a word in a player's name.
type nameWord string

const (
	noName     nameWord = ""
	nameItself nameWord = "itself" // Иванов, И., «Спартак», petr77, or a placeholder for an illegible name
	nameBefore nameWord = "before" // ван, мс: a name follows
	nameAfter  nameWord = "after"  // мл., 12: a name precedes
)

// nameWordOf returns the role that a word without spaces may have in a name.
func nameWordOf(w string) nameWord {
	first, width := utf8.DecodeRuneInString(w)
	switch {
	case isNameStart(first):
		return nameItself
	case width == 1 && word.IsDigit(w[0]) && nameNumber().MatchString(w):
		return nameAfter
	case isUnreadName(w):
		return nameItself
	case unicode.IsLetter(first):
		if says, known := word.LookUp(lists["nameWords"], strings.TrimRight(w, ".")); known {
			return nameWord(says)
		}
		if strings.ContainsFunc(w, unicode.IsUpper) && elided().MatchString(w) ||
			strings.IndexFunc(w, notOfWord) > 2 && nickname().MatchString(w) && !isShape(w) {
			return nameItself
		}
	}
	return noName
}

// elided matches a particle joined to a name by an apostrophe or a hyphen: д’Артаньян.
var elided = word.Pattern(`^(?i:[долdol]|[аэе]ль|а[ст]|[ae]l|a[st])['’ʼ-]\p{Lu}`)

// nickname matches letters followed by digits or an underscore: petr77, user_1.
var nickname = word.Pattern(`^\pL{3,}[\p{Nd}_][\pL\p{Nd}_]*$`)

// nameNumber matches a number after a name: "Игрок 12", "Иванов 2100", "Kallisto 2.3", "Петров 1р".
var nameNumber = word.Pattern(`^\d{1,4}(?:\.\d{1,3})?(?:[рp]?\.?)$`)

// isRating reports whether a number after a name is a rating rather than part of the name.
func isRating(w string) bool { return len(w) >= 3 && len(w) <= 4 && isFigure(w) }

// isUnreadName reports whether a text replaces a name: ???, …, ____, [нрзб], неизв.
func isUnreadName(w string) bool {
	if w == "" {
		return false
	}
	inside := w
	if i := strings.IndexByte("[(<", w[0]); i >= 0 {
		if w[len(w)-1] != "])>"[i] {
			return false
		}
		if inside = w[1 : len(w)-1]; inside == "" || isNameStart(firstRune(inside)) && !strings.Contains(inside, " ") {
			return true // [Иванов]
		}
	}
	return inside != "." && !unicode.IsLetter(firstRune(inside)) && unreadName().MatchString(inside) || lists["unknownNames"].has(strings.TrimRight(inside, ".?")) || word.Illegible(inside)
}

// unreadName matches signs in place of a name or of a part of one: ???, …, ____, …ванов.
var unreadName = word.Pattern(`^(?:[?_*.… ]+|[-—–]{3,}|[?_.…]+\pL{2,})$`)

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// beginsName reports whether a text begins with a name or its particles: "де ла Фер".
func beginsName(text string) bool {
	if unreadBracket(text) > 0 {
		return true
	}
	for range 4 {
		n := lenToFunc(text, word.IsSpace)
		switch nameWordOf(strings.TrimRight(text[:n], ",:;")) {
		case nameItself:
			return true
		case noName:
			return false
		}
		text = text[word.SkipBlank(text, n):]
	}
	return false
}

// unreadBracket returns the length of brackets that replace a name at the start of text, or 0.
func unreadBracket(text string) int {
	if text == "" || strings.IndexByte("[(<", text[0]) < 0 {
		return 0
	}
	n := strings.IndexAny(text[:min(len(text), maxName)], "])>") + 1
	if n == 0 || !isUnreadName(text[:n]) {
		return 0
	}
	return n
}

// Signs between names, from the least to the most certain.
const (
	noSign     = iota
	commaSign  // "C, D:"
	hyphenSign // also in Петров-Водкин
	gluedDash  // И.–Петров
	slashSign  // "C / D:"
	versusSign // "C vs D"
	dashSign   // between spaces
	scoreSign  // "C 1-0 D"
)

const maxVersus = len("против.")

// signBetween finds the most certain sign between two names, the last of its kind if several.
func signBetween(head string, inLine, colon bool) (at, width int) {
	sure := noSign
	at = -1
	first, rest, ok := strings.Cut(trimLeft(head), ":")
	introduced := ok && lists["introducing"].has(first) && strings.Count(rest, ",") < 2 // more commas suggest a list of players
	for i, w := 0, 0; i < len(head); i += w {
		c := head[i]
		w = 1
		if c < utf8.RuneSelf && c != '-' && c != ',' && c != '/' && c != ':' && c != ' ' || c >= 0xd0 && c <= 0xd4 { // Cyrillic
			continue
		}
		is, wide := noSign, 0
		switch r, n := utf8.DecodeRuneInString(head[i:]); {
		case c == ' ':
			end := i + 1 + lenTo(head[i+1:min(len(head), i+1+maxVersus)], " ")
			if lists["versusWords"].has(strings.TrimRight(head[i+1:end], ".")) {
				is, wide = versusSign, end-i
			} else if introduced && lists["joints"].has(head[i+1:end]) {
				is, wide = commaSign, end-i
			} else if n := scoreBetween(head[i+1:]); n > 0 {
				is, wide = scoreSign, n+1
			}
		case c == ',' && (inLine && colon && !isYear(head[afterBlank(head):]) || introduced): // "Ким и Ли, Киев 1998:"
			is, wide = commaSign, 1
		case c == '/', c == ':' && i > 0 && head[i-1] == ' ' && i+1 < len(head) && head[i+1] == ' ':
			is, wide = slashSign, 1
		case word.IsDash(r):
			w = len(head[i:]) - len(strings.TrimLeftFunc(head[i:], word.IsDash))
			wide = w
			before, _ := utf8.DecodeLastRuneInString(head[:i])
			after, _ := utf8.DecodeRuneInString(head[i+w:])
			switch {
			case word.IsSpace(before) && word.IsSpace(after):
				is = dashSign
			case (!inLine || r != '-') && (word.IsSpace(before) && unicode.IsUpper(after) || before == '.' && word.IsSpace(after) && unicode.IsUpper(firstRune(trimLeft(head[i+w:])))):
				is = gluedDash // "Иванов А. -Петров"
			case !inLine && r == '-' && w == 1 && before != '.' && !beginsInitial().MatchString(head[i+w:]) || !unicode.IsUpper(after) || !unicode.IsLetter(before) && before != '.':
			case r != '-':
				is = gluedDash
			default:
				is = hyphenSign
			}
		default:
			w = n
		}
		if is > noSign && (is > sure || is == sure && is != hyphenSign && is != commaSign) {
			at, width, sure = i, wide, is
		}
	}
	return at, width
}

// scoreBetween returns the length of a score before a space and a name, or 0.
func scoreBetween(text string) int {
	if text == "" || !word.IsDigit(text[0]) && !strings.HasPrefix(text, "½") {
		return 0
	}
	r, n := result.Match(text)
	if n == 0 || isOfMatch(r) || !strings.HasPrefix(text[n:], " ") || !isNameStart(firstRune(text[n+1:])) {
		return 0
	}
	return n
}

// standsForGame reports whether text after names replaces moves: "нрзб", "запись утрачена", "…".
func standsForGame(text string) bool {
	text = strings.Trim(text, " \t,;")
	return text != "" && text != "." && (strings.Trim(text, "?_.… -—–[]()") == "" || word.Illegible(strings.TrimRight(text, ". ")))
}

// otherName reports whether two names belong to different players: they share only initials.
func otherName(a, b string) bool {
	words := func(name string) []string {
		parts := strings.FieldsFunc(word.Fold(name), func(r rune) bool { return !isAlnum(r) })
		return slices.DeleteFunc(parts, func(w string) bool { return utf8.RuneCountInString(w) < 2 })
	}
	of := words(b)
	return b != "" && !strings.EqualFold(a, b) &&
		!slices.ContainsFunc(words(a), func(w string) bool { return slices.Contains(of, w) })
}
