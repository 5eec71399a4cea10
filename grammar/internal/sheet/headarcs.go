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

// label adds the number of a game in a list: "Партия № 2.", "Second game:", "3)".
func (a *arcs) label(at int, line string) {
	if n := len(position.Solution().FindString(line[:min(len(line), maxEdge*2)])); n > 0 {
		a.sign(at, n, 0)
		a.labelled = at + n
	}
	named, numbered := false, false
	line = line[:lenTo(line, "\t")]
	for i := 0; i < min(len(line), maxKey); {
		n := i + lenTo(line[i:], " \t")
		kind := labelOf(line[i:n])
		if lists["labels"].has(strings.TrimRight(line[i:n], ".")) {
			kind = labelName
		}
		if kind == noLabel || kind == labelSign {
			break
		}
		named = named || kind == labelName || strings.ContainsAny(line[i:n], "№#")
		numbered = numbered || kind == labelNumber
		signed := strings.IndexByte(".:)],", line[n-1]) >= 0
		i = n + word.SkipBlank(line[n:], 0)
		switch {
		case named:
			a.labelled = int(a.add(roleLabel, at, at+n, 0).next)
		case numbered && signed && i < len(line):
			x := a.add(roleLabel, at, at+n, costBareLabel)
			if x.bare, x.n, a.labelled = true, numberOf(line), int(x.next); a.movesOn(line[i:]) {
				x.cost += costNumberAsText
			}
		}
	}
	if len(line) > 2 && line[2] > ' ' && word.IsDigit(line[0]) && strings.IndexByte(".)", line[1]) >= 0 { // "3)Иванов"
		x := a.add(roleLabel, at, at+2, costBareLabel)
		x.bare, x.n = true, numberOf(line)
	}
}

// numberOf returns the number at the start of a line, or 0 if absent.
func numberOf(line string) int16 {
	n, _ := word.NumberAt(line, 0)
	return int16(min(n, maxMoveNumber))
}

// titles adds the facts of a title line: a tournament, a date, the variant.
func (a *arcs) titles(at int, line string) {
	if len(line) <= maxFacts && beginsWithEvent(line) {
		x := a.add(roleKey, at, a.stop, costEvent)
		x.head = &headArc{tag: "Event", variant: position.VariantMentioned(line)}
		a.facts(x.head, at, at+len(line))
	}
	if len(line) <= maxTitle {
		dated := strings.TrimRight(line, " .")
		for i := strings.LastIndexByte(dated, ','); i > 0 && isOnlyRound(dated[i+1:]); i = strings.LastIndexByte(dated, ',') {
			dated = dated[:i]
		}
		day, _ := record.CutTime(dated)
		comma := strings.LastIndexByte(day, ',')
		last := strings.TrimRight(trimSpace(dated[comma+1:]), ".")
		if isWhen(last) && (comma < 0 && !isFigure(last) || comma > 0 && isPlayer(line[:comma])) {
			x := a.add(roleKey, at, a.stop, costTitle)
			x.head = &headArc{tag: "Date"}
			a.facts(x.head, at, at+len(line)) // "Киев, 12.03.1998, тур 3"
		}
	}
	a.datedRound(at, line)
	title := func(from, to, end int) bool {
		v := position.ParseVariantName(strings.TrimRight(line[from:to], ".:! "))
		if v == record.UnknownVariant {
			return false
		}
		x := a.add(roleKey, at, end, costTitle)
		x.head = &headArc{tag: "Variant", variant: v}
		a.facts(x.head, at, at+from)
		x.head.add("Variant", at+from, at+to)
		return true
	}
	n := strings.Index(unabbreviated(line[:min(len(line), 2*maxTitle)]), ". ")
	rest := n + len(". ")
	switch {
	case len(line) <= maxTitle && title(0, len(line), a.stop), n <= 0 || n > maxTitle:
	case len(line) <= maxTitle && title(rest, len(line), a.stop): // "Турнир. Башни"
	case len(line) > maxFacts || !beginsWithEvent(line[rest:]):
		title(0, n+1, at+n+1)
	case title(0, n+1, a.stop): // "Башни. Первенство города"
		a.facts(a.list[len(a.list)-1].head, at+rest, at+len(line))
	}
}

