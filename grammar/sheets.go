package grammar

import (
	"github.com/stolb/stolb/grammar/internal/sheet"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// The layouts of a score sheet.
const (
	Table   = sheet.Table   // one line per pair of moves
	Run     = sheet.Run     // moves as running text
	Columns = sheet.Columns // one column per side, one below the other

	Correspondence = sheet.Correspondence // a table with the dates of moves by post
)

// AppendSheet appends the game as a score sheet, which a Cutter and a Parser read back as the same
// game. variant is the variant played. moves are the texts of g.Plies; if there are fewer, the
// remaining moves are written as in the record. Variations are written as comments: asides are the
// texts of the variations of g.Plies, in order. An unknown layout, Columns for a game that the other
// side begins, and Correspondence for a game without dates are replaced by Table. The output ends
// with a newline; the caller must put a blank line between games.
func AppendSheet(dst []byte, g *record.Game, variant record.Variant, moves, asides []string, layout string, l message.Language) []byte {
	return sheet.Append(dst, g, variant, moves, asides, layout, l)
}

// AppendSheetVariant appends the header line that names the variant.
func AppendSheetVariant(dst []byte, v record.Variant, l message.Language) []byte {
	return sheet.AppendVariant(dst, v, l)
}

// AppendSheetVerdict appends a header line with a verdict that is not legal, a colon and the reason:
// "illegal: e3-f4: a capture was mandatory". Reading the sheet skips that line.
func AppendSheetVerdict(dst []byte, verdict string, l message.Language) []byte {
	return sheet.AppendVerdict(dst, verdict, l)
}

// IsSheetVerdict reports whether a line is one that AppendSheetVerdict writes.
func IsSheetVerdict(line string) bool { return sheet.IsVerdict(line) }

// Movetext is the text in the places of a game's moves, as written, for restoring the game. It
// includes any text that may be a move. Written has a text for each place, in the order of the game,
// with its offset At, length Len, move Number and Column; Apart says that the columns follow each
// other, Headed that they have heads, and Final is the position after the moves, or "".
type Movetext = sheet.Movetext

// The columns of Movetext.Written. In running text only the number shows whose move it is, so the
// column is AnyColumn.
const (
	AnyColumn    = sheet.AnyColumn
	FirstColumn  = sheet.FirstColumn
	SecondColumn = sheet.SecondColumn
)

// MovetextOf returns the moves of a game as they are written in it, for a game whose text is not
// available.
func MovetextOf(g *record.Game) Movetext { return sheet.MovetextOf(g) }

// Movetext returns the text in the places of moves in a chunk. The text of a JSON game is the
// object, which has to be parsed first. The caller owns the result.
func (p *Parser) Movetext(c Chunk) Movetext {
	reading, _ := c.Reading.(*sheet.Reading)
	return p.sheet.Written(c.Text, reading)
}
