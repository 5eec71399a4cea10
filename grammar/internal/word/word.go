// Package word reads moves as people write them, in every notation of the rule books, and the marks
// after them.
//
// Read first: moveWord, the grammar of a move; then lexer.go and characters.go, which define how
// wrong characters are read, and rewrite.go, which corrects squares and signs.
package word

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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

// numericMove is a move in numbers, from, any landings, to: 9-12, 1: 9, 24x15, 13x22x29 (Codex 2.3,
// Ukrainian rules III). A single number is a landing square in a composition: 32 (Ukrainian rules
// VI.7.4.6).
type numericMove struct {
	From string `parser:"@Number Promotion? ((Dash | Take) Number Promotion?)*"`
}

// fullMove is a move in squares: c3-b4, a3:a7, f8:a3:c1:f4:h2, b2:d4:f6:d8D:a5 (Codex 1.10, Adiukh
// 7.2). A single square is a landing square in a composition: d4 (Ukrainian rules VI.7.4.2).
type fullMove struct {
	From string `parser:"@Square Promotion? ((Dash | Take)? Square Promotion?)*"`
}

// shortMove is a move with only the file of its start: cb4, a:a7 (Codex 1.10), aa7 (Adiukh 7.2),
// bd6, d:f4 (Ukrainian rules VI.7.4.2).
type shortMove struct {
	From string `parser:"@File ((Dash | Take)? Square Promotion?)+"`
}

// Grammar returns the parser of moves. The first token decides between the alternatives, so an
// error is placed where the word becomes wrong, not where an alternative begins.
var Grammar = NewGrammar[moveWord](Tokens, 0)

// The limits of a word. No move has more steps: each captures a piece, and no game has more than 30
// pieces a side.
const (
	MaxLen   = 1024 // bytes
	MaxSteps = 32

	maxSquare    = 8   // bytes of a single square
	maxNumber    = 4   // digits of a move number
	maxRewritten = 32  // bytes of a text that is rewritten
	maxMisspelt  = 16  // characters of a word reported as misspelt
	maxWord      = 64  // bytes of an entry in a vocabulary
	maxPhrase    = 120 // bytes of a phrase for something illegible
)

// Parse reads one move in any notation of the rule books: full c3-b4, a3:a7, f8:a3:c1:f4:h2;
// numeric 9-12, 1: 9, 24x15; short cb4, a:a7, aa7; a composition's d4. The word does not depend on
// a variant and need not fit any board. Spaces are allowed only around a sign.
//
// Look-alike letters and digits, capitals and other kinds of dash are read by their meaning and
// listed in Repairs. A dash in a word with a capture sign is read as a capture sign; a character
// between two squares that is not a sign, e5;c3, is left for the board to decide. Marks (see
// CutMarks), move numbers and a full stop are not part of a word.
//
// Results are not moves: 2-0 and 0-0 name no square, and 1-1 ends where it begins, as only a
// capture can. But 1:1 is accepted, as such a capture.
//
// The error is an *Error. Text longer than MaxLen or with more than MaxSteps steps is rejected; the
// time grows only with the length of the text.
func Parse(text string) (*record.Word, error) {
	if len(text) > MaxLen {
		return nil, &Error{Text: Head(text), why: message.Of("word.too-long", "n", len(text), "most", MaxLen)}
	}
	w, err := read(text)
	if w == nil {
		w = rewritten(text)
	}
	if w == nil {
		return nil, err
	}
	return w, nil
}

// read reads a word without rewriting, first with letters and digits, then with numbers, since б
// and l can begin both. The error is that of the reading that accepts more of the text.
func read(text string) (*record.Word, *Error) {
	failed := &Error{Text: text, accepted: -1}
	for _, numeric := range [...]bool{false, true} {
		if !numeric && ones().MatchString(text) {
			continue
		}
		tokens, repairs := tokensOf(text, numeric)
		switch n := accepted(tokens); {
		case n == len(tokens):
			w, at, why := wordOf(text, tokens, repairs)
			if w != nil {
				return w, nil
			}
			if failed.why.IsZero() {
				failed = &Error{Text: text, at: at, why: why}
			}
		case failed.why.IsZero() && n > failed.accepted:
			failed = &Error{Text: text, at: tokens[n].Pos.Offset, numeric: numeric, accepted: n}
		}
	}
	return nil, failed
}

// ones matches a move on file I or l alone, as no quiet move is: there they are written for 1.
var ones = Pattern(`^[Il][\dIl](?:[-:–—][Il][\dIl])+$`)

// shapes caches accepted by token kinds: the grammar depends on nothing else, and different words
// have few sequences of kinds.
var shapes Memo[int]

