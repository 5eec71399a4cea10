package columnar

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Games returns the columns of the table games, in which a row is a game.
func Games() []Column { return columnsOf(gameColumns) }

// Plies returns the columns of the table plies, in which a row is a legal move.
func Plies() []Column { return columnsOf(plyColumns) }

// Faults returns the columns of the table faults, in which a row is something wrong
// with a game.
func Faults() []Column { return columnsOf(faultColumns) }

// gameColumns are the columns of games, in which a row is a game.
var gameColumns = []column[game]{
	{Column{Name: "id", Type: Int64, Meaning: "the game in this dataset, from 1 in the order of the input; plies.game refers to it"},
		numbers(func(g *game) int64 { return int64(g.id) }), nil},
	{Column{Name: "file", Type: Text, Meaning: "the file that the game was recorded in, as the user named it; - is standard input, empty for a game that is in none"},
		texts(func(g *game) string { return valid(g.Game.Source.File) }), nil},
	{Column{Name: "number", Type: Int32, Meaning: "the game's number in the file, from 1"},
		numbers(func(g *game) int64 { return int64(g.Game.Source.Number) }), nil},
	{Column{Name: "line", Type: Int32, Unit: "lines", Meaning: "the line of the file where the game's text begins, from 1"},
		numbers(func(g *game) int64 { return int64(g.Game.Source.Line) }), nil},
	{Column{Name: "byte", Type: Int64, Unit: "bytes", Meaning: "the offset of the game's text in the unpacked file, from 0"},
		numbers(func(g *game) int64 { return g.Game.Source.Offset }), nil},
	{Column{Name: "variant", Type: Symbol, Words: variantWords, Meaning: "the game that is played; unknown where nothing tells"},
		numbers(func(g *game) int64 { return int64(g.Variant) }), nil},
	{Column{Name: "white", Type: Text, Optional: true, Meaning: "the player of the white pieces, as written"},
		texts(func(g *game) string { return g.tags.white }), nil},
	{Column{Name: "black", Type: Text, Optional: true, Meaning: "the player of the black pieces, as written"},
		texts(func(g *game) string { return g.tags.black }), nil},
	{Column{Name: "event", Type: Text, Optional: true, Meaning: "the tournament, as written"},
		texts(func(g *game) string { return g.tags.event }), nil},
	{Column{Name: "site", Type: Text, Optional: true, Meaning: "the place of the tournament, as written"},
		texts(func(g *game) string { return g.tags.site }), nil},
	{Column{Name: "round", Type: Text, Optional: true, Meaning: "the round, as written"},
		texts(func(g *game) string { return g.tags.round }), nil},
	{Column{Name: "date", Type: Text, Optional: true, Meaning: "the date, as written"},
		texts(func(g *game) string { return g.tags.date }), nil},
	{Column{Name: "played", Type: Date, Unit: "days", Optional: true, Meaning: "the day on which the game was played, where the date has one"},
		numbers(func(g *game) int64 { return g.played() }), func(g *game) bool { return g.date.Day > 0 }},
	{Column{Name: "year", Type: Int16, Unit: "years", Optional: true, Meaning: "the year of the date"},
		numbers(func(g *game) int64 { return int64(g.date.Year) }), nil},
	{Column{Name: "month", Type: Int8, Unit: "months", Optional: true, Meaning: "the month of the date, 1 to 12"},
		numbers(func(g *game) int64 { return int64(g.date.Month) }), nil},
	{Column{Name: "day", Type: Int8, Unit: "days", Optional: true, Meaning: "the day of the month, 1 to 31"},
		numbers(func(g *game) int64 { return int64(g.date.Day) }), nil},
	{Column{Name: "result", Type: Text, Optional: true, Meaning: "the recorded result as PDN spells it: 1-0, 0-1, 1/2-1/2, points such as 17-7, *; +/-, -/+ or -/- for a game that was not played"},
		texts(func(g *game) string { return valid(g.Game.Result.String()) }), nil},
	{Column{Name: "outcome", Type: Symbol, Words: outcomeWords, Optional: true, Meaning: "what the recorded result says"},
		numbers(func(g *game) int64 { return int64(g.Game.Result.Outcome) }), nil},
	{Column{Name: "manner", Type: Symbol, Words: mannerWords, Optional: true, Meaning: "why the game ended so, where the record says it"},
		numbers(func(g *game) int64 { return int64(g.Game.Result.Manner) }), nil},
	{Column{Name: "white_points", Type: Float64, Unit: "points", Optional: true, Meaning: "White's points where the recorded result is in points"},
		fractions(func(g *game) float64 { return g.Game.Result.White }), func(g *game) bool { return g.Game.Result.Outcome == record.Points }},
	{Column{Name: "black_points", Type: Float64, Unit: "points", Optional: true, Meaning: "Black's points where the recorded result is in points"},
		fractions(func(g *game) float64 { return g.Game.Result.Black }), func(g *game) bool { return g.Game.Result.Outcome == record.Points }},
	{Column{Name: "verdict", Type: Symbol, Words: verdictWords, Meaning: "what replaying the game came to; repaired is legal once its spelling is put right"},
		numbers(func(g *game) int64 { return int64(g.Verdict) }), nil},
	{Column{Name: "fault", Type: Text, Optional: true, Meaning: "the code of the first fault of the worst kind, remarks included"},
		texts(func(g *game) string { return g.worst.code }), nil},
	{Column{Name: "fault_reason", Type: Text, Optional: true, Meaning: "which rule forbids the move of this fault: capture-missed, other-side and the others that the JSON format has as reason"},
		texts(func(g *game) string { return g.worst.reason }), nil},
	{Column{Name: "fault_ply", Type: Int32, Unit: "plies", Optional: true, Meaning: "the ply that this fault concerns, from 1, of a variation where the fault is in one"},
		numbers(func(g *game) int64 { return int64(g.worst.ply) }), nil},
	{Column{Name: "fault_line", Type: Int32, Unit: "lines", Optional: true, Meaning: "the line of the file where this fault stands, from 1"},
		numbers(func(g *game) int64 { return int64(g.worst.line) }), nil},
	{Column{Name: "fault_column", Type: Int32, Unit: "characters", Optional: true, Meaning: "its column, from 1"},
		numbers(func(g *game) int64 { return int64(g.worst.column) }), nil},
	{Column{Name: "fault_message", Type: Text, Optional: true, Meaning: "what is wrong, what was expected and what was probably meant, in the language that was asked for"},
		texts(func(g *game) string { return g.worst.message }), nil},
	{Column{Name: "plies", Type: Int32, Unit: "plies", Meaning: "the number of legal moves, up to the first fault that stops the game: rows of plies"},
		numbers(func(g *game) int64 { return int64(len(g.Moves)) }), nil},
	{Column{Name: "written", Type: Int32, Unit: "plies", Meaning: "the number of moves in the record"},
		numbers(func(g *game) int64 { return int64(len(g.Game.Plies)) }), nil},
	{Column{Name: "start", Type: Text, Unit: "FEN", Optional: true, Meaning: "the position before the first move"},
		texts(func(g *game) string { return g.start }), nil},
	{Column{Name: "final", Type: Text, Unit: "FEN", Distinct: true, Optional: true, Meaning: "the position after the last legal move"},
		texts(func(g *game) string { return g.final }), nil},
	{Column{Name: "over", Type: Bool, Optional: true, Meaning: "the side to move in the final position has no move"},
		truths(func(g *game) bool { return g.Over }), func(g *game) bool { return g.final != "" }},
	{Column{Name: "turn", Type: Symbol, Words: sideWords, Optional: true, Meaning: "the side to move in the final position"},
		numbers(func(g *game) int64 { return int64(g.Final.Turn) }), func(g *game) bool { return g.final != "" }},
	{Column{Name: "white_score", Type: Int8, Unit: "points", Optional: true, Meaning: "White's points by the rules of Adiukh 5"},
		numbers(func(g *game) int64 { return int64(g.score(0)) }), func(g *game) bool { return g.Score != nil }},
	{Column{Name: "black_score", Type: Int8, Unit: "points", Optional: true, Meaning: "Black's"},
		numbers(func(g *game) int64 { return int64(g.score(1)) }), func(g *game) bool { return g.Score != nil }},
	{Column{Name: "claims", Type: Text, Meaning: "the draws that could have been claimed, each as ground:ply after which, with spaces between, such as repetition:40; empty for none"},
		texts(func(g *game) string { return g.claims() }), nil},
	{Column{Name: "variations", Type: Int32, Meaning: "the number of variations in the record"},
		numbers(func(g *game) int64 { return int64(len(g.Variations)) }), nil},
	{Column{Name: "variation_moves", Type: Text, Meaning: "their legal moves in full, in the order of the record, a line for each: the number of the variation in which it stands, 0 for the game's own moves, a full stop, the ply of that in place of which it begins, a colon, the moves with spaces between and ! behind the last where the next is not legal, such as 0.12: c7-b6 d4-c5"},
		texts(func(g *game) string { return g.variationMoves() }), nil},
	{Column{Name: "format", Type: Symbol, Words: formatWords, Meaning: "how record is written"},
		numbers(func(g *game) int64 { return int64(g.format) }), nil},
	{Column{Name: "record", Type: Text, Distinct: true, Meaning: "the game as it was recorded, all of it: its own text, or an object of the JSON format where that text alone does not give the game again"},
		texts(func(g *game) string { return g.record }), nil},
}

