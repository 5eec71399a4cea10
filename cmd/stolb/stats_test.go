package main

import (
	"bytes"
	"context"
	"fmt"
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
