package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func movesCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "moves",
		Example: `
  stolb moves --variant lasca
  stolb moves --variant adiukh --position 'W:Wf8:Be7,c3'`,
	}
	flags := command.Flags()
	from := positionFlags(flags)
	command.RunE = func(_ *cobra.Command, args []string) error {
		if err := noArguments(args); err != nil {
			return err
		}
		p, err := from.position(s)
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

// maxDepth is more plies than any perft can count, and little memory.
const maxDepth = 100

func perftCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "perft",
		Example: `
  stolb perft --variant bashni --depth 7
  stolb perft --variant lasca --depth 5 --divide`,
	}
	flags := command.Flags()
	from := positionFlags(flags)
	var depth int
	intFlag(flags, &depth, "depth", -1, 0, maxDepth)
	divide := flags.Bool("divide", false, "")
	command.RunE = func(_ *cobra.Command, args []string) error {
		if err := noArguments(args); err != nil {
			return err
		}
		if depth < 0 {
			return &usageError{message: say("usage.say-depth")}
		}
		p, err := from.position(s)
		if err != nil {
			return err
		}
		// Counting may take hours, and Ctrl-C must end it.
		done := make(chan string, 1)
		go func() {
			if !*divide || depth == 0 {
				done <- fmt.Sprintln(p.Perft(depth))
				return
			}
			var lines strings.Builder
			sum := uint64(0)
			texts, leaves := p.Divide(depth)
			for i := range texts {
				fmt.Fprintf(&lines, "%s: %d\n", texts[i], leaves[i])
				sum += leaves[i]
			}
			fmt.Fprintln(&lines, sum)
			done <- lines.String()
		}()
		select {
		case lines := <-done:
			_, err := s.out.WriteString(lines)
			return err
		case <-s.ctx.Done():
			s.tell("files.stopped")
			return errInterrupted
		}
	}
	return command
}

// noArguments refuses arguments of a command that takes flags only.
func noArguments(args []string) error {
	if len(args) > 0 {
		return &usageError{message: say("usage.too-many-position", "argument", args[0])}
	}
	return nil
}
