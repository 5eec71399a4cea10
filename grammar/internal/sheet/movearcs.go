package sheet

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// clock adds a time beside a move.
func (a *arcs) clock(at int, line string) {
	if n := leadingDigits(line); n > 3 || n == len(line) || strings.IndexByte(".-", line[n]) >= 0 && (n > 1 || n+1 == len(line) || !word.IsDigit(line[n+1])) {
		return
	}
	m := clockForm().FindStringSubmatch(line[:min(len(line), 32)])
	if m == nil {
		return
	}
	if before := trimRight(a.text[max(a.start, at-maxRun):at]); isDate(before[afterBlank(before):]) {
		return // it is read with its date
	}
	x := a.add(roleBracket, at, at+len(m[1]), costClock)
	x.clock = isTime
	if m[1][0] != '0' && strings.IndexAny(m[1], ".-") == 1 {
		x.figures = true // or a ply in figures, or a number and part of a ply
	} else if m[3] != "" || a.isMove(m[1]) {
		x.clock = isTimeOrMove
	}
}

func (a *arcs) result(at int, line string) {
	a.score(at, line)
	if a.rule || !result.CanBegin(line) {
		return
	}
	res, n := result.Match(line[:min(len(line), 2*maxRun)])
	isFootnote := n > 0 && line[:n] == "*" && (unicode.IsLetter(firstRune(strings.TrimLeft(line[n:], " "))) || at > a.start && a.text[at-1] > ' ')
	if n == 0 || isFootnote || isOfMatch(res) {
		return
	}
	x := a.add(roleResult, at, at+n, 0)
	x.head = &headArc{result: res}
	if at == a.body {
		a.labelled = int(x.next) // "1-0 Иванов – Петров"
	}
	x.lead = slices.ContainsFunc(a.list, func(x arc) bool { return x.role == roleKey && x.head.tag == "Result" })
	x.apart = at == a.body && ofAnotherGame(line[n:])
	if a.isOffered(at) || strings.HasPrefix(line[n:], "?") || at == a.body && unicode.IsLower(firstRune(line)) && a.goesOn(a.start, 0) {
		x.cost = costRefused
	}
	rest := strings.TrimLeft(line[n:min(len(line), n+maxRun)], " .,")
	next, after, _ := strings.Cut(rest, " ")
	if lists["refusals"].has(strings.TrimRight(next, ".,")) && !strings.HasPrefix(line[n:], ",") { // "сдались, не дожидаясь"
		x.cost, rest = costRefused, after
	} else if second, _, _ := strings.Cut(after, " "); lists["supposed"].has(next) && !strings.HasPrefix(line[n:], ".") ||
		lists["wonThings"].has(strings.TrimRight(next, ".,")) || lists["wonThings"].has(strings.TrimRight(second, ".,")) || unicode.IsLetter(firstRune(line)) && isDenied(line[n:]) {
		x.cost = costRefused
	}
	said := strings.TrimLeft(line[n:], ".,:")
	ended := len(said) < len(line[n:]) || res.Manner != record.Unstated && unicode.IsLower(firstRune(strings.TrimLeft(said, " "))) // "Белые сдались ввиду 3. e3-d4"
	if said, apart := strings.CutPrefix(said, " "); ended && apart && x.cost < costRefused && unicode.IsLetter(firstRune(said)) && !a.movesOn(said) {
		row := strings.IndexAny(said, "0123456789")
		if _, more := result.Match(said); more == 0 && (row < 0 || numberOf(said[row:]) != 1 &&
			!rowsInside().MatchString(said[:min(len(said), maxSentence)])) { // otherwise it belongs to another game
			a.over = a.stop - len(said)
		}
	}
	if a.rowFollows(rest) {
		a.noProse(costResultAsText) // the game goes on
	}
	if strings.Trim(line[:n], "-–—−/+ ") == "" {
		x.cost = costDashResult
	}
}

