package query

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/word"
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
		return nil, &Error{Query: text, At: len(text), Message: "the query is empty; expected " + aCondition}
	}
	stream := word.TokenList(tokens)
	upgraded, err := lexer.Upgrade(&stream)
	if err != nil {
		return nil, err
	}
	tree, err := Grammar.ParseFromLexer(upgraded)
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
			Message: fmt.Sprintf("with names put in and images taken the query has more than %d conditions", maxConditions)}
	}
	if fault := b.bind(c); fault != nil {
		return nil, fault
	}
	return c, nil
}

const aCondition = "a condition, such as white king, captures 3 or player \"…\" (stolb grammar find lists them)"

// keywords are the words of the language.
var keywords = func() []string {
	words := regexp.MustCompile(`"([a-z][a-z-]*)"`).FindAllStringSubmatch(Grammar.String(), -1)
	var all []string
	for _, w := range words {
		if !slices.Contains(all, w[1]) {
			all = append(all, w[1])
		}
	}
	return all
}()

// expected has, for words behind which only a little can stand, what that is.
var expected = map[string]string{
	"let":     "a name, and behind it: be",
	"be":      "a condition, or squares and a set of them",
	"within":  "a number and plies",
	"player":  "a text in quotes",
	"result":  `a result in quotes, such as "1-0", "17-7" or "none"`,
	"date":    `= != < <= > or >= and a date in quotes, such as "1998-05"`,
	"opening": `moves in quotes, such as "c3-d4 d6-c5"`,
	"tag":     "the name of a tag, such as Event",
	"verdict": "legal, repaired, unjudged, illegal or unreadable",
	"variant": "a variant, such as bashni",
	"must":    "capture",
	"the":     "same tower or same piece",
	"same":    "tower or piece",
	"of":      "a number, at least 3, at most 3, more than 3 or fewer than 3",
	"with":    "a number and own, prisoners, kings or captive kings",
	"like":    `a pattern in quotes, such as "1*/0*"`,
	"on":      "squares, such as a3, rank 8 or far side",
	"off":     "squares, such as a3, rank 8 or far side",
	"from":    "squares, such as a3, rank 8 or far side",
	"to":      "squares, such as a3, rank 8 or far side; or move",
	"over":    "a tower, such as king of 3",
	"rank":    "a number",
	"file":    "a letter",
	"far":     "side or rank",
	"home":    "side or rank",
	"main":    "road",
	"either":  "colour",
	"at":      "least or most and a number, or squares",
	"more":    "than",
	"fewer":   "than",
	"than":    "a number",
	"least":   "a number",
	"most":    "a number",
	"is":      "white, black, mover, opponent, king, man; of a piece also top, captive, free; of a tag a text in quotes",
	"hash":    "0x and digits of base 16",
	"pattern": `a pattern in quotes, such as "?:Wd4:Be5=?*/*"`,
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
	want := ""
	if i > 0 {
		switch before := tokens[i-1]; {
		case before.Type == tokenWord && expected[before.Value] != "":
			want = expected[before.Value]
		case before.Type == tokenWord && slices.Contains([]string{"and", "or", "not", "then", "until", "never", "always", "sometime", "first", "last", "mirrored", "colour"}, before.Value),
			before.Type == tokenOpen, before.Type == tokenSemicolon:
			want = aCondition
		case before.Type == tokenOperator, before.Type == tokenPlus, before.Type == tokenMinus:
			want = "a number, or what has one, such as white kings"
		case before.Type == tokenComma:
			want = "one more of the list"
		}
	} else {
		want = aCondition
	}
	if want == "" {
		want = "and, or, then, until, what belongs to the condition before it, or the end"
		if strings.Count(text[:found.Pos.Offset], "(") > strings.Count(text[:found.Pos.Offset], ")") {
			want = "and, or, then, until, what belongs to the condition before it, or )"
		}
	}
	if found.EOF() {
		e.Message = "the query ends where something more was expected: " + want
	} else {
		e.Message = fmt.Sprintf("%s where something else was expected: %s", show(text[e.At:e.At+e.Len]), want)
	}
	if found.Type == tokenWord && !slices.Contains(keywords, found.Value) {
		e.Meant = Nearest(found.Value, keywords)
	}
	return e
}

// show returns a piece of a query as a message has it.
func show(piece string) string {
	if len(piece) > 60 {
		piece = strings.ToValidUTF8(piece[:60], "") + "…"
	}
	if strings.HasPrefix(piece, `"`) {
		return "the text " + piece
	}
	return `"` + piece + `"`
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
