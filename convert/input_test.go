package convert

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Options that nobody means end in an error or in the default.
func TestOptions(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.txt")
	require.NoError(t, os.WriteFile(name, []byte("1. c3-d4 d6-c5\n\n1. c3-b4 b6-a5\n"), 0o666))
	read := func(name string, o Options) (texts int, errs []string) {
		for _, err := range Open([]string{name}, o).Texts() {
			if err == nil {
				texts++
			} else {
				errs = append(errs, err.Error())
			}
		}
		return texts, errs
	}
	for _, o := range []Options{{}, {Jobs: -3}, {Part: 5}, {Part: 1, Parts: 1}} {
		texts, errs := read(name, o)
		require.Equal(t, 2, texts, o)
		require.Empty(t, errs, o)
	}
	for _, o := range []Options{{Parts: 3}, {Part: -1, Parts: 3}, {Part: 4, Parts: 3}, {Part: 1, Parts: -3}} {
		texts, errs := read(name, o)
		require.Zero(t, texts, o)
		require.Len(t, errs, 1, o)
		require.Regexp(t, `^convert: no part -?\d of -?3$`, errs[0])
	}
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	defer func(stdin *os.File) { os.Stdin = stdin }(os.Stdin)
	os.Stdin = file
	texts, errs := read("-", Options{})
	require.Equal(t, 2, texts)
	require.Empty(t, errs)
}