// isDenied reports whether the text after a result says that it was only offered or supposed:
// "Ничью Иванов отклонил", "Ничью давало".
func isDenied(rest string) bool {
	rest = rest[:lenTo(rest[:min(len(rest), maxRun)], ",.!?;\n0123456789")]
	return slices.ContainsFunc(strings.Fields(rest), func(w string) bool {
		return lists["refusals"].has(w) || lists["supposed"].has(w) || lists["unplayed"][word.Fold(w)] == "would" || len(w) > 6 && lists["offers"].has(w)
	})
}

// isOfMatch reports whether points are a match's: a game has one or two, or all pieces in Adiukh.
func isOfMatch(r record.Result) bool {
	sum := r.White + r.Black
	return r.Outcome == record.Points && sum > 2 && sum != float64(2*record.Adiukh.Pieces())
}

// score adds a score without words, "17:7", which is not a ply if plies are in letters.
func (a *arcs) score(at int, line string) {
	if !word.IsDigit(line[0]) {
		return
	}
	run := strings.TrimRight(a.text[at:a.runEnd(at, false)], ".")
	if !strings.ContainsAny(run[leadingDigits(run):], "0123456789½") { // just a number
		return
	}
	if r, ok := scoreOf(run); ok {
		x := a.add(roleResult, at, at+len(run), costScore)
		x.figures, x.head = true, &headArc{result: r}
		x.toEnd = strings.TrimLeftFunc(a.text[at+len(run):a.stop], func(r rune) bool { return a.parts(r) || r == '.' || r == '|' }) == ""
	}
}

// scoreOf parses a run that is a score, "17:7", and reports whether it is one.
func scoreOf(run string) (record.Result, bool) {
	r, ok := result.Parse(run)
	return r, ok && r.White+r.Black == float64(2*record.Adiukh.Pieces())
}

// isOffered reports whether the words before a result say that it was only offered, refused or
// supposed: "после 3. g3-f4 белые выигрывают".
func (a *arcs) isOffered(at int) bool {
	before := a.text[max(a.start, at-maxRun):at]
	for words, moves := 0, 0; words < 2; {
		before = strings.TrimRight(before, " ")
		w := before[strings.LastIndexByte(before, ' ')+1:]
		if strings.ContainsAny(w, ")}]") { // a remark in brackets says nothing of the result
			return false
		}
		if lists["offers"].has(w) || lists["supposed"].has(w) || lists["remarkLeads"].has(w) && moves > 0 {
			return true
		}
		if moves < 2 && a.isMove(w) {
			words, moves = 1, moves+1
		} else if moves == 0 || numberOf(w) < 2 {
			words++
		}
		before = before[:len(before)-len(w)]
	}
	return false
}

func (a *arcs) mark(at int, line, run string) {
	n := word.MarkAt(line)
	if n == 0 {
		if at > a.body && isSolved(run) && at+len(run)+word.SkipBlank(line[len(run):], 0) == a.stop {
			a.add(roleMark, at, at+len(strings.TrimRight(run, ".")), costMark).solved = true
		}
		return
	}
	apart := at == 0 || strings.IndexByte(" \t\n", a.text[at-1]) >= 0
	asks := apart && run[0] == '?' && strings.Trim(run, "?!.") == ""
	x := a.add(roleMark, at, at+n, 0)
	x.bare, x.slight = apart, line[0] != '?' || !apart
	if apart && n > 1 && line[1] == '/' {
		x.cost = costMarkOrResult
	}
	if asks {
		if x.cost = costMarkAsks; len(run) > 2 || at > 0 && a.text[at-1] == '\t' {
			x.cost += 1.5
		}
		a.add(roleUnread, at, at+len(run), .2)
	}
}

// isSolved reports whether a run marks a winning solution (Ukrainian rules VI.7.4.1).
func isSolved(run string) bool {
	return slices.Contains([]string{"x", "X", "х", "Х", "×"}, strings.TrimRight(run, "."))
}

