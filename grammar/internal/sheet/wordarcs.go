package sheet

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

func (a *arcs) word(at int, w string, moved, illegible bool) {
	extra := 0.0
	if slices.ContainsFunc(a.list, func(x arc) bool { return x.role == roleResult && float64(x.cost) < costRefused }) {
		extra = 1.8
		if at == a.body && len(w) >= a.stop-at-1 {
			extra = costResultAsText
		}
	}
	if illegible {
		extra = costIllegibleText
	}
	if a.has(roleTurn) {
		extra = costTurnAsText
	}
	extra = a.noProse(max(extra, a.regular(at)))
	base := textCost(w, moved)
	if len(w) == 4 && isYear(w) {
		base = .2
	} else if isDiagram(w) {
		base = 0
	}
	n, _, _ := numberAt(w[:leadingDigits(w[:min(len(w), 3)])])
	x := a.add(roleText, at, at+len(w), base+extra)
	lead := !moved && (lists["leads"].has(w) || lists["supposed"].has(w) || lists["wishes"].has(w) && a.wished(at, at+len(w)))
	if !moved && lists["judging"].has(w) { // it may judge the move before
		lead = !a.moveFollows(at + len(w))
	}
	if n := utf8.RuneCountInString(w); lead && n < 3 && n < len(w) { // "с угрозой" and "ср.", but not "З. c3-d4"
		rest := strings.TrimLeft(a.text[min(at+len(w), a.stop):a.stop], " ")
		lead = n == 2 && strings.HasPrefix(rest, ".") || lists["leads"].has(strings.TrimRight(rest[:runEnd(rest)], ".,:;"))
	}
	x.lead, x.illegible = lead, illegible
	if x.n = int16(n); moved {
		x.said, x.figures = 1, word.IsDigit(w[0])
	} else {
		x.damaged = illegible || damageCost(w) < maxOdd || strings.IndexFunc(w, notOfPly) < 0
	}
	if n := len(articleForm().FindString(a.text[at:a.stop])); n > len(w) {
		a.add(roleText, at, at+n, extra)
	}
	if (lead || at == a.over) && at > a.body && a.led < maxLed { // "1-0. На 3. g3-h4 следует g5-f4"
		a.led++
		a.add(roleProse, at, a.stop, costProseLine).toEnd = true
	}
	if capital := unicode.IsUpper(firstRune(w)) && digitsOf(w) == 0; at > a.body && (lead && !lists["judging"].has(w) || capital) {
		a.sentence(at, capital, lead)
	}
}

// articleForm matches a short word with which a sentence begins, and the next one: "A good move".
var articleForm = word.Pattern(`^\p{Lu}\p{L}? \p{Ll}{3,}`)

// sentence adds a part of a line that names a move or two, from a capitalized word or one that
// introduces moves up to the next number: "2. b2-c3 f6-g5 Белые хотели 3. a1-b2". Its first move
// follows a word, and also a number unless capital is set.
func (a *arcs) sentence(at int, capital, lead bool) {
	if a.has(roleResult) || a.has(roleSign) || a.regular(at) > 0 {
		return
	}
	denied := a.isDenied(a.text[at:a.stop])
	words, moves, after, number, n := 0, 0, 0, 0, 0
	between, ended, unsure := false, false, false // a word joins no moves; the last one ends the sentence; one supposes the moves
	add := func() {
		x := a.add(roleProse, at, at+len(strings.TrimRight(a.text[at:at+n], " ")), costProseLine)
		x.denied = denied
		if x.said, x.lead, x.within = int16(moves), true, true; lead {
			x.cost += costLead
		}
	}
	line := a.text[at:min(a.stop, at+maxSentence)]
	for ; n < len(line); n += word.SkipBlank(line[n:], 0) {
		end := n + runEnd(line[n:])
		if end == n {
			break // the cell or line ends
		}
		k, from := word.NumberAt(line[:end], n)
		w := strings.Trim(line[from:end], ".,;:!?()\"…")
		if _, is := result.Match(line[n:end]); moves > 0 && (k > 0 || is > 0 && word.IsDigit(line[n])) {
			if ended || k == 0 || !lead || moves > 1 {
				break
			}
			add() // the number may be the next row's
		}
		switch {
		case k > 0 && w == "":
			number = k
		case a.isMove(w):
			if moves == 1 && after == 0 && lead {
				add() // the second move may be the game's
			}
			between = between || moves == 1 && after > 0
			lead = lead && (moves > 0 || after < 2) // "If White had known 3. a1-b2 c5-d4" is no advice
			moves, number = moves+1, max(number, k)
			if after = 0; moves > 2 || moves == 1 && (words == 0 && !denied || number == 1 || number == 0 && !capital) {
				return
			}
		case isLonePlace(w):
			return // a move with spaces
		case moves == 1 && !lead && lists["joining"].has(w):
			return
		case unicode.IsLetter(firstRune(w)) && number == 0 || moves > 0:
			words += min(utf8.RuneCountInString(w)/2, 1) // a single letter is not a word
			after++
			isLead := moves == 0 && (utf8.RuneCountInString(w) > 2 || word.IsLatin(w[0])) && lists["leads"].has(w) // not "не"
			unsure = unsure || lists["supposed"].has(w)
			before := strings.TrimRight(line[:n], " ")
			played := moves == 0 && isPlayed(w, before[strings.LastIndexByte(before, ' ')+1:])
			if lead = lead || isLead || unsure; isLead || played {
				after = 0
			}
			if played && !unsure || moves == 0 && (words > maxLeading || strings.IndexByte(".!?", line[end-1]) >= 0 && !lists["leads"].has(w)) {
				return
			}
		default:
			return
		}
		n, ended = end, strings.IndexByte(".!?", line[end-1]) >= 0
	}
	isRow := moves == 2 && after == 0 && !capital
	if moves > 0 && !isRow && (at+n == a.stop || n < len(line)) && (lead || moves < 2 || between || after > 0 && words > 1) {
		add()
	}
}

