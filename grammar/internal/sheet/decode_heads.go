package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// label adds the number of a game in a list: "Партия № 2.", "Second game:", "3)".
func (a *arcs) label(at int, line string) {
	named, numbered := false, false
	for i := 0; i < min(len(line), maxLabel); {
		n := i
		for n < len(line) && line[n] != ' ' && line[n] != '\t' {
			n++
		}
		kind := labelOf(line[i:n])
		if is, _ := word.LookUp(labels, strings.TrimRight(line[i:n], ".")); is {
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
			a.add(roleLabel, at, at+n)
		case numbered && signed && i < len(line):
			a.addCost(roleLabel, at, at+n, 1.2)
		}
	}
	if len(line) > 2 && line[2] > ' ' && word.IsDigit(line[0]) && strings.IndexByte(".)", line[1]) >= 0 { // "3)Иванов"
		a.addCost(roleLabel, at, at+2, 1.2)
	}
}

// addKey adds a header whose value stands from one byte to another.
func (a *arcs) addKey(at, end int, h headArc, bare bool, cost float64) {
	x := a.addCost(roleKey, at, end, cost)
	x.bare, x.head = bare, &h
	switch h.tag {
	case "Variant":
		h.variant = word.ParseVariantName(h.value)
	case "Result":
		res, ok := result.Parse(h.value)
		if h.result = res; !ok {
			x.cost++
		}
	}
}

// key adds a header: its key and the rest of its cell.
func (a *arcs) key(at int, line string) {
	whole := len(line) <= maxHeadLine
	line = line[:min(len(line), maxHeadLine)]
	i := 0
	for i < len(line) && i < 40 {
		r, w := utf8.DecodeRuneInString(line[i:])
		if !word.IsLetter(r) && r != ' ' && r != '№' {
			break
		}
		i += w
	}
	if i == 0 {
		return
	}
	key := strings.TrimRight(line[:i], " ")
	tag, bare := word.HeaderTag(key), false
	player := tag == "White" || tag == "Black"
	from := i
	r, w := utf8.DecodeRuneInString(line[i:])
	switch {
	case tag != "" && r == ':':
		if from = i + 1; isKey(strings.TrimLeft(line[from:], " \t|")) {
			a.addKey(at, at+from, headArc{tag: tag, valueAt: at + from}, false, 0)
			return
		}
	case tag != "" && (r == '\t' || r == '|' || r == rune(a.cell) && a.cell != 0) && at == a.body:
		value := line[i+1:]
		if n := strings.IndexAny(value, "\t|;"); n >= 0 {
			value = value[:n]
		}
		if value := strings.TrimSpace(value); value != "" && word.HeaderTag(value) == "" && value[0] > '9' {
			h := headArc{tag: tag, value: value, valueAt: at + i + 1}
			a.addKey(at, at+i+1+len(line[i+1:])-len(strings.TrimLeft(line[i+1:], " "))+len(value), h, false, 0)
			return
		}
		if !player {
			return
		}
		bare = true
	case player && (word.IsDash(r) && i > len(key) || i == len(line) || r == '\t' || r == '|'):
		if bare = true; word.IsDash(r) {
			from = i + w
		}
	default:
		first, _, _ := strings.Cut(key, " ")
		if tag = word.HeaderTag(first); (tag != "Round" && tag != "Board") || i >= len(line) || !word.IsDigit(line[i]) {
			return
		}
		player = false
	}
	end := len(line)
	if n := strings.IndexAny(line[from:], "\t|;"); n > 0 || n == 0 && bare {
		end = from + n
	}
	h := headArc{tag: tag, value: strings.TrimSpace(line[from:end]), valueAt: at + from}
	whole = whole || end < len(line)
	if h.value == "" {
		a.addKey(at, at+end, h, bare, 0)
		return
	}
	part := func(to int) headArc {
		h := h
		h.value = strings.Trim(line[from:to], " ,;.")
		return h
	}
	if n := strings.LastIndexAny(line[from:end], ",."); n > 0 && player {
		rest := min(from+n+1+word.SkipBlank(line[from+n+1:], 0), end)
		if _, k := result.Match(line[rest:end]); k > 0 {
			a.addKey(at, at+end, h, bare, 1.5)
			h.value = strings.TrimSpace(line[from : from+n])
			a.addKey(at, at+rest, h, bare, -.1)
			return
		}
	}
	row := 0.0
	// the other key in the same line, or moves: "Белые: А Черные: Б", "Белые: А, Черные: Б. 1. c3-b4"
	for j := from + 1; j < end; j++ {
		if line[j-1] != ' ' && line[j-1] != ',' {
			continue
		}
		if b := strings.IndexAny(line[j:min(end, j+20)], ":-–—"); b > 0 && player {
			if t := word.HeaderTag(strings.TrimRight(line[j:j+b], " ")); t == "White" || t == "Black" {
				a.addKey(at, at+j, part(j), bare, 0)
				return
			}
		}
		if n, stop := word.NumberAt(line, j); n == 1 && stop > j+1 {
			a.addKey(at, at+j, part(j), bare, 0)
			row = cost.KeyWithRow
			break
		}
	}
	if whole {
		a.addKey(at, at+end, h, bare, row)
	}
}