// datedRound adds a round with its date: "3 тур, 14 марта".
func (a *arcs) datedRound(at int, line string) {
	tag, n, end := roundAt(line)
	rest := strings.Trim(line[end:], " ,.:()–—-")
	if tag == "" || len(line) > maxTitle || !isWhen(rest) && !(strings.ContainsAny(rest, "0123456789") && isWhen(rest+" 1900")) {
		return
	}
	x := a.add(roleKey, at, a.stop, -costTitle)
	x.head = &headArc{tag: tag}
	x.head.add(tag, at+n.at, at+n.end)
	from := at + end + strings.Index(line[end:], rest)
	x.head.add("Date", from, from+len(rest))
}

// facts adds the parts between commas: a tournament, a town, a date.
func (a *arcs) facts(h *headArc, at, end int) {
	for at < end {
		stop := at + lenTo(a.text[at:end], ",;()")
		if n := strings.LastIndex(a.text[at:stop], ". ") + 1; n > 0 {
			if tag, _, _ := roundAt(trimLeft(a.text[at+n : stop])); tag != "" {
				stop = at + n // "Чемпионат Киева. 3 тур"
			}
		}
		from := stop - len(strings.TrimLeft(a.text[at:stop], "./ \t\u00a0"))
		to := from + len(trimRight(strings.TrimRight(a.text[from:stop], ":;./ \t")))
		if strings.HasSuffix(a.text[from:stop], "г.") {
			to = stop
		}
		if fact := a.text[from:max(from, to)]; !isSide(fact) && strings.ContainsFunc(fact, isAlnum) || strings.HasPrefix(a.text[from:], "*") {
			h.add(tagFact, from, to)
		}
		at = stop + 1
	}
}

// addKey adds a header whose value is text[from:end]; the text after it begins at next.
func (a *arcs) addKey(at, from, end, next int, h headArc, cost float64) {
	from += word.SkipBlank(a.text[from:max(from, end)], 0)
	value := a.text[from:max(from, end)]
	if n := strings.Index(value, "..."); n > 0 && strings.Trim(value[n:], "._ \t") == "" {
		value = value[:n] // dots of a form
	}
	if quoted := strings.TrimPrefix(value, "\""); strings.HasSuffix(trimRight(quoted), "\"") && strings.Count(value, "\"") == 2 {
		from += len(value) - len(quoted)
		value = quoted
	}
	value = strings.TrimRightFunc(value, func(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(",;|\"", r) })
	if isRound(h.tag) {
		value = strings.TrimRight(value, ".: ")
	}
	if sentenceEnd().MatchString(value) || strings.HasSuffix(value, "..") && !strings.HasSuffix(value, "...") {
		value = value[:len(value)-1]
	}
	ofPlayer := h.tag == "White" || h.tag == "Black"
	if ofPlayer {
		if m := playerValue().FindStringSubmatchIndex(value); m != nil {
			from, value = from+max(m[2], m[4]), value[max(m[2], m[4]):max(m[3], m[5])]
		}
	}
	// Neither "белые ...; черные c7-d6" nor "Начало: 10.00" is a header.
	isRest := strings.HasPrefix(value, ";") || strings.HasPrefix(value, ",")
	if (h.tag == "Turn" || isRest) && a.movesIn(value) > 0 || h.tag == "Opening" && value != "" && word.IsDigit(value[0]) {
		return
	}
	x := a.add(roleKey, at, next, cost)
	h.parts = nil
	switch h.tag {
	case "Variant":
		h.variant = position.ParseVariantName(value)
	case "Event":
		h.variant = position.VariantMentioned(value)
	case "Result":
		h.result, _, _ = result.Find(value)
	case "Round", "Board":
		x.cost += costRoundOfWords * float32(strings.Count(value, " "))
	case "White", "Black":
		h.timed = timeForm().MatchString(value)
		x.cost += float32(a.movesIn(value))
		figures := digitsOf(value) > 0 && !h.timed && strings.IndexFunc(value, unicode.IsLetter) < 0
		if figures || isSpoilt(value) && !isLonePlace(value) && !a.isMove(value) && !unicode.IsUpper(firstRune(value)) {
			x.cost += costWord // more likely a damaged move
		}
	}
	name, cells := len(value), len(value)
	if ofPlayer {
		name = a.cellEnd(value)
		cells = name
		before, bracket, _ := strings.Cut(value, " (")
		facts, closed := strings.CutSuffix(bracket, ")")
		parts := strings.Split(facts, ", ")
		if closed && !slices.ContainsFunc(parts, func(of string) bool { return !isTitle(of) && !isRating(of) }) {
			name, cells = len(before), len(value) // "Иванов (мс, 1800)"
			at := from + name + len(" (")
			for _, of := range parts {
				h.add(h.tag+map[bool]string{false: "Title", true: "Rating"}[isRating(of)], at, at+len(of))
				at += len(of) + len(", ")
			}
		}
	}
	for i, n := cells, 0; i < len(value); i = n { // the cells after a name
		n = i + 1 + a.cellEnd(value[i+1:])
		text, tag := trimSpace(value[i+1:n]), ""
		rating := strings.Trim(text, "()")
		switch {
		case isTitle(text):
			tag = h.tag + "Title"
		case isRating(rating):
			text, tag = rating, h.tag+"Rating"
		case i == name && isPlayer(text) && !strings.ContainsAny(trimSpace(value[:name]), " ."):
			name = n // "Иванов	Иван"
			continue
		}
		at := from + i + 1 + strings.Index(value[i+1:], text)
		h.add(tag, at, at+len(text))
	}
	h.add(h.tag, from, from+name)
	x.bare, x.head = h.column, &h
	if !ofPlayer && value != "" {
		if first, known := a.headers[value]; known {
			x.again = first < at
		} else if a.headers[value] = at; len(a.headers) > maxHeaders {
			clear(a.headers)
		}
	}
}

