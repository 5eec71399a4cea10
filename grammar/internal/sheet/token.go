// Package sheet reads and writes score sheets in a table, a run or columns, the way people write
// them, and finds where their games begin.
//
// Of all readings that give every character of a text a role, it takes the cheapest (search.go). A
// builder makes a game of that reading (build.go).
//
// Read first: search.go.
package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// Roles describes the possible roles of a stretch of a sheet.
var Roles = func() []word.Token {
	roles := make([]word.Token, len(roleTexts))
	for i, text := range roleTexts {
		roles[i] = word.Token{Name: strings.ToUpper(text.name[:1]) + text.name[1:], About: text.about}
	}
	return roles
}()

// EBNF returns the grammar of a sheet, whose stretches each have a role.
func EBNF() string {
	names := make([]string, len(roleTexts))
	for i, text := range roleTexts {
		names[i] = text.name
	}
	return "Sheet = Step* .\nStep = <" + strings.Join(names, "> | <") + "> ."
}
