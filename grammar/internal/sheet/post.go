package sheet

import (
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// postField is one field beside a move in a sheet of correspondence: a date, a number of days, or a
// dash. A move has the dates when its letter was sent (optional), when it was received and when the
// reply was sent, then the days for that reply and in total (Codex 4.3.1, 4.3.6).
type postField struct {
	place
	text string // without its full stop
	ply  int    // number of plies before it
	line int32
}

// dayForm matches a date, perhaps without the year: 03.05, 03.05.2024, 3/V, 3/05, 2024-05-03.
var dayForm = word.Pattern(`^(?:[0-3]?\d\.(?:0\d|1[0-2])\.?(?:\d\d(?:\d\d)?\.?)?|[0-3]?\d[./-][IVXІХ]{1,4}(?:[./-]\d\d(?:\d\d)?)?|[0-3]?\d/(?:0\d|1[0-2])(?:/\d\d(?:\d\d)?)?|\d{4}-[01]\d-[0-3]\d)$`)

// postGroup matches the kinds of the fields of one move, which are certain together. With a dash,
// which may be a move's, 1.10 - 13, there are two numbers, and no sign of a move follows.
var postGroup = word.Pattern(`d{2,3}(?:f|n{1,2})|[d-]{2,3}(?:f|[n-]{2})(?:[dm|]|$)`)

// days adds a field of a correspondence game and reports whether it is certain, mostly because it
// is beside other fields of its move. An uncertain field must fill a line or a cell.
func (a *arcs) days(at int, line string) bool {
	parts := func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || a.cell != 0 && r == rune(a.cell) }
	n := lenToFunc(line[:min(len(line), maxRun)], parts)
	digits := strings.TrimRight(line[:n], ".")
	taken := digits != "" && len(digits) < 4 && isFigure(digits)
	pointed := taken && len(digits) < n // it may be a row's number
	before := a.text[max(0, at-maxRun):at]
	if !taken && !isDate(line[:n]) && !isFraction(line[:n]) && !isDash(line[:n]) || before != "" && !parts(rune(before[len(before)-1])) {
		return false
	}
	if !taken && isDate(line[:n]) && !strings.HasPrefix(line[n:], "\t") {
		next := word.SkipBlank(line, n)
		next += lenToFunc(line[next:], parts)
		if _, time := record.CutTime(line[:next]); time != "" {
			a.add(roleBracket, at, at+next, costDayTime)
			return false
		}
	}
	start := max(a.start, at-maxHeadLine)
	if open := strings.LastIndexByte(a.text[start:at], '('); taken && open >= 0 && strings.HasSuffix(trimRight(before), ")") && !strings.HasSuffix(before, " ") {
		before = a.text[max(0, start+open-maxRun):start+open] + "\t" // without the remark in the move's cell
	}
	if len(before) >= maxRun {
		before = before[strings.IndexFunc(before, parts)+1:]
	}
	if pointed && !slices.ContainsFunc(strings.FieldsFunc(a.text[max(0, a.body, at-len(before)):at], parts), isDate) {
		return false // the usual case
	}
	last := postKinds(before, parts)
	// A full stop after a number is not part of it.
	after := a.text[at+n : min(len(a.text), at+maxRun)]
	kinds := postKinds(before+strings.TrimSuffix(line[:n], ".")+after, parts)
	if kinds = kinds[len(last):]; kinds == "" {
		return false
	}
	if taken && strings.HasSuffix(last, "|") && (strings.HasPrefix(kinds, "nd") || strings.HasPrefix(kinds, "n--")) { // a row's number before days
		x := a.add(roleNumber, at, at+n, costBareNumber)
		x.n, x.bare = numberOf(digits+"."), true
		return true
	}
	kind, all := kinds[0], last+kinds
	isIn := func(g []int) bool { return g[0] <= len(last) && g[1] > len(last) }
	certain := strings.Contains(all, "d") && slices.ContainsFunc(postGroup().FindAllStringIndex(all, -1), isIn)
	if kind == '-' && !certain {
		return false
	}
	edge, rest := strings.TrimRight(before, " "), strings.TrimLeft(line[n:], " ")
	filled := (edge == "" || parts(rune(edge[len(edge)-1]))) && (rest == "" || parts(rune(rest[0])))
	inMiddle := taken && (daysBefore().MatchString(last) && numberBetween().MatchString(kinds) || // a row's number between its moves
		(last == "m" || strings.HasSuffix(last, "|m")) && strings.HasPrefix(kinds, "nmd"))
	certain = certain || inMiddle || kind == 'd' && strings.HasSuffix(last, "m") && (n >= len("02.03.87") || !strings.Contains(line[:n], "-") && strings.ContainsAny(line[:n], "IVX")) // "1. c3-d4 02.03.1987"
	// "1;2024-12-09;15:09" has moves that a spreadsheet changed
	if pointed && !inMiddle || !certain && (!filled || kind == 'f' || kind == 'n' && strings.HasSuffix(last, "|") || kind == 'd' && strings.HasSuffix(last, "n")) {
		return false
	}
	x := a.add(roleBracket, at, at+n, costClock)
	if x.clock = isDay; kind != 'd' {
		x.clock, x.lead = isDays, certain
	}
	if taken {
		x.n, x.bare = numberOf(digits+"."), inMiddle || last == "" || last[len(last)-1] == 'm'
	}
	return certain
}

