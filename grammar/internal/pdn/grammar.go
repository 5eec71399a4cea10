// Package pdn reads games in Portable Draughts Notation, and finds where they
// begin.
//
// Read first: pdnGame, the grammar, with the table of its tokens in lexer.go. The
// scanner there is the only place that knows what a comment, a tag or a result
// looks like; Finder cuts with it, Reader reads with it, Spans shows with it. Then
// build.go, which makes a game of the tokens: movetext.go what stands among the
// moves, tags.go what stands above, result.go how it ended, board.go how the
// squares are named; illegible.go decides what is a move that cannot be read, and
// title.go what may stand above the tags. swift.go reads plain moves by hand.
package pdn

import (
	"slices"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// pdnGame is the grammar of a game in PDN: the reading grammar of PDN 3.0, more
// generous in that anything may be missing, and that what has no place in PDN
// is an item like the others, so that reading goes on behind it. What ends one
// game and begins the next is the Finder's to find.
type pdnGame struct {
	Header []lexer.Token `parser:"@( ( Title | Tag | BadTag | Line | Comment | OpenComment | Semicolon | Markup | Stray )+ )?"`
	Body   []*pdnPart    `parser:"@@*"`
}

// pdnPart is a part of the movetext: moves with their numbers and strengths, 1.
// 32-28! 19-23, and what may stand anywhere among them, or a variation, what
// could have been played in place of the move before it.
type pdnPart struct {
	Moves     []lexer.Token `parser:"  @( ( Number? ( Word | Ellipsis | Unknown ) Strength? | Number | Strength | NAG | Comment | Line | Setup | Result | Star | OpenComment | Semicolon | Tag | BadTag | TooDeep | TooLong | Markup | Stray | Title )+ )"`
	Variation *pdnVariation `parser:"| @@"`
}

type pdnVariation struct {
	Open  lexer.Token `parser:"@Open"`
	Parts []*pdnPart  `parser:"@@*"`
	Close lexer.Token `parser:"@Close?"`
}

// Grammar is the grammar of PDN. Two tokens tell a move with its number from a
// number alone.
var Grammar = sync.OnceValue(func() *participle.Parser[pdnGame] {
	return participle.MustBuild[pdnGame](participle.Lexer(definition{}), participle.UseLookahead(2))
})

// Reader reads games in PDN. Variant is what the user asked for. With ReuseNotes the notes
// of a game's plies are overwritten when the next is read.
type Reader struct {
	Words      *word.Table
	Variant    record.Variant
	ReuseNotes bool

	last lastGameType
	room notesRoom
}

// Read reads a game in PDN from its tokens as they come, for their order is all
// that the grammar would tell: it takes whatever the scanner gives.
// TestPlainPDN and FuzzPlainPDN hold the two against each other. last says that
// no game follows.
func (r *Reader) Read(g *record.Game, last bool) {
	// A text that is cut off lacks its result for that.
	cutOff := slices.ContainsFunc(g.Faults, func(f record.Fault) bool { return f.Code == record.TooLarge })
	if r.ReuseNotes {
		r.room.takeBack()
	}
	b := newBuilder(r, g)
	b.read()
	b.finish(last || cutOff)
}

// read takes the tokens of the game.
func (b *builder) read() {
	var s scanner
	s.reset(b.g.Text)
	lost := 0 // words in a row that could not be read
	for {
		if lost < maxLost {
			from := s.at
			if b.swift(&s); s.at > from {
				lost = 0
			}
		}
		kind, at, end := s.next()
		if kind == lexer.EOF {
			return
		}
		b.token(kind, at, s.text[at:end])
		if kind == tokenWord {
			lost++
			if plies := b.line.plies; len(plies) > 0 && len(plies[len(plies)-1].Word.Steps) > 0 {
				lost = 0
			}
		}
	}
}

// maxLost is behind how many words in a row that could not be read swift is left alone: most
// of those that follow cannot be, either.
const maxLost = 4
