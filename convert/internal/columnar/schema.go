package columnar

import (
	"fmt"
	"math"
	"strings"

	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// tables are all tables.
var tables = [...]table{
	{"games", gameColumns, func(rows *Rows) int { return len(rows.games) }},
	{"plies", plyColumns, func(rows *Rows) int { return len(rows.plies) }},
	{"faults", faultColumns, func(rows *Rows) int { return len(rows.faults) }},
}

// Columns returns the columns of a table: games, in which a row is a game; plies, in which
// it is a legal move; or faults, in which it is something wrong with a game.
func Columns(table string) (columns []Column) {
	for i := range tables {
		if tables[i].name == table {
			return tables[i].chosen(nil).Columns
		}
	}
	return nil
}

// gameColumns are the columns of games, in which a row is a game.
var gameColumns = []column{
	games.index(Column{Name: "id", Type: Int64, Meaning: "the game in this dataset, from 1 in the order of the input; plies.game refers to it"},
		func(rows *Rows, _ int) int64 { return rows.id }),
	games.text(Column{Name: "file", Meaning: "the file that the game was recorded in, as the user named it; - is standard input, empty for a game that is in none"},
		func(g *game) string { return valid(g.source.File) }),
	games.number(Column{Name: "number", Type: Int32, Meaning: "the game's number in the file, from 1"},
		func(g *game) int64 { return int64(g.source.Number) }),
	games.number(Column{Name: "line", Type: Int32, Unit: "lines", Meaning: "the line of the file where the game's text begins, from 1"},
		func(g *game) int64 { return int64(g.source.Line) }),
	games.number(Column{Name: "byte", Type: Int64, Unit: "bytes", Meaning: "the offset of the game's text in the unpacked file, from 0"},
		func(g *game) int64 { return g.source.Offset }),
	games.number(Column{Name: "variant", Type: Symbol, Words: variantWords, Meaning: "the game that is played; unknown if the record does not show it"},
		func(g *game) int64 { return int64(g.variant) }),
	tag(0, "the player of the white pieces, as written"),
	tag(1, "the player of the black pieces, as written"),
	tag(2, "the tournament, as written"),
	tag(3, "the place of the tournament, as written"),
	tag(4, "the round, as written"),
	tag(5, "the date, as written"),
	games.optional(Column{Name: "played", Type: Date, Unit: "days", Meaning: "the day on which the game was played, where the date has one"},
		func(g *game) (int64, bool) { return g.played(), g.date.Day > 0 }),
	games.number(Column{Name: "year", Type: Int16, Unit: "years", Optional: true, Meaning: "the year of the date"},
		func(g *game) int64 { return int64(g.date.Year) }),
	games.number(Column{Name: "month", Type: Int8, Unit: "months", Optional: true, Meaning: "the month of the date, 1 to 12"},
		func(g *game) int64 { return int64(g.date.Month) }),
	games.number(Column{Name: "day", Type: Int8, Unit: "days", Optional: true, Meaning: "the day of the month, 1 to 31"},
		func(g *game) int64 { return int64(g.date.Day) }),
	games.text(Column{Name: "result", Optional: true, Meaning: "the recorded result as PDN spells it: 1-0, 0-1, 1/2-1/2, points such as 17-7, *; +/-, -/+ or -/- for a game that was not played"},
		func(g *game) string { return valid(g.result.String()) }),
	games.number(Column{Name: "outcome", Type: Symbol, Words: outcomeWords, Optional: true, Meaning: "what the recorded result says"},
		func(g *game) int64 { return int64(g.result.Outcome) }),
	games.number(Column{Name: "manner", Type: Symbol, Words: jsonl.MannerNames, Optional: true, Meaning: "why the game ended so, where the record says it"},
		func(g *game) int64 { return int64(g.result.Manner) }),
	games.optional(Column{Name: "white_points", Type: Float64, Unit: "points", Meaning: "White's points where the recorded result is in points"},
		func(g *game) (int64, bool) {
			return int64(math.Float64bits(g.result.White)), g.result.Outcome == record.Points
		}),
	games.optional(Column{Name: "black_points", Type: Float64, Unit: "points", Meaning: "Black's points where the recorded result is in points"},
		func(g *game) (int64, bool) {
			return int64(math.Float64bits(g.result.Black)), g.result.Outcome == record.Points
		}),
	games.number(Column{Name: "verdict", Type: Symbol, Words: jsonl.VerdictNames, Meaning: "what replaying the game came to; repaired is legal once its spelling is put right"},
		func(g *game) int64 { return int64(g.verdict) }),
	games.text(Column{Name: "fault", Optional: true, Meaning: "the code of the first fault of the worst kind, remarks included"},
		func(g *game) string { return g.worst.code }),
	games.text(Column{Name: "fault_reason", Optional: true, Meaning: "which rule forbids the move of this fault: capture-missed, other-side and the others that the JSON format has as reason"},
		func(g *game) string { return g.worst.reason }),
	games.number(Column{Name: "fault_ply", Type: Int32, Unit: "plies", Optional: true, Meaning: "the ply that this fault concerns, from 1, of a variation where the fault is in one"},
		func(g *game) int64 { return int64(g.worst.ply) }),
	games.number(Column{Name: "fault_line", Type: Int32, Unit: "lines", Optional: true, Meaning: "the line of the file with this fault, from 1"},
		func(g *game) int64 { return int64(g.worst.line) }),
	games.number(Column{Name: "fault_column", Type: Int32, Unit: "characters", Optional: true, Meaning: "its column, from 1"},
		func(g *game) int64 { return int64(g.worst.column) }),
	games.text(Column{Name: "fault_message", Optional: true, Meaning: "what is wrong, what was expected and what was probably meant, in the requested language"},
		func(g *game) string { return g.worst.message }),
	games.number(Column{Name: "plies", Type: Int32, Unit: "plies", Meaning: "the number of legal moves, up to the first fault that stops the game: rows of plies"},
		func(g *game) int64 { return int64(g.plies) }),
	games.number(Column{Name: "written", Type: Int32, Unit: "plies", Meaning: "the number of moves in the record"},
		func(g *game) int64 { return int64(g.written) }),
	games.text(Column{Name: "start", Unit: "FEN", Optional: true, Meaning: "the position before the first move"},
		func(g *game) string { return g.start }),
	games.text(Column{Name: "final", Unit: "FEN", Distinct: true, Optional: true, Meaning: "the position after the last legal move"},
		func(g *game) string { return g.final }),
	games.optional(Column{Name: "over", Type: Bool, Meaning: "the side to move in the final position has no move"},
		func(g *game) (int64, bool) { return truth(g.over), g.final != "" }),
	games.optional(Column{Name: "turn", Type: Symbol, Words: sideWords, Meaning: "the side to move in the final position"},
		func(g *game) (int64, bool) { return int64(g.turn), g.final != "" }),
	games.optional(Column{Name: "white_score", Type: Int8, Unit: "points", Meaning: "White's points by the rules of Adiukh 5"},
		func(g *game) (int64, bool) { return int64(g.score[0]), g.scored }),
	games.optional(Column{Name: "black_score", Type: Int8, Unit: "points", Meaning: "Black's"},
		func(g *game) (int64, bool) { return int64(g.score[1]), g.scored }),
	games.text(Column{Name: "claims", Meaning: "the draws that could have been claimed, each as ground:ply after which, with spaces between, such as repetition:40; empty for none"},
		func(g *game) string { return g.claims }),
	games.number(Column{Name: "variations", Type: Int32, Meaning: "the number of variations in the record"},
		func(g *game) int64 { return int64(g.variations) }),
	games.text(Column{Name: "variation_moves", Meaning: "their legal moves in full, in the order of the record, a line for each: the number of the variation that contains it, 0 for the game's own moves, a full stop, the ply of that in place of which it begins, a colon, the moves with spaces between and ! after the last where the next is not legal, such as 0.12: c7-b6 d4-c5"},
		func(g *game) string { return g.variationMoves }),
	games.number(Column{Name: "format", Type: Symbol, Words: formatWords, Meaning: "how record is written"},
		func(g *game) int64 { return int64(g.format) }),
	games.text(Column{Name: "record", Distinct: true, Meaning: "the game as it was recorded, all of it: its own text, or an object of the JSON format where that text alone does not give the game again"},
		func(g *game) string { return g.record }),
}

// tag describes the column of a tag.
func tag(i int, meaning string) column {
	return games.text(Column{Name: strings.ToLower(tagNames[i]), Optional: true, Meaning: meaning},
		func(g *game) string { return g.tags[i] })
}

// plyColumns are the columns of plies, in which a row is a legal move.
var plyColumns = append([]column{
	plies.index(Column{Name: "game", Type: Int64, Meaning: "games.id"},
		func(rows *Rows, _ int) int64 { return rows.id }),
	plies.index(Column{Name: "ply", Type: Int32, Unit: "plies", Meaning: "the move's number, both sides' counted, from 1"},
		func(_ *Rows, i int) int64 { return int64(i + 1) }),
	plies.number(Column{Name: "mover", Type: Symbol, Words: sideWords[:2], Meaning: "the side that moves"},
		func(p *ply) int64 { return int64(p.mover) }),
	plies.text(Column{Name: "move", Meaning: "the move in full: c3-b4, a3:a7, f8:a3:c1:f4:h2, 9-12"},
		func(p *ply) string { return p.text }),
	plies.number(Column{Name: "from", Type: Symbol, Words: squareWords, Meaning: "the square where the move starts, as the variant's board names it"},
		func(p *ply) int64 { return int64(p.from) }),
	plies.number(Column{Name: "to", Type: Symbol, Words: squareWords, Meaning: "the square where the move ends"},
		func(p *ply) int64 { return int64(p.to) }),
	plies.number(Column{Name: "captured", Type: Int8, Unit: "pieces", Meaning: "the number of pieces that the move captures"},
		func(p *ply) int64 { return int64(p.captured) }),
	plies.number(Column{Name: "promotion", Type: Bool, Meaning: "the move gives a man a king's mark; never so in Adiukh, which has none"},
		func(p *ply) int64 { return truth(p.promotion) }),
	plies.number(Column{Name: "hash_before", Type: Int64, Distinct: true, Meaning: "64 bits that tell the position before the move, side to move included; the same for the same position of the same variant"},
		func(p *ply) int64 { return int64(p.before) }),
	plies.number(Column{Name: "hash_after", Type: Int64, Distinct: true, Meaning: "the same of the position after the move"},
		func(p *ply) int64 { return int64(p.after) }),
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
		int8(c.Towers()), int8(c.Pieces()), int8(c.Prisoners()), int8(c.Kings()), int8(c.Tallest()), int8(c.Home()), int8(c.Away()),
	}
}

// countColumns returns the columns of counts.
func countColumns() (columns []column) {
	for i, c := range counts {
		for side, meaning := range []string{c.white, c.black} {
			columns = append(columns, column{
				Column{Name: sideWords[side] + "_" + c.name, Type: Int8, Unit: c.unit, Meaning: meaning},
				func(v *Vector, rows *Rows) {
					for p := range rows.plies {
						v.Fixed = append(v.Fixed, byte(rows.plies[p].have[side][i]))
					}
				},
			})
		}
	}
	return columns
}

// faultColumns are the columns of faults, in which a row is something wrong with a game.
var faultColumns = []column{
	faults.index(Column{Name: "game", Type: Int64, Meaning: "games.id"},
		func(rows *Rows, _ int) int64 { return rows.id }),
	faults.text(Column{Name: "code", Meaning: "the code of the fault, as the JSON format has it"},
		func(f *fault) string { return f.code }),
	faults.text(Column{Name: "reason", Optional: true, Meaning: "which rule forbids the move, or what exactly is wrong, as the JSON format has it"},
		func(f *fault) string { return f.reason }),
	faults.number(Column{Name: "severity", Type: Symbol, Words: jsonl.SeverityNames, Meaning: "what the fault means for the game: a remark touches no move, what is repaired is read differently from what is written"},
		func(f *fault) int64 { return int64(f.severity) }),
	faults.number(Column{Name: "ply", Type: Int32, Unit: "plies", Optional: true, Meaning: "the ply that the fault concerns, from 1, of the game or of the variation"},
		func(f *fault) int64 { return int64(f.ply) }),
	faults.number(Column{Name: "variation", Type: Int32, Optional: true, Meaning: "the number of its variation, in the order of the record, from 1"},
		func(f *fault) int64 { return int64(f.variation) }),
	faults.number(Column{Name: "line", Type: Int32, Unit: "lines", Meaning: "its line in the file, from 1"},
		func(f *fault) int64 { return int64(f.line) }),
	faults.number(Column{Name: "column", Type: Int32, Unit: "characters", Meaning: "its column, from 1"},
		func(f *fault) int64 { return int64(f.column) }),
	faults.number(Column{Name: "byte", Type: Int64, Unit: "bytes", Meaning: "its offset in the unpacked file, from 0"},
		func(f *fault) int64 { return f.byte }),
	faults.text(Column{Name: "word", Optional: true, Meaning: "what is wrong, as written"},
		func(f *fault) string { return f.word }),
	faults.text(Column{Name: "message", Meaning: "what is wrong, what was expected and what was probably meant, in the requested language"},
		func(f *fault) string { return f.message }),
	faults.text(Column{Name: "squares", Optional: true, Meaning: "the squares that the reason concerns, with spaces between"},
		func(f *fault) string { return f.squares }),
	faults.text(Column{Name: "paragraph", Optional: true, Meaning: "of the rule that the reason cites, such as Codex 1.6.1"},
		func(f *fault) string { return f.paragraph }),
	faults.text(Column{Name: "suggestions", Optional: true, Meaning: "what was probably meant, or can stand there, the best first, a line for each"},
		func(f *fault) string { return f.suggestions }),
}

// The words of the symbols, by their index.
var (
	variantWords = namesOf(append([]record.Variant{record.UnknownVariant}, record.Variants()...)...)
	outcomeWords = []string{
		record.NoResult: "", record.WhiteWins: "white", record.BlackWins: "black", record.Draw: "draw",
		record.Points: "points", record.Unfinished: "unfinished", record.Unplayed: "unplayed",
	}
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
