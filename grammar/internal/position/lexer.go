package position

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// The token kinds of a position, besides those of package word.
const (
	tokenSide lexer.TokenType = iota + 100
	tokenOf
	tokenMover
	tokenMove
	tokenMoves
	tokenDigits
	tokenCount
	tokenKind
	tokenNone
	tokenColon
	tokenSeparator
	tokenSlash
	tokenBar
	tokenOpen
	tokenClose
)

// Tokens describes the tokens for EBNF, in order.
var Tokens = []word.Token{
	{Name: "Side", Kind: tokenSide, About: "white or black: белые, білі, White, черные, чорні, Black, бел., черн."},
	{Name: "Of", Kind: tokenOf, About: "белых, білих, черных, чорних"},
	{Name: "Mover", Kind: tokenMover, About: "a side and what says that it moves: White to move"},
	{Name: "Move", Kind: tokenMove, About: "ход, хід"},
	{Name: "Moves", Kind: tokenMoves, About: "начинают, ходят, починають, begins, to move, to play"},
	{Name: "Square", Kind: word.TokenSquare, About: "a file and a rank, a1 to l12, or a number"},
	{Name: "Digits", Kind: tokenDigits, About: "digits after a square: pieces as 0 (also О, о, O) and 1, how many there are, or another square"},
	{Name: "Count", Kind: tokenCount, About: "a number in brackets: (12)"},
	{Name: "Kind", Kind: tokenKind, About: "kings or men: дамка, дамки, king, D., or K or D at the square; простые, прості, men, пр."},
	{Name: "None", Kind: tokenNone, About: "нет, немає, none"},
	{Name: "Dash", Kind: word.TokenDash, About: "a dash of any kind, or ="},
	{Name: "Colon", Kind: tokenColon, About: ":"},
	{Name: "Separator", Kind: tokenSeparator, About: ", ; or ., и, та, and; one or several"},
	{Name: "Slash", Kind: tokenSlash, About: "/"},
	{Name: "Bar", Kind: tokenBar, About: "|"},
	{Name: "Open", Kind: tokenOpen, About: "("},
	{Name: "Close", Kind: tokenClose, About: ")"},
}

// vocabulary maps the words of positions to the names and values of their tokens, and kinds the
// names to token kinds; words without a meaning have the kind 0 and yield no token.
var (
	vocabulary = word.Vocabulary("position")
	kinds      = word.Definition{Tokens: Tokens}.Symbols()
)

// positionLexer cuts a position into tokens. As in move words, values have the spelling of the
// notation, and each change is reported as a fault.
type positionLexer struct {
	text   string
	commas bool // pieces must be separated by commas
	tokens []lexer.Token
	faults []record.Fault
	noted  []record.Repair
}

// newPositionLexer returns a lexer that has cut the whole text; the last token is EOF.
func newPositionLexer(text string, commas bool) *positionLexer {
	l := &positionLexer{text: text, commas: commas, tokens: make([]lexer.Token, 0, len(text)/2+1)}
	for at := 0; at < len(text); {
		at = l.next(at)
	}
	l.emit(lexer.EOF, "", len(text))
	return l
}

func (l *positionLexer) emit(kind lexer.TokenType, value string, at int) {
	switch last := l.last(1); {
	case kind == 0:
		return
	case kind == tokenMoves && last == tokenSide: // White to move
		l.tokens[len(l.tokens)-1].Type = tokenMover
		return
	case l.commas && (kind == word.TokenSquare || kind == tokenKind):
		if last == word.TokenSquare || last == tokenDigits || last == tokenClose ||
			last == tokenSeparator && l.tokens[len(l.tokens)-1].Value == "." {
			kind = word.TokenBad
		}
	}
	l.tokens = append(l.tokens, lexer.Token{Type: kind, Value: value, Pos: lexer.Position{Offset: at}})
}

// last returns the kind of the nth token from the end, or EOF if absent.
func (l *positionLexer) last(n int) lexer.TokenType {
	if len(l.tokens) < n {
		return lexer.EOF
	}
	return l.tokens[len(l.tokens)-n].Type
}

// signs are the token kinds of single characters.
var signs = map[rune]lexer.TokenType{
	':': tokenColon, ',': tokenSeparator, ';': tokenSeparator, '.': tokenSeparator, '/': tokenSlash,
	'|': tokenBar, '(': tokenOpen, ')': tokenClose, '=': word.TokenDash,
}

