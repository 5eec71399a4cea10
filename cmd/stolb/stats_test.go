package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Ctrl-C during the merging after the counting.
func TestInterruptedAtTheEnd(t *testing.T) {
	var errs bytes.Buffer
	s := &streams{ctx: t.Context(), err: &errs}
	c := &statistic{}
	err := c.perform(s, nil, nil, func(*streams, []string) error { return fmt.Errorf("tree: %w", context.Canceled) })
	require.ErrorIs(t, err, errInterrupted)
	require.Equal(t, "stolb: interrupted: 0 games counted, but nothing is written\n", errs.String())
}

// A list of more than 4 MB is an error.
func TestLongList(t *testing.T) {
	path := filepath.Join(t.TempDir(), "aliases.txt")
	var out, errs bytes.Buffer
	require.NoError(t, os.WriteFile(path, bytes.Repeat([]byte("\n"), 4<<20+1), 0o666))
	require.Equal(t, exitFailed, run([]string{"stats", "crosstable", "--aliases", path, "-"}, bytes.NewReader([]byte("1. c3-d4 1-0\n")), &out, &errs))
	require.Equal(t, "stolb: "+path+": the text is longer than 4 MB\n", errs.String())
}
