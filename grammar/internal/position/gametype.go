package position

import (
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// GameType is what PDN's tag GameType says: "25,W,8,8,A0,0". All but the
// number may be left out.
type GameType struct {
	Number int
	Full   bool          // what follows is given
	First  record.Colour // the side that begins
	Board  record.Board  // see ParseGameType
	Short  bool          // moves are written short ("S" for the notation)
}

// ParseGameType reads the value of PDN's tag GameType: the number of the game;
// the side that begins; the board's files and ranks; the notation, A for
// letters and digits, N for numbers, S for short, and the corner of the first
// square; and 1 where the bottom left corner is not a playing square.
//
// PDN sees the corners from the side that begins, 0 to 3 for bottom left,
// bottom right, top left and top right. A record.Board has them as White does,
// so they are turned round where Black begins: "21,B,8,8,N1,0" has its square
// 1 at Black's right hand, which is White's top left.
//
// The value may have spaces. The error says what was expected.
func ParseGameType(value string) (GameType, error) {
	fields := strings.Split(value, ",")
	for i := range fields {
		fields[i] = strings.TrimFunc(fields[i], word.IsSpace)
	}
	fail := func(field string, expected message.ID) (GameType, error) {
		return GameType{}, message.Of("pdn.game-type", "value", value, "field", field, "expected", message.Of(expected))
	}
	number := func(s string, least, most int) (int, bool) {
		n, err := strconv.Atoi(s)
		return n, err == nil && n >= least && n <= most && s[0] != '+'
	}
	var t GameType
	var ok bool
	if t.Number, ok = number(fields[0], 0, 9999); !ok {
		return fail(fields[0], "pdn.expected-number")
	}
	switch {
	case len(fields) == 1:
		return t, nil
	case len(fields) == 5:
		fields = append(fields, "0")
	case len(fields) != 6:
		return GameType{}, message.Of("pdn.game-type-form", "value", value, "example", "25,W,8,8,A0,0")
	}
	side, notation, mirrored := strings.ToUpper(fields[1]), strings.ToUpper(fields[4]), fields[5] == "1"
	if side != "W" && side != "B" {
		return fail(fields[1], "pdn.expected-side")
	}
	if t.Board.Files, ok = number(fields[2], 1, 12); !ok {
		return fail(fields[2], "pdn.expected-width")
	}
	if t.Board.Ranks, ok = number(fields[3], 1, 12); !ok {
		return fail(fields[3], "pdn.expected-height")
	}
	if len(notation) != 2 || strings.IndexByte("ANS", notation[0]) < 0 || notation[1] < '0' || notation[1] > '3' {
		return fail(fields[4], "pdn.expected-notation")
	}
	if !mirrored && fields[5] != "0" {
		return fail(fields[5], "pdn.expected-corner")
	}
	t.Full, t.Short = true, notation[0] == 'S'
	if t.Board.Numbering = record.Algebraic; notation[0] == 'N' {
		t.Board.Numbering = record.Numeric
	}
	corner := notation[1] - '0' // both count bottom left, bottom right, top left, top right
	if side == "B" {
		t.First = record.Black
		corner = record.TopRight - corner
		// Black's bottom left corner is White's top right; both or neither are
		// playing squares where files and ranks together are an even number.
		mirrored = mirrored != ((t.Board.Files+t.Board.Ranks)%2 != 0)
	}
	t.Board.Corner, t.Board.Mirrored = corner, mirrored
	return t, nil
}

// unruled are the game types of PDN 3.0, and from 96 on of lidraughts, that have no rules
// here, and why.
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

// WithoutRules says why nothing of game type n can be judged.
func WithoutRules(n int) message.Message {
	if game, ok := unruled[n]; ok {
		return message.Of("pdn.no-rules", "number", n, "name", message.Term("game-"+strings.ReplaceAll(strings.ToLower(game.name), " ", "-")), "why", message.Of(game.why))
	}
	return message.Of("pdn.no-game-type", "number", n)
}

// Variant returns the straight game that has the type's number,
// record.UnknownVariant if there is none.
func (t GameType) Variant() record.Variant {
	return numberedVariants[t.Number]
}

// numberedVariants has the straight games with rules here by their number in
// PDN's list.
var numberedVariants = func() map[int]record.Variant {
	games := map[int]record.Variant{fromPosition: record.International}
	for _, v := range record.Variants() {
		if t, err := ParseGameType(v.GameType()); err == nil && games[t.Number] == record.UnknownVariant {
			games[t.Number] = v.Straight()
		}
	}
	return games
}()

// Unruled says why a game has no rules here that a tag Variant or GameType names by its
// number or, in any case, by its name, alone or with "draughts" or "checkers"; false where
// the value names none of those.
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
