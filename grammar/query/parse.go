package query

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
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
	if e.Meant = meantBy(tokens, i); e.Meant == "" && i > 0 && isStray(tokens, i-1) {
		// It is the word before that breaks off.
		return &Error{
			Query: text, At: tokens[i-1].Pos.Offset, Len: lengthOf(tokens, i-1, text),
			What: message.Of("query.unknown", "name", strconv.Quote(tokens[i-1].Value)), Meant: meantBy(tokens, i-1),
		}
	}
	return e
}

// isStray says that a token is a word that the language does not have, where a
// condition begins, and not a name of let.
func isStray(tokens []lexer.Token, i int) bool {
	t := tokens[i]
	if t.Type != tokenWord || slices.Contains(keywords(), t.Value) {
		return false
	}
	for k := range i {
		if tokens[k].Value == "let" && tokens[k+1].Value == t.Value {
			return false
		}
	}
	if i == 0 {
		return true
	}
	before := tokens[i-1]
	return before.Type == tokenOpen || before.Type == tokenSemicolon ||
		before.Type == tokenWord && slices.Contains([]string{"and", "or", "not", "then", "until", "never", "always", "sometime", "first", "last", "mirrored", "colour", "white", "black", "mover", "opponent"}, before.Value)
}

// meantBy returns what was probably meant by a token that cannot stand where it does,
// "" where nothing comes near.
func meantBy(tokens []lexer.Token, i int) string {
	found := tokens[i]
	var before lexer.Token
	if i > 0 {
		before = tokens[i-1]
	}
	switch {
	case found.Type == tokenNumber && slices.Contains([]string{"ply", "plies", "year", "mobility", "material", "tallest", "score"}, before.Value):
		return "= " + found.Value
	case (found.Value == "moves" || found.Value == "move" || found.EOF()) && i > 1 && before.Type == tokenNumber && tokens[i-2].Value == "within":
		return "plies"
	case (found.Value == "on" || found.Value == "at") && isMove(tokens[:i]):
		return "to"
	case found.Type != tokenWord || slices.Contains(keywords(), found.Value):
		return ""
	case otherwise[found.Value] != "":
		return otherwise[found.Value]
	}
	return Nearest(found.Value, keywords())
}

// isMove says that a verb of a move stands last, or before its object alone.
func isMove(tokens []lexer.Token) bool {
	for i := len(tokens) - 1; i >= 0 && tokens[i].Type != tokenOpen; i-- {
		switch tokens[i].Value {
		case "moves", "captures", "promotes", "frees":
			return true
		case "and", "or", "not", "then", "until":
			return false
		}
	}
	return false
}

// otherwise has what the language says for words that people use.
var otherwise = map[string]string{
	"ate": "captures", "beats": "captures", "takes": "captures", "took": "captures", "captured": "captures", "jumps": "captures", "kills": "captures", "huffs": "captures",
	"moved": "moves", "goes": "moves", "plays": "moves", "steps": "moves quietly",
	"promotion": "promotes", "promoted": "promotes", "crowned": "promotes", "crowns": "promotes", "freed": "frees", "liberates": "frees", "releases": "frees",
	"queen": "king", "queens": "kings", "dame": "king", "dames": "kings", "pawn": "man", "pawns": "men", "checker": "man", "checkers": "men",
	"column": "tower", "columns": "towers", "stack": "tower", "stacks": "towers", "prisoned": "captive",
	"checkmate": "mobility = 0", "mate": "mobility = 0", "stalemate": "mobility = 0", "blocked": "mobility = 0", "stuck": "mobility = 0",
	"loses": "wins", "lost": "wins", "won": "wins", "win": "wins", "drawn": "draw", "tie": "draw",
	"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "once": "1", "twice": "2",
	"less": "fewer than", "exactly": "=", "minimum": "at least", "maximum": "at most", "zero": "no", "without": "with no", "none": "no",
	"before": "then", "after": "then", "afterwards": "then", "later": "then", "followed": "then", "eventually": "sometime", "ever": "sometime",
	"in": "on", "inside": "on", "outside": "off", "except": "off", "diagonal": "main road", "border": "edge", "rim": "edge", "row": "rank", "line": "rank",
	"name": "player", "event": "tag Event", "site": "tag Site", "round": "tag Round", "length": "plies", "height": "of", "high": "of", "tall": "of", "taller": "of more than",
	"but": "and", "turns": "turning", "turn": "to move", "forced": "must capture", "compulsory": "must capture",
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