// isDenied reports whether a text begins with a move of which the next words say that it was not
// played: "e3-f4 было сильнее".
func (a *arcs) isDenied(text string) bool {
	_, from := word.NumberAt(text, 0)
	text = strings.TrimLeft(text[from:], " ")
	n := runEnd(text)
	return a.isMove(strings.TrimRight(text[:n], "!?.,")) && unplayedAfter(text[n:]) != ""
}

// unplayedAfter returns what the words after a move say if it is that the move was not played:
// "would", "e3-f4 давало ничью", or "judged", "e3-f4 было сильнее".
func unplayedAfter(text string) string {
	w, more, _ := strings.Cut(strings.TrimLeft(text, " –—-"), " ")
	for lists["unplayed"][word.Fold(w)] == "was" {
		w, more, _ = strings.Cut(more, " ")
	}
	bare := strings.TrimRight(w, ".,;:!?")
	says, known := word.LookUp(lists["unplayed"], bare)
	next, _, _ := strings.Cut(strings.TrimLeft(more, " "), " ")
	switch {
	case says == "would":
		return says
	case known && says == "" && (w != bare || !unicode.IsLetter(firstRune(next)) || lists["unplayed"][word.Fold(next)] == "for"):
		return "judged"
	}
	return ""
}

// wished reports whether a word of a wish introduces a row: "хотелось 3. a1-b2", or at the start of a
// line "Белые хотели сыграть 3. a1-b2".
func (a *arcs) wished(at, end int) bool {
	rest := a.text[end:a.stop]
	n := lenTo(rest, "0123456789")
	return (strings.Trim(rest[:n], ",: ") == "" || digitsOf(a.text[a.body:at]) == 0) && a.rowFollows(rest[n:])
}

// rowFollows reports whether a text begins with a row's number and a move.
func (a *arcs) rowFollows(text string) bool {
	_, end := word.NumberAt(text, 0)
	return end > 0 && a.movesOn(strings.TrimLeft(text[end:], " "))
}

// moveFollows reports whether words that judge a move and end at a byte are followed by a move.
func (a *arcs) moveFollows(at int) bool {
	rest := a.text[min(at, a.stop):a.stop]
	for range maxLed {
		rest = strings.TrimLeft(rest, "?!:,. ")
		w := rest[:runEnd(rest)]
		if a.isMove(w) {
			return true
		}
		if !isFigure(strings.TrimRight(w, "?!:,.")) {
			break
		}
		rest = rest[len(w):]
	}
	return false
}

// illegible adds words that call the text illegible, and reports whether the first one does.
func (a *arcs) illegible(at int, line, first string) bool {
	if r, _ := utf8.DecodeRuneInString(line); unicode.IsLetter(r) || strings.IndexByte("#([<", line[0]) >= 0 {
		for n, k := 0, 0; k < 6 && n < len(line); k++ {
			n += word.SkipBlank(line[n:], 0)
			end := a.runEnd(at+n, false) - at
			if end <= n || k > 0 && strings.ContainsAny(line[n:end], "0123456789") {
				break
			}
			if n = end; k > 0 && word.Illegible(strings.TrimRight(line[:n], ".,;:!?")) {
				a.add(roleUnread, at, at+n, -.6)
			}
		}
	}
	if !word.Illegible(first) {
		return false
	}
	n := len(first)
	if strings.HasPrefix(line[n:], ".") { // неразб.
		n++
	}
	a.add(roleUnread, at, at+n, -.6)
	if rest := strings.TrimLeft(line[len(first):], " ."); at == a.body && a.isMove(rest[:runEnd(rest)]) {
		a.add(roleNumber, at, at+len(first), costUnreadNumber).n = unreadNumber
	}
	return true
}

