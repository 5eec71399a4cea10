// Package pdn reads games in Portable Draughts Notation, and finds where they begin.
//
// Read first: pdnGame, the grammar, and builder, which makes a game of the tree; then the table of
// tokens in lexer.go, the only place that knows what a comment, a tag or a result looks like:
// Finder cuts with it, Reader reads with it. The movetext is in movetext.go, what cannot be read
// there in illegible.go, the lines above it in tags.go, how the game ended in result.go.
package pdn

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// pdnGame is the grammar of a game in PDN: the reading grammar of PDN 3.0, more generous in that
// anything may be missing, and that what has no place in PDN is a token like the others, so that
// reading goes on after it. What ends one game and begins the next is the Finder's to find.
type pdnGame struct {
	Tags       []lexer.Token  `parser:"@( ( Tag | Remark | Mark | Setup | Other )+ )?"`
	Moves      []lexer.Token  `parser:"@( ( Row | Remark | Number | Move | Mark | Result | Setup | Tag | Other )+ )?"`
	Variations []pdnVariation `parser:"@@*"`
}

// pdnVariation is what could have been played in place of the move before it, (1. 32-28! 19-23),
// of any tokens but its brackets, with variations in it, and how the line goes on after it.
type pdnVariation struct {
	Open       lexer.Token    `parser:"@Open"`
	Moves      []lexer.Token  `parser:"@( !( Open | Close )+ )?"`
	Variations []pdnVariation `parser:"@@*"`
	Close      lexer.Token    `parser:"@Close?"`
	After      []lexer.Token  `parser:"@( !( Open | Close )+ )?"`
}

// Grammar is the grammar of PDN.
var Grammar = word.NewGrammar[pdnGame](Tokens, 1)

// Reader reads games in PDN. Variant is the default if a game does not name its own.
type Reader struct {
	Words   *word.Table
	Variant record.Variant
	Others  record.Variant // that the other games of the file show

	builder  builder
	lastType string // of a tag GameType, and what it says
	lastGame *position.GameType
	lastErr  error
}

// Read reads a game in PDN. last says that no game follows.
func (r *Reader) Read(g *record.Game, last bool) {
	// A text that is cut off lacks its result for that.
	cutOff := slices.ContainsFunc(g.Faults, func(f record.Fault) bool { return f.Code == record.TooLarge })
	faults := len(g.Faults)
	b := r.begin(g)
	// A text of so many bytes has no more tokens.
	if !word.FastPath || len(g.Text) > maxTokens || !b.readPlain() {
		*g = record.Game{Source: g.Source, Text: g.Text, Format: g.Format,
			Tags: g.Tags[:0], Plies: b.line.plies[:0], Faults: g.Faults[:faults]}
		b = r.begin(g)
		b.readTree()
	}
	b.finish(last || cutOff)
}

// readPlain is the fast path: it reads a game whose tokens are all of the kinds that nearly all
// games consist of, without variations, and says whether it could. The tree of such a game
// is a list of its tokens.
func (b *builder) readPlain() bool {
	b.scan = newScanner(b.g.Text)
	s := &b.scan
	for {
		s.at = b.moves(s.at, s.limit())
		kind, at, end := s.next()
		switch kind {
		case lexer.EOF:
			return true
		case tokenRow, tokenWord, tokenNumber, tokenResult, tokenStar:
			b.begun = true
		case tokenTag, tokenComment, tokenStrength, tokenNAG:
		default:
			return false
		}
		b.token(kind, at, s.text[at:end])
	}
}

// readTree reads the game with the grammar.
func (b *builder) readTree() {
	game, _, err := word.ParseTokens(Grammar(), tokensOf(b.g.Text))
	if game != nil {
		b.tokens(game.Tags...)
		b.begun = len(game.Moves) > 0 || len(game.Variations) > 0
		b.walk(game.Moves, game.Variations)
	}
	if err != nil { // the grammar lacks a token of the lexer's
		b.stop(b.end, "", message.From(err))
	}
}

// walk reads a line of moves and its variations.
func (b *builder) walk(moves []lexer.Token, variations []pdnVariation) {
	b.tokens(moves...)
	for i := range variations {
		b.variation(&variations[i])
		b.tokens(variations[i].After...)
	}
}

func (b *builder) tokens(tokens ...lexer.Token) {
	for _, t := range tokens {
		b.token(lexer.TokenType(t.Pos.Line), t.Pos.Offset, t.Value)
	}
}

// maxRemarks is how many faults a game gets for its syntax and its words; a
// text that is no PDN at all would have one a character.
const maxRemarks = 50