var (
	sentenceEnd = word.Pattern(`[^\s\pZ.]{3}\.$`) // otherwise it may end an initial
	// playerValue matches a name with signs around it: "(Иванов)", "____Иванов____", "Иванов –".
	playerValue = word.Pattern(`^\((.*)\)$|^_*([^_].*?)(?:[\s\pZ]+[\p{Pd}\x{2212}/]+)?_*$`)
)

// timeForm matches the time that a player has used: "1.40", "10 минут", "1 ч 5 м".
var timeForm = word.Pattern(`^\d{1,3}(?:[:.-]\d\d)*(?:[^\d:.-].*)?$`)

// key adds a header: its key and its value up to the next key, moves or a result.
func (a *arcs) key(at int, line string) {
	whole := len(line) <= maxHeadLine
	line = line[:min(len(line), maxHeadLine)]
	tag, n := matchKey(line)
	if end := strings.IndexByte(line, a.cell); n == 0 && a.cell != 0 && end > 0 && end <= maxKey {
		if tag = word.HeaderTag(strings.Trim(line[:end], " :")); tag != "" {
			n = end // it fills a cell
		}
	}
	if cell := trimRight(line[:a.cellEnd(line)]); n == 0 && a.heading && sideTag(cell, true) != "" {
		tag, n = sideTag(cell, true), len(cell)
	}
	if n == 0 {
		if at > a.first && at != a.labelled {
			return
		}
		if tag, n, end := roundAt(line); tag != "" { // "3-й тур, 5-й стол"
			end += len(line[end:]) - len(strings.TrimLeft(line[end:], ".:, "))
			a.addKey(at, at+n.at, at+n.end, at+end, headArc{tag: tag}, 0)
			a.labelled = at + end
		} else if tag, n := sideAfter(line); tag != "" && a.cell == 0 {
			isOther := func(line string) bool {
				other, _ := sideAfter(trimSpace(line))
				return other != "" && other != tag
			}
			if before, after := a.around(at); isOther(before) || isOther(after) { // otherwise it may be a signature
				a.addKey(at, at, at+n, at+len(line), headArc{tag: tag}, 0)
			}
		}
		return
	}
	name := strings.TrimRightFunc(line[:n], func(r rune) bool { return word.IsDash(r) || word.IsSpace(r) })
	h := headArc{tag: tag, column: a.heading || sideTag(name, false) != ""} // "Белые –", but not "Белые:"
	player := tag == "White" || tag == "Black"
	if i := strings.IndexByte(line, ':'); i > 0 && player && introduces(a.text[min(max(a.body, 0), at):at+i+1]) {
		return // "Белые – Черные: Иванов – Петров"
	}
	if tag == "Variant" && position.ParseVariantName(strings.Trim(line[n:max(n, valueEnd(line, n))], ".,;: \t")) == record.UnknownVariant && slices.ContainsFunc(strings.Fields(line[n:]), a.isMove) {
		return // a variation
	}
	if tag == "Position" && strings.Trim(line[n:], " \t") != "" {
		return
	}
	from := skipCells(line, n)
	last := strings.Trim(line[strings.LastIndexByte(line, ',')+1:], ". ") // an initial is not a side
	if at > a.body && player && !a.heading && (startsPosition(line) || len(last) > len("Б") && isSide(last)) {
		return // "Положение записывается так: белые – a1, b2", "Иванов, белые – Петров, черные"
	}
	if a.heading || h.column && word.HeaderTag(strings.Trim(line[from:from+a.cellEnd(line[from:])], "\" ")) != "" {
		a.addKey(at, at+n, at+n, at+from, h, 0) // a table's head
		return
	}
	if from == len(line) || isKey(line[from:]) {
		if a.addKey(at, at+n, at+n, at+min(from, len(line)), h, 0); from == len(line) {
			a.keyAbove(at, n, h)
		}
		return
	}
	if n := leader(line[from:]); n > 0 {
		from, h.column = from+n, false
	}
	if tag == "Verdict" && IsVerdict(line) { // which names moves
		a.addKey(at, at+from, a.stop, a.stop, h, 0)
		return
	}
	end := valueEnd(line, from)
	if stop := from + leadingDigits(line[from:]); stop > from && stop < end && isRound(tag) {
		next := word.SkipBlank(line, stop)
		_, row := word.NumberAt(line, next)
		if row > next && next > stop || playersAlone(line[next:]).ok { // "Стол 5. Иванов – Петров", "доска 2 3. a1-b2"
			a.addKey(at, at+from, at+stop, at+next, h, 0)
			a.labelled = at + next
			return
		}
	}
	value := strings.TrimRight(line[from:end], " .")
	for _, i := range [...]int{max(strings.LastIndex(value, ", "), strings.LastIndex(value, ". ")), strings.LastIndexAny(value, ",. ")} {
		rest := word.SkipBlank(line[:end], from+i+1)
		said := strings.TrimPrefix(line[rest:end], "(")
		if _, k := result.Match(said); i > 0 && player && k > len("½") && (line[from+i] != ' ' || !unicode.IsLetter(firstRune(said))) {
			a.addKey(at, at+from, at+end, at+end, h, 1.5)
			a.addKey(at, at+from, at+rest, at+rest, h, -.1)
			return
		}
	}
	if whole || end < len(line) {
		a.addKey(at, at+from, at+end, at+end, h, 0)
	}
}

