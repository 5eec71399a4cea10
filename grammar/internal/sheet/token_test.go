package sheet

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A regular row has one or two plies per number, with at most one cell separator after each.
func TestIsRegular(t *testing.T) {
	const (
		n = roleNumber
		p = rolePly
		c = roleCell
		e = roleNewline
	)
	for _, row := range []struct {
		roles []role
		want  bool
	}{
		{[]role{n, p, e}, true},
		{[]role{n, p, p, e}, true},
		{[]role{n, p, c, p, e}, true},
		{[]role{n, p, c, e}, true},
		{[]role{n, p, p, c, e}, true},
		{[]role{n, p, c, p, c, e}, true},
		{[]role{n, e}, false},
		{[]role{n, c, p, e}, false},
		{[]role{n, p, c, c, p, e}, false},
		{[]role{n, p, p, p, e}, false},
		{[]role{n, p}, false},
		{[]role{n, p, e, p}, false},
		{[]role{n, p, p, n, p, c, p, n, p, e}, true},
		{[]role{n, p, n, p, e}, true},
		{[]role{n, p, p, c, n, p, e}, false},
		{[]role{n, p, p, n, e}, false},
	} {
		var steps []arc
		for _, r := range row.roles {
			steps = append(steps, arc{role: r})
		}
		require.Equal(t, row.want, isRegular(steps), "%v", row.roles)
	}
}
