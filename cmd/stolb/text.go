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
	// The title, of which all is made, stands there first.
	from := len(dst)
	dst = appendTitle(dst, r.Game)
	at := len(dst)
	return moved(appendTextOf(dst, r, dst[from:at]), at, from)
}

// appendTextOf is appendText of the game of that title.
func appendTextOf(dst []byte, r *replay.Report, game []byte) []byte {
	var alikeRoom [8]faultCount
	alike := faultCounts(alikeRoom[:0])
	var toldRoom [16]int
	told := toldRoom[:0] // their places among the faults
	for i := range r.Faults {
		if alike.add(r.Faults[i].Code, 1) <= listedAlike {
			told = append(told, i)
		}
	}
	var atRoom [16]int
	at := atRoom[:0]
	for _, i := range told {
		at = append(at, r.Faults[i].At)
	}
	var placesRoom [16]record.Place
	places := r.Game.AppendPlaces(placesRoom[:0], at...)
	for n, i := range told {
		f := &r.Faults[i]
		dst = appendFault(dst, r, f, places[n], game)
		// The line is shown once for all that is wrong with a word.
		if n+1 == len(told) || at[n+1] != f.At || r.Faults[told[n+1]].Len != f.Len {
			dst = appendFaultLine(dst, r, f)
		}
	}
	for _, c := range alike { // in the order of the first of each kind
		if more := c.n - listedAlike; more > 0 {
			from := len(dst)
			dst = appendHeading(dst, r, game)
			at := len(dst)
			dst = message.Of("check.more-faults",
				"game", verbatim(dst[from:at]), "n", more, "kind", message.Term("code-"+c.code)).AppendIn(dst, language)
			dst = append(moved(dst, at, from), '\n')
		}
	}
	dst = append(appendHeading(dst, r, game), ": "...)
	from := len(dst)
	dst = message.Of("check.the-verdict", "verdict", verdictTerm(r.Verdict)).AppendIn(dst, language)
	dst = paintedFrom(dst, from, verdictColours[r.Verdict])
	if r.Variant == record.UnknownVariant {
		return append(dst, '\n')
	}
	dst = append(appendComesTo(dst, r), '\n')
	if r.Final.Count(record.White)+r.Final.Count(record.Black) == 0 {
		return dst // no position was set up
	}
	from = len(dst)
	dst = r.Final.AppendFEN(dst)
	behind := len(dst)
	dst = append(dst, indent...)
	if stops(r) {
		dst = message.Of("check.position-before", "fen", verbatim(dst[from:behind])).AppendIn(dst, language)
	} else {
		dst = message.Of("check.final-position", "fen", verbatim(dst[from:behind])).AppendIn(dst, language)
	}
	dst = append(moved(dst, behind, from), '\n')
	if len(r.Claims) == 0 {
		return dst
	}
	claims := make([]string, len(r.Claims))
	for i, c := range r.Claims {
		claims[i] = say("check.claim", "ply", c.Ply, "rule", message.Rule(c.Paragraph))
	}
	return appendLine(dst, indent, message.Of("check.claims", "claims", joined(claims)))
}

// moved moves the end of a text, from byte at on, to byte to, where it takes the place
// of what it was made of.
func moved(dst []byte, at, to int) []byte { return append(dst[:to], dst[at:]...) }