// clockForm matches a time beside a move, or two.
var clockForm = word.Pattern(`^([0-5]?\d:[0-5]\d(:[0-5]\d)?( ?[-–—/] ?[0-5]?\d:[0-5]\d(?::[0-5]\d)?)?|0\.\d\d|\d{1,2}[’'′][0-5]\d(?:[”"″]|'')|\d[.-][0-5]\d(?:/\d[.-][0-5]\d)?|\d{1,3} ?(мин|хв|min|ч|год|h|час|сек|с|s|m|м|′|')\.?( ?\d{1,2} ?(мин|хв|min|m|м|сек|')?\.?)?)(?:$|[\s,;|)])`)

// numberSigns precede a move's number.
var numberSigns = []string{"№", "Nr. ", "No. ", "move ", "Move ", "ход ", "Ход ", "хід ", "Хід "}

// correction adds words that replace the move before them with another.
func (a *arcs) correction(at int, line string) {
	first := firstRune(line)
	begins := unicode.IsLetter(first) || word.IsDash(first) || strings.ContainsRune("→⟶⇒=", first)
	if !begins || at == a.body || strings.IndexByte(" \t|", a.text[at-1]) < 0 {
		return
	}
	n := correction(line[:min(len(line), maxCorrection+word.MaxTableWordLen)], false)
	if n == 0 {
		return
	}
	n = word.SkipBlank(line, n)
	if end := shapeAt(line[n:]); end > 0 {
		a.add(roleCorrection, at, at+n+end, costCorrection)
	}
}

func (a *arcs) number(at int, line string) {
	for _, sign := range numberSigns {
		if line[0] == sign[0] && strings.HasPrefix(line, sign) {
			a.digits(at, word.SkipBlank(line, len(sign)), line, .5)
			return
		}
	}
	a.digits(at, 0, line, 0)
	if n, end := signOf(line); n > 0 && a.movesOn(line[end+word.SkipBlank(line[end:], 0):]) {
		a.add(roleNumber, at, at+end, costAlike).n = int16(n)
	}
}

// signOf returns the row number that a sign, a letter or a Roman numeral at the start of text
// represents, and the length of that: "③", "a) ", "IV."; n is 0 for none.
func signOf(text string) (n, end int) {
	r, w := utf8.DecodeRuneInString(text)
	if r >= '①' && r <= '⑳' {
		return int(r-'①') + 1, w
	}
	for _, letters := range rowLetters {
		if n := slices.Index(letters, r); n >= 0 && strings.HasPrefix(text[w:], ") ") {
			return n + 1, w + 1
		}
	}
	end = strings.IndexAny(text[:min(len(text), maxEdge)], ".)") + 1
	return max(slices.Index(romans, text[:max(end-1, 0)]), 0), end
}

// romans are the Roman numerals from 1 on, each at the index of its value.
var romans = func() (all []string) {
	tens, ones := strings.Split(" X XX XXX XL L LX LXX", " "), strings.Split(" I II III IV V VI VII VIII IX", " ")
	for n := range len(tens) * len(ones) {
		all = append(all, tens[n/10]+ones[n%10])
	}
	return all
}()

// rowLetters are the letters in place of row numbers: "a) c3-d4 d6-c5".
var rowLetters = [][]rune{[]rune("abcdefghijklmnopqrstuvwxyz"), []rune("абвгдежзиклмнопрстуфхцчшщэюя")}