// plyColumns are the columns of plies, in which a row is a legal move.
var plyColumns = []column[ply]{
	{Column{Name: "game", Type: Int64, Meaning: "games.id"},
		numbers(func(p *ply) int64 { return int64(p.game) }), nil},
	{Column{Name: "ply", Type: Int32, Unit: "plies", Meaning: "the move's number, both sides' counted, from 1"},
		numbers(func(p *ply) int64 { return int64(p.n) }), nil},
	{Column{Name: "mover", Type: Symbol, Words: sideWords[:2], Meaning: "the side that moves"},
		numbers(func(p *ply) int64 { return int64(p.mover) }), nil},
	{Column{Name: "move", Type: Text, Meaning: "the move in full: c3-b4, a3:a7, f8:a3:c1:f4:h2, 9-12"},
		texts(func(p *ply) string { return p.text }), nil},
	{Column{Name: "from", Type: Symbol, Words: squareWords, Meaning: "the square where the move starts, as the variant's board names it"},
		numbers(func(p *ply) int64 { return int64(p.from) }), nil},
	{Column{Name: "to", Type: Symbol, Words: squareWords, Meaning: "the square where the move ends"},
		numbers(func(p *ply) int64 { return int64(p.to) }), nil},
	{Column{Name: "captured", Type: Int8, Unit: "pieces", Meaning: "the number of pieces that the move captures"},
		numbers(func(p *ply) int64 { return int64(p.captured) }), nil},
	{Column{Name: "promotion", Type: Bool, Meaning: "the move gives a man a king's mark; never so in Adiukh, which has none"},
		truths(func(p *ply) bool { return p.promotion }), nil},
	{Column{Name: "hash_before", Type: Int64, Distinct: true, Meaning: "64 bits that tell the position before the move, side to move included; the same for the same position of the same variant"},
		numbers(func(p *ply) int64 { return int64(p.before) }), nil},
	{Column{Name: "hash_after", Type: Int64, Distinct: true, Meaning: "the same of the position after the move"},
		numbers(func(p *ply) int64 { return int64(p.after) }), nil},
	{Column{Name: "white_towers", Type: Int8, Unit: "towers", Meaning: "White's towers after the move, lone pieces included"},
		numbers(func(p *ply) int64 { return int64(p.have[0].Towers()) }), nil},
	{Column{Name: "black_towers", Type: Int8, Unit: "towers", Meaning: "Black's"},
		numbers(func(p *ply) int64 { return int64(p.have[1].Towers()) }), nil},
	{Column{Name: "white_pieces", Type: Int8, Unit: "pieces", Meaning: "the pieces in White's towers, prisoners included"},
		numbers(func(p *ply) int64 { return int64(p.have[0].Pieces()) }), nil},
	{Column{Name: "black_pieces", Type: Int8, Unit: "pieces", Meaning: "those in Black's"},
		numbers(func(p *ply) int64 { return int64(p.have[1].Pieces()) }), nil},
	{Column{Name: "white_prisoners", Type: Int8, Unit: "pieces", Meaning: "the black pieces in White's towers"},
		numbers(func(p *ply) int64 { return int64(p.have[0].Prisoners()) }), nil},
	{Column{Name: "black_prisoners", Type: Int8, Unit: "pieces", Meaning: "the white pieces in Black's towers"},
		numbers(func(p *ply) int64 { return int64(p.have[1].Prisoners()) }), nil},
	{Column{Name: "white_kings", Type: Int8, Unit: "towers", Meaning: "White's towers that are kings"},
		numbers(func(p *ply) int64 { return int64(p.have[0].Kings()) }), nil},
	{Column{Name: "black_kings", Type: Int8, Unit: "towers", Meaning: "Black's"},
		numbers(func(p *ply) int64 { return int64(p.have[1].Kings()) }), nil},
	{Column{Name: "white_tallest", Type: Int8, Unit: "pieces", Meaning: "the height of White's tallest tower; 0 where it has none"},
		numbers(func(p *ply) int64 { return int64(p.have[0].Tallest()) }), nil},
	{Column{Name: "black_tallest", Type: Int8, Unit: "pieces", Meaning: "that of Black's"},
		numbers(func(p *ply) int64 { return int64(p.have[1].Tallest()) }), nil},
	{Column{Name: "white_home", Type: Int8, Unit: "pieces", Meaning: "of white_pieces, those on the half of the board where White began"},
		numbers(func(p *ply) int64 { return int64(p.have[0].Home()) }), nil},
	{Column{Name: "black_home", Type: Int8, Unit: "pieces", Meaning: "of black_pieces, those on the half where Black began"},
		numbers(func(p *ply) int64 { return int64(p.have[1].Home()) }), nil},
	{Column{Name: "white_away", Type: Int8, Unit: "pieces", Meaning: "of white_pieces, those on the other half; the middle rank of an odd board is in neither"},
		numbers(func(p *ply) int64 { return int64(p.have[0].Away()) }), nil},
	{Column{Name: "black_away", Type: Int8, Unit: "pieces", Meaning: "of black_pieces, those on the other half"},
		numbers(func(p *ply) int64 { return int64(p.have[1].Away()) }), nil},
}

