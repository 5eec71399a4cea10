package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

const (
	listedLegal  = 20     // legal games listed one by one, so that faults stay visible
	fewFiles     = 5      // the most files for which legal games are listed
	listedAlike  = 3      // faults of a kind shown in full: Cyrillic letters may be one at each move
	listedMoves  = 12     // the most legal moves listed for an illegal one
	listedLikely = 5      // the likeliest moves, listed if there are more
	indent       = "    " // before a line that explains the one above
)

// appendListed appends the text of a game, unless it is not listed. It is safe for concurrent use.
func (c *check) appendListed(dst []byte, r *replay.Report) []byte {
	most := listedAlike
	switch {
	case c.full.Load() && isClean(r):
		return dst
	case c.all:
		most = math.MaxInt
	}
	return appendText(dst, r, most)
}

// isClean reports whether a game is legal and there is nothing else to report.
func isClean(r *replay.Report) bool { return r.Verdict == replay.Legal && len(r.Faults) == 0 }

// writeSummary writes the numbers of games, verdicts and faults.
func (c *check) writeSummary(w io.Writer) {
	n := &c.counts
	if n.games == 0 {
		return // the reason is on standard error
	}
	var counted []string
	for _, v := range []replay.Verdict{replay.Legal, replay.Repaired, replay.Illegal, replay.Unreadable, replay.Unjudged} {
		if n.of[v] > 0 || v != replay.Unjudged {
			counted = append(counted, say("check.verdict", "n", n.of[v], "verdict", verdictTerm(v)))
		}
	}
	line := func(id message.ID, args ...any) { fmt.Fprintln(w, message.Of(id, args...).In(language)) }
	line("check.games-in-files", "games", n.games, "files", c.FilesRead(), "verdicts", joined(counted))
	if n.games > 1 {
		parts := []string{say("check.plies", "n", n.plies)}
		if n.variations > 0 {
			parts = append(parts, countVariations(n.variations, n.wrongVariations))
		}
		fmt.Fprint(w, strings.Join(parts, ", "))
		var faults []string
		for _, code := range slices.Sorted(maps.Keys(c.faults)) {
			faults = append(faults, say("check.fault-count", "n", c.faults[code], "kind", message.Term("code-"+string(code))))
		}
		if len(faults) > 0 {
			fmt.Fprint(w, "; ", say("check.faults", "faults", joined(faults)))
		}
		fmt.Fprintln(w)
	}
	if n.unknownVariant > 0 {
		line("check.unknown-variants", "n", n.unknownVariant)
	}
	if n.contradicted > 0 {
		line("check.strict", "n", n.contradicted)
	}
	switch {
	case c.unlisted == 0:
	case c.listed == 0:
		line("check.unlisted", "n", c.unlisted)
	default:
		line("check.unlisted-more", "n", c.unlisted, "listed", c.listed)
	}
}

// tally has the counts of games.
type tally struct {
	games                       int
	of                          [replay.Unreadable + 1]int // games by verdict
	contradicted                int                        // games whose result the board contradicts, with --strict
	unknownVariant              int                        // games whose variant is unknown
	plies                       int                        // legal moves
	bytes                       int64                      // of text
	variations, wrongVariations int                        // all, and those that are not legal to the end
}

// tallyOf returns the tally of a game, without the counts that only check makes.
func tallyOf(r *replay.Report) tally {
	t := tally{games: 1, plies: len(r.Moves)}
	t.of[r.Verdict] = 1
	t.variations, t.wrongVariations = variations(r)
	unsaid := func(f record.Fault) bool { return f.Code == record.NoVariant }
	if r.Variant == record.UnknownVariant && slices.ContainsFunc(r.Faults, unsaid) {
		t.unknownVariant = 1
	}
	return t
}

func (c *tally) add(other *tally) {
	c.games += other.games
	for v, n := range other.of {
		c.of[v] += n
	}
	c.contradicted += other.contradicted
	c.unknownVariant += other.unknownVariant
	c.plies += other.plies
	c.bytes += other.bytes
	c.variations += other.variations
	c.wrongVariations += other.wrongVariations
}

func (c *tally) String() string {
	text := say("check.games", "n", c.games)
	sign := ": "
	for verdict, n := range c.of {
		if n > 0 {
			text += sign + say("check.verdict", "n", n, "verdict", verdictTerm(replay.Verdict(verdict)))
			sign = ", "
		}
	}
	if c.contradicted > 0 {
		text += "; " + say("check.contradicted", "n", c.contradicted)
	}
	return text
}

