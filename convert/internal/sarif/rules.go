package sarif

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// about is what is to be known of a kind of fault.
type about struct {
	code        record.Code
	level       string // of most of its faults
	short, help message.ID
}

// kinds are the kinds of faults, the hopeless ones first.
var kinds = []about{
	{record.IllegalMove, levelError, "sarif.illegal-move", "sarif.illegal-move-help"},
	{record.AmbiguousMove, levelError, "sarif.ambiguous-move", "sarif.ambiguous-move-help"},
	{record.UnreadableWord, levelError, "sarif.unreadable-word", "sarif.unreadable-word-help"},
	{record.IllegibleMove, levelError, "sarif.illegible-move", "sarif.illegible-move-help"},
	{record.ColumnLength, levelError, "sarif.column-length", "sarif.column-length-help"},
	{record.BadPosition, levelError, "sarif.bad-position", "sarif.bad-position-help"},
	{record.NoVariant, levelError, "sarif.no-variant", "sarif.no-variant-help"},
	{record.Syntax, levelError, "sarif.syntax", "sarif.syntax-help"},
	{record.TooLarge, levelError, "sarif.too-large", "sarif.too-large-help"},
	{record.NoMoves, levelError, "sarif.no-moves", "sarif.no-moves-help"},
	{record.WrongSeparator, levelWarning, "sarif.wrong-separator", "sarif.wrong-separator-help"},
	{record.LookAlike, levelWarning, "sarif.look-alike", "sarif.look-alike-help"},
	{record.LetterCase, levelWarning, "sarif.letter-case", "sarif.letter-case-help"},
	{record.SquareOrder, levelWarning, "sarif.square-order", "sarif.square-order-help"},
	{record.DashKind, levelWarning, "sarif.dash-kind", "sarif.dash-kind-help"},
	{record.PromotionMark, levelWarning, "sarif.promotion-mark", "sarif.promotion-mark-help"},
	{record.MissingStart, levelWarning, "sarif.missing-start", "sarif.missing-start-help"},
	{record.DateForm, levelWarning, "sarif.date-form", "sarif.date-form-help"},
	{record.MoveNumber, levelNote, "sarif.move-number", "sarif.move-number-help"},
	{record.ResultMismatch, levelNote, "sarif.result-mismatch", "sarif.result-mismatch-help"},
	{record.CountMismatch, levelNote, "sarif.count-mismatch", "sarif.count-mismatch-help"},
	{record.VariantTag, levelNote, "sarif.variant-tag", "sarif.variant-tag-help"},
	{record.VariantGuessed, levelNote, "sarif.variant-guessed", "sarif.variant-guessed-help"},
	{record.Blunder, levelNote, "sarif.blunder", "sarif.blunder-help"},
	{record.EndingResult, levelNote, "sarif.ending-result", "sarif.ending-result-help"},
	{record.MoreRepairs, levelNote, "sarif.more-repairs", "sarif.more-repairs-help"},
	{record.PostTime, levelNote, "sarif.post-time", "sarif.post-time-help"},
	{record.TimeExceeded, levelNote, "sarif.time-exceeded", "sarif.time-exceeded-help"},
	{record.FullNotation, levelNote, "sarif.full-notation", "sarif.full-notation-help"},
	{record.NoRules, levelNote, "sarif.no-rules", "sarif.no-rules-help"},
}

func (w *Writer) rules() []object {
	all := make([]object, len(kinds))
	for i, k := range kinds {
		all[i] = object{
			"id":                   k.code,
			"shortDescription":     w.text(message.Of(k.short)),
			"help":                 w.text(message.Of(k.help)),
			"defaultConfiguration": object{"level": k.level},
		}
	}
	return all
}