// introduction returns the length of the words before the first number of a line if all of them
// introduce moves that were not played, "Ср. 3. a1-b2", "Прим. ред. 3. a1-b2", or else 0.
func introduction(line string) int {
	n := lenTo(line, "0123456789")
	isOther := func(w string) bool { return !lists["remarkLeads"].has(w) || lists["judging"].has(w) }
	if slices.ContainsFunc(strings.FieldsFunc(line[:n], notLetter), isOther) {
		return 0
	}
	return n
}

// sealedLen returns the length of words up to a sealed move: "Записанный ход:", "Ход записан:".
func (a *arcs) sealedLen(line string) (n int) {
	said := false
	for range 7 {
		w := line[n : n+runEnd(line[n:])]
		if said && a.isMove(w) {
			return n
		}
		said = said || lists["sealed"].has(strings.TrimRight(w, ":."))
		n = word.SkipBlank(line, n+len(w))
	}
	return 0
}

// noteForm matches the letter of a note.
var noteForm = word.Pattern(`^(?:[(\[]\p{L}[)\]] |\p{L}\) \d)`)

// ornaments make up lines between games or parts of one.
const ornaments = "❦⁂☙❧◊◆★☆✦ "

// lineArcs adds the roles of the whole line.
func (a *arcs) lineArcs(at int, line string) {
	trimmed := strings.TrimSpace(line)
	a.ruleOf(at, trimmed)
	if trimmed == "" {
		return
	}
	if n := trimmed; len(n) < 5 && (strings.Trim(n, "0123456789") == "" || strings.Trim(n, "IVX") == "") {
		a.add(roleLabel, at, a.stop, 1).n = numberOf(trimmed + ".")
	}
	if isMatter(trimmed) || at < a.results && !a.heading {
		a.add(roleProse, at, a.stop, costMatter).n = a.rowNumber(trimmed + " ")
	}
	a.titles(at+strings.Index(line, trimmed), trimmed) // after the tab of an empty cell
	if m := a.spokenIn(line, false); m.timed && a.isDue(m.by) {
		return // its move was played
	}
	t := a.tally(line)
	if c := costOthers + costWord*float64(t.moves-t.scores); c < maxCost && a.isOfOthers(trimmed) {
		a.add(roleOthers, at, a.stop, c)
	}
	a.moves = t.moves
	if first, _, _ := strings.Cut(trimmed, " "); t.before == 0 && t.moves > 0 && lists["shortWords"].has(first) {
		t.words, t.before, t.after = t.words+t.moves, 1, t.after+t.moves-1 // "Не 3. a1-b2?"
	}
	denied := t.moves > 0 && t.moves < 3 && a.isDenied(line)
	first, again := a.rowWithin(line, denied)
	goesOn := t.moves > 0 && first != 1 && !word.IsDigit(line[0]) && a.goesOn(a.start, maxOpen)
	varied := t.moves > 0 && t.moves+t.words > 1 && a.isVariation(line)
	if again = again && t.moves > 0; t.words == 0 && !again && !varied && !goesOn {
		return
	}
	m := float64(t.moves)*costProseMove + float64(t.damaged)*costProseDamaged
	said, number := t.isSentence()
	ended := t.moves > 0 && rowAfterSentence().MatchString(trimmed[introduction(trimmed):])
	played := t.moves > 1 && t.after == 0 && ended
	isRow := t.after == 0 && slices.ContainsFunc(numberSigns, func(sign string) bool { // "Move 8: c3-d4"
		number, is := strings.CutPrefix(line, sign)
		return is && number != "" && word.IsDigit(number[0])
	})
	said = (said || denied) && !played && !isRow && a.cell == 0
	row := 0.0
	if n, head := firstMove(line[:min(len(line), maxHeadLine)], 1); n > len(head) && strings.IndexByte(line[len(head):n], ':') >= 0 {
		said, row = false, costProseRow
	}
	switch {
	case goesOn, first > 1 && noteForm().MatchString(line): // "а) 12... d6-e5 13. e3-f4"
		m = 0
	case varied:
		m = min(m, costLeadMoves)
	case said: // a sentence names a move
		m = 0
		if n := a.sealedLen(line); n > 0 { // or the move is the row's
			m += costSealed
			a.add(roleBracket, at, at+n, costBracket).off = true
		}
	case (t.lead || t.unsure || again) && !t.playing && (again || !played):
		if m *= .3; first > 1 && !ended { // otherwise it may be a game, or ends in its next row
			m = min(m, costLeadMoves)
		}
	default:
		m *= 1 + 2*float64(t.moves+t.damaged)/float64(t.words)
	}
	x := a.add(roleProse, at, a.stop, costProseLine+m)
	x.said, x.extra = int16(min(t.moves+t.damaged, 1000)), float32(row)
	x.denied, x.damaged = denied, t.squares && t.moves == 0
	x.ends = endOf(trimmed).Outcome != record.NoResult
	if x.n, x.apart = a.rowNumber(line), said && (number > 0 || denied && again); number > 0 && said {
		x.n = number
	}
	x.lead = said || t.lead && !played && first == 0 && x.n == 0 // "Если c3-d4, то d6-c5"
}

