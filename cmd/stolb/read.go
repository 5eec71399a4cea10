package main

import (
	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/record"
)

// parser turns the texts of games of any format into games, one goroutine's.
type parser struct {
	written *grammar.Parser
	json    *jsonl.Parser
}

// newParser returns a parser for games of the variant that was asked for.
func newParser(asked record.Variant) *parser {
	p := &parser{grammar.NewParser(), jsonl.NewParser()}
	p.written.Variant = asked
	return p
}

// parseInto reads a game with the memory of another reused. It never fails: see
// grammar.Parser and jsonl.Parser.
func (p *parser) parseInto(c cut.Chunk, g *record.Game) {
	if c.Format == cut.JSON {
		p.json.ParseInto(c, g)
	} else {
		p.written.ParseInto(c, g)
	}
}
