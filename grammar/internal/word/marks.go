package word

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
)

// MarkSpellings are the marks of a move, longer ones before their prefixes: Adiukh 11 (УСЛОВНЫЕ
// ОБОЗНАЧЕНИЯ), Ukrainian rules IV.4.2, and their single-character forms.
var MarkSpellings = []string{
	"!!",        // very strong
	"!?",        // sharp; looks strong and is weak
	"?!",        // dubious; looks weak and is strong
	"??",        // a blunder
	"!",         // strong
	"?",         // weak
	"~",         // any move
	"+=", "+/=", // slightly better for White
	"+-", "+/-", // better for White
	"=+", "=/+", // slightly better for Black
	"-+", "-/+", // better for Black
	"+", // wins
	"=", // even, or a draw offer (Adiukh 6.1.3.2)
	"±", "∓", "⩲", "⩱", "‼", "⁇", "⁈", "⁉",
	"∞", "□", // unclear, the only move, as in chess books
}

// MaxMarksLen is how many bytes of marks may follow a word; the limit keeps CutMarks linear.
const MaxMarksLen = 32

// MarkAt returns the length of the mark at the beginning of text, or 0 if absent. A dash in a mark
// may be of any kind.
func MarkAt(text string) int {
	r, w := utf8.DecodeRuneInString(text)
	if r < utf8.RuneSelf && strings.IndexByte("!?~+-=", byte(r)) < 0 || isCyrillic(r) {
		return 0 // as most are
	}
	if next, n := utf8.DecodeRuneInString(text[w:]); IsDash(r) && next == '+' || r == '+' && IsDash(next) {
		return w + n
	}
	for _, m := range MarkSpellings {
		if strings.HasPrefix(text, m) {
			return len(m)
		}
	}
	return 0
}

// CutMarks splits the text between two spaces into a word and the marks after it, as written:
// "cb4!?+-" into "cb4" and "!?", "+-". The word may be empty, since marks may be written by
// themselves. An "=" that is not part of another mark is returned as a draw offer, not among the
// marks (Adiukh 6.1.3.2; its other meaning, that the game is even, is a remark's). "-" and ":" are
// not marks by themselves, so an unfinished move keeps its sign. The word is a substring of text,
// and nothing is allocated if there are no marks.
func CutMarks(text string) (word string, marks []string, drawOffer bool) {
	if text == "" || IsDigit(text[len(text)-1]) {
		return text, nil, false // as in nearly all words
	}
	// The marks begin at the first byte after which there are only marks.
	for start := max(0, len(text)-MaxMarksLen); start < len(text); start++ {
		end := start
		marks, drawOffer = nil, false
		for n := MarkAt(text[end:]); n > 0; n = MarkAt(text[end:]) {
			if mark := text[end : end+n]; mark == "=" {
				drawOffer = true
			} else {
				marks = append(marks, mark)
			}
			end += n
		}
		if end == len(text) {
			return text[:start], marks, drawOffer
		}
	}
	return text, nil, false
}

// clocks matches the commands of PDN 3.0 for the time on a clock, [%clock w0:00:10 B0:00:03], and
// ours for a game by post, [%post 01.03 03.03 2 2]: when a move came, when the answer was sent, how
// many days that took, and how many all moves so far took (Codex 4.3.6).
var clocks = Pattern(`^\[%(?:clk|clock|emt|egt|mct|post)(?: [^\]]*)?\]$`)

// commands matches all commands, which are for programs and not for readers, and [#], which
// requests a diagram.
var commands = Pattern(` *(\[(?:#|%[A-Za-z][^\]]*)\]) *`)

// Commands is grammar.CutCommands.
func Commands(comment string) (text string, taken []string) {
	if !strings.Contains(comment, "[%") && !strings.Contains(comment, "[#]") {
		return comment, nil
	}
	for _, m := range commands().FindAllStringSubmatch(comment, -1) {
		taken = append(taken, m[1])
	}
	return strings.Trim(commands().ReplaceAllLiteralString(comment, " "), " "), taken
}

// Pattern returns a function that returns a regular expression, compiled on first use: compiling
// all of them would take longer than many commands.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// maxClock is the limit in bytes of the clock commands of a move; there may be one for each side.
// Further ones are kept as other commands.
const maxClock = 1 << 10

// AddCommands adds commands to a move's notes: clocks, diagrams, and others.
func AddCommands(note *record.Notes, commands ...string) {
	for _, command := range commands {
		switch {
		case command == "[#]":
			note.Diagram = true
		case len(note.Clock)+len(command) <= maxClock && clocks().MatchString(command):
			note.Clock += command
		default:
			note.Commands = append(note.Commands, command)
		}
	}
}
