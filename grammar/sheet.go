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

// sheetPart is a part of a sheet. What needs more than one token comes first;
// how the rest stands between them is free.
type sheetPart struct {
	Move    *sheetMove    `parser:"  @@"`
	Number  *sheetCount   `parser:"| @@"`
	Tag     *sheetTagPair `parser:"| @@"`
	Header  *sheetHeader  `parser:"| @@"`
	Players *sheetPlayers `parser:"| @@"`
	Token   lexer.Token   `parser:"| @(Newline | Comment | Text | Result | Mark | Ellipsis | Position | Turn | Spoilt | More)"`
}

// sheetMove is a move word with what is attached to it. Remarks may break it:
// b2:d4 (взята фигура с поля с3):f6 (взята шашка):h8 (Codex 1.10).
type sheetMove struct {
	Word lexer.Token   `parser:"@Word"`
	Tail []lexer.Token `parser:"@((Mark | Comment | More)+)?"`
}

// sheetCount is a move number; dots stand for the move of the other side.
type sheetCount struct {
	Number   lexer.Token `parser:"@Number"`
	Ellipsis bool        `parser:"@Ellipsis?"`
}

type sheetTagPair struct {
	Name  lexer.Token `parser:"@TagName"`
	Value lexer.Token `parser:"@TagValue"`
}

// sheetHeader is "Дата: 12.03.2021", "Белые – Иванов", "Тур 3".
type sheetHeader struct {
	Key   lexer.Token  `parser:"@Key"`
	Value *lexer.Token `parser:"@Value?"`
}

// sheetPlayers is "Иванов – Петров:".
type sheetPlayers struct {
	White lexer.Token `parser:"@Player"`
	Black lexer.Token `parser:"@Player"`
}

var sheetParser = participle.MustBuild[scoreSheet](participle.Lexer(sheetDefinition{}))

// sheetReader reads score sheets.
type sheetReader struct {
	results  resultTable
	variants variantTable
	lex      sheetLexer
	build    sheetBuilder
}

func (p *Parser) parseSheet(g *record.Game) {
	s := &p.sheet
	s.lex.words, s.lex.results = &p.words, &s.results
	if !s.plain(p, g) {
		s.full(p, g)
	}
	slices.SortStableFunc(g.Faults, func(a, b record.Fault) int { return a.At - b.At })
}

// full reads a sheet by its grammar, a batch of lines at a time, so that the
// tree stays small however long the sheet.
func (s *sheetReader) full(p *Parser, g *record.Game) {
	s.lex.reset(g.Text)
	b := &s.build
	b.reset(g, p, s)
	for more := true; more; {
		batch := &sheetBatch{lex: &s.lex}
		tokens, err := lexer.Upgrade(batch)
		var tree *scoreSheet
		if err == nil {
			tree, err = sheetParser.ParseFromLexer(tokens)
		}
		if err != nil { // the grammar takes any tokens, so this cannot be
			b.fault(record.Syntax, record.Unreadable, sheetPlace{}, "%v", err)
			break
		}
		for i := range tree.Parts {
			b.part(&tree.Parts[i])
		}
		more = !batch.last
	}
	b.finish()
}

// sheetBatch gives the tokens of some lines, and of a part of a line where
// that is endless.
type sheetBatch struct {
	lex  *sheetLexer
	n    int
	end  bool // of the batch
	last bool // it is the last one
}

// The tokens of a batch: it ends with the first line, or else with the first
// token that no other depends on, behind so many.
const (
	batchLines  = 1 << 10
	batchTokens = 1 << 12
)

// Next implements lexer.Lexer.
func (s *sheetBatch) Next() (lexer.Token, error) {
	if s.end {
		return lexer.EOFToken(lexer.Position{}), nil
	}
	t, err := s.lex.Next()
	s.n++
	switch t.Type {
	case lexer.EOF:
		s.end, s.last = true, true
	case sheetNewline:
		s.end = s.n >= batchLines
	case sheetText, sheetWord, sheetMark, sheetComment, sheetResult, sheetMore:
		s.end = s.n >= batchTokens
	}
	return t, err
}

// plain reads the sheets that have nothing but headers, rows of moves with marks
// and comments, and a result, without the grammar's tree, which costs ten times
// as much as all else. It gives up, and says so, where there is anything more. That it reads what the
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
			b.move(sheetPlace{t.at, t.end}, t.word)
		case sheetResult:
			b.result(sheetPlace{t.at, t.end})
		case sheetNewline, sheetMark, sheetComment, sheetText:
			b.token(s.token(t))
		default:
			b.undo()
			return false
		}
	}
}

func (s *sheetReader) token(t sheetToken) lexer.Token {
	return lexer.Token{Type: t.kind, Value: s.lex.text[t.at:t.end], Pos: lexer.Position{Offset: t.at}}
}
