package convert

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// A game written after Close is not lost in silence.
func TestWriteAfterClose(t *testing.T) {
	r := replay.Judge(&record.Game{Variant: record.Bashni}, record.UnknownVariant)
	for _, format := range append(Formats(), "sarif") {
		var text bytes.Buffer
		w, err := NewWriter(format, &text, WriteOptions{Table: "games"})
		require.NoError(t, err)
		require.NoError(t, w.Write(r), format)
		require.NoError(t, w.Close(), format)
		size := text.Len()
		require.ErrorIs(t, w.Write(r), os.ErrClosed, format)
		require.NoError(t, w.Close(), format)
		require.NoError(t, w.Abort(), format)
		require.Equal(t, size, text.Len(), format)
	}
}

func TestFormatOfDataset(t *testing.T) {
	for _, format := range []string{"pdn", "arrow-stream", ""} {
		_, err := CreateDataset(t.TempDir(), format, WriteOptions{Partition: []string{"year"}})
		require.EqualError(t, err, "convert: no format of datasets "+format)
	}
}
