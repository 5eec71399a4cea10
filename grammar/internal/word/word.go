// Package word reads moves as people write them, in every notation of the rule
// books, and what stands behind them: marks.
//
// Read first: moveWord, the grammar of a move; then lookalike.go, which says what
// a letter that is not the right one is taken for.
package word

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

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// moveWord is the grammar of a move as people write it.
type moveWord struct {
	Numeric *numericMove `parser:"  @@"`
	Full    *fullMove    `parser:"| @@"`
	Short   *shortMove   `parser:"| @@"`
}

// numericMove is a move in numbers, from, any landings, to: 9-12, 1: 9, 24x15,
// 13x22x29 (Codex 2.3, Ukrainian rules III). A number alone is a composition's
// way of saying where to: 32 (Ukrainian rules VI.7.4.6).
type numericMove struct {
	From numberStep `parser:"@@"`
	To   []toNumber `parser:"@@*"`
}

type numberStep struct {
	Pos       lexer.Position
	Number    string `parser:"@Number"`
	Promotion bool   `parser:"@Promotion?"`
}

type toNumber struct {
	Sign string     `parser:"@(Dash | Take)"`
	To   numberStep `parser:"@@"`
}

// fullMove is a move in squares: c3-b4, a3:a7, f8:a3:c1:f4:h2, b2:d4:f6:d8D:a5
// (Codex 1.10, Adiukh 7.2). A square alone is a composition's way of saying
// where to: d4 (Ukrainian rules VI.7.4.2).
type fullMove struct {
	From squareStep `parser:"@@"`
	To   []toSquare `parser:"@@*"`
}

// shortMove is a move of which only the file is written where it begins: cb4,
// a:a7 (Codex 1.10), aa7 (Adiukh 7.2), bd6, d:f4 (Ukrainian rules VI.7.4.2).
type shortMove struct {
	From string     `parser:"@File"`
	To   []toSquare `parser:"@@+"`
}

type squareStep struct {
	Pos       lexer.Position
	Square    string `parser:"@Square"`
	Promotion bool   `parser:"@Promotion?"`
}

type toSquare struct {
	Sign string     `parser:"@(Dash | Take)?"`
	To   squareStep `parser:"@@"`
}

// The first token decides between alternatives, so an error stands where the word
// breaks off and not where an alternative begins.
var Grammar = sync.OnceValue(func() *participle.Parser[moveWord] {
	return participle.MustBuild[moveWord](participle.Lexer(wordDefinition{}), participle.UseLookahead(0))
})

// The limits of a word. No move has more steps: a piece is captured at each,
// and no game has more than 30 pieces a side.
const (
	MaxLen   = 1024 // bytes
	MaxSteps = 32
)

// Parse reads one move in any notation of the rule books: full c3-b4,
// a3:a7, f8:a3:c1:f4:h2; numeric 9-12, 1: 9, 24x15; short cb4, a:a7, aa7; a
// composition's d4. The word does not depend on a variant and need not fit any
// board. Spaces stand only around a sign.
//
// Look-alike letters and digits, capitals and dashes of other kinds are read
// as what they stand for and named in Repairs. A dash in a word that also has
// a sign of capture is read as one, and what is no sign at all between two squares,
// e5;c3, as one that the board tells. Marks (see CutMarks), move numbers and a
// full stop are not part of a word.
//
// Results are not moves: 2-0 and 0-0 have no square 0, and 1-1 ends where it
// begins, which only a capture can. But 1:1 is read, as such a capture.
//
// The error is a *Error. The text is refused where it is longer than
// MaxLen or has more steps than MaxSteps; the time taken grows with
// the text's length alone.
func Parse(text string) (*record.Word, error) {
	if len(text) > MaxLen {
		return nil, &Error{Text: Head(text), reason: message.Of("word.too-long", "n", len(text), "most", MaxLen)}
	}
	if w := plainWord(text); w != nil {
		return w, nil
	}
	return byGrammar(text)
}