// players adds the two names with which a line begins, as the finder of names has them.
func (a *arcs) players(at int, line string) bool {
	if len(line) > maxHeadLine {
		line = line[:a.cutAt(at+maxHeadLine)-at]
	}
	p := findPlayers(line)
	if !p.ok || p.end == 0 {
		return false
	}
	white, _ := cutTitle(line[p.white:p.whiteEnd])
	black, _ := cutTitle(line[p.black:p.blackEnd])
	c := cost.Names
	if p.unread {
		c += 1.2
	}
	first, _, _ := strings.Cut(white, " ")
	if is, _ := word.LookUp(eventWords, first); is || labelOf(first) == labelName {
		c += 1.5
	}
	x := a.addCost(roleNames, at, at+p.end, c)
	x.head = &headArc{value: white, black: black, valueAt: at + p.white}
	return true
}

// names adds two names with what parts them, up to the end of the line, a colon,
// moves, a result or a bracket.
func (a *arcs) names(at int, line string, first bool) {
	if r, _ := utf8.DecodeRuneInString(line); !unicode.IsUpper(r) && !strings.ContainsRune("[(?…_.", r) && !(first && unicode.IsLetter(r)) {
		return
	}
	line = line[:min(len(line), maxHeadLine)]
	sign, from := betweenNames(line)
	if sign == 0 {
		return
	}
	white := cutColour(strings.TrimRight(line[:sign], " "))
	ofWhite := nameCost(white)
	if ofWhite > 4 {
		return
	}
	from += word.SkipBlank(line[from:], 0)
	add := func(end int, black string, c float64) {
		a.addCost(roleNames, at, at+end, cost.Names+ofWhite+c).head = &headArc{value: white, black: black, valueAt: at}
	}
	for i, found := from, 0; i <= len(line) && found < 3 && i < from+90; i++ {
		if i += nameLen(line[i:], i == from); i >= from+90 {
			return
		}
		black := strings.TrimRight(line[from:i], " ")
		if i < len(line) && line[i] == '(' {
			if n := strings.IndexByte(line[i:], ')'); n > 0 && cutColour("x "+line[i:i+n+1]) == "x" {
				end := i + n + 1
				if end < len(line) && line[end] == ':' {
					end++
				}
				add(end, black, nameCost(black)-.5)
				return
			}
		}
		if c := nameCost(black); c <= 4 {
			found++
			black, _, _ = strings.Cut(black, ",")
			black, _, _ = strings.Cut(black, "  ")
			black = cutColour(black)
			end := i
			switch {
			case i == len(line):
				c -= .2
				black = strings.TrimRight(black, ".")
			case line[i] == ':':
				end++
				c -= .3
			}
			if !first {
				c += .5
			}
			add(end, black, c)
		}
		if i < len(line) && (line[i] == ':' || (line[i] == ',' || line[i] == '(') && strings.IndexByte(line[i:], ':') < 0) {
			return
		}
	}
}

// betweenNames returns where what parts two names begins and ends; 0 where there is nothing
// like it.
func betweenNames(line string) (sign, end int) {
	for i := 1; i < len(line) && i < 90; {
		r, w := utf8.DecodeRuneInString(line[i:])
		before := line[i-1]
		switch {
		case (word.IsDash(r) || r == '/' && before == ' ') && (before == ' ' || i+w < len(line) && line[i+w] == ' ' || r != '-'):
			end = i + w
			for end < len(line) {
				r, w := utf8.DecodeRuneInString(line[end:])
				if !word.IsDash(r) && r != '>' {
					break
				}
				end += w
			}
			return i, end
		case before == ' ' && word.IsLetter(r):
			n := i
			for n < len(line) && line[n] != ' ' {
				n++
			}
			if is, _ := word.LookUp(versus, strings.TrimRight(line[i:n], ".")); is {
				return i, n
			}
		case before == ' ' && r < utf8.RuneSelf && word.IsDigit(byte(r)) && i+w < len(line) && line[i+w] == '.':
			return 0, 0
		}
		i += w
	}
	return 0, 0
}

// nameLen returns the length of a name with which text may begin, up to what may end it.
func nameLen(text string, fresh bool) int {
	for i, r := range text {
		if i == 0 && fresh {
			continue
		}
		if strings.ContainsRune(":(,\t|;", r) {
			return i
		}
		if i == 0 || text[i-1] != ' ' {
			continue
		}
		if r < utf8.RuneSelf && word.IsDigit(byte(r)) || r == '½' || r == '+' {
			return i
		}
		if result.CanBegin(text[i:]) {
			if _, n := result.Match(text[i:]); n > 0 {
				return i
			}
		}
	}
	return len(text)
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
	inside := strings.Trim(name[n:], "() .")
	if is, _ := word.LookUp(colours, inside); is || strings.Trim(inside, "0123456789 ") == "" {
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
	if unknown, _ := word.LookUp(unknownNames, inner); unknown || inner == "" || word.Illegible(inner) {
		return .8
	}
	c, n := 0.0, 0
	for w := range strings.FieldsSeq(name) {
		n++
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "(\"«…"))
		switch {
		case unicode.IsUpper(r):
		case unicode.IsDigit(r):
			if c += .8; len(w) == 4 && isYear(w) {
				c += 1.2
			}
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
	return c + .5*float64(max(0, n-3))
}
