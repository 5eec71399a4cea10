package sheet

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// role is what a stretch of text is in a reading.
type role uint8

const (
	rPly role = iota
	rUnread
	rMissing // nothing stands there
	rNumber
	rDots
	rMark
	rBracket
	rText
	rSaid // a move in a remark
	rResult
	rKey
	rNames
	rLabel
	rSign
	rStray
	rCell
	rRule
	rProse // a whole line
	rNewline
	rGame // a game begins
	numRoles
)

// arc is one role that the text from at to end may have.
type arc struct {
	role       role
	at, end    int
	cost       float64
	n          int          // of a number
	w          *record.Word // of a ply
	result     record.Result
	tag, value string // of a header; of names white and black
	black      string
	valueAt    int
	bare       bool    // a key without its colon, a number without its point
	lead       bool    // words with which a remark begins
	extra      float64 // what a line's regular form makes prose of it cost more
	surprise   float64 // what it costs where it stands, in a reading
	off        bool    // in a line with tabs, not at the beginning of a cell
	clock      uint8   // a bracket is a time, 2 one that may be a move
	glued      bool    // something hangs on the ply
	due        bool    // words stand where a ply is due
	said       int     // moves in it
	layout     uint8   // of the game behind it, in a reading
}

// arcs makes the arcs that begin at a byte of the text.
type arcs struct {
	text  string
	words word.Table
	list  []arc
	cells map[int]byte // of lines
}

func (a *arcs) add(x arc) *arc { a.list = append(a.list, x); return &a.list[len(a.list)-1] }

