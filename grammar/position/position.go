// Package position reads positions with towers as the rule books list them.
//
// Read first: positionList, the grammar; then Parse. What a game can be by the
// look of its positions and moves is in shows.go.
package position

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
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
var Grammar = participle.MustBuild[positionList](participle.Lexer(positionDefinition{}), participle.UseLookahead(0))

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
// time taken grows with the length of the text, which may be MaxPositionLen.
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
	told     []record.Fault
	turnless bool // it is a FEN that does not say who moves
	tried    bool // there is variants
	variants []record.Variant
}

// Read reads the text of a position once, for several variants.
func Read(text string) *Text {
	t := &Text{text: text}
	if len(text) > MaxLen {
		t.err = &record.PositionError{Reason: fmt.Sprintf("%d bytes are too long for a position, which has at most %d", len(text), MaxLen)}
	} else if t.fen = isFEN(text); !t.fen {
		t.err = t.read()
	}
	return t
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
	if t.tree, err = Grammar.ParseFromLexer(upgraded); err == nil {
		return nil
	}
	at := len(t.text)
	var syntax participle.Error
	if errors.As(err, &syntax) {
		at = syntax.Position().Offset
	}
	return positionSyntax(tokens, at)
}

// As returns the position as one of variant v, as Parse does.
func (t *Text) As(v record.Variant) (record.Position, []record.Fault, error) {
	if !t.first || t.pieces != piecesOf(v) {
		pos, faults, err := t.as(v)
		if t.turnless = t.turnless || errors.Is(err, record.ErrUnknownTurn); err != nil || t.first {
			return pos, faults, err
		}
		t.first, t.pieces, t.pos, t.told = true, piecesOf(v), pos, faults
	}
	pos := t.pos
	if pos.Variant = v; !t.fen && t.tree.Before == nil && t.tree.After == nil {
		pos.Turn = v.First()
	}
	return pos, t.told, nil
}

// as is As without what is known already.
func (t *Text) as(v record.Variant) (record.Position, []record.Fault, error) {
	if t.fen {
		p, err := record.ParseFEN(v, t.text)
		return p, nil, err
	}
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
	can := alike(func(v record.Variant) bool {
		_, _, err := t.As(v)
		return err == nil || errors.Is(err, record.ErrUnknownTurn)
	})
	for _, v := range record.Variants() {
		if v.PDNAlone() {
			break // they come last, and no sheet has them
		}
		if can(v) {
			t.variants = append(t.variants, v)
		}
	}
	return t.variants
}

// alike returns what asks f only once of all variants with the same board and
// pieces, which a position does not tell apart.
func alike(f func(record.Variant) bool) func(record.Variant) bool {
	var keys []pieces
	var answers []bool
	return func(v record.Variant) bool {
		key := piecesOf(v)
		i := slices.Index(keys, key)
		if i < 0 {
			i = len(keys)
			keys, answers = append(keys, key), append(answers, f(v))
		}
		return answers[i]
	}
}

// pieces is what a position of a variant may have.
type pieces struct {
	board         record.Board
	most          int
	towers, marks bool
}

func piecesOf(v record.Variant) pieces {
	return pieces{v.Board(), v.Pieces(), v.Towers(), v.KingMarks()}
}

// isFEN says whether a text begins as FEN does: W, B or ? for the side to move,
// and a colon.
func isFEN(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" || !strings.ContainsRune("WBwb?", rune(text[0])) {
		return false
	}
	return strings.HasPrefix(strings.TrimLeft(text[1:], " \t"), ":")
}

// positionReader turns what the grammar found in text into a position.
type positionReader struct {
	text   string
	board  record.Board
	pos    record.Position
	count  [2]int // pieces so far, by colour
	places []place
	faults []record.Fault
}

// place is where a square is listed.
type place struct {
	square record.Square
	at     int
}

func (r *positionReader) placeOf(name string) int {
	for _, p := range r.places {
		if r.board.Name(p.square) == name {
			return p.at
		}
	}
	return 0
}

