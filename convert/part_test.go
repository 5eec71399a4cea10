package convert

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
)

func TestScaled(t *testing.T) {
	require.EqualValues(t, 3, scaled(10, 1, 3))
	require.EqualValues(t, 6, scaled(10, 2, 3))
	require.EqualValues(t, 10, scaled(10, 3, 3))
	require.EqualValues(t, 0, scaled(0, 3, 3))
	require.EqualValues(t, 1<<62, scaled(1<<62, 1<<62, 1<<62))
}

// From the place of each text of a file, the texts that follow are read as from its beginning. A
// packed text has no places.
func TestResumeFromPlace(t *testing.T) {
	text := strings.Repeat("1. c3-d4 d6-e5\n2. g3-h4 e5:c3\n\n\n1. c3-b4 b6-a5\n\nБелые: Иванов\n\n1. a3-b4 h6-g5\n\n", 3)
	read := func(text string, from *grammar.Beginning) (all []string, places []grammar.Beginning) {
		in := OpenReader(strings.NewReader(text), "x", Options{Encoding: "utf-8", Jobs: 1, From: from})
		for text, err := range in.Texts() {
			require.NoError(t, err)
			at, known := in.Place()
			if all = append(all, text.Text); known {
				require.Equal(t, text.Source.Offset, at.Offset)
				places = append(places, at)
			}
		}
		return all, places
	}
	all, places := read(text, nil)
	require.Len(t, all, 9)
	require.Len(t, places, 8) // all but the first
	for i, at := range places {
		rest, _ := read(text[at.Offset:], &at)
		require.Equal(t, all[i+1:], rest)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	_, places = read(packed.String(), nil)
	require.Empty(t, places)
}