// faultColumns are the columns of faults, in which a row is something wrong with a game.
var faultColumns = []column[fault]{
	{Column{Name: "game", Type: Int64, Meaning: "games.id"},
		numbers(func(f *fault) int64 { return int64(f.game) }), nil},
	{Column{Name: "code", Type: Text, Meaning: "the code of the fault, as the JSON format has it"},
		texts(func(f *fault) string { return f.code }), nil},
	{Column{Name: "reason", Type: Text, Optional: true, Meaning: "which rule forbids the move, or what exactly is wrong, as the JSON format has it"},
		texts(func(f *fault) string { return f.reason }), nil},
	{Column{Name: "severity", Type: Symbol, Words: severityWords, Meaning: "what the fault means for the game: a remark touches no move, what is repaired is read differently from what is written"},
		numbers(func(f *fault) int64 { return int64(f.severity) }), nil},
	{Column{Name: "ply", Type: Int32, Unit: "plies", Optional: true, Meaning: "the ply that the fault concerns, from 1, of the game or of the variation"},
		numbers(func(f *fault) int64 { return int64(f.ply) }), nil},
	{Column{Name: "variation", Type: Int32, Optional: true, Meaning: "the number of the variation in which it stands, in the order of the record, from 1"},
		numbers(func(f *fault) int64 { return int64(f.variation) }), nil},
	{Column{Name: "line", Type: Int32, Unit: "lines", Meaning: "the line of the file where it stands, from 1"},
		numbers(func(f *fault) int64 { return int64(f.line) }), nil},
	{Column{Name: "column", Type: Int32, Unit: "characters", Meaning: "its column, from 1"},
		numbers(func(f *fault) int64 { return int64(f.column) }), nil},
	{Column{Name: "byte", Type: Int64, Unit: "bytes", Meaning: "its offset in the unpacked file, from 0"},
		numbers(func(f *fault) int64 { return f.byte }), nil},
	{Column{Name: "word", Type: Text, Optional: true, Meaning: "what is wrong, as written"},
		texts(func(f *fault) string { return f.word }), nil},
	{Column{Name: "message", Type: Text, Meaning: "what is wrong, what was expected and what was probably meant, in the language that was asked for"},
		texts(func(f *fault) string { return f.message }), nil},
	{Column{Name: "squares", Type: Text, Optional: true, Meaning: "the squares that the reason concerns, with spaces between"},
		texts(func(f *fault) string { return f.squares }), nil},
	{Column{Name: "paragraph", Type: Text, Optional: true, Meaning: "of the rule that the reason cites, such as Codex 1.6.1"},
		texts(func(f *fault) string { return f.paragraph }), nil},
	{Column{Name: "suggestions", Type: Text, Optional: true, Meaning: "what was probably meant, or can stand there, the best first, a line for each"},
		texts(func(f *fault) string { return f.suggestions }), nil},
}

// The words of the symbols, by their index.
var (
	variantWords = append([]string{record.UnknownVariant.String()}, func() (names []string) {
		for _, v := range record.Variants() {
			names = append(names, v.String())
		}
		return names
	}()...)
	verdictWords = func() (names []string) {
		for v := replay.Legal; v <= replay.Unreadable; v++ {
			names = append(names, v.String())
		}
		return names
	}()
	outcomeWords = []string{
		record.NoResult: "", record.WhiteWins: "white", record.BlackWins: "black", record.Draw: "draw",
		record.Points: "points", record.Unfinished: "unfinished", record.Unplayed: "unplayed",
	}
	mannerWords = []string{
		record.Unstated: "", record.Resigned: "resigned", record.OnTime: "on-time", record.Agreed: "agreed", record.Forfeit: "forfeit",
	}
	severityWords = []string{
		record.Remark: "remark", record.Repaired: "repaired", record.Illegal: "illegal", record.Unreadable: "unreadable",
	}
	sideWords   = []string{record.White.String(), record.Black.String(), ""}
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

	startFEN = func() []string {
		fen := make([]string, len(variantWords))
		for _, v := range record.Variants() {
			p := record.StartPosition(v)
			fen[v] = p.FEN()
		}
		return fen
	}()
)
