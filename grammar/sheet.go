package grammar

import (
	"slices"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/record"
)

// scoreSheet is the grammar of a score sheet: what a person wrote down, whatever
// the layout. How words stand on the page, in a table, a run or columns, is
// worked out from what is between them (see sheetBuilder.layout).
type scoreSheet struct {
	Parts []sheetPart `parser:"@@*"`
}

type sheetPart struct {
	Head    *sheetHead   `parser:"  @@"`
	Row     *sheetItem   `parser:"| @@"`
	Newline *lexer.Token `parser:"| @Newline"`
}

// sheetHead is what tells of the game: tag pairs, headers, the players, the
// position to start from.
type sheetHead struct {
	Tag      *sheetTagPair `parser:"  @@"`
	Header   *sheetHeader  `parser:"| @@"`
	Players  *sheetPlayers `parser:"| @@"`
	Position *lexer.Token  `parser:"| @Position"`
	Turn     *lexer.Token  `parser:"| @Turn"`
}

type sheetTagPair struct {
	Name  lexer.Token `parser:"@TagName"`
	Value lexer.Token `parser:"@TagValue"`
}

type sheetHeader struct {
	Key   lexer.Token  `parser:"@Key"`
	Value *lexer.Token `parser:"@Value?"`
}

// sheetPlayers is "Иванов – Петров:".
type sheetPlayers struct {
	White lexer.Token `parser:"@Player"`
	Black lexer.Token `parser:"@Player"`
}

// sheetItem is what a row of moves is made of.
type sheetItem struct {
	Number  *sheetNumberItem `parser:"  @@"`
	Move    *sheetMove       `parser:"| @@"`
	Comment *lexer.Token     `parser:"| @Comment"`
	Mark    *lexer.Token     `parser:"| @Mark"`
	Result  *lexer.Token     `parser:"| @Result"`
	Spoilt  *lexer.Token     `parser:"| @Spoilt"`
	Text    *lexer.Token     `parser:"| @(Text | More)"`
}

// sheetNumberItem is a move number; dots stand for a move of the other side:
// 12. or 12... or the dots alone.
type sheetNumberItem struct {
	Number   *lexer.Token `parser:"(  @Number"`
	Ellipsis *lexer.Token `parser:"   @Ellipsis?"`
	Alone    *lexer.Token `parser:" | @Ellipsis )"`
}

// sheetMove is a move word with what is attached to it. Remarks may break it:
// b2:d4 (взята фигура с поля с3):f6 (взята шашка):h8 (Codex 1.10).
type sheetMove struct {
	Word lexer.Token     `parser:"@Word"`
	Tail []sheetMoveTail `parser:"@@*"`
}

type sheetMoveTail struct {
	Mark    *lexer.Token `parser:"  @Mark"`
	Comment *lexer.Token `parser:"| @Comment"`
	More    *lexer.Token `parser:"| @More"`
}

var sheetParser = participle.MustBuild[scoreSheet](participle.Lexer(sheetDefinition{}))

// sheetReader reads score sheets.
type sheetReader struct {
	results resultTable
	lex     sheetLexer
	build   sheetBuilder
}

func (p *Parser) parseSheet(g *record.Game) {
	s := &p.sheet
	s.lex.words, s.lex.results = &p.words, &s.results
	if !s.plain(p, g) {
		s.full(p, g)
	}
	slices.SortStableFunc(g.Faults, func(a, b record.Fault) int { return a.At - b.At })
}

// full reads a sheet by its grammar.
func (s *sheetReader) full(p *Parser, g *record.Game) {
	s.lex.reset(g.Text)
	b := &s.build
	b.reset(g, p, s)
	tokens, err := lexer.Upgrade(&s.lex)
	var tree *scoreSheet
	if err == nil {
		tree, err = sheetParser.ParseFromLexer(tokens)
	}
	if tree != nil {
		for i := range tree.Parts {
			b.part(&tree.Parts[i])
		}
	}
	b.finish()
	if err != nil { // more parts than participle repeats a group
		b.fault(record.TooLarge, record.Unreadable, sheetPlace{}, "the game has too many words: %v", err)
	}
}

// plain reads the sheets that have nothing but players, rows of moves and a
// result without the grammar's tree, which costs more than all else. It gives
// up, and says so, where there is anything more. That it reads what the
// grammar reads is held by FuzzParseSheet.
func (s *sheetReader) plain(p *Parser, g *record.Game) bool {
	s.lex.reset(g.Text)
	b := &s.build
	b.reset(g, p, s)
	var key, player sheetToken
	for {
		t := s.lex.next()
		if key.kind != 0 {
			if t.kind == sheetValue {
				value := s.token(t)
				b.header(s.token(key), &value)
			} else {
				b.header(s.token(key), nil)
			}
			key.kind = 0
		}
		switch t.kind {
		case lexer.EOF:
			b.finish()
			return true
		case sheetKey:
			key = t
		case sheetValue:
		case sheetPlayer:
			if player.kind == 0 {
				player = t
			} else {
				b.names(s.token(player), s.token(t))
				player.kind = 0
			}
		case sheetNumber:
			b.moveNumber(sheetPlace{t.at, t.end})
		case sheetWord:
			b.move(sheetPlace{t.at, t.end})
		case sheetResult:
			b.result(sheetPlace{t.at, t.end})
		case sheetNewline:
			b.newline()
		default:
			b.undo()
			return false
		}
	}
}

func (s *sheetReader) token(t sheetToken) lexer.Token {
	return lexer.Token{Type: t.kind, Value: s.lex.text[t.at:t.end], Pos: lexer.Position{Offset: t.at}}
}
