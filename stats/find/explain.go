package find

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
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

// Excerpt returns the line of the query in which the fault is, at most so
// many characters around it, and a line with ^ under the fault.
func (e *Error) Excerpt(most int) string {
	begin := strings.LastIndexByte(e.Query[:e.At], '\n') + 1
	end := len(e.Query)
	if n := strings.IndexByte(e.Query[e.At:], '\n'); n >= 0 {
		end = e.At + n
	}
	line := strings.Map(func(c rune) rune {
		if c < ' ' {
			return ' '
		}
		return c
	}, e.Query[begin:end])
	before, rest := []rune(line[:e.At-begin]), []rune(line[e.At-begin:])
	if n := len(before) - most; n > 0 {
		before = append([]rune{'…'}, before[n:]...)
	}
	if len(rest) > most {
		rest = append(rest[:most:most], '…')
	}
	marks := max(1, min(utf8.RuneCountInString(e.Query[e.At:min(e.At+e.Len, end)]), len(rest)))
	return string(before) + string(rest) + "\n" + strings.Repeat(" ", len(before)) + strings.Repeat("^", marks)
}

// nearest returns the word that a misspelt one probably means, or "" where none
// comes near: the first one with the fewest letters added, dropped, changed or
// swapped, at most a third of the word.
func nearest(misspelt string, words []string) string {
	n := utf8.RuneCountInString(misspelt)
	if n < 2 || n > 40 {
		return ""
	}
	best, least := "", max(1, (n+1)/3)
	for _, w := range words {
		if d := grammar.Distance(misspelt, w); d <= least && (best == "" || d < least) && d > 0 {
			best, least = w, d
		}
	}
	return best
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

// expected has, for words that only a little can follow, what that is.
var expected = map[string]message.ID{
	"claim":   "query.expected-claim",
	"let":     "query.expected-name",
	"be":      "query.expected-condition-or-squares",
	"squares": "query.expected-squares",
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

// beginners are the words after which a condition begins.
var beginners = []string{"and", "or", "not", "then", "until", "never", "always", "sometime", "first", "last", "mirrored", "colour"}

// explain says where a query breaks off and what was expected there.
func explain(text string, tokens []lexer.Token, err error) *Error {
	at := len(text)
	var syntax participle.Error
	if errors.As(err, &syntax) {
		at = syntax.Position().Offset
	}
	indexOf := func(at int) int {
		return slices.IndexFunc(tokens, func(t lexer.Token) bool { return t.Pos.Offset >= at || t.EOF() })
	}
	i := indexOf(at)
	if tokens[i].Value == "let" && len(tokens) > i+3 && tokens[i+1].Type <= tokenName && tokens[i+2].Value == "be" && tokens[i+3].Value != "squares" {
		// Of a let that breaks off the grammar says no more. It is what follows be.
		begin := i + 3
		for i = begin; !tokens[i].EOF() && tokens[i].Type != tokenSemicolon; i++ {
		}
		named := append(slices.Clone(tokens[begin:i]), lexer.EOFToken(tokens[i].Pos))
		if _, err := parse(queryGrammar(), named); errors.As(err, &syntax) {
			i = indexOf(syntax.Position().Offset)
		}
	}
	// The grammar may have gone back by as many tokens as it looks ahead.
	for n := 0; n <= lookahead && !tokens[i].EOF() && isPossible(essence(tokens[:i]), tokens[i]); n++ {
		i++
	}
	possible := possibleAt(tokens, i)
	meant := meantBy(tokens, i, possible)
	if meant == "" && i > 0 && isStray(tokens, i-1) {
		// It is the word before that breaks off.
		i--
		return &Error{
			Query: text, At: tokens[i].Pos.Offset, Len: lengthOf(tokens, i, text),
			What: message.Of("query.unknown", "name", strconv.Quote(tokens[i].Value)), Meant: meantBy(tokens, i, possibleAt(tokens, i)),
		}
	}
	found, want := tokens[i], wantedAt(text, tokens, i, possible)
	e := &Error{Query: text, At: found.Pos.Offset, Len: lengthOf(tokens, i, text), Meant: meant}
	switch {
	case found.EOF():
		e.What = message.Of("query.ends", "expected", want)
	case found.Type == tokenWord && want.ID() == aCondition.ID():
		e.What = message.Of("query.no-beginning", "name", strconv.Quote(found.Value), "expected", want)
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
	if i == 0 {
		return aCondition
	}
	switch before := tokens[i-1]; {
	case before.Type == tokenWord && expected[before.Value] != "":
		return message.Of(expected[before.Value])
	case before.Type == tokenWord && slices.Contains(beginners, before.Value),
		before.Type == tokenOpen, before.Type == tokenSemicolon:
		return aCondition
	case before.Type == tokenOperator, before.Type == tokenPlus, before.Type == tokenMinus:
		return message.Of("query.expected-value")
	case before.Type == tokenComma:
		return message.Of("query.expected-item")
	}
	if n := len(possible); n > 0 && n <= 6 && !slices.Contains(possible, "and") {
		return message.Of("query.expected-words", "words", message.List{Items: words(possible)})
	}
	var joining []string
	for _, w := range []string{"and", "or", "then", "until", "within"} {
		if slices.Contains(possible, w) {
			joining = append(joining, w)
		}
	}
	end := message.Of("query.the-end")
	if at := tokens[i].Pos.Offset; strings.Count(text[:at], "(") > strings.Count(text[:at], ")") {
		end = show(")")
	} else if tokens[0].Value == "let" && !slices.ContainsFunc(tokens[:i], func(t lexer.Token) bool { return t.Type == tokenSemicolon }) {
		end = show(";")
	}
	return message.Of("query.expected-words", "words", message.List{Items: append(words(joining), message.Of("query.continuation"), end)})
}

// words are words of the language as a message has them.
func words(of []string) []any {
	var all []any
	for _, w := range of {
		all = append(all, message.Of("query.word", "word", w))
	}
	return all
}

// possibleAt returns the words of the language that can stand in place of the i-th
// token.
func possibleAt(tokens []lexer.Token, i int) []string {
	var possible []string
	before := essence(tokens[:i])
	if len(before) > maxEssence {
		return nil
	}
	for _, w := range keywords() {
		if isPossible(before, lexer.Token{Type: tokenWord, Value: w, Pos: tokens[i].Pos}) {
			possible = append(possible, w)
		}
	}
	return possible
}

// maxEssence is how many tokens are looked at to say what can follow them: each of
// the language's words is tried.
const maxEssence = 100

// essence returns of the tokens before a place those that say what can stand there:
// what is around an open bracket, what and, or or a bracket has ended, and names that are
// given are left out.
func essence(tokens []lexer.Token) []lexer.Token {
	type level struct {
		tokens      []lexer.Token
		begin, part int // where the sequence begins, and what and and or join
	}
	levels := []level{{}}
	for _, t := range tokens {
		now := &levels[len(levels)-1]
		stand := lexer.Token{Type: tokenName, Value: "x", Pos: t.Pos} // for what is ended
		switch {
		case t.Type == tokenOpen:
			levels = append(levels, level{})
		case t.Type == tokenClose && len(levels) > 1:
			levels = levels[:len(levels)-1]
			now = &levels[len(levels)-1]
			now.tokens = append(now.tokens, stand)
		case t.Type == tokenSemicolon:
			levels = []level{{}}
		case t.Value == "and" || t.Value == "or":
			now.tokens = now.tokens[:now.part]
		case t.Value == "then":
			now.tokens = append(now.tokens[:now.begin], stand, t)
			now.part = len(now.tokens)
		default:
			now.tokens = append(now.tokens, t)
			switch t.Value {
			case "until":
				now.part = len(now.tokens)
			case "be":
				now.begin, now.part = len(now.tokens), len(now.tokens)
			}
		}
	}
	return levels[len(levels)-1].tokens
}

// isPossible says whether a token can follow others: whether the grammar gets
// beyond it with something after it.
func isPossible(before []lexer.Token, t lexer.Token) bool {
	nexts := [][]lexer.Token{
		{},
		{{Type: tokenName, Value: "x"}},
		{{Type: tokenNumber, Value: "1"}},
		{{Type: tokenText, Value: `"x"`}},
	}
	last := len(before) - 1
	if only := followers[t.Value]; only != nil && t.Type == tokenWord {
		nexts = append(nexts, only)
	} else if t.Type == tokenOpen {
		nexts = append(nexts, []lexer.Token{{Type: tokenName, Value: "x"}, {Type: tokenClose, Value: ")"}})
	} else if last >= 0 && before[last].Value == "let" {
		nexts = append(nexts, followers["let"][1:])
	}
	var end []lexer.Token
	if last >= 0 && before[0].Value == "let" { // which has an end, and a query after it
		end = []lexer.Token{{Type: tokenSemicolon, Value: ";"}, {Type: tokenName, Value: "x"}}
	}
	for _, next := range nexts {
		tokens := append(slices.Clone(before), t)
		for n, one := range slices.Concat(next, end, []lexer.Token{lexer.EOFToken(lexer.Position{})}) {
			one.Pos.Offset = t.Pos.Offset + n + 1
			tokens = append(tokens, one)
		}
		_, err := parse(queryGrammar(), tokens)
		var syntax participle.Error
		if err == nil || errors.As(err, &syntax) && syntax.Position().Offset > t.Pos.Offset {
			return true
		}
	}
	return false
}

// followers has what alone can follow some words.
var followers = map[string][]lexer.Token{
	"date":   {{Type: tokenOperator, Value: "="}, {Type: tokenText, Value: `"x"`}},
	"hash":   {{Type: tokenHash, Value: "0x1"}},
	"must":   {{Type: tokenWord, Value: "capture"}},
	"either": {{Type: tokenWord, Value: "colour"}},
	"let":    {{Type: tokenName, Value: "x"}, {Type: tokenWord, Value: "be"}, {Type: tokenName, Value: "x"}, {Type: tokenSemicolon, Value: ";"}, {Type: tokenName, Value: "x"}},
}

// isStray says that a token is a word that the language does not have, where a
// condition begins, and not a name of let.
func isStray(tokens []lexer.Token, i int) bool {
	t := tokens[i]
	if t.Type != tokenName {
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
		before.Type == tokenWord && (slices.Contains(beginners, before.Value) || slices.Contains([]string{"white", "black", "mover", "opponent"}, before.Value))
}

// meantBy returns what was probably meant by a token that cannot stand where it does,
// "" where nothing of what is possible there comes near.
func meantBy(tokens []lexer.Token, i int, possible []string) string {
	found := tokens[i]
	var before lexer.Token
	if i > 0 {
		before = tokens[i-1]
	}
	can := func(word string) bool { return slices.Contains(possible, word) }
	switch {
	case found.Type == tokenNumber && slices.Contains([]string{"ply", "plies", "year", "mobility", "material", "tallest", "score"}, before.Value):
		return "= " + found.Value
	case found.Type == tokenOperator && before.Type == tokenOperator:
		return map[string]string{"==": "=", "=>": ">=", "=<": "<="}[before.Value+found.Value]
	case before.Type == tokenNumber && i > 1 && tokens[i-2].Value == "within":
		return "plies"
	case isSquare(found.Value) && isMove(tokens[:i]) && can("to"):
		return "to " + found.Value
	case isSquare(found.Value) && can("on"):
		return "on " + found.Value
	case (found.Value == "on" || found.Value == "at") && isMove(tokens[:i]):
		return "to"
	case found.Type == tokenWord:
		// The word in another form.
		for _, w := range possible {
			if strings.TrimSuffix(w, "s") == strings.TrimSuffix(found.Value, "s") {
				return w
			}
		}
		return ""
	case found.Type != tokenName:
		return ""
	case otherwise[found.Value] != "" && otherwise[found.Value] != before.Value:
		return otherwise[found.Value]
	}
	return nearest(found.Value, possible)
}

// isMove says that a verb of a move is last, or before its object alone.
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
	"atleast": "at least", "atmost": "at most", "color": "colour",
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