// ruleOf adds a line that is a rule between games or parts of one.
func (a *arcs) ruleOf(at int, line string) {
	if line != "" && strings.Trim(line, ornaments) == "" {
		a.add(roleRule, at, a.stop, 0)
	}
	if utf8.RuneCountInString(line) < 3 || strings.Trim(line, "-=_*~—–+|: ") != "" {
		return
	}
	c := 0.0
	if _, n := result.Match(line); n == len(line) && result.CanBegin(line) || // "+:-"
		len(line) < 12 && strings.Contains(line, " ") && strings.ContainsAny(line, "-_–—") { // "-- --"
		c = costRuleOfPlies
	}
	a.add(roleRule, at, a.stop, c)
	a.rule = c == 0
}

// tally counts the parts of a line that may be a sentence.
type tally struct {
	words, moves          int
	scores                int   // moves that may be scores
	damaged               int   // possible damaged moves
	before, after         int   // words before the first move and after the last
	number                int16 // after words, before the first move
	squares               bool  // squares alone
	lead, playing, unsure bool  // a word before the first move introduces moves, says it was played, or supposes it
}

// isSentence reports whether the line names one or two moves in a sentence, and returns the number
// of two moves at its end: "Белые сыграли 3. a1-b2 c5-d4".
func (t *tally) isSentence() (is bool, number int16) {
	is = (t.before > 1 || t.before > 0 && (t.words > t.before+1 || t.after > 0 || t.moves == 1)) && t.moves > 0 && t.moves < 3 && (t.words > t.moves || t.moves == 1)
	if !is && t.moves == 2 && t.after == 0 {
		number = t.number
	}
	return (is || number > 0) && t.damaged == 0 && !t.playing, number
}

// tally counts the words of a line, except those in brackets and names of sides before their moves.
func (a *arcs) tally(line string) (t tally) {
	if noteForm().MatchString(strings.TrimSpace(line)) {
		t.words++
	}
	sides := t.words // without sides before their moves
	last := ""
	for rest := strings.TrimLeftFunc(line, a.parts); rest != ""; rest = strings.TrimLeftFunc(rest, a.parts) {
		if strings.IndexByte("({[", rest[0]) >= 0 {
			if n := strings.IndexAny(rest, ")}]") + 1; n > 0 && n < len(rest) {
				rest = rest[n:]
				continue
			}
		}
		n, inside := spacedMove(rest)
		if run := rest[:runEnd(rest)]; n <= len(run) || len(inside) > 0 || digitsOf(run) == 0 || !a.isMove(rest[:n]) {
			n = lenToFunc(rest, a.parts)
		}
		w := strings.Trim(rest[:n], ".,;:!?()[]\"")
		rest = rest[n:]
		if i := strings.LastIndexByte(w, '.'); i >= 0 && i < 4 {
			w = w[i+1:]
		}
		r, _ := utf8.DecodeRuneInString(w)
		move, tag := a.isMove(w), ""
		if move {
			t.words = sides
			if t.moves++; t.moves == 1 {
				t.before = t.words
			}
			t.after = t.words
			if runeKindOf(r)&digitRune != 0 {
				if _, is := result.Parse(w); is {
					t.scores++
				}
			}
		} else if damageCost(w) < 1.6 {
			t.damaged++
		} else if unicode.IsLetter(r) && isWord(w) {
			t.words++
		} else if !isFigure(w) {
			t.squares = t.squares || isLonePlace(w)
		} else if t.moves == 0 && t.words > 0 {
			t.number = numberOf(w + ".")
		}
		if unicode.IsLetter(r) && !move {
			tag = word.HeaderTag(w)
			if t.moves == 0 {
				t.lead, t.unsure = t.lead || lists["leads"].has(w) || lists["wishes"].has(w), t.unsure || lists["supposed"].has(w)
				t.playing = t.playing || isPlayed(w, last)
			} else if t.before > 0 && lists["unplayed"][word.Fold(w)] == "would" {
				t.unsure = true // "Здесь 3. a1-b2 c5-d4 давало выигрыш"
			}
			last = w
		}
		if tag != "White" && tag != "Black" {
			sides = t.words
		}
	}
	t.after = t.words - t.after
	t.playing = t.playing && !t.unsure
	return t
}

// isPlayed reports whether a word after another, if any, says that moves were played: not "не
// сыграли", nor "лучшее продолжение".
func isPlayed(w, before string) bool {
	says, known := word.LookUp(lists["played"], w)
	return known && !lists["offers"].has(before) && (says != "first" || before == "")
}

