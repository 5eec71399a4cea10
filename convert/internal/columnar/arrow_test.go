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

// The blocks that a footer lists may not all be the same bytes of the file.
func TestBlocksOverlap(t *testing.T) {
	made, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(t, err)
	var file bytes.Buffer
	w := NewWriter(Format{Name: "arrow"}, map[string]io.Writer{"games": &file})
	for range 8 {
		var rows Rows
		rows.Fill(replay.Judge(made.Next(), record.UnknownVariant))
		require.NoError(t, w.WriteRows(&rows))
		require.NoError(t, w.parts[""].outputs[0].Flush())
	}
	require.NoError(t, w.Close())
	text := file.Bytes()
	_, err = NewArrowFileReader(bytes.NewReader(text), int64(len(text)))
	require.NoError(t, err)
	end := len(text) - 10
	footer := text[end-int(binary.LittleEndian.Uint32(text[end:])) : end]
	root := flatbuffers.Table{Bytes: footer, Pos: flatbuffers.GetUOffsetT(footer)}
	o := flatbuffers.UOffsetT(root.Offset(footerBatches))
	blocks := footer[root.Vector(o):][:24*root.VectorLen(o)]
	first := int(binary.LittleEndian.Uint64(blocks))
	binary.LittleEndian.PutUint64(blocks[16:], uint64(end-len(footer)-first-int(binary.LittleEndian.Uint32(blocks[8:]))))
	for i := 24; i < len(blocks); i += 24 {
		copy(blocks[i:], blocks[:24])
	}
	_, err = NewArrowFileReader(bytes.NewReader(text), int64(len(text)))
	require.ErrorContains(t, err, "its footer refers to places outside the file")
}
