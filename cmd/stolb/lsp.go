package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/cmd/stolb/lsp"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

func lspCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use:   "lsp [--variant V]",
		Short: "tell an editor what is wrong while one types",
		Long: `
Speaks the Language Server Protocol on standard input and output, for an editor
to start: it is not for a terminal. In sheets, PDN and JSON lines the editor shows
faults as one types, puts the likely move in, corrects all spellings, shows the
board before and after a move with its towers, and offers the legal moves.

What is played is in the record, or what the text shows, or what --variant says,
or the client's settings "variant" and "lang" (initializationOptions, or
workspace/didChangeConfiguration under "stolb").

CONTRIBUTING.md shows how to set up editors. The exit code is 0 where the client
says shutdown and exit, else 1.`,
		Example: `
  stolb lsp
  stolb lsp --variant bashni`,
	}
	var asked record.Variant
	variantFlag(command.Flags(), &asked, "the game, where neither record nor settings say it")
	// Many clients say so, and it is what is done anyway.
	command.Flags().Bool("stdio", true, "speak on standard input and output, which is always so")
	command.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return tooMany(args[0])
		}
		server := &lsp.Server{
			Version: strings.Fields(version())[1], Variant: asked, Language: message.Detect(os.Getenv),
			Board: func(dst []byte, p record.Position, _ message.Language) []byte { return appendBoard(dst, p) },
			Log:   func(line string) { s.complain("%s", line) },
		}
		err := server.Serve(s.ctx, s.in, s.stdout)
		switch {
		case errors.Is(err, lsp.ErrNoShutdown):
			return errFaults
		case errors.Is(err, context.Canceled):
			return errInterrupted
		}
		return err
	}
	return command
}
