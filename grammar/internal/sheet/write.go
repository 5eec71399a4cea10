package sheet

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// The layouts of the rule books.
const (
	Table   = "table"   // a row for each move number: Adiukh 7.2
	Run     = "run"     // running text: Codex 1.10, Adiukh 7.2
	Columns = "columns" // a column for each side, one below the other, as the Codex prints them (1.10, 2.3)

	Correspondence = "correspondence" // a table with the dates of moves by post: Codex 4.3.6
)

// headerWord returns the key written for a tag, or "" if there is none.
func headerWord(l message.Language, tag string) string {
	for _, k := range word.Headers {
		if strings.EqualFold(k.Tag, tag) {
			keys := [...]string{message.English: k.English, message.Russian: k.Russian, message.Ukrainian: k.Ukrainian}
			key, _, _ := strings.Cut(keys[l], ", ")
			return key
		}
	}
	return ""
}

// Append appends the game as a score sheet, like grammar.AppendSheet. Variations without a text in
// asides are written as recorded, marks and NAGs as their printed signs. Tags that have no word in
// sheets, and values that would not be read back, become tag pairs. Columns for a game that the
// other side begins, and Correspondence for a game without dates, are replaced by Table.
func Append(dst []byte, g *record.Game, variant record.Variant, moves, asides []string, layout string, lang message.Language) []byte {
	w := sheetWriter{dst: dst, g: g, variant: variant, moves: moves, asides: map[int][]string{}, lang: lang}
	for i := range g.Plies {
		if n := g.Plies[i].Note; n != nil && len(asides) > 0 {
			k := min(len(n.Variations), len(asides))
			w.asides[i], asides = asides[:k], asides[k:]
		}
	}
	w.first = variant.First()
	if g.Start != nil {
		w.first = g.Start.Turn
	}
	posted := func(p record.Ply) bool { return postOf(p.Note) != record.PostDays{} }
	switch { // layouts that would not be read back
	case layout == Columns && w.first != variant.First(), layout == Correspondence && !slices.ContainsFunc(g.Plies, posted):
		layout = Table
	}
	w.head(layout)
	switch layout {
	case Columns:
		w.columns()
	case Correspondence:
		w.correspondence()
	default:
		w.rows(layout == Run)
	}
	w.end(layout)
	return w.dst
}

// AppendVariant appends the header line of the variant.
func AppendVariant(dst []byte, v record.Variant, lang message.Language) []byte {
	name := v.String()
	if said := written[name]; said != nil { // other names are the same in all languages
		name = said[lang]
	}
	return append(dst, headerWord(lang, "Variant")+": "+name+"\n"...)
}

// AppendVerdict appends the header that explains why a game is not legal: "Вердикт: illegal: ...".
func AppendVerdict(dst []byte, verdict string, lang message.Language) []byte {
	return append(dst, headerWord(lang, "Verdict")+": "+verdictSigns.Replace(verdict)+"\n"...)
}

// verdictSigns replaces signs that would end a line or a cell within a header.
var verdictSigns = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ", "|", "/", ";", ",")

// IsVerdict reports whether a line was written by AppendVerdict.
func IsVerdict(line string) bool {
	tag, n := matchKey(line)
	return tag == "Verdict" && result.IsVerdict(trimSpace(line[n:]))
}

// sheetWriter writes one game.
type sheetWriter struct {
	dst     []byte
	g       *record.Game
	variant record.Variant
	moves   []string
	asides  map[int][]string // texts of the variations, by ply; columns write plies in another order
	lang    message.Language
	first   record.Colour // the side that moves first
	named   [2]string     // players written with the moves; "" if written elsewhere
	ending  bool          // the last ply has been written
	vacant  bool          // and a column has no move
	byPost  int           // number of cells with dates before a move's days: 2 or 3
}

func (w *sheetWriter) text(s string) { w.dst = append(w.dst, s...) }

func (w *sheetWriter) line(s string) {
	w.text(s)
	w.text("\n")
}

// headOrder are the headers written first; the players come last.
var headOrder = []string{"Event", "Site", "Date", "Round", "Board"}

var colours = [2]string{"White", "Black"}

// colourOf returns the side of a player's tag.
func colourOf(tag string) record.Colour { return record.Colour(slices.Index(colours[:], tag)) }

