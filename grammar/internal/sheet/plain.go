package sheet

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Most games are written the way stolb itself writes them. They hold no ambiguity, so they need no
// search: plain finds the end of such a game and its moves. The search would read it alike
// (FuzzPlain). A plain game is
//
//	game    = heads ( rows | column "Черные: " name "\n" column ) [ result "\n" ] { "\n" } ( heads | end ) .
//	heads   = { head "\n" } ( head "\t" head "\n" | head "\n" | name " – " name ": " ) .
//	head    = key ": " value .
//	rows    = row { "\n" row } .       // numbers in sequence; the last row may lack its second move
//	row     = number ". " move sep move { " " number ". " move sep move } .
//	column  = number ". " move "\n" { number ". " move "\n" } .
//
// with unambiguous moves, in letters, or in figures if each has a row of its own.
type plain struct {
	words *word.Table
	text  string
	whole bool // the text is complete
	short bool // more of the text is needed

	heads   []headPart
	tags    uint16 // set of the heads' tags
	run     bool   // names precede the first move, or a line has several numbers
	plies   []record.Ply
	columns bool
	second  int // index of the first ply of the second column
	figures bool
	over    place
	result  record.Result
}

// read parses the game at the start of text and returns its end; 0 if it is not plain, or if more
// of the text is needed to know.
func (p *plain) read(text string, whole bool) int {
	p.text, p.whole, p.short = text, whole, false
	p.heads, p.plies, p.run, p.columns, p.over = p.heads[:0], p.plies[:0], false, false, place{}
	at := p.headLines(0, false)
	if at == 0 {
		return 0
	}
	if p.columns = p.tags&(hasWhite|hasBlack) == hasWhite && !p.run; !p.columns && p.tags&(hasWhite|hasBlack) != hasWhite|hasBlack {
		return 0
	}
	p.figures = at+len("1. ") < len(text) && word.IsDigit(text[at+len("1. ")])
	if at = p.rows(at, p.run); p.columns && at > 0 {
		p.second = len(p.plies)
		if at = p.headLine(at); at == 0 || p.heads[len(p.heads)-1].tag != "Black" || text[at-1] != '\n' {
			return 0
		}
		at = p.rows(at, false)
	}
	if n := len(p.plies); at == 0 || n < 4 || p.columns && n != 2*p.second && n != 2*p.second-1 {
		return 0
	}
	return p.end(at)
}

// line returns the end of the line at a byte; ok is false if that is not known yet, or no text is
// left.
func (p *plain) line(at int) (end int, ok bool) {
	if n := strings.IndexByte(p.text[at:], '\n'); n >= 0 {
		return at + n, true
	}
	p.short = !p.whole
	return len(p.text), p.whole && at < len(p.text)
}

// after returns the start of the line after the one with the given end.
func (p *plain) after(end int) int { return min(end+1, len(p.text)) }

// end returns the end of the game whose moves end at a byte, past its result and blank lines.
func (p *plain) end(at int) int {
	if end, ok := p.line(at); ok && end > at {
		line := p.text[at:end]
		if !result.CanBegin(line) || word.IsDash(rune(line[0])) {
			return 0
		}
		r, n := result.Match(line)
		if n == 0 || line[n:] != "" && line[n:] != "." || result.Alike(r.Text) > 0 || isOfMatch(r) {
			return 0
		}
		p.result, p.over = r, place{at, at + n}
		at = p.after(end)
	}
	blank := at
	at += len(p.text[at:]) - len(strings.TrimLeft(p.text[at:], "\n"))
	if at == len(p.text) {
		if p.short = !p.whole; p.short {
			return 0
		}
		return at
	}
	if at == blank {
		return 0
	}
	known, tags := len(p.heads), p.tags
	next := p.headLines(at, true)
	white := func(heads []headPart) string {
		name, _ := (&headArc{parts: heads}).value("White")
		return p.text[name.at:name.end]
	}
	again := p.over.end == 0 && white(p.heads[known:]) == white(p.heads[:known]) // it may be the next sheet of this game
	if p.heads, p.tags = p.heads[:known], tags; next == 0 || again {
		return 0
	}
	return at
}

