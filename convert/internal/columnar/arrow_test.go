package columnar

import (
	"bytes"
	"io"
	"testing"

	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Numbers of 64 bits are at multiples of 8 bytes wherever a file describes what it has:
// readers that take the description as it is in memory refuse any other.
func TestAligned(t *testing.T) {
	const batchNodes, batchBuffers = 6, 8
	made, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(t, err)
	for games := range 9 {
		var file bytes.Buffer
		w := NewWriter(Arrow, map[string]io.Writer{"plies": &file})
		for range games {
			var rows Rows
			rows.Fill(replay.Judge(made.Next(), record.UnknownVariant))
			require.NoError(t, w.WriteRows(&rows))
		}
		require.NoError(t, w.Close())
		in := &messages{}
		require.NoError(t, in.open(bytes.NewReader(file.Bytes()), int64(file.Len())))
		batches := 0
		for _, place := range in.places {
			require.Zero(t, place%8)
			message := root(file.Bytes()[place+8:])
			if message.GetByteSlot(messageKind, 0) != kindBatch {
				continue
			}
			batches++
			batch, ok := child(message, messageHeader)
			require.True(t, ok)
			for _, slot := range []flatbuffers.VOffsetT{batchNodes, batchBuffers} {
				at, n := vector(batch, slot, 16)
				require.Positive(t, n)
				require.Zero(t, at%8)
			}
		}
		require.Equal(t, min(games, 1), batches)
	}
}
