package columnar

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// No bytes make the reader of Arrow files and streams panic, hang or take
// memory that they do not have.
func FuzzArrow(f *testing.F) {
	made, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(f, err)
	// The columns that are read alone, so that what is changed matters.
	for _, format := range []string{"arrow", "arrow-stream"} {
		var games bytes.Buffer
		w := NewWriter(Format{Name: format, Columns: recordedColumns[:]}, map[string]io.Writer{"games": &games})
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
		file := func() (*ArrowReader, error) { return NewArrowFileReader(bytes.NewReader(data), int64(len(data))) }
		stream := func() (*ArrowReader, error) { return NewArrowReader(bytes.NewReader(data)) }
		for _, open := range []func() (*ArrowReader, error){file, stream} {
			reader, err := open()
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
