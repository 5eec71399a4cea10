package columnar

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Rows is a judged game as rows of all tables. Many goroutines may each fill their own and
// one hand them to a Writer. The zero Rows is ready.
type Rows struct {
	// Verbatim says that the games come from a grammar.Parser and nothing in
	// them was changed, so that their text gives them again. Else each game is
	// kept as its line of JSON, which takes several times as much room.
	Verbatim bool
	Language message.Language // of what is said of faults

	id     int64 // of the game, see Writer
	games  [1]game
	plies  []ply
	faults []fault
	json   []byte // reused
}

// The rows of each table.
var (
	games  rowsOf[game]  = func(rows *Rows) []game { return rows.games[:] }
	plies  rowsOf[ply]   = func(rows *Rows) []ply { return rows.plies }
	faults rowsOf[fault] = func(rows *Rows) []fault { return rows.faults }
)

// game is a row of games. What is not known is empty or 0.
type game struct {
	source                     record.Source
	variant                    record.Variant
	tags                       [len(tagNames)]string
	date                       record.Date
	result                     record.Result
	verdict                    replay.Verdict
	worst                      fault // the first of the worst kind
	plies, written, variations int
	start, final               string
	over                       bool
	turn                       record.Colour
	scored                     bool
	score                      [2]int
	claims, variationMoves     string
	format                     int
	record                     string
}

// tagNames are the tags of which each has a column.
var tagNames = [...]string{"White", "Black", "Event", "Site", "Round", "Date"}

// ply is a row of plies.
type ply struct {
	text          string
	before, after uint64
	have          [2][len(counts)]int8 // by side
	mover         record.Colour
	from, to      int8
	captured      int8
	promotion     bool
}

// fault is a row of faults.
type fault struct {
	code, reason, word, message            string
	squares, paragraph, suggestions        string
	severity, ply, variation, line, column int
	byte                                   int64
}

// Reset lets go of the game and keeps the memory of its rows.
func (rows *Rows) Reset() {
	rows.games[0] = game{}
	clear(rows.plies)
	clear(rows.faults)
	rows.plies, rows.faults = rows.plies[:0], rows.faults[:0]
}

// Fill makes rows of a judged game, of which nothing is kept but texts.
func (rows *Rows) Fill(r *replay.Report) {
	rows.Reset()
	g := &rows.games[0]
	*g = game{
		source: r.Game.Source, variant: r.Variant, result: r.Game.Result, verdict: r.Verdict,
		plies: len(r.Moves), written: len(r.Game.Plies), variations: len(r.Variations),
		over: r.Over, turn: r.Final.Turn, claims: claims(r.Claims), variationMoves: variationMoves(r.Variations),
	}
	g.source.Width = nil
	if r.Score != nil {
		g.scored, g.score = true, *r.Score
	}
	for i, name := range tagNames {
		if value := r.Game.Tag(name); !unknown(value) {
			g.tags[i] = valid(value)
		}
	}
	g.date, _ = record.ParseDate(r.Game.Tag("Date"))
	if r.Final.Variant != record.UnknownVariant {
		g.final = r.Final.FEN()
	}
	if p, ok := r.Start(); ok {
		start := p.Record()
		g.start = start.FEN()
	}
	rows.addFaults(r)
	rows.addPlies(r)
	g.format, g.record = rows.recorded(r)
}

// addPlies adds the rows of the plies. What is after a move is before the next, but where
// the record sets up another position.
func (rows *Rows) addPlies(r *replay.Report) {
	index := &squareIndex[r.Variant]
	rows.plies = slices.Grow(rows.plies, len(r.Moves))
	setsUp := func(i int) bool {
		return i < len(r.Game.Plies) && r.Game.Plies[i].Note != nil && r.Game.Plies[i].Note.Setup != ""
	}
	for i, p := range r.Plies() {
		if i > 0 && !setsUp(i) {
			rows.reach(p.Before)
		}
		if p.Move == nil {
			break
		}
		rows.plies = append(rows.plies, ply{
			text: r.Moves[i], mover: p.Before.Turn(),
			from: index[p.Before.From(p.Move)], to: index[p.Before.To(p.Move)],
			captured: int8(p.Move.Captures()), promotion: p.Move.Promotes(), before: p.Before.Hash(),
		})
		if setsUp(i + 1) {
			after := p.After()
			rows.reach(&after)
		}
	}
}