// digits adds the number at a byte, whose digits begin at offset from of its line, at a cost of at
// least c.
func (a *arcs) digits(at, from int, line string, c float64) {
	plain := from + leadingDigits(line[from:])
	if letter := firstRune(line[plain:]); plain > from && strings.ContainsRune(whiteLetters+blackLetters, letter) {
		if side := sideSign().FindString(line[plain:]); a.movesOn(line[plain+len(side):]) { // "1w. c3-d4"
			if side = strings.TrimRight(side, " "); strings.ContainsRune(blackLetters, letter) {
				side = "" // which is in place of dots
			}
			a.add(roleNumber, at, at+plain+len(side), c).n = numberOf(line[from:plain] + ".")
		}
	}
	n, width, _ := numberAt(line[from:])
	i := from + width
	alike := width - digitsOf(line[from:i])
	if width == 0 || n > maxMoveNumber || alike > 0 && alike == width && (n == 0 || n > 9) {
		return
	}
	c += costAlike * float64(alike)
	ordinal := ordinalForm().FindString(line[i:min(len(line), i+maxEdge)])
	if n := i + len(strings.TrimRight(ordinal, " ")); n > i && (n == len(line) && line[n-1] == ':' || a.movesOn(line[word.SkipBlank(line, n):])) {
		i = n
	}
	rest := line[i:]
	add := func(end int, c float64, bare bool) {
		x := a.add(roleNumber, at, at+end, c)
		x.n, x.bare = int16(n), bare
	}
	switch leader := len(rest) - len(strings.TrimLeft(rest, ".")); {
	case strings.HasPrefix(rest, ".."), strings.HasPrefix(rest, "…"):
		if add(i, c, false); leader > len("....") && a.movesOn(trimLeft(rest[leader:])) { // from a form: "1..... c3-d4"
			add(i+leader, c+.3, false)
		}
	case strings.HasPrefix(rest, "."), strings.HasPrefix(rest, ")"):
		if len(rest) > 1 && word.IsDigit(rest[1]) {
			c += .3
		}
		add(i+1, c, false)
	case strings.HasPrefix(rest[word.SkipBlank(rest, 0):], "."):
		add(i+word.SkipBlank(rest, 0)+1, c+.3, false)
	case alike > 0:
	default:
		if c += costBareNumber; len(rest) > 1 && strings.IndexByte("-:=", rest[0]) >= 0 && rest[1] != ' ' {
			c += costNumberGlued
		}
		if rest != "" && unicode.IsLetter(firstRune(rest)) && a.movesOn(rest) {
			add(i, c, true) // "1c3-d4"
		}
		gap := word.SkipBlank(rest, 0)
		sign, w := utf8.DecodeRuneInString(rest[gap:])
		after := rest[gap+w:]
		if next := trimLeft(after); word.IsDash(sign) && (after == "" || after[0] == ' ') && (gap > 0 && next != "" && (unicode.IsLetter(firstRune(next)) || at == a.body && a.isMove(next[:runEnd(next)])) || gap == 0 && w > 1) {
			add(i+gap+w, c+.3, true) // "1— c3-d4", "1 - 9-13"
		}
		if rest == "" || strings.IndexByte(" \t|:,;-=!?°/_]}", rest[0]) >= 0 || a.cell != 0 && rest[0] == a.cell {
			add(i, c, true)
			if rest != "" && strings.IndexByte(":,;-=!?°/_]}", rest[0]) >= 0 {
				add(i+1, c+.3, from == 0)
			}
		}
	}
}

// ordinalForm matches the ending of an ordinal before a move: "1-й ход: ", "1-й.", "1º", "1 ход.".
var ordinalForm = word.Pattern(`^(?:[º°]|-?(?:[ыоі]?й|я|ая|st|nd|rd|th)(?:\.|(?: (?:ход|хід|move))?[.:]?(?:$| ))| (?:ход|хід|move)[.:]?(?:$| ))`)

// sideSign matches the letter, after a number, of the side that plays the next move.
var sideSign = word.Pattern(`^\pL[.):]? *`)

const whiteLetters, blackLetters = "wWбБ", "bBчЧ"

// parse parses a move word; it returns nil if text is none.
func (a *arcs) parse(text string) *record.Word {
	a.parsed++
	w, _ := a.words.Parse(text)
	if w == nil && strings.IndexByte(text, ' ') > 0 { // "c 3-b 4"
		w, _ = a.words.Parse(word.WithoutSpace(text))
	}
	if w != nil && len(w.Steps) == 2 && w.Steps[0].Number > 0 && w.Steps[0].Number == w.Steps[1].Number &&
		int(w.Steps[0].Number) <= record.Adiukh.Pieces() {
		return nil // "1:1" and "12:12" are results
	}
	return w
}