// accepted returns how many tokens the grammar accepts, or their number if it accepts all. The last
// token is EOF.
func accepted(tokens []lexer.Token) int {
	parse := func() int {
		if _, at, err := ParseTokens(Grammar(), tokens); err != nil {
			return slices.IndexFunc(tokens, func(t lexer.Token) bool { return t.Pos.Offset >= at })
		}
		return len(tokens)
	}
	const bits, most = 3, 20 // per kind; tokens of a cached sequence
	kinds := uint64(0)
	for _, t := range tokens {
		kinds = kinds<<bits | uint64(t.Type&(1<<bits-1))
	}
	if len(tokens) > most {
		return parse()
	}
	return shapes.Of(kinds, parse)
}

// TokenList is a lexer.Lexer that yields given tokens.
type TokenList []lexer.Token

// Next returns the next token; it repeats the last.
func (l *TokenList) Next() (lexer.Token, error) {
	t := (*l)[0]
	if len(*l) > 1 {
		*l = (*l)[1:]
	}
	return t, nil
}

// glued matches a quiet move in numbers without its dash, like 3732 for 37-32 in the scan of
// Ukrainian rules VI.7.4.6.
var glued = Pattern(`^[0-9]{4}$`)

// wordOf returns the move of tokens that the grammar accepts, or where and why a square is wrong.
func wordOf(text string, tokens []lexer.Token, repairs []record.Repair) (w *record.Word, at int, why message.Message) {
	w = &record.Word{Text: text, Steps: make([]record.Step, 0, 2)}
	dashes := false
	for _, t := range tokens[:len(tokens)-1] {
		switch n := len(w.Steps); t.Type {
		case TokenDash:
			dashes = true
		case tokenTake:
			w.Separator = record.Take
		case tokenPromotion:
			w.Promotion |= 1 << (n - 1)
		default:
			s, reason := StepOf(t.Value)
			switch {
			case !reason.IsZero():
			case n == MaxSteps:
				reason = message.Of("word.too-many-squares", "most", MaxSteps)
			case n > 0 && w.Steps[n-1] == s && (n > 1 || w.Separator != record.Take):
				reason = message.Of("word.ends-where-it-begins")
			}
			if !reason.IsZero() {
				return nil, t.Pos.Offset, reason
			}
			w.Steps = append(w.Steps, s)
		}
	}
	switch {
	case dashes && w.Separator == record.Take:
		repairs = append(repairs, record.Repair{Code: record.WrongSeparator, From: "-", To: ":"})
	case dashes:
		w.Separator = record.Quiet
	}
	w.Repairs = repairs
	w.Plain = len(tokens) == 4 && tokens[0].Type == tokens[2].Type && w.Separator != record.NoSeparator &&
		tokens[0].Value+tokens[1].Value+tokens[2].Value == text && text[0] != '0' && tokens[2].Value[0] != '0'
	return w, 0, why
}

// StepOf returns the step that a token's value names, or the reason why there is no such square.
func StepOf(place string) (s record.Step, reason message.Message) {
	number := strings.TrimLeft(place, "abcdefghijkl")
	n, err := strconv.Atoi(number)
	switch s = (record.Step{File: int8(place[0] - 'a'), Rank: int8(n - 1)}); {
	case len(number) == len(place):
		s = record.Step{File: -1, Rank: -1, Number: uint8(n)}
		if n == 0 && err == nil {
			return s, message.Of("word.no-square-0")
		} else if n > 99 || len(place) > 2 || err != nil {
			return s, message.Of("word.no-number", "number", place)
		}
	case number != "" && (n < 1 || n > 12 || number[0] == '0' || err != nil):
		return s, message.Of("word.no-rank", "square", place)
	}
	return s, reason
}

// Error explains why a text is not a move word.
type Error struct {
	Text string // the text, truncated if it is too long
	at   int    // byte offset of the error in Text

	why      message.Message // the reason, if the grammar accepts the text or it is too long
	numeric  bool            // otherwise: the reading that accepts more has numbers for squares
	accepted int             // and accepts this many tokens
}

// Meant returns the text that was probably meant, or "" if unknown.
func (e *Error) Meant() string {
	text, at := e.Text, e.at
	switch r, w := utf8.DecodeRuneInString(text[at:]); {
	case glued().MatchString(text):
		return asWord(text[:2] + "-" + text[2:])
	case !e.why.IsZero() || len(text) > 64:
	case (r == '.' || r == ',' || r == ';') && at+w == len(text): // the table of Adiukh 7.2 ends "d8:a5."
		return asWord(text[:at])
	case r == '.' || r == ',': // Ukrainian rules VI.7.4.6 find a point or comma worth forbidding
		return asWord(text[:at] + "-" + text[at+w:])
	case strings.ContainsAny(text, "иупр"):
		return asWord(keyboard.Replace(text))
	}
	return ""
}

// asWord returns a text if it is a word of more than one step, otherwise "".
func asWord(text string) string {
	if w, _ := read(text); w != nil && len(w.Steps) > 1 {
		return text
	}
	return ""
}

