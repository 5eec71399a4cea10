package columnar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// tables are all tables.
var tables = [...]table{
	{
		"games", columnsOf(gameColumns), func(*Rows) int { return 1 },
		func(v *Vector, i int, rows *Rows) {
			column := tagColumn("")
			if i < len(gameColumns) {
				column = gameColumns[i].Column
			}
			Add(v, &column, rows.game[i:i+1], itself)
		},
	},
	{"plies", columnsOf(plyColumns), func(rows *Rows) int { return len(rows.plies) }, fillPlies},
	{
		"faults", columnsOf(faultColumns), func(rows *Rows) int { return len(rows.faults) },
		func(v *Vector, i int, rows *Rows) {
			Add(v, &faultColumns[i].Column, rows.faults, faultColumns[i].value)
		},
	},
}

// Columns returns the columns of a table: games, in which a row is a game; plies, in which
// it is a legal move; or faults, in which it is something wrong with a game. The first is
// the number of the game.
func Columns(table string) []Column {
	for _, t := range tables {
		if t.name == table {
			return t.columns
		}
	}
	return nil
}

// gameColumns are the columns of games, in which a row is a game.
var gameColumns = []column[game]{
	{Column{Name: "id", Type: Int64, Meaning: "the game in this dataset, from 1 in the order of the input; plies.game refers to it"},
		func(*game) Cell { return Cell{} }},
	{Column{Name: "file", Type: Text, Meaning: "the file that the game was recorded in, as the user named it; - is standard input, empty for a game that is in none"},
		func(g *game) Cell { return text(g.Game.Source.File) }},
	{Column{Name: "number", Type: Int32, Meaning: "the game's number in the file, from 1"},
		func(g *game) Cell { return number(g.Game.Source.Number) }},
	{Column{Name: "line", Type: Int32, Unit: "lines", Meaning: "the line of the file where the game's text begins, from 1"},
		func(g *game) Cell { return number(g.Game.Source.Line) }},
	{Column{Name: "byte", Type: Int64, Unit: "bytes", Meaning: "the offset of the game's text in the unpacked file, from 0"},
		func(g *game) Cell { return number(g.Game.Source.Offset) }},
	{Column{Name: "variant", Type: Symbol, Words: variantWords, Meaning: "the game that is played; unknown if the record does not show it"},
		func(g *game) Cell { return number(g.Variant) }},
	tag("White", "the player of the white pieces, as written"),
	tag("Black", "the player of the black pieces, as written"),
	tag("Event", "the tournament, as written"),
	tag("Site", "the place of the tournament, as written"),
	tag("Round", "the round, as written"),
	tag("Date", "the date, as written"),
	{Column{Name: "played", Optional: true, Type: Date, Unit: "days", Meaning: "the day on which the game was played, where the date has one"},
		func(g *game) Cell { return known(day(g.date), g.date.Day > 0) }},
	{Column{Name: "year", Type: Int16, Unit: "years", Optional: true, Meaning: "the year of the date"},
		func(g *game) Cell { return number(g.date.Year) }},
	{Column{Name: "month", Type: Int8, Unit: "months", Optional: true, Meaning: "the month of the date, 1 to 12"},
		func(g *game) Cell { return number(g.date.Month) }},
	{Column{Name: "day", Type: Int8, Unit: "days", Optional: true, Meaning: "the day of the month, 1 to 31"},
		func(g *game) Cell { return number(g.date.Day) }},
	{Column{Name: "result", Type: Text, Optional: true, Meaning: "the recorded result as PDN spells it: 1-0, 0-1, 1/2-1/2, points such as 17-7, *; +/-, -/+ or -/- for a game that was not played"},
		func(g *game) Cell { return text(g.Game.Result.String()) }},
	{Column{Name: "outcome", Type: Symbol, Words: outcomeWords, Optional: true, Meaning: "what the recorded result says"},
		func(g *game) Cell { return number(g.Game.Result.Outcome) }},
	{Column{Name: "outcome_by_order", Type: Symbol, Words: orderWords, Optional: true, Meaning: "the same by who moves first in the game, which is Black in checkers and where the first position says so"},
		func(g *game) Cell { return number(g.outcomeByOrder()) }},
	{Column{Name: "manner", Type: Symbol, Words: jsonl.MannerNames, Optional: true, Meaning: "why the game ended so, where the record says it"},
		func(g *game) Cell { return number(g.Game.Result.Manner) }},
	{Column{Name: "white_points", Type: Float64, Optional: true, Unit: "points", Meaning: "White's points where the recorded result is in points"},
		func(g *game) Cell { return points(g.Game.Result, g.Game.Result.White) }},
	{Column{Name: "black_points", Type: Float64, Optional: true, Unit: "points", Meaning: "Black's points where the recorded result is in points"},
		func(g *game) Cell { return points(g.Game.Result, g.Game.Result.Black) }},
	{Column{Name: "verdict", Type: Symbol, Words: jsonl.VerdictNames, Meaning: "what replaying the game came to; repaired is legal once its spelling is put right"},
		func(g *game) Cell { return number(g.Verdict) }},
	{Column{Name: "fault", Type: Text, Optional: true, Meaning: "the code of the first fault of the worst kind, remarks included"},
		func(g *game) Cell { return text(string(g.worst.Code)) }},
	{Column{Name: "fault_reason", Type: Text, Optional: true, Meaning: "which rule forbids the move of this fault: capture-missed, other-side and the others that the JSON format has as reason"},
		func(g *game) Cell { return text(string(g.worst.Reason)) }},
	{Column{Name: "fault_ply", Type: Int32, Unit: "plies", Optional: true, Meaning: "the ply that this fault concerns, from 1, of a variation where the fault is in one"},
		func(g *game) Cell { return number(g.worst.Ply) }},
	{Column{Name: "fault_line", Type: Int32, Unit: "lines", Optional: true, Meaning: "the line of the file with this fault, from 1"},
		func(g *game) Cell { return number(g.worst.Line) }},
	{Column{Name: "fault_column", Type: Int32, Unit: "characters", Optional: true, Meaning: "its column, from 1"},
		func(g *game) Cell { return number(g.worst.Column) }},
	{Column{Name: "fault_message", Type: Text, Optional: true, Meaning: "what is wrong, what was expected and what was probably meant, in the requested language"},
		func(g *game) Cell { return text(g.worst.said) }},
	{Column{Name: "plies", Type: Int32, Unit: "plies", Meaning: "the number of legal moves, up to the first fault that stops the game: rows of plies"},
		func(g *game) Cell { return number(len(g.Moves)) }},
	{Column{Name: "written", Type: Int32, Unit: "plies", Meaning: "the number of moves in the record"},
		func(g *game) Cell { return number(len(g.Game.Plies)) }},
	{Column{Name: "start", Type: Text, Unit: "FEN", Optional: true, Meaning: "the position before the first move"},
		func(g *game) Cell { return text(g.start) }},
	{Column{Name: "final", Type: Text, Unit: "FEN", Distinct: true, Optional: true, Meaning: "the position after the last legal move"},
		func(g *game) Cell { return text(g.final) }},
	{Column{Name: "over", Optional: true, Type: Bool, Meaning: "the side to move in the final position has no move"},
		func(g *game) Cell { return known(truth(g.Over), g.final != "") }},
	{Column{Name: "turn", Optional: true, Type: Symbol, Words: sideWords, Meaning: "the side to move in the final position"},
		func(g *game) Cell { return known(g.Final.Turn, g.final != "") }},
	{Column{Name: "white_score", Optional: true, Type: Int8, Unit: "points", Meaning: "White's points by the rules of Adiukh 5"},
		func(g *game) Cell { return g.score(record.White) }},
	{Column{Name: "black_score", Optional: true, Type: Int8, Unit: "points", Meaning: "Black's"},
		func(g *game) Cell { return g.score(record.Black) }},
	{Column{Name: "claims", Type: Text, Meaning: "the draws that could have been claimed, each as ground:ply after which, with spaces between, such as repetition:40; empty for none"},
		func(g *game) Cell { return text(claims(g.Claims)) }},
	{Column{Name: "variations", Type: Int32, Meaning: "the number of variations in the record"},
		func(g *game) Cell { return number(len(g.Variations)) }},
	{Column{Name: "variation_moves", Type: Text, Meaning: "their legal moves in full, in the order of the record, a line for each: the number of the variation that contains it, 0 for the game's own moves, a full stop, the ply of that in place of which it begins, a colon, the moves with spaces between and ! after the last where the next is not legal, such as 0.12: c7-b6 d4-c5"},
		func(g *game) Cell { return text(variationMoves(g.Variations)) }},
	{Column{Name: "format", Type: Symbol, Words: formatWords, Meaning: "how record is written"},
		func(g *game) Cell { return number(g.format) }},
	{Column{Name: "record", Type: Text, Distinct: true, Meaning: "the game as it was recorded, all of it: its own text, or an object of the JSON format where that text alone does not give the game again"},
		func(g *game) Cell { return text(g.record) }},
	{Column{Name: "tags", Type: Map, OnRequest: true, Meaning: "all tags of the record by their names as PDN has them, as written: Elo, title, clocks, UTCDate and others that no column has; the first of those of one name"},
		func(g *game) Cell { return text(g.tags()) }},
}