func (r *positionReader) read(tree *positionList) error {
	for _, turn := range []*turnPhrase{tree.Before, tree.After} {
		if turn != nil {
			r.pos.Turn = colourNamed(turn.Turn)
		}
	}
	if tree.Pair != nil {
		if err := r.side(record.White, tree.Pair.White); err != nil {
			return err
		}
		return r.side(record.Black, tree.Pair.Black)
	}
	var seen [2]bool
	for _, s := range tree.Sides {
		c := colourNamed(s.Owner)
		if seen[c] {
			return r.refuse(s.Pos.Offset, "", "%v's towers are listed a second time", c)
		}
		seen[c] = true
		before := len(r.places)
		if err := r.side(c, s.Towers); err != nil {
			return err
		}
		if s.Count != nil {
			r.compare(s.Count, len(r.places)-before)
		}
	}
	slices.SortStableFunc(r.faults, func(a, b record.Fault) int { return a.At - b.At })
	return nil
}

// compare notes a count in brackets that is not the number of towers.
func (r *positionReader) compare(count *countMark, towers int) {
	if n, err := strconv.Atoi(count.Count); err == nil && n == towers {
		return
	}
	at := count.Pos.Offset
	end := at + strings.IndexByte(r.text[at:], ')') + 1
	r.faults = append(r.faults, record.Fault{
		Code: record.CountMismatch, Severity: record.Remark, At: at, Len: end - at, Word: r.text[at:end],
		Message: fmt.Sprintf("the count in brackets is %s, but %d towers are listed", count.Count, towers),
	})
}

func (r *positionReader) refuse(at int, square, format string, args ...any) error {
	return &record.PositionError{Offset: at, Square: square, Reason: fmt.Sprintf(format, args...)}
}

// The values of King and Man tokens, which say how far a word reaches.
const (
	kingHere  = "king"  // a letter at the square, or the word in the singular: this square
	kingsOn   = "kings" // the word in the plural: all squares up to a word for men
	kingsAbbr = "D."    // the abbreviation (Ukrainian rules VI.7.4.2), which is used both ways
	menOn     = "men"
)

// side puts the towers of one side on the board.
func (r *positionReader) side(owner record.Colour, entries []towerEntry) error {
	reach := menOn
	abbreviated := 0 // squares since the abbreviation
	for i, e := range entries {
		if e.Kind != "" {
			reach, abbreviated = e.Kind, 0
		}
		abbreviated++
		last := i+1 == len(entries)
		if reach == kingsAbbr && abbreviated > 1 && last {
			return r.refuse(e.Pos.Offset, "", `whether the last squares hold kings is not clear; expected "пр." before the men, or "D." before each king`)
		}
		king := reach != menOn
		if reach == kingHere {
			reach = menOn
		}
		if err := r.entry(owner, &e, king, e.Kind != ""); err != nil {
			return err
		}
	}
	return nil
}

// entry puts one entry's tower, or range of men, on the board. said is whether
// the entry itself has a word for men or kings.
func (r *positionReader) entry(owner record.Colour, e *towerEntry, king, said bool) error {
	at, name := e.Pos.Offset, e.Square+e.Number
	s, reason := word.StepOf(name)
	if reason != "" {
		return r.refuse(at, "", "%s", reason)
	}
	square, ok := s.Square(r.board)
	if !ok || e.Square != "" && r.board.Numbering == record.Numeric {
		return r.refuse(at, name, "not a playing square of %v, whose squares are %s", r.pos.Variant, squaresOf(r.board))
	}
	if e.Pieces == nil {
		return r.put(at, square, record.Lone(owner, king))
	}
	if last, ok := r.rangeEnd(e); ok {
		for n := int(s.Number); n <= last; n++ {
			if err := r.put(at, r.board.Numbered(n), record.Lone(owner, king)); err != nil {
				return err
			}
		}
		return nil
	}
	if said || king {
		return r.refuse(at, name, "a word for men or kings and a list of pieces; the list says itself which pieces are kings")
	}
	t, err := r.tower(owner, name, e.Pieces)
	if err != nil {
		return err
	}
	return r.put(at, square, t)
}

// rangeEnd returns the last number of a range of men such as 21-32, and whether
// the entry is one: the digits behind the dash are a later square of the board
// and cannot be a tower of the variant.
func (r *positionReader) rangeEnd(e *towerEntry) (last int, ok bool) {
	if e.Number == "" || e.Pieces.Prisoners != "" || r.board.Numbering != record.Numeric {
		return 0, false
	}
	own := e.Pieces.Own
	if strings.Trim(own, "01") == "" && (r.pos.Variant.Towers() || len(own) == 1) {
		return 0, false
	}
	first, _ := strconv.Atoi(e.Number)
	last, err := strconv.Atoi(own)
	return last, err == nil && last > first && r.board.Numbered(last) != record.NoSquare
}