// headLines parses heads up to the first move or, if ahead is set, up to a player, and returns
// their end; 0 if they are not plain.
func (p *plain) headLines(at int, ahead bool) int {
	p.tags = 0
	for at < len(p.text) && p.text[at] > '9' {
		end := p.headLine(at)
		if end == 0 {
			return 0
		}
		if at = end; ahead && p.tags&hasWhite != 0 || p.run {
			return at
		}
	}
	p.short = !p.whole && at == len(p.text)
	if ahead || !strings.HasPrefix(p.text[at:], "1. ") {
		return 0
	}
	return at
}

// headLine parses a line of heads, or names before the first move, and returns the end.
func (p *plain) headLine(at int) int {
	end, ok := p.line(at)
	if !ok {
		return 0
	}
	line := p.text[at:min(end, at+maxPlainHead)]
	from, white := at, p.tags&hasWhite
	for cell := range strings.SplitSeq(line, "\t") {
		key, value, _ := strings.Cut(cell, ": ")
		tag, pattern := word.HeaderTag(key), plainValue
		bit := headTags[tag]
		if bit&(hasWhite|hasBlack) != 0 {
			pattern = plainPlayer
		}
		switch {
		case bit == 0 && from == at && p.tags&(hasWhite|hasBlack) == 0:
			return p.names(at, line)
		case bit == 0, tag == "Result", p.tags&bit != 0, from > at && (bit != hasBlack || white == p.tags&hasWhite),
			bit == hasBlack && p.tags&hasWhite == 0 && len(p.plies) == 0, !pattern().MatchString(value),
			bit == hasVariant && position.ParseVariantName(value) == record.UnknownVariant:
			return 0
		}
		p.tags |= bit
		p.heads = append(p.heads, headPart{tag, place{from + len(key) + len(": "), from + len(cell)}})
		from += len(cell) + len("\t")
	}
	if end > at+maxPlainHead {
		return 0
	}
	return p.after(end)
}

// names parses names before the first move.
func (p *plain) names(at int, line string) int {
	m := plainPlayers().FindStringSubmatchIndex(line)
	if m == nil || m[5] > maxName {
		return 0
	}
	white, black := line[:m[3]], line[m[4]:m[5]]
	first, _, _ := strings.Cut(white, " ")
	if isMoveName(white) || isMoveName(black) || lists["gameWords"].has(first) {
		return 0
	}
	p.run = true
	p.tags |= hasWhite | hasBlack
	p.heads = append(p.heads, headPart{"White", place{at, at + m[3]}}, headPart{"Black", place{at + m[4], at + m[5]}})
	return at + m[5] + len(": ")
}

// A plainName is a capital letter followed by letters and digits, or by a point; it does not begin
// with I, which may be a 1. A plainWord has letters and digits, with points and hyphens between
// them.
const (
	plainName = `[A-HJ-ZА-Я](?:\.|[A-Za-z\d\x{400}-\x{47f}]*)`
	plainWord = `[A-Za-z\d\x{400}-\x{47f}](?:[.-]*[A-Za-z\d\x{400}-\x{47f}])*`
)

var (
	// The usual form of names before the first move.
	plainPlayers = word.Pattern(`^(` + plainName + `(?: ` + plainName + `)*) [-–—−] (` + plainName + `(?: ` + plainName + `)*): 1\. `)
	// A player's name, where a hyphen may join words, and any other value.
	plainPlayer = word.Pattern(`^` + plainName + `(?:[ -]` + plainName + `)*$`)
	plainValue  = word.Pattern(`^` + plainWord + `(?: ` + plainWord + `)*$`)
)