// lineEnd is where the line ends in which a byte is.
func (a *arcs) lineEnd(at int) int {
	if n := strings.IndexByte(a.text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(a.text)
}

// runEnd is where what stands together ends.
func (a *arcs) runEnd(at int, cell byte) int {
	for i, r := range a.text[at:] {
		if r == '<' && i > 0 && at+i+2 < len(a.text) && (a.text[at+i+1] == '/' || word.IsLetter(rune(a.text[at+i+1]))) && strings.IndexByte(a.text[at+i:min(len(a.text), at+i+40)], '>') > 0 {
			return at + i
		}
		if word.IsSpace(r) || r == '\n' || i > 0 && (cell != 0 && r == rune(cell) || r == '(' || r == '{' || r == '[') {
			return at + i
		}
	}
	return len(a.text)
}

func (a *arcs) has(r role) bool {
	return slices.ContainsFunc(a.list, func(x arc) bool { return x.role == r && !x.bare })
}

// wholeEnd is where what stands together ends, brackets and all.
func (a *arcs) wholeEnd(at int, cell byte) int {
	for i, r := range a.text[at:] {
		if word.IsSpace(r) || r == '\n' || cell != 0 && r == rune(cell) {
			return at + i
		}
	}
	return len(a.text)
}

// at returns the arcs from a byte that is no space on; first says that its line
// begins there.
func (a *arcs) at(at int, first bool, cell byte) []arc {
	a.list = a.list[:0]
	text := a.text
	if text[at] == '\n' {
		a.add(arc{role: rNewline, at: at, end: at + 1})
		return a.list
	}
	end := a.lineEnd(at)
	line := text[at:end]
	off := false
	if at > 0 && text[at-1] != '\t' && !first {
		off = strings.IndexByte(text[strings.LastIndexByte(text[:at], '\n')+1:end], '\t') >= 0
	}
	if off {
		defer func() {
			for i := range a.list {
				a.list[i].off = true
			}
		}()
	}
	if first {
		a.lineArcs(at, line)
		a.label(at, line)
	}
	if first || text[at-1] == '\t' || text[at-1] == '|' || text[at-1] == ' ' || text[at-1] == ';' || text[at-1] == ',' || text[at-1] == '"' {
		a.key(at, line)
		a.names(at, line, first)
	}
	c, w := utf8.DecodeRuneInString(line)
	switch {
	case c == '\t', cell != 0 && c == rune(cell):
		a.add(arc{role: rCell, at: at, end: at + 1})
		return a.list
	case c == '(' || c == '{' || c == '[':
		a.bracket(at)
		if len(a.list) > 0 && a.list[len(a.list)-1].role == rBracket {
			return a.list
		}
	case c == ')' || c == '}' || c == ']':
		a.add(arc{role: rStray, at: at, end: at + 1})
		return a.list
	case c == '$' && len(line) > 1 && word.IsDigit(line[1]):
		n := 1
		for n < len(line) && word.IsDigit(line[n]) {
			n++
		}
		a.add(arc{role: rMark, at: at, end: at + n})
		return a.list
	case c == '<':
		if n := strings.IndexByte(line, '>'); n > 1 && n < 30 && (word.IsLetter(rune(line[1])) || line[1] == '/') {
			role := rSign
			if strings.HasPrefix(line, "<td") {
				role = rCell
			}
			a.add(arc{role: role, at: at, end: at + n + 1})
			if word.Illegible(line[:n+1]) {
				a.add(arc{role: rUnread, at: at, end: at + n + 1, cost: -.4})
			}
			return a.list
		}
	}
	if m := clock.FindStringSubmatch(line); m != nil {
		n := len(m[1])
		x := arc{role: rBracket, at: at, end: at + n, cost: cost.Clock, clock: 1}
		if w, err := a.words.Parse(m[1]); err == nil && len(w.Steps) > 1 {
			x.clock = 2
		}
		a.add(x)
	}
	if at > 0 && !off && (text[at-1] == ' ' || text[at-1] == '\t' || text[at-1] == '|') {
		rest := line
		if n := strings.IndexAny(rest, "\t|"); n > 0 {
			rest = rest[:n]
		}
		if rest = strings.TrimRight(rest, " .,"); len(rest) < 48 && strings.IndexFunc(rest, unicode.IsDigit) < 0 && unicode.IsLetter(c) && !a.has(rKey) {
			a.add(arc{role: rUnread, at: at, end: at + len(rest), cost: cost.Whatever}) // whatever stands there
		}
	}
	runEnd := a.runEnd(at, cell)
	run := text[at:runEnd]
	a.number(at, line, first, cell)
	if res, n := result.Match(line); n > 0 {
		x := arc{role: rResult, at: at, end: at + n, result: res}
		if next := strings.FieldsFunc(line[n:], func(r rune) bool { return r == ' ' || r == '.' || r == ',' }); len(next) > 0 {
			if is, _ := word.LookUp(refusals, next[0]); is {
				x.cost = cost.Refused
			}
		}
		if strings.Trim(line[:n], "-–—−/+ ") == "" {
			x.cost, x.bare = cost.DashResult, true
		}
		a.add(x)
	}
	if n := word.MarkAt(line); n > 0 {
		apart := at > 0 && strings.IndexByte(" \t\n", text[at-1]) >= 0
		m := arc{role: rMark, at: at, end: at + n, bare: apart}
		asks := apart && strings.Trim(run, "?!.") == "" && run[0] == '?'
		if asks {
			m.cost += cost.MarkAsks
			if len(run) > 2 {
				m.cost += 1.5
			}
		}
		a.add(m)
		if asks {
			a.add(arc{role: rUnread, at: at, end: runEnd, cost: .2})
		}
	}
	moved := a.move(at, line, run)
	if n := dotsLen(line); n > 0 {
		a.add(arc{role: rDots, at: at, end: at + n})
		a.add(arc{role: rUnread, at: at, end: at + n, cost: .3})
		a.add(arc{role: rText, at: at, end: at + n, cost: .4, bare: true})
	}
	if at > 0 && strings.IndexByte(" \t|\n", text[at-1]) >= 0 && strings.IndexFunc(run, ofWord) < 0 {
		a.add(arc{role: rUnread, at: at, end: runEnd, cost: cost.SignsAlone})
	}
	if whole := a.wholeEnd(at, cell); whole > runEnd {
		if c := hurtCost(text[at:whole]); c < 3 {
			a.add(arc{role: rUnread, at: at, end: whole, cost: c})
		}
	}
	if n := blotLen(run); n > 0 {
		a.add(arc{role: rUnread, at: at, end: at + n, cost: 0})
	}
	if c == '*' && at > 0 && !strings.ContainsAny(text[at-1:at], " \t\n*") {
		a.add(arc{role: rMark, at: at, end: at + 1})
	}
	if strings.ContainsRune("<>_~^", c) {
		a.add(arc{role: rSign, at: at, end: at + w, cost: .3})
	}
	if c == '.' && dotsLen(line) > 0 {
		return a.list
	}
	if strings.ContainsRune(".,;:\"'«»“”„’‘`!", c) || c == '*' && strings.HasPrefix(line, "**") {
		a.add(arc{role: rSign, at: at, end: at + w})
		return a.list
	}
	trimmed := strings.TrimRight(run, ".,;:!?\"»”")
	if trimmed == "" {
		trimmed = run
	}
	for n, k := 0, 0; k < 6 && n < len(line); k++ {
		if n = n + word.SkipBlank(line[n:], 0); n >= len(line) {
			break
		}
		end := a.runEnd(at+n, cell) - at
		if end <= n || k > 0 && strings.ContainsAny(line[:end], "0123456789") {
			break
		}
		if n = end; k > 0 && word.Illegible(strings.TrimRight(line[:n], ".,;:!?")) {
			a.add(arc{role: rUnread, at: at, end: at + n, cost: -.6})
		}
	}
	if word.Illegible(trimmed) {
		a.add(arc{role: rUnread, at: at, end: at + len(trimmed), cost: -.6})
	} else if !moved {
		a.hurt(at, run, line)
	}
	if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
		a.add(arc{role: rStray, at: at, end: at + w})
	}
	if c != '.' {
		extra := 0.0
		for i := range a.list {
			if a.list[i].role == rResult {
				extra = 1.5
			}
		}
		if word.Illegible(trimmed) {
			extra = cost.IllegibleText
		}
		for i := range a.list { // what is regular is seldom something else
			switch x := &a.list[i]; {
			case x.role == rKey && !x.bare:
				extra = max(extra, cost.KeyAsText)
			case x.role == rNames && x.cost < 1:
				extra = max(extra, cost.NamesAsText)
			}
		}
		if extra >= 1 {
			for i := range a.list {
				if a.list[i].role == rProse {
					a.list[i].extra = extra
				}
			}
		}
		lead, _ := word.LookUp(leads, trimmed)
		n := 0
		for n < min(len(run), 3) && word.IsDigit(run[n]) {
			n++
		}
		n, _ = strconv.Atoi(run[:n])
		said := 0
		if moved {
			said = 1
		}
		a.add(arc{role: rText, at: at, end: at + len(trimmed), cost: textCost(trimmed, moved) + extra, lead: lead, n: n, said: said})
	}
	return a.list
}

