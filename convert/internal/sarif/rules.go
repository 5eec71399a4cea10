package sarif

import (
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// The kinds of faults, by the level of most faults of a kind.
var (
	hopeless = []record.Code{
		record.IllegalMove, record.AmbiguousMove, record.UnreadableWord, record.IllegibleMove, record.ColumnLength,
		record.BadPosition, record.NoVariant, record.Syntax, record.TooLarge, record.NoMoves,
	}
	repairs = []record.Code{
		record.WrongSeparator, record.LookAlike, record.LetterCase, record.SquareOrder, record.DashKind,
		record.PromotionMark, record.MissingStart, record.DateForm,
	}
	remarks = []record.Code{
		record.MoveNumber, record.ResultMismatch, record.CountMismatch, record.VariantTag, record.VariantGuessed,
		record.Blunder, record.EndingResult, record.MoreRepairs, record.PostTime, record.TimeExceeded, record.FullNotation, record.NoRules,
	}
	kinds = slices.Concat(hopeless, repairs, remarks)
)

func (w *Writer) rules() []object {
	all := make([]object, len(kinds))
	for i, code := range kinds {
		level := levelNote
		if slices.Contains(hopeless, code) {
			level = levelError
		} else if slices.Contains(repairs, code) {
			level = levelWarning
		}
		all[i] = object{
			"id":                   code,
			"shortDescription":     w.text(message.Of("sarif." + message.ID(code))),
			"help":                 w.text(message.Of("sarif." + message.ID(code) + "-help")),
			"defaultConfiguration": object{"level": level},
		}
	}
	return all
}
