// Package sheet reads and writes score sheets as a person writes them down, in a
// table, a run or columns, and finds where their games begin.
//
// Of all readings of a text in which every character has a role, that is taken which costs
// least: search.go says how. A builder makes a game of the reading (build.go).
//
// Read first: search.go.
package sheet

import (
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
)

// regularRows is the grammar of a line of rows that has one reading: no other is looked for.
type regularRows struct {
	Number lexer.Token   `parser:"@Number"`
	Plies  []lexer.Token `parser:"@Ply (Cell? @Ply)?"`
	Cell   lexer.Token   `parser:"(@Cell? Newline"`
	Next   *regularRows  `parser:"| @@)"`
}

// Grammar parses the steps of regular rows.
var Grammar = sync.OnceValue(func() *participle.Parser[regularRows] {
	return participle.MustBuild[regularRows](participle.Lexer(word.Definition{Tokens: Roles}))
})

// isRegular says whether steps, of which the first is a number and the others are numbers, plies,
// cells and the end of the line, are regular rows.
func isRegular(steps []arc) bool {
	if !word.FastPath {
		tokens := make([]lexer.Token, 0, len(steps)+1)
		for i := range steps {
			tokens = append(tokens, lexer.Token{Type: tokenOf(steps[i].role), Value: " "})
		}
		_, _, err := word.ParseTokens(Grammar(), append(tokens, lexer.EOFToken(lexer.Position{})))
		return err == nil
	}
	plies, cell := 0, false
	for i := 1; i < len(steps); i++ {
		switch r := steps[i].role; {
		case r == rolePly && plies < 2:
			plies++
			cell = false
		case r == roleCell && plies > 0 && !cell:
			cell = true
		case r == roleNumber && plies > 0 && !cell:
			plies = 0
		default:
			return r == roleNewline && plies > 0 && i == len(steps)-1
		}
	}
	return false
}

// tokenOf returns the token that a role is in the grammar.
func tokenOf(r role) lexer.TokenType { return lexer.TokenType(200 + int(r)) }

// Roles describes the roles that a stretch of a sheet may have.
var Roles = func() []word.Token {
	var roles []word.Token
	for r := range role(len(roleTexts)) {
		text := &roleTexts[r]
		roles = append(roles, word.Token{Name: strings.ToUpper(text.name[:1]) + text.name[1:], Kind: tokenOf(r), About: text.about})
	}
	return roles
}()

// EBNF returns the grammar of a sheet, whose every stretch has a role, and of its regular
// rows.
func EBNF() string {
	roles := make([]string, len(Roles))
	for i, r := range Roles {
		roles[i] = "<" + strings.ToLower(r.Name) + ">"
	}
	return "Sheet = (RegularRows | Step)* .\nStep = " + strings.Join(roles, " | ") + " .\n" + Grammar().String()
}