// sideAfter returns the tag of the side named after a player, and the end of the player's name.
func sideAfter(line string) (tag string, n int) {
	n = max(strings.LastIndexAny(line, " ,(-–—"), 0)
	side, ok := result.Side(strings.TrimFunc(line[n:], notLetter))
	if !ok {
		return "", 0
	}
	n = len(strings.TrimRight(line[:n], " ,:(-–—"))
	if last := afterBlank(line[:n]); lists["introducing"].has(line[last:n]) {
		n = len(trimRight(line[:last]))
	}
	if !isPlayer(line[:n]) {
		return "", 0
	}
	return colours[side], n
}

// keyAbove adds a header whose value is the next line, "Белые:⏎Иванов".
func (a *arcs) keyAbove(at, key int, h headArc) {
	_, line := a.around(at)
	if _, other := matchKey(line); other > 0 || !strings.ContainsFunc(line, isAlnum) {
		return
	}
	player := h.tag == "White" || h.tag == "Black"
	if player && !isPlayer(line) || !player && (a.text[at+key-1] != ':' || len(line) > maxName || beginsMoves(line) || a.movesOn(line)) {
		return
	}
	from := a.eol + 1
	a.addKey(at, from, from+len(line), from+len(line), h, 0)
}

func isAlnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isHeading reports whether a line heads a table of moves: "№ | Белые | Черные | Примечание".
func (a *arcs) isHeading(line string) bool {
	if len(line) > maxHeadLine || a.body == a.stop || word.IsDigit(a.text[a.body]) {
		return false
	}
	cells := a.cells(0, line, true)
	i := slices.IndexFunc(cells, func(c cell) bool { return sideTag(c.text, true) == "White" })
	return i >= 0 && i+1 < len(cells) && word.HeaderTag(cmp.Or(sideTag(cells[i+1].text, true), cells[i+1].text)) != "" &&
		slices.ContainsFunc(cells, func(c cell) bool { return sideTag(c.text, true) == "Black" })
}