// isMove reports whether text is a move of two or more squares, joined by more than a space.
func (a *arcs) isMove(text string) bool {
	if len(text) < 3 || len(text) > word.MaxTableWordLen || runeKindOf(firstRune(text))&(fileRune|digitRune) == 0 {
		return false
	}
	w := a.parse(text)
	return w != nil && len(w.Steps) > 1 && (w.Separator != record.NoSeparator || strings.IndexByte(text, ' ') < 0)
}

// movesOn is isMove for the start of text, where spaces around the sign are allowed.
func (a *arcs) movesOn(text string) bool {
	n, inside := spacedMove(text)
	return a.isMove(strings.TrimRight(text[:runEnd(text)], ".,;:!?")) || n > 0 && len(inside) == 0 && a.isMove(text[:n])
}

// ply adds a move word, and reports whether it has two or more squares.
func (a *arcs) ply(at int, text string, extra float64) bool {
	if len(text) < 2 || len(text) > word.MaxTableWordLen {
		return false
	}
	w := a.parse(text)
	if w == nil {
		return false
	}
	c := extra + costRepair*float64(len(w.Repairs))
	if len(w.Steps) < 2 {
		c += costBareEnd
	}
	x := a.addPly(at, at+len(text), w, c)
	if len(w.Steps) < 2 && at == a.body {
		x.n = int16(w.Steps[0].Number)
	}
	return len(w.Steps) > 1
}

// move adds the moves at a byte, and reports whether there is one, and whether it fills the run.
func (a *arcs) move(at int, line, run string) (found, whole bool) {
	if r, _ := utf8.DecodeRuneInString(run); runeKindOf(r)&(fileRune|digitRune|takeRune) == 0 && !unicode.IsDigit(r) {
		return false, false
	}
	core, _, _ := word.CutMarks(strings.TrimRight(run, ".,;\"»*>)]}"+footnoteMarks))
	extra := 0.0
	if len(core) > 2*len("c3-d") && together().MatchString(core) && a.ply(at, core[:len("c3-d4")], costTogether) {
		a.list[len(a.list)-1].together = true
		extra = costWayApart * float64(len(core)/len("c3-d4")-1)
	}
	// The move may have spaces around its sign.
	n, inside := spacedMove(line)
	lone := isLonePlace(core) && !word.IsDigit(core[0])
	if n > len(core) && len(inside) == 0 && lone && a.ply(at, line[:n], costJoined) {
		return true, true // its parts mean nothing by themselves
	}
	if lone && len(core) == len(run) {
		if n := word.Missigned(line[:min(len(line), maxEdge)]); n > len(core) { // "c3 d4"
			found = a.ply(at, line[:n], costJoined)
		}
	}
	whole = a.ply(at, core, extra)
	found = found || whole
	if n > len(core) && len(inside) > 0 {
		if w := a.parse(without(line[:n], inside)); w != nil && len(w.Steps) > 1 {
			a.addPly(at, at+n, w, costJoined)
		}
	} else if n > len(core) && a.ply(at, line[:n], costJoined) {
		found = true
	}
	if !found && len(core) > 4 && !a.poor {
		for n := min(len(core)-1, 24); n >= 3; n-- {
			hangs := a.hangs(core[n:])
			if r, _ := utf8.DecodeRuneInString(core[n:]); utf8.RuneStart(core[n]) && !unicode.IsLetter(r) && a.ply(at, core[:n], hangs) {
				a.list[len(a.list)-1].glued = hangs == costGlued
				return true, false
			}
		}
	}
	return found, whole
}

// together matches two or more moves in letters without a space between them: c3-d4b6-c5.
var together = word.Pattern(`^(?:[a-h][1-8][-:x][a-h][1-8]){2,}$`)