// goesOn reports whether the line before the one at a byte leaves a sentence open, which may begin
// up to so many lines above it.
func (a *arcs) goesOn(at, lines int) bool {
	before, _ := a.around(at)
	line := strings.TrimSpace(before)
	if _, key := matchKey(line); key > 0 || !openSentence().MatchString(line) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line, "."))
	t, moved := a.tally(line), unicode.IsDigit(last) // or a row's number
	switch {
	case moved && unicode.IsUpper(firstRune(trimLeft(a.text[at:a.lineEnd(at)]))):
		return false // a new sentence
	case moved && !t.lead && !t.unsure && t.words < t.moves: // it may be a row
		return lines > 0 && a.goesOn(at-len(before)-1, lines-1)
	}
	return t.words > 0 && t.words+t.moves > 2 && !findPlayers(line).ok
}

// openSentence matches a line of words without an end, or with a row's number there.
var openSentence = word.Pattern(`^[\pL(].* .* .*(?:[\pL\d,–—-]|\d\.{1,3})$`)

// around returns the line before the one at a byte, and the line after the current one.
func (a *arcs) around(at int) (before, after string) {
	before = a.text[:max(at-1, 0)]
	before = before[max(len(before)-maxHeadLine, strings.LastIndexByte(before, '\n')+1):]
	for after = range a.linesBelow(1) {
	}
	return before, after
}

// linesBelow iterates over the next n lines after the current one, each cut to maxHeadLine bytes.
func (a *arcs) linesBelow(n int) iter.Seq[string] {
	return func(yield func(line string) bool) {
		for at := a.eol; n > 0 && at < len(a.text); n-- {
			line := a.text[at+1 : a.lineEnd(at+1)]
			if !yield(withoutTail(line[:min(len(line), maxHeadLine)])) {
				return
			}
			at += 1 + len(line)
		}
	}
}

// spoken is a line with a move and its player: "[12:03] Smith: 1... c3-d4", "Белые 1. c3-d4".
type spoken struct {
	by     string // a player or a side
	timed  bool   // a message with its time, in which words may follow the move
	number int
	move   int // its offset from by; 0 if the line is of another form
}

// spokenIn parses such a line, or returns the zero value.
func (a *arcs) spokenIn(line string, timed bool) spoken {
	time := stamp().FindString(line)
	line = line[len(time):]
	by := line[:runEnd(line)]
	if sideTag(by, false) == "" {
		if by = line[:max(strings.IndexByte(line, ':'), 0)]; by == "" || len(by) > maxKey || lists["leads"].has(by) || strings.Contains(by, " ") && !isPlayer(by) {
			return spoken{}
		}
	}
	said := strings.TrimLeft(line[len(by):], ": ")
	after := stamp().FindString(said)
	number, move := word.NumberAt(line, len(line)-len(said)+len(after))
	if number > 0 {
		move = len(line) - len(strings.TrimLeft(line[move:], ". …"))
	}
	timed = timed || time+after != ""
	if said = strings.Trim(line[move:], " .!?"); timed && !a.isDenied(said) {
		said = said[:runEnd(said)]
	}
	if !a.isMove(said) {
		return spoken{}
	}
	return spoken{by, timed, number, move}
}

// isDue reports whether a player's move is due in the current line: he made the last move but one
// of the messages above it, or there are fewer.
func (a *arcs) isDue(by string) bool {
	moves := 0
	for _, line := range slices.Backward(strings.Split(a.text[max(0, a.start-maxHeadLine):a.start], "\n")) {
		if m := a.spokenIn(line, false); m.move > 0 {
			if moves++; moves == 2 {
				return m.by == by
			}
		}
	}
	return true
}

// stamp matches the time of a chat message.
var stamp = word.Pattern(`^\[[^\]]{1,32}\] *`)

// speaker adds the player of the move in a line, if it has a time or an adjacent line has the
// opponent's. The first one names both. It reports whether the player is a side, which rules out a
// header.
func (a *arcs) speaker(at int, line string) bool {
	timed := at != a.body
	if timed && (a.body < 0 || a.text[a.body] != '[' || at != a.start+len(stamp().FindString(a.text[a.start:a.stop]))) {
		return false
	}
	t := a.spokenIn(line, timed)
	if t.move == 0 || line[0] == '[' {
		return false
	}
	above := strings.TrimRight(a.text[max(0, a.start-maxHeadLine):a.start], " \n")
	below := strings.TrimLeft(a.text[a.eol:min(len(a.text), a.eol+maxHeadLine)], " \n")
	before := a.spokenIn(strings.TrimLeft(above[strings.LastIndexByte(above, '\n')+1:], " "), false)
	next := a.spokenIn(below[:lenTo(below, "\n")], false)
	isReply, replied := before.move > 0 && before.by != t.by, next.move > 0 && next.by != t.by
	tag := sideTag(t.by, false)
	if near := a.text[max(0, at-maxHeadLine):min(len(a.text), at+maxHeadLine)]; !t.timed &&
		(!isReply && !replied || tag == "" && !isPlayer(t.by) && strings.Count(near, t.by+":") < 2) {
		return false
	}
	end := len(t.by) + len(":")
	if t.number > 0 && t.number == before.number {
		end = t.move
	}
	x := a.add(roleSign, at, at+len(strings.TrimRight(line[:end], " ")), 0)
	x.slight = true
	if tag != "" {
		x.side = turnOf(colourOf(tag))
	} else if replied && before.move == 0 && t.number < 2 {
		from := a.eol + strings.Index(a.text[a.eol:], next.by)
		a.addNames(at, int(x.end), headPart{"White", place{at, at + len(t.by)}}, headPart{"Black", place{from, from + len(next.by)}}).cost = 0
	}
	return tag != ""
}