// clock is a time beside a move.
var clock = regexp.MustCompile(`^(\d{1,2}:\d\d(:\d\d)?|0\.\d\d|\d{1,3} ?(мин|хв|min|ч|h|час|сек|с|s|m|′|')\.?( ?\d{1,2} ?(мин|хв|min|m|сек|')?\.?)?)(?:$|[\s,;|)])`)

// lineArcs adds what a whole line can be.
func (a *arcs) lineArcs(at int, line string) {
	trimmed := strings.TrimSpace(line)
	if utf8.RuneCountInString(trimmed) >= 3 && strings.Trim(trimmed, "-=_*~—–+|: ") == "" {
		a.add(arc{role: rRule, at: at, end: at + len(line)})
	}
	if n := strings.TrimRight(trimmed, "."); n != "" && len(n) < 5 && (strings.Trim(n, "0123456789") == "" || strings.Trim(n, "IVX") == "") {
		a.add(arc{role: rLabel, at: at, end: at + len(line), cost: 1})
	}
	if len(trimmed) < 96 {
		if v := word.ParseVariantName(strings.TrimRight(trimmed, ".:! ")); v != record.UnknownVariant {
			a.add(arc{role: rKey, at: at, end: at + len(line), tag: "Variant", value: trimmed, valueAt: at})
		}
	}
	moves, hurt, words, lead, before, after := 0, 0, 0, 0, 0, 0
	for w := range strings.FieldsSeq(line) {
		w = strings.Trim(w, ".,;:!?()[]\"")
		if i := strings.LastIndexByte(w, '.'); i >= 0 && i < 4 {
			w = w[i+1:]
		}
		if parsed, err := a.words.Parse(w); err == nil && len(parsed.Steps) > 1 {
			if moves++; moves == 1 {
				before = words
			}
			after = words
		} else if hurtCost(w) < 1.6 {
			hurt++
		} else if r, _ := utf8.DecodeRuneInString(w); word.IsLetter(r) && len(w) > 3 && strings.IndexFunc(w, notOfWord) < 0 && !word.Illegible(w) {
			words++
		}
		if is, _ := word.LookUp(leads, w); is && moves == 0 {
			lead = 1
		}
	}
	if words > 0 {
		m := float64(moves)*cost.ProseMove + float64(hurt)*cost.ProseHurt
		after = words - after
		said := (before > 1 || before > 0 && after > 0) && moves > 0 && moves < 3 && words > moves && hurt == 0
		if said { // a sentence that names a move
			m = float64(moves)*cost.SaidMove - cost.SaidLine
		} else if lead == 0 {
			m *= 1 + 2*float64(moves+hurt)/float64(words)
		} else {
			m *= .3
		}
		a.add(arc{role: rProse, at: at, end: at + len(line), cost: cost.ProseLine + m, said: moves + hurt, lead: said})
	}
}

// notOfWord says that a rune is in no word of a language.
func notOfWord(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("-'’.,", r) }

func ofWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || word.IsDash(r) }