// byGrammar is Parse without what plainWord reads by hand.
func byGrammar(text string) (*record.Word, error) {
	first, _ := utf8.DecodeRuneInString(text)
	_, _, digit := DigitOf(first)
	if _, _, file := FileOf(first); file {
		w, err := parseWord(text, false)
		if err != nil && digit {
			// б and l begin a square or a number; take what gives one.
			if n, e := parseWord(text, true); e == nil {
				return n, nil
			}
		}
		return orRespelt(w, err, text)
	}
	w, err := parseWord(text, digit)
	return orRespelt(w, err, text)
}

// orRespelt returns the word, or where there is none what the text is when it is
// respelt, or else the error.
func orRespelt(w *record.Word, err error, text string) (*record.Word, error) {
	if err != nil {
		if again := respelt(text); again != nil {
			return again, nil
		}
		if again := missigned(text); again != nil {
			return again, nil
		}
	}
	return w, err
}

// parseWord reads a word whose squares are numbers, or else letters and digits.
func parseWord(text string, numeric bool) (*record.Word, error) {
	lex := WordLexer{Text: text, numeric: numeric}
	var room [8]lexer.Token // few words have more
	tokens := room[:0]
	steps := 0
	for len(tokens) == 0 || !tokens[len(tokens)-1].EOF() {
		t, _ := lex.Next()
		tokens = append(tokens, t)
		switch t.Type {
		case TokenBad: // needs no grammar to be refused
			return nil, syntaxError(text, tokens, t.Pos.Offset)
		case TokenSquare, tokenNumber, tokenFile:
			steps++
		}
		// A step is a square, a sign and a mark.
		if steps > MaxSteps || len(tokens) > 3*MaxSteps {
			return nil, &Error{
				Text: text, Offset: t.Pos.Offset, reason: message.Of("word.too-many-squares", "most", MaxSteps),
			}
		}
	}
	if i := misfit(tokens); i >= 0 {
		return nil, syntaxError(text, tokens, tokens[i].Pos.Offset)
	}
	if tree := swift(tokens); tree != nil {
		return tree.word(&lex)
	}
	stream := TokenList(slices.Clone(tokens))
	upgraded, err := lexer.Upgrade(&stream)
	if err != nil {
		return nil, err
	}
	tree, err := Grammar().ParseFromLexer(upgraded)
	if err != nil {
		at := len(text)
		var syntax participle.Error
		if errors.As(err, &syntax) {
			at = syntax.Position().Offset
		}
		return nil, syntaxError(text, tokens, at)
	}
	return tree.word(&lex)
}

// TokenList is a lexer.Lexer of tokens that are there already.
type TokenList []lexer.Token

// Next returns the next token, over and over the last.
func (l *TokenList) Next() (lexer.Token, error) {
	t := (*l)[0]
	if len(*l) > 1 {
		*l = (*l)[1:]
	}
	return t, nil
}

// glued is a quiet move in numbers whose dash was lost, as the scan of
// Ukrainian rules VI.7.4.6 has 3732 for 37-32.
var glued = regexp.MustCompile(`^[1-9][0-9][1-9][0-9]$`)

