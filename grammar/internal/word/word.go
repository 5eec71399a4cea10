// Package word reads moves as people write them, in every notation of the rule
// books, and the marks after them.
//
// Read first: moveWord, the grammar of a move; then lexer.go and characters.go,
// which say what a character that is not the right one is taken for, and rewrite.go, which
// puts squares and signs right.
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

// numericMove is a move in numbers, from, any landings, to: 9-12, 1: 9, 24x15,
// 13x22x29 (Codex 2.3, Ukrainian rules III). A number alone is a composition's
// way of saying where to: 32 (Ukrainian rules VI.7.4.6).
type numericMove struct {
	From string `parser:"@Number Promotion? ((Dash | Take) Number Promotion?)*"`
}

// fullMove is a move in squares: c3-b4, a3:a7, f8:a3:c1:f4:h2, b2:d4:f6:d8D:a5 (Codex 1.10, Adiukh
// 7.2). A square alone is a composition's way of saying where to: d4 (Ukrainian rules VI.7.4.2).
type fullMove struct {
	From string `parser:"@Square Promotion? ((Dash | Take)? Square Promotion?)*"`
}

// shortMove is a move of which only the file is written where it begins: cb4,
// a:a7 (Codex 1.10), aa7 (Adiukh 7.2), bd6, d:f4 (Ukrainian rules VI.7.4.2).
type shortMove struct {
	From string `parser:"@File ((Dash | Take)? Square Promotion?)+"`
}

// Grammar returns the parser of moves. The first token decides between alternatives,
// so an error is placed where the word breaks off, not where an alternative begins.
var Grammar = NewGrammar[moveWord](Tokens, 0)

// The limits of a word. No move has more steps: a piece is captured at each,
// and no game has more than 30 pieces a side.
const (
	MaxLen   = 1024 // bytes
	MaxSteps = 32

	maxSquare    = 8   // bytes of a square by itself
	maxNumber    = 4   // digits of a move number
	maxRewritten = 32  // bytes of a text that is rewritten
	maxMisspelt  = 16  // characters of a word that is said to be misspelt
	maxWord      = 64  // bytes of a word, or of several, in a vocabulary
	maxPhrase    = 120 // bytes of what is said of something illegible
)

// Parse reads one move in any notation of the rule books: full c3-b4, a3:a7, f8:a3:c1:f4:h2;
// numeric 9-12, 1: 9, 24x15; short cb4, a:a7, aa7; a composition's d4. The word does not depend on
// a variant and need not fit any board. Spaces stand only around a sign.
//
// Look-alike letters and digits, capitals and dashes of other kinds are read as what they mean and
// named in Repairs. A dash in a word that also has a sign of capture is read as one, and a
// character between two squares that is not a sign, e5;c3, as the one that the board decides. Marks
// (see CutMarks), move numbers and a full stop are not part of a word.
//
// Results are not moves: 2-0 and 0-0 have no square 0, and 1-1 ends where it
// begins, which only a capture can. But 1:1 is read, as such a capture.
//
// The error is a *Error. The text is refused where it is longer than MaxLen or has more steps than
// MaxSteps; the time taken grows with the text's length alone.
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

// read reads a word whose squares need not be put right, of letters and digits or of numbers,
// since б and l begin both. The error is of the reading that takes more of the text.
func read(text string) (*record.Word, *Error) {
	failed := &Error{Text: text, accepted: -1}
	for _, numeric := range [...]bool{false, true} {
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

// shapes keeps results of accepted by the kinds of the tokens: the grammar depends on nothing
// else, and words that are all different have few sequences of kinds.
var shapes Memo[int]

// accepted returns how many tokens the grammar takes before the first that it does not, or
// their number where it takes them all. The last token is EOF.
func accepted(tokens []lexer.Token) int {
	parse := func() int {
		if _, at, err := ParseTokens(Grammar(), tokens); err != nil {
			return slices.IndexFunc(tokens, func(t lexer.Token) bool { return t.Pos.Offset >= at })
		}
		return len(tokens)
	}
	const bits, most = 3, 20 // of a kind, tokens whose kinds are kept
	kinds := uint64(0)
	for _, t := range tokens {
		kinds = kinds<<bits | uint64(t.Type&(1<<bits-1))
	}
	if len(tokens) > most {
		return parse()
	}
	return shapes.Of(kinds, parse)
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
var glued = Pattern(`^[0-9]{4}$`)

// wordOf returns the move of a text whose tokens the grammar takes, or where and why a square is wrong.
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

// Error says why a text is not a move word.
type Error struct {
	Text string // the text, cut off if it is too long
	at   int    // byte offset in Text of what is wrong

	why      message.Message // what is wrong with a text that the grammar takes, or that is too long
	numeric  bool            // else: squares are numbers in the reading that takes more of the text
	accepted int             // and so many tokens are taken of it
}

// Meant returns what was probably meant, "" if that is not known.
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

// asWord returns a text that is a word of more than one step, else "".
func asWord(text string) string {
	if w, _ := read(text); w != nil && len(w.Steps) > 1 {
		return text
	}
	return ""
}

// Message returns what the error says.
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

// explain says what is wrong with a text that the grammar does not take, and what it expects.
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
		end++ // g3-hй: what is in the rank's place
	}
	character := utf8.RuneCountInString(text[:at]) + 1
	found := strings.TrimFunc(text[at:tokens[end].Pos.Offset], IsSpace)
	if found == "" {
		return message.Of("word.space", "at", character), next
	}
	return message.Of("word.does-not-belong", "found", found, "at", character), next
}

// keyboard has the Latin letters on the keys of the Russian ones.
var keyboard = strings.NewReplacer("ф", "a", "и", "b", "с", "c", "в", "d", "у", "e", "а", "f", "п", "g", "р", "h")

// signs name the kinds of token that can be expected, in this order, and the end.
var signs = [...]message.ID{
	TokenDash: "word.expected-dash", tokenTake: "word.expected-colon", TokenSquare: "word.expected-square",
	tokenFile: "word.expected-file", tokenNumber: "word.expected-number", tokenPromotion: "word.expected-mark",
}

// expected says what the grammar takes after the beginning of a word: each kind of token
// is tried, but for squares with letters where the word has numbers.
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

// CannotBeRead is said of a move that cannot be read.
var CannotBeRead = message.Of("grammar.cannot-be-read")

// Unread returns the code of a text in the place of a move, and why it is none; err is why
// it is no word, nil for a single number. Of a word that is wrong, c3-b9, and of one of
// whose characters one is not a move's, f4йd6, it is said what that is; of other damaged ones
// it cannot be known what they were.
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

// isDamaged says whether text, which is no move, lacks a square or a sign, or has characters
// that could not be read.
func isDamaged(text string) bool {
	return !readable().MatchString(text) || !signed().MatchString(text) || !strings.ContainsAny(text, "0123456789")
}

var (
	readable = Pattern(`^[0-9Ь` + squareLetters + Dashes + `][\pL0-9|*` + takeSigns + Dashes + `]*$`)
	signed   = Pattern(`^[` + Dashes + `]|.[*` + takeSigns + Dashes + `]`)
)

// isMisspelt says of text that is damaged whether its characters can be read, so that a
// message can name the one that is not a move's.
func isMisspelt(text string) bool {
	return len(text) <= utf8.UTFMax*maxMisspelt && utf8.RuneCountInString(text) <= maxMisspelt &&
		strings.ContainsAny(text, "0123456789") && !strings.ContainsAny(text, "?…\uFFFD") && !strings.Contains(text, "..") && !Illegible(text)
}
