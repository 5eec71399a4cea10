package columnar

import (
	"fmt"
	"math"
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

// Rows holds the rows of a judged game for all tables. Many goroutines may each fill their own, and
// one pass them to a Writer. The zero Rows is ready to use.
type Rows struct {
	// Verbatim states that games come unmodified from a grammar.Parser, so that their text
	// restores them. Otherwise each game is stored as its line of JSON, which is several times as
	// large.
	Verbatim bool
	Language message.Language // of messages
	Tags     []string         // tags with columns of their own, see Format.Tags
	FEN      bool             // add positions to plies

	variant record.Variant
	year    int
	game    []Cell // by column
	plies   []ply
	faults  []fault
}

// game is the data of a row of games.
type game struct {
	*replay.Report
	date         record.Date
	worst        fault  // the first of the greatest severity
	start, final string // FENs, "" if the variant is unknown
	format       int
	record       string
}

type ply struct {
	number        int
	text          string
	before, after uint64
	have          [2][7]int8 // by side, see countsOf
	mover         record.Colour
	from, to      int8
	captured      int8
	promotion     bool
	fen, clock    string
}

type fault struct {
	record.Fault
	record.Place
	said string
}

// Reset removes the game.
func (rows *Rows) Reset() { rows.game, rows.plies, rows.faults = nil, nil, nil }

// Fill replaces the rows by those of a judged game. It retains nothing of the report but strings.
func (rows *Rows) Fill(r *replay.Report) {
	rows.Reset()
	g := &game{Report: r}
	g.date, _ = record.ParseDate(r.Game.Tag("Date"))
	rows.variant, rows.year = r.Variant, g.date.Year
	if r.Final.Variant != record.UnknownVariant {
		g.final = r.Final.FEN()
	}
	if p, ok := r.Start(); ok {
		start := p.Record()
		g.start = start.FEN()
	}
	for i, place := range r.Places() {
		f := fault{r.Faults[i], place, r.Faults[i].Message.In(rows.Language)}
		if rows.faults = append(rows.faults, f); i == 0 || f.Severity > g.worst.Severity {
			g.worst = f
		}
	}
	rows.addPlies(r)
	g.format, g.record = rows.recorded(r)
	for i := range tables["games"] {
		rows.game = append(rows.game, tables["games"][i].cell(g))
	}
	for _, name := range rows.Tags {
		rows.game = append(rows.game, tagged(r.Game, name))
	}
}

func (rows *Rows) addPlies(r *replay.Report) {
	index := &squareIndex[r.Variant]
	rows.plies = slices.Grow(rows.plies, len(r.Moves))
	for i, p := range r.Plies() {
		if p.Move == nil {
			break
		}
		after := p.After()
		row := ply{
			number: i + 1, text: r.Moves[i], mover: p.Before.Turn(),
			from: index[p.Before.From(p.Move)], to: index[p.Before.To(p.Move)],
			captured: int8(p.Move.Captures()), promotion: p.Move.Promotes(),
			before: p.Before.Hash(), after: after.Hash(),
		}
		for side := range row.have {
			row.have[side] = countsOf(after.Census(record.Colour(side)))
		}
		if note := r.Game.Plies[i].Note; note != nil {
			row.clock = note.Clock
		}
		if rows.FEN {
			at := after.Record()
			row.fen = at.FEN()
		}
		rows.plies = append(rows.plies, row)
	}
}

// tagged returns the cell of a tag, missing if its value is unknown: "?", or "????.??.??" of a date.
func tagged(g *record.Game, name string) Cell {
	value := g.Tag(name)
	if strings.Contains(value, "?") && strings.Trim(value, "?. ") == "" {
		return Cell{}
	}
	return text(value)
}

// tags returns the tags as the text of a Map cell; of repeated names it keeps the first.
func (g *game) tags() string {
	var b strings.Builder
	again := make(map[string]bool, len(g.Game.Tags))
	for _, tag := range g.Game.Tags {
		if again[tag.Name] {
			continue
		}
		again[tag.Name] = true
		for _, text := range []string{tag.Name, tag.Value} {
			b.WriteString(strings.ReplaceAll(text, "\x00", "") + "\x00")
		}
	}
	return b.String()
}

// outcomeByOrder returns the outcome with WhiteWins for a win of the side that moves first.
func (g *game) outcomeByOrder() record.Outcome {
	if g.Game.Side(g.Variant.First(), 1) == record.Black {
		return g.Game.Result.Swapped().Outcome
	}
	return g.Game.Result.Outcome
}

// day returns a date in days since 1970-01-01.
func day(d record.Date) int64 {
	return time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
}

// points returns the cell of a side's points, missing unless the result is in points.
func (g *game) points(of float64) Cell {
	return known(math.Float64bits(of), g.Game.Result.Outcome == record.Points)
}

// score returns the cell of a side's score by the rules, missing if there is none.
func (g *game) score(side record.Colour) Cell {
	if g.Score == nil {
		return Cell{}
	}
	return known(g.Score[side], true)
}

// claims returns the draws that could have been claimed, as text.
func (g *game) claims() string {
	var all []string
	for _, c := range g.Claims {
		all = append(all, string(c.Kind)+":"+strconv.Itoa(c.Ply))
	}
	return strings.Join(all, " ")
}

// variationMoves returns the moves of the variations, one variation per line.
func (g *game) variationMoves() string {
	var lines []string
	for _, v := range g.Variations {
		line := append([]string{fmt.Sprintf("%d.%d:", v.Of, v.Ply)}, v.Moves...)
		lines = append(lines, strings.Join(line, " ")+map[bool]string{false: "!"}[v.Legal])
	}
	return strings.Join(lines, "\n")
}

// recorded returns the game as recorded, and the index of the format of that text.
func (rows *Rows) recorded(r *replay.Report) (format int, text string) {
	g := r.Game
	// The text restores the game only if parsing it depends on nothing else: an encoding, faults
	// that the cutter found, the default variant.
	if rows.Verbatim && g.Text != "" && g.Source.Width == nil && len(g.Faults) == 0 &&
		(g.Format == "pdn" || g.Format == "sheet") && g.Variant != record.UnknownVariant &&
		utf8.ValidString(g.Text) {
		return slices.Index(formatWords, g.Format), g.Text
	}
	line := string(jsonl.Append(nil, r, rows.Language))
	return slices.Index(formatWords, "json"), strings.TrimSuffix(line, "\n")
}
