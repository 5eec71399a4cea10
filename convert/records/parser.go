// Package records reads the games of a text in any format that is text: score
// sheets, PDN and JSON lines. It puts together what package grammar and the rules
// say of where one game ends and the next begins.
//
// Read first: Divider, which gives the texts of games one by one; Parser makes
// games of them, and Judged does all that, up to the verdict.
package records

import (
	"io"
	"iter"

	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Parser turns the texts of games of any format into games. It keeps what it has
// learnt of the words it met; it is not safe for concurrent use.
type Parser struct {
	written *grammar.Parser
	json    *jsonl.Parser
}

// NewParser returns a parser for games of the variant that was asked for, or of
// whatever they say they are (see grammar.Parser).
func NewParser(asked record.Variant) *Parser {
	p := &Parser{grammar.NewParser(), jsonl.NewParser()}
	p.written.Variant = asked
	return p
}

// ParseInto reads a game with the memory of another reused. It never fails: see
// grammar.Parser and jsonl.Parser.
func (p *Parser) ParseInto(c grammar.Chunk, g *record.Game) {
	if c.Format == grammar.JSON {
		p.json.ParseInto(c, g)
	} else {
		p.written.ParseInto(c, g)
	}
}

// Written returns the parser of what is written by hand, sheets and PDN.
func (p *Parser) Written() *grammar.Parser { return p.written }

// Judged yields the games of a source one by one, read and judged for what is asked,
// each with memory of its own; an error of the source comes last.
func Judged(source Source, asked record.Variant) iter.Seq2[*replay.Report, error] {
	return func(yield func(*replay.Report, error) bool) {
		games, parser := NewCutter(source, asked), NewParser(asked)
		for {
			chunk, err := games.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			var g record.Game
			parser.ParseInto(chunk, &g)
			if !yield(replay.Judge(&g, asked), nil) {
				return
			}
		}
	}
}
