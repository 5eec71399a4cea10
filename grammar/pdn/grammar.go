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
	Header []*pdnHeader `parser:"@@*"`
	Body   []*pdnItem   `parser:"@@*"`
}

// pdnHeader is a tag pair, or a remark among the tags.
type pdnHeader struct {
	Token lexer.Token `parser:"@( Tag | BadTag | Line | Comment | OpenComment | Semicolon | Stray )"`
}

// pdnItem is an element of the movetext: a move; a variation, what could have
// been played in place of the move before it; or another. These may stand
// anywhere, in any order.
type pdnItem struct {
	Move      *pdnMove      `parser:"  @@"`
	Variation *pdnVariation `parser:"| @@"`
	Other     lexer.Token   `parser:"| @( Number | Strength | NAG | Comment | Line | Setup | Result | Star | OpenComment | Semicolon | Tag | BadTag | TooDeep | TooLong | Stray )"`
}

// pdnMove is a move with its number and strength: 1. 32-28!
type pdnMove struct {
	Number   lexer.Token `parser:"@Number?"`
	Move     lexer.Token `parser:"@( Word | Ellipsis | Unknown )"`
	Strength lexer.Token `parser:"@Strength?"`
}

type pdnVariation struct {
	Open  lexer.Token `parser:"@Open"`
	Items []*pdnItem  `parser:"@@*"`
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

// Read reads a game in PDN. A game whose every token has its place in the
// standard's reading grammar is read from the tokens as they come, for then
// their order is all that there is to know; any other goes through the
// grammar. last says that no game follows; carried is returned where g is one that
// the game carries. TestPlainPDN and FuzzParsePDN hold the two against each
// other.
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

// plain reads the game from its tokens and says whether all had their place.
func (b *builder) plain() bool {
	s := newScanner(b.g.Text)
	for {
		b.swift(s)
		switch kind, at, end := s.next(); kind {
		case lexer.EOF:
			return s.depth == 0
		case tokenBadTag, tokenUnknown, tokenOpenComment, tokenSemicolon, tokenStray, tokenTooDeep, tokenTooLong:
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
	for _, h := range game.Header {
		b.take(h.Token)
	}
	b.items(game.Body)
}

func (b *builder) items(items []*pdnItem) {
	for _, i := range items {
		switch {
		case i.Move != nil:
			b.take(i.Move.Number, i.Move.Move, i.Move.Strength)
		case i.Variation != nil:
			b.take(i.Variation.Open)
			b.items(i.Variation.Items)
			b.take(i.Variation.Close)
		default:
			b.take(i.Other)
		}
	}
}

// take takes the tokens that are there.
func (b *builder) take(tokens ...lexer.Token) {
	for _, t := range tokens {
		if t.Type != 0 {
			b.token(t.Type, t.Pos.Offset, t.Value)
		}
	}
}
