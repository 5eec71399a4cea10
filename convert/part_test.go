package convert

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestScaled(t *testing.T) {
	require.EqualValues(t, 3, scaled(10, 1, 3))
	require.EqualValues(t, 6, scaled(10, 2, 3))
	require.EqualValues(t, 10, scaled(10, 3, 3))
	require.EqualValues(t, 0, scaled(0, 3, 3))
	require.EqualValues(t, 1<<62, scaled(1<<62, 1<<62, 1<<62))
}