// hangs returns the cost of text joined to a ply. Punctuation, marks or a NAG between the ply and
// another move, or after it, count as a separator.
func (a *arcs) hangs(rest string) float64 {
	next := strings.TrimLeft(rest, ".,;/!?")
	if rest[0] == '$' {
		next = strings.TrimLeft(rest[1:], "0123456789")
	}
	_, n := word.NumberAt(next, 0)
	move, _, _ := strings.Cut(next[n:], ".")
	if next == "" || next != rest && a.isMove(strings.TrimRight(move, ",;")) {
		return costJoined
	}
	return costGlued
}

// isNumber reports whether a number with its point is at a byte of a line, and followed by text.
func isNumber(line string, at int) bool {
	n, end := word.NumberAt(line, at)
	return n > 0 && word.SkipBlank(line, end) < len(line)
}

// spacedMove returns the length of a move like "c3 - b4", and the brackets in it: "c3 (взята) :e5".
// A tab before a third square ends it.
func spacedMove(line string) (end int, inside []place) {
	line = line[:min(len(line), maxInside)]
	i, within, taken := 0, 0, false // within counts the items of inside before end
	for places := 0; ; places++ {
		n := 0
		for n < 3 && i < len(line) {
			r, w := utf8.DecodeRuneInString(line[i:])
			if r == ' ' && n == 1 && !word.IsDigit(line[i-1]) {
				if _, digits, end := numberAt(line[i+1:]); digits == 1 && end == 1 && !unicode.IsLetter(firstRune(line[i+2:])) { // "c 3-b 4"
					i++
					r, w = utf8.DecodeRuneInString(line[i:])
				}
			}
			if runeKindOf(r)&(fileRune|digitRune) == 0 || r == '|' || r == 'x' || r == 'х' {
				break
			}
			i += w
			n++
		}
		if n == 0 || places > 0 && isNumber(line, i-n) {
			break
		}
		if places > 0 {
			end, within = i, len(inside)
			cell, _, _ := strings.Cut(line[i:], "\t")
			line = line[:i+len(cell)]
		}
		j := word.SkipBlank(line, i)
		for j < len(line) && line[j] == '(' && len(inside) < maxEdge {
			n := strings.IndexByte(line[j:], ')') + 1
			if n == 0 {
				break
			}
			inside = append(inside, place{j, j + n})
			j = word.SkipBlank(line, j+n)
		}
		r, w := utf8.DecodeRuneInString(line[j:])
		if runeKindOf(r)&(dashRune|takeRune) == 0 && r != 'х' {
			break
		}
		if runeKindOf(r)&dashRune == 0 {
			taken = true
		} else if taken && word.IsDigit(line[0]) {
			return 0, nil // "1: 9-13" is a number and a move
		}
		i = word.SkipBlank(line, j+w)
	}
	return end, inside[:within]
}

// without returns text without spaces and the given stretches.
func without(text string, inside []place) string {
	for _, p := range slices.Backward(inside) {
		text = text[:p.at] + text[p.end:]
	}
	return word.WithoutSpace(text)
}

// damaged adds a run that may be an illegible move.
func (a *arcs) damaged(at int, run, line string) {
	core := cmp.Or(strings.TrimRight(run, ".,;!\"»"), run)
	if _, n := word.NumberAt(run, 0); n > 0 && (n > len(core) && at == a.body || a.isMove(core[min(n, len(core)):])) {
		return
	}
	if c := damageCost(core); c < 6 {
		switch {
		case a.has(roleKey):
			c += costKeyAsText
		case a.has(roleResult):
			c += costResultAsPly
		case isSpoilt(core):
			c = min(c, .8)
		case core[0] == '?' && utf8.RuneCountInString(core) < 6:
			c = min(c, 1.2)
		case strings.IndexFunc(core, notOfPly) < 0 && !word.IsDigit(core[0]) && len(core) > 1 && !lists["shortWords"].has(core):
			c = min(c, 2)
		}
		n, end := word.NumberAt(line, 0)
		if x := a.add(roleUnread, at, at+len(core), c); len(core) <= end {
			x.n = int16(min(n, maxMoveNumber))
		}
	}
	// The move may be in two pieces.
	if next := len(run) + word.SkipBlank(line[len(run):], 0); next > len(run) && next < len(line) && len(run) < 6 && strings.IndexByte(line[len(run):next], '\t') < 0 {
		n := a.runEnd(at+next, false) - at - next
		second := strings.TrimRight(line[next:next+n], ".,;!")
		joined := run + second
		if len(joined) >= 12 || digitsOf(joined) > maxMoveDigits || n >= 4 && damageCost(second) <= 1.6 || strings.ContainsAny(joined, ".)\t|") {
			return
		}
		c := damageCost(joined)
		if c >= 1.8 || isNumber(line, next) || a.isMove(second) {
			return
		}
		if _, n := result.Match(second); n == 0 {
			a.add(roleUnread, at, at+next+len(joined)-len(run), c+1.2)
		}
	}
}

