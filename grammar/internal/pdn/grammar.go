// Package pdn reads games in Portable Draughts Notation, and finds where they
// begin.
//
// Read first: game, the grammar, with the table of its tokens in lexer.go. The
// lexer there is the only place that knows what a comment, a tag or a result
// looks like; Finder cuts with it, Reader reads with it. Then build.go, which makes a
// record of the tree: movetext.go what stands among the
// moves, tags.go what stands above, result.go how it ended, board.go how the
// squares are named; illegible.go decides what is a move that cannot be read, and
// title.go what may stand above the tags.
package pdn

import (
	"slices"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/gametype"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// pdnGame is the grammar of a game in PDN: the reading grammar of PDN 3.0, more
// generous in that anything may be missing, and that what has no place in PDN
// is a token like the others, so that reading goes on after it. What ends one
// game and begins the next is the Finder's to find.
type pdnGame struct {
	Tags []lexer.Token `parser:"@( ( Tag | Remark | Other )+ )?"`
	Line pdnLine       `parser:"@@?"`
}

// pdnLine is a line of moves, the game's or a variation's: 1. 32-28! 19-23 with its numbers
// and marks, and variations.
type pdnLine struct {
	Moves      []lexer.Token  `parser:"@( ( Row | Remark | Number | Move | Mark | Result | Setup | Tag | Other )+ )?"`
	Variations []pdnVariation `parser:"@@*"`
}

// pdnVariation is what could have been played in place of the move before it, and how the
// line goes on after it.
type pdnVariation struct {
	Open  lexer.Token   `parser:"@Open"`
	Line  *pdnLine      `parser:"@@?"`
	Close lexer.Token   `parser:"@Close?"`
	Moves []lexer.Token `parser:"@( ( Row | Remark | Number | Move | Mark | Result | Setup | Tag | Other )+ )?"`
}

// Grammar is the grammar of PDN.
var Grammar = sync.OnceValue(func() *participle.Parser[pdnGame] {
	return participle.MustBuild[pdnGame](participle.Lexer(definition{}), participle.UseLookahead(1))
})

// Reader reads games in PDN. Variant is what the user asked for.
type Reader struct {
	Words   *word.Table
	Variant record.Variant

	builder  builder
	lastType string // of a tag GameType, and what it says
	lastGame *gametype.GameType
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
	s := newScanner(b.g.Text)
	for {
		s.at = b.moves(s.at, s.limit())
		kind, at, end := s.next()
		switch kind {
		case lexer.EOF:
			return true
		case tokenTag, tokenRow, tokenWord, tokenNumber, tokenComment, tokenStrength, tokenNAG, tokenResult, tokenStar:
			b.token(kind, at, s.text[at:end])
		default:
			return false
		}
	}
}

// readTree reads the game with the grammar.
func (b *builder) readTree() {
	game, err := Grammar().ParseString("", b.g.Text)
	if game != nil {
		b.tokens(game.Tags...)
		b.walk(&game.Line)
	}
	if err != nil { // the grammar lacks a token of the lexer's
		b.stop(b.end, "", message.From(err))
	}
}

func (b *builder) walk(l *pdnLine) {
	b.tokens(l.Moves...)
	for i := range l.Variations {
		b.variation(&l.Variations[i])
		b.tokens(l.Variations[i].Moves...)
	}
}

func (b *builder) tokens(tokens ...lexer.Token) {
	for _, t := range tokens {
		b.token(lexer.TokenType(t.Pos.Line), t.Pos.Offset, t.Value)
	}
}
