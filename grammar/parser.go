package grammar

import "github.com/stolb/stolb/record"

// Parser turns the texts of games into games. It keeps what it has learnt of
// the words it met, so that each distinct word is parsed once; it is not safe
// for concurrent use.
type Parser struct {
	// Variant is what the user asked for. It decides only how a position is
	// read where the record does not say what was played.
	Variant record.Variant

	words wordTable
	sheet sheetReader
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
		p.parsePDN(g, c.Last)
	case FormatJSON:
		g.Faults = append(g.Faults, record.Fault{
			Code: record.Syntax, Severity: record.Unreadable, Len: len(g.Text),
			Message: "a game in JSON is read by its own reader",
		})
	default:
		p.parseSheet(g)
	}
}