// TagPrefix is what the name of the column of a tag begins with: tag:WhiteElo.
const TagPrefix = "tag:"

// tagColumn is the column of a tag, which is written on request.
func tagColumn(name string) Column {
	return Column{Name: TagPrefix + name, Type: Text, Optional: true, Meaning: "the tag " + name + " of the record, as written"}
}

// tag describes the column of a tag.
func tag(name, meaning string) column[game] {
	return column[game]{
		Column{Name: strings.ToLower(name), Type: Text, Optional: true, Meaning: meaning},
		func(g *game) Cell { return text(tagged(g.Game, name)) },
	}
}

// plyColumns are the columns of plies, in which a row is a legal move.
var plyColumns = append([]column[ply]{
	{Column: Column{Name: "game", Type: Int64, Meaning: "games.id"}},
	{Column{Name: "ply", Type: Int32, Unit: "plies", Meaning: "the move's number, both sides' counted, from 1"},
		func(p *ply) Cell { return number(p.number) }},
	{Column{Name: "mover", Type: Symbol, Words: sideWords[:2], Meaning: "the side that moves"},
		func(p *ply) Cell { return number(p.mover) }},
	{Column{Name: "move", Type: Text, Meaning: "the move in full: c3-b4, a3:a7, f8:a3:c1:f4:h2, 9-12"},
		func(p *ply) Cell { return Cell{Text: p.text} }},
	{Column{Name: "from", Type: Symbol, Words: squareWords, Meaning: "the square where the move starts, as the variant's board names it"},
		func(p *ply) Cell { return number(p.from) }},
	{Column{Name: "to", Type: Symbol, Words: squareWords, Meaning: "the square where the move ends"},
		func(p *ply) Cell { return number(p.to) }},
	{Column{Name: "captured", Type: Int8, Unit: "pieces", Meaning: "the number of pieces that the move captures"},
		func(p *ply) Cell { return number(p.captured) }},
	{Column{Name: "promotion", Type: Bool, Meaning: "the move gives a man a king's mark; never so in Adiukh, which has none"},
		func(p *ply) Cell { return number(truth(p.promotion)) }},
	{Column{Name: "hash_before", Type: Int64, Distinct: true, OnRequest: true, Meaning: "64 bits that tell the position before the move, side to move included; the same for the same position of the same variant"},
		func(p *ply) Cell { return number(p.before) }},
	{Column{Name: "hash_after", Type: Int64, Distinct: true, Meaning: "the same of the position after the move"},
		func(p *ply) Cell { return number(p.after) }},
	{Column{Name: "clock", Type: Text, Optional: true, Meaning: "the clock commands beside the move, as PDN has them: [%clk 1:55:21], [%emt 12], [%post 01.03 03.03 2 2]"},
		func(p *ply) Cell { return text(p.clock) }},
	{Column{Name: "fen", Type: Text, Unit: "FEN", Optional: true, OnRequest: true, Meaning: "the position after the move"},
		func(p *ply) Cell { return text(p.fen) }},
}, countColumns()...)

