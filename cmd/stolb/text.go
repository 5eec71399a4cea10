package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

const (
	// listedLegal is how many legal games are listed one by one; with more of
	// them the faults would not be found among them.
	listedLegal = 20
	// fewFiles is in how many files at most legal games are listed at all.
	fewFiles = 5
	// listedAlike is how many faults of one kind a game gets told
	// in full: a sheet typed with Cyrillic letters has one at each move.
	listedAlike = 3
	// listedMoves is how many legal moves are listed at an illegal one, the
	// likely ones first; of more than that only the likeliest listedLikely.
	listedMoves  = 12
	listedLikely = 5
)

// textReport writes the texts of judged games and what they come to.
type textReport struct {
	tally    *tally
	listed   int // how many legal games are listed
	unlisted int // legal games that were counted only

	full atomic.Bool // no more legal games are listed
}

// append appends the text of a game, or nothing where it will not be listed.
// It may be called by several goroutines at once.
func (t *textReport) append(dst []byte, r *replay.Report) []byte {
	if t.full.Load() && isClean(r) {
		return dst
	}
	return appendText(dst, r)
}

// isNameless says whether nobody says what is played.
func isNameless(r *replay.Report) bool {
	return r.Variant == record.UnknownVariant &&
		slices.ContainsFunc(r.Faults, func(f record.Fault) bool { return f.Code == record.NoVariant })
}

// isClean says whether a game is legal and there is nothing else to tell.
func isClean(r *replay.Report) bool { return r.Verdict == replay.Legal && len(r.Faults) == 0 }

func (t *textReport) write(w io.Writer, j *judged) error {
	if j.clean && t.tally.verdicts[replay.Legal] > t.listed {
		t.full.Store(true)
		t.unlisted++
		return nil
	}
	_, err := w.Write(j.text)
	return err
}

// summary writes the last lines: how many games there were, with what verdict,
// and of more than one how many plies and what faults.
func (t *textReport) summary(w io.Writer, files int) {
	sum := t.tally
	games := int(sum.games.Load())
	if games == 0 {
		return // standard error has why
	}
	verdicts := []replay.Verdict{replay.Legal, replay.Repaired, replay.Illegal, replay.Unreadable}
	if sum.verdicts[replay.Unjudged] > 0 {
		verdicts = append(verdicts, replay.Unjudged)
	}
	counted := make([]string, len(verdicts))
	for i, v := range verdicts {
		counted[i] = say("check.verdict", "n", sum.verdicts[v], "verdict", verdictTerm(v))
	}
	line := func(id message.ID, args ...any) { fmt.Fprintln(w, message.Of(id, args...).In(language)) }
	line("check.games-in-files", "games", games, "files", files, "verdicts", joined(counted))
	if games > 1 {
		parts := []string{say("check.plies", "n", sum.plies)}
		if sum.variations > 0 {
			parts = append(parts, countVariations(sum.variations, sum.wrongVariations))
		}
		fmt.Fprint(w, strings.Join(parts, ", "))
		if len(sum.faults) > 0 {
			faults := []string{}
			slices.SortFunc(sum.faults, func(a, b faultCount) int { return cmp.Compare(a.code, b.code) })
			for _, f := range sum.faults {
				faults = append(faults, say("check.fault-count", "n", f.n, "kind", message.Term("code-"+f.code)))
			}
			fmt.Fprint(w, "; ", say("check.faults", "faults", joined(faults)))
		}
		fmt.Fprintln(w)
	}
	if sum.nameless > 0 {
		line("check.nameless", "n", sum.nameless)
	}
	if sum.strict > 0 {
		line("check.strict", "n", sum.strict)
	}
	switch {
	case t.unlisted == 0:
	case t.listed == 0:
		line("check.unlisted", "n", t.unlisted)
	default:
		line("check.unlisted-more", "n", t.unlisted, "listed", t.listed)
	}
}

