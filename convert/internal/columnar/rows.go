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

// Rows is the rows of some games in all tables, not yet in a dataset. Many
// goroutines may each fill their own and one hand them to a Writer. The zero
// Rows is ready.
type Rows struct {
	// Verbatim says that the games come from a grammar.Parser and nothing in
	// them was changed, so that their text gives them again. Else each game is
	// kept as its line of JSON, which takes several times as much room.
	Verbatim bool
	Language message.Language // of what is said of faults

	games, plies, faults *Table // in which the games are numbered from 1; nil before the first
	ends                 []end  // of each game

	ply   []ply   // of the game that is added
	fault []fault // likewise
	json  []byte  // reused
}

// end is how many rows the tables have after a game.
type end struct{ plies, faults int }

// game is what a row of games is made of. What is not known is empty or 0.
type game struct {
	*replay.Report
	id           int
	tags         tags
	date         record.Date
	worst        fault // the first of the worst kind
	start, final string
	format       int
	record       string
}

// tags are those of which each has a column.
type tags struct{ white, black, event, site, round, date string }

// ply is what a row of plies is made of.
type ply struct {
	game, n         int
	text            string
	mover, from, to int
	captured        int
	promotion       bool
	before, after   uint64
	have            [2]replay.Census
}

// fault is what a row of faults is made of.
type fault struct {
	game                                   int
	code, reason, word, message            string
	squares, paragraph, suggestions        string
	severity, ply, variation, line, column int
	byte                                   int64
}

// Reset empties the rows and keeps their memory.
func (rows *Rows) Reset() {
	if rows.games != nil {
		rows.games.reset()
		rows.plies.reset()
		rows.faults.reset()
	}
	rows.ends = rows.ends[:0]
}

// Add adds a judged game.
func (rows *Rows) Add(r *replay.Report) {
	if rows.games == nil {
		rows.games, rows.plies, rows.faults = newTable(Games()), newTable(Plies()), newTable(Faults())
	}
	g := game{Report: r, id: len(rows.ends) + 1}
	hasFEN := g.readTags()
	rows.addFaults(&g)
	g.positions(hasFEN)
	g.format, g.record = rows.recorded(r)
	rows.addPlies(&g)
	fillRows(rows.games, gameColumns, []game{g})
	rows.ends = append(rows.ends, end{rows.plies.Rows, rows.faults.Rows})
}

// addPlies adds the rows of the plies. What is after a move is before the next, but where
// the record sets up another position.
func (rows *Rows) addPlies(g *game) {
	index := &squareIndex[g.Variant]
	rows.ply = rows.ply[:0]
	setsUp := func(i int) bool {
		return i < len(g.Game.Plies) && g.Game.Plies[i].Note != nil && g.Game.Plies[i].Note.Setup != ""
	}
	for i, p := range g.Plies() {
		if i > 0 && !setsUp(i) {
			rows.reach(p.Before)
		}
		if p.Move == nil {
			break
		}
		rows.ply = append(rows.ply, ply{
			game: g.id, n: i + 1, text: g.Moves[i], mover: int(p.Before.Turn()),
			from: int(index[p.Before.From(p.Move)]), to: int(index[p.Before.To(p.Move)]),
			captured: p.Move.Captures(), promotion: p.Move.Promotes(), before: p.Before.Hash(),
		})
		if setsUp(i + 1) {
			after := p.After()
			rows.reach(&after)
		}
	}
	fillRows(rows.plies, plyColumns, rows.ply)
}

// reach notes the position after the last of the game's plies. A quiet move changes
// nothing of the side that did not make it, unless another position was set up.
func (rows *Rows) reach(after *replay.Position) {
	i := len(rows.ply) - 1
	p := &rows.ply[i]
	p.after = after.Hash()
	mover := record.Colour(p.mover)
	p.have[mover] = after.Census(mover)
	if i > 0 && p.captured == 0 && p.before == rows.ply[i-1].after {
		p.have[mover.Other()] = rows.ply[i-1].have[mover.Other()]
	} else {
		p.have[mover.Other()] = after.Census(mover.Other())
	}
}

func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// unknown says whether a tag's value says that nobody knows it, as PDN does: "?", and
// of a date "????.??.??".
func unknown(value string) bool {
	return strings.Contains(value, "?") && strings.Trim(value, "?. ") == ""
}

// readTags reads what is in tags, of each name the first, and says whether there is
// one FEN that is not empty.
func (g *game) readTags() (hasFEN bool) {
	fen := ""
	columns := [...]struct {
		name string
		text *string
	}{
		{"White", &g.tags.white}, {"Black", &g.tags.black}, {"Event", &g.tags.event}, {"Site", &g.tags.site},
		{"Round", &g.tags.round}, {"Date", &g.tags.date}, {"FEN", &fen},
	}
	for _, c := range columns {
		value := g.Game.Tag(c.name)
		if *c.text = valid(value); c.text != &fen && unknown(value) {
			*c.text = ""
		}
	}
	g.date, _ = record.ParseDate(g.Game.Tag("Date"))
	return fen != ""
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
func (rows *Rows) addFaults(g *game) {
	if len(g.Faults) == 0 {
		return
	}
	at := make([]int, len(g.Faults))
	for i := range g.Faults {
		at[i] = g.Faults[i].At
	}
	worst := 0
	rows.fault = rows.fault[:0]
	for i, place := range g.Game.Places(at...) {
		f := &g.Faults[i]
		if f.Severity > g.Faults[worst].Severity {
			worst = i
		}
		rows.fault = append(rows.fault, fault{
			game: g.id, code: string(f.Code), reason: string(f.Reason), word: valid(f.Word),
			message: valid(f.Message.In(rows.Language)), squares: strings.Join(f.Squares, " "),
			paragraph: string(f.Paragraph), suggestions: valid(strings.Join(f.Suggestions, "\n")),
			severity: int(f.Severity), ply: f.Ply, variation: f.Variation, line: place.Line,
			column: place.Column, byte: place.Byte,
		})
	}
	g.worst = rows.fault[worst]
	fillRows(rows.faults, faultColumns, rows.fault)
	clear(rows.fault) // let go of the texts
}

// positions finds the first and the last position.
func (g *game) positions(hasFEN bool) {
	if g.Final.Variant == record.UnknownVariant {
		return
	}
	g.final = g.Final.FEN()
	if g.Game.Start == nil && !hasFEN {
		g.start = startFEN[g.Variant]
	} else if p, ok := g.Start(); ok {
		start := p.Record()
		g.start = start.FEN()
	}
}

// score returns the points of a side; 0 where the game has none.
func (g *game) score(side int) int {
	if g.Score == nil {
		return 0
	}
	return g.Score[side]
}

// claims returns the text of the draws that could have been claimed.
func (g *game) claims() string {
	var all []string
	for _, c := range g.Claims {
		all = append(all, string(c.Kind)+":"+strconv.Itoa(c.Ply))
	}
	return strings.Join(all, " ")
}

// variationMoves returns the text of the moves of variations.
func (g *game) variationMoves() string {
	var lines []string
	for i := range g.Variations {
		v := &g.Variations[i]
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
