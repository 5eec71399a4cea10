package columnar

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// No bytes make the reader of Arrow files and streams panic, hang or take
// memory that they do not have.
func FuzzReader(f *testing.F) {
	made, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(f, err)
	// The columns that are read alone, so that what is changed matters.
	wanted := func(c Column) bool { return slices.Contains(RecordedColumns[:], c.Name) }
	for _, encoder := range []func(io.Writer, []Column) Encoder{NewFileEncoder, NewStreamEncoder} {
		var games bytes.Buffer
		w := NewWriter(Format{Encoder: encoder, Wanted: wanted}, map[string]io.Writer{"games": &games})
		for range 3 {
			g := made.Next()
			g.Plies = g.Plies[:5]
			var rows Rows
			rows.Fill(replay.Judge(g, record.UnknownVariant))
			require.NoError(f, w.WriteRows(&rows))
		}
		require.NoError(f, w.Close())
		f.Add(games.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, r := range []io.Reader{bytes.NewReader(data), struct{ io.Reader }{bytes.NewReader(data)}} {
			reader, err := NewReader(r)
			for err == nil {
				_, err = reader.Chunk()
			}
			if err != io.EOF {
				m, ok := err.(message.Message)
				require.True(t, ok, "%T: %v", err, err)
				require.Regexp(t, `^columnar\.`, m.ID())
				if why, ok := m.Argument("why").(error); ok {
					require.IsType(t, message.Message{}, why, why.Error())
				}
			}
		}
	})
}