// label adds "Партия № 2." and its like, or a list's number "3)".
func (a *arcs) label(at int, line string) {
	i, known := 0, false
	for {
		n := i
		for n < len(line) && n < 60 {
			r, w := utf8.DecodeRuneInString(line[n:])
			if !word.IsLetter(r) && r != '№' {
				break
			}
			n += w
		}
		if n == i {
			break
		}
		is, _ := word.LookUp(labels, line[i:n])
		if !is && !strings.HasPrefix(line[i:n], "№") {
			return
		}
		known = true
		if i = n; i < len(line) && line[i] == '.' {
			i++
		}
		i += word.SkipBlank(line[i:], 0)
	}
	n := i
	for n < len(line) && word.IsDigit(line[n]) {
		n++
	}
	if n == i && !known || n > i+3 {
		return
	}
	for n < len(line) && strings.IndexByte(".:),- \t", line[n]) >= 0 {
		n++
	}
	if n > 0 && !known && line[n-1] == '-' {
		return
	}
	x := arc{role: rLabel, at: at, end: at + n}
	if !known {
		x.cost = 1.2
	}
	if n < len(line) || known {
		a.add(x)
	}
}

// key adds a header: its key and the rest of its cell.
func (a *arcs) key(at int, line string) {
	i, letters := 0, false
	for i < len(line) && i < 40 {
		r, w := utf8.DecodeRuneInString(line[i:])
		if !word.IsLetter(r) && r != ' ' && r != '№' {
			break
		}
		letters = true
		i += w
	}
	if !letters {
		return
	}
	key := strings.TrimRight(line[:i], " ")
	tag, bare := word.HeaderTag(key), false
	valueAt := i
	r, w := utf8.DecodeRuneInString(line[i:])
	switch {
	case tag != "" && r == ':':
		valueAt = i + 1
	case (tag == "White" || tag == "Black") && (word.IsDash(r) && i > len(key) || i == len(line) || r == '\t' || r == '|'):
		bare = true
		if word.IsDash(r) {
			valueAt = i + w
		}
	default:
		f := strings.IndexByte(key, ' ')
		if f < 0 {
			f = len(key)
		}
		if tag = word.HeaderTag(key[:f]); (tag != "Round" && tag != "Board") || i >= len(line) || !word.IsDigit(line[i]) {
			return
		}
		valueAt = i
	}
	end := len(line)
	if n := strings.IndexAny(line[valueAt:], "\t|;"); n > 0 || n == 0 && bare {
		end = valueAt + n
	}
	value := strings.TrimSpace(line[valueAt:end])
	x := a.add(arc{role: rKey, at: at, end: at + end, tag: tag, value: value, valueAt: at + valueAt, bare: bare})
	if tag == "Result" {
		if res, ok := result.Parse(value); ok {
			x.result = res
		} else {
			x.cost = 1
		}
	}
	if n := strings.LastIndexAny(line[valueAt:end], ",."); (tag == "White" || tag == "Black") && n > 0 {
		rest := valueAt + n + 1 + word.SkipBlank(line[valueAt+n+1:], 0)
		if _, k := result.Match(line[min(rest, end):end]); k > 0 {
			y := *x
			y.end, y.value, y.cost = at+rest, strings.TrimSpace(line[valueAt:valueAt+n]), -.1
			x.cost += 1.5
			a.add(y)
			return
		}
	}
	if (tag == "White" || tag == "Black") && x.value != "" {
		// the other key in the same line, or moves: "Белые: А Черные: Б", "Белые: А, Черные: Б. 1. c3-b4"
		base := *x
		for j := valueAt + 1; j < end; j++ {
			if line[j-1] != ' ' && line[j-1] != ',' {
				continue
			}
			if b := strings.IndexAny(line[j:end], ":-–—"); b > 0 && b < 20 {
				if t := word.HeaderTag(strings.TrimRight(line[j:j+b], " ")); t == "White" || t == "Black" {
					x.end, x.value = at+j, strings.Trim(line[valueAt:j], " ,;.")
					return
				}
			}
			if _, n := word.NumberAt(line, j); n > 0 && strings.HasPrefix(line[j:], "1") {
				y := base
				y.end, y.value = at+j, strings.Trim(line[valueAt:j], " ,;.")
				a.add(y)
				return
			}
		}
	}
}

