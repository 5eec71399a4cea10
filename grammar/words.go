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

// Words reads move words and caches them, so that each distinct word is parsed once. Its method Parse
// is like ParseMove. The zero Words is ready for use; it is not safe for concurrent use.
type Words = word.Table

// MaxSteps is the maximum number of squares in a move word.
const MaxSteps = word.MaxSteps

// ParseMove reads a move word in any notation: c3-b4, cb4, 3:11, "ц3:е5". The error says
// what is wrong and where; message.From translates it.
func ParseMove(text string) (*record.Word, error) { return word.Parse(text) }

// IsMark reports whether a text is a single mark of a move: !, ?!, +-.
func IsMark(text string) bool { return text != "" && word.MarkAt(text) == len(text) }

// CutCommands removes commands such as [%eval 0.5] and [#] from a comment. It returns the remaining
// text and the commands.
func CutCommands(comment string) (text string, commands []string) { return word.Commands(comment) }

// CutNumber removes the move number and its full stop from the beginning of a text, not the second
// and third of "12...". It returns the text unchanged if there is none.
func CutNumber(text string) (rest string) {
	_, end := word.NumberAt(text, 0)
	return text[end:]
}

// CanStandFor reports whether a written character can mean the character want of a full move: the
// same character, a letter that looks or sounds like the file, a look-alike of the digit, or
// another kind of dash.
func CanStandFor(written, want rune) bool {
	file, _, isFile := word.FileOf(written)
	digit, _, isDigit := word.DigitOf(written)
	return written == want || isFile && rune(file) == want || isDigit && rune(digit) == want ||
		word.IsDash(written) && want == '-'
}

// IsDash reports whether r is a dash of any kind.
func IsDash(r rune) bool { return word.IsDash(r) }

// IsSpace reports whether r is a space of any width, a line end or an invisible character.
func IsSpace(r rune) bool { return word.IsSpace(r) }

// ParsePosition reads a position of variant v: FEN with towers, the Codex's lists, Adiukh's counts,
// a composition's "c3 | D.h8", ranges of numbers. The faults list what was read differently from
// how it is written, with byte offsets in text; the error, a *record.PositionError, is nil if the
// position is valid. As by record.ParseFEN, it is also returned with record.ErrUnknownTurn.
func ParsePosition(text string, v record.Variant) (record.Position, []record.Fault, error) {
	return position.Parse(text, v)
}

// FindPosition returns the start and end of the position's line in the text of a composition, or
// false if it has none.
func FindPosition(text string) (at, end int, found bool) { return composition.Position(text) }

// ParseVariant returns the variant with a name in Russian, Ukrainian or English, such as "столбовые
// шашки", "ласка (7х7)" or bashni, or record.UnknownVariant if the name is unknown.
func ParseVariant(name string) record.Variant { return position.ParseVariantName(name) }

// HeaderTag returns PDN's name for a header key in any language of a sheet, or "" if unknown.
func HeaderTag(key string) string { return cmp.Or(word.HeaderTag(key), word.ForeignTag(key)) }

// ColumnTags returns PDN's names for the columns of a table with one game per row, by its heading
// in any language of a sheet, "White;Black;Result;Moves": "Moves" for columns of moves, "Players"
// for both names, "" if no tag fits. It returns false if it is not the heading of such a table.
func ColumnTags(heading []string) (tags []string, ok bool) {
	known, moves := false, false
	for _, cell := range heading {
		cell = strings.Trim(cell, " .:*\t\r\n")   // * for Markdown's bold
		key := strings.ReplaceAll(cell, "_", " ") // white_player
		tag := cmp.Or(word.ColumnTag(key), HeaderTag(key))
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

// ParseResult reads a text that consists of a result, with or without a full stop: "Счет 17:7.",
// "1-0", "½-½", "Черные сдались", "+ -". Result.At is 0.
func ParseResult(text string) (record.Result, bool) { return result.Parse(text) }

// GameTypeNumber returns the number at the beginning of PDN's tag GameType: 25 for "25,W,8,8,A0,0".
// The error says what was expected.
func GameTypeNumber(value string) (int, error) {
	t, err := position.ParseGameType(value)
	return t.Number, err
}

// DateInPDN returns a date in PDN's form, with the time of day that follows it: 1987.03.12 for
// 12.03.1987. It returns a date without a day, and a text that is not a date, unchanged; ok reports
// whether text is a date.
func DateInPDN(text string) (date string, ok bool) { return pdn.Date(text) }

// ParseTask reads the task of a composition: "ничья", "белые начинают и выигрывают", "запереть 2
// простые и дамку", and the same in Ukrainian and English. It returns false if text is not a task.
func ParseTask(text string) (record.Task, bool) {
	task, _, ok := composition.ParseTask(text)
	return task, ok
}

// TaskOf returns the task of a composition, from its tag, a line before its moves, or its result,
// and in unread the text of a task that was not understood, or "".
func TaskOf(g *record.Game) (task record.Task, unread string) {
	if g.Solution != nil {
		return g.Solution.Task, ""
	}
	for i, text := range append([]string{g.Tag("Task")}, g.Before...) { // a win need not be named
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

// ReadComposition reads the composition in g.Text. variant and task are the defaults if the text
// names none.
func ReadComposition(g *record.Game, words *Words, variant record.Variant, task record.Task) {
	composition.Read(g, words, variant, task)
}