// Message returns the error as a message.
func (e *Error) Message() message.Message {
	why, next := e.why, message.Message{}
	if why.IsZero() {
		why, next = e.explain()
	}
	if move := e.Meant(); move != "" {
		next = message.Then(next, message.Of("word.meant", "move", move))
	}
	return message.Then(message.Of("word.no-move", "text", e.Text, "why", why), next)
}

func (e *Error) Error() string { return e.Message().Error() }

// explain returns why the grammar rejects a text, and what it expects.
func (e *Error) explain() (why, next message.Message) {
	text := e.Text
	tokens, _ := tokensOf(text, e.numeric)
	i := e.accepted
	first := strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	next = expected(tokens[:i], first >= 0 && IsDigit(text[first]))
	if text == "" {
		return message.Of("word.empty"), next
	}
	if tokens[i].EOF() {
		return message.Of("word.not-finished"), next
	}
	at, end := tokens[i].Pos.Offset, i+1
	if tokens[i].Type == tokenFile && tokens[end].Type == TokenBad {
		end++ // g3-hй: the character in place of the rank
	}
	character := utf8.RuneCountInString(text[:at]) + 1
	found := strings.TrimFunc(text[at:tokens[end].Pos.Offset], IsSpace)
	if found == "" {
		return message.Of("word.space", "at", character), next
	}
	return message.Of("word.does-not-belong", "found", found, "at", character), next
}

// keyboard maps the Russian letters to the Latin letters on the same keys.
var keyboard = strings.NewReplacer("ф", "a", "и", "b", "с", "c", "в", "d", "у", "e", "а", "f", "п", "g", "р", "h")

// signs name the token kinds that can be expected, in this order.
var signs = [...]message.ID{
	TokenDash: "word.expected-dash", tokenTake: "word.expected-colon", TokenSquare: "word.expected-square",
	tokenFile: "word.expected-file", tokenNumber: "word.expected-number", tokenPromotion: "word.expected-mark",
}

// expected returns what the grammar accepts after the beginning of a word. It tries each token
// kind, except squares with letters if the word has numbers.
func expected(beginning []lexer.Token, numeric bool) message.Message {
	var list []message.Message
	n, end := len(beginning), lexer.EOFToken(lexer.Position{Offset: MaxLen + 1})
	for kind, name := range signs {
		next := lexer.Token{Type: lexer.TokenType(kind), Pos: lexer.Position{Offset: MaxLen}}
		if name != "" && !(numeric && (next.Type == TokenSquare || next.Type == tokenFile)) && accepted(append(beginning[:n:n], next, end)) > n {
			list = append(list, message.Of(name))
		}
	}
	if accepted(append(beginning[:n:n], end)) > n {
		list = append(list, message.Of("word.expected-end"))
	}
	return message.Of("word.expected", "signs", message.Or(list...))
}

// Head returns at most 32 bytes of a text, for a message.
func Head(text string) string {
	if len(text) <= 32 {
		return text
	}
	return strings.ToValidUTF8(text[:32], "") + "..."
}

// CannotBeRead is the message for an unreadable move.
var CannotBeRead = message.Of("grammar.cannot-be-read")

// Unread returns the code and the reason for a text in the place of a move that is not one; err is
// the error of parsing it, nil for a single number. It names the error of a wrong word, c3-b9, and
// of a word with one foreign character, f4йd6; other damaged words cannot be explained.
func Unread(text string, err error) (record.Code, message.Message) {
	switch {
	case err == nil && strings.Trim(text, "0123456789") == "":
		return record.IllegibleMove, message.Of("grammar.one-number", "text", text)
	case err != nil && !isDamaged(text):
		return record.UnreadableWord, message.Later(err)
	case err != nil && isMisspelt(text):
		return record.IllegibleMove, message.Later(err)
	}
	return record.IllegibleMove, CannotBeRead
}

// isDamaged reports whether text, which is not a move, lacks a square or a sign, or has illegible
// characters.
func isDamaged(text string) bool {
	return !readable().MatchString(text) || !signed().MatchString(text) || !strings.ContainsAny(text, "0123456789")
}

var (
	readable = Pattern(`^[0-9Ь` + squareLetters + Dashes + `][\pL0-9|*` + takeSigns + Dashes + `]*$`)
	signed   = Pattern(`^[` + Dashes + `]|.[*` + takeSigns + Dashes + `]`)
)

// isMisspelt reports whether the characters of a damaged text are legible, so that a message can
// name the foreign one.
func isMisspelt(text string) bool {
	return len(text) <= utf8.UTFMax*maxMisspelt && utf8.RuneCountInString(text) <= maxMisspelt &&
		strings.ContainsAny(text, "0123456789") && !strings.ContainsAny(text, "?…\uFFFD") && !strings.Contains(text, "..") && !Illegible(text)
}