// names adds two names with what parts them, up to the end of the line, a colon,
// moves, a result or a bracket.
func (a *arcs) names(at int, line string, first bool) {
	if r, _ := utf8.DecodeRuneInString(line); !unicode.IsUpper(r) && !strings.ContainsRune("[(?…_.", r) && !(first && unicode.IsLetter(r)) {
		return
	}
	if len(line) > 400 {
		line = line[:400]
	}
	sign, signEnd := 0, 0
	for i := 1; i < len(line) && i < 90 && sign == 0; {
		r, w := utf8.DecodeRuneInString(line[i:])
		before := line[i-1]
		switch {
		case (word.IsDash(r) || r == '/' && before == ' ') && (before == ' ' || i+w < len(line) && line[i+w] == ' ' || r != '-'):
			sign, signEnd = i, i+w
			for signEnd < len(line) {
				r, w := utf8.DecodeRuneInString(line[signEnd:])
				if !word.IsDash(r) && r != '>' {
					break
				}
				signEnd += w
			}
		case before == ' ' && word.IsLetter(r):
			n := i
			for n < len(line) && line[n] != ' ' {
				n++
			}
			if is, _ := word.LookUp(versus, strings.TrimRight(line[i:n], ".")); is {
				sign, signEnd = i, n
			}
		case r == '\n' || word.IsDigit(byte(r)) && r < 128 && before == ' ' && i+w < len(line) && line[i+w] == '.':
			return
		}
		i += w
	}
	if sign == 0 {
		return
	}
	white := cutColour(strings.TrimRight(line[:sign], " "))
	cw := nameCost(white)
	if cw > 4 {
		return
	}
	from := signEnd + word.SkipBlank(line[signEnd:], 0)
	found := 0
	for i := from; i <= len(line) && found < 3 && i < from+90; {
		stop := i == len(line)
		if !stop {
			r, w := utf8.DecodeRuneInString(line[i:])
			stop = i > from && (r == ':' || r == '(' || r == ',' || r == '\t' || r == '|' || r == ';' || line[i-1] == ' ' && (word.IsDigit(line[i]) || r == '½' || r == '+'))
			if !stop && i > from && line[i-1] == ' ' {
				_, n := result.Match(line[i:])
				stop = n > 0
			}
			if !stop {
				i += w
				continue
			}
		}
		if i < len(line) && line[i] == '(' {
			if n := strings.IndexByte(line[i:], ')'); n > 0 && cutColour("x "+line[i:i+n+1]) == "x" {
				black := strings.TrimRight(line[from:i], " ")
				x := arc{role: rNames, at: at, end: at + i + n + 1, cost: cost.Names + cw + nameCost(black) - .5, value: white, black: black, valueAt: at}
				if x.end-at < len(line) && line[x.end-at] == ':' {
					x.end++
				}
				a.add(x)
				break
			}
		}
		black := strings.TrimRight(line[from:i], " ")
		if cb := nameCost(black); cb <= 4 {
			found++
			if n := strings.IndexByte(black, ','); n > 0 {
				black = black[:n]
			}
			if n := strings.Index(black, "  "); n > 0 {
				black = black[:n]
			}
			black = cutColour(black)
			x := arc{role: rNames, at: at, end: at + i, cost: cost.Names + cw + cb, tag: white, value: white, black: black, valueAt: at}
			if i < len(line) && line[i] == ':' {
				x.end++
				x.cost -= .3
			} else if i == len(line) {
				x.cost -= .2
				x.black = strings.TrimRight(black, ".")
			}
			if !first {
				x.cost += .5
			}
			a.add(x)
		}
		if i < len(line) && line[i] == ':' {
			break
		}
		if i < len(line) && (line[i] == ',' || line[i] == '(') && strings.IndexByte(line[i:], ':') < 0 {
			break
		}
		i++
	}
}

// cutColour takes "(белые)" off a name.
func cutColour(name string) string {
	n := strings.LastIndexByte(name, '(')
	if n <= 0 {
		if cut := strings.TrimRight(strings.TrimRight(name, "0123456789"), " "); len(name)-len(cut) >= 4 && len(cut) < len(name)-3 {
			return cut
		}
		return name
	}
	if strings.Trim(name[n:], "() 0123456789") == "" {
		return strings.TrimRight(name[:n], " ")
	}
	switch inside := word.Fold(strings.Trim(name[n:], "() .")); inside {
	case "б", "ч", "бел", "черн", "белые", "черные", "білі", "чорні", "w", "b", "white", "black":
		return strings.TrimRight(name[:n], " ")
	}
	return name
}