// endFile writes the verdicts of a file, if any of its games is reported, and resets them.
func (c *check) endFile(s *streams) {
	for v, n := range c.ofFile.of {
		if n > 0 && isAmong(c.only, replay.Verdict(v)) {
			file := clean(c.file, messageCells)
			fmt.Fprintln(s.out, say("check.of-file", "file", file, "verdicts", c.ofFile.String()))
			break
		}
	}
	c.ofFile = tally{}
}

// appendText appends the faults of a game in the style of a compiler, at most mostAlike of a
// kind, then the verdict and the final position.
func appendText(dst []byte, r *replay.Report, mostAlike int) []byte {
	game := title(r.Game)
	head := placed(&r.Game.Source, game)
	counts := make(map[record.Code]int)
	var kinds []record.Code // in order of first appearance
	var last *record.Fault
	for i, place := range r.Places() {
		f := &r.Faults[i]
		if counts[f.Code]++; counts[f.Code] == 1 {
			kinds = append(kinds, f.Code)
		}
		if counts[f.Code] > mostAlike {
			continue
		}
		// The source line is shown once for all faults of a word.
		if last != nil && (last.At != f.At || last.Len != f.Len) {
			dst = appendFaultExcerpt(dst, r, last)
		}
		dst, last = append(dst, faultLine(r, f, place, game)...), f
	}
	if last != nil {
		dst = appendFaultExcerpt(dst, r, last)
	}
	for _, code := range kinds {
		if more := counts[code] - mostAlike; more > 0 {
			dst = appendLine(dst, "", message.Of("check.more-faults",
				"game", message.Verbatim(head), "n", more, "kind", message.Term("code-"+string(code))))
		}
	}
	verdict := say("check.the-verdict", "verdict", verdictTerm(r.Verdict))
	dst = fmt.Appendf(dst, "%s: %s", head, painted(colours[r.Verdict.String()], verdict))
	if r.Variant == record.UnknownVariant {
		return append(dst, '\n')
	}
	dst = fmt.Appendln(dst, comesTo(r))
	if r.Final.Count(record.White)+r.Final.Count(record.Black) == 0 {
		return dst // no position was set up
	}
	final := message.ID("check.final-position")
	if slices.ContainsFunc(r.Faults, func(f record.Fault) bool { return f.Stops() }) {
		final = "check.position-before"
	}
	dst = appendLine(dst, indent, message.Of(final, "fen", message.Verbatim(r.Final.FEN())))
	if len(r.Claims) == 0 {
		return dst
	}
	claims := make([]string, len(r.Claims))
	for i, c := range r.Claims {
		claims[i] = say("check.claim", "ply", c.Ply, "rule", message.Rule(c.Paragraph))
	}
	return appendLine(dst, indent, message.Of("check.claims", "claims", joined(claims)))
}

func appendLine(dst []byte, indent string, m message.Message) []byte {
	return append(m.AppendIn(append(dst, indent...), language), '\n')
}

// joined joins texts verbatim, with commas between them.
func joined(texts []string) message.Message { return message.Verbatim(strings.Join(texts, ", ")) }

// comesTo describes a judged game: variant, plies, result and so on, each after a comma.
func comesTo(r *replay.Report) string {
	text := ", " + say("check.variant", "variant", r.Variant.Term())
	if b := r.Variant.Board(); r.Guessed && b.Numbering == record.Numeric {
		text += " (" + say("check.by-numbers", "last", len(b.Squares())) + ")"
	} else if r.Guessed {
		text += " (" + say("check.by-look") + ")"
	}
	if written := len(r.Game.Plies); written > len(r.Moves) {
		text += ", " + say("check.plies-of", "n", len(r.Moves), "all", written)
	} else {
		text += ", " + say("check.plies", "n", len(r.Moves))
	}
	if result := r.Game.Result.String(); result != "" {
		text += ", " + result
	}
	if r.Over {
		text += ", " + say("check.no-move", "side", r.Final.Turn.Term())
	}
	if r.Score != nil {
		text += ", " + say("check.score", "white", r.Score[0], "black", r.Score[1])
	}
	if all, wrong := variations(r); all > 0 {
		text += ", " + countVariations(all, wrong)
	}
	return text
}

