// Package jsonl reads and writes games as JSON, an object a game, a line an
// object (JSON Lines), with everything that a record holds.
//
// An object has two layers. Its own names are the line of "stolb check --format json": what the
// game is and what judging it came to. The name "record" holds the game as it was recorded, so
// that Parser takes back exactly what Writer was given. Schema is the JSON Schema of both.
//
// Read first: line.go, the types of an object, whose tags are its names; then values.go, how
// values are written and read; then Writer and Parser.
package jsonl

import _ "embed"

// Schema is the JSON Schema (draft 2020-12) of the objects that Writer writes.
//
//go:embed schema.json
var Schema string
