package query

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// Parse reads a query; the values are those of its names with $. An error is an
// *Error. Nothing of a query is looked at twice, so that the time it takes grows
// with its length, which has a limit; so has the size of what it means.
func Parse(text string, values map[string]string) (Condition, error) {
	tokens, fault := tokensOf(text, values)
	if fault != nil {
		return nil, fault
	}
	if len(tokens) == 1 {
		return nil, &Error{Query: text, At: len(text), What: message.Of("query.empty", "expected", aCondition)}
	}
	tree, err := parse(Grammar(), tokens)
	if err != nil {
		return nil, explain(text, tokens, err)
	}
	b := builder{text: text, tokens: tokens, names: make(map[string]named)}
	c := b.query(tree)
	if b.fault != nil {
		return nil, b.fault
	}
	if size := sizeOf(c, make(map[Condition]int)); size > maxConditions {
		return nil, &Error{Query: text, Len: len(text),
			What: message.Of("query.many-conditions", "most", maxConditions)}
	}
	if fault := b.bind(c); fault != nil {
		return nil, fault
	}
	return c, nil
}

// parse is a grammar's reading of tokens.
func parse[T any](parser *participle.Parser[T], tokens []lexer.Token) (*T, error) {
	upgraded, err := lexer.Upgrade(grammar.Lexer(tokens))
	if err != nil {
		return nil, err
	}
	return parser.ParseFromLexer(upgraded)
}

var aCondition = message.Of("query.condition")

// sizeOf returns how many conditions there are, with those that have a name
// counted each time and images as conditions of their own, but no more than a
// little above the limit.
func sizeOf(c Condition, known map[Condition]int) int {
	if n, ok := known[c]; ok {
		return n
	}
	n := 1
	for _, part := range partsOf(c) {
		n = min(n+sizeOf(part, known), maxConditions+1)
	}
	if _, ok := c.(*Image); ok {
		n = min(2*n, maxConditions+1)
	}
	known[c] = n
	return n
}

// partsOf returns the conditions of which one is made.
func partsOf(c Condition) []Condition {
	switch c := c.(type) {
	case *All:
		return c.Of
	case *Any:
		return c.Of
	case *Not:
		return []Condition{c.Of}
	case *Whole:
		return []Condition{c.Of}
	case *Occurrence:
		return []Condition{c.Of}
	case *Then:
		return []Condition{c.First, c.Next}
	case *Until:
		return []Condition{c.Hold, c.Goal}
	case *Image:
		return []Condition{c.Of}
	}
	return nil
}
