// Package pdn reads games in Portable Draughts Notation, and finds where they begin.
//
// Read first: pdnGame, the grammar, and builder, which builds a game from the tree; then the table
// of tokens in lexer.go, which alone defines what a comment, a tag or a result looks like: Finder
// and Reader share it. Movetext is in movetext.go, unreadable movetext in illegible.go, tags in
// tags.go, and results in result.go.
package pdn

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// pdnGame is the grammar of a game in PDN. It is more generous than the reading grammar of PDN 3.0:
// any part may be missing, and text that has no place in PDN becomes a token like the others, so
// that reading continues after it. The Finder decides where one game ends and the next begins.
type pdnGame struct {
	Tags       []lexer.Token  `parser:"@( ( Tag | Remark | Mark | Setup | Other )+ )?"`
	Moves      []lexer.Token  `parser:"@( ( Row | Remark | Number | Move | Mark | Result | Setup | Tag | Other )+ )?"`
	Variations []pdnVariation `parser:"@@*"`
}

// pdnVariation is an alternative to the move before it, (1. 32-28! 19-23). It may contain any
// tokens except brackets, and variations; After is the continuation of the outer line.
type pdnVariation struct {
	Open       lexer.Token    `parser:"@Open"`
	Moves      []lexer.Token  `parser:"@( !( Open | Close )+ )?"`
	Variations []pdnVariation `parser:"@@*"`
	Close      lexer.Token    `parser:"@Close?"`
	After      []lexer.Token  `parser:"@( !( Open | Close )+ )?"`
}

// Grammar returns the parser of PDN.
var Grammar = word.NewGrammar[pdnGame](Tokens, 1)

// Reader reads games in PDN. Variant is the default if a game does not name its own.
type Reader struct {
	Words   *word.Table
	Variant record.Variant
	Others  record.Variant // of the other games of the file, if known
	Numbers uint8          // of the file; see cut.Chunk

	builder  builder
	lastType string // the last value of GameType, parsed below
	lastGame *position.GameType
	lastErr  error
}

// Read reads a game in PDN. last means that no game follows in the file.
func (r *Reader) Read(g *record.Game, last bool) {
	// A text that was cut off has lost its result.
	cutOff := slices.ContainsFunc(g.Faults, func(f record.Fault) bool { return f.Code == record.TooLarge })
	faults := len(g.Faults)
	b := r.begin(g)
	// A text has no more tokens than bytes.
	if !word.FastPath || len(g.Text) > maxTokens || !b.readPlain(newScanner(g.Text), len(g.Text)) {
		*g = record.Game{Source: g.Source, Text: g.Text, Format: g.Format,
			Tags: g.Tags[:0], Plies: b.line.plies[:0], Faults: g.Faults[:faults]}
		b = r.begin(g)
		b.readTree()
	}
	b.finish(last || cutOff || b.tooLong)
}

// readPlain reads the text from a scanner's place to byte limit if it consists of the usual kinds of
// token, without variations, and reports whether it does. It is the fast path for games: the tree
// of such a game is just a list of its tokens.
func (b *builder) readPlain(from scanner, limit int) bool {
	b.scan = from
	s := &b.scan
	s.single = true
	for {
		if s.at = b.moves(s.at, limit); s.at == limit {
			return true
		}
		kind, at, end := s.next()
		switch kind {
		case lexer.EOF:
			return true
		case tokenWord, tokenNumber, tokenResult, tokenStar:
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

// walk reads a line of moves with its variations.
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

// maxRemarks limits the faults of a game for its syntax and its words; a text that is not PDN at
// all would have one per character.
const maxRemarks = 50

// builder builds a game from the tree, in the order of the text: it attaches each comment, NAG and
// variation to its move and counts the moves.
type builder struct {
	r *Reader
	g *record.Game

	scan       scanner // of readPlain
	game       moves   // the game's own line
	line       *moves  // the line being read
	begun      bool    // the movetext has begun
	variations int     // so far
	setup      string  // the position set up before the first move
	setupAt    int
	result     ending // the first result or *
	placed     bool   // result follows a move number
	placedAt   int    // that number
	stopAt     int    // offset of a number's full stop that the scanner returns as stray, or -1
	end        int    // where the last token ends
	remarks    int

	gameType    *position.GameType // board and notation by the tag GameType, or nil
	gameTypeTag *record.Tag        // that tag
	reading     position.Reading   // square names and the side that begins

	unruled     bool // a tag names a game without rules here
	misnumbered bool // reported: a wrong number,
	semicolons  bool // comments after ;
	deep        bool // a variation nested too deep
	tooLong     bool // too many tokens, of which the last are not read

	doubts    []doubt // since the last number
	gap       *gap    // before the last number, or nil
	gapless   bool    // a number indicated a missing move and was wrong
	numbered  bool    // the game's own moves have numbers
	illegible int     // unreadable moves so far
	stopped   bool    // a fault of a ply was reported
	stops     int     // number of faults before the first of a ply
}

// begin resets the reader's builder for a game and returns it.
func (r *Reader) begin(g *record.Game) *builder {
	b := &r.builder
	*b = builder{r: r, g: g, game: moves{due: 2, plies: g.Plies[:0]}, stopAt: -1}
	b.line = &b.game
	return b
}

// token handles the next token.
func (b *builder) token(kind lexer.TokenType, at int, text string) {
	switch kind {
	case tokenMarkup: // not part of the game
	case tokenRow: // a token for each number and each word
		b.readPlain(scanner{text: b.g.Text, at: at}, at+len(text))
	default:
		takes[kind](b, at, text)
		b.end = at + len(text)
	}
}

// takes has the handler of each kind of token.
var takes = [...]func(b *builder, at int, text string){
	tokenTag: (*builder).tag, tokenBadTag: (*builder).badTag,
	tokenNumber: (*builder).pairBegins, tokenWord: (*builder).word,
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
		b.tooLong = true
		b.fault(&record.Fault{Code: record.TooLarge, Severity: record.Unreadable, Ply: len(b.game.plies) + 1, At: at,
			Message: message.Of("pdn.too-many", "most", maxTokens)})
	},
}

func (b *builder) fault(f *record.Fault) {
	switch word := f.Code == record.UnreadableWord || f.Code == record.IllegibleMove; {
	case word && f.Ply > 0: // also of a variation
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

// say adds a remark about a word.
func (b *builder) say(code record.Code, at int, word string, said message.Message) {
	b.fault(&record.Fault{Code: code, At: at, Len: len(word), Word: word, Message: said})
}

func (b *builder) remark(at int, word string, said message.Message) {
	b.say(record.Syntax, at, word, said)
}

// repair reports that a word is read as another.
func (b *builder) repair(code record.Code, at int, word, meant string, said message.Message) {
	b.fault(&record.Fault{Code: code, Severity: record.Repaired, At: at, Len: len(word), Word: word, Message: said, Suggestions: []string{meant}})
}

// stop adds a fault that makes the game unreadable from the next ply on.
func (b *builder) stop(at int, word string, said message.Message) {
	b.fault(&record.Fault{Code: record.Syntax, Severity: record.Unreadable, Ply: len(b.game.plies) + 1,
		At: at, Len: len(word), Word: word, Message: said})
}

// finish completes the game: pending tokens, the variant, the position, the result.
func (b *builder) finish(last bool) {
	g := b.g
	b.settleRow()
	b.settle()
	g.After = slices.Concat(b.line.before, g.After)
	if g.Plies = g.Plies[:0]; len(b.line.plies) > 0 { // otherwise plies may be mere capacity
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
