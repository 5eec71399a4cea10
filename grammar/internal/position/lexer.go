package position

import (
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// The further kinds of token that a position is made of.
const (
	tokenSide   lexer.TokenType = iota + 100 // белые: the side whose towers follow
	tokenTurn                                // ход белых: the side to move
	tokenDigits                              // a number, or the pieces of a block
	tokenCount                               // (12): how many towers there are
	tokenKing                                // D., дамка
	tokenMan                                 // пр.
	tokenAnd                                 // и
	tokenNone                                // нет
	tokenColon
	tokenComma
	tokenStop // . or ;
	tokenSlash
	tokenBar
	tokenOpen
	tokenClose

	// Words that are merged into Turn tokens, or dropped.
	wordOf    // белых
	wordMove  // ход
	wordMoves // начинают
	wordTo    // to
	wordElse  // шашки, на полях
)

// Tokens describes the tokens for EBNF, in its order.
var Tokens = []word.Token{
	{Name: "Side", Kind: tokenSide, About: "white or black: белые, білі, White, черные, чорні, Black, бел., черн."},
	{Name: "Turn", Kind: tokenTurn, About: "who is to move: Ход белых, Хід чорних, Белые начинают, White to move"},
	{Name: "Square", Kind: word.TokenSquare, About: "a file and a rank, a1 to l12"},
	{Name: "Digits", Kind: tokenDigits, About: "digits: the number of a square, pieces as 0 (also О, о, O) and 1, or how many there are"},
	{Name: "Count", Kind: tokenCount, About: "a number in brackets: (12)"},
	{Name: "King", Kind: tokenKing, About: "дамка, дамки, king, D., or K or D at the square"},
	{Name: "Man", Kind: tokenMan, About: "простые, прості, men, пр."},
	{Name: "And", Kind: tokenAnd, About: "и, и, та, and"},
	{Name: "None", Kind: tokenNone, About: "нет, немає, none"},
	{Name: "Dash", Kind: word.TokenDash, About: "a dash of any kind, or ="},
	{Name: "Colon", Kind: tokenColon, About: ":"},
	{Name: "Comma", Kind: tokenComma, About: ","},
	{Name: "Stop", Kind: tokenStop, About: ". or ;"},
	{Name: "Slash", Kind: tokenSlash, About: "/"},
	{Name: "Bar", Kind: tokenBar, About: "|"},
	{Name: "Open", Kind: tokenOpen, About: "("},
	{Name: "Close", Kind: tokenClose, About: ")"},
}

// positionWords are the words of positions, in lower case, with what a token
// of each has for its value.
var positionWords = map[string]struct {
	kind  lexer.TokenType
	value string
}{
	"белые": {tokenSide, "white"}, "бел.": {tokenSide, "white"}, "б": {tokenSide, "white"}, "б.": {tokenSide, "white"},
	"білі": {tokenSide, "white"}, "біл.": {tokenSide, "white"}, "white": {tokenSide, "white"},
	"черные": {tokenSide, "black"}, "чёрные": {tokenSide, "black"}, "черн.": {tokenSide, "black"}, "чёрн.": {tokenSide, "black"},
	"ч": {tokenSide, "black"}, "ч.": {tokenSide, "black"},
	"чорні": {tokenSide, "black"}, "чорн.": {tokenSide, "black"}, "black": {tokenSide, "black"},

	"белых": {wordOf, "white"}, "білих": {wordOf, "white"},
	"черных": {wordOf, "black"}, "чёрных": {wordOf, "black"}, "чорних": {wordOf, "black"},
	"ход": {wordMove, ""}, "хід": {wordMove, ""}, "хода": {wordMove, ""}, "ходу": {wordMove, ""},
	"очередь": {wordElse, ""}, "черга": {wordElse, ""}, "гру": {wordElse, ""}, "игру": {wordElse, ""}, "при": {wordElse, ""},
	"начинают": {wordMoves, ""}, "ходят": {wordMoves, ""}, "починають": {wordMoves, ""}, "ходять": {wordMoves, ""}, "begins": {wordMoves, ""},
	"to": {wordTo, ""}, "move": {wordMoves, ""}, "play": {wordMoves, ""}, "moves": {wordMoves, ""},

	"дамка": {tokenKing, kingHere}, "king": {tokenKing, kingHere},
	"дамки": {tokenKing, kingsOn}, "kings": {tokenKing, kingsOn},
	"d.": {tokenKing, kingsAbbr}, "д.": {tokenKing, kingsAbbr}, "дам.": {tokenKing, kingsAbbr},
	"простая": {tokenMan, menOn}, "простые": {tokenMan, menOn}, "проста": {tokenMan, menOn}, "прості": {tokenMan, menOn},
	"пр.": {tokenMan, menOn}, "пр": {tokenMan, menOn}, "man": {tokenMan, menOn}, "men": {tokenMan, menOn},

	"и": {tokenAnd, ""}, "і": {tokenAnd, ""}, "та": {tokenAnd, ""}, "а": {tokenAnd, ""}, "and": {tokenAnd, ""},
	"нет": {tokenNone, ""}, "немає": {tokenNone, ""}, "none": {tokenNone, ""},
	"шашка": {wordElse, ""}, "шашки": {wordElse, ""}, "шашок": {wordElse, ""}, "на": {wordElse, ""}, "полях": {wordElse, ""}, "поле": {wordElse, ""},
	"расставляются": {wordElse, ""}, "розставляються": {wordElse, ""}, "стоят": {wordElse, ""}, "стоять": {wordElse, ""},
	"on": {wordElse, ""}, "squares": {wordElse, ""}, "pieces": {wordElse, ""},
}

// positionDefinition is the lexer.Definition of positions.
type positionDefinition struct{}

func (positionDefinition) Symbols() map[string]lexer.TokenType { return word.SymbolsOf(Tokens) }

func (d positionDefinition) Lex(filename string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(filename, string(text))
}

func (positionDefinition) LexString(_ string, text string) (lexer.Lexer, error) {
	list := word.TokenList(newPositionLexer(text).tokens)
	return &list, nil
}

// positionLexer cuts a position into tokens. As in words, values are spelled as
// the notation has them, and what was respelled is told, as faults.
type positionLexer struct {
	text   string
	tokens []lexer.Token
	faults []record.Fault
	noted  map[record.Repair]bool
}

// newPositionLexer cuts the whole text; the last token is EOF.
func newPositionLexer(text string) *positionLexer {
	l := &positionLexer{text: text, tokens: make([]lexer.Token, 0, len(text)/2+1)}
	at := 0
	for at < len(text) {
		at = l.next(at)
	}
	l.emit(lexer.EOF, "", at)
	l.mergeTurns()
	return l
}

func (l *positionLexer) emit(kind lexer.TokenType, value string, at int) {
	l.tokens = append(l.tokens, lexer.Token{Type: kind, Value: value, Pos: lexer.Position{Offset: at}})
}

// signs are the tokens of one character.
var positionSigns = map[rune]lexer.TokenType{
	':': tokenColon, ',': tokenComma, '.': tokenStop, ';': tokenStop, '/': tokenSlash,
	'|': tokenBar, '(': tokenOpen, ')': tokenClose, '=': word.TokenDash,
}

// next reads a token that begins at byte at and returns where it ends.
func (l *positionLexer) next(at int) int {
	r, w := utf8.DecodeRuneInString(l.text[at:])
	switch {
	case word.IsSpace(r):
		return at + w
	case r == '(':
		if end, digits := l.count(at); end > 0 {
			l.emit(tokenCount, digits, at)
			return end
		}
	case word.IsDash(r):
		// Two or three make one, as typewriters write it.
		end := at + w
		for {
			r, w := utf8.DecodeRuneInString(l.text[end:])
			if w == 0 || !word.IsDash(r) {
				l.emit(word.TokenDash, "-", at)
				return end
			}
			end += w
		}
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return l.run(at)
	}
	if kind, ok := positionSigns[r]; ok {
		l.emit(kind, string(r), at)
	} else {
		l.emit(word.TokenBad, l.text[at:at+w], at)
	}
	return at + w
}

// count reads "(12)" from byte at on; end is 0 where there is no such thing.
func (l *positionLexer) count(at int) (end int, digits string) {
	inside, _, ok := strings.Cut(l.text[at+1:min(len(l.text), at+16)], ")")
	digits = strings.TrimSpace(inside)
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, ""
	}
	return at + 1 + len(inside) + 1, digits
}