// appendText appends what is to be said of a game: each fault as a compiler
// tells it, then the verdict and the final position.
func appendText(dst []byte, r *replay.Report) []byte {
	told := r.Faults
	var alike faultCounts
	if len(told) > listedAlike {
		told = nil
		for i := range r.Faults {
			if f := &r.Faults[i]; alike.add(f.Code, 1) <= listedAlike {
				told = append(told, *f)
			}
		}
	}
	game := title(r.Game)
	for i := range told {
		dst = appendFault(dst, r, &told[i], game)
		// The line is shown once for all that is wrong with a word.
		if i+1 == len(told) || told[i+1].At != told[i].At || told[i+1].Len != told[i].Len {
			dst = appendFaultLine(dst, r, &told[i])
		}
	}
	for _, c := range alike { // in the order of the first of each kind
		if more := c.n - listedAlike; more > 0 {
			dst = appendLine(dst, "", message.Of("check.more-faults", "game", message.Verbatim(heading(r)), "n", more, "kind", message.Term("code-"+c.code)))
		}
	}
	dst = append(append(appendHeading(dst, r, game), ": "...), painted(verdictColours[r.Verdict], verdictName(r.Verdict))...)
	if r.Variant == record.UnknownVariant {
		return append(dst, '\n')
	}
	for _, part := range comesTo(r) {
		dst = append(append(dst, ", "...), part...)
	}
	dst = append(dst, '\n')
	if r.Final.Count(record.White)+r.Final.Count(record.Black) == 0 {
		return dst // no position was set up
	}
	final := message.Of("check.final-position", "fen", r.Final.FEN())
	if slices.ContainsFunc(r.Faults, func(f record.Fault) bool { return f.Stops() }) {
		final = message.Of("check.position-before", "fen", r.Final.FEN())
	}
	dst = appendLine(dst, indent, final)
	if len(r.Claims) == 0 {
		return dst
	}
	claims := make([]string, len(r.Claims))
	for i, c := range r.Claims {
		claims[i] = say("check.claim", "ply", c.Ply, "rule", message.Rule(c.Paragraph))
	}
	return appendLine(dst, indent, message.Of("check.claims", "claims", joined(claims)))
}

// faultCounts are how many faults there are of each kind, in the order of the first
// of each. There are few kinds, and those of a game come one behind the other.
type faultCounts []faultCount

type faultCount struct {
	code record.Code
	n    int
}

// add adds faults of a kind and returns how many there are then.
func (c *faultCounts) add(code record.Code, n int) int {
	for i := len(*c) - 1; i >= 0; i-- {
		if (*c)[i].code == code {
			(*c)[i].n += n
			return (*c)[i].n
		}
	}
	*c = append(*c, faultCount{code, n})
	return n
}

// indent stands before what is told of the line above.
const indent = "    "

// appendLine appends a line that says a message.
func appendLine(dst []byte, indent string, m message.Message) []byte {
	return append(m.AppendIn(append(dst, indent...), language), '\n')
}

// joined is several texts with commas between, as they are.
func joined(texts []string) message.Message { return message.Verbatim(strings.Join(texts, ", ")) }

// comesTo says what has become of a judged game, besides the verdict.
func comesTo(r *replay.Report) []string {
	variant := say("check.variant", "variant", r.Variant.Term())
	if r.Guessed {
		variant += " (" + guessedBy(r) + ")"
	}
	parts := []string{variant}
	if written := len(r.Game.Plies); written > len(r.Moves) {
		parts = append(parts, say("check.plies-of", "n", len(r.Moves), "all", written))
	} else {
		parts = append(parts, say("check.plies", "n", len(r.Moves)))
	}
	if result := r.Game.Result.String(); result != "" {
		parts = append(parts, result)
	}
	if r.Over {
		parts = append(parts, say("check.no-move", "side", r.Final.Turn.Term()))
	}
	if r.Score != nil {
		parts = append(parts, say("check.score", "white", r.Score[0], "black", r.Score[1]))
	}
	if len(r.Variations) > 0 {
		parts = append(parts, countVariations(len(r.Variations), wrongVariations(r)))
	}
	return parts
}

// verdictTerm and severityTerm name a verdict and what a fault means.
func verdictTerm(v replay.Verdict) message.Term { return message.Term("verdict-" + v.String()) }

func verdictName(v replay.Verdict) string { return say("check.the-verdict", "verdict", verdictTerm(v)) }

func severityTerm(s record.Severity) message.Term {
	return [...]message.Term{
		record.Remark: "severity-remark", record.Repaired: "severity-repaired",
		record.Illegal: "severity-illegal", record.Unreadable: "severity-unreadable",
	}[s]
}

// wrongVariations counts the variations that cannot be played whole.
func wrongVariations(r *replay.Report) int {
	wrong := 0
	for i := range r.Variations {
		if !r.Variations[i].Legal {
			wrong++
		}
	}
	return wrong
}

// countVariations says how many variations there are, and how many of them cannot be
// played whole.
func countVariations(all, wrong int) string {
	if wrong > 0 {
		return say("check.variations-wrong", "n", all, "wrong", wrong)
	}
	return say("check.variations", "n", all)
}

// guessedBy says what a variant is known by that nobody names.
func guessedBy(r *replay.Report) string {
	if b := r.Variant.Board(); b.Numbering == record.Numeric {
		return say("check.by-numbers", "last", len(b.Squares()))
	}
	return say("check.by-look")
}

// heading names a game by its place, number and players.
func heading(r *replay.Report) string { return string(appendHeading(nil, r, title(r.Game))) }

