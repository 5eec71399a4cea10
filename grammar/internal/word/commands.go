package word

import (
	"regexp"
	"strings"

	"github.com/stolb/stolb/record"
)

// clocks are the commands of PDN 3.0 that say what a clock shows: [%clock
// w0:00:10 B0:00:03].
var clocks = regexp.MustCompile(`^\[%(?:clk|clock|emt|egt|mct)(?: [^\]]*)?\]$`)

// commands are all commands, which are for programs and not for readers, and [#],
// which asks for a diagram.
var commands = regexp.MustCompile(` *(\[(?:#|%[A-Za-z][^\]]*)\]) *`)

// Commands takes the commands out of a comment, such as [%eval 0.5] and [#], and
// returns them and what is left for readers.
func Commands(comment string) (text string, taken []string) {
	if !strings.Contains(comment, "[%") && !strings.Contains(comment, "[#]") {
		return comment, nil
	}
	for _, m := range commands.FindAllStringSubmatch(comment, -1) {
		taken = append(taken, m[1])
	}
	return strings.Trim(commands.ReplaceAllLiteralString(comment, " "), " "), taken
}

// maxClock is how many bytes what a clock shows at a move may take; there may be
// one for each side. More are kept as other commands are.
const maxClock = 1 << 10

// AddCommand adds a command to a move's notes: what a clock shows, a diagram, or
// another.
func AddCommand(note *record.Notes, command string) {
	switch {
	case command == "[#]":
		note.Diagram = true
	case len(note.Clock)+len(command) <= maxClock && clocks.MatchString(command):
		note.Clock += command
	default:
		note.Commands = append(note.Commands, command)
	}
}
