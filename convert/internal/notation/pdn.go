package notation

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// width is the maximum number of characters in a line, unless a single word is longer.
const width = 79

// PDN writes judged games as PDN 3.0 in UTF-8, with the extensions for tower games: the tag
// Variant, the game types 45 to 47 and towers in FEN. Each game ends with *, and lines are
// shorter than 80 characters. It is not safe for concurrent use.
//
// The tags of PDN's seven-tag roster come first, then GameType, Variant and FEN, then the
// record's other tags in their order. Moves are written as the standard requires: start and end,
// with all landing squares if those are ambiguous; "x" for captures, ":" in Russian draughts and
// in tower games.
//
// An illegal or unreadable game has its verdict and the reason in the tag Verdict, and all its
// moves: the legal ones in full, the others as written, so that judging finds the fault again. If
// it would not, for example because not all of the game could be read, the legal moves are
// followed by -- and the record's own text, in lines that begin with "% "; readers use that text,
// whose format is in the tag Text. A game of unknown variant is written from its words as read.
//
// Information without a place in PDN is encoded so that it is read back: a draw offer is the
// comment {(=)}, the manner of ending is the tag Termination, and marks of sheets are NAGs if the
// standard has them (+= is $14), else comments; a tag that the record has again with another value
// is a comment. A } within a comment becomes ), and a control
// character a space.
type PDN struct {
	Remarks message.Language // language of the verdict's reason; the zero value is English

	buf        []byte
	column     int                // characters in the current line
	glue       string             // "(" to write directly before the next token
	sign       string             // the game's capture separator
	variations []replay.Variation // of the game, not yet written
	spelt      [][]string         // moves of variations
}

// Append appends a game. The caller separates games by blank lines.
func (w *PDN) Append(dst []byte, r *replay.Report) []byte {
	w.buf = dst
	fault := faultOf(r)
	w.game(r, fault, false)
	if fault != nil && !w.readsBack(string(w.buf[len(dst):]), r, fault) {
		w.buf = dst
		w.game(r, fault, true)
	}
	return w.buf
}

