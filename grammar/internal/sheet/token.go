// Package sheet reads and writes score sheets in a table, a run or columns, the way people write
// them, and finds where their games begin.
//
// Of all readings that give every character of a text a role, it takes the cheapest (search.go). A
// builder makes a game of that reading (build.go).
//
// Read first: search.go.
package sheet

import "strings"

// EBNF returns the grammar of a sheet, whose stretches each have a role.
func EBNF() string {
	names := make([]string, len(Roles))
	for i, role := range Roles {
		names[i] = role.Name
	}
	return "Sheet = Step* .\nStep = <" + strings.Join(names, "> | <") + "> ."
}