// nameCost says how little a text is like a player's name.
func nameCost(name string) float64 {
	if name == "" {
		return 9
	}
	inner := strings.Trim(name, "[]()?._… ")
	if inner == "" || word.Illegible(inner) || strings.EqualFold(inner, "неизвестный") || strings.EqualFold(inner, "unknown") {
		return .8
	}
	c, n := 0.0, 0
	for w := range strings.FieldsSeq(name) {
		n++
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "(\"«…"))
		switch {
		case unicode.IsUpper(r):
		case unicode.IsDigit(r):
			c += .8
		default:
			c += .7
		}
		if strings.ContainsAny(w, ":;=!?+*") {
			c += 2
		}
		if hurtCost(w) < 1 {
			c += 1.5
		}
		if tag := word.HeaderTag(strings.Trim(w, ".,:")); tag != "" {
			c += 2.5
		}
	}
	return c + .5*math.Max(0, float64(n-3))
}

// apart says that a bracket is behind something of its line.
func (a *arcs) apart(at int) bool {
	return at > 0 && strings.TrimSpace(a.text[strings.LastIndexByte(a.text[:at], '\n')+1:at]) != ""
}

// bracket adds a remark in brackets, or what in brackets stands for a move.
func (a *arcs) bracket(at int) {
	open := a.text[at]
	close, nested, end := ")}]"[strings.IndexByte("({[", open)], 0, 0
	for i := at; i < len(a.text) && i < at+3000; i++ {
		switch a.text[i] {
		case open:
			nested++
		case close:
			if nested--; nested == 0 {
				end = i + 1
			}
		case '\n':
			if i+1 < len(a.text) && a.text[i+1] == '\n' {
				i = len(a.text)
			}
		}
		if end > 0 {
			break
		}
	}
	a.add(arc{role: rStray, at: at, end: at + 1, cost: 2})
	if end == 0 {
		a.list[len(a.list)-1].cost = 0
		return
	}
	inside := strings.TrimSpace(a.text[at+1 : end-1])
	said := 0
	if inside != "" && strings.Trim(inside, "0123456789.:'′ ") == "" && word.IsDigit(inside[len(inside)-1]) && (strings.ContainsAny(inside, ".:") || len(inside) < 3 && a.apart(at)) {
		a.add(arc{role: rBracket, at: at, end: end, cost: cost.Clock, clock: 1})
		if n, _ := word.NumberAt(inside+".", 0); n > 0 && len(inside) < 4 {
			a.add(arc{role: rNumber, at: at, end: end, n: n, cost: .2})
		}
		return
	}
	if word.Illegible(inside) || strings.Trim(inside, "?.…-–— ") == "" {
		a.add(arc{role: rUnread, at: at, end: end, cost: -.4})
	} else if n, _ := word.NumberAt(inside+".", 0); n > 0 && open == '(' && len(inside) < 4 {
		a.add(arc{role: rNumber, at: at, end: end, n: n, cost: .2})
	} else {
		rest := inside
		if n := strings.LastIndexByte(inside, '.'); n >= 0 && n < 5 {
			rest = strings.TrimLeft(inside[n+1:], " ")
		}
		bare := strings.Trim(rest, "?!\" ")
		w, err := a.words.Parse(strings.ReplaceAll(bare, " ", ""))
		if err == nil || len(bare) < 9 && hurtCost(bare) < 1.5 {
			said = 1
			a.add(arc{role: rUnread, at: at, end: end, cost: cost.BracketPly, said: 1})
			a.add(arc{role: rBracket, at: at, end: end, cost: cost.Bracket, said: said, w: w})
			return
		}
	}
	if len(inside) < 40 {
		a.add(arc{role: rUnread, at: at, end: end, cost: cost.Whatever})
	}
	x := arc{role: rBracket, at: at, end: end, cost: cost.Bracket, said: said}
	if word.Illegible(inside) {
		x.cost = cost.IllegibleText
	}
	for w := range strings.FieldsSeq(inside) {
		if is, _ := word.LookUp(corrections, strings.Trim(w, ".,:;")); is {
			x.lead = true
		}
		if is, _ := word.LookUp(formers, strings.Trim(w, ".,:;")); is {
			x.lead = false
			break
		}
		if p, err := a.words.Parse(strings.Trim(w, ".,:;")); err == nil && len(p.Steps) > 1 {
			x.said = 1
		}
	}
	a.add(x)
}