// game writes a game with all its moves or, if asText is set, its legal moves and its text.
func (w *PDN) game(r *replay.Report, fault *record.Fault, asText bool) {
	repeated := w.tags(r, fault, asText)
	w.text("\n")
	w.column = 0
	for _, t := range repeated {
		w.comment(t.Name + ": " + t.Value)
	}
	w.movetext(r, asText)
	if asText {
		w.token("--") // an unknown move
		w.newline()
		text := strings.ToValidUTF8(strings.TrimRight(r.Game.Text, "\r\n"), "\ufffd")
		if strings.TrimSpace(text) != "" { // as lines outside the movetext
			// A lone CR ends a line, too; without its own %, the rest would become movetext.
			w.text("% " + strings.ReplaceAll(lineEnds.Replace(text), "\n", "\n% ") + "\n")
		}
	}
	w.token("*")
	w.newline()
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// readsBack reports whether text parses as a single game that is stopped like the report's: with
// the same verdict, at the same place, for the same reason.
func (w *PDN) readsBack(text string, r *replay.Report, fault *record.Fault) bool {
	g, again := reread(text, grammar.PDN)
	if g == nil {
		return false
	}
	found := faultOf(again)
	return found != nil && again.Verdict == r.Verdict && found.Code == fault.Code && found.Reason == fault.Reason &&
		found.Ply == fault.Ply && found.Variation == fault.Variation && len(g.Plies) == len(r.Game.Plies) && slices.Equal(again.Moves, r.Moves)
}

// faultOf returns the first fault that stopped the game, or else the first that stopped a
// variation; nil if absent. An unknown variant does not count.
func faultOf(r *replay.Report) *record.Fault {
	var first *record.Fault
	for i := range r.Faults {
		switch f := &r.Faults[i]; {
		case f.Code == record.NoVariant:
		case f.Stops():
			return f
		case first == nil && f.Variation > 0 && f.Severity >= record.Illegal:
			first = f
		}
	}
	return first
}

func (w *PDN) text(s string) { w.buf = append(w.buf, s...) }

func (w *PDN) newline() {
	if w.column > 0 {
		w.text("\n")
		w.column = 0
	}
}

// token writes a token, after a space or at the start of a line.
func (w *PDN) token(text string) {
	n := len(w.glue) + utf8.RuneCountInString(text)
	switch {
	case w.column == 0:
	case w.column+1+n > width:
		w.newline()
	default:
		w.text(" ")
		w.column++
	}
	w.text(w.glue)
	w.text(text)
	w.glue = ""
	w.column += n
}

// comment writes a comment, wrapped at single spaces only: a line break within several spaces
// would lose their number.
func (w *PDN) comment(text string) {
	text = strings.Trim(strings.ReplaceAll(clean(text), "}", ")"), " ")
	if text == "" {
		return
	}
	if said, _, _ := strings.Cut(text, "{"); strings.ContainsAny(said, "123456789") {
		text = strings.ReplaceAll(text, "{", "(") // otherwise moves before it would be read as a game's
	}
	// If a comment contains another {, a line that begins with a tag pair would show that the
	// comment was never closed, so no line may begin with [.
	nested := strings.Contains(text, "{")
	text = "{" + text + "}"
	from, at, before := 0, 0, ""
	for word := range strings.SplitSeq(text, " ") {
		if before != "" && word != "" && !(nested && word[0] == '[') {
			w.token(text[from : at-1])
			from = at
		}
		at, before = at+len(word)+1, word
	}
	w.token(text[from:])
}

// movetext writes the moves with their notes. If asText is set, it writes only the legal moves,
// up to the one that stops the game.
func (w *PDN) movetext(r *replay.Report, asText bool) {
	g := r.Game
	for _, c := range g.Before {
		w.comment(c)
	}
	plies, legal := g.Plies, r.Spell(replay.Landings)
	if asText {
		plies = plies[:len(legal)]
	}
	w.sign, w.variations, w.spelt = separator(r), r.Variations, r.SpellVariations(replay.Landings)
	w.plies(startOf(r), plies, legal)
	if asText {
		return
	}
	for _, c := range g.After {
		if len(c) > 2 && c[0] == '/' && c[len(c)-1] == '/' && (strings.HasPrefix(c, `/FEN "`) || strings.Count(c, "/") == 2) {
			w.token(c) // a setup after the last move
		} else {
			w.comment(c)
		}
	}
}

// separator returns the capture separator for the report's game type.
func separator(r *replay.Report) string {
	if r.Variant.Towers() || r.Variant.Straight() == record.Russian {
		return ":"
	}
	if n, err := grammar.GameTypeNumber(r.Game.Tag("GameType")); err == nil && n == 41 {
		return ":" // Spantsiretti
	}
	return "x"
}

// plies writes a line of moves: the legal ones in full, from the given texts, then the others as
// recorded.
func (w *PDN) plies(l line, plies []record.Ply, legal []string) {
	for i := range plies {
		p := &plies[i]
		n := cmp.Or(p.Note, &noNotes)
		if n.Setup != "" {
			w.token(`/FEN "` + clean(n.Setup) + `"/`)
			l.setUp(n)
		}
		number, dots := "", ""
		switch {
		case len(n.Before) > 0: // the number becomes a separate token
			w.token(strconv.Itoa(l.number) + map[bool]string{false: ".", true: "..."}[l.second])
			for _, c := range n.Before {
				w.comment(c)
			}
		case !l.second:
			number, dots = strconv.Itoa(l.number), ". "
		case !l.numbered && (l.first == record.White || l.dots):
			number, dots = strconv.Itoa(l.number), "... "
		}
		l.numbered, l.dots = true, false
		glued := strength(n)
		var text string
		if i < len(legal) {
			text = strings.ReplaceAll(legal[i], ":", w.sign)
		} else if text = spell(p.Word, w.sign); text == "" {
			text, glued = asWord(p.Word.Text), -1
		}
		if glued >= 0 {
			text += n.Marks[glued]
		}
		w.token(number + dots + text)
		w.notes(n, glued)
		for _, v := range n.Variations {
			w.glue = "("
			w.variation(l, i, v)
			if w.column+1 > width {
				w.newline()
			}
			w.text(")") // without a space before it
			w.column++
			l.numbered = false
		}
		if len(n.Comments)+len(n.Inside)+len(n.Commands) > 0 || n.Clock != "" || n.DrawOffer || n.Diagram {
			l.numbered = false
		}
		l = l.plus(1)
	}
}

// variation writes a variation attached to the i-th move of line l.
func (w *PDN) variation(l line, i int, plies []record.Ply) {
	var legal []string
	offset := 0
	if len(plies) > 0 && plies[0].Note != nil {
		offset = plies[0].Note.StartOffset
	}
	if len(w.variations) > 0 { // otherwise the variant is unknown
		if v := &w.variations[0]; v.Final.Variant != record.UnknownVariant {
			offset, legal = v.Ply-1-i, w.spelt[0]
		}
		w.variations, w.spelt = w.variations[1:], w.spelt[1:]
	}
	l = l.plus(offset)
	l.numbered, l.dots = false, offset != 0
	w.plies(l, plies, legal)
}

// asWord returns an unreadable move as one word of PDN.
func asWord(text string) string {
	return cmp.Or(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("{}()[];%$\"", r) {
			return -1
		}
		return r
	}, clean(text)), "--") // an unknown move
}