// postKinds returns the kinds of the fields of a text: d for a date, n for a number of days, f for
// a fraction of two such numbers, - for a dash, : for a capture sign, m for a possible move, and |
// for anything else and for the end of a line of several fields.
func postKinds(text string, parts func(rune) bool) string {
	var kinds []byte
	inLine, pointed := 0, false // the last date has no slash, so that 3/10 is not one
	for line := range strings.Lines(text) {
		if inLine > 1 {
			kinds = append(kinds, '|')
		}
		inLine = 0
		for field := range strings.FieldsFuncSeq(line, parts) {
			inLine++
			switch {
			case isFraction(field) && (pointed || !isDate(field) || strings.HasSuffix(string(kinds), "ddd")):
				kinds = append(kinds, 'f')
			case len(field) < 4 && isFigure(field):
				kinds = append(kinds, 'n')
			case isDate(field):
				kinds, pointed = append(kinds, 'd'), !isFraction(field)
			case isDash(field):
				kinds = append(kinds, '-')
			case strings.Contains(":xXхХ×", field):
				kinds = append(kinds, ':')
			case (len(field) > 3 || len(field) == 3 && !isFigure(field[:2])) && strings.ContainsAny(field, "0123456789") && !strings.ContainsAny(field, "()"):
				kinds = append(kinds, 'm')
			default:
				kinds = append(kinds, '|')
			}
		}
	}
	if inLine > 1 && strings.HasSuffix(text, "\n") {
		kinds = append(kinds, '|')
	}
	return string(kinds)
}

var (
	fraction      = word.Pattern(`^\d{1,3}/\d{1,3}$`)
	daysBefore    = word.Pattern(`[d-](?:f|[n-]{0,2})\|?m$`) // the fields of a move, and the move
	numberBetween = word.Pattern(`^n(?:[m|-]|$)`)            // a row's number, followed by a move or the end
)

// isDate reports whether a text has the form of a date.
func isDate(text string) bool {
	return len(text) > 2 && word.IsDigit(text[0]) && strings.ContainsAny(text[1:len(text)-1], "./-") && dayForm().MatchString(text)
}

func isFraction(text string) bool {
	return strings.IndexByte(text, '/') > 0 && fraction().MatchString(text)
}

func isDash(text string) bool { return text == "-" || text == "–" || text == "—" || text == "−" }

// postCommand is the start of the command for a move's days: [%post 01.03 03.03 2 2].
const postCommand = "[%post "

// postLayouts return how many plies precede the days of ply i (from 0) of n. The days are before
// White's moves and after Black's (as in the Codex), or after each move, before each, after both.
var postLayouts = []func(i, n int) int{
	func(i, _ int) int { return i + i%2 },
	func(i, _ int) int { return i + 1 },
	func(i, _ int) int { return i },
	func(i, n int) int { return min(i-i%2+2, n) },
}

// settlePost attaches the days of a correspondence game to its plies, in the layout in which most
// groups of days match a ply.
func (b *builder) settlePost() {
	if len(b.post) == 0 {
		return
	}
	n, groups := len(b.entries), b.groupPost()
	var plies []int // of the groups, in the best layout
	most := -1
	for _, layout := range postLayouts {
		var of []int
		given, fit := make([]bool, n), 0
		for _, g := range groups {
			at, ply := g.ply, -1
			for k := max(0, at-2); k < min(n, at+1); k++ {
				// Of two plies, the one in its line has a group.
				if layout(k, n) == at && !given[k] && (ply < 0 || b.entries[k].line == g.line && b.entries[ply].line != g.line) {
					ply = k
				}
			}
			if ply < 0 {
				ply = max(at-1, 0)
			} else {
				given[ply] = true
				fit++
			}
			of = append(of, ply)
		}
		if fit > most {
			most, plies = fit, of
		}
	}
	for i, g := range groups {
		b.addDays(g.text, plies[i])
	}
}

