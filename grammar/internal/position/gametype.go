package position

import (
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// GameType is what PDN's tag GameType says: "25,W,8,8,A0,0". All but the number may be left out.
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
// PDN sees the corners from the side that begins, 0 to 3 for bottom left, bottom right, top left
// and top right. A record.Board has them as White does, so they are turned round where Black
// begins: "21,B,8,8,N1,0" has its square 1 at Black's right hand, which is White's top left.
//
// The value may have spaces. The error says what was expected.
func ParseGameType(value string) (t GameType, err error) {
	m := gameType().FindStringSubmatch(word.WithoutSpace(value))
	if m == nil {
		return t, message.Of("pdn.game-type", "value", value, "example", "25,W,8,8,A0,0")
	}
	t.Number, _ = strconv.Atoi(m[1])
	if m[2] == "" {
		return t, nil
	}
	t.Full, t.Short = true, strings.EqualFold(m[5], "S")
	t.Board.Files, _ = strconv.Atoi(m[3])
	t.Board.Ranks, _ = strconv.Atoi(m[4])
	t.Board.Numbering = record.Algebraic
	if strings.EqualFold(m[5], "N") {
		t.Board.Numbering = record.Numeric
	}
	t.Board.Corner, t.Board.Mirrored = m[6][0]-'0', m[7] == "1" // both count bottom left, bottom right, top left, top right
	if strings.EqualFold(m[2], "B") {
		t.First, t.Board.Corner = record.Black, record.TopRight-t.Board.Corner
		// Black's bottom left corner is White's top right; both or neither are
		// playing squares where files and ranks together are an even number.
		t.Board.Mirrored = t.Board.Mirrored != ((t.Board.Files+t.Board.Ranks)%2 != 0)
	}
	return t, nil
}

// gameType has the fields of a GameType, without spaces.
var gameType = word.Pattern(`^0*(\d{1,4})(?:,([WBwb]),0*([1-9]|1[0-2]),0*([1-9]|1[0-2]),([ANSans])([0-3])(?:,([01]))?)?$`)

// unruled are the game types of PDN 3.0, and of lidraughts from 96 on, without rules here, and why.
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
func (t GameType) Variant() record.Variant { return numberedVariants[t.Number] }

// numberedVariants has the straight games with rules here by their number in PDN's list.
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