// token matches a sign, adjacent letters and digits, or a count in brackets. Two or three dashes
// are one, as on typewriters.
var token = word.Pattern(`^(?:[\pL\p{Nd}]+|[` + word.Dashes + `]+|\( *[0-9]+ *\)|.)`)

// next reads the token at byte at and returns its end.
func (l *positionLexer) next(at int) int {
	value := token().FindString(l.text[at:])
	r, w := utf8.DecodeRuneInString(l.text[at:])
	end := at + max(len(value), w)
	kind, ok := signs[r]
	switch {
	case word.IsSpace(r):
		return end
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return l.run(at, value)
	case word.IsDash(r):
		kind, value = word.TokenDash, "-"
	case len(value) > w:
		kind = tokenCount
	case !ok:
		kind = word.TokenBad
	}
	l.emit(kind, value, at)
	return end
}

// isKing matches a king on a number that no square of letters has: K23, and D13, but not D12.
var isKing = word.Pattern(`^(?:[KК]\d|[DД](?:1[3-9]|[2-9]\d))`)

// run reads adjacent letters and digits.
func (l *positionLexer) run(at int, run string) int {
	end, folded := at+len(run), word.Fold(run)
	says, known := vocabulary[folded]
	if abbreviated, is := vocabulary[folded+"."]; is && strings.HasPrefix(l.text[end:], ".") {
		says, known, end = abbreviated, true, end+1
	}
	last, before := l.last(1), l.last(2)
	digits, respelled, isNumber := word.Place(run, true)
	isNumber = isNumber && !strings.Contains(run, "б")
	switch king, n := utf8.DecodeRuneInString(run); {
	case isNumber && ((last == word.TokenDash || last == tokenOpen) && before == word.TokenSquare || last == tokenSlash && before == tokenDigits):
		l.emit(tokenDigits, digits, at) // О for a man and 0 are the same (Codex 1.10)
	case known:
		kind, value, _ := strings.Cut(says, "=")
		l.emit(kinds[kind], value, at)
	case isNumber:
		l.square(at, run, digits, respelled)
	default:
		square, repairs, ok := word.Place(run, false)
		if !ok || isKing().MatchString(run) {
			if strings.ContainsRune("KКDД", king) {
				rest := run[n:]
				square, repairs, ok = word.Place(rest, rest != "" && word.IsDigit(rest[0]))
			}
			if ok {
				l.emit(tokenKind, kingHere, at)
				run, at = run[n:], at+n
			}
		}
		if ok {
			l.square(at, run, square, repairs)
		} else {
			l.emit(word.TokenBad, run, at)
		}
	}
	return end
}

// square adds the square written at byte at, and reports each changed character once.
func (l *positionLexer) square(at int, written, square string, repairs []record.Repair) {
	l.emit(word.TokenSquare, square, at)
	for _, r := range repairs {
		if slices.Contains(l.noted, r) {
			continue
		}
		l.noted = append(l.noted, r)
		from := message.Of("replay.sign", "text", r.From)
		if first, _ := utf8.DecodeRuneInString(r.From); unicode.Is(unicode.Cyrillic, first) {
			from = message.Of("replay.letter", "script", message.Term("cyrillic"), "text", r.From)
		}
		l.faults = append(l.faults, record.Fault{
			Code: r.Code, Severity: record.Repaired, At: at, Len: len(written), Word: written,
			Message: message.Of("position.read-as", "from", from, "to", r.To),
		})
	}
}

// expected maps token kinds to the description of what may follow, for errors.
var expected = map[lexer.TokenType]message.ID{
	tokenSide: "position.expected-squares", tokenSlash: "position.expected-prisoners", tokenBar: "position.expected-black",
	word.TokenDash: "position.expected-tower", tokenOf: "position.expected-side", tokenMove: "position.expected-turn",
	tokenMoves: "position.expected-side", tokenKind: "position.expected-square",
}

// unexpected returns the error for the token at byte at, which the grammar does not accept there.
func (l *positionLexer) unexpected(at int) error {
	expect := message.ID("position.expected-begin")
	i := slices.IndexFunc(l.tokens, func(t lexer.Token) bool { return t.Pos.Offset >= at })
	if i > 0 {
		if expect = expected[l.tokens[i-1].Type]; expect == "" {
			expect = "position.expected-on"
		}
	}
	e := &record.PositionError{Offset: at, Reason: message.Of("position.not-finished", "expected", message.Of(expect))}
	if t := l.tokens[i]; !t.EOF() {
		found := word.Head(token().FindString(l.text[at:]))
		e.Reason = message.Of("position.does-not-belong", "found", found, "expected", message.Of(expect))
	}
	return e
}
