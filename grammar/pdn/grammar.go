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
// game and begins the next is the Cutter's to find.
type pdnGame struct {
	Header []*pdnHeader `parser:"@@*"`
	Body   []*pdnItem   `parser:"@@*"`
}

// pdnHeader is a tag pair, or a remark among the tags.
type pdnHeader struct {
	Tag  *pdnTag     `parser:"  @@"`
	Note lexer.Token `parser:"| @( Line | Comment | OpenComment | Semicolon | BadTag | Stray )"`
}

// pdnTag is a tag pair: [Event "XXV"].
type pdnTag struct {
	Name  lexer.Token `parser:"TagOpen @TagName"`
	Value lexer.Token `parser:"@TagValue TagClose"`
}

// pdnItem is an element of the movetext. Comments, NAGs, variations and setups
// may stand anywhere, in any order.
type pdnItem struct {
	Move      *pdnMove      `parser:"  @@"`
	Variation *pdnVariation `parser:"| @@"`
	Piece     lexer.Token   `parser:"| @( Number | Strength | NAG | Comment | Line | Setup | Result | Star | OpenComment | Semicolon | BadTag | TooDeep | TooLong | Stray )"`
}

// pdnMove is a move with its number and strength: 1. 32-28!
type pdnMove struct {
	Number   lexer.Token `parser:"@Number?"`
	Move     lexer.Token `parser:"@( Word | Ellipsis | Unknown )"`
	Strength lexer.Token `parser:"@Strength?"`
}

// pdnVariation is what could have been played in place of the move before it.
type pdnVariation struct {
	Open  lexer.Token `parser:"@Open"`
	Items []*pdnItem  `parser:"@@*"`
	Close lexer.Token `parser:"@Close?"`
}

// Two tokens tell a move with its number from a number alone.
var Grammar = participle.MustBuild[pdnGame](participle.Lexer(pdnDefinition{}), participle.UseLookahead(2))

// pdnReader reads games in PDN. Variant is what the user asked for.
type Reader struct {
	Words   *word.Table
	Variant record.Variant
}

// read reads a game in PDN. A game whose every token has its place in the
// standard's reading grammar is read from the tokens as they come, for then
// their order is all that there is to know; any other goes through the
// grammar. last says that no game follows; carried is returned where g is one that
// the game carries. TestPlainPDN and FuzzParsePDN hold the two against each
// other.
func (r *Reader) Read(g *record.Game, last bool) (carried *Carried) {
	cut := len(g.Faults)
	b := newPDNBuilder(r, g)
	if !b.plain() {
		*g = record.Game{Source: g.Source, Text: g.Text, Format: g.Format, Faults: g.Faults[:cut]}
		b = newPDNBuilder(r, g)
		b.byGrammar()
	}
	// A text that is cut off lacks its result for that.
	cutOff := slices.ContainsFunc(g.Faults[:cut], func(f record.Fault) bool { return f.Code == record.TooLarge })
	b.finish(last || cutOff)
	if b.said == "" {
		return nil
	}
	return carriedInPDN(g, &b)
}

// plain reads the game from its tokens and says whether all had their place.
func (b *builder) plain() bool {
	lex := newPDNLexer(b.g.Text)
	for {
		b.swift(lex)
		switch kind, at, end := lex.next(); kind {
		case lexer.EOF:
			return lex.depth == 0
		case pdnBadTag, pdnUnknown, pdnOpenComment, pdnSemicolon, pdnStray, pdnTooDeep, pdnTooLong:
			return false
		default:
			b.token(kind, at, lex.text[at:end])
		}
	}
}

// byGrammar reads the game with the grammar.
func (b *builder) byGrammar() {
	game, err := Grammar.ParseString("", b.g.Text)
	if err != nil {
		// The grammar takes whatever the lexer gives.
		b.g.Faults = append(b.g.Faults, record.Fault{Code: record.Syntax, Severity: record.Unreadable, Message: err.Error()})
		return
	}
	game.visit(func(t lexer.Token) { b.token(t.Type, t.Pos.Offset, t.Value) })
}

// visit calls f with the tokens of the game in their order.
func (g *pdnGame) visit(f func(lexer.Token)) {
	for _, h := range g.Header {
		if h.Tag != nil {
			f(h.Tag.Name)
			f(h.Tag.Value)
		} else {
			f(h.Note)
		}
	}
	visitPDN(g.Body, f)
}

func visitPDN(items []*pdnItem, f func(lexer.Token)) {
	some := func(t lexer.Token) {
		if t.Type != 0 {
			f(t)
		}
	}
	for _, i := range items {
		switch {
		case i.Move != nil:
			some(i.Move.Number)
			f(i.Move.Move)
			some(i.Move.Strength)
		case i.Variation != nil:
			f(i.Variation.Open)
			visitPDN(i.Variation.Items, f)
			some(i.Variation.Close)
		default:
			f(i.Piece)
		}
	}
}