// resultsBelow returns the end of the rows below the head of a table of results, or 0 if absent.
func (a *arcs) resultsBelow(head string) int {
	if !slices.ContainsFunc(a.cells(0, head, true), func(c cell) bool { return word.HeaderTag(c.text) == "Result" }) {
		return 0
	}
	end := a.eol + 1
	for range maxTable {
		row := a.text[min(end, len(a.text)):a.lineEnd(min(end, len(a.text)))]
		if strings.TrimSpace(row) == "" || !strings.ContainsFunc(row, a.partsCells) {
			break
		}
		if a.tally(row).moves > 0 {
			return 0
		}
		end += len(row) + 1
	}
	return end
}

// cellEnd returns the length of the first cell of a line.
func (a *arcs) cellEnd(line string) int {
	return lenToFunc(line, func(r rune) bool { return r == '|' || a.partsCells(r) })
}

// players adds the two names that begin a line, or another game in the middle of it.
func (a *arcs) players(at int, line string) {
	var p players
	c := costNames
	if len(line) > maxHeadLine {
		line = line[:a.cutAt(at+maxHeadLine)-at]
	}
	if a.heading {
		return
	}
	a.sides(at, line)
	a.columns(at, line)
	if isContentsLine(strings.TrimRight(line, " ")) {
		return
	}
	if at == a.body || at == a.labelled {
		p = a.findPlayers(line)
	} else if mayNamePlayers(line) {
		p = playersBeforeMoves(line, nextFirstMoves)
		c += costNamesInLine
	}
	if !p.ok && at == a.body && strings.IndexByte(line, '-') > 0 && strings.IndexByte(line, ' ') < 0 {
		m := hyphened().FindStringSubmatchIndex(line)
		if _, row := a.around(at); m != nil && beginsMoves(row) { // otherwise it may be a town
			a.addNames(at, a.stop, headPart{"White", place{at + m[2], at + m[3]}}, headPart{"Black", place{at + m[4], at + m[5]}})
		}
	}
	if !p.ok || p.end == 0 || oldDate().MatchString(line) || isWhen(trimSpace(line[p.black:])) { // "London – May 3, 1970"
		return
	}
	if _, n := result.Match(line); p.white > 0 && n > 0 {
		return // the names follow a result
	}
	if r, ok := result.Parse(trimLeft(line[max(p.score, p.blackEnd):])); ok && isOfMatch(r) {
		return // teams: "Киев – Львов 5:3"
	}
	white, _ := cutTitle(line[p.white:p.whiteEnd])
	if tag := word.HeaderTag(white); tag == "White" || tag == "Black" {
		return // "Белые – Иванов" names one player
	}
	first, _, _ := strings.Cut(white, " ")
	if lists["eventWords"].has(first) || labelOf(first) == labelName {
		c += 1.5
	}
	c += a.movesIn(line[:p.whiteEnd])
	if said := a.movesIn(line[p.black:p.end]); said > 0 { // "Иванов – Петров. c3-d4 d6-c5"
		a.add(roleNames, at, at+p.end, c+min(said, costWord)).head = a.headOf(at, p) // the moves may be an opening's name
		p.end = p.black + a.firstRow(line[p.black:p.end])
		p.blackEnd = p.black + len(strings.TrimRight(line[p.black:min(p.blackEnd, p.end)], ". "))
	}
	a.add(roleNames, at, at+p.end, c).head = a.headOf(at, p)
}

