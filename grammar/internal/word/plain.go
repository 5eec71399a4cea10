package word

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/record"
)

// plainWord reads a word of small letters, digits and signs as the grammar does,
// which takes fifty times as long; nil where there is anything else to it
// (FuzzParseWord holds the two against each other).
func plainWord(text string) *record.Word {
	var room [12]record.Step // few captures are longer
	steps, separator := room[:0], record.NoSeparator
	for i := 0; i < len(text); {
		if n := len(steps); n == len(room) {
			return nil
		} else if n > 0 {
			sign := record.NoSeparator
			switch text[i] {
			case '-':
				sign = record.Quiet
			case ':', 'x':
				sign = record.Take
			}
			if sign != record.NoSeparator {
				if separator != record.NoSeparator && separator != sign {
					return nil // a dash among signs of capture is a repair
				}
				separator = sign
				i++
			} else if steps[0].Number > 0 {
				return nil
			}
		}
		s, n := plainStep(text[i:])
		if n == 0 || len(steps) > 0 && (!s.Whole() || s == steps[len(steps)-1] || (s.Number > 0) != (steps[0].Number > 0)) {
			return nil
		}
		steps = append(steps, s)
		i += n
	}
	if len(steps) < 2 {
		return nil
	}
	return &record.Word{
		Text: text, Steps: append([]record.Step(nil), steps...), Separator: separator,
		Plain: len(steps) == 2 && steps[0].Whole() && separator != record.NoSeparator && strings.IndexByte(text, 'x') < 0,
	}
}

// swift makes the grammar's tree of the tokens of a word at a tenth of its cost;
// nil where the word is none of squares or of numbers alone, or goes on otherwise
// (FuzzParseWord holds the two against each other).
func swift(tokens []lexer.Token) *moveWord {
	kind := tokens[0].Type
	if kind != TokenSquare && kind != tokenNumber {
		return nil
	}
	var numbers *numericMove
	var squares *fullMove
	i := 0
	place := func() (value string, promotion bool, pos lexer.Position) {
		t := tokens[i]
		i++
		if promotion = tokens[i].Type == tokenPromotion; promotion {
			i++
		}
		return t.Value, promotion, t.Pos
	}
	value, promotion, pos := place()
	if kind == tokenNumber {
		numbers = &numericMove{From: numberStep{pos, value, promotion}}
	} else {
		squares = &fullMove{From: squareStep{pos, value, promotion}}
	}
	for !tokens[i].EOF() {
		sign := ""
		if tokens[i].Type == TokenDash || tokens[i].Type == tokenTake {
			sign = tokens[i].Value
			i++
		}
		if tokens[i].Type != kind || sign == "" && kind == tokenNumber {
			return nil
		}
		value, promotion, pos = place()
		if kind == tokenNumber {
			numbers.To = append(numbers.To, toNumber{sign, numberStep{pos, value, promotion}})
		} else {
			squares.To = append(squares.To, toSquare{sign, squareStep{pos, value, promotion}})
		}
	}
	if kind == tokenNumber {
		return &moveWord{Numeric: numbers}
	}
	return &moveWord{Full: squares}
}

// misfit returns the index of the token at which the grammar breaks off, which takes
// many times as long to say so; -1 where it does not (FuzzParseWord holds the two
// against each other). Behind its first token a word goes on with a sign, which only
// squares may lack, and a place like the first, each perhaps with a mark.
func misfit(tokens []lexer.Token) int {
	kind, signed := tokens[0].Type, false
	switch kind {
	case tokenNumber:
		signed = true
	case TokenSquare:
	case tokenFile:
		kind = TokenSquare
		if !goesOn(tokens[1].Type) {
			return 1
		}
	default:
		return 0
	}
	for i := 1; ; {
		if tokens[i].Type == tokenPromotion && tokens[i-1].Type == kind {
			i++
		}
		sign := tokens[i].Type == TokenDash || tokens[i].Type == tokenTake
		switch {
		case tokens[i].EOF():
			return -1
		case sign:
			i++
		case signed:
			return i
		}
		if tokens[i].Type != kind {
			return i
		}
		i++
	}
}

// goesOn says whether a move goes on with a token of the kind behind a file.
func goesOn(kind lexer.TokenType) bool {
	return kind == TokenDash || kind == tokenTake || kind == TokenSquare
}

// plainStep reads a square of the files a to h, a file alone or a number with
// which text begins, and returns its length; 0 where it begins with none of them.
func plainStep(text string) (s record.Step, n int) {
	if text == "" {
		return s, 0
	}
	if text[0]-'a' < 8 {
		n = 1
	}
	from, value := n, 0
	for ; n < len(text) && IsDigit(text[n]); n++ {
		if value = 10*value + int(text[n]-'0'); value == 0 || n == from+2 {
			return s, 0
		}
	}
	switch {
	case from == 0:
		return record.Step{File: -1, Rank: -1, Number: uint8(value)}, n
	case value > 9:
		return s, 0
	}
	return record.Step{File: int8(text[0] - 'a'), Rank: int8(value - 1)}, n
}

// SkipPlainSpace returns the offset of the first byte from i on that is no plain
// space or line's end.
func SkipPlainSpace(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t') {
		i++
	}
	return i
}

var (
	// wordBytes are the bytes of plain words.
	wordBytes = ByteSet("abcdefghijklmnopqrstuvwxyz0123456789:-")
	// beginsMove are the bytes with which words may begin that are read without repairs.
	beginsMove = ByteSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
	// freshBytes cannot be a sign of the move before them.
	freshBytes = ByteSet("abcdefghij0123456789{([$!?\"%;")
)

// ByteSet returns the set of the bytes of a text.
func ByteSet(bytes string) (set [256]bool) {
	for i := range len(bytes) {
		set[bytes[i]] = true
	}
	return set
}
