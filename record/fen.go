package record

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/record/message"
)

// ErrUnknownTurn is wrapped by a *PositionError of ParseFEN if the text has "?" for the side to
// move (PDN 3.0, FEN tag). The position is still returned, with the side that begins the game to
// move, for a caller that can infer the side from the moves that follow.
var ErrUnknownTurn error = &PositionError{Reason: message.Of("record.turn-unknown")}

// ParseFEN parses a position in one line: PDN 3.0's FEN, in which a tower follows its square and
// "=", top piece first: the owner's pieces, "/", the prisoners, "0" for a man and "1" for a king
// (the tower spelling of Codex 1.10 and 2.3):
//
//	B:Wc1,b4=000,h6=10/000000,Ke5:Bg7,b8
//
// First comes the side to move, then a section for each side, in either order, in several pieces or
// omitted; a bare square has a man, and "K" before it makes it a king. Numeric boards have numbers
// as names and PDN's ranges "1-12" and "K1-12". ParseFEN also accepts forms that FEN does not
// write: letters in either case, blanks between tokens, a final dot, "=0" and "=1" for a lone man
// or king; and in flat games numbers for letters and digits and vice versa. It skips Lidraughts'
// counters after the pieces, :H0:F12. Numbers on a board of letters, as in PDN of Russian draughts,
// count as in checkers: 1 is the first square of the far rank. "K" before a tower with "=" is an
// error, for the tower itself says which of its pieces are kings.
//
// If the error is nil, the position is valid (see Position.Validate). Any error is a *PositionError
// with the byte offset in s, where parsing stops; the position is then the zero Position, except
// for ErrUnknownTurn.
func ParseFEN(v Variant, s string) (Position, error) { return ParseFENNumbered(v, v.Board(), s) }

// ParseFENNumbered parses a position like ParseFEN, with numbers as on another board if that has
// numbers; it must have as many files and ranks as the variant's. If just one of the boards is
// mirrored, the position is mirrored, which is the same game.
func ParseFENNumbered(v Variant, numbers Board, s string) (p Position, err error) {
	if numbers.Numbering != Numeric {
		if numbers = v.Board(); !v.Towers() {
			numbers = numbers.WithNumbers()
		}
	}
	p.Variant = v
	f := fenReader{text: s, board: v.Board(), numbers: numbers, pos: &p}
	if err = f.read(); err != nil {
		return Position{}, err
	}
	return p, f.turnless
}

// fenReader parses one FEN from left to right.
type fenReader struct {
	text     string
	at       int // byte offset of the next byte
	board    Board
	numbers  Board // the board with its squares named by numbers
	pos      *Position
	count    [2]int // pieces so far, by colour
	turnless error  // error for "?" as the side to move, or nil
}

func (f *fenReader) read() error {
	if f.pos.Variant == UnknownVariant || f.pos.Variant >= numVariants {
		return f.pos.Validate()
	}
	f.skip()
	at := f.at
	if turn, ok := f.colour(); ok {
		f.pos.Turn = turn
	} else if f.accept('?') {
		f.pos.Turn = f.pos.Variant.First()
		f.turnless = &PositionError{Offset: at, Reason: message.Of("record.turn-left-open"), Err: ErrUnknownTurn}
	} else {
		return f.unexpected(message.Of("record.expected-turn"))
	}
	if f.peek() != ':' {
		return f.unexpected(message.Of("record.expected-side"))
	}
	for f.accept(':') {
		if digits := strings.TrimLeft(f.text[f.at:], "HF"); len(digits) == len(f.text)-f.at-1 && len(f.text) > f.at+1 {
			f.at = len(f.text) - len(strings.TrimLeft(digits, "0123456789")) // a counter
			f.skip()
			continue
		}
		owner, ok := f.colour()
		if !ok {
			return f.unexpected(message.Of("record.expected-colour"))
		}
		if f.at == len(f.text) || f.peek() == ':' || f.peek() == '.' {
			continue // a side without pieces
		}
		for more := true; more; more = f.accept(',') {
			if err := f.item(owner); err != nil {
				return err
			}
		}
	}
	if f.accept('.'); f.at < len(f.text) {
		return f.unexpected(message.Of("record.expected-square-or-end"))
	}
	return nil
}