// counts are what there is of a side after a move: what follows white_ and black_ in the
// names of their columns, and what the two mean.
var counts = [...]struct{ name, unit, white, black string }{
	{"towers", "towers", "White's towers after the move, lone pieces included", "Black's"},
	{"pieces", "pieces", "the pieces in White's towers, prisoners included", "those in Black's"},
	{"prisoners", "pieces", "the black pieces in White's towers", "the white pieces in Black's towers"},
	{"kings", "towers", "White's towers that are kings", "Black's"},
	{"tallest", "pieces", "the height of White's tallest tower; 0 where it has none", "that of Black's"},
	{"home", "pieces", "of white_pieces, those on the half of the board where White began", "of black_pieces, those on the half where Black began"},
	{"away", "pieces", "of white_pieces, those on the other half; the middle rank of an odd board is in neither", "of black_pieces, those on the other half"},
}

// countsOf returns what there is of a side, in the order of counts.
func countsOf(c replay.Census) [len(counts)]int8 {
	return [...]int8{
		int8(c.Towers), int8(c.Pieces), int8(c.Prisoners), int8(c.Kings), int8(c.Tallest), int8(c.Home), int8(c.Away),
	}
}

// countColumns returns the columns of counts, which fillPlies fills.
func countColumns() (columns []column[ply]) {
	for _, c := range counts {
		for side, meaning := range []string{c.white, c.black} {
			name := sideWords[side] + "_" + c.name
			columns = append(columns, column[ply]{Column: Column{Name: name, Type: Int8, Unit: c.unit, Meaning: meaning}})
		}
	}
	return columns
}

