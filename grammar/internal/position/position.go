// Package position reads positions with towers as the rule books list them.
//
// Read first: positionList, the grammar; then Parse. What a game can be by the
// look of its positions and moves is in shows.go.
package position

import (
	"errors"
	"slices"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// positionList is the grammar of a position as the rule books write it: each
// side with its towers, or a composition's bare pair of lists, and who is to
// move where it is said.
type positionList struct {
	Before *turnPhrase     `parser:"@@?"`
	Sides  []sideList      `parser:"( @@+"`
	Pair   *compositionSet `parser:"| @@ )"`
	After  *turnPhrase     `parser:"@@?"`
}

// turnPhrase says who is to move: "Ход белых.", "(White to move)".
type turnPhrase struct {
	Turn string `parser:"( @Turn | Open @Turn Close ) (Colon | Stop | Comma)*"`
}

// sideList is one side: its name, its towers, and how many there are (Codex
// 1.10: "черные: а1 – 110101/1, b2 – 00 (2)").
type sideList struct {
	Pos    lexer.Position
	Owner  string       `parser:"@Side (Colon | Dash)*"`
	Towers []towerEntry `parser:"( None | @@ (Comma | Stop | And)* )*"`
	Count  *countMark   `parser:"@@? (Comma | Stop | And)*"`
}

type countMark struct {
	Pos   lexer.Position
	Count string `parser:"@Count"`
}

// compositionSet is a position of compositions, White's men before the bar:
// "D.b8, пр. h6|c3, h8, f4", "e5, g3 / d6, h2" (Ukrainian rules VI.7.4.2,
// VI.7.4.5).
type compositionSet struct {
	Pos   lexer.Position
	White []towerEntry `parser:"( @@ (Comma | Stop | And)* )+ (Bar | Slash)"`
	Black []towerEntry `parser:"( @@ (Comma | Stop | And)* )+"`
}

// towerEntry is a square and what stands there: "с1 - 1/0000", "b6-2/3",
// "d4(2/2)", "a3", "D. g1"; on a numeric board also a range of men, "21-32".
type towerEntry struct {
	Pos    lexer.Position
	Kind   string     `parser:"( @(King | Man) (Colon | Dash)* )?"`
	Square string     `parser:"( @Square"`
	Number string     `parser:"| @Digits )"`
	Pieces *pieceList `parser:"( (Dash @@) | (Open @@ Close) )?"`
}

// pieceList is what a tower is made of: the owner's pieces and, behind the
// slash, the prisoners, each 0 or 1 for a man or a king (Codex 1.10, 2.3) or,
// in Adiukh, which marks no kings, how many there are (Adiukh 7.2).
type pieceList struct {
	Pos       lexer.Position
	Own       string `parser:"@Digits"`
	Prisoners string `parser:"( Slash @Digits )?"`
}

// Grammar is the grammar of positions.
var Grammar = sync.OnceValue(func() *participle.Parser[positionList] {
	return participle.MustBuild[positionList](participle.Lexer(positionDefinition{}), participle.UseLookahead(0))
})

// MaxLen is the most bytes that the text of a position may have.
const MaxLen = 4096

// Parse reads a position of variant v:
//
//   - PDN's FEN with towers (see record.ParseFEN);
//   - the Codex's lists (1.10, 2.3): "белые: с1 - 1/0000, d6 – 000000 (2);
//     черные: а1 – 110101/1 (1)", 0 or О for a man and 1 for a king, top piece
//     first; a square alone has a man on it;
//   - Adiukh's counts (7.2): "белые: a5-1, e5-2/1; черные: b6-2/3", own pieces
//     and prisoners. In Adiukh the digits are counts unless the owner's are
//     all 0; elsewhere they are always pieces;
//   - compositions (Ukrainian rules VI.7.4.2): "D.b8, пр. h6 | c3, h8", White
//     first;
//   - men in ranges on numeric boards, "21-32" (Ukrainian rules II.2.2), where
//     the digits behind the dash cannot be a tower.
//
// Sides and turn are named in Russian, Ukrainian or English, dashes are of any
// kind, and a side may be left out. The side to move is the one that the text
// names ("Ход белых", "Хід чорних", "White to move"), else the one that begins
// the game.
//
// The faults are what was read otherwise than it is written (record.LookAlike,
// record.LetterCase, once for each character) and counts in brackets that are
// wrong (record.CountMismatch); their places are byte offsets in text. The
// error is a *record.PositionError; the position is valid where it is nil. The
// time taken grows with the length of the text, which may be MaxLen.
func Parse(text string, v record.Variant) (record.Position, []record.Fault, error) {
	return Read(text).As(v)
}

// Text is the text of a position, read as far as it can be before it is known
// what is played. It keeps what it has found out, so it is not safe for
// concurrent use.
type Text struct {
	text   string
	fen    bool
	tree   *positionList
	faults []record.Fault
	err    error

	// What has been found out of it.
	first    bool // there is pos, the position for variants that have pieces
	pieces   pieces
	pos      record.Position
	other    record.Position // with other pieces, which nobody asks for
	told     []record.Fault
	turnless bool // it is a FEN that does not say who moves
	tried    bool // there is variants
	variants []record.Variant
}

// Read reads the text of a position once, for several variants.
func Read(text string) *Text {
	t := new(Text)
	t.Reset(text)
	return t
}

// Reset makes t what Read returns for a text, in place of what it was.
func (t *Text) Reset(text string) {
	t.text, t.fen, t.tree, t.faults, t.err = text, false, nil, nil, nil
	t.first, t.told, t.turnless, t.tried, t.variants = false, nil, false, false, nil
	if len(text) > MaxLen {
		t.err = &record.PositionError{Reason: message.Of("position.too-long", "n", len(text), "most", MaxLen)}
	} else if t.fen = isFEN(text); !t.fen {
		t.err = t.read()
	}
}

func (t *Text) read() error {
	lex := newPositionLexer(t.text)
	tokens := lex.tokens
	if i := slices.IndexFunc(tokens, func(t lexer.Token) bool { return t.Type == word.TokenBad }); i >= 0 {
		return positionSyntax(tokens, tokens[i].Pos.Offset)
	}
	t.faults = lex.faults
	if t.tree = swift(tokens); t.tree != nil {
		return nil
	}
	stream := word.TokenList(tokens)
	upgraded, err := lexer.Upgrade(&stream)
	if err != nil {
		return err
	}
	if t.tree, err = Grammar().ParseFromLexer(upgraded); err == nil {
		return nil
	}
	at := len(t.text)
	var syntax participle.Error
	if errors.As(err, &syntax) {
		at = syntax.Position().Offset
	}
	return positionSyntax(tokens, at)
}

// NamesTurn says whether the text says who is to move.
func (t *Text) NamesTurn() bool {
	if t.fen {
		return !t.turnless
	}
	return t.tree != nil && (t.tree.Before != nil || t.tree.After != nil)
}

// As returns the position as one of variant v, as Parse does.
func (t *Text) As(v record.Variant) (pos record.Position, faults []record.Fault, err error) {
	faults, err = t.Into(&pos, v)
	return pos, faults, err
}

// Into is As into a position, in place of whatever it was.
func (t *Text) Into(pos *record.Position, v record.Variant) (faults []record.Fault, err error) {
	if faults, err = t.into(pos, v); err != nil {
		return faults, err
	}
	if pos.Variant = v; !t.fen && t.tree.Before == nil && t.tree.After == nil {
		pos.Turn = v.First()
	}
	return faults, nil
}

// into makes a position that of a variant with the pieces of v.
func (t *Text) into(pos *record.Position, v record.Variant) (faults []record.Fault, err error) {
	if t.first && t.pieces == piecesOf(v) {
		*pos = t.pos
		return t.told, nil
	}
	if t.fen {
		err = pos.SetFEN(v, t.text)
	} else {
		*pos, faults, err = t.as(v)
	}
	t.turnless = t.turnless || errors.Is(err, record.ErrUnknownTurn)
	if err == nil && !t.first {
		t.first, t.pieces, t.pos, t.told = true, piecesOf(v), *pos, faults
	}
	return faults, err
}

// as reads a position that is no FEN.
func (t *Text) as(v record.Variant) (record.Position, []record.Fault, error) {
	r := positionReader{text: t.text, board: v.Board(), pos: record.Position{Variant: v, Turn: v.First()}, faults: slices.Clone(t.faults)}
	err := t.err
	if len(t.text) <= MaxLen {
		if none := r.pos.Validate(); none != nil { // no such variant
			err = none
		}
	}
	if err == nil {
		err = r.read(t.tree)
	}
	if err == nil {
		if err = r.pos.Validate(); err != nil {
			var e *record.PositionError
			if errors.As(err, &e) {
				e.Offset = r.placeOf(e.Square)
			}
		}
	}
	if err != nil {
		return record.Position{}, nil, err
	}
	return r.pos, r.faults, nil
}

// Variants returns the variants of which the text can be a position, for a
// record that does not say what was played.
func Variants(text string) []record.Variant { return Read(text).Variants() }

// Variants is the function Variants of a text that has been read.
func (t *Text) Variants() []record.Variant {
	if t.err != nil || t.tried {
		return t.variants
	}
	t.tried = true
	can := alike(t.canBe)
	var room [maxVariants]record.Variant
	all := room[:0]
	for _, v := range record.Variants() {
		if v.PDNAlone() {
			break // they come last, and no sheet has them
		}
		if can(v) {
			all = append(all, v)
		}
	}
	t.variants = append(t.variants, all...)
	return t.variants
}

// canBe says whether the text is a position of variant v, whoever is to move.
func (t *Text) canBe(v record.Variant) bool {
	if !t.fen {
		_, err := t.into(&t.other, v)
		return err == nil
	}
	pos := &t.pos
	if t.first {
		pos = &t.other
	}
	ok, turn := pos.TryFEN(v, t.text)
	t.turnless = t.turnless || ok && !turn
	if ok && turn && !t.first {
		t.first, t.pieces = true, piecesOf(v)
	}
	return ok
}

// alike returns what asks f only once of all variants with the same board and
// pieces, which a position does not tell apart.
func alike(f func(record.Variant) bool) func(record.Variant) bool {
	return once(samePieces, f)
}

// samePieces has of each variant the first with the same board and pieces.
var samePieces = firstWith(piecesOf)

// firstWith returns of each variant the first that has the same feature.
func firstWith[F comparable](feature func(record.Variant) F) []record.Variant {
	found := make(map[F]record.Variant)
	first := make([]record.Variant, 1, maxVariants)
	for _, v := range record.Variants() {
		f := feature(v)
		if _, ok := found[f]; !ok {
			found[f] = v
		}
		first = append(first, found[f])
	}
	return first
}

// once returns what asks f only once of all variants that have the same first.
func once(first []record.Variant, f func(record.Variant) bool) func(record.Variant) bool {
	var asked, answers [maxVariants]bool
	return func(v record.Variant) bool {
		v = first[v]
		if !asked[v] {
			asked[v], answers[v] = true, f(v)
		}
		return answers[v]
	}
}

// maxVariants is more than there are, with the unknown one.
const maxVariants = 32
