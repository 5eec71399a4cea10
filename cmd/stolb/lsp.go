package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/cmd/internal/lsp"
	"github.com/stolb/stolb/record"
)

func lspCommand(s *streams) *cobra.Command {
	command := &cobra.Command{Use: "lsp", Args: atMost(0, "usage.too-many")}
	var variant record.Variant
	variantFlag(command.Flags(), &variant)
	command.Flags().Bool("stdio", true, "") // many clients pass it; it is the only way to connect
	command.RunE = func(*cobra.Command, []string) error {
		server := &lsp.Server{
			Version: moduleVersion(), Variant: variant, Language: language,
			Board: func(dst []byte, p record.Position) []byte {
				return fmt.Appendf(appendTowers(dst, p), "\n%s\n", p.FEN())
			},
			Log: func(line string) { s.complain(line) },
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