// item parses a square or a range of squares, with its tower.
func (f *fenReader) item(owner Colour) error {
	start := f.at
	king := f.accept('K') || f.accept('k')
	first, low, err := f.square()
	if err != nil {
		return err
	}
	t := Lone(owner, king)
	switch {
	case low > 0 && f.accept('-'):
		at, single := f.at, first
		var high int
		if first, high, err = f.square(); err == nil && low > high { // high is 0 if it has a letter
			return f.refuse(at, first, message.Of("record.no-range", "low", f.board.Name(single), "high", f.board.Name(first)))
		}
		for n := low; n < high && err == nil; n++ {
			err = f.put(start, f.numbers.Mirror(f.numbers.Numbered(n), f.board), t)
		}
	case f.peek() == '=' && king:
		return f.refuse(start, first, message.Of("record.king-before-tower"))
	case f.accept('='):
		t, err = f.tower(first, owner)
	}
	if err != nil {
		return err
	}
	return f.put(start, first, t)
}

// put places a tower whose text begins at the given offset.
func (f *fenReader) put(start int, s Square, t Tower) error {
	if f.pos.At(s) != 0 {
		return f.refuse(start, s, message.Of("record.listed-twice"))
	}
	if reason := f.pos.Variant.checkTower(t); !reason.IsZero() {
		return f.refuse(start, s, reason)
	}
	f.pos.towers[s] = t
	for _, c := range [2]Colour{White, Black} {
		f.count[c] += t.Count(c)
		if reason := f.pos.Variant.checkCount(f.count[c], c); !reason.IsZero() {
			return &PositionError{Offset: start, Reason: reason}
		}
	}
	return nil
}

// square parses a square's name, and returns its number if it is one, or 0.
func (f *fenReader) square() (s Square, number int, err error) {
	start := f.at
	file := -1
	if c := f.peek() | 0x20; c >= 'a' && c <= 'z' {
		file = int(c - 'a')
		f.at++
	}
	digits := f.at
	for c := f.peek(); c >= '0' && c <= '9'; c = f.peek() {
		number = min(number*10+int(c-'0'), 1000) // no board has that many
		f.at++
	}
	name := f.text[start:f.at]
	f.skip()
	var reason message.Message
	switch {
	case len(name) == digits-start:
		f.at = start
		return NoSquare, 0, f.unexpected(f.squares())
	case file < 0 && f.numbers.Numbering == Numeric:
		if s := f.numbers.Numbered(number); s != NoSquare {
			return f.numbers.Mirror(s, f.board), number, nil
		}
	case file < 0, f.board.Numbering == Numeric && f.pos.Variant.Towers():
		reason = message.Of("record.no-name", "variant", f.pos.Variant.Term(), "expected", f.squares())
	case number >= 1 && number <= f.board.Ranks && file < f.board.Files:
		if s := SquareAt(file, number-1); f.board.Has(s) {
			return s, 0, nil
		}
		reason = message.Of("record.light-square", "variant", f.pos.Variant.Term())
	}
	if reason.IsZero() {
		reason = message.Of("record.off-board", "expected", f.squares())
	}
	return NoSquare, 0, &PositionError{Square: name, Offset: start, Reason: reason}
}

// squares returns how the board names its squares, for a message.
func (f *fenReader) squares() message.Message {
	if f.board.Numbering == Numeric {
		return message.Of("record.expected-number", "last", (f.board.Files*f.board.Ranks+1)/2)
	}
	return message.Of("record.expected-square", "last", SquareAt(f.board.Files-1, f.board.Ranks-1).Algebraic())
}