// put sets a tower on an empty square.
func (r *positionReader) put(at int, s record.Square, t record.Tower) error {
	if r.pos.At(s) != 0 {
		return r.refuse(at, r.board.Name(s), "the square is listed twice")
	}
	r.pos.Put(s, t)
	r.places = append(r.places, place{s, at})
	for _, c := range []record.Colour{record.White, record.Black} {
		r.count[c] += t.Count(c)
		if most := r.pos.Variant.Pieces(); r.count[c] > most {
			return r.refuse(at, r.board.Name(s), "with it there are %d %v pieces, but %v has %d a side", r.count[c], c, r.pos.Variant, most)
		}
	}
	return nil
}

// tower returns the tower that a list of pieces, or of their numbers, says.
func (r *positionReader) tower(owner record.Colour, square string, p *pieceList) (record.Tower, error) {
	blockOf := marksBlock
	if !r.pos.Variant.KingMarks() && strings.Trim(p.Own, "0") != "" {
		blockOf = countBlock
	}
	own, reason := blockOf(p.Own)
	var prisoners record.Block
	if reason == "" && p.Prisoners != "" {
		prisoners, reason = blockOf(p.Prisoners)
	}
	if reason == "" && own.N == 0 {
		reason = "a tower has a piece of its owner's on top"
	}
	if reason != "" {
		return 0, r.refuse(p.Pos.Offset, square, "%s", reason)
	}
	return record.NewTower(owner, own, prisoners), nil
}

// marksBlock reads a block of pieces, 0 for a man and 1 for a king, the
// uppermost first.
func marksBlock(digits string) (b record.Block, reason string) {
	if len(digits) > record.MaxBlock {
		return b, fmt.Sprintf("%d pieces of a colour, and no tower has more than %d", len(digits), record.MaxBlock)
	}
	for i, d := range digits {
		switch d {
		case '0':
		case '1':
			b.Kings |= 1 << i
		default:
			return b, fmt.Sprintf("%c is no piece; expected 0 for each man and 1 for each king (numbers of pieces are written in Adiukh only)", d)
		}
	}
	b.N = len(digits)
	return b, ""
}

// countBlock reads a block's number of pieces, which are all men.
func countBlock(digits string) (b record.Block, reason string) {
	n, err := strconv.Atoi(digits)
	switch {
	case len(digits) > 1 && digits[0] == '0':
		return b, fmt.Sprintf("%s is no number of pieces; expected one such as 3, or a 0 for each piece on both sides of the slash", digits)
	case err != nil || n > record.MaxBlock:
		return b, fmt.Sprintf("%s pieces of a colour, and no tower has more than %d", digits, record.MaxBlock)
	}
	b.N = n
	return b, ""
}

// squaresOf describes a board's squares: "a1 to h8", "1 to 25".
func squaresOf(b record.Board) string {
	all := b.Squares()
	return b.Name(all[0]) + " to " + b.Name(all[len(all)-1])
}

func colourNamed(name string) record.Colour {
	if name == record.Black.String() {
		return record.Black
	}
	return record.White
}

// positionSyntax returns the error for tokens of which that at byte offset at
// does not belong where it stands.
func positionSyntax(tokens []lexer.Token, at int) error {
	e := &record.PositionError{Offset: at}
	expected := "a side such as белые, a square, or who is to move"
	for _, t := range tokens {
		if t.Pos.Offset < at {
			switch t.Type {
			case tokenSide:
				expected = "the side's squares"
			case tokenSlash:
				expected = "prisoners such as 00, or Black's squares"
			case tokenBar:
				expected = "Black's squares"
			case word.TokenDash:
				expected = "a tower such as 1/000"
			case tokenOpen:
				expected = "a count such as 2/3, or who is to move"
			case tokenTurn:
				expected = "a side such as белые, or the end"
			case tokenKing, tokenMan:
				expected = "a square"
			default:
				expected = `a square, a tower behind "-", a count such as (3), the other side, or the end`
			}
			continue
		}
		if t.EOF() {
			e.Reason = "the position is not finished; expected " + expected
		} else {
			e.Reason = fmt.Sprintf("%q does not belong here; expected %s", word.Head(t.Value), expected)
		}
		break
	}
	return e
}
