package position

import (
	"errors"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Shows returns the variants that a game can be, guessed from its text. Its squares, letters and
// digits or numbers, must be on the board; a game from the initial position opens with a man of the
// side that begins; and where kings move one square, every move with a dash is a step or a capture.
// Variants known only from PDN are included only if no other variant fits. fen is the position from
// which the game begins, as written, or "". If the game can be of the variant of the other games of
// the file, or has no moves, the result is that variant alone. numbers is as in cut.Chunk.
func Shows(g *record.Game, fen string, others record.Variant, numbers uint8) []record.Variant {
	if others != record.UnknownVariant && (len(g.Plies) == 0 && fen == "" || CanBe(others, renumbered(others.Board(), numbers), others.First(), g.Plies, fen)) {
		return []record.Variant{others}
	}
	var shows []record.Variant
	for _, v := range record.Variants() {
		if v.PDNAlone() && len(shows) > 0 && !shows[0].PDNAlone() {
			break // they come last
		}
		if CanBe(v, renumbered(v.Board(), numbers), v.First(), g.Plies, fen) {
			shows = append(shows, v)
		}
	}
	return shows
}

// Unread returns the place of words outside a position that say that a game begins from one, FEN or
// odds, "без шашки c3", "Odds: White's d2", and what to say of them; at is -1 if there are none.
func Unread(text string) (at, end int, said message.Message) {
	if !slices.ContainsFunc(starts, func(s string) bool { return strings.Contains(text, s) }) {
		return -1, -1, said // nearly always
	}
	m := elsewhere().FindStringSubmatchIndex(text)
	if m == nil || usual().MatchString(text[m[2]:m[3]]) {
		return -1, -1, said
	}
	return m[2], m[3], NotRead
}

// NotRead says that words with the start of a game were not read as a position.
var NotRead = message.Of("grammar.not-read", "example", "белые: c3, b2; черные: d6")

// starts are parts of all such words.
var starts = []string{
	":W", ":B", ":w", ":b", "FEN", "fen", "Fen", "Без ", "без ", "ithout ", "фор", "Фор",
	"андикап", "Odds", "odds", "andicap",
}

// elsewhere matches such words, usual those of them that mean the usual start of games.
var (
	elsewhere = word.Pattern(`(?:^|[^\pL\d])((?i:fen ?:[^\n]*[^\n\pP ]|[wb?]:[wb]k?[a-l]?\d[^\s)}]*|` +
		`(?:без|without) (?:\pL+ ){0,3}[a-h][1-8]|` +
		`(?:фор[ауы]|гандикап|odds|handicap)(?: ?: ?(?:\pL+ ){0,3}(?:шашк[ау]|man|men)|[^\n]{0,20}?[^\pL\d\n][a-h][1-8])))(?:[^\pL\d:` + word.Dashes + `]|$)`)
	usual = word.Pattern(`(?i)^fen\PL*(?:start|initial|standard|usual|default|no|нет|нач|обыч|станд|поч|звич|[wb]:wa1,c1|[wb]:w1,2,3)`)
)

// LooksOther reports whether a game, guessed from its text, can be of other variants but not of v.
func LooksOther(v record.Variant, g *record.Game) bool {
	shows := Shows(g, "", record.UnknownVariant, 0)
	return g.Start == nil && len(shows) > 0 && !slices.Contains(shows, v)
}

// Shows returns the variants in which the text can be a position followed by plies, guessed from
// their squares and signs.
func (t *Text) Shows(plies []record.Ply) []record.Variant {
	var shows []record.Variant
	for _, v := range t.Variants() {
		if !t.turnless() && canPlay(v, v.Board(), v.First(), plies, t.text) {
			shows = append(shows, v)
		}
	}
	return shows
}

// CanBe reports whether a game can be of variant v, guessed from its text, with the square names of
// b and the given side to begin.
func CanBe(v record.Variant, b record.Board, begins record.Colour, plies []record.Ply, fen string) bool {
	if fen != "" {
		_, err := record.ParseFENNumbered(v, b, fen)
		if err != nil && !errors.Is(err, record.ErrUnknownTurn) {
			return false
		}
	}
	return canPlay(v, b, begins, plies, fen)
}

// canPlay reports whether the moves can be of variant v.
func canPlay(v record.Variant, b record.Board, begins record.Colour, plies []record.Ply, fen string) bool {
	if len(plies) == 0 && fen == "" {
		return false
	}
	for i, p := range plies {
		steps := p.Word.Steps
		if len(steps) == 0 {
			break // unreadable: anything may follow
		}
		for _, s := range steps {
			_, on := s.Square(b)
			if (s.Number > 0) != (b.Numbering == record.Numeric) || s.Whole() && !on {
				return false
			}
		}
		if p.Word.Separator != record.Quiet || len(steps) != 2 {
			continue
		}
		from, whole := steps[0].Square(b)
		to, ok := steps[1].Square(b)
		if !whole || !ok {
			continue
		}
		files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
		oblique := files != ranks && files != -ranks
		step := slices.Contains(shortKings, v) || fen == "" && i < onlyMen
		if first := i == 0 && fen == ""; (oblique || step && files != 1 && files != -1) && (first || step && !isJump(files, ranks)) {
			return false
		} else if first {
			forward, front := 1, 2*v.Pieces()/b.Files-1 // the rank of the men that can move
			if begins == record.Black {
				forward, front = -1, b.Ranks-1-front
			}
			if ranks != forward || from.Rank() != front {
				return false
			}
		}
	}
	return true
}

// onlyMen is the number of plies at the start of a game that only men can make.
const onlyMen = 4

// isJump reports whether a capture by a piece of single steps, written with a dash, can cover that
// distance.
func isJump(files, ranks int) bool { return files%2 == 0 && ranks%2 == 0 && (files+ranks)%4 == 0 }

// shortKings are the games whose kings move only one square: Codex 2.4.1, Ukrainian rules II.2.6.1.
var shortKings = []record.Variant{record.Lasca, record.LascaReverse, record.Checkers, record.Italian}

// Reading is the square names of a record and the side that begins.
type Reading struct {
	Board  record.Board
	Begins record.Colour
}

// ReadingOf returns the square names and the side that begins of a record of variant v, from its
// moves, its FEN or "", its GameType or nil, and where its numbers begin, as in cut.Chunk.
//
// The variant's own names prevail if the moves fit them, since programs write wrong GameTypes: one
// writes N1 for boards of 100 squares, but numbers these as usual. Otherwise ReadingOf tries the
// GameType: other numbers, letters instead of numbers, the other side to begin. Letters and digits
// are the same in all readings, with a1 at White's left; in Jamaican draughts they run from the
// right of a mirrored board, which is the same game. Numbers on a board of letters count as in
// checkers unless the GameType says otherwise.
func ReadingOf(v record.Variant, t *GameType, plies []record.Ply, fen string, numbers uint8) Reading {
	own := Reading{v.Board(), v.First()}
	others := make([]Reading, 0, 4)
	if t != nil && !t.Short {
		as := Reading{t.Board, t.First}
		if as.Board.Numbering == record.Algebraic {
			as.Board = own.Board
			as.Board.Numbering = record.Algebraic
		}
		if as != own {
			others = append(others, Reading{own.Board, as.Begins}, Reading{as.Board, own.Begins}, as)
		}
	}
	numbered := len(plies) > 0 && plies[0].Word != nil && len(plies[0].Word.Steps) > 0 && plies[0].Word.Steps[0].Number > 0
	if numbered && numbers != 0 {
		return Reading{renumbered(own.Board.WithNumbers(), numbers), own.Begins}
	}
	if own.Board.Numbering == record.Algebraic && !v.Towers() && numbered {
		others = append(others, Reading{own.Board.WithNumbers(), own.Begins})
	}
	fits := func(as Reading) bool { return CanBe(v, as.Board, as.Begins, plies, fen) }
	if len(others) == 0 || fits(own) {
		return own
	}
	if i := slices.IndexFunc(others, fits); i >= 0 {
		return others[i]
	}
	return own
}

// renumbered returns the board with its numbers moved to another corner; see cut.Chunk.
func renumbered(b record.Board, numbers uint8) record.Board {
	b.Corner ^= numbers
	return b
}

// Rename converts the numbers of moves and positions to the square names of variant v, if they
// differ.
func (r Reading) Rename(v record.Variant, plies []record.Ply) {
	if r.Board.Numbering == record.Numeric && r.Board != v.Board() {
		rename(r.Board, v, plies, make(map[*record.Word]*record.Word))
	}
}

// rename converts the numbers of a line of moves to the square names of variant v. done maps the
// converted words.
func rename(from record.Board, v record.Variant, plies []record.Ply, done map[*record.Word]*record.Word) {
	to := v.Board()
	for i := range plies {
		p := &plies[i]
		w := done[p.Word]
		if w == nil {
			renamed := *p.Word    // words are shared between games
			renamed.Plain = false // its text has the old numbers
			renamed.Steps = append([]record.Step(nil), p.Word.Steps...)
			for j, step := range renamed.Steps {
				switch s := from.Mirror(from.Numbered(int(step.Number)), to); {
				case s == record.NoSquare:
				case to.Numbering == record.Numeric:
					renamed.Steps[j].Number = uint8(to.Number(s))
				default:
					renamed.Steps[j] = record.Step{File: int8(s.File()), Rank: int8(s.Rank())}
				}
			}
			w = &renamed
			done[p.Word] = w
		}
		p.Word = w
		if p.Note == nil {
			continue
		}
		if p.Note.Setup != "" {
			if pos, err := record.ParseFENNumbered(v, from, p.Note.Setup); err == nil {
				p.Note.Setup = pos.FEN()
			}
		}
		for _, line := range p.Note.Variations {
			rename(from, v, line, done)
		}
	}
}
