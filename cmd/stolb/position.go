package main

import (
	"errors"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// setup is a position as the flags --variant and --position say it.
type setup struct {
	variant record.Variant
	text    string
}

func positionFlags(flags *pflag.FlagSet) *setup {
	var from setup
	variantFlag(flags, &from.variant)
	flags.StringVarP(&from.text, "position", "p", "", "")
	return &from
}

// position returns the position that the flags say. Remarks on its text go to
// standard error.
func (from *setup) position(s *streams) (*replay.Position, error) {
	if from.variant == record.UnknownVariant {
		return nil, needVariant()
	}
	rules, err := replay.For(from.variant)
	if err != nil {
		return nil, err
	}
	if from.text == "" {
		return rules.Start(), nil
	}
	p, faults, err := grammar.ParsePosition(from.text, from.variant)
	for _, f := range faults {
		s.complain("--position: %s", clean(f.Message.In(language), messageCells))
	}
	if err != nil {
		return nil, positionError("--position", from.text, err)
	}
	position, err := rules.Position(&p)
	if err != nil {
		return nil, positionError("--position", from.text, err)
	}
	return position, nil
}

// positionError shows where in the text of a flag the fault is.
func positionError(flag, text string, err error) error {
	var fault *record.PositionError
	if !errors.As(err, &fault) {
		return message.Of("files.flag", "flag", flag, "why", err)
	}
	shown, carets := excerpt(text, fault.Offset, 0)
	why := fault.Reason
	if fault.Square != "" {
		why = message.Of("message.path", "path", fault.Square, "why", fault.Reason)
	}
	said := message.Of("files.flag-at", "flag", flag, "at", utf8.RuneCountInString(text[:min(max(fault.Offset, 0), len(text))])+1, "why", why)
	return message.Verbatim(said.In(language) + "\n    " + shown + "\n    " + carets)
}
