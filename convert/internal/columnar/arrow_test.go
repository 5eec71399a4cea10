package columnar

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"

	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// The 64-bit numbers of a file's metadata are aligned to 8 bytes: some readers, which map the
// metadata to memory, reject any other.
func TestAligned(t *testing.T) {
	const batchNodes, batchBuffers, kindBatch = 6, 8, 3
	made, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(t, err)
	for games := range 9 {
		var file bytes.Buffer
		w := NewWriter(Format{Name: "arrow"}, map[string]io.Writer{"plies": &file})
		for range games {
			var rows Rows
			rows.Fill(replay.Judge(made.Next(), record.UnknownVariant))
			require.NoError(t, w.WriteRows(&rows))
		}
		require.NoError(t, w.Close())
		footer := file.Len() - 10 - int(binary.LittleEndian.Uint32(file.Bytes()[file.Len()-10:]))
		batches := 0
		for at := len(magic); at < footer; {
			require.Zero(t, at%8)
			begin := at + 8
			meta := file.Bytes()[begin : begin+int(binary.LittleEndian.Uint32(file.Bytes()[at+4:]))]
			message := flatbuffers.Table{Bytes: meta, Pos: flatbuffers.GetUOffsetT(meta)}
			at = begin + len(meta) + int(message.GetInt64Slot(messageBody, 0))
			if message.GetByteSlot(messageKind, 0) != kindBatch {
				continue
			}
			batches++
			o := flatbuffers.UOffsetT(message.Offset(messageHeader))
			batch := flatbuffers.Table{Bytes: meta, Pos: message.Indirect(o + message.Pos)}
			for _, slot := range []flatbuffers.VOffsetT{batchNodes, batchBuffers} {
				o := flatbuffers.UOffsetT(batch.Offset(slot))
				require.Positive(t, batch.VectorLen(o))
				require.Zero(t, (begin+int(batch.Vector(o)))%8)
			}
		}
		require.Equal(t, min(games, 1), batches)
	}
}
