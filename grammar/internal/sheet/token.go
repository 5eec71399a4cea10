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

	"github.com/stolb/stolb/grammar/internal/word"
)

// isRegular says whether steps, of which the first is a number and the others are numbers, plies,
// cells and the end of the line, are rows that have one reading: no other is looked for.
func isRegular(steps []arc) bool {
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

// Roles describes the roles that a stretch of a sheet may have.
var Roles = func() []word.Token {
	roles := make([]word.Token, len(roleTexts))
	for i, text := range roleTexts {
		roles[i] = word.Token{Name: strings.ToUpper(text.name[:1]) + text.name[1:], About: text.about}
	}
	return roles
}()

// EBNF returns the grammar of a sheet, whose every stretch has a role.
func EBNF() string {
	names := make([]string, len(roleTexts))
	for i, text := range roleTexts {
		names[i] = text.name
	}
	return "Sheet = Step* .\nStep = <" + strings.Join(names, "> | <") + "> ."
}
