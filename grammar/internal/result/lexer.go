package result

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// The kinds of token that no word is.
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

// Tokens describes the tokens for EBNF, in its order: signs, and the words of results by what they
// say. There are at most 31.
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

// abbreviations are the words that end with a full stop.
var abbreviations = []string{"рез", "бел", "черн", "согл"}

// Words are the words of results, in small letters with е for ё, and the names of their kinds.
var Words = word.Vocabulary("result")

// kinds are the kinds of token by their names.
var kinds = word.Definition{Tokens: Tokens}.Symbols()

// Side returns the side that a word of results names.
func Side(w string) (c record.Colour, ok bool) {
	name, _ := word.LookUp(Words, w)
	if name == "Black" {
		return record.Black, true
	}
	return c, name == "White"
}

// signs are the kinds of signs but dashes.
var signs = map[rune]lexer.TokenType{
	'½': tokenHalf, ':': tokenColon, '∶': tokenColon, '：': tokenColon, '/': tokenSlash, '+': tokenPlus, '*': tokenStar,
	'(': tokenOpen, ')': tokenClose,
}

// The limits of what is looked at for a result.
const (
	MaxLen    = 160 // bytes; an offset is an uint8
	maxTokens = 12
)

// tokens are what the beginning of a text is made of, up to the first thing that no result has.
type tokens struct {
	of    string
	n     int
	kinds uint64               // five bits a token, the last one lowest
	at    [maxTokens + 1]uint8 // where each begins, and where what follows does
	end   [maxTokens]uint8
}

func cut(text string) (t tokens) {
	t.of = text[:min(len(text), MaxLen)]
	for t.n < maxTokens {
		kind, width := t.next()
		if kind == lexer.EOF {
			break
		}
		t.kinds = t.kinds<<5 | uint64(kind)
		t.end[t.n] = t.at[t.n] + uint8(width)
		t.n++
		t.at[t.n] = t.end[t.n-1]
	}
	return t
}

// text returns what token i is written as.
func (t *tokens) text(i int) string { return t.of[t.at[i]:t.end[i]] }

// list returns the tokens as the grammar takes them.
func (t *tokens) list() []lexer.Token {
	list := make([]lexer.Token, t.n+1)
	for i := range t.n {
		kind := lexer.TokenType(t.kinds >> (5 * (t.n - 1 - i)) & 31)
		list[i] = lexer.Token{Type: kind, Value: Tokens[kind-1].Name, Pos: lexer.Position{Offset: i}}
	}
	list[t.n] = lexer.EOFToken(lexer.Position{Offset: t.n})
	return list
}

// next returns the kind and the width of the token that begins at t.at[t.n], which it
// moves on over what lies between; EOF where none does.
func (t *tokens) next() (lexer.TokenType, int) {
	at := &t.at[t.n]
	for int(*at) < len(t.of) {
		rest := t.of[*at:]
		r, w := utf8.DecodeRuneInString(rest)
		switch {
		case word.IsEnd(rest[0]):
			return lexer.EOF, 0
		case word.IsSpace(r):
		case r >= '0' && r <= '9':
			n := number(rest)
			switch {
			case strings.HasPrefix(rest, "1/2"):
				return tokenHalf, len("1/2")
			case n > 8 || n > 1 && r == '0' && word.IsDigit(rest[1]):
				return lexer.EOF, 0
			}
			return tokenNumber, n
		case word.IsLetter(r):
			n := strings.IndexFunc(rest, func(r rune) bool { return !word.IsLetter(r) && !strings.ContainsRune("'’ʼ-", r) })
			if n < 0 {
				n = len(rest)
			}
			name, _ := word.LookUp(Words, rest[:n])
			return cmp.Or(kinds[name], lexer.EOF), n
		case word.IsDash(r):
			return tokenDash, w
		case r == '.' && t.n > 0 && *at == t.end[t.n-1] && slices.Contains(abbreviations, word.Fold(t.text(t.n-1))):
		case r == ',' && t.n > 0: // "ничья, по соглашению"
			next, _ := utf8.DecodeRuneInString(t.of[word.SkipBlank(t.of, int(*at)+w):])
			if !word.IsLetter(next) {
				return lexer.EOF, 0
			}
		default:
			if kind, ok := signs[r]; ok {
				return kind, w
			}
			return lexer.EOF, 0
		}
		*at += uint8(w)
	}
	return lexer.EOF, 0
}