// rowAfterSentence matches the end of a sentence and a row's number: "Лучше 2... a7-b6. 3. g3-h4".
var rowAfterSentence = word.Pattern(`(?:[\pL)!?»"]|\D\d)[.!?] *\d{1,3}\.`)

// rowInside matches a row's number in a line, and the start of what may be its move.
var rowInside = word.Pattern(`(?:^|[^\pL\d])(\d{1,3}[.)][. …]*)[a-hA-Hа-еА-Е\d]{1,2}[\d:-]`)

// rowsInside matches a row after a sentence or a word, and the number of the next row or a result:
// "Black is lost here. 3. g3-h4", "Ничья близка 3. g3-h4 b6-c5 4.".
var rowsInside = word.Pattern(`(?:\pL{3}|\D\d)[.!?]? +\d{1,3}\. ?[a-hA-Hа-еА-Е\d]\S+ [a-hA-Hа-еА-Е\d]\S+(?: \d{1,3}\.|$| [012½])`)

// rowWithin returns the number of the first row in a line that begins with words, and whether a
// line below begins with it, so that it was not played: "Лучше 2. e3-f4 a7-b6⏎2. b2-c3 h6-g5".
func (a *arcs) rowWithin(line string, denied bool) (n int16, again bool) {
	if !denied && !unicode.IsLetter(firstRune(line)) {
		return 0, false
	}
	at := rowInside().FindStringSubmatchIndex(line)
	if at == nil {
		return 0, false
	}
	n = numberOf(line[at[2]:])
	for next := range a.linesBelow(3) {
		if other := a.rowNumber(next); n > 1 && other > 0 {
			return n, n == other
		}
	}
	return n, false
}

// isVariation reports whether a line has moves in place of one above, and the game continues below:
// "3. c3-d4 d6-c5⏎3... d6-e5 4. f2-d4⏎4. b2-c3", "3. c3-d4⏎3. e3-f4 d6-e5⏎3... d6-c5".
func (a *arcs) isVariation(line string) bool {
	at := rowInside().FindStringSubmatchIndex(line)
	return at != nil && a.varies(numberOf(line[at[2]:]), hasDots(line[at[2]:at[3]]))
}

// varies is isVariation for a line whose first row has number n, and perhaps dots.
func (a *arcs) varies(n int16, dots bool) bool {
	for next := range a.linesBelow(maxVaried) {
		next = strings.TrimLeft(next, " ")
		other, replies := a.rowNumber(next), hasDots(next[:min(len(next), maxEdge)])
		switch {
		case !dots && (replies && (other == n || other == 0) || other == 0 && a.isMove(strings.TrimRight(next[:runEnd(next)], "?!"))):
			return a.splits(n)
		case other != 0 && !(dots && other == n && replies):
			return dots && other == n+1 && !replies
		}
	}
	return false
}

// splits reports whether a line shortly above ends with the first move of row n.
func (a *arcs) splits(n int16) bool {
	lines := strings.Split(a.text[max(0, a.start-maxVaried*maxHeadLine):a.start], "\n")
	return slices.ContainsFunc(lines[max(0, len(lines)-1-maxVaried):], func(line string) bool {
		m := splitRow().FindStringSubmatch(line)
		return m != nil && numberOf(m[1]) == n && a.isMove(strings.TrimRight(m[2], "?!"))
	})
}

// splitRow matches the first move of a row at the end of a line.
var splitRow = word.Pattern(`(?:^|[^\pL\d])(\d{1,3}[.)]) ?([a-hA-Hа-еА-Е\d]\S{1,8}) *$`)

// hasDots reports whether a number has dots in place of the first move.
func hasDots(number string) bool {
	return strings.Contains(number, "..") || strings.Contains(number, "…")
}

// rowNumber returns the number at the start of a line; 0 for none.
func (a *arcs) rowNumber(line string) int16 {
	line = strings.TrimLeft(line, " ")
	if n := leadingDigits(line); n > 0 && n < len(line) && (strings.IndexByte(" \t)", line[n]) >= 0 || line[n] == a.cell) {
		return numberOf(line[:n] + ".")
	}
	return numberOf(line)
}

