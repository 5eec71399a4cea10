package pdn

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/grammar/pdn"
	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// width is the most characters that a line has, unless one word is longer.
const width = 79

// roster is the tags that come first, in the standard's order.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// Writer writes judged games to a stream as PDN 3.0: UTF-8, each game closed by
// *, lines of less than 80 characters. It is not safe for concurrent use.
//
// The tags of PDN's seven-tag roster come first, then GameType, Variant and
// FEN, then what else the record has, in its order. Moves are written as the
// standard wants: start and end, and every landing between where those do not
// tell; "x" for captures, ":" in Russian draughts and in the tower games.
//
// A game that is illegal or unreadable has its verdict in the tag Verdict, its
// legal moves, and behind them, in comments, what is wrong and the record's own
// text, so that nothing of it is lost. A fingerprint tells the reader that these
// belong to the moves as they stand (cut.Sign). One that only lacks rules, because its
// variant is not known, is written from its words as they were read.
//
// What PDN has no place for is kept so that Reader reads it back: an offered
// draw is the comment {(=)}, how a game ended is the tag Termination, marks of
// sheets are NAGs where the standard has them (+= is $14) and comments where it
// has none. A } within a comment becomes ), and what control characters there
// are become spaces.
type Writer struct {
	Remarks message.Language // in which it says why a game is carried over; English unless set

	w          *bufio.Writer
	err        error
	column     int    // characters in the line so far
	glue       string // ( that is written before the next token, without a space behind it
	games      int
	variations []replay.Variation // of the game that are not written yet
	spelt      [][]string         // their moves

	judged []string // the tags on which the verdict rests, and the moves, as they were written
}

// NewWriter returns a Writer to w. The caller must Close it.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, 64<<10)} }

// Close writes what is still buffered. It does not close the underlying
// writer. It returns the first error that any writing met.
func (w *Writer) Close() error {
	if err := w.w.Flush(); w.err == nil {
		w.err = err
	}
	return w.err
}

// Write writes a game. The error is the underlying writer's.
func (w *Writer) Write(r *replay.Report) error {
	if w.games > 0 {
		w.text("\n")
	}
	w.games++
	w.judged = w.judged[:0]
	stopped := stoppedBy(r)
	w.tags(r, stopped)
	w.text("\n")
	w.column = 0
	w.movetext(r, stopped)
	w.token("*")
	w.newline()
	return w.err
}

// stoppedBy returns the first fault that stopped the game; nil where there is
// none but that the variant is not known.
func stoppedBy(r *replay.Report) *record.Fault {
	for i := range r.Faults {
		if f := &r.Faults[i]; f.Stops() && f.Code != record.NoVariant {
			return f
		}
	}
	return nil
}

// text writes s as it is.
func (w *Writer) text(s string) {
	if w.err == nil {
		_, w.err = w.w.WriteString(s)
	}
}

// tags writes the tag section.
func (w *Writer) tags(r *replay.Report, stopped *record.Fault) {
	g := r.Game
	value, format, termination := result(r)
	own := map[string]string{"Result": value}
	if r.Variant != record.UnknownVariant {
		own["GameType"] = r.Variant.GameType()
		own["Variant"] = r.Variant.String()
	}
	if g.Start != nil {
		own["FEN"] = g.Start.FEN()
	}
	if stopped != nil {
		own["Verdict"] = r.Verdict.String()
	}
	if format != "" && g.Tag("ResultFormat") == "" {
		own["ResultFormat"] = format
	}
	if termination != "" && g.Tag("Termination") == "" {
		own["Termination"] = termination
	}
	first := append(slices.Clone(roster), "GameType", "Variant", "FEN")
	for _, name := range append(slices.Clone(first), "ResultFormat", "Termination", "Verdict") {
		if v, ok := own[name]; ok {
			w.tag(name, v)
			continue
		}
		if !slices.Contains(first, name) {
			continue
		}
		for _, t := range g.Tags {
			if strings.EqualFold(t.Name, name) {
				w.tag(name, t.Value)
			}
		}
	}
	for _, t := range g.Tags {
		name := tagName(t.Name)
		_, mine := own[name]
		if !mine && name != "Verdict" && !slices.ContainsFunc(first, func(s string) bool { return strings.EqualFold(s, name) }) {
			w.tag(name, t.Value)
		}
	}
}