// reach notes the position after the last of the plies. A quiet move changes nothing of
// the side that did not make it, unless another position was set up.
func (rows *Rows) reach(after *replay.Position) {
	i := len(rows.plies) - 1
	p := &rows.plies[i]
	p.after = after.Hash()
	other := p.mover.Other()
	p.have[p.mover] = countsOf(after.Census(p.mover))
	if i > 0 && p.captured == 0 && p.before == rows.plies[i-1].after {
		p.have[other] = rows.plies[i-1].have[other]
	} else {
		p.have[other] = countsOf(after.Census(other))
	}
}

func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// unknown reports whether a tag's value is unknown, which PDN writes "?", and of a date
// "????.??.??".
func unknown(value string) bool {
	return strings.Contains(value, "?") && strings.Trim(value, "?. ") == ""
}

// played returns the day of the date, in days since 1970-01-01; 0 where it has none.
func (g *game) played() int64 {
	if g.date.Day == 0 {
		return 0
	}
	day := time.Date(g.date.Year, time.Month(g.date.Month), g.date.Day, 0, 0, 0, 0, time.UTC)
	return day.Unix() / (24 * 60 * 60)
}

// addFaults adds the rows of the faults, and finds the first of the worst kind.
func (rows *Rows) addFaults(r *replay.Report) {
	if len(r.Faults) == 0 {
		return
	}
	at := make([]int, len(r.Faults))
	for i := range r.Faults {
		at[i] = r.Faults[i].At
	}
	worst := 0
	for i, place := range r.Game.Places(at...) {
		f := &r.Faults[i]
		if f.Severity > r.Faults[worst].Severity {
			worst = i
		}
		rows.faults = append(rows.faults, fault{
			code: string(f.Code), reason: string(f.Reason), word: valid(f.Word),
			message: valid(f.Message.In(rows.Language)), squares: strings.Join(f.Squares, " "),
			paragraph: string(f.Paragraph), suggestions: valid(strings.Join(f.Suggestions, "\n")),
			severity: int(f.Severity), ply: f.Ply, variation: f.Variation, line: place.Line,
			column: place.Column, byte: place.Byte,
		})
	}
	rows.games[0].worst = rows.faults[worst]
}

// claims returns the text of the draws that could have been claimed.
func claims(of []replay.Claim) string {
	var all []string
	for _, c := range of {
		all = append(all, string(c.Kind)+":"+strconv.Itoa(c.Ply))
	}
	return strings.Join(all, " ")
}

// variationMoves returns the text of the moves of variations.
func variationMoves(of []replay.Variation) string {
	var lines []string
	for i := range of {
		v := &of[i]
		line := strconv.Itoa(v.Of) + "." + strconv.Itoa(v.Ply) + ":"
		for _, move := range v.Moves {
			line += " " + move
		}
		if !v.Legal {
			line += "!"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// recorded returns the game as it was recorded, and the format in which that is, by its
// index.
func (rows *Rows) recorded(r *replay.Report) (format int, text string) {
	g := r.Game
	// All that reading the text depends on but the text itself: an encoding, what the
	// cutter found, the variant that was given.
	if rows.Verbatim && g.Text != "" && g.Source.Width == nil && len(g.Faults) == 0 &&
		(g.Format == "pdn" || g.Format == "sheet") && g.Variant != record.UnknownVariant && utf8.ValidString(g.Text) {
		return slices.Index(formatWords, g.Format), g.Text
	}
	w := jsonl.Writer{Language: rows.Language}
	rows.json = w.Append(rows.json[:0], r)
	return slices.Index(formatWords, "json"), strings.TrimSuffix(string(rows.json), "\n")
}