// groupPost groups the fields of each move.
func (b *builder) groupPost() (groups []postField) {
	for list := b.post; len(list) > 0; {
		var texts []string
		for i := 0; i < len(list) && list[i].ply == list[0].ply; i++ {
			texts = append(texts, list[i].text)
		}
		kinds := postKinds(strings.Join(texts, " "), func(r rune) bool { return r == ' ' })
		for kinds != "" {
			f := list[0]
			dates := len(kinds) - len(strings.TrimLeft(kinds, "d"))
			n := len(postFields().FindString(kinds))
			switch {
			case n == 0: // a row's number between its moves or days
				n = 1
				if due := f.ply/2 + 1; f.text != strconv.Itoa(due) {
					b.fault(record.MoveNumber, record.Remark, f.place, message.Of("sheet.other-number", "number", f.text, "due", due)).Ply = f.ply + 1
				}
			case dates > 3: // two moves without numbers of days
				n = (dates + 1) / 2
			}
			if f.text = strings.Join(texts[:n], " "); kinds[0] != 'n' {
				groups = append(groups, f)
			}
			kinds, list, texts = kinds[n:], list[n:], texts[n:]
		}
	}
	return groups
}

// postFields matches the kinds of the fields of one move, some of which may be absent.
var postFields = word.Pattern(`^d{1,3}(?:f|n{1,2})|^[d-]{1,3}(?:f|[n-]{0,2})`)

// addDays attaches the fields of a move to it; a lone field becomes a remark.
func (b *builder) addDays(text string, ply int) {
	switch text = strings.TrimRight(text, " -"); {
	case text == "":
	case ply >= len(b.entries):
		b.g.Before = append(b.g.Before, text)
	case !strings.Contains(text, " "):
		annotate(b.entries[ply].note(), text)
	default:
		word.AddCommands(b.entries[ply].note(), postCommand+text+"]")
	}
}

// correspondence writes the sheet of a correspondence game as in the Codex (4.3.6): a row for each
// number, and beside each move the dates when it was received and the reply sent, and the days for
// that reply and in total. If any move has the date of its letter, that comes first (4.3.1).
func (w *sheetWriter) correspondence() {
	w.byPost = 2
	if slices.ContainsFunc(w.g.Plies, func(p record.Ply) bool { return postOf(p.Note).Posted != "" }) {
		w.byPost = 3
	}
	side := strings.Join(strings.Split(written["days"][w.lang], ", ")[3-w.byPost:], "\t")
	move := written["move"][w.lang]
	w.line(side + "\t" + move + "\t№\t" + move + "\t" + side)
	for i := range w.g.Plies {
		n, leads := w.number(i)
		if leads {
			w.text(w.postCells(i) + "\t")
		} else if i == 0 {
			w.text(strings.Repeat("\t", w.byPost+2) + "...\t" + strconv.Itoa(n) + "\t")
		}
		if w.ply(i); leads {
			w.text("\t" + strconv.Itoa(n) + "\t")
		} else {
			w.text("\t" + w.postCells(i))
		}
		if !leads || i == len(w.g.Plies)-1 {
			w.text("\n")
		}
	}
}

// postCells returns the days of the i-th ply as cells, with a dash for an unknown one before known.
func (w *sheetWriter) postCells(i int) string {
	d := postOf(w.g.Plies[i].Note)
	cells := []string{d.Posted, d.Received, d.Sent, d.Spent, d.Total}[3-w.byPost:]
	for k, known := len(cells)-1, false; k >= 0; k-- {
		if cells[k] == "" && known && !(k == w.byPost && isFraction(d.Total)) {
			cells[k] = "-"
		}
		known = known || cells[k] != ""
	}
	return strings.Join(cells, "\t")
}

// postOf returns the days in a move's notes, which may be nil, or none if they do not fit in cells.
func postOf(note *record.Notes) (d record.PostDays) {
	if note != nil {
		d, _ = note.Post()
	}
	if strings.Contains(d.Posted, " ") {
		return record.PostDays{}
	}
	return d
}
