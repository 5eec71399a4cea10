package result

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// The token kinds that are not words.
const (
	tokenNumber lexer.TokenType = iota + 1
	tokenHalf
	tokenColon
	tokenDash
	tokenSlash
	tokenPlus
	tokenStar
	tokenOpen
	tokenClose
)

// Tokens describes the tokens for EBNF, in order: signs, and the words of results by meaning. There
// are at most 31.
var Tokens = func() []word.Token {
	tokens := []word.Token{
		{Name: "Number", Kind: tokenNumber, About: "a number of points, which may end in ,5"},
		{Name: "Half", Kind: tokenHalf, About: "½ or 1/2"},
		{Name: "Colon", Kind: tokenColon, About: ":"},
		{Name: "Dash", Kind: tokenDash, About: "a dash of any kind"},
		{Name: "Slash", Kind: tokenSlash, About: "/"},
		{Name: "Plus", Kind: tokenPlus, About: "+"},
		{Name: "Star", Kind: tokenStar, About: "*"},
		{Name: "Open", Kind: tokenOpen, About: "("},
		{Name: "Close", Kind: tokenClose, About: ")"},
	}
	for name, words := range word.Entries("result") {
		kind := tokenNumber + lexer.TokenType(len(tokens))
		tokens = append(tokens, word.Token{Name: name, Kind: kind, About: strings.ReplaceAll(words, ", ", " ")})
	}
	return tokens
}()

// abbreviations are the words that may end with a full stop.
var abbreviations = []string{"рез", "бел", "черн", "біл", "чорн", "согл"}

// Words maps the words of results, as folded by word.Fold, to the names of their kinds.
var Words = word.Vocabulary("result")

// kinds are the token kinds by name.
var kinds = word.Definition{Tokens: Tokens}.Symbols()

// Side returns the side that a word of results names.
func Side(w string) (c record.Colour, ok bool) {
	name, _ := word.LookUp(Words, w)
	if name == "Black" {
		return record.Black, true
	}
	return c, name == "White"
}

// signs are the token kinds of signs other than dashes.
var signs = map[string]lexer.TokenType{
	"½": tokenHalf, "1/2": tokenHalf, ":": tokenColon, "∶": tokenColon, "：": tokenColon, "/": tokenSlash, "+": tokenPlus, "*": tokenStar,
	"(": tokenOpen, ")": tokenClose,
}

// tokenLen returns the length in bytes of the token at the beginning of text: a number, a word or
// one character.
func tokenLen(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case unicode.IsLetter(r):
		return len(text) - len(strings.TrimLeftFunc(text, inWord))
	case strings.HasPrefix(text, "1/2"):
		return len("1/2")
	case r < '0' || r > '9':
		return size
	}
	for size < len(text) && word.IsDigit(text[size]) {
		size++
	}
	for _, half := range [...]string{".5", ",5", "½"} {
		if strings.HasPrefix(text[size:], half) {
			return size + len(half)
		}
	}
	return size
}

func inWord(r rune) bool { return unicode.IsLetter(r) || strings.ContainsRune("'’ʼ-", r) }

// The limits of the text that is searched for a result.
const (
	MaxLen    = 160 // bytes
	maxTokens = 12
	maxDigits = 8 // bytes of a number
)

// tokens are the tokens at the beginning of a text, up to the first text that no result contains.
type tokens struct {
	n     int
	kinds uint64             // five bits per token, the last one lowest
	texts [maxTokens]string  // as written
	at    [maxTokens + 1]int // offsets of the tokens and of the text after them
}

func cut(text string) (t tokens) {
	text = text[:min(len(text), MaxLen)]
	for at := 0; ; t.n++ {
		at = word.SkipBlank(text, at)
		next := word.SkipBlank(text, min(at+1, len(text)))
		if t.n > 0 && strings.HasPrefix(text[at:], ",") && strings.IndexFunc(text[next:], unicode.IsLetter) == 0 {
			at = next // "ничья, по соглашению"
		}
		t.at[t.n] = at
		value := text[at : at+tokenLen(text[at:])]
		kind := kindOf(value)
		if kind == 0 || t.n == maxTokens {
			return t
		}
		if at += len(value); strings.HasPrefix(text[at:], ".") && slices.Contains(abbreviations, word.Fold(value)) {
			at++
		}
		t.texts[t.n], t.kinds = value, t.kinds<<5|uint64(kind)
	}
}