// number adds a move's number.
func (a *arcs) number(at int, line string, first bool, cell byte) {
	n, i, alike := 0, 0, 0
	for _, sign := range []string{"№", "move ", "Move ", "ход ", "Ход ", "хід ", "Хід "} {
		if !strings.HasPrefix(line, sign) {
			continue
		}
		from := len(sign) + word.SkipBlank(line[len(sign):], 0)
		made := len(a.list)
		a.number(at+from, line[from:], first, cell)
		for k := made; k < len(a.list); k++ {
			a.list[k].at, a.list[k].cost = at, a.list[k].cost+.5
		}
		return
	}
	for i < len(line) && i < 6 {
		r, w := utf8.DecodeRuneInString(line[i:])
		d, code, ok := word.DigitOf(r)
		if !ok || r == '|' {
			break
		}
		if code != "" {
			alike++
		}
		n = n*10 + int(d-'0')
		i += w
	}
	if i == 0 || n > 400 || alike > 0 && alike == i && n > 9 {
		return
	}
	x := arc{role: rNumber, at: at, end: at + i, n: n, cost: cost.Alike * float64(alike)}
	rest := line[i:]
	switch {
	case strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, ".."), strings.HasPrefix(rest, "…"):
		a.add(x)
	case strings.HasPrefix(rest, "."), strings.HasPrefix(rest, ")"):
		x.end++
		if x.end < at+len(line) && word.IsDigit(a.text[x.end]) {
			x.cost += .3
		}
		a.add(x)
	case strings.HasPrefix(rest, " ."):
		x.end += 2
		x.cost += .3
		a.add(x)
	default:
		if alike > 0 {
			return
		}
		x.bare = true
		if x.cost += cost.BareNumber; rest != "" && strings.IndexByte("-:=", rest[0]) >= 0 {
			x.cost += cost.NumberGlued
		}
		if rest == "" || strings.IndexByte(" \t|:,-=!?°/_]}", rest[0]) >= 0 || cell != 0 && rest[0] == cell {
			a.add(x)
			if rest != "" && strings.IndexByte(":,-=!?°/_]}", rest[0]) >= 0 {
				x.end++
				x.cost += .3
				a.add(x)
			}
		}
	}
}

// move adds the move words that begin here and says whether there is one.
func (a *arcs) move(at int, line, run string) bool {
	if r, _ := utf8.DecodeRuneInString(run); !word.IsLetter(r) && !unicode.IsDigit(r) {
		return false
	}
	core := strings.TrimRight(run, ".,;\"»*>)]}")
	whole, marks, _ := word.CutMarks(core)
	found := false
	ply := func(text string, extra float64) bool {
		if len(text) < 2 || len(text) > 48 {
			return false
		}
		w, err := a.words.Parse(text)
		if err != nil {
			return false
		}
		c := extra
		for range w.Repairs {
			c += cost.Repair
		}
		if len(w.Steps) < 2 {
			c += cost.BareEnd
		}
		a.add(arc{role: rPly, at: at, end: at + len(text), w: w, cost: c, glued: extra >= cost.Glued})
		return len(w.Steps) > 1
	}
	_ = marks
	found = ply(whole, 0)
	// With spaces about its sign.
	if n, inside := spacedMove(line); n > len(whole) {
		if len(inside) > 0 {
			if w, err := a.words.Parse(line[:inside[0]] + line[inside[1]:n]); err == nil && len(w.Steps) > 1 {
				a.add(arc{role: rPly, at: at, end: at + n, w: w, cost: cost.Joined})
			}
		} else if ply(line[:n], cost.Joined) {
			found = true
		}
	}
	if !found && len(whole) > 4 {
		for n := len(whole) - 1; n >= 3; n-- {
			if r, _ := utf8.DecodeRuneInString(whole[n:]); utf8.RuneStart(whole[n]) && !word.IsLetter(r) && ply(whole[:n], cost.Glued) {
				return true
			}
		}
	}
	return found
}

// spacedMove returns the length of "c3 - b4" or "1: 9" at the beginning of a line,
// and where brackets stand in it: "c3 (взята) :e5".
func spacedMove(line string) (end int, inside []int) {
	i := 0
	for places := 0; ; places++ {
		n := 0
		for n < 3 && i < len(line) {
			r, w := utf8.DecodeRuneInString(line[i:])
			_, _, f := word.FileOf(r)
			_, _, d := word.DigitOf(r)
			if !f && !d || r == '|' || r == 'x' || r == 'х' {
				break
			}
			i += w
			n++
		}
		if n == 0 {
			return end, inside
		}
		if places > 0 {
			end = i
		}
		j := word.SkipBlank(line, i)
		if j < len(line) && line[j] == '(' && inside == nil {
			if n := strings.IndexByte(line[j:], ')'); n > 0 {
				inside = []int{j, j + n + 1}
				j = word.SkipBlank(line, inside[1])
			}
		}
		r, w := utf8.DecodeRuneInString(line[j:])
		_, take := word.TakeOf(r)
		if !word.IsDash(r) && !take && r != 'х' {
			if inside != nil && end <= inside[0] {
				inside = nil
			}
			return end, inside
		}
		i = word.SkipBlank(line, j+w)
	}
}

