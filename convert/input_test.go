package convert

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
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
	require.EqualValues(t, -1, OpenReader(file, name, Options{}).Size())
	require.EqualValues(t, 31, Open([]string{name}, Options{}).Size())
	texts, errs := read("-", Options{})
	require.Equal(t, 2, texts)
	require.Empty(t, errs)
}

// A loop that ends early leaves the input to the next one: the pass that still reads ahead for it
// has a place of its own.
func TestReadAgain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.txt")
	require.NoError(t, os.WriteFile(name, []byte(strings.Repeat("1. c3-d4 d6-c5\n\n", 200)), 0o666))
	in := Open([]string{name}, Options{Variant: record.Bashni, Jobs: 1})
	n := 0
	for range in.Texts() {
		if n++; n == 2 {
			break
		}
	}
	place, known := in.Place()
	require.True(t, known)
	for range Judge(t.Context(), in) {
		break
	}
	n = 0
	for r, err := range Judge(t.Context(), in) {
		require.NoError(t, err)
		require.Len(t, r.Moves, 2)
		n++
	}
	require.Equal(t, 200, n)
	after, known := in.Place()
	require.True(t, known)
	require.Equal(t, place, after)
}
