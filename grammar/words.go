package grammar

import (
	"cmp"
	"strings"

	"github.com/stolb/stolb/grammar/internal/composition"
	"github.com/stolb/stolb/grammar/internal/pdn"
	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Words reads move words and keeps what it read, so that each distinct word is
// parsed once. The zero Words is ready.
type Words = word.Table

// MaxSteps is the most squares that a move word may have.
const MaxSteps = word.MaxSteps

// ParseMove reads a move word in any notation: c3-b4, cb4, 3:11, "ц3:е5". The
// error says what is wrong and where; it has a message.Message.
func ParseMove(text string) (*record.Word, error) { return word.Parse(text) }

// IsMark says whether a text is one mark of a move: !, ?!, +-.
func IsMark(text string) bool { return text != "" && word.MarkAt(text) == len(text) }

// CutCommands takes the commands out of a comment, such as [%eval 0.5] and [#],
// and returns them and what is left for readers.
func CutCommands(comment string) (text string, commands []string) { return word.Commands(comment) }

// CutNumber cuts the move number, with its full stop, from the beginning of a
// text, which is returned unchanged if it has none.
func CutNumber(text string) (rest string) {
	_, end := word.NumberAt(text, 0)
	return text[end:]
}

// IsMoveCharacter says whether a character can be a part of a move word: a file a to
// h, a digit, a dash, the sign of a capture, or what is written for one of these.
func IsMoveCharacter(r rune) bool {
	file, _, _ := word.FileOf(r)
	_, _, digit := word.DigitOf(r)
	_, take := word.TakeOf(r)
	return file >= 'a' && file <= 'h' || digit || take || word.IsDash(r)
}

// CanStandFor says whether a character that is written can be meant for one of a
// move in full: it is the same, a letter that looks or sounds like the file, what
// looks like the digit, or a dash of another kind.
func CanStandFor(written, want rune) bool {
	file, _, isFile := word.FileOf(written)
	digit, _, isDigit := word.DigitOf(written)
	return written == want || isFile && rune(file) == want || isDigit && rune(digit) == want ||
		word.IsDash(written) && want == '-'
}

// IsDash says whether r is a dash of any kind.
func IsDash(r rune) bool { return word.IsDash(r) }

// IsSpace says whether r is a space of any width, a line's end or a sign that shows nothing.
func IsSpace(r rune) bool { return word.IsSpace(r) }

// ParsePosition reads a position of variant v: FEN with towers, the Codex's lists,
// Adiukh's counts, a composition's "c3 | D.h8", ranges of numbers. The faults are
// what was read otherwise than it is written, with byte offsets in text; the
// error, a *record.PositionError, is nil if the position is valid.
func ParsePosition(text string, v record.Variant) (record.Position, []record.Fault, error) {
	return position.Parse(text, v)
}

// FindPosition returns where in the text of a composition the line with its
// position begins and ends; false if it has none.
func FindPosition(text string) (at, end int, found bool) { return composition.Position(text) }

// ParseVariant returns the variant that words name in Russian, Ukrainian or English: "столбовые
// шашки", "ласка (7х7)", bashni; record.UnknownVariant for other words.
func ParseVariant(name string) record.Variant { return word.ParseVariantName(name) }

// HeaderTag returns PDN's name for the key of a header in any language of a sheet; "" if it is none.
func HeaderTag(key string) string { return cmp.Or(word.HeaderTag(key), word.ForeignTag(key)) }

// ColumnTags returns PDN's names for the columns of a table of games with a game a row, by
// its heading: "White;Black;Result;Moves", in any language of a sheet; "Moves" for those that
// may have the moves, "Players" for both names, and "" for those that no tag has. It is false for another heading.
func ColumnTags(heading []string) (tags []string, ok bool) {
	known, moves := false, false
	for _, cell := range heading {
		cell = strings.Trim(cell, " .:*\t") // the stars of Markdown's bold
		tag := cmp.Or(word.ColumnTag(cell), HeaderTag(cell))
		switch {
		case tag == "Moves":
			moves = true
		case tag == "Position":
			tag = "FEN"
		case tag == "":
			if tag = strings.Join(strings.Fields(cell), ""); !tagName().MatchString(tag) {
				tag = ""
			}
		default:
			known = true
		}
		tags = append(tags, tag)
	}
	return tags, known && moves
}

var tagName = word.Pattern(`^[A-Za-z_][A-Za-z0-9_]*$`)

// ParseResult reads a text that is a result and nothing else, but for a full stop:
// "Счет 17:7.", "1-0", "½-½", "Черные сдались", "+ -". Result.At is 0.
func ParseResult(text string) (record.Result, bool) { return result.Parse(text) }

// GameTypeNumber returns the number of a game that the value of PDN's tag GameType
// begins with, 25 of "25,W,8,8,A0,0". The error says what was expected.
func GameTypeNumber(value string) (int, error) {
	t, err := position.ParseGameType(value)
	return t.Number, err
}

// DateInPDN returns a date as PDN writes it, 1987.03.12 for 12.03.1987. A date without its day, or
// a text that is not a date, is returned unchanged; ok says whether it is a date.
func DateInPDN(text string) (date string, ok bool) { return pdn.Date(text) }

// ParseTask reads what a composition asks for: "ничья", "белые начинают и выигрывают", "запереть 2
// простые и дамку", and the same in Ukrainian and English; false if the text is no task.
func ParseTask(text string) (record.Task, bool) { return composition.ParseTask(text) }

// TaskOf returns the task of a composition: what its tag says, or a line before its moves,
// or its result; and what is said of a task and not understood, "" for nothing.
func TaskOf(g *record.Game) (task record.Task, unread string) {
	if g.Solution != nil {
		return g.Solution.Task, ""
	}
	for i, text := range append([]string{g.Tag("Task")}, g.Before...) { // a win is not named
		if t, ok := ParseTask(text); ok {
			task, unread = t, ""
			break
		}
		if unread == "" && (i == 0 || composition.IsTask(text)) {
			unread = strings.TrimSpace(text)
		}
	}
	if g.Result.Outcome == record.Draw {
		task.Draw = true
	}
	return task, unread
}

// ReadComposition reads the composition in g.Text. variant and task are the
// defaults where the text names none.
func ReadComposition(g *record.Game, words *Words, variant record.Variant, task record.Task) {
	(&composition.Reader{Words: words, Variant: variant, Task: task}).Read(g)
}
