package columnar

import (
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Places of the columns of games, in the order of gameColumns.
const (
	gameID = iota
	gameFile
	gameNumber
	gameLine
	gameByte
	gameVariant
	gameWhite
	gameBlack
	gameEvent
	gameSite
	gameRound
	gameDate
	gamePlayed
	gameYear
	gameMonth
	gameDay
	gameResult
	gameOutcome
	gameManner
	gameWhitePoints
	gameBlackPoints
	gameVerdict
	gameFault
	gameFaultReason
	gameFaultPly
	gameFaultLine
	gameFaultColumn
	gameFaultMessage
	gamePlies
	gameWritten
	gameStart
	gameFinal
	gameOver
	gameTurn
	gameWhiteScore
	gameBlackScore
	gameClaims
	gameVariations
	gameVariationMoves
	gameFormat
	gameRecord
)

// Places of the columns of plies, in the order of plyColumns.
const (
	plyGame = iota
	plyPly
	plyMover
	plyMove
	plyFrom
	plyTo
	plyCaptured
	plyPromotion
	plyHashBefore
	plyHashAfter
	plyWhiteTowers
	plyBlackTowers
	plyWhitePieces
	plyBlackPieces
	plyWhitePrisoners
	plyBlackPrisoners
	plyWhiteKings
	plyBlackKings
	plyWhiteTallest
	plyBlackTallest
	plyWhiteHome
	plyBlackHome
	plyWhiteAway
	plyBlackAway
)

// Places of the columns of faults, in the order of faultColumns.
const (
	faultGame = iota
	faultCode
	faultReason
	faultSeverity
	faultPly
	faultVariation
	faultLine
	faultColumn
	faultByte
	faultWord
	faultMessage
	faultSquares
	faultParagraph
	faultSuggestions
)

// Games returns the columns of the table games, in which a row is a game.
func Games() []Column { return slices.Clone(gameColumns) }

// Plies returns the columns of the table plies, in which a row is a legal move.
func Plies() []Column { return slices.Clone(plyColumns) }

// Faults returns the columns of the table faults, in which a row is something wrong
// with a game.
func Faults() []Column { return slices.Clone(faultColumns) }

var gameColumns = []Column{
	{"id", Int64, "", "the game in this dataset, from 1 in the order of the input; plies.game refers to it", nil, false, false},
	{"file", Text, "", "the file that the game was recorded in, as the user named it; - is standard input, empty for a game that is in none", nil, false, false},
	{"number", Int32, "", "the game's number in the file, from 1", nil, false, false},
	{"line", Int32, "lines", "the line of the file where the game's text begins, from 1", nil, false, false},
	{"byte", Int64, "bytes", "the offset of the game's text in the unpacked file, from 0", nil, false, false},
	{"variant", Symbol, "", "the game that is played; unknown where nothing tells", variantWords, false, false},
	{"white", Text, "", "the player of the white pieces, as written", nil, false, true},
	{"black", Text, "", "the player of the black pieces, as written", nil, false, true},
	{"event", Text, "", "the tournament, as written", nil, false, true},
	{"site", Text, "", "the place of the tournament, as written", nil, false, true},
	{"round", Text, "", "the round, as written", nil, false, true},
	{"date", Text, "", "the date, as written", nil, false, true},
	{"played", Date, "days", "the day on which the game was played, where the date has one", nil, false, true},
	{"year", Int16, "years", "the year of the date", nil, false, true},
	{"month", Int8, "months", "the month of the date, 1 to 12", nil, false, true},
	{"day", Int8, "days", "the day of the month, 1 to 31", nil, false, true},
	{"result", Text, "", "the recorded result as PDN spells it: 1-0, 0-1, 1/2-1/2, points such as 17-7, *; +/-, -/+ or -/- for a game that was not played", nil, false, true},
	{"outcome", Symbol, "", "what the recorded result says", outcomeWords, false, true},
	{"manner", Symbol, "", "why the game ended so, where the record says it", mannerWords, false, true},
	{"white_points", Float64, "points", "White's points where the recorded result is in points", nil, false, true},
	{"black_points", Float64, "points", "Black's points where the recorded result is in points", nil, false, true},
	{"verdict", Symbol, "", "what replaying the game came to; repaired is legal once its spelling is put right", verdictWords, false, false},
	{"fault", Dictionary, "", "the code of the first fault of the worst kind, remarks included", nil, false, true},
	{"fault_reason", Dictionary, "", "which rule forbids the move of this fault: capture-missed, other-side and the others that the JSON format has as reason", nil, false, true},
	{"fault_ply", Int32, "plies", "the ply that this fault concerns, from 1, of a variation where the fault is in one", nil, false, true},
	{"fault_line", Int32, "lines", "the line of the file where this fault stands, from 1", nil, false, true},
	{"fault_column", Int32, "characters", "its column, from 1", nil, false, true},
	{"fault_message", Text, "", "what is wrong, what was expected and what was probably meant, in the language that was asked for", nil, false, true},
	{"plies", Int32, "plies", "the number of legal moves, up to the first fault that stops the game: rows of plies", nil, false, false},
	{"written", Int32, "plies", "the number of moves in the record", nil, false, false},
	{"start", Text, "FEN", "the position before the first move", nil, false, true},
	{"final", Text, "FEN", "the position after the last legal move", nil, true, true},
	{"over", Bool, "", "the side to move in the final position has no move", nil, false, true},
	{"turn", Symbol, "", "the side to move in the final position", sideWords, false, true},
	{"white_score", Int8, "points", "White's points by the rules of Adiukh 5", nil, false, true},
	{"black_score", Int8, "points", "Black's", nil, false, true},
	{"claims", Text, "", "the draws that could have been claimed, each as ground:ply after which, with spaces between, such as repetition:40; empty for none", nil, false, false},
	{"variations", Int32, "", "the number of variations in the record", nil, false, false},
	{"variation_moves", Text, "", "their legal moves in full, in the order of the record, a line for each: the number of the variation in which it stands, 0 for the game's own moves, a full stop, the ply of that in place of which it begins, a colon, the moves with spaces between and ! behind the last where the next is not legal, such as 0.12: c7-b6 d4-c5", nil, false, false},
	{"format", Symbol, "", "how record is written", formatWords, false, false},
	{"record", Text, "", "the game as it was recorded, all of it: its own text, or an object of the JSON format where that text alone does not give the game again", nil, true, false},
}

var plyColumns = []Column{
	{"game", Int64, "", "games.id", nil, false, false},
	{"ply", Int32, "plies", "the move's number, both sides' counted, from 1", nil, false, false},
	{"mover", Symbol, "", "the side that moves", sideWords[:2], false, false},
	{"move", Dictionary, "", "the move in full: c3-b4, a3:a7, f8:a3:c1:f4:h2, 9-12", nil, false, false},
	{"from", Symbol, "", "the square where the move starts, as the variant's board names it", squareWords, false, false},
	{"to", Symbol, "", "the square where the move ends", squareWords, false, false},
	{"captured", Int8, "pieces", "the number of pieces that the move captures", nil, false, false},
	{"promotion", Bool, "", "the move gives a man a king's mark; never so in Adiukh, which has none", nil, false, false},
	{"hash_before", Int64, "", "64 bits that tell the position before the move, side to move included; the same for the same position of the same variant", nil, true, false},
	{"hash_after", Int64, "", "the same of the position after the move", nil, true, false},
	{"white_towers", Int8, "towers", "White's towers after the move, lone pieces included", nil, false, false},
	{"black_towers", Int8, "towers", "Black's", nil, false, false},
	{"white_pieces", Int8, "pieces", "the pieces in White's towers, prisoners included", nil, false, false},
	{"black_pieces", Int8, "pieces", "those in Black's", nil, false, false},
	{"white_prisoners", Int8, "pieces", "the black pieces in White's towers", nil, false, false},
	{"black_prisoners", Int8, "pieces", "the white pieces in Black's towers", nil, false, false},
	{"white_kings", Int8, "towers", "White's towers that are kings", nil, false, false},
	{"black_kings", Int8, "towers", "Black's", nil, false, false},
	{"white_tallest", Int8, "pieces", "the height of White's tallest tower; 0 where it has none", nil, false, false},
	{"black_tallest", Int8, "pieces", "that of Black's", nil, false, false},
	{"white_home", Int8, "pieces", "of white_pieces, those on the half of the board where White began", nil, false, false},
	{"black_home", Int8, "pieces", "of black_pieces, those on the half where Black began", nil, false, false},
	{"white_away", Int8, "pieces", "of white_pieces, those on the other half; the middle rank of an odd board is in neither", nil, false, false},
	{"black_away", Int8, "pieces", "of black_pieces, those on the other half", nil, false, false},
}

var faultColumns = []Column{
	{"game", Int64, "", "games.id", nil, false, false},
	{"code", Dictionary, "", "the code of the fault, as the JSON format has it", nil, false, false},
	{"reason", Dictionary, "", "which rule forbids the move, or what exactly is wrong, as the JSON format has it", nil, false, true},
	{"severity", Symbol, "", "what the fault means for the game: a remark touches no move, what is repaired is read differently from what is written", severityWords, false, false},
	{"ply", Int32, "plies", "the ply that the fault concerns, from 1, of the game or of the variation", nil, false, true},
	{"variation", Int32, "", "the number of the variation in which it stands, in the order of the record, from 1", nil, false, true},
	{"line", Int32, "lines", "the line of the file where it stands, from 1", nil, false, false},
	{"column", Int32, "characters", "its column, from 1", nil, false, false},
	{"byte", Int64, "bytes", "its offset in the unpacked file, from 0", nil, false, false},
	{"word", Text, "", "what is wrong, as written", nil, false, true},
	{"message", Text, "", "what is wrong, what was expected and what was probably meant, in the language that was asked for", nil, false, false},
	{"squares", Text, "", "the squares that the reason concerns, with spaces between", nil, false, true},
	{"paragraph", Dictionary, "", "of the rule that the reason cites, such as Codex 1.6.1", nil, false, true},
	{"suggestions", Text, "", "what was probably meant, or can stand there, the best first, a line for each", nil, false, true},
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

	// allPlaces are the places of all columns of games.
	allPlaces = func() []int {
		places := make([]int, len(gameColumns))
		for i := range places {
			places[i] = i
		}
		return places
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
