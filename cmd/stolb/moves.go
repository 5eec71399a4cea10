package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

func movesCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "moves", Args: atMost(0, "usage.too-many-position")}
	from := positionFlags(command.Flags(), new(record.Variant))
	command.RunE = func(*cobra.Command, []string) error {
		p, err := from.position(s, "--position")
		if err != nil {
			return err
		}
		texts := p.MoveTexts()
		for _, text := range texts {
			fmt.Fprintln(s.out, text)
		}
		if len(texts) == 0 {
			s.tell("show.no-move", "side", p.Turn().Term())
		}
		return nil
	}
	return command
}

// maxDepth is more plies than any perft can count, yet takes little memory.
const maxDepth = 100

func perftCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "perft", Args: atMost(0, "usage.too-many-position")}
	flags := command.Flags()
	from := positionFlags(flags, new(record.Variant))
	var depth int
	intFlag(flags, &depth, "depth", -1, 0, maxDepth)
	divide := flags.Bool("divide", false, "")
	command.RunE = func(_ *cobra.Command, args []string) error {
		if err := misuse(depth < 0, "usage.say-depth"); err != nil {
			return err
		}
		p, err := from.position(s, "--position")
		if err != nil {
			return err
		}
		// Counting may take hours, and Ctrl-C must end it.
		leaves, sum := map[string]uint64{}, uint64(0)
		err = interruptible(s, func() error {
			if *divide && depth > 0 {
				leaves = p.Divide(depth)
			} else {
				sum = p.Perft(depth)
			}
			return nil
		})
		if err != nil {
			s.tell("files.stopped")
			return err
		}
		for _, text := range slices.Sorted(maps.Keys(leaves)) {
			fmt.Fprintf(s.out, "%s: %d\n", text, leaves[text])
			sum += leaves[text]
		}
		_, err = fmt.Fprintln(s.out, sum)
		return err
	}
	return command
}

// setup is a position given by the flags --variant and --position.
type setup struct {
	variant *record.Variant
	text    string
}

func positionFlags(flags *pflag.FlagSet, v *record.Variant) *setup {
	from := setup{variant: v}
	variantFlag(flags, v)
	flags.StringVarP(&from.text, "position", "p", "", "")
	return &from
}

// position returns the position that the flags define. Remarks on its text go to standard error;
// an error shows where in the text the fault is.
func (from *setup) position(s *streams, flag string) (*replay.Position, error) {
	rules, err := replay.For(*from.variant)
	if err := cmp.Or(needVariant(*from.variant), err); err != nil {
		return nil, err
	}
	if from.text == "" {
		return rules.Start(), nil
	}
	p, faults, err := grammar.ParsePosition(from.text, *from.variant)
	for _, f := range faults {
		s.complain(flag + ": " + clean(f.Message.In(language), messageCells))
	}
	if err == nil {
		var position *replay.Position
		if position, err = rules.Position(&p); err == nil {
			return position, nil
		}
	}
	var fault *record.PositionError
	if !errors.As(err, &fault) {
		return nil, message.Of("files.flag", "flag", flag, "why", err)
	}
	shown, carets := excerpt(from.text, fault.Offset, 0)
	why := fault.Reason
	if fault.Square != "" {
		why = message.Of("message.path", "path", fault.Square, "why", fault.Reason)
	}
	column := utf8.RuneCountInString(from.text[:min(max(fault.Offset, 0), len(from.text))]) + 1
	said := message.Of("files.flag-at", "flag", flag, "at", column, "why", why)
	return nil, message.Verbatim(said.In(language) + "\n    " + shown + "\n    " + carets)
}
