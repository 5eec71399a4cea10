// Package position reads positions with towers as the rule books list them.
//
// Read first: list, the grammar; then Text, which puts a parsed position on the board of a variant.
// shows.go guesses a game's variant and square names from its positions and moves; gametype.go
// reads them from PDN's tag GameType.
package position

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// list is the grammar of a position as the rule books write it: the towers of each side, or the
// bare pair of lists of a composition, and optionally the side to move.
type list struct {
	Before *turn  `parser:"@@?"`
	Sides  []side `parser:"( @@+"`
	Pair   *pair  `parser:"| @@ )"`
	After  *turn  `parser:"@@?"`
	EndPos lexer.Position
}

// turn is the side to move, with or without brackets: "Ход белых.", "(White to move)".
type turn struct {
	Of said `parser:"( @@ | (?= Open (Move | Moves | Mover)) Open @@ Close ) (Colon | Separator)*"`
}

// said is "Ход белых", "Очередь хода: белые", "Гру починають білі", "White to move".
type said struct {
	Side   string `parser:"Move (Colon | Dash)? @(Of | Side) | Moves @Side | @Mover"`
	EndPos lexer.Position
}

// side is one side: its name, its towers, and their number (Codex 1.10: "черные: а1 – 110101/1, b2
// – 00 (2)").
type side struct {
	Pos    lexer.Position
	Owner  string       `parser:"@Side"`
	Before *lexer.Token `parser:"@Count? (Colon | Dash)*"` // "Белые (2): c3, e5"
	Towers []tower      `parser:"( @@ Separator* | None )*"`
	Count  *lexer.Token `parser:"@Count? Separator*"`
}

// pair is a position of a composition, White's men before the bar: "D.b8, пр. h6|c3, h8, f4", "e5,
// g3 / d6, h2" (Ukrainian rules VI.7.4.2, VI.7.4.5).
type pair struct {
	White []tower `parser:"( @@ Separator* )+ (Bar | Slash)"`
	Black []tower `parser:"( @@ Separator* )+"`
}

// tower is a square and its pieces: "с1 - 1/0000", "b6-2/3", "d4(2/2)", "a3", "D. g1"; on a numeric
// board also a range of men, "21-32". The digits are the owner's pieces and, after the slash, the
// prisoners: 0 for each man and 1 for each king (Codex 1.10, 2.3) or, in Adiukh, which does not
// mark kings, their number (Adiukh 7.2).
type tower struct {
	Pos       lexer.Position
	Kind      string       `parser:"( @Kind (Colon | Dash)* )?"`
	Square    string       `parser:"@Square"`
	Own       *lexer.Token `parser:"( (Dash | (?= Open Digits) Open) @Digits"`
	Prisoners string       `parser:"( Slash @Digits )? Close? )?"`
}

// Grammar returns the parser of positions, and turnGrammar that of the side to move alone.
var (
	Grammar     = word.NewGrammar[list](Tokens, 0)
	turnGrammar = word.NewGrammar[turn](Tokens, 0)
)

// maxTurn is the maximum length in bytes of words for the side to move.
const maxTurn = 64

// ReadTurn reads the side to move at the beginning of a text: "Ход белых", "(White to move)". n is
// the length in bytes, without a stop or colon, or 0 if absent.
func ReadTurn(text string) (side record.Colour, n int) {
	text, _, _ = strings.Cut(text[:min(len(text), maxTurn)], "\t")
	bare := strings.TrimPrefix(text, "(")
	if _, may := vocabulary[word.Fold(token().FindString(bare))]; !may {
		return 0, 0 // nearly always
	}
	tree, _, err := word.ParseTokens(turnGrammar(), newPositionLexer(text, false).tokens, participle.AllowTrailing(true))
	if err != nil {
		return 0, 0
	}
	n = tree.Of.EndPos.Offset
	if len(bare) < len(text) {
		return colourNamed(tree.Of.Side), n + len(")")
	}
	return colourNamed(tree.Of.Side), len(strings.TrimRightFunc(text[:n], word.IsSpace))
}

// Solution matches the heading of a composition's solution at the start of a line, which has no
// meaning.
var Solution = word.Pattern(`(?i)^[ \t]*(?:розв['’ʼ]?язок|решение|solution)[ \t]*(?:[:.]|$)[ \t]*`)

// MaxLen is the maximum length in bytes of the text of a position.
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
//     the digits after the dash cannot be a tower.
//
// Sides and turn are named in Russian, Ukrainian or English, dashes are of any kind, and a side may
// be left out. The side to move is the one that the text names ("Ход белых", "Хід чорних", "White
// to move"), otherwise the one that begins the game.
//
// The faults list text that was read differently from how it is written (record.LookAlike,
// record.LetterCase, once for each character) and wrong counts in brackets (record.CountMismatch),
// with byte offsets in text. The error is a *record.PositionError, or nil if the position is valid.
// The time grows with the length of the text, which is limited to MaxLen.
func Parse(text string, v record.Variant) (record.Position, []record.Fault, error) {
	return Read(text).As(v)
}