// notes writes the notes after a move, except its variations and the mark written with it.
func (w *PDN) notes(n *record.Notes, glued int) {
	var nags []int
	var comments []string
	for i, m := range n.Marks {
		switch nag := markNAGs[m]; {
		case i == glued:
		case nag > 0:
			nags = append(nags, nag)
		default:
			comments = append(comments, m)
		}
	}
	if n.DrawOffer {
		comments = append(comments, "(=)")
	}
	if n.Diagram {
		comments = append(comments, "[#]")
	}
	comments = append(append(comments, n.Clock), n.Commands...)
	for _, in := range n.Inside {
		comments = append(comments, in.Text)
	}
	for _, nag := range append(nags, n.NAGs...) {
		w.token("$" + strconv.Itoa(nag))
	}
	for _, c := range append(comments, n.Comments...) {
		w.comment(c)
	}
}

// strength returns the index of the mark to write directly after its move: the first that PDN
// has, since PDN allows only one; -1 if absent.
func strength(n *record.Notes) int {
	return slices.IndexFunc(n.Marks, func(m string) bool {
		return strings.Trim(m, "!?") == "" || len(m) > 2 && m[0] == '(' && m[len(m)-1] == ')' && strings.Trim(m, "!?()") == ""
	})
}

// markNAGs are the NAGs of the marks not written directly after their move.
var markNAGs = map[string]int{
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "*": 7,
	"+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15, "+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19,
}

// spell returns a word in PDN's notation, or "" if it could not be read.
func spell(word *record.Word, sign string) string {
	if word.Separator != record.Take {
		sign = "-"
	}
	squares := make([]string, len(word.Steps))
	for i, s := range word.Steps {
		if !s.Whole() {
			return clean(word.Text) // short notation, as written
		}
		squares[i] = s.String()
	}
	return strings.Join(squares, sign)
}

// first are the leading tags: the standard's roster, in order, then variant and position.
var first = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "Variant", "FEN"}

