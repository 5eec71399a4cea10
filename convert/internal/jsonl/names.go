package jsonl

import (
	"unicode/utf8"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// The names that the values of record have in JSON, by value. An empty name is
// not written.
var (
	outcomeNames = [...]string{
		record.NoResult:   "",
		record.WhiteWins:  "white-wins",
		record.BlackWins:  "black-wins",
		record.Draw:       "draw",
		record.Points:     "points",
		record.Unfinished: "unfinished",
		record.Unplayed:   "unplayed",
	}
	mannerNames = [...]string{
		record.Unstated: "",
		record.Resigned: "resigned",
		record.OnTime:   "on-time",
		record.Agreed:   "agreed",
		record.Forfeit:  "forfeit",
	}
	severityNames = [...]string{
		record.Remark:     "remark",
		record.Repaired:   "repaired",
		record.Illegal:    "illegal",
		record.Unreadable: "unreadable",
	}
	verdictNames = [...]string{
		replay.Legal:      replay.Legal.String(),
		replay.Repaired:   replay.Repaired.String(),
		replay.Unjudged:   replay.Unjudged.String(),
		replay.Illegal:    replay.Illegal.String(),
		replay.Unreadable: replay.Unreadable.String(),
	}
	separatorNames = [...]string{
		record.NoSeparator: "none",
		record.Quiet:       "quiet",
		record.Take:        "take",
	}
)

// Encodings of the file that a game's text was read from, which say where a
// byte of it stands (record.Source.Width).
const (
	eightBit  = "8-bit"  // a byte a character
	utf16Text = "utf-16" // two bytes a character, four beyond the first 65,536
)

var encodings = [...]string{eightBit, utf16Text}

// encodingOf returns the name of the encoding with the given width, "" for
// UTF-8.
func encodingOf(width func(string) int) string {
	if width == nil {
		return ""
	}
	switch [2]int{width("a"), width("я")} {
	case [2]int{1, 1}:
		return eightBit
	case [2]int{2, 2}:
		return utf16Text
	}
	return ""
}

// widthOf returns the width of the named encoding, nil for others.
func widthOf(encoding string) func(string) int {
	switch encoding {
	case eightBit:
		return utf8.RuneCountInString
	case utf16Text:
		return func(text string) int {
			n := 0
			for _, r := range text {
				n += 2
				if r >= 1<<16 {
					n += 2
				}
			}
			return n
		}
	}
	return nil
}