// word turns what the grammar found in lex's text into a record.Word.
func (m *moveWord) word(lex *WordLexer) (*record.Word, error) {
	w := &record.Word{Text: lex.Text}
	dashes, takes := 0, 0
	step := func(sign, place string, promotion bool, at int) error {
		switch sign {
		case "-":
			dashes++
		case ":":
			takes++
		}
		s, reason := StepOf(place)
		if !reason.IsZero() {
			e := &Error{Text: lex.Text, Offset: at, reason: reason}
			if glued.MatchString(lex.Text) {
				e.Meant = ifMove(lex.Text[:2] + "-" + lex.Text[2:])
			}
			return e
		}
		if n := len(w.Steps); n > 0 && w.Steps[n-1] == s && (n > 1 || takes == 0) {
			return &Error{Text: lex.Text, Offset: at, reason: message.Of("word.ends-where-it-begins")}
		}
		if promotion {
			w.Promotion |= 1 << len(w.Steps)
		}
		w.Steps = append(w.Steps, s)
		return nil
	}
	squares := func(to []toSquare) error {
		for _, t := range to {
			if err := step(t.Sign, t.To.Square, t.To.Promotion, t.To.Pos.Offset); err != nil {
				return err
			}
		}
		return nil
	}
	var err error
	switch {
	case m.Numeric != nil:
		err = step("", m.Numeric.From.Number, m.Numeric.From.Promotion, 0)
		for _, t := range m.Numeric.To {
			if err == nil {
				err = step(t.Sign, t.To.Number, t.To.Promotion, t.To.Pos.Offset)
			}
		}
	case m.Full != nil:
		if err = step("", m.Full.From.Square, m.Full.From.Promotion, 0); err == nil {
			err = squares(m.Full.To)
		}
	default:
		if err = step("", m.Short.From, false, 0); err == nil {
			err = squares(m.Short.To)
		}
	}
	if err != nil {
		return nil, err
	}
	switch {
	case takes > 0:
		w.Separator = record.Take
		if dashes > 0 {
			lex.repair(record.WrongSeparator, "-", ":")
		}
	case dashes > 0:
		w.Separator = record.Quiet
	}
	w.Repairs = lex.Repairs
	w.Plain = len(w.Steps) == 2 && w.Text == plainText(w)
	return w, nil
}

// plainText spells a word of two steps with nothing but its squares and its sign.
func plainText(w *record.Word) string {
	sign := ""
	switch w.Separator {
	case record.Quiet:
		sign = "-"
	case record.Take:
		sign = ":"
	default:
		return ""
	}
	var names [2]string
	for i, s := range w.Steps {
		switch {
		case s.Number > 0:
			names[i] = strconv.Itoa(int(s.Number))
		case s.Whole():
			names[i] = record.SquareAt(int(s.File), int(s.Rank)).Algebraic()
		default:
			return ""
		}
	}
	return names[0] + sign + names[1]
}

// StepOf returns the step that a token's value names, or why it names none.
func StepOf(place string) (s record.Step, reason message.Message) {
	if place[0] >= 'a' {
		s = record.Step{File: int8(place[0] - 'a'), Rank: -1}
		if len(place) == 1 {
			return s, reason
		}
		rank, err := strconv.Atoi(place[1:])
		if err != nil || rank < 1 || rank > 12 || place[1] == '0' {
			return s, message.Of("word.no-rank", "square", place)
		}
		s.Rank = int8(rank - 1)
		return s, reason
	}
	n, err := strconv.Atoi(place)
	switch {
	case err == nil && n == 0:
		return s, message.Of("word.no-square-0")
	case err != nil || n > 99 || len(place) > 2:
		return s, message.Of("word.no-number", "number", place)
	}
	return record.Step{File: -1, Rank: -1, Number: uint8(n)}, reason
}

// expectedAfter says what may stand behind what in a word of squares, for
// errors; TestExpected holds it against the grammar. In a word of numbers a
// number stands for a square, and not without a sign before it.
var expectedAfter = map[lexer.TokenType][]lexer.TokenType{
	0:              {TokenSquare, tokenFile, tokenNumber},
	TokenSquare:    {TokenDash, tokenTake, TokenSquare, tokenPromotion, lexer.EOF},
	tokenFile:      {TokenDash, tokenTake, TokenSquare},
	tokenNumber:    {TokenDash, tokenTake, tokenPromotion, lexer.EOF},
	tokenPromotion: {TokenDash, tokenTake, TokenSquare, lexer.EOF},
	TokenDash:      {TokenSquare},
	tokenTake:      {TokenSquare},
}

var expectedNames = map[lexer.TokenType]message.ID{
	TokenSquare:    "word.expected-square",
	tokenFile:      "word.expected-file",
	tokenNumber:    "word.expected-number",
	TokenDash:      "word.expected-dash",
	tokenTake:      "word.expected-colon",
	tokenPromotion: "word.expected-mark",
	lexer.EOF:      "word.expected-end",
}