// Text is the text of a position, parsed before its variant is known. It is safe for concurrent
// use.
type Text struct {
	text     string
	fen      bool // record.ParseFEN reads it
	tree     *list
	faults   []record.Fault
	err      error
	variants func() []record.Variant
}

// newText reads the text of a position or, if pair is set, the pair at the beginning of a text.
func newText(text string, pair bool) *Text {
	t := &Text{text: text, fen: !pair && isFEN(text)}
	t.variants = sync.OnceValue(t.findVariants)
	switch {
	case len(text) > MaxLen:
		t.err = &record.PositionError{Reason: message.Of("position.too-long", "n", len(text), "most", MaxLen)}
	case pair:
		if t.parse(true, participle.AllowTrailing(true)); t.err == nil {
			t.text = strings.TrimRight(text[:t.tree.EndPos.Offset], " \t")
			t.faults = slices.DeleteFunc(t.faults, func(f record.Fault) bool { return f.At >= len(t.text) })
		}
	case !t.fen:
		t.parse(false)
	}
	return t
}

// Read reads the text of a position once, for several variants.
func Read(text string) *Text { return newText(text, false) }

// ReadPair reads the position of a composition, with commas between the pieces, at the beginning of
// a line. n is the number of bytes read, or 0 if absent.
func ReadPair(line string) (t *Text, n int) {
	if t = newText(line, true); !t.IsPair() {
		return nil, 0
	}
	return t, len(t.text)
}

// isFEN reports whether a text begins like FEN: W, B or ? for the side to move, and a colon.
func isFEN(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && strings.IndexByte("WBwb?", text[0]) >= 0 && strings.HasPrefix(strings.TrimLeft(text[1:], " \t"), ":")
}

// parse parses the text by the grammar.
func (t *Text) parse(commas bool, options ...participle.ParseOption) {
	lex := newPositionLexer(t.text, commas)
	tree, at, err := word.ParseTokens(Grammar(), lex.tokens, options...)
	if err != nil {
		t.err = lex.unexpected(at)
		return
	}
	t.tree, t.faults = tree, lex.faults
}

// NamesTurn reports whether the text names the side to move.
func (t *Text) NamesTurn() bool {
	if t.fen {
		return !t.turnless()
	}
	return t.tree != nil && (t.tree.Before != nil || t.tree.After != nil)
}

// Lists reports whether the text lists the pieces of sides, on the board of a variant or not.
func (t *Text) Lists() bool { return t.tree != nil }

// IsPair reports whether the text is the bare pair of lists of a composition.
func (t *Text) IsPair() bool { return t.tree != nil && t.tree.Pair != nil }

// turnless reports whether the text is a FEN without the side to move.
func (t *Text) turnless() bool { return t.fen && strings.HasPrefix(strings.TrimSpace(t.text), "?") }

// As returns the position as one of variant v, like Parse.
func (t *Text) As(v record.Variant) (pos record.Position, faults []record.Fault, err error) {
	if t.err != nil {
		return pos, nil, t.err
	}
	if t.fen || !slices.Contains(record.Variants(), v) { // ParseFEN reports an unknown variant
		pos, err = record.ParseFEN(v, t.text)
		return pos, nil, err
	}
	w := fenWriter{variant: v, board: v.Board(), faults: slices.Clone(t.faults)}
	if w.write(t.tree); w.err != nil {
		return pos, nil, w.err
	}
	var refused *record.PositionError
	if pos, err = record.ParseFEN(v, w.fen); errors.As(err, &refused) {
		refused.Offset = w.places[refused.Offset]
	}
	return pos, w.faults, err
}

// Variants returns the variants in which the text is a valid position with either side to move, for
// a record that does not name its variant.
func (t *Text) Variants() []record.Variant { return t.variants() }

func (t *Text) findVariants() (all []record.Variant) {
	for _, v := range record.Variants() {
		if t.err != nil || v.PDNAlone() {
			break // these come last and never occur in sheets
		}
		if _, _, err := t.As(v); err == nil || errors.Is(err, record.ErrUnknownTurn) {
			all = append(all, v)
		}
	}
	return all
}

// fenWriter writes a parsed position as FEN, which record.ParseFEN puts on a board.
type fenWriter struct {
	variant record.Variant
	board   record.Board
	fen     string
	places  []int // offsets in the text of the bytes of fen
	towers  int   // so far
	faults  []record.Fault
	err     error // the first error
}

func (w *fenWriter) add(fen string, at int) {
	w.fen += fen
	w.places = append(w.places, slices.Repeat([]int{at}, len(fen))...)
}

func (w *fenWriter) refuse(at int, square string, reason message.Message) {
	if w.err == nil {
		w.err = &record.PositionError{Offset: at, Square: square, Reason: reason}
	}
}

