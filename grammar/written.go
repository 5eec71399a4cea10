package grammar

import (
	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/grammar/sheet"
)

// Written returns what stands in the places of moves in the text of a game, as
// it is written, to restore the game from: see sheet.Movetext. The text of a
// game in JSON is the object and has to be read first. What is returned is the
// caller's.
func (p *Parser) Written(c cut.Chunk) sheet.Movetext {
	return p.sheet.Written(c.Text)
}

// GoesOn says whether a chunk is the rest of the game before it, cut off where
// something that is hurt looked like the end of the game.
func (p *Parser) GoesOn(before, c cut.Chunk) bool {
	return before.Format == c.Format && c.Format != cut.JSON && before.Source.File == c.Source.File &&
		len(before.Text)+len(c.Text) <= maxTagged && p.sheet.GoesOn(before.Text, c.Text)
}
