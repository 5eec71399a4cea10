package grammar

import (
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
)

// Parser turns the texts of games into games. It keeps what it has learnt of
// the words it met, so that each distinct word is parsed once; it is not safe
// for concurrent use.
type Parser struct {
	// Variant is what the user asked for. It decides only how a position is
	// read where the record does not say what was played.
	Variant record.Variant

	words wordTable
	sheet sheetReader

	carried bool // the text that is being read was carried over within another
}

// NewParser returns a Parser.
func NewParser() *Parser { return new(Parser) }

// Parse reads a game. It never fails: what cannot be read is a fault of the
// game, which keeps its text and all moves up to there.
func (p *Parser) Parse(c Chunk) *record.Game {
	g := new(record.Game)
	p.ParseInto(c, g)
	return g
}

// ParseInto is Parse with the game's memory reused: whatever g holds of another
// game is overwritten, its slices included.
func (p *Parser) ParseInto(c Chunk, g *record.Game) {
	*g = record.Game{
		Source: c.Source, Text: c.Text, Format: c.Format.String(),
		Tags: g.Tags[:0], Plies: g.Plies[:0], Faults: append(g.Faults[:0], c.Faults...),
	}
	switch c.Format {
	case FormatPDN:
		if !p.parsePDN(g, c.Last) {
			p.tryTagged(g, c)
		}
	case FormatJSON:
		g.Faults = append(g.Faults, record.Fault{
			Code: record.Syntax, Severity: record.Unreadable, Len: len(g.Text),
			Message: "a game in JSON is read by its own reader",
		})
	default:
		p.parseSheet(g)
	}
}

// maxTagged is the most bytes of a game that tryTagged reads again.
const maxTagged = 1 << 16

// tryTagged reads a game that PDN's grammar stumbles over as a sheet behind tag
// pairs, which people write, too. The sheet is taken only where it has what PDN
// cannot have, columns or a result in words, and nothing stops it.
func (p *Parser) tryTagged(g *record.Game, c Chunk) {
	stumbles, numbers := false, false
	for _, f := range g.Faults[len(c.Faults):] {
		stumbles = stumbles || f.Severity == record.Unreadable
		numbers = numbers || f.Code == record.MoveNumber
	}
	if !stumbles && !numbers || len(g.Text) > maxTagged {
		return
	}
	sheet := &record.Game{Source: c.Source, Text: c.Text, Format: FormatSheet.String(), Faults: append([]record.Fault(nil), c.Faults...)}
	p.parseSheet(sheet)
	r, _ := utf8.DecodeRuneInString(sheet.Result.Text)
	if len(sheet.Plies) == 0 || sheet.Layout != "columns" && !unicode.IsLetter(r) {
		return
	}
	for _, f := range sheet.Faults {
		if f.Severity == record.Unreadable || f.Code == record.Syntax {
			return
		}
	}
	*g = *sheet
}
