package main

import (
	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/grammar"
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

// parse reads a game. It never fails: see grammar.Parser and jsonl.Parser.
func (p *parser) parse(c grammar.Chunk) *record.Game {
	if c.Format == grammar.FormatJSON {
		return p.json.Parse(c)
	}
	return p.written.Parse(c)
}

// parseInto is parse with the memory of another game reused.
func (p *parser) parseInto(c grammar.Chunk, g *record.Game) {
	if c.Format == grammar.FormatJSON {
		*g = *p.json.Parse(c)
		return
	}
	p.written.ParseInto(c, g)
}
