package grammar

import (
	"github.com/stolb/stolb/grammar/internal/sheet"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// The layouts of a score sheet.
const (
	Table   = sheet.Table   // a move of each side in a line
	Run     = sheet.Run     // one move after the other
	Columns = sheet.Columns // a column for each side, one below the other

	Correspondence = sheet.Correspondence // a table with the days of moves by post
)

// AppendSheet appends the game as a score sheet, which a Cutter and a Parser read back as the same
// game. variant is what is played; moves are the texts of g.Plies; if they are fewer, the others
// are written as the record has them. Variations are written as comments: asides are the texts of
// those of g.Plies, in order. What is appended ends with a newline; a blank line has to stand
// between games.
func AppendSheet(dst []byte, g *record.Game, variant record.Variant, moves, asides []string, layout string, l message.Language) []byte {
	return sheet.Append(dst, g, variant, moves, asides, layout, l)
}

// AppendSheetVariant appends the header that says what is played, as a line.
func AppendSheetVariant(dst []byte, v record.Variant, l message.Language) []byte {
	return sheet.AppendVariant(dst, v, l)
}

// AppendSheetVerdict appends the header that says why a game is not legal, as a line
// that is passed over when the sheet is read.
func AppendSheetVerdict(dst []byte, verdict string, l message.Language) []byte {
	return sheet.AppendVerdict(dst, verdict, l)
}

// IsSheetVerdict says whether a line is one that AppendSheetVerdict has made.
func IsSheetVerdict(line string) bool { return sheet.IsVerdict(line) }

// Movetext is the text in the places of a game's moves, as written, for restoring
// the game. Text that may be a move is taken for one.
type Movetext = sheet.Movetext

// The columns of Movetext.Written. In running text only the number tells whose
// move it is: the column is AnyColumn.
const (
	AnyColumn    = sheet.AnyColumn
	FirstColumn  = sheet.FirstColumn
	SecondColumn = sheet.SecondColumn
)

// MovetextOf returns the moves of a game as they are written in it, for a game
// whose text is not at hand.
func MovetextOf(g *record.Game) Movetext { return sheet.MovetextOf(g) }

// Movetext returns what the text of a chunk has in the places of moves. The text of a game in JSON
// is the object and has to be read first. What is returned is the caller's.
func (p *Parser) Movetext(c Chunk) Movetext {
	reading, _ := c.Reading.(*sheet.Reading)
	return p.sheet.Written(c.Text, reading)
}
