package position

import (
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

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
			return r.refuse(s.Pos.Offset, "", message.Of("position.side-twice", "side", c.Term()))
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
		Message: message.Of("position.count-mismatch", "count", count.Count, "towers", towers),
	})
}

func (r *positionReader) refuse(at int, square string, reason message.Message) error {
	return &record.PositionError{Offset: at, Square: square, Reason: reason}
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
			return r.refuse(e.Pos.Offset, "", message.Of("position.kings-unclear", "men", "пр.", "king", "D."))
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
	if !reason.IsZero() {
		return r.refuse(at, "", reason)
	}
	square, ok := s.Square(r.board)
	if !ok || e.Square != "" && r.board.Numbering == record.Numeric {
		return r.refuse(at, name, message.Of("position.no-square", "variant", r.pos.Variant.Term(), "squares", squaresOf(r.board)))
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
		return r.refuse(at, name, message.Of("position.kings-twice"))
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
		return r.refuse(at, r.board.Name(s), message.Of("record.listed-twice"))
	}
	r.pos.Put(s, t)
	r.places = append(r.places, place{s, at})
	for _, c := range []record.Colour{record.White, record.Black} {
		r.count[c] += t.Count(c)
		if most := r.pos.Variant.Pieces(); r.count[c] > most {
			return r.refuse(at, r.board.Name(s), message.Of("position.too-many-pieces",
				"n", r.count[c], "side", c.Term(), "variant", r.pos.Variant.Term(), "most", most))
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
	if reason.IsZero() && p.Prisoners != "" {
		prisoners, reason = blockOf(p.Prisoners)
	}
	if reason.IsZero() && own.N == 0 {
		reason = message.Of("position.no-owner")
	}
	if !reason.IsZero() {
		return 0, r.refuse(p.Pos.Offset, square, reason)
	}
	return record.NewTower(owner, own, prisoners), nil
}

// marksBlock reads a block of pieces, 0 for a man and 1 for a king, the
// uppermost first.
func marksBlock(digits string) (b record.Block, reason message.Message) {
	if len(digits) > record.MaxBlock {
		return b, message.Of("position.block-too-high", "n", strconv.Itoa(len(digits)), "most", record.MaxBlock)
	}
	for i, d := range digits {
		switch d {
		case '0':
		case '1':
			b.Kings |= 1 << i
		default:
			return b, message.Of("position.no-piece", "sign", string(d))
		}
	}
	b.N = len(digits)
	return b, message.Message{}
}

// countBlock reads a block's number of pieces, which are all men.
func countBlock(digits string) (b record.Block, reason message.Message) {
	n, err := strconv.Atoi(digits)
	switch {
	case len(digits) > 1 && digits[0] == '0':
		return b, message.Of("position.no-count", "digits", digits)
	case err != nil || n > record.MaxBlock:
		return b, message.Of("position.block-too-high", "n", digits, "most", record.MaxBlock)
	}
	b.N = n
	return b, message.Message{}
}

// squaresOf describes a board's squares: "a1 to h8", "1 to 25".
func squaresOf(b record.Board) message.Message {
	all := b.Squares()
	return message.Of("position.squares", "first", b.Name(all[0]), "last", b.Name(all[len(all)-1]))
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
	expected := message.ID("position.expected-begin")
	for _, t := range tokens {
		if t.Pos.Offset < at {
			switch t.Type {
			case tokenSide:
				expected = "position.expected-squares"
			case tokenSlash:
				expected = "position.expected-prisoners"
			case tokenBar:
				expected = "position.expected-black"
			case word.TokenDash:
				expected = "position.expected-tower"
			case tokenOpen:
				expected = "position.expected-count"
			case tokenTurn:
				expected = "position.expected-side"
			case tokenKing, tokenMan:
				expected = "position.expected-square"
			default:
				expected = "position.expected-on"
			}
			continue
		}
		if t.EOF() {
			e.Reason = message.Of("position.not-finished", "expected", message.Of(expected))
		} else {
			e.Reason = message.Of("position.does-not-belong", "found", word.Head(t.Value), "expected", message.Of(expected))
		}
		break
	}
	return e
}
