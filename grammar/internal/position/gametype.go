package position

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// GameType is the value of PDN's tag GameType, "25,W,8,8,A0,0"; only the number is required.
type GameType struct {
	Number int
	Full   bool          // the fields below are given
	First  record.Colour // the side that begins
	Board  record.Board  // see ParseGameType
	Short  bool          // moves are in short form ("S" for the notation)
}

// ParseGameType reads the value of PDN's tag GameType: the number of the game; the side that
// begins; the board's files and ranks; the notation, A for letters and digits, N for numbers, S for
// short, and the corner of the first square; and 1 if the bottom left corner is not a playing
// square.
//
// PDN sees the corners from the side that begins, 0 to 3 for bottom left, bottom right, top left
// and top right. A record.Board sees them as White, so they are turned if Black begins: the square
// 1 of "21,B,8,8,N1,0" is at Black's right hand, which is White's top left.
//
// The value may contain spaces. The error says what was expected.
func ParseGameType(value string) (GameType, error) {
	fields := strings.Split(value, ",")
	var numbers [len(gameTypeForms)]int
	for i, f := range gameTypeForms {
		switch n := len(fields); {
		case i == 1 && n == 1:
			return GameType{Number: numbers[0]}, nil
		case i == 1 && n == 5:
			fields = append(fields, "0")
		case i == 1 && n != 6:
			return GameType{}, message.Of("pdn.game-type-form", "value", value, "example", "25,W,8,8,A0,0")
		}
		if fields[i] = strings.TrimFunc(fields[i], word.IsSpace); !f.form().MatchString(fields[i]) {
			return GameType{}, message.Of("pdn.game-type", "value", value, "field", fields[i], "expected", message.Of(f.expected))
		}
		numbers[i], _ = strconv.Atoi(fields[i])
	}
	notation, mirrored := strings.ToUpper(fields[4]), fields[5] == "1"
	t := GameType{Number: numbers[0], Full: true, Short: notation[0] == 'S'}
	t.Board = record.Board{Files: numbers[2], Ranks: numbers[3], Numbering: record.Algebraic}
	if notation[0] == 'N' {
		t.Board.Numbering = record.Numeric
	}
	corner := notation[1] - '0' // both count bottom left, bottom right, top left, top right
	if strings.EqualFold(fields[1], "B") {
		t.First, corner = record.Black, record.TopRight-corner
		// Black's bottom left corner is White's top right. Both or neither are playing squares if
		// the sum of files and ranks is even.
		mirrored = mirrored != ((t.Board.Files+t.Board.Ranks)%2 != 0)
	}
	t.Board.Corner, t.Board.Mirrored = corner, mirrored
	return t, nil
}

// gameTypeForms are the patterns of the fields of a GameType.
var gameTypeForms = [...]struct {
	form     func() *regexp.Regexp
	expected message.ID
}{
	{word.Pattern(`^0*\d{1,4}$`), "pdn.expected-number"},
	{word.Pattern(`^[WBwb]$`), "pdn.expected-side"},
	{word.Pattern(`^0*(?:[1-9]|1[0-2])$`), "pdn.expected-width"},
	{word.Pattern(`^0*(?:[1-9]|1[0-2])$`), "pdn.expected-height"},
	{word.Pattern(`^[ANSans][0-3]$`), "pdn.expected-notation"},
	{word.Pattern(`^[01]$`), "pdn.expected-corner"},
}

// unruled are the game types of PDN 3.0, and of lidraughts from 96 on, that have no rules here.
var unruled = map[int]struct {
	name string
	why  message.ID
}{
	0:  {"chess", "pdn.no-draughts"},
	1:  {"Chinese chess", "pdn.no-draughts"},
	27: {"Canadian", "pdn.canadian"},
	30: {"Turkish", "pdn.turkish"},
	31: {"Thai", "pdn.thai"},
	40: {"Frisian", "pdn.frisian"},
	41: {"Spantsireti", "pdn.spantsireti"},
	50: {"Othello", "pdn.no-draughts"},
	96: {"Breakthrough", "pdn.breakthrough"},
	97: {"Frysk", "pdn.frisian"},
	98: {"Antidraughts", "pdn.antidraughts"},
}

// fromPosition is lidraughts's game type for international draughts from any position.
const fromPosition = 99

// WithoutRules returns the reason why games of type n cannot be judged.
func WithoutRules(n int) message.Message {
	if game, ok := unruled[n]; ok {
		return message.Of("pdn.no-rules", "number", n, "name", message.Term("game-"+strings.ReplaceAll(strings.ToLower(game.name), " ", "-")), "why", message.Of(game.why))
	}
	return message.Of("pdn.no-game-type", "number", n)
}

// Variant returns the straight game with the type's number, or record.UnknownVariant if none.
func (t GameType) Variant() record.Variant { return numberedVariants[t.Number] }

// numberedVariants maps numbers in PDN's list to the straight games that have rules here.
var numberedVariants = func() map[int]record.Variant {
	games := map[int]record.Variant{fromPosition: record.International}
	for _, v := range record.Variants() {
		if t, err := ParseGameType(v.GameType()); err == nil && games[t.Number] == record.UnknownVariant {
			games[t.Number] = v.Straight()
		}
	}
	return games
}()

// Unruled returns the reason why the game in a tag Variant or GameType has no rules here. The value
// gives its number or, in any case, its name, with or without "draughts" or "checkers"; ok is false
// if it names no such game.
func Unruled(value string) (why message.Message, ok bool) {
	name := strings.ToLower(strings.Trim(value, "! "))
	name = strings.TrimSuffix(strings.TrimSuffix(name, " draughts"), " checkers")
	for n, game := range unruled {
		if name == strings.ToLower(game.name) {
			return WithoutRules(n), true
		}
	}
	t, err := ParseGameType(value)
	if err != nil || t.Variant() != record.UnknownVariant {
		return why, false
	}
	return WithoutRules(t.Number), true
}