// list returns n tokens for the grammar, by their kinds: the values are names of kinds, the offsets
// indices.
func list(kinds uint64, n int) []lexer.Token {
	all := make([]lexer.Token, n+1)
	all[n] = lexer.EOFToken(lexer.Position{Offset: n})
	for i := n - 1; i >= 0; i-- {
		kind := lexer.TokenType(kinds & 31)
		all[i] = lexer.Token{Type: kind, Value: Tokens[kind-1].Name, Pos: lexer.Position{Offset: i}}
		kinds >>= 5
	}
	return all
}

// kindOf returns the kind of a token, or 0 if no result contains it.
func kindOf(value string) lexer.TokenType {
	r, _ := utf8.DecodeRuneInString(value)
	switch kind, is := signs[value]; {
	case is:
		return kind
	case word.IsDash(r):
		return tokenDash
	case value == "" || !word.IsDigit(value[0]):
		name, _ := word.LookUp(Words, value)
		return kinds[name]
	case len(value) > maxDigits || len(value) > 1 && r == '0' && word.IsDigit(value[1]):
		return 0
	}
	return tokenNumber
}

// alike matches a win in points, possibly with letters that look like digits.
var alike = func() func() *regexp.Regexp {
	const zero, sign = `[0ОоOo]`, `[:` + word.Dashes + `]`
	return word.Pattern(`^(?:[1lIІі]` + sign + zero + `|` + zero + sign + `[1lIІі|])`)
}()

// Alike returns the length of a win in points at the beginning of text in which at least one letter
// replaces a digit, 1-O, l-0, or 0 if absent.
func Alike(text string) int {
	if r, _ := utf8.DecodeRuneInString(text); !strings.ContainsRune("01lIІіОоOo", r) ||
		len(text) > 2 && word.IsDigit(text[0]) && text[1] < utf8.RuneSelf && word.IsDigit(text[2]) {
		return 0 // nearly always
	}
	n := len(alike().FindString(text))
	if n == 0 || word.IsDigit(text[0]) && word.IsDigit(text[n-1]) || goesOn().MatchString(text[n:]) {
		return 0
	}
	return n
}

// goesOn matches text that cannot follow a result: the rest of a word or number, or the name of a
// tournament's final, "1/2 финала". ** is Markdown.
var goesOn = word.Pattern(`^(?:[.,][0-9]| (?:финал|фінал|final)|[\pL\p{Nd}:/+` + word.Dashes + `]|\*(?:[^*]|$|\*\*))`)

// begins matches the results without letters that CanBegin accepts.
var begins = func() func() *regexp.Regexp {
	const blank, dash = `[ \t\v\f\p{Z}]*`, `[` + word.Dashes + `]`
	const sign, between = `[+` + word.Dashes + `]`, blank + `[:∶：` + word.Dashes + `]` + blank
	return word.Pattern(`^(?:[0-2](?:/2|[.,]5|` + blank + `½)|(?:0` + between + `[0-2]|[12]` + between + `0|1` + between + `1|2` + between + `2)(?:\D|$)|` +
		sign + blank + `[:/]` + blank + sign + `|\+ ` + sign + `|` + dash + ` \+|\*(?:[\s\v` + word.Spaces + `]|$)|½)`)
}()

// CanBegin reports, from a few bytes, whether text may begin with a result: a half; two equal
// numbers, or two of which one is 0; a plus or a minus for each side, while dashes with a space are
// missing moves (Codex 3.6); three letters, which no move has, or a shorter word of results.
func CanBegin(text string) bool {
	letters, n := 0, 0
	for i, r := range text[:min(len(text), 3*utf8.UTFMax)] {
		if !unicode.IsLetter(r) || letters == 3 {
			break
		}
		letters, n = letters+1, i+utf8.RuneLen(r)
	}
	switch letters {
	case 0:
		isOther := text == "" || text[0] < utf8.RuneSelf && strings.IndexByte("012+-*", text[0]) < 0
		isNumber := len(text) > 1 && word.IsDigit(text[0]) && (word.IsDigit(text[1]) || text[1] == '.' && !strings.HasPrefix(text[2:], "5"))
		return !isOther && !isNumber && (Alike(text) > 0 || begins().MatchString(text[:min(len(text), MaxLen)]))
	case 3:
		return true
	}
	_, known := word.LookUp(Words, text[:n]) // "по соглашению", "a draw"
	return known || strings.HasPrefix(text[n:], "-") || Alike(text) > 0
}