// tower parses the tower after "=": the owner's pieces and the prisoners, uppermost first.
func (f *fenReader) tower(s Square, owner Colour) (Tower, error) {
	var blocks [2]Block
	for i := range blocks {
		b, start, most := &blocks[i], f.at, f.pos.Variant.Pieces()
		for c := f.peek(); c == '0' || c == '1'; c = f.peek() {
			if b.N < MaxBlock {
				b.Kings |= uint16(c-'0') << b.N
				b.N++
			}
			f.at++
		}
		switch n := f.at - start; {
		case n == 0:
			return 0, f.unexpected(message.Of("record.expected-piece"))
		case n > most:
			return 0, f.refuse(start, s, message.Of("record.tower-too-high", "n", n, "variant", f.pos.Variant.Term(), "most", most))
		}
		if f.skip(); i > 0 || !f.accept('/') {
			break
		}
	}
	if f.peek() == '/' {
		return 0, f.refuse(f.at, s, message.Of("record.second-slash", "rule", message.Rule("Codex 1.6.1")))
	}
	return NewTower(owner, blocks[0], blocks[1]), nil
}

// colour parses a side's letter and reports whether there was one.
func (f *fenReader) colour() (Colour, bool) {
	if f.accept('W') || f.accept('w') {
		return White, true
	}
	return Black, f.accept('B') || f.accept('b')
}

// accept consumes a sign, and the blanks after it, if it comes next.
func (f *fenReader) accept(sign byte) bool {
	if f.peek() != sign {
		return false
	}
	f.at++
	f.skip()
	return true
}

// peek returns the next byte, or 0 at the end.
func (f *fenReader) peek() byte {
	if f.at < len(f.text) {
		return f.text[f.at]
	}
	return 0
}

func (f *fenReader) skip() {
	for f.at < len(f.text) && f.text[f.at] <= ' ' && strings.IndexByte(" \t\r\n", f.text[f.at]) >= 0 {
		f.at++
	}
}

func (f *fenReader) refuse(at int, s Square, reason message.Message) error {
	return &PositionError{Square: f.board.Name(s), Offset: at, Reason: reason}
}

// unexpected returns an error that names what was expected and what was found.
func (f *fenReader) unexpected(expected message.Message) error {
	id := message.ID("record.sign-for")
	r, n := utf8.DecodeRuneInString(f.text[f.at:])
	if n == 0 {
		id = "record.end-for"
	} else if unicode.Is(unicode.Cyrillic, r) {
		id = "record.cyrillic-for"
	}
	return &PositionError{Offset: f.at, Reason: message.Of(id, "found", f.text[f.at:f.at+n], "expected", expected)}
}

// FEN returns the position in one line, in the form of AppendFEN.
func (p *Position) FEN() string {
	var buf [160]byte // holds nearly all positions
	return string(p.AppendFEN(buf[:0]))
}

// AppendFEN appends the position in one line to dst: the side to move, White's squares, Black's
// squares, both in board order (see Board.Squares). A lone man is a bare square, a lone king has
// "K" before it, any other tower follows "=". Each position has exactly one such text, which
// ParseFEN converts back to the same position.
func (p *Position) AppendFEN(dst []byte) []byte {
	names := tableOf(p.Variant.Board())
	dst = append(dst, p.Turn.Letter())
	for _, c := range [2]Colour{White, Black} {
		dst = append(dst, ':', c.Letter())
		sign := ""
		for _, s := range names.byNumber[1:] {
			t := p.towers[s]
			if t == 0 || t.Owner() != c {
				continue
			}
			dst = append(dst, sign...)
			sign = ","
			if t.Height() == 1 && t.King() {
				dst = append(dst, 'K')
			}
			dst = append(dst, names.name[s]...)
			if t.Height() > 1 {
				dst = t.append(append(dst, '='))
			}
		}
	}
	return dst
}