func (w *fenWriter) write(tree *list) {
	first := w.variant.First()
	for _, t := range []*turn{tree.Before, tree.After} {
		if t != nil {
			first = colourNamed(t.Of.Side)
		}
	}
	w.add(string(first.Letter()), 0)
	if tree.Pair != nil {
		w.side(record.White, tree.Pair.White)
		w.side(record.Black, tree.Pair.Black)
	}
	for i, s := range tree.Sides {
		c, before := colourNamed(s.Owner), w.towers
		if slices.ContainsFunc(tree.Sides[:i], func(other side) bool { return other.Owner == s.Owner }) {
			w.refuse(s.Pos.Offset, "", message.Of("position.side-twice", "side", c.Term()))
		}
		s.Count = cmp.Or(s.Count, s.Before)
		if w.side(c, s.Towers); s.Count == nil {
			continue
		}
		said, towers := strings.Trim(s.Count.Value, "( )"), w.towers-before
		if n, err := strconv.Atoi(said); err != nil || n != towers {
			w.faults = append(w.faults, record.Fault{
				Code: record.CountMismatch, At: s.Count.Pos.Offset, Len: len(s.Count.Value), Word: s.Count.Value,
				Message: message.Of("position.count-mismatch", "count", said, "towers", towers),
			})
		}
	}
	w.add(".", 0)
	record.SortFaults(w.faults)
}

// The values of Kind tokens, by the number of squares that they apply to.
const (
	kingHere  = "king"  // a letter before the square, or the singular: this square
	kingsOn   = "kings" // the plural: all squares up to a word for men
	kingsAbbr = "D."    // the abbreviation (Ukrainian rules VI.7.4.2), used both ways
	menOn     = "men"
)

// side writes the towers of one side.
func (w *fenWriter) side(owner record.Colour, entries []tower) {
	sign := ":" + string(owner.Letter())
	w.add(sign, 0)
	reach := menOn
	abbreviated := 0 // squares since the abbreviation
	for i, e := range entries {
		if e.Kind != "" {
			reach, abbreviated = e.Kind, 0
		}
		if abbreviated++; reach == kingsAbbr && abbreviated > 1 && i+1 == len(entries) {
			w.refuse(e.Pos.Offset, "", message.Of("position.kings-unclear", "men", "пр.", "king", "D."))
		}
		if i > 0 {
			w.add(",", e.Pos.Offset)
		}
		if w.entry(&e, reach != menOn); reach == kingHere {
			reach = menOn
		}
	}
}

// entry writes the tower or the range of men of one entry.
func (w *fenWriter) entry(e *tower, king bool) {
	at := e.Pos.Offset
	s, reason := word.StepOf(e.Square)
	if !reason.IsZero() {
		w.refuse(at, "", reason)
		return
	}
	if _, ok := s.Square(w.board); !ok || s.Number == 0 && w.board.Numbering == record.Numeric {
		all := w.board.Squares()
		squares := message.Of("position.squares", "first", w.board.Name(all[0]), "last", w.board.Name(all[len(all)-1]))
		w.refuse(at, e.Square, message.Of("position.no-square", "variant", w.variant.Term(), "squares", squares))
	}
	w.towers++
	if king {
		w.add("K", at)
	}
	w.add(e.Square, at)
	if e.Own == nil {
		return
	}
	own := e.Own.Pos.Offset
	switch last := w.rangeEnd(e); {
	case last > int(s.Number):
		w.towers += last - int(s.Number)
		w.add("-"+e.Own.Value, at)
	case king:
		w.refuse(at, e.Square, message.Of("position.kings-twice"))
	default:
		w.add("="+w.block(e, e.Own.Value), own)
		if prisoners := w.block(e, e.Prisoners); prisoners != "" {
			w.add("/"+prisoners, own)
		}
	}
}

// rangeEnd returns the last square of a range of men such as 21-32, or 0 if the digits after the
// dash can be a tower of the variant or are no square.
func (w *fenWriter) rangeEnd(e *tower) int {
	last, _ := strconv.Atoi(e.Own.Value)
	isTower := strings.Trim(e.Own.Value, "01") == "" && (w.variant.Towers() || len(e.Own.Value) == 1)
	if isTower || e.Prisoners != "" || w.board.Numbering != record.Numeric || w.board.Numbered(last) == record.NoSquare {
		return 0
	}
	return last
}

// block returns the pieces of one colour in an entry's tower in FEN: 0 for a man and 1 for a king,
// top piece first. The digits are these or, in games that do not mark kings, their number.
func (w *fenWriter) block(e *tower, digits string) string {
	if w.variant.KingMarks() || strings.Trim(e.Own.Value, "0") == "" {
		if other := strings.TrimLeft(digits, "01"); other != "" {
			w.refuse(e.Own.Pos.Offset, e.Square, message.Of("position.no-piece", "sign", other[:1]))
		}
		return digits
	}
	n, _ := strconv.Atoi(digits)
	if digits != "" && (len(digits) > 2 || strconv.Itoa(n) != digits) {
		w.refuse(e.Own.Pos.Offset, e.Square, message.Of("position.no-count", "digits", digits))
		return ""
	}
	return strings.Repeat("0", n)
}

func colourNamed(name string) record.Colour {
	if name == record.Black.String() {
		return record.Black
	}
	return record.White
}
