package sarif

import "github.com/stolb/stolb/record"

// about is what is to be known of a kind of fault.
type about struct {
	code        record.Code
	level       string // of most of its faults
	short, help string
}

// kinds are the kinds of faults, the hopeless ones first.
var kinds = []about{
	{record.IllegalMove, levelError, "A move that the rules forbid", "The moves up to here are legal, and this one is not. Look at the sheet: the likely moves are told, those first with which most of what follows can be played."},
	{record.AmbiguousMove, levelError, "A word that is more than one legal move", "Start and end do not tell the captures apart. Write the squares between, too; where what follows fits one of them alone, that is taken, and the game is legal."},
	{record.UnreadableWord, levelError, "What is no word of any notation", "Moves are written as c3-b4 and a3:a7, short as cb4 and a:a7, or with numbers as 9-12 and 5:13. A remark stands in braces, or below the game."},
	{record.IllegibleMove, levelError, "A move that cannot be read, or is not there", "The record says that it cannot be read, or has nothing where a move should stand. What the rules allow there is told; \"stolb restore\" looks for the game as a whole."},
	{record.ColumnLength, levelError, "A column with a word too many or too few", "Both columns of a table have as many moves, White's one more at most. Look for a move that is missing or written twice."},
	{record.BadPosition, levelError, "A position that cannot be", "The position that the game begins from is none of its variant."},
	{record.NoVariant, levelError, "Nothing says what is played", "Write a header such as \"Variant: bashni\", or say it with --variant."},
	{record.Syntax, levelError, "A text that breaks its format", "What is written in a known format does not keep to it, so that what follows may be misunderstood."},
	{record.TooLarge, levelError, "A text beyond a limit", "A stated limit is passed, and what is beyond it is not read."},
	{record.NoMoves, levelError, "A game without a move or a position", "There are headers of a game, and nothing of the game itself."},
	{record.WrongSeparator, levelWarning, "A capture written as a quiet move, or the other way round", "A capture is written with a colon (or x), a quiet move with a hyphen. It is read as what the board says."},
	{record.LookAlike, levelWarning, "A character that looks like the right one", "A Cyrillic letter or a digit stands for a letter that looks the same. It is read as the right one."},
	{record.LetterCase, levelWarning, "Capitals in a square", "Squares are written in small letters."},
	{record.SquareOrder, levelWarning, "A square with its number first", "Squares are written letter first: a3."},
	{record.DashKind, levelWarning, "A dash for a hyphen", "Moves are written with a hyphen."},
	{record.PromotionMark, levelWarning, "A mark of promotion too many or missing", "The mark of a king stands where a man becomes one, and nowhere else."},
	{record.DateForm, levelWarning, "A date in another form", "PDN writes dates as 1987.03.12."},
	{record.MoveNumber, levelNote, "A move number that does not count on", "The moves are played as they stand; a number is missing, doubled or wrong."},
	{record.ResultMismatch, levelNote, "A result that the board contradicts", "The game is over on the board with another result than the record has."},
	{record.CountMismatch, levelNote, "A count that is not that of the towers", "The number in brackets is not the number of towers that the position lists."},
	{record.VariantTag, levelNote, "Headers that name different variants", "The tag Variant prevails over the GameType."},
	{record.VariantGuessed, levelNote, "A variant that was guessed, and may be another", "Nobody says what is played, and another variant allows all that the guessed one forbids. Say it with --variant or in a header."},
	{record.MoreRepairs, levelNote, "More repairs than are told", "There are more repairs in the game than are told one by one."},
	{record.NoRules, levelNote, "A game without rules here", "It says what was played, and that has no rules here, so that it is not judged."},
}

// ruleIndex has where a kind of fault stands among the rules.
var ruleIndex = func() map[record.Code]int {
	index := map[record.Code]int{}
	for i, k := range kinds {
		index[k.code] = i
	}
	return index
}()

// rules returns the kinds of faults as a log tells them.
func rules() []rule {
	all := make([]rule, len(kinds))
	for i, k := range kinds {
		all[i] = rule{string(k.code), message{k.short}, message{k.help}, configuration{k.level}}
	}
	return all
}