func (a *arcs) isMove(text string) bool {
	w, err := a.words.Parse(text)
	return err == nil && len(w.Steps) > 1
}

// hurt adds what may be a move that cannot be read.
func (a *arcs) hurt(at int, run, line string) {
	core := strings.TrimRight(run, ".,;!\"»")
	if _, n := word.NumberAt(run, 0); n > 0 && n < len(core) && a.isMove(core[n:]) {
		return
	}
	if core == "" {
		core = run
	}
	if c := hurtCost(core); c < 6 {
		a.add(arc{role: rUnread, at: at, end: at + len(core), cost: c})
	}
	// In two pieces.
	if next := len(run) + word.SkipBlank(line[len(run):], 0); next > len(run) && next < len(line) && len(run) < 6 {
		n := a.runEnd(at+next, 0) - at - next
		joined := run + strings.TrimRight(line[next:next+n], ".,;!")
		if len(joined) < 12 && !strings.ContainsAny(joined, ".)\t|") {
			if c := hurtCost(joined); c < 1.6 {
				a.add(arc{role: rUnread, at: at, end: at + next + len(joined) - len(run), cost: c + 1.2})
			}
		}
	}
}

// hurtCost says how little a run is like a move that is hurt.
func hurtCost(run string) float64 {
	letters, files, digits, signs, unknown, n := 0, 0, 0, 0, 0, 0
	for i, r := range run {
		n++
		_, take := word.TakeOf(r)
		_, _, file := word.FileOf(r)
		switch {
		case r >= '0' && r <= '9':
			digits++
		case strings.ContainsRune("?*_…#.~^", r):
			unknown++
		case word.IsDash(r) || take && i > 0:
			signs++
		case file && r != 'x':
			files++
		case word.IsLetter(r):
			letters++
		default:
			unknown++
		}
	}
	if n == 0 {
		return 9
	}
	c := .8 + 1.0*float64(letters)*hasBoth(digits, signs) + .25*math.Max(0, float64(n-7))
	if n > 14 {
		return 9
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
		c += .8
		if digits > 2 {
			c += 2
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

func hasBoth(digits, signs int) float64 {
	if digits > 0 && signs > 0 {
		return .5
	}
	return 1
}

// textCost says how little a run is like a word of a remark.
func textCost(run string, move bool) float64 {
	if move {
		return cost.Word
	}
	letters, digits, odd, n := 0, 0, 0, 0
	for _, r := range run {
		n++
		switch {
		case word.IsLetter(r):
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

// blotLen returns the length of a run of signs alone that nobody writes: ■■■.
func blotLen(run string) int {
	n := 0
	for _, r := range run {
		if r < 0x80 && r != '#' && r != '@' && r != '?' && r != '%' && r != '$' && r != '&' || word.IsDash(r) || unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("«»“”„’‘…№§†•·●▪►✓¹²³", r) {
			return 0
		}
		n++
	}
	return len(run)
}

// dotsLen returns the length of dots or dashes that stand for a move.
func dotsLen(line string) int {
	n := 0
	for n < len(line) && line[n] == '.' {
		n++
	}
	if n >= 2 {
		return n
	}
	if strings.HasPrefix(line[n:], "…") {
		return n + len("…")
	}
	n = 0
	for n < len(line) {
		r, w := utf8.DecodeRuneInString(line[n:])
		if !word.IsDash(r) && r != '_' {
			break
		}
		n += w
	}
	if n > 0 && (n == len(line) || strings.IndexByte(" \t|", line[n]) >= 0) {
		return n
	}
	return 0
}

// plain returns the arcs of a line that is nothing but a number with its point and
// one or two words that are plainly moves; else nil. No other reading of it is tried.
func (a *arcs) plain(at int) []arc {
	text := a.text
	list := a.list[:0]
	n, end := word.NumberAt(text, at)
	if n == 0 {
		return nil
	}
	list = append(list, arc{role: rNumber, at: at, end: end, n: n})
	i := end
	for plies := 0; ; plies++ {
		i += word.SkipBlank(text[i:], 0)
		if i < len(text) && text[i] == '\n' && plies > 0 {
			a.list = list
			return append(list, arc{role: rNewline, at: i, end: i + 1})
		}
		n := i
		for n < len(text) && text[n] > ' ' && text[n] < 0x80 {
			n++
		}
		if plies == 2 || n == i || n-i > 12 || n < len(text) && text[n] != ' ' && text[n] != '\n' && text[n] != '\t' {
			return nil
		}
		w, err := a.words.Parse(text[i:n])
		if err != nil || !w.Plain {
			return nil
		}
		list = append(list, arc{role: rPly, at: i, end: n, w: w})
		i = n
	}
}