// firstRow returns the offset of the first move in a text that has one, with the number before it.
func (a *arcs) firstRow(text string) int {
	at := word.SkipBlank(text, 0)
	for at < len(text) && a.moveLen(text[at:]) == 0 {
		at = word.SkipBlank(text, at+lenToFunc(text[at:], word.IsSpace))
	}
	n := len(strings.TrimRight(text[:at], "№|0123456789.) "))
	return word.SkipBlank(text, n+lenToFunc(text[n:at], word.IsSpace))
}

// hyphened matches two names alone in a line, "Иванов-Петров".
var hyphened = word.Pattern(`^(\p{Lu}\pL+)-(\p{Lu}\pL+)[ .:]*$`)

// bracketRating returns the rating in brackets at the start of a text.
func bracketRating(text string) (rating string, ok bool) {
	text, open := strings.CutPrefix(strings.TrimLeft(text[:min(len(text), 8)], " "), "(")
	rating, _, ok = strings.Cut(text, ")")
	return rating, ok && open && isRating(rating)
}

// moveLen returns the length of the move, perhaps "c3 d4", at the start of a text, or 0 if absent.
func (a *arcs) moveLen(text string) int {
	run := text[:runEnd(text)]
	switch core := strings.TrimRight(run, ".,;"); {
	case a.isMove(core):
		return len(run)
	case isLonePlace(core) && !word.IsDigit(core[0]):
		return word.Missigned(text[:min(len(text), maxEdge)])
	}
	return 0
}

// movesIn returns the cost of the moves in a name.
func (a *arcs) movesIn(name string) (c float64) {
	for name = trimLeft(name); name != ""; name = trimLeft(name) {
		n := a.moveLen(name)
		if n > 0 {
			c += costWord
		}
		name = name[max(n, lenTo(name, " \t"), 1):]
	}
	return c
}

func (a *arcs) addNames(at, end int, names ...headPart) *arc {
	x := a.add(roleNames, at, end, costNames)
	x.head = &headArc{parts: names}
	return x
}

// sides adds two names that follow their sides without a sign: "Белые Иванов, черные Петров."
func (a *arcs) sides(at int, line string) {
	tag, from := sideWord(line)
	if tag == "" {
		a.sidesAfter(at, line)
		return
	}
	i, n, other := from, 0, ""
	for other == "" || other == tag {
		space := strings.IndexByte(line[i:], ' ')
		if space < 0 {
			return
		}
		i += space + 1
		other, n = sideWord(line[i:])
	}
	end := i + n
	if row, _ := firstMove(line, end); row > 0 {
		line = line[:row]
	}
	inside := min(end+1, len(line)) // of a bracket
	line = line[:inside+lenTo(line[inside:], ",;:(")]
	names := []headPart{{tag, place{from, i}}, {other, place{end, len(line)}}}
	for k := range names {
		name := &names[k]
		if verb, rest, ok := strings.Cut(line[name.at:name.end], " "); ok && lists["introducing"].has(verb) {
			name.at = name.end - len(rest) // "Белыми играл Иванов, черными – Петров"
		}
		m := sideName().FindStringSubmatchIndex(line[name.at:name.end])
		text := line[name.at:name.end][m[2]:m[3]]
		isOther := func(w string) bool { return nameWordOf(strings.TrimRight(w, ".")) == noName }
		if slices.ContainsFunc(strings.Fields(text), isOther) || !beginsName(text) || isMoveName(text) {
			return
		}
		name.place = place{at + name.at + m[2], at + name.at + m[3]}
	}
	a.addNames(at, at+len(line), names...)
}

