// Package pdn reads games in Portable Draughts Notation, and finds where they
// begin.
//
// Read first: pdnGame, the grammar, with the table of its tokens in lexer.go. The
// scanner there is the only place that knows what a comment, a tag or a result
// looks like; Finder cuts with it, Reader reads with it, Spans shows with it. Then
// build.go, which makes a game of the tokens: movetext.go what stands among the
// moves, tags.go what stands above, result.go how it ended, board.go how the
// squares are named. swift.go reads plain moves by hand.
package pdn

import (
	"slices"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// pdnGame is the grammar of a game in PDN: the reading grammar of PDN 3.0, more
// generous in that anything may be missing, and that what has no place in PDN
// is an item like the others, so that reading goes on behind it. What ends one
// game and begins the next is the Finder's to find.
type pdnGame struct {
	Header []lexer.Token `parser:"@( ( Title | Tag | BadTag | Line | Comment | OpenComment | Semicolon | Stray )+ )?"`
	Body   []*pdnPart    `parser:"@@*"`
}

// pdnPart is a part of the movetext: moves with their numbers and strengths, 1.
// 32-28! 19-23, and what may stand anywhere among them, or a variation, what
// could have been played in place of the move before it.
type pdnPart struct {
	Moves     []lexer.Token `parser:"  @( ( Number? ( Word | Ellipsis | Unknown ) Strength? | Number | Strength | NAG | Comment | Line | Setup | Result | Star | OpenComment | Semicolon | Tag | BadTag | TooDeep | TooLong | Stray )+ )"`
	Variation *pdnVariation `parser:"| @@"`
}

type pdnVariation struct {
	Open  lexer.Token `parser:"@Open"`
	Parts []*pdnPart  `parser:"@@*"`
	Close lexer.Token `parser:"@Close?"`
}

// Grammar is the grammar of PDN. Two tokens tell a move with its number from a
// number alone.
var Grammar = participle.MustBuild[pdnGame](participle.Lexer(definition{}), participle.UseLookahead(2))

// Reader reads games in PDN. Variant is what the user asked for.
type Reader struct {
	Words   *word.Table
	Variant record.Variant
}

// Read reads a game in PDN. A game in which every variation closes is read from
// the tokens as they come, for then their order is all that the grammar would
// tell; any other goes through the grammar. last says that no game follows;
// carried is the text of the game that the game carries, if it does.
// TestPlainPDN and FuzzPlainPDN hold the two against each other.
func (r *Reader) Read(g *record.Game, last bool) (carried *Carried) {
	cut := len(g.Faults)
	b := newBuilder(r, g)
	if !b.plain() {
		*g = record.Game{Source: g.Source, Text: g.Text, Format: g.Format, Faults: g.Faults[:cut]}
		b = newBuilder(r, g)
		b.byGrammar()
	}
	// A text that is cut off lacks its result for that.
	cutOff := slices.ContainsFunc(g.Faults[:cut], func(f record.Fault) bool { return f.Code == record.TooLarge })
	b.finish(last || cutOff)
	return b.carriedGame()
}

// plain reads the game from its tokens and says whether that is enough.
func (b *builder) plain() bool {
	s := newScanner(b.g.Text)
	for {
		b.swift(s)
		switch kind, at, end := s.next(); kind {
		case lexer.EOF:
			return s.depth == 0
		case tokenTooDeep, tokenTooLong:
			return false
		default:
			b.token(kind, at, s.text[at:end])
		}
	}
}

// byGrammar reads the game with the grammar.
func (b *builder) byGrammar() {
	game, err := Grammar.ParseString("", b.g.Text)
	if err != nil {
		// The grammar takes whatever the scanner gives.
		b.g.Faults = append(b.g.Faults, record.Fault{Code: record.Syntax, Severity: record.Unreadable, Message: err.Error()})
		return
	}
	b.tokens(game.Header...)
	b.parts(game.Body)
}

func (b *builder) parts(parts []*pdnPart) {
	for _, p := range parts {
		if b.tokens(p.Moves...); p.Variation != nil {
			b.tokens(p.Variation.Open)
			b.parts(p.Variation.Parts)
			b.tokens(p.Variation.Close)
		}
	}
}

// tokens takes the tokens that are there.
func (b *builder) tokens(tokens ...lexer.Token) {
	for _, t := range tokens {
		if t.Type != 0 {
			b.token(t.Type, t.Pos.Offset, t.Value)
		}
	}
}