// appendHeading appends a game's place and its title.
func appendHeading(dst []byte, r *replay.Report, game string) []byte {
	place := append(appendPlace(make([]byte, 0, placeBytes), r.Game, r.Game.Source.Line), ':')
	dst = append(dst, painted(placeColour, string(place))...)
	return append(append(dst, ' '), game...)
}

// appendPlace appends the game's file and numbers that are parted by colons.
func appendPlace(dst []byte, g *record.Game, numbers ...int) []byte {
	dst = append(dst, clean(g.Source.File, messageCells)...)
	for _, n := range numbers {
		dst = strconv.AppendInt(append(dst, ':'), int64(n), 10)
	}
	return dst
}

// placeBytes is for how many bytes there is room at first in a place.
const placeBytes = 64

func title(g *record.Game) string {
	white, black := clean(g.Tag("White"), nameCells), clean(g.Tag("Black"), nameCells)
	switch {
	case white == "" && black == "":
		return say("check.game", "number", g.Source.Number)
	case white == "":
		white = "?"
	case black == "":
		black = "?"
	}
	return say("check.game-of", "number", g.Source.Number, "white", white, "black", black)
}

func appendFaultHead(dst []byte, r *replay.Report, f *record.Fault) []byte {
	return appendFault(dst, r, f, title(r.Game))
}

// appendFault appends what is wrong, where, with the game of that title.
func appendFault(dst []byte, r *replay.Report, f *record.Fault, game string) []byte {
	at := r.Game.Place(f.At)
	place := painted(placeColour, string(appendPlace(make([]byte, 0, placeBytes), r.Game, at.Line, at.Column)))
	n := len(dst)
	dst = f.Message.AppendIn(dst, language)
	what := clean(string(dst[n:]), messageCells)
	dst = dst[:n]
	severity := painted(severityColours[f.Severity], say("check.the-severity", "severity", severityTerm(f.Severity)))
	said := message.Of("check.fault", "place", asItIs(place), "game", game, "severity", asItIs(severity), "what", asItIs(what))
	if f.Ply > 0 && f.Variation == 0 { // else the message says it
		said = message.Of("check.fault-at", "place", asItIs(place), "game", game, "ply", f.Ply, "move", moveOf(r, f.Ply),
			"severity", asItIs(severity), "what", asItIs(what))
	}
	return appendLine(dst, "", said)
}

// asItIs returns a text as an argument that is said as it is, whatever is in it.
func asItIs(text string) any {
	if isPlain(text) {
		return text // which costs less
	}
	return message.Verbatim(text)
}

func appendFaultLine(dst []byte, r *replay.Report, f *record.Fault) []byte {
	if f.Code == record.NoVariant || f.Code == record.VariantGuessed { // of the game, at no place in it
		return dst
	}
	g := r.Game
	line := g.Line(f.At)
	if strings.TrimSpace(line) != "" {
		start := strings.LastIndexAny(g.Text[:min(f.At, len(g.Text))], "\r\n") + 1
		shown, carets := excerpt(line, f.At-start, f.Len)
		dst = fmt.Appendf(dst, "    %s\n    %s\n", shown, painted(severityColours[f.Severity], carets))
	}
	if len(f.Suggestions) == 0 {
		return dst
	}
	suggestions := clean(strings.Join(f.Suggestions, ", "), messageCells)
	few := strings.Join(f.Suggestions[:min(listedLikely, len(f.Suggestions))], ", ")
	legal := len(r.Legal) + r.MoreLegal
	// What stops the game where moves are legal suggests these, the likeliest first.
	stops := f.Variation == 0 && f.Ply == len(r.Moves)+1 && f.Severity >= record.Illegal && f.Code != record.AmbiguousMove &&
		len(r.Legal) > 0 && len(f.Suggestions) == len(r.Legal)
	var said message.Message
	switch {
	case stops && legal <= listedMoves:
		said = message.Of("check.legal-moves", "moves", suggestions)
	case stops:
		said = message.Of("check.perhaps-of", "n", legal, "moves", few)
	case f.Variation > 0 && f.Severity >= record.Illegal:
		said = message.Of("check.perhaps-legal", "moves", few)
	case f.Severity == record.Repaired:
		said = message.Of("check.read-as", "moves", suggestions)
	default:
		said = message.Of("check.perhaps", "moves", suggestions)
	}
	return appendLine(dst, indent, said)
}

// moveOf says whose move a ply is, and which by his count.
func moveOf(r *replay.Report, ply int) string {
	side := r.Variant.First()
	if r.Game.Start != nil {
		side = r.Game.Start.Turn
	}
	if ply%2 == 0 {
		side = side.Other()
	}
	return say("check.move-of", "side", side.Term(), "number", (ply+1)/2)
}
