package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats/find"
)

func exploreCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "explore",
		Example: `
  stolb explore games.idx
  stolb explore --port 8080 archive/`,
		ValidArgsFunction: completeRecords,
	}
	var c indexer
	var port int
	flags := command.Flags()
	intFlag(flags, &port, "port", 0, 0, math.MaxUint16)
	variantFlag(flags, &c.Variant)
	c.input.flags(flags)
	progressFlag(flags, &c.progress)
	command.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return &usageError{message: say("usage.no-file-explore")}
		}
		path := args[0]
		if len(args) > 1 || !find.IsIndex(path) {
			folder, err := os.MkdirTemp("", "stolb-explore-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(folder)
			path = filepath.Join(folder, "games.idx")
			c.path = path
			if err := c.run(s, args, message.Of("find.no-pages"), message.Of("find.no-pages-interrupted")); err != nil {
				return err
			}
		}
		return serve(s, path, port)
	}
	return command
}

// serve serves the pages of an index to this machine until Ctrl-C.
func serve(s *streams, path string, port int) error {
	x, err := find.OpenIndex(path)
	if err != nil {
		return message.Of("message.path", "path", path, "why", err)
	}
	defer x.Close()
	pages, err := newExplorer(x)
	if err != nil {
		return err
	}
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return message.Of("message.path", "path", address, "why", err)
	}
	server := &http.Server{
		Handler: pages, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute,
		MaxHeaderBytes: 1 << 16,
	}
	fmt.Fprintln(s.out, say("find.serving", "address", "http://"+listener.Addr().String()+"/"))
	if err := s.out.Flush(); err != nil {
		return errors.Join(err, listener.Close())
	}
	ended := make(chan error, 1)
	stop := context.AfterFunc(s.ctx, func() {
		// What is asked already is answered; who asks nothing, or half a question, is not
		// waited for.
		ending, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		err := server.Shutdown(ending)
		if errors.Is(err, context.DeadlineExceeded) {
			err = server.Close()
		}
		ended <- err
	})
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return err
	}
	return <-ended
}
