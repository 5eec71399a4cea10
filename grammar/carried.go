package grammar

import (
	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/pdn"
)

// What the writers of formats say of games that are carried over.
var (
	CarriedText    = cut.CarriedText
	CarriedComment = cut.CarriedComment
	SheetComment   = cut.SheetComment
	Sign           = cut.Sign
	Said           = cut.Said
	Standing       = cut.Standing
	Judged         = pdn.Judged
)