// stops says whether a fault keeps a game from being played to its end.
func stops(r *replay.Report) bool {
	for i := range r.Faults {
		if r.Faults[i].Stops() {
			return true
		}
	}
	return false
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

// appendComesTo appends what has become of a judged game, besides the verdict, each
// thing behind a comma.
func appendComesTo(dst []byte, r *replay.Report) []byte {
	dst = append(dst, ", "...)
	dst = message.Of("check.variant", "variant", r.Variant.Term()).AppendIn(dst, language)
	if r.Guessed {
		dst = append(append(append(dst, " ("...), guessedBy(r)...), ')')
	}
	dst = append(dst, ", "...)
	if written := len(r.Game.Plies); written > len(r.Moves) {
		dst = message.Of("check.plies-of", "n", len(r.Moves), "all", written).AppendIn(dst, language)
	} else {
		dst = message.Of("check.plies", "n", len(r.Moves)).AppendIn(dst, language)
	}
	if result := r.Game.Result.String(); result != "" {
		dst = append(append(dst, ", "...), result...)
	}
	if r.Over {
		dst = append(dst, ", "...)
		dst = message.Of("check.no-move", "side", r.Final.Turn.Term()).AppendIn(dst, language)
	}
	if r.Score != nil {
		dst = append(dst, ", "...)
		dst = message.Of("check.score", "white", r.Score[0], "black", r.Score[1]).AppendIn(dst, language)
	}
	if len(r.Variations) > 0 {
		dst = append(append(dst, ", "...), countVariations(len(r.Variations), wrongVariations(r))...)
	}
	return dst
}

// verdictTerm and severityTerm name a verdict and what a fault means.
func verdictTerm(v replay.Verdict) message.Term { return message.Term("verdict-" + v.String()) }

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
func heading(r *replay.Report) string {
	return string(appendHeading(nil, r, appendTitle(nil, r.Game)))
}

// appendHeading appends a game's place and its title.
func appendHeading(dst []byte, r *replay.Report, game []byte) []byte {
	from := len(dst)
	dst = append(appendPlace(dst, r.Game, r.Game.Source.Line), ':')
	dst = paintedFrom(dst, from, placeColour)
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

func title(g *record.Game) string { return string(appendTitle(nil, g)) }

// appendTitle appends a game's number and players.
func appendTitle(dst []byte, g *record.Game) []byte {
	white, black := clean(g.Tag("White"), nameCells), clean(g.Tag("Black"), nameCells)
	switch {
	case white == "" && black == "":
		return message.Of("check.game", "number", g.Source.Number).AppendIn(dst, language)
	case white == "":
		white = "?"
	case black == "":
		black = "?"
	}
	return message.Of("check.game-of", "number", g.Source.Number, "white", white, "black", black).AppendIn(dst, language)
}

// verbatim says a text unchanged, as an argument of a message.
func verbatim(text []byte) message.Message { return message.Verbatim(string(text)) }

func appendFaultHead(dst []byte, r *replay.Report, f *record.Fault) []byte {
	return appendFault(dst, r, f, r.Game.Place(f.At), appendTitle(nil, r.Game))
}

// appendFault appends what is wrong, where, with the game of that title.
func appendFault(dst []byte, r *replay.Report, f *record.Fault, at record.Place, game []byte) []byte {
	from := len(dst)
	dst = appendPlace(dst, r.Game, at.Line, at.Column)
	dst = paintedFrom(dst, from, placeColour)
	place := dst[from:]
	n := len(dst)
	dst = message.Of("check.the-severity", "severity", severityTerm(f.Severity)).AppendIn(dst, language)
	dst = paintedFrom(dst, n, severityColours[f.Severity])
	severity := dst[n:]
	n = len(dst)
	dst = cleanedFrom(f.Message.AppendIn(dst, language), n, messageCells)
	what := dst[n:]
	n = len(dst)
	if f.Ply > 0 && f.Variation == 0 { // else the message says it
		dst = appendMoveOf(dst, r, f.Ply)
		move := dst[n:]
		n = len(dst)
		dst = message.Of("check.fault-at", "place", verbatim(place), "game", verbatim(game),
			"ply", f.Ply, "move", verbatim(move), "severity", verbatim(severity), "what", verbatim(what)).
			AppendIn(dst, language)
	} else {
		dst = message.Of("check.fault", "place", verbatim(place), "game", verbatim(game),
			"severity", verbatim(severity), "what", verbatim(what)).AppendIn(dst, language)
	}
	return append(moved(dst, n, from), '\n')
}

func appendFaultLine(dst []byte, r *replay.Report, f *record.Fault) []byte {
	if f.Code == record.NoVariant || f.Code == record.VariantGuessed { // of the game, at no place in it
		return dst
	}
	g := r.Game
	start, end := g.LineBounds(f.At)
	if line := g.Text[start:end]; strings.TrimSpace(line) != "" {
		dst = appendPointed(dst, line, f.At-start, f.Len, severityColours[f.Severity])
	}
	if len(f.Suggestions) == 0 {
		return dst
	}
	legal := len(r.Legal) + r.MoreLegal
	// What stops the game where moves are legal suggests these, the likeliest first.
	stops := f.Variation == 0 && f.Ply == len(r.Moves)+1 && f.Severity >= record.Illegal && f.Code != record.AmbiguousMove &&
		len(r.Legal) > 0 && len(f.Suggestions) == len(r.Legal)
	likely := stops && legal > listedMoves || !stops && f.Variation > 0 && f.Severity >= record.Illegal
	from := len(dst)
	if likely {
		dst = appendJoined(dst, f.Suggestions[:min(listedLikely, len(f.Suggestions))])
	} else {
		dst = cleanedFrom(appendJoined(dst, f.Suggestions), from, messageCells)
	}
	at := len(dst)
	moves := dst[from:]
	dst = append(dst, indent...)
	switch {
	case stops && likely:
		dst = message.Of("check.perhaps-of", "n", legal, "moves", string(moves)).AppendIn(dst, language)
	case stops:
		dst = message.Of("check.legal-moves", "moves", string(moves)).AppendIn(dst, language)
	case likely:
		dst = message.Of("check.perhaps-legal", "moves", string(moves)).AppendIn(dst, language)
	case f.Severity == record.Repaired:
		dst = message.Of("check.read-as", "moves", string(moves)).AppendIn(dst, language)
	default:
		dst = message.Of("check.perhaps", "moves", string(moves)).AppendIn(dst, language)
	}
	return append(moved(dst, at, from), '\n')
}

// appendJoined appends texts with commas between.
func appendJoined(dst []byte, texts []string) []byte {
	for i, text := range texts {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(dst, text...)
	}
	return dst
}

// moveOf says whose move a ply is, and which by his count.
func moveOf(r *replay.Report, ply int) string { return string(appendMoveOf(nil, r, ply)) }

func appendMoveOf(dst []byte, r *replay.Report, ply int) []byte {
	side := r.Variant.First()
	if r.Game.Start != nil {
		side = r.Game.Start.Turn
	}
	if ply%2 == 0 {
		side = side.Other()
	}
	return message.Of("check.move-of", "side", side.Term(), "number", (ply+1)/2).AppendIn(dst, language)
}