func (w *sheetWriter) head(layout string) {
	var pairs []record.Tag // that no header can express
	header := func(name, value string) {
		key := headerWord(w.lang, name)
		if line := key + ": " + value; key != "" && readsBack(line, "", name, value) {
			w.line(line)
		} else {
			pairs = append(pairs, record.Tag{Name: name, Value: value})
		}
	}
	for _, name := range headOrder {
		for _, t := range w.g.Tags {
			if t.Value != "" && strings.EqualFold(t.Name, name) {
				header(name, t.Value)
			}
		}
	}
	if w.variant != record.UnknownVariant {
		w.dst = AppendVariant(w.dst, w.variant, w.lang)
	}
	for _, t := range w.g.Tags {
		switch {
		case t.Value == "" || isOneOf(t.Name, headOrder...):
		case isOneOf(t.Name, "Variant", "GameType"):
			if w.variant == record.UnknownVariant { // a game whose rules are not implemented
				w.line(headerWord(w.lang, "Variant") + ": " + t.Value)
			}
		case isOneOf(t.Name, "White", "Black", "WhiteTitle", "BlackTitle", "FEN", "SetUp", "Result", "Position", "Turn"):
		default:
			header(t.Name, t.Value)
		}
	}
	sign, below := ": ", [2]string{}
	if layout == Columns {
		sign = " – "
		below = [2]string{"1. c3-b4\n" + headerWord(w.lang, "Black") + "\n", "b6-c5\n" + headerWord(w.lang, "White") + "\n"}
	}
	for i, tag := range colours {
		name, title := w.g.Tag(tag), w.g.Tag(tag+"Title")
		key, with := headerWord(w.lang, tag)+sign, name+" ("+title+")"
		if name != "" && title != "" && readsBack(key+with, below[i], tag, name, tag+"Title", title) {
			w.named[i] = with
			continue
		}
		if title != "" {
			header(tag+"Title", title)
		}
		if w.named[i] = name; name != "" && !readsBack(key+name, below[i], tag, name) {
			pairs = append(pairs, record.Tag{Name: tag, Value: name})
			w.named[i] = ""
		}
	}
	if w.g.Start != nil {
		w.line(headerWord(w.lang, "Position") + ": " + w.g.Start.FEN())
	} else if fen := trimSpace(w.g.Tag("FEN")); fen != "" {
		pairs = append(pairs, record.Tag{Name: "FEN", Value: fen}) // illegible
	}
	for _, t := range pairs {
		w.line("[" + t.Name + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ", "\v", " ", "\f", " ").Replace(t.Value) + `"]`)
	}
	var lines []string
	for i, tag := range colours {
		if w.named[i] != "" {
			lines = append(lines, headerWord(w.lang, tag)+": "+w.named[i])
		}
	}
	if layout == Run && w.versus() != "" || layout == Columns { // the names are in the line of the moves or head the columns
		lines = nil
	} else if line := strings.Join(lines, "\t"); len(lines) == 2 && readsBack(line, "", "White", w.g.Tag("White"), "Black", w.g.Tag("Black")) {
		lines = []string{line}
	}
	for _, line := range lines {
		w.line(line)
	}
	for _, c := range w.g.Before {
		if len(w.g.Plies) == 0 {
			c = w.certain(c)
		} else {
			c = bracketed(inWords(w.lang, c))
		}
		w.line(c)
	}
}

func isOneOf(name string, names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

// readsBack reports whether a line, with the text below it, is read back as tags, which alternate
// names and values.
func readsBack(line, below string, tags ...string) bool {
	r := readers.Get().(*Reader)
	defer readers.Put(r)
	g := record.Game{Text: line + "\n" + below}
	r.Read(&g, record.UnknownVariant, nil)
	read := !strings.ContainsAny(line, "\r\n") && len(g.Before) == 0
	for tag := range slices.Chunk(tags, 2) {
		read = read && g.Tag(tag[0]) == tag[1]
	}
	return read
}

var readers = sync.Pool{New: func() any { return NewReader(new(word.Table)) }}

// versus returns the players as in a run, "Иванов – Петров: ", or "" if they are not read back.
func (w *sheetWriter) versus() string {
	white, black := w.named[0], w.named[1]
	text := white + " – " + black + ": "
	if white == "" || black == "" || strings.ContainsAny(text, "()") || !readsBack(text+"1. c3-b4", "", "White", white, "Black", black) {
		return ""
	}
	return text
}

// number returns the move number of the i-th ply and whether it is the first of its number.
func (w *sheetWriter) number(i int) (n int, leads bool) {
	if w.first == record.Black && w.variant.First() == record.White {
		i++
	}
	return i/2 + 1, i%2 == 0
}

// remarked reports whether comments precede the i-th move, which is then numbered.
func (w *sheetWriter) remarked(i int) bool {
	n := w.g.Plies[i].Note
	return n != nil && len(n.Before) > 0
}

// rows writes a row for each number, or all of them as running text.
func (w *sheetWriter) rows(run bool) {
	reply, row := "\t", "\n" // separators before them
	if run {
		w.text(w.versus())
		reply, row = " ", " "
	}
	for i := range w.g.Plies {
		n, leads := w.number(i)
		switch {
		case leads:
			w.text(strconv.Itoa(n) + ". ")
		case i == 0 && !run:
			w.text(strconv.Itoa(n) + ". ...\t")
		case i == 0 || w.remarked(i):
			w.text(strconv.Itoa(n) + "... ")
		}
		w.ply(i)
		switch {
		case run && w.ending: // the result continues the line
		case leads && !w.ending:
			w.text(reply)
		default:
			w.text(row)
		}
	}
}

// columns writes the moves of the side that moves first, then the other's.
func (w *sheetWriter) columns() {
	for side := range 2 {
		colour := (side + int(w.first)) % 2
		head := headerWord(w.lang, colours[colour])
		if name := w.named[colour]; name != "" {
			head += " – " + name
		}
		w.line(head)
		numbered := side == 0
		for i := side; i < len(w.g.Plies); i += 2 {
			numbered = numbered || w.remarked(i)
		}
		for i := side; i < len(w.g.Plies); i += 2 {
			if numbered {
				w.text(strconv.Itoa(i/2+1) + ". ")
			}
			w.ply(i)
			w.text("\n")
		}
	}
	w.vacant = len(w.g.Plies) < 2
}

// ply writes a move and its annotations.
func (w *sheetWriter) ply(i int) {
	p := &w.g.Plies[i]
	w.ending = i == len(w.g.Plies)-1
	text := p.Word.Text
	switch {
	case i < len(w.moves):
		text = w.moves[i]
	case len(p.Word.Steps) > 0:
		text = word.WithoutSpace(text) // sheets allow it in few places
	}
	n := p.Note
	if n == nil {
		w.text(text)
		return
	}
	for _, c := range n.Before {
		w.text(w.certain(inWords(w.lang, c)) + " ")
	}
	if n.Setup != "" {
		w.text(bracketed(setupMark+n.Setup) + " ")
	}
	inside := w.inside(text, p)
	if !inside {
		w.text(text)
	}
	for j, m := range n.Marks {
		if m != "~" && (j > 0 || strings.Trim(m, "!?*") != "") { // a * alone ends a game, and a ~ alone has no meaning
			w.text(" ")
		}
		w.text(m)
	}
	if n.DrawOffer {
		w.text(" =")
	}
	for _, nag := range n.NAGs {
		w.nag(nag)
	}
	if !inside {
		for _, in := range n.Inside {
			w.comment(in.Text)
		}
	}
	for _, c := range n.Comments {
		w.comment(c)
	}
	if n.Diagram {
		w.comment(written["diagram"][w.lang])
	}
	for _, c := range slices.Concat(strings.SplitAfter(n.Clock, "]"), n.Commands) {
		if c != "" && !(w.byPost > 0 && strings.HasPrefix(c, postCommand) && postOf(n) != record.PostDays{}) {
			w.comment(inWords(w.lang, c))
		}
	}
	for k, v := range n.Variations {
		if k < len(w.asides[i]) {
			w.comment(w.asides[i][k])
		} else {
			w.comment(w.variation(v))
		}
	}
}

// signs are the signs that are read only as one of PDN's NAGs.
var signs = map[int]string{
	3: "‼", 4: "⁇", 5: "⁉", 6: "⁈", 14: "+=", 15: "=+", 18: "+-", 19: "-+",
}

// nag writes one of PDN's NAGs as a sign or in words that are read back.
func (w *sheetWriter) nag(nag int) {
	texts, _ := nagsSaid()
	switch said := texts[w.lang][nag]; {
	case signs[nag] != "":
		w.text(signs[nag])
	case said != "":
		w.comment(said)
	default:
		w.text(" $" + strconv.Itoa(nag))
	}
}

// nagsSaid returns the comments written for NAGs in each language, and the NAG of each comment. The
// number is appended to a text that two NAGs share or that is a mark.
var nagsSaid = sync.OnceValues(func() (texts map[message.Language]map[int]string, nags map[string]int) {
	texts, nags = map[message.Language]map[int]string{}, map[string]int{}
	for _, l := range message.Languages() {
		texts[l] = map[int]string{}
		for nag := range 256 {
			text, known := record.NAGText(nag, l)
			if nag == record.NAGDiagram { // the word alone means [#]
				text = written["diagram"][l] + " " + strconv.Itoa(nag)
			}
			if text == "" || !known || strings.Trim(text, "+−") == "" { // with a number it would resemble a result
				continue
			}
			if of, is := nags[text]; is && of != nag || text == "*" || word.MarkAt(text) == len(text) {
				text += " " + strconv.Itoa(nag)
			}
			texts[l][nag], nags[text] = text, nag
		}
	}
	return texts, nags
})

// variation returns the text of a variation as recorded.
func (w *sheetWriter) variation(line []record.Ply) string {
	v := sheetWriter{g: &record.Game{Plies: line}, lang: w.lang}
	for i := range line {
		v.ply(i)
		v.text(" ")
	}
	return string(v.dst)
}

// inside writes a word with the remarks inside it, or reports false if its squares do not match.
func (w *sheetWriter) inside(text string, p *record.Ply) bool {
	isSign := func(r rune) bool { return r == ':' || word.IsDash(r) }
	places := strings.FieldsFunc(text, isSign)
	if len(p.Note.Inside) == 0 || len(places) != len(p.Word.Steps) {
		return false
	}
	for i, place := range places {
		n := strings.Index(text, place) + len(place)
		w.text(text[:n])
		text = text[n:]
		end := len(w.dst)
		for _, r := range p.Note.Inside {
			if r.Step == i {
				w.comment(r.Text)
			}
		}
		if text != "" && len(w.dst) > end {
			w.text(" ")
		}
	}
	return true
}

// comment writes a remark after a move.
func (w *sheetWriter) comment(text string) { w.text(" " + w.certain(text)) }

// bracketed returns a comment in a kind of bracket that is not unpaired within it.
func bracketed(text string) string {
	text = trimSpace(text)
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	lines = slices.DeleteFunc(lines, func(l string) bool { return trimSpace(l) == "" }) // a blank line would end the comment
	text = strings.Join(lines, "\n")
	if strings.Contains(text, "\n[") { // the line would be a tag pair
		text = strings.Join(lines, " ")
	}
	for _, b := range []string{"()", "{}", "[]"} {
		whole := b[:1] + text + b[1:]
		if !strings.ContainsAny(text, b) || (&arcs{text: whole}).partner(0) == len(whole) {
			return whole
		}
	}
	return "(" + strings.NewReplacer("(", "<", ")", ">").Replace(text) + ")"
}

// end writes the result and the comments after it.
func (w *sheetWriter) end(layout string) {
	result := w.result()
	if layout == Run && len(w.g.Plies) > 0 && result != "" {
		result = " " + result
	}
	if result != "" || layout == Run {
		w.line(result)
	}
	for _, c := range w.g.After {
		w.line(w.certain(c))
	}
}

// losses are the messages for a loss by White and by Black.
var losses = map[record.Manner][2]message.ID{
	record.Resigned: {"typeset.white-resigned", "typeset.black-resigned"},
	record.OnTime:   {"typeset.white-on-time", "typeset.black-on-time"},
	record.Forfeit:  {"sheet.white-forfeits", "sheet.black-forfeits"},
}

// result returns the result in words.
func (w *sheetWriter) result() string {
	r := &w.g.Result
	say := func(id message.ID, args ...any) string { return message.Of(id, args...).In(w.lang) }
	number := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
	how, lost := losses[r.Manner]
	score, manner, loser := "", "", record.Black
	if r.Outcome == record.BlackWins || r.Outcome == record.Points && r.White < r.Black {
		loser = record.White
	}
	switch {
	case lost:
		manner = say(how[loser]) + "."
	case r.Manner == record.Agreed:
		manner = say("sheet.agreed")
	}
	switch r.Outcome {
	case record.WhiteWins, record.BlackWins:
		if r.White+r.Black == 2 {
			score = number(r.White) + "-" + number(r.Black)
		} else if !lost { // otherwise the manner names the loser
			score = [...]string{"0-1", "1-0"}[loser]
		}
	case record.Draw:
		if score = say("typeset.draw"); r.White == 1 && r.Black == 1 {
			score = "1-1"
		}
		if lost {
			manner = "(" + say("sheet.drawn-on-time") + ")"
		}
	case record.Points:
		score = say("typeset.score", "white", number(r.White), "black", number(r.Black))
		if isOfMatch(*r) { // the header makes clear that these are points of the game
			score = headerWord(w.lang, "Result") + ": " + number(r.White) + ":" + number(r.Black)
		}
		if lost && r.White == r.Black { // "0-0" of a game for which neither side came
			manner = ""
		}
		if r.Manner != record.Agreed {
			score += "."
		}
	case record.Unplayed:
		sign := map[bool]string{true: "+", false: "-"}
		return headerWord(w.lang, "Result") + ": " + sign[r.White > 0] + " " + sign[r.Black > 0]
	case record.Unfinished:
		return "*"
	case record.NoResult:
		return ""
	}
	return strings.TrimSpace(score + " " + manner)
}