// rows parses the rows or the column at a byte. begun says that the first number is not at the
// start of its line. It returns the end; 0 if they are not plain.
func (p *plain) rows(at int, begun bool) int {
	first, text, step, room := len(p.plies), p.text, 1, maxPlain
	if p.columns { // one move per number and line
		step, room = 2, 1
	}
	for {
		end, ok := p.line(at)
		if !ok && p.short {
			return 0
		}
		n := len(p.plies) - first
		due := 2 + step*n
		if number, _ := word.NumberAt(text[:end], at); !ok || number == 0 && n > 0 {
			return at
		} else if number != due/2 || due&1 != 0 || due > 2*maxPlainNumber {
			return 0
		}
		numbers := 0
		for at < end {
			before := len(p.plies)
			p.plies = slices.Grow(p.plies, room)
			row, numbered := p.words.Row(p.plies[:before:before+room], text[:end], at, due)
			if len(row) == before {
				if row, numbered = p.ply(at, end, due); len(row) == before {
					return 0
				}
			}
			p.plies = p.plies[:len(row)]
			count := len(row) - before
			if numbered != (count+1-due&1)/2 {
				return 0
			}
			if slices.ContainsFunc(row[before:], func(m record.Ply) bool {
				after := text[m.At+m.Len : end]
				return word.IsDigit(text[m.At]) != p.figures || after != "" && after[0] != ' ' && after[0] != '\t'
			}) {
				return 0
			}
			due += count
			numbers += numbered
			last := &row[len(row)-1]
			if at = last.At + last.Len; at < end {
				if at++; at == end || text[at] <= ' ' {
					return 0
				}
			}
			if p.columns && at < end {
				return 0
			}
		}
		p.run = p.run || numbers > 1
		if p.figures && !p.isRow(n+first, numbers, begun) {
			return 0
		}
		begun = false
		if at = p.after(end); due&1 != 0 && !p.columns {
			return at
		}
	}
}

// isRow reports whether the moves of a line in figures, from an index on, are nothing but moves:
// they fill a row, or cannot be scores or times.
func (p *plain) isRow(from, numbers int, begun bool) bool {
	moves, whole := p.plies[from:], numbers == 1 && !begun
	for i := range moves {
		whole = whole && moves[i].Word.Plain
	}
	return whole || !slices.ContainsFunc(moves, func(m record.Ply) bool {
		text := p.text[m.At:]
		return m.Word.Plain && text[0] <= '2' && result.CanBegin(text)
	})
}

// ply parses one move, with its number if it is the first of its row.
func (p *plain) ply(at, end, due int) (_ []record.Ply, numbers int) {
	text := p.text
	if due&1 == 0 {
		number, next := word.NumberAt(text[:end], at)
		if number != due/2 || next >= end || text[next] != ' ' && text[next] != '\t' {
			return p.plies, 0
		}
		at, numbers = next+1, 1
	}
	n := at + runEnd(text[at:end])
	w := p.words.Movetext(text[at:n])
	if w == nil {
		return p.plies, 0
	}
	return append(p.plies, record.Ply{Word: w, At: at, Len: n - at}), numbers
}

// readPlain fills in a plain game, and reports whether it is one.
func (r *Reader) readPlain(g *record.Game) bool {
	p := &r.plain
	p.words = r.words
	if p.read(g.Text, true) != len(g.Text) {
		return false
	}
	b := &r.build
	b.reset(g, r)
	b.read = g.Text
	for _, h := range p.heads {
		b.head(h.tag, h.place)
	}
	g.Layout = Table
	if p.columns {
		g.Layout = Columns
		first, second := p.plies[:p.second], p.plies[p.second:]
		if v := b.variant(); v != record.UnknownVariant && v.First() == record.Black {
			if len(first) != len(second) {
				return false
			}
			first, second = second, first
		}
		g.Plies = g.Plies[:0]
		for i := range first {
			if g.Plies = append(g.Plies, first[i]); i < len(second) {
				g.Plies = append(g.Plies, second[i])
			}
		}
	} else {
		if p.run {
			g.Layout = Run
		}
		g.Plies = append(g.Plies[:0], p.plies...)
	}
	if p.over.end > 0 {
		b.result(p.over, p.result)
	}
	b.outcome()
	b.settle()
	return true
}