// sideName captures a name beside its side, without the signs around it.
var sideName = word.Pattern(`^[ –—._…(-]*(.*?(?:(?:^|[ .])\pL\.)?)[ ,;–—._…)-]*$`)

// sidesAfter adds two names before their sides: "Иванов – белые, Петров – черные".
func (a *arcs) sidesAfter(at int, line string) {
	line = strings.TrimRight(line, ".: ")
	tail := line[max(0, len(line)-maxKey):]
	if !isSide(strings.TrimFunc(tail[afterBlank(tail):], notLetter)) {
		return // like nearly all lines
	}
	from := 0
	if first, _, ok := strings.Cut(line, ": "); ok && lists["introducing"].has(first) {
		from = len(first) + len(": ")
	}
	for i, r := range line {
		if !word.IsDash(r) && r != ',' && r != ';' {
			continue
		}
		next := i + utf8.RuneLen(r)
		next += word.SkipBlank(line[next:], 0)
		tag, n := sideAfter(trimRight(line[min(from, i):i]))
		other, m := sideAfter(line[next:])
		if tag != "" && other != "" && tag != other {
			a.addNames(at, at+len(line), headPart{tag, place{at + from, at + from + n}}, headPart{other, place{at + next, at + next + m}})
			return
		}
	}
}

// columns adds two names that head columns of moves if a row follows: "№ | Иванов | Петров".
func (a *arcs) columns(at int, line string) {
	if a.body < 0 || at-a.body > maxKey || strings.Trim(a.text[min(a.body, at):at], " \t|") != "" {
		return
	}
	below := a.isBelowSides()
	spaced := below || a.body-a.start > 1 // indented names, "      Иванов    Петров"
	cells := a.cells(at, line, spaced)
	if half := len(cells) / 2; half > 1 && slices.EqualFunc(cells[:half], cells[half:], func(a, b cell) bool { return a.text == b.text }) {
		cells = cells[:half] // two blocks
	}
	switch before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(a.text[:at], " ")); {
	case len(cells) == 3 && !slices.ContainsFunc(strings.Fields(cells[0].text), func(w string) bool { return !lists["numberHeads"].has(strings.Trim(w, ".")) }):
		cells = cells[1:]
	case before != '\t' && before != '|' && !spaced:
		return
	}
	if len(cells) != 2 || slices.ContainsFunc(cells, func(c cell) bool {
		return !isPlayer(c.text) || sideTag(c.text, true) != "" || strings.Trim(c.text, "-") == "" || strings.ContainsAny(c.text, ":;=,")
	}) {
		return
	}
	for row := range a.linesBelow(2) {
		if !below && strings.Trim(row, "|-=+: ") == "" {
			continue // a Markdown rule
		}
		if moves := a.cells(0, row, spaced); below || len(moves) > 1 && (strings.Trim(moves[0].text, ".) ") == "1" || beginsMoves(row)) && a.isMove(moves[1].text) {
			a.addNames(at, a.stop, headPart{"White", cells[0].place()}, headPart{"Black", cells[1].place()}).cost = 0
		}
		return
	}
}

// isBelowSides reports whether the line before contains only the two sides as column heads.
func (a *arcs) isBelowSides() bool {
	before := strings.TrimRight(a.text[max(0, a.start-maxHeadLine):a.start], "|-=+:\n ")
	cells := a.cells(0, before[max(len(before)-maxKey, strings.LastIndexByte(before, '\n')+1):], true)
	return len(cells) == 2 && sideTag(cells[0].text, true) == "White" && sideTag(cells[1].text, true) == "Black"
}

// cell is the trimmed text of a table cell.
type cell struct {
	at   int
	text string
}

func (c cell) place() place { return place{c.at, c.at + len(c.text)} }