// run reads letters and digits that stand together.
func (l *positionLexer) run(at int) int {
	end := at
	for _, r := range l.text[at:] {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		end += utf8.RuneLen(r)
	}
	run := l.text[at:end]
	lower := strings.ToLower(run)
	if strings.HasPrefix(l.text[end:], ".") {
		if w, ok := positionWords[lower+"."]; ok {
			l.emit(w.kind, w.value, at)
			return end + 1
		}
	}
	digits, repairs, ok := digitRun(run)
	inBlock := len(l.tokens) > 0 && (l.last() == word.TokenDash || l.last() == tokenSlash || l.last() == tokenOpen)
	if w, word := positionWords[lower]; word && !(ok && inBlock) {
		l.emit(w.kind, w.value, at)
		return end
	}
	if ok {
		// О for a man and 0 are the same (Codex 1.10); in a square's number
		// it is a look-alike.
		if !inBlock {
			l.note(repairs, at, run)
		}
		l.emit(tokenDigits, digits, at)
		return end
	}
	if square, repairs, ok := squareRun(run); ok {
		l.note(repairs, at, run)
		l.emit(word.TokenSquare, square, at)
		return end
	}
	r, w := utf8.DecodeRuneInString(run)
	switch r {
	case 'K', 'К', 'D', 'Д':
		if square, repairs, ok := squareRun(run[w:]); ok {
			l.emit(tokenKing, kingHere, at)
			l.note(repairs, at+w, run[w:])
			l.emit(word.TokenSquare, square, at+w)
			return end
		}
	}
	l.emit(word.TokenBad, run, at)
	return end
}