// expected and expectedOfNumbers are the names of what expectedAfter has, in words of
// squares and of numbers.
var expected, expectedOfNumbers = expectedIn(false), expectedIn(true)

func expectedIn(numeric bool) map[lexer.TokenType][]message.ID {
	all := make(map[lexer.TokenType][]message.ID)
	for before, kinds := range expectedAfter {
		for _, kind := range kinds {
			if numeric && kind == TokenSquare {
				if before != TokenDash && before != tokenTake {
					continue
				}
				kind = tokenNumber
			}
			all[before] = append(all[before], expectedNames[kind])
		}
	}
	return all
}

// expects and expectsOfNumbers are what errors say of expected and expectedOfNumbers.
var expects, expectsOfNumbers = expectsIn(expected), expectsIn(expectedOfNumbers)

func expectsIn(expected map[lexer.TokenType][]message.ID) map[lexer.TokenType]message.Message {
	all := make(map[lexer.TokenType]message.Message)
	for before, ids := range expected {
		var signs message.List
		for _, id := range ids {
			signs.Items = append(signs.Items, message.Of(id))
		}
		all[before] = message.Of("word.expected", "signs", signs)
	}
	return all
}

// syntaxError returns the error for tokens of which that at byte offset at does
// not belong where it stands.
func syntaxError(text string, tokens []lexer.Token, at int) *Error {
	e := &Error{Text: text, Offset: at}
	var before lexer.TokenType
	numeric := false
	for i := range tokens {
		t := &tokens[i]
		if t.Pos.Offset < at {
			before = t.Type
			numeric = numeric || t.Type == tokenNumber
			continue
		}
		if e.found = t.Value; e.found != "" && !strings.HasPrefix(text[at:], e.found) {
			_, n := utf8.DecodeRuneInString(text[at:])
			e.found = text[at : at+n]
		}
		break
	}
	e.Expected, e.expects = expected[before], expects[before]
	if numeric {
		e.Expected, e.expects = expectedOfNumbers[before], expectsOfNumbers[before]
	}
	e.Meant = meant(text, at)
	return e
}

// meant returns what the text, which breaks off at byte at, was probably meant
// to be: the word without the full stop behind it (the table of Adiukh 7.2 ends
// "d8:a5."), with a sign for a point or comma (which Ukrainian rules VI.7.4.6
// find worth forbidding), or as the keys say that were struck while the
// keyboard was Cyrillic.
func meant(text string, at int) string {
	if len(text) > 64 {
		return ""
	}
	if r, w := utf8.DecodeRuneInString(text[at:]); r == '.' || r == ',' || r == ';' {
		if at+w == len(text) {
			return ifMove(text[:at])
		}
		sign := "-"
		if r == ';' {
			sign = ":"
		}
		return ifMove(text[:at] + sign + text[at+w:])
	}
	if strings.ContainsAny(text, "иупр") {
		return ifMove(keyboard.Replace(text))
	}
	return ""
}

// ifMove returns the text if it is a word of more than one square, else "".
func ifMove(text string) string {
	lex, _ := wordDefinition{}.LexString("", text)
	upgraded, err := lexer.Upgrade(lex)
	if err != nil {
		return ""
	}
	if tree, err := Grammar().ParseFromLexer(upgraded); err == nil {
		if w, err := tree.word(lex.(*WordLexer)); err == nil && len(w.Steps) > 1 {
			return text
		}
	}
	return ""
}

// keyboard has the Latin letters on the keys of the Russian ones.
var keyboard = strings.NewReplacer("ф", "a", "и", "b", "с", "c", "в", "d", "у", "e", "а", "f", "п", "g", "р", "h")

// Head returns at most 32 bytes of a text, for a message.
func Head(text string) string {
	if len(text) <= 32 {
		return text
	}
	end := 32
	for !utf8.RuneStart(text[end]) && end > 28 {
		end--
	}
	return text[:end] + "..."
}
