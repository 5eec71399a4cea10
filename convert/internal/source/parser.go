package source

import (
	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
)

// Parser turns the texts of games of any format into games. It parses each distinct
// word once and keeps the result; it is not safe for concurrent use.
type Parser struct {
	written *grammar.Parser
	json    *jsonl.Parser // made when it is first needed, as the divider
	divider *divider
}

// NewParser returns a parser that reads games which do not name their variant as
// defaultVariant (see grammar.Parser).
func NewParser(defaultVariant record.Variant) *Parser {
	p := &Parser{written: grammar.NewParser()}
	p.written.Variant = defaultVariant
	return p
}

// ParseInto reads a game with the memory of another reused. It never fails: see
// grammar.Parser and jsonl.Parser.
func (p *Parser) ParseInto(c grammar.Chunk, g *record.Game) {
	if c.Format == grammar.JSON {
		if p.json == nil {
			p.json = jsonl.NewParser()
		}
		p.json.ParseInto(c, g)
	} else {
		p.written.ParseInto(c, g)
	}
}

// Written returns the parser of what is written by hand, sheets and PDN.
func (p *Parser) Written() *grammar.Parser { return p.written }