// parts reports whether a rune separates words or cells of the line.
func (a *arcs) parts(r rune) bool { return unicode.IsSpace(r) || a.partsCells(r) }

// isOfOthers reports whether a line consists of results of other games.
func (a *arcs) isOfOthers(line string) bool {
	if len(line) > maxFacts {
		return false
	}
	// "1-0 Иванов – Петров"
	if _, n := result.Match(line); n > 0 && (isResultList(line) || ofAnotherGame(line[n:]) || playersAlone(line[skipCells(line, n):]).ok) {
		return true
	}
	if i := strings.IndexByte(line, ':'); i > 0 && i < maxMatter/4 && isResultList(strings.TrimLeft(line[i+1:], " ")) {
		return true
	}
	if cells := strings.FieldsFunc(line, func(r rune) bool { return r == '|' || r == '\t' }); len(cells) == 3 {
		_, is := result.Parse(cells[2])
		return is && beginsName(strings.TrimSpace(cells[0])) && beginsName(strings.TrimSpace(cells[1]))
	}
	first, _, _ := strings.Cut(line, ", ")
	p := a.findPlayers(first)
	_, n := result.Match(strings.TrimLeft(line[p.end:], " \t"))
	return p.ok && n > 0
}

// isWord reports whether w, which begins with a letter, is a word of a language, not a ply.
func isWord(w string) bool {
	return len(w) > 3 && strings.IndexFunc(w, notOfWord) < 0 && strings.IndexFunc(w, notOfPly) >= 0 && !word.Illegible(w)
}

// notOfPly reports whether a rune is no letter or sign of a ply.
func notOfPly(r rune) bool { return runeKindOf(r)&(fileRune|digitRune|dashRune|takeRune) == 0 }

// notOfWord reports whether a rune occurs in no word of a language.
func notOfWord(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("-'’.,", r) }

// partner returns the end of the bracketed text at a byte; 0 if not closed within the paragraph.
func (a *arcs) partner(at int) int {
	if at < a.brackets || at >= a.bracketsTo {
		a.findPartners(at)
	}
	if n := a.partners[at-a.brackets]; n > 0 {
		return at + int(n)
	}
	return 0
}

// findPartners matches brackets until all are closed or the paragraph ends.
func (a *arcs) findPartners(at int) {
	a.brackets, a.bracketsTo = at, at+maxBracket
	var open [3][]int
	rest := a.text[at:min(len(a.text), at+len(a.partners))]
	for i := 0; i < len(rest); i++ {
		switch kind := bracketKinds[rest[i]]; {
		case rest[i] == '\n':
			if next := word.SkipBlank(rest, i+1); next < len(rest) && rest[next] == '\n' {
				open = [3][]int{}
			}
		case kind > 0:
			a.partners[i] = 0
			open[kind-1] = append(open[kind-1], i)
		case kind < 0 && !isNumberSign(rest[:i], rest[i]) && !isVariationSign(rest, i):
			if n := len(open[-kind-1]); n > 0 {
				from := open[-kind-1][n-1]
				open[-kind-1] = open[-kind-1][:n-1]
				if i+1-from <= maxBracket {
					a.partners[from] = int16(i + 1 - from)
				}
			}
		}
		if len(open[0])+len(open[1])+len(open[2]) == 0 && i < maxBracket {
			a.bracketsTo = at + i + 1
			return
		}
	}
}

// slashed returns the length of moves or a time between slashes, a typewriter's brackets, at the
// start of a line: "/2. e3-f4 a7-b6/", "/0:15/"; 0 for none.
func (a *arcs) slashed(line string) int {
	n := strings.IndexByte(line[1:min(len(line), maxSentence)], '/') + 1
	if n < 3 || line[1] == ' ' || line[n-1] == ' ' || n+1 < len(line) && strings.IndexByte(" .,;:\t", line[n+1]) < 0 ||
		!isClock(line[1:n]) && !slices.ContainsFunc(strings.Fields(line[1:n]), a.isMove) {
		return 0
	}
	return n + 1
}

// bracketKinds maps opening brackets to their kind, and closing ones to its negative.
var bracketKinds = [256]int8{'(': 1, '{': 2, '[': 3, ')': -1, '}': -2, ']': -3}

// isClock reports whether the content of brackets has just the characters of a time.
func isClock(inside string) bool {
	return inside != "" && strings.Trim(inside, "0123456789.:'′ ") == "" && word.IsDigit(inside[len(inside)-1])
}

// isNumberSign reports whether a bracket closes the number at the start of a line: "3)".
func isNumberSign(text string, c byte) bool {
	digits := strings.TrimRight(text, "0123456789")
	return c == ')' && len(digits) < len(text) && strings.HasSuffix(digits, "\n")
}

