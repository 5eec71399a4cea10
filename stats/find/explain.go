package find

import (
	_ "embed"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/ebnf"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// Error describes a fault in a query and its place.
type Error struct {
	Query   string
	At, Len int // in bytes of Query
	What    message.Message
	Meant   string // the probably intended words, or "" if unknown
}

// Error returns the message in English.
func (e *Error) Error() string { return e.Message().Error() }

// Message returns a message with the column, the fault, and the probably intended words.
func (e *Error) Message() message.Message {
	column := utf8.RuneCountInString(e.Query[:e.At]) + 1
	if e.Meant != "" {
		return message.Of("query.meant", "column", column, "what", e.What, "meant", e.Meant)
	}
	return message.Of("query.fault", "column", column, "what", e.What)
}

// keywords returns the words of the language.
var keywords = sync.OnceValue(func() []string {
	words := regexp.MustCompile(`"([a-z][a-z-]*)"`).FindAllStringSubmatch(queryGrammar().String(), -1)
	var all []string
	for _, w := range words {
		if !slices.Contains(all, w[1]) {
			all = append(all, w[1])
		}
	}
	return all
})

// explain returns an Error with the place at which a query fails to parse, and the expected words.
func (q *Query) explain(err error) *Error {
	text, tokens := q.text, q.tokens
	r := reading{tokens: tokens, kinds: lexer.SymbolsByRune(rules()), tried: make([][]string, len(tokens))}
	ends := r.expression(productions()[""], []int{0})
	i := r.last
	if syntax, ok := errors.AsType[participle.Error](err); ok && slices.Contains(ends, i) && tokens[i].EOF() { // the parser's lookahead is too short
		i = slices.IndexFunc(tokens, func(t lexer.Token) bool { return t.Pos.Offset >= syntax.Position().Offset || t.EOF() })
	}
	possible := r.words(i)
	meant := meantBy(tokens, i, possible)
	if meant == "" && i > 0 && isStray(tokens, i-1) && slices.Contains(r.words(i-1), beginner) {
		// The fault is the word before.
		i--
		said := message.Of("query.unknown", "name", message.Quoted(tokens[i].Value))
		return q.fault(tokens[i].Pos, meantBy(tokens, i, r.words(i)), said)
	}
	found, want := tokens[i], wantedAt(text, tokens, i, possible)
	e := q.fault(found.Pos, meant, message.Message{})
	switch {
	case found.EOF():
		e.What = message.Of("query.ends", "expected", want)
	case found.Type == kind("Word") && want.ID() == aCondition.ID():
		e.What = message.Of("query.no-beginning", "name", message.Quoted(found.Value), "expected", want)
	default:
		piece := show(text[e.At : e.At+e.Len])
		if text[e.At] == '$' {
			piece = message.Of("query.piece-value", "name", text[e.At:e.At+e.Len], "value", show(found.Value))
		}
		e.What = message.Of("query.instead", "found", piece, "expected", want)
	}
	return e
}

// wantedAt describes what was expected in place of the i-th token.
func wantedAt(text string, tokens []lexer.Token, i int, possible []string) message.Message {
	switch before := before(tokens, i); {
	case before.Type == kind("Word") && expected()[before.Value] != "":
		return message.Of(message.ID(strings.Trim(expected()[before.Value], `"`)))
	case slices.Contains(possible, beginner):
		return aCondition
	case before.Type == kind("Operator"), before.Type == kind("Plus"), before.Type == kind("Minus"):
		return message.Of("query.expected-value")
	case before.Type == kind("Comma"):
		return message.Of("query.expected-item")
	}
	if n := len(possible); n > 0 && n <= 6 && !slices.Contains(possible, "and") {
		return message.Of("query.expected-words", "words", message.Or(words(possible)...))
	}
	joining := slices.DeleteFunc([]string{"and", "or", "then", "until", "within"},
		func(w string) bool { return !slices.Contains(possible, w) })
	end := message.Of("query.the-end")
	if at := tokens[i].Pos.Offset; strings.Count(text[:at], "(") > strings.Count(text[:at], ")") {
		end = show(")")
	} else if tokens[0].Value == "let" && !slices.ContainsFunc(tokens[:i], func(t lexer.Token) bool { return t.Type == kind("Semicolon") }) {
		end = show(";")
	}
	return message.Of("query.expected-words", "words", message.Or(append(words(joining), message.Of("query.continuation"), end)...))
}

// before returns the token before the i-th, or an empty one if i is 0.
func before(tokens []lexer.Token, i int) lexer.Token {
	if i == 0 {
		return lexer.Token{}
	}
	return tokens[i-1]
}

// words returns words of the language for a message.
func words(of []string) []any {
	var all []any
	for _, w := range of {
		all = append(all, message.Of("query.word", "word", w))
	}
	return all
}

// productions returns the rules of the grammar, with that of queries as "", to explain faults.
var productions = sync.OnceValue(func() map[string]*ebnf.Expression {
	grammar, err := ebnf.ParseString(queryGrammar().String())
	if err != nil {
		panic(err) // the same library wrote the EBNF
	}
	all := map[string]*ebnf.Expression{"": grammar.Productions[0].Expression}
	for _, one := range grammar.Productions {
		all[one.Production] = one.Expression
	}
	return all
})

// reading follows all ways in which the grammar can parse tokens. Its methods take the token
// indices at which a part may begin, and return those at which it may end.
type reading struct {
	tokens []lexer.Token
	kinds  map[lexer.TokenType]string
	tried  [][]string // by token index: words, in quotes, and kinds of token tried there
	last   int        // the greatest index at which something was tried
}

// expression parses each of the alternatives.
func (r *reading) expression(e *ebnf.Expression, from []int) (ends []int) {
	for _, alternative := range e.Alternatives {
		at := from
		for _, t := range alternative.Terms {
			at = r.repeated(t, at)
		}
		ends = append(ends, at...)
	}
	slices.Sort(ends)
	return slices.Compact(ends)
}

// repeated parses a term as often as its repetition allows; such a term has at least one token.
func (r *reading) repeated(t *ebnf.Term, from []int) (ends []int) {
	if t.Group != nil && t.Group.Lookahead != ebnf.LookaheadAssertionNone {
		return from
	}
	if t.Repetition == "?" || t.Repetition == "*" {
		ends = slices.Clone(from)
	}
	for again := true; again && len(from) > 0; again = t.Repetition == "*" || t.Repetition == "+" {
		from = r.term(t, from)
		ends = append(ends, from...)
	}
	return ends
}

func (r *reading) term(t *ebnf.Term, from []int) (ends []int) {
	switch {
	case t.Name != "":
		return r.expression(productions()[t.Name], from)
	case t.Group != nil:
		return r.expression(t.Group.Expr, from)
	}
	for _, at := range from {
		r.last = max(r.last, at)
		r.tried[at] = append(r.tried[at], t.Literal+t.Token)
		is := r.tokens[at]
		if is.Type == kind("Word") && t.Literal == `"`+is.Value+`"` ||
			strings.EqualFold(t.Token, r.kinds[is.Type]) {
			ends = append(ends, at+1)
		}
	}
	return ends
}

// words returns the words of the language that are possible at a token index.
func (r *reading) words(at int) []string {
	return slices.DeleteFunc(slices.Clone(keywords()), func(word string) bool {
		return !slices.Contains(r.tried[at], `"`+word+`"`) && !slices.Contains(r.tried[at], "word")
	})
}

// beginner is a word that is possible only where a condition begins.
const beginner = "sometime"

// isStray reports whether a token is neither a word of the language nor a name of let.
func isStray(tokens []lexer.Token, i int) bool {
	for k := range i {
		if tokens[k].Value == "let" && tokens[k+1].Value == tokens[i].Value {
			return false
		}
	}
	return tokens[i].Type == kind("Name")
}

// meantBy returns the probably intended words for a token that is wrong in its place, or "" if
// nothing possible there is similar.
func meantBy(tokens []lexer.Token, i int, possible []string) string {
	found := tokens[i]
	before := before(tokens, i)
	can := func(word string) bool { return slices.Contains(possible, word) }
	switch {
	case found.Type == kind("Number") && slices.Contains([]string{"ply", "plies", "year", "mobility", "material", "tallest", "score"}, before.Value):
		return "= " + found.Value
	case found.Type == kind("Operator") && before.Type == kind("Operator"):
		return map[string]string{"==": "=", "=>": ">=", "=<": "<="}[before.Value+found.Value]
	case found.Type == kind("Operator") && tokens[i+1].Type == kind("Number") && can("more"):
		return strings.TrimSpace(map[string]string{">": "more than", ">=": "at least", "<": "fewer than", "<=": "at most"}[found.Value] + " " + tokens[i+1].Value)
	case before.Type == kind("Number") && i > 1 && tokens[i-2].Value == "within":
		return "plies"
	case isSquare(found.Value) && can("on"):
		return "on " + found.Value
	case isSquare(found.Value) && can("to"):
		return "to " + found.Value
	case (found.Value == "on" || found.Value == "at") && can("to"):
		return "to"
	case found.Type == kind("Word"):
		// The word in singular or plural.
		for _, w := range possible {
			if strings.TrimSuffix(w, "s") == strings.TrimSuffix(found.Value, "s") {
				return w
			}
		}
		return ""
	case found.Type != kind("Name"):
		return ""
	case otherwise()[found.Value] != "" && otherwise()[found.Value] != before.Value:
		return otherwise()[found.Value]
	}
	return grammar.Nearest(found.Value, possible)
}

//go:embed words.txt
var wordsPeopleUse string

//go:embed expected.txt
var expectedAfter string

// otherwise maps words and signs that people use to those of the language. expected maps words
// with few possible continuations to the message, in quotes, that describes these.
var (
	otherwise = sync.OnceValue(func() map[string]string { return byWord(wordsPeopleUse) })
	expected  = sync.OnceValue(func() map[string]string { return byWord(expectedAfter) })
)

// byWord parses lines of a text, a tab and words, and maps each word to its text.
func byWord(lines string) map[string]string {
	all := make(map[string]string)
	for line := range strings.Lines(lines) {
		text, words, _ := strings.Cut(line, "\t")
		for _, word := range strings.Fields(words) {
			all[word] = text
		}
	}
	return all
}

// show returns a piece of a query for a message, shortened to 60 bytes.
func show(piece string) message.Message {
	if len(piece) > 60 {
		piece = strings.ToValidUTF8(piece[:60], "") + "…"
	}
	if strings.HasPrefix(piece, `"`) {
		return message.Of("query.piece-text", "text", message.Verbatim(piece))
	}
	return message.Of("query.piece", "text", message.Verbatim(piece))
}