// fillPlies adds the values of a column of plies. Most are counts, which are not worth a call
// each.
func fillPlies(v *Vector, i int, rows *Rows) {
	count := i - (len(plyColumns) - 2*len(counts))
	if count < 0 {
		Add(v, &plyColumns[i].Column, rows.plies, plyColumns[i].value)
		return
	}
	side, of := count%2, count/2
	for p := range rows.plies {
		v.Fixed = append(v.Fixed, byte(rows.plies[p].have[side][of]))
	}
}

// faultColumns are the columns of faults, in which a row is something wrong with a game.
var faultColumns = []column[fault]{
	{Column: Column{Name: "game", Type: Int64, Meaning: "games.id"}},
	{Column{Name: "code", Type: Text, Meaning: "the code of the fault, as the JSON format has it"},
		func(f *fault) Cell { return text(string(f.Code)) }},
	{Column{Name: "reason", Type: Text, Optional: true, Meaning: "which rule forbids the move, or what exactly is wrong, as the JSON format has it"},
		func(f *fault) Cell { return text(string(f.Reason)) }},
	{Column{Name: "severity", Type: Symbol, Words: jsonl.SeverityNames, Meaning: "what the fault means for the game: a remark touches no move, what is repaired is read differently from what is written"},
		func(f *fault) Cell { return number(f.Severity) }},
	{Column{Name: "ply", Type: Int32, Unit: "plies", Optional: true, Meaning: "the ply that the fault concerns, from 1, of the game or of the variation"},
		func(f *fault) Cell { return number(f.Ply) }},
	{Column{Name: "variation", Type: Int32, Optional: true, Meaning: "the number of its variation, in the order of the record, from 1"},
		func(f *fault) Cell { return number(f.Variation) }},
	{Column{Name: "line", Type: Int32, Unit: "lines", Meaning: "its line in the file, from 1"},
		func(f *fault) Cell { return number(f.Line) }},
	{Column{Name: "column", Type: Int32, Unit: "characters", Meaning: "its column, from 1"},
		func(f *fault) Cell { return number(f.Column) }},
	{Column{Name: "byte", Type: Int64, Unit: "bytes", Meaning: "its offset in the unpacked file, from 0"},
		func(f *fault) Cell { return number(f.Byte) }},
	{Column{Name: "word", Type: Text, Optional: true, Meaning: "what is wrong, as written"},
		func(f *fault) Cell { return text(f.Word) }},
	{Column{Name: "message", Type: Text, Meaning: "what is wrong, what was expected and what was probably meant, in the requested language"},
		func(f *fault) Cell { return text(f.said) }},
	{Column{Name: "squares", Type: Text, Optional: true, Meaning: "the squares that the reason concerns, with spaces between"},
		func(f *fault) Cell { return text(strings.Join(f.Squares, " ")) }},
	{Column{Name: "paragraph", Type: Text, Optional: true, Meaning: "of the rule that the reason cites, such as Codex 1.6.1"},
		func(f *fault) Cell { return text(f.Paragraph) }},
	{Column{Name: "suggestions", Type: Text, Optional: true, Meaning: "what was probably meant, or can stand there, the best first, a line for each"},
		func(f *fault) Cell { return text(strings.Join(f.Suggestions, "\n")) }},
}

// The words of the symbols, by their index.
var (
	variantWords = namesOf(append([]record.Variant{record.UnknownVariant}, record.Variants()...)...)
	outcomeWords = []string{
		record.NoResult: "", record.WhiteWins: "white", record.BlackWins: "black", record.Draw: "draw",
		record.Points: "points", record.Unfinished: "unfinished", record.Unplayed: "unplayed",
	}
	orderWords  = slices.Concat([]string{record.NoResult: "", record.WhiteWins: "first", record.BlackWins: "second"}, outcomeWords[record.Draw:])
	sideWords   = append(namesOf(record.White, record.Black), "")
	formatWords = []string{"sheet", "pdn", "json"}

	// squareWords are the names of the squares of all boards, and squareIndex
	// the index of each by variant and square.
	squareWords, squareIndex = func() ([]string, [][256]int8) {
		var words []string
		index := make([][256]int8, len(variantWords))
		known := make(map[string]int8)
		for _, v := range record.Variants() {
			b := v.Board()
			for _, s := range b.Squares() {
				name := b.Name(s)
				i, ok := known[name]
				if !ok {
					i = int8(len(words))
					known[name] = i
					words = append(words, name)
				}
				index[v][s] = i
			}
		}
		return words, index
	}()
)

func namesOf[T fmt.Stringer](all ...T) (names []string) {
	for _, x := range all {
		names = append(names, x.String())
	}
	return names
}
