package main

import (
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// The flags of merge that are not for all kinds.
var mergeFlags = map[string][]string{
	"min-games": {"openings", "adiukh", "players"}, "output": {"openings"},
	"system": {"crosstable"}, "rules": {"crosstable"}, "win": {"crosstable"},
}

func mergeCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "merge",
		Example: `
  stolb stats players --partial 1998.partial 1998/
  stolb stats players --partial 1999.partial 1999/
  stolb stats merge --min-games 10 1998.partial 1999.partial`,
	}
	command.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	flags := command.Flags()
	c := &statistic{flags: flags}
	c.format = choiceFlag(flags, "format", "text", "text", "json", "arrow", "parquet")
	flags.StringVar(&c.html, "html", "", "")
	flags.StringVarP(&c.path, "output", "o", "", "")
	minGames := minGamesFlag(flags)
	how := newTournamentFlags(flags)
	one := 1 // who counts
	c.jobs = &one
	command.RunE = c.counts(s, func(args []string) error {
		if len(args) == 0 {
			return &usageError{message: say("usage.no-file-merge")}
		}
		files, err := openPartials(args)
		if err != nil {
			return err
		}
		h := &files[0].head
		for name, kinds := range mergeFlags {
			if flags.Changed(name) && !slices.Contains(kinds, h.Kind) {
				return &usageError{message: say("usage.not-for-kind", "flag", name, "kind", h.Kind, "file", files[0].name)}
			}
		}
		if h.Kind != "openings" && *c.format != "text" && *c.format != "json" {
			return &usageError{message: say("usage.format-openings", "wanted", "openings", "format", *c.format, "kind", h.Kind, "file", files[0].name)}
		}
		if h.Asked.Variant != "" {
			if c.asked, err = record.ParseVariant(h.Asked.Variant); err != nil {
				return message.Of("message.path", "path", files[0].name, "why", err)
			}
		}
		var k kind
		switch h.Kind {
		case "openings":
			root, err := rootOf(c.asked, h.Asked.Position)
			if err != nil {
				return message.Of("message.path", "path", files[0].name, "why", err)
			}
			k = newOpenings(c, root, h.Asked.Depth, *minGames)
		case "adiukh":
			k = newAdiukh(c, min(max(h.Asked.Depth, 1), maxOpeningPlies), *minGames)
		case "players":
			k = newPlayers(c, *minGames)
		case "crosstable":
			k = newCrosstable(how, h.Asked.Event, h.Asked.Teams)
		default:
			return message.Of("part.unknown-kind", "file", files[0].name, "kind", strconv.Quote(h.Kind))
		}
		defer k.close()
		if err := c.openOutputs(s); err != nil {
			return err
		}
		failed, faults := false, false
		for _, f := range files {
			if err := c.add(f, k); err != nil {
				return err
			}
			failed, faults = failed || f.head.Failed, faults || f.head.Faults
		}
		return c.tell(s, k, ending(failed, faults))
	})
	return command
}

// rootOf returns the position from which a tree grows; nil for the start.
func rootOf(v record.Variant, fen string) (*replay.Position, error) {
	if fen == "" {
		return nil, nil
	}
	rules, err := replay.For(v)
	if err != nil {
		return nil, err
	}
	p, err := record.ParseFEN(v, fen)
	if err != nil {
		return nil, err
	}
	return rules.Position(&p)
}

// openPartials reads the heads of the files and puts them into their order.
func openPartials(names []string) ([]*partialFile, error) {
	var files []*partialFile
	for _, name := range names {
		f, err := openPartial(name)
		if err != nil {
			return nil, err
		}
		// There may be more than can be open at a time.
		if err := f.file.Close(); err != nil {
			return nil, fileError(name, err)
		}
		files = append(files, f)
	}
	return inOrder(files)
}

// add adds what a file has to the statistic.
func (c *statistic) add(f *partialFile, k kind) error {
	again, err := openPartial(f.name)
	if err != nil {
		return err
	}
	defer again.file.Close()
	if again.head != f.head {
		return message.Of("part.changed", "file", f.name)
	}
	c.tally.games.Add(int64(f.head.Games))
	for i, n := range f.head.LeftOut {
		c.leftOut[i] += n
	}
	return again.load(k)
}
