package sheet

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// days is what a sheet of a game by post has beside one move: when it came, when the answer was
// sent, and in days how long that took, alone and in all (Codex 4.3.6).
type days struct {
	fields  []string
	numbers int // of them, which follow the days
	line    int32
}

// dayForm is a day with its month, and perhaps its year: 03.05, 03.05.2024, 3/V, 3/05, 2024-05-03.
var dayForm = regexp.MustCompile(`^(?:[0-3]?\d\.(?:0\d|1[0-2])\.?(?:\d\d(?:\d\d)?\.?)?|[0-3]?\d[./-][IVXІХ]{1,4}(?:[./-]\d\d(?:\d\d)?)?|[0-3]?\d/[01]\d(?:/\d\d(?:\d\d)?)?|\d{4}-[01]\d-[0-3]\d)$`)

// maxPost is how many bytes are looked at before a field of a game by post.
const maxPost = 64

// days adds a day or a number of days of a game by post, and says whether that is certain: what
// follows two days is the number of those between them, and then that of all (Codex 4.3.6). Else
// it has to fill a line or a cell.
func (a *arcs) days(at int, line string) bool {
	line = line[:min(len(line), maxPost)]
	parts := func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || a.cell != 0 && r == rune(a.cell) }
	n := strings.IndexFunc(line, parts)
	if n < 0 {
		n = len(line)
	}
	digits := strings.TrimRight(line[:n], ".")
	taken := digits != "" && len(digits) < 4 && isFigure(digits)
	pointed := taken && len(digits) < n // which a row's number may be
	before := a.text[max(0, at-maxPost):at]
	if !taken && !isDate(line[:n]) || before != "" && !parts(rune(before[len(before)-1])) {
		return false
	}
	if pointed && !strings.Contains(postFields(a.text[max(0, a.body, at-maxPost):at], parts), "d") {
		return false
	}
	a.tied = a.tied || at-maxPost < a.start
	edge, rest := strings.TrimRight(before, " "), strings.TrimLeft(line[n:], " ")
	filled := (edge == "" || parts(rune(edge[len(edge)-1]))) && (rest == "" || parts(rune(rest[0])))
	last, next := postFields(before, parts), postFields(strings.TrimRight(line[:n], ".")+line[n:], parts)
	certain, inMiddle := false, false
	if taken {
		inMiddle = daysBefore.MatchString(last) && strings.HasPrefix(next, "nm") // a row's number is between its moves
		certain = inMiddle || strings.HasSuffix(last, "dd") || strings.HasSuffix(last, "ddn")
	} else {
		certain = strings.HasPrefix(next, "ddn") || strings.HasPrefix(next, "dn") && strings.HasSuffix(last, "d")
	}
	if pointed && !inMiddle || !certain && (!filled || taken && strings.HasSuffix(last, "|")) {
		return false
	}
	x := a.addCost(roleBracket, at, at+n, cost.Clock)
	if x.clock = isDay; taken {
		x.clock, x.n = isDays, numberOf(digits+".")
		x.lead, x.bare = certain, inMiddle || last == "" || last[len(last)-1] == 'm'
	}
	return certain
}