// tags writes the tag section: the leading tags, those of this package, and the record's others. It
// returns those that the record has again with another value.
func (w *PDN) tags(r *replay.Report, fault *record.Fault, asText bool) (repeated []record.Tag) {
	g := r.Game
	value, format, termination := result(r)
	var tags []record.Tag
	own := func(name, value string) { tags = append(tags, record.Tag{Name: name, Value: value}) }
	own("Result", value)
	if r.Variant != record.UnknownVariant {
		own("GameType", r.Variant.GameType())
		own("Variant", r.Variant.String())
	}
	if g.Start != nil {
		own("FEN", g.Start.FEN())
	}
	if format != "" && g.Tag("ResultFormat") == "" {
		own("ResultFormat", format)
	}
	if termination != "" && g.Tag("Termination") == "" {
		own("Termination", termination)
	}
	if fault != nil {
		own("Verdict", r.Verdict.String()+": "+fault.Message.In(w.Remarks))
	}
	if asText && strings.TrimSpace(g.Text) != "" {
		own("Text", cmp.Or(g.Format, grammar.Sheet.String()))
	}
	owned, values := len(tags), make(map[string]string, len(g.Tags))
	for _, t := range g.Tags {
		t.Name = tagName(t.Name)
		if i := slices.IndexFunc(first, func(name string) bool { return strings.EqualFold(name, t.Name) }); i >= 0 {
			t.Name = first[i]
		}
		switch value, again := values[t.Name]; {
		case slices.ContainsFunc(tags[:owned], func(mine record.Tag) bool { return mine.Is(t.Name) }):
		case !again:
			values[t.Name], tags = t.Value, append(tags, t)
		case value != t.Value:
			repeated = append(repeated, t)
		}
	}
	place := func(t record.Tag) int { return cmp.Or(slices.Index(first, t.Name)+1, len(first)+1) }
	slices.SortStableFunc(tags, func(a, b record.Tag) int { return place(a) - place(b) })
	for _, t := range tags {
		if strings.HasSuffix(t.Name, "Date") {
			t.Value, _ = grammar.DateInPDN(t.Value)
		}
		w.text("[" + t.Name + ` "` + escapes.Replace(clean(t.Value)) + "\"]\n")
	}
	return repeated
}

// tagName returns a name valid in PDN: a capital, then letters, digits and _.
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

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// clean returns the text on one line, as valid UTF-8 without control characters.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\ufeff' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(lineEnds.Replace(text), "\ufffd"))
}

// result returns the values of the tags Result and, if needed, ResultFormat and Termination. As
// readers expect, the first number belongs to the side that moves first.
func result(r *replay.Report) (value, format, termination string) {
	g := r.Game
	res := g.Result
	termination = terminations[res.Manner]
	// A result in PDN's own words is certain only if the result format is known.
	if inPDN := g.Format == grammar.PDN.String(); r.Variant == record.UnknownVariant || inPDN && g.Tag("ResultFormat") != "" {
		if value = clean(res.Text); !inPDN {
			value = res.String()
		}
		return cmp.Or(value, "*"), "", termination
	}
	if r.Variant.First() == record.Black {
		res = res.Swapped()
	}
	win, draw, loss := "1-0", "1/2-1/2", "0-1"
	if r.Variant == record.International {
		win, draw, loss = "2-0", "1-1", "0-2"
	}
	unplayed := res.Outcome == record.Unplayed
	switch {
	case res.Outcome == record.WhiteWins, unplayed && res.White > res.Black:
		value = win
	case res.Outcome == record.BlackWins, unplayed && res.White < res.Black:
		value = loss
	case res.Outcome == record.Draw:
		value = draw
	case res.Outcome != record.Points && !unplayed:
		value = "*"
	case res.White == 0 && res.Black == 0:
		value, termination = "0-0", "" // implied by the value
	default:
		value, format = fmt.Sprintf("%v-%v", res.White, res.Black), "Points"
	}
	if unplayed {
		termination = "unplayed"
	}
	return value, format, termination
}

// terminations are the values of the tag Termination; "time forfeit" is PGN's.
var terminations = map[record.Manner]string{
	record.Resigned: "resigned",
	record.OnTime:   "time forfeit",
	record.Agreed:   "agreed",
	record.Forfeit:  "forfeit",
}
