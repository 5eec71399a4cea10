package columnar

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// fillOf returns the function that fills the i-th column of a table.
func fillOf(table, name string, i int) func(*Vector, *Rows) {
	ofPly, ofFault := plyCells[name], faultCells[name]
	colour, what, _ := strings.Cut(name, "_")
	side, count := slices.Index(wordsOf["mover"], colour), slices.Index(counts, what)
	switch {
	case table == "games":
		return func(v *Vector, r *Rows) { v.Add(r.game[i]) }
	case table == "faults" && i > 0:
		return func(v *Vector, r *Rows) { add(v, r.faults, ofFault) }
	case table == "faults": // the number of the game
		return func(v *Vector, r *Rows) { add(v, r.faults, func(*fault) Cell { return r.game[0] }) }
	case i == 0:
		return func(v *Vector, r *Rows) { add(v, r.plies, func(*ply) Cell { return r.game[0] }) }
	case side >= 0 && count >= 0:
		ofPly = func(p *ply) Cell { return number(p.have[side][count]) }
	}
	return func(v *Vector, r *Rows) { add(v, r.plies, ofPly) }
}

func add[R any](v *Vector, rows []R, cellOf func(*R) Cell) {
	for i := range rows {
		v.Add(cellOf(&rows[i]))
	}
}

// gameCells return the cells of games by column, except the first, which Writer fills.
var gameCells = map[string]func(*game) Cell{
	"id":               func(*game) Cell { return Cell{} },
	"file":             func(g *game) Cell { return text(g.Game.Source.File) },
	"number":           func(g *game) Cell { return number(g.Game.Source.Number) },
	"line":             func(g *game) Cell { return number(g.Game.Source.Line) },
	"byte":             func(g *game) Cell { return number(g.Game.Place(0).Byte) },
	"variant":          func(g *game) Cell { return number(g.Variant) },
	"white":            func(g *game) Cell { return tagged(g.Game, "White") },
	"black":            func(g *game) Cell { return tagged(g.Game, "Black") },
	"event":            func(g *game) Cell { return tagged(g.Game, "Event") },
	"site":             func(g *game) Cell { return tagged(g.Game, "Site") },
	"round":            func(g *game) Cell { return tagged(g.Game, "Round") },
	"date":             func(g *game) Cell { return tagged(g.Game, "Date") },
	"played":           func(g *game) Cell { return known(day(g.date), g.date.Day > 0) },
	"year":             func(g *game) Cell { return number(g.date.Year) },
	"month":            func(g *game) Cell { return number(g.date.Month) },
	"day":              func(g *game) Cell { return number(g.date.Day) },
	"result":           func(g *game) Cell { return text(g.Game.Result.String()) },
	"outcome":          func(g *game) Cell { return number(g.Game.Result.Outcome) },
	"outcome_by_order": func(g *game) Cell { return number(g.outcomeByOrder()) },
	"manner":           func(g *game) Cell { return number(g.Game.Result.Manner) },
	"white_points":     func(g *game) Cell { return g.points(g.Game.Result.White) },
	"black_points":     func(g *game) Cell { return g.points(g.Game.Result.Black) },
	"verdict":          func(g *game) Cell { return number(g.Verdict) },
	"fault":            func(g *game) Cell { return text(string(g.worst.Code)) },
	"fault_reason":     func(g *game) Cell { return text(string(g.worst.Reason)) },
	"fault_ply":        func(g *game) Cell { return number(g.worst.Ply) },
	"fault_line":       func(g *game) Cell { return number(g.worst.Line) },
	"fault_column":     func(g *game) Cell { return number(g.worst.Column) },
	"fault_message":    func(g *game) Cell { return text(g.worst.said) },
	"plies":            func(g *game) Cell { return number(len(g.Moves)) },
	"written":          func(g *game) Cell { return number(len(g.Game.Plies)) },
	"start":            func(g *game) Cell { return text(g.start) },
	"final":            func(g *game) Cell { return text(g.final) },
	"over":             func(g *game) Cell { return known(Truth(g.Over), g.final != "") },
	"turn":             func(g *game) Cell { return known(g.Final.Turn, g.final != "") },
	"white_score":      func(g *game) Cell { return g.score(record.White) },
	"black_score":      func(g *game) Cell { return g.score(record.Black) },
	"claims":           func(g *game) Cell { return text(g.claims()) },
	"variations":       func(g *game) Cell { return number(len(g.Variations)) },
	"variation_moves":  func(g *game) Cell { return text(g.variationMoves()) },
	"format":           func(g *game) Cell { return number(g.format) },
	"record":           func(g *game) Cell { return text(g.record) },
	"tags":             func(g *game) Cell { return text(g.tags()) },
}