// isVariationSign reports whether the bracket at i closes the letter or number of a variation
// within outer brackets: "(а) 3. a1-b2; б) 3. a3-b4)".
func isVariationSign(text string, i int) bool {
	r, w := utf8.DecodeLastRuneInString(text[:i])
	if text[i] != ')' || !isAlnum(r) || i == w || strings.IndexByte(" (;\n", text[i-w-1]) < 0 {
		return false
	}
	rest := text[i+1 : min(len(text), i+1+maxSentence)]
	next := strings.IndexAny(rest, "()[]{}") // a ) in other brackets closes none outside them
	return next >= 0 && rest[next] == ')' && numberOf(trimLeft(rest)) > 0
}

// bracket adds brackets as a remark, or as the place of a move.
func (a *arcs) bracket(at int) {
	end := a.partner(at)
	stray := a.add(roleStray, at, at+1, 0)
	stray.apart = a.isApart(at)
	if end == 0 {
		return
	}
	stray.cost = 2
	if isRemark(a.text[at:end]) {
		a.add(roleBracket, at, end, costBracket).off = true
		return
	}
	open := a.text[at]
	inside := strings.TrimSpace(a.text[at+1 : end-1])
	number, _ := word.NumberAt(inside+".", 0)
	if w := a.reply(at, inside); w != nil {
		a.addPly(at, end, w, costReply)
	}
	settles := 0.0
	if r, n := result.Match(inside[:min(len(inside), maxRun)]); n > 0 && n == len(inside) && r.Outcome != record.Unfinished {
		a.add(roleResult, at, end, costResultBracket).head = &headArc{result: r}
		settles = costResultAsBracket
	}
	if isClock(inside) && (strings.ContainsAny(inside, ".:") || len(inside) < 3 && at > a.body) {
		a.add(roleBracket, at, end, costClock+settles).clock = isTime
		if number > 0 && number <= maxMoveNumber {
			a.add(roleNumber, at, end, .2).n = int16(number)
		}
		return
	}
	illegible, empty := len(inside) < maxRun && word.Illegible(inside), false
	row := at == a.body && a.movesOn(trimLeft(a.text[end:max(end, a.stop)])) // "[1] c3-d4"
	switch {
	case open == '(' && strings.Trim(inside, "?") == "" && inside != "" && a.isApart(at):
		// It may judge the move before.
		a.add(roleUnread, at, end, costAnyWords)
		a.add(roleBracket, at, end, costBracket)
		return
	case illegible || strings.Trim(inside, "?.…-–— ") == "":
		a.add(roleUnread, at, end, -.4)
		empty = true
	case number > 0 && len(inside) <= 3 && (open == '(' || row):
		a.add(roleNumber, at, end, .2).n = int16(number)
	case len(inside) < maxRun:
		bare, damaged := moveAside(inside)
		w := a.parse(strings.ReplaceAll(bare, " ", ""))
		if w != nil || damaged {
			a.add(roleUnread, at, end, costBracketPly).said = 1
			x := a.add(roleBracket, at, end, costBracket+settles)
			x.said, x.word = 1, w
			return
		}
	}
	a.add(roleUnread, at, end, costAnyWords)
	x := a.add(roleBracket, at, end, costBracket+settles)
	if at == a.body && noteForm().MatchString(a.text[at:a.stop]) {
		x.cost += costLeadNumber
	} else if row && number > 0 {
		x.cost += costOff
	}
	if illegible {
		x.cost = costIllegibleText
	} else if empty {
		x.cost += 1.2
	}
	x.lead, x.off = isCorrection(inside), isDiagram(inside)
	led := false
	for w := range strings.FieldsSeq(inside) {
		w = strings.Trim(w, ".,:;")
		led = led || lists["leads"].has(w)
		if a.isMove(w) && x.said == 0 {
			if x.said = 1; !led {
				x.word = a.parse(w)
			}
		}
	}
	if led {
		x.word, x.off = nil, true
	} else if x.word != nil {
		a.add(roleUnread, at, end, costBracketPly).said = 1
	}
}

// moveAside strips the number and marks of a move in brackets, and reports whether it is damaged.
func moveAside(inside string) (bare string, damaged bool) {
	if n := strings.LastIndexByte(inside, '.'); n >= 0 && n < 5 {
		inside = strings.TrimLeft(inside[n+1:], " ")
	}
	bare = strings.Trim(inside, "?!\" ")
	return bare, len(bare) < 9 && damageCost(bare) < 1.5
}

// reply returns the move in brackets that follows a move without a space, as compositions write
// Black's replies: 1. bc3(a3 АБ) d4 (Ukrainian rules VI.7.4.2-4); nil for none.
func (a *arcs) reply(at int, inside string) *record.Word {
	if r, _ := utf8.DecodeLastRuneInString(a.text[:at]); a.text[at] != '(' || !isAlnum(r) {
		return nil
	}
	move, _, _, ok := replyIn(inside)
	if !ok {
		return nil
	}
	return a.parse(move)
}
