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

// Error says what is wrong with a query, and where.
type Error struct {
	Query   string
	At, Len int // in bytes of Query
	What    message.Message
	Meant   string // what was probably meant, "" where nothing comes near
}

// Error says all in English.
func (e *Error) Error() string { return e.Message().Error() }

// Message says where the fault is, what it is and what was probably meant.
func (e *Error) Message() message.Message {
	column := utf8.RuneCountInString(e.Query[:e.At]) + 1
	if e.Meant != "" {
		return message.Of("query.meant", "column", column, "what", e.What, "meant", e.Meant)
	}
	return message.Of("query.fault", "column", column, "what", e.What)
}

// keywords are the words of the language.
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

// explain says where a query breaks off and what was expected there.
func (q *Query) explain(err error) *Error {
	text, tokens := q.text, q.tokens
	r := reading{tokens: tokens, kinds: lexer.SymbolsByRune(rules()), tried: make([][]string, len(tokens))}
	ends := r.expression(productions()[""], []int{0})
	i := r.last
	if syntax, ok := errors.AsType[participle.Error](err); ok && slices.Contains(ends, i) && tokens[i].EOF() { // the parser looks ahead less far
		i = slices.IndexFunc(tokens, func(t lexer.Token) bool { return t.Pos.Offset >= syntax.Position().Offset || t.EOF() })
	}
	possible := r.words(i)
	meant := meantBy(tokens, i, possible)
	if meant == "" && i > 0 && isStray(tokens, i-1) && slices.Contains(r.words(i-1), beginner) {
		// It is the word before that breaks off.
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

// wantedAt says what was expected in place of the i-th token.
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

// before returns the token before the i-th, an empty one before the first.
func before(tokens []lexer.Token, i int) lexer.Token {
	if i == 0 {
		return lexer.Token{}
	}
	return tokens[i-1]
}

// words are words of the language as a message has them.
func words(of []string) []any {
	var all []any
	for _, w := range of {
		all = append(all, message.Of("query.word", "word", w))
	}
	return all
}

// productions are the rules of the grammar, the one of queries as "", to explain faults by.
var productions = sync.OnceValue(func() map[string]*ebnf.Expression {
	grammar, err := ebnf.ParseString(queryGrammar().String())
	if err != nil {
		panic(err) // it is written by the same library
	}
	all := map[string]*ebnf.Expression{"": grammar.Productions[0].Expression}
	for _, one := range grammar.Productions {
		all[one.Production] = one.Expression
	}
	return all
})

// reading follows all ways in which the grammar can read tokens. Each of its functions takes
// and returns places: the numbers of the tokens before which a part begins, and ends.
type reading struct {
	tokens []lexer.Token
	kinds  map[lexer.TokenType]string
	tried  [][]string // in the place of each token: words, in quotes, and kinds of token
	last   int        // of the tokens in whose place something was tried
}

// expression reads one of the alternatives.
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

// repeated reads a term as often as it may be there. What is repeated has a token at least.
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

// words returns the words of the language that can be in the place of a token.
func (r *reading) words(at int) []string {
	return slices.DeleteFunc(slices.Clone(keywords()), func(word string) bool {
		return !slices.Contains(r.tried[at], `"`+word+`"`) && !slices.Contains(r.tried[at], "word")
	})
}

// beginner is a word that can stand where a condition begins, and nowhere else.
const beginner = "sometime"

// isStray says that a token is a word that the language does not have, and not a name of let.
func isStray(tokens []lexer.Token, i int) bool {
	for k := range i {
		if tokens[k].Value == "let" && tokens[k+1].Value == tokens[i].Value {
			return false
		}
	}
	return tokens[i].Type == kind("Name")
}

// meantBy returns what was probably meant by a token that cannot stand where it does,
// "" where nothing of what is possible there comes near.
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
		// The word in another form.
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

// otherwise has what the language says for words and signs that people use, and expected the message, in
// quotes, of what follows words that only a little can follow.
var (
	otherwise = sync.OnceValue(func() map[string]string { return byWord(wordsPeopleUse) })
	expected  = sync.OnceValue(func() map[string]string { return byWord(expectedAfter) })
)

// byWord reads lines of a text, a tab and words: what the text of each word is.
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
