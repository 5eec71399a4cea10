package sheet

import (
	"slices"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/word"
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

var Grammar = participle.MustBuild[scoreSheet](participle.Lexer(sheetDefinition{}))

// sheetReader reads score sheets.
type Reader struct {
	words    *word.Table
	asked    record.Variant
	results  resultTable
	variants variantTable
	lex      sheetLexer
	build    sheetBuilder
	batch    sheetBatch
}

func (s *Reader) Read(g *record.Game, asked record.Variant) {
	s.asked = asked
	s.plain(g)
	carriedInSheet(g)
	slices.SortStableFunc(g.Faults, func(a, b record.Fault) int { return a.At - b.At })
}

func NewReader(words *word.Table) *Reader {
	s := &Reader{words: words}
	s.lex.words, s.lex.results = words, &s.results
	return s
}

// full reads a sheet by its grammar, some lines at a time, so that the tree
// stays small however long the sheet.
func (s *Reader) full(g *record.Game) {
	s.lex.reset(g.Text)
	b := &s.build
	b.reset(g, s)
	for batch := (sheetBatch{lex: &s.lex, most: 1 << 10}); !batch.last; {
		s.parts(&batch)
	}
	b.finish()
}

// parts reads a batch of tokens by the grammar.
func (s *Reader) parts(batch *sheetBatch) {
	batch.n, batch.end = 0, false
	tokens, err := lexer.Upgrade(batch)
	var tree *scoreSheet
	if err == nil {
		tree, err = Grammar.ParseFromLexer(tokens)
	}
	if err != nil { // the grammar takes any tokens, so this cannot be
		s.build.fault(record.Syntax, record.Unreadable, sheetPlace{}, "%v", err)
		batch.last = true
		return
	}
	for i := range tree.Parts {
		s.build.part(&tree.Parts[i])
	}
}

// sheetBatch gives tokens up to a newline, or another token on which no other
// depends, when there are enough.
type sheetBatch struct {
	lex   *sheetLexer
	first sheetToken // read before, where it has a kind
	most  int        // the number of tokens from which on the batch may end
	n     int
	end   bool // of the batch
	last  bool // it is the last one
}

// Next implements lexer.Lexer.
func (s *sheetBatch) Next() (lexer.Token, error) {
	if s.end {
		return lexer.EOFToken(lexer.Position{}), nil
	}
	t := s.first
	if s.first.kind = 0; t.kind == 0 {
		t = s.lex.next()
	}
	s.n++
	switch t.kind {
	case lexer.EOF:
		s.end, s.last = true, true
	case sheetNewline, sheetText, sheetWord, sheetMark, sheetComment, sheetResult, sheetMore, sheetPosition, sheetTurn, sheetTagValue:
		s.end = s.n >= s.most
	}
	return s.lex.value(t), nil
}

// plain reads what most sheets have, headers, rows of moves with marks and
// comments, and a result, without the grammar's tree, which costs ten times as
// much as all else. What is not plain goes to the grammar, a few tokens at a
// time. That all is read as the grammar alone reads it is held by
// FuzzParseSheet.
func (s *Reader) plain(g *record.Game) {
	s.lex.reset(g.Text)
	b := &s.build
	b.reset(g, s)
	batch := &s.batch
	*batch = sheetBatch{lex: &s.lex, most: 1}
	var key, tag, player sheetToken
	for !batch.last {
		if key.kind == 0 && player.kind == 0 {
			s.lex.row(b)
		}
		t := s.lex.next()
		if key.kind != 0 {
			if t.kind == sheetValue {
				value := s.lex.value(t)
				b.header(s.lex.value(key), &value)
			} else {
				b.header(s.lex.value(key), nil)
			}
			key.kind = 0
		}
		switch t.kind {
		case lexer.EOF:
			batch.last = true
		case sheetKey:
			key = t
		case sheetValue:
		case sheetTagName:
			tag = t
		case sheetTagValue:
			b.tagPair(&sheetTagPair{Name: s.lex.value(tag), Value: s.lex.value(t)})
		case sheetPlayer:
			if player.kind == 0 {
				player = t
			} else {
				b.names(s.lex.value(player), s.lex.value(t))
				player.kind = 0
			}
		case sheetNumber:
			b.moveNumber(sheetPlace{t.at, t.end})
		case sheetWord:
			b.move(sheetPlace{t.at, t.end}, t.word)
		case sheetResult:
			b.result(sheetPlace{t.at, t.end})
		case sheetNewline, sheetMark, sheetComment, sheetText, sheetEllipsis, sheetSpoilt, sheetMore:
			b.token(s.lex.value(t))
		default:
			batch.first = t
			s.parts(batch)
		}
	}
	b.finish()
}