func digitsOf(text string) (n int) {
	for i := range len(text) {
		if word.IsDigit(text[i]) {
			n++
		}
	}
	return n
}

// damageCost returns how unlike a damaged move a run looks, as a cost.
func damageCost(run string) float64 {
	if len(run) > 4*14 || run == "" {
		return 9
	}
	letters, files, digits, signs, takes, unknown, n := 0, 0, 0, 0, 0, 0, 0
	for i, r := range run {
		n++
		kind := runeKindOf(r)
		if r == ':' {
			takes++
		}
		switch {
		case r >= '0' && r <= '9':
			digits++
		case strings.ContainsRune("?*_…#.~^", r):
			unknown++
		case kind&dashRune != 0 || kind&takeRune != 0 && i > 0:
			signs++
		case kind&fileRune != 0 && r != 'x':
			files++
		case unicode.IsLetter(r):
			letters++
		default:
			unknown++
		}
	}
	more := max(takes-1, 0) // captured pieces, a square each
	n -= 3 * more
	digits -= min(more, max(digits-4, 0))
	if n > 14 {
		return 9
	}
	c := .8 + float64(letters) + .25*float64(max(0, n-7))
	if digits > 0 && signs > 0 {
		c -= .5 * float64(letters)
	}
	switch {
	case digits == 0 && unknown == 0 && signs > 0 && letters == 0:
		c += 1.4
	case digits == 0 && unknown == 0:
		c += 2.5 + .4*float64(files)
	case digits == 0:
		c += .8
	case digits == 1:
		c += .4
	case digits > 4:
		c += .6 * float64(digits-4)
	}
	if signs == 0 {
		c += .5
	} else {
		c -= .4
	}
	if letters+files == 0 && signs == 0 {
		if c += .8; digits > 2 {
			c += 1.4
		}
	}
	if n < 3 {
		c += .5
	}
	if n < 4 && digits == 0 {
		c = min(c, 3.6)
	}
	return c
}

// textCost returns how unlike a word of a remark a run looks, as a cost.
func textCost(run string, move bool) float64 {
	if move {
		return costWord
	}
	letters, digits, odd, n := 0, 0, 0, 0
	for _, r := range run {
		n++
		switch {
		case unicode.IsLetter(r):
			letters++
		case r >= '0' && r <= '9':
			digits++
		case r == '.' || r == '-' || r == '\'' || r == '’':
		default:
			odd++
		}
	}
	c := .7*float64(odd) + .3*float64(min(digits, 4))
	if digits > 0 && letters > 0 {
		c += 1
	}
	if n < 3 {
		c += .5
	}
	return c
}

// dotsLen returns the length of dots or dashes in place of a move.
func dotsLen(line string) int {
	if r := firstRune(line); !word.IsDash(r) && !strings.ContainsRune("._…", r) {
		return 0
	}
	return len(strings.TrimRight(dotsForm().FindString(line[:min(len(line), maxRun)]), " \t|"))
}

var dotsForm = word.Pattern(`^(?:\.{2,}|\.?…|\.(?: \.){2,}|[\p{Pd}\x{ad}\x{2043}\x{2212}_]+(?:$|[ \t|]))`)
