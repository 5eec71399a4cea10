// Package sheet reads and writes score sheets as a person writes them down, in a
// table, a run or columns, and finds where their games begin.
//
// A line is what kindOf (kind.go) says that it is, from its text and from what
// the game has had so far; Reader and Finder both go by that. Its inside is the
// grammar of token.go, over the lexer of lexer.go and row.go. What a run of
// characters is that is no move is said by damageOf (shape.go), so that nothing
// that stands for a move is taken for prose. A builder makes a game of the tokens
// and finds out at the end how they stand on the page (finish.go, columns.go).
//
// Read first: token.go, then kind.go.
package sheet

import (
	"io"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// line is the grammar of a line of a score sheet, whatever the layout; a remark
// in brackets may go on over several. What kind of line it is, and so which
// tokens it has, is decided by its text and by what stands before it (see
// kind); how the words of lines make up a game, in a table, a run or columns,
// is worked out from what is between them (see builder.finish).
type line struct {
	Tokens []lexer.Token // all of the line
	Parts  []part        `parser:"@@* Newline?"`
}

// part is a part of a line.
type part struct {
	Ply     *plyPart     `parser:"  @@"`
	Number  *numberPart  `parser:"| @@"`
	Tag     *tagPart     `parser:"| @@"`
	Header  *headerPart  `parser:"| @@"`
	Players *playersPart `parser:"| @@"`
	Single  lexer.Token  `parser:"| @(Position | Turn | Variant | Fact | Result | Text | Dots | Cell | Sign | Stray | Mark | Comment | More)"`
}

// plyPart is a move with what is attached to it. Remarks may break its word:
// b2:d4 (взята фигура с поля с3):f6 (взята шашка):h8 (Codex 1.10).
type plyPart struct {
	Move lexer.Token   `parser:"@(Word | Spoilt | Doubtful)"`
	Tail []lexer.Token `parser:"@((Mark | Comment | More)+)?"`
}

// numberPart is a move's number; dots stand for the move of the other side.
type numberPart struct {
	Number lexer.Token  `parser:"@Number"`
	Dots   *lexer.Token `parser:"@Dots?"`
}

// tagPart is [Name "value"].
type tagPart struct {
	Name  lexer.Token `parser:"@TagName"`
	Value lexer.Token `parser:"@TagValue"`
}

// headerPart is "Дата: 12.03.2021", "Белые – Иванов", "Тур 3".
type headerPart struct {
	Key   lexer.Token  `parser:"@Key"`
	Value *lexer.Token `parser:"@Value?"`
}

// playersPart is "Иванов – Петров:".
type playersPart struct {
	White   lexer.Token   `parser:"@Player"`
	Between []lexer.Token `parser:"@(Text | Sign)*"` // a town in brackets, the sign
	Black   lexer.Token   `parser:"@Player"`
}

// Grammar parses the tokens of one line.
var Grammar = sync.OnceValue(func() *participle.Parser[line] {
	return participle.MustBuild[line](participle.Lexer(definition{}))
})

// The kinds of token of a line.
const (
	tokenNewline lexer.TokenType = iota + 200
	tokenTagName
	tokenTagValue
	tokenKey
	tokenValue
	tokenPlayer
	tokenVariant
	tokenFact
	tokenPosition
	tokenTurn
	tokenNumber
	tokenDots
	tokenWord
	tokenSpoilt
	tokenDoubtful
	tokenMore
	tokenMark
	tokenComment
	tokenResult
	tokenText
	tokenCell
	tokenSign
	tokenStray
)

// Tokens describes the tokens for EBNF, in its order.
var Tokens = []word.Token{
	{Name: "Newline", Kind: tokenNewline, About: "the end of a line"},
	{Name: "TagName", Kind: tokenTagName, About: "the name in [Name \"value\"]"},
	{Name: "TagValue", Kind: tokenTagValue, About: "the value in [Name \"value\"]"},
	{Name: "Key", Kind: tokenKey, About: "a word that begins a header, with its sign: Белые:, Черные –, Дата:, Round"},
	{Name: "Value", Kind: tokenValue, About: "what a header says: the rest of the line or table cell"},
	{Name: "Player", Kind: tokenPlayer, About: "a name in \"Иванов – Петров: 1. cb4\" or in a line of two names"},
	{Name: "Variant", Kind: tokenVariant, About: "a title that says what is played: Башни"},
	{Name: "Fact", Kind: tokenFact, About: "a tournament, a town or a date without a key: Чемпионат Москвы, 1987"},
	{Name: "Position", Kind: tokenPosition, About: "towers by squares: \"белые: с1 - 1/0000; черные: b2\", or FEN"},
	{Name: "Turn", Kind: tokenTurn, About: "who is to move: Ход белых"},
	{Name: "Number", Kind: tokenNumber, About: "a move number: 12. 12) (12), at the beginning of a row also 12, 12: or 12 before a move"},
	{Name: "Dots", Kind: tokenDots, About: "dots or a dash for the other side's move: ..."},
	{Name: "Word", Kind: tokenWord, About: "a move word, see Moves"},
	{Name: "Spoilt", Kind: tokenSpoilt, About: "what is like a move and is none: c3-b, e?-f?, нрзб, [неразб.]"},
	{Name: "Doubtful", Kind: tokenDoubtful, About: "? or a dash by itself, or two letters: a move that cannot be read where one is missing"},
	{Name: "More", Kind: tokenMore, About: "what of a move word stands behind a remark inside it: \":f6\""},
	{Name: "Mark", Kind: tokenMark, About: "! ? !? = +- and their like, see Marks, or a $ and a number"},
	{Name: "Comment", Kind: tokenComment, About: "a remark in ( ), { } or [ ], nested, up to a blank line; a time beside a move: 0:05"},
	{Name: "Result", Kind: tokenResult, About: "a result, see Results"},
	{Name: "Text", Kind: tokenText, About: "words of prose"},
	{Name: "Cell", Kind: tokenCell, About: "what parts the cells of a table: a tab, | or ;"},
	{Name: "Sign", Kind: tokenSign, About: "a full stop, a comma, a quotation mark, a table's rule"},
	{Name: "Stray", Kind: tokenStray, About: "a bracket without its pair, or a sign before a row, which is told as a fault"},
}

// token is a token with its place in the text; word is set for tokenWord.
type token struct {
	kind    lexer.TokenType
	at, end int
	word    *record.Word
}

// definition is the lexer.Definition of score sheets. It lexes a text line by
// line, as the Reader does.
type definition struct{}

func (definition) Symbols() map[string]lexer.TokenType { return word.SymbolsOf(Tokens) }

func (definition) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	l := newLineLexer(new(word.Table))
	l.reset(string(text))
	return &participleTokens{lex: l}, nil
}

// participleTokens gives the tokens of one line, or of the lines over which its
// last remark goes, to participle.
type participleTokens struct {
	lex   *lineLexer
	first token // read before, where it has a kind
	end   bool
	last  bool // the text ends with the line
}

// Next implements lexer.Lexer; it never fails.
func (p *participleTokens) Next() (lexer.Token, error) {
	if p.end {
		return lexer.EOFToken(lexer.Position{}), nil
	}
	t := p.first
	if p.first.kind = 0; t.kind == 0 {
		t = p.lex.next()
	}
	p.last = t.kind == lexer.EOF
	p.end = p.last || t.kind == tokenNewline
	return p.lex.value(t), nil
}

// value returns a token as participle has it.
func (l *lineLexer) value(t token) lexer.Token {
	return lexer.Token{Type: t.kind, Value: l.text[t.at:t.end], Pos: lexer.Position{Offset: t.at}}
}
