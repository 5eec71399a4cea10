// Package jsonl reads and writes games as JSON Lines, one object per game and line, with all data
// of a record.
//
// An object has two layers. Its top-level names are those of "stolb check --format json": the game
// and the results of judging it. The name "record" holds the game as recorded, so that Parser
// restores exactly the game that Writer was given. Schema is the JSON Schema of both.
//
// Read line.go first, the types of an object, whose tags are its names; then values.go, the
// encoding of values; then Writer and Parser.
package jsonl

import _ "embed"

// Schema is the JSON Schema (draft 2020-12) of the objects that Writer writes.
//
//go:embed schema.json
var Schema string