// builder makes a game of the tree, walking it in the order of the text: it gives every
// comment, NAG and variation to its move and counts the moves.
type builder struct {
	r *Reader
	g *record.Game

	scan       scanner // of readPlain
	game       moves   // the game's own line
	line       *moves  // the one that is read
	begun      bool    // the movetext has begun
	variations int     // so far
	setup      string  // the position set up before the first move
	setupAt    int
	result     ending // the first result or *
	placed     bool   // it follows a number
	placedAt   int    // which
	stopAt     int    // of a number's full stop that is none to the scanner, -1 for nowhere
	end        int    // where the last token ends
	remarks    int

	gameType    *position.GameType // what the tag GameType says of board and notation, nil for nothing
	gameTypeTag *record.Tag        // the tag
	reading     position.Reading   // how the record names its squares

	unruled     bool // a tag names a game that has no rules here
	misnumbered bool // these were reported: a wrong number,
	semicolons  bool // comments after ;
	deep        bool // a variation that is nested too deep

	doubts    []doubt // since the last number
	gap       *gap    // before the last number, nil for none
	gapless   bool    // a number said that a move is missing, and was wrong
	numbered  bool    // the game's own moves have numbers
	illegible int     // moves that cannot be read
	stopped   bool    // a fault of a ply was reported
	stops     int     // the faults before the first of a ply
}

// begin returns the reader's builder for the next game.
func (r *Reader) begin(g *record.Game) *builder {
	b := &r.builder
	*b = builder{r: r, g: g, game: moves{due: 2, plies: g.Plies[:0]}, stopAt: -1}
	b.line = &b.game
	return b
}

// token takes the next token.
func (b *builder) token(kind lexer.TokenType, at int, text string) {
	if kind == tokenMarkup { // it is nothing of the game's
		return
	}
	takes[kind](b, at, text)
	b.end = at + len(text)
}

// takes has what takes the tokens of each kind.
var takes = [...]func(b *builder, at int, text string){
	tokenTag: (*builder).tag, tokenBadTag: (*builder).badTag,
	tokenRow: (*builder).row, tokenNumber: (*builder).pairBegins, tokenWord: (*builder).word,
	tokenUnknown: (*builder).unknown, tokenEllipsis: (*builder).ellipsis,
	tokenStrength: (*builder).strength, tokenNAG: (*builder).nag,
	tokenComment: (*builder).comment, tokenLine: (*builder).restOfLine,
	tokenOpenComment: func(b *builder, at int, text string) {
		b.notClosed(at, b.result.text == "")
		b.attach(text[1:])
	},
	tokenTitle: func(b *builder, _ int, text string) { b.attach(text) },
	tokenSetup: (*builder).position, tokenResult: (*builder).ending, tokenStar: (*builder).ending,
	tokenStray: (*builder).stray,
	tokenTooDeep: func(b *builder, at int, _ string) {
		if !b.deep {
			b.deep = true
			b.say(record.TooLarge, at, "(", message.Of("pdn.too-deep", "most", maxDepth))
		}
	},
	tokenTooLong: func(b *builder, at int, _ string) {
		b.fault(&record.Fault{Code: record.TooLarge, Severity: record.Unreadable, Ply: len(b.game.plies) + 1, At: at,
			Message: message.Of("pdn.too-many", "most", maxTokens)})
	},
}

func (b *builder) fault(f *record.Fault) {
	switch word := f.Code == record.UnreadableWord || f.Code == record.IllegibleMove; {
	case word && f.Ply > 0: // a variation's, too
		if b.illegible++; b.illegible > maxIllegible {
			return
		}
	case word || f.Code == record.Syntax && f.Severity == record.Remark:
		if b.remarks++; b.remarks > maxRemarks {
			return
		}
	}
	if f.Ply > 0 && f.Variation == 0 && !b.stopped {
		b.stopped, b.stops = true, len(b.g.Faults)
	}
	b.g.Faults = append(b.g.Faults, *f)
}

// say adds a remark on a word.
func (b *builder) say(code record.Code, at int, word string, said message.Message) {
	b.fault(&record.Fault{Code: code, At: at, Len: len(word), Word: word, Message: said})
}

func (b *builder) remark(at int, word string, said message.Message) {
	b.say(record.Syntax, at, word, said)
}

// repair says that a word is read as another.
func (b *builder) repair(code record.Code, at int, word, meant string, said message.Message) {
	b.fault(&record.Fault{Code: code, Severity: record.Repaired, At: at, Len: len(word), Word: word, Message: said, Suggestions: []string{meant}})
}

// stop adds a fault that stops the game where the reading has come to.
func (b *builder) stop(at int, word string, said message.Message) {
	b.fault(&record.Fault{Code: record.Syntax, Severity: record.Unreadable, Ply: len(b.game.plies) + 1,
		At: at, Len: len(word), Word: word, Message: said})
}

// finish ends the game: what waits for a move that does not come, the variant,
// the position, the result.
func (b *builder) finish(last bool) {
	g := b.g
	b.settleRow()
	b.settle()
	g.After = slices.Concat(b.line.before, g.After)
	if g.Plies = g.Plies[:0]; len(b.line.plies) > 0 { // without moves there may be room alone
		g.Plies = b.line.plies
	}
	if n := len(g.Plies); n > 0 && b.result.text != "" && g.Plies[n-1].At > b.result.at {
		b.say(record.ResultMismatch, b.result.at, b.result.text, message.Of("grammar.goes-on"))
	}
	b.verdict()
	b.variant()
	b.start()
	b.conclude(last)
	record.SortFaults(g.Faults)
}