// cells returns the non-blank cells of a line. If spaced is set, two spaces separate cells, too.
func (a *arcs) cells(at int, line string, spaced bool) (cells []cell) {
	for line != "" {
		n := a.cellEnd(line)
		if k := strings.Index(line[:n], "  "); spaced && k >= 0 {
			n = k
		}
		blank := word.SkipBlank(line[:n], 0)
		if text := strings.Trim(trimRight(line[blank:n]), "\""); text != "" {
			cells = append(cells, cell{at + blank + strings.Index(line[blank:], text), text})
		}
		n = min(n+1, len(line))
		at, line = at+n, line[n:]
	}
	return cells
}

// sideTag returns the tag of the side that a word, perhaps shortened, names, or "" if none.
func sideTag(w string, shortened bool) string {
	tag := word.HeaderTag(w)
	if tag == "" && shortened {
		tag, _ = word.LookUp(lists["shortKeys"], strings.TrimRight(w, "."))
	}
	if tag != "White" && tag != "Black" {
		return ""
	}
	return tag
}

// sideWord returns the tag of the side at the start of a text, and the offset of the name after it.
func sideWord(text string) (tag string, n int) {
	if n = strings.IndexByte(text[:min(len(text), maxKey)], ' '); n <= 0 {
		return "", 0
	}
	return sideTag(text[:n], n > len("Б.") || unicode.IsLower(firstRune(text))), word.SkipBlank(text, n)
}

// headOf returns the header data in a line of two names.
func (a *arcs) headOf(at int, p players) *headArc {
	text, h := a.text, new(headArc)
	from, before := at, at+len(strings.TrimRight(text[at:at+p.white], ".:, \t"))
	for from < before {
		tag, number, end := roundAt(text[from:before]) // "Тур 3, стол 5. Иванов – Петров"
		if tag == "" {
			break
		}
		h.add(tag, from+number.at, from+number.end)
		from = before - len(strings.TrimLeft(text[from+end:before], ".:, \t"))
	}
	if title := text[from:before]; title != "" {
		tag := ""
		if v := position.ParseVariantName(title); v != record.UnknownVariant {
			tag, h.variant = "Variant", v // "Башни. Иванов – Петров"
		} else if slices.ContainsFunc(strings.Fields(title), lists["eventWords"].has) {
			tag = "Event" // "1/4 финала. Иванов – Петров"
		} else {
			before = at + len(trimRight(text[at:at+p.white]))
		}
		h.add(tag, from, before)
	}
	sides := [...]string{"White", "Black"}
	if p.swapped {
		sides = [...]string{"Black", "White"}
	}
	h.add(sides[0], at+p.white, at+p.whiteEnd)
	h.add("Result", at+p.score, at+p.scoreEnd)
	end := at + p.end
	_, first := bracketRating(text[at+p.whiteEnd:])
	_, both := bracketRating(text[at+p.blackEnd:])
	both = both && first
	// beside adds the data after a name, its rating or a town in brackets, and returns their end.
	beside := func(side string, at, end int, isLast bool) int {
		for {
			k := end - len(strings.TrimLeft(text[at:end], ", \t\u00a0"))
			rest := text[k:end]
			n := leadingDigits(rest)
			inside, rated := bracketRating(rest)
			switch {
			case p.rated && isRating(rest[:n]):
				h.add(side+"Rating", k, k+n)
			case rest == "" || strings.IndexByte("([", rest[0]) < 0 || !strings.ContainsAny(rest, ")]"):
				return at
			case both && rated:
				n = len(inside) + len("()")
				h.add(side+"Rating", k+1, k+1+len(inside))
			default:
				n = strings.IndexAny(rest, ")]") + 1
				if last := strings.LastIndexByte(rest[:n], ',') + 1; isLast && isWhen(strings.Trim(rest[last:n], "([)] ")) {
					return at // "Иванов – Петров (Киев, 1998)"
				}
				h.add("", k, k+n)
			}
			at = k + n
		}
	}
	beside(sides[0], at+p.whiteEnd, at+p.black, false)
	h.add(sides[1], at+p.black, at+p.blackEnd)
	tail := beside(sides[1], at+p.blackEnd, end, !strings.ContainsAny(text[at+p.whiteEnd:at+p.black], "(["))
	a.facts(h, tail, end)
	return h
}
