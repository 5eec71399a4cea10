package query

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/word"
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
	stream := word.TokenList(tokens)
	upgraded, err := lexer.Upgrade(&stream)
	if err != nil {
		return nil, err
	}
	tree, err := Grammar().ParseFromLexer(upgraded)
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

var aCondition = message.Of("query.condition")

// keywords are the words of the language.
var keywords = sync.OnceValue(func() []string {
	words := regexp.MustCompile(`"([a-z][a-z-]*)"`).FindAllStringSubmatch(Grammar().String(), -1)
	var all []string
	for _, w := range words {
		if !slices.Contains(all, w[1]) {
			all = append(all, w[1])
		}
	}
	return all
})

// expected has, for words behind which only a little can stand, what that is.
var expected = map[string]message.ID{
	"let":     "query.expected-name",
	"be":      "query.expected-condition-or-squares",
	"within":  "query.expected-number-plies",
	"player":  "query.expected-text",
	"result":  "query.expected-result",
	"date":    "query.expected-date",
	"opening": "query.expected-moves",
	"tag":     "query.expected-tag",
	"verdict": "query.expected-verdict",
	"variant": "query.expected-variant",
	"must":    "query.expected-capture",
	"the":     "query.expected-same-tower",
	"same":    "query.expected-tower",
	"of":      "query.expected-limit",
	"with":    "query.expected-with",
	"like":    "query.expected-like",
	"on":      "query.expected-squares",
	"off":     "query.expected-squares",
	"from":    "query.expected-squares",
	"to":      "query.expected-squares-move",
	"over":    "query.expected-over",
	"rank":    "query.expected-number",
	"file":    "query.expected-letter",
	"far":     "query.expected-side",
	"home":    "query.expected-side",
	"main":    "query.expected-road",
	"either":  "query.expected-colour",
	"at":      "query.expected-at",
	"more":    "query.expected-than",
	"fewer":   "query.expected-than",
	"than":    "query.expected-number",
	"least":   "query.expected-number",
	"most":    "query.expected-number",
	"is":      "query.expected-is",
	"hash":    "query.expected-hash",
	"pattern": "query.expected-pattern",
}

// explain says where a query breaks off and what was expected there.
func explain(text string, tokens []lexer.Token, err error) *Error {
	at := len(text)
	var syntax participle.Error
	if errors.As(err, &syntax) {
		at = syntax.Position().Offset
	}
	i := slices.IndexFunc(tokens, func(t lexer.Token) bool { return t.Pos.Offset >= at || t.EOF() })
	found := tokens[i]
	e := &Error{Query: text, At: found.Pos.Offset, Len: lengthOf(tokens, i, text)}
	var want message.Message
	if i > 0 {
		switch before := tokens[i-1]; {
		case before.Type == tokenWord && expected[before.Value] != "":
			want = message.Of(expected[before.Value])
		case before.Type == tokenWord && slices.Contains([]string{"and", "or", "not", "then", "until", "never", "always", "sometime", "first", "last", "mirrored", "colour"}, before.Value),
			before.Type == tokenOpen, before.Type == tokenSemicolon:
			want = aCondition
		case before.Type == tokenOperator, before.Type == tokenPlus, before.Type == tokenMinus:
			want = message.Of("query.expected-value")
		case before.Type == tokenComma:
			want = message.Of("query.expected-item")
		}
	} else {
		want = aCondition
	}
	if want.IsZero() {
		want = message.Of("query.expected-end")
		if strings.Count(text[:found.Pos.Offset], "(") > strings.Count(text[:found.Pos.Offset], ")") {
			want = message.Of("query.expected-bracket")
		}
	}
	if found.EOF() {
		e.What = message.Of("query.ends", "expected", want)
	} else {
		e.What = message.Of("query.instead", "found", show(text[e.At:e.At+e.Len]), "expected", want)
	}
	if found.Type == tokenWord && !slices.Contains(keywords(), found.Value) {
		e.Meant = Nearest(found.Value, keywords())
	}
	return e
}

// show returns a piece of a query as a message has it.
func show(piece string) message.Message {
	if len(piece) > 60 {
		piece = strings.ToValidUTF8(piece[:60], "") + "…"
	}
	if strings.HasPrefix(piece, `"`) {
		return message.Of("query.piece-text", "text", message.Verbatim(piece))
	}
	return message.Of("query.piece", "text", message.Verbatim(piece))
}

// lengthOf returns how many bytes the i-th token has.
func lengthOf(tokens []lexer.Token, i int, text string) int {
	if tokens[i].EOF() {
		return 0
	}
	begin, end := tokens[i].Pos.Offset, tokens[i+1].Pos.Offset
	return len(strings.TrimRight(text[begin:end], " \t\r\n"))
}

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
