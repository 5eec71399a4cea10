package cut

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// A comment is known by the moves that it was written beside, however they are
// spaced, and by none that are others.
func TestSign(t *testing.T) {
	moves := []string{"c3-d4", "b6-c5"}
	signed := Sign("illegal: sheet line 2: no", moves)
	require.Regexp(t, `^illegal: sheet line 2: no #[0-9a-f]{8}$`, signed)
	said, ok := Signed(signed, []string{"c3 - d4", "b6-c5"})
	require.True(t, ok)
	require.Equal(t, "illegal: sheet line 2: no", said)
	for _, others := range [][]string{nil, moves[:1], {"b6-c5", "c3-d4"}, {"c3-d4b6-c5"}, {"c3-d4", "b6-c5", "a1-b2"}} {
		said, ok := Signed(signed, others)
		require.False(t, ok)
		require.Equal(t, signed, said)
	}
	_, ok = Signed("illegal: sheet line 2: no", moves)
	require.False(t, ok)
	severity, ok := VerdictOf(signed)
	require.True(t, ok)
	require.Equal(t, record.Illegal, severity)
}
