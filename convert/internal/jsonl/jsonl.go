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

import (
	_ "embed"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Schema is the JSON Schema (draft 2020-12) of the objects that Writer writes.
//
//go:embed schema.json
var Schema string

// The names that some values have in JSON, and in tables as well, by value. An empty name is
// not written.
var (
	MannerNames = []string{
		record.Unstated: "", record.Resigned: "resigned", record.OnTime: "on-time",
		record.Agreed: "agreed", record.Forfeit: "forfeit",
	}
	SeverityNames = []string{
		record.Remark: "remark", record.Repaired: "repaired", record.Illegal: "illegal",
		record.Unreadable: "unreadable",
	}
	VerdictNames = []string{
		replay.Legal: replay.Legal.String(), replay.Repaired: replay.Repaired.String(),
		replay.Unjudged: replay.Unjudged.String(), replay.Illegal: replay.Illegal.String(),
		replay.Unreadable: replay.Unreadable.String(),
	}
)

// The names that other values have in JSON alone.
var (
	outcomeNames = []string{
		record.NoResult: "", record.WhiteWins: "white-wins", record.BlackWins: "black-wins",
		record.Draw: "draw", record.Points: "points", record.Unfinished: "unfinished",
		record.Unplayed: "unplayed",
	}
	separatorNames = []string{
		record.NoSeparator: "none", record.Quiet: "quiet", record.Take: "take",
	}
	encodingNames = []string{"", "8-bit", "utf-16"}
)

// encoding is that of the file that a game's text was read from, which says where
// a byte of it is (record.Source.Width), as the index of its name.
type encoding int

// widths are those of the encodings, nil for UTF-8.
var widths = []func(string) int{
	nil,
	utf8.RuneCountInString,
	func(text string) int { return 2 * len(utf16.Encode([]rune(text))) },
}

func encodingOf(width func(string) int) encoding {
	for i, of := range widths[1:] {
		if width != nil && width("a") == of("a") && width("я") == of("я") {
			return encoding(i + 1)
		}
	}
	return 0
}