// tagName returns a name as the standard wants it: a capital, then letters,
// digits and _.
func tagName(name string) string {
	b := []byte(name)
	for i, c := range b {
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			b[i] = '_'
		}
	}
	switch {
	case len(b) == 0 || b[0] == '_' || b[0] <= '9':
		return "X" + string(b)
	case b[0] >= 'a':
		b[0] -= 'a' - 'A'
	}
	return string(b)
}

func (w *Writer) tag(name, value string) {
	if strings.HasSuffix(name, "Date") {
		value, _ = pdn.Date(value)
	}
	w.text("[" + name + ` "` + escape(value) + "\"]\n")
	if slices.Contains(pdn.Judged, name) {
		w.judged = append(w.judged, clean(value))
	}
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// escape returns a tag's value as it stands between its quotation marks.
func escape(value string) string {
	value = clean(value)
	if strings.ContainsAny(value, `\"`) {
		value = escapes.Replace(value)
	}
	return value
}

// clean returns the text in one line, in valid UTF-8 and without control
// characters.
func clean(text string) string {
	plain := true
	for i := 0; i < len(text) && plain; i++ {
		plain = text[i] >= ' ' && text[i] < 0x7f
	}
	if plain {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\ufeff' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// result returns the values of the tags Result and, where the record needs
// them, ResultFormat and Termination. The first number is the one of the side
// that begins, as the reader has it.
func result(r *replay.Report) (value, format, termination string) {
	g := r.Game
	res := g.Result
	termination = terminations[res.Manner]
	// A result in PDN's own words is only sure where the format's are known.
	if inPDN := g.Format == cut.PDN.String(); r.Variant == record.UnknownVariant || inPDN && g.Tag("ResultFormat") != "" {
		if value = clean(res.Text); !inPDN {
			value = res.String()
		}
		if value == "" {
			value = "*"
		}
		return value, "", termination
	}
	white, black := res.White, res.Black
	if r.Variant.First() == record.Black {
		white, black = black, white
	}
	starter := res.Outcome == record.WhiteWins == (r.Variant.First() == record.White)
	win, draw := "1-0", "1/2-1/2"
	loss := "0-1"
	if r.Variant == record.International {
		win, draw, loss = "2-0", "1-1", "0-2"
	}
	switch res.Outcome {
	case record.WhiteWins, record.BlackWins:
		if value = loss; starter {
			value = win
		}
	case record.Draw:
		value = draw
	case record.Points, record.Unplayed:
		switch {
		case res.Outcome == record.Unplayed:
			termination = "unplayed"
		case white == 0 && black == 0:
			termination = "" // 0-0 says it
		}
		switch {
		case white == 0 && black == 0:
			value = "0-0"
		case res.Outcome == record.Unplayed && white > black:
			value = win
		case res.Outcome == record.Unplayed && white < black:
			value = loss
		default:
			value = points(white) + "-" + points(black)
			format = "Points"
		}
	default:
		value = "*"
	}
	return value, format, termination
}

func points(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// terminations are the values of the tag Termination; where the standard refers
// to PGN's, that has "time forfeit".
var terminations = map[record.Manner]string{
	record.Resigned: "resigned",
	record.OnTime:   "time forfeit",
	record.Agreed:   "agreed",
	record.Forfeit:  "forfeit",
}

// newline ends the line.
func (w *Writer) newline() {
	if w.column > 0 {
		w.text("\n")
		w.column = 0
	}
}

// token writes a token of one or more parts, behind a space or at the beginning
// of a line.
func (w *Writer) token(parts ...string) {
	n := len(w.glue)
	for _, p := range parts {
		n += utf8.RuneCountInString(p)
	}
	switch {
	case w.column == 0:
	case w.column+1+n > width:
		w.newline()
	default:
		w.text(" ")
		w.column++
	}
	w.text(w.glue)
	w.glue = ""
	for _, p := range parts {
		w.text(p)
	}
	w.column += n
}

// comment writes a comment, broken into lines at single spaces: where there are
// several in a row, a line's end would lose their number.
func (w *Writer) comment(text string) {
	text = strings.Trim(strings.ReplaceAll(clean(text), "}", ")"), " ")
	if text == "" {
		return
	}
	// Of two { a line that begins with a tag pair between them tells that the
	// first was never closed, so no line may begin so.
	nested := strings.Contains(text, "{")
	text = "{" + text + "}"
	for i := 0; ; {
		n := strings.IndexByte(text[i:], ' ')
		if n < 0 {
			w.token(text)
			return
		}
		i += n
		end := i
		for text[end] == ' ' {
			end++
		}
		if end == i+1 && !(nested && text[end] == '[') {
			w.token(text[:i])
			text, i = text[end:], 0
			continue
		}
		i = end
	}
}

// line is what is known of a line of moves while it is written.
type line struct {
	first  record.Colour // the side with which a number begins
	number int
	second bool // the next move is the second of its number
	told   bool // the next move's number need not be written
	dots   bool // it is written for the second move of a number, too, whichever side begins
}

// movetext writes the moves with all that is attached to them.
func (w *Writer) movetext(r *replay.Report, stopped *record.Fault) {
	g := r.Game
	for _, c := range g.Before {
		w.comment(c)
	}
	l := line{first: record.White, number: 1}
	turn := firstToMove(g, r.Variant.First())
	if r.Variant.First() == record.Black {
		l.first = turn // so checkers number their problems, too
	}
	l.second = turn != l.first
	plies := g.Plies
	var texts []string
	switch {
	case r.Variant != record.UnknownVariant:
		texts = r.Spell(replay.Landings)
		plies = plies[:len(texts)]
	case stopped != nil && stopped.Ply > 0:
		plies = plies[:min(len(plies), stopped.Ply-1)]
	}
	sign := separator(r)
	for i := range texts {
		texts[i] = strings.ReplaceAll(texts[i], ":", sign)
	}
	if texts == nil {
		texts = spellAll(plies, sign)
	}
	w.judged = append(w.judged, texts...)
	w.variations = r.Variations
	w.spelt = r.SpellVariations(replay.Landings)
	w.plies(l, plies, texts, sign, false)
	if stopped != nil {
		w.stopped(r, stopped)
		return
	}
	for _, c := range cut.Standing(g.After, r.Verdict >= replay.Illegal) {
		if isSetup(c) {
			w.token(c)
			continue
		}
		w.comment(c)
	}
}

// isSetup says whether a comment is a setup that nothing follows.
func isSetup(c string) bool {
	return len(c) > 2 && c[0] == '/' && c[len(c)-1] == '/' && (strings.HasPrefix(c, `/FEN "`) || strings.Count(c, "/") == 2)
}

// firstToMove returns the side that makes the first move.
func firstToMove(g *record.Game, first record.Colour) record.Colour {
	if g.Start != nil {
		return g.Start.Turn
	}
	if fen := g.Tag("FEN"); fen != "" {
		return turnOf(fen, first)
	}
	return first
}

// turnOf returns the side to move of a FEN, other where it says none.
func turnOf(fen string, other record.Colour) record.Colour {
	switch fen = strings.TrimLeft(fen, " "); {
	case strings.HasPrefix(fen, "W"), strings.HasPrefix(fen, "w"):
		return record.White
	case strings.HasPrefix(fen, "B"), strings.HasPrefix(fen, "b"):
		return record.Black
	}
	return other
}

// separator returns the sign of captures of the report's game type.
func separator(r *replay.Report) string {
	if r.Variant.Towers() || r.Variant.Straight() == record.Russian {
		return ":"
	}
	if t, err := pdn.ParseGameType(r.Game.Tag("GameType")); err == nil && t.Number == 41 {
		return ":" // Spantsiretti
	}
	return "x"
}

// plies writes a line of moves, whose texts are given: "" for a word that could
// not be read.
func (w *Writer) plies(l line, plies []record.Ply, texts []string, sign string, variation bool) {
	for i := range plies {
		p := &plies[i]
		n := p.Note
		if n == nil {
			n = &record.Notes{}
		}
		if n.Setup != "" {
			w.token(`/FEN "` + clean(n.Setup) + `"/`)
			before := l.second
			l.second = turnOf(n.Setup, l.first) != l.first
			if before && !l.second {
				l.number++
			}
			l.told = false
		}
		if i == 0 && n.Number > 0 && !variation || n.Setup != "" && n.Number > 0 {
			l.number = n.Number
		}
		number, dots, text := "", "", texts[i]
		switch {
		case len(n.Before) > 0:
			w.number(l)
			for _, c := range n.Before {
				w.comment(c)
			}
		case !l.second:
			number, dots = strconv.Itoa(l.number), ". "
		case !l.told && (l.first == record.White || l.dots):
			number, dots = strconv.Itoa(l.number), "... "
		}
		l.told, l.dots = true, false
		switch {
		case text == "" && variation:
			// It keeps the variation from being taken for legal.
			w.unreadable(p.Word.Text, number, dots)
		case text == "":
			w.comment(p.Word.Text)
		default:
			mark := ""
			if i := strength(n); i >= 0 {
				mark = n.Marks[i]
			}
			w.token(number, dots, text, mark)
		}
		w.notes(n)
		for _, v := range n.Variations {
			w.glue = "("
			inner, texts := w.variation(l, i, v, sign)
			w.plies(inner, v, texts, sign, true)
			w.close()
			l.told = false
		}
		if len(n.Comments)+len(n.Inside)+len(n.Commands) > 0 || n.Clock != "" || n.DrawOffer || n.Diagram {
			l.told = false
		}
		if l.second {
			l.number++
		}
		l.second = !l.second
	}
}

// variation returns what is known of a variation that is attached to the i-th
// move of line l, and the texts of its moves: in full as far as they can be
// played, then as they are in the record.
func (w *Writer) variation(l line, i int, plies []record.Ply, sign string) (line, []string) {
	texts, behind := spellAll(plies, sign), 0
	if len(plies) > 0 && plies[0].Note != nil {
		behind = plies[0].Note.Behind
	}
	if len(w.variations) > 0 { // else nobody knows what is played
		v := &w.variations[0]
		if v.Final.Variant != record.UnknownVariant {
			behind = v.Ply - 1 - i
			for k, text := range w.spelt[0] {
				texts[k] = strings.ReplaceAll(text, ":", sign)
			}
		}
		w.variations, w.spelt = w.variations[1:], w.spelt[1:]
	}
	n := 2 * l.number
	if l.second {
		n++
	}
	n += behind
	l.number, l.second, l.told, l.dots = n>>1, n&1 != 0, false, behind != 0
	return l, texts
}

// unreadable writes a word of a variation that is no move.
func (w *Writer) unreadable(text, number, dots string) {
	letters := func(r rune) bool { return r < '0' || r > '9' && r < 'a' || r > 'z' }
	if text != "" && strings.Trim(text, "-") == "" {
		w.token(number, dots, text)
		return
	}
	if _, err := word.Parse(text); err == nil || text == "" || strings.ContainsFunc(text, letters) || !strings.ContainsAny(text, "0123456789") {
		w.comment(text)
		text = "--" // which is a move that nobody knows
	}
	w.token(number, dots, text)
}

// number writes the number of the next move as a token of its own.
func (w *Writer) number(l line) {
	dots := "."
	if l.second {
		dots = "..."
	}
	w.token(strconv.Itoa(l.number) + dots)
}

// close writes the bracket that ends a variation, glued to what is before it.
func (w *Writer) close() {
	if w.column+1 > width {
		w.newline()
	}
	w.text(")")
	w.column++
}

// notes writes what stands behind a move, but for its variations.
func (w *Writer) notes(n *record.Notes) {
	glued := strength(n)
	for i, m := range n.Marks {
		if nag := markNAGs[m]; nag > 0 && i != glued {
			w.token("$" + strconv.Itoa(nag))
		}
	}
	for _, nag := range n.NAGs {
		w.token("$" + strconv.Itoa(nag))
	}
	for i, m := range n.Marks {
		if markNAGs[m] == 0 && i != glued {
			w.comment(m)
		}
	}
	if n.DrawOffer {
		w.comment("(=)")
	}
	if n.Diagram {
		w.comment("[#]")
	}
	if n.Clock != "" {
		w.comment(n.Clock)
	}
	for _, c := range n.Commands {
		w.comment(c)
	}
	for _, in := range n.Inside {
		w.comment(in.Text)
	}
	for _, c := range n.Comments {
		w.comment(c)
	}
}

// strength returns the index of the mark that is written glued to its move: the
// first that PDN has, which allows one; -1 for none.
func strength(n *record.Notes) int {
	return slices.IndexFunc(n.Marks, func(m string) bool {
		return strings.Trim(m, "!?") == "" || len(m) > 2 && m[0] == '(' && m[len(m)-1] == ')' && strings.Trim(m, "!?()") == ""
	})
}

// markNAGs are the NAGs for the marks that are not written glued to their move.
var markNAGs = map[string]int{
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "*": 7,
	"+=": 14, "⩲": 14, "=+": 15, "⩱": 15, "±": 16, "∓": 17, "+-": 18, "-+": 19,
}

// spellAll returns the words of a line as PDN has them.
func spellAll(plies []record.Ply, sign string) []string {
	texts := make([]string, len(plies))
	for i := range plies {
		texts[i] = spell(plies[i].Word, sign)
	}
	return texts
}

// spell returns a word as PDN has it, "" where it could not be read.
func spell(word *record.Word, sign string) string {
	if word.Separator != record.Take {
		sign = "-"
	}
	var b strings.Builder
	for i, s := range word.Steps {
		if !s.Whole() {
			return clean(word.Text) // short notation, as written
		}
		if i > 0 {
			b.WriteString(sign)
		}
		if s.Number > 0 {
			b.WriteString(strconv.Itoa(int(s.Number)))
		} else {
			b.WriteString(record.SquareAt(int(s.File), int(s.Rank)).Algebraic())
		}
	}
	return b.String()
}

// stopped writes what stopped the game and the record's text. The line that is
// named is one of the text.
func (w *Writer) stopped(r *replay.Report, f *record.Fault) {
	if said, ok := cut.Said(f); ok {
		w.comment(cut.Sign(said, w.judged)) // and there was no text
		return
	}
	g := r.Game
	verdict := record.Illegal
	if r.Verdict == replay.Unreadable {
		verdict = record.Unreadable
	}
	line := g.Place(f.At).Line - g.Place(0).Line + 1
	w.comment(cut.Sign(cut.CarriedText(verdict, g.Format, line, f.Ply, f.Message, w.Remarks), w.judged))
	if strings.TrimSpace(g.Text) != "" {
		w.verbatim(g.Text)
	}
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// verbatim writes a text as it is: in a comment, or where the text has comments
// of its own in one for each line.
func (w *Writer) verbatim(text string) {
	w.newline()
	text = strings.ToValidUTF8(strings.TrimRight(text, "\r\n"), "\ufffd")
	if !strings.ContainsAny(text, "{}") {
		w.text("{" + text + "}\n")
		return
	}
	// A line ends with a CR as well, and what follows would be no comment's.
	for l := range strings.Lines(lineEnds.Replace(text)) {
		w.text("% " + strings.TrimRight(l, "\n") + "\n")
	}
}