// TagPrefix is the prefix of columns of tags: tag:WhiteElo.
const TagPrefix = "tag:"

// plyCells return the cells of plies by column, except the first and the counts.
var plyCells = map[string]func(*ply) Cell{
	"ply":         func(p *ply) Cell { return number(p.number) },
	"mover":       func(p *ply) Cell { return number(p.mover) },
	"move":        func(p *ply) Cell { return Cell{Text: p.text} },
	"from":        func(p *ply) Cell { return number(p.from) },
	"to":          func(p *ply) Cell { return number(p.to) },
	"captured":    func(p *ply) Cell { return number(p.captured) },
	"promotion":   func(p *ply) Cell { return number(Truth(p.promotion)) },
	"hash_before": func(p *ply) Cell { return number(p.before) },
	"hash_after":  func(p *ply) Cell { return number(p.after) },
	"clock":       func(p *ply) Cell { return text(p.clock) },
	"fen":         func(p *ply) Cell { return text(p.fen) },
}

// counts are the columns that count a side's pieces after a move, without white_ or black_.
var counts = []string{"towers", "pieces", "prisoners", "kings", "tallest", "home", "away"}

// countsOf returns the counts of a side, in the order of counts.
func countsOf(c replay.Census) [7]int8 {
	return [...]int8{
		int8(c.Towers), int8(c.Pieces), int8(c.Prisoners), int8(c.Kings), int8(c.Tallest),
		int8(c.Home), int8(c.Away),
	}
}

// faultCells return the cells of faults by column, except the first.
var faultCells = map[string]func(*fault) Cell{
	"code":        func(f *fault) Cell { return text(string(f.Code)) },
	"reason":      func(f *fault) Cell { return text(string(f.Reason)) },
	"severity":    func(f *fault) Cell { return number(f.Severity) },
	"ply":         func(f *fault) Cell { return number(f.Ply) },
	"variation":   func(f *fault) Cell { return number(f.Variation) },
	"line":        func(f *fault) Cell { return number(f.Line) },
	"column":      func(f *fault) Cell { return number(f.Column) },
	"byte":        func(f *fault) Cell { return number(f.Byte) },
	"word":        func(f *fault) Cell { return text(f.Word) },
	"message":     func(f *fault) Cell { return text(f.said) },
	"squares":     func(f *fault) Cell { return text(strings.Join(f.Squares, " ")) },
	"paragraph":   func(f *fault) Cell { return text(f.Paragraph) },
	"suggestions": func(f *fault) Cell { return text(strings.Join(f.Suggestions, "\n")) },
}

// wordsOf are the words of Symbol columns, by index.
var wordsOf = map[string][]string{
	"variant":          variantWords,
	"outcome":          outcomeWords,
	"outcome_by_order": slices.Concat(orderWords, outcomeWords[record.Draw:]),
	"manner":           jsonl.MannerNames,
	"verdict":          jsonl.VerdictNames,
	"severity":         jsonl.SeverityNames,
	"turn":             append(jsonl.NamesOf(record.White, record.Black), ""),
	"mover":            jsonl.NamesOf(record.White, record.Black),
	"format":           formatWords,
	"from":             squareWords,
	"to":               squareWords,
}

var (
	variantWords = append(jsonl.NamesOf(record.UnknownVariant), record.VariantNames()...)
	outcomeWords = []string{
		record.NoResult: "", record.WhiteWins: "white", record.BlackWins: "black",
		record.Draw: "draw", record.Points: "points", record.Unfinished: "unfinished",
		record.Unplayed: "unplayed",
	}
	orderWords  = []string{record.NoResult: "", record.WhiteWins: "first", record.BlackWins: "second"}
	formatWords = jsonl.NamesOf(grammar.Sheet, grammar.PDN, grammar.JSON)

	// squareWords are the names of the squares of all boards; squareIndex has the index of each by
	// variant and square.
	squareWords, squareIndex = func() (words []string, index [][256]int8) {
		index = make([][256]int8, len(variantWords))
		known := make(map[string]int8)
		for _, v := range record.Variants() {
			b := v.Board()
			for _, s := range b.Squares() {
				name := b.Name(s)
				if _, ok := known[name]; !ok {
					known[name] = int8(len(words))
					words = append(words, name)
				}
				index[v][s] = known[name]
			}
		}
		return words, index
	}()
)