// number returns the length of the number with which rest begins.
func number(rest string) int {
	n := 1
	for n < len(rest) && word.IsDigit(rest[n]) {
		n++
	}
	for _, half := range []string{",5", ".5", "½"} {
		if strings.HasPrefix(rest[n:], half) {
			return n + len(half)
		}
	}
	return n
}

// alike is a win in points as letters that look like digits may have it.
var alike = func() func() *regexp.Regexp {
	const zero, sign = `[0ОоOo]`, `[:` + word.Dashes + `]`
	return word.Pattern(`^(?:[1lIІі]` + sign + zero + `|` + zero + sign + `[1lIІі|])`)
}()

// Alike returns the length of a win in points of which a character is a letter that looks
// like a digit, 1-O, l-0, with which text begins; 0 where it begins with none.
func Alike(text string) int {
	if text == "" || text[0] >= '2' && text[0] < utf8.RuneSelf && strings.IndexByte("lIOo", text[0]) < 0 ||
		len(text) > 2 && word.IsDigit(text[0]) && text[1] < utf8.RuneSelf && word.IsDigit(text[2]) {
		return 0 // as nearly always
	}
	n := len(alike().FindString(text))
	if n == 0 || word.IsDigit(text[0]) && word.IsDigit(text[n-1]) || !endsAt(text[n:]) {
		return 0
	}
	return n
}

// endsAt says whether a result can end before rest: not in the middle of a word or
// number, nor before the name of the last games of a tournament, "1/2 финала".
func endsAt(rest string) bool {
	r, w := utf8.DecodeRuneInString(rest)
	if w == 0 {
		return true
	}
	if r == '.' || r == ',' {
		r, _ = utf8.DecodeRuneInString(rest[w:])
		return r < '0' || r > '9'
	}
	if r == ' ' && (strings.HasPrefix(rest[w:], "финал") || strings.HasPrefix(rest[w:], "фінал") || strings.HasPrefix(rest[w:], "final")) {
		return false
	}
	strong := strings.HasPrefix(rest, "**") && !strings.HasPrefix(rest, "***") // Markdown's sign
	return strong || !word.IsLetter(r) && !unicode.IsDigit(r) && !word.IsDash(r) && strings.IndexByte(":/+*", rest[0]) < 0
}

// begins is what CanBegin takes.
var begins = func() func() *regexp.Regexp {
	const blank, dash = `[ \t\v\f\p{Z}]*`, `[` + word.Dashes + `]`
	const sign, between = `[+` + word.Dashes + `]`, blank + `[:∶：` + word.Dashes + `]` + blank
	return word.Pattern(`^(?:[0-2](?:/2|[.,]5|` + blank + `½)|(?:0` + between + `[0-2]|[12]` + between + `0|1` + between + `1|2` + between + `2)(?:\D|$)|` +
		sign + blank + `[:/]` + blank + sign + `|\+ ` + sign + `|` + dash + ` \+|\*(?:[\s\v` + word.Spaces + `]|$)|½)`)
}()

// CanBegin says, without looking far, whether a result may begin with text: a half; two
// numbers, of which one is 0 or which are the same; a plus or a minus for each side, where
// dashes with a space are moves that are not there (Codex 3.6); three letters, which no move
// has, or a shorter word of results.
func CanBegin(text string) bool {
	letters, n := 0, 0
	for i, r := range text[:min(len(text), 3*utf8.UTFMax)] {
		if !word.IsLetter(r) || letters == 3 {
			break
		}
		letters, n = letters+1, i+utf8.RuneLen(r)
	}
	switch letters {
	case 0:
		isNumber := text != "" && word.IsDigit(text[0]) && (text[0] > '2' || len(text) > 1 && (word.IsDigit(text[1]) || text[1] == '.' && !strings.HasPrefix(text[2:], "5")))
		return Alike(text) > 0 || !isNumber && begins().MatchString(text[:min(len(text), MaxLen)])
	case 3:
		return true
	}
	_, known := word.LookUp(Words, text[:n]) // "по соглашению", "a draw"
	return known || strings.HasPrefix(text[n:], "-") || Alike(text) > 0
}