func verdictTerm(v replay.Verdict) message.Message { return message.Term("verdict-" + v.String()) }

func variations(r *replay.Report) (all, wrong int) {
	for i := range r.Variations {
		if !r.Variations[i].Legal {
			wrong++
		}
	}
	return len(r.Variations), wrong
}

// countVariations states how many variations there are, and how many of them are wrong.
func countVariations(all, wrong int) string {
	if wrong > 0 {
		return say("check.variations-wrong", "n", all, "wrong", wrong)
	}
	return say("check.variations", "n", all)
}

// heading returns the place, number and players of a game.
func heading(r *replay.Report) string { return placed(&r.Game.Source, title(r.Game)) }

// placed returns a game's place followed by its title.
func placed(s *record.Source, title string) string {
	return painted(placeColour, placeText(s.File, s.Line)+":") + " " + title
}

// placeText returns a place: the file, and the line and column if given.
func placeText(file string, at ...int) string {
	text := clean(file, messageCells)
	for _, n := range at {
		text += ":" + strconv.Itoa(n)
	}
	return text
}

// title returns the number and players of a game.
func title(g *record.Game) string { return titleOf(g.Source.Number, g.Tag("White"), g.Tag("Black")) }

func titleOf(number int, white, black string) string {
	white, black = clean(white, nameCells), clean(black, nameCells)
	if white == "" && black == "" {
		return say("check.game", "number", number)
	}
	return say("check.game-of", "number", number, "white", cmp.Or(white, "?"), "black", cmp.Or(black, "?"))
}

// faultLine returns the line that reports a fault of the game with that title.
func faultLine(r *replay.Report, f *record.Fault, at record.Place, game string) string {
	place := placeText(r.Game.Source.File, at.Line, at.Column)
	severity := message.Verbatim(painted(colours[f.Severity.String()],
		say("check.the-severity", "severity", message.Term("severity-"+f.Severity.String()))))
	what := message.Verbatim(clean(f.Message.In(language), messageCells))
	where := message.Verbatim(painted(placeColour, place))
	id, args := message.ID("check.fault"), []any{"place", where, "game", message.Verbatim(game), "severity", severity, "what", what}
	if f.Ply > 0 && f.Variation == 0 { // otherwise the message has the ply
		id, args = "check.fault-at", append(args, "ply", f.Ply, "move", message.Verbatim(moveOf(r, f.Ply)))
	}
	return say(id, args...) + "\n"
}

// appendFaultExcerpt appends the source line of a fault, and suggestions.
func appendFaultExcerpt(dst []byte, r *replay.Report, f *record.Fault) []byte {
	if f.Code == record.NoVariant || f.Code == record.VariantGuessed { // about the whole game
		return dst
	}
	dst = appendExcerpt(dst, r.Game, f.At, f.Len, colours[f.Severity.String()])
	if len(f.Suggestions) == 0 {
		return dst
	}
	legal := len(r.Legal) + r.MoreLegal
	// A fault that stops the game suggests the legal moves, the likeliest first.
	stops := f.Variation == 0 && f.Ply == len(r.Moves)+1 && f.Severity >= record.Illegal && f.Code != record.AmbiguousMove &&
		len(r.Legal) > 0 && len(f.Suggestions) == len(r.Legal)
	likely := stops && legal > listedMoves || !stops && f.Variation > 0 && f.Severity >= record.Illegal
	moves := clean(strings.Join(f.Suggestions, ", "), messageCells)
	if likely {
		moves = strings.Join(f.Suggestions[:min(listedLikely, len(f.Suggestions))], ", ")
	}
	said := message.Of("check.perhaps", "moves", moves)
	switch {
	case stops && likely:
		said = message.Of("check.perhaps-of", "n", legal, "moves", moves)
	case stops:
		said = message.Of("check.legal-moves", "moves", moves)
	case likely:
		said = message.Of("check.perhaps-legal", "moves", moves)
	case f.Severity == record.Repaired:
		said = message.Of("check.read-as", "moves", moves)
	}
	return appendLine(dst, indent, said)
}

// moveOf returns the side that makes a ply, and its move number.
func moveOf(r *replay.Report, ply int) string {
	number := strings.TrimRight(r.MoveNumber(ply), ".")
	return say("check.move-of", "side", r.Game.Side(r.Variant.First(), ply).Term(), "number", number)
}