func (l *positionLexer) last() lexer.TokenType { return l.tokens[len(l.tokens)-1].Type }

// digitRun returns the digits that a run of characters is or looks like.
func digitRun(run string) (digits string, repairs []record.Repair, ok bool) {
	var b []byte
	for _, r := range run {
		d, code, ok := word.DigitOf(r)
		if !ok || r == 'б' {
			return "", nil, false
		}
		if code != "" {
			repairs = append(repairs, record.Repair{Code: code, From: string(r), To: string(rune(d))})
		}
		b = append(b, d)
	}
	return string(b), repairs, true
}

// squareRun returns the square that a run of characters is or looks like.
func squareRun(run string) (square string, repairs []record.Repair, ok bool) {
	if len(run) > 8 {
		return "", nil, false
	}
	return word.Square(run)
}

// note tells once of each respelled character.
func (l *positionLexer) note(repairs []record.Repair, at int, written string) {
	for _, r := range repairs {
		if l.noted[r] {
			continue
		}
		if l.noted == nil {
			l.noted = make(map[record.Repair]bool)
		}
		l.noted[r] = true
		l.faults = append(l.faults, record.Fault{
			Code: r.Code, Severity: record.Repaired, At: at, Len: len(written), Word: written,
			Message: message.Of("position.read-as", "from", characterName(r.From), "to", r.To),
		})
	}
}

// characterName names what is written, with its alphabet where that is not
// seen: Cyrillic "а".
func characterName(s string) message.Message {
	r, _ := utf8.DecodeRuneInString(s)
	if unicode.Is(unicode.Cyrillic, r) {
		return message.Of("replay.letter", "script", message.Term("cyrillic"), "text", s)
	}
	return message.Of("replay.sign", "text", s)
}

// mergeTurns puts the words that say who is to move into one Turn token each:
// "Ход белых", "Белые начинают", "Гру починають білі", "White to move"; and
// drops words that only fill.
func (l *positionLexer) mergeTurns() {
	if !slices.ContainsFunc(l.tokens, func(t lexer.Token) bool { return t.Type >= wordOf && t.Type <= wordElse }) {
		return
	}
	words := slices.DeleteFunc(l.tokens, func(t lexer.Token) bool { return t.Type == wordElse || t.Type == wordTo })
	kind := func(i int) lexer.TokenType {
		if i < len(words) {
			return words[i].Type
		}
		return 0
	}
	merged := words[:0]
	for i := 0; i < len(words); i++ {
		t := words[i]
		turn := ""
		switch {
		case t.Type == wordMove && kind(i+1) == wordOf, t.Type == wordMoves && kind(i+1) == tokenSide:
			turn = words[i+1].Value
		case t.Type == tokenSide && kind(i+1) == wordMoves:
			turn = t.Value
		}
		switch {
		case turn != "":
			t.Type, t.Value = tokenTurn, turn
			i++
		case t.Type == wordOf || t.Type == wordMove || t.Type == wordMoves:
			t.Type, t.Value = word.TokenBad, l.written(t.Pos.Offset)
		}
		merged = append(merged, t)
	}
	l.tokens = merged
}

// written returns the word at byte at.
func (l *positionLexer) written(at int) string {
	end := strings.IndexFunc(l.text[at:], func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		return l.text[at:]
	}
	return l.text[at : at+end]
}