// postFields returns the kinds of the fields of a text: d for a date, n for a number of days, m
// for what may be a move; and | for the rest, and the end of a line with several of them.
func postFields(text string, parts func(rune) bool) string {
	var kinds []byte
	inLine := 0
	for line := range strings.Lines(text) {
		if inLine > 1 {
			kinds = append(kinds, '|')
		}
		inLine = 0
		for field := range strings.FieldsFuncSeq(line, parts) {
			inLine++
			switch {
			case isDate(field):
				kinds = append(kinds, 'd')
			case len(field) < 4 && isFigure(field):
				kinds = append(kinds, 'n')
			case len(field) > 3 && strings.ContainsAny(field, "0123456789") && !strings.ContainsAny(field, "()"):
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

// daysBefore is what ends with a move and the days before it.
var daysBefore = regexp.MustCompile(`dn{0,2}m$`)

// isDate says whether a text is a day with its month that a year may have.
func isDate(text string) bool { return len(text) > 2 && dayForm.MatchString(text) }

// postCommand begins the command of a move's days: [%post 01.03 03.03 2 2].
const postCommand = "[%post "

// add attaches the days to a move; a day alone is a remark.
func (d *days) add(note *record.Notes) {
	if text := strings.Join(d.fields, " "); len(d.fields) > 1 {
		word.AddCommand(note, postCommand+text+"]")
	} else {
		annotate(note, text)
	}
}

// posted takes a day or a number of days. Between the moves of a row it is the row's number.
func (b *builder) posted(a *path) {
	b.endProse()
	text := strings.TrimRight(b.textOf(a), ".")
	n := len(b.post) - 1
	if a.clock == isDays && n < 0 {
		if due := len(b.entries)/2 + 1; int(a.n) != due {
			b.fault(record.MoveNumber, record.Remark, place{int(a.at), int(a.end)}, message.Of("sheet.other-number", "number", int(a.n), "due", due)).Ply = len(b.entries) + 1
		}
		return
	}
	if n < 0 || b.post[n].numbers == 2 || a.clock == isDay && (b.post[n].numbers > 0 || len(b.post[n].fields) == 2) {
		b.post = append(b.post, days{line: b.line})
		n++
	}
	d := &b.post[n]
	if d.fields = append(d.fields, text); a.clock == isDays {
		d.numbers++
	}
}

// settlePost attaches the days since the last ply to it and to the next, which is nil at the
// game's end: those of two rows that meet are of both, those of one are of the ply in its line.
func (b *builder) settlePost(next *entry) {
	if len(b.post) == 0 {
		return
	}
	last := b.lastEntry()
	for i := range b.post {
		d := &b.post[i]
		if last == nil || next != nil && i == len(b.post)-1 && (i > 0 || d.line == b.line && d.line != last.line) {
			if next != nil {
				d.add(next.note())
			} else {
				b.g.Before = append(b.g.Before, strings.Join(d.fields, " "))
			}
		} else {
			d.add(last.note())
		}
	}
	b.post = b.post[:0]
}

// isPostForm says whether a text is of the printed head of a form for games by post: "На ход".
func isPostForm(text string) bool {
	for w := range strings.FieldsSeq(text) {
		if !postForm.has(strings.TrimRight(w, ".:")) {
			return false
		}
	}
	return true
}

// correspondence writes the sheet of a game by post as the Codex has it (4.3.6): a row for each
// number, and beside each move when it came, when the answer was sent, and the days for it, alone
// and in all.
func (w *sheetWriter) correspondence() {
	w.byPost = true
	side := inLanguage(w.lang, "Получ.\tОтпр.\tНа ход\tОбщее", "Отрим.\tВідпр.\tНа хід\tЗагалом", "Received\tSent\tFor move\tTotal")
	move := inLanguage(w.lang, "Ход", "Хід", "Move")
	w.line(side + "\t" + move + "\t№\t" + move + "\t" + side)
	for i := range w.g.Plies {
		n, leads := w.number(i)
		if leads {
			w.text(w.postCells(i) + "\t")
		} else if i == 0 {
			w.text("\t\t\t\t...\t" + strconv.Itoa(n) + "\t")
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

// postCells returns the days of the i-th ply as four cells; what is not known is empty.
func (w *sheetWriter) postCells(i int) string {
	var fields []string
	if n := w.g.Plies[i].Note; n != nil {
		_, fields0, _ := strings.Cut(n.Clock, postCommand)
		fields0, _, _ = strings.Cut(fields0, "]")
		fields = strings.Fields(fields0)
	}
	numbers := slices.IndexFunc(fields, func(f string) bool { return !strings.ContainsAny(f, "./-") })
	if numbers < 0 {
		numbers = len(fields)
	}
	cells := make([]string, 4)
	copy(cells[:2], fields[:numbers])
	copy(cells[2:], fields[numbers:])
	return strings.Join(cells, "\t")
}
